//! Cards, totals, cross tables, results, times and statistics, calculated by hand.

use capicu_event::report::{
    Card, CardResult, CrossColumns, CrossTable, Ending, ResultKind, RoundTimes, Statistics, Totals,
    all_keys, cards, cross_table, key_columns, key_in, lot_places, results, start_list, statistics,
    times, totals,
};
use capicu_event::standings::{CutKey, RowKind, standings};
use capicu_event::{
    ByeKind, CheckIn, ClubMates, Command, Consent, Draws, Event, Method, Outcome, SideScore, State,
    ThirdPlace, TieBreak, Viewer,
};

use super::{Desk as _, event, id, pair, played, preset, rule};

fn round(event: &mut Event) {
    event.done(Command::Draft(Consent::Given));
    event.done(Command::Publish);
}

/// The number of the meeting of two entries in the last round, and whether the first one sits first.
fn meeting(event: &Event, one: u32, other: u32) -> (u16, bool) {
    let stage = event.state().stages.last().unwrap();
    let meetings = &stage.rounds.last().unwrap().pairing.meetings;
    let both = |ids: [u32; 2]| {
        let wanted = ids.map(|number| vec![id(number)]);
        meetings.iter().position(|found| found.sides == wanted)
    };
    match both([one, other]) {
        Some(at) => (at as u16 + 1, true),
        None => (both([other, one]).expect("they meet") as u16 + 1, false),
    }
}

fn score(event: &mut Event, [one, other]: [u32; 2], points: [i32; 2]) {
    let (at, in_order) = meeting(event, one, other);
    let [own, theirs] = points;
    let points = if in_order { points } else { [theirs, own] };
    rule(event, at, played([0, 0], points));
}

/// The entry `other` does not come against `one`.
fn absent(event: &mut Event, [one, other]: [u32; 2]) {
    let (at, in_order) = meeting(event, one, other);
    let absent = vec![u8::from(in_order)];
    rule(event, at, Outcome::Forfeit { absent });
}

/// A league of three: A-B 40-20, B-C 40-38, and C does not come against A. C has a penalty of 5 points.
///
/// By the Berger table of four, the first round is 2-3, the second 1-2, the third 3-1.
fn league() -> Event {
    let mut event = event(preset("latin-league"), &["A", "B", "C"]);
    event.done(Command::OpenStage);
    round(&mut event);
    score(&mut event, [2, 3], [40, 38]);
    round(&mut event);
    score(&mut event, [1, 2], [40, 20]);
    round(&mut event);
    absent(&mut event, [1, 3]);
    event.done(Command::Penalise {
        entry: id(3),
        points: 0,
        score: 5,
        reason: "late".into(),
    });
    event
}

fn crossed(state: &State) -> CrossTable {
    let stage = &state.stages[0];
    let cards = cards(state, stage, Viewer::Public);
    cross_table(stage, &cards, &standings(state, stage))
}

const fn sums([played, won, drawn, lost]: [u16; 4], [own, against]: [i64; 2]) -> Totals {
    Totals {
        played,
        won,
        drawn,
        lost,
        points_for: own,
        points_against: against,
    }
}

/// A forfeit counts 40-20, and a bye nothing: it is no round of anybody.
#[test]
fn totals_are_those_of_the_rounds_that_count() {
    let event = league();
    let (state, stage) = (event.state(), &event.state().stages[0]);
    let totals = totals(&cards(state, stage, Viewer::Public));
    assert_eq!(totals[&id(1)], sums([2, 2, 0, 0], [80, 40]));
    assert_eq!(totals[&id(2)], sums([2, 1, 0, 1], [60, 78]));
    assert_eq!(totals[&id(3)], sums([2, 0, 0, 2], [53, 80]));
    let differences: Vec<i64> = totals.values().map(Totals::difference).collect();
    assert_eq!(differences, [40, -18, -27]);
}

