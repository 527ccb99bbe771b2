//! Printed pages: slips, pairings, standings and other reports.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::Response;
use capicu_event::report::{results, times};
use capicu_event::{DecidedBy, Event, Format, Meeting, Stage, Venue, Viewer, VisibleRound};
use capicu_event_service::{Hall, Slip};
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use capicu_store::events::Part;
use maud::{Markup, html};

use super::super::extract::Ask;
use super::super::me::picture;
use super::public::{other_format, pairings, round_title, third_place, without_table};
use super::report::{StageNumbers, apart};
use super::words::{Reader, Words, standings};
use super::{at_desk, boards, bracket, origin, prizes, report, score, team, venue};
use crate::Failure;

/// `GET /e/ID/print/WHAT`: a page to print.
pub async fn show(Path((id, what)): Path<(String, String)>, ask: Ask) -> Response {
    let path = format!("/e/{id}/print/{what}");
    let ask = Arc::new(ask);
    match page(&ask, &id, &what).await {
        Ok((title, body)) => super::page(&ask, &title, &path, &html! {}, &body),
        Err(failure) => ask.problem(&failure, &format!("/e/{id}/desk")),
    }
}

async fn page(ask: &Arc<Ask>, id: &str, what: &str) -> Result<(String, Markup), Failure> {
    let desk = at_desk(ask, id).await?;
    let hall = desk.hall.lock().await.clone();
    let name = hall.event.state().name.clone();
    let inner = match PrintedReport::by_name(what) {
        Some(report) => {
            let texts = ask.texts();
            apart(ask, move || report.shown(texts, &hall.event)).await?
        }
        None => {
            let (of, part, what) = (Arc::clone(ask), desk.part, what.to_owned());
            apart(ask, move || of_round(&of, &hall, part, &what)).await??
        }
    };
    let body = html! {
        main.paper #content data-testid={ "print-" (what) } {
            h1 { (name) }
            (inner)
        }
    };
    Ok((name, body))
}

/// A report of the whole event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PrintedReport {
    Standings,
    Bracket,
    StartList,
    Cross,
    Cards,
    Statistics,
}

impl PrintedReport {
    fn by_name(name: &str) -> Option<Self> {
        match name {
            "standings" => Some(Self::Standings),
            "bracket" => Some(Self::Bracket),
            "start-list" => Some(Self::StartList),
            "cross" => Some(Self::Cross),
            "cards" => Some(Self::Cards),
            "statistics" => Some(Self::Statistics),
            _ => None,
        }
    }

    fn shown(self, texts: Texts, event: &Event) -> Markup {
        let state = event.state();
        let words = Words {
            texts,
            state,
            reader: Reader::Public,
        };
        let stages = match self {
            Self::StartList | Self::Bracket => Vec::new(),
            Self::Standings | Self::Cross | Self::Cards | Self::Statistics => {
                StageNumbers::all(state)
            }
        };
        match self {
            Self::StartList => html! {
                h2 { (texts.results_start_list()) }
                (report::start_list::table(&words, Reader::Desk, None))
            },
            Self::Bracket => html! {
                @for stage in state.stages.iter().filter(|stage| stage.method.is_knock_out()) {
                    h2 { (texts.bracket()) (report::of_stage(&words, stage)) }
                    (bracket::drawn(&words, stage))
                }
            },
            Self::Standings => html! {
                @for numbers in &stages {
                    @let stage = numbers.stage;
                    h2 { (texts.desk_standings()) (report::of_stage(&words, stage)) }
                    (standings(&words, stage))
                    (team::records(&words, stage))
                    h3 { (texts.results_totals()) }
                    (report::totals::table(&words, numbers, None))
                }
                (prizes::told(&words, &state.visible_to(Viewer::Public).prizes))
                p { (texts.desk_head(&event.log().head().to_string())) }
            },
            Self::Cross | Self::Cards | Self::Statistics if stages.is_empty() => {
                html! { p { (texts.desk_not_begun()) } }
            }
            Self::Cross => html! { @for numbers in &stages {
                h2 { (texts.results_cross()) (report::of_stage(&words, numbers.stage)) }
                (report::cross::table(&words, numbers))
            } },
            Self::Cards => {
                html! { @for numbers in &stages { (report::card::all(&words, numbers)) } }
            }
            Self::Statistics => {
                let results = results(state, Viewer::Public);
                let times = times(event);
                html! { @for (at, numbers) in stages.iter().enumerate() {
                    h2 { (texts.results_statistics()) (report::of_stage(&words, numbers.stage)) }
                    (report::statistics::table(&words, numbers, &results, times.stages.get(at)))
                } }
            }
        }
    }
}

/// A page about the rounds.
fn of_round(ask: &Ask, hall: &Hall, part: Part, what: &str) -> Result<Markup, Failure> {
    let state = hall.event.state();
    let words = Words {
        texts: ask.texts(),
        state,
        reader: Reader::Public,
    };
    Ok(match what {
        // A slip is of the copy that is written.
        "slips" if !hall.is_written() => venue::only_read(words.texts, hall),
        "slips" => slips(ask, hall, &words),
        "pairings" => match state.visible_to(Viewer::Public).rounds.last() {
            Some(round) => html! {
                h2 { (round_title(words.texts, state, round.stage, round.round)) }
                (pairings(&words, round))
                @if let Some(stage) = state.stages.get(usize::from(round.stage) - 1) { (by_name(&words, round, stage)) }
            },
            None => html! { p { (words.texts.desk_not_begun()) } },
        },
        "travellers" => {
            html! { @for stage in &state.stages { (boards::travellers(ask.site.events().pars(), &words, stage)) } }
        }
        // A person who has seen the deals must not play.
        "deals" if part == Part::Director => html! {
            @for stage in &state.stages { (boards::deals(&words, stage)) }
            @if state.stages.is_empty() { p { (words.texts.desk_not_begun()) } }
        },
        _ => return Err(Failure::new(ApiErrorCode::NotFound)),
    })
}

