//! Data that a device saves for its user: settings, and the game for offline play.

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use capicu::Game;
use capicu_i18n::Texts;
use capicu_i18n::settings::{self, Kind, Setting, TableKey};
use maud::{Markup, html};
use serde_json::json;

use super::extract::Ask;
use super::face;
use super::puzzles;
use crate::assets;
use crate::page_shell;
use crate::rulebook::{self, POSE};

fn keys(t: Texts) -> Markup {
    html! {
        details {
            summary data-testid="key-map" { (t.device_keymap()) }
            p.help { (t.device_keymap_help()) }
            p.problem role="alert" data-twice hidden { (t.device_keymap_twice()) }
            div.keys {
                @for (letter, key) in TableKey::ALL.iter().map(|key| (key.letter(), key)) {
                    div.set {
                        label for={ "key-" (letter) } { (key.text(t)) }
                        input id={ "key-" (letter) } type="text" maxlength="1" autocomplete="off" autocapitalize="characters"
                            data-letter=(letter) data-testid={ "key-" (letter) };
                    }
                }
            }
        }
    }
}

/// `GET /settings`: the settings of the device.
pub async fn settings(ask: Ask) -> Response {
    let texts = ask.texts();
    let body = html! {
        main #content data-testid="settings-page" data-module=[assets::named("settings", "js")] {
            div data-settings data-keys=(settings::keys().collect::<Vec<_>>().join(" ")) {
                h1 { (texts.device_settings()) }
                p.help { (texts.device_settings_help()) }
                noscript { p.problem { (texts.device_settings_script()) } }
                form hidden {
                    p.problem role="alert" data-problem hidden { (texts.device_not_kept()) }
                    p.problem role="alert" data-refused hidden { (texts.device_notify_refused()) }
                    @for (at, (title, all)) in settings::GROUPS.into_iter().enumerate() {
                        h2 { (title(texts)) }
                        @for setting in all { (field(setting, texts)) }
                        @if at == 0 { (keys(texts)) }
                    }
                    p.row { button type="button" data-do="close" hidden data-testid="settings-close" { (texts.device_close()) } }
                }
            }
            (offline_line(texts))
            div hidden { (told(texts)) }
        }
    };
    ask.page(&texts.device_settings(), "/settings", &body)
}

fn field(of: &Setting, t: Texts) -> Markup {
    let (id, help) = (format!("set-{}", of.name), format!("{}-help", of.name));
    let described = of.help.map(|_| &help);
    html! {
        div.set {
            label for=(id) { ((of.label)(t)) }
            @match of.kind {
                Kind::On(word) => {
                    input id=(id) type="checkbox" data-key=(of.key) data-unchecked=(word)
                        aria-describedby=[described] data-testid=(of.name);
                }
                Kind::Off(word) => {
                    input id=(id) type="checkbox" data-key=(of.key) data-checked=(word)
                        aria-describedby=[described] data-testid=(of.name);
                }
                Kind::OneOf(words) => {
                    select id=(id) data-key=(of.key) aria-describedby=[described] data-testid=(of.name) {
                        @for (value, text) in words { option value=(value) { (text(t)) } }
                    }
                }
                Kind::Share => {
                    input id=(id) type="range" min="0" max="100" step="5" data-key=(of.key) data-usual="100"
                        aria-describedby=[described] data-testid=(of.name);
                }
            }
            @if let Some(text) = of.help { small id=(help) { (text(t)) } }
        }
    }
}

