//! A table in this page: the engine, and bots in the other seats.

use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::time::Duration;

use capicu::fair::{self, Seed};
use capicu::{Action, Fact, MAX_SEATS, Rules, Seat, Table, Turn, View, Waiting};
use capicu_ai::{Bot, BotKind, think_time};
use capicu_i18n::BOT_NAMES;
use capicu_protocol::{
    Actor, Clock, Event, Holder, MatchInfo, MatchOver, SeatInfo, Sheet, Snapshot, TableRules,
    TurnTime, Wish,
};
use chacha20::ChaCha20Rng;
use leptos::prelude::*;
use rand_core::SeedableRng;

use super::wire::random_bytes;
use crate::erase::later;
use crate::game::Pace;
use crate::room::{Command, Link, Room, Session, now};

/// Sits down at a table in this page.
pub fn practice(room: Room, rules: &TableRules, name: String) -> Option<Rc<dyn Session>> {
    let checked = rules.rules().ok()?;
    let rng = ChaCha20Rng::from_seed(random_bytes());
    let local = Rc::new_cyclic(|me| Local {
        me: me.clone(),
        room,
        state: RefCell::new(State::new(checked, rng)),
    });
    room.found(&local.snapshot(rules, name));
    room.link.set(Link::Connected);
    local.begin_match();
    Some(local)
}

/// Where the person sits.
const PERSON: Seat = match Seat::new(0) {
    Some(seat) => seat,
    None => unreachable!(),
};

struct Local {
    me: Weak<Self>,
    room: Room,
    state: RefCell<State>,
}

struct State {
    rules: Rules,
    table: Table,
    seed: Seed,
    rng: ChaCha20Rng,
    bots: Vec<Box<dyn Bot>>,
    number: u32,
    ready: Ready,
    /// Every step waited for has a number, so that one that came too late does nothing.
    step: u32,
    closed: bool,
}

/// Whether the next deal may come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ready {
    Yes,
    NotYet,
}

impl State {
    fn new(rules: Rules, rng: ChaCha20Rng) -> Self {
        Self {
            table: Table::new(rules),
            seed: Seed::new(random_bytes()),
            bots: (0..MAX_SEATS).map(|_| BotKind::Counter.bot()).collect(),
            number: 0,
            ready: Ready::Yes,
            step: 0,
            closed: false,
            rules,
            rng,
        }
    }

    /// The next thing that happens without the person, and after how many milliseconds.
    fn next(&mut self) -> Option<(u32, Fact)> {
        match self.table.waiting() {
            Waiting::TurnUp => {
                let tiles = self
                    .seed
                    .turn_up(self.table.game(), self.table.n_turned_up());
                Some((1200, Fact::TurnedUp(tiles)))
            }
            Waiting::Deal if self.ready == Ready::Yes => {
                let deal = self.seed.deal(&self.rules, self.table.n_deals());
                let wait = if self.table.n_deals() == 0 { 300 } else { 900 };
                Some((wait, Fact::Dealt(Box::new(deal))))
            }
            Waiting::Act(seat) if seat != PERSON => {
                let view = self.table.round()?.view(seat);
                let wait = think_time(view.board(), &mut self.rng);
                let action = self.bots[seat.index()].choose(&view, &mut self.rng)?;
                Some((wait, Fact::Acted(action)))
            }
            _ => None,
        }
    }
}

impl Local {
    fn snapshot(&self, rules: &TableRules, name: String) -> Snapshot {
        let n = self.state.borrow().rules.n_seats();
        let seats = Seat::all(n).map(|seat| {
            let person = seat == PERSON;
            SeatInfo {
                holder: if person { Holder::Person } else { Holder::Bot },
                name: Some(if person {
                    name.clone()
                } else {
                    BOT_NAMES[seat.index()].to_owned()
                }),
                connected: true,
            }
        });
        Snapshot {
            version: 0,
            seat: PERSON.into(),
            maker: PERSON.into(),
            rules: rules.clone(),
            seats: seats.collect(),
            game: MatchInfo {
                number: 0,
                commitment: String::new(),
                algorithm: fair::ALGORITHM.to_owned(),
                sheet: Sheet::default(),
                over: None,
            },
            turn_time: TurnTime::Off,
            clock: Clock {
                now: now() as u64,
                deadline: None,
            },
            events: Vec::new(),
        }
    }

