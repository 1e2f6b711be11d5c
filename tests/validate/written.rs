//! The law of the writer: a game tree that is written and read again is the same, and has no findings in the strict profile.

use arbiter::{
    diagnostics::{Finding, Profile, Selection},
    game::{Game, Line, Node, PlyKind},
    lint::{Detail, Laws, Options, lint_block},
    notation::write_san,
    pgn::{GameResult, Part},
    rules::{Chess, Color, Move, Position},
    text::Source,
};
use proptest::{collection::vec, prelude::*};

const COMMENTS: [&str; 4] = [
    "a good move",
    "[%clk 0:05:00]",
    "better than (1. d4), as everybody knows who has read the book to its very end; see there",
    "\u{c5}ngstr\u{f6}m liked it",
];

/// A source of choices.
struct Dice(std::vec::IntoIter<u16>);

impl Dice {
    /// A number below `sides`; zero when the source is exhausted.
    fn throw(&mut self, sides: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % sides.max(1)
    }

    fn comments(&mut self) -> Vec<String> {
        match self.throw(12) {
            choice @ 1..=4 => vec![COMMENTS[choice - 1].to_owned()],
            _ => Vec::new(),
        }
    }

    /// Moves from here, the first of them given, with random annotations.
    fn line(&mut self, position: &mut Chess, first: Option<Move>, plies: usize, depth: u8) -> Line {
        let mut line = Line { preface: self.comments(), moves: Vec::new() };
        let mut first = first;
        for _ in 0..plies {
            let legal: Vec<Move> = position.legal_moves().into_iter().collect();
            let is_done = self.0.len() == 0 && first.is_none();
            if legal.is_empty() || is_done {
                break;
            }
            let mv = first.take().unwrap_or_else(|| legal[self.throw(legal.len())]);
            line.moves.push(self.node(position, mv, &legal, depth));
            position.play_unchecked(mv);
        }
        line
    }

    fn node(&mut self, position: &Chess, mv: Move, legal: &[Move], depth: u8) -> Node {
        let mut node = Node {
            text: write_san(position, mv),
            step: Some(PlyKind::Move(mv.into())),
            ..Node::default()
        };
        if self.throw(8) == 1 {
            node.glyphs.push([1, 2, 3, 4, 5, 6, 10, 16][self.throw(8)]);
        }
        node.comments = self.comments();
        let other = legal[self.throw(legal.len())];
        if depth < 3 && other != mv && self.throw(6) == 1 {
            let plies = 1 + self.throw(4);
            node.variations.push(self.line(&mut position.clone(), Some(other), plies, depth + 1));
        }
        node
    }
}

/// A game with the result on the board.
fn game(choices: Vec<u16>) -> Game {
    let mut position = Chess::start();
    let main = Dice(choices.into_iter()).line(&mut position, None, 40, 0);
    let result = match (position.has_legal_move(), position.is_check(), position.turn()) {
        (true, ..) => GameResult::Unknown,
        (false, false, _) => GameResult::Draw,
        (false, true, Color::White) => GameResult::Black,
        (false, true, Color::Black) => GameResult::White,
    };
    let tags = [
        ("Event", "Club \"evening\""),
        ("Site", "Uppsala SWE"),
        ("Date", "2023.03.04"),
        ("Round", "1"),
        ("White", "Ek, Anna"),
        ("Black", "Ask, Bo"),
        ("Result", result.text()),
    ];
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    Game { tags, main, result: Some(result), ..Game::default() }
}

fn strict_findings(text: &[u8]) -> Vec<Finding> {
    let examination = Options {
        selection: Selection::new(Profile::Export),
        variations: true,
        laws: Laws::OfTheDay,
        detail: Detail::Ending,
        cross_check: true,
    };
    let source = Source::new("written.pgn", text);
    let (reports, _) = lint_block(source, Part::Whole, &examination);
    reports.into_iter().flat_map(|examined| examined.findings).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_written_game_is_read_the_same_and_is_clean(choices in vec(any::<u16>(), 0..400)) {
        let game = game(choices);
        let text = game.to_string();
        let source = Source::new("written.pgn", text.as_bytes());
        prop_assert_eq!(&Game::read_all(source), &[game], "{}", text);
        prop_assert_eq!(strict_findings(text.as_bytes()), Vec::new(), "{}", text);
    }
}
