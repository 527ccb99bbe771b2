//! The bots of a player: making them, and the tokens for programs that play as them. Also the public page of a bot.

use std::collections::BTreeMap;

use axum::response::{IntoResponse as _, Response};
use capicu_accounts::account;
use capicu_accounts::bots::{self, Life};
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, Scope};
use capicu_store::{Bot, BotToken, PlayerKind, SignedIn};
use maud::{Markup, html};
use serde::Deserialize;

use super::challenge;
use super::extract::{Ask, Line, Wrong, lead_to, status, told};
use super::when::{MOMENT, with_day, with_moment};
use crate::Failure;

/// The path of these pages.
const PATH: &str = "/me/bots";

/// The fields of the bot forms.
#[derive(Default, Deserialize)]
#[serde(default)]
struct BotForm {
    username: String,
    bot: String,
    days: String,
    label: String,
    token: String,
    /// A box for each scope, by its word.
    #[serde(flatten)]
    scopes: BTreeMap<String, String>,
}

/// `GET /me/bots`: the list of your bots.
pub async fn show(ask: Ask) -> Response {
    answer(&ask, None).await
}

/// `POST /me/bots`: makes a bot.
pub async fn make(ask: Ask) -> Response {
    let made = async {
        let found = ask.changing().await?;
        let BotForm { username, .. } = ask.form();
        Ok::<_, Failure>(bots::make(ask.site.context(), &found, &username).await?)
    };
    match made.await {
        Ok(()) => lead_to(PATH, None),
        Err(failure) => {
            let field = match failure.code() {
                ApiErrorCode::BadUsername | ApiErrorCode::UsernameTaken => "username",
                _ => "",
            };
            wrong(&ask, &failure, field).await
        }
    }
}

/// `POST /me/bots/token`: makes a token, which is shown this once.
pub async fn issue(ask: Ask) -> Response {
    let issued = async {
        let (found, bot) = own(&ask).await?;
        let form: BotForm = ask.form();
        let is_chosen = |scope: &Scope| {
            form.scopes
                .get(scope.word())
                .is_some_and(|of| !of.is_empty())
        };
        let scopes = Scope::ALL.into_iter().filter(is_chosen);
        let life = Life::by_id(&form.days);
        let life = life.ok_or(Failure::new(ApiErrorCode::Malformed))?;
        let scopes = scopes.collect();
        let token =
            bots::issue(ask.site.context(), &found, &bot, &form.label, scopes, life).await?;
        Ok((bot, token))
    };
    match issued.await {
        Ok((bot, token)) => shown_once(&ask, &bot, &token),
        Err(failure) => wrong(&ask, &failure, "").await,
    }
}

/// `POST /me/bots/revoke`: revokes a token.
pub async fn revoke(ask: Ask) -> Response {
    let revoked = async {
        let (found, bot) = own(&ask).await?;
        let BotForm { token, .. } = ask.form();
        Ok(bots::revoke(ask.site.context(), &found, &bot, &token).await?)
    };
    led_back(&ask, revoked.await).await
}

/// `POST /me/bots/remove`: removes a bot.
pub async fn remove(ask: Ask) -> Response {
    let removed = async {
        let (found, bot) = own(&ask).await?;
        let effects = bots::remove(ask.site.context(), &found, &bot).await?;
        ask.site.carry_out(effects).await
    };
    led_back(&ask, removed.await).await
}

async fn own(ask: &Ask) -> Result<(SignedIn, Bot), Failure> {
    let found = ask.changing().await?;
    let bot = bots::own(ask.site.context(), &found, &ask.form::<BotForm>().bot).await?;
    Ok((found, bot))
}

async fn led_back(ask: &Ask, done: Result<(), Failure>) -> Response {
    match done {
        Ok(()) => lead_to(PATH, None),
        // Another request was quicker: the list shows it.
        Err(failure) if failure.code() == ApiErrorCode::NotFound => lead_to(PATH, None),
        Err(failure) => wrong(ask, &failure, "").await,
    }
}

