//! Short forms of moves: read, printed in full, and refused if they are ambiguous.

use capicu_record::json::RecordJson;
use capicu_record::referee::replay;
use capicu_record::{Place, Record};

/// A round of four in pairs, without written hands.
fn with(head: &str, moves: &str) -> String {
    format!(
        "domino-record 1\nrules: players 4, teams pairs{head}\n\nround 1\n{moves}\n\nresult: unfinished\n"
    )
}

trait Written {
    /// Asserts that the moves of this text are read as these.
    fn means(&self, full: &str);
    fn refused(&self, column: u32, why: &str);
}

impl Written for str {
    #[track_caller]
    fn means(&self, full: &str) {
        let record: Record = self
            .parse()
            .unwrap_or_else(|error| panic!("{error}\n{self}"));
        let printed = record.to_string();
        assert!(printed.contains(&format!("{full}\n\nresult")), "{printed}");
        assert_eq!(printed.parse(), Ok(record));
    }

    #[track_caller]
    fn refused(&self, column: u32, why: &str) {
        let error = self.parse::<Record>().expect_err(self);
        assert_eq!(error.place, Place { line: 5, column }, "{error}");
        assert!(error.to_string().contains(why), "{error}");
    }
}

#[test]
fn short_moves_are_printed_in_full() {
    // By hand: 6-4 and 6-2 on the sixes, 4-3 on the four, 3-1 on the three.
    with("", "a: 6-6  b: 6-4  C: 6-2 d: 4-3!?\nA:3-1")
        .means("A: 6-6  B: 6-4@6-6  C: 6-2@6-6  D: 4-3@6-4!?\nA: 3-1@4-3");
    with("", "A: [6-6]  B: [4-6]").means("A: 6-6  B: 6-4@6-6");
    with("", "A: 6-6  B: 4-6 @ 6-6?  C: 6-2@ 6-6  D: 4-3 @6-4")
        .means("A: 6-6  B: 6-4@6-6?  C: 6-2@6-6  D: 4-3@6-4");
    // The four is left, the two right: 4-2 fits at both ends.
    with("", "A: 6-6  B: 6-4 L  C: 6-2 R  D: 4-2 r!\nA: 4-1@L")
        .means("A: 6-6  B: 6-4@6-6  C: 6-2@6-6  D: 4-2@6-2!\nA: 4-1@6-4");
    // 4-2 fits 6-4 at one end only: that end is the right one, and the other the left.
    with("", "A: 6-4  B: 4-2 R  C: 6-1  D: 2-1 L")
        .means("A: 6-4  B: 4-2@6-4  C: 6-1@6-4  D: 2-1@6-1");
    with(
        ", draw until-playable, hand 5",
        "A: 6-6  B: draw, draw 6-4, 6-4  C: 6-2",
    )
    .means("A: 6-6  B: draw, draw 6-4, 6-4@6-6  C: 6-2@6-6");
    with(
        "",
        "A: 6-6  B: wrong-play 5-4 @ 6-6 open 4  C: 4-3  D: directed 3-1 @ 4-3",
    )
    .means("A: 6-6  B: wrong-play 5-4@6-6 open 4  C: 4-3@5-4  D: directed 3-1@4-3");
    // Sides, seats and claims in small letters.
    with("\na: Ana", "a: 6-6\nleft b: 1-1 ? ? ? ? ? ?\ncount b: 20\nend: blocked b+d\npoints: b+d 5 pips\nscore: a+c 0, b+d 5").means("A: 6-6\nleft B: 1-1 ? ? ? ? ? ?\ncount B: 20\nend: blocked B+D\npoints: B+D 5 pips\nscore: A+C 0, B+D 5");
}

#[test]
fn ambiguous_move_is_refused_with_the_choices() {
    with("", "A: 6-6  B: 6-4  C: 6-2  D: 4-2")
        .refused(28, "4-2 fits different ends; write one of 4-2@6-2, 4-2@6-4");
    // No move has decided which end is left.
    with("", "A: 6-6  B: 6-4  C: 6-2  D: 4-2 L").refused(28, "4-2@6-2, 4-2@6-4");
    // Both ends show a four, but one counts eight.
    with(", ends fives", "A: 4-4  B: 6-4  C: 6-5  D: 5-4@6-5  A: 4-2")
        .refused(40, "4-2@4-4, 4-2@5-4");
}

