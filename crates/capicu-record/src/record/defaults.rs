//! The values of options that a record does not name.
//!
//! The table is part of the format and never changes, because a record must keep its meaning forever. A new option of
//! the rules gets a row with the value that leaves older games unchanged.

use capicu::rules::Choices;
use capicu::{Game, Rules};

/// The plain game of version 1: two players with seven tiles each, no drawing, pips to a hundred.
const PLAIN: [(&str, &str); 124] = [
    ("set", "double-six"),
    ("removed", ""),
    ("players", "2"),
    ("teams", "singles"),
    ("hand", "7"),
    ("direction", "clockwise"),
    ("opener", "highest-double"),
    ("first-double", "0"),
    ("opening-lead", "that-tile"),
    ("no-double", "redeal"),
    ("doubles-redeal", "0"),
    ("suit-redeal", "0"),
    ("doubles-score", "0"),
    ("doubles-pay", "points"),
    ("doubles-points", "1"),
    ("doubles-win", "0"),
    ("doubles-opener", "stays"),
    ("set-tie", "draw-again"),
    ("next-match-opener", "draw"),
    ("next-opener", "winner"),
    ("pose", "winner"),
    ("blocked-opener", "lightest"),
    ("lightest-tie", "next-in-turn"),
    ("tie-opener", "opener"),
    ("reset-opener", "opener"),
    ("lead", "any"),
    ("pose-pass", "free"),
    ("spinner", "none"),
    ("cross", "free"),
    ("sides", "sides-first"),
    ("later-double", "three-places"),
    ("arms", "free"),
    ("after-double", "next-player"),
    ("draw", "never"),
    ("reserve", "0"),
    ("draw-when", "unable"),
    ("dead-chain", "keep-drawing"),
    ("block-seen", "at-once"),
    ("going-out", "one"),
    ("out-winner", "player-out"),
    ("block-winner", "lightest-hand"),
    ("block-tie", "nobody"),
    ("ties-in-a-row", "0"),
    ("block-limit", "0"),
    ("double-pips", "both-halves"),
    ("double-blank", "nothing"),
    ("double-blank-pips", "25"),
    ("highest-double-pips", "0"),
    ("hand-count", "pips"),
    ("own-tiles", "free"),
    ("score", "pips"),
    ("out-count", "losers"),
    ("block-count", "difference"),
    ("rounding", "exact"),
    ("rounding-to", "5"),
    ("rounding-way", "nearest"),
    ("pips-per-point", "1"),
    ("band", "0"),
    ("first-band", "0"),
    ("first-band-points", "1"),
    ("key-tile", "off"),
    ("round-price", "one"),
    ("price-out", "1"),
    ("price-double", "1"),
    ("price-both-ends", "1"),
    ("price-both-ends-double", "1"),
    ("price-own-block", "1"),
    ("price-lost-block", "1"),
    ("block-fine", "0"),
    ("stakes", "off"),
    ("first-game", "0"),
    ("second-game", "0"),
    ("third-game", "0"),
    ("fourth-game", "0"),
    ("game-number", "decided"),
    ("capicu", "0"),
    ("capicu-when", "not-double"),
    ("capicu-pays", "points"),
    ("chuchazo", "0"),
    ("chuchazo-when", "always"),
    ("paso", "0"),
    ("paso-when", "every-opponent"),
    ("first-paso", "0"),
    ("first-paso-of", "match"),
    ("pase-corrido", "0"),
    ("pase-de-salida", "0"),
    ("pase-de-salida-when", "any-tile"),
    ("double-out", "0"),
    ("hanged-blank", "0"),
    ("blocker-bonus", "0"),
    ("block-bonus", "0"),
    ("bonus-below", "0"),
    ("ends", "off"),
    ("ends-divisor", "9"),
    ("equal-ends", "2"),
    ("equal-ends-double", "3"),
    ("calls", "automatic"),
    ("call-sum", "told"),
    ("wrong-call", "0"),
    ("three-passes", "0"),
    ("board-pass", "0"),
    ("board-pass-block", "no"),
    ("pass-penalties", "both"),
    ("block-penalties", "everybody"),
    ("hand-penalties", "doubled"),
    ("target", "100"),
    ("at-target", "match-ends"),
    ("players-left", "1"),
    ("match-rounds", "0"),
    ("first-score", "0"),
    ("finish", "at-least"),
    ("match-check", "end-of-round"),
    ("love", "off"),
    ("one-all", "reset"),
    ("skunk", "off"),
    ("skunk-line", "31"),
    ("false-play", "0"),
    ("false-play-pays", "others"),
    ("false-play-ends", "nothing"),
    ("slow-play", "0"),
    ("slow-play-after", "30"),
    ("slow-play-times", "1"),
    ("needless-draw", "voids-round"),
    ("exposed", "picked-up"),
];

/// The value of an option that a record does not name; `None` if there is no such option.
pub fn default_of(option: &str) -> Option<&'static str> {
    let mut rows = PLAIN.iter();
    rows.find(|(name, _)| *name == option)
        .map(|(_, value)| *value)
}

/// The choices of a record that names no option.
pub fn plain() -> Choices {
    let mut choices = Game::ALL
        .iter()
        .filter_map(|game| game.rules(game.players[0]))
        .map(|rules: Rules| rules.choices())
        .next()
        .expect("a game to start from");
    for (name, value) in PLAIN {
        choices.set(name, value).expect("a valid default");
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_a_default() {
        let names: Vec<_> = Choices::OPTIONS.iter().map(|option| option.name).collect();
        assert_eq!(PLAIN.map(|(name, _)| name).to_vec(), names);
    }

    #[test]
    fn plain_game_has_playable_rules() {
        assert!(Rules::new(plain()).is_ok());
    }
}
