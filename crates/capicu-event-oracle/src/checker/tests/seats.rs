//! Faults in schedules, seats and orders of opponents.

use capicu_event::{Breach, Definitions, LateRounds, Method, Order, Preset, TieBreak, WithinGroup};

use super::*;

fn league(n: usize) -> Event {
    let preset = presets::by_id("latin-league").unwrap();
    let mut event = Event::create("League", preset, 3, 0).unwrap();
    for name in (0..n).map(|at| format!("E{at}")) {
        event.send(Command::Enter(NewEntry::named(&name)));
    }
    event.send(Command::OpenStage);
    event
}

fn rule(event: &mut Event, meeting: u16, outcome: Outcome) {
    let reason = "seen".to_owned();
    event.send(Command::Rule {
        meeting,
        outcome,
        reason,
    });
}

/// The lines with a change to the last draft.
fn changed(event: &Event, change: impl Fn(&mut Pairing)) -> BTreeSet<&'static str> {
    let mut lines = event.log().lines().to_vec();
    let drafted = |line: &Line| matches!(line.fact, Fact::Drafted { .. });
    let last = lines.iter().rposition(drafted).unwrap();
    change(pairing(&mut lines[last].fact).0);
    invariants(&lines[..=last])
}

#[test]
fn meeting_of_another_round_is_found() {
    let mut event = league(6);
    event.send(Command::ExchangeRounds {
        round: 1,
        with: 3,
        reason: "the hall is taken".into(),
    });
    event.send(Command::Draft(Consent::Withheld));
    assert_eq!(changed(&event, |_| {}), BTreeSet::new());
    let wrong = changed(&event, |pairing| {
        let one = pairing.meetings[0].sides[0].clone();
        pairing.meetings[0].sides[0] = pairing.meetings[1].sides[0].clone();
        pairing.meetings[1].sides[0] = one;
    });
    assert_eq!(wrong, BTreeSet::from(["I2"]));
    // Without the exchange, the draft is that of another round.
    let mut lines = event.log().lines().to_vec();
    lines.retain(|line| !matches!(line.fact, Fact::RoundsExchanged { .. }));
    assert_eq!(invariants(&lines), BTreeSet::from(["I2"]));
}

#[test]
fn entry_away_from_its_own_table_is_found() {
    let mut event = league(6);
    let id = EntryId(4);
    let table = Some(12);
    event.send(Command::NumberTables(11));
    event.send(Command::FixTable { entry: id, table });
    event.send(Command::Draft(Consent::Withheld));
    let draft = event.state().running().unwrap().draft.clone().unwrap();
    assert!(draft.pairing.meetings[1].side_of(id).is_some());
    assert_eq!(changed(&event, |_| {}), BTreeSet::new());
    let wrong = changed(&event, |pairing| pairing.meetings.swap(0, 1));
    assert_eq!(wrong, BTreeSet::from(["I1"]));
}

#[test]
fn entries_kept_apart_meet_only_with_consent() {
    let mut event = event();
    event.send(Command::Discard);
    event.send(Command::Draft(Consent::Withheld));
    let draft = event.state().running().unwrap().draft.clone().unwrap();
    let [one, other] = [0, 1].map(|side| draft.pairing.meetings[0].sides[side][0]);
    event.send(Command::Discard);
    event.send(Command::KeepApart {
        entries: [other, one],
        reason: "married".into(),
    });
    event.send(Command::Draft(Consent::Withheld));
    let apart = event.state().running().unwrap().draft.clone().unwrap();
    let meets = |meeting: &capicu_event::Meeting| {
        meeting.side_of(one).is_some() && meeting.side_of(other).is_some()
    };
    assert!(!apart.pairing.meetings.iter().any(meets));
    assert_eq!(invariants(event.log().lines()), BTreeSet::new());
    let before = draft.pairing;
    let wrong = changed(&event, |pairing| pairing.clone_from(&before));
    assert!(
        wrong.is_superset(&BTreeSet::from(["I2", "I4"])),
        "{wrong:?}"
    );
    // By hand, the breach is logged.
    event.send(Command::Edit {
        pairing: before,
        reason: "they agreed".into(),
    });
    let Some(Fact::Edited { breaches, .. }) = event.log().lines().last().map(|line| &line.fact)
    else {
        panic!("edited");
    };
    let entries = [one.min(other), one.max(other)];
    assert!(breaches.contains(&Breach::KeptApart { entries }));
}

