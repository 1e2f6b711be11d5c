//! Slips planted in sound games: how often the first suggestion is right, and whether it is as sure of it as it says.

mod measure;
mod plant;

use std::{error::Error, fmt::Write, fs};

use measure::{Calibration, Counts, findings, judge};
use plant::{Kind, games, planted};

/// Games that the built-in engine played against itself.
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/self-play.pgn");

#[test]
fn suggestions_are_mostly_right_and_say_how_sure_they_are() -> Result<(), Box<dyn Error>> {
    let text = fs::read(GAMES)?;
    let games = games(&text);
    assert!(games.iter().all(|game| findings(game).is_empty()));
    let (mut all, mut calibration) = (Counts::default(), Calibration::default());
    let mut report = String::new();
    for kind in Kind::ALL {
        let mut counts = Counts::default();
        for game in &games {
            let Some(slip) = planted(game, kind) else { continue };
            let found = judge(game, &slip);
            counts.add(found);
            if let Some(found) = found {
                calibration.add(found);
            }
        }
        all = all.plus(counts);
        writeln!(report, "{kind:?} {counts}")?;
    }
    let counts = all;
    writeln!(report, "all {counts}\n{calibration}")?;
    let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1));
    assert!(counts.planted > 300, "{report}");
    assert!(share(counts.at_once.1, counts.at_once.0) > 0.9, "{report}");
    assert!(share(counts.later.1, counts.later.0) > 0.7, "{report}");
    let detected = counts.at_once.0 + counts.later.0;
    assert!(share(counts.listed, detected) > 0.95, "{report}");
    assert!(share(counts.root, detected) > 0.95, "{report}");
    let [.., (likely, right, _)] = calibration.classes;
    assert!(likely > 200 && share(right, likely) > 0.95, "{report}");
    for (slips, right, confidence) in calibration.classes {
        let (slips, right) = (f64::from(slips), f64::from(right));
        // Three times the deviation of so many throws of a coin.
        let margin = 1.5 * slips.sqrt() + 0.05 * slips;
        assert!((right - confidence).abs() <= margin, "{right} of {slips}: {report}");
    }
    Ok(())
}

#[test]
fn slips_are_planted_where_they_belong() -> Result<(), Box<dyn Error>> {
    let text = fs::read(GAMES)?;
    let games = games(&text);
    for kind in Kind::ALL.into_iter().chain([Kind::TwoCharacters]) {
        for game in &games {
            let Some(slip) = planted(game, kind) else { continue };
            let same_before = slip.text[..slip.place.start] == game[..slip.place.start];
            let after = slip.text.len() - slip.place.end;
            let same_after = slip.text[slip.place.end..] == game[game.len() - after..];
            assert!(same_before && same_after && slip.text != *game, "{kind:?}");
            assert_eq!(planted(game, kind).map(|again| again.text), Some(slip.text), "{kind:?}");
        }
    }
    Ok(())
}
