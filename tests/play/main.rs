//! `arbiter play` as a user sees it: through a pipe, and on a terminal for what only a terminal shows.

mod clocks;
mod commands;
mod endurance;
mod engines;
#[path = "../engines/fake.rs"]
mod fake;
mod files;
mod habits;
mod input;
mod kept;
mod players;
mod pty;
mod real_engines;
mod refusals;
mod room;
mod rules;
#[path = "../support/screen.rs"]
mod screen;
mod settings;
mod table;
mod terminal;
mod variants;

type Outcome = Result<(), Box<dyn std::error::Error>>;
