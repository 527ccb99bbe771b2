//! Pages for phones: enter by the link of the event, and report the result of a table, from one's own page or by a
//! result slip.

use std::collections::BTreeMap;

use axum::extract::Path;
use axum::response::Response;
use capicu_accounts::conduct::line;
use capicu_event::{
    Command, Digest, Entrants, EntryId, Meeting, Outcome, Shown, Stage, StageStatus, State, Status,
    Table, Venue, standings,
};
use capicu_event_service::{
    Hall, Sent, SharedHall, Slip, arena, entry_seal, is_seal, join_seal, roster,
};
use capicu_i18n::{Lang, Texts};
use capicu_protocol::ApiErrorCode;
use capicu_store::events::{EventError, EventPlayer};
use maud::{Markup, html};
use serde::Deserialize;

use super::super::action::PhoneAction;
use super::super::extract::{Ask, lead_to};
use super::act::answer;
use super::public::{clock, third_place};
use super::score::{Sheet, fields};
use super::words::{Reader, Words, entered, n_entries};
use super::{
    desk, field, hall, hand, hidden, lively, may_change, not_done, online, queue, score,
    score_sheet, team, told_done, venue, wrong_seal,
};
use crate::{Failure, What};

/// `GET /e/ID/join/SEAL`: the entry form.
pub async fn ask_to_enter(Path((id, seal)): Path<(String, String)>, ask: Ask) -> Response {
    let path = format!("/e/{id}/join/{seal}");
    let hall = match joined(&ask, &id, &seal).await {
        Ok(hall) => hall,
        Err(failure) => return ask.problem(&failure, "/events"),
    };
    let hall = hall.lock().await.clone();
    let texts = ask.texts();
    let state = hall.event.state();
    let body = html! {
        main #content data-testid="join-page" {
            h1 { (state.name) }
            @if let Some(fee) = &state.preset.fee { p { (texts.desk_fee(fee)) } }
            @if state.places.is_some() { p { (entered(texts, state)) } }
            @if state.places.is_some_and(|places| n_entries(state) >= usize::from(places)) {
                p.problem data-testid="full" { (texts.desk_join_full()) }
            }
            (venue::only_read(texts, &hall))
            @if hall.is_written() { p { (texts.desk_join_help()) } form method="post" action=(path) {
                (hidden(&ask, hall.event.version()))
                (field("name", &desk::enter_name(texts, state), ""))
                (field("club", &texts.desk_club(), ""))
                label.choice { input type="checkbox" name="shown" value="number"; (texts.desk_hide_name()) }
                button data-testid="join" { (texts.desk_enter()) }
            } }
        }
    };
    super::page(&ask, &state.name, &path, &html! {}, &body)
}

async fn joined(ask: &Ask, id: &str, seal: &str) -> Result<SharedHall, Failure> {
    let hall = hall(ask, id).await?;
    let right = join_seal(&hall.lock().await.secret);
    match is_seal(seal, &right) {
        true => Ok(hall),
        false => Err(wrong_seal(ask)),
    }
}
/// The form that enters an event.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Join {
    name: String,
    club: String,
    shown: String,
    key: String,
}

/// `POST /e/ID/join/SEAL`: enters the event.
pub async fn enter(Path((id, seal)): Path<(String, String)>, ask: Ask) -> Response {
    let path = format!("/e/{id}/join/{seal}");
    let hall = async {
        let hall = joined(&ask, &id, &seal).await?;
        if !ask.site.allows(What::Table, ask.peer, &ask.headers) {
            return Err(Failure::new(ApiErrorCode::Flood));
        }
        may_change(&ask).await?;
        Ok(hall)
    };
    let hall = match hall.await {
        Ok(hall) => hall,
        Err(failure) => return ask.problem(&failure, &path),
    };
    let mut hall = hall.lock().await;
    let state = hall.event.state();
    // An arena accepts new entries until its end.
    let takes = is_on(&ask, state).is_some_and(|stage| stage.number == 1);
    if !state.stages.is_empty() && !takes {
        // Late players go to the desk, which sees the effects of a late entry.
        let why = html! { p { (ask.texts().desk_join_late()) } };
        return not_done(&ask, ApiErrorCode::Full, &why, &path);
    }
    let form: Join = ask.form();
    let mut entry = roster::one(&line(&form.name), &line(&form.club), &state.preset);
    if form.shown == "number" {
        entry.shown = Shown::Number;
    }
    let number = EntryId(state.entries.len() as u32 + 1);
    let sent = Sent {
        key: format!("join.{}", form.key),
        seen: None,
    };
    match ask
        .site
        .events()
        .carry_out(&mut hall, &sent, vec![Command::Enter(entry)])
        .await
    {
        Ok(capicu_event_service::Done::Now) => {
            let seal = entry_seal(&hall.secret, number);
            // Signed-in players also reach their tables by their account; others only by this page.
            if let Ok(Some(found)) = ask.who().await {
                let player = EventPlayer {
                    entry: number.0,
                    place: 0,
                    player: found.player.id,
                };
                let _ = ask
                    .site
                    .services()
                    .store
                    .enter_player(&hall.id, player)
                    .await;
            }
            lead_to(&format!("/e/{id}/me/{number}/{seal}?done=done"), None)
        }
        done => answer(&ask, &hall, done, &path),
    }
}

