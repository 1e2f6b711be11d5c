//! Other programs: a client of our engine, and external engines.

use std::{io::Cursor, time::Duration};

use arbiter::{
    play::{Session, SessionOptions},
    players::{Choice, EngineCommand, ExternalEngine, Player, Stop},
    process::each_line,
    rules::{AnyPosition, Chess, Position},
    uci::{Go, UciCommand, UciReply, serve},
    xboard::{Features, XboardReply},
};

use super::{Outcome, ensure, written};

/// Our engine answers every question of a client once, with valid lines of the protocol.
pub(super) fn client(text: &[u8]) -> Outcome {
    let mut lines = vec!["setoption name Hash value 1".to_owned()];
    let (mut searches, mut questions) = (0, 0);
    each_line(text, |line| {
        let request = UciCommand::from_line(&line);
        if let Ok(request) = &request {
            let again = UciCommand::from_line(&request.to_string());
            assert_eq!(again.as_ref(), Ok(request), "{line}");
        }
        searches += usize::from(matches!(request, Ok(UciCommand::Go(_))));
        questions += usize::from(matches!(request, Ok(UciCommand::IsReady)));
        let (is_allowed, is_endless) = match &request {
            Ok(UciCommand::SetOption { name, .. }) => (!name.eq_ignore_ascii_case("hash"), false),
            Ok(UciCommand::Go(go)) => (true, !is_short(go)),
            _ => (true, false),
        };
        lines.extend(is_allowed.then_some(line));
        lines.extend(is_endless.then(|| "stop".to_owned()));
        !matches!(request, Ok(UciCommand::Quit))
    });
    let mut out = Vec::new();
    serve(Cursor::new(lines.join("\n").into_bytes()), &mut out)?;
    answered(&String::from_utf8(out)?, searches, questions)
}

/// Whether a search ends quickly by itself. The others are stopped.
fn is_short(go: &Go) -> bool {
    !go.infinite
        && !go.ponder
        && (go.depth.is_some_and(|depth| depth <= 2)
            || go.nodes.is_some_and(|nodes| nodes <= 1000)
            || go.movetime.is_some_and(|time| time <= Duration::from_millis(5)))
}

fn answered(out: &str, searches: usize, questions: usize) -> Outcome {
    let (mut moves, mut ready) = (0, 0);
    for line in out.lines() {
        let Some(answer) = UciReply::from_line(line) else {
            return Err(format!("not a line of the protocol: {line}").into());
        };
        moves += usize::from(matches!(answer, UciReply::BestMove { .. }));
        ready += usize::from(answer == UciReply::ReadyOk);
    }
    ensure(!out.contains("the search has failed"), || "a search has failed".into())?;
    ensure(moves == searches, || format!("{moves} moves for {searches} searches:\n{out}"))?;
    ensure(ready == questions, || format!("{ready} times ready for {questions} questions"))
}

/// A line that is understood is understood again after writing it.
pub(super) fn uci(text: &[u8]) -> Outcome {
    let mut misread = None;
    each_line(text, |line| {
        let answer = UciReply::from_line(&line);
        let again = answer.as_ref().and_then(|answer| UciReply::from_line(&answer.to_string()));
        misread = (answer != again).then(|| format!("{line}: {answer:?}, then {again:?}"));
        misread.is_none()
    });
    ensure(misread.is_none(), || misread.unwrap_or_default())
}

/// Any features are accepted.
pub(super) fn xboard(text: &[u8]) -> Outcome {
    let mut known = Features::default();
    each_line(text, |line| {
        if let Some(XboardReply::Features(features)) = XboardReply::from_line(&line) {
            for feature in &features {
                known.set(feature);
            }
        }
        true
    });
    ensure(known.options.len() <= text.len(), || "more options than bytes".into())
}

pub(super) fn uci_process(text: &[u8]) -> Outcome {
    asked("uci", text)
}

pub(super) fn xboard_process(text: &[u8]) -> Outcome {
    asked("xboard", text)
}

/// A program that prints the input plays a legal move or none.
fn asked(protocol: &str, text: &[u8]) -> Outcome {
    let path = written(protocol, text)?;
    let command = EngineCommand::parse(&format!("{protocol}:cat '{}'?depth=1", path.display()))?;
    let mut engine = ExternalEngine::new(command, Duration::from_secs(2));
    let session = Session::new(SessionOptions::default());
    let answer = engine.choose(&session.request(Duration::ZERO), &Stop::default());
    ensure(engine.transcript().len() <= 1000, || "the transcript has no limit".into())?;
    let start = AnyPosition::from(Chess::start());
    match answer {
        Ok(Choice::Play(mv) | Choice::PlayAndOffer(mv)) => {
            ensure(start.is_legal(mv), || format!("{mv:?} is not legal"))
        }
        Ok(_) => Ok(()),
        Err(trouble) => {
            ensure(!trouble.to_string().is_empty(), || "an error without a message".into())
        }
    }
}
