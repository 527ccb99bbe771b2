//! A helper for the tests of these pages.

use capicu_event::{Command, Envelope, Event};

/// Carries out a command.
///
/// # Panics
///
/// If the event refuses it.
pub fn send(event: &mut Event, command: Command) {
    let envelope = Envelope::next(event, 1, command);
    event.execute(&envelope).expect("it can be done");
}
