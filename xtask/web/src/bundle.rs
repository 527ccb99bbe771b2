//! File names that change with the content.
//!
//! Sources of the client use plain names, such as `/assets/style.css`. In the bundle, a name and all references to it
//! contain a hash, so that browsers may cache the file forever. A file's hash depends on the names in it, so its
//! references are resolved first, by recursion.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use sha2::{Digest as _, Sha256};

use crate::shorten::shorten;

const ASSETS: &str = "/assets/";

/// A script's placeholder for the list of all hashed files.
const ALL: &str = "\"/assets/*\"";

/// A script's placeholder for a text that changes with any other file.
const VERSION: &str = "%version%";

/// Extensions of files that may contain references.
const TEXT: [&str; 6] = ["css", "html", "js", "json", "svg", "webmanifest"];

/// Whether a file's name contains a hash.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// Served under its own name, from the root.
    Kept,
    /// Served from `/assets/`, with a hash in its name.
    Hashed,
}

/// A file of the bundle.
#[derive(Debug, PartialEq, Eq)]
pub struct File {
    pub path: String,
    pub bytes: Vec<u8>,
}

/// Files of the client, by their paths in the sources.
#[derive(Default)]
pub struct Bundle {
    sources: BTreeMap<String, Source>,
}

struct Source {
    naming: Naming,
    bytes: Vec<u8>,
}

impl Bundle {
    pub fn add_page(&mut self, file: &Path) -> Result<()> {
        let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        self.add("/index.html", Naming::Kept, bytes)
    }

    /// Adds all files of a folder, if it exists.
    pub fn add_folder(&mut self, folder: &Path, naming: Naming) -> Result<()> {
        let root = match naming {
            Naming::Kept => "/",
            Naming::Hashed => ASSETS,
        };
        self.add_under(folder, root, naming)
    }

    fn add_under(&mut self, folder: &Path, prefix: &str, naming: Naming) -> Result<()> {
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            entries => entries.with_context(|| format!("cannot read {}", folder.display()))?,
        };
        for entry in entries {
            let path = entry?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                bail!("the name of {} is not UTF-8; rename it", path.display());
            };
            if path.is_dir() {
                self.add_under(&path, &format!("{prefix}{name}/"), naming)?;
            } else {
                let bytes =
                    fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
                self.add(&format!("{prefix}{name}"), naming, bytes)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, path: &str, naming: Naming, mut bytes: Vec<u8>) -> Result<()> {
        if path.ends_with(".css") || path.ends_with(".js") {
            bytes = shorten(std::str::from_utf8(&bytes)?).into_bytes();
        }
        match self
            .sources
            .insert(path.to_owned(), Source { naming, bytes })
        {
            None => Ok(()),
            Some(_) => bail!("two files of the web client are called {path}; rename one"),
        }
    }

    /// Returns all files with their final names and references.
    pub fn finish(&self) -> Result<Vec<File>> {
        let mut done = BTreeMap::new();
        for path in self.sources.keys() {
            self.resolve(path, &mut Vec::new(), &mut done)?;
        }
        let mut files: Vec<File> = done.into_values().collect();
        tell_all(&mut files)?;
        Ok(files)
    }

    /// Finishes one file, after the files in its references.
    fn resolve<'a>(
        &'a self,
        path: &'a str,
        referring: &mut Vec<&'a str>,
        done: &mut BTreeMap<&'a str, File>,
    ) -> Result<String> {
        if let Some(file) = done.get(path) {
            return Ok(file.path.clone());
        }
        if referring.contains(&path) {
            bail!(
                "{} refer to each other, so none can be named",
                referring.join(" and ")
            );
        }
        let source = &self.sources[path];
        referring.push(path);
        let mut bytes = Vec::with_capacity(source.bytes.len());
        let mut rest = source.bytes.as_slice();
        while let Some(at) = find_reference(path, rest) {
            let length = rest[at..].iter().take_while(|byte| is_path(**byte)).count();
            let reference = std::str::from_utf8(&rest[at..at + length])?.trim_end_matches('.');
            let Some((known, _)) = self.sources.get_key_value(reference) else {
                bail!("{path} refers to {reference}, which is not a file of the web client");
            };
            bytes.extend_from_slice(&rest[..at]);
            bytes.extend_from_slice(self.resolve(known, referring, done)?.as_bytes());
            rest = &rest[at + reference.len()..];
        }
        bytes.extend_from_slice(rest);
        referring.pop();

        let name = match source.naming {
            Naming::Kept => path.to_owned(),
            // Imports in a script are relative, and wasm-bindgen already names these files by content.
            Naming::Hashed if path.starts_with("/assets/snippets/") => path.to_owned(),
            Naming::Hashed => hashed(path, &bytes),
        };
        done.insert(
            path,
            File {
                path: name.clone(),
                bytes,
            },
        );
        Ok(name)
    }
}

