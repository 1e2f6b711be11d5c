//! What a search is asked and what it answers, in a game of any kind.

use std::time::Duration;

use crate::rules::{Chess, Move, Position};

use super::Score;

/// A position to search.
#[derive(Debug)]
pub struct SearchTask<'a, P: Position = Chess> {
    /// The position.
    pub position: &'a P,
    /// The repetition keys of the earlier positions of the game, oldest first.
    pub history: &'a [u64],
    /// The moves to choose from; an empty slice means all.
    pub among: &'a [P::Move],
    /// The greatest depth in plies.
    pub depth: u16,
}

impl<'a, P: Position> SearchTask<'a, P> {
    /// Any move of a position without history.
    pub fn new(position: &'a P, depth: u16) -> Self {
        Self { position, history: &[], among: &[], depth }
    }

    /// The legal moves to choose from.
    pub fn moves<L: FromIterator<P::Move>>(&self) -> L {
        let is_wanted = |mv: &P::Move| self.among.is_empty() || self.among.contains(mv);
        self.position.legal_moves().into_iter().filter(is_wanted).collect()
    }
}

/// The result of a search, or of its iterations so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult<M = Move> {
    /// The best move.
    pub best: M,
    /// The principal variation, `best` first.
    pub pv: Vec<M>,
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

impl<M: Copy> SearchResult<M> {
    /// Any move, in case there is no time at all.
    pub(super) fn unsearched(best: M, score: Score) -> Self {
        Self {
            best,
            pv: vec![best],
            score,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
        }
    }

    /// The same with moves of another type.
    pub(super) fn with_moves<N: From<M>>(&self) -> SearchResult<N> {
        SearchResult {
            best: self.best.into(),
            pv: self.pv.iter().copied().map(N::from).collect(),
            score: self.score,
            depth: self.depth,
            seldepth: self.seldepth,
            nodes: self.nodes,
            time: self.time,
            hashfull: self.hashfull,
        }
    }
}
