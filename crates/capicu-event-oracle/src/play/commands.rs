//! Sends every command, and repeats, undoes or loses some of them in a crash.

use capicu_event::{Command, Envelope, Event, Fact, Log, LogError, Refused, Undo};

use super::Evening;

impl Evening {
    /// Sends a command until it is in force, again after a crash or an undo.
    pub(super) fn send(&mut self, command: Command) -> Result<(), Refused> {
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

    pub(super) fn try_send(&mut self, command: Command) -> Result<(), Refused> {
        self.keys += 1;
        let expected = self.event.version();
        let key = format!("{:x}", self.keys);
        let now = expected * 20_000 + self.below(20_000) as u64;
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

    /// I13: repeats the command, and sends one from a client that is behind.
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
            "a command from a client that is behind was executed",
        );
    }

    /// I10: undoing restores the state before, and adds a fact.
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
        // Another copy of the log may have continued from there.
        let last = self.event.log().lines().last();
        if last.is_some_and(|line| line.fact.traits().undo == Undo::Never) {
            let was = self.event.clone();
            let refused = self.event.execute(&envelope).err() == Some(Refused::HandedOn);
            self.expect(
                refused && self.event == was,
                "I10",
                "a handing over was undone",
            );
            return;
        }
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

    /// I5: the power fails while the last lines are written. The complete lines are the log.
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
}
