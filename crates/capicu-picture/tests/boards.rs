//! Drawings of boards, compared as SVG with `tests/boards/NAME.svg`. `CAPICU_BLESS=1` draws them again; look at them
//! then.

use std::fs;
use std::path::PathBuf;

use capicu::fair::Seed;
use capicu::{Action, Fact, Game, Rules, Table, Tile, TileSet, Waiting};
use capicu_picture::pegs::{PegBoard, WIDTH};
use capicu_picture::{Mark, Picture};

fn rules(game: &str, players: u8) -> Rules {
    let game = Game::by_id(game).expect("a game");
    game.rules(players)
        .expect("a number of players of the game")
}

/// The tiles of the first round of a match by a seed, up to this number, with every player laying the first legal tile.
fn played(rules: &Rules, seed: u64, most: usize) -> Vec<Action> {
    let (mut table, seed) = (Table::new(*rules), Seed::from_number(seed));
    let mut laid = Vec::new();
    while laid.len() < most {
        let fact = match table.waiting() {
            Waiting::TurnUp => Fact::TurnedUp(seed.turn_up(table.game(), table.n_turned_up())),
            Waiting::Deal if laid.is_empty() => {
                Fact::Dealt(Box::new(seed.deal(rules, table.n_deals())))
            }
            Waiting::Act(_) => {
                let action = table.round().expect("a round").distinct_actions()[0];
                if matches!(action, Action::Lead(_) | Action::Play { .. }) {
                    laid.push(action);
                }
                Fact::Acted(action)
            }
            _ => break,
        };
        table.apply(&fact).expect("a possible fact");
    }
    laid
}

fn laid(actions: &str) -> Vec<Action> {
    let words = actions.split_whitespace();
    words.map(|word| word.parse().expect("an action")).collect()
}

fn board(rules: &Rules, laid: &[Action], next: Option<&str>) -> String {
    let picture = Picture {
        rules,
        laid,
        mark: next.map(|next| Mark::Next(next.parse().expect("an action"))),
        hand: TileSet::EMPTY,
    };
    picture.svg()
}

fn pegs(board: PegBoard, pegs: &[(u16, u16)]) -> String {
    let sides: Vec<usize> = (0..pegs.len()).collect();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {}\">\n{}\n",
        board.height(),
        board.svg(&sides).replace("/><", "/>\n<"),
    );
    for (lane, (front, rear)) in (0..).zip(pegs) {
        for at in [rear, front] {
            let (x, y) = board.hole(*at, lane);
            svg += &format!("<circle class=\"peg team-{lane}\" r=\"4\" cx=\"{x}\" cy=\"{y}\"/>\n");
        }
    }
    svg + "</svg>\n"
}

/// Each picture by its name, with its number of tiles.
fn pictures() -> Vec<(&'static str, String, usize)> {
    let pair = rules("jamaican-partner", 4);
    let block = rules("block", 2);
    let (cross, french) = (rules("cross", 2), rules("french", 4));
    let fives = Game::by_id("all-fives").expect("a game").choices(2);
    let fives = fives
        .expect("choices for two players")
        .with("spinner", "first");
    let fives = Rules::new(fives.expect("a spinner")).expect("rules");
    let nine = rules("double-nine-cross", 4);
    let eight = rules("double-nine-cross", 8);
    let twelve = rules("double-twelve-cross", 12);
    let drawn = |rules: &Rules, seed, most| {
        let laid = played(rules, seed, most);
        (board(rules, &laid, None), laid.len())
    };
    // A double before, at and after a bend, found by looking at the pictures.
    let doubles = "6-6 6-4@6-6 4-4@6-4 4-3@4-4 3-3@4-3 3-2@3-3 2-2@3-2 2-1@2-2 1-1@2-1 1-0@1-1 0-0@1-0 6-0@0-0";
    let one_end = "6-5 5-4@6-5 4-3@5-4 3-2@4-3 2-1@3-2 1-0@2-1 5-0@1-0 5-3@5-0 3-1@5-3 4-1@3-1 4-2@4-1 2-0@4-2 3-0@2-0";
    let ghost = laid("6-6 6-4@6-6");
    let all = |rules: &Rules, text: &str| (board(rules, &laid(text), None), laid(text).len());
    let of = |name, (svg, n)| (name, svg, n);
    vec![
        of("opening", all(&pair, "6-6")),
        ("next-tile", board(&pair, &ghost, Some("5-4@6-4")), 3),
        of("doubles", all(&block, doubles)),
        of("bends", all(&block, one_end)),
        of("whole-round", drawn(&pair, 3, usize::MAX)),
        of("cross-opening", all(&cross, "6-6 6-4@6-6")),
        of("cross", drawn(&cross, 1, usize::MAX)),
        of("french", drawn(&french, 2, usize::MAX)),
        of(
            "spinner-later",
            all(&fives, "6-4 4-4@6-4 4-1@4-4 4-0@4-4 4-2@4-4"),
        ),
        of("double-nine", drawn(&nine, 1, usize::MAX)),
        of("eight-players", drawn(&eight, 1, usize::MAX)),
        of("twelve-players", drawn(&twelve, 1, usize::MAX)),
    ]
}

