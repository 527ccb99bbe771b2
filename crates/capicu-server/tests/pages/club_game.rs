//! The tournament of the club's game, from its preset to the printed standings.

use super::common::*;
use super::events::{Desk, led_to, member, page};

fn cells(row: &str) -> Vec<String> {
    let cells = row.split("<td").skip(1);
    cells
        .map(|cell| {
            let text = cell.split_once('>').map_or("", |(_, text)| text);
            text.split('<').next().unwrap_or_default().trim().to_owned()
        })
        .collect()
}

/// Everybody meets everybody, by Berger's table for four; the figures are added up by hand. In the second game of Ann and
/// Bob both went beyond 61, and the higher won.
#[tokio::test(flavor = "multi_thread")]
async fn the_club_game_from_the_preset_to_the_printed_standings() {
    let server = Server::fresh("club-game").await;
    let mut browser = member(&server, "nena").await;
    browser.head += "\r\naccept-language: en";
    let made = [("preset", "sbyc-club"), ("name", "Club night")];
    let made = led_to(&browser.form("/events/new", &made).await);
    let event = made.trim_end_matches("/desk").to_owned();
    let mut desk = Desk {
        browser,
        event: event.clone(),
        key: 0,
    };
    // The seeds are by strength.
    let list = "Ann;;40\nBob;;30\nCleo;;20\nDan;;10";
    desk.done("list", &[("list", list)]).await;
    desk.done("open", &[]).await;
    let rounds = [
        [[["2", "0"], ["122", "80"]], [["2", "1"], ["173", "161"]]],
        [[["2", "1"], ["175", "160"]], [["2", "0"], ["125", "92"]]],
        [[["2", "0"], ["122", "70"]], [["2", "1"], ["170", "165"]]],
    ];
    for (round, results) in ["1", "2", "3"].iter().zip(&rounds) {
        led_to(&desk.send("draft", &[]).await);
        desk.done("publish", &[]).await;
        for (meeting, [games, pegs]) in ["1", "2"].iter().zip(results) {
            let sheet = [
                ("stage", "1"),
                ("round", round),
                ("meeting", meeting),
                ("games-0", games[0]),
                ("games-1", games[1]),
                ("points-0", pegs[0]),
                ("points-1", pegs[1]),
            ];
            // A game is won by 61.
            let mut short = sheet;
            short[5] = ("points-0", "121");
            let answer = desk.send("rule", &short).await;
            let refused = answer.text().contains("fewer points than its games");
            assert!(refused, "{}", answer.text());
            desk.done("rule", &sheet).await;
        }
    }
    desk.done("close", &[("sure", "yes")]).await;
    let printed = page(&mut desk.browser, &format!("{event}/print/standings")).await;
    let rows = printed.split("data-testid=\"standing\"").skip(1);
    let rows: Vec<Vec<String>> = rows.map(cells).collect();
    let expected = [
        ["1", "Ann", "4", "3", "70"],
        ["2", "Bob", "4", "1", "31"],
        ["3", "Cleo", "2", "-1", "-22"],
        ["4", "Dan", "2", "-3", "-79"],
    ];
    let found: Vec<&[String]> = rows.iter().map(|row| &row[..5]).collect();
    assert_eq!(found, expected, "{printed}");
}
