//! The card that each table publishes. Every list of tables is a filter over the cards.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu::{BySide, Rules};
use capicu_protocol::{Holder, PlayerId, Seat, TableId, TurnTime, Watching};
use capicu_table::{Code, MeetingStanding, Session, Stakes};
use serde::{Deserialize, Serialize};

use crate::cluster::wire;

/// Activity is published to the minute, so that a card changes once a minute and not with every tile.
const MINUTE: u64 = 60_000;

/// The published state of a table, for the servers of a cluster. Pages choose which parts they show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableCard {
    /// The id of the game.
    pub game: String,
    /// The title of the rules, unless they are the game's own.
    pub title: Option<String>,
    #[serde(with = "wire::rules")]
    pub rules: Rules,
    /// How long a turn may take.
    pub turn_time: TurnTime,
    /// The seats, in the order of the rules.
    pub seats: Vec<CardSeat>,
    /// The seat of the host.
    pub host: Option<Seat>,
    /// The score of each side, once a match has begun.
    #[serde(with = "wire::scores")]
    pub scores: Option<BySide<u16>>,
    /// The number of spectators.
    pub watchers: u32,
    /// Whether anybody may watch.
    pub is_public: bool,
    /// Whether lobby players may take the places of its bots.
    pub is_of_lobby: bool,
    /// Whether a player is there.
    pub is_attended: bool,
    /// Whether it is in memory. A table with a code has a card even if it is not in memory.
    pub is_in_memory: bool,
    /// The time of the last stored fact, in milliseconds since 1970, rounded to the minute.
    pub active_at: u64,
    /// The state of the meeting, at the table of an event.
    pub meeting: Option<Live>,
    /// The code that leads to an open seat.
    #[serde(skip)]
    pub code: Option<Code>,
}

/// A seat on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardSeat {
    /// The holder of the seat.
    pub holder: Holder,
    /// The name shown at the table.
    pub name: Option<String>,
    /// The player with an account or a guest session.
    pub player: Option<PlayerId>,
}

/// The live state of an event table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Live {
    /// Whether the player of each seat is there.
    pub there: Vec<bool>,
    /// The standing of the meeting.
    #[serde(with = "wire::standing")]
    pub standing: MeetingStanding,
}

/// A list of tables.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableList {
    /// Tables of the lobby where a bot makes room for a player, those with the most people first.
    Open,
    /// Tables that anybody may watch, those with the most spectators first.
    Watched,
    /// The table that a code leads to.
    Code(String),
    /// The tables in memory, the most recently active first.
    InMemory,
}

impl TableCard {
    /// The card of a table whose last fact was stored at this moment.
    pub fn of(session: &Session, active_at: u64) -> Self {
        let state = session.state();
        let setup = state.setup();
        let seats = || state.all_seats().map(|seat| state.seat(seat));
        let meeting = setup.meeting.is_some().then(|| Live::of(session));
        let is_of_lobby =
            setup.host.is_none() && setup.meeting.is_none() && setup.stakes == Stakes::Casual;
        Self {
            game: setup.game.clone(),
            title: setup.title.clone(),
            rules: setup.rules,
            turn_time: state.turn_time(),
            seats: seats()
                .map(|seat| CardSeat {
                    holder: seat.holder(),
                    name: seat.name().cloned(),
                    player: seat.player(),
                })
                .collect(),
            host: state.host().map(Seat),
            scores: state.table().map(|table| table.game().standing().scores),
            watchers: session.watchers(),
            is_public: setup.watching == Watching::On,
            is_of_lobby,
            is_attended: session.is_attended(),
            is_in_memory: true,
            active_at: active_at / MINUTE * MINUTE,
            meeting: meeting.flatten(),
            code: state.code(),
        }
    }

    /// The number of seats that people hold.
    pub fn people(&self) -> usize {
        self.held_by(Holder::Person)
    }

