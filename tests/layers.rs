//! The architecture: each room uses only the rooms that its row in the map allows, and every file begins with a header.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
};

type Outcome = Result<(), Box<dyn Error>>;

/// A room and the rooms it may use.
struct Row<'a> {
    room: &'a str,
    allowed: Vec<&'a str>,
}

/// The rows of the map in CONTRIBUTING.md.
fn map(page: &str) -> Result<Vec<Row<'_>>, Box<dyn Error>> {
    let (_, map) = page.split_once("| room |").ok_or("a map")?;
    let mut rows: Vec<Row<'_>> = Vec::new();
    for line in map.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let [_, room, _, may_use, _] = line.split('|').collect::<Vec<_>>()[..] else {
            return Err(format!("not three cells: {line}").into());
        };
        let allowed = match may_use.trim() {
            "all above" => rows.iter().map(|row| row.room).collect(),
            "nothing" => Vec::new(),
            rooms => rooms.split(", ").map(|room| room.trim_matches('`')).collect(),
        };
        rows.push(Row { room: room.trim().trim_matches('`'), allowed });
    }
    Ok(rows)
}

/// Every Rust file below a directory; none if the directory does not exist.
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

/// The first word of each item up to the closing brace.
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
fn rows_look_up_the_table_only() -> Outcome {
    let page = fs::read_to_string("CONTRIBUTING.md")?;
    let map = map(&page)?;
    for (at, Row { room, allowed }) in map.iter().enumerate() {
        for other in allowed {
            let is_above = map[..at].iter().any(|above| above.room == *other);
            assert!(is_above, "`{room}` may not use `{other}`, which is not above it");
        }
    }
    Ok(())
}

#[test]
fn every_room_uses_what_its_row_allows() -> Outcome {
    let page = fs::read_to_string("CONTRIBUTING.md")?;
    for Row { room, allowed } in map(&page)? {
        let mut unused = allowed.clone();
        for path in files(&Path::new("src").join(room))? {
            let text = fs::read_to_string(&path)?;
            for other in used(&text) {
                let is_allowed = other == room || allowed.contains(&other);
                assert!(is_allowed, "{}: `{room}` uses `{other}`", path.display());
                unused.retain(|unused| *unused != other);
            }
        }
        assert!(unused.is_empty(), "`{room}` uses none of {unused:?}");
    }
    Ok(())
}

#[test]
fn every_room_has_a_row_and_a_place_in_the_library() -> Outcome {
    let library = fs::read_to_string("src/lib.rs")?;
    let page = fs::read_to_string("CONTRIBUTING.md")?;
    let map = map(&page)?;
    let modules =
        library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let mut count = 0;
    for room in modules {
        assert!(map.iter().any(|row| row.room == room), "`{room}` has no row in CONTRIBUTING.md");
        let rows = [format!("//! | [`{room}`] | "), format!("//! | `{room}` | ")];
        assert!(rows.iter().any(|row| library.contains(row)), "`{room}` is not on the map");
        count += 1;
    }
    assert_eq!(count, map.len(), "CONTRIBUTING.md has a row for a room that is not there");
    Ok(())
}

#[test]
fn every_file_opens_with_what_it_is() -> Outcome {
    for directory in
        ["src", "tests", "benches", "examples", "fuzz/src", "fuzz/fuzz_targets"].map(Path::new)
    {
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
