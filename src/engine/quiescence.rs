//! The leaves: captures are followed until the position is quiet, and checks are answered.

use crate::engine::control::SearchControl;
use crate::engine::evaluate::evaluate;
use crate::engine::knowledge::knowledge;
use crate::engine::order::{OrderedMove, ScoredMove, gain, next_best};
use crate::engine::score::{MAX_PLY, Score, Window};
use crate::engine::search::{Best, Known, Node, Passing, Search, is_dead, without_moves};
use crate::engine::table::Hint;
use crate::engine::technique::Technique;
use crate::rules::{Move, Position};

/// A capture that leaves more than this missing is not looked at.
const HOPE: i32 = 150;

impl<C: SearchControl> Search<'_, C> {
    /// The score of a position where the depth is used up.
    pub(super) fn leaf<P: Position>(&mut self, position: &P, node: Node) -> Score {
        if self.uses(Technique::Quiescence) {
            return self.settle(position, node.ply, node.window);
        }
        self.lines[usize::from(node.ply)].clear();
        if self.is_stopped_at(node.ply) || is_dead(position) {
            Score::DRAW
        } else if position.has_legal_move() {
            self.judge(position, node.window)
        } else {
            without_moves(position, node.ply)
        }
    }

    /// The evaluation. What lies far outside the window is not looked at more closely; what does
    /// not is shifted a little if a seed asks for it.
    pub(super) fn judge<P: Position>(&self, position: &P, window: Window) -> Score {
        let score = evaluate(position);
        if !self.uses(Technique::Positional) || window.is_far_from(score) {
            return score;
        }
        let whim = self.settings.seed.map_or(0, |seed| whim(seed, position.repetition_key()));
        score + knowledge(position) + whim
    }

    /// The score when the side to move may take, promote, answer a check, or leave it as it is.
    fn settle<P: Position>(&mut self, position: &P, ply: u16, window: Window) -> Score {
        self.lines[usize::from(ply)].clear();
        if self.is_stopped_at(ply) || is_dead(position) {
            return Score::DRAW;
        }
        if ply >= MAX_PLY {
            return self.judge(position, window);
        }
        let key = position.repetition_key();
        let node = Node { depth: 0, ply, window, passing: Passing::Forbidden };
        let hint = match self.probe(key, node) {
            Known::Answer(score) => return score,
            Known::Hint(hint) => hint,
        };
        let best = self.settle_moves(position, node, hint);
        if !self.stopped {
            self.store(key, node, best);
        }
        best.score
    }

    fn settle_moves<P: Position>(
        &mut self,
        position: &P,
        Node { ply, mut window, .. }: Node,
        hint: Option<Hint>,
    ) -> Best {
        let in_check = position.is_check();
        let standing =
            if in_check { Score::mated_after(ply) } else { self.judge(position, window) };
        let mut best = Best { score: standing, mv: None };
        if standing >= window.beta {
            return best;
        }
        window.alpha = window.alpha.max(standing);
        let mut list = self.settling_moves(position, (ply, hint), in_check);
        let mut tried = 0;
        while let Some(choice) = next_best(&mut list, tried) {
            tried += 1;
            if !in_check && (choice.loses || !could_reach(window.alpha, standing, choice)) {
                continue;
            }
            let child = position.after(choice.mv);
            let score = -self.settle(&child, ply + 1, window.swapped());
            if self.stopped {
                break;
            }
            best.score = best.score.max(score);
            if score > window.alpha {
                window.alpha = score;
                best.mv = Some(choice.mv);
                self.lengthen_line(ply, choice.mv);
            }
            if window.is_empty() {
                break;
            }
        }
        self.lists[usize::from(ply)] = list;
        best
    }

    fn settling_moves<P: Position>(
        &mut self,
        position: &P,
        at: (u16, Option<Hint>),
        in_check: bool,
    ) -> Vec<ScoredMove> {
        let mut list = std::mem::take(&mut self.lists[usize::from(at.0)]);
        let moves = if in_check { position.legal_moves() } else { position.forcing_moves() };
        self.order.rank_all(position, &moves, at, &mut list);
        list
    }
}

/// Whether a capture could lift the score above `alpha`.
fn could_reach(alpha: Score, standing: Score, choice: OrderedMove) -> bool {
    let OrderedMove { mv, .. } = choice;
    alpha.is_mate() || hoped(standing, mv) > i32::from(alpha.raw())
}

fn hoped(standing: Score, mv: Move) -> i32 {
    i32::from(standing.raw()) + gain(mv) + HOPE
}

/// A few hundredths of a pawn that depend on seed and position alone.
fn whim(seed: u64, key: u64) -> i16 {
    const SPREAD: u64 = 9;
    let mixed = (key ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let small = (mixed >> 40) % SPREAD;
    i16::try_from(small).unwrap_or(0) - 4
}
