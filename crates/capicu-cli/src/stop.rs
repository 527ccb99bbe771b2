//! Ctrl-C.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::exit;
use crate::language::texts;

/// How long work under way has to see that the user wants no more.
const SOON: Duration = Duration::from_millis(900);

/// Whether the user wants no more.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    is_raised: AtomicBool,
    /// Whether the work is over and only its answer is missing.
    is_settled: AtomicBool,
}

impl Stop {
    /// From now on an interrupt raises the flag, so that the command can answer for what was done. The program ends
    /// without an answer if the work does not [settle](Self::settle) soon after that, and at once with a second interrupt.
    pub fn on_interrupt() -> Self {
        let stop = Self::default();
        let handled = stop.clone();
        // Without a handler the first interrupt ends the program at once.
        let _ = ctrlc::set_handler(move || {
            if handled.is_raised() {
                process::exit(130);
            }
            handled.raise();
            let late = handled.clone();
            thread::spawn(move || {
                thread::sleep(SOON);
                if !late.0.is_settled.load(Ordering::SeqCst) {
                    exit::note(texts().command_given_up());
                    process::exit(130);
                }
            });
        });
        stop
    }

    /// From now on an interrupt ends the program, also where the shell had it ignored.
    pub fn at_once() {
        // Without a handler it does the same, unless it is ignored.
        let _ = ctrlc::set_handler(|| process::exit(130));
    }

    /// Whether it was raised.
    pub fn is_raised(&self) -> bool {
        self.0.is_raised.load(Ordering::Relaxed)
    }

    /// Raises it.
    pub fn raise(&self) {
        self.0.is_raised.store(true, Ordering::Relaxed);
    }

    /// The work is over: the answer may take its time.
    pub fn settle(&self) {
        self.0.is_settled.store(true, Ordering::SeqCst);
    }

    /// The flag itself.
    pub fn flag(&self) -> &AtomicBool {
        &self.0.is_raised
    }
}
