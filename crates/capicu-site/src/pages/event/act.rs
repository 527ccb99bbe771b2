//! Actions of the desk: one form and command each. Weighty commands show a preview first.

mod seats;

use std::sync::Arc;

use axum::extract::Path;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::conduct::line;
use capicu_event::{
    Command, Consent, EntryId, Outcome, Payment, Refused, Stage, State, Venue, WrittenBy,
};
use capicu_event_service::effects::{Effect, effects};
use capicu_event_service::list_warnings::{EntryPlace, OtherEntry, Warning, warnings};
use capicu_event_service::venue::Copy;
use capicu_event_service::work::{Weight as Work, is_large};
use capicu_event_service::{Done, Hall, NotDone, Sent, SharedHall, roster};
use capicu_protocol::ApiErrorCode;
use capicu_store::events::Part;
use maud::{Markup, html};
use serde::Deserialize;

use super::super::action::DeskAction;
use super::super::extract::{Ask, lead_to, status};
use super::words::{Reader, Words, n_entries, parts};
use super::{AtDesk, at_desk, cut, draft, entry, may_change, not_done, score, team};
use crate::Failure;

/// How much a command weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weight {
    /// The command runs at once, even if the event changed since the form was shown.
    Light,
    /// The command runs at once if the event has not changed since the form was shown.
    Exact,
    /// The desk shows a preview before the command runs.
    Weighty,
}

/// The commands of a form.
struct Wanted {
    commands: Vec<Command>,
    weight: Weight,
    least: Part,
    /// Doubts about a pasted list, which the preview shows.
    warnings: Vec<String>,
}

/// Why a form names no possible command.
enum Unclear {
    /// The form is not from this server.
    Form,
    /// Something is missing in it.
    Missing(String),
}

/// The fields of a desk form except its action. Categories, scores, seats and line-ups have one field each and are read
/// by name.
#[derive(Default, Deserialize)]
#[serde(default)]
struct DeskForm {
    key: String,
    seen: String,
    sure: String,
    entry: String,
    name: String,
    club: String,
    places: String,
    stage: String,
    round: String,
    rounds: String,
    other: String,
    table: String,
    meeting: String,
    minutes: String,
    leaves: String,
    joins: String,
    points: String,
    score: String,
    to: String,
    text: String,
    reason: String,
}

/// A pasted list.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ListForm {
    key: String,
    seen: String,
    list: String,
}

/// The form that appoints a helper at the desk.
#[derive(Default, Deserialize)]
#[serde(default)]
struct AppointForm {
    part: String,
    username: String,
}

