//! A whole round of every game with its usual deal, checked by hand: who passed and drew, what was
//! made in play, what was left and what it paid. The engine and the slow model must both play it.

use capicu::Reason::*;
use capicu::{BySeat, Ended, Game, Match, Reason};
use capicu_oracle::{Bone, ModelDeal, ModelMatch};

use crate::table::*;

/// A team, what for, how many points.
type Made = (usize, Reason, u16);

struct Golden {
    game: &'static str,
    /// The tiles turned up in the draw for set, where there is one.
    turned_up: &'static str,
    hands: &'static [&'static str],
    boneyard: &'static str,
    actions: &'static str,
    /// Points made in play.
    made: &'static [Made],
    ended: fn(&Ended) -> bool,
    left: &'static [&'static str],
    counts: &'static [u16],
    /// Points made by the end of the round.
    awards: &'static [Made],
    scores: &'static [u16],
}

const ROUNDS: &[Golden] = &[
    // The ends show 6 and 3, and 6-3 is the last tile of both numbers: a game and the key tile
    // (001:42). Eleven, five and twelve spots are left to the others.
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
    // Three players and no double blank (001:60). After 6-0 both ends show six and all seven sixes
    // lie: blocked at 26, 29 and 35; the lowest wins one game (001:36, 001:65).
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
    // Three players draw until able (001:102): four tiles for 6-3, then seat 2 takes the last three
    // in vain. Both ends show six and all sixes lie: 21, 15 and 54, the lowest wins.
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
    // The same hands and play as the first round. Three passes of team 1 after tiles of team 0 pay
    // ten each, one of seat 2 after 2-1 of seat 1 pays team 1 (002:39). Then 11, 5 and 12 are left,
    // the partner's included: 28 (002:51); the first game, 20; 6-3 fits both ends, 20.
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
    // The double blank goes out: 10 left to the other, the first game 20, the chuchazo 20 (002:42-45);
    // both ends are blank, but a double is no capicú (002:57).
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
    // Both ends show six; five sixes lie, 6-5 and 6-2 sleep. Together 23 and 11 against 22 and 25:
    // the difference, 47 less 34, is 13 (003:21-23).
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
    // Every blank lies and both ends are blank, nothing sleeps: 60, 4 and 38. The winner gets what the
    // others hold above him, 56 and 34 (003:23, B5).
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
    // The four tiles after 6-6 go on its sides (003:41). Seat 2 goes out; 9 and 12 are left to the
    // losers, the 8 of the partner do not count (003:23, B4).
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
    // Five players, each for himself: 14, 13, 1 and 14 are left.
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
    // Seat 2 holds the highest double and leads another tile (003:53). 3-0 makes 3 and 2, five. A turn
    // without a tile that fits is spent on drawing one, down to two. After 2-2 every two lies: 10, 45
    // and 48, of which 35 and 38 are paid, as 35 and 40 (003:57).
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
    // Ends of 6, 10, 6, 9, 3, 10, 9, 5, 3, 3 and 5 score in this order; then the 68 spots left, point
    // for point (003:69): 39 and 68 are 107, and the match.
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
    // 5-4 beats 6-1 and sets. 6 and 4 make ten, two points. All but two tiles are drawn; 85 spots are
    // left, seventeen points (004:30-32, 004:48).
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

fn check(golden: &Golden) {
    let game = golden.game;
    let players = golden.hands.len() as u8;
    let rules = rules(game, players, &[]);
    let dealt = deal_with_boneyard(&rules, golden.hands, golden.boneyard, "");
    let mut engine = Match::new(rules);
    let mut model = ModelMatch::new(*rules);
    if !golden.turned_up.is_empty() {
        let turned = tiles(golden.turned_up);
        let by_seat = BySeat::from_fn(players, |seat| turned.get(seat.index()).copied());
        assert!(engine.draw_for_set(&by_seat), "{game}");
        let bones: Vec<Bone> = turned.into_iter().map(Bone::from).collect();
        assert!(model.draw_for_set(&bones), "{game}");
    }
    let mut round = engine.open(&dealt).expect("somebody can open");
    let made = play(&mut round, golden.actions);
    assert_eq!(list(&made), golden.made, "{game}");
    let end = outcome(&round);
    assert!((golden.ended)(&end.ended), "{game}: {:?}", end.ended);
    let left: Vec<String> = end.hands.iter().map(|hand| hand.to_string()).collect();
    assert_eq!(left, golden.left, "{game}");
    assert_eq!(counts(&round), golden.counts, "{game}");
    assert_eq!(list(&end.awards), golden.awards, "{game}");
    assert_eq!(scores(&engine.finish(&round)), golden.scores, "{game}");

    let hands = dealt.hands().iter();
    let model_deal = ModelDeal {
        hands: hands
            .map(|hand| hand.into_iter().map(Bone::from).collect())
            .collect(),
        boneyard: dealt.boneyard().iter().copied().map(Bone::from).collect(),
        lot: dealt.lot(),
    };
    let mut slow = model.open(&model_deal).expect("somebody can open");
    for action in golden.actions.split_whitespace() {
        let action = action.parse().expect("an action");
        assert!(slow.legal().contains(&action), "{game}: {action}");
        slow.play(action);
    }
    let written = model.finish(&slow);
    let scores: Vec<u16> = written.scores.iter().map(|score| *score as u16).collect();
    assert_eq!(scores, golden.scores, "{game}");
}

#[test]
fn every_game_is_played_as_by_hand() {
    for golden in ROUNDS {
        check(golden);
    }
}

/// The games of the texts, which come first in the list; those built of them have rules tests of
/// their own.
#[test]
fn every_game_of_the_texts_has_a_round() {
    for game in Game::ALL.iter().take(14) {
        let found = ROUNDS.iter().any(|golden| golden.game == game.id);
        assert!(found, "{} has no round worked by hand", game.id);
    }
}
