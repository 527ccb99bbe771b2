//! Winner stays on a sheet.

use capicu::{BySide, Left, WayOut};
use capicu_event::winner_stays::{Change, ChangeError, Places, WinnerStays};
use capicu_sheet::{
    Entry, Event, NameProblem, Party, Queue, QueueEvent, QueueStatus, Sheet, SheetError, Start,
    TextProblem, Unit, places,
};
use proptest::prelude::*;

use crate::people::{out, seat, start};

/// Tito and Marva against Ana and Inés, and two pairs that wait.
const EVENING: &str = "capicu-sheet 1
queue 0 open pairs 1 cien 4
queue 0 came\tTito\tMarva
queue 0 came\tAna\tInés
queue 0 came\tJoe\tLuz
queue 5 came\tKim\tBo
queue 10 next
";

fn party(names: &str) -> Party {
    names.split(' ').map(str::to_owned).collect()
}

fn queue(at: u64, what: QueueEvent) -> Event {
    Event::Queue { at, what }
}

fn came(names: &str) -> QueueEvent {
    QueueEvent::Came(party(names))
}

fn left(names: &str) -> QueueEvent {
    QueueEvent::Left(party(names))
}

fn evening() -> Sheet {
    Sheet::read(EVENING).unwrap()
}

/// A hundred points for the side of a player, which end the match of cien.
fn hundred(letter: char) -> Event {
    Event::Wrote(out(letter, WayOut::Plain, Left::Total(100)))
}

/// The people at the table, then those who wait.
fn seen(sheet: &Sheet, now: u64) -> (Vec<String>, Vec<String>) {
    let queue = sheet.winner_stays().unwrap();
    let evening = queue.evening(sheet.matches(), now);
    let table = evening.tables()[0].sides().iter().flatten();
    let names = |party: &Party| party.join("+");
    (
        table.map(names).collect(),
        evening.queue().iter().map(names).collect(),
    )
}

fn names(sheet: &Sheet) -> Vec<String> {
    sheet.current().unwrap().start().names.clone()
}

#[test]
fn winners_stay_and_the_next_pair_sits_down() {
    let mut sheet = evening();
    // Partners sit opposite.
    assert_eq!(names(&sheet), ["Tito", "Ana", "Marva", "Inés"]);
    sheet.add(hundred('B')).unwrap();
    // The sheet shows the next match before anybody starts it.
    let (table, waits) = seen(&sheet, 610);
    assert_eq!(table, ["Joe+Luz", "Ana+Inés"]);
    assert_eq!(waits, ["Kim+Bo", "Tito+Marva"]);
    sheet.add(queue(700, QueueEvent::Next)).unwrap();
    assert_eq!(names(&sheet), ["Joe", "Ana", "Luz", "Inés"]);
    assert_eq!(sheet.matches().len(), 2);
    sheet.add(hundred('D')).unwrap();
    let winner_stays = sheet.winner_stays().unwrap();
    let now = winner_stays.evening(sheet.matches(), 1500);
    let record = now.record(&party("Ana Inés")).unwrap();
    assert_eq!((record.matches, record.wins, record.best), (2, 2, 2));
    // The matches took 690 and 800 seconds. The next one is about to begin.
    assert_eq!(now.waits(1500).unwrap()[0].seconds, 690);
    assert_eq!(
        Sheet::read(&sheet.to_text()).unwrap().to_text(),
        sheet.to_text()
    );
}

