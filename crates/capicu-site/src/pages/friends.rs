//! Friends: who and where they are, requests in both directions, and blocked players.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse as _, Response};
use capicu_accounts::friends::{self, FriendAct, FriendsSeen, username};
use capicu_accounts::history;
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, PlayerId, Whereabouts};
use capicu_store::{Circle, SignedIn, Tied};
use maud::{Markup, html};
use serde::Deserialize;

use super::challenge;
use super::empty::{Drawing, empty};
use super::extract::{Ask, Line, Wrong, lead_to, status, told};
use crate::Failure;
use crate::avatar::Face;
use crate::friendships;

/// The path of this page.
const PATH: &str = "/friends";

/// The name of the form that blocks a player by username.
const BLOCK_FORM: &str = "block";

/// `GET /friends`; with `part=circle` only the part that the script refreshes.
pub async fn show(ask: Ask) -> Response {
    answer(&ask, None).await
}

/// The form of an action on a player: an id, a username, or a seat of a match; and the page it came from.
#[derive(Default, Deserialize)]
#[serde(default)]
struct About {
    who: String,
    username: String,
    #[serde(rename = "match")]
    number: String,
    seat: String,
    from: String,
}

/// Whether friends see where a player is.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Shown {
    shown: String,
}

/// The field that asks for one part of the page.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Show {
    part: String,
}

/// `POST /friends/ACT`: acts on the player with the id `who` or with `username`.
pub async fn act(Path(act): Path<String>, ask: Ask) -> Response {
    let Some(act) = FriendAct::by_id(&act) else {
        return ask.problem(&Failure::new(ApiErrorCode::NotFound), PATH);
    };
    match done(&ask, act).await {
        Ok(username) => lead_to(&back(&ask, act, username.as_deref()), None),
        // Another request was quicker, perhaps from another device: the list shows the current state.
        Err(failure) if failure.code() == ApiErrorCode::NotFound && act != FriendAct::Ask => {
            match ask.form::<About>().username.as_str() {
                "" => lead_to(PATH, None),
                _ => answer(&ask, Some(wrong(&failure))).await,
            }
        }
        Err(failure) => answer(&ask, Some(wrong(&failure))).await,
    }
}

/// `POST /friends/shown`: sets whether friends see where the player is.
pub async fn show_me(ask: Ask) -> Response {
    let shown = async {
        let found = ask.changing().await?;
        let shown = ask.form::<Shown>().shown == "on";
        Ok(friends::show(ask.site.context(), &found, shown).await?)
    };
    match shown.await {
        Ok(()) => lead_to("/me", None),
        Err(failure) => ask.problem(&failure, "/me"),
    }
}

/// Carries the action out, and returns the username if the form had one.
async fn done(ask: &Ask, act: FriendAct) -> Result<Option<String>, Failure> {
    let found = ask.changing().await?;
    let form: About = ask.form();
    let (other, username) = match form.who.as_str() {
        "" if !form.number.is_empty() => (opposite(ask, &found, &form).await?, None),
        "" => {
            let other = friends::find(ask.site.context(), &form.username).await?;
            let username = username(&other).map(str::to_owned);
            (other.id, username)
        }
        who => (friends::named(ask.site.context(), &found, who).await?, None),
    };
    friendships::act(&ask.site, ask.peer, &ask.headers, &found, act, other).await?;
    Ok(username)
}

/// Finds the player who was in `seat` at the end of the match `match` of the signed-in player.
async fn opposite(ask: &Ask, found: &SignedIn, form: &About) -> Result<PlayerId, Failure> {
    let nobody = || Failure::new(ApiErrorCode::NotFound);
    let number = form.number.parse().map_err(|_| nobody())?;
    let seat: usize = form.seat.parse().map_err(|_| nobody())?;
    let (_, result) = history::one_match(ask.site.context(), found.player.id, number)
        .await?
        .ok_or_else(nobody)?;
    let sitter = result.seats.get(seat);
    sitter.and_then(|sitter| sitter.player()).ok_or_else(nobody)
}

