//! `arbiter validate` as a user sees it: the built binary, real files, real streams.

mod counting;
mod desk;
mod formats;
mod hostile;
mod inputs;
mod mending;
mod outputs;
mod packed;
mod results;
mod single;
#[path = "../support/mod.rs"]
mod support;
mod verdicts;
mod written;
