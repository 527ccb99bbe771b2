//! Knock-outs with a meeting for the third place, calculated by hand.

use capicu_event::standings::{CutKey, standings};
use capicu_event::{
    ClubMates, Command, Consent, Draw, Draws, Event, Impossible, LastRounds, Log, Meeting, Method,
    Outcome, Preset, PresetError, Refused, Reset, ThirdPlace,
};

use super::{Desk as _, event, id, played, preset, rule};

fn knock_out(third_place: ThirdPlace) -> Preset {
    let mut preset = preset("latin-pairs");
    let stage = &mut preset.stages[0];
    stage.pairing = Method::KnockOut {
        club_mates: ClubMates::Anywhere,
        third_place,
    };
    stage.late_entry_until = None;
    stage.meeting.draws = Draws::Impossible;
    preset
}

/// Pairs the next round, and returns its meetings and byes.
#[track_caller]
fn next(event: &mut Event) -> (Vec<[u32; 2]>, Vec<u32>) {
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
    let pairing = &event.state().stages[0].rounds.last().unwrap().pairing;
    let pair = |meeting: &Meeting| [0, 1].map(|side| meeting.sides[side][0].0);
    let meetings = pairing.meetings.iter().map(pair).collect();
    (
        meetings,
        pairing.byes.iter().map(|bye| bye.entry.0).collect(),
    )
}

/// The places of the entries in the order of their numbers, each with the best and the worst still possible.
fn places(event: &Event) -> Vec<(u16, [u16; 2])> {
    let mut all = standings(event.state(), &event.state().stages[0]);
    all.sort_by_key(|one| one.entry);
    let place = |one: &capicu_event::Standing| (one.place, [one.best, one.worst]);
    all.iter().map(place).collect()
}

fn first_wins(event: &mut Event, meeting: u16) {
    rule(event, meeting, played([0, 0], [200, 150]));
}

/// Four entries, 1-4 and 3-2: the first sides win, and 4 beats 2 for the third place.
#[test]
fn losers_of_the_semifinals_play_for_the_third_place() {
    let mut event = event(knock_out(ThirdPlace::Played), &["A", "B", "C", "D"]);
    event.done(Command::OpenStage);
    assert_eq!(next(&mut event), (vec![[1, 4], [3, 2]], vec![]));
    first_wins(&mut event, 1);
    first_wins(&mut event, 2);
    let before = [(1, [1, 2]), (3, [3, 4]), (1, [1, 2]), (3, [3, 4])];
    assert_eq!(places(&event), before);
    assert_eq!(next(&mut event), (vec![[1, 3], [4, 2]], vec![]));
    let stage = &event.state().stages[0];
    let meetings = &stage.rounds[1].pairing.meetings;
    let is_third = |meeting: &Meeting| stage.is_for_third_place(2, meeting);
    assert_eq!(
        meetings.iter().map(is_third).collect::<Vec<_>>(),
        [false, true]
    );
    first_wins(&mut event, 2);
    let third = [(1, [1, 2]), (4, [4, 4]), (1, [1, 2]), (3, [3, 3])];
    assert_eq!(places(&event), third);
    let Err(why) = event.send(Command::CloseStage) else {
        panic!("the final is open");
    };
    assert_eq!(why, Refused::Unsettled(1));
    first_wins(&mut event, 1);
    event.done(Command::CloseStage);
    let after = [(1, [1, 1]), (4, [4, 4]), (2, [2, 2]), (3, [3, 3])];
    assert_eq!(places(&event), after);
    let stage = &event.state().stages[0];
    let keys = capicu_event::report::key_columns(stage);
    let keys: Vec<CutKey> = keys.iter().map(|column| column.key).collect();
    assert_eq!(keys, [CutKey::Rounds, CutKey::ThirdPlace]);
}

#[test]
fn third_place_is_shared_by_default() {
    let mut event = event(knock_out(ThirdPlace::Shared), &["A", "B", "C", "D"]);
    event.done(Command::OpenStage);
    next(&mut event);
    first_wins(&mut event, 1);
    first_wins(&mut event, 2);
    assert_eq!(next(&mut event), (vec![[1, 3]], vec![]));
    first_wins(&mut event, 1);
    let shared = [(1, [1, 1]), (3, [3, 3]), (2, [2, 2]), (3, [3, 3])];
    assert_eq!(places(&event), shared);
}

