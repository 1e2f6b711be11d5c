//! What is counted about all games for the plots: years, results, lengths, ratings, endings, players.

use std::{
    collections::{BTreeMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
    ops::ControlFlow,
};

use crate::{
    diagnostics::Code,
    lint::CodeCount,
    notation::Date,
    output::{
        games::{ReportedGame, RunSummary, summary::most_frequent},
        page::{PlotBar, bars, columns},
    },
    text::grouped,
};

/// How many players are told apart, so that archives of any size need the same memory.
const MOST_PLAYERS: usize = 1 << 18;
/// From this number of years on, decades are counted; from this number of decades on, lonely years at both ends are left out.
const MANY_YEARS: u16 = 40;
const MANY_DECADES: u16 = 40;
/// The share of the games that may be left out at either end of the years.
const LONELY: u64 = 500;
/// How many moves one column of the lengths stands for, and the number of columns.
const MOVES: u32 = 10;
const LENGTHS: usize = 13;
/// How many points one column of the ratings stands for.
const POINTS: u32 = 100;
/// How many codes the plot has.
const CODES: usize = 25;

/// Counts over all games.
#[derive(Debug, Default)]
pub(super) struct GameCounts {
    years: BTreeMap<u16, u64>,
    results: [u64; 5],
    lengths: [u64; LENGTHS],
    ratings: BTreeMap<u32, u64>,
    /// Hashes of the players' names.
    players: HashSet<u64>,
}

const RESULTS: [&str; 5] = ["1-0", "0-1", "1/2-1/2", "*", "other or none"];

impl GameCounts {
    pub(super) fn add(&mut self, game: &ReportedGame<'_, '_>) {
        let date = game.roster(2).and_then(|date| Date::read(date.trim().as_bytes()));
        if let Some(year) = date.and_then(|date| date.normalized().year) {
            *self.years.entry(year).or_default() += 1;
        }
        let result = game.result().unwrap_or_default();
        let at = RESULTS.iter().position(|known| *known == result).unwrap_or(RESULTS.len() - 1);
        self.results[at] += 1;
        if let Some(ending) = game.report.ending {
            let column = usize::try_from(ending.plies.div_ceil(2) / MOVES).unwrap_or(LENGTHS);
            self.lengths[column.min(LENGTHS - 1)] += 1;
        }
        for name in [game.roster(4), game.roster(5)].into_iter().flatten() {
            if !matches!(name.trim(), "" | "?") && self.players.len() <= MOST_PLAYERS {
                let mut hasher = DefaultHasher::new();
                name.trim().hash(&mut hasher);
                self.players.insert(hasher.finish());
            }
        }
        self.add_ratings(game);
    }

    fn add_ratings(&mut self, game: &ReportedGame<'_, '_>) {
        let Some(headings) = &game.report.headings else { return };
        for (name, value) in &headings.tags {
            let source = game.places.source();
            if !matches!(source.slice(*name), b"WhiteElo" | b"BlackElo") {
                continue;
            }
            let rating =
                str::from_utf8(source.slice(*value)).ok().and_then(|it| it.trim().parse().ok());
            if let Some(rating @ 1..5000_u32) = rating {
                *self.ratings.entry(rating / POINTS).or_default() += 1;
            }
        }
    }

    /// `, from 1999 to 2024, by 312 players`
    pub(super) fn span_and_players(&self) -> String {
        let years = match (self.years.first_key_value(), self.years.last_key_value()) {
            (Some((first, _)), Some((last, _))) if first == last => format!(", from {first}"),
            (Some((first, _)), Some((last, _))) => format!(", from {first} to {last}"),
            _ => String::new(),
        };
        let players = match self.players.len() {
            0 => String::new(),
            1 => ", by 1 player".to_owned(),
            count if count > MOST_PLAYERS => {
                format!(", by more than {} players", grouped(MOST_PLAYERS as u64))
            }
            count => format!(", by {} players", grouped(count as u64)),
        };
        format!("{years}{players}")
    }

    pub(super) fn limits(&self) -> String {
        let without = "Players are told apart by the spelling of their names.";
        if self.players.is_empty() { String::new() } else { without.to_owned() }
    }

    pub(super) fn plots(&self, summary: &RunSummary) -> String {
        let mut plots = String::new();
        if !self.years.is_empty() {
            plots += &self.by_year();
        }
        if summary.games > 0 {
            let results = RESULTS.iter().zip(self.results).filter(|(_, count)| *count > 0);
            plots += &named_bars("Results", results.map(|(name, count)| (*name, count)));
            let endings = summary.outcomes.iter().filter(|(_, count)| *count > 0);
            plots += &named_bars("Endings on the board", endings);
            let lengths = (0..).zip(self.lengths).map(|(at, count)| (length(at), count));
            plots += &columns("Length of games, in moves", &lengths.collect::<Vec<_>>());
        }
        if let (Some((first, _)), Some((last, _))) =
            (self.ratings.first_key_value(), self.ratings.last_key_value())
        {
            let count = |at| self.ratings.get(&at).copied().unwrap_or_default();
            let ratings = (*first..=*last).map(|at| ((at * POINTS).to_string(), count(at)));
            plots += &columns("Ratings of the players, per game", &ratings.collect::<Vec<_>>());
        }
        plots
    }

    fn by_year(&self) -> String {
        let Some((first, last)) = self.drawn_years() else { return String::new() };
        let (step, title) =
            if last - first >= MANY_YEARS { (10, "Games by decade") } else { (1, "Games by year") };
        let counts = (first / step..=last / step).map(|at| {
            let years = first.max(at * step)..=last.min(at * step + (step - 1));
            ((at * step).to_string(), games(self.years.range(years)))
        });
        let before = games(self.years.range(..first));
        let after = games(self.years.iter().filter(|(year, _)| **year > last));
        let ends = [(before, format!("before {first}")), (after, format!("after {last}"))];
        let left_out: Vec<String> = ends
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, when)| format!("{} {when}", grouped(count)))
            .collect();
        let title = match left_out.join(", ") {
            none if none.is_empty() => title.to_owned(),
            left_out => format!("{title}; not drawn: {left_out}"),
        };
        columns(&title, &counts.collect::<Vec<_>>())
    }

    /// The first and the last year of the plot: a few wrong dates far away would press all others into one column.
    fn drawn_years(&self) -> Option<(u16, u16)> {
        let all = (*self.years.keys().next()?, *self.years.keys().next_back()?);
        if (all.1 - all.0) / 10 < MANY_DECADES {
            return Some(all);
        }
        let lonely = games(self.years.iter()) / LONELY;
        let end = |mut passed: u64, (year, count): (&u16, &u64)| {
            passed += *count;
            if passed > lonely { ControlFlow::Break(*year) } else { ControlFlow::Continue(passed) }
        };
        let first = self.years.iter().try_fold(0, end).break_value()?;
        let last = self.years.iter().rev().try_fold(0, end).break_value()?;
        Some((first, last))
    }
}

