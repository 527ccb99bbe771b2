//! The buttons of winner stays.

use capicu::{Rules, Side};
use capicu_sheet::{Event, Party, QueueEvent, Sheet, SheetError, Start, Unit};

use crate::Page;
use crate::draft::Draft;

/// An action of winner stays.
#[derive(Clone, Debug)]
pub enum QueueAction {
    /// The form of a match, with the people who wait.
    Open {
        target: Option<String>,
        unit: Unit,
        tables: usize,
        /// One name for each seat.
        names: Vec<String>,
        waiting: Vec<Party>,
    },
    Came(Party),
    /// A party leaves, by its index among the records.
    Left(usize),
    Next,
    Started(usize),
    Won {
        table: usize,
        side: usize,
    },
    Closed,
    Resumed,
}

impl QueueAction {
    /// Reads an action; `None` if no button has it.
    pub fn read(text: &str) -> Option<Self> {
        if let Some(names) = text.strip_prefix("came\n") {
            return Some(Self::Came(names.lines().map(str::to_owned).collect()));
        }
        if let Some(form) = text.strip_prefix("open\n") {
            return Self::read_form(form);
        }
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        Some(match name {
            "left" => Self::Left(value.parse().ok()?),
            "next" => Self::Next,
            "start" => Self::Started(value.parse().ok()?),
            "won" => {
                let (table, side) = value.split_once('.')?;
                Self::Won {
                    table: table.parse().ok()?,
                    side: side.parse().ok()?,
                }
            }
            "close" => Self::Closed,
            "resume" => Self::Resumed,
            _ => return None,
        })
    }

    /// The target, the unit, the number of tables and the names at the table, then a line for each waiting party.
    fn read_form(form: &str) -> Option<Self> {
        let mut lines = form.lines();
        let target = lines.next().filter(|target| !target.is_empty());
        let unit = match lines.next()? {
            "pairs" => Unit::Pairs,
            "singles" => Unit::Singles,
            _ => return None,
        };
        let tables = lines.next()?.parse().ok()?;
        let names = lines.next()?.split('\t').map(str::to_owned).collect();
        let parties = |line: &str| -> Vec<Party> {
            let names = line.split(',').map(|name| name.trim().to_owned());
            match unit {
                Unit::Pairs => vec![names.collect()],
                Unit::Singles => names.map(|name| vec![name]).collect(),
            }
        };
        let waiting = lines.filter(|line| !line.trim().is_empty());
        Some(Self::Open {
            target: target.map(str::to_owned),
            unit,
            tables,
            names,
            waiting: waiting.flat_map(parties).collect(),
        })
    }
}

impl Page {
    /// Does what a button of winner stays says.
    pub(crate) fn queue(&mut self, action: QueueAction) {
        let opens = matches!(action, QueueAction::Open { .. });
        let Some(events) = self.queue_events(action) else {
            self.problem = Some(match opens {
                true => self.texts.sheet_impossible(),
                false => self.texts.queue_impossible(),
            });
            return;
        };
        let mut sheet = self.sheet.clone();
        let at = self.now;
        let mut added = events.into_iter();
        match added.try_for_each(|what| sheet.add(Event::Queue { at, what })) {
            Ok(()) => {
                self.changes += 1;
                self.tally = None;
                // A round that is being written stays, unless another match begins.
                let start = |sheet: &Sheet| sheet.current().map(|played| played.start().clone());
                if start(&sheet) != start(&self.sheet) {
                    self.draft = Draft::new();
                }
                self.sheet = sheet;
                self.form.open = false;
                self.said = self.queue_news();
            }
            Err(error) => self.problem = Some(self.explain_queue(&error)),
        }
    }

