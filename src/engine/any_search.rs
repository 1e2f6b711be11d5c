//! A search in a game of any variant: chess by the fast engine, every other game by the plain one.

use crate::rules::{
    AnyMove, AnyPosition, Move,
    variant::{VariantMove, VariantPosition},
};

use super::{
    Engine, Level, Score, SearchControl, SearchResult, SearchTask, evaluate, evaluate_variant,
    search_variant,
};

impl Engine {
    /// Searches until `control` or the depth ends it, at full strength or at a level, whose choices depend on the seed;
    /// `None` if no move is legal. `report` receives every finished iteration.
    pub fn search_any(
        &mut self,
        task: &SearchTask<'_, AnyPosition>,
        level: Option<(Level, u64)>,
        control: &mut impl SearchControl,
        mut report: impl FnMut(&SearchResult<AnyMove>),
    ) -> Option<SearchResult<AnyMove>> {
        let SearchTask { position, history, among, depth } = *task;
        match position {
            AnyPosition::Chess(position) => {
                let among: Vec<Move> = among.iter().filter_map(|mv| mv.chess()).collect();
                let task = SearchTask { position, history, among: &among, depth };
                let report = |found: &SearchResult| report(&found.with_moves());
                let found = match level {
                    None => self.search(&task, control, report),
                    Some((level, seed)) => {
                        self.search_at_level(level, &task, control, seed, report)
                    }
                };
                found.map(|found| found.with_moves())
            }
            AnyPosition::Variant(position) => {
                let among: Vec<VariantMove> = among.iter().filter_map(|mv| mv.variant()).collect();
                let position: &VariantPosition = position;
                let task = SearchTask { position, history, among: &among, depth };
                let report = |found: &SearchResult<VariantMove>| report(&found.with_moves());
                let found = match level {
                    None => search_variant(&task, control, report),
                    Some((level, seed)) => level.search_variant(&task, control, seed, report),
                };
                found.map(|found| found.with_moves())
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
