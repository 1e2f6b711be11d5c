//! What a session returns: what happened, what to show, and what to do outside the session.

use std::path::PathBuf;

use crate::notation::Moment;
use crate::players::TimeLeft;
use crate::review::ReviewOptions;
use crate::rules::{AnyMove, AnyPosition, ByColor, Color, Side};

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
    Promote(String),
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
    Save(Option<PathBuf>, Existing),
    /// Write the game as a page to a file, which may be a page already if that is forced.
    Export(PathBuf, bool),
    /// Read a game.
    Load {
        /// The file, or a name in the folder of saved games.
        name: String,
        /// The number of the game in the file.
        number: u64,
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
    /// Judge every move of the game.
    Review(ReviewOptions),
    /// Start a side's engine again.
    RestartEngine(Color),
    /// Start the player that has a side from now on.
    StartPlayer(Color),
    /// Find this many good moves.
    FindHints(usize),
    /// Stop the search that is under way.
    StopThinking,
    /// End the run.
    Quit,
}

/// What to do with a file that exists already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Ask.
    Ask,
    /// Write the game behind the others.
    Append,
    /// Replace the file, if it holds games.
    Replace,
}

/// A move as it is shown.
#[derive(Debug, Clone)]
pub struct PlayedMove {
    /// `12.` or `12...`
    pub number: String,
    /// The side that made it.
    pub color: Color,
    /// The move in English letters.
    pub san: String,
    /// The same in words, for speech.
    pub spoken: SpokenMove,
    /// Whether its letters have other forms in other languages.
    pub has_usual_pieces: bool,
    /// Its glyphs.
    pub glyphs: Vec<u16>,
    /// The comments after it.
    pub comments: Vec<String>,
}

/// The parts of a move in words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SpokenMove {
    /// The English name of the piece.
    pub piece: String,
    /// The square that it leaves; none for a drop.
    pub from: Option<String>,
    /// The square it moves to.
    pub to: String,
    /// The side to which the king castles.
    pub castling: Option<Side>,
    /// Whether nothing moves.
    pub is_pass: bool,
    /// The letter of the board, in a game on several ones.
    pub board: Option<char>,
    /// The name of the captured piece.
    pub captured: Option<String>,
    /// Whether it is captured in passing.
    pub is_en_passant: bool,
    /// What the piece becomes.
    pub promotion: Option<String>,
    /// What the sign behind the move says: `check`, `checkmate`.
    pub sign: Option<&'static str>,
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

/// The pieces that each side has captured.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Captured {
    /// Their letters, the most valuable first.
    pub pieces: ByColor<String>,
    /// The lead of White in pawns.
    pub lead: i32,
}

/// A board and the marks on it.
#[derive(Debug, Clone)]
pub struct BoardView {
    /// The position.
    pub position: AnyPosition,
    /// The move that led here.
    pub last: Option<AnyMove>,
    /// The moves of a selected piece.
    pub targets: Vec<AnyMove>,
    /// The side at the bottom.
    pub bottom: Color,
    /// The pieces that each side has captured.
    pub captured: Captured,
    /// The clocks.
    pub clocks: Option<ByColor<TimeLeft>>,
    /// Whether the time control counts moves.
    pub counts_moves: bool,
    /// Whose turn it is, unless the game is over.
    pub turn: Option<Turn>,
}
