//! Tables of three and four, rotating partners, and knock-outs at tables.

use std::collections::{BTreeMap, BTreeSet};

use capicu_event::pairing::{Candidate, Field, couples, seat, table_knock_out_rounds, whist};
use capicu_event::{
    Clubs, Command, Consent, EntryId, Event, Fact, Impossible, NewEntry, Outcome, Refused,
    SideScore, WithinGroup, presets, standings,
};

use super::Desk as _;

/// Players with equal points and no common history.
fn room(n: u32, within_group: WithinGroup) -> Field {
    let candidate = |id| Candidate {
        entry: EntryId(id),
        points: 0,
        met: BTreeMap::new(),
        partners: BTreeMap::new(),
        byes: 0,
        float: None,
        club: None,
        first: 0,
        apart: BTreeSet::new(),
    };
    Field {
        candidates: (1..=n).map(candidate).collect(),
        within_group,
        clubs: Clubs::Ignore,
        seed: 0,
    }
}

fn seats(pairing: &capicu_event::Pairing) -> Vec<Vec<Vec<u32>>> {
    let ids = |side: &Vec<EntryId>| side.iter().map(|id| id.0).collect();
    let sides = |meeting: &capicu_event::Meeting| meeting.sides.iter().map(ids).collect();
    pairing.meetings.iter().map(sides).collect()
}

fn meet(room: &mut Field, tables: &[Vec<Vec<u32>>]) {
    for table in tables {
        for (side, ids) in table.iter().enumerate() {
            for (beside, others) in table.iter().enumerate() {
                for (one, other) in ids
                    .iter()
                    .flat_map(|a| others.iter().map(move |b| (*a, *b)))
                {
                    let own = &mut room.candidates[one as usize - 1];
                    let known = if side == beside {
                        &mut own.partners
                    } else {
                        &mut own.met
                    };
                    if one != other {
                        *known.entry(EntryId(other)).or_default() += 1;
                    }
                }
            }
        }
    }
}

/// By hand: nine in thirds are 1-4-7, 2-5-8, 3-6-9; neighbors are 1-2-3, 4-5-6, 7-8-9. Of eleven, the last two have
/// byes.
#[test]
fn first_round_at_tables_of_three_follows_the_seeds() {
    let (pairing, _) = seat(&room(9, WithinGroup::Halves), 3);
    assert_eq!(
        seats(&pairing),
        [[[1], [4], [7]], [[2], [5], [8]], [[3], [6], [9]]]
    );
    let (pairing, _) = seat(&room(11, WithinGroup::Neighbors), 3);
    assert_eq!(
        seats(&pairing),
        [[[1], [2], [3]], [[4], [5], [6]], [[7], [8], [9]]]
    );
    assert_eq!(
        pairing
            .byes
            .iter()
            .map(|bye| bye.entry.0)
            .collect::<Vec<_>>(),
        [11, 10]
    );
}

/// In four rounds at tables of three, nine players can all meet once: the lines of the affine plane of order 3. After
/// two such rounds, complete search finds two more without a rematch.
#[test]
fn nine_players_all_meet_in_four_rounds() {
    let mut room = room(9, WithinGroup::Neighbors);
    for _ in 0..4 {
        let (pairing, costs) = seat(&room, 3);
        assert_eq!(costs.iter().map(|cost| cost.rematch).sum::<u64>(), 0);
        meet(&mut room, &seats(&pairing));
    }
    assert!(room.candidates.iter().all(|one| one.met.len() == 8));
    let (_, costs) = seat(&room, 3);
    assert_eq!(costs.iter().map(|cost| cost.rematch).sum::<u64>(), 9);
}

/// Every player partners every other once and opposes every other twice. All play in every round, except for one bye
/// each with an odd number.
#[test]
fn whist_tournaments_are_complete() {
    for n in [4_usize, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29] {
        let rounds = if n.is_multiple_of(4) { n - 1 } else { n };
        let mut times = BTreeMap::new();
        for round in 0..rounds {
            let tables = whist(n, round);
            let seated: BTreeSet<usize> = tables.iter().flatten().flatten().copied().collect();
            assert_eq!(seated.len(), n / 4 * 4, "{n}");
            for [[a, c], [b, d]] in tables {
                for (one, other) in [(a, c), (b, d)] {
                    *times
                        .entry((true, one.min(other), one.max(other)))
                        .or_insert(0) += 1;
                }
                for (one, other) in [(a, b), (a, d), (c, b), (c, d)] {
                    *times
                        .entry((false, one.min(other), one.max(other)))
                        .or_insert(0) += 1;
                }
            }
        }
        for one in 0..n {
            for other in one + 1..n {
                assert_eq!(times.get(&(true, one, other)), Some(&1), "{n}");
                assert_eq!(times.get(&(false, one, other)), Some(&2), "{n}");
            }
        }
    }
    assert_eq!(whist(10, 0), [[[0; 2]; 2]; 0], "there is none");
}

/// By hand, all equal: partners two places apart are 1-3, 2-4, 5-7, 6-8, and neighboring couples meet.
#[test]
fn partners_are_two_places_apart_and_never_repeat() {
    let mut room = room(9, WithinGroup::Neighbors);
    let (pairing, costs) = couples(&room);
    assert_eq!(seats(&pairing), [[[1, 3], [2, 4]], [[5, 7], [6, 8]]]);
    assert_eq!(pairing.byes[0].entry, EntryId(9));
    assert!(
        costs[..2]
            .iter()
            .all(|cost| cost.partner_distance == 0 && cost.distance == 0)
    );
    for round in 0..7 {
        let (pairing, costs) = couples(&room);
        assert_eq!(
            costs.iter().map(|cost| cost.partner).sum::<u64>(),
            0,
            "round {round}"
        );
        meet(&mut room, &seats(&pairing));
        let bye = pairing.byes[0].entry.0 as usize;
        room.candidates[bye - 1].byes += 1;
    }
    assert!(room.candidates.iter().all(|one| one.byes <= 1));
}

