//! Knock-outs with a meeting for the third place, calculated by hand.

use capicu_event::standings::{CutKey, standings};
use capicu_event::{
    ClubMates, Command, Consent, Draws, Event, Meeting, Method, Outcome, Preset, Refused,
    ThirdPlace,
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
