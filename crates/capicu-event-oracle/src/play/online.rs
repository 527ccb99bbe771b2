//! Meetings at tables of a server, which record their results.

use capicu_event::{Command, EntryId, Outcome, Refused, Table, Venue};

use super::Evening;

impl Evening {
    pub(super) fn is_online(&self, meeting: u16) -> bool {
        let stage = self.event.state().running();
        let place = stage.and_then(|stage| Some((stage, stage.locate(meeting)?)));
        place.is_some_and(|(stage, (round, at))| stage.rounds[round].venues[at] == Venue::Online)
    }

    /// The desk moves a meeting to another venue.
    pub(super) fn moves(&mut self, meeting: u16) {
        if self.event.state().preset.online.is_some() && self.chance(10) {
            let to = match self.is_online(meeting) {
                true => Venue::Hall,
                false => Venue::Online,
            };
            let _ = self.try_send(Command::Move { meeting, to });
        }
    }

    /// The number of recorded tables of a meeting; `None` once it has its result.
    fn written_down(&self, meeting: u16) -> Option<usize> {
        if !matches!(self.table(meeting), Some(Table::Open)) {
            return None;
        }
        let stage = self.event.state().running()?;
        let (round, at) = stage.locate(meeting)?;
        let known = stage.rounds[round].recorded.get(&at);
        Some(known.map_or(0, std::collections::BTreeMap::len))
    }

    /// The tables record their results one by one, and sometimes repeat one.
    pub(super) fn record(
        &mut self,
        meeting: u16,
        side: EntryId,
        outcome: &Outcome,
    ) -> Result<(), Refused> {
        if self.chance(6) && matches!(self.table(meeting), Some(Table::Open)) {
            let by = side;
            let outcome = outcome.clone();
            let claim = Command::Claim {
                meeting,
                by,
                outcome,
            };
            let refused = self.try_send(claim).is_err();
            self.expect(refused, "I13", "a side spoke for a table of the server");
        }
        let table = format!("table {meeting}");
        let Outcome::Sittings { tables } = outcome else {
            let outcome = outcome.clone();
            let _ = self.try_send(Command::Record {
                meeting,
                table,
                outcome,
            });
            return Ok(());
        };
        for (number, result) in (1..).zip(tables) {
            let command = Command::RecordTable {
                meeting,
                number,
                table: table.clone(),
                result: result.clone(),
            };
            let before = self.written_down(meeting);
            match self.try_send(command.clone()) {
                // The results of the tables are impossible together, so the desk rules.
                Err(Refused::Impossible { .. }) => {
                    return self.rule(meeting, outcome.clone(), "another sheet".into());
                }
                // It was recorded before the crash.
                Err(_) => {}
                Ok(()) => {
                    let is_more = self.written_down(meeting) > before;
                    if is_more && self.chance(5) {
                        let refused = self.try_send(command).is_err();
                        self.expect(refused, "I13", "a table was written down twice");
                    }
                }
            }
        }
        Ok(())
    }
}
