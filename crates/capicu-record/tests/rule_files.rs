//! Rule files: their content, and errors with their places.

use std::fs;
use std::path::PathBuf;

use capicu::rules::{Choices, KeyTile, OptionKind, Teams};
use capicu::{Game, Rules};
use capicu_i18n::Texts;
use capicu_record::games;
use capicu_record::rule_file::{self, Problem, RuleFile, RuleFileError, schema};

fn wrong(text: &str) -> Vec<String> {
    let errors = RuleFile::parse(text).expect_err("the file is wrong");
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn overlong_rule_file_is_not_read() {
    let keys: Vec<String> = (0..12_000).map(|n| format!("a{n} = 1\n")).collect();
    let text = format!("base = \"cien\"\n{}", keys.concat());
    let errors = wrong(&text);
    assert_eq!(errors.len(), 1, "not one for each of its keys");
    assert!(errors[0].starts_with("1:1: "), "{errors:?}");
    assert!(errors[0].contains("64 KiB"), "{errors:?}");
}

#[test]
fn file_may_give_only_options_that_differ_from_the_base() {
    let file = RuleFile::parse("base = \"jamaican-partner\"\nkey-tile = \"off\"\n").unwrap();
    let rules = file.rules(4).unwrap();
    assert_eq!(rules.key_tile, KeyTile::Off);
    assert_eq!(rules.target.get(), 6);
    assert_eq!(file.players().collect::<Vec<_>>(), [4]);
}

#[test]
fn options_may_differ_by_number_of_players() {
    let text = "base = \"club\"\ntarget = 121\n[players.4]\nteams = \"pairs\"\n[players.2]\n";
    let file = RuleFile::parse(text).unwrap();
    assert_eq!(file.players().collect::<Vec<_>>(), [4, 2]);
    assert_eq!(file.rules(4).unwrap().teams, Teams::Pairs);
    assert_eq!(file.rules(2).unwrap().teams, Teams::Singles);
    assert_eq!(file.rules(4).unwrap().target.get(), 121);
    let file = RuleFile::parse("base = \"cien\"\nplayers = [3, 2]\n").unwrap();
    assert_eq!(file.players().collect::<Vec<_>>(), [3, 2]);
}

#[test]
fn misspelled_word_gets_a_suggestion() {
    assert_eq!(
        wrong("base = \"jamaican-partnr\"\nkey_tile = \"of\"\n\nTarget = 7\n"),
        [
            "1:8: unknown game `jamaican-partnr`; did you mean `jamaican-partner`?",
            "2:1: unknown option `key_tile`; did you mean `key-tile`?",
            "4:1: unknown option `Target`; did you mean `target`?",
        ]
    );
    assert_eq!(
        wrong("base = \"block\"\ndraw = \"until_playable\"\n"),
        [
            "2:8: invalid value `until_playable` for `draw`: not one of the values of this option: \
          never, until-playable, one-may-play, one-ends-turn; did you mean `until-playable`?"
        ]
    );
}

/// Spanish and French readers may use the names that the form shows them.
#[test]
fn words_of_other_languages_get_a_suggestion() {
    assert_eq!(
        wrong(
            "juego = \"cien\"\nnombre = \"El patio\"\nTope = 150\njugadores = 4\nllave = \"no\"\nbut = 3\n"
        ),
        [
            "1:1: unknown option `juego`; did you mean `base`?",
            "2:1: unknown option `nombre`; did you mean `name`?",
            "3:1: unknown option `Tope`; did you mean `target`?",
            "4:1: unknown option `jugadores`; did you mean `players`?",
            "5:1: unknown option `llave`; did you mean `key-tile`?",
            "6:1: unknown option `but`; did you mean `target`?",
        ]
    );
    let spanish = Texts::new(capicu_i18n::Lang::Es);
    let never = spanish.option_word("draw", "never").expect("a word");
    let errors = wrong(&format!("base = \"block\"\ndraw = \"{never}\"\n"));
    assert!(errors[0].ends_with("; did you mean `never`?"), "{errors:?}");
}

#[test]
fn wrong_types_and_bounds_are_explained() {
    assert_eq!(
        wrong("base = \"block\"\ntarget = \"100\"\nhand = 0\nset = 9\nremoved = [\"7\"]\n"),
        [
            "2:10: `target` has to be a whole number without quotes, not a text",
            "3:8: invalid value `0` for `hand`: not a whole number from 1 to 95",
            "4:7: `set` has to be a word in quotes, not a number",
            "5:11: invalid value `7` for `removed`: a tile is two numbers from 0 to 18 joined by a hyphen, such as 6-4",
        ]
    );
    assert_eq!(
        wrong("base = \"block\"\nhand = 99999999999999999999\n").len(),
        1
    );
    assert_eq!(wrong("base = \"block\"\nplayers = 13\n").len(), 1);
    assert_eq!(wrong("base = \"block\"\nplayers = []\n").len(), 1);
    assert_eq!(wrong("base = \"block\"\nplayers = [4, 4]\n").len(), 1);
}

#[test]
fn contradiction_is_reported_at_the_place_of_its_option() {
    let errors = wrong("base = \"block\"\nplayers = 4\n\nhand = 8\nset = \"double-six\"\n");
    assert_eq!(
        errors,
        ["4:8: with 4 players: hand: 32 tiles would be dealt, but the set has only 28"]
    );
    let errors = wrong("base = \"french\"\nhand = 6\n");
    assert_eq!(errors.len(), 1);
    assert!(errors[0].contains("opener"), "{errors:?}");
    let errors = wrong("base = \"club\"\n[players.3]\nteams = \"pairs\"\n");
    assert_eq!(
        errors,
        ["3:9: with 3 players: teams: partners need exactly four players"]
    );
}

#[test]
fn option_is_reported_next_to_one_that_forbids_it() {
    for (text, place, option) in [
        (
            "call-sum = \"own\"\ncalls = \"automatic\"",
            "2:12",
            "call-sum",
        ),
        ("calls = \"declared\"\nwrong-call = 5", "3:14", "wrong-call"),
        ("skunk = \"agreed\"\nskunk-line = 61", "3:14", "skunk-line"),
    ] {
        let errors = wrong(&format!("base = \"club\"\n{text}\n"));
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].starts_with(place), "{errors:?}");
        assert!(errors[0].contains(option), "{errors:?}");
    }
}

