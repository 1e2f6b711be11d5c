//! What the rules and the built-in engine say about a position that can be played.

use std::time::Instant;

use super::worksheet::with_mate;
use crate::{
    engine::{Engine, Limits, ScoreKind, SearchResult, SearchSettings, SearchTask, SearchTimer},
    notation::write_san,
    output::board::{Diagrams, board_letter},
    rules::{
        AnyMove, AnyPosition, CheckInfo, Outcome, Position, generate, outcome, variant::Place,
    },
};

/// What the rules say about a position.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The position.
    pub position: AnyPosition,
    /// Its legal moves, counted.
    pub moves: MoveCounts,
    /// How the game ends here, if it does.
    pub outcome: Option<Outcome>,
}

/// How many positions the engine searches for an evaluation: about six plies in a hundredth of a second.
const NODES: u64 = 10_000;

/// The same for its best move: about a tenth of a second.
const BEST_NODES: u64 = 100_000;

/// The memory it uses.
const MEGABYTES: usize = 1;

impl Facts {
    /// Examines every legal move of a position.
    pub fn of(position: AnyPosition) -> Self {
        let moves = MoveCounts::of(&position);
        let outcome = end(&position, moves.legal);
        Self { position, moves, outcome }
    }

    /// Whether the fifty-move rule allows a claim. FIDE 9.3; mate and stalemate have ended the game. `None` in a game that has no such
    /// rule, or another number of moves.
    pub fn can_claim_fifty_moves(&self) -> Option<bool> {
        let moves = self.plies_without_progress()?;
        let has_rule = moves == outcome::FIFTY_MOVES;
        has_rule.then(|| self.moves.legal > 0 && self.position.halfmoves() >= moves)
    }

    /// The plies without progress after which a draw may be claimed.
    pub(super) fn plies_without_progress(&self) -> Option<u32> {
        self.position.claim_limits().moves.map(|moves| moves.saturating_mul(2))
    }

    /// The pieces of the side to move that are pinned to their king.
    pub fn pinned(&self) -> Vec<Place> {
        match &self.position {
            AnyPosition::Chess(chess) => {
                let turn = chess.turn();
                let pinned = generate::pinned(chess.board(), chess.king(turn), turn);
                pinned.map(Place::from).collect()
            }
            AnyPosition::Variant(position) => position.pinned(),
        }
    }

    /// The names of squares, whatever their board.
    pub(super) fn names(&self, places: &[Place]) -> Vec<String> {
        let geometry = self.position.geometry();
        places.iter().map(|place| geometry.name(*place)).collect()
    }

    /// The board of the king to move, if there are several.
    pub(super) fn on_board(&self) -> String {
        let geometry = self.position.geometry();
        match self.position.king(self.position.turn()) {
            Some(king) if geometry.boards() > 1 => {
                format!(" on board {}", geometry.board_letter(king))
            }
            _ => String::new(),
        }
    }

