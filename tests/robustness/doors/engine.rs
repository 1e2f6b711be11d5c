//! Other programs: a client that talks to our engine, and engines that talk to us.

use std::{io::Cursor, time::Duration};

use arbiter::{
    cli::uci::converse,
    play::{Opening, Session},
    players::{
        Choice, EngineCommand, ExternalEngine, Player, Stop, each_line,
        uci::{Answer, Go, Request},
        xboard,
    },
    rules::{AnyPosition, Chess, Position},
};

use super::written;
use crate::{Outcome, must};

/// A client's lines go through our engine: it answers every question once, and what it says is of the protocol.
pub(super) fn client(text: &[u8]) -> Outcome {
    let mut lines = vec!["setoption name Hash value 1".to_owned()];
    let (mut searches, mut questions) = (0, 0);
    each_line(text, |line| {
        let request = Request::from_line(&line);
        if let Ok(request) = &request {
            let again = Request::from_line(&request.to_string());
            assert_eq!(again.as_ref(), Ok(request), "{line}");
        }
        searches += usize::from(matches!(request, Ok(Request::Go(_))));
        questions += usize::from(matches!(request, Ok(Request::IsReady)));
        let (is_harmless, is_endless) = match &request {
            Ok(Request::SetOption { name, .. }) => (!name.eq_ignore_ascii_case("hash"), false),
            Ok(Request::Go(go)) => (true, !is_short(go)),
            _ => (true, false),
        };
        lines.extend(is_harmless.then_some(line));
        lines.extend(is_endless.then(|| "stop".to_owned()));
        !matches!(request, Ok(Request::Quit))
    });
    let mut out = Vec::new();
    converse(Cursor::new(lines.join("\n").into_bytes()), &mut out)?;
    answered(&String::from_utf8(out)?, searches, questions)
}

/// Whether a search ends by itself at once. What does not is stopped, since nobody waits that long.
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
        let Some(answer) = Answer::from_line(line) else {
            return Err(format!("not of the protocol: {line}").into());
        };
        moves += usize::from(matches!(answer, Answer::BestMove { .. }));
        ready += usize::from(answer == Answer::ReadyOk);
    }
    must(!out.contains("the search has failed"), || "a search has failed".into())?;
    must(moves == searches, || format!("{moves} moves for {searches} searches:\n{out}"))?;
    must(ready == questions, || format!("{ready} times ready for {questions} questions"))
}

/// What is understood is understood again when it is written.
pub(super) fn uci(text: &[u8]) -> Outcome {
    let mut misread = None;
    each_line(text, |line| {
        let answer = Answer::from_line(&line);
        let again = answer.as_ref().and_then(|answer| Answer::from_line(&answer.to_string()));
        misread = (answer != again).then(|| format!("{line}: {answer:?}, then {again:?}"));
        misread.is_none()
    });
    must(misread.is_none(), || misread.unwrap_or_default())
}

/// Features are learnt, whatever they are.
pub(super) fn xboard(text: &[u8]) -> Outcome {
    let mut known = xboard::Features::default();
    each_line(text, |line| {
        if let Some(xboard::Answer::Features(features)) = xboard::Answer::from_line(&line) {
            for feature in &features {
                known.learn(feature);
            }
        }
        true
    });
    must(known.options.len() <= text.len(), || "options out of nothing".into())
}

pub(super) fn uci_process(text: &[u8]) -> Outcome {
    asked("uci", text)
}

pub(super) fn xboard_process(text: &[u8]) -> Outcome {
    asked("xboard", text)
}

/// A program that says all this, asked or not, is asked for a move: the answer is a legal one, or no move at all.
fn asked(protocol: &str, text: &[u8]) -> Outcome {
    let path = written(protocol, text)?;
    let command = EngineCommand::parse(&format!("{protocol}:cat '{path}'?depth=1"))?;
    let mut engine = ExternalEngine::new(command, Duration::from_secs(2));
    let session = Session::new(Opening::default());
    let answer = engine.choose(&session.request(Duration::ZERO), &Stop::default());
    must(engine.transcript().len() <= 1000, || "a transcript without end".into())?;
    let start = AnyPosition::from(Chess::start());
    match answer {
        Ok(Choice::Play(mv) | Choice::PlayAndOffer(mv)) => {
            must(start.is_legal(mv), || format!("{mv:?} is not legal"))
        }
        Ok(_) => Ok(()),
        Err(trouble) => must(!trouble.to_string().is_empty(), || "trouble without a word".into()),
    }
}
