//! Runs inputs against all targets in turn until the time is up. Failing inputs are shrunk and kept.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind, set_hook},
    process,
    sync::{Mutex, MutexGuard, Once, PoisonError},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use crate::{
    mutation::Mutator,
    targets::{REGRESSIONS, Target},
};

/// The number of inputs for each target, however slow the machine is.
const FEWEST: u64 = 4;

/// The time for all targets together in a normal test run.
const DEFAULT_TIME: Duration = Duration::from_secs(4);

/// The time for one target before the next one.
const SLICE: Duration = Duration::from_millis(100);

/// The time limit for one input; far more than any input needs.
const TIMEOUT: Duration = Duration::from_mins(1);

/// The time limit for shrinking a failing input.
const SHRINK_TIME: Duration = Duration::from_secs(5);

/// The run ends after this many failures.
const MAX_FAILURES: usize = 50;

/// How often a long run prints its progress.
const PROGRESS_INTERVAL: Duration = Duration::from_mins(1);

/// The input that is being checked: since when, its target and its bytes.
static CURRENT: Mutex<Option<(Instant, &str, Vec<u8>)>> = Mutex::new(None);

/// The messages of panics in any thread.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The tests of this file run one at a time, because they share the panic hook.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    static READY: Once = Once::new();
    READY.call_once(|| {
        set_hook(Box::new(|panic| lock(&PANICS).push(panic.to_string())));
        thread::spawn(watch);
    });
    lock(&ALONE)
}

/// Aborts the run if an input takes too long; nothing else can end an endless loop.
fn watch() {
    loop {
        thread::sleep(Duration::from_secs(1));
        if let Some((begun, target, input)) = &*lock(&CURRENT)
            && begun.elapsed() > TIMEOUT
        {
            print(&format!("{target}: more than {TIMEOUT:?}, kept as {:?}", keep(target, input)));
            process::abort();
        }
    }
}

fn print(message: &str) {
    // A closed stderr is not a failure.
    let _ = writeln!(io::stderr(), "{message}");
}

/// Saves an input for every later run.
fn keep(target: &str, input: &[u8]) -> io::Result<String> {
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    let path = format!("{REGRESSIONS}/{target}/found-{:016x}", hasher.finish());
    fs::write(&path, input)?;
    Ok(path)
}

/// Runs a target on an input.
///
/// # Errors
/// The property that does not hold, or the panic.
pub(crate) fn check(target: &Target, input: &[u8]) -> Result<(), String> {
    *lock(&CURRENT) = Some((Instant::now(), target.name, input.to_vec()));
    let ended = catch_unwind(AssertUnwindSafe(|| (target.check)(input)));
    *lock(&CURRENT) = None;
    let panics = std::mem::take(&mut *lock(&PANICS));
    match (ended, panics.first()) {
        (_, Some(panic)) => Err(panic.clone()),
        (Ok(Err(broken)), None) => Err(broken.to_string()),
        (Err(_), None) => Err("a panic without a message".into()),
        (Ok(Ok(())), None) => Ok(()),
    }
}

/// Removes the parts of an input that are not needed for the failure.
fn shrunk(target: &Target, mut input: Vec<u8>) -> Vec<u8> {
    let until = Instant::now() + SHRINK_TIME;
    let mut size = input.len() / 2;
    while size > 0 && Instant::now() < until {
        let mut at = 0;
        while at < input.len() && Instant::now() < until {
            let mut less = input.clone();
            less.drain(at..(at + size).min(input.len()));
            if check(target, &less).is_err() {
                input = less;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    input
}

/// The time and the random seed of a run.
pub(crate) struct Run {
    time: Duration,
    seed: u64,
    is_long: bool,
}

impl Run {
    /// A short run with a fixed seed, or a long one with a given or a new seed.
    ///
    /// # Errors
    /// If an environment variable is not a number.
    pub(crate) fn from_environment() -> Result<Self, Box<dyn std::error::Error>> {
        let Ok(seconds) = env::var("ARBITER_ROBUSTNESS_SECONDS") else {
            return Ok(Self { time: DEFAULT_TIME, seed: 1, is_long: false });
        };
        let seed = match env::var("ARBITER_ROBUSTNESS_SEED") {
            Ok(seed) => seed.parse()?,
            Err(_) => SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs(),
        };
        Ok(Self { time: Duration::from_secs(seconds.parse()?), seed, is_long: true })
    }

    /// Checks all targets in turn until the time is up; returns all failures.
    ///
    /// # Errors
    /// If the samples cannot be read or a failing input cannot be saved.
    pub(crate) fn through(
        &self,
        targets: &[Target],
    ) -> Result<Vec<String>, Box<dyn std::error::Error>> {
        let begun = Instant::now();
        let samples = targets.iter().map(Target::inputs).collect::<Result<Vec<_>, _>>()?;
        let mut counts = vec![0_u64; targets.len()];
        let mut broken = Vec::new();
        let mut printed = begun;
        let is_due = |counts: &[u64]| {
            begun.elapsed() < self.time || counts.iter().any(|&count| count < FEWEST)
        };
        while is_due(&counts) && broken.len() < MAX_FAILURES {
            for ((target, samples), count) in targets.iter().zip(&samples).zip(&mut counts) {
                let until = Instant::now() + SLICE;
                while Instant::now() < until {
                    *count += 1;
                    let seed = self.seed.rotate_left(32) ^ *count;
                    let input = Mutator::new(seed, samples, target.words).input();
                    broken.extend(one(target, input)?);
                }
            }
            if self.is_long && printed.elapsed() > PROGRESS_INTERVAL {
                self.print_counts(targets, &counts, begun, broken.len());
                printed = Instant::now();
            }
        }
        self.print_counts(targets, &counts, begun, broken.len());
        Ok(broken)
    }

    fn print_counts(&self, targets: &[Target], counts: &[u64], begun: Instant, broken: usize) {
        let each: Vec<String> = targets
            .iter()
            .zip(counts)
            .map(|(target, count)| format!("{} {count}", target.name))
            .collect();
        let (seed, seconds) = (self.seed, begun.elapsed().as_secs());
        let all: u64 = counts.iter().sum();
        print(&format!(
            "seed {seed}, {seconds} s, {all} cases, {broken} broken: {}",
            each.join(", ")
        ));
    }
}

/// Checks one input; a failing one is shrunk and saved.
fn one(target: &Target, input: Vec<u8>) -> io::Result<Option<String>> {
    let Err(first) = check(target, &input) else { return Ok(None) };
    let small = shrunk(target, input);
    let broken = check(target, &small).err().unwrap_or(first);
    let message = format!("{}: {broken}\n  kept as {}", target.name, keep(target.name, &small)?);
    print(&message);
    Ok(Some(message))
}
