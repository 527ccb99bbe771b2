//! Boards on the cards of the games: each as it may look in the middle of a round.

use std::sync::LazyLock;

use capicu::fair::Seed;
use capicu::rules::Spinner;
use capicu::{Action, Fact, Game, Rules, Table, Tile, TileSet, Waiting};
use capicu_picture::{Picture, sheet};

/// The number of tiles on a board in one line, and on one with arms.
const TILES: (usize, usize) = (7, 5);

/// The boards, to be used by a page that has their sheet.
pub struct Boards {
    /// The symbols that the drawings refer to.
    pub sheet: String,
    /// The symbols of live boards too: also those of the whole double-six set.
    pub live_sheet: String,
    /// The tiles on that sheet.
    pub on_live_sheet: TileSet,
    boards: Vec<(&'static str, String)>,
}

impl Boards {
    /// The boards of all games. Only the first call takes a moment.
    pub fn all() -> &'static Self {
        static BOARDS: LazyLock<Boards> = LazyLock::new(|| {
            let (mut used, mut boards) = (TileSet::EMPTY, Vec::new());
            for (game, at) in Game::ALL.iter().zip(0..) {
                if let Some((rules, laid)) = made(game, at) {
                    used |= laid.iter().filter_map(tile_of).collect();
                    let board = Picture {
                        rules: &rules,
                        laid: &laid,
                        mark: None,
                        hand: TileSet::EMPTY,
                    };
                    boards.push((game.id, board.part(None)));
                }
            }
            let six = Game::ALL[0].rules(Game::ALL[0].players[0]);
            let on_live_sheet = used | six.map_or(TileSet::EMPTY, |rules| rules.tiles());
            Boards {
                sheet: sheet(used),
                live_sheet: sheet(on_live_sheet),
                on_live_sheet,
                boards,
            }
        });
        &BOARDS
    }

    /// The board of a game.
    pub fn of(&self, game: &str) -> Option<&str> {
        let mut boards = self.boards.iter();
        boards
            .find(|(id, _)| *id == game)
            .map(|(_, board)| board.as_str())
    }
}

/// The board of the game at this place among all, so that no two look alike.
fn made(game: &Game, at: u64) -> Option<(Rules, Vec<Action>)> {
    let rules = game.rules(game.players[0])?;
    let tiles = match rules.spinner {
        Spinner::None => TILES.0,
        Spinner::First | Spinner::Every => TILES.1,
    };
    // Not every deal lasts that long.
    let mut seeds = (100 * at..100 * at + 100).map(Seed::from_number);
    let laid = seeds.find_map(|seed| laid(rules, &seed, tiles))?;
    Some((rules, laid))
}

/// The first tiles of a round in which each seat lays, of all that it may, one after another in turn.
fn laid(rules: Rules, seed: &Seed, tiles: usize) -> Option<Vec<Action>> {
    let mut table = Table::new(rules);
    let mut laid = Vec::new();
    while laid.len() < tiles {
        let fact = match table.waiting() {
            Waiting::Act(_) => {
                let actions = table.round()?.legal_actions();
                let plays = actions.iter().filter(|action| is_laid(action));
                let plays: Vec<&Action> = plays.collect();
                let action = match plays.len() {
                    0 => *actions.first()?,
                    n => *plays[(laid.len() * 5 + 2) % n],
                };
                laid.extend(is_laid(&action).then_some(action));
                Fact::Acted(action)
            }
            Waiting::Deal if !laid.is_empty() => return None,
            _ => seed.next(&table)?,
        };
        table.apply(&fact).ok()?;
    }
    Some(laid)
}

/// The tile that an action lays.
const fn tile_of(action: &Action) -> Option<Tile> {
    match action {
        Action::Lead(tile) | Action::Play { tile, .. } => Some(*tile),
        _ => None,
    }
}

const fn is_laid(action: &Action) -> bool {
    tile_of(action).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_a_board_with_arms_if_the_rules_do() {
        for game in Game::ALL {
            let board = Boards::all().of(game.id);
            let board = board.unwrap_or_else(|| panic!("{}", game.id));
            let rules = game.rules(game.players[0]).unwrap();
            let tiles = match rules.spinner {
                Spinner::None => 7,
                _ => 5,
            };
            assert_eq!(board.matches("<use").count(), tiles, "{}", game.id);
            assert!(board.len() < 1_500, "{}: {}", game.id, board.len());
        }
        let all = Game::ALL.iter().map(|game| Boards::all().of(game.id));
        let all: std::collections::BTreeSet<_> = all.collect();
        assert_eq!(all.len(), Game::ALL.len(), "no two alike");
        assert!(Boards::all().of("whist").is_none());
    }
}
