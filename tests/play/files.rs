//! Games in files: saved, loaded, replayed and continued.

use crate::Outcome;
use crate::room::{PEOPLE, Room, feed, moves, patiently, strictly};

const GAME: &str = "[Event \"Club evening\"]\n[Site \"Uppsala SWE\"]\n[Date \"2023.03.04\"]\n[Round \"1\"]\n\
    [White \"Ek, Anna\"]\n[Black \"Ask, Bo\"]\n[Result \"1-0\"]\n\n\
    1. e4 $1 e5?! {sharp play} 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n";

const AT_END: &str = "r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 4 6";

#[test]
fn a_saved_game_has_its_seven_tags_in_order() -> Outcome {
    let room = Room::new()?;
    let said = room.talk(PEOPLE, &["f3", "e5", "g4", "Qh4", "save game.pgn"])?;
    assert!(said.out.contains("Saved: game.pgn (4 plies, result 0-1)"), "{}", said.out);
    let pgn = room.read("game.pgn")?;
    let tags: Vec<&str> =
        pgn.lines().filter_map(|line| line.strip_prefix('[')?.split(' ').next()).collect();
    assert_eq!(tags[..7], ["Event", "Site", "Date", "Round", "White", "Black", "Result"]);
    assert!(tags[7..].is_sorted(), "{tags:?}");
    let report = feed(&mut room.arbiter(&["validate", "--profile", "export", "game.pgn"]), b"")?;
    assert_eq!(report.code, Some(0), "{}", report.out);
    assert!(
        pgn.contains("[Result \"0-1\"]") && pgn.ends_with("1. f3 e5 2. g4 Qh4# 0-1\n\n"),
        "{pgn}"
    );
    Ok(())
}

#[test]
fn an_unfinished_game_and_one_from_a_position_are_saved_as_such() -> Outcome {
    let room = Room::new()?;
    room.talk(PEOPLE, &["e4", "save a.pgn"])?;
    assert!(room.read("a.pgn")?.ends_with("1. e4 *\n\n"));
    let fen = "8/5k2/8/8/8/3R4/8/4K3 b - - 3 90";
    let args: Vec<&str> = PEOPLE.iter().copied().chain(["--fen", fen]).collect();
    room.talk(&args, &["Ke6", "save b.pgn"])?;
    let pgn = room.read("b.pgn")?;
    assert!(pgn.contains(&format!("[FEN \"{fen}\"]")) && pgn.contains("[SetUp \"1\"]"), "{pgn}");
    assert!(pgn.contains("90... Ke6 *"), "{pgn}");
    Ok(())
}

#[test]
fn tags_are_chosen_and_escaped() -> Outcome {
    let room = Room::new()?;
    let args: Vec<&str> = PEOPLE.iter().copied().chain(["--tag", "Site=Lund"]).collect();
    room.talk(
        &args,
        &[
            "tag Event \"Club \\\"A\\\"\"",
            "tag Annotator Bo \\ Co",
            "e4",
            "comment a {b} c",
            "save t.pgn",
        ],
    )?;
    let pgn = room.read("t.pgn")?;
    for tag in [
        "[Event \"Club \\\"A\\\"\"]",
        "[Annotator \"Bo \\\\ Co\"]",
        "[Site \"Lund\"]",
        "1. e4 {a (b) c} *",
    ] {
        assert!(pgn.contains(tag), "{tag} in {pgn}");
    }
    let asked =
        room.talk(PEOPLE, &["save ask.pgn --ask", "Match", "Lund", "", "3", "Ada", "Bo"])?;
    assert!(asked.out.contains("Saved: ask.pgn"), "{}", asked.out);
    let pgn = room.read("ask.pgn")?;
    for tag in [
        "[Event \"Match\"]",
        "[Site \"Lund\"]",
        "[Round \"3\"]",
        "[White \"Ada\"]",
        "[Black \"Bo\"]",
    ] {
        assert!(pgn.contains(tag), "{tag} in {pgn}");
    }
    Ok(())
}

