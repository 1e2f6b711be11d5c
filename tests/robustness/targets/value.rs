//! Single values: dates, time controls, clocks, moments of a game, names of variants and typed moves.

use std::{fmt::Display, str::FromStr};

use arbiter::{
    notation::{Date, Language, Moment, MoveText, TimeControl, clock, time_control},
    rules::{Chess, Position, Variant},
};

use super::{Outcome, ensure};

/// Every line is read as each kind of value.
pub(super) fn check(text: &[u8]) -> Outcome {
    for line in text.split(|&byte| byte == b'\n') {
        times(line)?;
        let line = String::from_utf8_lossy(line);
        survives::<Date>(&line)?;
        survives::<TimeControl>(&line)?;
        survives::<Variant>(&line)?;
        moment(&line)?;
        typed(&line)?;
    }
    Ok(())
}

/// A value that was read is read again as it is written.
fn survives<T: FromStr + Display + PartialEq>(text: &str) -> Outcome
where
    T::Err: Display,
{
    match text.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            let again = written.parse::<T>().is_ok_and(|again| again == value);
            ensure(again, || format!("{text:?} is written as {written:?}, another value"))
        }
        Err(bad) => ensure(!bad.to_string().is_empty(), || "refused without a message".into()),
    }
}

/// Times are written in the form in which they are read, and so are guesses.
fn times(text: &[u8]) -> Outcome {
    if let Some(time) = clock::read(text) {
        let again = clock::read(clock::write(time).as_bytes());
        let seconds = again.map(|again| again.as_secs());
        ensure(seconds == Some(time.as_secs()), || format!("{time:?} is read as {again:?}"))?;
    }
    if let Some(guess) = str::from_utf8(text).ok().and_then(clock::guess) {
        let is_time = clock::read(guess.as_bytes()).is_some();
        ensure(is_time, || format!("{} is guessed to mean {guess}", text.escape_ascii()))?;
    }
    if let Some(guess) = Date::guess(text) {
        let is_date = guess.to_string().parse() == Ok(guess);
        ensure(is_date, || format!("{} is guessed to mean {guess}", text.escape_ascii()))?;
        ensure(guess.day_numbers().is_none_or(|(first, last)| first <= last), || {
            format!("{guess} begins after its end")
        })?;
    }
    let periods = time_control::periods_of(text).count();
    ensure(periods == 1 + memchr::memchr_iter(b':', text).count(), || format!("{periods} periods"))
}

/// A moment of a short game is one of its plies, or there is a reason why not.
fn moment(text: &str) -> Outcome {
    let Ok(moment) = text.parse::<Moment>() else { return Ok(()) };
    match moment.ply(&Chess::start(), 7) {
        Ok(ply) => ensure(ply <= 7, || format!("{moment:?} is ply {ply} of 7")),
        Err(why) => ensure(!why.to_string().is_empty(), || "refused without a message".into()),
    }
}

/// What was typed stands for legal moves only, each once, whatever the language.
fn typed(text: &str) -> Outcome {
    let start = Variant::Standard.start();
    for language in Language::codes().filter_map(Language::of) {
        let Some(read) = MoveText::read(text, &language, &start) else { continue };
        let moves = read.in_position(&start).moves;
        for (at, &mv) in moves.iter().enumerate() {
            let is_new = start.is_legal(mv) && !moves[..at].contains(&mv);
            ensure(is_new, || format!("{mv:?} is not legal, or named twice"))?;
        }
    }
    Ok(())
}
