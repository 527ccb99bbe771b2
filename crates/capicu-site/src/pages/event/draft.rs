//! A draft before it is published: reviewed table by table, and changed by hand.

use axum::extract::Path;
use axum::response::Response;
use capicu_event::{Bye, ByeKind, Costs, EntryId, Fact, Meeting, Pairing, Refused, Stage, State};
use capicu_event_service::{Hall, NotDone};
use maud::{Markup, html};

use super::super::action::DeskAction;
use super::super::extract::Ask;
use super::public::{third_place, without_table};
use super::words::{Reader, Words};
use super::{at_desk, field, hidden, venue};
use crate::Failure;

/// `GET /e/ID/draft`: the draft of a round.
pub async fn show(Path(id): Path<String>, ask: Ask) -> Response {
    let path = format!("/e/{id}/draft");
    match page(&ask, &id).await {
        Ok(body) => super::page(&ask, &ask.texts().desk_draft(), &path, &html! {}, &body),
        Err(failure) => ask.problem(&failure, &format!("/e/{id}/desk")),
    }
}

async fn page(ask: &Ask, id: &str) -> Result<Markup, Failure> {
    let desk = at_desk(ask, id).await?;
    let hall = desk.hall.lock().await.clone();
    let state = hall.event.state();
    let texts = ask.texts();
    let words = Words {
        texts,
        state,
        reader: Reader::Desk,
    };
    let to = format!("/e/{id}/desk");
    let draft = state.running().and_then(|stage| stage.draft.as_ref());
    let Some(draft) = draft else {
        return Ok(html! {
            main #content data-testid="no-draft" {
                h1 { (texts.desk_draft()) }
                p { (texts.desk_no_draft()) }
                p { a.do href=(to) { (texts.desk()) } }
            }
        });
    };
    let version = hall.event.version();
    let publish = vec![capicu_event::Command::Publish];
    let stale = ask.site.events().preview(&hall, publish, |_, _| ()).await;
    let stale = matches!(stale, Err(NotDone::Refused(_, why)) if *why == Refused::StaleDraft);
    let costs = |at: usize| match draft.costs.get(at) {
        Some(costs) => words.costs(costs),
        None => String::new(),
    };
    // If a schedule fixes all pairings, there is nothing to compare or change.
    let scheduled = state.running().is_some_and(|stage| !stage.method.is_open());
    // Boards move between fixed tables.
    let fixed = state
        .running()
        .is_some_and(|stage| stage.method.moves_boards());
    let boards = |at: usize| words.boards(state.running()?, draft.pairing.sets.get(at));
    let without = state.running().map(|stage| without_table(texts, stage));
    let without = without.unwrap_or_default();
    let tables = draft.pairing.meetings.len();
    let number_of = |at: usize, meeting: &Meeting| {
        let queue = state.running().and_then(|stage| stage.queue.as_ref());
        match queue.and_then(|queue| queue.table_for(meeting)) {
            Some(table) => state.number_of_table(table),
            None => state.table_number(at as u16 + 1),
        }
    };
    let is_written = hall.is_written();
    Ok(html! {
        main.broad #content data-testid="draft-page" {
            h1 { (texts.desk_draft()) }
            (venue::only_read(texts, &hall))
            @if stale { p.problem data-testid="stale" { (texts.desk_refused_draft()) } }
            @if scheduled {
                p.help data-testid="scheduled" { (texts.desk_draft_scheduled()) @if !fixed { " " (texts.desk_draft_tables()) } }
            }
            @else { p.help { (texts.desk_draft_help()) } }
            (words.seed())
            @if let Some(edited) = edited(&hall) {
                p.done data-testid="edited" { (texts.desk_edited(edited.reason)) }
                @let other = edited.otherwise(&draft.pairing);
                @if !other.is_empty() {
                    p.help { (texts.desk_edited_before()) }
                    ul.help data-testid="before" { @for (meeting, costs) in other {
                        li { (words.meeting(meeting)) @if let Some(costs) = costs { (words.texts.colon()) " " (words.costs(costs)) } }
                    } }
                }
            }
            @for breach in &draft.breaches { p.problem data-testid="breach" { (words.breach(breach)) } }
            form method="post" action=(to) {
                (hidden(ask, version))
                div.wide tabindex="0" role="group" aria-label=(texts.desk_draft()) { table.numbers {
                    thead { tr { th { (texts.desk_table()) } th { (texts.desk_who_meets()) } @if !fixed { th { (texts.desk_numbers()) } } @if !scheduled { th { (texts.desk_why()) } } } }
                    tbody {
                        @for (at, meeting) in draft.pairing.meetings.iter().enumerate() { tr data-testid="drafted" {
                            td.number { (number_of(at, meeting)) }
                            td { (words.meeting(meeting)) (third_place(texts, state.running().map(|stage| (stage, stage.next_round())), meeting)) @if let Some(boards) = boards(at) { br; small { (boards) } } }
                            @if !fixed {
                                td {
                                    @if !is_written { (numbers(meeting)) }
                                    @else { input.few type="text" name={ "t-" (at) } value=(numbers(meeting)) data-testid={ "seats-" (at + 1) } aria-label={ (texts.desk_table()) " " (number_of(at, meeting)) }; }
                                }
                            }
                            @if !scheduled { td { small { (costs(at)) } } }
                        } }
                        @for (at, bye) in draft.pairing.byes.iter().enumerate() { tr {
                            td {}
                            td { (words.name(bye.entry)) (words.texts.colon()) " " (without) }
                            @if !fixed {
                                td {
                                    @if !is_written { (bye.entry) }
                                    @else { input.few type="text" name={ "b-" (at) } value=(bye.entry) data-testid={ "bye-" (at + 1) } aria-label=(texts.desk_bye()); }
                                }
                            }
                            @if !scheduled { td { small { (costs(tables + at)) } } }
                        } }
                        @if is_written && !scheduled { (further(&words, &draft.pairing)) }
                    }
                } }
                @if is_written { p.row {
                    button name="act" value=(DeskAction::Publish) disabled[stale] data-testid="publish" { (texts.desk_publish()) }
                    button.second name="act" value=(DeskAction::Discard) data-testid="discard" { (texts.desk_discard()) }
                } }
                @if is_written && !fixed { details {
                    summary { (texts.desk_edit()) }
                    p.help { (texts.desk_edit_help()) }
                    (field("reason", &texts.desk_reason(), ""))
                    button.second name="act" value=(DeskAction::Edit) data-testid="edit" { (texts.desk_edit()) }
                } }
            }
            p { a href=(to) { (texts.desk()) } }
        }
    })
}

