use capicu::Game;
use capicu_i18n::Lang;
use capicu_score::Page;

fn names(n: u8) -> String {
    let all = [
        "Tito", "Ana", "Marva", "Inés", "Joe", "Luz", "Kim", "Bo", "Eva", "Max", "Zoe", "Pip",
    ];
    all[..usize::from(n)].join("\n")
}

pub fn started(game: &str, players: u8) -> Page {
    let mut page = Page::open(Lang::En, "");
    page.act(&format!("game={game}"));
    page.act(&format!("players={players}"));
    assert!(
        page.act(&format!("start\n\n{}", names(players))),
        "{}",
        page.html()
    );
    page
}

/// Whether a button with this action can be tapped.
pub fn has_button(page: &Page, action: &str) -> bool {
    let html = page.html();
    let mut buttons = html.split("<button").skip(1);
    buttons.any(|button| {
        let tag = button.split('>').next().unwrap_or_default();
        tag.contains(&format!("data-do=\"{action}\"")) && !tag.contains(" disabled")
    })
}

pub fn tap(page: &mut Page, actions: &[&str]) {
    for action in actions {
        assert!(
            has_button(page, action),
            "{action} is no button of {}",
            page.html()
        );
        page.act(action);
    }
}

/// The text of the element with this test id.
pub fn text(page: &Page, id: &str) -> String {
    let html = page.html();
    let rest = html
        .split(&format!("data-testid=\"{id}\""))
        .nth(1)
        .expect("an element");
    let rest = rest.split_once('>').expect("a tag").1;
    let mut inside = String::new();
    let mut in_tag = false;
    let end = rest
        .find("</button>")
        .unwrap_or(usize::MAX)
        .min(rest.find("</p>").unwrap_or(usize::MAX));
    for c in rest[..end.min(rest.len())].chars() {
        match c {
            '<' => in_tag = true,
            '>' => in_tag = false,
            _ if !in_tag => inside.push(c),
            _ => {}
        }
    }
    inside
}

#[test]
fn capicu_takes_four_taps() {
    let mut page = started("cien", 4);
    tap(&mut page, &["who=A", "digit=3", "digit=2"]);
    // 002:41-46: 32 pips, 20 for the first game won, 20 for the capicú.
    assert_eq!(
        text(&page, "end-out=1"),
        "Capicú32 + First round won 20 + Capicú 20 = 72"
    );
    tap(&mut page, &["out=1"]);
    assert_eq!(text(&page, "score-0"), "72");
    assert_eq!(text(&page, "score-1"), "0");
    assert!(
        text(&page, "leader").contains("Round 2 · Tito opens"),
        "{}",
        text(&page, "leader")
    );
}

#[test]
fn game_of_love_takes_two_taps() {
    let mut page = started("jamaican-partner", 4);
    tap(&mut page, &["who=A", "out=2"]);
    assert_eq!(text(&page, "score-0"), "2");
    assert_eq!(page.html().matches("class=\"won\"").count(), 2);
    tap(&mut page, &["who=B", "out=0"]);
    assert_eq!(text(&page, "score-0"), "0");
    assert!(
        text(&page, "last-line").contains("back to love all"),
        "{}",
        text(&page, "last-line")
    );
}

#[test]
fn paying_pass_takes_one_tap() {
    let mut page = started("cien", 4);
    tap(&mut page, &["play=paso=1"]);
    assert_eq!(text(&page, "score-1"), "10");
}

#[test]
fn ends_take_one_tap_and_the_round_four() {
    let mut page = started("fives-and-threes", 2);
    tap(
        &mut page,
        &["play=ends=0 points=15", "scorer=1", "play=ends=1 points=3"],
    );
    assert_eq!(
        (text(&page, "score-0"), text(&page, "score-1")),
        ("15".into(), "3".into())
    );
    tap(&mut page, &["over", "who=B", "digit=7", "out=0"]);
    assert_eq!(text(&page, "score-1"), "10");
}

