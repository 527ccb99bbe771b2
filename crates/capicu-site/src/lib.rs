//! The site of a server: its pages, and what they share with the API: sessions, limits, headers, failures, the rules pages
//! and the files of the web client.
//!
//! The server routes requests to it. A page reads and changes accounts, tables and events only through their crates. It
//! decides no rule and stores only short-lived codes. Sockets and startup are in other crates.

#![forbid(unsafe_code)]

pub mod access;
pub mod admin_session;
pub mod assets;
pub mod avatar;
pub mod body;
pub mod budget;
pub mod client_files;
mod club_events;
pub mod connection_limits;
pub mod cookie;
pub mod explained;
mod failure;
pub mod file_game;
pub mod friendships;
pub mod headers;
pub mod language;
pub mod limits;
pub mod lines;
mod moderation;
mod new_table;
pub mod page_shell;
pub mod pages;
mod portraits;
pub mod public_url;
pub mod push;
mod remedy;
mod report_context;
pub mod rule_file;
pub mod rulebook;
pub mod rules_pages;
pub mod security;
pub mod sessions;
pub mod shared_sheets;
mod site;
pub mod sockets;
pub mod whole_errors;
pub mod wire;

use axum::http::header;
use axum::response::IntoResponse;

pub use access::{What, messages as counter, network};
pub use body::Unread;
pub use budget::COMMAND;
pub use client_files::serve as serve_client;
pub use failure::Failure;
pub use headers::FormsTo;
pub use language::{asked as language_asked, language};
pub use lines::{Gone, Lines, QUIET, lines};
pub use new_table::{make_table, make_table_for};
pub use site::{Listener, Settings, Site};

/// A script of one of the server's own pages.
pub async fn script(text: &'static str) -> impl IntoResponse {
    // Browsers need no comments.
    let code = text.lines().filter(|line| !line.starts_with("//"));
    let code = code.collect::<Vec<_>>().join("\n");
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, code)
}
