//! A score sheet as PGN in the standard's export form. Laying out lines and escaping, no decisions.

use crate::pgn::ROSTER;

/// Lines of movetext are shorter than this. PGN 8.2.1
const WIDTH: usize = 80;

/// Tags in the standard's order: the roster, then the rest by name.
pub(super) fn in_order(tags: &mut [(String, String)]) {
    tags.sort_by_key(|(name, _)| {
        let place = ROSTER.iter().position(|roster| roster == name);
        (place.unwrap_or(ROSTER.len()), name.clone())
    });
}

/// A whole game: tags, an empty line, the moves, an empty line.
pub(super) fn game(tags: &[(String, String)], movetext: &[String]) -> String {
    let pairs = tags.iter().map(|(name, value)| format!("[{name} \"{}\"]", escaped(value)));
    let tags: Vec<String> = pairs.collect();
    format!("{}\n\n{}\n", tags.join("\n"), filled(movetext))
}

/// PGN 7: quotes and backslashes are protected; a value has no line end and no control character.
fn escaped(value: &str) -> String {
    let plain = value.chars().map(|c| if c.is_control() { ' ' } else { c });
    plain.fold(String::new(), |mut text, c| {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(c);
        text
    })
}

/// A comment in braces, broken into words so that lines can be filled. It cannot hold a brace.
pub(super) fn comment(text: &str) -> Vec<String> {
    let safe: String = text
        .chars()
        .map(|c| match c {
            '{' => '(',
            '}' => ')',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect();
    let mut words: Vec<String> = Vec::new();
    for word in format!("{{{}}}", safe.trim()).split_whitespace() {
        match words.last_mut().filter(|last| is_open_command(last)) {
            // A command such as `[%clk 0:05:00]` stays on one line.
            Some(last) => {
                last.push(' ');
                last.push_str(word);
            }
            None => words.push(word.to_owned()),
        }
    }
    words
}

fn is_open_command(word: &str) -> bool {
    word.rfind("[%").is_some_and(|open| !word[open..].contains(']')) && word.len() < WIDTH
}

/// Words on lines that are not too long.
fn filled(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        let fits = column + 1 + length < WIDTH;
        match column {
            0 => (),
            _ if fits => {
                text.push(' ');
                column += 1;
            }
            _ => {
                text.push('\n');
                column = 0;
            }
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::{comment, escaped, filled, in_order};

    #[test]
    fn quotes_and_backslashes_are_protected() {
        assert_eq!(escaped("Club \"A\" \\ B\n"), "Club \\\"A\\\" \\\\ B ");
    }

    #[test]
    fn the_roster_comes_first_and_the_rest_by_name() {
        let tag = |name: &str| (name.to_owned(), String::new());
        let mut tags = ["Termination", "Result", "Annotator", "Event"].map(tag);
        in_order(&mut tags);
        assert_eq!(tags.map(|(name, _)| name), ["Event", "Result", "Annotator", "Termination"]);
    }

    #[test]
    fn no_line_has_eighty_characters() {
        let words: Vec<String> = (0..500).map(|number| format!("{number}.")).collect();
        assert!(filled(&words).lines().all(|line| line.len() < 80 && !line.ends_with(' ')));
    }

    #[test]
    fn a_comment_keeps_its_braces_to_itself() {
        assert_eq!(comment("a {b} c").join(" "), "{a (b) c}");
    }

    #[test]
    fn a_command_is_never_broken() {
        assert_eq!(comment("[%clk 0:05:00] good move"), ["{[%clk 0:05:00]", "good", "move}"]);
        assert_eq!(comment("[%clk"), ["{[%clk}"]);
    }
}
