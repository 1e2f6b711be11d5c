//! The commands of a session: one table of words, usage, help and functions.

use std::time::Duration;

use crate::notation::Moment;
use crate::text::nearest;

use super::table::level_lines;
use super::{Effect, Event, Session};

/// A command: its word, other words for it, and the function that carries it out with the rest of the line.
pub(super) struct SessionCommand {
    pub(super) word: &'static str,
    aliases: &'static [&'static str],
    usage: &'static str,
    help: &'static str,
    pub(super) run: fn(&mut Session, &str, Duration),
}

const fn command(
    word: &'static str,
    aliases: &'static [&'static str],
    usage: &'static str,
    help: &'static str,
    run: fn(&mut Session, &str, Duration),
) -> SessionCommand {
    SessionCommand { word, aliases, usage, help, run }
}

#[rustfmt::skip]
const COMMANDS: &[SessionCommand] = &[
    command("moves", &[], "moves [SQUARE|PIECE]", "list the legal moves, or those of one piece or one kind of piece", Session::list_moves),
    command("board", &["b"], "board", "draw the board", |s, _, now| s.show_board(now)),
    command("flip", &[], "flip", "turn the board round", |s, _, now| s.flip(now)),
    command("style", &[], "style auto|ascii|unicode|plain", "change how the board is drawn", |s, rest, _| s.set(&format!("style {rest}"))),
    command("theme", &[], "theme wood|green|blue|mono|high-contrast|none", "change the colours of the board", Session::change_theme),
    command("fen", &[], "fen [FEN]", "print the position as a FEN, or play from another one", Session::fen_command),
    command("pgn", &[], "pgn", "print the game as a PGN", |s, _, _| s.show_pgn()),
    command("last", &[], "last [N]", "show the last moves; in a replay without N, go to the end", Session::last),
    command("captured", &[], "captured", "list the pieces that each side has captured", |s, _, _| s.show_captured()),
    command("clock", &[], "clock [5m+3s|off]", "show the time that both sides have left, or play the next game with another time control", Session::clock_command),
    command("pieces", &[], "pieces [white|black|KIND]", "list the pieces and their squares", |s, rest, _| s.list_pieces(rest)),
    command("square", &[], "square SQUARE", "say what is on a square", |s, rest, _| s.show_square(rest)),
    command("rank", &[], "rank N", "list the pieces on a rank", |s, rest, _| s.show_rank(rest)),
    command("file", &[], "file LETTER", "list the pieces on a file", |s, rest, _| s.show_file(rest)),
    command("attackers", &[], "attackers SQUARE", "list the pieces that attack a square", |s, rest, _| s.show_attackers(rest)),
    command("peek", &[], "peek", "show the board once in a blindfold game", |s, _, now| s.draw(Vec::new(), now)),
    command("undo", &["u"], "undo [N]", "take back your last move or your resignation, or N plies; there is no limit", Session::undo),
    command("redo", &[], "redo [N]", "play moves again that were taken back", Session::redo),
    command("new", &[], "new", "start a new game with the same players and settings", |s, _, now| s.restart(now)),
    command("goto", &[], "goto start|end|PLY|12w", "go to a moment of the game", Session::go_to_named),
    command("next", &["n"], "next", "go one ply forward", |s, _, now| s.step_forward(now)),
    command("prev", &["p", "back"], "prev", "go one ply back", |s, _, now| s.step_back(now)),
    command("first", &[], "first", "go to the start of the game", |s, _, now| s.go_to(Moment::Start, now)),
    command("take", &[], "take white|black|both", "take over a side from here; the moves that follow are dropped", Session::take_over),
    command("draw", &[], "draw", "offer a draw, or accept one", |s, _, now| s.offer_draw(now)),
    command("decline", &[], "decline", "decline a draw", |s, _, _| s.decline()),
    command("claim", &[], "claim [with MOVE]", "claim a draw by repetition or by the fifty-move rule", Session::claim),
    command("resign", &[], "resign", "resign the game", |s, _, now| s.resign(now)),
    command("hint", &[], "hint [N]", "show the best move, or the N best, of the built-in engine", |s, rest, _| s.find_hints(rest)),
    command("eval", &[], "eval", "show the built-in engine's evaluation of the position", |s, _, _| s.show_evaluation()),
    command("level", &[], "level [1-20|beginner|casual|club|strong|expert|full]", "set how strong the built-in engine is", |s, rest, _| s.set_level(rest)),
    command("vs", &[], "vs PLAYER", "choose your opponent: ai, human, random, stockfish, gnuchess, uci:COMMAND or xboard:COMMAND", |s, rest, _| s.play_against(rest)),
    command("swap", &[], "swap", "change sides with your opponent", |s, _, now| s.swap(now)),
    command("variant", &[], "variant NAME", "play another variant: standard, chess960[:N], alice[:N], any other that \"arbiter variants\" lists, or FILE.ini:NAME", Session::variant_command),
    command("go", &[], "go", "let the computer player move; with --step, Enter does the same", |s, _, now| s.go(now)),
    command("move", &[], "move", "let the computer player that is thinking move now; Enter does the same", |s, _, now| s.move_now(now)),
    command("stop", &[], "stop", "stop the computer player; the position stays as it is", |s, _, _| s.stop()),
    command("engine", &[], "engine [restart|off]", "restart an engine, or take over from it", |s, rest, _| s.control_engine(rest)),
    command("pause", &[], "pause", "stop the clocks until the next move or the next pause", |s, _, now| s.pause_or_resume(now)),
    command("save", &[], "save [FILE] [--ask] [--force]", "write the game as PGN; --ask asks for the seven tags first, --force replaces a file of games", |s, rest, _| s.save(rest)),
    command("export", &[], "export FILE.html [--force]", "write the game as a page for a browser; --force replaces a page", |s, rest, _| s.export(rest)),
    command("load", &[], "load [--keep] FILE|NUMBER [N] [at start|end|PLY|12w]", "read a game, or the Nth game, from a file or from the list of \"games\"", |s, rest, _| s.load_named(rest)),
    command("games", &[], "games", "list the unfinished and the saved games; \"load\" and a number takes one of them", |s, _, _| s.effect(Effect::ListGames)),
    command("tag", &[], "tag NAME VALUE", "set a tag of the game", |s, rest, _| s.tag(rest)),
    command("review", &[], "review [FILE.pgn|FILE.html] [depth=N|time=S] [ENGINE] [--force]", "judge every move of the game; write the review to a file, which --force replaces", |s, rest, _| s.review(rest)),
    command("comment", &[], "comment TEXT", "add a comment after the last move", |s, rest, _| s.comment(rest)),
    command("set", &[], "set [KEY VALUE] | set save", "show, change or save the settings", |s, rest, _| s.set(rest)),
    command("help", &["?"], "help [TOPIC]", "list the commands, or explain one", |s, rest, _| s.help(rest)),
    command("quit", &["exit", "bye"], "quit", "save and quit; never resigns", |s, _, _| s.effect(Effect::Quit)),
];

