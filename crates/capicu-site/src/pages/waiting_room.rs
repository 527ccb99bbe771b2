//! The page of a table before the first deal: the game with its house rules, and the seats from one player's view. It
//! is a part of a page; a script of the client fills in the names. It reveals nothing about any table: the rules come
//! with the request.

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse as _, Response};
use capicu::rules::Direction;
use capicu::{Game, Rules, Seat};
use capicu_protocol::{MAX_NAME, TableRules};
use maud::{Markup, html};
use serde::Deserialize;

use super::extract::Ask;
use super::finished::house_sentences;
use super::join_codes::place;

/// Placeholder in texts for values that the script fills in.
const GAP: &str = "%";

/// The number of house rules shown without expanding the list.
const FEW: usize = 4;

/// The rules as the table has them, and the seat they are seen from.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Room {
    rules: String,
    seat: String,
}

/// `POST /room`, with the `rules` as the table has them and the `seat` they are seen from.
pub async fn show(ask: Ask) -> Response {
    if let Err(failure) = ask.read().await {
        return failure.into_response();
    }
    let form: Room = ask.form();
    let own = form.seat.parse().ok().and_then(Seat::new);
    let told = serde_json::from_str::<TableRules>(&form.rules).ok();
    match told.zip(own).and_then(|(told, own)| room(&ask, &told, own)) {
        Some(room) => Html(room.into_string()).into_response(),
        None => StatusCode::BAD_REQUEST.into_response(),
    }
}

fn room(ask: &Ask, told: &TableRules, own: Seat) -> Option<Markup> {
    let texts = ask.texts();
    let rules = told.rules().ok()?;
    let usual = Game::by_id(&told.game)?;
    Seat::all(rules.n_seats()).find(|seat| *seat == own)?;
    let game = texts.game_name(&told.game).unwrap_or_default();
    let title = told.title.as_ref().unwrap_or(&game);
    let sentences = house_sentences(texts, usual, &rules);
    Some(html! {
        section.room data-testid="room" {
            p.host hidden {}
            h2 { (title) }
            @if !sentences.is_empty() {
                details open[sentences.len() <= FEW] data-testid="room-rules" {
                    summary { (texts.invited_house_rules(&game)) }
                    ul { @for sentence in &sentences { li { (sentence) } } }
                }
            }
            form.called hidden {
                label { span { (texts.your_name()) } input type="text" name="name" maxlength=(MAX_NAME) data-testid="room-name"; }
                button data-testid="room-called" { (texts.room_called()) }
            }
            ol.seats.four[rules.n_seats() == 4] data-testid="room-seats" {
                @for seat in around(&rules, own) {
                    li data-seat=(seat.index()) data-ours[rules.side(seat) == rules.side(own)] {
                        span class={ "portrait on-" (seat.index() % 4) } aria-hidden="true" {}
                        b {} " "
                        @if let Some(place) = place(texts, &rules, own, seat) { small { (place) } " " }
                        i {}
                        span.doing {}
                    }
                }
            }
            p.missing role="status" data-testid="room-missing" {}
            div.invite hidden {
                p {
                    (texts.code_title()) b.coded data-testid="code" {}
                    small { (texts.code_help()) " " a target="_blank" {} }
                }
                img alt="";
                div.inviting {
                    button type="button" data-do="share" data-testid="room-share" { (texts.room_share()) }
                    button type="button" data-do="copy" data-testid="room-copy" { (texts.room_copy()) }
                }
            }
            button type="button" data-do="queue" data-testid="room-queue" hidden { (texts.queue_title()) }
            @for (name, text) in [
                ("host", texts.invited_title(GAP)),
                ("free", texts.invited_free()),
                ("bot", texts.invited_bot()),
                ("guest", texts.default_name()),
                ("you", texts.seat_you()),
                ("ready", texts.room_ready()),
                ("unready", texts.room_unready()),
                ("away", texts.is_away()),
                ("missing", texts.room_missing(GAP)),
                ("all", texts.room_all()),
                ("swap", texts.room_swap()),
                ("swap-with", texts.room_swap_with(GAP)),
                ("swap-to", texts.room_swap_to()),
                ("cancel", texts.cancel()),
                ("bot-here", texts.room_bot_here()),
                ("bot-short", texts.room_bot_short()),
                ("remove", texts.room_remove()),
                ("remove-sure", texts.room_remove_sure(GAP)),
                ("give", texts.room_give(GAP)),
                ("give-sure", texts.room_give_sure(GAP)),
                ("wait-no-more", texts.let_bot_play()),
                ("stood-in", texts.is_stood_in()),
                ("people", texts.people_here()),
                ("close", texts.close()),
                ("copied", texts.copied()),
                ("invitation", texts.room_invitation(GAP, title)),
            ] {
                template data-text=(name) { (text) }
            }
        }
    })
}

/// The seats as they lie around the table, from the far side to the own one. At a table of four the left one comes before
/// the right one.
fn around(rules: &Rules, own: Seat) -> Vec<Seat> {
    let n = rules.n_seats();
    let mut seats = vec![own];
    while seats.len() < usize::from(n) {
        seats.push(seats[seats.len() - 1].next(n));
    }
    if rules.direction == Direction::Clockwise {
        seats[1..].reverse();
    }
    // From here the first is the own one, and the second is at its right.
    if let [me, right, across, left] = seats[..] {
        return vec![across, left, right, me];
    }
    seats.reverse();
    seats
}
