//! The commands that programs write into comments: clocks, evaluations, arrows and coloured squares.

use std::{cell::LazyCell, time::Duration};

use crate::{
    diagnostics::{Code, Safety, Severity},
    game::CommentReader,
    lint::{Findings, findings::shown},
    notation::{Bonus, Period, clock},
    pgn::{Command, Drawing, Value},
    rules::{ByColor, Color},
    text::Span,
};

/// Times in nanoseconds. Hours have at most four digits, so nothing overflows.
type Nanoseconds = u64;

const SECOND: Nanoseconds = 1_000_000_000;

/// Clocks are written in whole seconds, so a second may be lost in rounding.
const ROUNDING: Nanoseconds = SECOND;

/// A longer time control of one period is not in minutes: 180 of them would be three hours.
const MOST_MINUTES: Duration = Duration::from_mins(3);

#[inline]
fn nanoseconds(time: Duration) -> Nanoseconds {
    time.as_secs() * SECOND + u64::from(time.subsec_nanos())
}

/// The most that a move can add to a clock. An hourglass gains what the opponent uses.
const fn most_added(control: &Period) -> Duration {
    match control.bonus {
        Bonus::None => Duration::ZERO,
        Bonus::Increment(time) | Bonus::Delay(time) => time,
        Bonus::Hourglass => control.time,
    }
}

/// Plies are counted from one; zero means none.
type Ply = u32;

/// The readings of one player's clock.
#[derive(Debug, Clone, Copy, Default)]
struct ClockReadings {
    shown: Shown,
    /// The reading before that.
    before: Shown,
    /// The time last used for a move, and its ply: compared with the clock once both are known.
    used: Nanoseconds,
    used_for: Ply,
}

/// A reading of a clock, and the ply after which it was taken.
#[derive(Debug, Clone, Copy, Default)]
struct Shown {
    /// The most that the clock may show next: the reading, and the time that may be added for a move.
    most: Nanoseconds,
    after: Ply,
}

/// Follows the clocks of a game.
#[derive(Debug, Default)]
pub(crate) struct Clocks {
    /// The time control, if it has only one period: with several, the period of a reading is unknown.
    control: Option<Period>,
    /// How much time a clock may gain with a move.
    allowed: Nanoseconds,
    /// Whether the opponent can give time, as on servers.
    gifts: bool,
    /// Whether the time control is in minutes, as its clocks show.
    pub(super) in_minutes: bool,
    sides: ByColor<ClockReadings>,
}

impl Clocks {
    /// The clocks of a game with this time control; `gifts` if the opponent can give time.
    pub(crate) fn new(control: Option<Period>, gifts: bool) -> Self {
        let Some(control) = control else {
            return Self { gifts, ..Self::default() };
        };
        let increment = nanoseconds(most_added(&control));
        let allowed = increment + ROUNDING.min(increment);
        let shown = Shown { most: nanoseconds(control.time) + allowed, after: 0 };
        let clock = ClockReadings { shown, ..ClockReadings::default() };
        let sides = ByColor { white: clock, black: clock };
        Self { control: Some(control), allowed, gifts, in_minutes: false, sides }
    }

    /// Begins again in minutes, if this first reading of the game is about as many minutes as the time control has seconds.
    #[cold]
    fn try_minutes(&mut self, now: Nanoseconds) {
        let Some(control) = self.control else { return };
        let is_first = self.sides.white.shown.after + self.sides.black.shown.after == 0;
        let base = nanoseconds(control.time);
        if is_first && control.time <= MOST_MINUTES && (base * 30..=base * 66).contains(&now) {
            let control = Period { time: control.time * 60, ..control };
            *self = Self { in_minutes: true, ..Self::new(Some(control), self.gifts) };
        }
    }

