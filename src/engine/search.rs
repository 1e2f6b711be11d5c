//! Principal variation search: alpha-beta with a null window for every move but the first. One small
//! function per idea; what may be left out is in `pruning`, what is searched deeper in `extension`, and the leaves are in
//! `quiescence`.

use arrayvec::ArrayVec;

use crate::engine::correction::{CorrectionKey, Corrections};
use crate::engine::extension::Singular;
use crate::engine::history::{HistoryKey, MoveHistory, table_row};
use crate::engine::key_stack::KeyStack;
use crate::engine::limits::SearchControl;
use crate::engine::order::{OrderedMove, ScoredMove, next_best, rank_all};
use crate::engine::pruning::{SearchSettings, Technique};
use crate::engine::score::{MAX_PLY, Score, Window};
use crate::engine::table::{Bound, Entry, PackedMove, TranspositionTable};
use crate::rules::{Chess, Move, MoveList, Position, outcome};

/// The entries of a line before its first move: those of the moves four plies back.
const BEFORE: usize = 4;

/// One search from one position.
#[derive(Debug)]
pub(super) struct Search<'a, C> {
    pub(super) table: &'a mut TranspositionTable,
    pub(super) control: &'a mut C,
    pub(super) settings: SearchSettings,
    pub(super) keys: KeyStack,
    pub(super) history: &'a mut MoveHistory,
    pub(super) corrections: &'a mut Corrections,
    /// The moves to choose from.
    pub(super) root_moves: MoveList,
    /// What belongs to each ply.
    pub(super) plies: Vec<Ply>,
    /// The moves of the line being searched as rows of the tables, behind those before it; none for a null move.
    pub(super) line: Vec<Option<usize>>,
    pub(super) nodes: u64,
    /// The longest line of this iteration.
    pub(super) seldepth: u16,
    /// The depth of this iteration.
    pub(super) iteration: u16,
    pub(super) stopped: bool,
}

/// What the search keeps for each ply of the line.
#[derive(Debug, Clone, Default)]
pub(super) struct Ply {
    /// The principal variation from here on.
    pub(super) pv: Vec<Move>,
    /// A list of moves, reused.
    pub(super) moves: Vec<ScoredMove>,
    /// The static score; none in check.
    pub(super) static_score: Option<Score>,
}

/// A node of the tree: how deep and in which window to search it.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchNode {
    /// Plies still to be searched.
    pub(super) depth: i16,
    /// Plies from the root.
    pub(super) ply: u16,
    pub(super) window: Window,
    pub(super) null_move: NullMove,
    /// What is expected of a node with a null window.
    pub(super) expected: Expected,
    /// A move that is left out, to see how good the others are.
    pub(super) excluded: Option<Move>,
}

/// Whether the side to move may try a null move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NullMove {
    Allowed,
    /// The last move was a null move.
    Forbidden,
}

/// What is expected of a node with a null window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    /// One of the first moves refutes the last one.
    Cutoff,
    /// No move does: all must be searched.
    All,
}

impl Expected {
    /// What is expected after a move.
    fn after_move(self) -> Self {
        match self {
            Self::Cutoff => Self::All,
            Self::All => Self::Cutoff,
        }
    }
}

/// A move and its place among those of its node.
#[derive(Debug, Clone, Copy)]
pub(super) struct TriedMove {
    /// Its number: one for the first move.
    pub(super) number: usize,
    pub(super) ordered: OrderedMove,
    pub(super) gives_check: bool,
    /// The plies it is searched deeper, or less deep if negative.
    pub(super) extension: i16,
}

/// What is known of a node before its moves are searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Judgement {
    pub(super) known: Option<Entry>,
    /// The corrected static score; none in check.
    pub(super) static_score: Option<Score>,
    /// The same, but the score of the table where that says more.
    pub(super) estimate: Option<Score>,
    /// Whether the side to move stands better than at its last turn.
    pub(super) improving: bool,
}

/// The best move of a node so far; none if no move raised alpha.
#[derive(Debug, Clone, Copy)]
pub(super) struct BestSoFar {
    pub(super) score: Score,
    pub(super) mv: Option<Move>,
}

