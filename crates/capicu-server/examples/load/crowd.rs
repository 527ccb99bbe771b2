//! A large event: phones read its page while results arrive and rounds are paired.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::time::{sleep, sleep_until, timeout};

use super::common::browser::Browser;
use super::common::{Folder, Server, request};
use super::hall::Director;
use super::process::Process;

/// How often a phone reads the page of the event.
const EVERY: Duration = Duration::from_secs(5);

/// How often the desk, the screen on the wall and the slip of a table are read.
const DESK: Duration = Duration::from_secs(10);
const SCREEN: Duration = Duration::from_secs(5);
const SLIP: Duration = Duration::from_secs(1);

/// A phone without an answer after this time counts as a timeout.
const PATIENCE: Duration = Duration::from_secs(10);

const ROUNDS: usize = 3;

/// The answers to one kind of request.
#[derive(Default)]
struct Answers {
    times: Vec<Duration>,
    /// The times of requests that were under way while a round was paired.
    pairing: Vec<Duration>,
    unchanged: usize,
    timeouts: usize,
}

/// A reader of one page, which asks only for changes, as a browser does.
struct Reader {
    address: SocketAddr,
    path: String,
    cookie: Option<String>,
    tag: Option<String>,
}

impl Reader {
    async fn read(&mut self, answers: &Mutex<Answers>, is_pairing: &AtomicBool) {
        let line = |name: &str, value: &Option<String>| match value {
            Some(value) => format!("\r\n{name}: {value}"),
            None => String::new(),
        };
        let head = format!(
            "GET {} HTTP/1.1\r\nsec-fetch-site: same-origin\r\naccept-encoding: br{}{}",
            self.path,
            line("cookie", &self.cookie),
            line("if-none-match", &self.tag),
        );
        let was_pairing = is_pairing.load(Ordering::Relaxed);
        let sent = Instant::now();
        let answer = timeout(PATIENCE, request(self.address, &head, b"")).await;
        let took = sent.elapsed();
        let mut answers = answers.lock().unwrap();
        let Ok(answer) = answer else {
            answers.timeouts += 1;
            return;
        };
        assert!(
            matches!(answer.status, 200 | 304),
            "{}: {}",
            self.path,
            answer.status
        );
        answers.times.push(took);
        if was_pairing || is_pairing.load(Ordering::Relaxed) {
            answers.pairing.push(took);
        }
        answers.unchanged += usize::from(answer.status == 304);
        let tag = answer.head.split("\r\netag: w/").nth(1);
        let tag = tag.and_then(|rest| rest.lines().next());
        self.tag = tag.map(|tag| format!("W/{tag}"));
    }
}

fn at(times: &mut [Duration], share: f64) -> f64 {
    times.sort();
    let last = times.len().saturating_sub(1) as f64;
    let found = times.get((last * share) as usize);
    found.copied().unwrap_or_default().as_secs_f64() * 1e3
}

fn report(name: &str, answers: &Mutex<Answers>) {
    let mut answers = answers.lock().unwrap();
    let (unchanged, timeouts) = (answers.unchanged, answers.timeouts);
    let slowest = at(&mut answers.pairing, 1.0);
    let times = &mut answers.times;
    println!(
        "  {name}: {} answers, {unchanged} unchanged, {timeouts} timeouts; p50 {:.1} ms, p95 {:.1} ms, \
         p99 {:.1} ms, at most {:.1} ms; while a round was paired at most {slowest:.1} ms",
        times.len(),
        at(times, 0.5),
        at(times, 0.95),
        at(times, 0.99),
        at(times, 1.0),
    );
}

