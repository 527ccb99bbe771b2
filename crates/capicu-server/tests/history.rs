//! Finished matches: their records and pages, for those who played them.

use std::collections::BTreeMap;

use crate::common::browser::Browser;
use crate::common::*;
use capicu_protocol::{ClientMessage, CreateTable, Created, Level, Plan};
use capicu_record::record::{Record, ResultClaim};
use capicu_record::referee::replay;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

/// A match of two people and two bots, played to its end. Returns the table.
async fn play(ana: &Browser<'_>, berta: &Browser<'_>, table: &CreateTable) -> Created {
    let server = ana.server;
    let created = create(server.address, table).await;
    let cookie = |browser: &Browser<'_>| browser.cookie.clone();
    let sit = async |token, cookie: Option<String>| {
        let table = &created.table;
        Player::join_as(server.address, table, token, cookie.as_deref())
            .await
            .unwrap()
    };
    let mut first = sit(&created.token, cookie(ana)).await;
    let mut second = sit(&created.open[0].token, cookie(berta)).await;
    for (player, name) in [(&mut first, "Ana <b>"), (&mut second, "Berta")] {
        let name = ClientMessage::Name {
            key: player.key(),
            name: name.to_owned(),
        };
        player.ask(&name).await.unwrap();
    }
    let (first, _second) = tokio::join!(first.play(u32::MAX), second.play(u32::MAX));
    assert!(first.over().is_some());
    created
}

/// Ana and Berta sit across, a bot on each hand.
fn pairs(options: &[(&str, &str)]) -> CreateTable {
    CreateTable {
        level: Some(Level::Heaviest),
        ..four([Plan::Me, Plan::Bot, Plan::Open, Plan::Bot], options)
    }
}

async fn page(browser: &mut Browser<'_>, path: &str, status: u16) -> String {
    let answer = browser.ask("GET", path, "").await;
    assert_eq!(answer.status, status, "{path}: {}", answer.text());
    assert!(!answer.text().contains("<b>>"), "names are text");
    answer.text().to_owned()
}

