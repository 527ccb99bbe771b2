//! Formats at the desk: the third place, last rounds, a play-off for the title and team totals.

use super::common::*;
use super::events::{Desk, led_to, member, page};

/// The form of a new event: an event of single players as FEMUNDO plays it, or pairs with a final.
pub fn filled<'a>(preset: &'a str, own: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut all = vec![
        ("preset", preset),
        ("name", "Friday"),
        ("target", "200"),
        ("minutes", "30"),
        ("bye", "2 200-100"),
        ("requested", "1"),
        ("missed", "0"),
        ("win", "2 200-0"),
        ("loss", "0 0-200"),
        ("double", "0"),
        ("withdrawal", "stand"),
        ("check-in", "none"),
    ];
    all.extend(own);
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn formats_are_chosen_in_the_form() {
    let folder = Folder::new("events-formats");
    let server = Server::start(config(&folder.0)).await;
    let mut browser = member(&server, "nena").await;
    let own = [
        ("look", "yes"),
        ("third-place", "played"),
        ("last-rounds", "1"),
        ("last-target", "400"),
        ("last-minutes", ""),
        ("team-totals", "clubs"),
        ("team-counted", "4"),
        ("excess", "counted"),
    ];
    let fields = filled("latin-pairs-final", &own);
    let shown = browser.form("/events/new?lang=en", &fields).await;
    let shown = shown.text();
    for told in [
        "The losers of the semifinals play for the third place",
        "Last round: 400 points",
        "Each club has the sum of its best 4 entries",
    ] {
        assert!(shown.contains(told), "{told} in {shown}");
    }
    // A wrong number is refused with the name of its field.
    for (name, value, label) in [
        ("last-rounds", "x", "Number of last rounds"),
        ("team-counted", "x", "Entries of a club that count"),
        ("begins", "99:99", "Begins at"),
        ("entries", "-5", "Entries you expect"),
    ] {
        let mut wrong = fields.clone();
        wrong.retain(|(of, _)| *of != name && *of != "look");
        wrong.push((name, value));
        let answer = browser.form("/events/new?lang=en", &wrong).await;
        assert!(
            (400..500).contains(&answer.status),
            "{name}: {}",
            answer.status
        );
        assert!(answer.text().contains(label), "{name}: {}", answer.text());
    }
    let mut made = fields.clone();
    made.retain(|(of, _)| *of != "look");
    let event = led_to(&browser.form("/events/new?lang=en", &made).await);
    let event = event.trim_end_matches("/desk").to_owned();
    let log = page(&mut browser, &format!("{event}/files/event.jsonl")).await;
    log.has(r#""third-place":"played""#);
    log.has(r#""last-rounds":[{"rounds":1"#);
    log.has(r#""target":400"#);
    log.has(r#""team-totals":{"counted":4}"#);
    log.has(r#""excess":"counted""#);
    server.stop().await;
}

/// The form of a double knock-out asks for the last rounds, but not for the third place.
#[tokio::test(flavor = "multi_thread")]
async fn final_of_a_double_knock_out_has_its_own_target() {
    let server = Server::fresh("double-final").await;
    let mut browser = member(&server, "nena").await;
    let form = page(&mut browser, "/events/new?preset=double-knock-out&lang=en").await;
    assert!(!form.contains("name=\"third-place\""), "{form}");
    let own = [
        ("last-rounds", "1"),
        ("last-target", "400"),
        ("last-minutes", ""),
    ];
    let mut fields = filled("double-knock-out", &own);
    // A win brings one point here.
    for (name, award) in [("bye", "1 200-0"), ("requested", "0"), ("win", "1 200-0")] {
        fields.retain(|(of, _)| *of != name);
        fields.push((name, award));
    }
    let event = led_to(&browser.form("/events/new?lang=en", &fields).await);
    let event = event.trim_end_matches("/desk").to_owned();
    let log = page(&mut browser, &format!("{event}/files/event.jsonl")).await;
    log.has(r#""last-rounds":[{"rounds":1"#);
    log.has(r#""target":400"#);
    server.stop().await;
}

/// Two pairs of two clubs draw: the desk enters a play-off for the title.
#[tokio::test(flavor = "multi_thread")]
async fn title_is_decided_at_the_desk() {
    let folder = Folder::new("events-title");
    let server = Server::start(config(&folder.0)).await;
    let mut browser = member(&server, "nena").await;
    browser.head += "\r\naccept-language: en";
    let file = page(&mut browser, "/events/presets/latin-pairs.toml").await;
    let standings = file.lines().find(|line| line.starts_with("standings = "));
    let standings = standings.expect("its keys").to_owned();
    let file = file.replace(&standings, "standings = [\"points\", \"difference\"]");
    let file = file.replace(
        "check-in = \"none\"",
        "check-in = \"none\"\nteam-totals = {}",
    );
    let fields = [("file", file.as_str()), ("name", "Evening")];
    let made = led_to(&browser.form("/events/new", &fields).await);
    let event = made.trim_end_matches("/desk").to_owned();
    let mut desk = Desk {
        browser,
        event: event.clone(),
        key: 0,
    };
    let list = "name;people;club\nLions;Ana / Luis;Norte\nTigers;Eva / Leo;Sur";
    desk.done("list", &[("list", list)]).await;
    desk.done("open", &[]).await;
    desk.send("draft", &[]).await;
    desk.done("publish", &[]).await;
    let ended = [
        ("stage", "1"),
        ("round", "1"),
        ("meeting", "1"),
        ("points-0", "100"),
        ("points-1", "100"),
    ];
    desk.done("rule", &ended).await;
    let rounds = [("rounds", "1"), ("reason", "late"), ("sure", "yes")];
    desk.done("rounds", &rounds).await;
    desk.done("close", &[("sure", "yes")]).await;
    let shown = page(&mut desk.browser, &format!("{event}/desk")).await;
    shown.has("2 entries share the first place");
    let same = [("by", "play-off"), ("place-1", "1"), ("place-2", "1")];
    desk.refused("settle-cut", &same, "its own place, from 1 to 2")
        .await;
    let order = [
        ("by", "play-off"),
        ("place-1", "2"),
        ("place-2", "1"),
        ("sure", "yes"),
    ];
    desk.done("settle-cut", &order).await;
    let csv = page(&mut desk.browser, &format!("{event}/files/standings.csv")).await;
    csv.has(r#""1","1","2","Tigers""#);
    csv.has(r#""1","2","1","Lions""#);
    let teams = page(&mut desk.browser, &format!("{event}/files/teams.csv")).await;
    teams.has(r#""1","1","Norte","1","0","Lions","""#);
    teams.has(r#""1","1","Sur","1","0","Tigers","""#);
    let public = page(&mut desk.browser, &event).await;
    public.has("data-testid=\"team-totals\"");
    desk.done("freeze", &[("sure", "yes")]).await;
    server.stop().await;
}
