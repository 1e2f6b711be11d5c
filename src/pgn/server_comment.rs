//! Comments as servers write them after a move, `{ [%eval 0.31] [%clk 0:04:59] }`, read a few bytes at a time. What is read is
//! exactly what the grammar reads; all other comments are left to it.

use std::time::Duration;

/// A comment that holds an evaluation, what the clock shows, or the one and then the other, and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ServerComment {
    /// How many bytes stand before its closing brace.
    pub(crate) length: usize,
    /// What the clock shows.
    pub(crate) clock: Option<Duration>,
}

/// More bytes than the longest of these comments has. Where this many are left, no byte needs a test for the end of the
/// block; nearer to the end, the grammar reads the comment.
const LONGEST: usize = 48;

impl ServerComment {
    /// Reads ` [%eval 0.31] [%clk 0:04:59] }` or ` [%clk 0:04:59] }`, as the largest server writes them: one look is enough.
    #[inline(always)]
    pub(crate) fn read_commonest(text: &[u8]) -> Option<Self> {
        const CLOCK: DigitPattern<32> = DigitPattern::new(*b" [%clk 9:59:59] }***************");
        const BOTH: DigitPattern<32> = DigitPattern::new(*b"9.99] [%clk 9:59:59] }**********");
        let text: &[u8; LONGEST] = text.first_chunk()?;
        let (is_known, at) = if eight(text, 0) == u64::from_le_bytes(*b" [%eval ") {
            // The place is computed, since the processor cannot predict who is better.
            let start = 8 + usize::from(text[8] == b'-');
            (text[start..].first_chunk().is_some_and(|text| BOTH.fits(text)), start + 12)
        } else {
            (text.first_chunk().is_some_and(|text| CLOCK.fits(text)), 7)
        };
        // After the time come a bracket, a blank and the brace.
        let comment = Self { length: at + 9, clock: Some(in_seconds(eight(text, at))) };
        is_known.then_some(comment)
    }

    /// Reads the others too: without blanks, with a larger evaluation, a mate, or tenths of seconds, and with either command alone.
    /// `None` where anything is unusual. The text begins after the opening brace.
    #[inline(never)]
    pub(crate) fn read(text: &[u8]) -> Option<Self> {
        let text: &[u8; LONGEST] = text.first_chunk()?;
        let start = usize::from(text[0] == b' ');
        let (mut at, mut clock) = (start, None);
        if begins_with(text, at, *b"[%eval \0") {
            at += evaluation_length(text, at + 7)?;
            at += usize::from(text[at] == b' ');
        }
        if begins_with(text, at, *b"[%clk \0\0") {
            let (length, time) = time(text, at + 6)?;
            clock = Some(time);
            at += length + usize::from(text[at + length] == b' ');
        }
        (text[at] == b'}' && at > start).then_some(Self { length: at, clock })
    }
}

/// Bytes of which some are digits, looked at all at once.
struct DigitPattern<const N: usize> {
    /// The bytes, with zeros for the digits.
    pattern: [u8; N],
    /// The bits that may not differ from it: all of a byte, or the upper half of a digit.
    fixed: [u8; N],
    /// What makes the upper half of a digit differ that is too large.
    headroom: [u8; N],
}

impl<const N: usize> DigitPattern<N> {
    /// In a form, `9` stands for any digit, `5` for one up to five, `*` for any byte, and all else for itself.
    const fn new(form: [u8; N]) -> Self {
        let (mut pattern, mut fixed, mut headroom) = ([0; N], [0; N], [0; N]);
        let mut at = 0;
        while at < N {
            (pattern[at], fixed[at], headroom[at]) = match form[at] {
                b'9' => (b'0', 0xf0, 6),
                b'5' => (b'0', 0xf0, 10),
                b'*' => (0, 0, 0),
                byte => (byte, 0xff, 0),
            };
            at += 1;
        }
        Self { pattern, fixed, headroom }
    }

