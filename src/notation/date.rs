//! Dates as the standard writes them, `YYYY.MM.DD` with question marks for unknown parts, and the
//! Gregorian calendar. The days of the clock are those of UTC.

use std::{
    fmt,
    str::FromStr,
    time::{SystemTime, UNIX_EPOCH},
};

const SECONDS_PER_DAY: u64 = 24 * 3600;

/// A date of which parts may be unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The year.
    pub year: Option<u16>,
    /// The month, from one.
    pub month: Option<u8>,
    /// The day of the month, from one.
    pub day: Option<u8>,
}

/// A text that is not a date of the calendar in the form `YYYY.MM.DD`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadDate {
    /// Not of that form.
    Form(String),
    /// Of that form, but the calendar has no such day.
    NoSuchDay(String),
}

impl fmt::Display for BadDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(found) => write!(
                f,
                "expected a date such as `2026.11.30`, with `??` for unknown parts, found `{found}`"
            ),
            Self::NoSuchDay(found) => write!(f, "the day `{found}` does not exist"),
        }
    }
}

impl std::error::Error for BadDate {}

impl FromStr for Date {
    type Err = BadDate;

    fn from_str(text: &str) -> Result<Self, BadDate> {
        let date = Self::read(text.as_bytes()).ok_or_else(|| BadDate::Form(text.to_owned()))?;
        if !date.exists() {
            return Err(BadDate::NoSuchDay(text.to_owned()));
        }
        // A day of an unknown month, or a year of zeros.
        if date.normalized() == date { Ok(date) } else { Err(BadDate::Form(text.to_owned())) }
    }
}

/// The form of the standard.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.year {
            Some(year) => write!(f, "{year:04}")?,
            None => write!(f, "????")?,
        }
        for part in [self.month, self.day] {
            match part {
                Some(number) => write!(f, ".{number:02}")?,
                None => write!(f, ".??")?,
            }
        }
        Ok(())
    }
}

impl Date {
    /// The day of an instant.
    pub fn of(now: SystemTime) -> Self {
        let days = i32::try_from(seconds(now) / SECONDS_PER_DAY).unwrap_or(i32::MAX / 2);
        Self::from_day_number(days.saturating_add(DAYS_BEFORE_1970))
    }

    /// Reads ten characters, each field all digits or all question marks. The day may not exist:
    /// see [`Self::exists`].
    pub fn read(text: &[u8]) -> Option<Self> {
        let &[y1, y2, y3, y4, b'.', m1, m2, b'.', d1, d2] = text else { return None };
        let year = field([y1, y2, y3, y4])?;
        let small = |number: u16| u8::try_from(number).ok();
        Some(Self {
            year,
            month: field([m1, m2])?.and_then(small),
            day: field([d1, d2])?.and_then(small),
        })
    }

    /// Whether the calendar has such a day, as far as it is known.
    pub fn exists(self) -> bool {
        let month_exists = self.month.is_none_or(|month| (1..=12).contains(&month));
        let longest = self.month.map_or(31, |month| days_in(self.year, month));
        month_exists && self.day.is_none_or(|day| (1..=longest).contains(&day))
    }

    /// Whether an unknown part is written as zeros.
    pub fn has_zeros(self) -> bool {
        self.year == Some(0) || self.month == Some(0) || self.day == Some(0)
    }

    /// The same date, with zeros and the day of an unknown month as unknown parts.
    #[must_use]
    pub fn normalized(self) -> Self {
        let month = self.month.filter(|&month| month > 0);
        let day = self.day.filter(|&day| day > 0 && month.is_some());
        Self { year: self.year.filter(|&year| year > 0), month, day }
    }

    /// The number of the day, so that dates can be subtracted; only for a complete date.
    pub fn day_number(self) -> Option<i32> {
        let (year, month, day) =
            (i32::from(self.year?), i32::from(self.month?), i32::from(self.day?));
        // Years begin in March here, so that the leap day comes last.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let leap_days = year / 4 - year / 100 + year / 400;
        Some(year * 365 + leap_days + (month * 153 + 2) / 5 + day)
    }

