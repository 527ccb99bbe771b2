//! The second model of every game: slow, simple and written from the texts of the rules alone, so that it can judge the
//! rules crate.
//!
//! It keeps every laid tile with the tile it was joined to, every draw and every pass, and computes everything else from
//! them at each step. It shares with the engine only the names of options ([`capicu::rules::Choices`]), tiles, actions
//! and irregularities.
//!
//! `tests/agreement` plays random matches on both: every game, and random mixes of all options. In every third match
//! scores are overlooked and called, and people make every kind of mistake. `CAPICU_ORACLE_ROUNDS` sets the number of
//! rounds and `CAPICU_ORACLE_SEED` selects them. The longest run so far, of 300,000 rounds, found no difference in 166
//! seconds of one core:
//!
//! ```sh
//! CAPICU_ORACLE_ROUNDS=300000 CAPICU_ORACLE_SEED=777 \
//!     cargo nextest run --release -p capicu-oracle --test integration agreement::
//! ```
//!
//! `tests/worked_examples` plays the examples of the sources, and a whole round of every game. The tests `options` of
//! `capicu-record` play a round for every value of every option, on both models.
//!
//! # Failures caused by wrong rules
//!
//! Each change was tried alone, in a copy, with 12,000 rounds. Both tests of agreement failed every time; the third
//! column lists further failures.
//!
//! | Changed in | To | Failing examples |
//! |---|---|---|
//! | engine | A double counts until three tiles touch it | `v31_crossing_the_t` |
//! | engine | An arm of one tile takes any tile (French) | `diagram_of_the_arms`, three of `v14`, two of `v15`, the golden rounds |
//! | engine | Three over a multiple of five is rounded down | `v19`, `v24`, `v25`, the golden rounds |
//! | engine | A partner's pass also pays | `v32_paso`, `bonuses_count_past_the_target` |
//! | engine | One tile more is never drawn | `v26_boneyard`, `player_who_cannot_play_draws_one_tile_instead`, the golden rounds |
//! | engine | The fourth pass in a row is fined, not the third | `v15_three_and_six_passes` |
//! | engine | Another unplayed tile may have a number of the key tile | `v9_no_key_tile_while_another_would_fit` |
//! | engine | A reset keeps the winner's point | `v6`, `v8`, `chiva_is_won_by_four_in_a_row` |
//! | model | No capicú between equal ends | none: the examples are played on the engine |
//! | model | Of equal partners the later one counts as the lighter after a block | none |
//! | model | A block is found one turn late | the golden rounds |
//!
//! The next changes concern calls and irregularities, which no other example of this crate covers. They were tried with
//! the 32,000 rounds of every test run. Only `random_mixes_agree` notices those with a star, since the presets have no
//! such option or seldom need it:
//!
//! | Changed in | To |
//! |---|---|
//! | engine* | Muggins may be called before the next tile is laid |
//! | engine* | A score missed in a void round can still be called |
//! | engine* | A false pass counts towards a board pass |
//! | engine | A player dealt too many scores nothing for the rest of the round, not only with the first play |
//! | engine | A player who drew needlessly may still score for going out |
//! | engine | A play that is taken back costs nothing |
//! | model* | A partner may call muggins |
//! | model | A player dealt too few takes one tile, however many are missing |
//! | model | Any tile in hand may be directed, not only an exposed one |
#![forbid(unsafe_code)]

mod bone;
mod matches;
mod round;
mod sheet;
mod tree;

pub use bone::Bone;
pub use matches::{Again, MatchEnd, ModelDeal, ModelMatch, Turned, Written};
pub use round::{Before, ModelRound, Owes, Pose, Ruled};
pub use sheet::{
    End, Finish, Judge, Points, Settled, count, ends_points, n_sides, rounded, taken_back, team_of,
};
pub use tree::{Joint, Laid, Tree};
