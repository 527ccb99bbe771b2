//! Seasons and ratings of a club, computed from its event logs.

pub mod heard;
pub mod played;
mod rated;
pub mod season;

use capicu_store::clubs::Club;

use capicu_event_service::club_seal;
pub use rated::Rated;

/// The signature in a link by which people join the club.
pub fn join_seal(club: &Club) -> String {
    club_seal(&club.secret, "join a club")
}
