//! The matches that a player finished.

mod evenings;
pub mod tally;

use axum::response::Response;
use capicu_accounts::tally::{Tally, tallies};
use capicu_accounts::{bots, history};
use capicu_i18n::{BOT_NAMES, Texts};
use capicu_protocol::{ApiErrorCode, MyMatch, Part, Sitter};
use capicu_store::{Bot, SignedIn};
use maud::{Markup, html};
use serde::Deserialize;

use super::device;
use super::extract::Ask;
use super::when::moment;
use crate::Failure;

/// Before which match, and of which bot.
#[derive(Default, Deserialize)]
#[serde(default)]
struct History {
    before: String,
    bot: String,
}

/// `GET /history?before=NUMBER`: the list of finished matches.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    let before = ask.form::<History>().before.parse().unwrap_or(u64::MAX);
    let found = match ask.who().await {
        Ok(found) => found,
        Err(failure) => return ask.problem(&failure, "/history"),
    };
    let bot = match of_bot(&ask, found.as_ref()).await {
        Ok(bot) => bot,
        Err(failure) => return ask.problem(&failure, "/history"),
    };
    let matches = match (&bot, &found) {
        (Some(bot), _) => history::matches(ask.site.context(), bot.player.id, before).await,
        (None, Some(found)) => history::matches(ask.site.context(), found.player.id, before).await,
        (None, None) => Ok(Vec::new()),
    };
    let matches = match matches {
        Ok(matches) => matches,
        Err(failure) => return ask.problem(&failure.into(), "/history"),
    };
    let counted = match &found {
        Some(found) if bot.is_none() && before == u64::MAX && !matches.is_empty() => {
            tallies(ask.site.context(), found).await
        }
        _ => Ok(Vec::new()),
    };
    let counted = match counted {
        Ok(counted) => counted,
        Err(failure) => return ask.problem(&failure.into(), "/history"),
    };
    let none = match found {
        Some(_) => texts.history_none(),
        None => texts.history_nobody(),
    };
    let body = html! {
        main #content data-testid="history-page" {
            h1 { (texts.site_history()) }
            @if let Some(bot) = &bot { p data-testid="history-bot" { a href="/me/bots" { (bot.username) " [bot]" } } }
            @if matches.is_empty() {
                p { (none) }
                p { a.do href="/" { (texts.back_home()) } }
            }
            @if found.is_some() && bot.is_none() {
                p { a href="/history/tally" data-testid="to-tally" { (texts.history_tally()) } }
            }
            @if !counted.is_empty() {
                section { (by_game(texts, &counted)) }
                h2 { (texts.history_list()) }
            }
            ul.list { @for of in &matches { (finished(texts, of)) } }
            @if bot.is_none() {
                (device::kept("matches", &texts.device_matches(), Some(&texts.device_matches_help()),
                    &texts.device_look_again(), &texts.device_remove()))
                (device::called(texts))
            }
            p.row {
                @if before != u64::MAX {
                    a href={ "/history" (query("?", bot.as_ref())) } { (texts.history_newest()) }
                }
                @if let Some(last) = matches.last().filter(|_| matches.len() == history::MOST as usize) {
                    a href={ "/history?before=" (last.number) (query("&", bot.as_ref())) } { (texts.history_older()) }
                }
            }
        }
    };
    ask.page(&texts.site_history(), "/history", &body)
}

/// The player's own bot whose matches are shown, if the address names one.
async fn of_bot(ask: &Ask, found: Option<&SignedIn>) -> Result<Option<Bot>, Failure> {
    match (ask.form::<History>().bot.as_str(), found) {
        ("", _) => Ok(None),
        (name, Some(found)) => Ok(Some(bots::own(ask.site.context(), found, name).await?)),
        (_, None) => Err(Failure::new(ApiErrorCode::NotSignedIn)),
    }
}

/// The part of an address that names the bot whose matches are meant.
fn query(separator: &str, bot: Option<&Bot>) -> String {
    bot.map_or_else(String::new, |bot| {
        format!("{separator}bot={}", bot.username)
    })
}

/// How the player did at each game.
fn by_game(texts: Texts, counted: &[Tally]) -> Markup {
    let has_pairs = counted.iter().any(|of| of.partner.is_some());
    let partner = |of: &Tally| {
        let (name, count) = of.partner.as_ref()?;
        let name = name.clone().unwrap_or_else(|| texts.default_name());
        Some(texts.history_pair(&name, count.won, count.matches))
    };
    html! {
        h2 { (texts.history_by_game()) }
        div.wide tabindex="0" role="group" aria-label=(texts.history_by_game()) {
            table.numbers data-testid="by-game" {
                thead {
                    tr {
                        th scope="col" { (texts.history_game()) }
                        th.number scope="col" { (texts.history_matches()) }
                        th.number scope="col" { (texts.history_wins()) }
                        @if has_pairs { th scope="col" { (texts.history_most_with()) } }
                    }
                }
                tbody {
                    @for of in counted {
                        tr {
                            th scope="row" { (texts.game_name(&of.game).unwrap_or_default()) }
                            td.number { (of.all.matches) }
                            td.number { (of.all.won) }
                            @if has_pairs { td { (partner(of).unwrap_or_default()) } }
                        }
                    }
                }
            }
        }
        p.help { (texts.history_counted()) }
    }
}

