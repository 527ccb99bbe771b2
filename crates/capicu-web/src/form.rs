//! The choices in the form for a table, without the page around it.

use std::collections::BTreeMap;

use capicu::rules::{Choices, OptionInfo, OptionKind};
use capicu::{Game, Rules};
use capicu_protocol::{
    CreateTable, DEFAULT_GRACE, FileGame, Hints, Level, Passed, Plan, TableRules, TurnTime,
    Watching,
};

#[derive(Clone, Debug)]
pub struct Form {
    pub game: &'static Game,
    /// The rule file that changes the game, if one was chosen.
    pub file: Option<FileGame>,
    pub players: u8,
    /// Options that differ from the game's own.
    pub changes: BTreeMap<String, String>,
    /// The plan for each seat; the host's comes first.
    pub seats: Vec<Plan>,
    pub turn_time: TurnTime,
    /// How long the table waits for an absent player, in seconds.
    pub grace: u16,
    pub level: Level,
    pub hints: Hints,
    pub watching: Watching,
    pub passed: Passed,
}

/// The options that people change most in a game.
const fn everyday_of(game: &str) -> &'static [&'static str] {
    match game.as_bytes() {
        b"jamaican-partner" => &["target", "opening-lead", "one-all", "stakes", "key-tile"],
        b"cut-throat" => &["target", "opening-lead", "stakes", "key-tile", "love"],
        b"french" => &["target", "double-blank"],
        b"chiva" => &["target", "opening-lead", "block-winner"],
        b"cien" | b"doscientos" => &["target", "capicu", "chuchazo", "paso", "block-seen"],
        b"block" => &["target", "teams", "set"],
        b"all-fives" | b"fives-and-threes" => {
            &["target", "teams", "draw", "calls", "call-sum", "rounding"]
        }
        b"club" => &["target", "calls", "call-sum", "skunk"],
        _ => &["target", "teams", "draw", "reserve"],
    }
}

/// The offered waiting times for absent players, in seconds.
pub const GRACES: [u16; 4] = [10, DEFAULT_GRACE, 60, 300];

/// Choices that are no rules but shown like options: the bots' level, hints, watching, and passed numbers.
pub static COMPANY: [OptionInfo; 4] = [
    OptionInfo {
        name: LEVEL,
        kind: OptionKind::Word(Level::NAMES),
    },
    OptionInfo {
        name: HINTS,
        kind: OptionKind::Word(&["off", "on"]),
    },
    OptionInfo {
        name: WATCHING,
        kind: OptionKind::Word(&["off", "on"]),
    },
    OptionInfo {
        name: PASSED,
        kind: OptionKind::Word(&["on", "off"]),
    },
];

const LEVEL: &str = "level";
const HINTS: &str = "hints";
const WATCHING: &str = "watching";
const PASSED: &str = "passed";

/// Chosen with the game, or by the number of seats.
const ELSEWHERE: [&str; 1] = ["players"];

/// Of these options, only values that are playable with the other choices are offered.
const ONLY_PLAYABLE: [&str; 3] = ["teams", "set", "stakes"];

impl Default for Form {
    fn default() -> Self {
        Self::of(&Game::ALL[0])
    }
}

impl Form {
    /// A game unchanged, with open seats for everybody else.
    pub fn of(game: &'static Game) -> Self {
        Self::begin(game, None, game.players[0])
    }

    /// A rule file, with open seats for everybody else; `None` if its game is unknown.
    pub fn of_file(file: FileGame) -> Option<Self> {
        let usual = file.rules.first()?;
        let (game, players) = (Game::by_id(&usual.game)?, usual.players);
        Some(Self::begin(game, Some(file), players))
    }

    fn begin(game: &'static Game, file: Option<FileGame>, players: u8) -> Self {
        let mut form = Self {
            game,
            file,
            players,
            changes: BTreeMap::new(),
            seats: Vec::new(),
            turn_time: TurnTime::Sixty,
            grace: DEFAULT_GRACE,
            level: Level::default(),
            hints: Hints::Off,
            watching: Watching::Off,
            passed: Passed::On,
        };
        form.set_players(players);
        form
    }

    /// The same game with every option unchanged.
    pub fn as_usual(&self) -> Self {
        let file = self.file.clone();
        file.and_then(Self::of_file)
            .unwrap_or_else(|| Self::of(self.game))
    }

    /// The id of the game or of the file; empty for a file that has none.
    pub fn id(&self) -> &str {
        self.file.as_ref().map_or(self.game.id, |file| &file.id)
    }

