//! Random and mutated input for every parser of the program. Nothing may panic, hang or produce unlimited output, and the
//! properties of each target must hold. Inputs that failed once are kept in `regressions/` and repeated in every run.
//!
//! Each test runs for a few seconds by default and for an hour with `ARBITER_ROBUSTNESS_SECONDS=3600`, then with a new seed unless
//! `ARBITER_ROBUSTNESS_SEED` is given; `--nocapture` shows counts.

mod mutation;
mod once;
mod run;
mod samples;
mod targets;
#[path = "../transcript/mod.rs"]
mod transcript;

use std::{fs, path::Path};

use mutation::Mutator;
use run::{Run, alone, check};
use targets::{CORRECTIONS, EVERY_WAY, Outcome, REGRESSIONS, TARGETS, ensure};

#[test]
fn old_failures_do_not_return() -> Outcome {
    let _alone = alone();
    for target in &TARGETS {
        let kept = samples::paths(&Path::new(REGRESSIONS).join(target.name))?;
        ensure(!kept.is_empty(), || format!("{}: add a hand-made case", target.name))?;
        for path in kept {
            let input = fs::read(&path)?;
            check(target, &input).map_err(|broken| format!("{}: {broken}", path.display()))?;
        }
    }
    Ok(())
}

#[test]
fn what_a_fuzzer_found_keeps_the_laws() -> Outcome {
    let _alone = alone();
    let mut count = 0;
    for target in &TARGETS {
        for input in target.corpus()? {
            count += 1;
            check(target, &input)
                .map_err(|broken| format!("{}: {broken}\n{}", target.name, input.escape_ascii()))?;
        }
    }
    ensure(count > 100, || format!("only {count} inputs"))
}

#[test]
fn safe_corrections_of_fixtures_are_safe() -> Outcome {
    let _alone = alone();
    for input in CORRECTIONS.inputs()? {
        check(&CORRECTIONS, &input)
            .and_then(|()| once::check(&input).map_err(|broken| broken.to_string()))
            .map_err(|broken| format!("{broken}\nfrom {}", input.escape_ascii()))?;
    }
    Ok(())
}

/// In what is hardly a game any more, a correction may change what another one depends on: the white space after a byte order mark
/// at the end of a file, or the neighbours of a single letter of an unknown code page. Such texts are corrected again.
#[test]
fn safe_corrections_of_mutated_games_are_safe() -> Outcome {
    const CASES: u64 = 1000;
    let _alone = alone();
    let samples = CORRECTIONS.inputs()?;
    let mut broken = Vec::new();
    for seed in 0..CASES {
        let input = Mutator::new(seed, &samples, CORRECTIONS.words).input();
        let once = || once::check(&input).map_err(|broken| broken.to_string());
        broken.extend(check(&CORRECTIONS, &input).and_then(|()| once()).err());
    }
    let few = 6;
    ensure(broken.len() <= few, || format!("{} broken\n{}", broken.len(), broken.join("\n")))
}

#[test]
fn threads_and_blocks_make_no_difference_in_any_profile_and_format() -> Outcome {
    let _alone = alone();
    let broken = Run::from_environment()?.through(&[EVERY_WAY])?;
    ensure(broken.is_empty(), || broken.join("\n"))
}

#[test]
fn any_input_is_handled() -> Outcome {
    let _alone = alone();
    let broken = Run::from_environment()?.through(&TARGETS)?;
    ensure(broken.is_empty(), || broken.join("\n"))
}
