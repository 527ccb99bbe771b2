//! Puzzles: the puzzle of the day, the lists by theme and game, and the page of one. All pages work without a script.

mod felt;
mod give;
mod pack;
mod words;

use std::collections::BTreeSet;

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::puzzles::{self, Listed, Progress, Puzzle, Solver, distance};
use capicu_analysis::Theme;
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use capicu_store::puzzles::{Answered, NewAnswer, Outcome};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::boards::Boards;
use super::extract::{Ask, lead_to};
use super::live;
use super::me::origin;
use super::preview;
use crate::page_shell::in_address;
use crate::rulebook::POSE;
use crate::{Failure, What};
use felt::Felt;

pub use give::{give, mine, take_back};
pub use pack::{PACK, show as offline};

/// The path of these pages.
const PATH: &str = "/puzzles";

/// `GET /puzzles`: the front page of the puzzles.
pub async fn show(ask: Ask) -> Response {
    match front(&ask).await {
        Ok(page) => page,
        Err(failure) => ask.problem(&failure, "/"),
    }
}

/// The wish for a puzzle: its game and theme, and the puzzle to skip.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Wish {
    game: String,
    theme: String,
    not: String,
}

impl Wish {
    fn fits(&self, puzzle: &Listed) -> bool {
        let theme = Theme::by_id(&self.theme);
        (self.game.is_empty() || puzzle.game == self.game)
            && theme.is_none_or(|theme| puzzle.themes.contains(&theme))
            && puzzle.id != self.not
    }

    /// The filled fields, without the puzzle to skip.
    fn fields(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let fields = [("game", self.game.as_str()), ("theme", self.theme.as_str())];
        fields.into_iter().filter(|(_, value)| !value.is_empty())
    }

    /// The wish as a query, with the puzzle to skip unless its id is empty.
    fn query(&self, not: &str) -> String {
        let not = (!not.is_empty()).then_some(("not", not));
        let fields = self.fields().chain(not);
        let fields: Vec<String> = fields
            .map(|(name, value)| format!("{name}={}", in_address(value)))
            .collect();
        match fields.is_empty() {
            true => String::new(),
            false => format!("?{}", fields.join("&")),
        }
    }
}

/// The puzzles nearest to the player's rating among which chance decides.
const NEAREST: usize = 20;

/// `GET /puzzles/next?game=GAME&theme=THEME&not=ID`: redirects to a puzzle near the player's rating. It is one that the
/// player has not answered yet, if there is one.
pub async fn next(ask: Ask) -> Response {
    let found = async {
        let answers = answers(&ask).await?;
        let wish: Wish = ask.form();
        let now = ask.site.services().clock.now();
        let all = puzzles::listed(ask.site.context(), now.saturating_add(1)).await?;
        let solver = Solver::of(&answers, puzzles::rating);
        let old: BTreeSet<&str> = answers.iter().map(|one| one.puzzle.as_str()).collect();
        let fitting = all.iter().filter(|one| wish.fits(one));
        let (seen, fresh): (Vec<&Listed>, Vec<&Listed>) =
            fitting.partition(|one| old.contains(one.id.as_str()));
        let mut fitting = if fresh.is_empty() { seen } else { fresh };
        let far = |one: &Listed| distance(one.rating, solver.rating);
        fitting.sort_by(|a, b| far(a).total_cmp(&far(b)));
        fitting.truncate(NEAREST);
        let lot = usize::try_from(now).unwrap_or_default() % fitting.len().max(1);
        let chosen = fitting
            .get(lot)
            .map(|one| format!("{PATH}/{}{}", one.id, wish.query("")));
        Ok::<_, Failure>(chosen)
    };
    match found.await {
        Ok(Some(address)) => lead_to(&address, None),
        Ok(None) => lead_to(PATH, None),
        Err(failure) => ask.problem(&failure, PATH),
    }
}

/// `GET /puzzles/ID`: the page of a puzzle.
pub async fn one(Path(id): Path<String>, ask: Ask) -> Response {
    match alone(&ask, &id, Attempt::Nothing, None).await {
        Ok(page) => page,
        Err(failure) => ask.problem(&failure, PATH),
    }
}

/// `GET /puzzles/ID/picture.png`: the board and the hand, for chats.
pub async fn draw(Path(id): Path<String>, ask: Ask) -> Response {
    if !ask.site.allows(What::Puzzle, ask.peer, &ask.headers) {
        return Failure::new(ApiErrorCode::Flood).into_response();
    }
    let found = match puzzles::find(ask.site.context(), &id, ask.texts()).await {
        Ok(found) => found,
        Err(error) => return Failure::from(error).into_response(),
    };
    let drawn = tokio::task::spawn_blocking(|| {
        let puzzle = found?;
        let laid = words::laid(&puzzle);
        preview::png(&words::picture(&puzzle, &laid))
    });
    preview::answer(drawn.await.ok().flatten())
}

