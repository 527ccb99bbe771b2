//! A search through every deal for everything possible.

use capicu::{BySeat, Seat, Tile, TileSet};
use capicu_record::Record;
use capicu_record::record::{Dealt, Hand, Item, RoundRecord, What};
use capicu_record::referee::{Claim, replay};

/// How far the record is possible with each deal, and the passes that would be false with it.
pub struct Search {
    ranks: Vec<(usize, usize, usize)>,
    round: RoundRecord,
    false_passes: Vec<usize>,
}

/// The rank of a claim in the order of checking.
pub fn stage(claim: Claim) -> usize {
    match claim {
        Claim::Left(_) => 1,
        Claim::Count(_) => 2,
        Claim::End => 3,
        Claim::Points => 4,
        Claim::Score => 5,
        Claim::Result => 6,
    }
}

impl Search {
    /// Searches the deals of a record of one round.
    pub fn of(record: &Record, round: &RoundRecord) -> Self {
        let mut search = Self {
            ranks: Vec::new(),
            round: round.clone(),
            false_passes: Vec::new(),
        };
        let passes: Vec<usize> = (1..=round.moves.len())
            .filter(|turn| search.is_pass(*turn))
            .collect();
        // A tile left in a hand was not laid.
        let was_left = |m: &capicu_record::record::MoveRecord| {
            let mut left = round.claims.left.values();
            let laid = m.what.laid();
            laid.is_some_and(|tile| left.any(|hand| hand.known.contains(tile)))
        };
        let lays_left = round.moves.iter().position(was_left);
        let most = lays_left.map_or((usize::MAX, 0, 0), |at| (1, at + 1, 0));
        for dealt in deals(record, round) {
            let mut known = record.clone();
            let mut whole = round.clone();
            whole.dealt = dealt;
            let mut ask = |whole: &RoundRecord| {
                known.items = vec![Item::Round(Box::new(whole.clone()))];
                super::rank(&replay(&known, None), &known).min(most)
            };
            search.ranks.push(ask(&whole));
            for &turn in &passes {
                let mut other = whole.clone();
                other.moves[turn - 1].what = What::FalsePass;
                if ask(&other).0 == usize::MAX && !search.false_passes.contains(&turn) {
                    search.false_passes.push(turn);
                }
            }
        }
        search.false_passes.sort_unstable();
        search
    }

    /// The furthest point that any deal reaches.
    pub fn rank(&self) -> (usize, usize, usize) {
        self.ranks.iter().copied().max().unwrap_or((1, 1, 0))
    }

    /// The claims that only some deals confirm, in order.
    pub fn unsure_claims(&self) -> Vec<usize> {
        let mut stages: Vec<usize> = Vec::new();
        let n = self.round.moves.len();
        for claim in 1..=5 {
            let fails = |rank: &&(usize, usize, usize)| **rank == (1, n + 2, claim);
            if self.ranks.iter().any(|rank| fails(&rank)) {
                stages.push(claim);
            }
        }
        stages
    }

    pub fn is_pass(&self, turn: usize) -> bool {
        self.round.moves[turn - 1].what == What::Pass
    }

    /// The passes that would be false with some deal that fits everything else.
    pub fn unsure_passes(&self) -> &[usize] {
        &self.false_passes
    }
}

/// Every deal that fits the written tiles. The order of the boneyard matters only where tiles are drawn.
fn deals(record: &Record, round: &RoundRecord) -> Vec<Dealt> {
    let rules = record.rules;
    let n = usize::from(rules.n_seats());
    let draws = rules.draw != capicu::rules::Draw::Never
        || round.moves.iter().any(|m| m.what.drawn().is_some());
    let mut found = Vec::new();
    let tiles: Vec<Tile> = rules.tiles().into_iter().collect();
    let mut hands = vec![TileSet::EMPTY; n];
    let hand = usize::from(rules.hand.get());
    spread(
        &tiles,
        0,
        &mut hands,
        hand,
        &mut Vec::new(),
        &mut |hands, pile| {
            let orders = if draws {
                orders(pile)
            } else {
                vec![pile.to_vec()]
            };
            for order in orders {
                if !agrees(round, hands, &order) {
                    continue;
                }
                let hands = BySeat::from_fn(rules.n_seats(), |seat| Hand {
                    known: hands[seat.index()],
                    unknown: 0,
                });
                let boneyard = order.into_iter().map(Some).collect();
                found.push(Dealt::new(&rules, hands, boneyard, round.dealt.lot()).unwrap());
            }
        },
    );
    found
}

fn spread(
    tiles: &[Tile],
    at: usize,
    hands: &mut [TileSet],
    size: usize,
    pile: &mut Vec<Tile>,
    each: &mut impl FnMut(&[TileSet], &[Tile]),
) {
    if at == tiles.len() {
        each(hands, pile);
        return;
    }
    for seat in 0..hands.len() {
        if hands[seat].len() < size {
            hands[seat].insert(tiles[at]);
            spread(tiles, at + 1, hands, size, pile, each);
            hands[seat].remove(tiles[at]);
        }
    }
    if pile.len() < tiles.len() - hands.len() * size {
        pile.push(tiles[at]);
        spread(tiles, at + 1, hands, size, pile, each);
        pile.pop();
    }
}

fn orders(tiles: &[Tile]) -> Vec<Vec<Tile>> {
    if tiles.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for at in 0..tiles.len() {
        let mut rest = tiles.to_vec();
        let first = rest.remove(at);
        for mut order in orders(&rest) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}

/// Whether the holders can have the tiles claimed as left, and no other seat laid or drew them.
fn agrees(round: &RoundRecord, hands: &[TileSet], pile: &[Tile]) -> bool {
    let drawn: Vec<Seat> = round
        .moves
        .iter()
        .filter(|m| m.what.drawn().is_some())
        .map(|m| m.seat)
        .collect();
    let left = round.claims.left.iter();
    left.flat_map(|(seat, hand)| hand.known.into_iter().map(move |tile| (*seat, tile)))
        .all(|(seat, tile)| {
            let drew = drawn.iter().zip(pile);
            let mut drew = drew.filter(|(by, _)| **by == seat);
            hands[seat.index()].contains(tile) || drew.any(|(_, drawn)| *drawn == tile)
        })
}
