//! Why not, on several boards: the same rules on the board of play, and those of the transfer.

use crate::rules::{
    Bitboard, BoardIndex, Layered, Move, MoveKind, Piece, PieceSpec, Position, Role, Side, Square,
    attacks,
    layered::Danger,
    legality::{CastlingFault, Fault, PawnFault, Reason, castling_step, man, named},
};

/// A rule of Alice chess that a spec breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LayeredReason {
    /// A rule of chess forbids it on this board.
    OnBoard(BoardIndex, Box<Reason>),
    /// The king would be attacked, before the transfer or after it.
    KingAttacked {
        /// The board on which it would stand.
        board_index: BoardIndex,
        /// Where.
        king: Square,
        /// By whom.
        attackers: Vec<(Square, Role)>,
    },
    /// The check would be answered by the transfer alone, and this dialect asks for it before.
    AnsweredTooLate {
        /// The king's board.
        board_index: BoardIndex,
        /// The men that give check.
        checkers: Vec<(Square, Role)>,
    },
    /// Several men can go there.
    Ambiguous {
        /// What was named.
        role: Option<Role>,
        /// Where.
        to: Square,
        /// The men.
        men: Vec<(BoardIndex, Square)>,
    },
}

/// One man in question.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    board_index: BoardIndex,
    from: Square,
    role: Role,
}

/// Several men can go there.
pub(super) fn ambiguous(position: &Layered, going: &PieceSpec) -> Reason {
    let fits = |mv: &Move| {
        mv.to == going.to
            && going.role.is_none_or(|role| role == mv.role)
            && going.from.has(mv.from)
    };
    let mut men: Vec<(BoardIndex, Square)> = position
        .legal_moves()
        .into_iter()
        .filter(fits)
        .map(|mv| (mv.board_index, mv.from))
        .collect();
    men.dedup();
    Reason::Layered(LayeredReason::Ambiguous { role: going.role, to: going.to, men })
}

/// What forbids castling beside the rules of chess: the dialect, or the board on which both men arrive.
pub(super) fn castling(position: &Layered, side: Side, fault: CastlingFault) -> Reason {
    if !position.has_castling() {
        return Reason::NoCastlingHere;
    }
    let (board_index, king) = position.king(position.turn());
    let rook = position.castling().rook(position.turn(), king, side);
    let (CastlingFault::Uncovered { attackers }, Some(rook)) = (&fault, rook) else {
        return Reason::Castling { side, fault };
    };
    if !attackers.is_empty() {
        return Reason::Castling { side, fault };
    }
    let taken = [side.king_file(), side.rook_file()]
        .into_iter()
        .find_map(|file| taken(position, board_index, Square::new(file, king.rank())));
    taken
        .or_else(|| endangered(position, Move::castle(king, rook)))
        .unwrap_or(Reason::Castling { side, fault })
}

/// No man can go there: whose fault is it?
pub(super) fn nobody_goes(position: &Layered, going: &PieceSpec) -> Reason {
    let men: Vec<Candidate> = candidates(position, going).collect();
    let reasons = men.iter().map(|&man| why(position, man, going.to));
    match reasons.max_by_key(|(nearness, _)| *nearness) {
        None => nobody_there(position, going),
        Some((1 | 2, _)) if men.len() > 1 => none_reaches(position, &men, going.to),
        Some((_, reason)) => reason,
    }
}

/// The own men that the spec can mean.
fn candidates<'a>(
    position: &'a Layered,
    going: &'a PieceSpec,
) -> impl Iterator<Item = Candidate> + 'a {
    let boards = position
        .layers()
        .filter(|&board_index| going.board_index.is_none_or(|named| named == board_index));
    boards.flat_map(|board_index| {
        let men = position.board(board_index).pieces();
        men.filter(|(from, man)| {
            let is_named = going.role.is_none_or(|role| role == man.role);
            man.color == position.turn() && is_named && going.from.has(*from)
        })
        .map(move |(from, man)| Candidate { board_index, from, role: man.role })
    })
}

