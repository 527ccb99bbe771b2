//! Measures the gain of playing a round for the match instead of for itself:
//!
//! `cargo run --release -p capicu-ai --example aims -- jamaican-partner 4000 200 6000 win match`
//!
//! The arguments are the game, the nodes per decision, the number of matches, the seed, the other player's aim (`round`
//! or `win`) and `match`. Every deal of a match is played twice, with the players in exchanged seats and the same
//! random numbers for each seat. The match continues from one of the two results, by lot. The gain is the chance of
//! winning the match by the tables of [`Equity`]. Over all rounds of a match, that is nearly the result of the match
//! itself, without the luck of the deal.
//!
//! With scores in place of `match`, such as `3-0,0-3`, the number is that of deals at each of them, and the gain is per
//! deal. The first score is that of the side that opens.

use std::process::ExitCode;

use capicu::fair::Seed;
use capicu::rules::Pose;
use capicu::{
    BySide, Deal, Duty, Game, Match, Opening, Reason, Round, Rules, Seat, Side, Standing, View,
};
use capicu_ai::{Aim, Belief, Bot, Budget, Equity, Reader};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("aims: {why}");
            ExitCode::FAILURE
        }
    }
}

type Anyhow<T> = Result<T, Box<dyn std::error::Error>>;

fn run(arguments: &[String]) -> Anyhow<()> {
    let word = |i: usize| arguments.get(i).ok_or("six arguments are needed");
    let rules = Game::by_id(word(0)?)
        .and_then(|game| game.rules(4))
        .filter(|rules| rules.n_sides() == 2)
        .ok_or("the game is not played by two sides of two")?;
    let budget = Budget::Nodes(word(1)?.parse()?);
    let many: u32 = word(2)?.parse()?;
    if !(1..=MANY).contains(&many) {
        return Err(format!("from 1 to {MANY} matches or deals can be played").into());
    }
    let other = match word(4)?.as_str() {
        "round" => Aim::Round,
        "win" => Aim::Win,
        _ => return Err("the other player is after the round or the win".into()),
    };
    let twins = Twins {
        rules,
        aims: [Aim::Match, other].map(|aim| Reader::new(budget, Belief::Play).aiming(aim)),
        seed: word(3)?.parse()?,
    };
    for at in word(5)?.split(',') {
        let mut sums = Sums::default();
        if at == "match" {
            for number in 0..many {
                twins.go_through(number, &mut sums)?;
            }
            let (gained, spread) = sums.gained();
            print!(
                "{many} matches: {:.2} +- {spread:.2} % of them",
                50.0 + gained / 2.0,
                spread = spread / 2.0
            );
        } else {
            let (ours, theirs) = at.split_once('-').ok_or("a score is such as 3-0")?;
            twins.stay([ours.parse()?, theirs.parse()?], many, &mut sums)?;
            let (gained, spread) = sums.gained();
            print!("{at}, {many} deals: {gained:+.3} +- {spread:.3} % of matches a deal");
        }
        sums.print_rounds(word(4)?);
    }
    Ok(())
}

/// A match has fewer deals than two to this power.
const DEALS_BITS: u32 = 14;

/// The number of matches whose deals have distinct numbers.
const MANY: u32 = u32::MAX >> DEALS_BITS;

/// The random streams of a deal: one for each seat, and one for the lot that continues a match.
const SEATS: u64 = 4;

struct Twins {
    rules: Rules,
    aims: [Reader; 2],
    seed: u64,
}

/// The result of a deal played twice. Pairs of numbers are by player.
struct Pair {
    gained: f64,
    won: [f64; 2],
    keys: [u32; 2],
    after: [Match; 2],
}

impl Twins {
    fn go_through(&self, number: u32, sums: &mut Sums) -> Anyhow<()> {
        let mut game = Match::new(self.rules);
        let (mut gained, mut at) = (0.0, number << DEALS_BITS);
        while game.result().is_none() {
            let deal = self.deal(at);
            // Deals that the rules throw in are dealt again.
            if let Ok(opening) = game.opening(&deal) {
                let pair = self.pair(at, &game, opening, &deal)?;
                gained += pair.gained;
                sums.count(&pair);
                let [first, second] = pair.after;
                let lot = self.chances(at, SEATS).next_u32() & 1;
                game = if lot == 0 { first } else { second };
            }
            at += 1;
        }
        sums.add(gained);
        Ok(())
    }

