//! The page of a player who seeks a table: it shows the wait and leads to the table.

use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use capicu_i18n::Texts;
use capicu_lobby::Stakes;
use capicu_protocol::{ApiErrorCode, PlayerId, TableId};
use capicu_store::Player;
use capicu_table_service::lobby::{Progress, Relation, Speed, Waiting, Wish};
use maud::{Markup, html};
use serde::Deserialize;
use tokio::time::interval;

use super::extract::{Ask, lead_to, status, told};
use super::lobby::WishForm;
use super::waiting_seats::{self, Places};
use super::{challenge, partner, standing};
use crate::connection_limits::Admitted;
use crate::{Failure, Gone, Lines, lines};

/// The path of this page.
const PATH: &str = "/lobby/wait";

/// How often the stream of the page checks for something new, such as the seconds of the wait.
const LOOK: Duration = Duration::from_secs(1);

/// The address of the page. It contains the wish, so that the player can seek again after a restart.
pub fn address(wish: Wish) -> String {
    format!("{PATH}?{}", query(wish))
}

/// A wish as fields of an address.
fn query(wish: Wish) -> String {
    let (game, speed) = (wish.game().id, wish.speed.id());
    match wish.stakes {
        Stakes::Casual => format!("game={game}&speed={speed}"),
        Stakes::Rated => format!("game={game}&speed={speed}&stakes=rated"),
    }
}

/// The fields of the wait: the part of the page to send, and the challenge.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Wait {
    part: String,
    challenge: String,
}

/// `GET /lobby/wait`. With `part` for the script of the page: that the page is open, or the lines that change, as a stream
/// if the script accepts one.
pub async fn show(ask: Ask) -> Response {
    let found = match ask.who().await {
        Ok(found) => found,
        Err(failure) => return ask.problem(&failure, PATH),
    };
    let progress = match &found {
        Some(found) => ask.site.lobby().ask(found.player.id).await,
        None => Ok(Progress::None),
    };
    let progress = match progress {
        Ok(progress) => progress,
        Err(failure) => return ask.problem(&failure.into(), PATH),
    };
    let Wait { part, challenge } = ask.form();
    match (part.as_str(), &found) {
        ("", _) => {}
        ("open", Some(_)) => return StatusCode::NO_CONTENT.into_response(),
        (part, found) => {
            let Some([people, time]) = part_of(ask.texts(), &progress, part) else {
                return match progress {
                    Progress::Seated(table) => lead_to(&format!("/t/{table}"), None),
                    _ => StatusCode::GONE.into_response(),
                };
            };
            let Some(found) = found else {
                return StatusCode::GONE.into_response();
            };
            return match takes_stream(&ask) {
                Some(admitted) => stream(ask, found.player.clone(), part.to_owned(), admitted),
                None => {
                    let seats = Places::default().news(&ask, &found.player, &progress).await;
                    let line = if seats.is_empty() { "" } else { "\n" };
                    format!("{people}\n{time}{line}{seats}").into_response()
                }
            };
        }
    }
    match progress {
        Progress::Seated(table) => lead_to(&format!("/t/{table}"), None),
        Progress::Challenging(of) => challenge::waits(&ask, &of),
        Progress::Waiting(waiting) => match standing::told(&ask, found.as_ref()).await {
            Ok(standing) => {
                let seats = match &found {
                    Some(found) => waiting_seats::of(&ask, &found.player, &waiting).await,
                    None => html! {},
                };
                waits(&ask, &waiting, &seats, &standing)
            }
            Err(failure) => ask.problem(&failure, PATH),
        },
        Progress::Inviting { code, wish } => partner::invited(&ask, &code, wish),
        Progress::None if !challenge.is_empty() => challenge::over(&ask),
        Progress::None => over(&ask, None),
        Progress::Failed => over(&ask, Some(ApiErrorCode::Unavailable)),
    }
}

/// The lines that change on this page; `None` if the player's page is another one by now.
fn part_of(texts: Texts, progress: &Progress, part: &str) -> Option<[String; 2]> {
    match (progress, part) {
        (Progress::Waiting(waiting), "status") => Some(lines_of(texts, waiting)),
        (Progress::Inviting { .. }, "invitation") => {
            Some([texts.lobby_partner_awaited(), String::new()])
        }
        (Progress::Challenging(of), "challenge") => {
            let waits = texts.challenge_waits(&of.guest.username);
            Some([waits, String::new()])
        }
        _ => None,
    }
}

