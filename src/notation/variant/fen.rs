//! FEN of variants: boards of any size with counts of several digits, `*` for squares that do not exist, bars between
//! several boards, pieces in hand in brackets, `~` after promoted pieces, and counts of checks.

use std::{fmt, sync::Arc};

use crate::{
    diagnostics::Code,
    notation::{
        fen::{quoted, too_many_pieces},
        reason::variant::square,
    },
    rules::{
        ByColor, Color, Side,
        variant::{
            Geometry, PieceType, Place, Rules, Settings, VariantFault, VariantPiece,
            VariantPosition, VariantSetup,
        },
    },
};

/// A fault of a FEN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariantFenFault {
    /// What kind of fault it is.
    pub code: Code,
    /// The place in the text, in bytes.
    pub at: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for VariantFenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for VariantFenFault {}

/// What the reader needs to know of a variant.
pub(super) struct Shape<'a> {
    pub(super) geometry: Geometry,
    pub(super) settings: &'a Settings,
    pub(super) kind_of: &'a dyn Fn(char) -> Option<PieceType>,
}

type Reading<T> = Result<T, VariantFenFault>;

fn fault<T>(code: Code, at: usize, message: impl Into<String>) -> Reading<T> {
    Err(VariantFenFault { code, at, message: message.into() })
}

/// Reads a position.
///
/// # Errors
/// The first fault of the text, or everything that makes the position unplayable.
pub fn read(rules: &Arc<Rules>, text: &[u8]) -> Result<VariantPosition, Vec<VariantFenFault>> {
    let kind_of = |letter| rules.kind_of(letter);
    let geometry = rules.geometry().clone();
    let shape = Shape { geometry, settings: rules.settings(), kind_of: &kind_of };
    let setup = read_setup(&shape, text).map_err(|fault| vec![fault])?;
    let holes = &rules.start_setup().holes;
    if setup.holes != *holes {
        let message = "the squares that do not exist are not those of the variant";
        let code = Code::FenRankWidth;
        return Err(vec![VariantFenFault { code, at: 0, message: message.to_owned() }]);
    }
    setup.validate(rules).map_err(|faults| {
        let fault = |fault| {
            let at = place_of(fault).map_or(0, |place| offset_of(&shape.geometry, text, place));
            VariantFenFault { code: code_of(fault), at, message: fault_sentence(rules, fault) }
        };
        faults.into_iter().map(fault).collect()
    })
}

/// Reads a position without asking whether it can be played; `None` if the text cannot be read.
pub fn read_unchecked(rules: &Arc<Rules>, text: &[u8]) -> Option<VariantPosition> {
    let kind_of = |letter| rules.kind_of(letter);
    let geometry = rules.geometry().clone();
    let shape = Shape { geometry, settings: rules.settings(), kind_of: &kind_of };
    let setup = read_setup(&shape, text).ok()?;
    Some(VariantPosition::from_setup_unchecked(rules, &setup))
}

/// The code of what makes a position unplayable.
fn code_of(fault: VariantFault) -> Code {
    match fault {
        VariantFault::KingCount { .. } => Code::KingCount,
        VariantFault::OpponentInCheck { .. } => Code::OpponentInCheck,
        VariantFault::KingsAdjacent { .. } => Code::KingsAdjacent,
        VariantFault::PawnOnEdge { .. } => Code::PawnOnEdge,
        VariantFault::TooManyPieces { .. } => Code::TooManyPieces,
        VariantFault::CastlingRightImpossible { .. } => Code::CastlingRightImpossible,
    }
}

/// The square that a fault is about.
fn place_of(fault: VariantFault) -> Option<Place> {
    match fault {
        VariantFault::OpponentInCheck { king } | VariantFault::KingsAdjacent { king } => Some(king),
        VariantFault::PawnOnEdge { place } => Some(place),
        _ => None,
    }
}

/// Where the letter of a piece is in the text of a FEN that has been read.
fn offset_of(geometry: &Geometry, text: &[u8], wanted: Place) -> usize {
    let (mut board, mut rank, mut file) = (0, geometry.height().saturating_sub(1), 0);
    let mut count = 0_u8;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'/' => (rank, file, count) = (rank.saturating_sub(1), 0, 0),
            b'|' => {
                board += 1;
                (rank, file, count) = (geometry.height().saturating_sub(1), 0, 0);
            }
            b' ' | b'[' => break,
            b'0'..=b'9' => count = count.saturating_mul(10).saturating_add(byte - b'0'),
            b'+' | b'~' => {}
            _ => {
                file += std::mem::take(&mut count);
                if geometry.place(board, file, rank) == Some(wanted) {
                    return at;
                }
                file += 1;
            }
        }
    }
    0
}

