//! What a definition says, as data, and the same compiled for play.

use std::{fmt, sync::Arc};

use crate::rules::{ByColor, Color, Side};

use super::{
    geometry::{Geometry, Region},
    piece::{
        AttackLine, CompiledMove, PieceRules, PieceSet, PieceType, attack_lines, compile, for_both,
    },
    position::VariantPosition,
    setup::VariantSetup,
};

/// The value of an end of the game for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EndValue {
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
    /// Neither side wins.
    Draw,
}

/// How pieces pass from board to board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TransferRule {
    /// Parton's rules: before the transfer, the king must be safe only on the board of the move.
    Classical,
    /// Before the transfer, the king must be safe on every board.
    Ksparov,
}

/// The keys of a definition, one field each, with the values of ordinary chess as defaults.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the format")]
pub struct Settings {
    /// `maxFile`: the number of files.
    pub width: u8,
    /// `maxRank`: the number of ranks.
    pub height: u8,
    /// `boards`.
    pub boards: u8,
    /// `transferRule`.
    pub transfer: TransferRule,
    /// `cylinder`.
    pub cylinder: bool,
    /// `chess960`: castling rights are written by the file of the rook.
    pub chess960: bool,
    /// `mobilityRegion…`: the squares to which a piece is confined.
    pub mobility: Vec<(Color, PieceType, Region)>,
    /// `promotionRegion…`
    pub promotion_region: ByColor<Region>,
    /// `promotionPawnTypes…`: the pieces that promote like pawns.
    pub promotion_pawns: ByColor<PieceSet>,
    /// The piece that a captured promoted pawn becomes in the hand.
    pub main_pawn: ByColor<PieceType>,
    /// `promotionPieceTypes…`
    pub promotion_pieces: ByColor<PieceSet>,
    /// `promotionLimit`: the greatest number of pieces of a kind.
    pub promotion_limit: Vec<(PieceType, u16)>,
    /// `promotedPieceType`: what a piece becomes by a promotion of its own.
    pub promoted: Vec<(PieceType, PieceType)>,
    /// `piecePromotionOnCapture`
    pub promotion_on_capture: bool,
    /// `mandatoryPawnPromotion`
    pub mandatory_pawn_promotion: bool,
    /// `mandatoryPiecePromotion`
    pub mandatory_piece_promotion: bool,
    /// `pieceDemotion`
    pub demotion: bool,
    /// `blastOnCapture`
    pub blast: bool,
    /// `blastImmuneTypes`
    pub blast_immune: PieceSet,
    /// `mutuallyImmuneTypes`
    pub mutually_immune: PieceSet,
    /// `doubleStep`
    pub double_step: bool,
    /// `doubleStepRegion…`
    pub double_step_region: ByColor<Region>,
    /// `tripleStepRegion…`
    pub triple_step_region: ByColor<Region>,
    /// `enPassantRegion…`
    pub en_passant_region: ByColor<Region>,
    /// `enPassantTypes…`
    pub en_passant_types: ByColor<PieceSet>,
    /// `castling`
    pub castling: bool,
    /// `castlingKingsideFile`
    pub castling_kingside_file: u8,
    /// `castlingQueensideFile`
    pub castling_queenside_file: u8,
    /// `castlingRank`, counted from each side's own edge.
    pub castling_rank: u8,
    /// `castlingKingFile`
    pub castling_king_file: u8,
    /// `castlingKingPiece…`
    pub castling_king: ByColor<PieceType>,
    /// `castlingRookKingsideFile`
    pub castling_rook_kingside_file: u8,
    /// `castlingRookQueensideFile`
    pub castling_rook_queenside_file: u8,
    /// `castlingRookPieces…`
    pub castling_rooks: ByColor<PieceSet>,
    /// `oppositeCastling`
    pub opposite_castling: bool,
    /// `checking`: whether giving check is allowed.
    pub checking: bool,
    /// `dropChecks`
    pub drop_checks: bool,
    /// `mustCapture`
    pub must_capture: bool,
    /// `mustDrop`
    pub must_drop: bool,
    /// `mustDropType`; empty for any piece.
    pub must_drop_type: Option<PieceType>,
    /// `pieceDrops`
    pub drops: bool,
    /// `dropLoop`: captured promoted pieces keep their kind.
    pub drop_loop: bool,
    /// `capturesToHand`
    pub captures_to_hand: bool,
    /// `firstRankPawnDrops`
    pub first_rank_pawn_drops: bool,
    /// `promotionZonePawnDrops`
    pub promotion_zone_pawn_drops: bool,
    /// `dropRegion…`
    pub drop_region: ByColor<Region>,
    /// `dropNoDoubled`
    pub drop_no_doubled: Option<PieceType>,
    /// `dropNoDoubledCount`
    pub drop_no_doubled_count: u8,
    /// `dropPromoted`
    pub drop_promoted: bool,
    /// `immobilityIllegal`
    pub immobility_illegal: bool,
    /// `pass…`
    pub pass: ByColor<bool>,
    /// `passOnStalemate…`
    pub pass_on_stalemate: ByColor<bool>,
    /// `flyingGeneral`
    pub flying_general: bool,
    /// `nMoveRuleTypes…`: the pieces whose irreversible moves reset the counter.
    pub n_move_types: ByColor<PieceSet>,
    /// `nMoveRule`: moves of each side without progress; zero for no such rule.
    pub n_move_rule: u32,
    /// `nFoldRule`: occurrences of a position; zero for no such rule.
    pub n_fold_rule: u32,
    /// `nFoldValue`
    pub n_fold_value: EndValue,
    /// `nFoldValueAbsolute`: the value is White's.
    pub n_fold_absolute: bool,
    /// `stalemateValue`
    pub stalemate_value: EndValue,
    /// `stalematePieceCount`: the value counts for the side with fewer pieces.
    pub stalemate_piece_count: bool,
    /// `checkmateValue`
    pub checkmate_value: EndValue,
    /// `extinctionValue`
    pub extinction_value: Option<EndValue>,
    /// `extinctionClaim`
    pub extinction_claim: bool,
    /// `extinctionPseudoRoyal`: the last piece of a kind must not be left attacked.
    pub pseudo_royal: bool,
    /// `dupleCheck`
    pub duple_check: bool,
    /// `extinctionPieceTypes`
    pub extinction_types: PieceSet,
    /// `extinctionPieceCount`
    pub extinction_count: u16,
    /// `extinctionOpponentPieceCount`
    pub extinction_opponent_count: u16,
    /// `flagPiece…`; empty for any piece.
    pub flag_piece: ByColor<Option<PieceType>>,
    /// `flagRegion…`
    pub flag_region: ByColor<Region>,
    /// `flagPieceCount`
    pub flag_count: u16,
    /// `flagPieceBlockedWin`
    pub flag_blocked_win: bool,
    /// `flagMove`: the other side has one more move.
    pub flag_move: bool,
    /// `flagPieceSafe`
    pub flag_safe: bool,
    /// `checkCounting`
    pub check_counting: bool,
}

