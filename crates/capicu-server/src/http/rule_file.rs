//! The page on which a rule file becomes a table, for whoever writes one.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use axum::Form;
use axum::extract::{ConnectInfo, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use capicu_i18n::{Lang, Texts};
use capicu_protocol::{FileGame, encode};
use capicu_record::Place;
use capicu_record::games::{self, Game};
use capicu_record::rule_file::{RuleFile, RuleFileError};
use maud::{Markup, html};
use serde::Deserialize;

use super::Site;
use super::guard::What;
use super::rulebook::language;
use crate::document::document;
use crate::file_game;

/// No rule file is longer than this, in bytes.
pub const MAX_FILE: usize = 64 * 1024;

/// What to begin with.
const EXAMPLE: &str = "base = \"cien\"\nname = \"Cien as we play it\"\n\ncapicu = 30\n";

/// What an address may say.
#[derive(Deserialize)]
pub struct Asked {
    lang: Option<String>,
    from: Option<String>,
}

/// What the form sends.
#[derive(Deserialize)]
pub struct Sent {
    text: String,
}

/// `GET /rule-file?lang=es&from=quinientos`: the form, with a shipped file to begin with.
pub async fn ask(Query(asked): Query<Asked>, headers: HeaderMap) -> Response {
    let lang = language(asked.lang.as_deref(), &headers);
    let from = asked.from.as_deref().and_then(games::by_id);
    let text = match &from {
        Some(Game::File { text, .. }) => (*text).to_owned(),
        Some(Game::BuiltIn(game)) => format!("base = \"{}\"\n\n", game.id),
        None => EXAMPLE.to_owned(),
    };
    Html(page(lang, &text, None).into_string()).into_response()
}

/// `POST /rule-file`: what is wrong with it, each thing at its line; or the way to a table.
pub async fn check(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    Form(sent): Form<Sent>,
) -> Response {
    let lang = language(asked.lang.as_deref(), &headers);
    // Nothing is kept of what is checked here, so it does not matter whose page sends it.
    let address = site.guard.address(peer, &headers);
    if !site.guard.allows(What::Table, address) {
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    }
    let text = sent.text.replace("\r\n", "\n");
    let read = RuleFile::parse(&text);
    let status = match &read {
        Ok(_) => StatusCode::OK,
        Err(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let page = page(lang, &text, Some(&read));
    (status, Html(page.into_string())).into_response()
}

/// `GET /rule-file.js`: puts a chosen file into the form.
pub async fn script() -> impl IntoResponse {
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, include_str!("rule_file.js"))
}

fn address(lang: Lang) -> String {
    format!("/rule-file?lang={}", lang.tag())
}

type Read = Result<RuleFile, Vec<RuleFileError>>;

fn page(lang: Lang, text: &str, read: Option<&Read>) -> Markup {
    let texts = Texts::new(lang);
    let body = html! {
        main data-testid="rule-file-page" {
            h1 { (texts.rule_file()) }
            p { (texts.rule_file_help()) }
            @match read {
                Some(Ok(file)) => (accepted(texts, file)),
                Some(Err(errors)) => (marked(texts, text, errors)),
                None => {}
            }
            form method="post" action=(address(lang)) {
                label for="text" { (texts.rule_file_text()) }
                textarea #text name="text" rows="16" spellcheck="false" autocapitalize="off"
                    data-testid="rule-file-text" { "\n" (text) }
                p {
                    input #file type="file" accept=".toml,text/plain"
                        aria-label=(texts.rule_file_open()) data-testid="rule-file-open";
                    " "
                    button data-testid="rule-file-check" { (texts.rule_file_check()) }
                }
            }
            h2 { (texts.rule_file_examples()) }
            ul {
                @for game in file_game::shipped(lang) {
                    li {
                        a href={ (address(lang)) "&from=" (game.id) } { (game.name) }
                        " – " (game.line)
                    }
                }
            }
        }
        script src="/rule-file.js" defer {}
    };
    document(lang, &texts.rule_file(), address, &body)
}

/// A file without mistakes: what it says, and a table by it.
fn accepted(texts: Texts, file: &RuleFile) -> Markup {
    let game = file_game::of(file, texts.lang());
    let rules = game.rules.first().and_then(|rules| rules.rules().ok());
    html! {
        section.accepted data-testid="rule-file-accepted" {
            h2 { (game.name) }
            p { (game.line) }
            p {
                a.do href=(link(&game)) data-testid="rule-file-table" { (texts.rule_file_table()) }
            }
            @if let Some(rules) = rules {
                details {
                    summary { (texts.rules_of_game()) }
                    @for section in texts.explain(&rules) {
                        h3 { (section.title) }
                        ul {
                            @for sentence in section.sentences { li { (sentence) } }
                        }
                    }
                }
            }
        }
    }
}

/// The first page, with this game chosen in its form. What follows the `#` stays in the browser.
fn link(game: &FileGame) -> String {
    let mut link = String::from("/#game=");
    for byte in encode(game).bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => link.push(byte.into()),
            _ => link.push_str(&format!("%{byte:02X}")),
        }
    }
    link
}

/// The file again, and under its lines what is wrong with them.
fn marked(texts: Texts, text: &str, errors: &[RuleFileError]) -> Markup {
    let mut at: BTreeMap<u32, Vec<(&Place, String)>> = BTreeMap::new();
    for error in errors {
        let told = error.problem.told(texts);
        at.entry(error.place.line)
            .or_default()
            .push((&error.place, told));
    }
    // A problem with the end of the file belongs to its last line.
    let n = text.lines().count().max(1) as u32;
    html! {
        section.wrong role="alert" data-testid="rule-file-wrong" {
            h2 { (texts.rule_file_wrong(errors.len())) }
            ol.lines {
                @for (number, line) in (1..).zip(text.lines().chain(text.is_empty().then_some(""))) {
                    @let here: Vec<_> = at.iter()
                        .filter(|(of, _)| **of == number || (number == n && **of > n))
                        .flat_map(|(_, problems)| problems)
                        .collect();
                    @if !here.is_empty() {
                        li value=(number) {
                            code { (line) }
                            @for (place, told) in here {
                                p data-testid={ "wrong-" (number) } {
                                    (texts.rule_file_place(place.line, place.column)) " "
                                    // What is written so in the file stands between backticks.
                                    @for (index, part) in told.split('`').enumerate() {
                                        @if index % 2 == 1 { code { (part) } } @else { (part) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
