/// A language the product speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Spanish, as it is spoken around the Caribbean.
    Es,
    /// French, with the words of those who play in France and the Antilles.
    Fr,
}

impl Lang {
    /// Every language, as a switch lists them.
    pub const ALL: &'static [Self] = &[Self::En, Self::Es, Self::Fr];

    /// The language of a tag as browsers (`es-PR`) and systems (`es_PR.UTF-8`) write it; `None` for
    /// a language the product does not speak.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_', '.', '@']).next()?.trim();
        Self::ALL
            .iter()
            .copied()
            .find(|lang| primary.eq_ignore_ascii_case(lang.tag()))
    }

    /// The first of a person's languages that the product speaks, else English.
    pub fn choose<'a>(tags: impl IntoIterator<Item = &'a str>) -> Self {
        tags.into_iter()
            .find_map(Self::from_tag)
            .unwrap_or_default()
    }

    /// Its tag, for `<html lang>` and settings.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Es => "es",
            Self::Fr => "fr",
        }
    }

    /// What its speakers call it.
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
    fn tags_of_browsers_and_systems() {
        assert_eq!(Lang::from_tag("es-PR"), Some(Lang::Es));
        assert_eq!(Lang::from_tag("ES"), Some(Lang::Es));
        assert_eq!(Lang::from_tag("es_DO.UTF-8"), Some(Lang::Es));
        assert_eq!(Lang::from_tag("en-JM"), Some(Lang::En));
        assert_eq!(Lang::from_tag("est"), None);
        assert_eq!(Lang::from_tag("C.UTF-8"), None);
        assert_eq!(Lang::from_tag(""), None);
    }

    #[test]
    fn the_first_language_spoken_counts() {
        assert_eq!(Lang::choose(["ht", "es-419", "en"]), Lang::Es);
        assert_eq!(Lang::choose(["fr-MQ", "ht"]), Lang::Fr);
        assert_eq!(Lang::choose(["pt-BR", "ht"]), Lang::En);
    }
}
