//! The place of a finding in its game, and the text after its fix.

use serde_json::Value;

use crate::run::{Outcome, pipe, sound, tags};

fn findings(text: &[u8]) -> Result<Vec<Value>, Box<dyn std::error::Error>> {
    selected_findings(&[], text)
}

fn selected_findings(
    options: &[&str],
    text: &[u8],
) -> Result<Vec<Value>, Box<dyn std::error::Error>> {
    let ran = pipe(&[&["--format", "json"], options].concat(), text)?;
    let records: Vec<Value> =
        ran.out.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    Ok(records.into_iter().filter(|record| record["type"] == "finding").collect())
}

fn codes(findings: &[Value]) -> Vec<&str> {
    findings.iter().filter_map(|finding| finding["code"].as_str()).collect()
}

/// Applies every safe edit, the last first, so that the places of the others stay right.
pub(crate) fn corrected(text: &[u8], findings: &[Value]) -> Vec<u8> {
    let mut mended = text.to_vec();
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    for edit in findings.iter().filter_map(|finding| finding["edits"].as_array()).flatten().rev() {
        if let (Some(at), Some(length), Some(new), "safe") = (
            number(&edit["byte"]),
            number(&edit["length"]),
            edit["replacement"].as_str(),
            edit["safety"].as_str().unwrap_or_default(),
        ) {
            mended.splice(at..at + length, new.bytes());
        }
    }
    mended
}

#[test]
fn a_safe_fix_leaves_no_finding() -> Outcome {
    let roster = tags("1-0");
    let black_to_move = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 40\"]\n[SetUp \"1\"]\n\n";
    for (text, expected) in [
        (roster.clone() + "1. e4 e5\n", &["R701"][..]),
        (roster.clone() + "1. e4 e5 ; the end\n", &["R701"]),
        (roster.clone() + "1. e4 e5 ; the end", &["R701"]),
        (roster.clone() + "1. e4 e5 {the end}", &["R701"]),
        (roster.clone() + "1. e4 e5 (1... c5)", &["R701"]),
        (roster.clone() + "1. e4 e5\n% the end\n", &["R701"]),
        (sound() + "\u{feff}" + &sound(), &["B007"]),
        (sound() + "\u{a0}" + &sound(), &["B007"]),
        (sound().replace("[Round", "\u{feff}[Round"), &["B007"]),
        (sound().replace("\n\n1.", "\n\n\u{feff}1."), &["B007"]),
        (roster.clone() + "1. e4-/+ e5 2. Nf3= Nc6 3. Bb5+/- 1-0\n", &["C612", "C612", "C612"]),
        (roster.clone() + "1. e4 e5 2. N\u{ad}f3 N\u{200b}c6 1-0\n", &["B007", "B007"]),
        (roster.clone() + "1. e4 e5 2. N\u{1}f3 Nc6 1-0\n", &["B006"]),
        (sound() + "A story\nof two lines.\n\n" + &sound(), &["B015"]),
        (sound() + "A story.\n\n1. e4 e5 *\n", &["B015"]),
        (sound().trim_end().to_owned() + "\nA story.\n\n" + &sound(), &["B015"]),
        (sound().replace("3. Qh5", "3. Qh5 $ $0"), &["C610"]),
        (sound().replace("3. Qh5", "3. Qh5 (3. d3 1-0) "), &["C609"]),
        (sound().replace("3. Qh5", "3. Qh5 () "), &["C607"]),
        (roster.trim_end().to_owned() + "\n" + black_to_move + "1. Ke7 2. e4 1-0\n", &["N504"]),
    ] {
        let found = findings(text.as_bytes())?;
        assert_eq!(codes(&found), expected, "{text}");
        let mended = corrected(text.as_bytes(), &found);
        assert_eq!(codes(&findings(&mended)?), [""; 0], "{}", mended.escape_ascii());
    }
    Ok(())
}

