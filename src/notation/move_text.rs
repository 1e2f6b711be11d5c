//! Moves as people type them: as written first, then in other readings that overlook capitals, signs
//! and blanks, or take English words (`ed`, `nf3`, `castle`, `knight takes d5`). Commands that take a
//! move read it here.

use crate::{
    notation::{
        AnySpec, Form, Forms, Language, San, Sign,
        variant::san::{VariantSan, in_variant},
    },
    rules::{
        AnyMove, AnyPosition, Bitboard, File, MoveSpec, PieceSpec, Position, Role, Side, Square,
        variant::{Rules, VariantSpec},
    },
};

/// Why a text such as `ed` is no move: it names no square.
pub const NO_SUCH_CAPTURE: &str = "no pawn can capture like that";

/// A typed text with its readings, the likeliest first.
///
/// ```
/// use arbiter::{notation::{Language, MoveText}, rules::Chess};
///
/// for text in ["Nf3", "nf3", "g1f3", "♘f3", "1. Nf3!", "knight to f3"] {
///     let start = Chess::start().into();
///     let typed = MoveText::read(text, &Language::default(), &start).expect("a move");
///     assert_eq!(typed.in_position(&start).moves.len(), 1, "{text}");
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveText {
    /// The reading that takes every letter as written, if there is one.
    literal: Option<AnySpec>,
    /// All other readings.
    lenient: Vec<Meaning>,
}

/// The legal moves that a typed text stands for. Where the text names no promotion, all promotions of the pawn are
/// among them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FittingMoves {
    /// The moves, each once.
    pub moves: Vec<AnyMove>,
    /// Whether they fit the text as it is written.
    pub is_exact: bool,
}

/// One meaning of a typed text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// A move with its target square.
    Spec(AnySpec),
    /// `ed`: a pawn of one file captures on another.
    PawnCapture(File, File),
}

impl MoveText {
    /// Reads a typed move; `language` says which letters the pieces have. A move number before it and
    /// signs behind it are allowed. `None` for a text that is no move in the game of this position.
    pub fn read(text: &str, language: &Language, position: &AnyPosition) -> Option<Self> {
        let rules = position.variant().map(|position| &**position.rules());
        let text = without_verb(without_number(text.trim()));
        let bare = without_signs(text);
        let packed: String = bare.chars().filter(|letter| !letter.is_whitespace()).collect();
        let found = [text, bare, &packed].into_iter().find_map(|text| read_in(language, text));
        let sans = found.into_iter().chain(without_case(&packed, language)).chain(spoken(bare));
        let mut lenient = Vec::new();
        if let Some(rules) = rules {
            let own = of_variant(rules, &packed);
            // A letter of the variant is no letter of another language.
            let is_foreign = |san: &San| !own.is_empty() && san.forms.has(Form::Language);
            let sans = sans.filter(|san| !is_foreign(san));
            let sans: Vec<_> = sans.filter_map(|san| in_variant(rules, &san.spec)).collect();
            lenient.extend(own);
            lenient.extend(sans.into_iter().map(of_spec));
        } else {
            for san in sans {
                lenient.push(Meaning::Spec(AnySpec::Chess(san.spec)));
                let any_file = from_any_file(&san.spec).map(AnySpec::Chess);
                lenient.extend(any_file.map(Meaning::Spec));
            }
        }
        lenient.extend(two_files(&packed));
        let literal = match rules {
            Some(rules) => VariantSan::read(rules, packed.as_bytes())
                .filter(|san| !san.forms.has(Form::LowerCasePiece))
                .map(|san| AnySpec::Variant(san.spec)),
            None => found.filter(|san| !is_doubtful(san)).map(|san| AnySpec::Chess(san.spec)),
        };
        (!lenient.is_empty()).then_some(Self { literal, lenient })
    }

    /// The likeliest reading; `None` for `ed`, which names no square.
    pub fn spec(&self) -> Option<AnySpec> {
        match *self.lenient.first()? {
            Meaning::Spec(spec) => Some(spec),
            Meaning::PawnCapture(..) => None,
        }
    }

    /// The legal moves that the text stands for: as written, else in its other readings, else without regard to its
    /// capture signs. So `Nxf3` is `Nf3` where there is nothing to capture, and `d5` is `exd5` where no pawn can step
    /// to d5.
    pub fn in_position(&self, position: &AnyPosition) -> FittingMoves {
        let legal = position.legal_moves();
        let fitting = |meanings: &[Meaning], has_sign| -> Vec<AnyMove> {
            let fits = |mv: &&AnyMove| {
                meanings.iter().any(|meaning| meaning.fits(position, **mv, has_sign))
            };
            let mut moves: Vec<AnyMove> = legal.iter().filter(fits).copied().collect();
            prefer_steps(&mut moves);
            moves
        };
        let literal = self.literal.map(Meaning::Spec);
        let exact = fitting(literal.as_slice(), true);
        if !exact.is_empty() {
            return FittingMoves { moves: exact, is_exact: true };
        }
        let lenient = fitting(&self.lenient, true);
        let moves = if lenient.is_empty() { fitting(&self.lenient, false) } else { lenient };
        FittingMoves { moves, is_exact: false }
    }
}

