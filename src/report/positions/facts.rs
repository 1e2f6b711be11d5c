//! What the rules say about a position that can be played.

use crate::diagram;
use crate::rules::{
    AnyPosition, Bitboard, Board, Checking, Color, Deadness, Layer, Move, MoveList, Outcome,
    Position, Role, generate, outcome,
};

/// The answers to everything a record asks.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The position.
    pub position: AnyPosition,
    /// How many legal moves it has. The moves themselves are much to carry about, and seldom wanted.
    pub legal_moves: usize,
    /// How many of them take something.
    pub captures: usize,
    /// How many give check.
    pub checks: usize,
    /// How many promote a pawn; each piece counts.
    pub promotions: usize,
    /// Those that mate.
    pub mates: Vec<Move>,
    /// How the game ends here, if it does.
    pub outcome: Option<Outcome>,
}

impl Facts {
    /// Looks at every legal move.
    pub fn of(position: AnyPosition) -> Self {
        let moves = position.legal_moves();
        let mut facts = Self {
            captures: moves.iter().filter(|mv| mv.capture.is_some()).count(),
            promotions: moves.iter().filter(|mv| mv.promotion.is_some()).count(),
            outcome: end(&position, &moves),
            checks: 0,
            mates: Vec::new(),
            legal_moves: moves.len(),
            position,
        };
        facts.look_for_checks(&moves);
        facts
    }

    /// The legal moves.
    pub fn moves(&self) -> MoveList {
        self.position.legal_moves()
    }

    fn look_for_checks(&mut self, moves: &[Move]) {
        let position = &self.position;
        let checking = match position {
            AnyPosition::Chess(chess) => Some((chess, Checking::of(chess))),
            AnyPosition::Layered(_) => None,
        };
        let gives_check = |mv: &&Move| match &checking {
            Some((chess, checking)) => checking.is_given_by(chess, **mv),
            None => position.after(**mv).is_check(),
        };
        for &mv in moves.iter().filter(gives_check) {
            self.checks += 1;
            if !position.after(mv).has_legal_move() {
                self.mates.push(mv);
            }
        }
    }

    /// The men of the side to move that are pinned to their king.
    pub fn pinned(&self) -> Bitboard {
        let turn = self.position.turn();
        let (layer, king) = self.position.king(turn);
        generate::pinned(&self.position.boards()[usize::from(layer.0)], king, turn)
    }

    /// Where the king to move stands, if there are several boards.
    pub(super) fn on_board(&self) -> String {
        match self.position.as_layered() {
            Some(layered) => {
                format!(" on board {}", layered.king(self.position.turn()).0.letter())
            }
            None => String::new(),
        }
    }

    /// Every man, board by board if there are several.
    pub(super) fn pieces(&self) -> String {
        match self.position.boards() {
            [board] => diagram::pieces(board),
            boards => {
                let named = (0..).map(Layer).zip(boards).map(|(layer, board)| {
                    format!("Board {}: {}", layer.letter(), diagram::pieces(board))
                });
                named.collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// Mate and stalemate come before every counter. FIDE 9.6.2.
fn end(position: &AnyPosition, moves: &MoveList) -> Option<Outcome> {
    if moves.is_empty() {
        return outcome::on_the_board(position);
    }
    if outcome::deadness(position) == Deadness::Dead {
        return Some(Outcome::DeadPosition);
    }
    (position.halfmoves() >= outcome::SEVENTY_FIVE_MOVES).then_some(Outcome::SeventyFiveMoves)
}

/// How many men of a kind a side has on all boards.
fn count(boards: &[Board], color: Color, role: Role) -> u32 {
    boards.iter().map(|board| board.men(color, role).count()).sum()
}

/// What a side's men are worth by the usual count.
pub(super) fn points(boards: &[Board], color: Color) -> u64 {
    let worth =
        [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    worth.into_iter().map(|(role, worth)| u64::from(count(boards, color, role)) * worth).sum()
}
