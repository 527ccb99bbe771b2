//! Meetings at tables of the server, from inside: who does not come, what was missed, and every preset.

use std::sync::Arc;
use std::time::Duration;

use capicu_event::{
    Absent, Command, Consent, DecidedBy, Fact, NewEntry, Online, Outcome, Preset, Table, Venue,
    Watchers, presets,
};
use capicu_protocol::PlayerId;
use capicu_store::{Change, Memory, People as _, Session as Device};
use capicu_table::{Input, MeetingEnd, TokenHash, Who};
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

use super::online::OnlinePlay;
use super::plan::{self, Played, Unplayable};
use super::{Done, Events, Sent};
use crate::config::Pace;
use crate::registry::Registry;
use crate::secret;
use crate::table::{Bots, Connect, Mail, Services};
use crate::time::Clock;

fn registry(store: &Memory) -> Registry {
    Registry::new(Services {
        store: Arc::new(store.clone()),
        bots: Bots::new(Pace::Immediate, secret::random),
        clock: Clock::set(1_000_000),
        open: Default::default(),
        codes: Default::default(),
        watched: Default::default(),
        in_memory: Default::default(),
        meetings: Default::default(),
        metrics: Default::default(),
        chance: secret::random,
    })
}

/// A member.
async fn director(store: &Memory) -> PlayerId {
    let player = PlayerId::new([7; 16]);
    let session = Device {
        hash: TokenHash::new([1; 32]),
        label: String::new(),
        made_at: 1,
        seen_at: 1,
        expires_at: u64::MAX,
    };
    let made = Change::Make {
        player,
        name: None,
        session,
    };
    store.change(made).await.unwrap();
    let joined = Change::Join {
        player,
        username: "nena".into(),
        skeleton: "nena".into(),
        codes: vec![TokenHash::new([2; 32])],
    };
    store.change(joined).await.unwrap();
    player
}

fn preset(id: &str, absent: Absent) -> Preset {
    Preset {
        online: Some(Online {
            usual: Venue::Online,
            turn_time: "off".into(),
            grace: 2,
            absent,
            watchers: Watchers::Everybody,
        }),
        ..presets::by_id(id).unwrap()
    }
}

/// An event whose first round is published; its id.
async fn published(events: &Events, store: &Memory, preset: Preset, names: &[&str]) -> String {
    let player = director(store).await;
    let id = events.make("Friday", preset, player).await.unwrap();
    let mut commands: Vec<Command> = names
        .iter()
        .map(|name| Command::Enter(NewEntry::named(name)))
        .collect();
    commands.extend([
        Command::OpenStage,
        Command::Draft(Consent::Given),
        Command::Publish,
    ]);
    carry_out(events, &id, "begin", commands).await;
    id
}

async fn carry_out(events: &Events, id: &str, key: &str, commands: Vec<Command>) {
    let Ok(shared) = events.hall(id).await else {
        panic!("no event")
    };
    let mut hall = shared.lock().await;
    let sent = Sent {
        key: key.into(),
        seen: None,
    };
    let done = events.carry_out(&mut hall, &sent, commands).await;
    assert!(matches!(done, Ok(Done::Now)), "{done:?}");
}

/// The tables of the last round.
async fn tables(events: &Events, id: &str) -> Vec<Table> {
    let Ok(shared) = events.hall(id).await else {
        panic!("no event")
    };
    let hall = shared.lock().await;
    let stage = hall.event.state().stages.last().unwrap();
    stage.rounds.last().unwrap().tables.clone()
}

/// The ids of the tables that are due, by meetings.
async fn due(events: &Events, id: &str) -> Vec<String> {
    let Ok(shared) = events.hall(id).await else {
        panic!("no event")
    };
    let due = shared.lock().await.due_online();
    let mut due: Vec<_> = due
        .into_iter()
        .map(|(id, slip)| (slip.meeting, id))
        .collect();
    due.sort();
    due.into_iter().map(|(_, id)| id).collect()
}

/// Somebody comes to a seat, and stays as long as what is handed back lives.
async fn comes(
    events: &Events,
    registry: &Registry,
    event: &str,
    table: &str,
    seat: u8,
) -> mpsc::Receiver<crate::table::Outgoing> {
    let Ok(shared) = events.hall(event).await else {
        panic!("no event")
    };
    let seat = capicu::Seat::new(seat).unwrap();
    let token = shared.lock().await.seat_token(table, seat);
    let mail = registry.table(table).await.unwrap().unwrap();
    let (out, receiver) = mpsc::channel(4096);
    let (answer, answered) = oneshot::channel();
    let connect = Connect {
        ear: None,
        who: Who::Token {
            shown: TokenHash::of(&token),
            own: None,
        },
        since: None,
        out,
        answer,
    };
    mail.send(Mail::Connect(Box::new(connect))).await.unwrap();
    answered.await.unwrap();
    receiver
}

