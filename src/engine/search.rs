//! The search itself: alpha-beta with a null window for all moves but the first, one small function per idea.

use crate::engine::control::SearchControl;
use crate::engine::order::{Order, OrderedMove, ScoredMove, next_best};
use crate::engine::path::Path;
use crate::engine::score::{MAX_PLY, Score, Window};
use crate::engine::table::{Bound, Entry, Hint, Table};
use crate::engine::technique::{SearchSettings, Technique};
use crate::rules::{Move, MoveList, Position, outcome};

/// One search from one position.
#[derive(Debug)]
pub(super) struct Search<'a, C> {
    pub(super) table: &'a mut Table,
    pub(super) control: &'a mut C,
    pub(super) settings: SearchSettings,
    pub(super) path: Path,
    pub(super) order: Order,
    /// The moves from which one is to be chosen.
    pub(super) root_moves: MoveList,
    /// The best line from each ply on.
    pub(super) lines: Vec<Vec<Move>>,
    /// Lists to be filled again and again, one for each ply.
    pub(super) lists: Vec<Vec<ScoredMove>>,
    pub(super) nodes: u64,
    /// The longest line looked at in this iteration.
    pub(super) longest: u16,
    /// How deep this iteration goes.
    pub(super) iteration: u16,
    pub(super) stopped: bool,
}

/// What is asked about a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// Half-moves still to be looked at.
    pub(super) depth: i16,
    /// Half-moves from the root.
    pub(super) ply: u16,
    pub(super) window: Window,
    pub(super) passing: Passing,
}

/// Whether the side to move may try to do nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passing {
    Allowed,
    /// The other side has just done nothing.
    Forbidden,
}

/// A move and when it is tried.
#[derive(Debug, Clone, Copy)]
pub(super) struct Late {
    /// How many moves have been tried, this one included.
    pub(super) tried: usize,
    pub(super) choice: OrderedMove,
    pub(super) gives_check: bool,
}

/// What the moves of a node have come to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Best {
    pub(super) score: Score,
    pub(super) mv: Option<Move>,
}

/// What the table says about a node.
pub(super) enum Known {
    Answer(Score),
    Hint(Option<Hint>),
}

