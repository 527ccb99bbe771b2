//! The pages of `docs/rules`, to be read in the browser.
//!
//! They are embedded as they are written, and become HTML when they are first asked for.

mod markdown;

use std::sync::OnceLock;

use capicu_i18n::{Lang, Texts, spacing};
use maud::{Markup, PreEscaped, html};

use crate::page_shell::{bell_script, with_head};
use crate::pages::learn;

/// A page as it is written.
struct Source {
    name: &'static str,
    /// In the order of [`Lang::ALL`]; a page that is written in English only has it three times.
    texts: [&'static str; 3],
    /// The rendered pages, cached at the first request.
    pages: [OnceLock<String>; 3],
}

macro_rules! pages {
    ($($name:literal)+) => {
        [$(Source {
            name: $name,
            texts: [
                include_str!(concat!("../../../docs/rules/en/", $name, ".md")),
                include_str!(concat!("../../../docs/rules/es/", $name, ".md")),
                include_str!(concat!("../../../docs/rules/fr/", $name, ".md")),
            ],
            pages: [const { OnceLock::new() }; 3],
        }),+]
    };
}

macro_rules! english {
    ($name:literal, $file:literal) => {
        Source {
            name: $name,
            texts: [include_str!($file); 3],
            pages: [const { OnceLock::new() }; 3],
        }
    };
}

/// The pages of the games, in their order, and the general rules.
static GAMES: [Source; 15] = pages!(
    "jamaican-partner" "cut-throat" "french" "chiva" "cien" "doscientos" "block" "draw" "cross"
    "double-nine-cross" "double-twelve-cross" "all-fives" "fives-and-threes" "club" "general"
);

/// Lessons in addition to the rules.
static LESSONS: [Source; 1] = pages!("good-play");

/// Pages to which the rules refer.
static ABOUT: [Source; 4] = [
    english!("decisions", "../../../docs/rules/decisions.md"),
    english!("sources", "../../../docs/rules/sources.md"),
    english!("not-played", "../../../docs/rules/not-played.md"),
    english!("glossary", "../../../docs/glossary.md"),
];

macro_rules! figures {
    ($($name:literal)+) => {
        [$((
            concat!($name, ".svg"),
            include_str!(concat!("../../../docs/rules/figures/", $name, ".svg")),
        )),+]
    };
}

/// The pictures in the pages.
static FIGURES: [(&str, &str); 22] = figures!(
    "asleep" "block" "boneyard" "capicu" "chuchazo" "count" "cross" "dancing-girls" "deny" "double" "fifteen" "french-arms" "hard-end" "key-tile" "layout" "partner" "passed" "set" "shut-out" "spinner" "stitched" "thirteen"
);

/// The names of all pages.
pub fn names() -> impl Iterator<Item = &'static str> {
    all().map(|page| page.name)
}

/// The names of the pictures in them.
pub fn figures() -> impl Iterator<Item = &'static str> {
    FIGURES.iter().map(|(name, _)| *name)
}

/// The picture of this name as SVG; `None` if there is none.
pub fn figure(name: &str) -> Option<&'static str> {
    let figure = FIGURES.iter().find(|(of, _)| *of == name);
    figure.map(|(_, svg)| *svg)
}

/// The page of this name as HTML; `None` if there is none.
pub fn page(name: &str, lang: Lang) -> Option<&'static str> {
    let source = source(name)?;
    let page = source.pages[lang as usize].get_or_init(|| source.page(lang));
    Some(page)
}

/// The title of a page; `None` if there is none.
pub fn title(name: &str, lang: Lang) -> Option<String> {
    source(name).map(|source| source.title(lang))
}

impl Source {
    fn title(&self, lang: Lang) -> String {
        let title = markdown::title(self.texts[lang as usize]);
        match lang {
            Lang::Fr => spacing::french(title),
            Lang::En | Lang::Es => title.to_owned(),
        }
    }

    /// Whether the page hides its citations until the reader opens them.
    fn is_for_players(&self) -> bool {
        let for_players = |page: &Self| page.name == self.name;
        GAMES.iter().chain(&LESSONS).any(for_players)
    }

