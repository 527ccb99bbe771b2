//! Texts of languages that the page does not contain, as files that it fetches.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use capicu_i18n::Lang;

/// The module of the page; the others run in workers.
const PAGE: &str = "capicu-web";

/// Writes two files for each such language next to the linked modules: `texts-TAG.bin` has the texts that the page uses,
/// `worker-texts-TAG.bin` those of the workers.
pub fn write(linked: &Path) -> Result<()> {
    let reading = || format!("cannot read {}", linked.display());
    let [mut page, mut workers] = [Vec::new(), Vec::new()];
    for entry in fs::read_dir(linked).with_context(reading)? {
        let path = entry.with_context(reading)?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "wasm")
        {
            let is_page = path.file_stem().is_some_and(|stem| stem == PAGE);
            let code = if is_page { &mut page } else { &mut workers };
            code.extend(fs::read(&path).with_context(reading)?);
        }
    }
    for (prefix, code) in [("", page), ("worker-", workers)] {
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
