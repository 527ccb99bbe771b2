//! Output files, complete or absent; an existing file is replaced only on request. `-` is standard output.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read as _, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::language::texts;
use crate::print;
use crate::stop::Stop;

/// Whether a file that is there already may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::Args)]
pub struct Force {
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
}

impl Force {
    pub fn check(self, path: &Path) -> Result<(), String> {
        match !self.force && !is_standard(path) && path.exists() {
            true => Err(texts().command_file_exists(&path.display().to_string())),
            false => Ok(()),
        }
    }
}

/// Whether a path means standard output. A file of this name is `./-`.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Copies a complete file to standard output; Ctrl-C ends that at once.
pub fn copy_to_standard(mut file: File, path: &Path) -> Result<(), String> {
    Stop::at_once();
    let mut bytes = vec![0; 1 << 16];
    loop {
        match file.read(&mut bytes) {
            Ok(0) => return Ok(()),
            Ok(n) => {
                if let ControlFlow::Break(()) = print::stream(&bytes[..n]) {
                    return Ok(());
                }
            }
            Err(error) => return Err(about(path, &error)),
        }
    }
}

/// An incomplete file under a temporary name.
pub struct Output {
    path: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
}

impl Output {
    pub fn create(path: &Path, force: Force) -> Result<Self, String> {
        force.check(path)?;
        let part = part_of(path);
        let file = File::create(&part).map_err(|error| about(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            part,
            file: BufWriter::new(file),
        })
    }

    pub fn write(&mut self, text: &str) -> Result<(), String> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| about(&self.path, &error))
    }

    /// Renames the file, and replaces an existing one.
    pub fn finish(mut self) -> Result<(), String> {
        let flushed = self.file.flush();
        let moved = flushed.and_then(|()| fs::rename(&self.part, &self.path));
        moved.map_err(|error| {
            // This may fail for the same reason.
            let _ = fs::remove_file(&self.part);
            about(&self.path, &error)
        })
    }
}

pub fn write(path: &Path, text: &str, force: Force) -> Result<(), String> {
    if is_standard(path) {
        print::text(text);
        return Ok(());
    }
    let mut output = Output::create(path, force)?;
    output.write(text)?;
    output.finish()
}

/// Returns the name of a file that is not complete.
pub fn part_of(path: &Path) -> PathBuf {
    path.with_added_extension("part")
}

pub fn about(path: &Path, error: &io::Error) -> String {
    let why = match error.kind() {
        io::ErrorKind::NotFound => texts().command_no_folder(),
        _ => texts().io_error(error),
    };
    format!("{}: {why}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_is_replaced_only_on_request_and_when_complete() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.txt");
        let (keep, replace) = (Force { force: false }, Force { force: true });
        write(&path, "one", keep).expect("there is none yet");
        assert!(write(&path, "two", keep).is_err());
        assert_eq!(fs::read_to_string(&path).expect("a file"), "one");
        let mut output = Output::create(&path, replace).expect("it may be replaced");
        output.write("tw").expect("there is room");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "one");
        output.write("o").expect("there is room");
        output.finish().expect("it is complete");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "two");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
