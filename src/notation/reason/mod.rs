//! Why a move is not legal, in sentences: one line, small letter first, no full stop.

mod any;
mod data;
pub mod variant;

use crate::{
    diagnostics,
    notation::{numbered, write_san},
    rules::{
        Bitboard, Chess, Color, History, Outcome, Piece, Position, Role, Side, Square, attacks,
        legality::{CastlingFault, LostRight, PawnFault, PieceFault, Reason},
    },
};

pub use any::{AnyReason, Refusal, alternatives, refusal};
pub use data::{kind, pin_line, rule};
pub(in crate::notation) use variant::article;

/// The sentences about illegal moves in a position, with its past if it is known.
#[derive(Debug, Clone, Copy)]
pub struct Explainer<'a> {
    /// The position of the move.
    pub position: &'a Chess,
    /// The game before it.
    pub past: Option<&'a History<Chess>>,
}

impl Explainer<'_> {
    /// The reason as a sentence.
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
                format!("the piece on {square} is a {}", piece.role.name())
            }
            Reason::Piece { role, from, fault } => self.fault(*role, *from, fault),
            Reason::NoneReaches { role, to, pieces } => self.none_reaches(*role, *to, pieces),
            Reason::Castling { side, fault } => self.castling(*side, fault),
            Reason::PromotionMissing(to) => {
                format!("the pawn promotes on {to}: name a queen, rook, bishop or knight")
            }
            Reason::PromotionImpossible { role, to } => promotion_impossible(*role, *to),
            Reason::Ambiguous { role, to, pieces } => ambiguous(*role, *to, *pieces),
        }
    }

    fn castling(&self, side: Side, fault: &CastlingFault) -> String {
        let wing = wing(side);
        match fault {
            CastlingFault::RightLost(lost) => {
                format!("the right to castle {wing} {}", self.lost(*lost))
            }
            CastlingFault::Occupied(pieces) => {
                let (verb, pieces) = (stand(pieces), pieces_on(pieces));
                format!("castling {wing}: {pieces} {verb} between king and rook")
            }
            CastlingFault::NoRoom { mover, arrives, pieces } => {
                let place = if *arrives { "where" } else { "on the way that" };
                let goes = if *arrives { "must arrive" } else { "must go" };
                let (mover, verb) = (mover.name(), stand(pieces));
                format!("castling {wing}: {} {verb} {place} the {mover} {goes}", pieces_on(pieces))
            }
            CastlingFault::InCheck(checkers) => {
                format!("castling {wing}: the king is in check from {}", pieces_on(checkers))
            }
            CastlingFault::Attacked { square, arrives, attackers } => {
                let kind = if *arrives { "arrive on" } else { "pass over" };
                format!(
                    "castling {wing}: the king would {kind} {square}, which is attacked by {}",
                    pieces_on(attackers)
                )
            }
            CastlingFault::Uncovered { attackers } => format!(
                "castling {wing}: without its rook the king would be attacked by {}",
                pieces_on(attackers)
            ),
        }
    }

    fn lost(&self, lost: LostRight) -> String {
        let at = |ply| self.numbered(ply).map_or_else(String::new, |mv| format!(" ({mv})"));
        match lost {
            LostRight::KingMoved(ply, mv) => {
                format!("was lost when the king left {}{}", mv.from, at(ply))
            }
            LostRight::RookMoved(ply, mv) => {
                format!("was lost when the rook left {}{}", mv.from, at(ply))
            }
            LostRight::RookCaptured(ply, mv) => {
                format!("was lost when the rook on {} was captured{}", mv.to, at(ply))
            }
            LostRight::KingElsewhere(king) => {
                format!("is lost: the king stands on {king}, it has moved")
            }
            LostRight::NoRook(corner) => format!("is lost: there is no rook on {corner}"),
            LostRight::NotGranted => "is lost: king or rook has moved".to_owned(),
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
        let color = adjective(self.position.turn());
        if role == Role::Pawn {
            return format!("there is no {color} pawn {where_from}");
        }
        let squares = list(pieces.map(|at| at.to_string()));
        format!("there is no {color} {role} {where_from}, only on {squares}")
    }

    fn fault(&self, role: Role, from: Square, fault: &PieceFault) -> String {
        let piece_here = format!("the {} on {from}", role.name());
        match fault {
            PieceFault::WrongMovement => {
                format!("{piece_here} cannot reach that square: {}", way_of_moving(role))
            }
            PieceFault::WrongSquareColor => {
                let colour = if from.is_light() { "light" } else { "dark" };
                format!("{piece_here} stands on {colour} squares and cannot reach the other colour")
            }
            PieceFault::Blocked { at, piece } => {
                format!("{piece_here} is blocked by the {} on {at}", piece.role.name())
            }
            PieceFault::AlreadyThere => format!("{piece_here} is already there"),
            PieceFault::OwnPiece(there) => {
                format!("{piece_here} cannot go there: {}'s own {there} is there", self.side())
            }
            PieceFault::CapturesKing => "a king is never captured".to_owned(),
            PieceFault::Pawn(fault) => self.pawn(from, *fault),
            PieceFault::Pinned { pinner, at, king } => self.pinned(role, from, *pinner, *at, *king),
            PieceFault::CheckUnanswered { checkers, king } => self.unanswered(checkers, *king),
            PieceFault::KingAttacked(attackers) => {
                format!("the king would be attacked there by {}", pieces_on(attackers))
            }
        }
    }

    fn pinned(&self, role: Role, from: Square, pinner: Piece, at: Square, king: Square) -> String {
        let pinner = pinner.role.name();
        let between = attacks::between(king, at) & self.position.board().occupied();
        let shields = between.single() == Some(from);
        if shields {
            return format!(
                "the {} on {from} is pinned: without it the {pinner} on {at} attacks the king on {king}",
                role.name()
            );
        }
        format!("capturing en passant exposes the king on {king}: the {pinner} on {at} attacks it")
    }

    fn unanswered(&self, checkers: &[(Square, Role)], king: Square) -> String {
        let (side, pieces) = (self.side(), pieces_on(checkers));
        match checkers {
            [_, _, ..] => {
                format!("{side} is in double check from {pieces}: the king on {king} must move")
            }
            [(_, role)] if role.is_slider() => format!(
                "{side} is in check from {pieces}: capture it, block its line or move the king"
            ),
            _ => format!("{side} is in check from {pieces}: capture it or move the king"),
        }
    }

    fn pawn(&self, from: Square, fault: PawnFault) -> String {
        match fault {
            PawnFault::Blocked { at, piece } => {
                self.fault(Role::Pawn, from, &PieceFault::Blocked { at, piece })
            }
            PawnFault::NothingToCapture { at } => format!(
                "the pawn on {from} moves diagonally only to capture, and there is nothing to capture on {at}"
            ),
            PawnFault::DoubleStepNotFromHome => {
                format!("the pawn on {from} cannot go two squares: it has left its first square")
            }
            PawnFault::NotAPawnMove => self.fault(Role::Pawn, from, &PieceFault::WrongMovement),
            PawnFault::EnPassantTooLate { pawn, stepped } => {
                let when = stepped.and_then(|ply| self.numbered(ply));
                let when = when.map_or_else(String::new, |mv| format!(" ({mv})"));
                format!(
                    "the pawn on {pawn} can be captured en passant only directly after its double step{when}"
                )
            }
            PawnFault::EnPassantWithoutDoubleStep { pawn } => format!(
                "the pawn on {pawn} cannot be captured en passant: it has not made a double step"
            ),
        }
    }

    fn none_reaches(&self, role: Role, to: Square, pieces: &[(Square, PieceFault)]) -> String {
        let color = adjective(self.position.turn());
        let whys: Vec<String> =
            pieces.iter().filter_map(|(from, fault)| why_in_short(*from, to, fault)).collect();
        let whys = if whys.is_empty() { way_of_moving(role).into() } else { whys.join("; ") };
        format!("no {color} {role} can reach {to}: {whys}")
    }

    /// A ply of the past as a numbered move.
    fn numbered(&self, ply: usize) -> Option<String> {
        let game = self.past?;
        let before = game.position_at(ply)?;
        let san = write_san(before, *game.moves().get(ply)?);
        Some(numbered(before, &san))
    }

    /// The reason as data: a stable word, and the part each square plays.
    pub fn data(&self, reason: &Reason) -> diagnostics::ReasonData {
        diagnostics::ReasonData { kind: kind(reason), squares: data::squares(reason) }
    }
}

