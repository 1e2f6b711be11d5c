//! Corrections of files: a log with one object a line, a diff, and the summary of a file.

mod diff;

use std::{
    fmt,
    io::{self, Write},
};

use serde::Serialize;

use crate::{
    diagnostics::{Class, Severity},
    fix::{Correction, FixedGame},
    text::{Source, counted},
};
pub use diff::{DiffStyle, DiffWriter};

/// An edit of the original bytes.
#[derive(Debug, Serialize)]
struct LogRecord<'r> {
    file: &'r str,
    game: u64,
    byte: u64,
    length: u64,
    before: String,
    after: String,
    code: &'static str,
    class: &'static str,
    confidence: f32,
    /// The codes of the other findings that it corrects.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<&'static str>,
}

/// Writes a correction of a game as one line of JSON.
///
/// # Errors
/// When the output cannot be written.
pub fn log(
    out: &mut impl Write,
    source: Source<'_>,
    game: u64,
    correction: &Correction,
) -> io::Result<()> {
    let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut codes = correction.causes.iter().map(|cause| cause.code.id());
    let record = LogRecord {
        file: source.name,
        game,
        byte: correction.span.start,
        length: correction.span.len(),
        before: shown(&source.as_written(source.slice(correction.span))),
        after: shown(&correction.replacement),
        code: codes.next().unwrap_or_default(),
        class: correction.class().as_str(),
        confidence: correction.confidence(),
        also: codes.collect(),
    };
    serde_json::to_writer(&mut *out, &record)?;
    out.write_all(b"\n")
}

/// What was corrected in a file, and what is left.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FixSummary {
    /// The name of the file.
    pub name: String,
    /// The games.
    pub games: u64,
    /// The corrections of each class, the safest first.
    pub corrections: [u64; 3],
    /// The games with corrections.
    pub corrected: u64,
    /// The findings of each severity that are left, the mildest first.
    pub left: [u64; 3],
    /// The games that still have errors.
    pub with_errors: u64,
    /// The games that still have warnings and no errors.
    pub with_warnings: u64,
    /// The errors and warnings about text that belongs to no game.
    pub between: u64,
    /// Where the games go that still have errors.
    pub rejects: Option<String>,
}

impl FixSummary {
    /// Adds a game, whose corrections are applied or not.
    pub fn add(&mut self, game: &FixedGame, is_rejected: bool) {
        for report in &game.left {
            let counts = Severity::ALL.map(|severity| report.count(severity) as u64);
            self.left = [0, 1, 2].map(|at| self.left[at] + counts[at]);
            if report.game.is_some() {
                self.with_errors += u64::from(counts[2] > 0);
                self.with_warnings += u64::from(counts[2] == 0 && counts[1] > 0);
            } else {
                self.between += counts[1] + counts[2];
            }
        }
        if is_rejected || game.corrections.is_empty() {
            return;
        }
        self.corrected += u64::from(game.game.is_some());
        for correction in &game.corrections {
            self.corrections[correction.class() as usize] += 1;
        }
    }

    /// Adds what is known of another file.
    pub fn merge(&mut self, other: &Self) {
        let sum = |one: [u64; 3], two: [u64; 3]| [0, 1, 2].map(|at| one[at] + two[at]);
        self.games += other.games;
        self.corrections = sum(self.corrections, other.corrections);
        self.corrected += other.corrected;
        self.left = sum(self.left, other.left);
        self.with_errors += other.with_errors;
        self.with_warnings += other.with_warnings;
        self.between += other.between;
        self.rejects = self.rejects.take().or_else(|| other.rejects.clone());
    }

    /// Whether nothing was corrected and no error or warning is left.
    pub fn is_sound(&self) -> bool {
        self.count() == 0 && !self.reaches(Severity::Warning)
    }

    /// Whether a finding at least this bad is left.
    pub fn reaches(&self, severity: Severity) -> bool {
        self.left[severity as usize..].iter().any(|&count| count > 0)
    }

    /// How many corrections there are.
    pub fn count(&self) -> u64 {
        self.corrections.iter().sum()
    }
}

/// `club.pgn: 214 games, 37 corrections in 21 games (31 safe, 6 likely), 3 games still have errors -> bad.pgn`
impl fmt::Display for FixSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, ", self.name, counted(self.games, "game"))?;
        write!(f, "{}", counted(self.count(), "correction"))?;
        if self.count() > 0 {
            let classes = [Class::Safe, Class::Likely, Class::Guess];
            let kinds = classes.map(|class| (class.as_str(), self.corrections[class as usize]));
            let kinds = kinds.iter().filter(|(_, count)| *count > 0);
            let kinds: Vec<_> = kinds.map(|(name, count)| format!("{count} {name}")).collect();
            if self.corrected > 0 {
                write!(f, " in {}", counted(self.corrected, "game"))?;
            }
            write!(f, " ({})", kinds.join(", "))?;
        }
        let have = |count| if count == 1 { "has" } else { "have" };
        if self.with_errors > 0 {
            let games = counted(self.with_errors, "game");
            write!(f, ", {games} still {} errors", have(self.with_errors))?;
        }
        if let Some(rejects) = self.rejects.as_ref().filter(|_| self.with_errors > 0) {
            write!(f, " -> {rejects}")?;
        }
        if self.with_warnings > 0 {
            let games = counted(self.with_warnings, "game");
            write!(f, ", {games} still {} warnings", have(self.with_warnings))?;
        }
        if self.between > 0 {
            write!(f, ", {} outside games", counted(self.between, "finding"))?;
        }
        Ok(())
    }
}
