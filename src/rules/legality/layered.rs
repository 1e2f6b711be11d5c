//! Why not, on several boards: the same rules on the board of play, and those of the transfer.

use crate::rules::{
    Bitboard, Going, Layer, Layered, Manner, Move, Piece, Position, Role, Side, Square, attacks,
    layered::Danger,
    legality::{CastlingFault, Fault, PawnFault, Reason, castling_step, man, named},
};

/// A rule of Alice chess that a wish breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LayeredReason {
    /// A rule of chess forbids it on this board.
    OnBoard(Layer, Box<Reason>),
    /// The king would be attacked, before the transfer or after it.
    KingAttacked {
        /// The board on which it would stand.
        layer: Layer,
        /// Where.
        king: Square,
        /// By whom.
        attackers: Vec<(Square, Role)>,
    },
    /// The check would be answered by the transfer alone, and this dialect asks for it before.
    AnsweredTooLate {
        /// The king's board.
        layer: Layer,
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
        men: Vec<(Layer, Square)>,
    },
}

/// One man in question.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    layer: Layer,
    from: Square,
    role: Role,
}

/// Several men can go there.
pub(super) fn ambiguous(position: &Layered, going: &Going) -> Reason {
    let fits = |mv: &Move| {
        mv.to == going.to
            && going.role.is_none_or(|role| role == mv.role)
            && going.from.has(mv.from)
    };
    let mut men: Vec<(Layer, Square)> =
        position.legal_moves().into_iter().filter(fits).map(|mv| (mv.layer, mv.from)).collect();
    men.dedup();
    Reason::Layered(LayeredReason::Ambiguous { role: going.role, to: going.to, men })
}

/// What forbids castling beside the rules of chess: the dialect, or the board on which both men arrive.
pub(super) fn castling(position: &Layered, side: Side, fault: CastlingFault) -> Reason {
    if !position.has_castling() {
        return Reason::NoCastlingHere;
    }
    let (layer, king) = position.king(position.turn());
    let rook = position.castling().rook(position.turn(), king, side);
    let (CastlingFault::Uncovered { attackers }, Some(rook)) = (&fault, rook) else {
        return Reason::Castling { side, fault };
    };
    if !attackers.is_empty() {
        return Reason::Castling { side, fault };
    }
    let taken = [side.king_file(), side.rook_file()]
        .into_iter()
        .find_map(|file| taken(position, layer, Square::new(file, king.rank())));
    taken
        .or_else(|| endangered(position, Move::castle(king, rook)))
        .unwrap_or(Reason::Castling { side, fault })
}

/// No man can go there: whose fault is it?
pub(super) fn nobody_goes(position: &Layered, going: &Going) -> Reason {
    let men: Vec<Candidate> = candidates(position, going).collect();
    let reasons = men.iter().map(|&man| why(position, man, going.to));
    match reasons.max_by_key(|(nearness, _)| *nearness) {
        None => nobody_there(position, going),
        Some((1 | 2, _)) if men.len() > 1 => none_reaches(position, &men, going.to),
        Some((_, reason)) => reason,
    }
}

/// The own men that the wish can mean.
fn candidates<'a>(position: &'a Layered, going: &'a Going) -> impl Iterator<Item = Candidate> + 'a {
    let boards = position.layers().filter(|&layer| going.layer.is_none_or(|named| named == layer));
    boards.flat_map(|layer| {
        let men = position.board(layer).pieces();
        men.filter(|(from, man)| {
            let is_named = going.role.is_none_or(|role| role == man.role);
            man.color == position.turn() && is_named && going.from.has(*from)
        })
        .map(move |(from, man)| Candidate { layer, from, role: man.role })
    })
}

/// Nothing of the kind is where the move is said to come from.
fn nobody_there(position: &Layered, going: &Going) -> Reason {
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
    let Candidate { layer, from, role } = man;
    if let Some(side) = castling_step(position, role, from, to) {
        return (4, super::no_castling(position, side, None));
    }
    if let Some(fault) = way(position, man, to) {
        let nearness = fault.nearness();
        return (nearness, on_board(layer, Reason::Man { role, from, fault }));
    }
    if let Some(reason) = taken(position, layer, to) {
        return (5, reason);
    }
    let capture = position.board(layer).role_at(to);
    let manner = Manner::Plain;
    let mv = Move { role, from, to, capture, promotion: None, manner, layer };
    let elsewhere = || on_board(layer, Reason::Man { role, from, fault: Fault::OffItsLines });
    (6, endangered(position, mv).unwrap_or_else(elsewhere))
}

/// The rules of chess on the board of play; nobody takes in passing there.
fn way(position: &Layered, man: Candidate, to: Square) -> Option<Fault> {
    let board = position.board(man.layer);
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
fn taken(position: &Layered, layer: Layer, to: Square) -> Option<Reason> {
    let layer = position.next(layer);
    let piece: Piece = position.board(layer).piece_at(to)?;
    Some(Reason::NextBoardTaken { to, layer, piece })
}

/// The move could be made but for the king.
fn endangered(position: &Layered, mv: Move) -> Option<Reason> {
    let danger = position.danger(mv)?;
    let (layer, king) = (danger.layer, danger.king);
    let attackers = named(position.board(layer), danger.attackers);
    let is_checked = mv.role != Role::King && (danger.attackers & position.checkers()).is_any();
    Some(if is_checked && danger.passes {
        Reason::Layered(LayeredReason::AnsweredTooLate { layer, checkers: attackers })
    } else if is_checked {
        let checkers = named(position.board(layer), position.checkers());
        let fault = Fault::CheckUnanswered { checkers, king };
        on_board(layer, Reason::Man { role: mv.role, from: mv.from, fault })
    } else if let Some(fault) = pinned(position, mv, danger) {
        on_board(layer, Reason::Man { role: mv.role, from: mv.from, fault })
    } else {
        Reason::Layered(LayeredReason::KingAttacked { layer, king, attackers })
    })
}

/// Whether the man uncovers its king by leaving its square.
fn pinned(position: &Layered, mv: Move, danger: Danger) -> Option<Fault> {
    let at = danger.attackers.first()?;
    let pinner = position.board(danger.layer).piece_at(at)?;
    let shields = danger.layer == mv.layer && attacks::between(danger.king, at).has(mv.from);
    shields.then_some(Fault::Pinned { pinner, at, king: danger.king })
}

fn on_board(layer: Layer, reason: Reason) -> Reason {
    Reason::Layered(LayeredReason::OnBoard(layer, Box::new(reason)))
}
