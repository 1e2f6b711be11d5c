//! The paths of engines, and their remaining processes.

#[path = "../support/skip.rs"]
mod skip;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use arbiter::players::EngineCommand;

/// The result of a test.
pub(crate) type Tested = Result<(), Box<dyn Error>>;

/// The command of a fake engine, and the mark that identifies its processes.
pub(crate) struct Fake {
    pub(crate) command: String,
    pub(crate) mark: String,
}

/// The fake engine with a habit.
pub(crate) fn fake(habit: &str) -> Result<Fake, Box<dyn Error>> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    static BUILT: Once = Once::new();
    let arbiter = PathBuf::from(env!("CARGO_BIN_EXE_arbiter"));
    let folder = arbiter.parent().ok_or("a folder")?.join("examples");
    let program = folder.join("fake-engine");
    // Not `cargo test`, which may leave an old one: building it again takes no time if nothing has changed.
    BUILT.call_once(|| {
        let built =
            Command::new(env!("CARGO")).args(["build", "-q", "--example", "fake-engine"]).status();
        assert!(built.is_ok_and(|status| status.success()), "the fake engine can be built");
    });
    let protocol = if habit.starts_with("xboard") { "xboard" } else { "uci" };
    let mark = format!("{habit}-{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    Ok(Fake { command: format!("{protocol}:'{}' {habit} {mark}", program.display()), mark })
}

/// Living processes with `word` on their command line.
pub(crate) fn running(word: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let has_word = |path: &Path| {
        fs::read(path.join("cmdline")).is_ok_and(|line| {
            line.split(|byte| *byte == 0).any(|argument| argument == word.as_bytes())
        })
    };
    entries.map(|entry| entry.path()).filter(|path| has_word(path)).collect()
}

/// The processes that still run after a moment, which a killed process needs to end.
pub(crate) fn left_behind(mark: &str) -> Vec<PathBuf> {
    let until = Instant::now() + Duration::from_secs(2);
    while !running(mark).is_empty() && Instant::now() < until {
        thread::sleep(Duration::from_millis(20));
    }
    running(mark)
}

/// The command if its program is installed; prints a note if it is not.
pub(crate) fn installed(command: &str) -> Option<String> {
    let found = EngineCommand::parse(command).ok()?.locate();
    match found {
        Ok(_) => Some(command.to_owned()),
        Err(trouble) => {
            skip::skip(&trouble.to_string());
            None
        }
    }
}
