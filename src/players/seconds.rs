//! A number of seconds as somebody types it.

use std::time::Duration;

/// Nobody waits longer than a day, and no sum of two such times is too large to be counted.
const LONGEST: Duration = Duration::from_hours(24);

/// Seconds, whole or not, from none to a day.
pub fn seconds(text: &str) -> Option<Duration> {
    let time = text.parse().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.filter(|&time| time <= LONGEST)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::seconds;

    #[test]
    fn a_day_is_enough() {
        for (text, milliseconds) in [("0", 0), ("0.5", 500), ("86400", 86_400_000)] {
            assert_eq!(seconds(text), Some(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "-1", "nan", "inf", "86401", "1e19"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
