//! Pages of text that need no client: one frame, the colors of the table, both languages.

use std::fmt::Display;

use capicu_i18n::{Lang, Texts};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The base styles of a page.
const STYLE: &str = include_str!("page_shell.css");

/// Styles that the first page does not need.
const FURTHER: &str = include_str!("further.css");

/// Styles for pages that contain this HTML: file fields, settings, and the tables of the reader.
const OF_SOME: [(&str, &str); 3] = [
    ("type=\"file\"", include_str!("files.css")),
    ("class=\"set\"", include_str!("settings.css")),
    ("class=\"faces\"", include_str!("faces.css")),
];

/// The script of all pages; they also work without it.
pub const SCRIPT: &str = include_str!("page_shell.js");

/// The screens on which a link of the bar is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// On every screen.
    Any,
    /// Only on wide screens.
    Wide,
}

/// The links in the bar of every page.
fn pages(texts: Texts) -> [(&'static str, String, Room); 6] {
    [
        ("/play", texts.site_new_table(), Room::Any),
        ("/rules/general", texts.site_rules(), Room::Any),
        ("/ratings", texts.ratings(), Room::Any),
        // On a phone the first page leads there.
        ("/puzzles", texts.puzzles(), Room::Wide),
        ("/history", texts.site_history(), Room::Any),
        ("/me", texts.site_you(), Room::Any),
    ]
}

/// A whole page. `address` is where it is in a language; `body` begins with `main` of the id `content`.
pub fn document(
    lang: Lang,
    title: &str,
    address: impl Fn(Lang) -> String,
    body: &Markup,
) -> Markup {
    with_head(lang, title, address, &html! {}, body)
}

/// A page with more elements in its head.
pub fn with_head(
    lang: Lang,
    title: &str,
    address: impl Fn(Lang) -> String,
    head: &Markup,
    body: &Markup,
) -> Markup {
    framed(lang, title, address, &pages(Texts::new(lang)), head, body)
}

/// A page with other links in its bar.
pub fn framed(
    lang: Lang,
    title: &str,
    address: impl Fn(Lang) -> String,
    pages: &[(&str, String, Room)],
    head: &Markup,
    body: &Markup,
) -> Markup {
    let texts = Texts::new(lang);
    let here = address(lang);
    let here = here.split('?').next().unwrap_or_default();
    let name = texts.app_name();
    let needed = OF_SOME.iter().filter(|(what, _)| body.0.contains(what));
    html! {
        (DOCTYPE)
        html lang=(lang.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="theme-color" content="#072419" media="(prefers-color-scheme: dark)";
                meta name="theme-color" content="#fbf6e8" media="(prefers-color-scheme: light)";
                title { @if title != name { (title) " – " } (name) }
                link rel="icon" type="image/svg+xml" href="/icon.svg";
                link rel="apple-touch-icon" href="/icon-apple.png";
                link rel="manifest" href="/manifest.webmanifest";
                style {
                    (PreEscaped(STYLE))
                    @if here != "/" { (PreEscaped(FURTHER)) }
                    @for (_, style) in needed { (PreEscaped(style)) }
                }
                script src="/document.js" defer {}
                (head)
            }
            body {
                a.skip href="#content" { (texts.site_skip()) }
                header {
                    a.home href="/" aria-current=[(here == "/").then_some("page")] { (name) }
                    nav aria-label=(texts.site_pages()) {
                        @for (page, called, room) in pages {
                            a.roomy[*room == Room::Wide] href=(page) aria-current=[(*page == here).then_some("page")] {
                                (called)
                            }
                        }
                    }
                    nav.langs aria-label=(texts.language()) {
                        @for of in Lang::ALL {
                            a lang=(of.tag()) hreflang=(of.tag()) href=(address(*of))
                                data-testid={ "lang-" (of.tag()) }
                                aria-current=[(*of == lang).then_some("true")] { (of.own_name()) }
                        }
                    }
                }
                (body)
            }
        }
    }
}

/// A text as it is written in an address.
pub fn in_address(text: &str) -> impl Display {
    const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');
    utf8_percent_encode(text, KEPT)
}