/// `POST /e/ID/desk`: runs a command.
pub async fn act(Path(id): Path<String>, ask: Ask) -> Response {
    let back = format!("/e/{id}/desk");
    let desk = async {
        let desk = at_desk(&ask, &id).await?;
        may_change(&ask).await?;
        Ok::<_, Failure>(desk)
    };
    let desk = match desk.await {
        Ok(desk) => desk,
        Err(failure) => return ask.problem(&failure, &back),
    };
    let action = match ask.action() {
        Ok(DeskAction::Appoint) => return appoint(&ask, desk).await,
        Ok(DeskAction::EnterLine) => return super::line::enter(ask, desk).await,
        Ok(action) => action,
        Err(failure) => return ask.problem(&failure, &back),
    };
    let list = match listed(&ask, action, &desk.hall).await {
        Ok(list) => list,
        Err(failure) => return ask.problem(&failure, &back),
    };
    let mut hall = desk.hall.lock().await;
    let wanted = match wanted(&ask, action, &hall, list) {
        Ok(wanted) => wanted,
        Err(Unclear::Form) => {
            return ask.problem(&Failure::new(ApiErrorCode::Malformed), &back);
        }
        Err(Unclear::Missing(why)) => {
            let why = html! { p { (why) } (list_again(&ask, &back)) };
            return not_done(&ask, ApiErrorCode::BadOptions, &why, &back);
        }
    };
    if desk.part < wanted.least {
        let why = html! { p { (ask.texts().desk_director_only()) } };
        return not_done(&ask, ApiErrorCode::Blocked, &why, &back);
    }
    let recalls = |command: &Command| command.traits().written_by == WrittenBy::AnyCopy;
    let recalls = wanted.commands.iter().all(recalls);
    if !hall.is_written() && !recalls {
        let why = html! { p { (ask.texts().venue_refused_elsewhere()) } };
        return not_done(&ask, ApiErrorCode::Full, &why, &back);
    }
    let form: DeskForm = ask.form();
    if wanted.weight == Weight::Weighty && form.sure != "yes" {
        // Others read and change the event meanwhile.
        let before = hall.clone();
        drop(hall);
        return preview(&ask, &before, wanted).await;
    }
    let seen = form.seen.parse().unwrap_or_default();
    let sent = Sent {
        key: format!("desk.{}", form.key),
        seen: (wanted.weight != Weight::Light).then_some(seen),
    };
    let was_drafting = matches!(
        wanted.commands[..],
        [Command::Draft(_) | Command::Edit { .. }]
    );
    let events = ask.site.events();
    let before = hall.event.log().bytes();
    // In a large event, to publish or to undo takes a moment too.
    let is_slow = is_large(&hall.event) && wanted.weight != Weight::Light;
    let done = match Work::of(&wanted.commands, &hall.event) {
        Work::Light | Work::Reading if !is_slow => {
            events.carry_out(&mut hall, &sent, wanted.commands).await
        }
        Work::Light | Work::Reading | Work::Pairing | Work::Verifying => {
            // Others read the event and write down results meanwhile.
            drop(hall);
            let done = events.carry_out_apart(&desk.hall, &sent, wanted.commands);
            let done = done.await;
            hall = desk.hall.lock().await;
            done
        }
    };
    // A short form may make a long log.
    let stored = hall.event.log().bytes().saturating_sub(before);
    ask.site.note_stored(stored as u64, ask.peer, &ask.headers);
    let back = if was_drafting {
        format!("/e/{id}/draft")
    } else {
        back
    };
    answer(&ask, &hall, done, &back)
}

/// The entries of a pasted list with their warnings, or the mistakes in it by line.
type List = Result<WarnedList, Vec<(usize, roster::Mistake)>>;

/// A pasted list, and the doubts about its lines.
struct WarnedList {
    entries: Vec<roster::Listed>,
    warnings: Vec<(usize, Warning)>,
}

/// The pasted list of a form that has one.
async fn listed(ask: &Ask, action: DeskAction, hall: &SharedHall) -> Result<Option<List>, Failure> {
    if action != DeskAction::EnterList {
        return Ok(None);
    }
    let ListForm { list: text, .. } = ask.form();
    let event = Arc::clone(&hall.lock().await.event);
    let read = move || -> List {
        let state = event.state();
        let entries = roster::read(&text, &state.preset)?;
        let warnings = warnings(&entries, state);
        Ok(WarnedList { entries, warnings })
    };
    let read = ask.site.events().work().run(Work::Light, read).await;
    let read = read.map_err(|_| Failure::new(ApiErrorCode::Unavailable))?;
    Ok(Some(read))
}

/// Leads to the next page, or says why the command failed.
pub fn answer(ask: &Ask, hall: &Hall, done: Result<Done, NotDone>, back: &str) -> Response {
    let words = Words {
        texts: ask.texts(),
        state: hall.event.state(),
        reader: Reader::Desk,
    };
    match done {
        Ok(Done::Now) => lead_to(&format!("{back}?done=done"), None),
        Ok(Done::Before) => lead_to(&format!("{back}?done=again"), None),
        Err(NotDone::Refused(at, why)) => {
            let why = refused_at(ask, hall, &words, at, &why);
            not_done(ask, ApiErrorCode::Full, &why, back)
        }
        Err(NotDone::Failed) => {
            let why = html! { p { (words.texts.problem_unavailable()) } };
            not_done(ask, ApiErrorCode::Unavailable, &why, back)
        }
        Err(NotDone::Stopped) => {
            let why = html! { p { (words.texts.desk_stopped()) } };
            not_done(ask, ApiErrorCode::Full, &why, back)
        }
        Err(NotDone::Broken) => {
            let why = html! { p { (words.texts.desk_broken()) } };
            not_done(ask, ApiErrorCode::Unavailable, &why, back)
        }
    }
}

