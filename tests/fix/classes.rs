//! Which corrections are applied, by their class, their confidence and their code.

use crate::run::{Outcome, game, illegal, pipe};

fn corrected(arguments: &[&str], text: &str) -> Result<String, Box<dyn std::error::Error>> {
    Ok(String::from_utf8(pipe(&[&["-q"], arguments].concat(), text.as_bytes())?.out)?)
}

/// Moves before and after a safe correction, each in one run.
#[test]
fn safe_corrections_keep_the_moves() -> Outcome {
    for (written, right) in [
        (
            "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. 0-0 Le7 6. Te1",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1",
        ),
        (
            "1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6 (3... ♞f6 4. O-O) 4. ♗a4",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6 4. O-O) 4. Ba4",
        ),
        ("1. e2e4 e7e5 2. Ng1-f3 Nb8-c6", "1. e4 e5 2. Nf3 Nc6"),
        ("1. e4 e5 2. Qh5 Nc6 3. Bc4 g6 4. Qxf7", "1. e4 e5 2. Qh5 Nc6 3. Bc4 g6 4. Qxf7"),
        (
            "1. e4 e5 2. Nf3+ Nc6 3. Bb5!! a6 4. Nxe5 Nxe5 5. d4 Ng6 6.Bc4 d6 7.Bxf7 Kxf7",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5!! a6 4. Nxe5 Nxe5 5. d4 Ng6 6.Bc4 d6 7.Bxf7+ Kxf7",
        ),
        ("1. e4 e5 2... Nf3 Nc6 3... Bb5 a6", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"),
        ("1. e4e5 2. Nf3(2. d4) 2... Nc6", "1. e4 e5 2. Nf3 (2. d4) 2... Nc6"),
        // Behind words that are no moves, the sides are uncertain.
        (
            "1. e4 what e5 {a} 2. Nf3 Ng9 Nc6 3. Bc4 Bc5 4. O-O",
            "1. e4 what e5 {a} 2. Nf3 Ng9 Nc6 3. Bc4 Bc5 4. O-O",
        ),
        (
            "1. e4 {a {nested} one} e5 2. Nf3 {x (18. Qg4 {and then} 18... f4)} Nc6 3. Bc4 Bc5 4. 0-0",
            "1. e4 {a {nested} one} e5 2. Nf3 {x (18. Qg4 {and then} 18... f4)} Nc6 3. Bc4 Bc5 4. O-O",
        ),
    ] {
        let text = game(written, "*");
        assert_eq!(corrected(&[], &text)?, game(right, "*"), "{written}");
    }
    Ok(())
}

#[test]
fn cutting_moves_and_changing_a_result_is_not_safe() -> Outcome {
    for (moves, result) in [
        ("1. f3 e5 2. g4 Qh4# 3. Nf3", "0-1"),
        ("1. f3 e5 2. g4 Qh4#", "1-0"),
        ("1. e4 e5 2. Nf3 Nc6 1-0 3. Bb5", "1-0"),
    ] {
        let text = game(moves, result);
        assert_eq!(corrected(&[], &text)?, text);
    }
    Ok(())
}

#[test]
fn guesses_are_applied_on_request() -> Outcome {
    let slip = "1. e4 e5 2. Nf4 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6";
    let text = game(slip, "1/2-1/2");
    assert_eq!(corrected(&[], &text)?, text);
    assert_eq!(
        corrected(&["--apply", "all"], &text)?,
        game(&slip.replace("Nf4", "Nf3"), "1/2-1/2")
    );
    assert_eq!(corrected(&["--apply", "all", "--ignore", "M"], &text)?, text);
    let ran = pipe(&["--apply", "all"], text.as_bytes())?;
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let nested = game("1. e4 {a {nested {deep}} one} e5 2. Nf3 {b} Nc6", "*");
    assert_eq!(
        corrected(&["--apply", "all"], &nested)?,
        nested.replace("{nested {deep}}", "(nested (deep))")
    );
    let hopeless = illegal();
    let ran = pipe(&["--apply", "likely"], hopeless.as_bytes())?;
    assert_eq!((String::from_utf8(ran.out)?, ran.code), (hopeless, Some(1)));
    Ok(())
}

#[test]
fn the_export_format_is_reached_in_one_run() -> Outcome {
    let comment = "{a comment that is so long that the line must be broken here}";
    let text = game(&format!("1. e4 e5 2. Nf3 {comment} Nc6 3. Bc4 Bc5 4. 0-0"), "*")
        .replace('\n', "\r\n");
    let once = pipe(&["--profile", "export", "--fail-on", "info"], text.as_bytes())?;
    // 79 characters, then the rest.
    let expected = game(&format!("1. e4 e5 2. Nf3 {comment}\n2... Nc6 3. Bc4 Bc5 4. O-O"), "*");
    assert_eq!(String::from_utf8(once.out)?, expected, "{}", once.err);
    assert_eq!(once.code, Some(0), "{}", once.err);
    Ok(())
}
