//! Alice chess as a user sees it: positions drawn and described, scripted games, and games of the built-in engine
//! against itself.

use std::{
    env,
    error::Error,
    fs,
    io::Write,
    process::{Command, Stdio},
};

use tempfile::TempDir;

/// A temporary directory in which the program runs.
struct Workspace(TempDir);

impl Workspace {
    fn new() -> Result<Self, Box<dyn Error>> {
        Ok(Self(TempDir::with_prefix("arbiter-")?))
    }

    /// The output for these lines, and the exit status.
    fn run(
        &self,
        arguments: &[&str],
        lines: &str,
    ) -> Result<(String, Option<i32>), Box<dyn Error>> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_arbiter"))
            .args(arguments)
            .current_dir(self.0.path())
            .env("HOME", self.0.path())
            .env("COLUMNS", "120")
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_STATE_HOME")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        child.stdin.take().ok_or("no input")?.write_all(lines.as_bytes())?;
        let output = child.wait_with_output()?;
        let said = String::from_utf8(output.stdout)? + &String::from_utf8(output.stderr)?;
        Ok((said, output.status.code()))
    }

    /// A game between two players at the keyboard.
    fn people(&self, variant: &str, moves: &str) -> Result<(String, Option<i32>), Box<dyn Error>> {
        let people = ["play", "--white", "human", "--black", "human", "--no-autosave", "--strict"];
        let arguments = [people.as_slice(), &["--variant", variant]].concat();
        self.run(&arguments, &moves.replace(' ', "\n"))
    }

    /// A game of the built-in engine against itself, saved under this name.
    fn machines(
        &self,
        variant: &str,
        depths: [u8; 2],
        save: &str,
    ) -> Result<String, Box<dyn Error>> {
        let [white, black] = depths.map(|depth| format!("ai:depth={depth}"));
        let players = ["play", "--white", &white, "--black", &black, "--no-autosave"];
        let arguments = [players.as_slice(), &["--variant", variant, "--save", save]].concat();
        Ok(self.run(&arguments, "")?.0)
    }
}

#[test]
fn scripted_games_end_as_the_rules_say() -> Result<(), Box<dyn Error>> {
    let workspace = Workspace::new()?;
    let table = [
        ("alice", "e4 fen", "PPPP1PPP/RNBQKBNR|8/8/8/8/4P3/8/8/8 b KQkq - 0 1", 0),
        ("alice", "Nf3 a6 f3", "f3 is occupied on board B by the white knight", 1),
        ("alice", "e4 d6 Qg4 Bxg4", "g4 is occupied on board B by the white queen", 1),
        ("alice", "e4 a6 Be2 b6 Nh3 c6 O-O fen", "RNBQ4|8/8/ppp5/8/4P3/7N/4B3/5RK1 b", 0),
        ("alice-ksparov", "e4 a6 Be2 b6 Nh3 c6 O-O", "There is no castling in this variant", 1),
        ("alice", "e4 d5 Be2 dxe4 Bb5", "3. Bb5#\nGame over: 1-0, White wins by checkmate", 0),
        ("alice", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "threefold repetition", 0),
        (
            "alice:3",
            "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 fen",
            "|6n1/8/8/8/8/8/8/6N1|8/8/8/8/8/8/8/8 w",
            0,
        ),
    ];
    for (variant, moves, said, code) in table {
        let (output, found) = workspace.people(variant, moves)?;
        assert!(output.contains(said), "{variant}: {moves}\n{output}");
        assert_eq!(found, Some(code), "{variant}: {moves}\n{output}");
    }
    Ok(())
}

