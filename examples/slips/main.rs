//! Plants slips in sound games and reports how they are found and corrected:
//! `cargo run --example slips -- [--unseen] [--most N] [--bin ARBITER] [--cases] FILE…`. Half of the games, chosen by a hash, are
//! only looked at with `--unseen`. `--bin` also corrects the files with that program, and `--cases` shows what is not restored.
//! `--learn` prints the weights of explanations instead, and `--habits` the tables of usual moves, both from the other half.

mod habits;
mod learn;
#[path = "../../tests/slips/measure.rs"]
mod measure;
#[path = "../../tests/slips/plant.rs"]
mod plant;

use std::{
    collections::HashSet,
    env,
    error::Error,
    fs,
    io::{self, Write},
    process::Command,
};

use measure::{Calibration, Counts, Grade, findings, judge, percent};
use plant::{Kind, Slip, games, hash, planted};

/// What to do.
#[derive(Debug, Default)]
struct Options {
    unseen: bool,
    most: Option<usize>,
    program: Option<String>,
    task: Task,
    texts: Vec<Vec<u8>>,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum Task {
    #[default]
    Measure,
    Cases,
    Learn,
    Habits,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options::default();
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--unseen" => options.unseen = true,
            "--cases" => options.task = Task::Cases,
            "--learn" => options.task = Task::Learn,
            "--habits" => options.task = Task::Habits,
            "--most" => options.most = Some(arguments.next().ok_or("--most N")?.parse()?),
            "--bin" => options.program = Some(arguments.next().ok_or("--bin ARBITER")?),
            path => options.texts.push(fs::read(path)?),
        }
    }
    Ok(options)
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let is_chosen = |game: &&[u8]| (hash(game) % 2 == 1) == options.unseen;
    let chosen = |text: &'_ Vec<u8>| -> Vec<Vec<u8>> {
        let sound =
            games(text).into_iter().filter(is_chosen).filter(|game| findings(game).is_empty());
        sound.take(options.most.unwrap_or(usize::MAX)).map(<[u8]>::to_vec).collect()
    };
    let chosen: Vec<Vec<u8>> = options.texts.iter().flat_map(chosen).collect();
    let mut out = io::stdout().lock();
    match options.task {
        Task::Measure => measure_all(&chosen, options.program.as_deref(), &mut out)?,
        Task::Cases => show_cases(&chosen, &mut out)?,
        Task::Habits => write!(out, "{}", habits::learn(&chosen))?,
        Task::Learn => {
            // Two slips in one word are rare.
            let twice = chosen.iter().step_by(4).map(|game| (game, Kind::TwoCharacters));
            let once = chosen.iter().flat_map(|game| Kind::ALL.map(|kind| (game, kind)));
            let case = |(game, kind): (&Vec<u8>, Kind)| learn::case(&planted(game, kind)?);
            let cases: Vec<_> = once.chain(twice).filter_map(case).collect();
            let (weights, likelihood) = learn::fit(&cases);
            let row = |weight: &f64| format!("{weight:.2}");
            writeln!(out, "    {},", weights.iter().map(row).collect::<Vec<_>>().join(", "))?;
            for (probability, right) in learn::confidences(&cases, &weights) {
                writeln!(out, "    ({probability:.3}, {right:.3}),")?;
            }
            writeln!(out, "{} cases, {likelihood:.4}", cases.len())?;
        }
    }
    Ok(())
}

/// The slips whose first suggestion is not right, with the suggestions.
fn show_cases(chosen: &[Vec<u8>], out: &mut impl Write) -> io::Result<()> {
    let slips = chosen.iter().flat_map(|game| Kind::ALL.map(|kind| (game, kind)));
    for (game, kind) in slips {
        let Some(slip) = planted(game, kind) else { continue };
        let Some(found) = judge(game, &slip).filter(|found| found.grade != Grade::First) else {
            continue;
        };
        let around = |text: &[u8]| {
            let start = slip.place.start.saturating_sub(20);
            let end = (slip.place.end + 20).min(text.len());
            String::from_utf8_lossy(&text[start.min(end)..end]).replace('\n', " ")
        };
        writeln!(out, "{kind:?} {found:?}")?;
        writeln!(out, "    written {}\n    meant   {}", around(&slip.text), around(&slip.meant))?;
        for finding in findings(&slip.text).iter().filter(|one| !one.suggestions.is_empty()) {
            let listed = finding.suggestions.iter();
            let listed: Vec<_> =
                listed.map(|one| format!("{} {:.2}", one.text, one.confidence)).collect();
            let fen = finding.fen.as_deref().unwrap_or_default();
            writeln!(out, "    {} {fen}: {}", finding.code, listed.join(", "))?;
        }
    }
    Ok(())
}

