//! The first places of each code. They are the smallest by file and byte, in whatever order they are added.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use serde::{Deserialize, Serialize};

use crate::output::games::ReportedGame;

/// How many places of each code are kept.
const KEPT: usize = 3;

/// The first places of each code, by its id.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examples(BTreeMap<Cow<'static, str>, BTreeSet<Example>>);

/// The place of a finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Example {
    /// The file.
    pub file: String,
    /// Where the shard begins in whose numbers the others are given; 0 for those of the file.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub shard: u64,
    /// The first byte of the finding.
    pub byte: u64,
    /// Its line.
    pub line: u64,
    /// The number of the game.
    pub game: Option<u64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Examples {
    /// Adds the findings of a game, whose numbers are those of the shard that begins at `shard`.
    pub fn add(&mut self, game: &mut ReportedGame<'_, '_>, shard: u64) {
        for finding in &game.report.findings {
            let kept = self.0.entry(Cow::Borrowed(finding.code.id())).or_default();
            let place = (game.places.source().name, shard, finding.span.start);
            let is_before = |last: &Example| place < (last.file.as_str(), last.shard, last.byte);
            if kept.len() < KEPT || kept.last().is_some_and(is_before) {
                let (file, byte) = (place.0.to_owned(), place.2);
                let line = game.place(finding).line;
                keep(kept, Example { file, shard, byte, line, game: game.number() });
            }
        }
    }

    /// Adds those of other games.
    pub fn merge(&mut self, other: &Self) {
        for (code, examples) in &other.0 {
            let kept = self.0.entry(code.clone()).or_default();
            for example in examples {
                keep(kept, example.clone());
            }
        }
    }

    /// The same with other numbers.
    #[must_use]
    pub fn map(self, renumbered: impl Fn(Example) -> Example) -> Self {
        let renumber =
            |examples: BTreeSet<Example>| examples.into_iter().map(&renumbered).collect();
        Self(self.0.into_iter().map(|(code, examples)| (code, renumber(examples))).collect())
    }
}

fn keep(kept: &mut BTreeSet<Example>, example: Example) {
    kept.insert(example);
    if kept.len() > KEPT {
        kept.pop_last();
    }
}
