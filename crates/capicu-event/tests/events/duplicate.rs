//! Duplicate: movements, matchpoints and IMPs by hand, and an evening from the commitments to the standings.

use std::collections::{BTreeMap, BTreeSet};

use capicu_event::pairing::{Place, howell, mitchell, mitchell_rounds};
use capicu_event::standings::{imp, imps, matchpoints, standings};
use capicu_event::{
    AdjustedBoard, Average, Command, Consent, Direction, Event, Fact, Impossible, NewEntry,
    Outcome, Preset, PresetError, Refused, TieBreak, Viewer, presets,
};

use super::Desk as _;

/// Checks a movement: no pair is at two tables, meets another twice or plays a set twice, and no set is at two tables
/// at once.
fn check(rounds: &[Vec<Place>]) {
    let (mut met, mut had) = (BTreeSet::new(), BTreeSet::new());
    for round in rounds {
        let (mut seated, mut sets) = (BTreeSet::new(), BTreeSet::new());
        for place in round {
            let mut pairs = place.pairs;
            assert!(sets.insert(place.set));
            assert!(pairs.iter().all(|pair| seated.insert(*pair)));
            assert!(pairs.iter().all(|pair| had.insert((*pair, place.set))));
            pairs.sort_unstable();
            assert!(met.insert(pairs), "{pairs:?} meet twice");
        }
    }
}

#[test]
fn mitchell_movement_repeats_no_boards_or_opponents() {
    for tables in 3..=20 {
        let n = mitchell_rounds(tables);
        assert_eq!(n, if tables % 2 == 1 { tables } else { tables - 1 });
        let rounds: Vec<_> = (0..n).map(|round| mitchell(tables, n, round)).collect();
        check(&rounds);
        // Pairs 0, 2, 4 and so on keep their tables.
        assert!(rounds.iter().all(|round| {
            round
                .iter()
                .enumerate()
                .all(|(table, place)| place.pairs.contains(&(2 * table)))
        }));
    }
}

/// Every pair meets every other and plays every set once. Two pairs sit in the same direction in this number of the
/// sets that both play. With four tables it is always 3, a perfect balance; with five 3 to 5, with six 5, with seven 5
/// to 7, with eight 7.
#[test]
fn howell_movement_is_complete_and_balanced() {
    for (tables, alike) in [
        (4, [3, 3]),
        (5, [3, 5]),
        (6, [5, 5]),
        (7, [5, 7]),
        (8, [7, 7]),
    ] {
        let n = 2 * tables - 1;
        let rounds: Vec<_> = (0..n).map(|round| howell(tables, round)).collect();
        check(&rounds);
        let places = || rounds.iter().flatten();
        assert_eq!(places().count(), tables * n, "so everybody meets everybody");
        // Whether a pair sat North-South with a set.
        let mut sat: BTreeMap<(usize, usize), bool> = BTreeMap::new();
        for place in places() {
            sat.insert((place.pairs[0], place.set), true);
            sat.insert((place.pairs[1], place.set), false);
        }
        assert_eq!(sat.len(), 2 * tables * n, "and plays every set");
        let times = |one: usize, other: usize| {
            let same = |set: &usize| sat[&(one, *set)] == sat[&(other, *set)];
            (0..n).filter(same).count()
        };
        let pairs = (0..2 * tables).flat_map(|one| (0..one).map(move |other| (one, other)));
        let times: BTreeSet<usize> = pairs.map(|(one, other)| times(one, other)).collect();
        let range = [*times.first().unwrap(), *times.last().unwrap()];
        assert_eq!(range, alike, "{tables} tables: {times:?}");
    }
    assert!(howell(3, 0).is_empty());
}