    /// The events of an action; `None` if it names nobody here.
    fn queue_events(&mut self, action: QueueAction) -> Option<Vec<QueueEvent>> {
        Some(vec![match action {
            QueueAction::Open {
                target,
                unit,
                tables,
                names,
                waiting,
            } => {
                self.form.names.clone_from(&names);
                let choices = self.chosen(target.as_deref())?;
                let rules = Rules::new(choices).ok()?;
                let game = self.form.game;
                let start = Box::new(Start {
                    game,
                    choices,
                    names: Vec::new(),
                });
                let opened = QueueEvent::Opened {
                    start,
                    unit,
                    tables,
                };
                let seated = seated(&rules, unit, &names);
                let people = seated.into_iter().chain(waiting).map(QueueEvent::Came);
                let all = [opened].into_iter().chain(people).chain([QueueEvent::Next]);
                return Some(all.collect());
            }
            QueueAction::Came(party) => QueueEvent::Came(party),
            QueueAction::Left(index) => {
                let queue = self.sheet.winner_stays()?;
                let evening = queue.evening(self.sheet.matches(), self.now);
                QueueEvent::Left(evening.records().get(index)?.party.clone())
            }
            QueueAction::Next => QueueEvent::Next,
            QueueAction::Started(table) => QueueEvent::Started { table },
            QueueAction::Won { table, side } => QueueEvent::Won { table, side },
            QueueAction::Closed => QueueEvent::Closed,
            QueueAction::Resumed => QueueEvent::Resumed,
        }])
    }

    /// An event of winner stays in words.
    pub(crate) fn queue_event(&self, what: &QueueEvent) -> String {
        let texts = self.texts;
        let at = |table: usize| texts.queue_table(u32::try_from(table + 1).unwrap_or(u32::MAX));
        match what {
            QueueEvent::Opened { .. } => texts.queue_start(),
            QueueEvent::Came(party) => format!("{}: {}", texts.queue_come(), party.join(", ")),
            QueueEvent::Left(party) => texts.queue_leaves(&party.join(", ")),
            QueueEvent::Next => texts.queue_next_match(),
            QueueEvent::Started { table } => format!("{}: {}", at(*table), texts.sheet_start()),
            QueueEvent::Won { table, side } => {
                let queue = self.sheet.winner_stays();
                let evening = queue.map(|queue| queue.evening(self.sheet.matches(), self.now));
                let tables = evening.as_ref().map_or(&[][..], |evening| evening.tables());
                let side = tables
                    .get(*table)
                    .and_then(|table| table.sides().get(*side));
                let names: Vec<&str> = side
                    .iter()
                    .flat_map(|side| side.iter().flatten())
                    .map(String::as_str)
                    .collect();
                format!("{}. {}", at(*table), texts.queue_won(&texts.list(&names)))
            }
            QueueEvent::Closed => texts.queue_close(),
            QueueEvent::Resumed => texts.queue_resume(),
        }
    }

    /// The sentence of a screen reader: who is next.
    fn queue_news(&self) -> String {
        let texts = self.texts;
        let Some(queue) = self.sheet.winner_stays() else {
            return String::new();
        };
        let evening = queue.evening(self.sheet.matches(), self.now);
        let next: Vec<&str> = evening
            .next()
            .iter()
            .flatten()
            .map(String::as_str)
            .collect();
        match next.as_slice() {
            [] => texts.queue_nobody(),
            next => texts.queue_next(&texts.list(next)),
        }
    }

    fn explain_queue(&self, error: &SheetError) -> String {
        let texts = self.texts;
        match error {
            SheetError::Name { .. } => texts.queue_bad_name(),
            SheetError::Party { .. } => texts.queue_two_names(),
            SheetError::MatchInPlay => texts.sheet_in_play(),
            SheetError::Queue(capicu_event::winner_stays::ChangeError::FreePlaces(_)) => {
                texts.queue_lacks()
            }
            _ => texts.queue_impossible(),
        }
    }
}

/// The parties of the names at the table, in the order in which they sit down.
fn seated(rules: &Rules, unit: Unit, names: &[String]) -> Vec<Party> {
    let sides = Side::all(rules.n_sides()).map(|side| {
        let seats = rules.members(side);
        let named = seats.map(|seat| names.get(seat.index()).cloned().unwrap_or_default());
        named.collect::<Party>()
    });
    match unit {
        Unit::Pairs => sides.collect(),
        Unit::Singles => sides.flatten().map(|name| vec![name]).collect(),
    }
}
