//! The price of a fault of a player: a false play, or slow play (001:77, 001:92, G11, W23, W29).

use super::{FalsePlayEnds, FalsePlayPays, Rules, Score};
use crate::{Award, Irregularity, PlayAwards, Reason, Seat, Side, Standing};

/// A fault with a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A pass by a player who could play, or an illegal play.
    FalsePlay,
    /// A turn that took too long.
    SlowPlay,
}

/// The sides that receive an award.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    /// The side of the seat.
    Own,
    /// All other sides.
    Others,
}

impl Rules {
    /// The awards for a fault of a seat, in the order of play. In a game of penalties its own side is charged.
    /// Elsewhere every other side receives the points, or they are taken off its own score.
    #[cold]
    pub(crate) fn prices_of(&self, fault: Fault, seat: Seat) -> PlayAwards {
        let (points, paid, taken) = match fault {
            Fault::FalsePlay => (self.false_play.get(), Reason::FalsePlay, Reason::Foul),
            Fault::SlowPlay => (self.slow_play.get(), Reason::SlowPlay, Reason::SlowFoul),
        };
        match (self.score, self.false_play_pays) {
            _ if points == 0 => PlayAwards::new(),
            (Score::Penalties, _) => self.shares(seat, Share::Own, points, paid),
            (_, FalsePlayPays::TakenOff) => self.shares(seat, Share::Own, points, taken),
            (_, FalsePlayPays::Others) => self.shares(seat, Share::Others, points, paid),
        }
    }

    /// Awards for the side of a seat, or for every other side in the order of play.
    #[inline(never)]
    pub(crate) fn shares(&self, seat: Seat, share: Share, points: u16, why: Reason) -> PlayAwards {
        let own = self.side(seat);
        let mut shares = PlayAwards::new();
        for other in seat.around(self.n_seats()).filter(|seat| self.plays(*seat)) {
            let side = self.side(other);
            // The first seat of a pair names its side.
            let named = self.partner(other).is_some_and(|partner| partner < other);
            let due = match share {
                Share::Own => other == seat,
                Share::Others => side != own && !named,
            };
            if due {
                shares.push(Award { side, points, why });
            }
        }
        shares
    }

    /// Whether an irregularity is a false play that ends the round; then a laid tile goes back into the hand (W24).
    pub(crate) fn ends_round(&self, what: &Irregularity) -> bool {
        let ends = self.false_play_ends != FalsePlayEnds::Nothing;
        match what {
            Irregularity::FalsePass
            | Irregularity::TakenBack { .. }
            | Irregularity::WrongPlay { .. } => ends,
            Irregularity::SlowPlay { .. }
            | Irregularity::NeedlessDraw
            | Irregularity::MisledDraw
            | Irregularity::OverDrawn { .. }
            | Irregularity::UnderDrawn { .. }
            | Irregularity::Exposed { .. }
            | Irregularity::Directed { .. }
            | Irregularity::Void => false,
        }
    }

    /// The seat that wins a round which a false play of `seat` ended: the next opponent. `None` where the round is void
    /// (W24).
    #[cold]
    pub(crate) fn winner_by_foul(&self, seat: Seat) -> Option<Seat> {
        match self.false_play_ends {
            FalsePlayEnds::Nothing | FalsePlayEnds::VoidsRound => None,
            FalsePlayEnds::LosesRound | FalsePlayEnds::LosesMatch => Some(self.next(seat)),
        }
    }

    /// Whether bonuses count for a side in the round after `standing` (W28).
    #[inline(always)]
    pub(crate) fn pays_bonus(&self, standing: &Standing, side: Side) -> bool {
        let below = self.bonus_below.get();
        below == 0 || standing.scores[side] < below
    }
}
