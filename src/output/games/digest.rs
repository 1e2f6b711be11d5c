//! A number for all rows of a run, whatever their order: two runs that found the same have the same.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::output::games::ReportedGame;

/// The sum of the hashes of all rows. A row is hashed without the numbers that are not known in a part of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Digest(u64);

impl Digest {
    /// Adds a game and its findings.
    pub fn add(&mut self, game: &ReportedGame<'_, '_>) {
        let report = game.report;
        let file = hash(FIRST, game.places.source().name.as_bytes());
        if let Some(span) = report.game {
            let plies = report.ending.map_or(u32::MAX, |ending| ending.plies);
            let length = hash(file, &span.len().to_le_bytes());
            self.merge(Self(hash(length, &plies.to_le_bytes())));
        }
        for finding in &report.findings {
            let length = hash(file, &finding.span.len().to_le_bytes());
            let code = hash(length, finding.code.id().as_bytes());
            self.merge(Self(hash(code, finding.message.as_bytes())));
        }
    }

    /// Adds that of other rows.
    pub fn merge(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

const FIRST: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a, which is the same on every machine.
fn hash(seed: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(seed, step)
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
