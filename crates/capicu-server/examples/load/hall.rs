//! Events: how soon a score is answered in a hall full of phones, and how soon the tables of a round exist.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::time::sleep;

use super::common::browser::Browser;
use super::common::{Folder, Server, config};

/// How often a phone, the desk and the screen poll their page.
const EVERY: [Duration; 3] = [
    Duration::from_secs(8),
    Duration::from_secs(10),
    Duration::from_secs(5),
];

const A_FORM: usize = 500;

/// A director at the desk of an event.
pub struct Director<'a> {
    pub browser: Browser<'a>,
    /// The address of the event.
    pub event: String,
    forms: u32,
}

impl<'a> Director<'a> {
    /// Makes an event with this many pairs, and opens it.
    pub async fn of(server: &'a Server, fields: &[(&str, &str)], entries: usize) -> Self {
        let mut browser = Browser::guest(server, "nena").await;
        browser.join("nena").await;
        let made = browser.form("/events/new", fields).await;
        let made = made
            .head
            .split("\r\nlocation: ")
            .nth(1)
            .expect("it is made");
        let event = made.split("/desk").next().unwrap_or_default().to_owned();
        let mut director = Self {
            browser,
            event,
            forms: 0,
        };
        let names: Vec<String> = (1..=entries).map(|n| format!("A{n} / B{n}")).collect();
        for names in names.chunks(A_FORM) {
            director.does("list", &[("list", &names.join("\n"))]).await;
        }
        director.does("open", &[]).await;
        director
    }

    pub async fn page(&mut self, path: &str) -> String {
        let path = format!("{}{path}", self.event);
        self.browser.ask("GET", &path, "").await.text().to_owned()
    }

    pub async fn does(&mut self, act: &str, fields: &[(&str, &str)]) {
        let page = self.page("/draft").await;
        let seen = match page.split("name=\"seen\" value=\"").nth(1) {
            Some(rest) => rest.split('"').next().unwrap_or_default().to_owned(),
            None => {
                let desk = self.page("/desk").await;
                let rest = desk.split("name=\"seen\" value=\"").nth(1);
                rest.and_then(|rest| rest.split('"').next())
                    .unwrap_or_default()
                    .to_owned()
            }
        };
        self.forms += 1;
        let key = format!("k{}", self.forms);
        let mut all = vec![("act", act), ("key", key.as_str()), ("seen", seen.as_str())];
        all.extend(fields);
        let path = format!("{}/desk", self.event);
        let answer = self.browser.form(&path, &all).await;
        assert_eq!(answer.status, 303, "{act}: {}", answer.text());
    }
}

/// A phone reports or confirms the result of its table; returns the time until the answer.
async fn says(phone: &mut Browser<'_>, slip: &str, fields: &[(&str, &str)]) -> Duration {
    let sent = Instant::now();
    let answer = phone.form(slip, fields).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    sent.elapsed()
}

/// Runs the two phones of a table until both have reported; they poll their pages meanwhile.
async fn table(
    server: &Server,
    slips: [String; 2],
    round: usize,
    at: usize,
    wait: Duration,
) -> Vec<Duration> {
    let mut phones = [Browser::new(server), Browser::new(server)];
    let until = Instant::now() + wait;
    while Instant::now() < until {
        for (phone, slip) in phones.iter_mut().zip(&slips) {
            phone.ask("GET", slip, "").await;
        }
        sleep(EVERY[0].min(until.saturating_duration_since(Instant::now()))).await;
    }
    let (round, meeting) = (round.to_string(), at.to_string());
    let about = [("round", round.as_str()), ("meeting", meeting.as_str())];
    let mut fields = vec![("act", "claim"), ("key", slips[0].as_str())];
    fields.extend([("points-0", "200"), ("points-1", "90")]);
    fields.extend(about);
    let mut times = vec![says(&mut phones[0], &slips[0], &fields).await];
    sleep(Duration::from_secs(1)).await;
    let page = phones[1].ask("GET", &slips[1], "").await;
    let what = page.text().split("name=\"what\" value=\"").nth(1);
    let what = what
        .and_then(|rest| rest.split('"').next())
        .unwrap_or_default();
    let mut fields = vec![
        ("act", "confirm"),
        ("key", slips[1].as_str()),
        ("what", what),
    ];
    fields.extend(about);
    times.push(says(&mut phones[1], &slips[1], &fields).await);
    times
}

