//! The bell: challenges, friend requests and their answers, tables that wait, rounds of events and new events of clubs, on every page and at
//! the table.

use std::time::Duration;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::friends::{self, FriendAct, username};
use capicu_event::Status;
use capicu_i18n::Texts;
use capicu_protocol::PlayerId;
use capicu_store::clubs::ClubNotice;
use capicu_store::{Player, Tied};
use capicu_table_service::lobby::{Challenge, Challenges};
use maud::{Markup, html};
use serde::{Deserialize, Serialize};
use tokio::time::interval;

use super::action::ClubAction;
use super::event::begun::{self, RoundBegun};
use super::extract::Ask;
use super::friends::button;
use super::my_tables::{self, AwaitedTable};
use super::waiting::{takes_stream, until_closed};
use super::{account_menu, challenge, push};
use crate::avatar::Face;
use crate::page_shell::{STYLE_ADDRESS, bell_script};
use crate::{Failure, Gone, Lines, Site, lines};

/// The path of this page.
const PATH: &str = "/bell";

/// How often the stream checks for challenges.
const LOOK: Duration = Duration::from_secs(3);

/// How many new events of clubs are shown.
const EVENTS: u32 = 10;

/// Checks of the stream for each check of the store.
const RARE: u32 = 4;

/// Everything that waits for an account.
#[derive(Debug)]
pub struct Waits {
    player: PlayerId,
    username: String,
    challenges: Challenges,
    asking: Vec<Tied>,
    /// New friends, who accepted a request.
    befriended: Vec<Tied>,
    tables: Vec<AwaitedTable>,
    rounds: Vec<RoundBegun>,
    events: Vec<NewEvent>,
}

/// A new event of a club of the account.
#[derive(Debug)]
struct NewEvent {
    notice: ClubNotice,
    name: String,
}

/// The message to the script.
#[derive(PartialEq, Serialize)]
struct BellMessage {
    n: usize,
    /// The name of the bell, with the number.
    label: String,
    /// The name of the button that closes a notice.
    hide: String,
    /// The notices as a list.
    html: String,
    account: AccountMenu,
}

/// The menu of the account, for the script.
#[derive(PartialEq, Serialize)]
struct AccountMenu {
    label: String,
    /// The inside of the button.
    button: String,
    /// The inside of the menu.
    html: String,
}

/// The part for the script, and the table or event that it is on.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Show {
    part: String,
    here: String,
}

/// `GET /bell`. With `part` for the script: the notices as JSON, or as a stream if the script accepts one.
pub async fn show(ask: Ask) -> Response {
    let Show { part, here } = ask.form();
    let found = match ask.who().await {
        Ok(found) => found.filter(|found| username(&found.player).is_some()),
        Err(failure) => return ask.problem(&failure, PATH),
    };
    match (found, part.as_str()) {
        (None, "") => page(&ask, &html! { p { (ask.texts().bell_members_only()) } }),
        (None, _) => StatusCode::UNAUTHORIZED.into_response(),
        (Some(found), "") => match Waits::of(&ask.site, &found.player, "").await {
            Ok(waits) => page(&ask, &waits.list(ask.texts())),
            Err(failure) => ask.problem(&failure, PATH),
        },
        (Some(found), _) => match takes_stream(&ask) {
            Some(admitted) => {
                let (lines, answer) = lines();
                tokio::spawn(async move {
                    let sent = follow(&ask, &here, &lines);
                    until_closed(&ask, &lines, admitted, sent).await;
                });
                answer
            }
            None => match Waits::of(&ask.site, &found.player, &here).await {
                Ok(waits) => Json(waits.message(ask.texts())).into_response(),
                Err(failure) => ask.problem(&failure, PATH),
            },
        },
    }
}

/// The elements in the head of a page for an account.
pub fn head(path: &str) -> Markup {
    html! {
        meta name="account" content="yes";
        // The first page has only some of the styles in its head.
        @if path == "/" { link rel="stylesheet" href=(*STYLE_ADDRESS); }
        (bell_script())
    }
}

fn page(ask: &Ask, content: &Markup) -> Response {
    let texts = ask.texts();
    let title = texts.bell_title();
    let body = html! {
        main #content data-testid="bell-page" {
            h1 { (title) }
            div #waits { (content) }
            p.row {
                a href="/friends" { (texts.friends()) }
                a href="/lobby" { (texts.lobby()) }
                @if ask.site.push().is_some() {
                    a href={ "/me#" (push::SECTION) } data-testid="to-push" { (texts.push_title()) }
                }
            }
        }
    };
    ask.page(&title, PATH, &body)
}

/// Sends the notices whenever they change, until the account signs out.
async fn follow(ask: &Ask, here: &str, lines: &Lines) -> Result<(), Gone> {
    let mut looks = interval(LOOK);
    let mut shown = None;
    let mut waits: Option<Waits> = None;
    for at in (0..RARE).cycle() {
        looks.tick().await;
        if at == 0 {
            match ask.who().await {
                Ok(Some(found)) => {
                    // While the store does not answer, the last notices stay.
                    waits = Waits::of(&ask.site, &found.player, here)
                        .await
                        .ok()
                        .or(waits);
                }
                Ok(None) => return Ok(()),
                Err(_) => {}
            }
        } else if let Some(waits) = &mut waits {
            waits.look_in_lobby(&ask.site).await;
        }
        let now = waits.as_ref().map(|waits| waits.message(ask.texts()));
        if now.is_some() && now != shown {
            lines.message(&now).await?;
            shown = now;
        }
    }
    Ok(())
}

