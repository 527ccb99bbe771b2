//! Formats hints as text and as JSON.

use capicu_i18n::Texts;
use capicu_record::side;
use serde_json::{Value, json};

use super::Advice;

pub fn json(advice: &Advice, nodes: u64, seed: u64) -> Value {
    let Advice {
        game,
        view,
        judged,
        hint,
    } = advice;
    let actions = judged.iter().map(|judged| {
        json!({
            "action": judged.action.to_string(),
            "share": judged.share,
            "worth": judged.worth,
            "rounds": judged.rounds,
        })
    });
    let hand: Vec<String> = view
        .hand()
        .into_iter()
        .map(|tile| tile.to_string())
        .collect();
    json!({
        "game": game,
        "players": view.board().rules().n_seats(),
        "seat": side::letter(view.seat()).to_string(),
        "hand": hand,
        "nodes": nodes,
        "seed": seed,
        "best": judged.first().map(|best| best.action.to_string()),
        "actions": actions.collect::<Vec<_>>(),
        "shuts_out": hint.as_ref().and_then(|hint| hint.shuts_out),
        "clues": hint
            .iter()
            .flat_map(|hint| &hint.clues)
            .map(capicu_analysis::clue)
            .collect::<Vec<_>>(),
    })
}

pub fn text(advice: &Advice, texts: Texts) -> String {
    let Some(best) = advice.judged.first() else {
        return String::new();
    };
    let seat = side::letter(advice.view.seat()).to_string();
    let best = best.action.to_string();
    let Some(hint) = &advice.hint else {
        return texts.hint_only(&seat, &best) + "\n";
    };
    let mut out = texts.hint_best(&seat, &best) + "\n\n";
    let (share, worth) = (texts.hint_share(), texts.hint_worth());
    out += &format!("  {:<12}{share:>12}{worth:>12}\n", "");
    for judged in &advice.judged {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let (share, worth) = (percent(judged.share), percent(judged.worth));
        let action = judged.action.to_string();
        out += &format!("  {action:<12}{share:>12}{worth:>12}\n");
    }
    out += &format!("\n{}\n", texts.hint_meaning());
    for clue in &hint.clues {
        let clue = texts.clue(clue, |mv| mv + 1, &|seat| side::letter(seat).to_string());
        out += &format!("{clue}\n");
    }
    if let Some(shuts_out) = hint.shuts_out {
        out += &format!("{}\n", texts.hint_shuts((100.0 * shuts_out).round() as u8));
    }
    out
}
