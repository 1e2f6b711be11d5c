//! The other five fields where they are not written as the standard has them, and the rights to castle written.

use super::{FenFindings, Field, grammar, quoted};
use crate::{
    diagnostics::Code,
    rules::{Bitboard, Board, Castling, Color, File, Rank, Role, Side, Square, chess960},
};

/// More than any game can have: the longest possible one has less than 9,000 moves.
pub(crate) const MOST_COUNTED: u32 = 9_999;

/// `w` or `b`.
pub(super) fn turn(field: &[u8], found: &mut FenFindings<'_>) -> Option<Color> {
    if let Some(turn) = grammar::whole(grammar::side, field) {
        return Some(turn);
    }
    let message = format!("expected `w` or `b` for the side to move, found {}", quoted(field));
    found.add(Code::FenTurn, Field::Turn, field, message);
    match field.to_ascii_lowercase().as_slice() {
        b"w" | b"white" => Some(Color::White),
        b"b" | b"black" => Some(Color::Black),
        _ => None,
    }
}

/// A field without any meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Illegible;

/// `-`, or a square of the third or sixth rank.
pub(super) fn en_passant(
    field: &[u8],
    found: &mut FenFindings<'_>,
) -> Result<Option<Square>, Illegible> {
    if let Some(square) = grammar::whole(grammar::en_passant, field) {
        return Ok(square);
    }
    let shown = quoted(field);
    let message = format!("expected `-` or an en-passant square on rank 3 or 6, found {shown}");
    found.add(Code::FenEnPassantForm, Field::EnPassant, field, message);
    grammar::whole(grammar::en_passant, &field.to_ascii_lowercase()).ok_or(Illegible)
}

/// The number of plies since a capture or pawn move.
pub(super) fn halfmove(field: &[u8], found: &mut FenFindings<'_>) -> Option<u32> {
    if let Some(count) = number(field) {
        return Some(count);
    }
    let shown = quoted(field);
    let message =
        format!("expected a number from 0 to {MOST_COUNTED} as halfmove clock, found {shown}");
    found.add(Code::FenHalfmove, Field::Halfmove, field, message);
    match field {
        b"-" => Some(0),
        [b'+', digits @ ..] => number(digits),
        _ => None,
    }
}

/// The number of the move.
pub(super) fn fullmove(field: &[u8], found: &mut FenFindings<'_>) -> Option<u32> {
    let count = number(field).filter(|&count| count > 0);
    if count.is_none() || field.starts_with(b"0") {
        let read_as = count.unwrap_or(1);
        let shown = quoted(field);
        let message = format!(
            "expected a move number from 1 to {MOST_COUNTED}, found {shown}; read as {read_as}"
        );
        found.add(Code::FenFullmove, Field::Fullmove, field, message);
    }
    count
}

/// A number of decimal digits that a game can reach.
pub(in crate::notation) fn number(digits: &[u8]) -> Option<u32> {
    grammar::whole(grammar::counter, digits)
}

/// The ply at which the moves after a FEN begin, where White's move 1 is ply 0. A field that is unreadable has its default.
pub fn first_ply(fen: &[u8]) -> u32 {
    let mut fields = fen.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).skip(1);
    let black = u32::from(fields.next() == Some(b"b"));
    let number = fields.nth(3).and_then(number).filter(|&number| number > 0).unwrap_or(1);
    (number - 1) * 2 + black
}

/// Whether the counters are probably swapped.
pub(super) fn are_swapped(halfmove: u32, fullmove: u32) -> bool {
    halfmove > 2 * fullmove && fullmove <= 2 * (halfmove - 1)
}

/// One letter of the field.
#[derive(Debug, Clone, Copy)]
enum Letter {
    Wing(Color, Side),
    Rook(Color, File),
}

impl Letter {
    fn from_byte(byte: u8) -> Option<Self> {
        let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
        match byte.to_ascii_lowercase() {
            b'k' => Some(Self::Wing(color, Side::King)),
            b'q' => Some(Self::Wing(color, Side::Queen)),
            letter => File::from_letter(letter).map(|file| Self::Rook(color, file)),
        }
    }

    fn color(self) -> Color {
        match self {
            Self::Wing(color, _) | Self::Rook(color, _) => color,
        }
    }

