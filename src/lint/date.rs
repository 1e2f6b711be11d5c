//! A date as the standard writes it, `YYYY.MM.DD` with question marks for what is not known.

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

impl Date {
    /// Reads exactly ten characters, digits or question marks by fields. The day may not exist.
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

    /// Whether there is such a day, as far as it is known.
    pub fn exists(self) -> bool {
        let month_exists = self.month.is_none_or(|month| (1..=12).contains(&month));
        let longest = self.month.map_or(31, |month| days_in(self.year, month));
        month_exists && self.day.is_none_or(|day| (1..=longest).contains(&day))
    }

    /// Whether a part that is not known was written as zeros.
    pub fn has_zeros(self) -> bool {
        self.year == Some(0) || self.month == Some(0) || self.day == Some(0)
    }

    /// The same, with zeros and a day of no known month taken as unknown.
    #[must_use]
    pub fn honest(self) -> Self {
        let month = self.month.filter(|&month| month > 0);
        let day = self.day.filter(|&day| day > 0 && month.is_some());
        Self { year: self.year.filter(|&year| year > 0), month, day }
    }

    /// The number of the day, so that dates can be subtracted; only for a date that is known.
    pub fn day_number(self) -> Option<i32> {
        let (year, month, day) =
            (i32::from(self.year?), i32::from(self.month?), i32::from(self.day?));
        // Years begin in March here, so that the leap day is the last.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let leap_days = year / 4 - year / 100 + year / 400;
        Some(year * 365 + leap_days + (month * 153 + 2) / 5 + day)
    }

    /// The numbers of the first and of the last day that it may be; only if the year is known.
    pub fn day_numbers(self) -> Option<(i32, i32)> {
        let first = Self { month: self.month.or(Some(1)), day: self.day.or(Some(1)), ..self };
        let month = self.month.unwrap_or(12);
        let day = self.day.unwrap_or_else(|| days_in(self.year, month));
        let last = Self { month: Some(month), day: Some(day), ..self };
        first.day_number().zip(last.day_number())
    }

    /// As the standard writes it.
    pub fn text(self) -> String {
        let year = self.year.map_or("????".into(), |year| format!("{year:04}"));
        let two = |part: Option<u8>| part.map_or("??".into(), |part| format!("{part:02}"));
        format!("{year}.{}.{}", two(self.month), two(self.day))
    }

    /// What was probably meant by a date in another form.
    pub fn guess(text: &[u8]) -> Option<Self> {
        let parts: Vec<u16> = text
            .split(|byte| matches!(byte, b'.' | b'-' | b'/' | b' '))
            .map(|part| str::from_utf8(part).ok()?.parse().ok())
            .collect::<Option<_>>()?;
        let (year, rest) = match *parts.as_slice() {
            [year] if year > 999 => (year, None),
            [year, month, day] if year > 31 => (year, Some((month, day))),
            [day, month, year] if year > 31 && month <= 12 => (year, Some((month, day))),
            [month, day, year] if year > 31 => (year, Some((month, day))),
            _ => return None,
        };
        let small = |number: u16| u8::try_from(number).ok();
        let (month, day) = rest.map_or((None, None), |(month, day)| (small(month), small(day)));
        let guess = Self { year: Some(year), month, day }.honest();
        (year > 999 && year < 10_000 && guess.exists()).then_some(guess)
    }
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
    use super::Date;

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
            ("in March", None),
        ] {
            assert_eq!(Date::guess(text.as_bytes()).map(Date::text).as_deref(), meant, "{text}");
        }
    }
}
