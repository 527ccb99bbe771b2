//! An analysis as a page to share: one file, without scripts or external resources.

use std::fmt::Write as _;

use capicu::{Seat, Side};
use capicu_i18n::Texts;
use capicu_picture::sheet;
use capicu_record::side;

use crate::analysis::Analysis;
use crate::grid::Grid;
use crate::moment::Moment;
use crate::played::Played;
use crate::player::Player;
use crate::sum::RoundSum;
use crate::text::{grid_rows, name, percent, player, rows, told_close, told_why};
use crate::units::WHOLE;

const MOST_MISTAKES: usize = 16;

/// The most points of the chart; longer matches skip some moves.
const MOST_POINTS: usize = 800;

/// The most points of the band around it, which has two edges.
const MOST_BAND: usize = 300;

/// The most moments with their own numbers below the chart; longer matches show numbers per round.
const MOST_NUMBERS: usize = 60;

/// The most bytes of a page. Boards and grids that exceed it are left out.
const ROOM: usize = 59_000;

/// The longest line of a mistake in characters; longer ones are cut.
const LONGEST: usize = 600;

/// The longest name in characters.
const LONGEST_NAME: usize = 40;

/// The most bytes around the style and the content.
const HEAD: usize = 300;

const WIDTH: usize = 900;
const HEIGHT: usize = 240;

/// Writes the page, in less than 60 kilobytes.
pub fn page(analysis: &Analysis<'_>, texts: Texts) -> String {
    let title = match_title(analysis.played, texts);
    let title = title.map_or_else(|| texts.analysis_title(), |title| escaped(&title));
    let lang = texts.lang().tag();
    format!(
        "<!doctype html>\n<html lang=\"{lang}\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{STYLE}</style></head>\n<body>{}</body></html>",
        main(analysis, &title, texts)
    )
}

