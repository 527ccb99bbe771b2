//! Faults of double knock-outs, arenas, whist tournaments, boards, prizes and waiting lists.

use capicu_event::{EntryId, Preset, Status};

use super::*;

/// An event of a preset with so many entries, all there, and its first stage open.
fn opened(preset: Preset, n: u32) -> Event {
    let required = preset.check_in == capicu_event::CheckIn::Required;
    let mut event = Event::create("Faults", preset, 3, 0).unwrap();
    for number in 1..=n {
        send(
            &mut event,
            Command::Enter(NewEntry::named(&format!("E{number}"))),
        );
        if required {
            send(&mut event, Command::CheckIn(EntryId(number)));
        }
    }
    send(&mut event, Command::OpenStage);
    event
}

/// Plays the next round: the first sides win.
fn round(event: &mut Event, outcome: &Outcome) {
    send(event, Command::Draft(Consent::Given));
    send(event, Command::Publish);
    let last = event.state().stages[0].rounds.last().unwrap().clone();
    for meeting in 1..=last.tables.len() as u16 {
        let (outcome, reason) = (outcome.clone(), "seen".into());
        send(
            event,
            Command::Rule {
                meeting,
                outcome,
                reason,
            },
        );
    }
}

fn of(id: &str) -> Preset {
    presets::by_id(id).unwrap()
}

/// What is found once the last line, a draft, was changed.
fn found_in(event: &Event, change: impl Fn(&mut Pairing)) -> BTreeSet<&'static str> {
    let mut lines = event.log().lines().to_vec();
    assert_eq!(invariants(&lines), BTreeSet::new());
    let last = lines.len() - 1;
    change(pairing(&mut lines[last].fact).0);
    invariants(&lines)
}

/// Exchanges the second sides of two meetings.
fn exchange(pairing: &mut Pairing, one: usize, other: usize) {
    let side = pairing.meetings[one].sides[1].clone();
    pairing.meetings[one].sides[1] = pairing.meetings[other].sides[1].clone();
    pairing.meetings[other].sides[1] = side;
}

#[test]
fn in_a_double_knock_out_who_has_lost_meets_nobody_who_has_not() {
    let mut event = opened(of("double-knock-out"), 8);
    round(&mut event, &points(&[200, 90]));
    send(&mut event, Command::Draft(Consent::Given));
    let lost: Vec<EntryId> = event.state().stages[0].rounds[0]
        .pairing
        .meetings
        .iter()
        .flat_map(|meeting| meeting.sides[1].clone())
        .collect();
    let wrong = found_in(&event, |pairing| {
        let has_lost = |at: &usize| lost.contains(&pairing.meetings[*at].sides[0][0]);
        let all = 0..pairing.meetings.len();
        let beaten = all.clone().find(has_lost).unwrap();
        let unbeaten = all.clone().find(|at| !has_lost(at)).unwrap();
        exchange(pairing, beaten, unbeaten);
    });
    assert_eq!(wrong, BTreeSet::from(["I2"]));
}

#[test]
fn in_the_bracket_of_a_double_knock_out_nobody_meets_too_early() {
    let mut event = opened(of("double-knock-out"), 8);
    send(&mut event, Command::Draft(Consent::Given));
    let wrong = found_in(&event, |pairing| exchange(pairing, 0, 3));
    assert_eq!(wrong, BTreeSet::from(["I2"]));
}

#[test]
fn in_a_box_one_has_a_bye_at_most() {
    let mut event = opened(of("five-point-knock-out"), 6);
    send(&mut event, Command::Draft(Consent::Given));
    let wrong = found_in(&event, |pairing| {
        let gone = pairing.meetings.pop().unwrap();
        let bye = |side: &Vec<EntryId>| capicu_event::Bye {
            entry: side[0],
            kind: ByeKind::Pairing,
        };
        pairing.byes.extend(gone.sides.iter().map(bye));
    });
    assert!(wrong.contains("I3"), "{wrong:?}");
}

