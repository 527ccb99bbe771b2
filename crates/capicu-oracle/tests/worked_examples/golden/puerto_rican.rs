//! The games of the Puerto Rican text.

use capicu::Ended;
use capicu::Reason::*;

use super::Golden;

pub const ROUNDS: &[Golden] = &[
    // The hands and play of the first round. Three passes of side 1 after tiles of side 0 pay ten each; one of seat 2
    // after 2-1 of seat 1 pays side 1 (002:39). Then 11, 5 and 12 are left, the partner's included: 28 (002:51). The
    // first game pays 20; 6-3 fits both ends, 20.
    Golden {
        game: "cien",
        turned_up: "",
        hands: &[
            "2-0 4-1 4-2 4-3 6-3 6-5 6-6",
            "1-0 2-1 3-3 5-3 5-5 6-1 6-2",
            "0-0 4-4 5-0 5-2 5-4 6-0 6-4",
            "1-1 2-2 3-0 3-1 3-2 4-0 5-1",
        ],
        boneyard: "",
        actions: "6-6 6-2@6-6 6-0@6-6 3-0@6-0 2-0@6-2 5-3@3-0 5-2@5-3 4-0@2-0 4-2@5-2 pass \
                  4-4@4-2 pass 4-1@4-4 6-1@4-1 6-4@6-1 pass 4-3@6-4 3-3@4-3 5-4@4-0 3-2@3-3 \
                  6-5@5-4 2-1@3-2 pass 3-1@2-1 6-3@3-1",
        made: &[(0, Paso, 10), (0, Paso, 10), (0, Paso, 10), (1, Paso, 10)],
        ended: |ended| matches!(ended, Ended::Out(seat) if seat.index() == 0),
        left: &["", "1-0 5-5", "0-0 5-0", "1-1 2-2 5-1"],
        counts: &[0, 11, 5, 12],
        awards: &[(0, Pips, 28), (0, FirstGame, 20), (0, Capicu, 20)],
        scores: &[98, 10],
    },
    // A player goes out with the double blank: 10 left to the other, the first game 20, the chuchazo 20 (002:42-45).
    // Both ends are blank, but a double is no capicú (002:57).
    Golden {
        game: "doscientos",
        turned_up: "",
        hands: &["0-0 1-1 4-1 4-3 4-4 5-0 6-1", "1-0 2-2 3-3 5-1 6-0 6-3 6-4"],
        boneyard: "4-0 3-1 4-2 5-3 6-2 2-0 6-6 2-1 3-2 5-5 5-2 5-4 3-0 6-5",
        actions: "4-4 6-4@4-4 4-1@4-4 6-0@6-4 6-1@4-1 6-3@6-1 4-3@6-3 1-0@6-0 1-1@1-0 5-1@1-1 \
                  5-0@5-1 draw 4-0@4-3 0-0@4-0",
        made: &[],
        ended: |ended| matches!(ended, Ended::Out(seat) if seat.index() == 0),
        left: &["", "2-2 3-3"],
        counts: &[0, 10],
        awards: &[(0, Pips, 10), (0, FirstGame, 20), (0, Chuchazo, 20)],
        scores: &[50, 0],
    },
];
