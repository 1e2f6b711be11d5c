//! Commands as nearly every program writes them, read in one pass without the grammar, which reads all others.

use std::time::Duration;

use arrayvec::ArrayVec;

use crate::pgn::{Command, Evaluation, Value};

/// Commands of one comment, in their order. Programs write two at most after a move.
pub(crate) type Commands<'a> = ArrayVec<Command<'a>, 4>;

/// Collects the commands of a comment that holds nothing else, and tells how many bytes stand before its closing brace;
/// `None` where anything is unusual. The text begins after the opening brace.
#[inline]
pub(crate) fn only_commands<'a>(text: &'a [u8], found: &mut Commands<'a>) -> Option<usize> {
    let mut rest = text;
    loop {
        if let [b' ', after @ ..] = rest {
            rest = after;
        }
        if rest.first() == Some(&b'}') {
            return Some(text.len() - rest.len());
        }
        let command = usual_command(rest)?;
        found.try_push(command).ok()?;
        rest = &rest[command.text.len()..];
    }
}

/// The longest of the usual commands, `[%clk 0:04:59.8]`. So many bytes are looked at without asking each time whether
/// there are more.
const LONGEST: usize = 16;

/// The command with which a text begins, if it has one of the usual forms.
#[expect(clippy::inline_always, reason = "a call costs as much as reading the command")]
#[inline(always)]
pub(crate) fn usual_command(text: &[u8]) -> Option<Command<'_>> {
    let text: &[u8; LONGEST] = text.first_chunk()?;
    let (argument_at, length, value) = if text.starts_with(b"[%eval ") {
        let (length, evaluation) = evaluation(text)?;
        (7, length, Value::Evaluation(evaluation))
    } else if text.starts_with(b"[%clk ") || text.starts_with(b"[%emt ") {
        let (length, time) = time(text)?;
        (6, length, Value::Time(time))
    } else {
        return None;
    };
    Some(Command {
        text: &text[..length],
        name: &text[2..argument_at - 1],
        argument: &text[argument_at..length - 1],
        value,
    })
}

/// `[%clk 0:04:59]` or `[%clk 0:04:59.8]`: how long it is, and what it says.
#[inline]
fn time(text: &[u8; LONGEST]) -> Option<(usize, Duration)> {
    let [
        ..,
        hours @ b'0'..=b'9',
        b':',
        ten_minutes @ b'0'..=b'5',
        minutes @ b'0'..=b'9',
        b':',
        ten_seconds @ b'0'..=b'5',
        seconds @ b'0'..=b'9',
        end,
        tenths,
        bracket,
    ] = text
    else {
        return None;
    };
    let digit = |byte: &u8| u32::from(byte - b'0');
    let whole = digit(hours) * 3600
        + (digit(ten_minutes) * 10 + digit(minutes)) * 60
        + digit(ten_seconds) * 10
        + digit(seconds);
    match (end, tenths, bracket) {
        (b']', ..) => Some((14, Duration::from_secs(whole.into()))),
        (b'.', b'0'..=b'9', b']') => {
            Some((16, Duration::new(whole.into(), digit(tenths) * 100_000_000)))
        }
        _ => None,
    }
}

/// `[%eval 0.31]`, `[%eval -12.50]` or `[%eval #-3]`: how long it is, and what it says.
#[inline]
fn evaluation(text: &[u8; LONGEST]) -> Option<(usize, Evaluation)> {
    let [_, _, _, _, _, _, _, argument @ ..] = text;
    match argument {
        [b'#', b'-', moves @ .., _, _, _, _] => {
            mate(*moves).map(|(length, moves)| (9 + length, Evaluation::Mate(-moves)))
        }
        [b'#', moves @ .., _, _, _, _, _] => {
            mate(*moves).map(|(length, moves)| (8 + length, Evaluation::Mate(moves)))
        }
        [b'-', pawns @ .., _, _] => {
            hundredths(*pawns).map(|(length, size)| (8 + length, Evaluation::Hundredths(-size)))
        }
        [pawns @ .., _, _, _] => {
            hundredths(*pawns).map(|(length, size)| (7 + length, Evaluation::Hundredths(size)))
        }
    }
}

