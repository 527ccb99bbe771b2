//! The fields for what is added: points beyond the target, and team totals.

use capicu_event::{DecidedBy, Excess, Preset, StageRules, TeamTotals};
use maud::{Markup, html};

use super::super::super::extract::Ask;
use super::super::number;
use super::{choice, filled};

/// Whether points beyond a target can be dropped.
fn has_excess(stage: &StageRules) -> bool {
    let meeting = &stage.meeting;
    stage.is_one_table() && meeting.decided_by == DecidedBy::Points && meeting.target.is_some()
}

/// The fields for points beyond the target, and for team totals.
pub fn sum_fields(ask: &Ask, preset: &Preset) -> Markup {
    let texts = ask.texts();
    let excess = match preset.stages[0].meeting.excess {
        Excess::Counted => "counted",
        Excess::Lost => "lost",
    };
    let beyond = [
        ("lost", texts.desk_excess_lost()),
        ("counted", texts.desk_excess_counted()),
    ];
    let totals = if preset.team_totals.is_some() {
        "clubs"
    } else {
        "none"
    };
    let teams = [
        ("none", texts.desk_team_totals_none()),
        ("clubs", texts.desk_team_totals_clubs()),
    ];
    let counted = preset.team_totals.and_then(|totals| totals.counted);
    let counted = counted.map_or(String::new(), |counted| counted.to_string());
    html! {
        @if has_excess(&preset.stages[0]) {
            (choice(&texts.desk_excess_field(), "excess", &filled(ask, "excess", excess), &beyond))
        }
        (choice(&texts.desk_team_totals(), "team-totals", &filled(ask, "team-totals", totals), &teams))
        (number("team-counted", &texts.desk_team_counted_field(), &filled(ask, "team-counted", &counted)))
    }
}

/// Applies the fields to the preset; the label of a wrong field as the error.
pub fn summed(ask: &Ask, preset: &mut Preset) -> Result<(), String> {
    let texts = ask.texts();
    let excess = match ask.field("excess") {
        "counted" => Excess::Counted,
        "lost" => Excess::Lost,
        _ => preset.stages[0].meeting.excess,
    };
    // As with forfeits, a change in the first stage applies to all stages.
    if excess != preset.stages[0].meeting.excess {
        let stages = preset.stages.iter_mut();
        for stage in stages.filter(|stage| has_excess(stage)) {
            stage.meeting.excess = excess;
        }
    }
    preset.team_totals = match ask.field("team-totals") {
        "none" => None,
        "clubs" => Some(TeamTotals {
            counted: match ask.field("team-counted") {
                "" => None,
                text => Some(text.parse().map_err(|_| texts.desk_team_counted_field())?),
            },
        }),
        _ => preset.team_totals,
    };
    Ok(())
}