/// The game, date, players and scores of a match; unknown ones are left out. `None` if the record has none of them.
pub fn match_title(played: &Played, texts: Texts) -> Option<String> {
    let Played {
        rules,
        game,
        date,
        names,
        ..
    } = played;
    let game = game
        .as_deref()
        .map(|game| texts.game_name(game).unwrap_or_else(|| cut(game)));
    let is_named = names.iter().any(Option::is_some);
    let sides = Side::all(rules.n_sides()).map(|side| side_of(played, side, texts));
    let sides = is_named.then(|| sides.collect::<Vec<_>>().join(" – "));
    let last = played.rounds.last();
    let scores = last.and_then(|round| round.after.as_ref()).map(|after| {
        let scores = after.standing().scores.iter().map(u16::to_string);
        scores.collect::<Vec<_>>().join("–")
    });
    let parts: Vec<String> = [game, date.as_deref().map(cut), sides, scores]
        .into_iter()
        .flatten()
        .collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// Cuts a name at the longest length.
fn cut(name: &str) -> String {
    name.chars().take(LONGEST_NAME).collect()
}

/// The name of a player whom the record does not name: a guest if all others have names; else the letter of the seat.
pub fn unnamed(played: &Played, seat: Seat, texts: Texts) -> String {
    let nameless = played.names.iter().filter(|name| name.is_none());
    match nameless.count() == 1 {
        true => texts.default_name(),
        false => side::letter(seat).to_string(),
    }
}

fn player_of(played: &Played, seat: Seat, texts: Texts) -> String {
    let name = played.names[seat.index()].as_deref();
    name.map_or_else(|| unnamed(played, seat, texts), cut)
}

/// The names of a side's players; its letters if the record names none of them.
fn side_of(played: &Played, side: Side, texts: Texts) -> String {
    let rules = &played.rules;
    let is_named = |seat: Seat| played.names[seat.index()].is_some();
    match rules.members(side).any(is_named) {
        true => {
            let members = rules.members(side);
            let members = members.map(|seat| player_of(played, seat, texts));
            texts.list(&members.collect::<Vec<_>>())
        }
        false => side::name(rules, side),
    }
}

/// The numbers of the page with its style, without the mistakes, for a shadow root in another page.
pub fn numbers(analysis: &Analysis<'_>, texts: Texts) -> String {
    let [sum, course] = sum(analysis, texts);
    let end = end(analysis, 0, texts);
    format!("<style>{STYLE}</style><main>{sum}{course}{end}")
}

/// The sum with its chart, or the reason why there is none; and the numbers of the chart.
fn sum(analysis: &Analysis<'_>, texts: Texts) -> [String; 2] {
    let side = side_of(analysis.played, analysis.side(), texts);
    match &analysis.sum {
        Ok((rounds, terms)) => {
            let mut out = format!(
                "<h2>{}</h2>\n<table>\n",
                escaped(&texts.analysis_seen(&side))
            );
            let who = |seat| player_of(analysis.played, seat, texts);
            for (what, number) in rows(analysis, terms, &who, texts) {
                let _ = writeln!(out, "<tr><th>{}</th><td>{number}</td></tr>", escaped(&what));
            }
            out += "</table>\n";
            out += &chart(
                rounds,
                &escaped(&texts.analysis_chart(&side)),
                &texts.analysis_round(),
            );
            let _ = writeln!(out, "<p>{}</p>", texts.analysis_band());
            [out, chart_numbers(rounds, texts)]
        }
        Err(why) => {
            let why = escaped(&told_why(*why, texts));
            [format!("<p>{why}</p>\n"), String::new()]
        }
    }
}

fn main(analysis: &Analysis<'_>, title: &str, texts: Texts) -> String {
    let [sum, course] = sum(analysis, texts);
    let mut out = format!("<main><h1>{title}</h1>\n{sum}");
    let _ = writeln!(out, "<h2>{}</h2>", texts.analysis_mistakes());
    let mistakes = analysis.mistakes();
    if mistakes.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", texts.analysis_none());
    }
    if !mistakes.is_empty() {
        out += &sheet(analysis.played.rules.tiles());
    }
    let end = end(
        analysis,
        mistakes.len().saturating_sub(MOST_MISTAKES),
        texts,
    );
    let mut room = ROOM.saturating_sub(HEAD + STYLE.len() + title.len() + out.len() + end.len());
    let course = fitting(course, &mut room);
    let mistakes = &mistakes[..mistakes.len().min(MOST_MISTAKES)];
    // Boards before grids, the costliest mistakes first.
    let cards: Vec<(String, String)> = mistakes
        .iter()
        .map(|(decision, judged)| {
            let name = |seat| player_of(analysis.played, seat, texts);
            let moment = Moment {
                decision,
                judged,
                name: &name,
                you: None,
                texts,
            };
            let [head, reasons] = told_words(&moment);
            room = room.saturating_sub(head.len() + reasons.len());
            let board = fitting(moment.board(), &mut room);
            (format!("{head}{board}{reasons}"), told_numbers(&moment))
        })
        .collect();
    for ((decision, _), (card, numbers)) in mistakes.iter().zip(cards) {
        let numbers = fitting(numbers, &mut room);
        let grid = Grid::of(&decision.view)
            .map(|grid| grid_html(&grid, &player_of(analysis.played, grid.seat, texts), texts));
        let grid = fitting(grid.unwrap_or_default(), &mut room);
        let _ = writeln!(out, "<section>{card}{numbers}{grid}</section>");
    }
    out + &course + &end
}

