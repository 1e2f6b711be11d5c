//! The reasons of the rules as sentences: one line, small letter first, no full stop.

mod castling;
mod data;
#[cfg(test)]
mod tests;
mod words;

use crate::{
    diagnostics,
    notation::{NumberedMove, write_san},
    rules::{
        Bitboard, History, Piece, Position, Role, Square, attacks,
        legality::{LayeredReason, PawnFault, PieceFault, Reason},
    },
};

pub use data::{kind, pin_line, rule};
pub use words::{adjective, capitalised, list, wing};
use words::{ended, men_on, way_of_moving};

/// Words for a reason in a position, and in a game where there is one.
#[derive(Debug, Clone, Copy)]
pub struct Teller<'a, P> {
    /// The position in which the move was tried.
    pub position: &'a P,
    /// The moves that led to it.
    pub past: Option<&'a History<P>>,
}

impl<P: Position> Teller<'_, P> {
    /// Why not, in a sentence a player understands.
    pub fn sentence(&self, reason: &Reason) -> String {
        match reason {
            Reason::GameOver(outcome) => format!("the game is over: {}", ended(*outcome)),
            Reason::NoSuchPiece { role } => format!("{} has no {}", self.side(), role.name()),
            Reason::NotThere { role, pieces, from } => self.not_there(*role, *pieces, *from),
            Reason::EmptySquare(square) => format!("{square} is empty: there is no piece to move"),
            Reason::OpponentsPiece(square, piece) => format!(
                "the {} on {square} is the opponent's: it is {}'s turn",
                piece.role.name(),
                self.side()
            ),
            Reason::OtherPiece(square, piece) => {
                format!("on {square} stands a {}", piece.role.name())
            }
            Reason::Piece { role, from, fault } => self.fault(*role, *from, fault),
            Reason::NoneReaches { role, to, pieces } => self.none_reaches(*role, *to, pieces),
            Reason::Castling { side, fault } => self.castling(*side, fault),
            Reason::PromotionMissing(to) => {
                format!("the pawn is promoted on {to}: queen, rook, bishop or knight must be named")
            }
            Reason::PromotionImpossible { role, to } => promotion_impossible(*role, *to),
            Reason::Ambiguous { role, to, pieces } => ambiguous(*role, *to, *pieces),
            Reason::NextBoardOccupied { to, board_index, piece } => format!(
                "{to} is taken on board {} by the {} {}",
                board_index.letter(),
                adjective(piece.color),
                piece.role.name()
            ),
            Reason::NoCastlingInVariant => "there is no castling in this kind of chess".to_owned(),
            Reason::Layered(reason) => self.layered(reason),
        }
    }

    /// What several boards bring with them.
    fn layered(&self, reason: &LayeredReason) -> String {
        match reason {
            LayeredReason::OnBoard(board_index, reason) => {
                format!("on board {} {}", board_index.letter(), self.sentence(reason))
            }
            LayeredReason::KingAttacked { board_index, king, attackers } => format!(
                "the king on {king} would be attacked on board {} by {}",
                board_index.letter(),
                men_on(attackers)
            ),
            LayeredReason::AnsweredTooLate { board_index, checkers } => format!(
                "the check from {} must be answered on board {}: a man from another board comes too late",
                men_on(checkers),
                board_index.letter()
            ),
            LayeredReason::Ambiguous { role, to, pieces } => format!(
                "ambiguous: several {}s can go to {to}, those on {}",
                role.map_or("piece", Role::name),
                list(
                    pieces
                        .iter()
                        .map(|(board_index, at)| format!("{at} of board {}", board_index.letter()))
                )
            ),
        }
    }

    fn side(&self) -> &'static str {
        self.position.turn().name()
    }

    fn not_there(&self, role: Role, pieces: Bitboard, from: Bitboard) -> String {
        let where_from = match from.first() {
            Some(square) if from == Bitboard::file(square.file()) => {
                format!("on the {}-file", square.file().letter())
            }
            Some(square) if from == Bitboard::rank(square.rank()) => {
                format!("on rank {}", square.rank().digit())
            }
            _ => "there".to_owned(),
        };
        let name = role.name();
        let color = adjective(self.position.turn());
        if role == Role::Pawn {
            return format!("no {color} pawn stands {where_from}");
        }
        format!(
            "no {color} {name} stands {where_from}, only on {}",
            list(pieces.map(|at| at.to_string()))
        )
    }

    fn fault(&self, role: Role, from: Square, fault: &PieceFault) -> String {
        let man = format!("the {} on {from}", role.name());
        match fault {
            PieceFault::WrongMovement => {
                format!("{man} cannot reach that square: {}", way_of_moving(role))
            }
            PieceFault::WrongSquareColor => {
                let colour = if from.is_light() { "light" } else { "dark" };
                format!("{man} stands on {colour} squares and cannot reach one of the other colour")
            }
            PieceFault::Blocked { at, piece } => {
                format!("{man} is blocked by the {} on {at}", piece.role.name())
            }
            PieceFault::AlreadyThere => format!("{man} stands there already"),
            PieceFault::OwnPiece(there) => {
                format!(
                    "{man} cannot go there: {}'s own {} stands there",
                    self.side(),
                    there.name()
                )
            }
            PieceFault::CapturesKing => "a king is never captured".to_owned(),
            PieceFault::Pawn(fault) => self.pawn(from, *fault),
            PieceFault::Pinned { pinner, at, king } => self.pinned(role, from, *pinner, *at, *king),
            PieceFault::CheckUnanswered { checkers, king } => self.unanswered(checkers, *king),
            PieceFault::KingAttacked(attackers) => {
                format!("the king would be attacked there by {}", men_on(attackers))
            }
        }
    }

    fn pinned(&self, role: Role, from: Square, pinner: Piece, at: Square, king: Square) -> String {
        let pinner = pinner.role.name();
        // On several boards nobody is taken in passing, and it is always the man itself that shields.
        let shields = match self.position.boards() {
            [board] => (attacks::between(king, at) & board.occupied()).single() == Some(from),
            _ => true,
        };
        if shields {
            let man = role.name();
            return format!(
                "the {man} on {from} is pinned: without it the {pinner} on {at} attacks the king on {king}"
            );
        }
        format!("taking en passant uncovers the king on {king}: the {pinner} on {at} attacks it")
    }

    fn unanswered(&self, checkers: &[(Square, Role)], king: Square) -> String {
        let side = self.side();
        match checkers {
            [_, _, ..] => format!(
                "{side} is in double check from {}: the king on {king} must move",
                men_on(checkers)
            ),
            [(_, role)] if role.is_slider() => format!(
                "{side} is in check from {}: capture it, block its line or move the king",
                men_on(checkers)
            ),
            _ => {
                format!("{side} is in check from {}: capture it or move the king", men_on(checkers))
            }
        }
    }

    fn pawn(&self, from: Square, fault: PawnFault) -> String {
        match fault {
            PawnFault::Blocked { at, piece } => {
                format!("the pawn on {from} is blocked by the {} on {at}", piece.role.name())
            }
            PawnFault::NothingToCapture => {
                format!("the pawn on {from} moves diagonally only to capture, and nothing is there")
            }
            PawnFault::DoubleStepNotFromHome => {
                format!(
                    "the pawn on {from} has left its first square: only from there it may go two"
                )
            }
            PawnFault::NotAPawnMove => {
                format!(
                    "the pawn on {from} cannot reach that square: {}",
                    way_of_moving(Role::Pawn)
                )
            }
            PawnFault::EnPassantTooLate { pawn, stepped } => {
                let when = stepped.and_then(|ply| self.numbered(ply));
                let when = when.map_or_else(String::new, |mv| format!(" ({mv})"));
                format!(
                    "the pawn on {pawn} can be taken en passant only on the move directly after its double step{when}"
                )
            }
            PawnFault::EnPassantWithoutDoubleStep { pawn } => {
                format!("the pawn on {pawn} cannot be taken en passant: it has made no double step")
            }
        }
    }

    fn none_reaches(&self, role: Role, to: Square, pieces: &[(Square, PieceFault)]) -> String {
        let color = adjective(self.position.turn());
        let name = role.name();
        let whys: Vec<String> =
            pieces.iter().filter_map(|(from, fault)| why_in_short(*from, to, fault)).collect();
        if whys.is_empty() {
            return format!("no {color} {name} can reach {to}: {}", way_of_moving(role));
        }
        format!("no {color} {name} can reach {to}: {}", whys.join("; "))
    }

    /// A half-move of the past as it is written.
    fn numbered(&self, ply: usize) -> Option<String> {
        let game = self.past?;
        let before = game.position_at(ply)?;
        let san = write_san(before, *game.moves().get(ply)?);
        let mv = NumberedMove { number: before.fullmoves(), color: before.turn(), san: &san };
        Some(mv.to_string())
    }

    /// The same as data: a stable word, and the part each square plays.
    pub fn data(&self, reason: &Reason) -> diagnostics::Reason {
        diagnostics::Reason { kind: kind(reason), squares: data::squares(reason) }
    }
}

fn ambiguous(role: Option<Role>, to: Square, pieces: Bitboard) -> String {
    let name = role.map_or("piece", Role::name);
    format!(
        "ambiguous: several {name}s can go to {to}, those on {}",
        list(pieces.map(|at| at.to_string()))
    )
}

fn promotion_impossible(role: Role, to: Square) -> String {
    match role {
        Role::King | Role::Pawn => format!("a pawn cannot become a {}", role.name()),
        _ => format!("nothing is promoted on {to}: only a pawn that arrives on the last rank is"),
    }
}

/// What is the matter with one of several men; nothing for one that is simply elsewhere.
fn why_in_short(from: Square, to: Square, fault: &PieceFault) -> Option<String> {
    match fault {
        PieceFault::WrongSquareColor => {
            let (own, other) = if from.is_light() { ("light", "dark") } else { ("dark", "light") };
            Some(format!("the one on {from} stands on {own} squares, {to} is {other}"))
        }
        PieceFault::Blocked { at, piece } | PieceFault::Pawn(PawnFault::Blocked { at, piece }) => {
            Some(format!("the one on {from} is blocked by the {} on {at}", piece.role.name()))
        }
        _ => None,
    }
}
