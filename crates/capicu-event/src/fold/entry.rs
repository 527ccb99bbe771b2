//! Facts about entries: who is there, and who has left.

use std::collections::BTreeSet;

use super::text;
use crate::fact::Fact;
use crate::id::EntryId;
use crate::pairing::table_knock_out;
use crate::preset::{Entrants, Method};
use crate::refused::Refused;
use crate::state::{Entry, Payment, Penalty, Presence, StageStatus, State, Substitution};

impl State {
    fn entry_mut(&mut self, id: EntryId) -> Result<&mut Entry, Refused> {
        let entry = self.entries.get_mut(&id).ok_or(Refused::NoEntry(id))?;
        match entry.presence {
            Presence::Withdrawn { .. } => Err(Refused::HasLeft(id)),
            _ => Ok(entry),
        }
    }

    pub(super) fn entered(&mut self, fact: &Fact) -> Result<(), Refused> {
        let Fact::Entered {
            entry: id,
            name,
            members,
            club,
            rating,
            shown,
        } = fact
        else {
            return Ok(());
        };
        if id.0 != self.entries.len() as u32 + 1 {
            return Err(Refused::NoEntry(*id));
        }
        let mut texts = members.iter().chain(club).chain([name]);
        texts.try_for_each(|each| text(each))?;
        if let Some((taken, _)) = self.entries.iter().find(|(_, other)| other.name == *name) {
            return Err(Refused::NameTaken(*taken));
        }
        let [least, most] = self.preset.members;
        let n = members.len();
        let distinct = members.iter().collect::<BTreeSet<_>>().len() == n;
        // A player is the entry; other members may be named later, or never.
        let known = n == 0 || (usize::from(least)..=usize::from(most)).contains(&n);
        let single = self.preset.entrants != Entrants::Player || n == 0;
        if !distinct || !known || !single {
            return Err(Refused::Members { least, most });
        }
        let late = self.late_round()?;
        let entry = Entry {
            name: name.clone(),
            members: members.clone(),
            club: club.clone(),
            rating: *rating,
            categories: BTreeSet::new(),
            shown: *shown,
            payment: Payment::Due,
            presence: Presence::Waiting,
            byes: BTreeSet::new(),
            substitutions: Vec::new(),
        };
        let full = self.is_full();
        self.entries.insert(*id, entry);
        if !full {
            self.seat(*id, late);
        }
        Ok(())
    }

    /// The first round of somebody who enters now; nothing before the first stage.
    pub(super) fn late_round(&self) -> Result<Option<u16>, Refused> {
        let Some(stage) = self.stages.last() else {
            return Ok(None);
        };
        let next = stage.next_round();
        let until = match stage.method.is_open() {
            true if stage.method.is_continuous() => u16::MAX,
            true => stage
                .rules
                .late_entry_until
                .unwrap_or(0)
                .min(stage.n_rounds),
            false => 0,
        };
        match stage.status == StageStatus::Running && stage.number == 1 && next <= until {
            true => Ok(Some(next)),
            false => Err(Refused::EntryClosed),
        }
    }

    pub(super) fn checked_in(&mut self, id: EntryId) -> Result<(), Refused> {
        // An arena takes back whoever comes.
        let takes_back = self
            .running()
            .is_some_and(|stage| stage.method.is_continuous() && stage.order.contains(&id));
        let entry = self.entries.get_mut(&id).ok_or(Refused::NoEntry(id))?;
        match entry.presence {
            Presence::CheckedIn => Err(Refused::Twice(id)),
            Presence::Waiting => Err(Refused::Waits(id)),
            Presence::Withdrawn { .. } if !takes_back => Err(Refused::HasLeft(id)),
            Presence::Entered | Presence::Withdrawn { .. } => {
                entry.presence = Presence::CheckedIn;
                Ok(())
            }
        }
    }

