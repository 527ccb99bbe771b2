//! Positions as one line of text (`docs/position.md`).

use capicu::{Action, Outcome, Round, Rules, Seat, Setup, TileSet, Turn, View};
use capicu_ai::Level;
use capicu_picture::{Picture, laid};
use capicu_record::side;
use capicu_solver::{Objective, Solution, Solver, ending};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng as _;
use serde_json::{Value, json};

use crate::TEXTS;

fn setup(position: &str) -> Result<Setup, String> {
    position
        .parse()
        .map_err(|error| TEXTS.not_a_position(&error))
}

/// A position with all hands known.
fn round(position: &str) -> Result<Round, String> {
    Round::from_setup(&setup(position)?).map_err(|error| TEXTS.not_a_round(error))
}

/// The view of the seat to act. Other hands may be unknown.
fn own_view(position: &str) -> Result<View, String> {
    let setup = setup(position)?;
    let seat = to_act(&setup).ok_or("the round is over")?;
    setup.view(seat).map_err(|error| error.to_string())
}

/// The seat to act.
const fn to_act(setup: &Setup) -> Option<Seat> {
    match setup.turn {
        Turn::Open(opening) => Some(opening.seat),
        Turn::Play(seat) | Turn::Declare(seat) => Some(seat),
        Turn::Over => None,
    }
}

pub fn seat(number: u8, rules: &Rules) -> Result<Seat, String> {
    Seat::new(number)
        .filter(|seat| seat.index() < usize::from(rules.n_seats()))
        .ok_or_else(|| {
            format!(
                "there is no seat {number}: the last is {}",
                rules.n_seats() - 1
            )
        })
}

pub fn action(text: &str) -> Result<Action, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is not an action; write 6-6, 6-4@6-6, draw or pass"))
}

pub fn names(actions: impl IntoIterator<Item = Action>) -> Vec<String> {
    actions
        .into_iter()
        .map(|action| action.to_string())
        .collect()
}

/// Lists the legal actions of the seat to act. Other hands may be unknown.
///
/// # Errors
///
/// If the text is no position, or the round is over.
pub fn legal(position: &str) -> Result<Value, String> {
    Ok(names(own_view(position)?.legal_actions()).into())
}

/// Plays an action: the position after it, or the end of the round.
///
/// # Errors
///
/// If the text is no position, a hand is unknown, or the action is illegal.
pub fn play(position: &str, text: &str) -> Result<Value, String> {
    let mut round = round(position)?;
    round
        .play(action(text)?)
        .map_err(|why| TEXTS.not_legal(why))?;
    Ok(json!({
        "position": Setup::of(&round).map(|setup| setup.to_string()),
        "outcome": round.outcome().map(|end| outcome(end, round.board().rules())),
    }))
}

/// The end of a round.
fn outcome(outcome: &Outcome, rules: &Rules) -> Value {
    json!({
        "winner": outcome.winner.map(Seat::index),
        "side": outcome.side(rules).map(|side| side.index()),
    })
}

/// A position as one seat sees it: the other hands and the boneyard are unknown.
///
/// # Errors
///
/// If the text is no position, or the seat does not exist.
pub fn view(position: &str, number: u8) -> Result<String, String> {
    let round = round(position)?;
    let seat = seat(number, round.board().rules())?;
    let view = round.view_from_here(seat);
    let setup = Setup::of_view(&view).ok_or("this round has an irregularity")?;
    Ok(setup.to_string())
}

/// Draws the tiles on the table of a position, and the hand of the seat to act if it is known, as SVG.
///
/// # Errors
///
/// If the text is no position, or has `laid` and `ends` instead of `layout`, which alone has the order of play.
pub fn picture(position: &str) -> Result<String, String> {
    let setup = setup(position)?;
    let actions = laid(position).map_err(|error| error.to_string())?;
    if actions.is_empty() && setup.layout.first().is_some() {
        return Err("a picture needs the field `layout`, with the plays in order".to_owned());
    }
    Ok(drawn(&setup.rules, &actions, hand(&setup)))
}

/// The hand of the seat to act; empty if it is unknown.
pub fn hand(setup: &Setup) -> TileSet {
    let hand = to_act(setup).and_then(|seat| setup.hands[seat].known());
    hand.unwrap_or_default()
}

/// Draws the tiles that actions laid, with a hand below.
pub fn drawn(rules: &Rules, laid: &[Action], hand: TileSet) -> String {
    let picture = Picture {
        rules,
        laid,
        mark: None,
        hand,
    };
    picture.svg()
}

/// Solves a position with all hands open. `wanted` is `result` or `points`. Games without a fast form search at most
/// `budget` positions; the value is null if that is not enough.
///
/// # Errors
///
/// If the text is no position, or has more than two sides.
pub fn solve(position: &str, wanted: &str, budget: u64) -> Result<Value, String> {
    let objective = match wanted {
        "result" => Objective::Result,
        "points" => Objective::Points,
        _ => return Err(format!("`{wanted}` is no aim: write result or points")),
    };
    let round = round(position)?;
    let highest = round.board().rules().set.highest().value();
    let fast = match highest {
        0..=6 => Solver::<u32>::new().solve(&round, objective),
        7..=9 => Solver::<u64>::new().solve(&round, objective),
        _ => Solver::<u128>::new().solve(&round, objective),
    };
    let not_solved = |why: capicu_solver::NotSolved| why.to_string();
    let (to_act, value, actions, best, nodes) = match fast {
        Ok(Solution {
            to_act,
            value,
            actions,
            best_line,
            nodes,
            ..
        }) => {
            let actions: Vec<_> = actions
                .into_iter()
                .map(|(action, value)| (action, Some(value)))
                .collect();
            (to_act, Some(value), actions, best_line, nodes)
        }
        Err(capicu_solver::NotSolved::NotCovered(_)) => {
            let found = ending(&round, objective, budget).map_err(not_solved)?;
            let value = found.value();
            (found.to_act, value, found.actions, Vec::new(), found.nodes)
        }
        Err(why) => return Err(not_solved(why)),
    };
    let actions: Vec<Value> = actions
        .iter()
        .map(|(action, value)| json!({ "action": action.to_string(), "value": value }))
        .collect();
    Ok(json!({
        "toAct": to_act.index(),
        "seat": side::letter(to_act).to_string(),
        "value": value,
        "actions": actions,
        "line": names(best),
        "nodes": nodes,
    }))
}

/// The choice of a bot for the seat to act. It sees only the hand of that seat, even if the position has all hands.
///
/// # Errors
///
/// If the text is no position, the round is over, or there is no such level.
pub fn choose(position: &str, level: &str, seed: u64) -> Result<String, String> {
    let known: Result<u8, _> = level.parse();
    let found = match known {
        Ok(number) => Level::new(number),
        Err(_) => Level::named(level),
    };
    let level = found.ok_or_else(|| {
        let names: Vec<_> = Level::ALL.iter().map(|level| level.name()).collect();
        format!(
            "there is no level `{level}`: write a number or {}",
            names.join(", ")
        )
    })?;
    let view = own_view(position)?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let chosen = level.bot().choose(&view, &mut rng);
    chosen
        .map(|action| action.to_string())
        .ok_or_else(|| "it is not this seat's turn".to_owned())
}
