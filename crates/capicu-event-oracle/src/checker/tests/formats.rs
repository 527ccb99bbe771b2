//! Faults of double knock-outs, arenas, whist tournaments, prizes and waiting lists.

use capicu_event::{
    AtCut, CheckIn, ClubMates, Draws, EntryId, LastRounds, Method, Preset, Status, TeamTotals,
    ThirdPlace, TieBreak,
};

use super::*;

/// An event of a preset with `n` entries, all present, and its first stage open.
pub(super) fn opened(preset: Preset, n: u32) -> Event {
    let required = preset.check_in == CheckIn::Required;
    let mut event = Event::create("Faults", preset, 3, 0).unwrap();
    for number in 1..=n {
        event.send(Command::Enter(NewEntry::named(&format!("E{number}"))));
        if required {
            event.send(Command::CheckIn(EntryId(number)));
        }
    }
    event.send(Command::OpenStage);
    event
}

pub(super) fn round(event: &mut Event, outcome: &Outcome) {
    event.send(Command::Draft(Consent::Given));
    event.send(Command::Publish);
    let last = event.state().stages[0].rounds.last().unwrap().clone();
    for meeting in 1..=last.tables.len() as u16 {
        let (outcome, reason) = (outcome.clone(), "seen".into());
        event.send(Command::Rule {
            meeting,
            outcome,
            reason,
        });
    }
}

pub(super) fn of(id: &str) -> Preset {
    presets::by_id(id).unwrap()
}

/// The violations after a change to the draft in the last line.
pub(super) fn found_in(event: &Event, change: impl Fn(&mut Pairing)) -> BTreeSet<&'static str> {
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

/// Every method has its own names of drafts, also where a schedule decides.
#[test]
fn draft_by_the_method_of_another_format_is_found() {
    for id in ["double-knock-out", "english-league", "three-hand", "arena"] {
        let mut event = opened(of(id), 8);
        event.send(Command::Draft(Consent::Given));
        let mut lines = event.log().lines().to_vec();
        assert_eq!(invariants(&lines), BTreeSet::new(), "{id}");
        let last = lines.len() - 1;
        let Fact::Drafted { method, .. } = &mut lines[last].fact else {
            panic!("{id}: {:?}", lines[last]);
        };
        "swiss-2".clone_into(method);
        assert!(invariants(&lines).contains("I4"), "{id}");
    }
}

#[test]
fn double_knock_out_pairing_across_losses_is_found() {
    let mut event = opened(of("double-knock-out"), 8);
    round(&mut event, &points(&[200, 90]));
    event.send(Command::Draft(Consent::Given));
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

/// A knock-out of four before its final, with a meeting for the third place.
fn before_the_final() -> Event {
    let mut preset = of("latin-pairs");
    let stage = &mut preset.stages[0];
    stage.pairing = Method::KnockOut {
        club_mates: ClubMates::Anywhere,
        third_place: ThirdPlace::Played,
    };
    stage.late_entry_until = None;
    stage.meeting.draws = Draws::Impossible;
    let mut event = opened(preset, 4);
    round(&mut event, &points(&[200, 90]));
    event
}

#[test]
fn finalist_in_the_meeting_for_the_third_place_is_found() {
    let mut event = before_the_final();
    event.send(Command::Draft(Consent::Given));
    let found = found_in(&event, |pairing| exchange(pairing, 0, 1));
    assert!(found.contains("I2"), "{found:?}");
    let found = found_in(&event, |pairing| drop(pairing.meetings.pop()));
    assert!(found.contains("I1"), "{found:?}");
}

/// The rules of a final to 300 points.
fn final_to_300(preset: &Preset) -> LastRounds {
    let mut meeting = preset.stages[0].meeting.clone();
    meeting.target = Some(300);
    meeting.most_points = Some(420);
    LastRounds {
        rounds: 1,
        meeting,
        house_rules: Default::default(),
    }
}

/// Whether a result of 200-90 or 300-90 in the last round, entered after the log, has a violation.
fn found_of_result(event: &Event, score: i32) -> BTreeSet<&'static str> {
    let mut log = event.log().clone();
    let fact = Fact::Ruled {
        meeting: 1,
        outcome: points(&[score, 90]),
        reason: "seen".into(),
    };
    log.append(0, "desk", fact);
    invariants(log.lines())
}

