//! Texts of languages that the page does not contain, as files that it fetches.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use capicu_i18n::Lang;

/// Modules with a prefix for the file of their texts. All others run in workers.
const PAGES: [(&str, &str); 4] = [
    ("capicu-web", ""),
    ("capicu-form", "form-"),
    ("capicu-score", "score-"),
    ("capicu-tiles", "tiles-"),
];
const WORKERS: &str = "worker-";

/// Writes a file for each page and one for all workers next to the linked modules, in each such language:
/// `texts-TAG.bin`, `form-texts-TAG.bin`, `score-texts-TAG.bin`, `tiles-texts-TAG.bin` and `worker-texts-TAG.bin`.
pub fn write(linked: &Path) -> Result<()> {
    let reading = || format!("cannot read {}", linked.display());
    let mut code: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    for entry in fs::read_dir(linked).with_context(reading)? {
        let path = entry.with_context(reading)?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "wasm")
        {
            let page = PAGES
                .iter()
                .find(|(name, _)| path.file_stem().is_some_and(|stem| stem == *name));
            let prefix = page.map_or(WORKERS, |(_, prefix)| prefix);
            let code = code.entry(prefix).or_default();
            code.extend(fs::read(&path).with_context(reading)?);
        }
    }
    for (prefix, code) in code {
        for lang in Lang::ALL {
            if let Some(texts) = used(*lang, &code) {
                let path = linked.join(format!("{prefix}texts-{}.bin", lang.tag()));
                fs::write(&path, texts)
                    .with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
    }
    Ok(())
}

/// The texts whose English is in the code; `None` for a language that every program contains.
fn used(lang: Lang, code: &[u8]) -> Option<Vec<u8>> {
    lang.catalog(|english| memchr::memmem::find(code, english.as_bytes()).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_those_of_the_module() {
        let code = b"\0asm, then Play now, and another text";
        let texts = used(Lang::Fr, code).unwrap();
        let all = Lang::Fr.catalog(|_| true).unwrap();
        assert!(texts.len() < all.len() / 50, "{} bytes", texts.len());
        let shown = String::from_utf8_lossy(&texts).into_owned();
        assert!(shown.contains("Jouer maintenant\0"), "{shown}");
        assert_eq!(used(Lang::En, code), None);
        assert_eq!(used(Lang::Es, code), None);
    }
}
