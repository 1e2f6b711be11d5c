//! Squares and kinds of pieces as the user names them, on boards of any size.

use std::cmp::Reverse;

use crate::rules::{
    AnyMove, AnyPosition, Role,
    variant::{Geometry, PieceType, Place, VariantPosition},
};

/// A kind of piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Kind {
    /// Its letter in English, in upper case.
    pub(super) letter: char,
    /// Its English name.
    pub(super) name: String,
    /// What it is worth; only the order matters.
    value: i32,
}

impl From<Role> for Kind {
    fn from(role: Role) -> Self {
        Self { letter: role.letter(), name: role.name().to_owned(), value: role as i32 }
    }
}

impl Kind {
    fn of(position: &VariantPosition, kind: PieceType) -> Self {
        let rules = position.rules();
        let value = rules.piece(kind).map_or(0, |piece| piece.value);
        Self { letter: rules.letter(kind), name: rules.piece_name(kind).to_owned(), value }
    }

    /// The kinds of a game.
    pub(super) fn all(position: &AnyPosition) -> Vec<Self> {
        match position {
            AnyPosition::Chess(_) => Role::ALL.into_iter().map(Self::from).collect(),
            AnyPosition::Variant(position) => {
                let pieces = position.rules().pieces().iter();
                pieces.map(|piece| Self::of(position, piece.kind)).collect()
            }
        }
    }

    /// A kind by its letter or its name, in the singular or the plural.
    pub(super) fn named(position: &AnyPosition, text: &str) -> Option<Self> {
        let word = text.to_ascii_lowercase();
        let is_name = |kind: &Self| word == kind.name || word.strip_suffix('s') == Some(&kind.name);
        let is_letter = |kind: &Self| {
            let mut letters = text.chars();
            letters.next() == Some(kind.letter) && letters.next().is_none()
        };
        Self::all(position).into_iter().find(|kind| is_name(kind) || is_letter(kind))
    }

    /// The kind that moves, before any promotion.
    pub(super) fn that_moves(position: &AnyPosition, mv: AnyMove) -> Option<Self> {
        match (position, mv) {
            (_, AnyMove::Chess(mv)) => Some(mv.role.into()),
            (AnyPosition::Variant(position), AnyMove::Variant(mv)) => {
                Some(Self::of(position, mv.piece))
            }
            (AnyPosition::Chess(_), AnyMove::Variant(_)) => None,
        }
    }

    /// The kind that is captured.
    pub(super) fn captured(position: &AnyPosition, mv: AnyMove) -> Option<Self> {
        match (position, mv) {
            (_, AnyMove::Chess(mv)) => mv.capture.map(Self::from),
            (AnyPosition::Variant(position), AnyMove::Variant(mv)) => {
                mv.capture.map(|kind| Self::of(position, kind))
            }
            (AnyPosition::Chess(_), AnyMove::Variant(_)) => None,
        }
    }

    /// The kind that the piece becomes.
    pub(super) fn promotion(position: &AnyPosition, mv: AnyMove) -> Option<Self> {
        match (position, mv) {
            (_, AnyMove::Chess(mv)) => mv.promotion.map(Self::from),
            (AnyPosition::Variant(position), AnyMove::Variant(mv)) => {
                mv.promotion.map(|kind| Self::of(position, kind))
            }
            (AnyPosition::Chess(_), AnyMove::Variant(_)) => None,
        }
    }

    /// The value in pawns, as players count it.
    pub(super) fn pawns(&self) -> i32 {
        match self.name.as_str() {
            "pawn" => 1,
            "knight" | "bishop" => 3,
            "rook" => 5,
            "queen" => 9,
            "king" => 0,
            _ => (self.value + 50) / 100,
        }
    }

    /// The key to sort kinds by, the most valuable first.
    pub(super) fn descending(&self) -> Reverse<i32> {
        Reverse(self.value)
    }
}

/// Whether the pieces are those of chess with its letters, so that they can be written in other languages.
pub(super) fn has_usual_pieces(position: &AnyPosition) -> bool {
    let usual = |kind: &Kind| {
        let role = u8::try_from(kind.letter).ok().and_then(Role::from_letter);
        role.is_some_and(|role| role.name() == kind.name)
    };
    position.chess().is_some() || Kind::all(position).iter().all(usual)
}

/// The square with this name, on the first board.
pub(super) fn place_named(geometry: &Geometry, text: &str) -> Option<Place> {
    let mut letters = text.bytes();
    let file = letters.next()?.checked_sub(b'a')?;
    let rank = text.get(1..).filter(|rank| !rank.starts_with(['0', '+']))?;
    let rank = rank.parse::<u8>().ok()?.checked_sub(1)?;
    geometry.place(0, file, rank).filter(|place| geometry.exists(*place))
}

