//! All files of a release.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::source::{self, About, Place};
use crate::step::Step;
use crate::sums::sha256;
use crate::target::Target;
use crate::tree::{Tree, gzip};
use crate::{compiler, deb, documents, image, installers, licenses, parts, sbom};

/// The files of a release by name.
#[derive(Debug)]
pub struct Release {
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Builds everything for these targets.
pub fn build(place: &Place, about: &About, targets: &[Target]) -> Result<Release> {
    let source = source::prepare(place, about)?;
    let (package, packed) = source::npm(place)?;
    let mut programs = Vec::new();
    for target in targets {
        programs.push((*target, compiler::build(place, *target)?));
    }
    let mut share = Tree::default();
    // Every program prints the same documents.
    if let Some(target) = targets.first() {
        share = documents::of(place, about, *target)?;
    }

    let step = Step::begin("Pack");
    let version = &about.version;
    let parts = parts::of(place, targets)?;
    let licenses = licenses::text(place, &parts)?;
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        share.file(&format!("doc/capicu/{name}"), 0o644, source.get(name)?);
    }
    share.file("doc/capicu/THIRD-PARTY.txt", 0o644, licenses);

    let mut files = BTreeMap::new();
    for (target, program) in &programs {
        let archive = archive(about, *target, program, &share)?;
        files.insert(installers::archive(about, *target), archive);
        let architecture = target.architecture();
        files.insert(
            format!("capicu_{version}_{architecture}.deb"),
            deb::pack(about, *target, program, &share)?,
        );
        files.insert(
            format!("capicu-{version}-{}-image.tar", target.name()),
            image::pack(about, *target, program, &share)?,
        );
    }
    let mut below = Tree::default();
    let folder = format!("capicu-{version}");
    below.graft(&folder, &source);
    files.insert(
        format!("{folder}-source.tar.gz"),
        gzip(&below.tar(about.time)?)?,
    );
    files.insert(package, packed);
    let bill = sbom::json(about, &parts)?;
    files.insert(format!("capicu-{version}.cdx.json"), bill.into_bytes());
    for (name, text) in installers::of(about, &files)? {
        files.insert(name.to_owned(), text.into_bytes());
    }
    let mut sums = String::new();
    for (name, bytes) in &files {
        writeln!(sums, "{}  {name}", sha256(bytes))?;
    }
    files.insert("SHA256SUMS".to_owned(), sums.into_bytes());
    step.done(format_args!("{} crates of others", parts.len()));
    Ok(Release { files })
}

/// The archive that `install.sh` unpacks.
fn archive(about: &About, target: Target, program: &[u8], share: &Tree) -> Result<Vec<u8>> {
    let mut tree = Tree::default();
    let folder = format!("capicu-{}-{}-linux", about.version, target.name());
    tree.file(&format!("{folder}/bin/capicu"), 0o755, program);
    tree.graft(&format!("{folder}/share"), share);
    for (name, text) in [
        ("capicu.service", deb::UNIT),
        ("capicu.toml", deb::SETTINGS),
    ] {
        tree.file(&format!("{folder}/share/doc/capicu/{name}"), 0o644, text);
    }
    gzip(&tree.tar(about.time)?)
}

impl Release {
    /// Writes the files in place of those that are there.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let context = || format!("cannot write {}", folder.display());
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(context)?;
        }
        let mut tree = Tree::default();
        for (name, bytes) in &self.files {
            let mode = if name == "install.sh" { 0o755 } else { 0o644 };
            tree.file(name, mode, bytes.as_slice());
        }
        tree.write(folder).with_context(context)
    }
}
