//! What everybody may see of an event, and the screen on the wall.

use axum::extract::Path;
use axum::response::Response;
use capicu_event::{
    EntryId, Fact, Format, Line, Meeting, Outcome, SeenRound, Stage, State, Viewer, Watchers,
};
use capicu_i18n::Texts;
use capicu_store::events::EventPlayer;
use maud::{Markup, html};

use super::super::ask::Ask;
use super::super::club;
use super::words::{Reader, Words, entered, standings};
use super::{lively, online, part, prizes, team, venue};
use crate::events::plan::TablePlan;
use crate::events::spot::Spot;
use crate::events::{Hall, Slip};
use crate::http::Failure;

/// So many tables are listed to be watched.
const WATCHED: usize = 50;

/// `GET /e/ID`.
pub async fn show(Path(id): Path<String>, ask: Ask) -> Response {
    let path = format!("/e/{id}");
    match page(&ask, &id).await {
        Ok((title, body)) => super::page(&ask, &title, &path, &lively(20), &body),
        Err(failure) => ask.problem(&failure, "/events"),
    }
}

async fn page(ask: &Ask, id: &str) -> Result<(String, Markup), Failure> {
    let shared = ask.site.events().hall(id).await?;
    let part = part(ask, id).await?;
    let own = own(ask, id).await?;
    let club = club::of_event(ask, id).await?;
    ask.site.online().look_up(id).await;
    let hall = shared.lock().await;
    let state = hall.event.state();
    let words = Words {
        texts: ask.texts(),
        state,
        reader: Reader::Public,
    };
    let texts = words.texts;
    let seen = state.seen_by(Viewer::Public);
    let body = html! {
        main.broad #content data-testid="event-page" {
            h1 { (state.name) }
            (club)
            @if part.is_some() { p { a href={ "/e/" (id) "/desk" } data-testid="to-desk" { (texts.desk()) } } }
            @if let Some(own) = own { (your_table(&words, &hall, own)) }
            (venue::only_read(texts, &hall))
            @for text in seen.announcements.iter().rev().take(3) { p.done data-testid="announced" { (text) } }
            @if let Some(round) = seen.rounds.last() {
                h2 { (round_title(texts, state, round.stage, round.round)) }
                (clock(texts, &hall))
                (now(&words, &seen.rounds))
                (tables(ask, &words, &hall))
            } @else { p { (texts.desk_not_begun()) } }
            @for stage in state.stages.iter().rev() {
                h2 { (texts.desk_standings()) @if state.stages.len() > 1 { " " (texts.desk_stage(u32::from(stage.number))) } }
                (standings(&words, stage))
                (team::records(&words, stage))
            }
            (prizes::told(&words, &seen.prizes))
            h2 { (entered(texts, state)) }
            @if let Some(fee) = &state.preset.fee { p { (texts.desk_fee(fee)) } }
            ol { @for id in state.entries.keys().filter(|id| !seen.waiting.contains(id)) { li value=(id.0) { (words.name(*id)) } } }
            @if !seen.waiting.is_empty() {
                h3 { (texts.desk_waiting_list()) }
                ol data-testid="waiting-list" { @for id in &seen.waiting { li { (words.name(*id)) } } }
            }
            @for round in seen.rounds.iter().rev().skip(1).filter(|round| !is_going_on(state, &seen.rounds, round)) {
                details {
                    summary { (round_title(texts, state, round.stage, round.round)) }
                    (pairings(&words, round))
                }
            }
            p.row {
                a href={ "/e/" (id) "/screen" } data-testid="to-screen" { (texts.desk_screen()) }
                @if state.preset.stages.iter().any(|stage| stage.duplicate.is_some()) {
                    a href={ "/e/" (id) "/boards" } data-testid="to-boards" { (texts.desk_boards()) }
                }
                a href={ "/e/" (id) "/files/standings.csv" } { "CSV" (texts.colon()) " " (texts.desk_standings()) }
                a href={ "/e/" (id) "/files/results.csv" } { "CSV" (texts.colon()) " " (texts.desk_results()) }
                a href={ "/e/" (id) "/files/event.json" } { "JSON" }
            }
            (words.seed())
        }
    };
    Ok((state.name.clone(), body))
}

/// Which place of the event whoever asks has.
async fn own(ask: &Ask, id: &str) -> Result<Option<EventPlayer>, Failure> {
    let Some(found) = ask.who().await? else {
        return Ok(None);
    };
    let entered = ask.site.services().store.event_players(id).await?;
    Ok(entered
        .into_iter()
        .find(|one| one.player == found.player.id))
}

