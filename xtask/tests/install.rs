//! `install.sh` of a release: it installs, upgrades and removes a small program that stands in for the real one.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::tidy::root;

/// A release with one program, in a folder of its own.
struct Fake {
    folder: PathBuf,
}

impl Fake {
    fn new(name: &str) -> Self {
        let name = format!("capicu-install-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("dist")).expect("a folder");
        Self { folder }
    }

    fn dist(&self) -> PathBuf {
        self.folder.join("dist")
    }

    fn prefix(&self) -> PathBuf {
        self.folder.join("home/.local")
    }

    /// Packs a version whose program prints its version, with one more file.
    fn pack(&self, version: &str, file: &str) {
        let name = format!("capicu-{version}-{}-linux", std::env::consts::ARCH);
        let below = self.folder.join(&name);
        let write = |path: &str, text: &str| {
            let path = below.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        };
        write(
            "bin/capicu",
            &format!("#!/bin/sh\necho capicu {version} \"$@\"\n"),
        );
        write(file, "text");
        write("share/doc/capicu/LICENSE-MIT", "MIT");
        let pack = format!(
            "chmod 755 {name}/bin/capicu && tar -czf dist/{name}.tar.gz {name} && cd dist && \
             sha256sum {name}.tar.gz > SHA256SUMS"
        );
        let done = Command::new("sh")
            .args(["-c", &pack])
            .current_dir(&self.folder)
            .status();
        assert!(done.expect("sh starts").success());
        let script = fs::read_to_string(root().join("xtask/release/files/install.sh"));
        let script = script.expect("install.sh").replace("@VERSION@", version);
        let address = format!("file:{}", self.folder.display());
        fs::write(self.script(), script.replace("@URL@", &address)).expect("a script");
    }

    fn script(&self) -> PathBuf {
        self.folder.join("dist/install.sh")
    }

    /// Runs the script. Returns its output if it succeeds, otherwise its last error.
    fn run(&self, words: &[&str]) -> Result<String, String> {
        let output = Command::new("sh")
            .arg(self.script())
            .args(words)
            .env("HOME", self.folder.join("home"))
            .output()
            .expect("sh starts");
        if output.status.success() {
            return Ok(String::from_utf8(output.stdout).expect("UTF-8"));
        }
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        Err(error.lines().last().unwrap_or_default().to_owned())
    }

    fn install(&self) -> Result<String, String> {
        self.run(&["--from", self.dist().to_str().expect("UTF-8")])
    }

    /// Starts the installed program and returns its output.
    fn printed(&self) -> String {
        let output = Command::new(self.prefix().join("bin/capicu")).output();
        String::from_utf8(output.expect("it starts").stdout).expect("UTF-8")
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Serves the files of a folder at an address.
fn serve(folder: PathBuf) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
            let head: Vec<String> = lines
                .map_while(Result::ok)
                .take_while(|line| !line.is_empty())
                .collect();
            let path = head.first().and_then(|line| line.split(' ').nth(1));
            let name = path.unwrap_or_default().trim_start_matches('/').to_owned();
            let (status, body) = match fs::read(folder.join(name)) {
                Ok(body) => ("200 OK", body),
                Err(_) => ("404 Not Found", Vec::new()),
            };
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
            );
            let _ = stream.write_all(&[head.into_bytes(), body].concat());
        }
    });
    format!("http://{address}")
}

/// Whether this system has an archive, and the tools that the script uses.
fn is_possible() -> bool {
    let supported = ["x86_64", "aarch64"].contains(&std::env::consts::ARCH);
    let has = |tool: &str| {
        let found = Command::new("sh")
            .args(["-c", &format!("command -v {tool}")])
            .output();
        found.is_ok_and(|output| output.status.success())
    };
    cfg!(target_os = "linux") && supported && has("sha256sum") && (has("curl") || has("wget"))
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let entries = entries.map(|entry| entry.expect("an entry").path());
    let below = entries.flat_map(|path| {
        if path.is_dir() {
            files(&path)
        } else {
            vec![path]
        }
    });
    below.collect()
}

#[test]
fn install_script_installs_from_an_address_and_removes() {
    if !is_possible() {
        return;
    }
    let fake = Fake::new("address");
    fake.pack("1.2.3", "share/man/man1/capicu.1");
    let printed = fake
        .run(&["--from", &serve(fake.dist())])
        .expect("installs");
    assert!(printed.contains("The checksum is right."), "{printed}");
    assert!(printed.contains("Start it with: "), "{printed}");
    assert_eq!(fake.printed(), "capicu 1.2.3\n");
    let removed = fake.run(&["--uninstall"]).expect("removes");
    assert!(removed.contains("Data folders stay"), "{removed}");
    assert!(files(&fake.prefix()).is_empty());
    let error = fake.run(&["--uninstall"]).expect_err("nothing is left");
    assert!(error.contains("nothing installed in "), "{error}");
}

#[test]
fn second_install_upgrades_and_removes_old_files() {
    if !is_possible() {
        return;
    }
    let fake = Fake::new("upgrade");
    fake.pack("1.2.3", "share/man/man1/capicu-old.1");
    fake.install().expect("installs");
    let own = fake.prefix().join("bin/other");
    fs::write(&own, "of the user").expect("a file");
    fake.pack("1.3.0", "share/man/man1/capicu-new.1");
    fake.install().expect("upgrades");
    assert_eq!(fake.printed(), "capicu 1.3.0\n");
    let pages = fake.prefix().join("share/man/man1");
    assert_eq!(files(&pages), [pages.join("capicu-new.1")]);
    fake.run(&["--uninstall"]).expect("removes");
    assert_eq!(files(&fake.prefix()), [own]);
}

#[test]
fn damaged_download_is_not_installed() {
    if !is_possible() {
        return;
    }
    let fake = Fake::new("damaged");
    fake.pack("1.2.3", "share/man/man1/capicu.1");
    let name = format!("capicu-1.2.3-{}-linux.tar.gz", std::env::consts::ARCH);
    let archive = fake.dist().join(name);
    let mut bytes = fs::read(&archive).expect("an archive");
    bytes[20] ^= 1;
    fs::write(&archive, bytes).expect("an archive");
    let error = fake.install().expect_err("one bit differs");
    assert!(
        error.contains("its checksum differs; nothing was installed"),
        "{error}"
    );
    fs::write(fake.dist().join("SHA256SUMS"), "0  other\n").expect("a list");
    let error = fake.install().expect_err("no checksum");
    assert!(
        error.contains("SHA256SUMS does not name capicu-1.2.3"),
        "{error}"
    );
    assert!(files(&fake.prefix()).is_empty());
}

#[test]
fn missing_network_and_unwritable_folder_are_named() {
    if !is_possible() {
        return;
    }
    let fake = Fake::new("network");
    fake.pack("1.2.3", "share/man/man1/capicu.1");
    // A port that was free a moment ago.
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let closed = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    for address in [closed, serve(fake.folder.join("nothing"))] {
        let error = fake.run(&["--from", &address]).expect_err("no file");
        assert!(
            error.contains("check the address and the network"),
            "{error}"
        );
    }
    fs::write(fake.folder.join("file"), "").expect("a file");
    let below_file = fake.folder.join("file/below");
    let dist = fake.dist();
    let words = ["--from", dist.to_str().expect("UTF-8"), "--prefix"];
    let words = [&words[..], &[below_file.to_str().expect("UTF-8")]].concat();
    let error = fake.run(&words).expect_err("a file is no folder");
    assert!(error.contains("cannot write to "), "{error}");
}
