//! The search for explanations: what may have been written in place of what, tried on the board. The effort is bounded.

use crate::{
    game::meant::{
        BrokenLine, Change, Explanation, TRUSTED, WrittenMove,
        evidence::{Disagreements, fits, playable, resolved},
        habits::{USUAL, habit},
        quiet::{chance, gain},
        slip::{self, Slip},
        weights::{COUNT, Feature},
    },
    notation::{AnySan, Sign, sign_of, write_without_sign},
    rules::{AnyMove, AnyPosition, Position, variant::Place},
};

/// How many plies are replayed to find explanations in earlier moves.
const EFFORT: usize = 12_000;
/// How many explanations are compared.
const COMPARED: usize = 64;
/// For how many of them the sense of the moves is judged.
const JUDGED: usize = 16;
/// How many moves behind the next one are judged by habit.
const LATER: usize = 6;
/// How many moves are judged by habit from a change on.
const LINE: usize = 24;
/// How many moves behind those that change are judged by what they win or lose.
const TACTICS: usize = 3;
/// How far from the fault a move may be missing, be too many, or have changed places.
const NEAR: usize = 12;

/// All explanations of a fault, in no order.
pub(super) fn explanations(line: &BrokenLine<'_>) -> Vec<Explanation> {
    let mut search = Search { line, effort: EFFORT, found: Vec::new() };
    search.replacements();
    search.shifts();
    search.earlier();
    let mut found = search.found;
    // Those that explain most of the rest are compared.
    found.sort_by_key(|(change, reached)| (std::cmp::Reverse(*reached), back(line, *change)));
    found.truncate(COMPARED);
    let furthest = found.first().map_or(0, |(_, reached)| *reached);
    let explained = |(change, reached)| explained(line, change, reached, furthest);
    let mut found: Vec<Explanation> = found.into_iter().map(explained).collect();
    for one in &mut found {
        let mut features = Features(one.features);
        features.habits(line, one.change, &one.moves);
        one.features = features.0;
    }
    // The sense of the moves takes longer to judge.
    found.sort_by(|one, other| other.score().total_cmp(&one.score()));
    found.truncate(JUDGED);
    let mut written = WrittenHabits { line, known: vec![None; line.fault()] };
    for one in &mut found {
        let mut features = Features(one.features);
        features.sense(line, one.change, &one.moves, &mut written);
        one.features = features.0;
    }
    found
}

/// How usual the moves before the fault are; each is looked up once.
struct WrittenHabits<'l, 'a> {
    line: &'l BrokenLine<'a>,
    known: Vec<Option<f32>>,
}

impl WrittenHabits<'_, '_> {
    /// How much more usual the move of a word is than the mean move.
    fn of(&mut self, at: usize) -> f32 {
        let line = self.line;
        let found = || habit(line.position(at), line.last_moves(at), line.history.moves()[at]);
        *self.known[at].get_or_insert_with(found) - USUAL
    }
}

fn back(line: &BrokenLine<'_>, change: Change) -> usize {
    line.fault().saturating_sub(change.place())
}

struct Search<'l, 'a> {
    line: &'l BrokenLine<'a>,
    /// The plies that may still be replayed.
    effort: usize,
    /// Each with the first word that it cannot explain.
    found: Vec<(Change, usize)>,
}

impl Search<'_, '_> {
    /// Plays words from a position on; the effort is counted.
    fn reach(&mut self, position: AnyPosition, first: usize) -> usize {
        let played = playable(position, &self.line.words[first..]);
        self.effort = self.effort.saturating_sub(played + 1);
        first + played
    }

    /// Other moves in place of the word that cannot be played.
    fn replacements(&mut self) {
        let fault = self.line.fault();
        let position = self.line.position(fault);
        for (_, mv) in near(position, &self.line.words[fault]) {
            let reached = self.reach(position.after(mv), fault + 1);
            self.found.push((Change::Replace(fault, mv), reached));
        }
    }

