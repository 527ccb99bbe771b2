//! An event: its log, and the state that follows from it.

use std::collections::BTreeSet;

use crate::command::{self, Command, Envelope};
use crate::fact::Fact;
use crate::log::{Line, Log};
use crate::pairing;
use crate::preset::Preset;
use crate::refused::Refused;
use crate::state::State;

/// An event. It changes by commands only, and each is on the log before it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    log: Log,
    state: State,
    /// The numbers of the facts that count.
    counting: Vec<u64>,
    keys: BTreeSet<String>,
}

/// A log that is none of an event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// A fact cannot follow those before it.
    #[error("line {line}: {why}")]
    Fact {
        /// The line, from 1.
        line: u64,
        /// Why.
        why: Refused,
    },
    /// A draft is not what the method pairs from this state.
    #[error("line {line}: the draft is not what {method} pairs here")]
    Draft {
        /// The line, from 1.
        line: u64,
        /// The method it names.
        method: String,
    },
    /// A stage was not opened with those who go on, in their order.
    #[error("line {line}: the stage was not opened with those who go on")]
    Stage {
        /// The line, from 1.
        line: u64,
    },
    /// The log is empty.
    #[error("the log is empty")]
    Empty,
}

impl Event {
    /// A new event. The seed settles all its draws; it comes from outside and is shown.
    ///
    /// # Errors
    ///
    /// If the preset cannot be played or the name says nothing.
    pub fn create(name: &str, preset: Preset, seed: u64, now: u64) -> Result<Self, Refused> {
        let fact = Fact::Created {
            name: name.to_owned(),
            preset: Box::new(preset),
            seed,
        };
        let state = State::created(&fact)?;
        let mut log = Log::new();
        log.append(now, "create", fact);
        let keys = BTreeSet::from(["create".to_owned()]);
        Ok(Self {
            log,
            state,
            counting: vec![1],
            keys,
        })
    }

    /// The event of a log, without pairing its drafts again.
    ///
    /// # Errors
    ///
    /// The first fact that cannot follow those before it.
    pub fn replay(log: Log) -> Result<Self, Broken> {
        Self::fold(log, |_, _| Ok(()))
    }

    /// The same, and every draft and every order of seeds is computed again and compared.
    ///
    /// # Errors
    ///
    /// The first fact that cannot follow those before it, or is not what they lead to.
    pub fn verify(log: Log) -> Result<Self, Broken> {
        Self::fold(
            log,
            |state,
             &Line {
                 n: line, ref fact, ..
             }| match fact {
                Fact::Drafted { method, .. } => {
                    let given = command::Consent::Given;
                    let again = command::decide(state, &Command::Draft(given));
                    match again.as_ref() == Ok(fact) {
                        true => Ok(()),
                        false => Err(Broken::Draft {
                            line,
                            method: method.clone(),
                        }),
                    }
                }
                Fact::Edited {
                    pairing, breaches, ..
                } => {
                    let stage = state.running().ok_or(Refused::NoStage);
                    let stage = stage.map_err(|why| Broken::Fact { line, why })?;
                    match pairing::breaches_of(state, stage, pairing) == *breaches {
                        true => Ok(()),
                        false => Err(Broken::Draft {
                            line,
                            method: "by hand".into(),
                        }),
                    }
                }
                Fact::StageOpened { order, .. } if command::order(state) != *order => {
                    Err(Broken::Stage { line })
                }
                _ => Ok(()),
            },
        )
    }

    fn fold(
        log: Log,
        mut check: impl FnMut(&State, &Line) -> Result<(), Broken>,
    ) -> Result<Self, Broken> {
        let first = log.lines().first().ok_or(Broken::Empty)?;
        let wrong = |line: u64| move |why| Broken::Fact { line, why };
        let state = State::created(&first.fact).map_err(wrong(1))?;
        check(&state, first)?;
        let keys = log.lines().iter().map(|line| line.key.clone()).collect();
        let mut event = Self {
            log: Log::new(),
            state,
            counting: vec![1],
            keys,
        };
        for line in &log.lines()[1..] {
            check(&event.state, line)?;
            if let Fact::Undone { of } = line.fact {
                event.undo(log.lines(), of).map_err(wrong(line.n))?;
            } else {
                event
                    .state
                    .apply(line.at, &line.fact)
                    .map_err(wrong(line.n))?;
                event.counting.push(line.n);
            }
        }
        event.log = log;
        Ok(event)
    }

