//! Rule files: what they say, and what is wrong with them, located.

use std::fs;
use std::path::PathBuf;

use capicu::rules::{Choices, KeyTile, Teams};
use capicu::{Game, Rules};
use capicu_i18n::Texts;
use capicu_record::games;
use capicu_record::rule_file::{self, Problem, RuleFile, RuleFileError, schema};

/// Everything wrong with a file, as people read it.
fn wrong(text: &str) -> Vec<String> {
    let errors = RuleFile::parse(text).expect_err("the file is wrong");
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn a_text_too_long_for_a_rule_file_is_not_read() {
    let keys: Vec<String> = (0..12_000).map(|n| format!("a{n} = 1\n")).collect();
    let text = format!("base = \"cien\"\n{}", keys.concat());
    let errors = wrong(&text);
    assert_eq!(errors.len(), 1, "not one for each of its keys");
    assert!(errors[0].starts_with("1:1: "), "{errors:?}");
    assert!(errors[0].contains("64 KiB"), "{errors:?}");
}

#[test]
fn what_differs_from_the_base() {
    let file = RuleFile::parse("base = \"jamaican-partner\"\nkey-tile = \"off\"\n").unwrap();
    let rules = file.rules(4).unwrap();
    assert_eq!(rules.key_tile, KeyTile::Off);
    assert_eq!(rules.target.get(), 6);
    assert_eq!(file.players().collect::<Vec<_>>(), [4]);
}

#[test]
fn numbers_of_players_can_differ() {
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
fn misspellings_get_a_suggestion() {
    assert_eq!(
        wrong("base = \"jamaican-partnr\"\nkey_tile = \"of\"\n\nTarget = 7\n"),
        [
            "1:8: no game is called `jamaican-partnr`; did you mean `jamaican-partner`?",
            "2:1: there is no option `key_tile`; did you mean `key-tile`?",
            "4:1: there is no option `Target`; did you mean `target`?",
        ]
    );
    assert_eq!(
        wrong("base = \"block\"\ndraw = \"until_playable\"\n"),
        [
            "2:8: `draw` cannot be `until_playable`: not one of the values of this option: \
          never, until-playable, one-may-play, one-ends-turn; did you mean `until-playable`?"
        ]
    );
}

/// Options are called as in the form by whoever reads it in Spanish or French.
#[test]
fn a_file_in_another_language_is_told_the_words_of_this_one() {
    assert_eq!(
        wrong(
            "juego = \"cien\"\nnombre = \"El patio\"\nTope = 150\njugadores = 4\nllave = \"no\"\nbut = 3\n"
        ),
        [
            "1:1: there is no option `juego`; did you mean `base`?",
            "2:1: there is no option `nombre`; did you mean `name`?",
            "3:1: there is no option `Tope`; did you mean `target`?",
            "4:1: there is no option `jugadores`; did you mean `players`?",
            "5:1: there is no option `llave`; did you mean `key-tile`?",
            "6:1: there is no option `but`; did you mean `target`?",
        ]
    );
    let spanish = Texts::new(capicu_i18n::Lang::Es);
    let never = spanish.option_word("draw", "never").expect("a word");
    let errors = wrong(&format!("base = \"block\"\ndraw = \"{never}\"\n"));
    assert!(errors[0].ends_with("; did you mean `never`?"), "{errors:?}");
}

#[test]
fn types_and_bounds_are_said() {
    assert_eq!(
        wrong("base = \"block\"\ntarget = \"100\"\nhand = 0\nset = 9\nremoved = [\"7\"]\n"),
        [
            "2:10: `target` has to be a whole number without quotes, not a text",
            "3:8: `hand` cannot be `0`: not a whole number from 1 to 45",
            "4:7: `set` has to be a word in quotes, not a number",
            "5:11: `removed` cannot be `7`: a tile is two numbers from 0 to 12 joined by a hyphen, such as 6-4",
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
fn contradictions_are_located_where_the_option_stands() {
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
fn an_option_beside_one_that_forbids_it_is_located() {
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

/// A file from before an option was there means what it meant: the option is then as it always was.
#[test]
fn an_old_file_without_newer_options_means_what_it_meant() {
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
fn a_game_from_scratch_says_what_it_lacks() {
    let errors = wrong("hand = 7\n");
    assert_eq!(errors.len(), 1);
    assert!(errors[0].starts_with("1:1: without a `base`"), "{errors:?}");
    for option in ["players", "set", "teams", "opener", "score", "target"] {
        assert!(errors[0].contains(option), "{option}");
    }
    assert!(!errors[0].contains("removed"), "{errors:?}");
}

#[test]
fn every_option_written_out_is_a_game_from_scratch() {
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
fn what_is_not_toml_is_located() {
    let errors = wrong("base = \"block\"\nhand = = 3\n[players.\n");
    assert!(errors.len() >= 2, "all at once: {errors:?}");
    assert!(errors[0].starts_with("2:"), "{errors:?}");
    let errors = RuleFile::from_bytes(b"base = \"block\"\nname = \"\xff\"\n").unwrap_err();
    assert_eq!((errors[0].place.line, errors[0].place.column), (2, 9));
}

#[test]
fn the_published_schemas_are_those_of_the_code() {
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

/// The committed copy; `UPDATE_SCHEMA=1` writes it anew.
fn published(name: &str, schema: &serde_json::Value) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/schema")
        .join(name);
    let text = format!("{schema:#}\n");
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        fs::write(&path, &text).unwrap();
    }
    // As values: the order of the keys depends on what else is built with it.
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let committed: Option<serde_json::Value> = serde_json::from_str(&committed).ok();
    assert!(
        committed.as_ref() == Some(schema),
        "{name} is stale: run this test with UPDATE_SCHEMA=1"
    );
}

/// Pieces of which a whole file is made: each is wrong in as many places, or as deep, as there is room.
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

/// So much of a piece; `#` is its number.
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
fn however_much_is_wrong_little_is_told_and_soon() {
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
    // Each of the 67 takes some milliseconds, or tens where nothing is optimized.
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
}

#[test]
fn what_is_told_last_says_where_more_is_wrong() {
    let unknown = |n| RuleFile::parse(&filled("x# = 1\n", n)).expect_err("no rule file");
    let errors = unknown(600);
    assert_eq!(errors.len(), 51);
    assert_eq!(errors[49].place.line, 50);
    let last = errors[50].to_string();
    assert!(
        last.starts_with("51:1: from here on more is wrong"),
        "{last}"
    );
    assert!(last.contains("the first 50 problems"), "{last}");
    // The first ten take 7 bytes each, the next forty 8.
    let errors = unknown(10 * 7 + 40 * 8);
    assert_eq!(errors.len(), 50);
    assert!(errors.iter().all(|error| error.problem != Problem::More));
}

/// What a file is warned of.
fn warnings(text: &str) -> Vec<String> {
    let file = RuleFile::parse(text).unwrap();
    let warnings = file.warnings().into_iter();
    warnings
        .map(|warning| warning.told(Texts::default()))
        .collect()
}

#[test]
fn what_may_not_be_meant_is_warned_of() {
    for known in ["cien", "mexican"] {
        let told = warnings(&format!("# mine\nbase = \"cien\"\nid = \"{known}\"\n"));
        let said = format!("3:6: `{known}` is the id of a game");
        assert!(told.len() == 1 && told[0].starts_with(&said), "{told:?}");
    }
    assert!(warnings("base = \"cien\"\nid = \"cien-mami\"\ncapicu = 30\n").is_empty());
    // No tile is drawn in this game.
    let idle =
        "base = \"block\"\nchuchazo-when = \"not-between-blanks\"\nchuchazo = 0\nreserve = 2\n";
    assert_eq!(
        warnings(idle),
        [
            "2:17: `chuchazo-when` changes nothing here, as the other options are",
            "4:11: `reserve` changes nothing here, as the other options are"
        ]
    );
    // Two hands of seven leave fourteen.
    let dry = "base = \"draw\"\nplayers = 2\nreserve = 40\n";
    let said = "`reserve` keeps every tile that could be drawn, so none ever is";
    assert_eq!(warnings(dry), [format!("3:11: {said}")]);
    // Four have all the tiles among them and draw none; three and two draw, as long as there is something to draw.
    let chiva = |reserve| warnings(&format!("base = \"chiva\"\nreserve = {reserve}\n"));
    assert_eq!(chiva(40), [format!("2:11: {said}")]);
    assert!(chiva(2).is_empty());
    assert!(warnings("base = \"draw\"\nplayers = 2\nreserve = 13\n").is_empty());
}

#[test]
fn a_whole_game_written_down_is_not_warned_of() {
    for game in games::all() {
        let rules = game.rules(game.players()[0]).unwrap();
        assert!(warnings(&RuleFile::text_of(&rules, None)).is_empty());
    }
}

#[test]
fn what_else_is_wrong_is_told_beside_lines_that_are_no_toml() {
    let text = "base = \"cien\"\ntargett = 5\nhand = \nopener = highest\ntarget = \"x\"\n\n[players.2]\nkapicu = 1\n";
    let lines: Vec<String> = wrong(text)
        .iter()
        .filter_map(|told| Some(told.split_once(':')?.0.to_owned()))
        .collect();
    assert_eq!(lines, ["2", "3", "4", "5", "8"], "{:?}", wrong(text));
}

#[test]
fn what_people_call_a_game_leads_to_its_name_in_files() {
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
