//! Hands of many doubles or of one number (G7, W11, W33).

use super::{Choices, Rules};
use crate::{BySeat, Pip, Seat, TileSet};

/// The effect of the doubles in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubles {
    /// The holder scores, and the tiles are dealt again.
    Score(Seat),
    /// The holder wins the match.
    Win(Seat),
}

impl Doubles {
    pub const fn seat(self) -> Seat {
        match self {
            Self::Score(seat) | Self::Win(seat) => seat,
        }
    }
}

impl Choices {
    /// Whether doubles in a hand can score or win, which ends the round at the deal (W11).
    pub const fn doubles_end_deals(&self) -> bool {
        self.doubles_score.get() + self.doubles_win.get() > 0
    }
}

impl Rules {
    /// Whether a hand with this number of doubles scores or wins at the deal (W11).
    pub fn doubles_end(&self, n: u16) -> bool {
        let steps = [self.doubles_score, self.doubles_win];
        steps.iter().any(|step| step.get() > 0 && n >= step.get())
    }

    /// The fewest doubles in one hand with which a deal is not played; `None` if every hand is played.
    pub fn unplayed_doubles(&self) -> Option<u16> {
        let steps = [self.doubles_redeal, self.doubles_score, self.doubles_win];
        let used = steps.into_iter().map(|step| step.get());
        used.filter(|step| *step > 0).min()
    }

    /// The first seat with enough tiles of one number for a new deal (W33).
    #[cold]
    pub(crate) fn long_suit_in(&self, hands: &BySeat<TileSet>) -> Option<Seat> {
        let mut long = hands
            .entries()
            .filter(|(_, hand)| self.has_long_suit(**hand));
        long.next().map(|(seat, _)| seat)
    }

    /// Whether a hand has enough tiles of one number for a new deal (W33).
    #[cold]
    pub fn has_long_suit(&self, hand: TileSet) -> bool {
        let limit = usize::from(self.suit_redeal.get());
        let mut pips = (0..=self.set.highest().value()).filter_map(Pip::new);
        limit > 0 && pips.any(|pip| (hand & TileSet::suit(pip)).len() >= limit)
    }

    /// The effect of the hand with the most doubles, of equal ones the first. `None` where no hand scores or wins.
    #[cold]
    pub(crate) fn doubles_in(&self, hands: &BySeat<TileSet>) -> Option<Doubles> {
        let (mut most, mut holder) = (0, Seat::default());
        for (seat, hand) in hands.entries() {
            let doubles = (*hand & TileSet::DOUBLES).len() as u16;
            if doubles > most {
                (most, holder) = (doubles, seat);
            }
        }
        let reaches = |step: u16| step > 0 && most >= step;
        if reaches(self.doubles_win.get()) {
            Some(Doubles::Win(holder))
        } else if reaches(self.doubles_score.get()) {
            Some(Doubles::Score(holder))
        } else {
            None
        }
    }
}
