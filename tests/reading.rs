//! Laws of reading: any bytes are read without a failure, and the block size makes no difference.

mod transcript;

use std::io::Cursor;

use arbiter::{archive::Blocks, pgn::Part, text::Source};
use proptest::{collection::vec, prelude::*, sample::select};
use transcript::{Transcript, in_blocks};

/// Parts of archives, valid and broken, that cause trouble next to each other.
const PIECES: &[&str] = &[
    "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5 2. Nf3 1-0\n\n",
    "[Event \"a\"]\r\n\r\n1. d4 {[%clk 0:05:00]} d5 *\r\n\r\n",
    "[Event \"no moves\"]\n\n",
    "[Event \"no result\"]\n\n1. e4 e5\n\n",
    "[Event \"open\"]\n\n1. e4 {never closed e5 1-0\n\n",
    "[Event \"quotes\"]\n\n1. e4 {as in\n\n[Event \"c\"]\n\nof last year} e5 1-0\n\n",
    "[White \"no event\"]\n[Black \"b\"]\n\n1. d4 } d5 1-0\n\n",
    "[Event \"rav\"]\n\n1. e4 (1. d4 (1. c4) d5 1-0\n\n",
    "[Event \"broken\n[Site \"b]\n\n1. e4 0-1\n\n",
    "[Event \"x\"]\r\r1. e4 *\r\r",
    "{",
    "}",
    "(",
    "; 1. e4\n",
    "% escaped\n",
    "[White \"c\"]\n",
    "1. e4 e5 1-0 1. d4 d5 0-1\n",
    "text between\n",
    "{a comment\n\nbetween}\n\n",
    "\n",
    "\n\n",
    "1/2-1/2 ",
    "\u{feff}",
    "1... e5 $1 $300 +/= Nf3!!! ",
    "[Round \"1\"]\n[White \"a\"]\n\n",
    "[Result \"1-0\"] e4 *\n",
    "[White \"d\"] so\n",
    "e4 e5 *\n",
    "d4 d5\n\n",
    "Nf3 {good} *\n",
    "1. c4 e5\n",
    "Nc6\n\n",
    "1 e4 c5\n\n",
    "e4 is best\n",
    "b3 \n",
];

fn archive() -> impl Strategy<Value = Vec<u8>> {
    vec(select(PIECES), 0..60).prop_map(|pieces| pieces.concat().into_bytes())
}

proptest! {
    #[test]
    fn cuts_make_no_difference(text in archive(), size in 1_usize..200, jobs in 1_usize..4) {
        prop_assert_eq!(in_blocks(&text, size, jobs), in_blocks(&text, text.len() + 1, 1));
    }

    #[test]
    fn any_bytes_are_read(text in vec(any::<u8>(), 0..400)) {
        let (transcript, _) = Transcript::of(Source::new("any", &text), Part::Whole);
        prop_assert_eq!(transcript.count("game"), transcript.count("end"));
        prop_assert_eq!(transcript.count("open"), transcript.count("close"));
    }

    #[test]
    fn any_signs_are_read(text in "[ a-h1-8NO.(){}\\[\\]\"$*;%!?=+<>/\n\r-]{0,200}") {
        let (transcript, _) = Transcript::of(Source::new("any", text.as_bytes()), Part::Whole);
        prop_assert_eq!(transcript.count("game"), transcript.count("end"));
        prop_assert_eq!(transcript.count("open"), transcript.count("close"));
    }
}

#[test]
fn the_number_of_games_is_never_wrong() {
    for (games, text) in [
        (0, ""),
        (0, "\n\n"),
        (0, "Nothing to see here\n"),
        (1, "1. e4 e5 1-0"),
        (1, "*"),
        (2, "1. e4 e5 1-0 1. d4 d5 0-1"),
        (2, "1. e4 e5\n\n1. d4 d5\n"),
        (1, "1. e4 e5 1-0 2. Nf3 Nc6"),
        (1, "1. e4 e5 1-0 1-0"),
        (1, "1. e4 e5 1-0 {the end}\n"),
        (2, "[Event \"a\"]\n\n[Event \"b\"]\n"),
        (2, "[Event \"a\"]\n% escaped\n\n[Event \"b\"]\n"),
        (1, "[Event \"a\"]\n\n[Site \"b\"]\n\n*\n"),
        (2, "[Event \"a\"]\n\n*\n[Event \"b\"]\n\n*"),
        (2, "[Event \"a\"]\n\n1. e4 {oh\n\n[Event \"b\"]\n\n1. d4 {ah} *"),
        (1, "[Event \"a\"]\n\n1. e4 {see\n\n[Event \"b\"]\n\n} *"),
        (2, "[Event \"a\"]\n\n1. e4 (1. d4\n\n[Event \"b\"]\n\n*"),
        (2, "[Event \"a\"]\n\n1. e4 *\n\nsome words\n\n[Event \"b\"]\n\n*"),
        (1, "[Event \"a\"]\n\n1. e4\n[Annotator \"b\"]\n1... e5 *"),
        (2, "[White \"a\"]\n\n1. e4\n\n[White \"b\"]\n\n1. e4"),
        (3, "e4 e5 *\n\nd4 d5 *\n\nc4 c5 *\n"),
    ] {
        let (transcript, _) = Transcript::of(Source::new("count", text.as_bytes()), Part::Whole);
        assert_eq!(transcript.count("game"), games, "{text:?}: {:#?}", transcript.lines);
    }
}

#[test]
fn an_endless_comment_is_cut_off_and_reported() -> Result<(), String> {
    let mut text = b"[Event \"a\"]\n\n1. e4 {".to_vec();
    text.resize(300_000, b'x');
    text.extend_from_slice(b"\n\n[Event \"b\"]\n\n*\n");
    let mut blocks = Blocks::with_sizes("big".into(), Cursor::new(&text), 1000, 100_000);
    let first = blocks.next().ok_or("a block")?.map_err(|error| error.to_string())?;
    assert_eq!(first.bytes().len(), 100_000);
    assert!(first.oversize().is_some());
    let second = blocks.next().ok_or("another")?.map_err(|error| error.to_string())?;
    assert!(second.bytes().starts_with(b"[Event \"b\"]"));
    assert_eq!((second.first_byte, second.first_line), (300_002, 5));
    assert!(blocks.next().is_none());
    Ok(())
}

#[test]
fn line_numbers_are_optional() -> Result<(), String> {
    let text = "[Event \"a\"]\n\n1. e4 *\n\n".repeat(20);
    let cut = || Blocks::with_sizes("games".into(), Cursor::new(text.as_bytes()), 64, 1000);
    let counted: Vec<_> = cut().collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let uncounted: Vec<_> =
        cut().without_lines().collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    assert!(counted.len() > 1);
    let mut line = 1;
    for (block, other) in counted.iter().zip(&uncounted) {
        assert_eq!((block.first_line, other.first_line), (line, 1));
        assert_eq!((block.bytes(), block.first_byte), (other.bytes(), other.first_byte));
        line += block.bytes().split(|&byte| byte == b'\n').skip(1).count() as u64;
    }
    assert_eq!(counted.len(), uncounted.len());
    Ok(())
}
