//! An event that is handed over to a venue, played there, and brought back; and files that are not what they should be.

use capicu_event::{Digest, Event, Log};

use super::common::browser::Browser;
use super::common::*;
use super::events::{Desk, led_to, member, page};

async fn desk<'a>(server: &'a Server, event: &str) -> Desk<'a> {
    let mut browser = member(server, "nena").await;
    browser.head += "\r\naccept-language: en";
    Desk {
        browser,
        event: event.to_owned(),
        key: 0,
    }
}

/// Sends a file that is refused, and says why.
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
    assert!(
        answer.text().contains("written elsewhere"),
        "{}",
        answer.text()
    );
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
    let answer = venue.send("enter", &[("name", "M / N")]).await;
    assert!(
        answer.text().contains("written elsewhere"),
        "{}",
        answer.text()
    );

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

impl Desk<'_> {
    async fn refused_by_undo(&mut self) {
        let answer = self.send("undo", &[("sure", "yes")]).await;
        assert!(
            answer.text().contains("cannot be undone"),
            "{}",
            answer.text()
        );
    }
}
