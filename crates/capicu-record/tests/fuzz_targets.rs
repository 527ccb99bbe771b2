//! The fuzz targets that read texts, as ordinary tests.

#[path = "../../../fuzz/run.rs"]
mod run;
#[path = "../../../fuzz/src/texts.rs"]
mod targets;

use run::run;

#[test]
fn records() {
    run("record", targets::record);
}

#[test]
fn rule_files() {
    run("rule_file", targets::rule_file);
}

#[test]
fn actions() {
    run("actions", targets::actions);
}