/// Plays a game of every variant at these depths; `validate` must find them all clean.
fn machines_finish(depths: &[[u8; 2]]) -> Result<(), Box<dyn Error>> {
    let workspace = Workspace::new()?;
    let mut files = Vec::new();
    for dialect in ["alice", "alice-ksparov"] {
        for boards in 2..=8 {
            for &depths in depths {
                let variant = format!("{dialect}:{boards}");
                let file = format!("{dialect}-{boards}-{}-{}.pgn", depths[0], depths[1]);
                let said = workspace.machines(&variant, depths, &file)?;
                assert!(said.contains("Game over:"), "{variant} {depths:?}\n{said}");
                files.push(file);
            }
        }
    }
    let arguments: Vec<&str> =
        ["validate"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let (said, code) = workspace.run(&arguments, "")?;
    assert!(said.contains(&format!("{0} games: {0} clean", files.len())), "{said}");
    assert_eq!(code, Some(0), "{said}");
    Ok(())
}

#[test]
fn two_machines_finish_a_game_of_every_variant() -> Result<(), Box<dyn Error>> {
    machines_finish(&[[1, 1]])
}

#[test]
#[ignore = "deep; run by the deep step of .ci/run"]
fn two_machines_finish_fifty_games_and_more() -> Result<(), Box<dyn Error>> {
    machines_finish(&[[1, 2], [2, 1], [2, 2], [3, 2]])
}

/// White has a knight on a6 of board B and another on a6 of board C.
const TWINS: &str = "k7/8/8/8/8/8/8/4K3|8/8/N7/8/8/8/8/8|8/8/N7/8/8/8/8/8 w - - 0 1";

#[test]
fn a_position_on_several_boards_is_drawn_and_described() -> Result<(), Box<dyn Error>> {
    let workspace = Workspace::new()?;
    let columns = "--columns=variant,piece_count,material_key,legal_moves,in_check";
    let table: [(&[&str], &str); 6] = [
        (
            &["show", TWINS],
            "Board A                        Board B                        Board C\n",
        ),
        (&["show", "--style", "plain", TWINS], "Board C\nWhite: knight a6.\nBlack: nothing.\n"),
        (&["report", TWINS], "White to move. 13 legal moves. Material 6-0."),
        (
            &["report", "--format", "json", columns, TWINS],
            r#"{"variant":"alice:3","piece_count":4,"material_key":"KNNvK","legal_moves":13,"in_check":false}"#,
        ),
        (
            &[
                "report",
                "--format",
                "csv",
                "--columns=fen",
                "--variant",
                "alice-ksparov",
                "k7/8/8/8/8/8/8/4K3 w - - 0 1",
            ],
            "k7/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8 w - - 0 1",
        ),
        (&["perft", "1", "--divide", "--fen", TWINS], "a6c5/B: 1\n"),
    ];
    for (arguments, said) in table {
        let (output, code) = workspace.run(arguments, "")?;
        assert!(output.contains(said), "{arguments:?}\n{output}");
        assert_eq!(code, Some(0), "{arguments:?}\n{output}");
    }
    Ok(())
}

#[test]
fn an_unplayable_position_is_reported_with_its_board() -> Result<(), Box<dyn Error>> {
    let workspace = Workspace::new()?;
    let fen = "k7/8/8/8/8/8/8/4K3|P7/8/8/8/8/8/8/8 w - - 0 1";
    let (output, code) = workspace.run(&["report", fen], "")?;
    assert!(output.contains("column 20: no pawn can stand on a8 of board B"), "{output}");
    assert_eq!(code, Some(1));
    Ok(())
}

#[test]
fn the_shortest_game_is_replayed_to_its_mate() -> Result<(), Box<dyn Error>> {
    let workspace = Workspace::new()?;
    let game = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
        [Black \"?\"]\n[Result \"1-0\"]\n[Variant \"Alice\"]\n\n1. e4 d5 2. Be2 dxe4 3. Bb5# 1-0\n";
    fs::write(workspace.0.path().join("game.pgn"), game)?;
    let table: [(&[&str], &str); 4] = [
        (&["validate", "game.pgn"], "1 game: 1 clean"),
        (&["validate", "--format", "json", "game.pgn"], r#""outcome":"checkmate""#),
        (
            &["report", "--pgn", "game.pgn", "--at", "end"],
            "Checkmate: White wins (1-0). Black king e8 attacked by b5 on board A.",
        ),
        (&["show", "game.pgn"], "5  . [B] .  .  .  .  .  .  5   5  .  .  .  .  .  .  .  .  5\n"),
    ];
    for (arguments, said) in table {
        let (output, code) = workspace.run(arguments, "")?;
        assert!(output.contains(said), "{arguments:?}\n{output}");
        assert_eq!(code, Some(0), "{arguments:?}\n{output}");
    }
    Ok(())
}
