//! The reasons of variants as sentences.

use crate::{
    diagnostics::ReasonData,
    notation::reason::{adjective, list, way_of_moving, wing},
    rules::{
        Role,
        variant::{
            DropFault, Exposure, Illegality, PieceInReach, PieceSet, PieceType, Place, Rules,
            VariantEnding, VariantOutcome, VariantPiece, VariantPosition, VariantReason,
        },
    },
};

/// A reason as a sentence without a full stop.
pub fn sentence(position: &VariantPosition, reason: &VariantReason) -> String {
    let (rules, turn) = (&**position.rules(), position.turn());
    let at = |place: &Place| square(rules, *place);
    match reason {
        VariantReason::GameOver(outcome) => {
            format!("the game is over: {}", ending(rules, *outcome))
        }
        VariantReason::NoSuchSquare(place) => format!("the square {} does not exist", at(place)),
        VariantReason::NoSuchPiece { kinds } => {
            let side = adjective(turn);
            format!("there is no {side} {} that could make this move", names(rules, *kinds))
        }
        VariantReason::EmptySquare(place) => {
            format!("{} is empty: there is no piece to move", rules.geometry().name(*place))
        }
        VariantReason::OpponentsPiece(place, piece) => format!(
            "the {} on {} is the opponent's: it is {}'s turn",
            rules.piece_name(piece.kind),
            rules.geometry().name(*place),
            turn.name()
        ),
        VariantReason::OutOfReach { kinds, to, pieces } => {
            out_of_reach(rules, adjective(turn), *kinds, *to, pieces)
        }
        VariantReason::OwnPiece { to, piece } => {
            format!("{} is occupied by your own {}", at(to), rules.piece_name(piece.kind))
        }
        VariantReason::CapturesKing(_) => "a king is never captured".to_owned(),
        VariantReason::NextBoardOccupied { to, piece } => {
            let board = rules.geometry().board_letter(*to);
            let name = rules.geometry().name(*to);
            format!("{name} is occupied on board {board} by the {}", colored(rules, *piece))
        }
        VariantReason::Forbidden { piece, from, rule, attackers, exposure } => {
            let piece = (*piece, *from);
            exposed(position, piece, (*rule, *exposure), attackers)
                .unwrap_or_else(|| forbidden(rules, piece.0, *rule, attackers))
        }
        VariantReason::Ambiguous(places) => {
            let squares = places.iter().map(at);
            let pieces = places.first().and_then(|place| position.piece_at(*place));
            let name = pieces.map_or("piece", |piece| rules.piece_name(piece.kind));
            format!("ambiguous: several {name}s can make this move, those on {}", list(squares))
        }
        VariantReason::PromotionMissing => "the promotion piece is missing".to_owned(),
        VariantReason::PromotionImpossible(kind) => {
            let kind = kind.map_or("it", |kind| rules.piece_name(kind));
            format!("the piece cannot become {}", article(kind))
        }
        _ => drop_or_castling(rules, reason),
    }
}

fn drop_or_castling(rules: &Rules, reason: &VariantReason) -> String {
    match reason {
        VariantReason::Drop { piece, to, fault } => drop_fault(rules, *piece, *to, *fault),
        VariantReason::NoDrops => "pieces are not dropped in this variant".to_owned(),
        VariantReason::NotInHand(kind) => {
            format!("there is no {} in hand", rules.piece_name(*kind))
        }
        VariantReason::DropOccupied { to, piece } => {
            format!("{} is occupied by the {}", square(rules, *to), colored(rules, *piece))
        }
        VariantReason::NoCastlingInVariant => "there is no castling in this variant".to_owned(),
        VariantReason::CastlingRightLost(side) => {
            format!("the right to castle {} is lost", wing(*side))
        }
        VariantReason::CastlingBlocked { at } => {
            format!("castling is not possible: {} is not free", square(rules, *at))
        }
        _ => "the move is not legal".to_owned(),
    }
}

