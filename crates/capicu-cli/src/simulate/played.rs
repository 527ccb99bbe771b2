//! One match between bots.

use capicu::fair::{ALGORITHM, Seed};
use capicu::{
    Action, Award, Ended, Event, Fact, RoundResult, Rules, Seat, Table, TableView, Team, View,
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

/// A match of more rounds is left unfinished: some bots never win some games of love, and an exact
/// target can become impossible to meet. Less is kept of matches that are only counted.
const fn longest(keep: &Keep) -> usize {
    match keep {
        Keep::Nothing => 10_000,
        Keep::Facts | Keep::Decisions(_) => 1_000,
    }
}

/// A match as the statistics need it.
pub struct Played {
    /// The rounds, in order.
    pub rounds: Vec<RoundPlayed>,
    /// Who won the match.
    pub winner: Option<Team>,
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
    /// The side that laid the first tile.
    pub pose: Option<Team>,
    /// Pips of the tiles that were left in the hands.
    pub pips_left: u32,
    /// The side that won it.
    pub side: Option<Team>,
    /// What was written down for it.
    pub awards: Vec<Award>,
}

impl RoundPlayed {
    /// What was written down for it, by side.
    fn points(&self, rules: &Rules) -> Vec<u16> {
        let mut points = vec![0; usize::from(rules.n_teams())];
        for award in &self.awards {
            points[award.team.index()] += award.points;
        }
        points
    }
}

/// The programs of one thread, by seat; the other seats have none.
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
                program.observe(&event.seen_by(seat));
            }
        }
    }

    /// Tells of the round that ended.
    fn round_over(&mut self, last: &RoundResult, rules: &Rules) {
        let side = last.outcome.side(rules);
        for program in self.seated.iter_mut().flatten() {
            program.round_over(last, side);
        }
    }

    /// Tells of the end of the match, or of as much of it as is played.
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
        // All of them have their time to go at once.
        let grace = grace(self.stop.is_raised());
        for program in self.seated.iter_mut().flatten() {
            program.leave(grace);
        }
    }
}

/// Plays the match of this number, or the first rounds of it, and adds every decision to a block; `None` if the user
/// wants no more.
///
/// # Errors
///
/// If a program does not play.
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
    // Whether a round has ended that the programs have not been told of.
    let mut ended = false;
    let longest = longest(&job.keep);
    let most = usize::try_from(room).unwrap_or(longest).min(longest);
    while played.rounds.len() < most {
        // Bots overlook no score.
        let fact = match (table.due_call(), table.waiting()) {
            (Some((seat, call)), _) => Fact::Called { seat, call },
            (None, Waiting::Nothing) => break,
            (None, Waiting::TurnUp) => {
                Fact::TurnedUp(seed.turn_up(table.game(), table.n_turned_up()))
            }
            (None, Waiting::Deal) => Fact::Dealt(Box::new(seed.deal(&rules, table.n_deals()))),
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
                view.observe(&event.seen_by(view.viewer()));
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

/// What a program does, if the rules allow it.
fn answer(program: &mut dyn Player, view: &View, stop: &dyn Fn() -> bool) -> Result<Action, Fault> {
    let action = program.act(view, stop)?;
    match view.check(action) {
        Ok(()) => Ok(action),
        Err(why) => Err(Fault::Illegal { action, why }),
    }
}

/// What chance there is in a match: a stream of its own for each, whatever the others do.
struct Chance {
    /// The deals.
    seed: Seed,
    /// What the bots leave to it.
    choices: ChaCha20Rng,
    /// What whoever judges their decisions does.
    judging: ChaCha20Rng,
    /// What the programs leave to it, by seat.
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

/// Adds an event to a round; whether the round is over.
fn note(round: &mut RoundPlayed, event: &Event, rules: &Rules) -> bool {
    match event {
        Event::Done(step) => {
            match step.deed.action {
                Action::Lead(_) | Action::Play { .. } => {
                    round.pose.get_or_insert(rules.team(step.deed.seat));
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
