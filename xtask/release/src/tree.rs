//! Folders in memory, and their archives, whose bytes depend on nothing but their contents.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use tar::{EntryType, Header};

/// Files, folders and links by path, in order.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    entries: BTreeMap<String, Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    mode: u32,
    /// User and group.
    owner: u64,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    File(Vec<u8>),
    Folder,
    Link(String),
}

impl Tree {
    /// Adds a file of root with the folders above it.
    pub fn file(&mut self, path: &str, mode: u32, bytes: impl Into<Vec<u8>>) {
        self.add(path, mode, 0, Kind::File(bytes.into()));
    }

    /// Adds a folder with those above it.
    pub fn folder(&mut self, path: &str, mode: u32, owner: u64) {
        self.add(path, mode, owner, Kind::Folder);
    }

    fn add(&mut self, path: &str, mode: u32, owner: u64, kind: Kind) {
        for (at, _) in path.match_indices('/') {
            let above = Entry {
                mode: 0o755,
                owner: 0,
                kind: Kind::Folder,
            };
            self.entries.entry(path[..at].to_owned()).or_insert(above);
        }
        let entry = Entry { mode, owner, kind };
        self.entries.insert(path.to_owned(), entry);
    }

    /// Adds what another tree has, below a folder.
    pub fn graft(&mut self, below: &str, other: &Self) {
        for (path, entry) in &other.entries {
            let Entry { mode, owner, kind } = entry.clone();
            self.add(&format!("{below}/{path}"), mode, owner, kind);
        }
    }

    /// The bytes of a file.
    pub fn get(&self, path: &str) -> Result<&[u8]> {
        match self.entries.get(path).map(|entry| &entry.kind) {
            Some(Kind::File(bytes)) => Ok(bytes),
            _ => bail!("there is no file {path}"),
        }
    }

    /// The paths of all files.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let files = self.entries.iter();
        let files = files.filter(|(_, entry)| !matches!(entry.kind, Kind::Folder));
        files.map(|(path, _)| path.as_str())
    }

    /// The size of all files in bytes.
    pub fn size(&self) -> usize {
        let sizes = self.entries.values().map(|entry| match &entry.kind {
            Kind::File(bytes) => bytes.len(),
            Kind::Folder | Kind::Link(_) => 0,
        });
        sizes.sum()
    }

    /// Reads an archive.
    pub fn read(archive: &[u8]) -> Result<Self> {
        let mut tree = Self::default();
        for entry in tar::Archive::new(archive).entries()? {
            let mut entry = entry?;
            let path = entry.path()?.to_string_lossy().into_owned();
            let path = path.trim_end_matches('/');
            let header = entry.header();
            let (mode, owner) = (header.mode()? & 0o777, header.uid()?);
            match header.entry_type() {
                EntryType::Directory => tree.folder(path, 0o755, owner),
                EntryType::Symlink => {
                    let to = entry.link_name()?.context("a link leads nowhere")?;
                    let to = Kind::Link(to.to_string_lossy().into_owned());
                    tree.add(path, mode, owner, to);
                }
                EntryType::Regular => {
                    let mut bytes = Vec::new();
                    entry.read_to_end(&mut bytes)?;
                    let executable = mode & 0o100 != 0;
                    let mode = if executable { 0o755 } else { 0o644 };
                    tree.add(path, mode, owner, Kind::File(bytes));
                }
                _ => {}
            }
        }
        Ok(tree)
    }

    /// Adds the files of a folder on disk, below a path.
    pub fn add_folder(&mut self, below: &str, folder: &Path) -> Result<()> {
        let context = || format!("cannot read {}", folder.display());
        for entry in fs::read_dir(folder).with_context(context)? {
            let entry = entry.with_context(context)?;
            let name = entry.file_name();
            let name = name.to_str().with_context(context)?;
            let (path, at) = (entry.path(), format!("{below}/{name}"));
            if path.is_dir() {
                self.add_folder(&at, &path)?;
            } else {
                self.file(&at, 0o644, fs::read(&path).with_context(context)?);
            }
        }
        Ok(())
    }

    /// Writes missing or changed files to a folder. Unchanged files keep their time, by which cargo knows changes.
    pub fn write(&self, folder: &Path) -> Result<()> {
        fs::create_dir_all(folder)?;
        for (path, entry) in &self.entries {
            let path = folder.join(path);
            let context = || format!("cannot write {}", path.display());
            match &entry.kind {
                Kind::Folder => fs::create_dir_all(&path).with_context(context)?,
                Kind::Link(to) if fs::read_link(&path).is_ok_and(|old| old == Path::new(to)) => {}
                Kind::Link(to) => {
                    let _ = fs::remove_file(&path);
                    symlink(to, &path).with_context(context)?;
                }
                Kind::File(bytes) => {
                    if !fs::read(&path).is_ok_and(|old| old == *bytes) {
                        fs::write(&path, bytes).with_context(context)?;
                    }
                    let mode = fs::Permissions::from_mode(entry.mode);
                    fs::set_permissions(&path, mode).with_context(context)?;
                }
            }
        }
        Ok(())
    }

    /// Removes from a folder what the tree does not have.
    pub fn prune(&self, folder: &Path) -> Result<()> {
        self.prune_below(folder, "")
    }

    fn prune_below(&self, folder: &Path, below: &str) -> Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let at = format!("{below}{name}");
            let is_folder = path.is_dir() && !path.is_symlink();
            match (self.entries.contains_key(&at), is_folder) {
                (true, true) => self.prune_below(&path, &format!("{at}/"))?,
                (true, false) => {}
                (false, true) => fs::remove_dir_all(&path)?,
                (false, false) => fs::remove_file(&path)?,
            }
        }
        Ok(())
    }

    /// The archive; every entry has this time, in seconds since 1970.
    pub fn tar(&self, time: u64) -> Result<Vec<u8>> {
        let mut archive = tar::Builder::new(Vec::new());
        for (path, entry) in &self.entries {
            let mut header = Header::new_gnu();
            header.set_mode(entry.mode);
            header.set_uid(entry.owner);
            header.set_gid(entry.owner);
            header.set_mtime(time);
            header.set_size(0);
            match &entry.kind {
                Kind::Folder => {
                    header.set_entry_type(EntryType::Directory);
                    archive.append_data(&mut header, format!("{path}/"), &[][..])?;
                }
                Kind::Link(to) => {
                    header.set_entry_type(EntryType::Symlink);
                    archive.append_link(&mut header, path, to)?;
                }
                Kind::File(bytes) => {
                    header.set_entry_type(EntryType::Regular);
                    header.set_size(bytes.len() as u64);
                    archive.append_data(&mut header, path, bytes.as_slice())?;
                }
            }
        }
        Ok(archive.into_inner()?)
    }
}

