//! A table found by its code: its host, its game, and the form for a free seat.

use axum::extract::Path;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use capicu::rules::Direction;
use capicu::{Game, Rules, Seat};
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, Holder, TableId};
use capicu_table::{Code, Vacancy};
use capicu_table_service::card::TableCard;
use maud::{Markup, html};
use serde::Deserialize;

use super::extract::{Ask, Line, Wrong, lead_to, status, told};
use super::finished::house_sentences;
use super::lobby::{turn_time, wrong};
use super::me::{origin, picture};
use super::preview;
use super::queue::join_form;

use crate::{Failure, What};

/// `GET /j/CODE`: the page of a table code.
pub async fn show(Path(code): Path<String>, ask: Ask) -> Response {
    let path = format!("/lobby/with/{}", code.to_ascii_lowercase());
    match find(&ask, &code).await {
        Ok(Some((code, id, table))) => offer(&ask, code, (&id, &table), None).await,
        Ok(None) if Code::new(&code).is_some() && is_a_partners(&ask, &code).await => {
            lead_to(&path, None)
        }
        Ok(None) => over(&ask),
        Err(failure) => ask.problem(&failure, "/"),
    }
}

/// The seat that a guest chose, by its number from 0.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Chosen {
    seat: String,
}

/// `POST /j/CODE`: seats the player in the chosen seat, or in the first open one.
pub async fn sit(Path(code): Path<String>, ask: Ask) -> Response {
    let (code, id, table) = match find(&ask, &code).await {
        Ok(Some(found)) => found,
        Ok(None) => return over(&ask),
        Err(failure) => return ask.problem(&failure, "/"),
    };
    match seated(&ask, code, &id).await {
        Ok(Some(cookie)) => lead_to(&format!("/t/{id}"), cookie),
        Ok(None) => over(&ask),
        Err(failure) => offer(&ask, code, (&id, &table), Some(wrong(&failure))).await,
    }
}

/// `GET /j/CODE/picture.svg`: the link as a QR code. It does not reveal whether the table exists.
pub async fn draw(Path(code): Path<String>, ask: Ask) -> Response {
    let drawn = Code::new(&code).and_then(|code| picture(&address(&ask, code)));
    let Some(drawn) = drawn else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "no-cache, private"),
    ];
    (headers, drawn.into_string()).into_response()
}

/// The page of a code, as this browser reaches it.
fn address(ask: &Ask, code: Code) -> String {
    format!("{}/j/{code}", origin(ask))
}

/// Finds the table of a code. Every lookup counts as a guess before it runs, so that the limit does not reveal a right
/// code.
async fn find(ask: &Ask, code: &str) -> Result<Option<(Code, TableId, TableCard)>, Failure> {
    if !ask.site.allows(What::Guess, ask.peer, &ask.headers) {
        return Err(Failure::new(ApiErrorCode::Flood));
    }
    let Some(code) = Code::new(code) else {
        return Ok(None);
    };
    let table = ask.site.registry().invited(code).await?;
    Ok(table.map(|(id, table)| (code, id, table)))
}

/// Whether it is the code of a player who seeks a partner.
async fn is_a_partners(ask: &Ask, code: &str) -> bool {
    let invitation = ask.site.lobby().invitation(code.to_ascii_lowercase());
    matches!(invitation.await, Ok(Some(_)))
}

/// Seats the player; `None` if another player took the seat first.
async fn seated(
    ask: &Ask,
    code: Code,
    table: &TableId,
) -> Result<Option<Option<HeaderValue>>, Failure> {
    ask.read().await?;
    let (found, cookie) = ask.player().await?;
    let registry = ask.site.registry();
    let ids = registry.services().store.ids(found.player.id).await?;
    let Chosen { seat } = ask.form();
    let wanted = seat.parse().ok().and_then(Seat::new);
    let (vacancy, name) = (Vacancy::Open { code, wanted }, found.player.name.as_ref());
    let seat = registry.sit(table, vacancy, &ids, name, &[]).await?;
    Ok(seat.map(|_| cookie))
}

