//! Scores computed by hand from the sources.

use capicu::rules::Rules;
use capicu::{
    Asked, BySide, Game, Hanged, InPlay, Left, NextLeader, ReportedEnd, SeatCount, WayOut, Winner,
};
use capicu::{BySeat, Doubt, Reason};
use capicu_sheet::{Effect, Entry, Event, LineState, Trust};

use crate::people::{ends, out, scores, seat, sheet, side};

fn rules(game: &str, players: u8) -> Rules {
    Game::by_id(game).unwrap().rules(players).unwrap()
}

#[test]
fn capicu_is_added_to_the_tiles() {
    // 002:41-46: 20 for the first game won, 10 for the second, 20 for a capicú.
    let mut sheet = sheet("cien", 4, &[]);
    sheet
        .add(Event::Wrote(out('A', WayOut::Plain, Left::Total(12))))
        .unwrap();
    assert_eq!(scores(&sheet), [32, 0]);
    sheet
        .add(Event::Wrote(out('B', WayOut::BothEnds, Left::Total(32))))
        .unwrap();
    assert_eq!(scores(&sheet), [32, 62]);
    sheet
        .add(Event::Wrote(out('B', WayOut::DoubleBlank, Left::Total(3))))
        .unwrap();
    assert_eq!(scores(&sheet), [32, 85]);
    let played = sheet.current().unwrap();
    assert_eq!(played.leader(), Some(NextLeader::Seat(seat('B'))));
    let Effect::Round(result) = &played.lines()[1].effect else {
        panic!()
    };
    let written: Vec<_> = result
        .written
        .iter()
        .map(|award| (award.why, award.points))
        .collect();
    let parts = [
        (Reason::Pips, 32),
        (Reason::SecondGame, 10),
        (Reason::Capicu, 20),
    ];
    assert_eq!(written, parts);
}

#[test]
fn paying_pass_counts_at_once_and_can_end_the_match() {
    // 002:39: 10 for a pass. 002:11: a hundred points win, also in the middle of a round.
    let mut sheet = sheet("cien", 4, &[]);
    sheet
        .add(Event::Wrote(out('A', WayOut::Plain, Left::Total(72))))
        .unwrap();
    let paso = |index| {
        Event::Wrote(Entry::InPlay {
            what: InPlay::Paso(side(index)),
            trust: Trust::Checked,
        })
    };
    sheet.add(paso(1)).unwrap();
    assert_eq!(scores(&sheet), [92, 10]);
    assert!(sheet.current().unwrap().result().is_none());
    sheet.add(paso(0)).unwrap();
    assert_eq!(scores(&sheet), [102, 10]);
    assert_eq!(sheet.current().unwrap().result().unwrap().winner, side(0));
}

#[test]
fn key_tile_is_worth_two_in_six_love() {
    // 001:42, J6: one point more. 001:44: the other side's win sets the score back to love all.
    let mut sheet = sheet("jamaican-partner", 4, &[]);
    sheet
        .add(Event::Wrote(out('A', WayOut::Plain, Left::Uncounted)))
        .unwrap();
    sheet
        .add(Event::Wrote(out('C', WayOut::Key, Left::Uncounted)))
        .unwrap();
    assert_eq!(scores(&sheet), [3, 0]);
    // 001:23: the winners agree who leads; the player who went out is asked first.
    assert_eq!(
        sheet.current().unwrap().leader(),
        Some(NextLeader::Huddle(seat('C')))
    );
    sheet
        .add(Event::Wrote(out('D', WayOut::Plain, Left::Uncounted)))
        .unwrap();
    assert_eq!(scores(&sheet), [0, 0]);
}

#[test]
fn penalties_double_for_a_double() {
    // 001:82-86: tiles left count double with a double among them, and again if the winner went out with one.
    let mut sheet = sheet("french", 4, &[]);
    let holds = [(0, false), (10, false), (7, true), (20, false)];
    let holds = holds.map(|(count, has_double)| SeatCount { count, has_double });
    let left = || Left::Seats(BySeat::from_slice(&holds).unwrap());
    sheet
        .add(Event::Wrote(out('A', WayOut::Plain, left())))
        .unwrap();
    assert_eq!(scores(&sheet), [0, 10, 14, 20]);
    sheet
        .add(Event::Wrote(out('A', WayOut::Double, left())))
        .unwrap();
    assert_eq!(scores(&sheet), [0, 30, 42, 60]);
}

