//! The moves of a game played one by one, with its variations: the hot path of `validate`. Nothing is allocated for
//! a move that can be played, and no list of legal moves is made.

use crate::{
    game::traces::Traces,
    notation::{San, Sign, origin, sign_of},
    rules::{
        Bitboard, History, Move, MoveSpec, Position, Role,
        outcome::{FIFTY_MOVES, SEVENTY_FIVE_MOVES},
    },
};

/// Positions further apart than this are not compared. FIDE 9.6.2 ends a game after 150 half-moves without progress; an endless
/// one must not cost the square of its length.
const FARTHEST_REPETITION: usize = 1024;

/// A game while it is played out.
#[derive(Debug, Clone)]
pub struct Line<P> {
    pub(super) start: P,
    pub(super) position: P,
    /// Before the last move: what a variation branches from.
    previous: P,
    /// The moves of the main line, each with the key of the position it was made in.
    steps: Vec<Step>,
    /// The key of the position at the end of the main line.
    key: u64,
    traces: Traces,
    /// How the lines outside the present one stand, the main line first.
    outer: Vec<Outer<P>>,
    /// Half-moves played in the present line, those before its branching included.
    pub(super) ply: u32,
    /// Whether a move of the present line could not be played: the rest of it is only read.
    pub(super) stuck: bool,
    /// How many variations have branched from the last move of the present line.
    branches: u32,
    /// Whether a null move was made in the main line: repetitions mean nothing then.
    pub(super) passed: bool,
    pub(super) threefold: Option<u32>,
    pub(super) fivefold: Option<u32>,
    pub(super) fifty: Option<u32>,
    pub(super) seventy_five: Option<u32>,
}

/// A move of the main line.
#[derive(Debug, Clone, Copy)]
struct Step {
    mv: Move,
    /// The key of the position before it.
    key: u64,
}

/// A line that waits for its variation to end.
#[derive(Debug, Clone)]
struct Outer<P> {
    position: P,
    previous: P,
    ply: u32,
    branches: u32,
    stuck: bool,
}

/// What became of a written move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Played {
    /// It was played, and is written exactly as the standard has it.
    Standard,
    /// It was played, and how it is written deserves a look.
    Otherwise(Move, San),
    /// Nobody moved, and it was written so.
    Null,
    /// It could not be played; the rest of the line is not.
    Stuck,
    /// A move before it could not be played.
    Skipped,
}

impl<P: Position> Line<P> {
    /// A game that begins here.
    pub fn new(start: P) -> Self {
        let key = start.repetition_key();
        let mut traces = Traces::new();
        traces.meet(key, 0);
        Self {
            position: start.clone(),
            previous: start.clone(),
            key,
            traces,
            start,
            steps: Vec::with_capacity(256),
            outer: Vec::new(),
            ply: 0,
            stuck: false,
            branches: 0,
            passed: false,
            threefold: None,
            fivefold: None,
            fifty: None,
            seventy_five: None,
        }
    }

    /// The next game, which begins here; buffers are used again.
    pub fn restart(&mut self, start: P) {
        self.position = start.clone();
        self.previous = start.clone();
        self.key = start.repetition_key();
        self.traces.meet(self.key, 0);
        self.start = start;
        self.steps.clear();
        self.outer.clear();
        (self.ply, self.branches) = (0, 0);
        (self.stuck, self.passed) = (false, false);
        (self.threefold, self.fivefold) = (None, None);
        (self.fifty, self.seventy_five) = (None, None);
    }

    /// A copy to look at later. In a variation it leaves out the moves of the main line: nobody asks for them there, and
    /// to copy them for each of many variations would cost the square of the game.
    #[must_use]
    pub fn snapshot(&self) -> Self {
        if !self.is_variation() {
            return self.clone();
        }
        Self {
            start: self.start.clone(),
            position: self.position.clone(),
            previous: self.previous.clone(),
            steps: Vec::new(),
            outer: self.outer.clone(),
            traces: Traces::new(),
            ..*self
        }
    }

    /// The position that has been reached.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The position before the last move.
    pub fn previous(&self) -> &P {
        &self.previous
    }

    /// Half-moves played so far in the present line.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Whether the present line is a variation.
    pub fn is_variation(&self) -> bool {
        !self.outer.is_empty()
    }

    /// Goes on after a move that could not be played, because it means something else.
    pub fn resume(&mut self) {
        self.stuck = false;
    }

    /// The main line as a game, for those who explain. A line with moves that nobody made is no game.
    pub fn game(&self) -> Option<History<P>> {
        if self.passed {
            return None;
        }
        let mut game = History::new(self.start.clone());
        for mv in self.moves() {
            game.play_unchecked(mv);
        }
        Some(game)
    }