/// Nothing of the kind is where the move is said to come from.
fn nobody_there(position: &Layered, going: &PieceSpec) -> Reason {
    let color = position.turn();
    if let Some(from) = going.from.single() {
        let there = position.boards().iter().find_map(|board| board.piece_at(from));
        return match there {
            None => Reason::EmptySquare(from),
            Some(piece) if piece.color != color => Reason::OpponentsMan(from, piece),
            Some(piece) => Reason::OtherMan(from, piece),
        };
    }
    let role = going.role.unwrap_or(Role::Pawn);
    let men = position.boards().iter().map(|board| board.men(color, role));
    let men = men.fold(Bitboard::EMPTY, |all, men| all | men);
    if men.is_empty() {
        Reason::NoSuchMan { role }
    } else {
        Reason::NotThere { role, men, from: going.from }
    }
}

/// What stops one man, and how near it came.
fn why(position: &Layered, man: Candidate, to: Square) -> (u8, Reason) {
    let Candidate { board_index, from, role } = man;
    if let Some(side) = castling_step(position, role, from, to) {
        return (4, super::no_castling(position, side, None));
    }
    if let Some(fault) = way(position, man, to) {
        let nearness = fault.nearness();
        return (nearness, on_board(board_index, Reason::Man { role, from, fault }));
    }
    if let Some(reason) = taken(position, board_index, to) {
        return (5, reason);
    }
    let capture = position.board(board_index).role_at(to);
    let kind = MoveKind::Normal;
    let mv = Move { role, from, to, capture, promotion: None, kind, board_index };
    let elsewhere = || on_board(board_index, Reason::Man { role, from, fault: Fault::OffItsLines });
    (6, endangered(position, mv).unwrap_or_else(elsewhere))
}

/// The rules of chess on the board of play; nobody takes in passing there.
fn way(position: &Layered, man: Candidate, to: Square) -> Option<Fault> {
    let board = position.board(man.board_index);
    let fault = man::way(position, board, man.role, man.from, to, None)?;
    Some(match fault {
        Fault::Pawn(
            PawnFault::PassingTooLate { .. } | PawnFault::PassingWithoutDoubleStep { .. },
        ) => Fault::Pawn(PawnFault::TakesNothing),
        _ => fault,
    })
}

fn none_reaches(position: &Layered, men: &[Candidate], to: Square) -> Reason {
    let role = men.first().map_or(Role::Pawn, |man| man.role);
    let fault = |man: &Candidate| Some((man.from, way(position, *man, to)?));
    Reason::NoneReaches { role, to, men: men.iter().filter_map(fault).collect() }
}

/// The man that stands on the square of arrival.
fn taken(position: &Layered, board_index: BoardIndex, to: Square) -> Option<Reason> {
    let board_index = position.next(board_index);
    let piece: Piece = position.board(board_index).piece_at(to)?;
    Some(Reason::NextBoardTaken { to, board_index, piece })
}

/// The move could be made but for the king.
fn endangered(position: &Layered, mv: Move) -> Option<Reason> {
    let danger = position.danger(mv)?;
    let (board_index, king) = (danger.board_index, danger.king);
    let attackers = named(position.board(board_index), danger.attackers);
    let is_checked = mv.role != Role::King && (danger.attackers & position.checkers()).is_any();
    Some(if is_checked && danger.passes {
        Reason::Layered(LayeredReason::AnsweredTooLate { board_index, checkers: attackers })
    } else if is_checked {
        let checkers = named(position.board(board_index), position.checkers());
        let fault = Fault::CheckUnanswered { checkers, king };
        on_board(board_index, Reason::Man { role: mv.role, from: mv.from, fault })
    } else if let Some(fault) = pinned(position, mv, danger) {
        on_board(board_index, Reason::Man { role: mv.role, from: mv.from, fault })
    } else {
        Reason::Layered(LayeredReason::KingAttacked { board_index, king, attackers })
    })
}

/// Whether the man uncovers its king by leaving its square.
fn pinned(position: &Layered, mv: Move, danger: Danger) -> Option<Fault> {
    let at = danger.attackers.first()?;
    let pinner = position.board(danger.board_index).piece_at(at)?;
    let shields =
        danger.board_index == mv.board_index && attacks::between(danger.king, at).has(mv.from);
    shields.then_some(Fault::Pinned { pinner, at, king: danger.king })
}

fn on_board(board_index: BoardIndex, reason: Reason) -> Reason {
    Reason::Layered(LayeredReason::OnBoard(board_index, Box::new(reason)))
}
