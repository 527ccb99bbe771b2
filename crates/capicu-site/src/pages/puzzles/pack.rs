//! The puzzles that a device keeps for offline play: one page with all answers, and a script that shows them.

use std::sync::Mutex;

use axum::response::{IntoResponse as _, Response};
use capicu_accounts::puzzles::{self, Puzzle};
use capicu_i18n::Lang;
use capicu_picture::sheet;
use capicu_protocol::ApiErrorCode;
use maud::{Markup, PreEscaped, html};

use super::felt::Felt;
use super::{Attempt, PATH, Wish};
use crate::Failure;
use crate::pages::extract::Ask;

/// The path of the page.
pub const PACK: &str = "/puzzles/offline";

/// The number of puzzles, apart from the puzzle of the day.
const PUZZLES: usize = 100;

/// The day, the language and the body that was drawn last.
type Drawn = (u32, Lang, PreEscaped<String>);

static DRAWN: Mutex<Vec<Drawn>> = Mutex::new(Vec::new());

/// `GET /puzzles/offline`: the puzzle of the day and a hundred others, which change each day.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    let found = async {
        let context = ask.site.context();
        let mut all = puzzles::sample(context, PUZZLES, texts);
        let daily = puzzles::daily(context).await?;
        if let Some(id) = &daily {
            all.retain(|puzzle| puzzle.id != *id);
            let daily = puzzles::find(context, id, texts).await?;
            all.splice(0..0, daily);
        }
        let day = puzzles::today(context);
        let lang = ask.lang;
        let drawn = tokio::task::spawn_blocking(move || body(day, lang, daily, &all));
        let drawn = drawn.await;
        drawn.map_err(|_| Failure::new(ApiErrorCode::Unavailable))
    };
    match found.await {
        Ok(body) => {
            let script = html! { script type="module" src="/puzzles.js" {} };
            ask.page_with(&texts.puzzles_offline(), PACK, &script, &body)
        }
        Err(failure) => ask.problem(&failure, PATH).into_response(),
    }
}

/// Draws the page, or finds it as it was drawn before on this day.
fn body(day: u32, lang: Lang, daily: Option<String>, all: &[Puzzle]) -> Markup {
    let mut drawn = DRAWN
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    drawn.retain(|(of, ..)| *of == day);
    if let Some((.., body)) = drawn.iter().find(|(_, of, _)| *of == lang) {
        return body.clone();
    }
    let texts = capicu_i18n::Texts::new(lang);
    let title = |puzzle: &Puzzle| match daily.as_ref() == Some(&puzzle.id) {
        true => texts.puzzles_daily(),
        false => texts.game_name(&puzzle.game).unwrap_or_default(),
    };
    let tiles = all.iter().map(|puzzle| {
        let board = puzzle.posed.decision().view.board();
        board.rules().tiles()
    });
    let tiles = tiles.reduce(|one, other| one | other).unwrap_or_default();
    let wish = Wish::default();
    let part = |puzzle: &Puzzle, said: Attempt| {
        let felt = Felt {
            texts,
            puzzle,
            title: &title(puzzle),
            said,
            tried: Vec::new(),
            stored: None,
            streak: 0,
            points: None,
            change: 0,
            // The script adds the origin.
            address: format!("{PATH}/{}", puzzle.id),
            wish: &wish,
        };
        felt.inside()
    };
    let body = html! {
        (PreEscaped(sheet(tiles)))
        main.puzzle #content data-testid="puzzle-pack" {
            @if let Some(first) = all.first() { (part(first, Attempt::Nothing)) }
        }
        @for puzzle in all {
            template data-puzzle=(puzzle.id) { (part(puzzle, Attempt::Nothing)) }
            @for at in 0..puzzle.solution.answers.len() {
                template data-puzzle=(puzzle.id) data-answer=(at) { (part(puzzle, Attempt::Answer(at))) }
            }
            template data-puzzle=(puzzle.id) data-answer="solution" { (part(puzzle, Attempt::Solution)) }
        }
    };
    drawn.push((day, lang, body.clone()));
    body
}
