//! Sheets as text.

use capicu::{BySeat, InPlay, Left, ReportedEnd, TileSet, WayOut, Winner};
use capicu_sheet::{Entry, Event, Sheet, SheetError, TextProblem, Trust, csv};
use proptest::prelude::*;

use crate::people::{ends, out, seat, sheet, side};

/// A sheet with every kind of line.
const WRITTEN: &str = "capicu-sheet 1
start cien 4 target=150\tTito\tAna\tMarva\tInés
round out=A way=plain total=12
play paso=1
round blocked blocker=C winner=C opener=D total=50
undo
correct 0 round out=B way=both-ends total=32
agreed 40,90
strike 3
round out=A way=plain total=9
moves round\tA: 6-6  B: pass\tend: out A
day 2026-11-29
";

#[test]
fn stored_sheet_is_read_back() {
    let sheet = Sheet::read(WRITTEN).unwrap();
    let played = sheet.current().unwrap();
    assert_eq!(
        played.lines().last().unwrap().moves(),
        Some("round\tA: 6-6  B: pass\tend: out A")
    );
    assert!(!played.has_all_moves());
    assert_eq!(sheet.day().unwrap().to_string(), "2026-11-29");
    assert_eq!(sheet.events().len(), 11);
    assert_eq!(sheet.to_text(), WRITTEN);
}

#[test]
fn house_rules_are_read_back() {
    let mut start = crate::people::start("cut-throat", 3, &[("target", "9"), ("hand", "8")]);
    start.choices.set("removed", "0-0 1-0").unwrap();
    let line = Event::Started(start.clone()).to_line();
    assert!(
        line.starts_with("start cut-throat 3 removed=0-0+1-0 hand=8 target=9\tTito"),
        "{line}"
    );
    assert_eq!(Event::of_line(&line), Ok(Event::Started(start)));
}

#[test]
fn every_kind_of_entry_is_read_back() {
    let tiles = |hand: &[&str]| {
        hand.iter()
            .map(|tile| tile.parse().unwrap())
            .collect::<TileSet>()
    };
    let hands = [
        tiles(&["6-4", "0-0"]),
        tiles(&[]),
        tiles(&["1-1"]),
        tiles(&["5-2"]),
    ];
    let hands = Left::Tiles(Box::new(BySeat::from_slice(&hands).unwrap()));
    let third = BySeat::from_fn(capicu::MAX_SEATS as u8, |other| other == seat('D'));
    let play = |what, trust| Event::Wrote(Entry::InPlay { what, trust });
    let tied = ReportedEnd::Blocked {
        blocker: None,
        winner: Winner::Nobody,
    };
    for event in [
        Event::Struck(2),
        Event::Noted("round\tA: 6-6".to_owned()),
        Event::Wrote(out('B', WayOut::DoubleBlankBothEnds, hands)),
        Event::Wrote(ends(tied, Left::Uncounted)),
        Event::Wrote(ends(ReportedEnd::Void, Left::Uncounted)),
        Event::Wrote(ends(ReportedEnd::Foul(seat('C')), Left::Total(3))),
        Event::Wrote(ends(
            ReportedEnd::Doubles {
                seat: seat('C'),
                n: 5,
            },
            Left::Uncounted,
        )),
        play(
            InPlay::BoardPass {
                seat: seat('A'),
                third,
            },
            Trust::Checked,
        ),
        play(
            InPlay::Muggins {
                side: side(1),
                points: 10,
            },
            Trust::Confirmed,
        ),
        play(InPlay::WrongCall(seat('B')), Trust::Checked),
    ] {
        let line = event.to_line();
        assert_eq!(Event::of_line(&line), Ok(event), "{line}");
    }
}

#[test]
fn unreadable_line_is_named() {
    let error = Sheet::read("").unwrap_err();
    assert_eq!(
        (error.line, error.problem),
        (1, TextProblem::Header("capicu-sheet 1"))
    );
    for (line, problem) in [
        ("dance", TextProblem::Word("dance".to_owned())),
        (
            "round out=A way=sideways total=3",
            TextProblem::Word("sideways".to_owned()),
        ),
        ("round out=A total=3", TextProblem::Missing("way")),
        (
            "round out=A way=plain total=99999",
            TextProblem::Word("99999".to_owned()),
        ),
        (
            "round out=A way=plain total=3 extra",
            TextProblem::Word("extra".to_owned()),
        ),
        ("round out=AB way=plain", TextProblem::Word("AB".to_owned())),
        (
            "round total=3",
            TextProblem::Missing("the end of the round"),
        ),
        ("play ends=0", TextProblem::Missing("points")),
        ("start poker 4\tA\tB", TextProblem::Word("poker".to_owned())),
        (
            "start cien 4 luck=9\tA\tB",
            TextProblem::Word("luck=9".to_owned()),
        ),
        (
            "start cien 4\tA\tB",
            TextProblem::Sheet(SheetError::Names { seats: 4, names: 2 }),
        ),
    ] {
        let error = Sheet::read(&format!("{WRITTEN}{line}\n")).unwrap_err();
        let next = WRITTEN.lines().count() + 1;
        assert_eq!((error.line, &error.problem), (next, &problem), "{line}");
    }
}

#[test]
fn lines_before_a_damaged_one_are_kept() {
    let (sheet, problem) = Sheet::read_as_far_as_possible(&format!("{WRITTEN}round ou"));
    assert_eq!(sheet.to_text(), WRITTEN);
    assert_eq!(problem.unwrap().line, WRITTEN.lines().count() + 1);
}

#[test]
fn table_has_a_row_for_each_side_and_line() {
    let mut sheet = sheet("block", 2, &[]);
    sheet
        .add(Event::Wrote(out('A', WayOut::Plain, Left::Total(9))))
        .unwrap();
    sheet
        .add(Event::Wrote(out('B', WayOut::Plain, Left::Total(8))))
        .unwrap();
    sheet.add(Event::Undid).unwrap();
    assert_eq!(
        csv(&sheet),
        "match,game,line,round,entry,confirmed,side,points,score\r\n\
         1,block,1,1,round out=A way=plain total=9,false,Tito,9,9\r\n\
         1,block,1,1,round out=A way=plain total=9,false,Ana,0,0\r\n"
    );
}

#[test]
fn names_cannot_become_formulas() {
    let mut start = crate::people::start("block", 2, &[]);
    start.names = vec!["=1+1".to_owned(), "a,\"b\"".to_owned()];
    let mut sheet = Sheet::default();
    sheet.add(Event::Started(start)).unwrap();
    sheet
        .add(Event::Wrote(out('A', WayOut::Plain, Left::Total(9))))
        .unwrap();
    let table = csv(&sheet);
    assert!(table.contains(",'=1+1,"), "{table}");
    assert!(table.contains(",\"a,\"\"b\"\"\","), "{table}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_text_stops_the_reader(lines in proptest::collection::vec(
        "(round|play|undo|correct|strike|moves|agreed|start|[a-z]{0,5})( [a-z-]{0,12}=?[A-L0-9,/-]{0,8}){0,5}", 0..6,
    )) {
        let text = format!("{WRITTEN}{}", lines.join("\n"));
        let (sheet, _) = Sheet::read_as_far_as_possible(&text);
        prop_assert_eq!(Sheet::read(&sheet.to_text()).unwrap().to_text(), sheet.to_text());
    }
}