/// The same square on every board.
pub(super) fn on_each_board(
    geometry: &Geometry,
    place: Place,
) -> impl Iterator<Item = Place> + use<'_> {
    let (file, rank) = (geometry.file(place), geometry.rank(place));
    (0..geometry.boards()).filter_map(move |board| geometry.place(board, file, rank))
}

/// Whether two places are the same square, perhaps of different boards.
pub(super) fn is_same_square(geometry: &Geometry, one: Place, other: Place) -> bool {
    let square = |place| (geometry.file(place), geometry.rank(place));
    square(one) == square(other)
}

/// The letter of the last file.
pub(super) fn last_file(geometry: &Geometry) -> char {
    char::from(b'a' + geometry.width().saturating_sub(1))
}

/// Whether a square is light.
pub(super) fn is_light(geometry: &Geometry, place: Place) -> bool {
    !(geometry.file(place) + geometry.rank(place)).is_multiple_of(2)
}

/// The square at the end of a text that looks like a move, if no board has it.
pub(super) fn square_off_the_board<'w>(word: &'w str, position: &AnyPosition) -> Option<&'w str> {
    let geometry = position.geometry();
    let digits = word.bytes().rev().take_while(u8::is_ascii_digit).count();
    let most = if geometry.height() > 9 { 2 } else { 1 };
    let start = word.len().checked_sub(digits + 1).filter(|_| word.is_ascii())?;
    let (head, square) = word.split_at(start);
    let is_off = (1..=most).contains(&digits)
        && square.starts_with(|letter: char| letter.is_ascii_lowercase())
        && place_named(geometry, square).is_none();
    let kinds = Kind::all(position);
    let is_of_move = |letter: char| match letter {
        'x' | '-' => true,
        '@' => position.variant().is_some(),
        'P' if head.contains('@') => true,
        'a'..='p' => letter <= last_file(geometry),
        '0' => geometry.height() > 9,
        '1'..='9' => u32::from(letter) - u32::from('0') <= u32::from(geometry.height()),
        _ => kinds.iter().any(|kind| kind.letter == letter && kind.name != "pawn"),
    };
    (is_off && head.len() <= 4 && head.chars().all(is_of_move)).then_some(square)
}

#[cfg(test)]
mod tests {
    use super::{Kind, has_usual_pieces, place_named, square_off_the_board};
    use crate::rules::{AnyPosition, Variant};

    fn start(name: &str) -> AnyPosition {
        name.parse::<Variant>().expect(name).start()
    }

    #[test]
    fn squares_off_the_board_are_found() {
        let chess = start("standard");
        for (word, square) in [("e9", "e9"), ("Ni3", "i3"), ("e2e9", "e9"), ("exd0", "d0")] {
            assert_eq!(square_off_the_board(word, &chess), Some(square));
        }
        for word in ["", "e", "e4", "bord9", "hint9", "xyzzy", "e44", "é9", "Nf33"] {
            assert_eq!(square_off_the_board(word, &chess), None, "{word}");
        }
        let grand = start("grand");
        let crazyhouse = start("crazyhouse");
        assert_eq!(square_off_the_board("P@e9", &crazyhouse), Some("e9"));
        assert_eq!(square_off_the_board("P@e9", &chess), None);
        for (word, square) in [("e11", Some("e11")), ("Ck3", Some("k3")), ("e10", None)] {
            assert_eq!(square_off_the_board(word, &grand), square, "{word}");
        }
        assert_eq!(square_off_the_board("a10", &start("cross")), Some("a10"), "a hole");
    }

    #[test]
    fn squares_have_the_names_of_their_board() {
        for (name, square, exists) in [
            ("standard", "h8", true),
            ("standard", "i8", false),
            ("standard", "h08", false),
            ("standard", "h+8", false),
            ("grand", "j10", true),
            ("cross", "a1", false),
            ("micro", "d5", true),
            ("micro", "d6", false),
        ] {
            let position = start(name);
            let found = place_named(position.geometry(), square);
            assert_eq!(found.is_some(), exists, "{name} {square}");
        }
    }

    #[test]
    fn kinds_are_named_by_letter_and_name() {
        for (name, text, kind) in [
            ("standard", "knights", Some("knight")),
            ("standard", "N", Some("knight")),
            ("standard", "n", None),
            ("shatranj", "fers", Some("fers")),
            ("capablanca", "C", Some("chancellor")),
            ("capablanca", "Chancellors", Some("chancellor")),
            ("standard", "C", None),
        ] {
            let found = Kind::named(&start(name), text).map(|kind| kind.name);
            assert_eq!(found.as_deref(), kind, "{name} {text}");
        }
    }

    #[test]
    fn only_the_pieces_of_chess_have_letters_in_other_languages() {
        for (name, usual) in
            [("standard", true), ("alice", true), ("crazyhouse", true), ("capablanca", false)]
        {
            assert_eq!(has_usual_pieces(&start(name)), usual, "{name}");
        }
    }
}
