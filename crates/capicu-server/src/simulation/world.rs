//! A world: its people, its servers, and its faults.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use capicu_accounts::Clock;
use capicu_protocol::{
    CreateTable, Created, Level, Plan, TableRules, TurnTime, Watching, decode, encode,
};
use capicu_store::shards::Keeper;
use capicu_table_service::cluster::Nodes;
use capicu_table_service::table::{Bots, Pace};
use tokio::sync::oneshot;
use tokio::task::{AbortHandle, JoinHandle, JoinSet};
use tokio::time::{sleep, timeout};

use super::chance::Chance;
use super::check;
use super::disk::{Disk, Illness};
use super::leaver::Leaver;
use super::net::Net;
use super::nodes::Several;
use super::person::{Person, Ticket};
use super::story::{Story, Trouble};
use super::{Lie, Simulated};
use crate::config::{Config, Limit, Limits};
use crate::secret;
use crate::serve::{self, Host, ServeError};

/// Games at tables of friends, with their shortest targets.
const GAMES: [(&str, u8, &[&str]); 6] = [
    ("jamaican-partner", 4, &["1", "2"]),
    ("cut-throat", 3, &["1", "2"]),
    ("french", 4, &["1", "2"]),
    ("draw", 2, &["20", "40"]),
    ("doscientos", 4, &["20", "40"]),
    ("all-fives", 2, &["30", "61"]),
];

/// Tables of friends.
const TABLES: u32 = 6;

/// Players of rated matches.
const MEMBERS: u32 = 3;

/// Duration of faults.
const TROUBLE: Duration = Duration::from_secs(300);

/// The longest time for all matches.
const LONGEST: Duration = Duration::from_secs(4 * 3600);

/// The same in a world that lies, where a match may never end.
const LONGEST_OF_A_LIE: Duration = Duration::from_secs(30 * 60);

/// Time after the last fault until all works again: a person's bytes may be delayed for a minute.
const WELL: Duration = Duration::from_secs(61);

/// Faults between servers while people sign out.
const LEAVE_DURING: [Trouble; 3] = [Trouble::LostNews, Trouble::CutFromBus, Trouble::NoBus];

