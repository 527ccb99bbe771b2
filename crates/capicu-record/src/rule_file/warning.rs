//! Warnings about rule files that can be played.

use capicu::rules::{Choices, Effect};
use capicu_i18n::Texts;

use super::RuleFile;
use crate::{Place, games};

/// A warning about a rule file, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFileWarning {
    /// The place in the text.
    pub place: Place,
    /// The warning for that place.
    pub warning: Warning,
}

/// A likely mistake in a rule file that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// A known game has this id.
    KnownId(String),
    /// The option has no effect with the other options as they are.
    NoEffect(&'static str),
    /// The reserve contains every tile that could be drawn, for every number of players.
    NothingToDraw,
}

impl RuleFile {
    /// Lists likely mistakes, in the order of the text.
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
    /// Explains place and warning in a language: `12:7: why`.
    pub fn told(&self, texts: Texts) -> String {
        let why = match &self.warning {
            Warning::KnownId(id) => texts.file_known_id(id),
            Warning::NoEffect(option) => texts.file_no_effect(*option),
            Warning::NothingToDraw => texts.file_nothing_to_draw(),
        };
        format!("{}: {why}", self.place)
    }
}
