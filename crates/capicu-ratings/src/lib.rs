//! Ratings of players: one per family of games, shown as an interval. `docs/ratings.md` has the formulae and their
//! reasons.
//!
//! [`Ratings`] is computed from rated matches in the order in which they ended. It reads no clock and uses no
//! randomness, so the same matches always give the same numbers.
//!
//! ```
//! use capicu_ratings::{Family, Game, Match, Ratings, Rules, Sitter};
//!
//! let game = Game::of("cien", 4, Rules::Published).expect("it is rated");
//! assert_eq!(game.family, Family::PuertoRican);
//! assert!(Game::of("cien", 4, Rules::House).is_none());
//!
//! let mut ratings = Ratings::new();
//! let seats = ["ana", "luis", "eva", "juan"].map(Sitter::person).to_vec();
//! let changes = ratings.play(&Match { at: 0, game, seats, winner: 0 });
//! assert_eq!(changes.len(), 4);
//! let ana = ratings.player(game.family, "ana").expect("rated now");
//! assert!(ana.rating.mean > 25.0 && ana.is_provisional());
//! ```
#![forbid(unsafe_code)]

mod family;
mod rating;
mod ratings;

pub use family::{Family, Game, Rules};
pub use rating::{Interval, Rating, SPREAD};
pub use ratings::{
    A_DAY, ALGORITHM, Change, Entry, Loss, Match, PROVISIONAL, Ratings, Sitter, Standing, TOGETHER,
    Who,
};
