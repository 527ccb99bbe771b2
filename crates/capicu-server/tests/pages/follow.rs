//! A second device at a venue replicates the first. After a kill of the first it continues, and one log returns home.

use std::net::SocketAddr;
use std::path::Path;

use capicu_event::{Event, Log};

use super::common::browser::Browser;
use super::common::process::{ADDRESS, Process, VENUE};
use super::common::*;
use super::events::{Desk, after, led_to, member, page, until};

/// A venue, a process of its own, at this address if one is given.
fn venue(folder: &Path, address: Option<SocketAddr>) -> Process {
    let address = address.map(|address| address.to_string());
    let mut variables = vec![(VENUE, Path::new("yes"))];
    variables.extend(
        address
            .as_deref()
            .map(|address| (ADDRESS, Path::new(address))),
    );
    Process::with(folder, &variables)
}

async fn desk<'a>(server: &'a Server, event: &str, key: u32) -> Desk<'a> {
    let mut browser = member(server, "nena").await;
    browser.head += "\r\naccept-language: en";
    Desk {
        browser,
        event: event.to_owned(),
        key,
    }
}

async fn refused(browser: &mut Browser<'_>, fields: &[(&str, &str)], why: &str) {
    let answer = browser.form("/events/follow", fields).await;
    assert_eq!(answer.status, 409, "{why}: {}", answer.text());
    assert!(answer.text().contains(why), "{why}: {}", answer.text());
}

