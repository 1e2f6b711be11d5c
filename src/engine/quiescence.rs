//! Quiescence search: at the leaves captures are followed until the position is quiet, and checks are
//! answered.

use crate::engine::correction::CorrectionKey;
use crate::engine::evaluate::{evaluate, tempo};
use crate::engine::history::HistoryKey;
use crate::engine::limits::SearchControl;
use crate::engine::order::{ScoredMove, gain, next_best, rank_all};
use crate::engine::pruning::Technique;
use crate::engine::score::{MAX_PLY, Score, Window};
use crate::engine::search::{
    BestSoFar, Expected, NullMove, Probe, Search, SearchNode, better_estimate, is_dead,
    score_without_moves,
};
use crate::engine::table::{Entry, PackedMove};
use crate::rules::{Chess, Move, Position};

/// Delta pruning: a capture that stays further than this below alpha is skipped.
const DELTA_MARGIN: i32 = 150;

impl<C: SearchControl> Search<'_, C> {
    /// The score of a position where no depth is left.
    pub(super) fn leaf(&mut self, position: &Chess, node: SearchNode) -> Score {
        if self.uses(Technique::Quiescence) {
            return self.quiesce(position, node.ply, node.window);
        }
        self.plies[usize::from(node.ply)].pv.clear();
        if self.count_node(node.ply) || is_dead(position) {
            Score::DRAW
        } else if position.has_legal_move() {
            self.static_score(position)
        } else {
            score_without_moves(position, node.ply)
        }
    }

    /// The static evaluation with the value of the move and, with a seed, a little noise.
    pub(super) fn static_score(&self, position: &Chess) -> Score {
        let score = evaluate(position);
        if !self.uses(Technique::Tempo) {
            return score;
        }
        let noise = self.settings.seed.map_or(0, |seed| noise(seed, position.repetition_key()));
        score + tempo() + noise
    }

    /// The score when the side to move may capture, promote, answer a check, or stand pat.
    fn quiesce(&mut self, position: &Chess, ply: u16, window: Window) -> Score {
        self.plies[usize::from(ply)].pv.clear();
        if self.count_node(ply) || is_dead(position) {
            return Score::DRAW;
        }
        if ply >= MAX_PLY {
            return self.static_score(position);
        }
        let key = position.repetition_key();
        let node = SearchNode {
            depth: 0,
            ply,
            window,
            null_move: NullMove::Forbidden,
            expected: Expected::All,
            excluded: None,
        };
        let known = match self.probe(key, node) {
            Probe::Cutoff(score) => return score,
            Probe::Known(known) => known,
        };
        let raw = (!position.is_check()).then(|| {
            let stored = known.and_then(|entry| entry.static_score);
            stored.unwrap_or_else(|| self.static_score(position))
        });
        let best = self.quiesce_moves(position, node, known, raw);
        if !self.stopped {
            self.store(key, node, best, raw);
        }
        best.score
    }

    fn quiesce_moves(
        &mut self,
        position: &Chess,
        SearchNode { ply, mut window, .. }: SearchNode,
        known: Option<Entry>,
        raw: Option<Score>,
    ) -> BestSoFar {
        let in_check = raw.is_none();
        let stand_pat = raw.map_or(Score::mated_after(ply), |score| {
            better_estimate(known, self.corrected(score, CorrectionKey::of(position)))
        });
        let mut best = BestSoFar { score: stand_pat, mv: None };
        if stand_pat >= window.beta {
            return best;
        }
        window.alpha = window.alpha.max(stand_pat);
        let key = self.history_key(position, ply);
        let hash_move = known.and_then(|entry| entry.hash_move);
        let mut list = self.quiescence_moves(position, &key, hash_move, in_check);
        let mut tried = 0;
        while let Some(ordered) = next_best(position, &mut list, tried) {
            tried += 1;
            if !in_check && (ordered.loses || !can_reach(window.alpha, stand_pat, ordered.mv)) {
                continue;
            }
            let child = position.after(ordered.mv);
            self.forget_move(ply);
            let score = -self.quiesce(&child, ply + 1, window.swapped());
            if self.stopped {
                break;
            }
            best.score = best.score.max(score);
            if score > window.alpha {
                window.alpha = score;
                best.mv = Some(ordered.mv);
                self.update_pv(ply, ordered.mv);
            }
            if window.is_empty() {
                break;
            }
        }
        self.plies[usize::from(ply)].moves = list;
        best
    }

    fn quiescence_moves(
        &mut self,
        position: &Chess,
        key: &HistoryKey,
        hash_move: Option<PackedMove>,
        in_check: bool,
    ) -> Vec<ScoredMove> {
        let mut list = std::mem::take(&mut self.plies[usize::from(key.ply)].moves);
        let moves = if in_check { position.legal_moves() } else { position.forcing_moves() };
        rank_all(self.history, &moves, key, hash_move, &mut list);
        list
    }
}

/// Whether a capture can raise the score above `alpha`.
fn can_reach(alpha: Score, stand_pat: Score, mv: Move) -> bool {
    let at_best = i32::from(stand_pat.raw()) + gain(mv) + DELTA_MARGIN;
    alpha.is_mate() || at_best > i32::from(alpha.raw())
}

/// A few centipawns that depend on the seed and the position alone.
fn noise(seed: u64, key: u64) -> i16 {
    const SPREAD: u64 = 9;
    let mixed = (key ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let small = (mixed >> 40) % SPREAD;
    i16::try_from(small).unwrap_or(0) - 4
}