/// A knock-out of two, and a double knock-out of four, with a final to 300 points: less does not end it, also where the
/// final is repeated.
#[test]
fn final_with_the_score_of_other_rounds_is_found() {
    let mut single = of("latin-pairs");
    single.stages[0].pairing = Method::KnockOut {
        club_mates: ClubMates::Anywhere,
        third_place: ThirdPlace::Shared,
    };
    single.stages[0].late_entry_until = None;
    single.stages[0].meeting.draws = Draws::Impossible;
    single.stages[0].meeting.minutes = None;
    let mut double = of("double-knock-out");
    double.stages[0].meeting.minutes = None;
    for (mut preset, n, before) in [(single, 4, 1), (double, 4, 3)] {
        preset.stages[0].last_rounds = vec![final_to_300(&preset)];
        let mut event = opened(preset, n);
        for _ in 0..before {
            round(&mut event, &points(&[200, 90]));
        }
        loop {
            event.send(Command::Draft(Consent::Given));
            event.send(Command::Publish);
            assert_eq!(found_of_result(&event, 200), BTreeSet::from(["I8"]));
            assert_eq!(found_of_result(&event, 300), BTreeSet::new());
            let outcome = points(&[90, 300]);
            let (meeting, reason) = (1, "seen".into());
            event.send(Command::Rule {
                meeting,
                outcome,
                reason,
            });
            let stage = &event.state().stages[0];
            if stage.rounds.len() == usize::from(stage.n_rounds) {
                break;
            }
        }
    }
}

#[test]
fn other_entry_in_third_place_is_found() {
    let mut event = before_the_final();
    round(&mut event, &points(&[200, 90]));
    let state = event.state();
    let mut told = standings::standings(state, &state.stages[0]);
    let found = |told: &[Standing]| {
        let mut checker = Checker::default();
        event
            .log()
            .lines()
            .iter()
            .for_each(|line| checker.line(line));
        checker.standings(told);
        checker.found
    };
    assert_eq!(found(&told), []);
    let (third, fourth) = (told[2].entry, told[3].entry);
    told[2].entry = fourth;
    told[3].entry = third;
    assert!(found(&told).iter().any(|one| one.invariant == "I7"));
}

/// Four pairs of two clubs after a round of two draws, and a play-off for the title.
fn shared_title() -> Event {
    let mut preset = of("latin-pairs");
    preset.team_totals = Some(TeamTotals { counted: None });
    let stage = &mut preset.stages[0];
    stage.standings = vec![TieBreak::Points];
    if let Method::Swiss { rounds, .. } = &mut stage.pairing {
        *rounds = Some(1);
    }
    let mut event = Event::create("Faults", preset, 3, 0).unwrap();
    for (name, club) in [
        ("A", "North"),
        ("B", "South"),
        ("C", "North"),
        ("D", "South"),
    ] {
        event.send(Command::Enter(NewEntry {
            club: Some(club.to_owned()),
            ..NewEntry::named(name)
        }));
    }
    event.send(Command::OpenStage);
    round(&mut event, &points(&[100, 100]));
    event.send(Command::CloseStage);
    event.send(Command::SettleCut {
        by: AtCut::PlayOff,
        order: [3, 1, 4, 2].map(EntryId).to_vec(),
    });
    event
}

#[test]
fn title_of_only_some_of_the_first_is_found() {
    let mut lines = shared_title().log().lines().to_vec();
    assert_eq!(invariants(&lines), BTreeSet::new());
    let last = lines.len() - 1;
    let Fact::CutSettled { order, .. } = &mut lines[last].fact else {
        panic!("{:?}", lines[last]);
    };
    order.pop();
    assert!(invariants(&lines).contains("I14"));
}

#[test]
fn place_that_a_play_off_did_not_give_is_found() {
    let event = shared_title();
    let state = event.state();
    let mut told = standings::standings(state, &state.stages[0]);
    let mut checker = Checker::default();
    event
        .log()
        .lines()
        .iter()
        .for_each(|line| checker.line(line));
    checker.standings(&told);
    assert_eq!(checker.found, []);
    let entry = told[0].entry;
    told[0].entry = told[1].entry;
    told[1].entry = entry;
    checker.standings(&told);
    assert!(!checker.found.is_empty());
}

#[test]
fn wrong_team_total_is_found() {
    let event = shared_title();
    let state = event.state();
    let mut checker = Checker::default();
    event
        .log()
        .lines()
        .iter()
        .for_each(|line| checker.line(line));
    let model = checker.model.as_ref().unwrap();
    let mut told = standings::teams(state, &state.stages[0]);
    assert_eq!(told.len(), 2);
    assert_eq!(crate::teams::wrong(model, &told), None);
    told[0].keys[0] += 12;
    assert!(crate::teams::wrong(model, &told).is_some());
    told.pop();
    assert!(crate::teams::wrong(model, &told).is_some());
}