    /// Other moves in place of earlier words, the nearest first.
    fn earlier(&mut self) {
        let fault = self.line.fault();
        for at in (0..fault).rev() {
            let position = self.line.position(at);
            let played = self.line.history.moves()[at];
            for (slip, mv) in near(position, &self.line.words[at]) {
                if self.effort == 0 || (fault - at > NEAR && position.variant().is_some()) {
                    return;
                }
                if slip == Slip::Two || mv == played {
                    continue;
                }
                let reached = self.reach(position.after(mv), at + 1);
                if reached > fault {
                    self.found.push((Change::Replace(at, mv), reached));
                }
            }
        }
    }

    /// Moves that are missing, too many or in the wrong order near the fault.
    fn shifts(&mut self) {
        let (fault, words) = (self.line.fault(), self.line.words.len());
        for at in fault.saturating_sub(NEAR)..=fault {
            let position = self.line.position(at);
            for mv in position.legal_moves() {
                let reached = self.reach(position.after(mv), at);
                if reached > fault && (reached > fault + 1 || reached == words) {
                    self.found.push((Change::Insert(at, mv), reached));
                }
            }
            // Of two equal words side by side the second is too many.
            let is_first_of_two = self.line.words.get(at + 1).is_some_and(|next| {
                next.word.number.is_none() && next.word.text == self.line.words[at].word.text
            });
            let reached = self.reach(position.clone(), at + 1);
            if reached > fault + 1 && !is_first_of_two {
                self.found.push((Change::Remove(at), reached));
            }
            for with in [at + 1, at + 2] {
                if let Some((_, reached)) = swapped(self.line, at, with)
                    && reached > fault.max(with)
                {
                    self.found.push((Change::Swap(at, with), reached));
                }
            }
        }
    }
}

/// The moves of two words in each other's place and of those between them, and the first word that cannot be played.
fn swapped(line: &BrokenLine<'_>, at: usize, with: usize) -> Option<(Vec<AnyMove>, usize)> {
    line.words.get(with)?;
    let mut position = line.position(at).clone();
    let mut moves = Vec::new();
    for index in std::iter::once(with).chain(at + 1..with).chain([at]) {
        let mv = resolved(&position, &line.words[index])?;
        position.play_unchecked(mv);
        moves.push(mv);
    }
    Some((moves, with + 1 + playable(position, &line.words[with + 1..])))
}

/// Legal moves that are written similarly, each with the slip.
fn near(position: &AnyPosition, written: &WrittenMove<'_>) -> Vec<(Slip, AnyMove)> {
    let text = slip::bare(written.word.text);
    let slip = |mv: AnyMove| {
        let by_text = slip::slip(&text, &slip::bare(write_without_sign(position, mv).as_bytes()))?;
        let of_chess = written.san.as_ref().and_then(AnySan::chess).zip(mv.chess());
        let slip = of_chess.map_or(by_text, |(san, mv)| slip::slip_of_move(san, mv, by_text));
        may_be_meant(mv, written.san.as_ref()).then_some((slip, mv))
    };
    position.legal_moves().into_iter().filter_map(slip).collect()
}

/// Whether a move may be meant: a capture is not taken for a quiet move to another square.
fn may_be_meant(mv: AnyMove, written: Option<&AnySan>) -> bool {
    let Some(spec) = written.map(AnySan::spec) else { return true };
    !spec.is_capture() || mv.is_capture() || spec.target() == Some(mv.to())
}

impl Change {
    /// The first word it concerns.
    pub(super) fn place(self) -> usize {
        match self {
            Self::Replace(at, _) | Self::Insert(at, _) | Self::Remove(at) | Self::Swap(at, _) => at,
        }
    }

    /// How many moves it changes.
    fn judged(self) -> usize {
        match self {
            Self::Replace(..) | Self::Insert(..) => 1,
            Self::Remove(_) => 0,
            Self::Swap(at, with) => with - at + 1,
        }
    }
}