/// Why a command is refused; for a list, with the number of its line.
fn refused_at(ask: &Ask, hall: &Hall, words: &Words<'_>, at: usize, why: &Refused) -> Markup {
    let of_list = matches!(ask.action(), Ok(DeskAction::EnterList));
    html! {
        @if of_list { p { b { (words.texts.desk_list_line(listed_line(ask, hall, at))) } } }
        p { (words.refused(why)) }
        (list_again(ask, &format!("/e/{}/desk", hall.id)))
    }
}

/// A refused list, to be fixed in the form.
fn list_again(ask: &Ask, to: &str) -> Markup {
    let texts = ask.texts();
    let form: ListForm = ask.form();
    html! {
        @if matches!(ask.action(), Ok(DeskAction::EnterList)) { form method="post" action=(to) {
            @for (name, value) in [("key", &form.key), ("seen", &form.seen)] { input type="hidden" name=(name) value=(value); }
            textarea name="list" rows="12" data-testid="list" aria-label=(texts.desk_list()) { (form.list) }
            button name="act" value=(DeskAction::EnterList) data-testid="enter-list" { (texts.desk_enter()) }
        } }
    }
}

/// The line of the entry with this index in a pasted list.
fn listed_line(ask: &Ask, hall: &Hall, at: usize) -> u32 {
    let state = hall.event.state();
    let listed = roster::read(&ask.form::<ListForm>().list, &state.preset);
    let asked = roster::commands(listed.unwrap_or_default(), state);
    asked.get(at).map_or(0, |(line, _)| *line as u32)
}

