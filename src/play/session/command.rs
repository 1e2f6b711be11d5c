//! The words of the table: which there are, and what stands behind them.

use crate::text::nearest;

/// A command without its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is described in the table below and by `help`")]
pub enum Verb {
    Moves,
    Board,
    Flip,
    Style,
    Fen,
    Pgn,
    Last,
    Captured,
    Clock,
    Pieces,
    Square,
    Rank,
    File,
    Attackers,
    Peek,
    Undo,
    Redo,
    New,
    Goto,
    Next,
    Prev,
    First,
    Take,
    Draw,
    Decline,
    Claim,
    Resign,
    Hint,
    Eval,
    Level,
    Go,
    Stop,
    Engine,
    Pause,
    Save,
    Load,
    Games,
    Tag,
    Comment,
    Set,
    Help,
    Quit,
}

/// A word, the command it stands for, how it is used and what it does.
struct Entry {
    verb: Verb,
    word: &'static str,
    usage: &'static str,
    help: &'static str,
}

const fn entry(verb: Verb, word: &'static str, usage: &'static str, help: &'static str) -> Entry {
    Entry { verb, word, usage, help }
}

const ENTRIES: &[Entry] = &[
    entry(
        Verb::Moves,
        "moves",
        "moves [SQUARE|PIECE]",
        "lists the legal moves, of one man or of one kind",
    ),
    entry(Verb::Board, "board", "board", "draws the board"),
    entry(Verb::Flip, "flip", "flip", "turns the board round"),
    entry(Verb::Style, "style", "style ascii|unicode|plain", "changes how the board is drawn"),
    entry(Verb::Fen, "fen", "fen", "prints the position as a FEN"),
    entry(Verb::Pgn, "pgn", "pgn", "prints the game as a PGN"),
    entry(
        Verb::Last,
        "last",
        "last [N]",
        "tells the last moves; in a replay without N, goes to the end",
    ),
    entry(Verb::Captured, "captured", "captured", "lists the men each side has taken"),
    entry(Verb::Clock, "clock", "clock", "tells the time both sides have left"),
    entry(Verb::Pieces, "pieces", "pieces [white|black|KIND]", "lists where the men stand"),
    entry(Verb::Square, "square", "square SQUARE", "tells what stands on a square"),
    entry(Verb::Rank, "rank", "rank N", "tells what stands on a rank"),
    entry(Verb::File, "file", "file LETTER", "tells what stands on a file"),
    entry(Verb::Attackers, "attackers", "attackers SQUARE", "lists the men that strike a square"),
    entry(Verb::Peek, "peek", "peek", "shows the board once to a blindfold player"),
    entry(
        Verb::Undo,
        "undo",
        "undo [N]",
        "takes back to your previous turn, or N half-moves; there is no limit",
    ),
    entry(Verb::Redo, "redo", "redo [N]", "plays again what was taken back"),
    entry(Verb::New, "new", "new", "begins a new game with the same players and settings"),
    entry(Verb::Goto, "goto", "goto start|end|PLY|12w", "goes to a moment of the game"),
    entry(Verb::Next, "next", "next", "goes one half-move forward"),
    entry(Verb::Next, "n", "n", "goes one half-move forward"),
    entry(Verb::Prev, "prev", "prev", "goes one half-move back"),
    entry(Verb::Prev, "p", "p", "goes one half-move back"),
    entry(Verb::First, "first", "first", "goes to the start of the game"),
    entry(
        Verb::Take,
        "take",
        "take white|black|both",
        "takes over a side here and forgets the moves that follow",
    ),
    entry(Verb::Draw, "draw", "draw", "offers a draw, or accepts one"),
    entry(Verb::Decline, "decline", "decline", "declines a draw"),
    entry(
        Verb::Claim,
        "claim",
        "claim [with MOVE]",
        "claims a draw by repetition or by the fifty-move rule",
    ),
    entry(Verb::Resign, "resign", "resign", "gives the game up"),
    entry(Verb::Hint, "hint", "hint [N]", "asks the built-in player for a move, or for N"),
    entry(Verb::Eval, "eval", "eval", "tells what the built-in player thinks of the position"),
    entry(
        Verb::Level,
        "level",
        "level N",
        "sets how many half-moves the built-in player looks ahead",
    ),
    entry(Verb::Go, "go", "go", "lets the machine move; with --step, Enter does the same"),
    entry(Verb::Stop, "stop", "stop", "stops the machine; the position stays as it is"),
    entry(
        Verb::Engine,
        "engine",
        "engine [restart|off]",
        "starts an engine again, or takes over for it",
    ),
    entry(Verb::Pause, "pause", "pause", "stops the clock until the next move or the next pause"),
    entry(
        Verb::Save,
        "save",
        "save [FILE] [--ask]",
        "writes the game as PGN; --ask asks for the seven tags first",
    ),
    entry(
        Verb::Load,
        "load",
        "load [--keep] FILE [at start|end|PLY|12w]",
        "reads a game from a file or from the folder of saved games",
    ),
    entry(Verb::Games, "games", "games", "lists the saved games"),
    entry(Verb::Tag, "tag", "tag NAME VALUE", "writes a tag on the score sheet"),
    entry(Verb::Comment, "comment", "comment TEXT", "writes a comment after the last move"),
    entry(Verb::Set, "set", "set [KEY VALUE] | set save", "shows, changes or keeps the settings"),
    entry(Verb::Help, "help", "help [TOPIC]", "shows this, or more about one command"),
    entry(Verb::Quit, "quit", "quit", "saves and leaves; it never resigns"),
];

