//! The review of a match: the loss of each choice given the knowledge of its seat, the luck, and terms that add up
//! exactly to the result. `docs/analysis.md` explains the numbers.
//!
//! * [`Played`] is a record accepted by the referee, as a list of choices. Each choice has the view of its seat, which
//!   excludes other hands.
//! * A [`Plan`] lists the work as independent jobs. They may run in any order, on any number of threads, or only in
//!   part. No clock influences the results.
//! * An [`Analysis`] combines the results of the jobs: losses, facts, and the [`Terms`] of the result.
//!
//! Nothing here does input or output.
#![forbid(unsafe_code)]

mod analysis;
mod chance;
mod checkpoint;
mod compare;
mod grid;
mod guessed;
mod json;
mod leads;
mod loss;
mod moment;
mod page;
mod plan;
mod played;
mod player;
mod puzzle;
mod reply;
mod shipped;
mod story;
mod sum;
mod summary;
mod text;
mod theme;
mod units;
mod views;

pub use analysis::Analysis;
pub use grid::{Grid, Row};
pub use guessed::Partly;
pub use json::{clue, grids_json, json, report_json, schema};
pub use leads::{Batch, Lead, Leads, NoLeads, Poser};
pub use loss::{Class, Judged, Kind, Loss, Share};
pub use moment::Moment;
pub use page::{grid_html, match_title, numbers, page, unnamed};

pub use plan::{Done, NODES, Plan};
pub use played::{Decision, Played, PlayedRound, Refusal};
pub use player::{Losses, Phase, Player, Report};
pub use puzzle::{NotPosed, Posed, Solution, Verdict};
pub use reply::Reply;
pub use shipped::{NotShipped, SHIPPED, SHIPPED_NODES, Shipped};
pub use story::Story;
pub use sum::{RoundSum, Terms, WhyNot};
pub use summary::{Luck, MOST_MOMENTS, Play, Summary, moments};
pub use text::{card, grid as grid_text, percent, report as report_text, text};
pub use theme::Theme;
pub use views::views_at;