/// The page that it was done on.
fn back(ask: &Ask, act: FriendAct, username: Option<&str>) -> String {
    match (ask.form::<About>().from.as_str(), username) {
        ("profile", Some(username)) => format!("/@{username}"),
        _ => format!("{PATH}?done={}", act.id()),
    }
}

fn wrong(failure: &Failure) -> Wrong {
    let code = failure.code();
    let field = match code {
        ApiErrorCode::NotFound => "username",
        _ => "",
    };
    Wrong { field, code }
}

async fn answer(ask: &Ask, wrong: Option<Wrong>) -> Response {
    let texts = ask.texts();
    let is_part = ask.form::<Show>().part == "circle";
    let found = match ask.who().await {
        Ok(found) => found,
        Err(failure) => return ask.problem(&failure, PATH),
    };
    let body = match &found {
        None => nobody(texts, wrong),
        Some(found) => match friends::circle(ask.site.context(), found).await {
            Ok(circle) if is_part => {
                return Html(changing(ask, found, &circle).await.into_string()).into_response();
            }
            Ok(circle) => somebody(ask, found, &circle, wrong).await,
            Err(error) => return ask.problem(&error.into(), PATH),
        },
    };
    if is_part {
        return StatusCode::GONE.into_response();
    }
    let script = html! { script src="/friends.js" defer {} };
    let page = match found {
        Some(_) => ask.page_with(&texts.friends(), PATH, &script, &body),
        None => ask.page(&texts.friends(), PATH, &body),
    };
    match wrong {
        Some(wrong) => (status(wrong.code), page).into_response(),
        None => page,
    }
}

fn nobody(texts: Texts, wrong: Option<Wrong>) -> Markup {
    html! {
        main #content data-testid="friends-page" {
            h1 { (texts.friends()) }
            @if let Some(wrong) = wrong {
                p.problem role="alert" data-testid="problem" { (told(texts, wrong.code)) }
            }
            p { (texts.friends_members_only()) }
            p.row {
                a.do href="/me" { (texts.site_you()) }
                a href="/sign-in" { (texts.sign_in()) }
            }
        }
    }
}

async fn somebody(ask: &Ask, found: &SignedIn, circle: &Circle, wrong: Option<Wrong>) -> Markup {
    let texts = ask.texts();
    let changing = changing(ask, found, circle).await;
    let is_member = username(&found.player).is_some();
    let done = FriendAct::by_id(&ask.done()).and_then(|act| match act {
        FriendAct::Ask => Some(texts.friends_done_ask()),
        FriendAct::Block => Some(texts.friends_done_block()),
        FriendAct::Accept
        | FriendAct::Refuse
        | FriendAct::TakeBack
        | FriendAct::Remove
        | FriendAct::Unblock => None,
    });
    html! {
        main #content data-testid="friends-page" {
            h1 { (texts.friends()) }
            @if let Some(done) = done {
                p.done role="status" data-testid="done" { (done) }
            }
            @if let Some(wrong) = wrong.filter(|wrong| wrong.field.is_empty()) {
                p.problem role="alert" data-testid="problem" { (problem(texts, wrong.code)) }
            }
            @if !is_member {
                p { (texts.friends_members_only()) }
                p { a.do href="/me" { (texts.site_you()) } }
            }
            div #circle { (changing) }
            @if is_member { (form(ask, wrong)) }
            @if let Some(own) = username(&found.player) {
                p { a href={ "/@" (own) } data-testid="own-profile" { (texts.friends_own_profile()) } }
            }
            @if !circle.blocked.is_empty() {
                section data-testid="blocked" {
                    h2 { (texts.friends_blocked()) }
                    p.help { (texts.friends_block_help()) }
                    ul.list { @for tied in &circle.blocked {
                        li { (called(texts, tied)) (buttons(texts, tied, &[FriendAct::Unblock])) }
                    } }
                }
            }
            @if is_member { (block_form(ask, wrong)) }
        }
    }
}

