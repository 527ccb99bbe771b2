//! An event that is handed over to a venue, played there, and brought back; and files that are not what they should be.

use capicu_event::{Digest, Event, Log};

use super::common::browser::Browser;
use super::common::*;
use super::events::{Desk, after, led_to, member, page};

async fn desk<'a>(server: &'a Server, event: &str) -> Desk<'a> {
    let mut browser = member(server, "nena").await;
    browser.head += "\r\naccept-language: en";
    Desk {
        browser,
        event: event.to_owned(),
        key: 0,
    }
}

async fn refused(browser: &mut Browser<'_>, path: &str, log: &str, why: &str) {
    let answer = browser.form(path, &[("log", log)]).await;
    assert_eq!(answer.status, 409, "{why}: {}", answer.text());
    assert!(answer.text().contains(why), "{why}: {}", answer.text());
}

/// The same log with another fact at the end, chained as it should be by somebody who has no key.
fn forged(log: &str) -> String {
    let whole = Log::read(log.as_bytes()).unwrap();
    let mut again = Log::new();
    for line in whole.lines() {
        let mut fact = line.fact.clone();
        if let capicu_event::Fact::Ruled { reason, .. } = &mut fact {
            *reason = "forged".into();
        }
        again.append(line.at, &line.key, fact);
    }
    again.text()
}

