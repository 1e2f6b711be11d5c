//! The table as users come to it who have read nothing: what they type, what they load, and what they would rather keep.

use nix::pty::Winsize;

use crate::Outcome;
use crate::pty::Terminal;
use crate::room::{PEOPLE, Room, patiently};
use crate::screen::Screen;

const COLORS: &str = "xterm-256color";

/// A person against the built-in engine.
const AGAINST_ENGINE: &[&str] = &["--white", "human", "--black", "ai:depth=1", "--no-autosave"];

#[test]
fn undo_and_redo_lead_to_the_users_own_turn() -> Outcome {
    let room = Room::new()?;
    let said = room.talk(AGAINST_ENGINE, &["e4", "undo", "fen"])?;
    assert_eq!(said.plies(), Some(0), "{}", said.out);
    let said = room.talk(AGAINST_ENGINE, &["e4", "d4", "undo 4", "redo", "fen"])?;
    assert_eq!(said.plies(), Some(2), "{}", said.out);
    assert!(!said.out.contains("waits"), "{}", said.out);
    let said = room.talk(AGAINST_ENGINE, &["e4", "undo 1", "fen"])?;
    assert_eq!(said.plies(), Some(1), "{}", said.out);
    assert!(said.out.contains("Black waits; \"go\" lets it move."), "{}", said.out);
    let said = patiently(&[], &["e4", "e5", "undo 2", "redo", "fen"])?;
    assert_eq!(said.plies(), Some(1), "between two people it is one ply: {}", said.out);
    Ok(())
}

#[test]
fn a_letter_or_the_word_move_may_begin_a_move() -> Outcome {
    let lines = ["N f3", "move e5", "Move d4", "play exd4", "n xd4", "fen"];
    let said = patiently(&["--strict"], &lines)?;
    assert_eq!((said.code, said.plies()), (Some(0), Some(5)), "{}", said.out);
    let said = patiently(&[], &["1. e4 d5 2. c4", "b x c4", "b", "move", "n"])?;
    assert!(said.out.contains("Illegal move: b x c4"), "{}", said.out);
    assert!(said.out.contains("8  r  n  b  q  k  b  n  r  8"), "{}", said.out);
    assert!(said.out.contains("It is your move."), "{}", said.out);
    assert!(said.out.contains("This is the end of the game."), "{}", said.out);
    Ok(())
}

#[test]
fn a_page_never_replaces_anything_by_accident() -> Outcome {
    let room = Room::new()?;
    room.write("diary.html", "dear diary\n")?;
    room.write("games.htm", "1. d4 d5 *\n")?;
    let lines = [
        "1. f3 e5 2. g4 Qh4",
        "export diary.html",
        "review diary.html depth=1",
        "export games.htm --force",
        "export none/page.html",
        "export page.html",
        "export page.html",
    ];
    let said = room.talk(PEOPLE, &lines)?;
    let refused = "it is not a page, and is never overwritten";
    assert_eq!(said.err.matches(refused).count(), 3, "{}", said.err);
    assert!(said.err.contains("create it with: mkdir -p 'none'"), "{}", said.err);
    assert_eq!(said.out.matches("Exported: page.html").count(), 2, "{}", said.out);
    assert_eq!(room.read("diary.html")?, "dear diary\n");
    assert_eq!(room.read("games.htm")?, "1. d4 d5 *\n");
    let page = room.read("page.html")?;
    let said = room.talk(PEOPLE, &["d4", "export page.html"])?;
    assert!(said.err.contains("it exists; \"--force\" replaces it"), "{}", said.err);
    assert_eq!(room.read("page.html")?, page);
    let said = room.talk(PEOPLE, &["d4", "export page.html --force"])?;
    assert!(said.out.contains("Exported: page.html"), "{}{}", said.out, said.err);
    assert_ne!(room.read("page.html")?, page);
    Ok(())
}