/// Reads the fields of a FEN.
pub(super) fn read_setup(shape: &Shape<'_>, bytes: &[u8]) -> Reading<VariantSetup> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(bad) => return fault(Code::FenLetter, bad.valid_up_to(), "a FEN is plain text"),
    };
    let mut fields = super::value::words(text);
    let mut setup = VariantSetup::default();
    let Some((at, board)) = fields.next() else {
        return fault(Code::FenFieldsMissing, 0, "the FEN is empty");
    };
    read_boards(shape, at, board, &mut setup)?;
    let rest: Vec<(usize, &str)> = fields.collect();
    let mut rest = rest.into_iter().peekable();
    if let Some((at, turn)) = rest.next() {
        setup.turn = match turn {
            "w" => Color::White,
            "b" => Color::Black,
            _ => {
                return fault(
                    Code::FenTurn,
                    at,
                    format!("expected `w` or `b`, found {}", quoted(turn.as_bytes())),
                );
            }
        };
    }
    if let Some((at, castling)) = rest.next_if(|(_, word)| !starts_with_digit(word)) {
        read_castling(shape, at, castling, &mut setup)?;
        if let Some((at, passed)) = rest.next_if(|(_, word)| !starts_with_digit(word)) {
            read_passed(shape, at, passed, &mut setup)?;
        }
    }
    read_counters(shape, rest, &mut setup)?;
    Ok(setup)
}

fn starts_with_digit(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit())
}

/// The first field: boards with bars between them, and the pieces in hand.
fn read_boards(shape: &Shape<'_>, at: usize, field: &str, setup: &mut VariantSetup) -> Reading<()> {
    let (boards, hands) = match field.split_once('[') {
        Some((boards, hands)) => (boards, Some(hands)),
        None => (field, None),
    };
    let mut start = at;
    for (count, board) in (0..).zip(boards.split('|')) {
        if count == shape.geometry.boards() {
            return fault(Code::FenExtraField, start, more_boards(count));
        }
        read_board(shape, start, board, count, setup)?;
        start += board.len() + 1;
    }
    if let Some(hands) = hands {
        let at = at + boards.len() + 1;
        let Some(letters) = hands.strip_suffix(']') else {
            return fault(
                Code::FenExtraField,
                at + hands.len(),
                "expected `]` after the pieces in hand",
            );
        };
        read_hands(shape, at, letters, setup)?;
    }
    Ok(())
}

fn more_boards(count: u8) -> String {
    let boards = if count == 1 { "board" } else { "boards" };
    format!("expected {count} {boards}, found more")
}

fn read_hands(
    shape: &Shape<'_>,
    at: usize,
    letters: &str,
    setup: &mut VariantSetup,
) -> Reading<()> {
    if letters == "-" {
        return Ok(());
    }
    for (byte, letter) in letters.char_indices() {
        let Some(kind) = (shape.kind_of)(letter) else {
            return fault(
                Code::FenLetter,
                at + byte,
                format!("no piece has the letter `{}`", letter.escape_default()),
            );
        };
        setup.hands.push((color_of(letter), kind));
    }
    Ok(())
}

fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
}

/// One board, the last rank first. A rank too many holds the pieces in hand, as some servers write them.
fn read_board(
    shape: &Shape<'_>,
    at: usize,
    text: &str,
    board: u8,
    setup: &mut VariantSetup,
) -> Reading<()> {
    let height = usize::from(shape.geometry.height());
    let mut start = at;
    for (row, rank) in text.split('/').enumerate() {
        if row == height && shape.settings.drops {
            return read_hands(shape, start, rank, setup);
        }
        let Some(number) = height.checked_sub(row + 1).and_then(|rank| u8::try_from(rank).ok())
        else {
            return fault(Code::FenRanks, start, format!("expected {height} ranks, found more"));
        };
        read_rank(shape, start, rank, (board, number), setup)?;
        start += rank.len() + 1;
    }
    let found = text.split('/').count();
    if found < height {
        return fault(
            Code::FenRanks,
            at + text.len(),
            format!("expected {height} ranks, found {found}"),
        );
    }
    Ok(())
}

