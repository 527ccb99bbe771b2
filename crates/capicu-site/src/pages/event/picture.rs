//! The picture of an event's result, to share: its first places, as PNG.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use capicu_event::standings::standings;
use capicu_event::{State, Status};
use capicu_event_service::Hall;
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use maud::{Markup, PreEscaped, html};

use super::super::extract::Ask;
use super::super::letters::line;
use super::super::preview;
use super::hall;
use super::public::round_title;
use super::report::apart;
use super::words::{Reader, Words, entered, key};
use crate::Failure;

/// The places in the picture: one half of a tile has a number for each.
const PLACES: usize = 5;

const WIDTH: f32 = 1200.0;
const LEFT: f32 = 84.0;

/// `GET /e/ID/result.png`: the picture of the result.
pub async fn show(Path(id): Path<String>, ask: Ask) -> Response {
    let drawn = async {
        let hall = hall(&ask, &id).await?.lock().await.clone();
        let texts = ask.texts();
        let is_final = hall.event.state().status == Status::Frozen;
        let png = apart(&ask, move || {
            shown(texts, hall.event.state()).and_then(|svg| preview::png_of(&svg.0))
        });
        Ok::<_, Failure>((png.await?, is_final))
    };
    match drawn.await {
        Ok((Some(bytes), is_final)) => {
            let keep = match is_final {
                true => "public, max-age=86400",
                false => "public, max-age=60",
            };
            let headers = [
                (header::CONTENT_TYPE, "image/png"),
                (header::CACHE_CONTROL, keep),
            ];
            (headers, bytes).into_response()
        }
        Ok((None, _)) => ask.problem(&Failure::new(ApiErrorCode::NotFound), &format!("/e/{id}")),
        Err(failure) => ask.problem(&failure, "/events"),
    }
}

/// The path of the picture for chats: that of the result, once there is one.
pub fn path(hall: &Hall) -> String {
    match has_one(hall.event.state()) {
        true => format!("/e/{}/result.png", hall.id),
        false => preview::PICTURE.to_owned(),
    }
}

/// The link to the picture. With the script, it goes to the share sheet of a phone.
pub fn link(texts: Texts, id: &str, state: &State) -> Markup {
    html! { @if has_one(state) {
        p { a class="do second" href={ "/e/" (id) "/result.png" } download="capicu.png" data-share=(state.name) data-testid="share-result" { (texts.results_picture()) } }
    } }
}

/// Whether an event has standings to show.
fn has_one(state: &State) -> bool {
    let stage = state.stages.last();
    stage.is_some_and(|stage| !stage.rounds.is_empty()) && !state.cancelled
}

/// The picture as SVG; `None` before the first round.
fn shown(texts: Texts, state: &State) -> Option<Markup> {
    let stage = state.stages.last().filter(|_| has_one(state))?;
    let words = Words {
        texts,
        state,
        reader: Reader::Public,
    };
    let mut all = standings(state, stage);
    // Two directions have a first place each.
    all.sort_by_key(|one| one.place);
    let first = match stage.method.is_knock_out() {
        true => None,
        false => stage.rules.standings.first().copied(),
    };
    let lots = capicu_event::report::lot_places(&all, stage);
    let points = |standing| {
        let first = first?;
        Some(key(
            stage,
            &lots,
            standing,
            capicu_event::CutKey::TieBreak(first),
        ))
    };
    let what = match state.status {
        Status::Frozen => texts.desk_standings(),
        Status::Open => round_title(texts, state, stage.number, stage.rounds.len() as u16),
    };
    let rows: Vec<Row> = all
        .iter()
        .filter(|one| usize::from(one.place) <= PLACES)
        .take(PLACES)
        .map(|one| Row {
            place: one.place,
            name: words.name(one.entry),
            points: points(one),
        })
        .collect();
    Some(drawn(
        &state.name,
        &format!("{what} · {}", entered(texts, state)),
        &rows,
    ))
}

