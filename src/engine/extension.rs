//! Extensions: checks, and moves without which a position would be much worse, are searched deeper.

use crate::engine::limits::SearchControl;
use crate::engine::pruning::Technique;
use crate::engine::score::{Score, Window};
use crate::engine::search::{Expected, Judgement, NullMove, Search, SearchNode};
use crate::engine::table::{Bound, PackedMove};
use crate::rules::{Chess, Move};

/// What the search of all other moves says about the first one.
pub(super) enum Singular {
    /// It is searched this much deeper, or less deep if negative.
    Extend(i16),
    /// The position is good enough even without it.
    Cutoff(Score),
}

/// The least depth at which a hash move is compared with the others.
const LEAST_DEPTH: i16 = 6;

impl<C: SearchControl> Search<'_, C> {
    /// Whether to search one ply deeper in check: not if the line is already twice the planned depth.
    pub(super) fn extends_check(&self, node: SearchNode) -> bool {
        self.uses(Technique::CheckExtension) && self.may_extend(node) && node.ply > 0
    }

    fn may_extend(&self, node: SearchNode) -> bool {
        node.ply < 2 * self.iteration
    }

    /// Singular extension: if all other moves are clearly worse than the hash move, it is searched deeper; if another is as good
    /// as beta too, the position needs no search at all.
    pub(super) fn singular_extension(
        &mut self,
        position: &Chess,
        node: SearchNode,
        mv: Move,
        judgement: &Judgement,
    ) -> Singular {
        let none = Singular::Extend(0);
        let Some(known) = judgement.known else { return none };
        let applies = self.uses(Technique::SingularExtension)
            && node.ply > 0
            && node.excluded.is_none()
            && node.depth >= LEAST_DEPTH
            && self.may_extend(node)
            && known.hash_move == Some(PackedMove::of(mv))
            && known.bound != Bound::Upper
            && i16::from(known.depth) >= node.depth - 3
            && !known.score.is_mate();
        if !applies {
            return none;
        }
        let bar = known.score - 2 * node.depth;
        let others = SearchNode {
            depth: (node.depth - 1) / 2,
            window: Window::above(bar - 1),
            null_move: NullMove::Forbidden,
            expected: Expected::Cutoff,
            excluded: Some(mv),
            ..node
        };
        let score = self.search_node(position, others, Some(known));
        self.plies[usize::from(node.ply)].pv.clear();
        if self.stopped {
            none
        } else if score < bar {
            let much = node.window.is_null() && score < bar - 20;
            Singular::Extend(if much { 2 } else { 1 })
        } else if bar >= node.window.beta && node.window.is_null() {
            Singular::Cutoff(bar)
        } else if known.score >= node.window.beta {
            Singular::Extend(-1)
        } else {
            none
        }
    }
}
