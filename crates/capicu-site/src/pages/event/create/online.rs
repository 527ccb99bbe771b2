//! Whether an event is played in a hall or at tables of this server, and how.

use capicu_event::{Absent, Online, Preset, Venue, Watchers};
use capicu_event_service::online_tables;
use capicu_i18n::Texts;
use capicu_protocol::TurnTime;
use capicu_record::games;
use maud::{Markup, html};
use serde::Deserialize;

use super::super::super::extract::Ask;
use super::super::super::lobby;
use super::super::{number, online as tables};
use super::filled;

/// How the tables of an event are played online.
#[derive(Default, Deserialize)]
#[serde(default)]
struct OnlineForm {
    #[serde(rename = "where")]
    place: String,
    #[serde(rename = "turn-time")]
    turn_time: String,
    grace: String,
    absent: String,
    watchers: String,
}

/// How meetings are played at tables of this server, if any are.
pub fn online(ask: &Ask) -> Result<Option<Online>, String> {
    let texts = ask.texts();
    let form: OnlineForm = ask.form();
    let usual = match form.place.as_str() {
        "online" => Venue::Online,
        "both" => Venue::Hall,
        _ => return Ok(None),
    };
    let grace = form.grace.parse();
    let Some(grace) = grace.ok().filter(|grace| (1..=1440).contains(grace)) else {
        return Err(texts.desk_field_wrong(&texts.desk_grace()));
    };
    Ok(Some(Online {
        usual,
        turn_time: form.turn_time,
        grace,
        absent: match form.absent.as_str() {
            "desk" => Absent::Desk,
            "bot" => Absent::Bot,
            _ => Absent::Forfeit,
        },
        watchers: match form.watchers.as_str() {
            "nobody" => Watchers::Nobody,
            _ => Watchers::Everybody,
        },
    }))
}

/// The fields for that, or why there are none.
pub fn online_fields(ask: &Ask, preset: &Preset) -> Markup {
    let texts = ask.texts();
    let as_online = Preset {
        online: Some(Online {
            usual: Venue::Online,
            turn_time: "off".into(),
            grace: 5,
            absent: Absent::Forfeit,
            watchers: Watchers::Everybody,
        }),
        ..preset.clone()
    };
    if let Err(why) = online_tables::check(&as_online) {
        return html! { p.help data-testid="hall-only" { (tables::unplayable(texts, &why)) } };
    }
    let choice = |name: &str, label: String, usual: &str, options: &[(String, String)]| {
        let chosen = filled(ask, name, usual);
        html! {
            label {
                (label)
                select name=(name) data-testid=(name) {
                    @for (value, told) in options { option value=(value) selected[chosen == *value] { (told) } }
                }
            }
        }
    };
    let own = |options: &[(&str, String)]| -> Vec<(String, String)> {
        let owned = options.iter();
        owned
            .map(|(value, told)| ((*value).to_owned(), told.clone()))
            .collect()
    };
    let places = own(&[
        ("hall", texts.desk_where_hall()),
        ("online", texts.desk_where_online()),
        ("both", texts.desk_where_both()),
    ]);
    let absent = own(&[
        ("forfeit", texts.desk_absent_forfeit()),
        ("desk", texts.desk_absent_desk()),
        ("bot", texts.desk_absent_bot()),
    ]);
    let watchers = own(&[
        ("everybody", texts.desk_watchers_everybody()),
        ("nobody", texts.desk_watchers_nobody()),
    ]);
    let time = |time: &TurnTime| {
        let word = online_tables::turn_time_word(*time);
        let told = lobby::turn_time(texts, *time);
        (word, told.unwrap_or_else(|| texts.desk_no_turn_time()))
    };
    let times: Vec<(String, String)> = TurnTime::ALL.iter().map(time).collect();
    html! {
        (choice("where", texts.desk_where(), "hall", &places))
        details open[!["", "hall"].contains(&ask.form::<OnlineForm>().place.as_str())] {
            summary data-testid="online-fields" { (texts.desk_where_details()) }
            (choice("turn-time", texts.desk_turn_time(), "20s+120s", &times))
            (number("grace", &texts.desk_grace(), &filled(ask, "grace", "5")))
            (choice("absent", texts.desk_absent(), "forfeit", &absent))
            @if let Some(ignored) = bots_ignore(texts, preset) {
                p.help data-testid="bots-ignore" { (ignored) }
            }
            (choice("watchers", texts.desk_watchers(), "everybody", &watchers))
        }
    }
}

/// The prices that bots of some levels ignore, if the event's game has any.
fn bots_ignore(texts: Texts, preset: &Preset) -> Option<String> {
    let players = games::by_id(&preset.game)?.players();
    let rules = online_tables::rules(preset, *players.first()?).ok()?;
    texts.bots_ignore(&rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preset(game: &str) -> Preset {
        let mut preset = capicu_event::presets::all().remove(0);
        preset.game = game.to_owned();
        preset.house_rules.clear();
        preset
    }

    #[test]
    fn page_of_an_event_names_prices_that_bots_ignore() {
        let said = |game: &str| bots_ignore(Texts::default(), &preset(game));
        let bonuses = said("german-pairs").expect("bonuses");
        assert!(bonuses.contains("1 to 5"), "{bonuses}");
        let price = said("brazilian-double-deal").expect("a price table");
        assert!(price.contains("1 to 7"), "{price}");
        assert_eq!(said("domino-whist"), None);
    }
}
