//! Events in a cluster: one server owns an event, and people direct and play it at any server.

use capicu_accounts::Attendance;
use capicu_bus::Wire;
use capicu_event::{Event, Log, Refused};
use capicu_store::shards::{EDITION, SHARDS, Shard, Shards, shard_of};
use futures_util::future::BoxFuture;

use super::*;
use crate::NotDone;
use capicu_table_service::cluster::Host;
use capicu_table_service::cluster::requests::{AnswerHead, Answers, Body, RequestHead};
use capicu_table_service::lobby::{Lobby, Reception};

struct Server {
    registry: Registry,
    events: Events,
    online: OnlinePlay,
    shards: Shards,
}

/// Answers the messages of other servers about events.
#[derive(Debug)]
struct Growth(Events);

impl Answers for Growth {
    fn answer(&self, _: RequestHead, _: Body) -> BoxFuture<'static, (AnswerHead, Body)> {
        unreachable!("no request is forwarded")
    }

    fn note_growth(&self, event: &EventId) {
        self.0.note_growth(event);
    }

    fn take_owner_code(&self, _: &TokenHash) -> bool {
        false
    }

    fn take_admin_code(&self, _: &TokenHash) -> Option<PlayerId> {
        None
    }
}

impl Server {
    fn start(name: &str, store: &Memory, wire: &Wire) -> Self {
        let shards = Shards::new(name, EDITION);
        let nodes = Nodes::new(shards.clone(), Arc::new(wire.clone()));
        let registry = registry_among(store, nodes.clone());
        let context = registry.services().context.clone();
        let events = Events::new(context.clone(), nodes.clone());
        let online = OnlinePlay::new(registry.clone(), events.clone());
        tokio::spawn(registry.clone().follow());
        tokio::spawn(online.clone().run());
        let host = Host {
            registry: registry.clone(),
            lobby: Reception::new(Lobby::new(&context, [7; 8]), nodes.clone()),
            attendance: Attendance::new(context.clock),
            answers: Arc::new(Growth(events.clone())),
        };
        tokio::spawn(nodes.run(host));
        Self {
            registry,
            events,
            online,
            shards,
        }
    }
}

fn two(store: &Memory, wire: &Wire) -> [Server; 2] {
    ["one", "two"].map(|name| Server::start(name, store, wire))
}

/// Sets the owners as the database would.
fn see(servers: &[Server], there: &[&str], owner: impl Fn(u16) -> &'static str, epoch: i64) {
    let there: Vec<String> = there.iter().map(|name| (*name).to_owned()).collect();
    let shard = |number| Shard {
        number,
        node: owner(number).to_owned(),
        epoch,
    };
    let all: Vec<Shard> = (0..SHARDS).map(shard).collect();
    for server in servers {
        server.shards.see(&there, &all, EDITION);
    }
}

#[tokio::test(start_paused = true)]
async fn round_is_published_owned_and_played_at_two_servers() {
    let (store, wire) = (Memory::default(), Wire::default());
    let servers = two(&store, &wire);
    let [one, two] = &servers;
    see(&servers, &["one", "two"], |_| "two", 1);
    let mut preset = preset("sbyc-club", Absent::Forfeit);
    preset.stages[0].meeting.games = Some(1);
    preset.stages[0].meeting.target = Some(40);
    let player = director(&store).await;
    let id = two.events.make("Friday", preset, player).await.unwrap();
    // The first server owns the event, and the tables are at the second.
    let shard = shard_of(&id);
    let owner = |number| if number == shard { "one" } else { "two" };
    see(&servers, &["one", "two"], owner, 2);
    let names = ["A", "B", "C", "D"].map(NewEntry::named);
    let mut commands: Vec<Command> = names.into_iter().map(Command::Enter).collect();
    let publish = [
        Command::OpenStage,
        Command::Draft(Consent::Given),
        Command::Publish,
    ];
    commands.extend(publish);
    carry_out(&two.events, &id, "begin", commands).await;
    sleep(Duration::from_secs(1)).await;
    let due = due(&two.events, &id).await;
    assert_eq!(due.len(), 2);
    assert!(due.iter().all(|table| shard_of(table) != shard));
    assert!(one.online.seen(&due[0]).is_some(), "it is looked after");
    assert!(two.online.seen(&due[0]).is_none());

    // The first table is played. At the second, one player comes through the other server, and nobody else does.
    play_out(&store, &two.registry, &two.events, &id, &due[0], 2).await;
    let of_one = tables(&one.events, &id).await;
    assert!(
        matches!(of_one[..], [Table::Settled(_), Table::Open]),
        "{of_one:?}"
    );
    assert_eq!(tables(&two.events, &id).await, of_one);
    let there = comes(&one.events, &one.registry, &id, &due[1], 1).await;
    sleep(Duration::from_secs(20)).await;
    let seen = one.online.seen(&due[1]).unwrap();
    assert!(
        seen.live
            .as_ref()
            .is_some_and(|live| live.there == [false, true])
    );
    assert!(
        seen.away[0] > 20_000 && seen.away[1] < seen.away[0],
        "{seen:?}"
    );
    // Without news of who is present, nobody becomes late.
    let away = seen.away[0];
    wire.cut("two", true);
    sleep(Duration::from_secs(60)).await;
    let seen = one.online.seen(&due[1]).unwrap();
    assert!(seen.away[0] < away + 2_000, "{seen:?}");
    wire.cut("two", false);
    // The player comes back.
    drop(there);
    let there = comes(&one.events, &one.registry, &id, &due[1], 1).await;
    sleep(Duration::from_secs(150)).await;
    let settled = tables(&two.events, &id).await;
    let absent = |side: u8| Table::Settled(Outcome::Forfeit { absent: vec![side] });
    assert_eq!(settled[1], absent(0));
    drop(there);

    // The owner is gone, and the next round continues at the other server.
    wire.cut("one", true);
    see(&servers[1..], &["two"], |_| "two", 3);
    let next = vec![Command::Draft(Consent::Given), Command::Publish];
    carry_out(&two.events, &id, "next", next).await;
    sleep(Duration::from_secs(1)).await;
    let due = self::due(&two.events, &id).await;
    assert_eq!(due.len(), 2);
    assert!(due.iter().all(|table| two.online.seen(table).is_some()));
}