/// How many lines the second device has, as its page says.
async fn has_lines(browser: &mut Browser<'_>, log: &str) {
    let lines = format!("{} lines of the log are here", log.lines().count());
    until(browser, "/events/follow", &lines).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_device_follows_takes_over_and_brings_one_log_home() {
    let folders = ["follow-home", "follow-first", "follow-second"].map(Folder::new);
    let home_server = Server::start(config(&folders[0].0)).await;
    let first = venue(&folders[1].0, None);
    let second = venue(&folders[2].0, None);
    let at_first = first.address;
    let (first_server, second_server) = (
        Server::elsewhere(first.address),
        Server::elsewhere(second.address),
    );
    let mut home = desk(&home_server, "", 0).await;
    let made = [("preset", "latin-pairs"), ("name", "Friday")];
    let made = led_to(&home.browser.form("/events/new", &made).await);
    home.event = made.trim_end_matches("/desk").to_owned();
    home.done("list", &[("list", "A / B\nC / D\nE / F\nG / H")])
        .await;
    // At home, which is no venue, nobody follows anything.
    let at_home = page(&mut home.browser, &format!("{}/desk", home.event)).await;
    assert!(!at_home.contains("data-testid=\"follow-link\""));
    let nobody = page(&mut home.browser, "/events/follow").await;
    assert!(nobody.contains("data-testid=\"no-venue\""), "{nobody}");
    home.done("hand-over", &[("sure", "yes")]).await;
    let file = format!("{}/files/venue.jsonl", home.event);
    let file = page(&mut home.browser, &file).await;
    let mut one = desk(&first_server, "", 100).await;
    let taken = one.browser.form("/events/take", &[("log", &file)]).await;
    one.event = led_to(&taken).split("/desk").next().unwrap().to_owned();
    let event = one.event.clone();

    // The second follows by the link at the desk; what is no such link is refused.
    let shown = page(&mut one.browser, &format!("{event}/desk")).await;
    let link = shown.split("data-testid=\"follow-link\">").nth(1).unwrap();
    let link = link.split('<').next().unwrap().to_owned();
    let mut two = desk(&second_server, &event, 300).await;
    let mut stranger = Browser::new(&second_server);
    stranger.head += "\r\naccept-language: en";
    let nobody = stranger
        .form("/events/follow", &[("act", "follow"), ("link", &link)])
        .await;
    assert!(nobody.status >= 400, "{}", nobody.status);
    let forged = format!("{}000000", &link[..link.len() - 6]);
    for (wrong, why) in [
        ("", "no link of a device nearby"),
        (forged.as_str(), "does not answer"),
        (
            "http://198.51.100.7/e/abcdefgh2345/follow/0123456789abcdef01234567",
            "nearby",
        ),
    ] {
        refused(&mut two.browser, &[("act", "follow"), ("link", wrong)], why).await;
    }
    led_to(
        &two.browser
            .form("/events/follow", &[("act", "follow"), ("link", &link)])
            .await,
    );
    refused(
        &mut two.browser,
        &[("act", "follow"), ("link", &link)],
        "already",
    )
    .await;
    has_lines(&mut two.browser, &one.log().await).await;
    let early = two.browser.ask("GET", &format!("{event}/desk"), "").await;
    assert_eq!(early.status, 404, "nothing is directed there");

    // What is written at the first is there within a moment, also after the second was killed.
    one.done("open", &[]).await;
    led_to(&one.send("draft", &[]).await);
    has_lines(&mut two.browser, &one.log().await).await;
    let at_second = second.address;
    second.kill();
    one.done("publish", &[]).await;
    let second = venue(&folders[2].0, Some(at_second));
    let written = one.log().await;
    has_lines(&mut two.browser, &written).await;
    let of_entry = page(&mut one.browser, &format!("{event}/entry/1")).await;
    let own = after(&of_entry, "href=\"http://")
        .split_once('/')
        .unwrap()
        .1;
    let own = format!("/{own}");

    // The battery of the first is empty. By one action the second goes on where it was, with the same links.
    first.kill();
    let take = [("act", "take"), ("event", event.trim_start_matches("/e/"))];
    let gone_on = led_to(&two.browser.form("/events/follow", &take).await);
    assert!(gone_on.starts_with(&format!("{event}/desk")), "{gone_on}");
    assert_eq!(two.log().await, written);
    let phone = page(&mut stranger, &own).await;
    assert!(phone.contains("data-testid=\"my-table\""), "{phone}");
    // Sent again it leads to the same desk.
    assert!(led_to(&two.browser.form("/events/follow", &take).await).starts_with(&gone_on));
    for meeting in ["1", "2"] {
        let scores = [
            ("stage", "1"),
            ("round", "1"),
            ("meeting", meeting),
            ("points-0", "200"),
            ("points-1", "90"),
        ];
        two.done("rule", &scores).await;
    }

    // The first comes back and is told: it writes nothing more, also after another start.
    let first = venue(&folders[1].0, Some(at_first));
    let log = format!("{event}/files/event.jsonl");
    let next = format!("{{\"n\":{},", written.lines().count() + 1);
    let fork = until(&mut one.browser, &log, &next).await;
    assert!(fork.starts_with(&written), "{fork}");
    assert!(
        fork.trim_end()
            .lines()
            .last()
            .unwrap()
            .contains("\"handed-over\""),
        "{fork}"
    );
    let only_read = page(&mut one.browser, &format!("{event}/desk")).await;
    only_read.has("data-testid=\"elsewhere\"");
    first.kill();
    let first = venue(&folders[1].0, Some(at_first));
    one.key = 500;
    for (act, more) in [
        ("enter", ("name", "K / L")),
        ("give-back", ("sure", "yes")),
        ("recall", ("reason", "mine")),
    ] {
        let answer = one.send(act, &[more, ("sure", "yes")]).await;
        let text = answer.text();
        assert!(text.contains("written elsewhere"), "{act}: {text}");
    }
    assert_eq!(one.log().await, fork);

    // One log comes home: not that of the first, before or afterwards.
    let back = format!("{}/back", home.event);
    home.browser.form(&back, &[("log", &fork)]).await.with(409);
    two.done("give-back", &[("sure", "yes")]).await;
    let whole = two.log().await;
    led_to(&home.browser.form(&back, &[("log", &whole)]).await);
    assert_eq!(home.log().await, whole);
    home.browser.form(&back, &[("log", &fork)]).await.with(409);
    let event = Event::verify(Log::read(whole.as_bytes()).unwrap()).unwrap();
    assert!(event.state().stages[0].is_settled());
    drop((first, second));
}

fn nearby(folder: &Folder) -> capicu_server::Config {
    capicu_server::Config {
        follows: capicu_server::Follows::Nearby([127, 0, 0, 1].into()),
        ..config(&folder.0)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn device_that_answers_stops_and_sends_its_last_lines_once() {
    let folders = ["follow-lives", "follow-takes", "follow-late"].map(Folder::new);
    let mut servers = Vec::new();
    for folder in &folders {
        servers.push(Server::start(nearby(folder)).await);
    }
    let mut one = desk(&servers[0], "", 0).await;
    let made = [("preset", "latin-pairs"), ("name", "Friday")];
    let made = led_to(&one.browser.form("/events/new", &made).await);
    one.event = made.trim_end_matches("/desk").to_owned();
    let event = one.event.clone();
    let shown = page(&mut one.browser, &format!("{event}/desk")).await;
    let link = shown.split("data-testid=\"follow-link\">").nth(1).unwrap();
    let link = link.split('<').next().unwrap().to_owned();
    let take = [("act", "take"), ("event", event.trim_start_matches("/e/"))];
    let mut two = desk(&servers[1], &event, 300).await;
    let mut three = desk(&servers[2], &event, 600).await;
    for of in [&mut two, &mut three] {
        let follow = [("act", "follow"), ("link", link.as_str())];
        led_to(&of.browser.form("/events/follow", &follow).await);
    }

    // Nobody else who is a member there sees it, or can take it over.
    let mut other = member(&servers[1], "leo").await;
    other.head += "\r\naccept-language: en";
    let theirs = page(&mut other, "/events/follow").await;
    assert!(
        !theirs.contains("Friday") && !theirs.contains("take-over"),
        "{theirs}"
    );
    refused(&mut other, &take, "do not follow").await;
    led_to(
        &other
            .form("/events/follow", &[("act", "end"), take[1]])
            .await,
    );

    // What was written a moment before is there, whether or not it was fetched by then.
    let pairs = "A / B\nC / D\nE / F\nG / H";
    one.done("list", &[("list", pairs)]).await;
    let written = one.log().await;
    led_to(&two.browser.form("/events/follow", &take).await);
    assert_eq!(two.log().await, written);
    let stopped = one.send("enter", &[("name", "I / J")]).await;
    stopped.has("written elsewhere");
    two.done("enter", &[("name", "I / J")]).await;

    // A third is told that it is too late, and lets go.
    refused(&mut three.browser, &take, "A third device").await;
    three
        .browser
        .ask("GET", &format!("{event}/desk"), "")
        .await
        .with(404);
    led_to(
        &three
            .browser
            .form("/events/follow", &[("act", "end"), take[1]])
            .await,
    );
    let none = page(&mut three.browser, "/events/follow").await;
    assert!(!none.contains("Friday"), "{none}");
    for server in servers {
        server.stop().await;
    }
}

/// At a venue everybody in the room is a member who likes; only its director, at the device itself, has it follow anything.
#[tokio::test(flavor = "multi_thread")]
async fn a_phone_has_a_venue_follow_nothing() {
    let folders = ["follow-phone", "follow-source"].map(Folder::new);
    // The device has another address than the client.
    let server = Server::start(capicu_server::Config {
        follows: capicu_server::Follows::Nearby([10, 0, 0, 1].into()),
        ..config(&folders[0].0)
    })
    .await;
    let source = Server::start(nearby(&folders[1])).await;
    let link = followed_link(&source, 1).await.remove(0);
    let mut phone = desk(&server, "", 0).await;
    let follow = [("act", "follow"), ("link", link.as_str())];
    refused(&mut phone.browser, &follow, "on the device itself").await;
    let shown = page(&mut phone.browser, "/events/follow").await;
    assert!(shown.contains("data-testid=\"not-at-device\""), "{shown}");
    assert!(!shown.contains("data-testid=\"follow\""), "{shown}");
    for server in [server, source] {
        server.stop().await;
    }
}

/// The links by which new events of a device are followed.
async fn followed_link(server: &Server, events: u32) -> Vec<String> {
    let mut one = desk(server, "", 0).await;
    let mut links = Vec::new();
    for n in 0..events {
        let name = format!("Friday {n}");
        let made = [("preset", "latin-pairs"), ("name", name.as_str())];
        let made = led_to(&one.browser.form("/events/new", &made).await);
        let shown = page(&mut one.browser, &made).await;
        let link = shown.split("data-testid=\"follow-link\">").nth(1).unwrap();
        links.push(link.split('<').next().unwrap().to_owned());
    }
    links
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_device_delays_no_other_of_at_most_three() {
    let folders = ["follow-follower", "follow-alive", "follow-silent"].map(Folder::new);
    let follower = Server::start(nearby(&folders[0])).await;
    let alive = Server::start(nearby(&folders[1])).await;
    let silent = Server::start(nearby(&folders[2])).await;
    let mut one = desk(&alive, "", 0).await;
    let made = [("preset", "latin-pairs"), ("name", "Alive")];
    let made = led_to(&one.browser.form("/events/new", &made).await);
    one.event = made.trim_end_matches("/desk").to_owned();
    let shown = page(&mut one.browser, &made).await;
    let link = shown.split("data-testid=\"follow-link\">").nth(1).unwrap();
    let link = link.split('<').next().unwrap().to_owned();
    let mut others = followed_link(&silent, 3).await;
    let fourth = others.pop().unwrap();
    let mut two = desk(&follower, "", 0).await;
    for link in others.iter().chain([&link]) {
        let follow = [("act", "follow"), ("link", link.as_str())];
        led_to(&two.browser.form("/events/follow", &follow).await);
    }
    let follow = [("act", "follow"), ("link", fourth.as_str())];
    refused(&mut two.browser, &follow, "3 events").await;
    // In its place there is something that takes connections and never answers.
    let address = silent.address;
    silent.stop().await;
    let deaf = tokio::net::TcpListener::bind(address).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    one.done("list", &[("list", "A / B\nC / D")]).await;
    let written = one.log().await;
    let begun = std::time::Instant::now();
    has_lines(&mut two.browser, &written).await;
    assert!(begun.elapsed() < std::time::Duration::from_secs(4));
    drop(deaf);
    for server in [follower, alive] {
        server.stop().await;
    }
}
