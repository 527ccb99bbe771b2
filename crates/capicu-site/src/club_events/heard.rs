//! The events of a club, read from their logs.

use std::collections::BTreeMap;

use capicu_event::{
    Entrants, Entry, EntryId, Fact, Line, Shown, Stage, Standing, State, Step, Substitution,
    standings,
};
use capicu_protocol::{EventId, PlayerId};
use capicu_store::clubs::ClubEvent;
use capicu_store::events::EventPlayer;

use crate::{Failure, Site};

/// An event of a club.
#[derive(Debug)]
pub struct Heard {
    /// Its place in the calendar.
    pub of: ClubEvent,
    /// The current state of the event.
    pub state: State,
    /// When the rounds of each stage were published.
    pub published: Vec<Vec<u64>>,
    /// The players with an account, and their entries.
    pub players: Vec<EventPlayer>,
}

/// A person or team, identified across events.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Somebody {
    /// A player with an account.
    Account(PlayerId),
    /// A person known only by this name, in lower case.
    Name(String),
    /// A person who does not want to be named, by event, entry and place.
    Unnamed(EventId, u32, u8),
}

/// Reads the events of a club. Events whose logs cannot be read are left out.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn hear(site: &Site, events: Vec<ClubEvent>) -> Result<Vec<Heard>, Failure> {
    let mut all = Vec::with_capacity(events.len());
    for of in events {
        let Ok(shared) = site.events().hall(&of.event).await else {
            continue;
        };
        let players = site.services().store.event_players(&of.event).await?;
        let hall = shared.lock().await;
        all.push(Heard {
            state: hall.event.state().clone(),
            published: published(hall.event.log().lines()),
            players,
            of,
        });
    }
    Ok(all)
}

/// When the rounds that count were published, by stages.
pub fn published(lines: &[Line]) -> Vec<Vec<u64>> {
    let counts = counting(lines);
    let mut stages: Vec<Vec<u64>> = Vec::new();
    for line in counts {
        match line.fact.step() {
            Step::Opened(_) => stages.push(Vec::new()),
            Step::Published => {
                if let Some(stage) = stages.last_mut() {
                    stage.push(line.at);
                }
            }
            Step::Unpublished => {
                if let Some(stage) = stages.last_mut() {
                    stage.pop();
                }
            }
            Step::Drafted { .. } | Step::Edited { .. } | Step::Discarded | Step::None => {}
        }
    }
    stages
}

/// The lines that have not been undone: each undoing names the last one that still counts.
fn counting(lines: &[Line]) -> Vec<&Line> {
    let mut counting: Vec<&Line> = Vec::new();
    for line in lines {
        if let Fact::Undone { of } = line.fact {
            counting.retain(|one| one.n != of);
        } else {
            counting.push(line);
        }
    }
    counting
}

impl Heard {
    /// The final places of an event, from 1. Entries of the last stage come first, then the others by earlier stages.
    /// Equal entries share a place.
    pub fn places(&self) -> Vec<(EntryId, usize)> {
        let mut placed: Vec<(EntryId, usize)> = Vec::new();
        for stage in self.state.stages.iter().rev() {
            let told = standings::standings(&self.state, stage);
            let is_new = |one: &&Standing| !placed.iter().any(|(entry, _)| *entry == one.entry);
            let left: Vec<&Standing> = told.iter().filter(is_new).collect();
            let before = placed.len();
            let mut next = Vec::new();
            for one in &left {
                let better = left.iter().filter(|other| other.place < one.place).count();
                next.push((one.entry, before + better + 1));
            }
            placed.extend(next);
        }
        placed
    }

    /// The people of an entry in a round, in the order of their places. If the entry is a team, or its people are
    /// unknown, the entry itself.
    pub fn people(&self, id: EntryId, at: Option<(u16, u16)>) -> Vec<(Somebody, String)> {
        let Some(entry) = self.state.entries.get(&id) else {
            return Vec::new();
        };
        let members = match self.state.preset.entrants {
            Entrants::Pair if entry.members.len() == 2 => members(entry, at),
            Entrants::Pair | Entrants::Player | Entrants::Team => vec![entry.current_name()],
        };
        let is_pair = self.state.preset.entrants == Entrants::Pair && members.len() == 2;
        let accounts: BTreeMap<u8, PlayerId> = self
            .players
            .iter()
            .filter(|one| one.entry == id.0)
            .map(|one| (one.place, one.player))
            .collect();
        // After a substitution the person in a place is unknown, and a team is no single person.
        let knows = entry.substitutions.is_empty()
            && (is_pair || self.state.preset.entrants == Entrants::Player);
        let one = |(place, name): (u8, String)| {
            let account = accounts.get(&place).filter(|_| knows);
            let who = match (entry.shown, account) {
                (Shown::Number, _) => Somebody::Unnamed(self.of.event.clone(), id.0, place),
                (Shown::Name, Some(player)) => Somebody::Account(*player),
                (Shown::Name, None) => Somebody::Name(folded(&name)),
            };
            (who, name)
        };
        (0..).zip(members).map(one).collect()
    }

    /// When a round of a stage was published, both from 0.
    pub fn round_at(&self, stage: usize, round: usize) -> u64 {
        let rounds = self.published.get(stage);
        rounds
            .and_then(|rounds| rounds.get(round))
            .copied()
            .unwrap_or_default()
    }

    /// The last stage.
    pub fn last(&self) -> Option<&Stage> {
        self.state.stages.last()
    }
}

/// The members of an entry in a round of a stage, or at the end.
fn members(entry: &Entry, at: Option<(u16, u16)>) -> Vec<String> {
    let mut members = entry.members.clone();
    let later = |one: &&Substitution| at.is_some_and(|at| (one.stage, one.rounds) >= at);
    for one in entry.substitutions.iter().rev().take_while(later) {
        for member in members.iter_mut().filter(|member| **member == one.joins) {
            member.clone_from(&one.leaves);
        }
    }
    members
}

/// Normalizes a name for comparison.
fn folded(name: &str) -> String {
    let words = name.split_whitespace().map(str::to_lowercase);
    words.collect::<Vec<_>>().join(" ")
}
