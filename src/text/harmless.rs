//! Text of others as a terminal may be given it.

use std::borrow::Cow;

/// The text with its line ends, but with `?` for every other control character: a name or a comment
/// must not move the cursor or change the title of a window.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let is_command = |c: char| c.is_control() && c != '\n';
    if text.contains(is_command) {
        Cow::Owned(text.chars().map(|c| if is_command(c) { '?' } else { c }).collect())
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn commands_to_the_terminal_become_question_marks() {
        for (text, shown) in [
            ("Ek, Anna\n", "Ek, Anna\n"),
            ("\u{1b}[2Jé\u{7}", "?[2Jé?"),
            ("\u{9b}31m\t\r", "?31m??"),
        ] {
            assert_eq!(harmless(text), shown);
        }
    }
}
