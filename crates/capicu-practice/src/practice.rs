//! The table: what the person says, what bots do, and what is told of it.

use capicu::fair::{self, Seed};
use capicu::{Action, Fact, FactError, Rules, Seat, Table, Turn, Waiting};
use capicu_ai::{Bot, Budget, think_time};
use capicu_i18n::BOT_NAMES;
use capicu_protocol::{
    Actor, ClientMessage, Clock, CreateTable, Event, Hint, Hints, Holder, Key, Level, MatchInfo,
    MatchOver, Refusal, SeatInfo, ServerMessage, Sheet, Snapshot, TableRules, TurnTime, WireError,
    Wish,
};
use chacha20::ChaCha20Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// Where the person sits.
const PERSON: Seat = match Seat::new(0) {
    Some(seat) => seat,
    None => unreachable!(),
};

/// Nothing runs out at this table.
const NO_CLOCK: Clock = Clock {
    now: 0,
    deadline: None,
};

/// How long is thought about a hint: some milliseconds.
const HINT: Budget = Budget::Nodes(50_000);

/// A table with one person in the first seat and bots in the others. It has no clock: [`Self::wait`]
/// says what is to be waited for, and [`Self::happen`] is called when that time has passed.
pub struct Practice {
    rules: Rules,
    told: TableRules,
    level: Level,
    hints: Hints,
    name: Option<String>,
    table: Table,
    seed: Seed,
    chance: ChaCha20Rng,
    bots: Vec<Box<dyn Bot>>,
    /// The number of the match, from 1.
    number: u32,
    version: u64,
    ready: Ready,
    /// What happens next by itself, once somebody waits for it.
    due: Option<Fact>,
    /// Every wait has a number, so that what comes too late does nothing.
    step: u32,
}

/// Something that happens by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The number of the step, for [`Practice::happen`].
    pub step: u32,
    /// After how many milliseconds.
    pub after: u32,
}

/// Whether the next deal may come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ready {
    Yes,
    NotYet,
}

impl Practice {
    /// A table, and what the person is told first. `chance` is 32 bytes that nobody can guess; the
    /// same bytes and the same messages make the same match.
    ///
    /// # Errors
    ///
    /// If the rules do not do.
    pub fn new(
        asked: CreateTable,
        chance: [u8; 32],
    ) -> Result<(Self, Vec<ServerMessage>), WireError> {
        let rules = asked.rules.rules()?;
        let level = asked.level.unwrap_or_default();
        let player = capicu_ai::Level::new(level.number()).unwrap_or_default();
        let mut table = Self {
            rules,
            told: asked.rules,
            level,
            hints: asked.hints.unwrap_or_default(),
            name: asked.name,
            table: Table::new(rules),
            seed: Seed::new(chance),
            chance: ChaCha20Rng::from_seed(chance),
            bots: Seat::all(rules.n_seats()).map(|_| player.bot()).collect(),
            number: 0,
            version: 0,
            ready: Ready::Yes,
            due: None,
            step: 0,
        };
        let mut told = vec![ServerMessage::Snapshot(Box::new(table.snapshot()))];
        told.push(table.begin_match());
        Ok((table, told))
    }

    /// What the person hears after it said this.
    pub fn hear(&mut self, message: ClientMessage) -> Vec<ServerMessage> {
        let (key, done) = match message {
            ClientMessage::Act { key, action, .. } => (key, self.act(action.into())),
            ClientMessage::Call { key, call, .. } => {
                let seat = PERSON;
                let call = call.into();
                (key, self.apply(&Fact::Called { seat, call }))
            }
            ClientMessage::Wish { key, wish, .. } => (key, Ok(self.wished(wish))),
            ClientMessage::Ready { key, .. } => {
                self.ready = Ready::Yes;
                (key, Ok(Vec::new()))
            }
            ClientMessage::Rematch { key, .. } if self.is_over() => {
                (key, Ok(vec![self.begin_match()]))
            }
            ClientMessage::Name { key, name } => (key, Ok(vec![self.renamed(name)])),
            ClientMessage::Rematch { key, .. } => (key, Err(Refusal::NotNow)),
            ClientMessage::Hint { key, .. } => return vec![self.hint(key)],
            // Nobody else can come to this table.
            ClientMessage::Rotate { key, .. } | ClientMessage::Renew { key, .. } => {
                (key, Err(Refusal::NotNow))
            }
            ClientMessage::Ping { n } => return vec![ServerMessage::Pong { n, now: 0 }],
            ClientMessage::Hello { .. } => return Vec::new(),
        };
        self.answer(key, done)
    }

    /// What happens next without the person, if anything does that is not yet waited for.
    pub fn wait(&mut self) -> Option<Wait> {
        if self.due.is_some() {
            return None;
        }
        let (after, fact) = self.next()?;
        self.due = Some(fact);
        self.step += 1;
        let step = self.step;
        Some(Wait { step, after })
    }

    /// What the person hears when the time of a step has come; nothing if it was overtaken.
    pub fn happen(&mut self, step: u32) -> Vec<ServerMessage> {
        if step != self.step {
            return Vec::new();
        }
        let Some(fact) = self.due.take() else {
            return Vec::new();
        };
        self.apply(&fact).unwrap_or_default()
    }
}

