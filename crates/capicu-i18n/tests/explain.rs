//! Explanations of three very different games, stored as text for proofreading. Read a change before you accept it.

use capicu::Game;
use capicu_i18n::{Lang, Texts};

fn explained(game: &str, players: u8) -> String {
    let rules = Game::by_id(game).unwrap().rules(players).unwrap();
    let mut text = String::new();
    for &lang in Lang::ALL {
        for section in Texts::new(lang).explain(&rules) {
            text += &format!("{}\n", section.title);
            for sentence in section.sentences {
                text += &format!("  {sentence}\n");
            }
        }
        text += "\n";
    }
    text
}

#[test]
fn jamaican_partner_is_explained_as_stored() {
    insta::assert_snapshot!(explained("jamaican-partner", 4));
}

#[test]
fn french_is_explained_as_stored() {
    insta::assert_snapshot!(explained("french", 4));
}

#[test]
fn club_is_explained_as_stored() {
    insta::assert_snapshot!(explained("club", 2));
}

/// Rules without effect in a game are left out.
#[test]
fn explanation_leaves_out_rules_without_effect() {
    let jamaican = explained("jamaican-partner", 4);
    for word in [
        "boneyard", "sleep", "draw", "premium", "capic", "dormida", "roba", "premio",
    ] {
        assert!(!jamaican.contains(word), "{word}");
    }
    let two = explained("draw", 2);
    for word in ["partner", "pair", "compañero", "pareja", "clockwise"] {
        assert!(!two.contains(word), "{word}");
    }
}
