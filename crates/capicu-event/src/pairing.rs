//! Who meets whom.

mod arena;
pub(crate) mod double_knock_out;
mod halves;
mod history;
mod knock_out;
pub(crate) mod movement;
mod room;
mod rotating;
mod round_robin;
mod swiss;
pub(crate) mod table_knock_out;
mod tables;
pub(crate) mod whist;

use serde::{Deserialize, Serialize};

use crate::fact::Breach;
use crate::id::{Digest, EntryId};
use crate::preset::{Clubs, Method, WithinGroup};
use crate::state::{Draft, Stage, State};

pub use double_knock_out::double_knock_out_rounds;
pub(crate) use halves::apart;
pub use knock_out::seeds;
pub use movement::{Place, howell, mitchell, mitchell_rounds};
pub use room::{Candidate, Float, Room};
pub use rotating::couples;
pub use round_robin::berger;
pub(crate) use round_robin::n_rounds as round_robin_rounds;
pub use swiss::pair;
pub use table_knock_out::table_knock_out_rounds;
pub use tables::seat;
pub use whist::whist;

/// A round: everybody who is there is in exactly one of its meetings and byes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The meetings, in the order of the tables.
    pub meetings: Vec<Meeting>,
    /// Who does not play.
    pub byes: Vec<Bye>,
    /// The set of boards, from 1, of each meeting; none where the deals are not the same at every table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<u16>,
}

/// Those who meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Meeting {
    /// The sides, each with its entries: more than one where partners rotate. The first sits first.
    pub sides: Vec<Vec<EntryId>>,
}

/// A round that somebody does not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bye {
    /// Who.
    pub entry: EntryId,
    /// Why.
    pub kind: ByeKind,
}

/// Why somebody does not play a round. The two are worth different things, and only the first counts
/// when the next one is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ByeKind {
    /// There was nobody to meet.
    Pairing,
    /// They asked for it.
    Requested,
}

/// What a meeting or a bye costs, heaviest first. The pairing of a round has the least sum: of the
/// first, then of the second, and so on. Where partners rotate, they are paired first, with the least sum
/// of the three costs of partners, and then couples against couples with that of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Costs {
    /// The square of the number of rounds two have been partners.
    #[serde(skip_serializing_if = "is_zero")]
    pub partner: u64,
    /// The square of the difference of the points of partners.
    #[serde(skip_serializing_if = "is_zero")]
    pub partner_gap: u64,
    /// The square of how far partners are from two places apart.
    #[serde(skip_serializing_if = "is_zero")]
    pub partner_distance: u64,
    /// The square of the number of earlier meetings; where partners rotate, the third power and the
    /// number itself.
    #[serde(skip_serializing_if = "is_zero")]
    pub rematch: u64,
    /// The square of the byes had beyond the fewest that anybody had.
    #[serde(skip_serializing_if = "is_zero")]
    pub second_bye: u64,
    /// 1 for club mates who are never to meet.
    #[serde(skip_serializing_if = "is_zero")]
    pub clubs_barred: u64,
    /// The square of the difference of points.
    #[serde(skip_serializing_if = "is_zero")]
    pub gap: u64,
    /// How far the points of who has the bye are above the lowest.
    #[serde(skip_serializing_if = "is_zero")]
    pub bye_above: u64,
    /// 1 for club mates who are to be kept apart if it costs no points.
    #[serde(skip_serializing_if = "is_zero")]
    pub clubs: u64,
    /// 1 for each side that meets higher points, or lower ones, for the second time running.
    #[serde(skip_serializing_if = "is_zero")]
    pub float: u64,
    /// The square of the distance from where the order within equal points would have them meet.
    #[serde(skip_serializing_if = "is_zero")]
    pub distance: u64,
}

fn is_zero(cost: &u64) -> bool {
    *cost == 0
}

impl Costs {
    /// The costs of meetings and byes, heaviest first.
    pub const fn levels(&self) -> [u64; 8] {
        [
            self.rematch,
            self.second_bye,
            self.clubs_barred,
            self.gap,
            self.bye_above,
            self.clubs,
            self.float,
            self.distance,
        ]
    }
}

impl Meeting {
    /// A meeting of entries that are sides of their own.
    pub fn of(entries: impl IntoIterator<Item = EntryId>) -> Self {
        let sides = entries.into_iter().map(|entry| vec![entry]).collect();
        Self { sides }
    }

    /// All who play in it.
    pub fn entries(&self) -> impl Iterator<Item = EntryId> + '_ {
        self.sides.iter().flatten().copied()
    }

    /// The side an entry plays on, by index.
    pub fn side_of(&self, entry: EntryId) -> Option<usize> {
        self.sides.iter().position(|side| side.contains(&entry))
    }
}

impl Pairing {
    /// All it seats or gives a bye.
    pub fn entries(&self) -> impl Iterator<Item = EntryId> + '_ {
        let seated = self.meetings.iter().flat_map(Meeting::entries);
        seated.chain(self.byes.iter().map(|bye| bye.entry))
    }
}

/// A pairing that was made, and what it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Made {
    pub method: &'static str,
    pub inputs: Digest,
    pub pairing: Pairing,
    pub costs: Vec<Costs>,
    pub breaches: Vec<Breach>,
}

/// Pairs the next round of the running stage. The same state gives the same pairing.
pub(crate) fn make(state: &State, stage: &Stage) -> Made {
    let mut made = by_method(state, stage);
    if stage.rules.duplicate.is_some() && !stage.method.moves_boards() {
        // All tables play the same boards at once, new ones in every round.
        made.pairing.sets = vec![stage.next_round(); made.pairing.meetings.len()];
    }
    made
}

