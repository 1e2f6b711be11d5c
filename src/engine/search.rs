//! Principal variation search: alpha-beta with a null window for every move but the first. One small
//! function per idea; what may be left out is in `pruning`, the leaves are in `quiescence`.

use crate::engine::limits::SearchControl;
use crate::engine::order::{MoveOrder, OrderAt, OrderedMove, ScoredMove, next_best, table_row};
use crate::engine::pruning::{SearchSettings, Technique};
use crate::engine::score::{MAX_PLY, Score, Window};
use crate::engine::table::{Bound, Entry, PackedMove, TranspositionTable};
use crate::rules::{Chess, Move, MoveList, Position, outcome};

/// One search from one position.
#[derive(Debug)]
pub(super) struct Search<'a, C> {
    pub(super) table: &'a mut TranspositionTable,
    pub(super) control: &'a mut C,
    pub(super) settings: SearchSettings,
    pub(super) keys: KeyStack,
    pub(super) order: &'a mut MoveOrder,
    /// The moves to choose from.
    pub(super) root_moves: MoveList,
    /// The principal variation from each ply on.
    pub(super) pv: Vec<Vec<Move>>,
    /// Reused lists of moves, one for each ply.
    pub(super) move_lists: Vec<Vec<ScoredMove>>,
    /// The moves of the line being searched as rows of the tables, two places further than their plies; none for a null move.
    pub(super) line: Vec<Option<usize>>,
    /// The static scores of the line, two places further than their plies; none in check.
    pub(super) static_scores: Vec<Option<Score>>,
    pub(super) nodes: u64,
    /// The longest line of this iteration.
    pub(super) seldepth: u16,
    /// The depth of this iteration.
    pub(super) iteration: u16,
    pub(super) stopped: bool,
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
}

/// Whether the side to move may try a null move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NullMove {
    Allowed,
    /// The last move was a null move.
    Forbidden,
}

/// A move and its place among those of its node.
#[derive(Debug, Clone, Copy)]
pub(super) struct TriedMove {
    /// Its number: one for the first move.
    pub(super) number: usize,
    pub(super) ordered: OrderedMove,
    pub(super) gives_check: bool,
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
    /// What may help the search.
    Known(Known),
}

/// What earlier searches found out about a position.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Known {
    /// A move to try first.
    pub(super) hash_move: Option<PackedMove>,
    pub(super) static_score: Option<Score>,
}