/// The permit for a stream, if the script accepts one.
pub fn takes_stream(ask: &Ask) -> Option<Admitted> {
    let accepts = ask.headers.get(header::ACCEPT)?;
    let address = ask.site.address(ask.peer, &ask.headers);
    let is_wanted = accepts == "application/x-ndjson";
    is_wanted.then(|| ask.site.admit_socket(address)).flatten()
}

/// The lines that change, as JSON each time they do, and `null` once the player's page is another one.
fn stream(ask: Ask, player: Player, part: String, admitted: Admitted) -> Response {
    let (lines, answer) = lines();
    tokio::spawn(async move {
        until_closed(&ask, &lines, admitted, follow(&ask, &player, &part, &lines)).await;
    });
    answer
}

/// Sends a stream until it is over, its page is closed or the server stops.
pub async fn until_closed(
    ask: &Ask,
    lines: &Lines,
    admitted: Admitted,
    sent: impl Future<Output = Result<(), Gone>>,
) {
    let _counted = (ask.site.sockets().counted().await, admitted);
    let mut stopping = ask.site.stopping();
    tokio::select! {
        _ = sent => {}
        () = lines.gone() => {}
        _ = stopping.wait_for(|stopping| *stopping) => {}
    }
}

async fn follow(ask: &Ask, player: &Player, part: &str, lines: &Lines) -> Result<(), Gone> {
    let lobby = ask.site.lobby().here();
    let mut changes = lobby.changes();
    let mut looks = interval(LOOK);
    let mut shown = None;
    let mut places = Places::default();
    loop {
        tokio::select! {
            _ = looks.tick() => {}
            _ = changes.changed() => {}
        }
        let progress = lobby.progress(player.id);
        let now = match part_of(ask.texts(), &progress, part) {
            Some([people, time]) => {
                let seats = places.news(ask, player, &progress).await;
                Some([people, time, seats])
            }
            None => None,
        };
        if shown.as_ref() != Some(&now) {
            lines.message(&now).await?;
        }
        if now.is_none() {
            return Ok(());
        }
        shown = Some(now);
    }
}

/// `POST /lobby/bots`: bots take the empty seats at once.
pub async fn fill(ask: Ask) -> Response {
    let filled = async {
        let player = player(&ask).await?;
        ask.site.lobby().fill(player).await?;
        Ok(ask.site.lobby().ask(player).await?)
    };
    match filled.await {
        Ok(Progress::Waiting(waiting)) => lead_to(&address(waiting.wish), None),
        Ok(_) => lead_to(PATH, None),
        Err(failure) => ask.problem(&failure, PATH),
    }
}

/// `POST /lobby/cancel`: cancels a seek.
pub async fn cancel(ask: Ask) -> Response {
    let left = async {
        let player = player(&ask).await?;
        Ok(ask.site.lobby().leave(player).await?)
    };
    let left = match left.await {
        Ok(left) => left,
        Err(failure) => return ask.problem(&failure, PATH),
    };
    match left {
        Progress::None | Progress::Failed => {
            let chosen = wish(&ask).map(|wish| format!("&{}", query(wish)));
            let chosen = chosen.unwrap_or_default();
            lead_to(&format!("/lobby?done=cancelled{chosen}"), None)
        }
        // The others are found already.
        Progress::Waiting(_) | Progress::Inviting { .. } | Progress::Challenging(_) => {
            lead_to(PATH, None)
        }
        Progress::Seated(table) => too_late(&ask, &table),
    }
}

/// The wish in the fields of a request; `None` without a known game.
fn wish(ask: &Ask) -> Option<Wish> {
    let WishForm {
        game,
        speed,
        stakes,
    } = ask.form();
    let stakes = match stakes.as_str() {
        "rated" => Stakes::Rated,
        _ => Stakes::Casual,
    };
    let wish = Wish::of(&game, Speed::by_id(&speed).unwrap_or_default())?;
    Some(wish.with(stakes))
}

/// The speed and stakes of a wish as hidden fields of a form.
fn speed_and_stakes(wish: Wish) -> Markup {
    html! {
        input type="hidden" name="speed" value=(wish.speed.id());
        @if wish.stakes == Stakes::Rated { input type="hidden" name="stakes" value="rated"; }
    }
}

/// `POST /lobby/left`: the script of the page reports that the player leaves the page.
pub async fn leave(ask: Ask) -> Response {
    let left = async {
        let player = player(&ask).await?;
        Ok(ask.site.lobby().away(player).await?)
    };
    match left.await {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(failure) => ask.problem(&failure, PATH),
    }
}

async fn player(ask: &Ask) -> Result<PlayerId, Failure> {
    Ok(ask.changing().await?.player.id)
}