    /// What somebody says of each line who knows the state in which it was written: the one before it, and of the
    /// first the one after it. Folds the whole log again.
    pub fn retell<T>(&self, mut tell: impl FnMut(&State, &Line) -> T) -> Vec<T> {
        let mut told = Vec::with_capacity(self.log.lines().len());
        let again = Self::fold(self.log.clone(), |state, line| {
            told.push(tell(state, line));
            Ok(())
        });
        debug_assert!(again.is_ok(), "it was folded before");
        told
    }

    /// How many facts there are.
    pub fn version(&self) -> u64 {
        self.log.lines().len() as u64
    }

    /// The log.
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// The lines that have not been undone.
    pub fn counting(&self) -> impl Iterator<Item = &Line> {
        let lines = self.log.lines();
        self.counting.iter().map(|n| &lines[*n as usize - 1])
    }

    /// What the facts have led to.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Does what a command asks for, and hands back the new lines; none if the key was used before.
    /// They have to be on disk before anybody is told.
    ///
    /// # Errors
    ///
    /// Why it cannot be done; nothing has changed then.
    pub fn execute(&mut self, envelope: &Envelope) -> Result<&[Line], Refused> {
        let version = self.version();
        if self.keys.contains(&envelope.key) {
            return Ok(&[]);
        }
        if envelope.expected != version {
            let expected = envelope.expected;
            return Err(Refused::Behind { version, expected });
        }
        let fact = match envelope.command {
            Command::Undo => {
                let of = self.counting[self.counting.len() - 1];
                let lines = self.log.lines().to_vec();
                self.undo(&lines, of)?;
                Fact::Undone { of }
            }
            _ => {
                let fact = command::decide(&self.state, &envelope.command)?;
                let mut next = self.state.clone();
                next.apply(self.time(envelope.now), &fact)?;
                self.state = next;
                self.counting.push(version + 1);
                fact
            }
        };
        self.log.append(envelope.now, &envelope.key, fact);
        self.keys.insert(envelope.key.clone());
        Ok(&self.log.lines()[version as usize..])
    }

    /// The time on the log of a fact that happens now: no clock turns it back.
    fn time(&self, now: u64) -> u64 {
        self.log.lines().last().map_or(now, |last| now.max(last.at))
    }

    /// What a command would change, without doing it: the state after it.
    ///
    /// # Errors
    ///
    /// Why it cannot be done.
    pub fn preview(&self, command: &Command) -> Result<State, Refused> {
        let mut event = self.clone();
        let envelope = Envelope {
            key: format!("preview-{}", event.version()),
            expected: event.version(),
            now: 0,
            command: command.clone(),
        };
        event.execute(&envelope)?;
        Ok(event.state)
    }

    /// Folds everything again but the last fact that counts.
    fn undo(&mut self, lines: &[Line], of: u64) -> Result<(), Refused> {
        if self.counting.len() < 2 || self.counting.last() != Some(&of) {
            return Err(Refused::NotLast(of));
        }
        // Another copy of the log may have gone on from there.
        let is_fixed = matches!(
            lines[of as usize - 1].fact,
            Fact::HandedOver { .. } | Fact::Returned { .. } | Fact::Recalled { .. }
        );
        if is_fixed {
            return Err(Refused::HandedOn);
        }
        let counting = &self.counting[..self.counting.len() - 1];
        let fact = |n: u64| &lines[n as usize - 1].fact;
        let mut state = State::created(fact(1))?;
        for n in &counting[1..] {
            state.apply(lines[*n as usize - 1].at, fact(*n))?;
        }
        self.state = state;
        self.counting.pop();
        Ok(())
    }
}
