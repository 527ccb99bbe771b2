//! The browser of the end-to-end tests.

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::debian::{self, on_path};

const BROWSERS: [&str; 4] = [
    "chromium",
    "google-chrome",
    "google-chrome-stable",
    "chromium-browser",
];
const DRIVERS: [&str; 1] = ["chromedriver"];
const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-dejavu-core"];

/// A browser and its driver.
pub struct Browser {
    pub browser: PathBuf,
    pub driver: PathBuf,
}

/// Finds both; installs Debian's packages if they are missing and this user may.
pub fn ensure() -> Result<Browser> {
    if let Some(found) = find() {
        return Ok(found);
    }
    let missing = "the browser tests need chromium and chromedriver";
    debian::install(&PACKAGES, missing)?;
    let Some(found) = find() else {
        bail!("{missing}; apt-get installed them, but they are not on the PATH");
    };
    Ok(found)
}

fn find() -> Option<Browser> {
    let first = |names: &[&str]| names.iter().find_map(|name| on_path(name));
    Some(Browser {
        browser: first(&BROWSERS)?,
        driver: first(&DRIVERS)?,
    })
}
