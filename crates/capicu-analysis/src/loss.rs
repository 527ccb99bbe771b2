//! The losses of choices.

use std::sync::atomic::AtomicBool;

use capicu::{BySide, Clue, Side};
use capicu_ai::Belief;
use capicu_i18n::Texts;

use crate::compare::{Bench, Compared, NEVER};
use crate::played::Decision;
use crate::units::{WHOLE, rounded};

/// The class of a choice by its loss in shares of a round. Mistakes need a loss of more than three times its error; the
/// loss minus its error decides their class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// All actions were equal in every deal, so there was no choice.
    Alike,
    /// The loss is negligible.
    Good,
    /// The loss may be 2 % or more, but the error is too large.
    TooClose,
    /// At least 2 %.
    Inaccuracy,
    /// At least 5 %.
    Error,
    /// At least 10 %.
    Blunder,
}

/// The smallest loss of each class, in millionths of a round.
const CLASSES: [(i64, Class); 3] = [
    (100_000, Class::Blunder),
    (50_000, Class::Error),
    (LEAST, Class::Inaccuracy),
];

const LEAST: i64 = 20_000;

impl Class {
    /// Every class, the best first.
    pub(crate) const ALL: [Self; 6] = [
        Self::Alike,
        Self::Good,
        Self::TooClose,
        Self::Inaccuracy,
        Self::Error,
        Self::Blunder,
    ];

    pub fn is_mistake(self) -> bool {
        self >= Self::Inaccuracy
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Alike => "alike",
            Self::Good => "good",
            Self::TooClose => "too-close",
            Self::Inaccuracy => "inaccuracy",
            Self::Error => "error",
            Self::Blunder => "blunder",
        }
    }

    /// The class of a loss. `spread` is the part of its error from differences between deals, in rounds.
    fn of(loss: &Loss, spread: i64) -> Self {
        let Loss { round, error, .. } = loss;
        let named = CLASSES
            .iter()
            .find(|(from, _)| round - error.round >= *from);
        match named {
            Some((_, class)) if loss.is_certain() => *class,
            _ if round + 2 * spread >= LEAST => Self::TooClose,
            _ => Self::Good,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The facts alone show it: the tiles on the table, passes and draws.
    Known,
    /// Only an inference from the others' choices shows it.
    Readable,
}

impl Kind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::Readable => "readable",
        }
    }

    pub(crate) fn told(self, texts: Texts) -> String {
        match self {
            Self::Known => texts.analysis_known(),
            Self::Readable => texts.analysis_readable(),
        }
    }
}

/// A loss or an error, in millionths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    pub game: i64,
    pub round: i64,
}

/// The loss of a side by a choice, compared with the best other action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loss {
    /// In chances of the match, in millionths; negative if the choice was better.
    pub game: i64,
    /// In millionths of a round: of the difference between a usual win and a usual loss.
    pub round: i64,
    /// The standard errors of both.
    pub error: Share,
}

#[derive(Clone, Debug)]
pub struct Judged {
    /// The best of the other actions, as an index.
    pub rival: Option<usize>,
    /// The loss against the rival.
    pub loss: Loss,
    /// The effect of the choice on the match chance of each side, in millionths. Zero if the loss is at most three
    /// times its error.
    pub effect: BySide<i64>,
    pub class: Class,
    /// For mistakes, the knowledge needed to see them, and the loss by the facts alone.
    pub kind: Option<(Kind, Loss)>,
    /// For mistakes, the visible reasons against them.
    pub clues: Vec<Clue>,
    pub deals: u32,
    pub is_deepened: bool,
}

/// The factor for additional nodes of an unclear choice.
const DEEPER: u64 = 20;

/// The share of nodes for choosing the rival, in percent.
const SCREENING: u64 = 40;

/// Numbers that separate the deals of different purposes.
const PURPOSES: [u64; 5] = [1, 2, 3, 4, 5];

impl Judged {
    /// Analyzes a choice with this number of nodes, or up to twenty times more if it is unclear. `None` if the view is
    /// inconsistent.
    pub fn of(decision: &Decision, nodes: u64) -> Option<Self> {
        Self::until(decision, nodes, &NEVER)
    }

    /// Like [`of`](Self::of). If `stop` is raised, discard the result.
    pub(crate) fn until(decision: &Decision, nodes: u64, stop: &AtomicBool) -> Option<Self> {
        let board = decision.view.board();
        let side = board.rules().side(decision.seat());
        let mut bench = Bench::until(decision, stop);
        let stake = bench.stake();
        let part = |nodes: u64| nodes * SCREENING / 100;
        let [scan, count, again, deeper, known] = PURPOSES;
        let nobody = BySide::new(board.rules().n_sides());
        let mut judged = Self {
            rival: None,
            loss: Loss::default(),
            effect: nobody,
            class: Class::Alike,
            kind: None,
            clues: Vec::new(),
            deals: 0,
            is_deepened: false,
        };
        let Some(mut rival) = bench.rival(Belief::Play, part(nodes), scan) else {
            return Some(judged);
        };
        let rest = nodes - part(nodes);
        let mut compared = bench.compare(rival, Belief::Play, rest, count)?;
        let mut loss = Loss::of(&compared, side, stake);
        let nodes = nodes.saturating_mul(DEEPER);
        let spread = |compared: &Compared| in_rounds(compared.spread, stake);
        if Class::of(&loss, spread(&compared)) != Class::Good {
            if let Some(found) = bench.rival(Belief::Play, part(nodes), again) {
                rival = found;
            }
            compared = bench.compare(rival, Belief::Play, nodes - part(nodes), deeper)?;
            loss = Loss::of(&compared, side, stake);
            judged.is_deepened = true;
        }
        judged.class = Class::of(&loss, spread(&compared));
        judged.rival = Some(rival);
        judged.loss = loss;
        judged.deals = compared.deals;
        if loss.is_certain() {
            judged.effect = compared.by_side;
        }
        if judged.class.is_mistake() {
            let by_facts = bench.compare(rival, Belief::Facts, nodes / 2, known)?;
            let by_facts = Loss::of(&by_facts, side, stake);
            let kind = match by_facts.is_certain() {
                true => Kind::Known,
                false => Kind::Readable,
            };
            judged.kind = Some((kind, by_facts));
            judged.look_for_clues(decision);
        }
        Some(judged)
    }

