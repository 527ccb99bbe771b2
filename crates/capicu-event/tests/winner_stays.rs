//! The queue of winner stays agrees with a second, slow model.

use capicu_event::winner_stays::{Change, ChangeError, Places, Table, Wait, WinnerStays};
use proptest::prelude::*;

type Party = u8;

/// The second model: every place has a number, every waiting party a ticket, and every result is a line of a diary.
#[derive(Clone)]
struct Slow {
    tables: usize,
    sides: usize,
    parties: usize,
    /// The party at each place, by table, side and place.
    places: Vec<Option<Party>>,
    /// The parties that wait, each with its ticket. The lowest is the next.
    tickets: Vec<(i64, Party)>,
    starts: Vec<Option<u64>>,
    diary: Vec<(Party, Page)>,
    lengths: Vec<u64>,
    clock: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Page {
    Won,
    Lost,
    Left,
}

impl Slow {
    fn new(tables: usize, sides: usize, parties: usize) -> Self {
        Self {
            tables,
            sides,
            parties,
            places: vec![None; tables * sides * parties],
            tickets: Vec::new(),
            starts: vec![None; tables],
            diary: Vec::new(),
            lengths: Vec::new(),
            clock: 0,
        }
    }

    fn places_of(&self, table: usize) -> std::ops::Range<usize> {
        let each = self.sides * self.parties;
        table * each..(table + 1) * each
    }

    fn is_full(&self, table: usize) -> bool {
        self.places_of(table)
            .all(|place| self.places[place].is_some())
    }

    fn is_here(&self, party: Party) -> bool {
        self.places.contains(&Some(party)) || self.tickets.iter().any(|(_, one)| *one == party)
    }

    fn queue(&self) -> Vec<Party> {
        let mut tickets = self.tickets.clone();
        tickets.sort_unstable();
        tickets.into_iter().map(|(_, party)| party).collect()
    }

    fn last_ticket(&self) -> i64 {
        let all = self.tickets.iter().map(|(ticket, _)| *ticket);
        all.max().unwrap_or(0)
    }

    /// Returns whether the change is possible.
    fn add(&mut self, change: &Change<Party>) -> bool {
        match *change {
            Change::Came(party) => {
                if self.is_here(party) {
                    return false;
                }
                self.tickets.push((self.last_ticket() + 1, party));
            }
            Change::Left(party) => {
                if !self.is_here(party) {
                    return false;
                }
                self.tickets.retain(|(_, one)| *one != party);
                if let Some(place) = self.places.iter().position(|one| *one == Some(party)) {
                    self.starts[place / (self.sides * self.parties)] = None;
                    self.places[place] = None;
                }
                self.diary.push((party, Page::Left));
            }
            Change::Started { table, at } => {
                if table >= self.tables || !self.is_full(table) || self.starts[table].is_some() {
                    return false;
                }
                self.clock = self.clock.max(at);
                self.starts[table] = Some(self.clock);
            }
            Change::Stopped { table } => {
                if table >= self.tables || self.starts[table].is_none() {
                    return false;
                }
                self.starts[table] = None;
            }
            Change::Won { table, side, at } => {
                if table >= self.tables || side >= self.sides {
                    return false;
                }
                let Some(started) = self.starts[table] else {
                    return false;
                };
                self.clock = self.clock.max(at);
                self.starts[table] = None;
                self.lengths.push(self.clock - started);
                for place in self.places_of(table) {
                    let party = self.places[place].unwrap();
                    if (place / self.parties) % self.sides == side {
                        self.diary.push((party, Page::Won));
                    } else {
                        self.diary.push((party, Page::Lost));
                        self.places[place] = None;
                        self.tickets.push((self.last_ticket() + 1, party));
                    }
                }
            }
        }
        self.sit();
        true
    }