/// Texts for scripts outside the table, in the language of the page.
fn told(texts: Texts) -> Markup {
    html! {
        @for (name, text) in [
            ("close", texts.device_close()),
            ("update", texts.device_update()),
            ("update-now", texts.device_update_now()),
            ("note-full", texts.device_note_full()),
            ("note-lost", texts.device_note_lost()),
            ("note-elsewhere", texts.device_note_elsewhere()),
            ("here", texts.device_here()),
            ("seat-elsewhere", texts.device_seat_elsewhere()),
            ("seat-here", texts.device_seat_here()),
            ("note-cut", texts.device_note_cut()),
            ("note-devices", texts.device_note_devices()),
            ("note-unkept", texts.device_note_unkept()),
            ("stale", texts.device_stale()),
            ("people", texts.people_here()),
            ("maker-you", texts.maker_you()),
            ("maker-other", texts.maker_other("%")),
            ("seconds-left", texts.seconds_left(10_u8)),
            ("planned", texts.device_planned()),
            ("unplanned", texts.device_unplanned()),
            ("plan-failed", texts.device_plan_failed()),
            ("turn", texts.your_turn()),
            ("typed-open", texts.typed_open()),
            ("typed-label", texts.typed_label()),
            ("typed-send", texts.typed_send()),
            ("typed-close", texts.typed_close()),
        ] {
            p data-text=(name) { (text) }
        }
        div data-text="keys" {
            h2 #keys { (texts.keys_title()) }
            dl.keys {
                @for (key, text) in help(texts) {
                    dt { kbd { (key) } } dd { (text) }
                }
            }
        }
    }
}

/// The keyboard shortcuts of the table, each with its effect; the two keys for points are one entry.
fn help(t: Texts) -> Vec<(String, String)> {
    let others = |all: &[(&str, String)]| -> Vec<(String, String)> {
        all.iter()
            .map(|(key, text)| ((*key).to_owned(), text.clone()))
            .collect()
    };
    let letters = TableKey::ALL.iter().filter_map(|key| match key {
        TableKey::Points => Some(("N, M".to_owned(), t.key_calls())),
        TableKey::Muggins => None,
        key => Some((key.letter().to_uppercase().to_string(), key.text(t))),
    });
    let before = others(&[
        ("1–9", t.key_tiles()),
        ("← →", t.key_ends()),
        ("Enter", t.key_play()),
    ]);
    let after = others(&[
        ("+ − 0", t.zoom()),
        ("Esc", t.key_cancel()),
        ("?", t.key_help()),
    ]);
    before.into_iter().chain(letters).chain(after).collect()
}

/// Whether the game is on this device, and how it gets there. A script fills it in.
pub fn offline_line(texts: Texts) -> Markup {
    html! {
        section data-kept="offline" data-module=[assets::named("home", "js")] hidden data-testid="offline" {
            h2 { (texts.device_offline()) }
            div role="status" {
                @for (state, text) in [
                    ("ready", texts.device_offline_ready()),
                    ("fetching", texts.device_offline_fetching()),
                    ("not-yet", texts.device_offline_not_yet()),
                    ("failed", texts.device_offline_failed()),
                    ("never", texts.device_offline_never()),
                ] {
                    p.help data-state=(state) hidden { (text) }
                }
            }
            p { button.second type="button" hidden data-testid="offline-get" { (texts.device_offline_get()) } }
        }
    }
}

/// A list of saved data that a script fills in. Each line is a link and can be removed.
pub fn kept(name: &str, title: &str, help: Option<&str>, leads: &str, removes: &str) -> Markup {
    html! {
        section data-kept=(name) data-module=[assets::named("home", "js")] hidden data-testid={ "kept-" (name) } {
            h2 { (title) }
            @if let Some(help) = help { p.help { (help) } }
            ul.list {}
            template {
                li {
                    p { b {} " " small {} }
                    p.row {
                        a.do href="/" data-testid={ "kept-" (name) "-open" } { (leads) }
                        button.second type="button" data-testid={ "kept-" (name) "-remove" } { (removes) }
                    }
                }
            }
        }
    }
}

/// The unfinished practice matches.
pub fn practices(texts: Texts) -> Markup {
    let (title, help) = (texts.device_practices(), texts.device_practice_help());
    let (go_on, give_up) = (texts.home_continue(), texts.device_remove_practice());
    kept("tables", &title, Some(&help), &go_on, &give_up)
}

/// The names of the games, for a script that lists them.
pub fn called(texts: Texts) -> Markup {
    html! {
        ul hidden {
            @for game in Game::ALL {
                li data-game=(game.id) { (texts.game_name(game.id).unwrap_or_default()) }
            }
        }
    }
}

