//! The referee on records worked by hand, and on records that break the rules.

use std::fs;
use std::path::PathBuf;

use capicu::{Ended, NotIrregular, Seat, Side};
use capicu_record::record::PointClaim;
use capicu_record::referee::{Problem, Report, replay};
use capicu_record::{Place, Record};

fn judged(text: &str) -> Report {
    let (record, places) = Record::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    replay(&record, Some(&places))
}

fn golden(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    fs::read_to_string(path.join(name)).unwrap()
}

#[test]
fn golden_records_are_valid_and_canonical() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut n = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let report = judged(&text);
        assert_eq!(report.breach, None, "{}", path.display());
        let record: Record = text.parse().unwrap();
        assert_eq!(record.to_string(), text, "{}", path.display());
        n += 1;
    }
    assert!(n >= 8, "all golden records");
}

#[test]
fn round_with_every_tile_known_is_explained() {
    let report = judged(&golden("capicu.domino"));
    let round = &report.rounds[0];
    let seat = |index| Seat::new(index).unwrap();
    let side = Side::new(0).unwrap();
    assert_eq!((round.number, round.opener), (1, seat(0)));
    assert_eq!(round.ended, Ended::Out(seat(0)));
    assert_eq!(round.side, Some(side));
    let claim = |points, reason| PointClaim {
        side,
        points,
        reason,
    };
    assert_eq!(
        round.points,
        [
            claim(2, capicu::Reason::Pips),
            claim(20, capicu::Reason::FirstGame),
            claim(20, capicu::Reason::Capicu),
        ]
    );
    assert_eq!(round.score, [42, 0]);
    assert_eq!(round.counts, [0, 2]);
    assert_eq!(report.result, None);
}

/// The breach after replacing a part of a golden record.
#[track_caller]
fn broken(name: &str, old: &str, new: &str) -> capicu_record::referee::Breach {
    let text = golden(name);
    assert!(text.contains(old), "{old}");
    judged(&text.replacen(old, new, 1))
        .breach
        .expect("a breach")
}

#[test]
fn illegal_play_is_reported_with_its_place_and_legal_moves() {
    let breach = broken("capicu.domino", "B: 1-0@0-0", "B: 1-1@0-0");
    assert_eq!((breach.round, breach.turn), (1, Some(4)));
    assert_eq!(
        breach.place,
        Some(Place {
            line: 14,
            column: 4
        })
    );
    let (seat, legal) = breach.legal.unwrap();
    assert_eq!(seat.index(), 1);
    let legal: Vec<_> = legal.iter().map(ToString::to_string).collect();
    assert_eq!(legal, ["1-0@0-0"]);
}

#[test]
fn move_out_of_turn_is_reported() {
    let breach = broken("capicu.domino", "A: 0-0@2-0!", "B: 1-0@2-0!");
    assert!(
        matches!(breach.problem, Problem::NotItsTurn { .. }),
        "{breach}"
    );
    assert!(
        breach
            .to_string()
            .starts_with("13:4: round 1, move 3: it is the turn of A")
    );
}

#[test]
fn false_claims_are_reported() {
    let breach = broken("capicu.domino", "A 20 capicu\n", "A 20 chuchazo\n");
    assert!(matches!(breach.problem, Problem::Points(_)), "{breach}");
    assert_eq!(
        breach.place,
        Some(Place {
            line: 17,
            column: 9
        })
    );
    let breach = broken("capicu.domino", "score: A 42", "score: A 43");
    assert!(matches!(breach.problem, Problem::Score(_)), "{breach}");
    let breach = broken("capicu.domino", "end: out A", "end: out B");
    assert!(matches!(breach.problem, Problem::End(_)), "{breach}");
    let breach = broken("blocked.domino", "result: A", "result: B");
    assert!(
        matches!(breach.problem, Problem::GoesOn | Problem::Won(_)),
        "{breach}"
    );
    let breach = broken("blocked.domino", "result: A", "result: unfinished");
    assert_eq!(
        breach.to_string(),
        "16:9: round 1: wrong result; A won the match"
    );
}

#[test]
fn round_that_stops_early_is_refused_before_another() {
    let breach = broken(
        "stakes.domino",
        "A: 2-1@2-2\nend: out A\npoints: A 1 game\nscore: A 1, B 0\n",
        "",
    );
    assert!(matches!(breach.problem, Problem::NotOver(_)), "{breach}");
    assert_eq!(breach.round, 1);
}

#[test]
fn round_after_the_end_of_the_match_is_refused() {
    let text = golden("blocked.domino");
    let round = &text[text.find("round 1").unwrap()..text.find("result").unwrap()];
    let again = format!("{}result", round.replace("round 1", "round 2"));
    let breach = judged(&text.replacen("result", &again, 1)).breach.unwrap();
    assert_eq!(breach.problem, Problem::MatchOver);
    assert_eq!(breach.round, 2);
}

