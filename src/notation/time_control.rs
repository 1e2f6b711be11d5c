//! Time controls: the grammar of the PGN tag, `40/5400+30:1800+30`, and beside it the spelling of
//! players, `40/90m+30s`.
//!
//! ```text
//! control  = period { ":" period }
//! period   = "*" time                                  an hourglass
//!          | [ moves "/" ] time [ ( "+" | "d" ) time ]
//! time     = seconds                                   the tag
//!          | { digits ( "h" | "m" | "s" ) }            players
//! ```

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use nom::{
    Parser,
    branch::alt,
    bytes::complete::{tag, take_while1},
    character::complete::{one_of, space0},
    combinator::{all_consuming, map_opt, map_res, opt},
    multi::fold_many1,
    sequence::{delimited, preceded, terminated},
};

use super::Production;

/// The longest time of a period on a real clock: four weeks.
const LONGEST: Duration = Duration::from_hours(28 * 24);

/// One period of a time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// The number of moves; the rest of the game if there is none.
    pub moves: Option<NonZeroU32>,
    /// The time for these moves.
    pub time: Duration,
    /// The bonus for each move.
    pub bonus: Bonus,
    /// The origin of its spelling.
    pub spelling: PeriodSpelling,
}

/// The time that a player gets for each move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// `300+2`: this time is added after each move.
    Increment(Duration),
    /// `300d3`: the clock starts to run only after this time.
    Delay(Duration),
    /// `*180`: the time that the opponent uses.
    Hourglass,
}

/// Where a spelling of a period comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PeriodSpelling {
    /// The PGN standard.
    Standard,
    /// Common extensions in PGN files: an increment beside a number of moves, a delay.
    Extended,
    /// Units and blanks, as players type them.
    Player,
}

impl Period {
    /// What is added to the clock after each move.
    pub const fn increment(&self) -> Duration {
        match self.bonus {
            Bonus::Increment(time) => time,
            Bonus::None | Bonus::Delay(_) | Bonus::Hourglass => Duration::ZERO,
        }
    }

    /// How long the clock waits in each move before it runs.
    pub const fn delay(&self) -> Duration {
        match self.bonus {
            Bonus::Delay(time) => time,
            Bonus::None | Bonus::Increment(_) | Bonus::Hourglass => Duration::ZERO,
        }
    }
}

/// The periods of a game, at least one.
///
/// ```
/// use arbiter::notation::TimeControl;
///
/// let control: TimeControl = "40/90m+30s:30m".parse()?;
/// assert_eq!(control.to_string(), "40/5400+30:1800");
/// # Ok::<(), arbiter::notation::BadTimeControl>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeControl {
    periods: Vec<Period>,
}

impl TimeControl {
    /// The period with this index; the last one repeats.
    pub fn period(&self, index: usize) -> Period {
        let last = self.periods.len() - 1;
        self.periods[index.min(last)]
    }

    /// Whether any period counts moves.
    pub fn counts_moves(&self) -> bool {
        self.periods.iter().any(|period| period.moves.is_some())
    }
}

/// Why a text is not a time control.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadTimeControl {
    /// A period not of the form `[moves/]time[+increment]`.
    Form(String),
    /// A period without a number of moves, before the last one.
    EndlessBeforeLast(String),
    /// A period without time.
    NoTime(String),
    /// A period longer than four weeks.
    TooLong(String),
}

impl fmt::Display for BadTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(period) => write!(
                f,
                "expected a time control such as `5m+3` or `40/5400+30:1800+30`, found `{period}`"
            ),
            Self::EndlessBeforeLast(period) => write!(
                f,
                "only the last period may be without a number of moves, `{period}` is not the last"
            ),
            Self::NoTime(period) => write!(f, "the period `{period}` gives no time at all"),
            Self::TooLong(period) => write!(f, "the period `{period}` is longer than four weeks"),
        }
    }
}

impl std::error::Error for BadTimeControl {}

/// A time control in any spelling that a real clock can run.
impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<Self, BadTimeControl> {
        let mut periods = Vec::new();
        for (part, period) in text.trim().split(':').zip(periods_of(text.trim().as_bytes())) {
            let period = period?;
            let bonus = period.increment().max(period.delay());
            if period.time.is_zero() && bonus.is_zero() {
                return Err(BadTimeControl::NoTime(part.to_owned()));
            }
            if period.time.max(bonus) > LONGEST {
                return Err(BadTimeControl::TooLong(part.to_owned()));
            }
            // Two controls with the same times are equal, whatever their spelling.
            let bonus = match period.bonus {
                Bonus::Increment(time) | Bonus::Delay(time) if time.is_zero() => Bonus::None,
                bonus => bonus,
            };
            periods.push(Period { bonus, spelling: PeriodSpelling::Standard, ..period });
        }
        Ok(Self { periods })
    }
}

