//! What it brings to play a round for the match and not for itself, at scores of a match:
//!
//! `cargo run --release -p capicu-ai --example aims -- jamaican-partner 500 700 6 round 3-0,0-3`
//!
//! The arguments are the game, the nodes a decision, how many deals, the seed, what the other player is
//! after (`round` or `win`) and the scores, first those of the side that opens. Every deal is played
//! twice, the players changing places, and a seat leaves the same to chance both times. What is gained
//! is the chance of winning the match by the tables of [`Equity`], the sum of both rounds.
//!
//! With `match` for the scores so many whole matches are gone through, each from love all: its deals
//! are played so, and it goes on from what came of one of the two rounds, drawn by lot. What is gained
//! in all of them is what whole matches would show in the end, without the luck of the deal.

use std::process::ExitCode;

use capicu::fair::Seed;
use capicu::rules::Pose;
use capicu::{
    ByTeam, Deal, Duty, Game, Match, Opening, Reason, Round, Rules, Seat, Standing, Team, View,
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
        .filter(|rules| rules.n_teams() == 2)
        .ok_or("the game is not played by two sides of two")?;
    let budget = Budget::Nodes(word(1)?.parse()?);
    let deals: u32 = word(2)?.parse()?;
    let seed: u64 = word(3)?.parse()?;
    let other = match word(4)?.as_str() {
        "round" => Aim::Round,
        "win" => Aim::Win,
        _ => return Err("the other player is after the round or the win".into()),
    };
    let aims = [Aim::Match, other].map(|aim| Reader::new(budget, Belief::Play).aiming(aim));
    let number = |number| Table {
        rules: &rules,
        aims,
        seed,
        number,
    };
    for text in word(5)?.split(',') {
        let mut sums = Sums::default();
        if text == "match" {
            for match_number in 0..deals {
                let mut game = Match::new(rules);
                let (mut gained, mut round) = (0.0, 0);
                while game.result().is_none() {
                    let table = number(match_number << ROUNDS_BITS | round);
                    round += 1;
                    let deal = table.deal();
                    let Ok(opening) = game.opening(&deal) else {
                        continue;
                    };
                    let pair = table.pair(&game, opening, &deal)?;
                    gained += pair.gained;
                    sums.count(&pair);
                    let [first, second] = pair.after;
                    let lot = table.chances(LOTS).next_u32() & 1;
                    game = if lot == 0 { first } else { second };
                }
                sums.add(gained);
            }
        } else {
            let (ours, theirs) = text.split_once('-').ok_or("a score is such as 3-0")?;
            let scores = [ours.parse()?, theirs.parse()?];
            let standing = Standing {
                scores: ByTeam::from_slice(&scores).ok_or("two scores are needed")?,
                round: 1,
                decided: 1,
                ..Standing::new(&rules)
            };
            let opening = Opening {
                seat: Seat::default(),
                duty: Duty::Any,
                may_hand_over: rules.pose == Pose::Huddle,
            };
            let game = Match::new(rules).at(standing);
            for deal_number in 0..deals {
                let table = number(deal_number);
                let pair = table.pair(&game, opening, &table.deal())?;
                sums.count(&pair);
                sums.add(pair.gained);
            }
        }
        sums.print(text, &word(4)?[..]);
    }
    Ok(())
}

/// A match has fewer rounds than two to this power.
const ROUNDS_BITS: u32 = 14;

/// The stream of chances by which a match goes on, beside those of the seats.
const LOTS: u64 = 4;

/// Where a deal is played twice.
struct Table<'a> {
    rules: &'a Rules,
    aims: [Reader; 2],
    seed: u64,
    number: u32,
}

/// What came of a deal that was played twice; where there are two numbers, for either player.
struct Pair {
    gained: f64,
    won: [f64; 2],
    keys: [u32; 2],
    after: [Match; 2],
}

impl Table<'_> {
    fn deal(&self) -> Deal {
        Seed::from_number(self.seed).deal(self.rules, self.number)
    }

    fn chances(&self, of: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(u64::from(self.number) * (LOTS + 1) + of);
        rng
    }

    fn pair(&self, game: &Match, opening: Opening, deal: &Deal) -> Anyhow<Pair> {
        let mut pair = Pair {
            gained: 0.0,
            won: [0.0; 2],
            keys: [0; 2],
            after: [game.clone(), game.clone()],
        };
        let Self { rules, aims, .. } = self;
        for (swap, game) in pair.after.iter_mut().enumerate() {
            let mut chances: Vec<ChaCha8Rng> = (0..4).map(|seat| self.chances(seat)).collect();
            let mut round = Round::new(**rules, *game.standing(), opening, deal);
            let mut views: Vec<View> = Seat::all(4).map(|seat| round.view(seat)).collect();
            let player = |team: Team| (team.index() + swap) & 1;
            while let Some(seat) = round.to_act() {
                let (view, rng) = (&views[seat.index()], &mut chances[seat.index()]);
                let mut bot = aims[player(rules.team(seat))];
                let action = bot.choose(view, rng);
                let step = round.play(action.ok_or("nothing was chosen")?)?;
                for view in &mut views {
                    view.observe(&step.deed.seen_by(view.seat()), &step.awards);
                }
            }
            let outcome = game.finish(&round).outcome;
            for team in Team::all(2) {
                let winner = outcome.winner.map(|seat| rules.team(seat));
                pair.won[player(team)] += match winner {
                    Some(winner) if winner == team => 1.0,
                    Some(_) => 0.0,
                    None => 0.5,
                };
                let key =
                    |award: &&capicu::Award| award.team == team && award.why == Reason::KeyTile;
                pair.keys[player(team)] += outcome.awards.iter().filter(key).count() as u32;
                if player(team) == 0 {
                    pair.gained += Equity::of(rules).chance_in(game, team) - 0.5;
                }
            }
        }
        Ok(pair)
    }
}

/// What came of the deals at one score, or of matches; where there are two numbers, for either player.
#[derive(Default)]
struct Sums {
    n: f64,
    pairs: f64,
    gained: f64,
    squared: f64,
    won: [f64; 2],
    keys: [u32; 2],
}

impl Sums {
    fn count(&mut self, pair: &Pair) {
        self.pairs += 1.0;
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

    fn print(&self, scores: &str, other: &str) {
        let mean = self.gained / self.n;
        let spread = ((self.squared / self.n - mean * mean) / self.n).sqrt();
        let [won, lost] = self.won.map(|won| 50.0 * won / self.pairs);
        println!(
            "{scores}, {} ({} pairs): {:+.3} +- {:.3} % of matches; for the match {won:.2} % of rounds, \
             {} key tiles; for the {other} {lost:.2} %, {}",
            self.n,
            self.pairs,
            100.0 * mean,
            196.0 * spread,
            self.keys[0],
            self.keys[1],
        );
    }
}
