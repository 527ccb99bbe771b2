//! Challenges to and from bots.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use capicu_accounts::conduct::{self, Standing};
use capicu_accounts::{bots, friends};
use capicu_protocol::{ApiErrorCode, MadeChallenge, MakeChallenge, PlayerId, Scope};
use capicu_site::{Failure, Site, Unread, What};
use capicu_table_service::lobby::{
    self, About, Challenger, NotAccepted, Progress, Reception, Relation, Speed, Wish,
};
use tokio::time::sleep;

use super::bearer::Program;
use crate::people::read;

/// Seconds that both players of an accepted challenge have to come to the table.
const COMING: u32 = 60;

/// Seconds that the server polls for a challenging program: while the challenge is open, plus the time to come.
const CHALLENGING: u32 = 600 + COMING;

/// `POST /api/bot/challenges`. A person still accepts or declines; an event says when it is over.
pub async fn make(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Unread,
) -> Result<(StatusCode, Json<MadeChallenge>), Failure> {
    let program = Program::of(&site, peer, &headers, Some(Scope::Play)).await?;
    if !site.allows(What::Table, peer, &headers) {
        return Err(site.too_often(What::Table));
    }
    let asked: MakeChallenge = read(body).await?;
    let speed = match asked.speed.as_deref() {
        None => Speed::default(),
        Some(id) => Speed::by_id(id).ok_or_else(|| {
            let detail = "speed is fast, usual or slow".to_owned();
            Failure::new(ApiErrorCode::Malformed).detail(detail)
        })?,
    };
    let wish = Wish::of(&asked.game, speed).ok_or(Failure::new(ApiErrorCode::UnknownGame))?;
    for player in [program.id(), program.bot.owner] {
        match conduct::standing(site.context(), player).await? {
            Standing::Paused { .. } | Standing::PausedByModerator { .. } => {
                return Err(Failure::new(ApiErrorCode::Paused));
            }
            Standing::Near { .. } | Standing::Free => {}
        }
    }
    let guest = guest(&site, &program, &asked.username).await?;
    let apart = site.services().store.apart(program.id()).await?;
    let lobby = site.lobby().knowing(About {
        player: program.id(),
        apart: apart.all().collect(),
        known: None,
    });
    let host = lobby::bot(program.bot.clone());
    lobby
        .challenge(host, guest, wish, Relation::Opponent)
        .await?;
    let made = lobby.challenges(program.id()).await?.by;
    let id = made.ok_or_else(over)?.id;
    let waits = Waits {
        bot: program.id(),
        challenge: Some(id.clone()),
    };
    tokio::spawn(wait(lobby, waits, CHALLENGING));
    Ok((StatusCode::CREATED, Json(MadeChallenge { id })))
}

/// Finds a player whom the bot may challenge: its owner, the owner's friends, and other bots.
async fn guest(site: &Site, program: &Program, username: &str) -> Result<Challenger, Failure> {
    let nobody = || {
        let detail = "a bot challenges its owner, friends of its owner, and other bots".to_owned();
        Failure::new(ApiErrorCode::NotFound).detail(detail)
    };
    match friends::find(site.context(), username).await {
        Ok(member) => {
            let may = bots::may_challenge(site.context(), &program.bot, member.id).await?;
            let guest = lobby::member(&member).filter(|_| may);
            guest.ok_or_else(nobody)
        }
        Err(failure) if failure.code() == ApiErrorCode::NotFound => {
            let bot = bots::called(site.context(), username).await?;
            let bot = bot.filter(|bot| bot.player.id != program.id());
            Ok(lobby::bot(bot.ok_or_else(nobody)?))
        }
        Err(error) => Err(error.into()),
    }
}

/// `POST /api/bot/challenges/ID/accept`. The table is there once the challenger has come; an event says so.
pub async fn accept(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let program = Program::of(&site, peer, &headers, Some(Scope::Challenge)).await?;
    let name = Some(program.name().to_owned());
    match site.lobby().accept(id, program.id(), name).await? {
        Ok(_) => {
            let waits = Waits {
                bot: program.id(),
                challenge: None,
            };
            tokio::spawn(wait(site.lobby().clone(), waits, COMING));
            Ok(StatusCode::NO_CONTENT)
        }
        Err(NotAccepted::Over | NotAccepted::SameAddress) => Err(over()),
    }
}

/// A bot for which the server polls.
struct Waits {
    bot: PlayerId,
    /// The challenge that the bot made, if any.
    challenge: Option<String>,
}

/// Polls the lobby for a bot up to `most` times, once a second like people's pages.
async fn wait(lobby: Reception, waits: Waits, most: u32) {
    for _ in 0..most {
        match lobby.ask(waits.bot).await {
            Ok(Progress::Waiting(_)) | Err(_) => {}
            // If it has made another challenge since, another task polls for that.
            Ok(Progress::Challenging(of)) if Some(&of.id) == waits.challenge.as_ref() => {}
            Ok(_) => return,
        }
        sleep(Duration::from_secs(1)).await;
    }
    // A seek without polls expires.
    let _ = lobby.leave(waits.bot).await;
}

pub async fn decline(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let program = Program::of(&site, peer, &headers, Some(Scope::Challenge)).await?;
    match site.lobby().decline(id, program.id()).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(over()),
    }
}

fn over() -> Failure {
    let detail = "this challenge is over".to_owned();
    Failure::new(ApiErrorCode::NotFound).detail(detail)
}
