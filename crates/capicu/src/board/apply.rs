//! How visible moves change the board.

use crate::irregular::{Call, Ruling, Undeclared};
use crate::rules::{AfterDouble, Calls, Draw, PaseDeSalidaWhen, PasoWhen, PassPenalties, PosePass};
use crate::{Action, Award, BySide, Layout, Reason, Seat, Side, Tile};

use super::{Board, Duty, Move, Phase, PlayAwards, SinceTile, Withheld};

impl Board {
    /// Notes a checked move. The full round and every view of it use this function.
    pub(crate) fn apply(&mut self, mv: &Move, awards: &mut PlayAwards) {
        let seat = mv.seat;
        match mv.action {
            Action::Lead(tile) => self.lead(seat, tile, awards),
            Action::Play { tile, on } => self.lay(seat, tile, on, awards),
            Action::Draw => self.after_draw(seat, mv.drawn),
            Action::Pass => self.after_pass(seat, awards),
            Action::HandOver => self.hand_over(seat),
        }
    }

    pub(crate) fn lead(&mut self, seat: Seat, tile: Tile, awards: &mut PlayAwards) {
        self.layout.lead(tile, &self.rules);
        self.opener = seat;
        self.after_tile(seat, tile, awards);
    }

    pub(crate) fn lay(&mut self, seat: Seat, tile: Tile, on: Tile, awards: &mut PlayAwards) {
        if self.plain {
            self.layout.lay_on_line(tile, on, &self.rules);
            self.after_tile(seat, tile, awards);
        } else if let Some(end) = self.layout.place(tile, on) {
            let open = tile.across(self.layout.ends()[end].pip());
            self.layout.lay(tile, end, open, &self.rules);
            self.after_tile(seat, tile, awards);
        }
    }

    pub(crate) fn hand_over(&mut self, seat: Seat) {
        if let (Phase::Opening { duty, .. }, Some(partner)) = (self.phase, self.rules.partner(seat))
        {
            self.opener = partner;
            self.acting = partner;
            self.phase = Phase::Opening {
                duty,
                may_hand_over: false,
            };
        }
    }

    pub(super) fn after_tile(&mut self, seat: Seat, tile: Tile, awards: &mut PlayAwards) {
        self.note_tile(seat, tile, awards);
        if self.rules.after_double == AfterDouble::Again && tile.is_double() && self.held[seat] > 0
        {
            self.keep_turn(seat);
        } else {
            self.pass_turn(seat);
        }
    }

    /// Leaves the turn to the seat that laid a double (W30).
    #[cold]
    fn keep_turn(&mut self, seat: Seat) {
        self.since_tile.again = true;
        self.drawn_this_turn = false;
        self.acting = seat;
        self.phase = Phase::Playing;
        self.note_plain();
    }

    #[inline(always)]
    pub(crate) fn note_tile(&mut self, seat: Seat, tile: Tile, awards: &mut PlayAwards) {
        self.held[seat] -= 1;
        self.last_player = seat;
        self.streak[seat] = 0;
        self.since_tile = SinceTile::default();
        if self.scores_ends() {
            self.score_ends(seat, tile, awards);
        }
    }

    #[inline(never)]
    pub(super) fn score_ends(&mut self, seat: Seat, tile: Tile, awards: &mut PlayAwards) {
        self.silent = 0;
        self.sum_named = false;
        // A missed score can be claimed until one more tile is laid.
        if !self.undeclared.is_empty() {
            let laid = self.layout.laid().len() as u8;
            self.undeclared
                .retain(|missed| self.rules.calls == Calls::Muggins && missed.at + 1 == laid);
        }
        let mut withheld = self.withheld[seat] != Withheld::No;
        if !self.exposed.is_empty() {
            withheld |= self.exposed.remove(tile);
        }
        if self.withheld[seat] == Withheld::FirstPlay {
            self.withheld[seat] = Withheld::No;
        }
        let points = match Layout::score(self.layout.total(), &self.rules) {
            0 if self.rules.compares_ends() => self.layout.points_of_equal(&self.rules),
            points => points,
        };
        if withheld || points == 0 {
            return;
        }
        match self.rules.calls {
            Calls::Automatic => self.award(self.rules.side(seat), points, Reason::Ends, awards),
            Calls::Muggins | Calls::Declared => {
                self.undeclared.push(Undeclared {
                    seat,
                    points,
                    at: self.layout.laid().len() as u8,
                });
            }
        }
    }

