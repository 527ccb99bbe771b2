use capicu_i18n::Lang;
use capicu_score::Page;

use super::taps::text;

/// A match, another one, and its rematch on another day.
const SHEET: &str = "capicu-sheet 1
day 2026-01-04
start cien 4 target=60\tTito\tAna\tMarva\tInés
round out=A way=both-ends total=32
day 2026-01-11
start cien 4 target=60\tTito\tJoe\tMarva\tInés
round out=A way=both-ends total=32
start cien 4 target=60\tTito\tJoe\tMarva\tInés
";

#[test]
fn only_the_match_and_its_rematches_are_shared() {
    // The first line is the header; the next three belong to other people.
    assert_eq!(Page::open(Lang::En, SHEET).shared_from(), 3);
    assert_eq!(Page::open(Lang::En, "").shared_from(), 0);
}

#[test]
fn evening_of_winner_stays_is_shared_from_its_beginning() {
    let evening = "capicu-sheet 1
start cien 4 target=30\tTito\tAna\tMarva\tInés
round out=A way=both-ends total=32
day 2026-01-18
queue 0 open pairs 1 cien 4
queue 0 came\tTito\tMarva
queue 0 came\tAna\tInés
queue 1 next
";
    let mut page = Page::open(Lang::En, evening);
    assert_eq!(page.stored(), evening);
    assert_eq!(page.shared_from(), 2);
    assert!(!page.act("refused\nqueue 5 came\tJoe\tLuz"));
    assert_eq!(
        text(&page, "sheet-problem"),
        "The other phone wrote first. Not written: Somebody arrives: Joe, Luz"
    );
}

#[test]
fn refused_lines_are_shown_and_not_written() {
    let mut page = Page::open(Lang::En, SHEET);
    assert!(!page.act("refused\nround out=B way=plain total=9\nundo"));
    assert_eq!(page.stored(), SHEET);
    assert_eq!(
        text(&page, "sheet-problem"),
        "The other phone wrote first. Not written: Joe, Out, 9; Undo the last line"
    );
    // Lines that no sheet has are no action.
    assert!(!page.act("refused\nhello"));
}

const EVENING: &str = "capicu-sheet 1
start cien 4 target=30\tTito\tAna\tMarva\tInés
round out=A way=both-ends total=32
queue 0 open pairs 1 cien 4 target=30
queue 0 came\tTito\tMarva
queue 0 came\tAna\tInés
queue 1 next
round out=A way=both-ends total=32
queue 2 close
";

#[test]
fn match_of_winner_stays_is_shared_after_its_end() {
    // The match began in the queue, and so do its rematches.
    let mut page = Page::open(Lang::En, EVENING);
    assert_eq!(page.shared_from(), 2);
    page.act("again");
    assert!(page.stored().contains("\nstart cien"), "{}", page.stored());
    assert_eq!(page.shared_from(), 2);
    // A match of other people is shared alone.
    let other = format!("{EVENING}start cien 4 target=30\tKim\tAna\tBo\tInés\n");
    assert_eq!(Page::open(Lang::En, &other).shared_from(), 8);
}

#[test]
fn refused_events_of_the_queue_are_named_without_a_match() {
    let mut page = Page::open(Lang::En, "");
    page.act("refused\nqueue 5 came\tJoe\tLuz\nqueue 6 start 1");
    assert_eq!(
        text(&page, "sheet-problem"),
        "The other phone wrote first. Not written: Somebody arrives: Joe, Luz; Table 2: Start the match"
    );
}
