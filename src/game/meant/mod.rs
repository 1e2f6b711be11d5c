//! What was meant where a move cannot be played: the explanations of the fault, and how probable each of them is.

mod evidence;
mod habit_table;
mod habits;
mod quiet;
mod search;
mod slip;
mod stands;
mod weights;

pub(super) use evidence::playable;
pub use habits::{HABIT_COUNT, HabitScene, LastMoves};

use crate::{
    diagnostics::{Edit, Safety, Suggestion},
    game::Word,
    notation::{AnySan, numbered, write_san, write_without_sign},
    rules::{AnyMove, AnyPosition, Color, History, Position},
    text::{Source, Span, shortened},
};

/// How many suggestions are made.
const MADE: usize = 3;
/// Less probable explanations are not worth a suggestion.
const LEAST: f32 = 0.01;

/// An explanation with which this many moves behind the fault can be replayed is trusted, even if another fault follows.
const TRUSTED: usize = 8;

/// A move as written, and what can be read in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct WrittenMove<'a> {
    word: Word<'a>,
    san: Option<AnySan>,
}

impl<'a> WrittenMove<'a> {
    /// Reads a word of a game of this kind.
    pub(super) fn new(word: Word<'a>, game: &AnyPosition) -> Self {
        Self { word, san: AnySan::read(game, word.text) }
    }
}

/// A line with a move that cannot be played.
#[derive(Debug, Clone)]
pub(super) struct BrokenLine<'a> {
    /// The positions and moves before it.
    history: History<AnyPosition>,
    /// The words of the line: one for each move of the history, the one that cannot be played, and those after it.
    words: Vec<WrittenMove<'a>>,
}

/// What may have happened to a line. Places are indices of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// A word stands for another move.
    Replace(usize, AnyMove),
    /// A move is missing before a word.
    Insert(usize, AnyMove),
    /// A word is too many.
    Remove(usize),
    /// Two words have changed places.
    Swap(usize, usize),
}

/// How a game goes on after the most probable explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Continuation {
    /// How many of the moves before the fault are taken back.
    pub taken_back: usize,
    /// The moves in their place and in that of the word that cannot be played.
    pub moves: Vec<AnyMove>,
    /// The moves of the next words.
    pub next: Vec<AnyMove>,
    /// Whether the number of moves changes.
    pub is_shift: bool,
    /// The first word that changes, as it is written.
    pub place: Span,
}

/// A possible explanation of a fault.
#[derive(Debug, Clone)]
pub struct Explanation {
    change: Change,
    /// The moves from the place of the change on, as far as they can be played.
    moves: Vec<AnyMove>,
    /// The first word that cannot be played.
    reached: usize,
    /// What speaks for it, in the order of the weights.
    pub features: [f32; weights::COUNT],
    /// How probable it is.
    pub probability: f32,
}

impl Explanation {
    /// The logarithm of its weight against other explanations.
    fn score(&self) -> f32 {
        self.features.iter().zip(weights::WEIGHTS).map(|(amount, weight)| amount * weight).sum()
    }
}

impl<'a> BrokenLine<'a> {
    /// A line in which the word after those of the history cannot be played.
    pub(super) fn new(
        history: History<AnyPosition>,
        words: impl Iterator<Item = Word<'a>>,
    ) -> Self {
        let read = |word| WrittenMove::new(word, history.start());
        let words = words.map(read).collect();
        Self { history, words }
    }

    /// Another word of the line.
    pub(super) fn push(&mut self, word: Word<'a>) {
        self.words.push(WrittenMove::new(word, self.history.start()));
    }

