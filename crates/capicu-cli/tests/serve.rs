//! `capicu serve`. A server that cannot start prints one sentence with the remedy, in the language of the system, and
//! changes nothing.

mod operate;
mod push_key;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::Has as _;

#[track_caller]
fn refused(language: &str, listen: &str, data: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(["serve", "--listen", listen, "--data"])
        .arg(data)
        .env("LC_ALL", language)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty(), "the server does not start");
    let said = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = said
        .lines()
        .filter(|line| !line.contains("WARN") && !line.contains("INFO"))
        .collect();
    let [line] = lines.as_slice() else {
        panic!("not one sentence: {said}")
    };
    (*line).to_owned()
}

const FREE: &str = "127.0.0.1:0";
const ENGLISH: &str = "en_GB.UTF-8";
const SPANISH: &str = "es_DO.UTF-8";

#[test]
fn port_in_use_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let other = TcpListener::bind(FREE).unwrap();
    let address = other.local_addr().unwrap().to_string();
    let said = refused(ENGLISH, &address, &data);
    assert_eq!(
        said,
        format!(
            "error: {address} is already in use; choose another port with --listen, or stop the other program"
        )
    );
    let said = refused(SPANISH, &address, &data);
    assert_eq!(
        said,
        format!(
            "error: {address} está ocupado por otro programa; elige otro puerto con --listen o detén ese programa"
        )
    );
    assert!(!data.exists(), "no folder was made");
}

#[test]
fn folder_that_cannot_be_created_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "in the way").unwrap();
    let said = refused(ENGLISH, FREE, &file.join("data"));
    assert!(said.contains("cannot write to the data folder"), "{said}");
    let said = refused(SPANISH, FREE, &file.join("data"));
    said.has("no se puede escribir en la carpeta de datos");
    assert!(said.contains("--data"), "{said}");
}

#[test]
fn damaged_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("capicu.db");
    fs::write(&file, "no database at all, but a text of some length").unwrap();
    let said = refused(ENGLISH, FREE, folder.path());
    said.has("is damaged (not a SQLite database)");
    let said = refused(SPANISH, FREE, folder.path());
    said.has("está dañada (no es una base de datos SQLite); restáurala");
    let found = fs::read_to_string(&file).unwrap();
    assert_eq!(found, "no database at all, but a text of some length");
}

#[test]
fn wrong_limit_is_refused_with_its_name_and_an_example() {
    let serve = |arguments: &[&str], variable: Option<(&str, &str)>| {
        let output = Command::new(env!("CARGO_BIN_EXE_capicu"))
            .args(["serve", "--listen", FREE, "--data", "/nowhere/data"])
            .args(arguments)
            .envs(variable)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty(), "the server does not start");
        String::from_utf8(output.stderr).unwrap()
    };
    for (arguments, place, remedy) in [
        (
            ["--limit-tables", "0/30"],
            "--limit-tables",
            "such as 30/12",
        ),
        (
            ["--limit-messages", "40"],
            "--limit-messages",
            "such as 30/12",
        ),
        (["--connections", "0"], "--connections", "1 or more"),
        (["--head-timeout", "0"], "--head-timeout", "from 1 to 3600"),
        (["--behind-proxy", "0"], "--behind-proxy", "from 1 to 255"),
        (
            ["--origin", "dominoes.example"],
            "--origin",
            "such as https://",
        ),
        (
            ["--public-url", "dominoes.example"],
            "--public-url",
            "such as https://dominoes.example",
        ),
        (
            ["--public-url", "https://192.0.2.7"],
            "--public-url",
            "use a name",
        ),
        (
            ["--public-url", "http://dominoes.example"],
            "--public-url",
            "add a TLS proxy",
        ),
        (
            ["--host", "https://a"],
            "--host",
            "such as dominoes.example",
        ),
    ] {
        let said = serve(&arguments, None);
        assert!(said.contains(place) && said.contains(remedy), "{said}");
    }
    // The value is valid alone, but not with the others.
    let output = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(["serve", "--listen", FREE, "--data", "/nowhere/data"])
        .args(["--public-url", "https://dominoes.example"])
        .env("LC_ALL", ENGLISH)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    said.has("--public-url https://dominoes.example");
    said.has("add --behind-proxy");
    let said = serve(&[], Some(("CAPICU_LIMIT_TABLES", "many")));
    said.has("--limit-tables");
    said.has("such as 30/12");
}

