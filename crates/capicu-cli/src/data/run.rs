//! Contents of a data file.

use std::ops::Range;
use std::str::FromStr;

use parquet::file::metadata::KeyValue;

use super::schema::Schema;
use crate::language::texts;

/// Matches in a row group. Part of the format: another number gives other bytes.
pub const BLOCK: u64 = 16;

/// Settings of a run, in the words of its files. All files of a run have the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub matches: u64,
    pub schema: Schema,
    words: Vec<(String, String)>,
}

impl Run {
    /// Describes a run of this many matches; the words name everything else that affects the decisions.
    pub fn new(matches: u64, words: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        let program = format!("capicu {}", env!("CARGO_PKG_VERSION"));
        let known = [
            ("schema", Schema::NEWEST.number().to_owned()),
            ("program", program),
            ("matches", matches.to_string()),
        ];
        let words = known.into_iter().chain(words);
        Self {
            matches,
            schema: Schema::NEWEST,
            words: words.map(|(key, value)| (named(key), value)).collect(),
        }
    }

    pub fn metadata(&self, range: &Range<u64>) -> Vec<KeyValue> {
        let range = (named("range"), format!("{}..{}", range.start, range.end));
        let words = self.words.iter().cloned().chain([range]);
        words
            .map(|(key, value)| KeyValue::new(key, value))
            .collect()
    }

    /// Reads a file's metadata: its run and its matches. `None` if the file is not ours, or newer.
    pub fn read(metadata: &[KeyValue]) -> Option<(Self, Range<u64>)> {
        let ours = metadata.iter().filter(|word| word.key.starts_with(PREFIX));
        let mut words: Vec<(String, String)> = ours
            .map(|word| Some((word.key.clone(), word.value.clone()?)))
            .collect::<Option<_>>()?;
        let at = words.iter().position(|(key, _)| *key == named("range"))?;
        let (_, range) = words.remove(at);
        let (start, end) = range.split_once("..")?;
        let (start, end) = (start.parse().ok()?, end.parse().ok()?);
        let word = |name| {
            let found = words.iter().find(|(key, _)| *key == named(name));
            found.map(|(_, value)| value.as_str())
        };
        let matches = word("matches")?.parse().ok()?;
        let schema = Schema::by_number(word("schema")?)?;
        let run = Self {
            matches,
            schema,
            words,
        };
        (start <= end && end <= matches).then_some((run, start..end))
    }

    /// Describes a difference from another run.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let value = |run: &Self, key: &str| {
            let found = run.words.iter().find(|(known, _)| known == key);
            found.map_or_else(|| texts().data_not_there(), |(_, value)| value.clone())
        };
        let keys = self.words.iter().chain(&other.words).map(|(key, _)| key);
        let mut differing = keys.filter(|key| value(self, key) != value(other, key));
        let key = differing.next()?;
        let name = key.trim_start_matches(PREFIX);
        if key == &named("rules") {
            return Some(texts().data_other_rules());
        }
        let (theirs, ours) = (value(other, key), value(self, key));
        Some(texts().data_differs(name, &theirs, &ours))
    }
}

const PREFIX: &str = "capicu.";

fn named(key: &str) -> String {
    format!("{PREFIX}{key}")
}

/// One of several equal shares of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Returns the matches of the share. It consists of whole blocks, so it is empty if there are fewer blocks than
    /// shares.
    pub fn range(self, matches: u64) -> Range<u64> {
        let blocks = u128::from(matches.div_ceil(BLOCK));
        let until = |number: u64| {
            let blocks = blocks * u128::from(number) / u128::from(self.of);
            matches.min((blocks as u64).saturating_mul(BLOCK))
        };
        until(self.number - 1)..until(self.number)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (number, of) = text.split_once('/')?;
            let shard = Self {
                number: number.parse().ok()?,
                of: of.parse().ok()?,
            };
            (1..=shard.of).contains(&shard.number).then_some(shard)
        };
        read().ok_or_else(|| texts().data_shard())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_cover_every_match_in_whole_blocks() {
        for matches in [1, 15, 16, 17, 100, 1600, u64::MAX] {
            for of in [1, 2, 3, 7, 1000] {
                let mut next = 0;
                for number in 1..=of {
                    let range = Shard { number, of }.range(matches);
                    assert_eq!(range.start, next);
                    assert!(range.end == matches || range.end.is_multiple_of(BLOCK));
                    next = range.end;
                }
                assert_eq!(next, matches);
            }
        }
        assert_eq!(Shard::WHOLE.range(40), 0..40);
    }

    #[test]
    fn shards_are_parsed() {
        assert_eq!("2/3".parse(), Ok(Shard { number: 2, of: 3 }));
        for bad in ["", "2", "0/3", "4/3", "a/3", "1/", "1/0", "-1/3"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }

    #[test]
    fn run_reads_its_metadata_and_names_a_difference() {
        let run = |seed: &str| {
            Run::new(
                100,
                [("game", "cien".to_owned()), ("seed", seed.to_owned())],
            )
        };
        let metadata = run("7").metadata(&(16..32));
        assert_eq!(Run::read(&metadata), Some((run("7"), 16..32)));
        assert_eq!(Run::read(&run("7").metadata(&(90..101))), None);
        assert_eq!(Run::read(&[]), None);
        assert_eq!(run("7").difference(&run("7")), None);
        let said = run("7").difference(&run("8"));
        assert_eq!(said.as_deref(), Some("seed is 8, not 7"));
    }
}
