//! The keys of a definition and what each of them sets. A new rule is a key here, a field of [`Settings`] and a
//! function in `rules::variant`.

use crate::rules::{
    ByColor, Color,
    variant::{EndValue, PieceSet, PieceType, Region, Settings, TransferRule, both},
};

use super::{
    draft::VariantDraft,
    value::{self, BadValue},
};

/// The keys that are read, in the order in which they take effect whatever their order in the file: what names both
/// sides before what names one of them.
pub(super) const KEYS: &[&str] = &[
    "description",
    "source",
    "boards",
    "transferRule",
    "cylinder",
    "pieceValueMg",
    "pieceValueEg",
    "promotionRank",
    "doubleStepRank",
    "whiteFlag",
    "blackFlag",
    "castlingRookPiece",
    "whiteDropRegion",
    "blackDropRegion",
    "pawnTypes",
    "chess960",
    "startFen",
    "promotionRegionWhite",
    "promotionRegionBlack",
    "promotionPawnTypes",
    "promotionPawnTypesWhite",
    "promotionPawnTypesBlack",
    "promotionPieceTypes",
    "promotionPieceTypesWhite",
    "promotionPieceTypesBlack",
    "promotionLimit",
    "promotedPieceType",
    "piecePromotionOnCapture",
    "mandatoryPawnPromotion",
    "mandatoryPiecePromotion",
    "pieceDemotion",
    "blastOnCapture",
    "blastImmuneTypes",
    "mutuallyImmuneTypes",
    "doubleStep",
    "doubleStepRegionWhite",
    "doubleStepRegionBlack",
    "tripleStepRegionWhite",
    "tripleStepRegionBlack",
    "enPassantRegion",
    "enPassantRegionWhite",
    "enPassantRegionBlack",
    "enPassantTypes",
    "enPassantTypesWhite",
    "enPassantTypesBlack",
    "castling",
    "castlingKingsideFile",
    "castlingQueensideFile",
    "castlingRank",
    "castlingKingFile",
    "castlingKingPiece",
    "castlingKingPieceWhite",
    "castlingKingPieceBlack",
    "castlingRookKingsideFile",
    "castlingRookQueensideFile",
    "castlingRookPieces",
    "castlingRookPiecesWhite",
    "castlingRookPiecesBlack",
    "oppositeCastling",
    "checking",
    "dropChecks",
    "mustCapture",
    "mustDrop",
    "mustDropType",
    "pieceDrops",
    "dropLoop",
    "capturesToHand",
    "firstRankPawnDrops",
    "promotionZonePawnDrops",
    "dropRegionWhite",
    "dropRegionBlack",
    "dropNoDoubled",
    "dropNoDoubledCount",
    "dropPromoted",
    "immobilityIllegal",
    "pass",
    "passWhite",
    "passBlack",
    "passOnStalemate",
    "passOnStalemateWhite",
    "passOnStalemateBlack",
    "flyingGeneral",
    "nMoveRuleTypes",
    "nMoveRuleTypesWhite",
    "nMoveRuleTypesBlack",
    "nMoveRule",
    "nFoldRule",
    "nFoldValue",
    "nFoldValueAbsolute",
    "stalemateValue",
    "stalematePieceCount",
    "checkmateValue",
    "extinctionValue",
    "extinctionClaim",
    "extinctionPseudoRoyal",
    "dupleCheck",
    "extinctionPieceTypes",
    "extinctionPieceCount",
    "extinctionOpponentPieceCount",
    "flagPiece",
    "flagPieceWhite",
    "flagPieceBlack",
    "flagRegion",
    "flagRegionWhite",
    "flagRegionBlack",
    "flagPieceCount",
    "flagPieceBlockedWin",
    "flagMove",
    "flagPieceSafe",
    "checkCounting",
];

/// Keys that change nothing about the moves: for other programs.
pub(super) const WITHOUT_EFFECT: &[&str] = &["variantTemplate", "pieceToCharTable", "pocketSize"];

