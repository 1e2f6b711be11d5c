//! The table of codes: one row is one finding. The enum, the id, the severity and the sentence
//! cannot disagree, because they are written once.

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

macro_rules! codes {
    ($($id:literal $name:ident $severity:ident $profile:ident $summary:literal;)*) => {
        /// A finding. Its id is never used again for another.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = $summary] $name,)* }

        impl Code {
            /// Every code, in the order of the ids.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// What it is called: `M303`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)* }
            }

            /// How bad it usually is.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity,)* }
            }

            /// The most forgiving profile in which it is reported.
            pub const fn profile(self) -> Profile {
                match self { $(Self::$name => Profile::$profile,)* }
            }

            /// What it means, in one sentence.
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$name => $summary,)* }
            }
        }
    };
}

codes! {
    "B001" ByteOrderMark          Info    Export   "The file starts with a byte order mark.";
    "B002" WideEncoding           Error   Read     "The file is encoded in UTF-16 or UTF-32.";
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
