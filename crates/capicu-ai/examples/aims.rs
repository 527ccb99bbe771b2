//! What it brings to play a round for the match and not for itself, at scores of a match:
//!
//! `cargo run --release -p capicu-ai --example aims -- jamaican-partner 500 700 6 round 3-0,0-3`
//!
//! The arguments are the game, the nodes a decision, how many deals, the seed, what the other player is
//! after (`round` or `win`) and the scores, first those of the side that opens. Every deal is played
//! twice, the players changing places, and a seat leaves the same to chance both times. What is gained
//! is the chance of winning the match by the tables of [`Equity`], the sum of both rounds.

use std::process::ExitCode;

use capicu::fair::Seed;
use capicu::rules::Pose;
use capicu::{
    ByTeam, Deal, Duty, Game, Match, Opening, Reason, Round, Rules, Seat, Standing, Team, View,
};
use capicu_ai::{Aim, Belief, Bot, Budget, Equity, Reader};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

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
    for text in word(5)?.split(',') {
        let (ours, theirs) = text.split_once('-').ok_or("a score is such as 3-0")?;
        let scores = [ours.parse()?, theirs.parse()?];
        let mut sums = Sums::default();
        for number in 0..deals {
            let deal = Seed::from_number(seed).deal(&rules, number);
            let chances = || {
                let seat = |seat| {
                    let mut rng = ChaCha8Rng::seed_from_u64(seed);
                    rng.set_stream(u64::from(number) * 4 + seat);
                    rng
                };
                (0..4).map(seat).collect()
            };
            sums.add(&rules, scores, &deal, aims, chances)?;
        }
        sums.print(text, &word(4)?[..]);
    }
    Ok(())
}

/// What came of the deals at one score; where there are two numbers, for either player.
#[derive(Default)]
struct Sums {
    pairs: f64,
    gained: f64,
    squared: f64,
    won: [f64; 2],
    keys: [u32; 2],
}

impl Sums {
    fn add(
        &mut self,
        rules: &Rules,
        scores: [u16; 2],
        deal: &Deal,
        mut aims: [Reader; 2],
        chances: impl Fn() -> Vec<ChaCha8Rng>,
    ) -> Anyhow<()> {
        let standing = Standing {
            scores: ByTeam::from_slice(&scores).ok_or("two scores are needed")?,
            round: 1,
            decided: 1,
            ..Standing::new(rules)
        };
        let opening = Opening {
            seat: Seat::default(),
            duty: Duty::Any,
            may_hand_over: rules.pose == Pose::Huddle,
        };
        let mut gained = 0.0;
        for swap in 0..2 {
            let mut chances = chances();
            let mut round = Round::new(*rules, standing, opening, deal);
            let mut views: Vec<View> = Seat::all(4).map(|seat| round.view(seat)).collect();
            let player = |team: Team| (team.index() + swap) & 1;
            while let Some(seat) = round.to_act() {
                let (view, rng) = (&views[seat.index()], &mut chances[seat.index()]);
                let action = aims[player(rules.team(seat))].choose(view, rng);
                let step = round.play(action.ok_or("nothing was chosen")?)?;
                for view in &mut views {
                    view.observe(&step.deed.seen_by(view.seat()), &step.awards);
                }
            }
            let mut game = Match::new(*rules).at(standing);
            let outcome = game.finish(&round).outcome;
            for team in Team::all(2) {
                let winner = outcome.winner.map(|seat| rules.team(seat));
                self.won[player(team)] += match winner {
                    Some(winner) if winner == team => 1.0,
                    Some(_) => 0.0,
                    None => 0.5,
                };
                let key =
                    |award: &&capicu::Award| award.team == team && award.why == Reason::KeyTile;
                self.keys[player(team)] += outcome.awards.iter().filter(key).count() as u32;
                if player(team) == 0 {
                    gained += Equity::of(rules).chance_in(&game, team) - 0.5;
                }
            }
        }
        self.pairs += 1.0;
        self.gained += gained;
        self.squared += gained * gained;
        Ok(())
    }

    fn print(&self, scores: &str, other: &str) {
        let mean = self.gained / self.pairs;
        let spread = ((self.squared / self.pairs - mean * mean) / self.pairs).sqrt();
        let [won, lost] = self.won.map(|won| 50.0 * won / self.pairs);
        println!(
            "{scores}, {} pairs: {:+.2} +- {:.2} % of matches; for the match {won:.2} % of rounds, \
             {} key tiles; for the {other} {lost:.2} %, {}",
            self.pairs,
            100.0 * mean,
            196.0 * spread,
            self.keys[0],
            self.keys[1],
        );
    }
}
