//! The talk with an engine that speaks the `XBoard` protocol. Some fall asleep over a line they have
//! been sent until the next one comes: whoever owes an answer is poked by a `ping`.

mod clock;
mod fed;
mod reply;

use std::time::{Duration, Instant};

use crate::players::outside::question::Question;
use crate::players::outside::talk::Talk;
use crate::players::outside::{STOPPING, next_look, not_wanted, unread};
use crate::players::uci::accepted;
use crate::players::xboard::{Answer, Features, Request};
use crate::players::{Choice, EngineError, Stop};
use fed::{Fed, opening};
use reply::{ended, played};

/// An engine that owes an answer and is silent for so long gets poked.
const POKE: Duration = Duration::from_millis(300);

/// An engine that tells no features for so long has none to tell.
const OLD_ENGINE: Duration = Duration::from_secs(2);

/// Unless it has answered a ping, which no old engine does.
const DROWSY_ENGINE: Duration = Duration::from_secs(5);

/// A move with a number in front is the engine's own if nothing clearer follows for so long.
const CLEARER_WORDS: Duration = Duration::from_millis(200);

/// An engine that has introduced itself, or kept silent as the old ones do.
#[derive(Debug)]
pub(super) struct XboardLink {
    talk: Talk,
    features: Features,
    pings: u32,
    last_sign: Instant,
    has_spoken: bool,
    has_ponged: bool,
    game: Option<Fed>,
}

impl XboardLink {
    /// Shakes hands, and sets the options the user wants.
    pub(super) fn open(
        talk: Talk,
        wishes: &[(String, String)],
        stop: &Stop,
    ) -> Result<Self, EngineError> {
        let mut link = Self {
            talk,
            features: Features::default(),
            pings: 0,
            last_sign: Instant::now(),
            has_spoken: false,
            has_ponged: false,
            game: None,
        };
        link.introduction(stop)?;
        for (name, value) in wishes {
            link.set_option(name, value)?;
        }
        Ok(link)
    }

    /// What the engine calls itself.
    pub(super) fn name(&self) -> Option<&str> {
        self.features.name.as_deref()
    }

    /// The line to it.
    pub(super) fn talk(&self) -> &Talk {
        &self.talk
    }

    /// Whether it has ever said anything.
    pub(super) fn has_spoken(&self) -> bool {
        self.has_spoken
    }

    fn send(&mut self, request: &Request) {
        self.talk.send(request);
        self.last_sign = Instant::now();
    }

