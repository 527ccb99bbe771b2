//! One match between bots.

use std::sync::atomic::Ordering;

use capicu::fair::{ALGORITHM, Seed};
use capicu::{Action, Award, Ended, Event, Fact, Seat, Table, TableView, Team, Waiting};
use capicu_i18n::BOT_NAMES;
use capicu_record::Record;
use capicu_record::record::recorded;
use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use super::{Job, Keep};
use crate::data::Decision;

/// A match that goes on for longer is left unfinished: some bots never win some games of love.
const LONGEST: usize = 100_000;

/// A match as the statistics need it.
pub struct Played {
    /// The rounds, in order.
    pub rounds: Vec<RoundPlayed>,
    /// Who won the match.
    pub winner: Option<Team>,
    /// Every decision, if they are to be written.
    pub decisions: Vec<Decision>,
    seed: Seed,
    /// What happened, if records are to be written, and after which fact each round was over.
    facts: Vec<Fact>,
    ends: Vec<usize>,
}

/// A round as the statistics need it.
#[derive(Clone, Debug, Default)]
pub struct RoundPlayed {
    /// Tiles that were laid.
    pub tiles: u32,
    /// Passes.
    pub passes: u32,
    /// Tiles that were drawn.
    pub draws: u32,
    /// Whether it was blocked.
    pub blocked: bool,
    /// The side that won it.
    pub side: Option<Team>,
    /// What was written down for it.
    pub awards: Vec<Award>,
}

/// Plays the match of this number; `None` if the user wants no more.
pub fn play(job: &Job, number: u64) -> Option<Played> {
    if job.stop.load(Ordering::Relaxed) {
        return None;
    }
    let Chance {
        seed,
        mut choices,
        mut judging,
    } = Chance::of(job.seed, number);
    let rules = job.rules;
    let mut bots: Vec<_> = job.bots.iter().map(|kind| kind.bot()).collect();
    let mut views: Vec<TableView> = Seat::all(rules.n_seats())
        .map(|seat| TableView::new(rules, seat))
        .collect();
    let mut table = Table::new(rules);
    let mut played = Played {
        rounds: Vec::new(),
        winner: None,
        decisions: Vec::new(),
        seed: seed.clone(),
        facts: Vec::new(),
        ends: Vec::new(),
    };
    let mut round = RoundPlayed::default();
    while played.rounds.len() < LONGEST {
        // Bots overlook no score.
        let fact = match (table.due_call(), table.waiting()) {
            (Some((seat, call)), _) => Fact::Called { seat, call },
            (None, Waiting::Nothing) => break,
            (None, Waiting::TurnUp) => {
                Fact::TurnedUp(seed.turn_up(table.game(), table.n_turned_up()))
            }
            (None, Waiting::Deal) => Fact::Dealt(Box::new(seed.deal(&rules, table.n_deals()))),
            (None, Waiting::Act(seat)) => {
                let view = views[seat.index()].round()?;
                let action = bots[seat.index()].choose(view, &mut choices)?;
                if let Keep::Decisions(judge) = job.keep {
                    let choice = view.distinct_actions().len() > 1;
                    let judged = judge.filter(|_| choice);
                    played.decisions.push(Decision {
                        view: view.clone(),
                        bot: job.bots[seat.index()],
                        action,
                        judged: judged.map(|judge| judge.judge(view, &mut judging)),
                        round: played.rounds.len(),
                    });
                }
                Fact::Acted(action)
            }
        };
        let events = table
            .apply(&fact)
            .expect("bots choose among the legal actions");
        if matches!(job.keep, Keep::Facts) {
            played.facts.push(fact);
        }
        for event in &events {
            for view in &mut views {
                view.observe(&event.seen_by(view.viewer()));
            }
            if note(&mut round, event, &job.rules) {
                played.rounds.push(std::mem::take(&mut round));
                played.ends.push(played.facts.len());
            }
        }
    }
    played.winner = table.game().result().map(|result| result.winner);
    Some(played)
}

/// What chance there is in a match: a stream of its own for each, whatever the others do.
struct Chance {
    /// The deals.
    seed: Seed,
    /// What the bots leave to it.
    choices: ChaCha20Rng,
    /// What whoever judges their decisions does.
    judging: ChaCha20Rng,
}

impl Chance {
    fn of(seed: u64, number: u64) -> Self {
        let mut rng = ChaCha20Rng::from_seed(*Seed::from_number(seed).bytes());
        rng.set_stream(number);
        let mut bytes = || {
            let mut bytes = [0; 32];
            rng.fill_bytes(&mut bytes);
            bytes
        };
        Self {
            seed: Seed::new(bytes()),
            choices: ChaCha20Rng::from_seed(bytes()),
            judging: ChaCha20Rng::from_seed(bytes()),
        }
    }
}

/// Adds an event to a round; whether the round is over.
fn note(round: &mut RoundPlayed, event: &Event, rules: &capicu::Rules) -> bool {
    match event {
        Event::Done(step) => {
            match step.deed.action {
                Action::Lead(_) | Action::Play { .. } => round.tiles += 1,
                Action::Pass => round.passes += 1,
                Action::Draw => round.draws += 1,
                Action::HandOver => {}
            }
            round.awards.extend(step.awards.iter().copied());
        }
        Event::Called { awards, .. } => round.awards.extend(awards.iter().copied()),
        Event::RoundOver(result) => {
            round.awards.extend(result.written.iter().copied());
            round.blocked = matches!(result.outcome.ended, Ended::Blocked(_));
            round.side = result.outcome.side(rules);
            return true;
        }
        Event::TurnedUp { .. }
        | Event::Redealt(_)
        | Event::Dealt { .. }
        | Event::Ruled(_)
        | Event::Unsettled { .. } => {}
    }
    false
}

impl Played {
    /// Leaves no more than so many rounds.
    pub fn cut(&mut self, rounds: u64) {
        let rounds = usize::try_from(rounds).unwrap_or(usize::MAX);
        if rounds < self.rounds.len() {
            self.rounds.truncate(rounds);
            self.ends.truncate(rounds);
            self.facts.truncate(self.ends.last().copied().unwrap_or(0));
            self.winner = None;
        }
    }

    /// The match as a record.
    pub fn record(&self, game: &str, job: &Job) -> Result<Record, String> {
        let mut record = recorded(job.rules, &self.facts).map_err(|error| error.to_string())?;
        record.game = game.parse().ok();
        for (seat, kind) in Seat::all(job.rules.n_seats()).zip(&job.bots) {
            let name = format!("{} ({kind})", BOT_NAMES[seat.index()]);
            if let Ok(name) = name.parse() {
                record.names.insert(seat, name);
            }
        }
        record.add_tag("deal-algorithm", ALGORITHM);
        record.add_tag("commitment", &self.seed.commitment().to_string());
        record.add_tag("seed", &self.seed.to_string());
        Ok(record)
    }
}
