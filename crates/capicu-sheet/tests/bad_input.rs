//! Events that a sheet refuses.

use capicu::{
    BySeat, BySide, Doubt, InPlay, Left, ReportError, ReportedEnd, SeatCount, TileSet, WayOut,
    Winner,
};
use capicu_sheet::{Entry, Event, NameProblem, Sheet, SheetError, Trust};

use crate::people::{ends, out, scores, seat, sheet, side, start};

fn refused(sheet: &mut Sheet, event: Event) -> SheetError {
    let before = sheet.to_text();
    let error = sheet.add(event).unwrap_err();
    assert_eq!(sheet.to_text(), before, "a refused event changes nothing");
    error
}

#[test]
fn bad_names_are_refused() {
    let name = |second: &str| {
        let mut start = start("block", 2, &[]);
        start.names[1] = second.to_owned();
        refused(&mut Sheet::default(), Event::Started(start))
    };
    let problem = |problem| SheetError::Name { index: 1, problem };
    assert_eq!(name("  "), problem(NameProblem::Empty));
    assert_eq!(name(&"x".repeat(25)), problem(NameProblem::Long));
    assert_eq!(name(" TITO "), problem(NameProblem::Twice));
    assert_eq!(name("An\ta"), problem(NameProblem::Control));
    let mut three = start("block", 2, &[]);
    three.names.push("Luz".to_owned());
    let error = refused(&mut Sheet::default(), Event::Started(three));
    assert_eq!(error, SheetError::Names { seats: 2, names: 3 });
}

#[test]
fn rules_stay_during_a_match() {
    let mut sheet = sheet("block", 2, &[]);
    // Before the first line, other rules replace the match.
    sheet.add(Event::Started(start("draw", 2, &[]))).unwrap();
    assert_eq!(sheet.matches().len(), 1);
    sheet
        .add(Event::Wrote(out('A', WayOut::Plain, Left::Total(9))))
        .unwrap();
    let error = refused(
        &mut sheet,
        Event::Started(start("draw", 2, &[("target", "200")])),
    );
    assert_eq!(error, SheetError::MatchInPlay);
    sheet.add(Event::Undid).unwrap();
    sheet
        .add(Event::Started(start("draw", 2, &[("target", "200")])))
        .unwrap();
}

#[test]
fn contradictory_rules_are_refused() {
    let start = start("block", 4, &[("score", "games"), ("capicu", "20")]);
    let error = refused(&mut Sheet::default(), Event::Started(start));
    assert!(matches!(error, SheetError::Rules(_)), "{error:?}");
}

fn tiles(hands: &[&[&str]]) -> Left {
    let hand = |tiles: &&[&str]| tiles.iter().map(|tile| tile.parse().unwrap()).collect();
    let hands: Vec<TileSet> = hands.iter().map(hand).collect();
    Left::Tiles(Box::new(BySeat::from_slice(&hands).unwrap()))
}

#[test]
fn impossible_tiles_are_refused() {
    let mut sheet = sheet("block", 3, &[]);
    let mut report = |left| match refused(&mut sheet, Event::Wrote(out('A', WayOut::Plain, left))) {
        SheetError::Report(error) => error,
        other => panic!("{other:?}"),
    };
    let twice = tiles(&[&[], &["6-4", "2-1"], &["4-6"]]);
    assert_eq!(report(twice), ReportError::Twice("6-4".parse().unwrap()));
    let nine = tiles(&[&[], &["9-4"], &["4-6"]]);
    assert_eq!(report(nine), ReportError::NotInSet("9-4".parse().unwrap()));
    let winner = tiles(&[&["1-1"], &["2-1"], &["4-6"]]);
    assert_eq!(report(winner), ReportError::WinnerHolds(seat('A')));
}

#[test]
fn impossible_counts_need_a_confirmation() {
    // Two hands of six tiles at most: the twelve heaviest tiles of a double-six set count 106.
    let mut sheet = sheet("block", 3, &[]);
    let heaviest = [12, 11, 10, 10, 9, 9, 8, 8, 8, 7, 7, 7].iter().sum();
    let entry = |total| out('A', WayOut::Plain, Left::Total(total));
    let error = refused(&mut sheet, Event::Wrote(entry(heaviest + 1)));
    assert_eq!(error, SheetError::Doubtful(vec![Doubt::Above(heaviest)]));
    // Both losers have a tile at least: 0-0 and 1-0.
    let error = refused(&mut sheet, Event::Wrote(entry(0)));
    assert_eq!(error, SheetError::Doubtful(vec![Doubt::Below(1)]));
    sheet.add(Event::Wrote(entry(1))).unwrap();
    let Entry::Round(mut round) = entry(heaviest + 1) else {
        panic!()
    };
    round.trust = Trust::Confirmed;
    sheet.add(Event::Wrote(Entry::Round(round))).unwrap();
    assert_eq!(scores(&sheet), [heaviest + 2, 0, 0]);
    let line = &sheet.current().unwrap().lines()[1];
    assert_eq!(line.doubts, [Doubt::Above(heaviest)]);
}

