//! One match between bots.

use capicu::fair::{ALGORITHM, Seed};
use capicu::{
    Action, Award, Ended, Event, Fact, RoundResult, Rules, Seat, Side, Table, TableView, View,
    Waiting,
};
use capicu_ai::Bot;
use capicu_arena::{End, Entrant, Fault, Play, Player, grace};
use capicu_i18n::BOT_NAMES;
use capicu_record::record::recorded;
use capicu_record::{Record, side};
use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use super::{Job, Keep};
use crate::data::{Block, Decision};
use crate::fault;
use crate::language::texts;
use crate::stop::Stop;

/// Rounds after which a match is left unfinished. Some bots never win some games of love, and an exact target can
/// become unreachable. The limit is higher for matches that are only counted.
const fn longest(keep: &Keep) -> usize {
    match keep {
        Keep::Nothing => 10_000,
        Keep::Facts | Keep::Decisions(_) => 1_000,
    }
}

pub struct Played {
    pub rounds: Vec<RoundPlayed>,
    pub winner: Option<Side>,
    seed: Seed,
    /// Facts, if records are to be written, and the number of facts at the end of each round.
    facts: Vec<Fact>,
    ends: Vec<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct RoundPlayed {
    pub tiles: u32,
    pub passes: u32,
    pub draws: u32,
    pub blocked: bool,
    pub pose: Option<Side>,
    pub pips_left: u32,
    pub side: Option<Side>,
    pub awards: Vec<Award>,
}

impl RoundPlayed {
    fn points(&self, rules: &Rules) -> Vec<u16> {
        let mut points = vec![0; usize::from(rules.n_sides())];
        for award in &self.awards {
            let points = &mut points[award.side.index()];
            *points = award.onto(*points);
        }
        points
    }
}

/// The programs of one thread, by seat; other seats have none.
pub struct Programs {
    seated: Vec<Option<Box<dyn Player>>>,
    stop: Stop,
}

impl Programs {
    pub fn of(job: &Job) -> Self {
        let seats = Seat::all(job.rules.n_seats()).zip(&job.bots);
        let sit = |(seat, entrant): (Seat, &Entrant)| {
            let program = entrant.is_program();
            program.then(|| entrant.sit(seat, Play::Matches, &job.table.game, &job.rules))
        };
        Self {
            seated: seats.map(sit).collect(),
            stop: job.stop.clone(),
        }
    }

    fn observe(&mut self, event: &Event) {
        for (seat, program) in Seat::all(self.seated.len() as u8).zip(&mut self.seated) {
            if let Some(program) = program {
                program.observe(&event.visible_to(seat));
            }
        }
    }

    fn round_over(&mut self, last: &RoundResult, rules: &Rules) {
        let side = last.outcome.side(rules);
        for program in self.seated.iter_mut().flatten() {
            program.round_over(last, side);
        }
    }