    /// Adds the clues of a mistake.
    pub(crate) fn look_for_clues(&mut self, decision: &Decision) {
        if let Some(rival) = self.rival.filter(|_| self.class.is_mistake()) {
            let better = decision.actions[rival];
            self.clues = capicu_ai::clues(&decision.view, better, decision.action());
            self.clues.truncate(capicu_ai::MOST_CLUES);
        }
    }
}

impl Loss {
    /// Whether the loss is more than three times its error.
    pub const fn is_certain(&self) -> bool {
        self.game > 0 && self.game > 3 * self.error.game
    }

    fn of(compared: &Compared, side: Side, stake: i64) -> Self {
        let game = -compared.by_side[side];
        Self {
            game,
            round: in_rounds(game, stake),
            error: Share {
                game: compared.error,
                round: in_rounds(compared.error, stake),
            },
        }
    }
}

/// Converts a chance of the match into shares of a round with this stake.
const fn in_rounds(game: i64, stake: i64) -> i64 {
    match stake {
        0 => 0,
        stake => rounded(game * WHOLE, stake),
    }
}

#[cfg(test)]
mod tests {
    use capicu::fair::Seed;
    use capicu::{Fact as Happened, Game, Seat, Table, TableView, Waiting};
    use capicu_ai::{Bot, Counter, Equity};
    use chacha20::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::*;
    use crate::played::Played;

    /// The choices in some rounds between `counter` bots.
    fn decisions(seed: u64, rounds: usize) -> Vec<Decision> {
        let rules = Game::by_id("block").and_then(|game| game.rules(2));
        let rules = rules.expect("a game");
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let seed = Seed::from_number(seed);
        let mut table = Table::new(rules);
        let mut views: Vec<_> = Seat::all(rules.n_seats())
            .map(|seat| TableView::new(rules, seat))
            .collect();
        let mut facts = Vec::new();
        let mut dealt = 0;
        loop {
            let fact = match table.waiting() {
                Waiting::Act(seat) => {
                    let view = views[seat.index()].round().expect("a round");
                    Happened::Acted(Counter.choose(view, rng).expect("its turn"))
                }
                _ if dealt == rounds => break,
                _ => {
                    dealt += 1;
                    seed.next(&table).expect("the match goes on")
                }
            };
            for event in table.apply(&fact).expect("it can happen") {
                for view in &mut views {
                    view.observe(&event.visible_to(view.viewer()));
                }
            }
            facts.push(fact);
        }
        Played::of_facts(rules, &facts)
            .expect("it was played")
            .decisions
    }

    /// Of the choices that lose 10 % of a round or more, at least 95 % are found to be mistakes. The true losses come
    /// from many more deals with another random source.
    #[test]
    fn blunders_are_found_in_95_percent() {
        let (mut planted, mut found) = (0, 0);
        let all = (21..25).flat_map(|seed| decisions(seed, 5));
        for decision in all {
            let board = decision.view.board();
            let side = board.rules().side(decision.seat());
            let stake = (Equity::stake(board, side) * WHOLE as f64 + 0.5) as i64;
            let mut bench = Bench::new(&decision);
            let Some(best) = bench.rival(Belief::Play, 4_000, 77) else {
                continue;
            };
            let lost = |other: usize, nodes| {
                let tried = Decision {
                    played: other,
                    ..decision.clone()
                };
                let compared = Bench::new(&tried).compare(best, Belief::Play, nodes, 78);
                Loss::of(&compared.expect("it can be"), side, stake)
            };
            let others = (0..decision.actions.len()).filter(|other| *other != best);
            let worst = others.max_by_key(|other| lost(*other, 2_000).round);
            let Some(played) = worst.filter(|played| {
                let surely = |loss: Loss| loss.round - 2 * loss.error.round;
                lost(*played, 2_000).round >= 100_000 && surely(lost(*played, 60_000)) >= 100_000
            }) else {
                continue;
            };
            let blunder = Decision { played, ..decision };
            let judged = Judged::of(&blunder, 20_000).expect("it can be");
            planted += 1;
            found += usize::from(judged.class.is_mistake());
        }
        println!("{found} of {planted} found");
        assert!(
            planted >= 20 && 100 * found >= 95 * planted,
            "{found} of {planted}"
        );
    }

    /// Classes by hand: a loss of 12 % with an error of 0.5 % is a blunder. An uncertain loss has no class, and neither
    /// has a certain but tiny one.
    #[test]
    fn class_depends_on_loss_and_error() {
        let loss = |round, error| Loss {
            game: round,
            round,
            error: Share {
                game: error,
                round: error,
            },
        };
        for (round, error, class) in [
            (120_000, 5_000, Class::Blunder),
            (120_000, 30_000, Class::Error),
            (120_000, 61_000, Class::TooClose),
            (30_000, 5_000, Class::Inaccuracy),
            (30_000, 16_000, Class::TooClose),
            (5_000, 1_000, Class::Good),
            (-50_000, 10_000, Class::Good),
            (-50_000, 40_000, Class::TooClose),
        ] {
            assert_eq!(
                Class::of(&loss(round, error), error),
                class,
                "{round} {error}"
            );
        }
    }
}
