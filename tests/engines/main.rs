//! Outside engines: the real ones where they are installed, and fake ones with every bad habit. The
//! game survives or ends with the right words and exit code, in time, and no process is left behind.

mod as_players;
mod at_table;
mod fake;
