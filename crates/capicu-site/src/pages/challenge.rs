//! Challenges: made on the page of a friend, seen on `/friends` and `/`, accepted or not.

use axum::response::{IntoResponse as _, Response};
use capicu::Game;
use capicu_accounts::friends;
use capicu_accounts::friends::Acquaintance;
use capicu_accounts::{bots, names};
use capicu_i18n::Texts;
use capicu_lobby::Stakes;
use capicu_protocol::ApiErrorCode;
use capicu_store::SignedIn;
use capicu_table_service::lobby::{
    self, Challenge, Challenger, Challenges, NotAccepted, Relation, Speed,
};
use maud::{Markup, html};
use serde::Deserialize;

use super::extract::{Ask, lead_to, status, told};
use super::lobby::{is_paused, known, may_seek, speed_name, wished};
use super::waiting::{address, asks, sought};
use crate::Failure;
use crate::avatar::Face;

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

/// The form with the challenged player and their side.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Make {
    #[serde(rename = "as")]
    side: String,
    username: String,
}

async fn made(ask: &Ask) -> Result<String, Failure> {
    let found = ask.changing().await?;
    let own = lobby::member(&found.player).ok_or(Failure::new(ApiErrorCode::NotSignedIn))?;
    let Make { side, username } = ask.form();
    let side = match side.as_str() {
        "" => Relation::default(),
        id => Relation::by_id(id).ok_or(Failure::new(ApiErrorCode::Malformed))?,
    };
    let wish = wished(ask).await?;
    if !side.fits(wish) {
        return Err(Failure::new(ApiErrorCode::BadSeats));
    }
    may_seek(ask, &found).await?;
    let friend = match friend(ask, &found, &username).await {
        Err(failure) if failure.code() == ApiErrorCode::NotFound => {
            let bot = bots::called(ask.site.context(), &username).await?;
            // A bot plays no rated match, and seeks no others with a person.
            if bot.is_some() && (side, wish.stakes) != (Relation::Opponent, Stakes::Casual) {
                return Err(Failure::new(ApiErrorCode::BadSeats));
            }
            lobby::bot(bot.ok_or(failure)?)
        }
        friend => friend?,
    };
    let lobby = known(ask, &found, wish).await?;
    lobby.challenge(own, friend, wish, side).await?;
    Ok(format!("{}&challenge=1", address(wish)))
}

/// Finds a friend of the signed-in player by username.
async fn friend(ask: &Ask, found: &SignedIn, username: &str) -> Result<Challenger, Failure> {
    let nobody = || Failure::new(ApiErrorCode::NotFound);
    let player = friends::find(ask.site.context(), username).await?;
    let own = friends::circle(ask.site.context(), found).await?;
    match Acquaintance::of(&own, player.id) {
        Acquaintance::Friend => lobby::member(&player).ok_or_else(nobody),
        _ => Err(nobody()),
    }
}

/// Whether a challenge may be accepted still: by a friend, or by a bot of the player's or of a friend's.
async fn is_welcome(ask: &Ask, found: &SignedIn, host: &Challenger) -> Result<bool, Failure> {
    match friend(ask, found, &host.username).await {
        Ok(_) => Ok(true),
        Err(failure) if failure.code() == ApiErrorCode::NotFound => {
            let bot = bots::called(ask.site.context(), &host.username).await?;
            match bot.filter(|bot| bot.player.id == host.player) {
                Some(bot) => {
                    Ok(bots::may_challenge(ask.site.context(), &bot, found.player.id).await?)
                }
                None => Ok(false),
            }
        }
        Err(failure) => Err(failure),
    }
}

/// `POST /challenge/accept`: the challenged player accepts the challenge `id`.
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

/// The challenge that is answered.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    id: String,
}

async fn accepted(ask: &Ask) -> Result<Result<Challenge, NotAccepted>, Failure> {
    let found = ask.changing().await?;
    let (lobby, player) = (ask.site.lobby(), found.player.id);
    let Answer { id } = ask.form();
    let all = lobby.challenges(player).await?;
    let Some(challenge) = all.to.into_iter().find(|of| of.id == id) else {
        return Ok(Err(NotAccepted::Over));
    };
    // They may have stopped being friends.
    if !is_welcome(ask, &found, &challenge.host).await? {
        return Ok(Err(NotAccepted::Over));
    }
    may_seek(ask, &found).await?;
    // The challenger may have been paused since.
    if is_paused(ask, challenge.host.player).await? {
        return Ok(Err(NotAccepted::Over));
    }
    let lobby = known(ask, &found, challenge.wish).await?;
    let accepted = lobby.accept(id, player, found.player.name);
    Ok(accepted.await?)
}

