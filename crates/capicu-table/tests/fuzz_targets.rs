//! The fuzz target that reads a socket, as an ordinary test.

#[path = "../../../fuzz/run.rs"]
mod run;
#[path = "../../../fuzz/src/socket.rs"]
mod targets;

use run::run;

#[test]
fn frames_of_a_socket() {
    run("socket", targets::socket);
}
