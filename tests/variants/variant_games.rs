//! Random games of variants as lines of text, for a second opinion by another program: every position with the move that
//! led to it in UCI and SAN, its check, its end and its legal moves.
//!
//! One line for each position: `variant|FEN|UCI|SAN|check|end|UCI UCI …`.

use std::{error::Error, io::Write, sync::Arc};

use arbiter::{
    engine::SplitMix64,
    notation::{
        variant::{fen, uci},
        write_san,
    },
    rules::variant::{Rules, VariantPosition},
};

type Failure = Box<dyn Error>;

/// Writes random games of a variant.
pub(crate) fn write_games(
    rules: &Arc<Rules>,
    games: u32,
    plies: u32,
    seed: u64,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut random = SplitMix64::new(seed);
    for _ in 0..games {
        game(rules, plies, &mut random, out)?;
    }
    Ok(())
}

fn game(
    rules: &Arc<Rules>,
    plies: u32,
    random: &mut SplitMix64,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut position = rules.start();
    let mut played = "-|-".to_owned();
    for _ in 0..plies {
        let moves = position.legal_moves();
        write!(out, "{}|{}|{played}|", rules.name(), fen::write(&position))?;
        write!(out, "{}|{}|", u8::from(position.is_check()), end(&position))?;
        let texts: Vec<String> = moves.iter().map(|mv| uci::write(&position, *mv)).collect();
        writeln!(out, "{}", texts.join(" "))?;
        let Some(&mv) = random.pick(&moves) else { break };
        played = format!("{}|{}", uci::write(&position, mv), write_san(&position, mv));
        position.play_unchecked(mv);
    }
    Ok(())
}

/// The end of the game for the side to move: `win`, `loss`, `draw` or nothing.
fn end(position: &VariantPosition) -> &'static str {
    let mover = position.turn();
    match position.ending() {
        None => "-",
        Some(outcome) if outcome.winner.is_none() => "draw",
        Some(outcome) if outcome.winner == Some(mover) => "win",
        Some(_) => "loss",
    }
}