#[test]
fn a_review_replaces_games_only_on_request() -> Outcome {
    let room = Room::new()?;
    room.write("old.pgn", "1. d4 d5 *\n")?;
    room.write("notes.pgn", "buy milk\n")?;
    let lines =
        ["1. f3 e5 2. g4 Qh4", "review old.pgn depth=1", "review notes.pgn depth=1 --force"];
    let said = room.talk(PEOPLE, &lines)?;
    assert!(said.err.contains("'old.pgn': it exists; \"--force\" replaces it"), "{}", said.err);
    assert!(said.err.contains("'notes.pgn': it is not a file of games"), "{}", said.err);
    assert_eq!(room.read("old.pgn")? + &room.read("notes.pgn")?, "1. d4 d5 *\nbuy milk\n");
    let said = room.talk(PEOPLE, &[lines[0], "review old.pgn depth=1 --force"])?;
    assert!(said.out.contains("Saved: old.pgn"), "{}{}", said.out, said.err);
    assert!(room.read("old.pgn")?.contains("2. g4 $4"));
    Ok(())
}

#[test]
fn what_cannot_be_loaded_is_said_in_plain_words() -> Outcome {
    let room = Room::new()?;
    room.write("g.pgn", "1. e4 e5 *\n")?;
    let said = room.talk(PEOPLE, &["load 7", "load nowhere.pgn", "load 1", "fen"])?;
    assert!(
        said.out.contains("There is no game 7 in the list; \"games\" shows it."),
        "{}",
        said.out
    );
    assert!(said.out.contains("Cannot read 'nowhere.pgn': No such file"), "{}", said.out);
    assert!(!said.out.contains("os error"), "{}", said.out);
    assert!(said.out.contains("Two people play. 1 move"), "{}", said.out);
    Ok(())
}

#[test]
fn a_loaded_name_says_who_plays_it() -> Outcome {
    let room = Room::new()?;
    room.write("g.pgn", "[White \"Ada\"]\n[Black \"Bo\"]\n\n1. e4 *\n")?;
    let args = ["--white", "human", "--black", "ai:level=2", "--no-autosave"];
    let said = room.talk(&args, &["load g.pgn at end"])?;
    let who = "Ada plays White against Bo (played by arbiter, level 2 (beginner)). 1 move, Black to move.";
    assert!(said.out.contains(who), "{}", said.out);
    Ok(())
}

#[test]
fn a_terminal_draws_what_it_loads_resumes_and_starts_from() -> Outcome {
    let room = Room::new()?;
    room.write("g.pgn", "1. e4 e5 *\n")?;
    room.talk(&["--white", "human:Ada", "--black", "human:Bo"], &["e4"])?;
    let mut terminal = Terminal::in_room(room, "xterm", &["--resume"], Some(80))?;
    terminal.shows("Ada plays White against Bo. 1 move, Black to move.")?;
    terminal.shows("a  b  c  d  e  f  g  h")?;
    terminal.types_at("1... Bo > ", "load g.pgn at end\r")?;
    terminal.shows("1... e5")?;
    terminal.shows("a  b  c  d  e  f  g  h")?;
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let mut terminal = Terminal::open("xterm", &["--fen", fen, "--style", "ascii"])?;
    let shown = terminal.shows("You play White")?;
    assert!(shown.contains('K') && !shown.contains('Q'), "{shown}");
    Ok(())
}

#[test]
fn a_pipe_draws_the_board_as_asked() -> Outcome {
    for (args, boards) in [(&[][..], 0), (&["--board", "always"], 2), (&["--board", "never"], 0)] {
        let said = patiently(args, &["e4", "e5"])?;
        assert_eq!(said.out.matches("8  r  n  b").count(), boards, "{args:?}: {}", said.out);
    }
    Ok(())
}

