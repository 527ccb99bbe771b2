//! Messages between the page and the worker.

use std::collections::BTreeMap;

use capicu::Seat;
use capicu_analysis::{Analysis, Done, NODES, Plan, Summary, numbers, page};
use capicu_geometry::Felt;
use capicu_i18n::{Lang, Texts};
use capicu_protocol::ServerMessage;
use capicu_record::side;
use capicu_text::typed;
use serde::{Deserialize, Serialize};

use crate::leading::Leading;
use crate::move_list::Memory;
use crate::panel;
use crate::puzzle::{Answer, Puzzle};
use crate::replay::Replay;
use crate::sheet;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// Before there is a match, asks for the start page.
    Begin {
        /// The language tag.
        lang: String,
        /// Why the requested match is not shown, if one was requested.
        #[serde(default)]
        notice: Option<Notice>,
    },
    Open {
        text: String,
        lang: String,
    },
    Show {
        /// The number of the moment, from 0.
        at: usize,
        seat: char,
        all: bool,
        /// Whether the last move is shown and announced as it happens.
        live: bool,
    },
    /// Starts or resumes the analysis of the match.
    Analyze {
        /// The seat whose point of view and choices come first.
        seat: char,
        /// Earlier findings: the number of each job and its stored line.
        kept: Vec<(usize, String)>,
        by: By,
        #[serde(default)]
        place: Place,
    },
    Found {
        job: usize,
        /// The line to store.
        line: String,
    },
    /// Does the jobs that the server has left to do.
    GoOn,
    Stop,
    /// Asks for the findings as a page to share.
    Page,
    /// Rates each lead of a hand.
    Pose(Posing),
    /// Makes a puzzle of a mistake by the seat that the match was analyzed for.
    Puzzle {
        /// The number of the mistake, from 0.
        number: usize,
    },
    Remember {
        /// The table's messages since the last request, as received.
        heard: Vec<String>,
        lang: String,
    },
    Step {
        /// The index of the round in the move list, from 0.
        round: usize,
        moves: usize,
    },
    Type {
        /// The table's messages since the last request, as received.
        heard: Vec<String>,
        lang: String,
        /// The typed line; `None` only to note the messages.
        line: Option<String>,
        felt: [u32; 2],
    },
    Answer {
        /// The number of the puzzle, from 0.
        number: usize,
        /// The number of the action; `None` to see the solution.
        action: Option<usize>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Posing {
    /// The id of the game and the number of players: `block 2`.
    pub game: String,
    /// The scores separated by commas, the player's side first; empty for no scores.
    pub score: String,
    pub hand: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    Worker,
    /// The server, whose findings the page passes on.
    Server,
}

/// Where the findings are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    #[default]
    Review,
    /// The result sheet of the table: the costliest moments of the player, as soon as they are certain.
    Sheet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// The link is to a moment of a record that is not on this device.
    Elsewhere,
    /// The link does not contain its whole record.
    BrokenLink,
    /// The match is not one of the signed-in player's.
    NotTheirs,
    /// The record is too large to review.
    TooLarge,
}

/// How often intermediate findings are shown.
const INTERIM: usize = 12;

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkerMessage {
    Begun {
        html: String,
    },
    Opened {
        /// The controls, the same at every moment.
        html: String,
        last: usize,
        /// The letters of the seats.
        seats: String,
    },
    Refused {
        why: String,
    },
    Shown(Shown),
    Posed {
        html: String,
        is_over: bool,
    },
    Worked(Worked),
    Page {
        /// The page: one file without scripts.
        html: String,
    },
    Puzzle {
        at: usize,
        /// The letter of the seat that it is seen from.
        seat: char,
        html: String,
    },
    Remembered {
        html: String,
    },
    Stepped {
        html: String,
    },
    Typed(typed::Answer),
    Answered {
        /// The rating of the answer, in words.
        html: String,
        is_over: bool,
    },
}

/// The progress of the analysis.
#[derive(Debug, Serialize)]
pub struct Worked {
    /// The number of the finished job, and its line to store.
    pub kept: Option<(usize, String)>,
    pub label: String,
    pub is_over: bool,
    /// The mistakes so far, each with its moment, and all findings; sent now and then, and at the end.
    pub html: Option<[String; 2]>,
    /// The summary and the moments for the result sheet; sent when they are certain, and at the end.
    pub sheet: Option<[String; 2]>,
    /// The moment before the player's costliest mistake, once the analysis is over.
    pub first: Option<usize>,
}

