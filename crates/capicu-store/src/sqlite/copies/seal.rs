//! The digest at the end of a backup. SQLite ignores bytes after its last page.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};

/// Whether a copy has a digest; a wrong one is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    Whole,
    /// No digest: an earlier version made it.
    Missing,
}

/// The text before the digest.
const MARK: &str = "\ncapicu sha256 ";

/// Length of mark, digest and line end.
const LONG: u64 = MARK.len() as u64 + 64 + 1;

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

pub(super) fn seal(file: &Path) -> io::Result<()> {
    let mut database = OpenOptions::new().read(true).append(true).open(file)?;
    let digest = digest(&mut database, u64::MAX)?;
    database.write_all(format!("{MARK}{digest}\n").as_bytes())
}

/// Reads and checks the digest of a database; `None` if the file was changed.
pub(super) fn read(file: &Path) -> io::Result<Option<Seal>> {
    let mut database = File::open(file)?;
    let long = database.metadata()?.len();
    let mut head = [0; 32];
    database.read_exact(&mut head)?;
    let page = match u64::from(u16::from_be_bytes([head[16], head[17]])) {
        1 => 65_536,
        page => page,
    };
    let pages = u64::from(u32::from_be_bytes([head[28], head[29], head[30], head[31]]));
    if page * pages == long {
        return Ok(Some(Seal::Missing));
    }
    let Some(before) = long.checked_sub(LONG) else {
        return Ok(None);
    };
    let mut said = String::new();
    database.seek(SeekFrom::Start(before))?;
    match database.read_to_string(&mut said) {
        Err(why) if why.kind() == io::ErrorKind::InvalidData => return Ok(None),
        read => read?,
    };
    let found = format!("{MARK}{}\n", digest(&mut database, before)?);
    Ok((said == found).then_some(Seal::Whole))
}

fn digest(file: &mut File, bytes: u64) -> io::Result<String> {
    file.seek(SeekFrom::Start(0))?;
    let mut from = file.take(bytes);
    let (mut digest, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match from.read(&mut buffer)? {
            0 => return Ok(hex(&digest.finalize())),
            read => digest.update(&buffer[..read]),
        }
    }
}
