//! The queue of winner stays at a private table: the page of a player who waits, and the part that the page of the table
//! shows. It contains names, places and times, and nothing about the match.

use std::collections::BTreeMap;

use axum::extract::Path;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, PlayerId, TableId};
use capicu_store::{PlayerKind, SignedIn};
use capicu_table::{Code, QueueAsk, QueueRefusal, QueueUnit, Streak, TokenHash};
use capicu_table_service::table::{QueueNow, QueueView, WaitingParty, You};
use maud::{Markup, html};
use serde::Deserialize;

use super::extract::{Ask, Line, lead_to, unkept};
use super::me::origin;
use crate::{Failure, What};

/// The names of players that have one.
type Names = BTreeMap<PlayerId, String>;

/// The fields of the forms of the queue, and the part of the page that a script asks for.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Fields {
    part: String,
    code: String,
    unit: String,
    /// The place of a partner in the queue, from 0, and the version of the queue that shows it.
    with: String,
    at: String,
}

/// `GET /q/TABLE`. With `part`, only the part that a script replaces.
pub async fn show(Path(table): Path<String>, ask: Ask) -> Response {
    let path = format!("/q/{table}");
    match seen(&ask, &table).await {
        Ok(Some((id, view, names))) => answer(&ask, &id, &view, &names),
        Ok(None) => over(&ask),
        Err(failure) => ask.problem(&failure, &path),
    }
}

/// `POST /q/TABLE/ACT`: joins, leaves, sits down, finds a partner, or sets the queue.
pub async fn act(Path((table, act)): Path<(String, String)>, ask: Ask) -> Response {
    let path = format!("/q/{table}");
    match acted(&ask, &table, &act).await {
        Ok(Done::Refused(QueueRefusal::Off | QueueRefusal::BadCode)) => over(&ask),
        // The page says what the player is at the table.
        Ok(Done::Refused(QueueRefusal::Seated | QueueRefusal::Waiting)) => lead_to(&path, None),
        Ok(Done::Refused(refusal)) => refused(&ask, &path, refusal),
        Ok(Done::Left) => lead_to("/", None),
        Ok(Done::Sat) => lead_to(&format!("/t/{table}"), None),
        Ok(Done::Changed(cookie)) => lead_to(&path, cookie),
        Err(failure) => ask.problem(&failure, &path),
    }
}

/// `GET /q/TABLE/ACT`: a reload of the answer to a form leads to the page.
pub fn back(Path((table, _)): Path<(String, String)>) -> Redirect {
    Redirect::to(&format!("/q/{table}"))
}

/// The result of a form.
enum Done {
    Changed(Option<HeaderValue>),
    Left,
    Sat,
    Refused(QueueRefusal),
}

async fn acted(ask: &Ask, table: &str, act: &str) -> Result<Done, Failure> {
    ask.is_from_here()?;
    if !ask.site.allows(What::Queue, ask.peer, &ask.headers) {
        return Err(ask.site.too_often(What::Queue));
    }
    ask.read().await?;
    let not_found = || Failure::new(ApiErrorCode::NotFound);
    let id: TableId = table.parse().map_err(|_| not_found())?;
    let form: Fields = ask.form();
    let registry = ask.site.registry();
    let store = &registry.services().store;
    let (player, cookie) = match act {
        "join" => {
            if !ask.site.allows(What::Guess, ask.peer, &ask.headers) {
                return Err(Failure::new(ApiErrorCode::Flood));
            }
            let (found, cookie) = ask.player().await?;
            (found, cookie)
        }
        _ => {
            let found = ask.who().await?;
            let found = found.ok_or(Failure::new(ApiErrorCode::NotSignedIn))?;
            (found, None)
        }
    };
    let ids = store.ids(player.player.id).await?;
    let asked = match act {
        "join" => match Code::new(&form.code) {
            Some(code) => QueueAsk::Join { code },
            None => return Ok(Done::Refused(QueueRefusal::BadCode)),
        },
        "leave" => QueueAsk::Leave,
        "set" => QueueAsk::Set(match form.unit.as_str() {
            "singles" => Some(QueueUnit::Singles),
            "pairs" => Some(QueueUnit::Pairs),
            "off" => None,
            _ => return Err(Failure::new(ApiErrorCode::Malformed)),
        }),
        "pair" | "sit" => {
            let view = registry.queue_of(&id, &ids).await?;
            let queue = view.and_then(|view| Some((view.queue?, view.you)));
            let Some((queue, you)) = queue else {
                return Ok(Done::Refused(QueueRefusal::Off));
            };
            match act {
                "pair" => match partner(&queue, &form) {
                    Some(partner) => QueueAsk::Pair { partner },
                    None => return Ok(Done::Refused(QueueRefusal::NoPartner)),
                },
                _ => sit(ask, &queue, you).await?,
            }
        }
        _ => return Err(not_found()),
    };
    let done = match act {
        "leave" => Done::Left,
        "sit" => Done::Sat,
        _ => Done::Changed(cookie),
    };
    Ok(match registry.queue(&id, &ids, asked).await? {
        Ok(()) => done,
        Err(refusal) => Done::Refused(refusal),
    })
}

