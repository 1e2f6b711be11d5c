//! Selectivity: the techniques that leave moves out or search them less deeply, each of which can be
//! switched off. Without any the search is plain alpha-beta.

use crate::engine::limits::SearchControl;
use crate::engine::order::is_quiet;
use crate::engine::score::{Score, Window};
use crate::engine::search::{NullMove, Search, SearchNode, TriedMove};
use crate::engine::table::PackedMove;
use crate::rules::{Board, Color, Position, Role};

/// A technique that makes the search faster or deeper, and may change its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Technique {
    /// The transposition table.
    Table,
    /// Captures are followed to the end before a leaf is evaluated.
    Quiescence,
    /// A position in check is searched one ply deeper.
    CheckExtension,
    /// Null move pruning: if passing is good enough, so is the position.
    NullMove,
    /// Late moves are searched less deeply at first.
    LateMoveReduction,
    /// Futile positions and moves near the leaves are left out.
    Futility,
    /// Aspiration windows: each iteration begins with a narrow window around the last score.
    Aspiration,
    /// Positional terms are added to the simplified evaluation.
    Positional,
}

impl Technique {
    /// Every technique.
    pub const ALL: [Self; 8] = [
        Self::Table,
        Self::Quiescence,
        Self::CheckExtension,
        Self::NullMove,
        Self::LateMoveReduction,
        Self::Futility,
        Self::Aspiration,
        Self::Positional,
    ];
}

/// A set of techniques.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Techniques(u8);

impl Techniques {
    /// Every technique.
    pub const ALL: Self = Self(u8::MAX);
    /// Plain alpha-beta.
    pub const NONE: Self = Self(0);

    /// The set without a technique.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u8))
    }

    /// Whether the set has a technique.
    pub const fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u8 & 1 != 0
    }
}

/// Settings of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchSettings {
    /// The techniques to use.
    pub techniques: Techniques,
    /// A seed adds a few centipawns of noise to every position, always the same for the same seed:
    /// games differ from seed to seed but not from run to run.
    pub seed: Option<u64>,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self { techniques: Techniques::ALL, seed: None }
    }
}

/// The first iterations are cheap and leave nothing out: depth three never misses a mate in two.
const EXACT_ITERATIONS: u16 = 4;

impl<C: SearchControl> Search<'_, C> {
    /// The score of a position that is good enough without a search of its moves.
    pub(super) fn prune<P: Position>(
        &mut self,
        position: &P,
        node: SearchNode,
        static_score: Option<Score>,
    ) -> Option<Score> {
        let static_score = static_score?;
        let beta = node.window.beta;
        if !node.window.is_null() || node.ply == 0 || beta.is_mate() || static_score < beta {
            return None;
        }
        if self.uses_futility() && node.depth <= 6 && static_score - 80 * node.depth >= beta {
            return Some(static_score);
        }
        self.null_move_cutoff(position, node, static_score)
    }

    /// Whether futile moves and positions are left out in this iteration.
    fn uses_futility(&self) -> bool {
        self.uses(Technique::Futility) && self.iteration > EXACT_ITERATIONS
    }

    /// Null move pruning: a side that stands well even after passing has a good move. That is not so in
    /// zugzwang, hence not with king and pawns alone.
    fn null_move_cutoff<P: Position>(
        &mut self,
        position: &P,
        node: SearchNode,
        static_score: Score,
    ) -> Option<Score> {
        let allowed = self.uses(Technique::NullMove) && node.null_move == NullMove::Allowed;
        if !allowed || node.depth < 3 || !has_pieces(position.boards(), position.turn()) {
            return None;
        }
        let passed = position.after_null_move()?;
        let beta = node.window.beta;
        // The better the position, the shallower the search that proves it.
        let surplus = (static_score.raw().saturating_sub(beta.raw()) / 200).clamp(0, 2);
        let reply = SearchNode {
            depth: node.depth - 3 - node.depth / 4 - surplus,
            ply: node.ply + 1,
            window: Window::above(beta - 1).swapped(),
            null_move: NullMove::Forbidden,
        };
        self.keys.push(passed.repetition_key());
        let score = -self.search(&passed, reply);
        self.keys.pop();
        // A mate after a null move proves nothing.
        (score >= beta && !self.stopped).then(|| if score.is_mate() { beta } else { score })
    }

    /// Futility pruning: whether a late move near the leaves cannot help. It loses material, or is quiet
    /// and comes after too many others or with too low a score.
    pub(super) fn is_futile(
        &self,
        node: SearchNode,
        tried: TriedMove,
        static_score: Option<Score>,
        best: Score,
    ) -> bool {
        let Some(static_score) = static_score else { return false };
        let seeks_mate = node.window.alpha.is_mate();
        let applies =
            self.uses_futility() && node.window.is_null() && node.depth <= 4 && !seeks_mate;
        if !applies || best.is_lost() || tried.gives_check {
            return false;
        }
        if !is_quiet(tried.ordered.mv) {
            return tried.ordered.loses && node.depth <= 3;
        }
        let many = 3 + node.depth * node.depth;
        tried.number > usize::from(many.unsigned_abs())
            || (tried.number > 1 && static_score + (90 + 90 * node.depth) <= node.window.alpha)
    }

    /// Internal iterative reduction: without a hash move, one ply less.
    pub(super) fn reduced_without_hash_move(
        &self,
        node: SearchNode,
        hash_move: Option<PackedMove>,
    ) -> SearchNode {
        let reduces = self.uses(Technique::LateMoveReduction) && self.iteration > EXACT_ITERATIONS;
        let shorter = reduces && hash_move.is_none() && node.depth >= 5 && node.ply > 0;
        SearchNode { depth: node.depth - i16::from(shorter), ..node }
    }

    /// Late move reduction: the plies that a late quiet move is searched less at first.
    pub(super) fn late_move_reduction(&self, node: SearchNode, tried: TriedMove) -> i16 {
        let few = if node.window.is_null() { 3 } else { 5 };
        let quiet = is_quiet(tried.ordered.mv) || tried.ordered.loses;
        if !self.uses(Technique::LateMoveReduction)
            || node.depth < 4
            || tried.number <= few
            || tried.gives_check
            || !quiet
        {
            return 0;
        }
        let growth = node.depth.unsigned_abs().ilog2() * tried.number.ilog2() / 3;
        let wide = i16::from(!node.window.is_null());
        (1 + i16::try_from(growth).unwrap_or(0) - wide).clamp(0, node.depth - 2)
    }
}

/// Whether a side has more than its king and pawns.
fn has_pieces(boards: &[Board], color: Color) -> bool {
    boards.iter().any(|board| {
        let simple = board.role(Role::Pawn) | board.role(Role::King);
        (board.color(color) - simple).is_any()
    })
}
