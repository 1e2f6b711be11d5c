//! What need not be looked at, or not so deeply: guesses that save most of the work.

use crate::engine::control::SearchControl;
use crate::engine::order::is_quiet;
use crate::engine::score::{Score, Window};
use crate::engine::search::{Late, Node, Passing, Search};
use crate::engine::table::Hint;
use crate::engine::technique::Technique;
use crate::rules::{Board, Color, Position, Role};

/// The first iterations cost next to nothing and leave nothing out: a mate in two is never missed at
/// depth three.
const EXACT_ITERATIONS: u16 = 4;

impl<C: SearchControl> Search<'_, C> {
    /// The score of a position that is good enough without looking at its moves.
    pub(super) fn prune<P: Position>(
        &mut self,
        position: &P,
        node: Node,
        quiet: Option<Score>,
    ) -> Option<Score> {
        let quiet = quiet?;
        let beta = node.window.beta;
        if !node.window.is_zero() || node.ply == 0 || beta.is_mate() || quiet < beta {
            return None;
        }
        if self.may_give_up() && node.depth <= 6 && quiet - 80 * node.depth >= beta {
            return Some(quiet);
        }
        self.try_passing(position, node, quiet)
    }

    /// Whether hopeless things may be left out.
    fn may_give_up(&self) -> bool {
        self.uses(Technique::Futility) && self.iteration > EXACT_ITERATIONS
    }

    /// Whoever stands well even after doing nothing would find a good move, except in the endings
    /// where having to move is what hurts.
    fn try_passing<P: Position>(
        &mut self,
        position: &P,
        node: Node,
        quiet: Score,
    ) -> Option<Score> {
        let wanted = self.uses(Technique::NullMove) && node.passing == Passing::Allowed;
        if !wanted || node.depth < 3 || !has_pieces(position.boards(), position.turn()) {
            return None;
        }
        let passed = position.after_null_move()?;
        let beta = node.window.beta;
        // The better one stands, the less need be looked at.
        let surplus = (quiet.raw().saturating_sub(beta.raw()) / 200).clamp(0, 2);
        let reply = Node {
            depth: node.depth - 3 - node.depth / 4 - surplus,
            ply: node.ply + 1,
            window: Window::above(beta - 1).swapped(),
            passing: Passing::Forbidden,
        };
        self.path.push(passed.repetition_key());
        let score = -self.search(&passed, reply);
        self.path.pop();
        // A mate after a move that was not made proves nothing.
        (score >= beta && !self.stopped).then(|| if score.is_mate() { beta } else { score })
    }

    /// Whether a late move near the leaves cannot help: it gives material away, or is quiet and too
    /// many came before it, or too much is missing.
    pub(super) fn is_hopeless(
        &self,
        node: Node,
        late: Late,
        quiet: Option<Score>,
        best: Score,
    ) -> bool {
        let Some(quiet) = quiet else { return false };
        let asks_for_mate = node.window.alpha.is_mate();
        let applies =
            self.may_give_up() && node.window.is_zero() && node.depth <= 4 && !asks_for_mate;
        if !applies || best.is_lost() || late.gives_check {
            return false;
        }
        if !is_quiet(late.choice.mv) {
            return late.choice.loses && node.depth <= 3;
        }
        let many = 3 + node.depth * node.depth;
        late.tried > usize::from(many.unsigned_abs())
            || (late.tried > 1 && quiet + (90 + 90 * node.depth) <= node.window.alpha)
    }

    /// Where the table knows no move to begin with, a half-move less must do.
    pub(super) fn shortened(&self, node: Node, hint: Option<Hint>) -> Node {
        let reduces = self.uses(Technique::LateMoveReduction) && self.iteration > EXACT_ITERATIONS;
        let shorter = reduces && hint.is_none() && node.depth >= 5 && node.ply > 0;
        Node { depth: node.depth - i16::from(shorter), ..node }
    }

    /// How many half-moves less a late quiet move gets at first.
    pub(super) fn reduction(&self, node: Node, late: Late) -> i16 {
        let few = if node.window.is_zero() { 3 } else { 5 };
        let quiet = is_quiet(late.choice.mv) || late.choice.loses;
        if !self.uses(Technique::LateMoveReduction)
            || node.depth < 4
            || late.tried <= few
            || late.gives_check
            || !quiet
        {
            return 0;
        }
        let growth = node.depth.unsigned_abs().ilog2() * late.tried.ilog2() / 3;
        let wide = i16::from(!node.window.is_zero());
        (1 + i16::try_from(growth).unwrap_or(0) - wide).clamp(0, node.depth - 2)
    }
}

/// Whether a side has more than king and pawns.
fn has_pieces(boards: &[Board], color: Color) -> bool {
    boards.iter().any(|board| {
        let simple = board.role(Role::Pawn) | board.role(Role::King);
        (board.color(color) - simple).is_any()
    })
}