/// Checks that the pages of a read-only event offer exactly these actions.
async fn only_read(desk: &mut Desk<'_>, paths: &[&str], acts: &[&str]) {
    for path in paths {
        let shown = page(&mut desk.browser, &format!("{}/{path}", desk.event)).await;
        let found = shown.split("name=\"act\" value=\"").skip(1);
        let found: Vec<&str> = found.map(|rest| rest.split('"').next().unwrap()).collect();
        assert_eq!(found, if *path == "desk" { acts } else { &[] }, "{path}");
        for field in ["list", "name", "points-0", "places", "t-0"] {
            assert!(
                !shown.contains(&format!("name=\"{field}\"")),
                "{path}: {field}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_goes_to_a_venue_and_comes_back_as_one_log() {
    let folders = [Folder::new("home"), Folder::new("venue")];
    let home_server = Server::start(config(&folders[0].0)).await;
    let venue_server = Server::start(config(&folders[1].0)).await;
    let mut home = desk(&home_server, "").await;
    let made = [("preset", "latin-pairs"), ("name", "Friday")];
    let made = led_to(&home.browser.form("/events/new", &made).await);
    home.event = made.trim_end_matches("/desk").to_owned();
    home.done("list", &[("list", "A / B\nC / D\nE / F\nG / H")])
        .await;
    let other = [("preset", "latin-pairs"), ("name", "Another")];
    let other = led_to(&home.browser.form("/events/new", &other).await);
    let other_log = other.replace("/desk", "/files/event.jsonl");
    let other_log = page(&mut home.browser, &other_log).await;

    // Handed over, it is only read at home.
    let preview = home.send("hand-over", &[]).await;
    assert!(preview.text().contains("Nothing can be changed here"));
    home.done("hand-over", &[("sure", "yes")]).await;
    let answer = home.send("enter", &[("name", "I / J")]).await;
    answer.has("written elsewhere");
    only_read(
        &mut home,
        &["desk", "entry/1", "draft"],
        &["recall", "appoint"],
    )
    .await;
    let before = home.log().await;
    let file = page(
        &mut home.browser,
        &format!("{}/files/venue.jsonl", home.event),
    )
    .await;

    // At the venue a damaged or foreign file is refused, and nothing is made of it.
    let mut venue = desk(&venue_server, "").await;
    // Forms have random keys; these count, and the log has those of home.
    venue.key = 100;
    let take = "/events/take";
    refused(&mut venue.browser, take, &before, "no file for a venue").await;
    let damaged = file.replacen("C / D", "C / X", 1);
    refused(
        &mut venue.browser,
        take,
        &damaged,
        "Line 3 of the log is damaged",
    )
    .await;
    let (head, log) = file.split_once('\n').unwrap();
    let key = head.split('"').nth(7).unwrap();
    let wrong = file.replace(key, &Digest::of(&[b"another"]).to_string());
    refused(&mut venue.browser, take, &wrong, "its key is another one").await;
    refused(
        &mut venue.browser,
        take,
        &format!("{head}\n{other_log}"),
        "its key is another one",
    )
    .await;
    assert_eq!(log, before);
    assert!(
        !page(&mut venue.browser, "/events")
            .await
            .contains("data-testid=\"own-event\"")
    );
    let taken = led_to(&venue.browser.form(take, &[("log", &file)]).await);
    venue.event = taken.split("/desk").next().unwrap().to_owned();
    refused(&mut venue.browser, take, &file, "taken over here already").await;

    // A round there. What was done at home cannot be undone there.
    venue.send("undo", &[("sure", "yes")]).await;
    venue.done("enter", &[("name", "K / L")]).await;
    venue.done("open", &[]).await;
    led_to(&venue.send("draft", &[]).await);
    venue.done("publish", &[]).await;
    let of = [("stage", "1"), ("round", "1")];
    for meeting in ["1", "2"] {
        let scores = [
            of[0],
            of[1],
            ("meeting", meeting),
            ("points-0", "200"),
            ("points-1", "90"),
        ];
        venue.done("rule", &scores).await;
    }
    let back = format!("{}/back", home.event);
    let played = venue.log().await;
    refused(
        &mut home.browser,
        &back,
        &played,
        "has not given the event back",
    )
    .await;
    venue.done("give-back", &[("sure", "yes")]).await;
    let pages = ["desk", "entry/1", "table/1-1-1-0", "draft", "print/slips"];
    only_read(&mut venue, &pages, &["appoint"]).await;
    let answer = venue.send("enter", &[("name", "M / N")]).await;
    answer.has("written elsewhere");

    // Only the log of that venue comes home, whole and unchanged.
    let whole = venue.log().await;
    let damaged = whole.replacen("\"points\":200", "\"points\":210", 1);
    refused(&mut home.browser, &back, &damaged, "is damaged").await;
    refused(
        &mut home.browser,
        &back,
        &forged(&whole),
        "not sealed by the venue",
    )
    .await;
    refused(&mut home.browser, &back, &other_log, "From line 1 on").await;
    refused(&mut home.browser, &back, "", "no log in it").await;
    assert_eq!(home.log().await, before, "nothing half done");
    let done = home.browser.form(&back, &[("log", &whole)]).await;
    assert!(led_to(&done).ends_with("?done=done"));
    assert_eq!(home.log().await, whole);
    Event::verify(Log::read(whole.as_bytes()).unwrap()).unwrap();
    refused(&mut home.browser, &back, &whole, "is not at a venue").await;
    home.refused_by_undo().await;
    led_to(&home.send("draft", &[]).await);

    // Called back, it goes on at home, and what the venue has is not taken any more.
    home.done("discard", &[]).await;
    home.done("hand-over", &[("sure", "yes")]).await;
    home.done(
        "recall",
        &[("reason", "the laptop is lost"), ("sure", "yes")],
    )
    .await;
    led_to(&home.send("draft", &[]).await);
}

/// An event of a preset at a server, with four pairs.
async fn made(desk: &mut Desk<'_>) {
    let made = [("preset", "latin-pairs"), ("name", "Friday")];
    let made = led_to(&desk.browser.form("/events/new", &made).await);
    desk.event = made.trim_end_matches("/desk").to_owned();
    desk.done("list", &[("list", "A / B\nC / D\nE / F\nG / H")])
        .await;
}

/// Hands an event over, and takes it over at the other desk.
async fn handed_over(from: &mut Desk<'_>, to: &mut Desk<'_>) {
    from.done("hand-over", &[("sure", "yes")]).await;
    let file = format!("{}/files/venue.jsonl", from.event);
    let file = page(&mut from.browser, &file).await;
    let taken = to.browser.form("/events/take", &[("log", &file)]).await;
    to.event = led_to(&taken).split("/desk").next().unwrap().to_owned();
    to.key = from.key + 100;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_venue_sends_the_event_home_by_the_network() {
    let folders = [Folder::new("home-net"), Folder::new("venue-net")];
    let home_server = Server::start(config(&folders[0].0)).await;
    let venue_server = Server::start(config(&folders[1].0)).await;
    let mut home = desk(&home_server, "").await;
    made(&mut home).await;
    let mut venue = desk(&venue_server, "").await;
    handed_over(&mut home, &mut venue).await;
    venue.done("enter", &[("name", "K / L")]).await;
    let before = home.log().await;
    let address = format!("http://{}{}/desk", home_server.address, home.event);
    let to_send = format!("{}/send?home={address}", venue.event);
    venue.browser.ask("GET", &to_send, "").await.with(409);
    let early = venue.log().await;
    venue.done("give-back", &[("sure", "yes")]).await;

    // The page at the venue sends its form to that server, and to no other.
    let wrong = format!("{}/send?home=https://nowhere.example/", venue.event);
    let wrong = venue.browser.ask("GET", &wrong, "").await;
    assert!(wrong.text().contains("no address of an event"));
    let shown = venue.browser.ask("GET", &to_send, "").await;
    let policy = format!("form-action 'self' http://{};", home_server.address);
    assert!(shown.head.contains(&policy), "{}", shown.head);
    let action = format!("http://{}{}/home", home_server.address, home.event);
    assert_eq!(
        after(shown.text(), "method=\"post\" action=\"http"),
        &action[4..]
    );

    // Whoever sends it is nobody to the server at home, and the form is another site's.
    let mut stranger = Browser::new(&home_server);
    stranger.head =
        "\r\naccept-language: en\r\norigin: http://192.168.1.5:7878\r\nsec-fetch-site: cross-site"
            .to_owned();
    let to = format!("{}/home", home.event);
    let whole = venue.log().await;
    let damaged = whole.replacen("K / L", "K / M", 1);
    let cut = &whole[..whole.len() - 40];
    for (log, why) in [
        (damaged.as_str(), "is damaged"),
        (cut, "is damaged"),
        (&forged_entry(&whole), "not sealed by the venue"),
        (&early, "has not given the event back"),
        (&before, "has not given the event back"),
        ("", "no log in it"),
    ] {
        refused(&mut stranger, &to, log, why).await;
    }
    let mut other = desk_of(&mut home).await;
    let foreign = other.log().await;
    refused(&mut stranger, &to, &foreign, "From line 1 on").await;
    home.browser.cookie = other.browser.cookie.clone();
    assert_eq!(home.log().await, before, "nothing half done");
    // It is taken whole; sent again after a connection that was lost it changes nothing.
    for _ in 0..2 {
        let sent = stranger.form(&to, &[("log", &whole)]).await;
        assert_eq!(led_to(&sent), home.event);
        assert_eq!(home.log().await, whole);
    }
    Event::verify(Log::read(whole.as_bytes()).unwrap()).unwrap();
    home.done("open", &[]).await;
    refused(&mut stranger, &to, &whole, "is not at a venue").await;
}

async fn desk_of<'a>(home: &mut Desk<'a>) -> Desk<'a> {
    let server = home.browser.server;
    let mut browser = Browser::new(server);
    browser.cookie = home.browser.cookie.clone();
    browser.head += "\r\naccept-language: en";
    let mut other = Desk {
        browser,
        event: String::new(),
        key: 500,
    };
    made(&mut other).await;
    other
}

/// The same log with another name, chained as it should be by somebody who has no key.
fn forged_entry(log: &str) -> String {
    let whole = Log::read(log.as_bytes()).unwrap();
    let mut again = Log::new();
    for line in whole.lines() {
        let mut fact = line.fact.clone();
        if let capicu_event::Fact::Entered { name, .. } = &mut fact
            && name == "K / L"
        {
            *name = "Forged".into();
        }
        again.append(line.at, &line.key, fact);
    }
    again.text()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_was_made_at_a_venue_is_brought_home_for_good() {
    let folders = [Folder::new("home-made"), Folder::new("venue-made")];
    let home_server = Server::start(config(&folders[0].0)).await;
    let venue_server = Server::start(config(&folders[1].0)).await;
    let mut venue = desk(&venue_server, "").await;
    made(&mut venue).await;
    venue.done("open", &[]).await;
    let mut home = desk(&home_server, "").await;
    handed_over(&mut venue, &mut home).await;
    led_to(&home.send("draft", &[]).await);
    home.done("publish", &[]).await;
    let answer = venue.send("enter", &[("name", "M / N")]).await;
    assert!(answer.text().contains("written elsewhere"));
    assert!(home.log().await.starts_with(&venue.log().await));
}

impl Desk<'_> {
    async fn refused_by_undo(&mut self) {
        let answer = self.send("undo", &[("sure", "yes")]).await;
        answer.has("You cannot undo handing over");
    }
}
