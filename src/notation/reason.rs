//! The reasons of the rules as sentences: one line, small letter first, no full stop.

use crate::{
    diagnostics,
    notation::{NumberedMove, write_san},
    rules::{
        Bitboard, Color, Game, Outcome, Piece, Position, Role, Side, Square, attacks,
        legality::{CastlingFault, Fault, Lost, PawnFault, Reason},
    },
};

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
            Reason::Ambiguous { role, to, men } => self.ambiguous(*role, *to, *men),
            Reason::NextBoardTaken { to, layer, piece } => format!(
                "{to} is taken on board {} by the {} {}",
                layer.letter(),
                adjective(piece.color),
                piece.role.name()
            ),
            Reason::NoCastlingHere => "there is no castling in this kind of chess".to_owned(),
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
                format!("the pawn on {from} cannot reach that square: pawns go straight forward")
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

    fn ambiguous(&self, role: Option<Role>, to: Square, men: Bitboard) -> String {
        let name = role.map_or("piece", Role::name);
        format!(
            "ambiguous: several {name}s can go to {to}, those on {}",
            list(men.map(|at| at.to_string()))
        )
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
        diagnostics::Reason { kind: kind(reason), squares: squares(reason) }
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

fn way_of_moving(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawns go straight forward",
        Role::Knight => "a knight moves two squares one way and one to the side",
        Role::Bishop => "a bishop moves along diagonals",
        Role::Rook => "a rook moves along ranks and files",
        Role::Queen => "a queen moves along ranks, files and diagonals",
        Role::King => "a king moves one square",
    }
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
        Outcome::Fivefold => "the position has occurred five times",
        Outcome::SeventyFiveMoves => "75 moves by each side without capture or pawn move",
    }
}

fn men_on(men: &[(Square, Role)]) -> String {
    list(men.iter().map(|(square, role)| format!("the {} on {square}", role.name())))
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

/// The stable word for a reason.
pub fn kind(reason: &Reason) -> &'static str {
    match reason {
        Reason::GameOver(_) => "game-over",
        Reason::NoSuchMan { .. } => "no-such-piece",
        Reason::NotThere { .. } | Reason::OtherMan(..) => "not-there",
        Reason::EmptySquare(_) => "empty-square",
        Reason::OpponentsMan(..) => "opponents-piece",
        Reason::Man { fault, .. } => match fault {
            Fault::OffItsLines | Fault::OtherColour => "cannot-reach",
            Fault::Blocked { .. } => "blocked",
            Fault::OwnMan(_) => "own-piece",
            Fault::TakesKing => "takes-king",
            Fault::Pawn(fault) => match fault {
                PawnFault::Blocked { .. } => "pawn-blocked",
                PawnFault::TakesNothing => "pawn-takes-nothing",
                PawnFault::DoubleStepNotFromHome => "double-step",
                PawnFault::NoPawnMove => "cannot-reach",
                PawnFault::PassingTooLate { .. } | PawnFault::PassingWithoutDoubleStep { .. } => {
                    "en-passant"
                }
            },
            Fault::Pinned { .. } => "pinned",
            Fault::CheckUnanswered { .. } => "in-check",
            Fault::KingAttacked(_) => "king-attacked",
        },
        Reason::NoneReaches { .. } => "cannot-reach",
        Reason::Castling { .. } | Reason::NoCastlingHere => "castling",
        Reason::PromotionMissing(_) => "promotion-missing",
        Reason::PromotionImpossible { .. } => "promotion-impossible",
        Reason::Ambiguous { .. } => "ambiguous",
        Reason::NextBoardTaken { .. } => "next-board-taken",
    }
}