    fn stay(&self, scores: [u16; 2], deals: u32, sums: &mut Sums) -> Anyhow<()> {
        let standing = Standing {
            scores: BySide::from_slice(&scores).ok_or("two scores are needed")?,
            round: 1,
            decided: 1,
            ..Standing::new(&self.rules)
        };
        let opening = Opening {
            seat: Seat::default(),
            duty: Duty::Any,
            may_hand_over: self.rules.pose == Pose::Huddle,
        };
        let game = Match::new(self.rules).at(standing);
        for at in 0..deals {
            let pair = self.pair(at, &game, opening, &self.deal(at))?;
            sums.count(&pair);
            sums.add(pair.gained);
        }
        Ok(())
    }

    fn deal(&self, at: u32) -> Deal {
        Seed::from_number(self.seed).deal(&self.rules, at)
    }

    fn chances(&self, at: u32, of: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(u64::from(at) * (SEATS + 1) + of);
        rng
    }

    fn pair(&self, at: u32, game: &Match, opening: Opening, deal: &Deal) -> Anyhow<Pair> {
        let rules = &self.rules;
        let mut pair = Pair {
            gained: 0.0,
            won: [0.0; 2],
            keys: [0; 2],
            after: [game.clone(), game.clone()],
        };
        for (swap, game) in pair.after.iter_mut().enumerate() {
            let mut chances: Vec<_> = (0..SEATS).map(|seat| self.chances(at, seat)).collect();
            let mut round = Round::new_unchecked(*rules, *game.standing(), opening, deal);
            let mut views: Vec<View> = Seat::all(4)
                .map(|seat| round.view_from_here(seat))
                .collect();
            let player = |side: Side| (side.index() + swap) & 1;
            while let Some(seat) = round.to_act() {
                let (view, rng) = (&views[seat.index()], &mut chances[seat.index()]);
                let mut bot = self.aims[player(rules.side(seat))];
                let action = bot.choose(view, rng);
                let step = round.play(action.ok_or("nothing was chosen")?)?;
                for view in &mut views {
                    view.observe(&step.mv.visible_to(view.seat()), &step.awards);
                }
            }
            let outcome = game.finish(&round).outcome;
            for side in Side::all(2) {
                let winner = outcome.winner.map(|seat| rules.side(seat));
                pair.won[player(side)] += match winner {
                    Some(winner) if winner == side => 1.0,
                    Some(_) => 0.0,
                    None => 0.5,
                };
                let key =
                    |award: &&capicu::Award| award.side == side && award.why == Reason::KeyTile;
                pair.keys[player(side)] += outcome.awards.iter().filter(key).count() as u32;
                if player(side) == 0 {
                    pair.gained += Equity::of(rules).chance_in(game, side) - 0.5;
                }
            }
        }
        Ok(pair)
    }
}

/// The sum of all results. Pairs of numbers are by player.
#[derive(Default)]
struct Sums {
    n: f64,
    gained: f64,
    squared: f64,
    rounds: f64,
    won: [f64; 2],
    keys: [u32; 2],
}

impl Sums {
    fn count(&mut self, pair: &Pair) {
        self.rounds += 2.0;
        for player in 0..2 {
            self.won[player] += pair.won[player];
            self.keys[player] += pair.keys[player];
        }
    }

    fn add(&mut self, gained: f64) {
        self.n += 1.0;
        self.gained += gained;
        self.squared += gained * gained;
    }

    /// The mean gain in percent of a match, both sides of the table together, and its 95 percent margin.
    fn gained(&self) -> (f64, f64) {
        let mean = self.gained / self.n;
        let spread = ((self.squared / self.n - mean * mean) / self.n).sqrt();
        (100.0 * mean, 196.0 * spread)
    }

    fn print_rounds(&self, other: &str) {
        let [won, lost] = self.won.map(|won| 100.0 * won / self.rounds);
        let [keys, others] = self.keys;
        println!(
            "; for the match {won:.2} % of {} rounds, {keys} key tiles; for the {other} {lost:.2} %, \
             {others}",
            self.rounds
        );
    }
}
