//! The letters of the pieces in the languages chess books are printed in. Files are always English.

use crate::rules::Role;

/// Language and letters of king, queen, rook, bishop and knight.
const TABLE: &[(&str, &str)] = &[
    ("en", "KQRBN"),
    ("fr", "RDTFC"),
    ("de", "KDTLS"),
    ("es", "RDTAC"),
    ("it", "RDTAC"),
    ("pt", "RDTBC"),
    ("nl", "KDTLP"),
    ("sv", "KDTLS"),
    ("da", "KDTLS"),
    ("no", "KDTLS"),
    ("fi", "KDTLR"),
    ("pl", "KHWGS"),
    ("cs", "KDVSJ"),
    ("hu", "KVBFH"),
    ("ro", "RDTNC"),
];

const ROLES: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The letters of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Letters {
    letters: &'static str,
}

impl Default for Letters {
    fn default() -> Self {
        Self { letters: TABLE[0].1 }
    }
}

impl Letters {
    /// The letters of a language, by its two-letter code.
    pub fn of(language: &str) -> Option<Self> {
        let code = language.get(..2)?.to_ascii_lowercase();
        let (_, letters) = TABLE.iter().find(|(name, _)| *name == code)?;
        Some(Self { letters })
    }

    /// The languages there are.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        TABLE.iter().map(|(name, _)| *name)
    }

    /// The kind of piece with this capital letter.
    pub fn role(&self, letter: char) -> Option<Role> {
        let at = self.letters.chars().position(|c| c == letter)?;
        ROLES.get(at).copied()
    }

    /// A move in English letters, in the letters of the language.
    pub fn translate(&self, san: &str) -> String {
        san.chars().map(|c| self.translate_letter(c)).collect()
    }

    fn translate_letter(&self, letter: char) -> char {
        ROLES
            .iter()
            .zip(self.letters.chars())
            .find(|(role, _)| role.letter() == letter)
            .map_or(letter, |(_, here)| here)
    }
}

#[cfg(test)]
mod tests {
    use super::Letters;
    use crate::rules::Role;

    #[test]
    fn moves_are_translated_letter_by_letter() {
        let german = Letters::of("de").expect("German");
        assert_eq!(german.translate("Nxf3+"), "Sxf3+");
        assert_eq!(german.translate("bxa8=Q"), "bxa8=D");
        assert_eq!(german.translate("O-O"), "O-O");
        assert_eq!(german.role('S'), Some(Role::Knight));
        assert_eq!(german.role('N'), None);
    }

    #[test]
    fn a_code_may_name_a_country_too() {
        assert_eq!(Letters::of("fr_CH"), Letters::of("fr"));
        assert_eq!(Letters::of("tlh"), None);
        assert_eq!(Letters::of("é"), None);
    }
}