/// Replays a line with an explanation and collects what speaks for it.
fn explained(
    line: &BrokenLine<'_>,
    change: Change,
    reached: usize,
    furthest: usize,
) -> Explanation {
    let (moves, disagreements) = replayed(line, change, reached);
    let mut features = Features([0.0; COUNT]);
    features.kind(line, change);
    features.place(line, change);
    features.replay(line, reached, disagreements);
    if reached == furthest {
        features.before_another_fault(line, reached);
    }
    Explanation { change, moves, reached, features: features.0, probability: 0.0 }
}

/// The moves of an explanation from its place on, and their disagreements with the words, those of the words before it included.
fn replayed(
    line: &BrokenLine<'_>,
    change: Change,
    reached: usize,
) -> (Vec<AnyMove>, Disagreements) {
    let place = change.place();
    let mut disagreements = Disagreements::default();
    let from = line.fault().saturating_sub(BEFORE).min(place);
    let mut position = line.position(from).clone();
    for at in from..place {
        disagreements.number(line.words[at].word.number, &position);
        disagreements.play(&mut position, line.history.moves()[at], line.words[at].san.as_ref());
    }
    let mut moves = Vec::new();
    // The word whose move is played, and the word in whose place it is.
    let order: Vec<(usize, usize)> = match change {
        Change::Replace(at, mv) | Change::Insert(at, mv) => {
            if matches!(change, Change::Replace(..)) {
                disagreements.number(line.words[at].word.number, &position);
            }
            position.play_unchecked(mv);
            moves.push(mv);
            let next = if matches!(change, Change::Insert(..)) { at } else { at + 1 };
            (next..reached).map(|at| (at, at)).collect()
        }
        Change::Remove(at) => {
            // A number would be left without its move.
            disagreements.numbers += u32::from(line.words[at].word.number.is_some());
            (at + 1..reached).map(|at| (at, at)).collect()
        }
        Change::Swap(at, with) => {
            let there = std::iter::once((with, at));
            let there = there.chain((at + 1..with).map(|at| (at, at))).chain([(at, with)]);
            there.chain((with + 1..reached).map(|at| (at, at))).collect()
        }
    };
    for (word, place) in order {
        let Some(mv) = resolved(&position, &line.words[word]) else { break };
        let number = line.words[place].word.number;
        let is_spent = matches!(change, Change::Insert(at, _) if at == place)
            && number.is_some_and(|number| fits(number, line.position(place)));
        if !is_spent {
            disagreements.number(number, &position);
        }
        moves.push(mv);
        disagreements.play(&mut position, mv, line.words[word].san.as_ref());
    }
    (moves, disagreements)
}

/// What the replay up to another fault is worth, compared with that to the end of the game.
const UP_TO_ANOTHER_FAULT: f32 = 0.6;

/// Words this far before the fault are compared with their moves.
const BEFORE: usize = 200;

struct Features([f32; COUNT]);

impl Features {
    fn add(&mut self, feature: Feature, amount: f32) {
        self.0[feature as usize] += amount;
    }

    /// The same amount for a feature, and for one of a certain kind of explanations.
    fn add_both(&mut self, feature: Feature, more: Option<Feature>, amount: f32) {
        self.add(feature, amount);
        if let Some(more) = more {
            self.add(more, amount);
        }
    }

    /// A count, of which only the first few matter.
    fn count(&mut self, feature: Feature, count: u32) {
        self.add(feature, number(count.min(4) as usize));
    }

    fn kind(&mut self, line: &BrokenLine<'_>, change: Change) {
        let feature = match change {
            Change::Replace(at, mv) => {
                let words = near(line.position(at), &line.words[at]);
                let slip = words.iter().find(|(_, one)| *one == mv).map(|(slip, _)| *slip);
                self.own(line, at, mv);
                slip.unwrap_or(Slip::Two) as usize
            }
            Change::Insert(..) => Feature::MissingPly as usize,
            Change::Remove(at) => {
                let same = |other: Option<usize>| {
                    let other = other.and_then(|other| line.words.get(other));
                    other.is_some_and(|other| other.word.text == line.words[at].word.text)
                };
                let is_twice = same(at.checked_sub(1)) || same(Some(at + 1));
                let feature = if is_twice { Feature::DoubledPly } else { Feature::RemovedPly };
                feature as usize
            }
            Change::Swap(at, with) if at + 1 == with => Feature::SwappedPlies as usize,
            Change::Swap(..) => Feature::SwappedMoves as usize,
        };
        self.0[feature] += 1.0;
    }

