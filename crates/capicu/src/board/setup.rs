//! Boards from setups and back.

use crate::setup::{Incidents, Setup};
use crate::{Seat, Turn};

use super::{Board, Phase};

impl Board {
    /// Builds the board of a checked setup.
    pub(crate) fn of_setup(setup: &Setup) -> Self {
        let held = setup.hands.map(|held| held.len() as u8);
        let boneyard = setup.boneyard.len() as u8;
        let (phase, acting) = match setup.turn {
            Turn::Open(opening) => {
                let phase = Phase::Opening {
                    duty: opening.duty,
                    may_hand_over: opening.may_hand_over,
                };
                (phase, opening.seat)
            }
            Turn::Play(seat) => (Phase::Playing, seat),
            Turn::Declare(seat) => (Phase::Declaring, seat),
            Turn::Over => (Phase::Over, Seat::default()),
        };
        let standing = &setup.standing;
        let rules = &setup.rules.without(&standing.places);
        let incidents = setup.incidents.clone();
        let mut board = Self {
            layout: setup.layout.clone(),
            opener: setup.opener,
            phase,
            acting,
            points: setup.made,
            last_player: setup.last_player.unwrap_or_default(),
            drawn_this_turn: incidents.drawn_this_turn,
            since_tile: incidents.since_tile,
            streak: incidents.streak,
            undeclared: incidents.undeclared,
            silent: incidents.silent,
            sum_named: incidents.sum_named,
            withheld: incidents.withheld,
            exposed: incidents.exposed,
            received: incidents.received,
            n_drawn: incidents.n_drawn,
            ..Self::new(rules, standing, setup.opening, &held, boneyard)
        };
        board.note_plain();
        board
    }

    /// Returns the incidents of the round, in addition to layout and turn.
    pub(crate) fn incidents(&self) -> Incidents {
        Incidents {
            drawn_this_turn: self.drawn_this_turn,
            since_tile: self.since_tile.clone(),
            streak: self.streak,
            undeclared: self.undeclared.clone(),
            silent: self.silent,
            sum_named: self.sum_named,
            withheld: self.withheld,
            exposed: self.exposed,
            received: self.received,
            n_drawn: self.n_drawn,
        }
    }
}
