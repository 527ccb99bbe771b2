//! The plain games of the British text, and those built on them.

use capicu::Ended;
use capicu::Reason::*;

use super::Golden;

pub const ROUNDS: &[Golden] = &[
    // Both ends show six. Five sixes are on the table, 6-5 and 6-2 in the boneyard. Together 23 and 11 against 22 and
    // 25: the difference, 47 less 34, is 13 (003:21-23).
    Golden {
        game: "block",
        turned_up: "",
        hands: &[
            "2-2 3-0 4-2 5-5 6-0 6-4",
            "1-0 2-1 3-2 3-3 4-3 5-3",
            "0-0 1-1 4-0 4-1 6-1 6-3",
            "2-0 3-1 4-4 5-0 5-1 6-6",
        ],
        boneyard: "6-5 5-4 5-2 6-2",
        actions: "6-6 6-0@6-6 1-0@6-0 6-1@1-0 pass 6-4@6-6 4-3@6-4 6-3@4-3",
        made: &[],
        ended: |ended| matches!(ended, Ended::Blocked(Some(seat)) if seat.index() == 2),
        left: &[
            "2-2 3-0 4-2 5-5",
            "2-1 3-2 3-3 5-3",
            "0-0 1-1 4-0 4-1",
            "2-0 3-1 4-4 5-0 5-1",
        ],
        counts: &[23, 22, 11, 25],
        awards: &[(0, Pips, 13)],
        scores: &[13, 0],
    },
    // Every blank is on the table, both ends are blank and the boneyard is empty: 60, 4 and 38. The winner gets the
    // difference to each of the others, 56 and 34 (003:23, B5).
    Golden {
        game: "draw",
        turned_up: "",
        hands: &[
            "5-4 5-5 6-1 6-2 6-3",
            "0-0 2-2 4-0 5-0 6-6",
            "2-1 3-3 4-3 4-4 5-3",
        ],
        boneyard: "1-0 2-0 3-0 5-1 6-4 6-0 3-1 3-2 5-2 4-2 1-1 6-5 4-1",
        actions: "6-6 draw draw draw draw draw 6-4@6-6 6-3@6-6 4-0@6-4 1-0@4-0 6-1@1-0 draw \
                  6-0@6-1 3-0@6-3 draw draw draw draw draw draw draw pass 0-0@3-0 2-0@0-0 \
                  5-2@2-0 5-0@5-2",
        made: &[],
        ended: |ended| matches!(ended, Ended::Blocked(Some(seat)) if seat.index() == 1),
        left: &[
            "1-1 3-1 3-2 4-1 4-2 5-4 5-5 6-2 6-5",
            "2-2",
            "2-1 3-3 4-3 4-4 5-1 5-3",
        ],
        counts: &[60, 4, 38],
        awards: &[(1, Pips, 90)],
        scores: &[0, 90, 0],
    },
    // The four tiles after 6-6 cover its sides (003:41). Seat 2 goes out. The losers are left with 9 and 12; the
    // partner's 8 do not count (003:23, B4).
    Golden {
        game: "cross",
        turned_up: "",
        hands: &[
            "2-2 4-4 5-5 6-5",
            "0-0 2-0 6-2 6-3",
            "5-0 5-2 6-4 6-6",
            "4-1 5-4 6-0 6-1",
        ],
        boneyard: "3-2 1-0 3-1 2-1 5-3 4-3 4-2 1-1 3-0 5-1 4-0 3-3",
        actions: "6-6 6-0@6-6 6-5@6-6 6-2@6-6 6-4@6-6 5-4@6-4 2-2@6-2 0-0@6-0 5-0@5-4 draw \
                  3-2@2-2 5-5@6-5 2-0@5-0 5-2@5-5",
        made: &[],
        ended: |ended| matches!(ended, Ended::Out(seat) if seat.index() == 2),
        left: &["4-4", "6-3", "", "4-1 6-1"],
        counts: &[8, 9, 0, 12],
        awards: &[(0, Pips, 21)],
        scores: &[21, 0],
    },
    // After the cross, 5-5 is laid on an arm and 5-4 against it. Seat 0 goes out; the losers hold 9
    // and 1.
    Golden {
        game: "double-nine-cross",
        turned_up: "",
        hands: &[
            "3-0 5-4 6-2 9-6 9-9",
            "6-1 6-4 7-6 8-1 9-0",
            "2-1 4-1 7-2 8-7 9-4",
            "1-0 3-2 5-5 8-0 9-5",
        ],
        boneyard: "2-0 3-1 9-8 9-1 8-8 4-3 4-0 8-3 5-2 6-6 7-0 6-3 1-1 9-7 4-4 6-5 8-6 7-5 8-2 \
                  4-2 3-3 5-3 7-3 9-3 6-0 7-1 2-2 8-5 7-7 9-2 7-4 5-1 8-4 5-0 0-0",
        actions: "9-9 9-0@9-9 9-4@9-9 9-5@9-9 9-6@9-9 6-4@9-4 draw 2-0@9-0 5-5@9-5 6-2@2-0 \
                  7-6@9-6 8-7@7-6 8-0@8-7 3-0@8-0 6-1@6-2 2-1@6-1 3-2@3-0 5-4@5-5",
        made: &[],
        ended: |ended| matches!(ended, Ended::Out(seat) if seat.index() == 0),
        left: &["", "8-1", "4-1 7-2", "1-0"],
        counts: &[0, 9, 14, 1],
        awards: &[(0, Pips, 10)],
        scores: &[10, 0],
    },
    // Five players, each alone: 14, 13, 1 and 14 are left.
    Golden {
        game: "double-twelve-cross",
        turned_up: "",
        hands: &[
            "2-0 8-6 11-9 12-1 12-4",
            "5-2 5-4 10-4 11-6 11-11",
            "4-4 6-2 7-6 9-4 11-0",
            "1-0 8-4 10-1 11-4 12-10",
            "2-1 2-2 5-0 6-5 8-3",
        ],
        boneyard: "11-8 4-1 7-4 9-6 12-9 10-6 12-7 5-5 9-1 12-8 3-0 9-7 9-9 6-0 10-3 12-5 8-2 7-2 \
                  9-8 12-2 11-5 7-0 4-2 9-3 9-5 8-7 10-10 4-3 10-9 10-2 7-3 0-0 10-8 11-1 3-2 \
                  8-5 12-3 9-0 12-6 3-1 6-1 11-3 11-7 4-0 8-0 11-2 6-3 9-2 10-0 11-10 3-3 10-7 \
                  1-1 10-5 5-1 7-7 7-1 12-12 6-4 7-5 8-1 12-11 8-8 12-0 5-3 6-6",
        actions: "11-11 11-0@11-11 11-4@11-11 draw 11-8@11-11 11-9@11-11 10-4@11-4 9-4@11-9 \
                  8-4@11-8 5-0@11-0 12-4@9-4 5-2@5-0 4-4@8-4 12-10@10-4 2-2@5-2 12-1@12-4 \
                  5-4@4-4 6-2@2-2 10-1@12-1 6-5@5-4 2-0@2-2 11-6@6-5",
        made: &[],
        ended: |ended| matches!(ended, Ended::Out(seat) if seat.index() == 1),
        left: &["8-6", "", "7-6", "1-0", "2-1 8-3"],
        counts: &[14, 0, 13, 1, 14],
        awards: &[(1, Pips, 42)],
        scores: &[0, 42, 0, 0, 0],
    },
];