/// A file from before an option was introduced keeps its meaning: the option has its old value.
#[test]
fn old_file_without_newer_options_keeps_its_meaning() {
    let game = Game::by_id("club").unwrap();
    let rules = game.rules(2).unwrap();
    let text = RuleFile::text_of(&rules, None);
    for (option, was) in [
        ("call-sum", "told"),
        ("wrong-call", "0"),
        ("next-match-opener", "draw"),
        ("later-double", "three-places"),
    ] {
        let older = text.lines().filter(|line| !line.starts_with(option));
        let older: Vec<&str> = older.collect();
        assert!(older.len() < text.lines().count(), "{option}");
        let file = RuleFile::parse(&older.join("\n")).unwrap_or_else(|e| panic!("{option}: {e:?}"));
        let choices = game.choices(2).unwrap().with(option, was).unwrap();
        assert_eq!(
            file.rules(2),
            Some(Rules::new(choices).unwrap()),
            "{option}"
        );
    }
}

#[test]
fn game_from_scratch_lists_missing_options() {
    let errors = wrong("hand = 7\n");
    assert_eq!(errors.len(), 1);
    assert!(
        errors[0].starts_with("1:1: a file without `base`"),
        "{errors:?}"
    );
    for option in ["players", "set", "teams", "opener", "score", "target"] {
        assert!(errors[0].contains(option), "{option}");
    }
    assert!(!errors[0].contains("removed"), "{errors:?}");
}

#[test]
fn file_with_every_option_is_a_game_from_scratch() {
    for game in games::all() {
        for players in game.players() {
            let rules = game.rules(players).unwrap();
            let text = RuleFile::text_of(&rules, None);
            let file = RuleFile::parse(&text).unwrap_or_else(|e| panic!("{}: {e:?}", game.id()));
            assert_eq!(file.rules(players), Some(rules), "{}", game.id());
            let text = RuleFile::text_of(&rules, Some(game.id()));
            let file = RuleFile::parse(&text).unwrap();
            assert_eq!(file.rules(players), Some(rules), "{}", game.id());
            assert_eq!(text.lines().count(), 2, "only the base and the players");
        }
    }
}

