//! The search stops on request and when its time is up, and fits on an ordinary stack.

use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arbiter::engine::{
    Engine, Level, Limits, MAX_PLY, SearchSettings, SearchTask, SearchTimer, Technique, Techniques,
};
use arbiter::notation::variant::built_in;
use arbiter::rules::{AnyPosition, Position};

use crate::{Fallible, POSITIONS, position};

/// Attempts at a measurement that a busy machine may delay: one in time is enough.
const TRIES: usize = 5;

#[test]
fn a_search_stops_at_once_on_request() -> Fallible {
    for _ in 0..TRIES {
        if delay_after_stop()? < Duration::from_millis(50) {
            return Ok(());
        }
    }
    Err("the search continues after the stop request".into())
}

/// The time a search without limits continues after a stop request.
fn delay_after_stop() -> Result<Duration, Box<dyn Error>> {
    let position = position(POSITIONS[1])?;
    let requested = AtomicBool::new(false);
    let limits = Limits::default();
    let (choice, requested_at, stopped_at) = std::thread::scope(|scope| {
        let searcher = scope.spawn(|| {
            let mut timer =
                SearchTimer::start(&limits, Instant::now, || requested.load(Ordering::Relaxed));
            let mut engine = Engine::new(4, SearchSettings::default());
            let task = SearchTask::new(&position, limits.max_depth());
            let choice = engine.search(&task, &mut timer, |_| ());
            (choice, Instant::now())
        });
        std::thread::sleep(Duration::from_millis(150));
        let requested_at = Instant::now();
        requested.store(true, Ordering::Relaxed);
        let (choice, stopped_at) = searcher.join().map_err(|_| "the search panicked")?;
        Ok::<_, &str>((choice, requested_at, stopped_at))
    })?;
    assert!(position.is_legal(choice.ok_or("a move")?.best));
    Ok(stopped_at.saturating_duration_since(requested_at))
}

#[test]
fn a_search_keeps_its_time() -> Fallible {
    let position = position(POSITIONS[1])?;
    let mut engine = Engine::new(4, SearchSettings::default());
    for milliseconds in [5, 50, 200] {
        let limits = Limits::for_time(Duration::from_millis(milliseconds));
        let mut time_taken = || {
            let start = Instant::now();
            let mut timer = SearchTimer::start(&limits, Instant::now, || false);
            let choice = engine.search(&SearchTask::new(&position, MAX_PLY), &mut timer, |_| ());
            assert!(choice.is_some());
            start.elapsed()
        };
        let in_time = Duration::from_millis(milliseconds + 30);
        assert!((0..TRIES).any(|_| time_taken() < in_time), "{milliseconds} ms");
    }
    Ok(())
}

#[test]
fn every_level_answers_within_a_second() -> Fallible {
    let variant = built_in::find("crazyhouse").ok_or("a variant")?.start();
    let positions: [AnyPosition; 2] = [position(POSITIONS[1])?.into(), variant.into()];
    let mut engine = Engine::new(4, SearchSettings::default());
    for position in &positions {
        for level in (1..=20).filter_map(Level::new) {
            let mut time_taken = || {
                let start = Instant::now();
                let mut timer = SearchTimer::start(&level.limits(), Instant::now, || false);
                let task = SearchTask::new(position, MAX_PLY);
                let choice = engine.search_any(&task, Some((level, 1)), &mut timer, |_| ());
                assert!(choice.is_some_and(|choice| position.is_legal(choice.best)), "{level}");
                start.elapsed()
            };
            assert!((0..TRIES).any(|_| time_taken() < Duration::from_secs(1)), "level {level}");
        }
    }
    Ok(())
}

/// Few positions reach the longest line, so a quarter of it is tried on a quarter of a thread's stack.
#[test]
fn the_longest_lines_fit_on_an_ordinary_stack() -> Fallible {
    let locked = position("k7/8/p1p1p1p1/P1P1P1P1/8/8/8/7K w - - 0 1")?;
    let limits = Limits { nodes: Some(300_000), ..Limits::default() };
    let search = move || {
        let mut timer = SearchTimer::start(&limits, Instant::now, || false);
        // Without reductions, which end most lines early.
        let techniques = Techniques::ALL.without(Technique::LateMoveReduction);
        let mut engine = Engine::new(4, SearchSettings { techniques, seed: None });
        engine.search(&SearchTask::new(&locked, MAX_PLY), &mut timer, |_| ())
    };
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(search)?;
    let choice = thread.join().map_err(|_| "the search panicked")?.ok_or("a move")?;
    assert!(choice.seldepth >= MAX_PLY / 4, "{} plies", choice.seldepth);
    Ok(())
}