#[test]
fn bye_with_the_points_of_a_win_counts_as_one() {
    // The last of three has the bye, 200 to 100. Of 230 points, 200 count; the sheet keeps them.
    let mut event = event(preset("latin-pairs"), &["A", "B", "C"]);
    event.done(Command::OpenStage);
    round(&mut event);
    score(&mut event, [1, 2], [230, 150]);
    let (state, stage) = (event.state(), &event.state().stages[0]);
    let totals = totals(&cards(state, stage, Viewer::Public));
    assert_eq!(totals[&id(1)], sums([1, 1, 0, 0], [200, 150]));
    assert_eq!(totals[&id(2)], sums([1, 0, 0, 1], [150, 200]));
    assert_eq!(totals[&id(3)], sums([1, 1, 0, 0], [200, 100]));
    let lines = results(state, Viewer::Public);
    let kinds: Vec<_> = lines.iter().map(|line| (line.kind, line.meeting)).collect();
    assert_eq!(
        kinds,
        [(ResultKind::Played, Some(1)), (ResultKind::Bye, None)]
    );
    let on_sheet = |line: usize, side: usize| {
        let side = &lines[line].sides[side];
        (
            side.entries[0].0,
            side.score.map(|score| score.points),
            side.points,
        )
    };
    let mut sides = [on_sheet(0, 0), on_sheet(0, 1)];
    sides.sort_unstable();
    assert_eq!(sides, [(1, Some(230), Some(24)), (2, Some(150), Some(0))]);
    assert_eq!(on_sheet(1, 0), (3, Some(200), Some(24)));
}

#[test]
fn card_has_every_round_of_an_entry() {
    let mut event = league();
    let (state, stage) = (event.state(), &event.state().stages[0]);
    let card = |card: &Card| {
        let rounds = card.rounds.iter();
        let rounds = rounds.map(|round| {
            let opponents: Vec<u32> = round.opponents.iter().map(|id| id.0).collect();
            let kind = round.row().map(|row| row.kind);
            (round.round, round.meeting, opponents, kind, round.total)
        });
        rounds.collect::<Vec<_>>()
    };
    let all = cards(state, stage, Viewer::Public);
    let expected = vec![
        (1, None, vec![], Some(RowKind::Bye), 0),
        (2, Some(1), vec![2], Some(RowKind::Played), 12),
        (3, Some(1), vec![3], Some(RowKind::ForfeitWin), 24),
    ];
    assert_eq!(card(&all[&id(1)]), expected);
    assert_eq!(all[&id(3)].score_penalty, 5);
    // A bye without points is no round, and a forfeit is a win.
    let endings: Vec<_> = all[&id(1)]
        .rounds
        .iter()
        .map(|round| round.ending)
        .collect();
    assert_eq!(endings, [None, Some(Ending::Won), Some(Ending::Won)]);
    // A meeting that counts for nobody, and one without a result.
    event.done(Command::Correct {
        stage: 1,
        round: 2,
        meeting: 1,
        outcome: Outcome::Void,
        reason: "wrong tiles".into(),
    });
    let (state, stage) = (event.state(), &event.state().stages[0]);
    let own = &cards(state, stage, Viewer::Public)[&id(1)].rounds;
    let void = (&own[1].result, own[1].ending, own[1].total);
    assert_eq!(void, (&CardResult::Void, None, 0));
    let mut waiting = super::event(preset("latin-pairs"), &["A", "B", "C", "D"]);
    waiting.done(Command::OpenStage);
    round(&mut waiting);
    let (state, stage) = (waiting.state(), &waiting.state().stages[0]);
    let own = &cards(state, stage, Viewer::Public)[&id(1)].rounds;
    assert_eq!(own[0].result, CardResult::Open);
    assert!(own[0].meeting.is_some() && own[0].opponents.len() == 1);
}

#[test]
fn cross_table_of_a_round_robin_has_a_column_for_each_opponent() {
    let event = league();
    let table = crossed(event.state());
    assert_eq!(table.columns, CrossColumns::Opponents);
    let rows: Vec<_> = table
        .rows
        .iter()
        .map(|row| (row.place, row.entry.0, row.points))
        .collect();
    assert_eq!(rows, [(1, 1, Some(24)), (2, 2, Some(12)), (3, 3, Some(0))]);
    let cell = |row: usize, column: usize| {
        let rounds = table.rows[row].cells[column].iter();
        let rows = rounds.filter_map(|round| round.row());
        rows.map(|row| [row.own.points, row.against.points])
            .collect::<Vec<_>>()
    };
    let none: Vec<[i32; 2]> = Vec::new();
    let expected = [
        [none.clone(), vec![[40, 20]], vec![[40, 20]]],
        [vec![[20, 40]], none.clone(), vec![[40, 38]]],
        [vec![[20, 40]], vec![[38, 40]], none],
    ];
    for (row, cells) in expected.iter().enumerate() {
        for (column, expected) in cells.iter().enumerate() {
            assert_eq!(cell(row, column), *expected, "{row} {column}");
        }
    }
}