#[test]
fn passes_that_only_confirm_a_block_are_accepted() {
    let text = golden("blocked.domino").replace("A: 1-1\n", "A: 1-1  B: pass  A: pass\n");
    assert_eq!(judged(&text).breach, None);
    let text = golden("capicu.domino").replace("A: 2-1@1-0\n", "A: 2-1@1-0  B: pass\n");
    assert_eq!(judged(&text).breach.unwrap().problem, Problem::RoundOver);
}

#[test]
fn seed_that_gives_another_deal_is_reported() {
    let seed = capicu::fair::Seed::from_number(1);
    let text = golden("capicu.domino").replace("A: Ana\n", &format!("A: Ana\nseed: {seed}\n"));
    assert_eq!(judged(&text).breach.unwrap().problem, Problem::Seed);
    let other = capicu::fair::Seed::from_number(2).commitment();
    let text = text.replace("seed:", &format!("commitment: {other}\nseed:"));
    assert_eq!(judged(&text).breach.unwrap().problem, Problem::Commitment);
    let text = golden("capicu.domino").replace("A: Ana\n", "A: Ana\nseed: 12\n");
    assert!(matches!(
        judged(&text).breach.unwrap().problem,
        Problem::Hex(..)
    ));
}

const MUGGINS: &str = "domino-record 1
rules: players 2, hand 5, opener first-seat, opening-lead any-tile, ends fives, calls muggins

round 1
hand A: 5-5 ? ? ? ?
hand B: 5-0 ? ? ? ?
A: 5-5  B: 5-0@5-5, muggins, declare
result: unfinished
";

#[test]
fn missed_score_can_be_claimed_without_known_hands() {
    // 003:53: 5-5 alone is worth ten, and so is 5-5 with a blank at the other end.
    let report = judged(MUGGINS);
    assert_eq!(report.breach, None);
    let points = *report.table.round().unwrap().board().points();
    assert_eq!(points.as_slice(), [0, 20]);
    let twice = MUGGINS.replace("declare\n", "declare, muggins\n");
    let breach = judged(&twice).breach.unwrap();
    assert!(matches!(breach.problem, Problem::Irregular(..)), "{breach}");
}

const HIDDEN: &str = "domino-record 1
rules: players 2, set double-two, hand 2, opening-lead any-tile

round 1
hand A: 2-2 ?
A: 2-2  B: pass
A: 2-1@2-2
end: out A
result: unfinished
";

#[test]
fn unknown_tiles_are_filled_in_as_moves_allow() {
    // B passed on twos, so it holds two of 0-0, 1-0 and 1-1: 1, 2 or 3 pips.
    let report = judged(HIDDEN);
    assert_eq!(report.breach, None);
    assert_eq!(report.unknown_from, Some(1));
    assert!(report.rounds[0].sure.end && !report.rounds[0].sure.score);
    let round = report.table.round().unwrap();
    let held = round.hands()[Seat::new(1).unwrap()];
    let two = capicu::TileSet::suit(capicu::Pip::new(2).unwrap());
    assert!(!held.intersects(two), "{held}");
    // Their value is known once the record has the deal, the tiles left, or the count.
    for shown in [
        HIDDEN.replace("A: 2-2  B", "hand B: 0-0 1-0\nA: 2-2  B"),
        HIDDEN.replace("end:", "left B: 0-0 1-0\nend:"),
        HIDDEN.replace("end:", "count B: 1\nend:"),
    ] {
        let report = judged(&shown);
        assert_eq!(report.breach, None, "{shown}");
        assert_eq!(report.unknown_from, None, "{shown}");
        assert_eq!(report.rounds[0].score, [1, 0]);
    }
}

trait Says {
    /// Asserts the referee's report on this record: the place and the sentence.
    fn says(&self, expected: &str);
}

impl Says for str {
    #[track_caller]
    fn says(&self, expected: &str) {
        let breach = judged(self).breach.expect("a breach");
        assert_eq!(breach.to_string(), expected, "{self}");
    }
}

#[test]
fn move_that_no_deal_allows_is_a_breach() {
    // B passes on twos, then lays one, which it must have held.
    let text = "domino-record 1
rules: players 2, set double-two, hand 3, opener first-seat, opening-lead any-tile

round 1
A: 2-2  B: pass
A: 2-1@2-2  B: 2-0@2-2
result: unfinished
";
    text.says(
        "6:16: round 1, move 4: B cannot hold 2-0: it would have fitted at move 2 \
         (legal for B: 1-0@2-1, 1-1@2-1)",
    );
}

/// A round of four in pairs with all 28 tiles. A review found these cases in November 2026.
fn jamaican(moves: &str) -> String {
    format!(
        "domino-record 1\nbase: jamaican-partner\nrules: players 4\n\nround 1\n{moves}\nresult: unfinished\n"
    )
}

