//! Players: anything that is asked for a move. Knows no screen; answers from a thread of its own.

mod built_in;
mod external;
mod spec;

use std::fmt;
use std::sync::Arc;

use crate::rules::{AnyMove, AnyPosition, ByColor, History};

pub use crate::engine::{Level, Score, ScoreKind, SplitMix64, TimeLeft};
pub use crate::process::{EngineError, Listener, Stop};
pub use crate::uci::Choice;
pub use built_in::{BuiltInPlayer, RandomPlayer, balance};
pub use external::ExternalEngine;
pub use spec::{Effort, EngineCommand, PlayerSpec, Protocol, seconds};

/// A game in which a player is asked for a move.
#[derive(Debug, Clone)]
pub struct MoveRequest {
    /// The game so far, with the player to move.
    pub game: History<AnyPosition>,
    /// Both clocks, if the game is timed.
    pub clocks: Option<ByColor<TimeLeft>>,
    /// Whether the opponent's draw offer stands.
    pub draw_offered: bool,
    /// Whether a draw may be claimed now.
    pub draw_claimable: bool,
}

/// How far a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchProgress {
    /// The depth in plies.
    pub depth: u16,
    /// The score for the side to move.
    pub score: Score,
    /// The best move so far.
    pub best: AnyMove,
}

/// The judgement of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// The score for the side to move.
    pub score: Score,
    /// The best line; empty where the game is over.
    pub pv: Vec<AnyMove>,
}

/// A callback for the progress of a search.
#[derive(Clone)]
pub struct ProgressListener(Arc<dyn Fn(SearchProgress) + Send + Sync>);

impl ProgressListener {
    /// Calls `take` whenever a search is deeper; it must not block.
    pub fn new(take: impl Fn(SearchProgress) + Send + Sync + 'static) -> Self {
        Self(Arc::new(take))
    }

    fn call(&self, progress: SearchProgress) {
        (self.0)(progress);
    }
}

impl fmt::Debug for ProgressListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProgressListener").finish_non_exhaustive()
    }
}

/// Anything that is asked for a move.
///
/// A player is made, prepared by [`Player::prepare`], asked any number of times, and dropped: a player
/// with a process ends it when dropped.
pub trait Player: Send {
    /// The name for the score sheet.
    fn name(&self) -> String;

    /// Gets ready for a game, before any clock runs. An implementation that needs time looks at `stop`
    /// at least every 50 ms.
    ///
    /// # Errors
    /// When it cannot play at all, or was stopped.
    fn prepare(&mut self, stop: &Stop) -> Result<(), EngineError> {
        let _ = stop;
        Ok(())
    }

    /// Reports the progress of its searches from now on. A player that does not search reports nothing.
    fn report_to(&mut self, listener: ProgressListener) {
        let _ = listener;
    }

    /// Chooses a move. Looks at `stop` at least every 50 ms; once it is raised, answers with the best move so far.
    ///
    /// # Errors
    /// When it cannot go on.
    fn choose(&mut self, request: &MoveRequest, stop: &Stop) -> Result<Choice, EngineError>;

    /// Judges the position of a request.
    ///
    /// # Errors
    /// When it cannot go on, or does not judge positions.
    fn analyse(&mut self, request: &MoveRequest, stop: &Stop) -> Result<Analysis, EngineError> {
        let _ = (request, stop);
        Err(EngineError::Other(format!("{} does not judge positions", self.name())))
    }
}
