//! Random rules with a compact form, random deals, and settings of the tests.

use capicu::rules::{Choices, OptionInfo, OptionKind};
use capicu::{BySide, Deal, Duty, Game, Opening, Round, Rules, Seat, Standing};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// A number of repetitions, from the environment for long runs.
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

/// Options without random values, because the mix or the standing is built on them.
const SET_BY_HAND: &[&str] = &["players", "teams", "set", "removed", "hand", "draw", "love"];

/// Values that are left out: no compact form covers them, which a test in `playouts` shows, or the rounds here are not
/// opened by them.
pub const LEFT_OUT: &[(&str, &[&str])] = &[
    ("spinner", &["first", "every"]),
    ("cross", &["first"]),
    ("arms", &["any-double", "own-double"]),
    ("score", &["penalties"]),
    ("block-count", &["each-heavier"]),
    (
        "ends",
        &[
            "fives",
            "threes",
            "sevens",
            "fives-and-threes",
            "each-multiple",
            "total-for-each",
            "multiples",
            "equal",
            "equal-total",
        ],
    ),
    ("own-tiles", &["taken-off"]),
    ("after-double", &["again"]),
    ("out-winner", &["lightest-team"]),
    ("pase-corrido", &["10"]),
    ("pase-de-salida", &["10"]),
];

/// Numbers that make a difference in a round. Other options have the smallest value, one more and twenty.
const NUMBERS: &[(&str, &[u16])] = &[
    ("paso", &[0, 10, 3]),
    ("target", &[6, 30, 100, 200]),
    ("pips-per-point", &[1, 1, 2, 5]),
    ("pase-corrido", &[0]),
    ("pase-de-salida", &[0]),
    ("block-limit", &[0, 0, 6, 12]),
    ("rounding-to", &[5, 1, 4, 10]),
    ("band", &[0, 0, 10, 3]),
    ("first-band", &[0, 20]),
    ("block-fine", &[0]),
    ("blocker-bonus", &[0]),
    ("bonus-below", &[0]),
    ("first-paso", &[0]),
    ("doubles-score", &[0]),
    ("suit-redeal", &[0, 5, 6]),
    ("ties-in-a-row", &[0]),
    ("hanged-blank", &[0]),
    ("doubles-win", &[0]),
    ("price-out", &[1, 0, 2]),
    ("price-double", &[2, 1, 3]),
    ("price-both-ends", &[3, 1, 4]),
    ("price-both-ends-double", &[4, 1, 6]),
    ("price-own-block", &[2, 1, 3]),
    ("price-lost-block", &[1, 0, 2]),
];

/// The random values of an option: every word of the table of options. So the compact form must play a new option
/// correctly or refuse it.
fn values(option: &OptionInfo) -> Vec<String> {
    let named = |list: &[(&str, &'static [u16])]| {
        let found = list.iter().find(|(name, _)| *name == option.name);
        found.map(|(_, numbers)| *numbers)
    };
    let left_out = LEFT_OUT.iter().find(|(name, _)| *name == option.name);
    let left_out = left_out.map_or(&[][..], |(_, words)| *words);
    match option.kind {
        _ if SET_BY_HAND.contains(&option.name) => Vec::new(),
        OptionKind::Word(words) => {
            let words = words.iter().filter(|word| !left_out.contains(*word));
            words.map(|word| (*word).to_owned()).collect()
        }
        OptionKind::Number { min, max } => {
            let usual = [min, (min + 1).min(max), 20.clamp(min, max)];
            let numbers = named(NUMBERS).map_or(usual.to_vec(), <[u16]>::to_vec);
            numbers.iter().map(u16::to_string).collect()
        }
        OptionKind::Tiles => Vec::new(),
    }
}

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
    TwoSided,
    Any,
}

/// A game or a mix of options, on a set of this name if one is given.
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
        for _ in 0..[0, 0, 6, 16, 40][below(rng, 5)] {
            let option = &Choices::OPTIONS[below(rng, Choices::OPTIONS.len())];
            let values = values(option);
            if !values.is_empty() {
                set_to(&mut choices, option.name, &values[below(rng, values.len())]);
            }
        }
        if let Ok(rules) = Rules::new(choices)
            && (rules.paso.get() == 0 || rules.n_sides() == 2)
        {
            return rules;
        }
    }
}

/// A random state of a match that is not won.
pub fn random_standing(rng: &mut ChaCha8Rng, rules: &Rules) -> Standing {
    let decided = below(rng, 3) as u16;
    let ties = below(rng, 3) as u16;
    let target = usize::from(rules.target.get());
    let scores = BySide::from_fn(rules.n_sides(), |_| match below(rng, 3) {
        0 => 0,
        _ => below(rng, target) as u16,
    });
    Standing {
        scores,
        round: decided + ties,
        decided,
        ties,
        play_off: below(rng, 8) == 0,
        passed: false,
        places: BySide::new(rules.n_sides()),
    }
}

/// A round before its first tile, with a free lead; sometimes opened by the pair that may agree on it.
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
    Round::new_unchecked(
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