async fn wrong(ask: &Ask, failure: &Failure, field: &'static str) -> Response {
    let code = failure.code();
    let page = answer(ask, Some(Wrong { field, code })).await;
    (status(code), page).into_response()
}

async fn answer(ask: &Ask, wrong: Option<Wrong>) -> Response {
    match page(ask, wrong).await {
        Ok(page) => page,
        Err(failure) => ask.problem(&failure, "/me"),
    }
}

async fn page(ask: &Ask, wrong: Option<Wrong>) -> Result<Response, Failure> {
    let texts = ask.texts();
    let found = ask.who().await?;
    let found = found.filter(|found| matches!(found.player.kind, PlayerKind::Member { .. }));
    let mut all = Vec::new();
    if let Some(found) = &found {
        let store = &ask.site.services().store;
        for bot in store.bots(found.player.id).await? {
            let tokens = store.bot_tokens(bot.player.id).await?;
            all.push((bot, tokens));
        }
    }
    let general = wrong.filter(|wrong| wrong.field.is_empty());
    let now = ask.site.services().clock.now();
    let body = html! {
        main #content data-testid="bots-page" {
            h1 { (texts.bots()) }
            @if let Some(wrong) = general {
                p.problem role="alert" data-testid="problem" { (problem(texts, wrong.code)) }
            }
            p { (texts.bots_help()) }
            @if found.is_some() {
                @for (bot, tokens) in &all { (section(texts, bot, tokens, now)) }
                (make_form(ask, wrong))
            } @else {
                p.help { (texts.bots_members_only()) " " a href="/me" { (texts.site_you()) } }
            }
        }
    };
    Ok(ask.page(&texts.bots(), PATH, &body))
}

fn problem(texts: Texts, code: ApiErrorCode) -> String {
    match code {
        ApiErrorCode::Full => texts.bots_full(),
        ApiErrorCode::Malformed => texts.bots_no_scope(),
        code => told(texts, code),
    }
}

fn make_form(ask: &Ask, wrong: Option<Wrong>) -> Markup {
    let texts = ask.texts();
    let line = Line {
        name: "username",
        label: texts.bots_username(),
        help: texts.bots_username_help(),
        value: ask.form::<BotForm>().username,
        autocomplete: "off",
        longest: 19,
    };
    html! {
        section {
            h2 { (texts.bots_new()) }
            form method="post" action=(PATH) {
                (line.html(texts, wrong))
                p { button data-testid="make-bot" { (texts.bots_make()) } }
            }
        }
    }
}

fn section(texts: Texts, bot: &Bot, tokens: &[BotToken], now: u64) -> Markup {
    let name = bot.username.as_str();
    html! {
        section data-testid="bot" {
            h2 { a href={ "/@" (name) } { (name) } " [bot]" }
            p { a href={ "/history?bot=" (name) } data-testid="bot-matches" { (texts.site_history()) } }
            @if tokens.is_empty() { p { (texts.bots_no_tokens()) } }
            @else {
                form method="post" action="/me/bots/revoke" {
                    input type="hidden" name="bot" value=(name);
                    ul.list data-testid="bot-tokens" { @for token in tokens { (item(texts, token, now)) } }
                }
            }
            details {
                summary { (texts.bots_token_new()) }
                form method="post" action="/me/bots/token" {
                    input type="hidden" name="bot" value=(name);
                    label for={ "label-" (name) } { (texts.bots_label()) }
                    input id={ "label-" (name) } type="text" name="label" maxlength=(bots::LONGEST_LABEL)
                        autocomplete="off" data-testid="bot-token-label";
                    fieldset {
                        legend { (texts.bots_scopes()) }
                        @for scope in Scope::ALL {
                            label.choice {
                                input type="checkbox" name=(scope.word()) value="on" checked;
                                (scope_text(texts, scope)) " (" code { (scope.word()) } ")"
                            }
                        }
                    }
                    label for={ "days-" (name) } { (texts.bots_days()) }
                    select id={ "days-" (name) } name="days" {
                        @for life in Life::ALL {
                            option value=(life.id()) selected[life == Life::Days(90)] { (life_text(texts, life)) }
                        }
                    }
                    p { button.second data-testid="make-bot-token" { (texts.bots_issue()) } }
                }
            }
            details {
                summary { (texts.bots_remove()) }
                form method="post" action="/me/bots/remove" {
                    input type="hidden" name="bot" value=(name);
                    p { (texts.bots_remove_help()) }
                    p { button.second data-testid="remove-bot" { (texts.bots_remove_yes(name)) } }
                }
            }
        }
    }
}