/// `GET /offline`: the page shown without a network.
pub async fn offline(ask: Ask) -> Response {
    let texts = ask.texts();
    let body = html! {
        main.front #content data-stands-in data-testid="offline-page" {
            h1 { (texts.device_offline_title()) }
            p { (texts.device_offline_help()) }
            p.row { a.do.second href="/" data-testid="offline-again" { (texts.device_offline_again()) } }
            (practices(texts))
            section {
                h2 { (texts.device_offline_practice()) }
                p.help { (texts.device_offline_practice_help()) }
                p.row {
                    a.do href="/practice" data-testid="offline-practice" { (texts.device_offline_practice()) }
                    a.do.second href="/play" data-testid="offline-new" { (texts.device_offline_new()) }
                    a.do.second href={ "/learn?lang=" (ask.lang.tag()) } { (texts.learn_title()) }
                    a.do.second href={ "/score?lang=" (ask.lang.tag()) } data-testid="offline-score" { (texts.sheet_title()) }
                    a.do.second href={ (puzzles::PACK) "?lang=" (ask.lang.tag()) } data-testid="offline-puzzles" { (texts.puzzles()) }
                    a.do.second href="/replay" { (texts.device_offline_replay()) }
                    a.do.second href={ "/settings?lang=" (ask.lang.tag()) } { (texts.device_settings()) }
                }
            }
            section {
                h2 { (texts.device_offline_rules()) }
                ul {
                    @for game in Game::ALL {
                        @let name = texts.game_name(game.id).unwrap_or_default();
                        li { a href={ "/rules/" (game.id) "?lang=" (ask.lang.tag()) } data-game=(game.id) data-called=(name) { (name) } }
                    }
                }
            }
        }
    };
    ask.page(&texts.device_offline_title(), "/offline", &body)
}

/// `GET /offline/pages`: the pages that a device saves in addition to the client, in a language.
pub async fn pages(ask: Ask) -> Response {
    let lang = ask.lang.tag();
    let games = [
        format!("/offline?lang={lang}"),
        format!("/settings?lang={lang}"),
        format!("/games?lang={lang}"),
        format!("/learn?lang={lang}"),
        format!("/rules?lang={lang}"),
        format!("/ladder?lang={lang}"),
        format!("{POSE}?lang={lang}"),
        format!("/play?lang={lang}"),
        format!("/score?lang={lang}"),
        format!("{}?lang={lang}", puzzles::PACK),
        "/puzzles.js".to_owned(),
        format!("/api/games?lang={lang}"),
        format!("/api/options/{lang}"),
        "/document.js".to_owned(),
        page_shell::STYLE_ADDRESS.clone(),
        "/manifest.webmanifest".to_owned(),
        "/icon.svg".to_owned(),
    ];
    let rules = rulebook::names().map(|name| format!("/rules/{name}?lang={lang}"));
    let figures = rulebook::figures().map(|name| format!("/rules/figures/{name}"));
    let faces = face::of_bots().chain([face::PATH.to_owned()]);
    let further = rules.chain(figures).chain(faces);
    let all: Vec<String> = games.into_iter().chain(further).collect();
    Json(all).into_response()
}

/// `GET /manifest.webmanifest`: the manifest by which a device installs the game as an app.
pub async fn manifest(ask: Ask) -> Response {
    let texts = ask.texts();
    let picture = |name: &str, sizes: &str, kind: &str, purpose: &str| json!({ "src": format!("/{name}"), "sizes": sizes, "type": kind, "purpose": purpose });
    let manifest = json!({
        "id": "/",
        "name": texts.app_name(),
        "short_name": texts.app_name(),
        "description": texts.app_tagline(),
        "lang": ask.lang.tag(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#0d3a2a",
        "theme_color": "#072419",
        "categories": ["games"],
        "icons": [
            picture("icon.svg", "any", "image/svg+xml", "any"),
            picture("icon-192.png", "192x192", "image/png", "any"),
            picture("icon-512.png", "512x512", "image/png", "any"),
            picture("icon-maskable.png", "512x512", "image/png", "maskable"),
        ],
        "shortcuts": [
            { "name": texts.device_offline_practice(), "url": "/practice" },
            { "name": texts.sheet_title(), "url": "/score" },
            { "name": texts.lobby(), "url": "/lobby" },
        ],
    });
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/manifest+json"),
        ),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, max-age=86400"),
        ),
        (
            header::VARY,
            HeaderValue::from_static("accept-language, cookie"),
        ),
    ];
    (headers, manifest.to_string()).into_response()
}
