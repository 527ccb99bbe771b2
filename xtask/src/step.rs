//! Progress: the name and the duration of each step.

use std::fmt::Display;
use std::io::{BufRead as _, BufReader, IsTerminal as _, Read, Write as _, stderr};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

/// Running steps, for the status line of a terminal.
static RUNNING: Mutex<Vec<Running>> = Mutex::new(Vec::new());

struct Running {
    name: String,
    started: Instant,
    latest: String,
}

/// A running step. Several can run at the same time. [`done`](Self::done) prints its success; a drop without it prints
/// a failure.
pub struct Step {
    name: String,
    started: Instant,
    live: bool,
    ended: bool,
}

impl Step {
    /// Starts a step and shows it.
    pub fn begin(name: impl Into<String>) -> Self {
        let step = Self {
            name: name.into(),
            started: Instant::now(),
            live: stderr().is_terminal(),
            ended: false,
        };
        if step.live {
            running().push(Running {
                name: step.name.clone(),
                started: step.started,
                latest: String::new(),
            });
            show();
        } else {
            eprintln!("{} ...", step.name);
        }
        step
    }

    /// Prints the duration and a short note.
    pub fn done(mut self, note: impl Display) {
        let note = note.to_string();
        let separator = if note.is_empty() { "" } else { ": " };
        let seconds = self.started.elapsed().as_secs_f64();
        self.end(&format!("{seconds:.1} s{separator}{note}"));
    }