#[test]
fn in_an_arena_nobody_meets_whom_they_have_just_met() {
    let mut event = opened(of("arena"), 4);
    let first = {
        send(&mut event, Command::Draft(Consent::Given));
        let stage = &event.state().stages[0];
        stage.draft.clone().unwrap().pairing
    };
    send(&mut event, Command::Publish);
    for meeting in [1, 2] {
        let (outcome, reason) = (points(&[100, 40]), "seen".into());
        send(
            &mut event,
            Command::Rule {
                meeting,
                outcome,
                reason,
            },
        );
    }
    send(&mut event, Command::Draft(Consent::Given));
    let wrong = found_in(&event, |pairing| {
        pairing.meetings.clone_from(&first.meetings)
    });
    assert!(wrong.contains("I2"), "{wrong:?}");
}

#[test]
fn in_an_arena_no_two_wait_who_could_meet_and_nobody_is_paired_after_the_end() {
    let mut event = opened(of("arena"), 4);
    send(&mut event, Command::Draft(Consent::Given));
    let wrong = found_in(&event, |pairing| {
        let gone = pairing.meetings.pop().unwrap();
        let bye = |side: &Vec<EntryId>| capicu_event::Bye {
            entry: side[0],
            kind: ByeKind::Pairing,
        };
        pairing.byes.extend(gone.sides.iter().map(bye));
    });
    assert!(wrong.contains("I3"), "{wrong:?}");
    let mut lines = event.log().lines().to_vec();
    let last = lines.len() - 1;
    lines[last].at += 60 * 60_000 + 1;
    assert_eq!(invariants(&lines), BTreeSet::from(["I1"]));
}

/// Nine players: in the second round of a whist tournament partners of the first are partners again.
#[test]
fn in_a_whist_tournament_nobody_has_a_partner_twice() {
    let mut preset = of("rotating-partners");
    preset.stages[0].pairing = Method::Whist;
    preset.stages[0].late_entry_until = None;
    let mut event = opened(preset, 9);
    round(&mut event, &points(&[100, 40]));
    let first = event.state().stages[0].rounds[0].pairing.clone();
    send(&mut event, Command::Draft(Consent::Given));
    let wrong = found_in(&event, |pairing| {
        pairing.meetings.clone_from(&first.meetings)
    });
    assert!(wrong.contains("I2"), "{wrong:?}");
}

/// What is found once standings were changed, of an event that was played to its end.
fn standings_found(event: &Event, change: impl Fn(&mut Vec<Standing>)) -> BTreeSet<&'static str> {
    let mut checker = Checker::default();
    event
        .log()
        .lines()
        .iter()
        .for_each(|line| checker.line(line));
    let state = event.state();
    let mut told = standings::standings(state, &state.stages[0]);
    checker.standings(&told);
    assert_eq!(checker.found, []);
    change(&mut told);
    checker.standings(&told);
    checker.found.iter().map(|one| one.invariant).collect()
}

/// Seven pairs meet all others, two boards a round.
#[test]
fn matchpoints_that_do_not_sum_to_a_hundred_a_table_are_found() {
    let margins = vec![Some(2), Some(-1)];
    let mut event = opened(of("duplicate"), 8);
    for _ in 0..2 {
        round(
            &mut event,
            &Outcome::Boards {
                margins: margins.clone(),
            },
        );
    }
    let wrong = standings_found(&event, |told| told[0].keys[0] += 1);
    assert!(wrong.contains("I12"), "{wrong:?}");
}

