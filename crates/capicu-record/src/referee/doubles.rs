//! Finds deals in which a hand of doubles scores or wins, where tiles are unknown.

use capicu::{BySeat, Rules, Seat, Tile, TileSet};

use crate::record::{Dealt, Hand, RoundRecord};

/// The round with complete deals that agree with the known tiles: one for each number of doubles of this seat. The
/// other doubles are in the boneyard, or spread evenly.
pub(super) fn deals(rules: &Rules, round: &RoundRecord, seat: Seat) -> Vec<RoundRecord> {
    let numbers = 0..=usize::from(rules.hand.get());
    let dealt = numbers.filter_map(|n| deal(rules, &round.dealt, seat, n));
    let with = |dealt| RoundRecord {
        dealt,
        ..round.clone()
    };
    dealt.map(with).collect()
}

/// A complete deal in which the seat has this number of doubles, if the known tiles allow one.
fn deal(rules: &Rules, known: &Dealt, seat: Seat, n: usize) -> Option<Dealt> {
    if seat.index() >= usize::from(known.hands().len()) {
        return None;
    }
    let hidden = rules.tiles() - known.known();
    let mut doubles: Vec<Tile> = (hidden & TileSet::DOUBLES).into_iter().collect();
    let mut plain: Vec<Tile> = (hidden - TileSet::DOUBLES).into_iter().collect();
    let mut hands = BySeat::from_fn(known.hands().len(), |seat| known.hands()[seat]);
    let mut pile = known.boneyard().to_vec();
    let missing = n.checked_sub(doubles_in(&hands[seat]))?;
    for _ in 0..missing {
        put(&mut hands[seat], doubles.pop()?)?;
    }
    while hands[seat].unknown > 0 {
        put(&mut hands[seat], plain.pop()?)?;
    }
    for place in pile.iter_mut().filter(|place| place.is_none()) {
        *place = doubles.pop();
    }
    for double in doubles {
        let open = hands.entries().filter(|(_, hand)| hand.unknown > 0);
        let (to, _) = open.min_by_key(|(_, hand)| doubles_in(hand))?;
        put(&mut hands[to], double)?;
    }
    for to in Seat::all(known.hands().len()) {
        while hands[to].unknown > 0 {
            put(&mut hands[to], plain.pop()?)?;
        }
    }
    for place in pile.iter_mut().filter(|place| place.is_none()) {
        *place = plain.pop();
    }
    Dealt::new(rules, hands, pile, known.lot()).ok()
}

fn doubles_in(hand: &Hand) -> usize {
    (hand.known & TileSet::DOUBLES).len()
}

/// Puts a tile in the place of an unknown one; `None` if no tile of the hand is unknown.
fn put(hand: &mut Hand, tile: Tile) -> Option<()> {
    hand.unknown = hand.unknown.checked_sub(1)?;
    hand.known.insert(tile);
    Some(())
}
