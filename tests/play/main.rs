//! Chess at a table as a user meets it: over a pipe, and over a terminal where only that shows it.

mod clocks;
mod commands;
mod endurance;
mod engines;
#[path = "../engines/fake.rs"]
mod fake;
mod files;
mod input;
mod kept;
mod players;
mod pty;
mod real_engines;
mod refusals;
mod room;
mod rules;
mod settings;
mod terminal;

type Outcome = Result<(), Box<dyn std::error::Error>>;
