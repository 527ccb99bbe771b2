//! The list of events.

use std::cmp::Reverse;

use axum::response::Response;
use capicu_accounts::clubs;
use capicu_store::events::ListedEvent;
use maud::{Markup, html};

use super::super::extract::Ask;
use super::create::PATH;
use super::{follow, member};
use crate::Failure;

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
    let own = named(ask, own, true).await;
    let all = named(ask, all, false).await;
    Ok(html! {
        main #content data-testid="events-page" {
            h1 { (texts.desk_events()) }
            p.row {
                a.do href=(PATH) data-testid="new-event" { (texts.desk_new()) }
                a href="/clubs" data-testid="to-clubs" { (texts.clubs()) }
                a href="/events/take" data-testid="take-event" { (texts.venue_take()) }
                a href="/events/trf" data-testid="trf-event" { (texts.results_trf()) }
                @if ask.site.follow().is_some() { a href=(follow::PAGE) data-testid="follow-event" { (texts.venue_follow()) } }
            }
            @if !own.is_empty() {
                h2 { (texts.desk_own()) }
                ul.list { @for event in &own {
                    li {
                        a href={ "/e/" (event.id) "/desk" } data-testid="own-event" { (event.name) }
                        small { (super::super::when::day(event.made_at)) }
                    }
                } }
            }
            h2 { (texts.desk_all()) }
            @if all.is_empty() { p { (texts.desk_none()) } }
            ul.list { @for event in &all {
                li {
                    a href={ "/e/" (event.id) } data-testid="event" { (event.name) }
                    small { (super::super::when::day(event.made_at)) }
                }
            } }
        }
    })
}

/// The latest events, for the first page; nothing if there are none, or if the store cannot be read.
pub async fn latest(ask: &Ask) -> Markup {
    let texts = ask.texts();
    let store = &ask.site.services().store;
    let all = store.events(None, LATEST).await.unwrap_or_default();
    let mut all = named(ask, all, false).await;
    all.truncate(SHOWN);
    html! {
        @if !all.is_empty() {
            section data-testid="latest-events" {
                div.heading {
                    h2 { (texts.desk_events()) }
                    a href="/events" data-testid="to-events" { (texts.home_all_events()) }
                }
                ul.list { @for event in &all {
                    li {
                        a href={ "/e/" (event.id) } { (event.name) }
                        small { (super::super::when::day(event.made_at)) }
                    }
                } }
            }
        }
    }
}

/// The events under their present names; those that lists leave out only if that is asked for.
async fn named(ask: &Ask, events: Vec<ListedEvent>, with_hidden: bool) -> Vec<ListedEvent> {
    let mut named = Vec::with_capacity(events.len());
    for mut event in events {
        if let Ok(shared) = ask.site.events().hall(&event.id).await {
            let hall = shared.lock().await;
            let state = hall.event.state();
            if state.hidden && !with_hidden {
                continue;
            }
            event.name.clone_from(&state.name);
        }
        named.push(event);
    }
    named
}
