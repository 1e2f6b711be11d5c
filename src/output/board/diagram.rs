//! One board as it is drawn, of any size and shape: what is on its squares, its marks, and the side it is seen from.

use std::{borrow::Cow, cmp::Reverse, collections::BTreeSet, fmt};

use crate::rules::{
    AnyPosition, Board, ByColor, Color, Piece, Position, Role, Square,
    variant::{Geometry, PieceType, Place, Rules, VariantPiece, VariantPosition},
};

/// A square of one board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSquare {
    /// The rank, counted from zero.
    pub rank: u8,
    /// The file, counted from zero.
    pub file: u8,
}

impl BoardSquare {
    /// The square of a place, whatever its board.
    pub fn of(geometry: &Geometry, place: Place) -> Self {
        Self { rank: geometry.rank(place), file: geometry.file(place) }
    }

    /// The square with this name, such as `j10`.
    pub fn from_name(name: &str) -> Option<Self> {
        let (file, rank) = name.split_at_checked(1)?;
        let file = file.bytes().next()?.checked_sub(b'a').filter(|file| *file < 26)?;
        let is_number = rank.bytes().all(|byte| byte.is_ascii_digit());
        let rank = rank.parse::<u8>().ok().filter(|_| is_number)?.checked_sub(1)?;
        Some(Self { rank, file })
    }

    /// Whether the square is light; a1 is dark.
    pub(super) fn is_light(self) -> bool {
        (self.file ^ self.rank) & 1 == 1
    }

    /// The letter of the file.
    pub(super) fn letter(self) -> char {
        char::from(b'a' + self.file)
    }
}

impl From<Square> for BoardSquare {
    fn from(square: Square) -> Self {
        Self { rank: square.rank() as u8, file: square.file() as u8 }
    }
}

impl fmt::Display for BoardSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.rank + 1)
    }
}

/// Squares of one board, from a1 on.
pub type BoardSquares = BTreeSet<BoardSquare>;

/// What is marked on a board.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    /// The origin of the last move.
    pub from: Option<BoardSquare>,
    /// Its target.
    pub to: Option<BoardSquare>,
    /// The king in check.
    pub checked: Option<BoardSquare>,
    /// Empty squares the selected piece can move to.
    pub targets: BoardSquares,
    /// Squares on which it can capture.
    pub captures: BoardSquares,
    /// Where a move that was written begins: an arrow leads from each of them to `written_to`.
    pub written_from: BoardSquares,
    /// Where it ends.
    pub written_to: Option<BoardSquare>,
    /// The pieces that forbid the move by an attack: a line leads from each of them to `attacked`.
    pub attackers: BoardSquares,
    /// What they attack.
    pub attacked: Option<BoardSquare>,
    /// The pieces in the way, and the pieces that have lost a right.
    pub crossed: BoardSquares,
}

/// A piece as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnPiece {
    /// The side.
    pub color: Color,
    /// The figurine; a piece that chess does not have is drawn as a letter.
    pub(super) figurine: Option<Role>,
    /// The letter in upper case.
    letter: char,
    name: Cow<'static, str>,
    /// Whether it was promoted, where that matters.
    pub(super) is_promoted: bool,
    /// The place among all kinds: pawns first, the king last.
    order: u8,
}

impl From<Piece> for DrawnPiece {
    fn from(Piece { color, role }: Piece) -> Self {
        Self {
            color,
            figurine: Some(role),
            letter: role.letter(),
            name: role.name().into(),
            is_promoted: false,
            order: role as u8,
        }
    }
}

impl DrawnPiece {
    fn of_variant(rules: &Rules, piece: VariantPiece) -> Self {
        let VariantPiece { kind, color, promoted, .. } = piece;
        let is_promoted = promoted && rules.settings().captures_to_hand;
        Self { is_promoted, ..Self::of_kind(rules, kind, color) }
    }

    fn of_kind(rules: &Rules, kind: PieceType, color: Color) -> Self {
        let (letter, name) = (rules.letter(kind), rules.piece_name(kind));
        let figurine = Role::ALL.into_iter().find(|role| role.name() == name);
        let name = figurine.map_or_else(|| name.to_owned().into(), |role| role.name().into());
        let order = if figurine == Some(Role::Pawn) { 0 } else { kind.0 };
        Self { color, figurine, letter, name, is_promoted: false, order }
    }

    /// The letter, in lower case for Black.
    pub(super) fn letter(&self) -> char {
        match self.color {
            Color::White => self.letter,
            Color::Black => self.letter.to_ascii_lowercase(),
        }
    }

