//! Meetings of teams: line-ups, sittings, published scores, and seasons of a league.

use capicu_event::league::{SeasonError, next_season};
use capicu_event::standings::{PlayerRecord, players, standings};
use capicu_event::{
    Absent, CloseLoss, Command, Consent, Counts, EntryId, Event, Impossible, NewEntry, Online,
    Outcome, Preset, Refused, SideScore, TableResult, Venue, Viewer, Watchers, presets,
};

use super::Desk as _;

/// Teams of six in the first round of a preset, the first with the highest rating.
fn event(preset: &str, teams: &[&str]) -> Event {
    begun(presets::by_id(preset).unwrap(), teams)
}

fn begun(preset: Preset, teams: &[&str]) -> Event {
    let mut event = Event::create("Teams", preset, 5, 0).unwrap();
    for (at, name) in teams.iter().enumerate() {
        let members = (1..=6).map(|number| format!("{name}{number}")).collect();
        let rating = Some(100 - at as i32);
        let entry = NewEntry {
            members,
            rating,
            ..NewEntry::named(name)
        };
        event.send(Command::Enter(entry)).unwrap();
    }
    event.send(Command::OpenStage).unwrap();
    event.send(Command::Draft(Consent::Withheld)).unwrap();
    event.send(Command::Publish).unwrap();
    event
}

fn table(scores: impl IntoIterator<Item = [i32; 2]>) -> TableResult {
    let score = |[games, points]: [i32; 2]| SideScore {
        games: games as u16,
        points,
    };
    TableResult::Played {
        scores: scores.into_iter().map(score).collect(),
    }
}

/// Games at the tables of a meeting of three teams: six for one team at each table.
const GAMES: [[i32; 3]; 18] = [
    [6, 5, 4],
    [6, 3, 2],
    [5, 6, 3],
    [4, 6, 1],
    [2, 2, 6],
    [2, 1, 6],
    [6, 4, 4],
    [6, 4, 3],
    [6, 3, 4],
    [6, 2, 3],
    [4, 6, 3],
    [4, 6, 1],
    [4, 4, 6],
    [4, 4, 6],
    [3, 3, 6],
    [6, 5, 4],
    [3, 6, 5],
    [2, 4, 6],
];

fn three_hand(games: &[[i32; 3]]) -> Vec<TableResult> {
    let one = |games: &[i32; 3]| table(games.map(|games| [games, 0]));
    games.iter().map(one).collect()
}

/// Scores as newspapers print them: after two of six sittings 25-23-22, after five 68-59-58, at the end 79-74-73.
#[test]
fn published_scores_of_three_teams_are_reproduced() {
    let preset = presets::by_id("three-hand-league").unwrap();
    let rules = &preset.stages[0];
    assert_eq!(rules.all_tables().count(), 18);
    for (sittings, printed) in [(2, [25, 23, 22]), (5, [68, 59, 58]), (6, [79, 74, 73])] {
        let total = rules.total(&three_hand(&GAMES[..3 * sittings]));
        let games: Vec<u16> = total.iter().map(|score| score.games).collect();
        assert_eq!(games, printed, "after {sittings} sittings");
    }
}

/// Each of six players sits in three of the six sittings: 1 2 3, 4 5 6, and so on.
fn line_up(team: &str) -> Vec<Vec<String>> {
    let player = |table: usize| vec![format!("{team}{}", 1 + table % 6)];
    (0..18).map(player).collect()
}

