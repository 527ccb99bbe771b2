//! Winner stays: who sits where, played again from the first match for every question. People take chairs one by one.

use std::collections::VecDeque;

use capicu_event::{EntryId, Fact, Method, Outcome, Pairing};

use crate::model::{Model, Played};

/// The round and the place of a meeting, from 0.
type Place = [usize; 2];

/// Everything that moved somebody, in order of time.
#[derive(Clone, Default)]
pub struct Bench {
    moves: Vec<Move>,
}

#[derive(Clone, PartialEq)]
enum Move {
    Comes(EntryId),
    Goes(EntryId),
    Begins(Place),
    Ends(Place, Vec<EntryId>),
}

/// The room at a moment.
struct Room {
    chairs: Vec<[Option<EntryId>; 2]>,
    plays: Vec<bool>,
    waits: VecDeque<EntryId>,
}

impl Room {
    fn people(&self) -> Vec<EntryId> {
        let seated = self.chairs.iter().flatten().flatten();
        seated.chain(&self.waits).copied().collect()
    }

    /// Somebody gets up from a chair.
    fn up(&mut self, id: EntryId) {
        for chair in self.chairs.iter_mut().flatten() {
            if *chair == Some(id) {
                *chair = None;
            }
        }
    }

    fn table_of(&self, who: &[EntryId]) -> Option<usize> {
        let sits = |chairs: &[Option<EntryId>; 2]| {
            let there: Vec<EntryId> = chairs.iter().flatten().copied().collect();
            there == who
        };
        self.chairs.iter().position(sits)
    }

    /// Who waits takes the first free chair. If nobody waits and several people sit alone, the last of them gets up.
    fn sit_down(&mut self) {
        loop {
            let tables = self.chairs.iter_mut().zip(&self.plays);
            let mut idle = tables
                .filter(|(_, plays)| !**plays)
                .flat_map(|(chairs, _)| chairs);
            let free = idle.find(|chair| chair.is_none());
            if let Some(chair) = free {
                if let Some(next) = self.waits.pop_front() {
                    *chair = Some(next);
                    continue;
                }
            } else {
                return;
            }
            let alone = |chairs: &&mut [Option<EntryId>; 2]| chairs.iter().flatten().count() == 1;
            let mut lonely: Vec<_> = self.chairs.iter_mut().filter(alone).collect();
            let several = lonely.len() > 1;
            match lonely.pop().filter(|_| several) {
                Some(last) => self.waits.extend(last.iter_mut().filter_map(Option::take)),
                None => return,
            }
        }
    }
}

impl Bench {
    /// The room after all moves; `None` if somebody would play who did not.
    fn room(&self, stage: &Played) -> Option<Room> {
        let Method::WinnerStays { tables, .. } = stage.method else {
            return None;
        };
        let tables = usize::from(tables);
        let mut room = Room {
            chairs: vec![[None; 2]; tables],
            plays: vec![false; tables],
            waits: VecDeque::new(),
        };
        for one in &self.moves {
            match one {
                Move::Comes(id) => room.waits.push_back(*id),
                Move::Goes(id) => {
                    room.up(*id);
                    room.waits.retain(|other| other != id);
                }
                Move::Begins(place) => {
                    let table = room.table_of(&players(stage, *place))?;
                    room.plays[table] = true;
                }
                Move::Ends(place, losers) => {
                    let table = room.table_of(&players(stage, *place))?;
                    room.plays[table] = false;
                    // A match without a winner is like a departure: other people sit down before the two are back.
                    let both = losers.len() > 1;
                    for id in losers {
                        room.up(*id);
                        if both {
                            room.sit_down();
                        }
                    }
                    for id in losers {
                        room.waits.push_back(*id);
                        if both {
                            room.sit_down();
                        }
                    }
                }
            }
            room.sit_down();
        }
        Some(room)
    }
}

fn players(stage: &Played, [round, at]: Place) -> Vec<EntryId> {
    let sides = &stage.rounds[round].0.meetings[at].sides;
    sides.iter().flatten().copied().collect()
}

