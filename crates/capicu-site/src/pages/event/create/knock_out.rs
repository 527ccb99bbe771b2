//! The fields for a knock-out.

use capicu_event::{DecidedBy, Format, LastRounds, Method, Preset, StageRules, ThirdPlace};
use maud::{Markup, html};

use super::super::super::extract::Ask;
use super::super::number;
use super::{choice, filled};

/// The fields, if a stage has brackets.
pub fn knock_out_fields(ask: &Ask, preset: &Preset) -> Markup {
    let texts = ask.texts();
    let Some(stage) = preset
        .stages
        .iter()
        .rev()
        .find(|stage| stage.may_have_last_rounds())
    else {
        return html! {};
    };
    let all = [
        ("shared", texts.desk_third_place_shared()),
        ("played", texts.desk_third_place_played()),
    ];
    html! {
        @if let Method::KnockOut { third_place, .. } = stage.pairing {
            @let usual = match third_place {
                ThirdPlace::Shared => "shared",
                ThirdPlace::Played => "played",
            };
            (choice(&texts.desk_third_place(), "third-place", &filled(ask, "third-place", usual), &all))
        }
        @if let Some(last) = last_rounds(stage) {
            @let format = last.map(|last| &last.meeting);
            @let written = |of: fn(&Format) -> Option<u32>| format.and_then(of).map_or(String::new(), |value| value.to_string());
            @let rounds = last.map_or(String::new(), |last| last.rounds.to_string());
            (number("last-rounds", &texts.desk_last_rounds_field(), &filled(ask, "last-rounds", &rounds)))
            @if stage.meeting.decided_by == DecidedBy::Games {
                (number("last-games", &texts.desk_last_games_field(), &filled(ask, "last-games", &written(|format| format.games.map(u32::from)))))
            } @else {
                (number("last-target", &texts.desk_last_target_field(), &filled(ask, "last-target", &written(|format| format.target))))
            }
            (number("last-minutes", &texts.desk_last_minutes_field(), &filled(ask, "last-minutes", &written(|format| format.minutes.map(u32::from)))))
        }
    }
}

/// The last rounds that the form can change: a file of one's own may have more than one entry.
fn last_rounds(stage: &StageRules) -> Option<Option<&LastRounds>> {
    (stage.is_one_table() && stage.last_rounds.len() <= 1).then(|| stage.last_rounds.first())
}

/// Applies the fields to the last knock-out of the preset; the label of a wrong field as the error.
pub fn knocked_out(ask: &Ask, preset: &mut Preset) -> Result<(), String> {
    let texts = ask.texts();
    let mut stages = preset.stages.iter_mut().rev();
    let Some(stage) = stages.find(|stage| stage.may_have_last_rounds()) else {
        return Ok(());
    };
    if let Method::KnockOut { third_place, .. } = &mut stage.pairing {
        *third_place = match ask.field("third-place") {
            "shared" => ThirdPlace::Shared,
            "played" => ThirdPlace::Played,
            _ => *third_place,
        };
    }
    if !ask.fields().any(|(of, _)| of == "last-rounds") || last_rounds(stage).is_none() {
        return Ok(());
    }
    let value = |name: &str, label: String| match ask.field(name) {
        "" => Ok(None),
        text => text.parse::<u32>().map(Some).map_err(|_| label),
    };
    let small = |name: &str, label: String| match value(name, label.clone())? {
        None => Ok(None),
        Some(value) => u16::try_from(value).map(Some).map_err(|_| label),
    };
    let Some(rounds) = small("last-rounds", texts.desk_last_rounds_field())? else {
        stage.last_rounds.clear();
        return Ok(());
    };
    let mut last = stage.last_rounds.pop().unwrap_or_else(|| LastRounds {
        rounds,
        meeting: stage.meeting.clone(),
        house_rules: Default::default(),
    });
    last.rounds = rounds;
    let format = &mut last.meeting;
    if let Some(games) = small("last-games", texts.desk_last_games_field())? {
        format.games = Some(games);
    }
    if let Some(target) = value("last-target", texts.desk_last_target_field())? {
        // The last hand may bring as much beyond it as before.
        let before = format.target.replace(target).unwrap_or(target);
        let beyond = |most: u32| target.saturating_add(most.saturating_sub(before));
        format.most_points = format.most_points.map(beyond);
    }
    format.minutes = small("last-minutes", texts.desk_last_minutes_field())?;
    stage.last_rounds.push(last);
    Ok(())
}
