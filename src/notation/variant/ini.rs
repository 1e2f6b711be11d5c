//! Definitions of variants in the format of `variants.ini`: sections `[name]` or `[name:parent]`, keys and values,
//! comments that begin with `#` or `;`. Every fault is reported at its line and column.

use std::{collections::BTreeMap, fmt, sync::Arc};

use crate::{
    rules::{
        Color,
        variant::{MAX_SIDE, PieceType, Rules},
    },
    text::nearest,
};

use super::{betza, draft::VariantDraft, fen, keys, pieces, value};

/// A fault of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IniFault {
    /// The line, counted from one.
    pub line: usize,
    /// The column in characters, counted from one.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for IniFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for IniFault {}

/// The definitions of a file.
#[derive(Debug, Default)]
pub struct IniFile {
    /// The variants without faults, in the order of the file.
    pub variants: Vec<Arc<Rules>>,
    /// Every fault, in the order of the file.
    pub faults: Vec<IniFault>,
}

impl IniFile {
    /// The variant with this name.
    pub fn find(&self, name: &str) -> Option<&Arc<Rules>> {
        self.variants.iter().find(|rules| rules.name() == name)
    }
}

/// What a reader makes of keys that the format does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UnknownKeys {
    /// Each is a fault.
    #[default]
    Report,
    /// They have no effect.
    Ignore,
}

/// The largest file that is read.
const MAX_BYTES: usize = 1 << 20;
/// The greatest number of sections of a file.
const MAX_SECTIONS: usize = 500;
/// The greatest number of squares of all variants of a file, so that any file is read in a moment.
const MAX_PLACES: usize = 100_000;
/// The longest word for which a correction is looked for.
const MAX_WORD: usize = 40;
/// The keys that set the size of the board, before all others.
const SIZES: [&str; 2] = ["maxRank", "maxFile"];

/// A key with its value and their places in the line.
#[derive(Debug, Clone, Copy)]
struct Entry<'a> {
    line: usize,
    text: &'a str,
    key: &'a str,
    value: &'a str,
}

/// A section of a file.
#[derive(Debug)]
struct Section<'a> {
    line: usize,
    name: &'a str,
    parent: Option<&'a str>,
    text: &'a str,
    entries: Vec<Entry<'a>>,
}

/// Where a line is.
enum Place {
    /// Above the first section.
    AboveAll,
    /// In a section.
    Section,
    /// In no section that can be read, which is reported already.
    Nowhere,
}

/// Reads a file of definitions. A parent is a built-in variant or an earlier section of the file.
pub fn read(bytes: &[u8], unknown: UnknownKeys) -> IniFile {
    let mut reader = Reader::new(unknown);
    let built_in = super::built_in::drafts();
    reader.drafts.extend(built_in.iter().map(|(name, draft)| (name.clone(), Some(draft.clone()))));
    reader.read(bytes);
    reader.file
}

/// The state of reading a file.
pub(super) struct Reader {
    unknown: UnknownKeys,
    /// The definitions so far; none for one that has faults.
    pub(super) drafts: BTreeMap<String, Option<VariantDraft>>,
    pub(super) file: IniFile,
    /// The squares of the variants so far.
    places: usize,
}

impl Reader {
    pub(super) fn new(unknown: UnknownKeys) -> Self {
        Self { unknown, drafts: BTreeMap::new(), file: IniFile::default(), places: 0 }
    }

