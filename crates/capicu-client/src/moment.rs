//! What just happened, one thing at a time.

use capicu::{
    Award, Board, Call, Deed, Opening, Redeal, RoundResult, Ruling, Seat, Seen, Step, TurnedUp,
    Word,
};
use capicu_protocol::{Actor, Event, Saying};

/// Something that just happened and is to be seen and heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The seats turned up tiles for the set.
    TurnedUp(TurnedUp, Option<Seat>),
    /// The tiles are dealt again.
    Redealt(Redeal),
    /// A round began.
    Dealt(Opening),
    /// A seat did something.
    Done {
        /// What.
        deed: Deed,
        /// Who chose it.
        by: Actor,
        /// The board before it.
        before: Box<Board>,
        /// The board after it.
        after: Box<Board>,
        /// What it was worth.
        awards: Vec<Award>,
    },
    /// A seat called a score.
    Called {
        /// Who.
        seat: Seat,
        /// What.
        call: Call,
        /// What it was worth.
        awards: Vec<Award>,
    },
    /// Something irregular was adjudicated.
    Ruled(Box<Ruling>),
    /// Words of the table for what just happened, never none.
    Words(Vec<Word>),
    /// The round is over.
    RoundOver(Box<RoundResult>),
    /// Anything else that the server told.
    Told(Event),
    /// Another match begins with other partners, and everybody sits elsewhere.
    Reseated,
    /// The person who sits there is not connected any more.
    Away(Seat),
    /// The person who sits there is connected again.
    Back(Seat),
    /// Somebody said something.
    Said(Seat, Saying),
}

/// Whether events happen now, or happened while nobody looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// To be seen and heard one by one.
    Live,
    /// Only what came of them matters.
    CatchUp,
}

impl Pace {
    /// So many events at once are not played back one by one any more.
    const MANY: usize = 7;

    /// How so many events at once are taken in.
    pub(crate) const fn of(n: usize) -> Self {
        if n < Self::MANY {
            Self::Live
        } else {
            Self::CatchUp
        }
    }
}

impl Moment {
    /// What was seen, with the boards before and after it.
    pub(crate) fn of(
        seen: Seen,
        event: &Event,
        before: Option<Board>,
        after: Option<&Board>,
    ) -> Option<Self> {
        Some(match seen {
            Seen::TurnedUp { tiles, opener } => Self::TurnedUp(tiles, opener),
            Seen::Redealt(why) => Self::Redealt(why),
            Seen::Dealt { opening, .. } | Seen::Opened { opening, .. } => Self::Dealt(opening),
            Seen::Unsettled { .. } => return None,
            Seen::RoundOver(result) => Self::RoundOver(result),
            Seen::Called {
                seat, call, awards, ..
            } => Self::Called {
                seat,
                call,
                awards: awards.to_vec(),
            },
            Seen::Ruled(ruling) => Self::Ruled(Box::new(ruling)),
            Seen::Done(Step { deed, awards }) => Self::Done {
                deed,
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
