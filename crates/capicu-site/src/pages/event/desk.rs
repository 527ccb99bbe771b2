//! The director's desk: next steps, tables without a result, and who is present.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::Response;
use capicu_event::standings::Cut;
use capicu_event::{
    CheckIn, Entrants, EntryId, Method, Payment, Presence, Refused, Stage, StageStatus, State,
    Status, Table, Venue,
};
use capicu_event_service::work::Weight;
use capicu_event_service::{Hall, Slip, arena, category, join_seal};
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use capicu_store::events::Part;
use maud::{Markup, html};
use serde::Deserialize;

use super::super::action::DeskAction;
use super::super::club;
use super::super::extract::{Ask, unkept};
use super::super::me::picture;
use super::line::{self, Said};
use super::public::{clock, going_on, own_clock, round_title, running_down, sound, third_place};
use super::score::{Sheet, fields};
use super::words::{Reader, Words, entered, standings};
use super::{
    at_desk, cut, field, find, follow, hidden, is_on, lively, lively_by_script, number, online,
    origin, prizes, queue, sees_all, table, told_done, venue,
};
use crate::Failure;
use crate::club_events::heard::published;

/// With more tables, the desk lists them without a form each.
const INLINE: usize = 12;

/// The fields in the address of the desk.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Show {
    /// The number of a table, to see its page.
    table: String,
    /// The meeting that was entered by the line.
    line: String,
    /// `line` for the line alone.
    part: String,
}

/// `GET /e/ID/desk`: the director’s desk.
pub async fn show(Path(id): Path<String>, ask: Ask) -> Response {
    let Show { table, line, .. } = ask.form();
    let wanted = find::asked(&ask).or_else(|| (!table.is_empty()).then_some(table));
    if let Some(text) = wanted {
        let answer = find::at_the_desk(&ask, &id, text).await;
        return answer.unwrap_or_else(|failure| ask.problem(&failure, "/events"));
    }
    let said = line.parse().map_or(Said::Nothing, Said::Entered);
    let ask = Arc::new(ask);
    let page = page(&ask, &id, said).await;
    page.unwrap_or_else(|failure| ask.problem(&failure, "/events"))
}

