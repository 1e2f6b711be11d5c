//! The counts of a whole run: a sentence, a table, and an object.

use std::{
    cmp::Reverse,
    fmt,
    io::{self, Write},
};

use serde::{Deserialize, Serialize, Serializer};

use crate::{
    diagnostics::{Code, Severity},
    lint::{CodeCount, Statistics},
    output::games::{Digest, Examples, ReportedGame},
    rules::Outcome,
    text::{counted, grouped},
};

/// Counts over all games of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "summary")]
pub struct RunSummary {
    /// Files that were read.
    pub files: u64,
    /// Games.
    pub games: u64,
    /// Games without errors and warnings.
    pub clean: u64,
    /// Games with an error.
    pub with_errors: u64,
    /// Games with a warning and no error.
    pub with_warnings: u64,
    /// Games of other variants without errors and warnings, which were only parsed.
    pub not_checked: u64,
    /// Whether a signal ended the run before everything was read.
    pub interrupted: bool,
    /// Plies that were played.
    pub plies: u64,
    /// Findings that are errors.
    pub errors: u64,
    /// Findings that are warnings.
    pub warnings: u64,
    /// Findings that are information.
    pub infos: u64,
    /// How the games ended on the board.
    pub outcomes: Outcomes,
    /// How many games allowed a draw claim.
    pub claims: Claims,
    /// Findings with a safe correction.
    pub safe_corrections: u64,
    /// The findings by code.
    #[serde(rename = "codes", serialize_with = "by_code", skip_deserializing)]
    pub statistics: Statistics,
    /// The first places of each code.
    pub examples: Examples,
    /// A number for all games and findings.
    pub digest: Digest,
}

/// The findings of one code.
#[derive(Debug, Serialize)]
struct CodeRecord {
    findings: u64,
    safe_corrections: u64,
    games: u64,
    files: u64,
}

fn by_code<S: Serializer>(statistics: &Statistics, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(statistics.iter().map(|(code, count)| {
        let CodeCount { findings, safe, games, files } = count;
        (code.id(), CodeRecord { findings, safe_corrections: safe, games, files })
    }))
}

/// The codes that occur, the most frequent first.
pub(super) fn most_frequent(statistics: &Statistics) -> Vec<(Code, CodeCount)> {
    let mut counts: Vec<_> = statistics.iter().collect();
    counts.sort_by_key(|(code, count)| (Reverse(count.findings), *code));
    counts
}

/// How many games ended how on the board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Outcomes {
    checkmate: u64,
    stalemate: u64,
    dead_position: u64,
    fivefold: u64,
    seventy_five_moves: u64,
    /// A goal of a variant, or another of its rules.
    #[serde(default)]
    variant_rule: u64,
    none: u64,
}

/// How many games allowed which draw claim.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Claims {
    threefold: u64,
    fifty_moves: u64,
}

impl RunSummary {
    /// Adds a game, or findings between games, whose numbers are those of the shard that begins at `shard`.
    pub fn add(&mut self, game: &mut ReportedGame<'_, '_>, shard: u64) {
        let report = game.report;
        self.digest.add(game);
        self.examples.add(game, shard);
        let count = |severity| report.count(severity) as u64;
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        self.errors += errors;
        self.warnings += warnings;
        self.infos += count(Severity::Info);
        if report.game.is_none() {
            return;
        }
        self.games += 1;
        match (errors, warnings) {
            (0, 0) if report.ending.is_none() => self.not_checked += 1,
            (0, 0) => self.clean += 1,
            (0, _) => self.with_warnings += 1,
            _ => self.with_errors += 1,
        }
        let Some(ending) = report.ending else { return };
        self.plies += u64::from(ending.plies);
        self.claims.threefold += u64::from(ending.draws.threefold.is_some());
        self.claims.fifty_moves += u64::from(ending.draws.fifty.is_some());
        *self.outcomes.counter(ending.outcome) += 1;
    }

    /// Adds the counts of other games; those by code are due when their file has ended.
    pub fn merge(&mut self, other: &Self) {
        self.files += other.files;
        self.games += other.games;
        self.clean += other.clean;
        self.with_errors += other.with_errors;
        self.with_warnings += other.with_warnings;
        self.not_checked += other.not_checked;
        self.interrupted |= other.interrupted;
        self.plies += other.plies;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.infos += other.infos;
        self.safe_corrections += other.safe_corrections;
        self.statistics.merge(&other.statistics);
        self.examples.merge(&other.examples);
        self.digest.merge(other.digest);
        self.outcomes.merge(other.outcomes);
        self.claims.threefold += other.claims.threefold;
        self.claims.fifty_moves += other.claims.fifty_moves;
    }

