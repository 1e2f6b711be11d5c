//! The architecture: each room uses only those that its row allows, and every file says what it is.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
};

/// Each room and the rooms it may use. A row may only name rows above it.
#[rustfmt::skip]
const LAYERS: &[(&str, &[&str])] = &[
    ("text",        &[]),
    ("diagnostics", &["text"]),
    ("rules",       &[]),
    ("notation",    &["text", "diagnostics", "rules"]),
    ("pgn",         &["text", "diagnostics"]),
    ("archive",     &["text", "diagnostics", "pgn"]),
    ("replay",      &["text", "diagnostics", "rules", "notation", "pgn"]),
    ("audit",       &["text", "diagnostics", "rules", "notation", "pgn", "replay"]),
    ("engine",      &["rules"]),
    ("players",     &["rules", "notation", "engine"]),
    ("diagram",     &["rules", "notation"]),
    ("play",        &["text", "rules", "notation", "pgn", "replay", "players", "diagram"]),
    ("report",      &["text", "diagnostics", "rules", "notation", "pgn", "replay", "audit", "diagram"]),
    ("commands",    &["text", "diagnostics", "rules", "notation", "pgn", "archive", "replay", "audit", "engine", "players", "diagram", "play", "report"]),
    ("cli",         &["commands"]),
];

type Outcome = Result<(), Box<dyn Error>>;

/// Every Rust file below a directory; none where there is no such directory.
fn files(directory: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    if !directory.is_dir() {
        return Ok(found);
    }
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The rooms that a text names after `crate::`, alone or in braces.
fn used(text: &str) -> Vec<&str> {
    let mut rooms = Vec::new();
    for rest in text.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            None => rooms.push(word(rest)),
            Some(group) => rooms.extend(first_words(group)),
        }
    }
    rooms
}

fn word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_ascii_lowercase() && letter != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The first word of each item between a brace that has been opened and its partner.
fn first_words(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut words) = (0_u32, 0, Vec::new());
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' | ',' if depth == 0 => {
                words.push(word(group[start..at].trim_start()));
                start = at + 1;
                if letter == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn rows_look_up_the_table_only() {
    for (at, (room, allowed)) in LAYERS.iter().enumerate() {
        for other in *allowed {
            let is_above = LAYERS[..at].iter().any(|(above, _)| above == other);
            assert!(is_above, "`{room}` may not use `{other}`, which is not above it");
        }
    }
}

#[test]
fn every_room_uses_what_its_row_allows() -> Outcome {
    for (room, allowed) in LAYERS {
        for path in files(&Path::new("src").join(room))? {
            let text = fs::read_to_string(&path)?;
            for other in used(&text) {
                let is_allowed = other == *room || allowed.contains(&other);
                assert!(is_allowed, "{}: `{room}` uses `{other}`", path.display());
            }
        }
    }
    Ok(())
}

#[test]
fn every_room_has_a_row_and_a_place_on_the_maps() -> Outcome {
    let library = fs::read_to_string("src/lib.rs")?;
    let readme = fs::read_to_string("README.md")?;
    let modules =
        library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    for room in modules {
        assert!(LAYERS.iter().any(|(row, _)| *row == room), "`{room}` has no row");
        assert!(library.contains(&format!("//! | [`{room}`] | ")), "`{room}` is not on the map");
        assert!(readme.contains(&format!("`{room}`")), "`{room}` is not in README.md");
    }
    Ok(())
}

#[test]
fn every_file_opens_with_what_it_is() -> Outcome {
    for directory in ["src", "tests", "benches"].map(Path::new) {
        for path in files(directory)? {
            let text = fs::read_to_string(&path)?;
            assert!(text.starts_with("//! "), "{} says nothing", path.display());
        }
    }
    Ok(())
}

#[test]
fn uses_are_found_in_every_form() {
    let text = "use crate::rules::Square;\nuse crate::{\n    notation::{San, fen},\n    text,\n};\ncrate::pgn::x()";
    assert_eq!(used(text), ["rules", "notation", "text", "pgn"]);
}
