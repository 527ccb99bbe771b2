//! The public page of a player with an account: the rating as a chart, matches in numbers, and recent boards.

mod rating;
pub mod recent;

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::clubs;
use capicu_accounts::friends::{self, username};
use capicu_accounts::friends::{Acquaintance, FriendAct};
use capicu_accounts::profile;
use capicu_accounts::tally::{Count, Overview};
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, GameTally, Profile};
use maud::{Markup, html};

use super::extract::{Ask, lead_to};
use super::friends::choice;
use super::when::{MOMENT, with_day};
use super::{bots, challenge};
use crate::avatar::Face;
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
    let context = ask.site.context();
    let player = match friends::find(context, asked).await {
        Err(failure) if failure.code() == ApiErrorCode::NotFound => {
            let bot = capicu_accounts::bots::called(context, asked).await?;
            return bots::profile(ask, &bot.ok_or(failure)?).await;
        }
        found => found?,
    };
    let (profile, overview) = profile::with_overview(context, ask.site.ratings(), &player).await?;
    if profile.username != asked {
        return Ok(lead_to(&format!("/@{}", profile.username), None));
    }
    let found = ask.who().await?;
    let reader = match &found {
        Some(found) if found.player.id != player.id => {
            let own = friends::circle(context, found).await?;
            let is_member = username(&found.player).is_some();
            if own.accepted.iter().any(|tied| tied.player.id == player.id) {
                let read = friends::read(context, found.player.id, player.id).await;
                if let Err(error) = read {
                    // The notice stays, and the page is shown.
                    tracing::warn!(?error, "a notice cannot be marked as read");
                }
            }
            Reader::Other(is_member, Acquaintance::of(&own, player.id))
        }
        Some(_) => Reader::Own,
        None => Reader::Nobody,
    };
    let path = format!("/@{}", profile.username);
    let clubs = clubs::named_in(context, player.id).await?;
    let rated = rating::find(ask, &profile, player.id).await?;
    let recent = recent::find(ask, player.id).await?;
    let (texts, is_own) = (ask.texts(), reader == Reader::Own);
    let body = html! {
        main #content data-testid="profile-page" {
            (band(texts, &profile, reader))
            div.split {
                div {
                    (rating::panel(texts, &profile, rated.as_ref(), is_own))
                    (recent::section(texts, &recent, is_own))
                }
                div {
                    (numbers(texts, &profile, &overview))
                    @if let Some((partner, count)) = &overview.partner { (best_partner(texts, partner, *count)) }
                    @if !clubs.is_empty() { (clubs_of(texts, &clubs)) }
                    (games(texts, &profile))
                }
            }
            @if reader == Reader::Other(true, Acquaintance::Friend) {
                (challenge::form(texts, &profile.username))
            }
        }
    };
    Ok(ask.page(&profile.username, &path, &body))
}

/// The reader of a profile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    Nobody,
    /// The player of the profile.
    Own,
    /// Another player: whether they have an account, and how they know each other.
    Other(bool, Acquaintance),
}

/// Face, names and the actions of the reader.
fn band(texts: Texts, profile: &Profile, reader: Reader) -> Markup {
    let name = profile.name.as_ref();
    html! {
        div.band.who {
            (Face::Account(&profile.username).draw(80))
            div {
                h1 { (profile.username) }
                p {
                    @if let Some(name) = name.filter(|name| **name != profile.username) {
                        b data-testid="profile-name" { (name) } " · "
                    }
                    (with_day(&texts.profile_since(MOMENT), profile.since))
                }
            }
            div.acts {
                @match reader {
                    Reader::Nobody => p.help { (texts.friends_members_only()) " " a href="/sign-in" { (texts.sign_in()) } },
                    Reader::Own => p { a href="/me" data-testid="is-you" { (texts.profile_yours()) } },
                    Reader::Other(is_member, is) => (acts(texts, &profile.username, is_member, is)),
                }
            }
        }
    }
}

/// The actions of another player on this one.
fn acts(texts: Texts, of: &str, is_member: bool, is: Acquaintance) -> Markup {
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
            @if is == Acquaintance::Friend && is_member { a.do href="#challenge" { (texts.challenge()) } }
            @for act in acts { (choice(texts, *act)) }
        }
    }
}

/// All matches in four numbers.
fn numbers(texts: Texts, profile: &Profile, overview: &Overview) -> Markup {
    let sum = |of: fn(&GameTally) -> u32| profile.games.iter().map(of).sum::<u32>();
    let counts = [
        (texts.history_matches(), u64::from(sum(|of| of.matches))),
        (texts.history_wins(), u64::from(sum(|of| of.won))),
        (texts.profile_rounds(), overview.rounds),
        (texts.profile_to_zero(), overview.to_zero as u64),
    ];
    html! {
        ul.counts aria-label=(texts.profile_counts()) data-testid="profile-counts" {
            @for (label, n) in counts { li { b { (n) } " " span { (label) } } }
        }
    }
}

fn best_partner(texts: Texts, partner: &str, count: Count) -> Markup {
    let percent = (100 * count.won + count.matches / 2) / count.matches.max(1);
    html! {
        section.panel data-testid="best-partner" {
            h2 { (texts.profile_partner()) }
            div.person {
                (Face::Account(partner).draw(48))
                p {
                    a href={ "/@" (partner) } { b { (partner) } }
                    br; small { (texts.profile_together(count.matches, count.won)) }
                }
                b.share { (texts.profile_share(percent)) }
            }
        }
    }
}

fn clubs_of(texts: Texts, clubs: &[(String, String)]) -> Markup {
    html! {
        section.panel data-testid="profile-clubs" {
            h2 { (texts.clubs()) }
            ul { @for (address, name) in clubs { li { a href={ "/club/" (address) } { (name) } } } }
        }
    }
}

fn games(texts: Texts, profile: &Profile) -> Markup {
    html! {
        section.panel data-testid="profile-games" {
            h2 { (texts.history_by_game()) }
            @if profile.games.is_empty() { p { (texts.profile_not_played()) } }
            @else { div.wide tabindex="0" role="group" aria-label=(texts.history_by_game()) {
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
            } }
        }
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