    /// Sends the programs the end of the match, finished or not.
    fn over(&mut self, table: &Table, scores: Vec<u16>, fault: Option<(Seat, Fault)>) {
        let result = table.game().result().copied();
        let end = End {
            side: result
                .filter(|_| fault.is_none())
                .map(|result| result.winner),
            scores,
            result,
            fault,
        };
        for program in self.seated.iter_mut().flatten() {
            program.over(&end);
        }
    }
}

impl Drop for Programs {
    fn drop(&mut self) {
        // All have the same time to exit.
        let grace = grace(self.stop.is_raised());
        for program in self.seated.iter_mut().flatten() {
            program.leave(grace);
        }
    }
}

/// Plays a match, or its first rounds, and adds each decision to a block; `None` if the user interrupts. Fails if a
/// program does not play.
pub fn play(
    job: &Job,
    programs: &mut Programs,
    number: u64,
    room: u64,
    mut block: Option<&mut Block>,
) -> Result<Option<Played>, String> {
    let Chance {
        seed,
        mut choices,
        mut judging,
        begins,
    } = Chance::of(job, number);
    let rules = job.rules;
    let wrong = |seat: Seat, fault: Fault| {
        let (letter, name) = (side::letter(seat), job.bots[seat.index()].name());
        let why = fault::told(&fault, texts());
        texts().simulate_fault(number + 1, &letter.to_string(), name, &why)
    };
    let stop = || job.stop.is_raised();
    let seats = Seat::all(rules.n_seats()).zip(&job.bots);
    for (((seat, bot), program), begin) in seats.zip(&mut programs.seated).zip(begins) {
        let Some(program) = program else {
            continue;
        };
        match program.begin(begin, &stop) {
            _ if stop() => return Ok(None),
            Ok(()) => bot.note_called(program.as_ref()),
            Err(fault) => return Err(wrong(seat, fault)),
        }
    }
    let mut bots: Vec<Option<Box<dyn Bot>>> = job.bots.iter().map(Entrant::bot).collect();
    let mut views: Vec<TableView> = Seat::all(rules.n_seats())
        .map(|seat| TableView::new(rules, seat))
        .collect();
    let mut table = Table::new(rules);
    let mut played = Played {
        rounds: Vec::new(),
        winner: None,
        seed: seed.clone(),
        facts: Vec::new(),
        ends: Vec::new(),
    };
    let mut round = RoundPlayed::default();
    // Whether a round has ended that the programs do not know of.
    let mut ended = false;
    let longest = longest(&job.keep);
    let most = usize::try_from(room).unwrap_or(longest).min(longest);
    while played.rounds.len() < most {
        // Bots always call their scores.
        let fact = match (table.due_call(), table.waiting()) {
            (Some((seat, call)), _) => Fact::Called { seat, call },
            (None, Waiting::Nothing) => break,
            (None, Waiting::TurnUp) => {
                Fact::TurnedUp(seed.turn_up(table.game(), table.n_turned_up()))
            }
            (None, Waiting::Deal) => {
                Fact::Dealt(Box::new(seed.deal(table.game().rules(), table.n_deals())))
            }
            (None, Waiting::Act(seat)) => {
                if job.stop.is_raised() {
                    return Ok(None);
                }
                let Some(view) = views[seat.index()].round() else {
                    return Ok(None);
                };
                let chosen = match (&mut bots[seat.index()], &mut programs.seated[seat.index()]) {
                    (Some(bot), _) => bot.choose(view, &mut choices).ok_or(Fault::Idle),
                    (None, Some(program)) => answer(program.as_mut(), view, &stop),
                    (None, None) => Err(Fault::Idle),
                };
                let action = match chosen {
                    Ok(action) => action,
                    Err(_) if stop() => return Ok(None),
                    Err(fault) => {
                        let scores = views[0].scores().as_slice().to_vec();
                        programs.over(&table, scores, Some((seat, fault.clone())));
                        return Err(wrong(seat, fault));
                    }
                };
                if let (Keep::Decisions(judge), Some(block)) = (&job.keep, &mut block) {
                    let choice = view.distinct_actions().len() > 1;
                    let judged = judge.filter(|_| choice);
                    block.decide(&Decision {
                        game: number,
                        round: played.rounds.len(),
                        view,
                        bot: job.bots[seat.index()].name(),
                        action,
                        judged: judged.map(|judge| judge.judge(view, &mut judging)),
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
                view.observe(&event.visible_to(view.viewer()));
            }
            programs.observe(event);
            if note(&mut round, event, &job.rules) {
                if let Some(block) = &mut block {
                    block.round_over(round.side, &round.points(&rules));
                }
                played.rounds.push(std::mem::take(&mut round));
                played.ends.push(played.facts.len());
                ended = true;
            }
        }
        if ended && table.due_call().is_none() {
            ended = false;
            if let Some(last) = views[0].last() {
                programs.round_over(last, &rules);
            }
        }
    }
    programs.over(&table, views[0].scores().as_slice().to_vec(), None);
    played.winner = table.game().result().map(|result| result.winner);
    if let Some(block) = block {
        let over = block.match_over(played.winner);
        over.map_err(|error| error.to_string())?;
    }
    Ok(Some(played))
}

/// Asks a program for an action and checks that it is legal.
fn answer(program: &mut dyn Player, view: &View, stop: &dyn Fn() -> bool) -> Result<Action, Fault> {
    let action = program.act(view, stop)?;
    match view.check(action) {
        Ok(()) => Ok(action),
        Err(why) => Err(Fault::Illegal { action, why }),
    }
}

/// Randomness of a match: separate streams, so that none depends on the others.
struct Chance {
    seed: Seed,
    /// Choices of the bots.
    choices: ChaCha20Rng,
    /// Choices of the judge.
    judging: ChaCha20Rng,
    /// Random seeds of the programs, by seat.
    begins: Vec<[u8; 32]>,
}

impl Chance {
    fn of(job: &Job, number: u64) -> Self {
        let mut rng = ChaCha20Rng::from_seed(*Seed::from_number(job.seed).bytes());
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
            begins: job.bots.iter().map(|_| bytes()).collect(),
        }
    }
}

/// Applies an event to a round; returns whether the round is over.
fn note(round: &mut RoundPlayed, event: &Event, rules: &Rules) -> bool {
    match event {
        Event::Done(step) => {
            match step.mv.action {
                Action::Lead(_) | Action::Play { .. } => {
                    round.pose.get_or_insert(rules.side(step.mv.seat));
                    round.tiles += 1;
                }
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
            let left = result.outcome.hands.iter().copied().flatten();
            round.pips_left = left.map(|tile| u32::from(tile.spots())).sum();
            return true;
        }
        Event::TurnedUp { .. }
        | Event::Redealt(_)
        | Event::Dealt { .. }
        | Event::Ruled(_)
        | Event::Unsettled { .. }
        | Event::Withdrew(_) => {}
    }
    false
}

impl Played {
    pub fn cut(&mut self, rounds: u64) {
        let rounds = usize::try_from(rounds).unwrap_or(usize::MAX);
        if rounds < self.rounds.len() {
            self.rounds.truncate(rounds);
            self.ends.truncate(rounds);
            self.facts.truncate(self.ends.last().copied().unwrap_or(0));
            self.winner = None;
        }
    }

    pub fn record(&self, game: &str, job: &Job) -> Result<Record, String> {
        let mut record = recorded(job.rules, &self.facts).map_err(|error| error.to_string())?;
        record.game = game.parse().ok();
        for (seat, kind) in Seat::all(job.rules.n_seats()).zip(&job.bots) {
            let name = format!("{} ({})", BOT_NAMES[seat.index()], kind.shown());
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