/// Fields for one more table, and for one more bye.
fn further(words: &Words<'_>, pairing: &Pairing) -> Markup {
    let texts = words.texts;
    let (tables, byes) = (pairing.meetings.len(), pairing.byes.len());
    let row = |number: Option<u32>, name: &str, test: &str, label: &str| {
        html! { tr {
            td.number { @if let Some(number) = number { (number) } }
            td { small { (label) } }
            td { input.few type="text" name=(name) value="" data-testid=(test) aria-label=(label); }
            td {}
        } }
    };
    let number = words.state.table_number(tables as u16 + 1);
    html! {
        (row(Some(number), &format!("t-{tables}"), "seats-more", &texts.desk_one_more_table()))
        (row(None, &format!("b-{byes}"), "bye-more", &texts.desk_one_more_bye()))
    }
}

/// A draft that was changed by hand.
struct Edited<'a> {
    /// The reason for the change.
    reason: &'a str,
    /// The pairing before the change, and its costs.
    before: &'a Pairing,
    costs: &'a [Costs],
}

impl<'a> Edited<'a> {
    /// The removed tables, and what each would have cost.
    fn otherwise(&self, now: &Pairing) -> Vec<(&'a Meeting, Option<&'a Costs>)> {
        let before = self.before.meetings.iter().enumerate();
        before
            .filter(|(_, meeting)| !now.meetings.contains(meeting))
            .map(|(at, meeting)| (meeting, self.costs.get(at)))
            .collect()
    }
}

/// The last change by hand of the draft that waits.
fn edited(hall: &Hall) -> Option<Edited<'_>> {
    let lines = hall.event.log().lines();
    let drafted = lines
        .iter()
        .rposition(|line| matches!(line.fact, Fact::Drafted { .. }))?;
    let Fact::Drafted { pairing, costs, .. } = &lines[drafted].fact else {
        return None;
    };
    let undone = hall.event.log().undone();
    let reason = lines[drafted..].iter().rev().find_map(|line| {
        let Fact::Edited { reason, .. } = &line.fact else {
            return None;
        };
        (!undone.contains(&line.n)).then_some(reason.as_str())
    })?;
    Some(Edited {
        reason,
        before: pairing,
        costs,
    })
}

/// The entry numbers of a meeting as the form shows them: `3 – 8`, or `1 4 – 2 7` with partners.
fn numbers(meeting: &Meeting) -> String {
    let side = |side: &Vec<EntryId>| {
        let ids: Vec<String> = side.iter().map(|id| id.to_string()).collect();
        ids.join(" ")
    };
    meeting
        .sides
        .iter()
        .map(side)
        .collect::<Vec<_>>()
        .join(" – ")
}

/// The pairing that a form asks for. The event decides whether it is allowed.
pub fn pairing(ask: &Ask, state: &State, stage: &Stage) -> Option<Pairing> {
    let draft = stage.draft.as_ref()?;
    let ids = |text: &str| -> Option<Vec<EntryId>> {
        let words = text.split_whitespace();
        words.map(|word| word.parse().ok().map(EntryId)).collect()
    };
    let mut wanted = Pairing {
        meetings: Vec::new(),
        byes: Vec::new(),
        sets: draft.pairing.sets.clone(),
    };
    // An empty table is not played, and the field after the last one is one more table.
    for at in 0..=draft.pairing.meetings.len() {
        let text = ask.field(&format!("t-{at}")).replace('–', "-");
        if text.is_empty() {
            continue;
        }
        let sides: Option<Vec<_>> = text.split('-').map(ids).collect();
        wanted.meetings.push(Meeting { sides: sides? });
    }
    let next = stage.next_round();
    for at in 0..=draft.pairing.byes.len() {
        for entry in ids(ask.field(&format!("b-{at}")))? {
            let asked = state.entries.get(&entry);
            let asked = asked.is_some_and(|of| of.byes.contains(&next));
            let kind = if asked {
                ByeKind::Requested
            } else {
                ByeKind::Pairing
            };
            wanted.byes.push(Bye { entry, kind });
        }
    }
    // Without a movement, all tables play the same boards.
    if let Some(set) = draft.pairing.sets.first()
        && !stage.method.moves_boards()
    {
        wanted.sets = vec![*set; wanted.meetings.len()];
    }
    Some(wanted)
}