/// Five results by hand: the best beats four, the two equal ones beat two and tie with each other, and so on. With the
/// other sides' points, each result adds up to the top.
#[test]
fn matchpoints_match_a_manual_calculation() {
    let results = [2, 1, 1, 0, -1];
    assert_eq!(matchpoints(&results, 5), [96, 60, 60, 24, 0]);
    let others: Vec<i64> = matchpoints(&results.map(|result| -result), 5);
    let sums: Vec<i64> = matchpoints(&results, 5)
        .iter()
        .zip(others)
        .map(|(a, b)| a + b)
        .collect();
    assert_eq!(sums, [96; 5], "2 (A - 1) = 8 points a board");
    // Neuberg: 6, 4, 1 and 1 from four results become 7.75, 5.25, 1.5 and 1.5 at five tables.
    assert_eq!(matchpoints(&[2, 1, 0, 0], 5), [93, 63, 18, 18]);
    // 4, 2 and 0 from three become 5 * 5/3 - 1 = 7 1/3, 3 * 5/3 - 1 = 4, and 2/3.
    assert_eq!(matchpoints(&[9, 0, -9], 5), [88, 48, 8]);
    // A single result is average: 4 of 8.
    assert_eq!(matchpoints(&[-2], 5), [48]);
}

#[test]
fn imps_match_a_manual_calculation() {
    let scale = [
        (0, 0),
        (4, 0),
        (5, 1),
        (9, 1),
        (10, 2),
        (14, 2),
        (15, 3),
        (24, 3),
        (25, 4),
    ];
    let more = [
        (34, 4),
        (35, 5),
        (49, 5),
        (50, 6),
        (69, 6),
        (70, 7),
        (99, 7),
        (100, 8),
        (900, 8),
    ];
    for (difference, worth) in scale.into_iter().chain(more) {
        assert_eq!(
            (imp(difference), imp(-difference)),
            (worth, -worth),
            "{difference}"
        );
    }
    // 30 against 20, -6 and 30: 2, 5 and 0, a mean of 2 1/3; 20: -2, 4, -2; -6: -5, -4, -5.
    assert_eq!(imps(&[30, 20, -6, 30]), [28, 0, -56, 28]);
    assert_eq!(imps(&[30, 20, -6, 30]).iter().sum::<i64>(), 0);
    assert_eq!(imps(&[77]), [0]);
}

fn event(preset: &str, n: usize) -> Event {
    event_of(presets::by_id(preset).unwrap(), n)
}

fn event_of(preset: Preset, n: usize) -> Event {
    let mut event = Event::create("Boards", preset, 11, 0).unwrap();
    for at in 0..n {
        let rating = Some(1_000 - at as i32);
        let entry = NewEntry {
            rating,
            ..NewEntry::named(&format!("Pair {}", at + 1))
        };
        event.send(Command::Enter(entry)).unwrap();
    }
    event.send(Command::OpenStage).unwrap();
    next(&mut event);
    event
}

fn next(event: &mut Event) {
    event.send(Command::Draft(Consent::Withheld)).unwrap();
    event.send(Command::Publish).unwrap();
}

fn rule(event: &mut Event, meeting: u16, margins: &[Option<i32>]) -> Result<(), Refused> {
    adjust(event, meeting, margins, &[])
}

fn adjust(
    event: &mut Event,
    meeting: u16,
    margins: &[Option<i32>],
    adjusted: &[AdjustedBoard],
) -> Result<(), Refused> {
    let (margins, adjusted) = (margins.to_vec(), adjusted.to_vec());
    event.send(Command::Rule {
        meeting,
        outcome: Outcome::Boards { margins, adjusted },
        reason: "traveller".into(),
    })
}

fn keys(event: &Event) -> BTreeMap<u32, i64> {
    let state = event.state();
    let told = standings(state, &state.stages[0]);
    told.iter().map(|one| (one.entry.0, one.keys[0])).collect()
}