/// `0.31]` or `12.50]`.
#[inline]
fn hundredths(text: [u8; 6]) -> Option<(usize, i32)> {
    let number = |digits: &[u8]| {
        digits.iter().fold(0, |number, digit| number * 10 + i32::from(digit - b'0'))
    };
    match text {
        [ones @ b'0'..=b'9', b'.', tenths @ b'0'..=b'9', hundredths @ b'0'..=b'9', b']', _] => {
            Some((5, number(&[ones, tenths, hundredths])))
        }
        [
            tens @ b'0'..=b'9',
            ones @ b'0'..=b'9',
            b'.',
            tenths @ b'0'..=b'9',
            hundredths @ b'0'..=b'9',
            b']',
        ] => Some((6, number(&[tens, ones, tenths, hundredths]))),
        _ => None,
    }
}

/// `3]` or `12]`.
#[inline]
fn mate(text: [u8; 3]) -> Option<(usize, i32)> {
    let digit = |byte: u8| i32::from(byte - b'0');
    match text {
        [ones @ b'0'..=b'9', b']', _] => Some((2, digit(ones))),
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9', b']'] => Some((3, digit(tens) * 10 + digit(ones))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_of_usual_commands_is_read_to_its_brace() {
        let text = b" [%eval -12.05] [%clk 0:04:59.8] } 1... e5";
        let mut found = Commands::new();
        assert_eq!(only_commands(text, &mut found), Some(33));
        let parts: Vec<_> = found.iter().map(|one| (one.text, one.name, one.argument)).collect();
        assert_eq!(
            parts,
            [
                (&b"[%eval -12.05]"[..], &b"eval"[..], &b"-12.05"[..]),
                (b"[%clk 0:04:59.8]", b"clk", b"0:04:59.8"),
            ]
        );
        assert_eq!(found[0].value, Value::Evaluation(Evaluation::Hundredths(-1205)));
        assert_eq!(found[1].value, Value::Time(Duration::from_millis(299_800)));
    }

    #[test]
    fn usual_commands_say_what_is_written() {
        for (text, expected) in [
            ("[%eval 0.31]", Value::Evaluation(Evaluation::Hundredths(31))),
            ("[%eval -12.50]", Value::Evaluation(Evaluation::Hundredths(-1250))),
            ("[%eval 12.50]", Value::Evaluation(Evaluation::Hundredths(1250))),
            ("[%eval #3]", Value::Evaluation(Evaluation::Mate(3))),
            ("[%eval -0.31]", Value::Evaluation(Evaluation::Hundredths(-31))),
            ("[%eval #-3]", Value::Evaluation(Evaluation::Mate(-3))),
            ("[%eval #12]", Value::Evaluation(Evaluation::Mate(12))),
            ("[%emt 1:02:03]", Value::Time(Duration::from_secs(3723))),
        ] {
            let padded = format!("{text} }} 1... e5");
            let command = usual_command(padded.as_bytes()).unwrap();
            assert_eq!(command.text, text.as_bytes());
            assert_eq!(command.value, expected, "{text}");
        }
    }

    #[test]
    fn everything_else_is_left_to_the_grammar() {
        for text in [
            "a [%clk 0:05:00]}",
            "[%clk 0:05:00}",
            "[%clk 0:75:00]}",
            "[%clk 0:05:60]}",
            "[%clk  0:05:00]}",
            "[%clk 10:05:00]}",
            "[%eval 0.3]}",
            "[%eval -#3]}",
            "[%eval 0.31,22]}",
            "[%csl Ge4]}",
            "[%clk 0:05:00]\n}",
            "{}",
            "",
        ] {
            let padded = format!("{text:30}");
            assert_eq!(only_commands(padded.as_bytes(), &mut Commands::new()), None, "{text}");
        }
    }
}