/// The figures of the Guyanese knock-out, where the last of three is out: 9, 6, 4, 3 and the last table. 18 play 12, 8,
/// 6, 4, 3; 150 need eleven rounds and the last table.
#[test]
fn rounds_of_a_knock_out_at_tables_of_three() {
    assert_eq!(table_knock_out_rounds(9, 3, 2, 3), 3);
    assert_eq!(table_knock_out_rounds(18, 3, 2, 3), 5);
    assert_eq!(table_knock_out_rounds(150, 3, 2, 3), 11);
    assert_eq!(table_knock_out_rounds(150, 3, 2, 1), 12);
    assert_eq!(table_knock_out_rounds(9, 3, 1, 1), 2);
}

fn rule(event: &mut Event, meeting: u16, games: [u16; 3]) -> Result<(), Refused> {
    let score = |games| SideScore { games, points: 0 };
    let outcome = Outcome::Played {
        scores: games.map(score).to_vec(),
    };
    let reason = "seen".to_owned();
    event.send(Command::Rule {
        meeting,
        outcome,
        reason,
    })
}

fn next_round(event: &mut Event) -> Vec<Vec<Vec<u32>>> {
    event.send(Command::Draft(Consent::Withheld)).unwrap();
    event.send(Command::Publish).unwrap();
    let stage = event.state().running().unwrap();
    seats(&stage.rounds.last().unwrap().pairing)
}

/// Eight players: two tables, and byes for the best two. Two of each table advance, which makes six with the byes. A
/// third-placed player returns once.
#[test]
fn knock_out_at_tables_of_three_ends_with_a_king() {
    let mut event = Event::create("King", presets::by_id("king").unwrap(), 3, 0).unwrap();
    for at in 0..8 {
        let rating = Some(100 - at);
        let name = format!("P{at}");
        event
            .send(Command::Enter(NewEntry {
                rating,
                ..NewEntry::named(&name)
            }))
            .unwrap();
        event
            .send(Command::CheckIn(EntryId(at as u32 + 1)))
            .unwrap();
    }
    event.send(Command::OpenStage).unwrap();
    let first = next_round(&mut event);
    assert_eq!(first, [[[3], [5], [7]], [[4], [6], [8]]]);
    let refused = rule(&mut event, 1, [6, 3, 3]);
    let why = Impossible::GoingOn;
    assert_eq!(
        refused,
        Err(Refused::Impossible { meeting: 1, why }),
        "5 and 7 share second place"
    );
    let (outcome, reason) = (Outcome::Forfeit { absent: vec![] }, "?".to_owned());
    assert!(
        event
            .send(Command::Rule {
                meeting: 1,
                outcome,
                reason
            })
            .is_err()
    );
    rule(&mut event, 1, [6, 3, 2]).unwrap();
    rule(&mut event, 2, [1, 6, 4]).unwrap();
    assert_eq!(
        event.send(Command::ReEnter(EntryId(3))),
        Err(Refused::NoReEntry(EntryId(3))),
        "who is in it cannot come back"
    );
    event.send(Command::ReEnter(EntryId(7))).unwrap();
    assert!(event.send(Command::ReEnter(EntryId(7))).is_err());
    // 1, 2, 3, 5, 6, 7, 8 are in it; 3 is the best of those without a bye.
    let second = next_round(&mut event);
    let byes = &event.state().running().unwrap().rounds[1].pairing.byes;
    assert_eq!(byes.iter().map(|bye| bye.entry.0).collect::<Vec<_>>(), [3]);
    assert_eq!(second.len(), 2);
    let third_of = |table: &Vec<Vec<u32>>| EntryId(table[2][0]);
    let out: BTreeSet<EntryId> = second.iter().map(third_of).collect();
    rule(&mut event, 1, [6, 5, 0]).unwrap();
    rule(&mut event, 2, [6, 5, 0]).unwrap();
    let late = *out.iter().next().unwrap();
    assert!(
        event.send(Command::ReEnter(late)).is_err(),
        "only after the first round"
    );
    while next_round(&mut event).len() > 1 || event.state().running().unwrap().rounds.len() < 4 {
        let tables = event
            .state()
            .running()
            .unwrap()
            .rounds
            .last()
            .unwrap()
            .tables
            .len();
        (1..=tables as u16).for_each(|at| rule(&mut event, at, [6, 5, 0]).unwrap());
        if event.send(Command::CloseStage).is_ok() {
            break;
        }
    }
    if event.state().running().is_some() {
        rule(&mut event, 1, [6, 5, 0]).unwrap();
        event.send(Command::CloseStage).unwrap();
    }
    event.send(Command::OpenStage).unwrap();
    let last = next_round(&mut event);
    assert_eq!(last.len(), 1);
    assert!(
        rule(&mut event, 1, [6, 5, 0]).is_err(),
        "the final is first to twelve"
    );
    rule(&mut event, 1, [9, 12, 4]).unwrap();
    event.send(Command::CloseStage).unwrap();
    let state = event.state();
    let told = standings::standings(state, state.stages.last().unwrap());
    let order: Vec<(u32, u16)> = told.iter().map(|one| (one.entry.0, one.place)).collect();
    assert_eq!(
        order,
        [(last[0][1][0], 1), (last[0][0][0], 2), (last[0][2][0], 3)]
    );
    assert_eq!(Event::verify(event.log().clone()).unwrap(), event);
    assert!(
        event
            .log()
            .lines()
            .iter()
            .any(|line| matches!(line.fact, Fact::ReEntered { .. }))
    );
}
