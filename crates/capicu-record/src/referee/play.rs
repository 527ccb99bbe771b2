//! The moves of a round, put to the table one after the other.

use capicu::{Action, Deal, Ended, Fact, FactError, Seat, Table, Turn};

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
        if self.lets_points_go(m) {
            self.let_points_go();
        }
        let made = check_turn(&self.table, m).and_then(|()| {
            self.note(&facts::fact(m)).map_err(|error| match error {
                FactError::NotNow | FactError::NotDrawing => Problem::RoundOver,
                FactError::Illegal(why) => Problem::illegal(m.what, why),
                FactError::Irregular(why) => Problem::Irregular(m.what, why),
            })
        });
        match made {
            Err(Problem::RoundOver) if self.confirms_block(round, turn) => Ok(()),
            made => made,
        }
    }

    /// Who is asked to declare the points of the last tile before the round is settled.
    fn is_asked(&self) -> Option<Seat> {
        match self.table.round()?.board().turn() {
            Turn::Declare(seat) => Some(seat),
            _ => None,
        }
    }

    /// Whether a move shows that the points of the last tile were not declared: a record need not
    /// say so.
    pub(super) fn lets_points_go(&self, m: &Move) -> bool {
        self.is_asked().is_some_and(|asked| match m.what {
            What::Call(_) => self.table.check(&facts::fact(m)).is_err(),
            what => m.seat != asked || what != What::Pass,
        })
    }

    /// Settles a round that waits for nothing but the points of its last tile: they are let go.
    pub(super) fn let_points_go(&mut self) {
        if self.is_asked().is_some() {
            // The seat that is asked may pass.
            let _ = self.note(&Fact::Acted(Action::Pass));
        }
    }

    fn ended(&self) -> Option<Ended> {
        let outcome = self.table.round()?.outcome()?;
        Some(outcome.ended)
    }

    /// Whether the round has been blocked, settled or not.
    pub(super) fn is_blocked(&self) -> bool {
        if self.is_asked().is_none() {
            return matches!(self.ended(), Some(Ended::Blocked(_)));
        }
        // Whoever is asked has gone out or blocked the round.
        let mut settled = self.clone();
        settled.let_points_go();
        !matches!(settled.ended(), Some(Ended::Out(_)))
    }

    /// Whether the round is over.
    pub(super) fn is_over(&self) -> bool {
        self.ended().is_some()
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
        let actions = round.legal_actions();
        let what = |action| Move::of_deed(&deed(action)).what;
        Some((seat, actions.into_iter().map(what).collect()))
    }
}

/// Whether nothing but passes follows from this move on.
pub(super) fn only_passes(round: &RoundRecord, from: usize) -> bool {
    round.moves[from..].iter().all(|m| m.what == What::Pass)
}

/// Whether nothing but passes and calls follows from this move on.
pub(super) fn nothing_laid(round: &RoundRecord, from: usize) -> bool {
    let mut rest = round.moves[from..].iter();
    rest.all(|m| matches!(m.what, What::Pass | What::Call(_)))
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

/// Whether the tiles of a move are of the game, it is the turn of whoever made it, and the tile it
/// drew the one that lay there.
pub(super) fn check_turn(table: &Table, m: &Move) -> Result<(), Problem> {
    let Some(round) = table.round() else {
        return Err(Problem::RoundOver);
    };
    let tiles = round.board().rules().tiles();
    let named = [m.what.shown(), m.what.on(), m.what.drawn().flatten()];
    if let Some(tile) = named
        .into_iter()
        .flatten()
        .find(|tile| !tiles.contains(*tile))
    {
        return Err(Problem::NotInGame(tile));
    }
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
