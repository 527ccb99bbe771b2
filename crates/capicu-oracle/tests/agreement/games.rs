//! The games that are played: as they are, and with some options changed at random.

use capicu::rules::{Choices, OptionKind};
use capicu::{Game, Rules};
use chacha20::ChaCha8Rng;

use crate::below;

/// The presets as they are.
pub fn presets() -> Vec<(String, Choices)> {
    let mut all = Vec::new();
    for game in Game::ALL {
        for &players in game.players {
            let choices = game.choices(players).expect("the game is for so many");
            all.push((format!("{} with {players}", game.id), choices));
        }
    }
    all
}

/// A random value of an option, as text. Numbers are taken from those that make a difference in a
/// short match.
fn random_value(rng: &mut ChaCha8Rng, name: &str, kind: OptionKind) -> String {
    let numbers: &[u16] = match name {
        "players" => &[2, 2, 3, 4, 4, 4, 5, 6, 8, 12],
        "hand" => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 14],
        "doubles-redeal" => &[0, 0, 0, 2, 3, 5],
        "reserve" => &[0, 1, 2, 2, 5, 14],
        "pips-per-point" => &[1, 1, 2, 3, 5, 10],
        "target" => &[1, 2, 3, 4, 6, 20, 50, 61, 100, 121],
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

/// A preset with some options changed at random. Every word of every option is as likely as any
/// other to be the one that has to be among them, but for the calls, which few games know and much
/// hangs on; the rest is tried until it makes a game.
pub fn random_mix(
    rng: &mut ChaCha8Rng,
    presets: &[(String, Choices)],
) -> Option<(String, Choices)> {
    let any = Choices::OPTIONS[below(rng, Choices::OPTIONS.len())];
    let named = |name: &str| {
        let mut options = Choices::OPTIONS.iter();
        *options
            .find(|option| option.name == name)
            .expect("an option")
    };
    let option = match below(rng, 8) {
        0 => named(["calls", "call-sum", "wrong-call"][below(rng, 3)]),
        _ => any,
    };
    let wanted = (option.name, random_value(rng, option.name, option.kind));
    for _ in 0..200 {
        let (name, mut choices) = presets[below(rng, presets.len())].clone();
        let n_changes = [0, 1, 2, 4, 8, 13, 21][below(rng, 7)];
        let mut changes: Vec<(&str, String)> = Vec::new();
        for _ in 0..n_changes {
            let option = Choices::OPTIONS[below(rng, Choices::OPTIONS.len())];
            changes.push((option.name, random_value(rng, option.name, option.kind)));
        }
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
