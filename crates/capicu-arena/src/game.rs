//! One game between two players: a round or a match.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use capicu::fair::Seed;
use capicu::{Action, Event, Fact, FactError, RoundResult, Rules, Seat, Table, TableView, Waiting};
use capicu_protocol::bot;

use crate::duel::margin;
use crate::player::{End, Fault, Player};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Single rounds, opened like the first round of a match.
    Rounds,
    Matches,
}

impl From<Play> for bot::Play {
    fn from(play: Play) -> Self {
        match play {
            Play::Rounds => Self::Rounds,
            Play::Matches => Self::Matches,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    A,
    B,
}

impl Who {
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// `None` after a tie.
    pub winner: Option<Who>,
    /// The first player's lead in points, per seat, in a single round that was played to its end.
    pub margin: Option<f64>,
    pub rounds: Vec<Vec<Action>>,
    /// The player that lost by a fault, and that fault.
    pub fault: Option<(Who, Fault)>,
    /// For each player, the thinking times of decisions with a choice, in milliseconds.
    pub ms: [Vec<f32>; 2],
}

/// A match still undecided after this number of deals is a tie.
const MANY_DEALS: u32 = 20_000;

/// Plays a game; `None` if stopped before the end. `by` and `players` are in the order of the seats.
pub(crate) fn play(
    rules: &Rules,
    play: Play,
    seed: &Seed,
    by: &[Who],
    players: &mut [Box<dyn Player>],
    chances: &[[u8; 32]],
    stop: &dyn Fn() -> bool,
) -> Option<Played> {
    let views = Seat::all(rules.n_seats()).map(|seat| TableView::new(*rules, seat));
    let mut game = Game {
        table: Table::new(*rules),
        views: views.collect(),
        by,
        players,
        last: None,
        played: Played {
            winner: None,
            margin: None,
            rounds: Vec::new(),
            fault: None,
            ms: [Vec::new(), Vec::new()],
        },
    };
    let fault = match game.run(play, seed, chances, stop) {
        Ok(()) => None,
        Err(Halt::Stopped) => return None,
        Err(Halt::Fault(seat, fault)) => Some((seat, fault)),
    };
    Some(game.settle(play, fault))
}

enum Halt {
    Stopped,
    Fault(Seat, Fault),
}

struct Game<'a> {
    table: Table,
    views: Vec<TableView>,
    by: &'a [Who],
    players: &'a mut [Box<dyn Player>],
    last: Option<RoundResult>,
    played: Played,
}

impl Game<'_> {
    fn run(
        &mut self,
        play: Play,
        seed: &Seed,
        chances: &[[u8; 32]],
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Halt> {
        let rules = *self.table.game().rules();
        let seats = Seat::all(rules.n_seats());
        // After a stop, errors are nobody's fault.
        let halt = |seat, fault| match stop() {
            true => Halt::Stopped,
            false => Halt::Fault(seat, fault),
        };
        for ((player, chance), seat) in self.players.iter_mut().zip(chances).zip(seats) {
            let begun = player.begin(*chance, stop);
            begun.map_err(|fault| halt(seat, fault))?;
        }
        loop {
            let fact = match self.table.waiting() {
                Waiting::Nothing => break,
                Waiting::Deal if self.last.is_some() && play == Play::Rounds => break,
                Waiting::Deal if self.table.n_deals() >= MANY_DEALS => break,
                Waiting::TurnUp => {
                    let (game, turned_up) = (self.table.game(), self.table.n_turned_up());
                    Fact::TurnedUp(seed.turn_up(game, turned_up))
                }
                Waiting::Deal => {
                    self.played.rounds.push(Vec::new());
                    Fact::Dealt(Box::new(
                        seed.deal(self.table.game().rules(), self.table.n_deals()),
                    ))
                }
                Waiting::Act(_) if stop() => return Err(Halt::Stopped),
                Waiting::Act(seat) => {
                    let action = self.ask(seat, stop);
                    Fact::Acted(action.map_err(|fault| halt(seat, fault))?)
                }
            };
            let Ok(events) = self.table.apply(&fact) else {
                break;
            };
            if matches!(events[..], [Event::Redealt(_)]) {
                self.played.rounds.pop();
            }
            let mut over = self.tell(&events);
            // Declare every due score for the players.
            if let Some((seat, call)) = self.table.due_call()
                && let Ok(events) = self.table.apply(&Fact::Called { seat, call })
            {
                over |= self.tell(&events);
            }
            if over {
                self.round_over();
            }
        }
        Ok(())
    }

    fn ask(&mut self, seat: Seat, stop: &dyn Fn() -> bool) -> Result<Action, Fault> {
        let view = self.views[seat.index()].round().ok_or(Fault::Idle)?;
        let begin = Instant::now();
        let action = self.players[seat.index()].act(view, stop)?;
        let took = begin.elapsed();
        if let Err(FactError::Illegal(why)) = self.table.check(&Fact::Acted(action)) {
            return Err(Fault::Illegal { action, why });
        }
        if view.distinct_actions().len() > 1 {
            let who = self.by[seat.index()];
            self.played.ms[who as usize].push(took.as_secs_f32() * 1e3);
        }
        if let Some(round) = self.played.rounds.last_mut() {
            round.push(action);
        }
        Ok(action)
    }

    /// Shows all players the events as each may see them. Returns whether a round ended.
    fn tell(&mut self, events: &[Event]) -> bool {
        for event in events {
            for (view, player) in self.views.iter_mut().zip(self.players.iter_mut()) {
                let seen = event.visible_to(view.viewer());
                view.observe(&seen);
                player.observe(&seen);
            }
        }
        let over = |event: &Event| matches!(event, Event::RoundOver(_));
        events.iter().any(over)
    }

    /// Shows all players the result of the round, which is public.
    fn round_over(&mut self) {
        self.last = self.views.first().and_then(TableView::last).cloned();
        if let Some(last) = &self.last {
            let side = last.outcome.side(self.table.game().rules());
            for player in self.players.iter_mut() {
                player.round_over(last, side);
            }
        }
    }

    fn settle(mut self, play: Play, fault: Option<(Seat, Fault)>) -> Played {
        let rules = self.table.game().rules();
        let result = self.table.game().result().copied();
        let by_rules = match (play, &self.last) {
            (Play::Matches, _) => result.map(|result| result.winner),
            (Play::Rounds, Some(last)) => last.outcome.side(rules),
            (Play::Rounds, None) => None,
        };
        let side = by_rules.filter(|_| fault.is_none());
        let player = |seat: Seat| self.by[seat.index()];
        self.played.winner = match &fault {
            Some((seat, _)) => Some(player(*seat).other()),
            None => side.map(|side| player(rules.members(side).next().unwrap_or_default())),
        };
        self.played.fault = fault.clone().map(|(seat, fault)| (player(seat), fault));
        if let (Play::Rounds, Some(last), Some(round)) = (play, &self.last, self.table.round()) {
            let player = |seat: Seat| self.by[seat.index()] as usize;
            self.played.margin = Some(margin(round.board(), &last.outcome.awards, player));
        }
        let end = End {
            side,
            scores: self.views[0].scores().as_slice().to_vec(),
            result,
            fault,
        };
        for player in self.players.iter_mut() {
            player.over(&end);
        }
        self.played
    }
}

pub(crate) fn any(flags: &[&AtomicBool]) -> bool {
    flags.iter().any(|flag| flag.load(Ordering::Relaxed))
}
