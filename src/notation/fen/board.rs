//! The first field: a board that is not written as the standard has it, and the board written. Every rank is
//! searched for all its faults.

use arrayvec::ArrayVec;

use super::{FenFindings, Field, grammar, quoted};
use crate::{
    diagnostics::Code,
    rules::{Bitboard, Board, Color, Piece, Rank, Role, Square},
    text::counted,
};

const FIGURINES: &str = "♔♕♖♗♘♙♚♛♜♝♞♟";
const LETTERS: &[u8; 12] = b"KQRBNPkqrbnp";

/// The board of a field, as far as it is clear.
pub(super) fn placement(field: &[u8], found: &mut FenFindings<'_>) -> Option<Board> {
    grammar::whole(grammar::placement, field).or_else(|| explained(field, found))
}

/// The board as far as it is clear, with a finding for each fault.
fn explained(field: &[u8], found: &mut FenFindings<'_>) -> Option<Board> {
    let field = without_pocket(field, found);
    let ranks: Vec<&[u8]> = field.split(|&byte| byte == b'/').collect();
    let mut board = Some(Board::empty());
    for (text, rank) in ranks.iter().zip(Rank::ALL.into_iter().rev()) {
        if !explained_row(text, rank, &mut board, found) {
            board = None;
        }
    }
    if is_number_of_ranks_clear(field, &ranks, found) { board } else { None }
}

fn without_pocket<'a>(field: &'a [u8], found: &mut FenFindings<'_>) -> &'a [u8] {
    match field.iter().position(|&byte| byte == b'[') {
        Some(at) if field.ends_with(b"]") => {
            let pocket = &field[at..];
            let message = format!("the pocket {} belongs to another variant", quoted(pocket));
            found.add(Code::FenExtension, Field::Board, pocket, message);
            &field[..at]
        }
        _ => field,
    }
}

/// Whether there are eight ranks, or an obvious eight.
fn is_number_of_ranks_clear(field: &[u8], ranks: &[&[u8]], found: &mut FenFindings<'_>) -> bool {
    match ranks {
        [_, _, _, _, _, _, _, _] => true,
        [first_eight @ .., b""] if first_eight.len() == 8 => {
            let slash = &field[field.len() - 1..];
            found.add(Code::FenRanks, Field::Board, slash, "there is a `/` after the last rank");
            true
        }
        _ => {
            let at = ranks.get(8).map_or(&field[field.len()..], |ninth| ninth);
            let message = format!("the board has {}, 8 are needed", counted(ranks.len(), "rank"));
            found.add(Code::FenRanks, Field::Board, at, message);
            false
        }
    }
}

/// Reads a faulty rank, and returns whether it is still clear.
fn explained_row(
    text: &[u8],
    rank: Rank,
    board: &mut Option<Board>,
    found: &mut FenFindings<'_>,
) -> bool {
    let mut row = RankText { text, rank, width: 0, is_clear: true, last_was_digit: false };
    for at in grammar::characters(text) {
        row.take(at, board, found);
    }
    if row.is_clear && row.width != 8 {
        let (name, shown, squares) = (rank.digit(), quoted(text), counted(row.width, "square"));
        let message = format!("rank {name} ({shown}) describes {squares}, 8 are needed");
        found.add(Code::FenRankWidth, Field::Board, text, message);
        return false;
    }
    row.is_clear
}

/// A rank while it is read.
struct RankText<'a> {
    text: &'a [u8],
    rank: Rank,
    width: usize,
    is_clear: bool,
    last_was_digit: bool,
}

