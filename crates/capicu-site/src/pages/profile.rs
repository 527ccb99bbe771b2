//! The public page of a player with an account.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::clubs;
use capicu_accounts::friends::{self, username};
use capicu_accounts::friends::{Acquaintance, FriendAct};
use capicu_accounts::profile;
use capicu_accounts::ratings;
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, Profile};
use capicu_ratings::Family;
use capicu_store::{Player, SignedIn};
use maud::{Markup, html};

use super::extract::{Ask, lead_to};
use super::friends::button;
use super::when::{MOMENT, with_day};
use super::{bots, challenge};
use crate::{Failure, What};

/// `GET /@USERNAME`: the public page of a player.
pub async fn show(Path(asked): Path<String>, ask: Ask) -> Response {
    match answer(&ask, &asked).await {
        Ok(page) => page,
        Err(failure) if failure.code() == ApiErrorCode::NotFound => nobody(&ask, &asked),
        Err(failure) => ask.problem(&failure, "/"),
    }
}

async fn answer(ask: &Ask, asked: &str) -> Result<Response, Failure> {
    if !ask.site.allows(What::Lookup, ask.peer, &ask.headers) {
        return Err(Failure::new(ApiErrorCode::Flood));
    }
    let player = match friends::find(ask.site.context(), asked).await {
        Err(failure) if failure.code() == ApiErrorCode::NotFound => {
            let bot = capicu_accounts::bots::called(ask.site.context(), asked).await?;
            return bots::profile(ask, &bot.ok_or(failure)?).await;
        }
        found => found?,
    };
    let profile = profile::of(ask.site.context(), ask.site.ratings(), &player).await?;
    if profile.username != asked {
        return Ok(lead_to(&format!("/@{}", profile.username), None));
    }
    let found = ask.who().await?;
    let company = match &found {
        Some(found) if found.player.id != player.id => {
            let own = friends::circle(ask.site.context(), found).await?;
            company(ask, found, &player, Acquaintance::of(&own, player.id))
        }
        Some(_) => html! {
            p { a href="/me" data-testid="is-you" { (ask.texts().profile_yours()) } }
        },
        None => html! {
            p.help { (ask.texts().friends_members_only()) " " a href="/sign-in" { (ask.texts().sign_in()) } }
        },
    };
    let path = format!("/@{}", profile.username);
    let title = profile.username.clone();
    let clubs = clubs::named_in(ask.site.context(), player.id).await?;
    Ok(ask.page(
        &title,
        &path,
        &body(ask.texts(), &profile, &company, &clubs),
    ))
}

fn body(texts: Texts, profile: &Profile, company: &Markup, clubs: &[(String, String)]) -> Markup {
    let name = profile.name.as_ref();
    html! {
        main #content data-testid="profile-page" {
            h1 { (profile.username) }
            p {
                @if let Some(name) = name.filter(|name| **name != profile.username) {
                    b data-testid="profile-name" { (name) } " · "
                }
                (with_day(&texts.profile_since(MOMENT), profile.since))
            }
            (company)
            section data-testid="profile-ratings" {
                h2 { (texts.ratings()) }
                @if profile.ratings.is_empty() { p { (texts.profile_not_rated()) } }
                ul.list { @for rated in &profile.ratings {
                    @if let Some(family) = Family::by_id(&rated.family) {
                        li {
                            a href={ "/ratings/" (family.id()) } { (ratings::games(texts, family)) }
                            span {
                                (texts.ratings_between(&rated.low.to_string(), &rated.high.to_string()))
                                @if rated.provisional { " " small { (texts.ratings_provisional()) } }
                            }
                        }
                    }
                } }
            }
            @if !clubs.is_empty() { section data-testid="profile-clubs" {
                h2 { (texts.clubs()) }
                ul.list { @for (address, name) in clubs { li { a href={ "/club/" (address) } { (name) } } } }
            } }
            section data-testid="profile-games" {
                h2 { (texts.history_by_game()) }
                @if profile.games.is_empty() { p { (texts.profile_not_played()) } }
                @else { (games(texts, profile)) }
            }
        }
    }
}

fn games(texts: Texts, profile: &Profile) -> Markup {
    html! {
        div.wide tabindex="0" role="group" aria-label=(texts.history_by_game()) {
            table.numbers {
                thead {
                    tr {
                        th scope="col" { (texts.history_game()) }
                        th.number scope="col" { (texts.history_matches()) }
                        th.number scope="col" { (texts.history_wins()) }
                    }
                }
                tbody {
                    @for of in &profile.games {
                        tr {
                            th scope="row" { (texts.game_name(&of.game).unwrap_or_default()) }
                            td.number { (of.matches) }
                            td.number { (of.won) }
                        }
                    }
                }
            }
        }
    }
}

/// The actions of the reader on this player.
fn company(ask: &Ask, found: &SignedIn, player: &Player, is: Acquaintance) -> Markup {
    let texts = ask.texts();
    let is_member = username(&found.player).is_some();
    let of = username(player).unwrap_or_default();
    let (told, acts): (Option<String>, &[FriendAct]) = match is {
        Acquaintance::None if is_member => (None, &[FriendAct::Ask, FriendAct::Block]),
        Acquaintance::None => (Some(texts.friends_members_only()), &[FriendAct::Block]),
        Acquaintance::Friend => (
            Some(texts.profile_friend()),
            &[FriendAct::Remove, FriendAct::Block],
        ),
        Acquaintance::Asking => (
            Some(texts.profile_asking()),
            &[FriendAct::Accept, FriendAct::Refuse, FriendAct::Block],
        ),
        Acquaintance::Asked => (
            Some(texts.profile_asked()),
            &[FriendAct::TakeBack, FriendAct::Block],
        ),
        Acquaintance::Blocked => (Some(texts.profile_blocked()), &[FriendAct::Unblock]),
    };
    html! {
        @if let Some(told) = told { p data-testid="acquaintance" { (told) } }
        form.row method="post" {
            input type="hidden" name="username" value=(of);
            input type="hidden" name="from" value="profile";
            @for act in acts { (button(texts, *act)) }
        }
        @if is == Acquaintance::Friend { (challenge::form(texts, of)) }
    }
}

/// The page for an unknown username.
fn nobody(ask: &Ask, asked: &str) -> Response {
    let texts = ask.texts();
    let title = texts.profile_nobody();
    let body = html! {
        main #content data-testid="nobody-page" {
            h1 { (title) }
            p.problem role="alert" data-testid="problem" { (texts.profile_nobody_help(asked)) }
            p.row {
                a.do href="/friends" { (texts.friends()) }
                a href="/" { (texts.back_home()) }
            }
        }
    };
    let page = ask.page(&title, "/friends", &body);
    (StatusCode::NOT_FOUND, page).into_response()
}
