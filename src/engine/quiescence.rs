//! Quiescence search: at the leaves captures are followed until the position is quiet, and checks are
//! answered.

use crate::engine::evaluate::{evaluate, tempo};
use crate::engine::limits::SearchControl;
use crate::engine::order::{OrderAt, ScoredMove, gain, next_best};
use crate::engine::pruning::Technique;
use crate::engine::score::{MAX_PLY, Score, Window};
use crate::engine::search::{
    BestSoFar, Known, NullMove, Probe, Search, SearchNode, is_dead, score_without_moves,
};
use crate::rules::{Chess, Move, Position};

/// Delta pruning: a capture that stays further than this below alpha is skipped.
const DELTA_MARGIN: i32 = 150;

impl<C: SearchControl> Search<'_, C> {
    /// The score of a position where no depth is left.
    pub(super) fn leaf(&mut self, position: &Chess, node: SearchNode) -> Score {
        if self.uses(Technique::Quiescence) {
            return self.quiesce(position, node.ply, node.window);
        }
        self.pv[usize::from(node.ply)].clear();
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
        self.pv[usize::from(ply)].clear();
        if self.count_node(ply) || is_dead(position) {
            return Score::DRAW;
        }
        if ply >= MAX_PLY {
            return self.static_score(position);
        }
        let key = position.repetition_key();
        let node = SearchNode { depth: 0, ply, window, null_move: NullMove::Forbidden };
        let known = match self.probe(key, node) {
            Probe::Cutoff(score) => return score,
            Probe::Known(known) => known,
        };
        let static_score = (!position.is_check())
            .then(|| known.static_score.unwrap_or_else(|| self.static_score(position)));
        let best = self.quiesce_moves(position, node, Known { static_score, ..known });
        if !self.stopped {
            self.store(key, node, best, static_score);
        }
        best.score
    }

    fn quiesce_moves(
        &mut self,
        position: &Chess,
        SearchNode { ply, mut window, .. }: SearchNode,
        Known { hash_move, static_score }: Known,
    ) -> BestSoFar {
        let in_check = static_score.is_none();
        let stand_pat = static_score.unwrap_or(Score::mated_after(ply));
        let mut best = BestSoFar { score: stand_pat, mv: None };
        if stand_pat >= window.beta {
            return best;
        }
        window.alpha = window.alpha.max(stand_pat);
        let mut list = self.quiescence_moves(position, self.order_at(ply, hash_move), in_check);
        let mut tried = 0;
        while let Some(ordered) = next_best(position, &mut list, tried) {
            tried += 1;
            if !in_check && (ordered.loses || !can_reach(window.alpha, stand_pat, ordered.mv)) {
                continue;
            }
            let child = position.after(ordered.mv);
            self.line[usize::from(ply) + 2] = None;
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
        self.move_lists[usize::from(ply)] = list;
        best
    }

    fn quiescence_moves(
        &mut self,
        position: &Chess,
        at: OrderAt,
        in_check: bool,
    ) -> Vec<ScoredMove> {
        let mut list = std::mem::take(&mut self.move_lists[usize::from(at.ply)]);
        let moves = if in_check { position.legal_moves() } else { position.forcing_moves() };
        self.order.rank_all(position, &moves, at, &mut list);
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
