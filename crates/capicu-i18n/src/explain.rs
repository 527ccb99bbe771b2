//! The rules of a game as a person would explain them.

use capicu::Rules;
use capicu::rules::{Choices, Effect, Ends, PerOption, Score, Teams};

use crate::Texts;

/// Sentences about one part of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What they are about.
    pub title: String,
    /// The sentences, in the order in which they make sense.
    pub sentences: Vec<String>,
}

/// A part of the explanation: an option, or a sentence that no option decides.
#[derive(Clone, Copy)]
enum Part {
    /// The rule of the option of this name, where it makes a difference.
    Rule(&'static str),
    /// A turn is one tile.
    MatchNumbers,
    /// Partners may not talk.
    Talk,
    /// Who can play must.
    MustPlay,
    /// How a double at an end counts.
    DoubleCounts,
}

use Part::Rule;

const SEATS: &[Part] = &[
    Rule("teams"),
    Rule("players"),
    Rule("set"),
    Rule("removed"),
    Rule("hand"),
    Rule("direction"),
];
const OPENING: &[Part] = &[
    Rule("opener"),
    Rule("set-tie"),
    Rule("opening-lead"),
    Rule("no-double"),
    Rule("doubles-redeal"),
    Rule("next-opener"),
    Rule("pose"),
    Rule("blocked-opener"),
    Rule("lightest-tie"),
    Rule("lead"),
    Rule("pose-pass"),
    Rule("tie-opener"),
    Rule("reset-opener"),
];
const PLAY: &[Part] = &[
    Part::MatchNumbers,
    Rule("spinner"),
    Rule("cross"),
    Rule("later-double"),
    Rule("sides"),
    Rule("arms"),
    Part::MustPlay,
    Rule("draw-when"),
    Rule("draw"),
    Rule("reserve"),
    Part::Talk,
];
const END: &[Part] = &[
    Rule("going-out"),
    Rule("block-seen"),
    Rule("dead-chain"),
    Rule("block-winner"),
    Rule("block-tie"),
    Rule("double-pips"),
    Rule("double-blank"),
];
const SCORING: &[Part] = &[
    Rule("score"),
    Rule("ends"),
    Part::DoubleCounts,
    Rule("calls"),
    Rule("call-sum"),
    Rule("wrong-call"),
    Rule("out-count"),
    Rule("block-count"),
    Rule("rounding"),
    Rule("pips-per-point"),
    Rule("key-tile"),
    Rule("first-game"),
    Rule("second-game"),
    Rule("third-game"),
    Rule("fourth-game"),
    Rule("game-number"),
    Rule("capicu"),
    Rule("capicu-pays"),
    Rule("capicu-when"),
    Rule("chuchazo"),
    Rule("chuchazo-when"),
    Rule("paso"),
    Rule("paso-when"),
    Rule("pase-corrido"),
    Rule("pase-de-salida"),
    Rule("pase-de-salida-when"),
    Rule("block-bonus"),
    Rule("block-penalties"),
    Rule("three-passes"),
    Rule("board-pass"),
    Rule("board-pass-block"),
    Rule("pass-penalties"),
    Rule("stakes"),
];
const MATCH: &[Part] = &[
    Rule("target"),
    Rule("finish"),
    Rule("match-check"),
    Rule("next-match-opener"),
    Rule("love"),
    Rule("one-all"),
    Rule("skunk"),
    Rule("skunk-line"),
];
const WRONG: &[Part] = &[Rule("false-play"), Rule("needless-draw"), Rule("exposed")];

impl Texts {
    /// The rules of a game as a person would explain them: what makes a difference in it, section
    /// by section, each sentence whole.
    pub fn explain(&self, rules: &Rules) -> Vec<Section> {
        let sections = self.sections();
        let effects = rules.effects();
        sections
            .into_iter()
            .map(|(title, parts)| Section {
                title,
                sentences: parts
                    .iter()
                    .filter_map(|part| self.sentence(*part, rules, &effects))
                    .collect(),
            })
            .filter(|section| !section.sentences.is_empty())
            .collect()
    }

    /// The options that make a difference in what is chosen, section by section.
    pub fn option_groups(&self, choices: &Choices) -> Vec<(String, Vec<&'static str>)> {
        let effects = choices.effects();
        let groups = self.sections().into_iter().map(|(title, parts)| {
            let names = parts.iter().filter_map(|part| match part {
                Rule(name) if effects.get(name).is_some_and(Effect::matters) => Some(*name),
                _ => None,
            });
            (title, names.collect::<Vec<_>>())
        });
        groups.filter(|(_, names)| !names.is_empty()).collect()
    }

    fn sections(&self) -> [(String, &'static [Part]); 7] {
        [
            (self.section_seats(), SEATS),
            (self.section_opening(), OPENING),
            (self.section_play(), PLAY),
            (self.section_end(), END),
            (self.section_scoring(), SCORING),
            (self.section_match(), MATCH),
            (self.section_wrong(), WRONG),
        ]
    }

    fn sentence(&self, part: Part, rules: &Rules, effects: &PerOption<Effect>) -> Option<String> {
        match part {
            Rule(option) => {
                let told = effects.get(option).is_some_and(Effect::is_told);
                let here = told && !told_elsewhere(option, rules);
                here.then(|| self.option_rule(option, rules)).flatten()
            }
            Part::MatchNumbers => Some(self.general_match_numbers()),
            Part::Talk => (rules.teams == Teams::Pairs).then(|| self.general_talk()),
            Part::MustPlay => (!rules.draws()).then(|| self.general_must_play()),
            Part::DoubleCounts => (rules.ends != Ends::Off).then(|| self.general_double_counts()),
        }
    }
}

/// Whether another sentence tells of the option.
fn told_elsewhere(option: &str, rules: &Rules) -> bool {
    match option {
        // The sentence about the sides, and the one about the skunk.
        "players" | "skunk-line" => true,
        // Where pips are won, the sentences about going out and blocks tell whose.
        "score" => rules.score == Score::Pips,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_its_place() {
        let all = [SEATS, OPENING, PLAY, END, SCORING, MATCH, WRONG].concat();
        for option in Choices::OPTIONS {
            let places = all
                .iter()
                .filter(|part| matches!(part, Rule(name) if *name == option.name));
            assert_eq!(places.count(), 1, "{}", option.name);
        }
        let rules = all.iter().filter(|part| matches!(part, Rule(_)));
        assert_eq!(rules.count(), Choices::OPTIONS.len());
    }
}