/// The third place stays open if a finalist leaves: the others still play for it.
#[test]
fn third_place_is_played_without_a_final() {
    let mut event = event(knock_out(ThirdPlace::Played), &["A", "B", "C", "D"]);
    event.done(Command::OpenStage);
    next(&mut event);
    first_wins(&mut event, 1);
    first_wins(&mut event, 2);
    event.done(Command::Withdraw(id(1), "ill".into()));
    assert_eq!(event.send(Command::CloseStage), Err(Refused::RoundsLeft));
    assert_eq!(next(&mut event), (vec![[4, 2]], vec![3]));
    first_wins(&mut event, 1);
    event.done(Command::CloseStage);
    let places: Vec<u16> = places(&event).iter().map(|one| one.0).collect();
    assert_eq!(places, [2, 4, 1, 3]);
}

/// One loser of the semifinals left: the other is third without play. If neither comes to the meeting, both share the
/// place.
#[test]
fn absence_decides_the_third_place() {
    let mut event = event(knock_out(ThirdPlace::Played), &["A", "B", "C", "D"]);
    event.done(Command::OpenStage);
    next(&mut event);
    first_wins(&mut event, 1);
    first_wins(&mut event, 2);
    let mut left = event.clone();
    left.done(Command::Withdraw(id(4), "ill".into()));
    assert_eq!(next(&mut left), (vec![[1, 3]], vec![2]));
    first_wins(&mut left, 1);
    left.done(Command::CloseStage);
    let order: Vec<u16> = places(&left).iter().map(|one| one.0).collect();
    assert_eq!(order, [1, 3, 2, 4]);
    next(&mut event);
    rule(&mut event, 2, Outcome::Forfeit { absent: vec![0, 1] });
    first_wins(&mut event, 1);
    event.done(Command::CloseStage);
    let order: Vec<u16> = places(&event).iter().map(|one| one.0).collect();
    assert_eq!(order, [1, 3, 2, 3]);
}

/// The other format of the last rounds: to this target, in these minutes.
fn last(preset: &Preset, rounds: u16, target: u32, minutes: Option<u16>) -> LastRounds {
    let mut meeting = preset.stages[0].meeting.clone();
    meeting.target = Some(target);
    meeting.most_points = Some(target + 120);
    meeting.minutes = minutes;
    LastRounds {
        rounds,
        meeting,
        house_rules: [("love".to_owned(), "off".to_owned())].into(),
    }
}

/// Eight entries: 200 points in the first round, 250 in the semifinals, 300 without a clock in the final.
#[test]
fn semifinals_and_final_have_other_targets() {
    let mut preset = knock_out(ThirdPlace::Played);
    preset.stages[0].last_rounds =
        vec![last(&preset, 1, 300, None), last(&preset, 2, 250, Some(60))];
    let names = ["A", "B", "C", "D", "E", "F", "G", "H"];
    let mut event = event(preset, &names);
    event.done(Command::OpenStage);
    let stage = &event.state().stages[0];
    let targets = [1, 2, 3].map(|round| stage.format_in(round).target);
    assert_eq!(targets, [Some(200), Some(250), Some(300)]);
    assert_eq!(stage.rules_in(1).house_rules.len(), 0);
    assert_eq!(stage.rules_in(3).house_rules["love"], "off");
    next(&mut event);
    (1..=4).for_each(|meeting| first_wins(&mut event, meeting));
    next(&mut event);
    // The winner of the first round has 200 points. What goes beyond the target of a semifinal, 250, is lost.
    let score = |points| played([0, 0], points);
    (1..=2).for_each(|meeting| rule(&mut event, meeting, score([260, 150])));
    let state = event.state();
    let sheet = &capicu_event::standings::sheets(state, &state.stages[0])[&id(1)];
    let own: Vec<i32> = sheet.rows.iter().map(|row| row.own.points).collect();
    assert_eq!(own, [200, 250]);
    next(&mut event);
    let ruled = |points| Command::Rule {
        meeting: 1,
        outcome: score(points),
        reason: "on the sheet".into(),
    };
    let why = Impossible::NobodyReached;
    let refused = Refused::Impossible { meeting: 1, why };
    assert_eq!(event.send(ruled([260, 150])), Err(refused));
    rule(&mut event, 1, score([300, 150]));
    rule(&mut event, 2, score([300, 150]));
    event.done(Command::CloseStage);
    // A correction is of its own round: 200 points end a meeting of the first.
    event.done(Command::Correct {
        stage: 1,
        round: 1,
        meeting: 1,
        outcome: score([200, 10]),
        reason: "misread".into(),
    });
    let read = Log::read(event.log().text().as_bytes()).unwrap();
    assert!(Event::verify(read).is_ok());
}

