//! The overlay of an event for a stream: one table of the last round, or the first places.

use axum::response::Response;
use capicu_event::{Stage, Viewer};
use capicu_event_service::Hall;
use capicu_event_service::pending_results::Spot;
use capicu_protocol::TableId;
use capicu_table_service::table::TableNow;
use maud::{Markup, html};
use serde::Deserialize;

use super::super::extract::Ask;
use super::super::stream::{document, seen, shown, top};
use super::public::{going_on, round_title, running_down};
use super::words::{Reader, Words};
use super::{hall, online, podium};
use crate::Failure;

/// The field that chooses a table.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Show {
    table: String,
}

/// `GET /e/ID/screen?for=stream`, with `table=N` for a table that is not the first one in play.
///
/// # Errors
///
/// If there is no such event.
pub async fn show(ask: &Ask, id: &str) -> Result<Response, Failure> {
    let hall = hall(ask, id).await?.lock().await.clone();
    let state = hall.event.state();
    let words = Words {
        texts: ask.texts(),
        state,
        reader: Reader::Public,
    };
    let wanted = ask.form::<Show>().table.parse().ok();
    let inside = match state.stages.last().zip(place(&hall, wanted)) {
        _ if podium::has_one(state) => html! {
            (top(&state.name, &words.texts.desk_final_standings(), &html! {}))
            (podium::shown(&words))
        },
        Some((stage, at)) => at_table(ask, &words, &hall, stage, at).await,
        None => {
            let has_begun = state.stages.iter().any(|stage| !stage.rounds.is_empty());
            let about = match (state.cancelled, has_begun) {
                (true, _) => words.texts.desk_log_cancelled(),
                (false, true) => String::new(),
                (false, false) => words.texts.desk_not_begun(),
            };
            top(&state.name, &about, &html! {})
        }
    };
    Ok(document(ask, &state.name, &inside))
}

/// The round and the table in it, both from 0: the wanted table, or else the first one without a result. A table of
/// winner stays has many matches, of which the last counts.
fn place(hall: &Hall, wanted: Option<u32>) -> Option<(usize, usize)> {
    let state = hall.event.state();
    let stage = state.stages.last()?;
    let all = stage
        .rounds_in_play()
        .flat_map(|round| (0..stage.rounds[round].tables.len()).map(move |at| (round, at)));
    let is_wanted = |(round, at): &(usize, usize)| {
        let number = state.table_number(stage.meeting_number(*round, *at));
        wanted.is_none_or(|wanted| wanted == number)
    };
    let mut all = all.filter(is_wanted);
    let open = all
        .clone()
        .find(|(round, at)| stage.outcome(*round, *at).is_none());
    open.or_else(|| match stage.queue {
        Some(_) => all.next_back(),
        None => all.next(),
    })
}

/// A table: its board if it is played on this server and anybody may watch, or else the names and the result.
async fn at_table(
    ask: &Ask,
    words: &Words<'_>,
    hall: &Hall,
    stage: &Stage,
    (round, at): (usize, usize),
) -> Markup {
    let (texts, state) = (words.texts, words.state);
    let number = stage.meeting_number(round, at);
    let meeting = &stage.rounds[round].pairing.meetings[at];
    // A result that the public may not know yet is left out.
    let visible = stage.visible_round(round, Viewer::Public);
    let outcome = visible.tables.into_iter().nth(at);
    let outcome = outcome.and_then(|one| one.outcome);
    let mut about = format!(
        "{} · {} {}",
        round_title(texts, state, stage.number, round as u16 + 1),
        texts.desk_table(),
        state.table_number(number)
    );
    if let Some((spot, id, now)) = board(ask, hall, number).await {
        if let Some(score) = online::live_score(ask, words, hall, stage, (spot, &id)) {
            about += &format!(" · {score}");
        }
        return shown(ask, &now, &top(&state.name, &about, &html! {}));
    }
    let clock = going_on(state).filter(|_| stage.outcome(round, at).is_none());
    let until =
        clock.and_then(|(round, format)| round.clock.ends_at(format.minutes?, Some(number)));
    html! {
        (top(&state.name, &about, &html! { @if let Some(until) = until { (running_down(until)) } }))
        p.result data-testid="stream-result" {
            @let told = outcome.map(|outcome| words.outcome(stage, meeting, &outcome));
            @if let [one, other] = &meeting.sides[..] {
                span { (words.side(one)) } b { (told.as_deref().unwrap_or("–")) } span { (words.side(other)) }
            } @else {
                span { (words.meeting(meeting)) } @if let Some(told) = told { b { (told) } }
            }
        }
    }
}

/// The first table of a meeting on this server that spectators may watch.
async fn board(ask: &Ask, hall: &Hall, number: u16) -> Option<(Spot, TableId, Box<TableNow>)> {
    let mut watched = online::watched(hall).into_iter();
    let (spot, id) = watched.find(|(spot, _)| spot.meeting == number)?;
    let now = seen(ask, &id).await?;
    Some((spot, id, now))
}
