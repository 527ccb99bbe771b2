//! Everything that the desk does: each one form, one command, and for what weighs first what it would change.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::{IntoResponse as _, Response};
use capicu_event::{Command, Consent, EntryId, Outcome, Payment, Refused, Stage, State, Venue};
use capicu_protocol::ApiErrorCode;
use capicu_store::events::Part;
use maud::{Markup, html};

use super::super::ask::{Ask, lead_to, status};
use super::words::{Reader, Words, n_entries, parts};
use super::{at_desk, draft, may_change, not_done, score, team};
use crate::conduct::line;
use crate::events::effects::{Effect, effects};
use crate::events::venue::Copy;
use crate::events::work::Weight as Work;
use crate::events::{Done, Hall, NotDone, Sent, SharedHall, roster};
use crate::http::Failure;

/// How much a command weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weight {
    /// It is done at once, whatever happened since the form was shown.
    Light,
    /// It is done at once, if the form still shows what is there.
    Exact,
    /// What it would change is shown before it is done.
    Weighty,
}

/// What a form asks for.
struct Wanted {
    commands: Vec<Command>,
    weight: Weight,
    least: Part,
}

/// Why a form asks for nothing that could be done.
enum Unclear {
    /// It is no form of ours.
    Form,
    /// Something is missing in it.
    Missing(String),
}

