//! How games of variants end.

use crate::rules::{Color, Outcome, Position, outcome};

use super::{
    moves::VariantMove,
    piece::{PieceSet, PieceType},
    position::VariantPosition,
    rules::EndValue,
};

/// Why a game of a variant is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VariantEnding {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move.
    Stalemate,
    /// A side has lost all pieces of a kind, or all its pieces.
    Extinction {
        /// The side.
        color: Color,
        /// The kind; none for all pieces.
        kind: Option<PieceType>,
    },
    /// A piece has reached its goal, or both have.
    Flag,
    /// A side has given as many checks as it needs.
    CheckCount,
    /// Both sides passed.
    BothPassed,
    /// The position has occurred too often.
    Repetition,
    /// Too many moves without progress.
    MoveLimit,
    /// Neither side has anything left to win with.
    DeadPosition,
}

impl VariantEnding {
    /// The name in JSON and CSV records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Extinction { .. } => "extinction",
            Self::Flag => "goal-reached",
            Self::CheckCount => "checks-given",
            Self::BothPassed => "both-passed",
            Self::Repetition => "repetition",
            Self::MoveLimit => "move-limit",
            Self::DeadPosition => "dead-position",
        }
    }
}

/// The end of a game of a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VariantOutcome {
    /// The winner, unless the game is drawn.
    pub winner: Option<Color>,
    /// Why the game is over.
    pub ending: VariantEnding,
}

impl VariantPosition {
    /// The end of the game, as far as it follows from the position alone: repetitions and moves without progress aside.
    pub fn ending(&self) -> Option<VariantOutcome> {
        self.decision().or_else(|| {
            if self.has_legal_move() {
                self.is_dead()
                    .then_some(VariantOutcome { winner: None, ending: VariantEnding::DeadPosition })
            } else {
                Some(self.no_move_left())
            }
        })
    }

    /// The end of a game in which the position has occurred this many times.
    pub fn ending_after(&self, occurrences: usize) -> Option<VariantOutcome> {
        self.ending().or_else(|| {
            let settings = self.rules.settings();
            let moves = settings.n_move_rule;
            if moves > 0 && self.halfmoves() >= moves.saturating_mul(2) {
                return Some(VariantOutcome { winner: None, ending: VariantEnding::MoveLimit });
            }
            let limit = settings.n_fold_rule as usize;
            (limit > 0 && occurrences >= limit).then(|| {
                let side = if settings.n_fold_absolute { Color::White } else { self.turn() };
                let winner = winner(settings.n_fold_value, side);
                VariantOutcome { winner, ending: VariantEnding::Repetition }
            })
        })
    }

    /// Whether a rule of the variant has ended the game, whatever moves are left.
    pub(super) fn is_decided(&self) -> bool {
        self.decision().is_some()
    }

    /// The end of the game by a rule of the variant.
    fn decision(&self) -> Option<VariantOutcome> {
        self.extinction()
            .or_else(|| self.flag_reached_first())
            .or_else(|| self.flag_won())
            .or_else(|| self.checks_given())
            .or_else(|| {
                let ending = VariantEnding::BothPassed;
                (self.state.passes >= 2).then_some(VariantOutcome { winner: None, ending })
            })
    }

    /// Mate or stalemate.
    fn no_move_left(&self) -> VariantOutcome {
        let settings = self.rules.settings();
        if self.is_check() {
            let winner = winner(settings.checkmate_value, self.turn());
            return VariantOutcome { winner, ending: VariantEnding::Checkmate };
        }
        let mut value = settings.stalemate_value;
        if settings.stalemate_piece_count {
            let (own, other) = (self.count_all(self.turn()), self.count_all(!self.turn()));
            value = match own.cmp(&other) {
                std::cmp::Ordering::Less => value,
                std::cmp::Ordering::Equal => EndValue::Draw,
                std::cmp::Ordering::Greater => opposite(value),
            };
        }
        VariantOutcome { winner: winner(value, self.turn()), ending: VariantEnding::Stalemate }
    }

