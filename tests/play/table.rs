//! The table, second edition: the first minute, the opponent, the level, the clock, the board, moves as people type them, files,
//! and what comes after the game.

use std::time::{Duration, Instant};

use crate::Outcome;
use crate::pty::Terminal;
use crate::room::{PEOPLE, Room, patiently, strictly};

/// A terminal with colours and the characters of all languages.
const COLORS: &str = "xterm-256color";

#[test]
fn the_first_minute_says_whom_one_plays() -> Outcome {
    let mut terminal = Terminal::open(COLORS, &[])?;
    let shown = terminal.shows("1. > ")?;
    let board = shown.find("   a  b  c  d  e  f  g  h").ok_or("a board")?;
    let who = shown.find("You play White against arbiter, level 3 (casual). Clock: none.");
    let what = shown.find("Your move (e4, Nf3, e2e4), or \"help\".");
    assert!(Some(board) < who && who < what, "{shown}");
    terminal.types("e4\r")?;
    let round = terminal.shows("2. > ")?;
    assert_eq!(round.matches("   a  b  c  d  e  f  g  h").count(), 2, "one board: {round}");
    terminal.types("undo\r")?;
    terminal.shows("Taken back: 1. e4")?;
    terminal.shows("a  b  c  d  e  f  g  h")?;
    Ok(())
}

#[test]
fn two_people_play_on_request_and_in_a_pipe() -> Outcome {
    for args in [&["--two"][..], &["--white", "human", "--black", "human"]] {
        let mut terminal = Terminal::open("dumb", args)?;
        terminal.shows("Two people play. Clock: none.")?;
        terminal.types_at("1. White > ", "e4\n")?;
        terminal.shows("1... Black > ")?;
    }
    let said = Room::new()?.talk(&["--no-autosave"], &["e4", "e5", "fen"])?;
    assert_eq!(said.plies(), Some(2));
    assert!(!said.out.contains("You play"), "{}", said.out);
    Ok(())
}

#[test]
fn the_board_is_drawn_after_every_change_of_position() -> Outcome {
    let mut terminal = Terminal::open("xterm", &["--two"])?;
    terminal.types_at("1. White > ", "e4\r")?;
    for (prompt, line, mark) in [
        ("1... Black > ", "undo", "Taken back"),
        ("1. White > ", "redo", "[♟"),
        ("1... Black > ", "first", "The start"),
        ("1. White > ", "next", "[♟"),
        ("1... Black > ", "goto start", "The start"),
        ("1. White > ", "new", "A new game."),
    ] {
        terminal.types_at(prompt, &format!("{line}\r"))?;
        terminal.shows(mark)?;
        terminal.shows("a  b  c  d  e  f  g  h")?;
    }
    Ok(())
}

