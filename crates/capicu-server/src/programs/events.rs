//! Events of a bot, as lines. They come from polling every second instead of notifications, so that a restart loses
//! none.

use std::net::SocketAddr;
use std::time::Duration;

use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::response::Response;
use capicu_accounts::history::{of_match, of_seat};
use capicu_protocol::{BotChallenge, BotEvent, Scope, TableId};
use capicu_site::{Failure, Site, What};
use capicu_site::{Gone, Lines, QUIET, lines};
use capicu_store::{Ended, Seated};
use capicu_table_service::lobby::Challenges;
use tokio::time::{Instant, interval};

use super::bearer::Program;

/// Interval of polls.
const LOOK: Duration = Duration::from_secs(1);

/// Seats to report at most, latest activity first.
const SEATS: u32 = 100;

/// Last matches to read at the start of the stream, to find finished tables.
const ENDED: u32 = 100;

/// Last matches to read in later polls.
const ENDED_SINCE: u32 = 10;

pub async fn stream(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let program = Program::of(&site, peer, &headers, Some(Scope::Read)).await?;
    if !site.allows(What::Socket, peer, &headers) {
        return Err(site.too_often(What::Socket));
    }
    let admitted = site.admit_socket(program.address);
    let admitted = admitted.ok_or_else(|| site.too_many_open())?;
    let last = site.services().store.matches(program.id(), u64::MAX, 1);
    let told = Reported {
        last: last.await?.first().map_or(0, |(_, ended)| ended.sequence),
        ..Reported::default()
    };
    let (lines, answer) = lines();
    tokio::spawn(async move {
        let _counted = (site.sockets().counted().await, admitted);
        // The reader is gone.
        let _ = tell(&site, &program, told, &lines).await;
    });
    Ok(answer)
}

/// State already reported.
#[derive(Debug, Default)]
struct Reported {
    /// Tables of the reported seats.
    tables: Vec<TableId>,
    challenges: Vec<String>,
    /// The number of the last finished match.
    last: u64,
}

async fn tell(
    site: &Site,
    program: &Program,
    mut told: Reported,
    lines: &Lines,
) -> Result<(), Gone> {
    let mut stopping = site.stopping();
    let mut looks = interval(LOOK);
    let mut quiet = Instant::now();
    loop {
        tokio::select! {
            biased;
            () = lines.gone() => return Ok(()),
            _ = looks.tick() => {}
            _ = stopping.wait_for(|stopping| *stopping) => return Ok(()),
        }
        // A store that failed may recover.
        let news = told.news(site, program).await.unwrap_or_default();
        for event in &news {
            lines.message(event).await?;
            quiet = Instant::now();
        }
        if quiet.elapsed() >= QUIET {
            if !program.is_let_in(site).await {
                return Ok(());
            }
            lines.text("").await?;
            quiet = Instant::now();
        }
    }
}

impl Reported {
    /// Returns events that were not reported yet.
    async fn news(&mut self, site: &Site, program: &Program) -> Result<Vec<BotEvent>, Failure> {
        let store = &site.services().store;
        let mut news = Vec::new();
        let seats = store.seats(program.id(), SEATS).await?;
        let most = match self.tables.is_empty() {
            true => ENDED,
            false => ENDED_SINCE,
        };
        let ended = store.matches(program.id(), u64::MAX, most).await?;
        let Challenges { to: open, by, .. } = site.lobby().challenges(program.id()).await?;
        let tables = seats.iter().map(|seat| seat.table.clone()).collect();
        for seat in seats.into_iter().rev() {
            if !self.tables.contains(&seat.table) && !is_over(site, &seat, &ended).await? {
                news.push(BotEvent::Seated(of_seat(seat)));
            }
        }
        // Nothing fails from here on, so every event that counts as reported is sent.
        self.tables = tables;
        let ids = open.iter().chain(&by);
        let ids = ids.map(|challenge| challenge.id.clone()).collect();
        let before = std::mem::replace(&mut self.challenges, ids);
        let over = before.iter().filter(|id| !self.challenges.contains(id));
        news.extend(over.map(|id| BotEvent::ChallengeOver { id: id.clone() }));
        let new = open.into_iter().rev();
        let new = new.filter(|challenge| !before.contains(&challenge.id));
        news.extend(new.map(|challenge| {
            BotEvent::Challenged(BotChallenge {
                id: challenge.id,
                by: challenge.host.username,
                game: challenge.wish.game().id.to_owned(),
                speed: challenge.wish.speed.id().to_owned(),
            })
        }));

        let last = self.last;
        for (seat, ended) in ended.into_iter().rev() {
            if ended.sequence > last {
                self.last = ended.sequence;
                news.push(BotEvent::MatchOver(of_match((seat, ended))));
            }
        }
        Ok(news)
    }
}

/// Whether the last match at a table is over: its stream would report nothing new.
async fn is_over(
    site: &Site,
    seat: &Seated,
    ended: &[(capicu::Seat, Ended)],
) -> Result<bool, Failure> {
    let last = ended.iter().map(|(_, ended)| ended);
    let last = last.filter(|ended| ended.table == seat.table);
    let Some(last) = last.max_by_key(|ended| ended.sequence) else {
        return Ok(false);
    };
    if last.result.at >= seat.at {
        return Ok(true);
    }
    let glance = site.registry().glance(&seat.table).await?;
    Ok(glance.is_some_and(|of| of.number == last.result.number))
}
