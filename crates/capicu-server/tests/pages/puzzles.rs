//! Puzzles, by forms without a script.

use capicu_analysis::{Posed, Shipped, Solution, Theme};
use capicu_i18n::Texts;
use serde_json::Value;

use super::common::browser::{Browser, led_to, page};
use super::common::*;

/// The address of the puzzle of the day, from the front page of the puzzles.
fn daily(page: &str) -> String {
    let before = page.split("\" data-testid=\"to-daily\"").next();
    let address = before.and_then(|text| text.rsplit("href=\"").next());
    address.expect("a link").to_owned()
}

/// A puzzle that comes with the program: its text and what was found.
fn shipped(game: &str) -> (Posed, Solution) {
    let found = Shipped::all().find(|shipped| shipped.game() == game);
    let found = found.expect("one of the game");
    let posed = Posed::read(&found.puzzle, Texts::default()).expect("a puzzle");
    (posed, found.solution)
}

fn by_id(id: &str) -> Shipped {
    let found = Shipped::all().find(|shipped| capicu_server_id(&shipped.puzzle) == id);
    found.unwrap_or_else(|| panic!("no puzzle {id}"))
}

/// The answer that is best or bad at the puzzle of this address, as everybody may compute.
fn chosen(id: &str, good: bool) -> String {
    let answers = by_id(id).solution.answers;
    let at = answers.iter().position(|answer| answer.good == good);
    at.expect("there is one").to_string()
}

/// The second way to the id of a puzzle: ten bytes of its digest as letters and digits.
fn capicu_server_id(text: &str) -> String {
    use sha2::Digest as _;
    let digest = sha2::Sha256::digest(text.as_bytes());
    let letters: Vec<char> = ('a'..='z')
        .filter(|c| *c != 'l' && *c != 'o')
        .chain('2'..='9')
        .collect();
    digest
        .iter()
        .take(10)
        .map(|byte| letters[usize::from(*byte) % 32])
        .collect()
}

/// The text after a part.
fn after<'a>(text: &'a str, part: &str) -> &'a str {
    text.split_once(part)
        .unwrap_or_else(|| panic!("{part} in {text}"))
        .1
}

