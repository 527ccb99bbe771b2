//! A random event, with everything that goes wrong in an evening.

mod arena;
mod commands;
mod entries;
mod online;
mod pairing;
mod tables;

use capicu_event::{
    Absent, Command, Entrants, Event, Fact, Log, Online, Preset, Refused, Venue, Watchers,
    standings,
};
use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use super::checker::{Checker, Violation};

/// What came of an event.
pub struct Played {
    pub rounds: u64,
    pub found: Vec<Violation>,
}

/// Plays event number `number` of a run.
pub fn play(presets: &[Preset], seed: u64, number: u64) -> Played {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_be_bytes());
    bytes[8..16].copy_from_slice(&number.to_be_bytes());
    let mut rng = ChaCha20Rng::from_seed(bytes);
    let mut preset = presets[(number % presets.len() as u64) as usize].clone();
    let event_seed = rng.next_u64();
    // In one of five events some have to wait for a place.
    if rng.next_u64().is_multiple_of(5) {
        preset.places = Some(6 + (rng.next_u64() % 8) as u16);
    }
    // In one of three, meetings are played at tables of a server, usually or sometimes.
    if rng.next_u64().is_multiple_of(3) {
        preset.online = Some(Online {
            usual: match rng.next_u64() % 2 {
                0 => Venue::Hall,
                _ => Venue::Online,
            },
            turn_time: "off".into(),
            grace: 5,
            absent: Absent::Forfeit,
            watchers: Watchers::Everybody,
        });
    }
    let event = match Event::create(&format!("Event {number}"), preset, event_seed, 0) {
        Ok(event) => event,
        Err(why) => {
            let what = format!("the event cannot be created: {why}");
            let found = vec![Violation {
                stage: 0,
                round: 0,
                invariant: "I5",
                what,
            }];
            return Played { rounds: 0, found };
        }
    };
    let mut checker = Checker::default();
    event
        .log()
        .lines()
        .iter()
        .for_each(|line| checker.line(line));
    let mut evening = Evening {
        rng,
        event,
        checker,
        keys: 0,
        rounds: 0,
        names: 0,
    };
    if let Err(why) = evening.run() {
        evening.report("I1", format!("the event does not go on: {why}"));
    }
    Played {
        rounds: evening.rounds,
        found: evening.checker.found,
    }
}

struct Evening {
    rng: ChaCha20Rng,
    event: Event,
    checker: Checker,
    keys: u64,
    rounds: u64,
    names: u64,
}

impl Evening {
    fn run(&mut self) -> Result<(), Refused> {
        let team = self.event.state().preset.entrants == Entrants::Team;
        let n = if team {
            3 + self.below(4)
        } else {
            3 + self.below(14)
        };
        let big = !team && self.chance(8);
        for _ in 0..if big { n + 24 } else { n } {
            self.enter()?;
            if self.event.state().places.is_some() {
                self.queue();
            }
        }
        for _ in 0..self.event.state().preset.stages.len() {
            if let Err(Refused::TooFew(_)) = self.send(Command::OpenStage) {
                break;
            }
            if self.is_continuous() {
                self.arena()?;
            } else {
                self.stage()?;
            }
            self.send(Command::CloseStage)?;
            self.look();
        }
        if self.event.state().running().is_none() {
            self.send(Command::Freeze)?;
            self.prizes();
            let refused = self.try_send(Command::Announce("too late".into())).is_err();
            self.expect(refused, "I5", "something was said after the end");
        }
        self.relabel();
        self.reread();
        Ok(())
    }

    fn stage(&mut self) -> Result<(), Refused> {
        loop {
            self.incidents()?;
            match self.draft() {
                Ok(()) => {}
                Err(Refused::NoMoreRounds) => return Ok(()),
                Err(why) => return Err(why),
            }
            self.publish()?;
            self.rounds += 1;
            let n = self.last_meetings().len();
            if n == 0 && self.is_decided() {
                return Ok(());
            }
            for meeting in 1..=n as u16 {
                self.meeting(meeting)?;
            }
            self.correct();
            self.look();
            if self.is_decided() {
                return Ok(());
            }
        }
    }

    /// Whether a knock-out has nobody left to meet: all others are out, or have gone home.
    fn is_decided(&self) -> bool {
        self.event.preview(&Command::CloseStage).is_ok()
    }

    /// I5: the whole log, read and verified, is the same event in every byte.
    fn reread(&mut self) {
        let text = self.event.log().text();
        let read = Log::read(text.as_bytes()).map_err(|why| why.to_string());
        match read.and_then(|log| Event::verify(log).map_err(|why| why.to_string())) {
            Ok(event) => {
                let bytes = |event: &Event| serde_json::to_string(event.state()).ok();
                let same = event.log().text() == text && bytes(&event) == bytes(&self.event);
                self.expect(same, "I5", "a reread event is another");
            }
            Err(why) => self.report("I5", why),
        }
        // A changed byte anywhere is noticed.
        let mut damaged = text.into_bytes();
        let at = self.below(damaged.len());
        damaged[at] ^= 1;
        let noticed = Log::read(&damaged).is_err();
        self.expect(noticed, "I5", "a changed log was read");
    }

    fn look(&mut self) {
        let state = self.event.state();
        let Some(stage) = state.stages.last() else {
            return;
        };
        self.checker.standings(&standings::standings(state, stage));
    }

    fn prizes(&mut self) {
        let state = self.event.state();
        if let Some(stage) = state.stages.first() {
            let told = standings::standings(state, stage);
            self.checker.prizes(&told, &standings::prizes(state));
        }
    }

    /// I11, where results come in one by one.
    fn bounds(&mut self) {
        if self.chance(3) {
            self.look();
        }
    }

    /// I9: with other numbers for the entries, everything is the same under those numbers.
    fn relabel(&mut self) {
        let facts: Vec<Fact> = self
            .event
            .log()
            .lines()
            .iter()
            .map(|l| l.fact.clone())
            .collect();
        if let Some(what) = super::relabel::differs(&facts) {
            self.report("I9", what);
        }
    }

    fn expect(&mut self, holds: bool, invariant: &'static str, what: &str) {
        if !holds {
            self.report(invariant, what.to_owned());
        }
    }

    fn report(&mut self, invariant: &'static str, what: String) {
        let (stage, round) = match self.event.state().stages.last() {
            Some(stage) => (usize::from(stage.number), stage.rounds.len()),
            None => (0, 0),
        };
        self.checker.found.push(Violation {
            stage,
            round,
            invariant,
            what,
        });
    }

    fn below(&mut self, n: usize) -> usize {
        (self.rng.next_u64() % n.max(1) as u64) as usize
    }

    /// One time in `n`.
    fn chance(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}
