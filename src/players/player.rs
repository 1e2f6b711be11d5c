//! The bargain between the table and anyone asked for a move. A player never sees the screen, and
//! answers from a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::engine::TimeLeft;
use crate::rules::{AnyPosition, ByColor, Move};

/// What a player is told when it is asked for a move.
#[derive(Debug, Clone)]
pub struct MoveRequest {
    /// Where the game began.
    pub start: AnyPosition,
    /// Every move since.
    pub moves: Vec<Move>,
    /// The position now, with the player to move.
    pub position: AnyPosition,
    /// Both clocks, if the game is timed.
    pub clocks: Option<ByColor<TimeLeft>>,
    /// Whether the opponent's draw offer stands.
    pub draw_offered: bool,
    /// Whether a draw may be claimed in the position now.
    pub draw_claimable: bool,
}

/// What a player answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// Plays a move.
    Play(Move),
    /// Plays a move and offers a draw with it.
    PlayAndOffer(Move),
    /// Accepts the draw that was offered.
    AcceptDraw,
    /// Claims the draw that may be claimed.
    ClaimDraw,
    /// Gives the game up; `true` when it has seen that mate cannot be avoided.
    Resign {
        /// Whether mate is the reason.
        mate: bool,
    },
    /// Answered with something that is no legal move here: these were its words.
    Illegal(String),
}

/// Why a player cannot go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineError {
    /// No such program.
    NotFound {
        /// The name as it was given.
        program: String,
        /// Where it was looked for.
        places: Vec<String>,
    },
    /// It said nothing in the time it had.
    Silent {
        /// Its name.
        program: String,
        /// What it was asked.
        question: String,
        /// How long it had.
        patience: Duration,
    },
    /// Its process ended.
    Died {
        /// Its name.
        program: String,
        /// `signal 11`, `exit status 1`.
        how: String,
        /// The last lines it wrote to its error stream.
        last_words: Vec<String>,
    },
    /// Something else, in one line.
    Other(String),
}

impl std::fmt::Display for EngineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotFound { program, places } => {
                write!(f, "engine '{program}' not found (looked in {})", places.join(", "))
            }
            Self::Silent { program, question, patience } => {
                let seconds = patience.as_secs_f64();
                write!(f, "engine '{program}' did not answer \"{question}\" within {seconds} s")
            }
            Self::Died { program, how, last_words } => {
                write!(f, "engine '{program}' died ({how})")?;
                last_words.iter().try_for_each(|line| write!(f, "\n  {line}"))
            }
            Self::Other(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for EngineError {}

/// A flag by which the table asks a thinking player to stop. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether to stop.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Anyone asked for a move.
///
/// A player is made, warmed up by [`Player::prepare`], asked any number of times, and dropped:
/// whoever owns a process ends it when dropped.
pub trait Player: Send {
    /// What to call it on the score sheet.
    fn name(&self) -> String;

    /// Gets ready for a game; outside the clock. Whoever needs time for it looks at `stop` at least
    /// every 50 ms.
    ///
    /// # Errors
    /// When it cannot play at all, or was stopped.
    fn prepare(&mut self, stop: &Stop) -> Result<(), EngineError> {
        let _ = stop;
        Ok(())
    }

    /// Chooses a move. Looks at `stop` at least every 50 ms; once it is raised any answer will do,
    /// since nobody will read it.
    ///
    /// # Errors
    /// When it cannot go on.
    fn choose(&mut self, request: &MoveRequest, stop: &Stop) -> Result<Choice, EngineError>;
}