/// The partner at a place of the queue, if it has not changed since.
fn partner(queue: &QueueNow, form: &Fields) -> Option<PlayerId> {
    let at: usize = form.with.parse().ok()?;
    let is_current = form.at.parse() == Ok(queue.stamp);
    let party = queue.parties.get(at).filter(|_| is_current)?;
    match party.players[..] {
        [partner] => Some(partner),
        _ => None,
    }
}

/// The request of a player to sit down, with everybody of the party.
async fn sit(ask: &Ask, queue: &QueueNow, you: You) -> Result<QueueAsk, Failure> {
    let party = match you {
        You::Waiting(player) => queue.parties.iter().find(|of| of.players.contains(&player)),
        You::Host | You::Seated => None,
    };
    let players = party.map(|party| party.players.clone()).unwrap_or_default();
    let randomness = ask.site.registry().services().randomness;
    Ok(QueueAsk::Sit {
        // The players' sessions open the seats, and nobody has these tokens.
        tokens: [(), ()].map(|()| TokenHash::of(&randomness.token())),
        names: names(ask, players).await?.0,
    })
}

/// The queue as the reader sees it; `None` if the reader has no seat there and does not wait.
async fn seen(ask: &Ask, table: &str) -> Result<Option<(TableId, Box<QueueView>, Names)>, Failure> {
    let Some(SignedIn { player, .. }) = ask.who().await? else {
        return Ok(None);
    };
    let Ok(id) = table.parse::<TableId>() else {
        return Ok(None);
    };
    let registry = ask.site.registry();
    let ids = registry.services().store.ids(player.id).await?;
    let Some(view) = registry.queue_of(&id, &ids).await? else {
        return Ok(None);
    };
    let Some(queue) = &view.queue else {
        return Ok(Some((id, view, Names::new())));
    };
    let waiting = queue.parties.iter().flat_map(|party| &party.players);
    let streaks = [&queue.streak, &queue.best].into_iter().flatten();
    let shown = waiting.chain(streaks.flat_map(|streak| &streak.players));
    let (names, gone) = names(ask, shown.copied().collect()).await?;
    // A deleted player waits no longer.
    for player in &gone {
        let _ = registry.queue(&id, &[*player], QueueAsk::Leave).await?;
    }
    if gone.is_empty() {
        return Ok(Some((id, view, names)));
    }
    let view = registry.queue_of(&id, &ids).await?;
    Ok(view.map(|view| (id, view, names)))
}

/// The names of players as their accounts have them now, and those whose accounts are deleted.
async fn names(ask: &Ask, mut players: Vec<PlayerId>) -> Result<(Names, Vec<PlayerId>), Failure> {
    players.sort_unstable();
    players.dedup();
    let (mut names, mut gone) = (Names::new(), Vec::new());
    for id in players {
        match ask.site.registry().services().store.player(id).await? {
            Some(player) if player.kind != PlayerKind::Gone => {
                names.extend(player.name.map(|name| (id, name)));
            }
            Some(_) | None => gone.push(id),
        }
    }
    Ok((names, gone))
}

fn answer(ask: &Ask, table: &TableId, view: &QueueView, names: &Names) -> Response {
    let texts = ask.texts();
    let path = format!("/q/{table}");
    let fields = ask.form::<Fields>();
    let is_part = !fields.part.is_empty();
    let part = match (&view.queue, view.you) {
        (Some(queue), You::Waiting(player)) => waits(texts, &path, queue, player, names),
        (_, You::Waiting(_)) => return over(ask),
        // The page of a player who waits leads to the seat, which a partner may have taken. The table asks for the panel.
        (_, You::Host | You::Seated) if fields.part != "panel" => {
            return lead_to(&format!("/t/{table}"), None);
        }
        (_, You::Host | You::Seated) => panel(ask, &path, view, names),
    };
    if is_part {
        return unkept(Html(part.into_string()).into_response());
    }
    let body = html! {
        main #content data-testid="queue-page" {
            h1 { (texts.queue_title()) }
            p { (texts.queue_table_help()) }
            div #queue { (part) }
        }
    };
    let head = html! {
        script src="/queue.js" defer {}
        noscript { meta http-equiv="refresh" content="5"; }
    };
    unkept(ask.page_with(&texts.queue_title(), &path, &head, &body))
}

