//! Why not: for a move that cannot be played, the rule that forbids it and the squares it is about.

mod castling;
mod layered;
mod pawn;
mod piece;

use crate::rules::{
    Bitboard, Board, BoardIndex, Color, History, Move, MoveSpec, Outcome, Piece, PieceSpec,
    Position, Role, Side, Square, Unresolved, attacks, outcome,
};
pub use castling::{CastlingFault, LostRight};
pub use layered::LayeredReason;
pub use pawn::PawnFault;

/// The rule that a spec breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// Nobody has a move any more.
    GameOver(Outcome),
    /// The side to move has no such piece.
    NoSuchPiece {
        /// The kind that was named.
        role: Role,
    },
    /// The kind exists, but not where the move was said to come from.
    NotThere {
        /// The kind that was named.
        role: Role,
        /// Where pieces of the kind stand.
        pieces: Bitboard,
        /// Where it was said to stand.
        from: Bitboard,
    },
    /// Nothing stands on the square the move was said to come from.
    EmptySquare(Square),
    /// What stands there is the opponent's.
    OpponentsPiece(Square, Piece),
    /// Another kind stands there than was named.
    OtherPiece(Square, Piece),
    /// One piece is in question, and this is the matter with it.
    Piece {
        /// What it is.
        role: Role,
        /// Where it stands.
        from: Square,
        /// What forbids the move.
        fault: PieceFault,
    },
    /// Several pieces of the kind are in question, and none can go there.
    NoneReaches {
        /// The kind that was named.
        role: Role,
        /// Where it should go.
        to: Square,
        /// What is the matter with each.
        pieces: Vec<(Square, PieceFault)>,
    },
    /// Castling.
    Castling {
        /// To which wing.
        side: Side,
        /// What forbids it.
        fault: CastlingFault,
    },
    /// A pawn arrives and must become something.
    PromotionMissing(Square),
    /// Nothing may become this, or not here.
    PromotionImpossible {
        /// What was asked for.
        role: Role,
        /// Where.
        to: Square,
    },
    /// Several pieces can go there.
    Ambiguous {
        /// What was named.
        role: Option<Role>,
        /// Where.
        to: Square,
        /// The pieces.
        pieces: Bitboard,
    },
    /// Alice chess: the square on the next board is taken.
    NextBoardOccupied {
        /// The square.
        to: Square,
        /// The board that it is taken on.
        board_index: BoardIndex,
        /// By what.
        piece: Piece,
    },
    /// Alice chess: castling is not played in this dialect.
    NoCastlingInVariant,
    /// Alice chess: something that several boards bring with them.
    Layered(LayeredReason),
}

/// What is the matter with one piece's move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PieceFault {
    /// Its way of moving does not lead there.
    WrongMovement,
    /// A bishop never reaches a square of the other colour.
    WrongSquareColor,
    /// Something stands in between.
    Blocked {
        /// Where.
        at: Square,
        /// What.
        piece: Piece,
    },
    /// It stands there already.
    AlreadyThere,
    /// An own piece stands there.
    OwnPiece(Role),
    /// A king is never taken.
    CapturesKing,
    /// Rules for pawns.
    Pawn(PawnFault),
    /// It would uncover its own king.
    Pinned {
        /// By what.
        pinner: Piece,
        /// Which stands where.
        at: Square,
        /// The king's square.
        king: Square,
    },
    /// The king is in check and the move does not help.
    CheckUnanswered {
        /// The pieces that give check.
        checkers: Vec<(Square, Role)>,
        /// The king's square.
        king: Square,
    },
    /// The king would step into an attack.
    KingAttacked(Vec<(Square, Role)>),
}

impl PieceFault {
    /// How near the move is to being legal; the nearest one is worth telling.
    fn nearness(&self) -> u8 {
        match self {
            Self::Pinned { .. } | Self::CheckUnanswered { .. } | Self::KingAttacked(_) => 4,
            Self::Pawn(fault) => fault.nearness(),
            Self::AlreadyThere | Self::OwnPiece(_) | Self::CapturesKing => 3,
            Self::Blocked { .. } => 2,
            Self::WrongMovement | Self::WrongSquareColor => 1,
        }
    }

    /// Whether no such piece goes from square to square, whatever else stands on the board.
    fn is_out_of_reach(&self) -> bool {
        matches!(
            self,
            Self::WrongMovement | Self::WrongSquareColor | Self::Pawn(PawnFault::NotAPawnMove)
        )
    }
}

/// Why a spec cannot be played; `None` if it can. A game's past tells when a right was lost.
pub fn reason<P: Position>(
    position: &P,
    spec: &MoveSpec,
    past: Option<&History<P>>,
) -> Option<Reason> {
    let unresolved = spec.resolve(position).err()?;
    if let Some(over @ (Outcome::Checkmate { .. } | Outcome::Stalemate)) =
        outcome::board_outcome(position)
    {
        return Some(Reason::GameOver(over));
    }
    Some(match *spec {
        MoveSpec::Castle(side) => no_castling(position, side, past),
        MoveSpec::Piece(spec) => refused(position, &spec, unresolved, past),
    })
}

fn no_castling<P: Position>(position: &P, side: Side, past: Option<&History<P>>) -> Reason {
    let fault = castling::fault(position, side, past);
    match position.as_layered() {
        Some(layered) => layered::castling(layered, side, fault),
        None => Reason::Castling { side, fault },
    }
}

