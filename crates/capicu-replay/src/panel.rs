//! What stands around the table, as HTML.

use std::fmt::Write as _;

use capicu::{Action, Game, Seat, Tile, TileSet};
use capicu_analysis::{Analysis, Grid, Leads, Posed, Poser, card, grid_html, percent, views_at};
use capicu_i18n::Texts;
use capicu_picture::pips::{self, Face};

use crate::desk::Notice;
use crate::puzzle::{Answer, Puzzle};
use crate::replay::Replay;

/// What can be done before there is a match: a record is chosen, dropped or pasted.
pub fn beginning(notice: Option<Notice>, texts: Texts) -> String {
    let (hidden, notice) = match notice {
        None => (" hidden", String::new()),
        Some(Notice::Elsewhere) => ("", texts.replay_elsewhere()),
        Some(Notice::NotTheirs) => ("", texts.replay_not_theirs()),
        Some(Notice::TooLarge) => ("", texts.replay_too_large()),
    };
    format!(
        "<h1>{}</h1><p>{}</p>\
         <p><button type=\"button\" class=\"do\" data-do=\"resume\" data-testid=\"resume\" hidden>{}</button></p>\
         <p><label class=\"do\">{}<input type=\"file\" accept=\".domino,text/plain\" data-testid=\"record-file\" hidden></label></p>\
         <p><label>{}<textarea rows=\"6\" spellcheck=\"false\" data-testid=\"record-text\"></textarea></label></p>\
         <p><button type=\"button\" class=\"do second\" data-do=\"paste\" data-testid=\"open-record\">{}</button></p>\
         <p class=\"problem\" role=\"alert\" data-testid=\"problem\"{hidden}>{}</p>{}\
         <p><a href=\"/history\">{}</a> · <a href=\"/\">{}</a></p>",
        texts.replay_title(),
        texts.replay_help(),
        texts.replay_resume(),
        texts.replay_file(),
        texts.replay_paste(),
        texts.replay_open(),
        escaped(&notice),
        pose(texts),
        texts.site_history(),
        texts.back_home(),
    )
}

/// What is filled in to ask what to lead.
fn pose(texts: Texts) -> String {
    let mut games = String::new();
    for game in Game::ALL {
        for players in game.players {
            let name = texts.game_name(game.id).unwrap_or_default();
            let _ = write!(
                games,
                "<option value=\"{0} {players}\">{1} ({players})</option>",
                game.id,
                escaped(&name)
            );
        }
    }
    format!(
        "<details class=\"pose\" data-testid=\"pose\"><summary>{}</summary><p>{}</p>\
         <p><label>{} <select data-testid=\"pose-game\">{games}</select></label></p>\
         <p><label>{} <input type=\"text\" autocomplete=\"off\" data-testid=\"pose-score\"></label></p>\
         <p><label>{} <input type=\"text\" autocomplete=\"off\" spellcheck=\"false\" aria-describedby=\"pose-help\" data-testid=\"pose-hand\"></label> \
         <span id=\"pose-help\">{}</span></p>\
         <p><button type=\"button\" class=\"do\" data-do=\"pose\" data-testid=\"pose-start\">{}</button> \
         <button type=\"button\" class=\"do second\" data-do=\"stop-pose\" data-testid=\"pose-stop\" hidden>{}</button></p>\
         <div role=\"status\" data-testid=\"leads\"></div></details>",
        texts.pose_start(),
        texts.pose_help(),
        texts.pose_game(),
        texts.pose_score(),
        texts.pose_hand(),
        texts.pose_hand_help(),
        texts.pose_start(),
        texts.replay_stop(),
    )
}

/// What is wrong.
pub fn problem(why: &str) -> String {
    format!("<p class=\"problem\">{}</p>", escaped(why))
}

/// How good each lead is after so many batches of deals.
pub fn leads(leads: Option<&Leads>, done: usize, texts: Texts) -> String {
    let mut out = match done {
        Poser::BATCHES.. => String::new(),
        done => paragraph(&texts.pose_progress(done, Poser::BATCHES)),
    };
    let Some(leads) = leads else {
        return out;
    };
    let _ = write!(
        out,
        "<div class=\"leads\"><table><tr><th>{}<th>{}<th>{}<th></tr>",
        texts.pose_lead(),
        texts.pose_chance(),
        texts.pose_loss()
    );
    for row in leads.rows(texts) {
        let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
        let _ = write!(out, "<tr><td>{}</tr>", cells.join("<td>"));
    }
    let _ = write!(out, "</table></div><p>{}</p>", escaped(&leads.told(texts)));
    out
}