fn cells(page: &str, test_id: &str) -> Vec<String> {
    let table = page
        .split(&format!("data-testid=\"{test_id}\""))
        .nth(1)
        .unwrap();
    let table = table.split("</table>").next().unwrap();
    let cells = table
        .split("<t")
        .filter(|cell| cell.starts_with("h ") || cell.starts_with("d"));
    let text = |cell: &str| {
        let (mut text, mut within) = (String::new(), true);
        for c in cell.chars() {
            match c {
                '<' => within = true,
                '>' => within = false,
                c if !within => text.push(c),
                _ => {}
            }
        }
        text
    };
    cells.map(text).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_keeps_its_record_and_its_page() {
    let server = Server::fresh("records").await;
    let mut ana = Browser::guest(&server, "Ana").await;
    let mut berta = Browser::guest(&server, "Berta").await;
    // Without the key tile, which wins by two at once, the target is met and not passed.
    let table = pairs(&[("target", "3"), ("capicu", "0"), ("key-tile", "off")]);
    let created = play(&ana, &berta, &table).await;

    // The record is one that the referee, who knows nothing of tables, has nothing against.
    let answer = berta.ask("GET", "/history/1/record", "").await.with(200);
    for line in [
        "content-disposition: attachment; filename=\"capicu-1.domino\"",
        "content-type: text/plain; charset=utf-8",
        "cache-control: no-cache, private",
    ] {
        assert!(answer.head.contains(line), "{}", answer.head);
    }
    let text = answer.text().to_owned();
    let (record, places) = Record::parse(&text).unwrap();
    let report = replay(&record, Some(&places));
    assert!(report.is_valid(), "{:?}", report.breach);
    assert_eq!(record.rules, table.rules.rules().unwrap());
    let names: Vec<&str> = record.names.values().map(|name| name.as_str()).collect();
    assert_eq!(
        names,
        ["Ana <b>", "Ramón (heaviest)", "Berta", "Winston (heaviest)"]
    );
    assert_eq!(
        record.tag("seed").map(str::len),
        Some(64),
        "its deals can be checked"
    );
    let ResultClaim::Won(winner) = record.result else {
        panic!("{:?}", record.result);
    };
    let scores = report.rounds.last().unwrap().score.clone();
    assert_eq!(scores[winner.index()], 3, "the target");

    // The table leads to the review of its last match, from the seat of each player.
    let last = format!("/history/last?table={}", created.table);
    for (browser, seat) in [(&mut ana, 'A'), (&mut berta, 'C')] {
        let led = browser.ask("GET", &last, "").await.with(303);
        let address = format!(
            "location: /replay?match=1#from={}",
            seat.to_ascii_lowercase()
        );
        assert!(led.head.to_lowercase().contains(&address), "{}", led.head);
    }
    let mut carla = Browser::guest(&server, "Carla").await;
    page(&mut carla, &last, 404).await;
    page(&mut Browser::new(&server), &last, 401).await;

    // The page tells the same.
    let list = page(&mut ana, "/history?lang=en", 200).await;
    assert!(list.contains("href=\"/history/1\""), "{list}");
    let whole = page(&mut ana, "/history/1?lang=en", 200).await;
    let outcome = if winner.index() == 0 { "Won" } else { "Lost" };
    assert!(whole.contains(&format!(
        "<b>{outcome}</b>: {} : {} in",
        scores[0], scores[1]
    )));
    assert_eq!(
        cells(&whole, "seats")[2..],
        [
            "A",
            "You",
            "B",
            "Ramón (bot)",
            "C",
            "Berta",
            "D",
            "Winston (bot)"
        ]
    );
    let sheet = cells(&whole, "sheet");
    assert_eq!(
        sheet[..3],
        [
            "After round",
            "You and Berta",
            "Ramón (bot) and Winston (bot)"
        ]
    );
    let told = report.rounds.iter().flat_map(|round| {
        [round.number, round.score[0].into(), round.score[1].into()].map(|n: usize| n.to_string())
    });
    assert_eq!(sheet[3..], told.collect::<Vec<_>>());
    assert_eq!(
        whole.matches("data-testid=\"round\"").count(),
        report.rounds.len()
    );
    let laid = record.rounds().flat_map(|round| &round.moves);
    let laid = laid.filter(|done| done.what.laid().is_some()).count();
    assert_eq!(
        whole.matches("<use href=\"#t").count(),
        laid,
        "every tile on its board"
    );
    // The last board comes first, and a chart from two rounds on.
    let first_board = whole.find("<use href=\"#t").unwrap();
    assert!(whole.find("data-testid=\"last-board\"").unwrap() < first_board);
    assert_eq!(
        whole.contains("data-testid=\"course\""),
        report.rounds.len() > 1
    );
    // Each round has a place for its moments on the chart, and the script knows the match and the seat.
    let spots = whole.matches("class=\"spot\" data-step=").count();
    assert_eq!(spots, report.rounds.len(), "{whole}");
    assert!(
        whole.contains("data-match=\"1\" data-seat=\"A\""),
        "{whole}"
    );
    let sides = whole.split("<ul class=\"sides\">").nth(1).unwrap();
    let sides = sides.split("</ul>").next().unwrap();
    for score in &scores {
        assert!(sides.contains(&format!("<b class=\"amount\">{score}</b>")));
    }
    assert!(
        whole.contains("data-testid=\"house-rules\""),
        "the target is another"
    );
    let spanish = page(&mut berta, "/history/1?lang=es", 200).await;
    assert!(spanish.contains("Descargar el registro"));
    assert!(spanish.contains("Ana &lt;b&gt;"));

    // It is nobody else's, who cannot even find out whether there is one.
    let mut eva = Browser::guest(&server, "Eva").await;
    let other = page(&mut eva, "/history/1?lang=en", 404).await;
    for number in ["0", "2", "18446744073709551615", "-1", "x", "1e3", "%00"] {
        let none = page(&mut ana, &format!("/history/{number}?lang=en"), 404).await;
        assert_eq!(none, other, "{number}");
        let none = page(&mut ana, &format!("/history/{number}/record?lang=en"), 404).await;
        assert_eq!(none, other, "{number}");
    }
    page(&mut eva, "/history/1/record", 404).await;
    for path in ["/history/1", "/history/1/record"] {
        page(&mut Browser::new(&server), path, 401).await;
    }

    // The table goes, and Ana, and Berta keeps all but the name.
    let cookie = ana.cookie.clone();
    let table = &created.table;
    let host = Player::join_as(server.address, table, &created.token, cookie.as_deref()).await;
    let mut host = host.unwrap();
    let delete = ClientMessage::Delete { key: host.key() };
    host.ask(&delete).await.unwrap();
    let after = berta.ask("GET", "/history/1/record", "").await;
    assert_eq!(after.text(), text);
    for browser in [&mut ana, &mut berta] {
        let tables = browser.ask("GET", "/api/me/tables", "").await;
        assert_eq!(tables.text(), "[]", "no way back to a table that is gone");
    }
    assert_eq!(ana.ask("DELETE", "/api/me", "").await.status, 204);
    let without = berta.ask("GET", "/history/1/record", "").await;
    let line = |text: &str| {
        text.lines()
            .filter(|line| !line.contains("Ana"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(line(without.text()), line(&text));
    assert_eq!(
        line(&text).len() + 1,
        text.lines().count(),
        "her name stood there once"
    );
    let whole = page(&mut berta, "/history/1?lang=en", 200).await;
    assert!(!whole.replace("Analyze", "").contains("Ana"));
    assert_eq!(cells(&whole, "seats")[2..4], ["A", "Guest"]);
    server.stop().await;
}

/// Everybody with the link of a match sees it. The link has a digest of the record, which only its players can read.
#[tokio::test(flavor = "multi_thread")]
async fn shared_match_is_open_to_its_link() {
    let server = Server::fresh("shared-match").await;
    let mut ana = Browser::guest(&server, "Ana").await;
    let berta = Browser::guest(&server, "Berta").await;
    let table = pairs(&[("target", "3"), ("capicu", "0"), ("key-tile", "off")]);
    play(&ana, &berta, &table).await;
    play(&ana, &berta, &table).await;
    let own = page(&mut ana, "/history/1?lang=en", 200).await;
    let link = own.split("id=\"match-link\"").nth(1).unwrap();
    let link = link.split("value=\"").nth(1).unwrap();
    let link = link.split('"').next().unwrap();
    let path = &link[link.find("/m/").unwrap()..];
    let record = ana.ask("GET", "/history/1/record", "").await.with(200);
    let (parsed, _) = Record::parse(record.text()).unwrap();
    let ResultClaim::Won(winner) = parsed.result else {
        panic!("{:?}", parsed.result);
    };
    let report = replay(&parsed, None);
    let scores = &report.rounds.last().unwrap().score;
    let (won, lost) = match winner.index() {
        0 => ("Ana &lt;b&gt; and Berta", "Ramón (bot) and Winston (bot)"),
        _ => ("Ramón (bot) and Winston (bot)", "Ana &lt;b&gt; and Berta"),
    };
    let title = format!("{won} – {lost} · 3 : {}", scores[1 - winner.index()]);

    // Somebody without an account reads it, and a chat unfolds it.
    let mut other = Browser::new(&server);
    let shared = page(&mut other, &format!("{path}?lang=en"), 200).await;
    let title = format!("<meta property=\"og:title\" content=\"{title}\">");
    assert!(shared.contains(&title), "{title}: {shared}");
    assert!(shared.contains(&format!("{path}/picture.png\">")));
    assert!(shared.contains("data-testid=\"last-board\""));
    assert!(shared.contains("<meta name=\"robots\" content=\"noindex\">"));
    assert!(!shared.contains("You "), "nobody is the reader");
    assert!(!shared.contains("/report?") && !shared.contains("data-testid=\"met\""));
    let drawn = other.ask("GET", &format!("{path}/picture.png"), "").await;
    let drawn = drawn.with(200);
    assert!(drawn.head.contains("content-type: image/png"));
    let again = other.ask("GET", &format!("{path}/record"), "").await;
    assert_eq!(again.with(200).text(), record.text());

    // Neither another number, nor another digest, nor a part of it.
    let digest = path.split('-').nth(1).unwrap();
    let wrong = digest.replace(['0', '1'], "2");
    for link in [
        format!("2-{digest}"),
        format!("1-{wrong}x"),
        format!("1-{}", &digest[..23]),
        "1-".to_owned(),
        "1".to_owned(),
        format!("0-{digest}"),
        format!("-1-{digest}"),
    ] {
        for file in ["", "/record", "/picture.png"] {
            let answer = other.ask("GET", &format!("/m/{link}{file}"), "").await;
            assert_eq!(answer.status, 404, "{link}{file}");
        }
    }

    // A deleted player has no name there.
    assert_eq!(ana.ask("DELETE", "/api/me", "").await.status, 204);
    let shared = page(&mut other, &format!("{path}?lang=en"), 200).await;
    assert!(
        !shared.contains("Ana") && shared.contains("Guest"),
        "{shared}"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_match_at_a_table_has_a_record_of_its_own() {
    let server = Server::fresh("rematch").await;
    let mut ana = Browser::guest(&server, "Ana").await;
    let table = four(BOTS, &[("target", "2")]);
    let created = create(server.address, &table).await;
    let cookie = ana.cookie.clone();
    let sit = async || {
        let (table, token) = (&created.table, &created.token);
        Player::join_as(server.address, table, token, cookie.as_deref())
            .await
            .unwrap()
    };
    sit().await.play(u32::MAX).await;
    let mut player = sit().await;
    let rematch = ClientMessage::Rematch {
        key: player.key(),
        after: 1,
    };
    player.ask(&rematch).await.unwrap();
    while player.over().is_some() {
        player.hear().await.unwrap();
    }
    player.play(u32::MAX).await;
    let mut records = Vec::new();
    for number in [1, 2] {
        let text = page(&mut ana, &format!("/history/{number}/record"), 200).await;
        let (record, places) = Record::parse(&text).unwrap();
        assert!(replay(&record, Some(&places)).is_valid());
        records.push(text);
    }
    assert_ne!(records[0], records[1]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_row_is_reported_and_hides_no_other() {
    let folder = Folder::new("damaged");
    let server = Server::start(config(&folder.0)).await;
    let ana = Browser::guest(&server, "Ana").await;
    let berta = Browser::guest(&server, "Berta").await;
    for _ in 0..5 {
        play(&ana, &berta, &pairs(&[("target", "1")])).await;
    }
    let cookie = ana.cookie.clone();
    drop((ana, berta));
    server.stop().await;
    let options = SqliteConnectOptions::new().filename(folder.0.join("capicu.db"));
    let pool = SqlitePoolOptions::new()
        .connect_with(options)
        .await
        .unwrap();
    for damage in [
        // Two scores are exchanged for what no round gave, then half a text, none, and no result.
        "UPDATE records SET record = replace(record, 'score: A+C 1', 'score: A+C 7') WHERE sequence = 5",
        "UPDATE records SET record = replace(record, 'score: A+C 0', 'score: A+C 7') WHERE sequence = 5",
        "UPDATE records SET record = substr(record, 1, 200) WHERE sequence = 4",
        "DELETE FROM records WHERE sequence = 3",
        "UPDATE results SET result = substr(result, 1, 50) WHERE sequence = 2",
    ] {
        sqlx::query(damage).execute(&pool).await.unwrap();
    }
    pool.close().await;
    let server = Server::start(config(&folder.0)).await;
    let mut ana = Browser::new(&server);
    ana.cookie = cookie;
    let list = page(&mut ana, "/history?lang=en", 200).await;
    assert_eq!(list.matches("data-testid=\"match\"").count(), 4);
    assert_eq!(cells(&list, "by-game")[..6].len(), 6);
    for (number, status, told) in [
        (5, 200, "otherwise"),
        (4, 404, "damaged"),
        (3, 404, "no record"),
        (2, 404, "You have no match"),
        (1, 200, "The board at the end of round 1"),
    ] {
        let path = format!("/history/{number}");
        let shown = if number == 2 { 404 } else { 200 };
        let whole = page(&mut ana, &format!("{path}?lang=en"), shown).await;
        assert!(whole.contains(told), "{number}: {whole}");
        page(&mut ana, &format!("{path}/record"), status).await;
    }
    server.stop().await;
}

/// A line of a tally: matches, won, rounds, capicús.
type Numbers = [usize; 4];

/// Counts the people of records by their lines alone, without a referee.
fn counted_slowly(records: &str) -> BTreeMap<String, Numbers> {
    let mut people: BTreeMap<String, Numbers> = BTreeMap::new();
    for record in records.split("domino-record 1\n").skip(1) {
        let after = |start: &str| {
            let lines = record.lines();
            let lines = lines.filter_map(|line| line.strip_prefix(start));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        let name = |seat: &str| {
            let mut names = after(&format!("{seat}: ")).into_iter();
            names.next().unwrap()
        };
        let (won, ends, points) = (after("result: "), after("end: "), after("points: "));
        for seat in ["A", "B", "C", "D"] {
            if name(seat).ends_with(')') {
                continue; // a bot, with its level
            }
            let side = if "AC".contains(seat) { "A+C" } else { "B+D" };
            let numbers = people.entry(name(seat)).or_default();
            numbers[0] += 1;
            numbers[1] += usize::from(won == [side]);
            for (end, points) in ends.iter().zip(&points) {
                let (way, by) = end.split_once(' ').unwrap_or((end, ""));
                let won = by == side || (by.len() == 1 && side.contains(by));
                numbers[2] += usize::from(won);
                numbers[3] += usize::from(way == "out" && by == seat && points.contains(" capicu"));
            }
        }
    }
    people
}

/// The lines of a table in the page, each with its name.
fn lines(page: &str, test_id: &str) -> BTreeMap<String, Vec<usize>> {
    let all = cells(page, test_id);
    let each = all[4..].chunks(4);
    each.map(|line| {
        let numbers = line[1..].iter().map(|cell| cell.parse().unwrap());
        (line[0].clone(), numbers.collect())
    })
    .collect()
}

async fn pool(folder: &Folder) -> sqlx::SqlitePool {
    let options = SqliteConnectOptions::new().filename(folder.0.join("capicu.db"));
    let pool = SqlitePoolOptions::new().connect_with(options);
    pool.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn private_tables_are_tallied_for_their_players() {
    let folder = Folder::new("private-tally");
    let server = Server::start(config(&folder.0)).await;
    let ana = Browser::guest(&server, "Ana").await;
    let mut berta = Browser::guest(&server, "Berta").await;
    let mut carla = Browser::guest(&server, "Carla").await;
    for _ in 0..3 {
        play(&ana, &berta, &pairs(&[("target", "3")])).await;
    }
    // Each has a bot as partner, and one of them wins the only round that counts.
    let against = CreateTable {
        level: Some(Level::Heaviest),
        ..four(
            [Plan::Me, Plan::Open, Plan::Bot, Plan::Bot],
            &[("target", "1"), ("capicu", "0"), ("key-tile", "off")],
        )
    };
    play(&ana, &berta, &against).await;
    let none = page(&mut carla, "/history/tally?lang=en", 200).await;
    assert!(none.contains("data-testid=\"tally-none\""), "{none}");
    assert!(none.contains("href=\"/play\""), "the next step");
    page(&mut Browser::new(&server), "/history/tally?lang=en", 401).await;
    page(&mut Browser::new(&server), "/history/tally/tally.csv", 401).await;
    let own = page(&mut berta, "/history?lang=en", 200).await;
    assert!(own.contains("href=\"/history/tally\""), "{own}");
    let cookie = ana.cookie.clone();
    drop((ana, berta, carla));
    server.stop().await;

    // The first match began in the last half hour of 2024, and ended ten minutes after midnight. The last one was in 2023.
    let pool = pool(&folder).await;
    for moved in [
        "UPDATE records SET record = substr(record, 1, instr(record, 'began: ') + 6)
            || '2024-12-31T23:30' || substr(record, instr(record, 'began: ') + 23) WHERE sequence = 1",
        "UPDATE results SET at = 1735690200000 WHERE sequence = 1",
        "UPDATE records SET record = substr(record, 1, instr(record, 'began: ') + 6)
            || '2023-06-01T20:00' || substr(record, instr(record, 'began: ') + 23) WHERE sequence = 4",
        "UPDATE results SET at = 1685650200000 WHERE sequence = 4",
    ] {
        let moved = sqlx::query(moved).execute(&pool).await.unwrap();
        assert_eq!(moved.rows_affected(), 1);
    }
    pool.close().await;
    let server = Server::start(config(&folder.0)).await;
    let mut ana = Browser::new(&server);
    ana.cookie = cookie;
    let file = async |ana: &mut Browser<'_>, name: &str, asked: &str| {
        page(ana, &format!("/history/tally/{name}?{asked}"), 200).await
    };

    // In Caracas it was still the old year.
    let caracas = "year=2024&zone=America/Caracas";
    for (asked, matches) in [("year=2025", 1), (caracas, 1), ("year=", 4)] {
        let records = file(&mut ana, "matches.domino", asked).await;
        assert_eq!(records.matches("domino-record 1").count(), matches);
        let slow = counted_slowly(&records);
        assert_eq!(slow.len(), 2, "{records}");
        let tally = page(&mut ana, &format!("/history/tally?lang=en&{asked}"), 200).await;
        for (name, [played, won, rounds, capicus]) in &slow {
            let shown = name.replace('<', "&lt;").replace('>', "&gt;");
            assert_eq!(
                lines(&tally, "tally-people")[&shown],
                [*won, *played, *capicus]
            );
            let csv = file(&mut ana, "tally.csv", asked).await;
            let line = format!("\r\n{name},,{played},{won},{rounds},{capicus}\r\n");
            assert!(csv.contains(&line), "{line} {csv}");
            let json: serde_json::Value =
                serde_json::from_str(&file(&mut ana, "tally.json", asked).await).unwrap();
            assert_eq!(json["matches"], matches);
            let people = json["people"].as_array().unwrap();
            let own = people.iter().find(|one| one["names"][0] == **name).unwrap();
            assert_eq!(own["capicus"], *capicus);
        }
        // They are partners; their opponents are bots.
        assert_eq!(lines(&tally, "tally-pairs").len(), 1);
    }
    // The match of opponents has the same numbers whoever won it: matches, won, rounds, capicús.
    let records = file(&mut ana, "matches.domino", "year=2023").await;
    let mut slow: Vec<Numbers> = counted_slowly(&records).into_values().collect();
    slow.sort_unstable();
    assert_eq!(slow, [[1, 0, 0, 0], [1, 1, 1, 0]], "{records}");
    let tally = page(&mut ana, "/history/tally?lang=en&year=2023", 200).await;
    let mut shown: Vec<Vec<usize>> = lines(&tally, "tally-people").into_values().collect();
    shown.sort_unstable();
    assert_eq!(shown, [[0, 1, 0], [1, 1, 0]], "won, played, capicús");
    let csv = file(&mut ana, "tally.csv", "year=2023").await;
    for line in [",,1,0,0,0\r\n", ",,1,1,1,0\r\n"] {
        assert_eq!(csv.matches(line).count(), 1, "{csv}");
    }
    let utc = "year=2024&lang=en";
    let empty = page(&mut ana, &format!("/history/tally?{utc}"), 200).await;
    assert!(empty.contains("No match counts in 2024."), "{empty}");
    assert_eq!(file(&mut ana, "matches.domino", utc).await, "");
    // Every year to choose from has a match, and none is missing.
    for (asked, year, other) in [("year=", 2025, 2024), (caracas, 2024, 2025)] {
        let shown = page(&mut ana, &format!("/history/tally?{asked}"), 200).await;
        assert!(
            shown.contains(&format!("<option value=\"{year}\"")),
            "{shown}"
        );
        assert!(
            !shown.contains(&format!("<option value=\"{other}\"")),
            "{shown}"
        );
    }
    let whole = page(&mut ana, "/history/tally?lang=en", 200).await;
    assert!(whole.contains("2 matches on one day"), "the latest year");
    assert!(whole.contains("by the clock of UTC"), "{whole}");
    for wrong in ["abc", "999", "-1", "99999999", "2025.5"] {
        let told = page(
            &mut ana,
            &format!("/history/tally?lang=en&year={wrong}"),
            400,
        )
        .await;
        assert!(
            told.contains(&format!("“{wrong}” is not a year.")),
            "{told}"
        );
        page(
            &mut ana,
            &format!("/history/tally/tally.csv?year={wrong}"),
            400,
        )
        .await;
    }
    page(&mut ana, "/history/tally/tally.exe", 404).await;
    server.stop().await;
}

/// Only the latest matches of a long year count.
#[tokio::test(flavor = "multi_thread")]
async fn tally_of_many_matches_is_bounded() {
    let folder = Folder::new("long-tally");
    let server = Server::start(config(&folder.0)).await;
    let mut ana = Browser::guest(&server, "Ana").await;
    let berta = Browser::guest(&server, "Berta").await;
    play(&ana, &berta, &pairs(&[("target", "6")])).await;
    let pool = pool(&folder).await;
    for copied in [
        "INSERT INTO results SELECT value + 1, table_id, number + value, at, format, result
            FROM results, generate_series(1, 600) WHERE sequence = 1",
        "INSERT INTO played SELECT player, value + 1, seat
            FROM played, generate_series(1, 600) WHERE sequence = 1",
        "INSERT INTO records SELECT value + 1, record
            FROM records, generate_series(1, 600) WHERE sequence = 1",
    ] {
        let series = "(WITH RECURSIVE s(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM s \
            WHERE value < 600) SELECT value FROM s)";
        let copied = copied.replace("generate_series(1, 600)", series);
        sqlx::query(sqlx::AssertSqlSafe(copied))
            .execute(&pool)
            .await
            .unwrap();
    }
    pool.close().await;
    let before = std::time::Instant::now();
    let tally = page(&mut ana, "/history/tally?lang=en", 200).await;
    eprintln!("500 matches: {:?}", before.elapsed());
    assert!(tally.contains("500 matches on one day"), "{tally}");
    assert!(
        tally.contains("Only your last 500 matches count here."),
        "{tally}"
    );
    server.stop().await;
}