    pub(super) fn categorised(
        &mut self,
        id: EntryId,
        categories: &BTreeSet<String>,
    ) -> Result<(), Refused> {
        let known = self.preset.categories();
        let stranger = categories.iter().find(|one| !known.contains(&one.as_str()));
        if let Some(category) = stranger {
            return Err(Refused::NoCategory(category.clone()));
        }
        let entry = self.entry_mut(id)?;
        if entry.categories == *categories {
            return Err(Refused::NoChange);
        }
        entry.categories.clone_from(categories);
        Ok(())
    }

    pub(super) fn withdrawn(&mut self, id: EntryId, reason: &str) -> Result<(), Refused> {
        text(reason)?;
        let (stage, rounds) = self.place();
        self.entry_mut(id)?.presence = Presence::Withdrawn { stage, rounds };
        self.come_up();
        Ok(())
    }

    pub(super) fn bye_requested(&mut self, id: EntryId, round: u16) -> Result<(), Refused> {
        let (next, last, open) = match (self.running(), self.stages.first()) {
            (Some(stage), _) => (stage.next_round(), stage.n_rounds, stage.method.is_open()),
            (None, None) => (1, u16::MAX, self.preset.stages[0].pairing.is_open()),
            (None, Some(_)) => return Err(Refused::NoStage),
        };
        let continuous = self
            .running()
            .is_some_and(|stage| stage.method.is_continuous());
        if !open || continuous || round < next || round > last {
            return Err(Refused::NoRound(round));
        }
        match self.entry_mut(id)?.byes.insert(round) {
            true => Ok(()),
            false => Err(Refused::NoChange),
        }
    }

    /// Who lost in the last round may come back where the stage says so, once, and not after the last
    /// table.
    pub(super) fn re_entered(&mut self, id: EntryId) -> Result<(), Refused> {
        self.entry_mut(id)?;
        let stage = self.running_mut().ok_or(Refused::NoStage)?;
        let round = stage.rounds.len() as u16;
        let Method::TableKnockOut {
            re_entry_until: Some(until),
            ..
        } = stage.method
        else {
            return Err(Refused::NoReEntry(id));
        };
        let in_it = table_knock_out::still_in(stage);
        let [.., before, after] = &in_it[..] else {
            return Err(Refused::NoReEntry(id));
        };
        let out = before.contains(&id) && !after.contains(&id);
        let open = round <= until && stage.is_settled() && after.len() > 1 && stage.draft.is_none();
        if !out || !open || stage.re_entries.contains_key(&id) {
            return Err(Refused::NoReEntry(id));
        }
        stage.re_entries.insert(id, round);
        Ok(())
    }

    pub(super) fn substituted(
        &mut self,
        id: EntryId,
        leaves: &str,
        joins: &str,
    ) -> Result<(), Refused> {
        text(joins)?;
        let most = usize::from(self.preset.substitutes);
        let (stage, rounds) = self.place();
        let taken = self
            .entries
            .values()
            .any(|entry| entry.members.iter().any(|m| m == joins));
        let entry = self.entry_mut(id)?;
        if entry.substitutions.len() >= most {
            return Err(Refused::NoSubstitute(id));
        }
        let at = entry.members.iter().position(|member| member == leaves);
        let (Some(at), false) = (at, taken) else {
            return Err(Refused::NoMember(id));
        };
        entry.members[at] = joins.to_owned();
        let [leaves, joins] = [leaves, joins].map(str::to_owned);
        entry.substitutions.push(Substitution {
            leaves,
            joins,
            stage,
            rounds,
        });
        Ok(())
    }

    pub(super) fn penalised(
        &mut self,
        entry: EntryId,
        points: u16,
        score: u32,
        reason: &str,
    ) -> Result<(), Refused> {
        text(reason)?;
        if points == 0 && score == 0 {
            return Err(Refused::NoPenalty);
        }
        if !self.entries.contains_key(&entry) {
            return Err(Refused::NoEntry(entry));
        }
        let stage = self.running_mut().ok_or(Refused::NoStage)?;
        if !stage.order.contains(&entry) {
            return Err(Refused::NoEntry(entry));
        }
        stage.penalties.push(Penalty {
            entry,
            points,
            score,
            reason: reason.to_owned(),
        });
        Ok(())
    }
}
