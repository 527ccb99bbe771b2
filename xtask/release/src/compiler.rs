//! The compilers: rustc for a static target, and zig for the C of SQLite.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::remap::{self, cargo_home};
use crate::source::{self, Place, output, text};
use crate::step::Step;
use crate::target::Target;

/// From PyPI, the same for everybody. It has the headers of musl for each processor.
const ZIG: &str = "ziglang==0.17.1 \
    --hash=sha256:ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54\n";
const ZIG_FOLDER: &str = "ziglang-0.17.1";

/// The separator between flags of rustc.
const BETWEEN: &str = "\u{1f}";

/// Builds the program and returns its bytes.
pub fn build(place: &Place, target: Target) -> Result<Vec<u8>> {
    add_target(target)?;
    let zig = ensure_zig(place)?;
    let step = Step::begin(format!("Compile for {}", target.triple()));
    let [cc, ar] = wrappers(place, &zig, target)?;
    // The lld of Rust's own toolchain: no linker of this machine can change the bytes.
    let mut flags = remap::flags()?;
    flags.extend([
        "-Clinker=rust-lld".to_owned(),
        "-Clink-self-contained=yes".to_owned(),
        format!("--remap-path-prefix={}=/capicu", place.source().display()),
        format!("--remap-path-prefix={}=/target", place.target().display()),
    ]);
    // The C of crates is in the folder of cargo, or in a folder of the target.
    let renamed = [(cargo_home()?, "cargo"), (place.target(), "target")];
    let renamed =
        renamed.map(|(path, name)| format!("-ffile-prefix-map={}=/{name}", path.display()));
    let triple = target.triple().replace('-', "_");
    step.run(
        source::cargo(place)
            .args([
                "build",
                "--locked",
                "--profile=dist",
                "--package=capicu-cli",
            ])
            .args(["--target", target.triple()])
            .env("CARGO_ENCODED_RUSTFLAGS", flags.join(BETWEEN))
            .env(format!("CC_{triple}"), cc)
            .env(format!("AR_{triple}"), ar)
            .env(format!("CFLAGS_{triple}"), renamed.join(" ")),
    )?;
    let program = place
        .target()
        .join(target.triple())
        .join("dist")
        .join("capicu");
    let bytes = fs::read(&program).with_context(|| format!("cannot read {}", program.display()))?;
    step.done(format_args!("{:.1} MB", bytes.len() as f64 / 1e6));
    Ok(bytes)
}

/// Where rustc and its libraries are.
pub fn sysroot() -> Result<PathBuf> {
    let printed = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    Ok(text(&printed)?.trim().into())
}

fn add_target(target: Target) -> Result<()> {
    let triple = target.triple();
    if sysroot()?.join("lib/rustlib").join(triple).is_dir() {
        return Ok(());
    }
    let step = Step::begin(format!("Install the target {triple}"));
    step.run(Command::new("rustup").args(["target", "add", triple]))?;
    step.done("");
    Ok(())
}

/// The folder of zig, installed when missing.
pub fn ensure_zig(place: &Place) -> Result<PathBuf> {
    let folder = place.tools.join(ZIG_FOLDER);
    let package = folder.join("ziglang");
    if package.join("zig").is_file() {
        return Ok(package);
    }
    let step = Step::begin("Install zig with pip");
    fs::create_dir_all(&folder)?;
    let list = folder.join("requirements.txt");
    fs::write(&list, ZIG)?;
    step.run(
        Command::new("python3")
            .args(["-m", "pip", "install", "--quiet", "--no-deps"])
            .args(["--only-binary=:all:", "--require-hashes", "--target"])
            .arg(&folder)
            .arg("-r")
            .arg(&list),
    )?;
    step.done("");
    Ok(package)
}

/// Writes `cc` and `ar` as crates start them. They name the target as Rust does, which zig does not know.
fn wrappers(place: &Place, zig: &Path, target: Target) -> Result<[PathBuf; 2]> {
    let (zig, name) = (zig.join("zig"), target.name());
    let cc = format!(
        "#!/bin/sh\nfor word do\n    shift\n    case $word in\n    --target=*) ;;\n    *) set -- \"$@\" \"$word\" ;;\n    \
         esac\ndone\nexec '{}' cc -target {name}-linux-musl \"$@\"\n",
        zig.display()
    );
    let ar = format!("#!/bin/sh\nexec '{}' ar \"$@\"\n", zig.display());
    let write = |file: String, text: String| -> Result<PathBuf> {
        let path = place.tools.join(file);
        fs::write(&path, text)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        Ok(path)
    };
    Ok([
        write(format!("zig-cc-{name}"), cc)?,
        write("zig-ar".to_owned(), ar)?,
    ])
}
