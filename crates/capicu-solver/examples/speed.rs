//! Measures how fast rounds are played and solved. `speed rates [SECONDS]` measures time and prints `name value` lines.
//! `speed work NAME N` does a fixed amount of work, for counting instructions. `speed compare` solves the positions of
//! another program from its standard input: `value HANDS | MOVES | VALUE | SECONDS`.

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Instant;

use capicu::fair::Seed;
use capicu::rules::Choices;
use capicu::{Actions, BySeat, Deal, Game, Listing, Match, Rules, Standing, Tile};
use capicu_solver::{Compact, Deck, Objective, Solver, Thrifty, Uniform};
use rand_core::{Rng, TryRng};

/// Seconds of processor time so far, which exclude other work on the machine; seconds of the clock if the system does
/// not report that.
fn seconds() -> f64 {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanos.map_or_else(|| BEGUN.elapsed().as_secs_f64(), |nanos| nanos / 1e9)
}

/// Wyrand: small, fast and the same everywhere.
struct Chance(u64);

impl TryRng for Chance {
    type Error = core::convert::Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok((self.try_next_u64()? >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        Ok((product >> 64) as u64 ^ product as u64)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        for chunk in bytes.chunks_mut(8) {
            let word = self.try_next_u64()?.to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        Ok(())
    }
}

fn chance() -> Chance {
    Chance(0x2545_f491_4f6c_dd1d)
}

/// Plays random rounds through the public interface of the engine, deals included.
#[inline(never)]
fn engine(rules: Rules, n: u64) {
    let mut table = Match::new(rules);
    if table.needs_draw_for_set() {
        let drawn = [Tile::DOUBLE_SIX, Tile::DOUBLE_BLANK].map(Some);
        table.draw_for_set(&BySeat::from_slice(&drawn).expect("one tile for each of two seats"));
    }
    let (mut chance, mut actions) = (chance(), Actions::new());
    let mut deal = Deal::shuffled(&rules, &mut chance);
    for _ in 0..n {
        deal.shuffle(&rules, &mut chance);
        // The round is played where it is, since moving it would copy it.
        let mut opened = table.open(&deal);
        let Ok(round) = &mut opened else {
            continue;
        };
        loop {
            round.list_actions(Listing::Distinct, &mut actions);
            if actions.is_empty() {
                break;
            }
            let pick = (u64::from(chance.next_u32()) * actions.len() as u64) >> 32;
            round.play_unchecked(actions[pick as usize]);
        }
        black_box(round.outcome());
    }
}

fn preset(id: &str, players: u8, changes: &[(&str, &str)]) -> Rules {
    let game = Game::by_id(id).expect("a known game");
    let mut choices: Choices = game
        .choices(players)
        .expect("a number of players of the game");
    for (name, value) in changes {
        choices.set(name, value).expect("a value of the option");
    }
    Rules::new(choices).expect("choices that go together")
}

const FREE: (&str, &str) = ("opener", "first-seat");

fn playouts(rules: &Rules, n: u64, thrifty: bool) {
    let compact = Compact::<u32>::new(rules, &Standing::new(rules)).expect("a compact form");
    let deck = Deck::new(compact).expect("a lead that follows from the hands");
    let mut chance = chance();
    let mut blocked = 0_u64;
    let each = |played: capicu_solver::Played| blocked += u64::from(played.laid);
    if thrifty {
        deck.play_many(n, &Thrifty, &mut chance, each);
    } else {
        deck.play_many(n, &Uniform, &mut chance, each);
    }
    black_box(blocked);
}

/// Solves deals of seed 42 and returns the nodes.
fn solve(rules: &Rules, objective: Objective, n: u64) -> u64 {
    let (table, seed) = (Match::new(*rules), Seed::from_number(42));
    let mut solver = Solver::<u32>::new();
    for number in 0..n as u32 {
        let round = table
            .open(&seed.deal(rules, number))
            .expect("a deal that opens");
        black_box(
            solver
                .value(&round, objective)
                .expect("a round with a value"),
        );
    }
    solver.nodes()
}

fn points() -> Vec<(&'static str, &'static str)> {
    let premiums = ["first-game", "second-game", "capicu", "chuchazo", "paso"];
    premiums
        .into_iter()
        .map(|name| (name, "0"))
        .chain([FREE])
        .collect()
}

/// Does an amount of the named work.
fn work(name: &str, n: u64) {
    match name {
        "playouts" => playouts(&preset("jamaican-partner", 4, &[FREE]), n, false),
        "thrifty" => playouts(&preset("jamaican-partner", 4, &[FREE]), n, true),
        "solve-result" => {
            solve(
                &preset("jamaican-partner", 4, &[FREE]),
                Objective::Result,
                n,
            );
        }
        "solve-result-double-six" => {
            solve(&preset("jamaican-partner", 4, &[]), Objective::Result, n);
        }
        "solve-points" => {
            solve(&preset("doscientos", 4, &points()), Objective::Points, n);
        }
        _ => {
            let (id, players) = name.rsplit_once('-').expect("GAME-PLAYERS");
            engine(preset(id, players.parse().expect("a number"), &[]), n);
        }
    }
}

/// Times some work for about this long. Returns the best rate per second of three runs.
fn rate(name: &str, lasting: f64) -> f64 {
    let mut n = 16;
    loop {
        let begun = seconds();
        work(name, n);
        let took = seconds() - begun;
        if took > lasting / 8.0 {
            let more = (n as f64 * lasting / 3.0 / took) as u64 + 1;
            let runs = (0..3).map(|_| {
                let begun = seconds();
                work(name, more);
                more as f64 / (seconds() - begun)
            });
            return runs.fold(0.0, f64::max);
        }
        n *= 4;
    }
}

/// Solves the positions of another program, and prints how often the values agree and by how much they differ.
fn compare() {
    let rules = preset("doscientos", 4, &points());
    let (mut solver, mut agreed, mut differ) = (Solver::<u32>::new(), 0, 0);
    let (mut ours, mut theirs) = (0.0, 0.0);
    for line in std::io::stdin().lines() {
        let line = line.expect("text");
        let Some(line) = line.strip_prefix("value ") else {
            continue;
        };
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [hands, moves, value, took] = parts[..] else {
            panic!("{line}: four parts")
        };
        let round = replay(&rules, hands, moves);
        let begun = seconds();
        let found = solver
            .value(&round, Objective::Points)
            .expect("a round in play");
        ours += seconds() - begun;
        theirs += took.parse::<f64>().expect("seconds");
        let seat = round.to_act().expect("a round in play");
        let found = if seat.index().is_multiple_of(2) {
            found
        } else {
            -found
        };
        if found == value.parse::<i16>().expect("points") {
            agreed += 1;
        } else {
            differ += 1;
            eprintln!("{line}: here it is {found}");
        }
    }
    println!(
        "values-agreed {agreed}\nvalues-differ {differ}\nsolve-ratio {:.0}",
        theirs / ours
    );
}

/// A round in which every move names the number that it joins.
fn replay(rules: &Rules, hands: &str, moves: &str) -> capicu::Round {
    let hands: Vec<capicu::TileSet> = hands.split('/').map(read_hand).collect();
    let hands = BySeat::from_slice(&hands).expect("four hands");
    let deal = Deal::new(rules, hands, capicu::Pile::new(), 0).expect("a deal");
    let mut round = Match::new(*rules)
        .open(&deal)
        .expect("a deal that any seat may open");
    for word in moves.split_whitespace() {
        let (tile, number) = word.split_once('@').expect("TILE@NUMBER");
        let tile: Tile = tile.parse().expect("a tile");
        pass(&mut round);
        let ends = round.board().layout().ends();
        let joined = ends.iter().find(|end| end.pip().to_string() == number);
        let action = match joined {
            Some(end) => capicu::Action::Play {
                tile,
                on: end.tile(),
            },
            None => capicu::Action::Lead(tile),
        };
        round.play(action).expect("a legal move");
    }
    pass(&mut round);
    round
}

fn read_hand(text: &str) -> capicu::TileSet {
    let words = text.split_whitespace();
    words
        .map(|word| word.parse::<Tile>().expect("a tile"))
        .collect()
}

fn pass(round: &mut capicu::Round) {
    while round.distinct_actions().as_slice() == [capicu::Action::Pass] {
        round.play_unchecked(capicu::Action::Pass);
    }
}

const OTHER: [&str; 5] = [
    "playouts",
    "thrifty",
    "solve-result",
    "solve-result-double-six",
    "solve-points",
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["rates", ref rest @ ..] => {
            let lasting = rest
                .first()
                .map_or(1.0, |word| word.parse().expect("seconds"));
            for game in Game::ALL {
                for players in game.players {
                    let name = format!("{}-{players}", game.id);
                    println!("{name} {:.0}", rate(&name, lasting));
                }
            }
            for name in OTHER {
                println!("{name} {:.0}", rate(name, lasting));
            }
        }
        ["rates-of", lasting, ref names @ ..] => {
            let lasting = lasting.parse().expect("seconds");
            for name in names {
                println!("{name} {:.0}", rate(name, lasting));
            }
        }
        ["compare"] => compare(),
        ["timed"] => {
            let runs = (0..5).map(|_| {
                let begun = seconds();
                work("solve-result", 1_000);
                seconds() - begun
            });
            println!("{}", runs.fold(f64::INFINITY, f64::min));
        }
        // Without arguments, as in a browser.
        [] => work("solve-result", 1_000),
        ["work", name, n] => work(name, n.parse().expect("a number")),
        _ => panic!("speed rates [SECONDS] | speed rates-of SECONDS NAME… | speed work NAME N"),
    }
}
