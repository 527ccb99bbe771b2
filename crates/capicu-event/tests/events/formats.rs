//! Double knock-outs, arenas and prizes, calculated by hand.

use capicu_event::{
    Command, Consent, Draw, Envelope, Event, Meeting, Method, Preset, Refused, Reset, Viewer,
    standings,
};

use super::{Desk as _, event, id, played, preset, rule};

/// Plays the next round of a knock-out, and returns its meetings and byes. The first side wins, or the second in
/// meetings with a number in `upsets`.
#[track_caller]
fn knocked(event: &mut Event, upsets: &[u16]) -> (Vec<[u32; 2]>, Vec<u32>) {
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
    let pairing = event.state().stages[0]
        .rounds
        .last()
        .unwrap()
        .pairing
        .clone();
    let pair = |meeting: &Meeting| [0, 1].map(|side| meeting.sides[side][0].0);
    let meetings: Vec<[u32; 2]> = pairing.meetings.iter().map(pair).collect();
    for meeting in 1..=meetings.len() as u16 {
        let points = match upsets.contains(&meeting) {
            true => [150, 200],
            false => [200, 150],
        };
        rule(event, meeting, played([0, 0], points));
    }
    let byes = pairing.byes.iter().map(|bye| bye.entry.0).collect();
    (meetings, byes)
}

fn double_knock_out(names: &[&str], change: impl Fn(&mut Preset)) -> Event {
    let mut preset = preset("double-knock-out");
    change(&mut preset);
    let mut event = event(preset, names);
    (1..=names.len() as u32).for_each(|entry| event.done(Command::CheckIn(id(entry))));
    event.done(Command::OpenStage);
    event
}

/// Eight places in the order 1-8 5-4 3-6 7-2, by hand. The first side wins, except in the last meeting.
#[test]
fn double_knock_out_may_repeat_the_last_meeting() {
    let names = ["A", "B", "C", "D", "E", "F", "G", "H"];
    let mut event = double_knock_out(&names, |_| {});
    assert_eq!(event.state().stages[0].n_rounds, 7);
    let none: Vec<u32> = Vec::new();
    let (meetings, byes) = knocked(&mut event, &[]);
    assert_eq!(meetings, [[1, 8], [5, 4], [3, 6], [7, 2]]);
    assert_eq!(byes, none);
    // 8, 4, 6 and 2 have one loss.
    let (meetings, byes) = knocked(&mut event, &[]);
    assert_eq!(meetings, [[1, 5], [3, 7], [8, 4], [6, 2]]);
    assert_eq!(byes, none);
    // 5 and 7 enter the second bracket from the other end: 7 meets 8, and 5 meets 6.
    let (meetings, byes) = knocked(&mut event, &[]);
    assert_eq!(meetings, [[1, 3], [8, 7], [6, 5]]);
    assert_eq!(byes, none);
    // 1 waits for the last meeting, and 3 for its opponent.
    let (meetings, byes) = knocked(&mut event, &[]);
    assert_eq!((meetings, byes), (vec![[8, 6]], vec![1, 3]));
    let (meetings, byes) = knocked(&mut event, &[]);
    assert_eq!((meetings, byes), (vec![[8, 3]], vec![1]));
    let (meetings, byes) = knocked(&mut event, &[1]);
    assert_eq!((meetings, byes), (vec![[1, 8]], none.clone()));
    assert_eq!(
        event.send(Command::CloseStage),
        Err(Refused::RoundsLeft),
        "both have lost once"
    );
    let (meetings, byes) = knocked(&mut event, &[]);
    assert_eq!((meetings, byes), (vec![[1, 8]], none));
    event.done(Command::CloseStage);
    let places: Vec<(u32, u16)> = standings::standings(event.state(), &event.state().stages[0])
        .iter()
        .map(|one| (one.entry.0, one.place))
        .collect();
    let by_place = |place: u16| {
        let mut at: Vec<u32> = places
            .iter()
            .filter(|one| one.1 == place)
            .map(|one| one.0)
            .collect();
        at.sort_unstable();
        at
    };
    assert_eq!(by_place(1), [1]);
    assert_eq!(by_place(2), [8]);
    assert_eq!(by_place(3), [3]);
    assert_eq!(by_place(4), [6]);
    assert_eq!(by_place(5), [5, 7]);
    assert_eq!(by_place(7), [2, 4]);
}

