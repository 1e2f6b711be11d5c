//! The pieces that a definition can name without saying how they move, in the order of the format.

use crate::rules::variant::PieceType;

/// A piece of the format: its key, its English name and its moves in Betza's notation.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnownPiece {
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    pub(super) betza: &'static str,
}

const fn piece(key: &'static str, name: &'static str, betza: &'static str) -> KnownPiece {
    KnownPiece { key, name, betza }
}

/// The named pieces; their kinds are their places in this table. The double step of the pawn comes from its region.
pub(super) const KNOWN: [KnownPiece; KNOWN_COUNT as usize] = [
    piece("pawn", "pawn", "fmWfceF"),
    piece("knight", "knight", "N"),
    piece("bishop", "bishop", "B"),
    piece("rook", "rook", "R"),
    piece("queen", "queen", "Q"),
    piece("fers", "fers", "F"),
    piece("alfil", "alfil", "A"),
    piece("fersAlfil", "fers-alfil", "FA"),
    piece("silver", "silver general", "FfW"),
    piece("aiwok", "ai-wok", "RNF"),
    piece("bers", "dragon king", "RF"),
    piece("archbishop", "archbishop", "BN"),
    piece("chancellor", "chancellor", "RN"),
    piece("amazon", "amazon", "QN"),
    piece("knibis", "knibis", "mNcB"),
    piece("biskni", "biskni", "mBcN"),
    piece("kniroo", "kniroo", "mNcR"),
    piece("rookni", "rookni", "mRcN"),
    piece("shogiPawn", "shogi pawn", "fW"),
    piece("lance", "lance", "fR"),
    piece("shogiKnight", "shogi knight", "fN"),
    piece("gold", "gold general", "WfF"),
    piece("dragonHorse", "dragon horse", "BW"),
    piece("clobber", "clobber piece", "cW"),
    piece("breakthrough", "breakthrough piece", "fmWfF"),
    piece("immobile", "immobile piece", ""),
    piece("cannon", "cannon", "mRcpR"),
    piece("janggiCannon", "janggi cannon", "pR"),
    piece("soldier", "soldier", "fsW"),
    piece("horse", "horse", "nN"),
    piece("elephant", "elephant", "nA"),
    piece("janggiElephant", "janggi elephant", "nZ"),
    piece("banner", "banner", "RcpRnN"),
    piece("wazir", "wazir", "W"),
    piece("commoner", "commoner", "K"),
    piece("centaur", "centaur", "KN"),
];

/// The length of the table.
const KNOWN_COUNT: u8 = 36;

/// The number of own pieces that a definition can have.
const CUSTOM_PIECES: u8 = 25;

/// The pieces that the format has and this engine does not play.
pub(super) const UNSUPPORTED: [&str; 1] = ["janggiCannon"];

/// The kind behind a key such as `knight`, `customPiece3` or `king`.
pub(super) fn kind_of(key: &str) -> Option<PieceType> {
    if key == "king" {
        return Some(PieceType::KING);
    }
    if let Some(number) = key.strip_prefix("customPiece") {
        let number: u8 =
            number.parse().ok().filter(|number| (1..=CUSTOM_PIECES).contains(number))?;
        return Some(custom(number));
    }
    let index = KNOWN.iter().position(|known| known.key == key)?;
    u8::try_from(index).ok().map(PieceType)
}

/// The kind of a piece of the definition's own, counted from one.
const fn custom(number: u8) -> PieceType {
    PieceType(KNOWN_COUNT + number - 1)
}

/// Whether a kind is a piece of the definition's own, whose moves the definition must give.
pub(super) fn is_custom(kind: PieceType) -> bool {
    (custom(1)..=custom(CUSTOM_PIECES)).contains(&kind)
}

/// The table's entry for a kind, if it has one.
pub(super) fn known(kind: PieceType) -> Option<KnownPiece> {
    if kind == PieceType::KING {
        return Some(piece("king", "king", "K"));
    }
    KNOWN.get(kind.index()).copied()
}