/// One rank: pieces, holes, and counts of empty squares.
fn read_rank(
    shape: &Shape<'_>,
    at: usize,
    text: &str,
    (board, rank): (u8, u8),
    setup: &mut VariantSetup,
) -> Reading<()> {
    let width = usize::from(shape.geometry.width());
    let (mut file, mut byte) = (0_usize, 0);
    while let Some(letter) = text[byte..].chars().next() {
        if letter.is_ascii_digit() {
            let digits = text[byte..].bytes().take_while(u8::is_ascii_digit).count();
            let count = text[byte..byte + digits].parse::<usize>().unwrap_or(usize::MAX);
            file = file.saturating_add(count);
            byte += digits;
        } else {
            let place =
                u8::try_from(file).ok().and_then(|file| shape.geometry.place(board, file, rank));
            let Some(place) = place else {
                return fault(
                    Code::FenRankWidth,
                    at + byte,
                    format!("rank {} has more than {width} squares", rank + 1),
                );
            };
            byte += read_square(shape, at + byte, &text[byte..], place, setup)?;
            file += 1;
        }
    }
    if file == width {
        Ok(())
    } else {
        fault(
            Code::FenRankWidth,
            at + text.len(),
            format!("expected {width} squares in rank {}, found {file}", rank + 1),
        )
    }
}

/// A piece or a hole; returns how many bytes it takes.
fn read_square(
    shape: &Shape<'_>,
    at: usize,
    text: &str,
    place: Place,
    setup: &mut VariantSetup,
) -> Reading<usize> {
    if text.starts_with('*') {
        setup.holes.push(place);
        return Ok(1);
    }
    let plus = usize::from(text.starts_with('+'));
    let letter = text[plus..].chars().next().unwrap_or(' ');
    let Some(kind) = (shape.kind_of)(letter).filter(|_| letter.is_ascii_alphabetic()) else {
        return fault(
            Code::FenLetter,
            at,
            format!("no piece has the letter `{}`", letter.escape_default()),
        );
    };
    let color = color_of(letter);
    let marked = text[plus + 1..].starts_with('~');
    let mut piece = VariantPiece { kind, color, promoted: marked, former: None };
    if plus > 0 {
        let promoted = shape.settings.promoted.iter().find(|(from, _)| *from == kind);
        let Some((_, promoted)) = promoted else {
            return fault(Code::FenLetter, at, format!("`{letter}` has no promoted form"));
        };
        piece = VariantPiece { kind: *promoted, color, promoted: true, former: Some(kind) };
    }
    setup.pieces.push((place, piece));
    Ok(plus + 1 + usize::from(marked))
}

/// Castling rights as `KQkq` or by the files of the rooks.
fn read_castling(
    shape: &Shape<'_>,
    at: usize,
    text: &str,
    setup: &mut VariantSetup,
) -> Reading<()> {
    if text == "-" {
        return Ok(());
    }
    for (byte, letter) in text.char_indices() {
        let color = color_of(letter);
        let rook = match letter.to_ascii_uppercase() {
            'K' => outermost_rook(shape, color, Side::King, setup),
            'Q' => outermost_rook(shape, color, Side::Queen, setup),
            file => u8::try_from(file).ok().and_then(|file| {
                shape.geometry.place(0, file.checked_sub(b'A')?, castling_rank(shape, color))
            }),
        };
        let Some(rook) = rook else {
            return fault(
                Code::FenCastlingLetter,
                at + byte,
                format!("expected castling rights such as `KQkq`, found `{letter}`"),
            );
        };
        setup.castling.push((color, rook));
    }
    Ok(())
}

fn castling_rank(shape: &Shape<'_>, color: Color) -> u8 {
    let rank = shape.settings.castling_rank.min(shape.geometry.height() - 1);
    match color {
        Color::White => rank,
        Color::Black => shape.geometry.height() - 1 - rank,
    }
}

/// The first castling rook from a side's edge; the corner if there is none.
fn outermost_rook(
    shape: &Shape<'_>,
    color: Color,
    side: Side,
    setup: &VariantSetup,
) -> Option<Place> {
    let (geometry, settings) = (&shape.geometry, shape.settings);
    let rank = castling_rank(shape, color);
    let last = geometry.width() - 1;
    let is_rook = |place: &Place| {
        let piece = setup.pieces.iter().find(|(at, _)| at == place).map(|(_, piece)| piece);
        piece.is_some_and(|piece| {
            piece.color == color && settings.castling_rooks[color].has(piece.kind)
        })
    };
    let files: Vec<u8> = match side {
        Side::King => (0..=settings.castling_rook_kingside_file.min(last)).rev().collect(),
        Side::Queen => (settings.castling_rook_queenside_file.min(last)..=last).collect(),
    };
    let places = files.iter().filter_map(|file| geometry.place(0, *file, rank));
    let corner = geometry.place(0, *files.first()?, rank);
    places.into_iter().find(is_rook).or(corner)
}

