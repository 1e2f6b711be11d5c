//! Moves made and taken back.

use arrayvec::ArrayVec;

use crate::rules::Color;

use super::{
    geometry::Place,
    moves::{VariantMove, VariantMoveKind},
    piece::{Motion, MoveOrigin, PieceType},
    position::{Cell, Passed, State, VariantPosition},
};

/// What a move changed: at most the nine squares of an explosion and those of the move itself.
#[derive(Debug, Clone)]
pub struct VariantUndo {
    cells: ArrayVec<(Place, Cell), 16>,
    state: State,
}

impl VariantPosition {
    /// Plays a legal move. An illegal move leaves a position that makes no sense.
    pub fn play_unchecked(&mut self, mv: VariantMove) {
        self.make(mv);
    }

    /// Plays a legal move and returns what takes it back.
    pub fn make(&mut self, mv: VariantMove) -> VariantUndo {
        let mut undo = self.begin();
        self.move_pieces(mv, &mut undo);
        self.pass_through(mv, &mut undo);
        self.advance(mv);
        undo
    }

    /// Takes a move back.
    pub fn undo(&mut self, undo: VariantUndo) {
        for (place, cell) in undo.cells.into_iter().rev() {
            self.set(place, cell);
        }
        self.state = undo.state;
    }

    /// A record of the position before anything changes.
    pub(super) fn begin(&self) -> VariantUndo {
        VariantUndo { cells: ArrayVec::new(), state: self.state.clone() }
    }

    /// Changes a square and notes what was there.
    #[inline]
    fn change(&mut self, place: Place, cell: Cell, undo: &mut VariantUndo) {
        undo.cells.push((place, self.cell(place)));
        self.set(place, cell);
    }

    /// The first half of a move: the pieces move on their own board, and captures take effect.
    pub(super) fn move_pieces(&mut self, mv: VariantMove, undo: &mut VariantUndo) {
        match mv.kind {
            VariantMoveKind::Castle => self.castle(mv, undo),
            VariantMoveKind::Drop => self.drop_piece(mv, undo),
            VariantMoveKind::Pass => {}
            VariantMoveKind::Normal
            | VariantMoveKind::EnPassant
            | VariantMoveKind::PiecePromotion
            | VariantMoveKind::Demotion => self.move_piece(mv, undo),
        }
    }

    fn move_piece(&mut self, mv: VariantMove, undo: &mut VariantUndo) {
        let Some(from) = mv.from else { return };
        let cell = self.cell(from);
        if mv.capture.is_some() {
            let taken =
                if mv.kind == VariantMoveKind::EnPassant { self.state.passer } else { None };
            let taken = taken.unwrap_or(mv.to);
            self.capture(taken, undo);
        }
        self.change(from, Cell::EMPTY, undo);
        let moved = match (mv.promotion, mv.kind) {
            (None, _) => cell,
            (Some(kind), VariantMoveKind::PiecePromotion) => {
                Cell::new(kind, cell.color()).promoted_from(cell.kind())
            }
            (Some(kind), VariantMoveKind::Demotion) => Cell::new(kind, cell.color()),
            (Some(kind), _) => Cell::new(kind, cell.color()).promoted(),
        };
        self.change(mv.to, moved, undo);
        if mv.capture.is_some() && self.rules.settings().blast {
            self.explode(mv.to, undo);
        }
    }

    /// Removes a piece from the board, into the hand of its captor where captures go there.
    fn capture(&mut self, place: Place, undo: &mut VariantUndo) {
        let cell = self.cell(place);
        self.change(place, Cell::EMPTY, undo);
        self.state.castling.revoke(place);
        if self.rules.settings().captures_to_hand && cell.is_piece() {
            let kind = self.kind_in_hand(cell);
            let count = &mut self.state.hands[!cell.color()][kind.index()];
            *count = count.saturating_add(1);
        }
    }

    /// What a captured piece becomes in the hand.
    fn kind_in_hand(&self, cell: Cell) -> PieceType {
        let settings = self.rules.settings();
        if !cell.is_promoted() || settings.drop_loop {
            cell.kind()
        } else {
            cell.former().unwrap_or(settings.main_pawn[cell.color()])
        }
    }

    /// A capture explodes: the capturing piece and everything around it but pawns disappears.
    fn explode(&mut self, center: Place, undo: &mut VariantUndo) {
        let immune = self.rules.settings().blast_immune;
        let around: ArrayVec<Place, 8> = self.rules.geometry().neighbours(center).collect();
        let hit = |cell: Cell| cell.is_piece() && !immune.has(cell.kind());
        for place in around {
            if hit(self.cell(place)) && self.cell(place).kind() != PieceType::PAWN {
                self.capture(place, undo);
            }
        }
        if hit(self.cell(center)) {
            self.capture(center, undo);
        }
    }

    fn castle(&mut self, mv: VariantMove, undo: &mut VariantUndo) {
        let targets = mv.castling_targets(&self.rules, self.turn());
        if let (Some(king), Some((king_to, rook_to))) = (mv.from, targets) {
            let (king_cell, rook_cell) = (self.cell(king), self.cell(mv.to));
            self.change(king, Cell::EMPTY, undo);
            self.change(mv.to, Cell::EMPTY, undo);
            self.change(king_to, king_cell, undo);
            self.change(rook_to, rook_cell, undo);
        }
    }