/// A double knock-out whose first round is to 200 points, the one before the last meeting to 250, and the last to 300.
fn double(draw: Draw, names: &[&str]) -> Event {
    let mut preset = preset("double-knock-out");
    let reset = Reset::Played;
    preset.stages[0].pairing = Method::DoubleKnockOut { draw, reset };
    preset.stages[0].last_rounds =
        vec![last(&preset, 1, 300, None), last(&preset, 2, 250, Some(60))];
    let mut event = event(preset, names);
    for at in 1..=names.len() as u32 {
        event.done(Command::CheckIn(id(at)));
    }
    event.done(Command::OpenStage);
    event
}

fn targets(event: &Event) -> Vec<u32> {
    let stage = &event.state().stages[0];
    let all = 1..=stage.rounds.len() as u16;
    all.map(|round| stage.format_in(round).target.unwrap())
        .collect()
}

/// Pairs the next round; in each meeting, the side of this index reaches the points.
#[track_caller]
fn next_to(event: &mut Event, points: i32, winner: usize) {
    let (meetings, _) = next(event);
    for meeting in 1..=meetings.len() as u16 {
        let mut score = [10; 2];
        score[winner] = points;
        rule(event, meeting, played([0, 0], score));
    }
}

/// Four entries: two rounds, the final of the second bracket, the last meeting, and its repetition.
#[test]
fn last_meeting_of_a_double_knock_out_and_its_repetition_have_their_target() {
    let mut event = double(Draw::Bracket, &["A", "B", "C", "D"]);
    let stage = &event.state().stages[0];
    let before = [1, 2, 3, 4, 5].map(|round| stage.format_in(round).target.unwrap());
    assert_eq!(before, [200, 200, 250, 300, 300]);
    next_to(&mut event, 200, 0);
    next_to(&mut event, 200, 0);
    next_to(&mut event, 250, 0);
    // The entry without a loss sits first, and loses.
    next_to(&mut event, 300, 1);
    assert_eq!(event.send(Command::CloseStage), Err(Refused::RoundsLeft));
    next(&mut event);
    let short = event.send(Command::Rule {
        meeting: 1,
        outcome: played([0, 0], [250, 10]),
        reason: "on the sheet".into(),
    });
    let why = Impossible::NobodyReached;
    assert_eq!(short, Err(Refused::Impossible { meeting: 1, why }));
    rule(&mut event, 1, played([0, 0], [300, 10]));
    event.done(Command::CloseStage);
    assert_eq!(targets(&event), [200, 200, 250, 300, 300]);
    let read = Log::read(event.log().text().as_bytes()).unwrap();
    assert!(Event::verify(read).is_ok());
}

/// Five entries in two boxes: 3 and 2 after a round, then 2 and 2, 1 and 2, 1 and 1. An entry of the second box leaves
/// after the third round, so the last meeting is in round 4.
#[test]
fn last_meeting_comes_earlier_if_an_entry_leaves() {
    let mut event = double(Draw::Boxes, &["A", "B", "C", "D", "E"]);
    for points in [200, 200, 200] {
        next_to(&mut event, points, 0);
    }
    let mut whole = event.clone();
    next_to(&mut whole, 250, 0);
    next_to(&mut whole, 300, 0);
    assert_eq!(targets(&whole), [200, 200, 200, 250, 300]);
    let lost: Vec<u32> = (1..=5).filter(|at| losses(&event, *at) == 1).collect();
    assert_eq!(lost.len(), 2);
    event.done(Command::Withdraw(id(lost[0]), "ill".into()));
    next_to(&mut event, 300, 0);
    assert_eq!(targets(&event), [200, 200, 200, 300]);
}

/// Eight entries, 1-8 5-4 3-6 7-2: after the first round all leave but the first and the eighth, which has lost. Their
/// meeting is the last one, four rounds before the schedule.
#[test]
fn last_meeting_of_a_bracket_comes_earlier_if_all_others_leave() {
    let names = ["A", "B", "C", "D", "E", "F", "G", "H"];
    let mut event = double(Draw::Bracket, &names);
    next_to(&mut event, 200, 0);
    for entry in 2..=7 {
        event.done(Command::Withdraw(id(entry), "ill".into()));
    }
    assert_eq!(next(&mut event), (vec![[1, 8]], vec![]));
    rule(&mut event, 1, played([0, 0], [300, 10]));
    event.done(Command::CloseStage);
    assert_eq!(targets(&event), [200, 300]);
}

fn losses(event: &Event, entry: u32) -> usize {
    let rounds = event.state().stages[0].rounds.iter();
    let meetings = rounds.flat_map(|round| &round.pairing.meetings);
    meetings
        .filter(|meeting| meeting.sides[1] == [id(entry)])
        .count()
}

