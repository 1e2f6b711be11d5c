//! Dates and times of day in tags.

use crate::{
    diagnostics::{Code, Safety, Severity},
    lint::{Findings, findings::shown},
    notation::Date,
    pgn::{TagName, TagPair, Tags},
};

/// The year of the oldest recorded game.
const FIRST_YEAR: u16 = 1475;
/// The latest plausible year. It is fixed, because the same file must always get the same answer.
const LAST_YEAR: u16 = 2100;
/// The days of the longest year.
const A_YEAR: i32 = 366;

/// Checks every date and time of a game.
pub(crate) fn check(tags: &Tags<'_>, found: &mut Findings<'_>) {
    let date = tags.get(TagName::Date).and_then(|tag| date(tag, found));
    if let Some(tag) = tags.get(TagName::EventDate) {
        event_date(tag, date, found);
    }
    if let Some(tag) = tags.get(TagName::UtcDate) {
        utc_date(tag, date, found);
    }
    for kind in [TagName::UtcTime, TagName::Time] {
        if let Some(tag) = tags.get(kind) {
            time_of_day(tag, found);
        }
    }
}

/// A date in the standard's form, or in another one that leaves no doubt.
pub(crate) fn understood(text: &[u8]) -> Option<Date> {
    let is_plain = |_: &Date| safety_of_guess(text) == Safety::Safe;
    Date::read(text).or_else(|| Date::guess(text).filter(is_plain))
}

/// Checks the date of the game and returns it if other dates can be compared with it.
fn date(tag: &TagPair<'_>, found: &mut Findings<'_>) -> Option<Date> {
    let text = tag.value;
    let Some(date) = Date::read(text) else {
        if !text.is_empty() {
            other_form(tag, found);
        }
        return understood(text);
    };
    let lonely_day = date.day.is_some() && date.month.is_none();
    if date.has_zeros() || lonely_day {
        let message = if lonely_day {
            format!("the date `{}` has a day but no month", shown(text))
        } else {
            format!("the date `{}` has zeros in place of `??`", shown(text))
        };
        let finding = found.about_value(Code::PartialDate, tag, message);
        found.add(finding.with_replacement(date.normalized().to_string(), Safety::Safe));
    } else if !date.exists() {
        let message = format!("the day `{}` does not exist", shown(text));
        found.add(found.about_value(Code::ImpossibleDate, tag, message));
    } else if date.year.is_some_and(|year| !(FIRST_YEAR..=LAST_YEAR).contains(&year)) {
        let message = format!("expected a year from 1475 to 2100, found `{}`", shown(text));
        found.add(found.about_value(Code::DateOutOfRange, tag, message));
    } else {
        return Some(date);
    }
    None
}

fn other_form(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    let message = format!("expected a date as `YYYY.MM.DD`, found `{}`", shown(tag.value));
    let finding = found.about_value(Code::DateForm, tag, message);
    if tag.value.iter().all(|byte| b"?.".contains(byte)) {
        let finding = finding.with_severity(Severity::Info);
        return found.add(finding.with_replacement("????.??.??", Safety::Safe));
    }
    found.add(match Date::guess(tag.value) {
        Some(guess) => finding.with_replacement(guess.to_string(), safety_of_guess(tag.value)),
        None => finding.with_help("write `?` for each unknown digit: `2023.??.??`"),
    });
}

fn event_date(tag: &TagPair<'_>, date: Option<Date>, found: &mut Findings<'_>) {
    let Some(begin) = Date::read(tag.value) else {
        if !matches!(tag.value, b"" | b"?") {
            let message = format!("expected a date as `YYYY.MM.DD`, found `{}`", shown(tag.value));
            let finding = found.about_value(Code::EventDate, tag, message);
            found.add(finding.with_severity(Severity::Warning));
        }
        return;
    };
    if !begin.normalized().exists() {
        let message = format!("the day `{}` does not exist", shown(tag.value));
        let finding = found.about_value(Code::EventDate, tag, message);
        return found.add(finding.with_severity(Severity::Warning));
    }
    if begin.has_zeros() {
        let message = format!("the date `{}` has zeros in place of `??`", shown(tag.value));
        let finding = found.about_value(Code::EventDate, tag, message);
        return found.add(finding.with_replacement(begin.normalized().to_string(), Safety::Safe));
    }
    // A date that is partly unknown covers a range of days: its nearest day is compared.
    let days = date.and_then(Date::day_numbers).zip(begin.normalized().day_numbers());
    let when = match days {
        Some(((_, game), (begin, _))) if game < begin => "after the game was played",
        Some(((game, _), (_, begin))) if game - begin > A_YEAR => {
            "more than a year before the game was played"
        }
        _ => return,
    };
    let message = format!("the event began on `{}`, {when}", shown(tag.value));
    found.add(found.about_value(Code::EventDate, tag, message));
}