/// Four pairs play a round robin, 1-4 and 2-3 first, with the same two boards. On the first, pair 1 wins and pair 2
/// loses: 2 and 0 of 2 points. On the second both win: a point each. So North-South have 75 and 25, and their opponents
/// the rest.
#[test]
fn two_tables_share_their_boards() {
    let mut event = event("duplicate", 4);
    let round = &event.state().stages[0].rounds[0].pairing;
    let seats: Vec<Vec<u32>> = round
        .meetings
        .iter()
        .map(|m| m.entries().map(|id| id.0).collect())
        .collect();
    assert_eq!(
        (seats, &round.sets[..]),
        (vec![vec![1, 4], vec![2, 3]], &[1, 1][..])
    );
    rule(&mut event, 1, &[Some(1), Some(1)]).unwrap();
    // A single result is average.
    assert_eq!(
        keys(&event),
        BTreeMap::from([(1, 600), (2, 0), (3, 0), (4, 600)])
    );
    rule(&mut event, 2, &[Some(-1), Some(1)]).unwrap();
    assert_eq!(
        keys(&event),
        BTreeMap::from([(1, 900), (2, 300), (3, 900), (4, 300)])
    );
    // The winner of both boards at one table, and of one at the other.
    let state = event.state();
    let told = standings(state, &state.stages[0]);
    let order: Vec<(u32, i64)> = told.iter().map(|one| (one.entry.0, one.keys[1])).collect();
    assert_eq!(order, [(1, 2), (3, 0), (2, 0), (4, -2)]);
}

/// With IMPs: 30 and -6 on one board differ by 36, which is 5. A board without time at one table counts for none, and
/// the other five count as six.
#[test]
fn swiss_round_counts_imps() {
    let mut event = event("duplicate-swiss", 4);
    let board = |first: i32| [Some(first), Some(0), Some(0), Some(0), Some(0)];
    rule(&mut event, 1, &[&board(30)[..], &[Some(50)]].concat()).unwrap();
    rule(&mut event, 2, &[&board(-6)[..], &[None]].concat()).unwrap();
    let round = &event.state().stages[0].rounds[0].pairing;
    let sides = |at: usize| [0, 1].map(|side| round.meetings[at].sides[side][0].0);
    let told = keys(&event);
    assert_eq!(
        sides(0).map(|id| told[&id]),
        [60, -60],
        "all six boards were played"
    );
    assert_eq!(
        sides(1).map(|id| told[&id]),
        [-72, 72],
        "-60 of five boards of six"
    );
}

#[test]
fn impossible_board_results_are_refused() {
    let mut event = event("duplicate", 4);
    let impossible = |why| Err(Refused::Impossible { meeting: 1, why });
    let few = Impossible::Boards { given: 1, due: 2 };
    assert_eq!(rule(&mut event, 1, &[Some(1)]), impossible(few));
    let none = Impossible::Boards { given: 0, due: 2 };
    assert_eq!(rule(&mut event, 1, &[None, None]), impossible(none));
    let much = Impossible::TooMany { side: 1 };
    assert_eq!(rule(&mut event, 1, &[Some(0), Some(-3)]), impossible(much));
    let scores = Command::Rule {
        meeting: 1,
        outcome: Outcome::Played {
            scores: vec![Default::default(); 2],
        },
        reason: "?".into(),
    };
    assert_eq!(event.send(scores), impossible(none));
}

/// Eight pairs play seven rounds with fourteen boards. Until all tables have played a board, its deal and results are
/// hidden. The commitment proves the deal later.
#[test]
fn boards_are_visible_once_all_tables_have_played() {
    let mut event = event("duplicate", 8);
    let stage = &event.state().stages[0];
    assert_eq!((stage.n_rounds, stage.n_sets()), (7, 7));
    let before = event.state().visible_to(Viewer::Public).boards;
    let numbers: Vec<u32> = before.iter().map(|board| board.number).collect();
    assert_eq!(numbers, (1..=14).collect::<Vec<_>>());
    assert_eq!(
        before.iter().map(|board| board.first).collect::<Vec<_>>()[..5],
        [0, 1, 2, 3, 0]
    );
    assert!(before.iter().all(|board| board.seed.is_none()));
    for meeting in 1..=4 {
        rule(&mut event, meeting, &[Some(1), Some(-1)]).unwrap();
    }
    let own = event.state().stages[0].rounds[0].pairing.meetings[0].sides[0][0];
    let told = |event: &Event, viewer| {
        let tables = event.state().visible_to(viewer).rounds[0].tables.clone();
        tables
            .iter()
            .filter(|table| table.outcome.is_some())
            .count()
    };
    assert_eq!(told(&event, Viewer::Public), 0);
    assert_eq!(told(&event, Viewer::Entry(own)), 1);
    for _ in 1..7 {
        next(&mut event);
        for meeting in 1..=4 {
            rule(&mut event, meeting, &[Some(0), Some(2)]).unwrap();
        }
    }
    assert_eq!(told(&event, Viewer::Public), 4);
    let after = event.state().visible_to(Viewer::Public).boards;
    let stage = &event.state().stages[0];
    let boards: Vec<_> = (1..=7).flat_map(|set| stage.boards(set)).collect();
    for ((before, after), board) in before.iter().zip(&after).zip(&boards) {
        assert_eq!((before.seal, after.seed), (board.seal(), Some(board.seed)));
        let mut tiles = board.tiles(28);
        assert_ne!(tiles, boards[usize::from(board.number == 1)].tiles(28));
        tiles.sort_unstable();
        assert_eq!(tiles, (0..28).collect::<Vec<_>>());
    }
    assert_eq!(Event::verify(event.log().clone()).unwrap(), event);
}

