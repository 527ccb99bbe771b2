//! Programs that the tests start, from Debian's packages.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::step::Step;

/// Installs packages if this user may; otherwise the error contains `missing`, which says what needs them.
pub fn install(packages: &[&str], missing: &str) -> Result<()> {
    let wanted = packages.join(" ");
    let remedy = format!("install them, with `sudo apt-get install {wanted}` on Debian");
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
    let install = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    for arguments in [&["update"][..], &install] {
        let words = [
            &prefix[..],
            &["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"],
            arguments,
        ];
        let words = words.concat();
        step.run(Command::new(words[0]).args(&words[1..]))?;
    }
    step.done("");
    Ok(())
}

/// Finds a program in `PATH`.
pub fn on_path(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|p| p.is_file())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
