//! Plays the next round: drafted, edited by hand, published.

use capicu_event::{Command, Consent, Meeting, Pairing, Refused};

use super::Evening;

impl Evening {
    pub(super) fn draft(&mut self) -> Result<(), Refused> {
        if let Err(why) = self.send(Command::Draft(Consent::Withheld)) {
            let Refused::NeedsConsent(_) = why else {
                return Err(why);
            };
            self.send(Command::Draft(Consent::Given))?;
        }
        // A crash may have lost the draft.
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

    /// Exchanges two entries by hand, and tries to seat one twice, which must be refused.
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

    pub(super) fn publish(&mut self) -> Result<(), Refused> {
        // An entry leaves or arrives late while the director reviews the draft.
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
}