/// The games of some years.
fn games<'a>(years: impl Iterator<Item = (&'a u16, &'a u64)>) -> u64 {
    years.map(|(_, count)| count).sum()
}

fn length(column: u32) -> String {
    let from = column * MOVES;
    if column as usize == LENGTHS - 1 { format!("{from}+") } else { from.to_string() }
}

fn named_bars<'a>(title: &str, counts: impl Iterator<Item = (&'a str, u64)>) -> String {
    let bar = |(label, value): (&str, u64)| PlotBar {
        label: label.to_owned(),
        value,
        ..PlotBar::default()
    };
    bars(title, &counts.map(bar).collect::<Vec<_>>(), "")
}

/// The findings by code, the most frequent first, with a link to each; safe corrections are marked.
pub(super) fn by_code(summary: &RunSummary) -> String {
    let bar = |(code, count): (Code, CodeCount)| PlotBar {
        label: format!("{} {}", code.id(), code.summary().replace('`', "")),
        value: count.findings,
        marked: count.safe,
        link: Some(code.id().to_owned()),
    };
    let all = most_frequent(&summary.statistics);
    if all.is_empty() {
        return String::new();
    }
    let shown: Vec<PlotBar> = all.iter().take(CODES).copied().map(bar).collect();
    let title = match all.len() {
        0..=CODES => "Findings by code; green: with a safe correction".to_owned(),
        count => {
            format!("Findings by code, the first {CODES} of {count}; green: with a safe correction")
        }
    };
    bars(&title, &shown, "safe")
}

#[cfg(test)]
mod tests {
    use super::GameCounts;

    #[test]
    fn a_few_wrong_years_do_not_hide_the_others() {
        let drawn = |years: &[(u16, u64)]| {
            let years = years.iter().copied().collect();
            GameCounts { years, ..GameCounts::default() }.drawn_years()
        };
        assert_eq!(drawn(&[]), None);
        assert_eq!(drawn(&[(1999, 4)]), Some((1999, 1999)));
        assert_eq!(drawn(&[(1023, 1), (1999, 700), (2004, 300), (2923, 1)]), Some((1999, 2004)));
        // Two of a thousand are left out, three are not; and four centuries are not too many.
        assert_eq!(drawn(&[(1023, 3), (1999, 700), (2004, 300)]), Some((1023, 2004)));
        assert_eq!(drawn(&[(1620, 1), (2004, 1000)]), Some((1620, 2004)));
    }

    #[test]
    fn years_that_are_not_drawn_are_counted() {
        let years = [(1023, 1), (1999, 700), (2004, 300), (2923, 1)].into_iter().collect();
        let plot = GameCounts { years, ..GameCounts::default() }.by_year();
        let title = "Games by year; not drawn: 1 before 1999, 1 after 2004";
        assert!(plot.contains(title), "{plot}");
    }
}
