//! Every form of a list gives the same record.

use super::{convert, moves, plainly};
use capicu::Rules;
use capicu_record::foreign::plain_rules;
use capicu_record::games;
use capicu_record::record::Record;

/// A round of two players with six tiles laid, by hand: the line grows 3-5 5-2 2-6 6-6 6-4 4-4.
const MOVES: &str = "A: 6-2, B: 6-6@6-2, A: 6-4@6-6, B: 5-2@6-2, A: pass, B: 5-3@5-2";

fn assert_same(text: &str) -> Record {
    let converted = plainly(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(moves(&converted.record), [MOVES], "{text}");
    converted.record
}

#[test]
fn table_is_read_with_every_separator_and_end() {
    let rows = |ends: [&str; 5]| {
        let [first, second, third, fourth, last] = ends;
        format!(
            "round,player,tile,end\n1,0,2-6,{first}\n1,1,6-6,{second}\n1,0,6-4,{third}\n\
             1,1,5-2,{fourth}\n1,0,pass,\n1,1,3-5,{last}\n"
        )
    };
    for ends in [
        ["left", "right", "right", "left", "left"],
        ["", "R", "r", "L", "l"],
        ["", "derecha", "droite", "izquierda", "gauche"],
        // The list says left for the end where most people see the right.
        ["", "left", "left", "right", "right"],
        ["", "6", "6", "2", "5"],
        ["6", "6", "6", "2", "5"],
        ["", "6-2", "6|6", "(2, 6)", "[5|2]"],
        ["", "", "", "", ""],
        ["", "right", "6", "6-2", ""],
    ] {
        let table = rows(ends);
        if !table.contains("(2, 6)") {
            assert_same(&table);
        }
        assert_same(&table.replace(',', ";").replace("(2; 6)", "(2, 6)"));
        assert_same(&table.replace(',', "\t").replace("(2\t 6)", "(2, 6)"));
    }
}

#[test]
fn first_half_of_the_first_tile_is_to_the_left() {
    // 5-4 fits both ends, so only the first tile tells which one is right.
    for (first, on) in [("6-4", "6-4"), ("4-6", "6-5")] {
        let list = format!("player,tile,end\n0,{first},\n1,6-5,\n0,5-4,right\n");
        let record = plainly(&list).unwrap().record;
        let expected = format!("A: 6-4, B: 6-5@6-4, A: 5-4@{on}");
        assert_eq!(moves(&record), [expected], "{list}");
    }
}

#[test]
fn end_of_a_side_is_zero_or_one() {
    for heading in ["side", "head"] {
        assert_same(&format!(
            "player,tile,{heading}\n0,2-6,\n1,6-6,1\n0,6-4,1\n1,5-2,0\n0,pass,\n1,5-3,0\n"
        ));
    }
}

#[test]
fn table_of_a_spreadsheet_is_read() {
    // A byte order mark, line breaks of Windows, quotes, capitals, blank lines and columns of no use.
    assert_same(
        "\u{feff}\r\n\"Ronda\";\"Jugador\";\"Ficha\";\"Extremo\";\"hora\"\r\n\r\n\
         1;\"1\";\"2-6\";;20:01\r\n1;2;\"6,6\";6;20:02\r\n;;;;\r\n\
         1;1;4|6;6;\r\n1;2;2:5;2\r\n1;1;PASO;;\r\n1;2;\"5 / 3\";5;20:09",
    );
}

#[test]
fn json_is_read_as_an_array_and_as_lines() {
    let lines = [
        r#"{"round": 1, "player": 0, "tile": "2-6"}"#,
        r#"{"round": 1, "player": 1, "tile": [6, 6], "end": 6}"#,
        r#"{"round": 1, "player": 0, "tile": "6|4", "end": "right", "at-ms": {"x": [1]}}"#,
        r#"{"round": 1, "player": 1, "tile": "5-2", "end": [6, 2]}"#,
        r#"{"round": 1, "player": 0, "do": "pass", "tile": null, "end": null}"#,
        r#"{"round": 1, "player": 1, "do": "play", "tile": "3-5", "end": 5}"#,
    ];
    assert_same(&lines.join("\n"));
    assert_same(&lines.join(" "));
    assert_same(&format!("[{}]", lines.join(",\n")));
    assert_same(&format!("\u{feff} \r\n[\r\n{}\r\n]\r\n", lines.join(" , ")));
}

#[test]
fn words_may_be_in_either_column() {
    assert_same(
        "player,move,tile\nA,lead,6-2\nB,play,6-6\nA,move,6-4\nB,play 5-2,\nA,pass,\nB,,3-5\n",
    );
    assert_same("player,move\nA,6-2\nB,6-6\nA,6-4\nB,5-2\nA,knock\nB,3-5\n");
    assert_same(
        "player,do,tile\nA,move,6-2\nB,move,6-6\nA,move,6-4\nB,move,5-2\nA,move,pass\nB,move,3-5\n",
    );
}

#[test]
fn omitted_passes_are_added() {
    let list = "player,tile,end\n0,2-6,\n1,6-6,6\n0,6-4,6\n1,5-2,2\n1,3-5,5\n";
    let converted = plainly(list).unwrap();
    assert_eq!(moves(&converted.record), [MOVES]);
    assert_eq!(converted.missing.passes, 1);
    // Hands make the referee check such a pass.
    let list = list.replace(
        "player,tile,end\n",
        "player,tile,end\n0,hand 6-2 6-4 3-3 1-1 4-1 3-1 5-1,\n",
    );
    let told = plainly(&list).unwrap_err().to_string();
    assert!(
        told.contains("A holds 5-1") || told.contains("pass is not legal"),
        "{told}"
    );
}

/// Both partners have to go out. A has laid its two tiles, so D is followed by B.
#[test]
fn player_without_tiles_does_not_pass() {
    let mut choices = plain_rules(4).expect("rules").choices();
    for (option, value) in [("hand", "2"), ("going-out", "both-partners")] {
        choices.set(option, value).expect("a value");
    }
    let rules = Rules::new(choices).expect("rules");
    let list = "player,tile\nA,6-6\nC,6-4\nA,6-5\nB,5-5\nD,5-3\nC,3-3\n";
    let converted = convert(list, rules).unwrap();
    let expected = "A: 6-6, B: pass, C: 6-4@6-6, D: pass, A: 6-5@6-6, B: 5-5@6-5, C: pass, \
                    D: 5-3@5-5, B: pass, C: 3-3@5-3";
    assert_eq!(moves(&converted.record), [expected]);
    assert_eq!(converted.missing.passes, 4);
}

/// All tiles of one number are laid, and both ends show it. Each player passes before the next round.
#[test]
fn block_by_passes_has_a_pass_by_each_player() {
    let mut choices = plain_rules(2).expect("rules").choices();
    choices.set("block-seen", "by-passes").expect("a value");
    let rules = Rules::new(choices).expect("rules");
    let round = |number: u8| {
        let tiles = "6-0 0-1 1-6 6-6 6-2 2-3 3-6 6-4 4-5 5-6";
        let players = ["A", "B"].into_iter().cycle();
        let rows = tiles.split(' ').zip(players);
        let row = |(tile, player)| format!("{number},{player},{tile},right\n");
        rows.map(row).collect::<String>()
    };
    let list = format!("round,player,tile,end\n{}{}", round(1), round(2));
    let converted = convert(&list, rules).unwrap();
    for moves in moves(&converted.record) {
        assert!(moves.ends_with("B: 6-5@5-4, A: pass, B: pass"), "{moves}");
    }
    assert_eq!(converted.missing.passes, 4);
}

#[test]
fn players_are_names_numbers_or_letters() {
    let list = |a: &str, b: &str| {
        format!("player,tile\n{a},6-2\n{b},6-6\n{a},6-4\n{b},5-2\n{a},pass\n{b},5-3\n")
    };
    for (a, b) in [("0", "1"), ("1", "2"), ("A", "B"), ("a", "b")] {
        assert!(assert_same(&list(a, b)).names.is_empty());
    }
    for (a, b) in [
        ("Ana", "Beto"),
        ("B. Ruiz", "a"),
        ("17", "99999999999999999999"),
    ] {
        let record = assert_same(&list(a, b));
        let names: Vec<_> = record.names.values().map(ToString::to_string).collect();
        assert_eq!(names, [a, b]);
    }
    // The same player may be written in capitals and in small letters. Numbers with a leading 0 are names.
    let mixed = list("A", "b").replacen("A,6-4", "a,6-4", 1);
    assert!(assert_same(&mixed).names.is_empty());
    let mixed = list("Ana", "Beto").replacen("Ana,6-4", "ANA,6-4", 1);
    assert_eq!(assert_same(&mixed).names.values().count(), 2);
    let record = assert_same(&list("01", "1"));
    let names: Vec<_> = record.names.values().map(ToString::to_string).collect();
    assert_eq!(names, ["01", "1"]);
    // By plain rules seat A leads, so player 1 sits there.
    let record = assert_same(&list("1", "0"));
    assert!(
        record.to_string().contains("A: Player 1\nB: Player 0\n"),
        "{record}"
    );
    // A letter is a seat, so B cannot lead.
    let told = plainly(&list("B", "A")).unwrap_err().to_string();
    assert!(
        told.contains("2:3: round 1, move 1: it is the turn of A, not B"),
        "{told}"
    );
}

#[test]
fn hands_and_boneyard_are_read_in_every_form() {
    let known =
        "round 1\nhand A: 1-1 2-1 3-1 3-3 6-1 6-2 6-4\nhand B: 1-0 2-0 3-0 5-2 5-3 5-4 6-6\n";
    let hands = ["6-2 6-4 1-1 2-1 3-3 3-1 1-6", "6-6 5-2 5-3 1-0 2-0 3-0 5-4"];
    let moves = "0,6-2\n1,6-6\n0,6-4\n1,5-2\n0,pass\n1,5-3\n";
    for text in [
        format!(
            "player,tile\n0,hand {}\n1,hand {}\n{moves}",
            hands[0], hands[1]
        ),
        format!(
            "player,tile,hand\n0,,{}\n1,,{}\n{moves}",
            hands[0], hands[1]
        ),
        format!(
            "player,tile,hand\n0,6-2,\"{}\"\n1,6-6,\"{}\"\n0,6-4\n1,5-2\n0,pass\n1,5-3\n",
            hands[0].replace(' ', ","),
            hands[1].replace(' ', ", "),
        ),
        format!(
            "HAND: [0, ({})]\nHAND: [1, ({})]\nMOVE: [0, (6, 2)]\nMOVE: [1, (6, 6), 1]\n\
             MOVE: [0, (6, 4), 1]\nMOVE: [1, (5, 2), 0]\nPASS: [0]\nMOVE: [1, (5, 3), 0]\n",
            hands[0].replace(' ', "), (").replace('-', ", "),
            hands[1].replace(' ', "), (").replace('-', ", "),
        ),
    ] {
        let record = assert_same(&text).to_string();
        assert!(record.contains(known), "{record}");
    }
    let json = format!(
        r#"[{{"player": 0, "hand": {:?}}}, {{"player": 1, "hand": [[6,6],[5,2],[5,3],[1,0],"2-0","3|0","5-4"]}},
        {{"player": 0, "tile": "6-2"}}, {{"player": 1, "tile": "6-6"}}, {{"player": 0, "tile": "6-4"}},
        {{"player": 1, "tile": "5-2"}}, {{"player": 0, "tile": "pass"}}, {{"player": 1, "tile": "5-3"}}]"#,
        hands[0].split(' ').collect::<Vec<_>>(),
    );
    let record = assert_same(&json).to_string();
    assert!(record.contains(known), "{record}");
    // Some tiles of one hand are known.
    let text = format!("player,tile\n1,hand 6-6 ? 5-4\n{moves}");
    let converted = plainly(&text).unwrap();
    let record = converted.record.to_string();
    assert!(
        record.contains("\nhand B: 5-2 5-3 5-4 6-6 ? ? ?\n"),
        "{record}"
    );
    assert_eq!(converted.missing.hands.len(), 2);
}