async fn offer(
    ask: &Ask,
    code: Code,
    (id, table): (&TableId, &TableCard),
    wrong: Option<Wrong>,
) -> Response {
    let path = format!("/j/{code}");
    let name = match ask.who().await {
        Ok(found) => found.and_then(|found| found.player.name),
        Err(failure) => return ask.problem(&failure, &path),
    };
    let texts = ask.texts();
    let line = Line::own_name(ask);
    let own = table.host.map_or(Seat::default(), |host| host.0);
    let host = table.seats.get(own.index());
    let host = host.and_then(|seat| seat.name.clone());
    let host = host.unwrap_or_else(|| texts.default_name());
    let first = table
        .seats
        .iter()
        .position(|seat| seat.holder == Holder::Open);
    let title = texts.invited_title(&host);
    let body = html! {
        main #content data-testid="invited-page" {
            h1 { (title) }
            @if let Some(wrong) = wrong.filter(|wrong| wrong.field.is_empty()) {
                p.problem role="alert" data-testid="problem" { (told(texts, wrong.code)) }
            }
            (played(texts, table))
            // Without a free seat, a code leads to the queue.
            @if first.is_none() { (join_form(ask, id, code, name.is_some())) }
            @else { form method="post" action=(path) {
                fieldset data-testid="seats" {
                    legend { (texts.invited_seats(&host)) }
                    @for (seat, of) in (0..).filter_map(Seat::new).zip(&table.seats) {
                        @let is_free = of.holder == Holder::Open;
                        label.choice {
                            input type="radio" name="seat" value=(seat.index()) disabled[!is_free] checked[first == Some(seat.index())]
                                data-testid={ "seat-" (seat.index()) };
                            span {
                                (sitter(texts, of.holder, of.name.as_ref()))
                                @if let Some(place) = place(texts, &table.rules, own, seat).filter(|_| seat != own) {
                                    " · " small { (place) }
                                }
                            }
                        }
                    }
                }
                @if name.is_none() || wrong.is_some_and(|wrong| wrong.field == "name") {
                    (line.html(texts, wrong))
                }
                p { button.big data-testid="sit-down" { (texts.invited_sit()) } }
            } }
        }
    };
    let game = texts.game_name(&table.game).unwrap_or_default();
    let game = table.title.as_ref().unwrap_or(&game);
    let open = table
        .seats
        .iter()
        .filter(|seat| seat.holder == Holder::Open);
    let description = format!("{game}. {}", texts.free_seats(open.count()));
    let head = preview::head(ask, &title, &description, &path, preview::PICTURE);
    let page = ask.page_with(&title, &path, &head, &body);
    match wrong {
        Some(wrong) => (status(wrong.code), page).into_response(),
        None => page,
    }
}

/// The game, how long a turn takes, and the rules of the house.
fn played(texts: Texts, table: &TableCard) -> Markup {
    let game = texts.game_name(&table.game).unwrap_or_default();
    let usual = Game::by_id(&table.game);
    let sentences = usual.map(|usual| house_sentences(texts, usual, &table.rules));
    let sentences = sentences.unwrap_or_default();
    html! {
        p {
            b { (table.title.as_ref().unwrap_or(&game)) }
            @if let Some(time) = turn_time(texts, table.turn_time) { " · " (time) }
            br;
            a href={ "/rules/" (table.game) } {
                @if sentences.is_empty() { (texts.invited_rules(&game)) }
                @else { (texts.invited_house_rules(&game)) }
            }
        }
        @if !sentences.is_empty() {
            ul data-testid="house-rules" { @for sentence in sentences { li { (sentence) } } }
        }
    }
}

/// The position of a seat, seen from another.
pub fn place(texts: Texts, rules: &Rules, own: Seat, seat: Seat) -> Option<String> {
    let n = rules.n_seats();
    let follows = rules.direction == Direction::Anticlockwise;
    Some(match seat {
        _ if seat == own => texts.seat_you(),
        _ if rules.partner(own) == Some(seat) => texts.seat_partner(),
        // At larger tables several players are to the left or to the right.
        _ if n != 4 => return None,
        _ if own.next(n) == seat && follows => texts.seat_right(),
        _ if seat.next(n) == own && !follows => texts.seat_right(),
        _ if own.next(n) == seat || seat.next(n) == own => texts.seat_left(),
        _ => texts.seat_across(),
    })
}

fn sitter(texts: Texts, holder: Holder, name: Option<&String>) -> Markup {
    html! {
        @match holder {
            Holder::Person => (name.cloned().unwrap_or_else(|| texts.default_name())),
            Holder::Open => b { (texts.invited_free()) },
            Holder::Bot => (texts.invited_bot()),
        }
    }
}

/// The answer to a code that opens nothing.
fn over(ask: &Ask) -> Response {
    let texts = ask.texts();
    let title = texts.problem_title();
    let body = html! {
        main #content data-testid="problem-page" {
            h1 { (title) }
            p.problem role="alert" data-testid="problem" { (texts.invited_over()) }
            p { a.do href="/" { (texts.back_home()) } }
        }
    };
    let page = ask.page(&title, "/", &body);
    (StatusCode::NOT_FOUND, page).into_response()
}
