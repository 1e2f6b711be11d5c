//! A position of any variant: the pieces on their squares, the hands, the rights and the counters.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use arrayvec::ArrayVec;

use crate::rules::{ByColor, Color, Side};

use super::{
    geometry::Place,
    moves::VariantMove,
    piece::{PieceSet, PieceType, VariantPiece},
    rules::Rules,
    setup::VariantSetup,
};

/// What is on a square, in two bytes: nothing, a hole, or a piece with its kind, side, promotion and former kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Cell(u16);

impl Cell {
    pub(super) const EMPTY: Self = Self(0);
    pub(super) const HOLE: Self = Self(u16::MAX);
    const BLACK: u16 = 1 << 6;
    const PROMOTED: u16 = 1 << 7;
    const OCCUPIED: u16 = 1 << 14;
    /// The bits of the former kind of a piece that promoted by itself.
    const FORMER_SHIFT: u16 = 8;

    #[inline]
    pub(super) fn new(kind: PieceType, color: Color) -> Self {
        let black = if color == Color::Black { Self::BLACK } else { 0 };
        Self(Self::OCCUPIED | u16::from(kind.0) | black)
    }

    /// The piece, marked as promoted.
    pub(super) fn promoted(self) -> Self {
        Self(self.0 | Self::PROMOTED)
    }

    /// The piece, marked as promoted from a kind to which it can go back.
    pub(super) fn promoted_from(self, former: PieceType) -> Self {
        // The kind 63 does not exist, so that a former kind plus one fits six bits.
        Self(self.promoted().0 | (u16::from(former.0) + 1) << Self::FORMER_SHIFT)
    }

    /// The former kind of a piece that promoted by itself.
    pub(super) fn former(self) -> Option<PieceType> {
        let former = self.0.to_le_bytes()[1] & 0x3f;
        if self.is_piece() { former.checked_sub(1).map(PieceType) } else { None }
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) fn is_piece(self) -> bool {
        self.0 != 0 && self.0 != u16::MAX
    }

    #[inline]
    pub(super) fn is_promoted(self) -> bool {
        self.0 & Self::PROMOTED != 0 && self.is_piece()
    }

    #[inline]
    pub(super) fn kind(self) -> PieceType {
        PieceType(self.0.to_le_bytes()[0] & 0x3f)
    }

    #[inline]
    pub(super) fn color(self) -> Color {
        if self.0 & Self::BLACK == 0 { Color::White } else { Color::Black }
    }

    #[inline]
    pub(super) fn is_of(self, color: Color) -> bool {
        self.is_piece() && self.color() == color
    }
}

/// The rooks that may castle, and the squares of their kings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct VariantCastling {
    kings: ByColor<Option<Place>>,
    rooks: ByColor<[Option<Place>; 2]>,
}

impl VariantCastling {
    /// The square of the rook with which a side may castle.
    pub fn rook(&self, color: Color, side: Side) -> Option<Place> {
        self.rooks[color][side as usize]
    }

    /// The square of the king that may castle.
    pub fn king(&self, color: Color) -> Option<Place> {
        self.kings[color]
    }

    /// Whether any right is left.
    pub fn is_any(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.rooks[color] != [None; 2])
    }

    pub(super) fn grant(&mut self, color: Color, side: Side, king: Place, rook: Place) {
        self.kings[color] = Some(king);
        self.rooks[color][side as usize] = Some(rook);
    }

    /// Takes away what depends on a piece that leaves this square, or is captured there.
    #[inline]
    pub(super) fn revoke(&mut self, place: Place) {
        for color in Color::ALL {
            if self.kings[color] == Some(place) {
                self.rooks[color] = [None; 2];
            }
            for rook in &mut self.rooks[color] {
                if *rook == Some(place) {
                    *rook = None;
                }
            }
            self.forget_king(color);
        }
    }

    /// A king without rights is a king like any other.
    fn forget_king(&mut self, color: Color) {
        if self.rooks[color] == [None; 2] {
            self.kings[color] = None;
        }
    }

    pub(super) fn revoke_side(&mut self, color: Color, side: Side) {
        self.rooks[color][side as usize] = None;
        self.forget_king(color);
    }
}

