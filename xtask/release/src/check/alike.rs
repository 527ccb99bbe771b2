//! Whether a build in another folder has the same bytes.

use anyhow::{Result, bail};

use crate::release::{self, Release};
use crate::source::{About, Place};
use crate::step::{Step, say};
use crate::target::Target;

pub fn run(place: &Place, about: &About, targets: &[Target], first: &Release) -> Result<()> {
    say("Building again in another folder");
    let second = release::build(place, about, targets)?;
    let step = Step::begin("Compare all bytes");
    let differ = different(first, &second);
    if !differ.is_empty() {
        bail!("the second build differs in {}", differ.join(", "));
    }
    step.done(format_args!("{} files", first.files.len()));
    Ok(())
}

/// The names of files that are not the same in both.
fn different<'a>(first: &'a Release, second: &'a Release) -> Vec<&'a str> {
    let names = first.files.keys().chain(second.files.keys());
    let mut names: Vec<&str> = names
        .filter(|name| first.files.get(*name) != second.files.get(*name))
        .map(String::as_str)
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_and_missing_files_are_named() {
        let release = |files: &[(&str, &str)]| {
            let files = files.iter().copied();
            let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
            Release {
                files: files.collect(),
            }
        };
        let first = release(&[("a", "1"), ("b", "1"), ("c", "1")]);
        let second = release(&[("a", "1"), ("b", "2"), ("d", "1")]);
        assert_eq!(different(&first, &second), ["b", "c", "d"]);
        assert!(different(&first, &first).is_empty());
    }
}
