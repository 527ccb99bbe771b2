//! A rung of the ladder: a match by the usual rules of a game, against bots of one level.

use capicu_i18n::{Lang, Texts};
use capicu_protocol::{CreateTable, Hints, Level};

use crate::lesson::named;

/// Changes a request to the usual rules of a game, with bots of this level. An unknown game keeps the requested rules,
/// and an unknown level the usual bots. The name of a rule file is in `lang`.
pub fn rung(game: &str, level: &str, lang: Lang, asked: CreateTable) -> CreateTable {
    CreateTable {
        rules: named(game, Texts::new(lang)).unwrap_or(asked.rules),
        seats: Vec::new(),
        level: Level::named(level),
        hints: Some(Hints::On),
        passed: None,
        ..asked
    }
}

#[cfg(test)]
mod tests {
    use capicu::Game;
    use capicu_protocol::{Plan, TableRules};

    use super::*;

    fn asked() -> CreateTable {
        let rules = Game::by_id("draw").unwrap().rules(2).unwrap();
        CreateTable {
            rules: TableRules::new("draw", &rules),
            seats: vec![Plan::Bot, Plan::Me],
            turn_time: None,
            grace: None,
            level: Some(Level::Match),
            hints: None,
            watching: None,
            passed: None,
            name: Some("Ana".to_owned()),
        }
    }

    #[test]
    fn rung_has_the_usual_rules_and_the_bots_of_its_level() {
        let cien = Game::by_id("cien").unwrap();
        for level in Level::ALL {
            let made = rung("cien", level.name(), Lang::En, asked());
            assert_eq!(made.level, Some(*level));
            assert_eq!(made.rules.rules().ok(), cien.rules(cien.players[0]));
            assert_eq!(
                (made.seats, made.name.as_deref()),
                (Vec::new(), Some("Ana"))
            );
        }
        let file = rung("venezuelan", "club", Lang::Es, asked());
        assert!(file.rules.title.is_some());
    }

    #[test]
    fn unknown_names_keep_a_playable_table() {
        let made = rung("chess", "grandmaster", Lang::En, asked());
        assert_eq!(made.rules, asked().rules);
        assert_eq!(made.level, None);
    }
}
