//! Winner stays on the page, without a browser.

use capicu_i18n::Lang;
use capicu_score::Page;

use crate::taps::{has_button, tap, text};

/// A form of cien for pairs with two pairs that wait.
const FORM: &str = "queue:open\n\npairs\n1\nTito\tAna\tMarva\tInés\nJoe, Luz\n\nKim,Bo";

fn opened() -> Page {
    let mut page = Page::open(Lang::En, "");
    page.act("game=cien");
    page.set_time(1000);
    assert!(page.html().contains("data-testid=\"queue-open\""));
    assert!(page.act(FORM), "{}", page.html());
    page
}

/// The whole list with this test id, without tags.
fn list(page: &Page, id: &str) -> String {
    let html = page.html();
    let rest = html
        .split(&format!("data-testid=\"{id}\">"))
        .nth(1)
        .unwrap();
    let rest = rest.split("</ol>").next().unwrap();
    let rest = rest.split("</ul>").next().unwrap();
    let lines = rest.replace("</li>", "\n").replace("</span><", "</span> <");
    let mut inside = 0;
    let mut plain = String::new();
    for c in lines.chars() {
        match c {
            '<' => inside += 1,
            '>' => inside -= 1,
            c if inside == 0 => plain.push(c),
            _ => {}
        }
    }
    plain
}

/// A hundred points for the side of a player end the match.
fn win(page: &mut Page, who: &str) {
    tap(
        page,
        &[&format!("who={who}"), "digit=9", "digit=0", "out=0"],
    );
}

#[test]
fn winners_stay_and_one_tap_starts_the_next_match() {
    let mut page = opened();
    assert_eq!(text(&page, "who-B"), "Ana");
    assert_eq!(list(&page, "queue-waits"), "Joe and Luz\nKim and Bo\n");
    assert_eq!(page.said(), "Next: Joe and Luz");
    page.set_time(1600);
    win(&mut page, "B");
    assert_eq!(text(&page, "queue-stays"), "At the table: Ana and Inés");
    assert_eq!(text(&page, "queue-next-up"), "Next: Joe and Luz");
    assert_eq!(text(&page, "queue-best"), "Best streak: 1 (Ana and Inés)");
    assert!(!has_button(&page, "again"));
    // The match took ten minutes, and the next one takes as long.
    assert_eq!(
        list(&page, "queue-waits"),
        "Kim and Bo about 10 min\nTito and Marva about 20 min\n"
    );
    tap(&mut page, &["queue:next"]);
    assert_eq!(text(&page, "who-A"), "Joe");
    assert_eq!(text(&page, "score-1"), "0");
    page.set_time(1600 + 480);
    assert_eq!(
        list(&page, "queue-waits"),
        "Kim and Bo about 2 min\nTito and Marva about 12 min\n"
    );
    page.set_time(1600 + 4800);
    assert!(list(&page, "queue-waits").starts_with("Kim and Bo any moment"));
    win(&mut page, "D");
    assert_eq!(text(&page, "queue-stays"), "Ana and Inés: 2 in a row");
    let again = Page::open(Lang::Es, &page.stored());
    assert_eq!(text(&again, "queue-best"), "Mejor racha: 2 (Ana e Inés)");
}

