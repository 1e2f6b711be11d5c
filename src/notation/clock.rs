//! The readings of clocks in comments, `1:29:52` or `0:04:59.8`: hours, minutes, seconds and perhaps a
//! fraction.

use std::time::Duration;

use nom::{
    Parser,
    bytes::complete::{tag, take_while_m_n},
    combinator::{all_consuming, map, opt, verify},
    sequence::preceded,
};

use super::Production;

/// Reads `h:mm:ss` or `h:mm:ss.f`, with up to four digits for the hours.
///
/// ```
/// use arbiter::notation::clock;
///
/// let time = clock::read(b"0:04:59.8").expect("a time");
/// assert_eq!((time.as_secs(), clock::write(time)), (299, "0:04:59".into()));
/// assert_eq!(clock::read(b"0:75:00"), None);
/// ```
pub fn read(text: &[u8]) -> Option<Duration> {
    let (_, time) = all_consuming(time).parse(text).ok()?;
    Some(time)
}

/// hours ":" minutes ":" seconds [ "." fraction ]
fn time(input: &[u8]) -> Production<'_, Duration> {
    let sixty = || preceded(tag(":"), verify(digits(2, 2), |&number| number < 60));
    let fraction = preceded(tag("."), take_while_m_n(1, 9, |byte: u8| byte.is_ascii_digit()));
    let (rest, (hours, minutes, seconds)) = (digits(1, 4), sixty(), sixty()).parse(input)?;
    let (rest, nanoseconds) = opt(map(fraction, nanoseconds)).parse(rest)?;
    let whole = u64::from(hours * 3600 + minutes * 60 + seconds);
    Ok((rest, Duration::new(whole, nanoseconds.unwrap_or(0))))
}

/// A number with `least` to `most` digits.
fn digits<'a>(
    least: usize,
    most: usize,
) -> impl Parser<&'a [u8], Output = u32, Error = nom::error::Error<&'a [u8]>> {
    let digits = take_while_m_n(least, most, |byte: u8| byte.is_ascii_digit());
    map(digits, |digits: &[u8]| {
        digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
    })
}

fn nanoseconds(fraction: &[u8]) -> u32 {
    let padded = fraction.iter().copied().chain(std::iter::repeat(b'0'));
    padded.take(9).fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
}

/// The time of a clear form without all zeros: `0:6:15`, or `3.210` for seconds.
pub fn terse(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(a, b)| (a, Some(b)));
    let parts: Vec<u32> = whole.split(':').map(str::parse).collect::<Result<_, _>>().ok()?;
    let (hours, minutes, seconds) = match *parts.as_slice() {
        [hours, minutes, seconds] => (hours, minutes, seconds),
        [seconds] if fraction.is_some() => (seconds / 3600, seconds / 60 % 60, seconds % 60),
        _ => return None,
    };
    let fraction = fraction.map_or_else(String::new, |fraction| format!(".{fraction}"));
    let time = format!("{hours}:{minutes:02}:{seconds:02}{fraction}");
    read(time.as_bytes()).map(|_| time)
}

/// The likely meaning of a time in another form, `75:00` or `90`: the last number is the seconds. After hours and minutes, a point
/// with two digits stands for a colon.
pub fn guess(text: &str) -> Option<String> {
    if let Some(time) = Some(text.replace('.', ":")).filter(|time| read(time.as_bytes()).is_some())
    {
        return Some(time);
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let parts: Vec<u64> = whole.split(':').map(str::parse).collect::<Result<_, _>>().ok()?;
    let is_digits = whole.len() < 16 && fraction.bytes().all(|byte| byte.is_ascii_digit());
    if parts.len() > 3 || !is_digits {
        return None;
    }
    let seconds = parts.into_iter().fold(0, |sum, part| sum * 60 + part);
    let point = if fraction.is_empty() { "" } else { "." };
    let guess = write(Duration::from_secs(seconds)) + point + fraction;
    // Ten thousand hours are no time on a clock.
    read(guess.as_bytes()).is_some().then_some(guess)
}

/// `1:29:52`, in whole seconds.
pub fn write(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// `1:29:52` from an hour on, `4:59` below.
pub fn write_short(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 3600 { format!("{}:{:02}", seconds / 60, seconds % 60) } else { write(time) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{guess, read, terse, write, write_short};

    #[test]
    fn times_have_hours_minutes_and_seconds() {
        for (text, milliseconds) in [
            ("0:05:00", Some(300_000)),
            ("1:00:01.5", Some(3_601_500)),
            ("10:00:00", Some(36_000_000)),
            ("0:75:00", None),
            ("0:00:60", None),
            ("0:5:00", None),
            ("5m00", None),
            ("0:05:00.", None),
            ("", None),
        ] {
            assert_eq!(read(text.as_bytes()), milliseconds.map(Duration::from_millis), "{text}");
        }
    }

    #[test]
    fn times_are_written_for_files_and_for_players() {
        let times = |seconds| {
            (write(Duration::from_secs(seconds)), write_short(Duration::from_secs(seconds)))
        };
        assert_eq!(times(5392), ("1:29:52".into(), "1:29:52".into()));
        assert_eq!(times(299), ("0:04:59".into(), "4:59".into()));
    }

    #[test]
    fn zeros_are_added() {
        for (text, meant) in [
            ("0:6:15", Some("0:06:15")),
            ("0:0:0", Some("0:00:00")),
            ("3.210", Some("0:00:03.210")),
            ("75.5", Some("0:01:15.5")),
            ("0:75:00", None),
            ("6:15", None),
            ("90", None),
            ("a.5", None),
        ] {
            assert_eq!(terse(text).as_deref(), meant, "{text}");
        }
    }

    #[test]
    fn other_forms_are_guessed() {
        for (text, meant) in [
            ("75:00", Some("1:15:00")),
            ("90", Some("0:01:30")),
            ("1:2:3.5", Some("1:02:03.5")),
            ("0:15.16", Some("0:15:16")),
            ("soon", None),
        ] {
            assert_eq!(guess(text).as_deref(), meant, "{text}");
        }
    }
}
