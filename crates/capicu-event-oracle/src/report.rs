//! I16: reports follow from the results. Totals are computed again from the second model, and a report file reads back.

use std::collections::BTreeMap;

use capicu_event::report::{Totals, cards, cross_table, totals};
use capicu_event::standings::standings;
use capicu_event::trf::{self, PlayerRound};
use capicu_event::{Method, Stage, State, Viewer};

use crate::model::{Model, Played};
use crate::table::{Did, records};

/// The first error in the reports of the last stage.
pub fn wrong(model: &Model, state: &State) -> Option<String> {
    let (stage, own) = (state.stages.last()?, model.stages.last()?);
    // The public sees no results of boards that others still play.
    if own.rules.duplicate.is_some() && !own.closed {
        return None;
    }
    let file = read_back(state, stage);
    if file.is_some() {
        return file;
    }
    let records = records(model, model.stages.len());
    let cards = cards(state, stage, Viewer::Public);
    let told = totals(&cards);
    let table = cross_table(stage, &cards, &standings(state, stage));
    for (id, did) in &records {
        let fines = own.penalties.iter().filter(|fine| fine.0 == *id);
        let fines: i64 = fines.map(|fine| i64::from(fine.2)).sum();
        let mut sum = Totals {
            points_for: -fines,
            ..Totals::default()
        };
        for did in did {
            count(&mut sum, own, did, is_seated(own, did.round, *id));
        }
        if told.get(id) != Some(&sum) {
            return Some(format!("totals of {id}: {:?}, not {sum:?}", told.get(id)));
        }
        let row = table.rows.iter().find(|row| row.entry == *id);
        if row.map(|row| row.totals) != Some(sum) {
            return Some(format!("the cross table has other totals of {id}"));
        }
    }
    // Everybody who has a seat has it once in the table.
    let mut cells: BTreeMap<_, u32> = BTreeMap::new();
    for row in &table.rows {
        for round in row.cells.iter().flatten() {
            if let Some(meeting) = round.meeting {
                *cells.entry((round.round, meeting)).or_default() += 1;
            }
        }
    }
    let mut seats = BTreeMap::new();
    for (at, (pairing, _)) in own.rounds.iter().enumerate() {
        for (table, meeting) in pairing.meetings.iter().enumerate() {
            let number = stage.meeting_number(at, table);
            seats.insert((at as u16 + 1, number), meeting.entries().count() as u32);
        }
    }
    (cells != seats).then(|| "the cross table lacks a seat, or has one twice".to_owned())
}

fn is_seated(stage: &Played, round: usize, id: capicu_event::EntryId) -> bool {
    let meetings = stage.rounds[round].0.meetings.iter();
    meetings
        .flat_map(|meeting| meeting.sides.iter().flatten())
        .any(|other| *other == id)
}

fn count(sum: &mut Totals, stage: &Played, did: &Did, seated: bool) {
    sum.points_for += did.score[0];
    sum.points_against += did.score[1];
    let points = &stage.rules.points;
    let win = 24 * i64::from(points[0]);
    let draw = 12 * i64::from(points[0] + points[1]);
    let halves = match did.halves {
        Some(halves) => halves,
        None if 2 * did.points >= win => 2,
        None if 2 * did.points >= draw && did.points > 0 => 1,
        None if seated => 0,
        None => return,
    };
    sum.played += 1;
    match halves {
        2 => sum.won += 1,
        1 => sum.drawn += 1,
        _ => sum.lost += 1,
    }
}

fn written(state: &State, stage: &Stage) -> Result<String, trf::NotTwoSides> {
    let dates = trf::Dates {
        from: "2026/11/28".to_owned(),
        to: None,
    };
    let entry = |id| &state.entries[&id];
    let name = |id| entry(id).name.clone();
    trf::write(state, stage, &dates, name, |id| entry(id).rating)
}

/// Writes the report file of a stage, reads it, and plays the event that it gives. The second file has the same rounds.
fn read_back(state: &State, stage: &Stage) -> Option<String> {
    let Ok(text) = written(state, stage) else {
        let sides = stage.rules.meeting.sides;
        let partners = matches!(
            stage.method,
            Method::RotatingPartners { .. } | Method::Whist
        );
        let fits = sides == 2 && !partners && stage.ends_at().is_none() && !stage.rounds.is_empty();
        return fits.then(|| "a stage of two sides has no report file".to_owned());
    };
    let report = match trf::read(&text) {
        Ok(report) => report,
        // Byes of different worth cannot be told apart in an event.
        Err(error) if matches!(error.problem, trf::TrfProblem::MixedByes(_)) => return None,
        // A double round robin can be longer than a Swiss stage, which an import makes.
        Err(error) if matches!(error.problem, trf::TrfProblem::TooManyRounds(most) if stage.rounds.len() > most.into()) =>
        {
            return None;
        }
        Err(error) => return Some(format!("{error} in\n{text}")),
    };
    let again = || -> Result<String, String> {
        let event = trf::event(&report, "Again", 3, 0, usize::MAX);
        let event = event.map_err(|why| why.to_string())?;
        let state = event.state();
        written(state, &state.stages[0]).map_err(|why| why.to_string())
    };
    // The server pairs no round in which nobody meets and nobody asked for a bye, so it can refuse such a file.
    let is_deserted = |round: usize| {
        report.players.iter().all(|player| {
            let own = player.rounds.get(round);
            own.is_none_or(|own| matches!(own, PlayerRound::NotPaired | PlayerRound::Bye))
        })
    };
    let again = match again() {
        Ok(again) => again,
        Err(_) if (0..stage.rounds.len()).any(is_deserted) => return None,
        Err(why) => return Some(format!("a report file is not imported: {why} in\n{text}")),
    };
    let rounds = |report: &trf::Report| {
        let players = report.players.iter();
        let players = players.map(|one| (one.number, one.name.clone(), one.rounds.clone()));
        players.collect::<Vec<_>>()
    };
    match trf::read(&again) {
        Ok(other) if rounds(&other) == rounds(&report) => None,
        Ok(_) => Some(format!("another report file:\n{text}\n{again}")),
        Err(why) => Some(format!("the second report file: {why} in\n{again}")),
    }
}