#[test]
fn last_meeting_decides_without_a_reset() {
    let skip = |preset: &mut Preset| {
        let (draw, reset) = (Draw::Bracket, Reset::Skipped);
        preset.stages[0].pairing = Method::DoubleKnockOut { draw, reset };
    };
    let mut event = double_knock_out(&["A", "B", "C"], skip);
    // Four places: 1-4 3-2, of which 4 is empty.
    assert_eq!(knocked(&mut event, &[]), (vec![[3, 2]], vec![1]));
    assert_eq!(knocked(&mut event, &[]), (vec![[1, 3]], vec![2]));
    assert_eq!(knocked(&mut event, &[]), (vec![[2, 3]], vec![1]));
    assert_eq!(knocked(&mut event, &[1]), (vec![[1, 2]], vec![]));
    event.done(Command::CloseStage);
    let first = &standings::standings(event.state(), &event.state().stages[0])[0];
    assert_eq!((first.entry, first.place), (id(2), 1));
}

/// Out after two losses: each round is drawn from the box without losses and the box with one.
#[test]
fn each_odd_box_has_its_own_bye() {
    let boxes = |preset: &mut Preset| {
        let (draw, reset) = (Draw::Boxes, Reset::Played);
        preset.stages[0].pairing = Method::DoubleKnockOut { draw, reset };
    };
    let names = ["A", "B", "C", "D", "E", "F", "G"];
    let mut event = double_knock_out(&names, boxes);
    let mut lost = [0; 8];
    let mut byes_had = [0; 8];
    for round in 0.. {
        let (meetings, byes) = knocked(&mut event, &[]);
        for times in 0..2 {
            let of_box = byes.iter().filter(|entry| lost[**entry as usize] == times);
            assert!(of_box.count() <= 1, "round {round}");
        }
        byes.iter().for_each(|entry| byes_had[*entry as usize] += 1);
        let last = lost[1..].iter().filter(|times| **times < 2).count() == 2;
        for [one, other] in meetings {
            let same = lost[one as usize] == lost[other as usize];
            assert!(same || last, "round {round}: {one} meets {other}");
            lost[other as usize] += 1;
        }
        if lost[1..].iter().filter(|times| **times < 2).count() == 1 {
            break;
        }
    }
    event.done(Command::CloseStage);
    let first = standings::standings(event.state(), &event.state().stages[0])[0]
        .entry
        .0;
    assert!(lost[first as usize] < 2);
}

/// Five pairs by hand: E has met nobody and is last. C is the best of the women. When she gets one of the first three
/// prizes, the next woman moves up.
#[test]
fn prizes_go_to_the_best_entries_of_each_category() {
    let mut preset = preset("latin-pairs");
    preset.stages[0].pairing = Method::RoundRobin { legs: 1 };
    preset.stages[0].late_entry_until = None;
    let mut event = event(preset, &["A", "B", "C", "D", "E"]);
    let into = |event: &mut Event, entry: u32, categories: &[&str]| {
        let categories = categories.iter().map(|one| (*one).to_owned()).collect();
        event.send(Command::Categorise(id(entry), categories))
    };
    assert_eq!(
        into(&mut event, 1, &["giants"]),
        Err(Refused::NoCategory("giants".into()))
    );
    into(&mut event, 3, &["women"]).unwrap();
    into(&mut event, 4, &["women", "mixed"]).unwrap();
    into(&mut event, 5, &["women"]).unwrap();
    assert_eq!(into(&mut event, 5, &["women"]), Err(Refused::NoChange));
    event.done(Command::OpenStage);
    // The lower number wins.
    for _ in 0..5 {
        event.done(Command::Draft(Consent::Withheld));
        event.done(Command::Publish);
        let meetings = event.state().stages[0]
            .rounds
            .last()
            .unwrap()
            .pairing
            .meetings
            .clone();
        for (at, meeting) in meetings.iter().enumerate() {
            let first = meeting.sides[0] < meeting.sides[1];
            let points = if first { [200, 100] } else { [100, 200] };
            rule(&mut event, at as u16 + 1, played([0, 0], points));
        }
    }
    let won = |event: &Event| {
        let prizes = standings::prizes(event.state());
        let names = |one: &standings::Won| {
            let winners = one.winners.iter();
            winners
                .map(|(entry, place)| (entry.0, *place))
                .collect::<Vec<_>>()
        };
        prizes.iter().map(names).collect::<Vec<_>>()
    };
    let due = vec![vec![(1, 1), (2, 2), (3, 3)], vec![(4, 1)], vec![]];
    assert_eq!(won(&event), due);
    assert_eq!(event.state().visible_to(Viewer::Public).prizes, []);
    event.done(Command::Withdraw(id(3), "went home".into()));
    let due = vec![vec![(1, 1), (2, 2), (4, 3)], vec![(5, 1)], vec![]];
    assert_eq!(won(&event), due, "who has left wins nothing");
    event.done(Command::CloseStage);
    event.done(Command::Freeze);
    assert_eq!(event.state().visible_to(Viewer::Public).prizes.len(), 3);
}