#[test]
fn saved_games_are_listed_and_loaded_by_name() -> Outcome {
    let room = Room::new()?;
    let said = room.talk(PEOPLE, &["e4", "save", "games"])?;
    let saved = said.out.lines().find_map(|line| line.strip_prefix("Saved: ")).ok_or("saved")?;
    let name = saved.split(" (").next().ok_or("a name")?;
    assert!(said.out.lines().any(|line| line.ends_with(name)), "{}", said.out);
    let stem =
        std::path::Path::new(name).file_stem().and_then(|stem| stem.to_str()).ok_or("a stem")?;
    let loaded = room.talk(PEOPLE, &[&format!("load {stem} at end"), "fen"])?;
    assert_eq!(loaded.plies(), Some(1), "{}", loaded.out);
    room.write("elsewhere.pgn", GAME)?;
    let kept = room.talk(PEOPLE, &["load --keep elsewhere.pgn", "load --keep elsewhere.pgn"])?;
    assert!(kept.out.contains("Copied to ") && kept.out.contains("not copied"), "{}", kept.out);
    Ok(())
}

#[test]
fn a_missing_file_ends_a_run_only_on_the_command_line() -> Outcome {
    let said = patiently(&[], &["load nowhere.pgn", "e4", "fen"])?;
    assert!(said.out.contains("nowhere.pgn"), "{}", said.out);
    assert_eq!((said.code, said.plies()), (Some(0), Some(1)));
    let argument = Room::new()?.talk(&["nowhere.pgn"], &["fen"])?;
    assert_eq!(argument.code, Some(2));
    assert!(argument.err.contains("cannot read 'nowhere.pgn'"), "{}", argument.err);
    Ok(())
}

#[test]
fn a_game_is_loaded_at_any_moment() -> Outcome {
    let room = Room::new()?;
    room.write("g.pgn", GAME)?;
    for (at, plies) in [("start", 0), ("end", 10), ("2", 2), ("2w", 3), ("2b", 4)] {
        let said = room.talk(&["g.pgn", "--at", at, "--no-autosave"], &["fen"])?;
        assert_eq!(said.plies(), Some(plies), "{at}: {}", said.out);
    }
    let end = room.talk(&["g.pgn", "--at", "end", "--no-autosave"], &["fen"])?;
    assert_eq!(end.fen(), AT_END);
    assert_eq!(room.talk(&["g.pgn", "--game", "2"], &[])?.code, Some(2));
    Ok(())
}

#[test]
fn a_replay_goes_back_and_forth_and_shows_signs_names_and_comments() -> Outcome {
    let room = Room::new()?;
    room.write("g.pgn", GAME)?;
    let lines =
        ["next", "next", "prev", "last", "first", "goto 2b", "goto 99", "p", "n", "last 2", "fen"];
    let said = room.talk(&["g.pgn", "--no-autosave"], &lines)?;
    assert!(
        said.out.contains("1. e4!\n") && said.out.contains("1... e5?! {sharp play}\n"),
        "{}",
        said.out
    );
    assert!(said.out.contains("White to move (Ek, Anna)."), "{}", said.out);
    room.write("n.pgn", "1. e4 $10 e5 $14 $1 *\n")?;
    let words = room.talk(&["n.pgn", "--no-autosave"], &["next", "next"])?;
    assert!(words.out.contains("1. e4 (") && words.out.contains("1... e5! ("), "{}", words.out);
    assert!(said.out.contains("there is no such moment"), "{}", said.out);
    assert_eq!(said.plies(), Some(4));
    Ok(())
}