struct Row {
    place: u16,
    name: String,
    points: Option<String>,
}

fn drawn(title: &str, below: &str, rows: &[Row]) -> Markup {
    let room = WIDTH - 2.0 * LEFT;
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630" {
            rect width="1200" height="630" fill="#573721" {}
            rect x="18" y="18" width="1164" height="594" rx="14" fill="#14503a" {}
            (words(title, 62.0, (LEFT, 116.0), "#ffd873", room))
            (words(below, 30.0, (LEFT, 168.0), "#d8e5d8", room))
            @for (at, row) in rows.iter().enumerate() {
                @let y = 196.0 + 78.0 * at as f32;
                (half_tile(row.place, y))
                @let points = row.points.as_ref().map(|points| line(points, 40.0, 240.0));
                @let taken = points.as_ref().map_or(0.0, |points| points.width + 30.0);
                (words(&row.name, 40.0, (LEFT + 90.0, y + 48.0), "#f5efdf", room - 90.0 - taken))
                @if let Some(points) = &points {
                    path transform={ "translate(" (WIDTH - LEFT - points.width) " " (y + 48.0) ")" } fill="#ffd873" d=(PreEscaped(&points.path)) {}
                }
            }
            (words("Capicú", 26.0, (WIDTH - LEFT - 92.0, 590.0), "#d8e5d8", 120.0))
        }
    }
}

fn words(text: &str, size: f32, (x, y): (f32, f32), color: &str, room: f32) -> Markup {
    let line = line(text, size, room);
    html! { path transform={ "translate(" (x) " " (y) ")" } fill=(color) d=(PreEscaped(&line.path)) {} }
}

/// Half of a tile with as many pips as the number of a place.
fn half_tile(place: u16, y: f32) -> Markup {
    let pips: &[(u8, u8)] = match place {
        1 => &[(1, 1)],
        2 => &[(0, 0), (2, 2)],
        3 => &[(0, 0), (1, 1), (2, 2)],
        4 => &[(0, 0), (0, 2), (2, 0), (2, 2)],
        _ => &[(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
    };
    html! {
        rect x=(LEFT) y=(y) width="64" height="64" rx="10" fill="#fbf6e8" {}
        @for (column, row) in pips {
            circle cx=(LEFT + 16.0 + 16.0 * f32::from(*column)) cy=(y + 16.0 + 16.0 * f32::from(*row)) r="6" fill="#20201c" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu_event::{Command, Consent, Event, NewEntry, presets};
    use capicu_i18n::Lang;
    use resvg::tiny_skia::Pixmap;

    use super::super::tests::send;
    use super::*;

    #[test]
    fn picture_has_a_row_for_each_of_the_first_places() {
        let preset = presets::by_id("latin-pairs").expect("a preset");
        let mut event = Event::create("Friday <b>&", preset, 7, 0).expect("an event");
        for n in 1..=6 {
            let name = format!("Ana {n} / Luis {n}");
            send(&mut event, Command::Enter(NewEntry::named(&name)));
        }
        let texts = Texts::new(Lang::En);
        assert!(shown(texts, event.state()).is_none(), "nothing is played");
        send(&mut event, Command::OpenStage);
        send(&mut event, Command::Draft(Consent::Withheld));
        send(&mut event, Command::Publish);
        let svg = shown(texts, event.state()).expect("a picture").0;
        // All six share the first place.
        assert_eq!(svg.matches("<rect x=\"84\"").count(), PLACES);
        let png = preview::png_of(&svg).expect("a PNG");
        let pixels = Pixmap::decode_png(&png).expect("a PNG");
        assert_eq!((pixels.width(), pixels.height()), (1200, 630));
        let gold = |pixel: &&resvg::tiny_skia::PremultipliedColorU8| {
            (pixel.red(), pixel.green(), pixel.blue()) == (0xff, 0xd8, 0x73)
        };
        assert!(
            pixels.pixels().iter().filter(gold).count() > 1_000,
            "the title"
        );
    }
}
