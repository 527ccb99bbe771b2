//! Ratings of the meetings that were played at the events of a club. They are kept nowhere: whenever somebody looks,
//! they are the fold of the logs.

use std::collections::BTreeMap;

use capicu_event::Table;
use capicu_ratings::{Family, Game, Match, Ratings, Rules, Sitter, Who};

use super::heard::{Heard, Somebody};

/// What is known of everybody in a club.
#[derive(Debug, Default)]
pub struct Club {
    /// The ratings, of people by their numbers.
    pub ratings: Ratings<u32>,
    /// Who has which number, and what they were called last.
    pub people: Vec<(Somebody, String)>,
    /// How many meetings of each family are in them.
    pub meetings: BTreeMap<Family, usize>,
}

/// A meeting that was played.
struct Played {
    at: u64,
    /// The event among those that are read, stage, round and table: of what was published at one time, the order.
    order: [usize; 4],
    game: &'static Game,
    seats: Vec<(Somebody, String)>,
    winner: usize,
}

/// Folds the meetings of events in the order in which their rounds were published.
///
/// Only what was played and won counts: no forfeit, no bye, nothing void, and no meeting whose first place is shared.
/// Nor does a meeting with a pair whose two are not named, one of teams, or one of a game that is not rated.
pub fn rate(events: &[Heard]) -> Club {
    let mut all: Vec<Played> = events
        .iter()
        .enumerate()
        .flat_map(|(at, heard)| meetings(at, heard))
        .collect();
    all.sort_by_key(|played| (played.at, played.order));
    let mut club = Club::default();
    let mut numbers: BTreeMap<Somebody, u32> = BTreeMap::new();
    for played in all {
        let mut seats = Vec::new();
        for (who, name) in played.seats {
            let next = club.people.len() as u32;
            let number = *numbers.entry(who.clone()).or_insert(next);
            match club.people.get_mut(number as usize) {
                Some(known) => known.1 = name,
                None => club.people.push((who, name)),
            }
            seats.push(Sitter::person(number));
        }
        let changes = club.ratings.play(&Match {
            at: played.at,
            game: played.game,
            seats,
            winner: played.winner,
        });
        if !changes.is_empty() {
            *club.meetings.entry(played.game.family).or_default() += 1;
        }
    }
    club
}

fn meetings(at: usize, heard: &Heard) -> Vec<Played> {
    let mut all = Vec::new();
    for (s, stage) in heard.state.stages.iter().enumerate() {
        for (r, round) in stage.rounds.iter().enumerate() {
            for (m, (meeting, table)) in round.pairing.meetings.iter().zip(&round.tables).enumerate()
            {
                let Table::Settled(outcome) = table else {
                    continue;
                };
                let Some(winner) = outcome.winner(&stage.rules.meeting) else {
                    continue;
                };
                let round_number = Some((stage.number, r as u16 + 1));
                let sides: Vec<Vec<_>> = meeting
                    .sides
                    .iter()
                    .map(|side| {
                        let people = side.iter().flat_map(|id| heard.people(*id, round_number));
                        people.collect()
                    })
                    .collect();
                let seats: usize = sides.iter().map(Vec::len).sum();
                let rules = match heard.state.preset.house_rules.is_empty() {
                    true => Rules::Published,
                    false => Rules::House,
                };
                let game = Game::of(&heard.state.preset.game, seats as u8, rules);
                let game = game.filter(|game| {
                    let each = usize::from(game.side_size());
                    sides.len() == usize::from(game.sides)
                        && sides.iter().all(|side| side.len() == each)
                });
                let Some(game) = game else {
                    continue;
                };
                // Partners sit across: first one of each side, then the others.
                let each = usize::from(game.side_size());
                let seats = (0..each).flat_map(|place| sides.iter().map(move |side| &side[place]));
                all.push(Played {
                    at: heard.round_at(s, r),
                    order: [at, s, r, m],
                    game,
                    seats: seats.cloned().collect(),
                    winner,
                });
            }
        }
    }
    all
}

/// Somebody of a list, the best first by what is certain; provisional ones come last.
pub fn list(club: &Club, family: Family) -> Vec<(Who<u32>, capicu_ratings::Entry)> {
    let mut all: Vec<_> = club.ratings.family(family).collect();
    all.sort_by_key(|(who, entry)| {
        let low = entry.rating.interval().low;
        (entry.is_provisional(), std::cmp::Reverse(low), *who)
    });
    all
}
