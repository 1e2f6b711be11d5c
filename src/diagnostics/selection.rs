//! Which findings are shown: those of a profile, and codes selected or ignored by name.

use crate::diagnostics::{Code, Finding, Profile, Severity, UnknownCode};

/// The findings to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    profile: Profile,
    filters: Box<[CodeFilter]>,
    /// Whether codes were selected, which hides all others.
    is_narrowed: bool,
}

/// A setting of the user for one code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CodeFilter {
    /// The profile decides.
    ByProfile,
    /// Shown in every profile.
    Selected,
    /// Never shown.
    Ignored,
}

impl Selection {
    /// The findings that a profile shows.
    pub fn new(profile: Profile) -> Self {
        let filters = vec![CodeFilter::ByProfile; Code::ALL.len()].into();
        Self { profile, filters, is_narrowed: false }
    }

    /// Shows the codes that begin with `prefix` (`M`, `M3`, `M301`) in every profile, and hides all codes that are not
    /// selected in this way.
    ///
    /// # Errors
    /// If no code begins with `prefix`.
    pub fn select(self, prefix: &str) -> Result<Self, UnknownCode> {
        self.filter(prefix, CodeFilter::Selected)
    }

    /// Hides the codes that begin with `prefix`.
    ///
    /// # Errors
    /// If no code begins with `prefix`.
    pub fn ignore(self, prefix: &str) -> Result<Self, UnknownCode> {
        self.filter(prefix, CodeFilter::Ignored)
    }

    fn filter(mut self, prefix: &str, filter: CodeFilter) -> Result<Self, UnknownCode> {
        let mut known = false;
        for (slot, code) in self.filters.iter_mut().zip(Code::ALL) {
            if begins_with(code.id(), prefix) {
                (*slot, known) = (filter, true);
            }
        }
        self.is_narrowed |= filter == CodeFilter::Selected;
        if known { Ok(self) } else { Err(UnknownCode::new(prefix)) }
    }

    /// Whether a finding is shown.
    pub fn allows(&self, finding: &Finding) -> bool {
        self.may_show_as(finding.code, finding.severity)
    }

    /// Whether a finding with this code and severity is shown.
    pub fn may_show_as(&self, code: Code, severity: Severity) -> bool {
        match self.filters[code as usize] {
            CodeFilter::ByProfile => {
                !self.is_narrowed && shown_from(code, severity) <= self.profile
            }
            CodeFilter::Selected => true,
            CodeFilter::Ignored => false,
        }
    }

    /// Whether a finding with this code can be shown at its usual severity; if not, its check can be skipped.
    pub fn may_show(&self, code: Code) -> bool {
        self.may_show_as(code, code.severity())
    }
}

fn begins_with(id: &str, prefix: &str) -> bool {
    let start = id.get(..prefix.len());
    !prefix.is_empty() && start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// The most lenient profile that shows a finding: the code's own, unless this finding is more or
/// less severe than usual.
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
    use super::Selection;
    use crate::{
        diagnostics::{Code, Finding, Profile, Severity, UnknownCode},
        text::Span,
    };

    fn finding(code: Code) -> Finding {
        Finding::new(code, Span { start: 0, end: 0 }, "something")
    }

    #[test]
    fn a_stricter_profile_shows_more() {
        let cases = [
            (Code::Pinned, Profile::Read),
            (Code::DateForm, Profile::Import),
            (Code::TagOrder, Profile::Export),
            (Code::ClaimAvailable, Profile::Pedantic),
        ];
        for (code, first) in cases {
            for profile in Profile::ALL {
                let shown = Selection::new(profile).allows(&finding(code));
                assert_eq!(shown, first <= profile, "{} in {profile:?}", code.id());
            }
        }
    }

    #[test]
    fn an_unusual_severity_moves_a_finding_to_another_profile() {
        let milder = finding(Code::FivefoldIgnored).with_severity(Severity::Info);
        assert!(!Selection::new(Profile::Import).allows(&milder));
        assert!(Selection::new(Profile::Pedantic).allows(&milder));
        let worse = finding(Code::Tab).with_severity(Severity::Warning);
        assert!(Selection::new(Profile::Import).allows(&worse));
    }

    #[test]
    fn a_prefix_selects_or_ignores_a_family() -> Result<(), UnknownCode> {
        let chosen = Selection::new(Profile::Import).select("t11")?.ignore("M3")?;
        assert!(chosen.allows(&finding(Code::TagOrder)));
        assert!(!chosen.allows(&finding(Code::LowerCaseTag)));
        assert!(!chosen.allows(&finding(Code::Pinned)));
        Ok(())
    }

    #[test]
    fn an_unknown_prefix_is_an_error() {
        let unknown = Selection::new(Profile::Import).select("M999").unwrap_err();
        assert_eq!(unknown.word, "M999");
        assert!(Selection::new(Profile::Import).select("").is_err());
    }
}
