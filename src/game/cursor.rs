//! One game while it is read: the position, the ply, the path into the variations, the repetitions. The only stack of variations
//! there is. Nothing is allocated for a move that can be played, and no list of legal moves is made.

use crate::{
    game::ending::{Draws, Recent},
    notation::{AnySan, Sign, numbered, origin, sign_of, write_san, write_without_sign},
    rules::{
        AnyMove, AnyPosition, Bitboard, Chess, History, Move, MoveSpec, Position, Role,
        outcome::FIFTY_MOVES,
        variant::{VariantEnding, VariantPosition},
    },
};

/// A place in a game. `T` is what a consumer keeps for each line, game or variation.
#[derive(Debug, Clone)]
pub struct Cursor<T = ()> {
    pub(super) start: AnyPosition,
    pub(super) position: AnyPosition,
    /// Before the last move, or `behind` moves of the main line before that.
    pub(super) previous: AnyPosition,
    /// A walk keeps where it began: its moves are played again where the position before the last one is needed.
    pub(super) behind: usize,
    /// The moves of the main line, each with the key of the position it was made in.
    pub(super) steps: Vec<Step>,
    /// The key of the position at the end of the main line.
    pub(super) key: u64,
    pub(super) recent: Recent,
    /// The lines outside the present one, the main line first.
    outer: Vec<OuterLine<T>>,
    /// Plies played in the present line, those before its branching included.
    pub(super) ply: u32,
    /// Moves written in the present line alone, whether they could be played or not.
    pub(super) written: u32,
    /// How many variations have branched from the last move of the present line.
    pub(super) branches: u32,
    /// Whether a move of the present line could not be played: the rest of it is only read.
    pub(super) stuck: bool,
    /// Whether a null move was made in the main line: repetitions mean nothing then.
    pub(super) passed: bool,
    pub(super) draws: Draws,
    /// What is kept for the present line.
    pub line: T,
}

/// A move of the main line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) mv: AnyMove,
    /// The key of the position before it.
    pub(super) key: u64,
}

/// A line from which the present variation branches.
#[derive(Debug, Clone)]
struct OuterLine<T> {
    position: AnyPosition,
    previous: AnyPosition,
    ply: u32,
    written: u32,
    branches: u32,
    stuck: bool,
    line: T,
}

/// The outcome of playing a written move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Played {
    /// It was played, and is written exactly as the standard has it.
    Standard(AnyMove),
    /// It was played, but is written in another way.
    Otherwise(AnyMove, AnySan),
    /// A null move: the turn passed to the other side.
    Null,
    /// It could not be played; the rest of the line is not.
    Stuck,
    /// A move before it could not be played.
    Skipped,
}

impl<T: Default + Clone> Default for Cursor<T> {
    fn default() -> Self {
        Self::new(Chess::start().into())
    }
}

impl<T: Default + Clone> Cursor<T> {
    /// A game that begins here.
    pub fn new(start: AnyPosition) -> Self {
        let mut cursor = Self {
            position: start.clone(),
            previous: start.clone(),
            behind: 0,
            key: 0,
            recent: Recent::new(),
            start,
            steps: Vec::with_capacity(256),
            outer: Vec::new(),
            ply: 0,
            written: 0,
            branches: 0,
            stuck: false,
            passed: false,
            draws: Draws::default(),
            line: T::default(),
        };
        cursor.rewind();
        cursor
    }

    /// A game that begins here and of which no move is played.
    pub fn stopped(start: AnyPosition) -> Self {
        Self { stuck: true, ..Self::new(start) }
    }

    /// The next game, which begins here; buffers are used again.
    pub fn restart(&mut self, start: &AnyPosition) {
        self.start.clone_from(start);
        self.rewind();
        (self.written, self.branches) = (0, 0);
        self.line = T::default();
    }

    /// Plays the main line again with other moves, as many as are written.
    pub fn replay(&mut self, moves: Vec<AnyMove>) {
        self.rewind();
        for mv in moves {
            self.make(mv);
        }
    }

    /// Takes back moves of the main line and plays others in their place.
    pub fn correct(&mut self, taken_back: usize, moves: &[AnyMove]) {
        if taken_back > 0 {
            let kept = self.steps.len().saturating_sub(taken_back);
            let kept: Vec<AnyMove> = self.moves().take(kept).collect();
            self.replay(kept);
        }
        self.stuck = false;
        for &mv in moves {
            self.make(mv);
        }
    }

