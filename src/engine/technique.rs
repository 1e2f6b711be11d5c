//! The tricks of the search, each of which can be left out: without any, it is plain alpha-beta.

/// Something that makes the search faster or deeper, and may change its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Technique {
    /// Positions seen before are looked up.
    Table,
    /// Captures are followed to the end before a leaf is judged.
    Quiescence,
    /// A check is looked at one half-move deeper.
    CheckExtension,
    /// If even passing is good enough, the position is.
    NullMove,
    /// Late moves are searched less deeply at first.
    LateMoveReduction,
    /// Near the leaves, hopeless positions and moves are left out.
    Futility,
    /// Each iteration begins with a narrow window around the last score.
    Aspiration,
    /// Leaves are judged by more than the simplified evaluation.
    Positional,
}

/// Which techniques to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Techniques(u8);

impl Techniques {
    /// All of them.
    pub const ALL: Self = Self(u8::MAX);
    /// Plain alpha-beta.
    pub const NONE: Self = Self(0);

    /// The same without one of them.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u8))
    }

    /// The same with one more.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u8)
    }

    /// Whether this one is used.
    pub const fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u8 & 1 != 0
    }
}

/// How to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchSettings {
    /// The techniques to use.
    pub techniques: Techniques,
    /// With a seed, positions are judged a few hundredths of a pawn higher or lower: always the
    /// same for the same seed, so that games differ from seed to seed but not from run to run.
    pub seed: Option<u64>,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self { techniques: Techniques::ALL, seed: None }
    }
}