/// An answer by its number, or the wish to see the solution.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    action: String,
    solution: String,
    /// The numbers of earlier answers on this page, with commas between.
    tried: String,
}

/// `POST /puzzles/ID`: an answer, or the wish to see the solution.
pub async fn answer(Path(id): Path<String>, ask: Ask) -> Response {
    let answered = async {
        let found = puzzles::find(ask.site.context(), &id, ask.texts()).await?;
        let Some(puzzle) = found else {
            return alone(&ask, &id, Attempt::Nothing, None).await;
        };
        ask.read().await?;
        let Answer {
            action, solution, ..
        } = ask.form();
        let chosen: Option<usize> = action.parse().ok();
        let chosen = chosen.filter(|at| *at < puzzle.solution.answers.len());
        let said = match (solution.is_empty(), chosen) {
            (false, _) => Attempt::Solution,
            (true, Some(at)) => Attempt::Answer(at),
            (true, None) => return alone(&ask, &id, Attempt::NoAnswer, None).await,
        };
        let before = Solver::of(&answers(&ask).await?, puzzles::rating);
        note(&ask, &puzzle, said).await?;
        alone(&ask, &id, said, Some(before)).await
    };
    match answered.await {
        Ok(page) => page,
        Err(failure) => ask.problem(&failure, &format!("{PATH}/{id}")),
    }
}

/// The answer just given to a puzzle.
#[derive(Clone, Copy)]
enum Attempt {
    Nothing,
    NoAnswer,
    Answer(usize),
    Solution,
}

/// Stores the answer of a signed-in player.
async fn note(ask: &Ask, puzzle: &Puzzle, said: Attempt) -> Result<(), Failure> {
    let Some(found) = ask.who().await? else {
        return Ok(());
    };
    let outcome = match said {
        Attempt::Answer(at) if puzzle.solution.answers[at].good => Outcome::Solved,
        Attempt::Answer(_) => Outcome::Tried,
        Attempt::Solution => Outcome::Shown,
        Attempt::Nothing | Attempt::NoAnswer => return Ok(()),
    };
    let is_daily = puzzles::daily(ask.site.context()).await?.as_ref() == Some(&puzzle.id);
    let services = ask.site.services();
    let answer = NewAnswer {
        player: found.player.id,
        puzzle: puzzle.id.clone(),
        outcome,
        at: services.clock.now(),
        day: is_daily.then(|| puzzles::today(ask.site.context())),
    };
    Ok(services.store.note_answer(answer).await?)
}

/// The stored answers of the signed-in player; empty if nobody is signed in.
async fn answers(ask: &Ask) -> Result<Vec<Answered>, Failure> {
    Ok(match ask.who().await? {
        Some(found) => ask.site.services().store.answers(found.player.id).await?,
        None => Vec::new(),
    })
}

async fn front(ask: &Ask) -> Result<Response, Failure> {
    let texts = ask.texts();
    let answers = answers(ask).await?;
    let now = ask.site.services().clock.now();
    let all = puzzles::listed(ask.site.context(), now.saturating_add(1)).await?;
    let mut games: Vec<(String, &str, usize)> = Vec::new();
    for Listed { game, .. } in &all {
        match games.iter_mut().find(|(_, id, _)| id == game) {
            Some((.., n)) => *n += 1,
            None => games.push((texts.game_name(game).unwrap_or_default(), game, 1)),
        }
    }
    games.sort();
    let themes = Theme::ALL.map(|theme| {
        let n = all.iter().filter(|one| one.themes.contains(&theme)).count();
        (theme, n)
    });
    let progress = Progress::of(&answers, puzzles::today(ask.site.context()));
    let solver = Solver::of(&answers, puzzles::rating);
    let body = html! {
        main #content data-testid="puzzles-page" {
            h1 { (texts.puzzles()) }
            p { (texts.puzzles_help()) }
            (told_progress(texts, progress, solver))
            (PreEscaped(&Boards::all().live_sheet))
            @if let Some(daily) = daily(ask).await {
                section.panel.today data-testid="daily" {
                    div {
                        h2 { (texts.puzzles_daily()) }
                        p.help { (texts.game_name(&daily.game).unwrap_or_default()) ". " (texts.puzzles_new_daily()) }
                        p { a.do href={ (PATH) "/" (daily.id) } data-testid="to-daily" { (texts.home_solve()) } }
                    }
                    (daily.board)
                }
            }
            section data-testid="themes" {
                h2 { (texts.puzzles_themes()) }
                ul.themes { @for (theme, n) in themes { @if n > 0 {
                    li { a href={ (PATH) "/next?theme=" (theme.id()) } data-testid={ "puzzle-of-" (theme.id()) } {
                        b { (texts.puzzles_theme(theme.id())) } " " small { (texts.puzzles_count(n)) }
                    } }
                } } }
            }
            section data-testid="pool" {
                h2 { (texts.puzzles_pool()) }
                ul.list {
                    li {
                        p { b { (texts.puzzles_all_games()) } " " small { (texts.puzzles_count(all.len())) } }
                        a.do.second href={ (PATH) "/next" } data-testid="puzzle-of-all" { (texts.puzzles_random()) }
                    }
                    @for (name, id, n) in &games {
                        li {
                            p { b { (name) } " " small { (texts.puzzles_count(*n)) } }
                            a.do.second href={ (PATH) "/next?game=" (id) }
                                aria-label={ (texts.puzzles_random()) ": " (name) }
                                data-testid={ "puzzle-of-" (id) } { (texts.puzzles_random()) }
                        }
                    }
                }
            }
            p.row {
                a href=(PACK) data-testid="offline-puzzles" { (texts.puzzles_offline()) }
                a href={ (PATH) "/mine" } data-testid="my-puzzles" { (texts.puzzle_mine()) }
                a href=(POSE) { (texts.pose_start()) }
            }
        }
    };
    Ok(ask.page(&texts.puzzles(), PATH, &body))
}

