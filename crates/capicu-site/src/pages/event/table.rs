//! The desk page of one table: entering or correcting its result.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::Path;
use axum::response::Response;
use capicu_event::{Meeting, Round, Stage, Table};
use capicu_event_service::Slip;
use capicu_protocol::ApiErrorCode;
use capicu_store::events::Part;
use maud::{Markup, html};

use super::super::action::DeskAction;
use super::super::extract::Ask;
use super::public::{clock, round_title, third_place};
use super::score::{Sheet, fields};
use super::words::{Reader, Words};
use super::{at_desk, field, hidden, is_on, number as number_field, team, venue};
use crate::Failure;

/// `GET /e/ID/table/STAGE-ROUND-MEETING-0`: the desk page of a table.
pub async fn show(Path((id, name)): Path<(String, String)>, ask: Ask) -> Response {
    let path = format!("/e/{id}/table/{name}");
    match page(&ask, &id, &name).await {
        Ok(body) => super::page(&ask, &ask.texts().desk_table(), &path, &html! {}, &body),
        Err(failure) => ask.problem(&failure, &format!("/e/{id}/desk")),
    }
}

async fn page(ask: &Ask, id: &str, name: &str) -> Result<Markup, Failure> {
    let desk = at_desk(ask, id).await?;
    let hall = desk.hall.lock().await.clone();
    let (texts, state) = (ask.texts(), hall.event.state());
    let words = Words {
        texts,
        state,
        reader: Reader::Desk,
    };
    let none = Failure::new(ApiErrorCode::NotFound);
    let slip = Slip::by_name(name).filter(|slip| slip.entries(state).is_some());
    let slip = slip.ok_or(none)?;
    let stage = &state.stages[usize::from(slip.stage) - 1];
    let round = &stage.rounds[usize::from(slip.round) - 1];
    let at = usize::from(slip.meeting) - 1;
    let (meeting, table) = (&round.pairing.meetings[at], &round.tables[at]);
    let sheet = Sheet { stage, round, at };
    let number = stage.meeting_number(usize::from(slip.round) - 1, at);
    let known = match table {
        Table::Settled(outcome) => Some(outcome),
        Table::Claimed(claim) => Some(&claim.outcome),
        Table::Disputed(claims) => claims.first().map(|claim| &claim.outcome),
        Table::Open => None,
    };
    let none = BTreeMap::new();
    let recorded = round.recorded.get(&at).unwrap_or(&none);
    let settled = known.filter(|_| matches!(table, Table::Settled(_)));
    let act = if matches!(table, Table::Settled(_)) {
        DeskAction::Correct
    } else {
        DeskAction::Rule
    };
    Ok(html! {
        main #content data-testid="table-page" {
            h1 { (texts.desk_table()) " " (state.table_number_in(stage, number)) }
            p { (round_title(texts, state, slip.stage, slip.round)) }
            p { b { (words.meeting(meeting)) } (third_place(texts, Some((stage, slip.round)), meeting)) }
            (told(&words, stage, meeting, table))
            (team::told(&words, stage, meeting, &round.line_ups[at], (settled, recorded)))
            (venue::only_read(texts, &hall))
            @if is_on(&hall) && !stage.rules.sittings.is_empty() && *table == Table::Open && !stage.has_tables(number) {
                @for side in &meeting.sides { @for entry in side {
                    details {
                        summary data-testid={ "line-up-" (entry) } {
                            (texts.desk_line_up_of(&words.name(*entry)))
                            @if team::is_handed_in(sheet, *entry) { (texts.colon()) " " (texts.desk_line_up_there()) }
                        }
                        form method="post" action={ "/e/" (id) "/desk" } {
                            (hidden(ask, hall.event.version()))
                            input type="hidden" name="entry" value=(entry);
                            @for (field, value) in [("stage", slip.stage), ("round", slip.round), ("meeting", slip.meeting)] {
                                input type="hidden" name=(field) value=(value);
                            }
                            (team::line_up(&words, sheet, *entry))
                            button.second name="act" value=(DeskAction::LineUp) data-testid={ "hand-in-" (entry) } { (texts.desk_line_up_hand_in()) }
                        }
                    }
                } }
            }
            @if is_on(&hall) { form method="post" action={ "/e/" (id) "/desk" } {
                (hidden(ask, hall.event.version()))
                input type="hidden" name="act" value=(act);
                @for (field, value) in [("stage", slip.stage), ("round", slip.round), ("meeting", slip.meeting)] {
                    input type="hidden" name=(field) value=(value);
                }
                (fields(&words, sheet, known))
                label {
                    (texts.desk_kind())
                    select name="kind" data-testid="kind" {
                        option value="played" { (texts.desk_kind_played()) }
                        @for (side, who) in meeting.sides.iter().enumerate() {
                            option value={ "absent-" (side) } { (texts.desk_forfeit(&words.side(who))) }
                        }
                        option value="absent" { (texts.desk_forfeit_all()) }
                        option value="void" { (texts.desk_void()) }
                    }
                }
                (field("reason", &texts.desk_reason(), ""))
                button data-testid=(act) { @if act == DeskAction::Correct { (texts.desk_correct()) } @else { (texts.desk_rule()) } }
            } }
            @let is_last = stage.rounds.len() == usize::from(slip.round) && state.running() == Some(stage);
            @if is_last && settled.is_none() && stage.format_in(slip.round).minutes.is_some() && !stage.method.is_continuous() {
                (clock(texts, state, Some(number)))
                @if is_on(&hall) && desk.part >= Part::Pairing { form.row method="post" action={ "/e/" (id) "/desk" } {
                    (hidden(ask, hall.event.version()))
                    input type="hidden" name="meeting" value=(number);
                    (number_field("minutes", &texts.desk_clock_minutes(), "5"))
                    button.second name="act" value=(DeskAction::ExtendClock) data-testid="clock-extend" { (texts.desk_clock_extend_table()) }
                } }
            }
            @if meeting.entries().any(|entry| !hall.chairs(slip, entry).is_empty()) {
                form method="post" action={ "/e/" (id) "/hands/" (name) } {
                    p.help { (texts.desk_hand_anew_help()) }
                    button.second data-testid="hands-anew" { (texts.desk_hand_anew()) }
                }
            }
            p.row {
                a href={ "/e/" (id) "/desk" } { (texts.desk()) }
                @if let Some(next) = next_open(round, at).filter(|_| is_last) {
                    @let slip = Slip { meeting: next as u16 + 1, ..slip };
                    @let number = stage.meeting_number(usize::from(slip.round) - 1, next);
                    a href={ "/e/" (id) "/table/" (slip.name()) } data-testid="next-table" { (texts.desk_next_table(state.table_number_in(stage, number))) }
                }
            }
        }
    })
}