/// Keys of the format whose rules this engine does not play.
pub(super) const UNSUPPORTED: &[&str] = &[
    "twoBoards",
    "sittuyinPromotion",
    "petrifyOnCaptureTypes",
    "petrifyBlastPieces",
    "castlingDroppedPiece",
    "enclosingDrop",
    "enclosingDropStart",
    "dropOnTop",
    "sittuyinRookDrop",
    "dropOppositeColoredBishop",
    "gating",
    "wallingRule",
    "wallingRegion",
    "wallingRegionWhite",
    "wallingRegionBlack",
    "wallOrMove",
    "seirawanGating",
    "cambodianMoves",
    "diagonalLines",
    "makpongRule",
    "soldierPromotionRank",
    "flipEnclosedPieces",
    "freeDrops",
    "perpetualCheckIllegal",
    "moveRepetitionIllegal",
    "chasingRule",
    "shogiPawnDropMateIllegal",
    "shatarMateRule",
    "bikjangRule",
    "connectN",
    "connectPieceTypes",
    "connectHorizontal",
    "connectVertical",
    "connectDiagonal",
    "connectRegion1White",
    "connectRegion2White",
    "connectRegion1Black",
    "connectRegion2Black",
    "connectNxN",
    "collinearN",
    "connectValue",
    "materialCounting",
    "adjudicateFullBoard",
    "countingRule",
    "castlingWins",
    "doubleStepRankMin",
];