    /// A command after a move of the main line by `mover`; `None` in a variation.
    #[inline(always)]
    pub(crate) fn command(
        &mut self,
        command: &Command<'_>,
        mover: Option<(Color, Ply)>,
        found: &mut Findings<'_>,
    ) {
        match command.value {
            Value::Clock(time) => {
                if let Some(mover) = mover {
                    self.clock(command, nanoseconds(time), mover, found);
                }
            }
            Value::Elapsed(time) => {
                if let Some((mover, ply)) = mover {
                    let clock = &mut self.sides[mover];
                    (clock.used, clock.used_for) = (nanoseconds(time), ply);
                    self.elapsed(command, mover, found);
                }
            }
            Value::Malformed => malformed(command, found),
            Value::Drawings => drawings(command, found),
            Value::Evaluation(_) | Value::OtherTime(_) | Value::Unknown | Value::Unclosed => {}
        }
    }

    /// Records a plain reading of a clock; `false` and no change if there is something to report about it.
    #[inline(always)]
    fn shows(&mut self, now: Nanoseconds, mover: Color, ply: Ply) -> bool {
        if self.control.is_none() {
            return true;
        }
        let clock = &mut self.sides[mover];
        let is_plain = now <= clock.shown.most && clock.used_for == 0;
        if is_plain {
            clock.before = clock.shown;
            clock.shown = Shown { most: now + self.allowed, after: ply };
        }
        is_plain
    }

    #[inline(always)]
    fn clock(
        &mut self,
        command: &Command<'_>,
        now: Nanoseconds,
        (mover, ply): (Color, Ply),
        found: &mut Findings<'_>,
    ) {
        if now > self.sides[mover].shown.most {
            self.try_minutes(now);
        }
        let Some(control) = self.control else { return };
        let clock = &mut self.sides[mover];
        clock.before = clock.shown;
        clock.shown = Shown { most: now + self.allowed, after: ply };
        let most = clock.before.most;
        let is_first = clock.before.after == 0;
        // Clocks in minutes begin with a bonus more or less.
        if now > most && !(is_first && self.in_minutes) {
            let rise = now - most + self.allowed;
            self.rise(command, rise / SECOND, is_first, control, found);
        } else if clock.used_for > 0 {
            self.elapsed(command, mover, found);
        }
    }

    /// Compares the time the clock lost with the time used, once both are known for the same move.
    #[cold]
    fn elapsed(&self, command: &Command<'_>, mover: Color, found: &mut Findings<'_>) {
        let ClockReadings { shown, before, used, used_for } = self.sides[mover];
        if before.after == 0 || before.after + 2 != shown.after || used_for != shown.after {
            return;
        }
        let increment = self.control.map_or(0, |control| nanoseconds(most_added(&control)));
        let lost = (before.most + increment).saturating_sub(shown.most);
        if lost.abs_diff(used) > 2 * ROUNDING && found.shows(Code::ClockAgainstElapsed) {
            let (lost, used) = (lost / SECOND, used / SECOND);
            let message = format!("the clock lost {lost} s, but the move took {used} s");
            found.add(found.about(Code::ClockAgainstElapsed, command.text, message));
        }
    }

    #[cold]
    fn rise(
        &self,
        command: &Command<'_>,
        seconds: u64,
        first: bool,
        control: Period,
        found: &mut Findings<'_>,
    ) {
        let time = shown(command.argument());
        let (code, message) = match (first, most_added(&control).as_secs()) {
            (true, _) => {
                let base = control.time.as_secs();
                let message =
                    format!("the clock shows `{time}`, more than the {base} s of the time control");
                (Code::ClockImpossible, message)
            }
            (false, 0) => {
                let message = format!(
                    "the clock shows `{time}`, {seconds} s more than before, without an increment"
                );
                (Code::ClockImpossible, message)
            }
            (false, increment) => {
                let message =
                    format!("the clock gained {seconds} s, but the increment is {increment} s");
                (Code::ClockAgainstControl, message)
            }
        };
        let finding = found.about(code, command.text, message);
        let finding = if self.gifts { finding.with_severity(Severity::Info) } else { finding };
        found.add(finding);
    }
}

impl CommentReader for Clocks {
    #[inline(always)]
    fn clock(&mut self, time: Duration, mover: Color, written: u32) -> bool {
        self.shows(nanoseconds(time), mover, written)
    }
}

