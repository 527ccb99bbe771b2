//! The cut between stages, and ties at it.

use capicu_event::standings::{cut, standings};
use capicu_event::{
    AtCut, Broken, CheckIn, Command, Consent, Cut, CutKey, EntryId, Event, Fact, Log, Method,
    Refused, TieBreak,
};

use super::{Desk as _, event, id, played, preset, rule};

/// Ten pairs after a stage of one round, of which four advance. The five meetings ended with these points.
fn one_round(points: [[i32; 2]; 5]) -> Event {
    let mut preset = preset("latin-pairs-final");
    preset.check_in = CheckIn::None;
    let stage = &mut preset.stages[0];
    stage.standings = vec![TieBreak::Points, TieBreak::Difference, TieBreak::Lot];
    stage.through = Some(4);
    if let Method::Swiss { rounds, .. } = &mut stage.pairing {
        *rounds = Some(1);
    }
    let names = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];
    let mut event = event(preset, &names);
    event.done(Command::OpenStage);
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
    for (meeting, points) in (1..).zip(points) {
        rule(&mut event, meeting, played([0, 0], points));
    }
    event
}

fn cut_of(event: &Event) -> Cut {
    let state = event.state();
    cut(state, &state.stages[0]).unwrap()
}

fn settle(by: AtCut, order: &[EntryId]) -> Command {
    let order = order.to_vec();
    Command::SettleCut { by, order }
}

const DRAWN: [[i32; 2]; 5] = [[100, 100]; 5];

#[test]
fn tie_at_the_cut_blocks_the_next_stage_until_settled() {
    let mut event = one_round(DRAWN);
    let after = event.preview(&Command::CloseStage).unwrap();
    let shown = cut(&after, &after.stages[0]).unwrap();
    assert!(shown.is_open());
    assert_eq!((shown.tied.len(), shown.by), (10, None));
    assert!(shown.advances.is_empty() && shown.misses.is_empty());
    let early = event.send(settle(AtCut::Lot, &[]));
    assert_eq!(early, Err(Refused::StageRunning));
    event.done(Command::CloseStage);
    let refused = event.send(Command::OpenStage);
    assert_eq!(refused, Err(Refused::CutTied(shown.tied)));
}

#[test]
fn all_tied_entries_advance_if_the_director_decides() {
    let mut event = one_round(DRAWN);
    event.done(Command::CloseStage);
    event.done(settle(AtCut::Everyone, &[]));
    assert_eq!(cut_of(&event).advances.len(), 10);
    let again = event.send(settle(AtCut::Lot, &[]));
    assert_eq!(again, Err(Refused::NoTie));
    event.done(Command::OpenStage);
    assert_eq!(event.state().stages[1].order.len(), 10);
    Event::verify(event.log().clone()).unwrap();
}

#[test]
fn lot_at_the_cut_is_logged_and_verified() {
    let mut event = one_round(DRAWN);
    event.done(Command::CloseStage);
    event.done(settle(AtCut::Lot, &[]));
    let shown = cut_of(&event);
    assert_eq!((shown.advances.len(), shown.misses.len()), (4, 6));
    assert_eq!(shown.settled, Some(AtCut::Lot));
    event.done(Command::OpenStage);
    assert_eq!(event.state().stages[1].order, shown.advances);
    Event::verify(event.log().clone()).unwrap();
    // Verification notices another order than the drawn one.
    let mut log = Log::new();
    for line in event.log().lines() {
        let mut fact = line.fact.clone();
        match &mut fact {
            Fact::CutSettled { order, .. } => order.swap(0, 9),
            Fact::StageOpened { .. } if line.n > 20 => continue,
            _ => {}
        }
        log.append(line.at, &line.key, fact);
    }
    let broken = Event::verify(log);
    assert!(matches!(broken, Err(Broken::Stage { .. })), "{broken:?}");
}

#[test]
fn play_off_at_the_cut_must_name_all_tied_entries() {
    let mut event = one_round(DRAWN);
    event.done(Command::CloseStage);
    let missing = event.send(settle(AtCut::PlayOff, &[id(1), id(2)]));
    assert_eq!(missing, Err(Refused::Order));
    let order: Vec<EntryId> = [9, 1, 4, 2, 3, 5, 6, 7, 8, 10].map(id).to_vec();
    event.done(settle(AtCut::PlayOff, &order));
    assert_eq!(cut_of(&event).advances, [9, 1, 4, 2].map(id));
    assert_eq!(cut_of(&event).misses[0], id(3));
    // A corrected result makes another tie, which must be settled again.
    let outcome = played([0, 0], [200, 100]);
    let reason = "read wrongly".to_owned();
    event.done(Command::Correct {
        stage: 1,
        round: 1,
        meeting: 1,
        outcome,
        reason,
    });
    assert!(cut_of(&event).is_open());
    assert_eq!(
        (cut_of(&event).advances.len(), cut_of(&event).tied.len()),
        (1, 8)
    );
}

/// By hand: five winners by 100, 90, 80, 70 and 60. The fifth misses by the difference.
#[test]
fn cut_shows_the_first_miss_and_the_deciding_key() {
    let mut event = one_round([[200, 100], [200, 110], [200, 120], [200, 130], [200, 140]]);
    let shown = cut_of(&event);
    let order: Vec<EntryId> = {
        let stage = &event.state().stages[0];
        let all = standings(event.state(), stage);
        all.iter().map(|one| one.entry).collect()
    };
    assert_eq!(shown.advances, order[..4]);
    assert_eq!(shown.misses, order[4..]);
    assert_eq!(shown.by, Some(CutKey::TieBreak(TieBreak::Difference)));
    assert!(!shown.is_open() && shown.tied.is_empty());
    event.done(Command::CloseStage);
    assert_eq!(event.send(settle(AtCut::Lot, &[])), Err(Refused::NoTie));
    event.done(Command::OpenStage);
    assert_eq!(event.state().stages[1].order, order[..4]);
}

/// In earlier versions, the lot of the standings settled ties.
#[test]
fn earlier_log_with_a_tie_at_the_cut_is_verified() {
    let mut event = one_round(DRAWN);
    event.done(Command::CloseStage);
    let state = event.state();
    let all = standings(state, &state.stages[0]);
    let order = all.iter().take(4).map(|one| one.entry).collect();
    let mut log = event.log().clone();
    log.append(1_000, "desk", Fact::StageOpened { order, rounds: 2 });
    let event = Event::verify(log).unwrap();
    assert_eq!(event.state().stages.len(), 2);
}

#[test]
fn settled_tie_requires_edition_5() {
    let mut event = one_round(DRAWN);
    event.done(Command::CloseStage);
    event.done(settle(AtCut::Lot, &[]));
    let last = event.log().lines().last().unwrap();
    assert_eq!(last.fact.traits().edition, 5);
}