#[tokio::test(start_paused = true)]
async fn round_is_played_despite_lost_messages() {
    let (store, wire) = (Memory::default(), Wire::default());
    let servers = two(&store, &wire);
    let [one, two] = &servers;
    see(&servers, &["one", "two"], |_| "one", 1);
    let player = director(&store).await;
    let preset = preset("sbyc-club", Absent::Forfeit);
    let id = two.events.make("Friday", preset, player).await.unwrap();
    sleep(Duration::from_secs(15)).await;
    // Nothing reaches the owner of the event.
    wire.cut("one", true);
    let entered = ["A", "B"].map(|name| Command::Enter(NewEntry::named(name)));
    let mut commands = entered.to_vec();
    commands.extend([
        Command::OpenStage,
        Command::Draft(Consent::Given),
        Command::Publish,
    ]);
    carry_out(&two.events, &id, "begin", commands).await;
    let due = due(&two.events, &id).await;
    assert!(one.online.seen(&due[0]).is_none());
    sleep(Duration::from_secs(12)).await;
    assert!(one.online.seen(&due[0]).is_some());
}

#[tokio::test(start_paused = true)]
async fn two_servers_writing_to_one_log_do_not_split_it() {
    let (store, wire) = (Memory::default(), Wire::default());
    let servers = two(&store, &wire);
    let [one, two] = &servers;
    see(&servers, &["one", "two"], |_| "one", 1);
    let player = director(&store).await;
    let preset = preset("sbyc-club", Absent::Desk);
    let id = one.events.make("Friday", preset, player).await.unwrap();
    let (Ok(here), Ok(there)) = (one.events.hall(&id).await, two.events.hall(&id).await) else {
        panic!("no event")
    };
    {
        // Neither has seen the other's last write.
        let (mut here, mut there) = (here.lock().await, there.lock().await);
        for n in 0..20 {
            for (server, hall, name) in [(one, &mut here, "A"), (two, &mut there, "B")] {
                let name = format!("{name}{n}");
                let sent = Sent {
                    key: name.clone(),
                    seen: None,
                };
                let enter = || vec![Command::Enter(NewEntry::named(&name))];
                let done = server.events.carry_out(hall, &sent, enter()).await;
                assert!(matches!(done, Ok(Done::Now)), "{name}: {done:?}");
                let again = server.events.carry_out(hall, &sent, enter()).await;
                assert!(matches!(again, Ok(Done::Before)), "{name}: {again:?}");
            }
        }
        // The same form at the other server changes nothing, and one with old data is refused.
        let sent = |key: &str, seen| Sent {
            key: key.to_owned(),
            seen,
        };
        let enter = || vec![Command::Enter(NewEntry::named("late"))];
        let before = sent("B19", None);
        let again = one.events.carry_out(&mut here, &before, enter()).await;
        assert!(matches!(again, Ok(Done::Before)), "{again:?}");
        let stale = sent("late", Some(20));
        let stale = one.events.carry_out(&mut here, &stale, enter()).await;
        assert!(
            matches!(&stale, Err(NotDone::Refused(0, why)) if matches!(**why, Refused::Behind { .. })),
            "{stale:?}"
        );
    }
    let kept = store.event(&id).await.unwrap().unwrap();
    let log = Log::read(kept.lines.concat().as_bytes()).unwrap();
    let event = Event::verify(log).unwrap();
    assert_eq!(event.state().entries.len(), 40);
    // Both servers read the same.
    for server in &servers {
        let Ok(hall) = server.events.hall(&id).await else {
            panic!("no event")
        };
        assert_eq!(hall.lock().await.event.log().head(), event.log().head());
        assert!(server.events.growth(&id) > 0);
    }
}

