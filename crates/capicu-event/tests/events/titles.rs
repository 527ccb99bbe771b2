//! Play-offs for the title, calculated by hand.

use capicu_event::report::{all_keys, key_in};
use capicu_event::standings::{CutKey, standings, title};
use capicu_event::{AtCut, Command, Consent, EntryId, Event, Log, Method, Refused, TieBreak};

use super::{Desk as _, event, id, played, preset, rule};

/// Four pairs after one round, both matches drawn: all share the first place.
fn four_level() -> Event {
    let mut preset = preset("latin-pairs");
    let stage = &mut preset.stages[0];
    stage.standings = vec![TieBreak::Points, TieBreak::Difference];
    if let Method::Swiss { rounds, .. } = &mut stage.pairing {
        *rounds = Some(1);
    }
    let mut event = event(preset, &["A", "B", "C", "D"]);
    event.done(Command::OpenStage);
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
    rule(&mut event, 1, played([0, 0], [100, 100]));
    rule(&mut event, 2, played([0, 0], [150, 150]));
    event
}

fn places(event: &Event) -> Vec<u16> {
    let mut all = standings(event.state(), &event.state().stages[0]);
    all.sort_by_key(|one| one.entry);
    all.iter().map(|one| one.place).collect()
}

fn settle(by: AtCut, order: &[u32]) -> Command {
    let order = order.iter().map(|number| id(*number)).collect();
    Command::SettleCut { by, order }
}

#[test]
fn play_off_decides_a_shared_title() {
    let mut event = four_level();
    let early = event.send(settle(AtCut::PlayOff, &[3, 1, 4, 2]));
    assert_eq!(early, Err(Refused::StageRunning));
    event.done(Command::CloseStage);
    assert_eq!(places(&event), [1, 1, 1, 1]);
    assert_eq!(title(event.state(), &event.state().stages[0]).len(), 4);
    let few = event.send(settle(AtCut::PlayOff, &[3, 1, 4]));
    assert_eq!(few, Err(Refused::Order));
    let twice = event.send(settle(AtCut::PlayOff, &[3, 1, 4, 3]));
    assert_eq!(twice, Err(Refused::Order));
    let shared = event.send(settle(AtCut::Everyone, &[]));
    assert_eq!(shared, Err(Refused::NoChange));
    event.done(settle(AtCut::PlayOff, &[3, 1, 4, 2]));
    assert_eq!(places(&event), [2, 4, 1, 3]);
    let state = event.state();
    let stage = &state.stages[0];
    assert_eq!(all_keys(state).last(), Some(&CutKey::PlayOff));
    let behind: Vec<_> = standings(state, stage)
        .iter()
        .map(|one| key_in(stage, one, CutKey::PlayOff))
        .collect();
    assert_eq!(behind, [Some(3), Some(2), Some(1), Some(0)]);
    let again = event.send(settle(AtCut::PlayOff, &[1, 2, 3, 4]));
    assert_eq!(again, Err(Refused::NoTie));
    let read = Log::read(event.log().text().as_bytes()).unwrap();
    assert_eq!(Event::verify(read).unwrap().state(), event.state());
    event.done(Command::Undo);
    assert_eq!(places(&event), [1, 1, 1, 1]);
}

/// A correction ends the tie of all four: the play-off no longer counts, and two of them play again.
#[test]
fn correction_makes_a_play_off_void() {
    let mut event = four_level();
    event.done(Command::CloseStage);
    event.done(settle(AtCut::PlayOff, &[3, 1, 4, 2]));
    let meetings = event.state().stages[0].rounds[0].pairing.meetings.clone();
    event.done(Command::Correct {
        stage: 1,
        round: 1,
        meeting: 2,
        outcome: played([0, 0], [200, 150]),
        reason: "misread".into(),
    });
    let place = |event: &Event, side: usize| {
        let of: EntryId = meetings[1].sides[side][0];
        places(event)[of.0 as usize - 1]
    };
    assert_eq!([place(&event, 0), place(&event, 1)], [1, 4]);
    // One entry has the title now.
    let again = event.send(settle(AtCut::PlayOff, &[1, 2]));
    assert_eq!(again, Err(Refused::NoTie));
}

#[test]
fn drawn_title_is_verified() {
    let mut event = four_level();
    event.done(Command::CloseStage);
    event.done(settle(AtCut::Lot, &[]));
    let mut sorted = places(&event);
    sorted.sort_unstable();
    assert_eq!(sorted, [1, 2, 3, 4]);
    let mut other = Log::new();
    for line in event.log().lines() {
        let mut fact = line.fact.clone();
        if let capicu_event::Fact::CutSettled { order, .. } = &mut fact {
            order.swap(0, 1);
        }
        other.append(line.at, &line.key, fact);
    }
    assert!(Event::verify(other).is_err(), "the lot is another one");
}
