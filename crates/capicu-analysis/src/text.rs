//! An analysis in words.

use capicu::{Action, Seat};
use capicu_i18n::Texts;
use capicu_record::side;

use crate::analysis::Analysis;
use crate::grid::Grid;
use crate::loss::{Class, Judged};
use crate::moment::class;
use crate::played::Decision;
use crate::player::{Losses, Phase, Player, Report};
use crate::sum::{Terms, WhyNot};
use crate::units::{WHOLE, rounded};

/// The analysis for a terminal: the sum, the mistakes and the players.
pub fn text(analysis: &Analysis<'_>, texts: Texts) -> String {
    let mut out = String::new();
    let side = side::name(&analysis.played.rules, analysis.side());
    match &analysis.sum {
        Ok((rounds, terms)) => {
            out += &format!("{}\n\n", texts.analysis_seen(&side));
            for (what, number) in rows(analysis, terms, &letter, texts) {
                out += &format!("  {what:<40}{number:>8}\n");
            }
            out += "\n";
            let heads = [
                texts.analysis_round(),
                texts.analysis_begins(),
                texts.analysis_dealt(),
                texts.analysis_drawn(),
                texts.analysis_mistakes_of(&side),
                texts.analysis_others(),
                texts.analysis_ends(),
            ];
            let widths = heads.each_ref().map(|head| head.chars().count().max(7) + 2);
            let mut line = |cells: &[String]| {
                for (cell, width) in cells.iter().zip(widths) {
                    out += &format!("{cell:>width$}");
                }
                out += "\n";
            };
            line(&heads);
            for round in rounds {
                line(&round_cells(analysis, round.number, &round.terms));
            }
        }
        Err(why) => out += &format!("{}\n", told_why(*why, texts)),
    }
    if !analysis.played.left_out.is_empty() {
        let rounds = analysis.played.left_out.iter().map(ToString::to_string);
        let rounds: Vec<String> = rounds.collect();
        out += &format!("{}\n", texts.analysis_left_out(&rounds.join(", ")));
    }
    out += &format!("\n{}\n", texts.analysis_mistakes());
    let mistakes = analysis.mistakes();
    if mistakes.is_empty() {
        out += &format!("  {}\n", texts.analysis_none());
    }
    for (decision, judged) in &mistakes {
        out += "\n";
        for line in card(decision, judged, texts) {
            out += &format!("  {line}\n");
        }
    }
    if let Some(close) = told_close(analysis, texts) {
        out += &format!("\n{close}\n");
    }
    out += &format!("\n{}\n", texts.analysis_players());
    for seat in Seat::all(analysis.played.rules.n_seats()) {
        out += &format!("  {}\n", name(analysis, seat));
        for line in player(&Player::of(analysis, seat), texts) {
            out += &format!("    {line}\n");
        }
    }
    out += &format!("\n{}\n", texts.analysis_within());
    out
}

/// A grid for a terminal: a line per tile with its probability in each place, in percent.
pub fn grid(grid: &Grid, texts: Texts) -> String {
    let seat = side::letter(grid.seat).to_string();
    let mut out = format!("{}\n", texts.analysis_knew(&seat));
    let rows = grid_rows(grid, texts);
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|at| rows.iter().map(|row| row[at].chars().count()).max())
        .map(|width| width.unwrap_or(0) + 2)
        .collect();
    for row in rows {
        for (cell, width) in row.iter().zip(&widths) {
            out += &format!("{cell:>width$}");
        }
        out += "\n";
    }
    out
}

/// A grid as rows of cells; the first row has the headings.
pub fn grid_rows(grid: &Grid, texts: Texts) -> Vec<Vec<String>> {
    let boneyard = grid.has_sleepers();
    let others = || grid.others().map(|seat| side::letter(seat).to_string());
    let mut heads: Vec<String> = [texts.analysis_tile()]
        .into_iter()
        .chain(others())
        .collect();
    if boneyard {
        heads.push(texts.analysis_asleep());
    }
    let mut rows = vec![heads];
    for row in &grid.rows {
        let mut cells = vec![row.tile.to_string()];
        cells.extend(grid.others().map(|seat| chance(row.held[seat])));
        if boneyard {
            cells.push(chance(row.boneyard));
        }
        rows.push(cells);
    }
    rows
}