/// Replay refuses a log at the draft with missing boards or boards that a pair has played.
#[test]
fn draft_with_missing_or_repeated_boards_is_refused() {
    let mut event = event("duplicate", 8);
    for meeting in 1..=4 {
        rule(&mut event, meeting, &[Some(1), None]).unwrap();
    }
    event.send(Command::Draft(Consent::Withheld)).unwrap();
    let replayed = |change: &dyn Fn(&mut Vec<u16>)| {
        let mut log = capicu_event::Log::new();
        for line in event.log().lines() {
            let mut fact = line.fact.clone();
            if let (
                Fact::Drafted {
                    pairing, round: 2, ..
                },
                true,
            ) = (&mut fact, line.n > 1)
            {
                change(&mut pairing.sets);
            }
            log.append(line.at, &line.key, fact);
        }
        Event::replay(log)
            .map(|_| ())
            .map_err(|why| why.to_string())
    };
    assert_eq!(replayed(&|_| {}), Ok(()));
    let line = event.version();
    let said = |meeting| {
        Err(format!(
            "line {line}: meeting {meeting} has other boards than it may have"
        ))
    };
    assert_eq!(replayed(&|sets| sets.clear()), said(1));
    // Pair 1 keeps its table and had set 1.
    assert_eq!(replayed(&|sets| sets[0] = 1), said(1));
    assert_eq!(event.state().stages[0].rounds[0].pairing.sets[0], 1);
}

#[test]
fn number_of_pairs_decides_the_movement() {
    let rounds = |n: usize| {
        let event = event("duplicate", n);
        let stage = &event.state().stages[0];
        let method = serde_json::to_value(&stage.method).unwrap()["method"].clone();
        (
            method.as_str().unwrap().to_owned(),
            stage.n_rounds,
            stage.n_sets(),
        )
    };
    let due = [
        (5, "round-robin", 5, 5),
        (6, "round-robin", 5, 5),
        (7, "howell", 7, 7),
        (16, "howell", 15, 15),
        (17, "mitchell", 9, 9),
        (20, "mitchell", 9, 10),
    ];
    for (n, method, n_rounds, n_sets) in due {
        assert_eq!(
            rounds(n),
            (method.to_owned(), n_rounds, n_sets),
            "{n} pairs"
        );
    }
}

#[test]
fn preset_with_boards_refuses_conflicting_keys() {
    let stage = |change: &dyn Fn(&mut capicu_event::StageRules)| {
        let mut preset = presets::by_id("duplicate").unwrap();
        change(&mut preset.stages[0]);
        preset.check().map_err(|why| why.to_string())
    };
    let clash = |key: &str| Err(format!("stage 1: `{key}` does not go with `duplicate`"));
    assert_eq!(stage(&|_| {}), Ok(()));
    assert_eq!(
        stage(&|rules| rules.duplicate = None),
        Err("stage 1: `decided-by` does not go with `minutes`".into())
    );
    assert_eq!(
        stage(&|rules| rules.meeting.target = Some(1)),
        clash("decided-by")
    );
    assert_eq!(
        stage(&|rules| rules.points = vec![2, 0]),
        Err("stage 1: `points` is out of range".into())
    );
    let movement = |rules: &mut capicu_event::StageRules| {
        rules.duplicate = None;
        rules.meeting.minutes = Some(30);
    };
    assert_eq!(stage(&movement), clash("pairing"));
}