/// The desk, with the answer to the last line.
///
/// # Errors
///
/// If the reader has no role at the event.
pub async fn page(ask: &Arc<Ask>, id: &str, said: Said) -> Result<Response, Failure> {
    let desk = at_desk(ask, id).await?;
    let path = format!("/e/{id}/desk");
    let hall = desk.hall.lock().await.clone();
    let name = hall.event.state().name.clone();
    if ask.form::<Show>().part == "line" {
        let words = Words {
            texts: ask.texts(),
            state: hall.event.state(),
            reader: Reader::Desk,
        };
        let line = line::section(ask, &words, &hall, &path, &said);
        let body = html! { main #content { h1 { (name) } (line) } };
        return Ok(super::page(ask, &name, &path, &html! {}, &body));
    }
    let club = club::of_event(ask, &desk.id).await?;
    let why_not = ask.site.events().why_not_due(&hall).await;
    // The line has the focus, or will have it: a reload would lose what is typed.
    let script = match said {
        Said::Nothing => lively(10),
        Said::Entered(_) | Said::Wrong { .. } => lively_by_script(10),
    };
    let (of, part) = (Arc::clone(ask), desk.part);
    let render = move || body(&of, &hall, part, &club, why_not, &said);
    let body = ask.site.events().work().run(Weight::Light, render).await;
    let body = body.map_err(|_| Failure::new(ApiErrorCode::Unavailable))?;
    let page = super::page(ask, &name, &path, &script, &body);
    Ok(match ask.site.follow() {
        // The link for a second device is on it.
        Some(_) => unkept(page),
        None => page,
    })
}

fn body(
    ask: &Ask,
    hall: &Hall,
    part: Part,
    club: &Markup,
    why_not: Option<Refused>,
    said: &Said,
) -> Markup {
    let (id, state) = (&hall.id, hall.event.state());
    let words = Words {
        texts: ask.texts(),
        state,
        reader: Reader::Desk,
    };
    let texts = words.texts;
    let to = format!("/e/{id}/desk");
    let version = hall.event.version();
    html! {
        main.broad #content data-testid="desk-page" data-part=(part.id()) {
            h1 { (state.name) }
            (told_done(ask))
            (club)
            p.row {
                a href={ "/e/" (id) } { (texts.desk_public()) }
                a href={ "/e/" (id) "/screen" } { (texts.desk_screen()) }
                // A slip is of the copy that is written.
                @for what in prints(state).into_iter().filter(|what| *what != "slips" || hall.is_written()) {
                    a href={ "/e/" (id) "/print/" (what) } data-testid={ "to-" (what) } { (printed(texts, what)) }
                }
                @if prints(state).contains(&"travellers") { a href={ "/e/" (id) "/boards" } data-testid="to-boards" { (texts.desk_boards()) } }
                a href={ "/e/" (id) "/log" } data-testid="to-log" { (texts.desk_log_page()) }
            }
            (venue::at_the_desk(ask, hall, part))
            (follow::at_the_desk(ask, hall, part))
            @if hall.is_written() { (next(ask, &words, hall, why_not, &to)) }
            (contests(ask, &words, hall, part, &to))
            @if state.stages.last().is_some() { (clock(texts, state, None)) @if going_on(state).is_some() { (sound(texts)) } }
            @if part > Part::Display { (line::section(ask, &words, hall, &to, said)) }
            @if hall.is_written() && part >= Part::Pairing { (clock_forms(ask, texts, hall, &to)) }
            (find::form(texts, &to, state, ""))
            (queue::at_desk(ask, &words, hall, part, &to))
            div.halves {
                @if let Some(stage) = state.stages.last() { section { (tables(ask, &words, hall, stage, &to)) } }
                section { (entries(ask, &words, hall, part, &to)) }
            }
            @if let Some(stage) = state.stages.last() {
                h2 { (texts.desk_standings()) }
                (standings(&words, stage))
                (prizes::told(&words, &prizes::now(state)))
                @if state.status == Status::Open && !state.preset.prizes.is_empty() { p.help { (texts.desk_prizes_now()) } }
            }
            @if part == Part::Director {
                h2 { (texts.desk_more()) }
                @if is_on(hall) {
                form.row method="post" action=(to) {
                    (hidden(ask, version))
                    (field("text", &texts.desk_announce(), ""))
                    button.second name="act" value=(DeskAction::Announce) data-testid="announce" { (texts.desk_tell()) }
                }
                form.row method="post" action=(to) {
                    (hidden(ask, version))
                    (field("reason", &texts.desk_unpublish_why(), ""))
                    button.second name="act" value=(DeskAction::Unpublish) data-testid="unpublish" { (texts.desk_unpublish()) }
                }
                (plan(ask, &words, hall, &to))
                }
                @if hall.is_written() {
                form.row method="post" action=(to) {
                    (hidden(ask, version))
                    button.second name="act" value=(DeskAction::Undo) data-testid="undo" { (texts.desk_undo()) }
                }
                (listing(ask, &words, hall, &to))
                }
                form.row method="post" action=(to) {
                    (field("username", &texts.desk_official(), ""))
                    input type="hidden" name="act" value=(DeskAction::Appoint);
                    select name="part" aria-label=(texts.desk_part()) {
                        option value="display" { (texts.desk_display()) }
                        option value="helper" selected { (texts.desk_helper()) }
                        option value="pairing" { (texts.desk_pairing()) }
                        option value="director" { (texts.desk_director()) }
                    }
                    button.second data-testid="appoint" { (texts.desk_appoint()) }
                }
            }
            (words.seed())
            p.help { (texts.desk_head(&hall.event.log().head().to_string())) }
        }
    }
}

/// The printable pages of an event.
fn prints(state: &State) -> Vec<&'static str> {
    let mut all = vec!["slips", "pairings", "standings", "start-list"];
    if !state.stages.is_empty() {
        all.extend(["cross", "cards", "statistics"]);
    }
    if state.stages.iter().any(|stage| stage.method.is_knock_out()) {
        all.push("bracket");
    }
    if state
        .preset
        .stages
        .iter()
        .any(|stage| stage.duplicate.is_some())
    {
        all.extend(["travellers", "deals"]);
    }
    all
}

fn printed(texts: Texts, what: &str) -> String {
    match what {
        "travellers" => texts.desk_print_travellers(),
        "deals" => texts.desk_print_deals(),
        "slips" => texts.desk_print_slips(),
        "pairings" => texts.desk_print_pairings(),
        "start-list" => texts.results_print_start_list(),
        "cross" => texts.results_print_cross(),
        "cards" => texts.results_print_cards(),
        "statistics" => texts.results_print_statistics(),
        "bracket" => texts.results_print_bracket(),
        _ => texts.desk_print_standings(),
    }
}

