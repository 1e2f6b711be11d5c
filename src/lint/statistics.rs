//! Findings counted by code. Counts of parts of a file, and of files, can be merged.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    diagnostics::{Code, Finding},
    lint::GameReport,
};

/// How often each code occurs. The parts of a file may be counted apart and merged; [`end_file`](Self::end_file) is due once for each
/// file, before its counts are merged with those of others.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, CodeCount>", into = "BTreeMap<String, CodeCount>")]
pub struct Statistics(BTreeMap<Code, CodeCount>);

/// How often a code occurs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeCount {
    /// The findings.
    pub findings: u64,
    /// The findings that have a safe correction.
    pub safe: u64,
    /// The games with such a finding.
    pub games: u64,
    /// The files with such a finding.
    pub files: u64,
}

impl Statistics {
    /// Counts the findings of a game, or of text between games.
    pub fn add(&mut self, report: &GameReport) {
        for finding in &report.findings {
            self.count(finding);
        }
        self.merge(&report.omitted);
        if report.game.is_some() && !report.findings.is_empty() {
            let mut codes: Vec<Code> = report.findings.iter().map(|finding| finding.code).collect();
            codes.extend(report.omitted.0.keys());
            codes.sort_unstable();
            codes.dedup();
            for code in codes {
                self.of(code).games += 1;
            }
        }
    }

    /// Counts a finding, wherever it is.
    pub(super) fn count(&mut self, finding: &Finding) {
        let count = self.of(finding.code);
        count.findings += 1;
        count.safe += u64::from(finding.is_safely_corrected());
    }

    /// Counts a finding of which only the code is known.
    pub(super) fn count_code(&mut self, code: Code) {
        self.of(code).findings += 1;
    }

    /// Forgets the findings of a code; returns how many they were.
    pub(super) fn remove(&mut self, code: Code) -> usize {
        self.0.remove(&code).map_or(0, |count| usize::try_from(count.findings).unwrap_or(0))
    }

    /// Counts the file, when all of it has been added.
    pub fn end_file(&mut self) {
        for count in self.0.values_mut() {
            count.files = 1;
        }
    }

    /// Adds the counts of another part of the file, or of other files.
    pub fn merge(&mut self, other: &Self) {
        for (&code, added) in &other.0 {
            let count = self.of(code);
            count.findings += added.findings;
            count.safe += added.safe;
            count.games += added.games;
            count.files += added.files;
        }
    }

    /// The counts of the codes that occur, in the order of the codes.
    pub fn iter(&self) -> impl Iterator<Item = (Code, CodeCount)> {
        self.0.iter().map(|(&code, &count)| (code, count))
    }

    /// The counts of a code.
    pub fn get(&self, code: Code) -> CodeCount {
        self.0.get(&code).copied().unwrap_or_default()
    }

    fn of(&mut self, code: Code) -> &mut CodeCount {
        self.0.entry(code).or_default()
    }
}

impl From<Statistics> for BTreeMap<String, CodeCount> {
    fn from(statistics: Statistics) -> Self {
        statistics.iter().map(|(code, count)| (code.id().to_owned(), count)).collect()
    }
}

/// Fails with the first unknown code.
impl TryFrom<BTreeMap<String, CodeCount>> for Statistics {
    type Error = String;

    fn try_from(counts: BTreeMap<String, CodeCount>) -> Result<Self, String> {
        let known = |(id, count): (String, CodeCount)| match id.parse::<Code>() {
            Ok(code) => Ok((code, count)),
            Err(_) => Err(format!("no code `{id}`")),
        };
        counts.into_iter().map(known).collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagnostics::Safety, text::Span};

    fn report(game: Option<Span>, codes: &[(Code, Option<Safety>)]) -> GameReport {
        let place = Span { start: 0, end: 1 };
        let finding = |&(code, safety): &(Code, Option<Safety>)| {
            let finding = Finding::new(code, place, "");
            finding
                .with_optional_edit(safety.map(|_| (place, "x")), safety.unwrap_or(Safety::Guess))
        };
        GameReport { game, ..GameReport::between(codes.iter().map(finding).collect()) }
    }

    #[test]
    fn parts_and_files_add_up() {
        let game = Some(Span { start: 0, end: 9 });
        let (eco, sign) = (Code::EcoForm, Code::CheckSign);
        let mut first = Statistics::default();
        first.add(&report(game, &[(eco, None), (sign, Some(Safety::Safe)), (sign, None)]));
        let mut rest = Statistics::default();
        rest.add(&report(game, &[(sign, Some(Safety::Guess))]));
        rest.add(&report(None, &[(eco, Some(Safety::Safe))]));
        first.merge(&rest);
        first.end_file();
        let mut other = Statistics::default();
        other.add(&report(game, &[(eco, None)]));
        other.end_file();
        let mut all = Statistics::default();
        all.merge(&first);
        all.merge(&other);
        assert_eq!(all.get(eco), CodeCount { findings: 3, safe: 1, games: 2, files: 2 });
        assert_eq!(all.get(sign), CodeCount { findings: 3, safe: 1, games: 2, files: 1 });
        assert_eq!(all.iter().count(), 2);
    }
}
