//! Meetings of teams and boards that are the same at every table, directed from the desk and played with phones.

use super::begun::bell;
use super::common::browser::Browser;
use super::common::*;
use super::events::{Desk, after, led_to, member, own_page, page, reader, until};

/// An event of a preset as it is, with these entries, whose first round is published.
async fn begun<'a>(server: &'a Server, preset: &str, entries: &str) -> Desk<'a> {
    begun_at(server, preset, entries, &[]).await
}

/// The same, played where these fields say.
async fn begun_at<'a>(
    server: &'a Server,
    preset: &str,
    entries: &str,
    fields: &[(&str, &str)],
) -> Desk<'a> {
    let mut browser = member(server, "nena").await;
    browser.head += "\r\naccept-language: en";
    let mut made = vec![("preset", preset), ("name", "Friday")];
    made.extend(fields);
    let made = led_to(&browser.form("/events/new", &made).await);
    let event = made.trim_end_matches("/desk").to_owned();
    let mut desk = Desk {
        browser,
        event,
        key: 0,
    };
    desk.done("list", &[("list", entries)]).await;
    desk.done("open", &[]).await;
    led_to(&desk.send("draft", &[]).await);
    desk.done("publish", &[]).await;
    desk
}

/// Sends a form from a phone, as the phone's page would.
async fn say(
    phone: &mut Browser<'_>,
    path: &str,
    key: &str,
    fields: &[(String, String)],
) -> Answer {
    let mut all = vec![("meeting", "1"), ("round", "1"), ("key", key)];
    all.extend(
        fields
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str())),
    );
    phone.form(path, &all).await
}

