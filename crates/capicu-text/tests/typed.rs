//! Typed lines are read in the words of every language.

use capicu::fair::Seed;
use capicu::{Action, Game, Seat, Table, Tile, Waiting};
use capicu::{Fact, TableView};
use capicu_ai::{Bot, Random};
use capicu_i18n::{Lang, Texts};
use capicu_text::typed::{Place, Typed, Unread, Word, read};
use chacha20::ChaCha8Rng;
use proptest::prelude::*;
use rand_core::SeedableRng as _;

fn tile(text: &str) -> Tile {
    text.parse().expect("a tile")
}

#[test]
fn tiles_are_read_in_every_common_notation() {
    let six_four = tile("6-4");
    for (line, place) in [
        ("64", None),
        ("46", None),
        (" 6-4 ", None),
        ("6/4", None),
        ("6|4", None),
        ("64 l", Some(Place::Left)),
        ("64 r", Some(Place::Right)),
        ("64 right", Some(Place::Right)),
        ("64r", Some(Place::Right)),
        ("64 izquierda", Some(Place::Left)),
        ("64 c", Some(Place::Letter(2))),
        ("64 4", Some(Place::At(4))),
        ("64 on 4", Some(Place::At(4))),
        ("6-4@6-6", Some(Place::Against(Tile::DOUBLE_SIX))),
        ("64@66", Some(Place::Against(Tile::DOUBLE_SIX))),
        ("6-4 on 6-6", Some(Place::Against(Tile::DOUBLE_SIX))),
        ("6-4 en 66", Some(Place::Against(Tile::DOUBLE_SIX))),
    ] {
        assert_eq!(
            read(line, Lang::En),
            Ok(Typed::Lay(six_four, place)),
            "{line}"
        );
    }
    assert_eq!(
        read("64 d", Lang::Es),
        Ok(Typed::Lay(six_four, Some(Place::Right)))
    );
    assert_eq!(
        read("64 d", Lang::En),
        Ok(Typed::Lay(six_four, Some(Place::Letter(3))))
    );
    assert_eq!(read("12-10", Lang::En), Ok(Typed::Lay(tile("12-10"), None)));
}

#[test]
fn words_of_every_language_are_read() {
    for (line, lang, word) in [
        ("pass", Lang::En, Word::Pass),
        ("KNOCK", Lang::Es, Word::Pass),
        ("paso", Lang::En, Word::Pass),
        ("p", Lang::Es, Word::Pass),
        ("d", Lang::En, Word::Draw),
        ("robar", Lang::En, Word::Draw),
        ("r", Lang::Es, Word::Draw),
        ("r", Lang::En, Word::Again),
        ("ÚLTIMA", Lang::Es, Word::Last),
        ("ultima", Lang::En, Word::Last),
        ("?", Lang::En, Word::Help),
    ] {
        assert_eq!(read(line, lang), Ok(Typed::Word(word)), "{line}");
    }
    assert_eq!(read("call 10", Lang::En), Ok(Typed::Points(10)));
    assert_eq!(read("canto 15", Lang::Es), Ok(Typed::Points(15)));
}

#[test]
fn unreadable_line_names_its_fault() {
    for (line, why) in [
        ("", Unread::Empty),
        ("jump", Unread::Word("jump".into())),
        ("pass now", Unread::Word("pass now".into())),
        ("7-19", Unread::Tile("7-19".into())),
        ("1212", Unread::Tile("1212".into())),
        ("6", Unread::Tile("6".into())),
        ("64 upwards", Unread::Place("upwards".into())),
        ("64 @x", Unread::Place("@x".into())),
        ("call ten", Unread::Points),
    ] {
        assert_eq!(read(line, Lang::En), Err(why), "{line}");
    }
}

/// No word has two meanings, in any pair of languages.
#[test]
fn every_word_has_one_meaning() {
    for own in Lang::ALL {
        for word in Word::ALL {
            for lang in Lang::ALL {
                for said in word.said(Texts::new(*lang)).split_whitespace() {
                    if lang == own || said.chars().count() > 1 {
                        assert_eq!(
                            read(said, *own),
                            Ok(Typed::Word(*word)),
                            "{said} in {own:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn help_names_every_word() {
    for lang in Lang::ALL.iter().filter(|lang| lang.is_here()) {
        let texts = Texts::new(*lang);
        let help = texts.typed_help_text().to_lowercase();
        for word in Word::ALL {
            let said = word.said(texts);
            let named = said
                .split_whitespace()
                .any(|one| help.contains(&one.to_lowercase()));
            assert!(named, "{said} in {lang:?}: {help}");
        }
    }
}

proptest! {
    #[test]
    fn no_line_is_too_strange(line in "\\PC{0,40}") {
        for lang in Lang::ALL {
            let _ = read(&line, *lang);
        }
    }

    #[test]
    fn every_tile_against_every_tile(a in 0..91_u8, b in 0..91_u8, sign in "(@| @ | on | en | )") {
        let (a, b) = (Tile::from_index(a).expect("a tile"), Tile::from_index(b).expect("a tile"));
        let expected = Typed::Lay(a, Some(Place::Against(b)));
        prop_assert_eq!(read(&format!("{a}{sign}{b}"), Lang::En), Ok(expected));
    }

    /// Every action that lays a tile can be typed as records write it, and is read as exactly that action.
    #[test]
    fn actions_are_read_as_records_write_them(seed in 0..1000_u64, game in 0..Game::ALL.len()) {
        let game = &Game::ALL[game];
        let rules = (2..=4).find_map(|n| game.rules(n));
        prop_assume!(rules.is_some());
        let rules = rules.expect("assumed");
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let fair = Seed::from_number(seed);
        let mut table = Table::new(rules);
        let mut views: Vec<_> = Seat::all(rules.n_seats()).map(|seat| TableView::new(rules, seat)).collect();
        for _ in 0..30 {
            let fact = match (table.due_call(), table.waiting()) {
                (Some((seat, call)), _) => Fact::Called { seat, call },
                (_, Waiting::Act(seat)) => {
                    let view = views[seat.index()].round().expect("the seat is in the round");
                    for action in view.legal_actions() {
                        let typed = match action {
                            Action::Lead(tile) => Typed::Lay(tile, None),
                            Action::Play { tile, on } => Typed::Lay(tile, Some(Place::Against(on))),
                            Action::Draw => Typed::Word(Word::Draw),
                            Action::Pass => Typed::Word(Word::Pass),
                            Action::HandOver => continue,
                        };
                        prop_assert_eq!(read(&action.to_string(), Lang::Es), Ok(typed));
                    }
                    Fact::Acted(Random.choose(view, rng).expect("it is the seat's turn"))
                }
                _ => match fair.next(&table) {
                    Some(fact) => fact,
                    None => break,
                },
            };
            for event in table.apply(&fact).expect("the fact is possible") {
                for view in &mut views {
                    view.observe(&event.visible_to(view.viewer()));
                }
            }
        }
    }
}
