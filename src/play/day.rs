//! Days and moments of the calendar, for tags and file names. In UTC: a table needs no time zone.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_A_DAY: u64 = 24 * 3600;

/// A day as the PGN tag `Date` has it: `2026.11.16`.
pub fn date(now: SystemTime) -> String {
    let (year, month, day) = civil(seconds(now) / SECONDS_A_DAY);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Whether a text is a day as that tag has it, with `?` for digits that are not known. PGN 8.1.1.3
pub fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let is_part = |part: &str, length: usize, most: u32| {
        let known = part.parse().is_ok_and(|number: u32| (1..=most).contains(&number));
        let digits = part.bytes().all(|byte| byte.is_ascii_digit());
        let hidden = part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?');
        part.len() == length && hidden && (known || !digits)
    };
    matches!(parts[..], [year, month, day]
        if is_part(year, 4, 9999) && is_part(month, 2, 12) && is_part(day, 2, 31))
}

/// A moment as a file name has it: `20261116T032000Z`.
pub fn stamp(now: SystemTime) -> String {
    let (year, month, day) = civil(seconds(now) / SECONDS_A_DAY);
    let clock = seconds(now) % SECONDS_A_DAY;
    let (hours, minutes, seconds) = (clock / 3600, clock / 60 % 60, clock % 60);
    format!("{year:04}{month:02}{day:02}T{hours:02}{minutes:02}{seconds:02}Z")
}

fn seconds(now: SystemTime) -> u64 {
    now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Year, month and day of a day counted from 1 January 1970. Years are counted from 1 March, so that
/// the leap day is the last.
fn civil(days: u64) -> (u64, u64, u64) {
    const DAYS_IN_400_YEARS: u64 = 146_097;
    const DAYS_FROM_YEAR_0: u64 = 719_468;
    let shifted = days + DAYS_FROM_YEAR_0;
    let (era, day) = (shifted / DAYS_IN_400_YEARS, shifted % DAYS_IN_400_YEARS);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (year + era * 400 + carry, month, day_of_month)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::{date, stamp};

    #[test]
    fn days_are_those_of_the_calendar() {
        let table = [
            (0, "1970.01.01"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_704_067_199, "2023.12.31"),
            (4_107_542_400, "2100.03.01"),
        ];
        for (seconds, day) in table {
            assert_eq!(date(UNIX_EPOCH + Duration::from_secs(seconds)), day);
        }
    }

    #[test]
    fn a_stamp_sorts_by_time() {
        assert_eq!(stamp(UNIX_EPOCH + Duration::from_secs(951_782_461)), "20000229T000101Z");
    }
}