/// Law 12C2(a) of duplicate bridge (WBF, 2017): at most 40 % for a side at fault, 50 % for one partly at fault, at least
/// 60 % for one not at fault.
///
/// Eight pairs at four tables, so 6 is the top of a board. Table 1 could not play board 2: its North-South have average
/// plus, East-West average minus. Results of board 1 are 2, 1, 1, 0: 6, 3, 3 and 0. Board 2 has 1, 0, -1 at three
/// tables: 4, 2 and 0, by Neuberg 5 * 4/3 - 1 = 5 2/3, 3, and 1/3.
#[test]
fn artificial_scores_are_40_50_and_60_percent() {
    // All tables play the same boards at once.
    let mut preset = presets::by_id("duplicate").unwrap();
    let at_once = presets::by_id("duplicate-swiss").unwrap();
    preset.stages[0].pairing = at_once.stages[0].pairing.clone();
    let mut event = event_of(preset, 8);
    let one = |sides| [AdjustedBoard { board: 1, sides }];
    let minus = one([Average::Plus, Average::Minus]);
    adjust(&mut event, 1, &[Some(2), None], &minus).unwrap();
    for (meeting, margins) in [(2, [1, 1]), (3, [1, 0]), (4, [0, -1])] {
        rule(&mut event, meeting, &margins.map(Some)).unwrap();
    }
    let meetings = event.state().stages[0].rounds[0].pairing.meetings.clone();
    let points = |side: usize| {
        let keys = keys(&event);
        let of = |meeting: &capicu_event::Meeting| keys[&meeting.sides[side][0].0];
        meetings.iter().map(of).collect::<Vec<i64>>()
    };
    // (6 + 3.6) / 12 = 80 %; 3.6 is rounded to 43 twelfths: 1200 * 115 / 144 = 958.3. The other side has 0 and 2.4,
    // rounded to 29 twelfths: 1200 * 29 / 144 = 241.7.
    // (3 + 5 2/3) / 12 = 72.2 %: 866.7. 6 / 12 = 50 %. 1/3 / 12 = 2.8 %: 33.3.
    assert_eq!(points(0), [958, 867, 600, 33]);
    assert_eq!(points(1), [242, 333, 600, 1_167]);
}

/// Law 12C2(b) of duplicate bridge (WBF, 2017): average plus and minus are 3 IMPs.
#[test]
fn artificial_imps_are_3() {
    let mut event = event("duplicate-swiss", 4);
    let boards = usize::from(event.state().stages[0].rules.duplicate.unwrap().boards);
    let mut margins = vec![Some(20); boards];
    rule(&mut event, 2, &margins).unwrap();
    margins[0] = None;
    let sides = [Average::Plus, Average::Even];
    adjust(
        &mut event,
        1,
        &margins,
        &[AdjustedBoard { board: 0, sides }],
    )
    .unwrap();
    let meeting = &event.state().stages[0].rounds[0].pairing.meetings[0];
    let keys = keys(&event);
    let points = [0, 1].map(|side| keys[&meeting.sides[side][0].0]);
    // The other boards are level with those of table 2.
    assert_eq!(points, [36, 0]);
}

#[test]
fn only_the_desk_adjusts_boards_without_a_result() {
    let mut event = event("duplicate", 8);
    let sides = [Average::Even; 2];
    let one = AdjustedBoard { board: 0, sides };
    let other = AdjustedBoard { board: 1, sides };
    let beyond = AdjustedBoard { board: 2, sides };
    for (margins, adjusted) in [
        (vec![Some(1), None], vec![one]),
        (vec![None, None], vec![other, one]),
        (vec![None, None], vec![one, one]),
        (vec![None, None], vec![beyond]),
    ] {
        let refused = adjust(&mut event, 1, &margins, &adjusted);
        let why = Impossible::Adjusted;
        assert_eq!(refused, Err(Refused::Impossible { meeting: 1, why }));
    }
    let margins = vec![None, Some(1)];
    let by = event.state().stages[0].rounds[0].pairing.meetings[0].sides[0][0];
    let claim = event.send(Command::Claim {
        meeting: 1,
        by,
        outcome: Outcome::Boards {
            margins,
            adjusted: vec![one],
        },
    });
    assert_eq!(claim, Err(Refused::ForDesk(1)));
    // A table can have artificial scores alone.
    adjust(&mut event, 1, &[None, None], &[one, other]).unwrap();
}