/// The arena that pairs automatically, until its time is over.
fn is_on<'a>(ask: &Ask, state: &'a State) -> Option<&'a Stage> {
    let now = ask.site.services().clock.now();
    let stage = arena::by_itself(state)?;
    (stage.ends_at()? > now).then_some(stage)
}

/// The entry that the page belongs to, and its table.
struct Speaker {
    hall: SharedHall,
    entry: EntryId,
    slip: Option<Slip>,
}

async fn by_entry(ask: &Ask, id: &str, entry: &str, seal: &str) -> Result<Speaker, Failure> {
    let hall = hall(ask, id).await?;
    let entry = entry.parse().map(EntryId);
    let entry = entry.map_err(|_| Failure::new(ApiErrorCode::NotFound))?;
    let right = entry_seal(&hall.lock().await.secret, entry);
    match is_seal(seal, &right) {
        true => Ok(Speaker {
            hall,
            entry,
            slip: None,
        }),
        false => Err(wrong_seal(ask)),
    }
}

async fn by_slip(ask: &Ask, id: &str, name: &str, seal: &str) -> Result<Speaker, Failure> {
    let shared = hall(ask, id).await?;
    let hall = shared.lock().await;
    let state = hall.event.state();
    let right = Slip::by_name(name).and_then(|slip| {
        let right = slip.seal(&hall.secret, state)?;
        Some((slip, right, *slip.entries(state)?.first()?))
    });
    match right {
        Some((slip, right, entry)) if is_seal(seal, &right) => Ok(Speaker {
            hall: std::sync::Arc::clone(&shared),
            entry,
            slip: Some(slip),
        }),
        _ => Err(wrong_seal(ask)),
    }
}

/// `GET /e/ID/me/ENTRY/SEAL`: the page of an entry.
pub async fn own(Path((id, entry, seal)): Path<(String, String, String)>, ask: Ask) -> Response {
    let path = format!("/e/{id}/me/{entry}/{seal}");
    shown(&ask, by_entry(&ask, &id, &entry, &seal).await, &path).await
}

/// `GET /e/ID/slip/NAME/SEAL`: the page of a result slip.
pub async fn slip(Path((id, name, seal)): Path<(String, String, String)>, ask: Ask) -> Response {
    let path = format!("/e/{id}/slip/{name}/{seal}");
    shown(&ask, by_slip(&ask, &id, &name, &seal).await, &path).await
}

/// `POST /e/ID/me/ENTRY/SEAL`: reports a result as an entry.
pub async fn say(Path((id, entry, seal)): Path<(String, String, String)>, ask: Ask) -> Response {
    let path = format!("/e/{id}/me/{entry}/{seal}");
    said(&ask, by_entry(&ask, &id, &entry, &seal).await, &path).await
}

/// `POST /e/ID/slip/NAME/SEAL`: reports a result by a slip.
pub async fn say_by_slip(
    Path((id, name, seal)): Path<(String, String, String)>,
    ask: Ask,
) -> Response {
    let path = format!("/e/{id}/slip/{name}/{seal}");
    said(&ask, by_slip(&ask, &id, &name, &seal).await, &path).await
}

