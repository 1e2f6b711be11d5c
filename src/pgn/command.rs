//! Commands inside comments: `[%clk 0:05:00]`, `[%eval 0.31,22]`, `[%cal Ge2e4]`. They are read here
//! and checked elsewhere.

use std::{borrow::Cow, time::Duration};

use nom::{
    Parser,
    branch::alt,
    bytes::complete::{tag, take_while, take_while_m_n},
    combinator::{all_consuming, opt},
    sequence::preceded,
};

use crate::{
    notation::clock,
    pgn::{
        Parsed,
        grammar::{in_name, number},
    },
};

/// A command in a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command<'a> {
    /// All of it, with its brackets.
    pub text: &'a [u8],
    /// What it says.
    pub value: Value,
}

/// What a command says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// `clk`: what the clock shows after the move, in the form `h:mm:ss` or `h:mm:ss.f`.
    Clock(Duration),
    /// `emt`: the time used for the move.
    Elapsed(Duration),
    /// `egt`, `mct`: the time used for the game, or what a mechanical clock shows.
    OtherTime(Duration),
    /// `eval`: the evaluation of an engine.
    Evaluation(Evaluation),
    /// `csl`, `cal`: see [`Command::drawings`], which may be malformed each.
    Drawings,
    /// The name is known, but the argument is not of its form.
    Malformed,
    /// The name is unknown.
    Unknown,
    /// The closing bracket is missing.
    Unclosed,
}

/// The evaluation of a position, from White's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// In hundredths of a pawn.
    Hundredths(i32),
    /// The number of moves to mate; negative when Black gives it.
    Mate(i32),
}

/// A coloured square `Ge4` or arrow `Ge2e4`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing<'a> {
    /// All of it.
    pub text: &'a [u8],
    /// The colour's letter.
    pub color: Option<u8>,
    /// One square, or two, without white space.
    pub squares: Cow<'a, [u8]>,
}

impl<'a> Command<'a> {
    /// The word after the percent sign.
    pub fn name(&self) -> &'a [u8] {
        let inner = self.inner();
        &inner[..inner.iter().position(|&byte| !in_name(byte)).unwrap_or(inner.len())]
    }

    /// What follows the word, without white space around it.
    pub fn argument(&self) -> &'a [u8] {
        self.inner()[self.name().len()..].trim_ascii()
    }

    /// All of it, without its brackets and the percent sign.
    fn inner(&self) -> &'a [u8] {
        let inner = self.text.strip_prefix(b"[%").unwrap_or(self.text);
        inner.strip_suffix(b"]").unwrap_or(inner)
    }

    /// The single drawings of a `csl` or `cal`.
    pub fn drawings(&self) -> impl Iterator<Item = Drawing<'a>> {
        self.argument().split(|&byte| byte == b',').map(<[u8]>::trim_ascii).map(|text| Drawing {
            text,
            color: text.first().copied(),
            squares: without_space(text.get(1..).unwrap_or_default()),
        })
    }
}

/// The commands in a comment, in their order.
pub fn commands(comment: &[u8]) -> impl Iterator<Item = Command<'_>> {
    let mut rest = comment;
    std::iter::from_fn(move || {
        let (after, found) = next_command(rest)?;
        rest = after;
        Some(found)
    })
}

fn next_command(comment: &[u8]) -> Option<(&[u8], Command<'_>)> {
    let start =
        memchr::memchr_iter(b'[', comment).find(|&at| comment.get(at + 1) == Some(&b'%'))?;
    command(&comment[start..]).ok()
}

/// `[%` name argument `]`, or to the end of the comment where the bracket is missing.
fn command(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let inner = input.get(2..).unwrap_or_default();
    let (after, name) = take_while(in_name)(inner)?;
    let (after, argument) = take_while(|byte| byte != b']')(after)?;
    let argument = argument.trim_ascii();
    let (rest, value) = match after {
        [_, rest @ ..] => (rest, value(name, argument)),
        [] => (after, Value::Unclosed),
    };
    let text = input[..input.len() - rest.len()].trim_ascii_end();
    Ok((rest, Command { text, value }))
}

/// A text without white space, which programs that wrap lines put anywhere.
fn without_space(text: &[u8]) -> Cow<'_, [u8]> {
    if text.iter().any(u8::is_ascii_whitespace) {
        text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
    } else {
        text.into()
    }
}

