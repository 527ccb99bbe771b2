//! Drawn brackets, written by hand.

use capicu_event::report::{BracketKind, BracketMeeting, SideEnding, Slot, brackets};
use capicu_event::{
    ClubMates, Command, Consent, Draws, Event, Method, Outcome, Preset, ThirdPlace,
};

use super::{Desk as _, event, id, played, preset, rule};

fn knock_out(method: Method) -> Preset {
    let mut preset = preset("latin-pairs");
    let stage = &mut preset.stages[0];
    stage.pairing = method;
    stage.late_entry_until = None;
    stage.meeting.draws = Draws::Impossible;
    preset
}

fn single(third_place: ThirdPlace) -> Preset {
    let club_mates = ClubMates::Anywhere;
    knock_out(Method::KnockOut {
        club_mates,
        third_place,
    })
}

fn publish(event: &mut Event) {
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
}

/// A side: its entry, `?` or `-`, its points, and `+` for the winner or `F` for an absent side.
fn side(side: &capicu_event::report::BracketSide) -> String {
    let slot = match side.slot {
        Slot::Entry(id) => id.to_string(),
        Slot::Open => "?".into(),
        Slot::Empty => "-".into(),
    };
    let score = side
        .score
        .map_or(String::new(), |score| format!(":{}", score.points));
    let ending = match side.ending {
        Some(SideEnding::Won) => "+",
        Some(SideEnding::Absent) => "F",
        Some(SideEnding::Lost) | None => "",
    };
    format!("{slot}{score}{ending}")
}

fn meeting(meeting: &BracketMeeting) -> String {
    let table = meeting
        .meeting
        .map_or(String::new(), |number| format!("#{number} "));
    let sides: Vec<String> = meeting.sides.iter().map(side).collect();
    format!("{table}{}", sides.join(" "))
}

/// The columns of each bracket, in the order of the rounds.
fn shown(event: &Event) -> Vec<(BracketKind, Vec<String>)> {
    let all = brackets(event.state(), &event.state().stages[0]);
    let column = |column: &capicu_event::report::BracketColumn| {
        let meetings: Vec<String> = column.meetings.iter().map(meeting).collect();
        format!("{}: {}", column.round, meetings.join(", "))
    };
    let bracket = |bracket: &capicu_event::report::Bracket| {
        (bracket.kind, bracket.columns.iter().map(column).collect())
    };
    all.iter().map(bracket).collect()
}

/// Five entries in a bracket of eight: 1, 2 and 3 have byes.
#[test]
fn bracket_fills_as_results_come_in() {
    let mut event = event(single(ThirdPlace::Shared), &["A", "B", "C", "D", "E"]);
    event.done(Command::OpenStage);
    let main = |columns: [&str; 3]| vec![(BracketKind::Main, columns.map(String::from).to_vec())];
    let before = main(["1: 1 -, 5 4, 3 -, - 2", "2: 1 ?, 3 2", "3: ? ?"]);
    assert_eq!(shown(&event), before);
    publish(&mut event);
    let open = main(["1: 1 -, #1 5 4, 3 -, - 2", "2: 1 ?, 3 2", "3: ? ?"]);
    assert_eq!(shown(&event), open);
    rule(&mut event, 1, played([0, 0], [200, 150]));
    publish(&mut event);
    let first = "1: 1 -, #1 5:200+ 4:150, 3 -, - 2";
    assert_eq!(shown(&event), main([first, "2: #1 1 5, #2 3 2", "3: ? ?"]));
    event.done(Command::Rule {
        meeting: 1,
        outcome: Outcome::Forfeit { absent: vec![0] },
        reason: "not there".into(),
    });
    rule(&mut event, 2, played([0, 0], [90, 200]));
    let second = "2: #1 1F 5+, #2 3:90 2:200+";
    assert_eq!(shown(&event), main([first, second, "3: 5 2"]));
    event.done(Command::Withdraw(id(2), "ill".into()));
    assert_eq!(shown(&event), main([first, second, "3: 5 -"]));
}

#[test]
fn losers_of_the_semifinals_have_a_bracket_of_their_own() {
    let mut event = event(single(ThirdPlace::Played), &["A", "B", "C", "D"]);
    event.done(Command::OpenStage);
    let third = |event: &Event| shown(event).pop().unwrap();
    let column = |text: &str| (BracketKind::ThirdPlace, vec![text.to_owned()]);
    assert_eq!(third(&event), column("2: ? ?"));
    publish(&mut event);
    rule(&mut event, 1, played([0, 0], [200, 150]));
    assert_eq!(third(&event), column("2: ? ?"));
    rule(&mut event, 2, played([0, 0], [200, 150]));
    assert_eq!(third(&event), column("2: 4 2"));
    publish(&mut event);
    rule(&mut event, 2, played([0, 0], [120, 200]));
    assert_eq!(third(&event), column("2: #2 4:120 2:200+"));
}

