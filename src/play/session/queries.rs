//! Questions about the position and the game that change nothing.

use std::time::Duration;

use crate::notation::{fen, reason::capitalised};
use crate::play::choices::{BoardShown, Flip};
use crate::play::clock::shown;
use crate::play::event::{Event, View, Wish};
use crate::players::{TimeLeft, balance};
use crate::rules::{ByColor, Color, Move, Piece, Position, Role, Square};

use super::Session;
use super::command::Verb;

impl Session {
    pub(super) fn show(&mut self, verb: Verb, rest: &str, now: Duration) {
        match verb {
            Verb::Moves => self.list_moves(rest),
            Verb::Board => self.show_board(now),
            Verb::Peek => self.draw(Vec::new(), now),
            Verb::Flip => {
                self.turned = !self.turned;
                self.show_board(now);
            }
            Verb::Style => self.set(&format!("style {rest}")),
            Verb::Fen => {
                let line = fen::write(self.position());
                self.events.push(Event::Text(line));
            }
            Verb::Pgn => {
                let pgn = self.pgn();
                self.events.push(Event::Text(pgn));
            }
            Verb::Captured => {
                let line = captured_line(&self.captured());
                self.says(line);
            }
            Verb::Clock => self.tell_clock(now),
            Verb::Eval => {
                let pawns = balance(self.position());
                self.says(format!(
                    "Evaluation: {pawns:+.2} pawns for White, without looking ahead."
                ));
            }
            _ => self.look(verb, rest),
        }
    }

    fn show_board(&mut self, now: Duration) {
        if self.settings.display.blindfold {
            return self.cannot("You play blindfold; \"peek\" shows the board.");
        }
        if self.settings.display.board == BoardShown::Never {
            return self
                .cannot("The board is never shown (\"set board on-request\" changes that).");
        }
        self.draw(Vec::new(), now);
    }

    /// Whether the board is drawn although nobody asks for it.
    pub(super) fn draws_by_itself(&self) -> bool {
        let board = match self.settings.display.board {
            BoardShown::Auto => self.auto_board,
            chosen => chosen,
        };
        board == BoardShown::Always && !self.settings.display.blindfold
    }

    /// Draws the board, with the moves of one man marked.
    pub(super) fn draw(&mut self, targets: Vec<Move>, now: Duration) {
        let view = View {
            position: self.position().clone(),
            last: self.game.played().last().map(|ply| ply.mv),
            targets,
            below: self.below(),
            captured: self.captured(),
            clocks: self.times_left(now),
            counts_moves: self
                .control
                .as_ref()
                .is_some_and(crate::notation::TimeControl::counts_moves),
            turn: self.ending().is_none().then(|| self.whose_turn(true)),
        };
        self.events.push(Event::Board(Box::new(view)));
    }

    fn below(&self) -> Color {
        let humans: Vec<Color> =
            Color::ALL.into_iter().filter(|&color| self.seats[color].kind.is_human()).collect();
        let side = match (self.settings.display.flip, humans.as_slice()) {
            (Flip::Black, _) => Color::Black,
            (Flip::Auto, [only]) => *only,
            _ => Color::White,
        };
        if self.turned { !side } else { side }
    }

    fn list_moves(&mut self, rest: &str) {
        let mut moves = self.position().legal_moves();
        if rest.is_empty() {
            let list = self.sans(&moves).join(" ");
            return self.says(if moves.is_empty() {
                "There is no legal move.".into()
            } else {
                list
            });
        }
        if let Some(square) = Square::from_name(rest.to_ascii_lowercase().as_bytes()) {
            moves.retain(|mv| mv.from == square);
            return self.list_moves_of(square, &moves);
        }
        match kind_named(rest) {
            Some(role) => {
                moves.retain(|mv| mv.role == role);
                let list = self.sans(&moves).join(" ");
                self.says(if list.is_empty() {
                    format!("No {} can move.", role.name())
                } else {
                    list
                });
            }
            None => self.cannot(format!("Expected a square or a kind of piece, found `{rest}`.")),
        }
    }

    /// `e3 e4`, and the board with marks where the board is drawn anyway.
    pub(super) fn list_moves_of(&mut self, square: Square, moves: &[Move]) {
        let piece = self.position().boards().iter().find_map(|board| board.piece_at(square));
        let Some(piece) = piece else { return self.cannot(format!("{square} is empty.")) };
        if piece.color != self.turn() {
            return self.cannot(format!(
                "The {} on {square} is {}'s.",
                piece.role.name(),
                piece.color.name()
            ));
        }
        let list = self.sans(moves).join(" ");
        let name = piece.role.name();
        self.says(if list.is_empty() {
            format!("The {name} on {square} cannot move.")
        } else {
            format!("The {name} on {square}: {list}")
        });
        if self.draws_by_itself() {
            self.draw(moves.to_vec(), Duration::ZERO);
        }
    }

