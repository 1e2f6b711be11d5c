//! What stands in front of us: a terminal, a plain one, or a pipe.

use std::env;
use std::io::{self, IsTerminal};
use std::time::Duration;

use terminal_size::{Width, terminal_size_of};

use super::Arguments;
use crate::cli::{CommandError, Streams};
use crate::play::session::tags::check_tag;
use crate::play::table::{Manners, Prompts, Reading};
use crate::play::{BoardShown, Homes, Screen, Style, autosave};
use crate::players;

/// Columns of a terminal that does not tell.
const USUAL_WIDTH: usize = 80;

/// The surfaces on which we play.
#[derive(Debug)]
pub(super) struct Surface {
    /// Whether somebody types.
    pub(super) typed: bool,
    /// Whether somebody sees what is written.
    shown: bool,
    /// Whether a line editor helps.
    pub(super) edited: bool,
}

impl Surface {
    pub(super) fn found(arguments: &Arguments) -> Self {
        let typed = io::stdin().is_terminal();
        let shown = io::stdout().is_terminal();
        let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb" || term == "emacs");
        let plain = arguments.look.style == Some(Style::Plain);
        Self { typed, shown, edited: typed && shown && !dumb && !plain }
    }

    /// A word of welcome to whoever sits at a terminal, and of the game he left.
    pub(super) fn greet(
        &self,
        homes: &Homes,
        streams: &mut Streams<'_>,
    ) -> Result<(), CommandError> {
        if !self.typed {
            return Ok(());
        }
        let stream = if self.shown { &mut *streams.out } else { &mut *streams.err };
        let version = env!("CARGO_PKG_VERSION");
        writeln!(
            stream,
            "arbiter {version}. Type a move (e4, Nf3, e2e4) or \"help\". Ctrl-D saves and leaves."
        )?;
        let left = homes.autosave().and_then(|folder| autosave::find(&folder, None));
        if let Some(game) = left {
            writeln!(stream, "There is an unfinished game, {}: arbiter play --resume", game.id)?;
        }
        stream.flush()?;
        Ok(())
    }

    /// A real terminal gets a board after every move, everything else on request.
    pub(super) fn auto_board(&self) -> BoardShown {
        if self.edited { BoardShown::Always } else { BoardShown::OnRequest }
    }

    pub(super) fn manners(&self, arguments: &Arguments, seed: u64) -> Manners {
        Manners {
            screen: Screen { width: None, prompts: self.typed, video: self.edited },
            width,
            reading: if self.edited { Reading::Edited } else { Reading::Plain },
            prompts: match (self.typed, self.shown) {
                (false, _) => Prompts::Off,
                (true, true) => Prompts::Out,
                (true, false) => Prompts::Err,
            },
            strict: arguments.strict,
            echo: arguments.echo,
            verbose: arguments.verbose,
            max_plies: arguments.max_plies,
            save: arguments.save.clone(),
            patience: arguments.engine_timeout,
            seed,
        }
    }
}

/// What the terminal says at this moment, else what `COLUMNS` says; a pipe may be endlessly wide.
fn width() -> Option<usize> {
    let out = io::stdout();
    let own = terminal_size_of(&out).map(|(Width(columns), _)| usize::from(columns));
    let told = || env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    own.or_else(told).or_else(|| out.is_terminal().then_some(USUAL_WIDTH))
}

/// `NAME=VALUE`
pub(super) fn tag(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected a name, then = and a value")?;
    check_tag(name, value)?;
    Ok((name.to_owned(), value.to_owned()))
}

/// `500ms`, `2s`, `1.5`: milliseconds.
pub(super) fn delay(text: &str) -> Result<u32, String> {
    let wrong = || "expected a time such as 500ms or 2s, up to an hour".to_owned();
    let time = match text.strip_suffix("ms") {
        Some(number) => number.parse().map(Duration::from_millis).map_err(|_| wrong())?,
        None => seconds(text.strip_suffix('s').unwrap_or(text)).map_err(|_| wrong())?,
    };
    u32::try_from(time.as_millis()).ok().filter(|&delay| delay <= 3_600_000).ok_or_else(wrong)
}

/// Seconds, whole or not.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    players::seconds(text).ok_or_else(|| "expected a number of seconds, at most a day".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{delay, tag};

    #[test]
    fn delays_are_read_with_and_without_a_unit() {
        for (text, milliseconds) in [("500ms", 500), ("2s", 2000), ("1.5", 1500), ("0", 0)] {
            assert_eq!(delay(text), Ok(milliseconds));
        }
        for text in ["", "soon", "-1", "99999999", "nan"] {
            assert!(delay(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_tag_needs_a_name() {
        assert_eq!(tag("Site=Lund=x"), Ok(("Site".into(), "Lund=x".into())));
        for text in ["=x", "Site", "a b=c", "Result=0-1", "FEN=x", "Variant=Alice", "Date=today"] {
            assert!(tag(text).is_err(), "{text}");
        }
    }
}