/// Starts a server; returns it with its standard output and the first line of that.
fn serving(data: &Path, stderr: Stdio) -> (Child, BufReader<ChildStdout>, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(["serve", "--listen", FREE, "--data"])
        .arg(data)
        .env("LC_ALL", ENGLISH)
        .stdout(Stdio::piped())
        .stderr(stderr)
        .spawn()
        .unwrap();
    let mut ready = String::new();
    let mut said = BufReader::new(server.stdout.take().unwrap());
    said.read_line(&mut ready).unwrap();
    (server, said, ready)
}

/// After SIGTERM it ends within seconds, despite unfinished requests.
#[cfg(unix)]
#[test]
fn terminated_server_ends_despite_unfinished_requests() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, _out, ready) = serving(&folder.path().join("data"), Stdio::null());
    let address = ready.split("http://").nth(1).unwrap();
    let address = address.split('/').next().unwrap();
    let half = [
        "GET / HTTP/1.1\r\nho",
        "POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{",
    ];
    let half = half.map(|text| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    });
    // Once this is answered, the server has read the earlier requests.
    let mut whole = TcpStream::connect(address).unwrap();
    whole
        .write_all(b"GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n")
        .unwrap();
    let mut status = String::new();
    BufReader::new(&whole).read_line(&mut status).unwrap();
    assert!(status.contains("200"), "{status}");
    let begun = Instant::now();
    let asked = Command::new("kill").arg(server.id().to_string()).status();
    assert!(asked.unwrap().success());
    let ended = loop {
        if let Some(ended) = server.try_wait().unwrap() {
            break ended;
        }
        if begun.elapsed() > Duration::from_secs(12) {
            server.kill().unwrap();
            panic!("still there after {:?}", begun.elapsed());
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    assert!(ended.success(), "{ended}");
    drop(half);
}

/// A closed terminal or a lost ssh session stops a server as cleanly as SIGTERM.
#[cfg(unix)]
#[test]
fn server_stops_cleanly_when_its_terminal_closes() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _out, _) = serving(&folder.path().join("data"), Stdio::piped());
    let hung_up = Command::new("kill")
        .args(["-HUP", &server.id().to_string()])
        .status();
    assert!(hung_up.unwrap().success());
    let output = server.wait_with_output().unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {log}", output.status);
    assert!(log.contains("stopping"), "{log}");
}

#[cfg(unix)]
#[test]
fn data_is_readable_by_its_user_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("deep/data");
    let (mut server, _out, _) = serving(&data, Stdio::null());
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    let modes: Vec<_> = fs::read_dir(&data)
        .unwrap()
        .map(|file| file.unwrap().path())
        .map(|file| (mode(&file), file))
        .collect();
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(mode(&data), 0o700);
    assert!(
        modes.len() >= 3,
        "the database and its other files: {modes:?}"
    );
    assert!(modes.iter().all(|(mode, _)| *mode == 0o600), "{modes:?}");
}

/// Starts a server that ends with the test, and returns its output once ready.
fn started(arguments: &[&str], data: &Path, stderr: Stdio) -> (Child, [String; 2]) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(["serve", "--listen", FREE, "--data"])
        .arg(data)
        .args(arguments)
        .env("LC_ALL", ENGLISH)
        .stdout(Stdio::piped())
        .stderr(stderr)
        .spawn()
        .unwrap();
    let mut said = BufReader::new(server.stdout.take().unwrap()).lines();
    let printed = [(); 2].map(|()| said.next().unwrap().unwrap());
    (server, printed)
}