/// Who gets up after a match: the loser, or both if nobody came.
fn losers(stage: &Played, place: Place, outcome: &Outcome) -> Vec<EntryId> {
    let mut who = players(stage, place);
    match (stage.winner(outcome), outcome) {
        (Some(side), _) => drop(who.remove(side)),
        (None, Outcome::Forfeit { .. }) => {}
        (None, _) => who.clear(),
    }
    who
}

impl Model {
    /// Moves people after a fact.
    pub fn move_people(&mut self, fact: &Fact) {
        let number = self.stages.len();
        let Some(stage) = self.stages.last_mut() else {
            return;
        };
        let is_queue = matches!(stage.method, Method::WinnerStays { .. });
        if stage.closed || !is_queue {
            return;
        }
        let mut bench = std::mem::take(&mut stage.bench);
        let stage = &self.stages[number - 1];
        let n = stage.rounds.len();
        bench.moves.retain(|one| match one {
            Move::Begins([round, _]) => *round < n,
            _ => true,
        });
        if matches!(fact, Fact::Published) {
            let tables = 0..stage.rounds[n - 1].1.len();
            bench
                .moves
                .extend(tables.map(|at| Move::Begins([n - 1, at])));
        }
        for (round, (_, results)) in stage.rounds.iter().enumerate() {
            for (at, result) in results.iter().enumerate() {
                let ended =
                    |one: &Move| matches!(one, Move::Ends(place, _) if *place == [round, at]);
                if let Some(outcome) = result
                    && !bench.moves.iter().any(ended)
                {
                    let losers = losers(stage, [round, at], outcome);
                    bench.moves.push(Move::Ends([round, at], losers));
                }
            }
        }
        if let Fact::Corrected {
            stage: of,
            round,
            meeting,
            outcome,
            ..
        } = fact
            && usize::from(*of) == number
        {
            let at = [usize::from(*round) - 1, usize::from(*meeting) - 1];
            let mut other = bench.clone();
            for one in &mut other.moves {
                if let Move::Ends(place, who) = one
                    && *place == at
                {
                    *who = losers(stage, at, outcome);
                }
            }
            if other.room(stage).is_some() {
                bench = other;
            }
        }
        if let Some(room) = bench.room(stage) {
            let here = room.people();
            let stays = |id: &EntryId| self.is_there(*id) || stage.is_seated(*id);
            let goes = stage
                .order
                .iter()
                .filter(|id| here.contains(id) && !stays(id));
            let comes = stage.order.iter().filter(|id| !here.contains(id));
            let comes = comes.filter(|id| self.is_there(**id));
            let goes: Vec<Move> = goes.copied().map(Move::Goes).collect();
            let comes: Vec<Move> = comes.copied().map(Move::Comes).collect();
            bench.moves.extend(goes.into_iter().chain(comes));
        }
        self.stages[number - 1].bench = bench;
    }
}

/// I17: exactly the matches of the tables whose chairs are taken begin.
pub fn wrong(stage: &Played, pairing: &Pairing) -> Vec<(&'static str, String)> {
    if !matches!(stage.method, Method::WinnerStays { .. }) {
        return Vec::new();
    }
    let Some(room) = stage.bench.room(stage) else {
        return vec![("I17", "somebody plays who should wait".into())];
    };
    let tables = room.chairs.iter().zip(&room.plays);
    let ready = tables.filter(|(chairs, plays)| !**plays && chairs.iter().all(Option::is_some));
    let due: Vec<Vec<EntryId>> = ready
        .map(|(chairs, _)| chairs.iter().flatten().copied().collect())
        .collect();
    let began: Vec<Vec<EntryId>> = pairing
        .meetings
        .iter()
        .map(|meeting| meeting.sides.iter().flatten().copied().collect())
        .collect();
    match due == began && pairing.byes.is_empty() {
        true => Vec::new(),
        false => vec![("I17", format!("{began:?} begin, but {due:?} are ready"))],
    }
}