#[cold]
fn malformed(command: &Command<'_>, found: &mut Findings<'_>) {
    let argument = shown(command.argument());
    if command.name() == b"eval" {
        let message = format!("expected an evaluation like `0.25` or `#3`, found `{argument}`");
        return found.add(found.about(Code::EvaluationForm, command.text, message));
    }
    let message = format!("expected a time like `0:04:59`, found `{argument}`");
    let finding = found.about(Code::ClockForm, command.text, message);
    let place = found.source().span_of(command.argument());
    // ChessBase leaves out zeros, and FICS writes seconds: both are clear.
    let is_clear = argument.contains(':') || command.name() == b"emt";
    let terse = clock::terse(&argument).filter(|_| is_clear);
    if terse.is_some() {
        let edit = terse.map(|time| (place, time));
        let finding = finding.with_severity(Severity::Info);
        return found.add(finding.with_optional_edit(edit, Safety::Safe));
    }
    let guess = clock::guess(&argument).map(|time| (place, time));
    found.add(finding.with_optional_edit(guess, Safety::Guess));
}

#[cold]
fn drawings(command: &Command<'_>, found: &mut Findings<'_>) {
    let is_arrow = command.name() == b"cal";
    if command.argument().is_empty() {
        let kind = if is_arrow { "arrows" } else { "squares" };
        let message = format!("the list of {kind} is empty");
        let finding = found.about(Code::DrawingForm, command.text, message);
        return found.add(finding.with_replacement("", Safety::Safe));
    }
    let is_valid = |drawing: &Drawing<'_>| fault(drawing, is_arrow).is_none();
    let has_valid = LazyCell::new(|| command.drawings().any(|drawing| is_valid(&drawing)));
    let (mut previous, mut follows_valid) = (command.text, false);
    let mut all = command.drawings().peekable();
    while let Some(drawing) = all.next() {
        if let Some(fault) = fault(&drawing, is_arrow) {
            let message = format!("`{}` {fault}", shown(drawing.text));
            let finding = found.about(Code::DrawingForm, drawing.text, message);
            let Span { start, end } = finding.span;
            let span_of = |text: &[u8]| found.source().span_of(text);
            // The edit takes the comma next to a valid drawing, so that no empty one remains and no two edits touch.
            let edit = match all.peek() {
                _ if !*has_valid => span_of(command.text),
                Some(next) if !follows_valid => Span { start, end: span_of(next.text).start },
                _ => Span { start: span_of(previous).end, end },
            };
            found.add(finding.with_edit(edit, "", Safety::Safe));
        } else {
            follows_valid = true;
        }
        previous = drawing.text;
    }
}