/// How many wait, and how long.
fn lines_of(texts: Texts, waiting: &Waiting) -> [String; 2] {
    let people = texts.lobby_people(waiting.people as u32, u32::from(waiting.seats));
    if waiting.is_partner_away {
        let told = match waiting.side {
            Relation::Partner => texts.lobby_partner_away(),
            Relation::Opponent => texts.challenge_away(),
        };
        return [told, String::new()];
    }
    let waited = (waiting.waited / 1_000) as u32;
    let bots_in = waiting
        .bots_in
        .map(|bots_in| bots_in.div_ceil(1_000) as u32);
    let time = match bots_in {
        None if waiting.offers_casual => texts.lobby_offer_casual(waited),
        None => texts.lobby_rated_time(waited),
        Some(0) => texts.lobby_moment(),
        Some(bots_in) => texts.lobby_time(waited, bots_in),
    };
    [people, time]
}

/// Keeps the page up to date, with or without a script.
pub fn asks() -> Markup {
    html! {
        noscript { meta http-equiv="refresh" content="2"; }
        script src="/lobby.js" defer {}
    }
}

fn waits(ask: &Ask, waiting: &Waiting, seats: &Markup, standing: &Markup) -> Response {
    let texts = ask.texts();
    let title = texts.lobby_waiting();
    let [people, time] = lines_of(texts, waiting);
    let body = html! {
        main #content data-testid="waiting-page" {
            h1 { (title) }
            div.seeking {
                ul #places.places data-testid="places" aria-label=(texts.people_here()) { (seats) }
                div {
                    p { b { (sought(texts, waiting.wish)) } }
                    p #people role="status" data-part="status" data-testid="people" { (people) }
                    p #time data-testid="time" { (time) }
                }
                div.row {
                    @if waiting.side == Relation::Opponent {}
                    @else if waiting.wish.stakes == Stakes::Casual {
                        form method="post" action="/lobby/bots" {
                            button data-testid="bots-now" { (texts.lobby_bots_now()) }
                        }
                    } @else {
                        form method="post" action="/lobby" {
                            input type="hidden" name="speed" value=(waiting.wish.speed.id());
                            button.second name="game" value=(waiting.wish.game().id) data-testid="play-casual" {
                                (texts.lobby_play_casual())
                            }
                        }
                    }
                    form method="post" action="/lobby/cancel" {
                        input type="hidden" name="game" value=(waiting.wish.game().id);
                        (speed_and_stakes(waiting.wish))
                        button.second data-testid="cancel" { (texts.lobby_cancel()) }
                    }
                }
            }
            (standing)
            p.help { (texts.lobby_keep_open()) }
        }
    };
    ask.page_with(&title, PATH, &asks(), &body)
}

/// The page of a seek that ended, and how to seek again.
fn over(ask: &Ask, why: Option<ApiErrorCode>) -> Response {
    let texts = ask.texts();
    let wish = wish(ask);
    let title = texts.lobby_over();
    let body = html! {
        main #content data-testid="wait-over-page" {
            h1 { (title) }
            @match why {
                Some(why) => p.problem role="alert" data-testid="problem" { (told(texts, why)) },
                None => p { (texts.lobby_over_help()) },
            }
            @if let Some(wish) = wish {
                form method="post" action="/lobby" {
                    (speed_and_stakes(wish))
                    p { b { (sought(texts, wish)) } }
                    button name="game" value=(wish.game().id) data-testid="seek-again" {
                        (texts.lobby_again())
                    }
                }
            }
            p { a href="/lobby" { (texts.lobby()) } }
        }
    };
    let page = ask.page(&title, PATH, &body);
    match why {
        Some(why) => (status(why), page).into_response(),
        None => page,
    }
}

/// The answer to a player who already has a seat.
fn too_late(ask: &Ask, table: &TableId) -> Response {
    let texts = ask.texts();
    let title = texts.lobby_seated();
    let body = html! {
        main #content data-testid="seated-page" {
            h1 { (title) }
            p { (texts.lobby_seated_help()) }
            p.row {
                a.do href={ "/t/" (table) } data-testid="to-table" { (texts.lobby_to_table()) }
                a href="/" { (texts.back_home()) }
            }
        }
    };
    let page = ask.page(&title, PATH, &body);
    (StatusCode::CONFLICT, page).into_response()
}

/// A game and a speed in words.
pub fn sought(texts: Texts, wish: Wish) -> String {
    let game = texts.game_name(wish.game().id).unwrap_or_default();
    let speed = super::lobby::speed_name(texts, wish.speed);
    match wish.stakes {
        Stakes::Casual => format!("{game} · {speed}"),
        Stakes::Rated => format!("{game} · {speed} · {}", texts.lobby_rated()),
    }
}
