//! Builds the website: `xtask-book ROOT OUT`. `cargo xtask book` starts it.

#![forbid(unsafe_code)]

mod frame;
mod lang;
mod markdown;
mod place;
mod search;
mod site;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};

use site::Site;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let mut arguments = env::args().skip(1).map(PathBuf::from);
    let (Some(root), Some(out), None) = (arguments.next(), arguments.next(), arguments.next())
    else {
        bail!("usage: xtask-book ROOT OUT");
    };
    let site = Site::read(&root)?;
    let broken = site.broken();
    if !broken.is_empty() {
        bail!("broken links:\n{}", broken.join("\n"));
    }
    site.write(&root, &out)?;
    println!("{} pages, {} links", site.pages.len(), site.links());
    Ok(())
}
