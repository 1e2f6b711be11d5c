//! One game taken out of many: its tags, and its main line played as far as it can be.

use std::time::Duration;

use crate::{
    diagnostics::Finding,
    game::{Beginning, Line, Played, beginning},
    notation::NumberedMove,
    pgn::{Command, Comment, GameResult, Glyph, Marker, TagPair, Value, Visitor, commands},
    rules::{AnyPosition, Chess, History, Move, Position},
};

/// A game with its main line.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// Every tag, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub preface: Vec<String>,
    /// The moves as far as they can be played, and before the first null move.
    pub game: History<AnyPosition>,
    /// The first null move and what follows it, each with the position it led to.
    pub after_null: Vec<(HalfMove, AnyPosition)>,
    /// What stands behind each of them.
    pub remarks: Vec<Remarks>,
    /// The first move that cannot be played, with its number.
    pub stuck: Option<String>,
    /// The result behind the moves.
    pub result: Option<GameResult>,
    /// How many variations were passed over.
    pub variations: usize,
}

/// What stands behind a move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Remarks {
    /// The numbers of its glyphs.
    pub glyphs: Vec<u16>,
    /// Its comments without their commands.
    pub comments: Vec<String>,
    /// The commands of its comments, such as `[%eval 0.3]`, as they were written.
    pub commands: Vec<String>,
    /// What the mover had left.
    pub clock: Option<Duration>,
}

/// What a side did when it was its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HalfMove {
    /// It made a move.
    Made(Move),
    /// It did nothing, which only an analyst can: a null move.
    Passed,
}

impl Loaded {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        value(&self.tags, name)
    }
}

/// Why a game cannot even begin.
#[derive(Debug, Clone, PartialEq)]
pub enum NoStart {
    /// The tag `Variant` has this value, and such a game is not played here.
    Variant(String),
    /// The tag `FEN` is no position.
    Fen {
        /// Its value.
        fen: String,
        /// What is wrong with it.
        findings: Vec<Finding>,
    },
}

/// Counts games and plays the one that is wanted.
#[derive(Debug)]
pub struct Loader {
    wanted: u64,
    games: u64,
    depth: u32,
    tags: Vec<(String, String)>,
    preface: Vec<String>,
    moves: Vec<Vec<u8>>,
    /// One for each of the moves.
    remarks: Vec<Remarks>,
    result: Option<GameResult>,
    variations: usize,
}

impl Loader {
    /// Looks for the game with this number, the first being 1.
    pub const fn new(wanted: u64) -> Self {
        Self {
            wanted,
            games: 0,
            depth: 0,
            tags: Vec::new(),
            preface: Vec::new(),
            moves: Vec::new(),
            remarks: Vec::new(),
            result: None,
            variations: 0,
        }
    }

    /// Whether the wanted game is among the next so many.
    pub const fn is_among(&self, next: u64) -> bool {
        self.games < self.wanted && self.wanted <= self.games.saturating_add(next)
    }

    /// Leaves out games without reading them.
    pub fn skip(&mut self, games: u64) {
        self.games = self.games.saturating_add(games);
    }

    /// How many games have been seen.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Whether the game has been met.
    pub const fn has_found(&self) -> bool {
        self.games >= self.wanted
    }

    /// The game played out.
    ///
    /// # Errors
    /// When it begins with something that cannot be played.
    pub fn play(self) -> Result<Loaded, NoStart> {
        let mut line = Line::new(start(&self.tags)?);
        let mut game = History::new(line.start().clone());
        let mut after_null = Vec::new();
        let stuck = self.moves.iter().find_map(|text| {
            let half_move = match line.play(text) {
                Played::Stuck | Played::Skipped => return Some(numbered(line.position(), text)),
                Played::Null => HalfMove::Passed,
                Played::Standard | Played::Otherwise(..) => {
                    HalfMove::Made(line.moves().next_back()?)
                }
            };
            match half_move {
                HalfMove::Made(mv) if after_null.is_empty() => game.play_unchecked(mv),
                _ => after_null.push((half_move, line.position().clone())),
            }
            None
        });
        let Self { tags, preface, mut remarks, result, variations, .. } = self;
        remarks.truncate(game.moves().len());
        Ok(Loaded { tags, preface, game, after_null, remarks, stuck, result, variations })
    }

    /// Whether what is told belongs to the main line of the wanted game.
    const fn is_wanted(&self) -> bool {
        self.games == self.wanted && self.depth == 0
    }

    fn last_remarks(&mut self) -> Option<&mut Remarks> {
        if self.is_wanted() { self.remarks.last_mut() } else { None }
    }
}

impl<'a> Visitor<'a> for Loader {
    fn begin_game(&mut self, _: &'a [u8]) {
        self.games += 1;
        self.depth = 0;
    }

    fn tag(&mut self, tag: TagPair<'a>) {
        if self.is_wanted() {
            let name = String::from_utf8_lossy(tag.name).into_owned();
            self.tags.push((name, tag.plain_value().into_owned()));
        }
    }

    fn mv(&mut self, text: &'a [u8]) {
        if self.is_wanted() {
            self.moves.push(text.to_vec());
            self.remarks.push(Remarks::default());
        }
    }

    fn glyph(&mut self, glyph: Glyph<'a>) {
        if let Some(last) = self.last_remarks() {
            last.glyphs.extend(glyph.number);
        }
    }

    fn comment(&mut self, comment: Comment<'a>) {
        if !self.is_wanted() {
            return;
        }
        let text = prose(comment.inner);
        match self.remarks.last_mut() {
            _ if text.is_empty() => {}
            Some(last) => last.comments.push(text),
            None => self.preface.push(text),
        }
    }

