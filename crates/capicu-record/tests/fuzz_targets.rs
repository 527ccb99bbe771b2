//! The fuzz targets that read texts, as ordinary tests.

#[path = "../../../fuzz/run.rs"]
mod run;
#[path = "../../../fuzz/src/texts.rs"]
mod targets;

use run::run;

#[test]
fn record_target_accepts_random_texts() {
    run("record", targets::record);
}

#[test]
fn move_list_target_accepts_random_texts() {
    run("move_list", targets::move_list);
}

#[test]
fn rule_file_target_accepts_random_texts() {
    run("rule_file", targets::rule_file);
}

#[test]
fn action_target_accepts_random_texts() {
    run("actions", targets::actions);
}
