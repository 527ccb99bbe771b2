//! All games that are known by name: the built-in ones and the shipped rule files.

use std::sync::LazyLock;

use capicu::Rules;
use capicu::rules::Choices;

use crate::rule_file::RuleFile;

/// The rule files that are shipped, by id. They are read like any other.
const FILES: [(&str, &str); 0] = [];

/// A game that is known by name.
#[derive(Clone, Debug)]
pub enum Game {
    /// Built into the rules.
    BuiltIn(&'static capicu::Game),
    /// A rule file.
    File {
        /// Its id.
        id: &'static str,
        /// Its text.
        text: &'static str,
        /// What it says.
        file: RuleFile,
    },
}

/// Every game, the built-in ones first.
pub fn all() -> &'static [Game] {
    static ALL: LazyLock<Vec<Game>> = LazyLock::new(|| {
        let built_in = capicu::Game::ALL.iter().map(Game::BuiltIn);
        let files = FILES.iter().filter_map(|(id, text)| {
            let file = RuleFile::parse(text).ok()?;
            Some(Game::File { id, text, file })
        });
        built_in.chain(files).collect()
    });
    &ALL
}

/// The game of this id.
pub fn by_id(id: &str) -> Option<&'static Game> {
    // A shipped file names a built-in game as its base, so those come first.
    match capicu::Game::by_id(id) {
        Some(_) => BUILT_IN.iter().find(|game| game.id() == id),
        None if FILES.iter().any(|(known, _)| *known == id) => {
            all().iter().find(|game| game.id() == id)
        }
        None => None,
    }
}

static BUILT_IN: LazyLock<Vec<Game>> =
    LazyLock::new(|| capicu::Game::ALL.iter().map(Game::BuiltIn).collect());

/// The ids of all games.
pub fn ids() -> impl Iterator<Item = &'static str> {
    let built_in = capicu::Game::ALL.iter().map(|game| game.id);
    built_in.chain(FILES.iter().map(|(id, _)| *id))
}

impl Game {
    /// Its name in files, addresses and commands.
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

    /// The rules for this many players; `None` if it is not played by so many.
    pub fn rules(&self, players: u8) -> Option<Rules> {
        match self {
            Self::BuiltIn(game) => game.rules(players),
            Self::File { file, .. } => file.rules(players),
        }
    }

    /// The choices to start from for this many players: those of the usual number where the game
    /// is not written for so many.
    pub fn choices_for(&self, players: u8) -> Choices {
        let usual = self.players()[0];
        let rules = self.rules(players).or_else(|| self.rules(usual));
        let mut choices = rules.expect("a game has its usual players").choices();
        // More players than any game has are refused where the option is read.
        let _ = choices.set("players", &players.to_string());
        choices
    }
}
