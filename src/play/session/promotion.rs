//! The question what a pawn becomes: its words, the letters of its answers, and the moves that they stand for.

use crate::notation::Language;
use crate::rules::{AnyMove, AnyPosition};

use super::names::Kind;

/// The moves of one pawn to one square, which differ in what the pawn becomes.
#[derive(Debug)]
pub(super) struct Promotions<'a> {
    position: &'a AnyPosition,
    /// What it can become, the most valuable first, each with its move.
    kinds: Vec<(Kind, AnyMove)>,
    /// The pawn, and its move without a promotion where the rules allow that.
    pawn: Option<Kind>,
    plain: Option<AnyMove>,
}

impl<'a> Promotions<'a> {
    pub(super) fn of(position: &'a AnyPosition, moves: &[AnyMove]) -> Self {
        let kind = |mv: &AnyMove| Some((Kind::promotion(position, *mv)?, *mv));
        let mut kinds: Vec<(Kind, AnyMove)> = moves.iter().filter_map(kind).collect();
        kinds.sort_by_key(|(kind, _)| kind.descending());
        let pawn = moves.first().and_then(|mv| Kind::that_moves(position, *mv));
        let plain = moves.iter().find(|mv| !mv.is_promotion()).copied();
        Self { position, kinds, pawn, plain }
    }

    /// The promotion to a queen, if it is one of them.
    pub(super) fn to_queen(&self) -> Option<AnyMove> {
        self.kinds.iter().find(|(kind, _)| kind.name == "queen").map(|(_, mv)| *mv)
    }

    /// `Promote to (q)ueen, (r)ook, (b)ishop or k(n)ight?`
    pub(super) fn question(&self) -> String {
        let mut words: Vec<String> = self.kinds.iter().map(|(kind, _)| marked(kind)).collect();
        if let (Some(pawn), Some(_)) = (&self.pawn, self.plain) {
            words.push(format!("stay a {}", marked(pawn)));
        }
        format!("Promote to {}?", either(&words))
    }

    /// `A pawn cannot become a king.` and the question once more.
    pub(super) fn question_after(&self, answer: &str) -> String {
        let word = answer.trim().to_ascii_lowercase();
        let pawn = self.pawn.as_ref().map_or("piece", |kind| kind.name.as_str());
        let why = match word.as_str() {
            "king" | "k" => format!("A {pawn} cannot become a king."),
            "pawn" | "p" => format!("A {pawn} cannot stay a pawn."),
            _ => {
                let names: Vec<String> =
                    self.kinds.iter().map(|(kind, _)| kind.name.clone()).collect();
                format!("A {pawn} becomes a {}.", either(&names))
            }
        };
        format!("{why} {} Or \"cancel\" to take the move back.", self.question())
    }

    /// `q, r, b, n or cancel: `
    pub(super) fn prompt(&self) -> String {
        let kinds = self.kinds.iter().map(|(kind, _)| kind);
        let kinds = kinds.chain(self.pawn.as_ref().filter(|_| self.plain.is_some()));
        let letters: Vec<String> =
            kinds.map(|kind| kind.letter.to_ascii_lowercase().to_string()).collect();
        format!("{} or cancel: ", letters.join(", "))
    }

    /// The move for an answer: a letter in the question, a letter of the user's language, or a name.
    pub(super) fn chosen(&self, answer: &str, letters: &Language) -> Option<AnyMove> {
        let word = answer.to_ascii_lowercase();
        let named = self.kinds.iter().find(|(kind, _)| kind.name == word).map(|(_, mv)| *mv);
        named.or_else(|| {
            let mut signs = word.trim_start_matches('=').chars();
            let letter = signs.next()?.to_ascii_uppercase();
            if signs.next().is_some() {
                return self
                    .plain
                    .filter(|_| word == "stay" || self.is_pawn(|pawn| pawn.name == word));
            }
            let is_english = Kind::all(self.position).iter().any(|kind| kind.letter == letter);
            let letter = if is_english { letter } else { letters.role(letter)?.letter() };
            let kind = self.kinds.iter().find(|(kind, _)| kind.letter == letter);
            let plain = || self.plain.filter(|_| self.is_pawn(|pawn| pawn.letter == letter));
            kind.map(|(_, mv)| *mv).or_else(plain)
        })
    }

    fn is_pawn(&self, fits: impl FnOnce(&Kind) -> bool) -> bool {
        self.pawn.as_ref().is_some_and(fits)
    }
}

/// `k(n)ight`: a name with its letter marked.
fn marked(kind: &Kind) -> String {
    let letter = kind.letter.to_ascii_lowercase();
    match kind.name.split_once(letter) {
        Some((before, after)) => format!("{before}({letter}){after}"),
        None => format!("{} ({letter})", kind.name),
    }
}

/// `a, b or c`
fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::Promotions;
    use crate::notation::{Language, fen, write_san};
    use crate::rules::{AnyPosition, Position, Variant};

    fn position(variant: &str, fen: &str) -> AnyPosition {
        let variant: Variant = variant.parse().expect(variant);
        fen::position_of(variant, fen.as_bytes()).expect(fen)
    }

    #[test]
    fn the_question_has_the_pieces_of_the_game() {
        let chess = position("standard", "8/P6k/8/8/8/8/8/4K3 w - - 0 40");
        let grand = position("grand", "k9/P9/10/10/10/10/10/10/10/K8R w - - 0 40");
        let makruk = position("makruk", "7k/8/8/P7/8/8/8/K7 w - - 0 40");
        let grand_eight = position("grand", "k9/10/10/P9/10/10/10/10/10/K8R w - - 0 40");
        for (position, question) in [
            (&chess, "Promote to (q)ueen, (r)ook, (b)ishop or k(n)ight?"),
            (&makruk, "Promote to fers (m)?"),
        ] {
            let moves: Vec<_> =
                position.legal_moves().into_iter().filter(|mv| mv.is_promotion()).collect();
            assert_eq!(Promotions::of(position, &moves).question(), question);
        }
        for position in [grand, grand_eight] {
            let pawn = position.legal_moves().into_iter().filter(|mv| {
                mv.origin().is_some_and(|from| position.geometry().name(from).starts_with('a'))
            });
            assert!(pawn.count() > 0);
        }
    }

    #[test]
    fn answers_are_letters_and_names() {
        let chess = position("standard", "8/P6k/8/8/8/8/8/4K3 w - - 0 40");
        let mut moves = chess.legal_moves();
        moves.retain(|mv| mv.is_promotion());
        let promotions = Promotions::of(&chess, &moves);
        let french = Language::of("fr").expect("a language");
        for (answer, san) in [
            ("q", Some("a8=Q")),
            ("=N", Some("a8=N")),
            ("rook", Some("a8=R")),
            ("d", Some("a8=Q")),
            ("k", None),
            ("p", None),
            ("x", None),
            ("pawn", None),
        ] {
            let chosen = promotions.chosen(answer, &french).map(|mv| write_san(&chess, mv));
            assert_eq!(chosen.as_deref(), san, "{answer}");
        }
    }
}
