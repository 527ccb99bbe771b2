//! The finished matches of a player's private tables, as the tally of a score sheet counts them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use capicu::{Reason, Seat, Side};
use capicu_accounts::friends::username;
use capicu_accounts::zones::Zone;
use capicu_protocol::PlayerId;
use capicu_record::record::Record;
use capicu_record::referee::Report;
use capicu_sheet::{Finished, Player, folded};
use capicu_store::{Ended, MatchResult, SignedIn, Sitter};
use capicu_table_service::record::began;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::super::event::report::apart;
use super::super::extract::Ask;
use super::super::finished::Kept;
use crate::Failure;

/// The most matches that a tally counts, the latest ones. Each takes about 1 ms.
pub const MOST: usize = 500;

/// How many results are read at once.
const PAGE: u32 = 500;

/// How many records are read at the same time.
const READERS: usize = 8;

/// The results of a player at private tables with at least two people, the last one first.
pub struct Private {
    ended: Vec<Ended>,
    people: People,
    /// The zone of the reader's clock.
    pub zone: Zone,
}

/// The matches of a year, the first one first.
pub struct Evenings {
    pub matches: Vec<Evening>,
    pub extent: Extent,
}

/// Which of the player's matches are here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    All,
    /// Only the latest [`MOST`].
    Latest,
}

/// A match of an evening.
pub struct Evening {
    pub finished: Finished,
    /// The record, if it can be downloaded.
    pub record: Option<Record>,
}

impl Private {
    /// Reads the results of a player.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn of(ask: &Ask, found: &SignedIn, zone: Zone) -> Result<Self, Failure> {
        let store = &ask.site.services().store;
        let player = &found.player;
        let mut ended = private(ask, player.id).await?;
        let ids = ended.iter().flat_map(|one| &one.result.seats);
        let ids: BTreeSet<PlayerId> = ids.filter_map(Sitter::player).collect();
        let people = People {
            own: store.ids(player.id).await?,
            username: username(player).map(str::to_owned),
            usernames: store.usernames(ids.into_iter().collect()).await?,
        };
        ended.retain(|one| people.is_counted(&one.result));
        Ok(Self {
            ended,
            people,
            zone,
        })
    }

    /// The years in which a match ended, the latest first.
    pub fn years(&self) -> Vec<u16> {
        let years = self.ended.iter();
        let years: BTreeSet<u16> = years
            .filter_map(|one| year(&self.zone, one.result.at))
            .collect();
        years.into_iter().rev().collect()
    }

    /// Reads the matches that ended in a year; without one, those of all years. A match has the day on which it began. Both
    /// are by the reader's clock.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn evenings(self, ask: &Ask, year: Option<u16>) -> Result<Evenings, Failure> {
        let Self {
            mut ended,
            people,
            zone,
        } = self;
        ended.retain(|one| is_of(one.result.at, year, &zone));
        let extent = match ended.len() > MOST {
            true => Extent::Latest,
            false => Extent::All,
        };
        ended.truncate(MOST);
        let store = &ask.site.services().store;
        let sequences: Vec<u64> = ended.iter().map(|one| one.sequence).collect();
        let texts = stream::iter(sequences)
            .map(|sequence| store.record(sequence))
            .buffered(READERS);
        let texts: Vec<Option<String>> = texts.try_collect().await?;
        let default_name = ask.texts().default_name();
        let read = move || {
            let mut all: Vec<(Ended, Option<String>)> = ended.into_iter().zip(texts).collect();
            all.reverse();
            matches(&all, &people, &default_name, &zone)
        };
        Ok(Evenings {
            matches: apart(ask, read).await?,
            extent,
        })
    }
}

/// The year of a moment by the clock of a zone.
fn year(zone: &Zone, at: u64) -> Option<u16> {
    zone.local(at).get(..4)?.parse().ok()
}

/// Whether a match that ended at this moment is one of a year.
fn is_of(at: u64, of: Option<u16>, zone: &Zone) -> bool {
    of.is_none_or(|of| year(zone, at) == Some(of))
}

/// All results at private tables, the last one first.
async fn private(ask: &Ask, player: PlayerId) -> Result<Vec<Ended>, Failure> {
    let store = &ask.site.services().store;
    let (mut ended, mut before) = (Vec::new(), u64::MAX);
    loop {
        let page = store.matches(player, before, PAGE).await?;
        let is_last = page.len() < PAGE as usize;
        for (_, one) in page {
            // A player with two seats has played one match.
            if one.sequence < before {
                before = one.sequence;
                ended.extend(Some(one).filter(|one| !one.result.is_of_lobby()));
            }
        }
        if is_last {
            return Ok(ended);
        }
    }
}

/// The accounts behind the players.
struct People {
    /// The ids of the reader.
    own: Vec<PlayerId>,
    /// The reader's username, for an account.
    username: Option<String>,
    usernames: BTreeMap<PlayerId, String>,
}

/// Somebody who sat at a table. Guests count by their names, because each browser makes another guest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Person {
    Reader,
    Member(Arc<str>),
    Guest {
        /// The name, as far as it distinguishes guests.
        folded: String,
        /// Which guest of this name in one match, from 1.
        nth: usize,
    },
    /// A person without a name, such as a deleted player, in this seat.
    Nameless(usize),
}

