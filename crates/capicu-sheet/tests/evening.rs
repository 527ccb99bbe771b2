//! One evening of a sheet, written by hand as it is given to others.

use capicu_sheet::{Day, Sheet, Tally};

/// Two evenings. The second has corrections, people who queue, and a match in play.
const SHEET: &str = "capicu-sheet 1
day 2025-12-30
start cien 4 target=60\tTito\tAna\tMarva\tInés
round out=A way=both-ends total=32
day 2026-01-04
queue 0 open pairs 1 cien 4 target=60
queue 0 came\tTito\tMarva
queue 0 came\tAna\tInés
queue 0 came\tJoe\tLuz
queue 10 next
round out=B way=plain total=12
round out=C way=plain total=50
undo
correct 0 round out=B way=plain total=14
round out=D way=both-ends total=30
queue 20 next
round out=A way=plain total=12
";

const EVENING: &str = "capicu-sheet 1
day 2026-01-04
start cien 4 target=60\tTito\tAna\tMarva\tInés
round out=B way=plain total=14
round out=D way=both-ends total=30
";

fn day(text: &str) -> Day {
    text.parse().expect("a day")
}

#[test]
fn evening_has_its_finished_matches_and_lines_that_count() {
    let sheet = Sheet::read(SHEET).expect("a sheet");
    assert_eq!(sheet.days(), [day("2026-01-04"), day("2025-12-30")]);
    let evening = sheet.evening(day("2026-01-04")).expect("an evening");
    assert_eq!(evening.to_text(), EVENING);
    let counted = Tally::of(evening.finished(), None);
    assert_eq!(counted, Tally::of(sheet.finished(), Some(2026)));
    let earlier = sheet.evening(day("2025-12-30")).expect("an evening");
    let lines: Vec<&str> = SHEET.lines().take(4).collect();
    assert_eq!(earlier.to_text(), lines.join("\n") + "\n");
    assert!(sheet.evening(day("2026-01-05")).is_none());
}

#[test]
fn match_in_play_is_no_evening() {
    let text = "capicu-sheet 1\nday 2026-01-04\nstart cien 4\tTito\tAna\tMarva\tInés\n";
    let sheet = Sheet::read(text).expect("a sheet");
    assert_eq!(sheet.days(), []);
    assert!(sheet.evening(day("2026-01-04")).is_none());
}
