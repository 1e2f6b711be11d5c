//! The transposition table: results of earlier searches, in a fixed size that drops what is old and shallow.

use std::num::NonZeroU32;

use crate::engine::Score;
use crate::rules::Move;

/// What a score says about the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bound {
    /// The true score.
    #[default]
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

impl Bound {
    /// Whether a score with this bound says more about a position than another one that is only an estimate.
    pub(super) fn tells_more(self, score: Score, estimate: Score) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score > estimate,
            Self::Upper => score < estimate,
        }
    }
}

/// A move in four bytes. It is only ever compared with legal moves, so a wrong one does no harm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PackedMove(NonZeroU32);

impl PackedMove {
    pub(super) fn of(mv: Move) -> Self {
        let promotion = mv.promotion.map_or(0, |role| role as u32);
        let squares = (mv.from as u32) << 6 | mv.to as u32;
        let packed = promotion << 12 | squares;
        Self(NonZeroU32::MIN.saturating_add(packed))
    }
}

/// The stored result of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) hash_move: Option<PackedMove>,
    pub(super) score: Score,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The static score of the position; none in check.
    pub(super) static_score: Option<Score>,
}

/// An entry with its key and age, in sixteen bytes.
#[derive(Debug, Clone, Copy)]
struct Slot {
    /// The key, and in its last sixteen bits, which the place of the bucket implies in part, the static score.
    key: u64,
    hash_move: Option<PackedMove>,
    score: Score,
    depth: u8,
    /// The generation, and in the last two bits the bound; zero there marks an empty slot.
    age_and_bound: u8,
}

const EMPTY: Slot =
    Slot { key: 0, hash_move: None, score: Score::DRAW, depth: 0, age_and_bound: 0 };

/// The bits of a key in place of which the static score is stored.
const KEY_END: u64 = 0xffff;

/// In check there is no static score.
const NO_STATIC_SCORE: i16 = i16::MIN;

/// Generations are counted in six bits.
const GENERATIONS: u8 = 64;

impl Slot {
    fn new(key: u64, entry: Entry, generation: u8) -> Self {
        let bound = match entry.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let Entry { hash_move, score, depth, .. } = entry;
        let static_score = entry.static_score.map_or(NO_STATIC_SCORE, Score::raw);
        let key = key & !KEY_END | u64::from(static_score.cast_unsigned());
        Self { key, hash_move, score, depth, age_and_bound: generation << 2 | bound }
    }

    /// Whether it belongs to the position with this key.
    fn is_of(&self, key: u64) -> bool {
        (self.key ^ key) & !KEY_END == 0 && self.age_and_bound != 0
    }

    /// The static score, which is the end of the key.
    fn static_score(self) -> Option<Score> {
        let raw = (self.key & KEY_END) as u16;
        (raw != NO_STATIC_SCORE.cast_unsigned())
            .then(|| Score::from_centipawns(i32::from(raw.cast_signed())))
    }

    fn entry(self) -> Option<Entry> {
        let bound = match self.age_and_bound & 3 {
            0 => return None,
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        let static_score = self.static_score();
        let Self { hash_move, score, depth, .. } = self;
        Some(Entry { hash_move, score, depth, bound, static_score })
    }

    fn generation(self) -> u8 {
        self.age_and_bound >> 2
    }

    /// How much it is worth keeping: every generation of age counts as four plies.
    fn usefulness(self, generation: u8) -> i32 {
        let age = generation.wrapping_sub(self.generation()) % GENERATIONS;
        match self.entry() {
            None => i32::MIN,
            Some(entry) => i32::from(entry.depth) - 4 * i32::from(age),
        }
    }
}

/// The slots a position may occupy: one cache line.
type Bucket = [Slot; 4];

/// The largest table, in megabytes.
pub const MAX_MEGABYTES: usize = 4096;

/// A transposition table.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: u8,
}

