//! Puts faults into logs and standings by hand: the checker must find each.

mod duplicate;
mod formats;
mod seats;

use std::collections::BTreeSet;

use capicu_event::{
    ByeKind, Command, Consent, Envelope, Event, Fact, Line, NewEntry, Outcome, Pairing, Presence,
    SideScore, Standing, presets, standings,
};

use super::*;

trait Desk {
    fn send(&mut self, command: Command);
}

impl Desk for Event {
    fn send(&mut self, command: Command) {
        let expected = self.version();
        let sent = self.execute(&Envelope {
            key: expected.to_string(),
            expected,
            now: 0,
            command,
        });
        sent.unwrap();
    }
}

/// Seven pairs after two rounds, with the third draft at the end of the log.
fn event() -> Event {
    let preset = presets::by_id("latin-pairs").unwrap();
    let mut event = Event::create("Faults", preset, 3, 0).unwrap();
    for name in ["A", "B", "C", "D", "E", "F", "G"] {
        event.send(Command::Enter(NewEntry::named(name)));
    }
    event.send(Command::OpenStage);
    for _ in 0..2 {
        event.send(Command::Draft(Consent::Withheld));
        event.send(Command::Publish);
        for meeting in 1..=3 {
            let score = |points| SideScore { games: 0, points };
            let outcome = Outcome::Played {
                scores: vec![score(200), score(90)],
            };
            event.send(Command::Rule {
                meeting,
                outcome,
                reason: "seen".into(),
            });
        }
    }
    event.send(Command::Draft(Consent::Withheld));
    assert!(
        event
            .state()
            .entries
            .values()
            .all(|one| one.presence == Presence::Entered)
    );
    event
}

/// The violated invariants after a change to the last line.
fn found(change: impl Fn(&mut Fact)) -> Vec<&'static str> {
    let mut checker = Checker::default();
    let mut lines = event().log().lines().to_vec();
    let last = lines.len() - 1;
    change(&mut lines[last].fact);
    lines.iter().for_each(|line| checker.line(line));
    let mut found: Vec<_> = checker.found.iter().map(|one| one.invariant).collect();
    found.dedup();
    found
}

fn pairing(fact: &mut Fact) -> (&mut Pairing, &mut Vec<capicu_event::Costs>) {
    match fact {
        Fact::Drafted { pairing, costs, .. } => (pairing, costs),
        other => panic!("{other:?}"),
    }
}

#[test]
fn correct_event_has_no_violation() {
    assert_eq!(found(|_| {}), [""; 0]);
}

#[test]
fn bye_of_the_wrong_kind_is_found() {
    let wrong = found(|fact| pairing(fact).0.byes[0].kind = ByeKind::Requested);
    assert!(wrong.contains(&"I3"), "{wrong:?}");
}

#[test]
fn entry_left_out_or_seated_twice_is_found() {
    assert!(found(|fact| pairing(fact).0.byes.clear()).contains(&"I1"));
    let wrong = found(|fact| {
        let pairing = pairing(fact).0;
        pairing.meetings[1] = pairing.meetings[0].clone();
    });
    assert!(wrong.contains(&"I1"), "{wrong:?}");
}

/// If a cost depends on the order of the entries, the pairing is not optimal. Here the lower sides of two tables are
/// exchanged, and the costs are adjusted to match.
#[test]
fn pairing_that_is_not_optimal_is_found() {
    let model = |lines: &[Line]| {
        let facts: Vec<&Fact> = lines.iter().map(|line| &line.fact).collect();
        Model::of(&facts).unwrap()
    };
    let lines = event().log().lines().to_vec();
    let before = model(&lines[..lines.len() - 1]);
    let room = Room::new(&before, Heavier::ByeAbove).unwrap();
    let wrong = found(|fact| {
        let (pairing, costs) = pairing(fact);
        let side = pairing.meetings[0].sides[1].clone();
        pairing.meetings[0].sides[1] = pairing.meetings[1].sides[1].clone();
        pairing.meetings[1].sides[1] = side;
        let tables = room.tables(pairing, costs).unwrap();
        for (table, cost) in tables.iter().zip(costs) {
            let [
                rematch,
                second_bye,
                clubs_barred,
                bye_above,
                gap,
                clubs,
                float,
                distance,
            ] = room.cost(table.0, table.1);
            *cost = capicu_event::Costs {
                rematch,
                second_bye,
                clubs_barred,
                gap,
                bye_above,
                clubs,
                float,
                distance,
                ..*cost
            };
        }
    });
    assert!(wrong.contains(&"I4"), "{wrong:?}");
}

