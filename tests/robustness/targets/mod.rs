//! The parsers of the program as targets, each with samples, words and properties.

mod board;
pub(crate) mod correction;
mod definition;
mod engine;
pub(crate) mod game;
mod session;
mod table;
mod value;

use std::{error::Error, fs, path::Path};

use arbiter::{
    cli::Cli,
    cli::{Exit, Streams},
    diagnostics::{Edit, Finding},
    text::{Source, Span},
};
use clap::Parser;
use tempfile::TempPath;

use crate::samples::{self, Samples, contents};

/// The result of a check.
pub(crate) type Outcome = Result<(), Box<dyn Error>>;

/// An error unless a property holds.
pub(crate) fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(otherwise().into()) }
}

/// Inputs that failed once, and hand-made ones that look as if they could.
pub(crate) const REGRESSIONS: &str = "tests/robustness/regressions";

/// What a fuzzer found, one file for each target and one escaped input a line: together they reach more of the code than
/// the samples.
const CORPUS: &str = "tests/robustness/corpus";

/// A parser under test.
pub(crate) struct Target {
    /// Its name, and the folder of its regressions.
    pub(crate) name: &'static str,
    /// Real inputs.
    pub(crate) samples: fn() -> Samples,
    /// Words with a meaning for it.
    pub(crate) words: &'static [&'static str],
    /// Parses an input and checks every property.
    pub(crate) check: fn(&[u8]) -> Outcome,
}

impl Target {
    /// Real inputs, those that failed once, and those of the fuzzer.
    pub(crate) fn inputs(&self) -> Samples {
        let mut inputs = (self.samples)()?;
        inputs.extend(contents(&Path::new(REGRESSIONS).join(self.name))?);
        inputs.extend(self.corpus()?);
        Ok(inputs)
    }

    /// The inputs of the fuzzer.
    pub(crate) fn corpus(&self) -> Samples {
        let path = Path::new(CORPUS).join(self.name);
        let text = if path.exists() { fs::read(path)? } else { Vec::new() };
        Ok(text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).map(raw).collect())
    }
}

/// The bytes of a line without its escapes: `\\n`, `\\r`, `\\t`, `\\xff`, and any other byte after a backslash as it is.
fn raw(line: &[u8]) -> Vec<u8> {
    let mut bytes = line.iter().copied();
    let mut raw = Vec::new();
    while let Some(byte) = bytes.next() {
        let escaped = if byte == b'\\' { bytes.next() } else { None };
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        raw.push(match escaped {
            None => byte,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'x') => {
                let number = digit(bytes.next()).zip(digit(bytes.next()));
                number.and_then(|(high, low)| u8::try_from(high * 16 + low).ok()).unwrap_or(b'?')
            }
            Some(other) => other,
        });
    }
    raw
}

/// Every target.
#[rustfmt::skip]
pub(crate) const TARGETS: [Target; 16] = [
    Target { name: "fen", samples: samples::fens, words: POSITION, check: board::fen },
    Target { name: "epd", samples: samples::epds, words: POSITION, check: board::epd },
    Target { name: "san", samples: samples::moves, words: MOVES, check: board::moves },
    Target { name: "pgn", samples: samples::games, words: GAME, check: game::check },
    Target { name: "validate", samples: samples::games, words: GAME, check: game::validated },
    Target { name: "blocks", samples: samples::unclosed_games, words: UNCLOSED, check: game::cut_in_every_way },
    Target { name: "notation", samples: samples::values, words: VALUE, check: value::check },
    Target { name: "definition", samples: samples::definitions, words: DEFINITION, check: definition::check },
    Target { name: "play", samples: samples::sessions, words: TYPED, check: session::typed },
    Target { name: "settings", samples: samples::settings, words: SETTING, check: session::settings },
    Target { name: "uci-client", samples: samples::clients, words: UCI, check: engine::client },
    Target { name: "uci-engine", samples: samples::uci_engines, words: UCI, check: engine::uci },
    Target { name: "uci-process", samples: samples::uci_engines, words: UCI, check: engine::uci_process },
    Target { name: "xboard-engine", samples: samples::xboard_engines, words: XBOARD, check: engine::xboard },
    Target { name: "xboard-process", samples: samples::xboard_engines, words: XBOARD, check: engine::xboard_process },
    Target { name: "csv", samples: samples::tables, words: TABLE, check: table::check },
];

/// Games validated in every profile and format: sixteen times the work of the target of the same name.
pub(crate) const EVERY_WAY: Target = Target {
    name: "validate",
    samples: samples::games,
    words: GAME,
    check: game::validated_in_every_way,
};

/// Corrections of games.
pub(crate) const CORRECTIONS: Target =
    Target { name: "corrections", samples: samples::games, words: GAME, check: correction::check };

