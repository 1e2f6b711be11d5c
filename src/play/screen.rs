//! How events become lines of text. Output only scrolls; it is the same in a pipe and at a terminal, except
//! for prompts.

use unicode_width::UnicodeWidthStr;

use crate::notation::Language;
use crate::output::board::{Diagrams, Style};
use crate::pgn::glyph_name;
use crate::play::session::{
    BoardView, Event, PlayedMove, Refusal, Turn, captured_line, clock_line,
};
use crate::play::settings::{BoardStyle, DisplaySettings, Settings, Size};
use crate::rules::{BoardIndex, Color, MoveKind, Side, Square};
use crate::text::printable;

/// The question after a pawn move to the last rank.
pub(super) const PROMOTE: &str = "Promote to (q)ueen, (r)ook, (b)ishop or k(n)ight?";

/// The narrowest screen that lines are wrapped for.
const NARROWEST: usize = 20;

/// The width of one board: several boards stand below each other.
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
}

impl Screen {
    /// The lines of an event, each with its end; nothing for an effect.
    pub fn text(&self, event: &Event, settings: &Settings) -> String {
        match event {
            Event::Played(played) => self.wrap("", &move_text(played, &settings.display)),
            Event::Turn(turn) => self.turn(turn),
            Event::Refused(refusal) => self.refusal(refusal),
            Event::Promote => format!("{PROMOTE}\n"),
            Event::PromoteAgain(typed) => self.wrap("", &promote_again(typed)),
            Event::Over(ending) => {
                let (result, sentence) = (ending.result().text(), ending.sentence());
                self.wrap("", &format!("Game over: {result}, {sentence}."))
            }
            Event::Board(view) => self.board(view, settings),
            Event::Message(text) | Event::Error(text) | Event::Question(text) => {
                self.wrap("", text)
            }
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
        let captured = captured_line(&view.captured);
        let status = view.turn.as_ref().map(|turn| format!("{}   ", self.status(turn)));
        text += &self.wrap("", &format!("{}{captured}", status.unwrap_or_default()));
        if let Some(clocks) = view.clocks {
            let lines = Color::ALL.map(|color| clock_line(color, clocks[color], view.counts_moves));
            text += &self.wrap("", &lines.join("   "));
        }
        text
    }

    /// All boards of a position, with wider squares or a chequered pattern where the settings have it.
    fn diagrams(&self, view: &BoardView, display: &DisplaySettings) -> String {
        let mut diagrams =
            Diagrams::of(&view.position).seen_from(view.bottom).with_targets(&view.targets);
        if let Some(last) = view.last {
            diagrams = diagrams.with_last_move(last);
        }
        let style = match display.style {
            BoardStyle::Ascii => Style::Ascii,
            BoardStyle::Unicode => Style::Unicode,
            BoardStyle::Plain => Style::Plain,
        };
        let chequered_for = (display.chequered && self.video).then_some(view.bottom);
        let is_restyled = display.size == Size::Large || chequered_for.is_some();
        let columns = self.width.filter(|_| !is_restyled).unwrap_or(ONE_BOARD);
        let text = diagrams.draw(style, columns);
        text.lines().map(|line| restyled(line, display.size, chequered_for) + "\n").collect()
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

fn promote_again(typed: &str) -> String {
    let word = typed.trim().to_ascii_lowercase();
    let why = match word.as_str() {
        "king" | "k" => "A pawn cannot become a king.",
        "pawn" | "p" => "A pawn cannot stay a pawn.",
        _ => "A pawn becomes a queen, rook, bishop or knight.",
    };
    format!("{why} {PROMOTE} Or \"cancel\" to take the move back.")
}

/// A line of a board with wider squares, or with dark squares in reverse video as this side sees them.
fn restyled(line: &str, size: Size, chequered_for: Option<Color>) -> String {
    let Some((rank, cells, end)) = cells(line) else {
        return if size == Size::Large { widened_files(line) } else { line.to_owned() };
    };
    let number = rank.trim().parse::<usize>().unwrap_or(0);
    let first_dark = chequered_for.map(|bottom| number + usize::from(bottom == Color::Black));
    let restyle = |(column, cell): (usize, &String)| {
        let cell = if size == Size::Large { format!(" {cell} ") } else { cell.clone() };
        let is_dark = first_dark.is_some_and(|first| (column + first) % 2 == 1);
        if is_dark { format!("\u{1b}[7m{cell}\u{1b}[27m") } else { cell }
    };
    let row: String = cells.iter().enumerate().map(restyle).collect();
    let gap = if size == Size::Large { "\n" } else { "" };
    format!("{rank}{row}{end}{gap}")
}

/// The line of file letters above wider squares.
fn widened_files(line: &str) -> String {
    let letters: Vec<&str> = line.split_whitespace().collect();
    if letters.len() != 8 || letters.iter().any(|letter| letter.len() != 1) {
        return line.to_owned();
    }
    let wide: Vec<String> = letters.iter().map(|letter| format!("  {letter}  ")).collect();
    format!("  {}", wide.concat().trim_end())
}

/// A rank of a drawn board: its start, eight squares of three columns, its end.
fn cells(line: &str) -> Option<(String, Vec<String>, String)> {
    const VARIATION_SELECTOR: char = '\u{fe0e}';
    let mut columns: Vec<String> = Vec::new();
    for letter in line.chars() {
        match columns.last_mut() {
            Some(last) if letter == VARIATION_SELECTOR => last.push(letter),
            _ => columns.push(letter.to_string()),
        }
    }
    let is_rank = columns.len() == ONE_BOARD && columns[0].parse::<u8>().is_ok();
    is_rank.then(|| {
        let cells = columns[2..26].chunks(3).map(<[String]>::concat).collect();
        (columns[..2].concat(), cells, columns[26..].concat())
    })
}

/// The spelling alphabet for files.
const PHONETIC: [&str; 8] =
    ["alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"];

/// The glyphs from `$1` to `$6` as signs.
const SIGNS: [&str; 7] = ["", "!", "?", "!!", "??", "!?", "?!"];

/// A move in the form that the settings choose.
fn move_text(played: &PlayedMove, display: &DisplaySettings) -> String {
    let text = if display.words || display.phonetic {
        in_words(played, display.phonetic)
    } else {
        let letters = Language::of(&display.lang).unwrap_or_default();
        format!("{} {}", played.number, letters.translate(&played.san))
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
    let mv = played.mv;
    let board = if played.layered { board_name(mv.board_index) } else { String::new() };
    let action = match mv.castling_side() {
        Some(Side::King) => "castles king side".into(),
        Some(Side::Queen) => "castles queen side".into(),
        None => {
            let (from, to) = (square_name(mv.from, is_phonetic), square_name(mv.to, is_phonetic));
            format!("{} {from} to {to}", mv.role.name())
        }
    };
    let capture = mv.capture.map(|role| format!(", takes {}", role.name())).unwrap_or_default();
    let passing = if mv.kind == MoveKind::EnPassant { " in passing" } else { "" };
    let promotion =
        mv.promotion.map(|role| format!(", becomes {}", role.name())).unwrap_or_default();
    let check = match played.san.chars().last() {
        Some('#') => ", checkmate",
        Some('+') => ", check",
        _ => "",
    };
    format!("{}: {action}{board}{capture}{passing}{promotion}{check}", played.color.name())
}

fn board_name(board_index: BoardIndex) -> String {
    format!(" on board {}", board_index.letter())
}

fn square_name(square: Square, is_phonetic: bool) -> String {
    if is_phonetic {
        format!("{} {}", PHONETIC[square.file() as usize], square.rank().digit())
    } else {
        square.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::{Screen, cells, move_text, restyled};
    use crate::play::session::{Event, PlayedMove, Turn};
    use crate::play::settings::{Settings, Size};
    use crate::rules::{BoardIndex, Color, Move, MoveKind, Role, Square};

    const PIPE: Screen = Screen { width: None, prompts: false, video: false };
    const RANK_ONE: &str = "1  R  N  B  Q <K> B [N] R  1";

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
    fn a_rank_has_eight_squares_of_three_columns() {
        let (start, squares, end) = cells(RANK_ONE).expect("a rank");
        assert_eq!((start.as_str(), end.as_str()), ("1 ", " 1"));
        assert_eq!(squares, [" R ", " N ", " B ", " Q ", "<K>", " B ", "[N]", " R "]);
        assert!(cells("   a  b  c  d  e  f  g  h").is_none());
    }

    #[test]
    fn a1_is_a_dark_square_from_either_side() {
        let white = restyled(RANK_ONE, Size::Normal, Some(Color::White));
        assert!(white.starts_with("1 \u{1b}[7m R \u{1b}[27m N "), "{white:?}");
        let black = restyled(RANK_ONE, Size::Normal, Some(Color::Black));
        assert!(black.starts_with("1  R \u{1b}[7m N \u{1b}[27m"), "{black:?}");
    }

    #[test]
    fn large_squares_have_five_columns_and_two_lines() {
        let large = restyled(RANK_ONE, Size::Large, None);
        assert_eq!(large, "1   R    N    B    Q   <K>   B   [N]   R   1\n");
    }

    #[test]
    fn a_move_is_shown_in_the_form_of_the_settings() {
        let mv = Move {
            role: Role::Knight,
            from: Square::G8,
            to: Square::F6,
            capture: None,
            promotion: None,
            kind: MoveKind::Normal,
            board_index: BoardIndex::FIRST,
        };
        let played = PlayedMove {
            number: "1...".into(),
            color: Color::Black,
            mv,
            san: "Nf6+".into(),
            glyphs: vec![7, 6],
            comments: vec!["sharp".into()],
            layered: false,
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