#[test]
fn people_come_late_and_leave() {
    let mut sheet = evening();
    sheet.add(hundred('A')).unwrap();
    // Ana and Inés lost before Eva and Max came, and wait before them.
    sheet.add(queue(20, came(" Eva  Max"))).unwrap_err();
    sheet.add(queue(20, came("Eva Max"))).unwrap();
    sheet.add(queue(20, left("joe luz"))).unwrap();
    let (table, waits) = seen(&sheet, 20);
    assert_eq!(table, ["Tito+Marva", "Kim+Bo"]);
    assert_eq!(waits, ["Ana+Inés", "Eva+Max"]);
    sheet.add(queue(30, QueueEvent::Next)).unwrap();
    assert_eq!(names(&sheet), ["Tito", "Kim", "Marva", "Bo"]);
    // A pair leaves before the first line: the next pair takes its places, and the match begins again.
    sheet.add(queue(40, left("Kim Bo"))).unwrap();
    assert_eq!(sheet.matches().len(), 1);
    assert_eq!(seen(&sheet, 40).0, ["Tito+Marva", "Ana+Inés"]);
    sheet.add(queue(50, QueueEvent::Next)).unwrap();
    sheet
        .add(Event::Wrote(out('B', WayOut::Plain, Left::Total(9))))
        .unwrap();
    // Nobody leaves in the middle of a match.
    let before = sheet.to_text();
    let refused = sheet.add(queue(60, left("Ana Inés"))).unwrap_err();
    assert_eq!(refused, SheetError::MatchInPlay);
    assert_eq!(sheet.to_text(), before);
    assert_eq!(seen(&sheet, 60).0, ["Tito+Marva", "Ana+Inés"]);
    // The score on which all agree ends it.
    let scores = BySide::from_slice(&[100, 9]).unwrap();
    sheet.add(Event::Wrote(Entry::Agreed(scores))).unwrap();
    sheet.add(queue(70, left("Ana Inés"))).unwrap();
    assert_eq!(seen(&sheet, 70).0, ["Tito+Marva", "Eva+Max"]);
    // A pair that comes back has its record, however it is written.
    sheet.add(queue(80, came("KIM bo"))).unwrap();
    assert_eq!(seen(&sheet, 80).1, ["Kim+Bo"]);
    sheet.add(queue(90, left("Kim Bo"))).unwrap();
    // A name is deleted in the queue too.
    let without = sheet.without("kim").unwrap().to_text();
    assert!(!without.to_lowercase().contains("kim"), "{without}");
}

#[test]
fn start_of_a_match_is_taken_back() {
    let mut sheet = evening();
    sheet.add(hundred('A')).unwrap();
    let before = seen(&sheet, 600);
    sheet.add(queue(600, QueueEvent::Next)).unwrap();
    assert_eq!(names(&sheet), ["Tito", "Joe", "Marva", "Luz"]);
    sheet.add(Event::Undid).unwrap();
    assert_eq!(sheet.matches().len(), 1);
    assert_eq!(seen(&sheet, 600), before);
    // The line that ended the match was wrong.
    sheet
        .add(Event::Corrected {
            line: 0,
            to: out('B', WayOut::Plain, Left::Total(100)),
        })
        .unwrap();
    sheet.add(queue(610, QueueEvent::Next)).unwrap();
    assert_eq!(names(&sheet), ["Joe", "Ana", "Luz", "Inés"]);
    // An arrival is taken back too. The start before it stays then.
    let before = seen(&sheet, 620);
    sheet.add(queue(620, came("Eva Max"))).unwrap();
    assert_ne!(seen(&sheet, 620), before);
    sheet.add(Event::Undid).unwrap();
    assert_eq!(seen(&sheet, 620), before);
    assert_eq!(sheet.add(Event::Undid), Err(SheetError::NothingToUndo));
}

#[test]
fn result_that_counts_does_not_change() {
    let mut sheet = evening();
    sheet.add(hundred('A')).unwrap();
    sheet.add(queue(600, came("Eva Max"))).unwrap();
    let to = |letter, points| Event::Corrected {
        line: 0,
        to: out(letter, WayOut::Plain, Left::Total(points)),
    };
    assert_eq!(sheet.add(to('B', 100)), Err(SheetError::Counted));
    assert_eq!(sheet.add(Event::Struck(0)), Err(SheetError::Counted));
    // Without the arrival, the result changes.
    sheet.add(Event::Undid).unwrap();
    sheet.add(to('B', 100)).unwrap();
    assert_eq!(seen(&sheet, 600).0, ["Joe+Luz", "Ana+Inés"]);
    // Another score with the same winner is a correction like any other.
    sheet.add(queue(610, came("Eva Max"))).unwrap();
    sheet.add(to('B', 90)).unwrap();
    assert_eq!(sheet.add(Event::Undid), Err(SheetError::Counted));
}

