//! The state of a table for pages that show it without a connection.

use capicu::{Seat, TableView, Viewer};
use capicu_protocol::{Act, Event, Holder, StandIn, Tile};
use capicu_table::Session;
use serde::{Deserialize, Serialize};

use crate::card::TableCard;

/// The state of a table, as the lists of a player's own tables show it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableNow {
    /// The game, players and scores.
    pub card: TableCard,
    /// The seat whose turn it is.
    pub turn: Option<capicu_protocol::Seat>,
    /// The attendance of each seat.
    pub seats: Vec<Attendance>,
    /// Whether the match is over.
    pub is_over: bool,
    /// The moves since the last deal, at a table that anybody may watch. A server of an older version sends none.
    #[serde(default)]
    pub moves: Vec<Act>,
    /// The hands of the seats as spectators see them, at a table that anybody may watch. A server of an older version
    /// sends none.
    #[serde(default)]
    pub hands: Vec<HandNow>,
}

/// A hand, as spectators see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandNow {
    /// The number of its tiles.
    pub n: u8,
    /// Its tiles; `None` until the end of the round.
    pub tiles: Option<Vec<Tile>>,
}

/// Whether the player of a seat is at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attendance {
    /// A bot, or a player whose page is open.
    Here,
    /// A player whose page is not open.
    Away,
    /// A player who left the table, for whom a bot plays.
    Left,
}

impl TableNow {
    /// The state of a table whose last fact was stored at this moment.
    pub(super) fn of(session: &Session, active_at: u64) -> Self {
        let state = session.state();
        let attendance = |seat: Seat| match state.stand_in(seat) {
            Some(StandIn::Left) => Attendance::Left,
            _ if state.seat(seat).holder() == Holder::Person && !session.is_there(seat) => {
                Attendance::Away
            }
            _ => Attendance::Here,
        };
        let card = TableCard::of(session, active_at);
        let events = match card.is_public {
            true => state.events_since_deal(Viewer::Public),
            false => Vec::new(),
        };
        let hands = hands(&card, &events);
        let moves = events.into_iter().filter_map(|event| match event {
            Event::Done(step) => Some(step.mv.action),
            _ => None,
        });
        Self {
            moves: moves.collect(),
            hands,
            card,
            turn: match state.waiting() {
                capicu::Waiting::Act(seat) => Some(seat.into()),
                _ => None,
            },
            seats: state.all_seats().map(attendance).collect(),
            is_over: state.match_info().is_some_and(|of| of.over.is_some()),
        }
    }
}

/// The hands as a spectator sees them by these events.
fn hands(card: &TableCard, events: &[Event]) -> Vec<HandNow> {
    let mut view = TableView::new(card.rules, Viewer::Public);
    for seen in events
        .iter()
        .filter_map(|event| event.seen().ok().flatten())
    {
        view.observe(&seen);
    }
    let Some(board) = view.board() else {
        return Vec::new();
    };
    let open = view.last().map(|last| &last.outcome.hands);
    let tiles = |seat: Seat| Some(open?[seat].into_iter().map(Tile).collect());
    let seats = Seat::all(board.held().len());
    let hand = |seat: Seat| HandNow {
        n: board.held()[seat],
        tiles: tiles(seat),
    };
    seats.map(hand).collect()
}
