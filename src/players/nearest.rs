//! The word somebody probably meant.

/// The candidate that differs least from `word`, if it differs little enough to be a slip:
/// in at most a third of its letters, upper and lower case being the same.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = word.chars().count().div_ceil(3);
    candidates
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// How many letters must be put in, left out or replaced to turn one word into the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (done, letter) in from.to_lowercase().chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = done + 1;
        for (at, &other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        for (from, to, slips) in
            [("", "", 0), ("abc", "", 3), ("Hashh", "Hash", 1), ("kitten", "sitting", 3)]
        {
            assert_eq!(distance(from, to), slips, "{from} {to}");
        }
    }

    #[test]
    fn only_a_slip_is_corrected() {
        let names = ["Hash", "Threads", "Skill Level"];
        for (word, meant) in [
            ("Hashh", Some("Hash")),
            ("thread", Some("Threads")),
            ("SkillLevel", Some("Skill Level")),
            ("Contempt", None),
        ] {
            assert_eq!(nearest(word, names.into_iter()), meant, "{word}");
        }
    }
}
