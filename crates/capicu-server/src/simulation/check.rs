//! Checks of a simulated world at its end, from the disk and the messages that clients received.

use std::collections::BTreeMap;

use capicu::{Duty, Seat, TileSet, Viewer, Waiting};
use capicu_accounts::ratings::recompute;
use capicu_protocol::{Event, ServerMessage, StandIn, encode};
use capicu_store::shards::shard_of;
use capicu_store::sql::Sql;
use capicu_store::{Journal as _, Results as _};
use capicu_table::{Entry, Fact, State};

use super::Simulated;
use super::disk::Opened;
use super::story::{Heard, Recorded, Story};

/// Tolerance for clocks that count whole milliseconds.
const SLACK: u64 = 5;

pub async fn check(story: &Story, disk: &Sql<Opened>) -> Simulated {
    let mut simulated = Simulated::default();
    let tables = disk.recent(0, u32::MAX).await.expect("it can be read");
    let results = disk.since(0, u32::MAX).await.expect("they can be read");
    let mut over: BTreeMap<(String, u32), usize> = BTreeMap::new();
    for ended in &results {
        *over
            .entry((ended.table.to_string(), ended.result.number))
            .or_default() += 1;
    }
    let mut wrong = Vec::new();
    let mut heard = std::mem::take(&mut story.told().heard);
    for id in &tables {
        let stored = match disk.read(id).await {
            Ok(stored) => stored.expect("there is such a table"),
            Err(why) => {
                wrong.push(format!("{id} cannot be read: {why}"));
                continue;
            }
        };
        let told = story.told();
        let mut of = Table {
            id: id.as_str(),
            told: &told,
            done: BTreeMap::new(),
            names: BTreeMap::new(),
            over: Vec::new(),
            moved_at: 0,
            wrong: &mut wrong,
        };
        let mut heard = heard.remove(id.as_str()).unwrap_or_default();
        heard.sort_by_key(|heard| heard.version);
        simulated.facts += stored.entries.len();
        simulated.messages += heard.len();
        match State::new(stored.setup) {
            Ok(state) => of.go_through(state, &stored.entries, &heard),
            Err(error) => of.wrong.push(format!("{id} makes no sense: {error}")),
        }
        of.keeps_promises(&stored.entries);
        for number in std::mem::take(&mut of.over) {
            let n = over.remove(&(id.to_string(), number)).unwrap_or_default();
            if n != 1 {
                wrong.push(format!("match {number} of {id} has {n} results"));
            }
            simulated.matches += 1;
        }
    }
    for ((table, number), _) in over {
        wrong.push(format!("match {number} of {table} has a result and no end"));
    }
    for id in heard.keys() {
        wrong.push(format!("{id} was told of and is not on the disk"));
    }
    let rated = recompute(disk, true).await.expect("they can be read");
    if !rated.agrees() {
        wrong.push(format!(
            "the ratings do not follow from the results: {rated:?}"
        ));
    }
    let log = story.lines();
    let told = story.told();
    wrong.extend(told.wrong.iter().cloned());
    Simulated {
        log,
        promises: told.promises.len(),
        troubles: told.troubles.clone(),
        wrong,
        ..simulated
    }
}

struct Table<'a> {
    id: &'a str,
    told: &'a Recorded,
    /// Versions of a command, by seat and key.
    done: BTreeMap<(Seat, String), Vec<u64>>,
    /// How often each name was taken; names differ each time.
    names: BTreeMap<String, usize>,
    /// The matches that have ended.
    over: Vec<u32>,
    /// The version of the last move or deal.
    moved_at: u64,
    wrong: &'a mut Vec<String>,
}

