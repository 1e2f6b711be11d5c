//! Plants slips in sound games: one slip in one game, of a given kind, at a place that a seed decides.

use std::ops::Range;

use arbiter::{
    pgn::{Parser, Tags, Token},
    text::Source,
};

/// The kinds of slips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Rank,
    Piece,
    LeftOut,
    Doubled,
    SwappedCharacters,
    LookAlike,
    MissingPly,
    DoubledPly,
    SwappedPlies,
    SwappedMoves,
    Origin,
    Promotion,
    /// Two slips in one word; not counted with the others.
    TwoCharacters,
    /// A neighbouring key that no move has, in place of the right one or beside it.
    Stray,
}

impl Kind {
    /// All kinds of single slips.
    pub(crate) const ALL: [Self; 14] = [
        Self::File,
        Self::Rank,
        Self::Piece,
        Self::LeftOut,
        Self::Doubled,
        Self::SwappedCharacters,
        Self::LookAlike,
        Self::MissingPly,
        Self::DoubledPly,
        Self::SwappedPlies,
        Self::SwappedMoves,
        Self::Origin,
        Self::Promotion,
        Self::Stray,
    ];
}

/// A game with a slip.
#[derive(Debug)]
pub(crate) struct Slip {
    /// The text with the slip.
    pub(crate) text: Vec<u8>,
    /// The text that a right correction makes of it: the game, without a comment that was lost with its move.
    pub(crate) meant: Vec<u8>,
    /// Where it is.
    pub(crate) place: Range<usize>,
}

/// Random numbers from a seed (splitmix64).
#[derive(Debug)]
struct Random(u64);

impl Random {
    /// The next number.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below this one, which is not zero.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap_or(0)
    }

    fn choose<T: Copy>(&mut self, among: &[T]) -> Option<T> {
        (!among.is_empty()).then(|| among[self.below(among.len())])
    }
}