fn life_text(texts: Texts, life: Life) -> String {
    match life {
        Life::Trial => texts.bots_trial(),
        Life::Days(days) => texts.bots_days_n(days),
    }
}

fn scope_text(texts: Texts, scope: Scope) -> String {
    match scope {
        Scope::Play => texts.bots_scope_play(),
        Scope::Challenge => texts.bots_scope_challenge(),
        Scope::Read => texts.bots_scope_read(),
    }
}

fn item(texts: Texts, token: &BotToken, now: u64) -> Markup {
    let scopes: Vec<&str> = token.scopes.iter().map(|scope| scope.word()).collect();
    let label = match token.label.as_str() {
        "" => texts.bots_no_label(),
        label => label.to_owned(),
    };
    html! {
        li {
            p {
                b { (label) } " · " code { (scopes.join(" ")) }
                br;
                small {
                    @if token.expires_at <= now { (texts.bots_expired()) }
                    @else { (with_moment(&texts.bots_expires(MOMENT), token.expires_at)) }
                }
            }
            button.second name="token" value=(account::session_id(&token.hash))
                aria-label=(texts.bots_revoke_which(&label)) data-testid="revoke-bot-token" {
                (texts.bots_revoke())
            }
        }
    }
}

fn shown_once(ask: &Ask, bot: &Bot, token: &str) -> Response {
    let texts = ask.texts();
    let title = texts.bots_token_of(&bot.username);
    let body = html! {
        main #content data-testid="bot-token-page" {
            h1 { (title) }
            p { (texts.bots_token_once()) }
            p { code #token data-testid="bot-token" { (token) } }
            p.row {
                a.do href=(PATH) data-testid="bot-token-kept" { (texts.bots_token_kept()) }
                button.second type="button" hidden data-copy="token" data-copied=(texts.copied()) {
                    (texts.copy())
                }
            }
        }
    };
    ask.page(&title, PATH, &body)
}

/// `GET /@USERNAME` of a bot: its owner, and how to play against it.
pub async fn profile(ask: &Ask, bot: &Bot) -> Result<Response, Failure> {
    let texts = ask.texts();
    let owner = ask.site.services().store.player(bot.owner).await?;
    let owner = owner.and_then(|owner| match owner.kind {
        PlayerKind::Member { username } => Some(username),
        PlayerKind::Guest | PlayerKind::Bot | PlayerKind::Gone => None,
    });
    let found = ask.who().await?;
    let is_member =
        found.is_some_and(|found| matches!(found.player.kind, PlayerKind::Member { .. }));
    let title = format!("{} [bot]", bot.username);
    let body = html! {
        main #content data-testid="bot-page" {
            h1 { (title) }
            p {
                @if let Some(owner) = &owner {
                    (texts.bots_owner()) " " a href={ "/@" (owner) } { (owner) } " · "
                }
                (with_day(&texts.profile_since(MOMENT), bot.player.made_at))
            }
            p.help { (texts.bots_profile_help()) }
            @if is_member { (challenge::form_for_bot(texts, &bot.username)) }
            @else { p.help { (texts.bots_challenge_members()) " " a href="/sign-in" { (texts.sign_in()) } } }
        }
    };
    let path = format!("/@{}", bot.username);
    Ok(ask.page(&title, &path, &body))
}
