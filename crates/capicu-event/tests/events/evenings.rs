//! Whole evenings of many kinds.

use capicu_event::{
    Absent, Bye, ByeKind, ClubMates, Command, Consent, Digest, EntryId, Event, Log, LogError,
    Meeting, Method, NewEntry, Online, Outcome, Pairing, Preset, Refused, Table, ThirdPlace, Venue,
    Viewer, Watchers, standings,
};

use super::{Desk as _, event, id, played, preset, rule};

#[track_caller]
fn round(event: &mut Event, meetings: &[[u32; 2]], byes: &[(u32, ByeKind)]) {
    event.done(Command::Draft(Consent::Given));
    let pairing = Pairing {
        meetings: meetings
            .iter()
            .map(|pair| Meeting::of(pair.map(EntryId)))
            .collect(),
        byes: byes
            .iter()
            .map(|&(entry, kind)| Bye {
                entry: id(entry),
                kind,
            })
            .collect(),
        ..Pairing::default()
    };
    let draft = event.state().running().unwrap().draft.clone().unwrap();
    if draft.pairing != pairing {
        event.done(Command::Edit {
            pairing,
            reason: "as in the example".into(),
        });
    }
    event.done(Command::Publish);
}

fn table(event: &Event) -> Vec<(u32, u16, Vec<i64>)> {
    let state = event.state();
    let told = standings::standings(state, state.stages.last().unwrap());
    told.into_iter()
        .map(|one| (one.entry.0, one.place, one.keys))
        .collect()
}

/// The club's game end to end: four players meet each other, by Berger's table. In the second game of Ann and Bob both
/// passed 61, and the higher score won.
#[test]
fn club_game_end_to_end() {
    let mut event = event(preset("sbyc-club"), &["Ann", "Bob", "Cleo", "Dan"]);
    event.done(Command::OpenStage);
    assert_eq!(
        event.state().running().unwrap().method,
        Method::RoundRobin { legs: 1 }
    );
    let rounds = [
        (
            [[1, 4], [2, 3]],
            [([2, 0], [122, 80]), ([2, 1], [173, 161])],
        ),
        (
            [[4, 3], [1, 2]],
            [([2, 1], [175, 160]), ([2, 0], [125, 92])],
        ),
        (
            [[2, 4], [3, 1]],
            [([2, 0], [122, 70]), ([2, 1], [170, 165])],
        ),
    ];
    for (meetings, results) in rounds {
        round(&mut event, &meetings, &[]);
        for (at, (games, points)) in results.into_iter().enumerate() {
            let (meeting, [one, other]) = (at as u16 + 1, meetings[at].map(EntryId));
            let outcome = played(games, points);
            event.done(Command::Claim {
                meeting,
                by: one,
                outcome,
            });
            event.done(Command::Confirm { meeting, by: other });
        }
    }
    event.done(Command::CloseStage);
    // Two wins are 4 points, 48 twelfths; then games won minus lost, then pegs, by round.
    let found: Vec<_> = table(&event)
        .into_iter()
        .map(|(id, place, keys)| (id, place, keys[..3].to_vec()))
        .collect();
    assert_eq!(
        found,
        [
            (1, 1, vec![48, 3, 42 + 33 - 5]),
            (2, 2, vec![48, 1, 12 - 33 + 52]),
            (3, 3, vec![24, -1, -12 - 15 + 5]),
            (4, 4, vec![24, -3, -42 + 15 - 52]),
        ]
    );
    event.done(Command::Freeze);
    let log = Log::read(event.log().text().as_bytes()).unwrap();
    assert_eq!(Event::verify(log).unwrap(), event);
}

#[test]
fn impossible_game_results_are_refused() {
    let mut event = event(preset("sbyc-club"), &["Ann", "Bob"]);
    event.done(Command::OpenStage);
    round(&mut event, &[[1, 2]], &[]);
    for (games, points) in [
        ([2, 2], [150, 150]), // both have won
        ([1, 0], [61, 20]),   // nobody has
        ([3, 0], [190, 20]),  // one game too many
        ([2, 0], [100, 20]),  // two games are at least 122 pegs
        ([2, 0], [400, 20]),  // two games are not 400
    ] {
        let (reason, outcome) = ("?".to_owned(), played(games, points));
        let refused = event.send(Command::Rule {
            meeting: 1,
            outcome,
            reason,
        });
        assert!(
            matches!(refused, Err(Refused::Impossible { .. })),
            "{games:?} {points:?}"
        );
    }
    assert!(
        event
            .send(Command::Confirm {
                meeting: 1,
                by: id(1)
            })
            .is_err()
    );
    assert!(event.send(Command::Draft(Consent::Given)).is_err());
}

