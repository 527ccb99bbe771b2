//! Reads checked rules from TOML.

use core::ops::Range;

use capicu::Rules;
use capicu::rules::{Choices, Effect, OptionError, OptionInfo, OptionKind};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Due, Found, MAX_PROBLEMS, Problem, RuleFile, RuleFileError};
use crate::place::Lines;
use crate::record::plain;
use crate::suggest::{nearest, option_called, word_called};
use crate::{Place, games};

/// The keys that are not options, with their types.
const KEYS: [&str; 10] = [
    "id",
    "name",
    "name-es",
    "name-fr",
    "description",
    "description-es",
    "description-fr",
    "sources",
    "base",
    "players",
];

/// Spanish and French words for some of the keys.
const ELSEWHERE: [(&str, &str); 10] = [
    ("nombre", "name"),
    ("nom", "name"),
    ("descripcion", "description"),
    ("descripción", "description"),
    ("juego", "base"),
    ("jeu", "base"),
    ("jugadores", "players"),
    ("joueurs", "players"),
    ("fuentes", "sources"),
    ("fuente", "sources"),
];

/// The key for a word of another language.
fn key_called(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let meant = ELSEWHERE.iter().find(|(word, _)| *word == name);
    meant.map(|(_, key)| *key)
}

pub(super) fn read(text: &str) -> Result<RuleFile, Vec<RuleFileError>> {
    let (table, syntax) = DeTable::parse_recoverable(text);
    let mut reader = Reader {
        text,
        plain: plain(),
        errors: Vec::new(),
        seats: Vec::new(),
        base_at: 0..0,
        file: RuleFile {
            id: None,
            name: None,
            name_es: None,
            name_fr: None,
            description: None,
            description_es: None,
            description_fr: None,
            sources: Vec::new(),
            base: None,
            variants: Vec::new(),
            id_at: Place::default(),
            changed: Vec::new(),
        },
    };
    if text.trim_start().starts_with('{') {
        reader.complain_of_all(Problem::Json);
        return reader.finish();
    }
    let mut broken = Vec::new();
    for error in syntax {
        let at = error.span().unwrap_or(text.len()..text.len());
        broken.push(at.clone());
        reader.complain(at, Problem::Syntax(error.message().replace('\n', ", ")));
    }
    // Errors that follow from broken TOML would only confuse, so only the other lines are checked.
    if !broken.is_empty() {
        for _ in 0..PASSES {
            if broken.len() > MAX_PROBLEMS {
                break;
            }
            let rest = without_lines(text, &broken);
            let (table, more) = DeTable::parse_recoverable(&rest);
            if more.is_empty() {
                reader.table(table.get_ref(), true);
                break;
            }
            broken.extend(more.iter().filter_map(|error| error.span()));
        }
    } else {
        let common = reader.table(table.get_ref(), true);
        if reader.errors.is_empty() {
            reader.check(&common);
        } else if reader.file.base.is_some() {
            reader.contradictions(&common);
        }
    }
    reader.finish()
}

/// The most attempts to drop broken lines until the rest is TOML.
const PASSES: usize = 2;

/// Blanks the lines that overlap these ranges, so that all other text keeps its place.
fn without_lines(text: &str, broken: &[Range<usize>]) -> String {
    let mut start = 0;
    let mut rest = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let is_broken = |at: &Range<usize>| at.start < end && at.end.max(at.start + 1) > start;
        match broken.iter().any(is_broken) {
            true => rest.extend(
                line.bytes()
                    .map(|byte| if byte == b'\n' { '\n' } else { ' ' }),
            ),
            false => rest.push_str(line),
        }
        start = end;
    }
    rest
}

struct Given {
    option: &'static OptionInfo,
    value: String,
    at: Range<usize>,
}

/// A number of players, its place, and the options that differ for it.
type Seats = (u8, Range<usize>, Vec<Given>);

struct Reader<'a> {
    text: &'a str,
    plain: Choices,
    /// Problems with their bytes, at most one more than are reported.
    errors: Vec<(usize, Problem)>,
    seats: Vec<Seats>,
    base_at: Range<usize>,
    file: RuleFile,
}

