//! Matches that the server analyzes, where its host allows that.

use crate::common::{Answer, Folder, Server, config, request};
use capicu_analysis::{NODES, Plan, Played};
use capicu_record::Record;
use capicu_server::{Analyses, Config};
use serde_json::json;

const RECORD: &str = include_str!("../../capicu-record/tests/golden/capicu.domino");

async fn server(folder: &Folder, analyses: Analyses) -> Server {
    let config = Config {
        analyses,
        ..config(&folder.0)
    };
    Server::start(config).await
}

fn asked(record: &str, known: &[usize]) -> String {
    json!({ "record": record, "seat": "B", "known": known }).to_string()
}

async fn analyze(server: &Server, more: &str, body: &str) -> Answer {
    let head = format!("POST /replay/analysis{more}\r\ncontent-type: application/json");
    request(server.address, &head, body.as_bytes()).await
}

/// The lines of an answer, those that say nothing left out.
fn lines(answer: &Answer) -> Vec<(usize, String)> {
    let lines = answer.text().lines().filter(|line| !line.is_empty());
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The server's analysis equals the library's, in the order of job numbers. Known results are not computed again.
#[tokio::test(flavor = "multi_thread")]
async fn analysis_of_the_server_equals_that_of_the_library() {
    let folder = Folder::new("analyses");
    let server = server(&folder, Analyses::On).await;
    let offered = request(server.address, "GET /replay/analysis HTTP/1.1", b"").await;
    assert_eq!((offered.status, offered.text()), (200, "true"));
    let (record, places) = Record::parse(RECORD).unwrap();
    let played = Played::of(&record, Some(&places)).unwrap();
    let plan = Plan::new(&played, NODES, capicu::Seat::all(2).nth(1).unwrap());
    let due: Vec<_> = (0..plan.len())
        .map(|job| (job, plan.work(job).kept()))
        .collect();
    let whole = analyze(&server, " HTTP/1.1", &asked(RECORD, &[]))
        .await
        .with(200);
    assert_eq!(lines(&whole), due);
    let known: Vec<usize> = (2..plan.len()).collect();
    let rest = analyze(&server, " HTTP/1.1", &asked(RECORD, &known)).await;
    assert_eq!(lines(&rest), due[..2]);
    let all: Vec<usize> = (0..plan.len()).collect();
    let nothing = analyze(&server, " HTTP/1.1", &asked(RECORD, &all)).await;
    assert_eq!((nothing.status, nothing.text()), (200, ""));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_analyzed_where_the_host_does_not_allow_it() {
    let server = Server::fresh("no-analyses").await;
    let offered = request(server.address, "GET /replay/analysis HTTP/1.1", b"").await;
    assert_eq!((offered.status, offered.text()), (200, "false"));
    let answer = analyze(&server, "?lang=es HTTP/1.1", &asked(RECORD, &[]))
        .await
        .with(404);
    assert!(answer.text().contains("no analiza"), "{}", answer.text());
    server.stop().await;
}

/// Errors are sentences, with a place if there is one.
#[tokio::test(flavor = "multi_thread")]
async fn unsuitable_record_is_refused_with_its_place() {
    let folder = Folder::new("bad-analyses");
    let server = server(&folder, Analyses::On).await;
    let is_moves = |line: &&str| line.starts_with("A: ") || line.starts_with("B: ");
    let at = RECORD
        .lines()
        .position(|line| is_moves(&line) && line.contains("  "))
        .unwrap();
    let mut twice: Vec<&str> = RECORD.lines().collect();
    twice.insert(at, twice[at]);
    let answer = analyze(&server, " HTTP/1.1", &asked(&twice.join("\n"), &[]))
        .await
        .with(422);
    let place = format!("{}:", at + 2);
    assert!(answer.text().starts_with(&place), "{}", answer.text());
    for (more, body, status) in [
        (" HTTP/1.1", "{".to_owned(), 400),
        (" HTTP/1.1", "{}".to_owned(), 422),
        (" HTTP/1.1", asked("no record", &[]), 422),
        (" HTTP/1.1", asked(&"x".repeat(1 << 20), &[]), 413),
        (
            " HTTP/1.1\r\nsec-fetch-site: cross-site",
            asked(RECORD, &[]),
            403,
        ),
    ] {
        let answer = analyze(&server, more, &body).await;
        assert_eq!(answer.status, status, "{}", answer.text());
        assert!(!answer.text().is_empty());
    }
    server.stop().await;
}