impl<C: SearchControl> Search<'_, C> {
    /// The score of a position for the side to move.
    pub(super) fn search(&mut self, position: &Chess, mut node: SearchNode) -> Score {
        if position.is_check() && self.extends(node) {
            node.depth += 1;
        }
        if node.depth <= 0 {
            return self.leaf(position, node);
        }
        self.pv[usize::from(node.ply)].clear();
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

    fn search_node(
        &mut self,
        position: &Chess,
        node: SearchNode,
        Known { hash_move, static_score }: Known,
    ) -> Score {
        let node = self.reduced_without_hash_move(node, hash_move);
        let static_score = (!position.is_check())
            .then(|| static_score.unwrap_or_else(|| self.static_score(position)));
        self.static_scores[usize::from(node.ply) + 2] = static_score;
        if let Some(score) = self.prune(position, node, static_score) {
            return score;
        }
        let best = self.search_moves(position, node, hash_move, static_score);
        if !self.stopped {
            self.store(self.keys.key(), node, best, static_score);
        }
        best.score
    }

    /// Whether to search one ply deeper in check: not if the line is already twice the planned depth.
    fn extends(&self, node: SearchNode) -> bool {
        self.uses(Technique::CheckExtension) && node.ply < 2 * self.iteration && node.ply > 0
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
            return Probe::Known(Known::default());
        }
        let Some(entry) = self.table.get(key) else {
            return Probe::Known(Known::default());
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
            Probe::Known(Known { hash_move: entry.hash_move, static_score: entry.static_score })
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
        let Window { alpha, beta } = node.window;
        let bound = if best.score >= beta {
            Bound::Lower
        } else if best.score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            hash_move: best.mv.map(PackedMove::of),
            score: best.score.relative_to(node.ply),
            depth: u8::try_from(node.depth).unwrap_or(u8::MAX),
            bound,
            static_score,
        };
        self.table.put(key, entry);
    }

    fn search_moves(
        &mut self,
        position: &Chess,
        node: SearchNode,
        hash_move: Option<PackedMove>,
        static_score: Option<Score>,
    ) -> BestSoFar {
        let at = self.order_at(node.ply, hash_move);
        let mut list = self.ranked_moves(position, at);
        let improving = self.is_improving(node.ply);
        let mut best = BestSoFar { score: -Score::INFINITE, mv: None };
        let mut window = node.window;
        let mut tried = 0;
        while let Some(ordered) = next_best(position, &mut list, tried) {
            let child = position.after(ordered.mv);
            tried += 1;
            let gives_check = child.is_check();
            let tried_move = TriedMove { number: tried, ordered, gives_check, improving };
            let here = SearchNode { window, ..node };
            if self.is_futile(position, here, tried_move, static_score, best.score) {
                continue;
            }
            self.line[usize::from(node.ply) + 2] = Some(table_row(position.turn(), ordered.mv));
            let score = self.search_move(
                &child,
                SearchNode { window, ..node },
                tried_move,
                static_score.is_none(),
            );
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
                let failed = &list[..tried - 1];
                self.order.reward(position.turn(), at, node.depth, ordered.mv, failed);
                break;
            }
        }
        if list.is_empty() {
            best.score = score_without_moves(position, node.ply);
        }
        self.move_lists[usize::from(node.ply)] = list;
        best
    }

    /// The place of a node for the order of its moves.
    pub(super) fn order_at(&self, ply: u16, hash_move: Option<PackedMove>) -> OrderAt {
        let at = usize::from(ply);
        OrderAt { ply, hash_move, earlier: [self.line[at + 1], self.line[at]] }
    }

    /// Whether the side to move stands better than at its last turn.
    fn is_improving(&self, ply: u16) -> bool {
        let at = usize::from(ply);
        match (self.static_scores[at + 2], self.static_scores[at]) {
            (Some(now), Some(before)) => now > before,
            (now, None) => now.is_some(),
            (None, Some(_)) => false,
        }
    }

    fn ranked_moves(&mut self, position: &Chess, at: OrderAt) -> Vec<ScoredMove> {
        let mut list = std::mem::take(&mut self.move_lists[usize::from(at.ply)]);
        if at.ply == 0 {
            self.order.rank_all(position, &self.root_moves, at, &mut list);
        } else {
            self.order.rank_all(position, &position.legal_moves(), at, &mut list);
        }
        list
    }

    /// Searches one move: the first with the whole window, the others with a null window first.
    fn search_move(
        &mut self,
        child: &Chess,
        node: SearchNode,
        tried: TriedMove,
        in_check: bool,
    ) -> Score {
        let Window { alpha, beta } = node.window;
        let reply = |depth, window: Window| SearchNode {
            depth,
            ply: node.ply + 1,
            window: window.swapped(),
            null_move: NullMove::Allowed,
        };
        let depth = node.depth - 1;
        let null = Window::above(alpha);
        self.keys.push(child.repetition_key());
        let mut score = Score::INFINITE;
        if tried.number > 1 {
            let reduction = if in_check { 0 } else { self.late_move_reduction(node, tried) };
            score = -self.search(child, reply(depth - reduction, null));
            if score > alpha && reduction > 0 {
                score = -self.search(child, reply(depth, null));
            }
        }
        if tried.number == 1 || (score > alpha && score < beta) {
            score = -self.search(child, reply(depth, node.window));
        }
        self.keys.pop();
        score
    }

    /// The principal variation of this ply becomes `mv` and that of the next ply.
    pub(super) fn update_pv(&mut self, ply: u16, mv: Move) {
        let (here, deeper) = self.pv.split_at_mut(usize::from(ply) + 1);
        if let (Some(line), Some(rest)) = (here.last_mut(), deeper.first()) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(rest);
        }
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

/// The repetition keys of the game and of the line being searched, oldest first.
#[derive(Debug)]
pub(super) struct KeyStack {
    keys: Vec<u64>,
    /// The number of keys before the root.
    root: usize,
}

impl KeyStack {
    /// The keys of the earlier positions of the game, and the root.
    pub(super) fn new(history: &[u64], root: u64) -> Self {
        let mut keys = history.to_vec();
        keys.push(root);
        Self { keys, root: history.len() }
    }

    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    pub(super) fn pop(&mut self) {
        self.keys.pop();
    }

    /// The key of the current position.
    pub(super) fn key(&self) -> u64 {
        self.keys.last().copied().unwrap_or_default()
    }

    /// Whether the current position occurred before: once in this line, which could repeat for ever,
    /// or twice in the game. Only the plies since the last capture or pawn move count.
    pub(super) fn repeats(&self, halfmoves: u32) -> bool {
        let last = self.keys.len() - 1;
        let reach = usize::try_from(halfmoves).unwrap_or(usize::MAX).min(last);
        let mut in_game = 0;
        // Both sides must move a piece and move it back: four plies at least.
        for back in (4..=reach).step_by(2) {
            if self.keys[last - back] == self.keys[last] {
                if last - back >= self.root {
                    return true;
                }
                in_game += 1;
            }
        }
        in_game >= 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(history: &[u64], line: &[u64]) -> KeyStack {
        let mut keys = KeyStack::new(history, line[0]);
        line[1..].iter().for_each(|&key| keys.push(key));
        keys
    }

    #[test]
    fn once_in_the_line_or_twice_in_the_game_is_a_repetition() {
        let cases: [(&[u64], &[u64], u32, bool); 6] = [
            (&[], &[1, 2, 3, 4, 1], 4, true),
            (&[], &[1, 2, 3, 4, 1], 3, false),
            (&[1, 2, 3], &[4, 1], 50, false),
            (&[1, 2, 3, 4, 1, 2, 3], &[4, 1], 50, true),
            (&[1, 2, 3, 4, 1, 2, 3], &[4, 1], 7, false),
            (&[], &[1], 0, false),
        ];
        for (history, line, halfmoves, expected) in cases {
            let repeats = keys(history, line).repeats(halfmoves);
            assert_eq!(repeats, expected, "{history:?} {line:?} {halfmoves}");
        }
    }
}
