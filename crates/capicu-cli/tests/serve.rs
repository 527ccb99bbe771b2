//! A server that cannot start says so in the language of the system, in one sentence with the remedy,
//! and leaves everything as it was.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

/// What `capicu serve` says before it gives up.
#[track_caller]
fn refused(language: &str, listen: &str, data: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(["serve", "--listen", listen, "--data"])
        .arg(data)
        .env("LC_ALL", language)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty(), "nothing is served");
    let said = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = said.lines().filter(|line| !line.contains("WARN")).collect();
    let [line] = lines.as_slice() else {
        panic!("not one sentence: {said}")
    };
    (*line).to_owned()
}

const FREE: &str = "127.0.0.1:0";
const ENGLISH: &str = "en_GB.UTF-8";
const SPANISH: &str = "es_DO.UTF-8";

#[test]
fn a_port_that_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let other = TcpListener::bind(FREE).unwrap();
    let address = other.local_addr().unwrap().to_string();
    let said = refused(ENGLISH, &address, &data);
    assert_eq!(
        said,
        format!(
            "capicu: {address} is taken by another program; choose another port with --listen, or stop that program"
        )
    );
    let said = refused(SPANISH, &address, &data);
    assert_eq!(
        said,
        format!(
            "capicu: {address} está ocupado por otro programa; elige otro puerto con --listen o detén ese programa"
        )
    );
    assert!(!data.exists(), "no folder was made");
}

#[test]
fn a_folder_that_cannot_be_made() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "in the way").unwrap();
    let said = refused(ENGLISH, FREE, &file.join("data"));
    assert!(said.contains("cannot write to the data folder"), "{said}");
    let said = refused(SPANISH, FREE, &file.join("data"));
    assert!(
        said.contains("no se puede escribir en la carpeta de datos"),
        "{said}"
    );
    assert!(said.contains("--data"), "{said}");
}

#[test]
fn a_database_that_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("capicu.db");
    fs::write(&file, "no database at all, but a text of some length").unwrap();
    let said = refused(ENGLISH, FREE, folder.path());
    assert!(
        said.contains("is damaged (it is not a SQLite database)"),
        "{said}"
    );
    let said = refused(SPANISH, FREE, folder.path());
    assert!(
        said.contains("está dañada (no es una base de datos SQLite); restáurala"),
        "{said}"
    );
    let found = fs::read_to_string(&file).unwrap();
    assert_eq!(found, "no database at all, but a text of some length");
}