/// A table at which an entry plays.
#[derive(Clone, Copy)]
struct Seated<'a> {
    stage: &'a Stage,
    /// The round and the table in it, both from 0.
    round: usize,
    at: usize,
}

impl<'a> Seated<'a> {
    fn meeting(self) -> &'a Meeting {
        &self.stage.rounds[self.round].pairing.meetings[self.at]
    }

    fn table(self) -> &'a Table {
        &self.stage.rounds[self.round].tables[self.at]
    }

    /// The number of the table, by which the log knows the meeting.
    fn number(self) -> u16 {
        self.stage.meeting_number(self.round, self.at)
    }

    /// The hidden fields that identify the table of a form.
    fn fields(self) -> Markup {
        html! {
            input type="hidden" name="meeting" value=(self.number());
            input type="hidden" name="round" value=(self.round + 1);
        }
    }
}

/// The table of a slip, or the latest table of an entry: in the last round, or in an arena in any round.
fn seat<'a>(hall: &'a Hall, speaker: &Speaker) -> Option<Seated<'a>> {
    let stage = hall.event.state().stages.last()?;
    if let Some(slip) = speaker.slip {
        let (round, at) = (usize::from(slip.round) - 1, usize::from(slip.meeting) - 1);
        return Some(Seated { stage, round, at });
    }
    stage.rounds_in_play().rev().find_map(|round| {
        let mut meetings = stage.rounds[round].pairing.meetings.iter();
        let at = meetings.position(|of| of.side_of(speaker.entry).is_some())?;
        Some(Seated { stage, round, at })
    })
}

async fn shown(ask: &Ask, speaker: Result<Speaker, Failure>, path: &str) -> Response {
    let speaker = match speaker {
        Ok(speaker) => speaker,
        Err(failure) => return ask.problem(&failure, "/events"),
    };
    let free = match speaker.slip {
        None => free(ask, &speaker).await,
        Some(_) => Ok(Vec::new()),
    };
    let free = match free {
        Ok(free) => free,
        Err(failure) => return ask.problem(&failure, "/events"),
    };
    let hall = speaker.hall.lock().await.clone();
    let state = hall.event.state();
    let words = Words {
        texts: ask.texts(),
        state,
        reader: Reader::Public,
    };
    let texts = words.texts;
    let is_over = is_over(&hall, speaker.slip);
    let is_written = hall.is_written();
    let inner = match Some(())
        .filter(|()| !is_over)
        .and_then(|()| seat(&hall, &speaker))
    {
        _ if !is_written => venue::only_read(texts, &hall),
        _ if is_over => {
            html! { p data-testid="slip-over" { (texts.desk_slip_over()) } }
        }
        Some(seated) => at_table(ask, &words, &hall, path, speaker.entry, seated),
        None => match waiting_place(state, speaker.entry) {
            Some(place) => html! { p.problem data-testid="waits" { (texts.desk_you_wait(place)) } },
            None if arena::by_itself(state).is_some() => html! {},
            None => html! { p data-testid="no-table" { (texts.desk_no_table()) } },
        },
    };
    let body = html! {
        main #content data-testid="phone-page" {
            h1 { (state.name) }
            (told_done(ask))
            p { b { (words.name(speaker.entry)) } " · " (texts.desk_number(speaker.entry.0)) }
            @if let Some(text) = state.announcements.last() { p.done { (text) } }
            (inner)
            @if speaker.slip.is_none() { (so_far(&words, hall.id.as_str(), speaker.entry)) }
            @if is_written { (queue::of_entry(&words, speaker.entry, ask.site.context().clock.now())) }
            @if is_written && speaker.slip.is_none() { (in_arena(ask, &words, &hall, path, speaker.entry)) }
            @if !free.is_empty() {
                form method="post" action=(path) {
                    p.help { (texts.desk_me_help()) }
                    @for place in &free {
                        button.second name="me" value=(place) data-testid={ "me-" (place) } { (texts.desk_me(&online::called(&words, speaker.entry, *place))) }
                    }
                }
            }
            p { a href={ "/e/" (hall.id) } { (texts.desk_public()) } }
        }
    };
    super::page(ask, &state.name, path, &lively(8), &body)
}