/// Commands that must be typed in full, so that nothing is lost by a typing error.
const NEVER_SHORT: [&str; 4] = ["resign", "quit", "new", "load"];

/// All commands in twelve lines.
const HELP: &str = "\
Moves: e4  Nf3  exd5  O-O  e8=Q  e2e4  knight f3  1. e4 e5; a square alone lists its moves
moves [SQ|PIECE]  board  flip  style  theme  captured  last [N]
pieces  square SQ  rank N  file X  attackers SQ  peek
undo [N]  redo  new  goto 12w  next  prev  first  last  take white|black|both
vs ai|human|stockfish|…  swap  level N  variant NAME  clock 5m+3s  fen FEN
draw  decline  claim [with MOVE]  resign
hint [N]  eval  move (now)  go  stop  engine restart|off
clock: show the clocks; pause: stop them
save [FILE] [--ask]  export FILE.html  load FILE [N] [at end]  games  fen  pgn
review [FILE]: go over the game  tag NAME VALUE  comment TEXT
set  set KEY VALUE  set save: settings
help TOPIC  quit (saves; never resigns)";

/// The command with this word or alias.
pub(super) fn in_full(word: &str) -> Option<&'static SessionCommand> {
    let word = word.to_ascii_lowercase();
    COMMANDS.iter().find(|command| command.word == word || command.aliases.contains(&&*word))
}

