//! Checks on a game: what its tags, moves, numbers, comments and clocks say, one file per family. [`lint_block`] is the
//! loop that takes the tokens of each game, moves its cursor and calls the families.

mod annotations;
mod clocks;
mod dates;
mod laws;
mod layout;
mod linter;
mod moves;
mod notes;
mod numbering;
mod numbers;
mod players;
mod position;
mod report;
mod result;
mod spelling;
mod tags;
#[cfg(test)]
mod test_support;
mod time_control;
mod values;
mod variants;

pub(crate) use crate::pgn::{Known, Tags};
pub use laws::Laws;
pub use linter::lint_block;
pub use notes::Notes;
pub use report::{Detail, GameReport, Headings, Options};