/// A piece that must not move because of an attack on its king.
fn exposed(
    position: &VariantPosition,
    (piece, from): (PieceType, Option<Place>),
    (rule, exposure): (Illegality, Exposure),
    attackers: &[(Place, VariantPiece)],
) -> Option<String> {
    let Illegality::RoyalAttacked { royal, before_transfer } = rule else { return None };
    let rules = &**position.rules();
    let (king, by) = (rules.geometry().name(royal), pieces_on(rules, attackers));
    let board = board_letter(rules, royal);
    match exposure {
        Exposure::Other => None,
        Exposure::Unanswered if before_transfer => Some(format!(
            "the check from {by} must be answered{}: a piece from another board comes too late",
            board.map_or_else(String::new, |letter| format!(" on board {letter}"))
        )),
        Exposure::Unanswered => {
            let answer = if attackers.len() == 1 {
                "capture it, block its line or move the king"
            } else {
                "move the king"
            };
            let side = position.turn().name();
            Some(on_board(board, &format!("{side} is in check from {by}: {answer}")))
        }
        Exposure::Pinned => {
            let (name, at) = (rules.piece_name(piece), rules.geometry().name(from?));
            let attack = if attackers.len() == 1 { "attacks" } else { "attack" };
            let text = format!(
                "the {name} on {at} is pinned: without it {by} {attack} the king on {king}"
            );
            Some(on_board(board, &text))
        }
    }
}

/// The letter of a square's board, where there are several.
fn board_letter(rules: &Rules, place: Place) -> Option<char> {
    let geometry = rules.geometry();
    (geometry.boards() > 1).then(|| geometry.board_letter(place))
}

/// A sentence about one of several boards.
fn on_board(board: Option<char>, text: &str) -> String {
    board.map_or_else(|| text.to_owned(), |letter| format!("on board {letter} {text}"))
}

/// Why none of the pieces that are meant reaches a square.
fn out_of_reach(
    rules: &Rules,
    side: &str,
    kinds: PieceSet,
    to: Place,
    pieces: &[PieceInReach],
) -> String {
    let name = |place: Place| rules.geometry().name(place);
    if let [(from, piece, blocker)] = pieces {
        let (at, kind) = (name(*from), rules.piece_name(piece.kind));
        let text = match blocker {
            Some((place, blocker)) => format!(
                "the {kind} on {at} is blocked by the {} on {}",
                rules.piece_name(blocker.kind),
                name(*place)
            ),
            None => {
                format!("the {kind} on {at} cannot reach that square: {}", way(rules, piece.kind))
            }
        };
        return on_board(board_letter(rules, *from), &text);
    }
    let is_light =
        |place: Place| (rules.geometry().file(place) + rules.geometry().rank(place)) % 2 == 1;
    let why = pieces.iter().filter_map(|(from, piece, blocker)| {
        let is_bishop = rules.piece_name(piece.kind) == Role::Bishop.name();
        if is_bishop && is_light(*from) != is_light(to) {
            let (own, other) = if is_light(*from) { ("light", "dark") } else { ("dark", "light") };
            let (at, to) = (name(*from), name(to));
            return Some(format!("the one on {at} stands on {own} squares, {to} is {other}"));
        }
        let (place, blocker) = blocker.as_ref()?;
        let (at, blocker) = (name(*from), rules.piece_name(blocker.kind));
        Some(format!("the one on {at} is blocked by the {blocker} on {}", name(*place)))
    });
    let why: Vec<String> = why.collect();
    let whys = match (why.is_empty(), pieces.first()) {
        (false, _) => format!(": {}", why.join("; ")),
        (true, Some((_, piece, _))) => format!(": {}", way(rules, piece.kind)),
        (true, None) => String::new(),
    };
    format!("no {side} {} can reach {}{whys}", names(rules, kinds), name(to))
}

/// How a piece moves.
fn way(rules: &Rules, kind: PieceType) -> String {
    let name = rules.piece_name(kind);
    let piece = rules.piece(kind);
    let usual = Role::ALL.into_iter().find(|role| role.name() == name);
    let betza = piece.map_or("", |piece| piece.betza.as_str());
    let is_usual = |role: &Role| betza == betza_of(*role);
    match usual.filter(is_usual) {
        Some(role) => way_of_moving(role).to_owned(),
        None => format!("{} moves as `{betza}` in Betza notation", article(name)),
    }
}

/// The moves of a piece of chess in Betza notation.
const fn betza_of(role: Role) -> &'static str {
    match role {
        Role::Pawn => "fmWfceFifmnD",
        Role::Knight => "N",
        Role::Bishop => "B",
        Role::Rook => "R",
        Role::Queen => "Q",
        Role::King => "K",
    }
}

/// `the rook on e8 and the bishop on b4`
fn pieces_on(rules: &Rules, pieces: &[(Place, VariantPiece)]) -> String {
    let names = pieces.iter().map(|(place, piece)| {
        format!("the {} on {}", rules.piece_name(piece.kind), rules.geometry().name(*place))
    });
    list(names)
}

