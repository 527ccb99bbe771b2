//! Ratings from the meetings played at the events of a club, computed from the event logs.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use capicu_event::Table;
use capicu_ratings::{Entry, Family, Game, Match, Ratings, Sitter, Who};

use super::heard::{Heard, Somebody};

/// The ratings of all players of a club.
#[derive(Debug, Default)]
pub struct Club {
    /// The rated games, by their ids.
    pub disciplines: BTreeMap<String, Discipline>,
    /// The people by their numbers, with their latest names.
    pub people: Vec<(Somebody, String)>,
}

/// A game that is played at a club.
#[derive(Debug)]
pub struct Discipline {
    /// The rating family whose numbers the formulae use.
    pub family: Family,
    /// The ratings, of people by their numbers.
    pub ratings: Ratings<u32>,
    /// How many meetings are in them.
    pub meetings: usize,
}

/// A meeting that was played.
struct Played {
    at: u64,
    /// Event, stage, round and table: the order of meetings published at the same time.
    order: [usize; 4],
    discipline: String,
    game: &'static Game,
    seats: Vec<(Somebody, String)>,
    winner: usize,
}

/// Rates the meetings of events in the order in which their rounds were published.
///
/// Only meetings with play and a winner count: no forfeit, no bye, nothing void, no shared first place. Meetings of
/// teams, of games that are not rated, and of pairs without names do not count either. House rules do not matter: all
/// players at the club play by them.
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
        let family = played.game.family;
        let discipline = club.disciplines.entry(played.discipline);
        let discipline = discipline.or_insert_with(|| Discipline {
            family,
            ratings: Ratings::new(),
            meetings: 0,
        });
        let changes = discipline.ratings.play(&Match {
            at: played.at,
            game: played.game,
            seats,
            winner: played.winner,
        });
        if !changes.is_empty() {
            discipline.meetings += 1;
        }
    }
    club
}

fn meetings(at: usize, heard: &Heard) -> Vec<Played> {
    let mut all = Vec::new();
    for (s, stage) in heard.state.stages.iter().enumerate() {
        for (r, round) in stage.rounds.iter().enumerate() {
            for (m, (meeting, table)) in
                round.pairing.meetings.iter().zip(&round.tables).enumerate()
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
                let game = rated_as(&heard.state.preset.game)
                    .filter(|game| usize::from(game.seats) == seats);
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
                    discipline: heard.state.preset.game.clone(),
                    game,
                    seats: seats.cloned().collect(),
                    winner,
                });
            }
        }
    }
    all
}

/// The game whose measured values the formulae use. A game without measurements uses the most similar one.
fn rated_as(game: &str) -> Option<&'static Game> {
    Game::by_id(match game {
        "jamaican-first-to-six" => "jamaican-partner",
        "latin-american" => "cien",
        "spanish-200" | "spanish-300" => "doscientos",
        other => other,
    })
}

impl Discipline {
    /// All players or pairs of the game, by the lower bound of their rating. Provisional ratings come last.
    pub fn list(&self) -> Vec<(Who<u32>, Entry)> {
        let mut all: Vec<_> = self.ratings.family(self.family).collect();
        all.sort_by_key(|(who, entry)| {
            let low = entry.rating.interval().low;
            (entry.is_provisional(), Reverse(low), *who)
        });
        all
    }
}