/// A slip for each side of each table of the round, with its link as a picture.
fn slips(ask: &Ask, hall: &Hall, words: &Words<'_>) -> Markup {
    let texts = words.texts;
    let Some(stage) = words.state.stages.last() else {
        return html! { p { (texts.desk_not_begun()) } };
    };
    let Some(round) = stage.rounds.last() else {
        return html! { p { (texts.desk_not_begun()) } };
    };
    let number = stage.rounds.len() as u16;
    html! { div.slips {
        @for (meeting, of) in (1u16..).zip(&round.pairing.meetings) {
            // An online table needs no slip.
            @let in_hall = round.venues[usize::from(meeting) - 1] == Venue::Hall;
            @for (side, who) in (0u8..).zip(&of.sides).filter(|_| in_hall) {
                @let slip = Slip { stage: stage.number, round: number, meeting, side };
                @let seal = slip.seal(&hall.secret, words.state).unwrap_or_default();
                @let link = format!("{}/e/{}/slip/{}/{seal}", origin(ask, &ask.headers), hall.id, slip.name());
                section.slip data-testid="slip" {
                    a href=(link) aria-label=(words.side(who)) data-testid="slip-link" { (picture(&link).unwrap_or_default()) }
                    small { (words.state.name) }
                    h2 { (texts.desk_slip(u32::from(number), words.state.table_number_in(stage, stage.meeting_number(usize::from(number) - 1, usize::from(meeting) - 1)))) }
                    p { b { (words.side(who)) } }
                    p { (words.meeting(of)) (third_place(texts, Some((stage, number)), of)) }
                    (other_format(texts, stage, number))
                    @if let Some(boards) = words.boards(stage, round.pairing.sets.get(usize::from(meeting) - 1)) { p { (boards) } }
                    table {
                        tr { td {} @for side in &of.sides { th { (words.side(side)) } } }
                        @for (what, is_games) in rows(texts, stage, round.pairing.sets.get(usize::from(meeting) - 1).copied()) {
                            tr { th scope="row" { (what) } @for _ in &of.sides { td.box { @if is_games { (texts.desk_games()) } @else { (texts.desk_points()) } } } }
                        }
                    }
                    @if side == 0 && has_hands(stage) { (hands(words, of)) }
                    p { (texts.desk_signatures()) }
                }
            }
        }
    } }
}

/// The lines for hands on the slip of a table.
const HANDS: usize = 12;

/// Whether a table writes down its hands: one table with points.
fn has_hands(stage: &Stage) -> bool {
    let rules = &stage.rules;
    rules.is_one_table() && rules.meeting.decided_by == DecidedBy::Points
}

/// The record of the hands, to be filled in: the first side hands it in with the result.
fn hands(words: &Words<'_>, meeting: &Meeting) -> Markup {
    html! { table.hands data-testid="hands" {
        tr { th { (words.texts.desk_hand_number()) } @for side in &meeting.sides { th { (words.side(side)) } } }
        @for hand in 1..=HANDS { tr { td.number { (hand) } @for _ in &meeting.sides { td {} } } }
    } }
}

/// The table of each player, sorted by name.
fn by_name(words: &Words<'_>, round: &VisibleRound, stage: &Stage) -> Markup {
    let tables = round.tables.iter().enumerate().flat_map(|(at, table)| {
        let number = stage.meeting_number(usize::from(round.round) - 1, at);
        table.meeting.entries().map(move |entry| {
            (
                entry,
                words.state.table_number_in(stage, number).to_string(),
            )
        })
    });
    let without = without_table(words.texts, stage);
    let byes = round.byes.iter().map(|bye| (bye.entry, without.clone()));
    let named = tables
        .chain(byes)
        .map(|(entry, at)| (words.name(entry), at));
    let mut named: Vec<(String, String)> = named.collect();
    named.sort_by_cached_key(|(name, _)| name.to_lowercase());
    html! {
        h2 { (words.texts.desk_by_name()) }
        ul.names data-testid="by-name" { @for (name, at) in &named { li { (name) " · " b { (at) } } } }
    }
}

/// The lines of a sheet: the name of each, and whether it counts rounds won.
fn rows(texts: Texts, stage: &Stage, set: Option<u16>) -> Vec<(String, bool)> {
    let is_games = |format: &Format| format.decided_by == DecidedBy::Games;
    let rules = &stage.rules;
    if rules.duplicate.is_some() {
        let boards = stage.boards(set.unwrap_or_default()).into_iter();
        return boards
            .map(|board| (texts.desk_board(board.number), false))
            .collect();
    }
    if rules.sittings.is_empty() {
        return vec![(texts.desk_result(), is_games(&rules.meeting))];
    }
    let tables = score::numbered(rules);
    tables
        .map(|(sitting, table, of)| (texts.desk_sitting(sitting, table), is_games(&of.meeting)))
        .collect()
}
