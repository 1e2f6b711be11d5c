//! Games in a quoted email.

use crate::{
    corrections::corrected,
    raw_files::findings,
    run::{Outcome, codes, illegal, pipe, sound},
};

/// A text as an answer to it quotes it.
fn quoted(text: &str, mark: &str) -> String {
    text.lines().map(|line| format!("{mark}{line}").trim_end().to_owned() + "\n").collect()
}

#[test]
fn games_in_a_quoted_email_are_read_behind_the_marks() -> Outcome {
    let games = format!("{}{}", sound(), illegal().replace("e4 e4", "e4 {a\n\n% b} e4"));
    for (mark, column) in [("> ", 8), (">", 7), ("> > ", 10), (">> ", 9)] {
        let text = format!("Bo wrote:\n\n{}Regards\n", quoted(&games, mark));
        let ran = pipe(&["--format", "line"], text.as_bytes())?;
        let expected = ["B015", "B018", "B018", "M308", "B015"];
        assert_eq!(codes(&ran.out), expected, "{mark}: {}", ran.out);
        // Two lines before the games, nine and a blank one in the first, ten before the move.
        assert!(ran.out.contains(&format!("-:23:{column}: error[M308]")), "{}", ran.out);
        assert!(ran.err.starts_with("2 games: 0 clean, 2 with errors"), "{}", ran.err);
        let found = findings(&text)?;
        let marks: Vec<_> = found.into_iter().filter(|one| one["code"] == "B018").collect();
        let unquoted = corrected(text.as_bytes(), &marks);
        let plain = games.replace("\n\n\n", "\n\n");
        assert_eq!(String::from_utf8(unquoted)?, format!("Bo wrote:\n\n{plain}Regards\n"));
        let blocks = pipe(&["--format", "line", "--block-size", "7"], text.as_bytes())?;
        assert_eq!(blocks.out, ran.out);
    }
    Ok(())
}

#[test]
fn a_quoted_line_in_a_comment_is_no_quoted_email() -> Outcome {
    let game = sound().replace("2. Bc4", "{He wrote:\n> [I resign]\n> 1. d4 was better} 2. Bc4");
    let ran = pipe(&["--format", "line"], game.as_bytes())?;
    assert_eq!((ran.out.as_str(), ran.code), ("", Some(0)));
    Ok(())
}
