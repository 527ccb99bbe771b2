//! The fields for a knock-out.

use capicu_event::{Method, Preset, ThirdPlace};
use maud::{Markup, html};

use super::super::super::extract::Ask;
use super::{choice, filled};

/// The third place of the last knock-out, if there is one.
pub fn third_place(preset: &Preset) -> Option<ThirdPlace> {
    let mut stages = preset.stages.iter().rev();
    stages.find_map(|stage| match stage.pairing {
        Method::KnockOut { third_place, .. } => Some(third_place),
        _ => None,
    })
}

/// The fields, if a stage is a knock-out.
pub fn knock_out_fields(ask: &Ask, preset: &Preset) -> Markup {
    let texts = ask.texts();
    let usual = match third_place(preset) {
        None => return html! {},
        Some(ThirdPlace::Shared) => "shared",
        Some(ThirdPlace::Played) => "played",
    };
    let all = [
        ("shared", texts.desk_third_place_shared()),
        ("played", texts.desk_third_place_played()),
    ];
    let chosen = filled(ask, "third-place", usual);
    choice(&texts.desk_third_place(), "third-place", &chosen, &all)
}

/// Applies the fields to the last knock-out of the preset.
pub fn knocked_out(ask: &Ask, preset: &mut Preset) {
    let wanted = match ask.field("third-place") {
        "shared" => ThirdPlace::Shared,
        "played" => ThirdPlace::Played,
        _ => return,
    };
    let mut stages = preset.stages.iter_mut().rev();
    let last = stages.find_map(|stage| match &mut stage.pairing {
        Method::KnockOut { third_place, .. } => Some(third_place),
        _ => None,
    });
    if let Some(last) = last {
        *last = wanted;
    }
}
