use super::{BoardCount, Dialect, Layered};
use crate::rules::{Setup, perft};

/// Dialect, boards, and the published number of move paths for each depth from one on.
const COUNTS: [(Dialect, u8, &[u64]); 4] = [
    (Dialect::Classical, 2, &[20, 400, 9_384, 219_236]),
    (Dialect::Ksparov, 2, &[20, 400, 9_384, 219_236]),
    (Dialect::Classical, 3, &[20, 400, 9_544, 227_143]),
    (Dialect::Ksparov, 3, &[20, 400, 9_544, 227_143]),
];

fn start(count: u8, dialect: Dialect) -> Layered {
    Layered::alice(BoardCount::new(count).expect("two to eight"), dialect)
}

#[test]
fn node_counts_of_alice_chess() {
    for (dialect, count, nodes) in COUNTS {
        for (depth, &nodes) in (1..).zip(nodes) {
            let found = perft(&start(count, dialect), depth);
            assert_eq!(found, nodes, "{dialect:?} on {count} boards to depth {depth}");
        }
    }
}

#[test]
#[ignore = "deep; run by the release step of .ci/run"]
fn depth_five_tells_the_dialects_apart() {
    assert_eq!(perft(&start(2, Dialect::Classical), 5), 5_910_465);
    assert_eq!(perft(&start(2, Dialect::Ksparov), 5), 5_910_377);
}

#[test]
fn one_board_is_chess() {
    let counts = [20, 400, 8_902, 197_281];
    for (depth, nodes) in (1..).zip(counts) {
        assert_eq!(perft(&Layered::chess(&Setup::start()), depth), nodes, "to depth {depth}");
    }
}

#[test]
fn fewer_than_two_boards_or_more_than_eight_are_no_alice_chess() {
    let counts = [0, 1, 2, 8, 9].map(BoardCount::new);
    assert_eq!(counts.map(|count| count.is_some()), [false, false, true, true, false]);
}