/// Five pairs in an arena, by hand. Neighbors meet, and the last of an odd number waits.
#[test]
fn arena_pairs_free_entries_but_never_the_last_opponent() {
    let mut event = event(preset("arena"), &["A", "B", "C", "D", "E"]);
    event.done(Command::OpenStage);
    let wave = |event: &mut Event| {
        event.done(Command::Draft(Consent::Withheld));
        event.done(Command::Publish);
        let round = event.state().stages[0].rounds.last().unwrap().clone();
        let pair = |meeting: &Meeting| [0, 1].map(|side| meeting.sides[side][0].0);
        let mut meetings: Vec<[u32; 2]> = round.pairing.meetings.iter().map(pair).collect();
        meetings.iter_mut().for_each(|pair| pair.sort_unstable());
        let waits: Vec<u32> = round.pairing.byes.iter().map(|bye| bye.entry.0).collect();
        (meetings, waits)
    };
    assert_eq!(wave(&mut event), (vec![[1, 2], [3, 4]], vec![5]));
    assert_eq!(
        event.send(Command::Draft(Consent::Withheld)),
        Err(Refused::NobodyFree)
    );
    rule(&mut event, 1, played([0, 0], [100, 20]));
    // A has two points, B and E none, and E has waited: B meets E.
    assert_eq!(wave(&mut event), (vec![[2, 5]], vec![1]));
    rule(&mut event, 2, played([0, 0], [20, 100]));
    // A and D have two points, C none.
    assert_eq!(wave(&mut event), (vec![[1, 4]], vec![3]));
    assert_eq!(
        event.send(Command::CloseStage),
        Err(Refused::Unsettled(3)),
        "the meetings are numbered through"
    );
    let (meeting, outcome) = (3, played([0, 0], [100, 0]));
    let sides = event.state().stages[0].rounds[1].pairing.meetings[0]
        .sides
        .clone();
    let (by, other) = (sides[0][0], sides[1][0]);
    event.done(Command::Claim {
        meeting,
        by,
        outcome,
    });
    event.done(Command::Confirm { meeting, by: other });
    // B and E have just met, and C is free: it meets the one with fewer points.
    let loser = other.0;
    let winner = by.0;
    let pair = [3.min(loser), 3.max(loser)];
    assert_eq!(wave(&mut event), (vec![pair], vec![winner]));
    let late = Envelope {
        key: "late".into(),
        expected: event.version(),
        now: 3_600_001 + event.state().stages[0].opened_at,
        command: Command::Draft(Consent::Withheld),
    };
    rule(&mut event, 4, played([0, 0], [100, 0]));
    let expected = event.version();
    assert_eq!(
        event.execute(&Envelope { expected, ..late }).err(),
        Some(Refused::TimeIsOver)
    );
    rule(&mut event, 5, played([0, 0], [100, 0]));
    event.done(Command::CloseStage);
    let told = standings::standings(event.state(), &event.state().stages[0]);
    // Five meetings give two points each; waiting gives none.
    assert_eq!(told.iter().map(|one| one.keys[0]).sum::<i64>(), 5 * 2 * 12);
}
