//! The findings of a game: how they are made and collected.

use std::borrow::Cow;

use crate::{
    diagnostics::{Code, Edit, Finding, Safety, Selection, Severity},
    lint::Statistics,
    pgn::TagPair,
    text::{BLANKED_MARK, Source, Span},
};

/// The most findings of each severity that are kept for one game.
const MOST: usize = 1000;

/// From this many findings of one code in a game on, they are a habit of its writer.
const HABIT: usize = 5;

/// The ways to write a move that can be habits.
const HABITS: [Code; 8] = [
    Code::CastlingSpelling,
    Code::CheckSign,
    Code::MateSign,
    Code::NeedlessOrigin,
    Code::LongOrigin,
    Code::CaptureSign,
    Code::PromotionSpelling,
    Code::OtherNotation,
];

/// How many findings there are at most about a move and its result.
const RECENT: usize = 8;
/// A move number stands this near before its move.
const NUMBER_BEFORE: u64 = 8;

/// The longest message, in bytes.
const LONGEST_MESSAGE: usize = 1000;

/// The findings about a game, and the place of the next one.
#[derive(Debug)]
pub struct Findings<'a> {
    source: Source<'a>,
    selection: &'a Selection,
    found: Vec<Finding>,
    /// The number of findings of each severity, including those that were not kept.
    counts: [usize; 3],
    /// Those that were not kept, by code.
    omitted: Statistics,
    /// What is said once in a game.
    once: Vec<(Code, Severity)>,
    /// The last ply of the main line that was read.
    pub(crate) ply: Option<u32>,
    /// The last move of the current line that was read.
    pub(crate) step: u32,
    /// The path to the current variation; empty in the main line.
    branch: String,
}

impl<'a> Findings<'a> {
    /// An empty collection of findings about a text.
    pub fn new(source: Source<'a>, selection: &'a Selection) -> Self {
        Self {
            source,
            selection,
            found: Vec::new(),
            counts: [0; 3],
            omitted: Statistics::default(),
            once: Vec::new(),
            ply: None,
            step: 0,
            branch: String::new(),
        }
    }