#[test]
fn other_tables_write_only_their_winner() {
    let text = EVENING
        .replace("pairs 1", "pairs 2")
        .replace("queue 10 next\n", "");
    let mut sheet = Sheet::read(&text).unwrap();
    sheet.add(queue(10, came("Eva Max"))).unwrap();
    sheet.add(queue(10, QueueEvent::Next)).unwrap();
    sheet
        .add(queue(20, QueueEvent::Started { table: 1 }))
        .unwrap();
    sheet
        .add(queue(500, QueueEvent::Won { table: 1, side: 1 }))
        .unwrap();
    let queue_now = sheet.winner_stays().unwrap();
    let now = queue_now.evening(sheet.matches(), 500);
    assert_eq!(
        now.tables()[1].sides(),
        [vec![party("Eva Max")], vec![party("Kim Bo")]]
    );
    assert_eq!(now.queue(), [party("Joe Luz")]);
    for what in [
        QueueEvent::Started { table: 0 },
        QueueEvent::Won { table: 0, side: 0 },
    ] {
        assert_eq!(sheet.add(queue(510, what)), Err(SheetError::OwnTable));
    }
    let refused = sheet.add(queue(510, QueueEvent::Won { table: 1, side: 0 }));
    assert_eq!(refused, Err(SheetError::Queue(ChangeError::NotInPlay(1))));
}

#[test]
fn evening_is_closed_and_resumed() {
    let mut sheet = evening();
    sheet.add(hundred('A')).unwrap();
    sheet.add(queue(600, QueueEvent::Closed)).unwrap();
    let queue_now = sheet.winner_stays().unwrap();
    assert_eq!(queue_now.status(), QueueStatus::Closed);
    // The last match counts.
    let now = queue_now.evening(sheet.matches(), 600);
    assert_eq!(now.record(&party("Tito Marva")).unwrap().best, 1);
    for what in [QueueEvent::Next, came("Eva Max"), QueueEvent::Closed] {
        assert_eq!(sheet.add(queue(610, what)), Err(SheetError::QueueClosed));
    }
    sheet.add(queue(620, QueueEvent::Resumed)).unwrap();
    assert_eq!(
        sheet.add(queue(630, QueueEvent::Resumed)),
        Err(SheetError::QueueOpen)
    );
    sheet.add(queue(640, QueueEvent::Next)).unwrap();
    assert_eq!(names(&sheet), ["Tito", "Joe", "Marva", "Luz"]);
}

#[test]
fn another_match_between_does_not_count() {
    let mut sheet = evening();
    // Nobody wrote a line yet, so another match replaces that of the queue.
    sheet
        .add(Event::Started(start("block", 2, &[("target", "50")])))
        .unwrap();
    assert_eq!(sheet.matches().len(), 1);
    sheet
        .add(Event::Wrote(out('A', WayOut::Plain, Left::Total(60))))
        .unwrap();
    assert_eq!(seen(&sheet, 50).0, ["Tito+Marva", "Ana+Inés"]);
    sheet.add(queue(60, QueueEvent::Next)).unwrap();
    assert_eq!(names(&sheet), ["Tito", "Ana", "Marva", "Inés"]);
    sheet
        .add(Event::Wrote(out('A', WayOut::Plain, Left::Total(9))))
        .unwrap();
    assert_eq!(
        sheet.add(queue(70, QueueEvent::Next)),
        Err(SheetError::MatchInPlay)
    );
}

