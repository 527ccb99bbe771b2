//! The fields for the order of opponents in a Swiss.

use capicu_event::{LateRounds, Method, Order, Preset, WithinGroup};
use capicu_i18n::Texts;
use maud::{Markup, html};

use super::super::super::extract::Ask;
use super::super::number;
use super::{choice, filled};

/// The orders of opponents, by their values in the form.
fn ways(texts: Texts) -> [(&'static str, WithinGroup, String); 5] {
    [
        ("halves", WithinGroup::Halves, texts.desk_order_halves()),
        (
            "neighbors",
            WithinGroup::Neighbors,
            texts.desk_order_neighbors(),
        ),
        ("fold", WithinGroup::Fold, texts.desk_order_fold()),
        ("hill", WithinGroup::KingOfTheHill, texts.desk_order_hill()),
        ("random", WithinGroup::Random, texts.desk_order_random()),
    ]
}

fn value(texts: Texts, of: WithinGroup) -> &'static str {
    let found = ways(texts).into_iter().find(|(_, way, _)| *way == of);
    found.map_or("halves", |(value, ..)| value)
}

/// The fields, if the first stage is a Swiss.
pub fn order_fields(ask: &Ask, preset: &Preset) -> Markup {
    let texts = ask.texts();
    let Method::Swiss {
        within_group,
        order,
        late,
        ..
    } = preset.stages[0].pairing
    else {
        return html! {};
    };
    let all = ways(texts).map(|(value, _, called)| (value, called));
    let orders = [
        ("seeds", texts.desk_order_seeds()),
        ("standings", texts.desk_order_standings()),
    ];
    let usual = if order == Order::Seeds {
        "seeds"
    } else {
        "standings"
    };
    let rounds = late.map_or(String::new(), |late| late.rounds.to_string());
    let way = late.map_or(WithinGroup::KingOfTheHill, |late| late.within_group);
    html! {
        (choice(&texts.desk_order_field(), "within-group", &filled(ask, "within-group", value(texts, within_group)), &all))
        (choice(&texts.desk_order_by_field(), "order", &filled(ask, "order", usual), &orders))
        (number("late-rounds", &texts.desk_order_late_field(), &filled(ask, "late-rounds", &rounds)))
        (choice(&texts.desk_order_late_way_field(), "late-way", &filled(ask, "late-way", value(texts, way)), &all))
    }
}

/// Applies the fields to the preset; the label of a wrong field as the error.
pub fn ordered(ask: &Ask, preset: &mut Preset) -> Result<(), String> {
    let texts = ask.texts();
    let is_filled = ask.fields().any(|(of, _)| of == "within-group");
    let Method::Swiss {
        within_group,
        order,
        late,
        ..
    } = &mut preset.stages[0].pairing
    else {
        return Ok(());
    };
    if !is_filled {
        return Ok(());
    }
    let way = |name: &str, label: String| {
        let chosen = ways(texts)
            .into_iter()
            .find(|(value, ..)| *value == ask.field(name));
        chosen.map(|(_, way, _)| way).ok_or(label)
    };
    *within_group = way("within-group", texts.desk_order_field())?;
    *order = match ask.field("order") {
        "standings" => Order::Standings,
        _ => Order::Seeds,
    };
    *late = match ask.field("late-rounds") {
        "" => None,
        rounds => Some(LateRounds {
            rounds: rounds.parse().map_err(|_| texts.desk_order_late_field())?,
            within_group: way("late-way", texts.desk_order_late_way_field())?,
        }),
    };
    Ok(())
}