/// The periods of a time control, one at a time; a caller that needs only the first keeps nothing.
pub fn periods_of(text: &[u8]) -> impl Iterator<Item = Result<Period, BadTimeControl>> {
    let last = memchr::memchr_iter(b':', text).count();
    text.split(|&byte| byte == b':').enumerate().map(move |(index, part)| {
        let shown = || String::from_utf8_lossy(part).into_owned();
        if let Some(period) = plain_period(part).filter(|_| index == last) {
            return Ok(period);
        }
        match all_consuming(period).parse(part) {
            Ok((_, period)) if period.moves.is_none() && index < last => {
                Err(BadTimeControl::EndlessBeforeLast(shown()))
            }
            Ok((_, period)) => Ok(period),
            Err(_) => Err(BadTimeControl::Form(shown())),
        }
    })
}

/// `300+3`, as servers write every time control: what the grammar reads, without it.
fn plain_period(text: &[u8]) -> Option<Period> {
    let plus = memchr::memchr(b'+', text)?;
    let seconds = |digits: &[u8]| {
        let is_number = (1..=5).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
        // Only after the length is known: more digits would overflow.
        let number = || digits.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit & 15));
        is_number.then(|| Duration::from_secs(number()))
    };
    let (time, increment) = (seconds(&text[..plus])?, seconds(&text[plus + 1..])?);
    let bonus = Bonus::Increment(increment);
    Some(Period { moves: None, time, bonus, spelling: PeriodSpelling::Standard })
}

// PGN 9.6.1
fn period(input: &[u8]) -> Production<'_, Period> {
    let hourglass = preceded(tag("*"), time).map(|(time, spelling)| Period {
        moves: None,
        time,
        bonus: Bonus::Hourglass,
        spelling,
    });
    alt((hourglass, timed)).parse(input)
}

/// `40/7200`, `3600`, `300+2`, `40/5400+30`, `300d3`
fn timed(input: &[u8]) -> Production<'_, Period> {
    let (rest, moves) = opt(terminated(spaced(moves), tag("/"))).parse(input)?;
    let (rest, (time, time_spelling)) = time(rest)?;
    let (rest, bonus) = opt((one_of("+d"), self::time)).parse(rest)?;
    let (bonus, spelling) = match bonus {
        None => (Bonus::None, PeriodSpelling::Standard),
        Some(('d', (time, spelling))) => {
            (Bonus::Delay(time), spelling.max(PeriodSpelling::Extended))
        }
        Some((_, (time, spelling))) if moves.is_some() => {
            (Bonus::Increment(time), spelling.max(PeriodSpelling::Extended))
        }
        Some((_, (time, spelling))) => (Bonus::Increment(time), spelling),
    };
    Ok((rest, Period { moves, time, bonus, spelling: spelling.max(time_spelling) }))
}

fn moves(input: &[u8]) -> Production<'_, NonZeroU32> {
    map_opt(number, |moves| NonZeroU32::new(u32::try_from(moves).ok()?)).parse(input)
}

/// Seconds, or numbers with units.
fn time(input: &[u8]) -> Production<'_, (Duration, PeriodSpelling)> {
    let units = fold_many1(number_with_unit, || 0_u64, u64::saturating_add)
        .map(|seconds| (Duration::from_secs(seconds), PeriodSpelling::Player));
    let seconds = number.map(|seconds| (Duration::from_secs(seconds), PeriodSpelling::Standard));
    let (rest, (time, spelling)) = spaced(alt((units, seconds))).parse(input)?;
    let has_blanks =
        input.first() == Some(&b' ') || input[..input.len() - rest.len()].ends_with(b" ");
    Ok((rest, (time, if has_blanks { PeriodSpelling::Player } else { spelling })))
}

/// `90m`, `30s`
fn number_with_unit(input: &[u8]) -> Production<'_, u64> {
    let (rest, (number, unit)) = (number, one_of("hHmMsS")).parse(input)?;
    let factor = match unit.to_ascii_lowercase() {
        'h' => 3600,
        'm' => 60,
        _ => 1,
    };
    Ok((rest, number.saturating_mul(factor)))
}

