//! Spelling: English by typos, Spanish and French by the dictionaries of browsers.

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};

use crate::cargo::Workspace;
use crate::debian::on_path;
use crate::npm;
use crate::step::{Step, say};

/// PyPI has it compiled.
const TYPOS: &str = "typos==1.52.0";
const READER: &str = "nspell@2.1.5";
const DICTIONARIES: [(&str, &str, &str); 2] = [
    ("Spanish", "es", "dictionary-es@4.0.0"),
    ("French", "fr", "dictionary-fr@3.0.0"),
];

pub fn run() -> Result<ExitCode> {
    check(&Workspace::load()?)?;
    Ok(ExitCode::SUCCESS)
}

/// Checks all texts. A language whose tool cannot be installed is left out, unless this is CI.
pub fn check(workspace: &Workspace) -> Result<()> {
    match unless_missing(typos(workspace))? {
        Some(typos) => run_step(
            "Check the spelling of English",
            Command::new(typos)
                .args(["--config", ".config/typos.toml", "--format", "brief"])
                .current_dir(&workspace.root),
        )?,
        None => say("Leaving the spelling of English unchecked"),
    }
    for (name, lang, package) in DICTIONARIES {
        match unless_missing(dictionary(workspace, lang, package))? {
            Some((reader, dictionary)) => run_step(
                &format!("Check the spelling of {name}"),
                Command::new("node")
                    .arg("xtask/src/spell.mjs")
                    .arg(lang)
                    .args([reader, dictionary])
                    .arg(format!(".config/words-{lang}.txt"))
                    .args(texts(lang))
                    .current_dir(&workspace.root),
            )?,
            None => say(format_args!("Leaving the spelling of {name} unchecked")),
        }
    }
    Ok(())
}

/// Returns the result. A failure prints its reason; in CI it is an error.
fn unless_missing<T>(found: Result<T>) -> Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(reason) if env::var_os("CI").is_none() => {
            say(format_args!("{reason:#}"));
            Ok(None)
        }
        Err(reason) => Err(reason),
    }
}

/// Returns the program, installed below the target folder when missing.
fn typos(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace
        .target
        .join("tools")
        .join(TYPOS.replace("==", "-"));
    let program = folder.join("bin/typos");
    if program.is_file() {
        return Ok(program);
    }
    let python = on_path("python3")
        .context("checking English needs Python's pip, such as Debian's `python3-pip`")?;
    let step = Step::begin(format!("Install {TYPOS} with pip"));
    let installed = Command::new(python)
        .args(["-m", "pip", "install", "--quiet"])
        .args(["--disable-pip-version-check", "--target"])
        .args([folder.as_os_str(), TYPOS.as_ref()])
        .output()
        .is_ok_and(|output| output.status.success());
    if !(installed && program.is_file()) {
        step.done("failed");
        bail!("pip cannot install {TYPOS}");
    }
    step.done("");
    Ok(program)
}

/// Returns the script that reads dictionaries, and that of a language.
fn dictionary(workspace: &Workspace, lang: &str, package: &str) -> Result<(PathBuf, PathBuf)> {
    on_path("node").context("checking Spanish and French needs node, such as Debian's `npm`")?;
    let find = |package, file: &str| npm::ensure(workspace, package, file, |file| file.exists());
    let reader = find(READER, "nspell/lib/index.js")?;
    let dictionary = find(package, &format!("dictionary-{lang}/index.dic"))?;
    Ok((reader, dictionary))
}

fn run_step(name: &str, command: &mut Command) -> Result<()> {
    let step = Step::begin(name);
    step.run(command)?;
    step.done("");
    Ok(())
}

/// Lists files and folders with texts in a language.
fn texts(lang: &str) -> Vec<String> {
    let mut texts = vec![
        format!("crates/capicu-i18n/texts/{lang}"),
        format!("docs/rules/{lang}"),
    ];
    if lang == "es" {
        for more in ["crates/capicu-cli/src/help/spanish.txt", "docs/es"] {
            texts.push(more.to_owned());
        }
    }
    texts
}
