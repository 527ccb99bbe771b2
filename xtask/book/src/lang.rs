//! The languages of the website.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    English,
    Spanish,
    French,
}

/// The texts around a page.
pub struct Texts {
    /// The name of the language in itself.
    pub name: &'static str,
    pub skip: &'static str,
    pub languages: &'static str,
    pub pages: &'static str,
    pub rules: &'static str,
    pub search: &'static str,
    pub nothing: &'static str,
}

impl Lang {
    pub const ALL: [Self; 3] = [Self::English, Self::Spanish, Self::French];

    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
            Self::French => "fr",
        }
    }

    /// The language of a file below `docs/`.
    pub fn of(file: &str) -> Self {
        let has = |lang: Self| file.contains(&format!("/{}/", lang.tag()));
        let found = Self::ALL.into_iter().find(|lang| has(*lang));
        found.unwrap_or(Self::English)
    }

    /// The file that a page in this language would have, if there is one.
    pub fn twin(self, file: &str) -> Option<String> {
        let of = Self::of(file);
        if let Some(rules) = file.strip_prefix(&format!("docs/rules/{}/", of.tag())) {
            return Some(format!("docs/rules/{}/{rules}", self.tag()));
        }
        let name = match of {
            Self::English => file.strip_prefix("docs/"),
            _ => file.strip_prefix(&format!("docs/{}/", of.tag())),
        };
        match self {
            Self::English => Some(format!("docs/{}", name?)),
            _ => Some(format!("docs/{}/{}", self.tag(), name?)),
        }
    }

    /// The first page. French has only rules.
    pub const fn home(self) -> &'static str {
        match self {
            Self::English => "docs/README.md",
            Self::Spanish => "docs/es/README.md",
            Self::French => "docs/rules/fr/general.md",
        }
    }

    pub const fn texts(self) -> Texts {
        match self {
            Self::English => Texts {
                name: "English",
                skip: "Skip to the text",
                languages: "Languages",
                pages: "Pages",
                rules: "Rules",
                search: "Search",
                nothing: "Nothing found",
            },
            Self::Spanish => Texts {
                name: "Español",
                skip: "Saltar al texto",
                languages: "Idiomas",
                pages: "Páginas",
                rules: "Reglas",
                search: "Buscar",
                nothing: "No se encontró nada",
            },
            Self::French => Texts {
                name: "Français",
                skip: "Aller au texte",
                languages: "Langues",
                pages: "Pages",
                rules: "Règles",
                search: "Chercher",
                nothing: "Aucun résultat",
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twin_has_the_name_in_another_folder() {
        let twin = |lang: Lang, file| lang.twin(file).unwrap_or_default();
        let cien = "docs/rules/en/cien.md";
        assert_eq!(twin(Lang::Spanish, cien), "docs/rules/es/cien.md");
        assert_eq!(twin(Lang::Spanish, "docs/why.md"), "docs/es/why.md");
        assert_eq!(twin(Lang::English, "docs/es/why.md"), "docs/why.md");
        assert_eq!(Lang::of("docs/es/why.md"), Lang::Spanish);
        assert_eq!(Lang::of("docs/play.md"), Lang::English);
    }
}
