//! FEN of variants: boards of any size with counts of several digits, `*` for squares that do not exist, bars between
//! several boards, pieces in hand in brackets, `~` after promoted pieces, and counts of checks.

mod boards;
mod castling;
mod write;

use std::{fmt, sync::Arc};

use crate::{
    diagnostics::Code,
    notation::{
        fen::{quoted, too_many_pieces},
        reason::variant::square,
    },
    rules::{
        ByColor, Color,
        variant::{
            Geometry, PieceType, Place, Rules, Settings, VariantFault, VariantPosition,
            VariantSetup,
        },
    },
};

use boards::read_boards;
use castling::read_castling;
pub use write::write;

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

/// The part of a variant on which the reading of its FENs depends.
pub(super) struct BoardShape<'a> {
    pub(super) geometry: Geometry,
    pub(super) settings: &'a Settings,
    pub(super) kind_of: &'a dyn Fn(char) -> Option<PieceType>,
}

type FenResult<T> = Result<T, VariantFenFault>;

fn fault<T>(code: Code, at: usize, message: impl Into<String>) -> FenResult<T> {
    Err(VariantFenFault { code, at, message: message.into() })
}

fn expected<T>(what: &str, found: &str, code: Code, at: usize) -> FenResult<T> {
    fault(code, at, format!("expected {what}, found {}", quoted(found.as_bytes())))
}

/// Reads a position.
///
/// # Errors
/// The first fault of the text, or everything that makes the position unplayable.
pub fn read(rules: &Arc<Rules>, text: &[u8]) -> Result<VariantPosition, Vec<VariantFenFault>> {
    let setup = setup_of(rules, text).map_err(|fault| vec![fault])?;
    let holes = &rules.start_setup().holes;
    if setup.holes != *holes {
        let message = "the squares that do not exist are not those of the variant";
        let code = Code::FenRankWidth;
        return Err(vec![VariantFenFault { code, at: 0, message: message.to_owned() }]);
    }
    setup.validate(rules).map_err(|faults| {
        let fault = |fault| {
            let at = place_of(fault).map_or(0, |place| offset_of(rules.geometry(), text, place));
            VariantFenFault { code: code_of(fault), at, message: fault_sentence(rules, fault) }
        };
        faults.into_iter().map(fault).collect()
    })
}

/// Reads a position, even one that cannot be played; `None` if the text cannot be read.
pub fn read_unchecked(rules: &Arc<Rules>, text: &[u8]) -> Option<VariantPosition> {
    let setup = setup_of(rules, text).ok()?;
    Some(VariantPosition::from_setup_unchecked(rules, &setup))
}

fn setup_of(rules: &Rules, text: &[u8]) -> FenResult<VariantSetup> {
    let kind_of = |letter| rules.kind_of(letter);
    let geometry = rules.geometry().clone();
    read_setup(&BoardShape { geometry, settings: rules.settings(), kind_of: &kind_of }, text)
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
fn offset_of(geometry: &Geometry, text: &[u8], target: Place) -> usize {
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
                if geometry.place(board, file, rank) == Some(target) {
                    return at;
                }
                file += 1;
            }
        }
    }
    0
}

/// Reads the fields of a FEN.
pub(super) fn read_setup(shape: &BoardShape<'_>, bytes: &[u8]) -> FenResult<VariantSetup> {
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
            _ => return expected("`w` or `b`", turn, Code::FenTurn, at),
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

/// The squares that a piece has just passed over.
fn read_passed(
    shape: &BoardShape<'_>,
    at: usize,
    text: &str,
    setup: &mut VariantSetup,
) -> FenResult<()> {
    if text == "-" {
        return Ok(());
    }
    let mut rest = text;
    while !rest.is_empty() {
        let Some((place, length)) = read_place(&shape.geometry, rest) else {
            let at = at + text.len() - rest.len();
            return expected("a square such as `e3` or `-`", rest, Code::FenEnPassantForm, at);
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
    shape: &BoardShape<'_>,
    fields: impl Iterator<Item = (usize, &'a str)>,
    setup: &mut VariantSetup,
) -> FenResult<()> {
    let mut numbers = 0;
    for (at, field) in fields {
        if field.contains('+') {
            let Some(checks) = read_checks(field).filter(|_| shape.settings.check_counting) else {
                return expected("a number", field, Code::FenHalfmove, at);
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
            Err(_) => return expected("a number", field, Code::FenHalfmove, at),
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
            let board = rules.geometry().board_letter(king);
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