    /// Whether the signs of a word agree with the move in its place.
    fn own(&mut self, line: &BrokenLine<'_>, at: usize, mv: AnyMove) {
        let text = line.words[at].word.text;
        let after = line.position(at).after(mv);
        let has = |byte: u8| text.contains(&byte);
        let (is_check, is_mate) = match sign_of(&after) {
            Sign::None => (false, false),
            Sign::Check | Sign::DoublePlus => (true, false),
            Sign::Mate => (false, true),
        };
        self.add(Feature::OwnSign, f32::from(is_check != has(b'+') || is_mate != has(b'#')));
        self.add(Feature::OwnCapture, f32::from(mv.is_capture() != has(b'x')));
    }

    fn place(&mut self, line: &BrokenLine<'_>, change: Change) {
        let back = back(line, change);
        let is_slip = matches!(change, Change::Replace(..));
        self.add(Feature::Earlier, f32::from(back > 0 && is_slip));
        let feature = if is_slip { Feature::Back } else { Feature::ShiftBack };
        self.add(feature, number(back + 1).ln());
    }

    fn replay(&mut self, line: &BrokenLine<'_>, reached: usize, found: Disagreements) {
        let played = reached.saturating_sub(line.fault() + 1);
        self.add(Feature::Whole, f32::from(reached == line.words.len()));
        self.add(Feature::Played, number(played + 1).ln());
        self.count(Feature::Numbers, found.numbers);
        self.count(Feature::Signs, found.signs);
        self.count(Feature::Captures, found.captures);
        self.count(Feature::Origins, found.origins);
    }

    /// Where no explanation leads to the end of the game, there is another fault behind this one: what leads so far is nearly as
    /// good.
    fn before_another_fault(&mut self, line: &BrokenLine<'_>, reached: usize) {
        if reached < line.words.len() && reached > line.fault() + TRUSTED {
            self.add(Feature::Whole, UP_TO_ANOTHER_FAULT);
        }
    }

    /// How usual the moves are, compared with those that are written.
    fn habits(&mut self, line: &BrokenLine<'_>, change: Change, moves: &[AnyMove]) {
        let at = change.place();
        let mut position = line.position(at).clone();
        let mut last = line.last_moves(at);
        let judged = change.judged();
        for (index, &mv) in moves.iter().enumerate().take(judged + 1) {
            let found = habit(&position, last, mv);
            let (feature, more) = match (index < judged, change) {
                (true, Change::Insert(..)) => (Feature::Habit, Some(Feature::MissingHabit)),
                (true, Change::Replace(at, _)) if at < line.fault() => {
                    (Feature::Habit, Some(Feature::EarlierHabit))
                }
                (true, _) => (Feature::Habit, None),
                (false, Change::Insert(..)) => {
                    (Feature::NextHabit, Some(Feature::MissingNextHabit))
                }
                (false, _) => (Feature::NextHabit, None),
            };
            self.add_both(feature, more, found);
            position.play_unchecked(mv);
            last = [Some(mv), last[0]];
        }
        if matches!(change, Change::Replace(..) | Change::Swap(..)) {
            for at in (at..line.fault()).take(judged) {
                let mv = line.history.moves()[at];
                let found = habit(line.position(at), line.last_moves(at), mv);
                self.add(Feature::WrittenHabit, found);
            }
        }
    }