/// The daily puzzle is the same for everybody. Answers of signed-in players count once, and the solution is shown on
/// demand only. Deleting the account removes its answers.
#[tokio::test(flavor = "multi_thread")]
async fn the_puzzle_of_the_day_is_solved_and_counted() {
    let server = Server::fresh("puzzles").await;
    let mut nobody = Browser::new(&server);
    let mut ana = Browser::guest(&server, "Ana").await;
    let home = page(&mut nobody, "/").await;
    assert!(home.contains("data-testid=\"to-puzzles\""));
    let front = page(&mut nobody, "/puzzles").await;
    let path = daily(&front);
    assert_eq!(daily(&page(&mut ana, "/puzzles").await), path);
    assert!(!front.contains("data-testid=\"progress\""));
    let id = path.rsplit('/').next().expect("an id").to_owned();
    ana.form(&path, &[]).await.with(422);
    // Every answer is a button. Seats have no letters, and the page reveals nothing.
    let text = page(&mut nobody, &format!("{path}?lang=en")).await;
    assert!(!text.contains("Side A") && !text.contains("data-testid=\"solved\""));
    let answers = by_id(&id).solution.answers.len();
    assert_eq!(text.matches("name=\"action\"").count(), answers, "{text}");
    let (bad, good) = (chosen(&id, false), chosen(&id, true));
    let wrong = ana.form(&path, &[("action", &bad)]).await;
    wrong.has("data-good=\"false\"");
    let verdict = after(wrong.text(), "data-testid=\"verdict\"");
    let (verdict, fold) = verdict.split_once("<details>").expect("a fold");
    assert!(!verdict.contains('±') && fold.contains('±'), "{verdict}");
    assert!(verdict.contains("data-testid=\"reply\"") && wrong.text().contains("badge wrong"));
    assert!(
        !wrong.text().contains("data-testid=\"solved\""),
        "nothing is given away"
    );
    let right = ana.form(&path, &[("action", &good)]).await;
    right.has("data-good=\"true\"");
    right.has("data-testid=\"solved\"");
    let solved = after(right.text(), "data-testid=\"solved\"");
    let (words, numbers) = solved.split_once("<details>").expect("a fold");
    assert!(!words.contains('±') && numbers.contains('±'), "{words}");
    // The line to share has a square for each answer, and no tile.
    let line = after(solved, "data-testid=\"share-line\"");
    let line = line.split("</p>").next().unwrap_or_default();
    assert!(
        line.contains("🟥🟩 · one day") && line.contains(&path),
        "{line}"
    );
    let names_a_tile = (0..=12).any(|a| (0..=a).any(|b| line.contains(&format!("{a}-{b}"))));
    assert!(!names_a_tile && !line.contains('@'), "{line}");
    // The puzzle was lost at the first try.
    assert!(words.contains("data-testid=\"chips\""), "{words}");
    // Once it is over nothing counts any more.
    ana.form(&path, &[("solution", "yes")]).await;
    let mine = page(&mut ana, "/puzzles").await;
    mine.has("Tried 1, solved 1, of these at the first try 0.");
    mine.has("Puzzle of the day solved: one day.");
    let rating = after(&mine, "Rating for puzzles: ");
    let points: u32 = rating[..3].parse().expect("three digits");
    assert!((700..1_000).contains(&points), "{points}");
    let shown = nobody.form(&path, &[("solution", "yes")]).await;
    assert!(shown.text().contains("data-testid=\"solved\""));
    let export = ana.ask("GET", "/api/me/export", "").await;
    let export: Value = serde_json::from_str(export.text()).expect("JSON");
    assert_eq!(export["puzzles"]["answers"][0]["outcome"], "solved");
    assert_eq!(export["puzzles"]["answers"][0]["tries"], 2);
    // There is another one of any game, and not the same again.
    for _ in 0..3 {
        let next = nobody
            .ask("GET", &format!("/puzzles/next?not={id}"), "")
            .await;
        assert_ne!(led_to(&next), path);
    }
    let of_game = nobody.ask("GET", "/puzzles/next?game=cien", "").await;
    assert!(page(&mut nobody, &led_to(&of_game)).await.contains("Cien"));
    assert_eq!(nobody.ask("GET", "/puzzles/none", "").await.status, 404);
    // A theme leads to its puzzles, one after the other.
    let front = page(&mut nobody, "/puzzles?lang=en").await;
    for theme in Theme::ALL {
        front.has(&format!("data-testid=\"puzzle-of-{}\"", theme.id()));
    }
    let of_theme = nobody.ask("GET", "/puzzles/next?theme=block", "").await;
    let address = led_to(&of_theme);
    let (id, query) = address
        .rsplit('/')
        .next()
        .and_then(|id| id.split_once('?'))
        .expect("a query");
    assert!(
        by_id(id).themes.contains(&Theme::Block) && query == "theme=block",
        "{address}"
    );
    let shown = nobody
        .form(&address, &[("solution", "yes"), ("theme", "block")])
        .await;
    page(&mut nobody, &address)
        .await
        .has("name=\"theme\" value=\"block\"");
    shown.has(&format!("/puzzles/next?theme=block&amp;not={id}"));
    // A chat shows the board for a link.
    let picture = format!("{path}/picture.png");
    let shown = page(&mut nobody, &path).await;
    assert!(shown.contains(&format!("{picture}\"><meta property=\"og:image:width\"")));
    for path in [picture.as_str(), "/picture.png"] {
        let drawn = nobody.ask("GET", path, "").await;
        assert!(drawn.head.contains("image/png"), "{}", drawn.head);
    }
    let none = nobody.ask("GET", "/puzzles/none/picture.png", "").await;
    assert_eq!(none.status, 404);
    server.stop().await;
}

