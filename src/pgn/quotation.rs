//! Whether a comment runs into another game: then it was never closed, and must not swallow it.

use crate::pgn::{
    Marker,
    grammar::line,
    reader::{is_tag_start, starts_score},
};

/// What stands where another game may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Tags and moves.
    Game,
    /// The tag with which games begin, and no moves.
    Tag,
}

/// The first place among the first `reach` bytes of a comment where another game seems to begin.
pub(crate) fn next_game(text: &[u8], reach: usize) -> Option<(usize, Sight)> {
    memchr::memchr_iter(b'[', &text[..reach])
        .filter(|&at| follows_blank_line(&text[..at]))
        .find_map(|at| Some((at, sight(&text[at..])?)))
}

fn follows_blank_line(before: &[u8]) -> bool {
    let space = &before[before.trim_ascii_end().len()..];
    matches!(space.last(), Some(b'\n' | b'\r')) && crate::text::count_line_ends(space, None) > 1
}

fn sight(text: &[u8]) -> Option<Sight> {
    let mut rest = text;
    while is_tag_start(rest) {
        let tag = line(rest);
        rest = match &rest[tag.len()..] {
            [b'\r', b'\n', rest @ ..] | [b'\r' | b'\n', rest @ ..] => rest,
            _ => b"",
        };
        if !tag.trim_ascii_end().ends_with(b"]") {
            rest = b"";
        }
    }
    let moves = rest.trim_ascii_start();
    if moves.first() == Some(&b'{') || starts_score(moves) {
        Some(Sight::Game)
    } else {
        text.starts_with(b"[Event ").then_some(Sight::Tag)
    }
}

/// Whether a game that ends at a brace is only quoted: then the one with the comment goes on.
pub(crate) fn is_quoted(text: &[u8], brace: usize) -> bool {
    let game = text[..brace].trim_ascii_end();
    let last = &game[game.iter().rposition(u8::is_ascii_whitespace).map_or(0, |at| at + 1)..];
    let after = text[brace + 1..].trim_ascii_start();
    let goes_on = !after.is_empty() && !is_tag_start(after);
    goes_on && Marker::read(last).is_some() && !after.starts_with(b"1. ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_told_from_a_tag() {
        for (text, expected) in [
            ("{a\n\n[Event \"b\"]\n\n1. e4 *", Some((4, Sight::Game))),
            ("{a\r\n\r\n[White \"b\"]\r\n[Black \"c\"]\r\n\r\n1. e4 *", Some((6, Sight::Game))),
            ("{a\n\n[Event \"b\"]\n\n{so} 1. e4 *", Some((4, Sight::Game))),
            ("{a\n\n[Event \"b\"]\nis a tag} 1. e4 *", Some((4, Sight::Tag))),
            ("{a\n\n[Event \"b\"]} 1. e4 *", Some((4, Sight::Tag))),
            ("{a\n\n[White \"b\"]\nis a tag} 1. e4 *", None),
            ("{a\n\n  [Event \"b\"]\n\n1. e4 *", None),
            ("{a\n[Event \"b\"]\n\n1. e4 *", None),
        ] {
            assert_eq!(next_game(text.as_bytes(), text.len()), expected, "{text:?}");
        }
    }

    #[test]
    fn a_quoted_game_is_followed_by_more_of_its_own() {
        for (text, expected) in [
            ("1. e4 e5 1-0} 2. d4", true),
            ("1. e4 e5 1-0\n} Nf6", true),
            ("1. e4 e5} 2. d4 1-0", false),
            ("1. e4 e5 1-0}\n\n[Event \"c\"]", false),
            ("1. e4 e5 1-0}\n", false),
        ] {
            let brace = text.find('}').unwrap();
            assert_eq!(is_quoted(text.as_bytes(), brace), expected, "{text:?}");
        }
    }
}