#[test]
fn broken_toml_is_reported_with_its_place() {
    let errors = wrong("base = \"block\"\nhand = = 3\n[players.\n");
    assert!(errors.len() >= 2, "all at once: {errors:?}");
    assert!(errors[0].starts_with("2:"), "{errors:?}");
    let errors = RuleFile::from_bytes(b"base = \"block\"\nname = \"\xff\"\n").unwrap_err();
    assert_eq!((errors[0].place.line, errors[0].place.column), (2, 9));
}

#[test]
fn published_schemas_are_those_of_the_code() {
    let texts = Texts::default();
    let rules = schema(|option| texts.option_help(option));
    let properties = rules["properties"].as_object().unwrap();
    assert!(
        Choices::OPTIONS
            .iter()
            .all(|option| properties.contains_key(option.name))
    );
    published("rule-file.schema.json", &rules);
    published("record.schema.json", &capicu_record::json::schema());
}

#[test]
fn page_of_all_options_is_that_of_the_code() {
    let texts = Texts::default();
    let mut page = String::from(OPTIONS_PAGE);
    for (title, options) in texts.option_sections() {
        page += &format!("\n## {title}\n\n| Option | Meaning | Values |\n|---|---|---|\n");
        for option in options {
            let info = Choices::OPTIONS.iter().find(|info| info.name == option);
            let values = match info.expect("the option exists").kind {
                OptionKind::Word(words) => {
                    let value = |word: &&str| match texts.option_word(option, word) {
                        Some(label) if label != *word => format!("`\"{word}\"`: {label}"),
                        _ => format!("`\"{word}\"`"),
                    };
                    words.iter().map(value).collect::<Vec<_>>().join("<br>")
                }
                OptionKind::Number { min, max } => format!("{min} to {max}"),
                OptionKind::Tiles => "a list, such as `[\"6-6\"]`".to_owned(),
            };
            let help = texts.option_help(option).expect("every option has a help");
            page += &format!("| `{option}` | {help} | {values} |\n");
        }
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/rule-options.md");
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == page,
        "rule-options.md is stale: run this test with UPDATE_SCHEMA=1"
    );
}

const OPTIONS_PAGE: &str = "# Options of rules

Write an option into a [rule file](rule-files.md), choose it on the form of a new table, or give it to a command:

```sh
capicu games show cien --set capicu=30
```

To see the values of a game, run `capicu games show cien --format toml`. The [decisions](rules/decisions.md) give sources.
";

/// Compares with the committed copy, or writes it with `UPDATE_SCHEMA=1`.
fn published(name: &str, schema: &serde_json::Value) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/schema")
        .join(name);
    let text = format!("{schema:#}\n");
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        fs::write(&path, &text).unwrap();
    }
    // Compares values, because the order of keys depends on the features of other crates.
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let committed: Option<serde_json::Value> = serde_json::from_str(&committed).ok();
    assert!(
        committed.as_ref() == Some(schema),
        "{name} is stale: run this test with UPDATE_SCHEMA=1"
    );
}

/// Pieces that fill a whole file: each is wrong as often, or as deeply, as there is room.
const PIECES: [&str; 22] = [
    "=\n",
    "= ",
    "[\n",
    "[[a]]\n",
    "a.",
    "a = [",
    "a = {",
    "a = \"\n",
    "a = \"\"\"\n",
    "'",
    "\u{1}\n",
    "ñ = 1 ",
    "x# = 1\n",
    "hand = 7\n",
    "players.x# = 4\n",
    "[players.x#]\nhand = 999\n",
    "[a.b.c.x#]\n",
    "players = [",
    "1, ",
    "\"0-0\", ",
    "removed = [\"9-9\"] ",
    "\\",
];

/// Repeats a piece up to this length, with its number in place of `#`.
fn filled(piece: &str, bytes: usize) -> String {
    let mut text = String::new();
    for n in 0.. {
        let next = piece.replace('#', &n.to_string());
        if text.len() + next.len() > bytes {
            return text;
        }
        text.push_str(&next);
    }
    text
}

