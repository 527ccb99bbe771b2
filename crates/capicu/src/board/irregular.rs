//! Calls and irregularities on the board.

use crate::irregular::{Call, Irregularity, NotIrregular, Ruling, Undeclared};
use crate::rules::{CallSum, Calls, Exposed, Fault, NeedlessDraw, Share};
use crate::{Action, Reason, Seat, Side, Tile, TileSet};

use super::{Board, Move, PlayAwards, Withheld};

impl Board {
    /// Scores of the open ends that have not been declared, the oldest first.
    pub fn undeclared(&self) -> &[Undeclared] {
        &self.undeclared
    }

    /// Whether a seat may make this call now, right or wrong.
    pub fn may_call(&self, seat: Seat, call: Call) -> bool {
        self.check_call(seat, call).is_ok()
    }

    /// Checks whether a seat may make this call now, right or wrong.
    ///
    /// # Errors
    ///
    /// The reason why it may not.
    pub fn check_call(&self, seat: Seat, call: Call) -> Result<(), NotIrregular> {
        let may = if !self.rules.plays(seat) {
            false
        } else if !self.names_sums() {
            self.callable(seat, call).is_some()
        } else if self.silent >> seat.index() & 1 == 1 {
            return Err(match self.undeclared[..] {
                [] => NotIrregular::NothingToCall,
                _ => NotIrregular::Silent,
            });
        } else {
            match call {
                Call::Declare => false,
                Call::Sum(_) if self.to_act().is_none() || self.last_player() != Some(seat) => {
                    false
                }
                Call::Sum(_) if self.sum_named => return Err(NotIrregular::Named),
                Call::Sum(_) => true,
                Call::Muggins => self.rules.calls == Calls::Muggins && self.last_player().is_some(),
            }
        };
        may.then_some(()).ok_or(NotIrregular::NothingToCall)
    }

    /// Returns the call by which the player of a tile declares its score.
    fn own_call(&self, score: Undeclared) -> Call {
        match self.rules.call_sum {
            CallSum::Told => Call::Declare,
            CallSum::Own => Call::Sum(score.points),
        }
    }

    /// Whether callers name the points.
    fn names_sums(&self) -> bool {
        self.rules.call_sum == CallSum::Own
    }

    /// The seat that may declare the points of the last tile before the round is counted. Where callers name the points,
    /// also a seat without any.
    pub(crate) fn asks_last(&self) -> Option<Seat> {
        if self.names_sums() {
            let last = self.last_player();
            return last.filter(|last| self.may_call(*last, Call::Sum(0)));
        }
        self.due_call().map(|(seat, _)| seat)
    }

    /// The score a seat could call now, if any: its own to declare, or an opponent's to claim.
    pub fn callable(&self, seat: Seat, call: Call) -> Option<Undeclared> {
        let laid = self.layout.laid().len() as u8;
        let over = self.to_act().is_none();
        let side = self.rules.side(seat);
        self.undeclared.iter().copied().find(|missed| match call {
            Call::Sum(points) if points != missed.points => false,
            Call::Declare | Call::Sum(_) => missed.seat == seat && missed.at == laid && !over,
            Call::Muggins => {
                self.rules.calls == Calls::Muggins
                    && self.rules.side(missed.seat) != side
                    && (missed.at < laid || over)
            }
        })
    }

    /// The seat that may declare the points of its last tile now, and the call. `None` where points are written down
    /// automatically, and where they would exceed an exact target. A player who overlooks nothing makes this call at
    /// once.
    pub fn due_call(&self) -> Option<(Seat, Call)> {
        let last = self.undeclared.last()?;
        if usize::from(last.at) != self.layout.laid().len() {
            return None;
        }
        let counts = self.counts(self.rules.side(last.seat), last.points);
        let call = self.own_call(*last);
        let due = counts && self.to_act().is_some() && self.may_call(last.seat, call);
        due.then_some((last.seat, call))
    }

