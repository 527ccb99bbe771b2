//! The browser that the end-to-end tests drive.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::step::Step;

const BROWSERS: [&str; 4] = [
    "chromium",
    "google-chrome",
    "google-chrome-stable",
    "chromium-browser",
];
const DRIVERS: [&str; 1] = ["chromedriver"];
const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-dejavu-core"];

/// A browser and the program that drives it.
pub struct Browser {
    pub browser: PathBuf,
    pub driver: PathBuf,
}

/// Finds them, installing Debian's when they are missing and this user may.
pub fn ensure() -> Result<Browser> {
    if let Some(found) = find() {
        return Ok(found);
    }
    let wanted = PACKAGES.join(" ");
    let remedy = format!("install them, with `sudo apt-get install {wanted}` on Debian");
    let missing = "the browser tests need chromium and chromedriver";
    if on_path("apt-get").is_none() {
        bail!("{missing}; {remedy}");
    }
    let mut prefix: Vec<&str> = Vec::new();
    if !is_root() {
        let may = Command::new("sudo").args(["-n", "true"]).output();
        if !may.is_ok_and(|output| output.status.success()) {
            bail!("{missing}, and this user may not install packages; {remedy}");
        }
        prefix = vec!["sudo", "-n"];
    }
    let step = Step::begin(format!("Install {wanted}"));
    let install = [
        &["install", "--yes", "--no-install-recommends"][..],
        &PACKAGES,
    ]
    .concat();
    for arguments in [&["update"][..], &install] {
        let words = [
            &prefix[..],
            &["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"],
            arguments,
        ];
        let words = words.concat();
        step.run(Command::new(words[0]).args(&words[1..]))?;
    }
    let Some(found) = find() else {
        bail!("{missing}; apt-get installed {wanted}, but they are not on the PATH");
    };
    step.done("");
    Ok(found)
}

fn find() -> Option<Browser> {
    let first = |names: &[&str]| names.iter().find_map(|name| on_path(name));
    Some(Browser {
        browser: first(&BROWSERS)?,
        driver: first(&DRIVERS)?,
    })
}

fn on_path(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|p| p.is_file())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
