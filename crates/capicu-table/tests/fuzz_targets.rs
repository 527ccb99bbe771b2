//! The fuzz target that reads a socket, as an ordinary test.

#[path = "../../../fuzz/run.rs"]
mod run;
#[path = "../../../fuzz/src/socket.rs"]
mod targets;

use std::fs;

use capicu_protocol::{CreateTable, decode};
use capicu_table::{Setup, TokenHash};
use run::run;

#[test]
fn fuzz_target_reads_frames_of_a_socket() {
    run("socket", targets::socket);
}

/// Checks the stored inputs: the target replaces an impossible table by the usual rules, which other inputs cover.
#[test]
fn every_stored_table_can_be_made() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/socket");
    let mut made = 0;
    for file in fs::read_dir(folder).unwrap() {
        let file = file.unwrap();
        if file.file_name() == "nonsense" {
            continue;
        }
        let text = fs::read_to_string(file.path()).unwrap();
        let asked = text.lines().next().unwrap_or_default();
        let asked: CreateTable =
            decode(asked).unwrap_or_else(|error| panic!("{file:?}: {error}: {asked}"));
        let token = TokenHash::new([0; 32]);
        let setup = Setup::of(&asked, token, |_| token);
        assert!(setup.is_ok(), "{file:?}: {setup:?}");
        made += 1;
    }
    assert!(made > 3, "{made}");
}
