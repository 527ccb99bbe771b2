//! Failed writes, existing files, completions and man pages.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::{self, words};

fn capicu(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = common::capicu(arguments);
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    capicu(folder, arguments)
        .output()
        .expect("the command starts")
}

const SEED: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const TINY: &str = "domino-record 1\nrules: set double-two, players 2, hand 3\n\nround 1\n\
                    hand A: 0-0 2-1 2-2\nhand B: 1-0 1-1 2-0\nA: 2-2\nresult: unfinished\n";

#[cfg(target_os = "linux")]
#[test]
fn failed_write_of_an_answer_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("tiny.domino"), TINY).expect("a file");
    let commands: &[&[&str]] = &[
        &["--help"],
        &["games"],
        &["games", "--json"],
        &["games", "show", "cien"],
        &["games", "schema"],
        &["verify", SEED],
        &["replay", "tiny.domino"],
        &["convert", "tiny.domino"],
        &["simulate", "--game", "cien", "--rounds", "3"],
        &words("simulate --game cien --matches 1 --out a.parquet"),
        &["perft", "--game", "cien", "--depth", "2"],
        &["perft", "--game", "cien", "--depth", "2", "--json"],
        &["arena", "heavy", "random", "--game", "cien", "--pairs", "1"],
        &["solve", "--game", "cien", "--deals", "1"],
        &[
            "hint",
            "--game",
            "cien",
            "--hand",
            "6-5 6-4 5-5 4-2 3-1 2-0 1-0",
            "--moves",
            "6-6",
            "--nodes",
            "9",
        ],
        &["analyze", "tiny.domino", "--nodes", "9"],
        &["event", "simulate", "--events", "1"],
        &["completions", "bash"],
        &["man", "pages"],
    ];
    for arguments in commands {
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("a device");
        let output = capicu(folder.path(), arguments)
            .stdout(full)
            .output()
            .expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(
            said.contains("error: cannot write the answer"),
            "{arguments:?}: {said}"
        );
    }
}

#[test]
fn closed_pipe_is_no_error() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [
        &["games", "schema"][..],
        &["perft", "--game", "cien", "--depth", "5"],
    ] {
        let mut child = capicu(folder.path(), arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
    }
}

#[test]
fn files_are_replaced_only_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let shard = |n: &str| {
        let share = format!("{n}/2");
        let out = format!("{n}.parquet");
        let arguments = [
            "simulate",
            "--game",
            "block",
            "--matches",
            "40",
            "--shard",
            &share,
            "--out",
            &out,
        ];
        assert!(run(folder.path(), &arguments).status.success());
    };
    shard("1");
    shard("2");
    let commands: &[(&str, &[&str])] = &[
        (
            "g.jsonl",
            &words("arena heavy random --game block --pairs 2 --record g.jsonl"),
        ),
        (
            "m.parquet",
            &["merge", "1.parquet", "2.parquet", "--out", "m.parquet"],
        ),
        (
            "o.parquet",
            &words("simulate --game block --matches 2 --out o.parquet"),
        ),
        ("pages/capicu.1", &["man", "pages"]),
        (
            "records/block-0-000001.domino",
            &words("simulate --game block --matches 2 --records records"),
        ),
    ];
    for (name, arguments) in commands {
        fs::create_dir_all(at(name).parent().expect("a parent")).expect("a folder may be there");
        fs::write(at(name), "somebody's").expect("a file");
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("--force"), "{said}");
        assert_eq!(fs::read_to_string(at(name)).expect("a file"), "somebody's");
        let forced = [*arguments, &["--force"]].concat();
        let output = run(folder.path(), &forced);
        assert!(output.status.success(), "{output:?}");
        assert_ne!(fs::read(at(name)).expect("a file"), b"somebody's");
    }
    let left: Vec<_> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .filter(|name| {
            let name = name.to_string_lossy();
            ["part", "parts", "progress", "tmp"]
                .iter()
                .any(|end| name.ends_with(&format!(".{end}")))
        })
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn shells_complete_every_command_and_option() {
    let folder = tempfile::tempdir().expect("a folder");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(folder.path(), &["completions", shell]);
        assert!(output.status.success(), "{output:?}");
        let script = String::from_utf8(output.stdout).expect("UTF-8");
        for word in ["simulate", "hint", "completions", "force", "resume"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
}

#[test]
fn every_command_has_a_man_page_with_options_and_examples() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = |lang: &str| {
        let output = run(folder.path(), &["man", lang, "--lang", lang]);
        assert!(output.status.success(), "{output:?}");
        let names = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(names.lines().count() > 15, "{names}");
        fs::read_to_string(folder.path().join(lang).join("capicu-simulate.1")).expect("a page")
    };
    let (en, es) = (pages("en"), pages("es"));
    for text in [".SH EXAMPLES", "\\-\\-rounds", "Play many matches"] {
        assert!(en.contains(text), "{text}: {en}");
    }
    for text in [".SH EJEMPLOS", "\\-\\-rounds", "Juega muchas partidas"] {
        assert!(es.contains(text), "{text}: {es}");
    }
    assert!(folder.path().join("en/capicu-games-show.1").exists());
}