#[cfg(unix)]
#[test]
fn owner_code_without_a_terminal_goes_to_a_private_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let log = folder.path().join("log");
    let mut codes = Vec::new();
    for _ in 0..2 {
        let stderr = fs::File::create(&log).unwrap();
        let (mut server, [_, told]) = started(&["--log", "trace"], &data, stderr.into());
        server.kill().unwrap();
        server.wait().unwrap();
        let file = data.join("owner-code");
        assert!(told.contains(file.to_str().unwrap()), "{told}");
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        let code = fs::read_to_string(&file).unwrap();
        let code = code.strip_suffix('\n').unwrap().to_owned();
        assert_eq!(code.split('-').map(str::len).collect::<Vec<_>>(), [4; 4]);
        let log = fs::read_to_string(&log).unwrap();
        assert!(!told.contains(&code) && !log.contains(&code), "{told}");
        codes.push(code);
    }
    assert_ne!(codes[0], codes[1], "each start creates a new code");
}

#[test]
fn log_begins_with_version_commit_store_folder_and_limits() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let log = folder.path().join("log");
    let stderr = fs::File::create(&log).unwrap();
    let limits = ["--limit-tables", "7/8", "--idle-timeout", "99"];
    let (mut server, _) = started(&limits, &data, stderr.into());
    server.kill().unwrap();
    server.wait().unwrap();
    let log = fs::read_to_string(&log).unwrap();
    let first = log.lines().next().unwrap();
    for part in [
        concat!("version=\"", env!("CARGO_PKG_VERSION"), "\""),
        concat!("commit=\"", env!("CAPICU_COMMIT"), "\""),
        "store=sqlite",
        &format!("data={}", data.display()),
        "messages: 40/600",
        "tables: 7/8",
        "connections: 10000",
        "idle: 99s",
        "keep_days=400",
    ] {
        assert!(first.contains(part), "{part}: {first}");
    }
}

/// Runs `capicu serve` with these arguments and variables until it exits; returns status and output.
fn ended(arguments: &[&str], variables: &[(&str, &str)]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .arg("serve")
        .args(arguments)
        .env("LC_ALL", ENGLISH)
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let said = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        said(output.stdout),
        said(output.stderr),
    )
}

#[test]
fn printed_settings_read_back_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("capicu.toml");
    let file = file.to_str().unwrap();
    let (status, usual, _) = ended(&["--print-config"], &[]);
    assert_eq!(status, Some(0));
    for line in [
        "listen = \"127.0.0.1:7878\"",
        "#admin = \"ADDRESS\"",
        "origin = []",
        "limit-messages = \"40/600\"",
        "keep-days = 400",
        "analyses = \"off\"",
        "# Variable: CAPICU_LISTEN",
    ] {
        assert!(
            usual.lines().any(|printed| printed == line),
            "{line}\n{usual}"
        );
    }
    assert!(!usual.contains("bot-pace") && !usual.contains("print-config ="));

    // An argument overrides a variable, which overrides the file.
    fs::write(
        file,
        "host = [\"a.example\", \"b.example\"]\nkeep-days = 7\nlog = \"warn\"\nconnections = 99\nanalyses = \"on\"\n",
    )
    .unwrap();
    let (status, printed, _) = ended(
        &["--config", file, "--print-config", "--keep-days", "9"],
        &[("CAPICU_KEEP_DAYS", "8"), ("CAPICU_LOG", "debug")],
    );
    assert_eq!(status, Some(0));
    for line in [
        "host = [\"a.example\", \"b.example\"]",
        "keep-days = 9",
        "analyses = \"on\"",
        "log = \"debug\"",
        "connections = 99",
    ] {
        assert!(
            printed.lines().any(|printed| printed == line),
            "{line}\n{printed}"
        );
    }
    fs::write(file, &printed).unwrap();
    let (_, again, _) = ended(&["--print-config"], &[("CAPICU_CONFIG", file)]);
    assert_eq!(again, printed);
    let (_, spanish, _) = ended(&["--print-config", "--config", file, "--lang", "es"], &[]);
    let settings = |text: &str| {
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(settings(&spanish), settings(&printed));
    spanish.has("# Dirección y puerto donde escuchar");
}