    /// Reads the sections of a text.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        if bytes.len() > MAX_BYTES {
            self.fault(1, "", 0, format!("a file of definitions has at most {MAX_BYTES} bytes"));
            return;
        }
        let text = String::from_utf8_lossy(bytes);
        let sections = self.sections(text.strip_prefix('\u{feff}').unwrap_or(&text));
        for section in &sections {
            self.define(section);
        }
        self.file.faults.sort_by_key(|fault| (fault.line, fault.column));
    }

    /// Adds a fault at a byte of a line.
    fn fault(&mut self, line: usize, text: &str, at: usize, message: String) {
        let before = text.char_indices().take_while(|(byte, _)| *byte < at).count();
        self.file.faults.push(IniFault { line, column: before + 1, message });
    }

    /// The sections of a text. Lines below a header with a fault are not read, and of the lines above all headers one is a fault.
    fn sections<'a>(&mut self, text: &'a str) -> Vec<Section<'a>> {
        let mut sections: Vec<Section<'a>> = Vec::new();
        let mut place = Place::AboveAll;
        for (line, text) in (1..).zip(text.lines()) {
            let trimmed = text.trim();
            if trimmed.is_empty() || trimmed.starts_with(['#', ';']) {
                continue;
            }
            if trimmed.starts_with('[') {
                if sections.len() == MAX_SECTIONS {
                    let message = format!("a file has at most {MAX_SECTIONS} sections");
                    self.fault(line, text, 0, message);
                    break;
                }
                let header = self.header(line, text);
                place = if header.is_some() { Place::Section } else { Place::Nowhere };
                sections.extend(header);
                continue;
            }
            match place {
                Place::Section => {
                    let entry = self.entry(line, text);
                    sections.last_mut().into_iter().for_each(|last| last.entries.extend(entry));
                }
                Place::AboveAll => {
                    let message = "expected a section such as `[name:chess]`".to_owned();
                    self.fault(line, text, 0, message);
                    place = Place::Nowhere;
                }
                Place::Nowhere => {}
            }
        }
        sections
    }

    /// A line such as `[name:parent]`.
    fn header<'a>(&mut self, line: usize, text: &'a str) -> Option<Section<'a>> {
        let trimmed = text.trim();
        let inside = trimmed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let Some(inside) = inside else {
            self.fault(line, text, text.trim_end().len(), "expected `]`".to_owned());
            return None;
        };
        let (name, parent) = match inside.split_once(':') {
            Some((name, parent)) => (name.trim(), Some(parent.trim())),
            None => (inside.trim(), None),
        };
        if name.is_empty() {
            self.fault(line, text, 1, "the name of the variant is missing".to_owned());
        }
        Some(Section { line, name, parent, text, entries: Vec::new() })
    }

    /// A line such as `key = value`.
    fn entry<'a>(&mut self, line: usize, text: &'a str) -> Option<Entry<'a>> {
        let Some((key, value)) = text.split_once('=') else {
            self.fault(line, text, text.trim_end().len(), "expected `=` and a value".to_owned());
            return None;
        };
        Some(Entry { line, text, key: key.trim(), value: value.trim() })
    }

    /// Reads one section.
    fn define(&mut self, section: &Section<'_>) {
        let before = self.file.faults.len();
        let draft = self.inherited(section);
        let rules = draft.clone().and_then(|mut draft| {
            section.name.clone_into(&mut draft.title.name);
            self.apply_all(section, &mut draft);
            let rules = self.finish(section, &draft)?;
            Some((draft, rules))
        });
        let is_clean = self.file.faults.len() == before && !section.name.is_empty();
        let known = self.file.variants.iter().any(|rules| rules.name() == section.name);
        match rules.filter(|_| is_clean) {
            Some((draft, rules)) if !known => {
                self.drafts.insert(section.name.to_owned(), Some(draft));
                self.file.variants.push(Arc::new(rules));
            }
            Some(_) => {
                let message = format!("`{}` is defined a second time", section.name);
                self.fault(section.line, section.text, 1, message);
            }
            None => {
                self.drafts.entry(section.name.to_owned()).or_insert(None);
            }
        }
    }

    /// The definition from which a section is derived; none if there is no such variant, or if it has faults, which are reported.
    fn inherited(&mut self, section: &Section<'_>) -> Option<VariantDraft> {
        let Some(parent) = section.parent else { return Some(VariantDraft::empty()) };
        if let Some(found) = self.drafts.get(parent) {
            let mut draft = found.clone()?;
            draft.title.description.clear();
            draft.title.source.clear();
            return Some(draft);
        }
        let at = section.text.rfind(':').map_or(0, |at| at + 1);
        let hint = hint(parent, self.drafts.keys().map(String::as_str));
        let message = format!("no variant is called `{parent}`{hint}");
        self.fault(section.line, section.text, at, message);
        None
    }

    /// Applies the keys of a section: sizes, then pieces, then all others.
    fn apply_all(&mut self, section: &Section<'_>, draft: &mut VariantDraft) {
        let mut entries: BTreeMap<&str, Entry<'_>> = BTreeMap::new();
        for entry in &section.entries {
            if entries.insert(entry.key, *entry).is_some() {
                let message = format!("`{}` is set a second time", entry.key);
                self.fault(entry.line, entry.text, offset(entry.text, entry.key), message);
            }
            self.check_key(entry);
        }
        for entry in SIZES.iter().filter_map(|key| entries.get(key)) {
            self.set_size(entry, draft);
        }
        self.apply_pieces(&entries, draft);
        for key in keys::KEYS {
            if let Some(entry) = entries.get(key)
                && let Err(bad) = keys::apply(key, entry.value, draft)
            {
                self.bad_value(entry, &bad);
            }
        }
    }

    fn bad_value(&mut self, entry: &Entry<'_>, bad: &value::BadValue) {
        let at = offset(entry.text, entry.value) + bad.at;
        self.fault(entry.line, entry.text, at, format!("{}: {}", entry.key, bad.reason));
    }

    /// Reports a key that the format does not have, or whose rule is not played here.
    fn check_key(&mut self, entry: &Entry<'_>) {
        let key = entry.key;
        let is_unsupported = keys::UNSUPPORTED.contains(&key) || pieces::UNSUPPORTED.contains(&key);
        let is_known = SIZES.contains(&key)
            || keys::KEYS.contains(&key)
            || keys::WITHOUT_EFFECT.contains(&key)
            || pieces::kind_of(key).is_some()
            || mobility_key(key).is_some();
        let message = if is_unsupported {
            format!("`{key}` is a rule that is not supported")
        } else if !is_known && self.unknown == UnknownKeys::Report {
            let hint = hint(key, keys::KEYS.iter().chain(&SIZES).copied());
            format!("unknown key `{key}`{hint}")
        } else {
            return;
        };
        self.fault(entry.line, entry.text, offset(entry.text, key), message);
    }

    fn set_size(&mut self, entry: &Entry<'_>, draft: &mut VariantDraft) {
        let settings = &mut draft.settings;
        let set = if entry.key == "maxRank" {
            value::number(entry.value, 1, u32::from(MAX_SIDE))
                .map(|height| settings.height = u8::try_from(height).unwrap_or(MAX_SIDE))
        } else {
            value::file(entry.value).map(|last| settings.width = last + 1)
        };
        if let Err(bad) = set {
            self.bad_value(entry, &bad);
        }
    }

    /// The pieces in the order of their kinds, and the regions to which they are confined.
    fn apply_pieces(&mut self, entries: &BTreeMap<&str, Entry<'_>>, draft: &mut VariantDraft) {
        let mut found: Vec<(PieceType, &Entry<'_>)> = entries
            .iter()
            .filter_map(|(key, entry)| Some((pieces::kind_of(key)?, entry)))
            .collect();
        found.sort_by_key(|(kind, _)| *kind);
        for (kind, entry) in found {
            if let Err(bad) = set_piece(kind, entry.value, draft) {
                self.bad_value(entry, &bad);
            }
        }
        for entry in entries.values() {
            if let Some((color, kind)) = mobility_key(entry.key) {
                match value::region(entry.value) {
                    Ok(region) => {
                        let mobility = &mut draft.settings.mobility;
                        mobility.retain(|(side, piece, _)| (*side, *piece) != (color, kind));
                        mobility.push((color, kind, region));
                    }
                    Err(bad) => self.bad_value(entry, &bad),
                }
            }
        }
    }

    /// Compiles a definition, if its start position can be played.
    fn finish(&mut self, section: &Section<'_>, draft: &VariantDraft) -> Option<Rules> {
        let entry = section.entries.iter().find(|entry| entry.key == "startFen");
        let place = |at: usize| match entry {
            Some(entry) => (entry.line, entry.text, offset(entry.text, entry.value) + at),
            None => (section.line, section.text, 0),
        };
        let settings = &draft.settings;
        if settings.castling && settings.castling_kingside_file < settings.castling_queenside_file {
            let message = "castlingKingsideFile is left of castlingQueensideFile".to_owned();
            self.fault(section.line, section.text, 0, message);
        }
        let (width, height) = (usize::from(settings.width), usize::from(settings.height));
        self.places += width * height * usize::from(settings.boards);
        if self.places > MAX_PLACES {
            let message = format!("the variants of a file have at most {MAX_PLACES} squares");
            self.fault(section.line, section.text, 0, message);
            return None;
        }
        let start = match draft.read_start() {
            Ok(start) => start,
            Err(bad) => {
                let (line, text, at) = place(bad.at);
                self.fault(line, text, at, format!("startFen: {}", bad.message));
                return None;
            }
        };
        let rules = Arc::new(draft.compile(start));
        let faults = rules.start_setup().faults(&rules);
        for fault in &faults {
            let (line, text, at) = place(0);
            self.fault(
                line,
                text,
                at,
                format!("startFen: {}", fen::fault_sentence(&rules, *fault)),
            );
        }
        Arc::into_inner(rules).filter(|_| faults.is_empty())
    }
}

