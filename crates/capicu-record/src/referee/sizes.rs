//! Possible sizes of a hand that was dealt a wrong number of tiles and is not written down.

use capicu::{Rules, Seat};

use crate::record::{Dealt, Hand, RoundRecord, What};

/// The most tiles too many or too few that are tried.
const MOST: u8 = 6;

/// The deals that differ in the size of such hands; `None` for the written deal.
pub(super) fn of(rules: &Rules, round: &RoundRecord) -> Vec<Option<Dealt>> {
    let due = rules.hand.get() as u8;
    let mut found = vec![None];
    for (seat, hand) in round.dealt.hands().entries() {
        let noticed = round
            .moves
            .iter()
            .find(|m| m.seat == seat && matches!(m.what, What::OverDrawn | What::UnderDrawn));
        let Some(noticed) = noticed.filter(|_| hand.known.is_empty() && hand.unknown == due) else {
            continue;
        };
        let sizes: Vec<u8> = match noticed.what {
            What::OverDrawn => (due + 1..=due.saturating_add(MOST)).collect(),
            _ => (due.saturating_sub(MOST)..due).rev().collect(),
        };
        let before = found;
        found = Vec::new();
        for dealt in &before {
            let dealt = dealt.as_ref().unwrap_or(&round.dealt);
            let resized = sizes.iter().map(|size| resized(rules, dealt, seat, *size));
            found.extend(resized.flatten().map(Some));
        }
    }
    if found.is_empty() {
        found.push(None);
    }
    found
}

/// The deal with another number of unknown tiles in one hand; the boneyard has the rest.
fn resized(rules: &Rules, dealt: &Dealt, seat: Seat, size: u8) -> Option<Dealt> {
    let mut hands = *dealt.hands();
    let mut boneyard = dealt.boneyard().to_vec();
    let before = usize::from(hands[seat].unknown);
    hands[seat] = Hand {
        unknown: size,
        ..hands[seat]
    };
    for _ in before..usize::from(size) {
        boneyard.pop_if(|tile| tile.is_none())?;
    }
    let more = before.saturating_sub(usize::from(size));
    boneyard.extend(core::iter::repeat_n(None, more));
    Dealt::new(rules, hands, boneyard, dealt.lot()).ok()
}
