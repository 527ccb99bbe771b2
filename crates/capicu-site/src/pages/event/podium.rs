//! The first three places of an event that is over.

use capicu_event::standings::{ranking, standings};
use capicu_event::{EntryId, State, Status};
use maud::{Markup, html};

use super::words::{Words, small};

/// The places on the podium.
const PLACES: u16 = 3;

/// The most entries on it. With more that share a place, the standings below are enough.
const MOST: usize = 6;

/// Whether an event has final places.
pub fn has_one(state: &State) -> bool {
    let has_rounds = state.stages.iter().any(|stage| !stage.rounds.is_empty());
    state.status == Status::Frozen && !state.cancelled && has_rounds
}

/// The first entries of the whole event with their places; with two winners, those of each direction.
pub fn shown(words: &Words<'_>) -> Markup {
    let two = words
        .state
        .stages
        .last()
        .filter(|last| last.has_two_winners());
    let directions = two.map_or(Vec::new(), |stage| standings(words.state, stage));
    let places = directions.iter().map(|one| (one.entry, one.place));
    let all = match two {
        Some(_) => places.collect(),
        None => ranking(words.state),
    };
    let direction = |entry: EntryId| {
        let own = directions.iter().find(|one| one.entry == entry)?;
        words.direction(own)
    };
    let first = first(&all);
    html! { @if !first.is_empty() {
        ol.podium data-testid="podium" { @for (entry, place) in &first {
            li data-place=(place) { b { (place) } " " span { (words.name(*entry)) (small(direction(*entry))) } }
        } }
    } }
}

/// The entries on the podium: whole places, as long as there is room for all that share them.
fn first(ranking: &[(EntryId, u16)]) -> Vec<(EntryId, u16)> {
    let up_to = |last: u16| ranking.iter().filter(move |(_, place)| *place <= last);
    let last = (1..=PLACES).rev().find(|last| up_to(*last).count() <= MOST);
    let mut first: Vec<_> = last.map_or(Vec::new(), |last| up_to(last).copied().collect());
    first.sort_by_key(|(_, place)| *place);
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn podium_has_whole_places() {
        let places = |places: &[u16]| {
            let all = (1..).map(EntryId).zip(places.iter().copied());
            first(&all.collect::<Vec<_>>())
                .iter()
                .map(|(_, place)| *place)
                .collect::<Vec<_>>()
        };
        assert_eq!(places(&[1, 2, 3, 4]), [1, 2, 3]);
        assert_eq!(places(&[1, 2, 3, 3, 5]), [1, 2, 3, 3]);
        // Two directions have a first place each.
        assert_eq!(places(&[1, 2, 1, 2]), [1, 1, 2, 2]);
        assert_eq!(places(&[1, 2, 3, 3, 3, 3, 3]), [1, 2]);
        assert_eq!(places(&[1; 7]), [0; 0]);
    }
}
