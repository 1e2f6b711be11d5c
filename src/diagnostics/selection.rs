//! Which findings a reader wants to see: a profile, and codes taken in or left out by name.

use crate::diagnostics::{Code, Finding, Profile, Severity};

/// The findings to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    profile: Profile,
    wishes: Box<[Wish]>,
    /// Whether some codes were selected, and all others are left out therefore.
    is_narrowed: bool,
}

/// What the reader said about one code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    /// Nothing: the profile decides.
    None,
    /// Shown whatever the profile says.
    Selected,
    /// Never shown.
    Ignored,
}

/// A word that is neither a code nor the beginning of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownCode {
    /// The word.
    pub word: String,
    /// The code that looks most like it.
    pub nearest: Option<Code>,
}

impl Selection {
    /// What a profile shows.
    pub fn new(profile: Profile) -> Self {
        Self { profile, wishes: vec![Wish::None; Code::ALL.len()].into(), is_narrowed: false }
    }

    /// Only the codes that begin with `prefix` (`M`, `M3`, `M301`), whatever the profile says, and others that are
    /// selected so.
    ///
    /// # Errors
    /// When no code begins so.
    pub fn select(self, prefix: &str) -> Result<Self, UnknownCode> {
        self.wish(prefix, Wish::Selected)
    }

    /// The same, without the codes that begin with `prefix`.
    ///
    /// # Errors
    /// When no code begins so.
    pub fn ignore(self, prefix: &str) -> Result<Self, UnknownCode> {
        self.wish(prefix, Wish::Ignored)
    }

    fn wish(mut self, prefix: &str, wish: Wish) -> Result<Self, UnknownCode> {
        let mut known = false;
        for (slot, code) in self.wishes.iter_mut().zip(Code::ALL) {
            if begins_with(code.id(), prefix) {
                (*slot, known) = (wish, true);
            }
        }
        self.is_narrowed |= wish == Wish::Selected;
        if known {
            Ok(self)
        } else {
            Err(UnknownCode { word: prefix.to_owned(), nearest: Code::nearest(prefix) })
        }
    }

    /// Whether a finding is to be shown.
    pub fn allows(&self, finding: &Finding) -> bool {
        self.may_show_as(finding.code, finding.severity)
    }

    /// Whether a finding of this code would be shown if it were judged so.
    pub fn may_show_as(&self, code: Code, severity: Severity) -> bool {
        match self.wishes[code as usize] {
            Wish::None => !self.is_narrowed && shown_from(code, severity) <= self.profile,
            Wish::Selected => true,
            Wish::Ignored => false,
        }
    }

    /// Whether some finding of this code could be shown; if not, nobody need look for it.
    pub fn may_show(&self, code: Code) -> bool {
        match self.wishes[code as usize] {
            Wish::None => !self.is_narrowed && code.profile() <= self.profile,
            Wish::Selected => true,
            Wish::Ignored => false,
        }
    }
}

fn begins_with(id: &str, prefix: &str) -> bool {
    let start = id.get(..prefix.len());
    !prefix.is_empty() && start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// The most forgiving profile that shows a finding. The code's own, unless the finder judged this
/// case more or less severely than usual.
fn shown_from(code: Code, severity: Severity) -> Profile {
    let usual = code.profile();
    match severity {
        severity if severity == code.severity() => usual,
        Severity::Error => Profile::Read,
        Severity::Warning => Profile::Import,
        Severity::Info => usual.max(Profile::Pedantic),
    }
}

#[cfg(test)]
mod tests {
    use super::{Selection, UnknownCode};
    use crate::{
        diagnostics::{Code, Finding, Profile, Severity},
        text::Span,
    };

    fn finding(code: Code) -> Finding {
        Finding::new(code, Span { start: 0, end: 0 }, "something")
    }

    #[test]
    fn a_profile_shows_what_the_milder_ones_show_and_more() {
        let cases = [
            (Code::Pinned, Profile::Read),
            (Code::DateForm, Profile::Import),
            (Code::TagOrder, Profile::Export),
            (Code::ClaimAvailable, Profile::Pedantic),
        ];
        let profiles = [Profile::Read, Profile::Import, Profile::Export, Profile::Pedantic];
        for (code, first) in cases {
            for profile in profiles {
                let shown = Selection::new(profile).allows(&finding(code));
                assert_eq!(shown, first <= profile, "{} in {profile:?}", code.id());
            }
        }
    }

    #[test]
    fn a_finding_judged_otherwise_than_usual_moves_to_another_profile() {
        let milder = finding(Code::FivefoldIgnored).with_severity(Severity::Info);
        assert!(!Selection::new(Profile::Import).allows(&milder));
        assert!(Selection::new(Profile::Pedantic).allows(&milder));
        let worse = finding(Code::Tab).with_severity(Severity::Warning);
        assert!(Selection::new(Profile::Import).allows(&worse));
    }

    #[test]
    fn a_prefix_takes_in_or_leaves_out_a_family() -> Result<(), UnknownCode> {
        let chosen = Selection::new(Profile::Import).select("t11")?.ignore("M3")?;
        assert!(chosen.allows(&finding(Code::TagOrder)));
        assert!(!chosen.allows(&finding(Code::LowerCaseTag)));
        assert!(!chosen.allows(&finding(Code::Pinned)));
        Ok(())
    }

    #[test]
    fn an_unknown_code_is_answered_with_the_nearest() {
        let unknown = Selection::new(Profile::Import).select("M999").unwrap_err();
        assert_eq!(unknown.word, "M999");
        assert!(Selection::new(Profile::Import).select("").is_err());
    }
}