fn wanted(
    ask: &Ask,
    action: DeskAction,
    hall: &Hall,
    list: Option<List>,
) -> Result<Wanted, Unclear> {
    use Part::{Director, Helper, Pairing};
    use Weight::{Exact, Light, Weighty};
    let (texts, state) = (ask.texts(), hall.event.state());
    let form: DeskForm = ask.form();
    let entry = || form.entry.parse().map(EntryId).map_err(|_| Unclear::Form);
    let short = |text: &str| text.parse::<u16>().map_err(|_| Unclear::Form);
    let reason = || match line(&form.reason) {
        text if text.is_empty() => Err(Unclear::Missing(texts.desk_reason_missing())),
        text => Ok(text),
    };
    let (command, weight, least) = match action {
        DeskAction::Enter => {
            let name = line(&form.name);
            let entry = roster::one(&name, &line(&form.club), &state.preset);
            let weight = if state.stages.is_empty() && places_left(state) > 0 {
                Light
            } else {
                Weighty
            };
            (Command::Enter(entry), weight, Helper)
        }
        DeskAction::EnterList => return commands_of(ask, state, list.ok_or(Unclear::Form)?),
        DeskAction::CheckIn => (Command::CheckIn(entry()?), Light, Helper),
        DeskAction::Paid => (Command::Pay(entry()?, Payment::Paid), Light, Helper),
        DeskAction::Unpaid => (Command::Pay(entry()?, Payment::Due), Light, Helper),
        DeskAction::Categorise => {
            let known = state.preset.categories().into_iter().enumerate();
            let chosen = known.filter(|(at, _)| ask.field(&format!("category-{at}")) == "yes");
            let chosen = chosen.map(|(_, category)| category.to_owned());
            let command = Command::Categorise(entry()?, chosen.collect());
            (command, Light, Helper)
        }
        DeskAction::LetIn => (Command::LetIn(entry()?), Weighty, Director),
        DeskAction::Limit => {
            let places = match form.places.as_str() {
                "" => None,
                written => {
                    let wrong = || texts.desk_field_wrong(&texts.desk_places_field());
                    let places = written.parse().ok().filter(|places| *places > 0);
                    Some(places.ok_or_else(|| Unclear::Missing(wrong()))?)
                }
            };
            (Command::Limit(places), Weighty, Director)
        }
        DeskAction::Withdraw => (Command::Withdraw(entry()?, reason()?), Weighty, Director),
        DeskAction::Bye => (
            Command::RequestBye(entry()?, short(&form.round)?),
            Weighty,
            Director,
        ),
        DeskAction::ReEnter => (Command::ReEnter(entry()?), Weighty, Director),
        DeskAction::ComeBack => (Command::ComeBack(entry()?), Weighty, Director),
        DeskAction::CorrectEntry => {
            let command = entry::corrected(ask, state, entry()?).map_err(Unclear::Missing)?;
            (command, Light, Director)
        }
        DeskAction::ChangeRounds => {
            let wrong = || Unclear::Missing(texts.desk_field_wrong(&texts.desk_rounds_of_stage()));
            let rounds = form.rounds.parse().map_err(|_| wrong())?;
            let reason = reason()?;
            (Command::ChangeRounds { rounds, reason }, Weighty, Director)
        }
        DeskAction::KeepApart
        | DeskAction::AllowToMeet
        | DeskAction::FixTable
        | DeskAction::NumberTables
        | DeskAction::ExchangeRounds => (seats::command(ask, action, &form)?, Light, Director),
        DeskAction::EndEarly => {
            return Ok(Wanted {
                commands: ended_early(state, reason()?),
                weight: Weighty,
                least: Director,
                warnings: Vec::new(),
            });
        }
        DeskAction::Substitute => {
            let command = Command::Substitute {
                entry: entry()?,
                leaves: line(&form.leaves),
                joins: line(&form.joins),
            };
            (command, Weighty, Director)
        }
        DeskAction::Penalise => {
            let number = |text: &str| match text {
                "" => Ok(0),
                text => text
                    .parse::<u16>()
                    .map_err(|_| Unclear::Missing(texts.desk_penalty_missing())),
            };
            let command = Command::Penalise {
                entry: entry()?,
                points: number(&form.points)?,
                score: number(&form.score)?.into(),
                reason: reason()?,
            };
            (command, Weighty, Director)
        }
        DeskAction::SettleCut => {
            let (by, order) = cut::wanted(ask, state)
                .ok_or(Unclear::Form)?
                .map_err(Unclear::Missing)?;
            (Command::SettleCut { by, order }, Weighty, Director)
        }
        DeskAction::OpenStage => (Command::OpenStage, Exact, Pairing),
        DeskAction::Draft => (Command::Draft(Consent::Withheld), Exact, Pairing),
        DeskAction::DraftWithConsent => (Command::Draft(Consent::Given), Exact, Pairing),
        DeskAction::Begin => {
            return Ok(Wanted {
                commands: vec![Command::Draft(Consent::Withheld), Command::Publish],
                weight: Exact,
                least: Pairing,
                warnings: Vec::new(),
            });
        }
        DeskAction::Edit => {
            let stage = state.running().ok_or(Unclear::Form)?;
            let pairing = draft::pairing(ask, state, stage);
            let pairing = pairing.ok_or_else(|| Unclear::Missing(texts.desk_edit_help()))?;
            let reason = reason()?;
            (Command::Edit { pairing, reason }, Exact, Pairing)
        }
        DeskAction::Discard => (Command::Discard, Exact, Pairing),
        DeskAction::Publish => (Command::Publish, Exact, Pairing),
        DeskAction::Unpublish => (Command::Unpublish(reason()?), Weighty, Director),
        DeskAction::Rule => {
            let meeting = short(&form.meeting)?;
            let [stage, round] = [short(&form.stage)?, short(&form.round)?];
            let outcome = outcome(ask, state, [stage, round, meeting])?;
            // A form from a finished round would change another table.
            let meeting = match state.running() {
                Some(of) if is_going_on(of, stage, round) => number(of, round, meeting),
                _ => return Err(Unclear::Missing(texts.desk_refused_behind())),
            };
            let weight = if outcome.is_played() { Light } else { Weighty };
            let reason = match line(&form.reason) {
                text if text.is_empty() => texts.desk_at_the_desk(),
                text => text,
            };
            let command = Command::Rule {
                meeting,
                outcome,
                reason,
            };
            (command, weight, Helper)
        }
        DeskAction::LineUp => {
            let [stage, round, meeting] = [
                short(&form.stage)?,
                short(&form.round)?,
                short(&form.meeting)?,
            ];
            let running = state.running().ok_or(Unclear::Form)?;
            if (running.number, running.rounds.len() as u16) != (stage, round) {
                return Err(Unclear::Missing(texts.desk_refused_behind()));
            }
            let tables = team::lined_up(ask, running);
            let by = entry()?;
            let command = Command::LineUp {
                meeting,
                by,
                tables,
            };
            (command, Light, Helper)
        }
        DeskAction::Correct => {
            let [stage, round, meeting] = [
                short(&form.stage)?,
                short(&form.round)?,
                short(&form.meeting)?,
            ];
            let command = Command::Correct {
                stage,
                round,
                meeting,
                outcome: outcome(ask, state, [stage, round, meeting])?,
                reason: reason()?,
            };
            (command, Weighty, Director)
        }
        DeskAction::Move => {
            let to = match form.to.as_str() {
                "online" => Venue::Online,
                "hall" => Venue::Hall,
                _ => return Err(Unclear::Form),
            };
            let meeting = short(&form.meeting)?;
            (Command::Move { meeting, to }, Exact, Helper)
        }
        DeskAction::RejectContest => {
            let command = Command::RejectContest {
                stage: short(&form.stage)?,
                round: short(&form.round)?,
                meeting: short(&form.meeting)?,
                reason: reason()?,
            };
            (command, Light, Director)
        }
        DeskAction::Rename => (Command::Rename(line(&form.name)), Light, Director),
        DeskAction::Hide => (Command::Hide, Light, Director),
        DeskAction::ListAgain => (Command::List, Light, Director),
        DeskAction::Cancel => (Command::Cancel(reason()?), Weighty, Director),
        DeskAction::StartClock => (Command::StartClock, Light, Pairing),
        DeskAction::PauseClock => (Command::PauseClock, Light, Pairing),
        DeskAction::ExtendClock => {
            let wrong = || texts.desk_field_wrong(&texts.desk_clock_minutes());
            let minutes = form.minutes.parse().ok().filter(|minutes| *minutes > 0);
            let command = Command::ExtendClock {
                meeting: match form.meeting.as_str() {
                    "" => None,
                    meeting => Some(short(meeting)?),
                },
                minutes: minutes.ok_or_else(|| Unclear::Missing(wrong()))?,
            };
            (command, Light, Pairing)
        }
        DeskAction::Announce => (Command::Announce(line(&form.text)), Light, Director),
        DeskAction::Undo => (Command::Undo, Weighty, Director),
        DeskAction::CloseStage => (Command::CloseStage, Weighty, Director),
        // A venue hands the event over only to a second device, on the page of that device.
        DeskAction::HandOver if hall.copy() == Copy::Here => (hall.hand_over(), Weighty, Director),
        DeskAction::GiveBack => (hall.give_back(), Weighty, Director),
        DeskAction::Recall => (Command::Recall(reason()?), Weighty, Director),
        DeskAction::Freeze => (Command::Freeze, Weighty, Director),
        DeskAction::HandOver | DeskAction::Appoint | DeskAction::EnterLine => {
            return Err(Unclear::Form);
        }
    };
    Ok(Wanted {
        commands: vec![command],
        weight,
        least,
        warnings: Vec::new(),
    })
}