    /// Runs a command, and prints its output only on failure.
    pub fn run(&self, command: &mut Command) -> Result<String> {
        let name = command.get_program().to_string_lossy().into_owned();
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if self.live {
            command.env("CARGO_TERM_COLOR", "always");
        }
        let mut child = command
            .spawn()
            .with_context(|| format!("cannot start `{name}`; is it installed and on the PATH?"))?;

        let (sender, lines) = mpsc::channel();
        forward(child.stdout.take(), Stream::Out, &sender);
        forward(child.stderr.take(), Stream::Err, &sender);
        drop(sender);
        let (mut all, mut out) = (String::new(), String::new());
        let mut latest = String::new();
        loop {
            match lines.recv_timeout(Duration::from_millis(250)) {
                Ok((stream, line)) => {
                    latest = plain(&line);
                    if matches!(stream, Stream::Out) {
                        out.push_str(&line);
                        out.push('\n');
                    }
                    if !is_progress(&latest) {
                        all.push_str(&line);
                        all.push('\n');
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => self.update(&latest),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
        let status = child.wait()?;
        if !status.success() {
            clear();
            eprintln!("{} failed\n\n{}", self.name, all.trim_end());
            bail!("{}: {} failed ({status})", self.name, shown(command));
        }
        Ok(out)
    }

    /// Runs commands in parallel, and waits for all of them.
    pub fn run_together(&self, commands: impl IntoIterator<Item = Command>) -> Result<()> {
        thread::scope(|scope| {
            let each = |mut command: Command| scope.spawn(move || self.run(&mut command).map(drop));
            let running: Vec<_> = commands.into_iter().map(each).collect();
            let done: Vec<Result<()>> = running
                .into_iter()
                .map(|one| {
                    one.join()
                        .unwrap_or_else(|_| bail!("{}: stopped", self.name))
                })
                .collect();
            done.into_iter().collect()
        })
    }

    fn update(&self, latest: &str) {
        if self.live {
            let mut running = running();
            if let Some(own) = running.iter_mut().find(|one| one.name == self.name) {
                latest.trim().clone_into(&mut own.latest);
            }
            drop(running);
            show();
        }
    }

    /// Removes the step from those running and prints its outcome.
    fn end(&mut self, what: &str) {
        self.ended = true;
        running().retain(|one| one.name != self.name);
        clear();
        eprintln!("{} ... {what}", self.name);
    }
}

impl Drop for Step {
    fn drop(&mut self) {
        if !self.ended {
            self.end("failed");
        }
    }
}

fn running() -> MutexGuard<'static, Vec<Running>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Shows all running steps in the last line of the terminal.
fn show() {
    let running = running();
    let room = 80 / running.len().max(1);
    let steps = running.iter().map(|one| {
        let seconds = one.started.elapsed().as_secs_f64();
        let told = format!("{} ... {seconds:.1} s {}", one.name, one.latest);
        told.chars().take(room).collect::<String>()
    });
    let steps: Vec<String> = steps.collect();
    eprint!("\r\x1b[2K{}", steps.join(" | "));
    let _ = stderr().flush();
}

fn clear() {
    if stderr().is_terminal() {
        eprint!("\r\x1b[2K");
    }
}

/// Prints a line that belongs to no step.
pub fn say(line: impl Display) {
    clear();
    eprintln!("{line}");
}

#[derive(Clone, Copy)]
enum Stream {
    Out,
    Err,
}

fn forward(
    pipe: Option<impl Read + Send + 'static>,
    stream: Stream,
    sender: &mpsc::Sender<(Stream, String)>,
) {
    let Some(pipe) = pipe else { return };
    let sender = sender.clone();
    thread::spawn(move || {
        for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line).into_owned();
            if sender.send((stream, line)).is_err() {
                return;
            }
        }
    });
}

/// Whether the line only shows cargo's progress.
fn is_progress(line: &str) -> bool {
    const VERBS: [&str; 10] = [
        "Blocking",
        "Checking",
        "Compiling",
        "Documenting",
        "Downloaded",
        "Downloading",
        "Finished",
        "Fresh",
        "Locking",
        "Updating",
    ];
    line.starts_with(' ') && VERBS.iter().any(|verb| line.trim_start().starts_with(verb))
}

/// Removes colors and other control characters.
fn plain(line: &str) -> String {
    let mut parts = line.split('\x1b');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part
            .find(|c: char| c.is_ascii_alphabetic())
            .map_or(part.len(), |at| at + 1);
        text.push_str(&part[end..]);
    }
    text.retain(|c| !c.is_control());
    text
}

fn shown(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let program = program.rsplit('/').next().unwrap_or_default();
    let arguments = command
        .get_args()
        .map(|argument| argument.to_string_lossy());
    let words: Vec<_> = std::iter::once(program.into()).chain(arguments).collect();
    format!("`{}`", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_leaves_out_only_progress_of_cargo() {
        assert!(is_progress("   Compiling serde v1.0.229"));
        assert!(is_progress("    Checking capicu v0.1.0 (/src/capicu)"));
        assert!(!is_progress("error: Compiling is not allowed"));
        assert!(!is_progress("   |     let x = 1;"));
    }

    #[test]
    fn progress_in_color_is_recognized() {
        let line = "\u{1b}[1m\u{1b}[92m   Compiling\u{1b}[0m serde v1.0.229\r";
        assert_eq!(plain(line), "   Compiling serde v1.0.229");
    }

    #[test]
    fn failure_names_the_step_and_the_command() {
        let step = Step::begin("try");
        let error = step
            .run(Command::new("sh").args(["-c", "exit 3"]))
            .unwrap_err()
            .to_string();
        assert_eq!(error, "try: `sh -c exit 3` failed (exit status: 3)");
        let error = step
            .run(&mut Command::new("no-such-program"))
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("cannot start `no-such-program`"),
            "{error}"
        );
    }

    #[test]
    fn step_fails_if_one_of_its_commands_fails() {
        let step = Step::begin("try");
        let shell = |line: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", line]);
            command
        };
        step.run_together([shell("exit 0"), shell("exit 0")])
            .unwrap();
        let error = step
            .run_together([shell("exit 0"), shell("exit 3")])
            .unwrap_err()
            .to_string();
        assert_eq!(error, "try: `sh -c exit 3` failed (exit status: 3)");
    }

    #[test]
    fn output_of_a_successful_command_is_returned() {
        let step = Step::begin("try");
        assert_eq!(
            step.run(Command::new("sh").args(["-c", "echo a; echo b >&2"]))
                .unwrap(),
            "a\n"
        );
    }
}
