//! The questions of a score sheet, by the rules.

use arrayvec::ArrayVec;

use super::{InPlay, ReportedEnd, Scorer, WayOut, Winner};
use crate::rules::{
    BlockCount, BlockPenalties, BlockWinner, BlockedOpener, CallSum, Calls, Ends, FalsePlayEnds,
    HandPenalties, OutCount, OutWinner, OwnTiles, PaseDeSalidaWhen, RoundPrice, Rounding, Score,
};
use crate::{Awards, BySeat, Match, Rules, Seat, Tile};

/// The count of the tiles left that a score needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Asked {
    /// No count at all.
    Nothing,
    /// One number: the tiles of the losers.
    Losers,
    /// One number: all tiles left, those of the winner's side too.
    All,
    /// One number: the losers' count minus the winner's.
    Difference,
    /// A count for each side.
    Sides,
    /// A count for each seat.
    Seats,
    /// A count for each seat, and whether it has a double.
    SeatsAndDoubles,
}

impl Asked {
    /// Whether one number is enough.
    pub const fn is_total(self) -> bool {
        matches!(self, Self::Losers | Self::All | Self::Difference)
    }

    pub(super) const fn needs_seats(self) -> bool {
        matches!(self, Self::Seats | Self::SeatsAndDoubles)
    }
}

impl Rules {
    /// The count that the score of a round needs.
    pub fn asks(&self, end: &ReportedEnd) -> Asked {
        match (end, self.score) {
            (ReportedEnd::Target(_) | ReportedEnd::Void | ReportedEnd::Doubles { .. }, _) => {
                Asked::Nothing
            }
            (ReportedEnd::Foul(_), _) if self.false_play_ends != FalsePlayEnds::LosesRound => {
                Asked::Nothing
            }
            (ReportedEnd::Blocked { .. }, Score::Penalties)
                if self.block_penalties == BlockPenalties::Void =>
            {
                Asked::Nothing
            }
            (_, Score::Penalties) => match self.hand_penalties {
                HandPenalties::Doubled => Asked::SeatsAndDoubles,
                HandPenalties::Plain => Asked::Seats,
            },
            (ReportedEnd::Out { .. }, _) if self.out_winner == OutWinner::LightestTeam => {
                Asked::Sides
            }
            (_, Score::Games) => Asked::Nothing,
            (ReportedEnd::Out { .. } | ReportedEnd::Foul(_), Score::Pips) => self.asks_out(),
            (ReportedEnd::Blocked { winner, .. }, Score::Pips) => self.asks_block(*winner),
        }
    }

    fn asks_out(&self) -> Asked {
        let pairs = self.n_sides() < self.n_seats();
        match self.out_count {
            _ if self.own_tiles == OwnTiles::TakenOff => Asked::Sides,
            OutCount::OnePoint => Asked::Nothing,
            OutCount::AllOthers if pairs => self.unless_rounded_each(Asked::All, 2),
            OutCount::Losers | OutCount::AllOthers => self.unless_rounded_each(Asked::Losers, 3),
        }
    }

    fn asks_block(&self, winner: Winner) -> Asked {
        let nobody = winner == Winner::Nobody || self.block_winner == BlockWinner::Nobody;
        match self.block_count {
            BlockCount::EachHeavier => Asked::Sides,
            _ if nobody => Asked::Nothing,
            _ if self.own_tiles == OwnTiles::TakenOff => Asked::Sides,
            BlockCount::OnePoint | BlockCount::Nothing => Asked::Nothing,
            BlockCount::Difference => self.unless_rounded_each(Asked::Difference, 3),
            BlockCount::SubtractOnce => Asked::Difference,
            BlockCount::Losers => self.unless_rounded_each(Asked::Losers, 3),
            BlockCount::AllHands => self.unless_rounded_each(Asked::All, 2),
        }
    }

    /// One number, unless each side is rounded and at least `sides` pay.
    fn unless_rounded_each(&self, total: Asked, sides: u8) -> Asked {
        match self.rounding {
            Rounding::EachLoser if self.n_sides() >= sides => Asked::Sides,
            _ => total,
        }
    }

    /// Whether the score or the next opener depends on the seat that blocked.
    pub fn asks_blocker(&self) -> bool {
        let by_price = self.score == Score::Games
            && (self.round_price == RoundPrice::Table || self.block_fine.get() > 0);
        by_price
            || self.blocker_bonus.get() > 0
            || self.blocked_opener == BlockedOpener::BlockerOrNext
            || matches!(
                self.block_winner,
                BlockWinner::BlockerOrNext | BlockWinner::BlockerOrPrevious
            )
    }

    /// The ways of going out that these rules score differently, the plain one first.
    pub fn ways_out(&self) -> ArrayVec<WayOut, 7> {
        let mut ways = ArrayVec::new();
        let mut scored: ArrayVec<Awards, 7> = ArrayVec::new();
        for way in WayOut::ALL {
            let blank = matches!(way, WayOut::DoubleBlank | WayOut::DoubleBlankBothEnds);
            if blank && !self.tiles().contains(Tile::DOUBLE_BLANK) {
                continue;
            }
            let awards = self.awards_for(way);
            if !scored.contains(&awards) {
                ways.push(way);
                scored.push(awards);
            }
        }
        ways
    }

    /// The awards of a first round that the first seat wins in this way.
    pub fn awards_for(&self, way: WayOut) -> Awards {
        let game = Match::new(*self);
        let seat = Seat::default();
        let counts = BySeat::from_fn(self.n_seats(), |_| 1000);
        Scorer::new(&game, seat).map_or_else(
            |_| Awards::new(),
            |scorer| scorer.awards_of(seat, way, counts),
        )
    }

    /// Whether a table that plays by these rules writes such points down.
    pub fn knows(&self, what: InPlay) -> bool {
        let salida = self.pase_de_salida.get() > 0;
        match what {
            InPlay::Paso(_) => self.paso.get() + self.first_paso.get() > 0,
            InPlay::PaseCorrido(_) => self.pase_corrido.get() > 0,
            InPlay::LedDouble(_) => salida,
            InPlay::LedSingle(_) => salida && self.pase_de_salida_when != PaseDeSalidaWhen::Double,
            InPlay::Ends { .. } => self.ends != Ends::Off,
            InPlay::Muggins { .. } => self.ends != Ends::Off && self.calls == Calls::Muggins,
            InPlay::ThreePasses(_) => self.three_passes.get() > 0,
            InPlay::BoardPass { .. } => self.board_pass.get() > 0,
            InPlay::FalsePlay(_) => {
                self.false_play.get() > 0 && self.false_play_ends == FalsePlayEnds::Nothing
            }
            InPlay::SlowPlay(_) => self.slow_play.get() > 0,
            InPlay::WrongCall(_) => {
                self.wrong_call.get() > 0 && self.ends != Ends::Off && self.call_sum == CallSum::Own
            }
        }
    }

    /// Whether a false play ends the round.
    pub fn fouls_end_rounds(&self) -> bool {
        self.false_play_ends != FalsePlayEnds::Nothing
    }
}
