//! What the rules say about a position that can be played.

use crate::output::board as diagram;
use crate::rules::{
    AnyPosition, Bitboard, Board, BoardIndex, CheckInfo, Color, Move, MoveList, Outcome, Position,
    Role, generate, outcome,
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
        let Count { moves, captures, checks, promotions, mates } = Count::of(&position);
        let outcome = end(&position, moves);
        Self { position, legal_moves: moves, captures, checks, promotions, mates, outcome }
    }

    /// The legal moves.
    pub fn moves(&self) -> MoveList {
        self.position.legal_moves()
    }

    /// Whether the counter allows to claim a draw. FIDE 9.3; mate and stalemate have ended the game.
    pub fn can_claim_fifty_moves(&self) -> bool {
        self.legal_moves > 0 && self.position.halfmoves() >= outcome::FIFTY_MOVES
    }

    /// The men of the side to move that are pinned to their king.
    pub fn pinned(&self) -> Bitboard {
        let turn = self.position.turn();
        let (board_index, king) = self.position.king(turn);
        generate::pinned(&self.position.boards()[usize::from(board_index.0)], king, turn)
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
                let named = (0..).map(BoardIndex).zip(boards).map(|(board_index, board)| {
                    format!("Board {}: {}", board_index.letter(), diagram::pieces(board))
                });
                named.collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// The legal moves of a position, counted without a list of them.
#[derive(Debug, Default)]
struct Count {
    moves: usize,
    captures: usize,
    checks: usize,
    promotions: usize,
    mates: Vec<Move>,
}

impl Count {
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
        self.moves += 1;
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

/// How many men of a kind a side has on all boards.
fn count(boards: &[Board], color: Color, role: Role) -> u32 {
    boards.iter().map(|board| board.pieces(color, role).count()).sum()
}

/// What a side's men are worth by the usual count.
pub(super) fn points(boards: &[Board], color: Color) -> u64 {
    let worth =
        [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    worth.into_iter().map(|(role, worth)| u64::from(count(boards, color, role)) * worth).sum()
}
