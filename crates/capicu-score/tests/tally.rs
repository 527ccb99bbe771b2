use capicu_i18n::Lang;
use capicu_score::Page;

use super::taps::{has_button, text};

/// Two finished matches in one year, one in the next, and one in play.
const YEARS: &str = "capicu-sheet 1
day 2025-12-30
start cien 4 target=60\tTito\tAna\tMarva\tInés
round out=A way=both-ends total=32
start cien 4 target=60\tTito\tAna\tMarva\tInés
round out=A way=plain total=52
day 2026-01-04
start cien 4 target=60\tTito\tAna\tMarva\tInés
round out=B way=plain total=12
round out=D way=both-ends total=30
start cien 4 target=60\tTito\tJoe\tAna\tInés
round out=A way=plain total=12
";

#[test]
fn newest_year_is_shown_first() {
    let mut page = Page::open(Lang::En, YEARS);
    assert!(!page.act("other"));
    assert!(has_button(&page, "tally"));
    assert!(!page.act("tally"));
    assert_eq!(text(&page, "tally-leader"), "Most wins: Ana and Inés, 1");
    assert_eq!(text(&page, "tally-of"), "One match on one day");
    assert_eq!(text(&page, "tally-capicus"), "Most capicús: Inés, 1");
    page.act("year=");
    assert_eq!(text(&page, "tally-of"), "3 matches on 2 days");
    page.act("year=2025");
    assert_eq!(text(&page, "tally-leader"), "Most wins: Marva and Tito, 2");
    assert_eq!(page.tally().csv().lines().count(), 7);
}

#[test]
fn name_is_deleted_by_a_second_tap() {
    let mut page = Page::open(Lang::En, YEARS);
    page.act("other");
    page.act("tally");
    assert!(!page.act("forgotten"));
    assert!(!page.act("forget=Ana"));
    assert_eq!(page.stored(), YEARS);
    assert!(page.act("forgotten"));
    assert_eq!(page.said(), "Ana was deleted");
    assert!(!page.stored().contains("Ana"), "{}", page.stored());
    assert!(!page.html().contains("Ana"), "{}", page.html());
    assert_eq!(text(&page, "tally-leader"), "Most wins: Inés, 1");
    page.act("tally");
    assert!(!page.html().contains("Ana"), "{}", page.html());
}

#[test]
fn day_is_kept_with_the_next_match() {
    let mut page = Page::open(Lang::En, "");
    assert!(!page.html().contains("tally"));
    page.act("day=2026-13-01");
    assert_eq!(page.stored(), "capicu-sheet 1\n");
    page.act("day=2026-11-29");
    page.act("game=cien");
    page.act("start\n\nTito\nAna\nMarva\nInés");
    page.act("day=2026-11-29");
    assert!(
        page.stored()
            .starts_with("capicu-sheet 1\nday 2026-11-29\nstart cien 4"),
        "{}",
        page.stored()
    );
    assert_eq!(page.stored().matches("day ").count(), 1);
    page.act("other");
    page.act("tally");
    assert_eq!(
        text(&page, "tally-none"),
        "Finish a match, and it counts here."
    );
}

#[test]
fn each_day_has_a_form_with_its_matches_alone() {
    let mut page = Page::open(Lang::En, YEARS);
    page.act("other");
    page.act("tally");
    let html = page.html();
    let forms: Vec<&str> = html.split("action=\"/score/club\"").skip(1).collect();
    let [newest, first] = forms[..] else {
        panic!("two days in {html}");
    };
    assert!(
        newest.contains("data-testid=\"give-2026-01-04\""),
        "{newest}"
    );
    assert!(newest.contains("total=30") && !newest.contains("total=52"));
    assert!(!newest.contains("Joe"), "the match is in play: {newest}");
    assert!(first.contains("total=52") && !first.contains("total=30"));
}
