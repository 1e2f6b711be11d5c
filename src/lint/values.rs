//! The values of single tags: result, round, ECO code, start position, termination.

use crate::{
    diagnostics::{Code, Finding, Safety, Severity},
    lint::{Findings, dates, findings::shown, players, tags::line_of},
    pgn::{GameResult, Marker, Spelling, TagName, TagPair, Tags, known},
    text::{Span, counted},
};

/// A check of one tag.
type Check = fn(&TagPair<'_>, &mut Findings<'_>);

/// Checks every value that can be checked without the moves.
pub(crate) fn check(tags: &Tags<'_>, found: &mut Findings<'_>) {
    if tags.has_empty() {
        empty(tags, found);
    }
    dates::check(tags, found);
    players::check(tags, found);
    set_up(tags, found);
    let checks: [(TagName, Check); 9] = [
        (TagName::Result, result),
        (TagName::Round, round),
        (TagName::Eco, eco),
        (TagName::Termination, termination),
        (TagName::Board, board),
        (TagName::Mode, mode),
        (TagName::WhiteType, kind_of_player),
        (TagName::BlackType, kind_of_player),
        (TagName::PlyCount, ply_count_form),
    ];
    for (kind, check) in checks {
        if let Some(tag) = tags.get(kind).filter(|tag| !tag.value.is_empty()) {
            check(tag, found);
        }
    }
}

fn empty(tags: &Tags<'_>, found: &mut Findings<'_>) {
    for tag in tags.all().iter().filter(|tag| tag.value.is_empty()) {
        let Some(kind) = known(tag.name) else { continue };
        let (value, severity) = match kind {
            TagName::WhiteElo | TagName::BlackElo | TagName::Result => continue,
            TagName::Date => ("????.??.??", Severity::Warning),
            TagName::White | TagName::Black => ("?", Severity::Warning),
            kind if kind <= TagName::Mode => ("?", Severity::Info),
            _ => continue,
        };
        report_empty(tag, value, severity, found);
    }
}

/// Reports an empty `Result` tag. Its value should be the result after the moves, so this check runs after them.
pub(crate) fn empty_result(tags: &Tags<'_>, result: GameResult, found: &mut Findings<'_>) {
    if let Some(tag) = tags.get(TagName::Result).filter(|tag| tag.value.is_empty()) {
        report_empty(tag, result.text(), Severity::Warning, found);
    }
}

fn report_empty(tag: &TagPair<'_>, value: &str, severity: Severity, found: &mut Findings<'_>) {
    let message = format!("the value of `{}` is empty", shown(tag.name));
    let finding = found.about_value(Code::EmptyValue, tag, message).with_severity(severity);
    // A tag that is broken here has no place for a value.
    let span = finding.span;
    let around = Span { start: span.start.saturating_sub(1), end: span.end + 1 };
    let is_quoted = found.source().slice(around) == b"\"\"";
    let edit = is_quoted.then_some((span, value));
    found.add(finding.with_optional_edit(edit, Safety::Safe));
}

// PGN 8.1.1.7
fn result(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    let marker = Marker::read(tag.value.trim_ascii());
    if marker.is_some_and(|marker| marker.spelling == Spelling::Standard)
        && tag.value.trim_ascii() == tag.value
    {
        return;
    }
    let message = format!(
        "expected `1-0`, `0-1`, `1/2-1/2` or `*` as the result, found `{}`",
        shown(tag.value)
    );
    let finding = found.about_value(Code::ResultTag, tag, message);
    found.add(match marker.and_then(|marker| marker.result) {
        Some(result) => {
            finding.with_severity(Severity::Warning).with_replacement(result.text(), Safety::Safe)
        }
        None => finding,
    });
}

// PGN 8.1.1.4
fn round(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    let parts = |value: &[u8]| value.split(|&byte| byte == b'.').all(is_number);
    if !matches!(tag.value, b"?" | b"-") && !parts(tag.value) && found.shows(Code::RoundForm) {
        let message =
            format!("expected a round as a number, `?` or `-`, found `{}`", shown(tag.value));
        let finding = found.about_value(Code::RoundForm, tag, message);
        let parts = tag.value.split(|byte| !byte.is_ascii_digit());
        let mut numbers = parts.filter(|part| !part.is_empty());
        found.add(match (numbers.next(), numbers.next()) {
            (Some(only), None) => finding.with_replacement(shown(only), Safety::Guess),
            _ => finding,
        });
    }
}

