//! Screenshots of every page, in every language and at several widths, and those of the README.

use std::process::ExitCode;

use anyhow::Result;

use crate::binary::{self, Profile};
use crate::browser;
use crate::cargo::{Workspace, cargo, from_here};
use crate::step::Step;

/// Builds the program, takes the screenshots and prints their folder.
pub fn make() -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    let program = binary::build(&workspace, Profile::Dev)?;
    let found = browser::ensure()?;
    let folder = workspace.target.join("contact-sheets");
    let step = Step::begin("Take the pictures");
    step.run(
        cargo("run")
            .args(["--package=capicu-e2e", "--example=contact_sheets"])
            .env("CAPICU_BIN", program)
            .env("CAPICU_BROWSER", found.browser)
            .env("CAPICU_DRIVER", found.driver),
    )?;
    step.done("");
    println!("{}", from_here(&folder.join("index.html")).display());
    Ok(ExitCode::SUCCESS)
}

/// Takes the three pictures of the README and writes them to `docs/pictures`.
pub fn readme() -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    let program = binary::build(&workspace, Profile::Dev)?;
    let found = browser::ensure()?;
    let folder = workspace.root.join("docs/pictures");
    let step = Step::begin("Take the pictures of the README");
    step.run(
        cargo("test")
            .args(["--package=capicu-e2e", "--test=integration", "pictures::"])
            .env("CAPICU_BIN", program)
            .env("CAPICU_BROWSER", found.browser)
            .env("CAPICU_DRIVER", found.driver)
            .env("CAPICU_PICTURES", &folder),
    )?;
    step.done("");
    println!("{}", from_here(&folder).display());
    Ok(ExitCode::SUCCESS)
}
