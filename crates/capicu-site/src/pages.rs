//! The pages outside the table: the first page, accounts, finished matches and more.
//!
//! They are rendered for each request, except public pages of events, and can be used without a script. Pages send forms
//! as HTML forms, and the server refuses a form that does not come from one of its pages. If something is wrong, the form
//! comes back as it was filled in.

mod account_menu;
mod action;
mod admin;
pub mod analysis;
mod audit;
mod bell;
mod boards;
mod bot_match;
mod bots;
mod challenge;
mod chart;
mod club;
mod components;
mod country;
mod device;
mod empty;
mod event;
mod extract;
mod face;
mod finished;
mod friends;
mod games;
mod history;
mod home;
mod join_codes;
mod ladder;
mod lead;
pub mod learn;
mod letters;
mod live;
mod lobby;
mod make;
mod me;
mod moderate;
mod my_tables;
mod notice;
mod own_pages;
mod partner;
mod passkeys;
mod preview;
mod profile;
mod push;
mod puzzles;
mod queue;
mod ratings;
mod report;
mod rules_index;
mod score;
mod shared_match;
mod shared_sheet;
mod sign_in;
mod standing;
mod stream;
mod table_rules;
mod tally_table;
mod waiting;
mod waiting_room;
mod waiting_seats;
mod watch;
mod when;

use axum::Router;
use axum::response::Redirect;
use axum::routing::{get, post};

use crate::Site;
pub use admin::routes as admin_routes;
pub use bell::{PlainNotice, Waits};
pub use event::{Rendered, SCRIPT as EVENT_SCRIPT};
pub use live::LiveTables;
pub use passkeys::SCRIPT as PASSKEY_SCRIPT;
pub use push::SCRIPT as PUSH_SCRIPT;

/// The script of the page that waits for others.
pub const LOBBY_SCRIPT: &str = include_str!("pages/lobby.js");

/// The script of the page of friends.
pub const FRIENDS_SCRIPT: &str = include_str!("pages/friends.js");

/// The script of the puzzles that a device keeps.
pub const PUZZLES_SCRIPT: &str = include_str!("pages/puzzles/pack.js");

/// The script of the page of a player who queues.
pub const QUEUE_SCRIPT: &str = include_str!("pages/queue.js");

/// The script of the bell.
pub const BELL_SCRIPT: &str = include_str!("pages/bell.js");