/// Words that must be typed in full, so that nothing is lost by accident.
const NEVER_SHORT: [Verb; 4] = [Verb::Resign, Verb::Quit, Verb::New, Verb::Load];

/// The command that a word is, in full.
pub(super) fn full(word: &str) -> Option<Verb> {
    let word = word.to_ascii_lowercase();
    let synonym = match word.as_str() {
        "exit" | "bye" => "quit",
        "back" => "prev",
        "?" => "help",
        other => other,
    };
    ENTRIES.iter().find(|entry| entry.word == synonym).map(|entry| entry.verb)
}

/// The command that a line begins with at a question, and what follows it. A letter alone is an
/// answer there.
pub(super) fn leading(line: &str) -> Option<(Verb, &str)> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    full(word).filter(|_| word.len() > 1).map(|verb| (verb, rest.trim()))
}

/// The command that a word begins, if there is only one and a slip could not hurt.
pub(super) fn prefix(word: &str) -> Option<Verb> {
    let word = word.to_ascii_lowercase();
    let mut verbs = ENTRIES.iter().filter(|entry| word.len() >= 2 && entry.word.starts_with(&word));
    let verb = verbs.next()?.verb;
    (verbs.all(|entry| entry.verb == verb) && !NEVER_SHORT.contains(&verb)).then_some(verb)
}

/// The command word that was probably meant.
pub(super) fn meant(word: &str) -> Option<&'static str> {
    nearest(word, ENTRIES.iter().map(|entry| entry.word).filter(|word| word.len() > 1))
}

/// Every word, for completion.
pub fn words() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().map(|entry| entry.word).filter(|word| word.len() > 1)
}

/// Twelve lines about everything.
pub(super) const HELP: &str = "\
Moves: e4  Nf3  exd5  O-O  e8=Q  e2e4  e2 e4; a square alone lists its moves
moves [SQ|PIECE]  board  flip  style  captured  last [N]
pieces  square SQ  rank N  file X  attackers SQ  peek
undo [N]  redo  new  goto 12w  next  prev  first  last
take white|black|both: go on from here with other hands
draw  decline  claim [with MOVE]  resign
hint [N]  eval  level N  go  stop  engine restart|off
clock  pause: the time, and a break
save [FILE] [--ask]  load FILE [at end]  games  fen  pgn
tag NAME VALUE  comment TEXT: on the score sheet
set  set KEY VALUE  set save: settings
help TOPIC  quit (saves; never resigns)";

/// One line about one command.
pub(super) fn help(topic: &str) -> Option<String> {
    let verb = full(topic).or_else(|| prefix(topic))?;
    let entry = ENTRIES.iter().find(|entry| entry.verb == verb)?;
    Some(format!("{}: {}", entry.usage, entry.help))
}

#[cfg(test)]
mod tests {
    use super::{HELP, Verb, full, meant, prefix};

    #[test]
    fn short_forms_are_unique_and_harmless() {
        let table = [
            ("bo", Some(Verb::Board)),
            ("capt", Some(Verb::Captured)),
            ("und", Some(Verb::Undo)),
            ("resig", None),
            ("qui", None),
            ("ne", None),
            ("loa", None),
            ("b", None),
            ("s", None),
            ("st", None),
            ("ré", None),
        ];
        for (word, verb) in table {
            assert_eq!(prefix(word), verb, "{word}");
        }
    }

    #[test]
    fn one_letter_is_no_command_but_for_the_replay() {
        for word in ["b", "e", "d"] {
            assert_eq!(full(word), None);
        }
        assert_eq!((full("n"), full("p")), (Some(Verb::Next), Some(Verb::Prev)));
    }

    #[test]
    fn a_slip_is_corrected() {
        assert_eq!(meant("bord"), Some("board"));
        assert_eq!(meant("xyzzy"), None);
    }

    #[test]
    fn help_is_twelve_lines() {
        assert_eq!(HELP.lines().count(), 12);
    }
}
