//! Finding an entry or a table of an event by name or number.

use std::collections::BTreeMap;

use axum::response::Response;
use capicu_event::standings::standings;
use capicu_event::{EntryId, Presence, Stage, State};
use capicu_event_service::search::folded;
use capicu_event_service::{Hall, Slip};
use capicu_i18n::Texts;
use maud::{Markup, html};

use super::super::extract::{Ask, lead_to};
use super::report::apart;
use super::words::{Reader, Words};
use super::{at_desk, hall, lively};
use crate::Failure;

/// With fewer entries the page shows no search.
const FEW: usize = 12;

/// How many entries are listed.
const LISTED: usize = 50;

/// The text that a reader looks for.
pub fn asked(ask: &Ask) -> Option<String> {
    let text = ask.field("find");
    (!text.is_empty()).then(|| text.to_owned())
}

/// The form to look for an entry.
pub fn form(texts: Texts, to: &str, state: &State, text: &str) -> Markup {
    html! {
        @if state.entries.len() > FEW {
            form.row method="get" action=(to) role="search" {
                label { (texts.desk_find()) input type="search" name="find" value=(text) autocomplete="off" data-testid="find"; }
                button.second data-testid="find-it" { (texts.desk_find_it()) }
            }
        }
    }
}

/// The entries of a public page that contain a text.
///
/// # Errors
///
/// If there is no such event.
pub async fn public(ask: &Ask, id: &str, text: String) -> Result<Response, Failure> {
    let hall = hall(ask, id).await?.lock().await.clone();
    page(ask, hall, Reader::Public, text).await
}

/// The entries of the desk that contain a text. The number of a table leads to its page.
///
/// # Errors
///
/// If the reader has no role at the event.
pub async fn at_the_desk(ask: &Ask, id: &str, text: String) -> Result<Response, Failure> {
    let hall = at_desk(ask, id).await?.hall.lock().await.clone();
    let slip = text.parse().ok().and_then(|n| table(hall.event.state(), n));
    match slip {
        Some(slip) => Ok(lead_to(&format!("/e/{id}/table/{}", slip.name()), None)),
        None => page(ask, hall, Reader::Desk, text).await,
    }
}

/// The table of this number in the round in play.
pub fn table(state: &State, number: u32) -> Option<Slip> {
    let stage = state.stages.last()?;
    let table = number.checked_sub(u32::from(state.first_table))?;
    let (round, at) = match &stage.queue {
        Some(queue) => queue.last_at(table as usize)?,
        None => stage.locate((table + 1).try_into().ok()?)?,
    };
    Some(Slip {
        stage: stage.number,
        round: round as u16 + 1,
        meeting: at as u16 + 1,
        side: 0,
    })
}

async fn page(ask: &Ask, hall: Hall, reader: Reader, text: String) -> Result<Response, Failure> {
    let (texts, name) = (ask.texts(), hall.event.state().name.clone());
    let path = match reader {
        Reader::Desk => format!("/e/{}/desk", hall.id),
        Reader::Public => format!("/e/{}", hall.id),
    };
    let back = path.clone();
    let body = apart(ask, move || {
        let words = Words {
            texts,
            state: hall.event.state(),
            reader,
        };
        body(&words, &hall, &back, &text)
    });
    Ok(super::page(ask, &name, &path, &lively(0), &body.await?))
}

/// The entries whose names contain a text, or whose number or table it is.
fn found(words: &Words<'_>, tables: &BTreeMap<EntryId, Slip>, text: &str) -> Vec<EntryId> {
    let (wanted, number) = (folded(text), text.parse::<u32>().ok());
    let table = number.and_then(|number| table(words.state, number));
    let is_found = |id: &EntryId| {
        let is_numbered =
            number == Some(id.0) || table.is_some() && tables.get(id) == table.as_ref();
        is_numbered || folded(&words.name(*id)).contains(&wanted)
    };
    let entries = words.state.entries.iter();
    let there = entries.filter(|(_, entry)| entry.presence != Presence::Waiting);
    there.map(|(id, _)| *id).filter(is_found).collect()
}

/// The tables of the round in play, by entry.
fn tables(stage: &Stage) -> BTreeMap<EntryId, Slip> {
    let Some(last) = stage.rounds.len().checked_sub(1) else {
        return BTreeMap::new();
    };
    let first = if stage.method.is_continuous() {
        0
    } else {
        last
    };
    let mut tables = BTreeMap::new();
    for (round, of) in stage.rounds.iter().enumerate().skip(first) {
        for (at, meeting) in of.pairing.meetings.iter().enumerate() {
            let slip = Slip {
                stage: stage.number,
                round: round as u16 + 1,
                meeting: at as u16 + 1,
                side: 0,
            };
            tables.extend(meeting.entries().map(|entry| (entry, slip)));
        }
    }
    tables
}

fn body(words: &Words<'_>, hall: &Hall, back: &str, text: &str) -> Markup {
    let (texts, state) = (words.texts, words.state);
    let stage = state.stages.last();
    let tables = stage.map(tables).unwrap_or_default();
    let all = found(words, &tables, text);
    let places: BTreeMap<EntryId, u16> = match stage {
        Some(stage) => {
            let standings = standings(state, stage).into_iter();
            standings.map(|one| (one.entry, one.place)).collect()
        }
        None => BTreeMap::new(),
    };
    let is_desk = words.reader == Reader::Desk;
    let to_entry = |id: EntryId| match (is_desk, stage) {
        (true, _) => Some(format!("/e/{}/entry/{id}", hall.id)),
        (false, Some(_)) => Some(format!("/e/{}/card/{id}", hall.id)),
        (false, None) => None,
    };
    html! {
        main.broad #content data-testid="found-page" {
            h1 { (state.name) }
            (form(texts, back, state, text))
            p role="status" data-testid="found-count" { (texts.desk_found(all.len() as u32, text)) }
            ul.list { @for id in all.iter().take(LISTED) {
                li data-testid="found" {
                    span {
                        (id) " "
                        @match to_entry(*id) {
                            Some(to) => a href=(to) { (words.name(*id)) },
                            None => (words.name(*id)),
                        }
                        @if let Some(place) = places.get(id) { " · " (texts.desk_place()) " " (place) }
                        @if let (Some(stage), Some(slip)) = (stage, tables.get(id)) {
                            br;
                            (at_table(words, stage, *slip, is_desk.then_some(hall.id.as_str())))
                        }
                    }
                }
            } }
            p { a href=(back) data-testid="back" { @if is_desk { (texts.desk()) } @else { (texts.desk_public()) } } }
        }
    }
}

/// The table of an entry; with the id of the event, its number leads to its page at the desk.
fn at_table(words: &Words<'_>, stage: &Stage, slip: Slip, event: Option<&str>) -> Markup {
    let (round, at) = (usize::from(slip.round) - 1, usize::from(slip.meeting) - 1);
    let number = words.state.table_number(stage.meeting_number(round, at));
    let name = format!("{} {number}", words.texts.desk_table());
    let meeting = &stage.rounds[round].pairing.meetings[at];
    html! {
        @match event {
            Some(event) => a href={ "/e/" (event) "/table/" (slip.name()) } { (name) },
            None => (name),
        }
        (words.texts.colon()) " " (words.meeting(meeting))
        @if let Some(outcome) = stage.outcome(round, at) { " · " b { (words.outcome(stage, meeting, outcome)) } }
    }
}
