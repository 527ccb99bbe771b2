//! Puzzles: the puzzle of the day, the lists by game, and the page of one. All pages work without a script.

mod give;

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use capicu::{Action, BySeat, Seat};
use capicu_accounts::puzzles::{self, Progress, Puzzle};
use capicu_analysis::percent;
use capicu_i18n::{Seats, Texts};
use capicu_picture::{Picture, sheet};
use capicu_protocol::ApiErrorCode;
use capicu_store::puzzles::{Answered, NewAnswer, Outcome};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::extract::{Ask, lead_to};
use super::join_codes::place;
use super::live;
use super::preview;
use super::profile::recent::tiles;
use crate::rulebook::POSE;
use crate::{Failure, What};

pub use give::{give, mine, take_back};

/// The path of these pages.
const PATH: &str = "/puzzles";

/// `GET /puzzles`: the front page of the puzzles.
pub async fn show(ask: Ask) -> Response {
    match front(&ask).await {
        Ok(page) => page,
        Err(failure) => ask.problem(&failure, "/"),
    }
}

/// The game of the next puzzle, and the puzzle to skip.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Next {
    game: String,
    not: String,
}

/// `GET /puzzles/next?game=GAME&not=ID`: redirects to a puzzle that the player has not answered yet, if there is one.
pub async fn next(ask: Ask) -> Response {
    let found = async {
        let answers = answers(&ask).await?;
        let Next { game, not } = ask.form();
        let now = ask.site.services().clock.now();
        let all = puzzles::listed(ask.site.context(), now.saturating_add(1)).await?;
        let of_game = |(id, of): &&(String, String)| (game.is_empty() || *of == game) && *id != not;
        let fitting: Vec<&String> = all.iter().filter(of_game).map(|(id, _)| id).collect();
        let is_new = |id: &&&String| !answers.iter().any(|one| one.puzzle == ***id);
        let fresh: Vec<&String> = fitting.iter().filter(is_new).copied().collect();
        let among = if fresh.is_empty() { fitting } else { fresh };
        let lot = usize::try_from(now).unwrap_or_default();
        Ok::<_, Failure>(among.get(lot % among.len().max(1)).map(|id| (*id).clone()))
    };
    match found.await {
        Ok(Some(id)) => lead_to(&format!("{PATH}/{id}"), None),
        Ok(None) => lead_to(PATH, None),
        Err(failure) => ask.problem(&failure, PATH),
    }
}

/// `GET /puzzles/ID`: the page of a puzzle.
pub async fn one(Path(id): Path<String>, ask: Ask) -> Response {
    match alone(&ask, &id, Attempt::Nothing).await {
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
        let laid = laid(&puzzle);
        preview::png(&picture(&puzzle, &laid))
    });
    preview::answer(drawn.await.ok().flatten())
}

/// An answer by its number, or the wish to see the solution.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    action: String,
    solution: String,
}

/// `POST /puzzles/ID`: an answer, or the wish to see the solution.
pub async fn answer(Path(id): Path<String>, ask: Ask) -> Response {
    let answered = async {
        let found = puzzles::find(ask.site.context(), &id, ask.texts()).await?;
        let Some(puzzle) = found else {
            return alone(&ask, &id, Attempt::Nothing).await;
        };
        ask.read().await?;
        let Answer { action, solution } = ask.form();
        let chosen: Option<usize> = action.parse().ok();
        let chosen = chosen.filter(|at| *at < puzzle.solution.answers.len());
        let said = match (solution.is_empty(), chosen) {
            (false, _) => Attempt::Solution,
            (true, Some(at)) => Attempt::Answer(at),
            (true, None) => return alone(&ask, &id, Attempt::NoAnswer).await,
        };
        note(&ask, &puzzle, said).await?;
        alone(&ask, &id, said).await
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
    let daily = match puzzles::daily(ask.site.context()).await? {
        Some(id) => puzzles::find(ask.site.context(), &id, texts).await?,
        None => None,
    };
    let now = ask.site.services().clock.now();
    let all = puzzles::listed(ask.site.context(), now.saturating_add(1)).await?;
    let mut games: Vec<(String, &str, usize)> = Vec::new();
    for (_, game) in &all {
        match games.iter_mut().find(|(_, id, _)| id == game) {
            Some((.., n)) => *n += 1,
            None => games.push((texts.game_name(game).unwrap_or_default(), game, 1)),
        }
    }
    games.sort();
    let progress = Progress::of(&answers, puzzles::today(ask.site.context()));
    let body = html! {
        main #content data-testid="puzzles-page" {
            h1 { (texts.puzzles()) }
            p { (texts.puzzles_help()) }
            (told_progress(texts, progress))
            @if let Some(daily) = &daily {
                section data-testid="daily" {
                    h2 { (texts.puzzles_daily()) }
                    p.help { (texts.puzzles_new_daily()) }
                    (posed(ask, daily, &answers, Attempt::Nothing))
                }
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
                a href={ (PATH) "/mine" } data-testid="my-puzzles" { (texts.puzzle_mine()) }
                a href=(POSE) { (texts.pose_start()) }
            }
        }
    };
    Ok(ask.page(&texts.puzzles(), PATH, &body))
}

