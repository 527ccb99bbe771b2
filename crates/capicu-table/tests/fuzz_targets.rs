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
fn frames_of_a_socket() {
    run("socket", targets::socket);
}

/// A table that cannot be made is played by the usual rules, which others are for.
#[test]
fn every_table_that_is_kept_can_be_made() {
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