#[derive(Debug, Serialize)]
pub struct Shown {
    /// The number of the moment, from 0.
    pub at: usize,
    pub label: String,
    /// The mistake that was found in the next move, as a sentence.
    pub mistake: Option<String>,
    /// Messages for the page's client, each sent separately as text.
    #[serde(skip)]
    pub messages: Vec<ServerMessage>,
    /// The panel next to the table.
    pub html: String,
    /// The position, to be copied; empty once the round is over.
    pub position: String,
}

#[derive(Debug, Default)]
pub struct Desk {
    texts: Texts,
    replay: Option<Replay>,
    work: Option<Work>,
    /// The findings on display, and the seat they were made for.
    found: Option<(Seat, Vec<Done>)>,
    puzzles: Vec<Puzzle>,
    /// The mistakes in words, by their moments.
    mistakes: BTreeMap<usize, String>,
    memory: Memory,
    leading: Option<Leading>,
}

#[derive(Debug)]
struct Work {
    seat: Seat,
    by: By,
    place: Place,
    /// Whether the result sheet has its moments.
    is_shown: bool,
    done: BTreeMap<usize, Done>,
}

impl Desk {
    /// The answer to a message; `None` if there is none.
    pub fn hear(&mut self, asked: Asked) -> Option<WorkerMessage> {
        Some(match asked {
            Asked::Begin { lang, notice } => {
                self.speak(&lang);
                WorkerMessage::Begun {
                    html: panel::beginning(notice, self.texts).into_string(),
                }
            }
            Asked::Open { text, lang } => {
                self.speak(&lang);
                self.work = None;
                self.found = None;
                self.leading = None;
                self.puzzles.clear();
                self.mistakes.clear();
                match Replay::read(&text, self.texts) {
                    Ok(replay) => {
                        let told = WorkerMessage::Opened {
                            html: panel::around(&replay, self.texts).into_string(),
                            last: replay.moments().len() - 1,
                            seats: seats(&replay).map(Seat::letter).collect(),
                        };
                        self.replay = Some(replay);
                        told
                    }
                    Err(why) => WorkerMessage::Refused { why },
                }
            }
            Asked::Show {
                at,
                seat,
                all,
                live,
            } => WorkerMessage::Shown(self.show(at, side::seat(seat)?, all, live)?),
            Asked::Analyze {
                seat,
                kept,
                by,
                place,
            } => {
                let replay = self.replay.as_ref()?;
                let seat = side::seat(seat).filter(|one| seats(replay).any(|seat| seat == *one))?;
                let plan = Plan::new(replay.played(), NODES, seat);
                let kept = kept.into_iter().filter(|(job, _)| *job < plan.len());
                let done = kept.filter_map(|(job, line)| Some((job, plan.resumed(&line)?)));
                self.work = Some(Work {
                    seat,
                    by,
                    place,
                    is_shown: false,
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
                        return Some(WorkerMessage::Posed {
                            html: panel::problem(&why).into_string(),
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
                WorkerMessage::Page {
                    html: page(&analysis, self.texts),
                }
            }
            Asked::Puzzle { number } => {
                let puzzle = self.puzzles.get(number)?;
                WorkerMessage::Puzzle {
                    at: puzzle.at,
                    seat: puzzle.decision.seat().letter(),
                    html: panel::puzzle(puzzle, number, self.puzzles.len(), self.texts)
                        .into_string(),
                }
            }
            Asked::Remember { heard, lang } => {
                self.speak(&lang);
                heard.iter().for_each(|text| self.memory.hear(text));
                WorkerMessage::Remembered {
                    html: self.memory.html(self.texts).into_string(),
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
                WorkerMessage::Typed(typed::answer(
                    &line?,
                    self.memory.table()?,
                    felt,
                    self.texts,
                ))
            }
            Asked::Step { round, moves } => WorkerMessage::Stepped {
                html: self.memory.step(round, moves, self.texts)?.into_string(),
            },
            Asked::Answer { number, action } => {
                let puzzle = self.puzzles.get(number)?;
                let answer = match action {
                    Some(action) => Some((action, puzzle.judge(action)?)),
                    None => None,
                };
                WorkerMessage::Answered {
                    html: panel::answered(self.replay.as_ref()?, puzzle, answer, self.texts)
                        .into_string(),
                    is_over: !matches!(answer, Some((_, Answer::Worse(_)))),
                }
            }
        })
    }

    pub fn is_working(&self) -> bool {
        let works = |work: &Work| work.by == By::Worker;
        self.work.as_ref().is_some_and(works) || self.leading.is_some()
    }

    /// Does one job of the analysis, the player's choices first; `None` if there is none to do.
    pub fn work(&mut self) -> Option<WorkerMessage> {
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

    fn worked(&mut self, kept: Option<(usize, String)>) -> Option<WorkerMessage> {
        let (replay, work) = (self.replay.as_ref()?, self.work.as_ref()?);
        let plan = Plan::new(replay.played(), NODES, work.seat);
        let (n, all) = (work.done.len(), plan.len());
        let is_over = n == all;
        let every = all.div_ceil(INTERIM).max(1);
        let analysis = || plan.finish(work.done.values().cloned());
        let mut worked = Worked {
            kept,
            label: self.texts.replay_progress(n, all),
            is_over,
            html: None,
            sheet: None,
            first: None,
        };
        let mut is_shown = false;
        match work.place {
            Place::Review if is_over || n % every == 0 => {
                let analysis = analysis();
                self.puzzles = Puzzle::of(replay, &analysis);
                self.mistakes = mistakes(replay, &analysis, self.texts);
                self.found = Some((work.seat, work.done.values().cloned().collect()));
                worked.first = self.puzzles.first().map(|puzzle| puzzle.at);
                worked.html = Some([
                    panel::mistakes(replay, &analysis, self.puzzles.len(), is_over, self.texts)
                        .into_string(),
                    numbers(&analysis, self.texts),
                ]);
            }
            Place::Sheet => {
                // The player's choices come first.
                let next = (0..all).find(|job| !work.done.contains_key(job));
                let is_certain = next.is_none_or(|job| job >= plan.own());
                if is_over || is_certain && !work.is_shown {
                    let analysis = analysis();
                    worked.sheet = Some([
                        Summary::of(&analysis, work.seat).told(self.texts),
                        sheet::moments_of(replay, &analysis, is_over, self.texts).into_string(),
                    ]);
                    is_shown = true;
                }
                let round = next.and_then(|job| plan.round(job)).unwrap_or_default();
                let rounds = replay.played().rounds.len();
                worked.label = self.texts.lookback_looking(round, rounds);
            }
            Place::Review => {}
        }
        if let Some(work) = &mut self.work {
            work.is_shown |= is_shown;
        }
        if is_over {
            self.work = None;
        }
        Some(WorkerMessage::Worked(worked))
    }

    fn show(&self, at: usize, seat: Seat, all: bool, live: bool) -> Option<Shown> {
        let replay = self.replay.as_ref()?;
        let seat = seats(replay).find(|one| *one == seat)?;
        let at = at.min(replay.moments().len() - 1);
        let messages = match at.checked_sub(1).filter(|_| live) {
            Some(before) => vec![
                replay.snapshot(before, seat, self.texts),
                replay.step(at, seat),
            ],
            None => vec![replay.snapshot(at, seat, self.texts)],
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
            mistake: self.mistakes.get(&at).cloned(),
            html: panel::beside(replay, at, seat, all, self.texts).into_string(),
            position: position.unwrap_or_default(),
        })
    }

    fn speak(&mut self, lang: &str) {
        self.texts = Texts::new(Lang::from_tag(lang).unwrap_or_default());
    }
}

fn mistakes(replay: &Replay, analysis: &Analysis<'_>, texts: Texts) -> BTreeMap<usize, String> {
    let name = |seat| replay.name(seat, texts);
    let all = analysis.mistakes().into_iter();
    let found = all.filter_map(|(decision, judged)| {
        let at = replay.find(decision.round, decision.turn - 1)?;
        let moment = panel::moment_of((decision, judged), &name, Some(analysis.seat), texts);
        Some((at, moment.sentence()))
    });
    found.collect()
}

fn seats(replay: &Replay) -> impl Iterator<Item = Seat> + '_ {
    let all = Seat::all(replay.record().rules.n_seats());
    all.filter(|seat| replay.is_known(*seat))
}
