//! Languages that a program either has in it or fetches: see `FURTHER` in the build script.

use std::sync::OnceLock;

use crate::Lang;
use crate::key::key;

type Catalog = Vec<(u64, &'static str)>;

static FRENCH: OnceLock<Catalog> = OnceLock::new();

impl Lang {
    fn fetched(self) -> Option<&'static OnceLock<Catalog>> {
        match self {
            Self::En | Self::Es => None,
            Self::Fr => Some(&FRENCH),
        }
    }

    #[cfg(feature = "embedded")]
    fn embedded(self) -> &'static [(u64, &'static str)] {
        match self {
            Self::En | Self::Es => &[],
            Self::Fr => crate::FR,
        }
    }

    /// Whether texts in this language can be said now: it is in the program, or was [loaded](Self::load).
    pub fn is_here(self) -> bool {
        cfg!(feature = "embedded") || self.fetched().is_none_or(|catalog| catalog.get().is_some())
    }

    /// All texts of a language that a client fetches, as [`load`](Self::load) takes them: for each, eight bytes of its
    /// key, lowest first, the text in UTF-8, and a zero. `None` for what every client has in it.
    #[cfg(feature = "embedded")]
    pub fn catalog(self) -> Option<Vec<u8>> {
        self.fetched()?;
        let mut bytes = Vec::new();
        for (key, text) in self.embedded() {
            bytes.extend(key.to_le_bytes());
            bytes.extend(text.bytes().chain([0]));
        }
        Some(bytes)
    }

    /// Takes the texts of a language that this program has not in it. What is no catalog is left alone, and then they
    /// are said in English.
    pub fn load(self, bytes: Vec<u8>) {
        let Some(catalog) = self.fetched() else {
            return;
        };
        if let Some(texts) = read(Vec::leak(bytes)) {
            // It is loaded once.
            let _ = catalog.set(texts);
        }
    }
}

fn read(mut rest: &'static [u8]) -> Option<Catalog> {
    let mut texts = Vec::new();
    while let Some((key, text)) = rest.split_first_chunk() {
        let end = text.iter().position(|byte| *byte == 0)?;
        texts.push((u64::from_le_bytes(*key), str::from_utf8(&text[..end]).ok()?));
        rest = &text[end + 1..];
    }
    let is_sorted = texts.is_sorted_by_key(|(key, _)| *key);
    (rest.is_empty() && is_sorted).then_some(texts)
}

/// How a further language says what the first two say so.
pub fn find(lang: Lang, texts: &[&'static str; 2]) -> Option<&'static str> {
    let catalog = lang.fetched().and_then(OnceLock::get).map(Vec::as_slice);
    #[cfg(feature = "embedded")]
    let catalog = catalog.or(Some(lang.embedded()));
    let catalog = catalog?;
    let at = catalog
        .binary_search_by_key(&key(texts), |(key, _)| *key)
        .ok()?;
    Some(catalog[at].1)
}
