//! The game of the club.

use capicu::Ended;
use capicu::Reason::*;

use super::Golden;

pub const ROUNDS: &[Golden] = &[
    // 5-4 beats 6-1 and leads. 6 and 4 make ten, two points. All but two tiles are drawn; 85 spots are left, seventeen
    // points (004:30-32, 004:48).
    Golden {
        game: "club",
        turned_up: "5-4 6-1",
        hands: &["3-0 3-3 4-2 5-2 6-4", "2-0 6-0 6-1 6-5 6-6"],
        boneyard: "5-0 4-3 1-1 3-1 4-0 0-0 6-2 4-4 5-1 5-5 1-0 5-4 3-2 2-1 2-2 5-3 4-1 6-3",
        actions: "5-2 6-5@5-2 4-2@5-2 6-0@6-5 6-4@4-2 2-0@6-0 draw draw draw draw draw draw draw \
                  6-2@2-0 6-6@6-4 draw draw draw draw draw draw draw draw draw pass 6-1@6-6",
        made: &[(0, Ends, 2)],
        ended: |ended| matches!(ended, Ended::Out(seat) if seat.index() == 1),
        left: &[
            "0-0 1-0 1-1 2-1 2-2 3-0 3-1 3-2 3-3 4-0 4-3 4-4 5-0 5-1 5-3 5-4 5-5",
            "",
        ],
        counts: &[85, 0],
        awards: &[(1, Pips, 17)],
        scores: &[2, 17],
    },
];
