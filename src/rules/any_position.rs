//! The variants of chess, where each begins, and a position and a move of any of them.

use std::sync::{Arc, OnceLock};

use crate::rules::{
    Chess, Claim, Color, Move, Outcome, Position, Setup, Square, chess960,
    variant::{EndValue, Geometry, Place, Rules, VariantMove, VariantMoveKind, VariantPosition},
};

/// A variant of chess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Variant {
    /// Ordinary chess.
    #[default]
    Standard,
    /// Chess with shuffled pieces; without a number, the classical start position.
    Chess960 {
        /// Scharnagl's number of the start position.
        start: Option<u16>,
    },
    /// A game whose rules are data.
    Rules(&'static Arc<Rules>),
}

impl Variant {
    /// The name on the command line, without any number.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Chess960 { .. } => "chess960",
            Self::Rules(rules) => rules.name(),
        }
    }

    /// The rules, if they are data.
    pub fn rules(self) -> Option<&'static Arc<Rules>> {
        match self {
            Self::Rules(rules) => Some(rules),
            Self::Standard | Self::Chess960 { .. } => None,
        }
    }

    /// The start position.
    pub fn start(self) -> AnyPosition {
        match self {
            Self::Standard => AnyPosition::from(Chess::start()),
            Self::Chess960 { start } => {
                let setup = start.and_then(chess960::setup).unwrap_or_else(Setup::start);
                AnyPosition::from(Chess::from_setup_unchecked(&setup))
            }
            Self::Rules(rules) => AnyPosition::from(rules.start()),
        }
    }
}

/// A move of any variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnyMove {
    /// A move of standard chess or Chess960.
    Chess(Move),
    /// A move of a game whose rules are data.
    Variant(VariantMove),
}

impl From<Move> for AnyMove {
    #[inline]
    fn from(mv: Move) -> Self {
        Self::Chess(mv)
    }
}

impl From<VariantMove> for AnyMove {
    #[inline]
    fn from(mv: VariantMove) -> Self {
        Self::Variant(mv)
    }
}

impl AnyMove {
    /// The move of ordinary chess, if it is one.
    #[inline]
    pub const fn chess(self) -> Option<Move> {
        match self {
            Self::Chess(mv) => Some(mv),
            Self::Variant(_) => None,
        }
    }

    /// The move of a game whose rules are data, if it is one.
    #[inline]
    pub const fn variant(self) -> Option<VariantMove> {
        match self {
            Self::Chess(_) => None,
            Self::Variant(mv) => Some(mv),
        }
    }

    /// The square that a piece leaves; none for a drop.
    pub fn origin(self) -> Option<Place> {
        match self {
            Self::Chess(mv) => Some(mv.from.into()),
            Self::Variant(mv) => mv.from,
        }
    }

    /// The square it moves to; the rook's square when castling.
    pub fn to(self) -> Place {
        match self {
            Self::Chess(mv) => mv.to.into(),
            Self::Variant(mv) => mv.to,
        }
    }

    /// Whether a piece is captured.
    pub const fn is_capture(self) -> bool {
        match self {
            Self::Chess(mv) => mv.capture.is_some(),
            Self::Variant(mv) => mv.capture.is_some(),
        }
    }

    /// Whether a piece becomes another one.
    pub const fn is_promotion(self) -> bool {
        match self {
            Self::Chess(mv) => mv.promotion.is_some(),
            Self::Variant(mv) => mv.promotion.is_some(),
        }
    }

    /// Whether the king castles.
    pub fn is_castling(self) -> bool {
        match self {
            Self::Chess(mv) => mv.castling_side().is_some(),
            Self::Variant(mv) => mv.kind == VariantMoveKind::Castle,
        }
    }

    /// The same move without its promotion, which stands for all promotions of a pawn.
    #[must_use]
    pub const fn without_promotion(self) -> Self {
        match self {
            Self::Chess(mv) => Self::Chess(Move { promotion: None, ..mv }),
            Self::Variant(mv) => Self::Variant(VariantMove { promotion: None, ..mv }),
        }
    }
}

