//! `capicu games`: lists games and shows their rules.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use capicu::Rules;
use capicu::rules::{Choices, OptionValue};
use capicu_i18n::{Lang, Texts};
use capicu_record::Place;
use capicu_record::games::{self, Game};
use capicu_record::rule_file::{self, RuleFile};
use clap::{Subcommand, ValueEnum};
use serde_json::{Map, Value, json};

use crate::chosen::{Changed, rule_file, unknown};
use crate::language::{language, say};
use crate::{exit, input, print, suggested};

/// List games, explain one, or check a rule file
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Print JSON (for the list and `check`)
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print the rules of a game or rule file
    Show {
        /// Id from `capicu games`, or a rule file
        #[arg(value_name = "ID|FILE", value_parser = suggested::games(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        changed: Changed,
        /// Format of the output
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Check a rule file and print all errors with line and column
    Check {
        /// Rule file; `-` for standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Print the JSON Schema of rule files, for editors
    Schema,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Sentences for people
    Text,
    /// A rule file with every option
    Toml,
    /// Every option, for programs
    Json,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let lang = language(None);
    match &arguments.command {
        None => list(lang, arguments.json),
        Some(Command::Schema) => {
            let texts = Texts::new(Lang::En);
            print::json(&rule_file::schema(|option| texts.option_help(option)));
            ExitCode::SUCCESS
        }
        Some(Command::Check { file }) => check(file, lang, arguments.json),
        Some(Command::Show {
            game,
            changed,
            format,
        }) => {
            let format = if arguments.json {
                Format::Json
            } else {
                *format
            };
            match show(game, changed, format, lang) {
                Ok(()) => ExitCode::SUCCESS,
                Err(why) => exit::unreadable(why),
            }
        }
    }
}

fn named(game: &Game, lang: Lang) -> (String, String) {
    match game {
        Game::BuiltIn(game) => {
            let texts = Texts::new(lang);
            let name = texts
                .game_name(game.id)
                .unwrap_or_else(|| game.id.to_owned());
            (name, texts.game_line(game.id).unwrap_or_default())
        }
        Game::File { file, .. } => described(file, lang),
    }
}

fn described(file: &RuleFile, lang: Lang) -> (String, String) {
    let or_nothing = |text: Option<&str>| text.unwrap_or_default().to_owned();
    (
        or_nothing(file.called(lang)),
        or_nothing(file.described(lang)),
    )
}

fn list(lang: Lang, as_json: bool) -> ExitCode {
    let games = games::all();
    if as_json {
        let games: Vec<Value> = games
            .iter()
            .map(|game| {
                let (name, line) = named(game, lang);
                json!({
                    "id": game.id(),
                    "name": name,
                    "description": line,
                    "players": game.players(),
                    "built_in": matches!(game, Game::BuiltIn(_)),
                })
            })
            .collect();
        print::json(&json!(games));
        return ExitCode::SUCCESS;
    }
    let width = games.iter().map(|game| game.id().len()).max().unwrap_or(0);
    let mut out = String::new();
    for game in games {
        let mut numbers = game.players();
        numbers.sort_unstable();
        let (_, line) = named(game, lang);
        out += &format!("{:width$}  {:>5}  {line}\n", game.id(), span(&numbers));
    }
    print::text(out);
    ExitCode::SUCCESS
}

/// Formats numbers, consecutive ones as `2-5`.
fn span(numbers: &[u8]) -> String {
    match numbers {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    }
}

fn show(name: &str, changed: &Changed, format: Format, lang: Lang) -> Result<(), String> {
    let (path, texts) = (Path::new(name), Texts::new(lang));
    let (title, line, rules, id, sources) = match games::by_id(name) {
        Some(game) => {
            let rules = changed.of_game(&game, None)?;
            let (title, line) = named(&game, lang);
            let sources = match &game {
                Game::BuiltIn(_) => Vec::new(),
                Game::File { file, .. } => file.sources.clone(),
            };
            (title, line, rules, game.id().to_owned(), sources)
        }
        None if name == "-" || path.exists() => {
            let file = rule_file(path, texts)?;
            let rules = changed.of_file(name, &file, None)?;
            let (title, line) = described(&file, lang);
            let id = file.id.clone().unwrap_or_else(|| name.to_owned());
            (title, line, rules, id, file.sources)
        }
        None => return Err(unknown(name, texts)),
    };
    match format {
        Format::Toml => print::text(RuleFile::text_of(&rules, None)),
        Format::Json => print::json(&json!({
            "id": id,
            "name": title,
            "players": rules.n_seats(),
            "options": options(&rules),
        })),
        Format::Text => {
            let title = if title.is_empty() { id } else { title };
            print::text(explained(&title, &line, &rules, &sources, lang));
        }
    }
    Ok(())
}

fn explained(title: &str, line: &str, rules: &Rules, sources: &[String], lang: Lang) -> String {
    let players = rules.n_seats();
    let who = say(lang, "players", "jugadores");
    let mut out = format!("{title} ({players} {who})\n");
    if !line.is_empty() {
        out += &format!("{line}\n");
    }
    for section in Texts::new(lang).explain(rules) {
        out += &format!("\n{}\n", section.title);
        for sentence in section.sentences {
            out += &format!("  {sentence}\n");
        }
    }
    if !sources.is_empty() {
        let heading = say(lang, "Sources", "Fuentes");
        out += &format!("\n{heading}\n");
        for source in sources {
            out += &format!("  {source}\n");
        }
    }
    out
}

pub fn options(rules: &Rules) -> Value {
    let mut options = Map::new();
    for option in Choices::OPTIONS {
        let value = match rules.get(option.name) {
            Some(OptionValue::Word(word)) => json!(word),
            Some(OptionValue::Number(number)) => json!(number),
            Some(OptionValue::Tiles(tiles)) => {
                let tiles: Vec<_> = tiles.into_iter().map(|tile| tile.to_string()).collect();
                json!(tiles)
            }
            None => continue,
        };
        options.insert(option.name.to_owned(), value);
    }
    Value::Object(options)
}

fn check(path: &Path, lang: Lang, as_json: bool) -> ExitCode {
    let texts = Texts::new(lang);
    let bytes = match input::read(path, texts) {
        Ok(bytes) => bytes,
        Err(why) => return exit::unreadable(why),
    };
    match RuleFile::from_bytes(&bytes) {
        Ok(file) => {
            let numbers: Vec<u8> = file.players().collect();
            let placed: Vec<String> = file
                .warnings()
                .iter()
                .map(|warning| warning.told(texts))
                .collect();
            let locks = locks(&file, lang);
            if as_json {
                let warnings: Vec<&String> = placed.iter().chain(&locks).collect();
                print::json(&json!({
                    "valid": true, "players": numbers, "errors": [], "warnings": warnings
                }));
            } else {
                let fine = say(lang, "can be played by", "se puede jugar entre");
                let numbers: Vec<_> = numbers.iter().map(u8::to_string).collect();
                let shown = input::shown(path, texts);
                print::text(format!("{shown}: {fine} {}\n", numbers.join(", ")));
                for warning in placed {
                    exit::warning(format_args!("{shown}:{warning}"));
                }
                for lock in locks {
                    exit::warning(format_args!("{shown}: {lock}"));
                }
            }
            ExitCode::SUCCESS
        }
        Err(errors) => {
            if as_json {
                let errors: Vec<Value> = errors
                    .iter()
                    .map(|error| {
                        let Place { line, column } = error.place;
                        let reason = error.problem.told(texts);
                        json!({ "line": line, "column": column, "reason": reason })
                    })
                    .collect();
                print::json(
                    &json!({ "valid": false, "players": [], "errors": errors, "warnings": [] }),
                );
            }
            let shown = input::shown(path, texts);
            for error in errors {
                exit::error(format_args!("{shown}:{}", error.told(texts)));
            }
            ExitCode::from(2)
        }
    }
}

/// Warns that a match may reach a score from which nobody can win, for each number of points that a side may need.
fn locks(file: &RuleFile, lang: Lang) -> Vec<String> {
    let mut locks: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for players in file.players() {
        let fewest = file.rules(players).and_then(|rules| rules.can_lock());
        if let Some(fewest) = fewest {
            locks.entry(fewest).or_default().push(players.to_string());
        }
    }
    let told = locks.iter();
    told.map(|(fewest, players)| can_lock(lang, *fewest, &players.join(", ")))
        .collect()
}

fn can_lock(lang: Lang, fewest: u16, players: &str) -> String {
    match lang {
        Lang::En | Lang::Fr => format!(
            "a match of {players} players can go on for ever: no score is smaller than {fewest}, and with \
             `finish = \"exact\"` every side can come to lack less than that"
        ),
        Lang::Es => format!(
            "una partida entre {players} puede no acabar nunca: ningún tanto es menor de {fewest}, y con \
             `finish = \"exact\"` a todos puede llegar a faltarles menos"
        ),
    }
}