#[test]
fn breach_is_explained_in_words_of_the_table() {
    jamaican("A: 6-6  B: 6-5@6-6  C: 6-6@6-5")
        .says("6:24: round 1, move 3: 6-6 is already on the table (open: 6 at 6-6, 5 at 6-5)");
    jamaican("A: 5-5  B: 6-5@5-5")
        .says("6:4: round 1, move 1: 5-5 is not legal: 6-6 has to be led");
    jamaican("A: 6-6  B: 6-5@6-6  C: 5-4@6-5  D: 7-2@5-4")
        .says("6:36: round 1, move 4: 7-2 is not a tile of this game (open: 6 at 6-6, 4 at 5-4)");
    jamaican(
        "A: 6-6  B: 6-5@6-6  C: 5-1@6-5  D: pass\nA: 6-1@6-6  B: 1-1@6-1  C: 1-0@5-1  D: 6-1@1-1",
    )
    .says("7:40: round 1, move 8: 6-1 is already on the table (open: 1 at 1-1, 0 at 1-0)");
    jamaican(
        "A: 6-6  B: 6-5@6-6  C: 5-1@6-5  D: pass\nA: 6-3@6-6  B: 3-1@6-3  C: 1-1@3-1  D: 1-0@1-1",
    )
    .says(
        "7:40: round 1, move 8: D cannot hold 1-0: it would have fitted at move 4 \
         (open: 1 at 1-1, 1 at 5-1)",
    );
    jamaican("hand A: 4-4\nhand C: 0-0\nA: 6-6").says(
        "6:1: round 1: A is dealt 1 tile instead of 7: write `?` for each tile that is not known, \
         or what was left in the end as `left A: 4-4`",
    );
    jamaican("hand A: 6-6 1-0 2-0 3-0 4-0 5-0 0-0\nA: 6-6  B: pass  C: pass  D: pass\nA: 6-0@6-6")
        .says("7:30: round 1, move 4: with the tiles seen so far, pass is impossible (open: 6 at 6-6)");
}

#[test]
fn illegal_move_of_a_known_hand_lists_the_legal_ones() {
    let text = jamaican("hand B: 6-5 5-5 5-4 1-0 2-0 3-0 4-0\nA: 6-6  B: 5-4@6-6");
    let breach = judged(&text).breach.unwrap();
    let (seat, legal) = breach.legal.unwrap();
    let legal: Vec<_> = legal.iter().map(ToString::to_string).collect();
    assert_eq!((seat.index(), legal), (1, vec!["6-5@6-6".to_owned()]));
    let breach = judged(&jamaican("A: 6-6  B: 5-4@6-6")).breach.unwrap();
    assert_eq!((breach.turn, breach.legal), (Some(2), None));
}

/// A score called after the round ends the match.
#[test]
fn late_call_can_end_the_match() {
    let text = "domino-record 1
rules: set double-two, hand 1, opener first-seat, ends threes, calls muggins, target 3

round 1
hand A: 2-1
hand B: 0-0
boneyard: 2-2 2-0 1-1 1-0
A: 2-1
B: muggins

result: B
";
    let report = judged(text);
    assert_eq!(report.breach, None);
    assert_eq!(report.rounds[0].score, [0, 3]);
    let result = report.rounds[0].told.result.expect("the match is over");
    assert_eq!(result.winner, Side::new(1).unwrap());
    assert_eq!(report.result, Some(result));
}

/// Two of three tie at ten; the third turns up no more tiles (S1).
#[test]
fn only_tied_seats_turn_up_tiles_again() {
    let head = "domino-record 1\nrules: set double-two, players 3, hand 1, opener draw-for-set\n";
    let round =
        "\nround 1\nhand A: 0-0\nhand B: 1-0\nhand C: 2-2\nboneyard: 1-1 2-1 2-0\nC: 2-2\n\n";
    let record = |draws: &str| format!("{head}{draws}{round}result: unfinished\n");
    let good = "\nturn-up: A 1-1, B 1-0, C 2-0\n\nturn-up: A 0-0, C 2-2\n";
    let text = record(good);
    let report = judged(&text);
    assert_eq!(report.breach, None);
    assert_eq!(text.parse::<Record>().unwrap().to_string(), text);
    for wrong in [
        "\nturn-up: A 1-1, B 1-0, C 2-0\n\nturn-up: A 0-0, B 2-1, C 2-2\n",
        "\nturn-up: A 1-1, B 1-0, C 2-0\n\nturn-up: C 2-2\n",
        "\nturn-up: A 1-1, C 2-0\n",
    ] {
        let breach = judged(&record(wrong)).breach.unwrap();
        assert_eq!(breach.problem, Problem::NotDrawing, "{wrong}");
    }
}