    fn begin_match(&self) {
        let event = {
            let state = &mut *self.state.borrow_mut();
            state.number += 1;
            state.seed = Seed::new(random_bytes());
            state.table = Table::new(state.rules);
            state.ready = Ready::Yes;
            Event::MatchBegan {
                number: state.number,
                commitment: state.seed.commitment().to_string(),
                algorithm: fair::ALGORITHM.to_owned(),
            }
        };
        self.room.happened(&[event], Pace::Live);
        self.go_on();
    }

    /// Lets happen what happens by itself, after a natural time.
    fn go_on(&self) {
        let state = &mut *self.state.borrow_mut();
        if state.closed {
            return;
        }
        let Some((wait, fact)) = state.next() else {
            return;
        };
        state.step += 1;
        let (step, me) = (state.step, self.me.clone());
        later(
            move || {
                if let Some(me) = me.upgrade() {
                    let due = {
                        let state = me.state.borrow();
                        state.step == step && !state.closed
                    };
                    if due {
                        me.apply(&fact);
                    }
                }
            },
            Duration::from_millis(wait.into()),
        );
    }

    fn apply(&self, fact: &Fact) {
        let events = {
            let state = &mut *self.state.borrow_mut();
            let deal = state.table.n_deals();
            let by = match state.table.waiting() {
                Waiting::Act(PERSON) => Actor::Person,
                _ => Actor::Bot,
            };
            let Ok(events) = state.table.apply(fact) else {
                return;
            };
            if matches!(fact, Fact::Dealt(_)) && state.table.round().is_some() {
                state.ready = Ready::NotYet;
            }
            let mut told: Vec<Event> = events
                .iter()
                .map(|event| Event::from_seen(&event.seen_by(PERSON), deal, by))
                .collect();
            if state.table.waiting() == Waiting::Nothing {
                told.push(Event::MatchOver(MatchOver {
                    number: state.number,
                    seed: state.seed.to_string(),
                    deals: state.table.n_deals(),
                }));
            }
            told
        };
        self.room.happened(&events, Pace::Live);
        self.go_on();
    }

    /// A partner asked to pose does as it is told.
    fn wished(&self, wish: Wish) {
        let event = Event::Wished {
            seat: PERSON.into(),
            wish,
        };
        self.room.happened(&[event], Pace::Live);
        let asked = |view: &View| matches!(view.board().turn(), Turn::Open(o) if o.seat != PERSON && o.may_hand_over);
        let hands_over =
            wish == Wish::Mine && self.room.peek(|game| game.round().is_some_and(asked));
        if hands_over {
            self.apply(&Fact::Acted(Action::HandOver));
        }
    }
}

impl Session for Local {
    fn say(&self, command: Command) {
        match command {
            Command::Act(action) => {
                let mine = self.state.borrow().table.waiting() == Waiting::Act(PERSON);
                if mine {
                    self.apply(&Fact::Acted(action));
                }
            }
            Command::Call(call) => self.apply(&Fact::Called { seat: PERSON, call }),
            Command::Wish(wish) => self.wished(wish),
            Command::Ready => {
                self.state.borrow_mut().ready = Ready::Yes;
                self.go_on();
            }
            Command::Rematch => self.begin_match(),
            Command::Name(name) => {
                let event = Event::SeatChanged {
                    seat: PERSON.into(),
                    holder: Holder::Person,
                    name: Some(name),
                };
                self.room.happened(&[event], Pace::Live);
            }
            // Nobody else can come to a table in the page.
            Command::Rotate | Command::Renew(_) => {}
        }
    }

    fn close(&self) {
        self.state.borrow_mut().closed = true;
    }
}
