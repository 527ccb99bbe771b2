//! Changed plans: numbers of rounds, returning entries, and corrected data.

use capicu_event::standings::{prizes, sheets, standings};
use capicu_event::{
    Command, Consent, EntryId, Event, Fact, Log, NewEntry, Presence, Prize, Readers, Refused,
    Viewer,
};

use super::{Desk as _, event, id, played, preset, rule};

const NAMES: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

fn latin() -> Event {
    let mut preset = preset("latin-pairs");
    preset.check_in = capicu_event::CheckIn::None;
    preset.prizes = vec![Prize {
        name: "Cup".into(),
        name_es: "Copa".into(),
        name_fr: Some("Coupe".into()),
        places: 1,
        category: None,
    }];
    event(preset, &NAMES)
}

/// Plays the next round: the first sides win.
fn round(event: &mut Event) {
    event.done(Command::Draft(Consent::Given));
    event.done(Command::Publish);
    let tables = event.state().stages[0].rounds.last().unwrap().tables.len();
    for meeting in 1..=tables as u16 {
        rule(event, meeting, played([0, 0], [200, 90]));
    }
}

fn rounds(n: u16) -> Command {
    Command::ChangeRounds {
        rounds: n,
        reason: "the hall closes".into(),
    }
}

#[test]
fn event_ended_early_has_final_standings_and_prizes() {
    let mut event = latin();
    assert_eq!(event.send(rounds(2)), Err(Refused::NoStage));
    event.done(Command::OpenStage);
    for _ in 0..3 {
        round(&mut event);
    }
    let planned = event.state().stages[0].n_rounds;
    assert!(planned > 3);
    assert_eq!(event.send(Command::CloseStage), Err(Refused::RoundsLeft));
    assert_eq!(event.send(rounds(2)), Err(Refused::NoRound(2)));
    assert_eq!(event.send(rounds(planned)), Err(Refused::NoChange));
    let after = event.preview(&rounds(3)).unwrap();
    let bounds = standings(&after, &after.stages[0]);
    assert!(
        bounds
            .iter()
            .all(|one| one.best == one.place && one.worst == one.place)
    );
    event.done(rounds(3));
    event.done(Command::CloseStage);
    event.done(Command::Freeze);
    assert_eq!(prizes(event.state())[0].winners.len(), 1);
    Event::verify(event.log().clone()).unwrap();
}

#[test]
fn swiss_may_get_more_rounds_but_a_round_robin_may_not() {
    let mut event = latin();
    event.done(Command::OpenStage);
    event.done(Command::Draft(Consent::Given));
    assert_eq!(event.send(rounds(0)), Err(Refused::NoRound(0)));
    event.done(rounds(1));
    event.done(Command::Publish);
    for meeting in 1..=3 {
        rule(&mut event, meeting, played([0, 0], [200, 90]));
    }
    let over = event.send(Command::Draft(Consent::Given));
    assert_eq!(over, Err(Refused::NoMoreRounds));
    event.done(rounds(2));
    round(&mut event);
    event.done(Command::CloseStage);

    let mut league = super::event(preset("latin-league"), &NAMES);
    league.done(Command::OpenStage);
    let all = league.state().stages[0].n_rounds;
    assert_eq!(league.send(rounds(all + 1)), Err(Refused::NoRound(all + 1)));
    league.done(rounds(all - 1));
    league.done(rounds(all));
    assert_eq!(
        league.log().lines().last().unwrap().fact.traits().edition,
        5
    );
}

/// A leaves after round 1 and is back for round 4: rounds 2 and 3 count as missed.
#[test]
fn entry_returning_to_a_swiss_missed_rounds_by_policy() {
    let mut preset = preset("latin-pairs");
    preset.check_in = capicu_event::CheckIn::None;
    preset.stages[0].forfeits.missed.points = 1;
    let mut event = event(preset, &NAMES);
    event.done(Command::OpenStage);
    round(&mut event);
    event.done(Command::Withdraw(id(1), "ill".into()));
    round(&mut event);
    round(&mut event);
    let points = |event: &Event| -> i64 {
        let state = event.state();
        let sheet = &sheets(state, &state.stages[0])[&id(1)];
        sheet.rows.iter().map(|row| row.points).sum()
    };
    let before = points(&event);
    assert_eq!(
        event.send(Command::CheckIn(id(1))),
        Err(Refused::HasLeft(id(1)))
    );
    event.done(Command::ComeBack(id(1)));
    assert_eq!(points(&event), before + 2 * 12);
    assert_eq!(
        event.send(Command::ComeBack(id(1))),
        Err(Refused::NoReEntry(id(1)))
    );
    round(&mut event);
    let last = event.state().stages[0].rounds.last().unwrap();
    assert!(last.pairing.entries().any(|entry| entry == id(1)));
    Event::verify(event.log().clone()).unwrap();
}

