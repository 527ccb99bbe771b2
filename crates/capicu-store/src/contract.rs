//! What every store must do, as code that asserts it: for the tests of whoever implements one.
//!
//! [`holds`] goes through what stands at [`Journal`](crate::Journal), [`Results`](crate::Results),
//! [`People`](crate::People), [`Passkeys`](crate::Passkeys), [`Bots`](crate::Bots), [`Friends`](crate::Friends),
//! [`Conduct`](crate::Conduct), [`Events`](crate::Events), [`Clubs`](crate::Clubs) and [`Notes`](crate::Notes) while nothing goes wrong, [`survives`] and [`people_survive`]
//! through what must hold when writing fails.

mod bots;
mod cases;
mod clubs;
mod conduct;
mod events;
mod faults;
mod filled;
mod friends;
mod passkeys;
mod people;
mod puzzles;
mod ratings;
mod sample;

use std::sync::Arc;

use crate::{Answer, Store};

pub use faults::{Faults, survives};
pub use filled::fill;
pub use people::people_survive;
pub use sample::{every_fact, fact, over, player, result, setup};

/// A kind of store that is tried.
pub trait Kind {
    /// An empty store.
    fn fresh(&self) -> Answer<'_, Arc<dyn Store>>;

    /// The same store, opened again. It has been closed.
    fn reopen(&self, store: Arc<dyn Store>) -> Answer<'_, Arc<dyn Store>>;
}

/// Goes through the whole contract, each case with a store of its own.
///
/// # Panics
///
/// If the store breaks it.
pub async fn holds(kind: &dyn Kind) {
    cases::what_is_added_is_read(&*kind.fresh().await).await;
    cases::every_fact_is_read_as_it_was_added(&*kind.fresh().await).await;
    cases::what_does_not_fit_is_a_conflict(&*kind.fresh().await).await;
    cases::a_key_is_used_once(&*kind.fresh().await).await;
    cases::effects_come_with_their_facts(&*kind.fresh().await).await;
    cases::tables_do_not_disturb_each_other(&*kind.fresh().await).await;
    cases::one_of_two_writers_comes_first(&*kind.fresh().await).await;
    cases::the_latest_tables_come_first(&*kind.fresh().await).await;
    cases::removed_tables_are_gone(&*kind.fresh().await).await;
    cases::what_was_stored_is_there_again(kind).await;
    people::a_session_signs_in_until_it_expires(&*kind.fresh().await).await;
    people::a_username_is_one_members(&*kind.fresh().await).await;
    people::a_code_signs_in_once(&*kind.fresh().await).await;
    people::a_link_signs_in_once_and_in_time(&*kind.fresh().await).await;
    people::what_a_guest_did_is_the_members(&*kind.fresh().await).await;
    people::a_seat_is_one_players(&*kind.fresh().await).await;
    people::whoever_goes_leaves_others_records_whole(&*kind.fresh().await).await;
    people::guests_who_left_nothing_are_forgotten(&*kind.fresh().await).await;
    people::the_latest_settings_of_a_member_stay(&*kind.fresh().await).await;
    people::people_are_there_again(kind).await;
    passkeys::a_guest_becomes_a_member_with_a_passkey(&*kind.fresh().await).await;
    passkeys::a_passkey_signs_in_and_counts(&*kind.fresh().await).await;
    passkeys::the_last_way_in_stays(&*kind.fresh().await).await;
    passkeys::passkeys_are_few_and_go_with_their_player(&*kind.fresh().await).await;
    passkeys::passkeys_are_there_again(kind).await;
    bots::a_member_has_bots_of_names_that_nobody_has(&*kind.fresh().await).await;
    bots::a_token_opens_until_it_is_revoked(&*kind.fresh().await).await;
    bots::a_bot_goes_alone_or_with_its_owner(&*kind.fresh().await).await;
    bots::bots_are_there_again(kind).await;
    friends::whoever_is_asked_becomes_a_friend(&*kind.fresh().await).await;
    friends::what_is_asked_can_be_refused_and_taken_back(&*kind.fresh().await).await;
    friends::blocks_end_what_was_there_and_are_not_told(&*kind.fresh().await).await;
    friends::there_are_no_more_than_there_may_be(&*kind.fresh().await).await;
    friends::what_tied_a_guest_ties_the_member(&*kind.fresh().await).await;
    friends::whoever_goes_is_tied_to_nobody(&*kind.fresh().await).await;
    friends::members_are_found_by_their_usernames(&*kind.fresh().await).await;
    friends::ties_are_there_again(kind).await;
    conduct::a_report_is_filed_once(&*kind.fresh().await).await;
    conduct::what_is_done_closes_reports_and_is_written_down(&*kind.fresh().await).await;
    conduct::closed_tables_and_sign_outs_are_in_the_audit(&*kind.fresh().await).await;
    conduct::a_sanction_holds_until_it_is_over_or_lifted(&*kind.fresh().await).await;
    conduct::whoever_is_banned_is_signed_in_by_nothing(&*kind.fresh().await).await;
    conduct::roles_are_members(&*kind.fresh().await).await;
    conduct::a_name_is_taken_away_everywhere(&*kind.fresh().await).await;
    conduct::of_the_deleted_the_id_stays(&*kind.fresh().await).await;
    conduct::conduct_is_there_again(kind).await;
    events::a_log_only_grows_at_its_end(&*kind.fresh().await).await;
    events::of_two_who_add_to_a_log_one_comes_first(&*kind.fresh().await).await;
    events::members_have_parts_in_events(&*kind.fresh().await).await;
    events::an_admin_stops_and_removes_events(&*kind.fresh().await).await;
    events::players_have_places_in_entries(&*kind.fresh().await).await;
    events::events_are_there_again(kind).await;
    clubs::a_club_is_founded_and_described(&*kind.fresh().await).await;
    clubs::people_join_and_leave_and_have_parts(&*kind.fresh().await).await;
    clubs::an_owner_hands_a_club_over(&*kind.fresh().await).await;
    clubs::whoever_goes_leaves_the_club_to_others(&*kind.fresh().await).await;
    clubs::events_and_seasons_are_the_clubs(&*kind.fresh().await).await;
    clubs::there_are_no_more_clubs_than_there_may_be(&*kind.fresh().await).await;
    clubs::clubs_are_there_again(kind).await;
    puzzles::a_puzzle_is_given_once_and_taken_back(&*kind.fresh().await).await;
    puzzles::there_are_no_more_puzzles_than_there_may_be(&*kind.fresh().await).await;
    puzzles::answers_count_until_a_puzzle_is_over(&*kind.fresh().await).await;
    puzzles::what_a_guest_answered_counts_for_the_member(&*kind.fresh().await).await;
    puzzles::puzzles_are_there_again(kind).await;
    ratings::what_a_result_did_is_written_once(&*kind.fresh().await).await;
    ratings::what_results_did_is_there_again(kind).await;
    people::a_note_replaces_the_last_of_its_name(kind).await;
}
