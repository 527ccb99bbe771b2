//! Matches in the files and folders that a command reads.

mod progress;
mod split;

use std::fs::{self, File};
use std::io::{self, BufReader, IsTerminal as _, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use capicu_i18n::Texts;
use capicu_record::record::{Places, decode};
use capicu_record::{Place, Record, RecordError};

use crate::stop::Stop;
use crate::{exit, input, number, print};
use progress::Progress;
use split::Split;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Records, each from its line `domino-record`.
    Records,
    /// Records in JSON form, one after the other.
    Twins,
    /// One match in the format of another program.
    Foreign,
    /// One match as a list of moves.
    Moves,
}

impl Form {
    /// Returns the file extensions that count in a folder.
    const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Records => &["domino"],
            Self::Twins => &["json", "jsonl"],
            Self::Foreign => &["txt"],
            Self::Moves => &["csv", "tsv", "txt", "log", "json", "jsonl"],
        }
    }
}

/// Which matches of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Pick {
    /// Read only this match of each file, counted from 1
    #[arg(long = "match", value_name = "N", value_parser = number::at_least::<usize>(1))]
    number: Option<usize>,
}

pub struct Match {
    pub file: String,
    /// Its number in the file, from 1.
    pub number: usize,
    pub is_alone: bool,
    has_others: bool,
    /// Ctrl-C, for answers that take long.
    pub stop: Stop,
    /// Its first line in the file, from 1.
    line: u32,
    bytes: Vec<u8>,
}

impl Match {
    pub fn text(&self) -> Result<&str, RecordError> {
        decode(&self.bytes).map_err(|error| RecordError {
            place: self.place(error.place),
            ..error
        })
    }

    pub fn record(&self) -> Result<(Record, Places), RecordError> {
        Record::parse_from(self.text()?, self.line)
    }

    /// Converts a place in the match to one in the file.
    pub const fn place(&self, place: Place) -> Place {
        Place {
            line: self.line - 1 + place.line,
            ..place
        }
    }

    /// Formats `FILE:12:4: match 3: why`, without the number if the file contains one match.
    pub fn located(&self, place: Option<Place>, why: &str, texts: Texts) -> String {
        let place = place.map_or_else(String::new, |place| format!("{place}: "));
        let gap = if place.is_empty() { " " } else { "" };
        let why = match self.has_others {
            true => texts.in_match(self.number, why),
            false => why.to_owned(),
        };
        format!("{}:{gap}{place}{why}", self.file)
    }
}

pub struct Answer {
    /// For standard output.
    pub out: String,
    /// For standard error: errors, or notes if the status is [`Status::Done`].
    pub told: Vec<String>,
    pub status: Status,
}

