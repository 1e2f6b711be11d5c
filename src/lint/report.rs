//! What is to be examined, and what an examination finds in a game.

use crate::{
    diagnostics::{Finding, Selection, Severity},
    game::Ending,
    lint::Laws,
    text::Span,
};

/// What an examination looks for.
#[derive(Debug, Clone)]
pub struct Options {
    /// The findings somebody wants to see.
    pub selection: Selection,
    /// Whether moves inside variations are played.
    pub variations: bool,
    /// By which Laws games are judged.
    pub laws: Laws,
    /// How much is noted of every game, be there findings or not.
    pub detail: Detail,
    /// Whether pgn-reader and shakmaty are asked about every game too.
    pub cross_check: bool,
}

impl Options {
    /// Looks for these findings, in variations too, by the Laws of the day.
    pub fn new(selection: Selection) -> Self {
        Self {
            selection,
            variations: true,
            laws: Laws::default(),
            detail: Detail::Ending,
            cross_check: false,
        }
    }
}

/// How much is noted of a game about which there is nothing to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// How it ended on the board.
    Ending,
    /// Its headings too.
    Headings,
    /// And the position at its end.
    FinalPosition,
}

/// What there is to say about a game, or about text that belongs to none.
#[derive(Debug, Clone)]
pub struct GameReport {
    /// The bytes of the game; `None` for findings that are about no game.
    pub game: Option<Span>,
    /// What stands above its moves and behind them, if somebody wants to know.
    pub headings: Option<Box<Headings>>,
    /// What the replay saw; `None` if the game is not played by rules we know.
    pub ending: Option<Ending>,
    /// Where it ended, if somebody wants to know.
    pub final_fen: Option<String>,
    /// The findings, in the order of the text; of very many only the first.
    pub findings: Vec<Finding>,
    /// How many findings of each severity there are.
    pub(super) counts: [usize; 3],
}

/// What is written about a game as a whole.
#[derive(Debug, Clone, Copy)]
pub struct Headings {
    /// The values of the seven roster tags.
    pub roster: [Option<Span>; 7],
    /// The result after the moves, or else that of the tag.
    pub result: Option<Span>,
    /// The value of the Termination tag.
    pub termination: Option<Span>,
}

impl GameReport {
    /// Findings that are about no game.
    pub fn between(findings: Vec<Finding>) -> Self {
        let mut counts = [0; 3];
        for finding in &findings {
            counts[finding.severity as usize] += 1;
        }
        Self { game: None, headings: None, ending: None, final_fen: None, findings, counts }
    }

    /// How many findings of a severity there are.
    pub fn count(&self, severity: Severity) -> usize {
        self.counts[severity as usize]
    }
}