fn value(name: &[u8], argument: &[u8]) -> Value {
    let argument = &*without_space(argument);
    let known = match name {
        b"clk" => clock::read(argument).map(Value::Clock),
        b"emt" => clock::read(argument).map(Value::Elapsed),
        b"egt" | b"mct" => clock::read(argument).map(Value::OtherTime),
        b"eval" => evaluation(argument).ok().map(|(_, evaluation)| Value::Evaluation(evaluation)),
        b"csl" | b"cal" => return Value::Drawings,
        _ => return Value::Unknown,
    };
    known.unwrap_or(Value::Malformed)
}

/// One to four digits.
fn digits(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while_m_n(1, 4, |byte: u8| byte.is_ascii_digit())(input)
}

/// `0.31`, `-1.5,22`, `#3`, `#-2,30`; what follows the comma is the depth of the search.
fn evaluation(input: &[u8]) -> Parsed<'_, Evaluation> {
    let (rest, mate) = opt(tag(&b"#"[..])).parse(input)?;
    let (rest, sign) = sign(rest)?;
    let (rest, whole) = digits(rest)?;
    let whole = i32::try_from(number(whole)).unwrap_or(i32::MAX);
    let (rest, evaluation) = if mate.is_some() {
        (rest, Evaluation::Mate(sign * whole))
    } else {
        let (rest, part) = opt(hundredths).parse(rest)?;
        (rest, Evaluation::Hundredths(sign * (whole * 100 + part.unwrap_or(0))))
    };
    let depth = opt(preceded(tag(&b","[..]), digits));
    let (rest, _) = all_consuming(depth).parse(rest)?;
    Ok((rest, evaluation))
}

fn sign(input: &[u8]) -> Parsed<'_, i32> {
    let (rest, sign) = opt(alt((tag(&b"-"[..]), tag(&b"+"[..])))).parse(input)?;
    Ok((rest, if sign == Some(b"-") { -1 } else { 1 }))
}

/// A point and the digits after it, of which the first two count.
fn hundredths(input: &[u8]) -> Parsed<'_, i32> {
    let (rest, digits) = preceded(tag(&b"."[..]), digits).parse(input)?;
    let digit = |at: usize| digits.get(at).map_or(0, |byte| i32::from(byte - b'0'));
    Ok((rest, digit(0) * 10 + digit(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(comment: &str) -> Value {
        commands(comment.as_bytes()).next().map_or(Value::Unknown, |command| command.value)
    }

    #[test]
    fn times_have_hours_minutes_and_seconds() {
        for (comment, value) in [
            ("[%clk 0:05:00]", Value::Clock(Duration::from_mins(5))),
            ("[%clk 1:00:01.5]", Value::Clock(Duration::from_millis(3_601_500))),
            ("[%emt 0:00:07]", Value::Elapsed(Duration::from_secs(7))),
            ("[%egt 10:00:00]", Value::OtherTime(Duration::from_hours(10))),
        ] {
            assert_eq!(only(comment), value, "{comment}");
        }
        for comment in
            ["[%clk 0:75:00]", "[%clk 5m00]", "[%clk 0:5:00]", "[%clk]", "[%clk 0:00:60]"]
        {
            assert_eq!(only(comment), Value::Malformed, "{comment}");
        }
    }

    #[test]
    fn evaluations_are_hundredths_or_mates() {
        for (comment, expected) in [
            ("[%eval 0.25]", Evaluation::Hundredths(25)),
            ("[%eval -1.5,22]", Evaluation::Hundredths(-150)),
            ("[%eval 3]", Evaluation::Hundredths(300)),
            ("[%eval #-3]", Evaluation::Mate(-3)),
            ("[%eval #12,40]", Evaluation::Mate(12)),
        ] {
            assert_eq!(only(comment), Value::Evaluation(expected), "{comment}");
        }
        assert_eq!(only("[%eval good]"), Value::Malformed);
    }

    #[test]
    fn several_commands_come_in_order_with_their_slices() {
        let text = b" x [note] [%eval 0.1] [%zzz 12] [%cal Ge2e4,Rd1d8] [%clk 0:05:00 ";
        let found: Vec<_> = commands(text).collect();
        let texts: Vec<_> = found.iter().map(|command| command.text).collect();
        let expected: [&[u8]; 4] =
            [b"[%eval 0.1]", b"[%zzz 12]", b"[%cal Ge2e4,Rd1d8]", b"[%clk 0:05:00"];
        assert_eq!(texts, expected);
        assert_eq!(found[1].value, Value::Unknown);
        assert_eq!(found[3].value, Value::Unclosed);
        let squares: Vec<_> = found[2].drawings().map(|drawing| drawing.squares).collect();
        assert_eq!(squares, [&b"e2e4"[..], b"d1d8"]);
    }
}
