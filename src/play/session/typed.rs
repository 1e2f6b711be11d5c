//! What somebody typed, as far as it goes: which man, from where, to where. Knows no position.

use crate::notation::Language;
use crate::rules::{
    Bitboard, BoardIndex, File, Move, MoveKind, MoveSpec, PieceSpec, Rank, Role, Side, Square,
};

/// A move as it was typed, as far as it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Typed {
    /// The wing, if it is castling; nothing else counts then.
    pub(super) castle: Option<Side>,
    /// What moves; `None` where squares alone were typed.
    pub(super) role: Option<Role>,
    /// Where from, as far as it was said.
    pub(super) from: (Option<File>, Option<Rank>),
    /// Where to; the rank may be missing in `ed`.
    pub(super) to: (Option<File>, Option<Rank>),
    /// Whether something is to be taken.
    pub(super) takes: bool,
    /// What the pawn is to become.
    pub(super) promotion: Option<Role>,
    /// The board.
    pub(super) board_index: Option<BoardIndex>,
}

impl Typed {
    /// From one square to another, whatever stands there.
    pub(super) fn between(from: Square, to: Square) -> Self {
        Self { from: (Some(from.file()), Some(from.rank())), ..Self::to(to) }
    }

    /// To a square, from wherever.
    pub(super) fn to(square: Square) -> Self {
        Self { to: (Some(square.file()), Some(square.rank())), ..Self::default() }
    }

    /// Where to, if that was said completely.
    pub(super) fn target(&self) -> Option<Square> {
        Some(Square::new(self.to.0?, self.to.1?))
    }

    /// Where from, if that was said completely.
    pub(super) fn origin(&self) -> Option<Square> {
        Some(Square::new(self.from.0?, self.from.1?))
    }

    /// The same as a spec that the rules can judge, if it says enough.
    pub(super) fn spec(&self) -> Option<MoveSpec> {
        if let Some(side) = self.castle {
            return Some(MoveSpec::Castle(side));
        }
        let file = self.from.0.map_or(Bitboard::FULL, Bitboard::file);
        let rank = self.from.1.map_or(Bitboard::FULL, Bitboard::rank);
        Some(MoveSpec::Piece(PieceSpec {
            role: self.role,
            from: file & rank,
            to: self.target()?,
            capture: self.takes,
            promotion: self.promotion,
            board_index: self.board_index,
        }))
    }

    /// Whether a legal move is what was meant.
    pub(super) fn fits(&self, mv: Move) -> bool {
        if self.castle.is_some() {
            return mv.castling_side() == self.castle;
        }
        let man = self.role.is_none_or(|role| role == mv.role);
        let board = self.board_index.is_none_or(|board_index| board_index == mv.board_index);
        man && board && agrees(self.from, mv.from) && self.arrives(mv)
    }

    fn arrives(&self, mv: Move) -> bool {
        if mv.kind == MoveKind::Castle {
            // The king goes two squares, or takes its own rook as in Chess960.
            return self.origin().is_some()
                && (agrees(self.to, mv.target()) || agrees(self.to, mv.to));
        }
        let becomes = self.promotion.is_none() || self.promotion == mv.promotion;
        agrees(self.to, mv.to) && becomes && (mv.capture.is_some() || !self.takes)
    }
}

fn agrees((file, rank): (Option<File>, Option<Rank>), square: Square) -> bool {
    file.is_none_or(|file| file == square.file()) && rank.is_none_or(|rank| rank == square.rank())
}

/// Takes off what says nothing: a move number in front, signs behind.
pub(super) fn bare(text: &str) -> &str {
    let text = text.trim();
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let unnumbered = if after.starts_with('.') && after.len() < text.len() {
        after.trim_start_matches('.')
    } else {
        text
    };
    let mut text = unnumbered.trim();
    while let Some(shorter) = ["!", "?", "+", "#", "e.p.", "e.p", "ep"]
        .iter()
        .find_map(|&sign| text.strip_suffix(sign))
        .filter(|shorter| !shorter.is_empty())
    {
        text = shorter.trim_end();
    }
    text
}