/// The end of an event after the rounds that are published, whatever its plan.
fn ended_early(state: &State, reason: String) -> Vec<Command> {
    let mut commands = Vec::new();
    if let Some(stage) = state.running() {
        let rounds = stage.rounds.len() as u16;
        let is_planned = !stage.method.is_continuous() && !stage.method.is_knock_out();
        if is_planned && rounds < stage.n_rounds {
            commands.push(Command::ChangeRounds { rounds, reason });
        }
        commands.push(Command::CloseStage);
    }
    commands.push(Command::Freeze);
    commands
}

/// Whether meetings of a round are being played: those of the last one, and in an arena of any.
fn is_going_on(running: &Stage, stage: u16, round: u16) -> bool {
    let last = running.rounds.len() as u16;
    let in_it = match running.method.is_continuous() {
        true => (1..=last).contains(&round),
        false => round == last,
    };
    running.number == stage && in_it
}

/// The number by which the log knows a meeting of a round.
fn number(stage: &Stage, round: u16, meeting: u16) -> u16 {
    let at = |number: u16| usize::from(number).saturating_sub(1);
    stage.meeting_number(at(round), at(meeting))
}

/// The commands that enter a pasted list, or its wrong lines.
fn commands_of(ask: &Ask, state: &State, list: List) -> Result<Wanted, Unclear> {
    let texts = ask.texts();
    let WarnedList { entries, warnings } = list.map_err(|wrong| {
        let told = wrong.into_iter().map(|(line, mistake)| {
            let why = match mistake {
                roster::Mistake::Category(of) => texts.desk_list_category(&of),
                roster::Mistake::Paid => texts.desk_list_paid(),
                roster::Mistake::Letters => texts.desk_list_letters(),
                roster::Mistake::Rating => texts.desk_list_rating(),
                roster::Mistake::Columns => texts.desk_list_columns(),
                roster::Mistake::TooMany => texts.desk_list_too_long(roster::MOST_LINES as u32),
                roster::Mistake::Quote => texts.desk_list_quote(),
                roster::Mistake::Name => texts.desk_list_name(),
            };
            format!("{}: {why}", texts.desk_list_line(line as u32))
        });
        Unclear::Missing(told.collect::<Vec<_>>().join(" · "))
    })?;
    if entries.is_empty() {
        return Err(Unclear::Missing(texts.desk_list_empty()));
    }
    let words = Words {
        texts,
        state,
        reader: Reader::Desk,
    };
    let warnings = warnings.into_iter();
    let warnings: Vec<String> = warnings.map(|found| warned(&words, found)).collect();
    let weight = match places_left(state) < entries.len() || !warnings.is_empty() {
        true => Weight::Weighty,
        false => Weight::Light,
    };
    let asked = roster::commands(entries, state);
    Ok(Wanted {
        commands: asked.into_iter().map(|(_, command)| command).collect(),
        weight,
        least: Part::Helper,
        warnings,
    })
}