#[test]
fn impossible_people_are_refused() {
    let mut sheet = evening();
    let size = 2;
    for (what, why) in [
        (came("Eva"), SheetError::Party { size, names: 1 }),
        (came("Eva Max Zoe"), SheetError::Party { size, names: 3 }),
        (
            came("Eva eva"),
            SheetError::Name {
                index: 1,
                problem: NameProblem::Twice,
            },
        ),
        (
            came("Eva TITO"),
            SheetError::Name {
                index: 1,
                problem: NameProblem::Twice,
            },
        ),
        (
            QueueEvent::Came(vec!["Eva".into(), " ".into()]),
            SheetError::Name {
                index: 1,
                problem: NameProblem::Empty,
            },
        ),
        (
            QueueEvent::Came(vec!["E".repeat(25), "Max".into()]),
            SheetError::Name {
                index: 0,
                problem: NameProblem::Long,
            },
        ),
        (left("Eva Max"), SheetError::Queue(ChangeError::NotHere)),
        (left("Tito"), SheetError::Queue(ChangeError::NotHere)),
        (QueueEvent::Next, SheetError::Queue(ChangeError::InPlay(0))),
    ] {
        let before = sheet.to_text();
        assert_eq!(sheet.add(queue(20, what)), Err(why));
        assert_eq!(sheet.to_text(), before);
    }
    let mut empty = Sheet::default();
    assert_eq!(empty.add(queue(0, came("Eva"))), Err(SheetError::NoQueue));
    let open = |game, players, unit, tables| QueueEvent::Opened {
        start: Box::new(start(game, players, &[])),
        unit,
        tables,
    };
    let refused = empty.add(queue(0, open("block", 2, Unit::Pairs, 1)));
    assert_eq!(
        refused,
        Err(SheetError::Queue(ChangeError::Places {
            sides: 2,
            parties: 0
        }))
    );
    let refused = empty.add(queue(0, open("cien", 4, Unit::Pairs, 0)));
    assert_eq!(refused, Err(SheetError::Queue(ChangeError::Tables(0))));
    empty
        .add(queue(0, open("cien", 4, Unit::Singles, 1)))
        .unwrap();
    let refused = empty.add(queue(0, QueueEvent::Next));
    assert_eq!(refused, Err(SheetError::Queue(ChangeError::FreePlaces(0))));
    let refused = empty.add(queue(0, open("cien", 4, Unit::Pairs, 1)));
    assert_eq!(refused, Err(SheetError::QueueOpen));
}

#[test]
fn games_that_fit_are_those_of_two_to_four_sides() {
    let fits = |game, players, unit| {
        let rules = capicu::Rules::new(start(game, players, &[]).choices).unwrap();
        places(&rules, unit).ok()
    };
    assert_eq!(fits("cien", 4, Unit::Pairs), Places::new(2, 1).ok());
    assert_eq!(fits("cien", 4, Unit::Singles), Places::new(2, 2).ok());
    assert_eq!(fits("cut-throat", 3, Unit::Singles), Places::new(3, 1).ok());
    assert_eq!(fits("cut-throat", 3, Unit::Pairs), None);
}

#[test]
fn single_people_form_pairs() {
    let mut sheet = Sheet::default();
    let start = start("cien", 4, &[("target", "50")]);
    let opened = QueueEvent::Opened {
        start: Box::new(start),
        unit: Unit::Singles,
        tables: 1,
    };
    sheet.add(queue(0, opened)).unwrap();
    for name in ["Ana", "Bo", "Eva", "Joe", "Kim"] {
        sheet.add(queue(0, came(name))).unwrap();
    }
    sheet.add(queue(0, QueueEvent::Next)).unwrap();
    assert_eq!(names(&sheet), ["Ana", "Eva", "Bo", "Joe"]);
    assert_eq!(sheet.current().unwrap().game().rules().target.get(), 50);
    sheet.add(hundred('D')).unwrap();
    let (table, waits) = seen(&sheet, 9);
    assert_eq!(
        (table, waits),
        (
            vec!["Kim".into(), "Ana".into(), "Eva".into(), "Joe".into()],
            vec!["Bo".to_owned()]
        )
    );
    assert_eq!(seat('D').index(), 3);
}

#[test]
fn damaged_lines_are_named() {
    for (line, word) in [
        ("queue x next", "x"),
        ("queue 1 next 2", "next 2"),
        ("queue 1 went\tAna", "went"),
        ("queue 1 won 1 x", "x"),
        ("queue 1 open both 1 cien 4", "both"),
        ("queue 1 open pairs 1 chess 4", "chess"),
    ] {
        let refused = Event::of_line(line).unwrap_err();
        assert_eq!(refused, TextProblem::Word(word.to_owned()), "{line}");
    }
    assert_eq!(
        Event::of_line("queue 1"),
        Err(TextProblem::Missing("event"))
    );
}

