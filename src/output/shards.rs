//! The summary of shards: counts that add up in any order, and the parts they come from.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{
    archive::Shard,
    lint::Statistics,
    output::games::{Example, RunSummary},
};

/// What was found in some shards. Merging is commutative and associative.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardSummary {
    /// The counts, without those by code.
    pub counts: RunSummary,
    /// The findings of each file by code.
    pub codes: BTreeMap<String, Statistics>,
    /// The shards, in the order of their files and places.
    pub parts: Vec<ShardPart>,
}

/// How a shard fits between its neighbours.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ShardPart {
    /// The shard.
    pub shard: Shard,
    /// The length of its text, if it was read to its end.
    pub text: Option<u64>,
    /// Where its first game begins, counted from its start; `None` if it owns no game.
    pub first: Option<u64>,
    /// Where its last game ends, counted from its end; `None` at the end of the file.
    pub stop: Option<u64>,
    /// The games.
    pub games: u64,
    /// The line ends from the first game on.
    pub lines: u64,
    /// Whether a finding depends on the rest of the file.
    pub needs_file: bool,
    /// Why it could not be read.
    pub failure: Option<String>,
}

/// What must be added to the numbers of the rows of a shard.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Offset {
    /// The games before it.
    pub games: u64,
    /// The lines before its first game.
    pub lines: u64,
    /// How many more bytes of text than of the file are before it; in a compressed file they differ.
    pub bytes: i64,
}

/// What is wrong with the parts.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Mismatch {
    /// Shards to be run again in the place of those they cover.
    pub reruns: Vec<Shard>,
    /// Gaps and overlaps.
    pub troubles: Vec<String>,
}

impl ShardSummary {
    /// What was found in a file, or in a part of it.
    pub fn of_file(name: &str, counts: RunSummary, statistics: Statistics) -> Self {
        Self { counts, codes: [(name.to_owned(), statistics)].into(), parts: Vec::new() }
    }

    /// Adds what was found in other shards.
    fn add(&mut self, other: Self) {
        self.counts.merge(&other.counts);
        for (path, statistics) in other.codes {
            self.codes.entry(path).or_default().merge(&statistics);
        }
        self.parts.extend(other.parts);
    }

    /// All of them as one.
    pub fn merged(summaries: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self::default();
        summaries.into_iter().for_each(|summary| all.add(summary));
        all.parts.sort();
        all
    }

    /// Those that count: a shard that was run again as a part of a larger one does not.
    pub fn that_count(summaries: Vec<Self>) -> Vec<Self> {
        let parts = summaries.iter().flat_map(|summary| &summary.parts);
        let reruns = parts.filter(|part| part.shard.rerun > 0).map(|part| part.shard.clone());
        let reruns: Vec<Shard> = reruns.collect();
        let is_replaced = |summary: &Self| match &summary.parts[..] {
            [part] => reruns.iter().any(|rerun| replaces(rerun, &part.shard)),
            _ => false,
        };
        summaries.into_iter().filter(|summary| !is_replaced(summary)).collect()
    }

    /// Fewer summaries that mean the same: those of files that are complete and fit together as one, and each of those that may
    /// have to be run again as it is.
    pub fn merged_partly(summaries: Vec<Self>) -> Vec<Self> {
        let summaries = Self::that_count(summaries);
        let mut parts: Vec<_> = summaries.iter().flat_map(|one| one.parts.clone()).collect();
        parts.sort();
        let files = Self { parts, ..Self::default() };
        let open: BTreeSet<_> = files
            .files()
            .filter(|parts| !Mismatch::of_file(parts).is_none())
            .map(|parts| &parts[0].shard.path)
            .collect();
        let is_open = |one: &Self| one.parts.iter().any(|part| open.contains(&part.shard.path));
        let (mut apart, complete): (Vec<_>, Vec<_>) = summaries.into_iter().partition(is_open);
        apart.sort_by(|one, other| one.parts.cmp(&other.parts));
        if !complete.is_empty() {
            apart.insert(0, Self::merged(complete));
        }
        apart
    }

    /// The counts of the whole run, when every file has ended.
    pub fn run_summary(&self) -> RunSummary {
        let mut counts = self.counts.clone();
        for statistics in self.codes.values() {
            counts.end_file(statistics.clone());
        }
        let offsets: BTreeMap<_, _> = self
            .offsets()
            .into_iter()
            .map(|(shard, offset)| ((shard.path.as_str(), shard.start), offset))
            .collect();
        counts.examples = counts.examples.map(|example| {
            let known = offsets.get(&(example.file.as_str(), example.shard)).copied();
            let Offset { games, lines, bytes } = known.unwrap_or_default();
            Example {
                shard: 0,
                byte: example.byte.wrapping_add_signed(bytes),
                line: example.line + lines,
                game: example.game.map(|game| game + games),
                ..example
            }
        });
        counts
    }

    /// Whether the parts cover their files, and fit together.
    pub fn check(&self) -> Mismatch {
        let mut mismatch = Mismatch::default();
        for parts in self.files() {
            let of_file = Mismatch::of_file(parts);
            mismatch.reruns.extend(of_file.reruns);
            mismatch.troubles.extend(of_file.troubles);
        }
        mismatch
    }

