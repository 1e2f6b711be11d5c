//! What people type at the table, and what they write into their settings.

use std::time::Duration;

use arbiter::{
    diagnostics::{Profile, Selection, Severity},
    lint::{Detail, Laws, Options, lint_block},
    notation::variant::variant,
    pgn::{Game, Part},
    play::{Opening, Screen, Session, Settings},
    rules::Position,
    text::Source,
};

use super::findings_fit;
use crate::{Outcome, must};

/// So many lines of an input are typed.
const LINES: usize = 400;

const SCREEN: Screen = Screen { width: Some(60), prompts: true, video: true };

/// A game of any kind; which one is said by the first byte.
fn opening(first: Option<&u8>) -> Result<Opening, Box<dyn std::error::Error>> {
    let (name, control, confirms) = match first {
        Some(b'b') => ("standard", Some("2/60+1:30"), false),
        Some(b'c') => ("chess960:5", None, true),
        Some(b'd') => ("alice", Some("5m+3s"), true),
        Some(b'e') => ("alice-ksparov:3", None, false),
        _ => ("standard", None, false),
    };
    let variant = variant(name).map_err(|fault| fault.to_string())?;
    let control = control.map(str::parse).transpose().map_err(|bad| format!("{bad}"))?;
    Ok(Opening { variant, start: variant.start(), control, confirms, ..Opening::default() })
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
        // A long game has a long score, and what was typed is said again.
        let most = 30_000 + 20 * line.len() + 400 * session.score().plies.len();
        must(shown < most, || format!("{shown} bytes about {line:?}"))?;
        must(session.prompt().len() < 2_000 + 4 * text.len(), || session.prompt())?;
        let goes_on = session.score().position().has_legal_move() || session.ending().is_some();
        must(goes_on, || format!("nothing to play after {line:?}"))?;
    }
    saved(&session.pgn())?;
    saved(&session.resumable_pgn())
}

/// A score that is saved is one game, and no error is in it.
fn saved(pgn: &str) -> Outcome {
    let source = Source::new("saved.pgn", pgn.as_bytes());
    must(Game::read_all(source).len() == 1, || format!("not one game: {pgn}"))?;
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
        must(error.is_none(), || format!("{error:?} in {pgn}"))?;
    }
    Ok(())
}

/// A file that can be read is written so that it is read the same; single settings likewise.
pub(super) fn settings(text: &[u8]) -> Outcome {
    let text = String::from_utf8_lossy(text);
    let mut settings = match Settings::from_toml(&text) {
        Ok(settings) => settings,
        Err(fault) => {
            must(!fault.is_empty(), || "refused without a word".into())?;
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
    must(again.as_ref() == Ok(settings), || format!("{text} is read as {again:?}"))?;
    for name in Settings::names() {
        must(settings.get(&name).is_some(), || format!("{name} is lost"))?;
    }
    Ok(())
}
