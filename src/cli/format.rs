//! The two ways in which a single answer is printed.

use clap::ValueEnum;

/// How to print an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One object on a line
    Json,
}
