//! Numbers and times as arguments: what is expected, in words.

use std::{
    fmt::Display,
    num::{IntErrorKind, ParseIntError},
    ops::RangeInclusive,
    str::FromStr,
    time::Duration,
};

use crate::players;

/// A whole number of a type that begins with 0.
///
/// # Errors
/// One line about what is expected.
pub fn from_zero<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, String> {
    whole(text, "from 0")
}

/// A whole number of a type that begins with 1.
///
/// # Errors
/// One line about what is expected.
pub fn from_one<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, String> {
    whole(text, "from 1")
}

/// A whole number in a range.
pub fn within<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            format!("expected a whole number from {} to {}", range.start(), range.end())
        })
    }
}

/// A time in seconds, whole or not.
///
/// # Errors
/// One line about what is expected.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let time = players::seconds(text).filter(|time| !time.is_zero());
    time.ok_or_else(|| "expected seconds above zero, at most a day".to_owned())
}

fn whole<T: FromStr<Err = ParseIntError>>(text: &str, range: &str) -> Result<T, String> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => "the number is too large".to_owned(),
        _ => format!("expected a whole number {range}"),
    })
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::{from_one, from_zero, within};

    #[test]
    fn a_refusal_says_what_is_expected() {
        for text in ["0", "-1", "x", "", "1.5"] {
            let refused = from_one::<NonZeroUsize>(text);
            assert_eq!(refused, Err("expected a whole number from 1".into()), "{text}");
        }
        assert_eq!(from_zero::<u8>("0"), Ok(0));
        assert_eq!(from_zero::<u8>("x"), Err("expected a whole number from 0".into()));
        assert_eq!(from_zero::<u8>("256"), Err("the number is too large".into()));
        assert_eq!(within(0..=100_u32)("100"), Ok(100));
        for text in ["101", "x"] {
            let refused = within(0..=100_u32)(text);
            assert_eq!(refused, Err("expected a whole number from 0 to 100".into()), "{text}");
        }
    }
}
