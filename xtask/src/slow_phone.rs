//! Loading times of the page on a slow phone.

use std::process::ExitCode;

use anyhow::Result;

use crate::binary::{self, Profile};
use crate::browser;
use crate::cargo::{Workspace, cargo};
use crate::step::{Step, say};

/// Builds the program with the published page, measures it and prints each figure with its target.
pub fn measure() -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    let program = binary::build(&workspace, Profile::Dev)?;
    let found = browser::ensure()?;
    say("Measure: some three minutes, in which nothing else should run");
    let step = Step::begin("Measure");
    let told = step.run(
        cargo("run")
            .args(["--package=capicu-e2e", "--example=slow_phone"])
            .env("CAPICU_BIN", program)
            .env("CAPICU_BROWSER", found.browser)
            .env("CAPICU_DRIVER", found.driver),
    )?;
    step.done("");
    print!("{told}");
    Ok(ExitCode::SUCCESS)
}
