//! Plays the moves of a round at a table, one after the other.

use capicu::{Action, Deal, Ended, Fact, FactError, Seat, Table, Turn};

use super::{Problem, Sheet};
use crate::record::{MoveRecord, RoundRecord, What, facts};

#[derive(Clone, Debug)]
pub(super) struct Played {
    pub table: Table,
    pub page: Sheet,
}

impl Played {
    /// The round with this deal before its first move. The table must wait for a deal.
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

    pub(super) fn make(&mut self, round: &RoundRecord, turn: usize) -> Result<(), Problem> {
        let m = &round.moves[turn];
        if self.lets_points_go(m) {
            self.let_points_go();
        }
        let made = check_turn(&self.table, m).and_then(|()| {
            self.note(&facts::fact(m)).map_err(|error| match error {
                FactError::NotNow
                | FactError::NotDrawing
                | FactError::DealtOut
                | FactError::Withdraw(_) => Problem::RoundOver,
                FactError::Illegal(why) => Problem::illegal(m.what, why),
                FactError::Irregular(why) => Problem::Irregular(m.what, why),
            })
        });
        match made {
            Err(Problem::RoundOver) if self.confirms_block(round, turn) => Ok(()),
            made => made,
        }
    }

    /// The seat that may declare the points of the last tile before the round is settled.
    fn is_asked(&self) -> Option<Seat> {
        match self.table.round()?.board().turn() {
            Turn::Declare(seat) => Some(seat),
            _ => None,
        }
    }

    /// Whether a move shows that the points of the last tile were not declared. Records may omit the pass.
    pub(super) fn lets_points_go(&self, m: &MoveRecord) -> bool {
        self.is_asked().is_some_and(|asked| match m.what {
            What::Call(_) => self.table.check(&facts::fact(m)).is_err(),
            what => m.seat != asked || what != What::Pass,
        })
    }

    /// Forgoes the points of the last tile, which settles the round.
    pub(super) fn let_points_go(&mut self) {
        if self.is_asked().is_some() {
            // The seat may pass.
            let _ = self.note(&Fact::Acted(Action::Pass));
        }
    }

    fn ended(&self) -> Option<Ended> {
        let outcome = self.table.round()?.outcome()?;
        Some(outcome.ended)
    }

    pub(super) fn is_blocked(&self) -> bool {
        if self.is_asked().is_none() {
            return matches!(self.ended(), Some(Ended::Blocked(_)));
        }
        // The seat has gone out or blocked the round.
        let mut settled = self.clone();
        settled.let_points_go();
        !matches!(settled.ended(), Some(Ended::Out(_)))
    }

    pub(super) fn is_over(&self) -> bool {
        self.ended().is_some()
    }

    /// Whether a move is one of the passes that confirm a block. People write them down, although the rules have none.
    fn confirms_block(&self, round: &RoundRecord, turn: usize) -> bool {
        self.is_blocked() && only_passes(round, turn)
    }

    pub(super) fn to_act(&self) -> Option<Seat> {
        self.table.round().and_then(capicu::Round::to_act)
    }

    /// The seat to act and its legal moves, with the tiles it holds here.
    pub(super) fn legal(&self) -> Option<(Seat, Vec<What>)> {
        let round = self.table.round()?;
        let seat = round.to_act()?;
        let mv = |action| capicu::Move {
            seat,
            action,
            drawn: None,
            shown: false,
        };
        let actions = round.legal_actions();
        let what = |action| MoveRecord::of_move(&mv(action)).what;
        Some((seat, actions.into_iter().map(what).collect()))
    }
}

pub(super) fn only_passes(round: &RoundRecord, from: usize) -> bool {
    round.moves[from..].iter().all(|m| m.what == What::Pass)
}

pub(super) fn nothing_laid(round: &RoundRecord, from: usize) -> bool {
    let mut rest = round.moves[from..].iter();
    rest.all(|m| matches!(m.what, What::Pass | What::Call(_)))
}

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

/// Checks the tiles of a move against the game, its seat against the turn, and a drawn tile against the boneyard.
pub(super) fn check_turn(table: &Table, m: &MoveRecord) -> Result<(), Problem> {
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

/// Whether drawing is legal at all; if not, that is the problem and not the tile.
fn may_draw(round: &capicu::Round, m: &MoveRecord) -> bool {
    match m.what {
        What::Draw(_) => round.check(Action::Draw).is_ok(),
        _ => true,
    }
}