fn by_method(state: &State, stage: &Stage) -> Made {
    match &stage.method {
        Method::Swiss {
            within_group,
            clubs,
            ..
        } => {
            let room = history::room(state, stage, *within_group, *clubs);
            let made = pair(&room);
            from_room(state, stage, swiss::METHOD, &room, made)
        }
        Method::Tables {
            within_group,
            clubs,
            ..
        } => {
            let room = history::room(state, stage, *within_group, *clubs);
            let made = seat(&room, stage.rules.meeting.sides.into());
            from_room(state, stage, tables::METHOD, &room, made)
        }
        Method::Arena { .. } => {
            let room = arena::room(state, stage);
            let (pairing, costs) = arena::pair(&room);
            Made {
                method: arena::METHOD,
                inputs: digest(&room, &[]),
                pairing,
                costs,
                breaches: Vec::new(),
            }
        }
        Method::RotatingPartners { .. } => {
            let room = history::room(state, stage, WithinGroup::Neighbors, Clubs::Ignore);
            let made = couples(&room);
            from_room(state, stage, rotating::METHOD, &room, made)
        }
        Method::TableKnockOut { .. } => {
            let players = table_knock_out::players(state, stage);
            let (room, byes) = table_knock_out::room(stage, &players);
            let inputs = digest(&(&players, &room), &byes);
            let (pairing, costs) = table_knock_out::round(stage, &players, &room, byes);
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
        Method::Mitchell { .. } | Method::Howell { .. } => {
            let (there, schedule) = movement::schedule(state, stage);
            let method = match stage.method {
                Method::Mitchell { .. } => movement::MITCHELL,
                _ => movement::HOWELL,
            };
            from_schedule(method, digest(&there, &[]), schedule)
        }
        Method::KnockOut { .. } => {
            let slots = crate::bracket::slots(state, stage);
            from_schedule(
                knock_out::METHOD,
                digest(&slots, &[]),
                knock_out::round(&slots),
            )
        }
        Method::DoubleKnockOut { draw, .. } => {
            let (players, schedule) = double_knock_out::schedule(state, stage, *draw);
            let method = double_knock_out::METHOD;
            from_schedule(method, digest(&players, &[]), schedule)
        }
    }
}

/// Whether the next round would still be paired from what a draft was paired from. Pairs nothing where that takes
/// long: the byes by pairing follow from the rest.
pub(crate) fn is_fresh(state: &State, stage: &Stage, draft: &Draft) -> bool {
    let of_room = |within_group, clubs| {
        let room = history::room(state, stage, within_group, clubs);
        let kind = ByeKind::Requested;
        let requested = history::requested(state, stage);
        let requested = requested.into_iter().map(|entry| Bye { entry, kind });
        let byes = draft.made_byes.iter().copied();
        let byes = byes.filter(|bye| bye.kind == ByeKind::Pairing);
        let byes: Vec<Bye> = byes.chain(requested).collect();
        digest(&room, &byes)
    };
    let inputs = match &stage.method {
        Method::Swiss {
            within_group,
            clubs,
            ..
        }
        | Method::Tables {
            within_group,
            clubs,
            ..
        } => of_room(*within_group, *clubs),
        Method::RotatingPartners { .. } => of_room(WithinGroup::Neighbors, Clubs::Ignore),
        Method::TableKnockOut { .. } => {
            let players = table_knock_out::players(state, stage);
            let (room, byes) = table_knock_out::room(stage, &players);
            digest(&(&players, &room), &byes)
        }
        Method::Arena { .. } => digest(&arena::room(state, stage), &[]),
        Method::Whist
        | Method::RoundRobin { .. }
        | Method::Mitchell { .. }
        | Method::Howell { .. }
        | Method::KnockOut { .. }
        | Method::DoubleKnockOut { .. } => by_method(state, stage).inputs,
    };
    inputs == draft.inputs
}

fn from_room(
    state: &State,
    stage: &Stage,
    method: &'static str,
    room: &Room,
    (mut pairing, mut costs): (Pairing, Vec<Costs>),
) -> Made {
    let breaches = history::breaches(room, &pairing);
    let kind = ByeKind::Requested;
    let requested = history::requested(state, stage);
    pairing
        .byes
        .extend(requested.into_iter().map(|entry| Bye { entry, kind }));
    costs.resize(
        pairing.meetings.len() + pairing.byes.len(),
        Costs::default(),
    );
    let inputs = digest(room, &pairing.byes);
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
    // Only a map with keys that are no texts could not be written, and there is none.
    let text = serde_json::to_string(&(inputs, byes)).unwrap_or_default();
    Digest::of(&[text.as_bytes()])
}

/// What a pairing by hand breaks, for the stage as it is.
pub(crate) fn breaches_of(state: &State, stage: &Stage, pairing: &Pairing) -> Vec<Breach> {
    match &stage.method {
        Method::Swiss {
            within_group,
            clubs,
            ..
        }
        | Method::Tables {
            within_group,
            clubs,
            ..
        } => {
            let room = history::room(state, stage, *within_group, *clubs);
            history::breaches(&room, pairing)
        }
        Method::RotatingPartners { .. } => {
            let room = history::room(state, stage, WithinGroup::Neighbors, Clubs::Ignore);
            history::breaches(&room, pairing)
        }
        Method::RoundRobin { .. }
        | Method::Arena { .. }
        | Method::Whist
        | Method::Mitchell { .. }
        | Method::Howell { .. }
        | Method::KnockOut { .. }
        | Method::DoubleKnockOut { .. }
        | Method::TableKnockOut { .. } => Vec::new(),
    }
}
