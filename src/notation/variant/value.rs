//! The values of keys: numbers, flags, regions, sets of pieces.

use crate::rules::variant::{EndValue, MAX_SIDE, PieceSet, PieceType, Region};

use super::draft::VariantDraft;

/// Why a value cannot be used: where in the value, and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BadValue {
    pub(super) at: usize,
    pub(super) reason: String,
}

impl BadValue {
    pub(super) fn new(at: usize, reason: impl Into<String>) -> Self {
        Self { at, reason: reason.into() }
    }
}

type ValueResult<T> = Result<T, BadValue>;

pub(super) fn flag(text: &str) -> ValueResult<bool> {
    match text {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(BadValue::new(0, format!("expected `true` or `false`, found `{text}`"))),
    }
}

/// A number in a range.
pub(super) fn number(text: &str, least: u32, greatest: u32) -> ValueResult<u32> {
    let found = text.parse().ok().filter(|number| (least..=greatest).contains(number));
    let message = || format!("expected a number from {least} to {greatest}, found `{text}`");
    found.ok_or_else(|| BadValue::new(0, message()))
}

/// A file as a letter or a number, counted from zero.
pub(super) fn file(text: &str) -> ValueResult<u8> {
    let file = match text.as_bytes() {
        [letter @ b'a'..=b'p'] => Some(letter - b'a'),
        _ => text
            .parse::<u8>()
            .ok()
            .filter(|file| (1..=MAX_SIDE).contains(file))
            .map(|file| file - 1),
    };
    let message = || format!("expected a file from `a` to `p`, found `{text}`");
    file.ok_or_else(|| BadValue::new(0, message()))
}

pub(super) fn end_value(text: &str) -> ValueResult<Option<EndValue>> {
    match text {
        "win" => Ok(Some(EndValue::Win)),
        "loss" => Ok(Some(EndValue::Loss)),
        "draw" => Ok(Some(EndValue::Draw)),
        "none" => Ok(None),
        _ => {
            let message = format!("expected `win`, `loss`, `draw` or `none`, found `{text}`");
            Err(BadValue::new(0, message))
        }
    }
}

/// The words of a value with their places in it.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let place = move |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_ascii_whitespace().map(move |word| (place(word), word))
}

/// Squares as `e4`, whole files as `a*`, whole ranks as `*4`; `-` for none.
pub(super) fn region(text: &str) -> ValueResult<Region> {
    let mut region = Region::EMPTY;
    for (at, word) in words(text) {
        if word == "-" {
            break;
        }
        let message =
            || format!("expected a square `e4`, a file `e*` or a rank `*4`, found `{word}`");
        let part = squares(word).ok_or_else(|| BadValue::new(at, message()))?;
        region = region.union(part);
    }
    Ok(region)
}

fn squares(word: &str) -> Option<Region> {
    let mut letters = word.chars();
    let first = letters.next()?;
    let rest = letters.as_str();
    let file = || {
        let letter = u8::try_from(first.to_ascii_lowercase()).ok()?;
        letter.checked_sub(b'a').filter(|file| *file < MAX_SIDE)
    };
    let rank = || {
        rest.parse::<u8>().ok().filter(|rank| (1..=MAX_SIDE).contains(rank)).map(|rank| rank - 1)
    };
    if first == '*' {
        return rank().map(Region::of_rank);
    }
    if rest == "*" {
        return file().map(Region::of_file);
    }
    let mut region = Region::EMPTY;
    region.insert(file()?, rank()?);
    Some(region)
}

/// Letters of pieces; `*` for all of them together, `-` for none.
pub(super) fn piece_set(text: &str, draft: &VariantDraft) -> ValueResult<PieceSet> {
    let mut set = PieceSet::EMPTY;
    for (at, letter) in text.char_indices().filter(|(_, letter)| !letter.is_whitespace()) {
        match letter {
            '-' => break,
            '*' => set = PieceSet(set.0 | PieceSet::ANY.0),
            _ => set.insert(piece(letter, at, draft)?),
        }
    }
    Ok(set)
}

/// The piece with a letter.
pub(super) fn piece(letter: char, at: usize, draft: &VariantDraft) -> ValueResult<PieceType> {
    let message = || format!("no piece has the letter `{}`", letter.escape_default());
    draft.kind_of(letter).ok_or_else(|| BadValue::new(at, message()))
}

/// The last of several letters; `*` or `-` for none in particular.
pub(super) fn one_piece(text: &str, draft: &VariantDraft) -> ValueResult<Option<PieceType>> {
    let mut found = None;
    for (at, letter) in text.char_indices().filter(|(_, letter)| !letter.is_whitespace()) {
        match letter {
            '-' | '*' => found = None,
            _ => found = Some(piece(letter, at, draft)?),
        }
    }
    Ok(found)
}

/// Pairs such as `q:900 r:500`.
pub(super) fn pairs<'a>(
    text: &'a str,
    draft: &VariantDraft,
) -> ValueResult<Vec<(PieceType, usize, &'a str)>> {
    let mut found = Vec::new();
    for (at, word) in words(text) {
        let message = || format!("expected a letter, a colon and a value, found `{word}`");
        let (letter, value) = word.split_once(':').ok_or_else(|| BadValue::new(at, message()))?;
        let mut letters = letter.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return Err(BadValue::new(at, message()));
        };
        found.push((piece(letter, at, draft)?, at + letter.len_utf8() + 1, value));
    }
    Ok(found)
}
