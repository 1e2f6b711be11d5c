//! Many games between engines: openings, the games themselves, and what their results mean.

mod contestant;
mod crosstable;
mod elo;
mod match_game;
mod openings;
mod series;

pub use contestant::{Contestant, Pace};
pub use crosstable::{Faults, Standing};
pub use elo::{EloDifference, Tally};
pub use openings::Openings;
pub use series::{Series, SeriesError, finished_part};