    fn page(&self, lang: Lang) -> String {
        let (name, text) = (self.name, self.texts[lang as usize]);
        let html = markdown::html(text, lang);
        // Below the title and its paragraph.
        let above = html
            .find("</p>")
            .map_or(html.len(), |end| end + "</p>".len());
        let (above, below) = html.split_at(above);
        let body = html! {
            main #content data-testid="rulebook" {
                (PreEscaped(above))
                (doors(name, lang))
                (PreEscaped(below))
                @if self.is_for_players() {
                    p { a href=(POSE) { (Texts::new(lang).pose_start()) } }
                    p { label.row { input #cites type="checkbox" data-testid="cites"; (Texts::new(lang).rules_cites()) } }
                }
            }
            (others(name, lang))
        };
        let address = |lang| address(name, lang);
        let head = html! {
            @if let Some(line) = Texts::new(lang).game_line(name) { meta name="description" content=(line); }
            (bell_script())
        };
        with_head(lang, &self.title(lang), address, &head, &body).into_string()
    }
}

/// Ways to play the game of a page.
fn doors(name: &str, lang: Lang) -> Markup {
    let texts = Texts::new(lang);
    let game = texts.game_name(name);
    html! {
        @if let Some(game) = game {
            form.row method="post" action="/play" {
                button name="game" value=(name) data-testid={ "play-" (name) } { (texts.home_play_game(&game)) }
                a.do.second href=(learn::address(name)) { (texts.learn_game(&game)) }
                a.do.second href={ "/games/" (name) } { (texts.home_friends()) }
            }
        }
    }
}

/// The page that rates the leads of a hand.
pub const POSE: &str = "/lead";

/// The address of a page.
fn address(name: &str, lang: Lang) -> String {
    format!("/rules/{name}?lang={}", lang.tag())
}

fn source(name: &str) -> Option<&'static Source> {
    all().find(|page| page.name == name)
}

fn all() -> impl Iterator<Item = &'static Source> {
    GAMES.iter().chain(&LESSONS).chain(&ABOUT)
}

