//! The positions of the game and of the line being looked at, to see repetitions.

/// Keys of positions, oldest first.
#[derive(Debug)]
pub(super) struct Path {
    keys: Vec<u64>,
    /// How many of them lie before the position the search began with.
    game: usize,
}

impl Path {
    /// The earlier positions of the game, oldest first, and the one to search.
    pub(super) fn new(history: &[u64], root: u64) -> Self {
        let mut keys = history.to_vec();
        keys.push(root);
        Self { keys, game: history.len() }
    }

    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    pub(super) fn pop(&mut self) {
        self.keys.pop();
    }

    /// The key of the position being looked at.
    pub(super) fn key(&self) -> u64 {
        self.keys.last().copied().unwrap_or_default()
    }

    /// Whether the position has been there before: once in this line, which could go on for ever,
    /// or twice in the game. Only so many last half-moves can be undone.
    pub(super) fn repeats(&self, halfmoves: u32) -> bool {
        let last = self.keys.len() - 1;
        let reach = usize::try_from(halfmoves).unwrap_or(usize::MAX).min(last);
        let mut in_game = 0;
        // Two men must go and come back: four half-moves at least.
        for back in (4..=reach).step_by(2) {
            if self.keys[last - back] == self.keys[last] {
                if last - back >= self.game {
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

    fn path(history: &[u64], line: &[u64]) -> Path {
        let mut path = Path::new(history, line[0]);
        line[1..].iter().for_each(|&key| path.push(key));
        path
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
            let repeats = path(history, line).repeats(halfmoves);
            assert_eq!(repeats, expected, "{history:?} {line:?} {halfmoves}");
        }
    }
}
