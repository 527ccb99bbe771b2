//! What the page says to the worker, and what it hears.

use std::collections::BTreeMap;

use capicu::Seat;
use capicu_analysis::{Done, NODES, Plan, page, part};
use capicu_geometry::Felt;
use capicu_i18n::{Lang, Texts};
use capicu_protocol::ServerMessage;
use capicu_record::side;
use serde::{Deserialize, Serialize};

use crate::leading::Leading;
use crate::memory::Memory;
use crate::panel;
use crate::puzzle::{Answer, Puzzle};
use crate::replay::Replay;
use crate::typed;

/// What the page asks for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// What is said before there is a match.
    Begin {
        /// The language, by its tag.
        lang: String,
        /// Why there is no match yet, where one was asked for.
        #[serde(default)]
        notice: Option<Notice>,
    },
    /// To look at a record.
    Open {
        /// The record.
        text: String,
        /// The language, by its tag.
        lang: String,
    },
    /// To look at a moment.
    Show {
        /// Its number, from 0.
        at: usize,
        /// From which seat, by its letter.
        seat: char,
        /// Whether all hands are shown.
        all: bool,
        /// Whether what was done last is shown and told as it happens.
        live: bool,
    },
    /// To analyze the match, from where it was left.
    Analyze {
        /// From whose side the sum is seen and whose choices come first.
        seat: char,
        /// What was found before: the numbers of jobs, and what was kept of each.
        kept: Vec<(usize, String)>,
        /// Who does the work.
        by: By,
    },
    /// To take what the server found.
    Found {
        /// The number of the job.
        job: usize,
        /// What is to be kept of it.
        line: String,
    },
    /// To do what the server has left to do.
    GoOn,
    /// To analyze no further.
    Stop,
    /// What was found, as a page to share.
    Page,
    /// How good each lead of a hand is.
    Pose(Posing),
    /// For a mistake of the seat that the match was analyzed for.
    Puzzle {
        /// Its number, from 0.
        number: usize,
    },
    /// What was played at a table.
    Remember {
        /// What it heard since this was last asked, as it came.
        heard: Vec<String>,
        /// The language, by its tag.
        lang: String,
    },
    /// How a round of that table stood.
    Step {
        /// Its place among those that are remembered, from 0.
        round: usize,
        /// After how many moves.
        moves: usize,
    },
    /// To do what was typed at that table.
    Type {
        /// What it heard since this was last asked, as it came.
        heard: Vec<String>,
        /// The language, by its tag.
        lang: String,
        /// What was typed; none where only what was heard is to be noted.
        line: Option<String>,
        /// The size of the felt.
        felt: [u32; 2],
    },
    /// Whether an answer to it is good.
    Answer {
        /// The number of the puzzle, from 0.
        number: usize,
        /// The number of the action; none where the solution is asked for.
        action: Option<usize>,
    },
}

/// A hand that is about to lead, as it was filled in.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Posing {
    /// The id of the game, and how many play: `block 2`.
    pub game: String,
    /// The scores with commas between, the own first; nothing for none.
    pub score: String,
    /// The tiles.
    pub hand: String,
}

/// Who does the work of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The worker.
    Worker,
    /// The server, whose findings the page passes on.
    Server,
}

/// Why there is no match to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// The link is to a moment of a record that is not on this device.
    Elsewhere,
    /// It is not a match of whoever is signed in here.
    NotTheirs,
    /// No record that can be looked at is so large.
    TooLarge,
}

/// What has been found is shown so many times before the end.
const INTERIM: usize = 12;

/// What the page is told.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Told {
    /// What can be done before there is a match.
    Begun {
        /// To be shown.
        html: String,
    },
    /// The record can be looked at.
    Opened {
        /// To be shown around every moment.
        html: String,
        /// The number of the last moment.
        last: usize,
        /// The letters of the seats.
        seats: String,
    },
    /// Why it cannot.
    Refused {
        /// In words.
        why: String,
    },
    /// A moment.
    Shown(Shown),
    /// How good each lead is, as far as that is known.
    Posed {
        /// To be shown.
        html: String,
        /// Whether nothing is left to do.
        is_over: bool,
    },
    /// A job of the analysis is done.
    Worked(Worked),
    /// What was found, as a page to share.
    Page {
        /// The page: one file without scripts.
        html: String,
    },
    /// A puzzle.
    Puzzle {
        /// The moment.
        at: usize,
        /// The seat it is seen from, by its letter.
        seat: char,
        /// What can be answered.
        html: String,
    },
    /// What was played.
    Remembered {
        /// To be shown.
        html: String,
    },
    /// How a round stood.
    Stepped {
        /// To be shown.
        html: String,
    },
    /// What comes of what was typed.
    Typed(typed::Answered),
    /// An answer to a puzzle.
    Answered {
        /// How good it is, in words.
        html: String,
        /// Whether the puzzle is done with.
        is_over: bool,
    },
}

