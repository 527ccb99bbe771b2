//! Pairs the rounds of a stage.

mod arena;
pub(crate) mod double_knock_out;
mod field;
mod halves;
mod history;
mod knock_out;
pub(crate) mod movement;
mod rotating;
mod round_robin;
pub(crate) mod swiss;
pub(crate) mod table_knock_out;
mod tables;
pub(crate) mod whist;
mod winner_stays;

use std::collections::BTreeSet;

use serde::Serialize;

use crate::bracket;
use crate::id::Digest;
use crate::meeting::Breach;
use crate::preset::{Matching, Method, Movement, WithinGroup};
use crate::state::{Draft, Stage, State};

pub use crate::meeting::{Bye, ByeKind, Costs, Meeting, Pairing};
pub use double_knock_out::double_knock_out_rounds;
pub use field::{Candidate, Field, Float};
pub(crate) use halves::apart;
pub use knock_out::seeds;
pub use movement::{Place, howell, mitchell, mitchell_rounds};
pub use rotating::couples;
pub use round_robin::berger;
pub(crate) use round_robin::n_rounds as round_robin_rounds;
pub use swiss::pair;
pub use table_knock_out::table_knock_out_rounds;
pub use tables::seat;
pub use whist::whist;

/// A pairing, and a digest of its inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Made {
    pub method: &'static str,
    pub inputs: Digest,
    pub pairing: Pairing,
    pub costs: Vec<Costs>,
    pub breaches: Vec<Breach>,
}

/// Pairs the next round of the running stage; for a Swiss round, with this version. Equal states give equal pairings.
pub(crate) fn make(state: &State, stage: &Stage, version: swiss::Version) -> Made {
    let mut made = by_method(state, stage, version);
    if stage.rules.duplicate.is_some() && !stage.method.moves_boards() {
        // All tables play the same new boards at once.
        made.pairing.sets = vec![stage.next_round(); made.pairing.meetings.len()];
    }
    if !stage.method.moves_boards() && !stage.method.is_continuous() {
        seat_fixed(state, stage, &mut made);
    }
    made
}

/// Moves meetings of entries with their own tables there, as far as the field has such a table. The best seed comes
/// first.
fn seat_fixed(state: &State, stage: &Stage, made: &mut Made) {
    let meetings = &mut made.pairing.meetings;
    let mut taken = BTreeSet::new();
    for entry in &stage.order {
        let Some(table) = state.tables.get(entry) else {
            continue;
        };
        let wanted = table.checked_sub(state.first_table).map(usize::from);
        let at = meetings.iter().position(|of| of.side_of(*entry).is_some());
        let (Some(wanted), Some(at)) = (wanted, at) else {
            continue;
        };
        if wanted >= meetings.len() || taken.contains(&at) || !taken.insert(wanted) {
            continue;
        }
        meetings.swap(at, wanted);
        made.costs.swap(at, wanted);
    }
}

fn by_method(state: &State, stage: &Stage, version: swiss::Version) -> Made {
    match &stage.method {
        Method::Swiss { .. } | Method::Tables { .. } | Method::RotatingPartners { .. } => {
            let matched = stage.matching().map(|matching| {
                let field = history::field(state, stage, matching);
                let (method, made) = matched(stage, matching, &field, version);
                from_field(state, stage, method, &field, made)
            });
            matched.unwrap_or_else(|| from_schedule("", digest(&(), &[]), Pairing::default()))
        }
        Method::Arena { .. } => {
            let field = arena::field(state, stage);
            let (pairing, costs) = arena::pair(&field);
            Made {
                method: arena::METHOD,
                inputs: digest(&field, &[]),
                pairing,
                costs,
                breaches: Vec::new(),
            }
        }
        Method::WinnerStays { .. } => {
            let (pairing, costs) = winner_stays::pair(stage);
            Made {
                method: winner_stays::METHOD,
                inputs: digest(&pairing, &[]),
                pairing,
                costs,
                breaches: Vec::new(),
            }
        }
        Method::TableKnockOut { .. } => {
            let players = table_knock_out::players(state, stage);
            let (field, byes) = table_knock_out::field(stage, &players);
            let inputs = digest(&(&players, &field), &byes);
            let (pairing, costs) = table_knock_out::round(stage, &players, &field, byes);
            Made {
                method: table_knock_out::METHOD,
                inputs,
                pairing,
                costs,
                breaches: Vec::new(),
            }
        }
        Method::Whist => {
            let (there, schedule) = whist::schedule(state, stage);
            from_schedule(whist::METHOD, digest(&there, &[]), schedule)
        }
        Method::RoundRobin { legs } => {
            let (there, schedule) = round_robin::schedule(state, stage, *legs);
            let method = round_robin::METHOD;
            from_schedule(method, digest(&there, &[]), schedule)
        }
        Method::Mitchell { winners, .. } => {
            let winners = *winners;
            let (there, schedule) =
                movement::schedule(state, stage, Movement::Mitchell { winners });
            from_schedule(movement::MITCHELL, digest(&there, &[]), schedule)
        }
        Method::Howell { .. } => {
            let (there, schedule) = movement::schedule(state, stage, Movement::Howell);
            from_schedule(movement::HOWELL, digest(&there, &[]), schedule)
        }
        Method::KnockOut { .. } => {
            let slots = bracket::slots(state, stage);
            let third = bracket::for_third(state, stage);
            // Earlier logs have the digest of the slots alone.
            let inputs = match third.is_empty() {
                true => digest(&slots, &[]),
                false => digest(&(&slots, &third), &[]),
            };
            let schedule = knock_out::round(&slots, &third);
            from_schedule(knock_out::METHOD, inputs, schedule)
        }
        Method::DoubleKnockOut { draw, .. } => {
            let (players, schedule) = double_knock_out::schedule(state, stage, *draw);
            let method = double_knock_out::METHOD;
            from_schedule(method, digest(&players, &[]), schedule)
        }
    }
}