/// A piece as a diagram shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownPiece<'a> {
    /// The side.
    pub color: Color,
    /// The letter in upper case.
    pub letter: char,
    /// The English name.
    pub name: &'a str,
    /// Whether it was promoted, where that matters.
    pub promoted: bool,
}

/// A position of any variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyPosition {
    /// Standard chess and Chess960.
    Chess(Chess),
    /// A game whose rules are data; boxed, since it is large.
    Variant(Box<VariantPosition>),
}

impl From<Chess> for AnyPosition {
    fn from(position: Chess) -> Self {
        Self::Chess(position)
    }
}

impl From<VariantPosition> for AnyPosition {
    fn from(position: VariantPosition) -> Self {
        Self::Variant(Box::new(position))
    }
}

/// Evaluates the same expression for a position of either kind.
macro_rules! either {
    ($self:ident, $position:ident => $answer:expr) => {
        match $self {
            Self::Chess($position) => $answer,
            Self::Variant($position) => $answer,
        }
    };
}

impl AnyPosition {
    /// The position of standard chess or Chess960, if it is one.
    #[inline]
    pub const fn chess(&self) -> Option<&Chess> {
        match self {
            Self::Chess(position) => Some(position),
            Self::Variant(_) => None,
        }
    }

    /// The position of a game whose rules are data, if it is one.
    pub fn variant(&self) -> Option<&VariantPosition> {
        match self {
            Self::Chess(_) => None,
            Self::Variant(position) => Some(position),
        }
    }

    /// The squares of the board or boards.
    pub fn geometry(&self) -> &Geometry {
        static CHESS: OnceLock<Geometry> = OnceLock::new();
        match self {
            Self::Chess(_) => CHESS.get_or_init(|| Geometry::new(8, 8, 1, false)),
            Self::Variant(position) => position.rules().geometry(),
        }
    }

    /// The piece on a square.
    pub fn piece_at(&self, place: Place) -> Option<ShownPiece<'_>> {
        match self {
            Self::Chess(position) => {
                let piece = position.board().piece_at(Square::try_from(place).ok()?)?;
                let (letter, name) = (piece.role.letter(), piece.role.name());
                Some(ShownPiece { color: piece.color, letter, name, promoted: false })
            }
            Self::Variant(position) => {
                let (piece, rules) = (position.piece_at(place)?, position.rules());
                let (letter, name) = (rules.letter(piece.kind), rules.piece_name(piece.kind));
                let promoted = piece.promoted && rules.settings().captures_to_hand;
                Some(ShownPiece { color: piece.color, letter, name, promoted })
            }
        }
    }

    /// The pieces and their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Place, ShownPiece<'_>)> + '_ {
        self.geometry().places().filter_map(|place| Some((place, self.piece_at(place)?)))
    }

    /// The square of a side's king, if it has one.
    pub fn king(&self, color: Color) -> Option<Place> {
        match self {
            Self::Chess(position) => Some(position.king(color).into()),
            Self::Variant(position) => position.royals(color).first().copied(),
        }
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Vec<Place> {
        match self {
            Self::Chess(position) => position.checkers().map(Place::from).collect(),
            Self::Variant(position) => position.checkers(),
        }
    }

    /// The name of the piece that a move moves or drops.
    pub fn mover(&self, mv: AnyMove) -> &str {
        match (self, mv) {
            (_, AnyMove::Chess(mv)) => mv.role.name(),
            (Self::Variant(position), AnyMove::Variant(mv)) => {
                position.rules().piece_name(mv.piece)
            }
            (Self::Chess(_), AnyMove::Variant(_)) => "piece",
        }
    }

    /// The square on which the moved piece ends, before it passes to another board: the king's in castling.
    pub fn target(&self, mv: AnyMove) -> Place {
        match (self, mv) {
            (_, AnyMove::Chess(mv)) => mv.target().into(),
            (Self::Variant(position), AnyMove::Variant(mv)) => {
                mv.target(position.rules(), position.turn())
            }
            (Self::Chess(_), AnyMove::Variant(mv)) => mv.to,
        }
    }
}

