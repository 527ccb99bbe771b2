//! The page of whoever seeks a table: it tells how the wait goes on, and leads to the table.

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use capicu_i18n::Texts;
use capicu_lobby::Stakes;
use capicu_protocol::{ApiErrorCode, PlayerId};
use maud::{Markup, html};

use super::ask::{Ask, lead_to, status, told};
use super::{challenge, partner, standing};
use crate::http::Failure;
use crate::lobby::{Progress, Side, Speed, Waiting, Wish};

/// Where it is.
const PATH: &str = "/lobby/wait";

/// The page that waits for a wish to come true. It names the wish, so that it can be sought again should the
/// server have been started anew.
pub fn address(wish: Wish) -> String {
    let (game, speed) = (wish.game().id, wish.speed.id());
    match wish.stakes {
        Stakes::Casual => format!("{PATH}?game={game}&speed={speed}"),
        Stakes::Rated => format!("{PATH}?game={game}&speed={speed}&stakes=rated"),
    }
}

/// `GET /lobby/wait`; with `part=status` only the lines that change, for the script.
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
    let is_script = !ask.field("part").is_empty();
    match progress {
        Progress::Seated(table) => lead_to(&format!("/t/{table}"), None),
        Progress::Challenging(of) if ask.field("part") == "challenge" => {
            challenge::part(&ask, Some(&of))
        }
        Progress::Challenging(_) if is_script => StatusCode::GONE.into_response(),
        Progress::Challenging(of) => challenge::waits(&ask, &of),
        // The page tells of something else so far.
        Progress::Waiting(_) if matches!(ask.field("part"), "invitation" | "challenge") => {
            StatusCode::GONE.into_response()
        }
        Progress::Waiting(waiting) if is_script => {
            let [people, time] = lines(ask.texts(), &waiting);
            format!("{people}\n{time}").into_response()
        }
        Progress::Inviting { .. } if ask.field("part") == "invitation" => {
            format!("{}\n", ask.texts().lobby_partner_awaited()).into_response()
        }
        Progress::None | Progress::Failed | Progress::Inviting { .. } if is_script => {
            StatusCode::GONE.into_response()
        }
        Progress::Waiting(waiting) => match standing::told(&ask, found.as_ref()).await {
            Ok(standing) => waits(&ask, &waiting, &standing),
            Err(failure) => ask.problem(&failure, PATH),
        },
        Progress::Inviting { code, wish } => partner::invited(&ask, &code, wish),
        Progress::None if !ask.field("challenge").is_empty() => challenge::over(&ask),
        Progress::None => over(&ask, None),
        Progress::Failed => over(&ask, Some(ApiErrorCode::Unavailable)),
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

/// `POST /lobby/cancel`.
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
        Progress::None | Progress::Failed => lead_to("/lobby?done=cancelled", None),
        // The others are found already.
        Progress::Waiting(_) | Progress::Inviting { .. } | Progress::Challenging(_) => {
            lead_to(PATH, None)
        }
        Progress::Seated(table) => too_late(&ask, &table),
    }
}

async fn player(ask: &Ask) -> Result<PlayerId, Failure> {
    Ok(ask.changing().await?.player.id)
}

/// How many wait, and how long.
fn lines(texts: Texts, waiting: &Waiting) -> [String; 2] {
    let people = texts.lobby_people(waiting.people as u32, u32::from(waiting.seats));
    if waiting.is_partner_away {
        let told = match waiting.side {
            Side::Partner => texts.lobby_partner_away(),
            Side::Opponent => texts.challenge_away(),
        };
        return [told, String::new()];
    }
    let waited = (waiting.waited / 1_000) as u32;
    if waiting.wish.stakes == Stakes::Rated {
        let told = match waiting.offers_casual {
            true => texts.lobby_offer_casual(waited),
            false => texts.lobby_rated_time(waited),
        };
        return [people, told];
    }
    let time = match waiting.bots_in.div_ceil(1_000) as u32 {
        0 => texts.lobby_moment(),
        bots_in => texts.lobby_time(waited, bots_in),
    };
    [people, time]
}

/// What asks how it goes on.
pub fn asks() -> Markup {
    html! {
        noscript { meta http-equiv="refresh" content="2"; }
        script src="/lobby.js" defer {}
    }
}

fn waits(ask: &Ask, waiting: &Waiting, standing: &Markup) -> Response {
    let texts = ask.texts();
    let title = texts.lobby_waiting();
    let [people, time] = lines(texts, waiting);
    let body = html! {
        main #content data-testid="waiting-page" {
            h1 { (title) }
            p { b { (sought(texts, waiting.wish)) } }
            p #people role="status" data-part="status" data-testid="people" { (people) }
            p #time data-testid="time" { (time) }
            div.row {
                @if waiting.side == Side::Opponent {}
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
                    button.second data-testid="cancel" { (texts.lobby_cancel()) }
                }
            }
            (standing)
            p.help { (texts.lobby_keep_open()) }
        }
    };
    ask.page_with(&title, PATH, &asks(), &body)
}

/// The page of a seek that does not go on, and how to seek again.
fn over(ask: &Ask, why: Option<ApiErrorCode>) -> Response {
    let texts = ask.texts();
    let speed = Speed::by_id(ask.field("speed")).unwrap_or_default();
    let stakes = match ask.field("stakes") {
        "rated" => Stakes::Rated,
        _ => Stakes::Casual,
    };
    let wish = Wish::of(ask.field("game"), speed).map(|wish| wish.with(stakes));
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
                    input type="hidden" name="speed" value=(wish.speed.id());
                    @if stakes == Stakes::Rated { input type="hidden" name="stakes" value="rated"; }
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

/// The answer to somebody who has a seat already.
fn too_late(ask: &Ask, table: &str) -> Response {
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
