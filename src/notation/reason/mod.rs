//! The reasons of the rules as sentences: one line, small letter first, no full stop.

mod data;
mod words;

use crate::{
    diagnostics,
    notation::{NumberedMove, write_san},
    rules::{
        Bitboard, Game, Piece, Position, Role, Side, Square, attacks,
        legality::{CastlingFault, Fault, LayeredReason, Lost, PawnFault, Reason},
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
    pub past: Option<&'a Game<P>>,
}

impl<P: Position> Teller<'_, P> {
    /// Why not, in a sentence a player understands.
    pub fn sentence(&self, reason: &Reason) -> String {
        match reason {
            Reason::GameOver(outcome) => format!("the game is over: {}", ended(*outcome)),
            Reason::NoSuchMan { role } => format!("{} has no {}", self.side(), role.name()),
            Reason::NotThere { role, men, from } => self.not_there(*role, *men, *from),
            Reason::EmptySquare(square) => format!("{square} is empty: there is no piece to move"),
            Reason::OpponentsMan(square, piece) => format!(
                "the {} on {square} is the opponent's: it is {}'s turn",
                piece.role.name(),
                self.side()
            ),
            Reason::OtherMan(square, piece) => {
                format!("on {square} stands a {}", piece.role.name())
            }
            Reason::Man { role, from, fault } => self.fault(*role, *from, fault),
            Reason::NoneReaches { role, to, men } => self.none_reaches(*role, *to, men),
            Reason::Castling { side, fault } => self.castling(*side, fault),
            Reason::PromotionMissing(to) => {
                format!("the pawn is promoted on {to}: queen, rook, bishop or knight must be named")
            }
            Reason::PromotionImpossible { role, to } => promotion_impossible(*role, *to),
            Reason::Ambiguous { role, to, men } => ambiguous(*role, *to, *men),
            Reason::NextBoardTaken { to, layer, piece } => format!(
                "{to} is taken on board {} by the {} {}",
                layer.letter(),
                adjective(piece.color),
                piece.role.name()
            ),
            Reason::NoCastlingHere => "there is no castling in this kind of chess".to_owned(),
            Reason::Layered(reason) => self.layered(reason),
        }
    }

    /// What several boards bring with them.
    fn layered(&self, reason: &LayeredReason) -> String {
        match reason {
            LayeredReason::OnBoard(layer, reason) => {
                format!("on board {} {}", layer.letter(), self.sentence(reason))
            }
            LayeredReason::KingAttacked { layer, king, attackers } => format!(
                "the king on {king} would be attacked on board {} by {}",
                layer.letter(),
                men_on(attackers)
            ),
            LayeredReason::AnsweredTooLate { layer, checkers } => format!(
                "the check from {} must be answered on board {}: a man from another board comes too late",
                men_on(checkers),
                layer.letter()
            ),
            LayeredReason::Ambiguous { role, to, men } => format!(
                "ambiguous: several {}s can go to {to}, those on {}",
                role.map_or("piece", Role::name),
                list(men.iter().map(|(layer, at)| format!("{at} of board {}", layer.letter())))
            ),
        }
    }

    fn side(&self) -> &'static str {
        self.position.turn().name()
    }

    fn not_there(&self, role: Role, men: Bitboard, from: Bitboard) -> String {
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
            list(men.map(|at| at.to_string()))
        )
    }

    fn fault(&self, role: Role, from: Square, fault: &Fault) -> String {
        let man = format!("the {} on {from}", role.name());
        match fault {
            Fault::OffItsLines => {
                format!("{man} cannot reach that square: {}", way_of_moving(role))
            }
            Fault::OtherColour => {
                let colour = if from.is_light() { "light" } else { "dark" };
                format!("{man} stands on {colour} squares and cannot reach one of the other colour")
            }
            Fault::Blocked { at, piece } => {
                format!("{man} is blocked by the {} on {at}", piece.role.name())
            }
            Fault::OwnMan(there) => {
                format!(
                    "{man} cannot go there: {}'s own {} stands there",
                    self.side(),
                    there.name()
                )
            }
            Fault::TakesKing => "a king is never captured".to_owned(),
            Fault::Pawn(fault) => self.pawn(from, *fault),
            Fault::Pinned { pinner, at, king } => pinned(role, from, *pinner, *at, *king),
            Fault::CheckUnanswered { checkers, king } => self.unanswered(checkers, *king),
            Fault::KingAttacked(attackers) => {
                format!("the king would be attacked there by {}", men_on(attackers))
            }
        }
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
            PawnFault::TakesNothing => {
                format!("the pawn on {from} moves diagonally only to capture, and nothing is there")
            }
            PawnFault::DoubleStepNotFromHome => {
                format!(
                    "the pawn on {from} has left its first square: only from there it may go two"
                )
            }
            PawnFault::NoPawnMove => {
                format!(
                    "the pawn on {from} cannot reach that square: {}",
                    way_of_moving(Role::Pawn)
                )
            }
            PawnFault::PassingTooLate { pawn, stepped } => {
                let when = stepped.and_then(|ply| self.numbered(ply));
                let when = when.map_or_else(String::new, |mv| format!(" ({mv})"));
                format!(
                    "the pawn on {pawn} can be taken en passant only on the move directly after its double step{when}"
                )
            }
            PawnFault::PassingWithoutDoubleStep { pawn } => {
                format!("the pawn on {pawn} cannot be taken en passant: it has made no double step")
            }
        }
    }

    fn none_reaches(&self, role: Role, to: Square, men: &[(Square, Fault)]) -> String {
        let color = adjective(self.position.turn());
        let name = role.name();
        let whys: Vec<String> =
            men.iter().filter_map(|(from, fault)| why_in_short(*from, to, fault)).collect();
        if whys.is_empty() {
            return format!("no {color} {name} can reach {to}: {}", way_of_moving(role));
        }
        format!("no {color} {name} can reach {to}: {}", whys.join("; "))
    }

    fn castling(&self, side: Side, fault: &CastlingFault) -> String {
        let wing = wing(side);
        match fault {
            CastlingFault::RightLost(lost) => {
                format!("the right to castle {wing} {}", self.lost(*lost))
            }
            CastlingFault::Occupied(men) => {
                let verb = if men.len() == 1 { "stands" } else { "stand" };
                format!("castling {wing}: {} {verb} between king and rook", men_on(men))
            }
            CastlingFault::InCheck(checkers) => {
                format!("castling {wing}: the king is in check from {}", men_on(checkers))
            }
            CastlingFault::Attacked { square, arrives, attackers } => {
                let manner = if *arrives { "arrive on" } else { "pass over" };
                format!(
                    "castling {wing}: the king would {manner} {square}, which is attacked by {}",
                    men_on(attackers)
                )
            }
            CastlingFault::Uncovered { attackers } => format!(
                "castling {wing}: without its rook the king would be attacked by {}",
                men_on(attackers)
            ),
        }
    }

    fn lost(&self, lost: Lost) -> String {
        let at = |ply| self.numbered(ply).map_or_else(String::new, |mv| format!(" ({mv})"));
        match lost {
            Lost::KingMoved(ply, mv) => {
                format!("was lost when the king left {}{}", mv.from, at(ply))
            }
            Lost::RookMoved(ply, mv) => {
                format!("was lost when the rook left {}{}", mv.from, at(ply))
            }
            Lost::RookTaken(ply, mv) => {
                format!("was lost when the rook on {} was captured{}", mv.to, at(ply))
            }
            Lost::KingElsewhere(king) => {
                format!("is lost: the king stands on {king}, it has moved")
            }
            Lost::NoRook(corner) => format!("is lost: there is no rook on {corner}"),
            Lost::NotGranted => "is lost: king or rook has moved".to_owned(),
        }
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

fn pinned(role: Role, from: Square, pinner: Piece, at: Square, king: Square) -> String {
    if attacks::line(king, at).has(from) {
        return format!(
            "the {} on {from} is pinned: without it the {} on {at} attacks the king on {king}",
            role.name(),
            pinner.role.name()
        );
    }
    format!(
        "taking en passant uncovers the king on {king}: the {} on {at} attacks it",
        pinner.role.name()
    )
}

fn ambiguous(role: Option<Role>, to: Square, men: Bitboard) -> String {
    let name = role.map_or("piece", Role::name);
    format!(
        "ambiguous: several {name}s can go to {to}, those on {}",
        list(men.map(|at| at.to_string()))
    )
}

fn promotion_impossible(role: Role, to: Square) -> String {
    match role {
        Role::King | Role::Pawn => format!("a pawn cannot become a {}", role.name()),
        _ => format!("nothing is promoted on {to}: only a pawn that arrives on the last rank is"),
    }
}

/// What is the matter with one of several men; nothing for one that is simply elsewhere.
fn why_in_short(from: Square, to: Square, fault: &Fault) -> Option<String> {
    match fault {
        Fault::OtherColour => {
            let (own, other) = if from.is_light() { ("light", "dark") } else { ("dark", "light") };
            Some(format!("the one on {from} stands on {own} squares, {to} is {other}"))
        }
        Fault::Blocked { at, piece } | Fault::Pawn(PawnFault::Blocked { at, piece }) => {
            Some(format!("the one on {from} is blocked by the {} on {at}", piece.role.name()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod layered_tests {
    use super::Teller;
    use crate::notation::{San, fen};
    use crate::rules::{BoardCount, Dialect, Variant, legality};

    /// The sentence for a move that cannot be played.
    fn why_not(dialect: Dialect, fen: &str, mv: &str) -> Option<String> {
        let count = fen::boards_written(fen.as_bytes()).unwrap_or(BoardCount::TWO);
        let position = fen::position_of(Variant::Alice { boards: count, dialect }, fen.as_bytes());
        let position = position.expect("a position");
        let wish = San::read(mv.as_bytes()).expect("a move").wish;
        let reason = legality::reason(&position, &wish, None)?;
        Some(Teller { position: &position, past: None }.sentence(&reason))
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
            (knight_on_b, "f3", "f3 is taken on board B by the white knight"),
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
            (castles, "O-O", "f1 is taken on board B by the black knight"),
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
                "ambiguous: several knights can go to c5, those on a6 of board B and a6 of board C",
            ),
        ];
        for (fen, mv, sentence) in table {
            assert_eq!(why_not(Dialect::Classical, fen, mv).as_deref(), Some(sentence), "{fen}");
        }
    }

    #[test]
    fn the_other_dialect_has_its_own_reasons() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w - - 0 1";
        let checked = "k3r3/8/8/8/8/8/8/4K3|8/8/8/7B/8/8/8/8 w - - 0 1";
        let table = [
            (start, "O-O", "there is no castling in this kind of chess"),
            (
                checked,
                "Be2",
                "the check from the rook on e8 must be answered on board A: a man from another board comes too late",
            ),
        ];
        for (fen, mv, sentence) in table {
            assert_eq!(why_not(Dialect::Ksparov, fen, mv).as_deref(), Some(sentence), "{fen}");
        }
        assert_eq!(why_not(Dialect::Classical, checked, "Be2"), None);
    }
}
