//! The talk with an engine that speaks UCI.

use std::time::Instant;

use crate::notation::coordinate::{CastlingStyle, resolve};
use crate::players::outside::question::Question;
use crate::players::outside::talk::Talk;
use crate::players::outside::{STOPPING, next_look, not_wanted, unread};
use crate::players::uci::{Answer, Declaration, Go, Request, Score, accepted};
use crate::players::{Choice, Effort, EngineError, Stop};
use crate::rules::{ByColor, Color};

/// An engine that has introduced itself.
#[derive(Debug)]
pub(super) struct UciLink {
    talk: Talk,
    name: Option<String>,
    options: Vec<Declaration>,
    style: CastlingStyle,
    /// Half-moves of the game at the last question.
    plies: Option<usize>,
}

/// A move as the engine wrote it, and what it thought of it.
struct BestMove {
    text: String,
    score: Option<Score>,
}

impl UciLink {
    /// Shakes hands, and sets the options the user wants.
    pub(super) fn open(
        talk: Talk,
        wishes: &[(String, String)],
        stop: &Stop,
    ) -> Result<Self, EngineError> {
        let style = CastlingStyle::default();
        let mut link = Self { talk, name: None, options: Vec::new(), style, plies: None };
        link.introduction(stop)?;
        if link.has_option("Ponder") {
            link.set_option("Ponder", "false")?;
        }
        for (name, value) in wishes {
            link.set_option(name, value)?;
        }
        link.barrier(stop)?;
        Ok(link)
    }

    /// What the engine calls itself.
    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The line to it.
    pub(super) fn talk(&self) -> &Talk {
        &self.talk
    }

    fn introduction(&mut self, stop: &Stop) -> Result<(), EngineError> {
        self.talk.send(&Request::Uci);
        let until = self.talk.deadline();
        loop {
            match self.answer_unless(stop, until)? {
                Some(Answer::UciOk) => return Ok(()),
                _ if Instant::now() >= until => return Err(self.talk.silent(&Request::Uci)),
                Some(Answer::Name(name)) => self.name = Some(name),
                Some(Answer::Option(option)) => self.options.push(option),
                _ => {}
            }
        }
    }

    /// The next line that means anything, or `None` if there is none in time. The clock is looked at
    /// after every line: an engine may talk faster than we read.
    fn answer(&mut self, until: Instant) -> Result<Option<Answer>, EngineError> {
        while let Some(line) = self.talk.line(until)? {
            let answer = Answer::from_line(&line);
            if answer.is_some() || Instant::now() >= until {
                return Ok(answer);
            }
        }
        Ok(None)
    }

    /// The same, unless somebody says stop.
    fn answer_unless(
        &mut self,
        stop: &Stop,
        until: Instant,
    ) -> Result<Option<Answer>, EngineError> {
        while !stop.is_raised() {
            let answer = self.answer(next_look(until))?;
            if answer.is_some() || Instant::now() >= until {
                return Ok(answer);
            }
        }
        Err(not_wanted())
    }

    /// Waits until the engine has done everything so far. What it said before, such as the move of
    /// an earlier question, is forgotten.
    fn barrier(&mut self, stop: &Stop) -> Result<(), EngineError> {
        self.talk.send(&Request::IsReady);
        let until = self.talk.deadline();
        loop {
            match self.answer_unless(stop, until)? {
                Some(Answer::ReadyOk) => return Ok(()),
                _ if Instant::now() >= until => {
                    return Err(self.talk.silent(&Request::IsReady));
                }
                _ => {}
            }
        }
    }

    fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        match accepted(&self.options, name, value) {
            Ok((option, value)) => {
                let request = Request::SetOption { name: option.name.clone(), value };
                self.talk.send(&request);
                Ok(())
            }
            Err(refusal) => Err(self.talk.unable(&refusal)),
        }
    }

    /// Asks for a move.
    pub(super) fn ask(
        &mut self,
        question: &Question<'_>,
        stop: &Stop,
    ) -> Result<Choice, EngineError> {
        self.adopt_style(question.style)?;
        if self.plies.is_none_or(|plies| question.moves.len() < plies && question.moves.len() < 2) {
            self.talk.send(&Request::NewGame);
        }
        self.plies = Some(question.moves.len());
        self.barrier(stop)?;
        self.talk
            .send(&Request::Position { fen: question.fen.clone(), moves: question.moves.clone() });
        self.talk.send(&Request::Go(go(question)));
        let best = match self.best_move(Instant::now() + question.patience(), stop)? {
            Some(best) => best,
            None => self.stopped()?,
        };
        Ok(if stop.is_raised() { unread() } else { judged(best, question) })
    }

    /// Only the games that need it are played with the castling of Chess960.
    fn adopt_style(&mut self, style: CastlingStyle) -> Result<(), EngineError> {
        if style == self.style {
            return Ok(());
        }
        if !self.has_option("UCI_Chess960") {
            return Err(self.talk.unable(&"does not play Chess960"));
        }
        let value = (style == CastlingStyle::KingTakesRook).to_string();
        self.set_option("UCI_Chess960", &value)?;
        self.style = style;
        Ok(())
    }

    /// The engine's move, or `None` if it is time to stop.
    fn best_move(&mut self, until: Instant, stop: &Stop) -> Result<Option<BestMove>, EngineError> {
        let mut score = None;
        while !stop.is_raised() {
            match self.answer(next_look(until))? {
                Some(Answer::BestMove { mv: text, .. }) => {
                    return Ok(Some(BestMove { text, score }));
                }
                Some(Answer::Info(info)) => score = info.score.or(score),
                Some(_) | None => {}
            }
            if Instant::now() >= until {
                break;
            }
        }
        Ok(None)
    }

    /// Tells the engine to stop, and waits for the move that must follow.
    fn stopped(&mut self) -> Result<BestMove, EngineError> {
        self.talk.send(&Request::Stop);
        let best = self.best_move(Instant::now() + STOPPING, &Stop::default())?;
        best.ok_or_else(|| self.talk.stalled())
    }
}

/// How long to think: by the clocks if there are any.
fn go(question: &Question<'_>) -> Go {
    let (white, black) = (question.clock(Color::White), question.clock(Color::Black));
    if let (Some(white), Some(black)) = (white, black) {
        let own = if question.side() == Color::White { white } else { black };
        return Go {
            time: ByColor { white: Some(white.remaining), black: Some(black.remaining) },
            increment: ByColor { white: Some(white.increment), black: Some(black.increment) },
            movestogo: own.moves_to_go,
            ..Go::default()
        };
    }
    match question.effort {
        Effort::Time(time) => Go { movetime: Some(time), ..Go::default() },
        Effort::Depth(depth) => Go { depth: Some(depth), ..Go::default() },
        Effort::Nodes(nodes) => Go { nodes: Some(nodes), ..Go::default() },
    }
}

/// UCI has no words for draws: an engine that sees nothing better takes the one it can have.
fn judged(best: BestMove, question: &Question<'_>) -> Choice {
    let wants_draw = match best.score {
        Some(Score::Centipawns(points)) => points <= 0,
        Some(Score::Mate(moves)) => moves < 0,
        None => false,
    };
    if question.request.draw_claimable && wants_draw {
        return Choice::ClaimDraw;
    }
    if question.request.draw_offered && wants_draw {
        return Choice::AcceptDraw;
    }
    match resolve(&best.text, &question.request.position) {
        Some(mv) => Choice::Play(mv),
        None => Choice::Illegal(best.text),
    }
}