/// Describes an error that belongs to no field, in the words of this page.
fn problem(texts: Texts, code: ApiErrorCode) -> String {
    match code {
        ApiErrorCode::NotSignedIn => texts.friends_members_only(),
        code => told(texts, code),
    }
}

/// The form that asks a player to be friends.
fn form(ask: &Ask, wrong: Option<Wrong>) -> Markup {
    let texts = ask.texts();
    let About { username, from, .. } = ask.form();
    let is_sent = from != BLOCK_FORM;
    let line = Line {
        name: "username",
        label: texts.friends_username(),
        help: texts.friends_username_help(),
        value: if is_sent { username } else { String::new() },
        autocomplete: "off",
        longest: 21,
    };
    html! {
        form method="post" action="/friends/ask" {
            @if wrong.is_some_and(|wrong| is_sent && wrong.field == "username") {
                p.problem role="alert" data-testid="problem" { (texts.friends_nobody()) }
            }
            (line.html(texts, None))
            button data-testid="ask" { (texts.friends_ask()) }
        }
    }
}

/// The form that blocks a player by username, closed until it is opened.
fn block_form(ask: &Ask, wrong: Option<Wrong>) -> Markup {
    let texts = ask.texts();
    let About { username, from, .. } = ask.form();
    let is_sent = from == BLOCK_FORM && wrong.is_some();
    let wrong = wrong.filter(|wrong| is_sent && wrong.field == "username");
    let value = if is_sent { username } else { String::new() };
    html! {
        details open[is_sent] {
            summary data-testid="block-somebody" { (texts.friends_block_somebody()) }
            form method="post" action="/friends/block" {
                input type="hidden" name="from" value=(BLOCK_FORM);
                label {
                    (texts.friends_block_username())
                    input type="text" name="username" value=(value) maxlength="21" autocomplete="off"
                        autocapitalize="off" spellcheck="false" required autofocus[wrong.is_some()]
                        aria-invalid=[wrong.map(|_| "true")]
                        aria-describedby=[wrong.map(|_| "block-problem")] data-testid="block-username";
                }
                @if wrong.is_some() {
                    p #block-problem.problem role="alert" data-testid="problem" { (texts.friends_nobody()) }
                }
                p.help { (texts.friends_block_help()) }
                button.second data-testid="block" { (texts.friends_block()) }
            }
        }
    }
}

/// The part that other people change: friends, friend requests and challenges.
async fn changing(ask: &Ask, found: &SignedIn, circle: &Circle) -> Markup {
    let texts = ask.texts();
    let challenges = challenge::lines(ask, found).await;
    let seen = friendships::seen(&ask.site, circle).await;
    html! {
        (challenges)
        @if !circle.asking.is_empty() {
            section data-testid="asking" {
                h2 { (texts.friends_asking()) }
                ul.list { @for tied in &circle.asking {
                    li { (called(texts, tied)) (buttons(texts, tied, &[FriendAct::Accept, FriendAct::Refuse, FriendAct::Block])) }
                } }
            }
        }
        @if username(&found.player).is_some() {
            section data-testid="friends" {
                h2 { (texts.friends()) }
                @if circle.friends.is_empty() { (empty(Drawing::Tile, &texts.friends_none(), "", None)) }
                ul.list { @for tied in sorted(&seen, &circle.friends) { (friend(&seen, texts, tied)) } }
            }
        }
        @if !circle.asked.is_empty() {
            section data-testid="asked" {
                h2 { (texts.friends_asked()) }
                ul.list { @for tied in &circle.asked {
                    li { (called(texts, tied)) (buttons(texts, tied, &[FriendAct::TakeBack])) }
                } }
            }
        }
    }
}