fn refused<P: Position>(
    position: &P,
    spec: &PieceSpec,
    unresolved: Unresolved,
    past: Option<&History<P>>,
) -> Reason {
    match (unresolved, spec.promotion) {
        (Unresolved::PromotionMissing, _) => Reason::PromotionMissing(spec.to),
        (Unresolved::PromotionImpossible, Some(role)) => {
            Reason::PromotionImpossible { role, to: spec.to }
        }
        (Unresolved::Ambiguous(pieces), _) => match position.as_layered() {
            Some(layered) => layered::ambiguous(layered, spec),
            None => Reason::Ambiguous { role: spec.role, to: spec.to, pieces },
        },
        _ => match position.as_layered() {
            Some(layered) => layered::nobody_goes(layered, spec),
            None => nobody_goes(position, spec, past),
        },
    }
}

/// No piece can go there: whose fault is it?
fn nobody_goes<P: Position>(position: &P, spec: &PieceSpec, past: Option<&History<P>>) -> Reason {
    let board = &position.boards()[0];
    let color = position.turn();
    if let (Some(from), None) = (spec.from.single(), spec.role) {
        match board.piece_at(from) {
            None => return Reason::EmptySquare(from),
            Some(piece) if piece.color != color => return Reason::OpponentsPiece(from, piece),
            Some(piece) => {
                return one_piece(position, past, piece.role, from, spec);
            }
        }
    }
    let role = spec.role.unwrap_or(Role::Pawn);
    let pieces = board.pieces(color, role);
    if pieces.is_empty() {
        return Reason::NoSuchPiece { role };
    }
    let named = pieces & spec.from;
    match (named.single(), named.is_empty()) {
        (Some(from), _) => one_piece(position, past, role, from, spec),
        (None, false) => several_pieces(position, past, role, named, spec),
        (None, true) => nobody_there(board, color, role, pieces, spec),
    }
}

/// A pawn move names a file, a piece move perhaps a square: nothing of the kind is there.
fn nobody_there(
    board: &Board,
    color: Color,
    role: Role,
    pieces: Bitboard,
    spec: &PieceSpec,
) -> Reason {
    match spec.from.single().map(|from| (from, board.piece_at(from))) {
        Some((from, None)) => Reason::EmptySquare(from),
        Some((from, Some(piece))) if piece.color != color => Reason::OpponentsPiece(from, piece),
        Some((from, Some(piece))) => Reason::OtherPiece(from, piece),
        None => Reason::NotThere { role, pieces, from: spec.from },
    }
}

fn one_piece<P: Position>(
    position: &P,
    past: Option<&History<P>>,
    role: Role,
    from: Square,
    spec: &PieceSpec,
) -> Reason {
    if let Some(side) = castling_step(position, role, from, spec.to) {
        return no_castling(position, side, past);
    }
    Reason::Piece { role, from, fault: piece::fault(position, role, from, spec.to, past) }
}

/// The king's step of two squares, or onto its own rook, which is how coordinates ask for castling;
/// where castling is possible, the king is merely said to go too far.
fn castling_step<P: Position>(position: &P, role: Role, from: Square, to: Square) -> Option<Side> {
    let home = position.castling().of(position.turn());
    let steps = (from.file() as u8).abs_diff(to.file() as u8);
    let asks = role == Role::King
        && from.rank() == to.rank()
        && (home.has(to) || (steps == 2 && Bitboard::back_rank(position.turn()).has(from)));
    let side = Side::of(from, to);
    (asks && position.castling_move(side).is_none()).then_some(side)
}

fn several_pieces<P: Position>(
    position: &P,
    past: Option<&History<P>>,
    role: Role,
    pieces: Bitboard,
    spec: &PieceSpec,
) -> Reason {
    let faults: Vec<(Square, PieceFault)> =
        pieces.map(|from| (from, piece::fault(position, role, from, spec.to, past))).collect();
    let board = &position.boards()[0];
    let strikes = |from| attacks::of(role, position.turn(), from, board.occupied()).has(spec.to);
    let nearest = faults.iter().max_by_key(|(from, fault)| (fault.nearness(), strikes(*from)));
    match nearest {
        Some((from, fault)) if fault.nearness() >= 3 => {
            Reason::Piece { role, from: *from, fault: fault.clone() }
        }
        _ => Reason::NoneReaches { role, to: spec.to, pieces: faults },
    }
}

/// The pieces on some squares, with their kinds.
fn named(board: &Board, squares: Bitboard) -> Vec<(Square, Role)> {
    squares.filter_map(|square| Some((square, board.role_at(square)?))).collect()
}

/// Legal moves that come near a spec: those to its square, and those of the piece it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternatives {
    /// Other legal moves to the same square.
    pub to_square: Vec<Move>,
    /// Other legal moves of the same kind of piece, from where it was said to stand.
    pub of_piece: Vec<Move>,
}

/// What could be played instead.
pub fn alternatives<P: Position>(position: &P, spec: &MoveSpec) -> Alternatives {
    let moves = position.legal_moves();
    let (to, role, from) = match *spec {
        MoveSpec::Castle(_) => (None, Some(Role::King), Bitboard::FULL),
        MoveSpec::Piece(spec) => (Some(spec.to), spec.role, spec.from),
    };
    let to_square = |mv: &Move| Some(mv.target()) == to;
    let of_piece =
        |mv: &Move| role.is_none_or(|role| role == mv.role) && from.has(mv.from) && !to_square(mv);
    Alternatives {
        to_square: moves.iter().copied().filter(to_square).collect(),
        of_piece: moves.iter().copied().filter(of_piece).collect(),
    }
}
