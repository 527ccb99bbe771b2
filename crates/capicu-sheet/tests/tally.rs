//! The tally over several evenings, counted by hand.

use capicu_sheet::{Day, Sheet, SheetError, Tally, TextProblem};

/// Three finished matches of cien to 60 points, and one in play.
const YEAR: &str = "capicu-sheet 1
day 2025-12-30
start cien 4 target=60\tTito\tAna\tMarva\tInés
round out=A way=both-ends total=32
day 2026-01-04
start cien 4 target=60\tTito\tAna\tMarva\tInés
round out=B way=plain total=12
round out=D way=both-ends total=30
start cien 4 target=60\ttito\tJoe\tAna\tInés
round out=C way=both-ends total=32
day 2026-01-11
start cien 4 target=60\tTito\tAna\tMarva\tInés
round out=A way=plain total=12
";

fn line(names: &[&str], numbers: [u32; 4]) -> (Vec<String>, [u32; 4]) {
    (names.iter().map(ToString::to_string).collect(), numbers)
}

fn rows(rows: &[capicu_sheet::Row]) -> Vec<(Vec<String>, [u32; 4])> {
    let each = rows.iter();
    each.map(|row| {
        (
            row.names.clone(),
            [row.won, row.played, row.rounds, row.capicus],
        )
    })
    .collect()
}

#[test]
fn people_and_pairs_are_counted() {
    let sheet = Sheet::read(YEAR).unwrap();
    assert_eq!(sheet.years(), [2026, 2025]);
    let all = Tally::of(sheet.finished(), None);
    assert_eq!((all.evenings, all.matches), (2, 3));
    assert_eq!(
        rows(&all.people),
        [
            line(&["Ana"], [2, 3, 3, 1]),
            line(&["tito"], [2, 3, 2, 1]),
            line(&["Marva"], [1, 2, 1, 0]),
            line(&["Inés"], [1, 3, 2, 1]),
            line(&["Joe"], [0, 1, 0, 0]),
        ]
    );
}

#[test]
fn year_is_counted_alone() {
    let sheet = Sheet::read(YEAR).unwrap();
    let year = Tally::of(sheet.finished(), Some(2025));
    assert_eq!((year.evenings, year.matches), (1, 1));
    assert_eq!(
        rows(&year.pairs),
        [
            line(&["Tito", "Marva"], [1, 1, 1, 1]),
            line(&["Ana", "Inés"], [0, 1, 0, 0]),
        ]
    );
    let (n, most) = year.most_capicus();
    assert_eq!(
        (n, most.len(), &most[0].names[..]),
        (1, 1, &["Tito".to_owned()][..])
    );
    let all = Tally::of(sheet.finished(), None);
    let (n, leaders) = all.leaders();
    assert_eq!((n, leaders.len()), (2, 2));
    assert!(Tally::default().leaders().1.is_empty());
    assert_eq!(year.csv().lines().nth(1), Some("Marva,,1,1,1,0"));
    assert_eq!(year.csv().lines().last(), Some("Ana,Inés,1,0,0,0"));
    assert!(year.json().starts_with(
        "{\"evenings\":1,\"matches\":1,\"people\":[{\"names\":[\"Marva\"],\"matches\":1,\"won\":1,\"rounds\":1,\"capicus\":0},"
    ), "{}", year.json());
    assert_eq!(Tally::of([], None), Tally::default());
}

#[test]
fn name_is_deleted_everywhere() {
    let sheet = Sheet::read(YEAR).unwrap().without("TITO").unwrap();
    let text = sheet.to_text();
    assert!(!text.to_lowercase().contains("tito"), "{text}");
    // Each spelling has its own sign.
    assert_eq!(text.matches("\t–1\t").count(), 3);
    assert_eq!(text.matches("\t–2\t").count(), 1);
    let tally = Tally::of(sheet.finished(), None);
    assert_eq!(tally.matches, 3);
    let names: Vec<_> = tally.people.iter().map(|row| &row.names[0]).collect();
    assert_eq!(names, ["Ana", "Marva", "Inés", "Joe"]);
    assert_eq!(rows(&tally.pairs).len(), 2);
    let without = sheet.without("Ana").unwrap();
    let text = without.to_text();
    assert!(
        text.contains("start cien 4 target=60\t–1\t–3\tMarva\tInés"),
        "{text}"
    );
    assert_eq!(without.matches().len(), 4);
    assert_eq!(Sheet::read(&text).unwrap().to_text(), text);
}

