//! The fast walk over plain movetext: units of a number, a move and a comment of a server, all as the standard has them. The rule:
//! where a unit needs a finding, the walk stops before it, and the grammar and the checks take over.

use std::time::Duration;

use crate::{
    game::{Cursor, cursor::Step},
    notation::{PlainMove, San, Sign, distinction, sign_of},
    pgn::{DueNumber, ServerComment},
    rules::{
        AnyMove, AnyPosition, Bitboard, Chess, Color, Move, MoveSpec, Position, Role,
        outcome::FIFTY_MOVES,
    },
};

/// What a walk read.
#[derive(Debug, Clone, Copy)]
pub struct Walked<'a> {
    /// What was not read.
    pub rest: &'a [u8],
    /// How many moves were played.
    pub moves: u32,
    /// How many move numbers were read.
    pub numbers: u32,
    /// The last of these numbers.
    pub last_number: u32,
    /// The first move.
    pub first_move: &'a [u8],
    /// The last move.
    pub last_move: &'a [u8],
    /// Whether a comment follows the last move.
    pub has_comment: bool,
}

/// What a walk over plain moves begins with.
#[derive(Debug, Clone, Copy)]
pub struct Ahead {
    /// The ply that comes next, as the numbers count: 0 is `1.`, 1 is `1...`.
    pub next: u32,
    /// Whether a move of Black needs a number after a comment.
    pub needs_number: bool,
    /// Whether a comment, and no number yet, follows the last move.
    pub interrupted: bool,
}

/// What a consumer does with the comments of servers.
pub trait CommentReader {
    /// What the clock of this side shows after its move, the move of this number in its line; `false` if it needs a finding.
    fn clock(&mut self, time: Duration, mover: Color, written: u32) -> bool;
}

impl<T: Default + Clone> Cursor<T> {
    /// Plays the moves with which `text` begins, as long as none needs a finding.
    #[inline]
    pub fn walk<'a>(
        &mut self,
        text: &'a [u8],
        ahead: Ahead,
        comments: &mut impl CommentReader,
    ) -> Walked<'a> {
        // The compiler makes a copy of the code for each.
        if self.is_variation() {
            self.walk_line::<false>(text, ahead, comments)
        } else {
            self.walk_line::<true>(text, ahead, comments)
        }
    }

    #[inline(never)]
    fn walk_line<'a, const MAIN: bool>(
        &mut self,
        text: &'a [u8],
        ahead: Ahead,
        comments: &mut impl CommentReader,
    ) -> Walked<'a> {
        let turn = if ahead.next.is_multiple_of(2) { Color::White } else { Color::Black };
        let position = match &self.position {
            AnyPosition::Chess(position) if !self.is_stuck() && position.turn() == turn => {
                position.clone()
            }
            _ => return Walked::nowhere(text),
        };
        if ahead.next == 0 && self.written > 0 && text.first().is_some_and(u8::is_ascii_digit) {
            // `1.` after moves begins another game.
            return Walked::nowhere(text);
        }
        let mut walk = Walk::<MAIN> {
            previous: position.clone(),
            position,
            rest: text,
            next: ahead.next,
            numbers: 0,
            numbered: 0,
            numbered_before: 0,
            last_unit: 0,
            interrupted: ahead.interrupted,
            first_step: self.steps.len(),
        };
        let (ply, written) = (self.ply, self.written);
        let mut is_white = turn == Color::White;
        loop {
            if is_white && !walk.unit(Color::White, self, ahead, comments) {
                break;
            }
            is_white = true;
            if !walk.unit(Color::Black, self, ahead, comments) {
                break;
            }
        }
        let moves = walk.next - ahead.next;
        if moves == 0 {
            return Walked::nowhere(text);
        }
        (self.ply, self.written) = (ply + moves, written + moves);
        self.branches = 0;
        let walked = Walked {
            rest: walk.rest,
            moves,
            numbers: walk.numbers,
            last_number: if walk.numbers > 0 { walk.numbered / 2 + 1 } else { 0 },
            first_move: first_move(text),
            last_move: first_move(&text[text.len() - walk.last_unit..]),
            has_comment: walk.interrupted,
        };
        let began = std::mem::replace(&mut self.position, walk.position.into());
        if MAIN {
            (self.previous, self.behind) = (began, moves as usize - 1);
        } else {
            self.previous = walk.previous.into();
        }
        walked
    }

    /// Notes the position after a move of the main line that was made outside the cursor.
    #[inline(always)]
    fn note(&mut self, position: &Chess, moves: u32) {
        self.key = position.repetition_key();
        let halfmoves = position.halfmoves();
        if self.recent.meet(self.key, halfmoves) || halfmoves >= FIFTY_MOVES {
            self.note_repetition(position, moves);
        }
    }

    #[cold]
    #[inline(never)]
    fn note_repetition(&mut self, position: &Chess, moves: u32) {
        let began = std::mem::replace(&mut self.position, position.clone().into());
        self.ply += moves;
        self.look_back(position.halfmoves());
        self.ply -= moves;
        self.position = began;
    }
}

