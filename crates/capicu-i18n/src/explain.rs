//! The rules of a game as a person would explain them.

use capicu::rules::{
    Arms, BlockPenalties, BlockTie, BlockedOpener, Choices, Cross, DeadChain, DoubleBlank, Draw,
    DrawWhen, Ends, Finish, KeyTile, Lead, Love, NextOpener, OneAll, Opener, Rounding, Score,
    Skunk, Spinner, Stakes, Teams,
};
use capicu::{Rules, TileSet};

use crate::Texts;
use crate::options::asleep;

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
    Rule("capicu-when"),
    Rule("chuchazo"),
    Rule("chuchazo-when"),
    Rule("paso"),
    Rule("paso-when"),
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
        let sections = [
            (self.section_seats(), SEATS),
            (self.section_opening(), OPENING),
            (self.section_play(), PLAY),
            (self.section_end(), END),
            (self.section_scoring(), SCORING),
            (self.section_match(), MATCH),
            (self.section_wrong(), WRONG),
        ];
        sections
            .into_iter()
            .map(|(title, parts)| Section {
                title,
                sentences: parts
                    .iter()
                    .filter_map(|part| self.sentence(*part, rules))
                    .collect(),
            })
            .filter(|section| !section.sentences.is_empty())
            .collect()
    }

    fn sentence(&self, part: Part, rules: &Rules) -> Option<String> {
        match part {
            Rule(option) if matters(option, rules) => self.option_rule(option, rules),
            Rule(_) => None,
            Part::MatchNumbers => Some(self.general_match_numbers()),
            Part::Talk => (rules.teams == Teams::Pairs).then(|| self.general_talk()),
            Part::MustPlay => (!draws(rules)).then(|| self.general_must_play()),
            Part::DoubleCounts => (rules.ends != Ends::Off).then(|| self.general_double_counts()),
        }
    }
}

/// Whether the value of an option makes a difference, or would be missed, in this game.
fn matters(option: &str, rules: &Rules) -> bool {
    let c = rules;
    let pairs = c.teams == Teams::Pairs;
    let games = c.score == Score::Games;
    let pips = c.score == Score::Pips;
    let penalties = c.score == Score::Penalties;
    let by_winner = c.next_opener == NextOpener::Winner;
    let by_tile = matches!(c.opener, Opener::HighestDouble | Opener::DoubleBlank);
    let premiums = [c.first_game, c.second_game, c.third_game, c.fourth_game];
    let void_blocks = penalties && c.block_penalties == BlockPenalties::Void;
    match option {
        // The sentence about the sides tells it.
        "players" => false,
        "removed" => !c.removed.is_empty(),
        "direction" => c.players.get() > 2,
        "opening-lead" => by_tile,
        "no-double" => c.opener == Opener::HighestDouble && doubles_may_sleep(c),
        "doubles-redeal" => c.doubles_redeal.get() > 0,
        "set-tie" => c.opener == Opener::DrawForSet,
        "pose" => by_winner && pairs,
        "blocked-opener" => {
            by_winner && (pairs || c.blocked_opener == BlockedOpener::BlockerOrNext)
        }
        "lightest-tie" => by_winner && pairs && c.blocked_opener == BlockedOpener::Lightest,
        "tie-opener" => by_winner && c.stakes == Stakes::Off && c.block_tie != BlockTie::SeatOrder,
        "reset-opener" => by_winner && c.love != Love::Off,
        "lead" => c.next_opener != NextOpener::SameTest,
        "pose-pass" => c.lead == Lead::Double && c.next_opener != NextOpener::SameTest,
        "cross" => c.spinner != Spinner::None && c.cross == Cross::First,
        "sides" => {
            c.spinner == Spinner::Every || c.spinner == Spinner::First && c.cross == Cross::Free
        }
        "later-double" => c.spinner == Spinner::Every && c.cross == Cross::First,
        "arms" => c.arms != Arms::Free,
        "draw-when" => draws(c),
        "reserve" => draws(c) && c.reserve.get() > 0,
        "dead-chain" => draws(c) && c.dead_chain == DeadChain::EndsRound,
        "block-winner" | "block-tie" => !void_blocks,
        "double-blank" => c.double_blank != DoubleBlank::Nothing,
        // Where pips are won, the sentences about going out and blocks tell whose.
        "score" => !pips,
        "out-count" | "block-count" => pips,
        "rounding" => pips && c.rounding != Rounding::Exact,
        "pips-per-point" => c.pips_per_point.get() > 1,
        "key-tile" => c.key_tile != KeyTile::Off,
        "stakes" => c.stakes != Stakes::Off,
        "first-game" => c.first_game.get() > 0,
        "second-game" => c.second_game.get() > 0,
        "third-game" => c.third_game.get() > 0,
        "fourth-game" => c.fourth_game.get() > 0,
        "game-number" => premiums.iter().any(|premium| premium.get() > 0),
        "capicu" | "capicu-when" => c.capicu.get() > 0,
        "chuchazo" | "chuchazo-when" => c.chuchazo.get() > 0,
        "paso" => c.paso.get() > 0,
        "paso-when" => c.paso.get() > 0 && c.players.get() > 2,
        "block-bonus" => c.block_bonus.get() > 0,
        "ends" => c.ends != Ends::Off,
        "calls" => c.ends != Ends::Off,
        "three-passes" => c.three_passes.get() > 0,
        "board-pass" | "board-pass-block" => c.board_pass.get() > 0,
        "pass-penalties" => c.three_passes.get() > 0 && c.board_pass.get() > 0,
        "block-penalties" => penalties,
        "finish" => c.finish == Finish::Exact,
        "match-check" => penalties || c.ends != Ends::Off || c.paso.get() > 0,
        "love" => games && c.love != Love::Off,
        "one-all" => c.one_all != OneAll::Reset,
        "skunk" => c.skunk != Skunk::Off,
        // The sentence about the skunk tells it.
        "skunk-line" => false,
        "false-play" => c.false_play.get() > 0,
        "needless-draw" => draws(c) && c.draw_when == DrawWhen::Unable,
        _ => true,
    }
}

/// Whether there is ever a tile to be drawn.
fn draws(choices: &Choices) -> bool {
    choices.draw != Draw::Never && asleep(choices) > choices.reserve.get()
}

/// Whether it can happen that nobody is dealt a double.
fn doubles_may_sleep(choices: &Choices) -> bool {
    let doubles = (choices.set.tiles() - choices.removed) & TileSet::DOUBLES;
    usize::from(asleep(choices)) >= doubles.len()
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