    /// The numbers of the first and the last day that the date can mean; only if the year is known.
    pub fn day_numbers(self) -> Option<(i32, i32)> {
        let first = Self { month: self.month.or(Some(1)), day: self.day.or(Some(1)), ..self };
        let month = self.month.unwrap_or(12);
        let day = self.day.unwrap_or_else(|| days_in(self.year, month));
        let last = Self { month: Some(month), day: Some(day), ..self };
        first.day_number().zip(last.day_number())
    }

    /// The inverse of [`Self::day_number`].
    fn from_day_number(number: i32) -> Self {
        const DAYS_IN_400_YEARS: i32 = 146_097;
        // The first day of a 400-year cycle, 1 March, has the number 1.
        let (era, day) = ((number - 1) / DAYS_IN_400_YEARS, (number - 1) % DAYS_IN_400_YEARS);
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day_of_year = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        Self {
            year: u16::try_from(year + era * 400 + carry).ok(),
            month: u8::try_from(month).ok(),
            day: u8::try_from(day).ok(),
        }
    }

    /// The likely meaning of a date in another form.
    pub fn guess(text: &[u8]) -> Option<Self> {
        let parts: Vec<(u16, bool)> = text
            .split(|byte| matches!(byte, b'.' | b'-' | b'/' | b' ' | b','))
            .filter(|part| !part.is_empty())
            .map(number_or_month)
            .collect::<Option<_>>()?;
        let parts: Vec<u16> = match *parts.as_slice() {
            // A month in words may be in the first place.
            [(month, true), (day, false), (year, false)] => vec![day, month, year],
            _ => parts.into_iter().map(|(number, _)| number).collect(),
        };
        let (year, rest) = match *parts.as_slice() {
            [year] if year > 999 => (year, None),
            [year, month, day] if year > 31 => (year, Some((month, day))),
            [day, month, year] if year > 31 && month <= 12 => (year, Some((month, day))),
            [month, day, year] if year > 31 => (year, Some((month, day))),
            _ => return None,
        };
        let small = |number: u16| u8::try_from(number).ok();
        let (month, day) = rest.map_or((None, None), |(month, day)| (small(month), small(day)));
        let guess = Self { year: Some(year), month, day }.normalized();
        (year > 999 && year < 10_000 && guess.exists()).then_some(guess)
    }
}

/// A number, or the number of a month in words; and which of the two.
fn number_or_month(part: &[u8]) -> Option<(u16, bool)> {
    const MONTHS: &[u8] = b"janfebmaraprmayjunjulaugsepoctnovdec";
    let text = str::from_utf8(part).ok()?;
    if let Ok(number) = text.parse() {
        return Some((number, false));
    }
    let start = part.first_chunk::<3>().filter(|_| part.iter().all(u8::is_ascii_alphabetic))?;
    let at = MONTHS.chunks(3).position(|month| month.eq_ignore_ascii_case(start))?;
    Some((u16::try_from(at).ok()? + 1, true))
}

/// A field of digits, or of question marks.
#[expect(clippy::option_option, reason = "a field that is unknown is not one that cannot be read")]
fn field<const N: usize>(text: [u8; N]) -> Option<Option<u16>> {
    if text == [b'?'; N] {
        return Some(None);
    }
    let digit = |number: u16, &byte: &u8| {
        byte.is_ascii_digit().then(|| number * 10 + u16::from(byte - b'0'))
    };
    text.iter().try_fold(0, digit).map(Some)
}

/// An instant as file names have it, so that names sort by time: `20261116T032000Z`.
pub fn timestamp(now: SystemTime) -> String {
    let Date { year, month, day } = Date::of(now);
    let (year, month, day) = (year.unwrap_or(0), month.unwrap_or(0), day.unwrap_or(0));
    let time = seconds(now) % SECONDS_PER_DAY;
    let (hours, minutes, seconds) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year:04}{month:02}{day:02}T{hours:02}{minutes:02}{seconds:02}Z")
}

