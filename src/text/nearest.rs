//! The likely correction of a misspelt word.

use strsim::levenshtein;

/// The candidate that differs least from `word`, ignoring case, if it differs in at most a third of the
/// letters: more than that is another word and not a typing error.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = word.chars().count().div_ceil(3);
    let word = word.to_lowercase();
    candidates
        .map(|candidate| (levenshtein(&word, &candidate.to_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn only_a_typing_error_is_corrected() {
        let names = ["Hash", "Threads", "Skill Level"];
        for (word, meant) in [
            ("hash", Some("Hash")),
            ("Hahs", Some("Hash")),
            ("thread", Some("Threads")),
            ("Skil Levle", Some("Skill Level")),
            ("Ponder", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, names.into_iter()), meant, "{word}");
        }
    }
}