/// The field that a key sets, by the type of its value.
enum SettingField<'a> {
    Flag(&'a mut bool),
    Flags(&'a mut ByColor<bool>),
    Region(&'a mut Region),
    Regions(&'a mut ByColor<Region>),
    Set(&'a mut PieceSet),
    Sets(&'a mut ByColor<PieceSet>),
    Piece(&'a mut Option<PieceType>),
    Pieces(&'a mut ByColor<Option<PieceType>>),
    File(&'a mut u8),
    Number(&'a mut u32),
    SmallNumber(&'a mut u16),
    End(&'a mut EndValue),
}

/// Sets the value of a key.
pub(super) fn apply(key: &str, text: &str, draft: &mut VariantDraft) -> Result<(), BadValue> {
    if let Some(result) = special(key, text, draft) {
        return result;
    }
    let letters = draft.clone();
    let settings = &mut draft.settings;
    flag_field(settings, key).map_or(Ok(()), |field| set(field, text, &letters))
}

fn set(field: SettingField<'_>, text: &str, letters: &VariantDraft) -> Result<(), BadValue> {
    match field {
        SettingField::Flag(flag) => *flag = value::flag(text)?,
        SettingField::Flags(flags) => *flags = both(value::flag(text)?),
        SettingField::Region(region) => *region = value::region(text)?,
        SettingField::Regions(regions) => *regions = both(value::region(text)?),
        SettingField::Set(set) => *set = value::piece_set(text, letters)?,
        SettingField::Sets(sets) => *sets = both(value::piece_set(text, letters)?),
        SettingField::Piece(piece) => *piece = value::one_piece(text, letters)?,
        SettingField::Pieces(pieces) => *pieces = both(value::one_piece(text, letters)?),
        SettingField::File(file) => *file = value::file(text)?,
        SettingField::Number(number) => *number = value::number(text, 0, 10_000)?,
        SettingField::SmallNumber(number) => {
            *number = u16::try_from(value::number(text, 0, 1_000)?).unwrap_or(u16::MAX);
        }
        SettingField::End(end) => *end = value::end_value(text)?.unwrap_or(EndValue::Draw),
    }
    Ok(())
}

fn flag_field<'a>(settings: &'a mut Settings, key: &str) -> Option<SettingField<'a>> {
    let flag = match key {
        "chess960" => &mut settings.chess960,
        "cylinder" => &mut settings.cylinder,
        "piecePromotionOnCapture" => &mut settings.promotion_on_capture,
        "mandatoryPawnPromotion" => &mut settings.mandatory_pawn_promotion,
        "mandatoryPiecePromotion" => &mut settings.mandatory_piece_promotion,
        "pieceDemotion" => &mut settings.demotion,
        "blastOnCapture" => &mut settings.blast,
        "doubleStep" => &mut settings.double_step,
        "castling" => &mut settings.castling,
        "oppositeCastling" => &mut settings.opposite_castling,
        "checking" => &mut settings.checking,
        "dropChecks" => &mut settings.drop_checks,
        "mustCapture" => &mut settings.must_capture,
        "mustDrop" => &mut settings.must_drop,
        "pieceDrops" => &mut settings.drops,
        "dropLoop" => &mut settings.drop_loop,
        "capturesToHand" => &mut settings.captures_to_hand,
        "firstRankPawnDrops" => &mut settings.first_rank_pawn_drops,
        "promotionZonePawnDrops" => &mut settings.promotion_zone_pawn_drops,
        "dropPromoted" => &mut settings.drop_promoted,
        "immobilityIllegal" => &mut settings.immobility_illegal,
        "flyingGeneral" => &mut settings.flying_general,
        "nFoldValueAbsolute" => &mut settings.n_fold_absolute,
        "stalematePieceCount" => &mut settings.stalemate_piece_count,
        "extinctionClaim" => &mut settings.extinction_claim,
        "extinctionPseudoRoyal" => &mut settings.pseudo_royal,
        "dupleCheck" => &mut settings.duple_check,
        "flagPieceBlockedWin" => &mut settings.flag_blocked_win,
        "flagMove" => &mut settings.flag_move,
        "flagPieceSafe" => &mut settings.flag_safe,
        "checkCounting" => &mut settings.check_counting,
        _ => return flags_field(settings, key),
    };
    Some(SettingField::Flag(flag))
}

fn flags_field<'a>(settings: &'a mut Settings, key: &str) -> Option<SettingField<'a>> {
    Some(match key {
        "pass" => SettingField::Flags(&mut settings.pass),
        "passWhite" => SettingField::Flag(&mut settings.pass.white),
        "passBlack" => SettingField::Flag(&mut settings.pass.black),
        "passOnStalemate" => SettingField::Flags(&mut settings.pass_on_stalemate),
        "passOnStalemateWhite" => SettingField::Flag(&mut settings.pass_on_stalemate.white),
        "passOnStalemateBlack" => SettingField::Flag(&mut settings.pass_on_stalemate.black),
        _ => return other_field(settings, key),
    })
}

fn other_field<'a>(settings: &'a mut Settings, key: &str) -> Option<SettingField<'a>> {
    Some(match key {
        "castlingKingsideFile" => SettingField::File(&mut settings.castling_kingside_file),
        "castlingQueensideFile" => SettingField::File(&mut settings.castling_queenside_file),
        "castlingKingFile" => SettingField::File(&mut settings.castling_king_file),
        "castlingRookKingsideFile" => SettingField::File(&mut settings.castling_rook_kingside_file),
        "castlingRookQueensideFile" => {
            SettingField::File(&mut settings.castling_rook_queenside_file)
        }
        "nMoveRule" => SettingField::Number(&mut settings.n_move_rule),
        "nFoldRule" => SettingField::Number(&mut settings.n_fold_rule),
        "extinctionPieceCount" => SettingField::SmallNumber(&mut settings.extinction_count),
        "extinctionOpponentPieceCount" => {
            SettingField::SmallNumber(&mut settings.extinction_opponent_count)
        }
        "flagPieceCount" => SettingField::SmallNumber(&mut settings.flag_count),
        "nFoldValue" => SettingField::End(&mut settings.n_fold_value),
        "stalemateValue" => SettingField::End(&mut settings.stalemate_value),
        "checkmateValue" => SettingField::End(&mut settings.checkmate_value),
        "mustDropType" => SettingField::Piece(&mut settings.must_drop_type),
        "dropNoDoubled" => SettingField::Piece(&mut settings.drop_no_doubled),
        "flagPiece" => SettingField::Pieces(&mut settings.flag_piece),
        "flagPieceWhite" => SettingField::Piece(&mut settings.flag_piece.white),
        "flagPieceBlack" => SettingField::Piece(&mut settings.flag_piece.black),
        _ => return region_field(settings, key),
    })
}

fn region_field<'a>(settings: &'a mut Settings, key: &str) -> Option<SettingField<'a>> {
    Some(match key {
        "promotionRegionWhite" => SettingField::Region(&mut settings.promotion_region.white),
        "promotionRegionBlack" => SettingField::Region(&mut settings.promotion_region.black),
        "doubleStepRegionWhite" => SettingField::Region(&mut settings.double_step_region.white),
        "doubleStepRegionBlack" => SettingField::Region(&mut settings.double_step_region.black),
        "tripleStepRegionWhite" => SettingField::Region(&mut settings.triple_step_region.white),
        "tripleStepRegionBlack" => SettingField::Region(&mut settings.triple_step_region.black),
        "enPassantRegion" => SettingField::Regions(&mut settings.en_passant_region),
        "enPassantRegionWhite" => SettingField::Region(&mut settings.en_passant_region.white),
        "enPassantRegionBlack" => SettingField::Region(&mut settings.en_passant_region.black),
        "dropRegionWhite" | "whiteDropRegion" => {
            SettingField::Region(&mut settings.drop_region.white)
        }
        "dropRegionBlack" | "blackDropRegion" => {
            SettingField::Region(&mut settings.drop_region.black)
        }
        "flagRegion" => SettingField::Regions(&mut settings.flag_region),
        "flagRegionWhite" | "whiteFlag" => SettingField::Region(&mut settings.flag_region.white),
        "flagRegionBlack" | "blackFlag" => SettingField::Region(&mut settings.flag_region.black),
        _ => return set_field(settings, key),
    })
}

fn set_field<'a>(settings: &'a mut Settings, key: &str) -> Option<SettingField<'a>> {
    Some(match key {
        "promotionPieceTypes" => SettingField::Sets(&mut settings.promotion_pieces),
        "promotionPieceTypesWhite" => SettingField::Set(&mut settings.promotion_pieces.white),
        "promotionPieceTypesBlack" => SettingField::Set(&mut settings.promotion_pieces.black),
        "blastImmuneTypes" => SettingField::Set(&mut settings.blast_immune),
        "mutuallyImmuneTypes" => SettingField::Set(&mut settings.mutually_immune),
        "enPassantTypes" => SettingField::Sets(&mut settings.en_passant_types),
        "enPassantTypesWhite" => SettingField::Set(&mut settings.en_passant_types.white),
        "enPassantTypesBlack" => SettingField::Set(&mut settings.en_passant_types.black),
        "castlingRookPieces" | "castlingRookPiece" => {
            SettingField::Sets(&mut settings.castling_rooks)
        }
        "castlingRookPiecesWhite" => SettingField::Set(&mut settings.castling_rooks.white),
        "castlingRookPiecesBlack" => SettingField::Set(&mut settings.castling_rooks.black),
        "nMoveRuleTypes" => SettingField::Sets(&mut settings.n_move_types),
        "nMoveRuleTypesWhite" => SettingField::Set(&mut settings.n_move_types.white),
        "nMoveRuleTypesBlack" => SettingField::Set(&mut settings.n_move_types.black),
        "extinctionPieceTypes" => SettingField::Set(&mut settings.extinction_types),
        _ => return None,
    })
}

/// The keys that set more than one field, or a field of their own kind.
fn special(key: &str, text: &str, draft: &mut VariantDraft) -> Option<Result<(), BadValue>> {
    Some(match key {
        "description" => {
            text.clone_into(&mut draft.title.description);
            Ok(())
        }
        "source" => {
            text.clone_into(&mut draft.title.source);
            Ok(())
        }
        "startFen" => {
            text.clone_into(&mut draft.start);
            Ok(())
        }
        "boards" => value::number(text, 1, 8)
            .map(|boards| draft.settings.boards = u8::try_from(boards).unwrap_or(1)),
        "transferRule" => transfer_rule(text).map(|rule| draft.settings.transfer = rule),
        "extinctionValue" => {
            value::end_value(text).map(|value| draft.settings.extinction_value = value)
        }
        "castlingRank" => value::number(text, 1, 16)
            .map(|rank| draft.settings.castling_rank = u8::try_from(rank - 1).unwrap_or(0)),
        "dropNoDoubledCount" => value::number(text, 1, 16)
            .map(|count| draft.settings.drop_no_doubled_count = u8::try_from(count).unwrap_or(1)),
        "pieceValueMg" | "pieceValueEg" => piece_values(key, text, draft),
        "pawnTypes" => pawn_types(text, draft),
        "promotionPawnTypes" => promotion_pawns(text, &Color::ALL, draft),
        "promotionPawnTypesWhite" => promotion_pawns(text, &[Color::White], draft),
        "promotionPawnTypesBlack" => promotion_pawns(text, &[Color::Black], draft),
        "castlingKingPiece" => castling_king(text, &Color::ALL, draft),
        "castlingKingPieceWhite" => castling_king(text, &[Color::White], draft),
        "castlingKingPieceBlack" => castling_king(text, &[Color::Black], draft),
        "promotionLimit" => promotion_limits(text, draft),
        "promotedPieceType" => promoted_pieces(text, draft),
        "promotionRank" => promotion_rank(text, draft),
        "doubleStepRank" => double_step_rank(text, draft),
        _ => return None,
    })
}

fn transfer_rule(text: &str) -> Result<TransferRule, BadValue> {
    match text {
        "classical" => Ok(TransferRule::Classical),
        "ksparov" => Ok(TransferRule::Ksparov),
        _ => Err(BadValue::new(0, format!("expected `classical` or `ksparov`, found `{text}`"))),
    }
}

/// Values for the engine; those of the middle game count where both are given.
fn piece_values(key: &str, text: &str, draft: &mut VariantDraft) -> Result<(), BadValue> {
    for (kind, at, value) in value::pairs(text, draft)? {
        let message = || format!("expected a number of centipawns, found `{value}`");
        let value = value.parse::<i32>().ok().filter(|value| value.abs() <= 100_000);
        let value = value.ok_or_else(|| BadValue::new(at, message()))?;
        let known = draft.values.iter().any(|(valued, _)| *valued == kind);
        if key == "pieceValueMg" || !known {
            draft.values.push((kind, value));
        }
    }
    Ok(())
}

fn pawn_types(text: &str, draft: &mut VariantDraft) -> Result<(), BadValue> {
    let set = value::piece_set(text, draft)?;
    promotion_pawns(text, &Color::ALL, draft)?;
    draft.settings.en_passant_types = both(set);
    draft.settings.n_move_types = both(set);
    Ok(())
}

fn promotion_pawns(text: &str, sides: &[Color], draft: &mut VariantDraft) -> Result<(), BadValue> {
    let set = value::piece_set(text, draft)?;
    let main = value::one_piece(text, draft)?.unwrap_or(PieceType::PAWN);
    for side in sides {
        draft.settings.promotion_pawns[*side] = set;
        draft.settings.main_pawn[*side] = main;
    }
    Ok(())
}

fn castling_king(text: &str, sides: &[Color], draft: &mut VariantDraft) -> Result<(), BadValue> {
    let missing = || BadValue::new(0, "expected the letter of a piece");
    let king = value::one_piece(text, draft)?.ok_or_else(missing)?;
    for side in sides {
        draft.settings.castling_king[*side] = king;
    }
    Ok(())
}

fn promotion_limits(text: &str, draft: &mut VariantDraft) -> Result<(), BadValue> {
    for (kind, at, limit) in value::pairs(text, draft)? {
        let limit = value::number(limit, 0, 1_000).map_err(|bad| BadValue::new(at, bad.reason))?;
        draft.settings.promotion_limit.retain(|(limited, _)| *limited != kind);
        draft.settings.promotion_limit.push((kind, u16::try_from(limit).unwrap_or(u16::MAX)));
    }
    Ok(())
}

fn promoted_pieces(text: &str, draft: &mut VariantDraft) -> Result<(), BadValue> {
    for (kind, at, letter) in value::pairs(text, draft)? {
        let promoted =
            value::one_piece(letter, draft).map_err(|bad| BadValue::new(at, bad.reason))?;
        draft.settings.promoted.retain(|(from, _)| *from != kind);
        draft.settings.promoted.extend(promoted.map(|to| (kind, to)));
    }
    Ok(())
}

/// The older key for promotion regions: this rank and those beyond it.
fn promotion_rank(text: &str, draft: &mut VariantDraft) -> Result<(), BadValue> {
    let height = draft.settings.height;
    let rank = u8::try_from(value::number(text, 1, u32::from(height))? - 1).unwrap_or(0);
    let ranks = |ranks: &mut dyn Iterator<Item = u8>| {
        ranks.fold(Region::EMPTY, |region, rank| region.union(Region::of_rank(rank)))
    };
    draft.settings.promotion_region.white = ranks(&mut (rank..height));
    draft.settings.promotion_region.black = ranks(&mut (0..height - rank));
    Ok(())
}

/// The older key for double steps: from the second rank up to this one.
fn double_step_rank(text: &str, draft: &mut VariantDraft) -> Result<(), BadValue> {
    let height = draft.settings.height;
    let rank = u8::try_from(value::number(text, 2, u32::from(height))? - 1).unwrap_or(1);
    let mut white = Region::EMPTY;
    let mut black = Region::EMPTY;
    for rank in 1..=rank {
        white = white.union(Region::of_rank(rank));
        black = black.union(Region::of_rank(height - 1 - rank));
    }
    draft.settings.double_step_region = ByColor { white, black };
    Ok(())
}
