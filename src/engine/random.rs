//! Random numbers.

/// The `SplitMix64` random number generator: small, and the same on every machine.
#[derive(Debug, Clone)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A generator with its own sequence for every seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next sixty-four bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A random element, or `None` if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let count = u64::try_from(items.len()).ok()?;
        let index = self.next_u64().checked_rem(count)?;
        items.get(usize::try_from(index).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::SplitMix64;

    /// The first numbers for seed 1234567, as published with the reference implementation.
    #[test]
    fn gives_the_published_numbers() {
        let mut generator = SplitMix64::new(1_234_567);
        let first = [generator.next_u64(), generator.next_u64(), generator.next_u64()];
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn picks_nothing_from_nothing() {
        assert_eq!(SplitMix64::new(1).pick::<u8>(&[]), None);
    }
}
