//! What may not be meant in a rule file that can be played.

use capicu_i18n::Texts;

use super::RuleFile;
use crate::{Place, games};

/// Something in a rule file that may not be meant, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFileWarning {
    /// Where.
    pub place: Place,
    /// What.
    pub warning: Warning,
}

/// Something that may not be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// A game that is known by name has this id.
    KnownId(String),
}

impl RuleFile {
    /// What may not be meant, although the file can be played.
    pub fn warnings(&self) -> Vec<RuleFileWarning> {
        let known = self
            .id
            .iter()
            .filter(|id| games::ids().any(|known| known == *id));
        known
            .map(|id| RuleFileWarning {
                place: self.id_at,
                warning: Warning::KnownId(id.clone()),
            })
            .collect()
    }
}

impl RuleFileWarning {
    /// `12:7: why`, in a language.
    pub fn told(&self, texts: Texts) -> String {
        let why = match &self.warning {
            Warning::KnownId(id) => texts.file_known_id(id),
        };
        format!("{}: {why}", self.place)
    }
}
