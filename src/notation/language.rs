//! The letters of the pieces in other languages.

use crate::rules::Role;

/// The piece letters of a language. Languages with the same letters share one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language {
    /// In the order of [`ROLES`].
    letters: [&'static str; 5],
}

const ROLES: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

const fn language(letters: [&'static str; 5]) -> Language {
    Language { letters }
}

const ENGLISH: Language = language(["K", "Q", "R", "B", "N"]);
const GERMAN: Language = language(["K", "D", "T", "L", "S"]);
const FRENCH: Language = language(["R", "D", "T", "F", "C"]);
const SPANISH: Language = language(["R", "D", "T", "A", "C"]);
const PORTUGUESE: Language = language(["R", "D", "T", "B", "C"]);
const DUTCH: Language = language(["K", "D", "T", "L", "P"]);
const FINNISH: Language = language(["K", "D", "T", "L", "R"]);
const POLISH: Language = language(["K", "H", "W", "G", "S"]);
const CZECH: Language = language(["K", "D", "V", "S", "J"]);
const HUNGARIAN: Language = language(["K", "V", "B", "F", "H"]);
const ROMANIAN: Language = language(["R", "D", "T", "N", "C"]);
const RUSSIAN: Language = language(["Кр", "Ф", "Л", "С", "К"]);

/// The languages of `--lang`, by their two-letter codes.
const BY_CODE: &[(&str, Language)] = &[
    ("en", ENGLISH),
    ("fr", FRENCH),
    ("de", GERMAN),
    ("es", SPANISH),
    ("it", SPANISH),
    ("pt", PORTUGUESE),
    ("nl", DUTCH),
    ("sv", GERMAN),
    ("da", GERMAN),
    ("no", GERMAN),
    ("fi", FINNISH),
    ("pl", POLISH),
    ("cs", CZECH),
    ("hu", HUNGARIAN),
    ("ro", ROMANIAN),
];

impl Default for Language {
    fn default() -> Self {
        ENGLISH
    }
}

impl Language {
    /// The languages of archives besides English; where several have a letter, the first one counts.
    pub const FOREIGN: [Self; 9] =
        [GERMAN, FRENCH, SPANISH, DUTCH, HUNGARIAN, POLISH, CZECH, PORTUGUESE, RUSSIAN];

    /// The language with this code, with or without a country: `fr_CH`.
    pub fn of(code: &str) -> Option<Self> {
        let code = code.get(..2)?.to_ascii_lowercase();
        BY_CODE.iter().find(|(name, _)| *name == code).map(|(_, language)| *language)
    }

    /// The codes of all languages.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        BY_CODE.iter().map(|(code, _)| *code)
    }

    /// The role with this capital letter.
    pub fn role(&self, letter: char) -> Option<Role> {
        let at = self.letters.iter().position(|letters| letters.chars().eq([letter]))?;
        Some(ROLES[at])
    }

    /// A move in English letters, in the letters of this language.
    pub fn translate(&self, san: &str) -> String {
        let mut text = String::with_capacity(san.len());
        for letter in san.chars() {
            match ROLES.iter().position(|role| role.letter() == letter) {
                Some(at) => text.push_str(self.letters[at]),
                None => text.push(letter),
            }
        }
        text
    }

    /// The role of the letter at the beginning of a text, in the first foreign language that has it, and
    /// the rest of the text.
    pub(super) fn foreign_piece(text: &[u8]) -> Option<(Role, &[u8])> {
        Self::FOREIGN.iter().find_map(|language| language.piece(text))
    }

    /// A move of this language in English letters; `None` if its first letter is not a piece of the language.
    pub fn in_english(&self, text: &[u8]) -> Option<Vec<u8>> {
        let (role, rest) = match text.first()? {
            b'a'..=b'h' | b'O' | b'0' | b'o' => (None, text),
            _ => self.piece(text).map(|(role, rest)| (Some(role), rest))?,
        };
        let letter = |role: Role| role.letter().to_string().into_bytes();
        let mut english = role.map_or_else(Vec::new, letter);
        let becomes = memchr::memchr(b'=', rest).map(|at| rest.split_at(at + 1));
        match becomes.and_then(|(pawn, piece)| Some((pawn, self.piece(piece)?))) {
            Some((pawn, (piece, sign))) => {
                english.extend_from_slice(pawn);
                english.extend(letter(piece));
                english.extend_from_slice(sign);
            }
            None => english.extend_from_slice(rest),
        }
        Some(english)
    }

    /// The role of the letter at the beginning of a text, and the rest of the text.
    fn piece<'t>(&self, text: &'t [u8]) -> Option<(Role, &'t [u8])> {
        let roles = self.letters.iter().zip(ROLES);
        let fitting = roles.filter(|(letters, _)| text.starts_with(letters.as_bytes()));
        // In Russian the knight's letter begins the king's.
        let (letters, role) = fitting.max_by_key(|(letters, _)| letters.len())?;
        Some((role, &text[letters.len()..]))
    }
}

#[cfg(test)]
mod tests {
    use super::Language;
    use crate::rules::Role;

    #[test]
    fn letters_are_translated() {
        let [german, french, .., russian] = Language::FOREIGN;
        for (language, text, english) in [
            (german, "Sf3", Some("Nf3")),
            (german, "e8=D+", Some("e8=Q+")),
            (german, "exd5", Some("exd5")),
            (german, "O-O", Some("O-O")),
            (german, "Nf3", None),
            (french, "Rf1", Some("Kf1")),
            (french, "Tad1#", Some("Rad1#")),
            (russian, "Крf1", Some("Kf1")),
            (russian, "Кf3", Some("Nf3")),
        ] {
            let found = language.in_english(text.as_bytes());
            assert_eq!(found.as_deref(), english.map(str::as_bytes), "{text}");
        }
    }

    #[test]
    fn moves_are_translated_letter_by_letter() {
        let german = Language::of("de").expect("German");
        assert_eq!(german.translate("Nxf3+"), "Sxf3+");
        assert_eq!(german.translate("bxa8=Q"), "bxa8=D");
        assert_eq!(german.translate("O-O"), "O-O");
        assert_eq!(german.role('S'), Some(Role::Knight));
        assert_eq!(german.role('N'), None);
    }

    #[test]
    fn a_code_may_name_a_country_too() {
        assert_eq!(Language::of("fr_CH"), Language::of("fr"));
        assert_eq!(Language::of("tlh"), None);
        assert_eq!(Language::of("é"), None);
    }
}
