//! Languages that a program contains or fetches: see `FURTHER` in the build script.

use std::sync::OnceLock;

use crate::Lang;
use crate::key::key;

type Catalog = Vec<(u32, &'static str)>;

static FRENCH: OnceLock<Catalog> = OnceLock::new();

impl Lang {
    fn fetched(self) -> Option<&'static OnceLock<Catalog>> {
        match self {
            Self::En | Self::Es => None,
            Self::Fr => Some(&FRENCH),
        }
    }

    #[cfg(feature = "embedded")]
    fn embedded(self) -> &'static [(u32, &'static str)] {
        match self {
            Self::En | Self::Es => &[],
            Self::Fr => crate::FR,
        }
    }

    /// Whether texts in this language are available: compiled in, or [loaded](Self::load).
    pub fn is_here(self) -> bool {
        cfg!(feature = "embedded") || self.fetched().is_none_or(|catalog| catalog.get().is_some())
    }

    /// Serializes the texts of a language for [`load`](Self::load): those that `is_used` accepts by their English text.
    ///
    /// Each entry is the key as four little-endian bytes, the text in UTF-8, and a zero byte. `None` for languages
    /// compiled into every program.
    #[cfg(feature = "embedded")]
    pub fn catalog(self, is_used: impl Fn(&str) -> bool) -> Option<Vec<u8>> {
        self.fetched()?;
        let mut bytes = Vec::new();
        for ((key, text), english) in self.embedded().iter().zip(crate::FR_ENGLISH) {
            if is_used(english) {
                bytes.extend(key.to_le_bytes());
                bytes.extend(text.bytes().chain([0]));
            }
        }
        Some(bytes)
    }

    /// Loads the texts of a language that is not compiled in. Ignores an invalid catalog; texts then appear in English.
    pub fn load(self, bytes: Vec<u8>) {
        let Some(catalog) = self.fetched() else {
            return;
        };
        if let Some(texts) = read(Vec::leak(bytes)) {
            // Only the first load counts.
            let _ = catalog.set(texts);
        }
    }
}

fn read(mut rest: &'static [u8]) -> Option<Catalog> {
    let mut texts = Vec::new();
    while let Some((key, text)) = rest.split_first_chunk() {
        let end = text.iter().position(|byte| *byte == 0)?;
        texts.push((u32::from_le_bytes(*key), str::from_utf8(&text[..end]).ok()?));
        rest = &text[end + 1..];
    }
    let is_sorted = texts.is_sorted_by_key(|(key, _)| *key);
    (rest.is_empty() && is_sorted).then_some(texts)
}

/// Finds a text in a further language by its texts in the first two.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Texts;

    /// The catalogs of the command line, which has no French.
    const IN_ENGLISH: [&str; 5] = ["check", "command", "copy", "operate", "start"];

    #[test]
    fn no_text_is_missing_in_french() {
        let mut missing = crate::FR_MISSING.iter().filter(|text| {
            let (file, _) = text.split_once('.').expect("a file and a name");
            !IN_ENGLISH.contains(&file) && !text.contains(": command-")
        });
        let first: Vec<_> = missing.by_ref().take(20).collect();
        assert!(
            first.is_empty(),
            "texts/fr lacks {first:?} and {} more",
            missing.count()
        );
    }

    #[test]
    fn french_has_narrow_spaces() {
        let narrow = |text: &str| text.replace('~', "\u{202f}");
        let spaced = [
            (
                "Prêt ? Oui ! Non : « si » ; 50 %",
                "Prêt~? Oui~! Non~: «~si~»~; 50~%",
            ),
            (
                "1 000 points en 12 manches, 10 2025",
                "1~000 points en 12 manches, 10 2025",
            ),
            (
                "`base: JEU`, 18:30, http://a",
                "`base: JEU`, 18:30, http://a",
            ),
        ];
        for (plain, set) in spaced {
            assert_eq!(crate::spacing::french(plain), narrow(set));
        }
        let plain = Lang::Fr.embedded().iter().map(|(_, text)| *text);
        let wrong: Vec<_> = plain
            .filter(|text| crate::spacing::french(text) != **text)
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
        let texts = Texts::new(Lang::Fr);
        assert_eq!(
            texts.club_act_season("Ana", "2026"),
            narrow("Ana a changé la saison «~2026~»")
        );
        assert_eq!(texts.desk_says("Ana"), narrow("Ana dit~:"));
        assert_eq!(
            texts.did_you_mean("target"),
            narrow("~; vouliez-vous dire `target`~?")
        );
    }

    #[test]
    fn fetched_catalog_equals_the_embedded_one() {
        let bytes = Lang::Fr.catalog(|_| true).expect("a client fetches it");
        let read = read(Vec::leak(bytes.clone())).expect("a catalog");
        assert_eq!(read, Lang::Fr.embedded());
        assert_eq!(Lang::En.catalog(|_| true), None);
        let one = Lang::Fr.catalog(|english| english == "Play now");
        let one = super::read(Vec::leak(one.expect("a catalog"))).expect("a catalog");
        let texts: Vec<&str> = one.iter().map(|(_, text)| *text).collect();
        // Two texts are so in English, and differ in Spanish.
        assert_eq!(texts, ["Jouer maintenant"; 2]);
        let broken = [&bytes[..bytes.len() - 1], &bytes[3..], b"none"];
        for bytes in broken {
            assert_eq!(super::read(Vec::leak(bytes.to_vec())), None);
        }
    }

    #[test]
    fn french_has_its_own_singular() {
        let texts = Texts::new(Lang::Fr);
        assert_eq!(texts.play_now(), "Jouer maintenant");
        assert_eq!(texts.lobby_places(0_u8), "0 place libre");
        assert_eq!(texts.lobby_places(1_u8), "1 place libre");
        assert_eq!(texts.lobby_places(2_u8), "2 places libres");
        assert_eq!(texts.list(&["Ana", "Inès"]), "Ana et Inès");
    }
}
