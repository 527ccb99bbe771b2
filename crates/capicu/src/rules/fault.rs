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

impl Rules {
    /// The awards for a fault of a seat, in the order of play. In a game of penalties its own side is charged.
    /// Elsewhere every other side receives the points, or they are taken off its own score.
    #[cold]
    pub(crate) fn prices_of(&self, fault: Fault, seat: Seat) -> PlayAwards {
        let (points, paid, taken) = match fault {
            Fault::FalsePlay => (self.false_play.get(), Reason::FalsePlay, Reason::Foul),
            Fault::SlowPlay => (self.slow_play.get(), Reason::SlowPlay, Reason::SlowFoul),
        };
        let side = self.side(seat);
        if points == 0 {
            return PlayAwards::new();
        }
        match (self.score, self.false_play_pays) {
            (Score::Penalties, _) => PlayAwards::from_iter([Award {
                side,
                points,
                why: paid,
            }]),
            (_, FalsePlayPays::TakenOff) => PlayAwards::from_iter([Award {
                side,
                points,
                why: taken,
            }]),
            (_, FalsePlayPays::Others) => {
                let award = |side| Award {
                    side,
                    points,
                    why: paid,
                };
                self.others_in_turn(seat).map(award).collect()
            }
        }
    }

    /// Whether a fault can take points off a score before the round is over.
    pub(crate) fn takes_off_in_play(&self) -> bool {
        self.false_play_pays == FalsePlayPays::TakenOff
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

    /// Every side but that of a seat, in the order of play.
    pub(crate) fn others_in_turn(&self, seat: Seat) -> impl Iterator<Item = Side> + use<> {
        let rules = *self;
        let own = rules.side(seat);
        let others = seat.around(rules.n_seats()).skip(1);
        // The first seat of a pair names its side.
        let names = move |other: &Seat| {
            let partner = rules.partner(*other);
            partner.is_none_or(|partner| partner > *other)
        };
        let sides = others.filter(names).map(move |other| rules.side(other));
        sides.filter(move |side| *side != own)
    }

    /// The seat that wins a round which a false play of `seat` ended: the next opponent. `None` where the round is void
    /// (W24).
    #[cold]
    pub(crate) fn winner_by_foul(&self, seat: Seat) -> Option<Seat> {
        match self.false_play_ends {
            FalsePlayEnds::Nothing | FalsePlayEnds::VoidsRound => None,
            FalsePlayEnds::LosesRound | FalsePlayEnds::LosesMatch => {
                Some(seat.next(self.n_seats()))
            }
        }
    }

    /// Whether bonuses count for a side in the round after `standing` (W28).
    #[inline]
    pub(crate) fn pays_bonus(&self, standing: &Standing, side: Side) -> bool {
        let below = self.bonus_below.get();
        below == 0 || standing.scores[side] < below
    }
}