    /// Ends a file, whose findings are counted by code.
    pub fn end_file(&mut self, mut statistics: Statistics) {
        statistics.end_file();
        self.safe_corrections += statistics.iter().map(|(_, count)| count.safe).sum::<u64>();
        self.statistics.merge(&statistics);
    }

    /// Writes the table of codes, the most frequent first: findings, games, files, and the share of all games.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn write_table(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        if self.statistics != Statistics::default() {
            writeln!(out, "code    findings      games    files   share  meaning")?;
        }
        for (code, count) in most_frequent(&self.statistics) {
            let (id, meaning) = (code.id(), code.summary());
            let (findings, games) = (grouped(count.findings), grouped(count.games));
            let (files, share) = (grouped(count.files), share(count.games, self.games));
            writeln!(out, "{id}  {findings:>10} {games:>10} {files:>8} {share:>7}  {meaning}")?;
        }
        Ok(())
    }

    /// What to do about the findings; `how` are the arguments of `arbiter fix`:
    /// `31 of 37 findings have a safe correction: arbiter fix games.pgn -o clean.pgn`
    pub fn advice(&self, how: &str) -> Option<String> {
        let all = self.errors + self.warnings + self.infos;
        let verb = if self.safe_corrections == 1 { "has" } else { "have" };
        (self.safe_corrections > 0).then(|| {
            let (safe, all) = (self.safe_corrections, counted(all, "finding"));
            format!("{safe} of {all} {verb} a safe correction: arbiter fix {how}")
        })
    }

    /// Whether there is a finding at least this bad.
    pub fn reaches(&self, severity: Severity) -> bool {
        let counts = match severity {
            Severity::Error => self.errors,
            Severity::Warning => self.errors + self.warnings,
            Severity::Info => self.errors + self.warnings + self.infos,
        };
        counts > 0
    }
}

impl Outcomes {
    /// The outcomes in words, with their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        [
            ("checkmate", self.checkmate),
            ("stalemate", self.stalemate),
            ("dead position", self.dead_position),
            ("fivefold repetition", self.fivefold),
            ("seventy-five moves", self.seventy_five_moves),
            ("a rule of the variant", self.variant_rule),
            ("not on the board", self.none),
        ]
        .into_iter()
    }

    fn merge(&mut self, other: Self) {
        self.checkmate += other.checkmate;
        self.stalemate += other.stalemate;
        self.dead_position += other.dead_position;
        self.fivefold += other.fivefold;
        self.seventy_five_moves += other.seventy_five_moves;
        self.variant_rule += other.variant_rule;
        self.none += other.none;
    }

    fn counter(&mut self, outcome: Option<Outcome>) -> &mut u64 {
        match outcome {
            Some(Outcome::Checkmate { .. }) => &mut self.checkmate,
            Some(Outcome::Stalemate) => &mut self.stalemate,
            Some(Outcome::DeadPosition) => &mut self.dead_position,
            Some(Outcome::Fivefold) => &mut self.fivefold,
            Some(Outcome::SeventyFiveMoves) => &mut self.seventy_five_moves,
            Some(Outcome::Variant(_)) => &mut self.variant_rule,
            None => &mut self.none,
        }
    }
}

/// `4 games: 3 clean, 1 with errors (1 error, 0 warnings)`
impl fmt::Display for RunSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} clean", counted(self.games, "game"), self.clean)?;
        if self.with_errors > 0 {
            write!(f, ", {} with errors", self.with_errors)?;
        }
        if self.with_warnings > 0 {
            write!(f, ", {} with warnings", self.with_warnings)?;
        }
        if self.not_checked > 0 {
            write!(f, ", {} not checked", self.not_checked)?;
        }
        if self.errors + self.warnings > 0 {
            let (errors, warnings) =
                (counted(self.errors, "error"), counted(self.warnings, "warning"));
            write!(f, " ({errors}, {warnings})")?;
        }
        Ok(())
    }
}

/// A share in per cent: `12.3 %`.
fn share(part: u64, whole: u64) -> String {
    match (part * 1000 + whole / 2).checked_div(whole) {
        Some(tenths @ 1..) => format!("{}.{} %", tenths / 10, tenths % 10),
        _ if part > 0 => "<0.1 %".into(),
        _ => "-".into(),
    }
}