/// The squares that a piece has just passed over.
pub(super) type Passed = ArrayVec<Place, 2>;

/// All of a position but the board: saved as a whole when a move is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    pub(super) turn: Color,
    pub(super) kings: ByColor<Option<Place>>,
    pub(super) castling: VariantCastling,
    pub(super) passed: Passed,
    /// The piece that passed over those squares.
    pub(super) passer: Option<Place>,
    pub(super) halfmoves: u32,
    pub(super) fullmoves: u32,
    pub(super) checks_left: ByColor<u8>,
    pub(super) hands: ByColor<[u8; PieceType::COUNT]>,
    /// Passes in a row.
    pub(super) passes: u8,
}

/// A playable position of a variant.
#[derive(Debug, Clone)]
pub struct VariantPosition {
    pub(super) rules: Arc<Rules>,
    pub(super) cells: Box<[Cell]>,
    /// The number of pieces on the boards, by side and kind.
    pub(super) counts: ByColor<[u16; PieceType::COUNT]>,
    pub(super) state: State,
}

impl PartialEq for VariantPosition {
    fn eq(&self, other: &Self) -> bool {
        let same_rules = Arc::ptr_eq(&self.rules, &other.rules) || self.rules == other.rules;
        same_rules && self.cells == other.cells && self.state == other.state
    }
}

impl Eq for VariantPosition {}

impl VariantPosition {
    /// A position as set up. [`VariantSetup::validate`] must accept the setup; pieces on squares that do not exist
    /// and castling rights without their pieces are left out.
    pub fn from_setup_unchecked(rules: &Arc<Rules>, setup: &VariantSetup) -> Self {
        let geometry = rules.geometry();
        let all = (0..).map(Place).take(geometry.len());
        let cell = |place| if geometry.exists(place) { Cell::EMPTY } else { Cell::HOLE };
        let mut position = Self {
            rules: Arc::clone(rules),
            cells: all.map(cell).collect(),
            counts: ByColor { white: [0; PieceType::COUNT], black: [0; PieceType::COUNT] },
            state: State {
                turn: setup.turn,
                kings: ByColor::default(),
                castling: VariantCastling::default(),
                passed: Passed::new(),
                passer: None,
                halfmoves: setup.halfmoves,
                fullmoves: setup.fullmoves.max(1),
                checks_left: setup.checks_left,
                hands: ByColor { white: [0; PieceType::COUNT], black: [0; PieceType::COUNT] },
                passes: 0,
            },
        };
        position.place_pieces(setup);
        for &(color, rook) in &setup.castling {
            position.grant_castling(color, rook);
        }
        position.set_passed(&setup.passed);
        position
    }

    fn place_pieces(&mut self, setup: &VariantSetup) {
        for &(place, piece) in &setup.pieces {
            if self.cells.get(place.index()) == Some(&Cell::EMPTY) {
                let cell = Cell::new(piece.kind, piece.color);
                let cell = match piece.former {
                    Some(former) => cell.promoted_from(former),
                    None if piece.promoted => cell.promoted(),
                    None => cell,
                };
                self.set(place, cell);
            }
        }
        for &(color, kind) in &setup.hands {
            let count = &mut self.state.hands[color][kind.index()];
            *count = count.saturating_add(1);
        }
    }

