//! Changes at the desk during an event: cuts, rounds, entries, the clock, contests and the list.

use capicu_event::{EntryId, Event, Log, Meeting};

use super::common::browser::Browser;
use super::common::*;
use super::events::{Desk, after, led_to, member, own_page, page};

/// An event after a shipped preset with some changes, and its entries: `A1 / B1` and so on.
async fn begun<'a>(
    server: &'a Server,
    preset: &str,
    changed: &[(&str, &str)],
    n: usize,
) -> Desk<'a> {
    let mut browser = member(server, "nena").await;
    browser.head += "\r\naccept-language: en";
    let path = format!("/events/presets/{preset}.toml");
    let file = page(&mut browser, &path).await;
    let file = changed.iter().fold(file, |file, (old, new)| {
        assert!(file.contains(old), "{old} in {file}");
        file.replace(old, new)
    });
    let fields = [("file", file.as_str()), ("name", "Evening")];
    let made = led_to(&browser.form("/events/new", &fields).await);
    let mut desk = Desk {
        browser,
        event: made.trim_end_matches("/desk").to_owned(),
        key: 0,
    };
    let pairs: Vec<String> = (1..=n).map(|n| format!("A{n} / B{n}")).collect();
    desk.done("list", &[("list", &pairs.join("\n"))]).await;
    desk
}

/// The next round is paired, and all its meetings end like this.
async fn round(desk: &mut Desk<'_>, round: &str, meetings: usize, scores: [&str; 2]) {
    desk.send("draft", &[]).await;
    desk.done("publish", &[]).await;
    for meeting in 1..=meetings {
        let meeting = meeting.to_string();
        let ended = [
            ("stage", "1"),
            ("round", round),
            ("meeting", meeting.as_str()),
            ("points-0", scores[0]),
            ("points-1", scores[1]),
        ];
        desk.done("rule", &ended).await;
    }
}