    /// Plays a move that is known, whatever its word says.
    pub fn play_known(&mut self, mv: AnyMove) {
        self.written += 1;
        self.branches = 0;
        self.make(mv);
    }

    /// Continues the main line from a position to which no legal move leads.
    pub fn continue_from(&mut self, position: AnyPosition) {
        self.previous = std::mem::replace(&mut self.position, position);
        self.behind = 0;
        self.ply += 1;
        (self.stuck, self.passed) = (false, true);
    }

    /// Back to the start of the same game.
    fn rewind(&mut self) {
        self.position.clone_from(&self.start);
        self.previous.clone_from(&self.start);
        self.behind = 0;
        self.key = self.position.repetition_key();
        self.recent.meet(self.key, 0);
        self.steps.clear();
        self.outer.clear();
        self.ply = 0;
        (self.stuck, self.passed) = (false, false);
        self.draws = Draws::default();
    }

    /// Where the main line begins.
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The position that has been reached.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The position before the last move: what a variation branches from.
    pub fn previous(&self) -> AnyPosition {
        let mut position = self.previous.clone();
        let last = self.steps.len().saturating_sub(1);
        for step in &self.steps[last.saturating_sub(self.behind)..last] {
            position.play_unchecked(step.mv);
        }
        position
    }

    /// Plies played so far in the present line, those before its branching included.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Moves written so far in the present line alone.
    pub fn written(&self) -> u32 {
        self.written
    }

    /// How many variations are open.
    pub fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Whether the present line is a variation.
    pub fn is_variation(&self) -> bool {
        !self.outer.is_empty()
    }

    /// Whether moves of the present line are only read.
    pub fn is_stuck(&self) -> bool {
        self.stuck
    }

    /// What is kept for the line from which the present one branches.
    pub fn parent(&self) -> Option<&T> {
        self.outer.last().map(|outer| &outer.line)
    }

    /// Continues after a move that could not be played, because it means something else.
    pub fn resume(&mut self) {
        self.stuck = false;
    }

    /// Reads the rest of the present line without playing it.
    pub fn stop(&mut self) {
        self.stuck = true;
    }

