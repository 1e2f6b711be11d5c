//! The players of `arbiter play`: keyboard, random, built-in engine.

use std::collections::BTreeSet;
use std::time::Instant;

use crate::Outcome;
use crate::room::{Room, feed, moves};

const LOST: &str = "kbK5/pp6/RP6/8/8/8/8/8 b - - 1 40";

#[test]
fn every_pairing_plays() -> Outcome {
    let room = Room::new()?;
    for (white, black) in [("random", "random"), ("ai:depth=1", "random"), ("random", "ai:depth=1")]
    {
        let args = [
            "--white",
            white,
            "--black",
            black,
            "--seed",
            "1",
            "--max-plies",
            "10",
            "--no-autosave",
        ];
        let said = room.talk(&args, &[])?;
        assert_eq!(said.code, Some(0), "{white} against {black}: {}", said.err);
        assert!(said.out.contains("5. "), "{}", said.out);
    }
    let said = room.talk(&["--black", "ai:depth=1", "--no-autosave"], &["e4", "fen"])?;
    assert_eq!(said.plies(), Some(2), "{}", said.out);
    Ok(())
}

#[test]
fn colours_are_drawn_by_the_seed() -> Outcome {
    let room = Room::new()?;
    let side = |seed: &str| -> Result<Option<u32>, std::io::Error> {
        Ok(room.talk(&["--vs", "random", "--seed", seed, "--no-autosave"], &["fen"])?.plies())
    };
    let seeds = (0..40).map(|seed: u32| seed.to_string());
    let sides = seeds.map(|seed| side(&seed)).collect::<Result<BTreeSet<_>, _>>()?;
    assert_eq!(sides, BTreeSet::from([Some(0), Some(1)]));
    assert_eq!(side("3")?, side("3")?);
    for (color, plies) in [("white", 0), ("black", 1)] {
        let args = ["--vs", "random", "--as", color, "--seed", "5", "--no-autosave"];
        assert_eq!(room.talk(&args, &["fen"])?.plies(), Some(plies));
    }
    Ok(())
}

#[test]
fn random_games_repeat_with_their_seed() -> Outcome {
    let room = Room::new()?;
    let game = |seed: &str, file: &str| -> Result<Vec<String>, std::io::Error> {
        let args = ["--white", "random", "--black", "random", "--max-plies", "60", "--no-autosave"];
        let args: Vec<&str> = args.into_iter().chain(["--seed", seed, "--save", file]).collect();
        assert_eq!(room.talk(&args, &[])?.code, Some(0));
        Ok(moves(&room.read(file)?))
    };
    assert_eq!(game("7", "a.pgn")?, game("7", "b.pgn")?);
    assert_eq!(room.read("a.pgn")?, room.read("b.pgn")?);
    let said = feed(&mut room.arbiter(&["validate", "--profile", "export", "a.pgn"]), b"")?;
    assert_eq!(said.code, Some(0), "{}", said.out);
    assert_ne!(game("7", "d.pgn")?, game("8", "c.pgn")?);
    Ok(())
}

#[test]
fn the_built_in_player_mates_and_promotes_well() -> Outcome {
    let room = Room::new()?;
    let play =
        |fen: &str, depth: &str| room.talk(&["--white", depth, "--fen", fen, "--no-autosave"], &[]);
    let mate = play("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 40", "ai:depth=2")?;
    assert_eq!(mate.over(), ["Game over: 1-0, White wins by checkmate."]);
    let knight = play("8/5P1k/N6p/8/8/2B5/1K6/6R1 w - - 0 40", "ai:depth=2")?;
    assert!(knight.out.contains("f8=N#"), "{}", knight.out);
    Ok(())
}

#[test]
fn the_built_in_player_resigns_unless_the_setting_is_off() -> Outcome {
    let room = Room::new()?;
    let args = ["--black", "ai:depth=4", "--fen", LOST, "--no-autosave"];
    let said = room.talk(&args, &[])?;
    assert_eq!(said.over(), ["Game over: 1-0, Black resigns (mate cannot be avoided)."]);
    let stubborn = room.talk(&[&args[..], &["--step"]].concat(), &["set resign off", "", "fen"])?;
    assert_eq!(stubborn.over().len(), 0, "{}", stubborn.out);
    assert!(stubborn.fen().contains(" w "), "{}", stubborn.out);
    let to_the_end = ["set resign off", "", "b7"];
    let mated = room.talk(&[&args[..], &["--step"]].concat(), &to_the_end)?;
    assert_eq!(mated.over(), ["Game over: 1-0, White wins by checkmate."], "{}", mated.out);
    Ok(())
}

#[test]
fn the_built_in_player_accepts_a_draw_when_it_is_worse() -> Outcome {
    let room = Room::new()?;
    let worse = "4k3/8/8/8/8/8/4P3/QQ2K3 w - - 0 40";
    let said =
        room.talk(&["--black", "ai:depth=1", "--fen", worse, "--no-autosave"], &["draw", "e3"])?;
    assert_eq!(said.over(), ["Game over: 1/2-1/2, draw by agreement."]);
    let better = "qq2k3/4p3/8/8/8/8/4P3/4K3 w - - 0 40";
    let said =
        room.talk(&["--black", "ai:depth=1", "--fen", better, "--no-autosave"], &["draw", "e3"])?;
    assert_eq!(said.over().len(), 0, "{}", said.out);
    Ok(())
}

