//! The games of the British text in which the ends score.

use capicu::Ended;
use capicu::Reason::*;

use super::Golden;

pub const ROUNDS: &[Golden] = &[
    // Seat 2 holds the highest double and leads another tile (003:53). 3-0 makes 3 and 2, five. A player without a tile
    // that fits uses the turn to draw one, until two are left. After 2-2 every two is on the table: 10, 45 and 48, of
    // which 35 and 38 are paid, as 35 and 40 (003:57).
    Golden {
        game: "all-fives",
        turned_up: "",
        hands: &[
            "1-1 2-0 2-1 3-2 4-2",
            "1-0 3-0 4-3 5-0 6-5",
            "4-0 5-2 5-4 6-2 6-6",
        ],
        boneyard: "6-1 4-4 5-1 5-3 6-3 3-1 0-0 6-4 5-5 2-2 3-3 4-1 6-0",
        actions: "4-0 4-2@4-0 3-0@4-0 6-2@4-2 3-2@3-0 6-5@6-2 5-2@6-5 2-1@3-2 1-0@2-1 draw \
                  2-0@1-0 draw draw draw draw draw draw draw draw draw draw pass 2-2@2-0",
        made: &[(1, Ends, 5)],
        ended: |ended| matches!(ended, Ended::Blocked(Some(seat)) if seat.index() == 0),
        left: &[
            "0-0 1-1 5-3",
            "3-3 4-3 4-4 5-0 6-3 6-4",
            "3-1 5-1 5-4 5-5 6-1 6-6",
        ],
        counts: &[10, 45, 48],
        awards: &[(0, Pips, 75)],
        scores: &[75, 5, 0],
    },
    // Ends of 6, 10, 6, 9, 3, 10, 9, 5, 3, 3 and 5 score in this order. Then the 68 spots left score point for point
    // (003:69): 39 and 68 are 107, and the match.
    Golden {
        game: "fives-and-threes",
        turned_up: "",
        hands: &["1-1 3-0 3-1 4-0 5-4", "1-0 4-1 5-0 5-1 6-3"],
        boneyard: "2-2 2-0 6-1 5-2 3-3 2-1 6-5 4-3 4-4 6-6 3-2 5-5 6-4 0-0 6-2 5-3 6-0 4-2",
        actions: "1-1 4-1@1-1 3-1@1-1 6-3@3-1 5-4@4-1 5-0@5-4 3-0@5-0 draw draw draw draw \
                  6-1@6-3 draw 1-0@6-1 4-0@1-0 draw 3-3@3-0 draw draw draw 4-3@4-0 draw draw \
                  draw 3-2@3-3 2-2@3-2 2-0@2-2 draw draw draw 0-0@2-0 draw pass 5-3@4-3 5-2@5-3",
        made: &[
            (1, Ends, 6),
            (1, Ends, 10),
            (1, Ends, 6),
            (0, Ends, 9),
            (1, Ends, 3),
            (0, Ends, 10),
            (0, Ends, 9),
            (0, Ends, 5),
            (0, Ends, 3),
            (0, Ends, 3),
            (1, Ends, 5),
        ],
        ended: |ended| matches!(ended, Ended::Out(seat) if seat.index() == 0),
        left: &["", "2-1 4-4 5-1 5-5 6-2 6-4 6-5 6-6"],
        counts: &[0, 68],
        awards: &[(0, Pips, 68)],
        scores: &[107, 30],
    },
];
