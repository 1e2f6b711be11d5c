//! The text of a game while it is corrected: edits are applied, the text is linted again, and what makes it worse is taken back.

use std::{collections::BTreeMap, ops::Range};

use crate::{
    diagnostics::{Class, Code, Edit, Finding, Safety, Severity},
    fix::{
        Cause, Correction, FixedGame, Policy, apply,
        correction::{DraftEdit, compose},
    },
    lint::{GameReport, Options, Statistics, lint_game_guarded},
    pgn::Part,
    text::{BLANKED_MARK, Preceding, Source, Span},
};

/// How often the text of a game is linted at most.
const MOST_ATTEMPTS: usize = 100;

/// How many bytes are linted at most for one game, unless a few attempts need more.
const MOST_BYTES: usize = 64 << 20;

/// How many corrections of one game are tried; more are guesses.
const MOST_TRIALS: usize = 32;

/// The text of a game, or of what follows the last game, while it is corrected.
#[derive(Debug, Clone)]
pub struct Draft<'a> {
    /// The original block.
    source: Source<'a>,
    part: Part,
    options: &'a Options,
    /// The original bytes of the game in the block, with the white space after it and the text before it that belongs to no game.
    region: Range<usize>,
    /// What precedes it.
    before: Option<Preceding>,
    text: Vec<u8>,
    corrections: Vec<Correction>,
    /// What is wrong with the text, in the order of the text.
    reports: Vec<GameReport>,
}

/// The edits of a finding.
#[derive(Debug)]
struct Choice {
    key: (Code, u64),
    class: Class,
    edits: Vec<DraftEdit>,
}

/// Whether a safe correction may cause a finding that is safe to correct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detours {
    Allowed,
    Refused,
}

/// The edits that are applied at once, by their places.
type Chosen = BTreeMap<(usize, usize), DraftEdit>;

impl<'a> Draft<'a> {
    /// A region of a block with the reports about it.
    pub fn new(
        source: Source<'a>,
        part: Part,
        options: &'a Options,
        region: Range<usize>,
        reports: Vec<GameReport>,
    ) -> Self {
        let text = source.bytes[region.clone()].to_owned();
        let before = source.preceding(region.start);
        Self { source, part, options, region, before, text, corrections: Vec::new(), reports }
    }

    /// A game that is corrected further.
    pub fn resume(source: Source<'a>, part: Part, options: &'a Options, game: &FixedGame) -> Self {
        let draft = Self::new(source, part, options, game.region.clone(), game.left.clone());
        let original = Source {
            bytes: &source.bytes[draft.region.clone()],
            in_sight: &source.bytes[draft.region.clone()],
            first_byte: draft.first_byte(),
            ..source
        };
        let text = apply(original, &game.corrections);
        Self { text, corrections: game.corrections.clone(), ..draft }
    }

    /// The text with all corrections.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// What is wrong with the text. Places are those of the text, counted from where the original begins in its file.
    pub fn reports(&self) -> &[GameReport] {
        &self.reports
    }

    /// The corrections of the original text, and what is still wrong.
    pub fn finish(self) -> (Vec<Correction>, Vec<GameReport>) {
        let Self { source, mut corrections, reports, .. } = self;
        corrections.retain(|one| source.slice(one.span) != one.replacement);
        (corrections, reports)
    }

    /// Applies all corrections that are allowed, and those that they uncover. A safe correction may cause a finding that is safe to
    /// correct too, such as a line that is too long; if it stays, the game is corrected again without such detours.
    pub fn fix(&mut self, policy: Policy) {
        let (text, corrections) = (self.text.clone(), self.corrections.clone());
        let (safe, before) = (Policy::default(), self.reports.clone());
        self.fix_until_done(safe, Detours::Allowed);
        if !is_as_good(&before, &self.reports, Detours::Refused) {
            (self.text, self.corrections, self.reports) = (text, corrections, before);
            self.fix_until_done(safe, Detours::Refused);
        }
        if policy.class != Class::Safe {
            self.fix_until_done(policy, Detours::Allowed);
        }
    }

    /// The reports, with the safe corrections that would cause a new finding as guesses.
    pub(super) fn tried(mut self) -> Vec<GameReport> {
        let mut reports = std::mem::take(&mut self.reports);
        self.reports.clone_from(&reports);
        let (mut trials, has_errors) = (MOST_TRIALS, errors(&reports) > 0);
        let findings = reports.iter_mut().flat_map(|report| &mut report.findings);
        for finding in findings.filter(|finding| needs_trial(finding, has_errors)) {
            trials = trials.saturating_sub(1);
            if trials == 0 || !self.is_safe(finding) {
                finding.edits.iter_mut().for_each(|edit| edit.safety = Safety::Guess);
            }
        }
        reports
    }

