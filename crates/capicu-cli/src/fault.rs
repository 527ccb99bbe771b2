//! Describes why a player lost a game outside the rules.

use std::process::ExitStatus;

use capicu_arena::{Fault, NotStarted};
use capicu_i18n::Texts;
use capicu_protocol::bot::{MAX_NAME, VERSION};

pub fn not_started(error: &NotStarted, texts: Texts) -> String {
    texts.fault_told(&error.name, &told(&error.fault, texts))
}

pub fn told(fault: &Fault, texts: Texts) -> String {
    match fault {
        Fault::NotStarted(why) => texts.fault_not_started(why),
        Fault::Silent(ms) => texts.fault_silent(&ms.to_string()),
        Fault::Ended { status, words } => {
            let ended = match status {
                Some(status) => texts.fault_ended_so(&exited(*status, texts)),
                None => texts.fault_ended(),
            };
            match words.is_empty() {
                true => ended,
                false => texts.fault_words(&ended, words),
            }
        }
        Fault::Closed => texts.fault_closed(),
        Fault::Flooded => texts.fault_flooded(),
        Fault::TooLong(n) => texts.fault_too_long(*n),
        Fault::Garbage(why) => texts.fault_garbage(why),
        Fault::Protocol(2) => texts.fault_protocol_2(VERSION),
        Fault::Protocol(found) => texts.fault_protocol(*found, VERSION),
        Fault::Name => texts.fault_name(MAX_NAME),
        Fault::WrongSeat { seat, answered } => {
            texts.fault_wrong_seat(answered.index(), seat.index())
        }
        Fault::WrongTurn { asked, answered } => {
            texts.fault_wrong_turn(&answered.to_string(), &asked.to_string())
        }
        Fault::Illegal { action, why } => {
            texts.fault_illegal(&action.to_string(), &texts.not_legal(*why))
        }
        Fault::Idle => texts.fault_idle(),
    }
}

/// Describes how a program ended; the system names signals.
fn exited(status: ExitStatus, texts: Texts) -> String {
    let shown = status.to_string();
    match (status.code(), shown.strip_prefix("signal: ")) {
        (Some(code), _) => texts.fault_exit(&code.to_string()),
        (None, Some(signal)) => texts.fault_signal(signal),
        (None, None) => shown,
    }
}
