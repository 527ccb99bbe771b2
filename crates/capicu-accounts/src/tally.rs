//! The scores of a player, counted from the stored matches.

use std::collections::BTreeMap;

use capicu_protocol::PlayerId;
use capicu_store::{MatchResult, PlayerKind, SignedIn};

use crate::{Context, Error};

/// How many matches are read at once.
const PAGE: u32 = 500;

/// A player's score at one game, with or without house rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The id of the game.
    pub game: String,
    /// The score over all matches.
    pub all: Count,
    /// The most frequent partner: their current name, and the score with them.
    pub partner: Option<(Option<String>, Count)>,
}

/// Matches, and how many of them were won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many were finished.
    pub matches: usize,
    /// How many were won.
    pub won: usize,
}

impl Count {
    const fn add(&mut self, won: bool) {
        self.matches += 1;
        self.won += won as usize;
    }
}

/// Returns the signed-in player's score at each game, most played first. Reads all matches of the player.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn tallies(context: &Context, found: &SignedIn) -> Result<Vec<Tally>, Error> {
    let store = &context.store;
    let games = played(context, found.player.id).await?;
    let mut tallies = Vec::with_capacity(games.0.len());
    for (game, (all, partners)) in games.0 {
        let mut people: BTreeMap<PlayerId, (Option<String>, Count)> = BTreeMap::new();
        for (id, count) in partners {
            // Guests may have become one member since. A deleted player is no partner.
            let Some(now) = store.player(id).await? else {
                continue;
            };
            if now.kind != PlayerKind::Gone {
                let of = &mut people
                    .entry(now.id)
                    .or_insert((now.name, Count::default()))
                    .1;
                of.matches += count.matches;
                of.won += count.won;
            }
        }
        let most = people.into_values().max_by_key(|(_, count)| count.matches);
        tallies.push(Tally {
            game,
            all,
            partner: most,
        });
    }
    tallies.sort_by(|a, b| {
        b.all
            .matches
            .cmp(&a.all.matches)
            .then_with(|| a.game.cmp(&b.game))
    });
    Ok(tallies)
}

/// Returns a player's score at each game, most played first, without data of others. Reads all matches of the player.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn counts(context: &Context, player: PlayerId) -> Result<Vec<(String, Count)>, Error> {
    let games = played(context, player).await?.0.into_iter();
    let mut counts: Vec<_> = games.map(|(game, (all, _))| (game, all)).collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(count.matches));
    Ok(counts)
}

async fn played(context: &Context, player: PlayerId) -> Result<Games, Error> {
    let store = &context.store;
    let ids = store.ids(player).await?;
    let mut games = Games::default();
    let mut before = u64::MAX;
    loop {
        let page = store.matches(player, before, PAGE).await?;
        for (_, ended) in &page {
            // A player with two seats has played one match.
            if ended.sequence < before {
                before = ended.sequence;
                games.add(&ended.result, &ids);
            }
        }
        if page.len() < PAGE as usize {
            return Ok(games);
        }
    }
}

/// For each game, the score over all matches and the score with each partner.
#[derive(Debug, Default)]
struct Games(BTreeMap<String, (Count, BTreeMap<PlayerId, Count>)>);

impl Games {
    /// Counts a match for the player with these ids.
    fn add(&mut self, result: &MatchResult, ids: &[PlayerId]) {
        // Two seats of one side are as far apart as there are sides.
        let sides = result.scores.len().max(1);
        let players = || {
            let seats = result.seats.iter().enumerate();
            seats.filter_map(|(seat, sitter)| Some((seat % sides, sitter.player()?)))
        };
        let own: Vec<usize> = players()
            .filter_map(|(side, player)| ids.contains(&player).then_some(side))
            .collect();
        let (all, partners) = self.0.entry(result.game.clone()).or_default();
        let won = own.contains(&result.winner.index());
        all.add(won);
        for (side, player) in players() {
            if own.contains(&side) && !ids.contains(&player) {
                let won = side == result.winner.index();
                partners.entry(player).or_default().add(won);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu::Side;
    use capicu_store::Sitter;

    use super::*;

    fn played(game: &str, seats: [Option<u8>; 4], scores: &[u16], winner: u8) -> MatchResult {
        let sitter = |player: Option<u8>| match player {
            Some(player) => Sitter::Person {
                name: None,
                player: Some(capicu_store_contract::player(player)),
                part: Default::default(),
                substituted: 0,
            },
            None => capicu_store_contract::result(1).seats.swap_remove(2),
        };
        MatchResult {
            game: game.to_owned(),
            scores: scores.to_vec(),
            winner: Side::new(winner).unwrap(),
            seats: seats.map(sitter).to_vec(),
            ..capicu_store_contract::result(1)
        }
    }

    /// Ana is 1, and was 2 as a guest.
    #[test]
    fn tally_counts_the_own_side_and_the_partner_across() {
        let mut games = Games::default();
        for result in [
            played("cien", [Some(1), Some(3), Some(4), Some(5)], &[100, 20], 0),
            played("cien", [Some(3), Some(2), None, Some(4)], &[100, 90], 0),
            played("cien", [Some(3), Some(1), Some(4), None], &[0, 100], 1),
            // All play alone, so nobody has a partner.
            played(
                "block",
                [Some(1), Some(3), Some(4), Some(5)],
                &[0, 9, 0, 0],
                1,
            ),
            // Ana has two seats on two devices: one match.
            played("block", [Some(1), Some(3), Some(2), None], &[9, 0], 0),
        ] {
            games.add(
                &result,
                &[
                    capicu_store_contract::player(1),
                    capicu_store_contract::player(2),
                ],
            );
        }
        let count = |matches, won| Count { matches, won };
        let cien = &games.0["cien"];
        assert_eq!(cien.0, count(3, 2));
        assert_eq!(
            cien.1,
            BTreeMap::from([(capicu_store_contract::player(4), count(2, 1))])
        );
        let block = &games.0["block"];
        assert_eq!(block.0, count(2, 1));
        assert_eq!(block.1, BTreeMap::new());
    }
}