    /// The English name.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// `queen`, `queens`, `promoted queen`
    fn named(&self, count: usize) -> String {
        let promoted = if self.is_promoted { "promoted " } else { "" };
        let ending = match (count, self.name.ends_with('s')) {
            (1, _) => "",
            (_, true) => "es",
            (_, false) => "s",
        };
        format!("{promoted}{}{ending}", self.name)
    }
}

/// What is on a square.
#[derive(Debug, Clone, PartialEq, Eq)]
enum SquareContent {
    Empty,
    /// The square does not exist.
    Hole,
    Piece(DrawnPiece),
}

/// The pieces in a side's hand, the most valuable kinds first, with their numbers.
pub(super) type DrawnHand = Vec<(DrawnPiece, u8)>;

/// A board, its marks, and the side it is seen from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    pub(super) width: u8,
    pub(super) height: u8,
    /// The squares rank by rank, from a1 on.
    contents: Vec<SquareContent>,
    /// The pieces in hand, in a game that has hands.
    pub(super) hands: Option<ByColor<DrawnHand>>,
    /// The marks.
    pub marks: Marks,
    /// The side at the bottom of the drawing.
    pub bottom: Color,
    /// Whether files and ranks are named beside a drawing as SVG.
    pub has_coordinates: bool,
}

impl Diagram {
    /// A board of chess seen from White's side, without marks.
    pub fn new(board: &Board) -> Self {
        let content = |square| match board.piece_at(square) {
            Some(piece) => SquareContent::Piece(piece.into()),
            None => SquareContent::Empty,
        };
        Self::bare(8, 8, Square::ALL.into_iter().map(content).collect())
    }

    fn bare(width: u8, height: u8, contents: Vec<SquareContent>) -> Self {
        let (hands, marks) = (None, Marks::default());
        Self { width, height, contents, hands, marks, bottom: Color::White, has_coordinates: true }
    }

    /// One board of a position, counted from zero, with a king in check marked. The first board has the pieces in hand.
    pub fn of(position: &AnyPosition, board: u8) -> Self {
        match position {
            AnyPosition::Chess(chess) => {
                let checked = chess.is_check().then(|| chess.king(chess.turn()).into());
                Self { marks: Marks { checked, ..Marks::default() }, ..Self::new(chess.board()) }
            }
            AnyPosition::Variant(position) => Self::of_variant(position, board),
        }
    }

    fn of_variant(position: &VariantPosition, board: u8) -> Self {
        let rules = position.rules();
        let geometry = rules.geometry();
        let (width, height) = (geometry.width(), geometry.height());
        let content = |place: Place| match position.piece_at(place) {
            Some(piece) => SquareContent::Piece(DrawnPiece::of_variant(rules, piece)),
            None if geometry.exists(place) => SquareContent::Empty,
            None => SquareContent::Hole,
        };
        let squares = (0..height).flat_map(|rank| (0..width).map(move |file| (file, rank)));
        let places = squares.filter_map(|(file, rank)| geometry.place(board, file, rank));
        let mut diagram = Self::bare(width, height, places.map(content).collect());
        let turn = position.turn();
        let attacked = |place: &Place| !position.attackers(*place, !turn).is_empty();
        let checked = position.royals(turn).into_iter().filter(|_| position.is_check());
        let checked = checked.filter(|place| geometry.board(*place) == board).find(attacked);
        diagram.marks.checked = checked.map(|place| BoardSquare::of(geometry, place));
        let has_hands = rules.settings().drops && board == 0;
        diagram.hands = has_hands.then(|| hands(position));
        diagram
    }

    /// The same, seen from this side.
    #[must_use]
    pub fn seen_from(self, bottom: Color) -> Self {
        Self { bottom, ..self }
    }

    fn content(&self, square: BoardSquare) -> Option<&SquareContent> {
        let index = usize::from(square.rank) * usize::from(self.width) + usize::from(square.file);
        self.contents.get(index).filter(|_| square.file < self.width)
    }

    /// The piece on a square.
    pub(super) fn piece_at(&self, square: BoardSquare) -> Option<&DrawnPiece> {
        match self.content(square)? {
            SquareContent::Piece(piece) => Some(piece),
            SquareContent::Empty | SquareContent::Hole => None,
        }
    }

    /// Whether a square exists.
    pub(super) fn exists(&self, square: BoardSquare) -> bool {
        !matches!(self.content(square), None | Some(SquareContent::Hole))
    }

