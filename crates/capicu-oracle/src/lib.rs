//! The second model of every game: slow, plain and written from the texts of the rules alone, so
//! that it can judge the rules crate.
//!
//! It keeps every laid tile and which tile it was joined to, every draw and every pass, and works
//! everything else out of them again at each step. It shares with the engine only the names of the
//! options ([`capicu::rules::Choices`]), of the tiles, the actions and what can go wrong.
//!
//! `tests/agreement` plays random matches on both: every game, and random mixes of all options; in
//! every third match scores are overlooked and called, and people get wrong what can be got wrong.
//! `CAPICU_ORACLE_ROUNDS` sets how many rounds and `CAPICU_ORACLE_SEED` which. In the longest run
//! seen, 300,000 rounds, nothing differed; it takes 166 seconds of one core:
//!
//! ```sh
//! CAPICU_ORACLE_ROUNDS=300000 CAPICU_ORACLE_SEED=777 \
//!     cargo nextest run --release -p capicu-oracle --test agreement
//! ```
//!
//! `tests/worked_examples` plays what the sources work out, and a whole round of every game;
//! `capicu-record/tests/options` a round for every value of every option, on both.
//!
//! # What a wrong rule makes fail
//!
//! Each was tried by itself, in a copy, with 12,000 rounds. Both tests of agreement failed every
//! time; the third column is what failed besides.
//!
//! | Changed in | To | Failing examples |
//! |---|---|---|
//! | engine | A double counts until three tiles touch it | `v31_crossing_the_t` |
//! | engine | An arm of one tile takes any tile (French) | `diagram_of_the_arms`, three of `v14`, two of `v15`, the golden rounds |
//! | engine | Three over a multiple of five is rounded down | `v19`, `v24`, `v25`, the golden rounds |
//! | engine | A partner's pass pays too | `v32_paso`, `premiums_count_past_the_target` |
//! | engine | One tile more is never drawn | `v26_boneyard`, `a_tile_is_taken_instead`, the golden rounds |
//! | engine | The fourth pass in a row is fined, not the third | `v15_three_and_six_passes` |
//! | engine | Another tile of its numbers may be unplayed beside the key tile | `v9_no_key_tile_while_another_would_fit` |
//! | engine | A reset keeps the winner's point | `v6`, `v8`, `chiva_is_four_in_a_row` |
//! | model | No capicú between equal ends | none: the examples are played on the engine |
//! | model | Of equal partners the later one counts as the lighter after a block | none |
//! | model | A block is found one turn late | the golden rounds |
//!
//! With the 24,000 rounds of every run of the tests, what concerns calls and irregularities, which no
//! other example of this crate covers. Those with a star only `random_mixes_agree` notices, since the
//! games as they are have no such option or seldom need it:
//!
//! | Changed in | To |
//! |---|---|
//! | engine* | Muggins may be called before the next tile is laid |
//! | engine* | A score missed in a round that is void can still be called |
//! | engine* | A false pass counts towards a board pass |
//! | engine | Who drew too many scores nothing for the rest of the round, not only with the first play |
//! | engine | Who drew needlessly may still count for going out |
//! | engine | A play that is taken back costs nothing |
//! | model* | A partner may call muggins |
//! | model | Who was dealt too few takes one tile, however many are missing |
//! | model | Any tile in hand may be directed, not only one that was shown |
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod bone;
mod matches;
mod round;
mod sheet;
mod tree;

pub use bone::Bone;
pub use matches::{Again, MatchEnd, ModelDeal, ModelMatch, Turned, Written};
pub use round::{Before, ModelRound, Owes, Pose, Ruled};
pub use sheet::{
    End, Finish, Judge, Points, Settled, count, ends_points, n_teams, team_of, to_five,
};
pub use tree::{Joint, Laid, Tree};