#[test]
fn any_number_of_errors_gives_a_short_report_quickly() {
    let begun = std::time::Instant::now();
    let most = rule_file::MAX_PROBLEMS;
    for start in [
        "",
        "players = [",
        "sources = [",
        "removed = [",
        "base = \"cien\"\n",
    ] {
        for piece in PIECES {
            let text = start.to_owned() + &filled(piece, rule_file::MAX_BYTES - start.len());
            let Err(errors) = RuleFile::parse(&text) else {
                continue;
            };
            assert!(errors.len() <= most + 1, "{start}{piece}: {}", errors.len());
            let more = |error: &RuleFileError| error.problem == Problem::More;
            let at = errors.iter().position(more);
            assert!(at.is_none_or(|at| at + 1 == errors.len()), "{start}{piece}");
            let told: usize = errors.iter().map(|error| error.to_string().len()).sum();
            assert!(told < 32 * 1024, "{start}{piece}: {told} bytes");
        }
    }
    let deep = "a.".repeat(rule_file::MAX_BYTES / 2 - 3) + "a = 1";
    assert!(RuleFile::parse(&deep).is_err());
    // Each of the 67 takes milliseconds, or tens of them without optimization.
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
}

#[test]
fn last_problem_of_a_full_report_has_the_place_of_the_next() {
    let unknown = |n| RuleFile::parse(&filled("x# = 1\n", n)).expect_err("no rule file");
    let errors = unknown(600);
    assert_eq!(errors.len(), 51);
    assert_eq!(errors[49].place.line, 50);
    let last = errors[50].to_string();
    assert!(last.starts_with("51:1: there are more problems"), "{last}");
    assert!(last.contains("fix the first 50"), "{last}");
    // The first ten take 7 bytes each, the next forty 8.
    let errors = unknown(10 * 7 + 40 * 8);
    assert_eq!(errors.len(), 50);
    assert!(errors.iter().all(|error| error.problem != Problem::More));
}

fn warnings(text: &str) -> Vec<String> {
    let file = RuleFile::parse(text).unwrap();
    let warnings = file.warnings().into_iter();
    warnings
        .map(|warning| warning.told(Texts::default()))
        .collect()
}

#[test]
fn likely_mistakes_give_warnings() {
    for known in ["cien", "mexican"] {
        let told = warnings(&format!("# mine\nbase = \"cien\"\nid = \"{known}\"\n"));
        let said = format!("3:6: `{known}` is the id of a shipped game");
        assert!(told.len() == 1 && told[0].starts_with(&said), "{told:?}");
    }
    assert!(warnings("base = \"cien\"\nid = \"cien-mami\"\ncapicu = 30\n").is_empty());
    // No tile is drawn in this game.
    let idle =
        "base = \"block\"\nchuchazo-when = \"not-between-blanks\"\nchuchazo = 0\nreserve = 2\n";
    assert_eq!(
        warnings(idle),
        [
            "2:17: `chuchazo-when` has no effect with the other options",
            "4:11: `reserve` has no effect with the other options"
        ]
    );
    // Two hands of seven leave fourteen tiles.
    let dry = "base = \"draw\"\nplayers = 2\nreserve = 40\n";
    let said = "`reserve` keeps all tiles, so nobody can draw";
    assert_eq!(warnings(dry), [format!("3:11: {said}")]);
    // Four players hold all tiles and draw none. Three and two draw, as long as the reserve leaves a tile.
    let chiva = |reserve| warnings(&format!("base = \"chiva\"\nreserve = {reserve}\n"));
    assert_eq!(chiva(40), [format!("2:11: {said}")]);
    assert!(chiva(2).is_empty());
    assert!(warnings("base = \"draw\"\nplayers = 2\nreserve = 13\n").is_empty());
}

#[test]
fn complete_file_of_a_game_gives_no_warnings() {
    for game in games::all() {
        let rules = game.rules(game.players()[0]).unwrap();
        assert!(warnings(&RuleFile::text_of(&rules, None)).is_empty());
    }
}