    /// Grants a right to castle with the rook on this square, if king and rook are in place.
    pub(super) fn grant_castling(&mut self, color: Color, rook: Place) {
        let rules = Arc::clone(&self.rules);
        let (settings, geometry) = (rules.settings(), rules.geometry());
        let rook_cell = self.cells.get(rook.index()).copied().unwrap_or(Cell::EMPTY);
        let is_rook =
            rook_cell.is_of(color) && settings.castling_rooks[color].has(rook_cell.kind());
        let on_rank =
            geometry.rank(rook) == rules.castling_rank(color) && geometry.board(rook) == 0;
        let king = self.castling_king(color);
        if let (true, Some(king)) = (settings.castling && is_rook && on_rank, king) {
            let is_king_side = geometry.file(rook) > geometry.file(king);
            let side = if is_king_side { Side::King } else { Side::Queen };
            self.state.castling.grant(color, side, king, rook);
        }
    }

    /// The king that may castle: the only one on its rank, or the one on the file of castling.
    fn castling_king(&self, color: Color) -> Option<Place> {
        let settings = self.rules.settings();
        let (geometry, rank) = (self.rules.geometry(), self.rules.castling_rank(color));
        let king = Cell::new(settings.castling_king[color], color);
        let is_king = |place: &Place| self.cell(*place) == king;
        let row = (0..geometry.width()).filter_map(|file| geometry.place(0, file, rank));
        let kings: Vec<Place> = row.filter(is_king).collect();
        match kings[..] {
            [only] => Some(only),
            _ => geometry.place(0, settings.castling_king_file, rank).filter(is_king),
        }
    }

    /// Notes the squares that were passed over, and the piece in front of them that passed.
    fn set_passed(&mut self, passed: &[Place]) {
        let turn = self.state.turn;
        for &place in passed.iter().take(2) {
            let allowed = self.rules.settings().en_passant_region[turn];
            if self.rules.geometry().is_in(&allowed, place) && self.cell(place).is_empty() {
                self.state.passed.push(place);
            }
        }
        let passer = self.state.passed.first().and_then(|&place| self.passer_before(place));
        self.state.passer = passer;
        if passer.is_none() {
            self.state.passed.clear();
        }
    }

    /// The nearest enemy piece in front of a square that was passed over.
    fn passer_before(&self, place: Place) -> Option<Place> {
        let geometry = self.rules.geometry();
        let (file, board) = (geometry.file(place), geometry.board(place));
        let mut rank = geometry.rank(place);
        loop {
            rank = match self.state.turn {
                Color::White => rank.checked_sub(1)?,
                Color::Black => rank + 1,
            };
            let at = geometry.place(board, file, rank)?;
            if self.cell(at).is_of(!self.state.turn) {
                return Some(at);
            }
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.state.turn
    }

    /// The piece on a square.
    pub fn piece_at(&self, place: Place) -> Option<VariantPiece> {
        let cell = self.cells.get(place.index()).filter(|cell| cell.is_piece())?;
        let (kind, color, former) = (cell.kind(), cell.color(), cell.former());
        Some(VariantPiece { kind, color, promoted: cell.is_promoted(), former })
    }

    /// The pieces and their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Place, VariantPiece)> + '_ {
        let all = (0..).map(Place).take(self.cells.len());
        all.filter_map(|place| Some((place, self.piece_at(place)?)))
    }

    /// The number of pieces of a kind in a side's hand.
    pub fn hand(&self, color: Color, kind: PieceType) -> u8 {
        self.state.hands[color][kind.index()]
    }

    /// The number of pieces of a kind on the boards.
    pub fn count(&self, color: Color, kind: PieceType) -> u16 {
        self.counts[color][kind.index()]
    }

    /// The rights to castle.
    pub fn castling(&self) -> VariantCastling {
        self.state.castling
    }

    /// The square of an en-passant capture, if such a capture is legal.
    pub fn en_passant(&self) -> Option<Place> {
        use super::moves::VariantMoveKind::EnPassant;
        if self.state.passed.is_empty() {
            return None;
        }
        self.legal_moves().into_iter().find(|mv| mv.kind == EnPassant).map(|mv| mv.to)
    }

    /// Plies since the last capture, drop, promotion or pawn move.
    pub fn halfmoves(&self) -> u32 {
        self.state.halfmoves
    }

    /// The move number, which starts at one.
    pub fn fullmoves(&self) -> u32 {
        self.state.fullmoves
    }