#[test]
fn penalties_are_counted_for_each_player() {
    let mut page = started("french", 4);
    tap(
        &mut page,
        &[
            "who=A", "focus=1", "digit=1", "digit=0", "focus=2", "digit=7", "double",
        ],
    );
    tap(&mut page, &["focus=3", "digit=2", "digit=0", "out=0"]);
    // 001:82-86: the hand with a double counts twice.
    let scores: Vec<String> = (0..4)
        .map(|side| text(&page, &format!("score-{side}")))
        .collect();
    assert_eq!(scores, ["0", "10", "14", "20"]);
}

#[test]
fn doubtful_count_needs_a_second_tap() {
    let mut page = started("block", 3);
    tap(
        &mut page,
        &["who=A", "digit=9", "digit=9", "digit=9", "out=0"],
    );
    // The twelve heaviest tiles count 106.
    assert!(
        page.html().contains("These tiles count 106 at most."),
        "{}",
        page.html()
    );
    assert_eq!(text(&page, "score-0"), "0");
    tap(&mut page, &["answer"]);
    assert_eq!(text(&page, "score-0"), "999");
    assert!(page.html().contains("Not by the rules."));
}

#[test]
fn tapped_tiles_are_counted() {
    let mut page = started("cien", 4);
    tap(
        &mut page,
        &["who=A", "tiles", "tile=6-6", "tile=5-4", "tile=5-4"],
    );
    assert_eq!(text(&page, "total"), "12");
    tap(&mut page, &["tile=3-0", "out=0"]);
    assert_eq!(text(&page, "score-0"), "35");
}

#[test]
fn undone_and_corrected_lines_are_shown() {
    let mut page = started("cien", 4);
    tap(&mut page, &["who=A", "digit=9", "out=0", "undo"]);
    assert_eq!(text(&page, "score-0"), "0");
    assert!(page.html().contains("Undone"));
    tap(
        &mut page,
        &[
            "who=A",
            "digit=9",
            "out=0",
            "correct=1",
            "who=B",
            "digit=8",
            "out=0",
        ],
    );
    assert_eq!(
        (text(&page, "score-0"), text(&page, "score-1")),
        ("0".into(), "28".into())
    );
    assert!(
        page.html().contains("Before: Tito, Out, 9"),
        "{}",
        page.html()
    );
}

#[test]
fn match_ends_with_a_rematch() {
    let mut page = started("block", 2);
    for _ in 0..2 {
        tap(&mut page, &["who=A", "digit=6", "digit=0", "out=0"]);
    }
    assert!(text(&page, "sheet-over").contains("Tito wins the match, 120 to 0!"));
    tap(&mut page, &["again"]);
    assert_eq!(text(&page, "score-0"), "0");
}

#[test]
fn stored_page_opens_where_it_was() {
    let mut page = started("cien", 4);
    tap(&mut page, &["who=A", "digit=9", "out=0"]);
    let again = Page::open(Lang::Es, &page.stored());
    assert_eq!(text(&again, "score-0"), "29");
    assert!(again.html().contains("¿Quién ganó la mano?"));
    let damaged = Page::open(Lang::En, &format!("{}round ou", page.stored()));
    assert_eq!(text(&damaged, "score-0"), "29");
    assert!(text(&damaged, "sheet-problem").starts_with("Line 4 of the stored sheet is damaged"));
}

#[test]
fn bad_names_and_targets_are_explained() {
    let mut page = Page::open(Lang::En, "");
    page.act("game=block");
    page.act("players=2");
    for (form, problem) in [
        ("start\n\nTito\n ", "Player 2 has no name."),
        (
            "start\n\nTito\ntito",
            "Player 2 has the name of another player. Add a letter.",
        ),
        ("start\n0\nTito\nAna", "The rules do not allow this entry."),
        (
            "start\nmany\nTito\nAna",
            "The rules do not allow this entry.",
        ),
    ] {
        assert!(!page.act(form));
        assert_eq!(text(&page, "sheet-problem"), problem);
    }
    assert!(page.act("start\n150\nTito\n<b>Ana</b>"));
    assert!(page.html().contains("&lt;b&gt;Ana"));
    // Rules stay during a match.
    page.act("who=A");
    page.act("digit=9");
    assert!(page.act("out=0"));
    page.act("game=draw");
    assert!(!page.act(&format!("start\n\n{}", names(2))));
    assert_eq!(
        text(&page, "sheet-problem"),
        "A match is in play. Finish or undo it first."
    );
}

