//! The positions of the game and of the line being searched, to know repetitions.

/// The repetition keys of the game and of the line being searched, oldest first.
#[derive(Debug)]
pub(super) struct KeyStack {
    keys: Vec<u64>,
    /// The number of keys before the root.
    root: usize,
}

impl KeyStack {
    /// The keys of the earlier positions of the game, and the root.
    pub(super) fn new(history: &[u64], root: u64) -> Self {
        let mut keys = history.to_vec();
        keys.push(root);
        Self { keys, root: history.len() }
    }

    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    pub(super) fn pop(&mut self) {
        self.keys.pop();
    }

    /// The key of the current position.
    pub(super) fn key(&self) -> u64 {
        self.keys.last().copied().unwrap_or_default()
    }

    /// Whether the current position occurred before: once in this line, which could repeat for ever,
    /// or twice in the game. Only the plies since the last capture or pawn move count.
    pub(super) fn repeats(&self, halfmoves: u32) -> bool {
        let last = self.keys.len() - 1;
        let reach = usize::try_from(halfmoves).unwrap_or(usize::MAX).min(last);
        let mut in_game = 0;
        // Both sides must move a piece and move it back: four plies at least.
        for back in (4..=reach).step_by(2) {
            if self.keys[last - back] == self.keys[last] {
                if last - back >= self.root {
                    return true;
                }
                in_game += 1;
            }
        }
        in_game >= 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(history: &[u64], line: &[u64]) -> KeyStack {
        let mut keys = KeyStack::new(history, line[0]);
        line[1..].iter().for_each(|&key| keys.push(key));
        keys
    }

    #[test]
    fn once_in_the_line_or_twice_in_the_game_is_a_repetition() {
        let cases: [(&[u64], &[u64], u32, bool); 6] = [
            (&[], &[1, 2, 3, 4, 1], 4, true),
            (&[], &[1, 2, 3, 4, 1], 3, false),
            (&[1, 2, 3], &[4, 1], 50, false),
            (&[1, 2, 3, 4, 1, 2, 3], &[4, 1], 50, true),
            (&[1, 2, 3, 4, 1, 2, 3], &[4, 1], 7, false),
            (&[], &[1], 0, false),
        ];
        for (history, line, halfmoves, expected) in cases {
            let repeats = keys(history, line).repeats(halfmoves);
            assert_eq!(repeats, expected, "{history:?} {line:?} {halfmoves}");
        }
    }
}