    /// A side has too few pieces of a kind.
    fn extinction(&self) -> Option<VariantOutcome> {
        let settings = self.rules.settings();
        let value = settings.extinction_value?;
        if settings.pseudo_royal && !settings.blast {
            return None;
        }
        for color in [!self.turn(), self.turn()] {
            let claimed = u16::from(settings.extinction_claim && color == self.turn());
            let enough = settings.extinction_opponent_count + claimed;
            let is_extinct = |kind: Option<PieceType>| {
                self.count_with_hand(color, kind) <= settings.extinction_count
                    && self.count_with_hand(!color, kind) >= enough
            };
            if let Some(kind) =
                extinction_kinds(settings.extinction_types).find(|kind| is_extinct(*kind))
            {
                let winner = winner(value, color);
                return Some(VariantOutcome {
                    winner,
                    ending: VariantEnding::Extinction { color, kind },
                });
            }
        }
        None
    }

    /// The pieces of a kind, or all pieces, on the boards and in the hand.
    fn count_with_hand(&self, color: Color, kind: Option<PieceType>) -> u16 {
        if let Some(kind) = kind {
            return self.count(color, kind) + u16::from(self.hand(color, kind));
        }
        let hand = self.state.hands[color].iter().map(|count| u16::from(*count));
        self.count_all(color) + hand.sum::<u16>()
    }

    /// The number of a side's pieces on the boards.
    pub(super) fn count_all(&self, color: Color) -> u16 {
        self.counts[color].iter().sum()
    }

    /// The side to move reached its goal a move ago, and the other side has had its answer.
    fn flag_reached_first(&self) -> Option<VariantOutcome> {
        let (settings, turn) = (self.rules.settings(), self.turn());
        if !(settings.flag_move || settings.flag_safe) || !self.has_reached_flag(turn) {
            return None;
        }
        let other_is_king = settings.flag_piece[!turn] == Some(PieceType::KING);
        let can_draw = (settings.flag_move && turn == Color::White && other_is_king)
            || (settings.flag_safe && !settings.flag_move);
        let winner = (!(can_draw && self.has_reached_flag(!turn))).then_some(turn);
        Some(VariantOutcome { winner, ending: VariantEnding::Flag })
    }

    /// The side that has just moved reached its goal, and no answer can change that.
    fn flag_won(&self) -> Option<VariantOutcome> {
        let (settings, turn) = (self.rules.settings(), self.turn());
        let is_king = settings.flag_piece[turn] == Some(PieceType::KING);
        if !(!settings.flag_move || settings.flag_safe || is_king) || !self.has_reached_flag(!turn)
        {
            return None;
        }
        let answers =
            settings.flag_move && is_king && turn == Color::Black && self.king_reaches_flag();
        let won = VariantOutcome { winner: Some(!turn), ending: VariantEnding::Flag };
        (!answers).then_some(won)
    }

    /// Whether the king of the side to move can reach its goal in one move.
    fn king_reaches_flag(&self) -> bool {
        let (turn, geometry) = (self.turn(), self.rules.geometry());
        let Some(king) = self.king(turn).filter(|_| !self.is_check()) else { return false };
        let mut moves = Vec::new();
        self.moves_from(king, &mut moves);
        let region = &self.rules.settings().flag_region[turn];
        moves.into_iter().any(|mv| geometry.is_in(region, mv.to) && self.illegality(mv).is_none())
    }

    /// Whether a side has enough pieces on the squares of its goal.
    fn has_reached_flag(&self, color: Color) -> bool {
        let settings = self.rules.settings();
        let region = &settings.flag_region[color];
        if region.is_empty() {
            return false;
        }
        let kinds = settings.flag_piece[color].map_or(PieceSet(!0), PieceSet::of);
        let geometry = self.rules.geometry();
        let mut arrived = self.places_of(color, kinds);
        arrived.retain(|place| geometry.is_in(region, *place));
        let is_full = || {
            geometry
                .places()
                .filter(|place| geometry.is_in(region, *place))
                .all(|place| !self.cell(place).is_empty())
        };
        let enough = arrived.len() >= usize::from(settings.flag_count);
        let reached = !arrived.is_empty() && (enough || (settings.flag_blocked_win && is_full()));
        let exact = arrived.len() == usize::from(settings.flag_count);
        let must_be_safe = settings.flag_safe && (!settings.flag_move || color != self.turn());
        reached
            && !(must_be_safe
                && exact
                && arrived.iter().any(|place| self.is_attacked(*place, !color)))
    }