/// Converts thousandths to percent; a dash if impossible.
fn chance(thousandths: u16) -> String {
    match thousandths {
        0 => "-".to_owned(),
        1_000 => "100".to_owned(),
        n => percent(1_000 * i64::from(n)),
    }
}

/// Converts millionths to percent with one decimal, without the percent sign.
pub fn percent(millionths: i64) -> String {
    let tenths = rounded(millionths, 1_000);
    let sign = if tenths < 0 { "-" } else { "" };
    let tenths = tenths.abs();
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// Converts a difference in millionths to percent, with its sign.
fn change(millionths: i64) -> String {
    let told = percent(millionths);
    match millionths {
        1.. if told != "0.0" => format!("+{told}"),
        _ => told,
    }
}

/// The terms of the match in words, with the numbers.
pub fn rows(
    analysis: &Analysis<'_>,
    terms: &Terms,
    who: &dyn Fn(Seat) -> String,
    texts: Texts,
) -> Vec<(String, String)> {
    let mut rows = vec![
        (texts.analysis_start(), percent(terms.start)),
        (texts.analysis_deals(), change(terms.deals)),
        (texts.analysis_draws(), change(terms.draws)),
    ];
    for (seat, brought) in terms.mistakes.entries() {
        rows.push((texts.analysis_mistakes_of(&who(seat)), change(*brought)));
    }
    rows.push((texts.analysis_lay(), change(terms.lay)));
    rows.push((texts.analysis_estimate(), change(terms.estimate)));
    if terms.calls != 0 {
        rows.push((texts.analysis_calls(), change(terms.calls)));
    }
    let after = analysis.played.rounds.last().and_then(|r| r.after.as_ref());
    let is_over = after.is_some_and(|game| game.result().is_some());
    let result = match (is_over, terms.sum()) {
        (true, WHOLE) => texts.analysis_won(),
        (true, _) => texts.analysis_lost(),
        (false, _) => texts.analysis_so_far(),
    };
    rows.push((result, percent(terms.sum())));
    rows
}

/// The numbers of a round: number, start, deals, draws, the player's side's mistakes, the rest, end.
fn round_cells(analysis: &Analysis<'_>, number: usize, terms: &Terms) -> [String; 7] {
    let rules = &analysis.played.rules;
    let own: i64 = rules
        .members(analysis.side())
        .map(|s| terms.mistakes[s])
        .sum();
    let rest = terms.sum() - terms.start - terms.deals - terms.draws - own;
    [
        number.to_string(),
        percent(terms.start),
        change(terms.deals),
        change(terms.draws),
        change(own),
        change(rest),
        percent(terms.sum()),
    ]
}

pub fn told_why(why: WhyNot, texts: Texts) -> String {
    match why {
        WhyNot::Tiles => texts.analysis_no_tiles(),
        WhyNot::Stopped => texts.analysis_no_stopped(),
        WhyNot::NoRound => texts.analysis_no_round(),
    }
}

pub fn told_close(analysis: &Analysis<'_>, texts: Texts) -> Option<String> {
    let all = analysis.decisions();
    let close = all
        .filter(|(_, judged)| judged.class == Class::TooClose)
        .count();
    (close > 0).then(|| texts.analysis_close(close))
}

/// A mistake in lines: the move, its cost, the table, the hand, the actions, and the visible reasons.
pub fn card(decision: &Decision, judged: &Judged, texts: Texts) -> Vec<String> {
    card_of(&letter, decision, judged, texts)
}

pub(crate) fn card_of(
    who: &dyn Fn(Seat) -> String,
    decision: &Decision,
    judged: &Judged,
    texts: Texts,
) -> Vec<String> {
    let class = class(judged.class, texts);
    let loss = &judged.loss;
    let mut lines = vec![
        texts.analysis_mistake(decision.round, decision.turn, &who(decision.seat()), &class),
        texts.analysis_costs(
            &percent(loss.game),
            &percent(2 * loss.error.game),
            &percent(loss.round),
            &percent(2 * loss.error.round),
        ),
    ];
    let moves = decision.view.moves();
    let table = match moves {
        [] => texts.analysis_nothing_laid(),
        moves => {
            let moves = moves
                .iter()
                .map(|mv| format!("{}: {}", who(mv.seat), texts.noted(mv.action)));
            moves.collect::<Vec<_>>().join("  ")
        }
    };
    let hand = decision.view.hand().into_iter();
    let hand: Vec<String> = hand.map(|tile| tile.to_string()).collect();
    let shown = |what: String, how: &str| format!("  {what}: {how}");
    let action = |action: Action| texts.noted(action);
    lines.push(shown(texts.analysis_table(), &table));
    lines.push(shown(texts.analysis_hand(), &hand.join(" ")));
    lines.push(shown(texts.analysis_played(), &action(decision.action())));
    if let Some(rival) = judged.rival {
        lines.push(shown(
            texts.analysis_better(),
            &action(decision.actions[rival]),
        ));
    }
    let turn = |mv: usize| decision.turns.get(mv).copied().unwrap_or_default();
    let clues = judged.clues.iter();
    let clues = clues.map(|clue| texts.clue(clue, turn, who));
    lines.extend(clues.map(|clue| format!("  {clue}")));
    if let Some((kind, _)) = judged.kind {
        lines.push(format!("  {}", kind.told(texts)));
    }
    lines
}

fn letter(seat: Seat) -> String {
    side::letter(seat).to_string()
}

pub fn name(analysis: &Analysis<'_>, seat: Seat) -> String {
    let letter = side::letter(seat).to_string();
    match &analysis.played.names[seat.index()] {
        Some(name) => format!("{letter} ({name})"),
        None => letter,
    }
}

/// The results of a player in lines: losses, mistakes, losses by phase, mistakes by kind, luck.
pub fn player(player: &Player, texts: Texts) -> Vec<String> {
    let [inaccuracies, errors, blunders] = player.mistakes;
    let mut lines = vec![
        told_losses(&player.all, texts),
        texts.analysis_counts(inaccuracies, errors, blunders),
    ];
    let phases = Phase::ALL.iter().zip(&player.phases);
    let phases: Vec<String> = phases
        .filter(|(_, losses)| losses.choices > 0)
        .map(|(phase, losses)| {
            let phase = match phase {
                Phase::Lead => texts.analysis_phase_lead(),
                Phase::Middle => texts.analysis_phase_middle(),
                Phase::Ending => texts.analysis_phase_ending(),
            };
            format!("{phase} {}", told_mean(losses))
        })
        .collect();
    if !phases.is_empty() {
        lines.push(phases.join(", "));
    }
    let [known, readable] = player.kinds.map(|losses| losses.choices);
    if known + readable > 0 {
        lines.push(texts.analysis_kinds(known, readable));
    }
    if let (luck, 1..) = player.luck {
        lines.push(texts.analysis_luck(&change(luck)));
    }
    lines
}

fn told_losses(losses: &Losses, texts: Texts) -> String {
    let mean = percent(losses.mean());
    match losses.within() {
        Some(within) => texts.analysis_player(losses.choices, &mean, &percent(within)),
        None => texts.analysis_player_few(losses.choices, &mean),
    }
}

fn told_mean(losses: &Losses) -> String {
    let mean = percent(losses.mean());
    match losses.within() {
        Some(within) => format!("{mean} (± {}; {})", percent(within), losses.choices),
        None => format!("{mean} ({})", losses.choices),
    }
}

pub fn report(report: &Report, texts: Texts) -> String {
    let mut out = format!("{}\n", texts.analysis_report(report.matches));
    for (name, one) in &report.players {
        out += &format!("\n  {name} ({})\n", texts.analysis_matches(one.matches));
        for line in player(one, texts) {
            out += &format!("    {line}\n");
        }
    }
    out += &format!("\n{}\n", texts.analysis_within());
    out
}
