//! Changes of the original bytes. Edits of a text that is changed already are composed with the changes it has.

use std::{cmp::Reverse, ops::Range};

use crate::{
    diagnostics::{Class, Code, Edit, Finding},
    text::{Source, Span},
};

/// A change of the original text, made of the edits of one or more findings.
#[derive(Debug, Clone, PartialEq)]
pub struct Correction {
    /// The original bytes that are replaced; empty for an insertion.
    pub span: Span,
    /// The new bytes.
    pub replacement: Vec<u8>,
    /// What it corrects.
    pub causes: Vec<Cause>,
}

/// What a correction corrects.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cause {
    /// The code of the finding.
    pub code: Code,
    /// How certain the correction of the finding is.
    pub class: Class,
    /// The probability that it is right.
    pub confidence: f32,
}

impl Cause {
    /// The cause of the edits of a finding.
    pub fn of(finding: &Finding) -> Self {
        let class = finding.class().unwrap_or(Class::Guess);
        Self { code: finding.code, class, confidence: finding.confidence() }
    }
}

impl Correction {
    /// The class of the least certain of its causes.
    pub fn class(&self) -> Class {
        self.causes.iter().map(|cause| cause.class).max().unwrap_or(Class::Safe)
    }

    /// The confidence of the least certain of its causes.
    pub fn confidence(&self) -> f32 {
        self.causes.iter().map(|cause| cause.confidence).fold(1.0, f32::min)
    }
}

/// The text with corrections, which are in its order and do not overlap.
pub fn apply<'c>(
    source: Source<'_>,
    corrections: impl IntoIterator<Item = &'c Correction>,
) -> Vec<u8> {
    let mut text = Vec::with_capacity(source.bytes.len());
    let same = |start, end| source.as_written(source.slice(Span { start, end }));
    let mut done = source.first_byte;
    for Correction { span, replacement, .. } in corrections {
        text.extend_from_slice(&same(done, span.start));
        text.extend_from_slice(replacement);
        done = span.end;
    }
    text.extend_from_slice(&same(done, source.first_byte + source.bytes.len() as u64));
    text
}

/// An edit of a text that may be changed already, as bytes of that text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DraftEdit {
    pub(super) range: Range<usize>,
    pub(super) replacement: Vec<u8>,
    pub(super) causes: Vec<Cause>,
}

impl DraftEdit {
    /// An edit of a text that begins at byte `first`, without the bytes at both ends that stay the same.
    pub(super) fn of(edit: &Edit, first: u64, text: &[u8], cause: Cause) -> Option<Self> {
        let at = |byte: u64| usize::try_from(byte.checked_sub(first)?).ok();
        let (start, end) = (at(edit.span.start)?, at(edit.span.end)?);
        let (old, new) = (text.get(start..end)?, edit.replacement.as_bytes());
        let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        let (old, new) = (&old[same..], &new[same..]);
        let pairs = old.iter().rev().zip(new.iter().rev());
        let behind = pairs.take_while(|(old, new)| old == new).count();
        let range = start + same..end - behind;
        let replacement = new[..new.len() - behind].to_owned();
        Some(Self { range, replacement, causes: vec![cause] })
    }

    /// Whether both cannot be made, or only in an order that is unknown.
    pub(super) fn is_in_conflict_with(&self, other: &Self) -> bool {
        let (one, two) = (&self.range, &other.range);
        let overlap = one.start < two.end && two.start < one.end;
        let is_same_place = one.is_empty() && two.is_empty() && one.start == two.start;
        (overlap || is_same_place) && !self.is_same_as(other)
    }

    /// Whether both make the same change.
    pub(super) fn is_same_as(&self, other: &Self) -> bool {
        self.range == other.range && self.replacement == other.replacement
    }
}

/// Changes of an original text, and edits of the text with these changes.
struct Composition<'a> {
    /// The text with the changes.
    text: &'a [u8],
    /// The first byte of the original text.
    first: u64,
    composed: Vec<Correction>,
    /// How many bytes longer the text is than the original, up to the place that is composed.
    growth: i64,
}

/// The changes of the original text that have the effect of `made`, which led to `text`, and then of `edits`. Both are in the order
/// of the text and do not overlap.
pub(super) fn compose(
    made: Vec<Correction>,
    edits: Vec<DraftEdit>,
    text: &[u8],
    first: u64,
) -> Vec<Correction> {
    let mut composition = Composition { text, first, composed: Vec::new(), growth: 0 };
    let (mut made, mut edits) = (made.into_iter().peekable(), edits.into_iter().peekable());
    loop {
        let (mut group, mut new) = (Vec::new(), Vec::new());
        let start = match (made.peek(), edits.peek()) {
            (None, None) => return composition.composed,
            (Some(one), None) => composition.start_of(one),
            (None, Some(edit)) => edit.range.start,
            (Some(one), Some(edit)) => composition.start_of(one).min(edit.range.start),
        };
        // All changes and edits that touch each other, one after the other.
        let (mut end, mut growth) = (start, composition.growth);
        loop {
            let shift = |at: u64, growth: i64| place(at, first, growth);
            if let Some(one) = made.next_if(|one| shift(one.span.start, growth) <= end) {
                end = end.max(shift(one.span.start, growth) + one.replacement.len());
                growth += growth_of(&one);
                group.push(one);
            } else if let Some(edit) = edits.next_if(|edit| edit.range.start <= end) {
                end = end.max(edit.range.end);
                new.push(edit);
            } else {
                break;
            }
        }
        composition.join(group, new, start..end);
    }
}