#[test]
fn a_prize_for_somebody_who_cannot_win_it_is_found() {
    let mut event = opened(of("latin-pairs"), 4);
    let women = |event: &mut Event, entry| {
        let categories = BTreeSet::from(["women".to_owned()]);
        send(event, Command::Categorise(EntryId(entry), categories));
    };
    women(&mut event, 2);
    while event.preview(&Command::Draft(Consent::Given)).is_ok() {
        round(&mut event, &points(&[200, 90]));
    }
    send(&mut event, Command::CloseStage);
    send(&mut event, Command::Freeze);
    assert_eq!(event.state().status, Status::Frozen);
    let found = |change: &dyn Fn(&mut Vec<standings::Won>)| {
        let mut checker = Checker::default();
        event
            .log()
            .lines()
            .iter()
            .for_each(|line| checker.line(line));
        let state = event.state();
        let told = standings::standings(state, &state.stages[0]);
        let mut won = standings::prizes(state);
        change(&mut won);
        checker.prizes(&told, &won);
        checker
            .found
            .iter()
            .map(|one| one.invariant)
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(found(&|_| {}), BTreeSet::new());
    let wrong = BTreeSet::from(["I7"]);
    assert_eq!(
        found(&|won| won[0].winners[0].1 = 2),
        wrong,
        "places exchanged"
    );
    assert_eq!(
        found(&|won| won[1].winners = vec![(EntryId(1), 1)]),
        wrong,
        "no woman"
    );
    assert_eq!(
        found(&|won| won[0].winners.truncate(2)),
        wrong,
        "one too few"
    );
}

#[test]
fn somebody_who_plays_without_a_place_is_found() {
    let preset = Preset {
        places: Some(4),
        ..of("latin-pairs")
    };
    let event = opened(preset, 6);
    let mut lines = event.log().lines().to_vec();
    assert_eq!(invariants(&lines), BTreeSet::new());
    let last = lines.len() - 1;
    let Fact::StageOpened { order, .. } = &mut lines[last].fact else {
        panic!("{:?}", lines[last].fact);
    };
    order[0] = EntryId(6);
    assert_eq!(invariants(&lines), BTreeSet::from(["I1"]));
}

/// Eight of two clubs whose seeds alternate between the halves: four of each stand in either half as they are drawn up.
#[test]
fn club_mates_in_one_half_of_a_bracket_are_found() {
    let mut preset = of("latin-pairs-final");
    preset.stages.remove(0);
    let mut event = Event::create("Faults", preset, 3, 0).unwrap();
    // By halves: 1 4 5 8, and 2 3 6 7.
    for (number, club) in (1..).zip(["A", "B", "B", "A", "A", "B", "B", "A"]) {
        let entry = NewEntry {
            rating: Some(100 - number),
            club: Some(club.to_owned()),
            ..NewEntry::named(&format!("E{number}"))
        };
        send(&mut event, Command::Enter(entry));
        send(&mut event, Command::CheckIn(EntryId(number as u32)));
    }
    send(&mut event, Command::OpenStage);
    let mut lines = event.log().lines().to_vec();
    assert_eq!(invariants(&lines), BTreeSet::new());
    let Fact::StageOpened { order, .. } = &mut lines.last_mut().unwrap().fact else {
        panic!("no stage is open");
    };
    *order = (1..=8).map(EntryId).collect();
    assert_eq!(invariants(&lines), BTreeSet::from(["I4"]));
}

/// A meeting of two teams at tables of a server, of which the first has written its line down.
fn at_tables() -> Vec<Line> {
    use capicu_event::{Absent, Online, TableResult, Venue, Watchers};
    let mut preset = of("english-league");
    preset.online = Some(Online {
        usual: Venue::Online,
        turn_time: "off".into(),
        grace: 5,
        absent: Absent::Desk,
        watchers: Watchers::Nobody,
    });
    let mut event = opened(preset, 2);
    send(&mut event, Command::Draft(Consent::Withheld));
    send(&mut event, Command::Publish);
    for number in 1..=9 {
        let side = |points| SideScore { games: 0, points };
        let scores = vec![side(121), side(90)];
        let command = Command::RecordTable {
            meeting: 1,
            number,
            table: format!("t{number}"),
            result: TableResult::Played { scores },
        };
        send(&mut event, command);
    }
    event.log().lines().to_vec()
}

#[test]
fn a_table_of_a_server_that_speaks_twice_or_of_another_place_is_found() {
    let lines = at_tables();
    assert_eq!(invariants(&lines), BTreeSet::new());
    let model = |lines: &[Line]| {
        let facts: Vec<&Fact> = lines.iter().map(|line| &line.fact).collect();
        Model::of(&facts).unwrap()
    };
    let outcome = |lines: &[Line]| model(lines).stage().unwrap().rounds[0].1[0].clone();
    let last = lines.len() - 1;
    assert_eq!(outcome(&lines[..last]), None, "one table is missing");
    let all = outcome(&lines);
    assert!(matches!(all, Some(Outcome::Sittings { tables }) if tables.len() == 9));

    for wrong in [1, 0, 10] {
        let mut lines = lines.clone();
        if let Fact::TableRecorded { number, .. } = &mut lines[last].fact {
            *number = wrong;
        }
        assert_eq!(invariants(&lines), BTreeSet::from(["I13"]), "{wrong}");
    }
    let mut lines = lines;
    let to = capicu_event::Venue::Hall;
    lines[last - 1].fact = Fact::Moved { meeting: 1, to };
    assert_eq!(invariants(&lines), BTreeSet::from(["I13"]));
}
