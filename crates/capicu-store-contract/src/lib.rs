//! The contract of every store, as assertions for tests of stores and of their users.
//!
//! [`holds`] checks each trait of [`Store`] without faults; [`survives`] and [`people_survive`] check it while writes
//! fail. [`Memory`] is a store for other tests: the real SQL in an SQLite database in memory, with faults injected
//! between them. [`setup`], [`fact`] and others are samples to store, and [`fill`] puts rows into every table.
//!
//! Only tests may depend on this crate.

#![forbid(unsafe_code)]

mod bots;
mod cases;
mod clubs;
mod conduct;
mod evenings;
mod events;
mod faults;
mod filled;
mod friends;
mod memory;
mod passkeys;
mod people;
mod puzzles;
mod ratings;
mod sample;

use std::sync::Arc;

use capicu_store::{Answer, Store};

pub use faults::{Faults, survives};
pub use filled::fill;
pub use memory::{Fault, Memory, MemoryEngine};
pub use people::people_survive;
pub use sample::{every_fact, fact, id, over, player, result, setup};

pub trait Kind {
    fn fresh(&self) -> Answer<'_, Arc<dyn Store>>;

    /// Opens a closed store again.
    fn reopen(&self, store: Arc<dyn Store>) -> Answer<'_, Arc<dyn Store>>;
}

