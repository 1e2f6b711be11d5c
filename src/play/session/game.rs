//! The session's game: its start, its moves with what belongs to them, and a cursor; and the same read from
//! a PGN file.

use crate::game::{Game, Node, PlyKind, Start, prose};
use crate::notation::numbered;
use crate::pgn::{GameResult, Parser};
use crate::rules::{AnyMove, AnyPosition, Color, History, Position, Variant};
use crate::text::Source;

use super::{Clock, GameOver};

/// A move of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GamePly {
    /// The move.
    pub mv: AnyMove,
    /// The move as written in files, with its glyphs and comments.
    pub node: Node,
    /// The clock after the move.
    pub clock: Option<Clock>,
}

impl GamePly {
    /// A move without annotations.
    pub fn new(mv: AnyMove, san: String) -> Self {
        let step = Some(PlyKind::Move(mv));
        Self { mv, node: Node { text: san, step, ..Node::default() }, clock: None }
    }
}

/// A game and a cursor in it.
#[derive(Debug, Clone)]
pub struct PlayedGame {
    /// The rules.
    pub variant: Variant,
    /// The game up to the cursor.
    board: History<AnyPosition>,
    /// All moves, also those after the cursor.
    pub plies: Vec<GamePly>,
    /// Moves that were taken back, the last one to be played again first.
    undone: Vec<GamePly>,
    /// Comments before the first move.
    pub preface: Vec<String>,
    /// An ending that the board does not show.
    pub decided: Option<GameOver>,
    /// The result in the file of a loaded game.
    loaded_result: Option<GameResult>,
    /// How many plies were taken back.
    pub taken_back: usize,
}

impl PlayedGame {
    /// A game without moves.
    pub fn new(variant: Variant, start: AnyPosition) -> Self {
        Self {
            variant,
            board: History::new(start),
            plies: Vec::new(),
            undone: Vec::new(),
            preface: Vec::new(),
            decided: None,
            loaded_result: None,
            taken_back: 0,
        }
    }

    /// The main line of a loaded game up to the first move that is null or cannot be played, with the
    /// cursor at the end; and why it ends there, in one line.
    pub fn of_file(loaded: &Game) -> (Self, Option<String>) {
        let mut game = Self::new(loaded.start.variant(), loaded.history().start().clone());
        let mut unplayable = None;
        for node in &loaded.main.moves {
            let Some(PlyKind::Move(mv)) = node.step else {
                unplayable = Some(why_unplayable(game.position(), &node.text, node.step));
                break;
            };
            let node = Node { variations: Vec::new(), ..node.clone() };
            game.push(GamePly { mv, node, clock: None });
        }
        game.preface = loaded.main.preface.iter().map(|text| prose(text)).collect();
        game.preface.retain(|text| !text.is_empty());
        game.loaded_result = loaded.result;
        (game, unplayable)
    }

    /// The game up to the cursor.
    pub const fn board(&self) -> &History<AnyPosition> {
        &self.board
    }

    /// The position at the cursor.
    pub fn position(&self) -> &AnyPosition {
        self.board.position()
    }

    /// The number of plies before the cursor.
    pub fn cursor(&self) -> usize {
        self.board.moves().len()
    }

    /// The plies before the cursor.
    pub fn played(&self) -> &[GamePly] {
        &self.plies[..self.cursor().min(self.plies.len())]
    }

    /// Whether no ply follows the cursor.
    pub fn is_at_end(&self) -> bool {
        self.cursor() == self.plies.len()
    }

    /// Moves the cursor to the position after `ply` plies, or to the end if there are fewer.
    pub fn go_to(&mut self, ply: usize) {
        while self.cursor() > ply {
            self.board.take_back();
        }
        while let Some(next) = self.plies.get(self.cursor()).filter(|_| self.cursor() < ply) {
            self.board.play_unchecked(next.mv);
        }
    }

    /// Moves the cursor to the end.
    pub fn go_to_end(&mut self) {
        self.go_to(self.plies.len());
    }

    /// Takes back all but the first `ply` plies.
    pub fn undo_to(&mut self, ply: usize) {
        self.go_to(ply);
        self.undone.extend(self.plies.drain(self.board.moves().len()..).rev());
    }

    /// Plays the next ply again that was taken back, if there is one.
    pub fn redo(&mut self) {
        self.plies.extend(self.undone.pop());
        self.go_to_end();
    }

    /// The number of plies that can be played again.
    pub fn redoable(&self) -> usize {
        self.undone.len()
    }

    /// Whether the game is still the one that was loaded.
    pub fn is_as_loaded(&self) -> bool {
        self.loaded_result.is_some() && self.undone.is_empty()
    }

    /// The recorded move at the cursor.
    pub fn next_move(&self) -> Option<AnyMove> {
        self.plies.get(self.cursor()).map(|ply| ply.mv)
    }

    /// Plays a move at the cursor; the plies after it are dropped.
    pub fn push(&mut self, ply: GamePly) {
        self.truncate();
        self.board.play_unchecked(ply.mv);
        self.plies.push(ply);
    }

