//! Publishing a puzzle from one's own mistake, and withdrawing it.

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::puzzles::{self, Puzzle};
use capicu_analysis::{Posed, Solution};
use capicu_protocol::ApiErrorCode;
use capicu_ratings::Rating;
use capicu_store::puzzles::MOST_PUZZLES;
use capicu_store::{PlayerKind, PuzzleError, SignedIn};
use maud::{Markup, html};
use serde::Deserialize;

use super::words::{moves, table};
use super::{PATH, gone};
use crate::pages::extract::{Ask, lead_to, status};
use crate::pages::when::moment;
use crate::sessions;
use crate::{Failure, What};

/// The form with a puzzle, and whether the player saw the preview.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Give {
    puzzle: String,
    sure: String,
}

/// `POST /puzzles/give`: shows a preview, and publishes the puzzle once the player confirms.
pub async fn give(ask: Ask) -> Response {
    match given(&ask).await {
        Ok(response) => response,
        Err(failure) => ask.problem(&failure, PATH),
    }
}

async fn given(ask: &Ask) -> Result<Response, Failure> {
    sessions::from_here(&ask.site, &ask.headers)?;
    let Some(found) = ask.who().await?.filter(is_member) else {
        return Ok(for_members(ask));
    };
    ask.is_from_here()?;
    if !ask.site.allows(What::Puzzle, ask.peer, &ask.headers) {
        return Err(Failure::new(ApiErrorCode::Flood));
    }
    ask.read().await?;
    let texts = ask.texts();
    let Give { puzzle, sure } = ask.form();
    let posed = match Posed::read(&puzzle.replace('\r', ""), texts) {
        Ok(posed) => posed,
        Err(why) => {
            let why = format!("{} {}", texts.puzzle_give_wrong(), why.told(texts));
            return Ok(refused(ask, StatusCode::UNPROCESSABLE_ENTITY, &why));
        }
    };
    if sure.is_empty() {
        return Ok(preview(ask, posed));
    }
    let Some(solution) = puzzles::judged(&posed).await? else {
        let why = texts.puzzle_give_not();
        return Ok(refused(ask, StatusCode::UNPROCESSABLE_ENTITY, &why));
    };
    match puzzles::give(ask.site.context(), found.player.id, &posed, &solution).await {
        Ok(_) => Ok(lead_to(&format!("{PATH}/mine?done=given"), None)),
        Err(PuzzleError::Taken) => {
            let why = texts.puzzle_give_taken();
            Ok(refused(ask, StatusCode::CONFLICT, &why))
        }
        Err(PuzzleError::Full) => {
            let why = texts.puzzle_give_full(MOST_PUZZLES);
            Ok(refused(ask, StatusCode::CONFLICT, &why))
        }
        Err(error) => Err(error.into()),
    }
}

fn is_member(found: &SignedIn) -> bool {
    matches!(found.player.kind, PlayerKind::Member { .. })
}

/// The preview of a puzzle before the player gives it.
fn preview(ask: &Ask, posed: Posed) -> Response {
    let texts = ask.texts();
    let text = posed.text();
    let puzzle = Puzzle {
        id: puzzles::id(&text),
        game: posed.game(),
        giver: None,
        posed,
        solution: Solution {
            version: 0,
            nodes: 0,
            best: 0,
            answers: Vec::new(),
        },
        themes: Vec::new(),
        rating: Rating::default(),
    };
    let body = html! {
        main #content data-testid="give-page" {
            h1 { (texts.puzzle_give()) }
            p { (texts.puzzle_give_what()) }
            (table(texts, &puzzle))
            (moves(texts, &puzzle))
            form method="post" action={ (PATH) "/give" } {
                input type="hidden" name="puzzle" value=(text);
                p.row {
                    button name="sure" value="yes" data-testid="give-sure" { (texts.puzzle_give_sure()) }
                    a href="/replay" { (texts.puzzle_end()) }
                }
                p.help { (texts.puzzle_give_help()) }
            }
        }
    };
    ask.page(&texts.puzzle_give(), PATH, &body)
}

fn for_members(ask: &Ask) -> Response {
    let texts = ask.texts();
    let way = html! { p { a.do href="/me" { (texts.puzzle_give_become()) } } };
    let page = problem(ask, &texts.puzzle_give_members(), &way);
    (status(ApiErrorCode::NotSignedIn), page).into_response()
}

fn refused(ask: &Ask, status: StatusCode, why: &str) -> Response {
    (status, problem(ask, why, &html! {})).into_response()
}

fn problem(ask: &Ask, why: &str, way: &Markup) -> Response {
    let texts = ask.texts();
    let body = html! {
        main #content data-testid="give-page" {
            h1 { (texts.puzzle_give()) }
            p.problem role="alert" data-testid="problem" { (why) }
            (way)
            p { a href=(PATH) { (texts.puzzles()) } }
        }
    };
    ask.page(&texts.puzzle_give(), PATH, &body)
}

/// `GET /puzzles/mine`: the puzzles that the player gave.
pub async fn mine(ask: Ask) -> Response {
    match list(&ask).await {
        Ok(page) => page,
        Err(failure) => ask.problem(&failure, PATH),
    }
}

async fn list(ask: &Ask) -> Result<Response, Failure> {
    let texts = ask.texts();
    let Some(found) = ask.who().await?.filter(is_member) else {
        return Ok(for_members(ask));
    };
    let store = &ask.site.services().store;
    let own = store.puzzles_of(found.player.id).await?;
    let done = match ask.done().as_str() {
        "given" => Some(texts.puzzle_given()),
        "taken-back" => Some(texts.puzzle_taken_back()),
        _ => None,
    };
    let body = html! {
        main #content data-testid="my-puzzles-page" {
            h1 { (texts.puzzle_mine()) }
            @if let Some(done) = done { p.done role="status" data-testid="done" { (done) } }
            @if own.is_empty() { p { (texts.puzzle_mine_none()) } }
            ul.list { @for puzzle in &own {
                li data-testid="my-puzzle" {
                    p {
                        a href={ (PATH) "/" (puzzle.id) } {
                            (texts.puzzles_of(&texts.game_name(&puzzle.game).unwrap_or_default(), &puzzle.id))
                        }
                        " " small { (moment(puzzle.given_at)) }
                    }
                    form method="post" action={ (PATH) "/take-back" } {
                        button.second name="puzzle" value=(puzzle.id) data-testid="take-back"
                            aria-label={ (texts.puzzle_take_back()) ": " (puzzle.id) } { (texts.puzzle_take_back()) }
                    }
                }
            } }
            p.row {
                a href=(PATH) { (texts.puzzles()) }
                a href="/history" { (texts.site_history()) }
            }
        }
    };
    Ok(ask.page(&texts.puzzle_mine(), &format!("{PATH}/mine"), &body))
}

/// `POST /puzzles/take-back`: withdraws a puzzle.
pub async fn take_back(ask: Ask) -> Response {
    let taken = async {
        let found = ask.changing().await?;
        let store = &ask.site.services().store;
        let Give { puzzle, .. } = ask.form();
        let taken = store.take_puzzle_back(found.player.id, puzzle).await;
        taken.map_err(Failure::from)
    };
    match taken.await {
        Ok(()) => lead_to(&format!("{PATH}/mine?done=taken-back"), None),
        // The puzzle was withdrawn on another page.
        Err(failure) if gone(&failure) => lead_to(&format!("{PATH}/mine"), None),
        Err(failure) => ask.problem(&failure, &format!("{PATH}/mine")),
    }
}
