//! The games of the Jamaican texts.

use capicu::Ended;
use capicu::Reason::*;

use super::Golden;

pub const ROUNDS: &[Golden] = &[
    // The ends show 6 and 3, and 6-3 is the last tile of both numbers: a game and the key tile (001:42). The others are
    // left with eleven, five and twelve spots.
    Golden {
        game: "jamaican-partner",
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
        made: &[],
        ended: |ended| matches!(ended, Ended::Out(seat) if seat.index() == 0),
        left: &["", "1-0 5-5", "0-0 5-0", "1-1 2-2 5-1"],
        counts: &[0, 11, 5, 12],
        awards: &[(0, Game, 1), (0, KeyTile, 1)],
        scores: &[2, 0],
    },
    // Three players and no double blank (001:60). After 6-0 both ends show six and all seven sixes are on the table:
    // blocked at 26, 29 and 35; the lowest wins one game (001:36, 001:65).
    Golden {
        game: "cut-throat",
        turned_up: "",
        hands: &[
            "1-1 2-2 3-0 3-2 4-3 5-3 5-4 6-2 6-6",
            "3-1 3-3 4-0 4-4 5-2 6-0 6-1 6-3 6-5",
            "1-0 2-0 2-1 4-1 4-2 5-0 5-1 5-5 6-4",
        ],
        boneyard: "",
        actions: "6-6 6-1@6-6 2-1@6-1 6-2@2-1 6-3@6-6 6-4@6-2 5-4@6-4 6-5@5-4 pass 3-0@6-3 \
                  6-0@3-0",
        made: &[],
        ended: |ended| matches!(ended, Ended::Blocked(Some(seat)) if seat.index() == 1),
        left: &[
            "1-1 2-2 3-2 4-3 5-3",
            "3-1 3-3 4-0 4-4 5-2",
            "1-0 2-0 4-1 4-2 5-0 5-1 5-5",
        ],
        counts: &[26, 29, 35],
        awards: &[(0, Game, 1)],
        scores: &[1, 0, 0],
    },
    // Seat 1 cannot play three times running: ten (001:88). Seat 2 goes out on 2-2, a double, so the
    // others count 22, 32 and 7 twice; none of them holds a double (001:84-86).
    Golden {
        game: "french",
        turned_up: "",
        hands: &[
            "2-1 3-2 4-1 4-2 5-2 5-3 5-4",
            "1-1 2-0 3-0 5-0 6-2 6-3 6-4",
            "0-0 1-0 2-2 3-3 4-4 5-5 6-6",
            "3-1 4-0 4-3 5-1 6-0 6-1 6-5",
        ],
        boneyard: "",
        actions: "0-0 4-0@0-0 pass 5-0@0-0 1-0@0-0 6-0@0-0 pass 1-1@1-0 6-6@6-0 6-5@6-6 2-1@1-1 \
                  pass 5-5@5-0 5-1@6-5 4-1@5-1 pass 4-4@4-0 4-3@4-1 4-2@4-4 pass 3-3@4-3 3-1@3-3 \
                  5-2@5-5 pass 2-2@4-2",
        made: &[(1, ThreePasses, 10)],
        ended: |ended| matches!(ended, Ended::Out(seat) if seat.index() == 2),
        left: &["3-2 5-3 5-4", "2-0 3-0 6-2 6-3 6-4", "", "6-1"],
        counts: &[22, 32, 0, 7],
        awards: &[(0, Hand, 44), (1, Hand, 64), (3, Hand, 14)],
        scores: &[44, 74, 0, 14],
    },
    // Three players draw until able (001:102): four tiles for 6-3, then seat 2 takes the last three in vain. Both ends
    // show six and all sixes are on the table: 21, 15 and 54, the lowest wins.
    Golden {
        game: "chiva",
        turned_up: "",
        hands: &[
            "2-0 3-1 4-1 4-2 4-4 6-2 6-4",
            "1-1 3-2 5-2 5-3 6-0 6-1 6-6",
            "2-2 3-0 4-0 4-3 5-4 5-5 6-5",
        ],
        boneyard: "1-0 3-3 0-0 6-3 5-0 2-1 5-1",
        actions: "6-6 6-5@6-6 6-4@6-6 5-2@6-5 4-0@6-4 6-2@5-2 6-0@4-0 draw draw draw draw \
                  6-3@6-0 3-1@6-3 6-1@3-1 draw draw draw",
        made: &[],
        ended: |ended| matches!(ended, Ended::Blocked(Some(seat)) if seat.index() == 1),
        left: &[
            "2-0 4-1 4-2 4-4",
            "1-1 3-2 5-3",
            "0-0 1-0 2-1 2-2 3-0 3-3 4-3 5-0 5-1 5-4 5-5",
        ],
        counts: &[21, 15, 54],
        awards: &[(1, Game, 1)],
        scores: &[0, 1, 0],
    },
];
