//! A finding: what is wrong, where, why, and how to correct it.

use std::borrow::Cow;

use crate::{
    diagnostics::{Code, Severity},
    text::{Span, printable_line},
};

/// Something wrong or suspicious in a text.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The kind of finding.
    pub code: Code,
    /// How serious it is; usually the severity of the code.
    pub severity: Severity,
    /// The bytes it is about.
    pub span: Span,
    /// What is wrong: one line without a full stop.
    pub message: String,
    /// What to do, or what was probably meant.
    pub help: Option<String>,
    /// The ply in the main line or variation, counted from one.
    pub ply: Option<u32>,
    /// Where in the game: `main/ply 23/rav 1/ply 2`, or the name of a tag.
    pub path: Option<String>,
    /// The rule that was broken, with the squares involved.
    pub reason: Option<ReasonData>,
    /// The position before the move.
    pub fen: Option<String>,
    /// Likely corrections, the best first.
    pub suggestions: Vec<Suggestion>,
    /// The edits that correct it together, in the order of the text.
    pub edits: Vec<Edit>,
    /// Whether it is about moves after a correction that is only assumed.
    pub assumed: bool,
}

/// Why a move is not possible, as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReasonData {
    /// A stable word: `pinned`, `blocked`, `in-check` …
    pub kind: &'static str,
    /// The squares and their parts: (`pinner`, `b4`), (`king`, `e1`) …
    pub squares: Vec<(&'static str, String)>,
}

/// A likely correction.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    /// The move or text.
    pub text: String,
    /// The probability that it is what was meant, from 0 to 1.
    pub confidence: f32,
    /// The edits that make it so, in the order of the text.
    pub edits: Vec<Edit>,
}

/// From this confidence on, a suggestion is likely.
const LIKELY: f32 = 0.95;

/// The confidence of a guess whose probability is not known.
const UNKNOWN: f32 = 0.5;

/// How certain the correction of a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The text means the same afterwards.
    Safe,
    /// One suggestion has a confidence of at least 0.95.
    Likely,
    /// Anything else that is suggested.
    Guess,
}

impl Class {
    /// The word in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Likely => "likely",
            Self::Guess => "guess",
        }
    }
}

/// A correction of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace; empty for an insertion.
    pub span: Span,
    /// The new text.
    pub replacement: String,
    /// Whether it can be applied without review.
    pub safety: Safety,
}

/// Whether an edit can change what the text means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Safety {
    /// The game means the same afterwards.
    Safe,
    /// A likely correction that needs a review.
    Guess,
}

impl Finding {
    /// A finding with the severity of its code.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            span,
            message: one_line(message.into()),
            help: None,
            ply: None,
            path: None,
            reason: None,
            fen: None,
            suggestions: Vec::new(),
            edits: Vec::new(),
            assumed: false,
        }
    }

    /// Changes the severity from that of the code.
    #[must_use]
    pub fn with_severity(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }

    /// Adds a help text.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(one_line(help.into())), ..self }
    }

    /// Adds the ply.
    #[must_use]
    pub fn with_ply(self, ply: u32) -> Self {
        Self { ply: Some(ply), ..self }
    }

    /// Adds the place in the game.
    #[must_use]
    pub fn with_path(self, path: impl Into<String>) -> Self {
        Self { path: Some(path.into()), ..self }
    }

    /// Adds an edit that corrects it, behind those that it has.
    #[must_use]
    pub fn with_edit(mut self, span: Span, replacement: impl Into<String>, safety: Safety) -> Self {
        self.edits.push(Edit { span, replacement: replacement.into(), safety });
        self
    }

    /// Whether it has a correction that needs no review.
    pub fn is_safely_corrected(&self) -> bool {
        self.class() == Some(Class::Safe) && !self.assumed
    }

    /// How certain its correction is; `None` if it has no edits.
    pub fn class(&self) -> Option<Class> {
        self.edits.first()?;
        if self.edits.iter().all(|edit| edit.safety == Safety::Safe) {
            return Some(Class::Safe);
        }
        let is_likely = self.suggestions.first().is_some_and(|best| best.confidence >= LIKELY);
        Some(if is_likely { Class::Likely } else { Class::Guess })
    }

    /// The probability that its correction is right.
    pub fn confidence(&self) -> f32 {
        match self.class() {
            Some(Class::Safe) => 1.0,
            _ => self.suggestions.first().map_or(UNKNOWN, |best| best.confidence),
        }
    }

    /// Adds an edit that replaces the bytes the finding is about.
    #[must_use]
    pub fn with_replacement(self, replacement: impl Into<String>, safety: Safety) -> Self {
        let span = self.span;
        self.with_edit(span, replacement, safety)
    }

    /// Adds an edit if there is one.
    #[must_use]
    pub(crate) fn with_optional_edit(
        self,
        edit: Option<(Span, impl Into<String>)>,
        safety: Safety,
    ) -> Self {
        match edit {
            Some((span, replacement)) => self.with_edit(span, replacement, safety),
            None => self,
        }
    }

    /// Adds an edit that replaces the bytes the finding is about, if there is a replacement.
    #[must_use]
    pub(crate) fn with_optional_replacement(
        self,
        replacement: Option<impl Into<String>>,
        safety: Safety,
    ) -> Self {
        let span = self.span;
        self.with_optional_edit(replacement.map(|text| (span, text)), safety)
    }
}

/// Keeps a message on one line, whatever it quotes.
fn one_line(text: String) -> String {
    match printable_line(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(changed) => changed,
    }
}