#[test]
fn wrong_last_rounds_are_refused_with_their_key() {
    let usual = knock_out(ThirdPlace::Shared);
    let refused = |change: &dyn Fn(&mut Preset)| {
        let mut preset = usual.clone();
        preset.stages[0].last_rounds = vec![last(&usual, 1, 300, None)];
        change(&mut preset);
        preset.check().unwrap_err()
    };
    let (stage, key) = (1, "last-rounds");
    let clash = |with| PresetError::Clash { stage, key, with };
    let range = PresetError::Range { stage, key };
    let no_rounds = refused(&|preset| preset.stages[0].last_rounds[0].rounds = 0);
    assert_eq!(no_rounds, range);
    let double = refused(&|preset| {
        preset.stages[0]
            .last_rounds
            .push(last(&usual, 1, 250, None))
    });
    assert_eq!(double, range);
    let swiss = refused(&|preset| {
        preset.stages[0].pairing = super::preset("latin-pairs").stages[0].pairing.clone()
    });
    assert_eq!(swiss, clash("pairing"));
    let other_kind = refused(&|preset| preset.stages[0].last_rounds[0].meeting.sides = 3);
    assert_eq!(other_kind, clash("meeting"));
    let drawn = refused(&|preset| preset.stages[0].last_rounds[0].meeting.draws = Draws::Possible);
    assert_eq!(drawn, clash("draws"));
    let target = refused(&|preset| preset.stages[0].last_rounds[0].meeting.target = Some(0));
    assert_eq!(
        target,
        PresetError::Range {
            stage,
            key: "target"
        }
    );
}

/// Semifinals to 125 points and a final to 150, each a stage.
#[test]
fn knock_out_ends_with_the_entries_that_advance() {
    let mut preset = knock_out(ThirdPlace::Shared);
    preset.stages[0].through = Some(2);
    preset.stages[0].meeting.target = Some(125);
    let mut last = knock_out(ThirdPlace::Shared).stages[0].clone();
    last.meeting.target = Some(150);
    preset.stages.push(last);
    let mut event = event(preset, &["A", "B", "C", "D"]);
    event.done(Command::OpenStage);
    assert_eq!(event.state().stages[0].n_rounds, 1);
    assert_eq!(next(&mut event), (vec![[1, 4], [3, 2]], vec![]));
    (1..=2).for_each(|meeting| rule(&mut event, meeting, played([0, 0], [125, 30])));
    assert_eq!(
        event.send(Command::Draft(Consent::Given)),
        Err(Refused::NoMoreRounds)
    );
    event.done(Command::CloseStage);
    event.done(Command::OpenStage);
    let order: std::collections::BTreeSet<u32> = event.state().stages[1]
        .order
        .iter()
        .map(|id| id.0)
        .collect();
    assert_eq!(order, [1, 3].into());
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
    rule(&mut event, 1, played([0, 0], [150, 30]));
    event.done(Command::CloseStage);
    let third = &mut knock_out(ThirdPlace::Played);
    third.stages[0].through = Some(2);
    let (stage, key, with) = (1, "third-place", "through");
    assert_eq!(third.check(), Err(PresetError::Clash { stage, key, with }));
}

/// Of 9 to 16 entries, four are left after two rounds of a bracket.
#[test]
fn rounds_of_a_knock_out_depend_on_those_that_advance() {
    let mut rules = knock_out(ThirdPlace::Shared).stages.remove(0);
    let rounds = |rules: &capicu_event::StageRules| [2, 4, 5, 8, 9, 16].map(|n| rules.n_rounds(n));
    assert_eq!(rounds(&rules), [1, 2, 3, 3, 4, 4]);
    rules.through = Some(4);
    assert_eq!(rounds(&rules), [0, 0, 1, 1, 2, 2]);
    rules.through = Some(3);
    assert_eq!(rounds(&rules), [0, 1, 2, 2, 3, 3]);
}

/// An earlier log played such a knock-out to its end, and still verifies.
#[test]
fn earlier_log_of_a_whole_knock_out_is_verified() {
    let mut preset = knock_out(ThirdPlace::Shared);
    preset.stages.push(preset.stages[0].clone());
    let mut event = event(preset, &["A", "B", "C", "D"]);
    event.done(Command::OpenStage);
    for meetings in [2, 1] {
        next(&mut event);
        (1..=meetings).for_each(|meeting| first_wins(&mut event, meeting));
    }
    event.done(Command::CloseStage);
    let mut earlier = Log::new();
    for line in event.log().lines() {
        let mut fact = line.fact.clone();
        if let capicu_event::Fact::Created { preset, .. } = &mut fact {
            preset.stages[0].through = Some(2);
        }
        earlier.append(line.at, &line.key, fact);
    }
    let event = Event::verify(earlier).unwrap();
    assert_eq!(event.state().stages[0].rounds.len(), 2);
}
