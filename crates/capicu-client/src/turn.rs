//! The choices of the player's seat, and its action before the table has accepted it.

use capicu::{Action, Board, Duty, Move, Pip, Step, TableView, Tile, TileSet, Turn, VisibleEvent};

use crate::ClientTable;

/// The task of a seat now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The seat has nothing to do.
    Nothing,
    /// To lead this tile.
    LeadTile(Tile),
    /// To lead any tile.
    LeadAny,
    /// To lead a double.
    LeadDouble,
    /// To lead, or to leave the lead to the partner.
    Huddle,
    /// To play a tile.
    Play,
    /// To draw, as nothing else is possible.
    Draw,
    /// To pass, as nothing else is possible.
    Pass,
}

/// An action that was sent, with the table as it will be if accepted.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    action: Action,
    pub(crate) then: TableView,
}

impl ClientTable {
    /// Shows a sent action as done. Returns `false` if it is not legal now, or another action is unanswered.
    pub fn send(&mut self, action: Action) -> bool {
        let Some(round) = self.seen.round().filter(|_| self.sent.is_none()) else {
            return false;
        };
        if round.check(action).is_err() {
            return false;
        }
        let seat = round.seat();
        let mut then = self.seen.clone();
        // The drawn tile is unknown, so a draw shows nothing until it is answered.
        if action != Action::Draw {
            then.observe(&VisibleEvent::Done(Step {
                mv: Move {
                    seat,
                    action,
                    drawn: None,
                    shown: false,
                },
                awards: Default::default(),
            }));
        }
        self.sent = Some(Sent { action, then });
        true
    }

    /// Takes back a sent action that was refused.
    pub fn take_back(&mut self) {
        self.sent = None;
    }

    /// The sent action that has not been answered.
    pub fn sent(&self) -> Option<Action> {
        self.sent.as_ref().map(|sent| sent.action)
    }

    /// The legal actions, with both of two equal ends; empty while an action is unanswered.
    pub fn actions(&self) -> Vec<Action> {
        match (&self.sent, self.round()) {
            (None, Some(round)) => round.legal_actions().to_vec(),
            _ => Vec::new(),
        }
    }

    /// Whether there is a choice. A tile that fits two equal ends is none.
    pub fn has_choice(&self) -> bool {
        let distinct = self
            .round()
            .map_or(0, |round| round.distinct_actions().len());
        self.sent.is_none() && distinct > 1
    }

    /// The legal actions with a tile.
    pub fn actions_with(&self, tile: Tile) -> Vec<Action> {
        let with = |action: &Action| action.tile() == Some(tile);
        self.actions().into_iter().filter(with).collect()
    }

    /// The tiles in hand that may be laid.
    pub fn playable(&self) -> TileSet {
        self.actions()
            .into_iter()
            .filter_map(Action::tile)
            .collect()
    }

    /// The task of this seat now.
    pub fn ask(&self) -> Ask {
        let actions = self.actions();
        let turn = self.board().map(Board::turn);
        let huddle = self.board().and_then(Board::huddle);
        match (actions.as_slice(), turn) {
            ([], _) | (_, None) => Ask::Nothing,
            ([Action::Pass], _) => Ask::Pass,
            ([Action::Draw], _) => Ask::Draw,
            (_, Some(Turn::Open(_))) if huddle.is_some() => Ask::Huddle,
            (_, Some(Turn::Open(opening))) => match opening.duty {
                Duty::Tile(tile) => Ask::LeadTile(tile),
                Duty::Double => Ask::LeadDouble,
                Duty::Any | Duty::Holder(_) | Duty::DrawForDouble => Ask::LeadAny,
            },
            _ => Ask::Play,
        }
    }
}

/// The tile that a move laid, if it laid one.
pub const fn laid(mv: &Move) -> Option<Tile> {
    mv.action.tile()
}

/// The numbers at the open ends, each once, ascending.
pub fn open_numbers(board: &Board) -> Vec<Pip> {
    let ends: Vec<Pip> = board.layout().ends().iter().map(capicu::End::pip).collect();
    let numbers = (0..=Pip::MAX.value()).filter_map(Pip::new);
    numbers.filter(|pip| ends.contains(pip)).collect()
}
