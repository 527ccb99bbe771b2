//! The order of entries in a Swiss: seeds, standings, and other ways in the last rounds.

use capicu_event::{Command, Consent, Event, LateRounds, Method, Order, Preset, WithinGroup};

use super::{Desk, event, id, played, preset, rule};

fn swiss(change: impl Fn(&mut WithinGroup, &mut Order, &mut Option<LateRounds>)) -> Preset {
    let mut preset = preset("latin-pairs");
    preset.stages[0].standings = vec![
        capicu_event::TieBreak::Points,
        capicu_event::TieBreak::Difference,
    ];
    let Method::Swiss {
        within_group,
        order,
        late,
        rounds,
        round_robin_up_to,
        ..
    } = &mut preset.stages[0].pairing
    else {
        panic!("a Swiss");
    };
    *rounds = Some(3);
    *round_robin_up_to = None;
    change(within_group, order, late);
    preset
}

/// Pairs a round; every first-named side wins by its points.
fn round(event: &mut Event, points: &[[i32; 2]]) {
    event.done(Command::Draft(Consent::Given));
    event.done(Command::Publish);
    for (at, points) in points.iter().enumerate() {
        rule(event, at as u16 + 1, played([0, 0], *points));
    }
}

fn meetings(event: &Event) -> Vec<[u32; 2]> {
    let draft = event.state().running().unwrap().draft.as_ref().unwrap();
    let numbers = draft.pairing.meetings.iter().map(|meeting| {
        let mut pair = [0, 1].map(|side| meeting.sides[side][0].0);
        pair.sort_unstable();
        pair
    });
    let mut all: Vec<_> = numbers.collect();
    all.sort_unstable();
    all
}

const NAMES: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];

/// First round 1-5 2-6 3-7 4-8: the winners are 1 (+10), 2 (+20), 3 (+30) and 4 (+40), in the reverse order of their
/// seeds.
fn after_one_round(preset: Preset) -> Event {
    let mut event = event(preset, &NAMES);
    event.done(Command::OpenStage);
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
    let round = event.state().stages[0].rounds[0].clone();
    for (at, meeting) in round.pairing.meetings.iter().enumerate() {
        let low = meeting.entries().min().unwrap();
        let won = [200, 200 - 10 * low.0 as i32];
        let points = match meeting.side_of(low) {
            Some(0) => won,
            _ => [won[1], won[0]],
        };
        rule(&mut event, at as u16 + 1, played([0, 0], points));
    }
    event
}

#[test]
fn neighbors_follow_the_seeds_or_the_standings() {
    let neighbors = |order: Order| {
        let halves_first = swiss(|within_group, of, late| {
            *within_group = WithinGroup::Halves;
            *of = order;
            *late = None;
        });
        let mut event = after_one_round(halves_first);
        event.done(Command::Draft(Consent::Withheld));
        meetings(&event)
    };
    // Halves of 1 2 3 4 by seed, and of 4 3 2 1 by standings.
    assert_eq!(neighbors(Order::Seeds)[..2], [[1, 3], [2, 4]]);
    assert_eq!(neighbors(Order::Standings)[..2], [[1, 3], [2, 4]]);
    // The losers are 5 (-10), 6, 7 and 8; neighbors by standings are 4-3 2-1.
    let late = swiss(|_, _, late| {
        *late = Some(LateRounds {
            rounds: 2,
            within_group: WithinGroup::Neighbors,
        });
    });
    let mut event = after_one_round(late);
    event.done(Command::Draft(Consent::Withheld));
    assert_eq!(meetings(&event), [[1, 2], [3, 4], [5, 6], [7, 8]]);
}