impl Default for Settings {
    #[expect(clippy::too_many_lines, reason = "one line for each key")]
    fn default() -> Self {
        let pawn = PieceSet::of(PieceType::PAWN);
        let officers = PieceSet((1 << 1) | (1 << 2) | (1 << 3) | (1 << 4));
        Self {
            width: 8,
            height: 8,
            boards: 1,
            transfer: TransferRule::Classical,
            cylinder: false,
            chess960: false,
            mobility: Vec::new(),
            promotion_region: ByColor { white: Region::of_rank(7), black: Region::of_rank(0) },
            promotion_pawns: both(pawn),
            main_pawn: both(PieceType::PAWN),
            promotion_pieces: both(officers),
            promotion_limit: Vec::new(),
            promoted: Vec::new(),
            promotion_on_capture: false,
            mandatory_pawn_promotion: true,
            mandatory_piece_promotion: false,
            demotion: false,
            blast: false,
            blast_immune: PieceSet::EMPTY,
            mutually_immune: PieceSet::EMPTY,
            double_step: true,
            double_step_region: ByColor { white: Region::of_rank(1), black: Region::of_rank(6) },
            triple_step_region: both(Region::EMPTY),
            en_passant_region: both(Region::ALL),
            en_passant_types: both(pawn),
            castling: true,
            castling_kingside_file: 6,
            castling_queenside_file: 2,
            castling_rank: 0,
            castling_king_file: 4,
            castling_king: both(PieceType::KING),
            castling_rook_kingside_file: u8::MAX,
            castling_rook_queenside_file: 0,
            castling_rooks: both(PieceSet::of(PieceType(3))),
            opposite_castling: false,
            checking: true,
            drop_checks: true,
            must_capture: false,
            must_drop: false,
            must_drop_type: None,
            drops: false,
            drop_loop: false,
            captures_to_hand: false,
            first_rank_pawn_drops: false,
            promotion_zone_pawn_drops: false,
            drop_region: both(Region::ALL),
            drop_no_doubled: None,
            drop_no_doubled_count: 1,
            drop_promoted: false,
            immobility_illegal: false,
            pass: both(false),
            pass_on_stalemate: both(false),
            flying_general: false,
            n_move_types: both(pawn),
            n_move_rule: 50,
            n_fold_rule: 3,
            n_fold_value: EndValue::Draw,
            n_fold_absolute: false,
            stalemate_value: EndValue::Draw,
            stalemate_piece_count: false,
            checkmate_value: EndValue::Loss,
            extinction_value: None,
            extinction_claim: false,
            pseudo_royal: false,
            duple_check: false,
            extinction_types: PieceSet::EMPTY,
            extinction_count: 0,
            extinction_opponent_count: 0,
            flag_piece: both(None),
            flag_region: both(Region::EMPTY),
            flag_count: 1,
            flag_blocked_win: false,
            flag_move: false,
            flag_safe: false,
            check_counting: false,
        }
    }
}

