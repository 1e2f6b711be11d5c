//! `arbiter fix` as a user sees it: the built binary, real files, real streams.

mod classes;
mod diffs;
mod interactive;
mod outputs;
#[path = "../support/piped.rs"]
mod piped;
mod replaced;
mod run;
#[path = "../support/screen.rs"]
mod screen;
#[path = "../support/skip.rs"]
mod skip;
mod streams;
mod structure;
#[path = "../support/mod.rs"]
mod support;
