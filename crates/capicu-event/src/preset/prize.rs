//! Prizes of an event, by category.

use serde::{Deserialize, Serialize};

use super::{Preset, PresetError};

/// A prize for the best of all entries, or of a category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Prize {
    /// Its name in English.
    pub name: String,
    /// Its name in Spanish.
    pub name_es: String,
    /// Its name in French. Default: the English one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name_fr: Option<String>,
    /// Only entries of this category may win it. Default: all entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The number of places that win.
    pub places: u16,
}

/// The number of prizes an entry may win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrizesEach {
    /// Only the first prize in the list for which it qualifies.
    #[default]
    One,
    /// Every prize for which it qualifies.
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

    /// The categories of all prizes, each once.
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