/// The place of an entry and the link to all its rounds, once a result is known.
fn so_far(words: &Words<'_>, id: &str, entry: EntryId) -> Markup {
    let (texts, state) = (words.texts, words.state);
    let is_settled = |table: &Table| matches!(table, Table::Settled(_));
    let mut rounds = state.stages.iter().flat_map(|stage| &stage.rounds);
    let is_known = rounds.any(|round| round.tables.iter().any(is_settled));
    // With two winners, an entry has a place in its direction.
    let two = state.stages.last().filter(|last| last.has_two_winners());
    let all: Vec<(EntryId, u16)> = match two {
        _ if !is_known => Vec::new(),
        Some(stage) => {
            let mut all = standings::standings(state, stage);
            let own = all.iter().find(|one| one.entry == entry);
            let own = own.map(|one| one.direction);
            all.retain(|one| Some(one.direction) == own);
            all.iter().map(|one| (one.entry, one.place)).collect()
        }
        None => standings::ranking(state),
    };
    let own = all.iter().find(|(of, _)| *of == entry);
    html! { @if let Some((_, place)) = own {
        p data-testid="so-far" {
            (texts.desk_arena_place(u32::from(*place), all.len() as u32))
            " · " a href={ "/e/" (id) "/card/" (entry) } data-testid="own-card" { (texts.results_card()) }
        }
    } }
}

/// The status of an entry in an automatic arena, and the button that leaves or rejoins it.
fn in_arena(ask: &Ask, words: &Words<'_>, hall: &Hall, path: &str, entry: EntryId) -> Markup {
    let (texts, state) = (words.texts, words.state);
    let stage = arena::by_itself(state).filter(|stage| stage.order.contains(&entry));
    let Some(stage) = stage else {
        return html! {};
    };
    let all = standings::standings(state, stage);
    let place = all.iter().find(|of| of.entry == entry);
    let place = place.map_or(0, |of| u32::from(of.place));
    let sheets = standings::sheets(state, stage);
    let run = sheets.get(&entry).map_or(0, |of| of.streak() as u32);
    let is_paired = state.is_present(entry);
    let (act, label) = match is_paired {
        true => (PhoneAction::Leave, texts.desk_arena_leave()),
        false => (PhoneAction::ComeBack, texts.desk_arena_come_back()),
    };
    html! {
        @if is_on(ask, state).is_none() {
            p data-testid="arena-over" { (texts.desk_arena_ended()) }
        } @else {
            @if !is_paired { p data-testid="not-paired" { (texts.desk_arena_not_paired()) } }
            @else if stage.queue.is_none() && stage.is_free(entry) { p data-testid="free" { (texts.desk_arena_free()) } }
        }
        p data-testid="standing" {
            (texts.desk_arena_place(place, all.len() as u32))
            @if run > 1 { " · " (texts.desk_arena_run(run)) }
        }
        @if is_on(ask, state).is_some() {
            form method="post" action=(path) {
                (hidden(ask, hall.event.version()))
                button.second name="act" value=(act) data-testid=(act) { (label) }
            }
        }
    }
}

/// The place on the waiting list of an entry, from 1.
fn waiting_place(state: &State, entry: EntryId) -> Option<u32> {
    let place = state.waiting().position(|id| id == entry)?;
    Some(place as u32 + 1)
}

/// The free places of an entry, for a signed-in player without a place at the event.
async fn free(ask: &Ask, speaker: &Speaker) -> Result<Vec<u8>, Failure> {
    let Some(found) = ask.who().await? else {
        return Ok(Vec::new());
    };
    let hall = speaker.hall.lock().await.clone();
    let store = &ask.site.services().store;
    let entered = store.event_players(&hall.id).await?;
    if entered.iter().any(|one| one.player == found.player.id) {
        return Ok(Vec::new());
    }
    let is_free = |place: &u8| {
        let here = |one: &EventPlayer| (one.entry, one.place) == (speaker.entry.0, *place);
        !entered.iter().any(here)
    };
    let all = 0..places(hall.event.state(), speaker.entry);
    Ok(all.filter(is_free).collect())
}

/// How many people of an entry have a place at a table.
fn places(state: &State, entry: EntryId) -> u8 {
    match state.preset.entrants {
        Entrants::Player => 1,
        Entrants::Pair => 2,
        Entrants::Team => state
            .entries
            .get(&entry)
            .map_or(0, |of| of.members.len() as u8),
    }
}