impl People {
    /// The person in each seat; `None` for a bot.
    fn seated(&self, result: &MatchResult) -> Vec<Option<Person>> {
        let mut guests: BTreeMap<String, Vec<Option<PlayerId>>> = BTreeMap::new();
        let seats = result.seats.iter().enumerate();
        let person = |(seat, sitter): (usize, &Sitter)| {
            let (name, player) = match sitter {
                Sitter::Person { name, player, .. } | Sitter::StandIn { name, player, .. } => {
                    (name.as_ref(), *player)
                }
                Sitter::Bot { .. } => return None,
            };
            if player.is_some_and(|player| self.own.contains(&player)) {
                return Some(Person::Reader);
            }
            if let Some(username) = player.and_then(|player| self.usernames.get(&player)) {
                return Some(Person::Member(username.as_str().into()));
            }
            let Some(name) = name else {
                return Some(Person::Nameless(seat));
            };
            let folded = folded(name);
            let same = guests.entry(folded.clone()).or_default();
            let known = same.iter().position(|one| one.is_some() && *one == player);
            let nth = known.unwrap_or(same.len()) + 1;
            if known.is_none() {
                same.push(player);
            }
            Some(Person::Guest { folded, nth })
        };
        seats.map(person).collect()
    }

    /// Whether at least two people finished a match.
    fn is_counted(&self, result: &MatchResult) -> bool {
        let seated: BTreeSet<Person> = self.seated(result).into_iter().flatten().collect();
        seated.len() > 1
    }

    fn username<'a>(&'a self, person: &'a Person) -> Option<&'a str> {
        match person {
            Person::Reader => self.username.as_deref(),
            Person::Member(username) => Some(username),
            Person::Guest { .. } | Person::Nameless(_) => None,
        }
    }
}

fn matches(
    all: &[(Ended, Option<String>)],
    people: &People,
    default_name: &str,
    zone: &Zone,
) -> Vec<Evening> {
    let seated: Vec<_> = all
        .iter()
        .map(|(ended, _)| people.seated(&ended.result))
        .collect();
    let results = all.iter().map(|(ended, _)| &ended.result);
    let names = names(results.zip(&seated), people, default_name);
    all.iter()
        .zip(&seated)
        .map(|((ended, text), seats)| {
            let result = &ended.result;
            let kept = Kept::of(text.as_deref(), ended.sequence, result);
            let began = kept.record().and_then(began).unwrap_or(result.at);
            let day = zone.local(began).get(..10).and_then(|day| day.parse().ok());
            let report = match &kept {
                Kept::Whole(whole) => Some(&whole.1),
                Kept::Otherwise(_) | Kept::Damaged | Kept::Nothing => None,
            };
            let finished = Finished {
                day,
                winner: result.winner,
                players: players(result, seats, &names, report),
            };
            Evening {
                finished,
                record: kept.record().cloned(),
            }
        })
        .collect()
}

/// A name for each person, no two the same: the latest at a table, with the username where people share one.
fn names<'a>(
    results: impl Iterator<Item = (&'a MatchResult, &'a Vec<Option<Person>>)>,
    people: &People,
    default_name: &str,
) -> BTreeMap<&'a Person, String> {
    let mut latest: BTreeMap<&Person, String> = BTreeMap::new();
    for (result, seats) in results {
        for (sitter, person) in result.seats.iter().zip(seats) {
            let (Some(person), Sitter::Person { name, .. } | Sitter::StandIn { name, .. }) =
                (person, sitter)
            else {
                continue;
            };
            match (person, name) {
                (Person::Nameless(_), _) => {}
                (_, Some(name)) => drop(latest.insert(person, name.clone())),
                (_, None) => {
                    let usual = people.username(person).unwrap_or(default_name);
                    latest.entry(person).or_insert_with(|| usual.to_owned());
                }
            }
        }
    }
    let mut sharing: BTreeMap<String, usize> = BTreeMap::new();
    for name in latest.values() {
        *sharing.entry(folded(name)).or_default() += 1;
    }
    let mut taken = BTreeSet::new();
    let mut free = |name: String| {
        let numbered = (2..).map(|n| format!("{name} {n}"));
        let mut all = std::iter::once(name.clone()).chain(numbered);
        let free = all.find(|name| taken.insert(folded(name)));
        free.unwrap_or(name)
    };
    latest
        .into_iter()
        .map(|(person, name)| {
            let is_shared = sharing.get(&folded(&name)).is_some_and(|n| *n > 1);
            let name = match people.username(person).filter(|_| is_shared) {
                Some(username) => format!("{name} ({username})"),
                None => name,
            };
            (person, free(name))
        })
        .collect()
}

/// The players of a match. Somebody with two seats counts once.
fn players(
    result: &MatchResult,
    seats: &[Option<Person>],
    names: &BTreeMap<&Person, String>,
    report: Option<&Report>,
) -> Vec<Player> {
    let rounds = report.map_or(&[][..], |report| &report.rounds);
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    // Two seats of one side are as far apart as there are sides.
    let n_sides = result.scores.len().max(1);
    let side_of = |seat: usize| Side::new((seat % n_sides) as u8);
    let capicus_of = |seat: usize| {
        let paid = rounds.iter().filter(|round| {
            let mut written = round.told.written.iter();
            written.any(|award| award.why == Reason::Capicu)
        });
        let by = paid.filter(|round| round.winner.map(Seat::index) == Some(seat));
        by.count()
    };
    let each = seats.iter().enumerate().filter_map(|(seat, person)| {
        let side = side_of(seat)?;
        let own = |at: &usize| seats.get(*at) == Some(person) && side_of(*at) == Some(side);
        let is_first = !seats.iter().take(seat).any(|other| other == person);
        let name = person.as_ref().filter(|_| is_first);
        Some(Player {
            name: name.and_then(|person| names.get(person)).cloned(),
            side,
            rounds: count(
                rounds
                    .iter()
                    .filter(|round| round.side == Some(side))
                    .count(),
            ),
            capicus: count((0..seats.len()).filter(own).map(capicus_of).sum()),
        })
    });
    each.collect()
}

#[cfg(test)]
mod tests;
