//! Puzzles, by forms without a script.

use capicu_analysis::{Posed, SHIPPED, Solution};
use capicu_i18n::Texts;
use serde_json::Value;

use super::common::browser::{Browser, led_to, page};
use super::common::*;

fn answers_to(page: &str) -> String {
    let form = page
        .split("data-testid=\"answers\"")
        .next()
        .expect("a form");
    let action = form.rsplit("action=\"").next().expect("an address");
    action.split('"').next().expect("its end").to_owned()
}

/// A puzzle that comes with the program: its text and what was found.
fn shipped(game: &str) -> (Posed, Solution) {
    let lines = SHIPPED.lines();
    let lines = lines.map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut of_game = lines.filter(|line| line["game"] == game);
    let line = of_game.next().expect("one of the game");
    let text = line["puzzle"].as_str().expect("a text");
    let posed = Posed::read(text, Texts::default()).expect("a puzzle");
    let solution = serde_json::from_value(line["solution"].clone()).expect("its numbers");
    (posed, solution)
}

/// The answer that is best or bad at the puzzle of this address, as everybody may compute.
fn chosen(id: &str, good: bool) -> String {
    for line in SHIPPED.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let solution: Solution = serde_json::from_value(line["solution"].clone()).expect("numbers");
        if capicu_server_id(line["puzzle"].as_str().expect("a text")) == id {
            let at = solution
                .answers
                .iter()
                .position(|answer| answer.good == good);
            return at.expect("there is one").to_string();
        }
    }
    panic!("no puzzle {id}")
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
    let path = answers_to(&front);
    assert_eq!(answers_to(&page(&mut ana, "/puzzles").await), path);
    assert!(
        !front.contains("data-testid=\"solved\"") && !front.contains("data-testid=\"progress\"")
    );
    let id = path.rsplit('/').next().expect("an id").to_owned();
    ana.form(&path, &[]).await.with(422);
    // An answer is a button with its tile. Seats have no letters, and numbers are in a fold.
    let text = page(&mut nobody, &format!("{path}?lang=en")).await;
    assert!(
        !text.contains("type=\"radio\"") && !text.contains("Side A"),
        "{text}"
    );
    let answers = text.split("class=\"answers\"").nth(1).expect("answers");
    let answers = answers.split("</div>").next().unwrap_or_default();
    let buttons = answers.matches("name=\"action\"").count();
    assert!(buttons > 1, "{answers}");
    assert!(
        (buttons - 1..=buttons).contains(&answers.matches("<svg class=\"board\"").count()),
        "{answers}"
    );
    let (bad, good) = (chosen(&id, false), chosen(&id, true));
    let wrong = ana.form(&path, &[("action", &bad)]).await;
    wrong.has("data-good=\"false\"");
    let verdict = wrong
        .text()
        .split("data-testid=\"verdict\"")
        .nth(1)
        .expect("a verdict");
    let (verdict, fold) = verdict.split_once("<details>").expect("a fold");
    assert!(!verdict.contains('±') && fold.contains('±'), "{verdict}");
    assert!(
        !wrong.text().contains("data-testid=\"solved\""),
        "nothing is given away"
    );
    let right = ana.form(&path, &[("action", &good)]).await;
    right.has("data-good=\"true\"");
    right.has("data-testid=\"solved\"");
    let solved = right
        .text()
        .split("data-testid=\"solved\"")
        .nth(1)
        .expect("a solution");
    let (words, numbers) = solved.split_once("<details>").expect("a fold");
    assert!(!words.contains('±') && numbers.contains('±'), "{words}");
    // Once it is over nothing counts any more.
    ana.form(&path, &[("solution", "yes")]).await;
    let mine = page(&mut ana, "/puzzles").await;
    mine.has("Tried 1, solved 1, of these at the first try 0.");
    mine.has("Puzzle of the day solved: one day.");
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