#[test]
fn random_promotions_are_of_several_kinds() -> Outcome {
    let room = Room::new()?;
    let mut kinds = BTreeSet::new();
    for seed in 0..50 {
        let seed = seed.to_string();
        let args = [
            "--white",
            "random",
            "--fen",
            "8/P7/8/8/8/k7/8/K7 w - - 0 60",
            "--seed",
            &seed,
            "--no-autosave",
        ];
        let said = room.talk(&args, &[])?;
        kinds.extend(said.out.split("a8=").nth(1).and_then(|rest| rest.chars().next()));
    }
    assert!(kinds.len() > 1, "{kinds:?}");
    Ok(())
}

#[test]
fn with_steps_every_enter_is_one_move() -> Outcome {
    let room = Room::new()?;
    let args = ["--white", "random", "--black", "random", "--step", "--seed", "1", "--no-autosave"];
    for count in [0_u32, 1, 3] {
        let enters = vec![""; usize::try_from(count)?];
        let lines: Vec<&str> = enters.into_iter().chain(["fen"]).collect();
        assert_eq!(room.talk(&args, &lines)?.plies(), Some(count));
    }
    assert_eq!(room.talk(&args, &["go", "go", "fen"])?.plies(), Some(2));
    Ok(())
}

#[test]
fn a_delay_is_the_shortest_time_for_a_move() -> Outcome {
    let begun = Instant::now();
    let args = [
        "--white",
        "random",
        "--black",
        "random",
        "--delay",
        "150ms",
        "--max-plies",
        "4",
        "--no-autosave",
    ];
    Room::new()?.talk(&args, &[])?;
    assert!(begun.elapsed().as_millis() >= 600);
    Ok(())
}

#[test]
fn go_continues_a_stopped_computer_player() -> Outcome {
    let args = ["--black", "random", "--delay", "600ms", "--no-autosave"];
    let said = Room::new()?.talk(&args, &["e4", "stop", "fen", "go", "fen"])?;
    let stopped = said.out.find(" b KQkq").ok_or("the position after e4")?;
    let moved = said.out.find("1... ").ok_or("the engine's move")?;
    assert!(stopped < moved, "{}", said.out);
    assert_eq!(said.plies(), Some(2));
    Ok(())
}

#[test]
fn hints_level_and_evaluation_are_given() -> Outcome {
    let room = Room::new()?;
    let said = room.talk(&["--no-autosave"], &["eval", "level 2", "hint 2", "1", "fen"])?;
    assert!(said.out.contains("Evaluation: +0.00"), "{}", said.out);
    assert!(said.out.contains("Hint: 1) ") && said.out.contains("2) "), "{}", said.out);
    assert_eq!(said.plies(), Some(1), "the hint was played by its number: {}", said.out);
    Ok(())
}

#[test]
fn a_mirrored_position_is_worth_the_same_to_the_other_side() -> Outcome {
    let evaluation = |fen: &str| -> Result<String, Box<dyn std::error::Error>> {
        let said = Room::new()?.talk(&["--fen", fen, "--no-autosave"], &["eval"])?;
        let line = said.out.lines().find_map(|line| line.strip_prefix("Evaluation: "));
        Ok(line.and_then(|line| line.split(' ').next()).ok_or(said.out.clone())?.to_owned())
    };
    let here = evaluation("4k3/pp6/8/8/4N3/8/PPP5/4K3 w - - 0 40")?;
    let there = evaluation("4k3/ppp5/8/4n3/8/8/PP6/4K3 b - - 0 40")?;
    assert!(here.starts_with('+') && there.starts_with('-'), "{here} {there}");
    assert_eq!(here.trim_start_matches('+'), there.trim_start_matches('-'));
    Ok(())
}

#[test]
fn computer_players_finish_a_game_without_input() -> Outcome {
    let room = Room::new()?;
    let args = ["--white", "ai:depth=1", "--black", "random", "--seed", "3", "--save", "m.pgn"];
    let said = feed(&mut room.play(&args), b"")?;
    assert_eq!((said.code, said.over().len()), (Some(0), 1), "{}", said.out);
    let report = feed(&mut room.arbiter(&["validate", "--profile", "export", "m.pgn"]), b"")?;
    assert_eq!(report.code, Some(0), "{}", report.out);
    Ok(())
}

/// Fifty games with each colour; slow without optimisation.
#[test]
#[ignore = "a hundred games; .ci/run plays them"]
fn the_built_in_player_beats_chance_a_hundred_times() -> Outcome {
    let room = Room::new()?;
    for seed in 0..50 {
        for (white, black, result) in
            [("ai:depth=3", "random", "1-0"), ("random", "ai:depth=3", "0-1")]
        {
            let seed = seed.to_string();
            let args = ["--white", white, "--black", black, "--seed", &seed, "--no-autosave"];
            let said = feed(&mut room.play(&args), b"")?;
            let won = format!("Game over: {result}, ");
            assert!(said.over()[0].starts_with(&won), "seed {seed}: {}", said.over()[0]);
        }
    }
    Ok(())
}

#[test]
fn undo_against_a_computer_player_takes_back_two_plies() -> Outcome {
    let said = Room::new()?
        .talk(&["--black", "random", "--seed", "1", "--no-autosave"], &["e4", "undo", "fen"])?;
    assert_eq!(said.plies(), Some(0), "{}", said.out);
    Ok(())
}

#[test]
fn unknown_players_are_usage_errors() -> Outcome {
    for player in ["robot", "ai:depth=0", "uci:"] {
        assert_eq!(Room::new()?.talk(&["--white", player], &[])?.code, Some(2), "{player}");
    }
    Ok(())
}
