//! One game between two players: a round or a match.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use capicu::fair::Seed;
use capicu::{
    Action, Event, Fact, FactError, RoundResult, Rules, Seat, Table, TableView, Team, Waiting,
};

use crate::duel::margin;
use crate::player::{Fault, Player};

/// What is played from every deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Single rounds, opened as the first of a match.
    Rounds,
    /// Whole matches.
    Matches,
}

/// One of the two players of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The first.
    A,
    /// The second.
    B,
}

impl Who {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Who won; `None` for a tie.
    pub winner: Option<Who>,
    /// Points the first player made more than the second, per seat, in a single round that was
    /// played to its end.
    pub margin: Option<f64>,
    /// What was done in each round.
    pub rounds: Vec<Vec<Action>>,
    /// The player that lost the game for another reason than the rules', and why.
    pub fault: Option<(Who, Fault)>,
    /// How long the first and the second player took for each decision that left a choice, in
    /// milliseconds.
    pub ms: [Vec<f32>; 2],
}

/// A match that goes on after this many deals is called a tie.
const MANY_DEALS: u32 = 20_000;

/// Plays a game; `None` if it was to stop before the end. `by` says who sits where and `players`
/// are in the order of the seats.
pub(crate) fn play(
    rules: &Rules,
    play: Play,
    seed: &Seed,
    by: &[Who],
    players: &mut [&mut Box<dyn Player>],
    chances: &[[u8; 32]],
    stop: &dyn Fn() -> bool,
) -> Option<Played> {
    let mut played = Played {
        winner: None,
        margin: None,
        rounds: Vec::new(),
        fault: None,
        ms: [Vec::new(), Vec::new()],
    };
    for ((player, chance), who) in players.iter_mut().zip(chances).zip(by) {
        if let Err(fault) = player.begin(*chance) {
            played.lost(*who, fault);
            return Some(played);
        }
    }
    let mut table = Table::new(*rules);
    let mut views: Vec<TableView> = Seat::all(rules.n_seats())
        .map(|seat| TableView::new(*rules, seat))
        .collect();
    let mut over: Option<Box<RoundResult>> = None;
    loop {
        let fact = match table.waiting() {
            Waiting::Nothing => break,
            Waiting::Deal if over.is_some() && play == Play::Rounds => break,
            Waiting::Deal if table.n_deals() >= MANY_DEALS => break,
            Waiting::TurnUp => Fact::TurnedUp(seed.turn_up(table.game(), table.n_turned_up())),
            Waiting::Deal => {
                played.rounds.push(Vec::new());
                Fact::Dealt(Box::new(seed.deal(rules, table.n_deals())))
            }
            Waiting::Act(seat) => {
                if stop() {
                    return None;
                }
                let who = by[seat.index()];
                match played.ask(&table, &views[seat.index()], players[seat.index()], who) {
                    Ok(action) => Fact::Acted(action),
                    Err(fault) => {
                        played.lost(who, fault);
                        return Some(played);
                    }
                }
            }
        };
        let Ok(events) = table.apply(&fact) else {
            break;
        };
        if matches!(events[..], [Event::Redealt(_)]) {
            played.rounds.pop();
        }
        tell(&events, &mut views, players, &mut over);
        // A score that has to be declared always is, whoever plays.
        if let Some((seat, call)) = table.due_call()
            && let Ok(events) = table.apply(&Fact::Called { seat, call })
        {
            tell(&events, &mut views, players, &mut over);
        }
    }
    let side = |team: Team| by[rules.members(team).next().map_or(0, Seat::index)];
    played.winner = match (play, &over) {
        (Play::Matches, _) => table.game().result().map(|result| side(result.winner)),
        (Play::Rounds, Some(result)) => result.outcome.side(rules).map(side),
        (Play::Rounds, None) => None,
    };
    if let (Play::Rounds, Some(result), Some(round)) = (play, &over, table.round()) {
        let player = |seat: Seat| by[seat.index()] as usize;
        played.margin = Some(margin(round.board(), &result.outcome.awards, player));
    }
    Some(played)
}

impl Played {
    fn lost(&mut self, who: Who, fault: Fault) {
        self.winner = Some(who.other());
        self.fault = Some((who, fault));
    }

    fn ask(
        &mut self,
        table: &Table,
        view: &TableView,
        player: &mut Box<dyn Player>,
        who: Who,
    ) -> Result<Action, Fault> {
        let view = view.round().ok_or(Fault::Idle)?;
        let begin = Instant::now();
        let action = player.act(view)?;
        let took = begin.elapsed();
        if let Err(FactError::Illegal(why)) = table.check(&Fact::Acted(action)) {
            return Err(Fault::Illegal { action, why });
        }
        if view.distinct_actions().len() > 1 {
            self.ms[who as usize].push(took.as_secs_f32() * 1e3);
        }
        if let Some(round) = self.rounds.last_mut() {
            round.push(action);
        }
        Ok(action)
    }
}

fn tell(
    events: &[Event],
    views: &mut [TableView],
    players: &mut [&mut Box<dyn Player>],
    over: &mut Option<Box<RoundResult>>,
) {
    for event in events {
        for (view, player) in views.iter_mut().zip(players.iter_mut()) {
            let seen = event.seen_by(view.viewer());
            view.observe(&seen);
            player.observe(&seen);
        }
        if let Event::RoundOver(result) = event {
            *over = Some(result.clone());
        }
    }
}

/// Whether one of these flags is up.
pub(crate) fn any(flags: &[&AtomicBool]) -> bool {
    flags.iter().any(|flag| flag.load(Ordering::Relaxed))
}
