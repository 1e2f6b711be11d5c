//! Checks on a game: what its tags, moves, numbers, comments and clocks say, one file per family. [`lint_block`] is the
//! loop that takes the tokens of each game, moves its cursor and calls the families.

mod annotations;
mod clocks;
mod dates;
mod fault;
mod file_findings;
mod findings;
mod layout;
mod linter;
mod moves;
mod numbering;
mod numbers;
mod players;
mod report;
mod result;
mod spelling;
mod start;
mod statistics;
mod syntax;
mod tags;
#[cfg(test)]
mod test_support;
mod time_control;
mod values;

pub use fault::lint_block_guarded;
pub(crate) use fault::lint_game_guarded;
pub use file_findings::{FileFinding, FileFindings};
pub use findings::Findings;
pub use linter::{lint_block, lint_tokens};
pub use report::{Detail, GameReport, Headings, Laws, Options};
pub use statistics::{CodeCount, Statistics};