/// The rules give a bye the points of a win, and a forfeit those of a draw.
#[test]
fn ending_of_a_round_is_that_of_the_totals() {
    let mut preset = preset("latin-pairs");
    let stage = &mut preset.stages[0];
    stage.forfeits.win.points = 1;
    let mut event = event(preset, &["A", "B", "C"]);
    event.done(Command::OpenStage);
    round(&mut event);
    absent(&mut event, [1, 2]);
    let (state, stage) = (event.state(), &event.state().stages[0]);
    let cards = cards(state, stage, Viewer::Public);
    let endings = [1, 2, 3].map(|number| cards[&id(number)].rounds[0].ending);
    let expected = [Ending::Drawn, Ending::Lost, Ending::Won];
    assert_eq!(endings, expected.map(Some));
    let totals = totals(&cards);
    let [first, second, third] = [1, 2, 3].map(|number| totals[&id(number)]);
    assert_eq!((first.drawn, second.lost, third.won), (1, 1, 1));
}

/// A knock-out of three: 1 has a bye, 2 beats 3, 1 beats 2.
fn knock_out() -> Event {
    let mut preset = preset("latin-pairs");
    let stage = &mut preset.stages[0];
    stage.pairing = Method::KnockOut {
        club_mates: ClubMates::Anywhere,
        third_place: ThirdPlace::Shared,
    };
    stage.late_entry_until = None;
    stage.meeting.draws = Draws::Impossible;
    let mut event = event(preset, &["A", "B", "C"]);
    event.done(Command::OpenStage);
    round(&mut event);
    score(&mut event, [2, 3], [200, 0]);
    round(&mut event);
    score(&mut event, [1, 2], [200, 199]);
    event
}

#[test]
fn knock_out_has_rounds_in_place_of_points() {
    let event = knock_out();
    let (state, stage) = (event.state(), &event.state().stages[0]);
    let keys: Vec<CutKey> = key_columns(stage).iter().map(|column| column.key).collect();
    assert_eq!(keys, [CutKey::Rounds, CutKey::LastTable]);
    let all = standings(state, stage);
    let rounds: Vec<_> = all
        .iter()
        .map(|one| (one.entry.0, one.place, key_in(stage, one, CutKey::Rounds)))
        .collect();
    assert_eq!(rounds, [(1, 1, Some(2)), (2, 2, Some(1)), (3, 3, Some(0))]);
    let points = CutKey::TieBreak(TieBreak::Points);
    assert!(all.iter().all(|one| key_in(stage, one, points).is_none()));
    assert!(
        results(state, Viewer::Public)
            .iter()
            .all(|line| line.sides.iter().all(|side| side.points.is_none()))
    );
    // The card of the first loser ends with its loss, and its cells after that are empty.
    assert_eq!(cards(state, stage, Viewer::Public)[&id(3)].rounds.len(), 1);
    let table = crossed(event.state());
    assert_eq!(table.columns, CrossColumns::Rounds(2));
    let cells: Vec<Vec<usize>> = table
        .rows
        .iter()
        .map(|row| row.cells.iter().map(Vec::len).collect())
        .collect();
    assert_eq!(cells, [[1, 1], [1, 1], [1, 0]]);
    assert!(table.rows.iter().all(|row| row.points.is_none()));
}

#[test]
fn keys_of_two_stages_are_listed_once() {
    let mut preset = preset("latin-pairs-final");
    preset.stages[0].pairing.rounds_mut().unwrap().replace(1);
    preset.stages[0].through = Some(2);
    preset.check_in = CheckIn::None;
    let mut event = event(preset, &["A", "B", "C", "D"]);
    event.done(Command::OpenStage);
    round(&mut event);
    for meeting in 1..=2 {
        rule(&mut event, meeting, played([0, 0], [200, 100]));
    }
    event.done(Command::CloseStage);
    event.done(Command::OpenStage);
    let keys = all_keys(event.state());
    let first = event.state().preset.stages[0].standings.len();
    assert_eq!(keys.len(), first + 2);
    assert_eq!(keys[first..], [CutKey::Rounds, CutKey::LastTable]);
}

