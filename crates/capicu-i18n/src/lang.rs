/// A language of the product.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English, also the fallback for missing texts.
    #[default]
    En,
    /// Spanish as spoken around the Caribbean.
    Es,
    /// French, with the terms of players in France and the Antilles.
    Fr,
}

impl Lang {
    /// In the order of the language switch.
    pub const ALL: &'static [Self] = &[Self::En, Self::Es, Self::Fr];

    /// The language of a tag of a browser (`es-PR`) or system (`es_PR.UTF-8`); `None` if it is not supported.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_', '.', '@']).next()?.trim();
        Self::ALL
            .iter()
            .copied()
            .find(|lang| primary.eq_ignore_ascii_case(lang.tag()))
    }

    /// The first supported language among a person's languages, or English.
    pub fn choose<'a>(tags: impl IntoIterator<Item = &'a str>) -> Self {
        tags.into_iter()
            .find_map(Self::from_tag)
            .unwrap_or_default()
    }

    /// Its tag for `<html lang>` and settings.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Es => "es",
            Self::Fr => "fr",
        }
    }

    /// Its name in the language itself.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Es => "Español",
            Self::Fr => "Français",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_of_browser_or_system_gives_its_language() {
        assert_eq!(Lang::from_tag("es-PR"), Some(Lang::Es));
        assert_eq!(Lang::from_tag("ES"), Some(Lang::Es));
        assert_eq!(Lang::from_tag("es_DO.UTF-8"), Some(Lang::Es));
        assert_eq!(Lang::from_tag("en-JM"), Some(Lang::En));
        assert_eq!(Lang::from_tag("est"), None);
        assert_eq!(Lang::from_tag("C.UTF-8"), None);
        assert_eq!(Lang::from_tag(""), None);
    }

    #[test]
    fn first_supported_language_is_chosen() {
        assert_eq!(Lang::choose(["ht", "es-419", "en"]), Lang::Es);
        assert_eq!(Lang::choose(["fr-MQ", "ht"]), Lang::Fr);
        assert_eq!(Lang::choose(["pt-BR", "ht"]), Lang::En);
    }
}
