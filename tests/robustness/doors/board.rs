//! Positions and moves as text.

use arbiter::{
    notation::{San, coordinate, epd, fen, write_san},
    output::positions::Facts,
    rules::{AnyPosition, BoardCount, Chess, Dialect, Position, Variant},
    text::Source,
};
use shakmaty::{CastlingMode, Position as _};

use super::{findings_fit, told};
use crate::{Outcome, must};

/// So many moves of an input are tried.
const MOVES: usize = 40;

pub(super) fn fen(text: &[u8]) -> Outcome {
    let reading = fen::read(text);
    findings_fit(&reading.findings, text)?;
    if let Some(position) = reading.position() {
        written_is_read(&position)?;
        judged(&position)?;
    }
    if let Some(fixed) = &reading.fixed {
        let is_sound = fen::read(fixed.as_bytes()).position().is_some();
        must(is_sound, || format!("a correction that cannot be played: {fixed}"))?;
    }
    several_boards(text)
}

/// The canonical form is read as the same position and written the same.
fn written_is_read(position: &Chess) -> Outcome {
    let text = fen::write(position);
    let again = fen::position(text.as_bytes()).map_err(|found| format!("{text}: {found:?}"))?;
    must(again.repetition_key() == position.repetition_key(), || format!("{text} is another"))?;
    must(fen::write(&again) == text, || format!("{text} is written as {}", fen::write(&again)))
}

/// Another implementation of the rules, where it accepts the position, finds the same.
fn judged(position: &Chess) -> Outcome {
    let text = fen::write(position);
    let facts = Facts::of(position.clone().into());
    let Ok(read) = text.parse::<shakmaty::fen::Fen>() else { return Ok(()) };
    let Ok(judge) = read.into_position::<shakmaty::Chess>(CastlingMode::Chess960) else {
        return Ok(());
    };
    let ours = (position.count_moves(), facts.captures, position.is_check());
    let moves = judge.legal_moves();
    let captures = moves.iter().filter(|mv| mv.is_capture()).count();
    let theirs = (moves.len() as u64, captures, judge.is_check());
    must(ours == theirs, || format!("{text}: {ours:?}, the judge says {theirs:?}"))
}

fn several_boards(text: &[u8]) -> Outcome {
    let boards = fen::boards_written(text).or(BoardCount::new(2)).ok_or("two boards")?;
    for dialect in [Dialect::Classical, Dialect::Ksparov] {
        let variant = Variant::Alice { boards, dialect };
        match fen::position_of(variant, text) {
            Ok(position) => {
                let written = fen::write(&position);
                let again = fen::position_of(variant, written.as_bytes());
                must(again.as_ref() == Ok(&position), || {
                    format!("{written} is read as {again:?}, written from {position:?}")
                })?;
                let moves = position.legal_moves();
                must(moves.len() as u64 == position.count_moves(), || written)?;
            }
            Err(findings) => {
                must(!findings.is_empty(), || "refused without a word".into())?;
                findings_fit(&findings, text)?;
            }
        }
    }
    Ok(())
}

pub(super) fn epd(text: &[u8]) -> Outcome {
    let epd = epd::read(text);
    findings_fit(&epd.reading.findings, text)?;
    let source = Source::new("epd", text);
    for operation in &epd.operations {
        for slice in operation.operands.iter().chain([&operation.opcode]) {
            must(source.span_of(slice).end <= text.len() as u64, || "outside the line".into())?;
        }
    }
    if let Some(position) = epd.reading.position() {
        written_is_read(&position)?;
    }
    Ok(())
}

/// A position on the first line, or the start; after it moves.
pub(super) fn moves(text: &[u8]) -> Outcome {
    let (first, rest) = text.split_at(memchr::memchr(b'\n', text).unwrap_or(text.len()));
    let mut position =
        fen::position_of(Variant::Standard, first).unwrap_or_else(|_| Variant::Standard.start());
    for (at, word) in rest.split(u8::is_ascii_whitespace).take(MOVES).enumerate() {
        one_move(word, &position)?;
        if at == 1 {
            explained(word, &position)?;
        }
        if let Some(Ok(mv)) = San::read(word).map(|san| san.resolve(&position)) {
            position.play_unchecked(mv);
        }
    }
    Ok(())
}

/// A text that names a move names a legal one, which is written so that it names itself.
fn one_move(word: &[u8], position: &AnyPosition) -> Outcome {
    let named = San::read(word).and_then(|san| san.resolve(position).ok());
    let squares = str::from_utf8(word).ok().and_then(|text| coordinate::resolve(text, position));
    for mv in named.into_iter().chain(squares) {
        let fen = fen::write(position);
        must(position.is_legal(mv), || format!("{mv:?} is not legal in {fen}"))?;
        let san = write_san(position, mv);
        let again = San::read(san.as_bytes()).map(|san| san.resolve(position));
        must(again == Some(Ok(mv)), || format!("{san} names {again:?}, not {mv:?}, in {fen}"))?;
        let text = coordinate::write(position, mv, coordinate::style_for(position));
        let again = coordinate::resolve(&text, position);
        must(again == Some(mv), || format!("{text} names {again:?}, not {mv:?}, in {fen}"))?;
    }
    Ok(())
}

/// Whatever is asked about a move, there is an answer of a few lines.
fn explained(word: &[u8], position: &AnyPosition) -> Outcome {
    let (fen, word) = (fen::write(position), String::from_utf8_lossy(word));
    let told = told(&["explain", "--fen", &fen, "--", &word])?;
    must(told.exit.status() <= 2, || format!("{:?}", told.exit))?;
    let most = 20_000 + 4 * word.len();
    must(told.out.len() < most, || format!("{} bytes about one move", told.out.len()))
}