#[test]
fn help_is_in_the_requested_language() {
    let folder = tempfile::tempdir().expect("a folder");
    let shown = |arguments: &[&str]| {
        let output = run(folder.path(), arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    assert!(shown(&["arena", "--help"]).contains("Usage: capicu arena"));
    for arguments in [
        &["arena", "--help", "--lang", "es"][..],
        &["--lang=es", "arena", "-h"],
        &["help", "arena", "--lang", "es"],
    ] {
        let shown = shown(arguments);
        assert!(shown.contains("Uso: capicu arena"), "{shown}");
        assert!(shown.contains("Ejemplos:"), "{shown}");
        assert!(!shown.contains("Print"), "{shown}");
    }
}

/// mandoc finds no faults in the pages, if it is installed.
#[test]
fn man_pages_list_exit_codes_and_pass_mandoc() {
    let folder = tempfile::tempdir().expect("a folder");
    for lang in ["en", "es"] {
        assert!(
            run(folder.path(), &["man", lang, "--lang", lang])
                .status
                .success()
        );
    }
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a page");
    let solve = page("en/capicu-solve.1");
    for text in [
        ".SH EXIT STATUS\n",
        "[\\fB\\-\\-deals\\fR \\fIN\\fR]\n",
        "[\\fB\\-\\-json\\fR]\n",
        ".SH EXAMPLES\n",
    ] {
        assert!(solve.contains(text), "{text}: {solve}");
    }
    let hops = "[\\fB\\-\\-behind\\-proxy\\fR [\\fIHOPS\\fR]]";
    assert!(page("en/capicu-serve.1").contains(hops));
    assert!(page("es/capicu-solve.1").contains(".SH ESTADO DE SALIDA\n"));
    assert!(page("en/capicu.1").contains(".B capicu\\-games(1)\n"));
    let mut pages = Vec::new();
    for lang in ["en", "es"] {
        let all = fs::read_dir(folder.path().join(lang)).expect("a folder");
        pages.extend(all.map(|entry| entry.expect("an entry").path()));
    }
    let checked = Command::new("mandoc").arg("-Tlint").args(&pages).output();
    if let Ok(checked) = checked {
        let said = String::from_utf8_lossy(&checked.stdout);
        assert!(checked.status.success() && said.is_empty(), "{said}");
    }
}

fn offered(folder: &Path, words: &[&str]) -> Option<Vec<String>> {
    let script = run(folder, &["completions", "bash"]);
    fs::write(folder.join("complete.bash"), script.stdout).expect("a file");
    let (last, before) = words.split_last().expect("a word");
    let previous = before.last().copied().unwrap_or_default();
    let all: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let program = format!(
        "source complete.bash; COMP_WORDS=({}); COMP_CWORD={}; _capicu capicu '{last}' '{previous}'; \
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        all.join(" "),
        words.len() - 1,
    );
    let output = Command::new("bash")
        .args(["--norc", "-c", &program])
        .current_dir(folder)
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    Some(text.lines().map(str::to_owned).collect())
}

#[test]
fn shells_complete_games_bots_and_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(folder.path(), &["completions", shell]);
        let script = String::from_utf8(script.stdout).expect("UTF-8");
        // PowerShell and elvish do not complete values.
        let values: &[&str] = match shell {
            "bash" | "zsh" | "fish" => &["doscientos", "counter", "target="],
            _ => &["solve"],
        };
        for word in values {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    for (words, offers) in [
        (&["capicu", "simulate", "--game", ""][..], "cien"),
        (&["capicu", "solve", "--game", "ci"], "cien"),
        (&["capicu", "simulate", "--bot", "re"], "reader"),
        (&["capicu", "arena", "cou"], "counter"),
        (&["capicu", "games", "show", "dos"], "doscientos"),
        (&["capicu", "arena", "--set", "tar"], "target="),
        (&["capicu", "solve", "--ea"], "--each"),
        (&["capicu", "games", "--color", "al"], "always"),
    ] {
        let Some(offered) = offered(folder.path(), words) else {
            // There is no bash here.
            return;
        };
        let is_offered = offered.iter().any(|word| word == offers);
        assert!(is_offered, "{words:?}: {offered:?}");
    }
    // Other values are accepted too.
    let output = run(folder.path(), &["games", "show", "cienn"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("did you mean `cien`"), "{said}");
}

#[test]
fn color_follows_the_arguments_and_variables() {
    let folder = tempfile::tempdir().expect("a folder");
    let colored = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = capicu(folder.path(), arguments)
            .envs(variables.iter().copied())
            .output()
            .expect("the command starts");
        let all = [output.stdout, output.stderr].concat();
        String::from_utf8_lossy(&all).contains('\u{1b}')
    };
    let force = ("CLICOLOR_FORCE", "1");
    for words in [
        &["games", "show", "cienn"][..],
        &["arena", "--help"],
        &["help", "arena"],
        &["arenna"],
    ] {
        assert!(!colored(words, &[]), "{words:?}: no terminal");
        assert!(colored(words, &[force]), "{words:?}");
        assert!(!colored(words, &[force, ("NO_COLOR", "1")]), "{words:?}");
        assert!(!colored(&[words, &["--color", "never"]].concat(), &[force]));
        let always = [words, &["--color=always"]].concat();
        assert!(colored(&always, &[("NO_COLOR", "1")]), "{words:?}");
    }
}

#[test]
fn version_names_commit_features_and_schema() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = |arguments: &[&str]| {
        let output = run(folder.path(), arguments);
        let all = [output.stdout, output.stderr].concat();
        String::from_utf8(all).expect("UTF-8")
    };
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(said(&["-V"]), format!("capicu {version}\n"));
    let long = said(&["--version"]);
    let begin = format!("capicu {version} (commit ");
    assert!(long.starts_with(&begin), "{long}");
    assert!(long.contains("\nfeatures: full"), "{long}");
    let migrations = concat!(env!("CARGO_MANIFEST_DIR"), "/../capicu-store/migrations");
    let schema = fs::read_dir(migrations).expect("migrations").count();
    assert!(long.ends_with(&format!("\nschema: {schema}\n")), "{long}");
    assert!(said(&["version"]).contains("did you mean `--version`"));
}