    /// One party after the other takes the first free place. If nobody waits and two tables lack people, everybody at
    /// the last such table gets a ticket before all others.
    fn sit(&mut self) {
        loop {
            // Partners who remain take the first places of their side.
            for side in self.places.chunks_mut(self.parties) {
                side.sort_by_key(Option::is_none);
            }
            let each = self.sides * self.parties;
            let free = (0..self.places.len())
                .find(|place| self.places[*place].is_none() && self.starts[place / each].is_none());
            if let (Some(place), Some(next)) = (free, self.queue().first().copied()) {
                self.places[place] = Some(next);
                self.tickets.retain(|(_, party)| *party != next);
                continue;
            }
            let lacks = |table: &usize| {
                let taken = self
                    .places_of(*table)
                    .filter(|place| self.places[*place].is_some());
                (1..each).contains(&taken.count())
            };
            let lacking: Vec<usize> = (0..self.tables).filter(lacks).collect();
            if lacking.len() < 2 {
                return;
            }
            for place in self.places_of(lacking[lacking.len() - 1]).rev() {
                if let Some(party) = self.places[place].take() {
                    let first = self.tickets.iter().map(|(ticket, _)| *ticket).min();
                    self.tickets.push((first.unwrap_or(0) - 1, party));
                }
            }
        }
    }

    /// Matches, wins, current and best streak.
    fn record(&self, party: Party) -> (u32, u32, u32, u32) {
        let own = self.diary.iter().filter(|(one, _)| *one == party);
        let own: Vec<Page> = own.map(|(_, page)| *page).collect();
        let wins = own.iter().filter(|page| **page == Page::Won).count();
        let losses = own.iter().filter(|page| **page == Page::Lost).count();
        let runs = own.split(|page| *page != Page::Won).map(<[Page]>::len);
        let last = own.rsplit(|page| *page != Page::Won).next();
        let number = |n: usize| u32::try_from(n).unwrap();
        (
            number(wins + losses),
            number(wins),
            number(last.map_or(0, <[Page]>::len)),
            number(runs.max().unwrap_or(0)),
        )
    }

    fn typical(&self) -> Option<u64> {
        // Half of the matches, rounded up, take this long or less.
        let mut all = self.lengths.clone();
        all.sort_unstable();
        let half = all.len().div_ceil(2);
        all.into_iter()
            .find(|length| self.lengths.iter().filter(|other| *other <= length).count() >= half)
    }

