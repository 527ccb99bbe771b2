//! The director's desk: what is to be done next, tables without a result, who is there.

use axum::extract::Path;
use axum::response::Response;
use capicu_event::{
    CheckIn, Command, Consent, Entrants, Presence, Refused, Stage, StageStatus, State, Status,
    Table, Venue,
};
use capicu_i18n::Texts;
use capicu_store::events::Part;
use maud::{Markup, html};

use super::super::ask::Ask;
use super::super::me::picture;
use super::public::{clock, round_title};
use super::score::{Sheet, fields};
use super::words::{Reader, Words, standings};
use super::{at_desk, field, hidden, lively, online, origin, table, told_done, venue};
use crate::events::{Hall, Slip, join_seal};
use crate::http::Failure;

/// `GET /e/ID/desk`.
pub async fn show(Path(id): Path<String>, ask: Ask) -> Response {
    let path = format!("/e/{id}/desk");
    match page(&ask, &id).await {
        Ok((title, body)) => super::page(&ask, &title, &path, &lively(10), &body),
        Err(failure) => ask.problem(&failure, "/events"),
    }
}

async fn page(ask: &Ask, id: &str) -> Result<(String, Markup), Failure> {
    let desk = at_desk(ask, id).await?;
    let hall = desk.hall.lock().await;
    let state = hall.event.state();
    let words = Words {
        texts: ask.texts(),
        state,
        reader: Reader::Desk,
    };
    let texts = words.texts;
    let to = format!("/e/{id}/desk");
    let version = hall.event.version();
    let body = html! {
        main #content data-testid="desk-page" data-part=(desk.part.id()) {
            h1 { (state.name) }
            (told_done(ask))
            p.row {
                a href={ "/e/" (id) } { (texts.desk_public()) }
                a href={ "/e/" (id) "/screen" } { (texts.desk_screen()) }
                @for what in prints(state) {
                    a href={ "/e/" (id) "/print/" (what) } data-testid={ "to-" (what) } { (printed(texts, what)) }
                }
                a href={ "/e/" (id) "/files/event.jsonl" } data-testid="log" { (texts.desk_log()) }
            }
            (venue::at_the_desk(texts, &hall, desk.part))
            @if hall.is_written() { (next(&words, &hall, &to)) }
            @if let Some(stage) = state.stages.last() {
                (clock(texts, &hall))
                (tables(ask, &words, &hall, stage, &to))
                h2 { (texts.desk_standings()) }
                (standings(&words, stage))
            }
            (entries(ask, &words, &hall, &to))
            @if desk.part == Part::Director {
                h2 { (texts.desk_more()) }
                form.row method="post" action=(to) {
                    (hidden(version))
                    (field("text", &texts.desk_announce(), ""))
                    button.second name="act" value="announce" data-testid="announce" { (texts.desk_tell()) }
                }
                form.row method="post" action=(to) {
                    (hidden(version))
                    button.second name="act" value="undo" data-testid="undo" { (texts.desk_undo()) }
                }
                form.row method="post" action=(to) {
                    (hidden(version))
                    (field("reason", &texts.desk_unpublish_why(), ""))
                    button.second name="act" value="unpublish" data-testid="unpublish" { (texts.desk_unpublish()) }
                }
                form.row method="post" action=(to) {
                    (field("username", &texts.desk_official(), ""))
                    input type="hidden" name="act" value="appoint";
                    select name="part" aria-label=(texts.desk_part()) {
                        option value="display" { (texts.desk_display()) }
                        option value="helper" selected { (texts.desk_helper()) }
                        option value="pairing" { (texts.desk_pairing()) }
                        option value="director" { (texts.desk_director()) }
                    }
                    button.second data-testid="appoint" { (texts.desk_appoint()) }
                }
            }
            p.help { (texts.desk_seed(&state.seed.to_string())) }
            p.help { (texts.desk_head(&hall.event.log().head().to_string())) }
        }
    };
    Ok((state.name.clone(), body))
}

/// What can be printed of an event.
fn prints(state: &State) -> Vec<&'static str> {
    let mut all = vec!["slips", "pairings", "standings"];
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
        _ => texts.desk_print_standings(),
    }
}

/// The one thing that is to be done next.
fn next(words: &Words<'_>, hall: &Hall, to: &str) -> Markup {
    let (texts, state) = (words.texts, words.state);
    let version = hall.event.version();
    let button = |act: &str, label: String| {
        html! {
            form method="post" action=(to) {
                (hidden(version))
                button.big name="act" value=(act) data-testid=(act) { (label) }
            }
        }
    };
    let why_not = |command: Command| hall.event.preview(&command).err();
    html! {
        section.next {
            @match (state.status, state.running()) {
                (Status::Frozen, _) => p data-testid="over" { (texts.desk_over()) },
                (Status::Open, None) => {
                    @if state.stages.len() == state.preset.stages.len() {
                        (button("freeze", texts.desk_freeze()))
                    } @else {
                        @match why_not(Command::OpenStage) {
                            None => (button("open", texts.desk_start())),
                            Some(why) => p.help data-testid="why-not" { (words.refused(&why)) },
                        }
                    }
                },
                (Status::Open, Some(stage)) if stage.draft.is_some() => {
                    p { a.do.big href=(to.replace("/desk", "/draft")) data-testid="to-draft" { (texts.desk_to_draft()) } }
                },
                (Status::Open, Some(_)) => {
                    @match why_not(Command::Draft(Consent::Withheld)) {
                        None => (button("draft", texts.desk_pair())),
                        Some(Refused::NoMoreRounds) => (button("close", texts.desk_close())),
                        Some(Refused::NeedsConsent(breaches)) => {
                            p.problem { (words.refused(&Refused::NeedsConsent(breaches))) }
                            (button("draft-consent", texts.desk_pair_all_the_same()))
                        },
                        Some(why) => p.help data-testid="why-not" { (words.refused(&why)) },
                    }
                },
            }
        }
    }
}