/// The fields of a report from a phone, except the scores.
#[derive(Default, Deserialize)]
#[serde(default)]
struct PhoneForm {
    me: String,
    round: String,
    meeting: String,
    what: String,
    reason: String,
    key: String,
}

/// Links a signed-in player to a place of an entry.
async fn is_me(ask: &Ask, speaker: &Speaker, path: &str) -> Response {
    let free = match free(ask, speaker).await {
        Ok(free) => free,
        Err(failure) => return ask.problem(&failure, path),
    };
    let taken = || {
        let why = html! { p { (ask.texts().desk_me_not()) } };
        not_done(ask, ApiErrorCode::Full, &why, path)
    };
    let place = ask.form::<PhoneForm>().me.parse().ok();
    let place = place.filter(|place| free.contains(place));
    let (Some(place), Ok(Some(found))) = (place, ask.who().await) else {
        return taken();
    };
    let hall = speaker.hall.lock().await;
    let player = EventPlayer {
        entry: speaker.entry.0,
        place,
        player: found.player.id,
    };
    let store = &ask.site.services().store;
    match store.enter_player(&hall.id, player).await {
        Ok(()) => lead_to(&format!("{path}?done=done"), None),
        Err(EventError::Failed) => ask.problem(&Failure::new(ApiErrorCode::Unavailable), path),
        Err(_) => taken(),
    }
}

/// Whether a slip is of a round that is over.
fn is_over(hall: &Hall, slip: Option<Slip>) -> bool {
    let state = hall.event.state();
    let last = state.stages.last();
    slip.is_some_and(|slip| match last {
        Some(stage) if stage.method.is_continuous() => stage.number != slip.stage,
        Some(stage) => (stage.number, stage.rounds.len() as u16) != (slip.stage, slip.round),
        None => true,
    })
}

fn at_table(
    ask: &Ask,
    words: &Words<'_>,
    hall: &Hall,
    path: &str,
    entry: EntryId,
    seated: Seated<'_>,
) -> Markup {
    let texts = words.texts;
    let Seated { stage, round, at } = seated;
    let (meeting, of) = (seated.meeting(), seated.table());
    let own = meeting.side_of(entry).map(|side| side as u8);
    let slip = Slip {
        stage: stage.number,
        round: round as u16 + 1,
        meeting: at as u16 + 1,
        side: 0,
    };
    let sheet = Sheet {
        stage,
        round: &stage.rounds[round],
        at,
    };
    let number = seated.number();
    let is_online = online::venue(stage, slip) == Venue::Online;
    let scores = |act: PhoneAction, label: String, said: Option<&Outcome>| {
        html! {
            form method="post" action=(path) {
                (hidden(ask, hall.event.version()))
                (seated.fields())
                (fields(words, sheet, said))
                button name="act" value=(act) data-testid=(act) { (label) }
            }
        }
    };
    html! {
        h2 data-testid="my-table" {
            @if stage.method.is_continuous() { (texts.desk_table()) " " (words.state.table_number(number)) }
            @else { (texts.desk_slip(round as u32 + 1, words.state.table_number(number))) }
        }
        p { (words.meeting(meeting)) (third_place(texts, Some((stage, round as u16 + 1)), meeting)) }
        @if let Some(boards) = words.boards(stage, stage.rounds[round].pairing.sets.get(at)) { p data-testid="my-boards" { b { (boards) } } }
        @if !is_online && !matches!(of, Table::Settled(_)) { (clock(texts, hall.event.state(), Some(seated.number()))) }
        @match of {
            Table::Settled(outcome) => {
                p.done data-testid="agreed" { (texts.desk_agreed()) " " b { (words.outcome(stage, meeting, outcome)) } }
                @if stage.method.is_continuous() && stage.queue.is_none() && stage.status == StageStatus::Running && arena::by_itself(words.state).is_none() { p { (texts.desk_you_are_free()) } }
                (contest(ask, words, hall, path, seated))
            },
            Table::Disputed(_) => p.problem data-testid="to-the-desk" { (texts.desk_to_the_desk()) },
            Table::Claimed(claim) if own.is_some_and(|side| claim.by.contains(&side)) => {
                p data-testid="waiting" { (texts.desk_waiting()) " " b { (words.outcome(stage, meeting, &claim.outcome)) } }
                details { summary { (texts.desk_say_again()) } (scores(PhoneAction::Claim, texts.desk_say(), Some(&claim.outcome))) }
            },
            Table::Claimed(claim) => {
                p { (texts.desk_they_say()) " " b data-testid="they-say" { (words.outcome(stage, meeting, &claim.outcome)) } }
                form method="post" action=(path) {
                    (hidden(ask, hall.event.version()))
                    (seated.fields())
                    input type="hidden" name="what" value=(print(&claim.outcome));
                    button.big name="act" value=(PhoneAction::Confirm) data-testid="confirm" { (texts.desk_confirm()) }
                }
                details { summary data-testid="not-so" { (texts.desk_not_so()) } (scores(PhoneAction::Dispute, texts.desk_dispute(), Some(&claim.outcome))) }
            },
            Table::Open if is_online && (stage.rules.sittings.is_empty() || stage.has_tables(number)) => {
                (online::ready(words, hall, (stage, number), (entry, None)))
                (told(words, sheet))
            },
            Table::Open => {
                @if !stage.rules.sittings.is_empty() {
                    details open[!team::is_handed_in(sheet, entry)] data-open {
                        summary data-testid="line-up" {
                            (texts.desk_line_up())
                            @if team::is_handed_in(sheet, entry) { (texts.colon()) " " (texts.desk_line_up_there()) }
                        }
                        form method="post" action=(path) {
                            (hidden(ask, hall.event.version()))
                            (seated.fields())
                            (team::line_up(words, sheet, entry))
                            p.help { (texts.desk_line_up_help()) }
                            button.second name="act" value=(PhoneAction::LineUp) data-testid="hand-in" { (texts.desk_line_up_hand_in()) }
                        }
                    }
                    (told(words, sheet))
                }
                @if is_online {
                    p.help { (texts.desk_online_line_ups()) }
                } @else {
                    @let given = score_sheet::returned(ask, words, stage, slip);
                    (hand::links(words, hall, slip, entry))
                    @match given {
                        Some(_) => p.done data-testid="from-sheet" { (texts.desk_from_sheet()) },
                        None => (score_sheet::link(words, stage, slip, path)),
                    }
                    (scores(PhoneAction::Claim, texts.desk_say(), given.as_ref()))
                }
            },
        }
    }
}