#[test]
fn ends_that_cannot_score_need_a_confirmation() {
    let mut sheet = sheet("all-fives", 2, &[]);
    let entry = |points, trust| Entry::InPlay {
        what: InPlay::Ends {
            side: side(0),
            points,
        },
        trust,
    };
    let error = refused(&mut sheet, Event::Wrote(entry(7, Trust::Checked)));
    assert_eq!(error, SheetError::Doubtful(vec![Doubt::NoSuchSum(7)]));
    sheet.add(Event::Wrote(entry(15, Trust::Checked))).unwrap();
    sheet.add(Event::Wrote(entry(7, Trust::Confirmed))).unwrap();
    assert_eq!(scores(&sheet), [22, 0]);
}

#[test]
fn ends_outside_the_rules_are_refused() {
    let mut sheet = sheet("block", 2, &[]);
    let report = |error: ReportError| SheetError::Report(error);
    let paso = Entry::InPlay {
        what: InPlay::Paso(side(0)),
        trust: Trust::Checked,
    };
    assert_eq!(
        refused(&mut sheet, Event::Wrote(paso)),
        report(ReportError::NotInRules)
    );
    let foul = ends(ReportedEnd::Foul(seat('A')), Left::Uncounted);
    assert_eq!(
        refused(&mut sheet, Event::Wrote(foul)),
        report(ReportError::NotInRules)
    );
    let stranger = out('C', WayOut::Plain, Left::Total(9));
    let error = refused(&mut sheet, Event::Wrote(stranger));
    assert_eq!(error, report(ReportError::SeatDoesNotPlay(seat('C'))));
    let uncounted = out('A', WayOut::Plain, Left::Uncounted);
    let error = refused(&mut sheet, Event::Wrote(uncounted));
    assert_eq!(error, report(ReportError::Asked(capicu::Asked::Losers)));
    let unnamed = ReportedEnd::Blocked {
        blocker: None,
        winner: Winner::ByCounts,
    };
    let error = refused(&mut sheet, Event::Wrote(ends(unnamed, Left::Total(9))));
    assert_eq!(error, report(ReportError::NameWinner));
    let target = ends(ReportedEnd::Target(side(0)), Left::Uncounted);
    assert_eq!(
        refused(&mut sheet, Event::Wrote(target)),
        report(ReportError::Target)
    );
    let many = Left::Seats(BySeat::from_fn(12, |_| SeatCount {
        count: 3,
        has_double: false,
    }));
    let error = refused(&mut sheet, Event::Wrote(out('A', WayOut::Plain, many)));
    assert_eq!(error, report(ReportError::SeatDoesNotPlay(seat('C'))));
    let three = BySide::from_slice(&[1, 2, 3]).unwrap();
    let error = refused(&mut sheet, Event::Wrote(Entry::Agreed(three)));
    assert_eq!(
        error,
        SheetError::Scores {
            sides: 2,
            scores: 3
        }
    );
}

#[test]
fn finished_match_takes_no_more_rounds() {
    let mut sheet = sheet("block", 2, &[("target", "20")]);
    assert_eq!(
        refused(&mut Sheet::default(), Event::Undid),
        SheetError::NoMatch
    );
    assert_eq!(refused(&mut sheet, Event::Undid), SheetError::NothingToUndo);
    sheet
        .add(Event::Wrote(out('A', WayOut::Plain, Left::Total(25))))
        .unwrap();
    let more = Event::Wrote(out('B', WayOut::Plain, Left::Total(25)));
    let error = refused(&mut sheet, more.clone());
    assert_eq!(error, SheetError::Report(ReportError::MatchOver));
    sheet.add(Event::Undid).unwrap();
    sheet.add(more).unwrap();
    assert_eq!(scores(&sheet), [0, 25]);
}

#[test]
fn correction_that_makes_later_lines_impossible_is_refused() {
    let mut sheet = sheet("block", 2, &[("target", "20")]);
    sheet
        .add(Event::Wrote(out('A', WayOut::Plain, Left::Total(9))))
        .unwrap();
    sheet
        .add(Event::Wrote(out('B', WayOut::Plain, Left::Total(8))))
        .unwrap();
    let to = out('A', WayOut::Plain, Left::Total(30));
    let error = refused(
        &mut sheet,
        Event::Corrected {
            line: 0,
            to: to.clone(),
        },
    );
    let over = Box::new(SheetError::Report(ReportError::MatchOver));
    assert_eq!(
        error,
        SheetError::Later {
            line: 1,
            because: over
        }
    );
    assert_eq!(
        refused(&mut sheet, Event::Corrected { line: 9, to }),
        SheetError::NoSuchLine(9)
    );
}

#[test]
fn opener_is_asked_where_the_next_opener_depends_on_it() {
    // 004:22: the lead rotates, so the sheet knows the next leader only if it knows this one.
    let mut sheet = sheet("club", 2, &[]);
    sheet
        .add(Event::Wrote(out('A', WayOut::Plain, Left::Total(9))))
        .unwrap();
    assert_eq!(sheet.current().unwrap().leader(), None);
    let Entry::Round(mut round) = out('A', WayOut::Plain, Left::Total(9)) else {
        panic!()
    };
    round.opener = Some(seat('B'));
    sheet.add(Event::Wrote(Entry::Round(round))).unwrap();
    let leader = sheet.current().unwrap().leader();
    assert_eq!(leader, Some(capicu::NextLeader::Seat(seat('A'))));
}