/// After a rematch the winner of the last round of the match before opens. A deleted name must not make one.
#[test]
fn deleted_names_make_no_rematch() {
    let text = "capicu-sheet 1
start cien 4 target=60\tTito\tAna\tMarva\tInés
round out=A way=both-ends total=32
start cien 4 target=60\tTita\tAna\tMarva\tInés
round out=B way=plain total=12
";
    let sheet = Sheet::read(text).unwrap();
    let without = sheet.without("Tito").unwrap().without("Tita").unwrap();
    let [first, second] = without.matches() else {
        panic!("{}", without.to_text());
    };
    assert_ne!(first.start(), second.start());
    assert_eq!(
        second.lines(),
        sheet.current().unwrap().lines(),
        "{}",
        without.to_text()
    );
}

#[test]
fn days_and_moves_are_checked() {
    for text in [
        "",
        "2026-11",
        "2026-13-01",
        "2026-00-10",
        "26-11-29",
        "2026-11-29-1",
        "2026-11-+9",
        "2026-11-32",
    ] {
        assert!(text.parse::<Day>().is_err(), "{text}");
    }
    let refused = |line: &str| Sheet::read(&format!("{YEAR}{line}\n")).unwrap_err().problem;
    let sheet = |problem| TextProblem::Sheet(problem);
    assert_eq!(refused("strike 5"), sheet(SheetError::NoSuchLine(5)));
    assert_eq!(refused("moves "), sheet(SheetError::Moves));
    assert_eq!(
        refused(&format!("moves {}", "x".repeat(8001))),
        sheet(SheetError::Moves)
    );
    assert_eq!(
        refused("play paso=0\nmoves x"),
        sheet(SheetError::NoRoundToNote)
    );
    assert_eq!(refused("day today"), TextProblem::Word("today".to_owned()));
}

#[test]
fn names_with_signs_are_written_safely() {
    let sheet = "capicu-sheet 1
start cien 4 target=30\t=SUM(A1)\tJo \"El\" Pe\ta,b\tc\\d
round out=A way=both-ends total=32
";
    let tally = Tally::of(Sheet::read(sheet).unwrap().finished(), None);
    let csv = tally.csv();
    // A spreadsheet reads a field that begins with `=` as a formula.
    for field in ["'=SUM(A1)", "\"Jo \"\"El\"\" Pe\"", "\"a,b\"", "c\\d"] {
        assert!(csv.contains(field), "{field}: {csv}");
    }
    let json = tally.json();
    for name in [
        "\"=SUM(A1)\"",
        "\"Jo \\\"El\\\" Pe\"",
        "\"a,b\"",
        "\"c\\\\d\"",
    ] {
        assert!(json.contains(name), "{name}: {json}");
    }
    // Matches without a day are not one evening.
    assert_eq!((tally.matches, tally.evenings), (1, 0));
}

#[test]
fn everybody_on_the_sheet_has_a_name_to_delete() {
    let sheet = Sheet::read(YEAR).unwrap();
    assert_eq!(sheet.names(), ["Ana", "Inés", "Joe", "Marva", "Tito"]);
    let queue = "capicu-sheet 1
queue 0 open pairs 1 cien 4
queue 0 came\tKim\tBo
";
    let queue = Sheet::read(queue).unwrap();
    assert_eq!(queue.names(), ["Bo", "Kim"]);
    assert_eq!(queue.without("kim").unwrap().names(), ["Bo"]);
}
