//! The list of events: those on now, those to come, and those that are over.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use axum::response::Response;
use capicu_accounts::clubs;
use capicu_accounts::dates::day_text;
use capicu_accounts::zones::Zone;
use capicu_event::{State, Status};
use capicu_i18n::Texts;
use capicu_store::Unavailable;
use capicu_store::clubs::{Club, ClubEvent};
use capicu_store::events::ListedEvent;
use maud::{Markup, html};

use super::super::empty::{Drawing, empty};
use super::super::extract::Ask;
use super::super::when::{MOMENT, with_day};
use super::create::PATH;
use super::public::round_title;
use super::words::entered;
use super::{follow, member};
use crate::{Failure, file_game};

/// How many events the list shows.
const LISTED: u32 = 100;

/// How many events the first page shows, and how many it looks through for them.
const SHOWN: usize = 3;
const LATEST: u32 = 6;

/// The number of latest events that are searched for those of a player's clubs.
const LOOKED_THROUGH: u32 = 3_000;

/// `GET /events`: the list of events.
pub async fn show(ask: Ask) -> Response {
    match listed(&ask).await {
        Ok(body) => ask.page(&ask.texts().desk_events(), "/events", &body),
        Err(failure) => ask.problem(&failure, "/"),
    }
}

async fn listed(ask: &Ask) -> Result<Markup, Failure> {
    let texts = ask.texts();
    let store = &ask.site.services().store;
    let mut all = store.events(None, LOOKED_THROUGH).await?;
    let mut own = Vec::new();
    if let Ok(player) = member(ask).await {
        own = store.events(Some(player), LISTED).await?;
        // A role in a club is also a role at the desks of its events.
        let of_clubs = clubs::desks(ask.site.context(), player).await?;
        let more = |one: &&ListedEvent| {
            of_clubs.contains(&one.id) && !own.iter().any(|known| known.id == one.id)
        };
        let more: Vec<ListedEvent> = all.iter().filter(more).cloned().collect();
        own.extend(more);
        own.sort_by_key(|one| Reverse(one.made_at));
        own.truncate(LISTED as usize);
    }
    all.truncate(LISTED as usize);
    let own = rows(ask, own, true).await?;
    let all = rows(ask, all, false).await?;
    let of = |stand: fn(&Stand) -> bool| -> Vec<&Row> {
        all.iter().filter(|row| stand(&row.stand)).collect()
    };
    let on_now = of(|stand| matches!(stand, Stand::OnNow(_)));
    let mut coming = of(|stand| matches!(stand, Stand::Open));
    let over = of(|stand| matches!(stand, Stand::Over | Stand::Cancelled));
    // The next one first, and those without a day after the others.
    coming.sort_by_key(|row| (row.begins.is_empty(), row.begins.clone()));
    let section = |title: String, rows: &[&Row]| {
        html! {
            @if !rows.is_empty() {
                h2 { (title) }
                ul.list { @for row in rows { (row.html(texts, "event", "")) } }
            }
        }
    };
    Ok(html! {
        main #content data-testid="events-page" {
            div.band.heading {
                div { h1 { (texts.desk_events()) } p.help { (texts.desk_events_help()) } }
                a.do.second href=(PATH) data-testid="new-event" { (texts.desk_new()) }
            }
            @if !own.is_empty() {
                h2 { (texts.desk_own()) }
                ul.list { @for row in &own { (row.html(texts, "own-event", "/desk")) } }
            }
            (section(texts.desk_on_now(), &on_now))
            (section(texts.desk_coming(), &coming))
            (section(texts.desk_finished(), &over))
            @if all.is_empty() {
                div.panel { (empty(Drawing::Calendar, &texts.desk_no_events(), &texts.desk_no_events_help(), Some((PATH, &texts.desk_new())))) }
            }
            p.row {
                a href="/clubs" data-testid="to-clubs" { (texts.clubs()) }
                a href="/events/take" data-testid="take-event" { (texts.venue_take()) }
                a href="/events/trf" data-testid="trf-event" { (texts.results_trf()) }
                @if ask.site.follow().is_some() { a href=(follow::PAGE) data-testid="follow-event" { (texts.venue_follow()) } }
            }
        }
    })
}

/// The latest events, for the first page; nothing if there are none, or if the store cannot be read.
pub async fn latest(ask: &Ask) -> Markup {
    let texts = ask.texts();
    let store = &ask.site.services().store;
    let all = store.events(None, LATEST).await.unwrap_or_default();
    let mut rows = rows(ask, all, false).await.unwrap_or_default();
    rows.truncate(SHOWN);
    html! {
        @if !rows.is_empty() {
            section data-testid="latest-events" {
                div.heading {
                    h2 { (texts.desk_events()) }
                    a href="/events" data-testid="to-events" { (texts.home_all_events()) }
                }
                ul.list { @for row in &rows { (row.html(texts, "latest-event", "")) } }
            }
        }
    }
}

/// How far an event is.
enum Stand {
    /// It has not begun.
    Open,
    /// The round that is played.
    OnNow(String),
    Over,
    Cancelled,
}