/// The one thing that is to be done next.
fn next(ask: &Ask, words: &Words<'_>, hall: &Hall, why_not: Option<Refused>, to: &str) -> Markup {
    let (texts, state, now) = (words.texts, words.state, ask.site.context().clock.now());
    let version = hall.event.version();
    let button = |act: DeskAction, label: String| {
        html! {
            form method="post" action=(to) {
                (hidden(ask, version))
                button.big name="act" value=(act) data-testid=(act) { (label) }
            }
        }
    };
    html! {
        section.next {
            @match (state.status, state.running()) {
                _ if state.cancelled => p.problem data-testid="cancelled" { (texts.desk_log_cancelled()) },
                (Status::Frozen, _) => p data-testid="over" { (texts.desk_over()) },
                (Status::Open, None) => {
                    @if state.stages.len() == state.preset.stages.len() {
                        (cut::title_forms(ask, words, hall, to))
                        (button(DeskAction::Freeze, texts.desk_freeze()))
                    } @else if let Some(tied) = cut::last(state).filter(Cut::is_open) {
                        (cut::forms(ask, words, hall, &tied, to))
                    } @else {
                        @match why_not {
                            None => (button(DeskAction::OpenStage, texts.desk_start())),
                            Some(why) => p.help data-testid="why-not" { (words.refused(&why)) },
                        }
                    }
                },
                (Status::Open, Some(stage)) if stage.draft.is_some() => {
                    p { a.do.big href=(to.replace("/desk", "/draft")) data-testid="to-draft" { (texts.desk_to_draft()) } }
                },
                (Status::Open, Some(stage)) if stage.ends_at().is_some_and(|end| now >= end) => {
                    p { (texts.desk_arena_over()) }
                    (button(DeskAction::CloseStage, texts.desk_close()))
                },
                (Status::Open, Some(_)) if arena::by_itself(state).is_some() => {
                    p.help data-testid="by-itself" {
                        @if queue::running(state).is_some() { (texts.desk_queue_by_itself()) } @else { (texts.desk_arena_by_itself()) }
                    }
                    form method="post" action=(to) {
                        (hidden(ask, version))
                        button.second name="act" value=(DeskAction::CloseStage) data-testid="close" { (texts.desk_close()) }
                    }
                },
                (Status::Open, Some(stage)) => {
                    @match why_not {
                        None if stage.queue.is_some() => (button(DeskAction::Begin, texts.queue_next_match())),
                        None if stage.method.is_continuous() => (button(DeskAction::Draft, texts.desk_pair_free())),
                        None => (button(DeskAction::Draft, texts.desk_pair())),
                        Some(why @ Refused::NobodyFree) => {
                            p.help data-testid="why-not" {
                                @if stage.queue.is_some() { (queue::why_none(texts, stage)) } @else { (words.refused(&why)) }
                            }
                            form method="post" action=(to) {
                                (hidden(ask, version))
                                button.second name="act" value=(DeskAction::CloseStage) data-testid="close" { (texts.desk_close()) }
                            }
                        },
                        Some(Refused::NoMoreRounds) => (button(DeskAction::CloseStage, texts.desk_close())),
                        // A knock-out that is decided can be closed.
                        Some(Refused::NobodyPlays) if stage.method.is_knock_out() => (button(DeskAction::CloseStage, texts.desk_close())),
                        Some(Refused::NeedsConsent(breaches)) => {
                            p.problem { (words.refused(&Refused::NeedsConsent(breaches))) }
                            (button(DeskAction::DraftWithConsent, texts.desk_pair_all_the_same()))
                        },
                        Some(why) => p.help data-testid="why-not" { (words.refused(&why)) },
                    }
                },
            }
        }
    }
}