#[test]
fn house_rules_can_be_chosen() {
    let mut page = Page::open(Lang::En, "");
    page.act("rules=cien 4 target=150 capicu=30");
    assert!(!page.html().contains("sheet-players"));
    assert!(
        page.act(&format!("start\n\n{}", names(4))),
        "{}",
        page.html()
    );
    tap(&mut page, &["who=A", "digit=3", "digit=2", "out=1"]);
    assert_eq!(text(&page, "score-0"), "82");
    assert_eq!(text(&page, "leader"), "Round 2 · Tito opens");
    // Another match begins with the same rules.
    page.act("other");
    assert!(page.html().contains("value=\"150\""), "{}", page.html());
    for action in [
        "rules=cien",
        "rules=cien 9",
        "rules=poker 4",
        "rules=cien 4 luck=1",
    ] {
        let before = page.html();
        assert!(!page.act(action), "{action}");
        assert_eq!(page.html(), before, "{action}");
    }
}

#[test]
fn every_game_can_be_started_and_scored_in_every_language() {
    for lang in [Lang::En, Lang::Es, Lang::Fr] {
        for game in Game::ALL {
            for players in game.players {
                let mut page = started(game.id, *players);
                let stored = page.stored();
                page = Page::open(lang, &stored);
                if has_button(&page, "over") {
                    tap(&mut page, &["over"]);
                }
                tap(&mut page, &["who=B"]);
                // One number for all hands, or five pips in each.
                let total = page.html().contains("data-testid=\"total\"");
                if total {
                    tap(&mut page, &["digit=4"]);
                }
                let counts = if total { 1 } else { *players };
                for focus in 0..counts {
                    if has_button(&page, "digit=5") {
                        page.act(&format!("focus={focus}"));
                        page.act("digit=5");
                    }
                }
                tap(&mut page, &["out=0"]);
                // An opener is asked where the next one depends on it.
                if has_button(&page, "answer=A") {
                    tap(&mut page, &["answer=A"]);
                }
                let lines = page.stored().lines().count();
                assert_eq!(lines, 3, "{} {players}: {}", game.id, page.html());
            }
        }
    }
}

#[test]
fn unknown_actions_change_nothing() {
    let mut page = started("cien", 4);
    let before = page.html();
    for action in [
        "",
        "who",
        "who=Z",
        "digit=12",
        "tile=9-9",
        "focus=40",
        "out=7",
        "play=paso",
        "answer=A",
        "correct=x",
        "start",
    ] {
        assert!(!page.act(action), "{action}");
    }
    assert!(!page.act("correct=99"));
    page.act("cancel");
    assert_eq!(page.html(), before);
}

/// The sheet returns the scores of the matches that began as the event asked, and nothing else.
#[test]
fn sheet_returns_the_scores_to_an_event() {
    let mut page = Page::open(Lang::En, "");
    let start = "cien 4";
    page.act(&format!("rules={start}"));
    let names = names(4);
    let start = format!("{start}\t{}", names.replace('\n', "\t"));
    assert_eq!(page.result(&start, 0), "", "nothing began");
    page.act(&format!("start\n\n{names}"));
    assert_eq!(page.result(&start, 0), "", "nothing is written");
    tap(&mut page, &["who=A", "digit=4", "digit=0", "out=0"]);
    // The first round won brings 20 more.
    assert_eq!(page.result(&start, 0), "60.0");
    assert_eq!(page.result("cien 2\tTito\tAna", 0), "");
    tap(&mut page, &["who=C", "digit=7", "digit=0", "out=0"]);
    let over = page.result(&start, 0);
    assert!(over.ends_with(".w0"), "{over}");
    tap(&mut page, &["again"]);
    tap(&mut page, &["who=B", "digit=1", "digit=0", "out=0"]);
    assert_eq!(page.result(&start, 0), format!("{over}-0.30"));
    // The second match belongs to another slip.
    assert_eq!(page.result(&start, page.matches() - 1), "0.30");
}
