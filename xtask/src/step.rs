//! What is done, step by step: what it is, and how long it took.

use std::fmt::Display;
use std::io::{BufRead as _, BufReader, IsTerminal as _, Read, Write as _, stderr};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

/// The steps that are being done, for the line that shows them on a terminal.
static RUNNING: Mutex<Vec<Running>> = Mutex::new(Vec::new());

struct Running {
    name: String,
    started: Instant,
    latest: String,
}

/// A step that has begun. What became of it is said by [`done`](Self::done) or, when it failed, on drop.
/// Several may be done at a time.
pub struct Step {
    name: String,
    started: Instant,
    live: bool,
    ended: bool,
}

impl Step {
    /// Says what is being done now.
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

    /// Says how long it took, and anything else worth a few words.
    pub fn done(mut self, note: impl Display) {
        let note = note.to_string();
        let separator = if note.is_empty() { "" } else { ": " };
        let seconds = self.started.elapsed().as_secs_f64();
        self.end(&format!("{seconds:.1} s{separator}{note}"));
    }

    /// Runs a command whose output matters only when it fails.
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

    /// Runs commands side by side, and waits for all of them.
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

    /// Takes the step from those that are being done, and says what became of it.
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

/// Shows all steps that are being done in the last line of the terminal.
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

/// Prints a line that is no step.
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

/// Whether the line only says how far cargo has come.
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

/// The line without colors and other control characters.
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
    fn only_cargos_progress_is_left_out_of_a_failure() {
        assert!(is_progress("   Compiling serde v1.0.229"));
        assert!(is_progress("    Checking capicu v0.1.0 (/src/capicu)"));
        assert!(!is_progress("error: Compiling is not allowed"));
        assert!(!is_progress("   |     let x = 1;"));
    }

    #[test]
    fn colors_do_not_count() {
        let line = "\u{1b}[1m\u{1b}[92m   Compiling\u{1b}[0m serde v1.0.229\r";
        assert_eq!(plain(line), "   Compiling serde v1.0.229");
    }

    #[test]
    fn a_failure_names_the_step_and_the_command() {
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
    fn one_failure_among_several_is_enough() {
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
    fn the_output_of_a_success_is_returned() {
        let step = Step::begin("try");
        assert_eq!(
            step.run(Command::new("sh").args(["-c", "echo a; echo b >&2"]))
                .unwrap(),
            "a\n"
        );
    }
}
