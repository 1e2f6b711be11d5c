//! Time controls as the PGN tag writes them, `40/5400+30:1800+30`, and as people do, `40/90m+30s`.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

/// No clock runs longer than this: four weeks.
const LONGEST: u64 = 28 * 24 * 3600;

/// One period of a time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// How many moves it is for; the rest of the game if none.
    pub moves: Option<NonZeroU32>,
    /// The time for them.
    pub time: Duration,
    /// What every move adds.
    pub increment: Duration,
}

/// The periods of a game, at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeControl {
    periods: Vec<Period>,
}

impl TimeControl {
    /// The periods in their order.
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }

    /// The period with this number; the last one repeats.
    pub fn period(&self, number: usize) -> Period {
        let last = self.periods.len() - 1;
        self.periods[number.min(last)]
    }

    /// Whether any period counts moves.
    pub fn counts_moves(&self) -> bool {
        self.periods.iter().any(|period| period.moves.is_some())
    }
}

/// Why a text is no time control.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadControl {
    /// Not of the form `[moves/]time[+increment]`.
    Unreadable(String),
    /// A period without a number of moves has another after it.
    EndlessBeforeTheLast(String),
    /// No time at all.
    NoTime(String),
    /// More than anyone will play.
    TooLong(String),
}

impl fmt::Display for BadControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(part) => write!(
                f,
                "expected a time control such as `5m+3` or `40/5400+30:1800+30`, found `{part}`"
            ),
            Self::EndlessBeforeTheLast(part) => {
                write!(
                    f,
                    "only the last period may be without a number of moves, `{part}` is not the last"
                )
            }
            Self::NoTime(part) => write!(f, "the period `{part}` gives no time at all"),
            Self::TooLong(part) => write!(f, "the period `{part}` is longer than four weeks"),
        }
    }
}

impl std::error::Error for BadControl {}

impl FromStr for TimeControl {
    type Err = BadControl;

    fn from_str(text: &str) -> Result<Self, BadControl> {
        let parts: Vec<&str> = text.trim().split(':').collect();
        let periods = parts.iter().map(|part| period(part)).collect::<Result<Vec<_>, _>>()?;
        let endless = |(period, _): &(&Period, &&str)| period.moves.is_none();
        match periods.iter().zip(&parts).rev().skip(1).find(endless) {
            Some((_, part)) => Err(BadControl::EndlessBeforeTheLast((*part).into())),
            None => Ok(Self { periods }),
        }
    }
}

/// `[moves/]time[+increment]`
fn period(part: &str) -> Result<Period, BadControl> {
    let unreadable = || BadControl::Unreadable(part.into());
    let (moves, rest) = match part.split_once('/') {
        Some((moves, rest)) => (Some(moves.trim().parse().map_err(|_| unreadable())?), rest),
        None => (None, part),
    };
    let (time, increment) = match rest.split_once('+') {
        Some((time, increment)) => (seconds(time), seconds(increment)),
        None => (seconds(rest), Some(0)),
    };
    let (time, increment) = time.zip(increment).ok_or_else(unreadable)?;
    match (time, increment) {
        (0, 0) => Err(BadControl::NoTime(part.into())),
        (time, increment) if time > LONGEST || increment > LONGEST => {
            Err(BadControl::TooLong(part.into()))
        }
        _ => Ok(Period {
            moves,
            time: Duration::from_secs(time),
            increment: Duration::from_secs(increment),
        }),
    }
}

/// `5400`, `90m`, `30s`, `1h30m`
fn seconds(text: &str) -> Option<u64> {
    let text = text.trim();
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().ok();
    }
    let mut total = 0_u64;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = rest.split_at_checked(digits)?;
        let factor = match unit.bytes().next()?.to_ascii_lowercase() {
            b'h' => 3600,
            b'm' => 60,
            b's' => 1,
            _ => return None,
        };
        total = total.checked_add(number.parse::<u64>().ok()?.checked_mul(factor)?)?;
        rest = unit.get(1..)?;
    }
    Some(total)
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs())?;
        match self.increment.as_secs() {
            0 => Ok(()),
            increment => write!(f, "+{increment}"),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, period) in self.periods.iter().enumerate() {
            let colon = if number == 0 { "" } else { ":" };
            write!(f, "{colon}{period}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::TimeControl;

    #[test]
    fn reads_what_people_write_and_writes_the_pgn_form() {
        let table = [
            ("40/5400+30:1800+30", "40/5400+30:1800+30"),
            ("40/90m+30s", "40/5400+30"),
            ("5m+3", "300+3"),
            ("300+2", "300+2"),
            ("2", "2"),
            ("1h30m+30", "5400+30"),
            (" 1/2:3 ", "1/2:3"),
            ("2/2+0:1+0", "2/2:1"),
            ("0+1", "0+1"),
        ];
        for (typed, written) in table {
            let control: TimeControl = typed.parse().expect(typed);
            assert_eq!(control.to_string(), written, "{typed}");
        }
    }

    #[test]
    fn refuses_what_is_no_time_control() {
        let table = [
            ("soon", "found `soon`"),
            ("", "found ``"),
            ("0", "no time at all"),
            ("0/300", "found `0/300`"),
            ("300:60", "`300` is not the last"),
            ("5x+3", "found `5x+3`"),
            ("-5", "found `-5`"),
            ("99999999999999999999", "found"),
            ("999999999999", "four weeks"),
            ("5m+", "found `5m+`"),
            ("ü", "found `ü`"),
        ];
        for (typed, reason) in table {
            let said = typed.parse::<TimeControl>().map_err(|bad| bad.to_string());
            assert!(matches!(&said, Err(text) if text.contains(reason)), "{typed}: {said:?}");
        }
    }
}
