//! A running program: its pipes and its end.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use capicu_protocol::bot::{ArenaMessage, BotMessage, MAX_LINE};
use capicu_protocol::{decode, encode};

use crate::player::Fault;

/// The time for a program to exit after the last message.
const GRACE: Duration = Duration::from_secs(1);

/// The time for a program to exit after the user stopped the contest.
const HURRIED: Duration = Duration::from_millis(300);

/// The time for a program to exit.
pub const fn grace(is_stopped: bool) -> Duration {
    match is_stopped {
        true => HURRIED,
        false => GRACE,
    }
}

/// How often to check whether a silent program has exited.
const LOOK: Duration = Duration::from_millis(50);

/// The number of unread lines to buffer.
const UNREAD: usize = 4;

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// How much of a program's output messages quote, in characters.
const SHOWN: usize = 200;

/// A started program.
///
/// Dropping it sends [`ArenaMessage::Bye`] unless [`Running::dismiss`] did. After the grace period, the program and all its
/// descendants are killed.
pub(super) struct Running {
    /// `None` after its end.
    child: Option<Child>,
    /// Lines to write; `None` after the last message.
    to: Option<Sender<String>>,
    /// Lines that it wrote; `None` after the last read.
    from: Option<Receiver<Line>>,
    last_words: Arc<LastWords>,
    /// When to kill it, after the last message.
    deadline: Option<Instant>,
}

enum Line {
    Text(String),
    TooLong,
}

impl Running {
    pub fn start(words: &[String]) -> Result<Self, Fault> {
        let not_started = |why: String| Fault::NotStarted(why);
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| not_started("the command is empty".into()))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        {
            // Its own process group, so that Ctrl-C for the arena spares the players, and killing the group ends
            // descendants too.
            use std::os::unix::process::CommandExt as _;
            command.process_group(0);
        }
        let mut child = command
            .spawn()
            .map_err(|error| not_started(format!("{program}: {error}")))?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(not_started("its pipes are missing".into()));
        };
        let (to, lines) = mpsc::channel();
        thread::spawn(move || write_lines(stdin, &lines));
        let (send, from) = mpsc::sync_channel(UNREAD);
        let last_words = Arc::new(LastWords::default());
        let words = Arc::clone(&last_words);
        thread::spawn(move || read_lines(stdout, &send, &words));
        let words = Arc::clone(&last_words);
        thread::spawn(move || keep_last_line(stderr, &words));
        Ok(Self {
            child: Some(child),
            to: Some(to),
            from: Some(from),
            last_words,
            deadline: None,
        })
    }

    pub fn tell(&mut self, told: &ArenaMessage) -> Result<(), Fault> {
        // Output before the request is not an answer.
        match self.from.as_ref().map(Receiver::try_recv) {
            Some(Err(TryRecvError::Empty)) => {}
            Some(Ok(Line::Text(_))) => return Err(Fault::Flooded),
            Some(Ok(Line::TooLong)) => return Err(Fault::TooLong(MAX_LINE)),
            Some(Err(TryRecvError::Disconnected)) | None => return Err(self.ended()),
        }
        if self.write(told) {
            Ok(())
        } else {
            Err(self.ended())
        }
    }

    /// Waits for an answer until `patience` has passed or `stop` returns true.
    pub fn hear(
        &mut self,
        patience: Duration,
        stop: &dyn Fn() -> bool,
    ) -> Result<(BotMessage, String), Fault> {
        match self.next_line(Instant::now() + patience, stop) {
            Ok(Line::Text(line)) => match decode(&line) {
                Ok(said) => Ok((said, line)),
                Err(why) => Err(garbage(&line, &why.to_string())),
            },
            Ok(Line::TooLong) => Err(Fault::TooLong(MAX_LINE)),
            Err(RecvTimeoutError::Timeout) => Err(Fault::Silent(patience.as_millis())),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// Waits for the next line. A program that has exited sends none, even if its children keep its output open.
    fn next_line(
        &mut self,
        deadline: Instant,
        stop: &dyn Fn() -> bool,
    ) -> Result<Line, RecvTimeoutError> {
        let (Some(from), Some(child)) = (&self.from, &mut self.child) else {
            return Err(RecvTimeoutError::Disconnected);
        };
        let mut gone = false;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match from.recv_timeout(left.min(LOOK)) {
                Err(RecvTimeoutError::Timeout) if gone => {
                    return Err(RecvTimeoutError::Disconnected);
                }
                Err(RecvTimeoutError::Timeout) if stop() => {
                    return Err(RecvTimeoutError::Timeout);
                }
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => gone = has_ended(child),
                heard => return heard,
            }
        }
    }

    /// Sends `bye`. The grace period starts now.
    pub fn dismiss(&mut self, fault: Option<&Fault>, grace: Duration) {
        if self.deadline.is_none() {
            self.deadline = Some(Instant::now() + grace);
            self.write(&ArenaMessage::Bye {
                fault: fault.map(ToString::to_string),
            });
            // Its standard input closes after it has read everything.
            self.to = None;
            self.from = None;
        }
    }

    /// Whether the program can still receive the message.
    fn write(&self, told: &ArenaMessage) -> bool {
        let mut line = encode(told);
        line.push('\n');
        self.to.as_ref().is_some_and(|to| to.send(line).is_ok())
    }

    /// The fault of a program that exited or closed a pipe, with its last words.
    fn ended(&mut self) -> Fault {
        let deadline = Instant::now() + GRACE;
        if !self.wait(deadline) {
            return Fault::Closed;
        }
        let status = self.end();
        // Its last output may still be in the pipe.
        while !self.last_words.are_said() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        Fault::Ended {
            status,
            words: self.last_words.text(),
        }
    }

    /// Waits for the program's exit. Returns whether it exited before the deadline.
    fn wait(&mut self, deadline: Instant) -> bool {
        let mut pause = Duration::from_micros(500);
        loop {
            if self.child.as_mut().is_none_or(has_ended) {
                return true;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            thread::sleep(pause.min(left));
            pause = (2 * pause).min(Duration::from_millis(20));
        }
    }

    /// Kills the program and its descendants, and returns its exit status; `None` on a second call.
    fn end(&mut self) -> Option<ExitStatus> {
        let mut child = self.child.take()?;
        kill(&mut child);
        child.wait().ok()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.dismiss(None, GRACE);
        self.wait(self.deadline.unwrap_or_else(Instant::now));
        self.end();
    }
}

/// Whether the program has exited. Its process id stays reserved until it is reaped.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let ended = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), ended), Ok(None))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Kills the program and its descendants.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // The group may be empty.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    let _ = child.kill();
}