    /// Every piece, board by board if there are several.
    pub(super) fn pieces(&self) -> String {
        let diagrams = Diagrams::of(&self.position);
        match diagrams.each() {
            [board] => board.pieces(),
            boards => {
                let named = (0..).zip(boards).map(|(board, diagram)| {
                    format!("Board {}: {}", board_letter(board), diagram.pieces())
                });
                named.collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// What the built-in engine chooses after this many nodes; `None` where the game is over.
    fn search(&self, nodes: u64) -> Option<SearchResult<AnyMove>> {
        if self.outcome.is_some() {
            return None;
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut control = SearchTimer::start(&limits, Instant::now, || false);
        let (history, among, depth) = (&[][..], &[][..], limits.max_depth());
        let task = SearchTask { position: &self.position, history, among, depth };
        let mut engine = Engine::new(MEGABYTES, SearchSettings::default());
        engine.search_any(&task, None, &mut control, |_| ())
    }

    /// The built-in engine's move, and in how many moves it mates, if it does. It is the same in every run.
    pub(super) fn best(&self) -> Option<(String, Option<u32>)> {
        let choice = self.search(BEST_NODES)?;
        let mate = match choice.score.kind() {
            ScoreKind::MatesIn(moves) => Some(u32::from(moves)),
            _ => None,
        };
        Some((write_san(&self.position, choice.best), mate))
    }

    /// The same in one text: `Nf3`, `Qg6 #2`.
    pub(super) fn best_move(&self) -> Option<String> {
        let (text, mate) = self.best()?;
        Some(with_mate(text, mate))
    }

    /// The moves that mate.
    pub(super) fn mates_in_one(&self) -> Vec<String> {
        self.moves.mates.iter().map(|&mv| write_san(&self.position, mv)).collect()
    }

    /// The built-in engine's evaluation for White, in pawns or in moves to mate: `0.35`, `-1.20`, `#3`, `#-2`. `None` where the game
    /// is over. It is the same in every run, whatever precedes the position in the list.
    pub(super) fn evaluation(&self) -> Option<String> {
        let choice = self.search(NODES)?;
        Some(choice.score.for_white(self.position.turn()).eval_text())
    }
}

/// The legal moves of a position, counted. The moves themselves take much memory and are seldom needed.
#[derive(Debug, Clone, Default)]
pub struct MoveCounts {
    /// How many there are.
    pub legal: usize,
    /// How many of them capture.
    pub captures: usize,
    /// How many give check.
    pub checks: usize,
    /// How many promote a piece; each choice counts.
    pub promotions: usize,
    /// The moves that mate.
    pub mates: Vec<AnyMove>,
}

impl MoveCounts {
    fn of(position: &AnyPosition) -> Self {
        let mut count = Self::default();
        match position {
            AnyPosition::Chess(chess) => {
                let checking = CheckInfo::of(chess);
                chess.for_each_move(|mv| {
                    let gives_check = checking.gives_check(chess, mv);
                    let mates = || !chess.after(mv).has_legal_move();
                    count.add(mv.into(), gives_check, gives_check && mates());
                });
            }
            AnyPosition::Variant(position) => {
                for mv in position.legal_moves() {
                    let after = position.after(mv);
                    let gives_check = after.is_check();
                    let mates = || matches!(after.board_outcome(), Some(Outcome::Checkmate { .. }));
                    count.add(mv.into(), gives_check, gives_check && mates());
                }
            }
        }
        count
    }

    fn add(&mut self, mv: AnyMove, gives_check: bool, mates: bool) {
        self.legal += 1;
        self.captures += usize::from(mv.is_capture());
        self.promotions += usize::from(mv.is_promotion());
        self.checks += usize::from(gives_check);
        if mates {
            self.mates.push(mv);
        }
    }
}

/// Mate and stalemate come before every counter. FIDE 9.6.2.
fn end(position: &AnyPosition, moves: usize) -> Option<Outcome> {
    let AnyPosition::Chess(chess) = position else { return position.outcome(1) };
    if moves == 0 {
        return chess.board_outcome();
    }
    if chess.is_dead() {
        return Some(Outcome::DeadPosition);
    }
    (chess.halfmoves() >= outcome::SEVENTY_FIVE_MOVES).then_some(Outcome::SeventyFiveMoves)
}

#[cfg(test)]
mod tests {
    use super::Facts;
    use crate::notation::fen;

    fn evaluation_of(text: &str) -> Option<String> {
        let position = fen::position(text.as_bytes()).expect(text);
        Facts::of(position.into()).evaluation()
    }

    #[test]
    fn a_mate_is_counted_in_moves_from_white_s_side() {
        let table = [
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 40", Some("#1")),
            ("r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 40", Some("#-1")),
            ("7k/8/5K2/6Q1/8/8/8/8 b - - 0 60", Some("#1")),
            ("7k/5KQ1/8/8/8/8/8/8 b - - 0 60", None),
            ("8/8/8/3k4/8/8/8/3K4 w - - 0 60", None),
        ];
        for (text, expected) in table {
            assert_eq!(evaluation_of(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn an_extra_queen_is_worth_many_pawns() {
        for (text, is_white) in
            [("4k3/8/8/8/8/8/8/3QK3 b - - 0 60", true), ("3qk3/8/8/8/8/8/8/4K3 b - - 0 60", false)]
        {
            let evaluation = evaluation_of(text).expect(text);
            let pawns: f64 = evaluation.parse().expect("no mate so soon");
            assert!(if is_white { pawns > 5.0 } else { pawns < -5.0 }, "{text}: {evaluation}");
        }
    }
}
