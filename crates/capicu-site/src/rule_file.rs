//! The page that makes a table from a rule file, for authors of rule files.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use axum::extract::{ConnectInfo, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use capicu::rules::{Choices, OptionKind, OptionValue};
use capicu_i18n::{Lang, Texts};
use capicu_protocol::{FileGame, encode};
use capicu_record::Place;
use capicu_record::games::{self, Game};
use capicu_record::rule_file::{Problem, RuleFile, RuleFileError};
use maud::{Markup, html};
use serde::Deserialize;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::{Site, Unread, What, language};
use crate::file_game;
use crate::page_shell::{document, in_address};

/// The script of the page.
pub const SCRIPT: &str = include_str!("rule_file.js");

/// No rule file is longer than this, in bytes.
pub const MAX_FILE: usize = 64 * 1024;

/// How long a file may wait until those before it are checked.
const WAIT: Duration = Duration::from_secs(5);

/// The longest part of a line shown with its error, in characters.
const SHOWN: usize = 400;

/// The game to begin with.
const FIRST: &str = "cien";

/// The query of the address.
#[derive(Deserialize)]
pub struct Asked {
    lang: Option<String>,
    from: Option<String>,
}

/// The text that the form sends.
#[derive(Deserialize)]
pub struct Sent {
    text: String,
}

/// `GET /rule-file?lang=es&from=quinientos`: the form, with a shipped file to begin with.
pub async fn ask(Query(asked): Query<Asked>, headers: HeaderMap) -> Response {
    let lang = language(asked.lang.as_deref(), &headers);
    let texts = Texts::new(lang);
    let from = asked.from.as_deref().and_then(games::by_id);
    let text = match from.or_else(|| games::by_id(FIRST)) {
        Some(Game::File { text, .. }) => text.to_owned(),
        Some(Game::BuiltIn(game)) => example(texts, game),
        None => String::new(),
    };
    Html(page(lang, &text, None).into_string()).into_response()
}

/// A complete rule file of a game: every option that makes a difference, with its help and its values. Each option has
/// its current value and is commented out.
fn example(texts: Texts, game: &capicu::Game) -> String {
    let Some(choices) = game.choices(game.players[0]) else {
        return String::new();
    };
    let called = texts.game_name(game.id).unwrap_or_default();
    let name = texts.house_example_name(&called);
    let key = match texts.lang() {
        Lang::En => "name",
        Lang::Es => "name-es",
        Lang::Fr => "name-fr",
    };
    let mut text = format!("base = \"{}\"\n{key} = \"{name}\"\n\n", game.id);
    text += &format!("# {}\n", texts.house_example());
    for (title, options) in texts.option_groups(&choices) {
        text += &format!("\n# == {title}\n");
        let infos = Choices::OPTIONS.iter();
        for info in infos.filter(|info| options.contains(&info.name)) {
            let help = texts.option_help(info.name).unwrap_or_default();
            let takes = match info.kind {
                OptionKind::Word(words) => texts.house_example_words(&words.join(", ")),
                OptionKind::Number { min, max } => texts.house_example_number(min, max),
                OptionKind::Tiles => String::new(),
            };
            let value = match choices.get(info.name) {
                Some(OptionValue::Number(number)) => number.to_string(),
                Some(value) => format!("\"{value}\""),
                None => continue,
            };
            text += &format!("# {help} {takes}\n# {} = {value}\n", info.name);
        }
    }
    text
}

