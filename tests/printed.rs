//! Nothing that is read reaches a terminal as a control character: escape sequences go through every field of every command.

use std::{
    error::Error,
    io::Write,
    process::{Command, Stdio},
    thread,
};

#[path = "support/mod.rs"]
mod support;

use support::Folder;

type Outcome = Result<(), Box<dyn Error>>;

/// Clears the screen, sets a title, rings; eight-bit controls, delete, a zero-width space, a direction override, markup.
const EVIL: &str =
    "\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{7f}\u{8}\u{200b}\u{202e}\u{2066}\u{feff}<b>&";

/// The same as bytes, with C1 bytes that are no UTF-8.
fn evil_bytes() -> Vec<u8> {
    [EVIL.as_bytes(), b"\x9b2J\x90\xff"].concat()
}

/// What must not be printed raw.
fn is_dangerous(character: char) -> bool {
    (character.is_control() && !matches!(character, '\n' | '\t'))
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Runs a command line, and returns both outputs.
fn output(arguments: &[&str], input: &[u8]) -> Result<String, Box<dyn Error>> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .args(arguments)
        .env("XDG_CONFIG_HOME", "/nowhere")
        .env("XDG_DATA_HOME", "/nowhere")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().ok_or("a pipe")?;
    let output = thread::scope(|scope| {
        // The program may end before it has read everything.
        scope.spawn(move || stdin.write_all(input).ok());
        child.wait_with_output()
    })?;
    Ok(String::from_utf8([output.stdout, output.stderr].concat())?)
}

/// Runs a command line whose output must be printable; the evil text must have been quoted if `quotes`.
fn assert_printable(arguments: &[&str], input: &[u8], quotes: bool) -> Outcome {
    let printed = output(arguments, input)?;
    let found = printed.chars().find(|&character| is_dangerous(character));
    assert_eq!(found, None, "{arguments:?}: {}", printed.escape_debug());
    if quotes {
        assert!(printed.contains("31m"), "{arguments:?} does not quote it: {printed}");
    }
    Ok(())
}

/// A game with the text in every place.
fn evil_game(evil: &[u8]) -> Vec<u8> {
    let mut game = Vec::new();
    for name in ["Event", "Site", "Date", "Round", "White", "Black", "Result", "ECO", "WhiteElo"] {
        game.extend([b"[", name.as_bytes(), b" \"", evil, b"\"]\n"].concat());
    }
    for tag in ["TimeControl", "Termination", "Variation", "UTCTime", "Board", "WhiteTitle"] {
        game.extend([b"[", tag.as_bytes(), b" \"x", evil, b"\"]\n"].concat());
    }
    game.extend([b"[Na", evil, b"me \"value\"]\n\n"].concat());
    game.extend([b"1. e4 {", evil, b" [%clk ", evil, b"] [%", evil, b" 1]} e5 ; ", evil].concat());
    game.extend(
        [b"\n2. N", evil, b"f3 Nc6 $", evil, b" 3. ", evil, b" (3. ", evil, b") *\n"].concat(),
    );
    game.extend([b"\n", evil, b"\n\n"].concat());
    game
}

#[test]
fn games_are_printable_in_every_format_for_people() -> Outcome {
    let folder = Folder::new()?;
    let game = evil_game(&evil_bytes());
    let name = folder.file(&format!("{}.pgn", EVIL.replace('\u{feff}', "\n")), &game)?;
    for format in ["text", "line"] {
        for profile in ["read", "import", "export", "pedantic"] {
            let options = ["validate", "--format", format, "--profile", profile, &name];
            assert_printable(&options, b"", true)?;
        }
    }
    for variant in ["[Variant \"", "[FEN \"", "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/"] {
        let text = [variant.as_bytes(), &evil_bytes(), b"\"]\n\n1. e4 *\n"].concat();
        assert_printable(&["validate", "--format", "text", "-"], &text, true)?;
        assert_printable(&["validate", "--profile", "pedantic", "--format", "line"], &text, false)?;
    }
    for command in [["show", &name], ["report", "--pgn"]] {
        assert_printable(&[&command[..], &[&name]].concat(), b"", false)?;
    }
    assert_printable(&["show", &name, "--at", "2"], b"", false)?;
    assert_printable(&["explain", "--pgn", &name, "--at", "2", "Nf3"], b"", false)?;
    assert_printable(&["play", "--no-autosave", &name], b"tags\nmoves\nboard\n", false)
}