/// Simulates a world with this many servers, and returns the results.
pub async fn play(seed: u64, lie: Lie, servers: usize) -> Simulated {
    let story = Story::begin();
    let mut world = World {
        lie,
        chance: Chance::of(seed, "world"),
        net: Net::new(seed),
        disk: Disk::new(seed, story.clone(), lie),
        several: (servers > 1).then(|| Several::new(story.clone(), lie)),
        story,
        servers: (0..servers).map(|_| None).collect(),
        started: 0,
    };
    for server in 0..servers {
        world.start(server);
    }
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
    let leavers: Vec<Person> = match servers {
        1 => Vec::new(),
        _ => LEAVE_DURING.map(|_| somebody()).into(),
    };
    world.go_wrong(n - leavers.len() as u32).await;
    world.sign_out(leavers).await;
    let longest = match lie {
        Lie::None => LONGEST,
        _ => LONGEST_OF_A_LIE,
    };
    let ended = timeout(longest, async {
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
    // Ratings are updated once a minute.
    sleep(Duration::from_secs(130)).await;
    for server in 0..servers {
        world.stop(server).await;
    }
    check::check(&world.story, &world.disk.kept()).await
}

struct World {
    lie: Lie,
    chance: Chance,
    story: Story,
    net: Net,
    disk: Disk,
    /// The shared state of a cluster.
    several: Option<Several>,
    servers: Vec<Option<Server>>,
    /// Servers started so far.
    started: usize,
}

struct Server {
    name: String,
    keeping: Option<AbortHandle>,
    lives: Arc<AtomicBool>,
    stop: oneshot::Sender<()>,
    runs: JoinHandle<Result<(), ServeError>>,
}

const fn most(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("a limit of nothing")
}

impl World {
    fn start(&mut self, at: usize) {
        let lives = Arc::new(AtomicBool::new(true));
        self.started += 1;
        let name = match &self.several {
            Some(_) => format!("server {at} {}", self.started),
            None => "server".to_owned(),
        };
        let node = self.several.as_ref();
        let node = node.map(|several| several.begin(&name, Arc::clone(&lives)));
        let store = self.disk.opened(Arc::clone(&lives), node.clone());
        let now = self.story.now();
        self.story.log(&name, "starts");
        if node.is_none() {
            self.story.told().starts.push(now);
        }
        let keeping = node.clone().map(|node| {
            let keeper = Keeper::new(node.shards.clone(), node);
            tokio::spawn(keeper.run()).abort_handle()
        });
        let host = Host {
            store: Arc::new(store),
            nodes: match node {
                Some(node) => Nodes::new(node.shards.clone(), node.bus()),
                None => Nodes::alone(),
            },
            folder: None,
            bots: Bots::simulated(Pace::Immediate, secret::SOURCE),
            clock: Clock::set(now),
        };
        let config = Config {
            pace: Pace::Immediate,
            limits: Limits {
                // People who lose connections repeatedly reconnect more often than usual.
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
        let door = self.net.open(at);
        let runs = tokio::spawn(serve::serve(host, door, None, config, async {}, stopped));
        self.servers[at] = Some(Server {
            name,
            keeping,
            lives,
            stop,
            runs,
        });
    }

    /// Kills a server: unwritten data is lost, and no one receives its later messages.
    fn kill(&mut self, at: usize) {
        if let Some(server) = self.servers[at].take() {
            self.story.log(&server.name, "is killed");
            server.runs.abort();
            self.ends(at, &server, false);
        }
    }

    async fn stop(&mut self, at: usize) {
        let Some(mut server) = self.servers[at].take() else {
            return;
        };
        self.story.log(&server.name, "is to stop");
        let (closed, _) = oneshot::channel();
        let _ = std::mem::replace(&mut server.stop, closed).send(());
        match timeout(Duration::from_secs(60), &mut server.runs).await {
            Ok(Ok(Ok(()))) => {}
            Ok(other) => self.story.wrong(format_args!("the server ends: {other:?}")),
            Err(_) => self.story.wrong("the server does not stop"),
        }
        self.ends(at, &server, true);
    }

    fn ends(&self, at: usize, server: &Server, gives_back: bool) {
        server.lives.store(false, Ordering::Relaxed);
        if let Some(keeping) = &server.keeping {
            keeping.abort();
        }
        if let Some(several) = &self.several {
            several.end(&server.name, gives_back);
        }
        self.net.close(at);
    }

    fn several(&self) -> &Several {
        self.several.as_ref().expect("there are several servers")
    }

    /// Injects faults one after the other.
    async fn go_wrong(&mut self, people: u32) {
        let until = tokio::time::Instant::now() + TROUBLE;
        while tokio::time::Instant::now() < until {
            sleep(Duration::from_millis(self.chance.among(500, 15_000))).await;
            let trouble = match &self.several {
                // No other fault reveals it.
                Some(_) if self.lie == Lie::AnyEpoch => Trouble::CutFromStore,
                Some(_) => self.chance.pick(&Trouble::OF_SEVERAL),
                None => self.chance.pick(&Trouble::ALL),
            };
            *self.story.told().troubles.entry(trouble).or_default() += 1;
            let who = self.chance.among(1, people as u64) as u32;
            let time = Duration::from_millis(self.chance.among(200, 20_000));
            self.story
                .log("world", format_args!("{trouble:?} {who} {time:?}"));
            let at = who as usize % self.servers.len();
            let name = self.servers[at].as_ref().map(|server| server.name.clone());
            let name = name.unwrap_or_default();
            match trouble {
                Trouble::Crash => {
                    self.kill(at);
                    sleep(time / 4).await;
                    self.start(at);
                }
                Trouble::Restart => {
                    self.stop(at).await;
                    sleep(time / 4).await;
                    self.start(at);
                }
                Trouble::CutFromStore => self.several().cut_from_store(&name, time / 2),
                Trouble::CutFromBus => self.several().cut_from_bus(&name, time),
                Trouble::NoBus => self.several().without_bus(time / 2),
                Trouble::LostNews => self.several().without_news(time),
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

impl World {
    /// Signs people out, each during one fault of the bus.
    async fn sign_out(&mut self, leavers: Vec<Person>) {
        if leavers.is_empty() {
            return;
        }
        sleep(WELL).await;
        for (person, trouble) in leavers.into_iter().zip(LEAVE_DURING) {
            let leaver = Leaver::come(person, self.servers.len()).await;
            *self.story.told().troubles.entry(trouble).or_default() += 1;
            self.story.log("world", format_args!("{trouble:?}"));
            let time = Duration::from_secs(10);
            match trouble {
                Trouble::LostNews => self.several().without_news(time),
                Trouble::CutFromBus => {
                    let cut = self.servers.iter().flatten().next_back();
                    let cut = cut.map(|server| server.name.clone());
                    self.several().cut_from_bus(&cut.unwrap_or_default(), time);
                }
                _ => self.several().without_bus(time),
            }
            leaver.goes().await;
            sleep(time).await;
        }
    }
}

/// One person makes a table, some sit down, and one watches.
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
            table: made.table.to_string(),
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
