//! The rules as a person would explain them, for three games that differ much: kept as text and
//! read by people. Look at a change before you accept it.

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
fn jamaican_partner() {
    insta::assert_snapshot!(explained("jamaican-partner", 4));
}

#[test]
fn french() {
    insta::assert_snapshot!(explained("french", 4));
}

#[test]
fn club() {
    insta::assert_snapshot!(explained("club", 2));
}

/// What does not happen in a game is not spoken of.
#[test]
fn nothing_that_does_not_apply() {
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
