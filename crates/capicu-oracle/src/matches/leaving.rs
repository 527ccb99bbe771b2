//! Seats that leave a match while the others play on (W37, W38).

use capicu::rules::{AtTarget, Score, Teams};

use super::{MatchEnd, ModelMatch};

impl ModelMatch {
    pub(super) fn singles(&self) -> bool {
        self.choices.teams == Teams::Singles
    }

    /// This seat, or the next one that plays.
    pub(super) fn instead(&self, seat: usize) -> usize {
        let n = self.before.places.len();
        match self.before.plays(seat) {
            true => seat,
            false => self.before.turns_after(seat, n)[0],
        }
    }

    fn still_in(&self) -> Vec<usize> {
        let all = 0..self.before.places.len();
        all.filter(|seat| self.before.plays(*seat)).collect()
    }

    /// Seats in order, the best score first, equal ones together.
    fn ranked(&self, mut seats: Vec<usize>) -> Vec<Vec<usize>> {
        let score = |seat: usize| self.before.scores[seat];
        seats.sort_by_key(|seat| score(*seat));
        if self.choices.score != Score::Penalties {
            seats.reverse();
        }
        let groups = seats.chunk_by(|one, other| score(*one) == score(*other));
        groups.map(<[usize]>::to_vec).collect()
    }

    /// Writes the places down: first those from the top, then those from the bottom.
    fn number_places(&mut self) {
        let mut place = 1;
        for group in &self.top {
            for seat in group {
                self.before.places[*seat] = place;
            }
            place += group.len();
        }
        let mut place = self.before.places.len() + 1;
        for group in &self.bottom {
            place -= group.len();
            for seat in group {
                self.before.places[*seat] = place;
            }
        }
    }

    /// The end of the match once everybody has a place.
    fn all_placed(&self) -> Option<MatchEnd> {
        if !self.still_in().is_empty() {
            return None;
        }
        let winner = self.before.places.iter().position(|place| *place == 1)?;
        let n = self.before.places.len();
        Some(MatchEnd {
            winner,
            losers: (0..n).map(|seat| seat != winner).collect(),
            skunked: vec![false; n],
        })
    }

    /// A seat leaves between two rounds (W38). Returns whether it may.
    pub fn leave(&mut self, seat: usize) -> bool {
        if !self.singles() || self.result.is_some() || !self.before.plays(seat) {
            return false;
        }
        self.bottom.push(vec![seat]);
        self.number_places();
        self.in_draw.retain(|other| *other != seat);
        let left = self.still_in();
        if self.in_draw.is_empty() {
            self.in_draw.clone_from(&left);
        }
        let enough = match self.choices.at_target {
            AtTarget::MatchEnds => 1,
            AtTarget::PlayerOut => usize::from(self.choices.players_left.get()),
        };
        if left.len() <= enough {
            self.end_with(left);
        }
        true
    }

    /// Ends the match with these seats as the last ones, unless two of them would win it.
    fn end_with(&mut self, left: Vec<usize>) {
        let ranked = self.ranked(left);
        let equal_winners = self.top.is_empty() && ranked[0].len() > 1;
        if !equal_winners {
            self.top.extend(ranked);
            self.number_places();
            self.result = self.all_placed();
        }
    }

    /// The end of the match after points were written down. Players at the target may be out (W37).
    pub(super) fn conclude(&mut self) -> Option<MatchEnd> {
        if self.choices.at_target == AtTarget::MatchEnds {
            return self.decide();
        }
        let target = u32::from(self.choices.target.get());
        let there = |seat: &usize| self.before.scores[*seat] >= target;
        let (gone, left): (Vec<usize>, Vec<usize>) = self.still_in().into_iter().partition(there);
        if left.len() <= usize::from(self.choices.players_left.get()) {
            self.end_with(self.still_in());
            return self.result.clone();
        }
        if gone.is_empty() {
            return self.result.clone();
        }
        let ranked = self.ranked(gone);
        if self.choices.score == Score::Penalties {
            self.bottom.extend(ranked.into_iter().rev());
        } else if !(self.top.is_empty() && ranked[0].len() > 1) {
            self.top.extend(ranked);
        }
        self.number_places();
        None
    }
}
