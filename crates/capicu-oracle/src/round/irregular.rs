//! Calls of scores, and irregularities at a table (003:55, 004:30, 004:66-82, 001:77, 001:88-92, 002:37).

use capicu::rules::{CallSum, Calls, Exposed, FalsePlayEnds, NeedlessDraw};
use capicu::{Action, Call, Irregularity, Reason};

use super::{Asked, Entry, Missed, ModelRound};
use crate::sheet::{Fine, fines};
use crate::{Bone, End, Points};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruled {
    /// The tiles that the seat at fault took.
    pub taken: Vec<Bone>,
    pub points: Vec<Points>,
}

impl ModelRound {
    /// The score that this seat can call. Its own: before the next tile is laid. An opponent's: between the next tile
    /// and the one after, or until the next deal if there are no more tiles (A9, S11).
    fn open_to(&self, seat: usize, call: Call) -> Option<Missed> {
        let over = self.settled.is_some();
        if self
            .settled
            .as_ref()
            .is_some_and(|end| end.end == End::Void)
        {
            // The points of the round are taken back (PR4).
            return None;
        }
        if !self.before.plays(seat) {
            return None;
        }
        let open = |missed: &&Missed| {
            let laid_since = self.tree.laid.len() - missed.laid;
            match call {
                Call::Declare => missed.seat == seat && laid_since == 0 && !over,
                Call::Sum(points) => {
                    u32::from(points) == missed.points
                        && missed.seat == seat
                        && laid_since == 0
                        && !over
                }
                Call::Muggins => {
                    self.choices.calls == Calls::Muggins
                        && self.team(missed.seat) != self.team(seat)
                        && (laid_since == 1 || laid_since == 0 && over)
                }
            }
        };
        self.missed.iter().find(open).copied()
    }

    /// Calls a score; `None` if there is none. Once the round is over, the match writes the points down.
    pub fn call(&mut self, seat: usize, call: Call) -> Option<Vec<Points>> {
        if self.choices.call_sum == CallSum::Own {
            if !self.may_speak(seat, call) {
                return None;
            }
            let found = self.open_to(seat, call);
            if call != Call::Muggins {
                self.has_named = true;
            }
            if found.is_none() {
                self.wrong_callers.push(seat);
                return Some(self.wrong(seat, call));
            }
        } else if matches!(call, Call::Sum(_)) {
            return None;
        }
        let missed = self.open_to(seat, call)?;
        self.missed.retain(|other| *other != missed);
        let why = match call {
            Call::Declare | Call::Sum(_) => Reason::Ends,
            Call::Muggins => Reason::Muggins,
        };
        let team = self.team(seat);
        if self.settled.is_some() {
            let points = missed.points;
            return Some(vec![Points { team, why, points }]);
        }
        let already = self.made.len();
        self.award(team, why, missed.points);
        self.look_for_target();
        if call != Call::Muggins && self.settled.is_none() {
            self.answered();
        }
        Some(self.made[already..].to_vec())
    }

    /// A13: the player of the last tile names its points once, and anybody calls "Muggins" at any time. After a wrong
    /// call of either kind, its caller may make neither until the next tile is laid.
    fn may_speak(&self, seat: usize, call: Call) -> bool {
        let void = matches!(&self.settled, Some(end) if end.end == End::Void);
        if void
            || !self.before.plays(seat)
            || self.tree.laid.is_empty()
            || self.wrong_callers.contains(&seat)
        {
            return false;
        }
        match call {
            Call::Declare => false,
            Call::Sum(_) => {
                !self.has_named && self.last_layer() == Some(seat) && self.settled.is_none()
            }
            Call::Muggins => self.choices.calls == Calls::Muggins,
        }
    }

    /// A14: the points of a wrong call for all other sides.
    fn wrong(&mut self, seat: usize, call: Call) -> Vec<Points> {
        let points = u32::from(self.choices.wrong_call.get());
        let why = Reason::WrongCall;
        let mut others = Vec::new();
        for other in self.before.turns_after(seat, self.n()) {
            let other = self.team(other);
            if other != self.team(seat) && !others.contains(&other) {
                others.push(other);
            }
        }
        if self.settled.is_some() {
            let paid = others.iter().filter(|_| points > 0);
            return paid.map(|&team| Points { team, why, points }).collect();
        }
        let already = self.made.len();
        for team in others {
            if self.settled.is_none() {
                self.award(team, why, points);
                self.look_for_target();
            }
        }
        if call != Call::Muggins && self.settled.is_none() {
            self.answered();
        }
        self.made[already..].to_vec()
    }

    pub fn adjudicate(&mut self, what: Irregularity) -> Option<Ruled> {
        if self.settled.is_some() || matches!(self.asked, Asked::Now(..)) {
            return None;
        }
        let already = self.made.len();
        let taken = self.judge(what)?;
        Some(Ruled {
            taken,
            points: self.made[already..].to_vec(),
        })
    }

