//! An engine as a child process: found in `PATH`, started in a process group of its own, written to and
//! read from without blocking, and ended for certain. All engine code that needs Unix is in this file.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{self, ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{env, fs};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use crate::process::lines::{RecentLines, Transcript};
use crate::process::{EngineError, Listener, each_line};
use crate::text::io_message;

/// The time a child has to end after `quit`, and again after SIGTERM.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// How often a silent child is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Lines that may be unread; after that the child blocks on its next one.
const MAX_UNREAD_LINES: usize = 256;

/// Lines of the error stream that are kept.
const KEPT_ERROR_LINES: usize = 5;

/// A running child in a process group of its own: a Ctrl-C at the terminal does not reach it, and all
/// that it starts ends with it. Dropping it ends it.
#[derive(Debug)]
pub(super) struct Child {
    pub(super) name: String,
    process: process::Child,
    input: Option<Sender<String>>,
    output: Receiver<String>,
    errors: Arc<Mutex<RecentLines>>,
    error_reader: Option<JoinHandle<()>>,
    transcript: Transcript,
}

impl Child {
    /// Starts a program.
    pub(super) fn spawn(
        name: String,
        path: &Path,
        arguments: &[String],
        listener: Option<Listener>,
    ) -> Result<Self, EngineError> {
        let mut process = Command::new(path)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| {
                let (path, reason) = (path.display(), io_message(&error));
                EngineError::Other(format!("engine '{path}' cannot be started: {reason}"))
            })?;
        let (line_read, output) = sync_channel(MAX_UNREAD_LINES);
        let stdout = process.stdout.take();
        thread::spawn(move || {
            if let Some(stdout) = stdout {
                each_line(stdout, |line| line_read.send(line).is_ok());
            }
        });
        let errors = Arc::new(Mutex::new(RecentLines::new(KEPT_ERROR_LINES)));
        let error_reader = process.stderr.take().map(|stderr| keep_last(stderr, &errors));
        let input = process.stdin.take().map(writer);
        let transcript = Transcript::new(listener);
        Ok(Self { name, process, input, output, errors, error_reader, transcript })
    }

    /// Sends a line. Never blocks: a child that does not read must not stop us.
    pub(super) fn send(&mut self, line: &str) {
        self.transcript.record('>', line);
        if let Some(input) = &self.input {
            // A closed pipe is the end of the child, which `line` will notice.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line, or `None` if none comes before `until`; an error if none will come, because the child
    /// has ended or closed its output.
    pub(super) fn line(&mut self, until: Instant) -> Result<Option<String>, EngineError> {
        let line = loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(line) => break line,
                Err(RecvTimeoutError::Disconnected) => return Err(self.death()),
                Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                    // A grandchild may hold the output open.
                    break self.output.recv_timeout(POLL_INTERVAL).map_err(|_| self.death())?;
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        self.transcript.record('<', &line);
        Ok(Some(line))
    }

    fn has_ended(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(Some(_)))
    }

    /// The last lines of the dialogue, ours after `>`, the engine's after `<`.
    pub(super) fn transcript(&self) -> impl Iterator<Item = &str> {
        self.transcript.lines()
    }

    /// The error that says how it ended.
    fn death(&mut self) -> EngineError {
        let how = match self.wait_for_end(EXIT_TIMEOUT) {
            Some(status) => exit_reason(status),
            None => "it closed its output".to_owned(),
        };
        let deadline = Instant::now() + EXIT_TIMEOUT / 4;
        while self.error_reader.as_ref().is_some_and(|thread| !thread.is_finished())
            && Instant::now() < deadline
        {
            thread::sleep(POLL_INTERVAL / 4);
        }
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let stderr = errors.lines().map(str::to_owned).collect();
        EngineError::Died { program: self.name.clone(), how, stderr }
    }

    /// Waits for the child to end, at most `timeout`.
    fn wait_for_end(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + timeout;
        loop {
            if let Ok(Some(status)) = self.process.try_wait() {
                return Some(status);
            }
            if Instant::now() >= until {
                return None;
            }
            thread::sleep(POLL_INTERVAL / 4);
        }
    }

    /// Ends the child: by `quit`, then by signals. How it ends does not matter: some engines crash on
    /// `quit`.
    fn end(&mut self) {
        self.send("quit");
        self.input = None;
        if self.wait_for_end(EXIT_TIMEOUT).is_none() {
            self.signal(Signal::SIGTERM);
            if self.wait_for_end(EXIT_TIMEOUT).is_none() {
                self.signal(Signal::SIGKILL);
                let _ = self.process.wait();
            }
        }
        // Processes that the child has left behind.
        self.signal(Signal::SIGKILL);
    }

    /// Sends a signal to the whole group, which may be empty by now.
    fn signal(&self, signal: Signal) {
        if let Ok(group) = i32::try_from(self.process.id()) {
            let _ = killpg(Pid::from_raw(group), signal);
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.end();
    }
}

/// A thread that writes what it receives; the pipe closes when the sender is dropped.
fn writer(mut stdin: ChildStdin) -> Sender<String> {
    let (sender, lines) = channel::<String>();
    thread::spawn(move || {
        for line in lines {
            if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// A thread that drains the error stream and keeps its last lines.
fn keep_last(stderr: ChildStderr, kept: &Arc<Mutex<RecentLines>>) -> JoinHandle<()> {
    let kept = Arc::clone(kept);
    thread::spawn(move || {
        each_line(stderr, |line| {
            kept.lock().unwrap_or_else(PoisonError::into_inner).push(line);
            true
        });
    })
}

fn exit_reason(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("signal {signal}"),
        (None, Some(code)) => format!("exit status {code}"),
        (None, None) => "for an unknown reason".to_owned(),
    }
}

/// Directories to search after `PATH`, which often lacks them.
const GAME_DIRECTORIES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// The program of this name in `PATH` or among the games, or at this path.
///
/// # Errors
/// [`EngineError::NotFound`] names every place that was searched.
pub fn locate(program: &str) -> Result<PathBuf, EngineError> {
    let path = env::var_os("PATH").unwrap_or_default();
    let places = env::split_paths(&path).chain(GAME_DIRECTORIES.iter().map(PathBuf::from));
    locate_in(program, &places.collect::<Vec<_>>())
}

/// The program itself if it is a path, else the first one of that name in `places`.
fn locate_in(program: &str, places: &[PathBuf]) -> Result<PathBuf, EngineError> {
    let is_path = program.contains('/');
    let candidates: Vec<PathBuf> = if is_path {
        vec![PathBuf::from(program)]
    } else {
        places.iter().map(|place| place.join(program)).collect()
    };
    if let Some(found) = candidates.iter().find(|path| is_executable(path)) {
        return Ok(found.clone());
    }
    if let Some(found) = candidates.iter().find(|path| path.is_file()) {
        return Err(EngineError::Other(format!("engine '{}' is not executable", found.display())));
    }
    let places = if is_path { &candidates } else { places };
    let mut places: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
    places.dedup();
    Err(EngineError::NotFound { program: program.to_owned(), places })
}

fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Child {
        let arguments = ["-c".to_owned(), script.to_owned()];
        Child::spawn("fake".to_owned(), Path::new("/bin/sh"), &arguments, None).expect("a shell")
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    /// Whether a process of a group runs; zombies do not count.
    fn is_alive(group: u32) -> bool {
        let stats = fs::read_dir("/proc").expect("a list of processes").flatten();
        let stats = stats.filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok());
        let after_the_name = |stat: String| stat.rsplit(')').next().map(str::to_owned);
        stats.filter_map(after_the_name).any(|stat| {
            let mut fields = stat.split_whitespace();
            let (state, its_group) = (fields.next(), fields.nth(1));
            state != Some("Z") && its_group == Some(&group.to_string())
        })
    }

    #[test]
    fn lines_go_both_ways() {
        let mut cat = shell("exec cat");
        cat.send("isready");
        assert_eq!(cat.line(soon()), Ok(Some("isready".to_owned())));
        assert_eq!(cat.transcript().collect::<Vec<_>>(), ["> isready", "< isready"]);
        let moment = Instant::now() + Duration::from_millis(50);
        assert_eq!(cat.line(moment), Ok(None));
    }

    #[test]
    fn the_end_of_a_child_is_reported() {
        let mut dying = shell("echo one; echo sorry >&2; exit 7");
        assert_eq!(dying.line(soon()), Ok(Some("one".to_owned())));
        let death = dying.line(soon()).expect_err("its end");
        assert_eq!(death.to_string(), "engine 'fake' died (exit status 7)\n  sorry");
        let mut killed = shell("kill -SEGV $$");
        let death = killed.line(soon()).expect_err("its end");
        assert_eq!(death.to_string(), "engine 'fake' died (signal 11)");
    }

    #[test]
    fn the_end_of_a_child_is_noticed_though_a_grandchild_holds_the_output() {
        let mut dying = shell("sleep 60 & exit 3");
        let group = dying.process.id();
        assert!(dying.line(soon()).is_err());
        assert!(is_alive(group));
        drop(dying);
        assert!(is_soon_gone(group), "the grandchild is gone too");
    }

    /// Whether a group is gone in a moment: the system removes a killed process when it comes to it.
    fn is_soon_gone(group: u32) -> bool {
        let until = Instant::now() + Duration::from_secs(1);
        while is_alive(group) && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        !is_alive(group)
    }

    #[test]
    fn a_child_that_ignores_quit_and_sigterm_is_killed() {
        let stubborn = shell("trap '' TERM; while :; do sleep 60; done");
        let (group, begun) = (stubborn.process.id(), Instant::now());
        drop(stubborn);
        assert!(is_soon_gone(group));
        assert!(begun.elapsed() < Duration::from_secs(4));
    }

    #[test]
    fn a_child_that_does_not_read_cannot_block_us() {
        let mut deaf = shell("exec sleep 60");
        for _ in 0..10_000 {
            deaf.send("position startpos moves e2e4 e7e5 g1f3 b8c6");
        }
        assert_eq!(deaf.line(Instant::now()), Ok(None));
    }

    #[test]
    fn only_the_last_error_lines_are_kept() {
        let mut noisy = shell("for i in 1 2 3 4 5 6 7; do echo $i >&2; done; exit 1");
        let Err(EngineError::Died { stderr, .. }) = noisy.line(soon()) else { panic!("it died") };
        assert_eq!(stderr, ["3", "4", "5", "6", "7"]);
    }

    #[test]
    fn a_missing_program_is_named_with_the_places() {
        let places = [PathBuf::from("/nowhere"), PathBuf::from("/usr/games")];
        let error = locate_in("no-such-engine", &places).expect_err("is not there");
        assert_eq!(
            error.to_string(),
            "engine 'no-such-engine' not found (looked in /nowhere, /usr/games)"
        );
        let error = locate_in("/etc/passwd", &places).expect_err("is not a program");
        assert_eq!(error.to_string(), "engine '/etc/passwd' is not executable");
    }

    #[test]
    fn a_program_is_found_by_name_or_path() {
        let places = [PathBuf::from("/nowhere"), PathBuf::from("/bin")];
        assert_eq!(locate_in("sh", &places), Ok(PathBuf::from("/bin/sh")));
        assert_eq!(locate_in("/bin/sh", &[]), Ok(PathBuf::from("/bin/sh")));
    }
}
