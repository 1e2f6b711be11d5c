//! SAN of variants: drops `N@f3`, files beyond h, ranks beyond 9, and the board of a move where it is needed.

use crate::{
    notation::{
        Form, Forms, San, Sign,
        reason::{article, wing},
    },
    rules::{
        Bitboard, MoveSpec, PieceSpec, Role, Side,
        variant::{
            Geometry, PieceSet, PieceType, Place, Rules, VariantMove, VariantMoveKind,
            VariantPieceSpec, VariantPosition, VariantSpec,
        },
    },
};

/// A move as written, with its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VariantSan {
    /// The move.
    pub spec: VariantSpec,
    /// The sign of check or mate.
    pub sign: Sign,
    /// The departures from the standard.
    pub forms: Forms,
}

impl VariantSan {
    /// Reads a move; `None` if the text is not SAN for a board of this size with these pieces. What the letters of the
    /// variant leave open is read as in chess, with all its forms.
    pub fn read(rules: &Rules, text: &[u8]) -> Option<Self> {
        let exact = std::str::from_utf8(text).ok().and_then(|text| read(rules, text));
        exact.or_else(|| as_in_chess(rules, text))
    }
}

/// Reads a move as the standard writes it, with the letters of the variant.
fn read(rules: &Rules, text: &str) -> Option<VariantSan> {
    let bare = text.trim_end_matches(['!', '?']);
    let forms = if bare == text { Forms::NONE } else { Forms::NONE.with(Form::Annotation) };
    let (bare, sign) = match bare.strip_suffix('#') {
        Some(rest) => (rest, Sign::Mate),
        None => match bare.strip_suffix('+') {
            Some(rest) => (rest, Sign::Check),
            None => (bare, Sign::None),
        },
    };
    let spec = match bare {
        "O-O" => VariantSpec::Castle(Side::King),
        "O-O-O" => VariantSpec::Castle(Side::Queen),
        _ => {
            let Some((piece, to)) = bare.split_once('@') else {
                let (spec, forms) = read_piece_move(rules, bare, forms)?;
                return Some(VariantSan { spec: VariantSpec::Piece(spec), sign, forms });
            };
            read_drop(rules, piece, to)?
        }
    };
    Some(VariantSan { spec, sign, forms })
}

/// A move in a form of chess, with the pieces that have the same letters here.
fn as_in_chess(rules: &Rules, text: &[u8]) -> Option<VariantSan> {
    let slash = text.iter().rposition(|byte| *byte == b'/').filter(|_| rules.is_alice());
    let (text, board) = match slash.and_then(|at| Some((at, board_at(rules, text, at)?))) {
        Some((at, board)) => (&text[..at], Some(board)),
        None => (text, None),
    };
    let San { spec, sign, forms } = San::read(text)?;
    let mut spec = in_variant(rules, &spec)?;
    if let VariantSpec::Piece(piece) = &mut spec {
        piece.board = board;
    }
    Some(VariantSan { spec, sign, forms })
}

/// A written move of chess in a variant whose pieces have the same letters.
pub fn in_variant(rules: &Rules, spec: &MoveSpec) -> Option<VariantSpec> {
    Some(match spec {
        MoveSpec::Castle(side) => VariantSpec::Castle(*side),
        MoveSpec::Piece(piece) => VariantSpec::Piece(of_chess(rules, piece)?),
    })
}

/// The board that a slash at the end of a move names.
fn board_at(rules: &Rules, text: &[u8], slash: usize) -> Option<u8> {
    let letter = std::str::from_utf8(text.get(slash + 1..)?).ok()?;
    board_index(rules, letter.trim_end_matches(['+', '#']))
}

/// A written move of chess on a board of the variant.
fn of_chess(rules: &Rules, piece: &PieceSpec) -> Option<VariantPieceSpec> {
    let geometry = rules.geometry();
    let kind = |role: Role| rules.kind_of(char::from(role.letter() as u8));
    let kinds = match piece.role {
        None => PieceSet::ALL,
        Some(Role::Pawn) => pawns(rules),
        Some(role) => PieceSet::of(kind(role)?),
    };
    let first = piece.from.first()?;
    let file = (piece.from - Bitboard::file(first.file())).is_empty();
    let rank = (piece.from - Bitboard::rank(first.rank())).is_empty();
    // Without a capture the file of a pawn is that of its target in chess only.
    let is_implied = piece.role == Some(Role::Pawn)
        && !piece.capture
        && piece.from == Bitboard::file(piece.to.file());
    Some(VariantPieceSpec {
        kinds,
        file: (file && !is_implied).then_some(first.file() as u8),
        rank: rank.then_some(first.rank() as u8),
        to: geometry.place(0, piece.to.file() as u8, piece.to.rank() as u8)?,
        capture: piece.capture,
        promotion: match piece.promotion {
            Some(role) => Some(kind(role)?),
            None => None,
        },
        board: None,
    })
}

