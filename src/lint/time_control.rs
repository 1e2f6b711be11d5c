//! The tag `TimeControl`: whether it has the form of the standard, and what it says about the clocks.

use crate::{
    diagnostics::{Code, Safety, Severity},
    lint::{Findings, findings::shown},
    notation::{
        Period,
        time_control::{PeriodSpelling, periods_of},
    },
    pgn::{TagName, Tags},
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
    let text = shown(tag.value);
    let read = read(tag.value);
    match read.map_or_else(|| wording(&text), |(_, spelling)| Wording::of(spelling)) {
        Wording::Standard => {}
        Wording::Extended if !found.shows(Code::TimeControlExtended) => {}
        Wording::Extended => {
            let message = format!("`{text}` is an extension of the standard");
            found.add(found.about_value(Code::TimeControlExtended, tag, message));
        }
        wording => {
            let message = format!(
                "expected a time control in seconds like `40/7200:3600` or `300+2`, found `{text}`"
            );
            let finding = found.about_value(Code::TimeControlForm, tag, message);
            let is_prose = wording == Wording::Prose;
            let severity = if is_prose { Severity::Info } else { finding.severity };
            let finding = finding.with_severity(severity);
            found.add(finding.with_optional_replacement(minutes(&text), Safety::Guess));
        }
    }
    read.and_then(|(only, _)| only)
}

/// Reports a time control whose clocks show that it is in minutes.
pub(crate) fn in_minutes(tags: &Tags<'_>, found: &mut Findings<'_>) {
    let Some(tag) = tags.get(TagName::TimeControl) else { return };
    let text = shown(tag.value);
    let message = format!("`{text}` is in seconds, but the clocks show minutes");
    let finding = found.about_value(Code::TimeControlForm, tag, message);
    let finding = finding.with_severity(Severity::Info);
    found.add(finding.with_optional_replacement(minutes(&text), Safety::Guess));
}

/// How a time control is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wording {
    Standard,
    /// A common extension: `40/5400+30:1800+30`, `1+0.08`, `5m`, `inf`, `movetime 2000ms`.
    Extended,
    /// A sentence for people: `15 min. + 10 s. per move`.
    Prose,
    Unknown,
}

/// The words of extensions.
const TERSE: &str = " h m s ms d inf infinite movetime move depth nodes ";

/// The words of sentences.
const LONG: &str = " hr hour hours min mins minute minutes sec secs second seconds delay plus inc increment bonus per moves \
    for the first next rest of game from starting with then and each all sd g ";

impl Wording {
    fn of(spelling: PeriodSpelling) -> Self {
        if spelling == PeriodSpelling::Standard { Self::Standard } else { Self::Extended }
    }
}

/// How a time control that is not in the form of PGN files is written.
fn wording(text: &str) -> Wording {
    let words = || {
        let words = text.split(|letter: char| !letter.is_alphabetic());
        words.filter(|word| !word.is_empty()).map(|word| format!(" {} ", word.to_ascii_lowercase()))
    };
    let has_fraction = || text.contains('.') && read(text.replace('.', "").as_bytes()).is_some();
    if words().next().is_none() {
        return match text {
            _ if has_fraction() => Wording::Extended,
            _ if text.contains('\'') => Wording::Prose,
            _ => Wording::Unknown,
        };
    }
    if words().all(|word| TERSE.contains(&word)) {
        Wording::Extended
    } else if words().all(|word| TERSE.contains(&word) || LONG.contains(&word)) {
        Wording::Prose
    } else {
        Wording::Unknown
    }
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
fn minutes(text: &str) -> Option<String> {
    let digits = text.split(|letter: char| !letter.is_ascii_digit());
    let mut numbers = digits.filter(|part| !part.is_empty()).map(|part| part.parse::<u32>().ok());
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
    use super::{Wording, minutes, read, wording};
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
    fn time_controls_for_people_and_engines_are_understood() {
        for (text, expected) in [
            ("10.931+0.109", Wording::Extended),
            ("40/10+0.1", Wording::Extended),
            ("inf", Wording::Extended),
            ("movetime: 0.1", Wording::Extended),
            ("10/move", Wording::Extended),
            ("60+5d", Wording::Extended),
            ("5m+3s", Wording::Extended),
            ("90 min", Wording::Prose),
            ("90'+30''", Wording::Prose),
            ("15 minutes + 10 seconds increment per move, starting from move 1", Wording::Prose),
            ("40/80, SD30; +30", Wording::Prose),
            ("fast", Wording::Unknown),
            ("300+", Wording::Unknown),
            ("3600:40/7200", Wording::Unknown),
            ("rapid 15 min", Wording::Unknown),
            ("99999999", Wording::Unknown),
            ("..", Wording::Unknown),
        ] {
            assert_eq!(wording(text), expected, "{text}");
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
            assert_eq!(minutes(text).as_deref(), meant, "{text}");
        }
    }
}
