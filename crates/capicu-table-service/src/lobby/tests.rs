//! Tests of the lobby driver with a clock that they control.

use std::sync::Arc;
use std::time::Duration;

use capicu_accounts::Context;
use capicu_protocol::{Holder, TurnTime};
use capicu_store::Journal as _;
use capicu_store_contract::{Fault, Memory};
use capicu_table::State;
use tokio::time::advance;

use super::*;
use crate::cluster::Nodes;
use crate::table::{Bots, Pace};

struct House {
    here: Lobby,
    lobby: Reception,
    registry: Registry,
    store: Memory,
}

fn house() -> House {
    let store = Memory::default();
    let context = Context::new(
        Arc::new(store.clone()),
        Clock::set(1_000_000),
        Randomness::SYSTEM,
    );
    let bots = Bots::new(Pace::Immediate, Randomness::SYSTEM);
    let registry = Registry::new(context, bots, Nodes::alone());
    let here = Lobby::new(&registry.services().context, [7; 8]);
    tokio::spawn(here.clone().run(registry.clone()));
    House {
        lobby: Reception::new(here.clone(), Nodes::alone()),
        here,
        registry,
        store,
    }
}

fn player(n: u8) -> PlayerId {
    PlayerId::new([n; 16])
}

fn four() -> Wish {
    Wish::of("jamaican-partner", Speed::Usual).unwrap()
}

impl House {
    async fn seek(&self, n: u8, wish: Wish) {
        let name = Some(format!("Player {n}"));
        self.lobby.seek(player(n), name, wish).await.unwrap();
    }

    async fn fill(&self, n: u8) {
        self.lobby.fill(player(n)).await.unwrap();
    }

    async fn ask(&self, n: u8) -> Progress {
        self.lobby.ask(player(n)).await.unwrap()
    }

    /// Lets time pass while the pages of these players poll.
    async fn wait(&self, seconds: u64, players: &[u8]) {
        for _ in 0..seconds * 4 {
            advance(Duration::from_millis(250)).await;
            for _ in 0..20 {
                tokio::task::yield_now().await;
            }
            for n in players {
                self.ask(*n).await;
            }
        }
    }

    async fn table_of(&self, n: u8) -> TableId {
        match self.ask(n).await {
            Progress::Seated(table) => table,
            other => panic!("player {n}: {other:?}"),
        }
    }

    /// Reads the stored state of a table.
    async fn stored(&self, table: &TableId) -> State {
        let stored = self.store.read(table).await.unwrap().unwrap();
        State::fold(stored.setup, &stored.entries).unwrap()
    }
}

#[tokio::test(start_paused = true)]
async fn four_seekers_sit_at_one_stored_table() {
    let house = house();
    let changes = house.here.changes();
    for n in 0..4 {
        house.seek(n, four()).await;
    }
    assert!(changes.has_changed().unwrap());
    house.wait(1, &[0, 1, 2, 3]).await;
    let table = house.table_of(0).await;
    let state = house.stored(&table).await;
    let mut players: Vec<_> = state
        .all_seats()
        .map(|seat| {
            let seat = state.seat(seat);
            assert_eq!(seat.holder(), Holder::Person);
            (seat.player().unwrap(), seat.name().cloned().unwrap())
        })
        .collect();
    players.sort();
    let expected = (0..4).map(|n| (player(n), format!("Player {n}")));
    assert_eq!(players, expected.collect::<Vec<_>>());
    for n in 1..4 {
        assert_eq!(house.table_of(n).await, table);
    }
    assert_eq!(state.setup().host, None);
    assert_eq!(state.setup().turn_time, TurnTime::Usual);
    assert_eq!(state.setup().grace, 90);
    house.registry.stop().await;
}

#[tokio::test(start_paused = true)]
async fn driver_wakes_for_bots_and_for_pages_that_closed() {
    let house = house();
    house.seek(0, four()).await;
    house.seek(1, four()).await;
    house.wait(9, &[0]).await;
    assert_eq!(house.lobby.waiting().await.unwrap()[&four().cell()], 1);
    house.wait(2, &[0]).await;
    let state = house.stored(&house.table_of(0).await).await;
    let people = state
        .all_seats()
        .filter(|seat| state.seat(*seat).holder() == Holder::Person);
    assert_eq!(people.count(), 1);
    assert_eq!(house.here.progress(player(1)), Progress::None);
    house.wait(61, &[]).await;
    assert_eq!(house.here.count(), 0);
    house.registry.stop().await;
}

#[tokio::test(start_paused = true)]
async fn failed_table_is_shown_and_sought_again() {
    let house = house();
    house.store.engine().plan([Fault::Before]);
    house.seek(0, four()).await;
    house.fill(0).await;
    house.wait(1, &[0]).await;
    assert_eq!(house.ask(0).await, Progress::Failed);
    house.seek(0, four()).await;
    house.fill(0).await;
    house.wait(1, &[0]).await;
    house.table_of(0).await;
    house.registry.stop().await;
}

#[tokio::test(start_paused = true)]
async fn rated_seek_makes_a_rated_table() {
    let house = house();
    let wish = Wish::of("draw", Speed::Usual).unwrap();
    for n in [0, 1] {
        let (skill, address) = (25.0, n.into());
        let known = house.lobby.knowing(About {
            player: player(n),
            apart: Vec::new(),
            known: Some(Strength { skill, address }),
        });
        let seek = known.seek(player(n), None, wish.with(Stakes::Rated));
        seek.await.unwrap();
    }
    house.wait(1, &[0, 1]).await;
    let state = house.stored(&house.table_of(0).await).await;
    assert_eq!(state.setup().stakes, capicu_table::Stakes::Rated);
}

#[tokio::test(start_paused = true)]
async fn rated_table_with_bots_has_the_level_asked_for() {
    let house = house();
    let sitter = (player(0), Some("Ana".to_owned()));
    let table = Lobby::against_bots(&house.registry, sitter, four(), Level::Passes).await;
    let table = table.unwrap();
    let state = house.stored(&table).await;
    assert_eq!(state.setup().stakes, capicu_table::Stakes::Rated);
    assert_eq!(state.level(), Level::Passes);
    let bots = state
        .all_seats()
        .filter(|seat| state.seat(*seat).holder() == Holder::Bot);
    assert_eq!(bots.count(), 3);
    house.registry.glance(&table).await.unwrap();
    let card = house.registry.services().board.get(&table).unwrap();
    assert!(!card.is_of_lobby, "no bot makes room");
}