/// Four entries, 1-4 and 3-2. The losers meet while the winners do; the loser of the winners meets the winner of them.
#[test]
fn double_knock_out_has_two_brackets_and_a_last_meeting() {
    let preset = preset("double-knock-out");
    let mut event = event(preset, &["A", "B", "C", "D"]);
    for entry in 1..=4 {
        event.done(Command::CheckIn(id(entry)));
    }
    event.done(Command::OpenStage);
    let parts = |main: [&str; 2], second: [&str; 2], last: &[&str]| {
        let part = |kind, columns: &[&str]| {
            let columns: Vec<String> = columns.iter().map(|text| (*text).to_owned()).collect();
            (kind, columns)
        };
        vec![
            part(BracketKind::Main, &main),
            part(BracketKind::Second, &second),
            part(BracketKind::Last, last),
        ]
    };
    let before = parts(["1: 1 4, 3 2", "2: ? ?"], ["2: ? ?", "3: ? ?"], &["4: ? ?"]);
    assert_eq!(shown(&event), before);
    publish(&mut event);
    rule(&mut event, 1, played([0, 0], [200, 150]));
    rule(&mut event, 2, played([0, 0], [100, 200]));
    publish(&mut event);
    let first = "1: #1 1:200+ 4:150, #2 3:100 2:200+";
    let second = parts([first, "2: #1 1 2"], ["2: #2 4 3", "3: ? ?"], &["4: ? ?"]);
    assert_eq!(shown(&event), second);
    rule(&mut event, 1, played([0, 0], [200, 10]));
    rule(&mut event, 2, played([0, 0], [200, 20]));
    publish(&mut event);
    rule(&mut event, 1, played([0, 0], [50, 200]));
    publish(&mut event);
    let main = [first, "2: #1 1:200+ 2:10"];
    let beaten = ["2: #2 4:200+ 3:20", "3: #1 4:50 2:200+"];
    assert_eq!(shown(&event), parts(main, beaten, &["4: #1 1 2"]));
    // The entry without a loss loses, so both meet again.
    rule(&mut event, 1, played([0, 0], [150, 200]));
    publish(&mut event);
    let last = ["4: #1 1:150 2:200+", "5: #1 1 2"];
    assert_eq!(shown(&event), parts(main, beaten, &last));
}

/// Three entries leave: the last meeting comes after one round, and the rest of the brackets is not drawn.
#[test]
fn early_last_meeting_ends_the_brackets() {
    let mut preset = preset("double-knock-out");
    preset.check_in = capicu_event::CheckIn::None;
    let mut event = event(preset, &["A", "B", "C", "D"]);
    event.done(Command::OpenStage);
    publish(&mut event);
    rule(&mut event, 1, played([0, 0], [200, 150]));
    rule(&mut event, 2, played([0, 0], [100, 200]));
    for (entry, why) in [(2, "ill"), (3, "late")] {
        event.done(Command::Withdraw(id(entry), why.into()));
    }
    publish(&mut event);
    let all: Vec<_> = shown(&event)
        .into_iter()
        .map(|(_, columns)| columns)
        .collect();
    let first = "1: #1 1:200+ 4:150, #2 3:100 2:200+";
    assert_eq!(all, [vec![first], vec!["2: #1 1 4"]]);
}

/// Five at tables of three, of which two advance: one table and two byes, then four are left.
#[test]
fn tables_of_three_are_drawn_round_by_round() {
    let mut event = event(preset("three-team-knock-out"), &["A", "B", "C", "D", "E"]);
    for entry in 1..=5 {
        event.done(Command::CheckIn(id(entry)));
    }
    event.done(Command::OpenStage);
    assert_eq!(shown(&event), []);
    publish(&mut event);
    let all = shown(&event);
    let (kind, columns) = &all[0];
    assert_eq!((all.len(), *kind), (1, BracketKind::Drawn));
    let sides = |text: &str| {
        text.split(", ")
            .map(|one| one.split(' ').count())
            .collect::<Vec<_>>()
    };
    // The round and the number of the table count as words.
    assert_eq!(sides(&columns[0]), [5, 1, 1]);
}

#[test]
fn swiss_has_no_bracket() {
    let mut event = event(preset("latin-pairs"), &["A", "B", "C", "D"]);
    event.done(Command::OpenStage);
    assert!(brackets(event.state(), &event.state().stages[0]).is_empty());
}