fn ambiguous(role: Option<Role>, to: Square, pieces: Bitboard) -> String {
    let places = pieces.map(|at| at.to_string());
    let (name, places) = (role.map_or("piece", Role::name), list(places));
    format!("ambiguous: several {name}s can go to {to}, those on {places}")
}

fn promotion_impossible(role: Role, to: Square) -> String {
    match role {
        Role::King | Role::Pawn => format!("a pawn cannot become a {}", role.name()),
        _ => format!("there is no promotion on {to}: only a pawn on the last rank promotes"),
    }
}

/// The fault of one of several pieces; nothing for a piece that is simply elsewhere.
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

fn stand(pieces: &[(Square, Role)]) -> &'static str {
    if pieces.len() == 1 { "stands" } else { "stand" }
}

fn way_of_moving(role: Role) -> &'static str {
    match role {
        Role::Pawn => "a pawn goes one square straight forward, or two from its first square",
        Role::Knight => "a knight moves two squares one way and one to the side",
        Role::Bishop => "a bishop moves along diagonals",
        Role::Rook => "a rook moves along ranks and files",
        Role::Queen => "a queen moves along ranks, files and diagonals",
        Role::King => "a king moves one square",
    }
}

/// The sentence with a capital letter first, unless it begins with a square: `e4 is empty`.
pub fn capitalised(sentence: &str) -> String {
    let first_word = sentence.split(' ').next().unwrap_or_default();
    if is_square(first_word) {
        return sentence.to_owned();
    }
    let mut letters = sentence.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// Whether a word is the name of a square, of a board of any size: `e4`, `j10`.
fn is_square(word: &str) -> bool {
    let rank = word.strip_prefix(|letter: char| matches!(letter, 'a'..='p'));
    rank.is_some_and(|rank| {
        matches!(rank.len(), 1 | 2) && rank.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// `king side` or `queen side`
pub fn wing(side: Side) -> &'static str {
    match side {
        Side::King => "king side",
        Side::Queen => "queen side",
    }
}

/// `white` or `black`
pub fn adjective(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn ended(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Checkmate { winner: Color::White } => "Black is checkmated",
        Outcome::Checkmate { winner: Color::Black } => "White is checkmated",
        Outcome::Stalemate => "stalemate",
        Outcome::DeadPosition => "neither side can mate",
        Outcome::Variant(_) => "a rule of the variant has ended it",
        Outcome::Fivefold => "the position has occurred five times",
        Outcome::SeventyFiveMoves => "75 moves by each side without capture or pawn move",
    }
}

fn pieces_on(pieces: &[(Square, Role)]) -> String {
    list(pieces.iter().map(|(square, role)| format!("the {} on {square}", role.name())))
}

/// `a`, `a and b`, `a, b and c`
pub fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    match items.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::refusal;
    use crate::notation::{AnySan, fen, variant::built_in};
    use crate::rules::{Variant, variant::TransferRule};

    /// The sentence for a move that cannot be played.
    fn why_not(transfer: TransferRule, fen: &str, mv: &str) -> Option<String> {
        let boards = fen::boards_written(fen.as_bytes()).unwrap_or(2);
        let rules = built_in::alice(boards, transfer).expect("a number of boards");
        let position = fen::position_of(Variant::Rules(rules), fen.as_bytes());
        let position = position.expect("a position");
        let spec = AnySan::read(&position, mv.as_bytes()).expect("a move").spec();
        Some(refusal(&position, &spec, None)?.sentence)
    }

    #[test]
    fn reasons_name_their_board() {
        let knight_on_b =
            "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R|8/8/p7/8/8/5N2/8/8 w KQkq - 0 2";
        let castles = "4k3/8/8/8/8/8/8/4K2R|8/8/8/8/8/8/8/5n2 w K - 0 1";
        let attacked = "4k3/8/8/8/8/8/8/4K2R|6r1/8/8/8/8/8/8/8 w K - 0 1";
        let pinned = "k3r3/8/8/8/8/8/4N3/4K3|8/8/8/8/8/8/8/8 w - - 0 1";
        let checked = "k3r3/8/8/8/8/8/8/4K3|8/8/8/7B/8/8/8/8 w - - 0 1";
        let shielded = "k3r3/8/8/8/8/8/4n3/4K1B1|8/8/8/8/8/8/8/8 w - - 0 1";
        let twins = "k7/8/8/8/8/8/8/4K3|8/8/N7/8/8/8/8/8|8/8/N7/8/8/8/8/8 w - - 0 1";
        let table = [
            (knight_on_b, "f3", "f3 is occupied on board B by the white knight"),
            (
                knight_on_b,
                "Nf3d5",
                "on board B the knight on f3 cannot reach that square: a knight moves two squares one way and one to the side",
            ),
            (
                knight_on_b,
                "Ba6",
                "no white bishop can reach a6: the one on c1 stands on dark squares, a6 is light; the one on f1 is blocked by the pawn on e2",
            ),
            (knight_on_b, "e7e5", "the pawn on e7 is the opponent's: it is White's turn"),
            (castles, "O-O", "f1 is occupied on board B by the black knight"),
            (attacked, "O-O", "the king on g1 would be attacked on board B by the rook on g8"),
            (
                pinned,
                "Nc3",
                "on board A the knight on e2 is pinned: without it the rook on e8 attacks the king on e1",
            ),
            (
                checked,
                "Bf3",
                "on board A White is in check from the rook on e8: capture it, block its line or move the king",
            ),
            (shielded, "Kxe2", "the king on e2 would be attacked on board A by the rook on e8"),
            (
                twins,
                "Nc5",
                "ambiguous: several knights can make this move, those on a6 of board B and a6 of board C",
            ),
        ];
        for (fen, mv, sentence) in table {
            assert_eq!(
                why_not(TransferRule::Classical, fen, mv).as_deref(),
                Some(sentence),
                "{fen}"
            );
        }
    }

    #[test]
    fn the_other_dialect_has_its_own_reasons() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w - - 0 1";
        let checked = "k3r3/8/8/8/8/8/8/4K3|8/8/8/7B/8/8/8/8 w - - 0 1";
        let table = [
            (start, "O-O", "there is no castling in this variant"),
            (
                checked,
                "Be2",
                "the check from the rook on e8 must be answered on board A: a piece from another board comes too late",
            ),
        ];
        for (fen, mv, sentence) in table {
            assert_eq!(why_not(TransferRule::Ksparov, fen, mv).as_deref(), Some(sentence), "{fen}");
        }
        assert_eq!(why_not(TransferRule::Classical, checked, "Be2"), None);
    }
}
