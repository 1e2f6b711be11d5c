//! Comments as servers write them after a move, `{ [%eval 0.31] [%clk 0:04:59] }`, read a few bytes at a time. What is read is
//! exactly what the grammar reads; all other comments are left to it.

use std::time::Duration;

use crate::pgn::Evaluation;

/// A comment that holds an evaluation, what the clock shows, or the one and then the other, and nothing else.
#[derive(Debug, Clone, Copy)]
pub struct ServerComment<'a> {
    /// How many bytes stand before its closing brace.
    pub length: usize,
    /// The command that tells the evaluation, and what it says.
    pub evaluation: Option<(&'a [u8], Evaluation)>,
    /// The command after it that tells the clock, and what it shows.
    pub clock: Option<(&'a [u8], Duration)>,
}

/// More bytes than the longest of these comments has: so many are looked at without asking each time whether there are
/// more. At the end of a block the grammar may do it.
const LONGEST: usize = 48;

impl<'a> ServerComment<'a> {
    /// Reads ` [%eval 0.31] [%clk 0:04:59] }` or ` [%clk 0:04:59] }`, as the largest server writes them: a few looks are enough.
    #[inline(always)]
    pub(crate) fn read_commonest(text: &'a [u8]) -> Option<Self> {
        let text: &[u8; LONGEST] = text.first_chunk()?;
        if eight(text, 0) == u64::from_le_bytes(*b" [%eval ") {
            Self::read_evaluation_and_clock(text)
        } else {
            Self::read_clock(text)
        }
    }

    #[inline(always)]
    fn read_evaluation_and_clock(text: &'a [u8; LONGEST]) -> Option<Self> {
        const EVALUATION: DigitPattern = DigitPattern::new(*b"9.99] [%");
        const CLOCK: DigitPattern = DigitPattern::new(*b"clk 9:59");
        const END: DigitPattern = DigitPattern::new(*b":59] }**");
        let sign = usize::from(text[8] == b'-');
        let rest: &[u8; 24] = text[8 + sign..].first_chunk()?;
        let [ones, _, tenths, hundredths, ..] = EVALUATION.digits(eight(rest, 0))?;
        let [.., hours, _, ten_minutes, minutes] = CLOCK.digits(eight(rest, 8))?;
        let [_, ten_seconds, seconds, ..] = END.digits(eight(rest, 16))?;
        let size = in_hundredths([0, ones, tenths, hundredths]);
        let evaluation = Evaluation::Hundredths(if sign == 1 { -size } else { size });
        let time = in_seconds([hours, ten_minutes, minutes, ten_seconds, seconds]);
        Some(Self {
            length: 29 + sign,
            evaluation: Some((&text[1..13 + sign], evaluation)),
            clock: Some((&text[14 + sign..28 + sign], Duration::from_secs(time))),
        })
    }

    #[inline(always)]
    fn read_clock(text: &'a [u8; LONGEST]) -> Option<Self> {
        const HOURS: DigitPattern = DigitPattern::new(*b" [%clk 9");
        const END: DigitPattern = DigitPattern::new(*b":59:59] ");
        let [.., hours] = HOURS.digits(eight(text, 0))?;
        let [_, ten_minutes, minutes, _, ten_seconds, seconds, ..] = END.digits(eight(text, 8))?;
        let time = in_seconds([hours, ten_minutes, minutes, ten_seconds, seconds]);
        let clock = Some((&text[1..15], Duration::from_secs(time)));
        (text[16] == b'}').then_some(Self { length: 16, evaluation: None, clock })
    }

    /// Reads the others too: without blanks, with a larger evaluation, a mate, or tenths of seconds, and with either command alone.
    /// `None` where anything is unusual. The text begins after the opening brace.
    pub(crate) fn read(text: &'a [u8]) -> Option<Self> {
        let text: &[u8; LONGEST] = text.first_chunk()?;
        let mut at = usize::from(text[0] == b' ');
        let mut comment = Self { length: 0, evaluation: None, clock: None };
        if begins_with(text, at, *b"[%eval \0") {
            let (length, evaluation) = evaluation(text, at + 7)?;
            comment.evaluation = Some((&text[at..at + length], evaluation));
            at += length + usize::from(text[at + length] == b' ');
        }
        if begins_with(text, at, *b"[%clk \0\0") {
            let (length, time) = time(text, at + 6)?;
            comment.clock = Some((&text[at..at + length], time));
            at += length + usize::from(text[at + length] == b' ');
        }
        let is_closed =
            text[at] == b'}' && (comment.evaluation.is_some() || comment.clock.is_some());
        is_closed.then_some(Self { length: at, ..comment })
    }
}

/// Eight bytes of which some are digits, looked at all at once.
struct DigitPattern {
    /// The bytes, with zeros for the digits.
    pattern: u64,
    /// The bits that may not differ from it: all of a byte, or the upper half of a digit.
    fixed: u64,
    /// What makes the upper half of a digit differ that is too large.
    headroom: u64,
}

impl DigitPattern {
    /// In a form, `9` stands for any digit, `5` for one up to five, `*` for any byte, and all else for itself.
    const fn new(form: [u8; 8]) -> Self {
        let (mut pattern, mut fixed, mut headroom) = ([0; 8], [0; 8], [0; 8]);
        let mut at = 0;
        while at < 8 {
            (pattern[at], fixed[at], headroom[at]) = match form[at] {
                b'9' => (b'0', 0xf0, 6),
                b'5' => (b'0', 0xf0, 10),
                b'*' => (0, 0, 0),
                byte => (byte, 0xff, 0),
            };
            at += 1;
        }
        Self {
            pattern: u64::from_le_bytes(pattern),
            fixed: u64::from_le_bytes(fixed),
            headroom: u64::from_le_bytes(headroom),
        }
    }

    /// The values of the digits, each in its place, if the bytes have this form.
    #[inline(always)]
    fn digits(&self, bytes: u64) -> Option<[u8; 8]> {
        let values = bytes ^ self.pattern;
        let differs = (values | values.wrapping_add(self.headroom)) & self.fixed;
        if differs == 0 { Some(values.to_le_bytes()) } else { None }
    }
}

/// The eight bytes from a place on.
#[inline(always)]
fn eight(text: &[u8], at: usize) -> u64 {
    text[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// Whether a word stands at a place; zeros after it stand for anything.
#[inline(always)]
fn begins_with(text: &[u8; LONGEST], at: usize, word: [u8; 8]) -> bool {
    let word = u64::from_le_bytes(word);
    (eight(text, at) ^ word) << (word.leading_zeros() & !7) == 0
}

/// `0:04:59]` or `0:04:59.8]` at this place of `[%clk 0:04:59]`: how long the command is, and what it says.
#[inline(always)]
fn time(text: &[u8; LONGEST], at: usize) -> Option<(usize, Duration)> {
    const TIME: DigitPattern = DigitPattern::new(*b"9:59:59*");
    let [hours, _, ten_minutes, minutes, _, ten_seconds, seconds, _] =
        TIME.digits(eight(text, at))?;
    let whole = in_seconds([hours, ten_minutes, minutes, ten_seconds, seconds]);
    match text[at + 7..] {
        [b']', ..] => Some((14, Duration::from_secs(whole))),
        [b'.', tenths @ b'0'..=b'9', b']', ..] => {
            Some((16, Duration::new(whole, u32::from(tenths - b'0') * 100_000_000)))
        }
        _ => None,
    }
}

/// The seconds of a time, from its digits.
#[inline(always)]
fn in_seconds(digits: [u8; 5]) -> u64 {
    let [hours, ten_minutes, minutes, ten_seconds, seconds] = digits.map(u64::from);
    hours * 3600 + (ten_minutes * 10 + minutes) * 60 + ten_seconds * 10 + seconds
}

/// An evaluation of tens, ones, tenths and hundredths of a pawn.
#[inline(always)]
fn in_hundredths(digits: [u8; 4]) -> i32 {
    digits.into_iter().fold(0, |size, digit| size * 10 + i32::from(digit))
}

/// `0.31]`, `-12.50]` or `#-3]` at this place of `[%eval 0.31]`: how long the command is, and what it says.
#[inline(always)]
fn evaluation(text: &[u8; LONGEST], at: usize) -> Option<(usize, Evaluation)> {
    let (sign, is_mate) = match text[at] {
        b'#' => (at + 1, true),
        _ => (at, false),
    };
    let is_negative = text[sign] == b'-';
    let digits = sign + usize::from(is_negative);
    let (length, size) =
        if is_mate { mate(eight(text, digits)) } else { hundredths(eight(text, digits)) }?;
    let size = if is_negative { -size } else { size };
    let evaluation = if is_mate { Evaluation::Mate(size) } else { Evaluation::Hundredths(size) };
    Some((7 + digits - at + length, evaluation))
}

/// `0.31]` or `12.50]`, or without the last digit, as servers write what ends in a zero.
#[inline(always)]
fn hundredths(text: u64) -> Option<(usize, i32)> {
    const ONES: DigitPattern = DigitPattern::new(*b"9.99]***");
    const TENTHS: DigitPattern = DigitPattern::new(*b"9.9]****");
    const TENS: DigitPattern = DigitPattern::new(*b"99.99]**");
    const TENS_AND_TENTHS: DigitPattern = DigitPattern::new(*b"99.9]***");
    if let Some([ones, _, tenths, hundredths, ..]) = ONES.digits(text) {
        return Some((5, in_hundredths([0, ones, tenths, hundredths])));
    }
    if let Some([ones, _, tenths, ..]) = TENTHS.digits(text) {
        return Some((4, in_hundredths([0, ones, tenths, 0])));
    }
    if let Some([tens, ones, _, tenths, hundredths, ..]) = TENS.digits(text) {
        return Some((6, in_hundredths([tens, ones, tenths, hundredths])));
    }
    let [tens, ones, _, tenths, ..] = TENS_AND_TENTHS.digits(text)?;
    Some((5, in_hundredths([tens, ones, tenths, 0])))
}

/// `3]` or `12]`.
fn mate(text: u64) -> Option<(usize, i32)> {
    const ONES: DigitPattern = DigitPattern::new(*b"9]******");
    const TENS: DigitPattern = DigitPattern::new(*b"99]*****");
    if let Some([ones, ..]) = ONES.digits(text) {
        return Some((2, ones.into()));
    }
    let [tens, ones, ..] = TENS.digits(text)?;
    Some((3, in_hundredths([0, 0, tens, ones])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{Command, Value, commands};

    fn parts(comment: ServerComment<'_>) -> (usize, Vec<Command<'_>>) {
        let evaluation = comment.evaluation.map(|(text, value)| (text, Value::Evaluation(value)));
        let clock = comment.clock.map(|(text, time)| (text, Value::Clock(time)));
        let commands = [evaluation, clock].into_iter().flatten();
        (comment.length, commands.map(|(text, value)| Command { text, value }).collect())
    }

    fn read(text: &str) -> Option<(usize, Vec<Command<'_>>)> {
        let comment = ServerComment::read(text.as_bytes()).map(parts);
        if let Some(commonest) = ServerComment::read_commonest(text.as_bytes()).map(parts) {
            assert_eq!(Some(commonest), comment);
        }
        comment
    }

    #[test]
    fn a_comment_of_usual_commands_is_read_to_its_brace() {
        let text = " [%eval -12.05] [%clk 0:04:59.8] } 1... e5 2. Nf3 Nc6";
        let evaluation = Command {
            text: b"[%eval -12.05]",
            value: Value::Evaluation(Evaluation::Hundredths(-1205)),
        };
        let clock = Command {
            text: b"[%clk 0:04:59.8]",
            value: Value::Clock(Duration::from_millis(299_800)),
        };
        assert_eq!(read(text), Some((33, vec![evaluation, clock])));
    }

    #[test]
    fn usual_commands_say_what_the_grammar_says() {
        for text in [
            "[%eval 0.31]",
            "[%eval -12.50]",
            "[%eval 12.50]",
            "[%eval 0.3]",
            "[%eval -0.3]",
            "[%eval 12.5]",
            " [%eval -12.5] [%clk 0:04:59] ",
            "[%eval #3]",
            "[%eval -0.31]",
            "[%eval #-3]",
            "[%eval #12]",
            "[%clk 1:02:03]",
            "[%clk 0:59:59.9]",
            " [%eval 0.31] [%clk 0:04:59] ",
            " [%eval -9.08] [%clk 9:57:06] ",
            " [%eval -19.08] [%clk 9:57:06] ",
            " [%eval 1.00] [%clk 0:00:00.3] ",
            "[%eval #-1] [%clk 0:00:00] ",
        ] {
            let comment = format!("{text}}} 1... e5 {{[%clk 0:05:00]}} 2. Nf3 Nc6 3. Bb5 a6");
            let (length, found) = read(&comment).unwrap();
            assert_eq!(length, text.len());
            assert_eq!(found, commands(text.as_bytes()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_commonest_comments_are_known() {
        for (text, is_known) in [
            (" [%eval 0.31] [%clk 0:04:59] }", true),
            (" [%eval -0.31] [%clk 9:59:59] }", true),
            (" [%eval 10.31] [%clk 0:04:59] }", false),
            (" [%eval 0.3] [%clk 0:04:59] }", false),
            (" [%eval #3] [%clk 0:04:59] }", false),
            (" [%clk 0:04:59] }", true),
            (" [%clk 0:04:59.1] }", false),
        ] {
            let text = format!("{text:48}");
            assert_eq!(
                ServerComment::read_commonest(text.as_bytes()).is_some(),
                is_known,
                "{text}"
            );
            assert!(read(&text).is_some(), "{text}");
        }
    }

    #[test]
    fn everything_else_is_left_to_the_grammar() {
        for text in [
            "a [%clk 0:05:00]}",
            " [%clk 0:04:59] a}",
            " [%clk 0:64:59] }",
            " [%clk 0:04:5a] }",
            "[%clk 0:05:00}",
            "[%clk 0:75:00]}",
            "[%clk 0:05:60]}",
            "[%clk 0:0a:00]}",
            "[%clk  0:05:00]}",
            "[%clk 10:05:00]}",
            "[%clk 0:05:00] [%eval 0.31]}",
            " [%eval 0.31] [%clk 0:05:60] }",
            " [%eval 0.31] [%clk 0:05:00]  }",
            " [%eval 0.3a] [%clk 0:05:00] }",
            "[%eval 3]}",
            "[%eval 100.3]}",
            "[%eval 0.:1]}",
            "[%eval -#3]}",
            "[%eval --0.31]}",
            "[%eval 0.31,22]}",
            "[%csl Ge4]}",
            "[%clk 0:05:00]\n}",
            "{}",
            "}",
            " }",
            "",
        ] {
            assert!(read(&format!("{text:60}")).is_none(), "{text}");
        }
        assert!(read("[%clk 0:05:00]}").is_none());
    }
}
