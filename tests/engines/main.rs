//! Outside engines as players, without a table around them: the real ones where they are installed, and
//! fake ones with every bad habit. What a user sees of them is tested with the play.

mod as_players;
mod fake;
