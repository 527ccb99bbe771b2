//! Reports of an event for people and other programs: cards, totals, cross tables, results, statistics and times.

mod bracket;
mod card;
mod cross;
mod event_file;
mod keys;
mod results;
mod start_list;
mod statistics;
mod times;
mod totals;

pub use bracket::{
    Bracket, BracketColumn, BracketKind, BracketMeeting, BracketSide, SideEnding, Slot, brackets,
};
pub use card::{Card, CardResult, CardRound, cards};
pub use cross::{CrossColumns, CrossRow, CrossTable, cross_table};
pub use event_file::{EntryTotals, EventFile, StageFile, event_file};
pub use keys::{KeyColumn, all_keys, key_columns, key_in, lot_places, team_key_columns};
pub use results::{ResultKind, ResultLine, ResultSide, results};
pub use start_list::start_list;
pub use statistics::{ScoreRecord, Statistics, statistics};
pub use times::{RoundTimes, StageTimes, Times, times};
pub use totals::{Ending, Totals, totals};
pub(crate) use totals::{ending, worth};
