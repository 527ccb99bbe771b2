//! The private league of a club, by forms without a script: an evening is given, accepted, declined and withdrawn.

use super::common::browser::Browser;
use super::common::*;
use super::events::{after, done, led_to, page, reader};

const DAY: &str = "2026-11-29";

/// Two finished matches of Nena and Luis against rosa and Tío, and one in play. Luis ends a round with a capicú.
const SHEET: &str = "capicu-sheet 1
day 2026-11-29
start cien 4 target=60\tNena\trosa\tluis\tTío
round out=C way=both-ends total=32
start cien 4 target=60\tNena\trosa\tluis\tTío
round out=B way=plain total=12
round out=D way=both-ends total=30
";

const LEAGUE: &str = "/club/centro/league";

/// The id of the option that chooses a member.
fn id_of(page: &str, username: &str) -> String {
    let option = page.split("<option").find(|part| {
        let label = part.split_once('>').map_or("", |(_, label)| label);
        label.starts_with(&format!("{username}<"))
    });
    let option = option.unwrap_or_else(|| panic!("{username} in {page}"));
    let id = after(option, "value=\"");
    id.split('"').next().expect("an id").to_owned()
}

/// The club of Nena, with Luis and Rosa, who are listed, and Eva, who is not.
async fn club<'a>(server: &'a Server) -> [Browser<'a>; 4] {
    let mut nena = reader(server, "nena").await;
    let fields = [("address", "centro"), ("name", "Dominó Centro")];
    let made = nena.form("/clubs/new", &fields).await;
    assert_eq!(led_to(&made), "/club/centro");
    let mut others = Vec::new();
    for name in ["luis", "rosa", "eva"] {
        let mut one = reader(server, name).await;
        done(&mut one, "/club/centro", &[("act", "ask")]).await;
        let admit = [("act", "admit"), ("username", name)];
        done(&mut nena, "/club/centro/desk", &admit).await;
        if name != "eva" {
            done(&mut one, "/club/centro", &[("act", "show")]).await;
        }
        others.push(one);
    }
    let mut others = others.into_iter();
    let mut next = || others.next().expect("three");
    [nena, next(), next(), next()]
}

