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

/// The first place in `text` at which tags begin after a blank line.
pub(crate) fn first_boundary(text: &[u8]) -> Option<usize> {
    memmem::find_iter(text, b"[Event ").find(|&at| follows_blank_line(text, at))
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

/// For archives without Event tags: other tags after moves and a blank line, or first moves after a result.
fn last_other_start(text: &[u8]) -> Option<usize> {
    let line_starts = memchr::memrchr2_iter(b'\n', b'\r', text).map(|at| at + 1);
    line_starts.filter(|&at| at < text.len()).find(|&at| {
        let last_line = line_before(&text[..at]);
        match text[at] {
            b'[' => {
                let is_name = text.get(at + 1).is_some_and(u8::is_ascii_alphabetic);
                let tags = last_line.starts_with(b"[") || last_line.ends_with(b"]");
                is_name && !tags && !last_line.is_empty() && follows_blank_line(text, at)
            }
            b'1' => text.get(at + 1) == Some(&b'.') && ends_with_result(last_line),
            _ => false,
        }
    })
}

/// The last line that is not blank.
fn line_before(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii_end();
    &text[memchr::memrchr2(b'\n', b'\r', text).map_or(0, |at| at + 1)..]
}

fn ends_with_result(line: &[u8]) -> bool {
    let results: [&[u8]; 4] = [b" 1-0", b" 0-1", b" 1/2-1/2", b" *"];
    results.iter().any(|result| line.ends_with(result))
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
    }
}