/// An act at the table, with small numbers instead of names.
#[derive(Clone, Debug)]
enum Act {
    Came(u8),
    Left(u8),
    Next,
    Wins(u8),
    Undo,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        3 => (0..9_u8).prop_map(Act::Came),
        1 => (0..9_u8).prop_map(Act::Left),
        4 => Just(Act::Next),
        4 => (0..2_u8).prop_map(Act::Wins),
        1 => Just(Act::Undo),
    ]
}

fn person(n: u8) -> Party {
    vec![format!("P{n}")]
}

fn state(queue: &Queue, sheet: &Sheet) -> WinnerStays<Party> {
    queue.evening(sheet.matches(), 1000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// The sheet agrees with a queue to which the test itself adds every event, and with the sheet read back.
    #[test]
    fn sheet_agrees_with_the_queue(acts in prop::collection::vec(act(), 0..60)) {
        let mut sheet = Sheet::default();
        let rules: Start = start("block", 2, &[("target", "50")]);
        let opened = QueueEvent::Opened { start: Box::new(rules), unit: Unit::Singles, tables: 1 };
        sheet.add(queue(0, opened)).unwrap();
        let mut other = WinnerStays::new(1, Places::new(2, 1).unwrap()).unwrap();
        // The queue before its last event, as long as nothing else happened.
        let mut before = None;
        for (act, at) in acts.into_iter().zip(1..) {
            let playing = other.tables()[0].started().is_some();
            let was = other.clone();
            let done = match act {
                Act::Came(n) => sheet.add(queue(at, QueueEvent::Came(person(n)))).is_ok(),
                Act::Left(n) => sheet.add(queue(at, QueueEvent::Left(person(n)))).is_ok(),
                Act::Next => sheet.add(queue(at, QueueEvent::Next)).is_ok(),
                Act::Wins(side) => playing && sheet.add(Event::Wrote(out(if side == 0 { 'A' } else { 'B' }, WayOut::Plain, Left::Total(60)))).is_ok(),
                Act::Undo => before.is_some() && sheet.add(Event::Undid).is_ok(),
            };
            // Undo takes back the last event of the queue, but not a departure that ended a match.
            let mut undone = None;
            let expected = match act {
                Act::Came(n) => other.add(Change::Came(person(n))).is_ok(),
                Act::Left(n) => other.add(Change::Left(person(n))).is_ok(),
                Act::Next => other.add(Change::Started { table: 0, at }).is_ok(),
                // The second model counts at once. Only the lengths of matches differ.
                Act::Wins(side) => {
                    playing && other.add(Change::Won { table: 0, side: side.into(), at }).is_ok()
                }
                Act::Undo => {
                    undone = before.take();
                    undone.is_some()
                }
            };
            if let Some(undone) = undone {
                other = undone;
            } else if expected {
                let stopped = playing && other.tables()[0].started().is_none();
                before = (!stopped && !matches!(act, Act::Wins(_))).then_some(was);
            }
            prop_assert_eq!(done, expected, "{:?}", act);
            let seen = state(sheet.winner_stays().unwrap(), &sheet);
            prop_assert_eq!(seen.queue(), other.queue());
            prop_assert_eq!(seen.tables()[0].sides(), other.tables()[0].sides());
            prop_assert_eq!(seen.records(), other.records());
        }
        let again = Sheet::read(&sheet.to_text()).unwrap();
        prop_assert_eq!(state(again.winner_stays().unwrap(), &again), state(sheet.winner_stays().unwrap(), &sheet));
        prop_assert_eq!(again.to_text(), sheet.to_text());
    }
}

#[test]
fn deleted_name_leaves_the_queue_too() {
    let without = evening().without("tito").unwrap().without("Kim").unwrap();
    let text = without.to_text();
    assert!(!text.contains("Tito") && !text.contains("Kim"), "{text}");
    let (table, waiting) = seen(&without, 10);
    assert_eq!(table, ["–1+Marva", "Ana+Inés"]);
    assert_eq!(waiting, ["Joe+Luz", "–2+Bo"]);
}
