//! A world: its people, its server, and what goes wrong.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use capicu_protocol::{
    CreateTable, Created, Level, Plan, TableRules, TurnTime, Watching, decode, encode,
};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{sleep, timeout};

use super::chance::Chance;
use super::check;
use super::disk::{Disk, Illness};
use super::net::Net;
use super::person::{Person, Ticket};
use super::story::{Story, Trouble};
use super::{Lie, Simulated};
use crate::config::{Config, Limit, Limits, Pace};
use crate::secret;
use crate::serve::{self, Host, ServeError};
use crate::table::Bots;
use crate::time::Clock;

/// The games that are played at tables of friends, and how short they can be made.
const GAMES: [(&str, u8, &[&str]); 6] = [
    ("jamaican-partner", 4, &["1", "2"]),
    ("cut-throat", 3, &["1", "2"]),
    ("french", 4, &["1", "2"]),
    ("draw", 2, &["20", "40"]),
    ("doscientos", 4, &["20", "40"]),
    ("all-fives", 2, &["30", "61"]),
];

/// How many tables of friends there are.
const TABLES: u32 = 6;

/// How many play rated matches.
const MEMBERS: u32 = 3;

/// How long things go wrong.
const TROUBLE: Duration = Duration::from_secs(300);

/// How long people may take in all.
const LONGEST: Duration = Duration::from_secs(4 * 3600);

/// Plays through a world, and says what came of it.
pub async fn play(seed: u64, lie: Lie) -> Simulated {
    let story = Story::begin();
    let mut world = World {
        chance: Chance::of(seed, "world"),
        net: Net::new(seed),
        disk: Disk::new(seed, story.clone(), lie),
        story,
        server: None,
    };
    world.start();
    let mut people = JoinSet::new();
    let mut n = 0;
    let mut somebody = || {
        n += 1;
        Person {
            number: n,
            net: world.net.clone(),
            story: world.story.clone(),
            chance: Chance::of(seed, &format!("person {n}")),
            cookie: None,
            lie,
        }
    };
    for table in 0..TABLES {
        let chance = Chance::of(seed, &format!("table {table}"));
        let company: Vec<Person> = (0..5).map(|_| somebody()).collect();
        people.spawn(friends(company, chance));
    }
    for _ in 0..MEMBERS {
        people.spawn(member(somebody()));
    }
    world.go_wrong(n).await;
    let ended = timeout(LONGEST, async {
        while let Some(ended) = people.join_next().await {
            if let Err(error) = ended {
                world
                    .story
                    .wrong(format_args!("somebody cannot go on: {error}"));
            }
        }
    });
    if ended.await.is_err() {
        world.story.wrong("a match never ends");
    }
    drop(people);
    // Ratings are looked at once a minute.
    sleep(Duration::from_secs(130)).await;
    world.stop().await;
    check::check(&world.story, &world.disk.kept()).await
}

struct World {
    chance: Chance,
    story: Story,
    net: Net,
    disk: Disk,
    server: Option<Server>,
}

struct Server {
    lives: Arc<AtomicBool>,
    stop: oneshot::Sender<()>,
    runs: JoinHandle<Result<(), ServeError>>,
}

const fn most(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("a limit of nothing")
}

impl World {
    fn start(&mut self) {
        let lives = Arc::new(AtomicBool::new(true));
        let store = self.disk.opened(Arc::clone(&lives));
        let now = self.story.now();
        self.story.log("server", "starts");
        self.story.told().starts.push(now);
        let host = Host {
            store: Arc::new(store),
            nodes: None,
            bots: Bots::simulated(Pace::Immediate, secret::random),
            clock: Clock::set(now),
        };
        let config = Config {
            pace: Pace::Immediate,
            limits: Limits {
                // People who lose their connections over and over come back more often than usual.
                sockets: Limit {
                    burst: most(10_000),
                    per_minute: most(10_000),
                },
                ..Limits::default()
            },
            ..Config::new(PathBuf::new())
        };
        let (stop, stopped) = oneshot::channel();
        let stopped = async move { stopped.await.unwrap_or(()) };
        let door = self.net.open();
        let runs = tokio::spawn(serve::serve(host, door, None, config, async {}, stopped));
        self.server = Some(Server { lives, stop, runs });
    }

