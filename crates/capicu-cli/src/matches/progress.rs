//! Progress of a command over many matches.

use std::fs;
use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shorter work shows no progress bar.
const SHORT: Duration = Duration::from_secs(1);

/// A progress bar on standard error, if that is a terminal and the work takes more than a second.
pub struct Progress {
    began: Instant,
    /// Bytes to read, if known.
    total: Option<u64>,
    read: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub fn new(files: &[PathBuf]) -> Self {
        let sizes = files.iter().map(|file| {
            let about = fs::metadata(file).ok().filter(fs::Metadata::is_file);
            about.map(|about| about.len())
        });
        Self {
            began: Instant::now(),
            total: sizes.sum(),
            read: 0,
            bar: None,
        }
    }

    /// Counts a finished match of this many bytes; `matches` is the number so far.
    pub fn note(&mut self, bytes: usize, matches: usize) {
        self.read += bytes as u64;
        if self.bar.is_none() && self.began.elapsed() > SHORT && stderr().is_terminal() {
            self.bar = Some(self.shown());
        }
        if let Some(bar) = &self.bar {
            bar.set_message(matches.to_string());
            bar.set_position(self.read);
        }
    }

    fn shown(&self) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(self.total, ProgressDrawTarget::stderr());
        let template = match self.total {
            Some(_) => "{elapsed_precise} {wide_bar} {percent} % {msg} ({eta})",
            None => "{elapsed_precise} {spinner} {msg}",
        };
        match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        }
    }

    /// Prints something while the bar is hidden.
    pub fn aside(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
