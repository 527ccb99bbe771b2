//! All games with names: the built-in ones and the shipped rule files.

use std::sync::LazyLock;

use capicu::Rules;
use capicu::rules::Choices;

use crate::rule_file::RuleFile;

/// The shipped rule files by id, read like any other file.
const FILES: [(&str, &str); 62] = [
    (
        "american-block-each",
        include_str!("../games/american-block-each.toml"),
    ),
    ("azerbaijani", include_str!("../games/azerbaijani.toml")),
    ("aznif", include_str!("../games/aznif.toml")),
    ("bergen", include_str!("../games/bergen.toml")),
    (
        "brazilian-fifty",
        include_str!("../games/brazilian-fifty.toml"),
    ),
    (
        "brazilian-six-doubles",
        include_str!("../games/brazilian-six-doubles.toml"),
    ),
    (
        "haitian-singles",
        include_str!("../games/haitian-singles.toml"),
    ),
    ("last-standing", include_str!("../games/last-standing.toml")),
    ("kozel", include_str!("../games/kozel.toml")),
    ("kozel-pairs", include_str!("../games/kozel-pairs.toml")),
    (
        "latin-american",
        include_str!("../games/latin-american.toml"),
    ),
    ("eastern-cuban", include_str!("../games/eastern-cuban.toml")),
    ("five-up", include_str!("../games/five-up.toml")),
    (
        "british-fives-and-threes",
        include_str!("../games/british-fives-and-threes.toml"),
    ),
    (
        "all-fives-spinner",
        include_str!("../games/all-fives-spinner.toml"),
    ),
    ("all-threes", include_str!("../games/all-threes.toml")),
    ("all-sevens", include_str!("../games/all-sevens.toml")),
    (
        "american-block",
        include_str!("../games/american-block.toml"),
    ),
    ("american-draw", include_str!("../games/american-draw.toml")),
    ("block-121", include_str!("../games/block-121.toml")),
    ("block-pub", include_str!("../games/block-pub.toml")),
    ("brazilian", include_str!("../games/brazilian.toml")),
    (
        "brazilian-la-e-lo",
        include_str!("../games/brazilian-la-e-lo.toml"),
    ),
    (
        "brazilian-to-seven",
        include_str!("../games/brazilian-to-seven.toml"),
    ),
    ("cubano", include_str!("../games/cubano.toml")),
    (
        "cut-throat-seven",
        include_str!("../games/cut-throat-seven.toml"),
    ),
    ("dominican", include_str!("../games/dominican.toml")),
    (
        "double-eighteen-elevens",
        include_str!("../games/double-eighteen-elevens.toml"),
    ),
    (
        "double-fifteen-nines",
        include_str!("../games/double-fifteen-nines.toml"),
    ),
    (
        "double-nine-block",
        include_str!("../games/double-nine-block.toml"),
    ),
    (
        "double-twelve-block",
        include_str!("../games/double-twelve-block.toml"),
    ),
    (
        "jamaican-first-to-six",
        include_str!("../games/jamaican-first-to-six.toml"),
    ),
    (
        "jamaican-ten-love",
        include_str!("../games/jamaican-ten-love.toml"),
    ),
    ("manaus", include_str!("../games/manaus.toml")),
    ("martinique", include_str!("../games/martinique.toml")),
    ("mexican", include_str!("../games/mexican.toml")),
    ("nines", include_str!("../games/nines.toml")),
    ("orado", include_str!("../games/orado.toml")),
    ("ponce", include_str!("../games/ponce.toml")),
    ("pordi", include_str!("../games/pordi.toml")),
    ("quinientos", include_str!("../games/quinientos.toml")),
    ("spanish-200", include_str!("../games/spanish-200.toml")),
    ("spanish-300", include_str!("../games/spanish-300.toml")),
    (
        "spanish-singles",
        include_str!("../games/spanish-singles.toml"),
    ),
    ("venezuelan", include_str!("../games/venezuelan.toml")),
    (
        "all-fives-heaviest",
        include_str!("../games/all-fives-heaviest.toml"),
    ),
    (
        "brazilian-double-deal",
        include_str!("../games/brazilian-double-deal.toml"),
    ),
    (
        "cuban-occidental",
        include_str!("../games/cuban-occidental.toml"),
    ),
    ("domino-whist", include_str!("../games/domino-whist.toml")),
    ("german-pairs", include_str!("../games/german-pairs.toml")),
    ("kozel-redeal", include_str!("../games/kozel-redeal.toml")),
    ("liga-domino", include_str!("../games/liga-domino.toml")),
    (
        "victorian-draw",
        include_str!("../games/victorian-draw.toml"),
    ),
    (
        "all-fives-again",
        include_str!("../games/all-fives-again.toml"),
    ),
    (
        "brazilian-club",
        include_str!("../games/brazilian-club.toml"),
    ),
    (
        "brazilian-police",
        include_str!("../games/brazilian-police.toml"),
    ),
    (
        "brazilian-strict",
        include_str!("../games/brazilian-strict.toml"),
    ),
    ("chilean", include_str!("../games/chilean.toml")),
    ("full-speed", include_str!("../games/full-speed.toml")),
    ("iranian-pairs", include_str!("../games/iranian-pairs.toml")),
    (
        "spanish-partners",
        include_str!("../games/spanish-partners.toml"),
    ),
    (
        "threes-and-fives",
        include_str!("../games/threes-and-fives.toml"),
    ),
];

