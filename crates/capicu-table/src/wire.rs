//! Conversions between the types of a table and their twins on the wire.

use capicu_protocol as wire;

use crate::{Absence, Advice, Chooser, Wish};

impl From<Chooser> for wire::Actor {
    fn from(chooser: Chooser) -> Self {
        match chooser {
            Chooser::Person => Self::Person,
            Chooser::Bot => Self::Bot,
            Chooser::Clock => Self::Clock,
        }
    }
}

impl From<Wish> for wire::Wish {
    fn from(wish: Wish) -> Self {
        match wish {
            Wish::Mine => Self::Mine,
            Wish::Yours => Self::Yours,
        }
    }
}

impl From<wire::Wish> for Wish {
    fn from(wish: wire::Wish) -> Self {
        match wish {
            wire::Wish::Mine => Self::Mine,
            wire::Wish::Yours => Self::Yours,
        }
    }
}

impl From<Advice> for wire::Hints {
    fn from(advice: Advice) -> Self {
        match advice {
            Advice::Off => Self::Off,
            Advice::On => Self::On,
        }
    }
}

impl From<wire::Hints> for Advice {
    fn from(hints: wire::Hints) -> Self {
        match hints {
            wire::Hints::Off => Self::Off,
            wire::Hints::On => Self::On,
        }
    }
}

impl From<Absence> for wire::StandIn {
    fn from(absence: Absence) -> Self {
        match absence {
            Absence::Away => Self::Away,
            Absence::Left => Self::Left,
        }
    }
}