fn told_progress(texts: Texts, progress: Progress, solver: Solver) -> Markup {
    let Progress {
        tried,
        solved,
        first,
        streak,
    } = progress;
    html! {
        @if tried > 0 {
            p data-testid="progress" {
                (texts.puzzles_yours(tried, solved, first)) " "
                @if streak > 0 { (texts.puzzles_streak(streak)) " " }
                (texts.puzzles_rating(&solver.points().to_string())) "."
            }
        }
    }
}

async fn alone(
    ask: &Ask,
    id: &str,
    said: Attempt,
    before: Option<Solver>,
) -> Result<Response, Failure> {
    let texts = ask.texts();
    let Some(puzzle) = puzzles::find(ask.site.context(), id, texts).await? else {
        let body = html! {
            main #content data-testid="puzzle-page" {
                h1 { (texts.puzzles()) }
                p.problem role="alert" data-testid="problem" { (texts.puzzles_unknown()) }
                p { a.do href=(PATH) { (texts.puzzles()) } }
            }
        };
        let page = ask.page(&texts.puzzles(), PATH, &body);
        return Ok((StatusCode::NOT_FOUND, page).into_response());
    };
    let answers = answers(ask).await?;
    let context = ask.site.context();
    let is_daily = puzzles::daily(context).await?.as_deref() == Some(id);
    let game = texts.game_name(&puzzle.game).unwrap_or_default();
    let (title, heading) = match is_daily {
        true => (texts.puzzles_daily(), texts.puzzles_daily()),
        false => (texts.puzzles_of(&game, id), game.clone()),
    };
    let stored = answers.iter().find(|one| one.puzzle == puzzle.id);
    let solver = Solver::of(&answers, puzzles::rating);
    let progress = Progress::of(&answers, puzzles::today(context));
    let path = format!("{PATH}/{id}");
    let wish: Wish = ask.form();
    let tried = ask.form::<Answer>().tried;
    let felt = Felt {
        texts,
        puzzle: &puzzle,
        title: &heading,
        said,
        tried: tried.split(',').filter_map(|at| at.parse().ok()).collect(),
        stored,
        streak: progress.streak,
        points: (solver.duels > 0).then(|| solver.points()),
        change: before.map_or(0, |before| solver.points() - before.points()),
        address: format!("{}{path}", origin(ask)),
        wish: &wish,
    };
    let body = felt.page();
    let description = format!("{game}. {}", texts.puzzles_ask());
    let head = preview::head(
        ask,
        &title,
        &description,
        &path,
        &format!("{path}/picture.png"),
    );
    let page = ask.page_with(&title, &path, &head, &body);
    Ok(match said {
        Attempt::NoAnswer => (StatusCode::UNPROCESSABLE_ENTITY, page).into_response(),
        _ => page,
    })
}

/// Today's puzzle, for the first page.
pub(super) struct Daily {
    pub id: String,
    pub game: String,
    /// Needs the sheet of live boards.
    pub board: Markup,
}

/// Today's puzzle; `None` without puzzles, or if the store cannot be read.
pub(super) async fn daily(ask: &Ask) -> Option<Daily> {
    let context = ask.site.context();
    let id = puzzles::daily(context).await.ok()??;
    let puzzle = puzzles::find(context, &id, ask.texts()).await.ok()??;
    let rules = puzzle.posed.decision().view.board().rules();
    let board = live::board(rules, &words::laid(&puzzle));
    let game = puzzle.game;
    Some(Daily { id, game, board })
}

/// Whether the puzzle no longer exists.
fn gone(failure: &Failure) -> bool {
    failure.code() == ApiErrorCode::NotFound
}