#[test]
fn double_knock_out_meeting_too_early_is_found() {
    let mut event = opened(of("double-knock-out"), 8);
    event.send(Command::Draft(Consent::Given));
    let wrong = found_in(&event, |pairing| exchange(pairing, 0, 3));
    assert_eq!(wrong, BTreeSet::from(["I2"]));
}

#[test]
fn second_bye_in_a_box_is_found() {
    let mut event = opened(of("five-point-knock-out"), 6);
    event.send(Command::Draft(Consent::Given));
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
fn arena_rematch_of_the_last_meeting_is_found() {
    let mut event = opened(of("arena"), 4);
    let first = {
        event.send(Command::Draft(Consent::Given));
        let stage = &event.state().stages[0];
        stage.draft.clone().unwrap().pairing
    };
    event.send(Command::Publish);
    for meeting in [1, 2] {
        let (outcome, reason) = (points(&[100, 40]), "seen".into());
        event.send(Command::Rule {
            meeting,
            outcome,
            reason,
        });
    }
    event.send(Command::Draft(Consent::Given));
    let wrong = found_in(&event, |pairing| {
        pairing.meetings.clone_from(&first.meetings)
    });
    assert!(wrong.contains("I2"), "{wrong:?}");
}

#[test]
fn arena_needless_wait_or_late_meeting_is_found() {
    let mut event = opened(of("arena"), 4);
    event.send(Command::Draft(Consent::Given));
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

/// Nine players: in the second round of a whist tournament, partners of the first are partners again.
#[test]
fn whist_partner_repeated_is_found() {
    let mut preset = of("rotating-partners");
    preset.stages[0].pairing = Method::Whist;
    preset.stages[0].late_entry_until = None;
    let mut event = opened(preset, 9);
    round(&mut event, &points(&[100, 40]));
    let first = event.state().stages[0].rounds[0].pairing.clone();
    event.send(Command::Draft(Consent::Given));
    let wrong = found_in(&event, |pairing| {
        pairing.meetings.clone_from(&first.meetings)
    });
    assert!(wrong.contains("I2"), "{wrong:?}");
}

/// The violations after a change to the final standings of an event.
pub(super) fn standings_found(
    event: &Event,
    change: impl Fn(&mut Vec<Standing>),
) -> BTreeSet<&'static str> {
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

#[test]
fn prize_for_an_unqualified_entry_is_found() {
    let mut event = opened(of("latin-pairs"), 4);
    let women = |event: &mut Event, entry| {
        let categories = BTreeSet::from(["women".to_owned()]);
        event.send(Command::Categorise(EntryId(entry), categories));
    };
    women(&mut event, 2);
    while event.preview(&Command::Draft(Consent::Given)).is_ok() {
        round(&mut event, &points(&[200, 90]));
    }
    event.send(Command::CloseStage);
    event.send(Command::Freeze);
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
fn entry_that_plays_without_a_place_is_found() {
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

/// Eight entries of two clubs whose seeds alternate between the halves: at first, four of each are in each half.
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
        event.send(Command::Enter(entry));
        event.send(Command::CheckIn(EntryId(number as u32)));
    }
    event.send(Command::OpenStage);
    let mut lines = event.log().lines().to_vec();
    assert_eq!(invariants(&lines), BTreeSet::new());
    let Fact::StageOpened { order, .. } = &mut lines.last_mut().unwrap().fact else {
        panic!("no stage is open");
    };
    *order = (1..=8).map(EntryId).collect();
    assert_eq!(invariants(&lines), BTreeSet::from(["I4"]));
}

/// A meeting of two teams at tables of a server; the first table has recorded its result.
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
    event.send(Command::Draft(Consent::Withheld));
    event.send(Command::Publish);
    for number in 1..=9 {
        let side = |points| SideScore { games: 0, points };
        let scores = vec![side(121), side(90)];
        let command = Command::RecordTable {
            meeting: 1,
            number,
            table: format!("t{number}"),
            result: TableResult::Played { scores },
        };
        event.send(command);
    }
    event.log().lines().to_vec()
}

#[test]
fn server_table_recorded_twice_or_elsewhere_is_found() {
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

/// Ten pairs with only draws, of which four advance by lot.
#[test]
fn tie_at_a_cut_settled_without_a_fact_is_found() {
    let mut preset = of("latin-pairs-final");
    preset.check_in = CheckIn::None;
    let stage = &mut preset.stages[0];
    stage.standings = vec![TieBreak::Points, TieBreak::Difference];
    stage.through = Some(4);
    if let Method::Swiss { rounds, .. } = &mut stage.pairing {
        *rounds = Some(1);
    }
    let mut event = opened(preset, 10);
    round(&mut event, &points(&[100, 100]));
    event.send(Command::CloseStage);
    let (by, order) = (AtCut::Lot, Vec::new());
    event.send(Command::SettleCut { by, order });
    event.send(Command::OpenStage);
    let lines = event.log().lines().to_vec();
    assert_eq!(invariants(&lines), BTreeSet::new());
    let last = lines.len() - 1;
    let mut silent = lines.clone();
    silent.remove(last - 1);
    assert_eq!(invariants(&silent), BTreeSet::from(["I14"]));
    // An entry that lost the draw advances.
    let mut other = lines.clone();
    let Fact::CutSettled { order: drawn, .. } = lines[last - 1].fact.clone() else {
        panic!("{:?}", lines[last - 1].fact);
    };
    if let Fact::StageOpened { order, .. } = &mut other[last].fact {
        order[0] = drawn[9];
    }
    assert_eq!(invariants(&other), BTreeSet::from(["I14"]));
    // The settlement omits a tied entry.
    let mut short = lines;
    if let Fact::CutSettled { order, .. } = &mut short[last - 1].fact {
        order.pop();
    }
    assert_eq!(invariants(&short), BTreeSet::from(["I14"]));
}

/// A pair leaves after round 1 and returns after round 2; the stage ends after round 3.
#[test]
fn faults_of_changed_plans_are_found() {
    let mut preset = of("latin-pairs");
    preset.check_in = CheckIn::None;
    preset.stages[0].forfeits.missed.points = 1;
    let mut event = opened(preset, 8);
    round(&mut event, &points(&[200, 90]));
    event.send(Command::Withdraw(EntryId(1), "ill".into()));
    round(&mut event, &points(&[200, 90]));
    event.send(Command::ComeBack(EntryId(1)));
    round(&mut event, &points(&[200, 90]));
    let (rounds, reason) = (3, "the hall closes".to_owned());
    event.send(Command::ChangeRounds { rounds, reason });
    event.send(Command::CloseStage);
    let lines = event.log().lines().to_vec();
    assert_eq!(invariants(&lines), BTreeSet::new());
    let without = |gone: &dyn Fn(&Fact) -> bool| {
        let mut lines = lines.clone();
        lines.retain(|line| !gone(&line.fact));
        invariants(&lines)
    };
    let back = without(&|fact| matches!(fact, Fact::CameBack { .. }));
    assert!(back.contains("I1"), "{back:?}");
    let early = without(&|fact| matches!(fact, Fact::RoundsChanged { .. }));
    assert_eq!(early, BTreeSet::from(["I1"]));
    let mut few = lines.clone();
    for line in &mut few {
        if let Fact::RoundsChanged { rounds, .. } = &mut line.fact {
            *rounds = 2;
        }
    }
    assert_eq!(invariants(&few), BTreeSet::from(["I1"]));
    // The standings show missed rounds without points.
    let mut checker = Checker::default();
    lines.iter().for_each(|line| checker.line(line));
    let state = event.state();
    let mut told = standings::standings(state, &state.stages[0]);
    let own = told.iter_mut().find(|one| one.entry == EntryId(1)).unwrap();
    own.keys[0] -= 12;
    checker.standings(&told);
    assert!(checker.found.iter().any(|one| one.invariant == "I5"));
}

/// Costs that ignore a corrected club are found.
#[test]
fn corrected_club_counts_in_the_next_draft() {
    let mut preset = of("latin-pairs");
    preset.check_in = CheckIn::None;
    if let Method::Swiss { clubs, .. } = &mut preset.stages[0].pairing {
        *clubs = capicu_event::Clubs::Avoid;
    }
    let mut event = opened(preset, 4);
    for number in 1..=4 {
        let club = Some("North".to_owned());
        let (entry, name) = (EntryId(number), format!("E{number}"));
        let (members, rating) = (Vec::new(), None);
        event.send(Command::CorrectEntry {
            entry,
            name,
            members,
            club,
            rating,
        });
    }
    event.send(Command::Draft(Consent::Given));
    let mut lines = event.log().lines().to_vec();
    let last = lines.len() - 1;
    let random = matches!(
        event.state().preset.stages[0].pairing,
        Method::Swiss {
            within_group: capicu_event::WithinGroup::Random,
            ..
        }
    );
    assert!(!random, "lots are not checked");
    assert_eq!(invariants(&lines), BTreeSet::new());
    for cost in pairing(&mut lines[last].fact).1 {
        cost.clubs = 0;
    }
    assert_eq!(invariants(&lines), BTreeSet::from(["I4"]));
}

/// A clock that ignores a pause, or minutes of one table, is found.
#[test]
fn clock_with_a_wrong_time_is_found() {
    let mut event = opened(of("latin-league"), 4);
    event.send(Command::Draft(Consent::Given));
    event.send(Command::Publish);
    let at = |event: &mut Event, now: u64, command: Command| {
        let expected = event.version();
        let key = expected.to_string();
        let envelope = Envelope {
            key,
            expected,
            now,
            command,
        };
        event.execute(&envelope).unwrap();
    };
    at(&mut event, 60_000, Command::PauseClock);
    at(&mut event, 180_000, Command::StartClock);
    let (meeting, minutes) = (Some(2), 5);
    at(
        &mut event,
        240_000,
        Command::ExtendClock { meeting, minutes },
    );
    let stage = &event.state().stages[0];
    let lines = event.log().lines();
    assert_eq!(crate::clock::wrong(lines, stage), []);
    for change in [
        |clock: &mut capicu_event::Clock| clock.before += 120_000,
        |clock: &mut capicu_event::Clock| clock.tables.clear(),
        |clock: &mut capicu_event::Clock| clock.extra += 5,
        |clock: &mut capicu_event::Clock| clock.since = None,
    ] {
        let mut stage = stage.clone();
        change(&mut stage.rounds[0].clock);
        let wrong = crate::clock::wrong(lines, &stage);
        assert!(wrong.iter().any(|one| one.0 == "I15"), "{wrong:?}");
    }
}

#[test]
fn faults_of_contested_results_and_cancelled_events_are_found() {
    let mut event = opened(of("latin-league"), 4);
    round(&mut event, &points(&[40, 20]));
    let by = event.state().stages[0].rounds[0].pairing.meetings[0].sides[1][0];
    let reason = || "we had 30".to_owned();
    let contest = Command::Contest {
        stage: 1,
        round: 1,
        meeting: 1,
        by,
        reason: reason(),
    };
    event.send(contest);
    let mut log = event.log().clone();
    log.append(0, "desk", Fact::Frozen);
    let frozen = invariants(log.lines());
    assert!(frozen.contains("I5"), "{frozen:?}");
    let mut lines = event.log().lines().to_vec();
    assert_eq!(invariants(&lines), BTreeSet::new());
    let last = lines.len() - 1;
    if let Fact::Contested { meeting, .. } = &mut lines[last].fact {
        *meeting = 2;
    }
    assert_eq!(invariants(&lines), BTreeSet::from(["I8"]));
    let mut log = event.log().clone();
    log.append(0, "desk", Fact::Cancelled { reason: reason() });
    assert_eq!(invariants(log.lines()), BTreeSet::from(["I5"]));
    let mut early = Event::create("Faults", of("latin-league"), 3, 0).unwrap();
    early.send(Command::Cancel(reason()));
    let mut log = early.log().clone();
    assert_eq!(invariants(log.lines()), BTreeSet::new());
    log.append(0, "desk", Fact::Announced { text: reason() });
    assert_eq!(invariants(log.lines()), BTreeSet::from(["I5"]));
}

/// Seven pairs and two tables: A and B, C and D play, and E is next.
#[test]
fn pair_that_jumps_the_queue_is_found() {
    let mut preset = of("winner-stays");
    preset.check_in = CheckIn::None;
    let mut event = opened(preset, 7);
    event.send(Command::Draft(Consent::Given));
    let one_table = found_in(&event, |pairing| _ = pairing.meetings.pop());
    assert!(one_table.contains("I17"), "{one_table:?}");
    event.send(Command::Publish);
    event.send(Command::Rule {
        meeting: 2,
        outcome: points(&[100, 40]),
        reason: "seen".into(),
    });
    event.send(Command::Draft(Consent::Given));
    assert!(found_in(&event, |_| ()).is_empty());
    let stage = event.state().running().unwrap();
    let waits = stage.queue.as_ref().unwrap().seats().queue()[0];
    let jumped = found_in(&event, |pairing| pairing.meetings[0].sides[1] = vec![waits]);
    assert!(jumped.contains("I17"), "{jumped:?}");
}