impl<'a> Walked<'a> {
    /// Nothing was read.
    fn nowhere(text: &'a [u8]) -> Self {
        let (first_move, last_move): (&[u8], &[u8]) = (b"", b"");
        Self {
            rest: text,
            moves: 0,
            numbers: 0,
            last_number: 0,
            first_move,
            last_move,
            has_comment: false,
        }
    }
}

/// The first move of a text, which begins with it or with its number.
fn first_move(text: &[u8]) -> &[u8] {
    let rest = &text[text.iter().position(u8::is_ascii_alphabetic).unwrap_or_default()..];
    &rest[..rest.iter().position(|&byte| byte <= b' ').unwrap_or(rest.len())]
}

/// More bytes than a number, a move, a comment of a server and the blanks between them have. Where this many are left, no
/// byte needs a test for the end of the block; nearer to the end, the grammar reads them.
const LONGEST_UNIT: usize = 128;

/// Where a walk is, in variables of its own, which the compiler need not write back after every move. `MAIN` if it goes over the
/// game itself.
struct Walk<'a, const MAIN: bool> {
    position: Chess,
    /// Before the last move of a variation. The moves of the game are kept, and can be played again.
    previous: Chess,
    /// What was not read.
    rest: &'a [u8],
    /// The ply that comes next, as the numbers count.
    next: u32,
    /// How many numbers were read.
    numbers: u32,
    /// The ply of the last of them, and of the one before.
    numbered: u32,
    numbered_before: u32,
    /// How many bytes there are from the last unit on.
    last_unit: usize,
    /// Whether a comment, and no number yet, follows the last move.
    interrupted: bool,
    /// How many moves of the game were made before the walk.
    first_step: usize,
}

