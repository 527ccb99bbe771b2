//! The files of a following device: for each event its head and log, and after a takeover the message to the first
//! device.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use capicu_event::Digest;
use capicu_protocol::{EventId, PlayerId};
use serde::{Deserialize, Serialize};

use super::Source;

/// The file extension of followed events.
const FOLLOWED: &str = "jsonl";

/// The file extension of events taken over from a device that does not know it yet.
const TAKEN: &str = "taken";

/// The first line in the file of a followed event; its log comes after it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub(super) from: Source,
    pub(super) secret: Digest,
    /// The digest that identifies this device in a takeover.
    pub(super) to: Digest,
    /// The player who follows it.
    pub(super) by: PlayerId,
}

/// An event that is followed.
#[derive(Clone, Debug)]
pub(super) struct Copied {
    pub(super) head: Head,
    pub(super) log: String,
    pub(super) heard_at: u64,
    pub(super) is_broken: bool,
}

/// Reads all followed events. Their devices count as heard at `now`.
pub(super) fn read(folder: &Path, now: u64) -> BTreeMap<EventId, Copied> {
    let mut all = BTreeMap::new();
    for path in files(folder, FOLLOWED) {
        match copied(&path, now) {
            Some(copied) => drop(all.insert(copied.head.from.event.clone(), copied)),
            None => tracing::warn!(file = %path.display(), "the followed event cannot be read"),
        }
    }
    all
}

/// Saves the first lines.
pub(super) fn begin(folder: &Path, copied: &Copied) -> io::Result<()> {
    let whole = format!("{}\n{}", serde_json::to_string(&copied.head)?, copied.log);
    write(&file(folder, &copied.head.from.event, FOLLOWED), &whole)
}

/// Saves more lines, all of them or none.
pub(super) fn more(folder: &Path, event: &EventId, lines: &str) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .append(true)
        .open(file(folder, event, FOLLOWED))?;
    let before = file.metadata()?.len();
    let done = file
        .write_all(lines.as_bytes())
        .and_then(|()| file.sync_all());
    if done.is_err() {
        let _ = file.set_len(before);
    }
    done
}

/// Removes the file of a followed event.
pub(super) fn end(folder: &Path, event: &EventId) {
    let _ = fs::remove_file(file(folder, event, FOLLOWED));
}

/// Saves the message of a takeover until the other device has received it.
pub(super) fn to_tell(folder: &Path, head: &Head) -> io::Result<()> {
    let text = serde_json::to_string(head)?;
    write(&file(folder, &head.from.event, TAKEN), &text)
}

/// The messages still to deliver.
pub(super) fn all_to_tell(folder: &Path) -> Vec<Head> {
    let all = files(folder, TAKEN).into_iter();
    all.filter_map(|path| serde_json::from_str(&fs::read_to_string(path).ok()?).ok())
        .collect()
}

/// Removes the message of a takeover after its delivery.
pub(super) fn is_told(folder: &Path, event: &EventId) {
    let _ = fs::remove_file(file(folder, event, TAKEN));
}

fn file(folder: &Path, event: &EventId, kind: &str) -> PathBuf {
    folder.join(format!("{event}.{kind}"))
}

fn files(folder: &Path, kind: &str) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = all.map(|entry| entry.path()).collect();
    all.retain(|path| path.extension().is_some_and(|of| of == kind));
    all.sort();
    all
}

/// A stored event. A line cut off by a power failure is left out.
fn copied(path: &Path, now: u64) -> Option<Copied> {
    let text = fs::read_to_string(path).ok()?;
    let whole = text.rfind('\n')? + 1;
    if whole < text.len() {
        write(path, &text[..whole]).ok()?;
    }
    let (head, log) = text[..whole].split_once('\n')?;
    Some(Copied {
        head: serde_json::from_str(head).ok()?,
        log: log.to_owned(),
        heard_at: now,
        is_broken: false,
    })
}

/// Writes a file atomically and waits until it is on the disk.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let new = path.with_extension("new");
    let mut file = fs::File::create(&new)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(new, path)
}

#[cfg(test)]
mod tests {
    use capicu_store_contract::id;

    use super::*;

    #[test]
    fn cut_off_line_is_left_out() {
        let folder = std::env::temp_dir().join(format!("capicu-kept-{}", std::process::id()));
        let seal = "0123456789abcdef01234567";
        let link = format!("http://192.168.1.5:7878/e/abcdefgh2345/follow/{seal}");
        let head = Head {
            from: Source::read(&link).expect("a link"),
            secret: Digest::of(&[b"secret"]),
            to: Digest::of(&[b"to"]),
            by: PlayerId::new([7; 16]),
        };
        let copied = Copied {
            head,
            log: "one\n".to_owned(),
            heard_at: 0,
            is_broken: false,
        };
        begin(&folder, &copied).expect("it is written");
        more(&folder, &id("abcdefgh2345"), "two\nthr").expect("it is written");
        for _ in 0..2 {
            let all = read(&folder, 5);
            let back = &all[&id("abcdefgh2345")];
            assert_eq!((back.log.as_str(), back.heard_at), ("one\ntwo\n", 5));
            assert_eq!(back.head.from, copied.head.from);
        }
        more(&folder, &id("abcdefgh2345"), "three\n").expect("it is written");
        assert_eq!(
            read(&folder, 5)[&id("abcdefgh2345")].log,
            "one\ntwo\nthree\n"
        );
        to_tell(&folder, &copied.head).expect("it is written");
        assert_eq!(all_to_tell(&folder).len(), 1);
        is_told(&folder, &id("abcdefgh2345"));
        end(&folder, &id("abcdefgh2345"));
        assert!(read(&folder, 5).is_empty() && all_to_tell(&folder).is_empty());
        fs::remove_dir_all(&folder).expect("it is there");
    }
}
