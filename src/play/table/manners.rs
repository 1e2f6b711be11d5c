//! How a table is run, as the command line and the surface want it.

use std::path::PathBuf;
use std::time::Duration;

use crate::play::screen::Screen;

use super::Reading;

/// How a table is run.
#[derive(Debug, Clone)]
pub struct Manners {
    /// The surface, as wide as [`Manners::width`] says at the moment.
    pub screen: Screen,
    /// How many columns there are, if anybody knows.
    pub width: fn() -> Option<usize>,
    /// How lines are read.
    pub reading: Reading,
    /// Where prompts go.
    pub prompts: Prompts,
    /// Whether the first refused line ends the run.
    pub strict: bool,
    /// Whether lines are repeated as `> line`.
    pub echo: bool,
    /// Whether the talk with engines is shown.
    pub verbose: bool,
    /// After so many half-moves the run ends.
    pub max_plies: Option<usize>,
    /// Where the game goes when the run ends.
    pub save: Option<PathBuf>,
    /// How long an engine may take to get ready.
    pub patience: Duration,
    /// What makes random things the same again.
    pub seed: u64,
}

/// Where prompts go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prompts {
    /// Nowhere.
    Off,
    /// To the output.
    Out,
    /// To the error stream, since the output goes to a file.
    Err,
}
