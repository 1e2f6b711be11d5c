//! How events become lines of text. Output only scrolls; it is the same in a pipe and at a terminal, except
//! for prompts.

use unicode_width::UnicodeWidthStr;

use crate::notation::Language;
use crate::output::board::{ColorDepth, Diagrams, Look, Paint, Style};
use crate::pgn::glyph_name;
use crate::play::session::{BoardView, Event, PlayedMove, Refusal, SpokenMove, Turn, clock_line};
use crate::play::settings::{BoardStyle, DisplaySettings, Settings, Size};
use crate::rules::{Color, Side};
use crate::text::printable;

/// The narrowest screen that lines are wrapped for.
const NARROWEST: usize = 20;

/// Where the width is unknown, several boards stand below each other.
const ONE_BOARD: usize = 28;

/// What the output can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// The number of columns, if it is known.
    pub width: Option<usize>,
    /// Prompts say whose turn it is.
    pub prompts: bool,
    /// Reverse video is available.
    pub video: bool,
    /// The colours that are available.
    pub colors: Option<ColorDepth>,
    /// Chess symbols are available.
    pub has_figures: bool,
}

impl Screen {
    /// The lines of an event, each with its end; nothing for an effect.
    pub fn text(&self, event: &Event, settings: &Settings) -> String {
        match event {
            Event::Played(played) => self.wrap("", &move_text(played, &settings.display)),
            Event::Turn(turn) => self.turn(turn),
            Event::Refused(refusal) => self.refusal(refusal),
            Event::Over(ending) => {
                let (result, sentence) = (ending.result().text(), ending.sentence());
                self.wrap("", &format!("Game over: {result}, {sentence}."))
            }
            Event::Board(view) => self.board(view, settings),
            Event::Message(text)
            | Event::Error(text)
            | Event::Question(text)
            | Event::Promote(text) => self.wrap("", text),
            Event::Lines(lines) => lines.iter().map(|line| self.wrap("", line)).collect(),
            Event::Text(text) => format!("{}\n", printable(text.trim_end())),
            Event::Effect(_) => String::new(),
        }
    }

    fn turn(&self, turn: &Turn) -> String {
        if self.prompts && !turn.reminder && !turn.check {
            return String::new();
        }
        self.wrap("", &self.status(turn))
    }

    /// `White to move (Ada). Check!`; a prompt has the name already.
    fn status(&self, turn: &Turn) -> String {
        let name = turn.name.as_ref().filter(|_| !self.prompts);
        let name = name.map(|name| format!(" ({name})")).unwrap_or_default();
        let check = if turn.check { " Check!" } else { "" };
        format!("{} to move{name}.{check}", turn.color.name())
    }

    fn refusal(&self, refusal: &Refusal) -> String {
        let mut text = self.wrap("", &refusal.heading);
        text += &self.wrap("  ", &refusal.why);
        if !refusal.alternatives.is_empty() {
            text += &self.wrap("  ", &refusal.alternatives);
        }
        text
    }

    fn board(&self, view: &BoardView, settings: &Settings) -> String {
        let mut text = self.diagrams(view, &settings.display);
        text += &self.below_board(view);
        if let Some(clocks) = view.clocks {
            let lines = Color::ALL.map(|color| clock_line(color, clocks[color], view.counts_moves));
            text += &self.wrap("", &lines.join("   "));
        }
        text
    }

    /// Whose turn it is and what was captured; a prompt says whose turn it is, so only what is new is said there.
    fn below_board(&self, view: &BoardView) -> String {
        let has_captured = !view.captured.is_empty();
        let turn = view.turn.as_ref().filter(|turn| !self.prompts || turn.check);
        let captured = view.captured.line();
        let captured = (has_captured || !self.prompts).then_some(captured);
        let parts: Vec<String> =
            turn.map(|turn| self.status(turn)).into_iter().chain(captured).collect();
        if parts.is_empty() { String::new() } else { self.wrap("", &parts.join("   ")) }
    }

    /// All boards of a position.
    fn diagrams(&self, view: &BoardView, display: &DisplaySettings) -> String {
        let mut diagrams =
            Diagrams::of(&view.position).seen_from(view.bottom).with_targets(&view.targets);
        if let Some(last) = view.last {
            diagrams = diagrams.with_last_move(last);
        }
        diagrams.paint(self.look(display), self.width.unwrap_or(ONE_BOARD))
    }