    /// Whether the correction of a finding causes no other finding, or none that stays.
    fn is_safe(&self, finding: &Finding) -> bool {
        let Some(choice) = self.choice(finding) else { return false };
        let mut trial = self.clone();
        if trial.attempt(std::slice::from_ref(&choice), Detours::Refused) {
            return true;
        }
        if !trial.attempt(&[choice], Detours::Allowed) {
            return false;
        }
        trial.fix_until_done(Policy::default(), Detours::Allowed);
        is_as_good(&self.reports, &trial.reports, Detours::Refused)
    }

    fn fix_until_done(&mut self, policy: Policy, detours: Detours) {
        let most = (MOST_BYTES / self.text.len().max(1)).clamp(MOST_ATTEMPTS / 10, MOST_ATTEMPTS);
        let (mut attempts, mut refused, mut may_retry) = (0, Vec::new(), false);
        while attempts < most {
            let mut choices = self.choices(policy, &refused);
            if choices.is_empty() {
                // What was refused may be right after other corrections.
                if !std::mem::take(&mut may_retry) {
                    return;
                }
                refused.clear();
            }
            while !choices.is_empty() && attempts < most {
                attempts += 1;
                if self.attempt(&choices, detours) {
                    may_retry = !refused.is_empty();
                    break;
                }
                if let [refused_choice] = &choices[..] {
                    refused.push(refused_choice.key);
                }
                choices.truncate(choices.len() / 2);
            }
        }
    }

    /// Replaces some bytes of the text, unless that makes it worse; returns whether it did.
    pub fn replace(&mut self, finding: &Finding, edits: &[Edit]) -> bool {
        let finding = Finding { edits: edits.to_vec(), ..finding.clone() };
        self.choice(&finding).is_some_and(|choice| self.attempt(&[choice], Detours::Allowed))
    }

    /// The edits that are allowed and do not overlap: the safest first, of those the smallest.
    fn choices(&self, policy: Policy, refused: &[(Code, u64)]) -> Vec<Choice> {
        let findings = self.reports.iter().flat_map(|report| &report.findings);
        let allowed = findings.filter(|finding| policy.allows(finding));
        let mut choices: Vec<_> = allowed.filter_map(|finding| self.choice(finding)).collect();
        choices.retain(|choice| !refused.contains(&choice.key));
        choices.sort_by_key(|choice| {
            let largest = choice.edits.iter().map(|edit| edit.range.len()).max();
            (choice.class, largest, choice.key)
        });
        let mut chosen = Chosen::new();
        choices.retain(|choice| {
            let is_free = !choice.edits.iter().any(|edit| is_taken(&chosen, edit));
            if is_free {
                add(&mut chosen, &choice.edits);
            }
            is_free
        });
        choices
    }

    /// The edits of a finding; `None` if they do not lie in the text, or change nothing.
    fn choice(&self, finding: &Finding) -> Option<Choice> {
        let (first, cause) = (self.first_byte(), Cause::of(finding));
        let edit = |edit| DraftEdit::of(edit, first, &self.text, cause);
        let mut edits = finding.edits.iter().map(edit).collect::<Option<Vec<_>>>()?;
        edits.retain(|edit| !edit.range.is_empty() || !edit.replacement.is_empty());
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        edits.dedup();
        let overlap = edits.windows(2).any(|pair| pair[0].is_in_conflict_with(&pair[1]));
        let key = self.key(finding);
        (!edits.is_empty() && !overlap).then_some(Choice { key, class: cause.class, edits })
    }

    /// The code of a finding and where it is in the original text, to know it again when the text has changed.
    pub fn key(&self, finding: &Finding) -> (Code, u64) {
        (finding.code, self.original(finding.span.start))
    }

    /// Where the original begins in its file.
    pub fn first_byte(&self) -> u64 {
        self.source.first_byte + self.region.start as u64
    }

    /// The original place of a byte of the text, nearly, if it is new.
    fn original(&self, byte: u64) -> u64 {
        let mut place = byte;
        for Correction { span, replacement, .. } in &self.corrections {
            if place < span.start {
                break;
            }
            let new_end = span.start + replacement.len() as u64;
            place = if place < new_end { span.start } else { place - new_end + span.end };
            if place == span.start {
                break;
            }
        }
        place
    }

