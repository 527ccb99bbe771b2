//! Texts of languages that the page does not contain, as files that it fetches.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use capicu_i18n::Lang;

/// Writes `texts-TAG.bin` for each such language into a folder, with the texts that this linked module uses.
pub fn write(module: &Path, folder: &Path) -> Result<()> {
    let code = fs::read(module).with_context(|| format!("cannot read {}", module.display()))?;
    for lang in Lang::ALL {
        if let Some(texts) = used(*lang, &code) {
            let path = folder.join(format!("texts-{}.bin", lang.tag()));
            fs::write(&path, texts).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(())
}

/// The texts whose English is in the module; `None` for a language that every program contains.
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
