//! Leagues: each division of a season is an event, and the divisions of the next season follow from how
//! they ended.

use serde::{Deserialize, Serialize};

use crate::id::EntryId;
use crate::standings;
use crate::state::{State, Status};

/// How divisions exchange teams from season to season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct League {
    /// How many of each division go down, and as many of the next come up.
    pub exchanged: u16,
}

/// A team of the next season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Team {
    /// What it is called.
    pub name: String,
    /// Where it played: the division, from 0 for the highest.
    pub division: usize,
    /// Its number there.
    pub entry: EntryId,
    /// Its place there.
    pub place: u16,
}

/// Why there is no next season yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeasonError {
    /// The preset of a division does not say how teams are exchanged.
    #[error("division {0} is not one of a league")]
    NoLeague(usize),
    /// A division is not over.
    #[error("division {0} is not over")]
    NotOver(usize),
}

/// The divisions of the next season, from the highest, in the order in which they ended.
///
/// Of each division the last go down and as many of the next come up, at most half of either. Whoever has
/// left plays no more; more come up then, until each division is as large as it was. Newcomers enter the
/// lowest. Who shares a place goes in the order of the lot.
///
/// # Errors
///
/// The first division, from 0, that is not over or belongs to no league.
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
    // Who has left made room: the best who stayed in the next division come up as well.
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

/// Those who are still there, as they ended.
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
