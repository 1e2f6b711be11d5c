//! The tags of a game as a set: which there are, in which order and under which names.

use std::borrow::Cow;

use crate::{
    diagnostics::{Code, Finding, Safety, Severity},
    lint::{Findings, findings::shown},
    pgn::{GameResult, NAMES, ROSTER_TAGS, TagName, TagPair, Tags, known, tag_pair},
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
    names(tags, found);
    repeated(tags, found);
    if found.shows(Code::RosterOrder) {
        roster_order(tags, found);
    }
    if found.shows(Code::TagOrder) {
        further_order(tags, found);
    }
}

/// Reports the missing tags of the roster in one finding, and suggests values for them. That of `Result` is the result after the
/// moves, so this check runs after them.
pub(crate) fn check_roster(
    tags: &Tags<'_>,
    result: GameResult,
    has_moves: bool,
    found: &mut Findings<'_>,
) {
    let Some(first) = tags.all().first() else { return };
    let is_missing =
        |(tag, name): &(TagName, &str)| tags.get(*tag).is_none() && !has_slip_of(tags, name);
    let missing: Vec<_> = ROSTER_TAGS.into_iter().filter(is_missing).collect();
    let Some((_, name)) = missing.first() else { return };
    let names: Vec<_> = missing.iter().map(|(_, name)| format!("`{name}`")).collect();
    let message = match names.as_slice() {
        [only] => format!("the required tag {only} is missing"),
        [most @ .., last] => {
            format!("the required tags {} and {last} are missing", most.join(", "))
        }
        [] => return,
    };
    // A writer that leaves out most of them, or leaves them empty, does not keep the roster.
    let is_empty = |(tag, _): &&(TagName, &str)| tags.value(*tag).is_some_and(<[u8]>::is_empty);
    let empty = ROSTER_TAGS.iter().filter(is_empty).count();
    let is_sparse = missing.len() + empty > ROSTER_TAGS.len() / 2;
    // A list of tags is no archive of games.
    let is_excused =
        is_sparse || !has_moves || missing.iter().all(|&(tag, _)| is_excused(tag, tags));
    let severity = if is_excused { Severity::Info } else { Severity::Warning };
    let finding = found.about(Code::RosterTagMissing, first.text, message).with_path(*name);
    let finding = finding.with_severity(severity);
    found.add(with_lines(finding, &missing, result, tags, found.source()));
}

/// Whether a game often lacks a tag for a good reason: many events have no rounds, servers write the day as `UTCDate`, and a study
/// has no players.
fn is_excused(tag: TagName, tags: &Tags<'_>) -> bool {
    let is_missing = |tag| tags.get(tag).is_none();
    match tag {
        TagName::Round => true,
        TagName::Date => !is_missing(TagName::UtcDate),
        TagName::Site => tags.is_study(),
        TagName::White | TagName::Black => {
            (tags.is_online() || tags.is_study())
                && is_missing(TagName::White)
                && is_missing(TagName::Black)
        }
        _ => false,
    }
}

/// The name of the tag whose value contains a place.
pub(crate) fn around(place: Span, tags: &Tags<'_>, source: &Source<'_>) -> Option<String> {
    let is_around = |tag: &&TagPair<'_>| {
        let value = source.span_of(tag.value);
        value.start <= place.start && place.end <= value.end
    };
    tags.all().iter().find(is_around).map(|tag| shown(tag.name).into_owned())
}

/// Adds the edits that insert missing tags, each behind the tag that the standard has before it.
fn with_lines(
    finding: Finding,
    missing: &[(TagName, &str)],
    result: GameResult,
    tags: &Tags<'_>,
    source: &Source<'_>,
) -> Finding {
    let first = finding.span;
    let line_end = source.line_end_around(first.end);
    let inserted = |&(tag, name): &(TagName, &str)| {
        let value = match tag {
            TagName::Date => "????.??.??",
            TagName::Result => result.text(),
            _ => "?",
        };
        let earlier = ROSTER_TAGS.iter().take_while(|(other, _)| *other != tag);
        let before = earlier.filter_map(|(other, _)| tags.get(*other)).last();
        let line = format!("[{name} \"{value}\"]");
        match before {
            Some(tag) => (source.span_of(tag.text).end, line_end.to_owned() + &line),
            None => (first.start, line + line_end),
        }
    };
    let mut lines: Vec<_> = missing.iter().map(inserted).collect();
    lines.sort_by_key(|(at, _)| *at);
    lines.chunk_by(|(at, _), (next, _)| at == next).fold(finding, |finding, lines| {
        let (start, end) = (lines[0].0, lines[0].0);
        let text: String = lines.iter().map(|(_, line)| line.as_str()).collect();
        finding.with_edit(Span { start, end }, text, Safety::Safe)
    })
}

