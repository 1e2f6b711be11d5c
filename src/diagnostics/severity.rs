//! How serious a finding is, and how strict a check is.

use std::{error::Error, fmt, str::FromStr};

/// How serious a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Information or style.
    Info,
    /// Breaks the standard, or is suspicious.
    Warning,
    /// The data is wrong or cannot be read.
    Error,
}

/// How strict a check is; each profile shows what the one before it shows, and more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Profile {
    /// Errors only.
    Read,
    /// Errors and warnings: what matters when games are imported.
    Import,
    /// Deviations from the standard's export format as well.
    Export,
    /// Everything.
    Pedantic,
}

impl Severity {
    /// A sign of one character, for those who do not see its colour.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Error => "✗",
            Self::Warning => "!",
            Self::Info => "i",
        }
    }

    /// Every severity, the mildest first.
    pub const ALL: [Self; 3] = [Self::Info, Self::Warning, Self::Error];

    /// The word in reports: `warning`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl Profile {
    /// Every profile, the most lenient first.
    pub const ALL: [Self; 4] = [Self::Read, Self::Import, Self::Export, Self::Pedantic];

    /// The word on the command line: `import`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Import => "import",
            Self::Export => "export",
            Self::Pedantic => "pedantic",
        }
    }
}

/// A word that is not the name of a severity or profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownLevel {
    /// The word.
    pub word: String,
    /// The words that are known, for a sentence.
    pub expected: &'static str,
}

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found `{}`", self.expected, self.word)
    }
}

impl Error for UnknownLevel {}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Severity {
    type Err = UnknownLevel;

    fn from_str(word: &str) -> Result<Self, UnknownLevel> {
        let unknown = || UnknownLevel { word: word.into(), expected: "info, warning or error" };
        Self::ALL.into_iter().find(|severity| severity.as_str() == word).ok_or_else(unknown)
    }
}

impl FromStr for Profile {
    type Err = UnknownLevel;

    fn from_str(word: &str) -> Result<Self, UnknownLevel> {
        let expected = "read, import, export or pedantic";
        let unknown = || UnknownLevel { word: word.into(), expected };
        Self::ALL.into_iter().find(|profile| profile.as_str() == word).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_again() {
        for severity in Severity::ALL {
            assert_eq!(severity.to_string().parse(), Ok(severity));
        }
        for profile in Profile::ALL {
            assert_eq!(profile.to_string().parse(), Ok(profile));
        }
        let unknown = "fatal".parse::<Severity>().unwrap_err();
        assert_eq!(unknown.to_string(), "expected info, warning or error, found `fatal`");
    }
}