    /// The words after the one that cannot be played.
    pub(super) fn rest(&self) -> impl DoubleEndedIterator<Item = &'a [u8]> + ExactSizeIterator {
        self.words[self.fault() + 1..].iter().map(|written| written.word.text)
    }

    /// The index of the word that cannot be played.
    fn fault(&self) -> usize {
        self.history.moves().len()
    }

    /// The position before a word, which is not behind the fault.
    fn position(&self, at: usize) -> &AnyPosition {
        self.history.position_at(at).unwrap_or(self.history.position())
    }

    /// The moves before a word, which is not behind the fault.
    fn last_moves(&self, at: usize) -> [Option<AnyMove>; 2] {
        let before = |plies| at.checked_sub(plies).and_then(|at| self.history.moves().get(at));
        [before(1).copied(), before(2).copied()]
    }

    /// The explanations, the most probable first.
    pub(super) fn explanations(&self) -> Vec<Explanation> {
        let mut found = search::explanations(self);
        let scores: Vec<f32> = found.iter().map(Explanation::score).collect();
        let best = scores.iter().copied().fold(weights::NOTHING, f32::max);
        let all: f32 = scores.iter().map(|score| (score - best).exp()).sum();
        let all = all + (weights::NOTHING - best).exp();
        for (one, score) in found.iter_mut().zip(scores) {
            one.probability = (score - best).exp() / all;
        }
        found.sort_by(|one, other| other.probability.total_cmp(&one.probability));
        if let [best, others @ ..] = &mut found[..] {
            let (before, after) = (best.probability, weights::calibrated(best.probability));
            best.probability = after;
            // The others share what is left.
            let scale = ((1.0 - after) / (1.0 - before).max(f32::MIN_POSITIVE)).min(1.0);
            for one in others {
                one.probability *= scale;
            }
        }
        found
    }

    /// How the game goes on with an explanation; `None` if too little of the rest can be replayed with it.
    pub(super) fn continuation(
        &self,
        explanation: &Explanation,
        source: &Source<'_>,
    ) -> Option<Continuation> {
        let (fault, moves) = (self.fault(), &explanation.moves);
        let is_whole = explanation.reached == self.words.len();
        if !is_whole && explanation.reached <= fault + TRUSTED {
            return None;
        }
        let place = explanation.change.place();
        let up_to_fault = match explanation.change {
            Change::Replace(..) => fault - place + 1,
            Change::Insert(..) => fault - place + 2,
            Change::Remove(_) => fault - place,
            Change::Swap(_, with) => fault.min(with) - place + 1 + fault.saturating_sub(with),
        };
        let after = match explanation.change {
            Change::Swap(_, with) => with.saturating_sub(fault),
            _ => 0,
        };
        Some(Continuation {
            taken_back: fault - place,
            moves: moves.get(..up_to_fault)?.to_vec(),
            next: moves.get(up_to_fault..up_to_fault + after)?.to_vec(),
            is_shift: matches!(explanation.change, Change::Insert(..) | Change::Remove(_)),
            place: source.span_of(self.words[place].word.text),
        })
    }

    /// The position after the illegal move, if all of the rest follows from it, and no explanation fits as well.
    pub(super) fn stood(&self, found: &[Explanation]) -> Option<AnyPosition> {
        let (fault, words) = (self.fault(), &self.words);
        if found.iter().any(|one| one.reached == words.len()) || words.len() <= fault + TRUSTED {
            return None;
        }
        let after =
            stands::after_illegal(self.position(fault), words[fault].san.as_ref()?.chess()?)?;
        // The position may be one that only the plain rules follow: its moves are read for it.
        let read = |written: &WrittenMove<'a>| WrittenMove::new(written.word, &after);
        let rest: Vec<WrittenMove<'a>> = words[fault + 1..].iter().map(read).collect();
        (playable(after.clone(), &rest) == rest.len()).then_some(after)
    }

    /// The number of the first word, if the line probably begins from another position: the fault is near its beginning, where
    /// the numbers begin with another one, and nothing explains it.
    pub(super) fn begins_elsewhere(&self, found: &[Explanation]) -> Option<u32> {
        let is_explained = found.first().is_some_and(|best| best.probability >= 0.5);
        let number = self.words.first()?.word.number?;
        let begins_later = number.value > self.position(0).fullmoves();
        (begins_later && self.fault() < TRUSTED && !is_explained).then_some(number.value)
    }

    /// What a missing or doubled move is, in words, if that is the most probable explanation.
    pub(super) fn shift(&self, found: &[Explanation]) -> Option<String> {
        let best = found.first()?.change;
        // Several moves may be missing at one place.
        let is_same = |one: &&Explanation| match (one.change, best) {
            (Change::Insert(one, _), Change::Insert(other, _)) => one == other,
            (one, other) => one == other,
        };
        let probability: f32 = found.iter().filter(is_same).map(|one| one.probability).sum();
        if probability < 0.5 {
            return None;
        }
        let written = |at: usize| shortened(self.words[at].word.text);
        match best {
            Change::Insert(at, _) => {
                let turn = self.position(at).turn().name();
                Some(format!("a move by {turn} is probably missing before `{}`", written(at)))
            }
            Change::Remove(at) if self.words[at].san.is_some() => {
                Some(format!("`{}` is probably one move too many", written(at)))
            }
            Change::Remove(_) | Change::Replace(..) | Change::Swap(..) => None,
        }
    }

    /// The likely corrections, the best first.
    pub(super) fn suggestions(
        &self,
        found: &[Explanation],
        source: &Source<'_>,
    ) -> Vec<Suggestion> {
        let likely = found.iter().filter(|one| one.probability >= LEAST);
        let suggestion = |one: &Explanation| Suggestion {
            text: self.text(one),
            confidence: one.probability,
            edits: self.edits(one, source),
        };
        likely.take(MADE).map(suggestion).collect()
    }

    /// An explanation in words.
    fn text(&self, explanation: &Explanation) -> String {
        let written = |at: usize| String::from_utf8_lossy(self.words[at].word.text);
        match explanation.change {
            Change::Replace(at, mv) => {
                let position = self.position(at);
                let san = write_san(position, mv);
                if at == self.fault() {
                    return san;
                }
                let before = write_without_sign(position, self.history.moves()[at]);
                format!("{} instead of {before}", numbered(position, &san))
            }
            Change::Insert(at, mv) => {
                let position = self.position(at);
                let san = numbered(position, &write_san(position, mv));
                format!("{san} before {}", written(at))
            }
            Change::Remove(at) => format!("{} once", written(at)),
            Change::Swap(at, with) => format!("{} before {}", written(with), written(at)),
        }
    }

    /// The edits that make a line what an explanation says.
    pub(super) fn edits(&self, explanation: &Explanation, source: &Source<'_>) -> Vec<Edit> {
        let span = |at: usize| source.span_of(self.words[at].word.text);
        let edit =
            |span: Span, replacement: String| Edit { span, replacement, safety: Safety::Guess };
        match explanation.change {
            Change::Replace(at, mv) => vec![edit(span(at), write_san(self.position(at), mv))],
            Change::Insert(at, mv) => {
                let (place, text) = self.insertion(at, mv, source);
                vec![edit(Span { start: place, end: place }, text)]
            }
            Change::Remove(at) => vec![edit(self.removal(at, source), String::new())],
            Change::Swap(at, with) => {
                let mut position = self.position(at).clone();
                let mut texts = explanation.moves.iter().map(|&mv| {
                    let san = write_san(&position, mv);
                    position.play_unchecked(mv);
                    san
                });
                let first = texts.next();
                let last = texts.nth(with - at - 1);
                [first.map(|san| edit(span(at), san)), last.map(|san| edit(span(with), san))]
                    .into_iter()
                    .flatten()
                    .collect()
            }
        }
    }

    /// Where a missing move belongs, and its text with a blank.
    fn insertion(&self, at: usize, mv: AnyMove, source: &Source<'_>) -> (u64, String) {
        let position = self.position(at);
        let (word, san) = (self.words[at].word, write_san(position, mv));
        let start = |text: &[u8]| source.span_of(text).start;
        match word.number {
            // The number belongs to the missing move.
            Some(number) if evidence::fits(number, position) => {
                (start(word.text), format!("{san} "))
            }
            Some(number) => {
                let place = start(number.text);
                let before =
                    at.checked_sub(1).map(|at| source.span_of(self.words[at].word.text).end);
                let follows = before.is_some_and(|before| {
                    source.slice(Span { start: before, end: place }).trim_ascii().is_empty()
                });
                let needs_number = position.turn() == Color::White || !follows;
                let san = if needs_number { numbered(position, &san) } else { san };
                (place, format!("{san} "))
            }
            None => (start(word.text), format!("{san} ")),
        }
    }

    /// A word with the blanks before it, or behind it if a number is before it.
    fn removal(&self, at: usize, source: &Source<'_>) -> Span {
        let WrittenMove { word, .. } = self.words[at];
        let span = source.span_of(word.text);
        if word.number.is_none() {
            return source.with_blanks_before(span);
        }
        let after = source.slice(Span { start: span.end, end: u64::MAX });
        let blanks = after.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        Span { end: span.end + blanks as u64, ..span }
    }
}
