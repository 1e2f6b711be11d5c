//! Selectivity: the techniques that leave moves out or search them less deeply, each of which can be
//! switched off. Without any the search is plain alpha-beta.

use crate::engine::limits::SearchControl;
use crate::engine::order::{exchange_loss, is_quiet};
use crate::engine::score::{Score, Window};
use crate::engine::search::{NullMove, Search, SearchNode, TriedMove};
use crate::engine::table::PackedMove;
use crate::rules::{Board, Chess, Color, Position, Role};

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
    /// Having the move is worth a few centipawns.
    Tempo,
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
        Self::Tempo,
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
    pub(super) fn prune(
        &mut self,
        position: &Chess,
        node: SearchNode,
        static_score: Option<Score>,
    ) -> Option<Score> {
        let static_score = static_score?;
        let Window { alpha, beta } = node.window;
        if !node.window.is_null() || node.ply == 0 || beta.is_mate() || alpha.is_mate() {
            return None;
        }
        if static_score < beta {
            return self.razored(position, node, static_score);
        }
        if self.uses_futility() && node.depth <= 7 && static_score - 75 * node.depth >= beta {
            return Some(static_score);
        }
        self.null_move_cutoff(position, node, static_score)
    }

    /// Razoring: near the leaves a position far below alpha has only captures to save it.
    fn razored(
        &mut self,
        position: &Chess,
        node: SearchNode,
        static_score: Score,
    ) -> Option<Score> {
        let applies = self.uses_futility() && node.depth <= 3;
        if !applies || static_score + (100 + 200 * node.depth) > node.window.alpha {
            return None;
        }
        let score = self.leaf(position, node);
        (score <= node.window.alpha && !self.stopped).then_some(score)
    }

    /// Whether futile moves and positions are left out in this iteration.
    fn uses_futility(&self) -> bool {
        self.uses(Technique::Futility) && self.iteration > EXACT_ITERATIONS
    }

    /// Null move pruning: a side that stands well even after passing has a good move. That is not so in
    /// zugzwang, hence not with king and pawns alone.
    fn null_move_cutoff(
        &mut self,
        position: &Chess,
        node: SearchNode,
        static_score: Score,
    ) -> Option<Score> {
        let allowed = self.uses(Technique::NullMove) && node.null_move == NullMove::Allowed;
        if !allowed || node.depth < 3 || !has_pieces(position.board(), position.turn()) {
            return None;
        }
        let passed = position.after_null_move()?;
        let beta = node.window.beta;
        // The better the position, the shallower the search that proves it.
        let surplus = (static_score.raw().saturating_sub(beta.raw()) / 200).clamp(0, 3);
        let reply = SearchNode {
            depth: node.depth - 3 - node.depth / 3 - surplus,
            ply: node.ply + 1,
            window: Window::above(beta - 1).swapped(),
            null_move: NullMove::Forbidden,
        };
        self.keys.push(passed.repetition_key());
        self.line[usize::from(node.ply) + 2] = None;
        let score = -self.search(&passed, reply);
        self.keys.pop();
        // A mate after a null move proves nothing.
        (score >= beta && !self.stopped).then(|| if score.is_mate() { beta } else { score })
    }

    /// Futility pruning: whether a late move near the leaves cannot help. It loses material, or is quiet
    /// and comes after too many others or with too low a score.
    pub(super) fn is_futile(
        &self,
        position: &Chess,
        node: SearchNode,
        tried: TriedMove,
        static_score: Option<Score>,
        best: Score,
    ) -> bool {
        let Some(static_score) = static_score else { return false };
        let seeks_mate = node.window.alpha.is_mate();
        let applies =
            self.uses_futility() && node.window.is_null() && node.depth <= 8 && !seeks_mate;
        if !applies || best.is_lost() || tried.gives_check {
            return false;
        }
        let mv = tried.ordered.mv;
        if !is_quiet(mv) {
            return tried.ordered.loses
                && node.depth <= 6
                && exchange_loss(position, mv) > 80 * i32::from(node.depth);
        }
        let many = (4 + node.depth * node.depth) / (if tried.improving { 1 } else { 2 });
        tried.number > usize::from(many.unsigned_abs())
            || (tried.number > 1
                && node.depth <= 6
                && static_score + (100 + 80 * node.depth) <= node.window.alpha)
            || (node.depth <= 3 && tried.ordered.history < -4_000 * i32::from(node.depth))
            || (tried.number > 1
                && node.depth <= 6
                && exchange_loss(position, mv) > 50 * i32::from(node.depth))
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
            || node.depth < 3
            || tried.number <= few
            || tried.gives_check
            || !quiet
        {
            return 0;
        }
        let base = REDUCTIONS[usize::from(node.depth.unsigned_abs().min(31))][tried.number.min(31)];
        let wide = i32::from(!node.window.is_null());
        let known = (tried.ordered.history / 8_000).clamp(-2, 2);
        let plies = base - wide - known + i32::from(!tried.improving);
        i16::try_from(plies).unwrap_or(0).clamp(0, node.depth - 2)
    }
}

/// The reductions of late moves by depth and number: half the product of their logarithms, about.
static REDUCTIONS: [[i32; 32]; 32] = {
    let mut table = [[0; 32]; 32];
    let mut depth = 1;
    while depth < 32 {
        let mut number = 1;
        while number < 32 {
            table[depth][number] = (55 + LOGARITHMS[depth] * LOGARITHMS[number] / 220) / 100;
            number += 1;
        }
        depth += 1;
    }
    table
};

/// A hundred times the natural logarithms.
const LOGARITHMS: [i32; 32] = [
    0, 0, 69, 110, 139, 161, 179, 195, 208, 220, 230, 240, 248, 256, 264, 271, 277, 283, 289, 294,
    300, 304, 309, 314, 318, 322, 326, 330, 333, 337, 340, 343,
];

/// Whether a side has more than its king and pawns.
fn has_pieces(board: &Board, color: Color) -> bool {
    let simple = board.role(Role::Pawn) | board.role(Role::King);
    (board.color(color) - simple).is_any()
}