/// The way to the table of whoever asks, if one waits for them.
fn your_table(words: &Words<'_>, hall: &Hall, own: EventPlayer) -> Markup {
    let entry = EntryId(own.entry);
    let Some(stage) = words.state.stages.last() else {
        return html! {};
    };
    let found = hall.due_online().into_values().find(|spot| {
        let meeting = meeting(words.state, spot.slip);
        meeting.is_some_and(|meeting| meeting.side_of(entry).is_some())
    });
    match found {
        Some(spot) => online::ready(words, hall, (stage, spot.meeting), (entry, Some(own.place))),
        None => html! {},
    }
}

fn meeting(state: &State, slip: Slip) -> Option<&Meeting> {
    let stage = state.stages.get(usize::from(slip.stage) - 1)?;
    let round = stage.rounds.get(usize::from(slip.round) - 1)?;
    let meetings = &round.pairing.meetings;
    meetings.get(usize::from(slip.meeting) - 1)
}

/// The tables of this server at which the round is played, if anybody may watch them.
fn tables(ask: &Ask, words: &Words<'_>, hall: &Hall) -> Markup {
    let watched = words.state.preset.online.as_ref();
    if watched.is_none_or(|online| online.watchers == Watchers::Nobody) {
        return html! {};
    }
    let due = hall.due_online().into_iter();
    let mut due: Vec<(Spot, String)> = due.map(|(id, spot)| (spot, id)).collect();
    due.sort_by_key(|(spot, _)| (spot.meeting, spot.table));
    // Nobody watches boards that others have still to play.
    let stage = words.state.stages.last();
    if stage.is_some_and(|stage| stage.rules.duplicate.is_some()) {
        due.clear();
    }
    let score = |spot: Spot, id: &str| {
        let live = ask.site.online().seen(&hall.id, id)?.live?;
        let plan = TablePlan::of(hall, spot, &[]).ok()?;
        Some(online::score(words, stage?, &plan, &live))
    };
    let name = |spot: Spot| {
        let meeting = format!("{} {}", words.texts.desk_table(), spot.meeting);
        match stage {
            Some(stage) if spot.table > 0 => {
                format!(
                    "{meeting} · {}",
                    online::table_name(words.texts, stage, spot)
                )
            }
            _ => meeting,
        }
    };
    html! {
        @if !due.is_empty() {
            h3 { (words.texts.desk_watch()) }
            ul.list data-testid="watch-tables" { @for (spot, id) in due.iter().take(WATCHED) {
                li {
                    a href={ "/t/" (id) } { (name(*spot)) }
                    @if let Some(score) = score(*spot, id) { b { (score) } }
                }
            } }
        }
    }
}

/// What a round is called.
pub fn round_title(texts: Texts, state: &State, stage: u16, round: u16) -> String {
    let of = state
        .stages
        .get(usize::from(stage) - 1)
        .map_or(0, |stage| stage.n_rounds);
    let stage_of = state.stages.get(usize::from(stage) - 1);
    if stage_of.is_some_and(|stage| stage.method.is_continuous()) {
        return texts.desk_arena_round(u32::from(round));
    }
    match state.preset.stages.len() {
        1 => texts.desk_round(u32::from(round), u32::from(of)),
        _ => texts.desk_round_of_stage(u32::from(stage), u32::from(round), u32::from(of)),
    }
}

/// What is being played: the last round, and in an arena all meetings without a result besides.
pub fn now(words: &Words<'_>, rounds: &[SeenRound]) -> Markup {
    let Some((last, before)) = rounds.split_last() else {
        return html! {};
    };
    let open = |round: &&SeenRound| is_going_on(words.state, rounds, round);
    html! {
        (pairings(words, last))
        @for round in before.iter().rev().filter(open) {
            h3 { (round_title(words.texts, words.state, round.stage, round.round)) }
            (pairings(words, round))
        }
    }
}

/// What somebody does who has no table: in an arena they wait for one.
pub fn without_table(texts: Texts, stage: &Stage) -> String {
    match stage.method.is_continuous() {
        true => texts.desk_arena_waits(),
        false => texts.desk_bye(),
    }
}

/// Whether meetings of an arena are going on in an earlier round than the last.
fn is_going_on(state: &State, rounds: &[SeenRound], round: &SeenRound) -> bool {
    let stage = state.stages.get(usize::from(round.stage) - 1);
    stage.is_some_and(|stage| stage.method.is_continuous())
        && rounds.last().is_some_and(|last| last.stage == round.stage)
        && round.tables.iter().any(|table| table.outcome.is_none())
}