fn told_progress(texts: Texts, progress: Progress) -> Markup {
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
                @if streak > 0 { (texts.puzzles_streak(streak)) }
            }
        }
    }
}

async fn alone(ask: &Ask, id: &str, said: Attempt) -> Result<Response, Failure> {
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
    let is_daily = puzzles::daily(ask.site.context()).await?.as_deref() == Some(id);
    let game = texts.game_name(&puzzle.game).unwrap_or_default();
    let title = match is_daily {
        true => texts.puzzles_daily(),
        false => texts.puzzles_of(&game, id),
    };
    let body = html! {
        main #content data-testid="puzzle-page" {
            h1 { (title) }
            (posed(ask, &puzzle, &answers, said))
            p.row {
                a.do.second href={ (PATH) "/next?game=" (puzzle.game) "&not=" (id) } data-testid="next-puzzle" {
                    (texts.puzzles_next())
                }
                a href=(PATH) { (texts.puzzles()) }
            }
            (told_progress(texts, Progress::of(&answers, puzzles::today(ask.site.context()))))
        }
    };
    let path = format!("{PATH}/{id}");
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

/// The puzzle, the possible answers, and the verdict on the answer.
fn posed(ask: &Ask, puzzle: &Puzzle, answers: &[Answered], said: Attempt) -> Markup {
    let texts = ask.texts();
    let decision = puzzle.posed.decision();
    let before = answers.iter().find(|one| one.puzzle == puzzle.id);
    let is_over = match said {
        Attempt::Answer(at) => puzzle.solution.answers[at].good,
        Attempt::Solution => true,
        Attempt::Nothing | Attempt::NoAnswer => false,
    };
    let earlier = match before.map(|one| one.outcome) {
        Some(Outcome::Solved) if !is_over => Some(texts.puzzles_solved()),
        Some(Outcome::Shown) if !is_over => Some(texts.puzzles_shown()),
        _ => None,
    };
    let source = match puzzle.giver {
        Some(_) => texts.puzzles_given(),
        None => texts.puzzles_shipped(),
    };
    let chosen = match said {
        Attempt::Answer(at) => Some(at),
        _ => None,
    };
    html! {
        (table(texts, puzzle))
        @if let Some(earlier) = earlier { p.done data-testid="earlier" { (earlier) } }
        @match said {
            Attempt::Nothing => {}
            Attempt::NoAnswer => p.problem role="alert" data-testid="problem" { (texts.puzzles_choose()) }
            Attempt::Answer(at) => (verdict(texts, puzzle, at))
            Attempt::Solution => {}
        }
        @if is_over { (solution(texts, puzzle)) } @else {
            form method="post" action={ (PATH) "/" (puzzle.id) } data-testid="answers" {
                h2 #puzzle-ask { (texts.puzzles_ask()) }
                div.answers role="group" aria-labelledby="puzzle-ask" {
                    @for (at, action) in decision.actions.iter().enumerate() {
                        button.second.tried[chosen == Some(at)] name="action" value=(at)
                            data-testid={ "answer-" (at) } {
                            (tile(puzzle, *action))
                            (texts.advised(*action))
                        }
                    }
                }
                p { button.second name="solution" value="yes" data-testid="solution" { (texts.puzzles_solution()) } }
            }
        }
        (moves(texts, puzzle))
        p.help { (source) }
    }
}

/// The table and the hand, drawn and in words.
pub(super) fn table(texts: Texts, puzzle: &Puzzle) -> Markup {
    let view = &puzzle.posed.decision().view;
    let board = view.board();
    let rules = board.rules();
    let laid = laid(puzzle);
    let picture = picture(puzzle, &laid);
    let names = Seat::all(rules.n_seats()).map(|seat| seat_name(texts, puzzle, seat));
    let names: Vec<String> = names.collect();
    let seats = Seats {
        names: BySeat::from_fn(rules.n_seats(), |seat| names[seat.index()].as_str()),
        you: Some(view.seat()),
    };
    let scores = texts.standing(rules, &board.standing().scores, &seats);
    let game = texts.game_name(&puzzle.game).unwrap_or_default();
    html! {
        p { b { (game) } ". " (scores) }
        (PreEscaped(sheet(rules.tiles())))
        div.rim.posed { (PreEscaped(picture.part(Some(&texts.puzzles_board())))) }
        p data-testid="hand" { (texts.puzzles_hand()) (texts.colon()) " " (texts.tiles(view.hand())) }
    }
}

/// The moves before the choice, in a fold.
pub(super) fn moves(texts: Texts, puzzle: &Puzzle) -> Markup {
    let view = &puzzle.posed.decision().view;
    let moves = view.moves().iter().map(|mv| {
        let seat = seat_name(texts, puzzle, mv.seat);
        let drawn = mv.drawn.map(|tile| format!(" {tile}")).unwrap_or_default();
        let did = match mv.action {
            Action::Lead(_) | Action::Play { .. } => texts.in_figures(mv.action),
            Action::Draw | Action::Pass | Action::HandOver => texts.noted(mv.action),
        };
        format!("{seat}{} {did}{drawn}", texts.colon())
    });
    let moves: Vec<String> = moves.collect();
    html! {
        @if moves.is_empty() { p { (texts.puzzles_nothing()) } } @else {
            details {
                summary { (texts.puzzles_moves()) }
                ol data-testid="moves" { @for one in &moves { li { (one) } } }
            }
        }
    }
}

