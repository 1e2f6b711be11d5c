//! The command `review`: the game is gone over in a thread of its own, and what was found is shown or written.

use std::io;
use std::path::Path;
use std::thread;

use crate::output::game_page::GamePage;
use crate::play::files::{SaveTarget, write_file};
use crate::play::screen::Screen;
use crate::players::{EngineError, Stop};
use crate::review::{Review, ReviewOptions};
use crate::text::io_message;

use super::thinking::Thinking;
use super::{ExitReason, GameLoop, InputEvent};

/// The width of a drawing where it is unknown.
const WIDTH: usize = 80;

/// A review that is over, and the file it goes to.
pub(crate) struct FinishedReview {
    review: Result<Option<Review>, EngineError>,
    options: ReviewOptions,
}

impl GameLoop<'_> {
    /// Starts the review of the game as it is now.
    pub(super) fn start_review(&mut self, options: ReviewOptions) -> io::Result<()> {
        self.stop_thinking();
        let mut player = match options.player() {
            Ok(player) => player,
            Err(error) => return self.say(&error.to_string()),
        };
        self.request_id += 1;
        let (id, stop, sender) = (self.request_id, Stop::default(), self.sender.clone());
        self.thinking = Some(Thinking::new(id, stop.clone()));
        let game = self.session.exported_game();
        thread::spawn(move || {
            let review = Review::of(&game, player.as_mut(), &stop, |done, all| {
                // A game that has ended needs no progress.
                let _ = sender.send(InputEvent::Reviewed { id, done, all });
            });
            let finished = Box::new(FinishedReview { review, options });
            let _ = sender.send(InputEvent::Review { id, finished });
        });
        Ok(())
    }

    /// Takes in how far the review is.
    pub(super) fn on_reviewed(&mut self, id: u64, done: usize, all: usize) -> io::Result<()> {
        if let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.id == id) {
            thinking.note = Some(format!("Reviewing… {done} of {all} positions"));
        }
        self.show_thinking()
    }

    /// Shows a review, or writes it to its file.
    pub(super) fn on_review(
        &mut self,
        id: u64,
        finished: FinishedReview,
    ) -> io::Result<Option<ExitReason>> {
        if !self.is_expected(id) {
            return Ok(None);
        }
        match (finished.review, &finished.options.file) {
            (Err(error), _) => self.say(&error.to_string())?,
            (Ok(None), _) => (),
            (Ok(Some(review)), Some(file)) => {
                self.write_review(&review, file, finished.options.is_forced)?;
            }
            (Ok(Some(review)), None) => self.show_review(&review)?,
        }
        Ok(None)
    }

    fn show_review(&mut self, review: &Review) -> io::Result<()> {
        let screen = self.screen();
        let columns = screen.width.unwrap_or(WIDTH);
        let look = screen.look(&self.session.settings().display);
        let report = review.report(look, self.session.bottom(), columns);
        let screen = Screen { width: Some(columns), ..screen };
        let text: String = report.lines().map(|line| screen.wrap_drawn(line)).collect();
        self.show_drawn(&text)
    }

    fn write_review(&mut self, review: &Review, file: &Path, is_forced: bool) -> io::Result<()> {
        let game = review.annotated();
        let is_page = file.extension().is_none_or(|extension| extension != "pgn");
        let written = if is_page {
            let first = review.turning_point().map_or(0, |index| index + 1);
            let page = GamePage { game: &game, bottom: self.session.bottom(), first }.write();
            self.write_page(file, &page, is_forced)
        } else {
            write_games(file, &game.to_string(), is_forced)
        };
        match written {
            Ok(()) => {
                self.say(&review.summary())?;
                self.say(&format!("Saved: {}", file.display()))
            }
            Err(error) => {
                self.warn(&format!(
                    "cannot write the review to '{}': {}",
                    file.display(),
                    io_message(&error)
                ));
                Ok(())
            }
        }
    }
}

/// Writes a game. Games that are there already are replaced if that `is_forced`, anything else never.
fn write_games(file: &Path, text: &str, is_forced: bool) -> io::Result<()> {
    match SaveTarget::of(file)? {
        SaveTarget::Games if !is_forced => {
            Err(io::Error::other("it exists; \"--force\" replaces it"))
        }
        SaveTarget::Free | SaveTarget::Games => write_file(file, text.as_bytes()),
        SaveTarget::Page | SaveTarget::Other => {
            Err(io::Error::other("it is not a file of games, and is never overwritten"))
        }
    }
}
