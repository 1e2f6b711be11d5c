//! The letters of the pieces in other languages than English.

/// A language in which games are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language {
    /// King, queen, rook, bishop and knight.
    letters: [&'static str; 5],
}

impl Language {
    /// Those in which archives are found. Where two have the same letters, one stands for both.
    pub const ALL: [Self; 9] = [
        Self { letters: ["K", "D", "T", "L", "S"] }, // German, Swedish, Danish, Norwegian
        Self { letters: ["R", "D", "T", "F", "C"] }, // French
        Self { letters: ["R", "D", "T", "A", "C"] }, // Spanish, Italian
        Self { letters: ["K", "D", "T", "L", "P"] }, // Dutch
        Self { letters: ["K", "H", "W", "G", "S"] }, // Polish
        Self { letters: ["K", "D", "V", "S", "J"] }, // Czech, Slovak
        Self { letters: ["K", "V", "B", "F", "H"] }, // Hungarian
        Self { letters: ["R", "D", "T", "B", "C"] }, // Portuguese
        Self { letters: ["Кр", "Ф", "Л", "С", "К"] }, // Russian
    ];

    /// A move of this language with English letters; `None` if it begins with a letter that is no piece in it.
    pub fn in_english(&self, text: &[u8]) -> Option<Vec<u8>> {
        let (man, rest) = match text.first()? {
            b'a'..=b'h' | b'O' | b'0' | b'o' => (None, text),
            _ => self.man(text).map(|(man, rest)| (Some(man), rest))?,
        };
        let mut english: Vec<u8> = man.into_iter().collect();
        let becomes = memchr::memchr(b'=', rest).map(|at| rest.split_at(at + 1));
        match becomes.and_then(|(pawn, piece)| Some((pawn, self.man(piece)?))) {
            Some((pawn, (piece, sign))) => {
                english.extend_from_slice(pawn);
                english.push(piece);
                english.extend_from_slice(sign);
            }
            None => english.extend_from_slice(rest),
        }
        Some(english)
    }

    /// The English letter of the piece with which a text begins, and what follows it.
    fn man<'t>(&self, text: &'t [u8]) -> Option<(u8, &'t [u8])> {
        let men = self.letters.iter().zip(*b"KQRBN");
        let fitting = men.filter(|(letters, _)| text.starts_with(letters.as_bytes()));
        // In Russian the knight's letter begins the king's.
        let (letters, man) = fitting.max_by_key(|(letters, _)| letters.len())?;
        Some((man, &text[letters.len()..]))
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn letters_are_translated() {
        let [german, french, .., russian] = Language::ALL;
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
}
