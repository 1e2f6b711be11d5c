//! Ending in time: when asked, when the time is up, and on the stack there is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arbiter::engine::{Engine, Limits, MAX_PLY, Settings, Task, Timekeeper};
use arbiter::rules::Position;

use crate::{Fallible, POSITIONS, position};

#[test]
fn it_stops_at_once_when_asked() -> Fallible {
    let position = position(POSITIONS[1])?;
    let asked = AtomicBool::new(false);
    let limits = Limits::default();
    let (choice, asked_at, stopped_at) = std::thread::scope(|scope| {
        let thinker = scope.spawn(|| {
            let mut keeper =
                Timekeeper::start(&limits, Instant::now, || asked.load(Ordering::Relaxed));
            let mut engine = Engine::new(4, Settings::default());
            let task = Task::new(&position, limits.deepest());
            let choice = engine.think(&task, &mut keeper, |_| ());
            (choice, Instant::now())
        });
        std::thread::sleep(Duration::from_millis(150));
        let asked_at = Instant::now();
        asked.store(true, Ordering::Relaxed);
        let (choice, stopped_at) = thinker.join().map_err(|_| "the search panicked")?;
        Ok::<_, &str>((choice, asked_at, stopped_at))
    })?;
    assert!(stopped_at.saturating_duration_since(asked_at) < Duration::from_millis(50));
    assert!(position.is_legal(choice.ok_or("a move")?.best));
    Ok(())
}

#[test]
fn it_keeps_its_time() -> Fallible {
    let position = position(POSITIONS[1])?;
    let mut engine = Engine::new(4, Settings::default());
    for milliseconds in [5, 50, 200] {
        let limits = Limits::for_time(Duration::from_millis(milliseconds));
        let start = Instant::now();
        let mut keeper = Timekeeper::start(&limits, Instant::now, || false);
        let choice = engine.think(&Task::new(&position, MAX_PLY), &mut keeper, |_| ());
        assert!(choice.is_some());
        assert!(start.elapsed() < limits_with_grace(milliseconds), "{milliseconds} ms");
    }
    Ok(())
}

/// The time itself and what a busy machine may add.
fn limits_with_grace(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds + 30)
}

/// Few positions reach the longest line, so a quarter of it is tried on a quarter of the stack that
/// threads have.
#[test]
fn the_longest_lines_fit_on_an_ordinary_stack() -> Fallible {
    let locked = position("k7/8/p1p1p1p1/P1P1P1P1/8/8/8/7K w - - 0 1")?;
    let limits = Limits { nodes: Some(300_000), ..Limits::default() };
    let search = move || {
        let mut keeper = Timekeeper::start(&limits, Instant::now, || false);
        let mut engine = Engine::new(4, Settings::default());
        engine.think(&Task::new(&locked, MAX_PLY), &mut keeper, |_| ())
    };
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(search)?;
    let choice = thread.join().map_err(|_| "the search panicked")?.ok_or("a move")?;
    assert!(choice.longest >= MAX_PLY / 4, "{} half-moves", choice.longest);
    Ok(())
}
