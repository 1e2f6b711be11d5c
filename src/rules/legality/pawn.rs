//! What is the matter with a pawn's move, its king's safety apart.

use crate::rules::{Board, Color, History, Move, Piece, Position, Rank, Role, Square};

/// The rule for pawns that a move breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PawnFault {
    /// It goes straight, and something stands there.
    Blocked {
        /// Where.
        at: Square,
        /// What.
        piece: Piece,
    },
    /// It takes diagonally, and nothing is there to take.
    NothingToCapture,
    /// It goes two squares, but not from its first rank.
    DoubleStepNotFromHome,
    /// Back, sideways, or further than a pawn goes.
    NotAPawnMove,
    /// The pawn beside it could be taken in passing only directly after its double step.
    EnPassantTooLate {
        /// The pawn beside it.
        pawn: Square,
        /// The half-move of the double step, where the game is known.
        stepped: Option<usize>,
    },
    /// The pawn beside it has made no double step.
    EnPassantWithoutDoubleStep {
        /// The pawn beside it.
        pawn: Square,
    },
}

impl PawnFault {
    pub(super) fn nearness(self) -> u8 {
        match self {
            Self::EnPassantTooLate { .. } | Self::EnPassantWithoutDoubleStep { .. } => 3,
            Self::Blocked { .. } | Self::NothingToCapture | Self::DoubleStepNotFromHome => 2,
            Self::NotAPawnMove => 1,
        }
    }
}

/// Why the pawn cannot go there, if its way of moving forbids it.
pub(super) fn fault<P: Position>(
    position: &P,
    board: &Board,
    from: Square,
    to: Square,
    past: Option<&History<P>>,
) -> Option<PawnFault> {
    let color = position.turn();
    let forward = |steps: i8| if color == Color::White { steps } else { -steps };
    let aside = (from.file() as u8).abs_diff(to.file() as u8);
    let straight = |steps| from.offset(0, forward(steps));
    let ahead = |steps| straight(steps).map(Square::rank) == Some(to.rank());
    match aside {
        0 if ahead(1) => blocked(board, to),
        0 if ahead(2) && is_home(from, color) => {
            straight(1).and_then(|passed| blocked(board, passed)).or_else(|| blocked(board, to))
        }
        0 if ahead(2) => Some(PawnFault::DoubleStepNotFromHome),
        1 if ahead(1) => diagonal(position, board, from, to, past),
        _ => Some(PawnFault::NotAPawnMove),
    }
}

fn is_home(from: Square, color: Color) -> bool {
    from.rank() == if color == Color::White { Rank::Two } else { Rank::Seven }
}

fn blocked(board: &Board, at: Square) -> Option<PawnFault> {
    board.piece_at(at).map(|piece| PawnFault::Blocked { at, piece })
}

fn diagonal<P: Position>(
    position: &P,
    board: &Board,
    from: Square,
    to: Square,
    past: Option<&History<P>>,
) -> Option<PawnFault> {
    let enemy = !position.turn();
    let beside = Square::new(to.file(), from.rank());
    let fifth = if enemy == Color::Black { Rank::Five } else { Rank::Four };
    let pawn_beside = board.pieces(enemy, Role::Pawn).has(beside) && from.rank() == fifth;
    if board.occupied().has(to) {
        return None;
    }
    if !pawn_beside {
        return Some(PawnFault::NothingToCapture);
    }
    let Some((ply, mv)) = past.and_then(|game| arrival(game, beside)) else {
        // Of what was before the game, its first position alone can tell.
        let may_step = may_just_have_stepped(position, to);
        return (!may_step).then_some(PawnFault::EnPassantTooLate { pawn: beside, stepped: None });
    };
    if !mv.is_double_step() {
        return Some(PawnFault::EnPassantWithoutDoubleStep { pawn: beside });
    }
    let is_last = past.is_some_and(|game| ply + 1 == game.moves().len());
    (!is_last).then_some(PawnFault::EnPassantTooLate { pawn: beside, stepped: Some(ply) })
}

/// Where the position itself says so, the capture can only fail because of the king.
fn may_just_have_stepped<P: Position>(position: &P, to: Square) -> bool {
    position.pseudo_en_passant() == Some(to)
}

/// The move, and its half-move counted from zero, that brought the piece on this square there.
fn arrival<P: Position>(game: &History<P>, to: Square) -> Option<(usize, Move)> {
    game.moves().iter().copied().enumerate().rfind(|(_, mv)| mv.to == to)
}