/// A number that depends on a text alone (FNV-1a).
pub(crate) fn hash(text: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    text.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The games of a text.
pub(crate) fn games(text: &[u8]) -> Vec<&[u8]> {
    let mut parser = Parser::new(Source::new("", text));
    let mut tags = Tags::default();
    let mut starts = Vec::new();
    while parser.next_game(&mut tags) {
        let at = Source::new("", text).span_of(parser.game_text()).start;
        starts.push(usize::try_from(at).unwrap_or(0));
        while parser.next_token().is_some() {}
    }
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
}

/// The places of the moves of the main line of a game, each from its number on if it has one, and from its first letter.
fn moves(game: &[u8]) -> Vec<(usize, Range<usize>)> {
    let source = Source::new("", game);
    let place = |text: &[u8]| {
        let span = source.span_of(text);
        let at = |byte: u64| usize::try_from(byte).unwrap_or(0);
        at(span.start)..at(span.end)
    };
    let mut parser = Parser::new(source);
    let (mut depth, mut found, mut number) = (0, Vec::new(), None);
    parser.next_game(&mut Tags::default());
    while let Some(token) = parser.next_token() {
        match token {
            Token::Number(one) if depth == 0 => number = Some(place(one.text).start),
            Token::Move(text) if depth == 0 => {
                let place = place(text);
                found.push((number.take().unwrap_or(place.start), place));
            }
            Token::Open(_) => depth += 1,
            Token::Close(_) => depth -= 1,
            _ => {}
        }
    }
    found
}

/// A slip of this kind at a place that depends on the game alone.
pub(crate) fn planted(game: &[u8], kind: Kind) -> Option<Slip> {
    plant(game, kind, &mut Random(hash(game) ^ ((kind as u64) << 32)))
}

/// Plants a slip of this kind; `None` if the game has no place for it.
fn plant(game: &[u8], kind: Kind, random: &mut Random) -> Option<Slip> {
    let moves = moves(game);
    match kind {
        Kind::MissingPly => missing(game, &moves, random),
        Kind::DoubledPly => {
            let (_, place) = random.choose(&indices(&moves, 0)).map(|at| moves[at].clone())?;
            let word = [b" ", &game[place.clone()]].concat();
            Some(spliced(game, place.end..place.end, &word))
        }
        Kind::SwappedPlies => swapped(game, &moves, 1, random),
        Kind::SwappedMoves => swapped(game, &moves, 2, random),
        _ => {
            let slips: Vec<usize> = indices(&moves, 0)
                .into_iter()
                .filter(|&at| word_slip(&game[moves[at].1.clone()], kind, &mut Random(0)).is_some())
                .collect();
            let place = random.choose(&slips).map(|at| moves[at].1.clone())?;
            let word = word_slip(&game[place.clone()], kind, random)?;
            Some(spliced(game, place, &word))
        }
    }
}

/// The moves that may have a slip: neither the first nor the last few.
fn indices(moves: &[(usize, Range<usize>)], behind: usize) -> Vec<usize> {
    (2..moves.len().saturating_sub(1 + behind)).collect()
}

fn spliced(game: &[u8], place: Range<usize>, word: &[u8]) -> Slip {
    let text = [&game[..place.start], word, &game[place.end..]].concat();
    Slip { text, meant: game.to_vec(), place: place.start..place.start + word.len() }
}

/// Leaves out a move, with its number and comments where there are comments.
fn missing(game: &[u8], moves: &[(usize, Range<usize>)], random: &mut Random) -> Option<Slip> {
    let at = random.choose(&indices(moves, 0))?;
    let (number, place) = moves[at].clone();
    let next = moves[at + 1].0;
    if game[place.end..next].iter().all(u8::is_ascii_whitespace) {
        return Some(spliced(game, place.start..next, b""));
    }
    let meant = [&game[..place.end], b" ", &game[next..]].concat();
    Some(Slip { meant, ..spliced(game, number..next, b"") })
}

/// Two moves change places.
fn swapped(
    game: &[u8],
    moves: &[(usize, Range<usize>)],
    apart: usize,
    random: &mut Random,
) -> Option<Slip> {
    let at = random.choose(&indices(moves, apart))?;
    let (one, other) = (moves[at].1.clone(), moves[at + apart].1.clone());
    let between = &game[one.end..other.start];
    let words = [&game[other.clone()], between, &game[one.clone()]].concat();
    (game[one.clone()] != game[other.clone()]).then(|| spliced(game, one.start..other.end, &words))
}

const LOOK_ALIKES: [(u8, u8); 9] = [
    (b'3', b'8'),
    (b'1', b'7'),
    (b'5', b'6'),
    (b'b', b'd'),
    (b'c', b'e'),
    (b'g', b'q'),
    (b'N', b'K'),
    (b'B', b'R'),
    (b'O', b'Q'),
];

/// A word with a slip; `None` if it has no place for it.
fn word_slip(word: &[u8], kind: Kind, random: &mut Random) -> Option<Vec<u8>> {
    let slipped = match kind {
        Kind::File => other_letter(word, b"abcdefgh", random),
        Kind::Rank => other_letter(word, b"12345678", random),
        Kind::Piece => other_letter(word, b"KQRBN", random),
        Kind::LeftOut => {
            random.choose(&letters(word)).map(|at| [&word[..at], &word[at + 1..]].concat())
        }
        Kind::Doubled => {
            random.choose(&letters(word)).map(|at| [&word[..=at], &word[at..]].concat())
        }
        Kind::SwappedCharacters => swapped_letters(word, random),
        Kind::LookAlike => look_alike(word, random),
        Kind::Origin => other_origin(word, random),
        Kind::Stray => stray(word, random),
        Kind::Promotion => {
            let at = word.iter().position(|&byte| byte == b'=')?;
            Some([&word[..at], word.get(at + 2..)?].concat())
        }
        Kind::TwoCharacters => {
            let kinds =
                [Kind::File, Kind::Rank, Kind::Piece, Kind::LeftOut, Kind::SwappedCharacters];
            let once = word_slip(word, random.choose(&kinds)?, random)?;
            word_slip(&once, random.choose(&kinds)?, random)
        }
        Kind::MissingPly | Kind::DoubledPly | Kind::SwappedPlies | Kind::SwappedMoves => None,
    };
    slipped.filter(|slipped| !slipped.is_empty() && slipped != word)
}

/// The places of letters and digits that say where a move goes.
fn letters(word: &[u8]) -> Vec<usize> {
    let says_where = |at: &usize| word[*at] != b'x' && word[*at].is_ascii_alphanumeric();
    (0..word.len()).filter(says_where).collect()
}

fn replaced(word: &[u8], at: usize, letter: u8) -> Vec<u8> {
    [&word[..at], &[letter], &word[at + 1..]].concat()
}

/// One of these letters in place of another.
fn other_letter(word: &[u8], set: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let places: Vec<usize> = (0..word.len()).filter(|&at| set.contains(&word[at])).collect();
    let at = random.choose(&places)?;
    let others: Vec<u8> = set.iter().copied().filter(|&one| one != word[at]).collect();
    Some(replaced(word, at, random.choose(&others)?))
}

fn swapped_letters(word: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let places = letters(word);
    let differs = |at: &usize| places.contains(&(at + 1)) && word[*at] != word[at + 1];
    let at = random.choose(&places.iter().copied().filter(differs).collect::<Vec<_>>())?;
    let mut slipped = word.to_vec();
    slipped.swap(at, at + 1);
    Some(slipped)
}

fn look_alike(word: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let twin = |byte: u8| {
        let pair = LOOK_ALIKES.iter().find(|pair| pair.0 == byte || pair.1 == byte)?;
        Some(if pair.0 == byte { pair.1 } else { pair.0 })
    };
    let places: Vec<usize> = (0..word.len()).filter(|&at| twin(word[at]).is_some()).collect();
    let at = random.choose(&places)?;
    Some(replaced(word, at, twin(word[at])?))
}

/// Keys that are near those of moves.
const STRAYS: [(u8, &[u8]); 19] = [
    (b'a', b"qsz"),
    (b'b', b"vn"),
    (b'c', b"v"),
    (b'd', b"s"),
    (b'e', b"wr"),
    (b'f', b"rtv"),
    (b'g', b"ty"),
    (b'h', b"yujn"),
    (b'2', b"qw"),
    (b'3', b"w"),
    (b'4', b"r"),
    (b'5', b"rt"),
    (b'6', b"ty"),
    (b'7', b"yu"),
    (b'8', b"9i"),
    (b'N', b"M"),
    (b'K', b"J"),
    (b'Q', b"W"),
    (b'R', b"E"),
];

fn stray(word: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let near = |at: usize| STRAYS.iter().find(|(letter, _)| *letter == word[at]);
    let places: Vec<usize> = (0..word.len()).filter(|&at| near(at).is_some()).collect();
    let at = random.choose(&places)?;
    let key = random.choose(near(at)?.1)?;
    Some(match random.below(4) {
        0 => [&word[..at], &[key], &word[at..]].concat(),
        1 => [&word[..=at], &[key], &word[at + 1..]].concat(),
        _ => replaced(word, at, key),
    })
}

/// The part that tells a piece from its twins, left out or replaced.
fn other_origin(word: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let body = word.iter().filter(|byte| !b"x+#".contains(byte)).count();
    if !word[0].is_ascii_uppercase() || word[0] == b'O' || body < 4 {
        return None;
    }
    if random.below(2) == 0 {
        return Some([&word[..1], &word[2..]].concat());
    }
    let set: &[u8] = if word[1].is_ascii_digit() { b"12345678" } else { b"abcdefgh" };
    let others: Vec<u8> = set.iter().copied().filter(|&one| one != word[1]).collect();
    Some(replaced(word, 1, random.choose(&others)?))
}
