//! The edition of the FIDE Laws that applies to a game.

use crate::notation::Date;

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
