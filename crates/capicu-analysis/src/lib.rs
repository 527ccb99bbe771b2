//! A match looked at again: what each choice lost over what its seat could know, what was luck, and a sum of
//! all that is exact. What the numbers mean is told in `docs/analysis.md`.
//!
//! * [`Played`] is a record that the referee has accepted, as the choices that were made: each with the view of
//!   its seat, which has no room for another hand.
//! * A [`Plan`] lists the work as jobs that have nothing to do with each other, so that they may be done in any
//!   order, on any number of threads, or only in part. No clock decides anything.
//! * An [`Analysis`] is what the jobs found, put together: losses, facts, and the [`Terms`] that add up to the
//!   result.
//!
//! Nothing here does input or output.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod analysis;
mod chance;
mod compare;
mod grid;
mod guessed;
mod json;
mod judged;
mod kept;
mod leads;
mod page;
mod plan;
mod played;
mod player;
mod posed;
mod story;
mod sum;
mod told;
mod units;
mod views;

pub use analysis::Analysis;
pub use grid::{Grid, Row};
pub use guessed::Partly;
pub use json::{clue, grids_json, json, report_json, schema};
pub use judged::{Class, Judged, Kind, Loss, Share};
pub use leads::{Batch, Lead, Leads, NoLeads, Poser};
pub use page::{grid_html, page, part};

pub use plan::{Done, NODES, Plan};
pub use played::{Decision, Played, PlayedRound, Refusal};
pub use player::{Losses, Phase, Player, Report};
pub use posed::{NotPosed, Posed, SHIPPED, Solution, Verdict};
pub use story::Story;
pub use sum::{RoundSum, Terms, WhyNot};
pub use told::{card, grid as grid_text, percent, report as report_text, text};
pub use views::views_at;