#[test]
fn lot_is_a_place_and_not_a_long_number() {
    let mut preset = preset("latin-pairs");
    preset.stages[0].standings = vec![TieBreak::Points, TieBreak::Lot];
    let mut event = event(preset, &["A", "B", "C", "D"]);
    event.done(Command::OpenStage);
    round(&mut event);
    score(&mut event, [1, 3], [150, 150]);
    score(&mut event, [2, 4], [150, 150]);
    let (state, stage) = (event.state(), &event.state().stages[0]);
    let all = standings(state, stage);
    // All are equal, so the lot decides every place.
    let lots = lot_places(&all, stage);
    assert_eq!(lots.len(), 4);
    for one in &all {
        assert_eq!(lots[&one.entry], one.place);
    }
    let without = league();
    let stage = &without.state().stages[0];
    let all = standings(without.state(), stage);
    assert!(lot_places(&all, stage).is_empty());
}

#[test]
fn start_list_is_in_the_order_of_the_seeds() {
    let numbers =
        |event: &Event| -> Vec<u32> { start_list(event.state()).iter().map(|id| id.0).collect() };
    let mut event = event(preset("latin-pairs"), &["A", "B", "C", "D"]);
    event.done(Command::CorrectEntry {
        entry: id(4),
        name: "D".into(),
        members: Vec::new(),
        club: None,
        rating: Some(2_500),
    });
    event.done(Command::Enter(capicu_event::NewEntry::named("E")));
    event.done(Command::Withdraw(id(2), "ill".into()));
    assert_eq!(numbers(&event), [4, 1, 3, 5]);
    event.done(Command::OpenStage);
    assert_eq!(numbers(&event), [4, 1, 3, 5]);
}

#[test]
fn statistics_are_those_of_the_played_meetings() {
    let mut event = event(preset("latin-pairs"), &["A", "B", "C", "D", "E"]);
    event.done(Command::OpenStage);
    pair(&mut event, &[[1, 3], [4, 2]], &[(5, ByeKind::Pairing)]);
    rule(&mut event, 1, played([0, 0], [230, 0]));
    rule(&mut event, 2, played([0, 0], [150, 150]));
    pair(&mut event, &[[2, 1], [4, 5]], &[(3, ByeKind::Pairing)]);
    rule(&mut event, 1, played([0, 0], [190, 200]));
    rule(&mut event, 2, Outcome::Forfeit { absent: vec![0] });
    round(&mut event);
    let found = of_stage(&event);
    assert_eq!((found.entries, found.rounds), (5, 3));
    assert_eq!((found.played, found.forfeits, found.void), (3, 1, 0));
    assert_eq!((found.open, found.byes, found.draws), (2, 3, 1));
    assert_eq!((found.scores, found.points), (6, 920));
    assert_eq!(found.loves, 1, "230 to 0");
    assert_eq!(found.won_by_seat, [1, 1], "a draw has no winner");
    let highest = found.highest.unwrap();
    assert_eq!(
        (highest.value, highest.round, &highest.entries[..]),
        (230, 1, &[id(1)][..])
    );
    let widest = found.widest.unwrap();
    assert_eq!((widest.value, &widest.entries[..]), (230, &[id(1)][..]));
    let closest = found.closest.unwrap();
    assert_eq!((closest.value, closest.round, closest.meeting), (10, 2, 1));
    assert_eq!(closest.entries, [id(1)]);
    assert_eq!((found.longest_run, found.runners), (2, vec![id(1)]));
}

/// In duplicate, the comparison with other tables decides. Margins are those of games if games decide.
#[test]
fn statistics_have_the_winners_and_the_units_of_the_format() {
    let mut boards = event(preset("duplicate-swiss"), &["A", "B", "C", "D"]);
    boards.done(Command::OpenStage);
    round(&mut boards);
    let n = usize::from(boards.state().stages[0].rules.duplicate.unwrap().boards);
    // Both first sides score, the first one more: the second side of the other table wins.
    for (meeting, margin) in [(1, 20), (2, 5)] {
        let margins = vec![Some(margin); n];
        let adjusted = Vec::new();
        rule(&mut boards, meeting, Outcome::Boards { margins, adjusted });
    }
    let found = of_stage(&boards);
    assert_eq!((found.played, found.draws), (2, 0));
    assert_eq!(found.won_by_seat, [1, 1]);
    assert!(found.widest.is_none() && found.loves == 0);

    let mut games = event(preset("jamaican-pairs"), &["A", "B"]);
    games.done(Command::OpenStage);
    round(&mut games);
    rule(&mut games, 1, played([6, 2], [0, 0]));
    let widest = of_stage(&games).widest.unwrap();
    assert_eq!((widest.value, widest.round, widest.meeting), (4, 1, 1));
}

fn of_stage(event: &Event) -> Statistics {
    let (state, stage) = (event.state(), &event.state().stages[0]);
    let lines = results(state, Viewer::Public);
    statistics(stage, &lines, &cards(state, stage, Viewer::Public))
}