impl Answer {
    pub fn unreadable(why: String) -> Self {
        Self {
            out: String::new(),
            told: vec![why],
            status: Status::Unreadable,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Done,
    /// The user interrupted the answer.
    Stopped,
    Breach,
    Unreadable,
}

pub struct Tally {
    pub done: usize,
    pub breaches: usize,
    pub unreadable: usize,
    stopped: bool,
}

impl Tally {
    fn note(&mut self, status: Status) {
        self.stopped |= status == Status::Stopped;
        *match status {
            Status::Done | Status::Stopped => &mut self.done,
            Status::Breach => &mut self.breaches,
            Status::Unreadable => &mut self.unreadable,
        } += 1;
    }

    pub const fn all(&self) -> usize {
        self.done + self.breaches + self.unreadable
    }

    pub fn exit(&self, texts: Texts) -> ExitCode {
        if self.stopped {
            exit::note(texts.stopped_after(self.all()));
            return exit::interrupted();
        }
        match (self.unreadable, self.breaches) {
            (0, 0) => ExitCode::SUCCESS,
            (0, _) => exit::breach(),
            _ => ExitCode::from(2),
        }
    }
}

/// Answers for every match of the files and folders, in order. Ctrl-C ends after the current match.
pub fn each(
    paths: &[PathBuf],
    pick: Pick,
    form: Form,
    texts: Texts,
    mut answer: impl FnMut(&Match) -> Answer,
) -> Tally {
    let mut tally = Tally {
        done: 0,
        breaches: 0,
        unreadable: 0,
        stopped: false,
    };
    let mut files = Vec::new();
    for path in paths {
        let found = match path.is_dir() {
            true => of_folder(path, form, texts),
            false => Ok(vec![path.clone()]),
        };
        match found {
            Ok(found) => files.extend(found),
            Err(why) => {
                unreadable(&why);
                tally.note(Status::Unreadable);
            }
        }
    }
    // If the user types the input, Ctrl-C ends the program at once.
    let typed = files.iter().any(|file| is_input(file)) && io::stdin().is_terminal();
    let stop = match typed {
        true => {
            Stop::at_once();
            Stop::default()
        }
        false => Stop::on_interrupt(),
    };
    let is_one = files.len() == 1 && paths.len() == 1;
    let mut progress = Progress::new(&files);
    'files: for path in &files {
        let reader = match open(path, texts) {
            Ok(reader) => BufReader::new(reader),
            Err(why) => {
                progress.aside(|| unreadable(&why));
                tally.note(Status::Unreadable);
                continue;
            }
        };
        let mut pieces = Split::new(reader, form).peekable();
        let mut there = 0;
        while let Some(piece) = pieces.next() {
            if stop.is_raised() {
                tally.stopped = true;
                break 'files;
            }
            let piece = match piece {
                Ok(piece) => piece,
                Err(error) => {
                    let why = input::unread(path, &error, texts);
                    progress.aside(|| unreadable(&why));
                    tally.note(Status::Unreadable);
                    break;
                }
            };
            there += 1;
            let number = there;
            if pick.number.is_some_and(|wanted| wanted != number) {
                continue;
            }
            let has_others = number > 1 || pieces.peek().is_some();
            let read = piece.bytes.len();
            let answer = answer(&Match {
                file: input::shown(path, texts),
                number,
                is_alone: is_one && (pick.number.is_some() || !has_others),
                has_others,
                stop: stop.clone(),
                line: piece.line,
                bytes: piece.bytes,
            });
            tally.note(answer.status);
            progress.aside(|| {
                print::text(&answer.out);
                for told in answer.told {
                    match answer.status {
                        Status::Unreadable => unreadable(&told),
                        Status::Done => exit::note(&told),
                        _ => exit::error(&told),
                    }
                }
            });
            progress.note(read, tally.all());
            if pick.number == Some(number) {
                continue 'files;
            }
        }
        if let Some(number) = pick.number {
            let why = texts.no_such_match(number, there);
            let why = format!("{}: {why}", input::shown(path, texts));
            progress.aside(|| unreadable(&why));
            tally.note(Status::Unreadable);
        }
    }
    stop.settle();
    progress.finish();
    tally
}

/// Prints why an input cannot be read. The exit code is decided at the end.
fn unreadable(why: &str) {
    let _ = exit::unreadable(why);
}

fn is_input(path: &Path) -> bool {
    path == Path::new("-")
}

fn open(path: &Path, texts: Texts) -> Result<Box<dyn Read>, String> {
    if is_input(path) {
        return Ok(Box::new(io::stdin()));
    }
    match File::open(path) {
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(input::unread(path, &error, texts)),
    }
}

/// Lists the files in a folder and its subfolders, by name.
fn of_folder(folder: &Path, form: Form, texts: Texts) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let unread = |error: io::Error| input::unread(&folder, &error, texts);
        for entry in fs::read_dir(&folder).map_err(unread)? {
            let entry = entry.map_err(unread)?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(unread)?);
            let ending = path.extension().and_then(|ending| ending.to_str());
            let fits = ending.is_some_and(|ending| form.endings().contains(&ending));
            // A link to a folder could lead back here.
            if kind.is_dir() {
                folders.push(path);
            } else if fits && !path.is_dir() {
                files.push(path);
            }
        }
    }
    if files.is_empty() {
        let endings: Vec<_> = form.endings().iter().map(|e| format!(".{e}")).collect();
        let why = texts.folder_without(&endings.join(", "));
        return Err(format!("{}: {why}", folder.display()));
    }
    files.sort();
    Ok(files)
}