/// The time is linear in the number of rounds; in quadratic time, this would take minutes.
#[test]
fn very_many_rounds_are_judged_quickly() {
    let n = 20_000;
    let mut text = "domino-record 1\nrules: set double-two, hand 3\n".to_owned();
    for number in 1..=n {
        text.push_str(&format!(
            "\nround {number}\nhand A: 0-0 2-1 2-2\nhand B: 1-0 1-1 2-0\nA: 2-2  B: 2-0@2-2\nA: void\n"
        ));
    }
    text.push_str("\nresult: unfinished\n");
    let report = judged(&text);
    assert_eq!(report.breach, None);
    assert_eq!(report.rounds.len(), n);
    assert_eq!(report.rounds.last().map(|round| round.number), Some(n));
}

/// F10, 001:92: in French an illegal play costs ten, whether it stands or is taken back.
#[test]
fn illegal_play_that_stands_costs_ten_in_french() {
    let head = "domino-record 1\nbase: french\nrules: players 4\n\nround 1\n\
        hand A: 0-0 1-0 5-4 6-1 6-2 6-3 6-4\nhand B: 2-0 1-1 5-5 5-1 5-2 5-3 6-5\n\
        hand C: 3-0 2-2 2-1 3-1 3-2 4-1 4-2\nhand D: 4-0 3-3 4-3 4-4 5-0 6-0 6-6\n\
        A: 0-0  B: 2-0@0-0  C: 3-0@0-0  D: ";
    for play in ["wrong-play 4-3@2-0 open 3", "taken-back, 4-0@0-0"] {
        for (points, right) in [("10", true), ("5", false)] {
            let text =
                format!("{head}{play}\npoints: D {points} false-play\n\nresult: unfinished\n");
            assert_eq!(judged(&text).is_valid(), right, "{text}");
        }
    }
}

/// 004:78: a hand that is not written down may have any wrong number of tiles.
#[test]
fn unwritten_hand_may_have_a_wrong_number_of_tiles() {
    let head = "domino-record 1\nrules: players 2, hand 5, opener first-seat, draw until-playable\n\nround 1\n";
    let over = format!("{head}A: over-drawn\nA: 5-5  B: 5-1@5-5\n\nresult: unfinished\n");
    let report = judged(&over);
    assert!(report.is_valid(), "{:?}", report.breach);
    let under = over.replace("over-drawn", "under-drawn");
    assert!(judged(&under).is_valid());
    // A lays six tiles and goes out with the last: it was dealt one too many.
    let out = format!(
        "{head}A: over-drawn\nA: 5-5  B: 5-1@5-5  A: 1-1@5-1  B: 2-1@1-1  A: 2-2@2-1  B: 3-2@2-2\n\
         A: 3-3@3-2  B: 4-3@3-3  A: 4-4@4-3  B: 4-0@4-4  A: 0-0@4-0\nleft B: 6-0 6-1\nend: out A\n\nresult: unfinished\n"
    );
    let report = judged(&out);
    assert!(
        !report.is_valid(),
        "B was dealt five tiles and has none left"
    );
    let out = out.replace("left B: 6-0 6-1\n", "");
    let report = judged(&out.replace("  B: 4-0@4-4  A: 0-0@4-0", "  B: 4-0@4-4"));
    assert!(!report.is_valid(), "A is out only after a sixth tile");
    // A written hand of the right number was dealt correctly.
    let written = over.replace("round 1\n", "round 1\nhand A: 5-5 4-4 3-3 2-2 1-1\n");
    assert!(!judged(&written).is_valid());
}

/// A13: the reason given for a refused call is true.
#[test]
fn refused_call_names_the_true_reason() {
    let head = "domino-record 1\nrules: set double-six, players 2, hand 3, opener first-seat, ends fives, \
        calls muggins, call-sum own\n\nround 1\nhand A: 5-5 4-1 0-0\nhand B: 5-0 1-1 3-3\nA: 5-5  B: 5-0@5-5, ";
    for (calls, problem) in [
        ("declare 10, muggins", None),
        ("muggins, declare 10", None),
        ("declare 10, declare 10", Some(NotIrregular::Named)),
        ("declare 15, muggins", Some(NotIrregular::Silent)),
        (
            "declare 10, muggins, muggins, muggins",
            Some(NotIrregular::NothingToCall),
        ),
    ] {
        let report = judged(&format!("{head}{calls}\n\nresult: unfinished\n"));
        let found = report.breach.map(|breach| breach.problem);
        let why = match &found {
            Some(Problem::Irregular(_, why)) => Some(*why),
            _ => None,
        };
        assert_eq!(
            (why, found.is_some()),
            (problem, problem.is_some()),
            "{calls}"
        );
    }
}
