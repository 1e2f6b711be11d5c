//! A number for all rows of a run, whatever their order: two runs that found the same have the same.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{
    diagnostics::{Edit, Finding, Safety},
    output::games::ReportedGame,
    rules::Outcome,
    text::Span,
};

/// The sum of the hashes of all rows. A row is hashed without the numbers that are not known in a part of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Digest(u64);

impl Digest {
    /// Adds a game and its findings.
    pub fn add(&mut self, game: &ReportedGame<'_, '_>) {
        let report = game.report;
        let file = Hash::default().bytes(game.places.source().name.as_bytes());
        if let Some(span) = report.game {
            let (plies, outcome) = match report.ending {
                Some(ending) => (ending.plies, ending.outcome.map_or("", Outcome::name)),
                None => (u32::MAX, ""),
            };
            let row = file.number(span.len()).number(plies.into()).bytes(outcome.as_bytes());
            self.merge(Self(row.0));
        }
        for finding in &report.findings {
            self.merge(Self(file.finding(finding).0));
        }
    }

    /// Adds that of other rows.
    pub fn merge(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

/// FNV-1a, which is the same on every machine.
#[derive(Debug, Clone, Copy)]
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn bytes(self, bytes: &[u8]) -> Self {
        let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self(bytes.iter().fold(self.0, step))
    }

    fn number(self, number: u64) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    fn text(self, text: Option<&str>) -> Self {
        let text = text.unwrap_or_default();
        self.number(text.len() as u64).bytes(text.as_bytes())
    }

    /// What is printed of a finding but for its probabilities, which are no exact numbers. Edits count from its place.
    fn finding(self, finding: &Finding) -> Self {
        let Finding { code, severity, span, message, .. } = finding;
        let row = self.number(span.len()).bytes(code.id().as_bytes()).text(Some(message));
        let row = row.bytes(severity.as_str().as_bytes()).text(finding.help.as_deref());
        let row = row.text(finding.path.as_deref()).text(finding.fen.as_deref());
        let row = row.number(finding.ply.unwrap_or_default().into()).edits(&finding.edits, *span);
        finding.suggestions.iter().fold(row, |row, suggestion| {
            row.text(Some(&suggestion.text)).edits(&suggestion.edits, *span)
        })
    }

    fn edits(self, edits: &[Edit], of: Span) -> Self {
        edits.iter().fold(self, |row, edit| {
            let place = row.number(edit.span.start.wrapping_sub(of.start)).number(edit.span.len());
            place.text(Some(&edit.replacement)).number(u64::from(edit.safety == Safety::Safe))
        })
    }
}

/// Sixteen hexadecimal digits: some readers of JSON have no numbers of 64 bits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = String::deserialize(deserializer)?;
        u64::from_str_radix(&digits, 16).map(Self).map_err(D::Error::custom)
    }
}