/// A game with a name.
#[derive(Clone, Debug)]
pub enum Game {
    /// A game of the crate `capicu`.
    BuiltIn(&'static capicu::Game),
    /// A shipped rule file.
    File {
        /// The id, unique among all games.
        id: &'static str,
        /// The text of the file.
        text: &'static str,
        /// The checked content of the file.
        file: Box<RuleFile>,
    },
}

impl Game {
    /// The built-in game that this is, or that it changes.
    pub fn built_in(&self) -> &'static capicu::Game {
        match self {
            Self::BuiltIn(game) => game,
            Self::File { file, .. } => file.built_in(),
        }
    }
}

impl RuleFile {
    /// The built-in game at the end of the chain of bases. A game from scratch counts as a change of the plainest one.
    pub fn built_in(&self) -> &'static capicu::Game {
        match self.base.and_then(by_id) {
            Some(game) => game.built_in(),
            None => capicu::Game::by_id("block").unwrap_or(&capicu::Game::ALL[0]),
        }
    }
}

/// Every game, the built-in ones first.
pub fn all() -> &'static [Game] {
    static ALL: LazyLock<Vec<Game>> = LazyLock::new(|| ids().filter_map(by_id).collect());
    &ALL
}

/// The game with this id.
pub fn by_id(id: &str) -> Option<Game> {
    if let Some(game) = capicu::Game::by_id(id) {
        return Some(Game::BuiltIn(game));
    }
    let (id, text) = FILES.iter().find(|(known, _)| *known == id)?;
    // A shipped file may have another as its base, so this does not read all at once.
    let file = Box::new(RuleFile::parse(text).ok()?);
    Some(Game::File { id, text, file })
}

/// The ids of all games, built-in ones first.
pub fn ids() -> impl Iterator<Item = &'static str> {
    let built_in = capicu::Game::ALL.iter().map(|game| game.id);
    built_in.chain(FILES.iter().map(|(id, _)| *id))
}

/// The id of the game with this name in any language.
pub fn called(name: &str) -> Option<&'static str> {
    let wanted = name.trim().to_lowercase();
    let built_in = capicu::Game::ALL.iter().find(|game| {
        let names = capicu_i18n::Lang::ALL.iter().map(|lang| {
            let texts = capicu_i18n::Texts::new(*lang);
            texts.game_name(game.id).unwrap_or_default()
        });
        names.into_iter().any(|name| name.to_lowercase() == wanted)
    });
    let of_files = || {
        let of = |game: &&Game| match game {
            Game::File { file, .. } => [&file.name, &file.name_es, &file.name_fr]
                .into_iter()
                .flatten()
                .any(|name| name.to_lowercase() == wanted),
            Game::BuiltIn(_) => false,
        };
        all().iter().find(of).map(Game::id)
    };
    built_in.map(|game| game.id).or_else(of_files)
}

/// The most likely id for a misspelled one, if any is close.
pub fn nearest(id: &str) -> Option<&'static str> {
    crate::suggest::nearest(id, ids())
}

impl Game {
    /// Its name in files, addresses and commands, such as `cien`.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::BuiltIn(game) => game.id,
            Self::File { id, .. } => id,
        }
    }

    /// The numbers of players it is written for; the first is the usual one.
    pub fn players(&self) -> Vec<u8> {
        match self {
            Self::BuiltIn(game) => game.players.to_vec(),
            Self::File { file, .. } => file.players().collect(),
        }
    }

    /// The rules for a number of players; `None` if the game has no such number.
    pub fn rules(&self, players: u8) -> Option<Rules> {
        match self {
            Self::BuiltIn(game) => game.rules(players),
            Self::File { file, .. } => file.rules(players),
        }
    }

    /// The choices to start from for a number of players. If the game has no such number, they change the choices of
    /// the usual number.
    pub fn choices_for(&self, players: u8) -> Choices {
        let usual = self.players()[0];
        let rules = self.rules(players).or_else(|| self.rules(usual));
        let mut choices = rules.expect("rules for the usual players").choices();
        // The reader of the option refuses more players than any game has.
        let _ = choices.set("players", &players.to_string());
        choices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_file_has_playable_rules() {
        for (id, text) in FILES {
            let file = RuleFile::parse(text).unwrap_or_else(|errors| panic!("{id}: {errors:?}"));
            assert_eq!(file.id.as_deref(), Some(id));
            assert!(!file.sources.is_empty(), "{id} names its sources");
            let texts = [
                &file.name,
                &file.name_es,
                &file.name_fr,
                &file.description,
                &file.description_es,
                &file.description_fr,
            ];
            assert!(
                texts.iter().all(|text| text.is_some()),
                "{id} in every language"
            );
            assert!(file.base.is_some(), "{id}");
        }
        assert_eq!(all().len(), capicu::Game::ALL.len() + FILES.len());
        assert_eq!(
            ids().collect::<Vec<_>>(),
            all().iter().map(Game::id).collect::<Vec<_>>()
        );
    }
}
