//! Positions of games with the judgement of a UCI engine, as lines `FEN;centipawns;points`, both for White.

use std::{
    error::Error,
    io::{self, BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use arbiter::{
    engine::{SplitMix64, tuning::is_quiet_position},
    game::Game,
    notation::fen,
    rules::{AnyPosition, Chess, Color, Position},
};

/// Openings are left out: their moves come from books.
const FIRST_PLY: usize = 12;

/// One position in this many is judged, for neighbours are much alike.
const SPACING: u64 = 2;

/// One position in this many is changed by a random move first: players rarely allow what a search must judge all the time.
const STRAYS: u64 = 3;

/// The positions that the engine searches for a judgement.
const NODES: u32 = 1500;

/// Judgements beyond this say only that the game is decided.
const DECIDED: i32 = 1500;

/// An engine that judges positions.
pub(crate) struct Judge {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Judge {
    pub(crate) fn start(command: &str) -> Result<Self, Box<dyn Error>> {
        let mut process =
            Command::new(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let to = process.stdin.take().ok_or("an engine reads")?;
        let from = BufReader::new(process.stdout.take().ok_or("an engine answers")?);
        Ok(Self { process, to, from })
    }

    /// The score for the side to move; none if it is a mate.
    fn score(&mut self, fen: &str) -> Result<Option<i32>, Box<dyn Error>> {
        write!(self.to, "position fen {fen}\ngo nodes {NODES}\n")?;
        self.to.flush()?;
        let mut score = None;
        let mut line = String::new();
        loop {
            line.clear();
            if self.from.read_line(&mut line)? == 0 {
                return Err("the engine ended".into());
            }
            if line.starts_with("bestmove") {
                return Ok(score);
            }
            if let Some((_, rest)) = line.split_once(" score ") {
                let mut words = rest.split(' ');
                score = match words.next() {
                    Some("cp") => words.next().and_then(|number| number.parse().ok()),
                    _ => None,
                };
            }
        }
    }

    /// Writes the judgements of some quiet positions of a game.
    pub(crate) fn write(
        &mut self,
        game: &Game,
        points: f32,
        seed: u64,
        out: &mut impl Write,
    ) -> Result<(), Box<dyn Error>> {
        let mut random = SplitMix64::new(seed);
        let history = game.history();
        for ply in FIRST_PLY..=history.moves().len() {
            if !random.next_u64().is_multiple_of(SPACING) {
                continue;
            }
            let Some(AnyPosition::Chess(position)) = history.position_at(ply) else { continue };
            let position = strayed(position, &mut random);
            if !is_quiet_position(&position) || !position.has_legal_move() {
                continue;
            }
            let fen = fen::write(&position);
            let Some(score) = self.score(&fen)?.filter(|score| score.abs() < DECIDED) else {
                continue;
            };
            let white = if position.turn() == Color::White { score } else { -score };
            writeln!(out, "{fen};{white};{points}")?;
        }
        Ok(())
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        let _ = self.to.write_all(b"quit\n").and_then(|()| self.to.flush());
        let _: io::Result<_> = self.process.wait();
    }
}

/// The position, or one a random move further.
fn strayed(position: &Chess, random: &mut SplitMix64) -> Chess {
    let moves = position.legal_moves();
    if moves.is_empty() || !random.next_u64().is_multiple_of(STRAYS) {
        return position.clone();
    }
    let index = usize::try_from(random.next_u64() % moves.len() as u64).unwrap_or(0);
    position.after(moves[index])
}