/// The command that a line begins with when a question is open, and the rest of the line. A letter alone
/// is an answer there.
pub(super) fn at_question(line: &str) -> Option<(&'static SessionCommand, &str)> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    in_full(word).filter(|_| word.len() > 1).map(|command| (command, rest.trim()))
}

/// The only command whose word begins like this, unless it must be typed in full.
pub(super) fn shortened(word: &str) -> Option<&'static SessionCommand> {
    let word = word.to_ascii_lowercase();
    let mut commands =
        COMMANDS.iter().filter(|command| word.len() >= 2 && command.word.starts_with(&word));
    let command = commands.next()?;
    (commands.next().is_none() && !NEVER_SHORT.contains(&command.word)).then_some(command)
}

/// The command word that the user probably meant. A letter alone stands for the one command that begins with it and is
/// never carried out by a slip.
pub(super) fn suggestion(word: &str) -> Option<&'static str> {
    let lower = word.to_ascii_lowercase();
    let short = NEVER_SHORT.into_iter().find(|full| !word.is_empty() && full.starts_with(&lower));
    short.or_else(|| nearest(word, words()))
}

/// The words of all commands.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|command| command.word)
}

impl Session {
    fn help(&mut self, topic: &str) {
        if topic.is_empty() {
            let lines = HELP.lines().map(str::to_owned).collect();
            return self.events.push(Event::Lines(lines));
        }
        let Some(command) = in_full(topic).or_else(|| shortened(topic)) else {
            return self.error(match suggestion(topic) {
                Some(meant) => format!("Unknown command: \"{topic}\". Did you mean \"{meant}\"?"),
                None => format!("Unknown command: \"{topic}\"."),
            });
        };
        let mut lines = vec![format!("{}: {}", command.usage, command.help)];
        match command.word {
            "level" => lines.extend(level_lines(self.settings.play.level)),
            "set" => lines.extend(self.settings.descriptions()),
            _ => {}
        }
        self.events.push(Event::Lines(lines));
    }
}

#[cfg(test)]
mod tests {
    use super::{in_full, shortened, suggestion};

    #[test]
    fn short_forms_are_unique_and_harmless() {
        let table = [
            ("bo", Some("board")),
            ("capt", Some("captured")),
            ("und", Some("undo")),
            ("resig", None),
            ("qui", None),
            ("ne", None),
            ("loa", None),
            ("b", None),
            ("s", None),
            ("st", None),
            ("ré", None),
        ];
        for (short, word) in table {
            assert_eq!(shortened(short).map(|command| command.word), word, "{short}");
        }
    }

    #[test]
    fn one_letter_is_a_command_only_where_it_is_harmless() {
        let word = |typed| in_full(typed).map(|command| command.word);
        for typed in ["e", "d", "q", "r"] {
            assert_eq!(word(typed), None);
        }
        assert_eq!((word("n"), word("P"), word("bye")), (Some("next"), Some("prev"), Some("quit")));
        assert_eq!((word("b"), word("u"), word("?")), (Some("board"), Some("undo"), Some("help")));
        assert_eq!((suggestion("q"), suggestion("r")), (Some("quit"), Some("resign")));
    }

    #[test]
    fn a_typing_error_is_corrected() {
        assert_eq!(suggestion("bord"), Some("board"));
        assert_eq!(suggestion("xyzzy"), None);
    }

    #[test]
    fn help_is_twelve_lines() {
        assert_eq!(super::HELP.lines().count(), 12);
    }
}