/// One match: the result, the players, and a link to its page.
fn finished(texts: Texts, of: &MyMatch) -> Markup {
    let game = texts.game_name(&of.game).unwrap_or_default();
    html! {
        li data-testid="match" {
            div {
                p {
                    a href={ "/history/" (of.number) } data-testid="look" {
                        b { (result(texts, of)) } (texts.colon()) " " (game) ", " (score(texts, of))
                    }
                }
                p.help { (company(texts, of)) (stakes(texts, of)) (moment(of.at)) }
            }
        }
    }
}

/// The note that a match is rated, with a link to those ratings.
pub fn stakes(texts: Texts, of: &MyMatch) -> Markup {
    html! {
        @if let Some(family) = &of.rated {
            a href={ "/ratings/" (family) } data-testid="rated" { (texts.history_rated()) } ". "
        }
    }
}

/// The number of sides. Seats of one side are this far apart: partners are opposite.
pub fn sides(of: &MyMatch) -> usize {
    of.scores.len().max(1)
}

/// Whether the player won.
pub fn has_won(of: &MyMatch) -> bool {
    of.seat.0.index() % sides(of) == usize::from(of.winner)
}

/// Whether the player won, in words.
pub fn result(texts: Texts, of: &MyMatch) -> String {
    match has_won(of) {
        true => texts.history_won(),
        false => texts.history_lost(),
    }
}

/// The scores, the player's first.
pub fn points(of: &MyMatch) -> String {
    let own = of.seat.0.index() % sides(of);
    let first = of.scores.get(own);
    let others = of.scores.iter().enumerate();
    let others = others.filter(|(at, _)| *at != own).map(|(_, score)| score);
    let scores: Vec<String> = first
        .into_iter()
        .chain(others)
        .map(u16::to_string)
        .collect();
    scores.join(" : ")
}

/// The scores, and how many rounds they took.
pub fn score(texts: Texts, of: &MyMatch) -> String {
    texts.history_score(&points(of), of.rounds)
}

/// The names of the partners; `None` for a player without any.
pub fn partners(texts: Texts, of: &MyMatch) -> Option<String> {
    let (own, sides) = (of.seat.0.index(), sides(of));
    let seats = of.seats.iter().enumerate();
    let partners = seats.filter(|(seat, _)| *seat != own && seat % sides == own % sides);
    let names: Vec<String> = partners
        .map(|(seat, sitter)| name(texts, seat, sitter))
        .collect();
    (!names.is_empty()).then(|| texts.list(&names))
}

/// Partners and opponents.
pub fn company(texts: Texts, of: &MyMatch) -> Markup {
    let (own, sides) = (of.seat.0.index(), sides(of));
    let others = of.seats.iter().enumerate().filter(|(seat, _)| *seat != own);
    let (partners, opponents): (Vec<_>, Vec<_>) =
        others.partition(|(seat, _)| seat % sides == own % sides);
    let names = |seats: Vec<(usize, &Sitter)>| {
        let names = seats.into_iter();
        let names =
            names.map(|(seat, sitter)| with_part(texts, &name(texts, seat, sitter), sitter));
        texts.list(&names.collect::<Vec<_>>())
    };
    html! {
        @if !partners.is_empty() { (texts.history_partner(&names(partners))) ". " }
        (texts.history_against(&names(opponents))) ". "
    }
}

/// The name of a player in a seat.
pub fn name(texts: Texts, seat: usize, sitter: &Sitter) -> String {
    match sitter {
        Sitter::Person { name, .. } => name.clone().unwrap_or_else(|| texts.default_name()),
        Sitter::Bot(_) => {
            let name = BOT_NAMES.get(seat);
            name.map_or_else(|| texts.is_bot(), |name| texts.bot(*name))
        }
    }
}

/// A player, with how the match counts for them if that differs from the result.
pub fn with_part(texts: Texts, who: &str, sitter: &Sitter) -> String {
    match sitter {
        Sitter::Person {
            part: Part::Left, ..
        } => texts.past_left(who),
        Sitter::Person {
            part: Part::Deserted,
            ..
        } => texts.past_deserted(who),
        Sitter::Person { .. } | Sitter::Bot(_) => who.to_owned(),
    }
}