    pub(crate) fn after_draw(&mut self, seat: Seat, drawn: Option<Tile>) {
        self.held[seat] += 1;
        self.n_drawn[seat] += 1;
        self.boneyard -= 1;
        self.since_tile.n = 0;
        self.received[seat] += 1;
        if let Phase::Opening { duty, .. } = &mut self.phase {
            // A drawn double is shown at once, so everybody knows who leads.
            match drawn.filter(|tile| tile.is_double()) {
                Some(tile) => *duty = Duty::Tile(tile),
                None => self.acting = self.rules.next(seat),
            }
            return;
        }
        self.drawn_this_turn = true;
        if self.rules.draw == Draw::OneEndsTurn {
            // Drawing instead of playing is a turn, but not a pass.
            self.streak[seat] = 0;
            self.since_tile.interrupted |= self.rules.pays_if_all_pass();
            self.pass_turn(seat);
        }
    }

    pub(crate) fn after_pass(&mut self, seat: Seat, awards: &mut PlayAwards) {
        if let Phase::Opening { may_hand_over, .. } = &mut self.phase {
            *may_hand_over = false;
            self.acting = self.rules.next(self.acting);
            if self.rules.pose_pass == PosePass::Counts {
                self.count_streak(seat, awards);
            }
            return;
        }
        if self.is_declaring() {
            // The seat forgoes its points, and that does not count as a pass.
            return;
        }
        if self.since_tile.again {
            // The seat has played in this turn, so this is no pass (W30).
            self.since_tile.again = false;
            self.pass_turn(seat);
            return;
        }
        self.since_tile.pass();
        self.count_streak(seat, awards);
        self.pay_paso(seat, awards);
        if self.rules.pase_de_salida.get() > 0 {
            self.pay_salida(seat, awards);
        }
        if self.plain {
            self.next_turn(seat);
        } else {
            self.pass_turn(seat);
        }
    }

    pub(super) fn count_streak(&mut self, seat: Seat, awards: &mut PlayAwards) {
        let streak = &mut self.streak[seat];
        *streak += 1;
        if *streak == 3 {
            *streak = 0;
            self.fine_three_passes(seat, awards);
        }
    }

    /// Fines a seat for its third pass in a row.
    pub(crate) fn fine_three_passes(&mut self, seat: Seat, awards: &mut PlayAwards) {
        let points = self.rules.three_passes.get();
        if points > 0 {
            self.since_tile.fined |= 1 << seat.index();
            self.award(self.rules.side(seat), points, Reason::ThreePasses, awards);
        }
    }

    /// Pays the side of the last tile for an opponent's pass (002:39, PR5).
    pub(super) fn pay_paso(&mut self, seat: Seat, awards: &mut PlayAwards) {
        if self.rules.paso.get() + self.rules.first_paso.get() == 0 {
            return;
        }
        let Some(causer) = self.last_player().map(|last| self.rules.side(last)) else {
            return;
        };
        let again = self.rules.paso_when == PasoWhen::OncePerTile && self.since_tile.paso_paid;
        if causer != self.rules.side(seat) && !again {
            self.since_tile.paso_paid = true;
            self.award_paso(causer, awards);
        }
    }

    /// Pays a side for a pass that it caused.
    pub(crate) fn award_paso(&mut self, causer: Side, awards: &mut PlayAwards) {
        let points = self.price_of_pass();
        self.bonus(causer, points, Reason::Paso, awards);
    }

    /// The price of a pass that pays: that of the first one, once (W12), or of every other.
    fn price_of_pass(&mut self) -> u16 {
        let first = self.rules.first_paso.get();
        if first == 0 || self.standing.passed {
            return self.rules.paso.get();
        }
        self.standing.passed = true;
        first
    }

    /// Pays the side that led if the next player passes on the opening tile (PR17).
    #[cold]
    fn pay_salida(&mut self, seat: Seat, awards: &mut PlayAwards) {
        let opened = self.layout.laid().len() == 1 && !self.since_tile.salida_paid;
        let (Some(tile), true) = (self.layout.first(), opened) else {
            return;
        };
        let leader = self.last_player;
        if self.rules.next(leader) != seat {
            return;
        }
        self.since_tile.salida_paid = true;
        self.award_salida(self.rules.side(leader), tile.is_double(), awards);
    }

    /// Pays the side that led a double or a single on which the next player passed.
    pub(crate) fn award_salida(&mut self, side: Side, double: bool, awards: &mut PlayAwards) {
        let once = self.rules.pase_de_salida.get();
        let points = match self.rules.pase_de_salida_when {
            PaseDeSalidaWhen::AnyTile => once,
            PaseDeSalidaWhen::Double if double => once,
            PaseDeSalidaWhen::Double => return,
            PaseDeSalidaWhen::PlainTwice if double => once,
            PaseDeSalidaWhen::PlainTwice => 2 * once,
        };
        self.bonus(side, points, Reason::PaseDeSalida, awards);
    }

