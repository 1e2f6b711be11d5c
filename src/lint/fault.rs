//! A fault of the program itself: a panic costs the game it happens in, not the run. The block is read again game by game, and
//! the game with the fault is reported.

use std::{
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe, PanicHookInfo},
    sync::Once,
};

use crate::{
    diagnostics::{Code, Finding},
    lint::{GameReport, Options, lint_block, linter::lint_game},
    pgn::{Encodings, End, Parser, Part, Summary, Tags},
    text::{Source, Span, count_line_ends},
};

/// Reads the games of a block as [`lint_block`] does. A game that makes the program panic is reported as a finding, whatever is
/// selected, and the games after it are read.
pub fn lint_block_guarded(
    source: Source<'_>,
    part: Part,
    options: &Options,
) -> (Vec<GameReport>, Summary) {
    guarded(|| lint_block(source, part, options))
        .unwrap_or_else(|_| game_by_game(source, part, options))
}

/// The reports about the first game of a block and the text before it; `None` if the program panics.
pub(crate) fn lint_game_guarded(
    source: Source<'_>,
    part: Part,
    options: &Options,
) -> Option<Vec<GameReport>> {
    guarded(|| lint_game(source, part, options)).ok()
}

/// Each game is a text of its own, so that a fault in one of them does not concern the others.
fn game_by_game(source: Source<'_>, part: Part, options: &Options) -> (Vec<GameReport>, Summary) {
    let mut reports = Vec::new();
    let mut summary = Summary { games: 0, end: End::Closed, encodings: Encodings::default() };
    let mut start = 0;
    for end in ends_of_games(source, part) {
        let piece = piece(source, start, end);
        let begins = start == 0 && part.begins_file();
        let part = Part::new(begins, end == source.bytes.len() && part.ends_file());
        match guarded(|| lint_block(piece, part, options)) {
            Ok((found, of_piece)) => {
                reports.extend(found);
                summary.games += of_piece.games;
                // A second character set is reported when the blocks of the file are joined.
                let _ = summary.encodings.merge(of_piece.encodings);
                summary.end = match of_piece.end {
                    End::Paused(length) => End::Paused(start + length),
                    end => end,
                };
            }
            Err(fault) => {
                reports.push(report(piece, &fault));
                summary.games += 1;
                summary.end = End::Closed;
            }
        }
        start = end;
    }
    (reports, summary)
}

/// Where the games end; the last end is that of the block. If the parser has the fault, the rest of the block counts as a game.
fn ends_of_games(source: Source<'_>, part: Part) -> Vec<usize> {
    let mut ends = Vec::new();
    let is_read = guarded(|| {
        let (mut parser, mut tags) = (Parser::of_part(source, part), Tags::default());
        while parser.next_game(&mut tags) {
            while parser.next_token().is_some() {}
            let end = source.span_of(parser.game_text()).end - source.first_byte;
            ends.push(usize::try_from(end).unwrap_or(source.bytes.len()));
        }
    });
    if is_read.is_ok() {
        ends.pop();
    }
    ends.push(source.bytes.len());
    ends
}

fn piece(source: Source<'_>, start: usize, end: usize) -> Source<'_> {
    let bytes = &source.bytes[start..end];
    let lines = count_line_ends(&source.bytes[..start], bytes.first());
    Source {
        bytes,
        first_byte: source.first_byte + start as u64,
        first_line: source.first_line + lines,
        before: source.preceding(start),
        in_sight: &source.in_sight[start..],
        ..source
    }
}

/// A game with one finding, whose help is to report the fault.
fn report(piece: Source<'_>, fault: &str) -> GameReport {
    let game = piece.span_of(piece.bytes.trim_ascii());
    let Span { start, end } = game;
    let message = "a fault in arbiter stopped the reading of this game";
    let help =
        format!("please report this with bytes {start} to {end} of '{}': {fault}", piece.name);
    let finding = Finding::new(Code::ProgramFault, game, message).with_help(help);
    GameReport { game: Some(game), ..GameReport::between(vec![finding]) }
}

thread_local! {
    /// Whether this thread does guarded work.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
    /// The last fault of guarded work.
    static FAULT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The result of the work, or the place and the message of its panic, which is not printed.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if IS_GUARDED.get() { FAULT.set(described(info)) } else { usual(info) }
        }));
    });
    IS_GUARDED.set(true);
    // What the work has changed is dropped with it, but for a list of numbers.
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(false);
    result.map_err(|_| FAULT.take())
}

fn described(info: &PanicHookInfo<'_>) -> String {
    let place = info.location().map(ToString::to_string).unwrap_or_default();
    format!("{place}: {}", info.payload_as_str().unwrap_or("no message"))
}

/// A fault on purpose, for tests: a game panics if its Event is the value of `ARBITER_FAULT`. Only in builds with debug assertions.
#[cfg(debug_assertions)]
pub(super) fn on_purpose(tags: &Tags<'_>) {
    static EVENT: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
    let event = EVENT.get_or_init(|| std::env::var("ARBITER_FAULT").ok()).as_deref();
    let value = tags.value(crate::pgn::TagName::Event);
    assert!(
        event.is_none() || value != event.map(str::as_bytes),
        "a fault on purpose in {}",
        String::from_utf8_lossy(value.unwrap_or_default())
    );
}
