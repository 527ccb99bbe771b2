//! A summary of an event: the number of rounds and tables, and when it ends.

use capicu_event::{Length, Method, Preset, ThirdPlace};
use serde::Deserialize;

use super::super::super::extract::Ask;
use super::super::words::format_told;
use super::{BEGINS, PAUSE, filled};

/// Minutes above which an event does not fit in a day, so that the page shows no end time.
const EVENING: u32 = 12 * 60;

/// How many entries are expected.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Expected {
    entries: String,
}

/// Checks the fields of the forecast; the label of a wrong one as the error.
pub fn expected(ask: &Ask) -> Result<(), String> {
    let texts = ask.texts();
    let is_number = |text: &str, from: u32| {
        let value = text.parse::<u32>();
        text.is_empty() || value.is_ok_and(|value| (from..=2_000).contains(&value))
    };
    let begins = filled(ask, "begins", BEGINS);
    if !begins.is_empty() && minutes_of(&begins).is_none() {
        return Err(texts.desk_begins());
    }
    if !is_number(&filled(ask, "entries", "16"), 2) {
        return Err(texts.desk_expected());
    }
    match is_number(&filled(ask, "pause", PAUSE), 0) {
        true => Ok(()),
        false => Err(texts.desk_pause_field()),
    }
}

/// Describes an event, in a sentence for each stage.
pub fn meaning(ask: &Ask, preset: &Preset) -> Vec<String> {
    forecast(ask, preset).0
}

/// The minutes that an event takes; `None` without a clock, or if it does not fit in a day.
pub fn minutes(ask: &Ask, preset: &Preset) -> Option<u32> {
    forecast(ask, preset).1.filter(|passed| *passed <= EVENING)
}

/// A sentence for each stage, and the minutes of all.
fn forecast(ask: &Ask, preset: &Preset) -> (Vec<String>, Option<u32>) {
    let texts = ask.texts();
    let Expected { entries } = ask.form();
    let mut entries = entries.parse::<usize>().unwrap_or(16).clamp(4, 1000);
    let begins = minutes_of(&filled(ask, "begins", BEGINS));
    let pause = filled(ask, "pause", PAUSE).parse::<u32>().unwrap_or(0);
    // Also between two stages.
    let between = |rounds: u16, before: u32| {
        let first = u32::from(before == 0);
        pause.min(600) * u32::from(rounds).saturating_sub(first)
    };
    let mut passed = Some(0);
    let mut told = Vec::new();
    for stage in &preset.stages {
        let rounds = stage.n_rounds(entries);
        let seats = usize::from(stage.meeting.sides) * stage.pairing.traits().entries_a_side;
        let at_once = stage.sittings.iter().map(|one| u32::from(one.tables)).max();
        let tables = (entries / seats) as u32 * at_once.unwrap_or(1);
        if let Length::Minutes(minutes) = stage.pairing.traits().length {
            let all = u32::from(minutes);
            passed = passed.map(|passed| passed + all);
            let end = passed.zip(begins).map(|(passed, begins)| begins + passed);
            let end = end.map_or(String::new(), clock);
            told.push(match stage.pairing {
                Method::WinnerStays { tables, .. } => {
                    texts.desk_means_queue(all, u32::from(tables), &end)
                }
                _ => texts.desk_means_arena(all, tables, &end),
            });
            continue;
        }
        let minutes = stage.meeting.minutes;
        let each = (1..=rounds).map(|round| stage.in_round(round, rounds).meeting.minutes);
        let of_rounds: Option<u32> = each.map(|one| one.map(u32::from)).sum();
        passed = passed
            .zip(of_rounds)
            .map(|(all, own)| all + own + between(rounds, all));
        told.push(match (minutes, passed, begins) {
            // A league is not played in an evening.
            (Some(minutes), Some(passed), Some(begins)) if passed <= EVENING => {
                let end = clock(begins + passed);
                texts.desk_means_end(u32::from(rounds), u32::from(minutes), tables, &end)
            }
            (Some(minutes), ..) => {
                texts.desk_means_minutes(u32::from(rounds), u32::from(minutes), tables)
            }
            (None, ..) => texts.desk_means(u32::from(rounds), tables),
        });
        if let Method::KnockOut {
            third_place: ThirdPlace::Played,
            ..
        } = stage.pairing
        {
            told.push(texts.desk_means_third_place());
        }
        told.extend(stage.last_rounds.iter().map(|last| {
            texts.desk_means_last_rounds(u32::from(last.rounds), &format_told(texts, &last.meeting))
        }));
        if let Some(duplicate) = stage.duplicate {
            told.push(texts.desk_means_boards(u32::from(duplicate.boards)));
        }
        let sittings = stage.all_sittings().count() as u32;
        if sittings > 0 {
            told.push(texts.desk_means_sittings(sittings, stage.all_tables().count() as u32));
        }
        entries = stage
            .through
            .map_or(entries, |through| entries.min(usize::from(through)))
            .max(2);
    }
    if let Some(totals) = preset.team_totals {
        told.push(match totals.counted {
            None => texts.desk_means_teams(),
            Some(counted) => texts.desk_means_teams_of(u32::from(counted)),
        });
    }
    (told, passed)
}

/// A time of day in minutes, as a clock shows it.
fn clock(minutes: u32) -> String {
    let minutes = minutes % (24 * 60);
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn minutes_of(text: &str) -> Option<u32> {
    let (hours, minutes) = text.split_once(':')?;
    let (hours, minutes) = (hours.parse::<u32>().ok()?, minutes.parse::<u32>().ok()?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}