    fn checks_given(&self) -> Option<VariantOutcome> {
        let winner = !self.turn();
        let given = self.checks_left(winner) == Some(0);
        given.then_some(VariantOutcome { winner: Some(winner), ending: VariantEnding::CheckCount })
    }

    /// Whether a side might still win by some series of legal moves, judged by material alone: `false` is certain,
    /// `true` is not.
    pub fn can_win(&self, color: Color) -> bool {
        let settings = self.rules.settings();
        let other_goal = settings.extinction_value.is_some()
            || !settings.flag_region[color].is_empty()
            || settings.stalemate_value != EndValue::Draw
            || settings.checkmate_value != EndValue::Loss
            || settings.n_fold_value != EndValue::Draw
            || settings.captures_to_hand
            || self.state.hands[color].iter().any(|count| *count > 0);
        let only_king = self.count_all(color) == 1 && self.king(color).is_some();
        let plain_king = self.rules.piece(PieceType::KING).is_some_and(|king| king.betza == "K");
        other_goal || !(only_king && plain_king && self.king(!color).is_some())
    }
}

impl Position for VariantPosition {
    type Move = VariantMove;
    type Moves = Vec<VariantMove>;

    fn turn(&self) -> Color {
        self.turn()
    }

    fn halfmoves(&self) -> u32 {
        self.halfmoves()
    }

    fn fullmoves(&self) -> u32 {
        self.fullmoves()
    }

    fn is_check(&self) -> bool {
        self.is_check()
    }

    fn legal_moves(&self) -> Vec<VariantMove> {
        self.legal_moves()
    }

    fn has_legal_move(&self) -> bool {
        self.has_legal_move()
    }

    fn is_legal(&self, mv: VariantMove) -> bool {
        self.is_legal(mv)
    }

    fn play_unchecked(&mut self, mv: VariantMove) {
        self.play_unchecked(mv);
    }

    fn repetition_key(&self) -> u64 {
        self.repetition_key()
    }

    fn can_win(&self, color: Color) -> bool {
        self.can_win(color)
    }

    fn board_outcome(&self) -> Option<Outcome> {
        self.ending().map(Outcome::from)
    }

    /// A repetition that is a draw only if it is claimed ends the game at the fifth time, as in chess; one that decides
    /// the game does so at once. Moves without progress count as in chess, but with the number of the definition.
    fn counted_outcome(&self, occurrences: usize) -> Option<Outcome> {
        let settings = self.rules.settings();
        let limit = settings.n_fold_rule as usize;
        if settings.n_fold_value != EndValue::Draw && limit > 0 && occurrences >= limit {
            return self.ending_after(occurrences).map(Outcome::from);
        }
        let counted = match settings.n_move_rule {
            0 => 0,
            moves => self.halfmoves().saturating_mul(50) / moves,
        };
        outcome::counted(counted, if limit > 0 { occurrences } else { 1 })
    }

    fn after_null_move(&self) -> Option<Self> {
        self.after_null_move()
    }
}

/// The kinds that must not die out; none stands for all pieces together.
fn extinction_kinds(kinds: PieceSet) -> impl Iterator<Item = Option<PieceType>> {
    let all = kinds.is_any().then_some(None);
    kinds.iter().map(Some).chain(all)
}

/// The winner, given a value for a side.
fn winner(value: EndValue, side: Color) -> Option<Color> {
    match value {
        EndValue::Win => Some(side),
        EndValue::Loss => Some(!side),
        EndValue::Draw => None,
    }
}

fn opposite(value: EndValue) -> EndValue {
    match value {
        EndValue::Win => EndValue::Loss,
        EndValue::Loss => EndValue::Win,
        EndValue::Draw => EndValue::Draw,
    }
}