/// The tables of the last round: disputes first, then those without a result.
fn tables(ask: &Ask, words: &Words<'_>, hall: &Hall, stage: &Stage, to: &str) -> Markup {
    let texts = words.texts;
    let Some(round) = stage.rounds.last() else {
        return html! {};
    };
    let number = stage.rounds.len() as u16;
    let rank = |table: &Table| match table {
        Table::Disputed(_) => 0,
        Table::Claimed(_) => 1,
        Table::Open => 2,
        Table::Settled(_) => 3,
    };
    let mut order: Vec<usize> = (0..round.tables.len()).collect();
    order.sort_by_key(|at| rank(&round.tables[*at]));
    let is_running = stage.status == StageStatus::Running;
    let made = hall.rounds_made();
    html! {
        h2 { (round_title(texts, words.state, stage.number, number)) }
        ul.list {
            @for at in order {
                @let (meeting, of) = (&round.pairing.meetings[at], &round.tables[at]);
                @let slip = Slip { stage: stage.number, round: number, meeting: at as u16 + 1, side: 0 };
                li data-testid={ "table-" (at + 1) } {
                    div {
                        a href={ (to.replace("/desk", "/table/")) (slip.name()) } data-testid={ "to-table-" (at + 1) } { (texts.desk_table()) " " (at + 1) }
                        ": " (words.meeting(meeting))
                        (table::told(words, stage, meeting, of))
                    }
                    @if is_running && !matches!(of, Table::Settled(_)) {
                        (online::at_desk(ask, words, hall, (stage, slip, meeting), &made))
                    }
                    @if is_running && !matches!(of, Table::Settled(_)) && round.venues[at] == Venue::Hall {
                        @let sheet = Sheet { stage, round, at };
                        @if sheet.is_long() {
                            p { a.do href={ (to.replace("/desk", "/table/")) (slip.name()) } data-testid={ "sheet-of-" (at + 1) } { (texts.desk_fill_in()) } }
                        } @else { form.result method="post" action=(to) {
                            (hidden(hall.event.version()))
                            @for (name, value) in [("stage", slip.stage), ("round", slip.round), ("meeting", slip.meeting)] {
                                input type="hidden" name=(name) value=(value);
                            }
                            (fields(words, sheet, None))
                            button.second name="act" value="rule" data-testid={ "rule-" (at + 1) } { (texts.desk_rule()) }
                        } }
                    }
                }
            }
        }
    }
}

/// Who has entered, and how others may.
fn entries(ask: &Ask, words: &Words<'_>, hall: &Hall, to: &str) -> Markup {
    let (texts, state) = (words.texts, words.state);
    let version = hall.event.version();
    let required = state.preset.check_in == CheckIn::Required;
    let link = format!(
        "{}/e/{}/join/{}",
        origin(ask, &ask.headers),
        hall.id,
        join_seal(&hall.secret)
    );
    html! {
        h2 { (texts.desk_entries(state.entries.len() as u32)) }
        form.row method="post" action=(to) {
            (hidden(version))
            (field("name", &enter_name(texts, state), ""))
            (field("club", &texts.desk_club(), ""))
            button.second name="act" value="enter" data-testid="enter" { (texts.desk_enter()) }
        }
        details {
            summary data-testid="paste" { (texts.desk_list()) }
            form method="post" action=(to) {
                (hidden(version))
                p.help { (texts.desk_list_help()) }
                textarea name="list" rows="6" data-testid="list" aria-label=(texts.desk_list()) {}
                button.second name="act" value="list" data-testid="enter-list" { (texts.desk_enter()) }
            }
        }
        details {
            summary data-testid="show-link" { (texts.desk_link()) }
            a href=(link) aria-label=(texts.desk_link()) data-testid="join-link" { (picture(&link).unwrap_or_default()) }
            p { code { (link) } }
        }
        ul.list { @for (id, entry) in &state.entries {
            li {
                span {
                    (id) " " a href={ (to.replace("/desk", "/entry/")) (id) } data-testid={ "entry-" (id) } { (entry.name) }
                    @if let Some(club) = &entry.club { " · " (club) }
                    " " small { (presence(texts, state, &entry.presence)) }
                }
                @if required && entry.presence == Presence::Entered {
                    form method="post" action=(to) {
                        (hidden(version))
                        input type="hidden" name="entry" value=(id);
                        button.second name="act" value="check-in" data-testid={ "check-in-" (id) } { (texts.desk_check_in()) }
                    }
                }
            }
        } }
    }
}

/// What is to be written where somebody enters.
pub fn enter_name(texts: Texts, state: &State) -> String {
    match state.preset.entrants {
        Entrants::Team => texts.desk_enter_team(),
        Entrants::Player | Entrants::Pair => texts.desk_enter_name(),
    }
}

/// Whether an entry is there, in words.
pub fn presence(texts: Texts, state: &State, presence: &Presence) -> String {
    match presence {
        Presence::Entered if state.preset.check_in == CheckIn::Required => texts.desk_not_here(),
        Presence::Entered => String::new(),
        Presence::CheckedIn => texts.desk_here(),
        Presence::Withdrawn { .. } => texts.desk_gone(),
    }
}