    /// The call that a seat could make now, and the score it would call. A seat's own score comes before an opponent's.
    pub fn call_of(&self, seat: Seat) -> Option<(Call, Undeclared)> {
        let own = self.callable(seat, Call::Declare);
        let own = own.map(|missed| (self.own_call(missed), missed));
        let missed = self.callable(seat, Call::Muggins);
        let calls = own
            .into_iter()
            .chain(missed.map(|missed| (Call::Muggins, missed)));
        calls
            .into_iter()
            .find(|(call, _)| self.may_call(seat, *call))
    }

    /// Writes down a call, or the price of a wrong one.
    pub(crate) fn call(&mut self, seat: Seat, call: Call) -> Result<PlayAwards, NotIrregular> {
        self.check_call(seat, call)?;
        let missed = self.callable(seat, call);
        if missed.is_none() {
            self.silent |= 1 << seat.index();
        }
        self.sum_named |= matches!(call, Call::Sum(_));
        let mut awards = PlayAwards::new();
        let Some(missed) = missed else {
            let price = self.rules.wrong_call.get();
            self.pay_others(seat, price, Reason::WrongCall, &mut awards);
            return Ok(awards);
        };
        self.undeclared.retain(|other| *other != missed);
        let why = match call {
            Call::Declare | Call::Sum(_) => Reason::Ends,
            Call::Muggins => Reason::Muggins,
        };
        self.award(self.rules.side(seat), missed.points, why, &mut awards);
        Ok(awards)
    }

    /// Whether a seat that wins the round may count the tiles of the others.
    pub(crate) fn may_score_at_end(&self, seat: Seat) -> bool {
        self.withheld[seat] != Withheld::All
    }

    /// Notes an irregularity and the `ruling.n_drawn` tiles drawn by it; adds its points. Conditions on hands have been
    /// checked.
    pub(crate) fn apply_irregular(&mut self, ruling: &Ruling) -> PlayAwards {
        let mut awards = PlayAwards::new();
        if self.rules.ends_round(&ruling.what) {
            return awards;
        }
        let seat = ruling.seat;
        self.held[seat] += ruling.n_drawn;
        self.received[seat] += ruling.n_drawn;
        if matches!(
            ruling.what,
            Irregularity::NeedlessDraw | Irregularity::MisledDraw
        ) {
            self.n_drawn[seat] += ruling.n_drawn;
        }
        self.boneyard -= ruling.n_drawn;
        if ruling.n_drawn > 0 {
            self.since_tile.n = 0;
        }
        match ruling.what {
            Irregularity::FalsePass => {
                self.charge(Fault::FalsePlay, seat, &mut awards);
                self.after_pass(seat, &mut awards);
                self.since_tile.interrupted = true;
            }
            Irregularity::TakenBack { .. } => self.charge(Fault::FalsePlay, seat, &mut awards),
            Irregularity::SlowPlay { .. } => self.charge(Fault::SlowPlay, seat, &mut awards),
            Irregularity::WrongPlay { tile, on, open } => {
                if let Some(end) = self.layout.end_of(on) {
                    self.layout.lay(tile, end, open, &self.rules);
                    self.charge(Fault::FalsePlay, seat, &mut awards);
                    self.after_tile(seat, tile, &mut awards);
                }
            }
            Irregularity::Directed { tile, on } => {
                let mv = Move {
                    seat,
                    action: Action::Play { tile, on },
                    drawn: None,
                    shown: false,
                };
                self.apply(&mv, &mut awards);
            }
            Irregularity::NeedlessDraw => match self.rules.needless_draw {
                NeedlessDraw::VoidsRound => {}
                NeedlessDraw::NoScore => self.withhold(seat, Withheld::All),
                NeedlessDraw::NoScoreInPlay => self.withhold(seat, Withheld::Play),
            },
            // The score of a first play stands once it has been answered, as for any play (S14).
            Irregularity::OverDrawn { .. } if self.laid_by(seat) > 0 => {}
            Irregularity::OverDrawn { .. } => self.withhold(seat, Withheld::FirstPlay),
            Irregularity::MisledDraw | Irregularity::UnderDrawn { .. } | Irregularity::Void => {}
            Irregularity::Exposed { tile, .. } => {
                if self.rules.exposed != Exposed::PickedUp {
                    self.exposed.insert(tile);
                }
            }
        }
        self.note_plain();
        awards
    }

