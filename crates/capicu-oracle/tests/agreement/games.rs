//! The games of the test: presets, and presets with some options changed at random.

use capicu::rules::{Choices, OptionInfo, OptionKind};
use capicu::{Game, Rules};
use chacha20::ChaCha8Rng;

use crate::agreement::below;

pub fn presets() -> Vec<(String, Choices)> {
    let mut all = Vec::new();
    for game in Game::ALL {
        for &players in game.players {
            let choices = game
                .choices(players)
                .expect("a number of players of the game");
            all.push((format!("{} with {players}", game.id), choices));
        }
    }
    all
}

/// A random value of an option, as text. Numbers make a difference in a short match.
fn random_value(rng: &mut ChaCha8Rng, name: &str, kind: OptionKind) -> String {
    let numbers: &[u16] = match name {
        "players" => &[2, 2, 3, 4, 4, 4, 5, 6, 8, 12],
        "hand" => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 14],
        "doubles-redeal" => &[0, 0, 0, 2, 3, 5],
        "doubles-score" => &[0, 0, 0, 3, 4, 5],
        "suit-redeal" => &[0, 0, 0, 4, 5, 6],
        "ties-in-a-row" => &[0, 0, 1, 1, 2],
        "doubles-win" => &[0, 0, 0, 4, 5, 6],
        "reserve" => &[0, 1, 2, 2, 5, 14],
        "pips-per-point" => &[1, 1, 2, 3, 5, 10, 17],
        "band" => &[0, 0, 1, 5, 10],
        "target" => &[1, 2, 3, 4, 6, 20, 50, 61, 100, 121],
        "players-left" => &[1, 1, 2, 3],
        "match-rounds" => &[0, 0, 0, 1, 2, 5],
        "first-score" => &[0, 0, 3, 13, 20],
        "bonus-below" => &[0, 0, 5, 20, 50],
        "ends-divisor" => &[3, 4, 5, 9, 11, 13],
        "skunk-line" => &[1, 2, 10, 31, 61],
        _ => &[0, 5, 10, 20, 25],
    };
    match kind {
        OptionKind::Word(words) => words[below(rng, words.len())].to_owned(),
        OptionKind::Number { min, max } => {
            let number = numbers[below(rng, numbers.len())];
            number.clamp(min, max).to_string()
        }
        OptionKind::Tiles => {
            ["", "", "0-0", "6-6", "0-0 1-0", "3-3 4-2 5-5"][below(rng, 6)].to_owned()
        }
    }
}

/// The options that let another one make a difference, where few games have them.
fn companions(name: &str, value: &str) -> &'static [(&'static str, &'static str)] {
    match name {
        "set" if value == "double-two" => &[("players", "2"), ("hand", "2"), ("teams", "singles")],
        "doubles-pay" => &[
            ("score", "games"),
            ("key-tile", "off"),
            ("stakes", "two"),
            ("doubles-redeal", "0"),
            ("doubles-score", "3"),
        ],
        "out-winner" => &[
            ("players", "4"),
            ("teams", "pairs"),
            ("hand", "7"),
            ("score", "pips"),
            ("love", "off"),
            ("going-out", "one"),
        ],
        // Few pips and no drawing, so that ties follow each other.
        "ties-in-a-row" => &[
            ("set", "double-three"),
            ("removed", ""),
            ("players", "4"),
            ("teams", "pairs"),
            ("hand", "2"),
            ("opener", "first-seat"),
            ("draw", "never"),
            ("block-winner", "lightest-team"),
            ("block-tie", "nobody"),
        ],
        "at-target" | "players-left" => &[
            ("players", "4"),
            ("teams", "singles"),
            ("hand", "5"),
            ("love", "off"),
            ("skunk", "off"),
            ("finish", "at-least"),
            ("match-rounds", "0"),
            ("doubles-win", "0"),
            ("players-left", "1"),
            ("at-target", "player-out"),
        ],
        "hanged-blank" => &[("score", "pips"), ("love", "off")],
        "wrong-call" => &[("calls", "declared"), ("call-sum", "own")],
        "first-band" | "first-band-points" => &[("score", "pips"), ("band", "10")],
        "rounding-to" | "rounding-way" => &[("score", "pips"), ("rounding", "sum")],
        "doubles-opener" | "doubles-points" => &[("score", "pips"), ("doubles-score", "3")],
        "first-paso-of" => &[("score", "pips"), ("first-paso", "5")],
        "paso-when" => &[("score", "pips"), ("paso", "5")],
        "hand-penalties" | "block-penalties" => &[("score", "penalties")],
        "ends-divisor" => &[("score", "pips"), ("ends", "multiples")],
        "equal-ends" | "equal-ends-double" => &[("score", "pips"), ("ends", "equal")],
        "own-tiles" => &[("score", "pips"), ("target", "50")],
        "false-play-pays" | "false-play-ends" => {
            &[("score", "pips"), ("love", "off"), ("false-play", "5")]
        }
        "bonus-below" => &[("score", "pips"), ("paso", "5"), ("first-game", "10")],
        "first-double" => &[("opener", "round-double")],
        "block-fine" => &[("score", "games"), ("love", "off")],
        name if name.starts_with("price-") => &[
            ("score", "games"),
            ("key-tile", "off"),
            ("round-price", "table"),
        ],
        _ => &[],
    }
}

/// Every option with each of its words. Options without words come once.
fn words() -> Vec<(OptionInfo, Option<&'static str>)> {
    let options = Choices::OPTIONS.iter();
    let words_of = |option: &OptionInfo| match option.kind {
        OptionKind::Word(words) => words.iter().copied().map(Some).collect(),
        OptionKind::Number { .. } | OptionKind::Tiles => vec![None],
    };
    let pairs = options.flat_map(|option| words_of(option).into_iter().map(|word| (*option, word)));
    pairs.collect()
}

/// A preset with some options changed at random. The changed options always include one word, and every word of every
/// option takes its turn. Sometimes they include the calls, which few games have and which affect much. Further changes
/// are kept if they give valid rules.
pub fn random_mix(
    rng: &mut ChaCha8Rng,
    number: u64,
    presets: &[(String, Choices)],
) -> Option<(String, Choices)> {
    let words = words();
    let (option, word) = match below(rng, 8) {
        0 => {
            let name = ["calls", "call-sum", "wrong-call"][below(rng, 3)];
            let option = Choices::OPTIONS.iter().find(|option| option.name == name);
            (*option.expect("an option"), None)
        }
        _ => words[number as usize % words.len()],
    };
    let value = match word {
        Some(word) => word.to_owned(),
        None => random_value(rng, option.name, option.kind),
    };
    let wanted = (option.name, value);
    for _ in 0..200 {
        let (name, mut choices) = presets[below(rng, presets.len())].clone();
        let n_changes = [0, 1, 2, 4, 8, 13, 21][below(rng, 7)];
        let mut changes: Vec<(&str, String)> = Vec::new();
        for _ in 0..n_changes {
            let option = Choices::OPTIONS[below(rng, Choices::OPTIONS.len())];
            changes.push((option.name, random_value(rng, option.name, option.kind)));
        }
        let needed = companions(wanted.0, &wanted.1).iter();
        changes.extend(needed.map(|(name, value)| (*name, (*value).to_owned())));
        changes.push(wanted.clone());
        for (option, value) in &changes {
            choices
                .set(option, value)
                .expect("the value is one the option lists");
        }
        if Rules::new(choices).is_ok() {
            return Some((format!("{name} with {changes:?}"), choices));
        }
    }
    None
}