    /// Whether the source text of the game differs from its usual rules.
    pub fn has_book(&self) -> bool {
        self.file.is_none() && !self.game.book().is_empty()
    }

    /// Sets the rules of the game's source text, and all others to the usual ones.
    pub fn by_the_book(&mut self) {
        self.changes.clear();
        for (option, value) in self.game.book() {
            self.set(option, value);
        }
    }

    /// Whether a value of an option is hidden because nobody could play by it.
    pub fn hides(&self, option: &str, value: &str) -> bool {
        if !ONLY_PLAYABLE.contains(&option) || self.value(option) == value {
            return false;
        }
        let mut other = self.clone();
        other.set(option, value);
        self.checked().is_ok() && other.checked().is_err()
    }

    pub fn players_offered(&self) -> Vec<u8> {
        let offered: Vec<u8> = match &self.file {
            Some(file) => file.rules.iter().map(|rules| rules.players).collect(),
            None => self.game.players.to_vec(),
        };
        // In order; sorting would add kilobytes to the first visit.
        (0..=u8::MAX).filter(|n| offered.contains(n)).collect()
    }

    pub fn set_players(&mut self, players: u8) {
        self.players = players;
        self.seats.truncate(players.into());
        while self.seats.len() < players.into() {
            let first = self.seats.is_empty();
            self.seats.push(if first { Plan::Me } else { Plan::Open });
        }
        let usual = self.usual();
        self.changes.retain(|name, value| {
            usual
                .get(name)
                .is_some_and(|usual| usual.to_string() != *value)
        });
    }

    /// The unchanged choices of the game.
    pub fn usual(&self) -> Choices {
        let files = self.file.iter().flat_map(|file| &file.rules);
        let of_file = files.clone().find(|rules| rules.players == self.players);
        let of_file = of_file.and_then(|rules| rules.rules().ok());
        of_file
            .map(|rules| rules.choices())
            .or_else(|| self.game.choices(self.players))
            .or_else(|| self.game.choices(self.game.players[0]))
            .expect("a game is played by the numbers it names")
    }

    pub fn value(&self, option: &str) -> String {
        match option {
            LEVEL => return self.level.name().to_owned(),
            HINTS if self.hints == Hints::On => return "on".to_owned(),
            WATCHING if self.watching == Watching::On => return "on".to_owned(),
            PASSED if self.passed == Passed::On => return "on".to_owned(),
            HINTS | WATCHING | PASSED => return "off".to_owned(),
            _ => {}
        }
        self.changes.get(option).cloned().unwrap_or_else(|| {
            self.usual()
                .get(option)
                .map_or(String::new(), |value| value.to_string())
        })
    }

    /// Changes an option; an invalid value has no effect.
    pub fn set(&mut self, option: &str, value: &str) {
        match option {
            LEVEL => {
                self.level = Level::named(value).unwrap_or_default();
                return;
            }
            HINTS => {
                self.hints = match value {
                    "on" => Hints::On,
                    _ => Hints::Off,
                };
                return;
            }
            PASSED => {
                self.passed = match value {
                    "on" => Passed::On,
                    _ => Passed::Off,
                };
                return;
            }
            WATCHING => {
                self.watching = match value {
                    "on" => Watching::On,
                    _ => Watching::Off,
                };
                return;
            }
            _ => {}
        }
        if self.usual().with(option, value).is_err() {
            return;
        }
        let usual = self.usual().get(option).map(|value| value.to_string());
        if usual.as_deref() == Some(value) {
            self.changes.remove(option);
        } else {
            self.changes.insert(option.to_owned(), value.to_owned());
        }
    }

    /// The options that people change most in this game, then all others.
    pub fn options(&self) -> (Vec<&'static OptionInfo>, Vec<&'static OptionInfo>) {
        let names = everyday_of(self.game.id);
        let info = |name: &&str| Choices::OPTIONS.iter().find(|info| info.name == *name);
        let everyday = names.iter().filter_map(info).collect();
        let other = Choices::OPTIONS
            .iter()
            .filter(|info| !names.contains(&info.name) && !ELSEWHERE.contains(&info.name));
        (everyday, other.collect())
    }

    pub fn rules(&self) -> TableRules {
        let changes = TableRules {
            game: self.game.id.to_owned(),
            players: self.players,
            title: None,
            options: self.changes.clone(),
        };
        match (&self.file, self.checked()) {
            (Some(file), Ok(rules)) => TableRules {
                title: Some(file.name.clone()),
                ..TableRules::change(self.game, &rules)
            },
            _ => changes,
        }
    }