#[test]
fn left_and_right_need_a_line() {
    let cross = ", spinner first";
    with(cross, "A: 6-6  B: 6-4 L").refused(12, "is not a line");
    with("", "A: 6-6 L").refused(4, "the first tile of a round");
    with("", "A: 6-6  B: 6-4@ L L").refused(19, "unexpected text");
    with("", "A: 6-6  B: 6-4@M").refused(12, "not a move");
    // Before the first double it is a line.
    with(cross, "A: 6-4  B: 4-2 R  C: 6-1 L").means("A: 6-4  B: 4-2@6-4  C: 6-1@6-4");
}

#[test]
fn tile_that_does_not_fit_is_left_to_the_referee() {
    let breach = |moves: &str| {
        let (record, places) = Record::parse(&with("", moves)).unwrap();
        let breach = replay(&record, Some(&places)).breach.expect("it is wrong");
        breach.to_string()
    };
    assert_eq!(
        breach("A: 6-6  B: 6-4  C: 5-1"),
        "5:20: round 1, move 3: 5-1 fits no open end (open: 6 at 6-6, 4 at 6-4)"
    );
    assert_eq!(
        breach("A: 6-6  B: 6-4 L  C: 4-1 R"),
        "5:22: round 1, move 3: 4-1@6-6 is not legal: 4-1 cannot be laid against 6-6 now (open: 6 at 6-6, 4 at 6-4)"
    );
    assert_eq!(
        breach("A: 6-6  B: 7-6"),
        "5:12: round 1, move 2: 7-6 is not a tile of this game (open: 6 at 6-6)"
    );
    assert_eq!(
        breach("A: 6-6  B: 6-4@7-6"),
        "5:12: round 1, move 2: 7-6 is not a tile of this game (open: 6 at 6-6)"
    );
}

#[test]
fn json_twin_reads_the_same_short_moves() {
    let text = with("", "A: 6-6  B: 6-4  C: 6-2");
    let record: Record = text.parse().unwrap();
    let mut twin = serde_json::to_value(RecordJson::from(&record)).unwrap();
    let moves = &mut twin["items"][0]["round"]["moves"];
    assert_eq!(moves[1]["on"], "6-6");
    moves[1].as_object_mut().unwrap().remove("on");
    moves[2].as_object_mut().unwrap().remove("on");
    moves[2]["at"] = "left".into();
    let read = |twin: &serde_json::Value| {
        let twin: RecordJson = serde_json::from_value(twin.clone()).unwrap();
        Record::try_from(&twin).map_err(|error| error.to_string())
    };
    assert_eq!(read(&twin), Ok(record));
    let mut both = twin.clone();
    both["items"][0]["round"]["moves"][2]["on"] = "6-6".into();
    assert!(
        read(&both)
            .unwrap_err()
            .contains("moves[2].at: only a `play` without `on`")
    );
    let mut first = twin;
    first["items"][0]["round"]["moves"][0] =
        serde_json::json!({ "seat": 0, "do": "play", "tile": "6-6", "at": "left" });
    assert!(
        read(&first)
            .unwrap_err()
            .contains("moves[0]: the first tile of a round")
    );
}

#[test]
fn places_are_those_in_the_whole_file() {
    let text = with("", "A: 6-6  B: 5-4");
    let (record, places) = Record::parse_from(&text, 101).unwrap();
    let breach = replay(&record, Some(&places)).breach.unwrap();
    assert_eq!(
        breach.place,
        Some(Place {
            line: 105,
            column: 12
        })
    );
    let cut = &text[..text.find("result").unwrap()];
    let error = Record::parse_from(cut, 101).unwrap_err();
    assert_eq!(error.place.line, 107, "{error}");
    let two = format!("{text}{text}");
    let error = two.parse::<Record>().unwrap_err();
    assert_eq!(error.place, Place { line: 8, column: 1 });
    assert!(
        error.to_string().contains("another match begins here"),
        "{error}"
    );
    let error = "{\n}".parse::<Record>().unwrap_err();
    assert!(error.to_string().contains("this is JSON"), "{error}");
}
