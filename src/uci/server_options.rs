//! The options of our own engine that a client may set.

use crate::engine::{Level, MAX_MEGABYTES};
use crate::rules::Variant;
use crate::uci::variant::built_in_names;
use crate::uci::{EngineOption, OptionKind};

/// The size of the transposition table in megabytes, unless the client sets it.
const DEFAULT_HASH: usize = 16;

/// The most lines of a search with `MultiPV`.
const MAX_LINES: i64 = 218;

/// The values of the options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ServerOptions {
    pub(super) megabytes: usize,
    pub(super) is_chess960: bool,
    /// The variant of `UCI_Variant`.
    pub(super) variant: Variant,
    /// The number of lines to show.
    pub(super) lines: usize,
    /// The level of `Skill Level`.
    skill: Level,
    /// The rating of `UCI_Elo`.
    rating: u16,
    /// Whether the rating counts.
    has_rating: bool,
}

/// What must follow a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OptionEffect {
    None,
    /// The table is cleared.
    Clear,
    /// The table gets another size.
    Resize,
    /// Another game is played.
    Restart,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            megabytes: DEFAULT_HASH,
            is_chess960: false,
            variant: Variant::Standard,
            lines: 1,
            skill: Level::MAX,
            rating: Level::MAX.rating(),
            has_rating: false,
        }
    }
}

impl ServerOptions {
    /// Sets a declared option to a value that it takes.
    pub(super) fn set(&mut self, option: &str, value: &str) -> OptionEffect {
        match option {
            "Hash" => {
                self.megabytes = value.parse().unwrap_or(DEFAULT_HASH);
                return OptionEffect::Resize;
            }
            "Clear Hash" => return OptionEffect::Clear,
            "MultiPV" => self.lines = value.parse().unwrap_or(1),
            "Skill Level" => {
                self.skill = value.parse().ok().and_then(Level::new).unwrap_or(Level::MIN);
            }
            "UCI_Chess960" => self.is_chess960 = value == "true",
            "UCI_Elo" => self.rating = value.parse().unwrap_or(self.rating),
            "UCI_LimitStrength" => self.has_rating = value == "true",
            "UCI_Variant" => {
                self.variant = value.parse().unwrap_or_default();
                return OptionEffect::Restart;
            }
            // The client decides when to ponder; it only asks whether we can.
            "Ponder" => {}
            other => unreachable!("`{other}` is not among the options"),
        }
        OptionEffect::None
    }

    /// The level to play at; `None` for full strength.
    pub(super) fn level(&self) -> Option<Level> {
        let level = if self.has_rating { Level::of_rating(self.rating) } else { self.skill };
        (level < Level::MAX).then_some(level)
    }
}

/// The options a client may set. `Skill Level` begins at 0, as it does in other engines; 0 and 1 are the same.
pub(super) fn options() -> Vec<EngineOption> {
    let number = |value| i64::try_from(value).unwrap_or(i64::MAX);
    let spin = |default, min, max| OptionKind::Spin { default, min, max };
    let check = OptionKind::Check { default: false };
    let rating = |level: Level| i64::from(level.rating());
    let highest = i64::from(Level::MAX.number());
    let variants = OptionKind::Combo { default: "chess".to_owned(), choices: built_in_names() };
    [
        ("Hash", spin(number(DEFAULT_HASH), 1, number(MAX_MEGABYTES))),
        ("Clear Hash", OptionKind::Button),
        ("MultiPV", spin(1, 1, MAX_LINES)),
        ("Ponder", check.clone()),
        ("Skill Level", spin(highest, 0, highest)),
        ("UCI_Chess960", check.clone()),
        ("UCI_LimitStrength", check),
        ("UCI_Elo", spin(rating(Level::MAX), rating(Level::MIN), rating(Level::MAX))),
        ("UCI_Variant", variants),
    ]
    .map(|(name, kind)| EngineOption { name: name.to_owned(), kind })
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_is_limited_by_a_level_or_a_rating() {
        let mut options = ServerOptions::default();
        assert_eq!(options.level(), None);
        options.set("Skill Level", "0");
        assert_eq!(options.level(), Some(Level::MIN));
        options.set("Skill Level", "7");
        assert_eq!(options.level(), Level::new(7));
        let club = Level::new(8).expect("a level");
        options.set("UCI_Elo", &club.rating().to_string());
        assert_eq!(options.level(), Level::new(7));
        options.set("UCI_LimitStrength", "true");
        assert_eq!(options.level(), Some(club));
        assert_eq!(options.set("Hash", "3"), OptionEffect::Resize);
        assert_eq!(options.megabytes, 3);
    }
}
