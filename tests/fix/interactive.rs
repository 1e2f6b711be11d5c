//! `--interactive` on a pseudo-terminal.

use std::{fs, io};

use crate::{
    run::{Folder, Outcome, command, fix, game, sound},
    screen::Screen,
};

/// Waits for the next question and answers it; returns what was shown before.
fn reply(screen: &mut Screen, answer: &str) -> io::Result<String> {
    let shown = screen.shows("? > ")?;
    screen.types(&format!("{answer}\n"))?;
    Ok(shown)
}

/// A game whose third ply is a slip: a knight cannot go to f4.
fn slip() -> String {
    game("1. e4 e5 2. Nf4 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5", "1/2-1/2")
}

#[test]
fn a_number_a_move_and_letters_decide() -> Outcome {
    let meant = |mv: &str| slip().replace("Nf4", mv);
    for (answers, expected, status) in [
        (&["1"][..], meant("Nf3"), 0),
        (&["?", "Kh8", "", "g1f3"], meant("Nf3"), 0),
        (&["s"], slip(), 1),
        (&["q"], slip(), 1),
        (&["r"], String::new(), 1),
    ] {
        let folder = Folder::new()?;
        let (input, output) = (folder.file("games.pgn", slip() + &sound())?, folder.name("o.pgn"));
        let rejects = folder.name("bad.pgn");
        let mut terminal = Screen::open(
            command(&["--interactive", &input, "-o", &output, "--rejects", &rejects]),
            None,
        )?;
        let shown = reply(&mut terminal, answers[0])?;
        assert!(shown.contains("games.pgn:9:13"), "{shown}");
        assert!(shown.contains("7  p  p  p  p  .  p  p  p  7"), "{shown}");
        assert!(shown.contains("1) Nf3"), "{shown}");
        for answer in &answers[1..] {
            reply(&mut terminal, answer)?;
        }
        let code = terminal.child.wait()?.code();
        assert_eq!(code, Some(status), "{answers:?}");
        let is_rejected = status == 1;
        let kept = if is_rejected { sound() } else { expected.clone() + &sound() };
        assert_eq!(fs::read_to_string(&output)?, kept, "{answers:?}");
        let bad = if is_rejected { slip() } else { String::new() };
        assert_eq!(fs::read_to_string(&rejects)?, bad, "{answers:?}");
    }
    Ok(())
}

#[test]
fn all_of_a_kind_are_decided_at_once() -> Outcome {
    let folder = Folder::new()?;
    let file = folder.file("games.pgn", slip().repeat(3))?;
    let mut terminal = Screen::open(command(&["--interactive", "--in-place", &file]), None)?;
    reply(&mut terminal, "a")?;
    assert_eq!(terminal.child.wait()?.code(), Some(0));
    assert_eq!(fs::read_to_string(&file)?, slip().replace("Nf4", "Nf3").repeat(3));
    Ok(())
}

#[test]
fn questions_need_a_terminal() -> Outcome {
    let folder = Folder::new()?;
    let file = folder.file("games.pgn", slip())?;
    let ran = fix(&["--interactive", "--in-place", &file])?;
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("from a terminal"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&file)?, slip());
    Ok(())
}
