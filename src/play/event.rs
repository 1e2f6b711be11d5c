//! What a session answers: things that happened, things to be said, and wishes to the world outside.

use std::path::PathBuf;

use crate::notation::Moment;
use crate::play::ending::Ending;
use crate::players::TimeLeft;
use crate::rules::{AnyPosition, ByColor, Color, Move};

/// One answer of a session.
#[derive(Debug, Clone)]
pub enum Event {
    /// A move was played, or a replay passed it.
    Played(Box<Played>),
    /// Whose turn it is.
    Turn(Turn),
    /// A line was refused; the position is unchanged.
    Refused(Refusal),
    /// A pawn has to become something.
    Promote,
    /// The answer to that question was no piece a pawn can become.
    PromoteAgain(String),
    /// The game is over.
    Over(Ending),
    /// The board is to be drawn.
    Board(Box<View>),
    /// Sentences, to be wrapped like prose.
    Says(String),
    /// A list, one line each.
    Lines(Vec<String>),
    /// A FEN or a PGN, which is never broken.
    Text(String),
    /// A request could not be met; says why.
    Cannot(String),
    /// A question whose answer is the next line.
    Asks(String),
    /// A wish to the world outside.
    Wants(Wish),
}

/// What a session cannot do by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// Another game begins: where the one before was kept and saved is none of its business.
    Begin,
    /// Keep the game as it now stands.
    Keep,
    /// Write the game to a file; without a name, into the folder of saved games.
    Save(Option<PathBuf>),
    /// Read a game.
    Load {
        /// The file, or a name in the folder.
        name: String,
        /// Where to begin.
        at: Moment,
        /// Whether to copy it into the folder.
        keep: bool,
    },
    /// List the folder of saved games.
    ListGames,
    /// Write the settings.
    SaveSettings,
    /// The built-in players are to play at another level, or with other settings.
    Reseat,
    /// Start a side's engine again.
    RestartEngine(Color),
    /// Find so many good moves.
    Advise(usize),
    /// Stop whoever thinks.
    StopThinking,
    /// Leave.
    Leave,
}

/// A move as it is told.
#[derive(Debug, Clone)]
pub struct Played {
    /// `12.` or `12...`
    pub number: String,
    /// Whose.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// In English letters.
    pub san: String,
    /// Glyphs behind it.
    pub glyphs: Vec<u16>,
    /// Comments behind it.
    pub comments: Vec<String>,
    /// The board on which it was made matters.
    pub layered: bool,
}

/// Whose turn it is, as far as a status line tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Whose.
    pub color: Color,
    /// By what name.
    pub name: Option<String>,
    /// Whether in check.
    pub check: bool,
    /// Whether it is said again, after something else than a move.
    pub reminder: bool,
}

/// Why a line was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// As it was typed.
    pub typed: String,
    /// Which rule, which squares.
    pub why: String,
    /// What could have been played, numbered for the next line; may be empty.
    pub near: String,
}

/// A board and what is marked on it.
#[derive(Debug, Clone)]
pub struct View {
    /// The men.
    pub position: AnyPosition,
    /// The move that led here.
    pub last: Option<Move>,
    /// Moves of an asked man.
    pub targets: Vec<Move>,
    /// Who sits below.
    pub below: Color,
    /// The men each side has taken.
    pub captured: ByColor<String>,
    /// What the clocks show.
    pub clocks: Option<ByColor<TimeLeft>>,
    /// Whether periods count moves.
    pub counts_moves: bool,
    /// Whether the game goes on, and who moves.
    pub turn: Option<Turn>,
}
