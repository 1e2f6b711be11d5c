//! The game as an `XBoard` engine knows it, and what must be said to bring it further.

use crate::notation::coordinate::{CastlingStyle, written};
use crate::players::TimeLeft;
use crate::players::outside::question::Question;
use crate::players::xboard::{Features, Request};
use crate::rules::{Move, Side};

/// What the engine has been told.
#[derive(Debug)]
pub(super) struct Fed {
    fen: Option<String>,
    style: CastlingStyle,
    moves: Vec<String>,
    /// Its clock at the last question.
    pub(super) clock: Option<TimeLeft>,
}

impl Fed {
    /// Nothing but where the game begins.
    pub(super) fn start(question: &Question<'_>) -> Self {
        let (fen, style) = (question.fen.clone(), question.style);
        Self { fen, style, moves: Vec::new(), clock: None }
    }

    /// Whether the question goes on from here.
    pub(super) fn leads_to(&self, question: &Question<'_>) -> bool {
        self.fen == question.fen
            && self.style == question.style
            && question.moves.starts_with(&self.moves)
    }

    /// The moves that the engine does not know yet.
    pub(super) fn news(&self, question: &Question<'_>, usermove: bool) -> Vec<Request> {
        let unknown = &question.request.moves[self.moves.len()..];
        let texts = unknown.iter().map(|&mv| spelling(mv, self.style));
        if usermove {
            texts.map(Request::UserMove).collect()
        } else {
            texts.map(Request::BareMove).collect()
        }
    }

    /// After the news.
    pub(super) fn caught_up(self, question: &Question<'_>) -> Self {
        Self { moves: question.moves.clone(), ..self }
    }

    /// After its own move, which it need not be told.
    pub(super) fn and_own(mut self, mv: Move) -> Self {
        self.moves.push(written(mv, self.style).to_string());
        self
    }
}

/// Castling of Chess960 has words of its own.
fn spelling(mv: Move, style: CastlingStyle) -> String {
    match (style, mv.castling_side()) {
        (CastlingStyle::KingTakesRook, Some(Side::King)) => "O-O".to_owned(),
        (CastlingStyle::KingTakesRook, Some(Side::Queen)) => "O-O-O".to_owned(),
        _ => written(mv, style).to_string(),
    }
}

/// What begins a game.
///
/// # Errors
/// What the engine does not do, as the end of a sentence that begins with its name.
pub(super) fn opening(
    question: &Question<'_>,
    features: &Features,
) -> Result<Vec<Request>, &'static str> {
    let is_shuffled = question.style == CastlingStyle::KingTakesRook;
    if is_shuffled && !features.plays("fischerandom") {
        return Err("does not play Chess960");
    }
    if question.fen.is_some() && !features.setboard {
        return Err("plays from the usual start only");
    }
    let variant = is_shuffled.then(|| Request::Variant("fischerandom".to_owned()));
    let quiet = [Request::Force, Request::Easy, Request::NoPost];
    let board = question.fen.clone().map(Request::SetBoard);
    Ok([Request::New].into_iter().chain(variant).chain(quiet).chain(board).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::coordinate::resolve;
    use crate::notation::fen;
    use crate::players::Effort;
    use crate::players::outside::question::asked;
    use crate::rules::Chess;

    fn lines(requests: &[Request]) -> Vec<String> {
        requests.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn only_what_is_new_is_told() {
        let first = asked(&Chess::start(), &["e2e4"]);
        let question = Question::new(&first, Effort::default());
        let fed = Fed::start(&question);
        assert_eq!(lines(&fed.news(&question, true)), ["usermove e2e4"]);
        assert_eq!(lines(&fed.news(&question, false)), ["e2e4"]);
        let reply = resolve("e7e5", &first.position).expect("legal");
        let fed = fed.caught_up(&question).and_own(reply);
        let second = asked(&Chess::start(), &["e2e4", "e7e5", "g1f3"]);
        let question = Question::new(&second, Effort::default());
        assert!(fed.leads_to(&question));
        assert_eq!(lines(&fed.news(&question, true)), ["usermove g1f3"]);
    }

    #[test]
    fn a_game_that_was_taken_back_is_another_game() {
        let long = asked(&Chess::start(), &["e2e4", "e7e5"]);
        let question = Question::new(&long, Effort::default());
        let fed = Fed::start(&question).caught_up(&question);
        for moves in [&["e2e4"][..], &["e2e4", "c7c5", "g1f3"], &[]] {
            let other = asked(&Chess::start(), moves);
            assert!(!fed.leads_to(&Question::new(&other, Effort::default())), "{moves:?}");
        }
    }

    #[test]
    fn a_game_is_opened_as_far_as_the_engine_can() {
        let usual = asked(&Chess::start(), &[]);
        let usual = Question::new(&usual, Effort::default());
        let old = Features::default();
        assert_eq!(
            opening(&usual, &old).map(|list| lines(&list)),
            Ok(lines(&[Request::New, Request::Force, Request::Easy, Request::NoPost,]))
        );
        let rooks = fen::position(b"1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1").expect("playable");
        let shuffled = asked(&rooks, &[]);
        let shuffled = Question::new(&shuffled, Effort::default());
        assert_eq!(opening(&shuffled, &old), Err("does not play Chess960"));
        let mut able = Features { setboard: true, ..Features::default() };
        able.variants = vec!["normal".to_owned(), "fischerandom".to_owned()];
        let told = lines(&opening(&shuffled, &able).expect("it can"));
        assert_eq!(told[..2], ["new", "variant fischerandom"]);
        assert!(told.last().is_some_and(|line| line.starts_with("setboard 1r2k3/")), "{told:?}");
        let fen = Question { fen: Some("8/8/8/8/8/8/8/8 w - - 0 1".to_owned()), ..usual };
        assert_eq!(opening(&fen, &old), Err("plays from the usual start only"));
    }

    #[test]
    fn castling_of_chess960_has_words_of_its_own() {
        let rooks = fen::position(b"1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1").expect("playable");
        let castled = asked(&rooks, &["e1b1"]);
        let question = Question::new(&castled, Effort::default());
        assert_eq!(lines(&Fed::start(&question).news(&question, true)), ["usermove O-O-O"]);
    }
}