/// The squares that a piece has just passed over.
fn read_passed(shape: &Shape<'_>, at: usize, text: &str, setup: &mut VariantSetup) -> Reading<()> {
    if text == "-" {
        return Ok(());
    }
    let mut rest = text;
    while !rest.is_empty() {
        let Some((place, length)) = read_place(&shape.geometry, rest) else {
            let message =
                format!("expected a square such as `e3` or `-`, found {}", quoted(rest.as_bytes()));
            return fault(Code::FenEnPassantForm, at + text.len() - rest.len(), message);
        };
        setup.passed.push(place);
        rest = &rest[length..];
    }
    Ok(())
}

/// A square of the first board at the start of a text, and its length.
pub(super) fn read_place(geometry: &Geometry, text: &str) -> Option<(Place, usize)> {
    let file = text.bytes().next()?.checked_sub(b'a')?;
    let after_file = text.get(1..)?;
    let digits = after_file.bytes().take_while(u8::is_ascii_digit).count();
    let rank = after_file[..digits].parse::<u8>().ok()?;
    Some((geometry.place(0, file, rank.checked_sub(1)?)?, 1 + digits))
}

/// Counts of checks in either form, and the counters of moves.
fn read_counters<'a>(
    shape: &Shape<'_>,
    fields: impl Iterator<Item = (usize, &'a str)>,
    setup: &mut VariantSetup,
) -> Reading<()> {
    let mut numbers = 0;
    for (at, field) in fields {
        if field.contains('+') {
            let Some(checks) = read_checks(field).filter(|_| shape.settings.check_counting) else {
                return fault(
                    Code::FenHalfmove,
                    at,
                    format!("expected a number, found {}", quoted(field.as_bytes())),
                );
            };
            setup.checks_left = checks;
            continue;
        }
        let counter = match numbers {
            0 => &mut setup.halfmoves,
            1 => &mut setup.fullmoves,
            _ => {
                return fault(
                    Code::FenExtraField,
                    at,
                    format!("nothing is expected here, found {}", quoted(field.as_bytes())),
                );
            }
        };
        match field.parse() {
            Ok(number) => *counter = number,
            Err(_) if field == "-" => {}
            Err(_) => {
                return fault(
                    Code::FenHalfmove,
                    at,
                    format!("expected a number, found {}", quoted(field.as_bytes())),
                );
            }
        }
        numbers += 1;
    }
    setup.fullmoves = setup.fullmoves.max(1);
    Ok(())
}

/// Checks as `3+3`, still to be given, or as `+0+0`, given so far of three.
fn read_checks(text: &str) -> Option<ByColor<u8>> {
    let (given, digits) = match text.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (white, black) = digits.split_once('+')?;
    let count = |text: &str| {
        let count = text.parse::<u8>().ok()?;
        Some(if given { 3_u8.saturating_sub(count) } else { count })
    };
    Some(ByColor { white: count(white)?, black: count(black)? })
}

