//! Formats a solution as text and as JSON.

use capicu::{Round, Rules, Side};
use capicu_i18n::Lang;
use capicu_record::record::MoveRecord;
use capicu_record::side;
use capicu_solver::Objective;
use serde_json::{Value, json};

use super::Solved;
use crate::language::say;

pub fn json(round: &Round, solved: &Solved, objective: Objective) -> Value {
    let actions: Vec<Value> = solved
        .actions
        .iter()
        .map(|(action, value)| json!({ "action": action.to_string(), "value": value }))
        .collect();
    let line = line(round, solved);
    json!({
        "to_act": side::letter(solved.to_act).to_string(),
        "wanted": match objective {
            Objective::Result => "result",
            Objective::Points => "points",
        },
        "value": solved.value,
        "at_least": solved.at_least,
        "actions": actions,
        "best_line": line,
        "nodes": solved.nodes,
        "ms": solved.ms,
    })
}

pub fn text(round: &Round, solved: &Solved, objective: Objective, lang: Lang) -> String {
    let rules = round.board().rules();
    let own = rules.side(solved.to_act);
    let seat = side::letter(solved.to_act);
    let to_act = say(lang, "to act", "juega");
    let mut out = match solved.value {
        Some(value) => {
            let best: Vec<String> = solved
                .actions
                .iter()
                .filter(|(_, found)| *found == Some(value))
                .map(|(action, _)| action.to_string())
                .collect();
            let with = say(lang, "with", "con");
            let or = say(lang, " or ", " o ");
            let verdict = verdict(value, own, rules, objective, lang);
            format!("{seat} {to_act}: {verdict}, {with} {}.\n\n", best.join(or))
        }
        None => {
            let unknown = say(
                lang,
                "the value is not known: the budget was reached",
                "no se conoce el valor: se agotó el presupuesto",
            );
            format!("{seat} {to_act}: {unknown}.\n\n")
        }
    };
    for (action, value) in &solved.actions {
        let verdict = match value {
            Some(value) => verdict(*value, own, rules, objective, lang),
            None => "?".to_owned(),
        };
        out += &format!("  {:<10} {verdict}\n", action.to_string());
    }
    if !solved.best_line.is_empty() {
        let line = line(round, solved);
        let best = say(lang, "Best play of everybody:", "La mejor jugada de todos:");
        out += &format!("\n{best}\n");
        // A line of a record has a turn of each seat.
        for turns in line.chunks(usize::from(rules.n_seats())) {
            out += &format!("{}\n", turns.join("  "));
        }
    }
    let positions = say(lang, "positions", "posiciones");
    out += &format!("\n{} {positions}, {:.2} ms\n", solved.nodes, solved.ms);
    out
}

/// Formats best play by all seats like the moves of a record.
fn line(round: &Round, solved: &Solved) -> Vec<String> {
    let mut round = round.clone();
    let moves = solved.best_line.iter().filter_map(|action| {
        let step = round.play(*action).ok()?;
        let done = MoveRecord::of_move(&step.mv);
        Some(format!("{}: {}", side::letter(done.seat), done.what))
    });
    moves.collect()
}

/// Describes a value for the side `own`.
fn verdict(value: i16, own: Side, rules: &Rules, objective: Objective, lang: Lang) -> String {
    let other = Side::all(rules.n_sides())
        .find(|side| *side != own)
        .unwrap_or(own);
    let winner = if value > 0 { own } else { other };
    let who = side::name(rules, winner);
    match (objective, value) {
        (Objective::Result, 0) => {
            say(lang, "the round is tied", "la mano queda empatada").to_owned()
        }
        (Objective::Result, _) => {
            let wins = say(lang, "wins the round", "gana la mano");
            format!("{who} {wins}")
        }
        (Objective::Points, 0) => say(
            lang,
            "neither side makes more points",
            "ningún bando suma más puntos",
        )
        .to_owned(),
        (Objective::Points, points) => {
            let points = points.unsigned_abs();
            let more = match (lang, points) {
                (Lang::En | Lang::Fr, 1) => "makes 1 point more".to_owned(),
                (Lang::En | Lang::Fr, _) => format!("makes {points} points more"),
                (Lang::Es, 1) => "suma 1 punto más".to_owned(),
                (Lang::Es, _) => format!("suma {points} puntos más"),
            };
            format!("{who} {more}")
        }
    }
}
