//! How bad a finding is, and how strict a reader is.

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Information or style.
    Info,
    /// Breaks the standard, or is suspicious.
    Warning,
    /// The data is wrong or cannot be read.
    Error,
}

/// How strict a reader is; each sees what the one before sees, and more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Profile {
    /// Errors only.
    Read,
    /// Errors and warnings: what matters when games are taken in.
    Import,
    /// The archival form of the standard as well.
    Export,
    /// Everything.
    Pedantic,
}

impl Severity {
    /// The word used in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl Profile {
    /// The word one asks for it with.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Import => "import",
            Self::Export => "export",
            Self::Pedantic => "pedantic",
        }
    }
}