/// Results that a side contests: the desk corrects them or leaves them.
fn contests(ask: &Ask, words: &Words<'_>, hall: &Hall, part: Part, to: &str) -> Markup {
    let (texts, state) = (words.texts, words.state);
    let rounds = state
        .stages
        .iter()
        .flat_map(|stage| (0..stage.rounds.len()).map(move |round| (stage, round)));
    let contests = rounds.flat_map(|(stage, round)| {
        let contests = stage.rounds[round].contests.iter();
        contests.map(move |(at, contest)| (stage, round, *at, contest))
    });
    html! {
        @for (stage, round, at, contest) in contests {
            @let slip = Slip { stage: stage.number, round: round as u16 + 1, meeting: at as u16 + 1, side: 0 };
            section.next data-testid="contest" {
                p.problem {
                    (round_title(texts, state, slip.stage, slip.round)) (texts.colon()) " "
                    (texts.desk_log_contested(&words.name(contest.by), state.table_number(stage.meeting_number(round, at))))
                    " (" (contest.reason) ")"
                }
                @if let Some(outcome) = stage.outcome(round, at) { p { (words.result(usize::from(slip.stage), round + 1, slip.meeting, outcome)) } }
                @if part == Part::Director && hall.is_written() {
                    p { a.do href={ (to.replace("/desk", "/table/")) (slip.name()) } data-testid="contest-correct" { (texts.desk_contest_correct()) } }
                    form.row method="post" action=(to) {
                        (hidden(ask, hall.event.version()))
                        @for (name, value) in [("stage", slip.stage), ("round", slip.round), ("meeting", slip.meeting)] {
                            input type="hidden" name=(name) value=(value);
                        }
                        (field("reason", &texts.desk_reason(), ""))
                        button.second name="act" value=(DeskAction::RejectContest) data-testid="reject-contest" { (texts.desk_contest_reject()) }
                    }
                }
            }
        }
    }
}

/// The forms for the name of the event, its place in lists, and its end before the start.
fn listing(ask: &Ask, words: &Words<'_>, hall: &Hall, to: &str) -> Markup {
    let (texts, state) = (words.texts, words.state);
    let version = hall.event.version();
    let (act, label) = match state.hidden {
        true => (DeskAction::ListAgain, texts.desk_list_again()),
        false => (DeskAction::Hide, texts.desk_hide()),
    };
    html! {
        @if !state.cancelled && state.status == Status::Open {
            form.row method="post" action=(to) {
                (hidden(ask, version))
                (field("name", &texts.desk_event_name(), &state.name))
                button.second name="act" value=(DeskAction::Rename) data-testid="rename" { (texts.desk_rename()) }
            }
        }
        form.row method="post" action=(to) {
            (hidden(ask, version))
            button.second name="act" value=(act) data-testid=(act) { (label) }
        }
        @if !state.cancelled && state.stages.is_empty() {
            form.row method="post" action=(to) {
                (hidden(ask, version))
                (field("reason", &texts.desk_reason(), ""))
                button.second name="act" value=(DeskAction::Cancel) data-testid="cancel" { (texts.desk_cancel()) }
            }
        }
    }
}

/// The buttons of the round clock: start, stop, more time.
fn clock_forms(ask: &Ask, texts: Texts, hall: &Hall, to: &str) -> Markup {
    let state = hall.event.state();
    let timed = going_on(state).filter(|(_, format)| format.minutes.is_some());
    let is_continuous = |stage: &Stage| stage.method.is_continuous();
    let Some((round, _)) = timed.filter(|_| !state.running().is_some_and(is_continuous)) else {
        return html! {};
    };
    let (is_on, by_desk) = (round.clock.since.is_some(), round.clock.by_desk);
    let button = |act: DeskAction, label: String, fields: Markup| {
        html! {
            form.row method="post" action=(to) {
                (hidden(ask, hall.event.version()))
                (fields)
                button.second name="act" value=(act) data-testid=(act) { (label) }
            }
        }
    };
    html! {
        div.row {
            @if !is_on { (button(DeskAction::StartClock, texts.desk_clock_continue(), html! {})) }
            @if is_on && !by_desk { (button(DeskAction::StartClock, texts.desk_clock_start(), html! {})) }
            @if is_on { (button(DeskAction::PauseClock, texts.desk_clock_pause(), html! {})) }
            (button(DeskAction::ExtendClock, texts.desk_clock_extend(), number("minutes", &texts.desk_clock_minutes(), "5")))
        }
    }
}

