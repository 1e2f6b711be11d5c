//! Input after input through door after door, for as long as there is time. What breaks is made small and kept.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind, set_hook},
    path::Path,
    process,
    sync::{Mutex, MutexGuard, Once, PoisonError},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use crate::{
    REGRESSIONS,
    doors::{Door, folder},
    mutation::Mutator,
    samples::{Samples, contents},
};

/// How long all doors together have in an ordinary test run.
const EVERYDAY: Duration = Duration::from_secs(4);

/// How long one door has before it is the next one's turn.
const TURN: Duration = Duration::from_millis(100);

/// How long one input may take. Far more than any needs.
const PATIENCE: Duration = Duration::from_mins(1);

/// How long is spent on making a broken case smaller.
const SHRINKING: Duration = Duration::from_secs(5);

/// Whoever sees so many broken cases has enough to do.
const ENOUGH: usize = 50;

/// How often a long run says how far it is.
const NEWS: Duration = Duration::from_mins(1);

/// What goes through which door now, and since when.
static UNDER_WAY: Mutex<Option<(Instant, &str, Vec<u8>)>> = Mutex::new(None);

/// What panics said, in whatever thread.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The only test that runs; it leaves no files behind.
pub(crate) struct Alone(
    #[expect(dead_code, reason = "it is held, not read")] MutexGuard<'static, ()>,
);

impl Drop for Alone {
    fn drop(&mut self) {
        // There is none where nothing was written.
        let _ = fs::remove_dir_all(folder());
    }
}

/// Tests of this file run one after the other, since they all listen for panics.
pub(crate) fn alone() -> Alone {
    static ALONE: Mutex<()> = Mutex::new(());
    static READY: Once = Once::new();
    READY.call_once(|| {
        set_hook(Box::new(|panic| lock(&PANICS).push(panic.to_string())));
        thread::spawn(watch);
    });
    Alone(lock(&ALONE))
}

/// Ends the run when an input takes too long: nothing else could end an endless loop.
fn watch() {
    loop {
        thread::sleep(Duration::from_secs(1));
        if let Some((begun, door, input)) = &*lock(&UNDER_WAY)
            && begun.elapsed() > PATIENCE
        {
            tell(&format!("{door}: more than {PATIENCE:?}, kept as {:?}", keep(door, input)));
            process::abort();
        }
    }
}

/// Says something to whoever runs the tests.
fn tell(news: &str) {
    // Nobody may be listening.
    let _ = writeln!(io::stderr(), "{news}");
}

/// Keeps an input where every later run finds it.
fn keep(door: &str, input: &[u8]) -> io::Result<String> {
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    let path = format!("{REGRESSIONS}/{door}/found-{:016x}", hasher.finish());
    fs::write(&path, input)?;
    Ok(path)
}

/// Puts an input through a door.
///
/// # Errors
/// What broke: a law, or the program.
pub(crate) fn survived(door: &Door, input: &[u8]) -> Result<(), String> {
    *lock(&UNDER_WAY) = Some((Instant::now(), door.name, input.to_vec()));
    let ended = catch_unwind(AssertUnwindSafe(|| (door.enter)(input)));
    *lock(&UNDER_WAY) = None;
    let panics = std::mem::take(&mut *lock(&PANICS));
    match (ended, panics.first()) {
        (_, Some(panic)) => Err(panic.clone()),
        (Ok(Err(broken)), None) => Err(broken.to_string()),
        (Err(_), None) => Err("a panic without words".into()),
        (Ok(Ok(())), None) => Ok(()),
    }
}

/// Leaves out whatever is not needed to break something.
fn shrunk(door: &Door, mut input: Vec<u8>) -> Vec<u8> {
    let until = Instant::now() + SHRINKING;
    let mut size = input.len() / 2;
    while size > 0 && Instant::now() < until {
        let mut at = 0;
        while at < input.len() && Instant::now() < until {
            let mut less = input.clone();
            less.drain(at..(at + size).min(input.len()));
            if survived(door, &less).is_err() {
                input = less;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    input
}

/// How long, and with which dice.
pub(crate) struct Run {
    time: Duration,
    seed: u64,
    is_long: bool,
}

impl Run {
    /// A short run that is always the same, or a long one that never is.
    ///
    /// # Errors
    /// When the time asked for is no number of seconds.
    pub(crate) fn from_environment() -> Result<Self, Box<dyn std::error::Error>> {
        let Ok(seconds) = env::var("ARBITER_ROBUSTNESS_SECONDS") else {
            return Ok(Self { time: EVERYDAY, seed: 1, is_long: false });
        };
        let seed = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
        Ok(Self { time: Duration::from_secs(seconds.parse()?), seed, is_long: true })
    }

    /// Goes through all doors in turn until the time is up; the answer is everything that broke.
    ///
    /// # Errors
    /// When there are no samples to begin with, or nothing can be kept.
    pub(crate) fn through(
        &self,
        doors: &[Door],
    ) -> Result<Vec<String>, Box<dyn std::error::Error>> {
        let begun = Instant::now();
        let samples = doors.iter().map(to_begin_with).collect::<Result<Vec<_>, _>>()?;
        let mut counts = vec![0_u64; doors.len()];
        let mut broken = Vec::new();
        let mut told = begun;
        while begun.elapsed() < self.time && broken.len() < ENOUGH {
            for ((door, samples), count) in doors.iter().zip(&samples).zip(&mut counts) {
                let until = Instant::now() + TURN;
                while Instant::now() < until {
                    *count += 1;
                    let seed = self.seed.rotate_left(32) ^ *count;
                    let input = Mutator::new(seed, samples, door.words).input();
                    broken.extend(one(door, input)?);
                }
            }
            if self.is_long && told.elapsed() > NEWS {
                self.tell_counts(doors, &counts, begun, broken.len());
                told = Instant::now();
            }
        }
        self.tell_counts(doors, &counts, begun, broken.len());
        Ok(broken)
    }

    fn tell_counts(&self, doors: &[Door], counts: &[u64], begun: Instant, broken: usize) {
        let each: Vec<String> = doors
            .iter()
            .zip(counts)
            .map(|(door, count)| format!("{} {count}", door.name))
            .collect();
        let (seed, seconds) = (self.seed, begun.elapsed().as_secs());
        let all: u64 = counts.iter().sum();
        tell(&format!(
            "seed {seed}, {seconds} s, {all} cases, {broken} broken: {}",
            each.join(", ")
        ));
    }
}

/// Real inputs, and what broke something once.
fn to_begin_with(door: &Door) -> Samples {
    let mut samples = (door.samples)()?;
    samples.extend(contents(&Path::new(REGRESSIONS).join(door.name))?);
    Ok(samples)
}

/// One input; what it breaks is kept.
fn one(door: &Door, input: Vec<u8>) -> io::Result<Option<String>> {
    let Err(first) = survived(door, &input) else { return Ok(None) };
    let small = shrunk(door, input);
    let broken = survived(door, &small).err().unwrap_or(first);
    let news = format!("{}: {broken}\n  kept as {}", door.name, keep(door.name, &small)?);
    tell(&news);
    Ok(Some(news))
}
