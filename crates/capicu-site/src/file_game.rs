//! Rule files as games that a table can be made of.

use capicu_i18n::{Lang, Texts, spacing};
use capicu_protocol::{FileGame, MAX_TITLE, TableRules};
use capicu_record::games::{self, Game};
use capicu_record::rule_file::RuleFile;

/// The games that are shipped as rule files, in their order.
pub fn shipped(lang: Lang) -> Vec<FileGame> {
    let files = games::all().iter().filter_map(|game| match game {
        Game::File { file, .. } => Some(of(file, lang)),
        Game::BuiltIn(_) => None,
    });
    files.collect()
}

/// The name of a game, or of a shipped rule file; empty for an unknown id.
pub fn name(lang: Lang, id: &str) -> String {
    match games::by_id(id) {
        Some(Game::File { file, .. }) => of(&file, lang).name,
        Some(Game::BuiltIn(game)) => Texts::new(lang).game_name(game.id).unwrap_or_default(),
        None => String::new(),
    }
}

/// A rule file as a change to its built-in base game.
pub fn of(file: &RuleFile, lang: Lang) -> FileGame {
    let texts = Texts::new(lang);
    let name = file.called(lang).or(file.id.as_deref());
    let name = name.map_or_else(|| texts.house_rules(), cut);
    let base = file.built_in();
    let rules = file.players().filter_map(|players| file.rules(players));
    let line = file.described(lang).unwrap_or_default();
    FileGame {
        id: file.id.clone().unwrap_or_default(),
        line: match lang {
            Lang::Fr => spacing::french(line),
            Lang::En | Lang::Es => line.to_owned(),
        },
        rules: rules
            .map(|rules| TableRules {
                title: Some(name.clone()),
                ..TableRules::change(base, &rules)
            })
            .collect(),
        name,
    }
}

/// A name that fits on a table.
fn cut(name: &str) -> String {
    let plain = name.chars().filter(|c| !c.is_control());
    plain.take(MAX_TITLE).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_rule_files_change_built_in_games() {
        let (english, spanish) = (shipped(Lang::En), shipped(Lang::Es));
        assert_eq!(
            english.len(),
            games::ids().count() - capicu::Game::ALL.len()
        );
        for (game, other) in english.iter().zip(&spanish) {
            assert!(
                !game.name.is_empty() && !other.name.is_empty(),
                "{}",
                game.id
            );
            assert_ne!(game.line, other.line, "{}", game.id);
            let file = games::by_id(&game.id).expect("a shipped file");
            assert_eq!(game.rules.len(), file.players().len());
            for rules in &game.rules {
                assert_eq!(rules.rules().ok(), file.rules(rules.players), "{}", game.id);
                assert!(rules.options.len() < 40, "{}: only what differs", game.id);
            }
        }
    }

    #[test]
    fn game_without_base_keeps_all_options() {
        let french = capicu::Game::by_id("french")
            .and_then(|game| game.rules(4))
            .expect("rules");
        let text = RuleFile::text_of(&french, None);
        let file = RuleFile::parse(&text).expect("a whole game");
        let game = of(&file, Lang::En);
        assert_eq!(game.name, "House rules");
        assert_eq!(game.rules[0].rules().ok(), Some(french));
    }
}