impl<const MAIN: bool> Walk<'_, MAIN> {
    /// A number and a move of this side, and a comment of a server if there is one; `false` if the walk ends before or after the
    /// move.
    #[inline(always)]
    fn unit<T: Default + Clone>(
        &mut self,
        color: Color,
        cursor: &mut Cursor<T>,
        ahead: Ahead,
        comments: &mut impl CommentReader,
    ) -> bool {
        let rest = self.rest;
        let Some(text) = rest.first_chunk::<LONGEST_UNIT>() else { return false };
        let mut window = window(text, 0);
        let mut at = 0;
        if byte(window, 0).is_ascii_digit() {
            let due = DueNumber::before(self.next);
            let Some(length) = due.and_then(|due| due.length_in(window)) else { return false };
            at = length & 7;
            window = self::window(text, at);
            self.numbers += 1;
            self.numbered_before = std::mem::replace(&mut self.numbered, self.next);
        } else if color == Color::Black && self.interrupted && ahead.needs_number {
            return false;
        }
        let Some(length) = self.play(color, window, cursor) else {
            if at > 0 {
                self.numbers -= 1;
                self.numbered = self.numbered_before;
            }
            return false;
        };
        self.last_unit = rest.len();
        self.next += 1;
        self.interrupted = false;
        if MAIN {
            cursor.note(&self.position, self.next - ahead.next);
        }
        at = after_blank(text, at + (length & 7));
        if text[at & 31] == b'{' {
            let written = cursor.written + (self.next - ahead.next);
            let comment = Self::comment(color, &text[(at & 31) + 1..], written, comments);
            let Some(length) = comment else {
                self.rest = &rest[at & 31..];
                return false;
            };
            // The braces around it are not counted.
            at = after_blank(text, (at & 31) + (length & 63) + 2);
            self.interrupted = true;
        }
        self.rest = &rest[at & 127..];
        true
    }

    /// The length of a comment on the last move, which was made by this side, if it is a server's comment and needs no finding.
    #[inline(always)]
    fn comment(
        mover: Color,
        text: &[u8],
        written: u32,
        comments: &mut impl CommentReader,
    ) -> Option<usize> {
        let mut accepts = |comment: ServerComment| match comment.clock {
            Some(time) if MAIN && !comments.clock(time, mover, written) => None,
            _ => Some(comment.length),
        };
        // The commonest comments have code of their own, in which nothing is made of fractions of seconds.
        match ServerComment::read_commonest(text) {
            Some(comment) => accepts(comment),
            None => accepts(ServerComment::read(text)?),
        }
    }

    /// Plays the move with which a window begins, if it is written exactly as the standard has it; returns how long its word is.
    #[inline(always)]
    fn play<T>(&mut self, color: Color, window: u64, cursor: &mut Cursor<T>) -> Option<usize> {
        let word = PlainMove::at(window);
        let (length, sign) = match (word.letter.role, word.to) {
            (Some(role), Some(to)) if word.is_whole && !word.letter.not_to.has(to) => {
                let (among, manner) = (word.letter.among, (word.captures, word.pushes));
                let (from, capture) = self.position.plain_origin(color, role, among, to, manner)?;
                self.make(color, Move::normal(role, from, to, capture), cursor);
                (word.length, word.sign)
            }
            _ => self.play_other(window, cursor)?,
        };
        let is_check = self.position.checkers().is_any();
        let has_sign = sign > b' ';
        if (is_check || has_sign) && !(is_check && sign_of(&self.position) == self::sign(sign)) {
            self.take_back(cursor);
            return None;
        }
        Some(length + usize::from(has_sign))
    }

    #[inline(always)]
    fn make<T>(&mut self, color: Color, mv: Move, cursor: &mut Cursor<T>) {
        if MAIN {
            cursor.steps.push(Step { mv: mv.into(), key: cursor.key });
        } else {
            self.previous.clone_from(&self.position);
        }
        self.position.play_unchecked_as(color, mv);
    }

    /// Takes the last move back: the grammar reads its word next.
    #[cold]
    #[inline(never)]
    fn take_back<T>(&mut self, cursor: &mut Cursor<T>) {
        if let (true, AnyPosition::Chess(began)) = (MAIN, &cursor.position) {
            cursor.steps.pop();
            self.position.clone_from(began);
            for step in &cursor.steps[self.first_step..] {
                if let AnyMove::Chess(mv) = step.mv {
                    self.position.play_unchecked(mv);
                }
            }
        } else {
            self.position.clone_from(&self.previous);
        }
    }

    /// Plays a move that names an origin, castles, promotes or captures en passant; returns the length of its word without the
    /// sign, and the sign or a blank.
    #[inline(never)]
    fn play_other<T>(&mut self, window: u64, cursor: &mut Cursor<T>) -> Option<(usize, u8)> {
        let bytes = window.to_le_bytes();
        // A word of eight bytes or more is not seen to its end.
        let length = bytes[..7].iter().position(|&byte| byte <= b' ')?;
        let (word, sign) = match &bytes[..length] {
            // Both signs come before the digits and letters, with which all other moves end.
            [word @ .., sign @ ..b'0'] => (word, *sign),
            word => (word, b' '),
        };
        let mv = other_move(&self.position, word)?;
        self.make(self.position.turn(), mv, cursor);
        Some((word.len(), sign))
    }
}

/// What a sign at the end of a word means.
fn sign(last: u8) -> Sign {
    match last {
        b'+' => Sign::Check,
        b'#' => Sign::Mate,
        _ => Sign::None,
    }
}

/// Eight bytes of a unit.
#[inline(always)]
fn window(text: &[u8; LONGEST_UNIT], at: usize) -> u64 {
    text[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// One of the bytes of a window.
#[inline(always)]
const fn byte(window: u64, at: usize) -> u8 {
    (window >> (8 * (at & 7)) & 0xff) as u8
}

/// The place after a blank or the end of a line, if there is one and what follows can continue a line of moves.
#[inline(always)]
fn after_blank(text: &[u8], at: usize) -> usize {
    if text.get(at) == Some(&b' ') { at + 1 } else { after_line_end(text, at) }
}

fn after_line_end(text: &[u8], at: usize) -> usize {
    match text.get(at..) {
        Some([b'\n', b'1'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'{' | b'(', ..]) => at + 1,
        _ => at,
    }
}

/// The move of a word without its sign, if it is written as the standard has it.
fn other_move(position: &Chess, word: &[u8]) -> Option<Move> {
    let san = San::read_standard(word)?;
    let (spec, role) = match san.spec {
        MoveSpec::Castle(side) => return position.castling_move(side),
        MoveSpec::Piece(spec) => (spec, spec.role?),
    };
    let mv = if role == Role::Pawn {
        san.resolve(position).ok()?
    } else {
        let origins = position.origins(role, spec.to, Bitboard::FULL);
        let from = (origins & spec.from).single()?;
        if distinction(from, origins) != spec.from {
            return None;
        }
        Move::normal(role, from, spec.to, position.board().role_at(spec.to))
    };
    let is_right = spec.capture == mv.capture.is_some() && mv.capture != Some(Role::King);
    is_right.then_some(mv)
}