fn read_drop(rules: &Rules, piece: &str, to: &str) -> Option<VariantSpec> {
    let mut letters = piece.chars();
    let piece = match (letters.next(), letters.next()) {
        (None, _) => PieceType::PAWN,
        (Some(letter), None) => rules.kind_of(letter)?,
        _ => return None,
    };
    Some(VariantSpec::Drop {
        piece,
        to: last_place(rules.geometry(), to).filter(|(_, rest)| rest.is_empty())?.0,
    })
}

/// The square at the end of a text, and what is before it.
fn last_place<'a>(geometry: &Geometry, text: &'a str) -> Option<(Place, &'a str)> {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let start = text.len().checked_sub(digits + 1)?;
    let square = text.get(start..)?;
    let (place, length) = super::fen::read_place(geometry, square)?;
    (length == square.len()).then_some((place, &text[..start]))
}

/// A move such as `Nb1xc3`, `exd10=Q` or `Nf3/B`.
fn read_piece_move(rules: &Rules, text: &str, forms: Forms) -> Option<(VariantPieceSpec, Forms)> {
    let (text, board) = match text.split_once('/') {
        Some((text, board)) => (text, Some(board_index(rules, board)?)),
        None => (text, None),
    };
    let (text, promotion, forms) = read_promotion(rules, text, forms)?;
    let (to, rest) = last_place(rules.geometry(), text)?;
    let (rest, capture) = match rest.strip_suffix('x') {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let (kinds, origin) = match rest.chars().next().filter(char::is_ascii_uppercase) {
        Some(letter) => (PieceSet::of(rules.kind_of(letter)?), &rest[1..]),
        None => (pawns(rules), rest),
    };
    let (file, rank) = read_origin(rules.geometry(), origin)?;
    // Two squares alone are coordinates of any piece.
    let is_square = file.is_some() && rank.is_some();
    let (kinds, forms) = if is_square && origin.len() == rest.len() {
        (PieceSet::ALL, forms.with(Form::Coordinates))
    } else {
        (kinds, forms)
    };
    Some((VariantPieceSpec { kinds, file, rank, to, capture, promotion, board }, forms))
}

fn board_index(rules: &Rules, letter: &str) -> Option<u8> {
    let &[letter] = letter.as_bytes() else { return None };
    letter.checked_sub(b'A').filter(|board| *board < rules.geometry().boards())
}

/// The promotion at the end of a move, with or without its equals sign.
fn read_promotion<'a>(
    rules: &Rules,
    text: &'a str,
    forms: Forms,
) -> Option<(&'a str, Option<PieceType>, Forms)> {
    let last = text.chars().next_back()?;
    if !last.is_ascii_alphabetic() {
        return Some((text, None, forms));
    }
    let rest = &text[..text.len() - 1];
    let (rest, is_standard) = match rest.strip_suffix('=') {
        Some(rest) => (rest, last.is_ascii_uppercase()),
        None => (rest, false),
    };
    let forms = if is_standard { forms } else { forms.with(Form::Promotion) };
    Some((rest, Some(rules.kind_of(last)?), forms))
}

/// The file and the rank from which a piece comes, each of which may be missing.
fn read_origin(geometry: &Geometry, text: &str) -> Option<(Option<u8>, Option<u8>)> {
    let file = text.bytes().next().filter(u8::is_ascii_lowercase).map(|letter| letter - b'a');
    let digits = if file.is_some() { &text[1..] } else { text };
    let rank =
        if digits.is_empty() { None } else { Some(digits.parse::<u8>().ok()?.checked_sub(1)?) };
    let fits = file.is_none_or(|file| file < geometry.width())
        && rank.is_none_or(|rank| rank < geometry.height());
    fits.then_some((file, rank))
}

/// The pieces that are written without a letter.
fn pawns(rules: &Rules) -> PieceSet {
    let settings = rules.settings();
    let mut pawns = PieceSet::of(PieceType::PAWN);
    if rules.piece(PieceType::PAWN).is_none() {
        pawns = PieceSet(settings.promotion_pawns.white.0 | settings.promotion_pawns.black.0);
    }
    pawns
}

/// The sign that belongs behind the move that led to a position: `#` if the game is decided, as Lichess writes it, `+` if
/// the side to move is in check.
pub fn sign_of(after: &VariantPosition) -> Sign {
    if after.ending().is_some_and(|outcome| outcome.winner.is_some()) {
        Sign::Mate
    } else if after.is_check() {
        Sign::Check
    } else {
        Sign::None
    }
}

/// A legal move as SAN, without its sign.
pub fn write_without_sign(position: &VariantPosition, mv: VariantMove) -> String {
    let rules = position.rules();
    let geometry = rules.geometry();
    match mv.castling_side(rules) {
        Some(Side::King) => return "O-O".to_owned(),
        Some(Side::Queen) => return "O-O-O".to_owned(),
        None => {}
    }
    let mut text = String::with_capacity(8);
    if mv.piece != PieceType::PAWN || mv.kind == VariantMoveKind::Drop {
        text.push(rules.letter(mv.piece));
    }
    if mv.kind == VariantMoveKind::Drop {
        text.push('@');
    } else {
        let twins = twins(position, mv);
        text.push_str(&origin(geometry, mv, &twins));
        if mv.capture.is_some() {
            text.push('x');
        }
    }
    text.push_str(&geometry.name(mv.to));
    if let Some(kind) = mv.promotion {
        text.push('=');
        text.push(rules.letter(kind));
    }
    if rules.is_alice() && needs_board(position, mv) {
        text.push('/');
        text.extend(mv.from.map(|from| geometry.board_letter(from)));
    }
    text
}

