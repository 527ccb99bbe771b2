//! The queue of a stage in which the winner stays: who plays, who is next, and how long the others wait.

use std::collections::BTreeMap;

use capicu_event::{EntryId, Queue, Stage, State, VisibleRound, standings};
use capicu_event_service::Hall;
use capicu_i18n::Texts;
use capicu_store::events::Part;
use maud::{Markup, html};

use super::super::action::DeskAction;
use super::super::extract::Ask;
use super::hidden;
use super::words::Words;

/// The stage with a queue, while it is running.
pub fn running(state: &State) -> Option<(&Stage, &Queue)> {
    let stage = state.running()?;
    Some((stage, stage.queue.as_ref()?))
}

/// The tables and the queue for everybody, at this time in milliseconds.
pub fn shown(words: &Words<'_>, now: u64) -> Markup {
    match running(words.state) {
        Some(found) => section(words, found, now, |_| html! {}),
        None => html! {},
    }
}

/// The tables and the queue at the desk. For directors each entry can leave.
pub fn at_desk(ask: &Ask, words: &Words<'_>, hall: &Hall, part: Part, to: &str) -> Markup {
    let Some(found) = running(words.state) else {
        return html! {};
    };
    let now = ask.site.context().clock.now();
    let texts = words.texts;
    let may = part == Part::Director && hall.is_written();
    section(words, found, now, |id| {
        html! { @if may {
            form method="post" action=(to) {
                (hidden(ask, hall.event.version()))
                input type="hidden" name="entry" value=(id);
                input type="hidden" name="reason" value=(texts.queue_leaves(&words.name(id)));
                button.second name="act" value=(DeskAction::Withdraw) aria-label=(texts.queue_leaves(&words.name(id))) data-testid={ "leaves-" (id) } { (texts.queue_leave()) }
            }
        } }
    })
}

fn section(
    words: &Words<'_>,
    (stage, queue): (&Stage, &Queue),
    now: u64,
    leave: impl Fn(EntryId) -> Markup,
) -> Markup {
    let texts = words.texts;
    let seats = queue.seats();
    let waits = waits(stage, queue, now);
    let sheets = standings::sheets(words.state, stage);
    let run = |id: &EntryId| sheets.get(id).map_or(0, |sheet| sheet.streak() as u32);
    html! {
        section data-testid="queue" {
            h2 { (texts.queue_title()) }
            ul.list data-testid="queue-tables" { @for (at, table) in seats.tables().iter().enumerate() { li { span {
                b { (texts.queue_table(words.state.number_of_table(at))) }
                @for side in table.sides() {
                    br;
                    @match side.first() {
                        Some(id) => { (words.name(*id)) @if run(id) > 1 { " · " small { (texts.desk_arena_run(run(id))) } } },
                        None => small { (texts.queue_lacks()) },
                    }
                }
            } } } }
            h2 { (texts.queue_unit()) }
            @if seats.queue().is_empty() { p { (texts.queue_nobody()) } }
            ol.list data-testid="queue-waiting" { @for (at, id) in seats.queue().iter().enumerate() { li {
                span { (at + 1) " " (words.name(*id)) @if let Some(wait) = waits.get(at) { " · " small { (words.texts.queue_wait(*wait)) } } }
                (leave(*id))
            } } }
            (best(words, &sheets))
        }
    }
}

/// The expected waits in seconds, from the head of the queue, of those whose match begins before the time is over.
fn waits(stage: &Stage, queue: &Queue, now: u64) -> Vec<u64> {
    let waits = queue.seats().waits(now / 1_000).unwrap_or_default();
    let waits = waits.into_iter().map(|wait| wait.seconds);
    let in_time = |wait: &u64| stage.ends_at().is_none_or(|ends| now + wait * 1_000 < ends);
    waits.take_while(in_time).collect()
}

/// Why no match can begin now.
pub fn why_none(texts: Texts, stage: &Stage) -> String {
    match stage.is_settled() {
        true => texts.queue_lacks(),
        false => texts.desk_queue_playing(),
    }
}

/// The longest winning streak, with everybody who has it.
fn best(words: &Words<'_>, sheets: &BTreeMap<EntryId, standings::Sheet>) -> Markup {
    let most = sheets.values().map(standings::Sheet::best_streak).max();
    let most = most.filter(|most| *most > 1);
    html! { @if let Some(most) = most {
        @let who = sheets.iter().filter(|(_, sheet)| sheet.best_streak() == most);
        @let who: Vec<String> = who.map(|(id, _)| words.name(*id)).collect();
        p data-testid="queue-best" { (words.texts.queue_best(most as u32, &who.join(", "))) }
    } }
}

/// The place of an entry in the queue, and its expected wait.
pub fn of_entry(words: &Words<'_>, entry: EntryId, now: u64) -> Markup {
    let Some((stage, queue)) = running(words.state) else {
        return html! {};
    };
    let place = queue.seats().queue().iter().position(|id| *id == entry);
    let waits = waits(stage, queue, now);
    html! { @if let Some(place) = place {
        p data-testid="queue-place" {
            (words.texts.desk_queue_place(place as u32 + 1))
            @if let Some(wait) = waits.get(place) { " · " (words.texts.queue_wait(*wait)) }
        }
    } }
}

/// All matches of a stage that have a result, the latest first.
pub fn results(words: &Words<'_>, stage: &Stage, rounds: &[VisibleRound]) -> Markup {
    let texts = words.texts;
    let own = rounds.iter().filter(|round| round.stage == stage.number);
    let matches = own.enumerate().flat_map(|(round, of)| {
        let tables = of.tables.iter().enumerate();
        tables.map(move |(at, table)| (stage.meeting_number(round, at), table))
    });
    let ended = matches.filter_map(|(number, table)| {
        let outcome = table.outcome.as_ref()?;
        Some((
            number,
            &table.meeting,
            words.outcome(stage, &table.meeting, outcome),
        ))
    });
    let mut ended: Vec<_> = ended.collect();
    ended.reverse();
    html! { @if !ended.is_empty() { details {
        summary data-testid="queue-results" { (texts.desk_queue_matches()) }
        div.wide tabindex="0" role="group" aria-label=(texts.desk_queue_matches()) { table.numbers {
            thead { tr { th { (texts.desk_table()) } th { (texts.desk_who_meets()) } th { (texts.desk_result()) } } }
            tbody { @for (number, meeting, told) in &ended { tr {
                td.number { (words.state.table_number_in(stage, *number)) }
                td { (words.meeting(meeting)) }
                td { b { (told) } }
            } } }
        } }
    } } }
}
