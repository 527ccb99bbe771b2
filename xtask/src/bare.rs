//! Checks that the `no_std` crates compile without the standard library.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::cargo::Workspace;
use crate::step::Step;

/// Crates that programs without an operating system can use.
const CRATES: [&str; 2] = ["capicu", "capicu-geometry"];

/// A library without the standard library and with its own panic handler. If a dependency links the standard library,
/// there are two panic handlers, and the compiler refuses it.
const PROGRAM: &str = "\
#![no_std]

#[panic_handler]
fn stop(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
";

/// Compiles them in a separate workspace, where no other crate enables their features.
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
    // Use the versions of this workspace: they are downloaded already.
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
