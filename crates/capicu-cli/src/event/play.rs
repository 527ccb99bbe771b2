//! A random event, with everything that goes wrong in an evening.

use capicu_event::{
    Command, Consent, DecidedBy, Draws, Entrants, EntryId, Envelope, Event, Fact, Format, Log,
    LogError, Meeting, Method, NewEntry, Outcome, Pairing, Preset, Refused, Shown, SideScore,
    Table, standings,
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
    let preset = presets[(number % presets.len() as u64) as usize].clone();
    let event_seed = rng.next_u64();
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
        }
        for _ in 0..self.event.state().preset.stages.len() {
            if let Err(Refused::TooFew) = self.send(Command::OpenStage) {
                break;
            }
            self.stage()?;
            self.send(Command::CloseStage)?;
            self.look();
        }
        if self.event.state().running().is_none() {
            self.send(Command::Freeze)?;
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

    // What happens between the rounds.

    fn enter(&mut self) -> Result<(), Refused> {
        self.names += 1;
        let name = format!("Entry {}", self.names);
        let preset = &self.event.state().preset;
        let members = match preset.entrants {
            Entrants::Player => 0,
            Entrants::Pair | Entrants::Team => preset.members[0],
        };
        let members = (0..members).map(|at| format!("{name}/{at}")).collect();
        let clubs = [None, Some("North"), Some("South"), Some("Harbor")];
        let club = clubs[self.below(4)].map(str::to_owned);
        let rating = Some(1_000 + self.names as i32 * 7 % 900);
        let shown = if self.chance(6) {
            Shown::Number
        } else {
            Shown::Name
        };
        self.send(Command::Enter(NewEntry {
            name,
            members,
            club,
            rating,
            shown,
        }))?;
        if !self.chance(12) {
            let last = EntryId(self.event.state().entries.len() as u32);
            if self.event.state().entries.contains_key(&last) {
                // An entry can be undone, or lost in a crash, before it checks in.
                let _ = self.try_send(Command::CheckIn(last));
            }
        }
        Ok(())
    }

    fn incidents(&mut self) -> Result<(), Refused> {
        if self.chance(8) {
            match self.enter() {
                Ok(()) | Err(Refused::EntryClosed) => {}
                Err(why) => return Err(why),
            }
        }
        let ids: Vec<EntryId> = self.event.state().entries.keys().copied().collect();
        let id = ids[self.below(ids.len())];
        let round = self
            .event
            .state()
            .running()
            .map_or(1, |stage| stage.next_round());
        if self.chance(8) && self.present() > 3 {
            let _ = self.try_send(Command::Withdraw(id, "went home".into()));
        }
        if self.chance(6) {
            let round = round + self.below(2) as u16;
            let _ = self.try_send(Command::RequestBye(id, round));
        }
        if self.chance(8) {
            let (points, score) = (self.below(2) as u16, self.below(3) as u32 * 10);
            let reason = "late".to_owned();
            let _ = self.try_send(Command::Penalise {
                entry: id,
                points,
                score,
                reason,
            });
        }
        if self.chance(8) {
            self.names += 1;
            let members = self
                .event
                .state()
                .entries
                .get(&id)
                .map(|entry| entry.members.clone());
            let leaves = members
                .unwrap_or_default()
                .first()
                .cloned()
                .unwrap_or_default();
            let joins = format!("Substitute {}", self.names);
            let _ = self.try_send(Command::Substitute {
                entry: id,
                leaves,
                joins,
            });
        }
        if self.chance(10) {
            self.send(Command::Announce("coffee".into()))?;
        }
        Ok(())
    }

    fn present(&self) -> usize {
        let state = self.event.state();
        state
            .entries
            .keys()
            .filter(|id| state.is_present(**id))
            .count()
    }

    fn draft(&mut self) -> Result<(), Refused> {
        if let Err(why) = self.send(Command::Draft(Consent::Withheld)) {
            let Refused::NeedsConsent(_) = why else {
                return Err(why);
            };
            self.send(Command::Draft(Consent::Given))?;
        }
        // A crash may have taken the draft.
        if self.draft_of().is_none() {
            return self.draft();
        }
        if self.chance(10) {
            self.edit();
        }
        if self.chance(20) {
            self.send(Command::Discard)?;
            return self.draft();
        }
        Ok(())
    }

    fn draft_of(&self) -> Option<Pairing> {
        self.event
            .state()
            .running()?
            .draft
            .as_ref()
            .map(|draft| draft.pairing.clone())
    }

    /// Two change places by hand; and somebody would sit twice, which has to be refused.
    fn edit(&mut self) {
        let Some(mut pairing) = self.draft_of() else {
            return;
        };
        if pairing.meetings.len() < 2 {
            return;
        }
        let mut twice = pairing.clone();
        twice.meetings[0] = Meeting {
            sides: twice.meetings[1].sides.clone(),
        };
        let reason = "brothers".to_owned();
        let refused = self.try_send(Command::Edit {
            pairing: twice,
            reason: reason.clone(),
        });
        self.expect(refused.is_err(), "I1", "somebody may sit twice");
        let one = pairing.meetings[0].sides[1].clone();
        let other = core::mem::replace(&mut pairing.meetings[1].sides[1], one);
        pairing.meetings[0].sides[1] = other;
        let _ = self.try_send(Command::Edit { pairing, reason });
    }

    fn publish(&mut self) -> Result<(), Refused> {
        // Somebody leaves, or a late one comes, while the director looks at the draft.
        if self.chance(12) {
            self.incidents()?;
        }
        if self.draft_of().is_none() {
            self.draft()?;
        }
        let before = self
            .event
            .state()
            .running()
            .map_or(0, |stage| stage.rounds.len());
        match self.send(Command::Publish) {
            Ok(()) => {}
            Err(Refused::StaleDraft) => {
                self.send(Command::Discard)?;
                self.draft()?;
                return self.publish();
            }
            Err(why) => return Err(why),
        }
        if self.chance(15) {
            let _ = self.try_send(Command::Unpublish("wrong printer".into()));
        }
        let now = self
            .event
            .state()
            .running()
            .map_or(0, |stage| stage.rounds.len());
        if now == before {
            if self.draft_of().is_none() {
                self.draft()?;
            }
            return self.publish();
        }
        Ok(())
    }

    // What happens at the tables.

    fn last_meetings(&self) -> Vec<Meeting> {
        let stage = self.event.state().running();
        let last = stage.and_then(|stage| stage.rounds.last());
        last.map_or_else(Vec::new, |round| round.pairing.meetings.clone())
    }

    fn table(&self, meeting: u16) -> Option<Table> {
        let round = self.event.state().running()?.rounds.last()?;
        round.tables.get(usize::from(meeting) - 1).cloned()
    }

    /// Plays a meeting until it is settled, whatever is lost on the way.
    fn meeting(&mut self, meeting: u16) -> Result<(), Refused> {
        let sides = self.last_meetings()[usize::from(meeting) - 1].clone();
        let [one, other] = [sides.sides[0][0], sides.sides[1][0]];
        for _ in 0..50 {
            if let Some(Table::Settled(_)) = self.table(meeting) {
                break;
            }
            let outcome = self.outcome();
            match self.below(20) {
                0 => self.no_show(meeting)?,
                1 => {
                    let reason = "on the sheet".into();
                    self.rule(meeting, outcome, reason)?;
                }
                2 => {
                    self.claim(meeting, one, &outcome);
                    let (by, outcome) = (other, self.outcome());
                    let _ = self.try_send(Command::Dispute {
                        meeting,
                        by,
                        outcome,
                    });
                    let decided = self.outcome();
                    self.rule(meeting, decided, "two witnesses".into())?;
                }
                _ => {
                    self.claim(meeting, one, &outcome);
                    let by = EntryId(one.0);
                    let own = self.try_send(Command::Confirm { meeting, by }).is_err();
                    self.expect(own, "I13", "a side confirmed its own claim");
                    let _ = self.try_send(Command::Confirm { meeting, by: other });
                }
            }
        }
        self.bounds();
        Ok(())
    }

    fn claim(&mut self, meeting: u16, by: EntryId, outcome: &Outcome) {
        let outcome = outcome.clone();
        let _ = self.try_send(Command::Claim {
            meeting,
            by,
            outcome,
        });
    }

    fn rule(&mut self, meeting: u16, outcome: Outcome, reason: String) -> Result<(), Refused> {
        match self.send(Command::Rule {
            meeting,
            outcome,
            reason,
        }) {
            Err(Refused::Settled(_)) => Ok(()),
            done => done,
        }
    }

    /// A forfeit changes nobody's points but those at the table.
    fn no_show(&mut self, meeting: u16) -> Result<(), Refused> {
        let absent = match self.below(8) {
            0 => vec![0, 1],
            n => vec![n as u8 % 2],
        };
        let wild = self.chance(12) && !self.is_knock_out();
        let outcome = if wild {
            Outcome::Void
        } else {
            Outcome::Forfeit { absent }
        };
        let points = |event: &Event, seated: &[EntryId]| {
            let state = event.state();
            let sheets = state.running().map(|stage| standings::sheets(state, stage));
            let mut sheets = sheets.unwrap_or_default();
            sheets.retain(|id, _| !seated.contains(id));
            sheets
        };
        let seated: Vec<EntryId> = self.last_meetings()[usize::from(meeting) - 1]
            .entries()
            .collect();
        let before = points(&self.event, &seated);
        let version = self.event.version();
        self.rule(meeting, outcome, "not there after fifteen minutes".into())?;
        if self.event.version() == version + 1 {
            let same = points(&self.event, &seated) == before;
            self.expect(same, "I8", "a forfeit changed the record of others");
        }
        Ok(())
    }

    fn is_knock_out(&self) -> bool {
        self.event
            .state()
            .running()
            .is_some_and(|stage| stage.method == Method::KnockOut)
    }

    fn correct(&mut self) {
        let state = self.event.state();
        let Some(stage) = state.running() else { return };
        let (number, rounds) = (stage.number, stage.rounds.len());
        if rounds == 0 || !self.chance(6) {
            return;
        }
        let round = self.below(rounds);
        let stage = self
            .event
            .state()
            .running()
            .map(|stage| stage.rounds[round].tables.len());
        let Some(tables @ 1..) = stage else { return };
        let meeting = self.below(tables) as u16 + 1;
        let (outcome, reason) = (self.outcome(), "sides were exchanged".to_owned());
        let (stage, round) = (number, round as u16 + 1);
        let _ = self.try_send(Command::Correct {
            stage,
            round,
            meeting,
            outcome,
            reason,
        });
    }

    /// A result that the format allows.
    fn outcome(&mut self) -> Outcome {
        let Some(stage) = self.event.state().running() else {
            return Outcome::Void;
        };
        let mut format = stage.rules.meeting.clone();
        if stage.method == Method::KnockOut {
            format.draws = Draws::Impossible;
        }
        loop {
            let scores = self.scores(&format);
            let outcome = Outcome::Played { scores };
            if outcome.check(&format).is_ok() {
                return outcome;
            }
        }
    }

    fn scores(&mut self, format: &Format) -> Vec<SideScore> {
        let mut scores = vec![SideScore::default(); usize::from(format.sides)];
        let timed = format.minutes.is_some() && self.chance(3);
        let winner = self.below(scores.len());
        let target = format.target.unwrap_or(0) as usize;
        for (side, score) in scores.iter_mut().enumerate() {
            let wins = side == winner && !timed;
            match format.decided_by {
                DecidedBy::Games => {
                    let games = usize::from(format.games.unwrap_or(4));
                    score.games = if wins { games } else { self.below(games) } as u16;
                    if format.target.is_some() {
                        let more = self.below(target / 2 + 1);
                        score.points = (usize::from(score.games) * target + more) as i32;
                    }
                }
                DecidedBy::Points => {
                    let most = format.most_points.map_or(target, |most| most as usize);
                    let over = self.below(most - target + 1);
                    score.points = if wins {
                        target + over
                    } else {
                        self.below(target)
                    } as i32;
                }
            }
        }
        scores
    }

    // Every command goes through here.

    /// Sends a command until it counts: what a crash took was never answered, and what was undone is
    /// wanted again.
    fn send(&mut self, command: Command) -> Result<(), Refused> {
        loop {
            let version = self.event.version();
            self.try_send(command.clone())?;
            let lines = self.event.log().lines();
            let undone = matches!(
                lines.last().map(|line| &line.fact),
                Some(Fact::Undone { .. })
            );
            if self.event.version() > version && !undone {
                return Ok(());
            }
        }
    }

    fn try_send(&mut self, command: Command) -> Result<(), Refused> {
        self.keys += 1;
        let expected = self.event.version();
        let key = format!("{:x}", self.keys);
        let now = expected * 1_000 + self.below(1_000) as u64;
        let envelope = Envelope {
            key,
            expected,
            now,
            command,
        };
        let before = self.event.state().clone();
        let was_logged = self.event.log().lines().len();
        let done = self.event.execute(&envelope).map(<[_]>::to_vec);
        let lines = match done {
            Ok(lines) => lines,
            Err(why) => {
                let same = *self.event.state() == before && self.event.version() == expected;
                self.expect(same, "I13", "a refused command changed something");
                return Err(why);
            }
        };
        lines.iter().for_each(|line| self.checker.line(line));
        self.expect(lines.len() == 1, "I13", "a command led to no fact");
        if self.chance(15) {
            self.again(&envelope);
        }
        if self.chance(25) {
            self.undo(&before, was_logged);
        }
        if self.chance(40) {
            self.crash();
        }
        Ok(())
    }

    /// I13: the same command again, and one from somebody who has not looked since.
    fn again(&mut self, envelope: &Envelope) {
        let before = self.event.clone();
        let none = self.event.execute(envelope).is_ok_and(<[_]>::is_empty);
        self.expect(
            none && self.event == before,
            "I13",
            "a repeated command changed something",
        );
        let key = format!("{}-late", envelope.key);
        let late = Envelope {
            key,
            ..envelope.clone()
        };
        let behind = matches!(self.event.execute(&late), Err(Refused::Behind { .. }));
        self.expect(
            behind,
            "I13",
            "a command of somebody who is behind was done",
        );
    }

    /// I10: undoing is the state before, and one more fact.
    fn undo(&mut self, before: &capicu_event::State, was_logged: usize) {
        self.keys += 1;
        let expected = self.event.version();
        let key = format!("{:x}-undo", self.keys);
        let envelope = Envelope {
            key,
            expected,
            now: 0,
            command: Command::Undo,
        };
        let lines = self
            .event
            .execute(&envelope)
            .map(<[_]>::to_vec)
            .unwrap_or_default();
        lines.iter().for_each(|line| self.checker.line(line));
        let same = self.event.state() == before;
        let added = self.event.log().lines().len() == was_logged + 2;
        self.expect(
            same && added,
            "I10",
            "undoing is not the state before and one more fact",
        );
    }

    /// I5: the power goes while the last lines are written. What is whole is what happened.
    fn crash(&mut self) {
        let text = self.event.log().text();
        let lines = self.event.log().lines().len();
        let tail = self
            .event
            .log()
            .text_from(lines.saturating_sub(1).max(1))
            .len();
        let cut = text.len() - self.below(tail.max(1));
        let whole = match Log::read(&text.as_bytes()[..cut]) {
            Ok(_) => cut,
            Err(LogError::CutOff { whole, .. }) => whole,
            Err(why) => return self.report("I5", format!("a log that was cut: {why}")),
        };
        let log = Log::read(&text.as_bytes()[..whole]);
        let event = log.map_err(|why| why.to_string());
        let event = event.and_then(|log| Event::replay(log).map_err(|why| why.to_string()));
        match event {
            Ok(event) => {
                if whole == text.len() {
                    self.expect(event == self.event, "I5", "a reread event is another");
                }
                self.event = event;
            }
            Err(why) => return self.report("I5", format!("a log that was cut: {why}")),
        }
        self.checker.reread(self.event.log().lines());
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