fn utc_date(tag: &TagPair<'_>, date: Option<Date>, found: &mut Findings<'_>) {
    let Some(utc) = Date::read(tag.value).filter(|date| date.normalized().exists()) else {
        if !tag.value.is_empty() {
            let message = format!("expected a date as `YYYY.MM.DD`, found `{}`", shown(tag.value));
            let finding = found.about_value(Code::ClockTime, tag, message);
            let guess = Date::guess(tag.value).map(|guess| guess.to_string());
            found.add(finding.with_optional_replacement(guess, safety_of_guess(tag.value)));
        }
        return;
    };
    let days = date.and_then(Date::day_number).zip(utc.day_number());
    if days.is_some_and(|(date, utc)| date.abs_diff(utc) > 1) {
        let message =
            format!("`{}` is more than a day away from the date of the game", shown(tag.value));
        let finding = found.about_value(Code::ClockTime, tag, message);
        found.add(finding.with_severity(Severity::Info));
    }
}

fn time_of_day(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    if !is_time_of_day(tag.value) && !tag.value.is_empty() {
        let message = format!("expected a time as `HH:MM:SS`, found `{}`", shown(tag.value));
        let finding = found.about_value(Code::ClockTime, tag, message);
        found.add(finding.with_optional_replacement(standard_time(tag.value), Safety::Safe));
    }
}

/// A date that begins with the year or has its month in words has an unambiguous month and day.
fn safety_of_guess(date: &[u8]) -> Safety {
    let begins_with_year =
        date.first_chunk::<4>().is_some_and(|year| year.iter().all(u8::is_ascii_digit));
    let has_words = date.iter().any(u8::is_ascii_alphabetic);
    if begins_with_year || has_words { Safety::Safe } else { Safety::Guess }
}

/// `9:05`, `19.05.30` and `19:05:30Z` in the standard's form; missing seconds become `??`.
fn standard_time(text: &[u8]) -> Option<String> {
    let text = str::from_utf8(text).ok()?.trim().trim_end_matches('Z');
    let parts: Vec<_> = text.split([':', '.']).collect();
    let is_number = |part: &&str| {
        (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let ([hours, minutes] | [hours, minutes, _]) = parts[..] else { return None };
    let seconds = parts.get(2).copied().unwrap_or("??");
    let time = format!("{hours:0>2}:{minutes:0>2}:{seconds:0>2}");
    (parts.iter().all(is_number) && is_time_of_day(time.as_bytes())).then_some(time)
}

/// `HH:MM:SS`, or question marks.
fn is_time_of_day(text: &[u8]) -> bool {
    let below = |tens: u8, ones: u8, limit: u8| {
        let digits = tens.is_ascii_digit() && ones.is_ascii_digit();
        (digits && (tens - b'0') * 10 + ones - b'0' < limit) || (tens, ones) == (b'?', b'?')
    };
    match *text {
        [h1, h2, b':', m1, m2, b':', s1, s2] => {
            below(h1, h2, 24) && below(m1, m2, 60) && below(s1, s2, 60)
        }
        [b'?'] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        diagnostics::Code,
        lint::test_support::{safely_corrected, tag},
    };

    #[test]
    fn unambiguous_times_are_corrected() {
        for (name, value, corrected) in [
            ("UTCDate", "2023-03-05", "2023.03.05"),
            ("UTCDate", "05.03.2023", "05.03.2023"),
            ("UTCTime", "19:05:30Z", "19:05:30"),
            ("UTCTime", "19.05.30", "19:05:30"),
            ("Time", "9:05", "09:05:??"),
            ("Time", "25:10", "25:10"),
            ("Time", "7pm", "7pm"),
        ] {
            let game = |value: &str| format!("[{name} \"{value}\"]\n\n1. e4 *\n");
            assert_eq!(safely_corrected(&game(value), Code::ClockTime), game(corrected), "{value}");
        }
    }

    #[test]
    fn dates_and_times_are_checked() {
        for (name, value, expected) in [
            ("Date", "2023.03.04", &[][..]),
            ("Date", "????.??.??", &[]),
            ("Date", "14.03.2023", &["V201"]),
            ("Date", "2023", &["V201"]),
            ("Date", "2023.02.30", &["V202"]),
            ("Date", "2023.00.00", &["V203"]),
            ("Date", "2023.??.04", &["V203"]),
            ("Date", "1200.01.01", &["V204"]),
            ("EventDate", "2023.03.01", &[]),
            ("EventDate", "2023.03.05", &["V205"]),
            ("EventDate", "2021.03.05", &["V205"]),
            ("EventDate", "March", &["V205"]),
            ("EventDate", "2023.??.??", &[]),
            ("EventDate", "2023.03.??", &[]),
            ("EventDate", "2023.04.??", &["V205"]),
            ("EventDate", "2024.??.??", &["V205"]),
            ("EventDate", "2022.??.??", &[]),
            ("EventDate", "2021.??.??", &["V205"]),
            ("EventDate", "????.??.??", &[]),
            ("EventDate", "0000.00.00", &["V205"]),
            ("UTCDate", "2023.03.05", &[]),
            ("UTCDate", "2023.03.06", &["V206"]),
            ("UTCTime", "23:59:59", &[]),
            ("UTCTime", "24:00:00", &["V206"]),
            ("Time", "7pm", &["V206"]),
        ] {
            assert_eq!(tag(name, value), expected, "{name} {value}");
        }
    }
}
