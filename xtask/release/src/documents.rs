//! Manual pages and completions, printed by the program itself.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::source::{About, Place, output};
use crate::step::Step;
use crate::target::Target;
use crate::tree::Tree;

/// Each shell, and where its completions are below `share`.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "bash-completion/completions/capicu"),
    ("fish", "fish/vendor_completions.d/capicu.fish"),
    ("zsh", "zsh/site-functions/_capicu"),
];

/// The folder of manual pages, below `share`.
pub const MANUAL: &str = "man/man1";

/// The command that starts a program of this target here.
pub fn command(program: &Path, target: Target) -> Command {
    match target.emulator() {
        None => Command::new(program),
        Some(emulator) => {
            let mut command = Command::new(emulator);
            command.arg(program);
            command
        }
    }
}

/// The documents of the program, as below `share`.
pub fn of(place: &Place, about: &About, target: Target) -> Result<Tree> {
    let step = Step::begin("Print manual pages and completions");
    let program = place.target().join(target.triple()).join("dist/capicu");
    let run = |words: &[&str]| {
        let mut command = command(&program, target);
        command
            .args(words)
            .env("LANG", "C")
            .env("SOURCE_DATE_EPOCH", about.time.to_string());
        output(&mut command)
    };
    let mut tree = Tree::default();
    let pages = place.target().join("man");
    let _ = fs::remove_dir_all(&pages);
    let folder = pages.to_str().context("the target folder is not UTF-8")?;
    run(&["man", folder])?;
    tree.add_folder(MANUAL, &pages)?;
    for (shell, path) in COMPLETIONS {
        tree.file(path, 0o644, run(&["completions", shell])?);
    }
    step.done(format_args!("{} files", tree.files().count()));
    Ok(tree)
}
