//! Builds the web client: from its crate to the folder that the server embeds.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::cargo::{Workspace, cargo, hash_files, program};
use crate::remap;
use crate::step::Step;
use crate::toolchain::{WASM, ensure_wasm};
use crate::wasm_opt;

/// Where cargo looks for compiler flags, divided by [`BETWEEN`], for what is compiled for the browser.
const FLAGS: &str = "CARGO_ENCODED_RUSTFLAGS";
const BETWEEN: &str = "\u{1f}";

/// The variable that names the folder to embed when the server is compiled.
pub const EMBEDDED: &str = "CAPICU_WEB_DIST";

/// Programs of pages: the table, the form of a new one, the score sheet, and its entry of tiles.
const PAGES: [&str; 4] = ["capicu-web", "capicu-form", "capicu-score", "capicu-tiles"];

/// Crates with the programs of pages.
const PAGE_CRATES: [&str; 2] = ["capicu-web", "capicu-score"];

/// Crates whose programs run in web workers.
const WORKERS: [&str; 2] = ["capicu-practice", "capicu-replay"];

/// Optimization of the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// Small to download: published, tested and measured.
    Small,
    /// Quick to compile. Its parts and the server share a profile, so that common build scripts and macros are compiled
    /// once.
    Quick,
}

impl Client {
    /// Returns the profiles of page and workers, which are folder names too.
    const fn profiles(self) -> [&'static str; 2] {
        match self {
            Self::Small => ["web", "worker"],
            Self::Quick => ["serve", "serve"],
        }
    }

    pub fn dist(self, workspace: &Workspace) -> PathBuf {
        workspace.target.join(self.profiles()[0]).join("dist")
    }
}

/// Builds the client unless nothing changed, and returns the folder to embed.
pub fn build(workspace: &Workspace, client: Client) -> Result<PathBuf> {
    ensure_wasm()?;
    let step = Step::begin("Compile the web client and its bundler");
    let [page, worker] = client.profiles();
    let bundler = with(cargo("build"), &["--package=xtask-web"]);
    // Each ends with linking on one core, so run them in parallel.
    match client {
        Client::Small => step.run_together([
            module(workspace, page, &PAGE_CRATES)?,
            module(workspace, worker, &WORKERS)?,
            bundler,
        ])?,
        Client::Quick => step.run_together([
            module(
                workspace,
                page,
                &[PAGE_CRATES[0], PAGE_CRATES[1], WORKERS[0], WORKERS[1]],
            )?,
            with(bundler, &["--no-default-features"]),
        ])?,
    }
    step.done("");
    bundle(workspace, client)
}

/// Builds a WebAssembly module with its script into a folder, without a page.
pub fn build_module(workspace: &Workspace, package: &str, out: &Path) -> Result<()> {
    ensure_wasm()?;
    let step = Step::begin(format!("Compile {package} and its linker"));
    let [_, profile] = Client::Small.profiles();
    step.run_together([
        module(workspace, profile, &[package])?,
        with(cargo("build"), &["--package=xtask-web"]),
    ])?;
    step.done("");
    let compiled = workspace.target.join(WASM).join(profile);
    let wasm_opt = wasm_opt::ensure(workspace);
    let step = Step::begin("Link the module");
    step.run(
        Command::new(program(workspace, "xtask-web"))
            .arg("--module")
            .args([&compiled.join(format!("{package}.wasm")), out])
            .args(
                wasm_opt
                    .iter()
                    .flat_map(|path| [Path::new("--wasm-opt"), path]),
            ),
    )?;
    step.done("");
    Ok(())
}

fn module(workspace: &Workspace, profile: &str, packages: &[&str]) -> Result<Command> {
    let mut command = with(cargo("build"), &["--profile", profile, "--target", WASM]);
    command.args(packages.iter().map(|name| format!("--package={name}")));
    // Views of one type each instead of a type for every nesting: 6 % less to download. Hashing
    // without its loops written out: a seed is hashed once a match. Without the paths of this machine, so that each
    // makes the same bytes.
    let mut flags = remap::flags()?;
    flags.extend([
        "--cfg=erase_components".to_owned(),
        "--cfg=sha2_backend_soft=\"compact\"".to_owned(),
        format!("--remap-path-prefix={}=/target", workspace.target.display()),
    ]);
    command.env(FLAGS, flags.join(BETWEEN));
    Ok(command)
}

fn with(mut command: Command, arguments: &[&str]) -> Command {
    command.args(arguments);
    command
}

/// Bytes that the first page and the table may download together: 350 KB, less 3 KB for headers and [`HOME`]. A test
/// weighs both (`crates/capicu-server/tests/site.rs`).
const TABLE: u64 = 350_000 - 3_000 - HOME;

/// Bytes reserved for the first page, compressed.
const HOME: u64 = 12_000;

