//! The second model of every game: slow, plain and written from the texts of the rules alone, so
//! that it can judge the rules crate.
//!
//! It keeps every laid tile and which tile it was joined to, every draw and every pass, and works
//! everything else out of them again at each step. It shares with the engine only the names of the
//! options ([`capicu::rules::Choices`]), of the tiles and of the actions.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod bone;
mod matches;
mod round;
mod sheet;
mod tree;

pub use bone::Bone;
pub use matches::{Again, MatchEnd, ModelDeal, ModelMatch, Turned, Written};
pub use round::{Before, ModelRound, Owes, Pose};
pub use sheet::{
    End, Finish, Judge, Points, Settled, count, ends_points, n_teams, team_of, to_five,
};
pub use tree::{Laid, Tree};