/// Online friends first, then the others, each by name.
fn sorted<'a>(seen: &FriendsSeen, friends: &'a [Tied]) -> Vec<&'a Tied> {
    let mut all: Vec<&Tied> = friends.iter().collect();
    all.sort_by_cached_key(|tied| {
        let place = match seen.whereabouts(tied) {
            Whereabouts::AtTable => 0,
            Whereabouts::Here => 1,
            Whereabouts::Away => 2,
        };
        let name = username(&tied.player).unwrap_or_default();
        (place, name.to_ascii_lowercase())
    });
    all
}

fn friend(seen: &FriendsSeen, texts: Texts, tied: &Tied) -> Markup {
    let place = match seen.whereabouts(tied) {
        Whereabouts::Away => None,
        Whereabouts::Here => Some(texts.friends_here()),
        Whereabouts::AtTable => Some(texts.friends_at_table()),
    };
    let username = username(&tied.player).unwrap_or_default();
    html! {
        li data-testid="friend" {
            div.person {
                (Face::Account(username).draw(40))
                p {
                    (who(texts, tied))
                    @if let Some(place) = place { " " small data-testid="presence" { "● " (place) } }
                }
            }
            a.do.second href={ "/@" (username) "#challenge" }
                aria-label=(texts.challenge_who(username)) { (texts.challenge()) }
        }
    }
}

fn called(texts: Texts, tied: &Tied) -> Markup {
    let face = match (username(&tied.player), &tied.player.name) {
        (Some(username), _) => Face::Account(username),
        (None, name) => Face::Guest(name.as_deref().unwrap_or_default()),
    };
    html! { div.person { (face.draw(40)) p { (who(texts, tied)) } } }
}

/// The name of a player, with a link to the profile if there is one.
fn who(texts: Texts, tied: &Tied) -> Markup {
    let name = tied.player.name.clone();
    html! {
        @match username(&tied.player) {
            Some(username) => {
                a href={ "/@" (username) } { b { (username) } }
                @if let Some(name) = name.filter(|name| name != username) { " (" (name) ")" }
            }
            None => (name.unwrap_or_else(|| texts.default_name())),
        }
    }
}

fn buttons(texts: Texts, tied: &Tied, acts: &[FriendAct]) -> Markup {
    html! {
        form.row method="post" {
            input type="hidden" name="who" value=(tied.player.id.as_str());
            @for act in acts { (choice(texts, *act)) }
        }
    }
}

/// The button that acts on the player of the form. A block is asked about first.
pub fn choice(texts: Texts, act: FriendAct) -> Markup {
    html! {
        @if act == FriendAct::Block {
            details.sure {
                summary data-testid="ask-block" { (texts.friends_block_open()) }
                p.help { (texts.friends_block_help()) }
                (button(texts, act))
            }
        } @else { (button(texts, act)) }
    }
}

/// The button that acts on the player of the form.
pub fn button(texts: Texts, act: FriendAct) -> Markup {
    let called = match act {
        FriendAct::Ask => texts.friends_ask(),
        FriendAct::Accept => texts.friends_accept(),
        FriendAct::Refuse => texts.friends_refuse(),
        FriendAct::TakeBack => texts.friends_take_back(),
        FriendAct::Remove => texts.friends_remove(),
        FriendAct::Block => texts.friends_block(),
        FriendAct::Unblock => texts.friends_unblock(),
    };
    let is_first = matches!(act, FriendAct::Ask | FriendAct::Accept);
    html! {
        button class=[(!is_first).then_some("second")] formaction={ "/friends/" (act.id()) }
            data-testid=(act.id()) { (called) }
    }
}

/// The part of `/me` about friends.
pub fn of_me(texts: Texts, circle: &Circle) -> Markup {
    let is_shown = !circle.is_hidden;
    html! {
        section {
            h2 { (texts.friends()) }
            form method="post" action="/friends/shown" {
                p { @if is_shown { (texts.friends_shown()) } @else { (texts.friends_hidden()) } }
                button.second name="shown" value=(if is_shown { "off" } else { "on" }) data-testid="show-me" {
                    @if is_shown { (texts.friends_hide()) } @else { (texts.friends_show()) }
                }
            }
        }
    }
}