#[test]
fn times_are_those_of_the_facts_in_force() {
    let mut event = event(preset("latin-pairs"), &["A", "B", "C", "D"]);
    let at = |minute: u64| minute * 60_000;
    let done = |event: &mut Event, minute: u64, command: Command| {
        event
            .execute(&capicu_event::Envelope::next(event, at(minute), command))
            .unwrap();
    };
    let ruled = |meeting: u16| Command::Rule {
        meeting,
        outcome: played([0, 0], [200, 100]),
        reason: "on the sheet".into(),
    };
    done(&mut event, 1, Command::OpenStage);
    done(&mut event, 2, Command::Draft(Consent::Given));
    done(&mut event, 3, Command::Publish);
    done(
        &mut event,
        4,
        Command::Unpublish("a chair is missing".into()),
    );
    done(&mut event, 5, Command::Draft(Consent::Given));
    done(&mut event, 6, Command::Publish);
    done(&mut event, 30, ruled(2));
    done(&mut event, 31, Command::Undo);
    done(&mut event, 40, ruled(2));
    done(&mut event, 51, ruled(1));
    let corrected = Outcome::Played {
        scores: [150, 200]
            .map(|points| SideScore { games: 0, points })
            .into(),
    };
    done(
        &mut event,
        60,
        Command::Correct {
            stage: 1,
            round: 1,
            meeting: 1,
            outcome: corrected,
            reason: "misread".into(),
        },
    );
    let found = times(&event);
    assert_eq!(found.created_at, 0);
    assert_eq!(found.stages.len(), 1);
    assert_eq!(found.stages[0].opened_at, at(1));
    let expected = RoundTimes {
        published_at: at(6),
        settled_at: vec![Some(at(51)), Some(at(40))],
    };
    let [round] = &found.stages[0].rounds[..] else {
        panic!("{found:?}")
    };
    assert_eq!((round, round.minutes()), (&expected, Some(45)));
    assert_eq!((found.stages[0].closed_at, found.ended_at), (None, None));
    // The end is that of the facts in force, too.
    for (minute, command) in [
        (
            61,
            Command::ChangeRounds {
                rounds: 1,
                reason: "late".into(),
            },
        ),
        (70, Command::CloseStage),
        (71, Command::Undo),
        (75, Command::CloseStage),
        (90, Command::Freeze),
    ] {
        done(&mut event, minute, command);
    }
    let found = times(&event);
    assert_eq!(found.stages[0].closed_at, Some(at(75)));
    assert_eq!(found.ended_at, Some(at(90)));
    assert_eq!(found.stages[0].rounds[0].minutes(), Some(45));
}

/// Another table has still to play the boards, so the public sees no result; the players do.
#[test]
fn boards_in_play_are_hidden_from_the_public() {
    let mut event = event(preset("duplicate-swiss"), &["A", "B", "C", "D"]);
    event.done(Command::OpenStage);
    round(&mut event);
    let boards = usize::from(event.state().stages[0].rules.duplicate.unwrap().boards);
    let margins = |first: i32| vec![Some(first); boards];
    rule(
        &mut event,
        1,
        Outcome::Boards {
            margins: margins(20),
            adjusted: Vec::new(),
        },
    );
    let of = |event: &Event, number: u32, viewer: Viewer| {
        let (state, stage) = (event.state(), &event.state().stages[0]);
        cards(state, stage, viewer)[&id(number)].rounds[0]
            .result
            .clone()
    };
    let first = event.state().stages[0].rounds[0].pairing.meetings[0].sides[0][0];
    let is_open = |event: &Event, viewer: Viewer| of(event, first.0, viewer) == CardResult::Open;
    assert!(is_open(&event, Viewer::Public));
    assert!(!is_open(&event, Viewer::Entry(first)));
    let kinds = |event: &Event| {
        let lines = results(event.state(), Viewer::Public);
        lines.iter().map(|line| line.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&event), [ResultKind::Open, ResultKind::Open]);
    let sides = &results(event.state(), Viewer::Public)[0].sides;
    assert!(
        sides
            .iter()
            .all(|side| side.score.is_none() && side.points.is_none())
    );
    rule(
        &mut event,
        2,
        Outcome::Boards {
            margins: margins(-5),
            adjusted: Vec::new(),
        },
    );
    assert!(!is_open(&event, Viewer::Public));
    assert_eq!(kinds(&event), [ResultKind::Played, ResultKind::Played]);
}