    fn command(&mut self, command: &Command<'a>) {
        let Some(last) = self.last_remarks() else { return };
        last.commands.push(String::from_utf8_lossy(command.text).into_owned());
        if let Value::Clock(time) = command.value {
            last.clock = Some(time);
        }
    }

    fn result(&mut self, marker: Marker<'a>) {
        if self.is_wanted() {
            self.result = marker.result;
        }
    }

    fn open_variation(&mut self, _: &'a [u8]) {
        if self.games == self.wanted {
            self.variations += 1;
        }
        self.depth += 1;
    }

    fn close_variation(&mut self, _: &'a [u8]) {
        self.depth = self.depth.saturating_sub(1);
    }
}

/// A comment without its commands, on one line.
fn prose(comment: &[u8]) -> String {
    let (mut text, mut rest) = (Vec::new(), comment);
    for command in commands(comment) {
        if let Some(at) = memchr::memmem::find(rest, command.text) {
            text.extend_from_slice(&rest[..at]);
            text.push(b' ');
            rest = &rest[at + command.text.len()..];
        }
    }
    text.extend_from_slice(rest);
    String::from_utf8_lossy(&text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn value<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
}

/// Where a game with these tags begins.
fn start(tags: &[(String, String)]) -> Result<AnyPosition, NoStart> {
    let tag = |name| value(tags, name);
    let text = |name| tag(name).unwrap_or_default().to_owned();
    match beginning(tag("Variant"), tag("Boards"), tag("FEN").map(str::as_bytes)) {
        Beginning::Usual => Ok(Chess::start().into()),
        Beginning::From(position) => Ok(position),
        Beginning::Unplayable(findings, _) => Err(NoStart::Fen { fen: text("FEN"), findings }),
        Beginning::OtherRules => Err(NoStart::Variant(text("Variant"))),
    }
}

fn numbered(position: &AnyPosition, text: &[u8]) -> String {
    let san = &String::from_utf8_lossy(text);
    NumberedMove { number: position.fullmoves(), color: position.turn(), san }.to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{HalfMove, Loaded, Loader, NoStart, Remarks};
    use crate::{
        notation::fen,
        pgn::{GameResult, Reader},
        text::Source,
    };

    const THREE: &[u8] = b"[White \"Ek, \\\"Anna\\\"\"]\n\n\
        {Before} 1. e4 $1 {[%clk 0:05:00] fine} (1. d4 {no} d5) e5?! 2. Nf3 1-0\n\n\
        1. d4 Ke6 2. c4 *\n\n[FEN \"8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n";

    fn loaded(number: u64) -> Option<Result<Loaded, NoStart>> {
        loaded_from(THREE, number)
    }

    fn loaded_from(text: &[u8], number: u64) -> Option<Result<Loaded, NoStart>> {
        let mut loader = Loader::new(number);
        Reader::new(Source::new("games.pgn", text)).read(&mut loader);
        loader.has_found().then(|| loader.play())
    }

    #[test]
    fn the_main_line_is_played() {
        let first = loaded(1).expect("a game").expect("a start");
        assert_eq!(first.tag("White"), Some("Ek, \"Anna\""));
        assert_eq!((first.game.moves().len(), first.stuck), (3, None));
        assert_eq!((first.result, first.variations), (Some(GameResult::White), 1));
    }

    #[test]
    fn remarks_stand_behind_their_moves() {
        let first = loaded(1).expect("a game").expect("a start");
        assert_eq!(first.preface, ["Before"]);
        let [e4, e5, nf3] = first.remarks.as_slice() else { panic!("{:?}", first.remarks) };
        assert_eq!(
            (e4.glyphs.as_slice(), e4.comments.as_slice()),
            (&[1][..], &["fine".into()][..])
        );
        assert_eq!(
            (e4.clock, e4.commands.as_slice()),
            (Some(Duration::from_mins(5)), &["[%clk 0:05:00]".into()][..])
        );
        assert_eq!(e5.glyphs, [6]);
        assert_eq!(*nf3, Remarks::default());
    }

    #[test]
    fn a_move_that_cannot_be_played_ends_it() {
        let second = loaded(2).expect("a game").expect("a start");
        assert_eq!((second.game.moves().len(), second.remarks.len()), (1, 1));
        assert_eq!(second.stuck.as_deref(), Some("1... Ke6"));
    }

    #[test]
    fn a_null_move_passes_the_turn() {
        let text = b"1. e4 {one} -- 2. Nf3 Z0 3. Bc4 e5 *\n";
        let game = loaded_from(text, 1).expect("a game").expect("a start");
        assert_eq!((game.game.moves().len(), game.remarks.len()), (1, 1));
        let passed: Vec<_> =
            game.after_null.iter().map(|(half_move, _)| *half_move == HalfMove::Passed).collect();
        assert_eq!((passed, game.stuck), (vec![true, false, true, false, false], None));
        let (_, last) = game.after_null.last().expect("moves");
        assert_eq!(
            fen::write(last),
            "rnbqkbnr/pppp1ppp/8/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
        );
    }

    #[test]
    fn nobody_passes_in_check() {
        let game = loaded_from(b"1. e4 f6 2. Qh5+ -- 3. d4 *\n", 1).expect("a game");
        let game = game.expect("a start");
        assert_eq!((game.game.moves().len(), game.after_null.len()), (3, 0));
        assert_eq!(game.stuck.as_deref(), Some("2... --"));
    }

    #[test]
    fn a_start_that_is_no_position_is_told() {
        assert!(matches!(loaded(3), Some(Err(NoStart::Fen { .. }))));
        assert!(loaded(4).is_none());
    }
}