#[test]
fn entry_that_left_before_the_start_returns_or_waits() {
    let mut event = latin();
    event.done(Command::Withdraw(id(1), "ill".into()));
    event.done(Command::ComeBack(id(1)));
    assert_eq!(event.state().entries[&id(1)].presence, Presence::Entered);
    event.done(Command::Withdraw(id(1), "ill".into()));
    event.done(Command::Limit(Some(5)));
    event.done(Command::ComeBack(id(1)));
    assert_eq!(event.state().entries[&id(1)].presence, Presence::Waiting);
}

fn pair(event: &mut Event) -> EntryId {
    let entry = NewEntry {
        members: vec!["Pedro Güel".into(), "Inés".into()],
        club: Some("Norte".into()),
        ..NewEntry::named("Pedro Güel / Inés")
    };
    event.done(Command::Enter(entry));
    id(event.state().entries.len() as u32)
}

fn named(event: &Event, of: EntryId) -> String {
    let seen = event.state().visible_to(Viewer::Public);
    let found = seen.entries.into_iter().find(|one| one.0 == of);
    found.unwrap().1.unwrap()
}

#[test]
fn corrected_names_change_everywhere() {
    let mut event = latin();
    let entry = pair(&mut event);
    let corrected = |name: &str, members: &[&str]| Command::CorrectEntry {
        entry,
        name: name.into(),
        members: members.iter().map(|one| (*one).into()).collect(),
        club: Some("Sur".into()),
        rating: Some(1_500),
    };
    let taken = event.send(corrected("A", &["Pedro Güell", "Inés"]));
    assert_eq!(taken, Err(Refused::NameTaken(id(1))));
    let fewer = event.send(corrected("Pedro", &["Pedro Güell"]));
    assert!(matches!(fewer, Err(Refused::Members { .. })));
    let right = corrected("Pedro Güell / Inés", &["Pedro Güell", "Inés"]);
    event.done(right.clone());
    assert_eq!(event.send(right), Err(Refused::NoChange));
    assert_eq!(named(&event, entry), "Pedro Güell / Inés");
    let known = &event.state().entries[&entry];
    assert_eq!(
        (known.club.as_deref(), known.rating),
        (Some("Sur"), Some(1_500))
    );
    let last = &event.log().lines().last().unwrap().fact;
    assert!(matches!(last, Fact::EntryCorrected { .. }));
    assert_eq!(
        (last.traits().edition, last.traits().readers),
        (5, Readers::Desk)
    );
}

#[test]
fn substitute_appears_in_the_name_of_the_entry() {
    let mut event = latin();
    let entry = pair(&mut event);
    let most = event.state().preset.substitutes;
    assert!(most > 0);
    event.done(Command::Substitute {
        entry,
        leaves: "Inés".into(),
        joins: "Marta".into(),
    });
    assert_eq!(named(&event, entry), "Pedro Güel / Marta");
    assert_eq!(event.state().entries[&entry].name, "Pedro Güel / Inés");
}

fn everybody_meets(names: &[&str], late_entry_until: Option<u16>) -> Event {
    let mut rules = preset("latin-league");
    rules.stages[0].late_entry_until = late_entry_until;
    let mut event = event(rules, names);
    event.done(Command::OpenStage);
    event
}

/// Plays the next round to 40: the first sides win.
fn league_round(event: &mut Event) {
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
    let tables = event.state().stages[0].rounds.last().unwrap().tables.len();
    for meeting in 1..=tables as u16 {
        rule(event, meeting, played([0, 0], [40, 10]));
    }
}

