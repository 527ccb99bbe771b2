//! A program that runs: its pipes, and how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use capicu_protocol::bot::{MAX_LINE, Said, Told};
use capicu_protocol::{decode, encode};

use crate::player::Fault;

/// How long a program may take to end by itself after the last message.
const GRACE: Duration = Duration::from_secs(1);

/// The same once the user wants no more.
const HURRIED: Duration = Duration::from_millis(300);

/// How long a program may take to end by itself, once the user wants no more or otherwise.
pub const fn grace(is_stopped: bool) -> Duration {
    match is_stopped {
        true => HURRIED,
        false => GRACE,
    }
}

/// How often it is looked whether a program that says nothing has ended.
const LOOK: Duration = Duration::from_millis(50);

/// How many lines are kept that nobody has read yet.
const UNREAD: usize = 4;

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The most that is shown of what a program wrote, in characters.
const SHOWN: usize = 200;

/// A program that was started. When this is dropped, the program is told [`Told::Bye`] unless it was
/// before, and it and all that it started are ended once it had its second.
pub(super) struct Running {
    /// `None` once it was ended.
    child: Option<Child>,
    /// What to write to it; `None` once it was told everything.
    to: Option<Sender<String>>,
    /// What it writes; `None` once nobody listens any more.
    from: Option<Receiver<Line>>,
    last_words: Arc<LastWords>,
    /// When it is ended, once it was told to end.
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
            // A group of its own: a Ctrl-C for the arena is not one for the players, and what a
            // program started is ended with it.
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

    pub fn tell(&mut self, told: &Told) -> Result<(), Fault> {
        // What it wrote before it was asked is no answer.
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

    /// What it says, if it comes in time; nobody waits for it once `stop` says so.
    pub fn hear(
        &mut self,
        patience: Duration,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Said, String), Fault> {
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

    /// The next line, if it comes in time. Nobody waits for a program that has ended, though what it
    /// started may still hold its output open.
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

    /// Says `bye`. The program has this long from now on.
    pub fn dismiss(&mut self, fault: Option<&Fault>, grace: Duration) {
        if self.deadline.is_none() {
            self.deadline = Some(Instant::now() + grace);
            self.write(&Told::Bye {
                fault: fault.map(ToString::to_string),
            });
            // Its standard input is closed once it has read everything.
            self.to = None;
            self.from = None;
        }
    }

    /// Whether there is still somebody to write it to.
    fn write(&self, told: &Told) -> bool {
        let mut line = encode(told);
        line.push('\n');
        self.to.as_ref().is_some_and(|to| to.send(line).is_ok())
    }

    /// That the program ended or closed a pipe, with what it said about it.
    fn ended(&mut self) -> Fault {
        let deadline = Instant::now() + GRACE;
        if !self.wait(deadline) {
            return Fault::Closed;
        }
        let status = self.end();
        // What it wrote just before it ended may still be on its way.
        while !self.last_words.are_said() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        Fault::Ended {
            status,
            words: self.last_words.text(),
        }
    }

    /// Waits until the program has ended, and says whether it has by then.
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

    /// Ends the program and what it started, and says how it had ended or does now; `None` if that has
    /// been asked before.
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

/// Whether the program has ended. Its number stays taken until it is waited for.
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

/// Ends the program at once, and with it all that it started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // There may be nobody left.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    let _ = child.kill();
}

/// The last line that a program wrote to its standard error output since its last answer.
#[derive(Default)]
struct LastWords(Mutex<Words>);

#[derive(Default)]
struct Words {
    line: String,
    /// Whether nothing more can come.
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

/// Reads to the end, also when nobody listens any more: a program that still writes is not ended by it.
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
                // Some languages write a byte order mark before everything else.
                let bytes = match std::mem::take(&mut is_first) {
                    true => bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes),
                    false => &bytes,
                };
                Line::Text(String::from_utf8_lossy(bytes).trim_end().to_owned())
            }
        };
        // What it said before an answer does not tell why it ended after it.
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

/// What was written instead of a message, as far as it is worth showing.
pub(super) fn garbage(line: &str, why: &str) -> Fault {
    Fault::Garbage(format!("\"{}\" ({why})", shown(line)))
}

/// As much of a line as is worth showing, with nothing in it that a terminal would obey.
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
