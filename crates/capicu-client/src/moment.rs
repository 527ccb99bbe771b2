//! Recent events of a table, one at a time.

use capicu::{
    Award, Board, Call, Move, Opening, Redeal, RoundResult, Ruling, Seat, Step, TurnedUp,
    VisibleEvent, Word,
};
use capicu_protocol::{Actor, Event, Saying};

/// Something that just happened and is to be shown and sounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The seats turned up tiles for the lead, and this seat won it, unless they tied.
    TurnedUp(TurnedUp, Option<Seat>),
    /// The deal is thrown in, and the tiles are dealt again.
    Redealt(Redeal),
    /// A round began.
    Dealt(Opening),
    /// A seat made a move.
    Done {
        /// The move, as the viewer may see it.
        mv: Move,
        /// Who chose it.
        by: Actor,
        /// The board before it.
        before: Box<Board>,
        /// The board after it.
        after: Box<Board>,
        /// The points of the move.
        awards: Vec<Award>,
    },
    /// A seat called a score.
    Called {
        /// The seat that called.
        seat: Seat,
        /// The kind of call.
        call: Call,
        /// The points of the call.
        awards: Vec<Award>,
    },
    /// An irregularity was ruled on.
    Ruled(Box<Ruling>),
    /// The players' words for what just happened, at least one.
    Words(Vec<Word>),
    /// The round is over.
    RoundOver(Box<RoundResult>),
    /// Any other event from the server.
    Told(Event),
    /// Another match begins with other partners, and everybody has another seat.
    Reseated,
    /// The person in this seat has disconnected.
    Away(Seat),
    /// The person in this seat is connected again.
    Back(Seat),
    /// The player in this seat sent a chat message.
    Said(Seat, Saying),
}

/// Whether events are happening now, or are being caught up on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Each event is shown and sounded.
    Live,
    /// Only the result of the events matters.
    CatchUp,
}

impl Pace {
    /// This number of events at once is no longer played back one by one.
    const MANY: usize = 7;

    /// The pace for this number of events at once.
    pub(crate) const fn of(n: usize) -> Self {
        if n < Self::MANY {
            Self::Live
        } else {
            Self::CatchUp
        }
    }
}

impl Moment {
    /// Makes the moments for an event, with the boards before and after it.
    pub(crate) fn of(
        seen: VisibleEvent,
        event: &Event,
        before: Option<Board>,
        after: Option<&Board>,
    ) -> Option<Self> {
        Some(match seen {
            VisibleEvent::TurnedUp { tiles, opener } => Self::TurnedUp(tiles, opener),
            VisibleEvent::Redealt(why) => Self::Redealt(why),
            VisibleEvent::Dealt { opening, .. } | VisibleEvent::Opened { opening, .. } => {
                Self::Dealt(opening)
            }
            VisibleEvent::Unsettled { .. } => return None,
            VisibleEvent::RoundOver(result) => Self::RoundOver(result),
            VisibleEvent::Withdrew(_) => Self::Told(event.clone()),
            VisibleEvent::Called {
                seat, call, awards, ..
            } => Self::Called {
                seat,
                call,
                awards: awards.to_vec(),
            },
            VisibleEvent::Ruled(ruling) => Self::Ruled(Box::new(ruling)),
            VisibleEvent::Done(Step { mv, awards }) => Self::Done {
                mv,
                by: match event {
                    Event::Done(step) => step.by,
                    _ => Actor::Person,
                },
                before: Box::new(before?),
                after: Box::new(after?.clone()),
                awards: awards.to_vec(),
            },
        })
    }
}