    /// Applies edits if the text is not worse afterwards.
    fn attempt(&mut self, choices: &[Choice], detours: Detours) -> bool {
        let mut chosen = Chosen::new();
        for choice in choices {
            add(&mut chosen, &choice.edits);
        }
        let edits: Vec<_> = chosen.into_values().collect();
        let mut buffer = edited(&self.text, &edits);
        let length = buffer.len();
        buffer.extend_from_slice(&self.source.in_sight[self.region.end..]);
        let beyond = self.source.in_sight.len() - self.source.bytes.len();
        let begins_file = self.part.begins_file() && self.region.start == 0;
        let source = Source {
            bytes: &buffer[..buffer.len() - beyond],
            in_sight: &buffer,
            first_byte: self.first_byte(),
            before: self.before,
            is_quoted: self.source.is_quoted && buffer[..length].contains(&BLANKED_MARK),
            ..self.source
        };
        let part = Part::new(begins_file, self.part.ends_file());
        let Some(reports) = lint_game_guarded(source, part, self.options) else { return false };
        let is_safe = choices.iter().all(|choice| choice.class == Class::Safe);
        let is_good = if is_safe {
            is_as_good(&self.reports, &reports, detours)
        } else {
            errors(&reports) <= errors(&self.reports)
        };
        let has_game = self.reports.iter().any(|report| report.game.is_some());
        if !is_good || end(&reports, source) != has_game.then_some(length) {
            return false;
        }
        let made = std::mem::take(&mut self.corrections);
        self.corrections = compose(made, edits, &self.text, self.first_byte());
        buffer.truncate(length);
        (self.text, self.reports) = (buffer, reports);
        true
    }
}

/// Whether the correction of a finding seems safe, but may change how the text around it is read: a name that becomes known makes
/// its value count, and in a text that is hardly a game any more a sign less may turn the rest into something else.
pub(super) fn needs_trial(finding: &Finding, has_errors: bool) -> bool {
    let may_change_more = match finding.code {
        Code::ControlByte | Code::InvisibleSpace | Code::TagMisspelt | Code::LowerCaseTag => true,
        Code::Tab
        | Code::TagBlankLine
        | Code::NumberMissingAfter
        | Code::NumberForm
        | Code::StrayBracket
        | Code::GlyphNumber
        | Code::UnknownMarks
        | Code::Reserved
        | Code::ClockForm => has_errors,
        _ => false,
    };
    may_change_more && finding.class() == Some(Class::Safe) && !finding.assumed
}

/// Whether an edit cannot be made together with those that are chosen.
fn is_taken(chosen: &Chosen, edit: &DraftEdit) -> bool {
    let Range { start, end } = edit.range;
    let near = chosen.range(..=(end, usize::MAX)).rev();
    let mut near = near.take_while(|((_, other_end), _)| *other_end >= start);
    near.any(|(_, other)| edit.is_in_conflict_with(other))
}

/// Adds edits; those that are there already have one more cause.
fn add(chosen: &mut Chosen, edits: &[DraftEdit]) {
    for edit in edits {
        chosen
            .entry((edit.range.start, edit.range.end))
            .and_modify(|same| same.causes.extend(&edit.causes))
            .or_insert_with(|| edit.clone());
    }
}

/// A text with edits.
fn edited(text: &[u8], edits: &[DraftEdit]) -> Vec<u8> {
    let (mut new, mut done) = (Vec::with_capacity(text.len()), 0);
    for DraftEdit { range, replacement, .. } in edits {
        new.extend_from_slice(&text[done..range.start]);
        new.extend_from_slice(replacement);
        done = range.end;
    }
    new.extend_from_slice(&text[done..]);
    new
}

/// Where the game of these reports ends in its text, with the white space after it.
pub(super) fn end(reports: &[GameReport], source: Source<'_>) -> Option<usize> {
    let game = reports.iter().find_map(|report| report.game)?;
    let after = source.slice(Span { start: game.end, end: u64::MAX });
    Some(source.in_sight.len() - after.trim_ascii_start().len())
}

/// How many errors there are.
pub(super) fn errors(reports: &[GameReport]) -> usize {
    reports.iter().map(|report| report.count(Severity::Error)).sum()
}

/// Whether a text with the reports `after` means the same as one with the reports `before`: as many moves are played on the board, and no
/// finding is new, unless it may be a detour.
fn is_as_good(before: &[GameReport], after: &[GameReport], detours: Detours) -> bool {
    let plies = |reports: &[GameReport]| -> u32 {
        reports.iter().filter_map(|report| report.ending).map(|ending| ending.plies).sum()
    };
    let (old, new) = (counts(before, Detours::Refused), counts(after, detours));
    plies(after) >= plies(before)
        && new.iter().all(|(code, count)| old.get(code).is_some_and(|old| count <= old))
}

/// How many findings of each code there are, without those that may be detours. Findings of a habit that are joined count each.
fn counts(reports: &[GameReport], detours: Detours) -> BTreeMap<Code, u64> {
    let mut statistics = Statistics::default();
    for report in reports {
        statistics.add(report);
    }
    let mut counts: BTreeMap<_, _> =
        statistics.iter().map(|(code, count)| (code, count.findings)).collect();
    for finding in reports.iter().flat_map(|report| &report.findings) {
        let edits = finding.edits.len() as u64;
        let is_detour = detours == Detours::Allowed && finding.class() == Some(Class::Safe);
        counts.entry(finding.code).and_modify(|count| {
            *count = if is_detour { *count - 1 } else { *count + edits.saturating_sub(1) };
        });
    }
    counts.retain(|_, count| *count > 0);
    counts
}