/// `POST /e/ID/desk`.
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
    if ask.field("act") == "appoint" {
        return appoint(&ask, &id, desk.part).await;
    }
    let list = match listed(&ask, &desk.hall).await {
        Ok(list) => list,
        Err(failure) => return ask.problem(&failure, &back),
    };
    let mut hall = desk.hall.lock().await;
    let wanted = match wanted(&ask, &hall, list) {
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
    let recalls = matches!(wanted.commands[..], [Command::Recall(_)]);
    if !hall.is_written() && !recalls {
        let why = html! { p { (ask.texts().venue_refused_elsewhere()) } };
        return not_done(&ask, ApiErrorCode::Full, &why, &back);
    }
    if wanted.weight == Weight::Weighty && ask.field("sure") != "yes" {
        return preview(&ask, &hall, wanted.commands).await;
    }
    let seen = ask.field("seen").parse().unwrap_or_default();
    let sent = Sent {
        key: format!("desk.{}", ask.field("key")),
        seen: (wanted.weight != Weight::Light).then_some(seen),
    };
    let was_drafting = matches!(
        wanted.commands[..],
        [Command::Draft(_) | Command::Edit { .. }]
    );
    let events = ask.site.events();
    let before = hall.event.log().bytes();
    let done = match Work::of(&wanted.commands, &hall.event) {
        Work::Light => events.carry_out(&mut hall, &sent, wanted.commands).await,
        Work::Pairing | Work::Verifying => {
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

/// What a pasted list says, or what is wrong with it.
type List = Result<Vec<roster::Listed>, Vec<(usize, roster::Mistake)>>;

/// The pasted list of a form that has one.
async fn listed(ask: &Ask, hall: &SharedHall) -> Result<Option<List>, Failure> {
    if ask.field("act") != "list" {
        return Ok(None);
    }
    let text = ask.field("list").to_owned();
    let event = Arc::clone(&hall.lock().await.event);
    let read = move || roster::read(&text, &event.state().preset);
    let read = ask.site.events().work().run(Work::Light, read).await;
    let read = read.map_err(|_| Failure::new(ApiErrorCode::Unavailable))?;
    Ok(Some(read))
}

/// Leads on, or says why not.
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

/// Why a command is refused; of a list, in which line it stands.
fn refused_at(ask: &Ask, hall: &Hall, words: &Words<'_>, at: usize, why: &Refused) -> Markup {
    let of_list = ask.field("act") == "list";
    html! {
        @if of_list { p { b { (words.texts.desk_list_line(listed_line(ask, hall, at))) } } }
        p { (words.refused(why)) }
        (list_again(ask, &format!("/e/{}/desk", hall.id)))
    }
}

/// A list that could not be taken, to be mended where it is.
fn list_again(ask: &Ask, to: &str) -> Markup {
    let texts = ask.texts();
    html! {
        @if ask.field("act") == "list" { form method="post" action=(to) {
            @for name in ["key", "seen"] { input type="hidden" name=(name) value=(ask.field(name)); }
            textarea name="list" rows="12" data-testid="list" aria-label=(texts.desk_list()) { (ask.field("list")) }
            button name="act" value="list" data-testid="enter-list" { (texts.desk_enter()) }
        } }
    }
}

/// The line of a pasted list in which the entry of this place stands.
fn listed_line(ask: &Ask, hall: &Hall, at: usize) -> u32 {
    let state = hall.event.state();
    let listed = roster::read(ask.field("list"), &state.preset);
    let asked = roster::commands(listed.unwrap_or_default(), state);
    asked.get(at).map_or(0, |(line, _)| *line as u32)
}

fn wanted(ask: &Ask, hall: &Hall, list: Option<List>) -> Result<Wanted, Unclear> {
    use Part::{Director, Helper, Pairing};
    use Weight::{Exact, Light, Weighty};
    let (texts, state) = (ask.texts(), hall.event.state());
    let entry = || {
        ask.field("entry")
            .parse()
            .map(EntryId)
            .map_err(|_| Unclear::Form)
    };
    let short = |name: &str| ask.field(name).parse::<u16>().map_err(|_| Unclear::Form);
    let reason = || match line(ask.field("reason")) {
        text if text.is_empty() => Err(Unclear::Missing(texts.desk_reason_missing())),
        text => Ok(text),
    };
    let (command, weight, least) = match ask.field("act") {
        "enter" => {
            let name = line(ask.field("name"));
            let entry = roster::one(&name, &line(ask.field("club")), &state.preset);
            let weight = if state.stages.is_empty() && places_left(state) > 0 {
                Light
            } else {
                Weighty
            };
            (Command::Enter(entry), weight, Helper)
        }
        "list" => return commands_of(ask, state, list.ok_or(Unclear::Form)?),
        "check-in" => (Command::CheckIn(entry()?), Light, Helper),
        "paid" => (Command::Pay(entry()?, Payment::Paid), Light, Helper),
        "unpaid" => (Command::Pay(entry()?, Payment::Due), Light, Helper),
        "categorise" => {
            let known = state.preset.categories().into_iter().enumerate();
            let chosen = known.filter(|(at, _)| ask.field(&format!("category-{at}")) == "yes");
            let chosen = chosen.map(|(_, category)| category.to_owned());
            let command = Command::Categorise(entry()?, chosen.collect());
            (command, Light, Helper)
        }
        "let-in" => (Command::LetIn(entry()?), Weighty, Director),
        "limit" => {
            let places = match ask.field("places") {
                "" => None,
                written => {
                    let wrong = || texts.desk_field_wrong(&texts.desk_places_field());
                    let places = written.parse().ok().filter(|places| *places > 0);
                    Some(places.ok_or_else(|| Unclear::Missing(wrong()))?)
                }
            };
            (Command::Limit(places), Weighty, Director)
        }
        "withdraw" => (Command::Withdraw(entry()?, reason()?), Weighty, Director),
        "bye" => (
            Command::RequestBye(entry()?, short("round")?),
            Weighty,
            Director,
        ),
        "re-enter" => (Command::ReEnter(entry()?), Weighty, Director),
        "substitute" => {
            let command = Command::Substitute {
                entry: entry()?,
                leaves: line(ask.field("leaves")),
                joins: line(ask.field("joins")),
            };
            (command, Weighty, Director)
        }
        "penalise" => {
            let number = |name: &str| match ask.field(name) {
                "" => Ok(0),
                text => text
                    .parse::<u16>()
                    .map_err(|_| Unclear::Missing(texts.desk_penalty_missing())),
            };
            let command = Command::Penalise {
                entry: entry()?,
                points: number("points")?,
                score: number("score")?.into(),
                reason: reason()?,
            };
            (command, Weighty, Director)
        }
        "open" => (Command::OpenStage, Exact, Pairing),
        "draft" => (Command::Draft(Consent::Withheld), Exact, Pairing),
        "draft-consent" => (Command::Draft(Consent::Given), Exact, Pairing),
        "edit" => {
            let stage = state.running().ok_or(Unclear::Form)?;
            let pairing = draft::pairing(ask, state, stage);
            let pairing = pairing.ok_or_else(|| Unclear::Missing(texts.desk_edit_help()))?;
            let reason = reason()?;
            (Command::Edit { pairing, reason }, Exact, Pairing)
        }
        "discard" => (Command::Discard, Exact, Pairing),
        "publish" => (Command::Publish, Exact, Pairing),
        "unpublish" => (Command::Unpublish(reason()?), Weighty, Director),
        "rule" => {
            let meeting = short("meeting")?;
            let [stage, round] = [short("stage")?, short("round")?];
            let outcome = outcome(ask, state, [stage, round, meeting])?;
            // A form of a round that is over would say something of another table.
            let meeting = match state.running() {
                Some(of) if is_going_on(of, stage, round) => number(of, round, meeting),
                _ => return Err(Unclear::Missing(texts.desk_refused_behind())),
            };
            let weight = if outcome.is_played() { Light } else { Weighty };
            let reason = match line(ask.field("reason")) {
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
        "line-up" => {
            let [stage, round, meeting] = [short("stage")?, short("round")?, short("meeting")?];
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
        "correct" => {
            let [stage, round, meeting] = [short("stage")?, short("round")?, short("meeting")?];
            let command = Command::Correct {
                stage,
                round,
                meeting,
                outcome: outcome(ask, state, [stage, round, meeting])?,
                reason: reason()?,
            };
            (command, Weighty, Director)
        }
        "move" => {
            let to = match ask.field("to") {
                "online" => Venue::Online,
                "hall" => Venue::Hall,
                _ => return Err(Unclear::Form),
            };
            let meeting = short("meeting")?;
            (Command::Move { meeting, to }, Exact, Helper)
        }
        "announce" => (Command::Announce(line(ask.field("text"))), Light, Director),
        "undo" => (Command::Undo, Weighty, Director),
        "close" => (Command::CloseStage, Weighty, Director),
        // A venue hands it on to nobody but a second device, on the page of that one.
        "hand-over" if hall.copy() == Copy::Here => (hall.hand_over(), Weighty, Director),
        "give-back" => (hall.give_back(), Weighty, Director),
        "recall" => (Command::Recall(reason()?), Weighty, Director),
        "freeze" => (Command::Freeze, Weighty, Director),
        _ => return Err(Unclear::Form),
    };
    Ok(Wanted {
        commands: vec![command],
        weight,
        least,
    })
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

/// Everybody of a pasted list, or every line in which something is wrong.
fn commands_of(ask: &Ask, state: &State, list: List) -> Result<Wanted, Unclear> {
    let texts = ask.texts();
    let listed = list.map_err(|wrong| {
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
    if listed.is_empty() {
        return Err(Unclear::Missing(texts.desk_list_empty()));
    }
    let weight = match places_left(state) < listed.len() {
        true => Weight::Weighty,
        false => Weight::Light,
    };
    let asked = roster::commands(listed, state);
    Ok(Wanted {
        commands: asked.into_iter().map(|(_, command)| command).collect(),
        weight,
        least: Part::Helper,
    })
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

/// What a command would change, and the button that has it done.
async fn preview(ask: &Ask, hall: &Hall, commands: Vec<Command>) -> Response {
    let (texts, state) = (ask.texts(), hall.event.state());
    let words = Words {
        texts,
        state,
        reader: Reader::Desk,
    };
    let back = format!("/e/{}/desk", hall.id);
    let title = match &commands[..] {
        [command] => title(&words, command),
        _ => texts.desk_do_list(),
    };
    let compare = |before: &State, after: State| (effects(before, &after), after);
    let previewed = ask.site.events().preview(hall, commands, compare).await;
    let (found, after) = match previewed {
        Ok(found) => found,
        Err(why) => return answer(ask, hall, Err(why), &back),
    };
    let body = html! {
        main #content data-testid="preview-page" {
            h1 { (texts.desk_sure()) }
            p { b { (title) } }
            @if !ask.field("reason").is_empty() { p { (texts.desk_reason()) (texts.colon()) " " (ask.field("reason")) } }
            @if found.is_empty() { p data-testid="no-effects" { (texts.desk_no_effects()) } }
            ul data-testid="effects" { @for effect in &found { li { (told(&Words { state: of(effect, state, &after), ..words }, effect)) } } }
            form method="post" action=(back) {
                @for (name, value) in ask.fields().filter(|(name, _)| !["sure", "seen"].contains(name)) {
                    input type="hidden" name=(name) value=(value);
                }
                // What is shown here is of this moment.
                input type="hidden" name="seen" value=(hall.event.version());
                input type="hidden" name="sure" value="yes";
                p.row {
                    button data-testid="sure" { (texts.desk_do_it()) }
                    a href=(back) data-testid="not-sure" { (texts.desk_not_sure()) }
                }
            }
        }
    };
    ask.page(&texts.desk_sure(), &back, &body).into_response()
}

/// The state that knows the name of whom an effect is about.
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
        Command::ReEnter(id) => texts.desk_do_re_enter(&words.name(*id)),
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
        Command::HandOver(_) => texts.venue_do_hand_over(),
        Command::Return(_) => texts.venue_do_give_back(),
        Command::Recall(_) => texts.venue_do_recall(),
        Command::CloseStage => texts.desk_do_close(),
        Command::Freeze => texts.desk_do_freeze(),
        _ => texts.desk_do_undo(),
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
        Effect::Stage(capicu_event::StageStatus::Closed) => texts.desk_effect_closed(),
        Effect::Stage(capicu_event::StageStatus::Running) => texts.desk_effect_opened(),
        Effect::Over => texts.desk_effect_over(),
    };
    html! { (text) }
}

/// Has a member help at the desk.
async fn appoint(ask: &Ask, id: &str, part: Part) -> Response {
    let texts = ask.texts();
    let back = format!("/e/{id}/desk");
    if part < Part::Director {
        let why = html! { p { (texts.desk_director_only()) } };
        return not_done(ask, ApiErrorCode::Blocked, &why, &back);
    }
    let Some(wanted) = Part::by_id(ask.field("part")) else {
        return ask.problem(&Failure::new(ApiErrorCode::Malformed), &back);
    };
    let skeleton = crate::people::names::skeleton(ask.field("username"));
    let found = ask.site.services().store.member(&skeleton).await;
    let player = match found {
        Ok(Some(player)) => player.id,
        Ok(None) => {
            let why = html! { p { (texts.friends_nobody()) } };
            return not_done(ask, ApiErrorCode::BadUsername, &why, &back);
        }
        Err(error) => return ask.problem(&error.into(), &back),
    };
    match ask.site.events().appoint(id, player, wanted).await {
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
