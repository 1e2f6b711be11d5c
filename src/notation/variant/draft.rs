//! A definition while its keys are read: the settings of its parent, changed by its own.

use crate::rules::{
    Color,
    variant::{
        Geometry, Motion, MoveOrigin, MoveRule, PieceRules, PieceSet, PieceType, Rules, RulesTitle,
        Settings, VariantSetup,
    },
};

use super::{betza, fen, pieces};

/// A piece of a definition under way.
#[derive(Debug, Clone)]
pub(super) struct DraftPiece {
    pub(super) letter: char,
    pub(super) betza: String,
}

/// A definition under way.
#[derive(Debug, Clone)]
pub(super) struct VariantDraft {
    pub(super) title: RulesTitle,
    pub(super) settings: Settings,
    pub(super) pieces: Vec<Option<DraftPiece>>,
    pub(super) values: Vec<(PieceType, i32)>,
    pub(super) start: String,
}

/// The start position of chess.
const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl VariantDraft {
    /// A definition without parent: no pieces, and the defaults of the format.
    pub(super) fn empty() -> Self {
        let mut settings = Settings::default();
        for color in Color::ALL {
            settings.promotion_pieces[color] = PieceSet::EMPTY;
        }
        Self {
            title: RulesTitle::default(),
            settings,
            pieces: vec![None; PieceType::COUNT],
            values: Vec::new(),
            start: CHESS_START.to_owned(),
        }
    }

    /// The kind with a letter.
    pub(super) fn kind_of(&self, letter: char) -> Option<PieceType> {
        let letter = letter.to_ascii_uppercase();
        let at = self
            .pieces
            .iter()
            .position(|piece| piece.as_ref().is_some_and(|piece| piece.letter == letter));
        at.and_then(|at| u8::try_from(at).ok()).map(PieceType)
    }

    /// Adds a piece; another one with the same letter disappears.
    pub(super) fn add_piece(&mut self, kind: PieceType, letter: char, betza: Option<String>) {
        let letter = letter.to_ascii_uppercase();
        if let Some(other) = self.kind_of(letter).filter(|other| *other != kind) {
            self.remove_piece(other);
        }
        let usual = || pieces::known(kind).map_or_else(String::new, |known| known.betza.to_owned());
        let betza = betza.unwrap_or_else(usual);
        self.pieces[kind.index()] = Some(DraftPiece { letter, betza });
    }

    /// Removes a piece, also as a promotion.
    pub(super) fn remove_piece(&mut self, kind: PieceType) {
        self.pieces[kind.index()] = None;
        for color in Color::ALL {
            self.settings.promotion_pieces[color].remove(kind);
        }
    }

    /// The start position as the definition writes it.
    pub(super) fn read_start(&self) -> Result<VariantSetup, fen::VariantFenFault> {
        let letters = |letter| self.kind_of(letter);
        fen::read_setup(&self.shape(&letters), self.start.as_bytes())
    }

    /// The part on which the reading of FENs depends.
    pub(super) fn shape<'a>(
        &'a self,
        kind_of: &'a dyn Fn(char) -> Option<PieceType>,
    ) -> fen::BoardShape<'a> {
        let Settings { width, height, boards, cylinder, .. } = self.settings;
        let geometry = Geometry::new(width, height, boards, cylinder);
        fen::BoardShape { geometry, settings: &self.settings, kind_of }
    }

    /// The rules, compiled.
    pub(super) fn compile(&self, start: VariantSetup) -> Rules {
        let kinds = (0..).map(PieceType).zip(&self.pieces);
        let pieces =
            kinds.filter_map(|(kind, piece)| Some(Self::piece_rules(kind, piece.as_ref()?)));
        let mut pieces: Vec<PieceRules> = pieces.collect();
        let own_value = |piece: &PieceRules| mobility_value(&piece.moves, &self.settings);
        for piece in &mut pieces {
            let given = self.values.iter().rev().find(|(kind, _)| *kind == piece.kind);
            piece.value = given.map_or_else(|| own_value(piece), |(_, value)| *value);
        }
        Rules::compile(self.title.clone(), self.settings.clone(), pieces, start)
    }

    fn piece_rules(kind: PieceType, piece: &DraftPiece) -> PieceRules {
        let mut moves = betza::read(&piece.betza).unwrap_or_default();
        if kind == PieceType::PAWN {
            moves.extend(PAWN_STEPS);
        }
        let known = pieces::known(kind);
        let name =
            known.map_or_else(|| format!("piece {}", piece.letter), |known| known.name.to_owned());
        PieceRules { kind, letter: piece.letter, name, betza: piece.betza.clone(), value: 0, moves }
    }
}

/// The double and triple steps of the pawn, which its regions allow.
const PAWN_STEPS: [MoveRule; 2] = [
    MoveRule {
        vector: (0, 2),
        motion: Motion::LameLeap,
        captures: false,
        origin: MoveOrigin::DoubleStepRegion,
    },
    MoveRule {
        vector: (0, 3),
        motion: Motion::LameLeap,
        captures: false,
        origin: MoveOrigin::TripleStepRegion,
    },
];

/// A value by the number of squares that a piece reaches on average: about 50 centipawns each, as for the knight and
/// the rook of chess.
fn mobility_value(moves: &[MoveRule], settings: &Settings) -> i32 {
    let (width, height) = (i32::from(settings.width), i32::from(settings.height));
    let squares = (width * height).max(1);
    let reached = moves.iter().filter(|rule| rule.origin == MoveOrigin::Anywhere).map(|rule| {
        let (files, ranks) = (i32::from(rule.vector.0).abs(), i32::from(rule.vector.1).abs());
        let reach = match rule.motion {
            Motion::Leap | Motion::LameLeap => 1,
            Motion::Ride { reach: 0 } => 16,
            Motion::Ride { reach } => i32::from(reach),
            Motion::Hop { .. } => 2,
        };
        let from = |steps: i32| (width - files * steps).max(0) * (height - ranks * steps).max(0);
        // Pieces stand in the way of long lines: each further square counts for less.
        (1..=reach).map(|steps| from(steps) * 100 / (100 + 40 * (steps - 1))).sum::<i32>()
    });
    reached.sum::<i32>() * 28 / squares + 20
}