/// The forms that change the plan: another number of rounds, or the end before the planned one.
fn plan(ask: &Ask, words: &Words<'_>, hall: &Hall, to: &str) -> Markup {
    let (texts, state) = (words.texts, words.state);
    let version = hall.event.version();
    let running = state.running();
    let has_played = state.stages.iter().any(|stage| !stage.rounds.is_empty());
    let is_planned = |stage: &&Stage| !stage.method.is_continuous() && !stage.method.is_knock_out();
    let can_exchange = |stage: &&Stage| {
        let everybody_meets = matches!(stage.method, Method::RoundRobin { .. });
        everybody_meets && stage.draft.is_none() && stage.next_round() < stage.n_rounds
    };
    let is_early = match running {
        Some(stage) => is_planned(&stage) || stage.method.is_continuous(),
        None => state.stages.len() < state.preset.stages.len(),
    };
    html! {
        @if let Some(stage) = running.filter(is_planned) {
            form.row method="post" action=(to) {
                (hidden(ask, version))
                (number("rounds", &texts.desk_rounds_of_stage(), &stage.n_rounds.to_string()))
                (field("reason", &texts.desk_reason(), ""))
                button.second name="act" value=(DeskAction::ChangeRounds) data-testid="change-rounds" { (texts.desk_rounds_change()) }
            }
        }
        @if state.status == Status::Open {
            form.row method="post" action=(to) {
                (hidden(ask, version))
                (number("table", &texts.desk_first_table(), &state.first_table.to_string()))
                button.second name="act" value=(DeskAction::NumberTables) data-testid="first-table" { (texts.desk_first_table_set()) }
            }
        }
        @if let Some(stage) = running.filter(can_exchange) {
            form.row method="post" action=(to) {
                (hidden(ask, version))
                (number("round", &texts.desk_rounds_exchange_one(), &stage.next_round().to_string()))
                (number("rounds", &texts.desk_rounds_exchange_other(), &stage.n_rounds.to_string()))
                (field("reason", &texts.desk_reason(), ""))
                button.second name="act" value=(DeskAction::ExchangeRounds) data-testid="exchange-rounds" { (texts.desk_rounds_exchange()) }
            }
        }
        @if state.status == Status::Open && has_played && is_early {
            form.row method="post" action=(to) {
                (hidden(ask, version))
                (field("reason", &texts.desk_reason(), ""))
                button.second name="act" value=(DeskAction::EndEarly) data-testid="end-early" { (texts.desk_end_early()) }
            }
        }
    }
}

