//! The tags of a game as a set: which there are, in which order and under which names.

use crate::{
    diagnostics::{Code, Finding, Safety, Severity},
    lint::{Findings, TagName, Tags, findings::shown},
    pgn::{GameResult, NAMES, ROSTER_TAGS, TagPair, known},
    text::{Source, Span},
};

/// Tags beyond this number are not compared with each other: no real game has so many.
const COMPARED: usize = 64;

/// Checks the tags as a set. `game` is the text of the game; a game without tags is reported there.
pub(crate) fn check(tags: &Tags<'_>, game: &[u8], found: &mut Findings<'_>) {
    if tags.all().is_empty() {
        let place = &game[..game.len().min(1)];
        let finding = found.about(Code::RosterTagMissing, place, "the game has no tags");
        return found.add(finding.with_severity(Severity::Info));
    }
    roster(tags, found);
    names(tags, found);
    repeated(tags, found);
    if found.shows(Code::RosterOrder) {
        roster_order(tags, found);
    }
    if found.shows(Code::TagOrder) {
        further_order(tags, found);
    }
}

/// Reports a missing `Result` tag. Its value is the result after the moves, so this check runs after them.
pub(crate) fn look_for_result(tags: &Tags<'_>, result: GameResult, found: &mut Findings<'_>) {
    if !tags.all().is_empty() {
        look_for(ROSTER_TAGS.len() - 1, result.text(), tags, found);
    }
}

fn roster(tags: &Tags<'_>, found: &mut Findings<'_>) {
    for (place, (tag, _)) in ROSTER_TAGS.iter().enumerate() {
        match tag {
            TagName::Date => look_for(place, "????.??.??", tags, found),
            TagName::Result => {}
            _ => look_for(place, "?", tags, found),
        }
    }
}

/// Reports a missing tag of the roster and suggests `value` for it.
fn look_for(place: usize, value: &str, tags: &Tags<'_>, found: &mut Findings<'_>) {
    let (tag, name) = ROSTER_TAGS[place];
    if tags.get(tag).is_none() && !has_slip_of(tags, name) {
        missing(place, value, tags, found);
    }
}

fn missing(place: usize, value: &str, tags: &Tags<'_>, found: &mut Findings<'_>) {
    let first = tags.all()[0];
    let (_, name) = ROSTER_TAGS[place];
    let before = ROSTER_TAGS[..place].iter().rev().find_map(|(tag, _)| tags.get(*tag));
    let source = found.source();
    let line_end = source.line_end_around(source.span_of(first.text).end);
    let (at, line) = match before {
        Some(tag) => (source.span_of(tag.text).end, format!("{line_end}[{name} \"{value}\"]")),
        None => (source.span_of(first.text).start, format!("[{name} \"{value}\"]{line_end}")),
    };
    let message = format!("the required tag `{name}` is missing");
    let finding = found
        .about(Code::RosterTagMissing, first.text, message)
        .with_path(name)
        .with_edit(Span { start: at, end: at }, line, Safety::Safe);
    // Servers write the day as UTCDate and have no rounds, and a study has no players.
    let is_studied = tags.is_online()
        && tags.get(TagName::White).is_none()
        && tags.get(TagName::Black).is_none();
    let by_server = match name {
        "Date" | "Round" => tags.get(TagName::UtcDate).is_some(),
        "White" | "Black" => is_studied,
        _ => false,
    };
    found.add(if by_server { finding.with_severity(Severity::Info) } else { finding });
}

fn names(tags: &Tags<'_>, found: &mut Findings<'_>) {
    for (_, tag) in tags.others() {
        if known(tag.name).is_none() {
            unknown_name(tag, tags, found);
        }
    }
}

/// Whether some tag has this name with a typing error; then it is not missing.
pub(crate) fn has_slip_of(tags: &Tags<'_>, name: &str) -> bool {
    tags.others().any(|(_, other)| is_meant(name.as_bytes(), other.name))
}

/// Whether a name is that of a missing tag with a typing error.
fn is_meant(missing: &[u8], name: &[u8]) -> bool {
    known(name).is_none() && (missing.eq_ignore_ascii_case(name) || is_slip(missing, name))
}

fn unknown_name(tag: &TagPair<'_>, tags: &Tags<'_>, found: &mut Findings<'_>) {
    let name = tag.name;
    if !name.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return;
    }
    let same_but_case = NAMES.iter().find(|usual| usual.eq_ignore_ascii_case(name));
    // A short name is easily another word, so the tag it resembles must also be missing.
    let is_missed = |at: usize| at < ROSTER_TAGS.len() && tags.get(ROSTER_TAGS[at].0).is_none();
    let nearly = || {
        let mut usual = NAMES.iter().enumerate();
        let slip = usual.find(|(at, usual)| {
            (usual.len() >= LONG_NAME || is_missed(*at)) && is_slip(usual, name)
        });
        slip.map(|(_, usual)| usual)
    };
    if let Some(usual) = same_but_case.or_else(nearly).map(|usual| shown(usual)) {
        let safety = if same_but_case.is_some() { Safety::Safe } else { Safety::Guess };
        let message = format!("the tag name `{}` is usually written `{usual}`", shown(name));
        let finding = found.about_name(Code::TagMisspelt, tag, message);
        found.add(finding.with_replacement(usual, safety));
    } else if name.first().is_some_and(u8::is_ascii_lowercase) && found.shows(Code::LowerCaseTag) {
        lower_case(tag, found);
    }
}

