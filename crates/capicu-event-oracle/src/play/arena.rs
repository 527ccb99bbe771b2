//! Meetings that begin and end at any time.

use capicu_event::{Refused, Table};

use super::Evening;
use crate::definition::Definition;

impl Evening {
    pub(super) fn is_continuous(&self) -> bool {
        let stage = self.event.state().running();
        stage.is_some_and(|stage| Definition::of(&stage.method).is_free())
    }

    fn open_tables(&self) -> Vec<u16> {
        let Some(stage) = self.event.state().running() else {
            return Vec::new();
        };
        let (mut open, mut number) = (Vec::new(), 0);
        for table in stage.rounds.iter().flat_map(|round| &round.tables) {
            number += 1;
            if !matches!(table, Table::Settled(_)) {
                open.push(number);
            }
        }
        open
    }

    pub(super) fn arena(&mut self) -> Result<(), Refused> {
        // Undoing and crashes may set the clock back, so the loop is limited.
        for _ in 0..200 {
            self.incidents()?;
            let paired = self.draft().and_then(|()| self.publish());
            let open = self.open_tables();
            match paired {
                Ok(()) => self.rounds += 1,
                Err(Refused::TimeIsOver) => break,
                Err(Refused::NobodyFree) if open.is_empty() => break,
                Err(Refused::NobodyFree) => {}
                Err(why) => return Err(why),
            }
            for meeting in open {
                if self.chance(2) {
                    self.meeting(meeting)?;
                }
            }
            self.correct();
            self.look();
        }
        loop {
            let open = self.open_tables();
            if open.is_empty() {
                return Ok(());
            }
            for meeting in open {
                self.meeting(meeting)?;
            }
        }
    }
}
