//! Whether the crates that say they need no standard library need none.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::cargo::Workspace;
use crate::step::Step;

/// Crates that other people's programs without an operating system may use.
const CRATES: [&str; 2] = ["capicu", "capicu-geometry"];

/// A library that has no standard library and says itself what a panic does: the compiler refuses it as
/// soon as anything below it brings the standard library, which says so too.
const PROGRAM: &str = "\
#![no_std]

#[panic_handler]
fn stop(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
";

/// Compiles them in a workspace of their own, where no other crate switches their features on.
pub fn check(workspace: &Workspace) -> Result<()> {
    let step = Step::begin("Compile without the standard library");
    let folder = workspace.target.join("bare");
    let mut manifest =
        "[package]\nname = \"bare\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n"
            .to_owned();
    let mut program = PROGRAM.to_owned();
    for name in CRATES {
        let path = workspace.root.join("crates").join(name);
        writeln!(manifest, "{name} = {{ path = {path:?} }}")?;
        writeln!(program, "\nuse {} as _;", name.replace('-', "_"))?;
    }
    let context = || format!("cannot write to {}", folder.display());
    fs::create_dir_all(folder.join("src")).with_context(context)?;
    fs::write(folder.join("Cargo.toml"), manifest).with_context(context)?;
    fs::write(folder.join("src/lib.rs"), program).with_context(context)?;
    // The versions of the workspace, which are there.
    fs::copy(workspace.root.join("Cargo.lock"), folder.join("Cargo.lock")).with_context(context)?;
    step.run(
        Command::new(env!("CARGO"))
            .args(["check", "--offline", "--manifest-path"])
            .arg(folder.join("Cargo.toml"))
            .env("CARGO_TARGET_DIR", folder.join("target")),
    )?;
    step.done("");
    Ok(())
}