impl Settings {
    /// The file of the king after castling to a side.
    pub fn king_file(&self, side: Side) -> u8 {
        match side {
            Side::King => self.castling_kingside_file,
            Side::Queen => self.castling_queenside_file,
        }
    }
}

/// The same value for both sides.
pub(crate) const fn both<T: Copy>(value: T) -> ByColor<T> {
    ByColor { white: value, black: value }
}

/// The texts that describe a variant to a reader.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RulesTitle {
    /// The name of the section.
    pub name: String,
    /// One line about the game.
    pub description: String,
    /// Where the rules are from.
    pub source: String,
}

/// The rules of a variant, compiled for play.
#[derive(PartialEq, Eq)]
pub struct Rules {
    title: RulesTitle,
    settings: Settings,
    geometry: Geometry,
    pieces: Vec<PieceRules>,
    /// For each kind, its index in `pieces`.
    index: [Option<u8>; PieceType::COUNT],
    moves: ByColor<Vec<Vec<CompiledMove>>>,
    attacks: ByColor<Vec<AttackLine>>,
    mobility: ByColor<Option<Box<[Option<Region>; PieceType::COUNT]>>>,
    start: VariantSetup,
}

/// The name alone: the tables of a compiled variant fill pages.
impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rules").field(&self.title.name).finish()
    }
}

impl Rules {
    /// Compiles a definition. The start may be unplayable; [`Rules::start`] then has no position.
    pub fn compile(
        title: RulesTitle,
        mut settings: Settings,
        mut pieces: Vec<PieceRules>,
        start: VariantSetup,
    ) -> Self {
        pieces.sort_by_key(|piece| piece.kind);
        if !settings.double_step {
            settings.double_step_region = both(Region::EMPTY);
        }
        let Settings { width, height, boards, cylinder, .. } = settings;
        let mut geometry = Geometry::new(width, height, boards, cylinder);
        for &hole in &start.holes {
            geometry.remove(hole);
        }
        let moves = for_both(|color| {
            pieces.iter().map(|piece| compile(&piece.moves, color, &mut geometry)).collect()
        });
        let attacks = for_both(|color| attack_lines(&pieces, color, &mut geometry));
        let mut index = [None; PieceType::COUNT];
        for (at, piece) in (0..).zip(&pieces) {
            index[piece.kind.index()] = Some(at);
        }
        let mobility = for_both(|color| confinement(&settings, color));
        Self { title, settings, geometry, pieces, index, moves, attacks, mobility, start }
    }

