//! Challenges: made on the page of a friend, seen on `/friends` and `/`, accepted or not.

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use capicu::Game;
use capicu_i18n::Texts;
use capicu_lobby::Stakes;
use capicu_protocol::ApiErrorCode;
use capicu_store::SignedIn;
use maud::{Markup, html};

use super::ask::{Ask, lead_to, status, told};
use super::lobby::{is_paused, known, may_seek, speed_name, wished};
use super::waiting::{address, asks, sought};
use crate::http::Failure;
use crate::lobby::{Challenge, Challenger, Challenges, NotAccepted, Side, Speed};
use crate::people::circle;
use crate::people::{Acquaintance, bots};

/// `POST /challenge`: challenges the friend `username`.
pub async fn make(ask: Ask) -> Response {
    match made(&ask).await {
        Ok(address) => lead_to(&address, None),
        Err(failure) => {
            let texts = ask.texts();
            let told = match failure.code() {
                ApiErrorCode::NotFound => texts.challenge_no_friend(),
                ApiErrorCode::BadSeats => texts.challenge_does_not_fit(),
                ApiErrorCode::NotSignedIn => texts.friends_members_only(),
                code => told(texts, code),
            };
            refused(&ask, failure.code(), &told)
        }
    }
}

async fn made(ask: &Ask) -> Result<String, Failure> {
    let found = ask.changing().await?;
    let own =
        Challenger::of_member(&found.player).ok_or(Failure::new(ApiErrorCode::NotSignedIn))?;
    let side = match ask.field("as") {
        "" => Side::default(),
        id => Side::by_id(id).ok_or(Failure::new(ApiErrorCode::Malformed))?,
    };
    let wish = wished(ask).await?;
    if !side.fits(wish) {
        return Err(Failure::new(ApiErrorCode::BadSeats));
    }
    may_seek(ask, &found).await?;
    let friend = match friend(ask, &found, ask.field("username")).await {
        Err(failure) if failure.code() == ApiErrorCode::NotFound => {
            let bot = bots::called(&ask.site, ask.field("username")).await?;
            // A bot plays no rated match, and seeks no others with a person.
            if bot.is_some() && (side, wish.stakes) != (Side::Opponent, Stakes::Casual) {
                return Err(Failure::new(ApiErrorCode::BadSeats));
            }
            Challenger::of_bot(bot.ok_or(failure)?)
        }
        friend => friend?,
    };
    let lobby = known(ask, &found, wish).await?;
    lobby.challenge(own, friend, wish, side).await?;
    Ok(format!("{}&challenge=1", address(wish)))
}

/// A friend of whoever is signed in, by username.
async fn friend(ask: &Ask, found: &SignedIn, username: &str) -> Result<Challenger, Failure> {
    let nobody = || Failure::new(ApiErrorCode::NotFound);
    let player = circle::find(&ask.site, username).await?;
    let own = circle::circle(&ask.site, found).await?;
    match Acquaintance::of(&own, player.id) {
        Acquaintance::Friend => Challenger::of_member(&player).ok_or_else(nobody),
        _ => Err(nobody()),
    }
}

/// Whether a challenge may be accepted still: by a friend, or by a bot of the player's or of a friend's.
async fn is_welcome(ask: &Ask, found: &SignedIn, host: &Challenger) -> Result<bool, Failure> {
    match friend(ask, found, &host.username).await {
        Ok(_) => Ok(true),
        Err(failure) if failure.code() == ApiErrorCode::NotFound => {
            let bot = bots::called(&ask.site, &host.username).await?;
            match bot.filter(|bot| bot.player.id == host.player) {
                Some(bot) => bots::may_challenge(&ask.site, &bot, found.player.id).await,
                None => Ok(false),
            }
        }
        Err(failure) => Err(failure),
    }
}

/// `POST /challenge/accept`: whoever is challenged accepts the challenge `id`.
pub async fn accept(ask: Ask) -> Response {
    let texts = ask.texts();
    match accepted(&ask).await {
        Ok(Ok(challenge)) => lead_to(&format!("{}&challenge=1", address(challenge.wish)), None),
        Ok(Err(NotAccepted::Over)) => {
            refused(&ask, ApiErrorCode::NotFound, &texts.challenge_over())
        }
        Ok(Err(NotAccepted::SameAddress)) => {
            refused(&ask, ApiErrorCode::Full, &texts.challenge_same_address())
        }
        Err(failure) => refused(&ask, failure.code(), &told(texts, failure.code())),
    }
}

