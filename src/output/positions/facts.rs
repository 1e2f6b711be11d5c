//! What the rules and the built-in engine say about a position that can be played.

use std::time::Instant;

use super::worksheet::with_mate;
use crate::{
    engine::{Engine, Limits, ScoreKind, SearchResult, SearchSettings, SearchTask, SearchTimer},
    notation::write_san,
    output::board,
    rules::{
        AnyPosition, Bitboard, Board, BoardIndex, CheckInfo, Color, Move, Outcome, Position, Role,
        generate, outcome,
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

    /// Whether the fifty-move rule allows a claim. FIDE 9.3; mate and stalemate have ended the game.
    pub fn can_claim_fifty_moves(&self) -> bool {
        self.moves.legal > 0 && self.position.halfmoves() >= outcome::FIFTY_MOVES
    }

    /// The pieces of the side to move that are pinned to their king.
    pub fn pinned(&self) -> Bitboard {
        let turn = self.position.turn();
        let (board_index, king) = self.position.king(turn);
        generate::pinned(&self.position.boards()[usize::from(board_index.0)], king, turn)
    }

    /// The board of the king to move, if there are several.
    pub(super) fn on_board(&self) -> String {
        match self.position.as_layered() {
            Some(layered) => {
                format!(" on board {}", layered.king(self.position.turn()).0.letter())
            }
            None => String::new(),
        }
    }

    /// Every piece, board by board if there are several.
    pub(super) fn pieces(&self) -> String {
        match self.position.boards() {
            [board] => board::pieces(board),
            boards => {
                let named = (0..).map(BoardIndex).zip(boards).map(|(board_index, board)| {
                    format!("Board {}: {}", board_index.letter(), board::pieces(board))
                });
                named.collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// What the built-in engine chooses after so many nodes; `None` where the game is over.
    fn search(&self, nodes: u64) -> Option<SearchResult> {
        if self.outcome.is_some() {
            return None;
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut control = SearchTimer::start(&limits, Instant::now, || false);
        let task = SearchTask::new(&self.position, limits.max_depth());
        Engine::new(MEGABYTES, SearchSettings::default()).search(&task, &mut control, |_| ())
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
        let position = &self.position;
        let sign =
            |is_good: bool| if is_good == (position.turn() == Color::White) { "" } else { "-" };
        Some(match choice.score.kind() {
            ScoreKind::Centipawns(0) => "0.00".to_owned(),
            ScoreKind::Centipawns(points) => {
                let size = points.unsigned_abs();
                format!("{}{}.{:02}", sign(points > 0), size / 100, size % 100)
            }
            ScoreKind::MatesIn(moves) => format!("#{}{moves}", sign(true)),
            ScoreKind::MatedIn(moves) => format!("#{}{moves}", sign(false)),
        })
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
    /// How many promote a pawn; each choice of piece counts.
    pub promotions: usize,
    /// The moves that mate.
    pub mates: Vec<Move>,
}

impl MoveCounts {
    fn of(position: &AnyPosition) -> Self {
        let mut count = Self::default();
        match position {
            AnyPosition::Chess(chess) => {
                let checking = CheckInfo::of(chess);
                chess.for_each_move(|mv| count.add(chess, mv, checking.gives_check(chess, mv)));
            }
            AnyPosition::Layered(layered) => {
                for mv in layered.legal_moves() {
                    count.add(&**layered, mv, layered.after(mv).is_check());
                }
            }
        }
        count
    }

    fn add(&mut self, position: &impl Position, mv: Move, gives_check: bool) {
        self.legal += 1;
        self.captures += usize::from(mv.capture.is_some());
        self.promotions += usize::from(mv.promotion.is_some());
        self.checks += usize::from(gives_check);
        if gives_check && !position.after(mv).has_legal_move() {
            self.mates.push(mv);
        }
    }
}

/// Mate and stalemate come before every counter. FIDE 9.6.2.
fn end(position: &AnyPosition, moves: usize) -> Option<Outcome> {
    if moves == 0 {
        return outcome::board_outcome(position);
    }
    if outcome::is_dead(position) {
        return Some(Outcome::DeadPosition);
    }
    (position.halfmoves() >= outcome::SEVENTY_FIVE_MOVES).then_some(Outcome::SeventyFiveMoves)
}

/// The number of pieces of a kind that a side has on all boards.
fn count(boards: &[Board], color: Color, role: Role) -> u32 {
    boards.iter().map(|board| board.pieces(color, role).count()).sum()
}

/// The value of a side's pieces by the usual count.
pub(super) fn points(boards: &[Board], color: Color) -> u64 {
    let value =
        [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    value.into_iter().map(|(role, value)| u64::from(count(boards, color, role)) * value).sum()
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