    /// The men each side has taken, the strongest first.
    pub(super) fn captured(&self) -> ByColor<String> {
        let mut taken: ByColor<Vec<Piece>> = ByColor::default();
        for (at, ply) in self.game.played().iter().enumerate() {
            let (_, color) = self.game.label(at);
            taken[color].extend(ply.mv.capture.map(|role| Piece { role, color: !color }));
        }
        let [white, black] = Color::ALL.map(|color| {
            let mut men = std::mem::take(&mut taken[color]);
            men.sort_by_key(|piece| std::cmp::Reverse(piece.role));
            men.iter().map(|piece| piece.letter().to_string()).collect::<Vec<_>>().join(" ")
        });
        ByColor { white, black }
    }

    fn tell_clock(&mut self, now: Duration) {
        let counts = self.control.as_ref().is_some_and(crate::notation::TimeControl::counts_moves);
        match self.times_left(now) {
            None => self.cannot("This game is played without a clock."),
            Some(clocks) => {
                let lines = Color::ALL.map(|color| clock_line(color, clocks[color], counts));
                self.events.push(Event::Lines(lines.to_vec()));
            }
        }
    }

    pub(super) fn set(&mut self, rest: &str) {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match (key, value.trim()) {
            ("", _) => {
                let lines = self.settings.listing();
                self.events.push(Event::Lines(lines));
            }
            ("save", "") => self.wants(Wish::SaveSettings),
            (key, "") => match self.settings.get(key) {
                Some(value) => self.says(format!("{key} is {value}.")),
                None => self.set_to(key, ""),
            },
            (key, value) => self.set_to(key, value),
        }
    }

    fn set_to(&mut self, key: &str, value: &str) {
        match self.settings.set(key, value) {
            Ok(()) => {
                let value = self.settings.get(key).unwrap_or_default();
                self.says(format!("{key} is {value}."));
                if key == "level" {
                    self.forget_names_of_level();
                }
                if matches!(key, "level" | "resign") {
                    self.wants(Wish::Reseat);
                }
            }
            Err(why) => self.cannot(format!("{}.", capitalised(&why))),
        }
    }
}

/// `White 1:29:52, 38 moves to go, +30s`
pub(in crate::play) fn clock_line(color: Color, time: TimeLeft, counts_moves: bool) -> String {
    let moves = match time.moves_to_go {
        _ if !counts_moves => String::new(),
        Some(1) => ", 1 move to go".into(),
        moves => format!(", {} moves to go", moves.unwrap_or(0)),
    };
    let increment = match time.increment.as_secs() {
        0 => String::new(),
        seconds => format!(", +{seconds}s"),
    };
    format!("{} {}{moves}{increment}", color.name(), shown(time.remaining))
}

/// `Captured by White: r p p p   by Black: -   White +8`
pub(in crate::play) fn captured_line(captured: &ByColor<String>) -> String {
    let or_none = |men: &str| if men.is_empty() { "-".to_owned() } else { men.to_owned() };
    let lead = worth(&captured.white) - worth(&captured.black);
    let ahead = match lead {
        0 => String::new(),
        lead if lead > 0 => format!("   White +{lead}"),
        lead => format!("   Black +{}", -lead),
    };
    let (white, black) = (or_none(&captured.white), or_none(&captured.black));
    format!("Captured by White: {white}   by Black: {black}{ahead}")
}

/// What captured men are worth in pawns.
fn worth(men: &str) -> i32 {
    men.bytes()
        .map(|letter| match Role::from_letter(letter) {
            Some(Role::Pawn) => 1,
            Some(Role::Knight | Role::Bishop) => 3,
            Some(Role::Rook) => 5,
            Some(Role::Queen) => 9,
            Some(Role::King) | None => 0,
        })
        .sum()
}

/// A kind of piece by its letter or its name, in the singular or the plural.
pub(super) fn kind_named(text: &str) -> Option<Role> {
    let word = text.to_ascii_lowercase();
    let named = Role::ALL.into_iter().find(|role| word.trim_end_matches('s') == role.name());
    named.or_else(|| match text.as_bytes() {
        [letter] if letter.is_ascii_uppercase() => Role::from_letter(*letter),
        _ => None,
    })
}