impl Meaning {
    /// Whether a move fits; a capture sign counts only if `has_sign`.
    fn fits(self, position: &AnyPosition, mv: AnyMove, has_sign: bool) -> bool {
        match self {
            Self::Spec(spec) => {
                let fits = spec.fits(position, mv);
                fits && !(has_sign && spec.is_capture() && !mv.is_capture())
            }
            Self::PawnCapture(from, to) => {
                let file = |place| position.geometry().file(place);
                let files = mv.origin().map(|at| (file(at), file(mv.to())));
                let is_pawn = || {
                    let piece = mv.origin().and_then(|at| position.piece_at(at));
                    piece.is_some_and(|piece| piece.letter == Role::Pawn.letter())
                };
                files == Some((from as u8, to as u8)) && is_pawn()
            }
        }
    }
}

/// A king's step goes before castling to the same square.
fn prefer_steps(moves: &mut Vec<AnyMove>) {
    let is_step = |mv: &AnyMove| !mv.is_castling();
    if moves.iter().any(is_step) {
        moves.retain(is_step);
    }
}

/// The texts of several moves in one line, `1. e4 e5 2. Nf3`; `None` unless there are at least two, and each can be read.
pub fn several<'t>(
    text: &'t str,
    language: &Language,
    position: &AnyPosition,
) -> Option<Vec<&'t str>> {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let words = text.split_whitespace().map(without_number);
    let moves: Vec<&str> = words.filter(|word| !is_number(word)).collect();
    let all_read = moves.iter().all(|word| MoveText::read(word, language, position).is_some());
    (moves.len() >= 2 && all_read).then_some(moves)
}

/// The readings of a text with the letters of a variant, whose capitals count only if nothing else fits.
fn of_variant(rules: &Rules, text: &str) -> Vec<Meaning> {
    let lower = text.to_ascii_lowercase();
    let mut letters = lower.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let capital = first + letters.as_str();
    let texts = [text, &lower, &capital].map(|text| VariantSan::read(rules, text.as_bytes()));
    texts.into_iter().flatten().map(|san| of_spec(san.spec)).collect()
}

const fn of_spec(spec: VariantSpec) -> Meaning {
    Meaning::Spec(AnySpec::Variant(spec))
}

/// The text without a move number before it: `12.`, `12...`
pub fn without_number(text: &str) -> &str {
    let after = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if after.len() < text.len() && after.starts_with('.') {
        after.trim_start_matches('.').trim_start()
    } else {
        text
    }
}

/// The text without `move` or `play` before it.
fn without_verb(text: &str) -> &str {
    match text.split_once(' ') {
        Some(("move" | "play" | "Move" | "Play", rest)) => rest.trim_start(),
        _ => text,
    }
}

/// The text without signs behind it, in any order.
fn without_signs(mut text: &str) -> &str {
    while let Some(shorter) = ["!", "?", "+", "#", "e.p.", "e.p", "ep"]
        .iter()
        .find_map(|&sign| text.strip_suffix(sign))
        .filter(|shorter| !shorter.is_empty())
    {
        text = shorter.trim_end();
    }
    text
}

/// A move in the letters of a language; in English, figurines or any other letters if its first letter
/// is not a piece of that language.
fn read_in(language: &Language, text: &str) -> Option<San> {
    let english = language.in_english(text.as_bytes());
    San::read(english.as_deref().unwrap_or(text.as_bytes()))
}

/// Whether a reading overlooks something that could mean another move: a small letter for a piece, a
/// letter of another language, a pawn's capture without its sign.
fn is_doubtful(san: &San) -> bool {
    let is_unmarked_capture = match san.spec {
        MoveSpec::Castle(_) => false,
        MoveSpec::Piece(piece) => {
            piece.role == Some(Role::Pawn)
                && !piece.capture
                && piece.from != Bitboard::file(piece.to.file())
                && piece.from.single().is_none()
        }
    };
    is_unmarked_capture || san.forms.has(Form::LowerCasePiece) || san.forms.has(Form::Language)
}

/// The readings of a text whose capitals do not count: its first letter is a piece, or a file.
fn without_case(text: &str, language: &Language) -> Vec<San> {
    let is_letter = |text: &str| text.chars().next().is_some_and(|c| language.role(c).is_some());
    let lower = text.to_lowercase();
    let mut letters = lower.chars();
    let piece: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let piece = piece + letters.as_str();
    let mut readings = Vec::new();
    if is_letter(&piece) {
        readings.extend(read_in(language, &piece));
    }
    // A capital that names a piece names no file.
    if !is_letter(text) {
        readings.extend(San::read(lower.as_bytes()));
        readings.extend(own_promotion(&lower, language));
    }
    readings
}