/// The form by which a side contests an agreed result, or the note that it is contested.
fn contest(ask: &Ask, words: &Words<'_>, hall: &Hall, path: &str, seated: Seated<'_>) -> Markup {
    let texts = words.texts;
    let contests = &seated.stage.rounds[seated.round].contests;
    html! {
        @if let Some(contest) = contests.get(&seated.at) {
            p.problem data-testid="contested" {
                (texts.desk_log_contested(&words.name(contest.by), words.state.table_number(seated.number()))) " (" (contest.reason) ")"
            }
        } @else if words.state.status == Status::Open {
            details {
                summary data-testid="contest-form" { (texts.desk_contest()) }
                form method="post" action=(path) {
                    (hidden(ask, hall.event.version()))
                    (seated.fields())
                    (field("reason", &texts.desk_reason(), ""))
                    button.second name="act" value=(PhoneAction::Contest) data-testid="contest" { (texts.desk_contest()) }
                }
            }
        }
    }
}

/// The line-ups and results of the tables of a team meeting, once they are public.
fn told(words: &Words<'_>, sheet: Sheet<'_>) -> Markup {
    let none = BTreeMap::new();
    let recorded = sheet.round.recorded.get(&sheet.at).unwrap_or(&none);
    let line_ups = &sheet.round.line_ups[sheet.at];
    team::told(
        words,
        sheet.stage,
        sheet.meeting(),
        line_ups,
        (None, recorded),
    )
}

/// A fingerprint of a claimed result, so that a player confirms exactly the result they saw.
fn print(outcome: &Outcome) -> String {
    let text = serde_json::to_string(outcome).unwrap_or_default();
    Digest::of(&[text.as_bytes()]).to_string()
}

