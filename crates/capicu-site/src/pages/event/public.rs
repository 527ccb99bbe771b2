//! The public pages of an event, and the screen on the wall.

use axum::extract::Path;
use axum::response::Response;
use capicu_event::{
    Clock, EntryId, Format, Meeting, Outcome, Preset, Round, Stage, State, Viewer, VisibleRound,
};
use capicu_event_service::pending_results::Spot;
use capicu_event_service::{Hall, Slip};
use capicu_i18n::Texts;
use capicu_protocol::{EventId, TableId};
use capicu_store::events::EventPlayer;
use maud::{Markup, html};

use super::super::club;
use super::super::extract::Ask;
use super::super::preview;
use super::super::stream::is_asked;
use super::rendered::{self, Around, Parts, PublicPage, RenderedParts};
use super::words::{Reader, Words, entered, format_told, standings};
use super::{
    bracket, find, hall, lively, online, part, picture, podium, prizes, queue, report, stream,
    team, venue,
};
use crate::Failure;

/// The number of tables listed for spectators.
const WATCHED: usize = 50;

/// `GET /e/ID`: the public page of an event.
pub async fn show(Path(id): Path<String>, ask: Ask) -> Response {
    let answer = match find::asked(&ask) {
        Some(text) => find::public(&ask, &id, text).await,
        None => page(&ask, &id).await,
    };
    answer.unwrap_or_else(|failure| ask.problem(&failure, "/events"))
}

async fn page(ask: &Ask, id: &str) -> Result<Response, Failure> {
    let path = format!("/e/{id}");
    let shared = hall(ask, id).await?;
    let id = &id.parse()?;
    let part = part(ask, id).await?;
    let own = own(ask, id).await?;
    let club = club::of_event(ask, id).await?;
    let hall = shared.lock().await.clone();
    let words = Words {
        texts: ask.texts(),
        state: hall.event.state(),
        reader: Reader::Public,
    };
    let own = (part.is_some() || own.is_some()).then(|| html! {
        @if part.is_some() { p { a href={ "/e/" (id) "/desk" } data-testid="to-desk" { (words.texts.desk()) } } }
        @if let Some(own) = own { (your_table(&words, &hall, own)) }
    });
    let below = tables(ask, &words, &hall);
    let around = |parts: &Parts| {
        let picture = picture::path(&hall);
        let head = preview::head(ask, &parts.title, &parts.description, &path, &picture);
        Around {
            head: html! { (lively(20)) (head) },
            above: html! {
                (club) (begins(&hall.event.state().preset))
                (queue::shown(&words, ask.site.context().clock.now()))
            },
            below,
            own,
        }
    };
    rendered::answer(ask, &shared, PublicPage::Event, &path, around).await
}

/// The start of an event outside a club.
fn begins(preset: &Preset) -> Markup {
    html! { @if let Some(begins) = &preset.begins {
        p data-testid="begins" { time datetime=(begins) { (begins.replace('T', ", ")) } }
    } }
}