/// `POST /challenge/decline`: the challenged player declines the challenge `id`.
pub async fn decline(ask: Ask) -> Response {
    let declined = async {
        let player = ask.changing().await?.player.id;
        let lobby = ask.site.lobby();
        Ok(lobby.decline(ask.form::<Answer>().id, player).await?)
    };
    match declined.await {
        // A challenge that is already over no longer exists.
        Ok(_) => lead_to("/friends", None),
        Err(failure) => ask.problem(&failure, "/friends"),
    }
}

/// `POST /challenge/take-back`: the challenger withdraws the challenge.
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

/// The page of a refused challenge.
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

/// The form that challenges the friend with this username.
pub fn form(texts: Texts, username: &str) -> Markup {
    let sides = [
        (Relation::Partner, texts.challenge_partner()),
        (Relation::Opponent, texts.challenge_opponent()),
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
                            input type="radio" name="as" value=(side.id()) checked[side == Relation::default()]
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

/// The form that challenges the bot with this username.
pub fn form_for_bot(texts: Texts, username: &str) -> Markup {
    html! {
        section #challenge data-testid="challenge-form" {
            h2 { (texts.challenge_who(username)) }
            form method="post" action="/challenge" {
                input type="hidden" name="username" value=(username);
                input type="hidden" name="as" value=(Relation::Opponent.id());
                (games(texts))
                (speeds(texts))
                p { button data-testid="challenge" { (texts.challenge()) } }
                p.help { (texts.bots_challenge_help()) }
            }
        }
    }
}

/// The challenges from and to the signed-in player; empty if there are none.
pub async fn lines(ask: &Ask, found: &SignedIn) -> Markup {
    let (texts, lobby) = (ask.texts(), ask.site.lobby());
    // If the lobby is unreachable, the rest of the page still works.
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
    html! {
        li data-testid="challenged" {
            div.person {
                (Face::Account(&of.host.username).draw(40))
                p {
                    a href={ "/@" (of.host.username) } { b { (host_name(of)) } } ": "
                    (kind(texts, of))
                }
            }
            (answers(texts, of))
        }
    }
}

/// The username of the challenger. Bots are marked.
pub fn host_name(of: &Challenge) -> String {
    let is_bot = of.host.name.as_deref().is_some_and(names::passes_for_bot);
    let mark = if is_bot { " [bot]" } else { "" };
    format!("{}{mark}", of.host.username)
}

/// How the two would play, and which game at which speed.
pub fn kind(texts: Texts, of: &Challenge) -> String {
    format!("{} · {}", side(texts, of.side), sought(texts, of.wish))
}

/// The buttons of the challenged player.
pub fn answers(texts: Texts, of: &Challenge) -> Markup {
    html! {
        form.row method="post" {
            input type="hidden" name="id" value=(of.id);
            button formaction="/challenge/accept" data-testid="accept-challenge" { (texts.challenge_accept()) }
            button.second formaction="/challenge/decline" data-testid="decline-challenge" {
                (texts.challenge_decline())
            }
        }
    }
}

fn outgoing(texts: Texts, of: &Challenge) -> Markup {
    html! {
        li data-testid="challenging" {
            div.person {
                (Face::Account(&of.guest.username).draw(40))
                p { (texts.challenge_waits(&of.guest.username)) " " small { (sought(texts, of.wish)) } }
            }
            form.row method="post" action="/challenge/take-back" {
                a.do href="/lobby/wait?challenge=1" { (texts.challenge_wait()) }
                button.second data-testid="take-back-challenge" { (texts.friends_take_back()) }
            }
        }
    }
}

fn side(texts: Texts, side: Relation) -> String {
    match side {
        Relation::Partner => texts.challenge_as_partner(),
        Relation::Opponent => texts.challenge_as_opponent(),
    }
}

/// The page of a challenger who waits for the answer.
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

/// The page of a challenger whose challenge is over.
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