impl Table<'_> {
    fn go_through(&mut self, mut state: State, entries: &[Entry], heard: &[Heard]) {
        let mut heard = heard.iter().peekable();
        let mut last_at = 0;
        for (entry, version) in entries.iter().zip(1..) {
            if entry.version != version || entry.at < last_at {
                let found = (entry.version, entry.at);
                let id = self.id;
                return self.wrong.push(format!(
                    "{id} has version {found:?} after {version} - 1, {last_at}"
                ));
            }
            last_at = entry.at;
            self.was_charged(&state, entry);
            if let Err(error) = state.apply(entry) {
                let id = self.id;
                return self
                    .wrong
                    .push(format!("{id} makes no sense at {version}: {error}"));
            }
            if state.moved() == version {
                self.moved_at = version;
            }
            if let Some((seat, key)) = &entry.command {
                let of = self.done.entry((*seat, key.to_string())).or_default();
                of.push(version);
            }
            if let Fact::Named { name, .. } = &entry.fact {
                *self.names.entry(name.clone()).or_default() += 1;
            }
            if let Some(played) = state.match_info()
                && played.over.is_some()
                && !self.over.contains(&played.number)
            {
                self.over.push(played.number);
            }
            while let Some(heard) = heard.next_if(|heard| heard.version <= version) {
                if heard.version == version {
                    self.was_told(&state, heard);
                }
            }
        }
        if let Some(heard) = heard.next() {
            let (id, n) = (self.id, entries.len());
            self.wrong.push(format!(
                "{} was told of {} of {n} facts of {id}",
                heard.who, heard.version
            ));
        }
    }

    /// Checks that time without a working table was not charged.
    fn was_charged(&mut self, before: &State, entry: &Entry) {
        let Fact::Acted { used, .. } = &entry.fact else {
            return;
        };
        let stored = self.told.stored.get(&(self.id.to_owned(), before.moved()));
        let failed = self.told.failed.get(self.id).into_iter().flatten();
        // The failure of this very fact may be in the same millisecond.
        let failed = failed.filter(|at| **at < entry.at);
        let taken = self
            .told
            .taken
            .get(&shard_of(self.id))
            .into_iter()
            .flatten();
        let starts = self.told.starts.iter().chain(taken);
        let began = starts.chain(failed).chain(stored);
        let began = began.copied().filter(|at| *at <= entry.at).max();
        let most = entry.at.saturating_sub(began.unwrap_or_default()) + SLACK;
        if u64::from(used.milliseconds()) > most {
            let (id, version) = (self.id, entry.version);
            self.wrong.push(format!(
                "{id} at {version}: {used:?} was charged of {most} ms"
            ));
        }
    }

    /// Checks that a message contains no tile that its receiver may not know.
    fn was_told(&mut self, state: &State, heard: &Heard) {
        let ends = |event: &Event| {
            matches!(
                event,
                Event::RoundOver(_)
                    | Event::TurnedUp { .. }
                    | Event::Opened(_)
                    | Event::Called { .. }
            )
        };
        let (text, after_a_round) = match &heard.message {
            ServerMessage::Events { events, .. } | ServerMessage::Delta { events, .. } => {
                (encode(events), events.iter().any(ends))
            }
            ServerMessage::Snapshot(snapshot) => {
                let events = &snapshot.events;
                (encode(events), events.iter().any(ends))
            }
            other => (encode(other), false),
        };
        // Tiles of a finished round are not secret, and may be equal.
        let Waiting::Act(_) = state.waiting() else {
            return;
        };
        let Some(round) = state.table().and_then(|table| table.round()) else {
            return;
        };
        if after_a_round {
            return;
        }
        let all = |all, hand: &TileSet| all | *hand;
        let mut hidden = round.hands().iter().fold(TileSet::EMPTY, all);
        hidden |= round.board().layout().unplayed();
        for tile in round.board().layout().laid() {
            hidden.remove(tile);
        }
        let viewer = heard.viewer;
        if let Viewer::Seat(seat) = viewer
            && state.stand_in(seat) != Some(StandIn::NextDeal)
        {
            hidden -= round.hands()[seat];
        }
        // Everybody knows which tile has to open.
        if let Duty::Tile(tile) | Duty::Holder(tile) = round.board().opening().duty {
            hidden.remove(tile);
        }
        for tile in hidden {
            if text.contains(&tile.to_string()) {
                let (id, version) = (self.id, heard.version);
                self.wrong.push(format!(
                    "{} at {id}, {viewer:?}, was told of {tile} at {version}: {text}",
                    heard.who
                ));
            }
        }
    }

    /// Checks that each acknowledged command is stored once.
    fn keeps_promises(&mut self, entries: &[Entry]) {
        for ((seat, key), versions) in &self.done {
            if versions.len() > 1 {
                self.wrong
                    .push(format!("{key} of {seat} at {} is at {versions:?}", self.id));
            }
        }
        for (name, times) in &self.names {
            if *times > 1 {
                self.wrong
                    .push(format!("{name} at {} was done {times} times", self.id));
            }
        }
        let own = self
            .told
            .promises
            .iter()
            .filter(|((table, ..), _)| table == self.id);
        for ((_, seat, key), (version, is_move)) in own {
            let found = self.done.get(&(*seat, key.clone()));
            let is_kept = match found {
                Some(found) => found == &[*version],
                // A command that changes nothing is acknowledged without a fact.
                None => !is_move && *version <= entries.len() as u64,
            };
            if !is_kept {
                self.wrong.push(format!(
                    "{key} of {seat} at {}, acknowledged as {version}, is not in the journal: {found:?}",
                    self.id
                ));
            }
        }
    }
}