/// What the transposition table says about a node.
pub(super) enum Probe {
    /// A score that is deep and good enough.
    Cutoff(Score),
    /// What may help the search, with the score as seen from the root.
    Known(Option<Entry>),
}

/// The moves of a node that were searched without a cutoff.
type Searched = ArrayVec<Move, 64>;

impl<C: SearchControl> Search<'_, C> {
    /// The score of a position for the side to move.
    pub(super) fn search(&mut self, position: &Chess, mut node: SearchNode) -> Score {
        if position.is_check() && self.extends_check(node) {
            node.depth += 1;
        }
        if node.depth <= 0 {
            return self.leaf(position, node);
        }
        self.plies[usize::from(node.ply)].pv.clear();
        if self.count_node(node.ply) {
            return Score::DRAW;
        }
        if node.ply > 0 {
            if self.is_drawn(position) {
                return Score::DRAW;
            }
            node.window = node.window.within_mates(node.ply);
            if node.window.is_empty() {
                return node.window.alpha;
            }
        }
        if node.ply >= MAX_PLY {
            return self.static_score(position);
        }
        match self.probe(self.keys.key(), node) {
            Probe::Cutoff(score) => score,
            Probe::Known(known) => self.search_node(position, node, known),
        }
    }

    /// Searches a node that the table does not settle.
    pub(super) fn search_node(
        &mut self,
        position: &Chess,
        node: SearchNode,
        known: Option<Entry>,
    ) -> Score {
        let hash_move = known.and_then(|entry| entry.hash_move);
        let node = self.reduced_without_hash_move(node, hash_move);
        let raw = (!position.is_check()).then(|| {
            let stored = known.and_then(|entry| entry.static_score);
            stored.unwrap_or_else(|| self.static_score(position))
        });
        let key = CorrectionKey::of(position);
        let judgement = self.judge(node, known, raw, key);
        if let Some(score) = self.prune(position, node, &judgement) {
            return score;
        }
        let best = self.search_moves(position, node, &judgement);
        if !self.stopped && node.excluded.is_none() {
            self.learn_correction(key, node, best, &judgement);
            self.store(self.keys.key(), node, best, raw);
        }
        best.score
    }

    /// What is known of a node, its static score corrected.
    fn judge(
        &mut self,
        node: SearchNode,
        known: Option<Entry>,
        raw: Option<Score>,
        key: CorrectionKey,
    ) -> Judgement {
        let static_score = raw.map(|score| self.corrected(score, key));
        let at = usize::from(node.ply);
        self.plies[at].static_score = static_score;
        let improving = self.is_improving(at);
        let estimate = static_score.map(|score| better_estimate(known, score));
        Judgement { known, static_score, estimate, improving }
    }

    /// A static score with what earlier searches found out about positions like this.
    pub(super) fn corrected(&self, score: Score, key: CorrectionKey) -> Score {
        if self.uses(Technique::Correction) {
            score + self.corrections.correction(key)
        } else {
            score
        }
    }

    /// Learns from the difference between the static score and that of the search, unless a capture explains it.
    fn learn_correction(
        &mut self,
        key: CorrectionKey,
        node: SearchNode,
        best: BestSoFar,
        judgement: &Judgement,
    ) {
        let Some(judged) = judgement.static_score else { return };
        let is_quiet = best.mv.is_none_or(|mv| mv.capture.is_none() && mv.promotion.is_none());
        let tells = match bound_of(best.score, node.window) {
            Bound::Exact => true,
            Bound::Lower => best.score > judged,
            Bound::Upper => best.score < judged,
        };
        if is_quiet && tells && !best.score.is_mate() {
            self.corrections.record(key, node.depth, best.score, judged);
        }
    }

    pub(super) fn uses(&self, technique: Technique) -> bool {
        self.settings.techniques.has(technique)
    }

    /// Counts a node and returns whether the search must stop, which it looks up only now and then.
    pub(super) fn count_node(&mut self, ply: u16) -> bool {
        const NODES_BETWEEN_CHECKS: u64 = 64;
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) && self.control.must_stop(self.nodes) {
            self.stopped = true;
        }
        self.stopped
    }

    fn is_drawn(&self, position: &Chess) -> bool {
        let halfmoves = position.halfmoves();
        is_dead(position)
            || self.keys.repeats(halfmoves)
            // FIDE 9.3, but checkmate with the hundredth ply counts.
            || (halfmoves >= outcome::FIFTY_MOVES && (!position.is_check() || position.has_legal_move()))
    }

    pub(super) fn probe(&self, key: u64, node: SearchNode) -> Probe {
        if !self.uses(Technique::Table) {
            return Probe::Known(None);
        }
        let Some(entry) = self.table.get(key) else {
            return Probe::Known(None);
        };
        let score = entry.score.relative_to_root(node.ply);
        let Window { alpha, beta } = node.window;
        let suffices = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        let is_deep_enough = i16::from(entry.depth) >= node.depth;
        if is_deep_enough && suffices && node.window.is_null() && node.ply > 0 {
            Probe::Cutoff(score)
        } else {
            Probe::Known(Some(Entry { score, ..entry }))
        }
    }

    pub(super) fn store(
        &mut self,
        key: u64,
        node: SearchNode,
        best: BestSoFar,
        static_score: Option<Score>,
    ) {
        if !self.uses(Technique::Table) {
            return;
        }
        let entry = Entry {
            hash_move: best.mv.map(PackedMove::of),
            score: best.score.relative_to(node.ply),
            depth: u8::try_from(node.depth).unwrap_or(u8::MAX),
            bound: bound_of(best.score, node.window),
            static_score,
        };
        self.table.put(key, entry);
    }

    fn search_moves(
        &mut self,
        position: &Chess,
        node: SearchNode,
        judgement: &Judgement,
    ) -> BestSoFar {
        let key = self.history_key(position, node.ply);
        let hash_move = judgement.known.and_then(|entry| entry.hash_move);
        let mut list = self.ranked_moves(position, &key, hash_move);
        let mut best = BestSoFar { score: -Score::INFINITE, mv: None };
        let mut window = node.window;
        let mut searched = Searched::new();
        let mut tried = 0;
        while let Some(ordered) = next_best(position, &mut list, tried) {
            tried += 1;
            let here = SearchNode { window, ..node };
            if node.excluded == Some(ordered.mv) {
                continue;
            }
            let child = position.after(ordered.mv);
            let mut tried_move =
                TriedMove { number: tried, ordered, gives_check: child.is_check(), extension: 0 };
            if self.is_futile(position, here, tried_move, judgement, best.score) {
                continue;
            }
            if tried == 1 {
                match self.singular_extension(position, here, ordered.mv, judgement) {
                    Singular::Extend(plies) => tried_move.extension = plies,
                    Singular::Cutoff(score) => {
                        best.score = score;
                        break;
                    }
                }
            }
            self.line[usize::from(node.ply) + BEFORE] =
                Some(table_row(position.turn(), ordered.mv));
            let score = self.search_move(&child, here, tried_move, judgement, best.score);
            if self.stopped {
                break;
            }
            best.score = best.score.max(score);
            if score > window.alpha {
                window.alpha = score;
                best.mv = Some(ordered.mv);
                self.update_pv(node.ply, ordered.mv);
            }
            if window.is_empty() {
                self.history.reward(&key, node.depth, ordered.mv, &searched);
                break;
            }
            // Statistics are kept of the first 64 moves only.
            let _ = searched.try_push(ordered.mv);
        }
        if list.is_empty() {
            best.score = score_without_moves(position, node.ply);
        }
        self.plies[usize::from(node.ply)].moves = list;
        best
    }

    /// Where the moves of a node stand in the statistics.
    pub(super) fn history_key(&self, position: &Chess, ply: u16) -> HistoryKey {
        let at = usize::from(ply) + BEFORE;
        let earlier = [self.line[at - 1], self.line[at - 2], self.line[at - 4]];
        HistoryKey { turn: position.turn(), ply, earlier }
    }

    /// Whether the side to move stands better than at its last turn.
    fn is_improving(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|before| self.plies[before].static_score);
        match (self.plies[ply].static_score, before) {
            (Some(now), Some(before)) => now > before,
            (now, None) => now.is_some(),
            (None, Some(_)) => false,
        }
    }

    fn ranked_moves(
        &mut self,
        position: &Chess,
        key: &HistoryKey,
        hash_move: Option<PackedMove>,
    ) -> Vec<ScoredMove> {
        let mut list = std::mem::take(&mut self.plies[usize::from(key.ply)].moves);
        if key.ply == 0 {
            rank_all(self.history, &self.root_moves, key, hash_move, &mut list);
        } else {
            rank_all(self.history, &position.legal_moves(), key, hash_move, &mut list);
        }
        list
    }

    /// Searches one move: the first with the whole window, the others with a null window and less deep at first.
    fn search_move(
        &mut self,
        child: &Chess,
        node: SearchNode,
        tried: TriedMove,
        judgement: &Judgement,
        best: Score,
    ) -> Score {
        let Window { alpha, beta } = node.window;
        let reply = |depth, window: Window, expected| SearchNode {
            depth,
            ply: node.ply + 1,
            window: window.swapped(),
            null_move: NullMove::Allowed,
            expected,
            excluded: None,
        };
        let depth = node.depth - 1 + tried.extension;
        let null = Window::above(alpha);
        let is_wide = !node.window.is_null();
        self.keys.push(child.repetition_key());
        let mut score = Score::INFINITE;
        let reduction = self.late_move_reduction(node, tried, judgement);
        if reduction > 0 {
            let reduced = (depth - reduction).clamp(1, depth.max(1));
            score = -self.search(child, reply(reduced, null, Expected::Cutoff));
            if score > alpha && reduced < depth && !self.stopped {
                // One ply more for a move that is much better than expected, one less for one that is hardly better.
                let depth = depth + i16::from(score > best + 50) - i16::from(score < best + 8);
                if depth > reduced {
                    score = -self.search(child, reply(depth, null, node.expected.after_move()));
                }
            }
        } else if tried.number > 1 || !is_wide {
            let expected = if is_wide { Expected::Cutoff } else { node.expected.after_move() };
            score = -self.search(child, reply(depth, null, expected));
        }
        if is_wide && (tried.number == 1 || (score > alpha && score < beta)) {
            score = -self.search(child, reply(depth, node.window, Expected::All));
        }
        self.keys.pop();
        score
    }

    /// The principal variation of this ply becomes `mv` and that of the next ply.
    pub(super) fn update_pv(&mut self, ply: u16, mv: Move) {
        let (here, deeper) = self.plies.split_at_mut(usize::from(ply) + 1);
        if let (Some(here), Some(next)) = (here.last_mut(), deeper.first()) {
            here.pv.clear();
            here.pv.push(mv);
            here.pv.extend_from_slice(&next.pv);
        }
    }

    /// The move of a ply is one that the statistics do not know.
    pub(super) fn forget_move(&mut self, ply: u16) {
        self.line[usize::from(ply) + BEFORE] = None;
    }
}

/// A line without moves, and without moves before it.
pub(super) fn empty_line() -> Vec<Option<usize>> {
    vec![None; usize::from(MAX_PLY) + 2 + BEFORE]
}

/// A static score, or that of the table where it says more.
pub(super) fn better_estimate(known: Option<Entry>, score: Score) -> Score {
    let better =
        known.filter(|entry| !entry.score.is_mate() && entry.bound.tells_more(entry.score, score));
    better.map_or(score, |entry| entry.score)
}

/// What a score found in a window says about the true one.
fn bound_of(score: Score, Window { alpha, beta }: Window) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// The score of checkmate or stalemate.
pub(super) fn score_without_moves(position: &Chess, ply: u16) -> Score {
    if position.is_check() { Score::mated_after(ply) } else { Score::DRAW }
}

/// Whether the position is dead. With many pieces it never is, which saves the question.
pub(super) fn is_dead(position: &Chess) -> bool {
    position.board().occupied().count() <= 4 && position.is_dead()
}
