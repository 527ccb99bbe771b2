//! The HTML around the table.

use capicu::{DominoSet, Seat, Tile, TileSet};
use capicu_analysis::{
    Analysis, Decision, Grid, Judged, Leads, Moment, Posed, Poser, Summary, grid_html, match_title,
    percent, views_at,
};
use capicu_i18n::Texts;
use capicu_picture::pips::{self, Face};
use capicu_picture::{sheet, upright};
use maud::{Markup, PreEscaped, html};

use crate::messages::Notice;
use crate::puzzle::{Answer, Puzzle};
use crate::replay::Replay;

/// The start page without a match: choose, drop or paste a record.
pub fn beginning(notice: Option<Notice>, texts: Texts) -> Markup {
    let why = notice.map(|notice| match notice {
        Notice::Elsewhere => texts.replay_elsewhere(),
        Notice::BrokenLink => texts.replay_broken_link(),
        Notice::NotTheirs => texts.replay_not_theirs(),
        Notice::TooLarge => texts.replay_too_large(),
    });
    html! {
        (top(texts))
        h1 { (texts.replay_title()) }
        p { (texts.replay_help()) }
        p { button #resume.do type="button" data-do="resume" hidden { (texts.replay_resume()) } }
        p {
            label.do {
                (texts.replay_file())
                input #record-file type="file" accept=".domino,text/plain" hidden;
            }
        }
        p { label { (texts.replay_paste()) textarea #record-text rows="6" spellcheck="false" {} } }
        p { button #open-record.do.second type="button" data-do="paste" { (texts.replay_open()) } }
        p #problem.problem role="alert" hidden[why.is_none()] { (why.unwrap_or_default()) }
        p {
            a href="/lead" { (texts.pose_start()) } " · "
            a href="/history" { (texts.site_history()) } " · "
            a href="/" { (texts.back_home()) }
        }
    }
}

/// The head of the site's pages, which the page puts above the table. The script of the page shows the bell to accounts.
fn top(texts: Texts) -> Markup {
    let pages = [
        ("/", texts.home_play()),
        ("/learn", texts.learn()),
        ("/watch", texts.watch()),
        ("/puzzles", texts.puzzles()),
        ("/events", texts.desk_events()),
        ("/clubs", texts.clubs()),
        ("/me", texts.site_you()),
    ];
    html! {
        div #top role="banner" {
            a.to-home href="/" { (texts.app_name()) }
            nav aria-label=(texts.site_pages()) {
                @for (path, name) in pages { a href=(path) { (name) } }
            }
            a #top-bell href="/bell" hidden {
                svg viewBox="0 0 24 24" aria-hidden="true" { path d="M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7zm4 10h4" {} }
                b hidden {}
            }
        }
    }
}

pub fn problem(why: &str) -> Markup {
    html! { p.problem { (why) } }
}

/// The shortest span of the bars of leads, in millionths of the match: less would make luck look like skill.
const SPAN: i64 = 100_000;

pub fn leads(leads: Option<&Leads>, done: usize, texts: Texts) -> Markup {
    let chances = leads.iter().flat_map(|leads| &leads.leads);
    let chances = chances.map(|lead| lead.chance);
    let most = chances.clone().max().unwrap_or_default();
    let least = chances.min().unwrap_or_default().min(most - SPAN);
    html! {
        @if done < Poser::BATCHES { p { (texts.pose_progress(done, Poser::BATCHES)) } }
        @if let Some(leads) = leads {
            ol.list {
                @for (lead, [_, _, _, remark]) in leads.leads.iter().zip(leads.rows(texts)) {
                    li {
                        @if let Some(tile) = lead.action.tile().filter(|tile| DominoSet::DOUBLE_SIX.tiles().contains(*tile)) {
                            (PreEscaped(upright(tile)))
                        }
                        span.told { b { (texts.advised(lead.action)) } @if !remark.is_empty() { small { (remark) } } }
                        meter min=(least) max=(most) value=(lead.chance) aria-hidden="true" {}
                    }
                }
            }
            details {
                summary { (texts.puzzles_numbers()) }
                div.leads {
                    table {
                        tr { th { (texts.pose_lead()) } th { (texts.pose_chance()) } th { (texts.pose_loss()) } }
                        @for [lead, chance, loss, remark] in leads.rows(texts) {
                            tr { td { (lead) " " small { (remark) } } td { (chance) } td { (loss) } }
                        }
                    }
                }
                p { (leads.told(texts)) }
            }
        }
    }
}

/// The controls, the same at every moment.
pub fn around(replay: &Replay, texts: Texts) -> Markup {
    let last = replay.moments().len() - 1;
    let step = |what: &str, sign: &str, label: String| {
        html! {
            button id={ "replay-" (what) } type="button" data-do=(what) aria-label=(label) title=(label) { (sign) }
        }
    };
    let names = replay.names(texts);
    let seats = names
        .iter()
        .zip(Seat::all(replay.record().rules.n_seats()))
        .filter(|(_, seat)| replay.is_known(*seat))
        .map(|(name, seat)| (name, seat.letter().to_string()));
    let title = match_title(replay.played(), texts);
    html! {
        (top(texts))
        @if let Some(title) = title { p #match-title.match-title { (title) } }
        div.controls {
            (step("first", "|◀", texts.replay_first()))
            (step("back", "◀", texts.replay_back()))
            input #scrubber type="range" min="0" max=(last) value="0" aria-label=(texts.replay_scrubber());
            (step("forward", "▶", texts.replay_forward()))
            (step("last", "▶|", texts.replay_last()))
            " " output #moment {}
            button #analyze.do type="button" data-do="analyze" { (texts.replay_analyze()) }
            p #mistake.mistake hidden {}
        }
        p {
            button #analyze-there.do.second type="button" data-do="analyze-there" hidden {
                (texts.replay_analyze_there())
            } " "
            button #stop-analysis.do.second type="button" data-do="stop" hidden { (texts.replay_stop()) } " "
            button #save-page.do.second type="button" data-do="page" hidden { (texts.replay_page()) } " "
            span #progress role="status" {}
        }
        div #puzzle.puzzle {}
        div #mistakes.mistakes {}
        div.choices {
            label {
                (texts.replay_seen_from()) " "
                select #seen-from {
                    @for (name, letter) in seats {
                        option value=(letter) { (name) @if names.iter().filter(|one| *one == name).count() > 1 { " (" (letter) ")" } }
                    }
                }
            }
            label { input #all-hands type="checkbox"; " " (texts.replay_all_hands()) }
            button #copy-position.do.second type="button" data-do="copy-position" { (texts.replay_copy_position()) }
            button #copy-link.do.second type="button" data-do="copy-link" { (texts.replay_copy_link()) }
            span #copied role="status" data-copied=(texts.replay_copied()) {}
        }
        div.beside {}
        details #numbers hidden { summary { (texts.puzzles_numbers()) } div #analysis.analysis {} }
        p {
            a #to-match hidden { (texts.replay_match()) } " "
            a #another href="/replay" { (texts.replay_another()) } " · "
            a href="/lead" { (texts.pose_start()) } " · "
            a href="/" { (texts.back_home()) }
        }
    }
}

pub fn label(replay: &Replay, at: usize, texts: Texts) -> String {
    let moment = &replay.moments()[at];
    let of_round = replay
        .moments()
        .iter()
        .filter(|one| one.round == moment.round);
    let moves = of_round.map(|one| one.moves).max().unwrap_or(0);
    texts.replay_moment(moment.round, moment.moves, moves)
}

/// The hands at a moment, and what the seat could know of the unseen ones.
pub fn beside(replay: &Replay, at: usize, seat: Seat, all: bool, texts: Texts) -> Markup {
    let moment = &replay.moments()[at];
    let views = views_at(replay.record(), moment.round, moment.moves);
    let view = views.iter().find(|view| view.seat() == seat);
    html! {
        @if let Some(hands) = moment.hands.as_ref().filter(|_| all) {
            h2 { (texts.replay_hands()) }
            dl.hands {
                @for ((seat, hand), name) in hands.entries().zip(replay.names(texts)) {
                    dt { (name) }
                    dd data-testid={ "hand-" (seat.letter()) } {
                        @if replay.is_known(seat) {
                            (tiles(*hand, texts))
                        } @else {
                            (texts.replay_unknown(hand.len()))
                        }
                    }
                }
            }
        }
        @if let Some(grid) = view.and_then(Grid::of) {
            div data-testid="grid" { (PreEscaped(grid_html(&grid, &replay.name(seat, texts), texts))) }
        }
    }
}

/// The mistakes that are shown at once; the others are in a fold.
const FIRST: usize = 3;

/// The mistakes of an analysis, first those of its seat, then the costliest first, and the way to this number of
/// puzzles. `is_over` when no more will be found.
pub fn mistakes(
    replay: &Replay,
    analysis: &Analysis<'_>,
    puzzles: usize,
    is_over: bool,
    texts: Texts,
) -> Markup {
    let mut all = analysis.mistakes();
    all.sort_by_key(|(decision, _)| decision.seat() != analysis.seat);
    let (first, rest) = all.split_at(all.len().min(FIRST));
    let cards = |some: &[(&Decision, &Judged)], start: usize| {
        html! {
            ol start=(start) {
                @for mistake in some { li { (told_moment(replay, *mistake, analysis.seat, texts)) } }
            }
        }
    };
    html! {
        @if is_over { p.told { (Summary::of(analysis, analysis.seat).told(texts)) } }
        @if !all.is_empty() {
            (PreEscaped(sheet(replay.record().rules.tiles())))
            h2 { (texts.analysis_mistakes()) }
            @if puzzles > 0 {
                p { button #puzzles.do type="button" data-do="puzzle" data-number="0" { (texts.puzzle_find(puzzles)) } }
            }
            (cards(first, 1))
            @if !rest.is_empty() {
                details { summary { (texts.moment_smaller(rest.len())) } (cards(rest, FIRST + 1)) }
            }
        } @else if is_over {
            p { (texts.analysis_none()) }
        }
    }
}

/// A mistake with its board, which leads to the moment before it.
fn told_moment(replay: &Replay, mistake: (&Decision, &Judged), you: Seat, texts: Texts) -> Markup {
    let name = |seat| replay.name(seat, texts);
    let moment = moment_of(mistake, &name, Some(you), texts);
    let (decision, _) = mistake;
    html! {
        h3 { (moment.title()) }
        p { b { (moment.sentence()) } }
        (PreEscaped(moment.board()))
        @for reason in moment.reasons() { p { (reason) } }
        @if let Some(at) = replay.find(decision.round, decision.turn - 1) {
            p { button.do.second type="button" data-do="go" data-at=(at) { (texts.moment_go()) } }
        }
        (told_numbers(&moment))
    }
}

/// A mistake as the page tells it to `you`.
pub fn moment_of<'a>(
    (decision, judged): (&'a Decision, &'a Judged),
    name: &'a dyn Fn(Seat) -> String,
    you: Option<Seat>,
    texts: Texts,
) -> Moment<'a> {
    Moment {
        decision,
        judged,
        name,
        you,
        texts,
    }
}

pub fn told_numbers(moment: &Moment<'_>) -> Markup {
    html! {
        details {
            summary { (moment.texts.puzzles_numbers()) }
            @for line in moment.numbers() { p { (line) } }
        }
    }
}

pub fn puzzle(puzzle: &Puzzle, number: usize, all: usize, texts: Texts) -> Markup {
    let decision = &puzzle.decision;
    html! {
        h2 tabindex="-1" { (texts.puzzle_title(number + 1, all)) }
        p { (texts.puzzle_ask(decision.round, decision.turn)) }
        p.choices {
            @for (at, action) in decision.actions.iter().enumerate() {
                button.do.second id={ "answer-" (at) } type="button" data-do="answer" data-number=(number) data-action=(at) data-tile=[action.tile()] {
                    @if let Some(tile) = action.tile() { (drawn(tile)) }
                    (texts.advised(*action))
                }
            }
        }
        div #answered role="status" {}
        p {
            button #solution.do.second type="button" data-do="solution" data-number=(number) { (texts.puzzle_solution()) } " "
            @if number + 1 < all {
                button #next-puzzle.do type="button" data-do="puzzle" data-number=(number + 1) { (texts.puzzle_next()) } " "
            }
            button #back-to-match.do.second type="button" data-do="back-to-match" data-number=(number) { (texts.puzzle_end()) }
        }
        @if let Some(posed) = Posed::of(decision) {
            // The server's page shows the puzzle and asks for confirmation.
            form method="post" action="/puzzles/give" {
                input type="hidden" name="puzzle" value=(posed.text());
                button #give-puzzle.do.second { (texts.puzzle_give()) }
            }
        }
    }
}

/// The rating of an answer to a puzzle, by the number of its action; the solution if there is no answer.
pub fn answered(
    replay: &Replay,
    puzzle: &Puzzle,
    answer: Option<(usize, Answer)>,
    texts: Texts,
) -> Markup {
    let decision = &puzzle.decision;
    let name = |seat| replay.name(seat, texts);
    let moment = moment_of((decision, &puzzle.judged), &name, None, texts);
    let told = |action: usize| texts.advised(decision.actions[action]);
    let said = match answer {
        Some((action, Answer::Best)) => texts.puzzle_best(&told(action)),
        Some((action, Answer::AsGood)) => texts.puzzle_as_good(&told(action)),
        Some((action, Answer::Worse(loss))) => {
            let share = percent(loss.round);
            let said = match action == decision.played {
                true => texts.puzzle_played(&told(action), &share),
                false => texts.puzzle_worse(&told(action), &share),
            };
            return html! { p { (said) } };
        }
        None => String::new(),
    };
    html! {
        @if !said.is_empty() { p { (said) } }
        p { b { (moment.sentence()) } }
        @for reason in moment.reasons() { p { (reason) } }
        (told_numbers(&moment))
    }
}

pub fn tiles(hand: TileSet, texts: Texts) -> Markup {
    html! {
        span.heard { (texts.tiles(hand)) }
        @for tile in hand { (drawn(tile)) }
    }
}

pub fn drawn(tile: Tile) -> Markup {
    let (high, low) = (tile.high().value(), tile.low().value());
    html! {
        svg viewBox="-50 -100 100 200" aria-hidden="true" data-testid={ "held-" (tile) } {
            g.domino transform="rotate(90)" { (PreEscaped(pips::tile(high, low, 90, Face::Spots))) }
        }
    }
}
