//! One finding, with everything a reader may want to know about it.

use crate::{
    diagnostics::{Code, Severity},
    text::Span,
};

/// Something worth telling about a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Which finding it is.
    pub code: Code,
    /// How bad it is; usually what the table says.
    pub severity: Severity,
    /// The bytes it is about.
    pub span: Span,
    /// One line, without a full stop: what is the case.
    pub message: String,
    /// What to do, or what was probably meant.
    pub help: Option<String>,
    /// The half-move of the main line or variation it is about, counted from one.
    pub ply: Option<u32>,
    /// Where in the game: `main/ply 23/rav 1/ply 2`, or the name of a tag.
    pub path: Option<String>,
    /// The rule that was broken, with the squares it is about.
    pub reason: Option<Reason>,
    /// The position before the move.
    pub fen: Option<String>,
    /// What was probably meant, the best first.
    pub suggestions: Vec<Suggestion>,
    /// The edit that would mend it.
    pub fix: Option<Edit>,
}

/// Why a move is not possible, as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// A stable word: `pinned`, `blocked`, `in-check` …
    pub kind: &'static str,
    /// What part each square plays: (`pinner`, `b4`), (`king`, `e1`) …
    pub squares: Vec<(&'static str, String)>,
}

/// Something that may have been meant.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    /// The move or text.
    pub text: String,
    /// How well it fits, from 0 to 1: the part of the remaining game that replays with it.
    pub score: f32,
}

/// An edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace; empty for an insertion.
    pub span: Span,
    /// What to put there.
    pub replacement: String,
    /// Whether it may be done without asking.
    pub safety: Safety,
}

/// Whether an edit can change what the text means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Safety {
    /// The game means the same afterwards.
    Safe,
    /// Somebody should look at it.
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
            fix: None,
        }
    }

    /// The same, with another severity than the table's.
    #[must_use]
    pub fn with_severity(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }

    /// The same, with advice.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(one_line(help.into())), ..self }
    }

    /// The same, at a half-move.
    #[must_use]
    pub fn with_ply(self, ply: u32) -> Self {
        Self { ply: Some(ply), ..self }
    }

    /// The same, at a place in the game.
    #[must_use]
    pub fn with_path(self, path: impl Into<String>) -> Self {
        Self { path: Some(path.into()), ..self }
    }

    /// The same, with an edit that mends it.
    #[must_use]
    pub fn with_edit(self, span: Span, replacement: impl Into<String>, safety: Safety) -> Self {
        Self { fix: Some(Edit { span, replacement: replacement.into(), safety }), ..self }
    }

    /// The same, with another text for what it is about.
    #[must_use]
    pub fn with_text(self, replacement: impl Into<String>, safety: Safety) -> Self {
        let span = self.span;
        self.with_edit(span, replacement, safety)
    }
}

/// What is said is one line, whatever it quotes.
fn one_line(text: String) -> String {
    if !text.contains(char::is_control) {
        return text;
    }
    text.chars().map(|sign| if sign.is_control() { '\u{fffd}' } else { sign }).collect()
}
