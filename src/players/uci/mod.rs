//! The Universal Chess Interface as lines: what one side says, read and written. Sees no process.

mod answer;
mod go;
mod info;
mod option;
mod request;

pub use answer::Answer;
pub use go::Go;
pub use info::{Bound, Info, Score};
pub use option::{Declaration, Kind, Refusal, accepted};
pub use request::Request;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Lines of words that the protocol knows, numbers, moves and anything else, in any order.
    fn lines() -> impl Strategy<Value = String> {
        let words = "uci isready position startpos fen moves go depth nodes wtime binc movestogo infinite \
            searchmoves setoption name value stop quit id author option type spin check combo \
            string default min max var bestmove ponder info score cp mate lowerbound pv e2e4 e7e8q -3 17";
        let known: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let word = prop_oneof![8 => prop::sample::select(known), 1 => "\\PC{0,6}"];
        prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
    }

    proptest! {
        #[test]
        fn what_was_understood_is_understood_again(line in lines()) {
            if let Ok(request) = Request::from_line(&line) {
                prop_assert_eq!(Request::from_line(&request.to_string()), Ok(request));
            }
            if let Some(answer) = Answer::from_line(&line) {
                prop_assert_eq!(Answer::from_line(&answer.to_string()), Some(answer));
            }
        }
    }
}
