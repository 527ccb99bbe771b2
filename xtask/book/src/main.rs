//! Builds the website: `xtask-book ROOT OUT [URL]`. `cargo xtask book` starts it.

#![forbid(unsafe_code)]

mod frame;
mod lang;
mod markdown;
mod place;
mod search;
mod site;
mod sitemap;

use std::env;
use std::path::Path;
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
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (root, out, url) = match &arguments[..] {
        [root, out] => (Path::new(root), Path::new(out), None),
        [root, out, url] => (Path::new(root), Path::new(out), Some(url.clone())),
        _ => bail!("usage: xtask-book ROOT OUT [URL]"),
    };
    let mut site = Site::read(root)?;
    site.url = url;
    let broken = site.broken();
    if !broken.is_empty() {
        bail!("broken links:\n{}", broken.join("\n"));
    }
    site.write(root, out)?;
    println!("{} pages, {} links", site.pages.len(), site.links());
    Ok(())
}
