//! The bell: challenges, friend requests and tables that wait for an account, on every page and at the table.

use std::time::Duration;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::friends::{self, FriendAct, username};
use capicu_i18n::Texts;
use capicu_protocol::PlayerId;
use capicu_store::{SignedIn, Tied};
use capicu_table_service::lobby::{Challenge, Challenges};
use maud::{Markup, html};
use serde::{Deserialize, Serialize};
use tokio::time::interval;

use super::extract::Ask;
use super::friends::button;
use super::my_tables::{self, AwaitedTable};
use super::waiting::{takes_stream, until_closed};
use super::{account_menu, challenge};
use crate::avatar::Face;
use crate::page_shell::{STYLE_ADDRESS, bell_script};
use crate::{Failure, Gone, Lines, lines};

/// The path of this page.
const PATH: &str = "/bell";

/// How often the stream checks for challenges.
const LOOK: Duration = Duration::from_secs(3);

/// Checks of the stream for each check of the store.
const RARE: u32 = 4;

/// Everything that waits for an account.
struct Waits {
    player: PlayerId,
    username: String,
    challenges: Challenges,
    asking: Vec<Tied>,
    tables: Vec<AwaitedTable>,
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

/// The part for the script, and the table that it is on.
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
        (Some(found), "") => match Waits::of(&ask, &found, "").await {
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
            None => match Waits::of(&ask, &found, &here).await {
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
                    waits = Waits::of(ask, &found, here).await.ok().or(waits);
                }
                Ok(None) => return Ok(()),
                Err(_) => {}
            }
        } else if let Some(waits) = &mut waits {
            waits.look_in_lobby(ask).await;
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
    async fn of(ask: &Ask, found: &SignedIn, here: &str) -> Result<Self, Failure> {
        let circle = friends::circle(ask.site.context(), found).await?;
        let mut waits = Self {
            player: found.player.id,
            username: username(&found.player).unwrap_or_default().to_owned(),
            challenges: Challenges::default(),
            asking: circle.asking,
            tables: my_tables::all_awaited(ask, found, here).await?,
        };
        waits.look_in_lobby(ask).await;
        Ok(waits)
    }

    /// Without an answer from the lobby, the last challenges stay.
    async fn look_in_lobby(&mut self, ask: &Ask) {
        if let Ok(challenges) = ask.site.lobby().challenges(self.player).await {
            self.challenges = challenges;
        }
    }

    fn count(&self) -> usize {
        let challenges = self.challenges.to.len() + usize::from(self.challenges.is_awaited);
        challenges + self.asking.len() + self.tables.len()
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
                    @for of in &self.tables { (table(texts, of)) }
                    @for of in &self.challenges.to { (challenged(texts, of)) }
                    @for of in &self.asking { (request(texts, of)) }
                }
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
    let said = match of.is_turn {
        true => texts.bell_turn(),
        false => of.waits(texts),
    };
    html! {
        li data-notice={ (of.id) "-" (of.is_turn) } {
            p { b { (said) } " " small { (of.game(texts)) } }
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
    let name = known.map(str::to_owned);
    let name = name.or_else(|| of.player.name.clone());
    let name = name.unwrap_or_else(|| texts.default_name());
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
