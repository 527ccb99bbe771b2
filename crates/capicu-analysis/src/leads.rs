//! The values of possible leads from a hand.

use capicu::rules::{Lead as LeadRule, NextOpener, OpeningLead, PosePass, Score};
use capicu::{
    Action, BySeat, BySide, Duty, Match, Opening, Rules, Seat, Setup, Standing, TableView, Tile,
    TileSet, View, VisibleEvent,
};

use capicu_i18n::Texts;

use crate::compare::{BATCHES, Bench, error, with_unseen};
use crate::played::Decision;
use crate::text::percent;
use crate::units::{WHOLE, rounded};

/// The number of batches of deals that find the best lead.
const SCREENING: usize = 8;

/// The number of all batches; those after [`SCREENING`] compare on fresh deals.
const ALL: usize = SCREENING + 16;

/// A hand about to lead at a given score: seat A, in a round after the first.
#[derive(Clone, Debug)]
pub struct Poser {
    decision: Decision,
    nodes: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoLeads {
    /// The game deals another number of tiles.
    HandSize {
        there: usize,
        due: usize,
    },
    NotInGame(Tile),
    Scores {
        there: usize,
        due: usize,
    },
    /// The match has ended at such a score.
    MatchOver,
    /// The rules void such a hand, or it has only one possible lead.
    Nothing,
    /// In this game the tiles decide every lead, for instance the highest double.
    Named,
    /// The tiles decide the lead at this score, such as love all. With a win of its side, the seat leads freely.
    NamedAtScore,
}

impl NoLeads {
    /// The error in words, with a remedy.
    pub fn told(&self, texts: Texts) -> String {
        match self {
            Self::NotInGame(tile) => texts.text_not_in_game(&tile.to_string()),
            Self::HandSize { there, due } => texts.pose_hand_size(*there, *due),
            Self::Scores { there, due } => texts.pose_scores(*there, *due),
            Self::MatchOver => texts.pose_over(),
            Self::Nothing => texts.pose_nothing(),
            Self::Named => texts.pose_named(),
            Self::NamedAtScore => texts.pose_named_at_score(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    number: usize,
    /// The mean chance of the match for each lead, in thousandths of a millionth.
    means: Vec<i64>,
    deals: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    pub action: Action,
    /// The chance to win the match with it, in millionths.
    pub chance: i64,
    /// The standard error of `chance`.
    pub error: i64,
    /// The loss against the best lead, in millionths of a round. It comes from other deals than the choice of the best
    /// lead, so it may be negative.
    pub loss: i64,
    pub loss_error: i64,
}

impl Lead {
    /// Whether the best lead is better for certain: by more than three times the error.
    pub const fn is_worse(&self) -> bool {
        self.loss > 0 && self.loss > 3 * self.loss_error
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leads {
    /// The best lead, then the others by loss.
    pub leads: Vec<Lead>,
    pub deals: u32,
    /// The value of the round in millionths of the match: the difference between a usual win and a usual loss.
    pub stake: i64,
}

impl Leads {
    /// A row for each lead: the lead, its chance, its loss, and a remark.
    pub fn rows(&self, texts: Texts) -> Vec<[String; 4]> {
        let within = |value, error: i64| format!("{} ± {}", percent(value), percent(2 * error));
        let rows = self.leads.iter().enumerate().map(|(place, lead)| {
            let (loss, remark) = match (place, lead.is_worse()) {
                (0, _) => (String::new(), texts.pose_best()),
                (_, true) => (within(lead.loss, lead.loss_error), String::new()),
                (_, false) => (within(lead.loss, lead.loss_error), texts.pose_close()),
            };
            let chance = within(lead.chance, lead.error);
            [lead.action.to_string(), chance, loss, remark]
        });
        rows.collect()
    }

    pub fn told(&self, texts: Texts) -> String {
        texts.pose_deals(self.deals, &percent(self.stake))
    }
}

impl Poser {
    pub const BATCHES: usize = ALL;

    /// The default score. All sides have zero, unless the tiles then decide the lead and a win of the leader's side
    /// avoids that.
    pub fn usual_scores(rules: &Rules) -> Vec<u16> {
        let mut scores = BySide::<u16>::new(rules.n_sides());
        if rules.score == Score::Games && named(rules, scores) {
            scores[rules.side(Seat::default())] = 1;
        }
        scores.as_slice().to_vec()
    }

    /// A hand at a score, with the player's side first, and the total nodes for each lead. Fails if such a choice cannot
    /// occur.
    pub fn new(rules: Rules, scores: &[u16], hand: TileSet, nodes: u64) -> Result<Self, NoLeads> {
        if let Some(tile) = (hand - rules.tiles()).into_iter().next() {
            return Err(NoLeads::NotInGame(tile));
        }
        let due = usize::from(rules.hand.get());
        if hand.len() != due {
            let there = hand.len();
            return Err(NoLeads::HandSize { there, due });
        }
        let due = usize::from(rules.n_sides());
        if scores.len() != due {
            let there = scores.len();
            return Err(NoLeads::Scores { there, due });
        }
        let scores = BySide::from_slice(scores).ok_or(NoLeads::Nothing)?;
        let standing = standing(&rules, scores);
        let duty = duty(&rules, &standing, hand)?;
        let view = opening(&rules, standing, duty, hand).ok_or(NoLeads::Nothing)?;
        Setup::of_view(&view)
            .ok_or(NoLeads::Nothing)?
            .check()
            .map_err(|_| NoLeads::MatchOver)?;
        let actions: Vec<Action> = view.distinct_actions().to_vec();
        if actions.len() < 2 || capicu_ai::Knowledge::of(&view).is_err() {
            return Err(NoLeads::Nothing);
        }
        Ok(Self {
            decision: Decision {
                round: 2,
                turn: 1,
                game: Match::new(rules).at(standing),
                turns: Vec::new(),
                view,
                actions,
                played: 0,
            },
            nodes,
        })
    }

    pub fn actions(&self) -> &[Action] {
        &self.decision.actions
    }

    /// Plays all leads in one batch of deals, with equal deals and luck for each. Batches are independent: they may run
    /// in any order, on any number of threads.
    pub fn batch(&self, number: usize) -> Option<Batch> {
        let leads = self.decision.actions.len() as u64;
        let nodes = (self.nodes * leads / ALL as u64).max(1);
        let (means, deals) = Bench::new(&self.decision).means(number as u64, nodes)?;
        Some(Batch {
            number,
            means,
            deals,
        })
    }

    /// Combines batches in any order; `None` with fewer than [`Poser::FEWEST`].
    pub fn leads(&self, batches: &[Batch]) -> Option<Leads> {
        let (screening, fresh): (Vec<_>, Vec<_>) =
            batches.iter().partition(|batch| batch.number < SCREENING);
        let wider = BATCHES
            .iter()
            .rev()
            .find(|(n, _)| *n as usize <= fresh.len());
        let wider = wider.map(|(_, wider)| *wider)?;
        if screening.len() < SCREENING {
            return None;
        }
        let of = |batches: &[&Batch], lead: usize| {
            let means = batches.iter().map(|batch| batch.means[lead]);
            means.collect::<Vec<i64>>()
        };
        let n = self.decision.actions.len();
        let by_sum = |lead: &usize| of(&screening, *lead).iter().sum::<i64>();
        // The first of equals.
        let best = (0..n).rev().max_by_key(by_sum)?;
        let deals = fresh.iter().map(|batch| batch.deals).sum();
        let stake = Bench::new(&self.decision).stake();
        let in_rounds = |game: i64| match stake {
            0 => 0,
            stake => rounded(game * WHOLE, stake),
        };
        let spread = |means: &[i64]| (error(means) * wider + 999) / 1_000;
        let mean = |means: &[i64]| rounded(means.iter().sum(), 1_000 * means.len() as i64);
        let mut leads: Vec<Lead> = (0..n)
            .map(|lead| {
                let own = of(&fresh, lead);
                let off: Vec<i64> = of(&fresh, best)
                    .iter()
                    .zip(&own)
                    .map(|(a, b)| a - b)
                    .collect();
                let loss_error = match lead == best {
                    true => 0,
                    false => with_unseen(spread(&off), stake, deals),
                };
                Lead {
                    action: self.decision.actions[lead],
                    chance: mean(&own),
                    error: spread(&own),
                    loss: in_rounds(mean(&off)),
                    loss_error: in_rounds(loss_error),
                }
            })
            .collect();
        let first = leads.remove(best);
        leads.sort_by_key(|lead| lead.loss);
        leads.insert(0, first);
        Some(Leads {
            leads,
            deals,
            stake,
        })
    }

    /// The fewest batches with a result: those that find the best lead, and eight that compare.
    pub const FEWEST: usize = SCREENING + BATCHES[0].0 as usize;
}

/// A standing after one won round, with these scores.
fn standing(rules: &Rules, scores: BySide<u16>) -> Standing {
    Standing {
        scores,
        round: 1,
        decided: 1,
        ..Standing::new(rules)
    }
}

/// Whether the tiles decide the opener and the lead at this score.
fn named(rules: &Rules, scores: BySide<u16>) -> bool {
    let standing = standing(rules, scores);
    rules.opener.is_named_by_tile() && standing.tiles_name_opener(rules) == Some(true)
}

fn duty(rules: &Rules, standing: &Standing, hand: TileSet) -> Result<Duty, NoLeads> {
    let doubles = hand & TileSet::DOUBLES;
    if named(rules, standing.scores) {
        let naming = rules.naming_tiles(standing.round);
        let tile = naming.into_iter().find(|tile| hand.contains(*tile));
        return match (tile, rules.opening_lead) {
            (Some(tile), OpeningLead::AnyTile) => Ok(Duty::Holder(tile)),
            (None, OpeningLead::AnyTile) => Err(NoLeads::Nothing),
            (_, OpeningLead::ThatTile) if rules.next_opener != NextOpener::SameTest => {
                Err(NoLeads::NamedAtScore)
            }
            (_, OpeningLead::ThatTile) => Err(NoLeads::Named),
        };
    }
    match (rules.lead, rules.pose_pass) {
        (LeadRule::Double, _) if !doubles.is_empty() => Ok(Duty::Double),
        (LeadRule::Double, PosePass::Free | PosePass::Counts) => Err(NoLeads::Nothing),
        _ => Ok(Duty::Any),
    }
}

/// The view of seat A before its lead.
fn opening(rules: &Rules, standing: Standing, duty: Duty, hand: TileSet) -> Option<View> {
    let held = rules.hand.get() as u8;
    let n = rules.n_seats();
    let seat = Seat::default();
    let mut table = TableView::new(*rules, seat);
    table.observe(&VisibleEvent::Dealt {
        opening: Opening {
            seat,
            duty,
            may_hand_over: false,
        },
        standing,
        hand: Some(hand),
        held: BySeat::from_fn(n, |_| held),
        boneyard: (rules.tiles().len() - usize::from(n) * usize::from(held)) as u8,
    });
    table.round().cloned()
}
