//! `arbiter fix` as a user sees it: the built binary, real files, real streams.

mod classes;
mod diffs;
mod interactive;
mod outputs;
mod replaced;
mod run;
#[path = "../support/skip.rs"]
mod skip;
mod streams;
mod structure;
#[path = "../support/mod.rs"]
mod support;