#[test]
fn three_teams_meet_from_line_ups_to_points() {
    let mut event = event("three-hand-league", &["A", "B", "C"]);
    let tables = |team: &str| (team.to_owned(), line_up(team));
    let line_up = |by: u32, tables: Vec<Vec<String>>| Command::LineUp {
        meeting: 1,
        by: EntryId(by),
        tables,
    };
    let (_, right) = tables("A");
    let mut twice = right.clone();
    twice[1] = twice[0].clone();
    let mut often = right.clone();
    often[3] = often[0].clone();
    let mut stranger = right.clone();
    stranger[0] = vec!["B1".to_owned()];
    let mut half = right.clone();
    half[0].push("A4".to_owned());
    for wrong in [
        twice,
        often,
        stranger,
        half,
        right[1..].to_vec(),
        Vec::new(),
    ] {
        let refused = event.send(line_up(1, wrong.clone()));
        let entry = EntryId(1);
        assert_eq!(
            refused,
            Err(Refused::LineUp { meeting: 1, entry }),
            "{wrong:?}"
        );
    }
    event.send(line_up(1, right.clone())).unwrap();
    assert_eq!(event.send(line_up(1, right)), Err(Refused::NoChange));
    let seen = |event: &Event, viewer| {
        event.state().visible_to(viewer).rounds[0].tables[0]
            .line_ups
            .len()
    };
    assert_eq!(
        seen(&event, Viewer::Public),
        0,
        "it is shown once all are in"
    );
    assert_eq!(seen(&event, Viewer::Entry(EntryId(1))), 1);
    assert_eq!(seen(&event, Viewer::Entry(EntryId(2))), 0);
    event.send(line_up(2, tables("B").1)).unwrap();
    event.send(line_up(3, tables("C").1)).unwrap();
    assert_eq!(seen(&event, Viewer::Public), 3);

    let sides: Vec<u32> = event.state().stages[0].rounds[0].pairing.meetings[0]
        .entries()
        .map(|id| id.0)
        .collect();
    assert_eq!(sides, [1, 2, 3]);
    let claim = |tables: Vec<TableResult>| Command::Claim {
        meeting: 1,
        by: EntryId(1),
        outcome: Outcome::Sittings { tables },
    };
    let why = Impossible::Tables { given: 17, due: 18 };
    let refused = event.send(claim(three_hand(&GAMES[1..])));
    assert_eq!(refused, Err(Refused::Impossible { meeting: 1, why }));
    event.send(claim(three_hand(&GAMES))).unwrap();
    let confirm = |by| Command::Confirm {
        meeting: 1,
        by: EntryId(by),
    };
    // Two of three sides agree, which is enough.
    event.send(confirm(2)).unwrap();
    assert!(event.send(confirm(3)).is_err(), "it is settled");
    let stage = &event.state().stages[0];
    let told = standings(event.state(), stage);
    let keys: Vec<_> = told
        .iter()
        .map(|one| (one.entry.0, one.keys[..2].to_vec()))
        .collect();
    assert_eq!(
        keys,
        [(1, vec![36, 79]), (2, vec![24, 74]), (3, vec![12, 73])]
    );
    // C1 sat at tables 1, 7 and 13: 4, 4 and 6 games.
    let record = PlayerRecord {
        tables: 3,
        games: 14,
        without_a_game: 0,
    };
    assert_eq!(players(stage)[&(EntryId(3), "C1".to_owned())], record);
    assert_eq!(players(stage).len(), 18);
}

/// Nine games of 121, six singles and three doubles: the first side wins `won` of them.
fn nine(won: usize) -> Outcome {
    let one = |at: usize| match at < won {
        true => table([[0, 121], [0, 90]]),
        false => table([[0, 70], [0, 121]]),
    };
    Outcome::Sittings {
        tables: (0..9).map(one).collect(),
    }
}

fn play(event: &mut Event, won: impl Fn(u32) -> usize) {
    loop {
        let stage = event.state().running().unwrap();
        let meetings = stage.rounds.last().unwrap().pairing.meetings.clone();
        for (at, meeting) in meetings.iter().enumerate() {
            let [one, other] = [0, 1].map(|side| meeting.sides[side][0].0);
            // The smaller number wins, by this number of nine.
            let won = won(one.min(other));
            let outcome = nine(if one < other { won } else { 9 - won });
            let meeting = at as u16 + 1;
            let reason = "both captains signed".to_owned();
            let rule = Command::Rule {
                meeting,
                outcome,
                reason,
            };
            event.send(rule).unwrap();
        }
        if let Err(why) = event.send(Command::Draft(Consent::Withheld)) {
            assert_eq!(why, Refused::NoMoreRounds);
            break;
        }
        event.send(Command::Publish).unwrap();
    }
    event.send(Command::CloseStage).unwrap();
    event.send(Command::Freeze).unwrap();
}

