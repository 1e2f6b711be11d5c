//! Which corrections are applied.

use crate::diagnostics::{Class, Finding};

/// Which corrections are applied.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Policy {
    /// The least certain class that is applied.
    pub class: Class,
    /// The lowest confidence of a correction that is not safe.
    pub min_confidence: f32,
}

/// Safe corrections only.
impl Default for Policy {
    fn default() -> Self {
        Self { class: Class::Safe, min_confidence: 0.0 }
    }
}

impl Policy {
    /// Whether the correction of a finding is applied.
    pub fn allows(self, finding: &Finding) -> bool {
        let Some(class) = finding.class() else { return false };
        // After an assumed correction, the finding is certain only when that is applied.
        !finding.assumed
            && class <= self.class
            && (class == Class::Safe || finding.confidence() >= self.min_confidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagnostics::{Code, Safety, Suggestion},
        text::Span,
    };

    fn finding(safety: Safety, confidence: Option<f32>) -> Finding {
        let finding = Finding::new(Code::Pinned, Span { start: 3, end: 6 }, "pinned");
        let suggestion = |confidence| Suggestion { text: "Nf3".into(), confidence, edits: vec![] };
        let suggestions = confidence.map(suggestion).into_iter().collect();
        Finding { suggestions, ..finding }.with_replacement("Nf3", safety)
    }

    #[test]
    fn the_class_and_the_confidence_decide() {
        let safe = finding(Safety::Safe, None);
        let likely = finding(Safety::Guess, Some(0.97));
        let guess = finding(Safety::Guess, Some(0.6));
        let unknown = finding(Safety::Guess, None);
        for (class, min_confidence, expected) in [
            (Class::Safe, 0.0, [true, false, false, false]),
            (Class::Likely, 0.0, [true, true, false, false]),
            (Class::Likely, 0.98, [true, false, false, false]),
            (Class::Guess, 0.0, [true, true, true, true]),
            (Class::Guess, 0.55, [true, true, true, false]),
            (Class::Guess, 0.7, [true, true, false, false]),
        ] {
            let policy = Policy { class, min_confidence };
            let allowed = [&safe, &likely, &guess, &unknown].map(|finding| policy.allows(finding));
            assert_eq!(allowed, expected, "{policy:?}");
        }
        let assumed = Finding { assumed: true, ..safe };
        assert!(!Policy::default().allows(&assumed));
    }
}
