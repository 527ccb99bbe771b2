//! `capicu man`: the help as man pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use capicu_i18n::Lang;
use clap::Command;
use clap_mangen::Man;

use crate::language::{language, say};
use crate::output::{self, Force};
use crate::{exit, print};

/// Writes a man page for every command into a folder
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The folder; made where there is none
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    force: Force,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    match write(&arguments.folder, arguments.force) {
        Ok(pages) => {
            let shown = |path: PathBuf| format!("{}\n", path.display());
            print::text(pages.into_iter().map(shown).collect::<String>());
            ExitCode::SUCCESS
        }
        Err(why) => exit::unreadable(why),
    }
}

fn write(folder: &Path, force: Force) -> Result<Vec<PathBuf>, String> {
    let wrong = |error: io::Error| output::about(folder, &error);
    fs::create_dir_all(folder).map_err(wrong)?;
    let mut pages = Vec::new();
    collect(&crate::command(), "capicu", &mut pages).map_err(wrong)?;
    let mut written = Vec::new();
    for (name, text) in &pages {
        let path = folder.join(format!("{name}.1"));
        force.check(&path)?;
        written.push((path, text));
    }
    let each = written.into_iter().map(|(path, text)| {
        output::write(&path, text, force)?;
        Ok(path)
    });
    each.collect()
}

/// The page with its headings in the language of the answer.
fn headed(page: &str, lang: Lang) -> String {
    let headings = [
        ("NAME", "NAME", "NOMBRE"),
        ("SYNOPSIS", "SYNOPSIS", "SINOPSIS"),
        ("DESCRIPTION", "DESCRIPTION", "DESCRIPCIÓN"),
        ("EXTRA", "EXAMPLES", "EJEMPLOS"),
        ("VERSION", "VERSION", "VERSIÓN"),
    ];
    let heading = |line: &str| {
        let found = line.strip_prefix(".SH ")?;
        let (_, en, es) = headings.iter().find(|(known, ..)| *known == found)?;
        Some(format!(".SH {}", say(lang, en, es)))
    };
    let lines = page.lines();
    lines
        .map(|line| heading(line).unwrap_or_else(|| line.to_owned()) + "\n")
        .collect()
}

/// The page of a command and those of its subcommands.
fn collect(command: &Command, name: &str, pages: &mut Vec<(String, String)>) -> io::Result<()> {
    let mut text = Vec::new();
    let shown = command
        .clone()
        .name(name.to_owned())
        .bin_name(name.replace('-', " "));
    Man::new(shown).render(&mut text)?;
    let text = headed(&String::from_utf8_lossy(&text), language(None));
    pages.push((name.to_owned(), text));
    let inner = command
        .get_subcommands()
        .filter(|inner| inner.get_name() != "help");
    for inner in inner {
        collect(inner, &format!("{name}-{}", inner.get_name()), pages)?;
    }
    Ok(())
}