/// How far the analysis has come.
#[derive(Debug, Serialize)]
pub struct Worked {
    /// The number of the job that was done, and what is to be kept of it.
    pub kept: Option<(usize, String)>,
    /// How far it has come, in words.
    pub label: String,
    /// Whether nothing is left to do.
    pub is_over: bool,
    /// The mistakes so far, each with its moment, and all findings; now and then, and at the end.
    pub html: Option<[String; 2]>,
}

/// A moment.
#[derive(Debug, Serialize)]
pub struct Shown {
    /// Its number, from 0.
    pub at: usize,
    /// Which it is, in words.
    pub label: String,
    /// What the table is told.
    pub messages: Vec<ServerMessage>,
    /// What is shown beside the table.
    pub html: String,
    /// The position, to be copied; empty once the round is over.
    pub position: String,
}

/// Where messages are answered.
#[derive(Debug, Default)]
pub struct Desk {
    texts: Texts,
    replay: Option<Replay>,
    work: Option<Work>,
    /// What is shown of an analysis, and for which seat it was made.
    found: Option<(Seat, Vec<Done>)>,
    puzzles: Vec<Puzzle>,
    memory: Memory,
    leading: Option<Leading>,
}

/// An analysis under way.
#[derive(Debug)]
struct Work {
    seat: Seat,
    by: By,
    done: BTreeMap<usize, Done>,
}

impl Desk {
    /// The answer to a message; `None` where there is nothing to say.
    pub fn hear(&mut self, asked: Asked) -> Option<Told> {
        Some(match asked {
            Asked::Begin { lang, notice } => {
                self.speak(&lang);
                Told::Begun {
                    html: panel::beginning(notice, self.texts),
                }
            }
            Asked::Open { text, lang } => {
                self.speak(&lang);
                self.work = None;
                self.found = None;
                self.leading = None;
                self.puzzles.clear();
                match Replay::read(&text, self.texts) {
                    Ok(replay) => {
                        let told = Told::Opened {
                            html: panel::around(&replay, self.texts),
                            last: replay.moments().len() - 1,
                            seats: seats(&replay).map(Seat::letter).collect(),
                        };
                        self.replay = Some(replay);
                        told
                    }
                    Err(why) => Told::Refused { why },
                }
            }
            Asked::Show {
                at,
                seat,
                all,
                live,
            } => Told::Shown(self.show(at, side::seat(seat)?, all, live)?),
            Asked::Analyze { seat, kept, by } => {
                let replay = self.replay.as_ref()?;
                let seat = side::seat(seat).filter(|one| seats(replay).any(|seat| seat == *one))?;
                let plan = Plan::new(replay.played(), NODES, seat);
                let kept = kept.into_iter().filter(|(job, _)| *job < plan.len());
                let done = kept.filter_map(|(job, line)| Some((job, plan.resumed(&line)?)));
                self.work = Some(Work {
                    seat,
                    by,
                    done: done.collect(),
                });
                return None;
            }
            Asked::Found { job, line } => {
                let (replay, work) = (self.replay.as_ref()?, self.work.as_mut()?);
                let plan = Plan::new(replay.played(), NODES, work.seat);
                let done = plan.resumed(&line).filter(|_| job < plan.len())?;
                work.done.insert(job, done);
                return self.worked(Some((job, line)));
            }
            Asked::GoOn => {
                self.work.as_mut()?.by = By::Worker;
                return None;
            }
            Asked::Pose(posing) => {
                self.leading = None;
                match Leading::of(&posing, self.texts) {
                    Ok(leading) => self.leading = Some(leading),
                    Err(why) => {
                        return Some(Told::Posed {
                            html: panel::problem(&why),
                            is_over: true,
                        });
                    }
                }
                return None;
            }
            Asked::Stop => {
                self.work = None;
                self.leading = None;
                return None;
            }
            Asked::Page => {
                let (replay, (seat, done)) = (self.replay.as_ref()?, self.found.as_ref()?);
                let plan = Plan::new(replay.played(), NODES, *seat);
                let analysis = plan.finish(done.iter().cloned());
                Told::Page {
                    html: page(&analysis, self.texts),
                }
            }
            Asked::Puzzle { number } => {
                let puzzle = self.puzzles.get(number)?;
                Told::Puzzle {
                    at: puzzle.at,
                    seat: puzzle.decision.seat().letter(),
                    html: panel::puzzle(puzzle, number, self.puzzles.len(), self.texts),
                }
            }
            Asked::Remember { heard, lang } => {
                self.speak(&lang);
                heard.iter().for_each(|text| self.memory.hear(text));
                Told::Remembered {
                    html: self.memory.html(self.texts),
                }
            }
            Asked::Type {
                heard,
                lang,
                line,
                felt: [width, height],
            } => {
                self.speak(&lang);
                heard.iter().for_each(|text| self.memory.hear(text));
                let felt = Felt { width, height };
                Told::Typed(typed::answer(
                    &line?,
                    self.memory.table()?,
                    felt,
                    self.texts,
                ))
            }
            Asked::Step { round, moves } => Told::Stepped {
                html: self.memory.step(round, moves, self.texts)?,
            },
            Asked::Answer { number, action } => {
                let puzzle = self.puzzles.get(number)?;
                let answer = match action {
                    Some(action) => Some((action, puzzle.judge(action)?)),
                    None => None,
                };
                Told::Answered {
                    html: panel::answered(puzzle, answer, self.texts),
                    is_over: !matches!(answer, Some((_, Answer::Worse(_)))),
                }
            }
        })
    }