#[test]
fn a_fix_ends_lines_as_the_file_does() -> Outcome {
    let sound = sound();
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n";
    for (text, expected) in [
        (tags("1-0") + "1. e4 e5 ; the end\n", "R701"),
        (tags("1-0") + "1. e4 e5\n\n" + &sound, "R701"),
        (sound.replace("[Round \"1\"]\n", ""), "T108"),
        (tags("1-0").trim_end().to_owned() + "\n" + fen, "V221"),
        (sound.replace("[Site \"Uppsala SWE\"]\n", ""), "T108"),
        (sound.replace("[Event \"Club evening\"]\n", ""), "T108"),
        (sound.replace("\n\n1.", "\n1."), "T112"),
        (sound.replace("\n\n1.", " 1."), "T112"),
        (sound.replace("\n[Round", "\n\n[Round"), "T112"),
    ] {
        for line_end in ["\n", "\r\n", "\r"] {
            let text = text.replace('\n', line_end);
            // What only the export format asks for is shown when it is selected.
            let selected = |text: &str| selected_findings(&["--select", expected], text.as_bytes());
            let found = selected(&text)?;
            assert_eq!(codes(&found), [expected], "{}", text.escape_debug());
            let mended = String::from_utf8(corrected(text.as_bytes(), &found))?;
            assert_eq!(codes(&selected(&mended)?), [""; 0], "{}", mended.escape_debug());
            let others = mended.replace(line_end, "");
            assert!(!others.contains(['\n', '\r']), "{}", mended.escape_debug());
        }
    }
    Ok(())
}

#[test]
fn a_fix_that_may_be_incomplete_is_a_guess() -> Outcome {
    let game = |moves: &str| (tags("*") + moves + " *\n").into_bytes();
    for (text, expected) in [
        (game("1. e4 e5 2. Nf3 Nc6 7. Bb5 a6 8. Ba4 Nf6"), &["N501"][..]),
        (game("1. f3 e5 2. g4 Qh4# 3. Nf3"), &["M313"]),
        (game("1. e4 e5 ; good 2. Nf3 Nc6\n3. Bb5"), &["C606", "N502"]),
        (game("1. e4 e5 2. Nf3 Nc6 3. Bb5 4. Ba4 Nf6 5. O-O Be7"), &["M315"]),
        // All moves are legal, so no move is missing where the numbers are wrong.
        (
            game(
                "1. e4 e5 2. Nf3 3. Nc6 4. Bb5 a6 5. Ba4 Nf6 6. O-O Be7 7. Re1 b5 8. Bb3 d6 9. c3 Qh1",
            ),
            &["N502", "N502", "M301"],
        ),
    ] {
        let found = findings(&text)?;
        assert_eq!(codes(&found), expected, "{}", text.escape_ascii());
        assert!(found.iter().all(|finding| finding["fix"]["safety"] != "safe"), "{found:?}");
    }
    Ok(())
}

#[test]
fn letters_of_latin_1_are_known() -> Outcome {
    let text = [b"1. e4 {M\xe4\xe4tt\xe4} *\n".as_slice()].concat();
    let found = findings(&text)?;
    let fixes: Vec<_> = found.iter().map(|finding| &finding["fix"]).collect();
    let told: Vec<_> =
        fixes.iter().map(|fix| (fix["replacement"].as_str(), fix["safety"].as_str())).collect();
    assert_eq!(told, [(Some("ää"), Some("safe"))]);
    Ok(())
}

