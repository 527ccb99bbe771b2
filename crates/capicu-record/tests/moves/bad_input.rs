//! Each error names its line, its cell and the remedy.

use super::{convert, plainly};
use capicu::Rules;
use capicu_record::foreign::{MoveList, plain_rules};
use capicu_record::games;

/// A list, and the beginning of its error.
const BAD: &[(&str, &str)] = &[
    ("", "1:1: there are no moves"),
    (" \r\n\t\n", "1:1: there are no moves"),
    ("\u{feff}", "1:1: there are no moves"),
    ("player,tile\n", "1:1: there are no moves"),
    ("[]", "1:1: there are no moves"),
    ("NEW_GAME: []\n", "1:1: there are no moves"),
    ("player,tile\n0,hand 6-6\n", "1:1: there are no moves"),
    // Headings.
    ("0,6-6\n1,6-5\n", "1:1: the heading needs"),
    ("round,tile,end\n1,6-6,\n", "1:1: the heading needs"),
    ("\nplayer,round\n", "2:1: the heading needs"),
    (
        "domino-record 1\nrules: players 2\n",
        "1:1: the heading needs",
    ),
    ("player,tile,Ficha\n0,6-6,\n", "1:1: `Ficha`: two headings"),
    (
        "player,tile\n0,(6, 6)\n",
        "2:7: this cell has no heading; put tiles with commas in quotes",
    ),
    ("player,tile\n0,6-6,,,x\n", "2:9: this cell has no heading"),
    (
        "player,tile\n0,\"6-6\n1,6-5\n",
        "2:1: a quotation mark is not closed",
    ),
    // Players.
    ("player,tile\n0,6-6\n,6-5\n", "3:1: the player is missing"),
    (
        "player,tile\nA,6-6\nB,6-5\nC,6-4\nD,6-3\nE,6-2\n",
        "6:1: `player`: `E` is one player too many",
    ),
    (
        "player,tile\n0,6-6\n1,6-5\n1,6-4\n0,pass\n",
        "4:3: round 1, move 3: it is the turn of A, not B",
    ),
    (
        "player,tile\n0,6-6\n1,6-5\n0,5-5\n1,5-4\n0,4-4\n1,4-3\nx,3-3\ny,3-2\nz,2-2\n",
        "10:1: `player`: `z` is one player too many: the rules have 4 seats",
    ),
    // Tiles.
    ("player,tile\n0,\n", "2:1: the move is missing"),
    (
        "player,move,tile\n0,play,\n",
        "2:3: `move`: the tile is missing",
    ),
    (
        "player,tile\n0,7-6\n",
        "2:3: round 1, move 1: 7-6 is not a tile of this game",
    ),
    ("player,tile\n0,19-1\n", "2:3: `tile`: `19-1` is not a tile"),
    ("player,tile\n0,64\n", "2:3: `tile`: `64` is not a tile"),
    (
        "player,tile\n0,6-99999999999999999999\n",
        "2:3: `tile`: `6-99999999999999999999` is not",
    ),
    ("player,tile\n0,-6-4\n", "2:3: `tile`: `-6-4` is not a tile"),
    (
        "player,tile\n0,6-Apr\n",
        "2:3: `tile`: `6-Apr` is not a tile",
    ),
    (
        "player,tile\n0,play past\n",
        "2:3: `tile`: `past` is not a tile",
    ),
    (
        "player,tile\n0,6-6\n1,pas\n",
        "3:3: `tile`: unknown move `pas`; write a tile such as",
    ),
    (
        "player,tile\n0,6-6\n1,6-5\n0,6-6\n",
        "4:3: round 1, move 3: 6-6 is already on the table",
    ),
    (
        "player,do,tile\n0,pass,6-6\n",
        "2:8: `tile`: this move has no tile",
    ),
    (
        "player,do,tile\n0,draw 6-6,6-6\n",
        "2:12: `tile`: this move names its tile in two",
    ),
    (
        "player,tile\n0,declare ten\n",
        "2:3: `tile`: not a number of points",
    ),
    // Ends.
    (
        "player,tile,end\n0,6-6,\n1,6-5,up\n",
        "3:7: `end`: `up` is not an end; write `left`",
    ),
    (
        "player,tile,end\n0,6-6,\n1,6-5,19\n",
        "3:7: `end`: `19` is not an end",
    ),
    (
        "player,tile,end\n0,6-6,\n1,6-5,999999999999\n",
        "3:7: `end`: `999999999999` is not an end",
    ),
    (
        "player,tile,side\n0,6-6,\n1,6-5,2\n",
        "3:7: `side`: `2` is not a side; write",
    ),
    (
        "player,tile,end\n0,6-6,\n1,6-5,5\n",
        "3:7: `end`: no open end shows 5; write the number that",
    ),
    (
        "player,tile,end\n0,6-6,\n1,5-4,6\n",
        "3:7: `end`: 5-4 has no 6; write the number that the",
    ),
    (
        "player,tile,end,side\n0,6-6,,\n1,6-5,6,0\n",
        "3:9: `side`: two columns name the end",
    ),
    (
        "player,tile,end\n0,6-4,\n1,4-4,right\n0,6-5,right\n",
        "4:3: round 1, move 3: 6-5@4-4 is not legal",
    ),
    (
        "player,tile,end\n0,6-4,\n1,4-4,6-6\n",
        "3:3: round 1, move 2: 4-4@6-6 is not legal",
    ),
    (
        "player,tile\n0,6-4\n1,6-2\n0,4-2\n",
        "4:3: `tile`: 4-2 fits several ends; write the tile that it joins",
    ),
    (
        "player,tile\n0,6-4\n1,5-5\n",
        "3:3: round 1, move 2: 5-5 fits no open end",
    ),
    // Rounds and deals.
    (
        "round,player,tile\n1,0,6-6\n2,0,6-6\n1,1,6-5\n",
        "4:1: `round`: round `1` is out of order; sort",
    ),
    (
        "round,player,tile\n2,0,6-6\n1,0,6-5\n",
        "3:1: `round`: round `1` is out of order; sort",
    ),
    (
        "round,player,tile\n1,0,6-6\n1,0,hand 6-6\n",
        "3:1: list a hand once per round",
    ),
    (
        "round,player,tile\n1,0,6-6\n1,,boneyard 6-5\n",
        "3:1: list the boneyard once",
    ),
    (
        "round,player,tile\n1,0,6-6\n1,0,turn-up 6-5\n",
        "3:1: tiles are turned up before",
    ),
    (
        "player,tile\n0,hand 6-6 6-5 6-6\n",
        "2:3: `tile`: 6-6 occurs twice",
    ),
    (
        "player,tile\n0,hand 6-6\n1,hand 6-6\n",
        "3:3: `tile`: 6-6 occurs twice",
    ),
    (
        "player,tile\n0,hand 6-6 x\n",
        "2:3: `tile`: not a list of tiles",
    ),
    ("player,tile\n0,hand\n", "2:3: `tile`: not a list of tiles"),
    (
        "player,tile\n0,hand 7-6\n0,7-6\n",
        "2:3: `tile`: 7-6 is not a tile of this game",
    ),
    (
        "player,tile,hand\n0,6-6,6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-5\n",
        "2:7: `hand`: the hand has 8 tiles, but each player gets 7",
    ),
    (
        "player,tile\n,boneyard 6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-5 5-4 5-3 5-2 5-1 5-0 4-4 4-3\n0,3-3\n",
        "2:2: `tile`: hands and boneyard hold 29 tiles, but the game has 28",
    ),
    (
        "player,tile\n0,hand 6-6 5-5 4-4 3-3 2-2 1-1 0-0\n0,6-5\n",
        "3:3: round 1, move 1: 6-5 is not legal",
    ),
    (
        "player,tile\n1,hand 6-5\n0,6-5\n",
        "3:3: round 1, move 1: 6-5 was dealt to B, so it cannot be here",
    ),
    (
        "player,tile\n,boneyard 7-6\n0,6-6\n",
        "2:2: `tile`: 7-6 is not a tile of this game",
    ),
    (
        "player,tile\n0,turn-up 7-6\n1,turn-up 6-5\n0,6-6\n",
        "2:3: round 1: no tiles are turned up at this point",
    ),
    // JSON.
    ("{\"player\": 0}\n", "1:1: the move is missing"),
    (
        "{\"player\": 0, \"tile\": \"6-6\"}\nB 6-5\n",
        "2:1: not JSON: expected value; write objects",
    ),
    (
        "[{\"player\": 0, \"tile\": \"6-6\"}",
        "1:30: not JSON: expected `,` or `]`",
    ),
    (
        "[{\"player\": 0, \"tile\": \"6-6\"}\n {\"player\": 1}]",
        "2:2: not JSON: expected `,` or `]`",
    ),
    (
        "[{\"player\": 0, \"tile\": \"6-6\"}] x",
        "1:32: not JSON: trailing characters",
    ),
    ("[([6|6], True), None]", "1:2: not JSON: "),
    (
        "[{\"player\": \"Ñandú\", \"tile\": x}]",
        "1:30: not JSON: expected value",
    ),
    (
        "[\n{\"player\": 0, \"tile\": true}]",
        "2:1: `tile`: this must be text, a number or a list",
    ),
    (
        "{\"ficha\": \"6-5\", \"player\": 0, \"tile\": \"6-6\"}",
        "1:1: `tile`: two headings",
    ),
    (
        "{\"player\": 0, \"tile\": 6.4}",
        "1:1: `tile`: `6.4` is not a tile",
    ),
    (
        "{\"player\": 0, \"tile\": [1e99, -5]}",
        "1:1: `tile`: `1e+99--5` is not a tile",
    ),
    (
        "{\"player\": {\"name\": \"Ana\"}, \"tile\": \"6-6\"}",
        "1:1: `player`: this must be",
    ),
    // Logs, and mixed forms.
    (
        "MOVE: [0, (6, 6), 0]\n1,6-5\n",
        "2:1: not a line of this log; write `MOVE: ",
    ),
    (
        "MOVE: [0, (6, 6), 0]\nSHUFFLE: [1]\n",
        "2:1: not a line of this log",
    ),
    ("MOVE: [0, (6, 6), 0, 1]\n", "1:1: not a line of this log"),
    (
        "MOVE: [0, (6, 6), 0]\nMOVE: [1]\n",
        "2:1: `MOVE`: the tile is missing; write two numbers",
    ),
    (
        "player,tile\n0,6-6\n{\"player\": 1, \"tile\": \"6-5\"}\n",
        "3:15: `tile`: `\"tile\": \"6-5\"}` is not a tile",
    ),
    (
        "player,tile\n0,6-6\nMOVE: [1, (6, 5), 1]\n",
        "3:15: this cell has no heading",
    ),
];

