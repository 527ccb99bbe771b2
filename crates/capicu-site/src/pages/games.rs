//! The pages of games: each alone, and those that are rule files, to search and to play.

use axum::extract::Path;
use axum::response::Response;
use capicu::rules::{Ends, Teams};
use capicu::{Game, Rules};
use capicu_protocol::{ApiErrorCode, FileGame};
use maud::{PreEscaped, html};

use super::boards::Boards;
use super::extract::Ask;
use super::home::{doors, offer};
use super::learn;
use crate::{Failure, assets, file_game};

/// `GET /games`: the games that change a built-in one.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    let body = html! {
        main.front #content data-testid="games-page" {
            h1 { (texts.more_games()) }
            p.help { (texts.home_more_games_help()) }
            div hidden data-module=[assets::named("home", "js")] {
                label for="search" { (texts.device_search()) }
                input #search type="search" autocomplete="off" data-search="more" data-testid="search-games";
                label for="kind" { (texts.device_filter()) }
                select #kind data-filter data-testid="filter-games" {
                    option value="" { (texts.device_filter_all()) }
                    option value="pairs" { (texts.device_filter_pairs()) }
                    option value="draw" { (texts.device_filter_draw()) }
                    option value="ends" { (texts.device_filter_ends()) }
                }
            }
            p.help role="status" data-none hidden data-testid="search-none" { (texts.device_search_none()) }
            form method="post" action="/play" {
                ul.cards #more {
                    @for file in file_game::shipped(ask.lang) {
                        li data-kind=(kinds(&file)) {
                            h2 data-game=(file.id) { (file.name) }
                            (offer(texts, &file.id, &file.name, &file.line))
                        }
                    }
                }
            }
            p { a href={ "/rule-file?lang=" (ask.lang.tag()) } { (texts.rule_file()) } }
        }
    };
    ask.page(&texts.more_games(), "/games", &body)
}

/// `GET /games/ID`: a built-in game or rule file, and the ways to play it.
pub async fn one(Path(id): Path<String>, ask: Ask) -> Response {
    let texts = ask.texts();
    let built_in = Game::by_id(&id).is_some();
    let line = match built_in {
        true => texts.game_line(&id),
        false => {
            let files = file_game::shipped(ask.lang);
            let file = files.into_iter().find(|file| file.id == id);
            file.map(|file| file.line)
        }
    };
    let Some(line) = line else {
        return ask.problem(&Failure::new(ApiErrorCode::NotFound), "/games");
    };
    let name = file_game::name(ask.lang, &id);
    let waiting = ask.site.lobby().count().await.unwrap_or_default();
    let boards = Boards::all();
    let body = html! {
        main.front #content data-testid="game-page" {
            (PreEscaped(&boards.sheet))
            div.band.hero {
                @if let Some(board) = boards.of(&id) { div.rim { (PreEscaped(board)) } }
                div {
                    h1 data-game=(id) { (name) }
                    p { (line) }
                    (doors(&ask, &id, waiting, None, false))
                }
            }
            p.row {
                a.do.go href=(learn::address(&id)) data-testid={ "learn-" (id) } { (texts.learn_game(&name)) }
                @if built_in { a href={ "/rules/" (id) } { (texts.home_rules_game(&name)) } }
            }
        }
    };
    ask.page(&name, &format!("/games/{id}"), &body)
}

/// The filter words of a game from a rule file, for its usual number of players.
fn kinds(file: &FileGame) -> String {
    let rules = file.rules.first().and_then(|rules| rules.rules().ok());
    let is = |what, holds: fn(&Rules) -> bool| rules.as_ref().filter(|of| holds(of)).map(|_| what);
    let all = [
        is("pairs", |rules| rules.teams == Teams::Pairs),
        is("draw", |rules| rules.draws()),
        is("ends", |rules| rules.ends != Ends::Off),
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