/// A straight Mitchell of three tables, three rounds, one board in a set: North-South are 1, 3 and 5, East-West 2, 4 and
/// 6. The margins of each board at its three tables are 2, 1 and 0 for North-South, by the table:
///
/// | | table 1 (NS 1) | table 2 (NS 3) | table 3 (NS 5) |
/// |---|---|---|---|
/// | every round | 2 | 1 | 0 |
///
/// So pair 1 has the best result on all boards, 100 %, pair 3 half, 50 %, and pair 5 none. Each East-West pair meets
/// each of them once: 0, 50 and 100 %, a mean of 50 %.
#[test]
fn directions_of_a_mitchell_have_a_winner_each() {
    let mut preset = presets::by_id("duplicate-two-winners").unwrap();
    preset.stages[0].duplicate.as_mut().unwrap().boards = 1;
    let mut event = event_of(preset, 6);
    for round in 0..3 {
        if round > 0 {
            next(&mut event);
        }
        let pairing = &event.state().stages[0].rounds[round].pairing;
        let seated = pairing.meetings.iter().map(|of| of.sides[0][0].0);
        assert_eq!(seated.collect::<Vec<_>>(), [1, 3, 5]);
        for (meeting, margin) in [(1, 2), (2, 1), (3, 0)] {
            rule(&mut event, meeting, &[Some(margin)]).unwrap();
        }
    }
    let state = event.state();
    let told = standings(state, &state.stages[0]);
    let north_south = Some(Direction::NorthSouth);
    let east_west = Some(Direction::EastWest);
    let of = |direction| {
        let own = told.iter().filter(move |one| one.direction == direction);
        own.map(|one| (one.entry.0, one.place, one.keys[0] / 12))
    };
    let first: Vec<_> = of(north_south).collect();
    assert_eq!(first, [(1, 1, 100), (3, 2, 50), (5, 3, 0)]);
    let second: BTreeSet<_> = of(east_west).collect();
    assert_eq!(second, [(2, 1, 50), (4, 1, 50), (6, 1, 50)].into());
    assert!(told[..3].iter().all(|one| one.direction == north_south));
}

#[test]
fn percentage_is_the_mean_of_the_rounds_played() {
    let mut preset = presets::by_id("duplicate").unwrap();
    preset.stages[0].standings.insert(0, TieBreak::Percentage);
    // Seven pairs play a Howell, so one has a bye of 50 points.
    let mut event = event_of(preset, 7);
    let meetings = event.state().stages[0].rounds[0].pairing.meetings.len();
    for meeting in 1..=meetings as u16 {
        rule(&mut event, meeting, &[Some(1), Some(1)]).unwrap();
    }
    let bye = event.state().stages[0].rounds[0].pairing.byes[0].entry.0;
    assert_eq!(keys(&event)[&bye], 0, "nothing played");
    let winner = event.state().stages[0].rounds[0].pairing.meetings[0].sides[0][0];
    // A single result on a board is average.
    assert_eq!(keys(&event)[&winner.0], 600);
    event
        .send(Command::Penalise {
            entry: winner,
            points: 10,
            score: 0,
            reason: "late".into(),
        })
        .unwrap();
    assert_eq!(keys(&event)[&winner.0], 480);
}

#[test]
fn percentage_and_two_winners_are_refused_where_they_mean_nothing() {
    let mut imps = presets::by_id("duplicate-swiss").unwrap();
    imps.stages[0].standings.insert(0, TieBreak::Percentage);
    let clash = |key, with| PresetError::Clash {
        stage: 1,
        key,
        with,
    };
    assert_eq!(imps.check(), Err(clash("percentage", "duplicate")));
    let mut cut = presets::by_id("duplicate-two-winners").unwrap();
    cut.stages[0].through = Some(2);
    assert_eq!(cut.check(), Err(clash("winners", "through")));
}
