//! Previews of links: the title, the sentence and the picture that a chat shows for the address of a page.

use std::sync::OnceLock;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use capicu::{Game, TileSet};
use capicu_picture::{Mark, Picture, laid};
use maud::{Markup, html};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::extract::Ask;
use super::me::origin;

/// The size that chats expect, in pixels.
const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;

/// The free margin around a board, in pixels.
const MARGIN: f32 = 40.0;

/// The path of the picture for pages without a board of their own.
pub const PICTURE: &str = "/picture.png";

/// The head of a page as chats read it. `path` is the page's, `picture` its picture's; both begin with a slash.
pub fn head(ask: &Ask, title: &str, description: &str, path: &str, picture: &str) -> Markup {
    let origin = origin(ask);
    html! {
        meta name="description" content=(description);
        meta property="og:type" content="website";
        meta property="og:site_name" content=(ask.texts().app_name());
        meta property="og:title" content=(title);
        meta property="og:description" content=(description);
        meta property="og:url" content={ (origin) (path) };
        meta property="og:image" content={ (origin) (picture) };
        meta property="og:image:width" content=(WIDTH);
        meta property="og:image:height" content=(HEIGHT);
        meta name="twitter:card" content="summary_large_image";
    }
}

/// `GET /picture.png`: a round that ends with capicú.
pub async fn show() -> Response {
    static DRAWN: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    let drawn = DRAWN.get_or_init(|| {
        let rules = Game::by_id("cien").and_then(|game| game.rules(4))?;
        let laid = laid("layout: 6-6 6-4@6-6 4-4@6-4 6-2@6-6 2-2@6-2 2-1@2-2").ok()?;
        let next = "4-1@4-4".parse().ok();
        png(&Picture {
            rules: &rules,
            laid: &laid,
            mark: next.map(Mark::Next),
            hand: TileSet::EMPTY,
        })
    });
    answer(drawn.clone())
}

/// A picture as the answer to a request; chats may keep it for a day.
pub fn answer(drawn: Option<Vec<u8>>) -> Response {
    let Some(bytes) = drawn else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, "public, max-age=86400"),
    ];
    (headers, bytes).into_response()
}

/// Draws a board in the middle of the felt, as PNG. Takes 25 ms with little optimization; `None` only if the memory is used up.
pub fn png(picture: &Picture<'_>) -> Option<Vec<u8>> {
    in_felt(&picture.svg(), MARGIN)
}

/// Draws an SVG of the size that chats expect, as PNG.
pub fn png_of(svg: &str) -> Option<Vec<u8>> {
    in_felt(svg, 0.0)
}

fn in_felt(svg: &str, margin: f32) -> Option<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default()).ok()?;
    let (size, mut pixels) = (tree.size(), Pixmap::new(WIDTH, HEIGHT)?);
    pixels.fill(Color::from_rgba8(0x0d, 0x3a, 0x2a, 0xff));
    let room = (WIDTH as f32 - 2.0 * margin, HEIGHT as f32 - 2.0 * margin);
    let scale = (room.0 / size.width()).min(room.1 / size.height());
    let x = (WIDTH as f32 - scale * size.width()) / 2.0;
    let y = (HEIGHT as f32 - scale * size.height()) / 2.0;
    let place = Transform::from_scale(scale, scale).post_translate(x, y);
    resvg::render(&tree, place, &mut pixels.as_mut());
    pixels.encode_png().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picture_shows_tiles_on_the_felt() {
        let rules = Game::by_id("block")
            .and_then(|game| game.rules(2))
            .expect("a game");
        let draw = |position: &str| {
            let laid = laid(position).expect("a layout");
            let bytes = png(&Picture {
                rules: &rules,
                laid: &laid,
                mark: None,
                hand: TileSet::EMPTY,
            });
            let pixels = Pixmap::decode_png(&bytes.expect("a picture")).expect("a PNG");
            assert_eq!((pixels.width(), pixels.height()), (WIDTH, HEIGHT));
            let light = |pixel: &&resvg::tiny_skia::PremultipliedColorU8| pixel.red() > 0xe0;
            pixels.pixels().iter().filter(light).count() as f64 / pixels.pixels().len() as f64
        };
        assert_eq!(draw("layout:"), 0.0, "an empty felt");
        // The light faces of the tiles, scaled to the felt.
        let (one, three) = (draw("layout: 6-6"), draw("layout: 6-6 6-1@6-6 6-2@6-6"));
        assert!(one > 0.05 && three > 0.15, "{one} {three}");
    }
}
