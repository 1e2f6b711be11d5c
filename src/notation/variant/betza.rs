//! Betza's notation of moves: `fmWfceFifmnD` is the pawn of chess.

use std::fmt;

use crate::rules::variant::{Motion, MoveOrigin, MoveRule, Vector};

/// Why a text is not Betza notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadBetza {
    /// The place of the fault, in bytes.
    pub at: usize,
    kind: BetzaFault,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BetzaFault {
    Unknown(char),
    NoAtom,
    Empty,
}

impl fmt::Display for BadBetza {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            BetzaFault::Unknown(letter) => {
                write!(f, "`{}` is not part of Betza notation", letter.escape_default())
            }
            BetzaFault::NoAtom => {
                f.write_str("the last modifiers belong to no move such as W, F or N")
            }
            BetzaFault::Empty => f.write_str("the moves of the piece are missing"),
        }
    }
}

impl std::error::Error for BadBetza {}

/// The leaps of an atom, as the longer and the shorter side of the step.
fn atom(letter: u8) -> Option<(&'static [Vector], bool)> {
    Some(match letter {
        b'W' => (&[(1, 0)], false),
        b'F' => (&[(1, 1)], false),
        b'D' => (&[(2, 0)], false),
        b'N' => (&[(2, 1)], false),
        b'A' => (&[(2, 2)], false),
        b'H' => (&[(3, 0)], false),
        b'L' | b'C' => (&[(3, 1)], false),
        b'J' | b'Z' => (&[(3, 2)], false),
        b'G' => (&[(3, 3)], false),
        b'K' => (&[(1, 0), (1, 1)], false),
        b'R' => (&[(1, 0)], true),
        b'B' => (&[(1, 1)], true),
        b'Q' => (&[(1, 0), (1, 1)], true),
        _ => return None,
    })
}

/// The modifiers before an atom.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a letter of the notation")]
struct Modifiers {
    quiet: bool,
    captures: bool,
    hops: bool,
    grasshops: bool,
    lame: bool,
    initial: bool,
    /// Pairs of direction letters; a single letter is doubled.
    directions: Vec<[u8; 2]>,
}

/// Reads the rules of movement of a piece.
///
/// # Errors
/// The first letter that cannot be read.
pub fn read(text: &str) -> Result<Vec<MoveRule>, BadBetza> {
    let bytes = text.as_bytes();
    let (mut rules, mut modifiers, mut at) = (Vec::new(), Modifiers::default(), 0);
    let mut is_pending = false;
    while let Some(&letter) = bytes.get(at) {
        let next = bytes.get(at + 1).copied();
        is_pending = atom(letter).is_none();
        at += if let Some((steps, rides)) = atom(letter) {
            let rider = Rider::of(letter, rides, next);
            add_rules(steps, &modifiers, rider, &mut rules);
            modifiers = Modifiers::default();
            1 + usize::from(rider.is_written)
        } else {
            read_modifier(letter, next, &mut modifiers)
                .ok_or_else(|| BadBetza { at, kind: BetzaFault::Unknown(char_at(text, at)) })?
        };
    }
    if is_pending {
        return Err(BadBetza { at: at.saturating_sub(1), kind: BetzaFault::NoAtom });
    }
    if rules.is_empty() {
        return Err(BadBetza { at: 0, kind: BetzaFault::Empty });
    }
    Ok(rules)
}

fn char_at(text: &str, at: usize) -> char {
    text.get(at..).and_then(|rest| rest.chars().next()).unwrap_or('?')
}

/// How often the step of an atom may be repeated.
#[derive(Debug, Clone, Copy)]
struct Rider {
    rides: bool,
    reach: u8,
    /// Whether a letter or a digit after the atom says so.
    is_written: bool,
}

impl Rider {
    /// An atom followed by itself rides without limit, one followed by a digit at most so far.
    fn of(letter: u8, rides: bool, next: Option<u8>) -> Self {
        match next {
            Some(digit) if digit.is_ascii_digit() => {
                Self { rides: true, reach: digit - b'0', is_written: true }
            }
            Some(again) if again == letter => Self { rides: true, reach: 0, is_written: true },
            _ => Self { rides, reach: 0, is_written: false },
        }
    }
}