/// Why a position cannot be played.
pub fn fault_sentence(rules: &Rules, fault: VariantFault) -> String {
    let at = |place| square(rules, place);
    match fault {
        VariantFault::KingCount { color, found: 0, .. } => format!("{} has no king", color.name()),
        VariantFault::KingCount { color, found, expected } => {
            format!("{} has {found} kings, expected {expected}", color.name())
        }
        VariantFault::OpponentInCheck { king } => {
            format!("the king on {} is attacked although the other side is to move", at(king))
        }
        VariantFault::KingsAdjacent { king } if rules.is_alice() => {
            let board = char::from(b'A' + rules.geometry().board(king));
            format!("the kings stand next to each other on board {board}")
        }
        VariantFault::KingsAdjacent { .. } => "the kings stand next to each other".to_owned(),
        VariantFault::PawnOnEdge { place } => format!("no pawn can stand on {}", at(place)),
        VariantFault::TooManyPieces { color, pawns, pieces } => {
            too_many_pieces(color, number(pawns), number(pieces))
        }
        VariantFault::CastlingRightImpossible { rook, .. } => {
            format!("castling with a rook on {} is impossible", at(rook))
        }
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Writes a position.
pub fn write(position: &VariantPosition) -> String {
    let rules = position.rules();
    let geometry = rules.geometry();
    let boards = (0..geometry.boards()).map(|board| board_text(position, board));
    let mut text = boards.collect::<Vec<_>>().join("|");
    if rules.settings().drops {
        text.push('[');
        text.push_str(&hands_text(position));
        text.push(']');
    }
    let turn = if position.turn() == Color::White { 'w' } else { 'b' };
    let castling = castling_text(position);
    let passed = position.en_passant().map_or_else(|| "-".to_owned(), |place| geometry.name(place));
    let checks = Color::ALL.map(|color| position.checks_left(color));
    let checks = match checks {
        [Some(white), Some(black)] => format!(" {white}+{black}"),
        _ => String::new(),
    };
    let (halfmoves, fullmoves) = (position.halfmoves(), position.fullmoves());
    format!("{text} {turn} {castling} {passed}{checks} {halfmoves} {fullmoves}")
}

/// One board, the last rank first.
fn board_text(position: &VariantPosition, board: u8) -> String {
    let geometry = position.rules().geometry();
    let rank_text = |rank: u8| {
        let (mut text, mut empty) = (String::new(), 0);
        for place in (0..geometry.width()).filter_map(|file| geometry.place(board, file, rank)) {
            let square = square_text(position, place);
            if square.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push_str(&square);
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    };
    (0..geometry.height()).rev().map(rank_text).collect::<Vec<_>>().join("/")
}

/// A square with its piece; nothing if it is empty.
fn square_text(position: &VariantPosition, place: Place) -> String {
    let rules = position.rules();
    let Some(piece) = position.piece_at(place) else {
        return if rules.geometry().exists(place) { String::new() } else { "*".to_owned() };
    };
    if let Some(former) = piece.former {
        return format!("+{}", letter(rules, former, piece.color));
    }
    let settings = rules.settings();
    let marked = piece.promoted && settings.captures_to_hand && !settings.drop_loop;
    let mark = if marked { "~" } else { "" };
    format!("{}{mark}", letter(rules, piece.kind, piece.color))
}

/// The letter of a piece, in upper case for White.
pub(super) fn letter(rules: &Rules, kind: PieceType, color: Color) -> char {
    let letter = rules.letter(kind);
    if color == Color::White { letter } else { letter.to_ascii_lowercase() }
}

fn hands_text(position: &VariantPosition) -> String {
    let rules = position.rules();
    let hand = |color: Color| {
        rules.pieces().iter().rev().flat_map(move |piece| {
            let count = usize::from(position.hand(color, piece.kind));
            std::iter::repeat_n(letter(rules, piece.kind, color), count)
        })
    };
    hand(Color::White).chain(hand(Color::Black)).collect()
}

/// Whether no other rook of the side is between a rook and the edge.
fn is_outermost(position: &VariantPosition, color: Color, rook: Place) -> bool {
    let rules = position.rules();
    let geometry = rules.geometry();
    let Some(king) = position.castling().king(color) else { return true };
    let is_right = geometry.file(rook) > geometry.file(king);
    let is_beyond = |place: &Place| {
        let file = geometry.file(*place);
        let is_nearer_edge =
            if is_right { file > geometry.file(rook) } else { file < geometry.file(rook) };
        is_nearer_edge && geometry.rank(*place) == geometry.rank(rook)
    };
    let is_rook = |piece: VariantPiece| {
        piece.color == color && rules.settings().castling_rooks[color].has(piece.kind)
    };
    let mut others =
        position.pieces().filter(|(place, _)| geometry.board(*place) == geometry.board(rook));
    !others.any(|(place, piece)| is_beyond(&place) && is_rook(piece))
}

fn castling_text(position: &VariantPosition) -> String {
    let (rules, castling) = (position.rules(), position.castling());
    let mut text = String::new();
    for color in Color::ALL {
        for (side, usual) in [(Side::King, b'K'), (Side::Queen, b'Q')] {
            let Some(rook) = castling.rook(color, side) else { continue };
            let by_file = b'A' + rules.geometry().file(rook);
            let is_usual = !rules.settings().chess960 && is_outermost(position, color, rook);
            let sign = if is_usual { usual } else { by_file };
            let sign = char::from(sign);
            text.push(if color == Color::White { sign } else { sign.to_ascii_lowercase() });
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}
