//! A range of bytes in a file, counted from the file's first byte.

/// Bytes `start..end` of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
}

impl Span {
    /// The number of bytes.
    pub fn len(self) -> u64 {
        self.end - self.start
    }

    /// Whether it holds no byte: a place between two others.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}
