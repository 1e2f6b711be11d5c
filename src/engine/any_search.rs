//! A search in a game of any variant: chess by the fast engine, every other game by the plain one.

use std::time::Duration;

use crate::rules::{AnyMove, AnyPosition, Move, variant::VariantMove};

use super::{
    Engine, Level, Score, SearchControl, SearchResult, SearchTask, VariantSearchResult,
    VariantTask, evaluate, evaluate_variant, search_variant,
};

/// A position of any variant to search.
#[derive(Debug, Clone, Copy)]
pub struct AnyTask<'a> {
    /// The position.
    pub position: &'a AnyPosition,
    /// The repetition keys of the earlier positions of the game, oldest first.
    pub history: &'a [u64],
    /// The moves to choose from; an empty slice means all.
    pub among: &'a [AnyMove],
    /// The greatest depth in plies.
    pub depth: u16,
}

/// The result of a search, or of its iterations so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnySearchResult {
    /// The best move.
    pub best: AnyMove,
    /// The principal variation, `best` first.
    pub pv: Vec<AnyMove>,
    /// The score for the side to move.
    pub score: Score,
    /// The depth in plies to which every move was searched.
    pub depth: u16,
    /// The length of the longest line in plies; the same as the depth for variants.
    pub seldepth: u16,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
    /// How full the transposition table is, in thousandths; variants are searched without one.
    pub hashfull: usize,
}

impl From<SearchResult> for AnySearchResult {
    fn from(found: SearchResult) -> Self {
        let SearchResult { best, pv, score, depth, seldepth, nodes, time, hashfull } = found;
        let pv = pv.into_iter().map(AnyMove::Chess).collect();
        Self { best: best.into(), pv, score, depth, seldepth, nodes, time, hashfull }
    }
}

impl From<VariantSearchResult> for AnySearchResult {
    fn from(found: VariantSearchResult) -> Self {
        let VariantSearchResult { best, pv, score, depth, nodes, time } = found;
        let pv = pv.into_iter().map(AnyMove::Variant).collect();
        Self { best: best.into(), pv, score, depth, seldepth: depth, nodes, time, hashfull: 0 }
    }
}

impl Engine {
    /// Searches until `control` or the depth ends it, at full strength or at a level, whose choices depend on the seed;
    /// `None` if no move is legal. `report` receives every finished iteration.
    pub fn search_any(
        &mut self,
        task: &AnyTask<'_>,
        level: Option<(Level, u64)>,
        control: &mut impl SearchControl,
        mut report: impl FnMut(&AnySearchResult),
    ) -> Option<AnySearchResult> {
        let AnyTask { position, history, among, depth } = *task;
        match position {
            AnyPosition::Chess(position) => {
                let among: Vec<Move> = among.iter().filter_map(|mv| mv.chess()).collect();
                let task = SearchTask { position, history, among: &among, depth };
                let report = |found: &SearchResult| report(&found.clone().into());
                let found = match level {
                    None => self.search(&task, control, report),
                    Some((level, seed)) => {
                        self.search_at_level(level, &task, control, seed, report)
                    }
                };
                found.map(AnySearchResult::from)
            }
            AnyPosition::Variant(position) => {
                let among: Vec<VariantMove> = among.iter().filter_map(|mv| mv.variant()).collect();
                let task = VariantTask { position, history, among: &among, depth };
                let report = |found: &VariantSearchResult| report(&found.clone().into());
                let found = match level {
                    None => search_variant(&task, control, report),
                    Some((level, seed)) => level.search_variant(&task, control, seed, report),
                };
                found.map(AnySearchResult::from)
            }
        }
    }
}

/// The static evaluation of a position, for the side to move.
pub fn evaluate_any(position: &AnyPosition) -> Score {
    match position {
        AnyPosition::Chess(position) => evaluate(position),
        AnyPosition::Variant(position) => evaluate_variant(position),
    }
}
