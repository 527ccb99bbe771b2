//! A server that cannot start says so in the language of the system, in one sentence with the remedy,
//! and leaves everything as it was.

#[path = "serve/operate.rs"]
mod operate;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

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
fn a_port_that_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let other = TcpListener::bind(FREE).unwrap();
    let address = other.local_addr().unwrap().to_string();
    let said = refused(ENGLISH, &address, &data);
    assert_eq!(
        said,
        format!(
            "error: {address} is taken by another program; choose another port with --listen, or stop that program"
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

#[test]
fn a_wrong_limit_is_refused_with_its_name_and_an_example() {
    let serve = |arguments: &[&str], variable: Option<(&str, &str)>| {
        let output = Command::new(env!("CARGO_BIN_EXE_capicu"))
            .args(["serve", "--listen", FREE, "--data", "/nowhere/data"])
            .args(arguments)
            .envs(variable)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty(), "nothing is served");
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
            "give the server a name",
        ),
        (
            ["--public-url", "http://dominoes.example"],
            "--public-url",
            "put a proxy that speaks TLS before the server",
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
    // Alone it is right, and not with the others.
    let output = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(["serve", "--listen", FREE, "--data", "/nowhere/data"])
        .args(["--public-url", "https://dominoes.example"])
        .env("LC_ALL", ENGLISH)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("--public-url https://dominoes.example")
            && said.contains("add --behind-proxy"),
        "{said}"
    );
    let said = serve(&[], Some(("CAPICU_LIMIT_TABLES", "many")));
    assert!(
        said.contains("--limit-tables") && said.contains("such as 30/12"),
        "{said}"
    );
}

/// Asked to end, it ends within seconds, whoever has begun a request and does not go on.
#[cfg(unix)]
#[test]
fn a_terminated_server_ends_although_requests_are_half_open() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(["serve", "--listen", FREE, "--data"])
        .arg(folder.path().join("data"))
        .env("LC_ALL", ENGLISH)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut ready = String::new();
    let mut said = BufReader::new(server.stdout.take().unwrap());
    said.read_line(&mut ready).unwrap();
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
    // What was written last has been read once this is answered.
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

/// A terminal that is closed, or a lost ssh session, stops a server as orderly as SIGTERM does.
#[cfg(unix)]
#[test]
fn a_server_that_is_hung_up_stops_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(["serve", "--listen", FREE, "--data"])
        .arg(folder.path().join("data"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut ready = String::new();
    let mut said = BufReader::new(server.stdout.take().unwrap());
    said.read_line(&mut ready).unwrap();
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
fn the_data_is_for_its_user_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("deep/data");
    let mut server = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(["serve", "--listen", FREE, "--data"])
        .arg(&data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut ready = String::new();
    let mut said = BufReader::new(server.stdout.take().unwrap());
    said.read_line(&mut ready).unwrap();
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
        "the database and what is beside it: {modes:?}"
    );
    assert!(modes.iter().all(|(mode, _)| *mode == 0o600), "{modes:?}");
}

/// Starts a server that ends with the test, and returns what it printed when it was ready.
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
fn owner_code_without_a_terminal_goes_to_a_file_of_its_user_alone() {
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
    assert_ne!(codes[0], codes[1], "each start makes another");
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

/// `capicu serve` with these arguments and variables, which ends by itself: its status, and what it said.
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
fn what_is_printed_as_settings_is_read_as_the_same_settings() {
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

    // A file, over which a variable counts, over which an argument does.
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
    assert!(
        spanish.contains("# Dirección y puerto donde escuchar"),
        "{spanish}"
    );
}

#[test]
fn wrong_settings_are_told_with_their_lines_before_anything_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("capicu.toml");
    let data = folder.path().join("data");
    let name = file.to_str().unwrap();
    let told = |text: &str| {
        fs::write(&file, text).unwrap();
        let data = data.to_str().unwrap();
        let arguments = ["--config", name, "--data", data, "--listen", FREE];
        // What is wrong elsewhere is not told of the file.
        let (status, out, err) = ended(&arguments, &[]);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{err}");
        assert!(!data.is_empty());
        err
    };
    let said = told("keep-days = 7\n\nkeep-day = 7\nlimit-tables = \"0/30\"\nhost = \"a b\"\n");
    let lines: Vec<&str> = said.lines().collect();
    for (line, part, number) in [
        (0, "no setting `keep-day`; did you mean `keep-days`?", 3),
        (1, "--limit-tables cannot be `0/30`", 4),
        (2, "--host cannot be `a b`", 5),
    ] {
        let place = format!("error: {name}, line {number}: ");
        let is_there = lines[line].starts_with(&place) && lines[line].contains(part);
        assert!(is_there, "{said}");
    }
    assert!(told("a = [1\n").contains("line 1: this is no TOML"));
    assert!(told("keep-days = [7, 8]").contains("takes one value"));
    assert!(told("keep-days = true").contains("takes one value"));
    assert!(told("host = { a = 1 }").contains("takes a list"));
    assert!(told("keep-days = -1").contains("--keep-days cannot be `-1`"));
    assert!(told("bot-pace = \"immediate\"").contains("no setting `bot-pace`"));
    assert!(told("[limits]\ntables = 1").contains("no setting `limits`"));
    fs::remove_file(&file).unwrap();
    let (status, _, err) = ended(&["--config", name], &[]);
    assert_eq!(status, Some(2));
    assert!(err.contains(name) && err.contains("no such file"), "{err}");
    assert!(!data.exists());
}

/// A copy goes to another program and comes from one, and no file is left behind by it.
#[test]
fn copies_go_through_pipes() {
    let folder = tempfile::tempdir().unwrap();
    let temporary = tempfile::tempdir().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_capicu"))
        .args(["serve", "--listen", FREE, "--data"])
        .arg(folder.path().join("data"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut ready = String::new();
    let mut said = BufReader::new(server.stdout.take().unwrap());
    said.read_line(&mut ready).unwrap();
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