    /// The main line with all its positions, for explanations. A line with null moves has none.
    pub fn history(&self) -> Option<History<AnyPosition>> {
        if self.passed {
            return None;
        }
        let mut history = History::new(self.start.clone());
        for mv in self.moves() {
            history.play_unchecked(mv);
        }
        Some(history)
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = AnyMove> {
        self.steps.iter().map(|step| step.mv)
    }

    /// A move of the main line with its number, `12... Nf6`; `None` if null moves were made, since they are not kept.
    pub fn numbered_move(&self, ply: u32) -> Option<String> {
        let index = usize::try_from(ply).ok()?.checked_sub(1)?;
        let mut position = self.start.clone();
        let mut moves = self.moves();
        moves.by_ref().take(index).for_each(|mv| position.play_unchecked(mv));
        let mv = moves.next().filter(|_| !self.passed)?;
        Some(numbered(&position, &write_san(&position, mv)))
    }

    /// Plays a written move.
    pub fn play(&mut self, text: &[u8]) -> Played {
        self.written += 1;
        self.branches = 0;
        if self.stuck {
            return Played::Skipped;
        }
        if is_null_move(text) {
            return self.pass();
        }
        match AnySan::read(&self.position, text) {
            Some(san) => self.play_san(san),
            None => self.fail(),
        }
    }

    /// Counts the second of two moves that are written as one word.
    pub fn count_second_move(&mut self) {
        self.written += 1;
    }

    fn fail(&mut self) -> Played {
        self.stuck = true;
        Played::Stuck
    }

    fn pass(&mut self) -> Played {
        let Some(passed) = self.position.after_null_move() else { return self.fail() };
        self.previous = std::mem::replace(&mut self.position, passed);
        self.behind = 0;
        self.ply += 1;
        self.passed |= !self.is_variation();
        Played::Null
    }

    fn play_san(&mut self, san: AnySan) -> Played {
        match san.resolve(&self.position).filter(|mv| !takes_king(*mv)) {
            Some(mv) => {
                self.make(mv);
                if self.is_standard(&san, mv) {
                    Played::Standard(mv)
                } else {
                    Played::Otherwise(mv, san)
                }
            }
            None => self.fail(),
        }
    }

    /// Plays a legal move.
    pub fn make(&mut self, mv: AnyMove) {
        self.previous.clone_from(&self.position);
        self.behind = 0;
        self.position.play_unchecked(mv);
        self.ply += 1;
        if self.outer.is_empty() {
            self.steps.push(Step { mv, key: self.key });
            self.key = self.position.repetition_key();
            let halfmoves = self.position.halfmoves();
            if self.recent.meet(self.key, halfmoves) || halfmoves >= FIFTY_MOVES {
                self.look_back(halfmoves);
            }
        }
    }

    /// Whether the last move is written exactly as the standard has it.
    fn is_standard(&self, san: &AnySan, mv: AnyMove) -> bool {
        if !san.forms().is_standard() || !self.has_right_sign(san.sign()) {
            return false;
        }
        if let (AnyPosition::Chess(before), AnySan::Chess(san), AnyMove::Chess(mv)) =
            (&self.previous, san, mv)
        {
            return is_shortest(before, &san.spec, mv);
        }
        let written = write_without_sign(&self.previous, mv);
        AnySan::read(&self.previous, written.as_bytes())
            .is_some_and(|shortest| shortest.spec() == san.spec())
    }

    /// Whether a sign belongs behind the last move. Where a goal of a variant decides the game, servers write what they like.
    fn has_right_sign(&self, sign: Sign) -> bool {
        let by_goal = || {
            let ending = self.position.variant().and_then(VariantPosition::ending);
            ending.is_some_and(|outcome| outcome.ending != VariantEnding::Checkmate)
        };
        sign_of(&self.position) == sign || by_goal()
    }

    /// A variation begins that replaces the last move. Without a move to replace, it is only read. `line` is what is kept for it.
    pub fn enter_variation(&mut self, line: T) {
        let replaces_nothing = self.ply == self.branching_ply();
        self.previous = self.previous();
        self.behind = 0;
        self.outer.push(OuterLine {
            position: self.position.clone(),
            previous: self.previous.clone(),
            ply: self.ply,
            written: self.written,
            branches: self.branches,
            stuck: self.stuck,
            line: std::mem::replace(&mut self.line, line),
        });
        (self.branches, self.written) = (0, 0);
        if replaces_nothing {
            self.stuck = true;
        } else if !self.stuck {
            self.position.clone_from(&self.previous);
            self.ply -= 1;
        }
    }

    /// The ply after which the present line branched off.
    fn branching_ply(&self) -> u32 {
        self.outer.last().map_or(0, |outer| outer.ply.saturating_sub(1))
    }

    /// The innermost variation ends.
    pub fn leave_variation(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.position = outer.position;
            self.previous = outer.previous;
            (self.ply, self.written) = (outer.ply, outer.written);
            self.branches = outer.branches + 1;
            self.stuck = outer.stuck;
            self.line = outer.line;
        }
    }

    /// Where the present line branches off: `main/ply 23/rav 1`.
    pub fn branch(&self) -> String {
        let step =
            |outer: &OuterLine<T>| format!("/ply {}/rav {}", outer.written, outer.branches + 1);
        std::iter::once("main".to_owned()).chain(self.outer.iter().map(step)).collect()
    }
}

/// Whether a move of chess is written with its capture sign, and with no more of its origin than it needs.
fn is_shortest(before: &Chess, spec: &MoveSpec, mv: Move) -> bool {
    let MoveSpec::Piece(spec) = spec else { return true };
    let has_right_origin = match (mv.role, spec.from) {
        (Role::Pawn, _) | (_, Bitboard::FULL) => true,
        (_, from) => origin(before, mv) == from,
    };
    spec.capture == mv.capture.is_some() && has_right_origin
}

/// Whether a king is taken: only a position that is wrong from the start lets one be.
pub(crate) fn takes_king(mv: AnyMove) -> bool {
    matches!(mv, AnyMove::Chess(Move { capture: Some(Role::King), .. }))
}

/// `--` and the other spellings of a null move.
pub fn is_null_move(text: &[u8]) -> bool {
    matches!(text, b"--" | b"Z0" | b"0000" | b"null" | b"pass" | b"@@@@" | b"<>")
}
