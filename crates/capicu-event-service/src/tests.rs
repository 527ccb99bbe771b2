//! Meetings at tables of the server: absences, restarts and every preset.

mod arena;
mod begun;
mod cluster;
mod due;

use std::sync::Arc;
use std::time::Duration;

use capicu_accounts::{Clock, Context, Randomness};
use capicu_event::{
    Absent, Command, Consent, DecidedBy, Fact, NewEntry, Online, Outcome, Preset, Refused, Table,
    TableResult, Venue, Watchers, presets,
};
use capicu_protocol::{EventId, PlayerId, TableId};
use capicu_store::events::Events as _;
use capicu_store::{Change, People as _, Session as Device};
use capicu_store_contract::Memory;
use capicu_table::{Input, MeetingEnd, TokenHash, Who};
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

use super::online::OnlinePlay;
use super::online_tables::{self, Played, Unplayable};
use super::{Done, Events, LogLimits, NotDone, Sent};
use capicu_table_service::cluster::Nodes;
use capicu_table_service::registry::Registry;
use capicu_table_service::table::{Bots, Connect, Mail, Pace};

fn registry(store: &Memory) -> Registry {
    registry_among(store, Nodes::alone())
}

fn registry_among(store: &Memory, nodes: Nodes) -> Registry {
    let store = Arc::new(store.clone());
    let context = Context::new(store, Clock::set(1_000_000), Randomness::SYSTEM);
    let bots = Bots::new(Pace::Immediate, Randomness::SYSTEM);
    Registry::new(context, bots, nodes)
}

fn events_of(registry: &Registry) -> Events {
    Events::new(registry.services().context.clone(), Nodes::alone())
}

/// An account that directs events.
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