#[tokio::test(start_paused = true)]
async fn who_does_not_come_loses_by_the_policy_and_who_is_there_does_not() {
    let store = Memory::new();
    let registry = registry(&store);
    let services = registry.services();
    let events = Events::new(services.store.clone(), services.clock);
    let id = published(
        &events,
        &store,
        preset("sbyc-club", Absent::Forfeit),
        &["A", "B", "C", "D"],
    )
    .await;
    let online = OnlinePlay::new(registry.clone(), events.clone());
    let running = tokio::spawn(online.clone().run());
    sleep(Duration::from_secs(1)).await;
    let due = due(&events, &id).await;
    assert_eq!(due.len(), 2);
    assert!(
        due.iter().all(|table| online.seen(table).is_some()),
        "both are made"
    );
    // At the first table one comes; at the second nobody does.
    let there = comes(&events, &registry, &id, &due[0], 1).await;
    sleep(Duration::from_secs(90)).await;
    assert!(
        tables(&events, &id)
            .await
            .iter()
            .all(|table| *table == Table::Open),
        "there is grace"
    );
    let seen = online.seen(&due[0]).unwrap();
    assert!(seen.away[0] > 80_000 && seen.away[1] < 10_000, "{seen:?}");
    sleep(Duration::from_secs(60)).await;
    let absent = |sides: &[u8]| {
        Table::Settled(Outcome::Forfeit {
            absent: sides.to_vec(),
        })
    };
    assert_eq!(tables(&events, &id).await, [absent(&[0]), absent(&[0, 1])]);
    sleep(Duration::from_secs(2)).await;
    let live = services.meetings.get(&due[0]).unwrap();
    assert_eq!(
        live.standing.end,
        MeetingEnd::Settled,
        "nobody plays on there"
    );
    assert!(online.seen(&due[0]).is_none());
    running.abort();
    drop(there);
}

#[tokio::test(start_paused = true)]
async fn the_desk_decides_where_the_event_says_so_and_plays_where_it_likes() {
    let store = Memory::new();
    let registry = registry(&store);
    let events = Events::new(registry.services().store.clone(), registry.services().clock);
    let id = published(
        &events,
        &store,
        preset("sbyc-club", Absent::Desk),
        &["A", "B"],
    )
    .await;
    let online = OnlinePlay::new(registry.clone(), events.clone());
    let running = tokio::spawn(online.clone().run());
    sleep(Duration::from_secs(3600)).await;
    assert_eq!(tables(&events, &id).await, [Table::Open]);
    let first = due(&events, &id).await;
    let to = |to| vec![Command::Move { meeting: 1, to }];
    carry_out(&events, &id, "hall", to(Venue::Hall)).await;
    sleep(Duration::from_secs(2)).await;
    assert!(online.seen(&first[0]).is_none());
    carry_out(&events, &id, "online", to(Venue::Online)).await;
    sleep(Duration::from_secs(2)).await;
    let second = due(&events, &id).await;
    assert_ne!(first, second, "played anew");
    assert!(online.seen(&second[0]).is_some());
    running.abort();
}

#[tokio::test(start_paused = true)]
async fn what_ended_while_nobody_looked_is_written_down_once() {
    let store = Memory::new();
    let registry = registry(&store);
    let services = registry.services();
    let events = Events::new(services.store.clone(), services.clock);
    let mut preset = preset("sbyc-club", Absent::Desk);
    preset.stages[0].meeting.games = Some(1);
    preset.stages[0].meeting.target = Some(40);
    let id = published(&events, &store, preset, &["A", "B"]).await;
    let online = OnlinePlay::new(registry.clone(), events.clone());
    online.refresh(&id).await;
    let table = due(&events, &id).await.remove(0);
    // Two who let the time run out at every turn would take for ever: a table is driven by its clock here.
    let mail = registry.table(&table).await.unwrap().unwrap();
    let there = [
        comes(&events, &registry, &id, &table, 0).await,
        comes(&events, &registry, &id, &table, 1).await,
    ];
    for _ in 0..3_000 {
        let live = services.meetings.get(&table);
        if live.is_some_and(|live| live.standing.end == MeetingEnd::Played) {
            break;
        }
        play_one(&store, &mail, &table).await;
        sleep(Duration::from_millis(10)).await;
    }
    let live = services.meetings.get(&table).unwrap();
    assert_eq!(live.standing.end, MeetingEnd::Played);
    assert_eq!(
        tables(&events, &id).await,
        [Table::Open],
        "nobody has looked"
    );
    drop(there);
    registry.stop().await;
    // The server begins anew, twice.
    for _ in 0..2 {
        let registry = self::registry(&store);
        let events = Events::new(registry.services().store.clone(), registry.services().clock);
        let online = OnlinePlay::new(registry.clone(), events.clone());
        let running = tokio::spawn(online.clone().run());
        sleep(Duration::from_secs(3)).await;
        let Ok(shared) = events.hall(&id).await else {
            panic!("no event")
        };
        let hall = shared.lock().await;
        let lines = hall.event.log().lines();
        let recorded = lines
            .iter()
            .filter(|line| matches!(line.fact, Fact::Recorded { .. }));
        assert_eq!(recorded.count(), 1);
        drop(hall);
        running.abort();
        registry.stop().await;
    }
}

