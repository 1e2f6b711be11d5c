//! The players: names, ratings, titles, ids, and lists of several players.

use crate::{
    diagnostics::{Code, Finding, Safety, Severity},
    lint::{Findings, findings::shown},
    pgn::{TagName, TagPair, Tags},
    text::counted,
};

/// The tags of each side: name, rating, title and id.
const PLAYERS: [[TagName; 4]; 2] = [
    [TagName::White, TagName::WhiteElo, TagName::WhiteTitle, TagName::WhiteFideId],
    [TagName::Black, TagName::BlackElo, TagName::BlackTitle, TagName::BlackFideId],
];

/// Checks everything about the players.
pub(crate) fn check(tags: &Tags<'_>, found: &mut Findings<'_>) {
    for [player, elo_tag, title_tag, id_tag] in PLAYERS {
        if let Some(tag) = tags.get(player) {
            if tag.value.contains(&b':') {
                list(tag, found);
                lengths(tag, [elo_tag, title_tag], tags, found);
            }
            if found.shows(Code::NameForm) {
                name(tag, found);
            }
        }
        if let Some(tag) = tags.get(elo_tag) {
            rating(tag, found);
        }
        if let Some(tag) = tags.get(title_tag) {
            title(tag, found);
        }
        if let Some(tag) = tags.get(id_tag) {
            id(tag, found);
        }
    }
    same_player(tags, found);
}

fn same_player(tags: &Tags<'_>, found: &mut Findings<'_>) {
    let known = |value: &&[u8]| !matches!(*value, b"" | b"?" | b"-");
    if let Some(black) = tags.get(TagName::Black)
        && tags.value(TagName::White) == Some(black.value)
        && is_person(&shown(black.value))
    {
        let message = format!("`{}` plays both sides", shown(black.value));
        found.add(found.about_value(Code::SamePlayers, black, message));
    }
    if let Some(black) = tags.get(TagName::BlackFideId).filter(|tag| known(&tag.value))
        && tags.value(TagName::WhiteFideId) == Some(black.value)
        && black.value != b"0"
    {
        let message = format!("both players have the FIDE id `{}`", shown(black.value));
        found.add(found.about_value(Code::FideId, black, message));
    }
}

/// Words for an unknown player, and words in the names of programs and books.
const NOT_PERSONS: &str = " anonymous unknown nn anon guest player white black self computer cpu engine program ai bot book opening \
    openings repertoire theory analysis study training stockfish komodo houdini fritz rybka lc0 leela crafty gnuchess gnu shredder \
    junior hiarcs ethereal berserk dragon arasan fruit toga critter ivanhoe alphazero chessmaster deep fairy maia pychess ";

/// Whether a name is that of a person: not of a program, a book or an unknown player. Programs have their version in the name.
fn is_person(name: &str) -> bool {
    let words =
        name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_other = |word: &str| NOT_PERSONS.contains(&format!(" {} ", word.to_ascii_lowercase()));
    let is_initials = |word: &str| word.eq_ignore_ascii_case("n");
    let has_number = !name.contains(',') && name.contains(|letter: char| letter.is_ascii_digit());
    let mut all = words.clone();
    !has_number && !words.clone().all(is_initials) && !all.any(is_other)
}

// PGN 8.1.1: a colon separates the players of a consultation game.
fn list(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    if tag.value.split(|&byte| byte == b':').any(|entry| entry.trim_ascii().is_empty()) {
        let message = format!("`{}` has a colon with nothing before or after it", shown(tag.value));
        found.add(found.about_value(Code::StrayColon, tag, message));
    }
}

fn lengths(tag: &TagPair<'_>, lists: [TagName; 2], tags: &Tags<'_>, found: &mut Findings<'_>) {
    let entries = |value: &[u8]| memchr::memchr_iter(b':', value).count() + 1;
    let players = entries(tag.value);
    for other in lists.into_iter().filter_map(|kind| tags.get(kind)) {
        let given = entries(other.value);
        if given != players {
            let given = counted(given, "entry");
            let message = format!("{players} players, but {given} in `{}`", shown(other.name));
            found.add(found.about_value(Code::ListLengths, other, message));
        }
    }
}