/// What a text says when it is taken at its letter, if it is one.
pub(super) fn exact(text: &str, letters: &Language) -> Option<Typed> {
    let text = packed(text)?;
    if let Some(side) = castling(&text) {
        return Some(Typed { castle: Some(side), ..Typed::default() });
    }
    let first = text.chars().next()?;
    if let Some(role) = letters.role(first).filter(|_| first.is_ascii_uppercase()) {
        return squares(&text[1..], letters, Some(role)).filter(|typed| typed.to.1.is_some());
    }
    let typed = squares(&text, letters, None)?;
    let complete =
        typed.to.1.is_some() && (typed.from.0.is_none() || typed.takes || typed.from.1.is_some());
    (complete && !first.is_ascii_uppercase()).then_some(typed)
}

/// Everything a text could mean when capitals do not matter and the pawn's `x` may be missing.
pub(super) fn lenient(text: &str, letters: &Language) -> Vec<Typed> {
    let Some(text) = packed(text) else { return Vec::new() };
    let Some(first) = text.chars().next() else { return Vec::new() };
    let lower = text.to_ascii_lowercase();
    let piece = letters
        .role(first.to_ascii_uppercase())
        .and_then(|role| squares(&lower[1..], letters, Some(role)))
        .filter(|typed| typed.to.1.is_some());
    // A capital that names a piece names no file.
    let named = first.is_ascii_uppercase() && letters.role(first).is_some();
    let pawn = if named { None } else { squares(&lower, letters, None) };
    piece.into_iter().chain(pawn).collect()
}

/// The text without blanks, if it is short and plain enough to be a move at all.
fn packed(text: &str) -> Option<String> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    (text.is_ascii() && (2..=12).contains(&text.len())).then_some(text)
}

fn castling(text: &str) -> Option<Side> {
    let rings: String = text.chars().filter(|&c| c != '-').collect();
    if !rings.chars().all(|c| matches!(c, 'O' | 'o' | '0')) {
        return None;
    }
    match rings.len() {
        2 => Some(Side::King),
        3 => Some(Side::Queen),
        _ => None,
    }
}

/// `[file][rank][x]file[rank][=piece][/board]`; without a piece it is a pawn's move, or any man's if
/// both squares are complete.
fn squares(text: &str, letters: &Language, role: Option<Role>) -> Option<Typed> {
    let (text, board_index) = without_board(text);
    let (text, promotion) = without_promotion(text, letters);
    let takes = text.contains(['x', ':']);
    let core: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'x' | b':' | b'-')).collect();
    let (from, to) = match core.as_slice() {
        [a, b, c, d] => ((file(*a), rank(*b)), (file(*c), rank(*d))),
        [a, b, c] if file(*a).is_some() => ((file(*a), None), (file(*b), rank(*c))),
        [a, b, c] => ((None, rank(*a)), (file(*b), rank(*c))),
        [a, b] if file(*b).is_some() => ((file(*a), None), (file(*b), None)),
        [a, b] => ((None, None), (file(*a), rank(*b))),
        _ => return None,
    };
    let given = [from.0.is_some(), from.1.is_some(), to.0.is_some(), to.1.is_some()];
    let read = given.into_iter().filter(|&given| given).count();
    let complete = from.0.is_some() && from.1.is_some();
    let role = role.or(if complete { None } else { Some(Role::Pawn) });
    (read == core.len()).then_some(Typed {
        castle: None,
        role,
        from,
        to,
        takes,
        promotion,
        board_index,
    })
}

fn without_board(text: &str) -> (&str, Option<BoardIndex>) {
    match text.rsplit_once('/').map(|(move_text, board)| (move_text, board.as_bytes())) {
        Some((move_text, [letter])) if letter.is_ascii_alphabetic() => {
            (move_text, Some(BoardIndex(letter.to_ascii_uppercase() - b'A')))
        }
        _ => (text, None),
    }
}

fn without_promotion<'a>(text: &'a str, letters: &Language) -> (&'a str, Option<Role>) {
    let Some((rest, last)) = text.char_indices().next_back().map(|(at, c)| (&text[..at], c)) else {
        return (text, None);
    };
    let bare = rest.strip_suffix('=').unwrap_or(rest);
    let after_rank = bare.ends_with(|c: char| c.is_ascii_digit());
    match letters.role(last.to_ascii_uppercase()).or_else(|| english(last)) {
        Some(role) if after_rank => (bare, Some(role)),
        _ => (text, None),
    }
}

