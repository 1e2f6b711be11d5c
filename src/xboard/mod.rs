//! The Chess Engine Communication Protocol of `XBoard`: its lines, read and written, and a client that
//! drives an engine's process.

mod client;
mod features;
mod game;
mod lines;

pub use client::XboardClient;
pub use features::{Feature, Features};
pub use lines::XboardReply;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_line_can_be_read(
            line in r#"(move|feature|My move is|Illegal move|1\.|pong|0-1|)[ :.=("'{]{0,3}\PC{0,20}"#
        ) {
            if let Some(XboardReply::Features(features)) = XboardReply::from_line(&line) {
                let mut known = Features::default();
                for feature in &features {
                    known.set(feature);
                }
            }
        }
    }
}