/// `POST /rule-file`: the errors of a file, each at its line, or a link to a table.
pub async fn check(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    form: Unread,
) -> Response {
    let lang = language(asked.lang.as_deref(), &headers);
    // The server stores nothing here, so a form of another site does no harm.
    let address = site.guard().address(peer, &headers);
    if !site.guard().allows(What::RuleFile, address) {
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    }
    // Every byte of the file may be written as three.
    let sent: Sent = match form.form(3 * MAX_FILE).await {
        Ok(sent) => sent,
        Err(failure) => return failure.into_response(),
    };
    // Check one file at a time, off the threads that serve sockets.
    let Ok(Ok(turn)) = timeout(WAIT, site.checking().acquire_owned()).await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let checked = spawn_blocking(move || {
        let answer = answer(lang, &sent.text);
        drop(turn);
        answer
    });
    match checked.await {
        Ok((status, page)) => (status, Html(page)).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn answer(lang: Lang, text: &str) -> (StatusCode, String) {
    let text = text.replace("\r\n", "\n");
    let read = RuleFile::parse(&text);
    let status = match &read {
        Ok(_) => StatusCode::OK,
        Err(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    (status, page(lang, &text, Some(&read)).into_string())
}

fn address(lang: Lang) -> String {
    format!("/rule-file?lang={}", lang.tag())
}

type Read = Result<RuleFile, Vec<RuleFileError>>;

fn page(lang: Lang, text: &str, read: Option<&Read>) -> Markup {
    let texts = Texts::new(lang);
    let body = html! {
        main #content data-testid="rule-file-page" {
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
                    label { (texts.rule_file_open()) input #file type="file" accept=".toml,text/plain" data-testid="rule-file-open"; }
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

/// A file without mistakes: its rules, and a link to a table.
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

/// The page that makes tables, with this game chosen in its form. The browser does not send the part after the `#`.
fn link(game: &FileGame) -> String {
    format!("/play#game={}", in_address(&encode(game)))
}

/// The wrong lines, each with its errors below.
fn marked(texts: Texts, text: &str, errors: &[RuleFileError]) -> Markup {
    let lines: Vec<&str> = text.lines().collect();
    // A problem with the end of the file belongs to its last line.
    let last = lines.len().max(1);
    let mut at: BTreeMap<usize, Vec<(Place, String)>> = BTreeMap::new();
    for error in errors {
        at.entry(last.min(error.place.line as usize))
            .or_default()
            .push((error.place, error.problem.told(texts)));
    }
    let told = errors.iter().filter(|error| error.problem != Problem::More);
    html! {
        section.wrong role="alert" data-testid="rule-file-wrong" {
            h2 { (texts.rule_file_wrong(told.count())) }
            ol.lines {
                @for (number, here) in &at {
                    li value=(number) {
                        code { (beginning(lines.get(number - 1).copied().unwrap_or_default())) }
                        @for (place, told) in here {
                            p data-testid={ "wrong-" (number) } {
                                (texts.rule_file_place(place.line, place.column)) " "
                                // Text between backticks is quoted from the file.
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

/// The beginning of a line, as much as the page shows.
fn beginning(line: &str) -> &str {
    let end = line.char_indices().nth(SHOWN);
    end.map_or(line, |(end, _)| &line[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long the page is that answers a file made of this piece.
    fn length(piece: &str, bytes: usize) -> usize {
        let text = piece.repeat(bytes / piece.len());
        let (status, page) = answer(Lang::En, &text);
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{piece:?}");
        page.len()
    }

    #[test]
    fn rule_file_answer_grows_no_faster_than_the_file() {
        // Without the form, the examples and the errors, whose number is bounded.
        let empty = length("=", 1);
        for piece in ["=\n", "x = 1\n", "\"", "&", "a = [", "= ", "ñ\n", "<b>\n"] {
            // A character may be written as six, and a line is shown once more.
            let most = |bytes| empty + 64 * 1024 + 2 * 6 * bytes;
            for bytes in [MAX_FILE / 2, MAX_FILE, 2 * MAX_FILE] {
                let length = length(piece, bytes);
                assert!(length < most(bytes), "{piece:?} of {bytes}: {length}");
            }
        }
    }

    #[test]
    fn example_is_a_rule_file_with_each_option_uncommented() {
        for game in capicu::Game::ALL {
            for lang in Lang::ALL {
                let text = example(Texts::new(*lang), game);
                assert!(RuleFile::parse(&text).is_ok(), "{text}");
                // Each option alone, and all of them together, match the game.
                let all: String = (text.lines())
                    .map(
                        |line| match line.strip_prefix("# ").filter(|line| line.contains(" = ")) {
                            Some(option) => format!("{option}\n"),
                            None => format!("{line}\n"),
                        },
                    )
                    .collect();
                let file =
                    RuleFile::parse(&all).unwrap_or_else(|why| panic!("{}: {why:?}", game.id));
                let players = game.players[0];
                assert_eq!(file.rules(players), game.rules(players), "{}", game.id);
            }
        }
    }

    #[test]
    fn foreign_words_in_a_file_get_the_names_to_use() {
        let told = |text: &str| answer(Lang::Es, text).1;
        let page = told("base = \"cien\"\njugadores = 4\nfichas-por-jugador = 5\n");
        assert!(
            page.contains("<code>players</code>") && page.contains("<code>hand</code>"),
            "{page}"
        );
        assert!(told("{ \"base\": \"cien\" }").contains("JSON"));
    }

    #[test]
    fn all_errors_of_a_file_are_shown_at_once() {
        let text = "base = \"cien\"\nkapicu = 3\ntarget = \"x\"\nhand = 9\n[rules]\ntargett = 3\n";
        let (_, page) = answer(Lang::En, text);
        for line in [2, 3, 4, 5, 6] {
            assert!(
                page.contains(&format!("data-testid=\"wrong-{line}\"")),
                "{line}: {page}"
            );
        }
    }

    #[test]
    fn more_than_fifty_errors_are_cut_with_a_note() {
        let text: String = (0..60).map(|n| format!("x{n} = 1\n")).collect();
        let (_, page) = answer(Lang::En, &text);
        assert_eq!(page.matches("data-testid=\"wrong-").count(), 51);
        assert!(page.contains("there are more problems"), "{page}");
        assert!(page.contains("data-testid=\"wrong-51\""), "{page}");
    }
}
