//! The moments of a match.

use capicu::{BySeat, Event, Game, Seat, Setup, Table, TileSet, Viewer};
use capicu_analysis::{Partly, Played, Refusal, unnamed};
use capicu_i18n::{BOT_NAMES, Texts};
use capicu_protocol as wire;
use capicu_protocol::{
    Actor, Clock, Holder, Level, MatchInfo, SeatInfo, ServerMessage, Sheet, Snapshot,
};
use capicu_protocol::{TableRules, TurnTime};
use capicu_record::Record;
use capicu_record::record::facts_of;

/// A match that keeps to the rules, with all tiles known, or all that some seat saw.
#[derive(Clone, Debug)]
pub struct Replay {
    record: Record,
    played: Played,
    /// All events, each with the number of its deal, from 0.
    log: Vec<(Event, u32)>,
    moments: Vec<Moment>,
    known: BySeat<bool>,
}

#[derive(Clone, Debug)]
pub struct Moment {
    /// The number of the round, from 1.
    pub round: usize,
    /// The number of moves of the round so far.
    pub moves: usize,
    /// All hands, of which only [known ones](Replay::is_known) may be shown; `None` once the round is over.
    pub hands: Option<BySeat<TileSet>>,
    /// The round so far, as far as it is known; `None` once it is over.
    pub position: Option<Setup>,
    /// The number of earlier events.
    told: usize,
}

impl Replay {
    /// Reads a record.
    ///
    /// # Errors
    ///
    /// Why it cannot be reviewed, in the language of the texts, with the place of the fault.
    pub fn read(text: &str, texts: Texts) -> Result<Self, String> {
        let (record, places) = Record::parse(text).map_err(|error| error.told(texts))?;
        let played = Played::of(&record, Some(&places)).map_err(|why| why.told(texts))?;
        let replay = match facts_of(&record) {
            Some(_) => Self::of(record, played),
            None => Self::partly(record, played),
        };
        replay.ok_or_else(|| texts.replay_tiles_unknown())
    }

    /// The rounds of an incomplete record, as seen by the seats whose tiles are known; `None` if there is no such seat.
    fn partly(record: Record, played: Played) -> Option<Self> {
        let rounds = Partly::of(&record, Refusal::most_incomplete());
        let n = record.rules.n_seats();
        let known = BySeat::from_fn(n, |seat| rounds.iter().all(|round| round.known[seat]));
        if rounds.is_empty() || !known.iter().any(|known| *known) {
            return None;
        }
        let (mut log, mut moments) = (Vec::new(), Vec::new());
        for (deal, round) in (0..).zip(rounds) {
            for (moves, (event, then)) in round.course.into_iter().enumerate() {
                let in_play = Some(&then).filter(|round| round.to_act().is_some());
                // The deal is of this number, and all moves after it of the next, as at a table.
                log.push((event, deal + u32::from(moves > 0)));
                moments.push(Moment {
                    round: round.number,
                    moves,
                    hands: in_play.map(|round| *round.hands()),
                    position: in_play
                        .and_then(Setup::of)
                        .map(|setup| masked(&setup, &known)),
                    told: log.len(),
                });
            }
        }
        Some(Self {
            record,
            played,
            log,
            moments,
            known,
        })
    }

    /// Whether the tiles of a seat are known, so that the match can be seen from it.
    pub fn is_known(&self, seat: Seat) -> bool {
        self.known[seat]
    }

    fn of(record: Record, played: Played) -> Option<Self> {
        let known = BySeat::from_fn(record.rules.n_seats(), |_| true);
        let mut table = Table::new(record.rules);
        let (mut log, mut moments) = (Vec::new(), Vec::<Moment>::new());
        let (mut deal, mut round) = (0, 0);
        let mut moves = 0;
        for fact in facts_of(&record)? {
            let mut shows = round > 0;
            for event in table.apply(&fact).ok()? {
                match event {
                    Event::Dealt { .. } => {
                        (round, moves, shows) = (round + 1, 0, true);
                    }
                    Event::TurnedUp { .. } | Event::Redealt(_) => shows = false,
                    Event::Done(_) | Event::Called { .. } | Event::Ruled(_) => moves += 1,
                    _ => {}
                }
                let next = u32::from(matches!(event, Event::Dealt { .. } | Event::Redealt(_)));
                log.push((event, deal));
                deal += next;
            }
            if shows {
                let in_play = table.round().filter(|round| round.to_act().is_some());
                moments.push(Moment {
                    round,
                    moves,
                    hands: in_play.map(|round| *round.hands()),
                    position: in_play.and_then(Setup::of),
                    told: log.len(),
                });
            }
        }
        let replay = Self {
            record,
            played,
            log,
            moments,
            known,
        };
        (!replay.moments.is_empty()).then_some(replay)
    }

    pub const fn record(&self) -> &Record {
        &self.record
    }

    pub const fn played(&self) -> &Played {
        &self.played
    }

