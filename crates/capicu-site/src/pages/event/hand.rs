//! The tiles of one seat at a real table, on the phone of its player.

use axum::extract::Path;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use capicu_event::EntryId;
use capicu_event_service::phone_dealing::{Barred, Chair, DeviceChange, OwnHand, SEATS, Shown};
use capicu_event_service::{Hall, SharedHall, Slip, entry_seal, is_seal};
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use capicu_store::events::Part;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::super::action::DealAction;
use super::super::extract::{Ask, lead_to};
use super::words::{Reader, Words};
use super::{at_desk, hall, hidden, lively, may_change, not_done, online, page, wrong_seal};
use crate::{Failure, Site};

/// The cookie by which a device is known at the tables of an event.
const COOKIE: &str = "capicu-hand";

/// Seconds that the cookie lasts: one day.
const KEPT: u32 = 86_400;

/// `GET /e/ID/hand/STAGE-ROUND-TABLE-SEAT/SEAL`: the hand of a seat.
pub async fn show(Path((id, name, seal)): Path<(String, String, String)>, ask: Ask) -> Response {
    let path = format!("/e/{id}/hand/{name}/{seal}");
    let (shared, chair) = match open(&ask, &id, &name, &seal).await {
        Ok(found) => found,
        Err(failure) => return ask.problem(&failure, &format!("/e/{id}")),
    };
    let hall = shared.lock().await.clone();
    let words = Words {
        texts: ask.texts(),
        state: hall.event.state(),
        reader: Reader::Public,
    };
    let shown = ask
        .site
        .events()
        .dealers()
        .shown(&hall, chair, device(&ask).as_deref());
    let texts = words.texts;
    let body = html! {
        main #content data-testid="hand-page" {
            h1 { (hall.event.state().name) }
            p { b { (words.seat(chair.seat.index() as u8)) } }
            @match &shown {
                None => p data-testid="no-hand" { (texts.desk_hand_none()) },
                Some(Shown::Barred(why)) => p.problem data-testid="barred" { (barred(texts, *why)) },
                Some(Shown::Done) => p data-testid="all-played" { (texts.desk_hand_all_played()) },
                Some(Shown::Free) => {
                    p.help { (texts.desk_hand_help()) }
                    (button(&ask, &hall, &path, DealAction::Take, texts.desk_hand_take(), None))
                },
                Some(Shown::Hand(hand, over)) => {
                    (tiles(&words, hand))
                    (button(&ask, &hall, &path, DealAction::Over, texts.desk_hand_over(), Some(hand.board)))
                    p.help { (texts.desk_hand_wait(*over as u32, u32::from(SEATS))) }
                },
            }
            p.row {
                @if let Some(own) = hall.sitting(chair) {
                    a href={ "/e/" (id) "/me/" (own) "/" (entry_seal(&hall.secret, own)) } data-testid="own-page" { (words.name(own)) }
                }
                a href={ "/e/" (id) } { (texts.desk_public()) }
            }
        }
    };
    page(&ask, &hall.event.state().name, &path, &lively(4), &body)
}
/// The form of an action on the hand of a board.
#[derive(Default, Deserialize)]
#[serde(default)]
struct HandForm {
    board: String,
}

/// `POST /e/ID/hand/STAGE-ROUND-TABLE-SEAT/SEAL`: acts on the hand of a seat.
pub async fn act(Path((id, name, seal)): Path<(String, String, String)>, ask: Ask) -> Response {
    let path = format!("/e/{id}/hand/{name}/{seal}");
    let found = async {
        let found = open(&ask, &id, &name, &seal).await?;
        may_change(&ask).await?;
        Ok::<_, Failure>(found)
    };
    let (shared, chair) = match found.await {
        Ok(found) => found,
        Err(failure) => return ask.problem(&failure, &format!("/e/{id}")),
    };
    let hall = shared.lock().await;
    let form: HandForm = ask.form();
    let (deed, cookie) = match (ask.action(), device(&ask)) {
        (Ok(DealAction::Over), Some(device)) => {
            (DeviceChange::Over(chair, device, form.board), None)
        }
        (Ok(DealAction::Take), known) => {
            let device = known.unwrap_or_else(|| ask.site.context().randomness.token().to_string());
            let cookie = cookie(&ask, &id, &device);
            (DeviceChange::Take(chair, device), Some(cookie))
        }
        (Ok(DealAction::Over), None) => {
            return ask.problem(&Failure::new(ApiErrorCode::Malformed), &path);
        }
        (Err(failure), _) => return ask.problem(&failure, &path),
    };
    match ask.site.events().dealers().does(&hall, &deed) {
        Ok(()) => lead_to(&path, cookie),
        Err(why) => {
            let why = html! { p { (barred(ask.texts(), why)) } };
            not_done(&ask, ApiErrorCode::Full, &why, &path)
        }
    }
}

