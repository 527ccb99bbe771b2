//! Players who leave a match while the others play on.

use super::{Match, MatchResult, Next, Standing};
use crate::rules::{AtTarget, Score};
use crate::{BySeat, BySide, Rules, Seat};

/// Why a seat cannot withdraw from the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum CannotWithdraw {
    /// A partner would be left alone.
    #[error("a player leaves the others only where all play alone")]
    Partners,
    /// The seat has left or is out, or the match is over.
    #[error("this seat plays no more")]
    PlaysNoMore,
}

impl Match {
    /// Takes a seat out of the match between two rounds (W38). It gets the last open place. If a single seat is left,
    /// or as few as the rules say, the match is over.
    ///
    /// # Errors
    ///
    /// If partners play, if the seat plays no more, or if the match is over.
    pub fn withdraw(&mut self, seat: Seat) -> Result<(), CannotWithdraw> {
        let rules = self.rules;
        if rules.n_sides() != rules.n_seats() {
            return Err(CannotWithdraw::Partners);
        }
        if self.result.is_some() || self.standing.places.get(rules.side(seat)) != Some(&0) {
            return Err(CannotWithdraw::PlaysNoMore);
        }
        let mut places = self.standing.places;
        places[rules.side(seat)] = first_open(&places) + rules.n_playing() - 1;
        self.note_places(places);
        self.drawing[seat] = false;
        if !self.drawing.iter().any(|draws| *draws) {
            self.drawing = BySeat::from_fn(rules.n_seats(), |seat| self.rules.plays(seat));
        }
        let few = match rules.at_target {
            AtTarget::MatchEnds => 1,
            AtTarget::PlayerOut => rules.players_left.get(),
        };
        if u16::from(self.rules.n_playing()) <= few {
            self.place(|_| true);
        }
        Ok(())
    }

    /// The places of a standing after points were added to it.
    pub(crate) fn places_of(rules: Rules, standing: Standing) -> BySide<u8> {
        let mut game = Self::new(rules).at(standing);
        game.note_result();
        game.standing.places
    }

    /// Notes the end of the match, or the players who are out (W37).
    pub(super) fn note_result(&mut self) {
        match self.rules.at_target {
            AtTarget::MatchEnds => self.result = self.decided(),
            AtTarget::PlayerOut => self.note_out(),
        }
    }

    /// Gives places to the players at the target, and to all if few enough are left (W37).
    #[cold]
    fn note_out(&mut self) {
        let (rules, scores) = (self.rules, self.standing.scores);
        let is_out = |seat: Seat| rules.is_at_target(scores[rules.side(seat)]);
        let n_out = rules.playing().filter(|seat| is_out(*seat)).count() as u16;
        let few = u16::from(rules.n_playing()) <= n_out + rules.players_left.get();
        self.place(|seat| few || is_out(seat));
    }

    /// Gives places to some seats by their scores, those at the target first, in a game of penalties last. Changes
    /// nothing if two of them would win: they play on.
    fn place(&mut self, gets: impl Fn(Seat) -> bool) {
        let (rules, scores) = (self.rules, self.standing.scores);
        let penalties = rules.score == Score::Penalties;
        let worth = |seat: Seat| {
            let score = scores[rules.side(seat)];
            if penalties { u16::MAX - score } else { score }
        };
        let placed = || rules.playing().filter(|seat| gets(*seat));
        let stay = usize::from(rules.n_playing()) - placed().count();
        let mut places = self.standing.places;
        let first = first_open(&places) + if penalties { stay as u8 } else { 0 };
        for seat in placed() {
            let better = placed().filter(|other| worth(*other) > worth(seat));
            places[rules.side(seat)] = first + better.count() as u8;
        }
        let winners = || places.entries().filter(|(_, place)| **place == 1);
        if winners().count() > 1 {
            return;
        }
        let winner = winners().next().map(|(side, _)| side);
        self.note_places(places);
        if let Some(winner) = winner.filter(|_| self.rules.n_playing() == 0) {
            let losers = BySide::from_fn(rules.n_sides(), |side| side != winner);
            self.result = Some(MatchResult {
                winner,
                losers,
                skunked: BySide::new(rules.n_sides()),
            });
        }
    }

    /// Notes places. A seat that opens the next round and plays no more leaves that to the next seat.
    fn note_places(&mut self, places: BySide<u8>) {
        self.standing.places = places;
        self.rules = self.rules.without(&places);
        let opener = match self.next {
            Next::Anew => return,
            Next::Seat { seat, .. } => seat,
            Next::Lot(side) => match self.rules.members(side).next() {
                Some(seat) => seat,
                None => return,
            },
        };
        if !self.rules.plays(opener) {
            self.next = Next::Seat {
                seat: self.rules.at_or_after(opener),
                may_hand_over: false,
            };
        }
    }
}

/// The first open place. Places are taken from both ends, and equal ones count together.
fn first_open(places: &BySide<u8>) -> u8 {
    let taken = |last: u8| {
        places
            .iter()
            .filter(move |place| **place > 0 && **place <= last)
    };
    let mut open = 1..=places.len();
    open.find(|place| taken(*place).count() < usize::from(*place))
        .unwrap_or(1)
}