    /// How often the position at the end of the main line stood on the board: since the last capture or pawn move, if at all.
    pub(super) fn occurrences(&self) -> usize {
        let reach = (self.position.halfmoves() as usize).min(FARTHEST_REPETITION);
        let since = self.steps.iter().rev().take(reach);
        1 + since.filter(|step| step.key == self.key).count()
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> {
        self.steps.iter().map(|step| step.mv)
    }

    /// Where the main line begins.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// Plays a written move.
    pub fn play(&mut self, text: &[u8]) -> Played {
        if self.stuck {
            return Played::Skipped;
        }
        if is_null_move(text) {
            return self.pass();
        }
        match San::read(text) {
            Some(san) => self.play_san(san),
            None => self.stop(),
        }
    }

    /// Plays a move that has been read.
    #[inline(always)]
    pub fn play_read(&mut self, san: San) -> Played {
        if self.stuck { Played::Skipped } else { self.play_san(san) }
    }

    fn stop(&mut self) -> Played {
        self.stuck = true;
        Played::Stuck
    }

    fn pass(&mut self) -> Played {
        match self.position.after_null_move() {
            Some(passed) => {
                self.previous = std::mem::replace(&mut self.position, passed);
                self.ply += 1;
                self.passed |= !self.is_variation();
                Played::Null
            }
            None => self.stop(),
        }
    }

    #[inline(always)]
    fn play_san(&mut self, san: San) -> Played {
        match san.resolve(&self.position) {
            // Only a position that is wrong from the start lets a king be taken.
            Ok(mv) if mv.capture == Some(Role::King) => self.stop(),
            Ok(mv) => {
                self.make(mv);
                if self.is_standard(&san, mv) {
                    Played::Standard
                } else {
                    Played::Otherwise(mv, san)
                }
            }
            Err(_) => self.stop(),
        }
    }

    /// Plays a legal move.
    #[inline(always)]
    pub fn make(&mut self, mv: Move) {
        self.previous.clone_from(&self.position);
        self.position.play_unchecked(mv);
        self.ply += 1;
        self.branches = 0;
        if self.outer.is_empty() {
            self.steps.push(Step { mv, key: self.key });
            self.count_repetitions();
        }
    }

    #[inline(always)]
    fn count_repetitions(&mut self) {
        self.key = self.position.repetition_key();
        let halfmoves = self.position.halfmoves();
        if self.traces.meet(self.key, halfmoves) || halfmoves >= FIFTY_MOVES {
            self.look_back(halfmoves);
        }
    }

    fn look_back(&mut self, halfmoves: u32) {
        let now = self.steps.len();
        let reach = (halfmoves as usize).min(now).min(FARTHEST_REPETITION);
        // Four reversible half-moves are the least that can repeat anything.
        let earlier = (4..=reach).step_by(2);
        let times = 1 + earlier.filter(|back| self.steps[now - back].key == self.key).count();
        if times >= 3 && !self.passed {
            self.threefold.get_or_insert(self.ply);
            if times >= 5 {
                self.fivefold.get_or_insert(self.ply);
            }
        }
        // Mate and stalemate end the game at once, whatever was counted. FIDE 9.6.2
        if halfmoves >= FIFTY_MOVES && self.position.has_legal_move() {
            self.fifty.get_or_insert(self.ply);
            if halfmoves >= SEVENTY_FIVE_MOVES {
                self.seventy_five.get_or_insert(self.ply);
            }
        }
    }

    /// Whether nobody need look at how the move is written.
    #[inline(always)]
    fn is_standard(&self, san: &San, mv: Move) -> bool {
        let MoveSpec::Piece(going) = san.spec else {
            return san.forms.is_standard() && self.has_right_sign(san.sign);
        };
        san.forms.is_standard()
            && going.capture == mv.capture.is_some()
            && self.has_right_sign(san.sign)
            && (mv.role == Role::Pawn
                || if going.from == Bitboard::FULL {
                    going.board_index.is_none()
                } else {
                    self.needs_origin(going.from, mv)
                })
    }

    /// Whether just this much of the square of departure must be written.
    fn needs_origin(&self, written: Bitboard, mv: Move) -> bool {
        self.previous.boards().len() == 1 && origin(&self.previous, mv) == written
    }

    #[inline(always)]
    fn has_right_sign(&self, sign: Sign) -> bool {
        sign_of(&self.position) == sign
    }

    /// A variation begins that replaces the last move. Without a move to replace, it is only read.
    pub fn open(&mut self) {
        let nothing = self.ply == self.branching_ply();
        self.outer.push(Outer {
            position: self.position.clone(),
            previous: self.previous.clone(),
            ply: self.ply,
            branches: self.branches,
            stuck: self.stuck,
        });
        self.branches = 0;
        if nothing {
            self.stuck = true;
        } else if !self.stuck {
            self.position.clone_from(&self.previous);
            self.ply -= 1;
        }
    }

    /// The half-move after which the present line branched off.
    fn branching_ply(&self) -> u32 {
        self.outer.last().map_or(0, |outer| outer.ply.saturating_sub(1))
    }

    /// The innermost variation ends.
    pub fn close(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.position = outer.position;
            self.previous = outer.previous;
            self.ply = outer.ply;
            self.branches = outer.branches + 1;
            self.stuck = outer.stuck;
        }
    }

    /// Where the next half-move stands in the game: `main/ply 23/rav 1/ply 2`.
    pub fn path(&self) -> String {
        let mut steps = vec!["main".to_owned()];
        let mut first = 0;
        for outer in &self.outer {
            let (ply, variation) = (outer.ply - first, outer.branches + 1);
            steps.push(format!("ply {ply}/rav {variation}"));
            first = outer.ply.saturating_sub(1);
        }
        steps.push(format!("ply {}", self.ply + 1 - first));
        steps.join("/")
    }
}

/// `--` and the other words for doing nothing.
pub fn is_null_move(text: &[u8]) -> bool {
    matches!(text, b"--" | b"Z0" | b"0000" | b"null" | b"pass" | b"@@@@" | b"<>")
}