/// The article of the Laws that is broken.
pub fn rule(reason: &Reason) -> &'static str {
    match reason {
        Reason::GameOver(_) => "FIDE 5.1-5.2",
        Reason::OpponentsMan(..) => "FIDE 1.1",
        Reason::NoSuchMan { .. }
        | Reason::NotThere { .. }
        | Reason::OtherMan(..)
        | Reason::EmptySquare(_)
        | Reason::Ambiguous { .. } => "FIDE C.2-C.10",
        Reason::Man { role, fault, .. } => match fault {
            Fault::OwnMan(_) => "FIDE 3.1",
            Fault::TakesKing => "FIDE 1.4.1",
            Fault::Pinned { .. } | Fault::CheckUnanswered { .. } | Fault::KingAttacked(_) => {
                "FIDE 3.9.2"
            }
            Fault::Blocked { .. } => "FIDE 3.5",
            Fault::Pawn(
                PawnFault::PassingTooLate { .. } | PawnFault::PassingWithoutDoubleStep { .. },
            ) => "FIDE 3.7.3.1",
            _ => way_rule(*role),
        },
        Reason::NoneReaches { role, .. } => way_rule(*role),
        Reason::Castling { .. } => "FIDE 3.8.2",
        Reason::PromotionMissing(_) | Reason::PromotionImpossible { .. } => "FIDE 3.7.3.3",
        Reason::NextBoardTaken { .. } | Reason::NoCastlingHere => "Alice chess",
    }
}

fn way_rule(role: Role) -> &'static str {
    match role {
        Role::Pawn => "FIDE 3.7",
        Role::Knight => "FIDE 3.6",
        Role::Bishop => "FIDE 3.2",
        Role::Rook => "FIDE 3.3",
        Role::Queen => "FIDE 3.4",
        Role::King => "FIDE 3.8.1",
    }
}

type Part = (&'static str, String);

/// The part each square plays.
fn squares(reason: &Reason) -> Vec<Part> {
    match reason {
        Reason::EmptySquare(square) => vec![("from", square.to_string())],
        Reason::OpponentsMan(square, _) | Reason::OtherMan(square, _) => {
            vec![("from", square.to_string())]
        }
        Reason::NotThere { men, .. } => men.map(|at| ("candidate", at.to_string())).collect(),
        Reason::Man { from, fault, .. } => {
            let mut parts = vec![("from", from.to_string())];
            parts.extend(fault_squares(fault));
            parts
        }
        Reason::NoneReaches { to, men, .. } => {
            let mut parts = vec![("to", to.to_string())];
            for (from, fault) in men {
                parts.push(("candidate", from.to_string()));
                parts.extend(fault_squares(fault));
            }
            parts
        }
        Reason::Castling { fault, .. } => castling_squares(fault),
        Reason::PromotionMissing(to) | Reason::PromotionImpossible { to, .. } => {
            vec![("to", to.to_string())]
        }
        Reason::Ambiguous { men, .. } => men.map(|at| ("candidate", at.to_string())).collect(),
        Reason::NextBoardTaken { to, .. } => vec![("to", to.to_string())],
        Reason::GameOver(_) | Reason::NoSuchMan { .. } | Reason::NoCastlingHere => vec![],
    }
}

fn each(part: &'static str, men: &[(Square, Role)]) -> Vec<Part> {
    men.iter().map(|(square, _)| (part, square.to_string())).collect()
}

fn fault_squares(fault: &Fault) -> Vec<Part> {
    match fault {
        Fault::Blocked { at, .. } | Fault::Pawn(PawnFault::Blocked { at, .. }) => {
            vec![("blocker", at.to_string())]
        }
        Fault::Pinned { at, king, .. } => {
            vec![("pinner", at.to_string()), ("king", king.to_string())]
        }
        Fault::CheckUnanswered { checkers, king } => {
            let mut parts = each("checker", checkers);
            parts.push(("king", king.to_string()));
            parts
        }
        Fault::KingAttacked(attackers) => each("attacker", attackers),
        Fault::Pawn(
            PawnFault::PassingTooLate { pawn, .. } | PawnFault::PassingWithoutDoubleStep { pawn },
        ) => vec![("pawn", pawn.to_string())],
        _ => vec![],
    }
}

fn castling_squares(fault: &CastlingFault) -> Vec<Part> {
    match fault {
        CastlingFault::RightLost(Lost::KingElsewhere(square)) => vec![("king", square.to_string())],
        CastlingFault::RightLost(Lost::NoRook(square)) => vec![("rook", square.to_string())],
        CastlingFault::RightLost(_) => vec![],
        CastlingFault::Occupied(men) => each("blocker", men),
        CastlingFault::InCheck(men) => each("checker", men),
        CastlingFault::Attacked { square, attackers, .. } => {
            let mut parts = vec![("attacked", square.to_string())];
            parts.extend(each("attacker", attackers));
            parts
        }
        CastlingFault::Uncovered { attackers } => each("attacker", attackers),
    }
}
