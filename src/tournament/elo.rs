//! What the results of a match say about strength: the difference in Elo points with its error, and how likely the first
//! player is the stronger one.

/// Games won, drawn and lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

/// A difference in Elo points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EloDifference {
    /// The difference that the score suggests.
    pub points: f64,
    /// Half the width of the interval that holds the true difference with 95 %.
    pub error: f64,
}

/// The share of a normal distribution within this many standard deviations is 95 %.
const DEVIATIONS: f64 = 1.96;

impl Tally {
    /// The number of games.
    pub const fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// A win counts one point, a draw half.
    pub fn points(self) -> f64 {
        f64::from(self.won) + f64::from(self.drawn) / 2.0
    }

    /// The share of the points, from 0 to 1; a half before the first game.
    pub fn score(self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => self.points() / f64::from(games),
        }
    }

    /// The same games as the opponent counts them.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { won: self.lost, drawn: self.drawn, lost: self.won }
    }

    /// The sum of two.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
        }
    }

    /// The difference in Elo points; `None` if all games, or none, have one result: that says nothing about the error.
    pub fn elo(self) -> Option<EloDifference> {
        let score = self.score();
        if self.won + self.lost == 0 || score <= 0.0 || score >= 1.0 {
            return None;
        }
        let margin = DEVIATIONS * self.standard_error();
        let bound = |score: f64| elo_of(score.clamp(0.001, 0.999));
        let error = (bound(score + margin) - bound(score - margin)) / 2.0;
        Some(EloDifference { points: elo_of(score), error })
    }

    /// The standard error of the score.
    fn standard_error(self) -> f64 {
        let (games, score) = (f64::from(self.games()), self.score());
        let part = |count: u32, points: f64| f64::from(count) * (points - score).powi(2);
        let sum = part(self.won, 1.0) + part(self.drawn, 0.5) + part(self.lost, 0.0);
        (sum / games / games).sqrt()
    }

    /// The likelihood that the first player is the stronger one, from 0 to 1. Draws say nothing about it.
    pub fn superiority(self) -> f64 {
        let decided = f64::from(self.won + self.lost);
        if decided == 0.0 {
            return 0.5;
        }
        let lead = f64::from(self.won) - f64::from(self.lost);
        f64::midpoint(1.0, error_function(lead / (2.0 * decided).sqrt()))
    }
}

/// The difference in Elo points at which this score is expected.
fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The error function by its Taylor series, which converges quickly for small numbers; for others it is one.
fn error_function(x: f64) -> f64 {
    if x.abs() > 4.0 {
        return x.signum();
    }
    let (mut term, mut sum) = (x, x);
    for n in 1..100 {
        let n = f64::from(n);
        term *= -x * x / n;
        sum += term / (2.0 * n + 1.0);
    }
    sum * std::f64::consts::FRAC_2_SQRT_PI
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(won: u32, drawn: u32, lost: u32) -> Tally {
        Tally { won, drawn, lost }
    }

    fn is_near(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 0.01
    }

    #[test]
    fn a_score_of_three_quarters_is_191_points() {
        // 400 log10(3) = 190.85. The variance of a score of +60 =30 -10 is 0.1125 per game, the error 1.96 * 0.03354.
        let elo = tally(60, 30, 10).elo().expect("a difference");
        assert!(is_near(elo.points, 190.85), "{elo:?}");
        let bounds = [0.75 - 0.065_738, 0.75 + 0.065_738].map(elo_of);
        assert!(is_near(elo.error, (bounds[1] - bounds[0]) / 2.0), "{elo:?}");
        assert_eq!(tally(10, 30, 60).elo().map(|elo| elo.points < 0.0), Some(true));
    }

    #[test]
    fn a_clean_sweep_has_no_number() {
        for sweep in [tally(4, 0, 0), tally(0, 0, 4), tally(0, 0, 0)] {
            assert_eq!(sweep.elo(), None);
        }
        assert_eq!(tally(5, 90, 5).elo().map(|elo| elo.points.abs() < 0.01), Some(true));
    }

    #[test]
    fn superiority_follows_the_normal_distribution() {
        // One, two and minus one standard deviations: 84.13 %, 97.72 %, 15.87 %.
        for (won, lost, percent) in [(55, 45, 84.13), (60, 40, 97.72), (45, 55, 15.87)] {
            let likely = 100.0 * tally(won, 7, lost).superiority();
            assert!(is_near(likely, percent), "{likely}");
        }
        assert!(is_near(tally(0, 9, 0).superiority(), 0.5));
        assert!(is_near(tally(500, 0, 0).superiority(), 1.0));
    }
}