/// Fills the placeholders for other files and the version in scripts that have them.
fn tell_all(files: &mut [File]) -> Result<()> {
    let asks = |file: &File| {
        let text = std::str::from_utf8(&file.bytes).unwrap_or_default();
        file.path.ends_with(".js") && text.contains(VERSION)
    };
    let (mut all, mut list) = (Sha256::new(), Vec::new());
    for file in files.iter().filter(|file| !asks(file)) {
        all.update(file.path.as_bytes());
        all.update(Sha256::digest(&file.bytes));
        if file.path.starts_with(ASSETS) {
            list.push(format!("\"{}\"", file.path));
        }
    }
    let version: String = all.finalize()[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    for file in files.iter_mut().filter(|file| asks(file)) {
        let text = std::str::from_utf8(&file.bytes)?;
        let text = text
            .replace(VERSION, &version)
            .replace(ALL, &list.join(","));
        file.bytes = text.into_bytes();
    }
    Ok(())
}

/// Finds the next reference, in a file that can have one.
fn find_reference(path: &str, bytes: &[u8]) -> Option<usize> {
    let extension = path.rsplit_once('.')?.1;
    if !TEXT.contains(&extension) {
        return None;
    }
    bytes
        .windows(ASSETS.len() + 1)
        .position(|window| window.starts_with(ASSETS.as_bytes()) && is_path(window[ASSETS.len()]))
}

fn is_path(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'-' | b'_')
}

/// Inserts the first sixteen hexadecimal digits of the content's hash before the extension.
fn hashed(path: &str, bytes: &[u8]) -> String {
    let hash: String = Sha256::digest(bytes)[..8]
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect();
    match path.rsplit_once('.') {
        Some((stem, extension)) if !extension.contains('/') => format!("{stem}-{hash}.{extension}"),
        _ => format!("{path}-{hash}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle(files: &[(&str, &str)]) -> Bundle {
        let mut bundle = Bundle::default();
        for (path, text) in files {
            let naming = if path.starts_with(ASSETS) {
                Naming::Hashed
            } else {
                Naming::Kept
            };
            bundle.add(path, naming, text.as_bytes().to_vec()).unwrap();
        }
        bundle
    }

    fn text<'a>(files: &'a [File], start: &str) -> &'a str {
        let file = files
            .iter()
            .find(|file| file.path.starts_with(start))
            .unwrap();
        std::str::from_utf8(&file.bytes).unwrap()
    }

    #[test]
    fn reference_follows_the_name_of_its_file() {
        // SHA-256 of "" begins e3b0c442 98fc1c14, as published with the algorithm.
        let files = bundle(&[
            ("/index.html", "<a href=\"/assets/e.txt\">"),
            ("/assets/e.txt", ""),
        ]);
        let files = files.finish().unwrap();
        assert_eq!(
            text(&files, "/index"),
            "<a href=\"/assets/e-e3b0c44298fc1c14.txt\">"
        );
        assert_eq!(text(&files, "/assets/e-e3b0c44298fc1c14.txt"), "");
    }

    #[test]
    fn change_of_a_file_renames_files_that_refer_to_it() {
        let names = |leaf| {
            let files = bundle(&[
                ("/index.html", "/assets/a.js"),
                ("/assets/a.js", "import '/assets/b.js'"),
                ("/assets/b.js", leaf),
            ]);
            files
                .finish()
                .unwrap()
                .into_iter()
                .map(|file| file.path)
                .collect::<Vec<_>>()
        };
        let (before, after) = (names("1"), names("2"));
        assert_ne!(before[0], after[0]);
        assert_ne!(before[1], after[1]);
        assert_eq!(before[2], "/index.html");
    }

    #[test]
    fn broken_reference_is_named() {
        let error = bundle(&[("/index.html", "/assets/gone.css")])
            .finish()
            .unwrap_err();
        let expected =
            "/index.html refers to /assets/gone.css, which is not a file of the web client";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn two_files_that_refer_to_each_other_are_refused() {
        let files = bundle(&[
            ("/assets/a.js", "/assets/b.js"),
            ("/assets/b.js", "/assets/a.js"),
        ]);
        let error = files.finish().unwrap_err().to_string();
        assert!(
            error.starts_with("/assets/a.js and /assets/b.js refer"),
            "{error}"
        );
    }

    #[test]
    fn script_with_placeholders_lists_files_and_changes_with_each() {
        let told = |page: &str, leaf: &str| {
            let files = bundle(&[
                ("/index.html", page),
                (
                    "/sw.js",
                    "const V = \"%version%\"; const F = [\"/assets/*\"];",
                ),
                ("/assets/a.css", leaf),
            ]);
            text(&files.finish().unwrap(), "/sw.js").to_owned()
        };
        let first = told("a", "");
        // SHA-256 of "" begins e3b0c442 98fc1c14.
        assert!(
            first
                .trim_end()
                .ends_with("const F = [\"/assets/a-e3b0c44298fc1c14.css\"];"),
            "{first}"
        );
        assert!(!first.contains('%'), "{first}");
        assert_ne!(first, told("b", ""), "the page has no hash in its name");
        assert_ne!(first, told("a", "x"));
        assert_eq!(first, told("a", ""));
    }

    #[test]
    fn binary_files_are_left_alone() {
        let files = bundle(&[("/assets/a.wasm", "/assets/gone.css")]);
        assert_eq!(
            text(&files.finish().unwrap(), "/assets/a-"),
            "/assets/gone.css"
        );
    }
}