/// The queue for a player who waits.
fn waits(texts: Texts, path: &str, queue: &QueueNow, player: PlayerId, names: &Names) -> Markup {
    let mine = |party: &WaitingParty| party.players.contains(&player);
    let place = queue.parties.iter().position(mine);
    let own = place.and_then(|place| queue.parties.get(place));
    let offer = own.and_then(|own| own.offer_ends_in);
    let is_alone = own.is_some_and(|own| own.players.len() == 1);
    let lacks_partner = queue.unit == QueueUnit::Pairs && is_alone;
    html! {
        @if let Some(millis) = offer {
            p role="alert" data-offer=(texts.queue_free()) data-testid="queue-offer" {
                b { (texts.queue_free()) }
            }
            p { small data-seconds { (texts.queue_seconds(millis.div_ceil(1000))) } }
            form method="post" action={ (path) "/sit" } {
                button.big #queue-sit data-testid="queue-sit" { (texts.invited_sit()) }
            }
        } @else if let Some(place) = place {
            p role="status" data-testid="queue-place" {
                b { (texts.queue_place(place as u64 + 1)) }
                @if let Some(wait) = own.and_then(|own| wait(texts, own)) { " · " (wait) }
            }
        }
        @if lacks_partner {
            p { (texts.queue_alone()) }
            @for (at, other) in queue.parties.iter().enumerate() {
                @if other.players.len() == 1 && !mine(other) {
                    form method="post" action={ (path) "/pair" } {
                        input type="hidden" name="with" value=(at);
                        input type="hidden" name="at" value=(queue.stamp);
                        button.second id={ "queue-with-" (at) } data-testid={ "queue-with-" (at) } {
                            (texts.queue_with(&called(texts, &other.players, names)))
                        }
                    }
                }
            }
        }
        (list(texts, queue, names))
        (streaks(texts, queue, names))
        form method="post" action={ (path) "/leave" } {
            button.second #queue-leave data-testid="queue-leave" { (texts.queue_leave_now()) }
        }
    }
}

/// The queue for a player with a seat. The first line is the summary that is always in view.
fn panel(ask: &Ask, path: &str, view: &QueueView, names: &Names) -> Markup {
    let texts = ask.texts();
    let set = |unit: &str, label: String, is_main: bool| {
        html! {
            form method="post" action={ (path) "/set" } {
                input type="hidden" name="unit" value=(unit);
                button.second[!is_main] data-testid={ "queue-" (unit) } { (label) }
            }
        }
    };
    let current = view.queue.as_ref().map(|queue| queue.unit);
    let is_host = view.you == You::Host;
    let label = |unit: String| match current {
        Some(_) => unit,
        None => format!("{} · {unit}", texts.queue_start()),
    };
    let others = view.units.iter().filter(|unit| Some(**unit) != current);
    html! {
        @if let Some(queue) = &view.queue { p data-line hidden { (line(texts, queue, names)) } }
        h2 { (texts.queue_title()) }
        @match &view.queue {
            Some(queue) => {
                @if queue.parties.is_empty() { p { (texts.queue_nobody()) } }
                (list(texts, queue, names))
                (streaks(texts, queue, names))
                @if let Some(code) = queue.code {
                    @let link = format!("{}/j/{code}", origin(ask));
                    p { (texts.code_title()) " " b data-testid="queue-code" { (code) } br; a href=(link) { (link) } }
                }
            }
            None => p { (texts.queue_table_help()) }
        }
        @if is_host && view.is_between_matches {
            @for unit in others {
                @match unit {
                    QueueUnit::Singles => (set("singles", label(texts.queue_singles()), current.is_none())),
                    QueueUnit::Pairs => (set("pairs", label(texts.queue_pairs()), current.is_none())),
                }
            }
        } @else if current.is_none() {
            p { (texts.queue_later()) }
        }
        @if is_host && current.is_some() { (set("off", texts.queue_off(), false)) }
    }
}

