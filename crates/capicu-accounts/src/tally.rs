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

/// All finished matches of a player in numbers. Others see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overview {
    /// The score at each game, most played first.
    pub games: Vec<(String, Count)>,
    /// The rounds of all matches.
    pub rounds: u64,
    /// The matches won without a point for another side.
    pub to_zero: usize,
    /// The best partner with an account, by username, in matches of the lobby.
    pub partner: Option<(String, Count)>,
}

/// The matches that two must play together before one is the best partner of the other.
const PARTNERS: usize = 3;

/// Returns a player's matches in numbers. Names a partner only from matches that anybody could watch. Reads all matches
/// of the player.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn overview(context: &Context, player: PlayerId) -> Result<Overview, Error> {
    let Games(games, totals) = played(context, player).await?;
    let mut counts: Vec<_> = games
        .into_iter()
        .map(|(game, (all, _))| (game, all))
        .collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(count.matches));
    let usernames = context
        .store
        .usernames(totals.partners.keys().copied().collect());
    let usernames = usernames.await?;
    let mut partners: BTreeMap<&str, Count> = BTreeMap::new();
    for (id, count) in &totals.partners {
        if let Some(username) = usernames.get(id) {
            let of = partners.entry(username).or_default();
            of.matches += count.matches;
            of.won += count.won;
        }
    }
    Ok(Overview {
        games: counts,
        rounds: totals.rounds,
        to_zero: totals.to_zero,
        partner: best(partners.into_iter()).map(|(name, count)| (name.to_owned(), count)),
    })
}

/// The partner with the largest share of wins. One match more, half won, keeps few matches from counting too much.
fn best<'a>(partners: impl Iterator<Item = (&'a str, Count)>) -> Option<(&'a str, Count)> {
    let known = partners.filter(|(_, count)| count.matches >= PARTNERS && count.won > 0);
    known.max_by(|(_, a), (_, b)| {
        let share = |of: &Count, other: &Count| (2 * of.won + 1) * (other.matches + 1);
        let better = share(a, b).cmp(&share(b, a));
        better.then(a.matches.cmp(&b.matches))
    })
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

/// For each game, the score over all matches and the score with each partner; and totals.
#[derive(Debug, Default)]
struct Games(BTreeMap<String, (Count, BTreeMap<PlayerId, Count>)>, Totals);

/// Numbers over all games.
#[derive(Debug, Default)]
struct Totals {
    rounds: u64,
    to_zero: usize,
    /// The score with each partner in matches of the lobby.
    partners: BTreeMap<PlayerId, Count>,
}

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
        let totals = &mut self.1;
        totals.rounds += u64::from(result.rounds);
        let others = result.scores.iter().enumerate();
        let mut others = others.filter(|(side, _)| *side != result.winner.index());
        totals.to_zero += usize::from(won && sides > 1 && others.all(|(_, score)| *score == 0));
        for (side, player) in players() {
            if own.contains(&side) && !ids.contains(&player) {
                let won = side == result.winner.index();
                partners.entry(player).or_default().add(won);
                if result.is_of_lobby() {
                    totals.partners.entry(player).or_default().add(won);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu::Side;
    use capicu_store::{Sitter, Venue};

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
        assert_eq!(games.1.to_zero, 2, "one at each game");
        assert_eq!(games.1.partners, BTreeMap::new(), "private tables");
    }

    #[test]
    fn partners_of_the_lobby_are_counted_over_all_games() {
        let mut games = Games::default();
        for (game, winner) in [("cien", 0), ("block", 0), ("cien", 1)] {
            let private = played(game, [Some(1), Some(3), Some(4), None], &[9, 8], winner);
            let lobby = MatchResult {
                venue: Venue::Lobby,
                rounds: 4,
                ..private.clone()
            };
            for result in [private, lobby] {
                games.add(&result, &[capicu_store_contract::player(1)]);
            }
        }
        let partner = capicu_store_contract::player(4);
        let expected = Count { matches: 3, won: 2 };
        assert_eq!(games.1.partners, BTreeMap::from([(partner, expected)]));
        assert_eq!(games.1.to_zero, 0);
        assert_eq!(
            games.1.rounds,
            3 * (4 + u64::from(capicu_store_contract::result(1).rounds))
        );
    }

    #[test]
    fn best_partner_won_most_and_not_by_chance() {
        let all = |counts: &[(&'static str, usize, usize)]| {
            let counts = counts.iter();
            let counts = counts.map(|(name, won, matches)| {
                let (won, matches) = (*won, *matches);
                (*name, Count { matches, won })
            });
            best(counts).map(|(name, _)| name)
        };
        assert_eq!(all(&[]), None);
        assert_eq!(all(&[("ana", 2, 2)]), None, "too few");
        assert_eq!(all(&[("ana", 0, 9)]), None, "nothing won");
        assert_eq!(all(&[("ana", 2, 3), ("eva", 20, 40)]), Some("ana"));
        assert_eq!(all(&[("ana", 3, 3), ("eva", 38, 40)]), Some("eva"));
        assert_eq!(all(&[("ana", 5, 10), ("eva", 10, 20)]), Some("eva"));
    }
}
