//! A table in words: names, announcements, prompts, problems and typed commands.
//!
//! The page and the worker that reads typed commands use it, and so would a client without pictures. It decides no rule
//! and does no input or output. Three sentences speak of a page: `must-lead`, `problem-malformed` and `problem-version`.
//! The caller passes a [`ClientTable`](capicu_client::ClientTable), the texts of a language
//! and the time, and gets sentences.
//!
//! | Question | Answer |
//! |---|---|
//! | How are the players named? | [`Names`] |
//! | What happened? | [`Announcer::announce`] for each [`Moment`](capicu_client::Moment), with [`spread`] |
//! | Was that a big moment, and what is called out? | [`Highlight::of`] and [`word`](Highlight::word) |
//! | What does the table wait for? | [`Wait::of`], with [`headline`](Wait::headline) and [`detail`](Wait::detail) |
//! | Why was that refused? | [`problems`] |
//! | What does this line mean? | [`typed::answer`], then [`PageCommand::command`](capicu_client::PageCommand::command) |

#![forbid(unsafe_code)]

mod announce;
pub mod calls;
mod highlight;
mod names;
pub mod problems;
mod prompt;
pub mod typed;

pub use announce::{Announcer, absence, begins, chat, dealt, people, spread, stopped, turned_up};
pub use capicu_geometry::Felt;
pub use highlight::{Highlight, HighlightKind};
pub use names::Names;
pub use prompt::{Wait, advice, fits_not, is_asked, wish_text};
