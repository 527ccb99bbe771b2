//! In a tiny game, all deals and continuations can be enumerated, so the loss of a choice has an exact value. The
//! analysis must agree within its error, and must rarely call moves of a strong player mistakes.

use std::sync::Arc;

use crate::common::{analyzed, facts, played, record, rules};
use capicu::{Action, BySeat, Deal, Match, Move, Round, Rules, Seat, Tile, TileSet, View};
use capicu_ai::{Belief, Bot, Budget, Counter, Equity, Memory, Model, Random, Reader};
use capicu_analysis::Class;
use capicu_truth::double_three;

/// Exact values if all players follow the model. Deals are weighted by how likely the model makes the moves so far.
struct Truth {
    rules: Rules,
    equity: Arc<Equity>,
    model: Model,
    seat: Seat,
}

struct Possible {
    round: Round,
    memory: Memory,
    likely: f64,
}

impl Truth {
    /// The chance of the match for the seat after each of these actions.
    fn worths(&mut self, view: &View, actions: &[Action]) -> Vec<f64> {
        let deals = self.deals(view);
        let all: f64 = deals.iter().map(|deal| deal.likely).sum();
        let worth = |action: &Action| {
            let of = |deal: &Possible| deal.likely * self.after(&deal.round, &deal.memory, *action);
            deals.iter().map(of).sum::<f64>() / all
        };
        actions.iter().map(worth).collect()
    }

    fn deals(&mut self, view: &View) -> Vec<Possible> {
        let moves = view.moves();
        let laid = |by: Seat| {
            let tiles = moves.iter().filter_map(|mv| match mv.action {
                Action::Lead(tile) | Action::Play { tile, .. } if mv.seat == by => Some(tile),
                _ => None,
            });
            tiles.collect::<TileSet>()
        };
        let other = Seat::new(1 - self.seat.index() as u8).expect("a seat of two");
        let own = view.hand() | laid(self.seat);
        let rest: Vec<Tile> = (self.rules.tiles() - own).into_iter().collect();
        let mut deals = Vec::new();
        for bits in 0..1u32 << rest.len() {
            if bits.count_ones() != u32::from(self.rules.hand.get()) {
                continue;
            }
            let chosen = rest.iter().enumerate();
            let theirs: TileSet = chosen
                .filter(|(at, _)| bits >> at & 1 == 1)
                .map(|(_, tile)| *tile)
                .collect();
            let hands = BySeat::from_fn(2, |seat| if seat == other { theirs } else { own });
            let boneyard = (self.rules.tiles() - own - theirs).into_iter().collect();
            let deal = Deal::new(&self.rules, hands, boneyard, 0).expect("a deal");
            deals.extend(self.replayed(&deal, moves));
        }
        deals
    }

    /// The round after these moves, and the probability of the other seat's moves; `None` if they are impossible.
    fn replayed(&mut self, deal: &Deal, moves: &[Move]) -> Option<Possible> {
        let mut round = Match::new(self.rules).open(deal).ok()?;
        let mut memory = Memory::new(2);
        let mut by_habit = [1.0; 2];
        for mv in moves {
            let odds = self.model.odds(&round, &memory);
            let actions = round.distinct_actions();
            let at = actions.iter().position(|action| *action == mv.action)?;
            if mv.seat != self.seat && actions.len() > 1 {
                for (likely, odds) in by_habit.iter_mut().zip(odds[at]) {
                    *likely *= f64::from(odds);
                }
            }
            memory.note(round.board(), mv);
            round.play(mv.action).ok()?;
        }
        Some(Possible {
            round,
            memory,
            likely: mean(by_habit),
        })
    }

    /// The chance after an action, averaged over the future habits of both seats.
    fn after(&mut self, round: &Round, memory: &Memory, action: Action) -> f64 {
        let with = |of: usize, other: usize| {
            let habits = BySeat::from_fn(2, |seat| if seat == self.seat { of } else { other });
            self.played(round, memory, action, &habits)
        };
        mean([0, 1].map(|of| mean([0, 1].map(|other| with(of, other)))))
    }