#[test]
fn drawn_tiles_and_the_boneyard_are_read() {
    let rules = games::by_id("draw")
        .and_then(|game| game.rules(2))
        .expect("a game");
    let list = "player,do,tile,end\n\
        Ana,hand,6-6 5-5 4-4 3-3 2-2 1-1 0-0,\nBeto,hand,5-4 5-3 5-2 5-1 5-0 4-3 4-2,\n\
        ,boneyard,4-1 6-1,\nAna,lead,6-6,\nBeto,draw,4-1,\nBeto,draw,,\nBeto,play,6-1,6-6\nAna,play,1-1,1\n";
    let record = convert(list, rules).unwrap().record;
    assert_eq!(
        moves(&record),
        ["A: 6-6, B: draw 4-1, B: draw, B: 6-1@6-6, A: 1-1@6-1"]
    );
    let text = record.to_string();
    assert!(text.contains("A: Ana\nB: Beto\n"), "{text}");
    assert!(text.contains("boneyard: 4-1 6-1 ? ? "), "{text}");
    // The boneyard decides which tile comes next.
    let wrong = convert(&list.replace("draw,4-1", "draw,6-1"), rules).unwrap_err();
    assert_eq!((wrong.place.line, wrong.place.column), (6, 11), "{wrong}");
}

