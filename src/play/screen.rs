//! How events become lines. Output only scrolls, and says the same on every surface but for the prompts.

use crate::play::event::{Event, Refusal, Turn, View};
use crate::play::picture;
use crate::play::session::queries::{captured_line, clock_line};
use crate::play::settings::Settings;
use crate::play::words::told;
use crate::rules::Color;
use crate::text::printable;

/// The question what a pawn becomes.
pub(super) const PROMOTE: &str = "Promote to (q)ueen, (r)ook, (b)ishop or k(n)ight?";

/// A surface to write on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// How many columns there are, if anybody knows.
    pub width: Option<usize>,
    /// Whether prompts tell whose turn it is.
    pub prompts: bool,
    /// Whether reverse video may be used.
    pub video: bool,
}

impl Screen {
    /// The lines of an event, each with its end; nothing for a wish.
    pub fn text(&self, event: &Event, settings: &Settings) -> String {
        match event {
            Event::Played(played) => self.wrapped("", &told(played, &settings.display)),
            Event::Turn(turn) => self.turn(turn),
            Event::Refused(refusal) => self.refusal(refusal),
            Event::Promote => format!("{PROMOTE}\n"),
            Event::PromoteAgain(typed) => self.wrapped("", &promote_again(typed)),
            Event::Over(ending) => {
                let (result, sentence) = (ending.result().text(), ending.sentence());
                self.wrapped("", &format!("Game over: {result}, {sentence}."))
            }
            Event::Board(view) => self.board(view, settings),
            Event::Says(text) | Event::Cannot(text) | Event::Asks(text) => self.wrapped("", text),
            Event::Lines(lines) => {
                let lines: Vec<String> = lines.iter().map(|line| self.wrapped("", line)).collect();
                lines.concat()
            }
            Event::Text(text) => format!("{}\n", printable(text.trim_end())),
            Event::Wants(_) => String::new(),
        }
    }

    fn turn(&self, turn: &Turn) -> String {
        if self.prompts && !turn.reminder && !turn.check {
            return String::new();
        }
        self.wrapped("", &self.status(turn))
    }

    /// `White to move (Ada). Check!`; a prompt tells the name by itself.
    fn status(&self, turn: &Turn) -> String {
        let name = turn.name.as_ref().filter(|_| !self.prompts);
        let name = name.map(|name| format!(" ({name})")).unwrap_or_default();
        let check = if turn.check { " Check!" } else { "" };
        format!("{} to move{name}.{check}", turn.color.name())
    }

    fn refusal(&self, refusal: &Refusal) -> String {
        let mut text = self.wrapped("", &format!("Illegal move: {}", refusal.typed));
        text += &self.wrapped("  ", &refusal.why);
        if !refusal.near.is_empty() {
            text += &self.wrapped("  ", &refusal.near);
        }
        text
    }

    fn board(&self, view: &View, settings: &Settings) -> String {
        let mut text = picture::boards(view, &settings.display, self);
        let captured = captured_line(&view.captured);
        let status = view.turn.as_ref().map(|turn| format!("{}   ", self.status(turn)));
        text += &self.wrapped("", &format!("{}{captured}", status.unwrap_or_default()));
        if let Some(clocks) = view.clocks {
            let lines = Color::ALL.map(|color| clock_line(color, clocks[color], view.counts_moves));
            text += &self.wrapped("", &lines.join("   "));
        }
        text
    }

    /// A paragraph, broken at blanks where the width is known.
    fn wrapped(&self, indent: &str, text: &str) -> String {
        let text = printable(text);
        let Some(width) = self.width.map(|width| width.max(20)) else {
            return format!("{indent}{text}\n");
        };
        let mut lines = String::new();
        let mut line = String::from(indent);
        for word in text.split(' ') {
            let full = line.chars().count() + word.chars().count() > width;
            if full && line.trim() != "" {
                lines += line.trim_end();
                lines.push('\n');
                line = indent.into();
            }
            line += word;
            line.push(' ');
        }
        format!("{lines}{}\n", line.trim_end())
    }
}

fn promote_again(typed: &str) -> String {
    let word = typed.trim().to_ascii_lowercase();
    let why = match word.as_str() {
        "king" | "k" => "A pawn cannot become a king.",
        "pawn" | "p" => "A pawn cannot stay a pawn.",
        _ => "That is no piece a pawn can become.",
    };
    format!("{why} {PROMOTE} Or \"cancel\" to take the move back.")
}

#[cfg(test)]
mod tests {
    use super::Screen;
    use crate::play::event::{Event, Turn};
    use crate::play::settings::Settings;
    use crate::rules::Color;

    const PIPE: Screen = Screen { width: None, prompts: false, video: false };

    fn turn(reminder: bool, check: bool) -> Event {
        Event::Turn(Turn { color: Color::White, name: Some("Ada".into()), check, reminder })
    }

    #[test]
    fn a_prompt_makes_the_status_line_superfluous() {
        let terminal = Screen { prompts: true, ..PIPE };
        let settings = Settings::default();
        assert_eq!(PIPE.text(&turn(false, true), &settings), "White to move (Ada). Check!\n");
        assert_eq!(terminal.text(&turn(false, false), &settings), "");
        assert_eq!(terminal.text(&turn(false, true), &settings), "White to move. Check!\n");
        assert_eq!(terminal.text(&turn(true, false), &settings), "White to move.\n");
    }

    #[test]
    fn no_line_is_wider_than_the_screen() {
        let narrow = Screen { width: Some(40), ..PIPE };
        let text =
            "The knight on c3 is pinned: without it the bishop on b4 attacks the king on e1.";
        let lines = narrow.wrapped("  ", text);
        assert!(lines.lines().all(|line| line.len() <= 40 && line.starts_with("  ")), "{lines}");
        assert_eq!(lines.split_whitespace().collect::<Vec<_>>().join(" "), text);
    }
}
