//! The variants of Lichess against shakmaty.

use std::{collections::BTreeSet, error::Error};

use arbiter::{
    diagnostics::{Profile, Selection},
    engine::SplitMix64,
    lint::{Detail, Options, lint_block},
    notation::{
        variant::{built_in, uci},
        write_san,
    },
    pgn::Part,
    rules::variant::VariantPosition,
    text::Source,
};
use shakmaty::{
    CastlingMode, EnPassantMode, Position,
    fen::Fen,
    san::SanPlus,
    uci::UciMove,
    variant::{Variant, VariantPosition as Theirs},
};

pub(crate) const VARIANTS: [(&str, Variant); 7] = [
    ("atomic", Variant::Atomic),
    ("antichess", Variant::Antichess),
    ("crazyhouse", Variant::Crazyhouse),
    ("kingofthehill", Variant::KingOfTheHill),
    ("3check", Variant::ThreeCheck),
    ("horde", Variant::Horde),
    ("racingkings", Variant::RacingKings),
];

/// Moves as UCI and SAN, signs included. Dropped pawns have a letter here, and none there.
fn ours(position: &VariantPosition) -> BTreeSet<(String, String)> {
    let san = |mv| write_san(position, mv).replace("P@", "@");
    position.legal_moves().into_iter().map(|mv| (uci::write(position, mv), san(mv))).collect()
}

fn theirs(position: &Theirs) -> BTreeSet<(String, String)> {
    let texts = |mv: &shakmaty::Move| {
        let uci = UciMove::from_move(*mv, CastlingMode::Standard).to_string();
        (uci, SanPlus::from_move(position.clone(), *mv).to_string())
    };
    position.legal_moves().iter().map(texts).collect()
}

fn play(name: &str, variant: Variant, seed: u64, plies: usize) -> Result<(), Box<dyn Error>> {
    let mut random = SplitMix64::new(seed);
    let mut position = built_in::find(name).ok_or("a variant")?.start();
    let mut other = Theirs::new(variant);
    for _ in 0..plies {
        assert_eq!(ours(&position), theirs(&other), "{name}, seed {seed}");
        assert_eq!(position.is_check(), other.is_check(), "{name}, seed {seed}");
        let moves = position.legal_moves();
        let Some(&mv) = random.pick(&moves) else { break };
        let text = uci::write(&position, mv);
        let their_move = text.parse::<UciMove>()?.to_move(&other)?;
        position.play_unchecked(mv);
        other.play_unchecked(their_move);
    }
    Ok(())
}

#[test]
fn games_of_lichess_variants_are_those_of_shakmaty() -> Result<(), Box<dyn Error>> {
    for (name, variant) in VARIANTS {
        for seed in 0..2 {
            play(name, variant, seed, 60)?;
        }
    }
    Ok(())
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn many_games_of_lichess_variants_are_those_of_shakmaty() -> Result<(), Box<dyn Error>> {
    for (name, variant) in VARIANTS {
        for seed in 0..200 {
            play(name, variant, seed, 120)?;
        }
    }
    Ok(())
}

/// A game as shakmaty writes it, and the position it ends with.
fn written(name: &str, variant: Variant, seed: u64) -> (String, String) {
    let mut random = SplitMix64::new(seed);
    let mut position = Theirs::new(variant);
    let mut text = format!(
        "[Event \"Random game\"]\n[Site \"?\"]\n[Date \"2026.01.02\"]\n[Round \"{seed}\"]\n\
         [White \"Ek, Anna\"]\n[Black \"Ask, Bo\"]\n[Result \"*\"]\n[Variant \"{name}\"]\n"
    );
    if let Variant::RacingKings | Variant::Horde = variant {
        // Lichess gives these a FEN, because the pieces stand elsewhere.
        let fen = Fen::from_position(&position, EnPassantMode::Legal);
        text = format!("{text}[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
    }
    text += "\n";
    let mut line = 0;
    for ply in 0..160 {
        let moves = position.legal_moves();
        let Some(&mv) = random.pick(&moves) else { break };
        let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
        let word = format!("{number}{}", SanPlus::from_move(position.clone(), mv));
        line += word.len() + 1;
        text += if line > 78 {
            "\n"
        } else if ply == 0 {
            ""
        } else {
            " "
        };
        line = if line > 78 { word.len() } else { line };
        text += &word;
        position.play_unchecked(mv);
    }
    text += " *\n\n";
    let fen = Fen::from_position(&position, EnPassantMode::Legal);
    (text, fen.to_string())
}

/// The board and the side to move, which both programs write alike; promoted pieces and hands aside.
fn board(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').take(2).collect();
    let whole = fields.join(" ").replace('~', "");
    let hand = whole.find('[').zip(whole.find(']'));
    hand.map_or(whole.clone(), |(start, end)| whole[..start].to_owned() + &whole[end + 1..])
}

#[test]
fn games_that_shakmaty_wrote_are_replayed_to_their_ends() -> Result<(), Box<dyn Error>> {
    let names = [
        "Atomic",
        "Antichess",
        "Crazyhouse",
        "King of the Hill",
        "Three-check",
        "Horde",
        "Racing Kings",
    ];
    let options = Options {
        detail: Detail::FinalPosition,
        ..Options::new(Selection::new(Profile::Import).ignore("R714")?)
    };
    for (name, (_, variant)) in names.into_iter().zip(VARIANTS) {
        for seed in 0..12 {
            let (text, expected) = written(name, variant, seed);
            let source = Source::new("games.pgn", text.as_bytes());
            let (reports, _) = lint_block(source, Part::Whole, &options);
            let [report] = reports.as_slice() else { return Err("one game".into()) };
            assert!(report.findings.is_empty(), "{text}\n{:?}", report.findings);
            let found = report.final_fen.as_deref().map(board);
            assert_eq!(found, Some(board(&expected)), "{text}");
        }
    }
    Ok(())
}