    /// The name of the variant.
    pub fn name(&self) -> &str {
        &self.title.name
    }

    /// The name with a capital letter, as a title: `Atomic`, `Alice chess`.
    pub fn title(&self) -> String {
        if self.is_alice() {
            return "Alice chess".to_owned();
        }
        let mut letters = self.title.name.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect()
    }

    /// One line about the game; may be empty.
    pub fn description(&self) -> &str {
        &self.title.description
    }

    /// Where the rules are from; may be empty.
    pub fn source(&self) -> &str {
        &self.title.source
    }

    /// What the definition says.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The boards.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The pieces, in the order of their kinds.
    pub fn pieces(&self) -> &[PieceRules] {
        &self.pieces
    }

    /// A piece by its kind, if the variant has it.
    pub fn piece(&self, kind: PieceType) -> Option<&PieceRules> {
        self.index[kind.index()].map(|at| &self.pieces[usize::from(at)])
    }

    /// The kind with this letter, in upper or lower case.
    pub fn kind_of(&self, letter: char) -> Option<PieceType> {
        let letter = letter.to_ascii_uppercase();
        self.pieces.iter().find(|piece| piece.letter == letter).map(|piece| piece.kind)
    }

    /// The letter of a kind; a space if the variant does not have it.
    pub fn letter(&self, kind: PieceType) -> char {
        self.piece(kind).map_or(' ', |piece| piece.letter)
    }

    /// The English name of a kind; a royal piece that only looks like a commoner is a king, and what promotes like a pawn
    /// and has its letter is a pawn, however it moves.
    pub fn piece_name(&self, kind: PieceType) -> &str {
        let promotes = |kind| self.settings.promotion_pawns.white.has(kind);
        match self.piece(kind) {
            Some(piece) if piece.letter == 'K' => "king",
            Some(piece) if piece.letter == 'P' && promotes(kind) => "pawn",
            Some(piece) => &piece.name,
            None => "piece",
        }
    }

    /// Whether pieces pass from board to board.
    pub fn is_alice(&self) -> bool {
        self.settings.boards > 1
    }

    /// Whether the variant has the royal piece.
    pub fn has_king(&self) -> bool {
        self.index[PieceType::KING.index()].is_some()
    }

    /// The start position as set up.
    pub fn start_setup(&self) -> &VariantSetup {
        &self.start
    }

    /// The start position.
    pub fn start(self: &Arc<Self>) -> VariantPosition {
        VariantPosition::from_setup_unchecked(self, &self.start)
    }

    /// The rank of castling for a side.
    pub fn castling_rank(&self, color: Color) -> u8 {
        self.geometry.relative_rank(color, self.settings.castling_rank)
    }

    /// What a piece becomes by a promotion of its own.
    pub fn promoted(&self, kind: PieceType) -> Option<PieceType> {
        let promoted = self.settings.promoted.iter().find(|(from, _)| *from == kind);
        promoted.map(|(_, to)| *to)
    }

    #[inline]
    pub(super) fn moves(&self, color: Color, kind: PieceType) -> &[CompiledMove] {
        self.index[kind.index()].map_or(&[], |at| &self.moves[color][usize::from(at)])
    }

    #[inline]
    pub(super) fn attacks(&self, color: Color) -> &[AttackLine] {
        &self.attacks[color]
    }

    /// The region to which a piece is confined.
    #[inline]
    pub(super) fn confinement(&self, color: Color, kind: PieceType) -> Option<&Region> {
        self.mobility[color].as_ref()?[kind.index()].as_ref()
    }
}

/// The regions of the pieces of a side, if any piece is confined.
fn confinement(
    settings: &Settings,
    color: Color,
) -> Option<Box<[Option<Region>; PieceType::COUNT]>> {
    let mut regions: Option<Box<[Option<Region>; PieceType::COUNT]>> = None;
    for (_, kind, region) in settings.mobility.iter().filter(|(side, ..)| *side == color) {
        let regions = regions.get_or_insert_with(|| Box::new([None; PieceType::COUNT]));
        regions[kind.index()] = (!region.is_empty()).then_some(*region);
    }
    regions
}
