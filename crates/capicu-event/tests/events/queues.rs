//! Evenings of winner stays, calculated by hand.

use capicu_event::{
    Command, Consent, Draws, Event, Method, Outcome, Preset, PresetError, Refused, standings,
};

use super::{Desk as _, event, id, played, preset, rule};

const PAIRS: [&str; 7] = ["A", "B", "C", "D", "E", "F", "G"];

/// An evening at two tables, with the first pairs checked in, in the order of their ratings.
fn evening(present: u32) -> Event {
    let mut event = event(preset("winner-stays"), &PAIRS);
    (1..=present).for_each(|entry| event.done(Command::CheckIn(id(entry))));
    event.done(Command::OpenStage);
    event
}

fn begin(event: &mut Event) {
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
}

/// The entries at each table by side, and those that wait.
fn seats(event: &Event) -> (Vec<Vec<u32>>, Vec<u32>) {
    let stage = event.state().stages.last().unwrap();
    let seats = stage.queue.as_ref().unwrap().seats();
    let table = |table: &capicu_event::winner_stays::Table<_>| {
        let sides = table.sides().iter().flatten();
        sides.map(|entry: &capicu_event::EntryId| entry.0).collect()
    };
    let tables = seats.tables().iter().map(table).collect();
    (tables, seats.queue().iter().map(|entry| entry.0).collect())
}

fn won(event: &mut Event, meeting: u16, side: usize) {
    rule(event, meeting, by(side));
}

fn by(side: usize) -> Outcome {
    played([0, 0], [[100, 40], [40, 100]][side])
}

fn correct(event: &mut Event, round: u16, outcome: Outcome) {
    event.done(Command::Correct {
        stage: 1,
        round,
        meeting: 1,
        outcome,
        reason: "the sheet says otherwise".into(),
    });
}

fn leave(event: &mut Event, entry: u32) {
    event.done(Command::Withdraw(id(entry), "went home".into()));
}

fn absent(sides: impl IntoIterator<Item = u8>) -> Outcome {
    Outcome::Forfeit {
        absent: sides.into_iter().collect(),
    }
}

#[test]
fn winner_stays_and_the_next_pair_of_the_queue_sits_down() {
    let mut event = evening(6);
    assert_eq!(seats(&event), (vec![vec![1, 2], vec![3, 4]], vec![5, 6]));
    begin(&mut event);
    // G was entered before the evening, and comes late.
    event.done(Command::CheckIn(id(7)));
    assert_eq!(seats(&event).1, [5, 6, 7]);
    // D beats C. E takes the place of C, who joins the end of the queue.
    won(&mut event, 2, 1);
    assert_eq!(seats(&event), (vec![vec![1, 2], vec![5, 4]], vec![6, 7, 3]));
    begin(&mut event);
    won(&mut event, 1, 0);
    assert_eq!(seats(&event), (vec![vec![1, 6], vec![5, 4]], vec![7, 3, 2]));
    let state = event.state();
    let numbers = [1, 2, 3].map(|meeting| state.table_number(meeting));
    assert_eq!(numbers, [1, 2, 2], "the tables of the room");
}

#[test]
fn tables_of_an_evening_keep_their_numbers_in_a_later_stage() {
    let mut both = preset("winner-stays");
    both.stages
        .push(preset("jamaican-pairs").stages.swap_remove(0));
    let mut event = event(both, &PAIRS);
    (1..=6).for_each(|entry| event.done(Command::CheckIn(id(entry))));
    event.done(Command::OpenStage);
    begin(&mut event);
    won(&mut event, 2, 1);
    begin(&mut event);
    won(&mut event, 1, 0);
    won(&mut event, 3, 0);
    event.done(Command::CloseStage);
    event.done(Command::OpenStage);
    begin(&mut event);
    let state = event.state();
    let numbers = |stage: usize| {
        [1, 2, 3].map(|meeting| state.table_number_in(&state.stages[stage], meeting))
    };
    assert_eq!(numbers(0), [1, 2, 2]);
    assert_eq!(numbers(1), [1, 2, 3]);
}

#[test]
fn correction_moves_the_queue_until_a_match_depends_on_it() {
    let mut event = evening(6);
    begin(&mut event);
    won(&mut event, 1, 0);
    assert_eq!(seats(&event), (vec![vec![1, 5], vec![3, 4]], vec![6, 2]));
    // A draft is waiting when the desk sees the mistake: B has won.
    event.done(Command::Draft(Consent::Withheld));
    correct(&mut event, 1, by(1));
    assert_eq!(seats(&event), (vec![vec![5, 2], vec![3, 4]], vec![6, 1]));
    assert_eq!(event.send(Command::Publish), Err(Refused::StaleDraft));
    event.done(Command::Discard);
    begin(&mut event);
    // Now B plays. A wins after all, but nobody gets up.
    correct(&mut event, 1, by(0));
    assert_eq!(seats(&event), (vec![vec![5, 2], vec![3, 4]], vec![6, 1]));
    let told = standings::standings(event.state(), &event.state().stages[0]);
    assert_eq!((told[0].entry, &told[0].keys[..2]), (id(1), &[12, 1][..]));
    // The match is taken back, and the result corrected once more: A sits down.
    event.done(Command::Unpublish("not begun".into()));
    correct(&mut event, 1, by(1));
    correct(&mut event, 1, by(0));
    assert_eq!(seats(&event), (vec![vec![1, 5], vec![3, 4]], vec![6, 2]));
}