    fn introduction(&mut self, stop: &Stop) -> Result<(), EngineError> {
        self.send(&Request::Xboard);
        self.send(&Request::Protover(2));
        let begun = Instant::now();
        loop {
            let allowed = match self.features.done {
                Some(true) => return Ok(()),
                Some(false) => self.talk.patience(),
                None if self.has_ponged => self.talk.patience().min(DROWSY_ENGINE),
                None => self.talk.patience().min(OLD_ENGINE),
            };
            let answer = self.answer_unless(stop, begun + allowed, Poking::Always)?;
            if answer.is_none() || begun.elapsed() >= allowed {
                break;
            }
        }
        if self.features.done == Some(false) {
            return Err(self.talk.silent(&Request::Protover(2)));
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        match accepted(&self.features.options, name, value) {
            Ok((option, value)) => {
                let request = Request::Option { name: option.name.clone(), value };
                self.send(&request);
                Ok(())
            }
            Err(refusal) => Err(self.talk.unable(&refusal)),
        }
    }

    /// The next line that means anything, or `None` if there is none in time. Features are noted
    /// whenever they come.
    fn answer(&mut self, until: Instant, poking: Poking) -> Result<Option<Answer>, EngineError> {
        loop {
            let is_pokable = poking == Poking::Always || self.features.ping;
            let Some(line) = self.talk.line(until.min(self.last_sign + POKE))? else {
                if Instant::now() >= until {
                    return Ok(None);
                }
                self.last_sign = Instant::now();
                if is_pokable {
                    self.ping();
                }
                continue;
            };
            self.last_sign = Instant::now();
            self.has_spoken = true;
            if let Some(answer) = Answer::from_line(&line) {
                self.note(&answer);
                return Ok(Some(answer));
            }
            if Instant::now() >= until {
                return Ok(None);
            }
        }
    }

    /// The same, unless somebody says stop.
    fn answer_unless(
        &mut self,
        stop: &Stop,
        until: Instant,
        poking: Poking,
    ) -> Result<Option<Answer>, EngineError> {
        while !stop.is_raised() {
            let answer = self.answer(next_look(until), poking)?;
            if answer.is_some() || Instant::now() >= until {
                return Ok(answer);
            }
        }
        Err(not_wanted())
    }

    fn note(&mut self, answer: &Answer) {
        match answer {
            Answer::Pong(_) => self.has_ponged = true,
            Answer::Features(features) => {
                for feature in features {
                    let name = feature.name.clone();
                    if feature.is_welcome() {
                        self.features.learn(feature);
                        self.send(&Request::Accepted(name));
                    } else {
                        self.send(&Request::Rejected(name));
                    }
                }
            }
            _ => {}
        }
    }

    fn ping(&mut self) -> u32 {
        self.pings += 1;
        self.send(&Request::Ping(self.pings));
        self.pings
    }

    /// Asks for a move.
    pub(super) fn ask(
        &mut self,
        question: &Question<'_>,
        stop: &Stop,
    ) -> Result<Choice, EngineError> {
        self.feed(question)?;
        self.barrier(question, stop)?;
        self.announce_time(question);
        if question.request.draw_offered && self.features.draw {
            self.send(&Request::Draw);
        }
        self.send(&Request::Go);
        let choice = match self.choice(question, Instant::now() + question.patience(), stop)? {
            Some(choice) => choice,
            None => self.stopped(question)?,
        };
        match choice {
            Choice::Play(mv) | Choice::PlayAndOffer(mv) if !stop.is_raised() => {
                self.game = self.game.take().map(|game| game.and_own(mv));
                Ok(choice)
            }
            _ => {
                self.game = None;
                Ok(if stop.is_raised() { unread() } else { choice })
            }
        }
    }

    fn send_all(&mut self, requests: &[Request]) {
        for request in requests {
            self.send(request);
        }
    }

    /// Brings the engine to the position: by what was played since the last question if possible,
    /// by the whole game otherwise.
    fn feed(&mut self, question: &Question<'_>) -> Result<(), EngineError> {
        let known = self.game.take().filter(|game| game.leads_to(question));
        if known.is_none() {
            let opening =
                opening(question, &self.features).map_err(|why| self.talk.unable(&why))?;
            self.send_all(&opening);
        }
        let game = known.unwrap_or_else(|| Fed::start(question));
        let moves = game.news(question, self.features.usermove);
        self.send(&Request::Force);
        self.send_all(&moves);
        self.game = Some(game.caught_up(question));
        Ok(())
    }

    /// Waits until the engine has read the moves. What it said before, such as a move nobody
    /// wants any more, is forgotten.
    fn barrier(&mut self, question: &Question<'_>, stop: &Stop) -> Result<(), EngineError> {
        if !self.features.ping {
            return Ok(());
        }
        let number = self.ping();
        let until = self.talk.deadline();
        loop {
            match self.answer_unless(stop, until, Poking::Known)? {
                // A poke has a later number, and the same meaning.
                Some(Answer::Pong(pong)) if pong >= number => return Ok(()),
                Some(answer) if Instant::now() < until => self.check_refusal(&answer, question)?,
                _ => return Err(self.talk.silent(&Request::Ping(number))),
            }
        }
    }

    /// An engine that refuses a move our rules have accepted is of no use.
    fn check_refusal(&self, answer: &Answer, question: &Question<'_>) -> Result<(), EngineError> {
        let Answer::Refused { what, .. } = answer else { return Ok(()) };
        let refused = what.split_whitespace().next_back().unwrap_or_default();
        if question.moves.iter().any(|mv| mv == refused) {
            return Err(self.talk.unable(&format_args!("refuses the legal move {refused}")));
        }
        Ok(())
    }

    /// Without a time control some engines think for ever.
    fn announce_time(&mut self, question: &Question<'_>) {
        let side = question.side();
        let Some(game) = &mut self.game else { return };
        let (own, other) = (question.clock(side), question.clock(!side));
        let requests = match (own, other) {
            (Some(own), Some(other)) => clock::clocks(game.clock, own, other),
            _ => clock::effort(question.effort),
        };
        game.clock = own;
        self.send_all(&requests);
    }

    /// What the engine does, or `None` if it is time to stop.
    fn choice(
        &mut self,
        question: &Question<'_>,
        until: Instant,
        stop: &Stop,
    ) -> Result<Option<Choice>, EngineError> {
        let mut until = until;
        let (mut numbered, mut offers) = (None, false);
        while !stop.is_raised() {
            match self.answer(next_look(until), Poking::Known)? {
                Some(Answer::Move(text)) => return Ok(Some(played(&text, offers, question))),
                Some(Answer::Numbered { by, mv }) if by == question.side() => {
                    numbered = Some(mv);
                    until = until.min(Instant::now() + CLEARER_WORDS);
                }
                Some(Answer::OfferDraw) if question.request.draw_offered => {
                    return Ok(Some(Choice::AcceptDraw));
                }
                Some(Answer::OfferDraw) => offers = true,
                Some(answer) => {
                    self.check_refusal(&answer, question)?;
                    if let Some(choice) = ended(&answer, question) {
                        return Ok(Some(choice));
                    }
                }
                None => {}
            }
            if Instant::now() >= until {
                break;
            }
        }
        Ok(numbered.map(|mv| played(&mv, offers, question)))
    }

    /// Tells the engine to move now, and waits for the move.
    fn stopped(&mut self, question: &Question<'_>) -> Result<Choice, EngineError> {
        self.send(&Request::MoveNow);
        let until = Instant::now() + STOPPING;
        let choice = self.choice(question, until, &Stop::default())?;
        choice.ok_or_else(|| self.talk.stalled())
    }
}

/// Whom to poke.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Poking {
    /// Whoever has said that it answers pings.
    Known,
    /// Anybody.
    Always,
}