fn names(tags: &Tags<'_>, found: &mut Findings<'_>) {
    let mut in_other_case = Vec::new();
    for (_, tag) in tags.others().filter(|(_, tag)| known(tag.name).is_none()) {
        match NAMES.iter().find(|usual| usual.eq_ignore_ascii_case(tag.name)) {
            Some(usual) => in_other_case.push((tag, shown(usual))),
            None => unknown_name(tag, tags, found),
        }
    }
    let is_twice = |usual: &str| {
        tags.all().iter().filter(|tag| tag.name.eq_ignore_ascii_case(usual.as_bytes())).count() > 1
    };
    let safety = if in_other_case.iter().any(|(_, usual)| is_twice(usual)) {
        Safety::Guess
    } else {
        Safety::Safe
    };
    other_case(&in_other_case, safety, found);
}

/// Reports all names in other letter case in one finding. Its edit is a guess if it gives two tags the same name.
fn other_case(names: &[(&TagPair<'_>, Cow<'_, str>)], safety: Safety, found: &mut Findings<'_>) {
    let [(first, usual), more @ ..] = names else { return };
    let others = match more.len() {
        0 => String::new(),
        1 => ", and 1 more in the same way".to_owned(),
        more => format!(", and {more} more in the same way"),
    };
    let name = shown(first.name);
    let message = format!("the tag name `{name}` is usually written `{usual}`{others}");
    let finding = found.about_name(Code::TagMisspelt, first, message);
    let renamed = |finding: Finding, (tag, usual): &(&TagPair<'_>, Cow<'_, str>)| {
        finding.with_edit(found.source().span_of(tag.name), usual.as_ref(), safety)
    };
    found.add(names.iter().fold(finding, renamed));
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
    // A short name is easily another word, so the tag it resembles must also be missing.
    let is_missed = |at: usize| at < ROSTER_TAGS.len() && tags.get(ROSTER_TAGS[at].0).is_none();
    let nearly = || {
        let mut usual = NAMES.iter().enumerate();
        let slip = usual.find(|(at, usual)| {
            (usual.len() >= LONG_NAME || is_missed(*at)) && is_slip(usual, name)
        });
        slip.map(|(_, usual)| usual)
    };
    if let Some(usual) = nearly().map(|usual| shown(usual)) {
        let message = format!("the tag name `{}` is usually written `{usual}`", shown(name));
        let finding = found.about_name(Code::TagMisspelt, tag, message);
        found.add(finding.with_replacement(usual, Safety::Guess));
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
    // A value that says nothing gives way to the other.
    let is_open = matches!(first.value, b"" | b"?" | b"*");
    let needless = if is_open { first } else { second };
    let span = line_of(needless, found.source());
    if first.value == second.value {
        let message = format!("the tag `{name}` is repeated");
        let finding = found.about(Code::TagRepeated, second.text, message).with_path(name);
        // What follows on the line would then be read in another way.
        let source = found.source();
        let is_alone = span != source.span_of(needless.text);
        let line_end = source.span_of(source.line_of(span.start)).end;
        let rest = source.slice(Span { start: span.end, end: line_end.max(span.end) });
        let is_before_tag = rest.trim_ascii_start().first().is_none_or(|&next| next == b'[');
        let safety = if is_alone || is_before_tag { Safety::Safe } else { Safety::Guess };
        found.add(finding.with_edit(span, "", safety));
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
    let is_broken = |tag: &&TagPair<'_>| tag_pair(tag.text).is_err();
    if all.windows(2).any(is_apart) || all.iter().any(is_broken) {
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
            [("1. e4 *", &["T108"][..]), ("[Event \"?\"]\n\n1. e4 *", &["T108"])]
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