    /// The tiles taken by the irregularity.
    fn judge(&mut self, what: Irregularity) -> Option<Vec<Bone>> {
        if let Irregularity::TakenBack { seat } | Irregularity::UnderDrawn { seat } = what
            && !self.before.plays(seat.index())
        {
            return None;
        }
        let turn = self.turn;
        let in_play = self.pose.is_none();
        let waits = |bone: &Bone| {
            self.choices.exposed == Exposed::OnlyDirected && self.exposed.contains(bone)
        };
        let hand = self.hands[turn].iter().copied();
        let free: Vec<Bone> = hand.filter(|bone| !waits(bone)).collect();
        let can_play = in_play && self.tree.any_fits(&free, &self.choices);
        let mut taken = Vec::new();
        match what {
            Irregularity::Void => self.end(End::Void, None),
            Irregularity::SlowPlay { seat } => {
                if seat.index() != turn || self.choices.slow_play.get() == 0 {
                    return None;
                }
                self.fine(turn, Fine::SlowPlay);
            }
            Irregularity::TakenBack { seat } if self.fouls_end() => {
                self.end(End::Foul(seat.index()), None);
            }
            Irregularity::TakenBack { seat } => self.fine(seat.index(), Fine::FalsePlay),
            Irregularity::FalsePass => {
                if !can_play {
                    return None;
                }
                if self.fouls_end() {
                    self.end(End::Foul(turn), None);
                    return Some(taken);
                }
                // The pass stands: it costs as much as a false play, and counts as a pass (F10).
                let again = self.plays_again();
                self.log.push(match again {
                    true => Entry::Stopped(false),
                    false => Entry::FalsePassed(turn),
                });
                self.turn = self.after(turn);
                self.fine(turn, Fine::FalsePlay);
                if self.settled.is_none() {
                    if !again {
                        self.charge_pass(turn);
                    }
                    self.look_for_target();
                    self.look_for_block();
                }
            }
            Irregularity::NeedlessDraw | Irregularity::MisledDraw => {
                let allowed = self.legal().contains(&Action::Draw);
                if !can_play || !self.can_draw() || allowed {
                    return None;
                }
                taken = self.take(turn, 1);
                if what == Irregularity::NeedlessDraw {
                    self.punish_draw(turn);
                }
            }
            Irregularity::WrongPlay { tile, on, open } => {
                let (bone, open) = (Bone::from(tile), open.value());
                let at = self.tree.find(on.into())?;
                let wrong = self.tree.can_lie_wrong(bone, at, open, &self.choices);
                if !in_play || !self.hands[turn].contains(&bone) || !wrong {
                    return None;
                }
                if self.fouls_end() {
                    // The tile is taken back (W24).
                    self.end(End::Foul(turn), None);
                    return Some(taken);
                }
                let finish = self.finish_with(bone);
                self.tree.lay_wrong(bone, at, open, &self.choices);
                self.hands[turn].retain(|held| *held != bone);
                // 001:92: an illegal play costs as much as a false pass.
                self.fine(turn, Fine::FalsePlay);
                if self.settled.is_none() {
                    self.after_tile(bone, finish);
                }
            }
            Irregularity::Directed { tile, on } => {
                let bone = Bone::from(tile);
                let at = self.tree.find(on.into())?;
                let fits = self.tree.fits(bone, at, &self.choices).is_some();
                let shown = self.exposed.contains(&bone) && self.hands[turn].contains(&bone);
                if !in_play || !fits || !shown {
                    return None;
                }
                self.lay(bone, Some(on.into()));
            }
            Irregularity::Exposed { seat, tile } => {
                let bone = Bone::from(tile);
                if !self.hands[seat.index()].contains(&bone) {
                    return None;
                }
                if self.choices.exposed != Exposed::PickedUp {
                    self.exposed.push(bone);
                }
            }
            Irregularity::OverDrawn { seat } => {
                let seat = seat.index();
                if self.dealt[seat] <= usize::from(self.choices.hand.get()) {
                    return None;
                }
                // S14: scores from before the discovery stand.
                if !self.log.contains(&Entry::Laid(seat)) {
                    self.barred[seat].first_play = true;
                }
            }
            Irregularity::UnderDrawn { seat } => {
                let seat = seat.index();
                let due = usize::from(self.choices.hand.get());
                let missing = due.checked_sub(self.dealt[seat]).filter(|n| *n > 0)?;
                if missing > self.boneyard.len() {
                    return None;
                }
                self.dealt[seat] = due;
                taken = self.take(seat, missing);
                if in_play {
                    self.look_for_block();
                }
            }
        }
        Some(taken)
    }

    /// Whether a false play ends the round (W24).
    fn fouls_end(&self) -> bool {
        self.choices.false_play_ends != FalsePlayEnds::Nothing
    }

    /// Charges a fault at once.
    fn fine(&mut self, seat: usize, what: Fine) {
        for Points { team, why, points } in fines(&self.choices, seat, what, &self.before) {
            if self.settled.is_none() {
                self.award(team, why, points);
                self.look_for_target();
            }
        }
    }

    fn take(&mut self, seat: usize, n: usize) -> Vec<Bone> {
        let taken: Vec<Bone> = self.boneyard.drain(..n).collect();
        self.hands[seat].extend(&taken);
        self.log.push(Entry::Taken);
        taken
    }

    fn punish_draw(&mut self, seat: usize) {
        match self.choices.needless_draw {
            NeedlessDraw::VoidsRound => self.end(End::Void, None),
            NeedlessDraw::NoScore => {
                self.barred[seat].play = true;
                self.barred[seat].going_out = true;
            }
            NeedlessDraw::NoScoreInPlay => self.barred[seat].play = true,
        }
    }
}