/// Checks the whole contract, each case with a new store. Panics if the store breaks it.
pub async fn holds(kind: &dyn Kind) {
    cases::appended_facts_are_read(&*kind.fresh().await).await;
    cases::every_kind_of_fact_is_read_unchanged(&*kind.fresh().await).await;
    cases::append_that_does_not_fit_is_a_conflict(&*kind.fresh().await).await;
    cases::key_is_used_once(&*kind.fresh().await).await;
    cases::effects_are_stored_with_their_facts(&*kind.fresh().await).await;
    cases::invalid_appends_do_not_affect_other_tables(&*kind.fresh().await).await;
    cases::only_one_of_two_writers_appends_a_version(&*kind.fresh().await).await;
    cases::recent_tables_are_listed_latest_first(&*kind.fresh().await).await;
    cases::watchable_tables_are_found_while_they_exist(&*kind.fresh().await).await;
    cases::removed_tables_are_not_found(&*kind.fresh().await).await;
    cases::tables_and_results_survive_a_restart(kind).await;
    people::session_signs_in_until_it_expires(&*kind.fresh().await).await;
    people::messages_go_to_a_browser_until_its_session_ends(&*kind.fresh().await).await;
    people::most_browsers_of_a_player_are_the_latest(&*kind.fresh().await).await;
    people::username_belongs_to_one_member(&*kind.fresh().await).await;
    people::code_signs_in_once(&*kind.fresh().await).await;
    people::link_signs_in_once_before_it_expires(&*kind.fresh().await).await;
    people::guest_becomes_an_alias_of_the_member(&*kind.fresh().await).await;
    people::seat_belongs_to_one_player(&*kind.fresh().await).await;
    people::deleted_player_leaves_results_of_others_whole(&*kind.fresh().await).await;
    people::deleted_player_leaves_no_name_in_a_former_seat(&*kind.fresh().await).await;
    people::guests_without_traces_are_removed(&*kind.fresh().await).await;
    people::latest_settings_of_a_member_stay(&*kind.fresh().await).await;
    people::people_survive_a_restart(kind).await;
    passkeys::guest_becomes_a_member_with_a_passkey(&*kind.fresh().await).await;
    passkeys::passkey_signs_in_only_with_a_higher_counter(&*kind.fresh().await).await;
    passkeys::last_way_to_sign_in_stays(&*kind.fresh().await).await;
    passkeys::passkeys_are_limited_and_deleted_with_the_player(&*kind.fresh().await).await;
    passkeys::passkeys_survive_a_restart(kind).await;
    bots::bots_of_members_have_unique_names(&*kind.fresh().await).await;
    bots::token_finds_its_bot_until_revoked(&*kind.fresh().await).await;
    bots::bot_is_deleted_alone_or_with_its_owner(&*kind.fresh().await).await;
    bots::bots_survive_a_restart(kind).await;
    friends::accepted_request_makes_friends(&*kind.fresh().await).await;
    friends::accepted_request_is_unread_until_read(&*kind.fresh().await).await;
    friends::request_can_be_refused_and_withdrawn(&*kind.fresh().await).await;
    friends::block_ends_a_friendship_and_stays_hidden(&*kind.fresh().await).await;
    friends::friends_are_refused_above_the_limits(&*kind.fresh().await).await;
    friends::member_takes_over_relations_of_the_guest(&*kind.fresh().await).await;
    friends::deleted_player_has_no_relations(&*kind.fresh().await).await;
    friends::members_are_found_by_their_usernames(&*kind.fresh().await).await;
    friends::friends_survive_a_restart(kind).await;
    conduct::report_is_filed_once(&*kind.fresh().await).await;
    conduct::action_closes_reports_and_is_audited(&*kind.fresh().await).await;
    conduct::closed_tables_and_sign_outs_are_audited(&*kind.fresh().await).await;
    conduct::sanction_is_in_force_until_it_ends_or_is_lifted(&*kind.fresh().await).await;
    conduct::banned_player_cannot_sign_in(&*kind.fresh().await).await;
    conduct::only_members_have_roles(&*kind.fresh().await).await;
    conduct::name_is_removed_everywhere(&*kind.fresh().await).await;
    conduct::deleted_player_keeps_only_the_id_in_the_audit(&*kind.fresh().await).await;
    conduct::reports_and_audit_survive_a_restart(kind).await;
    events::log_only_grows_at_its_end(&*kind.fresh().await).await;
    events::only_one_of_two_writers_extends_a_log(&*kind.fresh().await).await;
    events::members_have_roles_in_events(&*kind.fresh().await).await;
    events::admin_stops_and_removes_events(&*kind.fresh().await).await;
    events::players_have_places_in_entries(&*kind.fresh().await).await;
    events::events_survive_a_restart(kind).await;
    clubs::club_is_founded_and_described(&*kind.fresh().await).await;
    clubs::people_of_a_club_join_leave_and_have_roles(&*kind.fresh().await).await;
    clubs::owner_hands_a_club_over(&*kind.fresh().await).await;
    clubs::club_of_a_deleted_owner_goes_to_the_next(&*kind.fresh().await).await;
    clubs::events_and_seasons_belong_to_their_club(&*kind.fresh().await).await;
    clubs::people_of_a_club_get_notices_of_new_events(&*kind.fresh().await).await;
    clubs::clubs_are_refused_above_the_limits(&*kind.fresh().await).await;
    clubs::clubs_survive_a_restart(kind).await;
    evenings::matches_count_for_players_who_accept(&*kind.fresh().await).await;
    evenings::club_has_each_match_once(&*kind.fresh().await).await;
    evenings::league_names_only_people_of_the_club(&*kind.fresh().await).await;
    evenings::people_leave_a_league(&*kind.fresh().await).await;
    evenings::evenings_are_refused_above_the_limits(&*kind.fresh().await).await;
    evenings::leagues_survive_a_restart(kind).await;
    puzzles::puzzle_is_published_once_and_withdrawn(&*kind.fresh().await).await;
    puzzles::puzzles_are_refused_above_the_limit(&*kind.fresh().await).await;
    puzzles::answers_count_until_a_puzzle_is_finished(&*kind.fresh().await).await;
    puzzles::answers_of_a_guest_count_for_the_member(&*kind.fresh().await).await;
    puzzles::puzzles_survive_a_restart(kind).await;
    ratings::what_a_result_did_is_written_once(&*kind.fresh().await).await;
    ratings::what_results_did_is_there_again(kind).await;
    people::note_replaces_the_last_of_its_name(kind).await;
}
