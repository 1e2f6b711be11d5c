//! External engines as players: real ones if they are installed, and fake ones with every bad habit. What a user
//! of `arbiter play` sees of them is tested in `tests/play`.

mod as_players;
mod fake;
