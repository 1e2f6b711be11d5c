//! The values of settings as words: what is read, and what is said where it cannot be.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::ValueEnum;
use toml::Value;

use crate::notation::reason::capitalised;
use crate::notation::{BadVariant, Language, TimeControl};
use crate::players::{Level, seconds};
use crate::rules::Variant;

/// The longest delay, in milliseconds: an hour.
const LONGEST_DELAY: u32 = 3_600_000;

pub(super) fn word(value: &impl ValueEnum) -> Value {
    let name = value.to_possible_value().map(|value| value.get_name().to_owned());
    name.unwrap_or_default().into()
}

pub(super) fn choice<T: ValueEnum>(key: &str, text: &str) -> Result<T, String> {
    T::from_str(text, true).map_err(|_| {
        let names: Vec<String> =
            T::value_variants().iter().map(|value| plain(&word(value))).collect();
        let (last, others) =
            names.split_last().map_or(("", &[][..]), |(last, others)| (last.as_str(), others));
        format!("Unknown value \"{text}\" for {key}: choose {} or {last}", others.join(", "))
    })
}

pub(super) fn switch(key: &str, text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "on" | "true" | "yes" | "1" => Ok(true),
        "off" | "false" | "no" | "0" => Ok(false),
        _ => Err(format!("{key} must be on or off, not \"{text}\"")),
    }
}

pub(super) fn number<T>(key: &str, text: &str, range: RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + std::fmt::Display,
{
    text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        format!("{key} must be between {} and {}, not \"{text}\"", range.start(), range.end())
    })
}

/// A delay: a number of milliseconds, as in the file, or a time with its unit.
pub(super) fn milliseconds(key: &str, text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|&number| number <= LONGEST_DELAY);
    number.or_else(|| text.ends_with('s').then(|| delay(text).ok())?).ok_or_else(|| {
        format!(
            "{key} must be between 0 and {LONGEST_DELAY} milliseconds, or a time such as 2s, not \"{text}\""
        )
    })
}

/// `500ms`, `2s`, `1.5`: milliseconds.
///
/// # Errors
/// One line about what is expected.
pub fn delay(text: &str) -> Result<u32, String> {
    let time = match text.strip_suffix("ms") {
        Some(number) => number.parse().ok().map(Duration::from_millis),
        None => seconds(text.strip_suffix('s').unwrap_or(text)),
    };
    time.and_then(|time| u32::try_from(time.as_millis()).ok())
        .filter(|&delay| delay <= LONGEST_DELAY)
        .ok_or_else(|| "expected a time such as 500ms or 2s, up to an hour".to_owned())
}

/// A level by its number or its name.
///
/// # Errors
/// One line that lists them.
pub fn level(text: &str) -> Result<Level, String> {
    let name = text.to_ascii_lowercase();
    text.parse().ok().and_then(Level::new).or_else(|| Level::named(&name)).ok_or_else(|| {
        format!(
            "level must be between 1 and 20, or beginner, casual, club, strong, expert or full, not \"{text}\""
        )
    })
}

/// The code of a language whose piece letters are known.
///
/// # Errors
/// One line that lists the known ones.
pub fn language(text: &str) -> Result<String, String> {
    if Language::of(text).is_some() {
        return Ok(text.to_ascii_lowercase());
    }
    let known: Vec<&str> = Language::codes().collect();
    Err(format!("unknown language \"{text}\": choose one of {}", known.join(", ")))
}

/// A name, or a file of definitions, a colon and a name, which is read when a game begins.
pub(super) fn variant_name(text: &str) -> Result<String, String> {
    let is_in_file = text.rsplit_once(':').is_some_and(|(file, _)| file.contains(['/', '.']));
    if is_in_file {
        return Ok(text.to_owned());
    }
    let name = text.to_ascii_lowercase();
    let refused = |fault: BadVariant| capitalised(&fault.to_string());
    name.parse::<Variant>().map(|_| name).map_err(refused)
}

pub(super) fn control(text: &str) -> Result<Option<TimeControl>, String> {
    match text.to_ascii_lowercase().as_str() {
        "off" | "none" => Ok(None),
        text => text
            .parse()
            .map(Some)
            .map_err(|fault: crate::notation::BadTimeControl| fault.to_string()),
    }
}

pub(super) fn control_text(control: Option<&TimeControl>) -> String {
    control.map_or_else(|| "off".into(), ToString::to_string)
}

/// A value in a sentence: switches are on or off, words stand without quotes.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Boolean(true) => "on".into(),
        Value::Boolean(false) => "off".into(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