/// The controls, the same at every moment.
pub fn around(replay: &Replay, texts: Texts) -> String {
    let last = replay.moments().len() - 1;
    let button = |what: &str, sign: &str, label: &str| {
        format!(
            "<button type=\"button\" data-do=\"{what}\" data-testid=\"replay-{what}\" aria-label=\"{0}\" title=\"{0}\">{sign}</button>",
            escaped(label)
        )
    };
    let mut seats = String::new();
    for (name, seat) in replay
        .names()
        .iter()
        .zip(Seat::all(replay.record().rules.n_seats()))
        .filter(|(_, seat)| replay.is_known(*seat))
    {
        let letter = seat.letter();
        let told = match *name == letter.to_string() {
            true => name.clone(),
            false => format!("{name} ({letter})"),
        };
        let _ = write!(
            seats,
            "<option value=\"{letter}\">{}</option>",
            escaped(&told)
        );
    }
    format!(
        "<div class=\"controls\">{}{}<input type=\"range\" min=\"0\" max=\"{last}\" value=\"0\" aria-label=\"{}\" data-testid=\"scrubber\">{}{}\
         <output data-testid=\"moment\"></output></div>\
         <div class=\"choices\"><label>{} <select data-testid=\"seen-from\">{seats}</select></label>\
         <label><input type=\"checkbox\" data-testid=\"all-hands\"> {}</label>\
         <button type=\"button\" class=\"do second\" data-do=\"copy-position\" data-testid=\"copy-position\">{}</button>\
         <button type=\"button\" class=\"do second\" data-do=\"copy-link\" data-testid=\"copy-link\">{}</button>\
         <span role=\"status\" data-copied=\"{}\" data-testid=\"copied\"></span></div>\
         <p><button type=\"button\" class=\"do\" data-do=\"analyze\" data-testid=\"analyze\">{}</button> \
         <button type=\"button\" class=\"do second\" data-do=\"analyze-there\" data-testid=\"analyze-there\" hidden>{}</button> \
         <button type=\"button\" class=\"do second\" data-do=\"stop\" data-testid=\"stop-analysis\" hidden>{}</button> \
         <button type=\"button\" class=\"do second\" data-do=\"page\" data-testid=\"save-page\" hidden>{}</button> \
         <span role=\"status\" data-testid=\"progress\"></span></p>\
         <div class=\"puzzle\" data-testid=\"puzzle\"></div><div class=\"beside\"></div><div class=\"mistakes\" data-testid=\"mistakes\"></div>\
         <div class=\"analysis\" data-testid=\"analysis\"></div>\
         <p><a href=\"/replay\" data-testid=\"another\">{}</a> · <a href=\"/\">{}</a></p>",
        button("first", "|◀", &texts.replay_first()),
        button("back", "◀", &texts.replay_back()),
        escaped(&texts.replay_scrubber()),
        button("forward", "▶", &texts.replay_forward()),
        button("last", "▶|", &texts.replay_last()),
        texts.replay_seen_from(),
        texts.replay_all_hands(),
        texts.replay_copy_position(),
        texts.replay_copy_link(),
        escaped(&texts.replay_copied()),
        texts.replay_analyze(),
        texts.replay_analyze_there(),
        texts.replay_stop(),
        texts.replay_page(),
        texts.replay_another(),
        texts.back_home(),
    )
}

/// Which moment it is.
pub fn label(replay: &Replay, at: usize, texts: Texts) -> String {
    let moment = &replay.moments()[at];
    let of_round = replay
        .moments()
        .iter()
        .filter(|one| one.round == moment.round);
    let moves = of_round.map(|one| one.moves).max().unwrap_or(0);
    texts.replay_moment(moment.round, moment.moves, moves)
}

/// The hands at a moment, and what the seat could know of those it did not see.
pub fn beside(replay: &Replay, at: usize, seat: Seat, all: bool, texts: Texts) -> String {
    let moment = &replay.moments()[at];
    let mut out = String::new();
    if let Some(hands) = moment.hands.as_ref().filter(|_| all) {
        let _ = write!(out, "<h2>{}</h2><dl class=\"hands\">", texts.replay_hands());
        for ((seat, hand), name) in hands.entries().zip(replay.names()) {
            let hand = match replay.is_known(seat) {
                true => tiles(*hand, texts),
                false => escaped(&texts.replay_unknown(hand.len())),
            };
            let _ = write!(
                out,
                "<dt>{}</dt><dd data-testid=\"hand-{}\">{}</dd>",
                escaped(&name),
                seat.letter(),
                hand
            );
        }
        out += "</dl>";
    }
    let views = views_at(replay.record(), moment.round, moment.moves);
    let view = views.iter().find(|view| view.seat() == seat);
    if let Some(grid) = view.and_then(Grid::of) {
        let _ = write!(
            out,
            "<div data-testid=\"grid\">{}</div>",
            grid_html(&grid, texts)
        );
    }
    out
}

