//! Faults between a bot and its server, in the order of its match, and whether the bot continues.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use capicu_i18n::Texts;
use serde_json::{Map, Value, json};

use crate::bot_check::tally::{Tally, Verdict};
use crate::stop::Stop;

/// How often to check for an interrupt.
const LOOK: Duration = Duration::from_millis(200);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    LostAnswer,
    Unavailable,
    Cut,
    SlowBytes,
}

/// Progress of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    Ahead,
    /// It has happened. For a command, contains the body that the bot has to repeat.
    Sprung(String),
    Over,
    Failed(String),
}

#[derive(Debug)]
struct State {
    heard: Instant,
    commands: u32,
    done: u32,
    messages: u32,
    streams: u32,
    is_over: bool,
    lost: Stage,
    unavailable: Stage,
    cut: Stage,
    /// Contains the number of finished commands when the stream was opened again.
    snapshot: Stage,
    slow: Stage,
    unknown: Stage,
    empty: Stage,
}

/// The state of all faults, shared by the connections.
#[derive(Debug)]
pub struct Mishaps {
    state: Mutex<State>,
    news: Condvar,
}

impl Mishaps {
    pub fn new() -> Self {
        Self {
            state: Mutex::new(State {
                heard: Instant::now(),
                commands: 0,
                done: 0,
                messages: 0,
                streams: 0,
                is_over: false,
                lost: Stage::Ahead,
                unavailable: Stage::Ahead,
                cut: Stage::Ahead,
                snapshot: Stage::Ahead,
                slow: Stage::Ahead,
                unknown: Stage::Ahead,
                empty: Stage::Ahead,
            }),
            news: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn command(&self, body: &str) -> Option<Mishap> {
        let mut guard = self.state();
        let state = &mut *guard;
        state.heard = Instant::now();
        for stage in [&mut state.lost, &mut state.unavailable] {
            if let Stage::Sprung(expected) = &*stage {
                *stage = match key(body) == key(expected) {
                    true => Stage::Over,
                    false => Stage::Failed(body.to_owned()),
                };
                return None;
            }
        }
        state.commands += 1;
        match state.commands {
            1 => {
                state.lost = Stage::Sprung(body.to_owned());
                Some(Mishap::LostAnswer)
            }
            2 => {
                state.unavailable = Stage::Sprung(body.to_owned());
                Some(Mishap::Unavailable)
            }
            _ => None,
        }
    }

    pub fn done(&self, answer: &Value) {
        if answer["done"].is_null() {
            return;
        }
        let mut guard = self.state();
        let state = &mut *guard;
        state.done += 1;
        for stage in [
            &mut state.snapshot,
            &mut state.slow,
            &mut state.unknown,
            &mut state.empty,
        ] {
            if matches!(stage, Stage::Sprung(_)) {
                *stage = Stage::Over;
            }
        }
        drop(guard);
        self.news.notify_all();
    }

    pub fn opened(&self) {
        let mut state = self.state();
        state.heard = Instant::now();
        state.streams += 1;
        if matches!(state.cut, Stage::Sprung(_)) {
            state.cut = Stage::Over;
            state.snapshot = Stage::Sprung(String::new());
        }
    }

    /// Rewrites a line for the bot, and returns a fault to apply to it.
    pub fn told(&self, line: &str) -> (String, Option<Mishap>) {
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            return (line.to_owned(), None);
        };
        let mut state = self.state();
        state.messages += 1;
        let news = message.as_object().and_then(|one| one.values().next());
        let events = news.and_then(|news| news["events"].as_array());
        if events.is_some_and(|all| all.iter().any(|event| !event["match-over"].is_null())) {
            state.is_over = true;
            self.news.notify_all();
        }
        let mut text = String::new();
        if state.messages == 1 {
            // An unknown message and empty lines, which the bot should ignore.
            text += "{\"weather\":{\"sun\":true}}\n\n\n";
            state.unknown = Stage::Sprung(String::new());
            state.empty = Stage::Sprung(String::new());
        }
        text += &format!("{}\n", with_unknown(&message));
        let mishap = if state.done >= 2 && state.cut == Stage::Ahead {
            state.cut = Stage::Sprung(String::new());
            Some(Mishap::Cut)
        } else if state.done >= 1 && state.slow == Stage::Ahead {
            state.slow = Stage::Sprung(String::new());
            Some(Mishap::SlowBytes)
        } else {
            None
        };
        (text, mishap)
    }

    /// Waits until the match is over, the bot is silent for `silence`, or the user interrupts.
    pub fn wait(&self, silence: Duration, stop: &Stop) {
        let mut state = self.state();
        while !state.is_over && state.heard.elapsed() < silence && !stop.is_raised() {
            let waited = self.news.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    pub fn tally(&self, texts: Texts) -> Tally {
        let state = self.state();
        let mut tally = Tally::new("bot");
        let mut tell = |trap, told: String, stage: &Stage, if_sprung: String| {
            let verdict = match stage {
                Stage::Over => Verdict::Passed,
                Stage::Ahead => Verdict::Failed(texts.check_not_reached()),
                Stage::Sprung(_) => Verdict::Failed(if_sprung),
                Stage::Failed(found) => Verdict::Failed(texts.check_said_otherwise(found)),
            };
            tally.add(trap, told, verdict);
        };
        let (again, on) = (texts.check_not_again(), texts.check_not_on());
        tell(
            "empty-line",
            texts.check_trap_empty_line(),
            &state.empty,
            on.clone(),
        );
        tell(
            "unknown",
            texts.check_trap_unknown(),
            &state.unknown,
            on.clone(),
        );
        tell(
            "lost-answer",
            texts.check_trap_lost_answer_of_bot(),
            &state.lost,
            again.clone(),
        );
        tell(
            "unavailable",
            texts.check_trap_unavailable(),
            &state.unavailable,
            again,
        );
        tell(
            "slow-bytes",
            texts.check_trap_slow_bytes(),
            &state.slow,
            on.clone(),
        );
        tell(
            "cut-stream",
            texts.check_trap_cut_stream(),
            &state.cut,
            texts.check_not_reopened(),
        );
        tell("snapshot", texts.check_trap_snapshot(), &state.snapshot, on);
        let whole = match state.is_over {
            true => Verdict::Passed,
            false => Verdict::Failed(texts.check_not_over()),
        };
        tally.add("whole-match", texts.check_trap_whole_match(), whole);
        tally
    }
}

/// Reads the key of a command.
fn key(body: &str) -> Option<String> {
    let body: Value = serde_json::from_str(body).ok()?;
    let said = body.as_object()?.values().next()?;
    Some(said["key"].as_str()?.to_owned())
}

/// Adds fields and events to a message that a later version might send.
fn with_unknown(message: &Value) -> Value {
    let mut message = message.clone();
    let news = message
        .as_object_mut()
        .and_then(|one| one.values_mut().next());
    if let Some(Value::Object(news)) = news {
        let later: Map<String, Value> = [("tiles".to_owned(), json!([1, 2]))].into_iter().collect();
        news.insert("from_a_later_version".to_owned(), Value::Object(later));
        if let Some(Value::Array(events)) = news.get_mut("events") {
            for event in events.iter_mut() {
                if let Some(what) = event
                    .as_object_mut()
                    .and_then(|one| one.values_mut().next())
                    && let Some(what) = what.as_object_mut()
                {
                    what.insert("from_a_later_version".to_owned(), Value::Null);
                }
            }
            events.push(json!({ "fanfare": { "seat": 0 } }));
            events.push(json!("confetti"));
        }
    }
    message
}