    /// Every moment, in order; there is at least one.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The number of the moment after this number of moves in a round, both as records count them.
    pub fn find(&self, round: usize, moves: usize) -> Option<usize> {
        let mut moments = self.moments.iter();
        moments.position(|moment| (moment.round, moment.moves) == (round, moves))
    }

    /// The name of a seat, without the level that records add to the name of a bot.
    pub fn name(&self, seat: Seat, texts: Texts) -> String {
        let named = self.played.names[seat.index()].as_deref();
        let named = named.map(|name| match name.rsplit_once(" (") {
            Some((bot, level))
                if BOT_NAMES.contains(&bot)
                    && Level::named(level.trim_end_matches(')')).is_some() =>
            {
                bot
            }
            _ => name,
        });
        named.map_or_else(|| unnamed(&self.played, seat, texts), str::to_owned)
    }

    pub fn names(&self, texts: Texts) -> Vec<String> {
        let seats = Seat::all(self.record.rules.n_seats());
        seats.map(|seat| self.name(seat, texts)).collect()
    }

    /// The table at a moment, as a player who comes to this seat then receives it; the last moment for numbers beyond
    /// it.
    pub fn snapshot(&self, at: usize, seat: Seat, texts: Texts) -> ServerMessage {
        let told = self.moment(at).told;
        let is_deal = |(event, _): &(Event, u32)| matches!(event, Event::Dealt { .. });
        let leads =
            |(event, _): &(Event, u32)| matches!(event, Event::TurnedUp { .. } | Event::Redealt(_));
        let last = self.log[..told].iter().rposition(is_deal).unwrap_or(0);
        let led = self.log[..last].iter().rev().take_while(|one| leads(one));
        let from = last - led.count();
        let mut sheet = Sheet::default();
        for (event, _) in self.log[..told].iter().filter(|one| is_deal(one)) {
            if let capicu::VisibleEvent::Dealt { standing, .. } =
                event.visible_to(Viewer::Seat(seat))
            {
                sheet.note(&standing);
            }
        }
        let seats = self.names(texts).into_iter().map(|name| SeatInfo {
            holder: Holder::Person,
            name: Some(name),
            stand_in: None,
            devices: 1,
            bot_at: None,
        });
        ServerMessage::Snapshot(Box::new(Snapshot {
            version: told as u64,
            seat: Some(wire::Seat(seat)),
            by_session: false,
            host: wire::Seat(seat),
            lobby: true,
            rated: false,
            of_event: false,
            rules: self.rules(),
            seats: seats.collect(),
            game: MatchInfo {
                number: 1,
                commitment: String::new(),
                algorithm: String::new(),
                engine: capicu::ENGINE,
                sheet,
                tally: Vec::new(),
                over: None,
                stopped: None,
            },
            turn_time: TurnTime::Off,
            grace: 0,
            level: Level::default(),
            hints: wire::Hints::Off,
            watching: wire::Watching::Off,
            passed: wire::Passed::On,
            watchers: 0,
            clock: STOPPED,
            events: self.events(from, told, seat),
        }))
    }

    /// The events between the previous moment and this one, as this seat receives them.
    pub fn step(&self, at: usize, seat: Seat) -> ServerMessage {
        let told = self.moment(at).told;
        let before = at
            .checked_sub(1)
            .map_or(0, |before| self.moment(before).told);
        ServerMessage::Events {
            version: told as u64,
            events: self.events(before, told, seat),
            clock: STOPPED,
        }
    }

    /// The rules, every option. A game of another program has the name that the record gives it.
    fn rules(&self) -> TableRules {
        let Record { game, rules, .. } = &self.record;
        let name = game.as_ref().map_or("", |game| game.as_str());
        let named = Game::by_id(name);
        let title = named.is_none().then(|| name.to_owned());
        TableRules {
            title: title.filter(|name| !name.is_empty()),
            ..TableRules::new(named.unwrap_or(&Game::ALL[0]).id, rules)
        }
    }

    fn moment(&self, at: usize) -> &Moment {
        &self.moments[at.min(self.moments.len() - 1)]
    }

    fn events(&self, from: usize, to: usize, seat: Seat) -> Vec<wire::Event> {
        let told = self.log[from..to].iter();
        told.map(|(event, deal)| {
            let seen = event.visible_to(Viewer::Seat(seat));
            wire::Event::from_seen(&seen, *deal, Actor::Person)
        })
        .collect()
    }
}

/// The position without the unknown hands.
fn masked(setup: &Setup, known: &BySeat<bool>) -> Setup {
    let mut masked = setup.hidden();
    for (seat, known) in known.entries() {
        if *known {
            masked.hands[seat] = setup.hands[seat];
        }
    }
    masked
}

/// A stopped clock: nothing automatic happens any more.
const STOPPED: Clock = Clock {
    now: 0,
    deadline: None,
    banks: Vec::new(),
};