#[test]
fn wrong_settings_are_refused_with_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("capicu.toml");
    let data = folder.path().join("data");
    let name = file.to_str().unwrap();
    let told = |text: &str| {
        fs::write(&file, text).unwrap();
        let data = data.to_str().unwrap();
        let arguments = ["--config", name, "--data", data, "--listen", FREE];
        // Errors outside the file are not blamed on it.
        let (status, out, err) = ended(&arguments, &[]);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{err}");
        assert!(!data.is_empty());
        err
    };
    let said = told("keep-days = 7\n\nkeep-day = 7\nlimit-tables = \"0/30\"\nhost = \"a b\"\n");
    let lines: Vec<&str> = said.lines().collect();
    for (line, part, number) in [
        (
            0,
            "unknown setting `keep-day`; did you mean `keep-days`?",
            3,
        ),
        (1, "invalid value `0/30` for --limit-tables", 4),
        (2, "invalid value `a b` for --host", 5),
    ] {
        let place = format!("error: {name}, line {number}: ");
        let is_there = lines[line].starts_with(&place) && lines[line].contains(part);
        assert!(is_there, "{said}");
    }
    assert!(told("a = [1\n").contains("line 1: not TOML"));
    assert!(told("keep-days = [7, 8]").contains("takes one value"));
    assert!(told("keep-days = true").contains("takes one value"));
    assert!(told("host = { a = 1 }").contains("takes a list"));
    assert!(told("keep-days = -1").contains("invalid value `-1` for --keep-days"));
    assert!(told("bot-pace = \"immediate\"").contains("unknown setting `bot-pace`"));
    assert!(told("[limits]\ntables = 1").contains("unknown setting `limits`"));
    fs::remove_file(&file).unwrap();
    let (status, _, err) = ended(&["--config", name], &[]);
    assert_eq!(status, Some(2));
    assert!(err.contains(name) && err.contains("no such file"), "{err}");
    assert!(!data.exists());
}

/// Copies can be piped, and leave no file behind.
#[test]
fn copies_work_through_pipes() {
    let folder = tempfile::tempdir().unwrap();
    let temporary = tempfile::tempdir().unwrap();
    let (mut server, _out, _) = serving(&folder.path().join("data"), Stdio::null());
    let capicu = |arguments: &[&str], input: &[u8]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_capicu"))
            .args(arguments)
            .current_dir(folder.path())
            .env("LC_ALL", ENGLISH)
            .env("TMPDIR", temporary.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {said}");
        (output.stdout, said)
    };
    let (backup, said) = capicu(&["backup", "-"], b"");
    assert!(backup.starts_with(b"SQLite format 3"));
    assert!(said.starts_with("-: "), "{said}");
    capicu(&["restore", "--data", "second", "-"], &backup);
    let (export, _) = capicu(&["export", "--data", "second", "-"], b"");
    assert!(export.starts_with(b"{\"export\""), "text");
    let (told, _) = capicu(&["import", "--data", "third", "--json", "-"], &export);
    let told: serde_json::Value = serde_json::from_slice(&told).unwrap();
    assert_eq!(
        (&told["folder"], &told["matches"]),
        (&"third".into(), &0.into())
    );
    let (told, _) = capicu(&["backup", "--json", "a.db"], b"");
    let told: serde_json::Value = serde_json::from_slice(&told).unwrap();
    assert_eq!(told["file"], "a.db");
    server.kill().unwrap();
    server.wait().unwrap();
    let mut left: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["a.db", "data", "second", "third"]);
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0);
}