/// The last line on the program's standard error since its last answer.
#[derive(Default)]
struct LastWords(Mutex<Words>);

#[derive(Default)]
struct Words {
    line: String,
    /// Whether the stream has ended.
    said: bool,
}

impl LastWords {
    fn change(&self, change: impl FnOnce(&mut Words)) {
        if let Ok(mut words) = self.0.lock() {
            change(&mut words);
        }
    }

    fn text(&self) -> String {
        self.0
            .lock()
            .map_or_else(|_| String::new(), |words| words.line.clone())
    }

    fn are_said(&self) -> bool {
        self.0.lock().map_or(true, |words| words.said)
    }
}

fn write_lines(mut to: impl Write, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        let written = to.write_all(line.as_bytes()).and_then(|()| to.flush());
        if written.is_err() {
            break;
        }
    }
}

/// Reads to the end, even without a receiver, so that a program that keeps writing does not fail.
fn read_lines(from: impl Read, send: &SyncSender<Line>, last_words: &LastWords) {
    let mut from = BufReader::new(from);
    let mut heard = true;
    let mut is_first = true;
    loop {
        let mut bytes = Vec::new();
        let mut limited = from.by_ref().take(MAX_LINE as u64 + 1);
        let line = match limited.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(n) if n > MAX_LINE => Line::TooLong,
            Ok(_) => {
                // Some languages write a byte order mark first.
                let bytes = match std::mem::take(&mut is_first) {
                    true => bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes),
                    false => &bytes,
                };
                Line::Text(String::from_utf8_lossy(bytes).trim_end().to_owned())
            }
        };
        // Words before an answer do not explain an exit after it.
        last_words.change(|words| words.line.clear());
        heard = heard && send.send(line).is_ok();
    }
}

fn keep_last_line(from: impl Read, last_words: &LastWords) {
    let mut from = BufReader::new(from);
    loop {
        let mut bytes = Vec::new();
        match from.by_ref().take(4096).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let line = shown(String::from_utf8_lossy(&bytes).trim());
        if !line.is_empty() {
            last_words.change(|words| words.line = line);
        }
    }
    last_words.change(|words| words.said = true);
}

/// The fault of a line that is not a message, with a readable part of it.
pub(super) fn garbage(line: &str, why: &str) -> Fault {
    Fault::Garbage(format!("\"{}\" ({why})", shown(line)))
}

/// The start of a line, without control characters for the terminal.
fn shown(line: &str) -> String {
    let plain = |c: char| {
        if c.is_control() {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        }
    };
    let mut shown: String = line.chars().take(SHOWN).map(plain).collect();
    if line.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
