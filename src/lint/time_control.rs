//! The time control of a game: stages joined by colons, in seconds.

use crate::{
    diagnostics::{Code, Safety},
    lint::{Known, Notes, Tags, notes::shown},
};

/// What a time control says about the clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControl {
    /// Seconds on the clock at the beginning.
    pub base: u32,
    /// Seconds added for every move.
    pub increment: u32,
    /// Whether there is one stage only, so that nothing is added later.
    pub single: bool,
}

/// How a stage, or a whole time control, is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Standard,
    Extended,
}

/// One stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stage {
    moves: Option<u32>,
    seconds: u32,
    increment: u32,
    form: Form,
}

impl TimeControl {
    /// Reads a time control, in the standard's form or a common extension of it.
    pub fn read(text: &[u8]) -> Option<Self> {
        read(text).map(|(control, _)| control)
    }
}

// PGN 9.6.1
fn read(text: &[u8]) -> Option<(TimeControl, Form)> {
    let count = memchr::memchr_iter(b':', text).count();
    let mut form = Form::Standard;
    let mut first = None;
    for (at, part) in text.split(|&byte| byte == b':').enumerate() {
        let stage = stage(part)?;
        let last = at == count;
        // Only the last stage may be without a number of moves.
        if stage.moves.is_none() && !last {
            return None;
        }
        form = form.max(stage.form);
        first.get_or_insert(stage);
    }
    let Stage { seconds, increment, moves, .. } = first?;
    let single = count == 0 && moves.is_none();
    Some((TimeControl { base: seconds, increment, single }, form))
}

/// `40/7200`, `3600`, `300+2`, `*180`, and `40/5400+30`, `300d3` besides.
fn stage(text: &[u8]) -> Option<Stage> {
    if let Some(sand) = text.strip_prefix(b"*") {
        let seconds = number(sand)?;
        // What one side uses, the other gains: nothing can be said about a rise.
        return Some(Stage { moves: None, seconds, increment: seconds, form: Form::Standard });
    }
    let (moves, time) = match split_at(text, b'/') {
        Some((moves, time)) => (Some(number(moves)?), time),
        None => (None, text),
    };
    let added = split_at(time, b'+').map(|parts| (parts, Form::Standard));
    let delayed = split_at(time, b'd').map(|parts| (parts, Form::Extended));
    let Some(((seconds, increment), form)) = added.or(delayed) else {
        return Some(Stage { moves, seconds: number(time)?, increment: 0, form: Form::Standard });
    };
    let form = if moves.is_some() { Form::Extended } else { form };
    Some(Stage { moves, seconds: number(seconds)?, increment: number(increment)?, form })
}

fn split_at(text: &[u8], sign: u8) -> Option<(&[u8], &[u8])> {
    let at = memchr::memchr(sign, text)?;
    Some((&text[..at], &text[at + 1..]))
}

fn number(text: &[u8]) -> Option<u32> {
    let digits = !text.is_empty() && text.len() < 8 && text.iter().all(u8::is_ascii_digit);
    digits.then(|| text.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

/// Judges the time control and gives back what it says.
pub(crate) fn judge(tags: &Tags<'_>, notes: &mut Notes<'_>) -> Option<TimeControl> {
    let tag = tags.get(Known::TimeControl)?;
    if matches!(tag.value, b"" | b"?" | b"-") {
        return None;
    }
    let Some((control, form)) = read(tag.value) else {
        let message = format!(
            "expected a time control in seconds like `40/7200:3600` or `300+2`, found `{}`",
            shown(tag.value)
        );
        let finding = notes.about_value(Code::TimeControlForm, tag, message);
        let span = finding.span;
        notes.add(match minutes(tag.value) {
            Some(guess) => finding.with_edit(span, guess, Safety::Guess),
            None => finding,
        });
        return None;
    };
    if form == Form::Extended && notes.wants(Code::TimeControlExtended) {
        let message = format!("`{}` is an extension of the standard", shown(tag.value));
        notes.add(notes.about_value(Code::TimeControlExtended, tag, message));
    }
    Some(control)
}

/// A longer game has several time controls.
const MOST_MINUTES: u32 = 180;

/// `90 min`, `90'+30''`: minutes, and perhaps seconds, as people write them.
fn minutes(text: &[u8]) -> Option<String> {
    let mut numbers =
        text.split(|byte| !byte.is_ascii_digit()).filter(|part| !part.is_empty()).map(number);
    let base = numbers.next()??;
    // Nobody has more minutes than that: it is seconds already.
    let base = if base > MOST_MINUTES { base } else { base * 60 };
    match (numbers.next(), numbers.next()) {
        (None, _) => Some(base.to_string()),
        (Some(increment), None) => Some(format!("{base}+{}", increment?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, TimeControl, minutes, read};

    #[test]
    fn the_grammar_of_the_standard_and_its_extensions_is_read() {
        for (text, expected) in [
            ("300", Some((300, 0, true, Form::Standard))),
            ("300+2", Some((300, 2, true, Form::Standard))),
            ("40/7200:3600", Some((7200, 0, false, Form::Standard))),
            ("40/5400+30:1800+30", Some((5400, 30, false, Form::Extended))),
            ("*180", Some((180, 180, true, Form::Standard))),
            ("300d3", Some((300, 3, true, Form::Extended))),
            ("1/86400", Some((86400, 0, false, Form::Standard))),
            ("300+", None),
            ("3600:40/7200", None),
            ("90 min", None),
            ("", None),
        ] {
            let control = read(text.as_bytes()).map(|(control, form)| {
                let TimeControl { base, increment, single } = control;
                (base, increment, single, form)
            });
            assert_eq!(control, expected, "{text}");
        }
    }

    #[test]
    fn minutes_are_guessed() {
        for (text, meant) in [
            ("90 min", Some("5400")),
            ("90'+30''", Some("5400+30")),
            ("300+", Some("300")),
            ("long", None),
        ] {
            assert_eq!(minutes(text.as_bytes()).as_deref(), meant, "{text}");
        }
    }
}