fn peg_boards() -> Vec<(&'static str, String)> {
    let board = |target, lanes, skunk| PegBoard {
        target,
        lanes,
        skunk,
    };
    vec![
        (
            "pegs-61",
            pegs(board(61, 2, Some(31)), &[(17, 12), (61, 58)]),
        ),
        (
            "pegs-121",
            pegs(board(121, 2, Some(91)), &[(0, 0), (121, 117)]),
        ),
        (
            "pegs-four",
            pegs(board(100, 4, None), &[(5, 0), (30, 25), (31, 30), (99, 90)]),
        ),
    ]
}

fn compare(name: &str, drawn: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/boards");
    let path = folder.join(name).with_extension("svg");
    if std::env::var_os("CAPICU_BLESS").is_some() {
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(&path, drawn).expect("it can be written");
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    assert!(known == drawn, "{} is drawn differently", path.display());
}

#[test]
fn boards_are_drawn_as_before() {
    for (name, svg, n) in pictures() {
        assert_eq!(svg.matches("class=\"face\"").count(), n, "{name}");
        compare(name, &svg);
    }
}

#[test]
fn cribbage_boards_are_drawn_as_before() {
    for (name, svg) in peg_boards() {
        compare(name, &svg);
    }
}

/// The played tile is marked in the hand alone; the better one in the hand and at its place on the board.
#[test]
fn mistake_shows_the_better_tile_at_its_place() {
    let rules = rules("block", 2);
    let [played, better] = ["5-2@5-3", "3-0@5-3"].map(|action| action.parse().expect("an action"));
    let hand = ["5-2", "3-0", "6-6"].map(|tile| tile.parse::<Tile>().expect("a tile"));
    let picture = Picture {
        rules: &rules,
        laid: &laid("5-3"),
        mark: Some(Mark::Mistake { played, better }),
        hand: hand.into_iter().collect(),
    };
    for svg in [picture.svg(), picture.part(None)] {
        for class in ["next better", "tile worse", "tile chosen better"] {
            let marked = svg.matches(&format!("class=\"{class}\"")).count();
            assert_eq!(marked, 1, "{class}: {svg}");
        }
    }
}

/// Fives to 61, to 100 and to 121 are pegged, pips to 121 as well; pips to 100 and games are not.
#[test]
fn peg_board_is_used_for_pegged_matches() {
    let pegged = |id: &str, target: &str| {
        let game = Game::by_id(id).expect("a game");
        let choices = game.choices(2).expect("the game has rules for two");
        let choices = choices.with("target", target).expect("a target");
        PegBoard::is_used(&Rules::new(choices).expect("rules"))
    };
    assert!(pegged("club", "61") && pegged("all-fives", "100"));
    assert!(pegged("fives-and-threes", "121") && pegged("block", "121"));
    assert!(!pegged("block", "100") && !pegged("all-fives", "200"));
    assert!(!pegged("cut-throat", "6"));
}