/// The squares of other pieces of the kind that can legally make the same move, on any board.
fn twins(position: &VariantPosition, mv: VariantMove) -> Vec<Place> {
    let geometry = position.rules().geometry();
    if mv.piece != PieceType::KING && position.count(position.turn(), mv.piece) < 2 {
        return Vec::new();
    }
    let (file, rank) = (geometry.file(mv.to), geometry.rank(mv.to));
    let targets = (0..geometry.boards()).filter_map(|board| geometry.place(board, file, rank));
    let moves = targets.flat_map(|to| position.legal_moves_to(PieceSet::of(mv.piece), to));
    let same = |other: &VariantMove| {
        (other.kind, other.promotion) == (mv.kind, mv.promotion) || geometry.boards() > 1
    };
    let from = |other: VariantMove| other.from.filter(|from| Some(*from) != mv.from);
    moves.filter(same).filter_map(from).collect()
}

/// The part of its square that tells a piece from its twins.
fn origin(geometry: &Geometry, mv: VariantMove, twins: &[Place]) -> String {
    let Some(from) = mv.from else { return String::new() };
    let (file, rank) = (geometry.file(from), geometry.rank(from));
    let letter = || char::from(b'a' + file).to_string();
    if mv.piece == PieceType::PAWN && (mv.capture.is_some() || geometry.boards() > 1) {
        return if file == geometry.file(mv.to) && mv.capture.is_none() {
            String::new()
        } else {
            letter()
        };
    }
    let others = || {
        twins.iter().filter(|twin| geometry.file(**twin) != file || geometry.rank(**twin) != rank)
    };
    if others().next().is_none() {
        String::new()
    } else if others().all(|twin| geometry.file(*twin) != file) {
        letter()
    } else if others().all(|twin| geometry.rank(*twin) != rank) {
        (rank + 1).to_string()
    } else {
        geometry.name(from)
    }
}

/// What a legal move does on the board, in words.
pub fn action(position: &VariantPosition, mv: VariantMove) -> String {
    let rules = position.rules();
    let (geometry, name) = (rules.geometry(), rules.piece_name(mv.piece));
    let to = geometry.name(mv.to);
    let Some(from) = mv.from else { return format!("{} is dropped on {to}", article(name)) };
    let at = geometry.name(from);
    if let (Some(side), Some((king, rook))) =
        (mv.castling_side(rules), mv.castling_targets(rules, position.turn()))
    {
        let (wing, king, rook) = (wing(side), geometry.name(king), geometry.name(rook));
        return format!(
            "the {name} castles {wing}: the {name} from {at} to {king}, the rook from {to} to {rook}"
        );
    }
    let text = match mv.capture {
        _ if mv.kind == VariantMoveKind::Pass => "the turn passes to the other side".to_owned(),
        Some(taken) if mv.kind == VariantMoveKind::EnPassant => {
            format!(
                "the {name} on {at} takes the {} en passant and goes to {to}",
                rules.piece_name(taken)
            )
        }
        Some(taken) => format!("the {name} on {at} takes the {} on {to}", rules.piece_name(taken)),
        None => format!("the {name} goes from {at} to {to}"),
    };
    text + &consequences(rules, mv, from)
}

/// What a move does beyond moving and capturing.
fn consequences(rules: &Rules, mv: VariantMove, from: Place) -> String {
    let geometry = rules.geometry();
    let becomes = mv.promotion.map_or_else(String::new, |kind| {
        format!(" and becomes {}", article(rules.piece_name(kind)))
    });
    let explodes = mv.capture.is_some() && rules.settings().blast;
    let explodes = if explodes { ", and everything around explodes" } else { "" };
    let boards = if geometry.boards() > 1 {
        let next = geometry.board_letter(geometry.next_board(from));
        format!(" on board {}, and on to board {next}", geometry.board_letter(from))
    } else {
        String::new()
    };
    format!("{becomes}{explodes}{boards}")
}

/// Whether a piece of another board can make a move with the same text: one on the same square, or a pawn of the same
/// file, since the rank of a pawn is not written.
fn needs_board(position: &VariantPosition, mv: VariantMove) -> bool {
    let geometry = position.rules().geometry();
    let Some(from) = mv.from else { return false };
    let is_twin = |twin: &Place| {
        let same_file = geometry.file(*twin) == geometry.file(from);
        let same_rank = geometry.rank(*twin) == geometry.rank(from);
        geometry.board(*twin) != geometry.board(from)
            && same_file
            && (same_rank || mv.piece == PieceType::PAWN)
    };
    twins(position, mv).iter().any(is_twin)
}
