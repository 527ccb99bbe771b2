//! Leagues. Each division of a season is an event, and its final standings decide the divisions of the next season.

use serde::{Deserialize, Serialize};

use crate::id::EntryId;
use crate::standings;
use crate::state::{State, Status};

/// The exchange of teams between divisions after a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct League {
    /// The number of teams that move down from each division, and up from the next one.
    pub exchanged: u16,
}

/// A team of the next season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Team {
    /// The entry's name.
    pub name: String,
    /// Its last division, from 0 for the highest.
    pub division: usize,
    /// Its number in that division.
    pub entry: EntryId,
    /// Its final place there.
    pub place: u16,
}

/// An error that prevents the next season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeasonError {
    /// The preset of this division, from 0, has no rule for leagues.
    #[error("division {0} is not one of a league")]
    NoLeague(usize),
    /// This division, from 0, has not ended.
    #[error("division {0} is not over")]
    NotOver(usize),
}

/// Computes the divisions of the next season, the highest first, each in the order of its final standings.
///
/// The last teams of each division move down and as many of the next move up, at most half of either. Teams that left
/// are omitted, and more teams move up until each division has its old size. New teams enter the lowest division. The
/// lot orders teams with equal places.
///
/// # Errors
///
/// The first division, from 0, that has not ended or belongs to no league.
pub fn next_season(divisions: &[&State]) -> Result<Vec<Vec<Team>>, SeasonError> {
    let ended = divisions.iter().enumerate();
    let ended: Vec<Vec<Team>> = ended
        .map(|(at, state)| ended_as(at, state))
        .collect::<Result<_, _>>()?;
    let mut next = ended.clone();
    for at in 1..ended.len() {
        let (above, below) = (&ended[at - 1], &ended[at]);
        let rule = divisions[at - 1].preset.league;
        let n = rule.map_or(0, |league| usize::from(league.exchanged));
        let n = n.min(above.len() / 2).min(below.len() / 2);
        let (down, up) = (&above[above.len() - n..], &below[..n]);
        next[at - 1].retain(|team| !down.contains(team));
        next[at].retain(|team| !up.contains(team));
        next[at - 1].extend_from_slice(up);
        next[at].splice(0..0, down.iter().cloned());
    }
    // Teams that left made room: the best teams that stayed in the next division move up too.
    for at in 1..next.len() {
        let size = divisions[at - 1]
            .stages
            .first()
            .map_or(0, |stage| stage.order.len());
        while next[at - 1].len() < size && !next[at].is_empty() {
            let stayed = next[at].iter().position(|team| team.division == at);
            let team = next[at].remove(stayed.unwrap_or(0));
            next[at - 1].push(team);
        }
    }
    Ok(next)
}

/// The teams still present, in final order.
fn ended_as(division: usize, state: &State) -> Result<Vec<Team>, SeasonError> {
    if state.preset.league.is_none() {
        return Err(SeasonError::NoLeague(division));
    }
    let over = state.status == Status::Frozen;
    let last = state.stages.last().filter(|_| over);
    let last = last.ok_or(SeasonError::NotOver(division))?;
    let team = |one: &standings::Standing| Team {
        name: state.entries[&one.entry].name.clone(),
        division,
        entry: one.entry,
        place: one.place,
    };
    let told = standings::standings(state, last);
    let there = told.iter().filter(|one| state.is_present(one.entry));
    Ok(there.map(team).collect())
}