#[test]
fn error_names_line_and_cell() {
    let mut wrong = String::new();
    for (text, start) in BAD {
        let told = match plainly(text) {
            Ok(converted) => format!("a record\n{}", converted.record),
            Err(error) => error.to_string(),
        };
        if !told.starts_with(start) {
            wrong += &format!("{text}\n{told}\nexpected: {start}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn list_for_another_number_of_players_is_refused() {
    let rules = games::by_id("cien")
        .and_then(|game| game.rules(4))
        .expect("a game");
    let told = |text: &str| convert(text, rules).unwrap_err().to_string();
    let list = "player,tile\nAna,6-6\nBeto,6-5\nAna,5-5\n";
    assert!(
        told(list).starts_with("2:1: the list names 2 players, but the rules have 4 seats"),
        "{}",
        told(list)
    );
    // Players with names are listed with their seats.
    let list = "player,tile\nAna,6-6\nBeto,6-5\nCira,5-5\nDino,pass\nBeto,5-4\n";
    let told = told(list);
    assert!(
        told.starts_with("6:6: round 1, move 5: it is the turn of A, not B"),
        "{told}"
    );
    assert!(
        told.ends_with("(A: Ana, B: Beto, C: Cira, D: Dino)"),
        "{told}"
    );
}

#[test]
fn layout_without_sides_needs_a_tile() {
    let mut choices = plain_rules(2).expect("rules").choices();
    choices.set("spinner", "first").expect("a value");
    let rules = Rules::new(choices).expect("rules");
    let list = "player,tile,end\n0,6-6,\n1,6-5,left\n";
    let told = convert(list, rules).unwrap_err().to_string();
    assert!(
        told.starts_with("3:7: `end`: this layout has no left and right; write the tile"),
        "{told}"
    );
    let record = convert(&list.replace("left", "6-6"), rules).unwrap().record;
    assert_eq!(super::moves(&record), ["A: 6-6, B: 6-5@6-6"]);
}

#[test]
fn draw_for_the_first_lead_is_asked_for() {
    let rules = games::by_id("five-up")
        .and_then(|game| game.rules(2))
        .expect("a game");
    let list = "player,tile\n1,6-6\n0,6-5\n";
    let told = convert(list, rules).unwrap_err().to_string();
    assert!(
        told.starts_with("2:1: the rules draw for the first lead; write a line `turn-up"),
        "{told}"
    );
    let drawn = list.replace("tile\n", "tile\n0,turn-up 3-1\n1,turn-up 6-4\n");
    let record = convert(&drawn, rules).unwrap().record.to_string();
    assert!(record.contains("turn-up: A 3-1, B 6-4\n"), "{record}");
}

#[test]
fn long_lists_are_refused_in_bounded_time() {
    // Every line names another player, another round, or many words.
    let rows = |row: &dyn Fn(usize) -> String| (0..200_000).map(row).collect::<String>();
    let players = format!("player,tile\n{}", rows(&|at| format!("p{at},6-6\n")));
    assert!(
        plainly(&players)
            .unwrap_err()
            .to_string()
            .starts_with("14:1: `player`: `p12`")
    );
    let rounds = format!("round,player,tile\n{}", rows(&|at| format!("{at},0,6-6\n")));
    assert!(MoveList::parse(&rounds).is_ok());
    let words = format!("player,tile\n0,{}\n", rows(&|_| "play ".to_owned()));
    assert!(
        plainly(&words)
            .unwrap_err()
            .to_string()
            .contains("is not a tile")
    );
    // Bare carriage returns end no line, and a list of objects may be one line.
    let returns = format!("player,tile\r{}", rows(&|_| "0,6-6\r".to_owned()));
    assert!(plainly(&returns).is_err());
    let object = "{\"player\":0,\"tile\":\"6-6\"},".to_owned();
    let objects = format!("[{}7]", rows(&|_| object.clone()));
    let told = plainly(&objects).unwrap_err().to_string();
    assert!(told.starts_with("1:5200002: not JSON"), "{told}");
    let nested = format!("[{}", rows(&|_| "[".to_owned()));
    assert!(
        plainly(&nested)
            .unwrap_err()
            .to_string()
            .contains("not JSON")
    );
}