    /// Drops the plies after the cursor and the ending.
    pub fn truncate(&mut self) {
        self.plies.truncate(self.cursor());
        self.undone.clear();
        self.decided = None;
        self.loaded_result = None;
    }

    /// The move number of a ply and its side.
    pub fn label(&self, ply: usize) -> (u32, Color) {
        let start = self.board.start();
        let halves = ply + usize::from(start.turn() == Color::Black);
        let moves = u32::try_from(halves / 2).unwrap_or(u32::MAX);
        let color = if halves.is_multiple_of(2) { Color::White } else { Color::Black };
        (start.fullmoves().saturating_add(moves), color)
    }

    /// `12.` or `12...` for a ply.
    pub fn numbered(&self, ply: usize) -> String {
        match self.label(ply) {
            (number, Color::White) => format!("{number}."),
            (number, Color::Black) => format!("{number}..."),
        }
    }

    /// The result of the game.
    pub fn result(&self, ending: Option<&GameOver>) -> GameResult {
        let loaded = self.loaded_result.filter(|_| self.is_as_loaded());
        ending.map(GameOver::result).or(loaded).unwrap_or(GameResult::Unknown)
    }
}

/// Reads the game with this number from a file, the first being 1.
///
/// # Errors
/// One line: there is no such game, or its start cannot be played from.
pub fn read_game(name: &str, bytes: &[u8], number: u64) -> Result<Game, String> {
    let game = match Game::read_nth(Parser::new(Source::new(name, bytes)), number) {
        Ok(game) => game,
        Err(0) => return Err(format!("there is no game in '{name}'")),
        Err(1) => return Err(format!("there is only one game in '{name}'")),
        Err(count) => return Err(format!("there are only {count} games in '{name}'")),
    };
    match &game.start {
        Start::Usual(_) | Start::From(..) => Ok(game),
        Start::UnknownVariant(variant) => {
            Err(format!("cannot play the game in '{name}': unknown variant `{variant}`"))
        }
        Start::Unplayable(findings, _) => {
            let reason = findings.first().map_or("", |fault| fault.message.as_str());
            Err(format!("cannot play from the FEN in '{name}': {reason}"))
        }
    }
}

/// Why the rest of a game cannot be played.
fn why_unplayable(position: &AnyPosition, text: &str, step: Option<PlyKind>) -> String {
    let why = match step {
        // FIDE 1.2: the players move alternately.
        Some(PlyKind::Null) => {
            let null = numbered(position, "--");
            format!("{null} is a null move, which the Laws of Chess do not allow")
        }
        Some(PlyKind::Move(_)) | None => {
            format!("{} cannot be played", numbered(position, text))
        }
    };
    format!("{why}; the game is loaded up to there")
}

#[cfg(test)]
mod tests {
    use super::{PlayedGame, read_game};

    const GAME: &[u8] = b"{Before} 1. e4 $1 {[%clk 0:05:00] fine} e5?! 2. Nf3 1-0\n";

    #[test]
    fn a_loaded_game_has_its_moves_and_annotations() {
        let (game, unplayable) =
            PlayedGame::of_file(&read_game("one.pgn", GAME, 1).expect("a game"));
        let nodes: Vec<_> = game.plies.iter().map(|ply| &ply.node).collect();
        assert_eq!(nodes.iter().map(|node| &node.text).collect::<Vec<_>>(), ["e4", "e5", "Nf3"]);
        assert_eq!(nodes[0].prose().collect::<Vec<_>>(), ["fine"]);
        assert_eq!(nodes[1].glyphs, [6]);
        assert_eq!(nodes[0].clock().map(|time| time.as_secs()), Some(300));
        assert_eq!((game.cursor(), game.preface.len(), unplayable), (3, 1, None));
    }

    #[test]
    fn a_game_is_loaded_up_to_the_first_move_that_cannot_be_played() {
        for (text, why) in [
            (&b"1. e4 e5 2. Ke3 d6 *\n"[..], "2. Ke3 cannot be played"),
            (
                b"1. e4 e5 2. Z0 d6 3. Nf3 *\n",
                "2. -- is a null move, which the Laws of Chess do not allow",
            ),
        ] {
            let (game, unplayable) =
                PlayedGame::of_file(&read_game("bad.pgn", text, 1).expect("a game"));
            assert_eq!(game.plies.len(), 2);
            assert_eq!(unplayable, Some(format!("{why}; the game is loaded up to there")));
        }
    }

    #[test]
    fn a_game_without_a_playable_start_is_refused() {
        for (bytes, expected) in [
            (&b""[..], "there is no game in 'x'"),
            (b"[Variant \"Bughouse\"]\n\n1. e4 *\n", "unknown variant `Bughouse`"),
            (b"[FEN \"8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n", "cannot play from the FEN in 'x': "),
        ] {
            let why = read_game("x", bytes, 1).expect_err("no start");
            assert!(why.contains(expected), "{why}");
        }
    }
}
