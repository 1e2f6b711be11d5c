//! `arbiter validate` as a user sees it: the built binary, real files, real streams.

mod compressed;
mod corrections;
mod counting;
mod encodings;
mod exit_status;
#[cfg(debug_assertions)]
mod faults;
mod formats;
mod hostile;
mod inputs;
mod interrupt;
mod mail;
mod one_fault;
mod outputs;
#[path = "../support/piped.rs"]
mod piped;
mod raw_files;
mod raw_games;
mod results;
mod run;
#[path = "../support/skip.rs"]
mod skip;
mod statistics;
#[path = "../support/mod.rs"]
mod support;
mod written;
