//! What a test does where a program is not installed that it needs.

use std::env;

/// Leaves a test out with a note; where all tools must be there, as in `.ci/run`, that is a failure.
#[expect(clippy::print_stderr, reason = "a skipped test is reported")]
pub(crate) fn skip(why: &str) {
    assert!(env::var_os("ARBITER_ALL_TOOLS").is_none(), "a tool is missing: {why}");
    eprintln!("skipped: {why}");
}