/// The parts of the page that follow from the log.
pub fn parts(texts: Texts, hall: &Hall) -> Parts {
    let (id, state) = (&hall.id, hall.event.state());
    let words = Words {
        texts,
        state,
        reader: Reader::Public,
    };
    let seen = state.visible_to(Viewer::Public);
    let is_over = podium::has_one(state);
    let round = html! {
        (venue::only_read(texts, hall))
        @if state.cancelled { p.problem data-testid="cancelled" { (texts.desk_log_cancelled()) } }
        @for text in seen.announcements.iter().rev().take(3) { p.done data-testid="announced" { (text) } }
        (find::form(texts, &format!("/e/{id}"), state, ""))
        @if is_over {
            h2 { (texts.desk_final_standings()) }
            (podium::shown(&words))
            (picture::link(texts, id.as_str(), state))
            (prizes::told(&words, &seen.prizes))
        } @else if queue::running(state).is_some() {
            (clock(texts, state, None))
        } @else if let Some(round) = seen.rounds.last() {
            h2 { (round_title(texts, state, round.stage, round.round)) }
            (clock(texts, state, None))
            (now(&words, &seen.rounds))
        } @else { p { (texts.desk_not_begun()) } }
    };
    // The last round is above, unless the event is over.
    let listed = usize::from(!is_over);
    let has_queue = |round: &VisibleRound| {
        let stage = state.stages.get(usize::from(round.stage) - 1);
        stage.is_some_and(|stage| stage.queue.is_some())
    };
    let rest = html! {
        @for stage in state.stages.iter().rev() {
            @if stage.method.is_knock_out() {
                h2 { (texts.bracket()) (report::of_stage(&words, stage)) }
                (bracket::drawn(&words, stage))
            }
            h2 { (texts.desk_standings()) @if state.stages.len() > 1 { " " (texts.desk_stage(u32::from(stage.number))) } }
            (standings(&words, stage))
            (team::records(&words, stage))
        }
        @if !is_over {
            (picture::link(texts, id.as_str(), state))
            (prizes::told(&words, &seen.prizes))
        }
        h2 { (entered(texts, state)) }
        @if let Some(fee) = &state.preset.fee { p { (texts.desk_fee(fee)) } }
        ol { @for one in state.entries.keys().filter(|one| !seen.waiting.contains(one)) {
            li value=(one.0) { (report::totals::linked(&words, *one, (!state.stages.is_empty()).then_some(id.as_str()))) }
        } }
        @if !seen.waiting.is_empty() {
            h3 { (texts.desk_waiting_list()) }
            ol data-testid="waiting-list" { @for id in &seen.waiting { li { (words.name(*id)) } } }
        }
        @for stage in state.stages.iter().rev().filter(|stage| stage.queue.is_some()) { (queue::results(&words, stage, &seen.rounds)) }
        @for round in seen.rounds.iter().rev().skip(listed).filter(|round| !has_queue(round) && !is_going_on(state, &seen.rounds, round)) {
            details {
                summary { (round_title(texts, state, round.stage, round.round)) }
                (pairings(&words, round))
            }
        }
        p.row {
            a href={ "/e/" (id) "/results" } data-testid="to-results" { (texts.results()) }
            a href={ "/e/" (id) "/screen" } data-testid="to-screen" { (texts.desk_screen()) }
            @if state.preset.stages.iter().any(|stage| stage.duplicate.is_some()) {
                a href={ "/e/" (id) "/boards" } data-testid="to-boards" { (texts.desk_boards()) }
            }
            a href={ "/e/" (id) "/files/standings.csv" } { "CSV" (texts.colon()) " " (texts.desk_standings()) }
            @if state.preset.team_totals.is_some() {
                a href={ "/e/" (id) "/files/teams.csv" } { "CSV" (texts.colon()) " " (texts.desk_team_totals()) }
            }
            a href={ "/e/" (id) "/files/results.csv" } { "CSV" (texts.colon()) " " (texts.desk_results()) }
            a href={ "/e/" (id) "/files/event.json" } { "JSON" }
        }
        (words.seed())
    };
    Parts {
        title: state.name.clone(),
        description: entered(texts, state),
        round,
        rest,
    }
}

/// The body of the page.
pub fn body(title: &str, around: &Around, (round, rest): RenderedParts<'_>) -> Markup {
    html! {
        main.broad #content data-testid="event-page" {
            h1 { (title) }
            (around.above)
            @if let Some(own) = &around.own { (own) }
            (round)
            (around.below)
            (rest)
        }
    }
}

/// The place of the caller at the event.
async fn own(ask: &Ask, id: &EventId) -> Result<Option<EventPlayer>, Failure> {
    let Some(found) = ask.who().await? else {
        return Ok(None);
    };
    let entered = ask.site.services().store.event_players(id).await?;
    Ok(entered
        .into_iter()
        .find(|one| one.player == found.player.id))
}

