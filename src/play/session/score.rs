//! The score sheet of one game: where it began, what was played, and the moment one looks at.

use crate::pgn::GameResult;
use crate::play::clock::Clock;
use crate::play::ending::Ending;
use crate::rules::{AnyPosition, Color, History, Move, Position, Variant};

/// A half-move on the score sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// As it is written in files.
    pub san: String,
    /// The clock after it was pressed.
    pub clock: Option<Clock>,
    /// Glyphs behind it.
    pub glyphs: Vec<u16>,
    /// Comments behind it.
    pub comments: Vec<String>,
    /// Commands that a file had in its comments, such as `[%eval 0.3]`.
    pub commands: Vec<String>,
}

impl Ply {
    /// A move without any remark.
    pub const fn new(mv: Move, san: String) -> Self {
        Self {
            mv,
            san,
            clock: None,
            glyphs: Vec::new(),
            comments: Vec::new(),
            commands: Vec::new(),
        }
    }
}

/// A score sheet and a moment on it.
#[derive(Debug, Clone)]
pub struct Score {
    /// The rules it is played by.
    pub variant: Variant,
    /// The game up to the moment.
    board: History<AnyPosition>,
    /// What was played, also beyond the moment.
    pub plies: Vec<Ply>,
    /// What was taken back, the next to be played again last.
    undone: Vec<Ply>,
    /// Comments before the first move.
    pub preface: Vec<String>,
    /// An ending that the board does not show.
    pub decided: Option<Ending>,
    /// The result a loaded file gave it.
    pub given: Option<GameResult>,
    /// How many half-moves were taken back.
    pub taken_back: usize,
}

impl Score {
    /// A sheet with nothing on it.
    pub fn new(variant: Variant, start: AnyPosition) -> Self {
        Self {
            variant,
            board: History::new(start),
            plies: Vec::new(),
            undone: Vec::new(),
            preface: Vec::new(),
            decided: None,
            given: None,
            taken_back: 0,
        }
    }

    /// The game up to the moment.
    pub const fn board(&self) -> &History<AnyPosition> {
        &self.board
    }

    /// The position at the moment.
    pub fn position(&self) -> &AnyPosition {
        self.board.position()
    }

    /// How many plies lie before the moment.
    pub fn cursor(&self) -> usize {
        self.board.moves().len()
    }

    /// The plies before the moment.
    pub fn played(&self) -> &[Ply] {
        &self.plies[..self.cursor().min(self.plies.len())]
    }

    /// Whether nothing lies beyond the moment.
    pub fn is_at_end(&self) -> bool {
        self.cursor() == self.plies.len()
    }

    /// Goes to the moment after so many plies, or to the end if there are fewer.
    pub fn go_to(&mut self, ply: usize) {
        while self.cursor() > ply {
            self.board.take_back();
        }
        while let Some(next) = self.plies.get(self.cursor()).filter(|_| self.cursor() < ply) {
            self.board.play_unchecked(next.mv);
        }
    }

    /// Goes to the moment after the last ply.
    pub fn go_to_end(&mut self) {
        self.go_to(self.plies.len());
    }

    /// Takes back everything after so many plies, to be played again perhaps.
    pub fn undo_to(&mut self, ply: usize) {
        self.go_to(ply);
        self.undone.extend(self.plies.drain(self.board.moves().len()..).rev());
    }

    /// Plays again the next ply that was taken back; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let next = self.undone.pop();
        self.plies.extend(next.clone());
        self.go_to_end();
        next.is_some()
    }

    /// How many plies can be played again.
    pub fn redoable(&self) -> usize {
        self.undone.len()
    }

    /// Whether it is a game from a file, result and all, that nobody has played on.
    pub fn is_as_given(&self) -> bool {
        self.given.is_some() && self.undone.is_empty()
    }

    /// Plays on from the moment; what lay beyond is forgotten.
    pub fn push(&mut self, ply: Ply) {
        self.cut();
        self.board.play_unchecked(ply.mv);
        self.plies.push(ply);
    }

    /// Forgets what lies beyond the moment, and how it ended there.
    pub fn cut(&mut self) {
        self.plies.truncate(self.cursor());
        self.undone.clear();
        self.decided = None;
        self.given = None;
    }

    /// The number of the move and the side that made a ply.
    pub fn label(&self, ply: usize) -> (u32, Color) {
        let start = self.board.start();
        let skipped = usize::from(start.turn() == Color::Black);
        let halves = ply + skipped;
        let number =
            start.fullmoves().saturating_add(u32::try_from(halves / 2).unwrap_or(u32::MAX));
        (number, if halves.is_multiple_of(2) { Color::White } else { Color::Black })
    }

    /// `12.` or `12...` for a ply.
    pub fn numbered(&self, ply: usize) -> String {
        match self.label(ply) {
            (number, Color::White) => format!("{number}."),
            (number, Color::Black) => format!("{number}..."),
        }
    }

    /// What the sheet gives as the result.
    pub fn result(&self, ending: Option<&Ending>) -> GameResult {
        let given = self.given.filter(|_| self.is_as_given());
        ending.map(Ending::result).or(given).unwrap_or(GameResult::Unknown)
    }
}
