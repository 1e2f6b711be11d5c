//! Opinions about a game: what its tags, numbers, comments and clocks say, one file per family. An [`Audit`]
//! listens to the reader beside the replay; it needs the board only for the end of the game.

mod annotations;
mod clocks;
mod counted;
mod dates;
mod desk;
mod examined;
mod examiner;
mod game;
#[cfg(test)]
mod hearing;
mod known;
mod laws;
mod layout;
mod notes;
mod numbering;
mod numbers;
mod players;
mod position;
mod result;
mod spelling;
mod tags;
mod time_control;
mod tongue;
mod values;
mod variants;

pub use examined::{Detail, Examination, Examined, Headings};
pub use examiner::Examiner;
pub use game::Audit;
pub use known::{Known, Tags};
pub use laws::Laws;
pub use notes::Notes;
pub use numbering::Start;