    /// Charges a fault, as far as the prices count.
    pub(crate) fn charge(&mut self, fault: Fault, seat: Seat, awards: &mut PlayAwards) {
        for price in self.rules.prices_of(fault, seat) {
            if !price.why.takes_off() {
                self.award(price.side, price.points, price.why, awards);
            } else if self.target_reached().is_none() {
                self.take_off(price.side, price.points);
                awards.push(price);
            }
        }
    }

    /// Takes points off a score: first those from before the round, then those of the round, down to 0 (W23).
    pub(super) fn take_off(&mut self, side: Side, points: u16) {
        let before = &mut self.standing.scores[side];
        let rest = points.saturating_sub(*before);
        *before = before.saturating_sub(points);
        self.points[side] = self.points[side].saturating_sub(rest);
    }

    /// Adds points to every side but that of a seat, in the order of play.
    pub(crate) fn pay_others(
        &mut self,
        seat: Seat,
        points: u16,
        why: Reason,
        awards: &mut PlayAwards,
    ) {
        for share in self.rules.shares(seat, Share::Others, points, why) {
            self.award(share.side, share.points, share.why, awards);
        }
    }

    /// Notes that a seat is about to lay the last tile of its hand. If it may not score with this tile, it may not win
    /// points by going out with it (S13).
    pub(crate) fn note_last(&mut self, seat: Seat, tile: Tile) {
        if self.rules.exposed == Exposed::OnlyDirected && self.exposed.contains(tile) {
            self.withhold(seat, Withheld::All);
        }
    }

    /// Whether everybody has passed although an exposed tile would fit, which only the opponents may direct (S13).
    pub(crate) fn waits_for_direction(&self) -> bool {
        let active = self.held.iter().filter(|held| **held > 0).count();
        self.rules.exposed == Exposed::OnlyDirected
            && !self.exposed.is_empty()
            && !self.can_draw()
            && usize::from(self.since_tile.n) >= active
    }

    /// Withholds points. A second penalty never lessens the first.
    fn withhold(&mut self, seat: Seat, points: Withheld) {
        self.withheld[seat] = self.withheld[seat].max(points);
    }

    pub(crate) fn laid_by(&self, seat: Seat) -> usize {
        usize::from(self.received[seat] - self.held[seat])
    }

    pub(crate) fn drawn_by(&self, seat: Seat) -> usize {
        usize::from(self.n_drawn[seat])
    }

    /// Tiles shown by accident that are face up in front of their holders.
    pub const fn exposed(&self) -> TileSet {
        self.exposed
    }

    /// Whether no irregularity limits what may still be played or scored.
    pub fn is_regular(&self) -> bool {
        self.exposed.is_empty()
            && self
                .withheld
                .iter()
                .all(|&withheld| withheld == Withheld::No)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::{BySeat, Duty, Game, Match, Opening};

    fn rules(game: &str, changes: &[(&str, &str)]) -> Rules {
        let mut choices = Game::by_id(game).unwrap().choices(2).unwrap();
        for (option, value) in [("set", "double-twelve"), ("players", "12"), ("hand", "5")]
            .iter()
            .chain(changes)
        {
            choices.set(option, value).unwrap();
        }
        Rules::new(choices).unwrap()
    }

    /// No rules combine both today: a wrong call pays eleven sides, and a board pass fines eleven seats.
    #[test]
    fn largest_table_has_room_for_every_award() {
        let calls = rules("block", &[]);
        let fines = rules("block", &[("score", "penalties"), ("board-pass", "10")]);
        let first = Seat::all(12).next().unwrap();
        let opening = Opening {
            seat: first,
            duty: Duty::Any,
            may_hand_over: false,
        };
        let held = BySeat::from_fn(12, |_| 5);
        let standing = *Match::new(calls).standing();
        let mut board = Board::new(&calls, &standing, opening, &held, 31);
        let mut awards = PlayAwards::new();
        board.lead(first, "6-6".parse().unwrap(), &mut awards);
        board.pay_others(first, 5, Reason::WrongCall, &mut awards);
        assert_eq!(awards.len(), 11);
        board.rules = fines;
        board.fine_board_pass(&mut awards);
        assert_eq!(awards.len(), 22);
    }
}