#[test]
fn counts_decide_a_block() {
    // 003:21: the lower total wins, and the difference is paid.
    let mut sheet = sheet("block", 4, &[]);
    let holds = [5, 9, 6, 3].map(|count| SeatCount {
        count,
        has_double: false,
    });
    let left = Left::Seats(BySeat::from_slice(&holds).unwrap());
    let end = |winner| ReportedEnd::Blocked {
        blocker: None,
        winner,
    };
    sheet
        .add(Event::Wrote(ends(end(Winner::ByCounts), left.clone())))
        .unwrap();
    assert_eq!(scores(&sheet), [1, 0]);
    let preview = sheet
        .preview(&ends(end(Winner::Named(seat('B'))), left))
        .unwrap();
    assert_eq!(preview.doubts, [Doubt::OtherWinner(Some(side(0)))]);
}

#[test]
fn sheet_asks_for_what_the_score_needs() {
    let out = ReportedEnd::Out {
        seat: seat('A'),
        way: WayOut::Plain,
        hanged: Hanged::Nothing,
    };
    let block = ReportedEnd::Blocked {
        blocker: None,
        winner: Winner::Named(seat('A')),
    };
    // 001:40 games; 002:51 all tiles; 003:21-23 losers and differences; 003:57 rounded for each; 001:82 each player.
    for (game, players, on_out, on_block) in [
        ("jamaican-partner", 4, Asked::Nothing, Asked::Nothing),
        ("cien", 4, Asked::All, Asked::All),
        ("block", 4, Asked::Losers, Asked::Difference),
        ("all-fives", 2, Asked::Losers, Asked::Difference),
        ("all-fives", 3, Asked::Sides, Asked::Sides),
        ("french", 4, Asked::SeatsAndDoubles, Asked::SeatsAndDoubles),
    ] {
        let rules = rules(game, players);
        assert_eq!(
            (rules.asks(&out), rules.asks(&block)),
            (on_out, on_block),
            "{game}"
        );
    }
}

#[test]
fn rules_know_their_ways_of_going_out() {
    use WayOut::{BothEnds, Double, DoubleBlank, Key, Plain};
    for (game, players, ways) in [
        ("jamaican-partner", 4, &[Plain, Key][..]),
        ("cien", 4, &[Plain, BothEnds, DoubleBlank]),
        ("cut-throat", 3, &[Plain]),
        ("block", 4, &[Plain]),
        ("french", 4, &[Plain, Double]),
    ] {
        assert_eq!(rules(game, players).ways_out().as_slice(), ways, "{game}");
    }
}

#[test]
fn undone_and_corrected_lines_stay_visible() {
    let mut sheet = sheet("block", 2, &[]);
    sheet
        .add(Event::Wrote(out('A', WayOut::Plain, Left::Total(12))))
        .unwrap();
    sheet
        .add(Event::Wrote(out('B', WayOut::Plain, Left::Total(30))))
        .unwrap();
    sheet.add(Event::Undid).unwrap();
    assert_eq!(scores(&sheet), [12, 0]);
    sheet
        .add(Event::Wrote(out('B', WayOut::Plain, Left::Total(20))))
        .unwrap();
    let to = out('A', WayOut::Plain, Left::Total(15));
    sheet.add(Event::Corrected { line: 0, to }).unwrap();
    assert_eq!(scores(&sheet), [15, 20]);
    let lines = sheet.current().unwrap().lines();
    let states: Vec<_> = lines.iter().map(|line| line.state()).collect();
    assert_eq!(
        states,
        [LineState::Counts, LineState::Undone, LineState::Counts]
    );
    assert_eq!(
        lines[0].replaced(),
        [out('A', WayOut::Plain, Left::Total(12))]
    );
    // The first row was 12 to 0 and is 15 to 0 now.
    assert_eq!(lines[0].scores.as_slice(), [15, 0]);
    assert_eq!(lines[2].round, 2);
}

#[test]
fn agreed_scores_can_end_a_match() {
    let mut sheet = sheet("block", 2, &[]);
    let agreed =
        |scores: [u16; 2]| Event::Wrote(Entry::Agreed(BySide::from_slice(&scores).unwrap()));
    sheet.add(agreed([40, 7])).unwrap();
    assert!(sheet.current().unwrap().result().is_none());
    sheet.add(agreed([100, 7])).unwrap();
    assert_eq!(sheet.current().unwrap().result().unwrap().winner, side(0));
}