    /// The square of the rook: for `K` and `Q` the corner, or in Chess960 that of the outermost rook.
    fn rook(self, board: &Board, is_chess960: bool) -> Square {
        match self {
            Self::Wing(color, side) if is_chess960 => rook_of_wing(board, color, side),
            Self::Wing(color, Side::King) => on_back_rank(File::H, color),
            Self::Wing(color, Side::Queen) => on_back_rank(File::A, color),
            Self::Rook(color, file) => on_back_rank(file, color),
        }
    }

    /// Whether the king is where it has the right; `K` and `Q` of standard chess need it on the e-file.
    fn has_king(self, board: &Board, is_chess960: bool) -> bool {
        let home = Bitboard::back_rank(self.color());
        let king = board.king(self.color()).filter(|&king| home.has(king)).map(Square::file);
        match self {
            Self::Wing(..) if !is_chess960 => king == Some(File::E),
            // A king starts between its rooks, so never in a corner.
            Self::Wing(..) | Self::Rook(..) => {
                king.is_some_and(|file| !matches!(file, File::A | File::H))
            }
        }
    }

    /// `K` before `Q` before `k` before `q`; a file belongs to its side only.
    fn rank_in_order(self) -> (Color, Option<Side>) {
        match self {
            Self::Wing(color, side) => (color, Some(side)),
            Self::Rook(color, _) => (color, None),
        }
    }
}

const fn on_back_rank(file: File, color: Color) -> Square {
    Square::new(file, Rank::One.relative_to(color))
}

/// The outermost rook of a wing, as `K` and `Q` mean in X-FEN; the corner where there is none.
fn rook_of_wing(board: &Board, color: Color, side: Side) -> Square {
    let corner = on_back_rank(if side == Side::King { File::H } else { File::A }, color);
    if board.pieces(color, Role::Rook).has(corner) {
        return corner;
    }
    outermost(board, color, side).unwrap_or(corner)
}

fn outermost(board: &Board, color: Color, side: Side) -> Option<Square> {
    let home = Bitboard::back_rank(color);
    let king = board.king(color).filter(|&king| home.has(king))?;
    let rooks =
        (board.pieces(color, Role::Rook) & home).filter(|&rook| Side::of(king, rook) == side);
    match side {
        Side::King => rooks.max(),
        Side::Queen => rooks.min(),
    }
}

/// Whether the letters of a field can only mean Chess960: some of them name files, or the board has the pieces of another start.
pub(super) fn tells_chess960(field: &[u8], board: &Board) -> bool {
    let is_file = |&byte: &u8| matches!(Letter::from_byte(byte), Some(Letter::Rook(..)));
    field.iter().any(is_file)
        || chess960::start_on(board).is_some_and(|start| start != chess960::CLASSICAL)
}

/// `-`, or letters: `KQkq`, the files of the rooks, or both. A right without its king or rook is ignored.
pub(super) fn castling(
    field: &[u8],
    board: &Board,
    is_chess960: bool,
    found: &mut FenFindings<'_>,
) -> Option<Castling> {
    let is_standard = grammar::whole(grammar::castling, field).is_some();
    let is_clear = is_standard || explained(field, board, found);
    is_clear.then(|| possible_rights(field, board, is_chess960, found))
}

fn possible_rights(
    field: &[u8],
    board: &Board,
    is_chess960: bool,
    found: &mut FenFindings<'_>,
) -> Castling {
    let mut rooks = Bitboard::EMPTY;
    let mut kingless = None;
    for at in field.chunks(1) {
        let Some(letter) = Letter::from_byte(at[0]) else { continue };
        let (color, rook) = (letter.color(), letter.rook(board, is_chess960));
        let king = board.king(color);
        let side = |other| king.map(|king| Side::of(king, other));
        let rival = (rooks & Bitboard::back_rank(color))
            .find(|&other| other != rook && side(other) == side(rook));
        let why = if !letter.has_king(board, is_chess960) {
            // Both rights of a side lack the same king.
            if kingless.replace(color) == Some(color) {
                continue;
            }
            match letter {
                Letter::Wing(..) if !is_chess960 => {
                    format!("no king on {}", on_back_rank(File::E, color))
                }
                Letter::Wing(..) | Letter::Rook(..) => "no king between the rooks".to_owned(),
            }
        } else if !board.pieces(color, Role::Rook).has(rook) {
            format!("no rook on {rook}")
        } else if let Some(rival) = rival {
            format!("the rook on {rival} has the right of this side")
        } else {
            rooks.insert(rook);
            continue;
        };
        let message = format!("{why}: right ignored");
        found.add(Code::CastlingRightImpossible, Field::Castling, at, message);
    }
    Castling::with(rooks)
}