/// The part after the mistakes: the number left out, close choices, and the players.
fn end(analysis: &Analysis<'_>, left_out: usize, texts: Texts) -> String {
    let mut out = String::new();
    if left_out > 0 {
        let _ = writeln!(out, "<p>{}</p>", texts.analysis_more(left_out));
    }
    if let Some(close) = told_close(analysis, texts) {
        let _ = writeln!(out, "<p>{close}</p>");
    }
    let _ = writeln!(out, "<h2>{}</h2>\n<table>", texts.analysis_players());
    for seat in Seat::all(analysis.played.rules.n_seats()) {
        let name = cut(&name(analysis, seat));
        let lines = player(&Player::of(analysis, seat), texts).join("<br>");
        let _ = writeln!(
            out,
            "<tr><th>{}</th><td class=\"t\">{lines}</td></tr>",
            escaped(&name)
        );
    }
    let _ = writeln!(out, "</table>\n<p>{}</p></main>", texts.analysis_within());
    out
}

/// Returns a part if it fits, otherwise an empty text.
fn fitting(part: String, room: &mut usize) -> String {
    match room.checked_sub(part.len()) {
        Some(left) => {
            *room = left;
            part
        }
        None => String::new(),
    }
}

/// A mistake in words: its heading and sentence, and its reasons.
fn told_words(moment: &Moment<'_>) -> [String; 2] {
    let head = format!("<h3>{}</h3>", shown(&moment.title()));
    [
        head + &paragraphs(&[moment.sentence()]),
        paragraphs(&moment.reasons()),
    ]
}

fn told_numbers(moment: &Moment<'_>) -> String {
    format!(
        "<details><summary>{}</summary>{}</details>",
        moment.texts.puzzles_numbers(),
        paragraphs(&moment.numbers()),
    )
}

fn paragraphs(lines: &[String]) -> String {
    let lines = lines.iter();
    lines
        .map(|line| format!("<p>{}</p>", shown(line)))
        .collect()
}

/// A line of a mistake, cut and escaped.
fn shown(line: &str) -> String {
    escaped(&line.chars().take(LONGEST).collect::<String>())
}

/// The knowledge of a seat as a table, for a section that readers can open. `who` is the name of the seat.
pub fn grid_html(grid: &Grid, who: &str, texts: Texts) -> String {
    let mut out = format!(
        "<details><summary>{}</summary><table>",
        escaped(&texts.analysis_knew(who))
    );
    for (at, cells) in grid_rows(grid, texts).iter().enumerate() {
        let tag = if at == 0 { "th" } else { "td" };
        out += "<tr>";
        for cell in cells {
            let _ = write!(out, "<{tag}>{cell}");
        }
    }
    out += "</table></details>";
    out
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#222;background:#fff}\
main{max-width:60rem;margin:auto;padding:1rem}th{text-align:left;font-weight:400;padding-right:1rem}\
td{text-align:right}td.t{text-align:left}svg{width:100%;height:auto}section{border-top:1px solid #ccc}p{margin:.3rem 0}\
h3{margin:.5rem 0 0}svg.board{display:block;width:auto;max-width:100%;margin:.5rem 0}@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}}";

/// The chance after each move, with a line at the beginning of each round.
fn chart(rounds: &[RoundSum], title: &str, word: &str) -> String {
    let points: usize = rounds.iter().map(|round| round.course.len()).sum();
    let step = points.div_ceil(MOST_POINTS).max(1);
    let x = |at: usize| at * WIDTH / points.saturating_sub(1).max(1);
    let y = |chance: i64| HEIGHT - (chance.clamp(0, WHOLE) * HEIGHT as i64 / WHOLE) as usize;
    let (mut line, mut marks, mut at) = (String::new(), String::new(), 0);
    for round in rounds {
        let _ = write!(
            marks,
            "<path d=\"M{0} 0V{HEIGHT}\" stroke=\"#999\" stroke-dasharray=\"2 4\"><title>{word} {1}</title></path>",
            x(at),
            round.number
        );
        for chance in &round.course {
            if at % step == 0 || at + 1 == points {
                let _ = write!(line, "{} {} ", x(at), y(*chance));
            }
            at += 1;
        }
    }
    let last = rounds.last().and_then(|round| round.course.last());
    let band = band(rounds, points, |at, chance| {
        format!("{} {}", x(at), y(chance))
    });
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}: {}\">\
         <title>{title}</title><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"none\" stroke=\"#999\"/>\
         <path d=\"M0 {}H{WIDTH}\" stroke=\"#bbb\"/>{band}{marks}\
         <polyline points=\"{}\" fill=\"none\" stroke=\"#0a6\" stroke-width=\"2\"/></svg>\n",
        last.map_or_else(String::new, |last| percent(*last) + " %"),
        HEIGHT / 2,
        line.trim_end(),
    )
}