fn seconds(now: SystemTime) -> u64 {
    now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The day number of 1 January 1970.
const DAYS_BEFORE_1970: i32 = 719_469;

fn days_in(year: Option<u16>, month: u8) -> u8 {
    let by = |year: u16, number| year.is_multiple_of(number);
    let is_leap = |year| by(year, 4) && (!by(year, 100) || by(year, 400));
    match month {
        2 if year.is_none_or(is_leap) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::{Date, timestamp};

    #[test]
    fn only_the_form_of_the_standard_is_read() {
        for text in ["2023.03.04", "2023.??.??", "????.??.??", "2023.02.30"] {
            assert!(Date::read(text.as_bytes()).is_some(), "{text}");
        }
        for text in ["", "?", "2023", "2023-03-04", "2023.3.4", "04.03.2023", "2023.0?.04"] {
            assert!(Date::read(text.as_bytes()).is_none(), "{text}");
        }
    }

    #[test]
    fn the_calendar_is_gregorian() {
        for (text, exists) in [
            ("2023.02.28", true),
            ("2023.02.29", false),
            ("2024.02.29", true),
            ("1900.02.29", false),
            ("2000.02.29", true),
            ("????.02.29", true),
            ("2023.13.01", false),
            ("2023.04.31", false),
            ("2023.??.31", true),
        ] {
            let date = Date::read(text.as_bytes()).unwrap();
            assert_eq!(date.exists(), exists, "{text}");
        }
    }

    #[test]
    fn days_are_counted_over_months_and_leap_years() {
        for (earlier, later, days) in [
            ("2023.03.04", "2023.03.05", 1),
            ("2023.02.28", "2023.03.01", 1),
            ("2024.02.28", "2024.03.01", 2),
            ("2023.12.31", "2024.01.01", 1),
            ("2000.01.01", "2001.01.01", 366),
        ] {
            let number = |text: &str| Date::read(text.as_bytes()).unwrap().day_number().unwrap();
            assert_eq!(number(later) - number(earlier), days, "{earlier} to {later}");
        }
    }

    #[test]
    fn other_forms_are_guessed() {
        for (text, meant) in [
            ("14.03.2023", Some("2023.03.14")),
            ("2023-03-04", Some("2023.03.04")),
            ("3/14/2023", Some("2023.03.14")),
            ("2023", Some("2023.??.??")),
            ("March 08, 2015", Some("2015.03.08")),
            ("3 Feb 2019", Some("2019.02.03")),
            ("2019-Feb-03", Some("2019.02.03")),
            ("in March", None),
        ] {
            assert_eq!(
                Date::guess(text.as_bytes()).map(|date| date.to_string()).as_deref(),
                meant,
                "{text}"
            );
        }
    }

    #[test]
    fn instants_have_a_day_and_a_timestamp() {
        for (seconds, day) in [
            (0, "1970.01.01"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_704_067_199, "2023.12.31"),
            (4_107_542_400, "2100.03.01"),
        ] {
            let date = Date::of(UNIX_EPOCH + Duration::from_secs(seconds));
            assert_eq!(date.to_string(), day);
            assert_eq!(date.day_number().map(Date::from_day_number), Some(date));
        }
        assert_eq!(timestamp(UNIX_EPOCH + Duration::from_secs(951_782_461)), "20000229T000101Z");
    }

    #[test]
    fn a_date_that_does_not_exist_is_refused_with_the_reason() {
        let why = |text: &str| text.parse::<Date>().map_err(|bad| bad.to_string());
        assert!(why("2024.02.29").is_ok());
        assert_eq!(why("2020.02.30"), Err("the day `2020.02.30` does not exist".into()));
        assert!(why("today").is_err_and(|text| text.ends_with("found `today`")));
    }
}
