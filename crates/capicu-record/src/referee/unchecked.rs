//! Parts of a record that cannot be checked.

use capicu::rules::NoDouble;
use capicu::{Rules, Seat, Table, TileSet};
use capicu_i18n::Texts;

use super::claims::Claim;
use super::opening::by_tiles;
use super::world::World;
use crate::Place;
use crate::record::{EndClaim, RoundRecord, What};

/// A move or claim that only some deals of the unknown tiles allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unchecked {
    /// The round, from 1.
    pub round: usize,
    /// The part that cannot be checked.
    pub what: Unsure,
    /// The place in the text, if the record was read from one.
    pub place: Option<Place>,
    /// The reason why it cannot be checked.
    pub why: Why,
}

/// A part that cannot be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsure {
    /// A move of the round, from 1.
    Turn(usize),
    /// A claim about the round or the match.
    Claim(Claim),
    /// This option, which depends on hidden hands.
    Option(&'static str),
    /// Everything from this round onward.
    Rest,
}

/// Why a part cannot be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It depends on tiles that the record does not show.
    Tiles,
    /// Too many deals are possible to try them all.
    TooMany,
}

impl Unchecked {
    /// Explains the reason in a language.
    pub fn why(&self, texts: Texts) -> String {
        match (self.why, self.what) {
            (Why::TooMany, _) => texts.unchecked_too_many(),
            (Why::Tiles, Unsure::Turn(_)) => texts.unchecked_turn(),
            (Why::Tiles, _) => texts.unchecked_claim(),
        }
    }

    /// Explains the part and the reason in a language: `12:7: round 1, move 3 is not checked: …`.
    pub fn told(&self, texts: Texts) -> String {
        let place = self
            .place
            .map_or_else(String::new, |place| format!("{place}: "));
        let why = self.why(texts);
        let told = match self.what {
            Unsure::Turn(turn) => texts.breach_move(self.round, turn, &texts.unchecked(&why)),
            Unsure::Claim(claim) => {
                let why = texts.unchecked(&why);
                texts.breach_round(self.round, &format!("`{}`: {why}", claim.word()))
            }
            Unsure::Option(option) => {
                let why = texts.unchecked(&why);
                texts.breach_round(self.round, &format!("`{option}`: {why}"))
            }
            Unsure::Rest => texts.breach_round(self.round, &texts.unchecked(&why)),
        };
        format!("{place}{told}")
    }
}

/// The options that would need the hidden hands of a round which began at this table.
pub(super) fn unchecked_options(base: &Table, round: &RoundRecord) -> Vec<&'static str> {
    let rules = base.game().rules();
    let mut options = Vec::new();
    if round.dealt.hands().iter().all(|hand| hand.unknown == 0) {
        return options;
    }
    if rules.suit_redeal.get() > 0 {
        options.push("suit-redeal");
    }
    let plain_lead = round.moves.iter().find_map(|m| match m.what {
        What::Lead(tile) => Some(!tile.is_double()),
        _ => None,
    });
    if rules.no_double == NoDouble::HeaviestHand && by_tiles(base) && plain_lead == Some(true) {
        options.push("no-double");
    }
    options
}

/// The first seat whose tiles, as far as the record shows them, require a new deal (W33).
pub(super) fn long_suit(rules: &Rules, round: &RoundRecord) -> Option<Seat> {
    if matches!(round.claims.end, Some(EndClaim::Doubles(_))) {
        // A hand of doubles that scores comes first.
        return None;
    }
    let laid = |seat: Seat| {
        let tiles = round.moves.iter().filter(|m| m.seat == seat);
        let tiles = tiles.filter_map(|m| match m.what {
            What::Lead(tile) | What::Play { tile, .. } => Some(tile),
            _ => None,
        });
        tiles.collect::<TileSet>()
    };
    // A tile that was drawn has not been dealt.
    let mut hands = round.dealt.hands().entries();
    let long = hands.find(|(seat, hand)| {
        let laid = if rules.draws() {
            TileSet::EMPTY
        } else {
            laid(*seat)
        };
        rules.has_long_suit(hand.known | laid)
    });
    long.map(|(seat, _)| seat)
}

/// The moves that would be illegal with a deal that fits everything else.
pub(super) fn unchecked_turns(worlds: &[World<'_>]) -> Vec<usize> {
    let mut turns: Vec<usize> = worlds.iter().flat_map(of_world).collect();
    turns.sort_unstable();
    turns.dedup();
    turns
}

fn of_world(world: &World<'_>) -> Vec<usize> {
    let limits = world.limits.iter().filter_map(|limit| limit.turn);
    let demands = world.demands.iter().filter_map(|demand| demand.turn);
    let mut turns: Vec<usize> = limits.chain(demands).collect();
    turns.sort_unstable();
    turns.dedup();
    turns.retain(|turn| could_be_otherwise(world, *turn));
    turns
}

/// Whether a deal that fits everything else makes this move illegal.
fn could_be_otherwise(world: &World<'_>, turn: usize) -> bool {
    let (ground, places) = (world.ground, &world.ground.places);
    let mut open = places.open().to_vec();
    for limit in world.limits.iter().filter(|limit| limit.turn != Some(turn)) {
        for (tile, open) in places.tiles().iter().zip(&mut open) {
            if limit.tiles.contains(*tile) {
                *open &= !limit.away;
            }
        }
    }
    let others = world.demands.iter();
    let others: Vec<_> = others
        .filter(|demand| demand.turn != Some(turn))
        .cloned()
        .collect();
    let allowed = |open: &[u128]| {
        places
            .find(open, &others, &world.places, ground.work)
            .is_some()
    };
    let mut limits = world.limits.iter().filter(|limit| limit.turn == Some(turn));
    let broken = limits.any(|limit| {
        let mut tiles = places.tiles().iter().enumerate();
        tiles.any(|(at, tile)| {
            let there = open[at] & limit.away;
            let mut narrowed = open.clone();
            narrowed[at] = there;
            limit.tiles.contains(*tile) && there != 0 && allowed(&narrowed)
        })
    });
    let mut demands = world
        .demands
        .iter()
        .filter(|demand| demand.turn == Some(turn));
    broken
        || demands.any(|demand| {
            let mut narrowed = open.clone();
            for (tile, open) in places.tiles().iter().zip(&mut narrowed) {
                if demand.tiles.contains(*tile) {
                    *open &= !demand.places;
                }
            }
            allowed(&narrowed)
        })
}
