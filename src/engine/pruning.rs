//! Selectivity: the techniques that leave moves out or search them less deeply, each of which can be
//! switched off. Without any the search is plain alpha-beta.

use crate::engine::exchange::exchange_keeps;
use crate::engine::history::is_quiet;
use crate::engine::limits::SearchControl;
use crate::engine::score::{Score, Window};
use crate::engine::search::{Expected, Judgement, NullMove, Search, SearchNode, TriedMove};
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
    /// A move without which the position would be much worse is searched deeper.
    SingularExtension,
    /// Static scores are corrected by what the search found in similar positions.
    Correction,
}

impl Technique {
    /// Every technique.
    pub const ALL: [Self; 10] = [
        Self::Table,
        Self::Quiescence,
        Self::CheckExtension,
        Self::NullMove,
        Self::LateMoveReduction,
        Self::Futility,
        Self::Aspiration,
        Self::Tempo,
        Self::SingularExtension,
        Self::Correction,
    ];
}

/// A set of techniques.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Techniques(u16);

impl Techniques {
    /// Every technique.
    pub const ALL: Self = Self(u16::MAX);
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
const EXACT_ITERATIONS: u16 = 3;

impl<C: SearchControl> Search<'_, C> {
    /// The score of a position that is good or bad enough without a search of its moves.
    pub(super) fn prune(
        &mut self,
        position: &Chess,
        node: SearchNode,
        judgement: &Judgement,
    ) -> Option<Score> {
        let (estimate, static_score) = (judgement.estimate?, judgement.static_score?);
        let Window { alpha, beta } = node.window;
        let is_plain = node.window.is_null() && node.ply > 0 && node.excluded.is_none();
        if !is_plain || is_decided(beta) || is_decided(alpha) {
            return None;
        }
        if estimate < beta {
            return self.razored(position, node, estimate);
        }
        let margin = 80 * (node.depth - i16::from(judgement.improving)).max(0);
        if self.uses_futility() && node.depth <= 8 && estimate - margin >= beta {
            return Some(estimate);
        }
        if static_score + 20 * node.depth < beta {
            return None;
        }
        self.null_move_cutoff(position, node, estimate)
    }

    /// Razoring: near the leaves a position far below alpha has only captures to save it.
    fn razored(&mut self, position: &Chess, node: SearchNode, estimate: Score) -> Option<Score> {
        let applies = self.uses_futility() && node.depth <= 3;
        if !applies || estimate + (100 + 200 * node.depth) > node.window.alpha {
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
        estimate: Score,
    ) -> Option<Score> {
        let allowed = self.uses(Technique::NullMove) && node.null_move == NullMove::Allowed;
        if !allowed || node.depth < 3 || !has_pieces(position.board(), position.turn()) {
            return None;
        }
        let passed = position.after_null_move()?;
        let beta = node.window.beta;
        // The better the position, the shallower the search that proves it.
        let surplus = (estimate.raw().saturating_sub(beta.raw()) / 200).clamp(0, 3);
        let reply = SearchNode {
            depth: node.depth - 3 - node.depth / 3 - surplus,
            ply: node.ply + 1,
            window: Window::above(beta - 1).swapped(),
            null_move: NullMove::Forbidden,
            expected: Expected::All,
            excluded: None,
        };
        self.keys.push(passed.repetition_key());
        self.forget_move(node.ply);
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
        judgement: &Judgement,
        best: Score,
    ) -> bool {
        let seeks_mate = is_decided(node.window.alpha);
        if !self.uses_futility() || node.ply == 0 || seeks_mate || best.is_lost() {
            return false;
        }
        let mv = tried.ordered.mv;
        let left = (node.depth - 1 - self.reduction(node, tried, judgement)).max(0);
        if !is_quiet(mv) || tried.gives_check {
            let most = 90 * i32::from(node.depth);
            return (tried.ordered.loses || is_quiet(mv))
                && node.depth <= 7
                && !exchange_keeps(position, mv, -most);
        }
        let Some(static_score) = judgement.static_score else { return false };
        let many = (3 + node.depth * node.depth) / (if judgement.improving { 1 } else { 2 });
        (node.depth <= 8 && tried.number > usize::from(many.unsigned_abs()))
            || (left <= 7 && static_score + (100 + 90 * left) <= node.window.alpha)
            || (left <= 3 && tried.ordered.history < -3_000 * i32::from(node.depth))
            || (left <= 7 && !exchange_keeps(position, mv, -25 * i32::from(left * left)))
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

    /// Late move reduction: the plies that a late move is searched less at first.
    pub(super) fn late_move_reduction(
        &self,
        node: SearchNode,
        tried: TriedMove,
        judgement: &Judgement,
    ) -> i16 {
        let first = if node.ply == 0 || !node.window.is_null() { 2 } else { 1 };
        if !self.uses(Technique::LateMoveReduction) || node.depth < 3 || tried.number <= first {
            return 0;
        }
        self.reduction(node, tried, judgement).max(0)
    }

    /// By how many plies a move is less important than the first one.
    fn reduction(&self, node: SearchNode, tried: TriedMove, judgement: &Judgement) -> i16 {
        if !self.uses(Technique::LateMoveReduction) || self.iteration <= EXACT_ITERATIONS {
            return 0;
        }
        let ordered = tried.ordered;
        let (depth, number) =
            (usize::from(node.depth.unsigned_abs().min(31)), tried.number.min(31));
        let is_forcing = !is_quiet(ordered.mv);
        let mut milli = if is_forcing {
            if !ordered.loses {
                return 0;
            }
            REDUCTIONS[depth][number] / 2
        } else {
            REDUCTIONS[depth][number] - ordered.history / 10
        };
        if !node.window.is_null() {
            milli -= 1_000;
        } else if node.expected == Expected::Cutoff {
            milli += 1_000;
        }
        if !judgement.improving {
            milli += 700;
        }
        if ordered.refutes {
            milli -= 1_000;
        }
        if tried.gives_check || judgement.static_score.is_none() {
            milli -= 1_000;
        }
        i16::try_from(milli / 1_000).unwrap_or(0)
    }
}

/// The reductions of late moves by depth and number, in thousandths of a ply.
static REDUCTIONS: [[i32; 32]; 32] = {
    let mut table = [[0; 32]; 32];
    let mut depth = 1;
    while depth < 32 {
        let mut number = 1;
        while number < 32 {
            table[depth][number] = 600 + LOGARITHMS[depth] * LOGARITHMS[number] / 22;
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

/// Whether only a mate can improve a score much: then nothing is left out.
fn is_decided(score: Score) -> bool {
    score.raw().abs() >= 2_000
}

/// Whether a side has more than its king and pawns.
fn has_pieces(board: &Board, color: Color) -> bool {
    let simple = board.role(Role::Pawn) | board.role(Role::King);
    (board.color(color) - simple).is_any()
}
