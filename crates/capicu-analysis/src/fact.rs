//! What could be known for certain at a choice, and anybody can check.

use capicu::{Action, Pip, Seat, TileSet, View};
use capicu_ai::Knowledge;

use crate::played::Decision;

/// Something that the facts show: the tiles on the table, the own hand, passes and draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// This seat holds nothing with this number: it had nothing to lay when the number was open.
    Lacks {
        /// Who.
        seat: Seat,
        /// The number.
        pip: Pip,
        /// Which of the moves of the round showed it, from 1.
        turn: usize,
        /// Whether it drew then; otherwise it passed.
        drew: bool,
    },
    /// In how many of a thousand deals this seat, the next to play, has nothing to lay, all deals that agree
    /// with the facts being equally likely.
    Shuts {
        /// Who.
        seat: Seat,
        /// After what was better.
        better: u16,
        /// After what was played.
        played: u16,
    },
    /// Of the tiles with a number that do not lie on the table, the seat that chose holds most.
    Holds {
        /// The number.
        pip: Pip,
        /// How many it holds after what was better.
        held: u8,
        /// How many others do not lie there.
        others: u8,
    },
}

/// Facts that are told of one choice.
const MOST: usize = 2;

/// Chances that differ by less, in thousandths, are not told.
const LEAST: u16 = 50;

/// Facts that speak for what was better, the most certain first.
pub fn of(decision: &Decision, rival: usize) -> Vec<Fact> {
    let view = &decision.view;
    let Ok(knowledge) = Knowledge::of(view) else {
        return Vec::new();
    };
    let (played, better) = (decision.action(), decision.actions[rival]);
    let (after_played, after_better) = (open(view, played), open(view, better));
    let rules = view.board().rules();
    let mut facts = Vec::new();
    for seat in view.seat().around(rules.n_seats()).skip(1) {
        let partner = rules.team(seat) == rules.team(view.seat());
        let [here, there] = match partner {
            true => [&after_played, &after_better],
            false => [&after_better, &after_played],
        };
        for pip in here.iter().filter(|pip| !there.contains(pip)) {
            facts.extend(lacks(decision, &knowledge, seat, *pip));
        }
    }
    facts.extend(shuts(view, &knowledge, played, better));
    for pip in after_better
        .iter()
        .filter(|pip| !after_played.contains(pip))
    {
        let laid = match better {
            Action::Lead(tile) | Action::Play { tile, .. } => TileSet::of(tile),
            _ => TileSet::EMPTY,
        };
        let held = (TileSet::suit(*pip) & (view.hand() - laid)).len() as u8;
        let others = (TileSet::suit(*pip) & view.unseen()).len() as u8;
        if held > 1 && held >= others {
            facts.push(Fact::Holds {
                pip: *pip,
                held,
                others,
            });
        }
    }
    facts.truncate(MOST);
    facts
}

/// The numbers that are open after an action that lays a tile.
fn open(view: &View, action: Action) -> Vec<Pip> {
    let board = view.board();
    match action {
        Action::Lead(_) | Action::Play { .. } => {
            let after = board.layout().after(action, board.rules());
            let mut pips: Vec<Pip> = after.ends().iter().map(|end| end.pip()).collect();
            pips.sort();
            pips.dedup();
            pips
        }
        Action::Draw | Action::Pass | Action::HandOver => Vec::new(),
    }
}

/// That a seat holds nothing with a number, if it has shown so.
fn lacks(decision: &Decision, knowledge: &Knowledge, seat: Seat, pip: Pip) -> Option<Fact> {
    let view = &decision.view;
    let unseen = TileSet::suit(pip) & view.unseen();
    let certain = knowledge.chance_of_none(seat, unseen)? > 1.0 - 1e-9;
    if unseen.is_empty() || !certain || view.board().held()[seat] == 0 || !view.is_regular() {
        return None;
    }
    let (mut at, mut shown) = (0, None);
    view.replay(|board, deed| {
        let unable = matches!(deed.action, Action::Pass | Action::Draw);
        let was_open = board.layout().ends().iter().any(|end| end.pip() == pip);
        if deed.seat == seat && unable && was_open {
            shown = Some((at, deed.action == Action::Draw));
        }
        at += 1;
    });
    let (at, drew) = shown?;
    Some(Fact::Lacks {
        seat,
        pip,
        turn: *decision.turns.get(at)?,
        drew,
    })
}

/// How often each action leaves the next to play nothing to lay, if they differ much.
fn shuts(view: &View, knowledge: &Knowledge, played: Action, better: Action) -> Option<Fact> {
    let board = view.board();
    let rules = board.rules();
    let around = view.seat().around(rules.n_seats()).skip(1);
    let seat = around.into_iter().find(|seat| board.held()[*seat] > 0)?;
    let chance = |action: Action| {
        if !matches!(action, Action::Lead(_) | Action::Play { .. }) {
            return None;
        }
        let open = board.layout().after(action, rules).playable();
        let none = knowledge.chance_of_none(seat, open)?;
        Some((1_000.0 * none + 0.5) as u16)
    };
    let (better, played) = (chance(better)?, chance(played)?);
    let partner = rules.team(seat) == rules.team(view.seat());
    let speaks = match partner {
        true => played >= better + LEAST,
        false => better >= played + LEAST,
    };
    speaks.then_some(Fact::Shuts {
        seat,
        better,
        played,
    })
}