#[test]
fn positions_are_printable() -> Outcome {
    let folder = Folder::new()?;
    let fields = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut list = Vec::new();
    for at in 0..=6 {
        let mut words: Vec<&[u8]> = fields.split(' ').map(str::as_bytes).collect();
        let evil = evil_bytes();
        words.insert(at, &evil);
        list.extend([words.join(&b' '), b"\n".to_vec()].concat());
    }
    let start = fields.trim_end_matches(" 0 1").as_bytes();
    list.extend([start, b" id \"", &evil_bytes(), b"\"; bm ", &evil_bytes(), b";\n"].concat());
    list.extend(
        [start, b" c0 \"x\"; ", &evil_bytes(), b" 1; acd ", &evil_bytes(), b";\n"].concat(),
    );
    let name = folder.file(&format!("{EVIL}.epd"), &list)?;
    for format in ["text", "line", "html"] {
        assert_printable(&["report", "--format", format, &name], b"", true)?;
        let with = ["report", "--with", "board,svg,pieces", "--format", format, "-"];
        assert_printable(&with, &list, true)?;
        assert_printable(&["report", "--format", format, &format!("8/8 {EVIL}")], b"", true)?;
    }
    let page = output(&["report", "--format", "html", &name], b"")?;
    assert!(!page.contains("<b>&") && page.contains("&lt;b&gt;&amp;"), "{page}");
    assert_printable(&["show", &format!("8/8/8/8/8/8/8/8 {EVIL}")], b"", true)?;
    for style in ["ascii", "unicode", "plain", "svg"] {
        assert_printable(&["show", fields, "--style", style], b"", false)?;
    }
    Ok(())
}

#[test]
fn arguments_are_printable() -> Outcome {
    let missing = format!("missing{EVIL}.pgn");
    for arguments in [
        &[EVIL][..],
        &["validate", &missing],
        &["validate", "--format", EVIL],
        &["validate", EVIL, "--select", EVIL],
        &["validate", "--ignore", EVIL, "-"],
        &["validate", "--max-findings", EVIL],
        &["validate", "--fail-on", EVIL],
        &["validate", &format!("--{EVIL}")],
        &["validate", "-", "-o", &format!("/dev/null/{EVIL}")],
        &["report", &missing],
        &["report", "--columns", EVIL, "-"],
        &["report", "--with", EVIL, "-"],
        &["explain", EVIL],
        &["explain", &format!("N{EVIL}f3")],
        &["explain", "--fen", EVIL, "e4"],
        &["explain", "--pgn", &missing, "e4"],
        &["explain", "--at", EVIL, "--pgn", "-", "e4"],
        &["explain", "--variant", EVIL, "e4"],
        &["show", &missing],
        &["show", "--moves", EVIL],
        &["show", "--style", EVIL],
        &["perft", EVIL],
        &["perft", "1", "--fen", EVIL],
        &["perft", "1", "--variant", EVIL],
        &["completions", EVIL],
        &["config", EVIL],
        &["play", "--vs", EVIL],
        &["play", "--vs", &format!("uci:{EVIL}")],
        &["play", "--white", &format!("xboard:{EVIL}")],
        &["play", "--clock", EVIL],
        &["play", &missing],
        &["play", "--fen", EVIL],
        &["play", "--resume", "--variant", EVIL],
    ] {
        assert_printable(arguments, b"1. e4 *\n", true)?;
    }
    Ok(())
}

