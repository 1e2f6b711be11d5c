//! Judges what is found where a slip is planted.

use std::fmt;

use arbiter::{
    diagnostics::{Edit, Finding, Profile, Selection, Severity},
    lint::{Options, lint_block},
    pgn::Part,
    text::Source,
};

use super::plant::Slip;

/// How good suggestions are, each grade better than those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Grade {
    /// None is right.
    Wrong,
    /// None is right, but the first changes the place of the slip.
    Root,
    /// Another than the first restores the game.
    Listed,
    /// The same, and the first changes the place of the slip.
    ListedAndRoot,
    /// The first restores the game.
    First,
}

/// What is found of a slip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Found {
    /// Whether the first finding is at the slip itself.
    pub(crate) at_once: bool,
    /// How good the suggestions are.
    pub(crate) grade: Grade,
    /// The probability of the first suggestion.
    pub(crate) confidence: f32,
}

/// The findings about a game.
pub(crate) fn findings(game: &[u8]) -> Vec<Finding> {
    let options = Options::new(Selection::new(Profile::Import));
    let (reports, _) = lint_block(Source::new("", game), Part::Whole, &options);
    reports.into_iter().flat_map(|report| report.findings).collect()
}

/// What is found of a slip that was planted in a game; `None` if it is not detected.
pub(crate) fn judge(original: &[u8], slip: &Slip) -> Option<Found> {
    let before = findings(original);
    let is_new = |one: &Finding| {
        !before.iter().any(|known| (known.code, &known.message) == (one.code, &one.message))
    };
    let found: Vec<Finding> = findings(&slip.text).into_iter().filter(is_new).collect();
    let restores = |edits: &[Edit]| same(&edited(&slip.text, edits), &slip.meant);
    // A sign that is corrected says nothing about the slip, unless it was the slip.
    let finding = found
        .iter()
        .find(|one| !one.suggestions.is_empty())
        .or_else(|| found.iter().find(|one| restores(&one.edits)))
        .or_else(|| found.iter().find(|one| one.severity == Severity::Error))?;
    let (start, end) = (slip.place.start as u64, slip.place.end as u64);
    let touches = |edit: &Edit| edit.span.start <= end + 1 && edit.span.end + 1 >= start;
    let suggestions = &finding.suggestions;
    let is_listed = suggestions.iter().any(|one| restores(&one.edits));
    let grade = match (is_listed, finding.edits.iter().any(touches)) {
        _ if restores(&finding.edits) => Grade::First,
        (true, true) => Grade::ListedAndRoot,
        (true, false) => Grade::Listed,
        (false, true) => Grade::Root,
        (false, false) => Grade::Wrong,
    };
    Some(Found {
        at_once: finding.span.start <= end + 6,
        grade,
        confidence: match suggestions.first() {
            Some(best) => best.confidence,
            None => f32::from(!finding.edits.is_empty()),
        },
    })
}

/// A text with edits.
pub(crate) fn edited(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut text = text.to_vec();
    for edit in edits.iter().rev() {
        let at = |byte: u64| usize::try_from(byte).unwrap_or(0);
        text.splice(at(edit.span.start)..at(edit.span.end), edit.replacement.bytes());
    }
    text
}

/// Whether two texts have the same words.
pub(crate) fn same(one: &[u8], other: &[u8]) -> bool {
    let words = |text: &[u8]| -> Vec<Vec<u8>> {
        text.split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty())
            .map(<[u8]>::to_vec)
            .collect()
    };
    words(one) == words(other)
}

/// Counts over many slips.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    /// All slips.
    pub(crate) planted: u32,
    /// Detected at once, and of those the first suggestion right.
    pub(crate) at_once: (u32, u32),
    /// Detected later, and of those the first suggestion right.
    pub(crate) later: (u32, u32),
    /// One of the suggestions right.
    pub(crate) listed: u32,
    /// The place right.
    pub(crate) root: u32,
}

impl Counts {
    /// Counts a slip.
    pub(crate) fn add(&mut self, found: Option<Found>) {
        self.planted += 1;
        let Some(found) = found else { return };
        let counted = if found.at_once { &mut self.at_once } else { &mut self.later };
        counted.0 += 1;
        counted.1 += u32::from(found.grade == Grade::First);
        self.listed += u32::from(found.grade >= Grade::Listed);
        self.root += u32::from(!matches!(found.grade, Grade::Wrong | Grade::Listed));
    }

    /// The sum of two counts.
    pub(crate) fn plus(self, other: Self) -> Self {
        let sum = |one: (u32, u32), other: (u32, u32)| (one.0 + other.0, one.1 + other.1);
        Self {
            planted: self.planted + other.planted,
            at_once: sum(self.at_once, other.at_once),
            later: sum(self.later, other.later),
            listed: self.listed + other.listed,
            root: self.root + other.root,
        }
    }
}

/// How often suggestions of each confidence are right.
#[derive(Debug, Clone, Default)]
pub(crate) struct Calibration {
    /// By tenths, and at the end from 0.95 on: the slips, those whose first suggestion is right, the sum of the confidences.
    pub(crate) classes: [(u32, u32, f64); 11],
}

impl Calibration {
    /// Counts a slip.
    pub(crate) fn add(&mut self, found: Found) {
        let is_below = |&tenth: &usize| found.confidence < TENTHS[tenth];
        let class = (0..TENTHS.len()).find(is_below).unwrap_or(TENTHS.len());
        let (slips, right, sum) = &mut self.classes[class];
        *slips += 1;
        *right += u32::from(found.grade == Grade::First);
        *sum += f64::from(found.confidence);
    }
}

/// The ends of the classes of confidence.
const TENTHS: [f32; 10] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "confidence below   slips   mean  right")?;
        for (class, &(slips, right, sum)) in self.classes.iter().enumerate() {
            let (end, mean) = (TENTHS.get(class).unwrap_or(&1.0), sum / f64::from(slips.max(1)));
            let right = percent(right, slips);
            write!(f, "\n{end:16.2} {slips:7} {:6.1} {right:6.1}", 100.0 * mean)?;
        }
        Ok(())
    }
}

/// A share in percent.
pub(crate) fn percent(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * f64::from(part) / f64::from(whole) }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detected = self.at_once.0 + self.later.0;
        let first = self.at_once.1 + self.later.1;
        write!(
            f,
            "{:6} {:8} {:5} | {:6.1} {:6.1} {:6.1} | {:6.1} {:6.1}",
            self.planted,
            self.at_once.0,
            self.later.0,
            percent(self.at_once.1, self.at_once.0),
            percent(self.later.1, self.later.0),
            percent(first, detected),
            percent(self.listed, detected),
            percent(self.root, detected),
        )
    }
}
