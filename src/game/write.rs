//! Games written in the standard's export format: the seven tags first, the others by name, lines of less than eighty characters.

use std::fmt::{self, Display, Formatter, Write};

use crate::{
    game::{Game, Line},
    notation::fen,
    pgn::{GameResult, ROSTER_TAGS},
};

/// No line of moves is longer.
// PGN 8.2.1
const WIDTH: usize = 79;

/// The game and the blank line after it.
impl Display for Game {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let result = self.result.unwrap_or(GameResult::Unknown);
        write_tags(out, self, result)?;
        let mut words = Words { out, column: 0, opening: String::new(), held: String::new() };
        // The position as it is written, so that the numbers fit when it is read again.
        let fen = without_controls(self.tag("FEN").unwrap_or_default());
        let first_ply = fen::first_ply(fen.as_bytes());
        words.line(&self.main, u64::from(first_ply))?;
        words.word(result.text())?;
        // The result is held until another word comes.
        words.word("")?;
        writeln!(words.out, "\n")
    }
}

fn write_tags(out: &mut impl Write, game: &Game, result: GameResult) -> fmt::Result {
    for (_, name) in ROSTER_TAGS {
        let stated = game.tag(name).filter(|value| !value.is_empty());
        let value = if name == "Result" { Some(result.text()) } else { stated };
        write_tag(out, name, value.unwrap_or(if name == "Date" { "????.??.??" } else { "?" }))?;
    }
    let mut others: Vec<_> = game
        .tags
        .iter()
        .filter(|(name, _)| ROSTER_TAGS.iter().all(|(_, other)| other != name))
        .collect();
    // Of two tags with one name the first counts, as it does for every reader.
    others.sort_by_key(|(name, _)| name);
    others.dedup_by_key(|(name, _)| name);
    others.iter().try_for_each(|(name, value)| write_tag(out, name, value))?;
    writeln!(out)
}

fn write_tag(out: &mut impl Write, name: &str, value: &str) -> fmt::Result {
    writeln!(
        out,
        "[{name} \"{}\"]",
        without_controls(value).replace('\\', "\\\\").replace('"', "\\\"")
    )
}

fn without_controls(value: &str) -> String {
    value.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect()
}

/// The words of a game, brackets glued to their neighbours, on lines of at most [`WIDTH`] characters.
struct Words<'o, W> {
    out: &'o mut W,
    column: usize,
    /// Brackets that wait for the word after them.
    opening: String,
    /// The last word, which may still get a closing bracket.
    held: String,
}

impl<W: Write> Words<'_, W> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let mut next = std::mem::take(&mut self.opening);
        next.push_str(word);
        let last = std::mem::replace(&mut self.held, next);
        if last.is_empty() {
            return Ok(());
        }
        let length = last.chars().count();
        let gap = match self.column {
            0 => "",
            column if column + 1 + length > WIDTH => "\n",
            _ => " ",
        };
        self.column = if gap == " " { self.column + 1 + length } else { length };
        write!(self.out, "{gap}{last}")
    }

    fn line(&mut self, line: &Line, first_ply: u64) -> fmt::Result {
        self.comments(&line.preface)?;
        let mut needs_number = true;
        for (ply, node) in (first_ply..).zip(&line.moves) {
            self.number(ply, needs_number)?;
            self.word(&node.text)?;
            for glyph in &node.glyphs {
                self.word(&format!("${glyph}"))?;
            }
            self.comments(&node.comments)?;
            for variation in &node.variations {
                self.opening.push('(');
                self.line(variation, ply)?;
                self.held.push(')');
            }
            needs_number = !node.comments.is_empty() || !node.variations.is_empty();
        }
        Ok(())
    }

    fn number(&mut self, ply: u64, needed: bool) -> fmt::Result {
        let number = ply / 2 + 1;
        match ply % 2 {
            0 => self.word(&format!("{number}.")),
            _ if needed => self.word(&format!("{number}...")),
            _ => Ok(()),
        }
    }

    fn comments(&mut self, comments: &[String]) -> fmt::Result {
        comments.iter().flat_map(|text| comment_words(text)).try_for_each(|word| self.word(&word))
    }
}

/// A comment in braces, broken into words so that lines can be filled. Nothing protects a brace inside.
fn comment_words(text: &str) -> Vec<String> {
    let safe = without_controls(text).replace('{', "(").replace('}', ")");
    let mut words: Vec<String> = Vec::new();
    for word in format!("{{{}}}", safe.trim()).split_whitespace() {
        match words.last_mut().filter(|last| is_open_command(last)) {
            // A command such as `[%clk 0:05:00]` stays on one line.
            Some(last) => last.extend([" ", word]),
            None => words.push(word.to_owned()),
        }
    }
    words
}

fn is_open_command(word: &str) -> bool {
    word.rfind("[%").is_some_and(|open| !word[open..].contains(']')) && word.len() <= WIDTH
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Source;

    fn written(text: &str) -> String {
        let games = Game::read_all(Source::new("in", text.as_bytes()));
        games.iter().map(Game::to_string).collect()
    }

    #[test]
    fn a_game_is_written_as_the_standard_has_it() {
        let text =
            "[White \"E \\\"k\"]\n[Annotator \"x\"]\n\n1. e4 {king} e5 (1... c5! 2. Nf3) Nf3 *";
        let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"E \\\"k\"]\n\
            [Black \"?\"]\n[Result \"*\"]\n[Annotator \"x\"]\n\n\
            1. e4 {king} 1... e5 (1... c5 $1 2. Nf3) 2. Nf3 *\n\n";
        assert_eq!(written(text), expected);
    }

    #[test]
    fn what_is_written_reads_the_same_and_writes_the_same() {
        let text = "[FEN \"3k4/8/8/8/8/8/4P3/4K3 b - - 3 40\"]\n\n{a} 40... Kd7 (40... Ke7 {why\nnot} 41. Kd2 (41. e4)) 41. e4 $14 1/2-1/2";
        let once = written(text);
        assert!(once.contains("40... Kd7 (40... Ke7"), "{once}");
        assert_eq!(written(&once), once);
    }

    #[test]
    fn lines_are_shorter_than_eighty_characters() {
        let text = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(40) + "*";
        assert!(written(&text).lines().all(|line| line.len() < 80));
    }

    #[test]
    fn values_are_protected_and_in_the_order_of_the_standard() {
        let tag = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let tags =
            [("Termination", ""), ("Annotator", "A \"B\" \\ C\n"), ("Event", "Club")].map(tag);
        let written = Game { tags: tags.to_vec(), ..Game::default() }.to_string();
        assert!(written.starts_with("[Event \"Club\"]\n[Site \"?\"]\n"), "{written}");
        let others = "[Annotator \"A \\\"B\\\" \\\\ C \"]\n[Termination \"\"]\n\n*\n\n";
        assert!(written.ends_with(others), "{written}");
    }

    #[test]
    fn a_comment_keeps_its_braces_to_itself() {
        assert_eq!(comment_words("a {b} c").join(" "), "{a (b) c}");
    }

    #[test]
    fn a_command_is_never_broken() {
        assert_eq!(comment_words("[%clk 0:05:00] good move"), ["{[%clk 0:05:00]", "good", "move}"]);
        assert_eq!(comment_words("[%clk"), ["{[%clk}"]);
    }
}
