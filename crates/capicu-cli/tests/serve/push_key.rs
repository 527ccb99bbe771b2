//! `capicu push-keys`, and the start of a server with its key.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{ENGLISH, FREE, SPANISH, started};

use crate::common::Has as _;

const PROXIED: [&str; 3] = ["--behind-proxy", "--public-url", "https://dominoes.example"];

/// The exit code, standard output and standard error.
fn push_keys(language: &str, data: &Path) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_capicu"));
    command.arg("push-keys").arg("--data").arg(data);
    let output = command.env("LC_ALL", language).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn refused(data: &Path, more: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_capicu"));
    command
        .args(["serve", "--listen", FREE, "--data"])
        .arg(data);
    let output = command.args(more).env("LC_ALL", ENGLISH).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn key_is_written_once_for_this_user_only() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("push-key");
    let (code, out, _) = push_keys(ENGLISH, folder.path());
    assert_eq!(code, Some(0));
    let shown = file.display();
    assert_eq!(
        out,
        format!("The key is in {shown}. Restart the server to use it.\n")
    );
    let key = fs::read_to_string(&file).unwrap();
    assert_eq!(key.trim_end().len(), 43, "32 bytes in base64");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    let (code, _, err) = push_keys(SPANISH, folder.path());
    assert_eq!(code, Some(2));
    err.has("ya tiene una clave");
    assert_eq!(fs::read_to_string(&file).unwrap(), key, "the key stays");
}

#[test]
fn missing_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, err) = push_keys(ENGLISH, &folder.path().join("none"));
    assert_eq!(code, Some(2));
    err.has("There is no folder");
    err.has("--data");
    assert!(!folder.path().join("none").exists());
}

#[test]
fn server_refuses_a_wrong_key_and_a_key_without_its_address() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    assert_eq!(push_keys(ENGLISH, data).0, Some(0));
    refused(data, &[]).has("need --public-url");
    for wrong in [&b"not a key\n"[..], b"", &[0xff, 0xfe]] {
        fs::write(data.join("push-key"), wrong).unwrap();
        let said = refused(data, &PROXIED);
        said.has("has no key from `capicu push-keys`");
    }
}

#[test]
fn server_with_a_key_starts() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    assert_eq!(push_keys(ENGLISH, data).0, Some(0));
    let (mut server, printed) = started(&PROXIED, data, Stdio::null());
    server.kill().unwrap();
    server.wait().unwrap();
    printed[0].has("http");
}