    /// How the board is drawn here.
    pub fn look(&self, display: &DisplaySettings) -> Look {
        let colors = self.colors.filter(|_| display.theme.has_colors());
        let style = match display.style {
            BoardStyle::Auto if colors.is_some() && self.has_figures => Style::Unicode,
            BoardStyle::Auto | BoardStyle::Ascii => Style::Ascii,
            BoardStyle::Unicode => Style::Unicode,
            BoardStyle::Plain => Style::Plain,
        };
        let paint = match colors {
            _ if display.chequered && self.video => Paint::Chequered,
            Some(depth) => Paint::Colors(display.theme, depth),
            None => Paint::Bare,
        };
        Look { style, paint, is_large: display.size == Size::Large }
    }

    /// A line of a drawing, which stays as it is, or a sentence, which is wrapped.
    pub fn wrap_drawn(&self, line: &str) -> String {
        let is_drawn = line.contains('\u{1b}') || line.contains("  ");
        if is_drawn { format!("{line}\n") } else { self.wrap("", line) }
    }

    /// A sentence, broken at blanks where the width is known.
    pub fn sentence(&self, text: &str) -> String {
        self.wrap("", text)
    }

    /// A paragraph, broken at blanks where the width is known.
    fn wrap(&self, indent: &str, text: &str) -> String {
        let text = printable(text);
        let Some(width) = self.width.map(|width| width.max(NARROWEST)) else {
            return format!("{indent}{text}\n");
        };
        let mut lines = String::new();
        let mut line = String::from(indent);
        for word in text.split(' ') {
            let is_full = line.width() + word.width() > width;
            if is_full && !line.trim().is_empty() {
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

/// The spelling alphabet for files.
const PHONETIC: [&str; 16] = [
    "alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliett",
    "kilo", "lima", "mike", "november", "oscar", "papa",
];

/// The glyphs from `$1` to `$6` as signs.
const SIGNS: [&str; 7] = ["", "!", "?", "!!", "??", "!?", "?!"];

/// A move in the form that the settings choose.
fn move_text(played: &PlayedMove, display: &DisplaySettings) -> String {
    let text = if display.words || display.phonetic {
        in_words(played, display.phonetic)
    } else {
        let letters = Language::of(&display.lang).filter(|_| played.has_usual_pieces);
        format!("{} {}", played.number, letters.unwrap_or_default().translate(&played.san))
    };
    format!("{text}{}", annotations(played))
}

/// The six signs as signs, other glyphs as words, comments in braces.
fn annotations(played: &PlayedMove) -> String {
    let (signs, others): (Vec<u16>, Vec<u16>) =
        played.glyphs.iter().partition(|&&glyph| usize::from(glyph) < SIGNS.len());
    let glyphs = signs.into_iter().chain(others).map(|glyph| match SIGNS.get(usize::from(glyph)) {
        Some(sign) => (*sign).to_owned(),
        None => {
            glyph_name(glyph).map_or_else(|| format!(" (${glyph})"), |name| format!(" ({name})"))
        }
    });
    let comments = played.comments.iter().map(|comment| format!(" {{{comment}}}"));
    glyphs.chain(comments).collect()
}

/// `Black: knight g8 to f6, check`
fn in_words(played: &PlayedMove, is_phonetic: bool) -> String {
    let mv = &played.spoken;
    let SpokenMove { piece, castling, board, captured, promotion, sign, .. } = mv;
    let to = square_name(&mv.to, is_phonetic);
    let action = match (castling, &mv.from) {
        (Some(Side::King), _) => "castles king side".into(),
        (Some(Side::Queen), _) => "castles queen side".into(),
        (None, _) if mv.is_pass => "passes".into(),
        (None, Some(from)) => format!("{piece} {} to {to}", square_name(from, is_phonetic)),
        (None, None) => format!("drops {piece} on {to}"),
    };
    let board = board.map(|letter| format!(" on board {letter}")).unwrap_or_default();
    let capture = captured.as_ref().map(|name| format!(", takes {name}")).unwrap_or_default();
    let passing = if mv.is_en_passant { " in passing" } else { "" };
    let promotion = promotion.as_ref().map(|name| format!(", becomes {name}")).unwrap_or_default();
    let sign = sign.map(|sign| format!(", {sign}")).unwrap_or_default();
    format!("{}: {action}{board}{capture}{passing}{promotion}{sign}", played.color.name())
}

/// `e4`, or `echo 4`
fn square_name(square: &str, is_phonetic: bool) -> String {
    let file = square.bytes().next().and_then(|letter| letter.checked_sub(b'a'));
    match file.and_then(|file| PHONETIC.get(usize::from(file))) {
        Some(word) if is_phonetic => format!("{word} {}", &square[1..]),
        _ => square.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Screen, move_text};
    use crate::output::board::{ColorDepth, Look, Paint, Style, Theme};
    use crate::play::session::{Event, PlayedMove, SpokenMove, Turn};
    use crate::play::settings::Settings;
    use crate::rules::Color;

    const PIPE: Screen =
        Screen { width: None, prompts: false, video: false, colors: None, has_figures: false };

    fn turn(reminder: bool, check: bool) -> Event {
        Event::Turn(Turn { color: Color::White, name: Some("Ada".into()), check, reminder })
    }

    #[test]
    fn a_prompt_replaces_the_status_line() {
        let terminal = Screen { prompts: true, ..PIPE };
        let settings = Settings::default();
        assert_eq!(PIPE.text(&turn(false, true), &settings), "White to move (Ada). Check!\n");
        assert_eq!(terminal.text(&turn(false, false), &settings), "");
        assert_eq!(terminal.text(&turn(false, true), &settings), "White to move. Check!\n");
        assert_eq!(terminal.text(&turn(true, false), &settings), "White to move.\n");
    }

    #[test]
    fn figures_are_drawn_where_there_are_colours_for_them() {
        let colors = Some(ColorDepth::Palette);
        let painted = Paint::Colors(Theme::Wood, ColorDepth::Palette);
        let terminal = Screen { colors, has_figures: true, ..PIPE };
        for (screen, style, paint) in [
            (PIPE, Style::Ascii, Paint::Bare),
            (Screen { colors, ..PIPE }, Style::Ascii, painted),
            (Screen { has_figures: true, ..PIPE }, Style::Ascii, Paint::Bare),
            (terminal, Style::Unicode, painted),
        ] {
            let look = screen.look(&Settings::default().display);
            assert_eq!(look, Look { style, paint, is_large: false });
        }
        let mut settings = Settings::default();
        settings.set("theme", "none").expect("a theme");
        assert_eq!(terminal.look(&settings.display), Look::bare(Style::Ascii));
    }

    #[test]
    fn no_line_is_wider_than_the_screen() {
        let narrow = Screen { width: Some(40), ..PIPE };
        let text =
            "The knight on c3 is pinned: without it the bishop on b4 attacks the king on e1.";
        let lines = narrow.wrap("  ", text);
        assert!(lines.lines().all(|line| line.len() <= 40 && line.starts_with("  ")), "{lines}");
        assert_eq!(lines.split_whitespace().collect::<Vec<_>>().join(" "), text);
        let wide = narrow.wrap("", &"王 ".repeat(20));
        assert_eq!(
            wide.lines().next(),
            Some("王 王 王 王 王 王 王 王 王 王 王 王 王"),
            "two columns each"
        );
    }

    #[test]
    fn a_move_is_shown_in_the_form_of_the_settings() {
        let spoken = SpokenMove {
            piece: "knight".into(),
            from: Some("g8".into()),
            to: "f6".into(),
            sign: Some("check"),
            ..SpokenMove::default()
        };
        let played = PlayedMove {
            number: "1...".into(),
            color: Color::Black,
            san: "Nf6+".into(),
            spoken,
            has_usual_pieces: true,
            glyphs: vec![7, 6],
            comments: vec!["sharp".into()],
        };
        for (setting, text) in [
            ("lang en", "1... Nf6+"),
            ("lang de", "1... Sf6+"),
            ("words on", "Black: knight g8 to f6, check"),
            ("phonetic on", "Black: knight golf 8 to foxtrot 6, check"),
        ] {
            let mut settings = Settings::default();
            let (key, value) = setting.split_once(' ').expect("a value");
            settings.set(key, value).expect(setting);
            let shown = move_text(&played, &settings.display);
            assert_eq!(shown, format!("{text}?! (forced move) {{sharp}}"));
        }
    }
}