/// Reports each fault in the writing of a field, and returns whether its letters are clear.
fn explained(field: &[u8], board: &Board, found: &mut FenFindings<'_>) -> bool {
    let mut is_clear = true;
    for at in grammar::characters(field) {
        match at {
            b"-" => {
                let message =
                    format!("`-` means no castling rights, but the field is {}", quoted(field));
                found.add(Code::FenCastlingLetter, Field::Castling, at, message);
            }
            _ if Letter::from_byte(at[0]).is_none() => {
                let message = format!("expected `KQkq`, files or `-`, found {}", quoted(field));
                found.add(Code::FenCastlingLetter, Field::Castling, at, message);
                is_clear = false;
            }
            _ => {}
        }
    }
    report_order(field, board, found);
    report_dialect(field, found);
    is_clear
}

fn report_order(field: &[u8], board: &Board, found: &mut FenFindings<'_>) {
    let letters: Vec<Letter> = field.iter().filter_map(|&byte| Letter::from_byte(byte)).collect();
    let rooks: Bitboard = letters.iter().map(|letter| letter.rook(board, true)).collect();
    let is_repeated = rooks.count() as usize != letters.len();
    if is_repeated || !letters.is_sorted_by_key(|letter| letter.rank_in_order()) {
        let trouble = if is_repeated { "repeated" } else { "out of order" };
        let message = format!("the castling letters {} are {trouble}", quoted(field));
        found.add(Code::FenCastlingOrder, Field::Castling, field, message);
    }
}

fn report_dialect(field: &[u8], found: &mut FenFindings<'_>) {
    let is_file = |byte: &u8| matches!(Letter::from_byte(*byte), Some(Letter::Rook(..)));
    if let Some(at) = field.iter().position(is_file) {
        let message = format!("the castling field {} names rooks by their files", quoted(field));
        found.add(Code::FenCastlingDialect, Field::Castling, &field[at..=at], message);
    }
}

/// Reports `KQkq` for a king or rook that is not on its first square of standard chess.
pub(super) fn report_unclassical(
    field: &[u8],
    castling: Castling,
    board: &Board,
    found: &mut FenFindings<'_>,
) {
    let are_wings = field.iter().all(|byte| b"KQkq".contains(byte));
    if are_wings && castling.is_chess960(board) {
        let message = format!(
            "the castling field {} grants Chess960 rights: king or rook is not on its first square of standard chess",
            quoted(field)
        );
        found.add(Code::FenCastlingDialect, Field::Castling, field, message);
    }
}

/// Writes the rights so that they are read without the variant: `KQkq` for the rooks of standard chess and for the outermost ones
/// of a start of Chess960, the file of any other.
pub(super) fn write_castling(castling: Castling, board: &Board, text: &mut String) {
    let before = text.len();
    let is_plain = !castling.is_chess960(board) || chess960::start_on(board).is_some();
    for color in Color::ALL {
        let Some(king) = board.king(color) else { continue };
        for side in Side::ALL {
            let Some(rook) = castling.rook(color, king, side) else { continue };
            let is_plain = is_plain && outermost(board, color, side) == Some(rook);
            let letter = match (is_plain, side) {
                (true, Side::King) => 'k',
                (true, Side::Queen) => 'q',
                (false, _) => rook.file().letter(),
            };
            let is_white = color == Color::White;
            text.push(if is_white { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if text.len() == before {
        text.push('-');
    }
}

#[cfg(test)]
mod tests {
    use super::first_ply;

    #[test]
    fn a_fen_says_with_which_number_the_moves_begin() {
        for (fen, ply) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 40", 78),
            ("4k3/8/8/8/8/8/4P3/4K3 b - - 3 7", 13),
            ("4k3/8/8/8/8/8/4P3/4K3 b", 1),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 0", 0),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 2147483647", 0),
            ("", 0),
        ] {
            assert_eq!(first_ply(fen.as_bytes()), ply, "{fen}");
        }
    }
}