/// The next party and the current streak, in one line.
fn line(texts: Texts, queue: &QueueNow, names: &Names) -> String {
    let next = queue.parties.iter().take(1);
    let next = next.map(|party| texts.queue_next(&called(texts, &party.players, names)));
    let streak = queue
        .streak
        .iter()
        .map(|streak| in_a_row(texts, streak, names));
    let parts: Vec<String> = next.chain(streak).collect();
    match parts.is_empty() {
        true => texts.queue_nobody(),
        false => parts.join(" · "),
    }
}

fn list(texts: Texts, queue: &QueueNow, names: &Names) -> Markup {
    html! {
        @if !queue.parties.is_empty() {
            ol data-testid="queue-list" {
                @for party in &queue.parties {
                    li {
                        (called(texts, &party.players, names))
                        @if let Some(wait) = wait(texts, party) { " · " small { (wait) } }
                    }
                }
            }
        }
    }
}

fn streaks(texts: Texts, queue: &QueueNow, names: &Names) -> Markup {
    let best = |streak: &Streak| {
        texts.queue_best(u64::from(streak.n), &called(texts, &streak.players, names))
    };
    html! {
        @if let Some(streak) = &queue.streak {
            p data-testid="queue-streak" { (in_a_row(texts, streak, names)) }
        }
        @if let Some(streak) = &queue.best { p data-testid="queue-best" { (best(streak)) } }
    }
}

fn in_a_row(texts: Texts, streak: &Streak, names: &Names) -> String {
    let who = called(texts, &streak.players, names);
    texts.queue_winner(u64::from(streak.n), &who)
}

/// The expected wait of a party.
fn wait(texts: Texts, party: &WaitingParty) -> Option<String> {
    Some(match party.seconds? {
        0 => texts.queue_soon(),
        seconds => texts.queue_minutes(seconds.div_ceil(60)),
    })
}

fn called(texts: Texts, players: &[PlayerId], names: &Names) -> String {
    let name = |player: &PlayerId| names.get(player).cloned();
    let names: Vec<String> = players
        .iter()
        .map(|player| name(player).unwrap_or_else(|| texts.default_name()))
        .collect();
    texts.list(&names)
}

/// The form by which a player joins, at a table without a free seat.
pub fn join_form(ask: &Ask, table: &TableId, code: Code, has_name: bool) -> Markup {
    let texts = ask.texts();
    html! {
        p { (texts.queue_join_help()) }
        p { (texts.queue_table_help()) }
        form method="post" action={ "/q/" (table) "/join" } {
            input type="hidden" name="code" value=(code);
            @if !has_name { (Line::own_name(ask).html(texts, None)) }
            p { button.big data-testid="queue-join" { (texts.queue_join()) } }
        }
    }
}

/// The answer to a player who neither plays nor waits, or whose queue is off.
fn over(ask: &Ask) -> Response {
    let texts = ask.texts();
    let body = html! {
        main #content data-testid="queue-over" {
            h1 { (texts.queue_title()) }
            p role="status" { (texts.queue_over()) }
            p { a.do href="/" { (texts.back_home()) } }
        }
    };
    let page = ask.page(&texts.queue_title(), "/", &body);
    (StatusCode::GONE, page).into_response()
}

fn refused(ask: &Ask, path: &str, refusal: QueueRefusal) -> Response {
    let texts = ask.texts();
    let why = match refusal {
        QueueRefusal::Full => texts.queue_full(),
        QueueRefusal::TooOften => texts.problem_rate_limited(),
        QueueRefusal::NoSeat => texts.queue_no_seat(),
        QueueRefusal::NotHost | QueueRefusal::NotNow => texts.queue_later(),
        QueueRefusal::NoPartner => texts.queue_no_partner(),
        QueueRefusal::Off
        | QueueRefusal::BadCode
        | QueueRefusal::NotWaiting
        | QueueRefusal::Seated
        | QueueRefusal::Waiting => texts.queue_over(),
    };
    let body = html! {
        main #content data-testid="problem-page" {
            h1 { (texts.queue_title()) }
            p.problem role="alert" data-testid="problem" { (why) }
            p { a.do href=(path) { (texts.desk_back()) } }
        }
    };
    let page = ask.page(&texts.queue_title(), path, &body);
    (StatusCode::CONFLICT, page).into_response()
}