fn measure_all(
    chosen: &[Vec<u8>],
    program: Option<&str>,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let (mut total, mut calibration) = (Counts::default(), Calibration::default());
    let mut corrected = Corrected::default();
    writeln!(out, "                  |      slips detected | first right, in %    |")?;
    writeln!(
        out,
        "kind              planted at once later | at once  later    all | listed   root"
    )?;
    for kind in Kind::ALL {
        let mut counts = Counts::default();
        let slips: Vec<(&[u8], Slip)> = chosen
            .iter()
            .filter_map(|game| Some((game.as_slice(), planted(game, kind)?)))
            .collect();
        for (game, slip) in &slips {
            let found = judge(game, slip);
            counts.add(found);
            if let Some(found) = found {
                calibration.add(found);
            }
        }
        write!(out, "{:17} {counts}", format!("{kind:?}"))?;
        if let Some(program) = program {
            let found = Corrected::by(program, &slips)?;
            write!(out, " | {found}")?;
            corrected = corrected.plus(&found);
        }
        writeln!(out)?;
        total = total.plus(counts);
    }
    write!(out, "{:17} {total}", "all")?;
    if program.is_some() {
        write!(out, " | {corrected}")?;
    }
    writeln!(out, "\n{calibration}")?;
    Ok(())
}

/// What `fix` makes of games with a slip.
#[derive(Debug, Default)]
struct Corrected {
    games: u32,
    /// Restored to the original bytes by `--apply all`.
    restored: u32,
    /// With a correction that `--apply likely` takes for likely, and of those restored.
    likely: (u32, u32),
}

impl Corrected {
    fn by(program: &str, slips: &[(&[u8], Slip)]) -> Result<Self, Box<dyn Error>> {
        let text: Vec<u8> = slips.iter().flat_map(|(_, slip)| slip.text.clone()).collect();
        let ((all, _), (likely, log)) =
            (fixed(program, &text, "all")?, fixed(program, &text, "likely")?);
        let (all, likely) = (games(&all), games(&likely));
        if all.len() != slips.len() || likely.len() != slips.len() {
            return Err("the number of games has changed".into());
        }
        let numbers = likely_games(&log)?;
        let mut found = Self::default();
        for (((number, (_, slip)), all), likely) in (1..).zip(slips).zip(all).zip(likely) {
            found.games += 1;
            found.restored += u32::from(all == slip.meant);
            if numbers.contains(&number) {
                found.likely.0 += 1;
                found.likely.1 += u32::from(likely == slip.meant);
            }
        }
        Ok(found)
    }

    fn plus(&self, other: &Self) -> Self {
        Self {
            games: self.games + other.games,
            restored: self.restored + other.restored,
            likely: (self.likely.0 + other.likely.0, self.likely.1 + other.likely.1),
        }
    }
}

impl std::fmt::Display for Corrected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (changed, right) = self.likely;
        let (restored, precision) = (percent(self.restored, self.games), percent(right, changed));
        write!(f, "restored {restored:5.1}, likely {changed:5} of them right {precision:5.1}")
    }
}

/// The numbers of the games with a likely correction in a log.
fn likely_games(log: &[u8]) -> Result<HashSet<u64>, Box<dyn Error>> {
    let mut games = HashSet::new();
    for edit in serde_json::Deserializer::from_slice(log).into_iter::<serde_json::Value>() {
        let edit = edit?;
        if edit["class"] == "likely" {
            games.extend(edit["game"].as_u64());
        }
    }
    Ok(games)
}

/// A text as `fix` corrects it, and the log of the edits.
fn fixed(program: &str, text: &[u8], apply: &str) -> Result<(Vec<u8>, Vec<u8>), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let (before, after) = (folder.path().join("before.pgn"), folder.path().join("after.pgn"));
    fs::write(&before, text)?;
    let mut command = Command::new(program);
    let log = folder.path().join("log.jsonl");
    command.args(["fix", "--quiet", "--apply", apply]).arg(&before).arg("-o").arg(&after);
    command.arg("--log").arg(&log).status()?;
    Ok((fs::read(&after)?, fs::read(&log)?))
}