    /// The number of seats that bots hold.
    pub fn bots(&self) -> usize {
        self.held_by(Holder::Bot)
    }

    fn held_by(&self, holder: Holder) -> usize {
        self.seats
            .iter()
            .filter(|seat| seat.holder == holder)
            .count()
    }
}

impl Live {
    /// The live state of an event table; `None` for other tables.
    fn of(session: &Session) -> Option<Self> {
        let state = session.state();
        let there = state.all_seats().map(|seat| session.is_there(seat));
        Some(Self {
            there: there.collect(),
            standing: state.meeting()?,
        })
    }
}

impl TableList {
    /// Whether a table is on the list.
    pub fn has(&self, card: &TableCard) -> bool {
        match self {
            Self::Open => card.is_of_lobby && card.is_attended && card.bots() > 0,
            Self::Watched => card.is_public && card.is_attended,
            Self::Code(code) => card.host.is_some() && card.code == Code::new(code),
            Self::InMemory => card.is_in_memory,
        }
    }

    /// The rank of a card. Cards with a higher rank come first.
    pub fn rank(&self, card: &TableCard) -> (u64, usize) {
        match self {
            Self::Open => (card.people() as u64, 0),
            Self::Watched => (card.watchers.into(), card.people()),
            Self::Code(_) => (0, 0),
            Self::InMemory => (card.active_at, 0),
        }
    }
}

/// The cards of this server's tables. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct TableBoard(Arc<Mutex<Cards>>);

#[derive(Debug, Default)]
struct Cards {
    all: BTreeMap<TableId, TableCard>,
    codes: BTreeMap<Code, TableId>,
}

impl TableBoard {
    /// Replaces the card of a table. If two tables have the same code by chance, it leads to the first one.
    pub fn publish(&self, id: &TableId, card: TableCard) {
        let mut cards = self.cards();
        if cards.all.get(id).and_then(|before| before.code) != card.code {
            cards.forget_code(id);
        }
        if let Some(code) = card.code {
            cards.codes.entry(code).or_insert_with(|| id.to_owned());
        }
        if cards.all.get(id) != Some(&card) {
            cards.all.insert(id.to_owned(), card);
        }
    }

    /// Records that a table leaves the memory. Only its code still leads there.
    pub fn leave(&self, id: &TableId) {
        let mut cards = self.cards();
        match cards.all.get_mut(id) {
            Some(card) if card.code.is_some() => {
                card.is_in_memory = false;
                card.is_attended = false;
                card.watchers = 0;
                card.meeting = None;
            }
            _ => drop(cards.all.remove(id)),
        }
    }

    /// Removes the card of a deleted table.
    pub fn remove(&self, id: &TableId) {
        let mut cards = self.cards();
        cards.forget_code(id);
        cards.all.remove(id);
    }

    /// The card of a table.
    pub fn get(&self, id: &TableId) -> Option<TableCard> {
        self.cards().all.get(id).cloned()
    }

    /// The live state of an event table while it is in memory.
    pub fn meeting(&self, id: &TableId) -> Option<Live> {
        self.cards().all.get(id)?.meeting.clone()
    }

    /// Adds up a number over the tables of a list.
    pub fn sum(&self, list: &TableList, of: impl Fn(&TableCard) -> usize) -> usize {
        let cards = self.cards();
        let listed = cards.all.values().filter(|card| list.has(card));
        listed.map(of).sum()
    }

    /// Up to `most` tables of a list with their ids, highest rank first.
    pub fn list(&self, list: &TableList, most: usize) -> Vec<(TableId, TableCard)> {
        let cards = self.cards();
        let own = |(id, card): (&TableId, &TableCard)| (id.clone(), card.clone());
        if let TableList::Code(code) = list {
            let id = Code::new(code).and_then(|code| cards.codes.get(&code));
            let found = id.and_then(|id| cards.all.get_key_value(id));
            return found
                .filter(|(_, card)| list.has(card))
                .map(own)
                .into_iter()
                .collect();
        }
        let mut listed: Vec<_> = cards
            .all
            .iter()
            .filter(|(_, card)| list.has(card))
            .collect();
        listed.sort_by_key(|(_, card)| Reverse(list.rank(card)));
        listed.into_iter().take(most).map(own).collect()
    }