#[rustfmt::skip]
const POSITION: &[&str] = &[
    "rnbqkbnr", "pppppppp", "8", "/", " w ", " b ", " KQkq ", " HAha ", " - ", " e3 ", " d6 ", " 0 1", " 100 80",
    "k", "K", "|", "[QRbn]", "3+3", "~", "9", "44", "_", "bm Nf3;", "am e4;", "id \"a\";", "hmvc 7;", "fmvn 0;",
    "pv e4 e5;", "dm 3;", "c0 \"open;", ";", "Kk", "PPPPPPPPP",
];
#[rustfmt::skip]
const MOVES: &[&str] = &[
    " e4", " Nf3", " O-O", " O-O-O", " 0-0", " exd6", " exd6 e.p.", " e8=Q", " e8Q+", " bxa8=N#", " Ngf3", " Q4xd1", " e2e4",
    " e7e8q", " --", " Z0", " \u{2658}f3", " Sf3", " e4!?", " Nf3++", " Rh1-h8", " Ka9", " nf3/B", " e4/A", " P@e4", "\n",
];
#[rustfmt::skip]
const GAME: &[&str] = &[
    "[Event \"a\"]\n", "[FEN \"", "[Variant \"Alice\"]\n", "[Variant \"Chess960\"]\n", "[Boards \"3\"]\n", "[Result \"1-0\"]\n",
    "[SetUp \"1\"]\n", "[Date \"2023.02.30\"]\n", "[TimeControl \"40/5400+30:1800\"]\n", "\n\n", "1. e4 ", "1... e5 ", "Nf3 ",
    "O-O ", "{", "}", "(", ")", ";", "%", "$1 ", "$256 ", "1-0 ", "1/2-1/2 ", "* ", "{[%clk 0:05:00]} ", "{[%eval #-3]} ",
    "\n% x\n", "$999 ", "7... ", "3.", "0-0 ", "+", "#", "=", "1-0\n\n", "[White \"", "(1. d4) ", "{x} ", "\t", "\r", "\u{e9}", "Nf3\u{a0}",
    "{[%csl Ge4,Rd5]} ", "!!", "?!", "<", ">", "[", "]", "\"", "\\", "e.p.", "--", "Z0 ", "1.", "...", "\u{feff}", "<<<<<<<\n",
];
/// What opens and is not closed, what closes it later, and what looks like the beginning or the end of a game.
#[rustfmt::skip]
const UNCLOSED: &[&str] = &[
    "[FEN \"4 d5", "[FEN \"", "[White \"a", "[Black \"b\"]", "[Black \"b\"]\n", "[Event \"c\"]\n", "\n\n[Event \"d\"]\n\n", "\r\n\r\n[Event \"e\"]\r\n",
    "[Site", "[Site\n", "[", "[\n", "\"", "\"]", "\"]\n", "]", "\\\n", "\\\"", "\\", "1. e4 e5", "1. e", "e4", "2. Nf3", "2... Nc6", "1.", "1", "d4 d5",
    "1-0", "1-0\n", "0-1\n\n", "1/2-1/2\r\n", "*", "*\n", "*\r\r", "½", "1:0", "\n\n", "\r\n", "\r\n\r\n", "\r", "\n \n", "\t\n", "\n%", "\n% x\n", ";", "; x\n",
    "(", ")", "{", "}", "{x}", "{x\n\n", "$1", "!", "<br>", "<", "<<<<<<< a\n", "> ", "\u{feff}", "\u{a0}", "\u{1a}", "é", "White resigns", "so", "ch", "+", "11 0 0",
];
#[rustfmt::skip]
const VALUE: &[&str] = &[
    "2024.02.29", "????.??.??", "1.2.", "/", "-", ".", "40/5400+30", ":", "*180", "d5", "?", "+", "5m+3s", "90m", "G/60", "1:30:00", "0:00:01.5",
    "start", "end", "12w", "12b", "99", "alice", "alice-ksparov:3", "chess960:518", "Chess960", "Crazyhouse", "standard", "FRC", ":8", "s", "h",
];
#[rustfmt::skip]
const DEFINITION: &[&str] = &[
    "[x:chess]\n", "[", "]", ":", "maxFile = 10\n", "maxRank = 16\n", "maxFile = 99\n", "customPiece1 = a:", "QN\n", "fmWfceFifmnD\n",
    "startFen = ", "*", "/8", "/10", " w ", "-", "KQkq", "[Pp]", "boards = 3\n", "cylinder = true\n", "transferRule = ksparov\n",
    "pieceDrops = true\n", "mustCapture = true\n", "blastOnCapture = true\n", "flagRegionWhite = *8\n", "king = k:KN\n", "king = -\n",
    "promotionPieceTypes = ", "R4", "pR", "nA", "i", "=", "\n", "#", "extinctionPieceTypes = *\n", "checkCounting = true\n",
];
#[rustfmt::skip]
const TYPED: &[&str] = &[
    "e4\n", "e5\n", "Nf3\n", "O-O\n", "undo\n", "undo 99\n", "redo\n", "new\n", "fen\n", "board\n", "moves\n", "moves e2\n", "claim\n",
    "claim with e4\n", "draw\n", "decline\n", "resign\n", "yes\n", "no\n", "set\n", "set lang fr\n", "set draws fide\n", "set control 1m\n",
    "set blindfold on\n", "help\n", "goto 99\n", "goto 3b\n", "take both\n", "tag X \"y\n", "tag Result 1-0\n", "level 99\n", "square z9\n",
    "comment {\n", "comment }\n", "e9\n", "\u{2658}f3\n", "e7e8q\n", "1\n", "2\n", "q\n", "n\n", "pgn\n", "captured\n", "clock\n", "hint 0\n",
    "eval\n", "flip\n", "pieces\n", "next\n", "prev\n", "last\n", "first\n", "pause\n", "save --ask\n", "load x at 3\n", "engine off\n",
    "go\n", "stop\n", "attackers e4\n", "peek\n", "rank 1\n", "file e\n", "quit\n", "\n",
];
#[rustfmt::skip]
const SETTING: &[&str] = &[
    "[display]\n", "[play]\n", "[clock]\n", "board = \"always\"\n", "style = \"unicode\"\n", "lang = \"fr\"\n", "level = 0\n", "level = 256\n",
    "delay = -1\n", "variant = \"alice:9\"\n", "variant = \"chess960:960\"\n", "control = \"40/90m+30s:30m\"\n", "control = \"0\"\n",
    "keep = 65536\n", "words = true\n", "= ", "\"\"\"", "[[", "]]", "{", "}", "true", "nan", "1979-05-27", "words on\n", "lang de\n", "x y\n",
];
#[rustfmt::skip]
const UCI: &[&str] = &[
    "uci\n", "isready\n", "position", " startpos", " fen", " moves", "go", " depth", " nodes", " wtime", " binc", " movestogo", " infinite",
    " searchmoves", "setoption", " name", " value", "stop\n", "quit\n", "id", " author", "option", " type", " spin", " check", " combo",
    " string", " default", " min", " max", " var", "bestmove", " ponder", "info", " score", " cp", " mate", " lowerbound", " pv",
    " e2e4", " e7e8q", " -3", " 17", " Hash", " UCI_Chess960", "uciok\n", "readyok\n", "\n", " 0000", " (none)",
];
#[rustfmt::skip]
const XBOARD: &[&str] = &[
    "feature", " ping=1", " done=1", " done=0", " setboard=0", " usermove=1", " san=1", " myname=\"", " variants=\"normal\"",
    " option=\"A -spin 1 0 9\"", " option=\"B -combo a /// *b\"", " option=\"C -check 1\"", "pong 1\n", "pong 2\n", "move e2e4\n", "move O-O\n",
    "My move is: e7e5\n", "1. ... d7d5\n", "1. e2e4\n", "Illegal move: e2e4\n", "Error (why): x\n", "offer draw\n", "resign\n", "1-0 {x}\n",
    "1/2-1/2\n", "telluser x\n", "tellusererror\n", "# x\n", "\n", "Illegal move (", ")", ":", "...", "\"",
];
#[rustfmt::skip]
const TABLE: &[&str] = &[
    "fen", "FEN", ",", "\t", ";", "\"", "\"\"", "\n", "\r\n", "\r", "n,fen,file\n", "fen\n",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/8/8/3k4/8/8/8/3K4 w - - 0 60", "\n\n", " ", "x",
];

