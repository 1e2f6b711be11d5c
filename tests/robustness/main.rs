//! Random and mutated input through every door of the program: nothing panics, nothing hangs, nothing grows without
//! measure, and the laws of each door hold. What ever broke is kept in `regressions/` and tried in every run.
//!
//! A few seconds by default; `ARBITER_ROBUSTNESS_SECONDS=3600` for an hour, with counts if `--nocapture` is said.

mod doors;
mod mutation;
mod run;
mod samples;
#[path = "../transcript/mod.rs"]
mod transcript;

use std::{error::Error, fs, path::Path};

use doors::DOORS;
use run::{Run, alone, survived};

/// What a law says, and a test returns.
type Outcome = Result<(), Box<dyn Error>>;

/// Where inputs are kept that once broke something, and others that look as if they could.
const REGRESSIONS: &str = "tests/robustness/regressions";

/// A law: an error unless it holds.
fn must(holds: bool, otherwise: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(otherwise().into()) }
}

#[test]
fn what_broke_once_breaks_nothing_now() -> Outcome {
    let _alone = alone();
    for door in &DOORS {
        let kept = samples::paths(&Path::new(REGRESSIONS).join(door.name))?;
        must(!kept.is_empty(), || format!("{}: a hand-made case, please", door.name))?;
        for path in kept {
            let input = fs::read(&path)?;
            survived(door, &input).map_err(|broken| format!("{}: {broken}", path.display()))?;
        }
    }
    Ok(())
}

#[test]
fn no_input_does_harm() -> Outcome {
    let _alone = alone();
    let broken = Run::from_environment()?.through(&DOORS)?;
    must(broken.is_empty(), || broken.join("\n"))
}