/// A round as everybody sees it.
pub fn pairings(words: &Words<'_>, round: &SeenRound) -> Markup {
    let texts = words.texts;
    let Some(stage) = words.state.stages.get(usize::from(round.stage) - 1) else {
        return html! {};
    };
    // Which boards go to which table, where the deals are the same everywhere.
    let sets = match (
        stage.rules.duplicate,
        stage.rounds.get(usize::from(round.round) - 1),
    ) {
        (Some(_), Some(of)) => &of.pairing.sets[..],
        _ => &[],
    };
    let ended = |at: usize, outcome: Option<&Outcome>| {
        outcome.map(|outcome| words.outcome(stage, &round.tables[at].meeting, outcome))
    };
    html! {
        div.wide tabindex="0" role="group" aria-label=(round_title(texts, words.state, round.stage, round.round)) { table.numbers data-testid="pairings" {
            thead { tr {
                th { (texts.desk_table()) }
                th { (texts.desk_who_meets()) @if !sets.is_empty() { " (" (texts.desk_north_south()) " – " (texts.desk_east_west()) ")" } }
                @if !sets.is_empty() { th { (texts.desk_boards()) } }
                th { (texts.desk_result()) }
            } }
            tbody {
                @for (at, table) in round.tables.iter().enumerate() { tr data-testid="pairing" {
                    td.number { (stage.meeting_number(usize::from(round.round) - 1, at)) }
                    td {
                        (words.meeting(&table.meeting))
                        (team::told(words, stage, &table.meeting, &table.line_ups, (table.outcome.as_ref(), &table.recorded)))
                    }
                    @if !sets.is_empty() { td { (words.boards(stage, sets.get(at)).unwrap_or_default()) } }
                    td { @if let Some(told) = ended(at, table.outcome.as_ref()) { b { (told) } } }
                } }
                @for bye in &round.byes { tr { td {} td { (words.name(bye.entry)) } @if !sets.is_empty() { td {} } td { (without_table(texts, stage)) } } }
            }
        } }
    }
}

/// When the round that is going on was published, and what its meetings are.
pub fn going_on(hall: &Hall) -> Option<(u64, &Stage, &Format)> {
    let stage = hall.event.state().running()?;
    if stage.rounds.is_empty() || stage.is_settled() {
        return None;
    }
    let published = |line: &&Line| line.fact == Fact::Published;
    let line = hall.event.log().lines().iter().rev().find(published)?;
    Some((line.at, stage, &stage.rules.meeting))
}

/// The clock of a single meeting.
pub fn running_down(until: u64) -> Markup {
    html! { span.clock data-until=(until) { b { (super::super::when::moment(until)) } } }
}

/// The clock of the round, and what happens when it has run down; in an arena that of the whole.
pub fn clock(texts: Texts, hall: &Hall) -> Markup {
    if let Some(end) = hall.event.state().running().and_then(Stage::ends_at) {
        return html! {
            p.clock data-until=(end) data-testid="clock" { b { (super::super::when::moment(end)) } " " (texts.desk_arena_clock()) }
        };
    }
    let Some((at, _, meeting)) = going_on(hall) else {
        return html! {};
    };
    let Some(minutes) = meeting.minutes else {
        return html! { p { (texts.desk_no_clock()) } };
    };
    let until = at + u64::from(minutes) * 60_000;
    html! {
        p.clock data-until=(until) data-testid="clock" {
            b { (super::super::when::moment(until)) }
            " " (texts.desk_last_hand())
        }
    }
}

/// `GET /e/ID/screen`.
pub async fn screen(Path(id): Path<String>, ask: Ask) -> Response {
    let path = format!("/e/{id}/screen");
    match on_screen(&ask, &id).await {
        Ok((title, body)) => super::page(&ask, &title, &path, &lively(5), &body),
        Err(failure) => ask.problem(&failure, "/events"),
    }
}

async fn on_screen(ask: &Ask, id: &str) -> Result<(String, Markup), Failure> {
    let shared = ask.site.events().hall(id).await?;
    let hall = shared.lock().await;
    let state = hall.event.state();
    let words = Words {
        texts: ask.texts(),
        state,
        reader: Reader::Public,
    };
    let seen = state.seen_by(Viewer::Public);
    let is_on = going_on(&hall).is_some();
    let body = html! {
        main.screen #content data-testid="screen" {
            h1 { (state.name) }
            @if let Some(text) = seen.announcements.last() { p.done { (text) } }
            (clock(words.texts, &hall))
            @if let Some(round) = seen.rounds.last() {
                h2 { (round_title(words.texts, state, round.stage, round.round)) }
                (now(&words, &seen.rounds))
            }
            @if !is_on && let Some(stage) = state.stages.last() {
                h2 { (words.texts.desk_standings()) }
                (standings(&words, stage))
            }
        }
    };
    Ok((state.name.clone(), body))
}