fn place(at: u64, first: u64, growth: i64) -> usize {
    let place = (at - first).checked_add_signed(growth).unwrap_or_default();
    usize::try_from(place).unwrap_or(usize::MAX)
}

fn growth_of(correction: &Correction) -> i64 {
    let length = |length: u64| i64::try_from(length).unwrap_or(i64::MAX);
    length(correction.replacement.len() as u64) - length(correction.span.len())
}

impl Composition<'_> {
    fn start_of(&self, correction: &Correction) -> usize {
        place(correction.span.start, self.first, self.growth)
    }

    /// The original byte at a place of the text that no change touches.
    fn original(&self, at: usize, growth: i64) -> u64 {
        (self.first + at as u64).checked_add_signed(-growth).unwrap_or_default()
    }

    /// Adds changes and edits that touch each other; `whole` holds all of them.
    fn join(&mut self, group: Vec<Correction>, new: Vec<DraftEdit>, whole: Range<usize>) {
        let before = self.growth;
        self.growth += group.iter().map(growth_of).sum::<i64>();
        if new.is_empty() {
            return self.composed.extend(group);
        }
        if group.is_empty() {
            for DraftEdit { range, replacement, causes } in new {
                let span = Span {
                    start: self.original(range.start, before),
                    end: self.original(range.end, before),
                };
                self.composed.push(Correction { span, replacement, causes });
            }
            return;
        }
        let span = Span {
            start: self.original(whole.start, before),
            end: self.original(whole.end, self.growth),
        };
        let mut causes: Vec<Cause> = group.into_iter().flat_map(|one| one.causes).collect();
        let (mut replacement, mut done) = (Vec::new(), whole.start);
        for edit in new {
            replacement.extend_from_slice(&self.text[done..edit.range.start]);
            replacement.extend(edit.replacement);
            done = edit.range.end;
            causes.extend(edit.causes);
        }
        replacement.extend_from_slice(&self.text[done..whole.end]);
        causes.sort_by_key(|cause| (cause.code, Reverse(cause.class)));
        causes.dedup_by_key(|cause| cause.code);
        self.composed.push(Correction { span, replacement, causes });
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    /// A cause that does not matter.
    const CAUSE: Cause = Cause { code: Code::CheckSign, class: Class::Safe, confidence: 1.0 };

    /// Edits of a text, in its order and apart from each other.
    fn apart(places: &[(usize, usize, String)], text: &[u8]) -> Vec<DraftEdit> {
        let mut edits: Vec<DraftEdit> = Vec::new();
        let mut places = places.to_vec();
        places.sort();
        for (start, length, replacement) in places {
            let start = start % (text.len() + 1);
            let range = start..(start + length).min(text.len());
            let edit = DraftEdit { range, replacement: replacement.into(), causes: vec![CAUSE] };
            edits.push(edit);
        }
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        edits.dedup_by(|later, edit| edit.range.end >= later.range.start);
        edits
    }

    fn edited(text: &[u8], edits: &[DraftEdit]) -> Vec<u8> {
        let mut new = text.to_vec();
        for edit in edits.iter().rev() {
            new.splice(edit.range.clone(), edit.replacement.iter().copied());
        }
        new
    }

    proptest! {
        /// Edits one round after the other, and their composition, lead to the same text.
        #[test]
        fn composed_edits_do_what_the_edits_do(
            original in "[a-z \n]{0,60}",
            rounds in vec(vec((0..80_usize, 0..6_usize, "[A-Z]{0,4}"), 0..6), 0..6),
        ) {
            let first = 1000;
            let source = Source { first_byte: first, ..Source::new("any", original.as_bytes()) };
            let (mut text, mut made) = (original.clone().into_bytes(), Vec::new());
            for places in &rounds {
                let edits = apart(places, &text);
                let next = edited(&text, &edits);
                made = compose(made, edits, &text, first);
                text = next;
                prop_assert_eq!(apply(source, &made), &text[..]);
                for pair in made.windows(2) {
                    prop_assert!(pair[0].span.end <= pair[1].span.start, "{:?}", made);
                }
            }
        }
    }
}
