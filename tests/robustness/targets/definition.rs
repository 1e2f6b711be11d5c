//! Definitions of variants: any bytes are definitions, or faults with their places.

use std::time::{Duration, Instant};

use arbiter::notation::variant::{
    betza, fen,
    ini::{self, UnknownKeys},
};

use super::{Outcome, ensure};

/// The longest that a definition may take, with much to spare for a busy machine and a build without optimisation.
const LONGEST: Duration = Duration::from_secs(5);

pub(super) fn check(text: &[u8]) -> Outcome {
    let begun = Instant::now();
    for unknown in [UnknownKeys::Report, UnknownKeys::Ignore] {
        let file = ini::read(text, unknown);
        let lines = 1 + memchr::memchr_iter(b'\n', text).count();
        for fault in &file.faults {
            let is_inside = (1..=lines).contains(&fault.line) && fault.column > 0;
            ensure(is_inside, || format!("{fault:?} in {lines} lines"))?;
            ensure(!fault.message.is_empty(), || "a fault without a message".into())?;
        }
        for rules in file.variants.iter().take(3) {
            let mut position = rules.start();
            let written = fen::write(&position);
            let again = fen::read(rules, written.as_bytes());
            ensure(again.is_ok(), || format!("{written}: {again:?}"))?;
            for choice in 0..6_usize {
                let moves = position.legal_moves();
                ensure(moves.iter().all(|mv| position.is_legal(*mv)), || fen::write(&position))?;
                let Some(mv) = moves.get(choice * 7 % moves.len().max(1)) else { break };
                position.play_unchecked(*mv);
            }
        }
    }
    if let Ok(text) = std::str::from_utf8(text) {
        let first = text.lines().next().unwrap_or_default();
        if let Err(fault) = betza::read(first) {
            ensure(!fault.to_string().is_empty(), || "a fault without a message".into())?;
        }
    }
    ensure(begun.elapsed() < LONGEST, || format!("{:?} for a definition", begun.elapsed()))
}