    /// The text they are about.
    pub fn source(&self) -> &Source<'a> {
        &self.source
    }

    /// Whether findings of this code are shown; if not, their check can be skipped.
    pub fn shows(&self, code: Code) -> bool {
        self.selection.may_show(code)
    }

    /// Whether findings of this code and severity are shown.
    pub(crate) fn shows_as(&self, code: Code, severity: Severity) -> bool {
        self.selection.may_show_as(code, severity)
    }

    /// Keeps a finding if it is selected and there is room for it. An edit that changes nothing is dropped, and one that moves
    /// blanked quote marks.
    pub fn add(&mut self, mut finding: Finding) {
        if !self.selection.allows(&finding) {
            return;
        }
        let has_room = self.has_room(finding.severity);
        self.counts[finding.severity as usize] += 1;
        if has_room {
            let source = &self.source;
            finding.edits.retain(|Edit { span, replacement, .. }| {
                let has_mark = source.is_quoted && replacement.as_bytes().contains(&BLANKED_MARK);
                source.slice(*span) != replacement.as_bytes() && !has_mark
            });
            finding.path = finding.path.take().or_else(|| self.path(finding.ply));
            shorten(&mut finding.message);
            self.found.push(finding);
        } else {
            self.omitted.count(&finding);
        }
    }

    /// Adds a finding; if one of its code and severity was added in this way to the game, only its edits, to that one.
    pub(crate) fn add_once(&mut self, finding: Finding) {
        let kind = (finding.code, finding.severity);
        if !self.once.contains(&kind) {
            self.once.push(kind);
            return self.add(finding);
        }
        let first = self.found.iter_mut().find(|one| (one.code, one.severity) == kind);
        if let Some(first) = first.filter(|first| first.edits.len() < MOST) {
            first.edits.extend(finding.edits);
        }
    }

    /// Forgets what was just found about a word: the file ends inside it, so nothing more is to be said about it.
    pub(crate) fn forget(&mut self, word: Span) {
        while let Some(last) = self.found.pop_if(|last| last.span == word) {
            self.counts[last.severity as usize] -= 1;
        }
    }

    /// Takes back the finding about the sign of a move that was just read, if it is the only one about that move.
    pub(crate) fn take_back_sign(&mut self, mv: Span) -> Option<Finding> {
        let recent = self.found.len().saturating_sub(RECENT);
        let mut about = (recent..self.found.len()).filter(|&at| self.found[at].span == mv);
        let (only, None) = (about.next()?, about.next()) else { return None };
        if !matches!(self.found[only].code, Code::CheckSign | Code::MateSign) {
            return None;
        }
        let finding = self.found.remove(only);
        self.counts[finding.severity as usize] -= 1;
        Some(finding)
    }

    /// Adds an edit to the finding of a code that is reported once in a game.
    pub(crate) fn extend(&mut self, code: Code, span: Span, replacement: String) {
        let known = self.found.iter_mut().rev().find(|one| one.code == code);
        if let Some(finding) = known.filter(|one| one.edits.len() < MOST) {
            finding.edits.push(Edit { span, replacement, safety: Safety::Safe });
        }
    }

    /// Takes back the findings about the counting of moves from this byte on, since a move is missing or too many there.
    pub(crate) fn take_back_numbers(&mut self, from: u64) {
        let is_count = |one: &mut Finding| {
            let codes = [Code::NumberWrong, Code::NumberRepeated, Code::NumberDots];
            codes.contains(&one.code) && one.span.end >= from.saturating_sub(NUMBER_BEFORE)
        };
        for finding in self.found.extract_if(.., is_count) {
            self.counts[finding.severity as usize] -= 1;
        }
    }

    /// Whether a finding of this code was added.
    pub(crate) fn has(&self, code: Code) -> bool {
        self.found.iter().any(|one| one.code == code)
    }

    /// Joins the findings of each code that are a habit of the writer into the first of them, which has the edits of all.
    pub(crate) fn join_habits(&mut self) {
        let found = &mut self.found;
        if found.len() < HABIT {
            return;
        }
        for code in HABITS {
            let is_habit = |one: &&Finding| one.code == code;
            let times = found.iter().filter(is_habit).count();
            let Some(first) = found.iter().position(|one| times >= HABIT && is_habit(&one)) else {
                continue;
            };
            let later: Vec<_> = found.extract_if(first + 1.., |one| is_habit(&&*one)).collect();
            let first = &mut found[first];
            let counted = &mut self.counts[first.severity as usize];
            let more = if *counted > MOST { " or more" } else { "" };
            *counted -= later.len();
            first.message = format!("{} ({times} times{more} in this game)", first.message);
            first.edits.extend(later.into_iter().flat_map(|one| one.edits));
        }
    }

    /// The place in the tree of moves: `main/ply 23/rav 1/ply 2`.
    fn path(&self, ply: Option<u32>) -> Option<String> {
        if self.branch.is_empty() {
            return ply.map(|ply| format!("main/ply {ply}"));
        }
        Some(format!("{}/ply {}", self.branch, self.step))
    }

    /// Sets the place of the next findings: the number of moves in the current line.
    #[inline]
    pub(crate) fn set_place(&mut self, step: u32) {
        self.step = step;
        self.ply = self.branch.is_empty().then_some(step);
    }

    /// Sets the variation of the next findings; `None` for the main line.
    pub(crate) fn set_branch(&mut self, branch: Option<String>, step: u32) {
        self.branch = branch.unwrap_or_default();
        self.set_place(step);
    }

    /// Counts a finding that is not kept.
    pub(crate) fn omit(&mut self, code: Code) {
        self.counts[code.severity() as usize] += 1;
        self.omitted.count_code(code);
    }

    /// The number of findings of each severity, including those that were not kept.
    pub(crate) fn counts(&self) -> [usize; 3] {
        self.counts
    }

    /// Takes the findings that were not kept, by code.
    pub(crate) fn take_omitted(&mut self) -> Statistics {
        std::mem::take(&mut self.omitted)
    }

    /// Whether another finding of this severity is kept. The limit keeps a file from filling the memory.
    pub fn has_room(&self, severity: Severity) -> bool {
        self.counts[severity as usize] < MOST
    }

    /// Takes the findings so far. The last one of each severity mentions how many were not kept.
    pub fn take(&mut self) -> Vec<Finding> {
        let counts = std::mem::take(&mut self.counts);
        self.once.clear();
        if self.found.is_empty() {
            return Vec::new();
        }
        let mut found = std::mem::take(&mut self.found);
        for finding in &mut found {
            finding.edits.sort_by_key(|edit| edit.span);
        }
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

    /// Whether a slice of the text begins a line.
    pub(crate) fn begins_line(&self, slice: &[u8]) -> bool {
        let start = self.source.span_of(slice).start;
        let before = self.source.slice(Span { start: start.saturating_sub(1), end: start });
        matches!(before, [] | [b'\n' | b'\r'])
    }

    /// A finding about a slice of the text.
    pub fn about(&self, code: Code, slice: &[u8], message: impl Into<String>) -> Finding {
        let finding = Finding::new(code, self.source.span_of(slice), message);
        Finding { ply: self.ply, ..finding }
    }

    /// A finding about the next move, or about its number.
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

/// Cuts an overlong message.
fn shorten(message: &mut String) {
    if message.len() > LONGEST_MESSAGE {
        message.truncate(message.floor_char_boundary(LONGEST_MESSAGE));
        message.push('…');
        message.shrink_to_fit();
    }
}

/// Bytes as text for a message.
pub(crate) fn shown(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