#[test]
fn wrong_logged_cost_is_found() {
    assert_eq!(found(|fact| pairing(fact).1[0].gap += 1), ["I4"]);
}

/// In this log `swiss-1` gave the bye of the third round to the leader.
const SWISS_1: &str = include_str!("../../../capicu-event/tests/logs/swiss-1.jsonl");

#[test]
fn bye_for_the_leader_is_wrong_except_in_earlier_logs() {
    let log = capicu_event::Log::read(SWISS_1.as_bytes()).unwrap();
    let mut lines = log.lines().to_vec();
    assert_eq!(invariants(&lines), BTreeSet::new());
    let named = |name: &str, line: &mut Line| {
        if let Fact::Drafted {
            round: 3, method, ..
        } = &mut line.fact
        {
            name.clone_into(method);
        }
    };
    lines.iter_mut().for_each(|line| named("swiss-2", line));
    assert_eq!(invariants(&lines), BTreeSet::from(["I4"]));
    lines.iter_mut().for_each(|line| named("swiss-0", line));
    assert_eq!(invariants(&lines), BTreeSet::from(["I4"]));
}

#[test]
fn rematch_without_consent_is_found() {
    let first = event().state().stages[0].rounds[0].pairing.clone();
    let wrong = found(|fact| *pairing(fact).0 = first.clone());
    assert!(wrong.contains(&"I2"), "{wrong:?}");
    assert!(wrong.contains(&"I3"), "the bye is a second one: {wrong:?}");
}

#[test]
fn wrong_standings_are_found() {
    let event = event();
    let told = |change: &dyn Fn(&mut Vec<Standing>)| {
        let mut checker = Checker::default();
        event
            .log()
            .lines()
            .iter()
            .for_each(|line| checker.line(line));
        let state = event.state();
        let mut told = standings::standings(state, &state.stages[0]);
        checker.standings(&told);
        change(&mut told);
        checker.standings(&told);
        checker
            .found
            .iter()
            .map(|one| one.invariant)
            .collect::<BTreeSet<_>>()
    };
    assert!(told(&|_| {}).is_empty());
    assert!(told(&|told| told[0].keys[0] += 12).is_superset(&BTreeSet::from(["I5", "I6"])));
    assert!(told(&|told| told[0].keys[4] += 1).contains("I5"));
    assert!(told(&|told| told[1].place = 1).contains("I7"));
    assert!(told(&|told| told[0].worst += 1).contains("I11"));
}

/// The first round of a preset with `n` entries of this number of members.
fn first_round(preset: &str, n: usize, members: usize) -> Event {
    let preset = presets::by_id(preset).unwrap();
    let mut event = Event::create("Faults", preset, 3, 0).unwrap();
    for name in (0..n).map(|at| format!("E{at}")) {
        let members = (0..members).map(|at| format!("{name}/{at}")).collect();
        let entry = NewEntry {
            members,
            ..NewEntry::named(&name)
        };
        event.send(Command::Enter(entry));
    }
    event.send(Command::OpenStage);
    event.send(Command::Draft(Consent::Withheld));
    event.send(Command::Publish);
    event
}

/// The log of a first round in which every meeting ended with this outcome, and the draft of the second.
fn two_rounds(preset: &str, n: usize, outcome: &Outcome) -> Vec<Line> {
    let mut event = first_round(preset, n, 0);
    let meetings = event.state().stages[0].rounds[0].tables.len();
    for meeting in 1..=meetings as u16 {
        let (outcome, reason) = (outcome.clone(), "seen".into());
        event.send(Command::Rule {
            meeting,
            outcome,
            reason,
        });
    }
    event.send(Command::Draft(Consent::Given));
    event.log().lines().to_vec()
}

