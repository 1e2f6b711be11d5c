//! Levels of play from 1 to 20. From level 6 on a level is the number of positions that are searched; below it the engine
//! is weak as people are: it looks less far, overlooks replies, and prefers natural moves.

use std::fmt;
use std::time::Duration;

use crate::engine::order::gain;
use crate::engine::{
    Engine, Limits, MoveTime, Score, SearchControl, SearchResult, SearchTask, SplitMix64, evaluate,
    evaluate_variant, search_variant,
};
use crate::rules::{
    Chess, Move, MoveKind, MoveList, Position, Role, Square,
    variant::{VariantMove, VariantPosition},
};

/// A level of play, from 1 to 20.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// How a level below 6 differs from good play.
#[derive(Debug, Clone, Copy)]
struct Weakness {
    /// The depth of its search in plies.
    depth: u16,
    /// How many replies in a hundred it overlooks.
    overlooked: u64,
    /// How far its judgement is off, in centipawns.
    error: u64,
}

/// Every level answers within a second, with some time to spare.
const LONGEST: Duration = Duration::from_millis(900);

/// A capture that wins at least this much is never missed.
const OBVIOUS: i32 = 300;

impl Level {
    /// The weakest level.
    pub const MIN: Self = Self(1);
    /// The strongest level.
    pub const MAX: Self = Self(20);
    /// The level for a first game.
    pub const CASUAL: Self = Self(3);

    /// The level with this number, from 1 to 20.
    pub fn new(number: u8) -> Option<Self> {
        (Self::MIN.0..=Self::MAX.0).contains(&number).then_some(Self(number))
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self.0 {
            0..=2 => "beginner",
            3..=5 => "casual",
            6..=9 => "club",
            10..=14 => "strong",
            15..=18 => "expert",
            _ => "full",
        }
    }

    /// The first level with this name.
    pub fn named(name: &str) -> Option<Self> {
        (Self::MIN.0..=Self::MAX.0).map(Self).find(|level| level.name() == name)
    }

    /// Its approximate rating, on the scale of Stockfish 15.1's `UCI_Elo`. Measured: 0.1 s a move, some 85,000 positions, against
    /// 2400 in 200 games (-137, error 43), and in 40 games each 90 positions against 1400 (+17, error 108), 340 against 1700 (+80,
    /// error 110), 1,080 against 1900 (-285, error 170), 3,000 against 2000 (-255, error 146) and 9,600 against 2200 (-359, error
    /// 174). That is about 80 points for twice the positions; levels from 6 on lie on that line, those below follow from matches
    /// between neighbours. Between two levels of this engine the same difference wins far more than the scale says.
    pub const fn rating(self) -> u16 {
        RATINGS[self.0 as usize - 1]
    }

    /// The level whose rating is nearest.
    pub fn of_rating(rating: u16) -> Self {
        let all = (Self::MIN.0..=Self::MAX.0).map(Self);
        all.min_by_key(|level| level.rating().abs_diff(rating)).unwrap_or(Self::MAX)
    }

    /// The limits of its search.
    pub fn limits(self) -> Limits {
        let nodes = NODES.get(usize::from(self.0).wrapping_sub(6)).copied();
        Limits { nodes, time: MoveTime::PerMove(LONGEST), ..Limits::default() }
    }

    const fn weakness(self) -> Option<Weakness> {
        let (depth, overlooked, error) = match self.0 {
            0 | 1 => (1, 54, 185),
            2 => (1, 33, 115),
            3 => (1, 15, 70),
            4 => (2, 7, 32),
            5 => (2, 2, 12),
            _ => return None,
        };
        Some(Weakness { depth, overlooked, error })
    }
}

/// `5 (casual)`
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.0, self.name())
    }
}

/// The positions searched by the levels 6 to 19; level 20 has no such limit.
const NODES: [u64; 14] =
    [90, 184, 340, 620, 1_080, 1_850, 3_000, 4_600, 6_400, 9_600, 14_800, 28_000, 56_000, 115_000];

/// The ratings of the levels.
const RATINGS: [u16; 20] = [
    680, 820, 960, 1110, 1260, 1450, 1530, 1600, 1670, 1740, 1800, 1860, 1910, 1950, 1990, 2040,
    2120, 2200, 2290, 2500,
];

impl Engine {
    /// Chooses a move at a level. `control` ends the search by [`Level::limits`]; the same seed gives the same moves.
    pub fn search_at_level(
        &mut self,
        level: Level,
        task: &SearchTask<'_>,
        control: &mut impl SearchControl,
        seed: u64,
        report: impl FnMut(&SearchResult),
    ) -> Option<SearchResult> {
        match level.weakness() {
            None => self.search(task, control, report),
            Some(weakness) => self.weak_choice(weakness, task, control, seed),
        }
    }

    /// The move that seems best to a weak player.
    fn weak_choice(
        &mut self,
        weakness: Weakness,
        task: &SearchTask<'_>,
        control: &mut impl SearchControl,
        seed: u64,
    ) -> Option<SearchResult> {
        let mut random = SplitMix64::new(seed ^ task.position.repetition_key());
        let moves: MoveList = task.moves();
        let mut judged = Vec::new();
        for &mv in &moves {
            let among = [mv];
            let depth = weakness.depth.min(task.depth);
            let narrow = SearchTask { among: &among, depth, ..*task };
            let result = self.search(&narrow, control, |_| ())?;
            let seems = seems(weakness, task.position, &result, &mut random);
            judged.push((seems, result));
        }
        let is_obvious = |result: &SearchResult| is_obvious(task.position, result);
        if judged.iter().any(|(_, result)| is_obvious(result)) {
            judged.retain(|(_, result)| is_obvious(result));
        }
        judged.into_iter().max_by_key(|(seems, _)| *seems).map(|(_, result)| result)
    }
}