#[test]
fn a_loaded_game_says_who_plays_whom() -> Outcome {
    let room = Room::new()?;
    room.write("g.pgn", "[White \"Ada\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Nf3 *\n\n[White \"Cy\"]\n\n1. d4 1-0\n\n1. c4 *\n")?;
    let said = room.talk(
        &["--no-autosave"],
        &["load g.pgn", "load g.pgn 2", "load g.pgn 3 at end", "load g.pgn 9"],
    )?;
    for part in [
        "Ada plays White against Bo. 2 moves, Black to move.",
        "Cy plays White against",
        "1 move, result 1-0.",
        "1. c4",
        "There are only 3 games in 'g.pgn'",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    Ok(())
}

#[test]
fn a_resumed_game_says_its_players_and_clocks() -> Outcome {
    let room = Room::new()?;
    room.talk(&["--white", "human:Ada", "--black", "ai:depth=1", "--clock", "5m"], &["e4"])?;
    let said = room.talk(&["--resume"], &["clock"])?;
    assert!(said.out.contains("Ada plays White against arbiter, depth 1. 1 move"), "{}", said.out);
    assert!(said.out.contains("Clocks: White "), "{}", said.out);
    Ok(())
}

#[test]
fn games_are_listed_and_chosen_by_number() -> Outcome {
    let room = Room::new()?;
    room.talk(&["--white", "human:Ada", "--black", "human:Bo"], &["e4", "e5"])?;
    room.talk(
        &["--white", "human:Cy", "--black", "human:Di", "--no-autosave"],
        &["d4", "save s.pgn"],
    )?;
    let said = room.talk(&["--no-autosave"], &["games", "load 1", "fen"])?;
    let lines: Vec<&str> = said.out.lines().filter(|line| line.contains(") 20")).collect();
    assert_eq!(lines.len(), 2, "{}", said.out);
    assert!(
        lines[0].contains("Ada - Bo") && lines[0].ends_with("1 move  *        unfinished"),
        "{}",
        lines[0]
    );
    assert!(lines[1].contains("Cy - Di") && lines[1].ends_with("s.pgn"), "{}", lines[1]);
    assert!(
        said.out.contains("Ada plays White against Bo. 1 move, White to move."),
        "{}",
        said.out
    );
    assert_eq!(said.plies(), Some(2));
    Ok(())
}

#[test]
fn everything_on_the_command_line_can_be_said_at_the_table() -> Outcome {
    let lines = [
        "vs ai",
        "level 5",
        "level casual",
        "vs random",
        "vs human",
        "clock 5m+3s",
        "clock",
        "variant alice",
        "fen",
        "variant standard",
        "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "fen",
        "vs nobody",
        "vs random",
        "swap",
    ];
    let said = patiently(&["--seed", "1"], &lines)?;
    for part in [
        "Two people play.",
        "plays at level 5 (casual), about ",
        "plays at level 3 (casual), about ",
        "random moves",
        ", +3s",
        "You play Black against random moves.",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "Expected human[:Name], random, ai",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    Ok(())
}

#[test]
fn what_needs_a_new_game_says_so_and_offers_it() -> Outcome {
    let said = patiently(&[], &["e4", "variant alice", "fen", "new", "fen"])?;
    assert!(
        said.out.contains("The variant changes with the next game: type \"new\""),
        "{}",
        said.out
    );
    assert!(said.out.contains("4P3/8/PPPP1PPP/RNBQKBNR b KQkq"), "{}", said.out);
    assert!(said.out.lines().any(|line| line.contains('|')), "two boards: {}", said.out);
    let mut terminal = Terminal::open("dumb", &["--two"])?;
    terminal.types_at("1. White > ", "e4\nclock 5m\n")?;
    terminal.types_at("Start it now?", "yes\n")?;
    terminal.shows("A new game.")?;
    terminal.shows("Clock: 5m.")?;
    Ok(())
}

#[test]
fn levels_have_names_and_ratings() -> Outcome {
    let said = patiently(&[], &["help level"])?;
    let levels: Vec<&str> =
        said.out.lines().filter(|line| line.contains(") ") && line.contains(" about ")).collect();
    assert_eq!(levels.len(), 20, "{}", said.out);
    assert!(levels[0].trim_start().starts_with("1 (beginner)"), "{}", levels[0]);
    assert!(levels[19].trim_start().starts_with("20 (full)"), "{}", levels[19]);
    let rating = |line: &str| {
        line.trim_end_matches(" < now")
            .rsplit(' ')
            .next()
            .and_then(|number| number.parse::<u32>().ok())
    };
    assert!(levels.windows(2).all(|pair| rating(pair[0]) < rating(pair[1])), "{levels:?}");
    Ok(())
}

#[test]
fn a_search_is_shown_in_place_and_ends_on_request() -> Outcome {
    let args =
        ["--white", "human:Ada", "--black", "ai:depth=60", "--no-autosave", "--board", "never"];
    for request in ["move\r", "\r"] {
        let mut terminal = Terminal::open(COLORS, &args)?;
        terminal.types_at("1. Ada > ", "e4\r")?;
        terminal.shows("\r\u{1b}[KThinking… ")?;
        terminal.shows(" ply, ")?;
        terminal.shows("1... ")?;
        terminal.types(request)?;
        terminal.shows("2. Ada > ")?;
    }
    Ok(())
}

#[test]
fn no_search_is_shown_where_lines_only_scroll() -> Outcome {
    let args = ["--white", "human:Ada", "--black", "ai:time=0.6", "--no-autosave"];
    let plain = [&args[..], &["--style", "plain"]].concat();
    for (term, args) in [("dumb", &args[..]), (COLORS, &plain)] {
        let mut terminal = Terminal::open(term, args)?;
        terminal.types_at("1. Ada > ", "e4\n")?;
        let shown = terminal.shows("2. Ada > ")?;
        assert!(!shown.contains("Thinking") && !shown.contains("\r\u{1b}[K"), "{shown}");
    }
    let said = Room::new()?.talk(&args, &["e4", "fen"])?;
    assert!(!said.out.contains("Thinking"), "{}", said.out);
    Ok(())
}

#[test]
fn commands_that_only_look_are_answered_during_a_search() -> Outcome {
    let args = ["--white", "human:Ada", "--black", "ai:depth=60", "--no-autosave", "--clock", "1h"];
    let mut terminal = Terminal::open(COLORS, &args)?;
    terminal.types_at(" > ", "e4\r")?;
    terminal.shows("Thinking")?;
    for (line, answer) in [
        ("fen", "RNBQKBNR b KQkq"),
        ("moves", "Nc6"),
        ("clock", "Black 59:5"),
        ("help", "quit (saves; never resigns)"),
        ("board", "a  b  c  d  e  f  g  h"),
    ] {
        let begun = Instant::now();
        terminal.types(&format!("{line}\r"))?;
        terminal.shows(answer)?;
        assert!(begun.elapsed() < Duration::from_secs(3), "{line}: {:?}", begun.elapsed());
    }
    terminal.types("stop\r")?;
    terminal.shows("Stopped.")?;
    Ok(())
}

#[test]
fn the_clock_runs_in_the_prompt_and_says_when_it_is_low() -> Outcome {
    let mut terminal = Terminal::open(COLORS, &["--two", "--clock", "7"])?;
    terminal.shows("1. White   0:0")?;
    terminal.shows("0:05 > ")?;
    terminal.shows("\u{1b}[1;31mlow 4s\u{1b}[0m > ")?;
    terminal.shows("low 3s")?;
    Ok(())
}

#[test]
fn the_board_has_colours_and_figures_on_a_terminal() -> Outcome {
    let room = Room::new()?;
    let mut terminal = Terminal::in_room(room, COLORS, &["--two", "--theme", "blue"], Some(80))?;
    let shown = terminal.shows("1. White > ")?;
    assert!(shown.contains("\u{1b}[48;5;67;38;5;16m ♜"), "{shown}");
    terminal.types("theme none\r")?;
    let shown = terminal.shows("1. White > ")?;
    assert!(shown.contains("Board colours: none") && shown.contains("8  r  n  b  q"), "{shown}");
    Ok(())
}

#[test]
fn a_theme_is_saved() -> Outcome {
    let room = Room::new()?;
    room.talk(&["--no-autosave"], &["set theme green", "set save"])?;
    let said = room.talk(&["--no-autosave"], &["set theme"])?;
    assert!(said.out.contains("Board colours: green"), "{}", said.out);
    for theme in ["wood", "green", "blue", "mono", "high-contrast", "none"] {
        let said = patiently(&["--theme", theme], &["set theme"])?;
        assert!(said.out.contains(&format!("Board colours: {theme}")), "{}", said.out);
    }
    Ok(())
}

#[test]
fn letters_are_drawn_in_a_pipe_and_coloured_on_request() -> Outcome {
    let plain = patiently(&[], &["board"])?;
    assert!(plain.out.contains("8  r  n  b  q  k  b  n  r  8") && !plain.out.contains('\u{1b}'));
    let colored = patiently(&["--color", "always"], &["board"])?;
    assert!(colored.out.contains("\u{1b}[48;"), "{}", colored.out);
    let large = patiently(&["--size", "large"], &["board"])?;
    assert!(large.out.contains("1   R    N    B    Q    K    B    N    R   1"), "{}", large.out);
    Ok(())
}

#[test]
fn no_line_of_the_first_minute_is_wider_than_forty_columns() -> Outcome {
    let mut terminal = Terminal::in_room(Room::new()?, "dumb", &["--two"], Some(40))?;
    let shown = terminal.shows("1. White > ")?;
    assert!(shown.lines().all(|line| line.chars().count() <= 40), "{shown}");
    Ok(())
}

#[test]
fn moves_are_read_as_people_type_them() -> Outcome {
    for (lines, fen) in [
        (&["♘f3"][..], "5N2/PPPPPPPP/RNBQKB1R b"),
        (&["Pe4"], "4P3/8/PPPP1PPP/RNBQKBNR b"),
        (&["knight f3"], "5N2/PPPPPPPP/RNBQKB1R b"),
        (&["e2 to e4"], "4P3/8/PPPP1PPP/RNBQKBNR b"),
        (&["1. e4 e5 2. Nf3 Nc6", "bishop to c4", "Nf6", "castle"], "RNBQ1RK1 b"),
        (
            &["1. e4 d5 2. exd5", "queen takes d5"],
            "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w",
        ),
    ] {
        let said = strictly(&[lines, &["fen"]].concat())?;
        assert!(said.fen().contains(fen), "{lines:?}: {}", said.out);
    }
    Ok(())
}

#[test]
fn several_moves_stop_at_the_first_that_cannot_be_played() -> Outcome {
    let said = patiently(&[], &["1. e4 e5 2. Ke3 Nc6 3. d4", "fen"])?;
    assert!(said.out.contains("Illegal move: Ke3"), "{}", said.out);
    assert!(said.out.contains("Not played: Nc6 d4."), "{}", said.out);
    assert_eq!(said.plies(), Some(2));
    Ok(())
}

#[test]
fn unknown_is_not_illegal_and_several_fits_are_a_question() -> Outcome {
    let said = patiently(&[], &["hello", "q", "u", "b", "?"])?;
    assert!(said.out.contains("Unknown command or move: \"hello\""), "{}", said.out);
    assert!(said.out.contains("Did you mean \"quit\"?"), "{}", said.out);
    assert!(said.out.contains("There is no move to take back."), "{}", said.out);
    assert!(said.out.contains("8  r  n  b  q  k  b  n  r  8"), "{}", said.out);
    assert!(said.out.contains("help TOPIC") && !said.out.contains("Illegal"), "{}", said.out);
    let fen = "k7/8/8/8/8/8/P7/1N1NK3 w - - 0 40";
    let said = patiently(&["--fen", fen], &["Nc3", "2", "last"])?;
    assert!(
        said.out.contains("Which move is \"Nc3\"?") && said.out.contains("40. Ndc3"),
        "{}",
        said.out
    );
    Ok(())
}

#[test]
fn tab_lists_the_moves_of_a_piece() -> Outcome {
    let mut terminal = Terminal::open("xterm", &["--two", "--board", "never"])?;
    terminal.types_at("1. White > ", "N\t\t")?;
    let listed = terminal.shows("Nh3")?;
    assert!(listed.contains("Na3") && listed.contains("Nf3"), "{listed}");
    Ok(())
}

const TWO_GAMES: &str = "[White \"Ada\"]\n\n1. e4 *\n\n[White \"Bo\"]\n\n1. d4 *\n";

#[test]
fn saving_never_destroys() -> Outcome {
    let room = Room::new()?;
    room.write("old.pgn", TWO_GAMES)?;
    room.write("notes.txt", "buy milk\n")?;
    let args = PEOPLE;
    let said = room.talk(args, &["c4", "save old.pgn", "save notes.txt", "save none/x.pgn"])?;
    assert!(
        said.out.contains("Not saved: old.pgn exists; \"save old.pgn --force\" replaces it."),
        "{}",
        said.out
    );
    assert!(
        said.err.contains("'notes.txt': it is not a file of games, and is never overwritten"),
        "{}",
        said.err
    );
    assert!(
        said.err.contains("there is no directory 'none'; create it with: mkdir -p 'none'"),
        "{}",
        said.err
    );
    assert_eq!(
        (room.read("old.pgn")?.as_str(), room.read("notes.txt")?.as_str()),
        (TWO_GAMES, "buy milk\n")
    );
    room.talk(args, &["c4", "save old.pgn --force", "e5", "save old.pgn"])?;
    let text = room.read("old.pgn")?;
    assert!(text.contains("1. c4 e5 *") && !text.contains("Ada"), "{text}");
    let said = room.talk(&[args, &["--save", "notes.txt", "--force"]].concat(), &["c4"])?;
    assert_eq!((said.code, room.read("notes.txt")?.as_str()), (Some(2), "buy milk\n"));
    Ok(())
}

#[test]
fn a_terminal_asks_whether_to_append_or_to_replace() -> Outcome {
    let room = Room::new()?;
    room.write("old.pgn", TWO_GAMES)?;
    let mut terminal = Terminal::in_room(room, "dumb", &["--two"], None)?;
    terminal.types_at("1. White > ", "c4\nsave old.pgn\n")?;
    terminal.types_at("Append the game, replace the file, or cancel?", "cancel\n")?;
    terminal.types_at("Not saved.", "save old.pgn\nappend\n")?;
    terminal.types_at("Saved: old.pgn", "e5\nsave old.pgn\n")?;
    terminal.types_at("Saved: old.pgn (2 plies", "quit\n")?;
    assert_eq!(terminal.ends()?, Some(0));
    let text = terminal.room().read("old.pgn")?;
    assert!(text.starts_with(TWO_GAMES) && text.matches("1. c4").count() == 1, "{text}");
    assert!(text.contains("1. c4 e5 *"), "{text}");
    Ok(())
}

#[test]
fn a_replay_follows_the_record_and_keeps_it() -> Outcome {
    let room = Room::new()?;
    room.write("g.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n")?;
    let lines = ["e4", "e5", "last 9", "Nc3", "redo", "last", "fen"];
    let said = room.talk(&["g.pgn", "--at", "start", "--no-autosave"], &lines)?;
    assert!(
        said.out.contains("You leave the record: 4 plies are dropped; \"redo\" brings them back."),
        "{}",
        said.out
    );
    assert!(said.out.contains("The record is back"), "{}", said.out);
    assert_eq!(said.out.matches("dropped").count(), 1, "following the record drops nothing");
    assert_eq!(said.plies(), Some(6));
    Ok(())
}

#[test]
fn undo_takes_a_resignation_back() -> Outcome {
    let said = strictly(&["e4", "resign", "undo", "e5", "fen"])?;
    assert_eq!((said.code, said.plies()), (Some(0), Some(2)), "{}", said.out);
    assert!(said.out.contains("The resignation is taken back."), "{}", said.out);
    let mut terminal = Terminal::open("dumb", &["--two"])?;
    terminal.types_at("1. White > ", "f3\ne5\ng4\nQh4\n")?;
    terminal.shows("Game over: 0-1, Black wins by checkmate.")?;
    terminal.shows("Next: \"review\" goes over the game")?;
    Ok(())
}

#[test]
fn a_game_is_reviewed_at_the_table() -> Outcome {
    let room = Room::new()?;
    let lines =
        ["1. f3 e5 2. g4 Qh4", "review depth=2", "review r.pgn depth=2", "review r.html depth=2"];
    let said = room.talk(&["--no-autosave"], &lines)?;
    assert!(said.out.contains("2. g4??  blunder: loses "), "{}", said.out);
    assert!(said.out.contains("inaccuracies  mistakes  blunders  accuracy"), "{}", said.out);
    assert!(said.out.contains("Turning point: 2. g4??"), "{}", said.out);
    assert!(room.read("r.pgn")?.contains("2. g4 $4 {[%eval #-1]}"), "{}", room.read("r.pgn")?);
    assert!(room.read("r.html")?.contains("<figcaption>Evaluation</figcaption>"));
    Ok(())
}
