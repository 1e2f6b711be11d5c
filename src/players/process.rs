//! A child that is an engine: talked to by lines, never waited for longer than one wants, and never
//! left behind. Knows no protocol.

use std::io::Write;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use crate::players::EngineError;
use crate::players::lines::each_line;
use crate::players::transcript::{Recent, Transcript};

/// How long a child may take to leave after each of the ever less polite requests.
const COURTESY: Duration = Duration::from_secs(1);

/// How often a silent child is looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// Lines that may lie unread; after that the child has to wait with its next one.
const UNREAD_LINES: usize = 256;

/// Lines of the error stream that are kept.
const LAST_WORDS: usize = 5;

/// What came of listening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line.
    Line(String),
    /// Nothing, up to the instant given.
    Silence,
    /// Nothing, and nothing will: the child is gone or has closed its mouth.
    End,
}

/// A running child in a process group of its own, so that a Ctrl-C at the terminal does not reach
/// it and whatever it starts dies with it. Dropping it ends it.
#[derive(Debug)]
pub(super) struct Process {
    name: String,
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<String>,
    complaints: Arc<Mutex<Recent>>,
    complaining: Option<JoinHandle<()>>,
    transcript: Transcript,
}

impl Process {
    /// Starts a program.
    pub(super) fn spawn(
        name: &str,
        path: &Path,
        arguments: &[String],
        transcript: Transcript,
    ) -> Result<Self, EngineError> {
        let mut child = Command::new(path)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| {
                EngineError::Other(format!(
                    "engine '{}' cannot be started: {error}",
                    path.display()
                ))
            })?;
        let (line_read, output) = sync_channel(UNREAD_LINES);
        let stdout = child.stdout.take();
        thread::spawn(move || {
            if let Some(stdout) = stdout {
                each_line(stdout, |line| line_read.send(line).is_ok());
            }
        });
        let complaints = Arc::new(Mutex::new(Recent::new(LAST_WORDS)));
        let complaining = child.stderr.take().map(|stderr| keep_last(stderr, &complaints));
        let input = child.stdin.take().map(writer);
        let name = name.to_owned();
        Ok(Self { name, child, input, output, complaints, complaining, transcript })
    }

    /// Sends a line. Never waits: a child that has stopped reading must not stop us.
    pub(super) fn send(&mut self, line: &str) {
        self.transcript.sent(line);
        if let Some(input) = &self.input {
            // A closed pipe is the end of the child, which `receive` will notice.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line, if one comes before `until`.
    pub(super) fn receive(&mut self, until: Instant) -> Heard {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return self.heard(line),
                Err(RecvTimeoutError::Disconnected) => return Heard::End,
                Err(RecvTimeoutError::Timeout) if self.has_ended() => return self.last_line(),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Heard::Silence,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn heard(&mut self, line: String) -> Heard {
        self.transcript.heard(&line);
        Heard::Line(line)
    }

    /// The child has ended, though a grandchild may hold its output open: what is still unread?
    fn last_line(&mut self) -> Heard {
        match self.output.recv_timeout(GLANCE) {
            Ok(line) => self.heard(line),
            Err(_) => Heard::End,
        }
    }

    fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// The last lines of the talk, ours after `>`, the engine's after `<`.
    pub(super) fn transcript(&self) -> impl Iterator<Item = &str> {
        self.transcript.lines()
    }

    /// How it died, after [`Heard::End`].
    pub(super) fn obituary(&mut self) -> EngineError {
        let how = match self.wait_for_end(COURTESY) {
            Some(status) => manner_of_death(status),
            None => "it closed its output".to_owned(),
        };
        let patience = Instant::now() + COURTESY / 4;
        while self.complaining.as_ref().is_some_and(|thread| !thread.is_finished())
            && Instant::now() < patience
        {
            thread::sleep(GLANCE / 4);
        }
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let last_words = complaints.lines().map(str::to_owned).collect();
        EngineError::Died { program: self.name.clone(), how, last_words }
    }

    /// Waits for the child, but not longer than `patience`.
    fn wait_for_end(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= until {
                return None;
            }
            thread::sleep(GLANCE / 4);
        }
    }

    /// Ends the child, politely at first. What it answers to that does not matter: some engines
    /// crash when told to quit.
    fn end(&mut self) {
        self.send("quit");
        self.input = None;
        if self.wait_for_end(COURTESY).is_none() {
            self.signal(Signal::SIGTERM);
            if self.wait_for_end(COURTESY).is_none() {
                self.signal(Signal::SIGKILL);
                let _ = self.child.wait();
            }
        }
        // Whatever the child has started and left behind.
        self.signal(Signal::SIGKILL);
    }

    /// Sends a signal to the whole group; there may be nobody left to receive it.
    fn signal(&self, signal: Signal) {
        if let Ok(group) = i32::try_from(self.child.id()) {
            let _ = killpg(Pid::from_raw(group), signal);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// A thread that writes what it is sent; the pipe closes when nobody can send any more.
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

/// A thread that empties the error stream and keeps its last lines.
fn keep_last(stderr: ChildStderr, kept: &Arc<Mutex<Recent>>) -> JoinHandle<()> {
    let kept = Arc::clone(kept);
    thread::spawn(move || {
        each_line(stderr, |line| {
            kept.lock().unwrap_or_else(PoisonError::into_inner).push(line);
            true
        });
    })
}

fn manner_of_death(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("signal {signal}"),
        (None, Some(code)) => format!("exit status {code}"),
        (None, None) => "nobody knows how".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn shell(script: &str) -> Process {
        let arguments = ["-c".to_owned(), script.to_owned()];
        let transcript = Transcript::new(None);
        Process::spawn("fake", Path::new("/bin/sh"), &arguments, transcript).expect("a shell")
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    /// Whether anybody of a process group runs. The dead whom nobody has buried do not count.
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
        assert_eq!(cat.receive(soon()), Heard::Line("isready".to_owned()));
        assert_eq!(cat.transcript().collect::<Vec<_>>(), ["> isready", "< isready"]);
        let moment = Instant::now() + Duration::from_millis(50);
        assert_eq!(cat.receive(moment), Heard::Silence);
    }

    #[test]
    fn a_death_is_noticed_and_told() {
        let mut dying = shell("echo one; echo sorry >&2; exit 7");
        assert_eq!(dying.receive(soon()), Heard::Line("one".to_owned()));
        assert_eq!(dying.receive(soon()), Heard::End);
        assert_eq!(dying.obituary().to_string(), "engine 'fake' died (exit status 7)\n  sorry");
        let mut killed = shell("kill -SEGV $$");
        assert_eq!(killed.receive(soon()), Heard::End);
        assert_eq!(killed.obituary().to_string(), "engine 'fake' died (signal 11)");
    }

    #[test]
    fn a_death_is_noticed_though_a_grandchild_holds_the_output() {
        let mut dying = shell("sleep 60 & exit 3");
        let group = dying.child.id();
        assert_eq!(dying.receive(soon()), Heard::End);
        assert!(is_alive(group));
        drop(dying);
        thread::sleep(Duration::from_millis(50));
        assert!(!is_alive(group), "the grandchild is gone too");
    }

    #[test]
    fn a_child_that_will_not_leave_is_killed() {
        let stubborn = shell("trap '' TERM; while :; do sleep 60; done");
        let (group, begun) = (stubborn.child.id(), Instant::now());
        drop(stubborn);
        assert!(!is_alive(group));
        assert!(begun.elapsed() < Duration::from_secs(4));
    }

    #[test]
    fn a_child_that_does_not_read_cannot_block_us() {
        let mut deaf = shell("exec sleep 60");
        for _ in 0..10_000 {
            deaf.send("position startpos moves e2e4 e7e5 g1f3 b8c6");
        }
        assert_eq!(deaf.receive(Instant::now()), Heard::Silence);
    }

    #[test]
    fn only_the_last_complaints_are_kept() {
        let mut noisy = shell("for i in 1 2 3 4 5 6 7; do echo $i >&2; done; exit 1");
        assert_eq!(noisy.receive(soon()), Heard::End);
        let EngineError::Died { last_words, .. } = noisy.obituary() else { panic!("it died") };
        assert_eq!(last_words, ["3", "4", "5", "6", "7"]);
    }
}