fn fault(drawing: &Drawing<'_>, arrow: bool) -> Option<&'static str> {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    if !matches!(drawing.color, Some(b'R' | b'G' | b'B' | b'Y')) {
        return Some("does not begin with a colour: R, G, B or Y");
    }
    match (arrow, &*drawing.squares) {
        (false, square) if is_square(square) => None,
        (true, squares) if squares.len() == 4 => {
            let (from, to) = squares.split_at(2);
            match (is_square(from) && is_square(to), from == to) {
                (true, false) => None,
                (true, true) => Some("is an arrow from a square to itself"),
                (false, _) => Some("names a square that is not on the board"),
            }
        }
        (false, _) => Some("does not name a square of the board"),
        (true, _) => Some("does not name two squares"),
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        diagnostics::Code,
        lint::test_support::{moves, safely_corrected, tag_and_moves},
    };

    #[test]
    fn the_form_of_commands_is_checked() {
        for (command, expected) in [
            ("[%clk 0:05:00]", &[][..]),
            ("[%clk 0:75:00]", &["C621"]),
            ("[%emt 7]", &["C621"]),
            ("[%eval 0.3]", &[]),
            ("[%eval good]", &["C625"]),
            ("[%cal Ge2e4,Rd7d5]", &[]),
            ("[%cal Xe2e4]", &["C626"]),
            ("[%cal Ge2e2]", &["C626"]),
            ("[%csl Ge4]", &[]),
            ("[%csl Ge9,Rz1]", &["C626", "C626"]),
        ] {
            assert_eq!(moves(&format!("1. e4 {{{command}}}")), expected, "{command}");
        }
    }

    #[test]
    fn a_malformed_drawing_is_removed_with_its_comma() {
        for (command, corrected) in [
            ("[%csl Ge9]", ""),
            ("[%csl ]", ""),
            ("[%csl Ge9,Rd4]", "[%csl Rd4]"),
            ("[%csl Rd4,Ge9]", "[%csl Rd4]"),
            ("[%csl Rd4,Ge9,Bd5]", "[%csl Rd4,Bd5]"),
            ("[%csl Ge9,Rz1,Bd5]", "[%csl Bd5]"),
            ("[%csl Rd4, Ge9,Rz1]", "[%csl Rd4]"),
            ("[%cal Ge2e2,,Re2e4]", "[%cal Re2e4]"),
        ] {
            let game = |comment: &str| format!("1. e4 {{a {comment}}} *\n");
            let found = safely_corrected(&game(command), Code::DrawingForm);
            assert_eq!(found, game(corrected), "{command}");
        }
    }

    #[test]
    fn time_used_is_compared_with_the_clock_of_the_same_move() {
        // White's times; Black has no clock.
        for (comments, expected) in [
            (["[%clk 0:05:00]", "[%clk 0:04:50] [%emt 0:00:10]", ""], &[][..]),
            (["[%clk 0:05:00]", "[%clk 0:04:50] [%emt 0:00:20]", ""], &["C624"]),
            (["[%clk 0:05:00]", "[%emt 0:00:20] [%clk 0:04:50]", ""], &["C624"]),
            (["[%clk 0:04:59] [%emt 0:00:01]", "[%clk 0:04:00] [%emt 0:00:59]", ""], &[]),
            (["[%emt 0:00:01]", "[%clk 0:04:30]", "[%clk 0:04:00]"], &[]),
            (["[%clk 0:05:00]", "[%clk 0:04:30]", "[%emt 0:00:01] [%clk 0:04:29]"], &[]),
            (["[%clk 0:05:00]", "[%emt 0:00:30]", "[%clk 0:04:29] [%emt 0:00:01]"], &[]),
        ] {
            let [first, second, third] = comments;
            let game =
                format!("1. e4 {{{first}}} 1... e5\n2. d4 {{{second}}} 2... d5\n3. c4 {{{third}}}");
            assert_eq!(tag_and_moves("[TimeControl \"300\"]", &game), expected, "{comments:?}");
        }
    }

    #[test]
    fn clocks_are_compared_with_the_time_control() {
        let game = |first: &str, second: &str| {
            format!("1. e4 {{[%clk {first}]}} 1... e5 2. d4 {{[%clk {second}]}}")
        };
        for (control, first, second, expected) in [
            ("300", "0:05:00", "0:04:50", &[][..]),
            ("300", "0:04:50", "0:04:59", &["C622"]),
            ("300", "0:05:01", "0:04:59", &["C622"]),
            ("300+2", "0:05:02", "0:05:04", &[]),
            ("300+2", "0:04:50", "0:04:59", &["C623"]),
            ("40/300:300", "0:04:50", "0:04:59", &[]),
            ("-", "0:04:50", "0:04:59", &[]),
            // Minutes: the tag is wrong, not the clocks.
            ("60+10", "1:00:10", "1:00:15", &["V217"]),
            ("90+30", "1:30:57", "1:31:20", &["V217"]),
            ("90+30", "1:10:00", "1:10:50", &["V217", "C623"]),
            ("5", "0:05:00", "0:04:58", &["V217"]),
            ("60", "0:01:15", "0:01:00", &["C622"]),
            ("180", "0:03:05", "0:03:00", &["C622"]),
            ("300", "5:00:00", "4:59:00", &["C622"]),
        ] {
            let tag = format!("[TimeControl \"{control}\"]");
            assert_eq!(tag_and_moves(&tag, &game(first, second)), expected, "{control} {second}");
        }
    }
}