/// The band that should contain the true chance in 95 % of moments: two standard errors below to two above.
fn band(rounds: &[RoundSum], points: usize, place: impl Fn(usize, i64) -> String) -> String {
    let step = points.div_ceil(MOST_BAND).max(1);
    let moments = rounds
        .iter()
        .flat_map(|round| round.course.iter().zip(&round.errors));
    let moments = moments.enumerate();
    let drawn: Vec<(usize, i64, i64)> = moments
        .filter(|(at, _)| at % step == 0 || at + 1 == points)
        .map(|(at, (chance, error))| (at, *chance, 2 * error))
        .collect();
    let above = drawn
        .iter()
        .map(|(at, chance, within)| place(*at, chance + within));
    let below = drawn
        .iter()
        .rev()
        .map(|(at, chance, within)| place(*at, chance - within));
    let edge: Vec<String> = above.chain(below).collect();
    format!(
        "<polygon points=\"{}\" fill=\"#0a6\" opacity=\".25\"/>",
        edge.join(" ")
    )
}

/// The numbers of the chart as text, for readers who cannot see it: for each moment, or for each round if there are too
/// many.
fn chart_numbers(rounds: &[RoundSum], texts: Texts) -> String {
    let points: usize = rounds.iter().map(|round| round.course.len()).sum();
    let told = |round: &RoundSum, at: usize| {
        let within = percent(2 * round.errors[at]);
        format!("{} ± {within}", percent(round.course[at]))
    };
    let mut out = format!(
        "<details><summary>{}</summary><table><tr><th>{}",
        texts.analysis_numbers(),
        texts.analysis_round()
    );
    if points <= MOST_NUMBERS {
        let _ = write!(out, "<th>{}<th>%", texts.analysis_move());
        for round in rounds {
            for at in 0..round.course.len() {
                let _ = write!(
                    out,
                    "<tr><td>{}<td>{at}<td>{}",
                    round.number,
                    told(round, at)
                );
            }
        }
    } else {
        let _ = write!(
            out,
            "<th>{} %<th>{} %",
            texts.analysis_dealt(),
            texts.analysis_ends()
        );
        for round in rounds {
            let last = round.course.len() - 1;
            let [first, last] = [0, last].map(|at| told(round, at));
            let _ = write!(out, "<tr><td>{}<td>{first}<td>{last}", round.number);
        }
    }
    out + "</table></details>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use capicu::Game;
    use capicu_i18n::Lang;

    use super::*;

    #[test]
    fn one_player_without_a_name_is_a_guest() {
        let rules = Game::by_id("cien").unwrap().rules(4).unwrap();
        let mut played = Played::new(rules);
        let texts = Texts::new(Lang::En);
        let sides =
            |played: &Played| [0, 1].map(|side| side_of(played, Side::new(side).unwrap(), texts));
        assert_eq!(sides(&played), ["A+C", "B+D"]);
        played.names = ["Ana", "Beni", "Luis"].map(str::to_owned).map(Some).into();
        played.names.push(None);
        assert_eq!(sides(&played), ["Ana and Luis", "Beni and Guest"]);
        // Two of them are told apart.
        played.names[1] = None;
        assert_eq!(sides(&played), ["Ana and Luis", "B+D"]);
        played.names[0] = None;
        assert_eq!(sides(&played), ["A and Luis", "B+D"]);
    }
}
