//! The tally of finished matches: people and pairs, with the matches that they won.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use capicu::Side;

use crate::Day;
use crate::csv::quoted;
use crate::name::folded;

/// A finished match, at real tiles or at a table of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The day on which it began, where somebody named it.
    pub day: Option<Day>,
    pub winner: Side,
    /// The players, in the order of play. A player without a name is not counted.
    pub players: Vec<Player>,
}

/// A player of a finished match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// `None` if the name was deleted.
    pub name: Option<String>,
    pub side: Side,
    /// Rounds that the side of the player won.
    pub rounds: u32,
    /// Rounds that the player ended with a capicú.
    pub capicus: u32,
}

/// The finished matches of a year, or of all years.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The players, the one with the most matches won first.
    pub people: Vec<Row>,
    /// The pairs that played together, in the same order.
    pub pairs: Vec<Row>,
    /// The number of days with a match; matches without a day have none.
    pub evenings: usize,
    pub matches: usize,
}

/// A player or a pair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    pub names: Vec<String>,
    pub played: u32,
    pub won: u32,
    /// Rounds that were won in finished matches.
    pub rounds: u32,
    /// Rounds that these players ended with a capicú.
    pub capicus: u32,
}

impl Tally {
    /// Counts the matches of a year; without one, those of all years.
    pub fn of(matches: impl IntoIterator<Item = Finished>, year: Option<u16>) -> Self {
        let mut people = BTreeMap::new();
        let mut pairs = BTreeMap::new();
        let mut days = BTreeSet::new();
        let mut n = 0;
        for finished in matches {
            let is_of_year = |year| finished.day.is_some_and(|day| day.year() == year);
            if !year.is_none_or(is_of_year) {
                continue;
            }
            n += 1;
            days.extend(finished.day);
            for player in &finished.players {
                add(&mut people, &[player], finished.winner);
                let of_side = |other: &&Player| other.side == player.side;
                let side: Vec<&Player> = finished.players.iter().filter(of_side).collect();
                if side.len() == 2
                    && side
                        .first()
                        .is_some_and(|first| std::ptr::eq(*first, player))
                {
                    add(&mut pairs, &side, finished.winner);
                }
            }
        }
        Self {
            people: sorted(people),
            pairs: sorted(pairs),
            evenings: days.len(),
            matches: n,
        }
    }

    /// The number of matches that the leaders won, and the leaders.
    pub fn leaders(&self) -> (u32, Vec<&Row>) {
        self.most(|row| row.won)
    }

    /// The number of capicús of the players with the most, and these players.
    pub fn most_capicus(&self) -> (u32, Vec<&Row>) {
        self.most(|row| row.capicus)
    }

    /// The players with the highest number, if that is not 0.
    fn most(&self, number: impl Fn(&Row) -> u32) -> (u32, Vec<&Row>) {
        let most = self.people.iter().map(&number).max().unwrap_or_default();
        let of_most = |row: &&Row| most > 0 && number(row) == most;
        (most, self.people.iter().filter(of_most).collect())
    }

    /// The tally as comma-separated values: a row for each player and pair.
    pub fn csv(&self) -> String {
        let mut text = "player,partner,matches,won,rounds,capicus\r\n".to_owned();
        for row in self.people.iter().chain(&self.pairs) {
            let name = |index: usize| quoted(row.names.get(index).map_or("", String::as_str));
            let (player, partner) = (name(0), name(1));
            let Row {
                played,
                won,
                rounds,
                capicus,
                ..
            } = row;
            let _ = write!(
                text,
                "{player},{partner},{played},{won},{rounds},{capicus}\r\n"
            );
        }
        text
    }

    /// The tally as JSON.
    pub fn json(&self) -> String {
        format!(
            "{{\"evenings\":{},\"matches\":{},\"people\":[{}],\"pairs\":[{}]}}\n",
            self.evenings,
            self.matches,
            rows_json(&self.people),
            rows_json(&self.pairs)
        )
    }
}

fn add(rows: &mut BTreeMap<Vec<String>, Row>, players: &[&Player], winner: Side) {
    let names: Option<Vec<String>> = players.iter().map(|player| player.name.clone()).collect();
    let (Some(names), Some(first)) = (names, players.first()) else {
        return;
    };
    let mut key: Vec<String> = names.iter().map(|name| folded(name)).collect();
    key.sort();
    let row = rows.entry(key).or_default();
    // The newest spelling counts.
    row.names = names;
    row.played += 1;
    row.won += u32::from(first.side == winner);
    row.rounds += first.rounds;
    row.capicus += players.iter().map(|player| player.capicus).sum::<u32>();
}

fn sorted(rows: BTreeMap<Vec<String>, Row>) -> Vec<Row> {
    let mut rows: Vec<Row> = rows.into_values().collect();
    rows.sort_by(|a, b| {
        let matches = (b.won, a.played).cmp(&(a.won, b.played));
        let rounds = b.rounds.cmp(&a.rounds);
        matches.then(rounds).then(a.names.cmp(&b.names))
    });
    rows
}

fn rows_json(rows: &[Row]) -> String {
    let each = rows.iter().map(|row| {
        let names: Vec<String> = row.names.iter().map(|name| json_text(name)).collect();
        let names = names.join(",");
        let Row {
            played,
            won,
            rounds,
            capicus,
            ..
        } = row;
        format!(
            "{{\"names\":[{names}],\"matches\":{played},\"won\":{won},\"rounds\":{rounds},\"capicus\":{capicus}}}"
        )
    });
    each.collect::<Vec<_>>().join(",")
}

fn json_text(text: &str) -> String {
    let mut json = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => json.extend(['\\', c]),
            c if c.is_control() => drop(write!(json, "\\u{:04x}", u32::from(c))),
            c => json.push(c),
        }
    }
    json + "\""
}
