//! Facts about entries: their arrival, data and departure.

use std::collections::BTreeSet;

use super::text;
use crate::fact::Fact;
use crate::id::EntryId;
use crate::pairing::table_knock_out;
use crate::preset::{Entrants, KnockOut, Method};
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
        // A player is the entry itself; other members may be named later, or never.
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

    /// The first round for an entry added now; `None` before the first stage.
    pub(super) fn late_round(&self) -> Result<Option<u16>, Refused> {
        let Some(stage) = self.stages.last() else {
            return Ok(None);
        };
        let next = stage.next_round();
        // In a round robin, a late entry takes the place of the bye.
        let has_place = match stage.method {
            Method::RoundRobin { .. } => !stage.order.len().is_multiple_of(2),
            _ => stage.method.is_open(),
        };
        let until = match has_place {
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
        let running = self.running();
        // An arena and a queue take back every entry of the stage.
        let returns =
            running.is_some_and(|stage| stage.method.is_continuous() && stage.order.contains(&id));
        // To a queue, everybody may come late.
        let joins = running.is_some_and(|stage| {
            stage.queue.is_some() && stage.number == 1 && !stage.order.contains(&id)
        });
        let entry = self.entries.get_mut(&id).ok_or(Refused::NoEntry(id))?;
        match entry.presence {
            Presence::CheckedIn => Err(Refused::Twice(id)),
            Presence::Waiting => Err(Refused::Waits(id)),
            Presence::Withdrawn { .. } if !(returns || joins) => Err(Refused::HasLeft(id)),
            Presence::Entered | Presence::Withdrawn { .. } => {
                entry.presence = Presence::CheckedIn;
                if joins && let Some(stage) = self.running_mut() {
                    let next = stage.next_round();
                    stage.order.push(id);
                    stage.joined.insert(id, next);
                }
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

    /// An entry that lost in the last round may return once, if the stage allows it and the last table has not begun.
    pub(super) fn re_entered(&mut self, id: EntryId) -> Result<(), Refused> {
        self.entry_mut(id)?;
        let stage = self.running_mut().ok_or(Refused::NoStage)?;
        let round = stage.rounds.len() as u16;
        let Some(KnockOut::Tables {
            re_entry_until: Some(until),
            ..
        }) = stage.method.traits().knock_out
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

    /// An entry that left returns for the next round of the same stage, unless losses eliminate. Before the first stage
    /// it returns for the whole event. Rounds played in between count as missed.
    pub(super) fn came_back(&mut self, id: EntryId) -> Result<(), Refused> {
        let entry = self.entries.get(&id).ok_or(Refused::NoEntry(id))?;
        let Presence::Withdrawn {
            stage: left,
            rounds,
        } = entry.presence
        else {
            return Err(Refused::NoReEntry(id));
        };
        let presence = match (self.stages.is_empty(), self.is_full()) {
            (true, true) => Presence::Waiting,
            (true, false) => Presence::Entered,
            (false, _) => Presence::CheckedIn,
        };
        if presence == Presence::CheckedIn {
            let stage = self.running_mut().ok_or(Refused::NoStage)?;
            let has_rounds = !stage.method.is_knock_out() && !stage.method.is_continuous();
            if !has_rounds || left != stage.number || !stage.order.contains(&id) {
                return Err(Refused::NoReEntry(id));
            }
            let missed = rounds + 1..=stage.rounds.len() as u16;
            stage.missed.entry(id).or_default().extend(missed);
        }
        if let Some(entry) = self.entries.get_mut(&id) {
            entry.presence = presence;
        }
        Ok(())
    }

    /// Corrects an entry everywhere, also in past line-ups.
    pub(super) fn entry_corrected(&mut self, fact: &Fact) -> Result<(), Refused> {
        let Fact::EntryCorrected {
            entry: id,
            name,
            members,
            club,
            rating,
        } = fact
        else {
            return Ok(());
        };
        let mut texts = members.iter().chain(club).chain([name]);
        texts.try_for_each(|each| text(each))?;
        let mut others = self.entries.iter().filter(|(other, _)| *other != id);
        if let Some((taken, _)) = others.find(|(_, other)| other.name == *name) {
            return Err(Refused::NameTaken(*taken));
        }
        let [least, most] = self.preset.members;
        let single = self.preset.entrants == Entrants::Player;
        let entry = self.entries.get_mut(id).ok_or(Refused::NoEntry(*id))?;
        let n = members.len();
        let distinct = members.iter().collect::<BTreeSet<_>>().len() == n;
        // The number of known people stays; others join as substitutes.
        let known = match entry.members.len() {
            0 if single => n == 0,
            0 => n == 0 || (usize::from(least)..=usize::from(most)).contains(&n),
            before => n == before,
        };
        if !distinct || !known {
            return Err(Refused::Members { least, most });
        }
        let before = std::mem::replace(&mut entry.members, members.clone());
        let same = before == *members && entry.name == *name;
        if same && entry.club == *club && entry.rating == *rating {
            return Err(Refused::NoChange);
        }
        entry.name.clone_from(name);
        entry.club.clone_from(club);
        entry.rating = *rating;
        let now = |person: &mut String| {
            if let Some(at) = before.iter().position(|before| before == person) {
                person.clone_from(&members[at]);
            }
        };
        for substitution in &mut entry.substitutions {
            now(&mut substitution.leaves);
            now(&mut substitution.joins);
        }
        for round in self.stages.iter_mut().flat_map(|stage| &mut stage.rounds) {
            for (meeting, line_ups) in round.pairing.meetings.iter().zip(&mut round.line_ups) {
                let side = meeting.side_of(*id).map(|side| side as u8);
                let own = side.and_then(|side| line_ups.get_mut(&side));
                own.into_iter().flatten().flatten().for_each(now);
            }
        }
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
