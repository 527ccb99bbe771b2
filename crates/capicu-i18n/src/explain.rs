//! Rules of a game, explained in sentences.

use capicu::Rules;
use capicu::rules::{Choices, Effect, Ends, PerOption, Score, Teams};

use crate::Texts;

/// The sentences about one aspect of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// A heading for the sentences.
    pub title: String,
    /// In reading order.
    pub sentences: Vec<String>,
}

/// A part of the explanation: an option, or a sentence independent of options.
#[derive(Clone, Copy)]
enum Part {
    /// The rule of the option with this name, if it matters in the game.
    Rule(&'static str),
    MatchNumbers,
    Talk,
    MustPlay,
    DoubleCounts,
    Bots,
}

use Part::Rule;

/// Bonuses, which bots without a search ignore.
const BONUSES: [&str; 14] = [
    "first-game",
    "second-game",
    "third-game",
    "fourth-game",
    "capicu",
    "chuchazo",
    "paso",
    "first-paso",
    "pase-corrido",
    "pase-de-salida",
    "double-out",
    "hanged-blank",
    "blocker-bonus",
    "block-bonus",
];
/// Prices of a round that is counted, which matter only to bots that play for the match.
const PRICES: [&str; 3] = ["key-tile", "round-price", "block-fine"];

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
    Rule("first-double"),
    Rule("set-tie"),
    Rule("opening-lead"),
    Rule("no-double"),
    Rule("doubles-redeal"),
    Rule("suit-redeal"),
    Rule("doubles-score"),
    Rule("doubles-points"),
    Rule("doubles-pay"),
    Rule("doubles-win"),
    Rule("doubles-opener"),
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
    Rule("after-double"),
    Part::MustPlay,
    Rule("draw-when"),
    Rule("draw"),
    Rule("reserve"),
    Part::Talk,
];
const END: &[Part] = &[
    Rule("going-out"),
    Rule("out-winner"),
    Rule("block-seen"),
    Rule("dead-chain"),
    Rule("block-winner"),
    Rule("block-tie"),
    Rule("ties-in-a-row"),
    Rule("block-limit"),
    Rule("double-pips"),
    Rule("double-blank"),
    Rule("double-blank-pips"),
    Rule("highest-double-pips"),
    Rule("hand-count"),
    Rule("own-tiles"),
];
const SCORING: &[Part] = &[
    Rule("score"),
    Rule("ends"),
    Rule("ends-divisor"),
    Rule("equal-ends"),
    Rule("equal-ends-double"),
    Part::DoubleCounts,
    Rule("calls"),
    Rule("call-sum"),
    Rule("wrong-call"),
    Rule("out-count"),
    Rule("block-count"),
    Rule("rounding"),
    Rule("rounding-to"),
    Rule("rounding-way"),
    Rule("pips-per-point"),
    Rule("band"),
    Rule("first-band"),
    Rule("first-band-points"),
    Rule("key-tile"),
    Rule("round-price"),
    Rule("price-out"),
    Rule("price-double"),
    Rule("price-both-ends"),
    Rule("price-both-ends-double"),
    Rule("price-own-block"),
    Rule("price-lost-block"),
    Rule("block-fine"),
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
    Rule("first-paso"),
    Rule("first-paso-of"),
    Rule("pase-corrido"),
    Rule("pase-de-salida"),
    Rule("pase-de-salida-when"),
    Rule("double-out"),
    Rule("hanged-blank"),
    Rule("blocker-bonus"),
    Rule("block-bonus"),
    Rule("bonus-below"),
    Rule("block-penalties"),
    Rule("hand-penalties"),
    Rule("three-passes"),
    Rule("board-pass"),
    Rule("board-pass-block"),
    Rule("pass-penalties"),
    Rule("stakes"),
    Part::Bots,
];
const MATCH: &[Part] = &[
    Rule("target"),
    Rule("at-target"),
    Rule("players-left"),
    Rule("match-rounds"),
    Rule("first-score"),
    Rule("finish"),
    Rule("match-check"),
    Rule("next-match-opener"),
    Rule("love"),
    Rule("one-all"),
    Rule("skunk"),
    Rule("skunk-line"),
];
const WRONG: &[Part] = &[
    Rule("false-play"),
    Rule("slow-play"),
    Rule("slow-play-after"),
    Rule("slow-play-times"),
    Rule("false-play-pays"),
    Rule("false-play-ends"),
    Rule("needless-draw"),
    Rule("exposed"),
];

impl Texts {
    /// Explains the rules of a game by section, in whole sentences. Options without effect in this game are left out.
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

    /// The prices of this game that bots of some levels ignore, in a sentence; `None` if they ignore none.
    pub fn bots_ignore(&self, rules: &Rules) -> Option<String> {
        let effects = rules.effects();
        let pays = |name: &&str| effects.get(name) == Some(Effect::On);
        if PRICES.iter().any(&pays) {
            Some(self.general_bots_price())
        } else if BONUSES.iter().any(&pays) {
            Some(self.general_bots_bonuses())
        } else {
            None
        }
    }

    /// The options with an effect in these choices, grouped in titled sections.
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

    /// All options, grouped in titled sections.
    pub fn option_sections(&self) -> Vec<(String, Vec<&'static str>)> {
        let sections = self.sections().into_iter().map(|(title, parts)| {
            let names = parts.iter().filter_map(|part| match part {
                Rule(name) => Some(*name),
                _ => None,
            });
            (title, names.collect())
        });
        sections.collect()
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
            Part::Bots => self.bots_ignore(rules),
            Part::DoubleCounts => (rules.ends != Ends::Off).then(|| self.general_double_counts()),
        }
    }
}

fn told_elsewhere(option: &str, rules: &Rules) -> bool {
    match option {
        // Covered by the sentences about the sides and the skunk.
        "players" | "skunk-line" => true,
        // Covered by the sentences about the target, the opener, doubles, rounding and bands.
        "players-left" | "first-double" | "ends-divisor" | "double-blank-pips"
        | "doubles-points" | "doubles-pay" | "rounding-to" | "rounding-way" | "first-band"
        | "first-band-points" => true,
        // In games for pips, covered by the sentences about going out and blocks.
        "score" => rules.score == Score::Pips,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_in_one_section() {
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
