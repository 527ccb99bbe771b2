//! The overlay of an event for a stream: one table of the last round, or the first places.

use axum::response::Response;
use capicu_event::{Stage, Viewer, Watchers};
use capicu_event_service::Hall;
use capicu_event_service::online_tables::TablePlan;
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
        None => top(&state.name, &words.texts.desk_not_begun(), &html! {}),
    };
    Ok(document(ask, &state.name, &inside))
}

/// The round and the table in it, both from 0: the wanted table, or else the first one without a result.
fn place(hall: &Hall, wanted: Option<u32>) -> Option<(usize, usize)> {
    let state = hall.event.state();
    let stage = state.stages.last()?;
    let last = stage.rounds.len().checked_sub(1)?;
    // Meetings of an arena begin and end at any time.
    let first = if stage.method.is_continuous() {
        0
    } else {
        last
    };
    let all = (first..=last)
        .flat_map(|round| (0..stage.rounds[round].tables.len()).map(move |at| (round, at)));
    let is_wanted = |(round, at): &(usize, usize)| {
        let number = state.table_number(stage.meeting_number(*round, *at));
        wanted.is_none_or(|wanted| wanted == number)
    };
    let mut all = all.filter(is_wanted);
    let open = all
        .clone()
        .find(|(round, at)| stage.outcome(*round, *at).is_none());
    open.or_else(|| all.next())
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
    let visible = state.visible_to(Viewer::Public).rounds.into_iter();
    let mut visible = visible.filter(|one| one.stage == stage.number);
    let visible = visible.find(|one| usize::from(one.round) == round + 1);
    let outcome = visible.and_then(|one| one.tables.into_iter().nth(at)?.outcome);
    let mut about = format!(
        "{} · {} {}",
        round_title(texts, state, stage.number, round as u16 + 1),
        texts.desk_table(),
        state.table_number(number)
    );
    if let Some((id, now)) = board(ask, hall, stage, number).await {
        if let Some(score) = score(ask, words, hall, stage, &id) {
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

/// The first table of a meeting on this server, if anybody may watch it. Nobody may watch boards that other tables have
/// yet to play.
async fn board(
    ask: &Ask,
    hall: &Hall,
    stage: &Stage,
    number: u16,
) -> Option<(TableId, Box<TableNow>)> {
    let online = hall.event.state().preset.online.as_ref()?;
    if online.watchers == Watchers::Nobody || stage.rules.duplicate.is_some() {
        return None;
    }
    let due = hall.due_online().into_iter();
    let of_meeting = due.filter(|(_, spot)| spot.meeting == number);
    let (id, _) = of_meeting.min_by_key(|(_, spot)| spot.table)?;
    let now = seen(ask, &id).await?;
    Some((id, now))
}

/// The score of the meeting at a table.
fn score(ask: &Ask, words: &Words<'_>, hall: &Hall, stage: &Stage, id: &TableId) -> Option<String> {
    let spot = hall.due_online().remove(id)?;
    let live = ask.site.online().seen(id)?.live?;
    let plan = TablePlan::of(hall, spot, &[]).ok()?;
    Some(online::score(words, stage, &plan, &live))
}
