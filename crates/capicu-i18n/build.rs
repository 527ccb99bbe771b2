//! Compiles the catalogs in `texts/` into functions. A missing text, a text in one language only, or a wrong argument
//! is a compile error.

#[path = "build/catalog.rs"]
mod catalog;
#[path = "build/code.rs"]
mod code;
#[path = "src/key.rs"]
mod key;
#[path = "src/spacing.rs"]
mod spacing;

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The languages compiled into every program. The first one decides which texts exist.
const LANGS: [&str; 2] = ["en", "es"];

/// The other languages of `Lang`, each in its own catalog. A missing text falls back to English, and a test lists
/// missing texts.
const FURTHER: [&str; 1] = ["fr"];

/// Catalogs with lookup by name; texts of the others become methods of `Texts`.
const BY_NAME: [&str; 2] = ["games", "options"];

fn main() {
    println!("cargo::rerun-if-changed=texts");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/key.rs");
    println!("cargo::rerun-if-changed=src/spacing.rs");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    match generate(&root.join("texts")) {
        Ok(code) => {
            let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
            fs::write(out.join("texts.rs"), code).expect("the output folder is writable");
        }
        Err(complaints) => {
            for complaint in complaints {
                println!("cargo::error={complaint}");
            }
        }
    }
}

fn generate(folder: &Path) -> Result<String, Vec<String>> {
    let mut files: Vec<String> = fs::read_dir(folder.join(LANGS[0]))
        .map_err(|error| vec![format!("{}: {error}", folder.display())])?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| Some(name.strip_suffix(".ftl")?.to_owned()))
        .collect();
    files.sort();
    let mut complaints = Vec::new();
    let mut methods = String::new();
    let mut tables = String::new();
    let mut further = FURTHER.map(code::Further::new);
    for file in &files {
        let catalogs = LANGS.map(|lang| {
            let path = folder.join(lang).join(format!("{file}.ftl"));
            catalog::read(&path).unwrap_or_else(|errors| {
                complaints.extend(errors);
                catalog::Catalog::new()
            })
        });
        let merged = code::merge(file, &LANGS, catalogs, &mut complaints);
        for lang in &mut further {
            lang.add(folder, file, &merged, &mut complaints);
        }
        if BY_NAME.contains(&file.as_str()) {
            code::tables(file, &merged, &mut tables);
        } else {
            code::methods(&merged, &mut methods);
        }
    }
    for lang in further {
        lang.write(&mut tables);
    }
    if complaints.is_empty() {
        Ok(format!("impl Texts {{\n{methods}}}\n{tables}"))
    } else {
        Err(complaints)
    }
}