#[tokio::test(start_paused = true)]
async fn fact_unreadable_for_another_server_is_not_written() {
    let (store, wire) = (Memory::default(), Wire::default());
    let servers = two(&store, &wire);
    let events = &servers[0].events;
    see(&servers, &["one", "two"], |_| "one", 1);
    let player = director(&store).await;
    let preset = preset("sbyc-club", Absent::Forfeit);
    let id = events.make("Friday", preset.clone(), player).await.unwrap();
    // Pretends that every fact is newer than the other server can read.
    let all = |edition| servers[0].shards.see(&["one".to_owned()], &[], edition);
    all(0);
    let enters = |name: &str| vec![Command::Enter(NewEntry::named(name))];
    let sent = |key: &str| Sent {
        key: key.to_owned(),
        seen: None,
    };
    let Ok(shared) = events.hall(&id).await else {
        panic!("no event")
    };
    let mut hall = shared.lock().await;
    let refused = events.carry_out(&mut hall, &sent("a"), enters("A")).await;
    assert!(matches!(refused, Err(NotDone::Failed)), "{refused:?}");
    let made = events.make("Saturday", preset, player).await;
    assert!(matches!(made, Err(NotDone::Failed)), "{made:?}");
    let version = async || {
        store
            .event_mark(&id)
            .await
            .unwrap()
            .map(|mark| mark.version)
    };
    assert_eq!(version().await, Some(1));
    all(1);
    let done = events.carry_out(&mut hall, &sent("a"), enters("A")).await;
    assert!(done.is_ok(), "{done:?}");
    assert_eq!(version().await, Some(2));
}

#[tokio::test(start_paused = true)]
async fn next_owner_of_an_event_frees_all_phone_seats() {
    use crate::Slip;
    use crate::phone_dealing::{Barred, Chair, DeviceChange, Shown};
    let (store, wire) = (Memory::default(), Wire::default());
    let servers = two(&store, &wire);
    let [one, two] = &servers;
    see(&servers, &["one", "two"], |_| "two", 1);
    let player = director(&store).await;
    let mut preset = presets::by_id("duplicate").unwrap();
    let duplicate = preset.stages[0].duplicate.as_mut().unwrap();
    duplicate.deals = capicu_event::Deals::Phones;
    let id = two.events.make("Friday", preset, player).await.unwrap();
    let pair = |name: &str| NewEntry {
        members: vec![format!("{name}1"), format!("{name}2")],
        ..NewEntry::named(name)
    };
    let pairs = ["A", "B", "C", "D"].map(pair);
    let mut commands: Vec<Command> = pairs.into_iter().map(Command::Enter).collect();
    commands.extend([
        Command::OpenStage,
        Command::Draft(Consent::Given),
        Command::Publish,
    ]);
    carry_out(&two.events, &id, "begin", commands).await;
    sleep(Duration::from_secs(1)).await;
    let slip = Slip::by_name("1-1-1-0").unwrap();
    let chair = |seat| Chair {
        slip,
        seat: capicu::Seat::new(seat).unwrap(),
    };
    let deal = async |server: &Server, deed: DeviceChange| {
        let Ok(shared) = server.events.hall(&id).await else {
            panic!("no event")
        };
        let hall = shared.lock().await;
        server.events.dealers().does(&hall, &deed)
    };
    let shown = async |server: &Server, seat, device: &str| {
        let Ok(shared) = server.events.hall(&id).await else {
            panic!("no event")
        };
        let hall = shared.lock().await;
        let dealers = server.events.dealers();
        dealers.shown(&hall, chair(seat), Some(device)).unwrap()
    };
    let take = |seat, device: &str| DeviceChange::Take(chair(seat), device.to_owned());
    assert_eq!(shown(two, 0, "phone 0").await, Shown::Free);
    assert_eq!(deal(two, take(0, "phone 0")).await, Ok(()));
    assert_eq!(deal(two, take(0, "phone 1")).await, Err(Barred::Elsewhere));
    assert_eq!(deal(two, take(1, "phone 0")).await, Err(Barred::OtherSeat));
    let barred = Shown::Barred(Barred::Elsewhere);
    assert_eq!(shown(two, 0, "phone 1").await, barred);
    // All four seats report the end of the board and see the next one.
    let Shown::Hand(first, _) = shown(two, 0, "phone 0").await else {
        panic!("no hand")
    };
    for seat in 0..4 {
        let device = format!("phone {seat}");
        assert_eq!(deal(two, take(seat, &device)).await, Ok(()));
        let over = DeviceChange::Over(chair(seat), device, first.board.to_string());
        assert_eq!(deal(two, over).await, Ok(()));
    }
    let Shown::Hand(second, 0) = shown(two, 0, "phone 0").await else {
        panic!("no hand")
    };
    assert_ne!(first.board, second.board);
    // Another server owned the event meanwhile, so seats are free again.
    for (owner, epoch) in [("one", 2), ("two", 3)] {
        see(&servers, &["one", "two"], |_| owner, epoch);
        sleep(Duration::from_secs(1)).await;
    }
    assert_eq!(shown(one, 0, "phone 7").await, Shown::Free);
    assert_eq!(shown(two, 0, "phone 7").await, Shown::Free);
}
