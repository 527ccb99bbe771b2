//! Rounds worked by hand whose end depends on the order of events, and claims before the end.

use capicu::{Ended, Reason, Seat, Side};
use capicu_record::Record;
use capicu_record::referee::{Problem, Report, replay};

fn judged(text: &str) -> Report {
    let (record, places) = Record::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    replay(&record, Some(&places))
}

fn right(text: &str) -> Report {
    let report = judged(text);
    assert_eq!(report.breach, None, "{text}");
    report
}

const DECLARED: &str = include_str!("cases/last-tile-declared.domino");
const LET_GO: &str = include_str!("cases/last-tile-let-go.domino");

#[test]
fn points_of_the_last_tile_come_before_those_of_the_round() {
    // G9, A8: in the order of events.
    let side = |index| Side::new(index);
    let report = right(DECLARED);
    assert_eq!(report.rounds[0].ended, Ended::Target(Side::new(0).unwrap()));
    assert_eq!(report.result.map(|result| result.winner), side(0));
    let automatic = DECLARED
        .replace("calls declared", "calls automatic")
        .replace(", declare", "");
    assert_eq!(right(&automatic).result, report.result);
    let report = right(include_str!("cases/last-tile-after-the-round.domino"));
    assert_eq!(report.result.map(|result| result.winner), side(1));
}

#[test]
fn points_of_the_last_tile_can_be_forgone() {
    let report = right(LET_GO);
    assert_eq!(report.result.map(|result| result.winner), Side::new(1));
    // A written pass means the same as none, and a player who was silent cannot declare later.
    let said = LET_GO.replace("A: 6-4@4-4\n", "A: 6-4@4-4  A: pass\n");
    assert_eq!(right(&said).result, report.result);
    let late = LET_GO.replace("A: 6-4@4-4\n", "A: 6-4@4-4  A: pass  A: declare\n");
    let breach = judged(&late).breach.expect("it is too late");
    assert_eq!(
        (breach.turn, breach.problem),
        (Some(7 + 2), Problem::RoundOver)
    );
    // Passes that only confirm the block mean nothing, as always.
    let shown = LET_GO.replace("A: 6-4@4-4\n", "A: 6-4@4-4  B: pass  A: pass\n");
    assert_eq!(right(&shown).result, report.result);
}

#[test]
fn record_may_stop_before_the_last_tile_is_declared() {
    let begun = LET_GO.split("end:").next().unwrap();
    let report = right(&format!(
        "{begun}points: A 12 ends, B 20 ends\n\nresult: unfinished\n"
    ));
    assert!(report.rounds.is_empty());
    let board = report.table.round().unwrap().board();
    assert_eq!(board.due_call().map(|(seat, _)| seat), Seat::new(0));
}

#[test]
fn forgone_points_can_be_claimed_after_the_round() {
    right(include_str!("cases/last-tile-claimed.domino"));
}

#[test]
fn player_who_drew_needlessly_wins_nothing_by_a_block() {
    // 004:82, S6: no score for the rest of play in the hand.
    let text = include_str!("cases/no-score-in-a-stalemate.domino");
    let report = right(text);
    let round = &report.rounds[0];
    assert!(matches!(round.ended, Ended::Blocked(_)), "{round:?}");
    assert_eq!(
        round.winner,
        Seat::new(0),
        "the lighter hand is the offender's"
    );
    let pips = |report: &Report| {
        let points = report.rounds[0].points.iter();
        points.filter(|claim| claim.reason == Reason::Pips).count()
    };
    assert_eq!(pips(&report), 0);
    let in_play = text.replace("needless-draw no-score,", "needless-draw no-score-in-play,");
    assert_eq!(pips(&right(&in_play)), 1);
}

#[test]
fn tied_play_off_makes_the_score_two_love() {
    // 001:49, J4: a replay worth two adds nothing to that.
    let text = include_str!("cases/play-off-after-a-tie.domino");
    right(text);
    let three = text.replace(
        "points: A+C 1 game\nscore: A+C 2",
        "points: A+C 1 game, A+C 1 stake\nscore: A+C 3",
    );
    assert_ne!(text, three);
    let breach = judged(&three).breach.expect("it is worth two");
    assert!(matches!(breach.problem, Problem::Points(_)), "{breach}");
}