async fn accepted(ask: &Ask) -> Result<Result<Challenge, NotAccepted>, Failure> {
    let found = ask.changing().await?;
    let (lobby, player) = (ask.site.lobby(), found.player.id);
    let id = ask.field("id");
    let all = lobby.challenges_to(player).await?;
    let Some(challenge) = all.into_iter().find(|of| of.id == id) else {
        return Ok(Err(NotAccepted::Over));
    };
    // They may be friends no more.
    if !is_welcome(ask, &found, &challenge.host).await? {
        return Ok(Err(NotAccepted::Over));
    }
    may_seek(ask, &found).await?;
    // The pause of whoever challenged may have begun since.
    if is_paused(ask, challenge.host.player).await? {
        return Ok(Err(NotAccepted::Over));
    }
    let lobby = known(ask, &found, challenge.wish).await?;
    let accepted = lobby.accept(id.to_owned(), player, found.player.name);
    Ok(accepted.await?)
}

/// `POST /challenge/decline`: whoever is challenged does not accept the challenge `id`.
pub async fn decline(ask: Ask) -> Response {
    let declined = async {
        let player = ask.changing().await?.player.id;
        let lobby = ask.site.lobby();
        Ok(lobby.decline(ask.field("id").to_owned(), player).await?)
    };
    match declined.await {
        // One that is over already is not there either.
        Ok(_) => lead_to("/friends", None),
        Err(failure) => ask.problem(&failure, "/friends"),
    }
}

/// `POST /challenge/take-back`: whoever challenged challenges nobody any more.
pub async fn take_back(ask: Ask) -> Response {
    let left = async {
        let player = ask.changing().await?.player.id;
        Ok(ask.site.lobby().leave(player).await?)
    };
    match left.await {
        Ok(_) => lead_to("/friends", None),
        Err(failure) => ask.problem(&failure, "/friends"),
    }
}

/// The answer to what cannot be, in words.
fn refused(ask: &Ask, code: ApiErrorCode, told: &str) -> Response {
    let texts = ask.texts();
    let title = texts.problem_title();
    let body = html! {
        main #content data-testid="problem-page" {
            h1 { (title) }
            p.problem role="alert" data-testid="problem" { (told) }
            p.row {
                a.do href="/friends" { (texts.friends()) }
                a href="/lobby" { (texts.lobby()) }
            }
        }
    };
    (status(code), ask.page(&title, "/friends", &body)).into_response()
}

/// What challenges the friend of this username.
pub fn form(texts: Texts, username: &str) -> Markup {
    let sides = [
        (Side::Partner, texts.challenge_partner()),
        (Side::Opponent, texts.challenge_opponent()),
    ];
    let stakes = [
        ("casual", texts.challenge_casual()),
        ("rated", texts.challenge_rated()),
    ];
    html! {
        section #challenge data-testid="challenge-form" {
            h2 { (texts.challenge_who(username)) }
            form method="post" action="/challenge" {
                input type="hidden" name="username" value=(username);
                (games(texts))
                fieldset {
                    legend { (texts.challenge_side()) }
                    @for (side, called) in sides {
                        label.choice {
                            input type="radio" name="as" value=(side.id()) checked[side == Side::default()]
                                data-testid={ "as-" (side.id()) };
                            (called)
                        }
                    }
                }
                (speeds(texts))
                fieldset {
                    legend { (texts.lobby_stakes()) }
                    @for (at, (id, called)) in stakes.iter().enumerate() {
                        label.choice {
                            input type="radio" name="stakes" value=(id) checked[at == 0]
                                data-testid={ "stakes-" (id) };
                            (called)
                        }
                    }
                }
                p { button data-testid="challenge" { (texts.challenge()) } }
                p.help { (texts.challenge_help()) }
            }
        }
    }
}

fn games(texts: Texts) -> Markup {
    html! {
        label for="game" { (texts.lobby_game()) }
        select #game name="game" data-testid="game" {
            @for of in Game::ALL {
                option value=(of.id) { (texts.game_name(of.id).unwrap_or_default()) }
            }
        }
    }
}

fn speeds(texts: Texts) -> Markup {
    html! {
        fieldset {
            legend { (texts.lobby_speed()) }
            @for of in Speed::ALL {
                label.choice {
                    input type="radio" name="speed" value=(of.id()) checked[of == Speed::default()];
                    (speed_name(texts, of))
                }
            }
        }
    }
}