/// A doubt about a line of a list, with the line.
fn warned(words: &Words<'_>, (line, warning): (usize, Warning)) -> String {
    let texts = words.texts;
    let place = |of: &OtherEntry| match of.place {
        EntryPlace::Line(line) => texts.desk_list_line(line as u32),
        EntryPlace::Entry(id) => texts.desk_number(id.0),
    };
    let [least, most] = words.state.preset.members.map(u32::from);
    let why = match &warning {
        Warning::LooksLike(other) => texts.desk_list_alike(&other.name, &place(other)),
        Warning::Twice { person, other } => {
            texts.desk_list_twice(person, &other.name, &place(other))
        }
        Warning::TwiceHere { person } => texts.desk_list_twice_here(person),
        Warning::MissingPartner => texts.desk_list_partner(least),
        Warning::TooManyPeople => texts.desk_list_people(most),
    };
    format!("{}: {why}", texts.desk_list_line(line as u32))
}

/// How many may still enter without waiting.
fn places_left(state: &State) -> usize {
    let places = state.places.map_or(usize::MAX, usize::from);
    places.saturating_sub(n_entries(state))
}

/// How a meeting ended, after the form.
fn outcome(
    ask: &Ask,
    state: &State,
    [stage, round, meeting]: [u16; 3],
) -> Result<Outcome, Unclear> {
    let at = |number: u16| usize::from(number).checked_sub(1).ok_or(Unclear::Form);
    let stage = state.stages.get(at(stage)?).ok_or(Unclear::Form)?;
    let round = stage.rounds.get(at(round)?).ok_or(Unclear::Form)?;
    let meeting = round
        .pairing
        .meetings
        .get(at(meeting)?)
        .ok_or(Unclear::Form)?;
    let outcome = score::outcome(ask, &stage.rules, meeting.sides.len());
    outcome.ok_or_else(|| Unclear::Missing(ask.texts().desk_scores_missing()))
}

