//! What a man strikes from a square.
