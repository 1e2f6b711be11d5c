//! The Universal Chess Interface: its lines, read and written; a client that drives an engine's
//! process; and a server that offers the built-in engine.

mod client;
mod command;
mod option;
mod reply;
mod search_work;
mod server;
mod server_options;
mod variant;

pub use client::{BestMove, Choice, EngineQuestion, UciClient};
pub use command::{Go, UciCommand};
pub use option::{EngineOption, OptionKind, check_option};
pub use reply::{Info, UciReply, UciScore};
pub use server::serve;
pub use variant::{missing_variant, offered_name};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Lines of known words, numbers, moves and anything else, in any order.
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
        fn a_line_that_was_read_is_read_again_when_written(line in lines()) {
            if let Ok(command) = UciCommand::from_line(&line) {
                prop_assert_eq!(UciCommand::from_line(&command.to_string()), Ok(command));
            }
            if let Some(reply) = UciReply::from_line(&line) {
                prop_assert_eq!(UciReply::from_line(&reply.to_string()), Some(reply));
            }
        }
    }
}