/// Solihull: three points for a win, one for losing five to four. A wins all nine; B wins five to four; C loses all its
/// meetings. Each pair meets twice.
#[test]
fn loser_by_five_to_four_has_a_point() {
    let mut event = event("english-league", &["A", "B", "C"]);
    play(&mut event, |number| if number == 1 { 9 } else { 5 });
    let state = event.state();
    let told = standings(state, &state.stages[0]);
    let keys: Vec<_> = told
        .iter()
        .map(|one| (one.entry.0, one.keys[..2].to_vec()))
        .collect();
    assert_eq!(
        keys,
        [
            (1, vec![12 * 12, 36]),
            (2, vec![6 * 12, -18 + 2]),
            (3, vec![2 * 12, -18 - 2]),
        ]
    );
    assert_eq!(Event::verify(event.log().clone()).unwrap(), event);
}

/// The last of the first division and the first of the second change places. After a team has left, the next of the
/// second division moves up too.
#[test]
fn seasons_exchange_teams() {
    let mut first = event("english-league", &["A", "B", "C", "D"]);
    let mut second = event("english-league", &["E", "F", "G", "H"]);
    let divisions = |first: &Event, second: &Event| {
        let next = next_season(&[first.state(), second.state()])?;
        let names = |teams: &Vec<capicu_event::league::Team>| {
            teams
                .iter()
                .map(|team| team.name.clone())
                .collect::<String>()
        };
        Ok(next.iter().map(names).collect::<Vec<_>>())
    };
    play(&mut first, |_| 9);
    assert_eq!(divisions(&first, &second), Err(SeasonError::NotOver(1)));
    let mut left = second.clone();
    play(&mut second, |_| 9);
    assert_eq!(divisions(&first, &second).unwrap(), ["ABCE", "DFGH"]);
    left.send(Command::Withdraw(EntryId(1), "moved away".into()))
        .unwrap();
    play(&mut left, |_| 9);
    assert_eq!(divisions(&left, &second).unwrap(), ["FGEF", "HGH"]);
    assert_eq!(
        divisions(
            &Event::create("?", presets::by_id("king").unwrap(), 1, 0).unwrap(),
            &second
        ),
        Err(SeasonError::NoLeague(0))
    );
}

/// New York: five pairs of a team score together until one side has 150. A tied block gives more than one point.
#[test]
fn jamaican_match_ends_at_150_points_over_all_tables() {
    let preset = presets::by_id("jamaican-league").unwrap();
    let rules = &preset.stages[0];
    let check = |points: [[i32; 2]; 5]| {
        let tables = points.map(|[one, other]| table([[0, one], [0, other]]));
        let tables = tables.to_vec();
        Outcome::Sittings { tables }.check(rules, 2)
    };
    let four = [[31, 20], [30, 33], [28, 31], [40, 22]];
    let with = |last: [i32; 2]| check([four[0], four[1], four[2], four[3], last]);
    assert_eq!(with([21, 17]), Ok(()), "150 to 123");
    assert_eq!(with([23, 17]), Ok(()), "a block for three: 152 to 123");
    assert_eq!(with([20, 17]), Err(Impossible::NobodyReached));
    assert_eq!(with([21, 44]), Err(Impossible::TwoReached));
    assert_eq!(with([27, 17]), Err(Impossible::TooMany { side: 0 }));
    let won = |at: usize| {
        if at < 4 {
            four[at].map(|n| [0, n])
        } else {
            [[1, 21], [0, 17]]
        }
    };
    let tables = (0..5).map(|at| table(won(at))).collect();
    let games = Outcome::Sittings { tables }.check(rules, 2);
    assert_eq!(
        games,
        Err(Impossible::TooMany { side: 0 }),
        "games are not counted"
    );
}