fn points(scores: &[i32]) -> Outcome {
    let score = |points: &i32| SideScore {
        games: 0,
        points: *points,
    };
    let scores = scores.iter().map(score).collect();
    Outcome::Played { scores }
}

fn invariants(lines: &[Line]) -> BTreeSet<&'static str> {
    let mut checker = Checker::default();
    lines.iter().for_each(|line| checker.line(line));
    checker.found.iter().map(|one| one.invariant).collect()
}

#[test]
fn repeated_partner_is_found() {
    let mut lines = two_rounds("rotating-partners", 10, &points(&[100, 40]));
    assert_eq!(invariants(&lines), BTreeSet::new());
    let first = lines.iter().find_map(|line| match &line.fact {
        Fact::Drafted { pairing, .. } => Some(pairing.clone()),
        _ => None,
    });
    let last = lines.len() - 1;
    pairing(&mut lines[last].fact).0.clone_from(&first.unwrap());
    let wrong = invariants(&lines);
    assert!(
        wrong.is_superset(&BTreeSet::from(["I2", "I3"])),
        "{wrong:?}"
    );
}

#[test]
fn suboptimal_tables_of_three_and_wrong_bye_are_found() {
    let games = |games: [u16; 3]| Outcome::Played {
        scores: games.map(|games| SideScore { games, points: 0 }).to_vec(),
    };
    let lines = two_rounds("three-hand", 10, &games([6, 4, 1]));
    assert_eq!(invariants(&lines), BTreeSet::new());
    let last = lines.len() - 1;
    let mut exchanged = lines.clone();
    let made = pairing(&mut exchanged[last].fact).0;
    let side = made.meetings[0].sides[1].clone();
    made.meetings[0].sides[1] = made.meetings[2].sides[2].clone();
    made.meetings[2].sides[2] = side;
    assert!(invariants(&exchanged).contains("I4"));
    let mut bye = lines;
    let made = pairing(&mut bye[last].fact).0;
    let entry = made.meetings[0].sides[0][0];
    made.meetings[0].sides[0] = vec![made.byes[0].entry];
    made.byes[0].entry = entry;
    assert!(invariants(&bye).contains("I3"));
}

#[test]
fn line_up_with_a_player_twice_is_found() {
    let mut event = first_round("three-hand-league", 3, 6);
    let state = event.state();
    let by = state.stages[0].rounds[0].pairing.meetings[0].sides[0][0];
    let names = &state.entries[&by].members;
    let tables = (0..18).map(|at| vec![names[at % 6].clone()]).collect();
    event.send(Command::LineUp {
        meeting: 1,
        by,
        tables,
    });
    let mut lines = event.log().lines().to_vec();
    assert_eq!(invariants(&lines), BTreeSet::new());
    let last = lines.len() - 1;
    let Fact::LinedUp { tables, .. } = &mut lines[last].fact else {
        panic!("{:?}", lines[last].fact);
    };
    tables[1] = tables[0].clone();
    assert_eq!(invariants(&lines), BTreeSet::from(["I1"]));
}

/// Eight pairs have played two boards each by a Howell movement.
#[test]
fn boards_played_before_are_found() {
    let margins = vec![Some(1), Some(-2)];
    let adjusted = Vec::new();
    let mut lines = two_rounds("duplicate", 8, &Outcome::Boards { margins, adjusted });
    assert_eq!(invariants(&lines), BTreeSet::new());
    let last = lines.len() - 1;
    let first = lines.iter().find_map(|line| match &line.fact {
        Fact::Drafted { pairing, .. } => Some(pairing.clone()),
        _ => None,
    });
    let first = first.unwrap();
    let made = pairing(&mut lines[last].fact).0;
    let someone = made.meetings[0].sides[0][0];
    let seated = |at: &usize| first.meetings[*at].side_of(someone).is_some();
    let before = (0..4).find(seated).unwrap();
    made.sets[0] = first.sets[before];
    assert_eq!(invariants(&lines), BTreeSet::from(["I12"]));
    pairing(&mut lines[last].fact).0.sets.clear();
    assert_eq!(invariants(&lines), BTreeSet::from(["I12"]));
}