impl Practice {
    fn is_over(&self) -> bool {
        self.table.waiting() == Waiting::Nothing
    }

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
                let after = if self.table.n_deals() == 0 { 300 } else { 900 };
                Some((after, Fact::Dealt(Box::new(deal))))
            }
            Waiting::Act(seat) if seat != PERSON => {
                let view = self.table.round()?.view_from_here(seat);
                let after = think_time(view.board(), &mut self.chance);
                let action = self.bots[seat.index()].choose(&view, &mut self.chance)?;
                Some((after, Fact::Acted(action)))
            }
            _ => None,
        }
    }

    fn act(&mut self, action: Action) -> Result<Vec<ServerMessage>, Refusal> {
        match self.table.waiting() {
            Waiting::Act(PERSON) => self.apply(&Fact::Acted(action)),
            Waiting::Act(_) => Err(Refusal::NotYourTurn),
            _ => Err(Refusal::NotNow),
        }
    }

    fn hint(&mut self, key: Key) -> ServerMessage {
        let view = match (self.hints, self.table.waiting()) {
            (Hints::On, Waiting::Act(PERSON)) => {
                self.table.round().map(|round| round.view_from_here(PERSON))
            }
            _ => None,
        };
        let hint = view.and_then(|view| capicu_ai::Hint::of(&view, HINT, &mut self.chance));
        let Some(hint) = hint else {
            let (refusal, version) = (Refusal::NotNow, self.version);
            return ServerMessage::Refused {
                key,
                refusal,
                version,
            };
        };
        let told = |(action, chance): (Action, f64)| (action.into(), chance);
        let (best, next) = (told((hint.best, hint.chance)), told(hint.next));
        let hint = Hint::new(best, next, hint.shuts_out);
        ServerMessage::Hint { key, hint }
    }

    fn apply(&mut self, fact: &Fact) -> Result<Vec<ServerMessage>, Refusal> {
        let deal = self.table.n_deals();
        let by = match self.table.waiting() {
            Waiting::Act(PERSON) => Actor::Person,
            _ => Actor::Bot,
        };
        let events = self.table.apply(fact).map_err(refusal)?;
        self.due = None;
        if matches!(fact, Fact::Dealt(_)) && self.table.round().is_some() {
            self.ready = Ready::NotYet;
        }
        let mut told: Vec<Event> = events
            .iter()
            .map(|event| Event::from_seen(&event.seen_by(PERSON), deal, by))
            .collect();
        if self.is_over() {
            told.push(Event::MatchOver(MatchOver {
                number: self.number,
                seed: self.seed.to_string(),
                deals: self.table.n_deals(),
            }));
        }
        Ok(vec![self.tell(told)])
    }

    /// A partner asked to pose does as it is told.
    fn wished(&mut self, wish: Wish) -> Vec<ServerMessage> {
        let seat = PERSON.into();
        let mut told = vec![self.tell(vec![Event::Wished { seat, wish }])];
        let asked = self.table.round().is_some_and(|round| {
            matches!(round.board().turn(), Turn::Open(o) if o.seat != PERSON && o.may_hand_over)
        });
        if asked && wish == Wish::Mine {
            told.extend(
                self.apply(&Fact::Acted(Action::HandOver))
                    .unwrap_or_default(),
            );
        }
        told
    }

    fn renamed(&mut self, name: String) -> ServerMessage {
        self.name = Some(name.clone());
        self.tell(vec![Event::SeatChanged {
            seat: PERSON.into(),
            holder: Holder::Person,
            name: Some(name),
        }])
    }

    fn begin_match(&mut self) -> ServerMessage {
        let mut seed = [0; 32];
        self.chance.fill_bytes(&mut seed);
        self.number += 1;
        self.seed = Seed::new(seed);
        self.table = Table::new(self.rules);
        self.ready = Ready::Yes;
        self.due = None;
        self.tell(vec![Event::MatchBegan {
            number: self.number,
            commitment: self.seed.commitment().to_string(),
            algorithm: fair::ALGORITHM.to_owned(),
        }])
    }

    fn tell(&mut self, events: Vec<Event>) -> ServerMessage {
        self.version += 1;
        ServerMessage::Events {
            version: self.version,
            events,
            clock: NO_CLOCK,
        }
    }

    fn answer(&self, key: Key, done: Result<Vec<ServerMessage>, Refusal>) -> Vec<ServerMessage> {
        let version = self.version;
        match done {
            Ok(mut told) => {
                told.push(ServerMessage::Done { key, version });
                told
            }
            Err(refusal) => vec![ServerMessage::Refused {
                key,
                refusal,
                version,
            }],
        }
    }

    fn snapshot(&self) -> Snapshot {
        let seats = Seat::all(self.rules.n_seats()).map(|seat| {
            if seat == PERSON {
                SeatInfo {
                    holder: Holder::Person,
                    name: self.name.clone(),
                    connected: true,
                }
            } else {
                SeatInfo {
                    holder: Holder::Bot,
                    name: Some(BOT_NAMES[seat.index()].to_owned()),
                    connected: true,
                }
            }
        });
        Snapshot {
            version: self.version,
            seat: PERSON.into(),
            maker: PERSON.into(),
            rules: self.told.clone(),
            seats: seats.collect(),
            game: MatchInfo {
                number: self.number,
                commitment: String::new(),
                algorithm: fair::ALGORITHM.to_owned(),
                sheet: Sheet::default(),
                over: None,
            },
            turn_time: TurnTime::Off,
            level: self.level,
            hints: self.hints,
            clock: NO_CLOCK,
            events: Vec::new(),
        }
    }
}

fn refusal(error: FactError) -> Refusal {
    match error {
        FactError::Illegal(why) => Refusal::Illegal(why.into()),
        FactError::Irregular(_) => Refusal::NothingToCall,
        _ => Refusal::NotNow,
    }
}