fn forbidden(
    rules: &Rules,
    piece: PieceType,
    rule: Illegality,
    attackers: &[(Place, VariantPiece)],
) -> String {
    let by = || pieces_on(rules, attackers);
    match rule {
        Illegality::MustCapture => "a capture is available and must be made".to_owned(),
        Illegality::MustDrop => "a piece in hand must be dropped first".to_owned(),
        Illegality::GivesCheck => "the move gives check, which this variant forbids".to_owned(),
        Illegality::Immobile => {
            format!("the {} could never move again from there", rules.piece_name(piece))
        }
        Illegality::OwnExplosion { .. } => "the explosion would destroy your own king".to_owned(),
        Illegality::RoyalAttacked { royal, .. } => {
            let (king, board) = (rules.geometry().name(royal), board_letter(rules, royal));
            let on = board.map_or_else(String::new, |letter| format!(" on board {letter}"));
            format!("the king on {king} would be attacked{on} by {}", by())
        }
        Illegality::CastlingThroughCheck { place } => {
            format!("castling is not possible: {} is attacked by {}", square(rules, place), by())
        }
        Illegality::KingsFace => "the kings would face each other on an open line".to_owned(),
        Illegality::MutuallyImmune => {
            format!("a {} does not capture another one", rules.piece_name(piece))
        }
        Illegality::PassWithMoves => "passing is possible only without any other move".to_owned(),
    }
}

fn drop_fault(rules: &Rules, piece: PieceType, to: Place, fault: DropFault) -> String {
    let (piece, to) = (rules.piece_name(piece), square(rules, to));
    match fault {
        DropFault::OutsideRegion => format!("{} cannot be dropped on {to}", article(piece)),
        DropFault::PawnOnFirstRank => "a pawn cannot be dropped on the first rank".to_owned(),
        DropFault::PawnInPromotionZone => {
            "a pawn cannot be dropped where it would promote".to_owned()
        }
        DropFault::Doubled => format!("there is already {} on this file", article(piece)),
    }
}

/// The end of a game as a clause: `White has no pieces left`.
pub fn ending(rules: &Rules, outcome: VariantOutcome) -> String {
    match outcome.ending {
        VariantEnding::Checkmate => "checkmate".to_owned(),
        VariantEnding::Stalemate => "stalemate".to_owned(),
        VariantEnding::Extinction { color, kind: None } => {
            format!("{color} has lost too many pieces")
        }
        VariantEnding::Extinction { color, kind: Some(kind) } => {
            format!("{color} has lost the {}", rules.piece_name(kind))
        }
        VariantEnding::Flag => "the goal is reached".to_owned(),
        VariantEnding::CheckCount => "the last check is given".to_owned(),
        VariantEnding::BothPassed => "both sides passed".to_owned(),
        VariantEnding::Repetition => "repetition".to_owned(),
        VariantEnding::MoveLimit => "too many moves without progress".to_owned(),
        _ => "dead position".to_owned(),
    }
}

/// The name of a square, with its board where there are several.
pub fn square(rules: &Rules, place: Place) -> String {
    let geometry = rules.geometry();
    let name = geometry.name(place);
    if geometry.boards() > 1 {
        format!("{name} of board {}", geometry.board_letter(place))
    } else {
        name
    }
}

fn colored(rules: &Rules, piece: VariantPiece) -> String {
    format!("{} {}", adjective(piece.color), rules.piece_name(piece.kind))
}

/// `knight or commoner`; a move in coordinates can mean any piece.
fn names(rules: &Rules, kinds: PieceSet) -> String {
    let known = kinds.iter().filter(|kind| rules.piece(*kind).is_some());
    let names: Vec<&str> = known.map(|kind| rules.piece_name(kind)).collect();
    if names.len() == rules.pieces().len() { "piece".to_owned() } else { names.join(" or ") }
}

pub(in crate::notation) fn article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// The stable word for a reason.
pub fn kind(reason: &VariantReason) -> &'static str {
    match reason {
        VariantReason::GameOver(_) => "game-over",
        VariantReason::NoSuchSquare(_) => "no-such-square",
        VariantReason::NoSuchPiece { .. } => "no-such-piece",
        VariantReason::EmptySquare(_) => "empty-square",
        VariantReason::OpponentsPiece(..) => "opponents-piece",
        VariantReason::OwnPiece { .. } => "own-piece",
        VariantReason::CapturesKing(_) => "takes-king",
        VariantReason::NextBoardOccupied { .. } => "next-board-taken",
        VariantReason::Forbidden { rule, exposure, .. } => forbidden_kind(*rule, *exposure),
        VariantReason::Drop { .. } | VariantReason::NoDrops => "drop",
        VariantReason::NotInHand(_) => "not-in-hand",
        VariantReason::DropOccupied { .. } => "drop-occupied",
        VariantReason::NoCastlingInVariant
        | VariantReason::CastlingRightLost(_)
        | VariantReason::CastlingBlocked { .. } => "castling",
        VariantReason::PromotionMissing => "promotion-missing",
        VariantReason::PromotionImpossible(_) => "promotion-impossible",
        VariantReason::Ambiguous(_) => "ambiguous",
        _ => "cannot-reach",
    }
}