fn met(event: &Event) -> Vec<[u32; 2]> {
    let rounds = &event.state().stages[0].rounds;
    let meetings = rounds.iter().flat_map(|round| &round.pairing.meetings);
    let mut met: Vec<[u32; 2]> = meetings
        .map(|meeting| {
            let mut pair = [0, 1].map(|side| meeting.sides[side][0].0);
            pair.sort_unstable();
            pair
        })
        .collect();
    met.sort_unstable();
    met
}

/// A league plays its third round first. Every pair still meets every other once.
#[test]
fn rounds_of_a_round_robin_may_be_exchanged() {
    let mut event = everybody_meets(&["A", "B", "C", "D"], None);
    let exchange = |round, with| Command::ExchangeRounds {
        round,
        with,
        reason: "the pub is closed".into(),
    };
    assert_eq!(event.send(exchange(1, 4)), Err(Refused::NoRound(4)));
    assert_eq!(event.send(exchange(2, 2)), Err(Refused::NoRound(2)));
    event.done(exchange(1, 3));
    league_round(&mut event);
    // Berger, round 3 of four: 2-4 and 3-1.
    assert_eq!(met(&event), [[1, 3], [2, 4]]);
    assert_eq!(event.send(exchange(1, 3)), Err(Refused::NoRound(1)));
    event.done(Command::Draft(Consent::Withheld));
    assert_eq!(event.send(exchange(2, 3)), Err(Refused::DraftWaiting));
    event.done(Command::Discard);
    league_round(&mut event);
    league_round(&mut event);
    let all = [[1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
    assert_eq!(met(&event), all);
    let log = Log::read(event.log().text().as_bytes()).unwrap();
    Event::verify(log).unwrap();
}

/// A player in a wheelchair needs the first table: tables and sides may change, meetings may not.
#[test]
fn tables_of_a_schedule_may_change_but_not_its_meetings() {
    let mut event = everybody_meets(&["A", "B", "C", "D"], None);
    event.done(Command::Draft(Consent::Withheld));
    let drafted = event.state().running().unwrap().draft.clone().unwrap();
    let edit = |pairing| Command::Edit {
        pairing,
        reason: "wheelchair".into(),
    };
    let mut other = drafted.pairing.clone();
    let side = other.meetings[0].sides[1].clone();
    other.meetings[0].sides[1] = core::mem::replace(&mut other.meetings[1].sides[1], side);
    assert_eq!(event.send(edit(other)), Err(Refused::Schedule));
    let mut moved = drafted.pairing;
    moved.meetings.reverse();
    moved.meetings[0].sides.reverse();
    event.done(edit(moved.clone()));
    event.done(Command::Publish);
    assert_eq!(event.state().stages[0].rounds[0].pairing, moved);
}

/// With an odd number, a late pair takes the place of the bye; its earlier round counts as missed.
#[test]
fn late_entry_of_a_round_robin_takes_the_place_of_the_bye() {
    let mut event = everybody_meets(&["A", "B", "C"], Some(2));
    league_round(&mut event);
    event.done(Command::Enter(NewEntry::named("D")));
    let another = event.send(Command::Enter(NewEntry::named("E")));
    assert_eq!(another, Err(Refused::EntryClosed));
    league_round(&mut event);
    let stage = &event.state().stages[0];
    assert_eq!(stage.n_rounds, 3);
    assert!(stage.rounds[1].pairing.byes.is_empty());
    assert_eq!(stage.joined[&id(4)], 2);
    league_round(&mut event);
    // D misses one opponent: the pair that had the bye in the first round.
    assert_eq!(met(&event).len(), 5);
    let log = Log::read(event.log().text().as_bytes()).unwrap();
    Event::verify(log).unwrap();
    let mut even = everybody_meets(&["A", "B", "C", "D"], Some(2));
    let late = even.send(Command::Enter(NewEntry::named("E")));
    assert_eq!(late, Err(Refused::EntryClosed));
}

#[test]
fn pair_that_left_a_round_robin_returns() {
    let mut event = everybody_meets(&["A", "B", "C", "D"], None);
    league_round(&mut event);
    event.done(Command::Withdraw(id(2), "ill".into()));
    league_round(&mut event);
    event.done(Command::ComeBack(id(2)));
    league_round(&mut event);
    let stage = &event.state().stages[0];
    assert!(stage.rounds[2].pairing.entries().any(|of| of == id(2)));
    assert!(stage.missed[&id(2)].contains(&2));
}
