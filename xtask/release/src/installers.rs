//! The files that name others of the release: the install script, the formula for Homebrew and the compose file.

use std::collections::BTreeMap;

use anyhow::{Result, bail};

use crate::source::About;
use crate::sums::sha256;
use crate::target::Target;

const INSTALL: &str = include_str!("../files/install.sh");
pub const FORMULA: &str = include_str!("../files/capicu.rb");
const COMPOSE: &str = include_str!("../files/compose.yaml");

/// Where releases are published.
const RELEASES: &str = "https://github.com/capicu/capicu/releases/download";

/// The name of a target's archive.
pub fn archive(about: &About, target: Target) -> String {
    format!("capicu-{}-{}-linux.tar.gz", about.version, target.name())
}

/// The installers for files that have been made. A formula needs all of its archives.
pub fn of(about: &About, made: &BTreeMap<String, Vec<u8>>) -> Result<Vec<(&'static str, String)>> {
    let sum = |target| made.get(&archive(about, target)).map(|bytes| sha256(bytes));
    let filled = |text: &str| {
        let address = format!("{RELEASES}/v{}", about.version);
        text.replace("@VERSION@", &about.version)
            .replace("@URL@", &address)
    };
    let mut installers = vec![
        ("install.sh", filled(INSTALL)),
        ("compose.yaml", filled(COMPOSE)),
    ];
    if let [Some(x86_64), Some(aarch64)] = Target::ALL.map(sum) {
        let formula = filled(FORMULA)
            .replace("@SHA256_X86_64@", &x86_64)
            .replace("@SHA256_AARCH64@", &aarch64);
        installers.push(("capicu.rb", formula));
    }
    for (name, text) in &installers {
        if let Some(missing) = named(about, text).find(|file| !made.contains_key(*file)) {
            bail!("{name} names {missing}, which is not built");
        }
        if text.contains('@') && text.contains("@SHA256") {
            bail!("{name} has a checksum left to fill in");
        }
    }
    Ok(installers)
}

/// The whole file names of this version in a text.
fn named<'a>(about: &About, text: &'a str) -> impl Iterator<Item = &'a str> {
    let begin = format!("capicu-{}-", about.version);
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let words = text.split(move |c| !is_part(c));
    words.filter(move |word| {
        let rest = word.strip_prefix(&begin);
        rest.is_some_and(|rest| rest.contains('.') && !rest.starts_with('.'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about() -> About {
        About {
            version: "1.2.3".to_owned(),
            commit: String::new(),
            day: String::new(),
            time: 0,
            mail_date: String::new(),
        }
    }

    fn made(targets: &[Target]) -> BTreeMap<String, Vec<u8>> {
        let about = about();
        let names = targets.iter().map(|target| archive(&about, *target));
        names.map(|name| (name, b"abc".to_vec())).collect()
    }

    #[test]
    fn formula_has_the_checksums_of_both_archives() {
        let all = of(&about(), &made(&Target::ALL)).unwrap();
        let (_, formula) = all.iter().find(|(name, _)| *name == "capicu.rb").unwrap();
        // Of `abc`.
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(formula.matches(sum).count(), 2);
        assert!(formula.contains("/v1.2.3/capicu-1.2.3-aarch64-linux.tar.gz\""));
        assert!(all.iter().all(|(_, text)| !text.contains("@VERSION@")));
    }

    #[test]
    fn formula_needs_both_archives() {
        let one = of(&about(), &made(&[Target::X86_64])).unwrap();
        assert!(one.iter().all(|(name, _)| *name != "capicu.rb"));
    }

    #[test]
    fn file_that_is_not_built_is_found() {
        let about = about();
        let text = "x capicu-1.2.3-x86_64-windows.zip y capicu-1.2.3-$machine";
        let named: Vec<_> = named(&about, text).collect();
        assert_eq!(named, ["capicu-1.2.3-x86_64-windows.zip"]);
    }
}
