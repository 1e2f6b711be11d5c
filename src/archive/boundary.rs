//! Where a text may be cut: at places where a game begins whatever stands before, unless it is a comment.

use memchr::memmem;

use crate::text::count_line_ends;

/// Blocks without a single `[Event` are searched for other beginnings only from this size on.
const RELUCTANCE: usize = 64 * 1024;

/// The last place in `text`, other than its beginning, at which a game begins.
pub(crate) fn last_boundary(text: &[u8]) -> Option<usize> {
    let other = || if text.len() < RELUCTANCE { None } else { last_other_start(text) };
    last_event(text).or_else(other)
}

/// The first place in `text`, other than its beginning, at which a game begins.
pub(crate) fn first_boundary(text: &[u8]) -> Option<usize> {
    let mut line_starts = memchr::memchr2_iter(b'\n', b'\r', text).map(|at| at + 1);
    let event = |at: usize| text[at..].starts_with(b"[Event ") && follows_blank_line(text, at);
    line_starts.find(|&at| event(at) || is_other_start(text, at))
}

fn last_event(text: &[u8]) -> Option<usize> {
    let finder = memmem::FinderRev::new(b"[Event ");
    finder.rfind_iter(text).find(|&at| follows_blank_line(text, at))
}

fn follows_blank_line(text: &[u8], at: usize) -> bool {
    let space = space_before(text, at);
    matches!(space.last(), Some(b'\n' | b'\r')) && count_line_ends(space, None) > 1
}

fn space_before(text: &[u8], at: usize) -> &[u8] {
    &text[text[..at].trim_ascii_end().len()..at]
}

fn last_other_start(text: &[u8]) -> Option<usize> {
    let mut line_starts = memchr::memrchr2_iter(b'\n', b'\r', text).map(|at| at + 1);
    line_starts.find(|&at| is_other_start(text, at))
}

/// For archives without Event tags or without blank lines: tags after moves, or anything after a result, where the
/// reader too is sure that a game has ended.
fn is_other_start(text: &[u8], at: usize) -> bool {
    let Some(first) = text.get(at).filter(|byte| !byte.is_ascii_whitespace()) else { return false };
    let last_line = line_before(&text[..at]);
    let tags = last_line.starts_with(b"[") || last_line.ends_with(b"]");
    let blank = || follows_blank_line(text, at);
    let begins_tags =
        *first == b'[' && text.get(at + 1).is_some_and(u8::is_ascii_alphabetic) && !tags;
    let begins_moves = || text[at..].starts_with(b"1.") && !text[at..].starts_with(b"1..");
    let after_result = || begins_tags || begins_moves() || blank();
    (begins_tags && !last_line.is_empty() && blank())
        || (ends_with_result(last_line) && after_result())
}

/// The last line that is not blank.
fn line_before(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii_end();
    &text[memchr::memrchr2(b'\n', b'\r', text).map_or(0, |at| at + 1)..]
}

/// Whether a line of moves ends a game. A result in a tag or in a comment to the end of the line ends nothing.
fn ends_with_result(line: &[u8]) -> bool {
    let results: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
    let before = results.iter().find_map(|result| line.strip_suffix(*result));
    let stands_alone = before.is_some_and(|before| matches!(before, [] | [.., b' ' | b'\t']));
    stands_alone && !line.starts_with(b"[") && memchr::memchr2(b';', b'%', line).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_before_an_event_after_a_blank_line_only() {
        for (text, cut) in [
            ("[Event \"a\"]\n\n*\n\n[Event \"b\"]\n", Some(16)),
            ("[Event \"a\"]\r\n\r\n*\r\n\r\n[Event \"b\"]\r\n", Some(20)),
            ("[Event \"a\"]\r\r*\r\r[Event \"b\"]\r", Some(16)),
            ("[Event \"a\"]\n\n*\n[Event \"b\"]\n", None),
            ("[Event \"a\"]\n\n*\n\n[EventDate \"b\"]\n", None),
            ("[Event \"a\"]\n\n1. e4 {\n\nsee [Event \"b\"]} *\n", None),
        ] {
            assert_eq!(last_boundary(text.as_bytes()), cut, "{text:?}");
        }
    }

    #[test]
    fn games_without_event_are_cut_when_there_are_many() {
        let games = "1. e4 e5 1-0\n".repeat(8000);
        let cut = last_boundary(games.as_bytes());
        assert_eq!(cut, Some(games.len() - 13));
        let games = "[White \"a\"]\n\n1. e4 *\n\n".repeat(8000);
        assert_eq!(last_boundary(games.as_bytes()), Some(games.len() - 22));
        let games = "e4 e5 1-0\n\n".repeat(8000);
        assert_eq!(last_boundary(games.as_bytes()), Some(games.len() - 11));
        let games = "[Event \"a\"]\n1. e4 *\n".repeat(8000);
        assert_eq!(last_boundary(games.as_bytes()), Some(games.len() - 20));
    }

    #[test]
    fn a_result_that_ends_no_game_is_no_place_to_cut() {
        for text in [
            "1. e4 ; as in 1-0\n\n1... e5\n",
            "1. e4 1-0\n1... e5 1-0\n",
            "[Site \"lost 1-0\n\n1. e4\n",
            "1. e4 x1-0\n\n1. e4\n",
            "e4 e5 1-0\nd4 d5 0-1\n",
        ] {
            assert_eq!(last_other_start(text.as_bytes()), None, "{text:?}");
            assert_eq!(first_boundary(text.as_bytes()), None, "{text:?}");
        }
    }
}