/// The changes that a command would make, and the button that confirms it. A list with doubtful lines can be changed
/// there.
async fn preview(ask: &Ask, hall: &Hall, wanted: Wanted) -> Response {
    let Wanted {
        commands, warnings, ..
    } = wanted;
    let (texts, state) = (ask.texts(), hall.event.state());
    let words = Words {
        texts,
        state,
        reader: Reader::Desk,
    };
    let back = format!("/e/{}/desk", hall.id);
    let title = match &commands[..] {
        [command] => title(&words, command),
        [.., Command::Freeze] => texts.desk_end_early(),
        _ => texts.desk_do_list(),
    };
    let compare = |before: &State, after: State| (effects(before, &after), after);
    let previewed = ask.site.events().preview(hall, commands, compare).await;
    let (found, after) = match previewed {
        Ok(found) => found,
        Err(why) => return answer(ask, hall, Err(why), &back),
    };
    let DeskForm { reason, .. } = ask.form();
    let cut = cut::last(&after).filter(|after| cut::last(state).as_ref() != Some(after));
    let words_after = Words {
        state: &after,
        ..words
    };
    let body = html! {
        main #content data-testid="preview-page" {
            h1 { (texts.desk_sure()) }
            p { b { (title) } }
            @if !reason.is_empty() { p { (texts.desk_reason()) (texts.colon()) " " (reason) } }
            @if !warnings.is_empty() {
                div.problem role="alert" data-testid="list-warnings" {
                    p { (texts.desk_list_doubts(warnings.len() as u32)) }
                    ul { @for warning in &warnings { li { (warning) } } }
                }
            }
            @if found.is_empty() && cut.is_none() && warnings.is_empty() { p data-testid="no-effects" { (texts.desk_no_effects()) } }
            ul data-testid="effects" { @for effect in &found { li { (told(&Words { state: of(effect, state, &after), ..words }, effect)) } } }
            @if let Some(cut) = &cut { (cut::told(&words_after, cut)) }
            form method="post" action=(back) {
                @for (name, value) in ask.fields().filter(|(name, _)| !["sure", "seen"].contains(name)) {
                    input type="hidden" name=(name) value=(value);
                }
                // The preview shows the current state.
                input type="hidden" name="seen" value=(hall.event.version());
                input type="hidden" name="sure" value="yes";
                p.row {
                    button data-testid="sure" { (texts.desk_do_it()) }
                    a href=(back) data-testid="not-sure" { (texts.desk_not_sure()) }
                }
            }
            @if !warnings.is_empty() { h2 { (texts.desk_list_change()) } (list_again(ask, &back)) }
        }
    };
    ask.page(&texts.desk_sure(), &back, &body).into_response()
}

/// The state that has the name of the entry of an effect.
fn of<'a>(effect: &Effect, before: &'a State, after: &'a State) -> &'a State {
    match effect {
        Effect::Vanishes(_) => before,
        _ => after,
    }
}

fn title(words: &Words<'_>, command: &Command) -> String {
    let texts = words.texts;
    match command {
        Command::Enter(entry) => texts.desk_do_enter(&entry.name),
        Command::LetIn(id) => texts.desk_do_let_in(&words.name(*id)),
        Command::Limit(Some(places)) => texts.desk_do_limit(u32::from(*places)),
        Command::Limit(None) => texts.desk_do_no_limit(),
        Command::Withdraw(id, _) => texts.desk_do_withdraw(&words.name(*id)),
        Command::RequestBye(id, round) => texts.desk_do_bye(&words.name(*id), u32::from(*round)),
        Command::ReEnter(id) | Command::ComeBack(id) => texts.desk_do_re_enter(&words.name(*id)),
        Command::Substitute { leaves, joins, .. } => texts.desk_do_substitute(joins, leaves),
        Command::Penalise {
            entry,
            points,
            score,
            ..
        } => texts.desk_do_penalise(&words.name(*entry), u32::from(*points), *score),
        Command::Unpublish(_) => texts.desk_do_unpublish(),
        Command::Rule {
            meeting, outcome, ..
        } => {
            let at = words
                .state
                .running()
                .and_then(|stage| stage.locate(*meeting));
            let (round, at) = at.unwrap_or_default();
            words.result(words.state.stages.len(), round + 1, at as u16 + 1, outcome)
        }
        Command::Correct {
            stage,
            round,
            meeting,
            outcome,
            ..
        } => words.result((*stage).into(), (*round).into(), *meeting, outcome),
        Command::Cancel(_) => texts.desk_log_cancelled(),
        Command::ChangeRounds { rounds, .. } => texts.desk_log_rounds(u32::from(*rounds)),
        Command::SettleCut { by, .. } => {
            cut::settled_by(texts, *by, cut::tied(words.state).len() as u32)
        }
        Command::HandOver(_) => texts.venue_do_hand_over(),
        Command::Return(_) => texts.venue_do_give_back(),
        Command::Recall(_) => texts.venue_do_recall(),
        Command::CloseStage => texts.desk_do_close(),
        Command::Freeze => texts.desk_do_freeze(),
        // Nothing else is previewed.
        Command::Undo
        | Command::Categorise(..)
        | Command::Pay(..)
        | Command::CheckIn(_)
        | Command::OpenStage
        | Command::Contest { .. }
        | Command::RejectContest { .. }
        | Command::StartClock
        | Command::PauseClock
        | Command::ExtendClock { .. }
        | Command::Rename(_)
        | Command::Hide
        | Command::List
        | Command::CorrectEntry { .. }
        | Command::ExchangeRounds { .. }
        | Command::KeepApart { .. }
        | Command::AllowToMeet(_)
        | Command::FixTable { .. }
        | Command::NumberTables(_)
        | Command::Draft(_)
        | Command::Edit { .. }
        | Command::Discard
        | Command::Publish
        | Command::Move { .. }
        | Command::Record { .. }
        | Command::RecordTable { .. }
        | Command::LineUp { .. }
        | Command::Claim { .. }
        | Command::Confirm { .. }
        | Command::Dispute { .. }
        | Command::Announce(_) => texts.desk_do_undo(),
    }
}