/// `e8d` in French: the letter of the promotion in a language, small and perhaps without its sign.
fn own_promotion(text: &str, language: &Language) -> Option<San> {
    let mut letters = text.chars();
    let role = language.role(letters.next_back()?.to_ascii_uppercase())?;
    let pawn = letters.as_str().trim_end_matches('=');
    San::read(format!("{pawn}={}", role.letter()).as_bytes())
}

/// `d5`, `Pxd5`: the pawn may come from any file.
fn from_any_file(spec: &MoveSpec) -> Option<MoveSpec> {
    match spec {
        MoveSpec::Piece(piece)
            if piece.role == Some(Role::Pawn) && piece.from == Bitboard::file(piece.to.file()) =>
        {
            Some(MoveSpec::Piece(PieceSpec { from: Bitboard::FULL, ..*piece }))
        }
        MoveSpec::Piece(_) | MoveSpec::Castle(_) => None,
    }
}

/// `ed`, `exd`, `ed:`
fn two_files(text: &str) -> Option<Meaning> {
    let lower = text.to_ascii_lowercase();
    let files: Vec<u8> = lower.bytes().filter(|byte| !matches!(byte, b'x' | b':' | b'-')).collect();
    let [from, to] = files.as_slice() else { return None };
    Some(Meaning::PawnCapture(File::from_letter(*from)?, File::from_letter(*to)?))
}

/// A move in English words: `knight f3`, `e2 to e4`, `queen takes d5`, `castle long`.
fn spoken(text: &str) -> Vec<San> {
    let text = text.to_ascii_lowercase();
    let words: Vec<&str> = text.split([' ', '-']).filter(|word| !word.is_empty()).collect();
    let has = |names: &[&str]| words.iter().any(|word| names.contains(word));
    if !has(&["castle", "castles", "castling"]) {
        let written: Option<String> = words.iter().enumerate().map(written).collect();
        return written.and_then(|text| San::read(text.as_bytes())).into_iter().collect();
    }
    let long = has(&["long", "queenside", "queen"]);
    let short = has(&["short", "kingside", "king"]);
    let sides = Side::ALL.into_iter().filter(|side| match side {
        Side::King => short || !long,
        Side::Queen => long || !short,
    });
    let castle = |side| San { spec: MoveSpec::Castle(side), sign: Sign::None, forms: Forms::NONE };
    sides.map(castle).collect()
}