fn forbidden_kind(rule: Illegality, exposure: Exposure) -> &'static str {
    match (rule, exposure) {
        (Illegality::MustCapture, _) => "must-capture",
        (Illegality::MustDrop, _) => "must-drop",
        (Illegality::GivesCheck, _) => "gives-check",
        (Illegality::Immobile, _) => "immobile",
        (Illegality::OwnExplosion { .. }, _) => "own-explosion",
        (Illegality::RoyalAttacked { .. }, Exposure::Pinned) => "pinned",
        (Illegality::RoyalAttacked { .. }, Exposure::Unanswered) => "in-check",
        (Illegality::RoyalAttacked { .. }, Exposure::Other) => "king-attacked",
        (Illegality::CastlingThroughCheck { .. }, _) => "castling",
        (Illegality::KingsFace, _) => "kings-face",
        (Illegality::MutuallyImmune, _) => "mutually-immune",
        (Illegality::PassWithMoves, _) => "pass",
    }
}

/// The reason as data: a stable word, and the part each square plays.
pub fn data(rules: &Rules, reason: &VariantReason) -> ReasonData {
    let name = |place: &Place| rules.geometry().name(*place);
    let squares = match reason {
        VariantReason::NoSuchSquare(to)
        | VariantReason::OwnPiece { to, .. }
        | VariantReason::NextBoardOccupied { to, .. }
        | VariantReason::DropOccupied { to, .. }
        | VariantReason::Drop { to, .. }
        | VariantReason::CapturesKing(to) => vec![("to", name(to))],
        VariantReason::EmptySquare(from) | VariantReason::OpponentsPiece(from, _) => {
            vec![("from", name(from))]
        }
        VariantReason::OutOfReach { to, pieces, .. } => {
            let mut squares = vec![("to", name(to))];
            squares.extend(pieces.iter().map(|(place, ..)| ("candidate", name(place))));
            squares
        }
        VariantReason::CastlingBlocked { at } => vec![("blocker", name(at))],
        VariantReason::Ambiguous(places) => {
            places.iter().map(|place| ("candidate", name(place))).collect()
        }
        VariantReason::Forbidden { rule, attackers, exposure, .. } => {
            let part = match exposure {
                Exposure::Pinned => "pinner",
                Exposure::Unanswered => "checker",
                Exposure::Other => "attacker",
            };
            let mut squares: Vec<(&'static str, String)> =
                attackers.iter().map(|(place, _)| (part, name(place))).collect();
            squares.extend(match rule {
                Illegality::RoyalAttacked { royal, .. } | Illegality::OwnExplosion { royal } => {
                    Some(("king", name(royal)))
                }
                Illegality::CastlingThroughCheck { place } => Some(("attacked", name(place))),
                _ => None,
            });
            squares
        }
        _ => Vec::new(),
    };
    ReasonData { kind: kind(reason), squares }
}

/// The squares of the line of a pin, from the pinning piece to the king.
pub fn pin_line(rules: &Rules, reason: &VariantReason) -> Option<String> {
    let VariantReason::Forbidden { rule, attackers, exposure: Exposure::Pinned, .. } = reason
    else {
        return None;
    };
    let (Illegality::RoyalAttacked { royal, .. }, [(pinner, _)]) = (rule, attackers.as_slice())
    else {
        return None;
    };
    let geometry = rules.geometry();
    let at = |place: Place| (i16::from(geometry.file(place)), i16::from(geometry.rank(place)));
    let ((file, rank), (king_file, king_rank)) = (at(*pinner), at(*royal));
    let (files, ranks) = (king_file - file, king_rank - rank);
    let steps = files.abs().max(ranks.abs());
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    if !is_line || geometry.board(*pinner) != geometry.board(*royal) {
        return None;
    }
    let square = |step: i16| {
        let file = u8::try_from(file + files.signum() * step).ok()?;
        let rank = u8::try_from(rank + ranks.signum() * step).ok()?;
        Some(geometry.name(geometry.place(geometry.board(*royal), file, rank)?))
    };
    let names: Option<Vec<String>> = (0..=steps).map(square).collect();
    names.map(|names| names.join("-"))
}
