//! Where findings are collected, and how they are begun.

use std::borrow::Cow;

use crate::{
    diagnostics::{Code, Finding, Selection, Severity},
    pgn::TagPair,
    text::Source,
};

/// So many findings of each severity are kept for one game, and no more.
const MOST: usize = 1000;

/// So many bytes of a message are kept.
const LONGEST_MESSAGE: usize = 1000;

/// The findings about a game, and what is needed to make them.
#[derive(Debug)]
pub struct Notes<'a> {
    source: Source<'a>,
    selection: &'a Selection,
    found: Vec<Finding>,
    /// How many findings of each severity there are, those included that were not kept.
    counts: [usize; 3],
    /// The ply of the game itself that was read last.
    pub(crate) ply: Option<u32>,
    /// The move of the present line, game or variation, that was read last.
    pub(crate) step: u32,
    /// Where the present variation branches off; empty in the game itself.
    branch: String,
}

impl<'a> Notes<'a> {
    /// An empty collection of findings about a text.
    pub fn new(source: Source<'a>, selection: &'a Selection) -> Self {
        Self {
            source,
            selection,
            found: Vec::new(),
            counts: [0; 3],
            ply: None,
            step: 0,
            branch: String::new(),
        }
    }

    /// The text they are about.
    pub fn source(&self) -> &Source<'a> {
        &self.source
    }

    /// Whether anybody wants to see findings of this code; if not, nobody need look for them.
    pub fn wants(&self, code: Code) -> bool {
        self.selection.may_show(code)
    }

    /// Whether anybody wants to see findings of this code even if they are judged so.
    pub(crate) fn wants_as(&self, code: Code, severity: Severity) -> bool {
        self.selection.may_show_as(code, severity)
    }

    /// Keeps a finding if it is wanted and there is room for it.
    pub fn add(&mut self, mut finding: Finding) {
        if !self.selection.allows(&finding) {
            return;
        }
        let has_room = self.has_room(finding.severity);
        self.counts[finding.severity as usize] += 1;
        if has_room {
            finding.path = finding.path.take().or_else(|| self.path(finding.ply));
            shorten(&mut finding.message);
            self.found.push(finding);
        }
    }

    /// Where in the tree of moves we are: `main/ply 23/rav 1/ply 2`.
    fn path(&self, ply: Option<u32>) -> Option<String> {
        if self.branch.is_empty() {
            return ply.map(|ply| format!("main/ply {ply}"));
        }
        Some(format!("{}/ply {}", self.branch, self.step))
    }

    /// The next findings are about this place: so many moves into a line.
    #[inline]
    pub(crate) fn set_place(&mut self, step: u32) {
        self.step = step;
        self.ply = self.branch.is_empty().then_some(step);
    }

    /// The next findings are about a variation that branches off here, or, with nothing, about the game itself.
    pub(crate) fn set_branch(&mut self, branch: Option<String>, step: u32) {
        self.branch = branch.unwrap_or_default();
        self.set_place(step);
    }

    /// Counts a finding for which there is no room.
    pub(crate) fn omit(&mut self, severity: Severity) {
        self.counts[severity as usize] += 1;
    }

    /// How many findings of each severity there are, those included that were not kept.
    pub(crate) fn counts(&self) -> [usize; 3] {
        self.counts
    }

    /// Whether the game may have another finding of this severity: no file must fill the memory.
    pub fn has_room(&self, severity: Severity) -> bool {
        self.counts[severity as usize] < MOST
    }

    /// Takes out everything found so far. What was not kept is told with the last finding of its severity.
    pub fn take(&mut self) -> Vec<Finding> {
        let counts = std::mem::take(&mut self.counts);
        if self.found.is_empty() {
            return Vec::new();
        }
        let mut found = std::mem::take(&mut self.found);
        for severity in [Severity::Error, Severity::Warning, Severity::Info] {
            let omitted = counts[severity as usize].saturating_sub(MOST);
            let mut of_severity = found.iter_mut().rev().filter(|one| one.severity == severity);
            if let Some(last) = of_severity.next().filter(|_| omitted > 0) {
                let more = format!("findings of this severity not shown: {omitted}");
                last.help = Some(match last.help.take() {
                    Some(help) => format!("{help}; {more}"),
                    None => more,
                });
            }
        }
        found
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// A finding about a slice of the text.
    pub fn about(&self, code: Code, slice: &[u8], message: impl Into<String>) -> Finding {
        let finding = Finding::new(code, self.source.span_of(slice), message);
        Finding { ply: self.ply, ..finding }
    }

    /// A finding about the half-move that comes next, or about its number.
    pub(crate) fn about_next(
        &self,
        code: Code,
        slice: &[u8],
        message: impl Into<String>,
    ) -> Finding {
        let next = self.step + 1;
        let finding = Finding::new(code, self.source.span_of(slice), message);
        let (ply, branch) = match self.branch.as_str() {
            "" => (Some(next), "main"),
            branch => (None, branch),
        };
        Finding { ply, ..finding.with_path(format!("{branch}/ply {next}")) }
    }

    /// A finding about the value of a tag.
    pub fn about_value(
        &self,
        code: Code,
        tag: &TagPair<'_>,
        message: impl Into<String>,
    ) -> Finding {
        self.about(code, tag.value, message).with_path(shown(tag.name))
    }

    /// A finding about the name of a tag.
    pub fn about_name(&self, code: Code, tag: &TagPair<'_>, message: impl Into<String>) -> Finding {
        self.about(code, tag.name, message).with_path(shown(tag.name))
    }
}

/// Cuts a message that quotes a whole page.
fn shorten(message: &mut String) {
    if message.len() > LONGEST_MESSAGE {
        message.truncate(message.floor_char_boundary(LONGEST_MESSAGE));
        message.push('…');
        message.shrink_to_fit();
    }
}

/// Bytes as they can be shown in a message.
pub(crate) fn shown(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
