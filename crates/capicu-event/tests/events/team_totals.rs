//! Team totals of single players and pairs, calculated by hand.

use capicu_event::report::event_file;
use capicu_event::standings::{TeamStanding, teams};
use capicu_event::{
    Command, Consent, Event, Method, NewEntry, Preset, PresetError, TeamTotals, TieBreak,
};

use super::{Desk as _, id, pair, played, preset, rule};

/// Six pairs of the clubs Norte, Sur and Este, two each, and one without a club, after a round of three meetings.
fn clubs(counted: Option<u16>) -> Event {
    let mut preset = preset("latin-pairs");
    preset.team_totals = Some(TeamTotals { counted });
    let stage = &mut preset.stages[0];
    stage.standings = vec![TieBreak::Points, TieBreak::Buchholz, TieBreak::Difference];
    stage.meeting.excess = capicu_event::Excess::Counted;
    if let Method::Swiss { rounds, .. } = &mut stage.pairing {
        *rounds = Some(1);
    }
    let mut event = Event::create("Friday", preset, 11, 0).unwrap();
    let all = [
        ("A", Some("Norte")),
        ("B", Some("Sur")),
        ("C", Some("Norte")),
        ("D", Some("Sur")),
        ("E", Some("Este")),
        ("F", None),
    ];
    for (at, (name, club)) in all.into_iter().enumerate() {
        event.done(Command::Enter(NewEntry {
            rating: Some(2_000 - at as i32),
            club: club.map(str::to_owned),
            ..NewEntry::named(name)
        }));
    }
    event.done(Command::OpenStage);
    pair(&mut event, &[[1, 4], [2, 5], [3, 6]], &[]);
    // Norte wins twice, by 100 and 20; Sur wins once by 60, and loses by 100; Este loses by 60.
    rule(&mut event, 1, played([0, 0], [210, 110]));
    rule(&mut event, 2, played([0, 0], [200, 140]));
    rule(&mut event, 3, played([0, 0], [200, 180]));
    event
}

fn told(event: &Event) -> Vec<TeamStanding> {
    teams(event.state(), &event.state().stages[0])
}

#[test]
fn team_has_the_sum_of_its_members() {
    let event = clubs(None);
    let rows: Vec<_> = told(&event)
        .into_iter()
        .map(|one| (one.place, one.team, one.keys, one.counted, one.others))
        .collect();
    // Two points a win, in twelfths. Buchholz is no sum of a team.
    let row = |place, team: &str, keys: [i64; 2], counted: &[u32]| {
        let counted = counted.iter().map(|number| id(*number)).collect();
        (place, team.to_owned(), keys.to_vec(), counted, Vec::new())
    };
    let due = [
        row(1, "Norte", [48, 120], &[1, 3]),
        row(2, "Sur", [24, -40], &[2, 4]),
        row(3, "Este", [0, -60], &[5]),
    ];
    assert_eq!(rows, due);
    let file = serde_json::to_value(event_file(&event)).unwrap();
    let stage = &file["stages"][0];
    assert_eq!(stage["teams"][0]["team"], "Norte");
    assert_eq!(stage["team-keys"][0]["parts"], 12);
    assert_eq!(stage["team-keys"].as_array().unwrap().len(), 2);
}

#[test]
fn only_the_best_members_count() {
    let event = clubs(Some(1));
    let rows: Vec<_> = told(&event)
        .into_iter()
        .map(|one| (one.place, one.team, one.keys, one.others))
        .collect();
    let due = [
        (1, "Norte".to_owned(), vec![24, 100], vec![id(3)]),
        (2, "Sur".to_owned(), vec![24, 60], vec![id(4)]),
        (3, "Este".to_owned(), vec![0, -60], vec![]),
    ];
    assert_eq!(rows, due);
}

#[test]
fn wrong_number_of_members_is_refused() {
    let mut preset: Preset = preset("latin-pairs");
    preset.team_totals = Some(TeamTotals { counted: Some(0) });
    let (stage, key) = (0, "team-totals");
    assert_eq!(preset.check(), Err(PresetError::Range { stage, key }));
    assert_eq!(preset.edition(), 5);
    preset.team_totals = None;
    assert_eq!(preset.check(), Ok(()));
}

/// As at FEMUNDO's event in La Romana, a quartet is the sum of the 24 games of its four players. The report prints no
/// single games, so these scores are our own.
#[test]
fn femundo_quartet_is_the_sum_of_its_players() {
    let preset = preset("femundo-quartets");
    let mut event = Event::create("La Romana", preset, 11, 0).unwrap();
    for number in 1..=8 {
        let club = if number % 2 == 1 { "One" } else { "Two" };
        event.done(Command::Enter(NewEntry {
            club: Some(club.to_owned()),
            ..NewEntry::named(&format!("P{number}"))
        }));
    }
    event.done(Command::OpenStage);
    // In each of 6 rounds, 2 tables have 2 pairs each: each player of quartet One counts.
    let (mut won, mut lost) = ([0_i32; 2], 0);
    for _ in 0..6 {
        event.done(Command::Draft(Consent::Given));
        event.done(Command::Publish);
        let round = event.state().stages[0].rounds.last().unwrap().clone();
        for (at, meeting) in round.pairing.meetings.iter().enumerate() {
            let points = [200 + at as i32 * 15, 90 + lost];
            lost += 1;
            for (side, entries) in meeting.sides.iter().enumerate() {
                let own = entries.iter().filter(|entry| entry.0 % 2 == 1).count() as i32;
                won[0] += own * points[side];
                won[1] += own * points[1 - side];
            }
            rule(&mut event, at as u16 + 1, played([0, 0], points));
        }
    }
    let one = told(&event).into_iter().find(|team| team.team == "One");
    let keys = one.unwrap().keys;
    assert_eq!(keys[1..], [i64::from(won[0] - won[1]), i64::from(won[0])]);
}