fn told(words: &Words<'_>, effect: &Effect) -> Markup {
    let texts = words.texts;
    let text = match effect {
        Effect::Standing {
            entry,
            before: old,
            after: new,
            ..
        } => {
            let points = [old.1, new.1].map(|value| parts(value, 12));
            texts.desk_effect_standing(
                &words.name(*entry),
                u32::from(old.0),
                &points[0],
                u32::from(new.0),
                &points[1],
            )
        }
        Effect::Enters(id) => texts.desk_effect_enters(&words.name(*id)),
        Effect::Waits(id, place) => texts.desk_effect_waits(&words.name(*id), *place as u32),
        Effect::ComesUp(id) => texts.desk_effect_comes_up(&words.name(*id)),
        Effect::Leaves(id) => texts.desk_effect_leaves(&words.name(*id)),
        Effect::Returns(id) => texts.desk_effect_returns(&words.name(*id)),
        Effect::Vanishes(id) => texts.desk_effect_vanishes(&words.name(*id)),
        Effect::Draft => texts.desk_effect_draft(),
        Effect::RoundGone(round) => texts.desk_effect_round_gone(u32::from(*round)),
        Effect::RoundComes(round) => texts.desk_effect_round_comes(u32::from(*round)),
        Effect::Rounds { before, after } => {
            texts.desk_effect_rounds(u32::from(*after), u32::from(*before))
        }
        Effect::Stage(capicu_event::StageStatus::Closed) => texts.desk_effect_closed(),
        Effect::Stage(capicu_event::StageStatus::Running) => texts.desk_effect_opened(),
        Effect::Over => texts.desk_effect_over(),
    };
    html! { (text) }
}

/// Appoints a player as helper at the desk.
async fn appoint(ask: &Ask, desk: AtDesk) -> Response {
    let texts = ask.texts();
    let back = format!("/e/{}/desk", desk.id);
    if desk.part < Part::Director {
        let why = html! { p { (texts.desk_director_only()) } };
        return not_done(ask, ApiErrorCode::Blocked, &why, &back);
    }
    let AppointForm { part, username } = ask.form();
    let Some(wanted) = Part::by_id(&part) else {
        return ask.problem(&Failure::new(ApiErrorCode::Malformed), &back);
    };
    let skeleton = capicu_accounts::names::skeleton(&username);
    let found = ask.site.services().store.member(&skeleton).await;
    let player = match found {
        Ok(Some(player)) => player.id,
        Ok(None) => {
            let why = html! { p { (texts.friends_nobody()) } };
            return not_done(ask, ApiErrorCode::BadUsername, &why, &back);
        }
        Err(error) => return ask.problem(&error.into(), &back),
    };
    match ask.site.events().appoint(&desk.id, player, wanted).await {
        Ok(()) => lead_to(&format!("{back}?done=done"), None),
        Err(_) => {
            let why = html! { p { (texts.desk_last_director()) } };
            (
                status(ApiErrorCode::Full),
                not_done(ask, ApiErrorCode::Full, &why, &back),
            )
                .into_response()
        }
    }
}
