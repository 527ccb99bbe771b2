//! A score sheet that two phones of one table write.

use super::common::browser::Browser;
use super::common::*;

const START: &str = "start cien 4\tTito\tAna\tMarva\tInés";
const ROUND: &str = "round out=A way=both-ends total=32";

/// The page decides by these statuses.
#[tokio::test(flavor = "multi_thread")]
async fn phones_hear_which_lines_count() {
    let server = Server::fresh("shared-sheets").await;
    let mut phone = Browser::guest(&server, "ana").await;
    let sheet = format!("/score/with/{}", "a".repeat(32));
    for (at, lines, status, body) in [
        ("0", START, 200, "1"),
        ("1", ROUND, 200, "2"),
        // Another phone was first: its lines are in the answer.
        ("1", "undo", 409, ROUND),
        ("2", "strike 7", 422, ""),
        ("x", "undo", 400, ""),
    ] {
        let fields = [("at", at), ("lines", lines)];
        let answer = phone.form(&sheet, &fields).await;
        assert_eq!(answer.status, status, "{lines}: {}", answer.text());
        assert!(answer.text().contains(body), "{lines}: {}", answer.text());
    }
    let heard = phone.ask("GET", &format!("{sheet}?at=1"), "").await;
    assert_eq!((heard.status, heard.text()), (200, ROUND));
    let other = format!("/score/with/{}", "b".repeat(32));
    for path in [format!("{other}?at=0"), "/score/with/no?at=0".to_owned()] {
        assert_eq!(phone.ask("GET", &path, "").await.status, 404, "{path}");
    }
    let lines: Vec<&str> = std::iter::once(START)
        .chain([ROUND, "undo"].into_iter().cycle().take(900))
        .collect();
    let fields = [("at", "0"), ("lines", &lines.join("\n"))];
    assert_eq!(phone.form(&other, &fields).await.status, 413);
}
