//! Positions and moves as text.

use arbiter::{
    notation::{AnySan, epd, fen, uci, variant::built_in, write_san},
    output::positions::Facts,
    rules::{AnyPosition, Chess, Position, Variant, variant::TransferRule},
    text::Source,
};
use shakmaty::{CastlingMode, Position as _};

use super::{Outcome, ensure, findings_fit, run_arbiter};

/// The number of moves of an input that are tried.
const MOVES: usize = 40;

pub(super) fn fen(text: &[u8]) -> Outcome {
    let reading = fen::read(text);
    findings_fit(&reading.findings, text)?;
    if let Some(position) = reading.position() {
        round_trips(&position)?;
        agrees_with_shakmaty(&position)?;
    }
    if let Some(fixed) = &reading.fixed {
        let is_sound = fen::read(fixed.as_bytes()).position().is_some();
        ensure(is_sound, || format!("an unplayable correction: {fixed}"))?;
    }
    other_variants(text)
}

/// The canonical form is read as the same position and written in the same way.
fn round_trips(position: &Chess) -> Outcome {
    let text = fen::write(position);
    let again = fen::position(text.as_bytes()).map_err(|found| format!("{text}: {found:?}"))?;
    ensure(again.repetition_key() == position.repetition_key(), || format!("{text} is another"))?;
    ensure(fen::write(&again) == text, || format!("{text} is written as {}", fen::write(&again)))
}

/// Another implementation of the rules agrees, if it accepts the position.
fn agrees_with_shakmaty(position: &Chess) -> Outcome {
    let text = fen::write(position);
    let facts = Facts::of(position.clone().into());
    let Ok(read) = text.parse::<shakmaty::fen::Fen>() else { return Ok(()) };
    let Ok(shakmaty) = read.into_position::<shakmaty::Chess>(CastlingMode::Chess960) else {
        return Ok(());
    };
    let ours = (position.count_moves(), facts.moves.captures, position.is_check());
    let moves = shakmaty.legal_moves();
    let captures = moves.iter().filter(|mv| mv.is_capture()).count();
    let theirs = (moves.len() as u64, captures, shakmaty.is_check());
    ensure(ours == theirs, || format!("{text}: {ours:?}, shakmaty says {theirs:?}"))
}

/// Variants with several boards, hands, counted checks, holes, other pieces and royal pieces that are no kings.
fn other_variants(text: &[u8]) -> Outcome {
    let boards = fen::boards_written(text).unwrap_or(2);
    let alice = [TransferRule::Classical, TransferRule::Ksparov].into_iter();
    let alice = alice.filter_map(|transfer| built_in::alice(boards, transfer));
    let others = ["atomic", "crazyhouse", "3check", "horde", "cross", "capablanca", "cylinder"];
    let others = others.into_iter().filter_map(built_in::find);
    for variant in alice.chain(others).map(Variant::Rules) {
        match fen::position_of(variant, text) {
            Ok(position) => {
                let written = fen::write(&position);
                let again = fen::position_of(variant, written.as_bytes());
                let key = again.as_ref().map(Position::repetition_key);
                ensure(key == Ok(position.repetition_key()), || {
                    format!("{written} is read as {again:?}, written from {position:?}")
                })?;
                let moves = position.legal_moves();
                ensure(moves.len() as u64 == position.count_moves(), || written)?;
            }
            Err(findings) => {
                ensure(!findings.is_empty(), || "refused without a finding".into())?;
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
            ensure(source.span_of(slice).end <= text.len() as u64, || "outside the line".into())?;
        }
    }
    if let Some(position) = epd.reading.position() {
        round_trips(&position)?;
    }
    Ok(())
}

/// A position or the name of a variant on the first line, or the start position; then moves.
pub(super) fn moves(text: &[u8]) -> Outcome {
    let (first, rest) = text.split_at(memchr::memchr(b'\n', text).unwrap_or(text.len()));
    let named = str::from_utf8(first).ok().and_then(|name| name.parse::<Variant>().ok());
    let variant = named.unwrap_or_default();
    let mut position = fen::position_of(variant, first).unwrap_or_else(|_| variant.start());
    for (at, word) in rest.split(u8::is_ascii_whitespace).take(MOVES).enumerate() {
        one_move(word, &position)?;
        if at == 1 && variant == Variant::Standard {
            explained(word, &position)?;
        }
        if let Some(mv) = AnySan::read(&position, word).and_then(|san| san.resolve(&position)) {
            position.play_unchecked(mv);
        }
    }
    Ok(())
}

/// A move that is read is legal, and is read again from its written form.
fn one_move(word: &[u8], position: &AnyPosition) -> Outcome {
    let named = AnySan::read(position, word).and_then(|san| san.resolve(position));
    let squares = str::from_utf8(word).ok().and_then(|text| uci::resolve(text, position));
    for mv in named.into_iter().chain(squares) {
        let fen = fen::write(position);
        ensure(position.is_legal(mv), || format!("{mv:?} is not legal in {fen}"))?;
        let san = write_san(position, mv);
        let again = AnySan::read(position, san.as_bytes()).and_then(|san| san.resolve(position));
        ensure(again == Some(mv), || format!("{san} names {again:?}, not {mv:?}, in {fen}"))?;
        let text = uci::write(position, mv, uci::style_for(position));
        let again = uci::resolve(&text, position);
        ensure(again == Some(mv), || format!("{text} names {again:?}, not {mv:?}, in {fen}"))?;
    }
    Ok(())
}

/// Every move has an explanation of limited length.
fn explained(word: &[u8], position: &AnyPosition) -> Outcome {
    let (fen, word) = (fen::write(position), String::from_utf8_lossy(word));
    let output = run_arbiter(&["explain", "--fen", &fen, "--", &word])?;
    ensure(output.exit.status() <= 2, || format!("{:?}", output.exit))?;
    let most = 20_000 + 4 * word.len();
    ensure(output.out.len() < most, || format!("{} bytes about one move", output.out.len()))
}