#[tokio::test(flavor = "multi_thread")]
async fn evening_counts_for_members_who_accept_it() {
    let server = Server::fresh("league").await;
    let [mut nena, mut luis, mut rosa, mut eva] = club(&server).await;
    let sheet = [("day", DAY), ("sheet", SHEET)];
    let form = nena.form("/score/club", &sheet).await;
    assert_eq!(form.status, 200, "{}", form.text());
    let form = form.text();
    form.has("Won: Nena and luis. Lost: rosa and Tío.");
    form.has("Won: rosa and Tío. Lost: Nena and luis.");
    // The own name and usernames are preselected. A member who is not listed cannot be chosen.
    assert_eq!(form.matches(" selected").count(), 3, "{form}");
    form.has_not(">eva<");
    let ids = ["luis", "nena", "rosa"].map(|name| id_of(form, name));
    let [luis_id, nena_id, rosa_id] = ids.each_ref().map(String::as_str);
    // The names in alphabetical order: luis, nena, rosa, tío.
    let give = [
        ("act", "give"),
        ("club", "centro"),
        ("day", DAY),
        ("sheet", SHEET),
        ("who-0", luis_id),
        ("who-1", nena_id),
        ("who-2", rosa_id),
        ("who-3", ""),
    ];
    done(&mut nena, "/score/club", &give).await;
    // The one who gave it counts, nobody else.
    let league = page(&mut nena, LEAGUE).await;
    league.has("Most wins: nena, 1");
    league.has("2 matches on one day");
    for (name, why) in [(">luis<", "asked"), ("rosa", "asked"), ("Tío", "nobody")] {
        assert!(!league.contains(name), "{name} is {why}: {league}");
    }
    // Sent again, also from another phone, it is known.
    let mut again = give;
    assert_eq!(nena.form("/score/club", &again).await.status, 409);
    again[5] = ("who-1", "");
    let known = luis.form("/score/club", &again).await;
    assert_eq!(known.status, 409);
    known.text().has("The league already has these matches.");

    // Others answer in their account.
    let account = page(&mut luis, "/me").await;
    account.has("nena says that you played in Dominó Centro on 2026-11-29.");
    account.has("2026-11-29: 2 matches, 1 won");
    let evening = after(&account, "name=\"evening\" value=\"");
    let evening = evening.split('"').next().expect("a number").to_owned();
    let answer = |act: &'static str| [("act", act), ("evening", evening.as_str())];
    done(&mut luis, LEAGUE, &answer("accept")).await;
    done(&mut rosa, LEAGUE, &answer("decline")).await;
    assert_eq!(rosa.form(LEAGUE, &answer("accept")).await.status, 409);
    assert_eq!(eva.form(LEAGUE, &answer("accept")).await.status, 409);
    (page(&mut luis, "/me").await).has_not("league-requests");
    let league = page(&mut eva, LEAGUE).await;
    for text in [
        "Most wins: luis and nena, 1",
        "Most capicús: luis, 1",
        "data-testid=\"tally-pairs\"",
    ] {
        league.has(text);
    }
    league.has_not("rosa");
    let csv = page(&mut luis, &format!("{LEAGUE}/tally.csv?year=2026")).await;
    let expected =
        "player,partner,matches,won,rounds,capicus\r\nluis,,2,1,1,1\r\nnena,,2,1,1,0\r\n";
    assert!(csv.starts_with(expected), "{csv}");
    let other = page(&mut luis, &format!("{LEAGUE}/tally.csv?year=2025")).await;
    assert_eq!(other.lines().count(), 1);
    let export = page(&mut luis, "/api/me/export").await;
    let export: serde_json::Value = serde_json::from_str(&export).expect("JSON");
    let own = export.pointer("/clubs/0/evenings/0").expect("an evening");
    assert_eq!(own["day"], "2026-11-29");
    assert_eq!(
        (&own["accepted"], &own["capicus"]),
        (&true.into(), &1.into())
    );

    // The league is for members only.
    let mut stranger = reader(&server, "ana").await;
    for path in [LEAGUE, "/club/centro/league/tally.csv"] {
        assert_eq!(stranger.ask("GET", path, "").await.status, 404, "{path}");
    }
    assert_eq!(stranger.form(LEAGUE, &answer("accept")).await.status, 404);
    let mut given = give;
    given[5] = ("who-1", "");
    let refused = stranger.form("/score/club", &given).await;
    assert_eq!(refused.status, 409, "a member of no club");

    // A member withdraws, another leaves the club; the one who gave it takes it back.
    done(&mut luis, LEAGUE, &answer("leave")).await;
    (page(&mut eva, LEAGUE).await).has("Most wins: nena, 1");
    assert_eq!(luis.form(LEAGUE, &answer("take-back")).await.status, 409);
    done(&mut nena, LEAGUE, &answer("take-back")).await;
    (page(&mut eva, LEAGUE).await).has("No match counts yet.");
    done(&mut nena, "/score/club", &give).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evening_that_cannot_count_is_refused() {
    let server = Server::fresh("league-refused").await;
    let [mut nena, ..] = club(&server).await;
    let sheet = [("day", DAY), ("sheet", SHEET)];
    let form = nena.form("/score/club", &sheet).await.text().to_owned();
    let own = id_of(&form, "nena");
    let rosa = id_of(&form, "rosa");
    let against = SHEET.replacen("total=32", "total=3200", 1);
    let in_play: String = SHEET
        .lines()
        .take(3)
        .map(|line| format!("{line}\n"))
        .collect();
    let long = format!("{SHEET}{}", "undo\n".repeat(800));
    let give = |sheet: &str, day: &str, first: &str, second: &str| {
        [
            ("act", "give"),
            ("club", "centro"),
            ("day", day),
            ("sheet", sheet),
            ("who-0", first),
            ("who-1", second),
        ]
        .map(|(name, value)| (name, value.to_owned()))
    };
    for (fields, told) in [
        (give(&against, DAY, "", &own), "do not allow line 4"),
        (give("hello", DAY, "", &own), "do not allow line 1"),
        (give(&in_play, DAY, "", &own), "No match of that day"),
        (give(SHEET, "2026-11-28", "", &own), "No match of that day"),
        (give(SHEET, "Sunday", "", &own), "No match of that day"),
        (give(&long, DAY, "", &own), "too long"),
        (give(SHEET, DAY, "", ""), "at least one person"),
        (give(SHEET, DAY, &own, &own), "a different person"),
        (give(SHEET, DAY, "0123", &own), "cannot choose one of these"),
    ] {
        let fields = fields.each_ref().map(|(name, value)| (*name, &**value));
        let answer = nena.form("/score/club", &fields).await;
        assert!(answer.status >= 400, "{told}: {}", answer.status);
        answer.text().has(told);
    }
    (page(&mut nena, LEAGUE).await).has("No match counts yet.");
    let guest = &mut Browser::guest(&server, "guest").await;
    assert_eq!(guest.form("/score/club", &sheet).await.status, 401);
    // With several clubs, the page asks for one.
    let second = [("address", "norte"), ("name", "Norte")];
    assert_eq!(
        led_to(&nena.form("/clubs/new", &second).await),
        "/club/norte"
    );
    let choose = nena.form("/score/club", &sheet).await.text().to_owned();
    choose.has("value=\"norte\"");
    // Rosa is no member of the other club.
    let fields = give(SHEET, DAY, &rosa, &own).map(|(name, value)| match name {
        "club" => (name, "norte".to_owned()),
        _ => (name, value),
    });
    let fields = fields.each_ref().map(|(name, value)| (*name, &**value));
    let answer = nena.form("/score/club", &fields).await;
    answer.text().has("cannot choose one of these");
    // A closed club takes nothing.
    let close = [("act", "close"), ("sure", "yes")];
    done(&mut nena, "/club/centro/desk", &close).await;
    let fields = give(SHEET, DAY, "", &own);
    let fields = fields.each_ref().map(|(name, value)| (*name, &**value));
    assert_eq!(nena.form("/score/club", &fields).await.status, 404);
}

/// Another phone may have written one match more. The league has the common ones once.
#[tokio::test(flavor = "multi_thread")]
async fn match_of_a_longer_sheet_is_known() {
    let server = Server::fresh("league-longer").await;
    let [mut nena, _, _, _] = club(&server).await;
    let first = "start cien 4 target=60\tNena\trosa\tluis\tTío\nround out=A way=plain total=61\n";
    let longer = SHEET.replacen("start", &format!("{first}start"), 1);
    let form = nena.form("/score/club", &[("day", DAY), ("sheet", SHEET)]);
    let own = id_of(form.await.text(), "nena");
    for (sheet, matches) in [(SHEET, "2 matches"), (&longer, "3 matches")] {
        let give = [
            ("act", "give"),
            ("club", "centro"),
            ("day", DAY),
            ("sheet", sheet),
            ("who-1", &own),
        ];
        done(&mut nena, "/score/club", &give).await;
        page(&mut nena, LEAGUE).await.has(matches);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_names_a_person_who_blocked_them() {
    let server = Server::fresh("league-block").await;
    let [mut nena, _, mut rosa, _] = club(&server).await;
    let sheet = [("day", DAY), ("sheet", SHEET)];
    let before = nena.form("/score/club", &sheet).await;
    let rosa_id = id_of(before.text(), "rosa");
    rosa.ask("PUT", "/api/me/blocks/nena", "").await.with(204);
    let form = nena.form("/score/club", &sheet).await;
    form.text().has(">luis<");
    form.text().has_not(&rosa_id);
    let give = [
        ("act", "give"),
        ("club", "centro"),
        ("day", DAY),
        ("sheet", SHEET),
        ("who-2", &rosa_id),
    ];
    let refused = nena.form("/score/club", &give).await;
    refused.text().has("You cannot choose one of these people.");
    server.stop().await;
}