/// A link to the reader's table, if one waits for them.
fn your_table(words: &Words<'_>, hall: &Hall, own: EventPlayer) -> Markup {
    let entry = EntryId(own.entry);
    let Some(stage) = words.state.stages.last() else {
        return html! {};
    };
    let of = words.state.entries.get(&entry);
    if of.is_none_or(|of| of.is_replaced(own.place)) {
        return html! {};
    }
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

/// The online tables of the round, if spectators may watch them.
fn tables(ask: &Ask, words: &Words<'_>, hall: &Hall) -> Markup {
    let due = online::watched(hall);
    let stage = words.state.stages.last();
    let score = |spot: Spot, id: &TableId| online::live_score(ask, words, hall, stage?, (spot, id));
    let name = |spot: Spot| {
        let meeting = format!(
            "{} {}",
            words.texts.desk_table(),
            words.state.table_number(spot.meeting)
        );
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

/// The title of a round.
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

/// The meetings in play: the last round, and in an arena also all earlier meetings without a result.
pub fn now(words: &Words<'_>, rounds: &[VisibleRound]) -> Markup {
    let Some((last, before)) = rounds.split_last() else {
        return html! {};
    };
    let open = |round: &&VisibleRound| is_going_on(words.state, rounds, round);
    html! {
        (pairings(words, last))
        @for round in before.iter().rev().filter(open) {
            h3 { (round_title(words.texts, words.state, round.stage, round.round)) }
            (pairings(words, round))
        }
    }
}

/// The status of an entry without a table: a bye, or in an arena waiting.
pub fn without_table(texts: Texts, stage: &Stage) -> String {
    match stage.method.is_continuous() {
        true => texts.desk_arena_waits(),
        false => texts.desk_bye(),
    }
}

/// Whether an earlier round of an arena still has meetings in play.
fn is_going_on(state: &State, rounds: &[VisibleRound], round: &VisibleRound) -> bool {
    let stage = state.stages.get(usize::from(round.stage) - 1);
    stage.is_some_and(|stage| stage.method.is_continuous())
        && rounds.last().is_some_and(|last| last.stage == round.stage)
        && round.tables.iter().any(|table| table.outcome.is_none())
}

/// The public view of a round.
pub fn pairings(words: &Words<'_>, round: &VisibleRound) -> Markup {
    let texts = words.texts;
    let Some(stage) = words.state.stages.get(usize::from(round.stage) - 1) else {
        return html! {};
    };
    // The boards of each table, in a duplicate event.
    let sets = match (
        stage.rules.duplicate,
        stage.rounds.get(usize::from(round.round) - 1),
    ) {
        (Some(_), Some(of)) => &of.pairing.sets[..],
        _ => &[],
    };
    let is_last =
        stage.next_round() == round.round + 1 && stage.number == words.state.stages.len() as u16;
    let ended = |at: usize, outcome: Option<&Outcome>| {
        outcome.map(|outcome| words.outcome(stage, &round.tables[at].meeting, outcome))
    };
    html! {
        (other_format(texts, stage, round.round))
        div.wide tabindex="0" role="group" aria-label=(round_title(texts, words.state, round.stage, round.round)) { table.numbers data-testid="pairings" {
            thead { tr {
                th { (texts.desk_table()) }
                th { (texts.desk_who_meets()) @if !sets.is_empty() { " (" (texts.desk_north_south()) " – " (texts.desk_east_west()) ")" } }
                @if !sets.is_empty() { th { (texts.desk_boards()) } }
                th { (texts.desk_result()) }
            } }
            tbody {
                @for (at, table) in round.tables.iter().enumerate() { tr data-testid="pairing" {
                    @let number = stage.meeting_number(usize::from(round.round) - 1, at);
                    td.number { (words.state.table_number_in(stage, number)) }
                    td {
                        (words.meeting(&table.meeting))
                        (third_place(texts, Some((stage, round.round)), &table.meeting))
                        @if table.outcome.is_none() && is_last { (own_clock(words.state, number)) }
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

/// The format of a round, from 1, if it differs from that of the stage.
pub fn other_format(texts: Texts, stage: &Stage, round: u16) -> Markup {
    let format = stage.format_in(round);
    html! { @if *format != stage.rules.meeting {
        p.help data-testid="other-format" { (texts.desk_format_of_round()) (texts.colon()) " " (format_told(texts, format)) }
    } }
}

/// The note at a meeting for the third place.
pub fn third_place(texts: Texts, at: Option<(&Stage, u16)>, meeting: &Meeting) -> Markup {
    let is_it = at.is_some_and(|(stage, round)| stage.is_for_third_place(round, meeting));
    html! { @if is_it { br; small data-testid="third-place" { (texts.desk_third_place()) } } }
}

/// The current round, and the format of its meetings.
pub fn going_on(state: &State) -> Option<(&Round, &Format)> {
    let stage = state.running().filter(|stage| !stage.is_settled())?;
    Some((
        stage.rounds.last()?,
        stage.format_in(stage.rounds.len() as u16),
    ))
}

/// The clock of a single meeting.
pub fn running_down(until: u64) -> Markup {
    html! { span.clock data-until=(until) { b { (super::super::when::moment(until)) } } }
}

/// The clock of the round or of a meeting, and what happens when it has run down. In an arena, the clock of the whole
/// arena.
pub fn clock(texts: Texts, state: &State, meeting: Option<u16>) -> Markup {
    if let Some(end) = state.running().and_then(Stage::ends_at) {
        return html! {
            p.clock data-until=(end) data-testid="clock" { b { (super::super::when::moment(end)) } " " @if queue::running(state).is_some() { (texts.desk_queue_clock()) } @else { (texts.desk_arena_clock()) } }
        };
    }
    let Some((round, format)) = going_on(state) else {
        return html! {};
    };
    let Some(minutes) = format.minutes else {
        return html! { p { (texts.desk_no_clock()) } };
    };
    html! {
        @match round.clock.ends_at(minutes, meeting) {
            Some(until) => p.clock data-until=(until) data-testid="clock" {
                b { (super::super::when::moment(until)) }
                " " (texts.desk_last_hand())
            },
            None => p.clock data-testid="clock-stopped" {
                b { (left(&round.clock, minutes, meeting)) }
                " " (texts.desk_clock_stopped())
            },
        }
    }
}

/// The button for sounds before the end of the clock. The script shows it.
pub fn sound(texts: Texts) -> Markup {
    html! { p { button.second type="button" data-sound aria-pressed="false" hidden data-testid="clock-sound" { (texts.desk_clock_sound()) } } }
}

/// The time that a stopped clock has left, such as `44:30`.
fn left(clock: &Clock, minutes: u16, meeting: Option<u16>) -> String {
    let own = meeting.and_then(|meeting| clock.tables.get(&meeting));
    let all = [minutes, clock.extra, own.copied().unwrap_or(0)];
    let all: u64 = all.into_iter().map(u64::from).sum();
    let seconds = (all * 60_000).saturating_sub(clock.elapsed(0)) / 1_000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The clock of a table that has more time than the others of the round.
pub fn own_clock(state: &State, meeting: u16) -> Markup {
    let end = going_on(state).and_then(|(round, format)| {
        round.clock.tables.get(&meeting)?;
        round.clock.ends_at(format.minutes?, Some(meeting))
    });
    html! { @if let Some(end) = end { " " (running_down(end)) } }
}

/// `GET /e/ID/screen`: the screen on the wall, or the overlay of a stream.
pub async fn screen(Path(id): Path<String>, ask: Ask) -> Response {
    let path = format!("/e/{id}/screen");
    let answer = async {
        if is_asked(&ask) {
            return stream::show(&ask, &id).await;
        }
        let shared = hall(&ask, &id).await?;
        let now = shared.lock().await.clone();
        let words = Words {
            texts: ask.texts(),
            state: now.event.state(),
            reader: Reader::Public,
        };
        let around = |_: &Parts| Around {
            head: lively(5),
            above: queue::shown(&words, ask.site.context().clock.now()),
            below: html! {},
            own: None,
        };
        rendered::answer(&ask, &shared, PublicPage::Screen, &path, around).await
    };
    let answer: Result<Response, Failure> = answer.await;
    answer.unwrap_or_else(|failure| ask.problem(&failure, "/events"))
}

/// The parts of the screen that follow from the log.
pub fn screen_parts(texts: Texts, hall: &Hall) -> Parts {
    let state = hall.event.state();
    let words = Words {
        texts,
        state,
        reader: Reader::Public,
    };
    let seen = state.visible_to(Viewer::Public);
    let is_on = going_on(state).is_some();
    let round = html! {
        @if let Some(text) = seen.announcements.last() { p.done { (text) } }
        (clock(words.texts, state, None))
        @if is_on { (sound(words.texts)) }
        @if let Some(round) = seen.rounds.last().filter(|_| queue::running(state).is_none()) {
            h2 { (round_title(words.texts, state, round.stage, round.round)) }
            (now(&words, &seen.rounds))
        }
    };
    let rest = html! {
        @if !is_on && let Some(stage) = state.stages.last() {
            h2 { (words.texts.desk_standings()) }
            (standings(&words, stage))
        }
    };
    Parts {
        title: state.name.clone(),
        description: String::new(),
        round,
        rest,
    }
}

/// The body of the screen.
pub fn screen_body(title: &str, around: &Around, (round, rest): RenderedParts<'_>) -> Markup {
    html! {
        main.screen #content data-testid="screen" {
            h1 { (title) }
            (around.above)
            (round)
            (rest)
        }
    }
}
