//! Random definitions: pieces in Betza's notation, sizes, regions and flags. What Fairy-Stockfish does not play (riders
//! of long leaps, captures on first moves, jumping kings) is left out.

use arbiter::engine::SplitMix64;

/// A definition that depends on the number alone.
pub(crate) fn random(number: u64) -> String {
    let mut random = SplitMix64::new(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let width = 5 + below(&mut random, 8);
    let height = 5 + below(&mut random, 6);
    let custom = (1..)
        .zip("acdefg".chars())
        .map(|(at, letter)| format!("customPiece{at} = {letter}:{}", betza(&mut random)));
    let mut lines: Vec<String> = custom.collect();
    lines.push(format!("startFen = {}", start(&mut random, width, height)));
    let second = height - 1;
    let pieces = lines.join("\n");
    let flags = flags(&mut random, height);
    format!(
        "[random{number}:chess]\nmaxFile = {width}\nmaxRank = {height}\n{pieces}\n\
         promotionRegionWhite = *{height}\npromotionRegionBlack = *1\n\
         promotionPieceTypes = aqn\ncastling = false\n\
         doubleStepRegionWhite = *2\ndoubleStepRegionBlack = *{second}\n{flags}"
    )
}

fn below(random: &mut SplitMix64, limit: u64) -> u64 {
    random.next_u64() % limit
}

fn choose<'a>(random: &mut SplitMix64, items: &[&'a str]) -> &'a str {
    random.pick(items).copied().unwrap_or_default()
}

/// One to three moves.
fn betza(random: &mut SplitMix64) -> String {
    const PLAIN: [&str; 14] =
        ["W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "R", "B", "Q", "NN"];
    const SPECIAL: [&str; 9] = ["nN", "nA", "nD", "pR", "pB", "gQ", "R3", "B2", "W2"];
    const DIRECTIONS: [&str; 8] = ["", "", "f", "b", "s", "v", "fs", "r"];
    const MODES: [&str; 4] = ["", "", "m", "c"];
    let count = 1 + below(random, 2);
    let part = |random: &mut SplitMix64| {
        let (mode, direction) = (choose(random, &MODES), choose(random, &DIRECTIONS));
        let atom =
            if below(random, 3) == 0 { choose(random, &SPECIAL) } else { choose(random, &PLAIN) };
        // The special pieces have tables of their own there, which know no directions.
        if SPECIAL[..6].contains(&atom) {
            format!("{mode}{atom}")
        } else {
            format!("{mode}{direction}{atom}")
        }
    };
    // Two atoms of one family could limit each other, which the two programs may read differently.
    let mut parts: Vec<String> = Vec::new();
    for _ in 0..count {
        let next = part(random);
        let family =
            |text: &str| if text.contains(['R', 'B', 'Q', 'W', 'F', 'K']) { 'l' } else { 'j' };
        if parts.iter().all(|known| family(known) != family(&next)) {
            parts.push(next);
        }
    }
    parts.concat()
}

/// Both armies on two ranks, the same for both sides.
fn start(random: &mut SplitMix64, width: u64, height: u64) -> String {
    let king = below(random, width);
    let letter = |random: &mut SplitMix64, file: u64| {
        if file == king {
            'k'
        } else {
            choose(random, &["a", "c", "d", "e", "f", "g", "r", "n"]).chars().next().unwrap_or('r')
        }
    };
    let back: String = (0..width).map(|file| letter(random, file)).collect();
    let pawns = "p".repeat(usize::try_from(width).unwrap_or(0));
    let empty = vec![format!("{width}/"); usize::try_from(height - 4).unwrap_or(0)].concat();
    format!("{back}/{pawns}/{empty}{}/{} w - - 0 1", pawns.to_uppercase(), back.to_uppercase())
}

/// A few rules of the variant.
fn flags(random: &mut SplitMix64, height: u64) -> String {
    let mut text = String::new();
    let all = [
        "mustCapture = true\n".to_owned(),
        "pieceDrops = true\ncapturesToHand = true\n".to_owned(),
        "flagPiece = k\nflagRegionWhite = *4\nflagRegionBlack = *2\n".to_owned(),
        "stalemateValue = loss\n".to_owned(),
        "doubleStep = false\n".to_owned(),
        "immobilityIllegal = true\n".to_owned(),
        "mandatoryPawnPromotion = false\n".to_owned(),
        format!(
            "mobilityRegionWhiteKnight = *1 *2 *3\nmobilityRegionBlackKnight = *{height} *2 *3\n"
        ),
        "promotionLimit = q:1 a:2\n".to_owned(),
        "extinctionValue = loss\nextinctionPieceTypes = n\n".to_owned(),
    ];
    for flag in all {
        if below(random, 5) == 0 {
            text += &flag;
        }
    }
    text
}