fn lower_case(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    let mut capital = shown(tag.name).into_owned();
    capital[..1].make_ascii_uppercase();
    let message = format!("the tag name `{}` starts with a lowercase letter", shown(tag.name));
    let finding = found.about_name(Code::LowerCaseTag, tag, message);
    found.add(finding.with_replacement(capital, Safety::Safe));
}

/// A name with at least this many letters is hardly another word if only one letter differs.
const LONG_NAME: usize = 6;

/// Whether a name differs from a usual one by a single letter: wrong, missing, added or swapped
/// with its neighbour.
fn is_slip(usual: &[u8], name: &[u8]) -> bool {
    if usual.len().abs_diff(name.len()) > 1 {
        return false;
    }
    let same = |(a, b): (&u8, &u8)| a.eq_ignore_ascii_case(b);
    let prefix = usual.iter().zip(name).take_while(|&pair| same(pair)).count();
    let ends_alike = |from: usize, of: usize| {
        usual.len() >= from && name.len() >= of && usual[from..].eq_ignore_ascii_case(&name[of..])
    };
    let exchanged = usual.get(prefix..prefix + 2).zip(name.get(prefix..prefix + 2));
    ends_alike(prefix + 1, prefix + 1)
        || ends_alike(prefix + 1, prefix)
        || ends_alike(prefix, prefix + 1)
        || exchanged.is_some_and(|(a, b)| a[0] == b[1] && a[1] == b[0])
            && ends_alike(prefix + 2, prefix + 2)
}

fn repeated(tags: &Tags<'_>, found: &mut Findings<'_>) {
    for (at, tag) in tags.others().take_while(|&(at, _)| at < COMPARED) {
        let mut earlier = tags.others().map_while(|(place, one)| (place < at).then_some(one));
        let first = match known(tag.name) {
            Some(kind) => tags.get(kind),
            None => earlier.find(|earlier| earlier.name == tag.name),
        };
        if let Some(first) = first {
            twice(first, tag, found);
        }
    }
}

/// Whether two tags are one and the same piece of text.
fn is_same(one: &TagPair<'_>, other: &TagPair<'_>) -> bool {
    std::ptr::eq(one.text, other.text)
}

fn twice(first: &TagPair<'_>, second: &TagPair<'_>, found: &mut Findings<'_>) {
    let name = shown(second.name);
    let span = line_of(second, found.source());
    if first.value == second.value {
        let message = format!("the tag `{name}` is repeated");
        let finding = found.about(Code::TagRepeated, second.text, message).with_path(name);
        found.add(finding.with_edit(span, "", Safety::Safe));
    } else {
        let values = (shown(first.value), shown(second.value));
        let message = format!(
            "the tag `{name}` occurs twice with different values: `{}` and `{}`",
            values.0, values.1
        );
        let finding = found.about(Code::TagRepeated, second.text, message).with_path(name);
        found.add(finding.with_severity(Severity::Error).with_edit(span, "", Safety::Guess));
    }
}

/// A tag, with its line end if it is alone on its line: deleting it must not leave a blank line among the tags.
pub(crate) fn line_of(tag: &TagPair<'_>, source: &Source<'_>) -> Span {
    let span = source.span_of(tag.text);
    let line = source.line_of(span.start);
    if line.trim_ascii() != tag.text {
        return span;
    }
    let Span { start, end } = source.span_of(line);
    Span { start, end: end + source.line_end_at(end).len() as u64 }
}

// PGN 8.1.1: the roster in its order, before all others.
fn roster_order(tags: &Tags<'_>, found: &mut Findings<'_>) {
    let mut latest = None;
    let repeats = |tag, kind| tags.get(kind).is_some_and(|first| !is_same(first, tag));
    for tag in tags.all() {
        let kind = known(tag.name);
        if kind.is_some_and(|kind| repeats(tag, kind)) {
            continue;
        }
        let place = place_in_roster(tag);
        if place < ROSTER_TAGS.len() && latest.is_some_and(|latest| place < latest) {
            let message = format!("`{}` belongs further up in the tag list", shown(tag.name));
            let help = "the order is Event, Site, Date, Round, White, Black, Result, other tags";
            let finding = found.about_name(Code::RosterOrder, tag, message).with_help(help);
            return found.add(ordered(finding, tags, found.source()));
        }
        latest = latest.max(Some(place));
    }
}

/// The index of a tag in the roster; all tags that are not in the roster come after it.
fn place_in_roster(tag: &TagPair<'_>) -> usize {
    known(tag.name).map_or(ROSTER_TAGS.len(), |kind| kind as usize).min(ROSTER_TAGS.len())
}