    /// Whether the bytes have this form.
    #[inline(always)]
    fn fits(&self, bytes: &[u8; N]) -> bool {
        let mut differs = 0;
        for (at, byte) in bytes.iter().enumerate() {
            let value = byte ^ self.pattern[at];
            differs |= (value | value.wrapping_add(self.headroom[at])) & self.fixed[at];
        }
        differs == 0
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
    const TIME: DigitPattern<7> = DigitPattern::new(*b"9:59:59");
    let whole = in_seconds(eight(text, at));
    let is_time = text[at..].first_chunk().is_some_and(|bytes| TIME.fits(bytes));
    match text[at + 7..] {
        _ if !is_time => None,
        [b']', ..] => Some((14, whole)),
        [b'.', tenths @ b'0'..=b'9', b']', ..] => {
            Some((16, whole + Duration::from_millis(u64::from(tenths - b'0') * 100)))
        }
        _ => None,
    }
}

/// A time such as `0:04:59`, with which some bytes begin.
#[inline(always)]
fn in_seconds(bytes: u64) -> Duration {
    // The values of the digits, with zeros for the colons.
    let digits = bytes & 0x0f_0f00_0f0f_000f;
    // Every byte takes the next one in: the first is then ten times the hours, the third the minutes, the sixth the seconds.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0xff00_00ff_00ff;
    // One multiplication weighs them all and adds them in the highest bits; what else it makes stays below or is lost.
    Duration::from_secs(pairs.wrapping_mul(360 << 48 | 60 << 32 | 1 << 8) >> 48)
}

/// How long the command is of which `0.31]`, `-12.50]` or `#-3]` stands at this place: tens are rare, and so are tenths alone, as
/// servers write what ends in a zero.
#[inline(always)]
fn evaluation_length(text: &[u8; LONGEST], at: usize) -> Option<usize> {
    const PAWNS: [(DigitPattern<8>, usize); 4] = [
        (DigitPattern::new(*b"9.99]***"), 5),
        (DigitPattern::new(*b"9.9]****"), 4),
        (DigitPattern::new(*b"99.99]**"), 6),
        (DigitPattern::new(*b"99.9]***"), 5),
    ];
    const MATE: [(DigitPattern<8>, usize); 2] =
        [(DigitPattern::new(*b"9]******"), 2), (DigitPattern::new(*b"99]*****"), 3)];
    let is_mate = text[at] == b'#';
    let sign = at + usize::from(is_mate);
    let digits = sign + usize::from(text[sign] == b'-');
    let forms = if is_mate { &MATE[..] } else { &PAWNS };
    let bytes = text[digits..].first_chunk()?;
    let (_, length) = forms.iter().find(|(form, _)| form.fits(bytes))?;
    Some(7 + digits - at + length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{Evaluation, Value, commands};

    fn read(text: &str) -> Option<ServerComment> {
        let comment = ServerComment::read(text.as_bytes());
        if let Some(commonest) = ServerComment::read_commonest(text.as_bytes()) {
            assert_eq!(Some(commonest), comment);
        }
        comment
    }

    #[test]
    fn a_comment_of_usual_commands_is_read_to_its_brace() {
        let text = " [%eval -12.05] [%clk 0:04:59.8] } 1... e5 2. Nf3 Nc6";
        let clock = Some(Duration::from_millis(299_800));
        assert_eq!(read(text), Some(ServerComment { length: 33, clock }));
    }

    #[test]
    fn every_time_is_read_in_seconds() {
        for seconds in 0..36_000 {
            let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
            let text = format!("{:60}", format!(" [%clk {hours}:{minutes:02}:{rest:02}] }}"));
            let clock = read(&text).and_then(|comment| comment.clock);
            assert_eq!(clock, Some(Duration::from_secs(seconds)), "{text}");
        }
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
            let mut clock = None;
            for command in commands(text.as_bytes()) {
                match command.value {
                    Value::Clock(time) => clock = Some(time),
                    Value::Evaluation(Evaluation::Hundredths(_) | Evaluation::Mate(_)) => {}
                    other => panic!("{other:?} in {text}"),
                }
            }
            assert_eq!(read(&comment), Some(ServerComment { length: text.len(), clock }));
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
