//! Saves the games of an arena, so that it can resume after an interruption.
//!
//! While games are missing, the file has another name. A second file contains the results: a line of JSON for the
//! settings, then one for each pair, with the size of the games file after that pair.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use capicu_arena::{Contest, Pair, PairResult, Tally};
use capicu_record::record::EXTENSION;
use serde_json::{Value, json};

use super::records::records;
use super::report::{self, Fault};
use crate::language::texts;
use crate::output::{Force, about, is_standard, part_of};
use crate::print;

pub struct Begun {
    pub tally: Tally,
    pub faults: Vec<Fault>,
}

pub enum Record {
    Standard,
    File(Box<RecordFile>),
}

impl Record {
    pub fn begin(path: &Path, force: Force, words: &Words) -> Result<Self, String> {
        if is_standard(path) {
            return Ok(Self::Standard);
        }
        let file = RecordFile::begin(path, force, words)?;
        Ok(Self::File(Box::new(file)))
    }

    /// Continues or creates a file; returns it with the results so far of each of these contests.
    pub fn resume(
        path: &Path,
        force: Force,
        words: &Words,
        nothing: Vec<Begun>,
    ) -> Result<(Self, Vec<Begun>), String> {
        if is_standard(path) {
            return Err(texts().arena_no_resume());
        }
        let (file, begun) = RecordFile::resume(path, force, words, nothing)?;
        Ok((Self::File(Box::new(file)), begun))
    }

