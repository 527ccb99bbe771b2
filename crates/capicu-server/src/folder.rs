//! The data folder: what is in it tells all hands, so that nobody else on the machine may read it.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// The database.
const DATABASE: &str = "capicu.db";

/// All files a server keeps there; SQLite gives those it makes beside the database its permissions.
const FILES: [&str; 4] = [DATABASE, "capicu.lock", "capicu.db-wal", "capicu.db-shm"];

/// Makes the folder and the files whose permissions matter, where there are none, for this user
/// alone. What is there stays as it is; if others may read it, the log says so.
///
/// # Errors
///
/// If the folder or a file cannot be made.
pub fn prepare(folder: &Path) -> io::Result<()> {
    make_folder(folder)?;
    for file in [DATABASE, "capicu.lock"] {
        make_file(&folder.join(file))?;
    }
    for path in open_to_others(folder) {
        tracing::warn!(
            path = %path.display(),
            "others on this machine may read the data: keep them out with `chmod go= {}`",
            path.display()
        );
    }
    Ok(())
}

fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn make_file(file: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// What others than this user may read or write, of the folder and its files.
#[cfg(unix)]
fn open_to_others(folder: &Path) -> Vec<std::path::PathBuf> {
    use std::os::unix::fs::PermissionsExt as _;
    let open = |path: &std::path::PathBuf| {
        let found = path.metadata();
        found.is_ok_and(|found| found.permissions().mode() & 0o077 != 0)
    };
    let folder = folder.to_owned();
    if !open(&folder) {
        // Nobody gets at the files.
        return Vec::new();
    }
    let files = FILES.map(|file| folder.join(file));
    std::iter::once(folder).chain(files).filter(open).collect()
}

#[cfg(not(unix))]
fn open_to_others(_: &Path) -> Vec<std::path::PathBuf> {
    Vec::new()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_made_is_for_this_user_alone() {
        let parent = std::env::temp_dir().join(format!("capicu-folder-{}", std::process::id()));
        let _ = fs::remove_dir_all(&parent);
        let folder = parent.join("deep/data");
        prepare(&folder).unwrap();
        assert_eq!(mode(&folder), 0o700);
        assert_eq!(mode(&folder.join("capicu.db")), 0o600);
        assert_eq!(mode(&folder.join("capicu.lock")), 0o600);
        assert!(open_to_others(&folder).is_empty());
        // What is there is told of, and left as it is.
        fs::write(folder.join("capicu.db"), "data").unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(folder.join("capicu.db"), fs::Permissions::from_mode(0o644)).unwrap();
        prepare(&folder).unwrap();
        assert_eq!(fs::read(folder.join("capicu.db")).unwrap(), b"data");
        assert_eq!(
            open_to_others(&folder),
            [folder.clone(), folder.join("capicu.db")]
        );
        fs::remove_dir_all(&parent).unwrap();
    }
}