/// The routes of the pages.
pub fn routes() -> Router<Site> {
    // A reload of the answer to a form requests the address of the form.
    let home = || get(async || Redirect::to("/"));
    let wait = || get(async || Redirect::to("/lobby/wait"));
    let me = || get(async || Redirect::to("/me"));
    let friends = || get(async || Redirect::to("/friends"));
    Router::new()
        .route("/", get(home::show))
        .route("/live", get(live::table))
        .route("/live/tables", get(live::tables_now))
        .route("/games", get(games::show))
        .route("/games/{id}", get(games::one))
        .route("/components", get(components::show))
        .route("/country", home().post(country::choose))
        .route("/learn", get(learn::show))
        .route("/lead", get(lead::show))
        .route("/ladder", get(ladder::show))
        .route("/settings", get(device::settings))
        .route("/offline", get(device::offline))
        .route("/offline/pages", get(device::pages))
        .route("/manifest.webmanifest", get(device::manifest))
        .route("/play", get(make::show).post(home::play))
        .route("/score", get(score::show))
        .route(
            "/score/with/{id}",
            get(shared_sheet::lines).post(shared_sheet::write),
        )
        .route("/score/with/{id}/picture.svg", get(shared_sheet::draw))
        .route("/rules", get(table_rules::show))
        .route("/open", home().post(home::open))
        .route("/me", get(me::show))
        .route("/me/name", me().post(me::rename))
        .route("/me/member", me().post(me::join))
        .route("/me/codes", me().post(me::renew_codes))
        .merge(bot_accounts())
        .route("/me/passkeys", me().post(passkeys::add))
        .route("/me/passkeys/remove", me().post(passkeys::remove))
        .route(
            "/sign-in/passkey",
            get(async || Redirect::to("/sign-in")).post(passkeys::sign_in),
        )
        .route("/me/device", me().post(me::offer))
        .route("/me/sign-out", me().post(me::sign_out))
        .route("/me/delete", get(me::ask_to_delete).post(me::delete))
        .route("/sign-in", get(sign_in::show).post(sign_in::by_code))
        .route(
            "/device/{token}",
            get(sign_in::ask_device).post(sign_in::by_device),
        )
        .route("/j/{code}", get(join_codes::show).post(join_codes::sit))
        .route("/j/{code}/picture.svg", get(join_codes::draw))
        .route("/q/{table}", get(queue::show))
        .route(
            "/q/{table}/{act}",
            get(async |path| queue::back(path)).post(queue::act),
        )
        .route("/face", get(face::show))
        .route("/room", post(waiting_room::show))
        .route("/lobby", get(lobby::show).post(lobby::seek))
        .route(
            "/lobby/sit",
            get(async || Redirect::to("/lobby")).post(lobby::sit),
        )
        .route("/lobby/with/{code}", get(partner::show).post(partner::join))
        .route("/lobby/wait", get(waiting::show))
        .route("/lobby/bots", wait().post(waiting::fill))
        .route("/lobby/cancel", wait().post(waiting::cancel))
        .route("/lobby/left", wait().post(waiting::leave))
        .route("/bell", get(bell::show))
        .route("/friends", get(friends::show))
        .route("/friends/shown", friends().post(friends::show_me))
        .route("/friends/{act}", friends().post(friends::act))
        .route("/challenge", friends().post(challenge::make))
        .route("/challenge/accept", friends().post(challenge::accept))
        .route("/challenge/decline", friends().post(challenge::decline))
        .route("/challenge/take-back", friends().post(challenge::take_back))
        .route("/@{username}", get(profile::show))
        .route("/ratings", get(ratings::all))
        .route("/ratings/{family}", get(ratings::of_family))
        .route("/watch", get(watch::show))
        .route("/watch/{id}", get(stream::table))
        .route("/report", get(report::show).post(report::send))
        .route("/me/read", me().post(me::read))
        .route("/me/push", me().post(push::set))
        .merge(moderation())
        .route(
            "/moderate/owner",
            get(moderate::ask_owner).post(moderate::own),
        )
        .route(admin::CODE, get(admin::ask_code).post(admin::make_code))
        .merge(puzzle_pages())
        .merge(event::routes())
        .merge(club::routes())
        .route("/history", get(history::show))
        .route("/history/last", get(finished::last))
        .route("/history/tally", get(history::tally::show))
        .route("/history/tally/{file}", get(history::tally::file))
        .route("/history/{number}", get(finished::show))
        .route("/history/{number}/record", get(finished::record))
        .route("/m/{link}", get(shared_match::show))
        .route("/m/{link}/record", get(shared_match::record))
        .route("/m/{link}/picture.png", get(shared_match::picture))
}

/// The pages about bot accounts.
fn bot_accounts() -> Router<Site> {
    let bots = || get(async || Redirect::to("/me/bots"));
    Router::new()
        .route("/me/bots", get(bots::show).post(bots::make))
        .route("/me/bots/token", bots().post(bots::issue))
        .route("/me/bots/revoke", bots().post(bots::revoke))
        .route("/me/bots/remove", bots().post(bots::remove))
}

fn puzzle_pages() -> Router<Site> {
    let mine = || get(async || Redirect::to("/puzzles/mine"));
    Router::new()
        .route("/puzzles", get(puzzles::show))
        .route("/puzzles/next", get(puzzles::next))
        .route("/puzzles/mine", get(puzzles::mine))
        .route("/puzzles/offline", get(puzzles::offline))
        .route("/puzzles/give", mine().post(puzzles::give))
        .route("/puzzles/take-back", mine().post(puzzles::take_back))
        .route("/puzzles/{id}", get(puzzles::one).post(puzzles::answer))
        .route("/puzzles/{id}/picture.png", get(puzzles::draw))
        .route(preview::PICTURE, get(preview::show))
}

/// The pages of moderators, on both listeners.
fn moderation() -> Router<Site> {
    let reports = || get(async || Redirect::to("/moderate"));
    Router::new()
        .route("/moderate", get(moderate::show))
        .route("/moderate/act", reports().post(moderate::act))
        .route("/moderate/lift", reports().post(moderate::lift))
        .route("/moderate/role", reports().post(moderate::role))
        .route("/moderate/find", get(moderate::find))
        .route("/moderate/person/{id}", get(audit::show))
        .route("/moderate/audit", get(audit::audit))
}