    /// The checks that a side still has to give, where checks are counted.
    pub fn checks_left(&self, color: Color) -> Option<u8> {
        self.rules.settings().check_counting.then_some(self.state.checks_left[color])
    }

    /// The square of a side's king, if it has one.
    pub fn king(&self, color: Color) -> Option<Place> {
        self.state.kings[color]
    }

    /// The squares of the pieces that a side must not leave attacked: its king, and the last pieces of kinds that must
    /// not die out.
    pub fn royals(&self, color: Color) -> Vec<Place> {
        let mut royals: Vec<Place> = self.king(color).into_iter().collect();
        royals.extend(self.pseudo_royals(color));
        royals
    }

    /// The pieces of kinds that are about to die out, where that makes them royal.
    pub(super) fn pseudo_royals(&self, color: Color) -> Vec<Place> {
        let settings = self.rules.settings();
        if !settings.pseudo_royal {
            return Vec::new();
        }
        let few = |kind: &PieceType| self.count(color, *kind) <= settings.extinction_count + 1;
        let kinds = settings.extinction_types.iter().filter(few);
        let kinds = kinds.fold(PieceSet::EMPTY, |mut set, kind| {
            set.insert(kind);
            set
        });
        self.places_of(color, kinds)
    }

    /// The squares of a side's pieces of these kinds.
    pub(super) fn places_of(&self, color: Color, kinds: PieceSet) -> Vec<Place> {
        let pieces = self.cells_of(color).filter(|(_, cell)| kinds.has(cell.kind()));
        pieces.map(|(place, _)| place).collect()
    }

    /// The occupied cells of a side, with their squares.
    pub(super) fn cells_of(&self, color: Color) -> impl Iterator<Item = (Place, Cell)> + '_ {
        let all = (0..).map(Place).zip(self.cells.iter().copied());
        all.filter(move |(_, cell)| cell.is_of(color))
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, mv: VariantMove) -> Self {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }

    /// The position with the other side to move, which a search tries. `None` in check.
    #[must_use]
    pub fn after_null_move(&self) -> Option<Self> {
        if self.is_check() {
            return None;
        }
        let mut next = self.clone();
        next.state.passed.clear();
        next.state.passer = None;
        next.state.halfmoves = next.state.halfmoves.saturating_add(1);
        next.state.turn = !next.state.turn;
        Some(next)
    }

    /// Equal for positions that are the same for the rule of repetition, and (but for one chance in 2^64) for no
    /// others.
    pub fn repetition_key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for cell in &self.cells {
            (cell.0 & !(Cell::PROMOTED | 0x3f << Cell::FORMER_SHIFT)).hash(&mut hasher);
        }
        let State { turn, castling, checks_left, hands, .. } = &self.state;
        (turn, castling.rooks, checks_left).hash(&mut hasher);
        if self.rules.settings().drops {
            hands.hash(&mut hasher);
        }
        self.en_passant().hash(&mut hasher);
        hasher.finish()
    }

    #[inline]
    pub(super) fn cell(&self, place: Place) -> Cell {
        self.cells[place.index()]
    }

    /// Empties a square.
    pub(super) fn clear(&mut self, place: Place) {
        self.set(place, Cell::EMPTY);
    }

    /// Puts a piece on a square, or empties it; counts and kings follow.
    #[inline]
    pub(super) fn set(&mut self, place: Place, cell: Cell) {
        let old = std::mem::replace(&mut self.cells[place.index()], cell);
        if old.is_piece() {
            self.counts[old.color()][old.kind().index()] -= 1;
            if old.kind() == PieceType::KING && self.state.kings[old.color()] == Some(place) {
                self.state.kings[old.color()] = None;
            }
        }
        if cell.is_piece() {
            self.counts[cell.color()][cell.kind().index()] += 1;
            if cell.kind() == PieceType::KING {
                self.state.kings[cell.color()] = Some(place);
            }
        }
    }
}
