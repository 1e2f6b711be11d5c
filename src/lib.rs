//! `arbiter` knows the rules of chess exactly. The rooms of the house, each using only those above it:
//!
//! | room | what it holds |
//! |---|---|
//! | [`text`] | bytes and places |
//! | [`diagnostics`] | what can be said |
//! | [`rules`] | chess |

pub mod diagnostics;
pub mod rules;
pub mod text;