/// Has whoever is to act do the first legal thing.
async fn play_one(store: &Memory, mail: &mpsc::Sender<Mail>, table: &str) {
    use capicu_store::Journal as _;
    let stored = store.read(table).await.unwrap().unwrap();
    let state = capicu_table::State::fold(stored.setup, &stored.entries).unwrap();
    let (seat, command) = match state.waiting() {
        capicu::Waiting::Act(seat) => {
            let view = state.view(seat).unwrap();
            let action = view.distinct_actions()[0];
            let expected = state.version();
            (seat, capicu_table::Command::Act { expected, action })
        }
        _ => {
            let deal = state.table().unwrap().n_deals();
            let seats: Vec<_> = state.all_seats().collect();
            for seat in &seats[1..] {
                let ready = capicu_table::Command::Ready { deal };
                send(mail, *seat, state.version(), ready).await;
            }
            (seats[0], capicu_table::Command::Ready { deal })
        }
    };
    send(mail, seat, state.version(), command).await;
}

async fn send(
    mail: &mpsc::Sender<Mail>,
    seat: capicu::Seat,
    version: u64,
    command: capicu_table::Command,
) {
    // The connections of a new table count from 1, in the order in which their seats came.
    let input = Input::Command {
        connection: seat.index() as u64 + 1,
        key: capicu_protocol::Key::new(&format!("k{version}-{}", seat.index())).unwrap(),
        command,
        arrived: 0,
    };
    mail.send(input.into()).await.unwrap();
}

#[test]
fn every_preset_is_played_online_or_says_why_not() {
    for preset in presets::all() {
        let online = self::preset(&preset.id, Absent::Forfeit);
        let boards = preset.stages.iter().any(|stage| stage.duplicate.is_some());
        let sittings = preset.stages.iter().any(|stage| !stage.sittings.is_empty());
        let expected = match (boards, sittings) {
            (true, _) => Err(Unplayable::Boards),
            (_, true) => Err(Unplayable::Sittings),
            _ => Ok(()),
        };
        assert_eq!(plan::check(&online), expected, "{}", preset.id);
    }
    // What nothing ends is no meeting, and a clock has to be one of ours.
    let mut endless = preset("sbyc-club", Absent::Forfeit);
    endless.stages[0].meeting.games = None;
    assert_eq!(plan::check(&endless), Err(Unplayable::NoEnd));
    let mut pointless = preset("latin-pairs", Absent::Forfeit);
    pointless.stages[0].meeting.target = None;
    assert_eq!(plan::check(&pointless), Err(Unplayable::NoEnd));
    let mut clock = preset("latin-pairs", Absent::Forfeit);
    clock.online.as_mut().unwrap().turn_time = "99s".into();
    assert_eq!(plan::check(&clock), Err(Unplayable::TurnTime("99s".into())));
    let mut rule = preset("latin-pairs", Absent::Forfeit);
    rule.house_rules.insert("colour".into(), "red".into());
    assert!(matches!(plan::check(&rule), Err(Unplayable::HouseRule(_))));
    let mut game = preset("latin-pairs", Absent::Forfeit);
    game.game = "french".into();
    assert!(plan::check(&game).is_err(), "pairs do not play it");
}

#[test]
fn sides_sit_where_their_partners_are_across() {
    use capicu_event::EntryId;
    let pairs = preset("latin-pairs", Absent::Forfeit);
    let played = Played::of(&pairs, &pairs.stages[0], 2).unwrap();
    let sides = [vec![EntryId(4)], vec![EntryId(9)]];
    let places = |sides: &[Vec<EntryId>], played: &Played| {
        let seats = capicu::Seat::all(played.n_seats());
        let places = seats.map(|seat| played.place(sides, seat).unwrap());
        places
            .map(|(entry, place)| (entry.0, place))
            .collect::<Vec<_>>()
    };
    assert_eq!(places(&sides, &played), [(4, 0), (9, 0), (4, 1), (9, 1)]);
    let alone = preset("rotating-partners", Absent::Forfeit);
    let played = Played::of(&alone, &alone.stages[0], 2).unwrap();
    let sides = [vec![EntryId(4), EntryId(2)], vec![EntryId(9), EntryId(1)]];
    assert_eq!(places(&sides, &played), [(4, 0), (9, 0), (2, 0), (1, 0)]);
    let three = preset("three-hand", Absent::Forfeit);
    assert_eq!(three.stages[0].meeting.decided_by, DecidedBy::Games);
    let played = Played::of(&three, &three.stages[0], 3).unwrap();
    let sides = [vec![EntryId(1)], vec![EntryId(2)], vec![EntryId(3)]];
    assert_eq!(places(&sides, &played), [(1, 0), (2, 0), (3, 0)]);
}