// PGN 9.5.1
fn eco(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    let is_code = match tag.value {
        [letter, a, b, rest @ ..] => {
            let part = match rest {
                [] => true,
                [b'/', c, d] => c.is_ascii_digit() && d.is_ascii_digit(),
                _ => false,
            };
            (b'A'..=b'E').contains(letter) && a.is_ascii_digit() && b.is_ascii_digit() && part
        }
        [b'?' | b'-'] => true,
        _ => false,
    };
    if !is_code {
        let message = format!("expected an ECO code like `C65`, found `{}`", shown(tag.value));
        let finding = found.about_value(Code::EcoForm, tag, message);
        found.add(match tag.value.trim_ascii() {
            // A lowercase letter, or a sub-code of some collection: Scid writes `B33d` and `B33d1`.
            [letter @ (b'A'..=b'E' | b'a'..=b'e'), a @ b'0'..=b'9', b @ b'0'..=b'9', rest @ ..] => {
                let code = [letter.to_ascii_uppercase(), *a, *b].map(char::from);
                let is_scid = matches!(rest, [b'a'..=b'z'] | [b'a'..=b'z', b'1'..=b'4']);
                let severity = if is_scid { Severity::Info } else { finding.severity };
                let finding = finding.with_severity(severity);
                finding.with_replacement(String::from_iter(code), Safety::Guess)
            }
            _ => finding,
        });
    }
}

/// The words of the standard for the end of a game. PGN 9.8.1
const TERMINATIONS: [&str; 8] = [
    "abandoned",
    "adjudication",
    "death",
    "emergency",
    "normal",
    "rules infraction",
    "time forfeit",
    "unterminated",
];

fn termination(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    if !found.shows(Code::TerminationForm) {
        return;
    }
    let text = shown(tag.value);
    match TERMINATIONS.iter().find(|word| word.eq_ignore_ascii_case(&text)) {
        Some(word) if **word == text => {}
        Some(word) => {
            let message = format!("`{text}` should be written `{word}`");
            let finding = found.about_value(Code::TerminationForm, tag, message);
            found.add(finding.with_replacement(*word, Safety::Safe));
        }
        None => {
            let message = format!("`{text}` is not one of the standard's eight values");
            let finding = found.about_value(Code::TerminationForm, tag, message);
            found.add(finding.with_help(format!("the values are {}", TERMINATIONS.join(", "))));
        }
    }
}

/// Checks `Termination` against the result. `winnable`: whether the side with time left could
/// still have won; if not, a draw on time is correct.
pub(crate) fn termination_against_result(
    tags: &Tags<'_>,
    result: GameResult,
    winnable: bool,
    found: &mut Findings<'_>,
) {
    let Some(tag) = tags.get(TagName::Termination) else { return };
    let is = |word: &[u8]| tag.value.eq_ignore_ascii_case(word);
    let contradicts = match result {
        GameResult::Draw => is(b"unterminated") || (is(b"time forfeit") && winnable),
        GameResult::White | GameResult::Black => is(b"unterminated"),
        GameResult::Unknown => is(b"time forfeit"),
    };
    let code = Code::TerminationContradicts;
    let by_server = result == GameResult::Draw && tags.is_online();
    let severity = if by_server { Severity::Info } else { code.severity() };
    // Servers draw many games on time, which is rarely of interest.
    if contradicts && found.shows_as(code, severity) {
        let message = format!("`{}` does not fit the result `{}`", shown(tag.value), result.text());
        found.add(found.about_value(code, tag, message).with_severity(severity));
    }
}