#[test]
fn latecomers_join_and_people_leave() {
    let mut page = opened();
    assert!(page.act("queue:came\nEva\nMax"));
    assert!(list(&page, "queue-waits").ends_with("Kim and Bo\nEva and Max\n"));
    for (action, problem) in [
        (
            "queue:came\nEva\nZoe",
            "A name is empty, too long or already here.",
        ),
        (
            "queue:came\nZoe\n",
            "Write two names on each line, with a comma between them.",
        ),
        ("queue:next", "The queue does not allow this now."),
        ("queue:left=77", "The queue does not allow this now."),
    ] {
        assert!(!page.act(action), "{action}");
        assert_eq!(text(&page, "sheet-problem"), problem);
    }
    // Joe and Luz came third.
    tap(&mut page, &["queue:left=2"]);
    assert!(!has_button(&page, "queue:left=2"));
    assert_eq!(list(&page, "queue-waits"), "Kim and Bo\nEva and Max\n");
    // Nobody leaves a match with a line.
    tap(&mut page, &["who=A", "digit=9", "out=0"]);
    assert!(!page.act("queue:left=0"));
    assert_eq!(
        text(&page, "sheet-problem"),
        "A match is in play. Finish or undo it first."
    );
    tap(&mut page, &["undo"]);
    // Tito and Marva leave before it: Kim and Bo sit down, and nobody stays yet.
    tap(&mut page, &["queue:left=0"]);
    assert_eq!(text(&page, "queue-next-up"), "Next: Kim, Bo, Ana and Inés");
    tap(&mut page, &["queue:next"]);
    assert_eq!(text(&page, "who-A"), "Kim");
}

#[test]
fn latecomer_leaves_the_round_that_is_being_written() {
    let mut page = opened();
    tap(&mut page, &["who=A", "digit=3"]);
    assert!(page.act("queue:came\nEva\nMax"));
    tap(&mut page, &["digit=2"]);
    assert_eq!(text(&page, "total"), "32");
}

#[test]
fn undo_names_the_event_of_the_queue_that_it_takes_back() {
    let mut page = opened();
    assert!(page.act("queue:came\nEva\nMax"));
    tap(&mut page, &["undo"]);
    assert_eq!(page.said(), "Undone: Somebody arrives: Eva, Max");
}

#[test]
fn evening_is_closed_and_continued() {
    let mut page = opened();
    win(&mut page, "A");
    tap(&mut page, &["queue:close"]);
    assert_eq!(text(&page, "queue-best"), "Best streak: 1 (Tito and Marva)");
    assert!(list(&page, "queue-records").starts_with("Tito and Marva1 of 1 won, best streak 1\n"));
    // The sheet is one like any other.
    assert!(has_button(&page, "again") && !has_button(&page, "queue:next"));
    tap(&mut page, &["queue:resume", "queue:next"]);
    assert_eq!(text(&page, "who-B"), "Joe");
}

#[test]
fn other_tables_have_a_button_for_each_winner() {
    let mut page = Page::open(Lang::En, "");
    page.act("game=block");
    page.act("players=2");
    page.set_time(1000);
    assert!(page.act("queue:open\n\nsingles\n2\nTito\tAna\nJoe, Luz\nKim"));
    tap(&mut page, &["queue:start=1"]);
    page.set_time(1900);
    assert_eq!(text(&page, "queue-won-1-1"), "Won: Luz");
    tap(&mut page, &["queue:won=1.1"]);
    assert_eq!(text(&page, "queue-best"), "Best streak: 1 (Luz)");
    // Kim plays at table 2. The match at table 1 may end at any moment.
    assert_eq!(list(&page, "queue-waits"), "Joe any moment\n");
    assert!(has_button(&page, "queue:start=1"));
}

#[test]
fn bad_forms_are_explained() {
    let mut page = Page::open(Lang::En, "");
    page.act("game=cien");
    for (form, problem) in [
        (
            FORM.replace("Joe, Luz", "Joe"),
            "Write two names on each line, with a comma between them.",
        ),
        (
            FORM.replace("Joe, Luz", "Joe, Ana"),
            "A name is empty, too long or already here.",
        ),
        (
            FORM.replace("Tito", ""),
            "A name is empty, too long or already here.",
        ),
        (
            FORM.replace("open\n\n", "open\n0\n"),
            "The rules do not allow this entry.",
        ),
    ] {
        assert!(!page.act(&form));
        assert_eq!(text(&page, "sheet-problem"), problem);
        // The names that were typed stay in the form.
        assert!(page.html().contains("value=\"Marva\""));
    }
}
