//! Calls in words: points that a player names, and muggins.

use capicu::{Call, Reason};
use capicu_client::{ClientTable, Moment};
use capicu_i18n::Texts;

use crate::Names;

/// A call, and whether it was wrong; empty for other moments.
pub fn said(moment: &Moment, table: &ClientTable, texts: Texts) -> String {
    let Moment::Called { seat, call, .. } = moment else {
        return String::new();
    };
    let name = Names::of(table, texts).plain(*seat);
    let word = match call {
        Call::Sum(points) => format!("{name}: {points}!"),
        Call::Muggins => format!("{name}: {}", texts.call_muggins()),
        _ => String::new(),
    };
    match is_right(moment) {
        true => word,
        false => format!("{word} {}", in_vain(moment, table, texts)),
    }
}

/// The sentence about a wrong call; empty for other moments.
pub fn in_vain(moment: &Moment, table: &ClientTable, texts: Texts) -> String {
    match moment {
        Moment::Called { seat, .. } => {
            texts.call_in_vain(&Names::of(table, texts).party(texts, *seat))
        }
        _ => String::new(),
    }
}

/// Whether a call scored for its caller.
pub fn is_right(moment: &Moment) -> bool {
    match moment {
        Moment::Called { awards, .. } => awards.iter().any(|award| award.why != Reason::WrongCall),
        _ => false,
    }
}
