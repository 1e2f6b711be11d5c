//! The variants that are built in, read once from their definitions.

use std::sync::{Arc, OnceLock};

use crate::rules::variant::{Rules, TransferRule};

use super::{
    draft::VariantDraft,
    ini::{Reader, UnknownKeys},
};

/// The definitions.
pub const DEFINITIONS: &str = include_str!("built_in.ini");

/// Chess itself, which judges the fast engine.
pub const CHESS: &str = "chess";
/// Alice chess by the rules of Parton.
pub const ALICE: &str = "alice";
/// Alice chess without castling, in which a piece that arrives from another board parries no check.
pub const ALICE_KSPAROV: &str = "alice-ksparov";

struct BuiltIn {
    rules: Vec<Arc<Rules>>,
    drafts: Vec<(String, VariantDraft)>,
}

fn built_in() -> &'static BuiltIn {
    static BUILT_IN: OnceLock<BuiltIn> = OnceLock::new();
    BUILT_IN.get_or_init(|| {
        let mut reader = Reader::new(UnknownKeys::Report);
        reader.read(DEFINITIONS.as_bytes());
        let drafts = reader.drafts.into_iter().filter_map(|(name, draft)| Some((name, draft?)));
        BuiltIn { rules: reader.file.variants, drafts: drafts.collect() }
    })
}

/// The definitions to derive others from.
pub(super) fn drafts() -> &'static [(String, VariantDraft)] {
    &built_in().drafts
}

/// Every built-in variant, in the order of the definitions.
pub fn all() -> &'static [Arc<Rules>] {
    &built_in().rules
}

/// The built-in variant with this name.
pub fn find(name: &str) -> Option<&'static Arc<Rules>> {
    all().iter().find(|rules| rules.name() == name)
}

/// Alice chess on this many boards, from two to eight.
pub fn alice(boards: u8, transfer: TransferRule) -> Option<&'static Arc<Rules>> {
    static MORE: [[OnceLock<Option<Arc<Rules>>>; 6]; 2] =
        [const { [const { OnceLock::new() }; 6] }; 2];
    let (name, more) = match transfer {
        TransferRule::Classical => (ALICE, &MORE[0]),
        TransferRule::Ksparov => (ALICE_KSPAROV, &MORE[1]),
    };
    if boards == 2 {
        return find(name);
    }
    let made = more.get(usize::from(boards.checked_sub(3)?))?;
    made.get_or_init(|| with_boards(name, boards)).as_ref()
}

/// A variant on more boards than its definition has.
fn with_boards(name: &str, boards: u8) -> Option<Arc<Rules>> {
    let (_, draft) = drafts().iter().find(|(known, _)| known == name)?;
    let mut draft = draft.clone();
    draft.settings.boards = boards;
    let start = draft.read_start().ok()?;
    Some(Arc::new(draft.compile(start)))
}

/// The text of a variant's section, with its header.
pub fn definition(name: &str) -> Option<&'static str> {
    let is_header = |line: &str| {
        let inside = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        inside.is_some_and(|inside| inside.split(':').next() == Some(name))
    };
    let mut at = 0;
    for line in DEFINITIONS.split_inclusive('\n') {
        if is_header(line.trim_end()) {
            let rest = &DEFINITIONS[at..];
            let end = rest[1..].find("\n[").map_or(rest.len(), |end| end + 2);
            return Some(rest[..end].trim_end());
        }
        at += line.len();
    }
    None
}
