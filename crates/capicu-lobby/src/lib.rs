//! The lobby of a server: seekers, partners, invitations, challenges and absence. `docs/lobby.md` lists the rules.
//!
//! A [`Lobby`] receives each [`Input`] with the time. It answers with [`Output`]s, such as a table to make, and names
//! the time of the next [`Input::Wake`]. It does no input or output and reads no clock. Its randomness comes from a
//! seed, so equal inputs give equal tables.
//!
//! ```
//! use capicu_lobby::{Input, Lobby, Output, Speed, Wish};
//! use capicu_protocol::PlayerId;
//!
//! let mut lobby = Lobby::new(7);
//! let wish = Wish::of("jamaican-partner", Speed::Usual).expect("a built-in game");
//! let ana = PlayerId::new([1; 16]);
//! lobby.handle(Input::Seek { player: ana, name: None, wish }, 0);
//! // Her page polls every two seconds. Nobody else comes, so bots fill the table after ten.
//! let mut tables = Vec::new();
//! for now in (0..=10_000).step_by(2_000) {
//!     lobby.handle(Input::Seen(ana), now);
//!     let outputs = lobby.handle(Input::Wake, now);
//!     tables.extend(outputs.into_iter().filter_map(|output| match output {
//!         Output::SitDown(company) => Some((now, company)),
//!         _ => None,
//!     }));
//! }
//! let [(10_000, company)] = tables.as_slice() else { panic!("one table after ten seconds") };
//! assert_eq!(company.seats.iter().filter(|seat| seat.is_none()).count(), 3);
//! ```
#![forbid(unsafe_code)]

mod challenge;
mod input;
mod lobby;
mod pairing;
mod progress;
mod request;
mod seating;

pub use challenge::{Challenge, Challenger, Challenges, NotAccepted, Relation};
pub use input::{Company, CompanyId, Input, Output, Strength};
pub use lobby::Lobby;
pub use progress::{Invitation, Other, Progress, Waiting};
pub use request::{Speed, Stakes, Wish};