#[test]
fn claims_are_checked_in_a_round_still_in_play() {
    // Ten for the double five alone, ten with a blank at the other end, ten for the double five and the double blank.
    // Six scores nothing; six and four score ten.
    let text = "domino-record 1
base: all-fives
rules: players 2, hand 5, opener first-seat, opening-lead any-tile

round 1
hand A: 5-5 0-0 4-0 1-0 1-1
hand B: 5-0 6-5 2-0 2-1 2-2
boneyard: 3-0 3-1 3-2 3-3 4-1 4-2 4-3 4-4 5-1 5-2 5-3 5-4 6-0 6-1 6-2 6-3 6-4 6-6
A: 5-5 B: 5-0@5-5
A: 0-0@5-0 B: 6-5@5-5
A: 4-0@0-0
points: A 10 ends, B 10 ends, A 10 ends, A 10 ends
score: A 30, B 10

result: unfinished
";
    right(text);
    let points = text.replace("A 10 ends\nscore", "A 15 ends\nscore");
    let breach = judged(&points).breach.expect("the last were ten");
    assert!(matches!(breach.problem, Problem::Points(_)), "{breach}");
    assert_eq!(breach.place.map(|place| place.line), Some(12));
    let score = text.replace("score: A 30", "score: A 35");
    let breach = judged(&score).breach.expect("it is thirty");
    assert!(matches!(breach.problem, Problem::Score(_)), "{breach}");
    // The hands at that point: A 1-0 and 1-1, B 2-0, 2-1 and 2-2.
    right(&text.replace("points:", "left A: 1-0 1-1\ncount B: 9\npoints:"));
    let left = text.replace("points:", "left A: 1-0\npoints:");
    let breach = judged(&left).breach.expect("A holds two");
    assert!(
        matches!(breach.problem, Problem::LeftOtherwise { held: 2, .. }),
        "{breach}"
    );
    let count = text.replace("points:", "count B: 8\npoints:");
    let breach = judged(&count).breach.expect("it is nine");
    assert!(matches!(breach.problem, Problem::Count { .. }), "{breach}");
    let end = text.replace("points:", "end: out A\npoints:");
    let breach = judged(&end).breach.expect("nobody is out");
    assert!(matches!(breach.problem, Problem::NotOver(_)), "{breach}");
}

/// The record of a writer who saw no hands, but the tiles left in them.
fn unseen(text: &str) -> String {
    let seen = |line: &&str| !line.starts_with("hand ") && !line.starts_with("boneyard");
    let lines: Vec<_> = text.lines().filter(seen).collect();
    let left = "left A: 5-5 4-2 4-1 3-2\nleft B: 5-0 2-2 1-1 1-0 0-0\nend:";
    lines.join("\n").replace("end:", left) + "\n"
}

#[test]
fn points_of_the_last_tile_count_with_unknown_hands() {
    let passed = LET_GO.replace("A: 6-4@4-4\n", "A: 6-4@4-4  A: pass\n");
    let shown = LET_GO.replace("A: 6-4@4-4\n", "A: 6-4@4-4  B: pass  A: pass\n");
    let claimed = include_str!("cases/last-tile-claimed.domino");
    let after = include_str!("cases/last-tile-after-the-round.domino");
    for text in [DECLARED, LET_GO, &passed, &shown, claimed, after] {
        let (full, hidden) = (right(text), right(&unseen(text)));
        assert_eq!(hidden.result, full.result, "{text}");
        assert_eq!(hidden.rounds[0].points, full.rounds[0].points, "{text}");
        assert_eq!(hidden.unknown_from, None, "{text}");
        // The tiles left need not be known.
        let bare = unseen(text).replace("left A: 5-5 4-2 4-1 3-2\n", "");
        right(&bare.replace("left B: 5-0 2-2 1-1 1-0 0-0\n", ""));
    }
    // B holds a six, so the round is not blocked: A forgoes the points because play continues.
    let goes_on = "A: 6-4@4-4\nB: 6-2@6-4\n\nresult: unfinished\n";
    let begun = unseen(LET_GO);
    let begun = begun.split("A: 6-4@4-4").next().unwrap();
    right(&format!("{begun}{goes_on}"));
    let late = format!("{begun}{}", goes_on.replace("\n\n", "  A: declare\n\n"));
    assert!(judged(&late).breach.is_some(), "{late}");
}
