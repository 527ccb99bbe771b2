//! Plays a random event with all the mishaps of an evening.

mod arena;
mod commands;
mod entries;
mod formats;
mod online;
mod pairing;
mod tables;

use capicu_event::{
    Absent, AtCut, Command, Entrants, EntryId, Event, Fact, LateRounds, Log, Method, Online, Order,
    Preset, Refused, TieBreak, Venue, Watchers, WithinGroup, standings,
};
use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::checker::{Checker, Violation};

pub struct Played {
    pub rounds: u64,
    pub found: Vec<Violation>,
    /// The log of the event, as a server keeps it; empty if the event cannot be created.
    pub log: String,
}

/// Plays event number `number` of a run.
pub fn play(presets: &[Preset], seed: u64, number: u64) -> Played {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_be_bytes());
    bytes[8..16].copy_from_slice(&number.to_be_bytes());
    let mut rng = ChaCha20Rng::from_seed(bytes);
    let mut preset = presets[(number % presets.len() as u64) as usize].clone();
    let event_seed = rng.next_u64();
    // In one of five events, places are limited.
    if rng.next_u64().is_multiple_of(5) {
        preset.places = Some(6 + (rng.next_u64() % 8) as u16);
    }
    // In one of three, some or most meetings are played at tables of a server.
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
    // In one of three Swiss, standings decide the order, or the last rounds are paired in another way.
    if let Method::Swiss { order, late, .. } = &mut preset.stages[0].pairing
        && rng.next_u64().is_multiple_of(3)
    {
        let within_group = [
            WithinGroup::Fold,
            WithinGroup::Neighbors,
            WithinGroup::KingOfTheHill,
        ][(rng.next_u64() % 3) as usize];
        let rounds = 1 + (rng.next_u64() % 3) as u16;
        *order = Order::Standings;
        *late = Some(LateRounds {
            rounds,
            within_group,
        });
    }
    formats::vary(&mut preset, &mut rng);
    // In one of two events with a cut, only the points decide it, so that ties occur.
    if preset.stages.len() > 1 && rng.next_u64().is_multiple_of(2) {
        preset.stages[0].standings = vec![TieBreak::Points];
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
            return Played {
                rounds: 0,
                found,
                log: String::new(),
            };
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
        log: evening.event.log().text(),
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
            match self.send(Command::OpenStage) {
                Err(Refused::TooFew(_)) => break,
                Err(Refused::CutTied(tied)) => {
                    self.settle_cut(tied)?;
                    if let Err(Refused::TooFew(_)) = self.send(Command::OpenStage) {
                        break;
                    }
                }
                _ => {}
            }
            if self.is_continuous() {
                self.arena()?;
            } else {
                self.stage()?;
            }
            let running = self.event.state().running();
            if running.is_some_and(|stage| stage.rounds.is_empty()) {
                // Nobody could play at all.
                self.reread();
                return Ok(());
            }
            self.send(Command::CloseStage)?;
            self.look();
        }
        if self.event.state().running().is_none() {
            self.title()?;
            self.contested_to_the_end()?;
            self.send(Command::Freeze)?;
            self.prizes();
            let refused = self.try_send(Command::Announce("too late".into())).is_err();
            self.expect(refused, "I5", "something was said after the end");
            let hide = match self.event.state().hidden {
                true => Command::List,
                false => Command::Hide,
            };
            self.send(hide)?;
        }
        self.relabel();
        self.reread();
        Ok(())
    }

    fn stage(&mut self) -> Result<(), Refused> {
        loop {
            self.incidents()?;
            // All others may have left, or the number of rounds was reduced.
            if self.is_decided() {
                return Ok(());
            }
            match self.draft() {
                Ok(()) => {}
                Err(Refused::NoMoreRounds) => return Ok(()),
                Err(Refused::NobodyPlays) => return self.end_early(),
                Err(why) => return Err(why),
            }
            match self.publish() {
                Ok(()) => {}
                Err(Refused::NobodyPlays) if self.is_decided() => return Ok(()),
                Err(Refused::NobodyPlays) => return self.end_early(),
                Err(why) => return Err(why),
            }
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

    /// Ends a stage in which nobody has an opponent.
    fn end_early(&mut self) -> Result<(), Refused> {
        let published = self.event.state().running();
        let rounds = published.map_or(0, |stage| stage.rounds.len() as u16);
        if rounds == 0 {
            return Ok(());
        }
        self.send(Command::ChangeRounds {
            rounds,
            reason: "nobody is left".into(),
        })
    }

    /// Settles a tie at the cut in one of the three ways.
    fn settle_cut(&mut self, mut order: Vec<EntryId>) -> Result<(), Refused> {
        let by = [AtCut::Everyone, AtCut::Lot, AtCut::PlayOff][self.below(3)];
        let n = order.len();
        order.swap(0, self.below(n));
        let twice = Command::SettleCut {
            by: AtCut::PlayOff,
            order: vec![order[0]; n],
        };
        let refused = self.try_send(twice).is_err();
        self.expect(refused, "I14", "somebody won a play-off alone");
        self.send(Command::SettleCut { by, order })
    }

    /// Settles a shared title in one of two events, by a play-off or a lot.
    fn title(&mut self) -> Result<(), Refused> {
        let state = self.event.state();
        let last = state.stages.last();
        let mut order = last.map_or(Vec::new(), |stage| standings::title(state, stage));
        if order.is_empty() || self.chance(2) {
            return Ok(());
        }
        let few = Command::SettleCut {
            by: AtCut::PlayOff,
            order: order[1..].to_vec(),
        };
        let refused = self.try_send(few).is_err();
        self.expect(
            refused,
            "I14",
            "a title was decided without one of the first",
        );
        let by = [AtCut::Lot, AtCut::PlayOff][self.below(2)];
        let n = order.len();
        order.swap(0, self.below(n));
        self.send(Command::SettleCut { by, order })?;
        self.look();
        Ok(())
    }

    /// Whether a knock-out has no meetings left, because all others are eliminated or have left.
    fn is_decided(&self) -> bool {
        self.event.preview(&Command::CloseStage).is_ok()
    }

    /// I5: the log, read and verified, gives the same event in every byte.
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
        // Any changed byte is noticed.
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
        self.checker.reports(state);
        for (invariant, what) in crate::clock::wrong(self.event.log().lines(), stage) {
            self.report(invariant, what);
        }
    }

    fn prizes(&mut self) {
        let state = self.event.state();
        if let Some(stage) = state.stages.first() {
            let told = standings::standings(state, stage);
            self.checker.prizes(&told, &standings::prizes(state));
        }
    }

    /// I11, for single results.
    fn bounds(&mut self) {
        if self.chance(3) {
            self.look();
        }
    }

    /// I9: with other numbers for the entries, everything else is equal.
    fn relabel(&mut self) {
        let facts: Vec<Fact> = self
            .event
            .log()
            .lines()
            .iter()
            .map(|l| l.fact.clone())
            .collect();
        if let Some(what) = crate::relabel::differs(&facts) {
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

    /// Returns true one time in `n`.
    fn chance(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

#[cfg(test)]
mod tests {
    use capicu_event::presets;

    use super::play;

    #[test]
    fn random_events_of_every_preset_satisfy_the_invariants() {
        let presets = presets::all();
        for number in 0..3 * presets.len() as u64 {
            let played = play(&presets, 38, number);
            assert_eq!(played.found, [], "event {number}");
        }
    }
}