#[test]
fn a_finding_has_the_place_that_is_shown() -> Outcome {
    let game = |moves: &str| (tags("*") + moves + " *\n").into_bytes();
    let name = |old: &str, new: &[u8]| {
        let text = tags("*") + "1. e4 e5 *\n";
        let at = text.find(old).unwrap_or_default();
        [&text.as_bytes()[..at], new, &text.as_bytes()[at + old.len()..]].concat()
    };
    for (text, code, ply, path) in [
        (game("1. e4 e5 2. Nf3(2. d4) 2... Nc6"), "S410", Some(3), Some("main/ply 3")),
        (game("1. e4 e5 7. Nf3 Nc6"), "N501", Some(3), Some("main/ply 3")),
        (game("1. e4 e5 2. d4 (2. f4 d6 7. d4)"), "N501", None, Some("main/ply 3/rav 1/ply 3")),
        (game("1. e4 e5 2. d4 (2... d6)"), "C607", None, Some("main/ply 3/rav 1/ply 1")),
        (game("1. e4 e5 2. d4 (2. f4 d6 3. d4"), "C607", Some(3), Some("main/ply 3")),
        (game("1. e4 e5 2. Nf3 3. Bb5 a6 4. Ba4"), "M315", Some(4), Some("main/ply 4")),
        (name("Ek,", b"M\xfcller,"), "B003", None, Some("White")),
        (name("Ask,", "A\u{ad}sk,".as_bytes()), "B007", None, Some("Black")),
        (name("Ask,", "\u{c3}\u{85}sk,".as_bytes()), "B004", None, Some("Black")),
        (game("1. e4 {a\u{7}b} e5"), "B006", None, None),
        (tags("*").into_bytes(), "B016", None, None),
    ] {
        let found = findings(&text)?;
        let finding = found.first().ok_or("a finding")?;
        let told = (finding["code"].as_str(), finding["ply"].as_u64(), finding["path"].as_str());
        assert_eq!(told, (Some(code), ply, path), "{}", text.escape_ascii());
    }
    Ok(())
}

/// What an edit leaves could be read as another tag, move, result or game.
#[test]
fn a_fix_that_could_change_a_game_is_a_guess() -> Outcome {
    let (before, after) = (sound(), tags("1-0") + "1. e4 1-0\n");
    for (code, text, safety) in [
        ("B015", format!("{before}Retrieved from a site\n\n{after}"), "safe"),
        ("B015", format!("{before}See [1] for more\n\n{after}"), "guess"),
        ("B015", format!("{before}1. the beginning\n\n{after}"), "guess"),
        ("B007", format!("{before}1.\u{200b} the beginning\n\n{after}"), "guess"),
        ("B006", format!("{before}\x1ae4\n\n{after}"), "guess"),
        ("B006", tags("*") + "1. e4\x01e5 *\n", "guess"),
        ("B006", tags("*") + "1. e4 {a\x01b} e5 *\n", "safe"),
        ("C603", tags("*") + "1. e4 ] e5 *\n", "safe"),
        ("C603", tags("*") + "1. e4\n][x] e5 *\n", "guess"),
        ("C612", tags("*") + "1. e4, e5 *\n", "safe"),
        ("C612", tags("*") + "1. e4\" e5 *\n", "guess"),
        ("N507", tags("*") + "1 e4 e5 *\n", "safe"),
        ("N507", tags("*") + "1. e4 x\n\n1 2. e4 *\n", "guess"),
        ("R701", tags("1-0") + &sound(), "guess"),
        ("T107", tags("*").replace("[Round", "[Site \"Uppsala SWE\"]\n[Round") + "*\n", "safe"),
        (
            "T107",
            tags("*").replace("[Round", "[Site \"Uppsala SWE\"]Annotator \"x\"]\n[Round") + "*\n",
            "guess",
        ),
    ] {
        let found =
            selected_findings(&["--profile", "pedantic", "--select", code], text.as_bytes())?;
        let edits: Vec<_> = found.iter().map(|finding| &finding["fix"]["safety"]).collect();
        assert_eq!(edits, [safety], "{code}: {text}");
    }
    Ok(())
}

/// All places of what is said once are corrected together.
#[test]
fn one_finding_corrects_all_its_places() -> Outcome {
    for (code, text, corrected_text) in [
        ("B006", "1. e4 {a\x01b\x02c} e5 {\x03} *\n", "1. e4 {abc} e5 {} *\n"),
        ("B009", "1.\te4\te5\t*\n", "1. e4 e5 *\n"),
    ] {
        let text = tags("*") + text;
        let found =
            selected_findings(&["--profile", "pedantic", "--select", code], text.as_bytes())?;
        assert_eq!(codes(&found), [code]);
        let corrected = String::from_utf8(corrected(text.as_bytes(), &found))?;
        assert_eq!(corrected, tags("*") + corrected_text);
    }
    Ok(())
}