/// A member gives a puzzle after having seen what is given, everybody may solve it, and it goes when it is taken back or
/// with the account. The server looks at it itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_is_given_and_taken_back() {
    let server = Server::fresh("given-puzzles").await;
    let mut ana = Browser::guest(&server, "Ana").await;
    // Another answer that was found to be bad, so that it is another puzzle.
    let (posed, solution) = shipped("block");
    let decision = posed.decision();
    let mut all = 0..solution.answers.len();
    let other = all.find(|at| !solution.answers[*at].good && *at != decision.played);
    let other = decision.actions[other.expect("two bad answers")];
    let text = posed.text().replace(
        &format!("played: {}", decision.action()),
        &format!("played: {other}"),
    );
    let give = [("puzzle", text.as_str()), ("sure", "yes")];
    assert_eq!(
        ana.form("/puzzles/give", &give).await.status,
        401,
        "a guest"
    );
    ana.join("ana").await;
    let preview = ana.form("/puzzles/give", &give[..1]).await;
    assert!(preview.status == 200 && preview.text().contains("data-testid=\"give-sure\""));
    page(&mut ana, "/puzzles/mine")
        .await
        .has("You have given none");
    // What is no puzzle, or no mistake, is refused with the place.
    let broken = text.replace("played: ", "played: x");
    let refused = ana
        .form("/puzzles/give", &[("puzzle", &broken), ("sure", "yes")])
        .await;
    assert!(
        refused.status == 422 && refused.text().contains("Line 3:"),
        "{}",
        refused.text()
    );
    let best = text.replace(
        &format!("played: {other}"),
        &format!("played: {}", decision.actions[solution.best]),
    );
    let refused = ana
        .form("/puzzles/give", &[("puzzle", &best), ("sure", "yes")])
        .await;
    assert!(
        refused.status == 422 && refused.text().contains("nothing to find"),
        "{}",
        refused.text()
    );
    let given = posed.text();
    let again = ana
        .form("/puzzles/give", &[("puzzle", &given), ("sure", "yes")])
        .await;
    assert_eq!(again.status, 409, "it comes with the program");

    let done = ana.form("/puzzles/give", &give).await;
    assert_eq!(led_to(&done), "/puzzles/mine?done=given");
    let mine = page(&mut ana, "/puzzles/mine").await;
    let id = capicu_server_id(&text);
    assert!(mine.contains(&format!("/puzzles/{id}")), "{mine}");
    assert_eq!(ana.form("/puzzles/give", &give).await.status, 409);
    let mut eva = Browser::guest(&server, "Eva").await;
    let open = page(&mut eva, &format!("/puzzles/{id}")).await;
    assert!(!open.contains("Ana") && !open.contains("@ana"), "{open}");
    let stolen = eva.form("/puzzles/take-back", &[("puzzle", &id)]).await;
    assert_eq!(led_to(&stolen), "/puzzles/mine", "nothing happens");
    page(&mut eva, &format!("/puzzles/{id}")).await;
    let export = ana.ask("GET", "/api/me/export", "").await;
    let export: Value = serde_json::from_str(export.text()).expect("JSON");
    assert_eq!(export["puzzles"]["given"][0]["id"], id.as_str());
    let back = ana.form("/puzzles/take-back", &[("puzzle", &id)]).await;
    assert_eq!(led_to(&back), "/puzzles/mine?done=taken-back");
    assert_eq!(
        eva.ask("GET", &format!("/puzzles/{id}"), "").await.status,
        404
    );
    assert_eq!(
        led_to(&ana.form("/puzzles/give", &give).await),
        "/puzzles/mine?done=given"
    );
    assert_eq!(ana.ask("DELETE", "/api/me", "").await.status, 204);
    assert_eq!(
        eva.ask("GET", &format!("/puzzles/{id}"), "").await.status,
        404
    );
    server.stop().await;
}