/// The tables of the last round: disputes first, then those without a result.
fn tables(ask: &Ask, words: &Words<'_>, hall: &Hall, stage: &Stage, to: &str) -> Markup {
    let texts = words.texts;
    let Some(last) = stage.rounds.len().checked_sub(1) else {
        return html! {};
    };
    let rank = |table: &Table| match table {
        Table::Disputed(_) => 0,
        Table::Claimed(_) => 1,
        Table::Open => 2,
        Table::Settled(_) => 3,
    };
    // Meetings of an arena begin and end at any time: show all in play, and the latest pairings.
    let is_arena = stage.method.is_continuous();
    let first = if is_arena { 0 } else { last };
    let all = (first..=last)
        .flat_map(|round| (0..stage.rounds[round].tables.len()).map(move |at| (round, at)));
    let is_open = |(round, at): &(usize, usize)| {
        !matches!(stage.rounds[*round].tables[*at], Table::Settled(_))
    };
    let mut order: Vec<(usize, usize)> = all
        .filter(|place| place.0 == last || is_open(place))
        .collect();
    order.sort_by_key(|(round, at)| rank(&stage.rounds[*round].tables[*at]));
    let published = if is_arena {
        published(hall.event.log().lines())
    } else {
        Vec::new()
    };
    let until = |round: usize| {
        let at = *published.last()?.get(round)?;
        Some(at + u64::from(stage.format_in(round as u16 + 1).minutes?) * 60_000)
    };
    let is_running = stage.status == StageStatus::Running && hall.is_written();
    let made = hall.rounds_made();
    // The forms of many tables would fill a phone: there is the entry line, and the page of each table.
    let is_long = order.len() > INLINE;
    let is_settled = |(round, at): &(usize, usize)| {
        matches!(stage.rounds[*round].tables[*at], Table::Settled(_))
    };
    let settled = match is_long {
        true => order
            .iter()
            .position(is_settled)
            .map(|first| order.split_off(first)),
        false => None,
    };
    let item = |(round_at, at): (usize, usize)| {
        html! {
            @let round = &stage.rounds[round_at];
            @let (meeting, of) = (&round.pairing.meetings[at], &round.tables[at]);
            @let slip = Slip { stage: stage.number, round: round_at as u16 + 1, meeting: at as u16 + 1, side: 0 };
            @let number = stage.meeting_number(round_at, at);
            li data-testid={ "table-" (number) } {
                div {
                    a href={ (to.replace("/desk", "/table/")) (slip.name()) } data-testid={ "to-table-" (number) } { (texts.desk_table()) " " (words.state.table_number(number)) }
                    (words.texts.colon()) " " (words.meeting(meeting)) (third_place(texts, Some((stage, slip.round)), meeting))
                    @if let Some(boards) = words.boards(stage, round.pairing.sets.get(at)) { " · " (boards) }
                    @if let Some(until) = until(round_at).filter(|_| !matches!(of, Table::Settled(_))) { " " (running_down(until)) }
                    @if !matches!(of, Table::Settled(_)) && !is_arena { (own_clock(words.state, number)) }
                    @if !is_long || *of != Table::Open { (table::told(words, stage, meeting, of)) }
                }
                @if is_running && !matches!(of, Table::Settled(_)) {
                    (online::at_desk(ask, words, hall, (stage, slip), &made))
                }
                @if is_running && !matches!(of, Table::Settled(_)) && round.venues[at] == Venue::Hall && !(is_long && *of == Table::Open) {
                    @let sheet = Sheet { stage, round, at };
                    @if sheet.is_long() {
                        p { a.do href={ (to.replace("/desk", "/table/")) (slip.name()) } data-testid={ "sheet-of-" (number) } { (texts.desk_fill_in()) } }
                    } @else { form.result method="post" action=(to) {
                        (hidden(ask, hall.event.version()))
                        @for (name, value) in [("stage", slip.stage), ("round", slip.round), ("meeting", slip.meeting)] {
                            input type="hidden" name=(name) value=(value);
                        }
                        // One side has reported a result: the desk accepts it, or enters another one.
                        @let said = match of { Table::Claimed(claim) => Some(&claim.outcome), _ => None };
                        (fields(words, sheet, said))
                        button.second name="act" value=(DeskAction::Rule) data-testid={ "rule-" (number) } {
                            @if said.is_some() { (texts.desk_accept()) } @else { (texts.desk_rule()) }
                        }
                    } }
                }
            }
        }
    };
    html! {
        h2 { @if stage.queue.is_some() { (texts.desk_queue_matches()) } @else { (round_title(texts, words.state, stage.number, last as u16 + 1)) } }
        @if is_arena && is_running && stage.queue.is_none() { (free(words, stage)) }
        ul.list { @for place in &order { (item(*place)) } }
        @if let Some(settled) = settled {
            details {
                summary data-testid="settled-tables" { (texts.desk_settled(settled.len() as u32)) }
                ul.list { @for place in &settled { (item(*place)) } }
            }
        }
    }
}

/// The entries that can be paired in an arena.
fn free(words: &Words<'_>, stage: &Stage) -> Markup {
    let state = words.state;
    let seated = stage.seated();
    let is_free = |id: &&EntryId| state.is_present(**id) && !seated.contains(*id);
    let free: Vec<String> = stage
        .order
        .iter()
        .filter(is_free)
        .map(|id| words.name(*id))
        .collect();
    html! { p data-testid="free" { (words.texts.desk_free(free.len() as u32)) @if !free.is_empty() { (words.texts.colon()) " " (free.join(", ")) } } }
}