fn name(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    let value = tag.value;
    if value.trim_ascii() != value {
        let finding =
            found.about_value(Code::NameForm, tag, "the name begins or ends with a space");
        return found.add(finding.with_replacement(shown(value.trim_ascii()), Safety::Safe));
    }
    let text = shown(value);
    if let Some(at) = comma_without_space(value) {
        let message = format!("a space is missing after the comma in `{text}`");
        let corrected = format!("{} {}", shown(&value[..=at]), shown(&value[at + 1..]));
        let finding = found.about_value(Code::NameForm, tag, message);
        return found.add(finding.with_replacement(corrected, Safety::Safe));
    }
    if text.split(':').any(holds_more) {
        let message = format!("`{text}` contains more than a name");
        let finding = found.about_value(Code::NameForm, tag, message);
        return found.add(finding.with_help("use the tags for rating and title"));
    }
    if is_all_capitals(&text) {
        let message = format!("`{text}` is written in capitals");
        return found.add(found.about_value(Code::NameForm, tag, message));
    }
    if let Some((first, last)) = two_words(&text) {
        let message = format!("`{text}` has no comma after the surname");
        let finding = found.about_value(Code::NameForm, tag, message);
        found.add(finding.with_replacement(format!("{last}, {first}"), Safety::Guess));
    }
}

fn comma_without_space(name: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b',', name)
        .find(|&at| name.get(at + 1).is_some_and(|next| !next.is_ascii_whitespace()))
}

/// Whether a name has a title before or after it, or a rating after it.
fn holds_more(name: &str) -> bool {
    let is_title = |word: &str| word.len() > 1 && TITLES.contains(&word.as_bytes());
    let Some((first, _)) = name.split_once(' ') else { return false };
    let Some((before, last)) = name.rsplit_once(' ') else { return false };
    if name.ends_with([')', ']']) {
        let last = last.trim_matches(['(', ')', '[', ']']);
        return is_title(last) || name.contains(|letter: char| letter.is_ascii_digit());
    }
    // `Hill, CM` has initials, and a number after a name without a comma belongs to an engine's name.
    let is_rating = matches!(last.parse(), Ok(100..=4000)) && before.contains(',');
    is_title(first) || (is_title(last) && !before.ends_with(',')) || is_rating
}

/// Whether a name of more than a few letters is in capitals only.
fn is_all_capitals(name: &str) -> bool {
    let letters = || name.chars().filter(|character| character.is_alphabetic());
    letters().count() > 4 && name.contains(',') && letters().all(char::is_uppercase)
}

/// First name and surname without a comma.
fn two_words(name: &str) -> Option<(&str, &str)> {
    let (first, last) = name.split_once(' ')?;
    let is_name = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    let plain = !name.contains([',', ':', '(']) && !last.contains(' ');
    (plain && is_name(first) && is_name(last)).then_some((first, last))
}

/// A whole number from 100 to 4000, or `-`.
fn rating(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    if let &[a, b, c, d] = tag.value
        && (b'1'..=b'3').contains(&a)
        && [b, c, d].iter().all(u8::is_ascii_digit)
    {
        return;
    }
    for entry in tag.value.split(|&byte| byte == b':') {
        if let Some(finding) = odd_rating(entry, tag, found) {
            found.add(finding);
        }
    }
}

fn odd_rating(entry: &[u8], tag: &TagPair<'_>, found: &Findings<'_>) -> Option<Finding> {
    let text = shown(entry);
    let provisional = text.strip_suffix('?').filter(|number| number.parse::<u32>().is_ok());
    let about = |message: String| found.about_value(Code::EloForm, tag, message);
    match text.parse::<u32>() {
        Ok(100..=4000) => None,
        Err(_) if text == "-" => None,
        // Programs write each of these for a player without a rating.
        Ok(_) | Err(_) if matches!(&*text, "0" | "?" | "") => {
            let finding = about(format!("a player without a rating has `-`, not `{text}`"));
            Some(finding.with_replacement("-", Safety::Safe).with_severity(Severity::Info))
        }
        Ok(_) => Some(about(format!("expected a rating from 100 to 4000, found `{text}`"))),
        Err(_) => {
            let finding = about(format!("expected a rating as a number, found `{text}`"));
            let severity = if provisional.is_some() { Severity::Info } else { finding.severity };
            let finding = finding.with_severity(severity);
            Some(finding.with_optional_replacement(provisional, Safety::Guess))
        }
    }
}