    /// Builds and checks the rules, so that conflicts show before anything is sent.
    ///
    /// # Errors
    ///
    /// All conflicts between the rules.
    pub fn checked(&self) -> Result<Rules, capicu::rules::RulesErrors> {
        let mut choices = self.usual();
        for (name, value) in &self.changes {
            // Offered values are valid. A number being typed may not be, and is then left unchanged.
            let _ = choices.set(name, value);
        }
        Rules::new(choices)
    }

    pub fn request(&self, name: &str) -> CreateTable {
        let alone = !self.seats.contains(&Plan::Open);
        CreateTable {
            rules: self.rules(),
            seats: self.seats.clone(),
            turn_time: Some(if alone { TurnTime::Off } else { self.turn_time }),
            grace: Some(self.grace),
            level: Some(self.level),
            hints: Some(self.hints),
            watching: Some(self.watching),
            passed: Some(self.passed),
            name: (!name.is_empty()).then(|| name.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu_protocol::{MAX_GRACE, MIN_GRACE};

    use super::*;

    /// Games whose most changed options are those of Draw.
    const LIKE_DRAW: [&str; 4] = ["draw", "cross", "double-nine-cross", "double-twelve-cross"];

    /// Options that are rarely changed in any game: the form shows them below the others.
    const RARE: &str = "
        removed hand direction opener first-double no-double doubles-redeal suit-redeal doubles-score doubles-pay doubles-points doubles-win doubles-opener set-tie next-match-opener next-opener pose blocked-opener lightest-tie
        tie-opener reset-opener lead pose-pass spinner cross sides later-double arms after-double draw-when dead-chain
        going-out out-winner block-tie ties-in-a-row block-limit double-pips double-blank-pips highest-double-pips hand-count own-tiles score out-count block-count rounding-to rounding-way pips-per-point band
        first-band first-band-points round-price price-out
        price-double price-both-ends price-both-ends-double price-own-block price-lost-block block-fine first-game second-game
        third-game fourth-game game-number capicu-when capicu-pays chuchazo-when paso-when first-paso first-paso-of pase-corrido
        pase-de-salida pase-de-salida-when double-out hanged-blank blocker-bonus block-bonus bonus-below ends ends-divisor equal-ends equal-ends-double wrong-call three-passes board-pass board-pass-block
        pass-penalties block-penalties hand-penalties at-target players-left match-rounds first-score finish match-check skunk-line false-play false-play-pays false-play-ends slow-play slow-play-after slow-play-times needless-draw exposed";

    #[test]
    fn every_game_for_every_number_of_players_can_be_made() {
        for game in Game::ALL {
            let mut form = Form::of(game);
            for &players in game.players {
                form.set_players(players);
                assert!(form.checked().is_ok(), "{} for {players}", game.id);
                assert_eq!(form.seats.len(), usize::from(players));
                assert_eq!(form.request("Ana").rules.rules().ok(), game.rules(players));
            }
        }
    }

    #[test]
    fn every_option_is_offered_once() {
        for game in Game::ALL {
            let (everyday, other) = Form::of(game).options();
            assert!(!everyday.is_empty());
            let all = everyday.len() + other.len() + ELSEWHERE.len();
            assert_eq!(all, Choices::OPTIONS.len());
        }
    }

    #[test]
    fn everyday_options_apply_to_their_game() {
        for game in Game::ALL {
            let names = everyday_of(game.id);
            let effects = Form::of(game).usual().effects();
            for name in names {
                let matters = effects.get(name).is_some_and(|effect| effect.matters());
                assert!(matters, "{name} in {}", game.id);
            }
            assert_eq!(Form::of(game).options().0.len(), names.len());
        }
    }

    #[test]
    fn every_option_is_rare_or_everyday_in_some_game() {
        for info in Choices::OPTIONS {
            let everyday = Game::ALL
                .iter()
                .any(|game| everyday_of(game.id).contains(&info.name));
            let rare = RARE.split_whitespace().any(|name| name == info.name);
            let decided = usize::from(everyday) + usize::from(rare);
            let here = usize::from(!ELSEWHERE.contains(&info.name));
            assert_eq!(
                decided, here,
                "{} is rare, or everyday in some game",
                info.name
            );
        }
        for game in Game::ALL {
            let like_draw = everyday_of(game.id) == everyday_of("draw");
            assert_eq!(like_draw, LIKE_DRAW.contains(&game.id), "{}", game.id);
        }
    }

    #[test]
    fn option_set_back_is_no_change() {
        let mut form = Form::default();
        form.set("target", "4");
        assert_eq!(form.changes.len(), 1);
        assert_eq!(form.value("target"), "4");
        form.set("target", "6");
        assert!(form.changes.is_empty());
    }

    #[test]
    fn book_rules_are_valid_for_every_number_of_players() {
        let mut with_a_book = 0;
        for game in Game::ALL {
            let mut form = Form::of(game);
            with_a_book += usize::from(form.has_book());
            for &players in game.players {
                form.set_players(players);
                form.set("target", "33");
                form.by_the_book();
                assert_eq!(form.changes.len(), game.book().len(), "{}", game.id);
                assert!(form.checked().is_ok(), "{} for {players}", game.id);
            }
        }
        assert_eq!(with_a_book, 9);
    }

    #[test]
    fn unplayable_values_are_hidden() {
        let mut form = Form::of(Game::by_id("cut-throat").expect("a game"));
        form.set_players(3);
        assert!(form.hides("stakes", "rising") && !form.hides("stakes", "two"));
        form.set_players(2);
        assert!(!form.hides("stakes", "rising"));
        let mut block = Form::of(Game::by_id("block").expect("a game"));
        for (players, hidden) in [(2, true), (4, false)] {
            block.set_players(players);
            let other = if block.value("teams") == "pairs" {
                "singles"
            } else {
                "pairs"
            };
            assert_eq!(block.hides("teams", other), hidden, "{players}");
        }
        // Four with six tiles each need more than a double-five set has.
        assert!(block.hides("set", "double-five") && !block.hides("set", "double-nine"));
    }

    #[test]
    fn contradictory_rules_are_found() {
        let mut form = Form::default();
        form.set("hand", "8");
        assert!(form.checked().is_err());
    }

    #[test]
    fn rule_file_is_a_game_of_its_own() {
        // Three play the club game, which is written for two, and to 31.
        let club = Game::by_id("club").expect("a game");
        let mut choices = club.choices(2).expect("the game has choices for two");
        for (option, value) in [("players", "3"), ("target", "31"), ("skunk", "off")] {
            choices.set(option, value).expect("a value");
        }
        let rules = Rules::new(choices).expect("three can play it");
        let file = FileGame {
            id: "three".to_owned(),
            name: "Three at the club".to_owned(),
            line: String::new(),
            rules: vec![TableRules::change(club, &rules)],
        };
        let mut form = Form::of_file(file).expect("the file is of a known game");
        assert_eq!((form.id(), form.players_offered()), ("three", vec![3]));
        assert_eq!(form.value("target"), "31");
        form.set("target", "21");
        assert_eq!(form.changes.len(), 1);
        let sent = form.request("Ana").rules;
        assert_eq!(sent.title.as_deref(), Some("Three at the club"));
        let played = sent.rules().expect("rules");
        assert_eq!((played.n_seats(), played.target.get()), (3, 21));
        assert_eq!(form.as_usual().value("target"), "31");
    }

    #[test]
    fn company_is_chosen_like_an_option() {
        let mut form = Form::default();
        for info in &COMPANY {
            let OptionKind::Word(words) = info.kind else {
                panic!("{} is a word", info.name);
            };
            for word in words {
                form.set(info.name, word);
                assert_eq!(form.value(info.name), *word);
            }
        }
        let table = form.request("");
        assert_eq!(table.level.as_ref(), Level::ALL.last());
        assert_eq!(table.hints, Some(Hints::On));
        assert_eq!(table.watching, Some(Watching::On));
        assert_eq!(table.passed, Some(Passed::Off));
        assert!(table.rules.options.is_empty());
    }

    #[test]
    fn every_offered_grace_is_accepted_by_tables() {
        for grace in GRACES {
            assert!((MIN_GRACE..=MAX_GRACE).contains(&grace), "{grace}");
            let form = Form {
                grace,
                ..Form::default()
            };
            assert_eq!(form.request("").grace, Some(grace));
        }
        assert_eq!(Form::default().request("").grace, Some(DEFAULT_GRACE));
    }

    #[test]
    fn bots_fill_open_seats_without_a_time_limit() {
        let mut form = Form::default();
        form.seats[1..].fill(Plan::Bot);
        let table = form.request("");
        assert_eq!(table.seats, [Plan::Me, Plan::Bot, Plan::Bot, Plan::Bot]);
        assert_eq!(table.turn_time, Some(TurnTime::Off));
        assert_eq!(table.name, None);
    }
}
