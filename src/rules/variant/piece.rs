//! Pieces as sets of rules: what a definition says about a piece, and the same compiled for a board.

use arrayvec::ArrayVec;

use crate::rules::{ByColor, Color};

use super::geometry::{Geometry, StepIndex, Vector};

/// A kind of piece: its number in the table of all pieces that a definition can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceType(pub u8);

impl PieceType {
    /// The number of kinds.
    pub const COUNT: usize = 64;
    /// The pawn of chess, which some rules name.
    pub const PAWN: Self = Self(0);
    /// The royal piece, whatever its moves: it must not be left attacked.
    pub const KING: Self = Self(62);

    /// The index in tables of kinds.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of kinds of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PieceSet(pub u64);

impl PieceSet {
    /// No kind.
    pub const EMPTY: Self = Self(0);
    /// Every kind.
    pub const ALL: Self = Self(!0 >> 1);
    /// The mark of "all pieces", written `*`.
    pub const ANY: Self = Self(1 << 63);

    /// A single kind.
    pub const fn of(kind: PieceType) -> Self {
        Self(1 << kind.0)
    }

    /// Whether a kind belongs to the set.
    #[inline]
    pub const fn has(self, kind: PieceType) -> bool {
        self.0 >> kind.0 & 1 == 1
    }

    /// Adds a kind.
    pub fn insert(&mut self, kind: PieceType) {
        self.0 |= 1 << kind.0;
    }

    /// Removes a kind.
    pub fn remove(&mut self, kind: PieceType) {
        self.0 &= !(1 << kind.0);
    }

    /// Whether the set has no kind.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set stands for all pieces together.
    pub const fn is_any(self) -> bool {
        self.0 & Self::ANY.0 != 0
    }

    /// The kinds in the order of their numbers.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = PieceType> {
        (0..63).map(PieceType).filter(move |kind| self.has(*kind))
    }
}

/// A piece on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VariantPiece {
    /// The kind.
    pub kind: PieceType,
    /// The side.
    pub color: Color,
    /// Whether it was promoted; a captured promoted piece changes back in the hand.
    pub promoted: bool,
    /// What it was before it promoted by itself.
    pub former: Option<PieceType>,
}

/// How a piece gets along a vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Motion {
    /// To the square, over anything.
    Leap,
    /// To the square, unless a piece is on the way.
    LameLeap,
    /// Any number of equal steps up to the reach, as far as the squares are empty; zero means no limit.
    Ride {
        /// The greatest number of steps.
        reach: u8,
    },
    /// Over exactly one piece to any square behind it; at most `reach` squares behind it, zero means no limit.
    Hop {
        /// The greatest number of squares behind the piece.
        reach: u8,
    },
}

/// The squares from which a move is possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveOrigin {
    /// Any square.
    Anywhere,
    /// The region of double steps.
    DoubleStepRegion,
    /// The region of triple steps.
    TripleStepRegion,
}

/// One rule of movement, as White sees the board. For Black it is turned by half a circle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveRule {
    /// The step.
    pub vector: Vector,
    /// How it is made.
    pub motion: Motion,
    /// Whether it captures; otherwise it goes to empty squares.
    pub captures: bool,
    /// Where it is possible.
    pub origin: MoveOrigin,
}

/// A piece of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceRules {
    /// The kind.
    pub kind: PieceType,
    /// The letter in FEN and SAN, in upper case.
    pub letter: char,
    /// The English name.
    pub name: String,
    /// The moves in Betza's notation.
    pub betza: String,
    /// The value in centipawns.
    pub value: i32,
    /// The rules of movement.
    pub moves: Vec<MoveRule>,
}

/// The way of a lame leap: the squares that must be empty. No atom is longer than three squares.
pub(super) type Path = ArrayVec<StepIndex, 2>;

/// A rule of movement compiled for one side and one geometry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CompiledMove {
    pub(super) step: StepIndex,
    pub(super) path: Path,
    pub(super) motion: Motion,
    pub(super) captures: bool,
    pub(super) origin: MoveOrigin,
}

/// A rule of capture seen from the attacked square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AttackLine {
    /// The step from the attacked square towards the attacker.
    pub(super) step: StepIndex,
    pub(super) path: Path,
    pub(super) motion: Motion,
    /// The kinds of pieces that capture so.
    pub(super) kinds: PieceSet,
}

/// A vector as a side sees it.
fn seen_by((files, ranks): Vector, color: Color) -> Vector {
    match color {
        Color::White => (files, ranks),
        Color::Black => (-files, -ranks),
    }
}

/// The squares passed by a lame leap, as vectors from its origin: straight ahead until the rest is diagonal.
fn passed_squares((files, ranks): Vector) -> impl Iterator<Item = Vector> {
    let mut at = (0, 0);
    std::iter::from_fn(move || {
        let rest: Vector = (files - at.0, ranks - at.1);
        let longer = rest.0.abs() - rest.1.abs();
        if longer >= 0 {
            at.0 += rest.0.signum();
        }
        if longer <= 0 {
            at.1 += rest.1.signum();
        }
        (at != (files, ranks)).then_some(at)
    })
}

/// Compiles the rules of a piece for a side.
pub(super) fn compile(
    moves: &[MoveRule],
    color: Color,
    geometry: &mut Geometry,
) -> Vec<CompiledMove> {
    let compiled = moves.iter().map(|rule| {
        let vector = seen_by(rule.vector, color);
        let path = match rule.motion {
            Motion::LameLeap => path(vector, geometry, |passed| passed),
            Motion::Leap | Motion::Ride { .. } | Motion::Hop { .. } => Path::new(),
        };
        let (motion, captures, origin) = (rule.motion, rule.captures, rule.origin);
        CompiledMove { step: geometry.step_index(vector), path, motion, captures, origin }
    });
    compiled.collect()
}

/// The lines along which pieces of a side attack, seen from the attacked square.
pub(super) fn attack_lines(
    pieces: &[PieceRules],
    color: Color,
    geometry: &mut Geometry,
) -> Vec<AttackLine> {
    let mut lines: Vec<AttackLine> = Vec::new();
    for piece in pieces {
        let captures = |rule: &&MoveRule| rule.captures && rule.origin == MoveOrigin::Anywhere;
        for rule in piece.moves.iter().filter(captures) {
            let (files, ranks) = seen_by(rule.vector, color);
            let step = geometry.step_index((-files, -ranks));
            let known = |line: &&mut AttackLine| line.step == step && line.motion == rule.motion;
            if let Some(line) = lines.iter_mut().find(known) {
                line.kinds.insert(piece.kind);
                continue;
            }
            let path = match rule.motion {
                Motion::LameLeap => {
                    path((files, ranks), geometry, |passed| (passed.0 - files, passed.1 - ranks))
                }
                Motion::Leap | Motion::Ride { .. } | Motion::Hop { .. } => Path::new(),
            };
            let (motion, kinds) = (rule.motion, PieceSet::of(piece.kind));
            lines.push(AttackLine { step, path, motion, kinds });
        }
    }
    lines
}

fn path(vector: Vector, geometry: &mut Geometry, seen: impl Fn(Vector) -> Vector) -> Path {
    passed_squares(vector).take(2).map(|passed| geometry.step_index(seen(passed))).collect()
}

/// Both sides' values made by one function.
pub(super) fn for_both<T>(mut make: impl FnMut(Color) -> T) -> ByColor<T> {
    ByColor { white: make(Color::White), black: make(Color::Black) }
}