#[test]
fn names_and_typed_lines_are_printable() -> Outcome {
    let name = format!("human:{EVIL}");
    let lines = format!(
        "e4\n{EVIL}\ne5{EVIL}\nset name {EVIL}\ntags\nmoves\nsave /dev/null/{EVIL}\nload {EVIL}\n"
    );
    let arguments = ["play", "--no-autosave", "--white", &name, "--black", &name];
    assert_printable(&arguments, lines.as_bytes(), true)?;
    let lines = format!("uci\nsetoption name {EVIL} value 1\nposition fen {EVIL}\n{EVIL}\nquit\n");
    assert_printable(&["uci"], lines.as_bytes(), true)
}

#[test]
fn settings_are_printable() -> Outcome {
    let folder = Folder::new()?;
    for settings in [
        format!("style = \"{}\"\n", EVIL.escape_default()),
        format!("{EVIL} = 1\n"),
        format!("\"{}\" = 1\n", "\\u001b[2J\\u009b"),
        "white = \"human:\\u001b[2J\\u009b\"\n".to_owned(),
    ] {
        folder.file("arbiter/config.toml", &settings)?;
        let command = |arguments: &[&str]| -> Result<String, Box<dyn Error>> {
            let home = folder.name("");
            let output = Command::new(env!("CARGO_BIN_EXE_arbiter"))
                .args(arguments)
                .env("XDG_CONFIG_HOME", home)
                .stdin(Stdio::null())
                .output()?;
            Ok(String::from_utf8([output.stdout, output.stderr].concat())?)
        };
        for arguments in [&["config"][..], &["config", "--path"], &["play", "--no-autosave"]] {
            let printed = command(arguments)?;
            let found = printed.chars().find(|&character| is_dangerous(character));
            assert_eq!(found, None, "{settings:?}: {}", printed.escape_debug());
        }
    }
    let home = folder.name(EVIL);
    let output = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .args(["config"])
        .env("XDG_CONFIG_HOME", home)
        .output()?;
    let printed = String::from_utf8(output.stdout)?;
    assert!(!printed.contains(is_dangerous) && printed.contains("[2J"), "{printed:?}");
    Ok(())
}

#[test]
fn engines_are_printable() -> Outcome {
    let folder = Folder::new()?;
    let evil = EVIL.replace('\u{8}', "");
    let uci = format!(
        "echo 'id name {evil}'; echo 'id author {evil}'; echo uciok; echo '{evil}' >&2\n\
         while read line; do case $line in isready) echo readyok;;\n\
         go*) echo 'info string {evil}'; echo 'bestmove {evil}';; quit) exit;; esac; done\n"
    );
    let xboard = format!(
        "while read line; do case $line in protover*) echo 'feature myname=\"{evil}\" done=1';;\n\
         go) echo '# {evil}'; echo 'move {evil}';; quit) exit;; esac; done\n"
    );
    for (protocol, script) in [("uci", uci), ("xboard", xboard)] {
        let script = folder.file(&format!("{protocol}.sh"), script)?;
        let engine = format!("{protocol}:sh {script}");
        for verbose in [&["--max-plies", "2"][..], &["-v"]] {
            let game = ["play", "--no-autosave", "--white", &engine, "--black", "random"];
            assert_printable(&[&game[..], verbose].concat(), b"", true)?;
        }
    }
    Ok(())
}

/// Data formats keep the data, each in its own way.
#[test]
fn json_escapes_and_csv_quotes() -> Outcome {
    let game = evil_game(EVIL.as_bytes());
    let json = output(&["validate", "--format", "json", "-q", "-o", "/dev/stdout", "-"], &game)?;
    assert!(json.lines().all(|line| !line.contains(|c: char| c < ' ')), "{json:?}");
    let record: serde_json::Value = json
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .find(|record| record["type"] == "game")
        .ok_or("a game")?;
    assert_eq!(record["tags"]["White"], EVIL);
    let csv = output(&["validate", "--format", "csv", "-q", "-o", "/dev/stdout", "-"], &game)?;
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let white = rows.headers()?.iter().position(|name| name == "white").ok_or("a column")?;
    assert_eq!(&rows.records().next().ok_or("a row")??[white], EVIL);
    Ok(())
}
