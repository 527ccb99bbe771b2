//! Rounds by tiles: what people tap, and what the sheet and the records have afterwards.

use capicu_i18n::Lang;

use capicu_score::{Page, Tiles};

use crate::taps::started;

fn open(page: &Page) -> Tiles {
    Tiles::open(Lang::En, &page.stored(), "").expect("a match")
}

/// Types a line, which must be accepted.
fn typed(tiles: &mut Tiles, line: &str) {
    tiles.act(&format!("type={line}"));
    assert!(!tiles.html().contains("tiles-problem"), "{}", tiles.said());
}

fn refused(tiles: &mut Tiles, action: &str) -> String {
    let before = tiles.stored();
    tiles.act(action);
    assert_eq!(tiles.stored(), before, "{action}");
    tiles.said()
}

#[test]
fn passes_between_players_are_inferred() {
    let mut tiles = open(&started("cien", 4));
    assert_eq!(refused(&mut tiles, "tile=6-6"), "Tap the player who opens");
    typed(&mut tiles, "A 66 64 p 6-1");
    assert!(
        tiles
            .stored()
            .ends_with("A: 6-6  B: 6-4@6-6  C: pass  D: 6-1@6-6"),
        "{}",
        tiles.stored()
    );
    // B and C pass.
    for action in ["tile=4-4", "seat=D", "tile=1-1"] {
        tiles.act(action);
    }
    assert!(
        tiles
            .stored()
            .ends_with("A: 4-4@6-4  B: pass  C: pass  D: 1-1@6-1"),
        "{}",
        tiles.stored()
    );
}

#[test]
fn referee_objects_at_once() {
    let mut tiles = open(&started("cien", 4));
    // After 6-2 the ends show 4 and 2. Inés passes on both, and cannot play 4-3 later.
    typed(&mut tiles, "A 66 64 62@66 p 44 21 p");
    assert_eq!(
        refused(&mut tiles, "tile=4-3"),
        "Inés passed on 4 and now plays 4-3."
    );
    assert_eq!(refused(&mut tiles, "tile=2-0"), "2-0 fits no open end.");
    typed(&mut tiles, "11");
    assert!(tiles.stored().ends_with("D: 1-1@2-1"), "{}", tiles.stored());
}

#[test]
fn tile_with_two_ends_needs_a_second_tap() {
    let mut tiles = open(&started("cien", 4));
    typed(&mut tiles, "A 66 64 61");
    tiles.act("tile=4-1");
    let html = tiles.html();
    assert!(html.contains("on=6-4") && html.contains("on=6-1"), "{html}");
    tiles.act("on=6-1");
    assert!(tiles.stored().ends_with("D: 4-1@6-1"), "{}", tiles.stored());
    tiles.act("undo");
    let said = refused(&mut tiles, "type=41");
    assert_eq!(
        said,
        "4-1 fits at several ends. Type one of 4-1@6-1, 4-1@6-4."
    );
}

#[test]
fn bad_tiles_are_explained() {
    let mut tiles = open(&started("cien", 4));
    typed(&mut tiles, "A 66");
    for (action, problem) in [
        ("type=66", "6-6 is already on the table."),
        ("type=54", "5-4 fits no open end."),
        ("type=9-9", "9-9 is not a tile of this game."),
        (
            "type=64 hello",
            "“hello” is no move. Type 64, p for a pass, or C for a player.",
        ),
        ("type=64 64", "6-4 is already on the table."),
    ] {
        assert_eq!(refused(&mut tiles, action), problem);
    }
    for action in ["", "tile", "tile=x", "seat=Z", "on=6-6", "dance", "call"] {
        let before = tiles.stored();
        tiles.act(action);
        assert_eq!(tiles.stored(), before, "{action}");
    }
}

/// C passes once, which pays B, and A goes out.
const OUT: &str =
    "A 66 61 21 22 32 33 43 44 54 55 50 00 10 11 31 30 20 52 51 41 40 6-0@4-0 D 6-2@6-6 A 65";

#[test]
fn question_about_a_round_by_tiles_writes_nothing_before_its_answer() {
    let mut page = started("cien", 4);
    let mut tiles = open(&page);
    typed(&mut tiles, OUT);
    let before = page.stored();
    assert!(tiles.lines().contains("moves "), "{}", tiles.stored());
    // Without the tiles left, people count them on the sheet.
    page.act(&format!("round\n{}", tiles.lines()));
    assert_eq!(page.stored(), before);
    for action in ["digit=9", "digit=9", "digit=9", "out=0"] {
        page.act(action);
    }
    assert!(
        page.html().contains("data-do=\"answer\""),
        "{}",
        page.html()
    );
    assert_eq!(page.stored(), before, "nothing before the answer");
    page.act("answer");
    let after = page.stored();
    for word in ["play ", "round ", "moves "] {
        assert!(after[before.len()..].contains(word), "{after}");
    }
}

#[test]
fn end_that_cannot_be_checked_is_left_to_the_sheet() {
    let mut tiles = open(&started("cien", 4));
    // All seven sixes are on the table, both ends show a six, and sixteen tiles are unknown.
    typed(
        &mut tiles,
        "A 66 C 61 D 12 A 6-2@2-1 C 6-3@6-6 D 34 A 6-4@4-3 C 6-5@6-2 D 50 A 6-0@5-0",
    );
    let said = refused(&mut tiles, "block");
    assert!(said.starts_with("Too many tiles are unknown"), "{said}");
}
