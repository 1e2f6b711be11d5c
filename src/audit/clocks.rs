//! Clocks, evaluations and drawings that programs keep in comments.

use std::time::Duration;

use crate::{
    audit::{Notes, TimeControl, notes::shown},
    diagnostics::{Code, Safety},
    pgn::{Command, Drawing, Value},
    rules::{ByColor, Color},
};

/// Clocks are written in whole seconds, so that a second may be lost in rounding.
const ROUNDING: Duration = Duration::from_secs(1);

/// What one player's clock showed.
#[derive(Debug, Clone, Copy, Default)]
struct Clock {
    shown: Option<Duration>,
    used: Option<Duration>,
}

/// Follows the clocks of a game.
#[derive(Debug, Default)]
pub struct Clocks {
    control: Option<TimeControl>,
    clocks: ByColor<Clock>,
}

impl Clocks {
    /// The clocks of a game with this time control.
    pub fn new(control: Option<TimeControl>) -> Self {
        Self { control, ..Self::default() }
    }

    /// A command after a move; `mover` made it in the game itself, not in a variation.
    #[inline]
    pub fn command(&mut self, command: &Command<'_>, mover: Option<Color>, notes: &mut Notes<'_>) {
        match (command.value, mover) {
            (Value::Time(time), Some(mover)) if command.name == b"clk" => {
                self.clock(command, time, mover, notes);
            }
            (Value::Time(time), Some(mover)) if command.name == b"emt" => {
                self.clocks[mover].used = Some(time);
            }
            (Value::Malformed, _) => malformed(command, notes),
            (Value::Drawings, _) => drawings(command, notes),
            _ => {}
        }
    }

    #[inline]
    fn clock(&mut self, command: &Command<'_>, now: Duration, mover: Color, notes: &mut Notes<'_>) {
        let before = self.clocks[mover].shown.replace(now);
        let Some(control) = self.control else { return };
        let most = match before {
            Some(before) => before,
            None => Duration::from_secs(u64::from(control.base)),
        };
        if now > most {
            self.rise(command, now - most, before.is_none(), control, notes);
        }
        if let (Some(used), Some(before)) = (self.clocks[mover].used.take(), before) {
            elapsed(command, before, now, used, control, notes);
        }
    }

    fn rise(
        &self,
        command: &Command<'_>,
        rise: Duration,
        first: bool,
        control: TimeControl,
        notes: &mut Notes<'_>,
    ) {
        let increment = Duration::from_secs(u64::from(control.increment));
        if !control.single || rise <= increment + ROUNDING.min(increment) {
            return;
        }
        let time = shown(command.argument);
        let (code, message) = match (first, control.increment) {
            (true, _) => {
                let base = control.base;
                let message = format!("the clock shows `{time}`, more than the {base} seconds at the start");
                (Code::ClockImpossible, message)
            }
            (false, 0) => {
                let seconds = rise.as_secs();
                let message = format!("the clock shows `{time}`, {seconds} seconds more than before, and nothing is added");
                (Code::ClockImpossible, message)
            }
            (false, increment) => {
                let seconds = rise.as_secs();
                let message = format!("the clock gained {seconds} seconds, and {increment} are added per move");
                (Code::ClockAgainstControl, message)
            }
        };
        notes.add(notes.about(code, command.text, message));
    }
}

fn elapsed(
    command: &Command<'_>,
    before: Duration,
    now: Duration,
    used: Duration,
    control: TimeControl,
    notes: &mut Notes<'_>,
) {
    let increment = Duration::from_secs(u64::from(control.increment));
    let gone = (before + increment).saturating_sub(now);
    if control.single && gone.abs_diff(used) > 2 * ROUNDING && notes.wants(Code::ClockAgainstElapsed) {
        let message =
            format!("the clock lost {} seconds, but {} were used", gone.as_secs(), used.as_secs());
        notes.add(notes.about(Code::ClockAgainstElapsed, command.text, message));
    }
}

fn malformed(command: &Command<'_>, notes: &mut Notes<'_>) {
    let argument = shown(command.argument);
    let (code, message) = if command.name == b"eval" {
        let message = format!("expected an evaluation like `0.25` or `#3`, found `{argument}`");
        (Code::EvaluationForm, message)
    } else {
        let message = format!("expected a time like `0:04:59`, found `{argument}`");
        (Code::ClockForm, message)
    };
    notes.add(notes.about(code, command.text, message));
}

fn drawings(command: &Command<'_>, notes: &mut Notes<'_>) {
    for drawing in command.drawings() {
        if let Some(fault) = fault(&drawing, command.name == b"cal") {
            let message = format!("`{}` {fault}", shown(drawing.text));
            let finding = notes.about(Code::DrawingForm, drawing.text, message);
            let span = finding.span;
            notes.add(finding.with_fix(span, "", Safety::Safe));
        }
    }
}

fn fault(drawing: &Drawing<'_>, arrow: bool) -> Option<&'static str> {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    if !matches!(drawing.color, Some(b'R' | b'G' | b'B' | b'Y')) {
        return Some("does not begin with a colour: R, G, B or Y");
    }
    match (arrow, drawing.squares) {
        (false, square) if is_square(square) => None,
        (true, squares) if squares.len() == 4 => {
            let (from, to) = squares.split_at(2);
            match (is_square(from) && is_square(to), from == to) {
                (true, false) => None,
                (true, true) => Some("is an arrow from a square to itself"),
                (false, _) => Some("names a square that is not on the board"),
            }
        }
        (false, _) => Some("names no square of the board"),
        (true, _) => Some("does not name two squares"),
    }
}
