//! The matches that a player finished.

use axum::response::Response;
use capicu_i18n::Texts;
use capicu_protocol::{MyMatch, Sitter};
use maud::{Markup, html};

use super::ask::Ask;
use super::when::moment;
use crate::people::some_matches;

/// `GET /history?before=NUMBER`.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    let before = ask.field("before").parse().unwrap_or(u64::MAX);
    let found = match ask.who().await {
        Ok(found) => found,
        Err(failure) => return ask.problem(&failure, "/history"),
    };
    let matches = match &found {
        Some(found) => some_matches(&ask.site, found, before).await,
        None => Ok(Vec::new()),
    };
    let matches = match matches {
        Ok(matches) => matches,
        Err(failure) => return ask.problem(&failure, "/history"),
    };
    let none = match found {
        Some(_) => texts.history_none(),
        None => texts.history_nobody(),
    };
    let body = html! {
        main #content data-testid="history-page" {
            h1 { (texts.site_history()) }
            @if matches.is_empty() {
                p { (none) }
                p { a.do href="/" { (texts.back_home()) } }
            }
            ul.list { @for of in &matches { (finished(texts, of)) } }
            p.row {
                @if before != u64::MAX {
                    a href="/history" { (texts.history_newest()) }
                }
                @if let Some(last) = matches.last().filter(|last| last.number > 1) {
                    a href={ "/history?before=" (last.number) } { (texts.history_older()) }
                }
            }
        }
    };
    ask.page(&texts.site_history(), "/history", &body)
}

/// One match: the result, who played, and what is kept of it.
fn finished(texts: Texts, of: &MyMatch) -> Markup {
    let sides = of.scores.len().max(1);
    // Seats of one side sit that far apart: partners across, everybody alone nowhere.
    let side = |seat: usize| seat % sides;
    let own = of.seat.0.index();
    let result = match side(own) == usize::from(of.winner) {
        true => texts.history_won(),
        false => texts.history_lost(),
    };
    let first = of.scores.get(side(own));
    let others = of.scores.iter().enumerate();
    let others = others.filter(|(at, _)| *at != side(own));
    let scores = first.into_iter().chain(others.map(|(_, score)| score));
    let scores: Vec<String> = scores.map(u16::to_string).collect();
    let (partners, opponents): (Vec<_>, Vec<_>) = (of.seats.iter().enumerate())
        .filter(|(seat, _)| *seat != own)
        .partition(|(seat, _)| side(*seat) == side(own));
    let names = |seats: Vec<(usize, &Sitter)>| {
        let names = seats.into_iter().map(|(_, sitter)| name(texts, sitter));
        texts.list(&names.collect::<Vec<_>>())
    };
    let game = texts.game_name(&of.game).unwrap_or_default();
    html! {
        li data-testid="match" {
            div {
                p {
                    b { (result) } ": " (game) ", "
                    (texts.history_score(&scores.join(" : "), of.rounds))
                }
                p.help {
                    @if !partners.is_empty() { (texts.history_partner(&names(partners))) ". " }
                    (texts.history_against(&names(opponents))) ". "
                    (moment(of.at))
                }
            }
        }
    }
}

fn name(texts: Texts, sitter: &Sitter) -> String {
    match sitter {
        Sitter::Person { name, .. } => name.clone().unwrap_or_else(|| texts.default_name()),
        Sitter::Bot(_) => texts.is_bot(),
    }
}