/// Five pairs and three rounds with a bye of each kind and a forfeit. Calculated by hand, in points:
///
/// | | points | adjusted | Buchholz | cut 1 | Sonneborn-Berger | difference |
/// |---|---|---|---|---|---|---|
/// | A | 4 | 4 | 4+2+4 | 8 | 4+2 | 100+50-20 |
/// | B | 4 | 4 | 4+4+4 own | 8 | 4+4 own | -100+80+200 |
/// | C | 2 | 1+1 | 4+4+2 own | 8, its bye goes | 4/2 + 2/2 | 0-50+0 |
/// | D | 3 | 3+1 | 2+3 own+3 own | 5, its forfeit goes | 2/2 + 3 own | 0+100-200 |
/// | E | 4 | 4 | 4 own+4+4 | 8 | 4 own+4 | 100-80+20 |
#[test]
fn tie_breaks_count_unplayed_rounds() {
    let mut rules = preset("latin-pairs");
    if let Method::Swiss { rounds, .. } = &mut rules.stages[0].pairing {
        *rounds = Some(3);
    }
    let mut event = event(rules, &["A", "B", "C", "D", "E"]);
    event.done(Command::OpenStage);
    round(&mut event, &[[1, 2], [3, 4]], &[(5, ByeKind::Pairing)]);
    rule(&mut event, 1, played([0, 0], [200, 100]));
    rule(&mut event, 2, played([0, 0], [150, 150]));
    round(&mut event, &[[1, 3], [5, 2]], &[(4, ByeKind::Pairing)]);
    rule(&mut event, 1, played([0, 0], [230, 150]));
    rule(&mut event, 2, played([0, 0], [120, 200]));
    event.done(Command::RequestBye(id(3), 3));
    round(&mut event, &[[1, 5], [2, 4]], &[(3, ByeKind::Requested)]);
    rule(&mut event, 1, played([0, 0], [180, 200]));
    rule(&mut event, 2, Outcome::Forfeit { absent: vec![1] });
    let found: Vec<_> = table(&event)
        .into_iter()
        .map(|(id, place, keys)| (id, place, keys[..5].to_vec()))
        .collect();
    let due = |points: i64, cut: i64, sum: i64, berger: i64, difference: i64| {
        vec![12 * points, 12 * cut, 12 * sum, 24 * berger, difference]
    };
    assert_eq!(
        found,
        [
            (2, 1, due(4, 8, 12, 8, 180)),
            (5, 2, due(4, 8, 12, 8, 40)),
            (1, 3, due(4, 8, 10, 6, 130)),
            (4, 4, due(3, 5, 8, 4, -100)),
            (3, 5, due(2, 8, 10, 3, -50)),
        ]
    );
}

/// Málaga: the direct meeting decides between two equal entries; a no-show is 40 to 20.
#[test]
fn no_show_is_40_to_20_and_the_meeting_decides_a_tie() {
    let mut event = event(preset("latin-league"), &["A", "B", "C"]);
    event.done(Command::OpenStage);
    // Berger for four with a bye: 1-bye 2-3, bye-3 1-2, 2-bye 3-1.
    round(&mut event, &[[2, 3]], &[(1, ByeKind::Pairing)]);
    rule(&mut event, 1, played([0, 0], [44, 10]));
    round(&mut event, &[[1, 2]], &[(3, ByeKind::Pairing)]);
    rule(&mut event, 1, played([0, 0], [41, 39]));
    round(&mut event, &[[3, 1]], &[(2, ByeKind::Pairing)]);
    rule(&mut event, 1, Outcome::Forfeit { absent: vec![1] });
    // One win each: A beat B, B beat C, and C has a forfeit against A, which counts. Nobody beat both others, so the
    // points scored decide, also those beyond 40: B 44 and 39, A 41 and 20, C 10 and 40. The differences are B +34 -2,
    // A +2 -20, C -34 +20.
    let order: Vec<_> = table(&event)
        .into_iter()
        .map(|(id, _, keys)| (id, keys[2]))
        .collect();
    assert_eq!(order, [(2, 32), (1, -18), (3, -14)]);
    let stage = |event: &Event| event.state().stages[0].clone();
    let before = stage(&event);
    let (outcome, reason) = (
        played([0, 0], [10, 40]),
        "it was played after all".to_owned(),
    );
    let correct = Command::Correct {
        stage: 1,
        round: 3,
        meeting: 1,
        outcome,
        reason,
    };
    event.done(correct);
    // Now A has beaten both others and B one, so no tie is left.
    let order: Vec<_> = table(&event)
        .into_iter()
        .map(|(id, place, _)| (id, place))
        .collect();
    assert_eq!(order, [(1, 1), (2, 2), (3, 3)]);
    event.done(Command::Undo);
    assert_eq!(stage(&event), before);
}