/// An event in a list.
struct Row {
    listed: ListedEvent,
    stand: Stand,
    /// The game and the place.
    told: String,
    /// The number of entries.
    entries: String,
    /// The start in local time of the club; empty if unknown.
    begins: String,
    zone: Option<String>,
}

/// The events as rows, under their present names; those that lists leave out only if that is asked for. An event whose
/// log cannot be read has no row.
async fn rows(
    ask: &Ask,
    events: Vec<ListedEvent>,
    with_hidden: bool,
) -> Result<Vec<Row>, Unavailable> {
    let (texts, store) = (ask.texts(), &ask.site.services().store);
    let mut dates: BTreeMap<String, Vec<ClubEvent>> = BTreeMap::new();
    let mut rows = Vec::with_capacity(events.len());
    for mut listed in events {
        let Ok(shared) = ask.site.events().hall(&listed.id).await else {
            continue;
        };
        let club = store.club_of_event(&listed.id).await?;
        if let Some(club) = &club
            && !dates.contains_key(&club.address)
        {
            let all = store.club_events(&club.id).await?;
            dates.insert(club.address.clone(), all);
        }
        let hall = shared.lock().await;
        let state = hall.event.state();
        if state.hidden && !with_hidden {
            continue;
        }
        listed.name.clone_from(&state.name);
        let of = club.as_ref().and_then(|club| dates.get(&club.address));
        let of = of.and_then(|all| all.iter().find(|of| of.event == listed.id));
        rows.push(Row {
            stand: Stand::of(texts, state),
            told: told(ask, state, club.as_ref()),
            entries: entered(texts, state),
            begins: of
                .map(|of| of.begins.clone())
                .or_else(|| state.preset.begins.clone())
                .unwrap_or_default(),
            zone: club.map(|club| Zone::stored(&club.told.zone).name().to_owned()),
            listed,
        });
    }
    Ok(rows)
}

/// The game and the place of an event.
fn told(ask: &Ask, state: &State, club: Option<&Club>) -> String {
    let texts = ask.texts();
    let place = match (&state.preset.online, club) {
        (Some(_), _) => texts.desk_where_online(),
        (None, Some(club)) if !club.told.place.is_empty() => club.told.place.clone(),
        (None, _) => texts.desk_where_hall(),
    };
    let game = file_game::name(ask.lang, &state.preset.game);
    let club = club.map(|club| club.told.name.clone());
    let parts = [game].into_iter().chain(club).chain([place]);
    parts.collect::<Vec<_>>().join(" · ")
}

impl Stand {
    fn of(texts: Texts, state: &State) -> Self {
        let round = state.stages.iter().rev().find_map(|stage| {
            let played = stage.rounds.len() as u16;
            (played > 0).then(|| round_title(texts, state, stage.number, played))
        });
        match (state.status, round) {
            _ if state.cancelled => Self::Cancelled,
            (Status::Frozen, _) => Self::Over,
            (Status::Open, Some(round)) => Self::OnNow(round),
            (Status::Open, None) => Self::Open,
        }
    }

    fn chip(&self, texts: Texts, entries: &str) -> Markup {
        html! {
            @match self {
                Self::Open => span class="chip note" { (entries) },
                Self::OnNow(round) => span class="chip good" { (round) },
                Self::Over => span.chip { (texts.desk_finished()) },
                Self::Cancelled => span class="chip bad" { (texts.desk_cancelled()) },
            }
        }
    }
}

impl Row {
    /// The row is one link to a page of the event.
    fn html(&self, texts: Texts, id: &str, page: &str) -> Markup {
        let begins = self.begins.split_once('T');
        let made = day_text(self.listed.made_at);
        let day = begins.map_or(made.as_str(), |(day, _)| day);
        let time = begins.map(|(_, time)| time).filter(|time| *time != "00:00");
        html! {
            li {
                a.whole href={ "/e/" (self.listed.id) (page) } data-testid=(id) {
                    (leaf(texts, day, begins.is_some()))
                    span.told {
                        b { (self.listed.name) }
                        small { (self.told) }
                        small {
                            @if begins.is_some() {
                                time datetime=(day) { (day) }
                                @if let Some(time) = time { ", " (time) @if let Some(zone) = &self.zone { " (" (zone) ")" } }
                            } @else { (with_day(&texts.desk_created(MOMENT), self.listed.made_at)) }
                            @if !matches!(self.stand, Stand::Open) { " · " (self.entries) }
                        }
                    }
                    (self.stand.chip(texts, &self.entries))
                }
            }
        }
    }
}

/// A leaf of a calendar, for a day such as `2026-11-27`. It is gray if nothing happens on that day.
pub fn leaf(texts: Texts, day: &str, is_date: bool) -> Markup {
    let mut parts = day.split('-').skip(1).map(|part| part.parse::<u32>().ok());
    let month = parts.next().flatten().unwrap_or_default();
    let of_month = parts.next().flatten().unwrap_or_default();
    html! {
        span.leaf.quiet[!is_date] aria-hidden="true" {
            i { (texts.desk_month(month)) }
            b { (of_month) }
        }
    }
}