/// Links to the other pages, below each page.
fn others(name: &str, lang: Lang) -> Markup {
    let texts = Texts::new(lang);
    html! {
        nav.others aria-labelledby="others" {
            h2 #others { (texts.rules_of_game()) }
            ul {
                @for game in capicu::Game::ALL {
                    li {
                        a href=(address(game.id, lang))
                            aria-current=[(game.id == name).then_some("page")] {
                            (texts.game_name(game.id).unwrap_or_default())
                        }
                    }
                }
                @for page in &LESSONS {
                    li {
                        a href=(address(page.name, lang))
                            aria-current=[(page.name == name).then_some("page")] {
                            (markdown::title(page.texts[lang as usize]))
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn rules_pages_exist_in_english_and_spanish() {
        for game in capicu::Game::ALL {
            let [english, spanish] = [Lang::En, Lang::Es].map(|lang| page(game.id, lang));
            let (english, spanish) = (english.expect(game.id), spanish.expect(game.id));
            assert!(
                english.contains("<html lang=\"en\">") && spanish.contains("<html lang=\"es\">")
            );
            assert!(english.contains("<h2>Scoring</h2>"), "{}", game.id);
            assert!(!spanish.contains("Scoring"), "{}", game.id);
        }
        assert_eq!(GAMES.len(), capicu::Game::ALL.len() + 1);
        assert!(page("whist", Lang::En).is_none());
    }

    #[test]
    fn links_of_rules_pages_are_not_broken() {
        let english = |source: &Source| (source.name, page(source.name, Lang::En).expect("a page"));
        let pages: BTreeMap<_, _> = all().map(english).collect();
        let mut shown = BTreeSet::new();
        for name in pages.keys() {
            for &lang in Lang::ALL {
                let html = page(name, lang).expect("a page that is listed");
                for image in html.split("<img src=\"").skip(1) {
                    let address = image.split('"').next().unwrap_or_default();
                    let figure = address.strip_prefix("/rules/figures/");
                    let figure = figure.filter(|figure| super::figure(figure).is_some());
                    shown.insert(figure.unwrap_or_else(|| panic!("{name}: {address}")));
                }
                for link in html.split("href=\"").skip(1) {
                    let link = link.split('"').next().unwrap_or_default();
                    let known = match link.strip_prefix("/rules/") {
                        Some(rest) => {
                            let (of, rest) = rest.split_once('?').unwrap_or((rest, ""));
                            let anchor = rest.split_once('#').map(|(_, anchor)| anchor);
                            pages.get(of).is_some_and(|page| {
                                anchor.is_none_or(|a| page.contains(&format!("id=\"{a}\"")))
                            })
                        }
                        None => {
                            let own = [
                                "/",
                                "/rules",
                                "/learn",
                                "/watch",
                                "/puzzles",
                                "/events",
                                "/clubs",
                                "/me",
                                "/ratings",
                                "/history",
                                "/friends",
                                "/settings",
                                POSE,
                                &crate::page_shell::STYLE_ADDRESS,
                            ];
                            let game = ["/games/", "/practice#learn="]
                                .iter()
                                .find_map(|start| link.strip_prefix(start));
                            let is_game = game.is_some_and(|id| capicu::Game::by_id(id).is_some());
                            is_game
                                || own.contains(&link)
                                || [
                                    "#content",
                                    "/icon.svg",
                                    "/icon-apple.png",
                                    "/manifest.webmanifest",
                                ]
                                .contains(&link)
                        }
                    };
                    assert!(known, "{name}: {link}");
                }
            }
        }
        assert_eq!(shown.len(), FIGURES.len(), "every picture is shown");
    }

    /// The pictures of a page, each with its text alternative.
    fn pictures(name: &str, lang: Lang) -> Vec<(&'static str, &'static str)> {
        let html = page(name, lang).expect("a page that is listed");
        let images = html.split("<img src=\"").skip(1);
        images
            .map(|image| {
                let (address, rest) = image.split_once('"').expect("an address");
                let alt = rest
                    .strip_prefix(" alt=\"")
                    .and_then(|rest| rest.split('"').next());
                (address, alt.unwrap_or_default())
            })
            .collect()
    }

    #[test]
    fn pictures_have_a_text_alternative_in_every_language() {
        let mut n = 0;
        for source in all() {
            let name = source.name;
            let [english, spanish, french] =
                [Lang::En, Lang::Es, Lang::Fr].map(|lang| pictures(name, lang));
            for ((one, other), third) in english.iter().zip(&spanish).zip(&french) {
                assert!(
                    one.0 == other.0 && one.0 == third.0,
                    "{name}: {one:?}, {other:?}, {third:?}"
                );
                for (address, alt) in [one, other, third] {
                    assert!(alt.len() > 25, "{name}: {address}: `{alt}`");
                }
                assert!(
                    one.1 != other.1 && one.1 != third.1,
                    "{name}: {one:?} is not translated"
                );
                n += 1;
            }
            let counts = [english.len(), spanish.len(), french.len()];
            assert_eq!(counts, [english.len(); 3], "{name}");
        }
        assert!(n >= FIGURES.len(), "{n}");
    }

    /// The rules that need a picture, and their pages.
    #[test]
    fn rules_that_need_a_picture_have_one() {
        for (name, figure) in [
            ("general", "layout"),
            ("general", "block"),
            ("block", "block"),
            ("all-fives", "fifteen"),
            ("cross", "cross"),
            ("french", "french-arms"),
            ("club", "spinner"),
            ("cien", "capicu"),
            ("cien", "chuchazo"),
            ("doscientos", "capicu"),
            ("doscientos", "chuchazo"),
            ("jamaican-partner", "hard-end"),
            ("jamaican-partner", "key-tile"),
        ] {
            let address = format!("/rules/figures/{figure}.svg");
            let mut shown = pictures(name, Lang::En).into_iter();
            assert!(shown.any(|(of, _)| of == address), "{name}: {figure}");
        }
    }
}
