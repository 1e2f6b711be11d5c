//! The built-in opponent: asked for a move, it looks deeper and deeper until the time is up.

use std::time::Duration;

use crate::engine::control::SearchControl;
use crate::engine::order::Order;
use crate::engine::path::Path;
use crate::engine::score::{MAX_PLY, Score, Window};
use crate::engine::search::{Node, Passing, Search};
use crate::engine::table::Table;
use crate::engine::technique::{SearchSettings, Technique};
use crate::rules::{Move, MoveList, Position};

/// A player with a memory.
#[derive(Debug)]
pub struct Engine {
    table: Table,
    settings: SearchSettings,
}

/// A position and what belongs to it.
#[derive(Debug, Clone, Copy)]
pub struct SearchTask<'a, P> {
    /// The position to think about.
    pub position: &'a P,
    /// The repetition keys of the earlier positions of the game, oldest first.
    pub history: &'a [u64],
    /// The moves to choose from; none means all.
    pub among: &'a [Move],
    /// How many half-moves deep to look at most.
    pub depth: u16,
}

/// What the thinking has come to so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play.
    pub best: Move,
    /// What is expected to follow, `best` first.
    pub line: Vec<Move>,
    /// What it is worth to the side to move.
    pub score: Score,
    /// How many half-moves deep every move was looked at.
    pub depth: u16,
    /// How many half-moves deep the longest line was.
    pub longest: u16,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille_full: usize,
}

impl<'a, P> SearchTask<'a, P> {
    /// Any move of a position without a past.
    pub fn new(position: &'a P, depth: u16) -> Self {
        Self { position, history: &[], among: &[], depth }
    }
}

impl Engine {
    /// A player whose memory takes so many megabytes.
    pub fn new(megabytes: usize, settings: SearchSettings) -> Self {
        Self { table: Table::with_megabytes(megabytes), settings }
    }

    /// Forgets everything: a new game, or another variant.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The best move, or none if there is no legal one. `tell` hears of every finished iteration.
    pub fn search<P: Position>(
        &mut self,
        task: &SearchTask<'_, P>,
        control: &mut impl SearchControl,
        mut tell: impl FnMut(&SearchResult),
    ) -> Option<SearchResult> {
        let root_moves = root_moves(task);
        let mut choice = first_choice(*root_moves.first()?);
        self.table.age();
        let mut search = Search {
            table: &mut self.table,
            control,
            settings: self.settings,
            path: Path::new(task.history, task.position.repetition_key()),
            order: Order::new(),
            root_moves,
            lines: vec![Vec::new(); usize::from(MAX_PLY) + 2],
            lists: vec![Vec::new(); usize::from(MAX_PLY) + 2],
            nodes: 0,
            longest: 0,
            iteration: 0,
            stopped: false,
        };
        for depth in 1..=task.depth.clamp(1, MAX_PLY - 1) {
            search.iterate(task.position, depth, &mut choice);
            if search.stopped {
                break;
            }
            tell(&choice);
            if is_settled(&choice) || !search.control.may_deepen() {
                break;
            }
        }
        Some(choice)
    }
}

/// The legal moves that the task leaves to choose from.
fn root_moves<P: Position>(task: &SearchTask<'_, P>) -> MoveList {
    let mut moves = task.position.legal_moves();
    moves.retain(|mv| task.among.is_empty() || task.among.contains(mv));
    moves
}

/// Any move, in case there is no time at all.
fn first_choice(best: Move) -> SearchResult {
    SearchResult {
        best,
        line: vec![best],
        score: Score::DRAW,
        depth: 0,
        longest: 0,
        nodes: 0,
        time: Duration::ZERO,
        permille_full: 0,
    }
}

/// Whether looking deeper is hardly worth it: a mate was seen, and no shorter one since.
fn is_settled(choice: &SearchResult) -> bool {
    const ONCE_MORE: u16 = 3;
    choice.score.plies_to_mate().is_some_and(|plies| plies + ONCE_MORE <= choice.depth)
}

impl<C: SearchControl> Search<'_, C> {
    /// One iteration. If it is broken off, what it found so far still counts.
    fn iterate<P: Position>(&mut self, position: &P, depth: u16, choice: &mut SearchResult) {
        self.iteration = depth;
        self.longest = 0;
        let score = self.search_around(position, depth, choice.score);
        let line = &self.lines[0];
        if let Some(&best) = line.first() {
            choice.best = best;
            choice.line.clone_from(line);
        }
        choice.nodes = self.nodes;
        choice.time = self.control.elapsed();
        if !self.stopped {
            choice.score = score;
            choice.depth = depth;
            choice.longest = self.longest;
            choice.permille_full = self.table.permille_full();
        }
    }

    /// Searches the root with a window around the expected score, and a wider one if it lies outside.
    fn search_around<P: Position>(&mut self, position: &P, depth: u16, expected: Score) -> Score {
        let mut margin = 30;
        let narrow = self.uses(Technique::Aspiration) && depth >= 5 && !expected.is_mate();
        let mut window = if narrow { Window::around(expected, margin) } else { Window::FULL };
        loop {
            let node = Node {
                depth: i16::try_from(depth).unwrap_or(i16::MAX),
                ply: 0,
                window,
                passing: Passing::Forbidden,
            };
            let score = self.search(position, node);
            if self.stopped || (score > window.alpha && score < window.beta) {
                return score;
            }
            margin *= 4;
            window = if margin > 500 { Window::FULL } else { widened(window, score, margin) };
        }
    }
}

/// The window moved out on the side where the score left it.
fn widened(window: Window, score: Score, margin: i16) -> Window {
    if score <= window.alpha {
        Window { alpha: score - margin, ..window }
    } else {
        Window { beta: score + margin, ..window }
    }
}