/// Runs phones, two at each table, for `rounds` rounds of `seconds` seconds; also a desk and a screen.
pub async fn phones(phones: usize, rounds: usize, seconds: usize) {
    let folder = Folder::new("load-hall");
    let server = Server::start(config(&folder.0)).await;
    let fields = [("preset", "latin-pairs"), ("name", "Hall")];
    let mut director = Director::of(&server, &fields, phones).await;
    let event = director.event.clone();
    let watches = async |path: &str, every: Duration| {
        let mut browser = Browser::new(&server);
        let path = format!("{event}{path}");
        loop {
            browser.ask("GET", &path, "").await;
            sleep(every).await;
        }
    };
    let cookie = director.browser.cookie.clone();
    let desk = async {
        let mut browser = Browser::new(&server);
        browser.cookie = cookie;
        loop {
            browser.ask("GET", &format!("{event}/desk"), "").await;
            sleep(EVERY[1]).await;
        }
    };
    let played = async {
        let mut times = Vec::new();
        for round in 1..=rounds {
            director.does("draft", &[]).await;
            director.does("publish", &[]).await;
            let printed = director.page("/print/slips").await;
            let slips = printed.split("href=\"http://").skip(1).filter_map(|rest| {
                let path = rest.split('"').next()?.split_once('/')?.1;
                path.contains("/slip/").then(|| format!("/{path}"))
            });
            let slips: Vec<String> = slips.collect();
            let tables = slips.len() / 2;
            let tables = (0..tables).map(|at| {
                let wait = Duration::from_secs_f64(
                    seconds as f64 * (at * 7919 % tables) as f64 / tables as f64,
                );
                let own = [slips[2 * at].clone(), slips[2 * at + 1].clone()];
                table(&server, own, round, at + 1, wait)
            });
            times.extend(join_all(tables).await.into_iter().flatten());
        }
        times
    };
    let began = Instant::now();
    let mut times = tokio::select! {
        times = played => times,
        () = watches("/screen", EVERY[2]) => Vec::new(),
        () = desk => Vec::new(),
    };
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{phones} phones, {} scores in {:.0} s; answered after p50 {:.1} ms, p99 {:.1} ms, at most {:.1} ms",
        times.len(),
        began.elapsed().as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

/// Opens a round at tables of the server, and measures the time until all exist.
pub async fn tables(tables: usize) {
    let folder = Folder::new("load-tables");
    let server = Server::start(config(&folder.0)).await;
    let fields = [
        ("preset", "five-point-knock-out"),
        ("name", "Hall"),
        ("where", "online"),
        ("turn-time", "off"),
        ("grace", "60"),
        ("games", "2"),
        ("target", "250"),
        ("bye", "1 0-0"),
        ("requested", "0 0-0"),
        ("missed", "0 0-0"),
        ("win", "1 2-0"),
        ("loss", "0 0-2"),
        ("double", "0 0-0"),
        ("withdrawal", "stand"),
    ];
    let mut director = Director::of(&server, &fields, 2 * tables).await;
    director.does("draft", &[]).await;
    let began = Instant::now();
    director.does("publish", &[]).await;
    let answered = began.elapsed();
    // Polling takes time of the two cores too.
    let made = loop {
        let desk = director.page("/desk").await;
        let seen = began.elapsed();
        let there = desk.matches("data-testid=\"live\"").count();
        if there >= tables {
            break (seen, there);
        }
        sleep(Duration::from_millis(100)).await;
    };
    println!(
        "a round at {} tables: answered after {:.2} s, all of them there and on the desk after {:.2} s",
        made.1,
        answered.as_secs_f64(),
        made.0.as_secs_f64()
    );
}
