//! Pages of text that need no client: one frame, the colors of the table, both languages.

use std::fmt::Display;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::LazyLock;

use axum::http::header;
use axum::response::IntoResponse;
use capicu_i18n::{Lang, Texts};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The base styles of a page.
const STYLE: &str = include_str!("page_shell.css");

/// Styles of the first page and of pages of games.
const FRONT: &str = include_str!("front.css");

/// The reader's tables on the first page.
const FACES: &str = include_str!("faces.css");

/// Styles that the first page does not need.
const FURTHER: [&str; 4] = [
    include_str!("further.css"),
    include_str!("content.css"),
    include_str!("files.css"),
    include_str!("settings.css"),
];

/// The styles of all pages. The first page has its own in its head, so that nothing else has to arrive before it shows.
static STYLES: LazyLock<String> = LazyLock::new(|| {
    let parts = [STYLE, FRONT, FACES].into_iter().chain(FURTHER);
    parts.collect()
});

/// The address of the styles, which changes with them.
pub static STYLE_ADDRESS: LazyLock<String> = LazyLock::new(|| {
    let mut hash = DefaultHasher::new();
    STYLES.hash(&mut hash);
    format!("/document.css?{:016x}", hash.finish())
});

/// `GET /document.css`: the styles of all pages.
pub async fn style() -> impl IntoResponse {
    let headers = [
        (header::CONTENT_TYPE, "text/css; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    (headers, STYLES.as_str())
}

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

/// A link in the bar of every page.
pub struct BarLink {
    path: &'static str,
    name: String,
    room: Room,
    /// Other pages of this section: their paths begin so.
    section: &'static [&'static str],
    /// The drawing of its tab on a phone.
    icon: &'static str,
}

impl BarLink {
    /// A link without an icon.
    pub const fn plain(path: &'static str, name: String) -> Self {
        Self {
            path,
            name,
            room: Room::Any,
            section: &[],
            icon: "",
        }
    }

    /// How it is marked on the page at this path, as a value of `aria-current`.
    fn current(&self, here: &str) -> Option<&'static str> {
        match self.path == here {
            true => Some("page"),
            false => (self.section.iter().any(|path| here.starts_with(path))).then_some("true"),
        }
    }
}

const PLAY: &str = r#"<rect x="3" y="6" width="18" height="12" rx="2"/><path d="M12 6v12M7 12h.01M17 10h.01M17 14h.01"/>"#;
const LEARN: &str =
    r#"<path d="M12 6c-2-1.5-5-2-9-2v14c4 0 7 .5 9 2 2-1.5 5-2 9-2V4c-4 0-7 .5-9 2zm0 0v14"/>"#;
const PUZZLE: &str = r#"<path d="M5 7h4a2.5 2.5 0 1 1 5 0h4v4a2.5 2.5 0 1 1 0 5v4H5z"/>"#;
const CUP: &str =
    r#"<path d="M7 4h10v5a5 5 0 0 1-10 0zM7 5H4c0 4 1 5 4 6m9-6h3c0 4-1 5-4 6m-4 3v4m-4 2h8"/>"#;
const PERSON: &str = r#"<circle cx="12" cy="8" r="4"/><path d="M4 20c1-4 4-6 8-6s7 2 8 6"/>"#;

/// The links in the bar of every page.
fn pages(texts: Texts) -> [BarLink; 7] {
    let link = |path, name, room, section, icon| BarLink {
        path,
        name,
        room,
        section,
        icon,
    };
    use Room::{Any, Wide};
    [
        link(
            "/",
            texts.home_play(),
            Any,
            &["/play", "/lobby", "/games"],
            PLAY,
        ),
        link("/learn", texts.learn(), Any, &["/ladder", "/rules"], LEARN),
        // On a phone the first page leads there.
        link("/watch", texts.watch(), Wide, &[], ""),
        link("/puzzles", texts.puzzles(), Any, &["/puzzles/"], PUZZLE),
        link(
            "/events",
            texts.desk_events(),
            Any,
            &["/events/", "/e/"],
            CUP,
        ),
        link("/clubs", texts.clubs(), Wide, &["/clubs/", "/c/"], ""),
        link(
            "/me",
            texts.site_you(),
            Any,
            &["/me/", "/history", "/friends"],
            PERSON,
        ),
    ]
}

/// The script of the bell. It rings only for an account.
pub fn bell_script() -> Markup {
    html! { script type="module" src="/bell.js" {} }
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
    pages: &[BarLink],
    head: &Markup,
    body: &Markup,
) -> Markup {
    let texts = Texts::new(lang);
    let here = address(lang);
    let here = here.split('?').next().unwrap_or_default();
    let name = texts.app_name();
    // Pages of admins have more links than tabs have room.
    let with_tabs = pages.iter().any(|link| !link.icon.is_empty());
    html! {
        (DOCTYPE)
        html lang=(lang.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="theme-color" content="#0d3a2a";
                title { @if title != name { (title) " – " } (name) }
                link rel="icon" type="image/svg+xml" href="/icon.svg";
                link rel="apple-touch-icon" href="/icon-apple.png";
                link rel="manifest" href="/manifest.webmanifest";
                @if here == "/" {
                    style { (PreEscaped(STYLE)) (PreEscaped(FRONT)) (PreEscaped(FACES)) }
                } @else {
                    link rel="stylesheet" href=(*STYLE_ADDRESS);
                }
                script src="/document.js" defer {}
                (head)
            }
            body {
                a.skip href="#content" { (texts.site_skip()) }
                header {
                    a.home href="/" aria-current=[(here == "/").then_some("page")] { (name) }
                    nav.pages.tabs[with_tabs] aria-label=(texts.site_pages()) {
                        @for link in pages {
                            a.roomy[link.room == Room::Wide].end[link.path == "/me"] href=(link.path)
                                aria-current=[link.current(here)] {
                                @if !link.icon.is_empty() {
                                    svg viewBox="0 0 24 24" aria-hidden="true" { (PreEscaped(link.icon)) }
                                }
                                (link.name)
                            }
                        }
                    }
                }
                (body)
                footer.site {
                    nav aria-label=(texts.site_further()) {
                        @if with_tabs {
                            a href="/rules" { (texts.site_rules()) }
                            a href="/ratings" { (texts.ratings()) }
                            a href="/history" { (texts.site_history()) }
                            a href="/watch" { (texts.watch()) }
                            a href="/clubs" { (texts.clubs()) }
                            a href="/friends" data-testid="to-friends" { (texts.friends()) }
                            a href="/settings" data-testid="to-settings" { (texts.device_settings()) }
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
            }
        }
    }
}

/// A text as it is written in an address.
pub fn in_address(text: &str) -> impl Display {
    const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');
    utf8_percent_encode(text, KEPT)
}