#[test]
fn preset_with_invalid_sittings_is_refused() {
    let stage = |change: &dyn Fn(&mut capicu_event::StageRules)| {
        let mut preset = presets::by_id("english-league").unwrap();
        change(&mut preset.stages[0]);
        preset.check().map_err(|why| why.to_string())
    };
    let said = |key: &str| Err(format!("stage 1: `{key}` is out of range"));
    assert_eq!(stage(&|_| {}), Ok(()));
    assert_eq!(
        stage(&|rules| rules.sittings[0].times = 10),
        said("sitting"),
        "63 tables"
    );
    let close = |points| {
        move |rules: &mut capicu_event::StageRules| {
            rules.close_loss = Some(CloseLoss { by: 1, points });
        }
    };
    assert_eq!(stage(&close(2)), Ok(()));
    assert_eq!(stage(&close(3)), said("close-loss"), "as much as a win");
    let clash = Err("stage 1: `counts` does not go with `decided-by`".to_owned());
    assert_eq!(
        stage(&|rules| rules.sittings[0].counts = Counts::Points),
        clash
    );
}

#[test]
fn server_tables_record_a_meeting_of_teams() {
    let online = Online {
        usual: Venue::Online,
        turn_time: "off".into(),
        grace: 5,
        absent: Absent::Desk,
        watchers: Watchers::Everybody,
    };
    let mut preset = presets::by_id("english-league").unwrap();
    preset.online = Some(online);
    let mut event = begun(preset, &["A", "B"]);
    let line_up = |team: &str, shift: usize| -> Vec<Vec<String>> {
        let of = |at: usize| format!("{team}{}", 1 + (at + shift) % 6);
        let doubles = (0..3).map(|at| vec![of(2 * at), of(2 * at + 1)]);
        (0..6).map(|at| vec![of(at)]).chain(doubles).collect()
    };
    let hand_in = |by: u32, tables| Command::LineUp {
        meeting: 1,
        by: EntryId(by),
        tables,
    };
    let record = |number: u16, result: TableResult| Command::RecordTable {
        meeting: 1,
        number,
        table: format!("t{number}"),
        result,
    };
    let won = |first: bool| match first {
        true => table([[0, 123], [0, 90]]),
        false => table([[0, 70], [0, 121]]),
    };
    event.send(hand_in(1, line_up("A", 0))).unwrap();
    event.send(hand_in(1, line_up("A", 1))).unwrap();
    event.send(hand_in(2, line_up("B", 0))).unwrap();
    let at_tables = Err(Refused::AtTheTable(1));
    assert_eq!(
        event.send(hand_in(1, line_up("A", 2))),
        at_tables,
        "a line-up seen by the others is final"
    );
    // An impossible result, a missing table, and a table already recorded.
    let tie = table([[0, 121], [0, 121]]);
    let refused = event.send(record(1, tie));
    assert!(matches!(refused, Err(Refused::Impossible { .. })));
    let why = Impossible::Tables { given: 10, due: 9 };
    let refused = event.send(record(10, won(true)));
    assert_eq!(refused, Err(Refused::Impossible { meeting: 1, why }));
    // A last game beyond the target is not a slip of the pen.
    event.send(record(1, won(true))).unwrap();
    let refused = event.send(record(1, won(false)));
    assert_eq!(refused, Err(Refused::Settled(1)));
    let back = Command::Unpublish("again".into());
    assert_eq!(event.send(back), Err(Refused::HasResults));
    let to = Venue::Hall;
    let moved = event.send(Command::Move { meeting: 1, to });
    assert_eq!(moved, Err(Refused::HasResults));
    for number in 2..=8 {
        event.send(record(number, won(number <= 4))).unwrap();
    }
    let outcome = |event: &Event| event.state().stages[0].outcome(0, 0).cloned();
    assert_eq!(outcome(&event), None, "one table plays on");
    let seen = event.state().visible_to(Viewer::Public);
    assert_eq!(seen.rounds[0].tables[0].recorded.len(), 8);
    let nobody = TableResult::NoShow { absent: vec![1] };
    event.send(record(9, nobody)).unwrap();
    // Four won at the tables and one by absence: five to four gives three points, and one for the close loss.
    let stage = &event.state().stages[0];
    let told = standings(event.state(), stage);
    let points: Vec<_> = told.iter().map(|of| (of.entry.0, of.keys[0])).collect();
    assert_eq!(points, [(1, 36), (2, 12)]);
    let replayed = Event::replay(event.log().clone()).unwrap();
    assert_eq!(replayed.state(), event.state());
    event.send(Command::Undo).unwrap();
    assert_eq!(outcome(&event), None);
}