    /// Lets the seconds pass one by one.
    fn waits(&self, now: u64) -> Option<Vec<Wait>> {
        let length = self.typical()?;
        let now = now.max(self.clock);
        let mut waits = Vec::new();
        let mut starts: Vec<u64> = self
            .starts
            .iter()
            .map(|start| start.unwrap_or(now))
            .collect();
        let mut left = self.tickets.len();
        for second in now.. {
            for (table, start) in starts.iter_mut().enumerate() {
                if left > 0 && second >= *start + length {
                    let seconds = second - now;
                    for _ in 0..left.min((self.sides - 1) * self.parties) {
                        waits.push(Wait { table, seconds });
                        left -= 1;
                    }
                    // A match takes a second at least.
                    *start = second + u64::from(length == 0);
                }
            }
            if left == 0 {
                break;
            }
        }
        Some(waits)
    }
}

fn change(tables: usize, sides: usize) -> impl Strategy<Value = Change<Party>> {
    // One table and one side too many, so that some changes are refused.
    let (table, side) = (0..=tables, 0..=sides);
    let at = 0..400_u64;
    prop_oneof![
        3 => (0..14_u8).prop_map(Change::Came),
        1 => (0..14_u8).prop_map(Change::Left),
        4 => (table.clone(), at.clone()).prop_map(|(table, at)| Change::Started { table, at }),
        4 => (table.clone(), side, at).prop_map(|(table, side, at)| Change::Won { table, side, at }),
        1 => table.prop_map(|table| Change::Stopped { table }),
    ]
}

fn evening() -> impl Strategy<Value = (usize, u8, u8, Vec<Change<Party>>)> {
    (1..4_usize, 2..=4_u8, 1..=2_u8).prop_flat_map(|(tables, sides, parties)| {
        let changes = prop::collection::vec(change(tables, usize::from(sides)), 0..120);
        (Just(tables), Just(sides), Just(parties), changes)
    })
}

fn seated(slow: &Slow, table: usize) -> Vec<Vec<Party>> {
    let places: Vec<usize> = slow.places_of(table).collect();
    let sides = places.chunks(slow.parties);
    sides
        .map(|side| {
            side.iter()
                .filter_map(|place| slow.places[*place])
                .collect()
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn queue_agrees_with_the_second_model((tables, sides, parties, changes) in evening(), now in 0..500_u64) {
        let places = Places::new(sides, parties).unwrap();
        let mut fast = WinnerStays::new(tables, places).unwrap();
        let mut slow = Slow::new(tables, sides.into(), parties.into());
        for change in changes {
            let before = fast.clone();
            let possible = slow.add(&change);
            let done = fast.add(change.clone());
            prop_assert_eq!(done.is_ok(), possible, "{:?}", change);
            if done.is_err() {
                prop_assert_eq!(&fast, &before);
            }
            prop_assert_eq!(fast.queue(), slow.queue());
            for (table, seen) in fast.tables().iter().enumerate() {
                prop_assert_eq!(seen.sides(), seated(&slow, table));
                prop_assert_eq!(seen.started(), slow.starts[table]);
                prop_assert_eq!(fast.is_ready(table), slow.is_full(table) && slow.starts[table].is_none());
            }
            for record in fast.records() {
                let seen = (record.matches, record.wins, record.streak, record.best);
                prop_assert_eq!(seen, slow.record(record.party));
                prop_assert_eq!(fast.is_here(&record.party), slow.is_here(record.party));
            }
            prop_assert_eq!(fast.typical_seconds(), slow.typical());
        }
        prop_assert_eq!(fast.waits(now), slow.waits(now));
    }
}

/// An evening of single people at one table: A and B sit, C and D wait.
fn four_people() -> WinnerStays<char> {
    let mut evening = WinnerStays::new(1, Places::new(2, 1).unwrap()).unwrap();
    for name in "ABCD".chars() {
        evening.add(Change::Came(name)).unwrap();
    }
    evening
}

fn win(evening: &mut WinnerStays<char>, side: usize, from: u64, to: u64) {
    let table = 0;
    evening.add(Change::Started { table, at: from }).unwrap();
    evening
        .add(Change::Won {
            table,
            side,
            at: to,
        })
        .unwrap();
}

#[test]
fn evening_by_hand() {
    let mut evening = four_people();
    assert_eq!(evening.next(), ['C']);
    assert_eq!(evening.waits(0), None);
    win(&mut evening, 0, 0, 600);
    // A stays. B joins the end of the queue, and C sits down.
    assert_eq!(evening.tables()[0].sides(), [['A'], ['C']]);
    assert_eq!(evening.queue(), ['D', 'B']);
    win(&mut evening, 0, 700, 1900);
    win(&mut evening, 1, 2000, 3000);
    // A won twice in a row, then lost to D.
    let best = evening.record(&'A').unwrap();
    assert_eq!(
        (best.matches, best.wins, best.streak, best.best),
        (3, 2, 0, 2)
    );
    assert_eq!(evening.tables()[0].sides(), [['B'], ['D']]);
    assert_eq!(evening.queue(), ['C', 'A']);
    // The matches took 600, 1200 and 1000 seconds.
    assert_eq!(evening.typical_seconds(), Some(1000));
    evening.add(Change::Started { table: 0, at: 3100 }).unwrap();
    let seconds = |waits: Option<Vec<Wait>>| {
        let waits = waits.unwrap_or_default();
        waits
            .into_iter()
            .map(|wait| wait.seconds)
            .collect::<Vec<_>>()
    };
    assert_eq!(seconds(evening.waits(3500)), [600, 1600]);
    // A match that takes longer than usual may end at any moment.
    assert_eq!(seconds(evening.waits(9000)), [0, 1000]);
}

#[test]
fn party_that_leaves_a_match_stops_it() {
    let mut evening = four_people();
    win(&mut evening, 0, 0, 600);
    evening.add(Change::Started { table: 0, at: 700 }).unwrap();
    evening.add(Change::Left('C')).unwrap();
    // D takes the place of C. A keeps its streak.
    assert_eq!(evening.tables()[0].sides(), [['A'], ['D']]);
    assert_eq!(evening.tables()[0].started(), None);
    assert_eq!(evening.record(&'A').unwrap().streak, 1);
    evening.add(Change::Left('A')).unwrap();
    assert_eq!(evening.record(&'A').unwrap().streak, 0);
    assert_eq!(evening.record(&'A').unwrap().best, 1);
    // A comes back at the end, and keeps its record.
    evening.add(Change::Came('A')).unwrap();
    assert_eq!(evening.queue(), ['A']);
    assert_eq!(evening.record(&'A').unwrap().wins, 1);
}

#[test]
fn two_tables_that_lack_people_join() {
    let mut evening = WinnerStays::new(2, Places::new(2, 1).unwrap()).unwrap();
    for name in "ABCD".chars() {
        evening.add(Change::Came(name)).unwrap();
    }
    evening.add(Change::Left('B')).unwrap();
    evening.add(Change::Left('C')).unwrap();
    assert_eq!(evening.tables()[0].sides(), [['A'], ['D']]);
    assert!(evening.tables()[1].is_empty());
}

#[test]
fn single_people_form_pairs_as_they_come() {
    let mut evening = WinnerStays::new(1, Places::new(2, 2).unwrap()).unwrap();
    for name in "ABCDEF".chars() {
        evening.add(Change::Came(name)).unwrap();
    }
    win(&mut evening, 1, 0, 60);
    let sides = evening.tables()[0].sides();
    assert_eq!(sides, [['E', 'F'], ['C', 'D']]);
    assert_eq!(evening.queue(), ['A', 'B']);
    // Each of the winners has a streak of their own.
    evening.add(Change::Left('D')).unwrap();
    assert_eq!(evening.tables()[0].sides(), [['E', 'F'], ['C', 'A']]);
    assert_eq!(evening.record(&'C').unwrap().streak, 1);
    assert_eq!(evening.record(&'A').unwrap().streak, 0);
}

#[test]
fn impossible_changes_are_refused() {
    let places = Places::new(2, 1).unwrap();
    for (sides, parties) in [(1, 1), (5, 1), (2, 0), (2, 3)] {
        let refused = Places::new(sides, parties).unwrap_err();
        assert_eq!(refused, ChangeError::Places { sides, parties });
    }
    for tables in [0, 65] {
        let refused = WinnerStays::<char>::new(tables, places).unwrap_err();
        assert_eq!(refused, ChangeError::Tables(tables));
    }
    let mut evening = four_people();
    let table = 0;
    let won = |table, side| Change::Won { table, side, at: 0 };
    let started = |table| Change::Started { table, at: 0 };
    for (change, why) in [
        (Change::Came('A'), ChangeError::Here),
        (Change::Came('C'), ChangeError::Here),
        (Change::Left('X'), ChangeError::NotHere),
        (started(1), ChangeError::NoTable(1)),
        (won(1, 0), ChangeError::NoTable(1)),
        (won(0, 2), ChangeError::NoSide(2)),
        (won(0, 0), ChangeError::NotInPlay(0)),
        (Change::Stopped { table }, ChangeError::NotInPlay(0)),
    ] {
        assert_eq!(evening.add(change), Err(why));
        assert_eq!(evening, four_people());
    }
    evening.add(started(0)).unwrap();
    assert_eq!(evening.add(started(0)), Err(ChangeError::InPlay(0)));
    for name in ['B', 'C', 'D'] {
        evening.add(Change::Left(name)).unwrap();
    }
    assert_eq!(evening.add(started(0)), Err(ChangeError::FreePlaces(0)));
    let message = ChangeError::FreePlaces(0).to_string();
    assert_eq!(
        message,
        "table 1 has free places; wait until more people come"
    );
}

#[test]
fn queue_remembers_a_limited_number_of_parties() {
    let mut evening = WinnerStays::new(1, Places::new(2, 1).unwrap()).unwrap();
    for party in 0..1_000_u16 {
        evening.add(Change::Came(party)).unwrap();
    }
    assert_eq!(evening.add(Change::Came(1_000)), Err(ChangeError::Full));
    // Somebody who was here before may come back.
    evening.add(Change::Left(7)).unwrap();
    evening.add(Change::Came(7)).unwrap();
}

#[test]
fn clock_that_is_set_back_stops() {
    let mut evening = four_people();
    win(&mut evening, 0, 1000, 400);
    assert_eq!(evening.typical_seconds(), Some(0));
    assert_eq!(
        evening
            .tables()
            .iter()
            .map(Table::started)
            .collect::<Vec<_>>(),
        [None]
    );
    win(&mut evening, 0, 500, 1200);
    win(&mut evening, 0, 1200, 1400);
    // Lengths 0, 200 and 200.
    assert_eq!(evening.typical_seconds(), Some(200));
}
