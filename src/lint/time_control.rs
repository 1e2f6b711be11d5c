//! The tag `TimeControl`: whether it has the form of the standard, and what it says about the clocks.

use crate::{
    diagnostics::{Code, Safety},
    lint::{Findings, TagName, Tags, findings::shown},
    notation::{
        Period,
        time_control::{PeriodSpelling, periods_of},
    },
};

/// A period this long, in seconds, is a mistake.
const ABSURD: u64 = 10_000_000;

/// Checks the time control, and returns its period if it has a single one for the whole game: otherwise
/// time is added later, and nothing can be said about a clock.
pub(crate) fn check(tags: &Tags<'_>, found: &mut Findings<'_>) -> Option<Period> {
    let tag = tags.get(TagName::TimeControl)?;
    if matches!(tag.value, b"" | b"?" | b"-") {
        return None;
    }
    let Some((only, spelling)) = read(tag.value) else {
        let message = format!(
            "expected a time control in seconds like `40/7200:3600` or `300+2`, found `{}`",
            shown(tag.value)
        );
        let finding = found.about_value(Code::TimeControlForm, tag, message);
        found.add(finding.with_optional_replacement(minutes(tag.value), Safety::Guess));
        return None;
    };
    if spelling == PeriodSpelling::Extended && found.shows(Code::TimeControlExtended) {
        let message = format!("`{}` is an extension of the standard", shown(tag.value));
        found.add(found.about_value(Code::TimeControlExtended, tag, message));
    }
    only
}

/// The single period, if there is only one, and how the whole is spelled; nothing for another form than
/// that of PGN files.
fn read(text: &[u8]) -> Option<(Option<Period>, PeriodSpelling)> {
    let (mut only, mut spelling) = (None, PeriodSpelling::Standard);
    for (index, period) in periods_of(text).enumerate() {
        let period = period.ok()?;
        let is_sound = period.spelling < PeriodSpelling::Player && period.time.as_secs() < ABSURD;
        spelling = is_sound.then(|| spelling.max(period.spelling))?;
        only = Some(period).filter(|period| index == 0 && period.moves.is_none());
    }
    Some((only, spelling))
}

/// A longer game has several time controls.
const MOST_MINUTES: u32 = 180;

/// `90 min`, `90'+30''`: minutes, and perhaps seconds of increment.
fn minutes(text: &[u8]) -> Option<String> {
    let number = |digits: &[u8]| str::from_utf8(digits).ok()?.parse::<u32>().ok();
    let mut numbers =
        text.split(|byte| !byte.is_ascii_digit()).filter(|part| !part.is_empty()).map(number);
    let base = numbers.next()??;
    // More minutes than that are seconds already.
    let base = if base > MOST_MINUTES { base } else { base * 60 };
    match (numbers.next(), numbers.next()) {
        (None, _) => Some(base.to_string()),
        (Some(increment), None) => Some(format!("{base}+{}", increment?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{minutes, read};
    use crate::notation::time_control::PeriodSpelling;

    #[test]
    fn only_a_single_period_says_something_about_the_clocks() {
        for (text, expected) in [
            ("300", Some((Some("300"), PeriodSpelling::Standard))),
            ("300+2", Some((Some("300+2"), PeriodSpelling::Standard))),
            ("40/7200:3600", Some((None, PeriodSpelling::Standard))),
            ("40/5400+30:1800+30", Some((None, PeriodSpelling::Extended))),
            ("*180", Some((Some("*180"), PeriodSpelling::Standard))),
            ("300d3", Some((Some("300d3"), PeriodSpelling::Extended))),
            ("1/86400", Some((None, PeriodSpelling::Standard))),
            ("300+", None),
            ("3600:40/7200", None),
            ("90 min", None),
            ("5m", None),
            ("99999999", None),
            ("", None),
        ] {
            let found = read(text.as_bytes());
            let found = found.map(|(only, form)| (only.map(|period| period.to_string()), form));
            let expected = expected.map(|(only, form)| (only.map(str::to_owned), form));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn minutes_are_guessed() {
        for (text, meant) in [
            ("90 min", Some("5400")),
            ("90'+30''", Some("5400+30")),
            ("300+", Some("300")),
            ("long", None),
        ] {
            assert_eq!(minutes(text.as_bytes()).as_deref(), meant, "{text}");
        }
    }
}