/// Ten pairs who have all drawn, of whom four can advance.
#[tokio::test(flavor = "multi_thread")]
async fn a_tied_cut_is_settled_at_the_desk() {
    let folder = Folder::new("events-cut");
    let server = Server::start(config(&folder.0)).await;
    let changed = [
        ("check-in = \"required\"", "check-in = \"none\""),
        ("\nthrough = 8", "\nthrough = 4"),
        ("\nrounds = 5", "\nrounds = 1"),
        ("late-entry-until = 2\n", ""),
    ];
    let mut desk = begun(&server, "latin-pairs-final", &changed, 10).await;
    desk.done("open", &[]).await;
    round(&mut desk, "1", 5, ["100", "100"]).await;
    let closing = desk.send("close", &[]).await.with(200);
    closing.has("10 entries are equal at the cut");
    desk.done("close", &[("sure", "yes")]).await;

    // Nobody advances silently, and the desk offers three ways.
    desk.refused("open", &[], "10 entries are equal").await;
    let at = format!("{}/desk", desk.event);
    let shown = page(&mut desk.browser, &at).await;
    for way in ["cut-everyone", "cut-lot", "cut-play-off"] {
        assert!(shown.contains(&format!("data-testid=\"{way}\"")), "{way}");
    }
    let places: Vec<(String, String)> = (1..=10)
        .map(|entry| (format!("place-{entry}"), (11 - entry).to_string()))
        .collect();
    let mut play_off = vec![("by", "play-off"), ("sure", "yes")];
    play_off.extend(places.iter().map(|(name, place)| (&name[..], &place[..])));
    let same = [&play_off[..11], &[("place-10", "2")]].concat();
    desk.refused("settle-cut", &same, "its own place").await;
    desk.refused("settle-cut", &play_off[..9], "its own place")
        .await;
    let preview = desk.send("settle-cut", &[("by", "lot")]).await.with(200);
    preview.has("A lot decides among 10 equal entries");
    preview.has("just misses");
    desk.done("settle-cut", &play_off).await;
    for path in ["/desk", "/print/standings", "/screen", ""] {
        let shown = page(&mut desk.browser, &format!("{}{path}", desk.event)).await;
        assert!(shown.contains("class=\"last-in\""), "{path}: {shown}");
        assert!(shown.contains("A6 / B6 just misses"), "{path}: {shown}");
        assert!(shown.contains("A play-off decides"), "{path}: {shown}");
    }
    desk.done("open", &[]).await;
    let text = desk.log().await;
    let event = Event::verify(Log::read(text.as_bytes()).unwrap()).unwrap();
    let order: Vec<u32> = event.state().stages[1]
        .order
        .iter()
        .map(|id| id.0)
        .collect();
    assert_eq!(order, [10, 9, 8, 7]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_desk_changes_the_plan_and_what_is_known_of_entries() {
    let folder = Folder::new("events-plan");
    let server = Server::start(config(&folder.0)).await;
    let mut desk = begun(&server, "latin-pairs", &[], 8).await;
    desk.done("open", &[]).await;
    round(&mut desk, "1", 4, ["200", "90"]).await;

    // A pair leaves, misses a round and plays again.
    let leaves = [("entry", "1"), ("reason", "ill"), ("sure", "yes")];
    desk.done("withdraw", &leaves).await;
    round(&mut desk, "2", 3, ["200", "90"]).await;
    let entry = |number: u32| format!("{}/entry/{number}", desk.event);
    let (first, second) = (entry(1), entry(2));
    let shown = page(&mut desk.browser, &first).await;
    assert!(shown.contains("data-testid=\"come-back\""), "{shown}");
    let back = [("entry", "1"), ("sure", "yes")];
    let preview = desk.send("come-back", &back[..1]).await.with(200);
    preview.has("is paired again");
    desk.done("come-back", &back).await;
    desk.refused("come-back", &back, "entry 1").await;

    // A name that was wrong is right everywhere, and a substitute is in the name of the pair.
    let named = |name: &'static str, rating: &'static str| {
        [
            ("entry", "2"),
            ("name", name),
            ("member-0", "A2"),
            ("member-1", "B2"),
            ("rating", rating),
        ]
    };
    desk.refused("correct-entry", &named("A2 / Bea", "high"), "whole numbers")
        .await;
    desk.refused("correct-entry", &named("A1 / B1", ""), "name")
        .await;
    desk.done("correct-entry", &named("A2 / Bea", "1500")).await;
    let shown = page(&mut desk.browser, &second).await;
    assert!(
        shown.contains("A2 / Bea") && shown.contains("value=\"Bea\""),
        "{shown}"
    );
    let joins = [
        ("entry", "3"),
        ("leaves", "A3"),
        ("joins", "Zoe"),
        ("sure", "yes"),
    ];
    desk.done("substitute", &joins).await;
    for path in [
        "/desk",
        "",
        "/print/standings",
        "/files/standings.csv",
        "/files/entries.csv",
    ] {
        let shown = page(&mut desk.browser, &format!("{}{path}", desk.event)).await;
        assert!(
            shown.contains("Zoe / B3") && !shown.contains("A3 / B3"),
            "{path}: {shown}"
        );
        assert!(
            shown.contains("A2 / Bea") && !shown.contains("A2 / B2"),
            "{path}: {shown}"
        );
    }

    // One round more than planned, never fewer than are played, and the end at once.
    let rounds = |n: &'static str| {
        [
            ("rounds", n),
            ("reason", "the hall closes"),
            ("sure", "yes"),
        ]
    };
    desk.refused("rounds", &rounds("1"), "round 1").await;
    let preview = desk.send("rounds", &rounds("7")[..2]).await.with(200);
    preview.has("The stage has 7 rounds, not 5");
    desk.done("rounds", &rounds("7")).await;
    desk.refused("close", &[("sure", "yes")], "has rounds to play")
        .await;
    let early = [("reason", "the hall closes"), ("sure", "yes")];
    let preview = desk.send("end-early", &early[..1]).await.with(200);
    preview.has("Nothing can change after this");
    desk.done("end-early", &early).await;
    let at = format!("{}/desk", desk.event);
    let shown = page(&mut desk.browser, &at).await;
    assert!(shown.contains("data-testid=\"over\""), "{shown}");
    let text = desk.log().await;
    let event = Event::verify(Log::read(text.as_bytes()).unwrap()).unwrap();
    assert_eq!(event.state().stages[0].n_rounds, 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_desk_starts_pauses_and_extends_the_round_clock() {
    let folder = Folder::new("events-clock");
    let server = Server::start(config(&folder.0)).await;
    let mut desk = begun(&server, "latin-pairs", &[], 4).await;
    desk.done("open", &[]).await;
    desk.send("draft", &[]).await;
    desk.done("publish", &[]).await;
    desk.done("clock-start", &[]).await;
    desk.refused("clock-start", &[], "").await;
    desk.done("clock-extend", &[("minutes", "5")]).await;
    desk.refused("clock-extend", &[("minutes", "some")], "Minutes more")
        .await;
    let table = format!("{}/table/1-1-1-0", desk.event);
    let shown = page(&mut desk.browser, &table).await;
    assert!(
        shown.contains("data-testid=\"clock-extend\"") && shown.contains("data-testid=\"clock\""),
        "{shown}"
    );
    desk.done("clock-extend", &[("minutes", "3"), ("meeting", "1")])
        .await;
    // Only the table with more time has a clock of its own.
    let public = page(&mut desk.browser, &desk.event.clone()).await;
    assert_eq!(public.matches("data-until").count(), 2, "{public}");
    desk.done("clock-pause", &[]).await;
    let paths = ["/desk", "", "/screen", "/table/1-1-1-0"];
    for path in paths {
        let shown = page(&mut desk.browser, &format!("{}{path}", desk.event)).await;
        assert!(shown.contains("clock-stopped"), "{path}: {shown}");
        assert!(!shown.contains("data-until"), "{path}: {shown}");
    }
    desk.done("clock-start", &[]).await;
    let ended = [
        ("stage", "1"),
        ("round", "1"),
        ("meeting", "1"),
        ("points-0", "200"),
        ("points-1", "90"),
    ];
    desk.done("rule", &ended).await;
    desk.refused("clock-extend", &[("minutes", "3"), ("meeting", "1")], "")
        .await;
    let text = desk.log().await;
    let event = Event::verify(Log::read(text.as_bytes()).unwrap()).unwrap();
    let clock = &event.state().stages[0].rounds[0].clock;
    assert!(clock.by_desk && clock.since.is_some());
    assert_eq!((clock.extra, clock.tables.get(&1)), (5, Some(&3)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_contested_result_waits_for_the_desk() {
    let folder = Folder::new("events-contest");
    let server = Server::start(config(&folder.0)).await;
    let mut desk = begun(&server, "latin-pairs", &[], 4).await;
    desk.done("open", &[]).await;
    round(&mut desk, "1", 2, ["200", "90"]).await;
    let own = own_page(&mut desk, 1).await;
    let mut captain = Browser::guest(&server, "captain").await;
    captain.head += "\r\naccept-language: en";
    let shown = page(&mut captain, &own).await;
    let meeting = after(&shown, "name=\"meeting\" value=\"").to_owned();
    let contest = |key: &'static str, reason: &'static str| {
        [
            ("act", "contest"),
            ("key", key),
            ("round", "1"),
            ("meeting", meeting.as_str()),
            ("reason", reason),
        ]
    };
    captain.form(&own, &contest("a", "")).await.has("reason");
    led_to(&captain.form(&own, &contest("b", "we counted 210")).await);
    let at = format!("{}/desk", desk.event);
    for (browser, path) in [(&mut captain, &own), (&mut desk.browser, &at)] {
        page(browser, path).await.has("we counted 210");
    }
    let place = [
        ("stage", "1"),
        ("round", "1"),
        ("meeting", meeting.as_str()),
        ("reason", "the sheet is signed"),
    ];
    desk.refused(
        "end-early",
        &[("reason", "late"), ("sure", "yes")],
        "contest",
    )
    .await;
    desk.refused("reject-contest", &place[..3], "reason").await;
    desk.done("reject-contest", &place).await;
    desk.refused("reject-contest", &place, "").await;

    // A contest that is right: the corrected result is contested no more.
    led_to(
        &captain
            .form(&own, &contest("c", "the wrong way round"))
            .await,
    );
    let right = [
        ("stage", "1"),
        ("round", "1"),
        ("meeting", meeting.as_str()),
        ("points-0", "90"),
        ("points-1", "200"),
        ("reason", "the wrong way round"),
        ("sure", "yes"),
    ];
    desk.done("correct", &right).await;
    let shown = page(&mut desk.browser, &at).await;
    assert!(!shown.contains("data-testid=\"contest\""), "{shown}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_renamed_hidden_and_cancelled() {
    let folder = Folder::new("events-listed");
    let server = Server::start(config(&folder.0)).await;
    let mut desk = begun(&server, "latin-pairs", &[], 4).await;
    let mut guest = Browser::guest(&server, "guest").await;
    guest.head += "\r\naccept-language: en";
    desk.refused("rename", &[("name", "")], "").await;
    desk.done("rename", &[("name", "Saturday")]).await;
    let list = page(&mut guest, "/events").await;
    assert!(
        list.contains("Saturday") && !list.contains("Evening"),
        "{list}"
    );
    desk.done("hide", &[]).await;
    let list = page(&mut guest, "/events").await;
    assert!(!list.contains("Saturday"), "{list}");
    page(&mut desk.browser, "/events").await.has("Saturday");
    page(&mut guest, &desk.event).await.has("Saturday");
    desk.done("list-again", &[]).await;
    page(&mut guest, "/events").await.has("Saturday");

    let why = [("reason", "no hall"), ("sure", "yes")];
    let preview = desk.send("cancel", &why[..1]).await.with(200);
    preview.has("The event is cancelled");
    desk.done("cancel", &why).await;
    page(&mut guest, &desk.event)
        .await
        .has("The event is cancelled");
    desk.refused("open", &[], "cancelled").await;
    desk.done("undo", &[("sure", "yes")]).await;
    desk.done("open", &[]).await;
    desk.refused("cancel", &why, "").await;
    server.stop().await;
}

/// Entries kept apart, their tables, the numbers of the tables, and two rounds in each other's place.
#[tokio::test(flavor = "multi_thread")]
async fn seats_and_schedules_are_changed_at_the_desk() {
    let folder = Folder::new("events-seats");
    let server = Server::start(config(&folder.0)).await;
    let mut desk = begun(&server, "latin-league", &[], 4).await;
    let apart = |other: &'static str, reason: &'static str| {
        [("entry", "1"), ("other", other), ("reason", reason)]
    };
    // Nobody is kept apart from themselves or from nobody, and a reason is due.
    for wrong in ["1", "", "x"] {
        desk.refused("apart", &apart(wrong, "brothers"), "Never meets")
            .await;
    }
    desk.refused("apart", &apart("2", " "), "reason").await;
    desk.done("apart", &apart("2", "brothers")).await;
    let of = format!("{}/entry/1", desk.event);
    let shown = page(&mut desk.browser, &of).await;
    shown.has("A1 / B1 and A2 / B2 do not meet");
    desk.done("may-meet", &[("entry", "1"), ("other", "2")])
        .await;
    let shown = page(&mut desk.browser, &of).await;
    assert!(!shown.contains("do not meet"), "{shown}");

    desk.refused("first-table", &[("table", "0")], "no table 0")
        .await;
    desk.refused("own-table", &[("entry", "3"), ("table", "no")], "Own table")
        .await;
    desk.done("first-table", &[("table", "11")]).await;
    desk.done("own-table", &[("entry", "3"), ("table", "12")])
        .await;
    desk.done("open", &[]).await;
    let exchange = [("round", "1"), ("rounds", "3"), ("reason", "the hall")];
    desk.refused("exchange-rounds", &exchange[..2], "reason")
        .await;
    desk.done("exchange-rounds", &exchange).await;
    desk.send("draft", &[]).await;
    desk.done("publish", &[]).await;
    let log = desk.log().await;
    let event = Event::verify(Log::read(log.as_bytes()).unwrap()).unwrap();
    let stage = &event.state().stages[0];
    let meetings = &stage.rounds[0].pairing.meetings;
    assert!(meetings[1].side_of(EntryId(3)).is_some(), "{meetings:?}");
    // The third round of the Berger table for four: the second seed against the fourth, the third against the first.
    let seed = |place: usize| stage.order[place - 1];
    for pair in [[2, 4], [3, 1]] {
        let meet = |of: &&Meeting| pair.iter().all(|at| of.side_of(seed(*at)).is_some());
        assert!(
            meetings.iter().any(|of| meet(&of)),
            "{pair:?}: {meetings:?}"
        );
    }
    let public = desk.event.clone();
    let shown = page(&mut desk.browser, &public).await;
    shown.has("<td class=\"number\">11</td>");
    shown.has("<td class=\"number\">12</td><td>");
    desk.refused("exchange-rounds", &exchange, "round 1").await;
}