/// Eight pairs after a round in which the winners' margins are not in the order of their seeds.
fn swiss(change: impl Fn(&mut Preset)) -> Event {
    let mut preset = presets::by_id("effectiveness").unwrap();
    preset.check_in = capicu_event::CheckIn::None;
    change(&mut preset);
    let mut event = Event::create("Order", preset, 3, 0).unwrap();
    for name in (0..8).map(|at| format!("E{at}")) {
        event.send(Command::Enter(NewEntry::named(&name)));
    }
    event.send(Command::OpenStage);
    event.send(Command::Draft(Consent::Withheld));
    event.send(Command::Publish);
    for (meeting, lost) in (1..).zip([170, 190, 160, 180]) {
        rule(&mut event, meeting, points(&[200, lost]));
    }
    event.send(Command::Draft(Consent::Withheld));
    event
}

#[test]
fn order_of_seeds_in_place_of_the_standings_is_found() {
    let event = swiss(|_| {});
    let mut lines = event.log().lines().to_vec();
    assert_eq!(invariants(&lines), BTreeSet::new());
    let Fact::Created { preset, .. } = &mut lines[0].fact else {
        panic!("created");
    };
    let Method::Swiss { order, .. } = &mut preset.stages[0].pairing else {
        panic!("a Swiss");
    };
    assert_eq!(core::mem::replace(order, Order::Seeds), Order::Standings);
    assert_eq!(invariants(&lines), BTreeSet::from(["I4"]));
}

#[test]
fn leader_without_the_second_on_the_hill_is_found() {
    let event = swiss(|preset| {
        let Method::Swiss { late, rounds, .. } = &mut preset.stages[0].pairing else {
            panic!("a Swiss");
        };
        *rounds = Some(2);
        *late = Some(LateRounds {
            rounds: 1,
            within_group: WithinGroup::KingOfTheHill,
        });
    });
    assert_eq!(changed(&event, |_| {}), BTreeSet::new());
    let wrong = changed(&event, |pairing| {
        let one = pairing.meetings[0].sides[0].clone();
        pairing.meetings[0].sides[0] = pairing.meetings[1].sides[0].clone();
        pairing.meetings[1].sides[0] = one;
    });
    assert_eq!(wrong, BTreeSet::from(["I4"]));
}

#[test]
fn round_without_players_is_found() {
    let mut event = event();
    event.send(Command::Discard);
    event.send(Command::Draft(Consent::Withheld));
    let wrong = changed(&event, |pairing| {
        let alone = pairing.entries().collect::<Vec<_>>();
        pairing.meetings.clear();
        pairing.byes = alone
            .into_iter()
            .map(|entry| capicu_event::Bye {
                entry,
                kind: ByeKind::Pairing,
            })
            .collect();
    });
    assert!(wrong.contains("I1"), "{wrong:?}");
}

/// Three pairs, each with one win; one of the meetings is a forfeit.
#[test]
fn forfeit_that_does_not_count_between_tied_entries_is_found() {
    let preset = {
        let mut preset = presets::by_id("latin-league").unwrap();
        preset.stages[0].standings = vec![TieBreak::Points, TieBreak::HeadToHead];
        preset
    };
    let mut event = Event::create("Forfeit", preset, 3, 0).unwrap();
    for name in ["A", "B", "C"] {
        event.send(Command::Enter(NewEntry::named(name)));
    }
    event.send(Command::OpenStage);
    for _ in 0..3 {
        event.send(Command::Draft(Consent::Withheld));
        event.send(Command::Publish);
        let outcome = match event.state().stages[0].rounds.len() {
            1 => points(&[40, 10]),
            2 => Outcome::Forfeit { absent: vec![1] },
            _ => points(&[40, 20]),
        };
        rule(&mut event, 1, outcome);
    }
    let told = |tie_breaks: Definitions| {
        let mut lines = event.log().lines().to_vec();
        if let Fact::Created { tie_breaks: of, .. } = &mut lines[0].fact {
            *of = tie_breaks;
        }
        let mut checker = Checker::default();
        lines.iter().for_each(|line| checker.line(line));
        let state = event.state();
        checker.standings(&standings::standings(state, &state.stages[0]));
        let found = checker.found.iter();
        found.map(|one| one.invariant).collect::<BTreeSet<_>>()
    };
    assert_eq!(told(Definitions::Second), BTreeSet::new());
    assert!(told(Definitions::First).contains("I5"));
}