fn own(fields: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = fields.iter();
    owned
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

/// Six singles and three doubles, with the players of a letter in order.
fn line_up(letter: char) -> Vec<(String, String)> {
    let mut all = own(&[("act", "line-up")]);
    all.extend((0..6).map(|at| (format!("sits-{at}-0"), format!("{letter}{}", at + 1))));
    for table in 0..3 {
        for place in 0..2 {
            let name = format!("sits-{}-{place}", 6 + table);
            all.push((name, format!("{letter}{}", 1 + 2 * table + place)));
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn teams_hand_in_line_ups_and_a_sheet_of_nine_tables() {
    let server = Server::fresh("teams").await;
    let teams = "Lions: A1 / A2 / A3 / A4 / A5 / A6; Leek\nTigers: B1 / B2 / B3 / B4 / B5 / B6";
    let mut desk = begun(&server, "english-league", teams).await;
    let mut phone = Browser::guest(&server, "phone").await;
    phone.head += "\r\naccept-language: en";
    let pages = [own_page(&mut desk, 1).await, own_page(&mut desk, 2).await];

    // Nobody sits twice in a sitting; the other side sees a line-up once both are there.
    let mut twice = line_up('A');
    twice[2].1 = "A1".into();
    let answer = say(&mut phone, &pages[0], "a", &twice).await.with(409);
    answer.has("nobody sits twice");
    led_to(&say(&mut phone, &pages[0], "b", &line_up('A')).await);
    let theirs = page(&mut phone, &pages[1]).await;
    assert!(
        !theirs.contains("A3"),
        "it is not shown before its time: {theirs}"
    );
    // The desk hands in for whoever has no phone.
    let mut fields = line_up('B');
    fields.extend(own(&[
        ("entry", "2"),
        ("stage", "1"),
        ("round", "1"),
        ("meeting", "1"),
    ]));
    let fields: Vec<(&str, &str)> = fields[1..]
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    desk.done("line-up", &fields).await;
    let event = desk.event.clone();
    let public = page(&mut phone, &event).await;
    public.has("A5 + A6");
    public.has("B5 + B6");

    // Five tables to four: three points, and one for losing by one. A table that was left out is missed.
    let numbers = page(&mut phone, &pages[0]).await;
    let lions_first = numbers.find("Lions – Tigers").is_some();
    let mut sheet = own(&[("act", "claim")]);
    for table in 0..9 {
        let wins = (table < 5) == lions_first;
        for (side, won) in [(0, wins), (1, !wins)] {
            let points = if won { "121" } else { "90" };
            sheet.push((format!("points-{table}-{side}"), points.into()));
        }
    }
    let missing = &sheet[..sheet.len() - 1];
    let answer = say(&mut phone, &pages[0], "c", missing).await;
    answer.has("whole number for every side");
    let mut impossible = sheet.clone();
    impossible[1].1 = "121".into();
    impossible[2].1 = "121".into();
    let answer = say(&mut phone, &pages[0], "d", &impossible).await;
    answer.has("both have reached");
    led_to(&say(&mut phone, &pages[0], "e", &sheet).await);
    let theirs = page(&mut phone, &pages[1]).await;
    let what = after(&theirs, "name=\"what\" value=\"").to_owned();
    let confirm = own(&[("act", "confirm"), ("what", &what)]);
    led_to(&say(&mut phone, &pages[1], "f", &confirm).await);
    let csv = page(&mut phone, &format!("{event}/files/standings.csv")).await;
    let lines: Vec<&str> = csv.lines().skip(1).collect();
    assert!(
        lines[0].starts_with("\"1\",\"1\",\"1\",\"Lions\",\"3\",\"1\",\"5\""),
        "{csv}"
    );
    assert!(
        lines[1].starts_with("\"1\",\"2\",\"2\",\"Tigers\",\"1\",\"-1\",\"4\""),
        "{csv}"
    );
    let public = page(&mut phone, &event).await;
    assert!(public.contains("data-testid=\"players\""), "{public}");

    // The sheet on paper has a line for each table.
    let slips = page(&mut desk.browser, &format!("{event}/print/slips")).await;
    assert!(slips.contains("Sitting 2, table 3"), "{slips}");
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_compared_once_all_tables_played_them() {
    let server = Server::fresh("boards").await;
    let mut desk = begun(&server, "duplicate", "A / B\nC / D\nE / F\nG / H").await;
    let event = desk.event.clone();
    let mut phone = Browser::guest(&server, "phone").await;
    phone.head += "\r\naccept-language: en";

    // The deals are for whoever fills the bags.
    let deals = page(&mut desk.browser, &format!("{event}/print/deals")).await;
    let deal = after(&deals, "data-testid=\"deal-1").to_owned();
    assert_eq!(deal, "");
    assert_eq!(
        deals.matches("data-testid=\"bag\"").count(),
        6,
        "three sets of two"
    );
    let to_deals = format!("{event}/print/deals");
    assert_eq!(phone.ask("GET", &to_deals, "").await.status, 404);

    let sheet = |meeting: &'static str, boards: [[&'static str; 2]; 2]| {
        vec![
            ("stage", "1"),
            ("round", "1"),
            ("meeting", meeting),
            ("board-0-0", boards[0][0]),
            ("board-0-1", boards[0][1]),
            ("board-1-0", boards[1][0]),
            ("board-1-1", boards[1][1]),
        ]
    };
    for (boards, why) in [
        ([["2", "1"], ["", ""]], "whole number"),
        ([["", ""], ["", ""]], "no board was played"),
        ([["3", ""], ["", ""]], "more games or points"),
    ] {
        let answer = desk.send("rule", &sheet("1", boards)).await;
        assert!(answer.text().contains(why), "{why}: {}", answer.text());
    }
    // Two for the hand on the first board, a tie on the second.
    desk.done("rule", &sheet("1", [["2", ""], ["0", ""]])).await;
    let boards = page(&mut phone, &format!("{event}/boards")).await;
    assert!(
        boards.contains("no-boards"),
        "others have still to play them: {boards}"
    );
    desk.done("rule", &sheet("2", [["", "1"], ["0", "0"]]))
        .await;
    let boards = page(&mut phone, &format!("{event}/boards")).await;
    assert_eq!(boards.matches("data-testid=\"traveller\"").count(), 2);
    // North-South of the first table beat the other one on one board and tied on the other: 3 of 4, which is 75.
    let csv = page(&mut phone, &format!("{event}/files/standings.csv")).await;
    let points: Vec<&str> = csv
        .lines()
        .skip(1)
        .filter_map(|line| line.split("\",\"").nth(4))
        .collect();
    assert_eq!(points, ["75", "75", "25", "25"], "{csv}");
    // Everybody sees the deal that the bags were filled with.
    let hand = |page: &str| {
        let rest = page.split("deal-1\"").nth(1).expect("a deal").to_owned();
        rest.split("</table>").next().unwrap_or_default().to_owned()
    };
    assert_eq!(hand(&boards), hand(&deals));
}

/// Played at tables of the server, with five minutes of grace; otherwise as the preset has it.
fn online(
    bye: &'static str,
    win: &'static str,
    loss: &'static str,
) -> Vec<(&'static str, &'static str)> {
    vec![
        ("rounds", "5"),
        ("late", ""),
        ("bye", bye),
        ("requested", "0"),
        ("missed", "0"),
        ("win", win),
        ("loss", loss),
        ("double", "0"),
        ("withdrawal", "stand"),
        ("check-in", "none"),
        ("where", "online"),
        ("turn-time", "off"),
        ("grace", "5"),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn team_seats_follow_its_line_up_unless_played_in_person() {
    let server = Server::fresh("teams-online").await;
    let teams = ["Lions", "Tigers", "Bears", "Wolves"]
        .into_iter()
        .zip('A'..);
    let teams = teams.map(|(name, letter)| {
        let people: Vec<String> = (1..=7).map(|at| format!("{letter}{at}")).collect();
        format!("{name}: {}", people.join(" / "))
    });
    let teams: Vec<String> = teams.collect();
    let mut desk = begun_at(
        &server,
        "english-league",
        &teams.join("\n"),
        &online("0", "3 5-4", "0 4-5"),
    )
    .await;
    let event = desk.event.clone();
    let to_desk = format!("{event}/desk");
    let shown = page(&mut desk.browser, &to_desk).await;
    assert_eq!(shown.matches("no-line-ups").count(), 2, "{shown}");
    // Who plays whom is drawn: the first meeting at tables of the server, the second in the hall.
    let log = desk.log().await;
    let log = capicu_event::Log::read(log.as_bytes()).unwrap();
    let drawn = capicu_event::Event::replay(log).unwrap();
    let meetings = &drawn.state().stages[0].rounds[0].pairing.meetings;
    let own: Vec<u32> = meetings[0].entries().map(|id| id.0).collect();
    let hall = [
        ("stage", "1"),
        ("round", "1"),
        ("meeting", "2"),
        ("to", "hall"),
    ];
    desk.done("move", &hall).await;
    let letter = |entry: u32| char::from(b'A' + entry as u8 - 1);
    let mut member_of = Browser::guest(&server, "phone").await;
    member_of.join("ana").await;
    member_of.head += "\r\naccept-language: en";
    let mine = own_page(&mut desk, own[0]).await;
    let second = format!("{}2", letter(own[0]));
    let shown = page(&mut member_of, &mine).await;
    assert!(
        shown.contains("data-testid=\"me-6\""),
        "seven people: {shown}"
    );
    led_to(&member_of.form(&mine, &[("me", "1")]).await);
    // The bell calls everybody to hand in the line-up, and then only those whom it seats.
    let mut spare = reader(&server, "luis").await;
    led_to(&spare.form(&mine, &[("me", "6")]).await);
    let (n, list) = bell(&mut spare, "").await;
    assert_eq!(n, 1, "{list}");
    assert_eq!(after(&list, "href=\""), mine);
    for entry in &own {
        let path = own_page(&mut desk, *entry).await;
        let key = format!("line-{entry}");
        led_to(&say(&mut member_of, &path, &key, &line_up(letter(*entry))).await);
    }
    // The six singles are made; whoever has said who they are finds the one seat that is theirs, the captain all.
    until(&mut desk.browser, &to_desk, "0 of 2 are there").await;
    let shown = page(&mut desk.browser, &to_desk).await;
    assert_eq!(
        shown.matches("data-testid=\"watch-1-").count(),
        6,
        "{shown}"
    );
    let (_, list) = bell(&mut member_of, "").await;
    list.has("href=\"/t/");
    let (n, list) = bell(&mut spare, "").await;
    assert_eq!(n, 0, "{list}");
    let public = page(&mut member_of, &event).await;
    assert_eq!(public.matches("data-testid=\"sit-").count(), 1, "{public}");
    assert!(public.contains("Sitting 1, table 2"), "{public}");
    let shown = page(&mut member_of, &mine).await;
    assert_eq!(shown.matches("data-testid=\"sit-").count(), 6, "{shown}");
    assert!(shown.contains(&second), "{shown}");
    // Sides say nothing there, and change no line-up; the desk may rule at any time.
    let changed = say(&mut member_of, &mine, "late", &line_up(letter(own[0])))
        .await
        .with(409);
    changed.has("writes its result down");
    let nine = (0..9).flat_map(|table| {
        let first = if table < 5 { "121" } else { "60" };
        let other = if table < 5 { "60" } else { "121" };
        [(0, first), (1, other)].map(|(side, points)| (format!("points-{table}-{side}"), points))
    });
    let nine: Vec<(String, &str)> = nine.collect();
    let mut sheet = vec![("stage", "1"), ("round", "1"), ("meeting", "1")];
    sheet.extend(nine.iter().map(|(name, value)| (name.as_str(), *value)));
    desk.done("rule", &sheet).await;
    // In the same round the other meeting is put down in the hall.
    sheet[2] = ("meeting", "2");
    desk.done("rule", &sheet).await;
    let csv = page(&mut member_of, &format!("{event}/files/standings.csv")).await;
    // Five to four in both: three points and one for losing by one.
    for record in ["\"3\",\"1\",\"5\"", "\"1\",\"-1\",\"4\""] {
        assert_eq!(csv.matches(record).count(), 2, "{csv}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn board_of_another_table_is_hidden_until_retired() {
    let server = Server::fresh("boards-online").await;
    let pairs = "A / B\nC / D\nE / F\nG / H";
    let mut desk = begun_at(&server, "duplicate-swiss", pairs, &online("2", "3", "0")).await;
    let event = desk.event.clone();
    until(
        &mut desk.browser,
        &format!("{event}/desk"),
        "0 of 4 are there",
    )
    .await;
    let path = own_page(&mut desk, 1).await;
    let mut phone = Browser::guest(&server, "phone").await;
    phone.head += "\r\naccept-language: en";
    let shown = page(&mut phone, &path).await;
    assert_eq!(shown.matches("data-testid=\"sit-").count(), 2, "{shown}");
    // No table is offered to watch, and no deal is told.
    let public = page(&mut phone, &event).await;
    assert!(!public.contains("watch-tables"), "{public}");
    let overlay = page(&mut phone, &format!("{event}/screen?for=stream")).await;
    overlay.has("stream-result");
    assert!(!overlay.contains("stream-name"), "{overlay}");
    let boards = page(&mut phone, &format!("{event}/boards")).await;
    assert!(boards.contains("no-boards"), "{boards}");
    let seen = page(&mut phone, &format!("{event}/files/event.json")).await;
    assert_eq!(
        seen.matches("\"seed\":null").count(),
        30,
        "five rounds of six: {seen}"
    );
}