/// When a draw may be claimed in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClaimLimits {
    /// Occurrences of a position; none where a repetition is no draw.
    pub occurrences: Option<usize>,
    /// Moves of each side without progress; none where they do not count.
    pub moves: Option<u32>,
}

impl AnyPosition {
    /// When a draw may be claimed in this game: in chess at the third occurrence and after fifty moves.
    pub fn claim_limits(&self) -> ClaimLimits {
        let Self::Variant(position) = self else {
            return ClaimLimits { occurrences: Some(3), moves: Some(50) };
        };
        let settings = position.rules().settings();
        let is_draw = settings.n_fold_rule > 0 && settings.n_fold_value == EndValue::Draw;
        ClaimLimits {
            occurrences: is_draw.then_some(settings.n_fold_rule as usize),
            moves: Some(settings.n_move_rule).filter(|moves| *moves > 0),
        }
    }

    /// The draws that the side to move may claim in a position that has occurred this many times.
    pub fn claims(&self, occurrences: usize) -> impl Iterator<Item = Claim> {
        let ClaimLimits { occurrences: times, moves } = self.claim_limits();
        let repeated = times.is_some_and(|times| occurrences >= times);
        let slow = moves.is_some_and(|moves| self.halfmoves() >= moves.saturating_mul(2));
        let claims = [(repeated, Claim::Threefold), (slow, Claim::FiftyMoves)];
        claims.into_iter().filter_map(|(holds, claim)| holds.then_some(claim))
    }
}

/// A move that belongs to a position of another kind. Moves are only played in the game they were made for.
const OTHER_GAME: &str = "a move is played in the kind of game it was made for";

impl Position for AnyPosition {
    type Move = AnyMove;
    type Moves = Vec<AnyMove>;

    #[inline]
    fn turn(&self) -> Color {
        either!(self, position => position.turn())
    }

    #[inline]
    fn halfmoves(&self) -> u32 {
        either!(self, position => position.halfmoves())
    }

    fn fullmoves(&self) -> u32 {
        either!(self, position => position.fullmoves())
    }

    #[inline]
    fn is_check(&self) -> bool {
        either!(self, position => position.is_check())
    }

    fn legal_moves(&self) -> Vec<AnyMove> {
        either!(self, position => position.legal_moves().into_iter().map(Into::into).collect())
    }

    #[inline]
    fn play_unchecked(&mut self, mv: AnyMove) {
        match (self, mv) {
            (Self::Chess(position), AnyMove::Chess(mv)) => position.play_unchecked(mv),
            (Self::Variant(position), AnyMove::Variant(mv)) => position.play_unchecked(mv),
            _ => unreachable!("{OTHER_GAME}"),
        }
    }

    #[inline]
    fn repetition_key(&self) -> u64 {
        either!(self, position => position.repetition_key())
    }

    fn can_win(&self, color: Color) -> bool {
        either!(self, position => position.can_win(color))
    }

    fn board_outcome(&self) -> Option<Outcome> {
        either!(self, position => position.board_outcome())
    }

    fn counted_outcome(&self, occurrences: usize) -> Option<Outcome> {
        either!(self, position => position.counted_outcome(occurrences))
    }

    fn has_legal_move(&self) -> bool {
        either!(self, position => position.has_legal_move())
    }

    fn is_legal(&self, mv: AnyMove) -> bool {
        match (self, mv) {
            (Self::Chess(position), AnyMove::Chess(mv)) => position.is_legal(mv),
            (Self::Variant(position), AnyMove::Variant(mv)) => position.is_legal(mv),
            _ => false,
        }
    }

    fn count_moves(&self) -> u64 {
        either!(self, position => position.count_moves())
    }

    fn after_null_move(&self) -> Option<Self> {
        either!(self, position => position.after_null_move().map(Self::from))
    }
}
