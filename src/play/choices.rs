//! The choices a setting offers, by the words that stand in the file and on the command line.

use serde::{Deserialize, Serialize};

/// When the board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum BoardShown {
    /// After every move.
    Always,
    /// When `board` is typed.
    OnRequest,
    /// Never, not even then.
    Never,
    /// After every move on a terminal, on request elsewhere.
    Auto,
}

/// How the board looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// Letters.
    Ascii,
    /// Figures.
    Unicode,
    /// A list of pieces, for speech.
    Plain,
}

/// Who sits below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Flip {
    /// The only human; White if there is more than one.
    Auto,
    /// White.
    White,
    /// Black.
    Black,
}

/// When a draw by repetition or by counting ends the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Draws {
    /// At the third occurrence and after fifty moves.
    Auto,
    /// When claimed; by itself at the fifth occurrence and after seventy-five moves.
    Fide,
}

/// What starts the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockStart {
    /// White's first prompt.
    Prompt,
    /// White's first move.
    Move,
}

/// Cells of one character or of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// 28 columns.
    Normal,
    /// About twice that.
    Large,
}