    /// Pays the side of the last tile if everybody else has passed on it and it continues (PR16).
    pub(crate) fn pay_corrido(&mut self, awards: &mut PlayAwards) {
        if let Some(last) = self.last_player() {
            self.award_corrido(self.rules.side(last), awards);
        }
    }

    /// Pays a side on whose tile everybody else passed.
    pub(crate) fn award_corrido(&mut self, side: Side, awards: &mut PlayAwards) {
        let points = self.rules.pase_corrido.get();
        self.bonus(side, points, Reason::PaseCorrido, awards);
    }

    /// Adds a bonus, unless the side began the round with too many points for it (W28).
    fn bonus(&mut self, side: Side, points: u16, why: Reason, awards: &mut PlayAwards) {
        if self.rules.pays_bonus(&self.standing, side) {
            self.award(side, points, why, awards);
        }
    }

    /// Whether everybody else has just passed on the last tile, after a draw or not (001:90, PR16).
    pub(crate) fn all_others_passed(&self) -> bool {
        self.since_tile.on_tile == self.rules.n_playing() - 1 && !self.since_tile.interrupted
    }

    /// Fines everybody but the player of the last tile, all at the same moment.
    pub(crate) fn fine_board_pass(&mut self, awards: &mut PlayAwards) {
        if let Some(last) = self.last_player() {
            self.fine_others(last, awards);
        }
    }

    /// Fines everybody but this seat for a board pass.
    pub(crate) fn fine_others(&mut self, last: Seat, awards: &mut PlayAwards) {
        let points = self.rules.board_pass.get();
        if points == 0 || self.target_reached().is_some() {
            return;
        }
        let mut fines = PlayAwards::new();
        let others = last.around(self.rules.n_seats()).skip(1);
        for seat in others.filter(|seat| self.rules.plays(*seat)) {
            let already = match self.rules.pass_penalties {
                PassPenalties::Larger if self.since_tile.fined >> seat.index() & 1 == 1 => {
                    self.rules.three_passes.get()
                }
                _ => 0,
            };
            let (side, points) = (self.rules.side(seat), points.saturating_sub(already));
            if points > 0 && self.counts(side, points) {
                let why = Reason::BoardPass;
                fines.push(Award { side, points, why });
            }
        }
        self.points = self.points_with(&fines);
        awards.extend(fines);
    }

    pub(super) fn pass_turn(&mut self, from: Seat) {
        self.next_turn(from);
        self.phase = Phase::Playing;
        self.skip_empty_hands(from);
    }

    fn skip_empty_hands(&mut self, from: Seat) {
        let n = self.rules.n_seats();
        while self.held[self.acting] == 0 && self.acting != from {
            self.acting = self.acting.next(n);
        }
        self.note_plain();
    }

    #[inline(always)]
    pub(crate) fn next_turn(&mut self, from: Seat) {
        self.drawn_this_turn = false;
        self.acting = from.next(self.rules.n_seats());
    }

    /// Notes a move as one seat saw it. The points come from the table, since some depend on hands this seat does not
    /// see.
    pub(crate) fn observe(&mut self, mv: &Move, awards: &PlayAwards) {
        let points = self.points_with(awards);
        self.apply(mv, &mut PlayAwards::new());
        self.points = points;
    }

    /// Notes an irregularity as one seat saw it.
    pub(crate) fn observe_irregular(&mut self, ruling: &Ruling) {
        let (scores, points) = (self.standing.scores, self.points_with(&ruling.awards));
        self.apply_irregular(ruling);
        (self.standing.scores, self.points) = (scores, points);
        for award in ruling.awards.iter().filter(|award| award.why.takes_off()) {
            self.take_off(award.side, award.points);
        }
    }

    /// Notes a call as one seat saw it.
    pub(crate) fn observe_call(&mut self, seat: Seat, call: Call, awards: &PlayAwards) {
        let points = self.points_with(awards);
        // The table has written the call down, so its score existed.
        let _ = self.call(seat, call);
        self.points = points;
    }

    pub(super) fn points_with(&self, awards: &PlayAwards) -> BySide<u16> {
        let mut points = self.points;
        for award in awards.iter().filter(|award| !award.why.takes_off()) {
            points[award.side] += award.points;
        }
        points
    }
}