/// A spoken word in the letters of a written move; the index is its place among the words.
fn written((index, word): (usize, &&str)) -> Option<String> {
    let letters = match *word {
        "king" => "K",
        "queen" => "Q",
        "rook" => "R",
        "bishop" => "B",
        "knight" => "N",
        "pawn" if index == 0 => "P",
        "takes" | "captures" => "x",
        "promotes" | "becomes" | "equals" => "=",
        "pawn" | "to" | "from" | "on" | "check" | "checkmate" | "mate" | "en" | "passant" => "",
        other if other.len() == 1 || Square::from_name(other.as_bytes()).is_some() => other,
        _ => return None,
    };
    Some(letters.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{MoveText, several};
    use crate::{
        notation::{AnySpec, Language, fen, write_san},
        rules::{AnyPosition, MoveSpec, Role, Variant},
    };

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// White can castle on both sides, capture on d5 with e4 or c4, and promote on h8.
    const OPEN: &str = "4k3/7P/8/3p4/2B1P3/8/8/R3K2R w KQ - 0 1";
    const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";

    fn position(fen: &str) -> AnyPosition {
        fen::position_of(Variant::Standard, fen.as_bytes()).expect("a position")
    }

    fn moves(fen: &str, text: &str, language: &str) -> Option<String> {
        let position = position(fen);
        let typed = MoveText::read(text, &Language::of(language).expect("a language"), &position)?;
        let sans =
            typed.in_position(&position).moves.into_iter().map(|mv| write_san(&position, mv));
        Some(sans.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn one_move_has_many_spellings() {
        for (fen, san, texts) in [
            (START, "e4", "e4|E4|e2e4|e2-e4|e2 e4|e 4|Pe4|pawn to e4|e2 to e4"),
            (START, "Nf3", "Nf3|nf3|NF3|N f3|♘f3|Sf3|Ng1-f3|1. Nf3|1...Nf3!?|Nf3ch|knight f3"),
            (START, "Nf3", "knight from g1 to f3|knight to f3 check"),
            (OPEN, "O-O", "O-O|0-0|o-o|OO|O - O|e1g1|e1h1|castle short|castle king-side"),
            (OPEN, "O-O-O", "0-0-0|ooo|castle long|castles queenside"),
            (OPEN, "exd5", "exd5|ed5|ed|exd|e:d5|ed5:|pawn takes d5|e pawn takes d5"),
            (OPEN, "Bxd5", "Bxd5|bxd5|bishop takes d5|c4d5"),
            (OPEN, "h8=Q+", "h8=Q|h8Q|h8q|h7h8q|h8(Q)|h8 = Q+|h8 queen|h8 promotes to queen"),
            (EN_PASSANT, "exd6", "exd6 e.p.|exd6+ ep|ed6|e5 takes d6 en passant"),
        ] {
            for text in texts.split('|') {
                assert_eq!(moves(fen, text, "en").as_deref(), Some(san), "{text}");
            }
        }
    }

    #[test]
    fn a_text_with_several_meanings_has_several_moves() {
        for (fen, text, expected) in [
            (OPEN, "castle", "O-O O-O-O"),
            (OPEN, "d5", "exd5"),
            ("4k3/8/8/2p5/1P6/4B3/8/4K3 w - - 0 1", "bc5", "bxc5 Bxc5"),
            ("4k3/8/8/2p5/1P6/4B3/8/4K3 w - - 0 1", "Bc5", "Bxc5"),
            ("4k3/8/8/2p5/1P6/4B3/8/4K3 w - - 0 1", "bxc5", "bxc5"),
        ] {
            let mut expected: Vec<&str> = expected.split(' ').collect();
            let found = moves(fen, text, "en").expect("a move");
            let mut found: Vec<&str> = found.split(' ').collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn the_letters_of_the_own_language_come_first() {
        for (fen, text, language, expected) in [
            (START, "Cf3", "fr", "Nf3"),
            (START, "Nf3", "fr", "Nf3"),
            (OPEN, "Rd2", "fr", "Kd2"),
            (OPEN, "h8=D", "fr", "h8=Q+"),
            (OPEN, "h8d", "fr", "h8=Q+"),
            (OPEN, "h7h8q", "fr", "h8=Q+"),
            (START, "sf3", "de", "Nf3"),
        ] {
            assert_eq!(moves(fen, text, language).as_deref(), Some(expected), "{language} {text}");
        }
    }

    #[test]
    fn several_moves_stand_in_one_line() {
        let english = Language::default();
        for (text, moves) in [
            ("1. e4 e5 2. Nf3", &["e4", "e5", "Nf3"][..]),
            ("1.e4 e5 2.Nf3 Nc6", &["e4", "e5", "Nf3", "Nc6"]),
            ("1 e4 e5", &["e4", "e5"]),
            ("e4 e5", &["e4", "e5"]),
            ("3... Nf6 4. 0-0", &["Nf6", "0-0"]),
        ] {
            assert_eq!(several(text, &english, &position(START)).as_deref(), Some(moves), "{text}");
        }
        for text in ["e4", "1. e4", "", "1.", "e4 board", "knight f3", "castle long"] {
            assert_eq!(several(text, &english, &position(START)), None, "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_moves() {
        let english = Language::default();
        for text in
            ["", "e", "12", "...", "e9", "board", "xyzzy", "Nf33", "i4", "e4e4e4", "0-0-0-0"]
        {
            assert_eq!(MoveText::read(text, &english, &position(START)), None, "{text}");
        }
    }

    #[test]
    fn the_likeliest_reading_explains_an_illegal_move() {
        let start = position(START);
        let role = |text: &str| match MoveText::read(text, &Language::default(), &start)?.spec()? {
            AnySpec::Chess(MoveSpec::Piece(piece)) => piece.role,
            AnySpec::Chess(MoveSpec::Castle(_)) => Some(Role::King),
            AnySpec::Variant(_) => None,
        };
        assert_eq!(role("nf6"), Some(Role::Knight));
        assert_eq!(role("bc4"), Some(Role::Pawn));
        assert_eq!(role("0-0"), Some(Role::King));
        assert_eq!(role("ed"), None);
    }

    #[test]
    fn the_pieces_of_a_variant_have_their_own_letters() {
        for (variant, text, expected) in [
            ("capablanca", "Ad3", "Ad3"),
            ("capablanca", "ad3", "Ad3"),
            ("capablanca", "j4", "j4"),
            ("capablanca", "i1h3", "Nh3"),
            ("atomic", "knight f3", "Nf3"),
            ("alice", "e2 to e4", "e4"),
            ("grand", "a5", "a5"),
        ] {
            let start = variant.parse::<Variant>().expect("a variant").start();
            let typed = MoveText::read(text, &Language::default(), &start).expect("a move");
            let moves = typed.in_position(&start).moves;
            let sans: Vec<String> = moves.into_iter().map(|mv| write_san(&start, mv)).collect();
            assert_eq!(sans, [expected], "{variant} {text}");
        }
    }
}