/// The entries, and how more people can enter.
fn entries(ask: &Ask, words: &Words<'_>, hall: &Hall, part: Part, to: &str) -> Markup {
    let (texts, state) = (words.texts, words.state);
    let version = hall.event.version();
    let is_on = is_on(hall);
    let required = state.preset.check_in == CheckIn::Required && is_on;
    let sees_paid = sees_all(part, state);
    let payments = state.entries.values().map(|entry| entry.payment);
    let paid = payments.filter(|of| *of == Payment::Paid).count();
    // If the event asks for no fee, there is no box to tick.
    let asks_to_pay = sees_paid && is_on && (state.preset.fee.is_some() || paid > 0);
    let link = format!(
        "{}/e/{}/join/{}",
        origin(ask, &ask.headers),
        hall.id,
        join_seal(&hall.secret)
    );
    html! {
        h2 { (entered(texts, state)) }
        @if let Some(fee) = &state.preset.fee {
            p { (texts.desk_fee(fee)) @if sees_paid { " " (texts.desk_paid_of(paid as u32, state.entries.len() as u32)) } }
        }
        @if is_on {
        form.row method="post" action=(to) {
            (hidden(ask, version))
            (field("name", &enter_name(texts, state), ""))
            (field("club", &texts.desk_club(), ""))
            button.second name="act" value=(DeskAction::Enter) data-testid="enter" { (texts.desk_enter()) }
        }
        details {
            summary data-testid="paste" { (texts.desk_list()) }
            form method="post" action=(to) {
                (hidden(ask, version))
                p.help { (texts.desk_list_help()) }
                p.help { (texts.desk_list_file()) }
                label { (texts.venue_choose()) input type="file" accept=".csv,.tsv,.txt,text/csv" data-into="list" data-testid="list-file"; }
                textarea name="list" rows="6" data-testid="list" aria-label=(texts.desk_list()) {}
                button.second name="act" value=(DeskAction::EnterList) data-testid="enter-list" { (texts.desk_enter()) }
            }
        }
        details {
            summary data-testid="show-link" { (texts.desk_link()) }
            a href=(link) aria-label=(texts.desk_link()) data-testid="join-link" { (picture(&link).unwrap_or_default()) }
            p { code { (link) } }
        }
        @if part == Part::Director { details {
            summary data-testid="limit-places" { (texts.desk_places()) }
            form.row method="post" action=(to) {
                (hidden(ask, version))
                (number("places", &texts.desk_places_field(), &state.places.map(|places| places.to_string()).unwrap_or_default()))
                button.second name="act" value=(DeskAction::Limit) data-testid="limit" { (texts.desk_places_set()) }
            }
        } }
        }
        p { a href={ (to.replace("/desk", "/files/entries.csv")) } data-testid="entries-file" { "CSV" (texts.colon()) " " (texts.desk_entries_word()) } }
        @if state.waiting().next().is_some() {
            h3 { (texts.desk_waiting_list()) }
            ol.list data-testid="waiting-list" { @for id in state.waiting() {
                li {
                    span { (id) " " a href={ (to.replace("/desk", "/entry/")) (id) } { (words.name(id)) } }
                    @if part == Part::Director && is_on { form method="post" action=(to) {
                        (hidden(ask, version))
                        input type="hidden" name="entry" value=(id);
                        button.second name="act" value=(DeskAction::LetIn) data-testid={ "let-in-" (id) } { (texts.desk_let_in()) }
                    } }
                }
            } }
        }
        ul.list { @for (id, entry) in state.entries.iter().filter(|(_, entry)| entry.presence != Presence::Waiting) {
            li {
                span {
                    (id) " " a href={ (to.replace("/desk", "/entry/")) (id) } data-testid={ "entry-" (id) } { (entry.current_name()) }
                    @if let Some(club) = &entry.club { " · " (club) }
                    @for category in &entry.categories { " · " (category::called(category, texts)) }
                    " " small { (presence(texts, state, &entry.presence)) }
                    @if sees_paid && entry.payment == Payment::Paid { " " small data-testid={ "has-paid-" (id) } { (texts.desk_paid()) } }
                }
                @if asks_to_pay && entry.payment == Payment::Due && !matches!(entry.presence, Presence::Withdrawn { .. }) {
                    form method="post" action=(to) {
                        (hidden(ask, version))
                        input type="hidden" name="entry" value=(id);
                        button.second name="act" value=(DeskAction::Paid) data-testid={ "paid-" (id) } { (texts.desk_pay()) }
                    }
                }
                @if required && entry.presence == Presence::Entered {
                    form method="post" action=(to) {
                        (hidden(ask, version))
                        input type="hidden" name="entry" value=(id);
                        button.second name="act" value=(DeskAction::CheckIn) data-testid={ "check-in-" (id) } { (texts.desk_check_in()) }
                    }
                }
            }
        } }
    }
}

/// The label of the name field of the entry form.
pub fn enter_name(texts: Texts, state: &State) -> String {
    match state.preset.entrants {
        Entrants::Team => texts.desk_enter_team(),
        Entrants::Player | Entrants::Pair => texts.desk_enter_name(),
    }
}

/// Describes whether an entry is present.
pub fn presence(texts: Texts, state: &State, presence: &Presence) -> String {
    match presence {
        Presence::Entered if state.preset.check_in == CheckIn::Required => texts.desk_not_here(),
        Presence::Entered => String::new(),
        Presence::CheckedIn => texts.desk_here(),
        Presence::Waiting => texts.desk_waits(),
        Presence::Withdrawn { .. } => texts.desk_gone(),
    }
}
