//! Likely corrections: similar moves in the same position or a little earlier, ranked by how far the rest of the game can be
//! replayed with them.

use std::cmp::Reverse;

use strsim::osa_distance;

use crate::{
    diagnostics::Suggestion,
    notation::{San, numbered, write_san, write_without_sign},
    rules::{History, Move, MoveSpec, Position, Role},
};

/// How many candidates are tried in a position: the nearest in writing.
const TRIED: usize = 12;
/// How many plies before the illegal move are tried too.
const DOUBTED: usize = 6;
/// How many suggestions are made.
const MADE: usize = 3;
/// No move has more letters; longer words are not compared with moves.
const LONGEST: usize = 16;

/// How far a move is from the written one: whether the piece and the target differ, and how rare its promotion is.
type Otherness = (u8, Option<Reverse<Role>>);

fn otherness(mv: Move, written: Option<&San>) -> Otherness {
    let others = match written.map(|san| san.spec) {
        Some(MoveSpec::Piece(spec)) => {
            u8::from(spec.role != Some(mv.role)) + u8::from(spec.to != mv.to)
        }
        _ => 0,
    };
    (others, mv.promotion.map(Reverse))
}

/// A move that may have been meant.
struct Candidate {
    text: String,
    /// How much its writing differs from what was written.
    distance: usize,
    /// How much the move itself differs from what was written.
    otherness: Otherness,
    /// The plies between it and the illegal move.
    back: usize,
    /// The part of the rest that can be replayed with it.
    score: f32,
}

/// The best suggestions, the best first.
pub(super) fn suggestions<P: Position>(
    position: &P,
    past: Option<&History<P>>,
    text: &[u8],
    rest: &[&[u8]],
) -> Vec<Suggestion> {
    let mut candidates = here(position, text, rest);
    let best = candidates.iter().map(|candidate| candidate.score).fold(0.0, f32::max);
    if let Some(game) = past.filter(|_| best < 1.0 && rest.len() >= 4) {
        candidates.extend(earlier(game, text, rest).filter(|candidate| candidate.score > best));
    }
    candidates.sort_by(|one, other| {
        other.score.total_cmp(&one.score).then_with(|| {
            let key = |one: &Candidate| (one.back, one.distance, one.otherness);
            key(one).cmp(&key(other)).then_with(|| one.text.cmp(&other.text))
        })
    });
    let best = candidates.first().map_or(0.0, |candidate| candidate.score);
    let all: f32 = candidates.iter().map(|candidate| candidate.score).sum();
    candidates
        .into_iter()
        .filter(|candidate| candidate.score * 2.0 >= best)
        .take(MADE)
        .map(|candidate| Suggestion {
            text: candidate.text,
            confidence: candidate.score / all.max(1.0),
            edits: Vec::new(),
        })
        .collect()
}

/// Legal moves that are spelled similarly, each with its distance.
fn near<P: Position>(position: &P, text: &[u8]) -> Vec<(usize, Move)> {
    let wanted = bare(text);
    if wanted.len() > LONGEST {
        return Vec::new();
    }
    let mut near: Vec<(usize, String, Move)> = position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let san = write_without_sign(position, mv);
            (osa_distance(&wanted, &bare(san.as_bytes())), san, mv)
        })
        .filter(|(distance, _, _)| *distance <= 2)
        .collect();
    near.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    near.into_iter().take(TRIED).map(|(distance, _, mv)| (distance, mv)).collect()
}

fn here<P: Position>(position: &P, text: &[u8], rest: &[&[u8]]) -> Vec<Candidate> {
    let written = San::read(text);
    let tried =
        near(position, text).into_iter().filter(|(_, mv)| may_be_meant(*mv, written.as_ref()));
    let tried = tried.map(|(distance, mv)| {
        let score = if rest.is_empty() { 1.0 } else { replayed(position.after(mv), rest) };
        let otherness = otherness(mv, written.as_ref());
        Candidate { text: write_san(position, mv), distance, otherness, back: 0, score }
    });
    tried.collect()
}

/// Whether a move may be meant: a capture is not taken for a quiet move to another square.
fn may_be_meant(mv: Move, written: Option<&San>) -> bool {
    match written.map(|san| san.spec) {
        Some(MoveSpec::Piece(spec)) => !spec.capture || mv.capture.is_some() || spec.to == mv.to,
        _ => true,
    }
}

/// Another move up to six plies before, after which the illegal move can be played.
fn earlier<'l, P: Position>(
    game: &'l History<P>,
    text: &'l [u8],
    rest: &'l [&'l [u8]],
) -> impl Iterator<Item = Candidate> + 'l {
    let played = game.moves().len();
    (1..=DOUBTED.min(played)).flat_map(move |back| {
        let ply = played - back;
        let Some(before) = game.position_at(ply) else { return Vec::new() };
        let doubted = write_without_sign(before, game.moves()[ply]);
        let between: Vec<String> = (ply + 1..played)
            .filter_map(|at| Some(write_without_sign(game.position_at(at)?, game.moves()[at])))
            .collect();
        let mut future: Vec<&[u8]> = between.iter().map(String::as_bytes).collect();
        future.push(text);
        future.extend(rest);
        near(before, doubted.as_bytes())
            .into_iter()
            .filter(|(distance, _)| *distance == 1)
            .filter_map(|(distance, mv)| {
                let score = replayed(before.after(mv), &future);
                let san = write_san(before, mv);
                let mv = numbered(before, &san);
                let passed_the_place = score * number(future.len()) > number(between.len() + 1);
                let text = format!("{mv} instead of {doubted}");
                let otherness = Otherness::default();
                passed_the_place.then_some(Candidate { text, distance, otherness, back, score })
            })
            .collect()
    })
}

/// The part of these moves that can be played from here.
pub(super) fn replayed<P: Position>(mut position: P, moves: &[&[u8]]) -> f32 {
    let mut played = 0;
    for text in moves {
        let Some(mv) = San::read(text).and_then(|san| san.resolve(&position).ok()) else { break };
        position.play_unchecked(mv);
        played += 1;
    }
    number(played) / number(moves.len().max(1))
}

/// A count of moves, which is never large, for a division.
fn number(count: usize) -> f32 {
    u16::try_from(count).map_or(f32::MAX, f32::from)
}

/// A move without the signs that do not say where it goes, each byte as one character.
fn bare(text: &[u8]) -> String {
    let says_where = |byte: &u8| !matches!(byte, b'+' | b'#' | b'x' | b'=' | b'!' | b'?');
    text.iter().copied().filter(says_where).map(char::from).collect()
}