/// Reads a modifier; returns how many letters it took.
fn read_modifier(letter: u8, next: Option<u8>, modifiers: &mut Modifiers) -> Option<usize> {
    const VERTICAL: &[u8] = b"fbvh";
    const HORIZONTAL: &[u8] = b"rlsh";
    match letter {
        b'm' => modifiers.quiet = true,
        b'c' => modifiers.captures = true,
        b'p' => modifiers.hops = true,
        b'g' => (modifiers.hops, modifiers.grasshops) = (true, true),
        b'n' => modifiers.lame = true,
        b'i' => modifiers.initial = true,
        // En passant: which pieces take so is a key of the definition.
        b'e' => {}
        _ if VERTICAL.contains(&letter) || HORIZONTAL.contains(&letter) => {
            let (is_vertical, is_horizontal) =
                (VERTICAL.contains(&letter), HORIZONTAL.contains(&letter));
            let joins = |other: &u8| {
                *other == letter
                    || (is_vertical && HORIZONTAL.contains(other))
                    || (is_horizontal && VERTICAL.contains(other))
            };
            let second = next.filter(joins);
            modifiers.directions.push([letter, second.unwrap_or(letter)]);
            return Some(1 + usize::from(second.is_some()));
        }
        _ => return None,
    }
    Some(1)
}

/// Adds the rules of an atom in all its directions. A later rule for the same step replaces an earlier one.
fn add_rules(steps: &[Vector], modifiers: &Modifiers, rider: Rider, rules: &mut Vec<MoveRule>) {
    let origin =
        if modifiers.initial { MoveOrigin::DoubleStepRegion } else { MoveOrigin::Anywhere };
    let motion = match rider {
        Rider { reach, .. } if modifiers.hops => {
            let limit = if modifiers.grasshops && !rider.is_written { 1 } else { reach };
            Motion::Hop { reach: limit }
        }
        Rider { rides: true, reach, .. } => Motion::Ride { reach },
        Rider { .. } if modifiers.lame => Motion::LameLeap,
        Rider { .. } => Motion::Leap,
    };
    let both = modifiers.quiet == modifiers.captures;
    for &(long, short) in steps {
        let directions = split_directions(steps.len(), short, &modifiers.directions);
        for vector in turned(long, short, &directions) {
            for captures in [false, true] {
                if both || captures == modifiers.captures {
                    add_rule(MoveRule { vector, motion, captures, origin }, rules);
                }
            }
        }
    }
}

fn add_rule(rule: MoveRule, rules: &mut Vec<MoveRule>) {
    let is_same = |known: &&mut MoveRule| {
        (known.vector, known.captures, known.origin) == (rule.vector, rule.captures, rule.origin)
            && std::mem::discriminant(&family(known.motion))
                == std::mem::discriminant(&family(rule.motion))
    };
    match rules.iter_mut().find(is_same) {
        Some(known) => known.motion = rule.motion,
        None => rules.push(rule),
    }
}

/// Leaps replace lame leaps, and the other way round.
fn family(motion: Motion) -> Motion {
    if motion == Motion::LameLeap { Motion::Leap } else { motion }
}

/// A pair of directions means both of them for an orthogonal atom, as in `fsW`.
fn split_directions(atoms: usize, short: i8, pairs: &[[u8; 2]]) -> Vec<[u8; 2]> {
    let splits = atoms == 1 && short == 0;
    let split = |&[first, second]: &[u8; 2]| {
        if splits && first != second {
            vec![[first, first], [second, second]]
        } else {
            vec![[first, second]]
        }
    };
    pairs.iter().flat_map(split).collect()
}

/// The turns of a step that the directions allow; all eight without directions.
fn turned(long: i8, short: i8, directions: &[[u8; 2]]) -> Vec<Vector> {
    let sides = [(short, long), (long, short)].into_iter();
    let turns = sides.flat_map(|(files, ranks)| {
        [(files, ranks), (-files, ranks), (files, -ranks), (-files, -ranks)]
    });
    let allowed = |vector: &Vector| {
        directions.is_empty() || directions.iter().any(|pair| is_allowed(*pair, *vector))
    };
    let mut found: Vec<Vector> = turns.filter(allowed).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a pair of direction letters allows a step. The second letter names the longer side of the step, the first
/// one the shorter: of the knight's moves, `fr` is the one far to the right and a little ahead, `rf` the one far ahead.
/// An `h` as the second letter means the whole half of the board, as the first letter one hand of an oblique step.
fn is_allowed([minor, major]: [u8; 2], (files, ranks): Vector) -> bool {
    let (is_tall, is_wide) = (ranks.abs() >= files.abs(), files.abs() >= ranks.abs());
    let hand = files.signum() * ranks.signum() * (ranks.abs() - files.abs()).signum();
    let side = match minor {
        b'f' => ranks >= 0,
        b'b' => ranks <= 0,
        b'r' => files >= 0,
        b'l' => files <= 0,
        b'h' if major == b'r' => return hand >= 0,
        b'h' if major == b'l' => return hand <= 0,
        _ => minor == major,
    };
    let main = match major {
        b'f' => is_tall && ranks > 0,
        b'b' => is_tall && ranks < 0,
        b'r' => is_wide && files > 0,
        b'l' => is_wide && files < 0,
        b'v' => is_tall,
        b's' => is_wide,
        _ => minor != major,
    };
    side && main
}