impl Reader<'_> {
    fn complain(&mut self, at: Range<usize>, problem: Problem) {
        let error = (at.start, problem);
        if !self.is_full() && self.errors.last() != Some(&error) {
            self.errors.push(error);
        }
    }

    /// Adds a problem of the file as a whole.
    fn complain_of_all(&mut self, problem: Problem) {
        self.complain(0..0, problem);
    }

    /// Whether enough problems are found to stop reading.
    const fn is_full(&self) -> bool {
        self.errors.len() > MAX_PROBLEMS
    }

    fn finish(mut self) -> Result<RuleFile, Vec<RuleFileError>> {
        if self.errors.is_empty() {
            return Ok(self.file);
        }
        self.errors.sort_by_key(|(at, _)| *at);
        let more = self.errors.get(MAX_PROBLEMS).map(|(at, _)| *at);
        self.errors.truncate(MAX_PROBLEMS);
        self.errors.dedup();
        self.errors.extend(more.map(|at| (at, Problem::More)));
        let lines = Lines::new(self.text);
        let errors = self.errors.into_iter();
        Err(errors
            .map(|(at, problem)| problem.at(lines.place(at)))
            .collect())
    }

    /// Reads the options of a table; at the top level, all other keys as well.
    fn table(&mut self, table: &DeTable<'_>, top: bool) -> Vec<Given> {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut given = Vec::new();
        for (key, value) in entries {
            if self.is_full() {
                break;
            }
            let name = key.get_ref().as_ref();
            if top && KEYS.contains(&name) {
                self.key(name, key.span(), value);
                continue;
            }
            let mut options = Choices::OPTIONS.iter();
            match options.find(|option| option.name == name && name != "players") {
                Some(option) => given.extend(self.option(option, value)),
                // Its content is checked all the same.
                None if top && value.get_ref().is_table() => {
                    let known = name.chars().take(64).collect();
                    self.complain(key.span(), Problem::NoTable(known));
                    if let DeValue::Table(inner) = value.get_ref() {
                        given.extend(self.table(inner, false));
                    }
                }
                None => {
                    let options = Choices::OPTIONS.iter().map(|option| option.name);
                    let keys = KEYS.into_iter().filter(|_| top);
                    let suggestion = key_called(name).filter(|_| top);
                    let suggestion = suggestion.or_else(|| option_called(name));
                    let suggestion = suggestion.or_else(|| nearest(name, options.chain(keys)));
                    let name = name.chars().take(64).collect();
                    self.complain(key.span(), Problem::UnknownOption { name, suggestion });
                }
            }
        }
        given
    }

    fn option(
        &mut self,
        option: &'static OptionInfo,
        value: &Spanned<DeValue<'_>>,
    ) -> Option<Given> {
        let text = match (option.kind, value.get_ref()) {
            (OptionKind::Word(_) | OptionKind::Tiles, DeValue::String(text)) => text.to_string(),
            (OptionKind::Number { .. }, DeValue::Integer(number)) => {
                // TOML also has numbers in other bases, which are not allowed here.
                if number.radix() == 10 {
                    number.as_str().replace('_', "")
                } else {
                    "?".to_owned()
                }
            }
            (OptionKind::Tiles, DeValue::Array(tiles))
                if tiles.iter().all(|tile| tile.get_ref().is_str()) =>
            {
                let tiles = tiles.iter().filter_map(|tile| tile.get_ref().as_str());
                tiles.collect::<Vec<_>>().join(" ")
            }
            (kind, other) => {
                let due = match kind {
                    OptionKind::Word(_) => Due::Word,
                    OptionKind::Number { .. } => Due::Number,
                    OptionKind::Tiles => Due::Tiles,
                };
                let (name, found) = (option.name.to_owned(), type_of(other));
                self.complain(value.span(), Problem::Type { name, due, found });
                return None;
            }
        };
        let number = matches!(option.kind, OptionKind::Number { .. });
        let text = if number {
            text.trim_start_matches('+').to_owned()
        } else {
            text
        };
        let mut trial = self.plain;
        match trial.set(option.name, &text) {
            Ok(()) => Some(Given {
                option,
                value: text,
                at: value.span(),
            }),
            Err(error) => {
                let suggestion = match error {
                    OptionError::UnknownWord(words) => {
                        word_called(option, &text).or_else(|| nearest(&text, words.iter().copied()))
                    }
                    _ => None,
                };
                let source = self.text.get(value.span()).unwrap_or(&text);
                let value_text = if text == "?" { source } else { &text };
                let problem = Problem::Value {
                    option: option.name,
                    value: value_text.chars().take(64).collect(),
                    error,
                    suggestion,
                };
                self.complain(value.span(), problem);
                None
            }
        }
    }

    fn key(&mut self, name: &str, at: Range<usize>, value: &Spanned<DeValue<'_>>) {
        if name == "players" {
            self.players(at, value);
            return;
        }
        if name == "sources" {
            self.file.sources = self.sources(value);
            return;
        }
        let Some(text) = value.get_ref().as_str() else {
            self.wrong_type(name, Due::Text, value);
            return;
        };
        let text = text.trim().to_owned();
        match name {
            "name" => self.file.name = Some(text),
            "name-es" => self.file.name_es = Some(text),
            "name-fr" => self.file.name_fr = Some(text),
            "description" => self.file.description = Some(text),
            "description-es" => self.file.description_es = Some(text),
            "description-fr" => self.file.description_fr = Some(text),
            "id" => {
                let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
                if text.is_empty() || text.len() > 64 || !text.bytes().all(plain) {
                    self.complain(value.span(), Problem::Id);
                }
                self.file.id = Some(text);
                self.file.id_at = Place::of(self.text, value.span().start);
            }
            _ => match games::ids().find(|id| *id == text) {
                Some(id) => {
                    self.file.base = Some(id);
                    self.base_at = value.span();
                }
                None => {
                    let near = || nearest(&text, games::ids());
                    let suggestion = games::called(&text).or_else(near);
                    let name = text.chars().take(64).collect();
                    self.complain(value.span(), Problem::UnknownBase { name, suggestion });
                }
            },
        }
    }

    fn wrong_type(&mut self, name: &str, due: Due, value: &Spanned<DeValue<'_>>) {
        let (name, found) = (name.chars().take(64).collect(), type_of(value.get_ref()));
        self.complain(value.span(), Problem::Type { name, due, found });
    }

    fn sources(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<String> {
        match value.get_ref() {
            DeValue::String(source) => vec![source.to_string()],
            DeValue::Array(all) if all.iter().all(|source| source.get_ref().is_str()) => {
                let all = all.iter().filter_map(|source| source.get_ref().as_str());
                all.map(str::to_owned).collect()
            }
            _ => {
                self.wrong_type("sources", Due::Texts, value);
                Vec::new()
            }
        }
    }

    /// Reads `players = 4`, `players = [4, 2]`, or tables `[players.4]` with the options that differ.
    fn players(&mut self, at: Range<usize>, value: &Spanned<DeValue<'_>>) {
        let mut found: Vec<(Option<u8>, Range<usize>, Vec<Given>)> = Vec::new();
        let number = |value: &DeValue<'_>| match value {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok(),
            _ => None,
        };
        match value.get_ref() {
            DeValue::Array(all) => {
                for one in all.iter() {
                    found.push((number(one.get_ref()), one.span(), Vec::new()));
                }
            }
            DeValue::Table(all) => {
                let mut all: Vec<_> = all.iter().collect();
                all.sort_by_key(|(key, _)| key.span().start);
                for (key, table) in all {
                    if self.is_full() {
                        break;
                    }
                    let given = match table.get_ref() {
                        DeValue::Table(table) => self.table(table, false),
                        _ => {
                            self.wrong_type(key.get_ref(), Due::Table, table);
                            Vec::new()
                        }
                    };
                    found.push((key.get_ref().parse().ok(), key.span(), given));
                }
            }
            one => found.push((number(one), value.span(), Vec::new())),
        }
        if found.is_empty() {
            self.complain(at, Problem::Players);
        }
        for (number, at, given) in found {
            let known = |number: &u8| self.seats.iter().any(|(other, ..)| other == number);
            match number.filter(|number| (2..=12).contains(number) && !known(number)) {
                Some(number) => self.seats.push((number, at, given)),
                None => self.complain(at, Problem::Players),
            }
        }
    }

    fn check(&mut self, common: &[Given]) {
        let base = self.file.base.and_then(games::by_id);
        let base = base.as_ref();
        if self.seats.is_empty() {
            match base {
                Some(base) => {
                    let players = base.players().into_iter();
                    self.seats = players
                        .map(|players| (players, self.base_at.clone(), Vec::new()))
                        .collect();
                }
                None => {
                    self.missing(vec!["players"], common);
                    return;
                }
            }
        }
        for (players, at, own) in std::mem::take(&mut self.seats) {
            let mut choices = base.map_or(self.plain, |base| base.choices_for(players));
            // Each value has been checked before.
            let _ = choices.set("players", &players.to_string());
            for given in common.iter().chain(&own) {
                let _ = choices.set(given.option.name, &given.value);
            }
            for given in common.iter().chain(&own).filter(|_| base.is_some()) {
                let name = given.option.name;
                if self.file.changed.iter().all(|(known, _)| *known != name) {
                    let place = Place::of(self.text, given.at.start);
                    self.file.changed.push((name, place));
                }
            }
            if base.is_none() {
                let all: Vec<_> = common.iter().chain(&own).collect();
                let given = |name: &str| {
                    name == "players" || all.iter().any(|given| given.option.name == name)
                };
                let missing: Vec<_> = due(&choices).filter(|name| !given(name)).collect();
                if !missing.is_empty() {
                    self.complain_of_all(Problem::Missing(missing));
                    continue;
                }
            }
            match Rules::new(choices) {
                Ok(rules) => self.file.variants.push((players, rules)),
                Err(errors) => {
                    for error in errors {
                        let mut given = own.iter().chain(common);
                        let at = given
                            .find(|given| given.option.name == error.option())
                            .map_or(at.clone(), |given| given.at.clone());
                        self.complain(at, Problem::Rules { players, error });
                    }
                }
            }
        }
    }

    /// Finds contradictions in a file with other mistakes. Reports only those that the file's own options cause, since
    /// the meaning of the rest is unknown.
    fn contradictions(&mut self, common: &[Given]) {
        let Some(base) = self.file.base.and_then(games::by_id) else {
            return;
        };
        let mut seats = std::mem::take(&mut self.seats);
        if seats.is_empty() {
            seats.push((base.players()[0], self.base_at.clone(), Vec::new()));
        }
        for (players, _, own) in seats {
            let mut choices = base.choices_for(players);
            for given in common.iter().chain(&own) {
                let _ = choices.set(given.option.name, &given.value);
            }
            for error in Rules::new(choices).err().into_iter().flatten() {
                let mut given = own.iter().chain(common);
                let at = given.find(|given| given.option.name == error.option());
                if let Some(at) = at.map(|given| given.at.clone()) {
                    self.complain(at, Problem::Rules { players, error });
                }
            }
        }
    }

    fn missing(&mut self, mut missing: Vec<&'static str>, common: &[Given]) {
        let mut choices = self.plain;
        for given in common {
            let _ = choices.set(given.option.name, &given.value);
        }
        let given = |name: &str| common.iter().any(|given| given.option.name == name);
        missing.extend(due(&choices).filter(|name| *name != "players" && !given(name)));
        self.complain_of_all(Problem::Missing(missing));
    }
}

/// The options that a game from scratch must give, once the others have their values.
fn due(choices: &Choices) -> impl Iterator<Item = &'static str> + use<> {
    let effects = choices.effects();
    let names = Choices::OPTIONS.iter().map(|option| option.name);
    names.filter(move |name| effects.get(name).is_some_and(Effect::is_due))
}

fn type_of(value: &DeValue<'_>) -> Found {
    match value {
        DeValue::String(_) => Found::Text,
        DeValue::Integer(_) => Found::Number,
        DeValue::Float(_) => Found::Fraction,
        DeValue::Boolean(_) => Found::Truth,
        DeValue::Datetime(_) => Found::Date,
        DeValue::Array(_) => Found::List,
        DeValue::Table(_) => Found::Table,
    }
}