#[test]
fn other_errors_are_reported_next_to_broken_lines() {
    let text = "base = \"cien\"\ntargett = 5\nhand = \nopener = highest\ntarget = \"x\"\n\n[players.2]\nkapicu = 1\n";
    let lines: Vec<String> = wrong(text)
        .iter()
        .filter_map(|told| Some(told.split_once(':')?.0.to_owned()))
        .collect();
    assert_eq!(lines, ["2", "3", "4", "5", "8"], "{:?}", wrong(text));
}

#[test]
fn names_of_a_game_lead_to_its_id() {
    for (called, id) in [
        ("Francés", "french"),
        ("all fives", "all-fives"),
        ("Quinientos", "quinientos"),
    ] {
        let told = wrong(&format!("base = \"{called}\"\n"));
        assert!(
            told[0].ends_with(&format!("did you mean `{id}`?")),
            "{told:?}"
        );
    }
    let told = wrong("base = \"cien\"\n[jugadores.2]\ntarget = 50\n");
    assert!(
        told.iter().any(|told| told.contains("`players`")),
        "{told:?}"
    );
}

/// Values of such options that other sources ask for, or no page does.
const NOT_OF_THE_WORLD: [(&str, &[&str]); 10] = [
    ("opener", &["first-seat"]),
    ("no-double", &["draw-for-double"]),
    ("next-match-opener", &["goes-on"]),
    ("blocked-opener", &["blocker-or-next", "lot"]),
    ("block-tie", &["seat-order", "lightest-tile"]),
    ("double-blank", &["ten", "ten-alone"]),
    (
        "block-penalties",
        &["winner-free", "after-doubling", "void"],
    ),
    // These complete a choice: no page asks for them.
    ("block-winner", &["blocker-or-next"]),
    ("rounding-way", &["up"]),
    (
        "set",
        &[
            "double-two",
            "double-three",
            "double-four",
            "double-five",
            "double-seven",
            "double-eight",
            "double-ten",
            "double-eleven",
            "double-thirteen",
            "double-fourteen",
            "double-sixteen",
            "double-seventeen",
        ],
    ),
];

/// An option of the world has a source such as `W1`. Each of its words is in a shipped game in which it has an effect;
/// of a number, one value is.
#[test]
fn every_option_of_the_world_is_used_by_a_shipped_game() {
    let mut missing = Vec::new();
    for option in Choices::OPTIONS {
        let sources = Choices::sources(option.name).expect("every option has sources");
        let of_the_world = |source: &str| {
            let number = source.strip_prefix('W');
            number.is_some_and(|number| number.parse::<u16>().is_ok())
        };
        if !sources.split(", ").any(of_the_world) {
            continue;
        }
        let used = |value: Option<&str>| {
            games::all().iter().any(|game| {
                game.players().into_iter().any(|players| {
                    let rules = game.rules(players).expect("rules of its players");
                    let set = rules.get(option.name).expect("such an option").to_string();
                    let effect = rules.effects().get(option.name);
                    let told = effect.expect("such an option").is_told();
                    match value {
                        // The plain value of an option that adds something has no effect.
                        Some(value) => set == value && (told || set == plain(option.name)),
                        None => told && set != "0",
                    }
                })
            })
        };
        match option.kind {
            OptionKind::Word(words) => missing.extend(
                words
                    .iter()
                    .filter(|word| !excepted(option.name, word) && !used(Some(word)))
                    .map(|word| format!("{} = {word}", option.name)),
            ),
            OptionKind::Number { .. } | OptionKind::Tiles => {
                missing.extend((!used(None)).then(|| option.name.to_owned()));
            }
        }
    }
    assert!(missing.is_empty(), "in no shipped game: {missing:#?}");
}

fn excepted(option: &str, value: &str) -> bool {
    let values = NOT_OF_THE_WORLD.iter().find(|(name, _)| *name == option);
    values.is_some_and(|(_, values)| values.contains(&value))
}

/// The value of an option in the plainest game.
fn plain(option: &str) -> String {
    let rules = Game::by_id("jamaican-partner").and_then(|game| game.rules(4));
    let value = rules.as_ref().and_then(|rules| rules.get(option));
    value.map_or_else(String::new, |value| value.to_string())
}