/// The end of a sentence about an unknown word of usual length: its likely correction, if there is one.
fn hint<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let near = if word.len() > MAX_WORD { None } else { nearest(word, known) };
    near.map_or_else(String::new, |near| format!("; is `{near}` meant?"))
}

/// The place of a part in its line.
fn offset(line: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(line.as_ptr() as usize).min(line.len())
}

/// The side and the piece of a key such as `mobilityRegionWhiteKnight`.
fn mobility_key(key: &str) -> Option<(Color, PieceType)> {
    let rest = key.strip_prefix("mobilityRegion")?;
    let (color, name) = match rest.strip_prefix("White") {
        Some(name) => (Color::White, name),
        None => (Color::Black, rest.strip_prefix("Black")?),
    };
    let mut letters = name.chars();
    let first = letters.next()?.to_ascii_lowercase();
    pieces::kind_of(&format!("{first}{}", letters.as_str())).map(|kind| (color, kind))
}

/// Sets a piece: `n`, `-` for none, or `a:QN` with its moves.
fn set_piece(kind: PieceType, text: &str, draft: &mut VariantDraft) -> Result<(), value::BadValue> {
    let Some(letter) = text.chars().next() else { return Ok(()) };
    if letter == '-' {
        draft.remove_piece(kind);
        return Ok(());
    }
    if !letter.is_ascii_alphabetic() {
        let message = format!("expected a letter or `-`, found `{}`", letter.escape_default());
        return Err(value::BadValue::new(0, message));
    }
    let moves = text.get(2..).unwrap_or_default();
    let is_written = text.len() > 1;
    if is_written && !text[1..].starts_with(':') {
        return Err(value::BadValue::new(1, "expected a colon and the moves of the piece"));
    }
    let may_move = pieces::is_custom(kind) || kind == PieceType::KING;
    if pieces::is_custom(kind) && moves.is_empty() {
        return Err(value::BadValue::new(text.len(), "the moves of the piece are missing"));
    }
    if is_written && may_move {
        betza::read(moves).map_err(|bad| value::BadValue::new(2 + bad.at, bad.to_string()))?;
    }
    draft.add_piece(kind, letter, (is_written && may_move).then(|| moves.to_owned()));
    if pieces::is_custom(kind) && moves.contains('e') {
        for color in Color::ALL {
            draft.settings.en_passant_types[color].insert(kind);
        }
    }
    Ok(())
}