/// Publishes the first round of an event, and returns its id.
async fn published(events: &Events, store: &Memory, preset: Preset, names: &[&str]) -> EventId {
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

async fn carry_out(events: &Events, id: &EventId, key: &str, commands: Vec<Command>) {
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
async fn tables(events: &Events, id: &EventId) -> Vec<Table> {
    let Ok(shared) = events.hall(id).await else {
        panic!("no event")
    };
    let hall = shared.lock().await;
    let stage = hall.event.state().stages.last().unwrap();
    stage.rounds.last().unwrap().tables.clone()
}

/// The ids of the tables that are due, by meetings.
async fn due(events: &Events, id: &EventId) -> Vec<TableId> {
    let Ok(shared) = events.hall(id).await else {
        panic!("no event")
    };
    let due = shared.lock().await.due_online();
    let mut due: Vec<_> = due
        .into_iter()
        .map(|(id, spot)| ((spot.meeting, spot.table), id))
        .collect();
    due.sort();
    due.into_iter().map(|(_, id)| id).collect()
}

/// Connects a player to a seat; the player stays until the result is dropped.
async fn comes(
    events: &Events,
    registry: &Registry,
    event: &EventId,
    table: &TableId,
    seat: u8,
) -> mpsc::Receiver<capicu_table_service::table::Outgoing> {
    let Ok(shared) = events.hall(event).await else {
        panic!("no event")
    };
    let seat = capicu::Seat::new(seat).unwrap();
    let token = shared.lock().await.seat_token(table, seat);
    let mail = registry.table(table).await.unwrap().unwrap();
    let (out, receiver) = mpsc::channel(4096);
    let (answer, answered) = oneshot::channel();
    let connect = Connect {
        ear: capicu_table_service::table::Hears::Everybody,
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
async fn absent_side_loses_by_the_policy() {
    let store = Memory::default();
    let registry = registry(&store);
    let services = registry.services();
    let events = Events::new(services.context.clone(), Nodes::alone());
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
    // At the first table one player comes; at the second nobody does.
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
    let live = services.board.meeting(&due[0]).unwrap();
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
async fn desk_decides_absences_and_venues_by_preset() {
    let store = Memory::default();
    let registry = registry(&store);
    let events = events_of(&registry);
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
    assert_ne!(first, second, "a new table is used");
    assert!(online.seen(&second[0]).is_some());
    running.abort();
}

#[tokio::test(start_paused = true)]
async fn match_that_ended_before_a_restart_is_recorded_once() {
    let store = Memory::default();
    let registry = registry(&store);
    let services = registry.services();
    let events = Events::new(services.context.clone(), Nodes::alone());
    let mut preset = preset("sbyc-club", Absent::Desk);
    preset.stages[0].meeting.games = Some(1);
    preset.stages[0].meeting.target = Some(40);
    let id = published(&events, &store, preset, &["A", "B"]).await;
    let online = OnlinePlay::new(registry.clone(), events.clone());
    online.refresh(&id).await;
    let table = due(&events, &id).await.remove(0);
    // Two players who use up the time of every turn would take forever, so the test drives the table's clock.
    let mail = registry.table(&table).await.unwrap().unwrap();
    let there = [
        comes(&events, &registry, &id, &table, 0).await,
        comes(&events, &registry, &id, &table, 1).await,
    ];
    for _ in 0..3_000 {
        let live = services.board.meeting(&table);
        if live.is_some_and(|live| live.standing.end == MeetingEnd::Played) {
            break;
        }
        play_one(&store, &mail, &table).await;
        sleep(Duration::from_millis(10)).await;
    }
    let live = services.board.meeting(&table).unwrap();
    assert_eq!(live.standing.end, MeetingEnd::Played);
    assert_eq!(
        tables(&events, &id).await,
        [Table::Open],
        "nobody has looked"
    );
    drop(there);
    registry.stop().await;
    // The server restarts twice.
    for _ in 0..2 {
        let registry = self::registry(&store);
        let events = events_of(&registry);
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

/// Sends the first legal action of the seat to act, or the readiness of all seats.
async fn play_one(store: &Memory, mail: &mpsc::Sender<Mail>, table: &TableId) {
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
fn every_preset_is_playable_online_or_has_a_reason() {
    for preset in presets::all() {
        let online = self::preset(&preset.id, Absent::Forfeit);
        assert_eq!(online_tables::check(&online), Ok(()), "{}", preset.id);
    }
    // If the first winner of a round gets a bonus, a board has another value at each table.
    let mut boards = preset("duplicate", Absent::Forfeit);
    boards.house_rules.insert("first-game".into(), "50".into());
    assert_eq!(online_tables::check(&boards), Err(Unplayable::Boards));
    // A meeting needs an end, and a clock must be one of ours.
    let mut endless = preset("sbyc-club", Absent::Forfeit);
    endless.stages[0].meeting.games = None;
    assert_eq!(online_tables::check(&endless), Err(Unplayable::NoEnd));
    let mut pointless = preset("latin-pairs", Absent::Forfeit);
    pointless.stages[0].meeting.target = None;
    assert_eq!(online_tables::check(&pointless), Err(Unplayable::NoEnd));
    let mut clock = preset("latin-pairs", Absent::Forfeit);
    clock.online.as_mut().unwrap().turn_time = "99s".into();
    assert_eq!(
        online_tables::check(&clock),
        Err(Unplayable::TurnTime("99s".into()))
    );
    let mut rule = preset("latin-pairs", Absent::Forfeit);
    rule.house_rules.insert("colour".into(), "red".into());
    assert!(matches!(
        online_tables::check(&rule),
        Err(Unplayable::HouseRule(_))
    ));
    // A meeting ends at its target, so that nobody can be out before the others.
    let mut out = preset("three-hand", Absent::Forfeit);
    out.house_rules
        .insert("at-target".into(), "player-out".into());
    assert_eq!(online_tables::check(&out), Err(Unplayable::PlayersOut));
    out.house_rules.clear();
    out.game = "last-standing".into();
    assert_eq!(online_tables::check(&out), Err(Unplayable::PlayersOut));
    let mut game = preset("latin-pairs", Absent::Forfeit);
    game.game = "french".into();
    assert!(online_tables::check(&game).is_err(), "pairs do not play it");
}

#[test]
fn partners_sit_across_from_each_other() {
    use capicu_event::EntryId;
    let pairs = preset("latin-pairs", Absent::Forfeit);
    let played = Played::of(&pairs, &pairs.stages[0], None, 2).unwrap();
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
    let played = Played::of(&alone, &alone.stages[0], None, 2).unwrap();
    let sides = [vec![EntryId(4), EntryId(2)], vec![EntryId(9), EntryId(1)]];
    assert_eq!(places(&sides, &played), [(4, 0), (9, 0), (2, 0), (1, 0)]);
    let three = preset("three-hand", Absent::Forfeit);
    assert_eq!(three.stages[0].meeting.decided_by, DecidedBy::Games);
    let played = Played::of(&three, &three.stages[0], None, 3).unwrap();
    let sides = [vec![EntryId(1)], vec![EntryId(2)], vec![EntryId(3)]];
    assert_eq!(places(&sides, &played), [(1, 0), (2, 0), (3, 0)]);
}

/// Seats all players, and plays a table until its meeting is over.
async fn play_out(
    store: &Memory,
    registry: &Registry,
    events: &Events,
    event: &EventId,
    table: &TableId,
    seats: u8,
) {
    let mail = registry.table(table).await.unwrap().unwrap();
    let mut there = Vec::new();
    for seat in 0..seats {
        there.push(comes(events, registry, event, table, seat).await);
    }
    for _ in 0..3_000 {
        let live = registry.services().board.meeting(table);
        if live.is_some_and(|live| live.standing.end == MeetingEnd::Played) {
            break;
        }
        play_one(store, &mail, table).await;
        sleep(Duration::from_millis(5)).await;
    }
    sleep(Duration::from_secs(1)).await;
}

async fn fold_of(store: &Memory, table: &TableId) -> capicu_table::State {
    use capicu_store::Journal as _;
    let stored = store.read(table).await.unwrap().unwrap();
    capicu_table::State::fold(stored.setup, &stored.entries).unwrap()
}

/// Two teams of two: two singles in a first sitting, a double in a second, each to 21.
fn team_preset(absent: Absent) -> Preset {
    let mut preset = preset("english-league", absent);
    preset.members = [2, 12];
    let stage = &mut preset.stages[0];
    stage.sittings[0].tables = 2;
    stage.sittings[1].tables = 1;
    for sitting in &mut stage.sittings {
        sitting.meeting.target = Some(21);
        sitting.meeting.most_points = Some(21);
    }
    preset
}

fn team(name: &str) -> NewEntry {
    NewEntry {
        members: (1..=3).map(|at| format!("{name}{at}")).collect(),
        ..NewEntry::named(name)
    }
}

fn lines_up(by: u32, tables: &[&[&str]]) -> Command {
    let names = |of: &&[&str]| of.iter().map(|name| (*name).to_owned()).collect();
    Command::LineUp {
        meeting: 1,
        by: capicu_event::EntryId(by),
        tables: tables.iter().map(names).collect(),
    }
}

#[tokio::test(start_paused = true)]
async fn teams_play_sittings_in_order_by_their_line_ups() {
    let store = Memory::default();
    let registry = registry(&store);
    let events = events_of(&registry);
    let player = director(&store).await;
    let preset = team_preset(Absent::Forfeit);
    let id = events.make("Friday", preset, player).await.unwrap();
    let begin = vec![
        Command::Enter(team("A")),
        Command::Enter(team("B")),
        Command::OpenStage,
        Command::Draft(Consent::Given),
        Command::Publish,
    ];
    carry_out(&events, &id, "begin", begin).await;
    // Player B2 has claimed a place.
    let place = capicu_store::events::EventPlayer {
        entry: 2,
        place: 1,
        player,
    };
    store.enter_player(&id, place).await.unwrap();
    let online = OnlinePlay::new(registry.clone(), events.clone());
    let running = tokio::spawn(online.clone().run());
    let hands_in = vec![lines_up(1, &[&["A3"], &[], &["A1", "A2"]])];
    carry_out(&events, &id, "a", hands_in).await;
    sleep(Duration::from_secs(1)).await;
    let early = due(&events, &id).await;
    assert!(early.is_empty(), "one team has said nothing");
    let hands_in = vec![lines_up(2, &[&["B2"], &["B1"], &["B1", "B2"]])];
    carry_out(&events, &id, "b", hands_in).await;
    sleep(Duration::from_secs(1)).await;

    // At the second single A has no player. The double starts only after the singles.
    let singles = due(&events, &id).await;
    assert_eq!(singles.len(), 1);
    let state = fold_of(&store, &singles[0]).await;
    let names: Vec<_> = state
        .all_seats()
        .map(|of| state.seat(of).name().map(String::as_str))
        .collect();
    let a_first = names[0] == Some("A3");
    let both = [Some("A3"), Some("B2")];
    assert_eq!(names, if a_first { both } else { [both[1], both[0]] });
    let own = capicu::Seat::new(u8::from(a_first));
    assert_eq!(state.seat_of_player(&[player]), own, "the account of B2");
    play_out(&store, &registry, &events, &id, &singles[0], 2).await;
    let double = due(&events, &id).await;
    assert_eq!(double.len(), 1);
    assert_ne!(double, singles);
    let state = fold_of(&store, &double[0]).await;
    let mut names: Vec<_> = state
        .all_seats()
        .map(|of| state.seat(of).name().map(String::as_str))
        .collect();
    if !a_first {
        names.swap(0, 1);
        names.swap(2, 3);
    }
    assert_eq!(names, [Some("A1"), Some("B1"), Some("A2"), Some("B2")]);

    // A comes to the double, and B does not: A wins by the policy of the event.
    let seat = u8::from(!a_first);
    let there = comes(&events, &registry, &id, &double[0], seat).await;
    let other = comes(&events, &registry, &id, &double[0], seat + 2).await;
    sleep(Duration::from_secs(150)).await;
    let settled = tables(&events, &id).await;
    let Table::Settled(Outcome::Sittings { tables }) = &settled[0] else {
        panic!("{settled:?}")
    };
    let side = |of_a: bool| u8::from(of_a != a_first);
    assert!(
        matches!(&tables[0], TableResult::Played { scores } if scores.iter().any(|of| of.points >= 21))
    );
    let absent = vec![side(true)];
    assert_eq!(tables[1], TableResult::NoShow { absent });
    let absent = vec![side(false)];
    assert_eq!(tables[2], TableResult::NoShow { absent });
    running.abort();
    drop((there, other));
}

#[tokio::test(start_paused = true)]
async fn tables_of_a_team_meeting_end_together() {
    let store = Memory::default();
    let registry = registry(&store);
    let events = events_of(&registry);
    let player = director(&store).await;
    let mut preset = preset("jamaican-league", Absent::Forfeit);
    preset.members = [2, 20];
    preset.stages[0].sittings[0].tables = 2;
    preset.stages[0].meeting.target = Some(3);
    preset.stages[0].meeting.most_points = Some(4);
    let id = events.make("Friday", preset, player).await.unwrap();
    let members = |name: &str| NewEntry {
        members: (1..=4).map(|at| format!("{name}{at}")).collect(),
        ..NewEntry::named(name)
    };
    let begin = vec![
        Command::Enter(members("A")),
        Command::Enter(members("B")),
        Command::OpenStage,
        Command::Draft(Consent::Given),
        Command::Publish,
        lines_up(1, &[&["A1", "A2"], &["A3", "A4"]]),
        lines_up(2, &[&["B1", "B2"], &["B3", "B4"]]),
    ];
    carry_out(&events, &id, "begin", begin).await;
    let online = OnlinePlay::new(registry.clone(), events.clone());
    let running = tokio::spawn(online.clone().run());
    sleep(Duration::from_secs(1)).await;
    let due = due(&events, &id).await;
    assert_eq!(due.len(), 2);
    let mut mails = Vec::new();
    let mut there = Vec::new();
    for table in &due {
        mails.push(registry.table(table).await.unwrap().unwrap());
        for seat in 0..4 {
            there.push(comes(&events, &registry, &id, table, seat).await);
        }
    }
    let mut settled = tables(&events, &id).await;
    for _ in 0..1_000 {
        if settled[0] != Table::Open {
            break;
        }
        for (mail, table) in mails.iter().zip(&due) {
            play_one(&store, mail, table).await;
            // The service checks at the end of each round.
            sleep(Duration::from_millis(600)).await;
        }
        settled = tables(&events, &id).await;
    }
    let Table::Settled(Outcome::Sittings { tables }) = &settled[0] else {
        panic!("{settled:?}")
    };
    let mut sums = [0, 0];
    for (table, id) in tables.iter().zip(&due) {
        let TableResult::Played { scores } = table else {
            panic!("{table:?}")
        };
        let state = fold_of(&store, id).await;
        let played = state.table().unwrap().game().standing().scores;
        let points = [scores[0].points, scores[1].points];
        assert_eq!(
            points,
            [0, 1].map(|side| i32::from(played.as_slice()[side]))
        );
        sums[0] += points[0];
        sums[1] += points[1];
    }
    assert!(
        sums.iter().filter(|sum| **sum >= 3).count() == 1,
        "{sums:?}"
    );
    running.abort();
}

#[tokio::test(start_paused = true)]
async fn tables_with_the_same_boards_are_compared() {
    let store = Memory::default();
    let registry = registry(&store);
    let events = events_of(&registry);
    let mut preset = preset("duplicate-swiss", Absent::Desk);
    preset.stages[0].duplicate.as_mut().unwrap().boards = 2;
    let id = published(
        &events,
        &store,
        preset,
        &["A / B", "C / D", "E / F", "G / H"],
    )
    .await;
    let online = OnlinePlay::new(registry.clone(), events.clone());
    let running = tokio::spawn(online.clone().run());
    sleep(Duration::from_secs(1)).await;
    let due = due(&events, &id).await;
    assert_eq!(due.len(), 2);
    for table in &due {
        let state = fold_of(&store, table).await;
        assert_eq!(state.setup().watching, capicu_protocol::Watching::Off);
        play_out(&store, &registry, &events, &id, table, 4).await;
        let sealed = {
            let Ok(shared) = events.hall(&id).await else {
                panic!("no event")
            };
            let hall = shared.lock().await;
            let stage = &hall.event.state().stages[0];
            (stage.is_retired(1), stage.boards(1))
        };
        assert_eq!(sealed.0, *table == due[1], "told once both have played");
        // As in the docs of boards, independent of the deal: tiles in the order of their lots, North first.
        let dealt = dealt(&store, table).await;
        assert_eq!(dealt.len(), 2);
        let tiles: Vec<capicu::Tile> = state.rules().tiles().into_iter().collect();
        for (board, (first, hands)) in sealed.1.iter().zip(&dealt) {
            let order = board.tiles(28);
            for (at, hand) in hands.iter().enumerate() {
                let due: Vec<_> = order[7 * at..7 * at + 7]
                    .iter()
                    .map(|at| tiles[*at])
                    .collect();
                assert!(due.iter().all(|tile| hand.contains(*tile)), "seat {at}");
            }
            assert_eq!(*first, board.first, "who poses comes with the board");
        }
    }
    let settled = tables(&events, &id).await;
    for (table, id) in settled.iter().zip(&due) {
        let Table::Settled(Outcome::Boards { margins, .. }) = table else {
            panic!("{table:?}")
        };
        let expected: Vec<_> = by_hand(&store, id).await.into_iter().map(Some).collect();
        assert_eq!(*margins, expected);
    }
    running.abort();
}

/// The opener of each hand of a table, and the hands as dealt.
async fn dealt(store: &Memory, table: &TableId) -> Vec<(u8, Vec<capicu::TileSet>)> {
    let mut all = Vec::new();
    follow(store, table, |state, is_new| {
        let Some(round) = state
            .table()
            .and_then(|table| table.round())
            .filter(|_| is_new)
        else {
            return;
        };
        if let Some(first) = round.to_act() {
            all.push((first.index() as u8, round.hands().iter().copied().collect()));
        }
    })
    .await;
    all
}

/// Computes the score of the first side on each board. The side that went out, or has fewer pips, scores all
/// remaining pips. A tie scores nothing.
async fn by_hand(store: &Memory, table: &TableId) -> Vec<i32> {
    let mut all = Vec::new();
    let mut before = None;
    follow(store, table, |state, _| {
        let round = state.table().and_then(|table| table.round());
        let Some(round) = round.filter(|round| round.outcome().is_some()) else {
            before = None;
            return;
        };
        if before.replace(()).is_some() {
            return;
        }
        let pips = |hand: &capicu::TileSet| -> i32 {
            let spots = hand.into_iter().map(|tile| i32::from(tile.spots()));
            spots.sum()
        };
        let counts: Vec<i32> = round.hands().iter().map(pips).collect();
        let sum: i32 = counts.iter().sum();
        let out = round.hands().iter().position(|hand| hand.is_empty());
        let sides = [counts[0] + counts[2], counts[1] + counts[3]];
        let sign = match (out, sides[1] - sides[0]) {
            (Some(seat), _) if seat % 2 == 0 => 1,
            (Some(_), _) => -1,
            (None, difference) => difference.signum(),
        };
        all.push(sign * sum);
    })
    .await;
    all
}

/// Replays a table fact by fact, and reports whether a hand was just dealt.
async fn follow(store: &Memory, table: &TableId, mut each: impl FnMut(&capicu_table::State, bool)) {
    use capicu_store::Journal as _;
    let stored = store.read(table).await.unwrap().unwrap();
    let mut state = capicu_table::State::new(stored.setup).unwrap();
    for entry in &stored.entries {
        state.apply(entry).unwrap();
        let is_new = matches!(entry.fact, capicu_table::Fact::Dealt { .. });
        each(&state, is_new);
    }
}

#[tokio::test]
async fn event_of_a_report_file_is_stored_with_its_results() {
    let store = Memory::default();
    let registry = registry(&store);
    let events = events_of(&registry);
    let player = director(&store).await;
    let line = |number: u32, name: &str, round: &str| {
        format!("001 {number:>4}      {name:<33}{:42}  {round}\n", "")
    };
    let text = line(1, "Ana / Luis", "   2 w 1") + &line(2, "Eva / Leo", "   1 b 0");
    let report = capicu_event::trf::read(&text).unwrap();
    let made = events.make_from_report("Friday", report.clone(), player);
    let (id, bytes) = made.await.unwrap();
    let shared = events.hall(&id).await.unwrap();
    let hall = shared.lock().await;
    let state = hall.event.state();
    assert_eq!((state.name.as_str(), state.entries.len()), ("Friday", 2));
    let first = &capicu_event::standings::standings(state, &state.stages[0])[0];
    assert_eq!((first.entry.0, first.keys[0]), (1, 24));
    assert_eq!(bytes, hall.event.log().bytes() as u64);
    assert_eq!(
        events.part(&id, player).await.unwrap(),
        Some(capicu_store::events::Part::Director)
    );
    // A log that is too long is refused, and not stored. Its random seed has up to 20 digits, so lengths differ.
    let most = hall.event.log().bytes() - 20;
    let limits = LogLimits {
        event: most,
        ..LogLimits::USUAL
    };
    let full = events.clone().within(limits);
    let full = full.make_from_report("Friday", report, player).await;
    let why = match full {
        Err(NotDone::Refused(0, why)) => *why,
        other => panic!("{other:?}"),
    };
    assert_eq!(why, Refused::LogFull { most });
}