impl Level {
    /// Chooses a move of a variant at this level: below level 6 what seems best to a weak player.
    pub(super) fn search_variant(
        self,
        task: &SearchTask<'_, VariantPosition>,
        control: &mut impl SearchControl,
        seed: u64,
        report: impl FnMut(&SearchResult<VariantMove>),
    ) -> Option<SearchResult<VariantMove>> {
        let Some(weakness) = self.weakness() else { return search_variant(task, control, report) };
        let mut random = SplitMix64::new(seed ^ task.position.repetition_key());
        let mut best: Option<(i32, SearchResult<VariantMove>)> = None;
        for mv in task.moves::<Vec<_>>() {
            let among = [mv];
            let depth = weakness.depth.min(task.depth);
            let narrow = SearchTask { among: &among, depth, ..*task };
            let mut found = search_variant(&narrow, control, |_| ())?;
            // A win in one is seen by everyone.
            if found.score == Score::mates_after(1) {
                return Some(found);
            }
            if random.next_u64() % 100 < weakness.overlooked {
                found.score = -evaluate_variant(&task.position.after(mv));
            }
            let seems = i32::from(found.score.raw()) + weakness.misjudges(&mut random);
            if best.as_ref().is_none_or(|(most, _)| seems > *most) {
                best = Some((seems, found));
            }
        }
        best.map(|(_, found)| found)
    }
}

impl Weakness {
    /// How far a judgement is off this time, upwards.
    fn misjudges(self, random: &mut SplitMix64) -> i32 {
        i32::try_from(random.next_u64() % (2 * self.error + 1)).unwrap_or(0)
    }
}

/// What a move seems to be worth, in centipawns.
fn seems(
    weakness: Weakness,
    position: &Chess,
    result: &SearchResult,
    random: &mut SplitMix64,
) -> i32 {
    let mv = result.best;
    // A mate in one is seen by everyone.
    if result.score == Score::mates_after(1) {
        return i32::MAX;
    }
    let overlooks = random.next_u64() % 100 < weakness.overlooked;
    let score = if overlooks { -evaluate(&position.after(mv)) } else { result.score };
    i32::from(score.raw()) + weakness.misjudges(random) + naturalness(mv)
}

/// Whether a move simply takes a piece.
fn is_obvious(position: &Chess, result: &SearchResult) -> bool {
    let before = evaluate(position);
    let kept = i32::from(result.score.raw()) - i32::from(before.raw());
    gain(result.best) >= OBVIOUS && (result.score.is_won() || kept >= OBVIOUS - 50)
}

/// What a move has for itself at first sight, in centipawns: castling, developing, the centre.
fn naturalness(mv: Move) -> i32 {
    let centre = [Square::D4, Square::E4, Square::D5, Square::E5].contains(&mv.to);
    match (mv.kind, mv.role) {
        (MoveKind::Castle, _) => 40,
        (_, Role::Pawn) if centre => 30,
        (_, Role::Knight | Role::Bishop) if is_back_rank(mv.from) && !is_back_rank(mv.to) => 25,
        (_, Role::King) => -20,
        _ => 0,
    }
}

fn is_back_rank(square: Square) -> bool {
    matches!(square.rank() as u8, 0 | 7)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::position;
    use crate::engine::{SearchSettings, Unlimited};

    #[test]
    fn levels_have_names_and_rising_ratings() {
        let levels: Vec<Level> = (0..=21).filter_map(Level::new).collect();
        assert_eq!((levels.len(), levels[0], levels[19]), (20, Level::MIN, Level::MAX));
        let names = [1, 2, 3, 5, 6, 9, 10, 14, 15, 18, 19, 20]
            .map(|number| Level::new(number).map_or("", Level::name));
        assert_eq!(
            names,
            [
                "beginner", "beginner", "casual", "casual", "club", "club", "strong", "strong",
                "expert", "expert", "full", "full"
            ]
        );
        assert_eq!(Level::named("club"), Level::new(6));
        assert_eq!(Level::named("master"), None);
        for pair in levels.windows(2) {
            assert!(pair[0].rating() < pair[1].rating());
            assert_eq!(Level::of_rating(pair[0].rating() + 1), pair[0]);
        }
        assert_eq!((Level::of_rating(0), Level::of_rating(9999)), (Level::MIN, Level::MAX));
        assert_eq!(Level::MAX.limits().nodes, None);
        assert_eq!(Level::new(6).map(|level| level.limits().nodes), Some(Some(90)));
    }

    #[test]
    fn a_weak_player_takes_what_hangs_and_mates_in_one() {
        let cases =
            [("Ke1 ke8 Nc3 qd5 Pa2 pa7", Square::D5), ("Kg1 kg8 Ra1 pf7 pg7 ph7", Square::A8)];
        for (pieces, to) in cases {
            let position = position(pieces);
            for number in 1..=5 {
                for seed in 0..20 {
                    let mut engine = Engine::new(1, SearchSettings::default());
                    let level = Level::new(number).expect("a level");
                    let task = SearchTask::new(&position, 99);
                    let choice = engine.search_at_level(level, &task, &mut Unlimited, seed, |_| ());
                    let found = choice.map(|choice| choice.best.to);
                    assert_eq!(found, Some(to), "{pieces}, level {number}, seed {seed}");
                }
            }
        }
    }
}