/// FEMUNDO prints for a winner of 24 games: 4,441 points for, 2,745 against, effectiveness 1,696, the plain difference.
/// It does not print single games: here 19 are won by 200 and five lost to 200.
#[test]
fn published_effectiveness_is_the_plain_difference() {
    let against_of_wins = [&[92; 16][..], &[91; 3]].concat();
    let for_of_losses = [128, 128, 128, 128, 129];
    let wins = against_of_wins.iter().map(|against| [200, *against]);
    let mut games: Vec<[i32; 2]> = wins.collect();
    games.extend(for_of_losses.map(|points| [points, 200]));
    let sum = |side: usize| games.iter().map(|game| game[side]).sum::<i32>();
    assert_eq!((games.len(), sum(0), sum(1)), (24, 4_441, 2_745));

    let mut rules = preset("latin-league");
    rules.stages[0].meeting.target = Some(200);
    rules.stages[0].meeting.most_points = Some(320);
    let names: Vec<String> = (1..=25).map(|n| format!("Pair {n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut event = event(rules, &names);
    event.done(Command::OpenStage);
    for _ in 0..25 {
        event.done(Command::Draft(Consent::Withheld));
        event.done(Command::Publish);
        let round = event.state().stages[0].rounds.last().unwrap();
        for (at, meeting) in round.pairing.meetings.clone().iter().enumerate() {
            let [home, away] = [0, 1].map(|side| meeting.sides[side][0]);
            let points = match (home == id(1), away == id(1)) {
                (true, _) => games.pop().unwrap(),
                (_, true) => {
                    let [own, other] = games.pop().unwrap();
                    [other, own]
                }
                // All others finish below: the first side wins.
                _ => [200, 150],
            };
            rule(&mut event, at as u16 + 1, played([0, 0], points));
        }
    }
    assert!(games.is_empty());
    let all = table(&event);
    let (_, _, keys) = all.iter().find(|(entry, ..)| *entry == 1).unwrap();
    // Wins, then among equals effectiveness and points for.
    assert_eq!(keys[2..], [1_696, 4_441]);
}

#[test]
fn knock_out_follows_the_bracket_and_keeps_later_rounds() {
    let mut preset = preset("five-point-knock-out");
    preset.stages[0].pairing = Method::KnockOut {
        club_mates: ClubMates::Anywhere,
        third_place: ThirdPlace::Shared,
    };
    let mut event = event(preset, &["A", "B", "C", "D", "E"]);
    assert_eq!(
        event.send(Command::OpenStage),
        Err(Refused::TooFew(2)),
        "nobody has checked in"
    );
    (1..=5).for_each(|entry| event.done(Command::CheckIn(id(entry))));
    event.done(Command::OpenStage);
    // Eight places: 1-8 5-4 3-6 7-2, of which 6, 7 and 8 are empty.
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
    let pairing = event.state().stages[0].rounds[0].pairing.clone();
    assert_eq!(pairing.meetings, [Meeting::of([id(5), id(4)])]);
    assert_eq!(
        pairing
            .byes
            .iter()
            .map(|bye| bye.entry.0)
            .collect::<Vec<_>>(),
        [1, 3, 2]
    );
    rule(&mut event, 1, played([2, 1], [700, 600]));
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
    let pairing = event.state().stages[0].rounds[1].pairing.clone();
    assert_eq!(
        pairing.meetings,
        [Meeting::of([id(1), id(5)]), Meeting::of([id(3), id(2)])]
    );
    let (outcome, reason) = (played([1, 2], [600, 700]), "exchanged".to_owned());
    let correct = Command::Correct {
        stage: 1,
        round: 1,
        meeting: 1,
        outcome,
        reason,
    };
    assert_eq!(event.send(correct.clone()), Err(Refused::NextFollows(1)));
    event.done(Command::Unpublish("the first result was wrong".into()));
    event.done(correct);
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
    let pairing = &event.state().stages[0].rounds[1].pairing;
    assert_eq!(pairing.meetings[0], Meeting::of([id(1), id(4)]));
}

#[test]
fn draft_becomes_stale_when_entries_change() {
    let mut event = event(preset("jamaican-pairs"), &["A", "B", "C", "D", "E", "F"]);
    event.done(Command::OpenStage);
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Withdraw(id(3), "ill".into()));
    assert_eq!(event.send(Command::Publish), Err(Refused::StaleDraft));
    event.done(Command::Discard);
    event.done(Command::Enter(NewEntry::named("late")));
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
    assert_eq!(
        event.send(Command::Unpublish(String::new())),
        Err(Refused::Text)
    );
    let outcome = played([6, 2], [0, 0]);
    event.done(Command::Rule {
        meeting: 1,
        outcome,
        reason: "seen".into(),
    });
    let taken = event.send(Command::Unpublish("no".into()));
    assert_eq!(taken, Err(Refused::HasResults));
    assert_eq!(
        event.send(Command::Draft(Consent::Given)),
        Err(Refused::Unsettled(2))
    );
}

#[test]
fn public_sees_no_draft_claim_or_hidden_name() {
    let mut event = event(preset("sbyc-club"), &["Ann", "Bob"]);
    let shown = capicu_event::Shown::Number;
    event.done(Command::Enter(NewEntry {
        shown,
        ..NewEntry::named("A child")
    }));
    event.done(Command::OpenStage);
    let before = event.state().visible_to(Viewer::Public);
    event.done(Command::Draft(Consent::Withheld));
    assert_eq!(
        event.state().visible_to(Viewer::Public),
        before,
        "a draft is the desk's"
    );
    event.done(Command::Publish);
    let published = event.state().visible_to(Viewer::Public);
    let meeting = event.state().stages[0].rounds[0].pairing.meetings[0].clone();
    let [one, other] = [meeting.sides[0][0], meeting.sides[1][0]];
    let outcome = played([2, 0], [130, 40]);
    event.done(Command::Claim {
        meeting: 1,
        by: one,
        outcome: outcome.clone(),
    });
    assert_eq!(
        event.state().visible_to(Viewer::Public),
        published,
        "a claim is the table's"
    );
    let asked = event.state().visible_to(Viewer::Entry(other));
    assert_eq!(asked.rounds[0].tables[0].to_confirm, Some(outcome.clone()));
    assert_eq!(
        event.state().visible_to(Viewer::Entry(one)).rounds[0].tables[0].to_confirm,
        None
    );
    let told = serde_json::to_string(&event.state().visible_to(Viewer::Public)).unwrap();
    assert!(!told.contains("A child"));
    let refused = event.send(Command::Dispute {
        meeting: 1,
        by: other,
        outcome,
    });
    assert_eq!(refused, Err(Refused::NoChange));
    let outcome = played([0, 2], [40, 130]);
    event.done(Command::Dispute {
        meeting: 1,
        by: other,
        outcome,
    });
    assert!(matches!(
        event.state().stages[0].rounds[0].tables[0],
        Table::Disputed(_)
    ));
}

#[test]
fn cut_or_changed_log_is_refused() {
    let event = event(preset("sbyc-club"), &["Ann", "Bob", "Cleo"]);
    let text = event.log().text();
    let first = text.find('\n').unwrap() + 1;
    let second = first + text[first..].find('\n').unwrap() + 1;
    let read = |text: &str| Log::read(text.as_bytes());
    assert_eq!(read(""), Err(LogError::Empty));
    assert_eq!(
        read(&text[..second - 1]),
        Err(LogError::CutOff {
            line: 2,
            whole: first
        })
    );
    let renamed = text.replacen("Bob", "Rob", 1);
    assert_eq!(read(&renamed), Err(LogError::Chain { line: 3 }));
    let without = text[..first].to_owned() + &text[second..];
    assert_eq!(read(&without), Err(LogError::Chain { line: 2 }));
    assert!(matches!(
        read("{}\n"),
        Err(LogError::NotALine { line: 1, .. })
    ));
}

#[test]
fn preset_without_a_forfeit_policy_is_refused() {
    let file = include_str!("../../presets/latin-league.toml");
    assert!(Preset::from_toml(file).is_ok());
    let start = file.find("[stage.forfeits]").unwrap();
    let why = Preset::from_toml(&file[..start]).unwrap_err().to_string();
    assert!(why.contains("forfeits"), "{why}");
    let cut = file.replace("double = ", "doubled = ");
    assert!(Preset::from_toml(&cut).is_err());
    let without = |line: &str| {
        let kept: Vec<&str> = file
            .lines()
            .filter(|other| !other.starts_with(line))
            .collect();
        Preset::from_toml(&kept.join("\n"))
    };
    for line in [
        "bye",
        "requested-bye",
        "missed",
        "win ",
        "loss",
        "double",
        "withdrawal",
    ] {
        assert!(without(line).is_err(), "{line}");
    }
}

fn online(usual: Venue) -> Preset {
    Preset {
        online: Some(Online {
            usual,
            turn_time: "off".into(),
            grace: 5,
            absent: Absent::Forfeit,
            watchers: Watchers::Everybody,
        }),
        ..preset("latin-pairs")
    }
}

#[test]
fn meeting_moves_online_and_its_table_records_the_result() {
    let names = ["A", "B", "C", "D"];
    let mut event = event(online(Venue::Hall), &names);
    event.done(Command::OpenStage);
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
    let record = |meeting, points| Command::Record {
        meeting,
        table: "abcdefghijk2".into(),
        outcome: played([0, 0], points),
    };
    let to = |meeting, to| Command::Move { meeting, to };
    let of = |event: &Event| event.state().stages[0].rounds[0].venues.clone();
    assert_eq!(of(&event), [Venue::Hall, Venue::Hall]);
    assert_eq!(event.send(record(1, [200, 90])), Err(Refused::NotOnline));
    assert_eq!(event.send(to(1, Venue::Hall)), Err(Refused::NoChange));
    assert_eq!(event.send(to(3, Venue::Online)), Err(Refused::NoMeeting(3)));
    event.done(to(1, Venue::Online));
    assert_eq!(of(&event), [Venue::Online, Venue::Hall]);
    let seen = event.state().visible_to(Viewer::Public);
    assert_eq!(seen.rounds[0].tables[0].venue, Venue::Online);
    // Sides may not report a meeting played at a table of the server.
    let by = event.state().stages[0].rounds[0].pairing.meetings[0].sides[0][0];
    let claim = Command::Claim {
        meeting: 1,
        by,
        outcome: played([0, 0], [200, 90]),
    };
    assert_eq!(event.send(claim), Err(Refused::AtTheTable(1)));
    // A server's table makes no slips of the pen. It may exceed the limit of a sheet, but must end as a game can end.
    let both = event.send(record(1, [200, 210]));
    assert!(matches!(both, Err(Refused::Impossible { .. })), "{both:?}");
    event.done(record(1, [380, 190]));
    assert_eq!(event.send(record(1, [380, 190])), Err(Refused::Settled(1)));
    assert_eq!(event.send(to(1, Venue::Hall)), Err(Refused::Settled(1)));
    // The director's desk corrects it like any other result, within the limit of a sheet.
    event.done(Command::Correct {
        stage: 1,
        round: 1,
        meeting: 1,
        outcome: played([0, 0], [190, 200]),
        reason: "the wrong way round".into(),
    });
    let log = event.log().text();
    assert_eq!(Event::verify(Log::read(log.as_bytes()).unwrap()), Ok(event));
}

#[test]
fn meetings_are_online_only_if_the_preset_allows_it() {
    let mut event = event(online(Venue::Online), &["A", "B", "C", "D"]);
    event.done(Command::OpenStage);
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
    let venues = event.state().stages[0].rounds[0].venues.clone();
    assert_eq!(venues, [Venue::Online, Venue::Online]);
    let mut hall = self::event(preset("latin-pairs"), &["A", "B", "C", "D"]);
    hall.done(Command::OpenStage);
    hall.done(Command::Draft(Consent::Withheld));
    hall.done(Command::Publish);
    let to = Command::Move {
        meeting: 1,
        to: Venue::Online,
    };
    assert_eq!(hall.send(to), Err(Refused::NotOnline));
    // Without a limit, a seat could be absent forever.
    let mut without = online(Venue::Online);
    if let Some(online) = &mut without.online {
        online.grace = 0;
    }
    assert!(without.check().is_err());
}

/// A venue hands the event on when a second device takes over, once per device. None of it can be undone.
#[test]
fn venue_hands_the_event_on_to_a_second_device() {
    let mut event = event(preset("latin-pairs"), &["Ann", "Bob", "Cleo", "Dan"]);
    let [first, second] = [b"first", b"other"].map(|name| Digest::of(&[name]));
    event.done(Command::HandOver(first));
    let again = event.send(Command::HandOver(first));
    assert_eq!(again.unwrap_err(), Refused::Elsewhere);
    event.done(Command::HandOver(second));
    assert_eq!(event.state().at_venue, Some(second));
    let undone = event.send(Command::Undo);
    assert_eq!(undone.unwrap_err(), Refused::HandedOn);
    let log = Log::read(event.log().text().as_bytes()).unwrap();
    assert_eq!(Event::verify(log).unwrap(), event);
    event.done(Command::Return(first));
    assert_eq!(event.state().at_venue, None);
}
