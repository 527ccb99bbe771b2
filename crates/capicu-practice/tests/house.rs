//! House rules as a person reads them.

use std::collections::BTreeMap;

use capicu::Game;
use capicu_practice::{Chosen, House};
use capicu_record::rule_file::RuleFile;

fn chosen(game: &str, players: u8, options: &[(&str, &str)]) -> Chosen {
    let options = options.iter();
    Chosen {
        lang: "en".to_owned(),
        game: game.to_owned(),
        name: "Mami\"s".to_owned(),
        players,
        options: options
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
    }
}

fn names(house: &House) -> Vec<&'static str> {
    let groups = house.groups.iter();
    groups
        .flat_map(|group| &group.options)
        .map(|option| option.name)
        .collect()
}

#[test]
fn only_relevant_options_are_listed() {
    let usual = House::of(&chosen("jamaican-partner", 4, &[])).unwrap();
    let listed = names(&usual);
    assert!(listed.contains(&"pose") && listed.contains(&"love"));
    for nothing in [
        "skunk-line",
        "sides",
        "third-game",
        "pips-per-point",
        "capicu-when",
    ] {
        assert!(!listed.contains(&nothing), "{nothing}");
    }
    // The definition of a capicú matters only once it scores.
    let with = |points| House::of(&chosen("block", 4, &[("capicu", points)])).unwrap();
    assert!(!names(&with("0")).contains(&"capicu-when"));
    assert!(names(&with("25")).contains(&"capicu-when"));
}

#[test]
fn changed_rules_are_in_the_summary_and_next_to_the_field() {
    let house = House::of(&chosen("cien", 4, &[("target", "150"), ("capicu", "30")])).unwrap();
    let all = house.groups.iter().flat_map(|group| &group.options);
    let changed: BTreeMap<_, _> = all
        .filter_map(|option| Some((option.name, (option.says.clone(), option.usual.clone()?))))
        .collect();
    assert_eq!(
        changed.keys().copied().collect::<Vec<_>>(),
        ["capicu", "target"]
    );
    let (says, usual) = &changed["capicu"];
    assert!(
        says.contains("30") && usual.contains("20"),
        "{says} {usual}"
    );
    assert!(
        house.summary.contains("150") && house.summary.contains(says),
        "{}",
        house.summary
    );
    let usual = House::of(&chosen("cien", 4, &[])).unwrap();
    assert!(
        usual.summary.starts_with("Cien, as usual."),
        "{}",
        usual.summary
    );
}

#[test]
fn stored_game_and_saved_file_have_the_same_rules() {
    for game in capicu_record::games::ids() {
        let players = Game::by_id(game).map_or(4, |game| game.players[0]);
        let Some(house) = House::of(&chosen(game, players, &[("false-play", "7")])) else {
            panic!("{game}");
        };
        if house.summary.is_empty() {
            // The game is not played by this number of players.
            continue;
        }
        let file = RuleFile::parse(&house.file).unwrap_or_else(|why| panic!("{game}: {why:?}"));
        let kept = house.kept.rules[0].rules().unwrap();
        assert_eq!(file.rules(players), Some(kept), "{game}");
        assert_eq!(kept.false_play.get(), 7, "{game}");
    }
}

#[test]
fn presets_make_valid_rules() {
    let house = House::of(&chosen("jamaican-partner", 4, &[])).unwrap();
    assert!(house.presets.len() > 2);
    for (name, values) in &house.presets {
        let options: Vec<_> = values
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        let other = House::of(&chosen("jamaican-partner", 4, &options)).unwrap();
        assert!(!other.summary.is_empty(), "{name}");
    }
}

#[test]
fn contradictory_rules_are_listed_without_a_summary() {
    let house = House::of(&chosen("cien", 4, &[("hand", "8")])).unwrap();
    assert!(house.summary.is_empty() && house.file.is_empty());
    assert!(names(&house).contains(&"hand"));
}