    /// Kills the server: what it did not write is lost, and what it does from now on reaches nobody.
    fn kill(&mut self) {
        if let Some(server) = self.server.take() {
            self.story.log("server", "is killed");
            server.lives.store(false, Ordering::Relaxed);
            self.net.close();
            server.runs.abort();
        }
    }

    async fn stop(&mut self) {
        let Some(server) = self.server.take() else {
            return;
        };
        self.story.log("server", "is to stop");
        let _ = server.stop.send(());
        match timeout(Duration::from_secs(60), server.runs).await {
            Ok(Ok(Ok(()))) => {}
            Ok(other) => self.story.wrong(format_args!("the server ends: {other:?}")),
            Err(_) => self.story.wrong("the server does not stop"),
        }
        server.lives.store(false, Ordering::Relaxed);
        self.net.close();
    }

    /// Has one thing after the other go wrong, for a while.
    async fn go_wrong(&mut self, people: u32) {
        let until = tokio::time::Instant::now() + TROUBLE;
        while tokio::time::Instant::now() < until {
            sleep(Duration::from_millis(self.chance.among(500, 15_000))).await;
            let trouble = self.chance.pick(&Trouble::ALL);
            *self.story.told().troubles.entry(trouble).or_default() += 1;
            let who = self.chance.among(1, people as u64) as u32;
            let time = Duration::from_millis(self.chance.among(200, 20_000));
            self.story
                .log("world", format_args!("{trouble:?} {who} {time:?}"));
            match trouble {
                Trouble::Crash => {
                    self.kill();
                    sleep(time / 4).await;
                    self.start();
                }
                Trouble::Restart => {
                    self.stop().await;
                    sleep(time / 4).await;
                    self.start();
                }
                Trouble::SlowDisk => self.disk.ail(Illness::Slow, time),
                Trouble::FailingDisk => self.disk.ail(Illness::Failing, time),
                Trouble::UnreadableDisk => self.disk.ail(Illness::Unreadable, time / 4),
                Trouble::Partition => self.net.part(who, time * 3),
                Trouble::Cut => self.net.cut(who),
                Trouble::SlowNet => self.net.slow(time),
            }
        }
    }
}

/// One of them makes a table, some sit down, and one watches.
async fn friends(company: Vec<Person>, mut chance: Chance) {
    let (game, players, targets) = chance.pick(&GAMES);
    let target = chance.pick(targets);
    let mut seats = vec![Plan::Me];
    for _ in 1..players {
        seats.push(chance.pick(&[Plan::Open, Plan::Open, Plan::Bot]));
    }
    let asked = CreateTable {
        rules: TableRules {
            game: game.to_owned(),
            players,
            title: None,
            options: [("target".to_owned(), target.to_owned())].into(),
        },
        seats,
        turn_time: Some(chance.pick(&[
            TurnTime::Off,
            TurnTime::Thirty,
            TurnTime::Fast,
            TurnTime::Usual,
        ])),
        grace: Some(chance.pick(&[30, 60])),
        level: Some(chance.pick(&[Level::Heaviest, Level::Table, Level::Passes])),
        hints: None,
        watching: Some(Watching::On),
        passed: None,
        name: None,
    };
    let matches = chance.among(1, 3) as u32;
    let mut company = company;
    let made = company[0].insist("POST /api/tables", &encode(&asked)).await;
    let made: Created = decode(&made.body).expect("a table");
    let mut playing = JoinSet::new();
    let tokens = made.open.into_iter().map(|open| open.token);
    let tokens = std::iter::once(made.token).chain(tokens).map(Some);
    for (person, token) in company.into_iter().zip(tokens.chain([None])) {
        let ticket = Ticket {
            table: made.table.clone(),
            token,
            matches,
        };
        sleep(Duration::from_millis(chance.below(2_000))).await;
        playing.spawn(person.plays(ticket));
    }
    while let Some(ended) = playing.join_next().await {
        ended.expect("nobody panics");
    }
}

/// Becomes a member and plays rated matches.
async fn member(mut person: Person) {
    person.join().await;
    let found = match person.chance.once_in(2) {
        true => person.seek().await,
        false => person.against_bots().await,
    };
    let Some(table) = found else {
        return person.story.log(person.name(), "gives up");
    };
    let ticket = Ticket {
        table,
        token: None,
        matches: 1,
    };
    person.plays(ticket).await;
}
