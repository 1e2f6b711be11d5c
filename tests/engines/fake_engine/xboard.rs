//! The fake engine over the `XBoard` protocol.

use std::io;

use arbiter::notation::uci::resolve;
use arbiter::rules::Chess;

use crate::Engine;
use crate::habit::Habit;

impl Engine {
    /// Answers a line.
    pub(crate) fn xboard(&mut self, words: &[&str]) -> io::Result<()> {
        match words {
            ["protover", ..] => self.introduce_by_xboard(),
            ["ping", number] if self.habit != Habit::XboardOld => self.pong(number),
            ["new"] => {
                (self.position, self.forced) = (Chess::start(), false);
                Ok(())
            }
            ["force"] => {
                self.forced = true;
                Ok(())
            }
            ["usermove", mv] | [mv] if resolve(mv, &self.position).is_some() => self.usermove(mv),
            ["go"] => {
                self.forced = false;
                self.go_by_xboard()
            }
            _ => Ok(()),
        }
    }

    fn introduce_by_xboard(&self) -> io::Result<()> {
        match self.habit {
            Habit::XboardOld | Habit::XboardNeedsPoke => Ok(()),
            Habit::XboardNeverDone => self.say("feature done=0"),
            _ => self.say("feature done=0 ping=1 usermove=1 myname=\"Fake XBoard\" san=0 done=1"),
        }
    }

    /// The sleepy engine does nothing before the next line arrives: first its features, later a move.
    fn pong(&mut self, number: &str) -> io::Result<()> {
        self.told += 1;
        if self.habit == Habit::XboardNeedsPoke && self.told == 1 {
            self.say("feature ping=1 usermove=1 done=1")?;
        }
        self.say(&format!("pong {number}"))?;
        if self.habit == Habit::XboardNeedsPoke && self.questions > 0 {
            self.questions = 0;
            return self.move_by_xboard();
        }
        Ok(())
    }

    fn usermove(&mut self, mv: &str) -> io::Result<()> {
        if self.habit == Habit::XboardRefuses {
            return self.say(&format!("Illegal move: {mv}"));
        }
        self.play(mv);
        if self.forced { Ok(()) } else { self.go_by_xboard() }
    }

    fn go_by_xboard(&mut self) -> io::Result<()> {
        match self.habit {
            Habit::XboardNeedsPoke => {
                self.questions += 1;
                return Ok(());
            }
            Habit::XboardResigns => return self.say("resign"),
            Habit::XboardOffersDraw => self.say("offer draw")?,
            Habit::XboardClaimsFalsely => {
                self.say("1/2-1/2 {Draw by repetition}")?;
                self.say("0-1 {Black mates}")?;
            }
            _ => {}
        }
        self.move_by_xboard()
    }

    fn move_by_xboard(&mut self) -> io::Result<()> {
        let mv = self.first_move();
        let word = if self.habit == Habit::XboardOld { "My move is:" } else { "move" };
        self.say(&format!("{word} {mv}"))?;
        self.play(&mv);
        Ok(())
    }
}