    /// What is said of shards that no part covers.
    pub fn missing(&self, planned: &[Shard]) -> Vec<String> {
        let covers = |part: &Shard, shard: &Shard| {
            part.path == shard.path && part.start <= shard.start && shard.end <= part.end
        };
        let parts: BTreeMap<_, _> =
            self.files().map(|parts| (&parts[0].shard.path, parts)).collect();
        let is_covered = |shard: &Shard| {
            let parts = parts.get(&shard.path).copied().unwrap_or_default();
            parts.iter().any(|part| covers(&part.shard, shard))
        };
        let missing = planned.iter().filter(|shard| !is_covered(shard));
        missing
            .map(|Shard { path, start, end, .. }| {
                format!("'{path}': no summary of bytes {start} to {end}")
            })
            .collect()
    }

    /// The files without a byte.
    pub fn empty_files(&self) -> impl Iterator<Item = &str> {
        let empty = |part: &&ShardPart| part.text == Some(0) && part.failure.is_none();
        let files = self.files().filter(|parts| parts.len() == 1);
        files.filter_map(move |parts| parts.first().filter(empty)).map(|part| &*part.shard.path)
    }

    /// What must be added to the numbers of the rows of each shard.
    pub fn offsets(&self) -> Vec<(&Shard, Offset)> {
        let mut offsets = Vec::new();
        for parts in self.files() {
            let (mut offset, mut text) = (Offset::default(), 0_u64);
            for part in parts {
                offset.bytes = text.wrapping_sub(part.shard.start).cast_signed();
                offsets.push((&part.shard, offset));
                offset.games += part.games;
                offset.lines += part.lines;
                text += part.text.unwrap_or_default();
            }
        }
        offsets
    }

    /// The parts of each file.
    fn files(&self) -> impl Iterator<Item = &[ShardPart]> {
        self.parts.chunk_by(|one, next| one.shard.path == next.shard.path)
    }
}

fn replaces(rerun: &Shard, shard: &Shard) -> bool {
    let covers = rerun.start <= shard.start && shard.end <= rerun.end;
    rerun.path == shard.path && covers && rerun.rerun > shard.rerun
}

/// Where the next game begins, after the parts so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    /// This number of bytes after the start of the next part.
    At(u64),
    /// There is none.
    End,
    /// A part could not be read.
    Unknown,
}

impl ShardPart {
    /// A shard of which nothing is read yet.
    pub fn of(shard: &Shard) -> Self {
        let first = (shard.start == 0).then_some(0);
        let shard = shard.clone();
        let (text, stop, failure) = (None, None, None);
        Self { shard, text, first, stop, games: 0, lines: 0, needs_file: false, failure }
    }
}

impl Mismatch {
    /// What is wrong with the parts of a file.
    fn of_file(parts: &[ShardPart]) -> Self {
        let mut mismatch = Self::default();
        mismatch.cover(parts);
        mismatch.join(parts);
        mismatch
    }

    /// Whether the parts cover their files, and fit together.
    pub fn is_none(&self) -> bool {
        self.reruns.is_empty() && self.troubles.is_empty()
    }

    /// Looks for gaps and overlaps.
    fn cover(&mut self, parts: &[ShardPart]) {
        let (mut covered, mut seen) = (0, None);
        for ShardPart { shard, .. } in parts {
            let path = &shard.path;
            if shard.start > covered {
                self.troubles
                    .push(format!("'{path}': no shard covers bytes {covered} to {}", shard.start));
            } else if shard.start < covered || seen == Some(shard.start) {
                self.troubles.push(format!(
                    "'{path}': more than one shard covers bytes {} to {}",
                    shard.start,
                    covered.min(shard.end)
                ));
            }
            (covered, seen) = (covered.max(shard.end), Some(shard.start));
        }
        if let Some(ShardPart { shard: Shard { path, size, .. }, .. }) = parts.last()
            && covered != *size
        {
            self.troubles.push(format!("'{path}': no shard covers bytes {covered} to {size}"));
        }
    }

    /// Looks for neighbours that disagree about the game between them.
    fn join(&mut self, parts: &[ShardPart]) {
        let (mut due, mut owner) = (Due::At(0), 0);
        for (at, part) in parts.iter().enumerate() {
            let agrees = match (due, part.first) {
                (Due::Unknown, _) | (Due::End, None) => true,
                (Due::End, Some(_)) => false,
                (Due::At(place), Some(first)) => place == first,
                (Due::At(place), None) => part.text.is_some_and(|text| place >= text),
            };
            // Where the first game of a part begins is unknown if the part failed at once.
            if !agrees && (part.failure.is_none() || part.first.is_some()) {
                self.rerun(&parts[owner..=at]);
            }
            due = match (part.first, part.stop, due) {
                _ if part.failure.is_some() => Due::Unknown,
                (Some(_), Some(stop), _) => Due::At(stop),
                (Some(_), None, _) => Due::End,
                (None, _, Due::At(place)) => {
                    Due::At(place.saturating_sub(part.text.unwrap_or_default()))
                }
                (None, ..) => due,
            };
            if part.first.is_some() {
                owner = at;
            }
        }
        if parts.len() > 1 && parts.iter().any(|part| part.needs_file) {
            self.reruns.clear();
            self.rerun(parts);
        }
    }

    /// Adds some parts of a file to be read again as one; they are joined with the last ones if they overlap.
    fn rerun(&mut self, parts: &[ShardPart]) {
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return };
        let rerun = 1 + parts.iter().map(|part| part.shard.rerun).max().unwrap_or_default();
        match self.reruns.last_mut() {
            Some(before) if first.shard.start < before.end => {
                before.end = last.shard.end;
                before.rerun = before.rerun.max(rerun);
            }
            _ => self.reruns.push(Shard { end: last.shard.end, rerun, ..first.shard.clone() }),
        }
    }
}
