//! What a device keeps for whoever uses it: settings, and the game itself, to be played without a network.

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use capicu::Game;
use capicu_i18n::Texts;
use maud::{Markup, html};
use serde_json::json;

use super::ask::Ask;
use crate::assets;
use crate::rulebook;

/// A setting: where the browser keeps it, what it is called, and what helps to choose.
struct Setting {
    /// What the browser calls it; it is the test id after `set-` too.
    name: &'static str,
    key: &'static str,
    label: String,
    help: Option<String>,
    kind: Kind,
}

/// How a setting is chosen. What is usual is not kept.
enum Kind {
    /// On or off; one of the two is usual, and the other is kept as this word.
    On(&'static str),
    Off(&'static str),
    /// One of these, the first usual.
    OneOf(Vec<(&'static str, String)>),
    /// How much, of 100.
    Share,
}

/// The letters that keys stand for, with what each does. Those of the table are in `capicu-web`, `table/mod.rs`.
fn letters(t: Texts) -> [(char, String); 13] {
    [
        ('p', t.key_pass()),
        ('d', t.key_draw()),
        ('a', t.key_hint()),
        ('n', t.call_points()),
        ('m', t.call_muggins()),
        ('h', t.key_hand()),
        ('e', t.key_ends_read()),
        ('b', t.key_chain()),
        ('c', t.key_counts()),
        ('s', t.key_score()),
        ('l', t.key_last()),
        ('r', t.key_again()),
        ('v', t.memory_open()),
    ]
}

fn keys(t: Texts) -> Markup {
    html! {
        details {
            summary data-testid="key-map" { (t.device_keymap()) }
            p.help { (t.device_keymap_help()) }
            p.problem role="alert" data-twice hidden { (t.device_keymap_twice()) }
            div.keys {
                @for (letter, does) in letters(t) {
                    div.set {
                        label for={ "key-" (letter) } { (does) }
                        input id={ "key-" (letter) } type="text" maxlength="1" autocomplete="off" autocapitalize="characters"
                            data-letter=(letter) data-testid={ "key-" (letter) };
                    }
                }
            }
        }
    }
}

/// `GET /settings`.
pub async fn settings(ask: Ask) -> Response {
    let texts = ask.texts();
    let body = html! {
        main #content data-testid="settings-page" data-module=[assets::named("settings", "js")] {
            div data-settings {
                h1 { (texts.device_settings()) }
                p.help { (texts.device_settings_help()) }
                noscript { p.problem { (texts.device_settings_script()) } }
                form hidden {
                    p.problem role="alert" data-problem hidden { (texts.device_not_kept()) }
                    p.problem role="alert" data-refused hidden { (texts.device_notify_refused()) }
                    @for (at, (title, all)) in groups(texts).iter().enumerate() {
                        h2 { (title) }
                        @for setting in all { (field(setting)) }
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

fn groups(t: Texts) -> [(String, Vec<Setting>); 3] {
    let look = |name, key, label, help, kind| Setting {
        name,
        key,
        label,
        help,
        kind,
    };
    [
        (
            t.device_playing(),
            vec![
                look(
                    "lay-released",
                    "capicu.laying",
                    t.device_two_steps(),
                    Some(t.device_two_steps_help()),
                    Kind::Off("released"),
                ),
                look(
                    "premove",
                    "capicu.look.premove",
                    t.device_premove(),
                    Some(t.device_premove_help()),
                    Kind::Off("on"),
                ),
                look(
                    "order",
                    "capicu.look.order",
                    t.device_order(),
                    Some(t.device_order_help()),
                    Kind::OneOf(vec![
                        ("", t.device_order_suit()),
                        ("weight", t.device_order_weight()),
                        ("hand", t.device_order_hand()),
                    ]),
                ),
                look(
                    "show-passed",
                    "capicu.passed",
                    t.device_passed(),
                    None,
                    Kind::On("off"),
                ),
                look(
                    "words-of-the-table",
                    "capicu.words",
                    t.device_words(),
                    Some(t.device_words_help()),
                    Kind::On("off"),
                ),
                look(
                    "typing",
                    "capicu.look.typed",
                    t.typed_open(),
                    Some(t.device_typed_help()),
                    Kind::Off("on"),
                ),
                look(
                    "single-keys",
                    "capicu.keys",
                    t.device_keys(),
                    Some(t.device_keys_help()),
                    Kind::On("off"),
                ),
            ],
        ),
        (
            t.device_looks(),
            vec![
                look(
                    "theme",
                    "capicu.look.theme",
                    t.device_theme(),
                    Some(t.device_theme_help()),
                    Kind::OneOf(vec![
                        ("", t.device_theme_felt()),
                        ("dark", t.device_theme_dark()),
                        ("wood", t.device_theme_wood()),
                        ("blue", t.device_theme_blue()),
                        ("contrast", t.device_theme_contrast()),
                    ]),
                ),
                look(
                    "tiles",
                    "capicu.look.tiles",
                    t.device_tiles(),
                    None,
                    Kind::OneOf(vec![
                        ("", t.device_tiles_ivory()),
                        ("white", t.device_tiles_white()),
                        ("ebony", t.device_tiles_ebony()),
                    ]),
                ),
                look(
                    "numerals",
                    "capicu.faces",
                    t.device_numerals(),
                    Some(t.device_numerals_help()),
                    Kind::Off("numerals"),
                ),
                look(
                    "large",
                    "capicu.look.size",
                    t.device_large(),
                    None,
                    Kind::Off("large"),
                ),
                look(
                    "left-handed",
                    "capicu.look.side",
                    t.device_left(),
                    Some(t.device_left_help()),
                    Kind::Off("left"),
                ),
                look(
                    "speed",
                    "capicu.look.speed",
                    t.device_speed(),
                    None,
                    Kind::OneOf(vec![
                        ("", t.device_speed_usual()),
                        ("fast", t.device_speed_fast()),
                        ("slow", t.device_speed_slow()),
                        ("off", t.device_speed_off()),
                    ]),
                ),
            ],
        ),
        (
            t.device_sound(),
            vec![
                look(
                    "sounds",
                    "capicu.sound",
                    t.device_sounds(),
                    None,
                    Kind::On("off"),
                ),
                look(
                    "volume",
                    "capicu.volume",
                    t.device_volume(),
                    None,
                    Kind::Share,
                ),
                look(
                    "vibration",
                    "capicu.look.vibration",
                    t.device_vibration(),
                    None,
                    Kind::Off("on"),
                ),
                look(
                    "notify",
                    "capicu.look.notify",
                    t.device_notify(),
                    Some(t.device_notify_help()),
                    Kind::Off("on"),
                ),
                look(
                    "voice",
                    "capicu.look.voice",
                    t.device_voice(),
                    Some(t.device_voice_help()),
                    Kind::Off("on"),
                ),
            ],
        ),
    ]
}

fn field(of: &Setting) -> Markup {
    let (id, help) = (format!("set-{}", of.name), format!("{}-help", of.name));
    let described = of.help.as_ref().map(|_| &help);
    html! {
        div.set {
            label for=(id) { (of.label) }
            @match &of.kind {
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
                        @for (value, text) in words { option value=(value) { (text) } }
                    }
                }
                Kind::Share => {
                    input id=(id) type="range" min="0" max="100" step="5" data-key=(of.key) data-usual="100"
                        aria-describedby=[described] data-testid=(of.name);
                }
            }
            @if let Some(text) = &of.help { small id=(help) { (text) } }
        }
    }
}

/// What scripts beside the table say, in the language of the page.
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
                @for (key, text) in [
                    ("1–9", texts.key_tiles()),
                    ("← →", texts.key_ends()),
                    ("Enter", texts.key_play()),
                    ("P", texts.key_pass()),
                    ("D", texts.key_draw()),
                    ("A", texts.key_hint()),
                    ("N, M", texts.key_calls()),
                    ("H", texts.key_hand()),
                    ("E", texts.key_ends_read()),
                    ("B", texts.key_chain()),
                    ("C", texts.key_counts()),
                    ("S", texts.key_score()),
                    ("L", texts.key_last()),
                    ("R", texts.key_again()),
                    ("V", texts.memory_open()),
                    ("+ − 0", texts.zoom()),
                    ("Esc", texts.key_cancel()),
                    ("?", texts.key_help()),
                ] {
                    dt { kbd { (key) } } dd { (text) }
                }
            }
        }
    }
}

/// Whether the game is on this device, and how it gets there. A script fills it in.
pub fn offline_line(texts: Texts) -> Markup {
    html! {
        section data-kept="offline" data-module=[assets::named("front", "js")] hidden data-testid="offline" {
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

/// A list of what the device keeps, which a script fills in: each line leads somewhere, and can be taken off.
pub fn kept(name: &str, title: &str, help: Option<&str>, leads: &str, removes: &str) -> Markup {
    html! {
        section data-kept=(name) data-module=[assets::named("front", "js")] hidden data-testid={ "kept-" (name) } {
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

/// The practice that goes on.
pub fn practices(texts: Texts) -> Markup {
    let (title, help) = (texts.device_practices(), texts.device_practice_help());
    let (go_on, give_up) = (texts.home_continue(), texts.device_remove_practice());
    kept("tables", &title, Some(&help), &go_on, &give_up)
}

/// What the games are called, for a script that lists some.
pub fn called(texts: Texts) -> Markup {
    html! {
        ul hidden {
            @for game in Game::ALL {
                li data-game=(game.id) { (texts.game_name(game.id).unwrap_or_default()) }
            }
        }
    }
}

/// `GET /offline`: what there is without a network.
pub async fn offline(ask: Ask) -> Response {
    let texts = ask.texts();
    let body = html! {
        main.front #content data-testid="offline-page" {
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

/// `GET /offline/pages`: what a device keeps besides the client, in a language.
pub async fn pages(ask: Ask) -> Response {
    let lang = ask.lang.tag();
    let games = [
        format!("/offline?lang={lang}"),
        format!("/settings?lang={lang}"),
        format!("/learn?lang={lang}"),
        format!("/api/games?lang={lang}"),
        format!("/api/options/{lang}"),
        "/document.js".to_owned(),
        "/manifest.webmanifest".to_owned(),
        "/icon.svg".to_owned(),
    ];
    let rules = rulebook::names().map(|name| format!("/rules/{name}?lang={lang}"));
    let figures = rulebook::figures().map(|name| format!("/rules/figures/{name}"));
    // What the client has not in it.
    let texts = ask.lang.catalog().map(|_| format!("/texts/{lang}"));
    let all: Vec<String> = games
        .into_iter()
        .chain(rules)
        .chain(figures)
        .chain(texts)
        .collect();
    Json(all).into_response()
}

/// `GET /manifest.webmanifest`: what a device needs to know to have the game among its programs.
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

#[cfg(test)]
mod tests {
    use capicu_i18n::Lang;

    use super::*;

    #[test]
    fn no_setting_is_kept_where_another_is() {
        for lang in Lang::ALL {
            let all: Vec<Setting> = groups(Texts::new(*lang))
                .into_iter()
                .flat_map(|(_, all)| all)
                .collect();
            let keys: std::collections::BTreeSet<_> = all.iter().map(|of| of.key).collect();
            assert_eq!(keys.len(), all.len());
            for of in &all {
                assert!(!of.label.is_empty(), "{}", of.name);
                if let Kind::OneOf(words) = &of.kind {
                    assert_eq!(words[0].0, "", "{}: what is usual comes first", of.name);
                }
            }
        }
    }
}