/// Name prefixes of files that are downloaded on request, or once the table is playable.
const LATER: [&str; 35] = [
    "capicu-practice",
    "practice",
    "capicu-replay",
    "replay",
    // The form of a table, for the server's page around it.
    "capicu-form",
    "form",
    "capicu-score",
    "score",
    "capicu-tiles",
    "tiles",
    "move-list",
    "app-shell",
    "findings",
    "highlights",
    "home",
    "house-rules",
    "icon-",
    "storage",
    "ladder",
    "lead",
    "lesson",
    "lookback",
    "moments",
    "opponent",
    "queue",
    "record-link",
    "waiting-room",
    "settings",
    "share",
    "sounds",
    "sw.js",
    "tally",
    "text-commands",
    // A language that the client does not contain; docs/notes/performance.md has its size.
    "texts-",
    "worker-texts",
];

/// Returns the bytes of a first visit to the table. Fails if they exceed the limit for phones.
pub fn table_load(workspace: &Workspace) -> Result<u64> {
    weigh(&Client::Small.dist(workspace))
}

fn weigh(dist: &Path) -> Result<u64> {
    let mut files = Vec::new();
    collect(dist, &mut files)?;
    let size = |path: &Path| fs::metadata(path).map(|found| found.len());
    let plain = files
        .iter()
        .filter(|path| !is_compressed(path) && !is_later(path));
    let mut sizes = plain
        .map(|path| {
            Ok((
                size(&with_suffix(path, ".br")).or_else(|_| size(path))?,
                path,
            ))
        })
        .collect::<Result<Vec<_>>>()?;
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let total: u64 = sizes.iter().map(|(size, _)| size).sum();
    if total > TABLE {
        let list = sizes.iter().take(3).map(|(size, path)| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            format!("{name} {size}")
        });
        bail!(
            "the table downloads {total} bytes with brotli, and may {TABLE}; the largest files: {}. \
             See docs/notes/performance.md for what takes room",
            list.collect::<Vec<_>>().join(", ")
        );
    }
    Ok(total)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn is_compressed(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "br" || extension == "gz")
}

fn is_later(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    LATER.iter().any(|start| name.starts_with(start))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn bundle(workspace: &Workspace, client: Client) -> Result<PathBuf> {
    let source = workspace.root.join("crates/capicu-web");
    let compiled = workspace.target.join(WASM);
    let [page, worker] = client.profiles();
    let pages = PAGES.map(|name| compiled.join(page).join(format!("{name}.wasm")));
    let workers = WORKERS.map(|name| compiled.join(worker).join(format!("{name}.wasm")));
    let dist = client.dist(workspace);
    let stamp = dist.with_extension("stamp");
    let wasm_opt = match client {
        Client::Small => wasm_opt::ensure(workspace),
        Client::Quick => None,
    };

    let mut inputs = DefaultHasher::new();
    wasm_opt.hash(&mut inputs);
    for module in pages.iter().chain(&workers) {
        hash_files(module, &mut inputs)?;
    }
    for part in ["index.html", "assets", "public"] {
        hash_files(&source.join(part), &mut inputs)?;
    }
    for part in ["Cargo.lock", "xtask/web", "crates/capicu-i18n"] {
        hash_files(&workspace.root.join(part), &mut inputs)?;
    }
    let inputs = format!("{:016x}", inputs.finish());
    if dist.exists() && fs::read_to_string(&stamp).is_ok_and(|stamp| stamp == inputs) {
        return Ok(dist);
    }

    let step = Step::begin("Bundle the web client");
    let sizes = step.run(
        Command::new(program(workspace, "xtask-web"))
            .args([&source, &dist])
            .args(pages.iter().chain(&workers))
            .args(
                wasm_opt
                    .iter()
                    .flat_map(|path| [Path::new("--wasm-opt"), path]),
            ),
    )?;
    fs::write(&stamp, inputs).with_context(|| format!("cannot write {}", stamp.display()))?;
    step.done(sizes.trim());
    Ok(dist)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_large_client_is_refused() {
        let folder = std::env::temp_dir().join(format!("capicu-dist-{}", std::process::id()));
        let assets = folder.join("assets");
        fs::create_dir_all(&assets).unwrap();
        let write = |name: &str, n: u64| fs::write(assets.join(name), vec![0; n as usize]).unwrap();
        write("client.wasm", 2 * TABLE);
        write("client.wasm.br", TABLE - 10);
        write("client.wasm.gz", TABLE);
        write("capicu-practice.wasm", TABLE);
        write("icon.svg", 10);
        assert_eq!(weigh(&folder).unwrap(), TABLE);
        write("icon.svg", 11);
        let error = weigh(&folder).unwrap_err().to_string();
        let largest = format!("client.wasm {}", TABLE - 10);
        assert!(error.contains(&largest), "{error}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
