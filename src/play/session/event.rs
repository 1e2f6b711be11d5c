//! What a session returns: what happened, what to show, and what to do outside the session.

use std::path::PathBuf;

use crate::notation::Moment;
use crate::players::TimeLeft;
use crate::rules::{AnyPosition, ByColor, Color, Move};

use super::GameOver;

/// One answer of a session.
#[derive(Debug, Clone)]
pub enum Event {
    /// A move was played, or passed in a replay.
    Played(Box<PlayedMove>),
    /// Whose turn it is.
    Turn(Turn),
    /// A line was refused; the position is unchanged.
    Refused(Refusal),
    /// The question what a pawn becomes.
    Promote,
    /// The same question after an answer that is no such piece.
    PromoteAgain(String),
    /// The game is over.
    Over(GameOver),
    /// The board is drawn.
    Board(Box<BoardView>),
    /// Sentences, wrapped like prose.
    Message(String),
    /// A list, one line each.
    Lines(Vec<String>),
    /// A FEN or a PGN, which is never wrapped.
    Text(String),
    /// Why a command cannot be carried out.
    Error(String),
    /// A question whose answer is the next line.
    Question(String),
    /// Something to do outside the session.
    Effect(Effect),
}

/// What a session cannot do itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Start new files: another game begins.
    StartFiles,
    /// Write the game in progress.
    Autosave,
    /// Write the game to a file; without a name, into the folder of saved games.
    Save(Option<PathBuf>),
    /// Write the game as a page to a file.
    Export(PathBuf),
    /// Read a game.
    Load {
        /// The file, or a name in the folder of saved games.
        name: String,
        /// The moment to show.
        at: Moment,
        /// Copy the file into the folder.
        keep: bool,
    },
    /// List the saved games.
    ListGames,
    /// Write the settings.
    SaveSettings,
    /// Start the built-in players again with other settings.
    RestartBuiltIn,
    /// Start a side's engine again.
    RestartEngine(Color),
    /// Find this many good moves.
    FindHints(usize),
    /// Stop the search that is under way.
    StopThinking,
    /// End the run.
    Quit,
}

/// A move as it is shown.
#[derive(Debug, Clone)]
pub struct PlayedMove {
    /// `12.` or `12...`
    pub number: String,
    /// The side that made it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The move in English letters.
    pub san: String,
    /// Its glyphs.
    pub glyphs: Vec<u16>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// Whether the game has several boards.
    pub layered: bool,
}

/// Whose turn it is, for a status line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The side to move.
    pub color: Color,
    /// Its player's name.
    pub name: Option<String>,
    /// Whether it is in check.
    pub check: bool,
    /// Whether the line is repeated, after something other than a move.
    pub reminder: bool,
}

/// Why a line was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// `Illegal move: Bd4`
    pub heading: String,
    /// The reason, or what the user probably meant.
    pub why: String,
    /// Legal moves, numbered for the next line; may be empty.
    pub alternatives: String,
}

/// A board and the marks on it.
#[derive(Debug, Clone)]
pub struct BoardView {
    /// The position.
    pub position: AnyPosition,
    /// The move that led here.
    pub last: Option<Move>,
    /// The moves of a selected piece.
    pub targets: Vec<Move>,
    /// The side at the bottom.
    pub bottom: Color,
    /// The pieces that each side has captured.
    pub captured: ByColor<String>,
    /// The clocks.
    pub clocks: Option<ByColor<TimeLeft>>,
    /// Whether the time control counts moves.
    pub counts_moves: bool,
    /// Whose turn it is, unless the game is over.
    pub turn: Option<Turn>,
}