/// Today's puzzle, for the first page.
pub(super) struct Daily {
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
    let board = live::board(rules, &laid(&puzzle));
    let game = puzzle.game;
    Some(Daily { game, board })
}

fn laid(puzzle: &Puzzle) -> Vec<Action> {
    let moves = puzzle.posed.decision().view.moves();
    moves.iter().map(|mv| mv.action).collect()
}

fn picture<'a>(puzzle: &'a Puzzle, laid: &'a [Action]) -> Picture<'a> {
    let view = &puzzle.posed.decision().view;
    Picture {
        rules: view.board().rules(),
        laid,
        mark: None,
        hand: view.hand(),
    }
}

/// A seat as the solver sees it.
fn seat_name(texts: Texts, puzzle: &Puzzle, seat: Seat) -> String {
    let view = &puzzle.posed.decision().view;
    let (rules, own) = (view.board().rules(), view.seat());
    let n = usize::from(rules.n_seats());
    place(texts, rules, own, seat).unwrap_or_else(|| match n {
        2 => texts.seat_across(),
        _ => texts.seat_number(((seat.index() + n - own.index()) % n + 1) as u32),
    })
}

/// The tile that an answer lays, as a small picture.
fn tile(puzzle: &Puzzle, action: Action) -> Markup {
    let laid = tiles(&[action]);
    let picture = Picture {
        rules: puzzle.posed.decision().view.board().rules(),
        laid: &[],
        mark: None,
        hand: laid,
    };
    html! { @if !laid.is_empty() { (PreEscaped(picture.part(None))) } }
}

fn verdict(texts: Texts, puzzle: &Puzzle, at: usize) -> Markup {
    let found = puzzle.solution.answers[at];
    let name = |seat| seat_name(texts, puzzle, seat);
    // The first reason for the best answer; it names no tile to play.
    let why = puzzle
        .posed
        .facts(puzzle.solution.best, at, texts, &name)
        .into_iter()
        .next();
    let action = texts.advised(puzzle.posed.decision().actions[at]);
    let said = match found.good {
        true if at == puzzle.solution.best => texts.puzzles_right_best(&action),
        true => texts.puzzles_right(&action),
        false => texts.puzzles_wrong(&action),
    };
    html! {
        p.done role="status" data-testid="verdict" data-good=(found.good) { (said) }
        @if !found.good {
            @if let Some(why) = why { p data-testid="why" { (texts.puzzles_better(&why)) } }
            details {
                summary { (texts.puzzles_numbers()) }
                p { (texts.puzzles_cost(&action, &percent(found.loss), &percent(2 * found.error))) }
            }
        }
    }
}

/// Every answer with its loss, and what the player could know.
fn solution(texts: Texts, puzzle: &Puzzle) -> Markup {
    let decision = puzzle.posed.decision();
    let found = &puzzle.solution;
    let mut order: Vec<usize> = (0..found.answers.len()).collect();
    order.sort_by_key(|at| (*at != found.best, found.answers[*at].loss));
    let name = |seat| seat_name(texts, puzzle, seat);
    let facts = puzzle
        .posed
        .facts(found.best, decision.played, texts, &name);
    let best = texts.advised(decision.actions[found.best]);
    let remarks = |at: usize| {
        let mut remarks = Vec::new();
        if at == found.best {
            remarks.push(texts.puzzles_is_best());
        } else if found.answers[at].good {
            remarks.push(texts.puzzles_is_good());
        }
        if at == decision.played {
            remarks.push(texts.puzzles_was_played());
        }
        remarks.join("; ")
    };
    html! {
        section data-testid="solved" {
            p { (texts.puzzles_best(&best)) }
            @if !facts.is_empty() {
                h3 { (texts.puzzles_why(&best)) }
                ul data-testid="facts" { @for fact in &facts { li { (fact) } } }
            }
            details {
            summary { (texts.puzzles_numbers()) }
            h3 { (texts.puzzles_answers()) }
            div.wide tabindex="0" role="group" aria-label=(texts.puzzles_answers()) {
                table.numbers {
                    thead { tr { th scope="col" {} th.number scope="col" { (texts.puzzles_loss()) } th {} } }
                    tbody { @for at in order { tr {
                        th scope="row" { (texts.advised(decision.actions[at])) }
                        td.number {
                            @if at != found.best {
                                (percent(found.answers[at].loss)) " ± " (percent(2 * found.answers[at].error))
                            }
                        }
                        td { (remarks(at)) }
                    } } }
                }
            }
            p.help { (texts.puzzles_how(found.nodes, found.version)) }
            }
        }
    }
}

/// Whether the puzzle no longer exists.
fn gone(failure: &Failure) -> bool {
    failure.code() == ApiErrorCode::NotFound
}
