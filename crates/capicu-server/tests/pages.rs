//! The pages that need no client: the rules of the games, and the page of rule files.

mod common;

use capicu_protocol::{CreateTable, FileGame, Plan, TurnTime, decode, encode};
use common::*;

async fn get(server: &Server, path: &str, head: &str) -> Answer {
    request(server.address, &format!("GET {path} HTTP/1.1{head}"), b"").await
}

/// Sends a text as the form of the page does.
async fn check(server: &Server, text: &str, head: &str) -> Answer {
    let body: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let head = format!(
        "POST /rule-file?lang=en HTTP/1.1\r\ncontent-type: application/x-www-form-urlencoded{head}"
    );
    request(server.address, &head, format!("text={body}").as_bytes()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_are_read_in_the_language_asked_for_or_the_browsers() {
    let folder = Folder::new("rulebook");
    let server = Server::start(config(&folder.0)).await;
    let page = get(&server, "/rules/french?lang=es", "").await;
    assert_eq!(page.status, 200);
    assert!(page.head.contains("content-type: text/html; charset=utf-8"));
    assert!(page.head.contains("default-src 'none'"), "{}", page.head);
    assert!(page.text().contains("<html lang=\"es\">"));
    let of_the_browser = "\r\naccept-language: fr;q=0.9, es-DO;q=0.8, en;q=0.5";
    let page = get(&server, "/rules/french", of_the_browser).await;
    assert!(page.text().contains("<html lang=\"es\">"));
    let page = get(&server, "/rules/decisions", "").await;
    assert!(page.text().contains("<b id=\"F1\">F1</b>"));
    // What is no page of rules is the client's to show.
    let page = get(&server, "/rules/whist", "").await;
    assert!(!page.text().contains("data-testid=\"rulebook\""));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_made_of_a_game_that_is_a_rule_file() {
    let folder = Folder::new("file-games");
    let server = Server::start(config(&folder.0)).await;
    let games = get(&server, "/api/games?lang=es", "").await;
    let games: Vec<FileGame> = decode(games.text()).unwrap();
    let five_up = games.iter().find(|game| game.id == "five-up").unwrap();
    // Five-Up is a change of the club game, which is written for two.
    let four = five_up
        .rules
        .iter()
        .find(|rules| rules.players == 4)
        .unwrap();
    let table = CreateTable {
        rules: four.clone(),
        seats: BOTS.into(),
        turn_time: Some(TurnTime::Off),
        grace: None,
        level: None,
        hints: None,
        name: None,
    };
    let created = create(server.address, &table).await;
    let player = Player::sit(server.address, &created.table, &created.token).await;
    let told = player.snapshot.as_ref().unwrap();
    assert_eq!(told.rules.title.as_deref(), Some("Five-Up"));
    assert_eq!(told.rules.rules().unwrap(), four.rules().unwrap());
    assert_eq!(told.rules.game, "club");

    // The same without saying so is a mistake.
    let mut three = table.clone();
    three.rules = rules("club", 3, &[]);
    three.seats = vec![Plan::Me, Plan::Bot, Plan::Bot];
    let answer = request(
        server.address,
        "POST /api/tables HTTP/1.1",
        encode(&three).as_bytes(),
    )
    .await;
    assert_eq!(answer.status, 422, "{}", answer.text());
    // And so is a title that hides something.
    let mut named = table.clone();
    named.rules.title = Some("Five\u{202e}pU".to_owned());
    let answer = request(
        server.address,
        "POST /api/tables HTTP/1.1",
        encode(&named).as_bytes(),
    )
    .await;
    assert_eq!(answer.status, 422, "{}", answer.text());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_score_sheet_comes_with_the_table() {
    let folder = Folder::new("sheet");
    let server = Server::start(config(&folder.0)).await;
    let table = four(BOTS, &[("target", "9")]);
    let created = create(server.address, &table).await;
    let player = Player::sit(server.address, &created.table, &created.token).await;
    let player = player.play(4).await;
    let again = Player::sit(server.address, &created.table, &created.token).await;
    let sheet = &again.snapshot.as_ref().unwrap().game.sheet.0;
    // Four or more rounds were dealt; those that were tied or reset count as well, void ones not.
    assert!(sheet.len() >= 3, "{sheet:?}");
    for pair in sheet.windows(2) {
        let grown = pair[0]
            .iter()
            .zip(&pair[1])
            .any(|(before, after)| after > before);
        assert!(
            grown || pair[0] == pair[1] || pair[1] == [0, 0],
            "{sheet:?}"
        );
    }
    drop(player);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_file_is_told_its_mistakes_at_their_lines() {
    let folder = Folder::new("rule-file");
    let server = Server::start(config(&folder.0)).await;
    let page = get(&server, "/rule-file?lang=en&from=quinientos", "").await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("base = &quot;doscientos&quot;"));

    let wrong = "base = \"cien\"\r\nname = \"<i>Ours</i>\"\r\nkapicu = 30\r\n";
    let page = check(&server, wrong, "").await;
    assert_eq!(page.status, 422);
    assert!(
        page.text().contains("data-testid=\"wrong-3\""),
        "{}",
        page.text()
    );
    assert!(
        page.text()
            .contains("Line 3, column 1: there is no option <code>kapicu</code>; did you mean <code>capicu</code>?")
    );
    assert!(
        !page.text().contains("<i>"),
        "what was sent is shown as text"
    );

    let page = check(
        &server,
        "base = \"cien\"\nname = \"Ours\"\ncapicu = 30\n",
        "",
    )
    .await;
    assert_eq!(page.status, 200);
    assert!(
        page.text().contains("href=\"/play#game=%7B"),
        "{}",
        page.text()
    );

    for bad in [
        "",
        "\u{0}\u{1}",
        "base = ",
        "base = \"cien\"\nhand = 40\n",
        "[[[[",
        "players = 1",
    ] {
        let page = check(&server, bad, "").await;
        assert_eq!(page.status, 422, "{bad:?}");
        assert!(
            page.text().contains("data-testid=\"rule-file-wrong\""),
            "{bad:?}"
        );
        assert!(page.text().contains("data-testid=\"wrong-"), "{bad:?}");
    }
    let long = "# \n".repeat(100_000);
    assert_eq!(check(&server, &long, "").await.status, 413);
    server.stop().await;
}