/// The mistakes of an analysis, the dearest first, each leading to the moment before it; and the way to so many puzzles.
pub fn mistakes(replay: &Replay, analysis: &Analysis<'_>, puzzles: usize, texts: Texts) -> String {
    let mut out = String::new();
    for (decision, judged) in analysis.mistakes() {
        let heading = card(decision, judged, texts).into_iter().next();
        let at = replay.find(decision.round, decision.turn - 1);
        if let (Some(heading), Some(at)) = (heading, at) {
            let _ = write!(
                out,
                "<li><button type=\"button\" class=\"do second\" data-do=\"go\" data-at=\"{at}\">{}</button></li>",
                escaped(&heading)
            );
        }
    }
    match out.is_empty() {
        true => out,
        false => {
            let way = match puzzles {
                0 => String::new(),
                n => format!(
                    "<p><button type=\"button\" class=\"do\" data-do=\"puzzle\" data-number=\"0\" data-testid=\"puzzles\">{}</button></p>",
                    texts.puzzle_find(n)
                ),
            };
            format!("<h2>{}</h2>{way}<ol>{out}</ol>", texts.analysis_mistakes())
        }
    }
}

/// What can be played in a puzzle, and the ways on.
pub fn puzzle(puzzle: &Puzzle, number: usize, all: usize, texts: Texts) -> String {
    let decision = &puzzle.decision;
    let mut out = format!(
        "<h2 tabindex=\"-1\">{}</h2><p>{}</p><p class=\"choices\">",
        texts.puzzle_title(number + 1, all),
        texts.puzzle_ask(decision.round, decision.turn)
    );
    for (at, action) in decision.actions.iter().enumerate() {
        let drawing = match action {
            Action::Play { tile, .. } | Action::Lead(tile) => drawn(*tile),
            Action::Draw | Action::Pass | Action::HandOver => String::new(),
        };
        let _ = write!(
            out,
            "<button type=\"button\" class=\"do second\" data-do=\"answer\" data-number=\"{number}\" data-action=\"{at}\" data-testid=\"answer-{at}\">{drawing}{}</button>",
            escaped(&texts.advised(*action))
        );
    }
    let button = |what: &str, label: &str| {
        format!(
            "<button type=\"button\" class=\"do second\" data-do=\"{what}\" data-number=\"{number}\" data-testid=\"{what}\">{label}</button> "
        )
    };
    out += "</p><div role=\"status\" data-testid=\"answered\"></div><p>";
    out += &button("solution", &texts.puzzle_solution());
    if number + 1 < all {
        let next = number + 1;
        let _ = write!(
            out,
            "<button type=\"button\" class=\"do\" data-do=\"puzzle\" data-number=\"{next}\" data-testid=\"next-puzzle\">{}</button> ",
            texts.puzzle_next()
        );
    }
    out += &(button("back-to-match", &texts.puzzle_end()) + "</p>");
    if let Some(posed) = Posed::of(decision) {
        // The page of the server shows what is given, and asks.
        let _ = write!(
            out,
            "<form method=\"post\" action=\"/puzzles/give\"><input type=\"hidden\" name=\"puzzle\" value=\"{}\">\
             <button class=\"do second\" data-testid=\"give-puzzle\">{}</button></form>",
            escaped(&posed.text()),
            texts.puzzle_give()
        );
    }
    out
}

/// How good an answer to a puzzle is, by the number of its action; the solution where none was given.
pub fn answered(puzzle: &Puzzle, answer: Option<(usize, Answer)>, texts: Texts) -> String {
    let decision = &puzzle.decision;
    let told = |action: usize| texts.advised(decision.actions[action]);
    let said = match answer {
        Some((action, Answer::Best)) => texts.puzzle_best(&told(action)),
        Some((action, Answer::AsGood)) => texts.puzzle_as_good(&told(action)),
        Some((action, Answer::Worse(loss))) => {
            let share = percent(loss.round);
            return paragraph(&match action == decision.played {
                true => texts.puzzle_played(&told(action), &share),
                false => texts.puzzle_worse(&told(action), &share),
            });
        }
        None => String::new(),
    };
    let mut out = match said.is_empty() {
        true => said,
        false => paragraph(&said),
    };
    for line in card(decision, &puzzle.judged, texts) {
        out += &paragraph(line.trim());
    }
    out
}

fn paragraph(text: &str) -> String {
    format!("<p>{}</p>", escaped(text))
}

/// The tiles of a hand, drawn and in words.
pub fn tiles(hand: TileSet, texts: Texts) -> String {
    let mut out = format!(
        "<span class=\"heard\">{}</span>",
        escaped(&texts.tiles(hand))
    );
    for tile in hand {
        out += &drawn(tile);
    }
    out
}

/// A tile, drawn.
pub fn drawn(tile: Tile) -> String {
    let (high, low) = (tile.high().value(), tile.low().value());
    format!(
        "<svg viewBox=\"-50 -100 100 200\" aria-hidden=\"true\" data-testid=\"held-{tile}\"><g class=\"domino\" transform=\"rotate(90)\">{}</g></svg>",
        pips::tile(high, low, 90, Face::Spots)
    )
}

/// A text as it stands in a page.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