#[test]
fn a_game_is_taken_over_by_playing_another_move() -> Outcome {
    let room = Room::new()?;
    room.write("g.pgn", GAME)?;
    room.talk(&["g.pgn", "--at", "4", "--no-autosave"], &["Bc4", "save o.pgn"])?;
    let pgn = room.read("o.pgn")?;
    assert_eq!(moves(&pgn), ["e4", "e5", "Nf3", "Nc6", "Bc4"]);
    assert!(pgn.contains("[White \"Ek, Anna\"]") && pgn.contains("[Result \"*\"]"), "{pgn}");
    room.talk(&["g.pgn", "--at", "10", "--no-autosave"], &["Re1", "save e.pgn"])?;
    assert_eq!(moves(&room.read("e.pgn")?).len(), 11);
    room.talk(&["g.pgn", "--at", "end", "--no-autosave"], &["save p.pgn"])?;
    assert!(room.read("p.pgn")?.contains("[Result \"1-0\"]"), "nothing was changed");
    let players = ["g.pgn", "--at", "4", "--black", "random", "--no-autosave"];
    assert_eq!(room.talk(&players, &["Bc4", "fen"])?.plies(), Some(6));
    assert_eq!(
        room.talk(&["g.pgn", "--at", "4", "--no-autosave"], &["take both", "last", "fen"])?.plies(),
        Some(4)
    );
    Ok(())
}

#[test]
fn ambiguous_moves_of_a_loaded_game_are_resolved() -> Outcome {
    let room = Room::new()?;
    room.write("g.pgn", "1. d4 e6 2. Nc3 Bb4 3. e4 d6 4. Ne2 Nf6 5. Bd2 Nbd7 *\n")?;
    let rooks = "[FEN \"k7/4r3/8/4r3/8/8/8/7K b - - 0 40\"]\n[SetUp \"1\"]\n\n40... R5e6 *\n";
    room.write("r.pgn", rooks)?;
    let said = room.talk(&["r.pgn", "--at", "end", "--no-autosave"], &["fen"])?;
    assert!(said.fen().starts_with("k7/4r3/4r3/8/8/"), "{}", said.out);
    let said = room.talk(&["g.pgn", "--at", "end", "--no-autosave"], &["fen"])?;
    assert!(
        said.fen().starts_with("r1bqk2r/pppn1ppp/3ppn2/8/1b1PP3/2N5/PPPBNPPP/R2QKB1R"),
        "{}",
        said.out
    );
    Ok(())
}

#[test]
fn a_tag_counts_moves_taken_back() -> Outcome {
    let said = strictly(&["e4", "e5", "undo", "pgn"])?;
    assert!(said.out.contains("[TakenBack \"1\"]"), "{}", said.out);
    Ok(())
}

#[test]
fn a_game_is_never_written_over_an_earlier_one() -> Outcome {
    let room = Room::new()?;
    room.talk(PEOPLE, &["f3", "e5", "g4", "Qh4", "save g.pgn", "new", "e4", "save"])?;
    assert_eq!(moves(&room.read("g.pgn")?), ["f3", "e5", "g4", "Qh4#"]);
    room.write("h.pgn", GAME)?;
    room.talk(PEOPLE, &["e4", "save g.pgn --force", "load h.pgn", "save"])?;
    assert_eq!(moves(&room.read("g.pgn")?), ["e4"]);
    let own = room.talk(PEOPLE, &["e4", "save", "e5", "save", "new", "d4", "save"])?;
    let saved: Vec<&str> = own
        .out
        .lines()
        .filter_map(|line| line.strip_prefix("Saved: ")?.split(" (").next())
        .collect();
    assert!(saved[0] == saved[1] && saved[1] != saved[2], "{saved:?}");
    Ok(())
}

#[test]
fn a_file_of_several_games_is_never_written_over() -> Outcome {
    let room = Room::new()?;
    let two = format!("{GAME}\n{GAME}");
    room.write("two.pgn", &two)?;
    let said = room.talk(&["two.pgn", "--at", "2", "--no-autosave"], &["save two.pgn"])?;
    assert!(said.out.contains("Not saved: two.pgn exists"), "{}", said.out);
    let said = room.talk(&["two.pgn", "--save", "two.pgn", "--no-autosave"], &["n"])?;
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert_eq!(room.read("two.pgn")?, two);
    Ok(())
}