    /// Writes the games of a pair and their result; breaks once their reader is gone.
    pub fn write(
        &mut self,
        contest: &Contest,
        (number, names): (usize, &[String; 2]),
        pair: &Pair,
        faults: &[Fault],
    ) -> Result<ControlFlow<()>, String> {
        match self {
            Self::Standard => {
                let games = Form::Lines.written(contest, names, pair)?;
                Ok(print::stream(games))
            }
            Self::File(file) => {
                let games = file.form.written(contest, names, pair)?;
                file.write(number, &games, pair, faults)?;
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    /// Keeps the incomplete files for `--resume`; removes them if nothing was written.
    pub fn give_up(&mut self) {
        match self {
            Self::Standard => {}
            Self::File(file) => file.give_up(),
        }
    }

    /// Renames the file. A complete file cannot be continued.
    pub fn finish(self, complete: bool) -> Result<(), String> {
        match self {
            Self::Standard => Ok(()),
            Self::File(file) => file.finish(complete),
        }
    }
}

pub struct RecordFile {
    path: PathBuf,
    form: Form,
    games: BufWriter<File>,
    results: BufWriter<File>,
    /// Bytes of games so far.
    bytes: u64,
    since: Instant,
}

#[derive(Clone, Copy)]
enum Form {
    /// Records for `capicu replay`.
    Records,
    /// A JSON object on each line.
    Lines,
}

impl Form {
    fn of(path: &Path) -> Self {
        match path.extension().is_some_and(|ending| ending == EXTENSION) {
            true => Self::Records,
            false => Self::Lines,
        }
    }

    fn written(
        self,
        contest: &Contest,
        names: &[String; 2],
        pair: &Pair,
    ) -> Result<String, String> {
        Ok(match self {
            Self::Lines => {
                let games = report::games_json(contest, names, pair).into_iter();
                games.map(|game| format!("{game}\n")).collect()
            }
            Self::Records => {
                let games = records(contest, names, pair)?.into_iter();
                games.map(|game| format!("{game}\n")).collect()
            }
        })
    }
}

/// All settings that affect the games, by name.
pub type Words = BTreeMap<&'static str, String>;

/// The longest time without a write to disk.
const LONG: Duration = Duration::from_secs(1);

impl RecordFile {
    fn begin(path: &Path, force: Force, words: &Words) -> Result<Self, String> {
        if !force.force && results_of(path).exists() {
            return Err(texts().arena_interrupted(&shown(path)));
        }
        force.check(path)?;
        let create = |file: &Path| {
            let file = File::create(file).map_err(|error| wrong(path, &error))?;
            Ok::<_, String>(BufWriter::new(file))
        };
        let games = create(&part_of(path))?;
        let mut results = create(&results_of(path))?;
        writeln!(results, "{}", json!(words)).map_err(|error| wrong(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            form: Form::of(path),
            games,
            results,
            bytes: 0,
            since: Instant::now(),
        })
    }

    fn resume(
        path: &Path,
        force: Force,
        words: &Words,
        nothing: Vec<Begun>,
    ) -> Result<(Self, Vec<Begun>), String> {
        let results = results_of(path);
        if !results.exists() {
            return match path.exists() {
                true => Err(texts().arena_complete(&shown(path))),
                false => Ok((Self::begin(path, force, words)?, nothing)),
            };
        }
        let text = fs::read_to_string(&results).map_err(|error| wrong(&results, &error))?;
        let part = part_of(path);
        if !part.exists() {
            fs::rename(path, &part).map_err(|error| wrong(path, &error))?;
        }
        let held = fs::metadata(&part).map_err(|error| wrong(&part, &error))?;
        let kept = Kept::read(&text, words, held.len(), nothing)
            .map_err(|why| format!("--resume: {}: {why}", shown(path)))?;
        let cut = |path: &Path, bytes| -> io::Result<BufWriter<File>> {
            let file = OpenOptions::new().write(true).open(path)?;
            file.set_len(bytes)?;
            drop(file);
            let file = OpenOptions::new().append(true).open(path)?;
            Ok(BufWriter::new(file))
        };
        let record = Self {
            path: path.to_owned(),
            form: Form::of(path),
            games: cut(&part, kept.games).map_err(|error| wrong(&part, &error))?,
            results: cut(&results, kept.results).map_err(|error| wrong(&results, &error))?,
            bytes: kept.games,
            since: Instant::now(),
        };
        Ok((record, kept.begun))
    }

    fn write(
        &mut self,
        number: usize,
        games: &str,
        pair: &Pair,
        faults: &[Fault],
    ) -> Result<(), String> {
        self.bytes += games.len() as u64;
        let line = line(number, self.bytes, &pair.result(), faults);
        let written = self
            .games
            .write_all(games.as_bytes())
            .and_then(|()| writeln!(self.results, "{line}"));
        written.map_err(|error| wrong(&self.path, &error))?;
        if self.since.elapsed() > LONG {
            self.since = Instant::now();
            self.flush()?;
        }
        Ok(())
    }

    /// Games first: results without their games are ignored.
    fn flush(&mut self) -> Result<(), String> {
        let flushed = self.games.flush().and_then(|()| self.results.flush());
        flushed.map_err(|error| wrong(&self.path, &error))
    }

    fn give_up(&mut self) {
        // The error has been reported.
        let _ = self.flush();
        if self.bytes == 0 {
            let _ = fs::remove_file(part_of(&self.path));
            let _ = fs::remove_file(results_of(&self.path));
        }
    }

    fn finish(mut self, complete: bool) -> Result<(), String> {
        self.flush()?;
        let moved = fs::rename(part_of(&self.path), &self.path);
        moved.map_err(|error| wrong(&self.path, &error))?;
        if complete {
            let removed = fs::remove_file(results_of(&self.path));
            removed.map_err(|error| wrong(&self.path, &error))?;
        }
        Ok(())
    }
}

struct Kept {
    begun: Vec<Begun>,
    /// Bytes of games that count, and below, of results.
    games: u64,
    results: u64,
}

impl Kept {
    /// Reads results whose games were written; `held` is the size of the games file.
    fn read(text: &str, words: &Words, held: u64, nothing: Vec<Begun>) -> Result<Self, String> {
        let mut lines = text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'));
        let first = lines.next().ok_or_else(|| texts().arena_not_begun())?;
        let before: BTreeMap<String, String> =
            serde_json::from_str(first).map_err(|_| texts().arena_not_begun())?;
        let none = String::new();
        for (name, now) in words {
            let before = before.get(*name).unwrap_or(&none);
            if before != now {
                return Err(texts().arena_differs(*name, before, now));
            }
        }
        let mut kept = Self {
            begun: nothing,
            games: 0,
            results: first.len() as u64,
        };
        for line in lines {
            let Some((contest, bytes, result, faults)) = read_line(line) else {
                break;
            };
            let Some(begun) = kept.begun.get_mut(contest).filter(|_| bytes <= held) else {
                break;
            };
            if result.half_games >= begun.tally.counts().len() {
                break;
            }
            begun.tally.add_pair(&result);
            begun.faults.extend(faults);
            kept.games = bytes;
            kept.results += line.len() as u64;
        }
        Ok(kept)
    }
}

fn line(contest: usize, bytes: u64, result: &PairResult, faults: &[Fault]) -> Value {
    json!({
        "contest": contest,
        "bytes": bytes,
        "half_games": result.half_games,
        "games": result.games,
        "decided": result.decided,
        "faults": result.faults,
        // As text: a JSON number would lose its last bits.
        "margin": result.margin.map(|margin| margin.to_string()),
        "ms": result.ms,
        "lost": faults.iter().map(Fault::json).collect::<Vec<_>>(),
    })
}

fn read_line(line: &str) -> Option<(usize, u64, PairResult, Vec<Fault>)> {
    let line: Value = serde_json::from_str(line).ok()?;
    let number = |name: &str| line.get(name)?.as_u64();
    let margin = match line.get("margin")? {
        Value::Null => None,
        text => Some(text.as_str()?.parse().ok()?),
    };
    let result = PairResult {
        half_games: number("half_games")? as usize,
        games: number("games")?,
        decided: number("decided")?,
        faults: serde_json::from_value(line.get("faults")?.clone()).ok()?,
        margin,
        ms: serde_json::from_value(line.get("ms")?.clone()).ok()?,
    };
    let lost = line.get("lost")?.as_array()?.iter();
    let faults = lost.map(Fault::of_json).collect::<Option<Vec<_>>>()?;
    Some((
        number("contest")? as usize,
        number("bytes")?,
        result,
        faults,
    ))
}

fn results_of(path: &Path) -> PathBuf {
    path.with_added_extension("progress")
}

fn wrong(path: &Path, error: &io::Error) -> String {
    format!("--record: {}", about(path, error))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(half_games: usize, margin: f64) -> PairResult {
        PairResult {
            half_games,
            games: 2,
            decided: 2,
            faults: [0, 1],
            margin: Some(margin),
            ms: [vec![0.1, 2.5], vec![]],
        }
    }

    fn nothing() -> Vec<Begun> {
        vec![Begun {
            tally: Tally::new(2),
            faults: Vec::new(),
        }]
    }

    #[test]
    fn results_without_their_games_are_dropped() {
        let words = Words::from([("seed", "7".to_owned())]);
        let margin = 0.1 + 0.2;
        let lines = [
            line(0, 10, &result(3, margin), &[]),
            line(0, 25, &result(4, 1.0), &[]),
        ];
        let head = format!("{}\n", json!(words));
        let text = format!("{head}{}\n{}\n", lines[0], lines[1]);
        let read = |text: &str, held| Kept::read(text, &words, held, nothing()).expect("ours");
        let all = read(&text, 25);
        assert_eq!((all.games, all.results), (25, text.len() as u64));
        let mut tally = Tally::new(2);
        tally.add_pair(&result(3, margin));
        tally.add_pair(&result(4, 1.0));
        assert_eq!(all.begun[0].tally, tally);
        // The games of the second pair are incomplete; then its line is.
        assert_eq!(read(&text, 24).games, 10);
        assert_eq!(read(&text[..text.len() - 1], 25).games, 10);
        assert_eq!(read(&head, 25).games, 0);
        let others = Words::from([("seed", "8".to_owned())]);
        assert!(Kept::read(&text, &others, 25, nothing()).is_err());
        assert!(Kept::read("", &words, 0, nothing()).is_err());
    }
}