/// Plays `ROUNDS` rounds of an event. In each, the results arrive over `seconds` seconds.
pub async fn crowd(pairs: usize, phones: usize, seconds: usize) {
    let folder = Folder::new("load-crowd");
    let process = Process::start(&folder.0).await;
    let server = Server::elsewhere(process.address);
    let _ = request(process.address, "GET /api/health HTTP/1.1", b"").await;
    let idle = process.memory();
    let fields = [("preset", "latin-pairs"), ("name", "Crowd")];
    let mut director = Director::of(&server, &fields, pairs).await;
    let is_pairing = Arc::new(AtomicBool::new(false));
    let [public, desk, screen, slips] = [(); 4].map(|()| Arc::new(Mutex::new(Answers::default())));
    let event = director.event.clone();
    let reader = |path: &str, cookie: Option<String>| Reader {
        address: process.address,
        path: format!("{event}{path}"),
        cookie,
        tag: None,
    };
    let mut reading = Vec::new();
    let mut reads =
        |mut reader: Reader, every: Duration, first: Duration, of: &Arc<Mutex<Answers>>| {
            let (of, is_pairing) = (Arc::clone(of), Arc::clone(&is_pairing));
            reading.push(tokio::spawn(async move {
                let mut next = tokio::time::Instant::now() + first;
                loop {
                    sleep_until(next).await;
                    reader.read(&of, &is_pairing).await;
                    next += every;
                }
            }));
        };
    for n in 0..phones {
        reads(
            reader("", None),
            EVERY,
            EVERY * n as u32 / phones as u32,
            &public,
        );
    }
    reads(
        reader("/desk", director.browser.cookie.clone()),
        DESK,
        DESK / 3,
        &desk,
    );
    reads(reader("/screen", None), SCREEN, SCREEN / 3, &screen);
    let (mut results, mut paired) = (Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        is_pairing.store(true, Ordering::Relaxed);
        let began = Instant::now();
        director.does("draft", &[]).await;
        director.does("publish", &[]).await;
        paired.push(began.elapsed());
        is_pairing.store(false, Ordering::Relaxed);
        if round == 1 {
            let printed = director.page("/print/slips").await;
            let link = printed.split("href=\"http://").nth(1).unwrap_or_default();
            let link = link.split('"').next().unwrap_or_default();
            let path = link.split_once("/slip/").expect("a link of a slip").1;
            reads(reader(&format!("/slip/{path}"), None), SLIP, SLIP, &slips);
        }
        results.extend(arrive(&server, &director, round, pairs / 2, seconds).await);
    }
    for task in reading {
        task.abort();
    }
    println!(
        "{pairs} pairs, {phones} phones, {ROUNDS} rounds with {} results:",
        results.len()
    );
    for (name, of) in [
        ("page", &public),
        ("desk", &desk),
        ("screen", &screen),
        ("slip", &slips),
    ] {
        report(name, of);
    }
    println!(
        "  results stored: p50 {:.1} ms, p95 {:.1} ms, at most {:.1} ms",
        at(&mut results, 0.5),
        at(&mut results, 0.95),
        at(&mut results, 1.0)
    );
    println!(
        "  drafted and published: at most {:.2} s",
        at(&mut paired, 1.0) / 1e3
    );
    let megabytes = |bytes: u64| bytes / 1_000_000;
    println!(
        "  memory: {} MB idle, {} MB at most, {} MB now",
        megabytes(idle),
        megabytes(process.peak()),
        megabytes(process.memory())
    );
}

/// The desk enters the result of each table, spread over `seconds` seconds.
async fn arrive(
    server: &Server,
    director: &Director<'_>,
    round: usize,
    tables: usize,
    seconds: usize,
) -> Vec<Duration> {
    let path = format!("{}/desk", director.event);
    let of = |at: usize| {
        let (path, cookie) = (path.clone(), director.browser.cookie.clone());
        async move {
            let wait = seconds as f64 * at as f64 / tables as f64;
            sleep(Duration::from_secs_f64(wait)).await;
            let mut browser = Browser::new(server);
            browser.cookie = cookie;
            let (round, meeting) = (round.to_string(), (at + 1).to_string());
            let (key, lost) = (format!("r{round}.{meeting}"), (at * 37 % 190).to_string());
            // In every third meeting the second side wins.
            let points = match at % 3 {
                0 => [lost.as_str(), "200"],
                _ => ["200", lost.as_str()],
            };
            let fields = [
                ("act", "rule"),
                ("key", &key),
                ("stage", "1"),
                ("round", &round),
                ("meeting", &meeting),
                ("points-0", points[0]),
                ("points-1", points[1]),
            ];
            let sent = Instant::now();
            let answer = browser.form(&path, &fields).await;
            assert_eq!(answer.status, 303, "{}", answer.text());
            sent.elapsed()
        }
    };
    join_all((0..tables).map(of)).await
}
