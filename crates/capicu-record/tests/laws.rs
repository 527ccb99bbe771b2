//! Parsing a printed record gives the same record, whatever it contains. So does its JSON.

use crate::common;
use capicu::{BySeat, Seat};
use capicu_record::Record;
use capicu_record::json::RecordJson;
use capicu_record::record::{Dealt, Hand, Item, Mark, ResultClaim, recorded};
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Change {
    Tag(String, String),
    Remark(String),
    Comment(usize, String),
    Mark(usize, usize),
    Hide(usize, u8),
    Unclaim(usize),
    Name(u8, String),
    Game(String),
    Result(bool),
}

fn change() -> impl Strategy<Value = Change> {
    let text = || "[ -~áñ;:,!?]{0,24}";
    prop_oneof![
        ("[a-z][a-z0-9-]{0,8}", text()).prop_map(|(name, value)| Change::Tag(name, value)),
        text().prop_map(Change::Remark),
        (any::<usize>(), text()).prop_map(|(at, text)| Change::Comment(at, text)),
        (any::<usize>(), 0..6_usize).prop_map(|(at, mark)| Change::Mark(at, mark)),
        (any::<usize>(), 0..12_u8).prop_map(|(at, seat)| Change::Hide(at, seat)),
        any::<usize>().prop_map(Change::Unclaim),
        (0..12_u8, text()).prop_map(|(seat, name)| Change::Name(seat, name)),
        text().prop_map(Change::Game),
        any::<bool>().prop_map(Change::Result),
    ]
}

fn apply(record: &mut Record, change: Change) {
    const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
    let rules = record.rules;
    let n_rounds = record.rounds().count().max(1);
    let mut rounds: Vec<_> = record
        .items
        .iter_mut()
        .filter_map(|item| match item {
            Item::Round(round) => Some(round),
            _ => None,
        })
        .collect();
    match change {
        Change::Tag(name, value) => record.add_tag(&name, &value),
        Change::Remark(text) => record.comments.extend(text.parse()),
        Change::Name(seat, name) => {
            if let (Some(seat), Ok(name)) = (Seat::new(seat % rules.n_seats()), name.parse()) {
                record.names.insert(seat, name);
            }
        }
        Change::Game(name) => record.game = name.parse().ok(),
        Change::Result(forfeit) => {
            let side = capicu::Side::default();
            record.result = if forfeit {
                ResultClaim::Forfeit(side)
            } else {
                ResultClaim::Unfinished
            };
        }
        Change::Comment(at, text) => {
            let round = &mut rounds[at % n_rounds];
            let n = round.moves.len();
            match round.moves.get_mut(at % (n + 1)) {
                Some(m) => m.comments.extend(text.parse()),
                None => round.comments.extend(text.parse()),
            }
        }
        Change::Mark(at, mark) => {
            let round = &mut rounds[at % n_rounds];
            let n = round.moves.len();
            if let Some(m) = round.moves.get_mut(at % (n + 1)) {
                m.mark = Mark::named(MARKS[mark]);
            }
        }
        Change::Hide(at, seat) => {
            let round = &mut rounds[at % n_rounds];
            let hidden = Seat::new(seat % rules.n_seats()).unwrap();
            let hands = BySeat::from_fn(rules.n_seats(), |seat| {
                let hand = round.dealt.hands()[seat];
                if seat == hidden {
                    let unknown = hand.known.len() as u8 + hand.unknown;
                    Hand {
                        known: capicu::TileSet::EMPTY,
                        unknown,
                    }
                } else {
                    hand
                }
            });
            let boneyard = vec![None; round.dealt.boneyard().len()];
            round.dealt = Dealt::new(&rules, hands, boneyard, round.dealt.lot()).unwrap();
        }
        Change::Unclaim(at) => match at % 3 {
            0 => rounds[at % n_rounds].claims.end = None,
            1 => rounds[at % n_rounds].claims.points = None,
            _ => rounds[at % n_rounds].claims.score = None,
        },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn printed_record_is_parsed_back(
        game in any::<prop::sample::Index>(),
        number in 0..1000_u64,
        rounds in 1..4_usize,
        changes in prop::collection::vec(change(), 0..12),
    ) {
        let games: Vec<_> = common::every_game().collect();
        let (_, rules) = *game.get(&games);
        let mut record = recorded(rules, &common::facts(rules, number, rounds)).unwrap();
        for change in changes {
            apply(&mut record, change);
        }
        let text = record.to_string();
        let parsed = text.parse::<Record>();
        prop_assert_eq!(parsed.as_ref(), Ok(&record), "{}", text);
        prop_assert_eq!(parsed.unwrap().to_string(), text);
        let twin = serde_json::to_string(&RecordJson::from(&record)).unwrap();
        let twin: RecordJson = serde_json::from_str(&twin).unwrap();
        prop_assert_eq!(Record::try_from(&twin), Ok(record));
    }
}
