//! Players: anything that is asked for a move. Knows no screen; answers from a thread of its own.

mod built_in;
mod external;
mod spec;

use crate::rules::{AnyPosition, ByColor, History};

pub use crate::engine::{Level, SplitMix64, TimeLeft};
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

    /// Chooses a move. Looks at `stop` at least every 50 ms; once it is raised the answer is ignored.
    ///
    /// # Errors
    /// When it cannot go on.
    fn choose(&mut self, request: &MoveRequest, stop: &Stop) -> Result<Choice, EngineError>;
}