// PGN 9.7
fn set_up(tags: &Tags<'_>, found: &mut Findings<'_>) {
    let (set_up, fen) = (tags.get(TagName::SetUp), tags.get(TagName::Fen));
    match (set_up, fen) {
        (Some(tag), _) if !matches!(tag.value, b"0" | b"1") => {
            let message = format!("expected `0` or `1`, found `{}`", shown(tag.value));
            let finding = found.about_value(Code::SetUpForm, tag, message);
            found
                .add(finding.with_replacement(if fen.is_some() { "1" } else { "0" }, Safety::Safe));
        }
        (Some(tag), None) if tag.value == b"1" => {
            let message = "`SetUp` announces a start position, but `FEN` is missing";
            let finding = found.about_value(Code::SetUpForm, tag, message);
            found.add(finding.with_severity(Severity::Error).with_replacement("0", Safety::Guess));
        }
        (Some(tag), Some(_)) if tag.value == b"0" => {
            let message = "`SetUp` is `0`, but `FEN` gives a start position";
            let finding = found.about_value(Code::SetUpForm, tag, message);
            found.add(finding.with_replacement("1", Safety::Safe));
        }
        (None, Some(tag)) => {
            let end = found.source().span_of(tag.text).end;
            let place = Span { start: end, end };
            let message = "`FEN` needs `[SetUp \"1\"]` beside it";
            let finding = found.about_name(Code::SetUpForm, tag, message);
            let finding = finding.with_severity(Severity::Info);
            let line_end = found.source().line_end_around(end);
            found.add(finding.with_edit(place, format!("{line_end}[SetUp \"1\"]"), Safety::Safe));
        }
        _ => {}
    }
    if let Some(tag) = fen.filter(|tag| tag.value == START) {
        let message = "`FEN` describes the normal start position";
        let finding = found
            .about_value(Code::FenIsStart, tag, message)
            .with_help("both `FEN` and `SetUp` can be left out");
        // A variant may need it.
        let needless = tags.get(TagName::Variant).is_none().then_some(tag);
        let mut lines: Vec<_> = needless
            .into_iter()
            .chain(needless.and(set_up))
            .map(|tag| line_of(tag, found.source()))
            .collect();
        lines.sort();
        let without = |finding: Finding, line| finding.with_edit(line, "", Safety::Safe);
        found.add(lines.into_iter().fold(finding, without));
    }
}

const START: &[u8] = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn board(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    one_of(tag, tag.value.iter().all(u8::is_ascii_digit), "a number", found);
}

fn mode(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    let known = matches!(tag.value, b"OTB" | b"PM" | b"EM" | b"ICS" | b"TC" | b"?" | b"-");
    one_of(tag, known, "`OTB`, `PM`, `EM`, `ICS` or `TC`", found);
}

fn kind_of_player(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    let known = matches!(tag.value, b"human" | b"program" | b"?" | b"-");
    one_of(tag, known, "`human` or `program`", found);
}

fn one_of(tag: &TagPair<'_>, known: bool, expected: &str, found: &mut Findings<'_>) {
    if !known {
        let message = format!("expected {expected}, found `{}`", shown(tag.value));
        found.add(found.about_value(Code::UnusualTagValue, tag, message));
    }
}

fn ply_count_form(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    if !tag.value.iter().all(u8::is_ascii_digit) && !matches!(tag.value, b"?" | b"-") {
        let message = format!("expected a number of plies, found `{}`", shown(tag.value));
        found.add(found.about_value(Code::PlyCountWrong, tag, message));
    }
}

/// Compares `PlyCount` with the moves played. If the game is cut off, the tag may be right.
pub(crate) fn ply_count(tags: &Tags<'_>, plies: u32, is_cut_off: bool, found: &mut Findings<'_>) {
    let Some(tag) = tags.get(TagName::PlyCount) else { return };
    let claimed = str::from_utf8(tag.value).ok().and_then(|text| text.parse::<u32>().ok());
    if claimed.is_some_and(|claimed| claimed != plies) {
        let message = format!("the game has {}, not `{}`", counted(plies, "ply"), shown(tag.value));
        let finding = found.about_value(Code::PlyCountWrong, tag, message);
        let right = (!is_cut_off).then(|| plies.to_string());
        found.add(finding.with_optional_replacement(right, Safety::Safe));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::test_support::tag;

    #[test]
    fn single_values_are_checked() {
        for (name, value, expected) in [
            ("Site", "", &["T115"][..]),
            ("Result", "1:0", &["V208", "R702"]),
            ("Result", "White won", &["V208"]),
            ("Round", "3.1", &[]),
            ("Round", "Final", &["V207"]),
            ("ECO", "C65", &[]),
            ("ECO", "C65/08", &[]),
            ("ECO", "?", &[]),
            ("ECO", "F00", &["V214"]),
            ("ECO", "C65q", &["V214"]),
            ("TimeControl", "300+2", &[]),
            ("TimeControl", "40/5400+30:1800+30", &["V218"]),
            ("TimeControl", "90 min", &["V217"]),
            ("Termination", "normal", &[]),
            ("Termination", "Normal", &["V219"]),
            ("SetUp", "0", &[]),
            ("SetUp", "1", &["V221"]),
            ("SetUp", "2", &["V221"]),
            ("Board", "3", &[]),
            ("Board", "top", &["V226"]),
            ("Mode", "OTB", &[]),
            ("WhiteType", "computer", &["V226"]),
            ("PlyCount", "many", &["V225"]),
            ("Variant", "Standard", &[]),
            ("Variant", "Chess960", &["V224"]),
            ("Variant", "Chezz", &["V224"]),
        ] {
            assert_eq!(tag(name, value), expected, "{name} {value}");
        }
    }
}
