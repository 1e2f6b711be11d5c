//! The built-in engine. Knows no protocol and no terminal: a position goes in, a move comes out.
//!
//! ```
//! use arbiter::engine::{Engine, ScoreKind, SearchSettings, SearchTask, Unlimited};
//! use arbiter::notation::fen;
//!
//! let position = fen::position(b"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 40").expect("a legal position");
//! let mut engine = Engine::new(1, SearchSettings::default());
//! let task = SearchTask::new(&position, 3);
//! let result = engine.search(&task, &mut Unlimited, |_| ()).expect("a legal move");
//! assert_eq!(result.score.kind(), ScoreKind::MatesIn(1));
//! assert_eq!((result.best.from.to_string(), result.best.to.to_string()), ("a1".into(), "a8".into()));
//! ```

mod any_search;
mod correction;
mod evaluate;
mod exchange;
mod extension;
mod history;
mod key_stack;
mod level;
mod limits;
mod order;
mod pawns;
mod plans;
mod pruning;
mod quiescence;
mod random;
mod score;
mod search;
mod survey;
mod table;
mod task;
mod terms;
mod variant_search;
mod weights;

use crate::rules::{Chess, MoveList, Position};
use correction::Corrections;
use history::MoveHistory;
use key_stack::KeyStack;
use score::Window;
use search::{Expected, NullMove, Ply, Search, SearchNode};
use table::TranspositionTable;

pub use any_search::evaluate_any;
pub use evaluate::evaluate;
pub use level::Level;
pub use limits::{Limits, MoveTime, SearchControl, SearchTimer, TimeLeft, Unlimited};
pub use pruning::{SearchSettings, Technique, Techniques};
pub use random::SplitMix64;
pub use score::{MAX_PLY, Score, ScoreKind};
pub use table::{Bound, MAX_MEGABYTES};
pub use task::{SearchResult, SearchTask};
pub use variant_search::{evaluate_variant, search_variant};

/// What a tuner of the evaluation's weights needs to know: see `examples/tune`.
pub mod tuning {
    pub use super::evaluate::{FULL_PHASE, FULL_SCALE, endgame_scale, phase};
    pub use super::exchange::is_quiet_position;
    pub use super::terms::{PAIRS, SECTIONS, TERMS, TermCounter, count_terms};
    pub use super::weights::WEIGHTS;
}

/// The built-in engine with its transposition table.
#[derive(Debug)]
pub struct Engine {
    table: TranspositionTable,
    history: MoveHistory,
    corrections: Corrections,
    settings: SearchSettings,
}

impl Engine {
    /// An engine with a transposition table of this size.
    pub fn new(megabytes: usize, settings: SearchSettings) -> Self {
        let table = TranspositionTable::with_megabytes(megabytes);
        Self { table, history: MoveHistory::new(), corrections: Corrections::new(), settings }
    }

    /// Clears what was learnt from earlier searches, for a new game or another variant.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history = MoveHistory::new();
        self.corrections = Corrections::new();
    }

    /// Searches deeper and deeper until `control` or the depth ends it; `None` if no move is legal.
    /// `report` receives every finished iteration.
    pub fn search(
        &mut self,
        task: &SearchTask<'_>,
        control: &mut impl SearchControl,
        mut report: impl FnMut(&SearchResult),
    ) -> Option<SearchResult> {
        let root_moves: MoveList = task.moves();
        let mut result = SearchResult::unsearched(*root_moves.first()?, Score::DRAW);
        self.table.age();
        self.history.begin();
        let mut search = Search {
            table: &mut self.table,
            control,
            settings: self.settings,
            keys: KeyStack::new(task.history, task.position.repetition_key()),
            history: &mut self.history,
            corrections: &mut self.corrections,
            root_moves,
            plies: vec![Ply::default(); usize::from(MAX_PLY) + 2],
            line: search::empty_line(),
            nodes: 0,
            seldepth: 0,
            iteration: 0,
            stopped: false,
        };
        for depth in 1..=task.depth.clamp(1, MAX_PLY - 1) {
            search.iterate(task.position, depth, &mut result);
            if search.stopped {
                break;
            }
            report(&result);
            if is_settled(&result) || !search.control.may_deepen() {
                break;
            }
        }
        Some(result)
    }
}

/// Whether a deeper search is hardly worth it: a mate was found, and no shorter one since.
fn is_settled(result: &SearchResult) -> bool {
    const EXTRA_PLIES: u16 = 3;
    result.score.plies_to_mate().is_some_and(|plies| plies + EXTRA_PLIES <= result.depth)
}

impl<C: SearchControl> Search<'_, C> {
    /// One iteration. If it is stopped, what it found so far still counts.
    fn iterate(&mut self, position: &Chess, depth: u16, result: &mut SearchResult) {
        self.iteration = depth;
        self.seldepth = 0;
        let score = self.search_around(position, depth, result.score);
        let pv = &self.plies[0].pv;
        if let Some(&best) = pv.first() {
            result.best = best;
            result.pv.clone_from(pv);
        }
        result.nodes = self.nodes;
        result.time = self.control.elapsed();
        if !self.stopped {
            result.score = score;
            result.depth = depth;
            result.seldepth = self.seldepth;
            result.hashfull = self.table.permille_full();
        }
    }

    /// Searches the root with an aspiration window around the expected score, widened as needed.
    fn search_around(&mut self, position: &Chess, depth: u16, expected: Score) -> Score {
        let mut margin = 30;
        let narrow = self.uses(Technique::Aspiration) && depth >= 5 && !expected.is_mate();
        let mut window = if narrow { Window::around(expected, margin) } else { Window::FULL };
        loop {
            let node = SearchNode {
                depth: i16::try_from(depth).unwrap_or(i16::MAX),
                ply: 0,
                window,
                null_move: NullMove::Forbidden,
                expected: Expected::All,
                excluded: None,
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

/// The window, widened on the side where the score left it.
fn widened(window: Window, score: Score, margin: i16) -> Window {
    if score <= window.alpha {
        Window { alpha: score - margin, ..window }
    } else {
        Window { beta: score + margin, ..window }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{Board, Castling, Chess, Piece, Setup, Square};

    /// A position of these pieces (FEN letter and square), with White to move.
    pub(super) fn position(pieces: &str) -> Chess {
        let mut setup = Setup { board: Board::empty(), castling: Castling::NONE, ..Setup::start() };
        for word in pieces.split(' ') {
            let (letter, square) = word.as_bytes().split_at(1);
            let piece = Piece::from_letter(letter[0]).expect("a piece");
            setup.board.put(Square::from_name(square).expect("a square"), piece);
        }
        Chess::from_setup_unchecked(&setup)
    }
}
