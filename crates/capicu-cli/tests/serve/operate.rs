//! Commands for operators: status, doctor, limits and variables.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{ENGLISH, FREE, started};

use crate::common::Has as _;

fn answer(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(arguments)
        .env("LC_ALL", ENGLISH)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

/// Returns a free local port, which another program could still take.
fn free() -> String {
    let listener = TcpListener::bind(FREE).unwrap();
    listener.local_addr().unwrap().to_string()
}

#[test]
fn status_shows_the_state_of_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let admin = free();
    let (code, said) = answer(&["status", "--admin", &admin]);
    assert_eq!(code, Some(2));
    said.has("no server answers at");
    said.has("--admin");
    let (mut server, printed) = started(&["--admin", &admin], &data, Stdio::null());
    let (code, said) = answer(&["status", "--admin", &admin]);
    assert_eq!(code, Some(0), "{said}");
    for part in [
        format!("{admin}: ready"),
        format!("version {}, commit", env!("CARGO_PKG_VERSION")),
        "tables 0, connections 0, sockets 0, in the lobby 0".to_owned(),
        "no backup yet; make one with `capicu backup`".to_owned(),
    ] {
        assert!(said.contains(&part), "{part}: {said}");
    }
    let (code, json) = answer(&["status", "--admin", &admin, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!((code, &json["ready"]), (Some(0), &true.into()), "{json}");
    assert_eq!(json["why"], serde_json::Value::Null);
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert!(json["uptime_seconds"].as_u64().unwrap() < 60, "{json}");
    assert!(json["database_bytes"].as_u64().unwrap() > 0, "{json}");
    // Asks the public listener instead.
    let public = printed[0].split("http://").nth(1).unwrap();
    assert!(public.starts_with("127.0.0.1:"), "{public}");
}

fn doctor(arguments: &[&str]) -> (Option<i32>, Vec<[String; 3]>) {
    let (code, said) = answer(&[&["doctor", "--json"], arguments].concat());
    let json: serde_json::Value = serde_json::from_str(&said).unwrap_or_else(|_| panic!("{said}"));
    let findings = json["findings"].as_array().unwrap().iter().map(|finding| {
        ["check", "verdict", "message"].map(|key| finding[key].as_str().unwrap().to_owned())
    });
    (code, findings.collect())
}

#[track_caller]
fn found(findings: &[[String; 3]], check: &str, verdict: &str, part: &str) {
    let is_there =
        |[of, how, message]: &[String; 3]| of == check && how == verdict && message.contains(part);
    assert!(
        findings.iter().any(is_there),
        "{check} {verdict} {part}: {findings:?}"
    );
}

#[cfg(unix)]
#[test]
fn doctor_names_each_problem_and_its_remedy() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let named = ["--data", data.to_str().unwrap()];
    let (code, findings) = doctor(&named);
    assert_eq!(code, Some(1));
    found(&findings, "folder", "fail", "--data");

    let admin = free();
    let (mut server, _) = started(&["--admin", &admin], &data, Stdio::null());
    let asked = [&named[..], &["--admin", &admin]].concat();
    let (code, findings) = doctor(&asked);
    assert_eq!(code, Some(0), "{findings:?}");
    for (check, verdict, part) in [
        ("config", "ok", "valid"),
        ("folder", "ok", named[1]),
        ("permissions", "ok", "only the server user"),
        ("database", "ok", "intact"),
        ("wal", "ok", "B"),
        ("clock", "ok", "agrees"),
        ("backup", "warn", "capicu backup"),
        ("server", "ok", "ready"),
    ] {
        found(&findings, check, verdict, part);
    }
    let copy = folder.path().join("copy.db");
    let (code, said) = answer(&["backup", copy.to_str().unwrap(), named[0], named[1]]);
    assert_eq!(code, Some(0), "{said}");
    found(&doctor(&named).1, "backup", "ok", "old");
    server.kill().unwrap();
    server.wait().unwrap();

    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    let (code, findings) = doctor(&asked);
    assert_eq!(code, Some(0), "only warnings: {findings:?}");
    found(&findings, "permissions", "warn", "chmod -R go=");
    found(&findings, "server", "warn", "no server answers");

    // Damage a page in the middle, which the header does not reveal.
    let database = data.join("capicu.db");
    let mut bytes = fs::read(&database).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0x5a);
    fs::write(&database, bytes).unwrap();
    let (code, findings) = doctor(&named);
    assert_eq!(code, Some(1));
    found(&findings, "database", "fail", "restore it from a backup");

    let settings = folder.path().join("capicu.toml");
    fs::write(&settings, "keep-day = 7\nconnections = 0\n").unwrap();
    let (code, findings) = doctor(&["--config", settings.to_str().unwrap()]);
    assert_eq!(code, Some(1));
    found(&findings, "config", "fail", "did you mean `keep-days`?");
    found(
        &findings,
        "config",
        "fail",
        "invalid value `0` for --connections",
    );
}

#[test]
fn public_admin_listener_gives_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    for (admin, warns) in [("0.0.0.0:0", true), ("127.0.0.1:0", false)] {
        let log = folder.path().join("log");
        let stderr = fs::File::create(&log).unwrap();
        let data = folder.path().join(admin);
        let (mut server, _) = started(&["--admin", admin], &data, stderr.into());
        server.kill().unwrap();
        server.wait().unwrap();
        let log = fs::read_to_string(&log).unwrap();
        let is_warned = log
            .lines()
            .any(|line| line.contains("WARN") && line.contains("firewall"));
        assert_eq!(is_warned, warns, "{log}");
    }
}

#[test]
fn misspelled_variable_is_named_with_the_right_one() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind(FREE).unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(["serve", "--listen", &taken, "--data"])
        .arg(folder.path())
        .env("LC_ALL", ENGLISH)
        .env("CAPICU_LIMT_TABLES", "1/1")
        .env("CAPICU_OF_ANOTHER_PROGRAM", "1")
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let meant = "unknown setting `CAPICU_LIMT_TABLES`; did you mean `CAPICU_LIMIT_TABLES`?";
    assert!(said.contains(meant), "{said}");
    assert!(!said.contains("ANOTHER"), "{said}");
}

/// Every limit option is in the table of `docs/hosting/limits.md`, with its default.
#[test]
fn limits_are_in_the_table() {
    let (_, help) = answer(&["serve", "-h"]);
    let (_, settings) = answer(&["serve", "--print-config"]);
    let limits = help
        .split("Limits (")
        .nth(1)
        .expect("limits have a heading");
    let limits = limits.split("\n\n").next().unwrap();
    let names = limits
        .lines()
        .filter_map(|line| line.trim().strip_prefix("--"));
    let names: Vec<&str> = names.filter_map(|line| line.split(' ').next()).collect();
    assert!(names.len() >= 11, "{help}");
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting/limits.md");
    let table = fs::read_to_string(docs).unwrap();
    for name in names {
        let line = settings
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{name} = ")));
        let usual = line
            .unwrap_or_else(|| panic!("{name} has a default"))
            .trim_matches('"');
        let is_row = |line: &str| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            cells.len() == 6 && cells[2].starts_with(usual) && cells[3] == format!("`--{name}`")
        };
        assert!(table.lines().any(is_row), "no row for --{name}, {usual}");
    }
}