/// Compresses without name and time.
pub fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::best());
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}

/// Decompresses a gzip file into memory.
pub fn gunzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut plain = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut plain)?;
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> Tree {
        let mut tree = Tree::default();
        tree.file("usr/bin/capicu", 0o755, *b"program");
        tree.folder("data", 0o700, 65_532);
        tree.add("usr/bin/link", 0o777, 0, Kind::Link("capicu".to_owned()));
        tree
    }

    #[test]
    fn archive_has_entries_in_order_and_one_time() {
        let bytes = tree().tar(7).unwrap();
        let mut archive = tar::Archive::new(bytes.as_slice());
        let entries = archive.entries().unwrap().map(|entry| {
            let entry = entry.unwrap();
            let (header, path) = (entry.header(), entry.path().unwrap());
            assert_eq!(header.mtime().unwrap(), 7);
            (
                path.display().to_string(),
                header.mode().unwrap(),
                header.uid().unwrap(),
            )
        });
        let expected = [
            ("data/", 0o700, 65_532),
            ("usr/", 0o755, 0),
            ("usr/bin/", 0o755, 0),
            ("usr/bin/capicu", 0o755, 0),
            ("usr/bin/link", 0o777, 0),
        ];
        let expected = expected.map(|(path, mode, owner)| (path.to_owned(), mode, owner));
        assert_eq!(entries.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn folder_on_disk_becomes_the_tree() {
        let folder = std::env::temp_dir().join(format!("capicu-tree-{}", std::process::id()));
        fs::create_dir_all(folder.join("usr/share/old")).unwrap();
        fs::write(folder.join("usr/old"), "old").unwrap();
        let tree = tree();
        tree.write(&folder).unwrap();
        tree.prune(&folder).unwrap();
        let mut read = Tree::default();
        read.add_folder("there", &folder).unwrap();
        let files: Vec<_> = read.files().collect();
        assert_eq!(files, ["there/usr/bin/capicu", "there/usr/bin/link"]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn archive_is_read_back() {
        let read = Tree::read(&tree().tar(7).unwrap()).unwrap();
        assert_eq!(read.get("usr/bin/capicu").unwrap(), b"program");
        assert!(read.get("data").is_err());
        assert_eq!(read.size(), 7);
    }

    #[test]
    fn compressed_bytes_have_no_time() {
        let bytes = gzip(b"text").unwrap();
        assert_eq!(bytes[..8], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
    }
}