impl Waits {
    /// An empty bell.
    pub fn nothing(player: PlayerId) -> Self {
        Self {
            player,
            username: String::new(),
            challenges: Challenges::default(),
            asking: Vec::new(),
            befriended: Vec::new(),
            tables: Vec::new(),
            rounds: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Everything that waits for a player with an account.
    pub async fn complete(site: &Site, player: &Player) -> Result<Self, Failure> {
        let mut waits = Self::stored(site, player, "").await?;
        waits.challenges = site.lobby().challenges(player.id).await?;
        Ok(waits)
    }

    /// Everything that waits, except at one table or event. Without an answer of the lobby, challenges are missing.
    async fn of(site: &Site, player: &Player, here: &str) -> Result<Self, Failure> {
        let mut waits = Self::stored(site, player, here).await?;
        waits.look_in_lobby(site).await;
        Ok(waits)
    }

    async fn stored(site: &Site, player: &Player, here: &str) -> Result<Self, Failure> {
        let circle = friends::circle_of(site.context(), player.id).await?;
        let mut rounds = begun::all(site, player.id).await?;
        let mut tables = my_tables::all_awaited(site, player.id, here).await?;
        // One notice is enough for a table of an event: that of the turn, or else that of the round.
        let is_of = |of: &AwaitedTable, round: &RoundBegun| round.table.as_ref() == Some(&of.id);
        rounds.retain(|round| !tables.iter().any(|of| of.is_turn && is_of(of, round)));
        tables.retain(|of| !rounds.iter().any(|round| is_of(of, round)));
        // The pages of the event and of its table have a link too.
        rounds.retain(|round| !round.is_at(here));
        Ok(Self {
            player: player.id,
            username: username(player).unwrap_or_default().to_owned(),
            challenges: Challenges::default(),
            asking: circle.asking,
            befriended: circle.accepted,
            tables,
            rounds,
            events: new_events(site, player.id).await?,
        })
    }

    /// Without an answer from the lobby, the last challenges stay.
    async fn look_in_lobby(&mut self, site: &Site) {
        if let Ok(challenges) = site.lobby().challenges(self.player).await {
            self.challenges = challenges;
        }
    }

    fn count(&self) -> usize {
        let challenges = self.challenges.to.len() + usize::from(self.challenges.is_awaited);
        let tables = self.tables.len() + self.rounds.len();
        let people = self.asking.len() + self.befriended.len();
        challenges + people + tables + self.events.len()
    }

    fn message(&self, texts: Texts) -> BellMessage {
        let n = self.count();
        BellMessage {
            n,
            label: texts.bell_count(n as u32),
            hide: texts.bell_hide(),
            html: self.list(texts).into_string(),
            account: AccountMenu {
                label: texts.account_menu(&self.username),
                button: account_menu::button(&self.username).into_string(),
                html: account_menu::panel(texts, &self.username).into_string(),
            },
        }
    }

    /// The notices, with a button each. Each has an id that stays the same.
    fn list(&self, texts: Texts) -> Markup {
        html! {
            @if self.count() == 0 {
                p data-testid="bell-empty" { (texts.bell_empty()) }
                p.help { (texts.bell_empty_help()) }
            } @else {
                ul.list data-testid="bell-list" {
                    @if self.challenges.is_awaited { (accepted(texts)) }
                    @for of in &self.rounds { (of.shown(texts)) }
                    @for of in &self.tables { (table(texts, of)) }
                    @for of in &self.challenges.to { (challenged(texts, of)) }
                    @for of in &self.asking { (request(texts, of)) }
                    @for of in &self.befriended { (befriended(texts, of)) }
                    @for of in &self.events { (new_event(texts, of)) }
                }
            }
        }
    }
}

/// A notice as a message to a device: what waits, and the page that shows it. It names no tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlainNotice {
    /// An id that stays the same.
    pub id: String,
    pub title: String,
    pub body: String,
    pub url: String,
}

impl Waits {
    /// The notices as messages.
    pub fn plain(&self, texts: Texts) -> Vec<PlainNotice> {
        let notice = |id: String, title: String, body: String, url: String| PlainNotice {
            id,
            title,
            body,
            url,
        };
        let accepted = self.challenges.is_awaited.then(|| {
            let url = "/lobby/wait?challenge=1".to_owned();
            notice(
                "accepted".to_owned(),
                texts.challenge_accepted(),
                String::new(),
                url,
            )
        });
        let rounds = self.rounds.iter().map(|of| {
            let (title, body) = (of.said(texts), of.place(texts));
            notice(of.id.clone(), title, body, of.url.clone())
        });
        let tables = self.tables.iter().map(|of| {
            let title = of.said(texts);
            let id = format!("{}-{}", of.id, of.is_turn);
            notice(id, title, of.game(texts), format!("/t/{}", of.id))
        });
        let challenges = self.challenges.to.iter().map(|of| {
            let title = texts.bell_challenge(&challenge::host_name(of));
            let id = of.id.to_string();
            notice(id, title, challenge::kind(texts, of), PATH.to_owned())
        });
        let asking = self.asking.iter().map(|of| {
            let title = texts.bell_request(&name_of(texts, of));
            let id = format!("request-{}", of.player.id.as_str());
            notice(id, title, String::new(), PATH.to_owned())
        });
        let befriended = self.befriended.iter().map(|of| {
            let title = texts.bell_befriended(&name_of(texts, of));
            notice(friend_id(of), title, String::new(), profile(of))
        });
        let events = self.events.iter().map(|of| {
            let title = texts.bell_event(&of.notice.club, &of.name);
            let id = format!("event-{}", of.notice.event);
            notice(id, title, String::new(), PATH.to_owned())
        });
        let notices = accepted.into_iter().chain(rounds).chain(tables);
        let notices = notices.chain(challenges).chain(asking);
        let notices = notices.chain(befriended);
        notices.chain(events).collect()
    }
}

/// The new events of the clubs of a player that are still to come or in play.
async fn new_events(site: &Site, player: PlayerId) -> Result<Vec<NewEvent>, Failure> {
    let store = &site.services().store;
    let mut events = Vec::new();
    for notice in store.club_notices(player, EVENTS).await? {
        let Ok(shared) = site.events().hall(&notice.event).await else {
            continue;
        };
        let hall = shared.lock().await;
        let state = hall.event.state();
        if state.status == Status::Open && !state.cancelled && !state.hidden {
            let name = state.name.clone();
            events.push(NewEvent { notice, name });
        }
    }
    Ok(events)
}

fn new_event(texts: Texts, of: &NewEvent) -> Markup {
    let NewEvent { notice, name } = of;
    html! {
        li data-notice={ "event-" (notice.event) } data-testid="bell-event" {
            p { b { (texts.bell_event(&notice.club, name)) } }
            form method="post" action={ "/club/" (notice.address) } {
                input type="hidden" name="event" value=(notice.event);
                button name="act" value=(ClubAction::Read) data-testid="bell-open-event" { (texts.bell_open_event()) }
            }
        }
    }
}

fn accepted(texts: Texts) -> Markup {
    html! {
        li data-notice="accepted" {
            p { b { (texts.challenge_accepted()) } }
            a.do href="/lobby/wait?challenge=1" data-testid="bell-accepted" { (texts.lobby_to_table()) }
        }
    }
}

fn table(texts: Texts, of: &AwaitedTable) -> Markup {
    html! {
        li data-notice={ (of.id) "-" (of.is_turn) } {
            p { b { (of.said(texts)) } " " small { (of.game(texts)) } }
            a.do href={ "/t/" (of.id) } data-testid="bell-table" { (texts.lobby_to_table()) }
        }
    }
}

fn challenged(texts: Texts, of: &Challenge) -> Markup {
    html! {
        li data-notice=(of.id) data-testid="bell-challenge" {
            div.person {
                (Face::Account(&of.host.username).draw(40))
                p { b { (texts.bell_challenge(&challenge::host_name(of))) } " " small { (challenge::kind(texts, of)) } }
            }
            (challenge::answers(texts, of))
        }
    }
}

fn request(texts: Texts, of: &Tied) -> Markup {
    let known = username(&of.player);
    let name = name_of(texts, of);
    html! {
        li data-notice={ "request-" (of.player.id.as_str()) } data-testid="bell-request" {
            div.person {
                (known.map_or(Face::Guest(&name), Face::Account).draw(40))
                p { b { (texts.bell_request(&name)) } }
            }
            form.row method="post" {
                input type="hidden" name="who" value=(of.player.id.as_str());
                @for act in [FriendAct::Accept, FriendAct::Refuse] { (button(texts, act)) }
            }
        }
    }
}

/// The profile offers a challenge, and ends the notice.
fn befriended(texts: Texts, of: &Tied) -> Markup {
    let name = name_of(texts, of);
    html! {
        li data-notice=(friend_id(of)) data-testid="bell-befriended" {
            div.person {
                (Face::Account(&name).draw(40))
                p { b { (texts.bell_befriended(&name)) } }
            }
            a.do href=(profile(of)) data-testid="bell-profile" { (texts.bell_profile()) }
        }
    }
}

/// The id of the notice about a new friend. A later acceptance has another one.
fn friend_id(of: &Tied) -> String {
    format!("friend-{}-{}", of.player.id.as_str(), of.since)
}

/// The address of the profile of a friend.
fn profile(of: &Tied) -> String {
    format!("/@{}", username(&of.player).unwrap_or_default())
}

fn name_of(texts: Texts, of: &Tied) -> String {
    let name = username(&of.player).map(str::to_owned);
    let name = name.or_else(|| of.player.name.clone());
    name.unwrap_or_else(|| texts.default_name())
}
