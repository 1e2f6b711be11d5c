//! Games of variants that are not known here: one finding for each variant of a file, with the number of its games.

use crate::{
    diagnostics::{Code, Finding},
    lint::{GameReport, findings::shown},
    text::{Places, Source},
};

/// Beyond this number of variants in one file, each game has its own finding: a file must not fill the memory.
const MOST: usize = 64;

/// A longer line is not kept.
const LONGEST_LINE: usize = 1 << 16;

/// The games of a file that are not checked.
#[derive(Debug, Default)]
pub struct UncheckedGames {
    variants: Vec<UncheckedVariant>,
}

/// The games of one variant.
#[derive(Debug)]
pub struct UncheckedVariant {
    name: Vec<u8>,
    games: u64,
    first: Finding,
    /// The line of the first finding, and its place in the file.
    line: Vec<u8>,
    first_byte: u64,
    first_line: u64,
}

impl UncheckedGames {
    /// Counts the game of a report, and takes the finding about its variant from it.
    pub fn count(&mut self, report: &mut GameReport, places: &mut Places<'_>) {
        if report.ending.is_some() {
            return;
        }
        let is_about_variant = |one: &Finding| {
            let is_tag = one.path.as_deref() == Some("Variant");
            one.code == Code::VariantTag && (is_tag || is_drop(places.source().slice(one.span)))
        };
        let Some(at) = report.findings.iter().position(is_about_variant) else { return };
        let name = places.source().slice(report.findings[at].span);
        let is_same =
            |other: &UncheckedVariant| other.name == name || is_drop(&other.name) && is_drop(name);
        if let Some(known) = self.variants.iter_mut().find(|variant| is_same(variant)) {
            known.games += 1;
            report.take(at);
        } else if self.variants.len() < MOST {
            let name = name.to_owned();
            let first = report.take(at);
            let line = places.source().line_of(first.span.start);
            let line =
                if line.len() <= LONGEST_LINE { line } else { places.source().slice(first.span) };
            let first_byte = places.source().span_of(line).start;
            let first_line = places.place_of(first.span.start).line;
            let line = line.to_owned();
            self.variants.push(UncheckedVariant {
                name,
                games: 1,
                first,
                line,
                first_byte,
                first_line,
            });
        }
    }

    /// The variants in the order of their first games.
    pub fn into_variants(self) -> Vec<UncheckedVariant> {
        self.variants
    }
}

impl UncheckedVariant {
    /// The finding about all games of the variant.
    pub fn finding(&self) -> Finding {
        Finding { message: message(&self.name, self.games), ..self.first.clone() }
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

/// What is said about so many games of a variant.
pub(super) fn message(name: &[u8], games: u64) -> String {
    let noun = if games == 1 { "game" } else { "games" };
    let what = if is_drop(name) { "a drop, as in crazyhouse, which is " } else { "" };
    format!("`{}` is {what}not among the games known here; {games} {noun} not checked", shown(name))
}

/// Whether a word puts a piece onto the board: `P@e4`, `N@f7+`.
pub(super) fn is_drop(word: &[u8]) -> bool {
    let square = match word {
        [b'P' | b'N' | b'B' | b'R' | b'Q', b'@', square @ ..] | [b'@', square @ ..] => square,
        _ => return false,
    };
    matches!(square, [b'a'..=b'h', b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8', b'+' | b'#'])
}
