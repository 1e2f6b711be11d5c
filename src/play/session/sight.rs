//! The board in words, for those who do not see it: pieces, squares, ranks, files, attackers.

use crate::output::board::pieces_of;
use crate::rules::{Board, BoardIndex, Color, File, Piece, Position, Rank, Role, Square};

use super::Session;
use super::command::Verb;
use super::queries::kind_named;

impl Session {
    pub(super) fn look(&mut self, verb: Verb, rest: &str) {
        if self.settings.display.blindfold {
            return self.cannot("You play blindfold; \"peek\" shows the board.");
        }
        match verb {
            Verb::Pieces => self.list_pieces(rest),
            Verb::Square | Verb::Attackers => {
                match Square::from_name(rest.to_ascii_lowercase().as_bytes()) {
                    Some(square) if verb == Verb::Square => self.tell_square(square),
                    Some(square) => self.tell_attackers(square),
                    None => {
                        self.cannot(format!("Expected a square from a1 to h8, found `{rest}`."));
                    }
                }
            }
            Verb::Rank => match rest.as_bytes() {
                [digit] if Rank::from_digit(*digit).is_some() => {
                    self.tell_line(&format!("Rank {rest}"), |square| {
                        square.rank().digit() == char::from(*digit)
                    });
                }
                _ => self.cannot(format!("Expected a rank from 1 to 8, found `{rest}`.")),
            },
            _ => match rest.to_ascii_lowercase().as_bytes() {
                [letter] if File::from_letter(*letter).is_some() => {
                    let name = char::from(*letter);
                    self.tell_line(&format!("File {name}"), |square| {
                        square.file().letter() == name
                    });
                }
                _ => self.cannot(format!("Expected a file from a to h, found `{rest}`.")),
            },
        }
    }

    fn list_pieces(&mut self, rest: &str) {
        let boards = self.position().boards().to_vec();
        let sides: &[Color] = match rest.to_ascii_lowercase().as_str() {
            "" => &Color::ALL,
            "white" => &[Color::White],
            "black" => &[Color::Black],
            kind => match kind_named(kind).or_else(|| kind_named(rest)) {
                Some(role) => return self.list_kind(&boards, role),
                None => {
                    return self.cannot(format!(
                        "Expected white, black or a kind of piece, found `{rest}`."
                    ));
                }
            },
        };
        for (number, board) in (0..).zip(&boards) {
            if boards.len() > 1 {
                self.says(format!("Board {}", BoardIndex(number).letter()));
            }
            for &color in sides {
                self.says(pieces_of(board, color));
            }
        }
    }

    fn list_kind(&mut self, boards: &[Board], role: Role) {
        for color in Color::ALL {
            let squares: Vec<String> = (0..)
                .zip(boards)
                .flat_map(|(number, board)| {
                    let suffix = suffix(boards, BoardIndex(number));
                    board.pieces(color, role).map(move |square| format!("{square}{suffix}"))
                })
                .collect();
            let squares = if squares.is_empty() { "none".into() } else { squares.join(" ") };
            self.says(format!("{}'s {}s: {squares}.", color.name(), role.name()));
        }
    }

    fn tell_square(&mut self, square: Square) {
        let shade = if square.is_light() { "light" } else { "dark" };
        let boards = self.position().boards().to_vec();
        for (number, board) in (0..).zip(&boards) {
            let man = board.piece_at(square).map_or_else(|| "empty".into(), in_words);
            let place = place(&boards, BoardIndex(number));
            self.says(format!("{square}{place}: {man} ({shade} square)."));
        }
    }

    fn tell_line(&mut self, name: &str, belongs: impl Fn(Square) -> bool) {
        let boards = self.position().boards().to_vec();
        for (number, board) in (0..).zip(&boards) {
            let men: Vec<String> = board
                .all_pieces()
                .filter(|(square, _)| belongs(*square))
                .map(|(square, piece)| format!("{} {square}", in_words(piece)))
                .collect();
            let men = if men.is_empty() { "empty".into() } else { men.join(", ") };
            self.says(format!("{name}{}: {men}.", place(&boards, BoardIndex(number))));
        }
    }

    fn tell_attackers(&mut self, square: Square) {
        let boards = self.position().boards().to_vec();
        for (number, board) in (0..).zip(&boards) {
            let place = place(&boards, BoardIndex(number));
            for color in Color::ALL {
                let men: Vec<String> = board
                    .attackers(square, color, board.occupied())
                    .filter_map(|from| Some(format!("{} {from}", board.role_at(from)?.name())))
                    .collect();
                let men = if men.is_empty() { "none".into() } else { men.join(", ") };
                self.says(format!("{} attackers of {square}{place}: {men}.", color.name()));
            }
        }
    }
}

/// `white knight`
fn in_words(piece: Piece) -> String {
    format!("{} {}", piece.color.name().to_ascii_lowercase(), piece.role.name())
}

fn place(boards: &[Board], board_index: BoardIndex) -> String {
    if boards.len() > 1 { format!(" on board {}", board_index.letter()) } else { String::new() }
}

fn suffix(boards: &[Board], board_index: BoardIndex) -> String {
    if boards.len() > 1 { format!("/{}", board_index.letter()) } else { String::new() }
}