#[test]
fn correction_keeps_a_match_at_another_table_that_it_does_not_change() {
    let mut event = evening(7);
    begin(&mut event);
    won(&mut event, 1, 0);
    won(&mut event, 2, 0);
    assert_eq!(seats(&event), (vec![vec![1, 5], vec![3, 6]], vec![7, 2, 4]));
    correct(&mut event, 1, by(1));
    assert_eq!(seats(&event), (vec![vec![5, 2], vec![3, 6]], vec![7, 1, 4]));
}

#[test]
fn pair_that_leaves_in_its_match_leaves_the_table_at_its_end() {
    let mut event = evening(7);
    begin(&mut event);
    leave(&mut event, 6);
    assert_eq!(seats(&event).1, [5, 7], "F leaves the queue at once");
    leave(&mut event, 1);
    leave(&mut event, 4);
    assert_eq!(seats(&event).0, [[1, 2], [3, 4]]);
    // A goes home: B wins without play, and A does not wait.
    rule(&mut event, 1, absent([0]));
    assert_eq!(seats(&event), (vec![vec![5, 2], vec![3, 4]], vec![7]));
    // D wins and then goes home: both places are free for G, and for C, who has lost.
    won(&mut event, 2, 1);
    assert_eq!(seats(&event), (vec![vec![5, 2], vec![7, 3]], vec![]));
    // D is back, and waits at the end.
    event.done(Command::CheckIn(id(4)));
    event.done(Command::CheckIn(id(1)));
    assert_eq!(seats(&event).1, [4, 1]);
}

#[test]
fn void_match_is_repeated_and_nobody_wins_a_double_forfeit() {
    let mut event = evening(6);
    begin(&mut event);
    rule(&mut event, 1, Outcome::Void);
    assert_eq!(seats(&event), (vec![vec![1, 2], vec![3, 4]], vec![5, 6]));
    rule(&mut event, 2, absent([0, 1]));
    assert_eq!(seats(&event), (vec![vec![1, 2], vec![5, 6]], vec![3, 4]));
    assert_eq!(
        event.send(Command::Rule {
            meeting: 1,
            outcome: played([0, 0], [100, 100]),
            reason: "both".into()
        }),
        Err(Refused::Settled(1))
    );
}

#[test]
fn undo_of_a_result_restores_the_queue() {
    let mut event = evening(6);
    begin(&mut event);
    let before = event.state().clone();
    won(&mut event, 1, 0);
    event.done(Command::Undo);
    assert_eq!(*event.state(), before);
}

#[test]
fn desk_cannot_seat_others_than_the_queue() {
    let mut event = evening(6);
    event.done(Command::Draft(Consent::Withheld));
    let stage = event.state().running().unwrap();
    let mut pairing = stage.draft.as_ref().unwrap().pairing.clone();
    pairing.meetings.swap(0, 1);
    let reason = "friends".to_owned();
    assert_eq!(
        event.send(Command::Edit { pairing, reason }),
        Err(Refused::Schedule)
    );
    event.done(Command::Publish);
    assert_eq!(
        event.send(Command::Draft(Consent::Withheld)),
        Err(Refused::NobodyFree)
    );
}

/// A and B win three times each, but only A in a row.
#[test]
fn longest_run_ranks_pairs_with_equal_wins() {
    let change = |preset: &mut Preset| {
        if let Method::WinnerStays { tables, .. } = &mut preset.stages[0].pairing {
            *tables = 1;
        }
    };
    let mut preset = preset("winner-stays");
    change(&mut preset);
    let mut event = event(preset, &["A", "B", "C"]);
    (1..=3).for_each(|entry| event.done(Command::CheckIn(id(entry))));
    event.done(Command::OpenStage);
    // The winner of each match, from the seats at that time.
    for (meeting, winner) in (1..).zip([2, 2, 1, 1, 1, 3, 2]) {
        begin(&mut event);
        let side = seats(&event).0[0].iter().position(|at| *at == winner);
        won(&mut event, meeting, side.unwrap());
    }
    let told = standings::standings(event.state(), &event.state().stages[0]);
    let keys: Vec<(u32, &[i64])> = told
        .iter()
        .map(|one| (one.entry.0, &one.keys[..2]))
        .collect();
    assert_eq!(keys, [(1, &[36, 3][..]), (2, &[36, 2]), (3, &[12, 1])]);
}

#[test]
fn queue_needs_tables_and_a_winner() {
    let checked = |change: fn(&mut Preset)| {
        let mut preset = preset("winner-stays");
        change(&mut preset);
        preset.check()
    };
    let with = |tables| Method::WinnerStays {
        tables,
        minutes: 60,
    };
    let (stage, key) = (1, "tables");
    for tables in [0, 65] {
        let mut preset = preset("winner-stays");
        preset.stages[0].pairing = with(tables);
        assert_eq!(preset.check(), Err(PresetError::Range { stage, key }));
    }
    let draws = checked(|preset| preset.stages[0].meeting.draws = Draws::Possible);
    let (key, with) = ("draws", "pairing");
    assert_eq!(draws, Err(PresetError::Clash { stage, key, with }));
}
