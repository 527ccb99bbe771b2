//! Writes the table of embedded files: those under `CAPICU_WEB_DIST`, those in the folder `page` that the archive of a
//! release has, or one page without either.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CAPICU_WEB_DIST");
    if let Err(error) = generate() {
        println!("cargo::error=cannot embed the web client: {error}; run `cargo xtask build`");
    }
}

fn generate() -> io::Result<()> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap());
    let page = here.join("page");
    let (client, folder) = match env::var_os("CAPICU_WEB_DIST") {
        Some(folder) => ("Embedded", PathBuf::from(folder)),
        None if page.is_dir() => ("Embedded", page),
        None => ("NotBuilt", here.join("fallback")),
    };
    println!("cargo::rerun-if-changed={}", folder.display());
    let folder = folder
        .canonicalize()
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", folder.display())))?;
    let mut files = BTreeMap::new();
    walk(&folder, &folder, &mut files)?;
    if !files.contains_key("/index.html") {
        return Err(io::Error::other(format!(
            "no index.html in {}",
            folder.display()
        )));
    }

    let mut table = format!("const CLIENT: Client = Client::{client};\n");
    table.push_str("static ASSETS: &[Asset] = &[\n");
    for (path, file) in &files {
        let extension = Path::new(path)
            .extension()
            .and_then(|e| e.to_str())
            .unwrap_or_default();
        if matches!(extension, "br" | "gz") && files.contains_key(&path[..path.len() - 3]) {
            continue;
        }
        let compressed = |suffix: &str| match files.get(&format!("{path}.{suffix}")) {
            Some(file) => format!("Some(include_bytes!({file:?}))"),
            None => "None".to_owned(),
        };
        writeln!(
            table,
            "Asset {{ path: {path:?}, bytes: include_bytes!({file:?}), brotli: {}, gzip: {}, \
             content_type: {:?}, etag: {:?} }},",
            compressed("br"),
            compressed("gz"),
            content_type(extension),
            etag(&fs::read(file)?),
        )
        .expect("a String takes everything");
    }
    table.push_str("];\n");
    fs::write(
        Path::new(&env::var("OUT_DIR").unwrap()).join("assets.rs"),
        table,
    )
}

fn walk(root: &Path, folder: &Path, files: &mut BTreeMap<String, PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(root, &path, files)?;
            continue;
        }
        let relative = path.strip_prefix(root).expect("the walk stays inside");
        let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
        let parts = parts.ok_or_else(|| {
            io::Error::other(format!("the name of {} is not UTF-8", path.display()))
        })?;
        files.insert(format!("/{}", parts.join("/")), path);
    }
    Ok(())
}

fn content_type(extension: &str) -> &'static str {
    match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wav" => "audio/wav",
        "ogg" => "audio/ogg",
        "mp3" => "audio/mpeg",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn etag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("\"{:016x}\"", hasher.finish())
}