#[test]
fn a_terminal_that_draws_no_board_names_the_command() -> Outcome {
    let mut terminal = Terminal::open("dumb", &[])?;
    let shown = terminal.shows("1. > ")?;
    assert!(
        shown.contains("Your move (e4, Nf3, e2e4), \"board\" to see the board, or \"help\"."),
        "{shown}"
    );
    assert!(!shown.contains('\u{1b}'), "{shown}");
    Ok(())
}

#[test]
fn the_line_of_a_search_is_off_without_progress() -> Outcome {
    let room = Room::new()?;
    let args = ["--white", "human:Ada", "--black", "ai:time=0.6", "--no-autosave"];
    let mut command = room.play(&args);
    command.env("TERM", COLORS).env("NO_PROGRESS", "1");
    let mut screen = Screen::open(command, None)?;
    screen.shows("1. Ada > ")?;
    screen.types("e4\r")?;
    let shown = screen.shows("2. Ada > ")?;
    assert!(!shown.contains("Thinking"), "{shown}");
    Ok(())
}

#[test]
fn a_line_typed_during_a_search_is_shown_once() -> Outcome {
    let args = ["--white", "human:Ada", "--black", "ai:depth=60", "--no-autosave"];
    let mut terminal = Terminal::open(COLORS, &args)?;
    terminal.types_at("1. Ada > ", "e4\r")?;
    terminal.shows("Thinking")?;
    terminal.types("fex\u{7f}n")?;
    terminal.shows("s) > fen")?;
    terminal.types("\r")?;
    let answered = terminal.shows("RNBQKBNR b KQkq")?;
    assert!(
        answered.ends_with("\u{1b}[K> fen\r\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"),
        "{answered}"
    );
    terminal.shows("Thinking")?;
    let rewritten: String = (0..4).map(|_| terminal.shows("Thinking")).collect::<Result<_, _>>()?;
    assert!(!rewritten.contains('\n') && !rewritten.contains("fen"), "{rewritten:?}");
    Ok(())
}

#[test]
fn the_last_move_check_and_targets_are_tinted() -> Outcome {
    let lines = ["1. e4 e5 2. Qh5 Nc6 3. Qxf7", "board"];
    let said = patiently(&["--color", "always", "--style", "ascii"], &lines)?;
    assert!(said.out.contains("\u{1b}[48;5;160;38;5;16m<k>"), "check: {}", said.out);
    assert!(said.out.contains("[Q]") && said.out.contains("( )"), "last move: {}", said.out);
    for tint in ["48;5;100;", "48;5;58;"] {
        let said = patiently(&["--color", "always"], &["e4", "Nf6", "e5", "board"])?;
        assert!(said.out.contains(tint), "{tint}: {}", said.out);
    }
    let args = ["--color", "always", "--board", "always"];
    let said = patiently(&args, &["e4", "d5", "moves e4"])?;
    assert_eq!(said.out.matches("48;5;133;").count(), 2, "e5 and d5: {}", said.out);
    Ok(())
}

#[test]
fn a_large_board_fits_on_a_terminal_of_24_lines() -> Outcome {
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    let room = Room::new()?;
    let mut command = room.play(&["--size", "large", "--style", "ascii", "--theme", "none"]);
    command.env("TERM", COLORS);
    let mut screen = Screen::open(command, Some(&size))?;
    let shown = screen.shows("1. > ")?;
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines.len() <= 24, "{} lines: {shown}", lines.len());
    assert!(lines.iter().all(|line| line.chars().count() <= 80), "{shown}");
    Ok(())
}

#[test]
fn help_marks_the_level_that_is_set() -> Outcome {
    let said = patiently(&[], &["level 12", "help level"])?;
    let marked: Vec<&str> = said.out.lines().filter(|line| line.ends_with("< now")).collect();
    assert_eq!(marked.len(), 1, "{}", said.out);
    assert!(marked[0].trim_start().starts_with("12 (strong)"), "{}", marked[0]);
    Ok(())
}
