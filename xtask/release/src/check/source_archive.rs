//! The source archive: `cargo install` makes the program from it where nothing can compile the page.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use anyhow::Result;

use crate::check::server::Root;
use crate::release::Release;
use crate::source::{self, About, Place};
use crate::step::Step;
use crate::target::Target;
use crate::tree::{Tree, gunzip};

/// Stands in for rustc on a machine without the target of the page.
const RUSTC: &str = "#!/bin/sh\ncase \" $* \" in\n*\" --target wasm32\"* | *\" --target=wasm32\"*)\n    \
    echo 'this machine has no target for WebAssembly' >&2\n    exit 1\n    ;;\nesac\nexec rustc \"$@\"\n";

pub fn run(place: &Place, about: &About, release: &Release) -> Result<()> {
    let Some(target) = Target::ALL
        .into_iter()
        .find(|target| target.emulator().is_none())
    else {
        return Ok(());
    };
    let step = Step::begin("Install from the source archive");
    let folder = place.target().join("install");
    let _ = fs::remove_dir_all(&folder);
    let name = format!("capicu-{}", about.version);
    let archive = &release.files[&format!("{name}-source.tar.gz")];
    Tree::read(&gunzip(archive)?)?.write(&folder)?;
    let rustc = folder.join("rustc");
    fs::write(&rustc, RUSTC)?;
    fs::set_permissions(&rustc, fs::Permissions::from_mode(0o755))?;
    step.run(
        source::cargo(place)
            .current_dir(folder.join(&name))
            .args([
                "install",
                "--locked",
                "--debug",
                "--path",
                "crates/capicu-cli",
                "--root",
            ])
            .arg(&folder)
            .env("CARGO_TARGET_DIR", folder.join("target"))
            .env("RUSTC", &rustc),
    )?;
    step.done("");

    let step = Step::begin("Play with the installed program");
    let [program, data] =
        ["bin/capicu", "data"].map(|path| folder.join(path).display().to_string());
    let root = Root {
        folder: "/".into(),
        target,
        user: "0:0".to_owned(),
        writable: None,
        log: folder.join("server.log"),
    };
    let server = root.serve(&[&program, "serve", "--data", &data])?;
    server.play(place, &step, "ana")?;
    server.stop()?;
    step.done("");
    Ok(())
}