    /// Whether there is something to do for [`Desk::work`].
    pub fn is_working(&self) -> bool {
        let works = |work: &Work| work.by == By::Worker;
        self.work.as_ref().is_some_and(works) || self.leading.is_some()
    }

    /// Does one job of the analysis, the own choices first; `None` where nothing is asked for.
    pub fn work(&mut self) -> Option<Told> {
        if let Some(leading) = &mut self.leading {
            let told = leading.work(self.texts);
            if leading.is_over() {
                self.leading = None;
            }
            return Some(told);
        }
        let (replay, work) = (self.replay.as_ref()?, self.work.as_mut()?);
        let plan = Plan::new(replay.played(), NODES, work.seat);
        let next = (0..plan.len()).find(|job| !work.done.contains_key(job));
        let kept = next.map(|job| {
            let done = plan.work(job);
            let line = done.kept();
            work.done.insert(job, done);
            (job, line)
        });
        self.worked(kept)
    }

    /// How far the analysis has come with this job.
    fn worked(&mut self, kept: Option<(usize, String)>) -> Option<Told> {
        let (replay, work) = (self.replay.as_ref()?, self.work.as_ref()?);
        let plan = Plan::new(replay.played(), NODES, work.seat);
        let (n, all) = (work.done.len(), plan.len());
        let is_over = n == all;
        let every = all.div_ceil(INTERIM).max(1);
        let html = (is_over || n % every == 0).then(|| {
            let analysis = plan.finish(work.done.values().cloned());
            self.puzzles = Puzzle::of(replay, &analysis);
            self.found = Some((work.seat, work.done.values().cloned().collect()));
            [
                panel::mistakes(replay, &analysis, self.puzzles.len(), self.texts),
                part(&analysis, self.texts),
            ]
        });
        if is_over {
            self.work = None;
        }
        Some(Told::Worked(Worked {
            kept,
            label: self.texts.replay_progress(n, all),
            is_over,
            html,
        }))
    }

    fn show(&self, at: usize, seat: Seat, all: bool, live: bool) -> Option<Shown> {
        let replay = self.replay.as_ref()?;
        let seat = seats(replay).find(|one| *one == seat)?;
        let at = at.min(replay.moments().len() - 1);
        let messages = match at.checked_sub(1).filter(|_| live) {
            Some(before) => vec![replay.snapshot(before, seat), replay.step(at, seat)],
            None => vec![replay.snapshot(at, seat)],
        };
        let moment = &replay.moments()[at];
        let position = moment.position.as_ref().map(|setup| match all {
            true => setup.to_string(),
            false => setup.hidden().to_string(),
        });
        Some(Shown {
            at,
            label: panel::label(replay, at, self.texts),
            messages,
            html: panel::beside(replay, at, seat, all, self.texts),
            position: position.unwrap_or_default(),
        })
    }

    fn speak(&mut self, lang: &str) {
        self.texts = Texts::new(Lang::from_tag(lang).unwrap_or_default());
    }
}

/// The seats that the match can be seen from.
fn seats(replay: &Replay) -> impl Iterator<Item = Seat> + '_ {
    let all = Seat::all(replay.record().rules.n_seats());
    all.filter(|seat| replay.is_known(*seat))
}