impl<C: SearchControl> Search<'_, C> {
    /// The score of a position for the side to move.
    pub(super) fn search<P: Position>(&mut self, position: &P, mut node: Node) -> Score {
        if position.is_check() && self.extends(node) {
            node.depth += 1;
        }
        if node.depth <= 0 {
            return self.leaf(position, node);
        }
        self.lines[usize::from(node.ply)].clear();
        if self.is_stopped_at(node.ply) {
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
            return self.judge(position, node.window);
        }
        match self.probe(self.path.key(), node) {
            Known::Answer(score) => score,
            Known::Hint(hint) => self.search_node(position, node, hint),
        }
    }

    fn search_node<P: Position>(&mut self, position: &P, node: Node, hint: Option<Hint>) -> Score {
        let node = self.shortened(node, hint);
        let quiet_score = (!position.is_check()).then(|| self.judge(position, node.window));
        if let Some(score) = self.prune(position, node, quiet_score) {
            return score;
        }
        let best = self.try_moves(position, node, hint, quiet_score);
        if !self.stopped {
            self.store(self.path.key(), node, best);
        }
        best.score
    }

    /// A check is no place to stop, unless the line is already twice as long as planned.
    fn extends(&self, node: Node) -> bool {
        self.uses(Technique::CheckExtension) && node.ply < 2 * self.iteration && node.ply > 0
    }

    pub(super) fn uses(&self, technique: Technique) -> bool {
        self.settings.techniques.has(technique)
    }

    /// Counts a position, and asks from time to time whether to go on.
    pub(super) fn is_stopped_at(&mut self, ply: u16) -> bool {
        const BETWEEN_QUESTIONS: u64 = 128;
        self.nodes += 1;
        self.longest = self.longest.max(ply);
        if self.nodes.is_multiple_of(BETWEEN_QUESTIONS) && self.control.must_stop(self.nodes) {
            self.stopped = true;
        }
        self.stopped
    }

    fn is_drawn<P: Position>(&self, position: &P) -> bool {
        let halfmoves = position.halfmoves();
        is_dead(position)
            || self.path.repeats(halfmoves)
            // FIDE 9.3, but a mate with the hundredth half-move counts.
            || (halfmoves >= outcome::FIFTY_MOVES && (!position.is_check() || position.has_legal_move()))
    }

    pub(super) fn probe(&self, key: u64, node: Node) -> Known {
        if !self.uses(Technique::Table) {
            return Known::Hint(None);
        }
        let Some(entry) = self.table.get(key) else { return Known::Hint(None) };
        let score = entry.score.seen_from_root(node.ply);
        let Window { alpha, beta } = node.window;
        let suffices = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= beta,
            Bound::AtMost => score <= alpha,
        };
        let is_deep_enough = i16::from(entry.depth) >= node.depth;
        if is_deep_enough && suffices && node.window.is_zero() && node.ply > 0 {
            Known::Answer(score)
        } else {
            Known::Hint(entry.hint)
        }
    }

    pub(super) fn store(&mut self, key: u64, node: Node, best: Best) {
        if !self.uses(Technique::Table) {
            return;
        }
        let Window { alpha, beta } = node.window;
        let bound = if best.score >= beta {
            Bound::AtLeast
        } else if best.score > alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let entry = Entry {
            hint: best.mv.map(Hint::of),
            score: best.score.seen_from(node.ply),
            depth: u8::try_from(node.depth).unwrap_or(u8::MAX),
            bound,
        };
        self.table.put(key, entry);
    }

    fn try_moves<P: Position>(
        &mut self,
        position: &P,
        node: Node,
        hint: Option<Hint>,
        quiet: Option<Score>,
    ) -> Best {
        let mut list = self.ranked_moves(position, node, hint);
        let mut best = Best { score: -Score::INFINITE, mv: None };
        let mut window = node.window;
        let mut tried = 0;
        while let Some(choice) = next_best(&mut list, tried) {
            let child = position.after(choice.mv);
            tried += 1;
            let late = Late { tried, choice, gives_check: child.is_check() };
            if self.is_hopeless(Node { window, ..node }, late, quiet, best.score) {
                continue;
            }
            let score = self.try_move(&child, Node { window, ..node }, late, quiet.is_none());
            if self.stopped {
                break;
            }
            best.score = best.score.max(score);
            if score > window.alpha {
                window.alpha = score;
                best.mv = Some(choice.mv);
                self.lengthen_line(node.ply, choice.mv);
            }
            if window.is_empty() {
                let failed = &list[..tried - 1];
                self.order.reward(position.turn(), node.ply, node.depth, choice.mv, failed);
                break;
            }
        }
        if list.is_empty() {
            best.score = without_moves(position, node.ply);
        }
        self.lists[usize::from(node.ply)] = list;
        best
    }

    fn ranked_moves<P: Position>(
        &mut self,
        position: &P,
        node: Node,
        hint: Option<Hint>,
    ) -> Vec<ScoredMove> {
        let mut list = std::mem::take(&mut self.lists[usize::from(node.ply)]);
        let at = (node.ply, hint);
        if node.ply == 0 {
            self.order.rank_all(position, &self.root_moves, at, &mut list);
        } else {
            self.order.rank_all(position, &position.legal_moves(), at, &mut list);
        }
        list
    }

    /// Searches one move: the first fully, the others with the question whether they are better.
    fn try_move<P: Position>(
        &mut self,
        child: &P,
        node: Node,
        late: Late,
        in_check: bool,
    ) -> Score {
        let Window { alpha, beta } = node.window;
        let reply = |depth, window: Window| Node {
            depth,
            ply: node.ply + 1,
            window: window.swapped(),
            passing: Passing::Allowed,
        };
        let depth = node.depth - 1;
        let null = Window::above(alpha);
        self.path.push(child.repetition_key());
        let mut score = Score::INFINITE;
        if late.tried > 1 {
            let reduction = if in_check { 0 } else { self.reduction(node, late) };
            score = -self.search(child, reply(depth - reduction, null));
            if score > alpha && reduction > 0 {
                score = -self.search(child, reply(depth, null));
            }
        }
        if late.tried == 1 || (score > alpha && score < beta) {
            score = -self.search(child, reply(depth, node.window));
        }
        self.path.pop();
        score
    }

    /// The best line of this ply is `mv` and the best line of the next.
    pub(super) fn lengthen_line(&mut self, ply: u16, mv: Move) {
        let (here, deeper) = self.lines.split_at_mut(usize::from(ply) + 1);
        if let (Some(line), Some(rest)) = (here.last_mut(), deeper.first()) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(rest);
        }
    }
}

/// Mate or stalemate.
pub(super) fn without_moves<P: Position>(position: &P, ply: u16) -> Score {
    if position.is_check() { Score::mated_after(ply) } else { Score::DRAW }
}

/// Whether neither side can mate any more; with many men one need not ask.
pub(super) fn is_dead<P: Position>(position: &P) -> bool {
    let men: u32 = position.boards().iter().map(|board| board.occupied().count()).sum();
    men <= 4 && outcome::is_dead(position)
}