/// The titles of FIDE and of the servers.
const TITLES: [&[u8]; 19] = [
    b"-", b"?", b"GM", b"IM", b"FM", b"CM", b"NM", b"WGM", b"WIM", b"WFM", b"WCM", b"WNM", b"AGM",
    b"AIM", b"AFM", b"ACM", b"LM", b"BOT", b"",
];

fn title(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    for entry in tag.value.split(|&byte| byte == b':') {
        if !TITLES.contains(&entry) {
            let message = format!("expected `-` or a title like `GM`, found `{}`", shown(entry));
            found.add(found.about_value(Code::TitleForm, tag, message));
        }
    }
}

fn id(tag: &TagPair<'_>, found: &mut Findings<'_>) {
    let is_number =
        |entry: &[u8]| entry.iter().all(u8::is_ascii_digit) || entry == b"-" || entry == b"?";
    if !tag.value.split(|&byte| byte == b':').all(is_number) {
        let message = format!("expected a FIDE id as a number, found `{}`", shown(tag.value));
        found.add(found.about_value(Code::FideId, tag, message));
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        diagnostics::Code,
        lint::test_support::{findings, tag},
    };

    #[test]
    fn players_are_checked() {
        for (name, value, expected) in [
            ("White", "Ek, Anna", &[][..]),
            ("White", "annaek77", &[]),
            ("White", "van der Berg, A", &[]),
            ("White", "Ek,Anna", &["V210"]),
            ("White", "EK, ANNA", &["V210"]),
            ("White", "Anna Ek", &["V210"]),
            ("White", "Ek, Anna (2100)", &["V210"]),
            ("White", "Ek, Anna [2100]", &["V210"]),
            ("White", "Ek, Anna 2100", &["V210"]),
            ("White", "Ek, Anna (GM)", &["V210"]),
            ("White", "Ek, Anna WGM", &["V210"]),
            ("White", "GM Ek, Anna", &["V210"]),
            ("White", "Alm, C:GM Ek, A", &["V210"]),
            ("White", "Ek, Anna (SWE)", &[]),
            ("White", "Ek, CM", &[]),
            ("White", "Im, Anna", &[]),
            ("White", "GM", &[]),
            ("White", "engine 2023", &[]),
            ("White", " Ek, Anna", &["V210"]),
            ("White", "Ask, Bo", &["V209"]),
            ("White", "Ek, Anna:Alm, Cecilia", &[]),
            ("White", "Ek, Anna:", &["T116"]),
            ("WhiteElo", "2100", &[]),
            ("WhiteElo", "-", &[]),
            ("WhiteElo", "2100:1900", &[]),
            ("WhiteElo", "0", &["V211"]),
            ("WhiteElo", "", &["V211"]),
            ("WhiteElo", "99", &["V211"]),
            ("WhiteElo", "4001", &["V211"]),
            ("WhiteElo", "unrated", &["V211"]),
            ("WhiteTitle", "WGM", &[]),
            ("WhiteTitle", "Grandmaster", &["V212"]),
            ("WhiteFideId", "1503014", &[]),
            ("WhiteFideId", "SWE-1", &["V213"]),
        ] {
            assert_eq!(tag(name, value), expected, "{name} {value}");
        }
    }

    #[test]
    fn a_title_is_not_taken_for_a_first_name() {
        let found = findings("[White \"IM Ek\"]\n\n1. e4 *\n");
        let name = found.iter().find(|finding| finding.code == Code::NameForm);
        let name = name.expect("a finding about the name");
        assert_eq!(
            (name.message.as_str(), name.edits.as_slice()),
            ("`IM Ek` contains more than a name", &[][..])
        );
    }
}