    /// What a move wins or loses, and what it could have won more. `after` counts from the move behind those that change.
    fn tactics(
        &mut self,
        position: &AnyPosition,
        mv: AnyMove,
        after: Option<usize>,
        missing: bool,
    ) {
        let (AnyPosition::Chess(position), AnyMove::Chess(mv)) = (position, mv) else { return };
        let (of_gain, of_missed, more) = match after {
            None => (
                Feature::Gain,
                Feature::Missed,
                Some((Feature::MissingGain, Feature::MissingMissed)),
            ),
            Some(0) => (
                Feature::NextGain,
                Feature::NextMissed,
                Some((Feature::MissingNextGain, Feature::MissingNextMissed)),
            ),
            Some(_) => (Feature::LaterGain, Feature::LaterMissed, None),
        };
        let (more_gain, more_missed) = more.filter(|_| missing).unzip();
        let gain = gain(position, mv);
        self.add_both(of_gain, more_gain, clamped(gain));
        self.add_both(of_missed, more_missed, clamped((chance(position) - gain).max(0)));
    }

    /// Whether the moves make sense, compared with those that are written.
    fn sense(
        &mut self,
        line: &BrokenLine<'_>,
        change: Change,
        moves: &[AnyMove],
        written: &mut WrittenHabits<'_, '_>,
    ) {
        let at = change.place();
        let mut position = line.position(at).clone();
        let mut last = line.last_moves(at);
        let judged = change.judged();
        let is_missing = matches!(change, Change::Insert(..));
        // All explanations are judged up to the same word.
        let words = (line.fault() + 1 + LATER - at).min(LINE);
        let in_line = match change {
            Change::Insert(..) => words + 1,
            Change::Remove(_) => words - 1,
            Change::Replace(..) | Change::Swap(..) => words,
        };
        let more_of_line = is_missing.then_some(Feature::MissingLineHabit);
        for (index, &mv) in moves.iter().enumerate().take(in_line.max(judged + 1 + LATER)) {
            if index < judged + TACTICS {
                self.tactics(&position, mv, index.checked_sub(judged), is_missing);
            }
            let usual = habit(&position, last, mv) - USUAL;
            if index > judged && index < judged + 1 + LATER {
                let more = is_missing.then_some(Feature::MissingLaterHabit);
                self.add_both(Feature::LaterHabit, more, usual);
            }
            if index < in_line {
                self.add_both(Feature::LineHabit, more_of_line, usual);
            }
            position.play_unchecked(mv);
            last = [Some(mv), last[0]];
        }
        let as_written: f32 = (at..line.fault().min(at + words)).map(|at| written.of(at)).sum();
        self.add_both(Feature::LineHabit, more_of_line, -as_written);
        if matches!(change, Change::Replace(..) | Change::Swap(..)) {
            for at in (at..line.fault()).take(judged) {
                let (position, mv) = (line.position(at), line.history.moves()[at]);
                if let (AnyPosition::Chess(position), AnyMove::Chess(mv)) = (position, mv) {
                    self.add(Feature::WrittenGain, clamped(gain(position, mv)));
                }
            }
        }
        let (Change::Replace(_, mv) | Change::Insert(_, mv)) = change else { return };
        let captures_on = |one: Option<&AnyMove>, square: Place| {
            one.is_some_and(|one| one.is_capture() && one.to() == square)
        };
        let target = line.position(at).target(mv);
        self.add(Feature::Answered, f32::from(captures_on(moves.get(1), target)));
        let last = at.checked_sub(1).and_then(|at| line.history.moves().get(at));
        let takes_back = captures_on(Some(&mv), mv.to()) && captures_on(last, mv.to());
        self.add(Feature::TakesBack, f32::from(takes_back));
    }
}

/// A gain in pawns, of which the extremes do not matter.
fn clamped(gain: i32) -> f32 {
    i16::try_from(gain.clamp(-5, 3)).map_or(0.0, f32::from)
}

/// A count of moves, which is never large, for a division.
fn number(count: usize) -> f32 {
    u16::try_from(count).map_or(f32::MAX, f32::from)
}