/// Adds an edit that sorts all tags, if there is nothing else between them.
fn ordered(finding: Finding, tags: &Tags<'_>, source: &Source<'_>) -> Finding {
    let mut all: Vec<_> = tags.all().iter().collect();
    let span_of = |tag: &TagPair<'_>| source.span_of(tag.text);
    let is_apart = |pair: &[&TagPair<'_>]| {
        let between = Span { start: span_of(pair[0]).end, end: span_of(pair[1]).start };
        !source.slice(between).trim_ascii().is_empty()
    };
    let (Some(first), Some(last)) = (all.first(), all.last()) else { return finding };
    let span = Span { start: span_of(first).start, end: span_of(last).end };
    if all.windows(2).any(is_apart) {
        return finding;
    }
    all.sort_by_key(|tag| {
        let place = place_in_roster(tag);
        (place, if place < ROSTER_TAGS.len() { b"" } else { tag.name })
    });
    let texts: Option<Vec<_>> = all.iter().map(|tag| str::from_utf8(tag.text).ok()).collect();
    let line_end = source.line_end_around(span.end);
    finding.with_optional_edit(texts.map(|texts| (span, texts.join(line_end))), Safety::Safe)
}

// PGN 8.1.1: further tags in ASCII order.
fn further_order(tags: &Tags<'_>, found: &mut Findings<'_>) {
    let is_further = |tag: &&TagPair<'_>| place_in_roster(tag) == ROSTER_TAGS.len();
    let mut further = tags.all().iter().filter(is_further).peekable();
    while let (Some(tag), Some(next)) = (further.next(), further.peek()) {
        if next.name < tag.name {
            let message = format!("`{}` belongs before `{}`", shown(next.name), shown(tag.name));
            let finding = found.about_name(Code::TagOrder, next, message);
            return found.add(ordered(finding, tags, found.source()));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        diagnostics::Code,
        lint::test_support::{findings, safely_corrected, tag, tag_and_moves},
    };

    #[test]
    fn names_are_checked() {
        for (name, expected) in [
            ("WhiteElo", &[][..]),
            ("HouseRule", &[]),
            ("houseRule", &["T105"]),
            ("whiteelo", &["T106"]),
            ("BlackELO", &["T106"]),
            ("WihteElo", &["T106"]),
            ("WhiteEl", &["T106"]),
            ("WhiteElos", &["T106"]),
            ("WhiteClub", &[]),
            ("Bound", &[]),
        ] {
            assert_eq!(tag(name, "2100"), expected, "{name}");
        }
    }

    #[test]
    fn tags_are_checked_as_a_set() {
        for (text, expected) in
            [("1. e4 *", &["T108"][..]), ("[Event \"?\"]\n\n1. e4 *", &["T108"; 6])]
        {
            let found = findings(&format!("{text}\n"));
            let codes: Vec<_> = found.iter().map(|finding| finding.code.id()).collect();
            assert_eq!(codes, expected, "{text}");
        }
        assert_eq!(tag_and_moves("[Round \"1\"]", "1. e4"), ["T107"]);
        assert_eq!(tag_and_moves("[White \"Alm, C\"]", "1. e4"), ["T107"]);
        assert_eq!(tag_and_moves("[WhiteElo \"2000\"]\n[BlackElo \"2000\"]", "1. e4"), ["T110"]);
    }

    #[test]
    fn tags_are_corrected_as_a_set() {
        let six = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n[White \"?\"]\n\
                   [Black \"?\"]\n";
        for (code, tags, moves, corrected) in [
            (Code::RosterTagMissing, "", "1. e4 1-0", "[Result \"1-0\"]\n"),
            (Code::RosterTagMissing, "", "1. e4 *", "[Result \"*\"]\n"),
            (Code::RosterTagMissing, "", "1. e4", "[Result \"*\"]\n"),
            (Code::EmptyValue, "[Result \"\"]\n", "1. e4 1-0", "[Result \"1-0\"]\n"),
            (Code::TagRepeated, "[Round \"1\"]\n[ECO \"?\"]\n", "1. e4 *", "[ECO \"?\"]\n"),
            (Code::TagRepeated, "[Round \"1\"]\r\n[ECO \"?\"]\n", "1. e4 *", "[ECO \"?\"]\n"),
            (
                Code::TagOrder,
                "[WhiteElo \"1\"]\n[ECO \"?\"]\n",
                "1. e4 *",
                "[ECO \"?\"]\n[WhiteElo \"1\"]\n",
            ),
            (Code::TagRepeated, "[Round \"1\"] [ECO \"?\"]\n", "1. e4 *", " [ECO \"?\"]\n"),
        ] {
            let game = |tags: &str| format!("{six}{tags}\n{moves}\n");
            assert_eq!(safely_corrected(&game(tags), code), game(corrected), "{tags:?} {moves}");
        }
    }
}