#[test]
fn a_link_stays_a_link() -> Outcome {
    let room = Room::new()?;
    room.write("old.pgn", "")?;
    room.write("link to old.pgn.tmp", "another program's")?;
    for target in ["old.pgn", "new.pgn"] {
        let link = format!("link to {target}");
        std::os::unix::fs::symlink(target, room.work(&link))?;
        room.talk(PEOPLE, &["e4", &format!("save {link}")])?;
        assert_eq!(moves(&room.read(target)?), ["e4"], "{target}");
        assert!(room.work(&link).is_symlink(), "{target}");
    }
    assert_eq!(room.read("link to old.pgn.tmp")?, "another program's");
    Ok(())
}

#[test]
fn tags_and_comments_of_a_loaded_game_are_kept() -> Outcome {
    let room = Room::new()?;
    let tags = "[White \"Ek, Anna\"]\n[Black \"Ask, Bo\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n\
        [Termination \"Anna won on time\"]\n[TimeControl \"300+2\"]\n[WhiteType \"program\"]\n";
    let text = "1. e4 {[%clk 0:04:58] [%eval 0.25] good} (1. d4 (1. c4)) e5 {[%clk 0:04:50]} 1-0";
    room.write("c.pgn", &format!("[Event \"Club\"]\n{tags}\n{text}\n"))?;
    let said =
        room.talk(&["c.pgn", "--tag", "Round=7", "--no-autosave"], &["save d.pgn", "new", "pgn"])?;
    assert!(said.out.contains("2 variations were skipped."), "{}", said.out);
    let pgn = room.read("d.pgn")?;
    for line in tags.lines().chain(["[Event \"Club\"]", "[Round \"7\"]"]) {
        assert!(pgn.contains(line), "{line} in {pgn}");
    }
    let text = "1. e4 {[%clk 0:04:58] [%eval 0.25] good} 1... e5 {[%clk 0:04:50]} 1-0";
    assert!(pgn.ends_with(&format!("{text}\n\n")), "{pgn}");
    assert!(!said.out.contains("[Event \"Club\"]") && !said.out.contains("ECO"), "{}", said.out);
    let said = room.talk(&["c.pgn", "--at", "end", "--no-autosave"], &["Nf3", "pgn"])?;
    for gone in ["Termination", "TimeControl", "program"] {
        assert!(!said.out.contains(gone), "{gone} in {}", said.out);
    }
    Ok(())
}

#[test]
fn control_characters_of_a_file_do_not_reach_the_terminal() -> Outcome {
    let room = Room::new()?;
    room.write("x.pgn", "[White \"A\u{1b}[2J\"]\n\n{\u{1b}]0;x\u{7}} 1. e4 {\u{9b}31m} *\n")?;
    let lines = ["next", "prev", "load \u{1b}[31m", "help \u{1b}[31m", "\u{1b}[31m", "pgn"];
    let said = room.talk(&["x.pgn", "--echo", "--no-autosave"], &lines)?;
    let is_command = |c: char| c.is_control() && c != '\n';
    assert!(!said.out.contains(is_command) && !said.err.contains(is_command), "{:?}", said.out);
    assert!(said.out.contains("White to move (A␛[2J)."), "{}", said.out);
    Ok(())
}

#[test]
fn tags_on_the_command_line_are_checked() -> Outcome {
    let room = Room::new()?;
    for tag in ["Result=0-1", "FEN=x", "Variant=Alice", "SetUp=1", "Date=today", "1x=y"] {
        assert_eq!(room.talk(&["--tag", tag], &["pgn"])?.code, Some(2), "{tag}");
    }
    let twice = ["--tag", "Event=One", "--tag", "Event=Two", "--tag", "White=Ada"];
    let said = room.talk(&twice, &["pgn"])?;
    assert!(said.out.contains("[Event \"Two\"]") && !said.out.contains("One"), "{}", said.out);
    assert!(said.out.contains("White to move (Ada)."), "{}", said.out);
    Ok(())
}

#[test]
fn an_endless_file_is_not_read_to_its_end() -> Outcome {
    let said = patiently(&[], &["load /dev/zero", "e4", "fen"])?;
    assert_eq!((said.code, said.plies()), (Some(0), Some(1)), "{}", said.out);
    Ok(())
}