/// What challenges the bot of this username.
pub fn form_for_bot(texts: Texts, username: &str) -> Markup {
    html! {
        section #challenge data-testid="challenge-form" {
            h2 { (texts.challenge_who(username)) }
            form method="post" action="/challenge" {
                input type="hidden" name="username" value=(username);
                input type="hidden" name="as" value=(Side::Opponent.id());
                (games(texts))
                (speeds(texts))
                p { button data-testid="challenge" { (texts.challenge()) } }
                p.help { (texts.bots_challenge_help()) }
            }
        }
    }
}

/// The challenges of and to whoever is signed in; nothing where there are none.
pub async fn lines(ask: &Ask, found: &SignedIn) -> Markup {
    let (texts, lobby) = (ask.texts(), ask.site.lobby());
    // The rest of the page is there without the lobby.
    let challenges = lobby.challenges(found.player.id).await.unwrap_or_default();
    let Challenges { to, by, is_awaited } = challenges;
    html! {
        @if is_awaited || by.is_some() || !to.is_empty() {
            section data-testid="challenges" {
                h2 { (texts.challenges()) }
                ul.list {
                    @if is_awaited {
                        li {
                            p { b { (texts.challenge_accepted()) } }
                            a.do href="/lobby/wait?challenge=1" data-testid="to-accepted" { (texts.lobby_to_table()) }
                        }
                    }
                    @for of in &to { (incoming(texts, of)) }
                    @if let Some(of) = &by { (outgoing(texts, of)) }
                }
            }
        }
    }
}

fn incoming(texts: Texts, of: &Challenge) -> Markup {
    let host = &of.host.username;
    html! {
        li data-testid="challenged" {
            p {
                a href={ "/@" (host) } { b { (host) @if of.host.is_bot() { " [bot]" } } } ": "
                (side(texts, of.side)) " · " (sought(texts, of.wish))
            }
            form.row method="post" {
                input type="hidden" name="id" value=(of.id);
                button formaction="/challenge/accept" data-testid="accept-challenge" { (texts.challenge_accept()) }
                button.second formaction="/challenge/decline" data-testid="decline-challenge" {
                    (texts.challenge_decline())
                }
            }
        }
    }
}

fn outgoing(texts: Texts, of: &Challenge) -> Markup {
    html! {
        li data-testid="challenging" {
            p { (texts.challenge_waits(&of.guest.username)) " " small { (sought(texts, of.wish)) } }
            form.row method="post" action="/challenge/take-back" {
                a.do href="/lobby/wait?challenge=1" { (texts.challenge_wait()) }
                button.second data-testid="take-back-challenge" { (texts.friends_take_back()) }
            }
        }
    }
}

fn side(texts: Texts, side: Side) -> String {
    match side {
        Side::Partner => texts.challenge_as_partner(),
        Side::Opponent => texts.challenge_as_opponent(),
    }
}

/// The page of whoever waits for the answer to a challenge.
pub fn waits(ask: &Ask, of: &Challenge) -> Response {
    let texts = ask.texts();
    let title = texts.challenge_who(&of.guest.username);
    let body = html! {
        main #content data-testid="challenging-page" {
            h1 { (title) }
            p { b { (side(texts, of.side)) " · " (sought(texts, of.wish)) } }
            p #people role="status" data-part="challenge" data-testid="people" {
                (texts.challenge_waits(&of.guest.username))
            }
            p #time {}
            form method="post" action="/challenge/take-back" {
                button.second data-testid="cancel" { (texts.friends_take_back()) }
            }
            p.help { (texts.challenge_keep_open()) }
        }
    };
    ask.page_with(&title, "/lobby/wait", &asks(), &body)
}

/// The page of whoever challenged somebody, once that is over.
pub fn over(ask: &Ask) -> Response {
    let texts = ask.texts();
    let title = texts.challenge_not_taken();
    let body = html! {
        main #content data-testid="wait-over-page" {
            h1 { (title) }
            p { (texts.challenge_not_taken_help()) }
            p.row {
                a.do href="/friends" { (texts.friends()) }
                a href="/lobby" { (texts.lobby()) }
            }
        }
    };
    ask.page(&title, "/lobby/wait", &body)
}

/// The status of a challenge for the script of the page that waits.
pub fn part(ask: &Ask, of: Option<&Challenge>) -> Response {
    match of {
        Some(of) => {
            format!("{}\n", ask.texts().challenge_waits(&of.guest.username)).into_response()
        }
        // The page tells of something else so far.
        None => StatusCode::GONE.into_response(),
    }
}