/// `POST /e/ID/hands/STAGE-ROUND-TABLE-0`: the desk releases the seats of a table, so that players can take them again.
pub async fn anew(Path((id, name)): Path<(String, String)>, ask: Ask) -> Response {
    let back = format!("/e/{id}/table/{name}");
    let done = async {
        let desk = at_desk(&ask, &id).await?;
        let slip = Slip::by_name(&name).filter(|_| desk.part >= Part::Helper);
        let slip = slip.ok_or(Failure::new(ApiErrorCode::NotFound))?;
        may_change(&ask).await?;
        let hall = desk.hall.lock().await;
        let done = ask
            .site
            .events()
            .dealers()
            .does(&hall, &DeviceChange::Anew(slip));
        debug_assert!(done.is_ok(), "no device is barred by it");
        Ok(())
    };
    match done.await {
        Ok(()) => lead_to(&format!("/e/{id}/desk?done=done"), None),
        Err(failure) => ask.problem(&failure, &back),
    }
}

/// Links to the tiles of an entry, if boards are dealt by phone.
pub fn links(words: &Words<'_>, hall: &Hall, slip: Slip, entry: EntryId) -> Markup {
    let texts = words.texts;
    let chairs = hall.chairs(slip, entry);
    html! {
        @if !chairs.is_empty() {
            section.next data-testid="hands" {
                @for (chair, place) in chairs {
                    @let seal = hall.chair_seal(chair).unwrap_or_default();
                    p { a.do href={ "/e/" (hall.id) "/hand/" (chair.name()) "/" (seal) } data-testid={ "hand-" (place) } {
                        (texts.desk_hand_link(&online::called(words, entry, place)))
                    } }
                }
                p.help { (texts.desk_hand_help()) }
            }
        }
    }
}

async fn open(ask: &Ask, id: &str, name: &str, seal: &str) -> Result<(SharedHall, Chair), Failure> {
    let shared = hall(ask, id).await?;
    let chair = {
        let hall = shared.lock().await.clone();
        let chair = Chair::by_name(name);
        chair.filter(|chair| {
            let right = hall.chair_seal(*chair);
            right.is_some_and(|right| is_seal(seal, &right))
        })
    };
    match chair {
        Some(chair) => Ok((shared, chair)),
        None => Err(wrong_seal(ask)),
    }
}

fn barred(texts: Texts, why: Barred) -> String {
    match why {
        Barred::Elsewhere => texts.desk_hand_elsewhere(),
        Barred::OtherSeat => texts.desk_hand_other_seat(),
    }
}

fn button(
    ask: &Ask,
    hall: &Hall,
    path: &str,
    act: DealAction,
    label: String,
    board: Option<u32>,
) -> Markup {
    html! {
        form method="post" action=(path) {
            (hidden(ask, hall.event.version()))
            @if let Some(board) = board { input type="hidden" name="board" value=(board); }
            button.big name="act" value=(act) data-testid=(act) { (label) }
        }
    }
}

fn tiles(words: &Words<'_>, hand: &OwnHand) -> Markup {
    let texts = words.texts;
    let poses = words.seat(hand.poses.index() as u8);
    html! {
        h2 { (texts.desk_board(hand.board)) }
        p data-testid="poses" {
            @match hand.with {
                Some(tile) => (texts.desk_poses_tile(&poses, &tile.to_string())),
                None => (texts.desk_poses(&poses)),
            }
        }
        (PreEscaped(capicu_picture::sheet(hand.tiles)))
        ul.own-hand data-testid="own-hand" { @for tile in hand.tiles { li {
            svg viewBox="-104 -54 208 108" aria-hidden="true" { use href={ "#t" (tile) } {} }
            span { (tile) }
        } } }
    }
}

/// The device that asks, as its cookie names it.
fn device(ask: &Ask) -> Option<String> {
    let cookies = ask.headers.get_all(header::COOKIE).iter();
    let texts = cookies.filter_map(|value| value.to_str().ok());
    let mut all = texts.flat_map(|text| text.split(';'));
    all.find_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        let is_token = value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
        (name == COOKIE && is_token).then(|| value.to_owned())
    })
}

fn cookie(ask: &Ask, id: &str, device: &str) -> HeaderValue {
    let site: &Site = &ask.site;
    let secure = if site.is_secure(&ask.headers) {
        "; Secure"
    } else {
        ""
    };
    let line =
        format!("{COOKIE}={device}; Path=/e/{id}; HttpOnly; SameSite=Lax; Max-Age={KEPT}{secure}");
    HeaderValue::from_str(&line).expect("hexadecimal digits and an id are ASCII")
}