impl RankText<'_> {
    fn take(&mut self, at: &[u8], board: &mut Option<Board>, found: &mut FenFindings<'_>) {
        match at {
            [digit @ b'1'..=b'8'] => self.take_gap(*digit, at, found),
            [b'0' | b'9'] => self.refuse_digit(at, found),
            [b'~'] if self.width > 0 => {
                let message = "`~` marks a promoted piece in another variant";
                found.add(Code::FenExtension, Field::Board, at, message);
            }
            _ => self.take_letter(at, board, found),
        }
        self.last_was_digit = at[0].is_ascii_digit();
    }

    fn take_gap(&mut self, digit: u8, at: &[u8], found: &mut FenFindings<'_>) {
        if self.last_was_digit {
            let message = format!(
                "rank {} ({}) splits a gap into several digits",
                self.rank.digit(),
                quoted(self.text)
            );
            found.add(Code::FenAdjacentDigits, Field::Board, at, message);
        }
        self.width += usize::from(digit - b'0');
    }

    fn refuse_digit(&mut self, at: &[u8], found: &mut FenFindings<'_>) {
        let message = format!("a gap has 1 to 8 squares, found {}", quoted(at));
        found.add(Code::FenDigit, Field::Board, at, message);
        self.is_clear &= at == b"0";
    }

    fn take_letter(&mut self, at: &[u8], board: &mut Option<Board>, found: &mut FenFindings<'_>) {
        let letter = match at {
            [letter] if Piece::from_letter(*letter).is_some() => Some(*letter),
            _ => {
                let message =
                    format!("expected one of `KQRBNPkqrbnp` or a digit, found {}", quoted(at));
                found.add(Code::FenLetter, Field::Board, at, message);
                figurine_letter(at)
            }
        };
        match letter.and_then(Piece::from_letter) {
            Some(piece) => self.put(piece, board),
            None => self.is_clear = false,
        }
        self.width += 1;
    }

    fn put(&self, piece: Piece, board: &mut Option<Board>) {
        if let (Some(file), Some(board)) = (grammar::file_at(self.width), board) {
            board.put(Square::new(file, self.rank), piece);
        }
    }
}

/// The letter of a figurine.
fn figurine_letter(character: &[u8]) -> Option<u8> {
    let character = std::str::from_utf8(character).ok()?.chars().next()?;
    FIGURINES.chars().position(|figurine| figurine == character).map(|at| LETTERS[at])
}

/// The letter of the piece on a square, in a first field whose ranks are clear.
pub(super) fn letter_of(field: &[u8], square: Square) -> Option<&[u8]> {
    let mut rest = field.split(|&byte| byte == b'/').nth(7 - square.rank() as usize)?;
    let mut width = 0;
    while let Some((at, after)) = rest.split_first_chunk::<1>() {
        let is_letter = at[0].is_ascii_alphabetic();
        if is_letter && width == square.file() as usize {
            return Some(at);
        }
        width += grammar::gap(at).map_or(usize::from(is_letter), |(_, gap)| gap);
        rest = after;
    }
    None
}

/// Eight ranks of eight letters, with slashes between them.
type FirstField = ArrayVec<u8, 71>;

/// Appends the first field.
pub fn write_board(board: &Board, text: &mut String) {
    let letters = letters(board);
    let mut field = FirstField::new();
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eight {
            field.push(b'/');
        }
        let mut next = 0;
        for square in board.occupied() & Bitboard::rank(rank) {
            let file = square.file() as u8;
            push_gap(file - next, &mut field);
            field.push(letters[square.index()]);
            next = file + 1;
        }
        push_gap(8 - next, &mut field);
    }
    text.push_str(str::from_utf8(&field).unwrap_or_default());
}

fn push_gap(gap: u8, field: &mut FirstField) {
    if gap > 0 {
        field.push(b'0' + gap);
    }
}

/// The letter of each piece, zero for an empty square: faster than a lookup per square.
fn letters(board: &Board) -> [u8; 64] {
    let mut letters = [0; 64];
    for color in Color::ALL {
        for role in Role::ALL {
            let letter = Piece { role, color }.letter() as u8;
            for square in board.pieces(color, role) {
                letters[square.index()] = letter;
            }
        }
    }
    letters
}
