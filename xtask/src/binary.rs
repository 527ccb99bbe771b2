//! The `capicu` program, with the web client inside.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};

use crate::cargo::{Workspace, cargo, from_here};
use crate::step::{Step, say};
use crate::web::{self, Client};

/// Optimization of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    Dev,
    /// Prefers a fast compilation to a fast program.
    Serve,
    Release,
}

impl Profile {
    /// Returns cargo's name of the profile, and its output folder.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Dev => ("dev", "debug"),
            Self::Serve => ("serve", "serve"),
            Self::Release => ("release", "release"),
        }
    }

    const fn client(self) -> Client {
        match self {
            Self::Serve => Client::Quick,
            Self::Dev | Self::Release => Client::Small,
        }
    }

    /// Returns cargo's feature arguments. Serving needs no default feature.
    pub const fn features(self) -> &'static [&'static str] {
        match self {
            Self::Serve => &["--no-default-features"],
            Self::Dev | Self::Release => &[],
        }
    }
}

/// Builds the program and returns its path.
pub fn build(workspace: &Workspace, profile: Profile) -> Result<PathBuf> {
    let dist = web::build(workspace, profile.client())?;
    let step = Step::begin("Compile the server");
    step.run(
        cargo("build")
            .args(["--package=capicu-cli", "--profile", profile.names().0])
            .args(profile.features())
            .env(web::EMBEDDED, dist),
    )?;
    let program = path(workspace, profile);
    let size = program
        .metadata()
        .with_context(|| format!("cargo made no {}", program.display()))?
        .len();
    step.done(format_args!("{:.1} MB", size as f64 / 1e6));
    Ok(program)
}

/// Returns the path of the built program.
pub fn path(workspace: &Workspace, profile: Profile) -> PathBuf {
    let (_, folder) = profile.names();
    let name = format!("capicu{}", std::env::consts::EXE_SUFFIX);
    workspace.target.join(folder).join(name)
}

/// Builds a program that acts as the previous version: it cannot read the newest facts and messages. The packages are
/// those whose tests are compiled, so that dependencies keep their features and are not compiled again.
pub fn build_previous(workspace: &Workspace, packages: &[String]) -> Result<()> {
    let step = Step::begin("Compile the version before");
    step.run(
        cargo("build")
            .args(packages)
            .args(["--bin=capicu", "--features=capicu-cli/previous"])
            .env(web::EMBEDDED, Client::Small.dist(workspace)),
    )?;
    // The next build finds no program here, and writes it again.
    let (made, kept) = (path(workspace, Profile::Dev), path_of_previous(workspace));
    fs::rename(&made, &kept).with_context(|| format!("cannot move {}", made.display()))?;
    step.done("");
    Ok(())
}

/// Returns the path of the previous version, once built.
pub fn path_of_previous(workspace: &Workspace) -> PathBuf {
    path(workspace, Profile::Dev).with_file_name("capicu-previous")
}

/// Builds the program and prints its path.
pub fn build_and_show(profile: Profile) -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    let program = build(&workspace, profile)?;
    println!("{}", from_here(&program).display());
    Ok(ExitCode::SUCCESS)
}

pub fn serve(arguments: &[String]) -> Result<ExitCode> {
    // As `cargo run` needs it.
    let arguments = match arguments {
        [first, rest @ ..] if first == "--" => rest,
        all => all,
    };
    let workspace = Workspace::load()?;
    let program = build(&workspace, Profile::Serve)?;
    let words = [&["serve".to_owned()], arguments].concat().join(" ");
    say(format_args!(
        "Start {} {words}",
        from_here(&program).display()
    ));
    become_program(Command::new(&program).arg("serve").args(arguments))
        .with_context(|| format!("cannot start {}", program.display()))
}

/// Replaces this process where the system allows it, so that signals reach the server.
#[cfg(unix)]
pub fn become_program(command: &mut Command) -> std::io::Result<ExitCode> {
    use std::os::unix::process::CommandExt as _;
    Err(command.exec())
}

#[cfg(not(unix))]
pub fn become_program(command: &mut Command) -> std::io::Result<ExitCode> {
    let code = command
        .status()?
        .code()
        .and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