/// The letter of coordinate moves, which is English everywhere.
fn english(letter: char) -> Option<Role> {
    u8::try_from(letter).ok().filter(u8::is_ascii_lowercase).and_then(Role::from_letter)
}

fn file(byte: u8) -> Option<File> {
    File::from_letter(byte)
}

fn rank(byte: u8) -> Option<Rank> {
    Rank::from_digit(byte)
}

#[cfg(test)]
mod tests {
    use super::{Typed, bare, exact, lenient};
    use crate::notation::Language;
    use crate::rules::{File, Rank, Role, Side, Square};

    fn english() -> Language {
        Language::of("en").expect("English")
    }

    #[test]
    fn numbers_and_signs_say_nothing() {
        let table = [
            ("12. Nf3", "Nf3"),
            ("12...Nf6!?", "Nf6"),
            ("exd6 e.p.", "exd6"),
            ("e8=Q+", "e8=Q"),
            ("Qh4#", "Qh4"),
            ("0-0", "0-0"),
            ("...", "..."),
            ("12", "12"),
        ];
        for (typed, left) in table {
            assert_eq!(bare(typed), left);
        }
    }

    #[test]
    fn castling_is_read_in_all_its_spellings() {
        for text in ["O-O", "0-0", "o-o", "OO"] {
            assert_eq!(
                exact(text, &english()).and_then(|typed| typed.castle),
                Some(Side::King),
                "{text}"
            );
        }
        assert_eq!(exact("0-0-0", &english()).and_then(|typed| typed.castle), Some(Side::Queen));
        assert_eq!(exact("0-0-0-0", &english()), None);
    }

    #[test]
    fn squares_alone_are_any_mans_move() {
        for text in ["e2e4", "e2-e4", "e2 e4"] {
            assert_eq!(
                exact(text, &english()),
                Some(Typed::between(Square::E2, Square::E4)),
                "{text}"
            );
        }
    }

    #[test]
    fn a_promotion_needs_no_sign() {
        for text in ["e8=Q", "e8Q", "e8=q", "e7e8q"] {
            let typed = exact(text, &english()).expect(text);
            assert_eq!(
                (typed.target(), typed.promotion),
                (Some(Square::E8), Some(Role::Queen)),
                "{text}"
            );
        }
    }

    #[test]
    fn a_small_b_may_be_the_bishop_or_the_file() {
        assert_eq!(exact("bc4", &english()), None);
        let roles: Vec<_> =
            lenient("bc4", &english()).into_iter().map(|typed| typed.role).collect();
        assert_eq!(roles, [Some(Role::Bishop), Some(Role::Pawn)]);
        assert_eq!(lenient("Bc4", &english()).len(), 1);
    }

    #[test]
    fn two_files_are_a_pawn_taking() {
        let readings = lenient("ed", &english());
        assert_eq!(readings.len(), 1);
        assert_eq!(readings[0].from.0, Some(File::E));
        assert_eq!(readings[0].to, (Some(File::D), None));
    }

    #[test]
    fn french_letters_are_read_as_french_ones() {
        let french = Language::of("fr").expect("French");
        assert_eq!(exact("Rd2", &french).and_then(|typed| typed.role), Some(Role::King));
        assert_eq!(exact("Nf3", &french), None);
        assert_eq!(exact("Cf3", &french).and_then(|typed| typed.role), Some(Role::Knight));
        assert_eq!(exact("e7e8q", &french).and_then(|typed| typed.promotion), Some(Role::Queen));
    }

    #[test]
    fn other_words_are_no_readings() {
        for text in ["", "e", "e9", "board", "xyzzy", "♘f3", "Nf33", "i4", "e4e4e4"] {
            assert_eq!(exact(text, &english()), None, "{text}");
        }
        assert_eq!(exact("e4", &english()).map(|typed| typed.to.1), Some(Some(Rank::Four)));
    }
}