/// Every finding is about a part of the text, its message is one line, and its edit changes something.
fn findings_fit(findings: &[Finding], text: &[u8]) -> Outcome {
    let end = text.len() as u64;
    for finding in findings {
        let fits = |span: Span| span.start <= span.end && span.end <= end;
        let is_inside = fits(finding.span) && finding.edits.iter().all(|edit| fits(edit.span));
        ensure(is_inside, || format!("outside the text: {finding:?}"))?;
        let source = Source::new("any", text);
        let changes = |edit: &Edit| source.slice(edit.span) != edit.replacement.as_bytes();
        ensure(finding.edits.iter().all(changes), || format!("no change: {finding:?}"))?;
        let message = &finding.message;
        let is_sentence =
            !message.is_empty() && message.len() < 2000 && !message.contains(['\n', '\r', '\0']);
        ensure(is_sentence, || format!("not one line: {finding:?}"))?;
    }
    Ok(())
}

/// The output and exit status of a command.
struct Output {
    out: Vec<u8>,
    err: Vec<u8>,
    exit: Exit,
}

/// Runs a command as `main` does.
fn run_arbiter(arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    let cli = Cli::try_parse_from([&["arbiter"], arguments].concat())?;
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let ended =
        cli.run(&mut Streams { out: &mut out, err: &mut err, color: false, is_terminal: false });
    let exit = ended.unwrap_or_else(|trouble| trouble.exit());
    Ok(Output { out, err, exit })
}

/// The input in a file, for targets that read files; it is removed when the target is done.
fn written(ending: &str, input: &[u8]) -> Result<TempPath, Box<dyn Error>> {
    let file = tempfile::Builder::new().prefix("arbiter-").suffix(ending).tempfile()?;
    fs::write(file.path(), input)?;
    Ok(file.into_temp_path())
}
