//! Packs a release. `cargo xtask dist` starts it: `xtask-release ROOT TARGET_FOLDER [--target TARGET]... [--check]`.

#![forbid(unsafe_code)]

mod check;
mod compiler;
mod deb;
#[path = "../../src/debian.rs"]
mod debian;
mod documents;
mod image;
mod installers;
mod licenses;
mod parts;
mod release;
#[path = "../../src/remap.rs"]
mod remap;
mod sbom;
mod source;
#[path = "../../src/step.rs"]
mod step;
mod sums;
mod target;
mod tree;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use source::{About, Place};
use step::say;
use target::Target;

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
    let started = Instant::now();
    let mut arguments = env::args().skip(1);
    let mut folder = || arguments.next().map(PathBuf::from);
    let (Some(root), Some(target)) = (folder(), folder()) else {
        bail!("usage: xtask-release ROOT TARGET_FOLDER [--target TARGET]... [--check]");
    };
    let (mut targets, mut is_check) = (Vec::new(), false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--check" => is_check = true,
            "--target" => {
                let name = arguments.next().context("`--target` needs a target")?;
                targets.push(Target::named(&name)?);
            }
            _ => bail!("unexpected argument `{argument}`"),
        }
    }
    if targets.is_empty() {
        targets = Target::ALL.to_vec();
    }
    targets.sort_unstable();
    targets.dedup();

    let about = About::of(&root)?;
    for name in source::uncommitted(&root)? {
        say(format_args!("Left out, since it has no commit: {name}"));
    }
    say(format_args!(
        "Capicú {} of {} (commit {})",
        about.version, about.day, about.commit
    ));
    let place = Place::new(&root, &target, "1");
    let release = release::build(&place, &about, &targets)?;
    let out = target.join("dist");
    release.write(&out)?;
    for (name, bytes) in &release.files {
        println!("{:>11}  {name}", bytes.len());
    }
    if is_check {
        check::run(&place, &about, &targets, &release)?;
        let again = Place::new(&root, &target, "2");
        check::alike::run(&again, &about, &targets, &release)?;
    }
    println!(
        "{} in {:.0} s",
        out.display(),
        started.elapsed().as_secs_f64()
    );
    Ok(())
}
