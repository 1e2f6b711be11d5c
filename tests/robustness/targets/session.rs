//! Input of `arbiter play`, and settings files.

use std::time::Duration;

use arbiter::{
    diagnostics::{Profile, Selection, Severity},
    game::Game,
    lint::{Detail, Laws, Options, lint_block},
    pgn::Part,
    play::{Screen, Session, SessionOptions, Settings},
    rules::{Position, Variant},
    text::Source,
};

use super::{Outcome, ensure, findings_fit};

/// The number of lines of an input that are typed.
const LINES: usize = 400;

const SCREEN: Screen =
    Screen { width: Some(60), prompts: true, video: true, colors: None, has_figures: true };

/// The variant and clock of a game, chosen by the first byte.
fn opening(first: Option<&u8>) -> Result<SessionOptions, Box<dyn std::error::Error>> {
    let (name, control, confirm) = match first {
        Some(b'b') => ("standard", Some("2/60+1:30"), false),
        Some(b'c') => ("chess960:5", None, true),
        Some(b'd') => ("alice", Some("5m+3s"), true),
        Some(b'e') => ("alice-ksparov:3", None, false),
        _ => ("standard", None, false),
    };
    let variant: Variant = name.parse().map_err(|bad| format!("{bad}"))?;
    let control = control.map(str::parse).transpose().map_err(|bad| format!("{bad}"))?;
    Ok(SessionOptions {
        variant,
        start: variant.start(),
        control,
        is_interactive: confirm,
        ..SessionOptions::default()
    })
}

pub(super) fn typed(text: &[u8]) -> Outcome {
    let mut session = Session::new(opening(text.first())?);
    let mut now = Duration::ZERO;
    session.begin(now);
    for line in text.split(|&byte| byte == b'\n').take(LINES) {
        let line = String::from_utf8_lossy(line);
        now += Duration::from_millis(line.len() as u64 * 100);
        let events = session.line(&line, now);
        let shown: usize =
            events.iter().map(|event| SCREEN.text(event, session.settings()).len()).sum();
        // A long game has a long score sheet, and messages quote the input.
        let most = 30_000 + 20 * line.len() + 400 * session.game().plies.len();
        ensure(shown < most, || format!("{shown} bytes about {line:?}"))?;
        ensure(session.prompt(now).len() < 2_000 + 4 * text.len(), || session.prompt(now))?;
        let goes_on = session.game().position().has_legal_move() || session.ending().is_some();
        ensure(goes_on, || format!("no legal move and no result after {line:?}"))?;
    }
    saved(&session.pgn())?;
    saved(&session.resumable_pgn())
}

/// A saved score sheet is one game without errors.
fn saved(pgn: &str) -> Outcome {
    let source = Source::new("saved.pgn", pgn.as_bytes());
    ensure(Game::read_all(source).len() == 1, || format!("not one game: {pgn}"))?;
    let examination = Options {
        selection: Selection::new(Profile::Read),
        variations: true,
        laws: Laws::OfTheDay,
        detail: Detail::Ending,
        cross_check: false,
    };
    let (reports, _) = lint_block(source, Part::Whole, &examination);
    for examined in reports {
        findings_fit(&examined.findings, pgn.as_bytes())?;
        let error = examined.findings.iter().find(|finding| finding.severity == Severity::Error);
        ensure(error.is_none(), || format!("{error:?} in {pgn}"))?;
    }
    Ok(())
}

/// Settings stay the same when they are written and read again.
pub(super) fn settings(text: &[u8]) -> Outcome {
    let text = String::from_utf8_lossy(text);
    let mut settings = match Settings::from_toml(&text) {
        Ok(settings) => settings,
        Err(fault) => {
            ensure(!fault.is_empty(), || "refused without a message".into())?;
            Settings::default()
        }
    };
    kept(&settings)?;
    for line in text.lines().take(LINES) {
        let Some((key, value)) = line.split_once(' ') else { continue };
        if settings.set(key, value).is_ok() {
            kept(&settings)?;
        }
    }
    Ok(())
}

fn kept(settings: &Settings) -> Outcome {
    let text = settings.to_toml();
    let again = Settings::from_toml(&text);
    ensure(again.as_ref() == Ok(settings), || format!("{text} is read as {again:?}"))
}