fn number(input: &[u8]) -> Production<'_, u64> {
    let digits = take_while1(|byte: u8| byte.is_ascii_digit());
    map_res(digits, |digits| String::from_utf8_lossy(digits).parse()).parse(input)
}

fn spaced<'a, T>(
    production: impl Parser<&'a [u8], Output = T, Error = nom::error::Error<&'a [u8]>>,
) -> impl Parser<&'a [u8], Output = T, Error = nom::error::Error<&'a [u8]>> {
    delimited(space0, production, space0)
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        let seconds = self.time.as_secs();
        match self.bonus {
            Bonus::Increment(time) if !time.is_zero() => write!(f, "{seconds}+{}", time.as_secs()),
            Bonus::Delay(time) if !time.is_zero() => write!(f, "{seconds}d{}", time.as_secs()),
            Bonus::Hourglass => write!(f, "*{seconds}"),
            Bonus::None | Bonus::Increment(_) | Bonus::Delay(_) => write!(f, "{seconds}"),
        }
    }
}

impl TimeControl {
    /// The spelling of players: `5m+3s`, `40/90m+30s:30m`.
    pub fn as_typed(&self) -> String {
        let typed = |period: &Period| {
            let moves = period.moves.map(|moves| format!("{moves}/")).unwrap_or_default();
            let time = short_time(period.time);
            match period.bonus {
                Bonus::Increment(bonus) if !bonus.is_zero() => {
                    format!("{moves}{time}+{}", short_time(bonus))
                }
                Bonus::Delay(bonus) if !bonus.is_zero() => {
                    format!("{moves}{time}d{}", short_time(bonus))
                }
                Bonus::Hourglass => format!("*{time}"),
                Bonus::None | Bonus::Increment(_) | Bonus::Delay(_) => format!("{moves}{time}"),
            }
        };
        self.periods.iter().map(typed).collect::<Vec<_>>().join(":")
    }
}

/// `5m`, `90s`
fn short_time(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 60.. if seconds.is_multiple_of(60) => format!("{}m", seconds / 60),
        seconds => format!("{seconds}s"),
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, period) in self.periods.iter().enumerate() {
            let colon = if index == 0 { "" } else { ":" };
            write!(f, "{colon}{period}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use nom::{Parser, combinator::all_consuming};

    use super::{Bonus, PeriodSpelling, TimeControl, period, periods_of, plain_period};

    #[test]
    fn writes_the_spelling_of_players() {
        for text in ["5m+3s", "40/90m+30s:30m", "*3m", "5m", "90s+1s", "60m"] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.as_typed(), text);
            assert_eq!(
                control.as_typed().parse::<TimeControl>().map(|c| c.to_string()),
                Ok(control.to_string())
            );
        }
    }

    #[test]
    fn reads_every_spelling_and_writes_the_pgn_form() {
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
            ("*180", "*180"),
            ("*3m", "*180"),
            ("5m d 3s", "300d3"),
        ];
        for (typed, written) in table {
            let control: TimeControl = typed.parse().expect(typed);
            assert_eq!(control.to_string(), written, "{typed}");
        }
    }

    #[test]
    fn a_plain_period_is_what_the_grammar_reads() {
        for text in ["300+3", "0+1", "15+0", "99999+99999", "00060+00"] {
            let (_, read) = all_consuming(period).parse(text.as_bytes()).expect(text);
            assert_eq!(plain_period(text.as_bytes()), Some(read), "{text}");
        }
        for text in ["300", "+3", "300+", "300+3s", " 300+3", "40/300+3", "123456+1", "3+3+3"] {
            assert_eq!(plain_period(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn refuses_other_texts_with_the_reason() {
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

    #[test]
    fn every_period_has_its_spelling() {
        for (text, spelling) in [
            ("300+2", PeriodSpelling::Standard),
            ("40/7200", PeriodSpelling::Standard),
            ("*180", PeriodSpelling::Standard),
            ("40/5400+30", PeriodSpelling::Extended),
            ("300d3", PeriodSpelling::Extended),
            ("5m", PeriodSpelling::Player),
            ("300 + 2", PeriodSpelling::Player),
        ] {
            let period = periods_of(text.as_bytes()).next().expect("a period").expect(text);
            assert_eq!(period.spelling, spelling, "{text}");
            assert_eq!(period.bonus == Bonus::Hourglass, text.starts_with('*'));
        }
    }
}