impl TranspositionTable {
    /// A table of at most `megabytes`, clamped to `1..=`[`MAX_MEGABYTES`].
    pub(super) fn with_megabytes(megabytes: usize) -> Self {
        let bytes = megabytes.clamp(1, MAX_MEGABYTES) << 20;
        let most = bytes / size_of::<Bucket>();
        let buckets = 1_usize << most.ilog2();
        Self { buckets: vec![[EMPTY; 4]; buckets], generation: 0 }
    }

    /// Removes every entry.
    pub(super) fn clear(&mut self) {
        self.buckets.fill([EMPTY; 4]);
        self.generation = 0;
    }

    /// Begins another generation: the entries so far are older.
    pub(super) fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// The entry of the position with this key.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.index(key)];
        bucket.iter().find(|slot| slot.is_of(key)).and_then(|slot| slot.entry())
    }

    /// Stores an entry in place of the least useful one.
    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        let generation = self.generation;
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        let place = match bucket.iter().position(|slot| slot.is_of(key)) {
            Some(place) => place,
            None => least_useful(bucket, generation),
        };
        let slot = &mut bucket[place];
        let is_worth_keeping = slot.is_of(key)
            && slot.generation() == generation
            && entry.bound != Bound::Exact
            && slot.depth > entry.depth + 3;
        if is_worth_keeping {
            return;
        }
        let earlier = slot.hash_move.filter(|_| slot.is_of(key));
        *slot =
            Slot::new(key, Entry { hash_move: entry.hash_move.or(earlier), ..entry }, generation);
    }

    /// The share of entries of this generation, in thousandths.
    pub(super) fn permille_full(&self) -> usize {
        let sample = self.buckets.iter().flatten().take(1000);
        let fresh = |slot: &&Slot| slot.entry().is_some() && slot.generation() == self.generation;
        sample.filter(fresh).count()
    }

    fn index(&self, key: u64) -> usize {
        let mask = self.buckets.len() as u64 - 1;
        usize::try_from(key & mask).unwrap_or(0)
    }
}

fn least_useful(bucket: &Bucket, generation: u8) -> usize {
    let worst = bucket.iter().enumerate().min_by_key(|(_, slot)| slot.usefulness(generation));
    worst.map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chess, Position};

    fn entry(depth: u8) -> Entry {
        let static_score = Some(Score::from_centipawns(-35));
        Entry { hash_move: None, score: Score::DRAW, depth, bound: Bound::Exact, static_score }
    }

    #[test]
    fn an_entry_is_found_until_the_table_is_cleared() {
        let mut table = TranspositionTable::with_megabytes(1);
        assert_eq!(table.get(7), None);
        table.put(7, entry(3));
        assert_eq!(table.get(7), Some(entry(3)));
        table.clear();
        assert_eq!(table.get(7), None);
    }

    #[test]
    fn a_full_bucket_drops_the_old_and_shallow() {
        let mut table = TranspositionTable::with_megabytes(1);
        let step = (table.buckets.len() as u64) << 16;
        for (key, depth) in [(step, 19), (2 * step, 2), (3 * step, 5), (4 * step, 6)] {
            table.put(key, entry(depth));
        }
        table.put(5 * step, entry(1));
        assert_eq!(table.get(2 * step), None);
        for _ in 0..3 {
            table.age();
        }
        table.put(5 * step, entry(1));
        table.put(6 * step, entry(1));
        assert_eq!(table.get(3 * step), None);
        assert!(table.get(step).is_some() && table.get(5 * step).is_some());
    }

    #[test]
    fn different_moves_are_packed_differently() {
        let moves = Chess::start().legal_moves();
        for (index, &one) in moves.iter().enumerate() {
            assert!(
                moves[..index].iter().all(|&other| PackedMove::of(one) != PackedMove::of(other))
            );
        }
    }

    #[test]
    fn a_bucket_is_one_cache_line() {
        assert_eq!(size_of::<Bucket>(), 64);
    }

    #[test]
    fn the_table_keeps_within_its_memory() {
        for megabytes in [1, 3, 16] {
            let table = TranspositionTable::with_megabytes(megabytes);
            assert!(table.buckets.len().is_power_of_two());
            assert!(table.buckets.len() * size_of::<Bucket>() <= megabytes << 20);
        }
    }
}
