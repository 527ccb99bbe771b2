//! Interrupts by Ctrl-C.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::exit;
use crate::language::texts;

/// The time in which running work has to notice an interrupt.
const SOON: Duration = Duration::from_millis(600);

/// Whether the user interrupted.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    is_raised: AtomicBool,
    /// Whether only the output is missing.
    is_settled: AtomicBool,
}

impl Stop {
    /// Makes an interrupt raise the flag, so that the command can print its results so far. The program ends without an
    /// answer if the work does not [settle](Self::settle) in time, and at once on a second interrupt.
    pub fn on_interrupt() -> Self {
        let stop = Self::default();
        let handled = stop.clone();
        // Without a handler, the first interrupt ends the program at once.
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

    /// Makes an interrupt end the program, even if the shell ignores it.
    pub fn at_once() {
        // The default action would do the same, unless the signal is ignored.
        let _ = ctrlc::set_handler(|| process::exit(130));
    }

    pub fn is_raised(&self) -> bool {
        self.0.is_raised.load(Ordering::Relaxed)
    }

    pub fn raise(&self) {
        self.0.is_raised.store(true, Ordering::Relaxed);
    }

    /// Marks the work as finished; the output may take longer.
    pub fn settle(&self) {
        self.0.is_settled.store(true, Ordering::SeqCst);
    }

    pub fn flag(&self) -> &AtomicBool {
        &self.0.is_raised
    }
}