    fn played(
        &self,
        round: &Round,
        memory: &Memory,
        action: Action,
        habits: &BySeat<usize>,
    ) -> f64 {
        let (mut round, mut memory) = (round.clone(), memory.clone());
        let seat = round.to_act().expect("it goes on");
        let mv = Move {
            seat,
            action,
            drawn: None,
            shown: false,
        };
        memory.note(round.board(), &mv);
        round.play(action).expect("it is legal");
        let Some(seat) = round.to_act() else {
            let mut game = Match::new(self.rules);
            let board = round.board();
            let outcome = round.outcome().expect("it is over");
            game.write_down(board.opener(), board.points(), outcome);
            return self.equity.chance_in(&game, self.rules.side(self.seat));
        };
        let actions = round.distinct_actions();
        let odds = match actions.len() {
            1 => vec![[1.0; 2]],
            _ => Model::default().odds(&round, &memory),
        };
        let each = actions.iter().zip(odds);
        each.map(|(action, odds)| {
            f64::from(odds[habits[seat]]) * self.played(&round, &memory, *action, habits)
        })
        .sum()
    }
}

/// The mean over players with either habit.
fn mean(by_habit: [f64; 2]) -> f64 {
    let [first, second] = Model::SHARES.map(f64::from);
    first * by_habit[0] + second * by_habit[1]
}

/// For choices that are not clear at once, twice the error on each side contains the exact loss in at least 90 %.
#[test]
fn interval_contains_the_exact_loss_in_90_percent() {
    let rules = double_three();
    let equity = Equity::of(&rules);
    let (mut all, mut held, mut off, mut errors) = (0, 0, 0.0, 0.0);
    let matches = std::env::var("CAPICU_MATCHES").ok();
    let matches = matches.and_then(|n| n.parse().ok()).unwrap_or(60);
    for seed in 0..matches {
        let bot: &mut dyn Bot = match seed % 2 {
            0 => &mut Random,
            _ => &mut Counter,
        };
        let played = played(&record(rules, &facts(rules, 900 + seed, 1, bot)));
        let analysis = analyzed(&played, 2_000, 0);
        for (decision, judged) in analysis.decisions() {
            if judged.class == Class::Alike {
                continue;
            }
            let mut truth = Truth {
                rules,
                equity: equity.clone(),
                model: Model::default(),
                seat: decision.seat(),
            };
            let worths = truth.worths(&decision.view, &decision.actions);
            let mut others = worths.clone();
            let own = others.remove(decision.played);
            let best = others.into_iter().fold(f64::MIN, f64::max);
            let (loss, error) = (judged.loss.game as f64, judged.loss.error.game as f64);
            let distance = (loss - 1e6 * (best - own)).abs();
            all += 1;
            held += u32::from(distance <= 2.0 * error + 1.0);
            off += distance;
            errors += error;
        }
    }
    let n = f64::from(all);
    println!(
        "{held} of {all}; off by {:.0} millionths on average, the error being {:.0}",
        off / n,
        errors / n
    );
    assert!(all > 100, "{all}");
    assert!(held * 100 >= all * 90, "{held} of {all}");
}

/// A reader with as many nodes per choice as the analysis.
#[test]
fn strong_player_makes_few_mistakes() {
    let (mut choices, mut mistakes) = (0, 0);
    for (id, players) in [("jamaican-partner", 4), ("block", 2), ("all-fives", 2)] {
        let (mut here, mut wrong) = (0, 0);
        for seed in 0..8 {
            let mut reader = Reader::new(Budget::Nodes(40_000), Belief::Play);
            let facts = facts(rules(id, players), 300 + seed, 4, &mut reader);
            let played = played(&record(rules(id, players), &facts));
            for (_, judged) in analyzed(&played, 2_000, 0).decisions() {
                here += 1;
                wrong += u32::from(judged.class.is_mistake());
            }
        }
        println!("{id}: {wrong} of {here}");
        choices += here;
        mistakes += wrong;
    }
    assert!(choices > 500, "{choices}");
    assert!(100 * mistakes < choices, "{mistakes} of {choices}");
}
