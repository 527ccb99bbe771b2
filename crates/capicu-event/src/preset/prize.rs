//! Prizes of an event, by category.

use serde::{Deserialize, Serialize};

use super::{Preset, PresetError};

/// A prize for the best of everybody, or of a category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Prize {
    /// Its name in English.
    pub name: String,
    /// Its name in Spanish.
    pub name_es: String,
    /// Its name in French; without it, the English one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name_fr: Option<String>,
    /// Who may win it: entries of this category; without it, everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// How many places it has.
    pub places: u16,
}

/// How many prizes an entry may win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrizesEach {
    /// The first of the list that it comes to.
    #[default]
    One,
    /// All it comes to.
    All,
}

impl PrizesEach {
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::One
    }
}

impl Preset {
    pub(super) fn check_prizes(&self) -> Result<(), PresetError> {
        let empty = |text: &str| text.trim().is_empty();
        let wrong = |prize: &Prize| {
            let category = prize.category.as_deref().is_some_and(empty);
            let names = [&prize.name, &prize.name_es];
            prize.places == 0 || category || names.iter().any(|name| empty(name))
        };
        match self.prizes.iter().any(wrong) {
            true => Err(PresetError::Range {
                stage: 0,
                key: "prize",
            }),
            false => Ok(()),
        }
    }

    /// The categories that prizes are for, each once.
    pub fn categories(&self) -> Vec<&str> {
        let mut categories: Vec<&str> = Vec::new();
        for category in self
            .prizes
            .iter()
            .filter_map(|prize| prize.category.as_deref())
        {
            if !categories.contains(&category) {
                categories.push(category);
            }
        }
        categories
    }
}