#[test]
fn round_begins_with_its_number_or_its_deal() {
    let round = "0,6-2\n1,6-6\n0,6-4\n1,5-2\n0,pass\n1,5-3\n0,3-1\n";
    let numbered = |number: &str| {
        let rows = round.lines().map(|row| format!("{number},{row}\n"));
        rows.collect::<String>()
    };
    let head = "round,player,tile\n";
    let hand = "0,hand 6-2 6-4 3-1\n";
    for text in [
        format!("{head}{}{}", numbered("1"), numbered("2")),
        format!("{head}{}{}", numbered("first"), numbered("second")),
        // An empty cell repeats the number.
        format!(
            "{head}{}{}",
            numbered("7").replace("\n7,1", "\n,1"),
            numbered("18446744073709551616")
        ),
        format!("player,tile\n{hand}{round}{hand}{round}"),
        format!("player,tile\n,boneyard 1-1\n{round},boneyard 1-1\n{round}"),
        format!(
            "player,tile,hand\n{round}{}",
            round.replace("0,6-2", "0,6-2,6-2 ?")
        ),
    ] {
        // Both rounds may be blocked here.
        let record = plainly(&text)
            .unwrap_or_else(|error| panic!("{error}\n{text}"))
            .record;
        let all = format!("{MOVES}, A: 3-1@5-3");
        assert_eq!(moves(&record), [all.as_str(), &all], "{text}");
    }
}
