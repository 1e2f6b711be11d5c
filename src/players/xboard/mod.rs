//! The Chess Engine Communication Protocol as lines: read and written. Sees no process.

mod answer;
mod feature;
mod request;

pub use answer::{Answer, Claim};
pub use feature::{Feature, Features};
pub use request::{Level, Request};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_line_is_too_strange(
            line in r#"(move|feature|My move is|Illegal move|1\.|pong|0-1|)[ :.=("'{]{0,3}\PC{0,20}"#
        ) {
            if let Some(Answer::Features(features)) = Answer::from_line(&line) {
                let mut known = Features::default();
                for feature in &features {
                    known.learn(feature);
                }
            }
        }
    }
}