async fn said(ask: &Ask, speaker: Result<Speaker, Failure>, path: &str) -> Response {
    let read = async {
        let speaker = speaker?;
        may_change(ask).await?;
        Ok::<_, Failure>(speaker)
    };
    let speaker = match read.await {
        Ok(speaker) => speaker,
        Err(failure) => return ask.problem(&failure, "/events"),
    };
    let form: PhoneForm = ask.form();
    if speaker.slip.is_none() && !form.me.is_empty() {
        return is_me(ask, &speaker, path).await;
    }
    let mut hall = speaker.hall.lock().await;
    let texts = ask.texts();
    let sorry = |why: String| {
        let why = html! { p { (why) } };
        not_done(ask, ApiErrorCode::Full, &why, path)
    };
    if is_over(&hall, speaker.slip) {
        return sorry(texts.desk_slip_over());
    }
    if let Some(command) = of_arena(ask, &hall, &speaker) {
        let sent = phoned(ask);
        let done = ask.site.events().carry_out(&mut hall, &sent, vec![command]);
        let done = done.await;
        return answer(ask, &hall, done, path);
    }
    let Some(seated) = seat(&hall, &speaker) else {
        return sorry(texts.desk_no_table());
    };
    let (stage, of, table) = (seated.stage, seated.meeting(), seated.table());
    let meeting = seated.number();
    let here = [
        (form.round, seated.round as u16 + 1),
        (form.meeting, meeting),
    ];
    if here.iter().any(|(named, at)| *named != at.to_string()) {
        return sorry(texts.desk_slip_over());
    }
    let by = speaker.entry;
    let outcome = score::outcome(ask, &stage.rules, of.sides.len());
    let act: PhoneAction = match ask.action() {
        Ok(act) => act,
        Err(failure) => return ask.problem(&failure, path),
    };
    let command = match (act, outcome) {
        (PhoneAction::Confirm, _) => match table {
            Table::Claimed(claim) if print(&claim.outcome) == form.what => {
                Command::Confirm { meeting, by }
            }
            Table::Settled(_) => Command::Confirm { meeting, by },
            _ => return sorry(texts.desk_refused_behind()),
        },
        (PhoneAction::Claim, Some(outcome)) => Command::Claim {
            meeting,
            by,
            outcome,
        },
        (PhoneAction::Dispute, Some(outcome)) => Command::Dispute {
            meeting,
            by,
            outcome,
        },
        (PhoneAction::Contest, _) => {
            let reason = line(&form.reason);
            if reason.is_empty() {
                return sorry(texts.desk_reason_missing());
            }
            Command::Contest {
                stage: stage.number,
                round: seated.round as u16 + 1,
                meeting: seated.at as u16 + 1,
                by,
                reason,
            }
        }
        (PhoneAction::LineUp, _) => Command::LineUp {
            meeting,
            by,
            tables: team::lined_up(ask, stage),
        },
        (PhoneAction::Claim | PhoneAction::Dispute, None) => {
            return sorry(texts.desk_scores_missing());
        }
        // These actions are for an arena that pairs automatically.
        (PhoneAction::Leave | PhoneAction::ComeBack, _) => {
            return ask.problem(&Failure::new(ApiErrorCode::Malformed), path);
        }
    };
    let sent = phoned(ask);
    let done = ask
        .site
        .events()
        .carry_out(&mut hall, &sent, vec![command])
        .await;
    answer(ask, &hall, done, path)
}

fn phoned(ask: &Ask) -> Sent {
    Sent {
        key: format!("phone.{}", ask.form::<PhoneForm>().key),
        seen: None,
    }
}

/// The command of an entry that leaves an automatic arena, or comes back to it.
fn of_arena(ask: &Ask, hall: &Hall, speaker: &Speaker) -> Option<Command> {
    let state = hall.event.state();
    let stage = is_on(ask, state).filter(|_| speaker.slip.is_none())?;
    if !stage.order.contains(&speaker.entry) {
        return None;
    }
    match ask.action().ok()? {
        PhoneAction::Leave => {
            let told = [Lang::En, Lang::Es].map(|lang| Texts::new(lang).desk_arena_left());
            Some(Command::Withdraw(speaker.entry, told.join(" / ")))
        }
        PhoneAction::ComeBack => Some(Command::CheckIn(speaker.entry)),
        PhoneAction::Claim
        | PhoneAction::Confirm
        | PhoneAction::Contest
        | PhoneAction::Dispute
        | PhoneAction::LineUp => None,
    }
}