/// With wins of 30, 10, 40 and 20 the standings are 3 1 4 2: neighbors are 3-1 and 4-2, by seed 1-2 and 3-4.
#[test]
fn effectiveness_pairs_neighbors_of_the_standings() {
    let first = |order: Order| {
        let mut preset = swiss(|within_group, of, _| {
            *within_group = WithinGroup::Neighbors;
            *of = order;
        });
        preset.check_in = capicu_event::CheckIn::None;
        let mut event = event(preset, &NAMES);
        event.done(Command::OpenStage);
        // Neighbors: 1-2 3-4 5-6 7-8. The winners are 1, 3, 5 and 7.
        event.done(Command::Draft(Consent::Withheld));
        assert_eq!(meetings(&event), [[1, 2], [3, 4], [5, 6], [7, 8]]);
        event.done(Command::Publish);
        let by = [(1, 30), (3, 10), (5, 40), (7, 20)];
        let round = event.state().stages[0].rounds[0].clone();
        for (at, meeting) in round.pairing.meetings.iter().enumerate() {
            let winner = meeting.entries().min().unwrap();
            let (_, more) = by.iter().find(|(of, _)| id(*of) == winner).unwrap();
            let points = match meeting.side_of(winner) {
                Some(0) => [200, 200 - more],
                _ => [200 - more, 200],
            };
            rule(&mut event, at as u16 + 1, played([0, 0], points));
        }
        event.done(Command::Draft(Consent::Withheld));
        meetings(&event)
    };
    assert_eq!(first(Order::Seeds), [[1, 3], [2, 4], [5, 7], [6, 8]]);
    // 5 (+40) meets 1 (+30), 7 (+20) meets 3 (+10); the losers 4 (-10) and 8, then 2 and 6.
    assert_eq!(first(Order::Standings), [[1, 5], [2, 6], [3, 7], [4, 8]]);
    let rules = capicu_event::presets::by_id("effectiveness").unwrap();
    let Method::Swiss { order, .. } = rules.stages[0].pairing else {
        panic!("a Swiss");
    };
    assert_eq!(order, Order::Standings);
}

#[test]
fn fold_pairs_the_first_with_the_last() {
    let fold = swiss(|within_group, _, _| *within_group = WithinGroup::Fold);
    let mut event = event(fold, &NAMES);
    event.done(Command::OpenStage);
    event.done(Command::Draft(Consent::Withheld));
    assert_eq!(meetings(&event), [[1, 8], [2, 7], [3, 6], [4, 5]]);
}

/// King of the hill asks for consent if the first two have met.
#[test]
fn king_of_the_hill_pairs_by_place_across_points() {
    let hill = swiss(|_, _, late| {
        *late = Some(LateRounds {
            rounds: 1,
            within_group: WithinGroup::KingOfTheHill,
        });
    });
    let mut event = event(hill, &NAMES[..6]);
    event.done(Command::OpenStage);
    round(&mut event, &[[200, 100], [200, 100], [200, 100]]);
    round(&mut event, &[[200, 150], [200, 150], [200, 150]]);
    let stage = &event.state().stages[0];
    let standings = capicu_event::standings::standings(event.state(), stage);
    let order: Vec<u32> = standings.iter().map(|one| one.entry.0).collect();
    event.done(Command::Draft(Consent::Given));
    let mut due: Vec<[u32; 2]> = order.chunks(2).map(|two| [two[0], two[1]]).collect();
    due.iter_mut().for_each(|pair| pair.sort_unstable());
    due.sort_unstable();
    // Equal places are in the order of the seeds, so compare only places.
    let place = |of: u32| {
        standings
            .iter()
            .find(|one| one.entry.0 == of)
            .unwrap()
            .place
    };
    let places = |pairs: &[[u32; 2]]| {
        let mut all: Vec<_> = pairs.iter().map(|pair| pair.map(place)).collect();
        all.iter_mut().for_each(|pair| pair.sort_unstable());
        all.sort_unstable();
        all
    };
    assert_eq!(places(&meetings(&event)), places(&due));
    let log = capicu_event::Log::read(event.log().text().as_bytes()).unwrap();
    Event::verify(log).unwrap();
}