    /// Whether the board has eight files and ranks, and all their squares.
    pub(super) fn is_usual(&self) -> bool {
        (self.width, self.height) == (8, 8) && !self.contents.contains(&SquareContent::Hole)
    }

    /// All pieces that are drawn, those in hand included.
    pub(super) fn drawn_pieces(&self) -> impl Iterator<Item = &DrawnPiece> {
        let on_board = self.contents.iter().filter_map(|content| match content {
            SquareContent::Piece(piece) => Some(piece),
            SquareContent::Empty | SquareContent::Hole => None,
        });
        let hands = self.hands.iter().flat_map(|hands| [&hands.white, &hands.black]);
        on_board.chain(hands.flatten().map(|(piece, _)| piece))
    }

    /// The squares from left to right, row by row from the top.
    pub(super) fn rows(&self) -> Vec<Vec<BoardSquare>> {
        let (width, height, is_turned) = (self.width, self.height, self.bottom == Color::Black);
        let place = |count: u8, at: u8, turned: bool| if turned { count - 1 - at } else { at };
        let row = |row: u8| {
            let rank = place(height, row, !is_turned);
            let square = |column| BoardSquare { rank, file: place(width, column, is_turned) };
            (0..width).map(square).collect()
        };
        (0..height).map(row).collect()
    }

    /// One side's pieces: `White: king g1, rooks a1 f1.`
    pub fn pieces_of(&self, color: Color) -> String {
        let kinds: Vec<String> = self.kinds(color).into_iter().map(named_squares).collect();
        let kinds = if kinds.is_empty() { "nothing".into() } else { kinds.join(", ") };
        format!("{}: {kinds}.", color.name())
    }

    /// The kinds of a side's pieces in the order in which players name them, with their squares.
    fn kinds(&self, color: Color) -> Vec<(&DrawnPiece, Vec<BoardSquare>)> {
        let mut kinds: Vec<(&DrawnPiece, Vec<BoardSquare>)> = Vec::new();
        let squares = (0..self.height)
            .flat_map(|rank| (0..self.width).map(move |file| BoardSquare { rank, file }));
        for square in squares {
            let Some(piece) = self.piece_at(square).filter(|piece| piece.color == color) else {
                continue;
            };
            match kinds.iter_mut().find(|(kind, _)| *kind == piece) {
                Some((_, squares)) => squares.push(square),
                None => kinds.push((piece, vec![square])),
            }
        }
        kinds.sort_by_key(|(piece, _)| (Reverse(piece.order), piece.is_promoted));
        kinds
    }

    /// The pieces in a side's hand: `White in hand: queen, 2 pawns.` Nothing for an empty hand.
    pub fn hand_of(&self, color: Color) -> Option<String> {
        let hand = self.hands.as_ref().map(|hands| &hands[color])?;
        let kind = |(piece, count): &(DrawnPiece, u8)| match count {
            1 => piece.named(1),
            count => format!("{count} {}", piece.named(usize::from(*count))),
        };
        let kinds: Vec<String> = hand.iter().map(kind).collect();
        (!kinds.is_empty()).then(|| format!("{} in hand: {}.", color.name(), kinds.join(", ")))
    }

    /// Both sides' pieces in one line: `White: king g1, rooks a1 f1. Black: king e8.`
    pub fn pieces(&self) -> String {
        let pieces = Color::ALL.into_iter().map(|color| self.pieces_of(color));
        let hands = Color::ALL.into_iter().filter_map(|color| self.hand_of(color));
        pieces.chain(hands).collect::<Vec<_>>().join(" ")
    }
}

fn named_squares((piece, squares): (&DrawnPiece, Vec<BoardSquare>)) -> String {
    format!("{} {}", piece.named(squares.len()), listed(&squares))
}

/// The names of squares, with blanks between them.
pub(super) fn listed<'s>(squares: impl IntoIterator<Item = &'s BoardSquare>) -> String {
    let names: Vec<String> = squares.into_iter().map(ToString::to_string).collect();
    names.join(" ")
}

/// The pieces in both hands.
fn hands(position: &VariantPosition) -> ByColor<DrawnHand> {
    let rules = position.rules();
    let hand = |color| {
        let kinds = rules.pieces().iter().rev().map(|piece| piece.kind);
        let counted = kinds.map(|kind| (kind, position.hand(color, kind)));
        let held = counted.filter(|(_, count)| *count > 0);
        held.map(|(kind, count)| (DrawnPiece::of_kind(rules, kind, color), count)).collect()
    };
    ByColor { white: hand(Color::White), black: hand(Color::Black) }
}
