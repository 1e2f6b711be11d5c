//! Findings that are reported once for a file, with a count: the games of each variant that is not known here, and the lines that
//! are not UTF-8.

use crate::{
    diagnostics::{Code, Finding},
    lint::{GameReport, findings::shown},
    pgn::Encodings,
    text::{Places, Source, counted, printable_line},
};

/// Beyond this number of variants in one file, each game has its own finding: a file must not fill the memory.
const MOST: usize = 64;

/// A longer line is not kept.
const LONGEST_LINE: usize = 1 << 16;

/// What is reported once at the end of a file.
#[derive(Debug, Default)]
pub struct FileFindings(Vec<FileFinding>);

/// The first finding of its kind.
#[derive(Debug)]
pub struct FileFinding {
    finding: Finding,
    /// The name of the variant, and how many of its games are not checked.
    name: Vec<u8>,
    games: u64,
    /// The line of the finding, and its place in the file.
    line: Vec<u8>,
    first_byte: u64,
    first_line: u64,
}

impl FileFindings {
    /// Takes the findings that are reported once from the report about a game.
    pub fn take_from(&mut self, report: &mut GameReport, places: &mut Places<'_>) {
        let strange = report.findings.iter().position(|one| one.code == Code::NotUtf8);
        if let Some(at) = strange {
            let is_first = !self.0.iter().any(|kept| kept.finding.code == Code::NotUtf8);
            if is_first {
                self.add(report.findings[at].clone(), places);
            }
            report.remove(Code::NotUtf8);
        }
        if report.ending.is_some() {
            return;
        }
        let is_about_variant = |one: &Finding| {
            let is_tag = one.path.as_deref() == Some("Variant");
            one.code == Code::VariantTag && (is_tag || is_drop(places.source().slice(one.span)))
        };
        let Some(at) = report.findings.iter().position(is_about_variant) else { return };
        let name = places.source().slice(report.findings[at].span);
        let is_same = |kept: &&mut FileFinding| {
            let is_same_name = kept.name == name || is_drop(&kept.name) && is_drop(name);
            kept.finding.code == Code::VariantTag && is_same_name
        };
        if let Some(known) = self.0.iter_mut().find(is_same) {
            known.games += 1;
            report.take(at);
        } else if self.0.len() < MOST {
            self.0.push(FileFinding::new(report.take(at), name, places));
        }
    }

    /// Keeps a finding about the whole file for its end, so that the cut into blocks does not decide about its place.
    pub fn add(&mut self, finding: Finding, places: &mut Places<'_>) {
        self.0.push(FileFinding::new(finding, b"", places));
    }

    /// The findings in the order of their places.
    pub fn into_findings(mut self, encodings: &Encodings) -> Vec<FileFinding> {
        self.0.sort_by_key(|kept| (kept.finding.span.start, kept.finding.code));
        for kept in &mut self.0 {
            let finding = &mut kept.finding;
            if finding.code == Code::VariantTag {
                finding.message = printable_line(&message(&kept.name, kept.games)).into_owned();
            } else if finding.code == Code::NotUtf8 && encodings.lines > 1 {
                let (message, lines) = (&finding.message, encodings.lines);
                finding.message = format!("{message}; the file has {lines} such lines");
            }
        }
        self.0
    }
}

impl FileFinding {
    fn new(finding: Finding, name: &[u8], places: &mut Places<'_>) -> Self {
        let source = places.source();
        let line = source.line_of(finding.span.start);
        let line = if line.len() <= LONGEST_LINE { line } else { source.slice(finding.span) };
        let (first_byte, line) = (source.span_of(line).start, line.to_owned());
        let first_line = places.place_of(finding.span.start).line;
        Self { finding, name: name.to_owned(), games: 1, line, first_byte, first_line }
    }

    /// The finding about all of its kind.
    pub fn finding(&self) -> &Finding {
        &self.finding
    }

    /// The text of the finding, in the file of this name.
    pub fn source<'a>(&'a self, name: &'a str) -> Source<'a> {
        Source {
            first_byte: self.first_byte,
            first_line: self.first_line,
            ..Source::new(name, &self.line)
        }
    }
}

/// The finding about the games of a variant that is not known, or of a game with drops but no variant.
pub(super) fn message(name: &[u8], games: u64) -> String {
    let what = if is_drop(name) {
        "is a drop, but no `Variant` tag names a game with drops"
    } else {
        "is not among the games known here"
    };
    format!("`{}` {what}; {} not checked", shown(name), counted(games, "game"))
}

/// Whether a word puts a piece onto the board: `P@e4`, `N@f7+`.
pub(super) fn is_drop(word: &[u8]) -> bool {
    let ([b'P' | b'N' | b'B' | b'R' | b'Q', b'@', square @ ..] | [b'@', square @ ..]) = word else {
        return false;
    };
    matches!(square, [b'a'..=b'h', b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8', b'+' | b'#'])
}
