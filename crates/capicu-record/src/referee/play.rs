//! The moves of a round, put to the table one after the other.

use capicu::{Action, Deal, Ended, Fact, FactError, Listing, Seat, Table};

use super::{Problem, Sheet};
use crate::record::{Move, RoundRecord, What, facts};

/// A table in play and what is written down at it.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub table: Table,
    pub page: Sheet,
}

impl Played {
    /// The round with this deal before its first move. The table waits for a deal.
    pub(super) fn new(table: &Table, page: Sheet, deal: Deal) -> Result<Self, Problem> {
        if let Err(why) = table.game().opening(&deal) {
            return Err(Problem::MustThrowIn(why));
        }
        let mut played = Self {
            table: table.clone(),
            page,
        };
        // The table waits for a deal.
        let _ = played.note(&Fact::Dealt(Box::new(deal)));
        Ok(played)
    }

    fn note(&mut self, fact: &Fact) -> Result<(), FactError> {
        for event in &self.table.apply(fact)? {
            self.page.note(event);
        }
        Ok(())
    }

    /// Makes a move of the round.
    pub(super) fn make(&mut self, round: &RoundRecord, turn: usize) -> Result<(), Problem> {
        let m = &round.moves[turn];
        let made = check_turn(&self.table, m).and_then(|()| {
            self.note(&facts::fact(m)).map_err(|error| match error {
                FactError::NotNow | FactError::NotDrawing => Problem::RoundOver,
                FactError::Illegal(why) => Problem::Illegal(m.what, why),
                FactError::Irregular(why) => Problem::Irregular(m.what, why),
            })
        });
        match made {
            Err(Problem::RoundOver) if self.confirms_block(round, turn) => Ok(()),
            made => made,
        }
    }

    /// Whether the round has been blocked.
    pub(super) fn is_blocked(&self) -> bool {
        let outcome = self.table.round().and_then(capicu::Round::outcome);
        outcome.is_some_and(|outcome| matches!(outcome.ended, Ended::Blocked(_)))
    }

    /// Whether the round is over.
    pub(super) fn is_over(&self) -> bool {
        let outcome = self.table.round().and_then(capicu::Round::outcome);
        outcome.is_some()
    }

    /// People write down the passes that show a block; by the rules they are not made.
    fn confirms_block(&self, round: &RoundRecord, turn: usize) -> bool {
        self.is_blocked() && only_passes(round, turn)
    }

    /// Whose turn it is.
    pub(super) fn to_act(&self) -> Option<Seat> {
        self.table.round().and_then(capicu::Round::to_act)
    }

    /// What the seat to act may do with the tiles it holds here.
    pub(super) fn legal(&self) -> Option<(Seat, Vec<What>)> {
        let round = self.table.round()?;
        let seat = round.to_act()?;
        let deed = |action| capicu::Deed {
            seat,
            action,
            drawn: None,
            shown: false,
        };
        let actions = round.actions(Listing::Every);
        let what = |action| Move::of_deed(&deed(action)).what;
        Some((seat, actions.into_iter().map(what).collect()))
    }
}

/// Whether nothing but passes follows from this move on.
pub(super) fn only_passes(round: &RoundRecord, from: usize) -> bool {
    round.moves[from..].iter().all(|m| m.what == What::Pass)
}

/// Whether any seat may do this at any time.
pub(super) const fn any_seat(what: &What) -> bool {
    matches!(
        what,
        What::Call(_)
            | What::TakenBack
            | What::OverDrawn
            | What::UnderDrawn
            | What::Exposed(_)
            | What::Void
    )
}

/// Whether it is the turn of whoever made the move, and the tile it drew the one that lay there.
pub(super) fn check_turn(table: &Table, m: &Move) -> Result<(), Problem> {
    let Some(round) = table.round() else {
        return Err(Problem::RoundOver);
    };
    match round.to_act() {
        None if matches!(m.what, What::Call(_)) => Ok(()),
        None => Err(Problem::RoundOver),
        Some(to_act) if to_act != m.seat && !any_seat(&m.what) => Err(Problem::NotItsTurn {
            seat: m.seat,
            to_act,
        }),
        Some(_) => match (m.what.drawn(), round.boneyard().next()) {
            (Some(Some(drawn)), Some(next)) if drawn != next && may_draw(round, m) => {
                Err(Problem::Drew { drawn, next })
            }
            _ => Ok(()),
        },
    }
}

/// Whether drawing is possible at all: otherwise that is what is wrong, not the tile.
fn may_draw(round: &capicu::Round, m: &Move) -> bool {
    match m.what {
        What::Draw(_) => round.check(Action::Draw).is_ok(),
        _ => true,
    }
}
