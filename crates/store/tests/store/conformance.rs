//! What a store promises, asked of each database in the same words.

mod accounts;
mod hands;
mod ledger;
mod log;
mod room;
mod secrets;

use crate::support::postgres::Postgres;
use crate::support::rig::Rig;

/// Runs every case on a new store each; `$rig` makes it from the case's name.
macro_rules! run {
    ($rig:expr, $($module:ident: $($case:ident)*;)*) => {
        $($(
            eprintln!("{}::{}", stringify!($module), stringify!($case));
            let rig: Rig = $rig(concat!(stringify!($module), "_", stringify!($case))).await;
            $module::$case(rig).await;
        )*)*
    };
}

macro_rules! run_all {
    ($rig:expr) => {
        run! { $rig,
            log: events_come_back versions_must_match older_owners_are_fenced streams_move_together
                 one_refusal_spares_the_others commands_are_done_once many_streams_load_at_once
                 a_crowd_is_answered_to_the_last what_is_too_long_is_refused damaged_logs_are_found_out
                 appends_to_one_stream_come_back_in_their_order a_log_from_before_its_rows_were_linked_is_read
                 streams_that_have_ended_are_read_when_asked_for streams_that_ended_long_ago_are_swept
                 refusals_use_no_numbers_up a_log_at_its_last_jump_takes_appends;
            room: health_is_about_now a_room_of_another_version_is_left_as_it_is facts_are_kept;
            ledger: chips_only_move a_pool_knows_who_paid_into_it nobody_owes entries_are_posted_once
                    refused_writes_move_no_chips
                    entries_are_listed audits_find_what_was_tampered_with concurrent_spending_never_overdraws
                    many_entries_keep_their_own_postings what_another_process_moved_is_seen;
            secrets: seeds_are_kept_until_erased damaged_seeds_are_told another_key_is_refused
                     nothing_secret_lies_open;
            accounts: names_are_one_persons an_account_is_claimed_once a_claim_is_whole_or_nothing
                      numbers_too_large_are_refused sessions_end who_is_signed_in_still_has_the_right_to_be
                      codes_work_once deleted_accounts_are_forgotten
                      refills_take_turns operations_are_written_down accounts_are_listed_and_found_by_name;
            hands: hands_are_found hands_of_one_write_keep_their_own_players_and_proofs own_cards_stay_ones_own a_hand_is_recorded_once what_is_old_is_swept writes_come_between_the_pieces_of_a_sweep
                   older_proofs_are_read settings_are_kept;
        }
    };
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_conforms() {
    run_all!(async |_name| Rig::sqlite());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_in_memory_conforms() {
    run_all!(async |_name| Rig::memory().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_conforms() {
    let server = Postgres::start();
    run_all!(async |name: &str| Rig::postgres(&server, name));
}