    fn cards(&self) -> MutexGuard<'_, Cards> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cards {
    fn forget_code(&mut self, id: &TableId) {
        if let Some(code) = self.all.get(id).and_then(|card| card.code)
            && self.codes.get(&code).is_some_and(|of| of == id)
        {
            self.codes.remove(&code);
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu::Game;
    use capicu_store_contract::id;

    use super::*;

    fn card(game: &Game, watchers: u32) -> TableCard {
        let seat = |holder, name: Option<&str>| CardSeat {
            holder,
            name: name.map(str::to_owned),
            player: None,
        };
        let rules = game.rules(game.players[0]).unwrap();
        TableCard {
            game: game.id.to_owned(),
            title: None,
            rules,
            turn_time: TurnTime::Off,
            seats: vec![seat(Holder::Bot, None), seat(Holder::Person, Some("Ana"))],
            host: Some(Seat(capicu::Seat::default())),
            scores: Some(BySide::from_fn(rules.n_sides(), |side| {
                7 * side.index() as u16
            })),
            watchers,
            is_public: true,
            is_of_lobby: false,
            is_attended: true,
            is_in_memory: true,
            active_at: 0,
            meeting: None,
            code: None,
        }
    }

    #[test]
    fn listed_table_crosses_with_all_its_rules() {
        for game in Game::ALL {
            let table = card(game, 3);
            let text = serde_json::to_string(&table).unwrap();
            let back: TableCard = serde_json::from_str(&text).unwrap();
            assert_eq!(back, table, "{text}");
        }
    }

    #[test]
    fn largest_tables_come_first_and_removed_ones_are_gone() {
        let board = TableBoard::default();
        for (name, n) in [("a", 1), ("b", 3), ("c", 2), ("d", 3)] {
            board.clone().publish(&id(name), card(&Game::ALL[0], n));
        }
        board.publish(&id("a"), card(&Game::ALL[0], 2));
        board.leave(&id("d"));
        let listed = |most| {
            let all = board.list(&TableList::Watched, most).into_iter();
            all.map(|(id, card)| (id, card.watchers))
                .collect::<Vec<_>>()
        };
        let own = |all: [(&str, u32); 2]| all.map(|(name, n)| (id(name), n));
        assert_eq!(listed(2), own([("b", 3), ("a", 2)]));
        assert_eq!(listed(9).len(), 3);
        assert!(board.get(&id("d")).is_none());
    }

    #[test]
    fn code_leads_to_its_first_table_until_that_is_removed() {
        let board = TableBoard::default();
        let coded = |code: &str| TableCard {
            code: Code::new(code),
            ..card(&Game::ALL[0], 1)
        };
        let found = |code: &str| {
            let listed = board.list(&TableList::Code(code.to_owned()), 1);
            listed
                .into_iter()
                .next()
                .map(|(id, card)| (id, card.is_in_memory))
        };
        board.publish(&id("b"), coded("abcdef"));
        board.publish(&id("a"), coded("abcdef"));
        assert_eq!(found("ABCDEF"), Some((id("b"), true)));
        board.leave(&id("b"));
        assert_eq!(found("abcdef"), Some((id("b"), false)));
        assert_eq!(board.sum(&TableList::InMemory, |_| 1), 1);
        board.publish(&id("b"), coded("ghjkmn"));
        assert_eq!(found("abcdef"), None);
        assert_eq!(found("ghjkmn"), Some((id("b"), true)));
        board.remove(&id("b"));
        assert_eq!(found("ghjkmn"), None);
    }
}