    fn drop_piece(&mut self, mv: VariantMove, undo: &mut VariantUndo) {
        let turn = self.turn();
        let count = &mut self.state.hands[turn][mv.piece.index()];
        *count = count.saturating_sub(1);
        let cell = match mv.promotion {
            Some(kind) => Cell::new(kind, turn).promoted_from(mv.piece),
            None => Cell::new(mv.piece, turn),
        };
        self.change(mv.to, cell, undo);
    }

    /// The second half of a move on several boards: the moved pieces pass to the same squares of the next board.
    pub(super) fn pass_through(&mut self, mv: VariantMove, undo: &mut VariantUndo) {
        if !self.rules.is_alice() {
            return;
        }
        let (king, rook) = match mv.castling_targets(&self.rules, self.turn()) {
            Some((king, rook)) => (king, Some(rook)),
            None => (mv.to, None),
        };
        for place in [Some(king), rook].into_iter().flatten() {
            let (cell, next) = (self.cell(place), self.rules.geometry().next_board(place));
            if cell.is_piece() && next != place {
                self.change(place, Cell::EMPTY, undo);
                self.change(next, cell, undo);
            }
        }
    }

    /// Updates rights, counters and the turn.
    fn advance(&mut self, mv: VariantMove) {
        let color = self.turn();
        self.update_castling(mv);
        let resets = self.is_progress(mv, color);
        self.state.halfmoves = if resets { 0 } else { self.state.halfmoves.saturating_add(1) };
        let is_pass = mv.kind == VariantMoveKind::Pass;
        self.state.passes = if is_pass { self.state.passes.saturating_add(1) } else { 0 };
        self.note_passed(mv, color);
        if self.rules.settings().check_counting {
            let is_check = self.king(!color).is_some_and(|king| self.is_attacked(king, color));
            let left = &mut self.state.checks_left[color];
            *left = left.saturating_sub(u8::from(is_check));
        }
        if color == Color::Black {
            self.state.fullmoves = self.state.fullmoves.saturating_add(1);
        }
        self.state.turn = !color;
    }

    fn update_castling(&mut self, mv: VariantMove) {
        if matches!(mv.kind, VariantMoveKind::Drop | VariantMoveKind::Pass) {
            return;
        }
        if let Some(from) = mv.from {
            self.state.castling.revoke(from);
        }
        self.state.castling.revoke(mv.to);
        if let (true, Some(side)) =
            (self.rules.settings().opposite_castling, mv.castling_side(&self.rules))
        {
            let other = !self.turn();
            self.state.castling.revoke_side(other, side);
        }
    }

    /// Whether a move resets the counter of moves without progress.
    fn is_progress(&self, mv: VariantMove, color: Color) -> bool {
        let settings = self.rules.settings();
        let changes = match mv.kind {
            VariantMoveKind::Drop => true,
            VariantMoveKind::PiecePromotion => !settings.demotion,
            VariantMoveKind::Normal => mv.promotion.is_some(),
            _ => false,
        };
        let irreversible = || {
            mv.from.is_some_and(|from| {
                mv.kind != VariantMoveKind::Castle
                    && settings.n_move_types[color].has(mv.piece)
                    && !self.reaches_on_empty(mv.piece, color, mv.to, Some(from))
            })
        };
        changes || mv.capture.is_some() || irreversible()
    }

    /// Notes the squares that a piece passed over in a move that only some squares allow.
    fn note_passed(&mut self, mv: VariantMove, color: Color) {
        self.state.passed.clear();
        self.state.passer = None;
        if mv.kind != VariantMoveKind::Normal || mv.promotion.is_some() || self.rules.is_alice() {
            return;
        }
        let Some(from) = mv.from else { return };
        let passed = self.passed_by(mv, from, color);
        let region = self.rules.settings().en_passant_region[!color];
        for place in passed {
            if self.rules.geometry().is_in(&region, place)
                && self.may_be_taken(mv.piece, place, color)
            {
                self.state.passed.push(place);
                self.state.passer = Some(mv.to);
            }
        }
    }

    /// The squares passed over in a move that only some squares allow.
    fn passed_by(&self, mv: VariantMove, from: Place, color: Color) -> Passed {
        let geometry = self.rules.geometry();
        let rules = self.rules.moves(color, mv.piece).iter();
        let mut initial =
            rules.filter(|rule| !rule.captures && rule.origin != MoveOrigin::Anywhere);
        let passed = initial.find_map(|rule| match rule.motion {
            Motion::LameLeap if geometry.step(rule.step, from) == Some(mv.to) => {
                Some(rule.path.iter().filter_map(|step| geometry.step(*step, from)).collect())
            }
            _ => None,
        });
        let passed: Passed = passed.unwrap_or_default();
        if passed.is_empty() || self.reaches_on_empty(mv.piece, color, from, Some(mv.to)) {
            return Passed::new();
        }
        passed
    }

    /// Whether a pawn of the other side attacks a passed square; other pieces need not be so near.
    fn may_be_taken(&self, piece: PieceType, place: Place, color: Color) -> bool {
        let takers = self.rules.settings().en_passant_types[!color];
        if piece != PieceType::PAWN || takers.iter().any(|kind| kind != PieceType::PAWN) {
            return true;
        }
        let attackers = self.attackers(place, !color);
        attackers.into_iter().any(|at| self.cell(at).kind() == PieceType::PAWN)
    }
}