/// The next table of a round without a result; after the last one the search begins again at the first.
fn next_open(round: &Round, at: usize) -> Option<usize> {
    let is_open = |at: &usize| !matches!(round.tables[*at], Table::Settled(_));
    let tables = round.tables.len();
    (at + 1..tables).chain(0..at).find(is_open)
}

/// How far a table is, as the desk sees it.
pub fn told(words: &Words<'_>, stage: &Stage, meeting: &Meeting, table: &Table) -> Markup {
    let texts = words.texts;
    let who = |by: &BTreeSet<u8>| {
        let sides = by
            .iter()
            .filter_map(|side| meeting.sides.get(usize::from(*side)));
        sides
            .map(|side| words.side(side))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let claims = match table {
        Table::Claimed(claim) => std::slice::from_ref(claim),
        Table::Disputed(claims) => claims,
        Table::Open | Table::Settled(_) => &[],
    };
    html! {
        @match table {
            Table::Open => p { (texts.desk_open()) },
            Table::Claimed(_) => p { (texts.desk_claimed()) },
            Table::Disputed(_) => p.problem data-testid="disputed" { (texts.desk_disputed()) },
            Table::Settled(outcome) => p data-testid="settled" { b { (words.outcome(stage, meeting, outcome)) } },
        }
        @for claim in claims {
            p { (texts.desk_says(&who(&claim.by))) " " b { (words.outcome(stage, meeting, &claim.outcome)) } }
        }
    }
}
