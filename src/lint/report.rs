//! The options of the checks, and the report about a game.

use crate::{
    diagnostics::{Code, Finding, Selection, Severity},
    game::Ending,
    lint::Statistics,
    notation::Date,
    rules::Variant,
    text::Span,
};

/// The options of the checks.
#[derive(Debug, Clone)]
pub struct Options {
    /// The findings to show.
    pub selection: Selection,
    /// Whether the moves of variations are checked.
    pub variations: bool,
    /// The Laws that apply.
    pub laws: Laws,
    /// How much is reported about every game, with or without findings.
    pub detail: Detail,
    /// Whether every game is also read by pgn-reader and shakmaty.
    pub cross_check: bool,
}

impl Options {
    /// The usual options: variations are checked, by the Laws on the date of the game.
    pub fn new(selection: Selection) -> Self {
        Self {
            selection,
            variations: true,
            laws: Laws::default(),
            detail: Detail::Ending,
            cross_check: false,
        }
    }
}

/// How much is reported about a game without findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// The ending on the board.
    Ending,
    /// The headings as well.
    Headings,
    /// The final position and all tags as well.
    FinalPosition,
}

/// The report about a game, or about text between games.
#[derive(Debug, Clone, PartialEq)]
pub struct GameReport {
    /// The bytes of the game; `None` for text between games.
    pub game: Option<Span>,
    /// The headings, if they were requested.
    pub headings: Option<Box<Headings>>,
    /// The ending on the board; `None` if the variant is unknown.
    pub ending: Option<Ending>,
    /// The rules of the game.
    pub variant: Variant,
    /// The final position, if it was requested.
    pub final_fen: Option<String>,
    /// The findings in the order of the text; only the first ones if there are very many.
    pub findings: Vec<Finding>,
    /// The number of findings of each severity, including those that were not kept.
    pub(super) counts: [usize; 3],
    /// The findings that were not kept, by code.
    pub(super) omitted: Statistics,
}

/// The places of a game's tags and result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headings {
    /// The values of the seven required tags.
    pub roster: [Option<Span>; 7],
    /// The result after the moves, or otherwise that of the tag.
    pub result: Option<Span>,
    /// The value of the Termination tag.
    pub termination: Option<Span>,
    /// The name and the value of every tag, if the final position was requested.
    pub tags: Vec<(Span, Span)>,
}

impl GameReport {
    /// Findings about text between games.
    pub fn between(findings: Vec<Finding>) -> Self {
        let mut counts = [0; 3];
        for finding in &findings {
            counts[finding.severity as usize] += 1;
        }
        Self {
            game: None,
            headings: None,
            ending: None,
            variant: Variant::Standard,
            final_fen: None,
            findings,
            counts,
            omitted: Statistics::default(),
        }
    }

    /// Takes a finding out.
    pub(super) fn take(&mut self, at: usize) -> Finding {
        let finding = self.findings.remove(at);
        self.counts[finding.severity as usize] -= 1;
        finding
    }

    /// Removes the findings of a code, which all have its severity.
    pub(super) fn remove(&mut self, code: Code) {
        let before = self.findings.len();
        self.findings.retain(|finding| finding.code != code);
        let removed = before - self.findings.len() + self.omitted.remove(code);
        self.counts[code.severity() as usize] -= removed;
    }

    /// The number of findings of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.counts[severity as usize]
    }
}

/// An edition of the Laws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Laws {
    /// The edition in force on the date of the game.
    #[default]
    OfTheDay,
    /// With automatic draws, in force since July 2014.
    WithAutomaticDraws,
    /// Without automatic draws: before July 2014.
    WithoutAutomaticDraws,
}

impl Laws {
    /// Whether a dead position ends a game of this date.
    pub(crate) fn know_dead_positions(self, date: Option<Date>) -> bool {
        // FIDE 5.2.2 is in force since 1 July 1997.
        let is_earlier = |date: Date| match date.year {
            Some(1997) => date.month.is_some_and(|month| month < 7),
            year => year.is_some_and(|year| year < 1997),
        };
        self != Self::OfTheDay || !date.is_some_and(is_earlier)
    }

    /// Whether the fifth repetition and the seventy-fifth move end a game of this date.
    pub fn end_games(self, date: Option<Date>) -> bool {
        match self {
            // FIDE 9.6 is in force since 1 July 2014.
            Self::OfTheDay => date.is_some_and(|date| match date.year {
                Some(2014) => date.month >= Some(7),
                year => year > Some(2014),
            }),
            Self::WithAutomaticDraws => true,
            Self::WithoutAutomaticDraws => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Laws;
    use crate::notation::Date;

    #[test]
    fn draws_are_automatic_since_july_2014() {
        for (date, automatic) in [
            ("2014.06.30", false),
            ("2014.07.01", true),
            ("2014.??.??", false),
            ("2015.??.??", true),
            ("1972.07.11", false),
            ("????.??.??", false),
        ] {
            assert_eq!(Laws::OfTheDay.end_games(Date::read(date.as_bytes())), automatic, "{date}");
        }
    }
}