/// Pairs a field by costs, and names the method.
fn matched(
    stage: &Stage,
    matching: Matching,
    field: &Field,
    version: swiss::Version,
) -> (&'static str, (Pairing, Vec<Costs>)) {
    match &stage.method {
        Method::Swiss { .. } if matching.within_group == WithinGroup::KingOfTheHill => {
            (swiss::KING_OF_THE_HILL, swiss::by_place(field))
        }
        Method::Tables { .. } => {
            let sides = stage.rules.meeting.sides.into();
            (tables::METHOD, seat(field, sides))
        }
        Method::RotatingPartners { .. } => (rotating::METHOD, couples(field)),
        _ => (version.name(), swiss::pair_as(field, version)),
    }
}

/// Whether a draft still has the inputs of the next round. It pairs nothing if that is slow, since the inputs determine
/// the byes by pairing.
pub(crate) fn is_fresh(state: &State, stage: &Stage, draft: &Draft) -> bool {
    let inputs_of = |matching: Matching| {
        let field = history::field(state, stage, matching);
        let kind = ByeKind::Requested;
        let requested = history::requested(state, stage);
        let requested = requested.into_iter().map(|entry| Bye { entry, kind });
        let byes = draft.made_byes.iter().copied();
        let byes = byes.filter(|bye| bye.kind == ByeKind::Pairing);
        let byes: Vec<Bye> = byes.chain(requested).collect();
        digest(&field, &byes)
    };
    let inputs = match &stage.method {
        Method::Swiss { .. } | Method::Tables { .. } | Method::RotatingPartners { .. } => {
            stage.matching().map(inputs_of)
        }
        Method::TableKnockOut { .. } => {
            let players = table_knock_out::players(state, stage);
            let (field, byes) = table_knock_out::field(stage, &players);
            Some(digest(&(&players, &field), &byes))
        }
        Method::Arena { .. } => Some(digest(&arena::field(state, stage), &[])),
        Method::Whist
        | Method::WinnerStays { .. }
        | Method::RoundRobin { .. }
        | Method::Mitchell { .. }
        | Method::Howell { .. }
        | Method::KnockOut { .. }
        | Method::DoubleKnockOut { .. } => {
            Some(by_method(state, stage, swiss::Version::NEWEST).inputs)
        }
    };
    inputs == Some(draft.inputs)
}

fn from_field(
    state: &State,
    stage: &Stage,
    method: &'static str,
    field: &Field,
    (mut pairing, mut costs): (Pairing, Vec<Costs>),
) -> Made {
    let breaches = history::breaches(field, &pairing);
    let kind = ByeKind::Requested;
    let requested = history::requested(state, stage);
    pairing
        .byes
        .extend(requested.into_iter().map(|entry| Bye { entry, kind }));
    costs.resize(
        pairing.meetings.len() + pairing.byes.len(),
        Costs::default(),
    );
    let inputs = digest(field, &pairing.byes);
    Made {
        method,
        inputs,
        pairing,
        costs,
        breaches,
    }
}

fn from_schedule(method: &'static str, inputs: Digest, pairing: Pairing) -> Made {
    let costs = vec![Costs::default(); pairing.meetings.len() + pairing.byes.len()];
    Made {
        method,
        inputs,
        pairing,
        costs,
        breaches: Vec::new(),
    }
}

fn digest(inputs: &impl Serialize, byes: &[Bye]) -> Digest {
    // Writing fails only for maps with other keys than texts, and there are none.
    let text = serde_json::to_string(&(inputs, byes)).unwrap_or_default();
    Digest::of(&[text.as_bytes()])
}

/// The breaches of a pairing by hand, given the current state of the stage.
pub(crate) fn breaches_of(state: &State, stage: &Stage, pairing: &Pairing) -> Vec<Breach> {
    let Some(matching) = stage.matching() else {
        return Vec::new();
    };
    let field = history::field(state, stage, matching);
    history::breaches(&field, pairing)
}
