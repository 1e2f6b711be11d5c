//! Where a stream may be cut: the places at which a game surely begins.

use crate::{
    pgn::{
        after_tags, is_move_like, known, last_line, last_word, starts_game, starts_moves, tag_pair,
    },
    text::{SIGHT, count_line_ends},
};

/// The last place in `text`, other than its beginning, at which a game begins.
pub(super) fn last_boundary(text: &[u8]) -> Option<usize> {
    last_event(text).or_else(|| last_other_start(text))
}

/// Where the last game ends that has been read as a whole: at the end of `text`, or where the next game begins.
pub(super) fn last_end(text: &[u8]) -> Option<usize> {
    let is_whole = text.ends_with(b"\n") && ends_with_result(text.trim_ascii_end());
    if is_whole { Some(text.len()) } else { last_boundary(text) }
}

/// The first place in `text`, other than its beginning, at which a game of at least `sight` bytes begins.
pub(super) fn first_boundary(text: &[u8], sight: usize) -> Option<usize> {
    boundary_from(text, 0, sight)
}

/// The first place at or after `from`, other than the beginning, at which a game of at least `sight` bytes begins.
pub(super) fn boundary_from(text: &[u8], from: usize, sight: usize) -> Option<usize> {
    let first = from.saturating_sub(1).min(text.len());
    let line_ends = memchr::memchr2_iter(b'\n', b'\r', &text[first..]);
    let mut line_starts = line_ends.map(|at| first + at + 1);
    let event = |at: usize| text[at..].starts_with(b"[Event ") && follows_blank_line(text, at);
    line_starts.find(|&at| event(at) || is_other_start(text, at, sight))
}

fn last_event(text: &[u8]) -> Option<usize> {
    let mut line_starts = memchr::memrchr2_iter(b'\n', b'\r', text).map(|at| at + 1);
    line_starts.find(|&at| text[at..].starts_with(b"[Event ") && follows_blank_line(text, at))
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
    line_starts.find(|&at| is_other_start(text, at, SIGHT))
}

/// For archives without Event tags, blank lines or results: where the parser too is certain that a game begins.
fn is_other_start(text: &[u8], at: usize, sight: usize) -> bool {
    let game = &text[at..];
    if game.len() < sight || game[0].is_ascii_whitespace() {
        return false;
    }
    let line = last_line(text[..at].trim_ascii_end());
    let moves = moves_of(line);
    let is_blank = || follows_blank_line(text, at);
    if matches!(game, [b'[', b'a'..=b'z' | b'A'..=b'Z', ..]) {
        let follows_tags = moves.is_empty() && !line.is_empty();
        let follows_moves = !moves.is_empty() && !moves.ends_with(b"]");
        ends_with_result(moves)
            || (follows_moves && is_blank())
            || (follows_tags && is_blank() && repeats_tag(text, at))
    } else if ends_with_result(moves) {
        is_blank() || starts_game(game)
    } else {
        is_move_like(last_word(moves)) && is_blank() && starts_game(game)
    }
}

/// The part of a line that follows its tags, if it is moves; nothing where it hides or may be in a broken tag.
fn moves_of(line: &[u8]) -> &[u8] {
    let after = after_tags(line);
    let is_sound = after.len() == line.len() || starts_moves(after);
    let is_plain = !after.starts_with(b"[") && memchr::memchr2(b';', b'%', after).is_none();
    if is_sound && is_plain { after } else { b"" }
}

/// Whether the tag at a place is known, and a tag of its name is on the lines before the blank line.
fn repeats_tag(text: &[u8], at: usize) -> bool {
    let name = |text| tag_pair(text).ok().and_then(|(_, tag)| known(tag.name));
    let repeated = name(&text[at..]);
    let mut before = text[..at].trim_ascii_end();
    while repeated.is_some() && before.ends_with(b"]") {
        let line = last_line(before);
        if name(line) == repeated {
            return true;
        }
        let above = &before[..before.len() - line.len()];
        before = above.strip_suffix(b"\n").unwrap_or(above);
        before = before.strip_suffix(b"\r").unwrap_or(before);
    }
    false
}

/// Whether a line of moves ends a game.
fn ends_with_result(moves: &[u8]) -> bool {
    matches!(last_word(moves), b"1-0" | b"0-1" | b"1/2-1/2" | b"*")
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
    fn cuts_games_without_event_when_there_are_many() {
        for game in [
            "1. e4 e5 1-0\n",
            "[White \"a\"]\n\n1. e4 *\n\n",
            "e4 e5 1-0\n\n",
            "[Event \"a\"]\n1. e4 *\n",
            "e4 e5 1-0\n",
            "e2e4 e7e5 *\r\n",
            "[Result \"1-0\"] e4 *\n",
            "[Round \"1\"]\n[White \"a\"]\n\n",
            "1. e4 e5\n2. Nf3\n\n",
            "d4 d5\n\n\n",
        ] {
            let games = game.repeat(10_000);
            let unseen = SIGHT.div_ceil(game.len()) * game.len();
            assert_eq!(last_boundary(games.as_bytes()), Some(games.len() - unseen), "{game:?}");
            assert_eq!(first_boundary(games.as_bytes(), SIGHT), Some(game.len()), "{game:?}");
        }
    }

    #[test]
    fn does_not_cut_where_no_game_ends_or_begins() {
        for text in [
            "1. e4 ; as in 1-0\n\n1... e5\n",
            "1. e4 1-0\n1... e5 1-0\n",
            "[Site \"lost 1-0\n\n1. e4\n",
            "1. e4 x1-0\n\n1... e5\n",
            "e4 e5 1-0\nNc6 d5 0-1\n",
            "[White \"a\"]\n\n1. e4 *\n",
            "[White \"a\"]\n\n[Black \"b\"]\n",
            "1. e4 {good}\n\n1... e5\n",
            "{A game with}\n\n1. e4 e5\n",
            "[White \"a\"] so 1-0\n[Black \"b\"]\n",
        ] {
            assert_eq!(first_boundary(text.as_bytes(), 1), None, "{text:?}");
        }
    }
}
