//! What may not be meant in a rule file that can be played.

use capicu::rules::{Choices, Effect};
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
    /// The option changes nothing about the base, as the others are.
    NoEffect(&'static str),
    /// The reserve keeps every tile that could be drawn, whatever the number of players.
    NothingToDraw,
}

impl RuleFile {
    /// What may not be meant, although the file can be played, in the order in which it stands there.
    pub fn warnings(&self) -> Vec<RuleFileWarning> {
        let known = self
            .id
            .iter()
            .filter(|id| games::ids().any(|known| known == *id));
        let mut found: Vec<RuleFileWarning> = known
            .map(|id| RuleFileWarning {
                place: self.id_at,
                warning: Warning::KnownId(id.clone()),
            })
            .collect();
        let variants = self.variants.iter();
        let variants: Vec<Choices> = variants.map(|(_, rules)| rules.choices()).collect();
        for &(option, place) in &self.changed {
            let idle = |choices: &Choices| choices.effects().get(option) == Some(Effect::None);
            let dry = |choices: &Choices| !choices.draws();
            let warning = if variants.iter().all(idle) {
                Warning::NoEffect(option)
            } else if option == "reserve" && variants.iter().all(dry) {
                Warning::NothingToDraw
            } else {
                continue;
            };
            found.push(RuleFileWarning { place, warning });
        }
        found.sort_by_key(|warning| warning.place);
        found
    }
}

impl RuleFileWarning {
    /// `12:7: why`, in a language.
    pub fn told(&self, texts: Texts) -> String {
        let why = match &self.warning {
            Warning::KnownId(id) => texts.file_known_id(id),
            Warning::NoEffect(option) => texts.file_no_effect(*option),
            Warning::NothingToDraw => texts.file_nothing_to_draw(),
        };
        format!("{}: {why}", self.place)
    }
}
