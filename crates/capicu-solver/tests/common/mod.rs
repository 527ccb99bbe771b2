//! Random rule sets with a compact form, random deals, and what the tests count with.
#![allow(dead_code, reason = "each test file uses a part")]

use capicu::rules::{Choices, OptionKind};
use capicu::{BySeat, ByTeam, Deal, Duty, Game, Opening, Round, Rules, Seat, Standing};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// How often, from the environment for the long runs.
pub fn times(name: &str, default: u32) -> u32 {
    match std::env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name} is not a number: {text}")),
        Err(_) => default,
    }
}

pub fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

pub fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    rng.next_u32() as usize % n
}

/// Options that matter to a round on a plain line, with values that make a difference.
const OPTIONS: &[(&str, &[&str])] = &[
    ("opener", &["highest-double", "first-seat"]),
    ("opening-lead", &["that-tile", "any-tile"]),
    ("no-double", &["redeal", "highest-tile"]),
    ("block-seen", &["at-once", "by-passes"]),
    ("going-out", &["one", "both-partners"]),
    ("block-winner", &["lightest-hand", "lightest-team"]),
    ("block-tie", &[]),
    ("double-pips", &[]),
    ("double-blank", &[]),
    ("score", &["games", "pips"]),
    ("out-count", &[]),
    ("block-count", &[]),
    ("rounding", &[]),
    ("key-tile", &[]),
    ("stakes", &["off", "two"]),
    ("first-game", &["0", "20"]),
    ("second-game", &["0", "10"]),
    ("game-number", &[]),
    ("capicu", &["0", "20"]),
    ("capicu-when", &[]),
    ("chuchazo", &["0", "15"]),
    ("chuchazo-when", &[]),
    ("paso", &["0", "10", "3"]),
    ("paso-when", &[]),
    ("block-bonus", &["0", "25"]),
    ("target", &["6", "30", "100", "200"]),
    ("finish", &[]),
    ("match-check", &[]),
];

const LINE_GAMES: &[(&str, u8)] = &[
    ("jamaican-partner", 4),
    ("cut-throat", 2),
    ("chiva", 4),
    ("cien", 4),
    ("doscientos", 4),
    ("block", 4),
    ("block", 2),
    ("cien", 2),
];

const SINGLES: &[(&str, u8)] = &[
    ("cut-throat", 4),
    ("cut-throat", 3),
    ("block", 3),
    ("block", 5),
];

pub enum Tables {
    /// Two sides.
    TwoSided,
    /// Any number of sides.
    Any,
}

/// A game or a mix of options, on a set of this name where one is given.
pub fn random_rules(
    rng: &mut ChaCha8Rng,
    tables: Tables,
    set: Option<&str>,
    hand: impl Fn(u8) -> u16,
) -> Rules {
    loop {
        let n = match tables {
            Tables::TwoSided => LINE_GAMES.len(),
            Tables::Any => LINE_GAMES.len() + SINGLES.len(),
        };
        let pick = below(rng, n);
        let all = LINE_GAMES.iter().chain(SINGLES);
        let (id, players) = *all.clone().nth(pick).unwrap();
        let mut choices = Game::by_id(id).unwrap().choices(players).unwrap();
        let set_to = |choices: &mut Choices, name: &str, value: &str| {
            choices
                .set(name, value)
                .unwrap_or_else(|_| panic!("{name} = {value}"));
        };
        set_to(&mut choices, "draw", "never");
        set_to(&mut choices, "love", "off");
        if let Some(set) = set {
            set_to(&mut choices, "set", set);
            set_to(&mut choices, "removed", "");
            set_to(&mut choices, "hand", &hand(players).to_string());
        }
        for _ in 0..[0, 0, 3, 8, 20][below(rng, 5)] {
            let (name, values) = OPTIONS[below(rng, OPTIONS.len())];
            let info = Choices::OPTIONS
                .iter()
                .find(|info| info.name == name)
                .unwrap();
            let values = match info.kind {
                OptionKind::Word(words) if values.is_empty() => words,
                _ => values,
            };
            set_to(&mut choices, name, values[below(rng, values.len())]);
        }
        if let Ok(rules) = Rules::new(choices)
            && (rules.paso.get() == 0 || rules.n_teams() == 2)
        {
            return rules;
        }
    }
}

/// A match somewhere on its way, not yet won.
pub fn random_standing(rng: &mut ChaCha8Rng, rules: &Rules) -> Standing {
    let decided = below(rng, 3) as u16;
    let ties = below(rng, 3) as u16;
    let target = usize::from(rules.target.get());
    let scores = ByTeam::from_fn(rules.n_teams(), |_| match below(rng, 3) {
        0 => 0,
        _ => below(rng, target) as u16,
    });
    Standing {
        scores,
        round: decided + ties,
        decided,
        ties,
        play_off: below(rng, 8) == 0,
    }
}

/// A round about to be opened: with any tile, or, now and then, by the pair that may agree on it.
pub fn random_round(rng: &mut ChaCha8Rng, rules: &Rules) -> Round {
    let deal = Deal::shuffled(rules, rng);
    let seat = Seat::new(below(rng, usize::from(rules.n_seats())) as u8).unwrap();
    let tiles: Vec<_> = deal.hands()[seat].into_iter().collect();
    let duty = match below(rng, 2) {
        0 => Duty::Any,
        _ => Duty::Tile(tiles[below(rng, tiles.len())]),
    };
    let any = duty == Duty::Any;
    let may_hand_over = any && rules.partner(seat).is_some() && below(rng, 4) == 0;
    let standing = random_standing(rng, rules);
    Round::new(
        *rules,
        standing,
        Opening {
            seat,
            duty,
            may_hand_over,
        },
        &deal,
    )
}

/// Points made in play so far.
pub fn made(round: &Round) -> BySeat<u16> {
    BySeat::from_slice(round.board().points().as_slice()).unwrap()
}
